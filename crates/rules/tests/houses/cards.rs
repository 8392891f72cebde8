//! The table, the decks, the shuffler, the deal and the stub: what a house may not choose there.

use rules::Wager;
use rules::rulebook::ApprovalKind;

use crate::common::BOOKS;
use crate::common::draft::{Draft, house};

#[test]
fn two_decks_without_a_shuffler() {
    for (book, clause) in
        [("md2014", "md2014:03.B"), ("md14", "md14:03.B"), ("ma", "ma:2(b)"), ("tribal", "tribal:(b)(2)")]
    {
        let mut draft = house(book).set("shuffler", "kind", "\"none\"").set("shuffler", "counts", "false");
        if book == "ma" {
            draft = draft.without_section("cover_all").without("limits", "cover_all");
        }
        let help = "set shuffler.kind to \"automated\" or \"hand_dispensing\", or use one deck";
        draft.set("deck", "decks", "2").refused("deck.decks", clause, help);
    }
}

#[test]
fn two_decks_in_a_book_of_one() {
    house("sd").set("deck", "backs", "[\"red\", \"blue\"]").set("deck", "decks", "2").refused(
        "deck.decks",
        "sd:(1)#2",
        "lawful: 1",
    );
}

#[test]
fn three_decks() {
    for (book, clause) in
        [("md2014", "md2014:03.A(1)"), ("md14", "md14:03.A(1)"), ("ma", "ma:2(a)#1"), ("tribal", "tribal:(b)(1)#1")]
    {
        house(book).set("deck", "decks", "3").refused_among("deck.decks", clause, "lawful: 1, 2");
    }
}

#[test]
fn an_unlawful_number_of_decks_is_the_only_fault_it_makes() {
    for book in ["md2014", "md14", "ma", "tribal"] {
        let report = house(book).set("deck", "decks", "3").check();
        let unknown: Vec<String> =
            report.errors().filter(|fault| fault.message.contains("unknown key")).map(ToString::to_string).collect();
        assert_eq!(unknown, Vec::<String>::new(), "{book}");
    }
}

#[test]
fn two_backs_of_one_colour() {
    for (book, clause) in
        [("md2014", "md2014:03.B(2)"), ("md14", "md14:03.B(2)"), ("ma", "ma:2(b)(2)"), ("tribal", "tribal:(b)(2)(ii)")]
    {
        for backs in ["[\"red\", \"red\"]", "[\"red\", \"Red\"]", "[\" red\", \"red \"]"] {
            house(book).set("deck", "backs", backs).refused("deck.backs", clause, "choose two colours");
        }
    }
}

#[test]
fn backs_that_are_not_one_for_each_deck() {
    for backs in ["[\"red\"]", "[\"red\", \"blue\", \"green\"]", "[]", "\"red\"", "[\"red\", 2]"] {
        let help = "write, for example, backs = [\"red\", \"blue\"]";
        house("md14").set("deck", "backs", backs).refused("deck.backs", "md14:03.B(2)", help);
    }
    house("md14").without("deck", "backs").refused("deck.backs", "md14:03.B(2)", "write, for example, backs = ");
    assert_eq!(house("sd").without("deck", "backs").opens().cards.backs.len(), 1);
}

#[test]
fn dealing_from_the_hand_without_a_shuffler() {
    for (book, clause) in
        [("md2014", "md2014:09.A(1)"), ("md14", "md14:09.A(1)"), ("ma", "ma:8(b)(1)"), ("tribal", "tribal:(h)(2)(i)")]
    {
        let mut draft = house(book)
            .set("shuffler", "kind", "\"none\"")
            .set("shuffler", "counts", "false")
            .set("deck", "decks", "1")
            .set("deck", "backs", "[\"red\"]")
            .set("deck", "life_hours", "4")
            .without("deal", "dealer_stack");
        for section in ["progressive.link", "five_card_progressive.link", "cover_all"] {
            if draft.sections().iter().any(|known| known == section) {
                draft = draft.without_section(section);
            }
        }
        if book == "ma" {
            draft = draft.without("limits", "cover_all");
        }
        let help = "set shuffler.kind to \"automated\" or \"hand_dispensing\", or deal from a shoe";
        draft.clone().set("deal", "device", "\"hand\"").refused("deal.device", clause, help);
        draft.set("deal", "device", "\"hand\"").set("shuffler", "kind", "\"automated\"").opens();
    }
    house("sd").opens();
}

#[test]
fn a_manual_shoe_where_the_text_knows_none() {
    house("sd").set("deal", "device", "\"manual_shoe\"").refused(
        "deal.device",
        "sd:(4)#7",
        "lawful: \"hand\", \"automated_shoe\"",
    );
}

#[test]
fn no_dealing_device() {
    for (book, clause) in
        [("md14", "md14:08.B"), ("ma", "ma:7(a)#2"), ("tribal", "tribal:(g)(1)#2"), ("sd", "sd:(4)#7")]
    {
        house(book).without("deal", "device").refused("deal.device", clause, "write one of ");
    }
}

#[test]
fn a_dealers_stack_without_an_automated_shoe() {
    for (book, clause) in
        [("md2014", "md2014:10.B(3)"), ("md14", "md14:10.B(3)"), ("ma", "ma:9(c)(1)"), ("tribal", "tribal:(i)(3)#4")]
    {
        for device in ["\"manual_shoe\"", "\"hand\""] {
            // Cover All is dealt only by the shuffler.
            let draft = if book == "ma" {
                house(book).without("limits", "cover_all").without_section("cover_all")
            } else {
                house(book)
            };
            let draft = draft.set("deal", "device", device).set("deck", "life_hours", "4").at("dealer_stack = ");
            draft.refused("deal.dealer_stack", clause, "remove it, or deal from an automated shoe");
        }
    }
}

#[test]
fn a_dealers_stack_where_the_book_has_another_place_for_it() {
    let stack = |book: &str, place: &str| house(book).set("deal", "dealer_stack", place);
    stack("md2014", "\"in_shuffler\"").refused("deal.dealer_stack", "md2014:10.B(3)", "lawful: \"delivered\"");
    stack("md14", "\"under_cover_card\"").refused(
        "deal.dealer_stack",
        "md14:10.B(4)",
        "lawful: \"delivered\", \"in_shuffler\"",
    );
    stack("ma", "\"delivered\"").refused(
        "deal.dealer_stack",
        "ma:9(c)(2)",
        "lawful: \"under_cover_card\", \"in_shuffler\"",
    );
    stack("tribal", "\"in_shuffler\"").refused("deal.dealer_stack", "tribal:(i)(3)#4", "lawful: \"under_cover_card\"");
}

#[test]
fn an_unlawful_device_is_the_only_fault_it_makes() {
    house("sd").set("deal", "device", "\"robot\"").refused("deal.device", "", "");
    house("md14").without("deal", "device").refused("deal.device", "md14:08.B", "write one of ");
}

#[test]
fn eight_positions() {
    for (book, law) in [
        ("md2014", "md2014:02.A#1"),
        ("md14", "md14:02.A#1"),
        ("ma", "READING 89"),
        ("tribal", "READING 89"),
        ("sd", "READING 89"),
    ] {
        for positions in ["8", "255", "0"] {
            let help = "lawful: from 1 to 7";
            house(book).set("table", "positions", positions).refused("table.positions", law, help);
        }
    }
}

#[test]
fn more_positions_for_one_player_than_the_book_allows() {
    for (book, too_many, clause) in [
        ("ma", "4", "ma:6(e)"),
        ("tribal", "3", "tribal:(f)(5)"),
        ("sd", "3", "sd:(1)#3"),
        ("md14", "8", "md14:07.H"),
        ("md2014", "8", "md2014:07.G"),
    ] {
        house(book).set("table", "positions_per_player", too_many).refused(
            "table.positions_per_player",
            clause,
            "lawful: from 1 to ",
        );
        house(book).set("table", "positions_per_player", "0").refused(
            "table.positions_per_player",
            clause,
            "lawful: from 1 to ",
        );
    }
    house("md14").set("table", "positions_per_player", "7").opens();
}

/// md 07.H: the submission says on how many adjacent boxes a player may wager.
#[test]
fn a_maryland_submission_without_the_positions_of_a_player() {
    for (book, clause) in [("md2014", "md2014:07.G"), ("md14", "md14:07.H")] {
        let draft = house(book).without("table", "positions_per_player");
        let fault = draft.refused("table.positions_per_player", clause, "lawful: from 1 to 7");
        assert_eq!(fault.message, "missing: the rules submission must state it");
    }
    for book in ["ma", "tribal", "sd"] {
        let table = house(book).without("table", "positions_per_player").opens().table.clone();
        assert_eq!(table.positions_per_player, 1, "{book}");
    }
    let electronic = electronic().without("table", "positions_per_player");
    electronic.refused("table.positions_per_player", "md14:07.H", "lawful: from 1 to 7");
}

#[test]
fn more_positions_for_one_player_than_the_table_has() {
    let draft = house("ma").set("table", "positions", "2").set("table", "positions_per_player", "3");
    draft.refused("table.positions_per_player", "ma:6(e)", "write at most 2");
}

#[test]
fn positions_that_need_not_be_adjacent() {
    for (book, law) in [("md14", "md14:07.H"), ("ma", "ma:6(e)"), ("tribal", "tribal:(f)(5)")] {
        house(book).set("table", "adjacent", "false").refused("table.adjacent", law, "lawful: true");
    }
    // South Dakota does not ask for it: it is the house's own rule, or there is none (READING 45).
    assert!(!house("sd").without("table", "adjacent").opens().table.adjacent);
    assert!(house("sd").set("table", "adjacent", "true").opens().table.adjacent);
}

/// The test house as an electronic table: three shared hands and no envy.
fn electronic() -> Draft {
    let draft = house("md14").set("table", "electronic", "true");
    let draft = draft.without("table", "positions");
    draft.without_section("progressive.envy").without_section("five_card_progressive.envy")
}

#[test]
fn nobody_envies_a_shared_hand() {
    let open = electronic().opens();
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        assert!(open.offers(wager) && open.progressive_terms(wager).unwrap().envy.is_none(), "{wager}");
        let envy = format!("{}.envy", wager.word());
        electronic().set(&envy, "offered", "false").opens();
        let help = "remove it, or set table.electronic to false";
        for (key, value) in [("offered", "true"), ("holder_needs_wager", "false")] {
            let draft = electronic().set(&envy, key, value).at(&format!("[{envy}]"));
            draft.refused(&envy, "READING 90", help);
            // A fault of the table does not hide this one.
            let draft = draft.set("table", "positions", "7").at(&format!("[{envy}]"));
            draft.refused_among(&envy, "md14:11.F", help);
        }
    }
}

#[test]
fn the_electronic_version() {
    let shared = electronic().opens().table.clone();
    assert!(shared.electronic && !house("md14").opens().table.electronic);
    assert_eq!((shared.positions, shared.positions_per_player, shared.adjacent), (3, 3, false));
    assert_eq!(electronic().set("table", "positions", "3").opens().table, shared);
    let one = electronic().set("table", "positions_per_player", "1").opens().table.clone();
    assert_eq!((one.positions, one.positions_per_player), (3, 1));
    for positions in ["1", "2", "7"] {
        let help = "write 3, or leave it out";
        electronic().set("table", "positions", positions).refused("table.positions", "md14:11.F", help);
        electronic().set("table", "positions", positions).refused("table.positions", "READING 90", help);
    }
    electronic().set("table", "positions", "8").refused("table.positions", "md14:02.A#1", "lawful: from 1 to 7");
    let four = electronic().set("table", "positions_per_player", "4");
    four.refused("table.positions_per_player", "md14:07.H", "write at most 3");
    for book in ["md2014", "ma", "tribal", "sd"] {
        house(book).set("table", "electronic", "true").refused("table.electronic", "", "remove it");
    }
}

/// md 02.A, READING 90: seven terminals, and more only with an approval that the submission names.
#[test]
fn more_terminals_than_seven() {
    assert_eq!(electronic().opens().table.terminals, 7);
    assert_eq!(electronic().set("table", "terminals", "3").opens().table.terminals, 3);
    let nine = || electronic().set("table", "terminals", "9");
    let confirmed = |draft: Draft, approval: &str| {
        let text = format!("[[confirmation]]\nreading = 90\nby = \"P. Reyes\"\non = \"2026-11-15\"\n{approval}");
        draft.append(&text)
    };
    let help = "add [[confirmation]] with reading = 90, by, on and approval";
    nine().refused("table.terminals", "md14:02.A#1", help);
    nine().refused("table.terminals", "READING 90", help);
    confirmed(nine(), "").at("terminals = 9").refused("table.terminals", "md14:02.A#1", help);
    let blank = confirmed(nine(), "approval = \" \"").at("approval = \" \"");
    blank.refused("confirmation.approval", "", "write the approval's reference");
    let table = confirmed(nine(), "approval = \"MD-2026-118\"").opens().table.clone();
    assert_eq!((table.terminals, table.terminals_approval.as_deref()), (9, Some("MD-2026-118")));
    assert_eq!(table.terminals_law.to_string(), "READING 90", "the approval stands in place of the clause");
    let many = confirmed(electronic().set("table", "terminals", "65"), "approval = \"MD-2026-118\"");
    many.at("terminals = 65").refused("table.terminals", "READING 90", "write at most 64");
    electronic().set("table", "terminals", "0").refused("table.terminals", "md14:02.A#1", "lawful: from 1 to 7");
    house("md14").set("table", "terminals", "7").refused(
        "table.terminals",
        "md14:11.F",
        "set table.electronic to true",
    );
    for book in ["md2014", "ma", "tribal", "sd"] {
        house(book).set("table", "terminals", "7").refused("table.terminals", "", "remove it");
    }
}

#[test]
fn a_deck_that_outlives_four_hours_by_hand() {
    for (book, clause) in [("md2014", "md2014:03.C(1)"), ("md14", "md14:03.C(1)"), ("tribal", "tribal:(d)(5)#2")] {
        let draft = house(book).without("deal", "dealer_stack").set("deal", "device", "\"hand\"");
        draft.clone().set("deck", "life_hours", "5").refused("deck.life_hours", clause, "lawful: from 1 to 4");
        draft.clone().set("deck", "life_hours", "0").refused("deck.life_hours", clause, "lawful: from 1 to 4");
        assert_eq!(draft.clone().set("deck", "life_hours", "4").opens().cards.life_hours, Some(4));
        assert_eq!(draft.without("deck", "life_hours").opens().cards.life_hours, Some(4));
    }
}

#[test]
fn a_deck_that_outlives_eight_hours_in_a_shoe() {
    for (book, clause) in [("md2014", "md2014:03.C(2)"), ("md14", "md14:03.C(2)"), ("tribal", "tribal:(d)(5)#1")] {
        for device in ["\"manual_shoe\"", "\"automated_shoe\""] {
            let draft = house(book).without("deal", "dealer_stack").set("deal", "device", device);
            draft.clone().set("deck", "life_hours", "9").refused("deck.life_hours", clause, "lawful: from 1 to 8");
            assert_eq!(draft.without("deck", "life_hours").opens().cards.life_hours, Some(8));
        }
    }
}

#[test]
fn a_deck_may_live_for_ever_where_the_book_is_silent() {
    for book in ["ma", "sd"] {
        assert_eq!(house(book).set("deck", "life_hours", "4000").opens().cards.life_hours, Some(4000));
        assert_eq!(house(book).without("deck", "life_hours").opens().cards.life_hours, None);
        house(book).set("deck", "life_hours", "0").refused("deck.life_hours", "READING 18", "lawful: at least 1");
    }
}

#[test]
fn a_stub_count_less_often_than_every_fifth_round_or_never() {
    for (book, clause) in
        [("md2014", "md2014:08.F"), ("md14", "md14:08.F"), ("ma", "ma:7(e)#1"), ("tribal", "tribal:(g)(5)#1")]
    {
        for rounds in ["6", "0"] {
            house(book).set("stub", "count_every", rounds).refused("stub.count_every", clause, "lawful: from 1 to 5");
        }
    }
    house("sd").set("stub", "count_every", "5").refused("stub.count_every", "", "remove it");
}

#[test]
fn a_counting_shuffler_makes_the_stub_count_needless_where_it_is_used() {
    for book in ["md2014", "md14", "ma", "tribal"] {
        let counting = house(book).set("shuffler", "counts", "true").opens().cards.clone();
        assert!(
            counting.count_exempts && counting.count_every.is_some(),
            "{book}: the count holds without the shuffler"
        );
        assert!(!house(book).set("shuffler", "counts", "false").opens().cards.count_exempts, "{book}");
    }
}

#[test]
fn a_shuffler_that_counts_and_is_not_there() {
    house("sd").set("shuffler", "counts", "true").refused("shuffler.counts", "", "name the shuffler's kind");
}

/// READING 96: the house must name what a clause wants approved, or it does not open.
#[test]
fn an_approval_that_is_missing_or_blank() {
    for (book, approval, clause) in [
        ("md2014", "layout", "md2014:02.B"),
        ("md2014", "tip_box", "md2014:02.D(1)"),
        ("md14", "layout", "md14:02.B"),
        ("md14", "tip_box", "md14:02.D(1)"),
        ("ma", "cover_card", "ma:2(a)#3"),
        ("ma", "automated_shoe", "ma:9(a)#2"),
        ("ma", "device_failure", "ma:14(e)"),
    ] {
        let key = format!("approvals.{approval}");
        let missing = house(book).without("approvals", approval);
        missing.refused(&key, clause, &format!("write approvals.{approval} = "));
        missing.refused(&key, "READING 96", "the reference of the approval");
        for blank in ["\"\"", "\"  \""] {
            let draft = house(book).set("approvals", approval, blank);
            let fault = draft.refused(&key, clause, "write the reference under which it was approved");
            assert!(fault.message.ends_with("is blank"), "{fault}");
        }
    }
    let approvals = house("md14").opens().approvals.clone();
    assert_eq!(approvals.get(&ApprovalKind::Layout).map(String::as_str), Some("TEST-LAYOUT"));
    for (book, approval) in [("tribal", "layout"), ("sd", "layout"), ("md14", "automated_shoe"), ("ma", "layout")] {
        house(book).set("approvals", approval, "\"x\"").refused(&format!("approvals.{approval}"), "", "remove it");
    }
    for blank in ["\"\"", "\" \""] {
        house("sd").set("", "approval", blank).refused("approval", "", "write the regulator's reference, or remove it");
    }
}

/// An approval is needed where the thing is used.
#[test]
fn approvals_of_devices() {
    let shoe = |book: &str| {
        let draft = house(book).set("deal", "device", "\"manual_shoe\"").without("deal", "dealer_stack");
        if book == "ma" {
            draft.without_section("cover_all").replace("cover_all = { min", "# cover_all = { min")
        } else {
            draft
        }
    };
    for (book, clause) in [("md2014", "md2014:08.A"), ("md14", "md14:08.A"), ("ma", "ma:7(a)#1")] {
        shoe(book).opens();
        shoe(book).without("approvals", "shoe").refused("approvals.shoe", clause, "write approvals.shoe");
        // The house deals from an automated shoe, so no manual one needs approval.
        house(book).without("approvals", "shoe").opens();
    }
    for (book, clause) in [("md2014", "md2014:05.I"), ("md14", "md14:05.I")] {
        let draft = house(book).set("shuffler", "reshuffles", "true").set("approvals", "reshuffler", "\"R-7\"");
        draft.clone().opens();
        draft.without("approvals", "reshuffler").refused("approvals.reshuffler", clause, "write approvals.reshuffler");
    }
    house("ma").set("shuffler", "reshuffles", "true").refused("shuffler.reshuffles", "", "remove it");
    // md 02.E: another place for the tip box can be approved instead of the usual one.
    let elsewhere = house("md14").without("approvals", "tip_box").set("approvals", "tip_box_elsewhere", "\"T-2\"");
    elsewhere.opens();
    let blank = elsewhere.set("approvals", "tip_box_elsewhere", "\"\"");
    blank.refused("approvals.tip_box_elsewhere", "md14:02.E", "write the reference");
}

/// The houses that come with the program are marked as examples.
#[test]
fn example_houses_say_so() {
    for book in BOOKS {
        let example = Draft::of(&crate::common::read(&format!("houses/{book}.toml"))).opens();
        assert_eq!((example.example, example.notice()), (true, Some("example house, no approval")), "{book}");
        assert!(example.approvals.values().all(|reference| reference.contains("not an approval")), "{book}");
        let real = house(book).opens();
        assert_eq!((real.example, real.notice()), (false, None), "{book}");
    }
}

#[test]
fn preshuffled_decks_where_the_text_knows_none() {
    for (book, clause) in [("tribal", "tribal:(e)(1)#1"), ("sd", "sd:(4)#1")] {
        house(book).set("deck", "received", "\"preshuffled\"").refused("deck.received", clause, "lawful: \"plain\"");
    }
    house("ma").set("deck", "received", "\"preshuffled\"").opens();
}

#[test]
fn a_cut_too_shallow_or_too_deep() {
    for (book, law) in [
        ("md2014", "md2014:05.F"),
        ("md14", "md14:05.F"),
        ("ma", "ma:5(c)(1)(ii)"),
        ("tribal", "tribal:(e)(3)(i)(B)"),
        ("sd", "READING 21"),
    ] {
        house(book).set("cut", "deepest", "9").refused("cut.deepest", law, "lawful: at least 10");
        house(book).set("cut", "deepest", "52").refused("cut.deepest", law, "write at most 51");
        assert_eq!(
            house(book).set("cut", "deepest", "43").opens().cards.cut_deepest,
            43,
            "{book}: the house's own rule"
        );
    }
}

#[test]
fn an_option_of_another_book() {
    for (book, section, key, value) in [
        ("sd", "idle", "reopening", "\"short\""),
        ("md14", "opening", "checklist", "\"standard\""),
        ("ma", "people", "view_folded", "true"),
        ("md14", "irregularities", "borrowed", "true"),
        ("md14", "forfeit", "allowed", "true"),
        ("ma", "wagers", "equal_stakes", "true"),
        ("tribal", "table", "sensors", "1"),
        ("tribal", "ranking", "five_card_wheel", "true"),
        ("tribal", "fold", "envy", "\"kept\""),
        ("sd", "fold", "cover_all", "\"kept\""),
        ("ma", "payment", "limit_per_player", "\"$1,000\""),
        ("md14", "payment", "limit_per_table", "\"$1,000\""),
        ("sd", "progressive", "backup", "\"1%\""),
        ("sd", "shuffler", "feeds_shoe", "true"),
    ] {
        let fault = house(book).set(section, key, value).refused(&format!("{section}.{key}"), "", "remove it");
        assert_eq!(fault.message, format!("rulebook {book} has no such option"));
    }
}

#[test]
fn a_chip_of_nothing_or_over_five_dollars() {
    for book in BOOKS {
        for unit in ["\"$0\"", "\"$5.01\""] {
            house(book).set("payment", "unit", unit).refused("payment.unit", "READING 72", "lawful: from $0.01 to $5");
        }
    }
}
