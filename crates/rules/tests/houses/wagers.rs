//! Paytables, limits, preconditions and the side wagers: what a house may not post there.

use crate::common::draft::{Draft, house};

/// The lines of a posted pair plus table, one to a line.
const FLOOR: [(&str, &str, &str); 6] = [
    ("akq-suited", "35 to 1", "ma:11(a)(2)[minimum odds/akq-suited]"),
    ("straight-flush", "35 to 1", "ma:11(a)(2)[minimum odds/straight-flush]"),
    ("three-of-a-kind", "25 to 1", "ma:11(a)(2)[minimum odds/three-of-a-kind]"),
    ("straight", "5 to 1", "ma:11(a)(2)[minimum odds/straight]"),
    ("flush", "3 to 1", "ma:11(a)(2)[minimum odds/flush]"),
    ("pair", "1 to 1", "ma:11(a)(2)[minimum odds/pair]"),
];

fn line(hand: &str, pays: &str) -> String {
    format!("  {{ hand = \"{hand}\", pays = \"{pays}\" }},")
}

/// A house with these pair plus lines.
fn posted(lines: &[(&str, &str)]) -> Draft {
    let lines: Vec<String> = lines.iter().map(|(hand, pays)| line(hand, pays)).collect();
    let text = house("ma").set("pair_plus", "lines", "[]").text();
    Draft::of(&text.replace("lines = []", &format!("lines = [\n{}\n]", lines.join("\n"))))
}

#[test]
fn a_paytable_that_the_book_does_not_have() {
    for (book, wager, clause, lawful) in [
        ("md2014", "ante_bonus", "md2014:12.B(1)", "lawful: \"A\", \"B\", \"C\", \"precondition-A\""),
        ("md2014", "pair_plus", "md2014:12.D(1)", "lawful: \"A\", \"B\", \"C\", \"D\""),
        ("md2014", "six_card_bonus", "md2014:12.F(2)[new]", "lawful: \"A\", \"B\""),
        ("md2014", "progressive", "md2014:12.E(1)(a)", "lawful: \"A\", \"B\""),
        ("md14", "ante_bonus", "md14:12.B(1)", "lawful: \"A\", \"B\", \"C\", \"precondition\""),
        ("md14", "pair_plus", "md14:12.D(1)", "lawful: \"A\", \"B\", \"C\", \"D\", \"E\""),
        ("md14", "six_card_bonus", "md14:12.F(1)", "lawful: \"A\", \"B\", \"C\", \"D\", \"E\", \"F\""),
        ("md14", "progressive", "md14:12.E(1)(a)", "lawful: \"A\", \"B\", \"C\""),
        ("md14", "five_card_progressive", "md14:12.G(1)", "lawful: \"A\", \"B\", \"C\""),
        ("ma", "ante_bonus", "ma:11(a)(3)", "lawful: \"standard\", \"precondition-A\""),
        ("ma", "six_card_bonus", "ma:6(g)(4)#1", "lawful: \"TCP-6B1\", \"TCP-6B2\", \"TCP-6B3\", \"TCP-6B4\""),
        ("ma", "progressive", "ma:13(e)[tables]", "lawful: \"1\", \"2\", \"3\", \"two-level\""),
        ("ma", "five_card_progressive", "ma:13(g)[1]", "lawful: \"PTMGL01\", \"PTMGL02\", \"PTMGL04\", \"PTMGLML01\""),
        ("ma", "cover_all", "ma:12(k)", "lawful: \"matrix\""),
        ("tribal", "ante_bonus", "tribal:(k)(1)(iii)", "lawful: \"standard\", \"alternative\""),
        ("tribal", "pair_plus", "tribal:(k)(1)(ii)", "lawful: \"standard\", \"alternative\""),
        ("sd", "ante_bonus", "sd:(13)", "lawful: \"standard\""),
        ("sd", "pair_plus", "sd:(14)#2", "lawful: \"1\", \"2\""),
        ("sd", "six_card_bonus", "sd:(15)#2", "lawful: \"TCP-6B1\", \"TCP-6B2\", \"TCP-6B3\", \"TCP-6B4\""),
        ("sd", "progressive", "sd:(16)#3", "lawful: \"1\", \"2\""),
    ] {
        for letter in ["\"Z\"", "\"a\"", "\"\"", "\"base\""] {
            let fault =
                house(book).set(wager, "paytable", letter).refused(&format!("{wager}.paytable"), clause, lawful);
            assert!(fault.message.starts_with(&format!("{book} has no paytable {letter} for ")), "{fault}");
        }
    }
}

#[test]
fn no_choice_of_a_paytable_where_there_are_several() {
    house("md14").without("pair_plus", "paytable").refused(
        "pair_plus.paytable",
        "md14:12.D(1)",
        "write one of \"A\", ",
    );
    house("sd").without("progressive", "paytable").refused(
        "progressive.paytable",
        "sd:(16)#3",
        "write one of \"1\", \"2\"",
    );
    house("ma").without("cover_all", "paytable").opens();
    house("sd").without("ante_bonus", "paytable").opens();
}

#[test]
fn a_paytable_that_the_draft_strikes_out() {
    for (table, clause) in [
        ("\"old-B\"", "md2014:12.F(2)[struck]"),
        ("\"old-C\"", "md2014:12.F(3)[struck]"),
        ("\"old-D\"", "md2014:12.F(4)[struck]"),
    ] {
        let fault = house("md2014").set("six_card_bonus", "paytable", table).refused(
            "six_card_bonus.paytable",
            clause,
            "lawful: \"A\", \"B\"",
        );
        assert!(fault.message.contains("struck out"), "{fault}");
    }
}

#[test]
fn a_paytable_that_is_printed_but_not_in_force() {
    let draft = house("md2014").set("six_card_bonus", "paytable", "\"old-A\"");
    draft.refused("six_card_bonus.paytable", "READING 34", "lawful: \"A\", \"B\"");
    let fault = draft.refused("six_card_bonus.paytable", "md2014:12.F(1)", "lawful: \"A\", \"B\"");
    assert!(fault.message.contains("not in force"), "{fault}");
}

#[test]
fn a_floor_taken_for_a_table() {
    let draft = house("ma").set("pair_plus", "lines", "0").replace("lines = 0", "paytable = \"minimum\"");
    let fault = draft.refused("pair_plus.paytable", "ma:11(a)(2)", "");
    assert!(fault.message.contains("post your own `lines`, none below it"), "{fault}");
}

#[test]
fn a_pair_plus_line_under_the_floor() {
    for ((hand, least, clause), under) in
        FLOOR.iter().zip(["34 to 1", "69 to 2", "24 to 1", "9 to 2", "2 to 1", "9 to 10"])
    {
        let draft = house("ma").replace(&line(hand, least), &line(hand, under));
        let fault = draft.refused("pair_plus.lines.pays", clause, &format!("lawful: {least} or better"));
        assert!(fault.message.contains("below the book's floor"), "{fault}");
    }
    house("ma").opens();
    house("ma").replace(&line("straight", "5 to 1"), &line("straight", "10 to 2")).opens();
}

/// A mini royal of one suit is a mini royal: its line is checked against the same floor (READING 77).
#[test]
fn a_line_for_one_mini_royal_under_the_floor_of_all() {
    let rest = [
        ("straight-flush", "35 to 1"),
        ("three-of-a-kind", "25 to 1"),
        ("straight", "5 to 1"),
        ("flush", "3 to 1"),
        ("pair", "1 to 1"),
    ];
    for hand in ["akq-spades", "akq-hdc"] {
        let draft = posted(&[&[(hand, "1 to 1")], &rest[..]].concat()).at(hand);
        let clause = "ma:11(a)(2)[minimum odds/akq-suited]";
        draft.refused("pair_plus.lines.pays", clause, "lawful: 35 to 1 or better");
        posted(&[&[(hand, "36 to 1")], &rest[..]].concat()).opens();
    }
}

#[test]
fn a_pair_plus_line_that_is_missing() {
    for (missing, least, clause) in FLOOR {
        let lines: Vec<(&str, &str)> =
            FLOOR.iter().filter(|(hand, ..)| *hand != missing).map(|(hand, pays, _)| (*hand, *pays)).collect();
        let draft = posted(&lines).at("lines = [");
        if missing == "akq-suited" {
            // READING 77: a missing mini royal line counts as the straight flush line.
            let house = draft.opens();
            assert_eq!(house.pair_plus.line("As Ks Qs".parse().unwrap()).unwrap().pays.to_string(), "35 to 1");
        } else {
            let help = format!("add it, paying {least} or better");
            draft.refused("pair_plus.lines", clause, &help);
        }
    }
}

#[test]
fn a_straight_flush_line_that_only_the_mini_royal_has() {
    let lines: Vec<(&str, &str)> =
        FLOOR.iter().filter(|(hand, ..)| *hand != "straight-flush").map(|(hand, pays, _)| (*hand, *pays)).collect();
    posted(&lines).at("lines = [").refused(
        "pair_plus.lines",
        "ma:11(a)(2)[minimum odds/straight-flush]",
        "35 to 1 or better",
    );
}

#[test]
fn posted_lines_that_are_no_paytable() {
    let floor: Vec<(&str, &str)> = FLOOR.iter().map(|(hand, pays, _)| (*hand, *pays)).collect();
    let mut twice = floor.clone();
    twice.push(("pair", "2 to 1"));
    let mut upside_down = floor.clone();
    upside_down.reverse();
    let mut for_one = floor.clone();
    for_one[5].1 = "2 for 1";
    let mut of_meter = floor.clone();
    of_meter[0].1 = "100% of main";
    let mut flat = floor.clone();
    flat[0].1 = "$1,000";
    let mut five_cards = floor.clone();
    five_cards.insert(0, ("royal-flush", "100 to 1"));
    for (lines, says) in [
        (&twice, "pair stands below a lower hand, or twice"),
        (&upside_down, "list the highest hand first"),
        (&for_one, "which is not a way this wager pays"),
        (&of_meter, "which is not a way this wager pays"),
        (&flat, "which is not a way this wager pays"),
        (&five_cards, "royal-flush is not a hand of this wager"),
    ] {
        let fault = posted(lines).at("lines = [").refused("pair_plus.lines", "ma:11(a)(2)", "");
        assert!(fault.message.contains(says), "{fault}");
    }
}

#[test]
fn posted_lines_where_the_book_has_tables() {
    let lines = "[{ hand = \"pair\", pays = \"1 to 1\" }]";
    for (book, clause) in [("md14", "md14:12.D(1)"), ("tribal", "tribal:(k)(1)(ii)"), ("sd", "sd:(14)#2")] {
        house(book).set("pair_plus", "lines", lines).refused(
            "pair_plus.lines",
            clause,
            "choose one of the book's tables with `paytable`",
        );
    }
}

#[test]
fn posted_lines_and_a_letter() {
    house("ma").set("pair_plus", "paytable", "\"minimum\"").refused(
        "pair_plus.paytable",
        "ma:11(a)(2)",
        "remove `paytable`",
    );
}

#[test]
fn a_pair_plus_table_over_100_percent_is_warned_of() {
    let generous: Vec<(&str, &str)> =
        FLOOR.iter().map(|(hand, pays, _)| (*hand, if *hand == "flush" { "5 to 1" } else { *pays })).collect();
    // 4 x 36 + 44 x 36 + 52 x 26 + 720 x 6 + 1,096 x 6 + 3,744 x 2 = 21,464: under 22,100.
    assert_eq!(posted(&generous).check().faults, []);
    let generous: Vec<(&str, &str)> =
        FLOOR.iter().map(|(hand, pays, _)| (*hand, if *hand == "straight" { "9 to 1" } else { *pays })).collect();
    // 4 x 36 + 44 x 36 + 52 x 26 + 720 x 10 + 1,096 x 4 + 3,744 x 2 = 22,152.
    let fault = posted(&generous).at("lines = [").warned("pair_plus", "ma:11(a)(2)", "is this intended?");
    assert!(fault.message.contains("returns 100.24 percent of the stake"), "{fault}");
}

#[test]
fn a_precondition_bonus_without_a_precondition() {
    for (book, table, clause) in [
        ("md2014", "\"precondition-A\"", "md2014:12.C(1)"),
        ("md2014", "\"precondition-B\"", "md2014:12.C(2)"),
        ("md2014", "\"precondition-C\"", "md2014:12.C(3)"),
        ("md14", "\"precondition\"", "md14:12.C"),
        ("ma", "\"precondition-A\"", "ma:11(a)(3)(i)"),
        ("ma", "\"precondition-B\"", "ma:11(a)(3)(i)"),
        ("tribal", "\"alternative\"", "tribal:(k)(1)(iii)(A)"),
    ] {
        let draft = house(book).set("wagers", "precondition", "\"none\"").set("ante_bonus", "paytable", table);
        draft.refused("ante_bonus.paytable", clause, "set wagers.precondition, or choose another table");
    }
}

#[test]
fn an_ordinary_bonus_where_the_precondition_has_its_own() {
    for (book, table, clause, lawful) in [
        ("md2014", "\"A\"", "md2014:12.C", "lawful: \"precondition-A\", \"precondition-B\", \"precondition-C\""),
        ("md14", "\"A\"", "md14:12.C", "lawful: \"precondition\""),
        ("ma", "\"standard\"", "ma:11(a)(3)(i)", "lawful: \"precondition-A\", \"precondition-B\", \"precondition-C\""),
    ] {
        for precondition in ["\"ante_at_least_pair_plus\"", "\"ante_at_least_half\"", "\"both_up_to_five_times\""] {
            let draft = house(book).set("wagers", "precondition", precondition).set("ante_bonus", "paytable", table);
            draft.refused("ante_bonus.paytable", clause, lawful);
            draft.refused("ante_bonus.paytable", "READING 49", lawful);
        }
    }
    // The casino may choose either bonus where the text says "may".
    house("tribal").set("ante_bonus", "paytable", "\"standard\"").opens();
}

#[test]
fn the_alternative_bonus_without_the_alternative_pair_plus() {
    let draft = house("tribal").set("pair_plus", "paytable", "\"standard\"").at("[ante_bonus]");
    let draft = Draft::of(&draft.text()).set("ante_bonus", "paytable", "\"alternative\"");
    let help = "set pair_plus.paytable to \"alternative\", or choose another ante bonus";
    draft.refused("ante_bonus.paytable", "tribal:(k)(1)(iii)(A)", help);
}

#[test]
fn a_precondition_where_the_text_knows_none() {
    let draft = house("sd").set("wagers", "precondition", "\"ante_at_least_half\"");
    draft.refused("wagers.precondition", "sd:(2)#1", "lawful: \"none\"");
}

#[test]
fn a_bonus_only_on_a_win_where_it_is_always_paid() {
    for (book, clause) in [("md2014", "md2014:12.B"), ("md14", "md14:12.B"), ("sd", "sd:(13)")] {
        house(book).set("ante_bonus", "paid", "\"on_win\"").refused("ante_bonus.paid", clause, "lawful: \"always\"");
    }
    for book in ["ma", "tribal"] {
        house(book).set("ante_bonus", "paid", "\"on_win\"").opens();
    }
}

#[test]
fn a_doubtful_bonus_table_without_a_name_behind_it() {
    let draft = house("ma").set("wagers", "precondition", "\"ante_at_least_half\"").set(
        "ante_bonus",
        "paytable",
        "\"precondition-C\"",
    );
    let help = "choose another table, or add [[confirmation]] with reading = 76, by = \"…\", on = \"…\"";
    draft.refused("ante_bonus.paytable", "READING 76", help);
    draft.refused("ante_bonus.paytable", "ma:11(a)(3)(i)", help);
    let wrong_one = draft
        .clone()
        .append("[[confirmation]]\nreading = 75\nby = \"P. Reyes\"\non = \"2026-11-15\"")
        .at("precondition-C");
    wrong_one.refused("ante_bonus.paytable", "READING 76", help);
    let confirmed =
        draft.append("[[confirmation]]\nreading = 76\nby = \"P. Reyes\"\non = \"2026-11-15\"").at("precondition-C");
    let warning = confirmed.warned("ante_bonus.paytable", "READING 76", "");
    assert!(warning.message.contains("confirmed by P. Reyes on 2026-11-15"), "{warning}");
    assert_eq!(confirmed.opens().confirmations[0].by, "P. Reyes");
}

#[test]
fn cover_all_outside_the_one_book_that_has_it() {
    for (book, clause) in
        [("md2014", "md2014:07.E"), ("md14", "md14:07.F"), ("tribal", "tribal:(f)(1)"), ("sd", "sd:(2)#1")]
    {
        let fault = house(book).append("[cover_all]").refused("cover_all", clause, "remove the section");
        assert_eq!(fault.message, format!("rulebook {book} has no cover all"));
    }
}

#[test]
fn cover_all_without_the_shuffler_that_dispenses_hands() {
    for kind in ["\"automated\"", "\"none\""] {
        let mut draft = house("ma").set("shuffler", "kind", kind);
        if kind == "\"none\"" {
            draft =
                draft.set("shuffler", "counts", "false").set("deck", "decks", "1").set("deck", "backs", "[\"red\"]");
            draft = draft.without_section("five_card_progressive.link");
        }
        let help = "set shuffler.kind to \"hand_dispensing\", or remove [cover_all]";
        draft.at("[cover_all]").refused("cover_all", "ma:12(d)", help);
    }
}

#[test]
fn tips_outside_the_one_book_that_has_them() {
    for (book, clause) in
        [("md2014", "md2014:07.E"), ("md14", "md14:07.F"), ("ma", "ma:6(a)"), ("tribal", "tribal:(f)(1)")]
    {
        let fault = house(book).append("[tips]\noffered = true").refused("tips", clause, "remove the section");
        assert_eq!(fault.message, format!("rulebook {book} has no tips"));
    }
}

#[test]
fn match_play_where_the_text_knows_no_coupons() {
    for (book, clause) in [("md2014", "md2014:07.E"), ("md14", "md14:07.F"), ("sd", "sd:(2)#1")] {
        let fault =
            house(book).append("[match_play]\noffered = true").refused("match_play", clause, "remove the section");
        assert_eq!(fault.message, format!("rulebook {book} has no match play"));
    }
}

#[test]
fn a_six_card_bonus_where_the_text_knows_none() {
    house("tribal").append("[six_card_bonus]").refused("six_card_bonus", "tribal:(f)(1)", "remove the section");
}

#[test]
fn a_six_card_bonus_under_a_dollar_where_flat_prizes_are_paid() {
    for (book, clause) in [("md2014", "md2014:07.E(5)(b)#2"), ("md14", "md14:07.F(5)(b)#2")] {
        let draft =
            house(book).set("limits", "six_card_bonus", "{ min = \"$0.50\", max = \"$100\", step = \"$0.50\" }");
        let draft = draft.set("payment", "unit", "\"$0.50\"").at("six_card_bonus = {");
        draft.refused("limits.six_card_bonus.min", clause, "lawful: at least $1");
        draft.refused("limits.six_card_bonus.min", "READING 33", "lawful: at least $1");
    }
    let half = house("sd").set("limits", "six_card_bonus", "{ min = \"$0.50\", max = \"$100\", step = \"$0.50\" }");
    half.set("payment", "unit", "\"$0.50\"").opens();
}

#[test]
fn a_six_card_bonus_that_needs_only_an_ante() {
    house("ma").set("six_card_bonus", "needs", "\"ante\"").opens();
    for (book, clause) in [("md2014", "md2014:07.E(5)(b)#1"), ("md14", "md14:07.F(5)(b)#1"), ("sd", "sd:(2)#7")] {
        house(book).set("six_card_bonus", "needs", "\"ante\"").refused(
            "six_card_bonus.needs",
            clause,
            "lawful: \"any_base\"",
        );
    }
}

#[test]
fn limits_that_cannot_be() {
    let ante = |limit: &str| house("md14").set("limits", "ante", limit);
    ante("{ min = \"$10\", max = \"$5\" }").refused("limits.ante.max", "READING 37", "raise it");
    ante("{ min = \"$0\", max = \"$5\" }").refused("limits.ante.min", "READING 37", "write, for example, \"$5\"");
    ante("{ min = \"$5\", max = \"$10\", step = \"$0\" }").refused(
        "limits.ante.step",
        "READING 37",
        "write, for example, \"$1\"",
    );
    ante("{ max = \"$10\" }").refused("limits.ante.min", "READING 37", "write the smallest amount");
    ante("{ min = \"$10\" }").refused("limits.ante.max", "READING 37", "write the largest amount");
    ante("{ min = \"$5\", max = \"$12\", step = \"$5\" }").warned("limits.ante.max", "READING 37", "is this intended?");
    ante("{ min = \"$5\", max = \"$5\", step = \"$1,000\" }").opens();
}

#[test]
fn limits_that_are_missing_or_for_nothing() {
    for (book, law) in
        [("md14", "READING 37"), ("ma", "ma:6(a)(1)#1"), ("tribal", "tribal:(f)(1)(i)#1"), ("sd", "sd:(2)#1")]
    {
        for key in house(book).keys("limits") {
            let help = format!("write, for example, {key} = ");
            house(book).without("limits", &key).refused(&format!("limits.{key}"), law, &help);
        }
    }
    house("tribal").set("limits", "tips", "{ min = \"$1\", max = \"$2\" }").refused(
        "limits.tips",
        "",
        "add its section, or remove limits.tips",
    );
    let shut = house("sd").set("tips", "offered", "false").at("tips = { min");
    shut.refused("limits.tips", "", "add its section, or remove limits.tips");
}

#[test]
fn an_order_of_settlement_of_another_book() {
    house("ma").set("settlement", "order", "\"1\"").opens();
    house("ma").set("settlement", "order", "\"3\"").refused("settlement.order", "ma:10(c)#1", "lawful: \"1\", \"2\"");
    house("ma").without("settlement", "order").refused("settlement.order", "ma:10(c)#1", "write one of \"1\", \"2\"");
    house("md14").set("settlement", "order", "\"1\"").refused(
        "settlement.order",
        "md14:11.D(3)",
        "lawful: \"player by player\"",
    );
}

#[test]
fn a_fold_that_keeps_what_the_book_takes() {
    for (book, key, clause) in [
        ("md14", "pair_plus", "md14:11.C(1)"),
        ("md14", "progressive", "md14:11.C(2)#1"),
        ("md14", "five_card_progressive", "md14:11.C(2)#1"),
        ("md2014", "progressive", "md2014:11.C(2)#1"),
        ("tribal", "pair_plus", "tribal:(j)(2)#3"),
    ] {
        house(book).set("fold", key, "\"kept\"").refused(&format!("fold.{key}"), clause, "lawful: \"lost\"");
    }
    for (book, key, clause) in [
        ("ma", "pair_plus", "ma:10(b)#3"),
        ("md14", "six_card_bonus", "md14:11.C(3)"),
        ("sd", "six_card_bonus", "sd:(8)#2"),
    ] {
        house(book).set("fold", key, "\"lost\"").refused(&format!("fold.{key}"), clause, "lawful: \"kept\"");
    }
    house("sd").set("fold", "pair_plus", "\"kept\"").set("fold", "progressive", "\"kept\"").opens();
}

/// READING 72: every amount that can be wagered is a multiple of the smallest chip, so that whole odds are paid
/// exactly.
#[test]
fn a_chip_that_would_change_an_even_money_payment() {
    // With a chip of $5, the $6 due to a winning ante of $6 would become $10.
    let steps = |limit: &str| {
        let five = "{ min = \"$5\", max = \"$100\", step = \"$5\" }";
        let house = house("md14").without_section("progressive.envy").without_section("progressive");
        let house = house.without_section("five_card_progressive.link").without_section("five_card_progressive.envy");
        let house = house.without_section("five_card_progressive").set("limits", "six_card_bonus", five);
        house.set("limits", "ante", limit).set("payment", "unit", "\"$5\"")
    };
    steps("{ min = \"$5\", max = \"$500\", step = \"$5\" }").opens();
    steps("{ min = \"$10\", max = \"$10\", step = \"$1\" }").opens();
    for (limit, amount, chip) in [
        ("{ min = \"$5\", max = \"$500\", step = \"$1\" }", "$6 on Ante", "write $1 or a divisor of it"),
        ("{ min = \"$6\", max = \"$500\", step = \"$5\" }", "$6 on Ante", "write $1 or a divisor of it"),
        ("{ min = \"$5\", max = \"$500\", step = \"$2.50\" }", "$7.50 on Ante", "write $2.50 or a divisor of it"),
    ] {
        let fault = steps(limit).refused("payment.unit", "READING 72", chip);
        assert!(fault.message.ends_with(&format!("what can be wagered here: {amount}")), "{fault}");
        assert!(fault.to_string().contains("[md14:12.A, READING 72]"), "{fault}");
    }
}

/// Every wager counts: the fixed stake of a progressive, tips and coupons as well.
#[test]
fn a_chip_that_no_wager_may_meet() {
    for (book, amount, law) in [
        ("md2014", "$1 on Three-Card Progressive", "md2014:12.E(1)(a)"),
        ("md14", "$1 on Three-Card Progressive", "md14:12.E(1)(a)"),
        ("md14", "$1 on Five-Card Progressive", "md14:12.G(2)"),
        ("md14", "$1 on Six Card Bonus", "md14:12.F(1)"),
        ("ma", "$1 on Three-Card Progressive", "ma:13(e)[tables]"),
        ("sd", "$1 on Three-Card Progressive", "sd:(16)#3"),
    ] {
        let fault = house(book).set("payment", "unit", "\"$5\"").refused("payment.unit", "READING 72", "write ");
        assert!(fault.message.contains(amount), "{fault}");
        assert!(fault.cite.to_string().contains(law), "{fault}");
        house(book).set("payment", "unit", "\"$0.01\"").opens();
    }
    let tips = house("sd").set("limits", "tips", "{ min = \"$1.50\", max = \"$9\", step = \"$1.50\" }");
    let fault =
        tips.set("payment", "unit", "\"$1\"").refused("payment.unit", "READING 72", "write $0.50 or a divisor of it");
    assert!(fault.message.contains("$1.50 on "), "{fault}");
    let coupons = house("ma").set("limits", "match_play", "{ min = \"$5\", max = \"$9\", step = \"$0.50\" }");
    let fault = coupons.set("payment", "unit", "\"$1\"").refused(
        "payment.unit",
        "READING 72",
        "write $0.50 or a divisor of it",
    );
    assert!(fault.message.contains("$5.50 on "), "{fault}");
}
