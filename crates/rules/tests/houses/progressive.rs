//! Both progressives: stakes, seeds, rates, envy, links and doubtful tables.

use crate::common::draft::{Draft, house};

/// A house with the two-meter three-card table C and its seeds and rates.
fn two_meters() -> Draft {
    house("md14")
        .set("progressive", "paytable", "\"C\"")
        .set("progressive", "seed", "{ major = \"$5,000\", minor = \"$1,000\" }")
        .set("progressive", "rate", "{ major = \"10%\", minor = \"4%\" }")
}

#[test]
fn a_rate_of_progression_under_14_percent_for_table_a() {
    for (book, clause) in [("md2014", "md2014:12.E(3)(a)"), ("md14", "md14:12.E(3)(a)")] {
        let house = || house(book).without("progressive", "reserve");
        for rate in ["\"13.9999%\"", "\"0%\"", "{ main = \"13%\" }"] {
            let draft = house().set("progressive", "rate", rate);
            draft.refused("progressive.rate", clause, "lawful: at least 14%");
        }
        house().set("progressive", "rate", "\"14%\"").opens();
    }
}

#[test]
fn a_rate_of_progression_under_20_percent_for_table_b() {
    for (book, clause) in [("md2014", "md2014:12.E(3)(a)"), ("md14", "md14:12.E(3)(a)")] {
        let b = |rate: &str| {
            let mut draft = house(book).set("progressive", "paytable", "\"B\"");
            if book == "md2014" {
                draft = draft.without_section("progressive.link");
            }
            draft.without("progressive", "reserve").set("progressive", "rate", rate)
        };
        b("\"19.9999%\"").refused("progressive.rate", clause, "lawful: at least 20%");
        b("\"14%\"").refused("progressive.rate", clause, "lawful: at least 20%");
        b("\"20%\"").opens();
    }
}

/// md 12.E(3), READING 73: the rate is what the meter itself receives.
#[test]
fn a_reserve_that_takes_the_meter_below_the_rate_of_its_table() {
    for (book, clause) in [("md2014", "md2014:12.E(3)(a)"), ("md14", "md14:12.E(3)(a)")] {
        for (rate, reserve) in [("\"14%\"", "\"14%\""), ("\"14%\"", "\"0.0001%\""), ("\"16%\"", "\"2.0001%\"")] {
            let draft = house(book).set("progressive", "rate", rate).set("progressive", "reserve", reserve);
            let fault = draft.refused("progressive.reserve", clause, "what the meters receive must be at least 14%");
            assert!(fault.message.contains(" is kept in reserve"), "{fault}");
        }
        house(book).set("progressive", "rate", "\"16%\"").set("progressive", "reserve", "\"2%\"").opens();
    }
    // A meter that receives nothing does not progress, whatever the book.
    let still = house("sd").set("progressive", "rate", "\"20%\"").set("progressive", "reserve", "\"20%\"");
    still.refused("progressive.reserve", "READING 73", "what the meters receive must be from 0.0001% to 100%");
    house("sd").set("progressive", "rate", "\"20%\"").set("progressive", "reserve", "\"19.9999%\"").opens();
    let major = two_meters().set("progressive", "reserve", "\"10%\"");
    let fault = major.warned("progressive.reserve", "READING 73", "is this intended?");
    assert!(fault.message.contains("the major meter keeps its whole rate"), "{fault}");
}

/// md 12.E(3): the submission includes the rate of progression and the amounts.
#[test]
fn a_maryland_submission_without_its_rate_or_its_seed() {
    for (book, wager, law) in [
        ("md2014", "progressive", "md2014:12.E(3)"),
        ("md14", "progressive", "md14:12.E(3)"),
        ("md14", "five_card_progressive", "md14:12.E(3)"),
    ] {
        let fault = house(book).without(wager, "rate").refused(&format!("{wager}.rate"), law, "rate = ");
        assert!(fault.message.contains("the rules submission must state it"), "{fault}");
        if wager == "progressive" {
            let law = format!("{book}:12.E(3)(b)");
            house(book).without(wager, "seed").refused("progressive.seed.main", &law, "lawful: at least $1,000");
        }
    }
}

#[test]
fn a_single_meter_without_a_rate_takes_the_default() {
    for book in ["ma", "sd"] {
        let house = house(book).without("progressive", "rate").opens();
        assert_eq!(house.progressive.as_ref().unwrap().meters[0].rate.0, 140_000, "{book}");
    }
}

#[test]
fn several_meters_without_a_rate() {
    let draft = two_meters().without("progressive", "rate");
    draft.refused("progressive.rate", "md14:12.E(3)", "write rate = { … } for each meter");
    let one = two_meters().set("progressive", "rate", "\"14%\"");
    one.refused("progressive.rate", "", "write rate = { … } with major, minor");
}

#[test]
fn a_meter_that_stands_still_is_warned_of() {
    let draft = two_meters().set("progressive", "rate", "{ major = \"14%\" }");
    let fault = draft.warned("progressive.rate", "READING 73", "is this intended?");
    assert!(fault.message.contains("the minor meter has no rate"), "{fault}");
}

#[test]
fn a_reserve_over_the_rate_it_is_a_part_of() {
    for (rate, reserve) in [("\"14%\"", "\"14.0001%\""), ("\"20%\"", "\"50%\"")] {
        let draft = house("md14").set("progressive", "rate", rate).set("progressive", "reserve", reserve);
        draft.refused("progressive.reserve", "READING 73", "lawful: at most");
    }
    let rates = "{ major = \"30%\", minor = \"21%\" }";
    let both = two_meters().set("progressive", "rate", rates).set("progressive", "reserve", "\"31%\"");
    both.refused("progressive.reserve", "READING 73", "lawful: at most 30%");
}

/// The default rate counts too, when the house is silent.
#[test]
fn a_reserve_over_the_default_rate() {
    let draft = house("sd").without("progressive", "rate").set("progressive", "reserve", "\"90%\"");
    draft.refused("progressive.reserve", "READING 73", "lawful: at most 14%");
    house("sd").without("progressive", "rate").set("progressive", "reserve", "\"13%\"").opens();
}

#[test]
fn a_reserve_over_100_percent() {
    let draft = house("md14").set("progressive", "reserve", "\"100.0001%\"");
    draft.refused("progressive.reserve", "READING 73", "lawful: from 0% to 100%");
}

#[test]
fn a_seed_under_1000_dollars() {
    for (book, law) in [("md2014", "md2014:12.E(3)(b)"), ("md14", "md14:12.E(3)(b)")] {
        for seed in ["\"$999.99\"", "\"$0\"", "{ main = \"$999\" }"] {
            house(book).set("progressive", "seed", seed).refused(
                "progressive.seed.main",
                law,
                "lawful: at least $1,000",
            );
        }
        house(book).set("progressive", "seed", "\"$1,000\"").opens();
        house(book).set("progressive", "seed", "\"$25,000\"").opens();
    }
}

/// READING 73: Massachusetts names no floor, only that there is an amount.
#[test]
fn a_three_card_seed_under_1000_dollars_in_massachusetts() {
    for seed in ["\"$999.99\"", "\"$250\"", "\"$0.01\""] {
        house("ma").set("progressive", "seed", seed).opens();
    }
    house("ma").set("progressive", "seed", "\"$0\"").refused("progressive.seed.main", "READING 73", "at least $0.01");
}

#[test]
fn a_seed_under_1000_dollars_on_one_of_two_meters() {
    let seeds = |seeds: &str| two_meters().set("progressive", "seed", seeds);
    let (clause, help) = ("md14:12.E(3)(b)", "lawful: at least $1,000");
    seeds("{ major = \"$5,000\", minor = \"$999\" }").refused("progressive.seed.minor", clause, help);
    seeds("{ major = \"$999\", minor = \"$1,000\" }").refused("progressive.seed.major", clause, help);
    seeds("{ major = \"$5,000\" }").refused("progressive.seed.minor", clause, help);
    two_meters().without("progressive", "seed").refused_among("progressive.seed.major", clause, help);
    seeds("\"$5,000\"").refused("progressive.seed", "", "write seed = { … } with major, minor");
    let main = seeds("{ major = \"$5,000\", minor = \"$1,000\", main = \"$1,000\" }");
    main.refused("progressive.seed.main", "", "known here: major, minor");
}

#[test]
fn a_seed_that_is_not_exactly_1000_dollars() {
    for seed in ["\"$999.99\"", "\"$1,000.01\"", "\"$5,000\""] {
        house("sd").set("progressive", "seed", seed).refused(
            "progressive.seed.main",
            "sd:(16)#6",
            "lawful: exactly $1,000",
        );
    }
    let house = house("sd").without("progressive", "seed").opens();
    assert_eq!(house.progressive.as_ref().unwrap().meters[0].seed.0, 100_000);
}

#[test]
fn a_printed_seed_that_is_changed_or_not_scaled_with_the_stake() {
    let seeds = |stake: &str, seeds: &str| {
        house("ma").without_section("five_card_progressive.link").set("five_card_progressive", "stake", stake).set(
            "five_card_progressive",
            "seed",
            seeds,
        )
    };
    let minor = seeds("\"$1\"", "{ major = \"$10,000\", minor = \"$2,000\" }");
    minor.refused("five_card_progressive.seed.minor", "ma:13(g)[1][PTMGLML01/seed minor]", "lawful: exactly $1,000");
    // READING 78: the seeds scale with the stake.
    let scaled = seeds("\"$5\"", "{ major = \"$50,000\", minor = \"$1,000\" }");
    scaled.refused("five_card_progressive.seed.minor", "READING 78", "lawful: exactly $5,000");
    seeds("\"$5\"", "{ major = \"$50,000\", minor = \"$5,000\" }").opens();
}

#[test]
fn a_table_meant_for_another_stake_is_warned_of() {
    let draft = house("ma").without_section("five_card_progressive.link").set(
        "five_card_progressive",
        "paytable",
        "\"PTMGL02\"",
    );
    let draft =
        draft.set("five_card_progressive", "seed", "\"$10,000\"").set("five_card_progressive", "rate", "\"14%\"");
    let fault = draft.clone().at("[five_card_progressive]").warned(
        "five_card_progressive.stake",
        "READING 78",
        "is this intended?",
    );
    assert!(fault.message.contains("meant for a stake of $5"), "{fault}");
    let five =
        draft.set("five_card_progressive", "seed", "\"$50,000\"").set("five_card_progressive", "stake", "\"$5\"");
    assert_eq!(five.check().faults, []);
}

#[test]
fn a_stake_other_than_one_or_five_dollars() {
    for (book, clause) in [("md2014", "md2014:12.E(5)(a)"), ("md14", "md14:12.E(5)(a)")] {
        for stake in ["\"$2\"", "\"$0\"", "\"$1.01\"", "\"$10\""] {
            house(book).set("progressive", "stake", stake).refused_among(
                "progressive.stake",
                clause,
                "lawful: \"$1\", \"$5\"",
            );
        }
    }
    let draft = house("md14").set("five_card_progressive", "stake", "\"$3\"");
    draft.refused_among("five_card_progressive.stake", "md14:07.F(6)(a)#2", "lawful: \"$1\", \"$5\"");
    house("md14").set("progressive", "stake", "\"$5\"").opens();
}

#[test]
fn another_stake_without_its_own_envy_amounts() {
    for (book, law) in [("ma", "ma:13(e)[tables]"), ("sd", "sd:(16)#8")] {
        let mut draft = house(book).set("progressive", "stake", "\"$2\"");
        if book == "sd" {
            draft = draft.without_section("progressive.link");
        }
        let help = "write envy.amounts; in proportion they would be akq-spades $200, akq-hdc $50";
        draft.clone().at("[progressive.envy]").refused("progressive.envy.amounts", law, help);
        let amounts = "[{ hand = \"akq-spades\", pays = \"$200\" }, { hand = \"akq-hdc\", pays = \"$50\" }]";
        draft.set("progressive.envy", "amounts", amounts).opens();
        house(book).set("progressive", "stake", "\"$0\"").refused_among(
            "progressive.stake",
            "READING 42",
            "write, for example, \"$1\"",
        );
    }
}

#[test]
fn five_card_envy_without_amounts() {
    let draft = house("md14").without("five_card_progressive.envy", "amounts").set(
        "five_card_progressive.envy",
        "offered",
        "true",
    );
    let help = "write envy.amounts = [{ hand = \"royal-flush\", pays = \"$1,000\" }, …], or envy.offered = false";
    draft.at("[five_card_progressive.envy]").refused("five_card_progressive.envy.amounts", "md14:11.D(9)(g)", help);
    let off = house("md14").without_section("five_card_progressive.envy").opens();
    assert!(
        off.five_card_progressive.as_ref().unwrap().envy.is_none(),
        "READING 74: off unless the operator enters amounts"
    );
}

/// A hand is paid by the first envy line it makes: in another order, a royal would be paid as a straight flush.
#[test]
fn envy_amounts_that_are_no_paytable() {
    let straight_flush = "{ hand = \"straight-flush\", pays = \"$300\" }";
    for (amounts, says) in [
        (
            format!("[{straight_flush}, {{ hand = \"royal-flush\", pays = \"$1,000\" }}]"),
            "royal-flush stands below a lower hand",
        ),
        (format!("[{straight_flush}, {straight_flush}]"), "straight-flush stands below a lower hand, or twice"),
        ("[{ hand = \"akq-spades\", pays = \"$100\" }]".to_owned(), "akq-spades is not a hand of this wager"),
        ("[{ hand = \"royal-flush\", pays = \"$0\" }]".to_owned(), "royal-flush pays nothing"),
        ("[]".to_owned(), "no hands"),
    ] {
        let draft = house("md14").set("five_card_progressive.envy", "amounts", &amounts);
        let help = "name each envy hand once, the highest first, with its amount";
        let fault = draft.refused("five_card_progressive.envy.amounts", "md14:11.D(9)(g)", help);
        assert!(fault.message.contains(says), "{fault}");
    }
}

#[test]
fn envy_amounts_of_its_own_where_the_paytable_prints_them() {
    let amounts = "[{ hand = \"akq-spades\", pays = \"$1\" }]";
    for (book, clause) in
        [("md2014", "md2014:12.E(5)"), ("md14", "md14:12.E(5)"), ("ma", "ma:13(e)[tables]"), ("sd", "sd:(16)#8")]
    {
        house(book).set("progressive.envy", "amounts", amounts).refused(
            "progressive.envy.amounts",
            clause,
            "remove `amounts`",
        );
    }
}

#[test]
fn envy_that_the_text_gives_cannot_be_withheld() {
    for (book, clause) in
        [("md2014", "md2014:01.B(1)"), ("md14", "md14:12.E(5)"), ("ma", "ma:13(e)a#1"), ("sd", "sd:(16)(b)#1")]
    {
        house(book).set("progressive.envy", "offered", "false").refused("progressive.envy.offered", clause, "");
    }
}

#[test]
fn envy_without_the_wager_behind_it() {
    house("ma").set("progressive.envy", "holder_needs_wager", "true").opens();
    for (book, value, clause, lawful) in [
        ("md14", "true", "md14:11.D(7)(e)(i)", "lawful: false"),
        ("md2014", "true", "md2014:11.D(7)(e)(i)", "lawful: false"),
        ("sd", "false", "sd:(16)(b)#2", "lawful: true"),
    ] {
        house(book).set("progressive.envy", "holder_needs_wager", value).refused(
            "progressive.envy.holder_needs_wager",
            clause,
            lawful,
        );
    }
}

#[test]
fn both_progressives_with_one_sensor() {
    for (book, clause) in [("md14", "md14:02.C(1)"), ("ma", "ma:13(a)#3")] {
        let help = "set table.sensors to 2, or offer one of them";
        house(book).set("table", "sensors", "1").refused("table.sensors", clause, help);
        house(book).without("table", "sensors").at("[table]").refused("table.sensors", "READING 41", help);
    }
    house("sd").set("table", "sensors", "2").refused("table.sensors", "sd:(2)#3", "lawful: 1");
}

#[test]
fn a_five_card_progressive_where_the_text_knows_none() {
    for (book, clause) in [("md2014", "md2014:07.E"), ("sd", "sd:(2)#1"), ("tribal", "tribal:(f)(1)")] {
        let fault = house(book).append("[five_card_progressive]\npaytable = \"A\"").refused(
            "five_card_progressive",
            clause,
            "remove the section",
        );
        assert_eq!(fault.message, format!("rulebook {book} has no Five-Card Progressive"));
    }
    house("tribal").append("[progressive]\npaytable = \"A\"").refused(
        "progressive",
        "tribal:(f)(1)",
        "remove the section",
    );
}

#[test]
fn a_linked_game_that_differs() {
    for (book, wager, table, decks, law) in [
        ("md2014", "progressive", "A", 2, "READING 79"),
        ("md14", "five_card_progressive", "B", 2, "READING 79"),
        ("ma", "five_card_progressive", "PTMGLML01", 2, "ma:13(h)"),
        ("sd", "progressive", "1", 1, "READING 79"),
    ] {
        let link = |table: &str, stake: &str, decks: u8| {
            let game = format!("[{{ name = \"Next\", paytable = \"{table}\", stake = \"{stake}\", decks = {decks} }}]");
            house(book).set(&format!("{wager}.link"), "game", &game)
        };
        let refused = |draft: Draft, key: &str, says: &str| {
            let fault = draft.refused(&format!("{wager}.link.game.{key}"), law, "linked games must be equal in it");
            assert!(fault.message.contains(says), "{fault}");
        };
        refused(link("Z", "$1", decks), "paytable", &format!("paytable is Z, this table's {table}"));
        refused(link(table, "$5", decks), "stake", "stake is $5, this table's $1");
        refused(link(table, "$1", decks + 1), "decks", &format!("decks is {}, this table's {decks}", decks + 1));
        link(table, "$1.00", decks).opens();
        assert_eq!(link("Z", "$5", 8).check().errors().count(), 3);
    }
}

#[test]
fn a_link_without_a_name_or_with_half_a_game() {
    house("ma").without("five_card_progressive.link", "name").refused(
        "five_card_progressive.link.name",
        "ma:13(h)",
        "name the link",
    );
    let game = house("ma").set(
        "five_card_progressive.link",
        "game",
        "[{ name = \"Next\", paytable = \"PTMGLML01\", decks = 2 }]",
    );
    game.refused("five_card_progressive.link.game.stake", "ma:13(h)", "write its stake");
}

#[test]
fn a_doubtful_progressive_table_without_a_name_behind_it() {
    let draft = house("ma").set("progressive", "paytable", "\"3\"");
    let help = "choose another table, or add [[confirmation]] with reading = 75, by = \"…\", on = \"…\"";
    draft.refused("progressive.paytable", "READING 75", help);
    draft.refused("progressive.paytable", "ma:13(e)[tables]", help);
    let nobody =
        draft.clone().append("[[confirmation]]\nreading = 75\nby = \" \"\non = \"2026-11-15\"").at("by = \" \"");
    nobody.refused("confirmation.by", "", "a named person must confirm");
    let confirmed =
        draft.append("[[confirmation]]\nreading = 75\nby = \"P. Reyes\"\non = \"2026-11-15\"").at("paytable = \"3\"");
    let report = confirmed.check();
    let warnings: Vec<String> = report.warnings().map(ToString::to_string).collect();
    assert!(report.house.is_some(), "{warnings:?}");
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(
        warnings[0].contains("confirmed by P. Reyes on 2026-11-15") && warnings[0].contains("READING 75"),
        "{warnings:?}"
    );
    // 3 x 500 + 44 x 400 + 52 x 30 + 720 x 6 = 24,980 of 22,100.
    assert!(warnings[1].contains("alone return 113.03 percent of the stake"), "{warnings:?}");
}

#[test]
fn half_a_confirmation() {
    let confirmation = |lines: &str| house("ma").append(&format!("[[confirmation]]\n{lines}"));
    confirmation("reading = 75\non = \"2026-11-15\"").refused(
        "confirmation.by",
        "",
        "write the name of the person who confirms",
    );
    confirmation("by = \"P. Reyes\"\non = \"2026-11-15\"").refused(
        "confirmation.reading",
        "",
        "write the reading's number",
    );
    confirmation("reading = 75\nby = \"P. Reyes\"").refused("confirmation.on", "", "write the date");
}

#[test]
fn meter_wins_in_a_way_the_text_does_not_leave_open() {
    for (book, clause) in [("md2014", "md2014:12.E(4)"), ("md14", "md14:12.E(4)")] {
        house(book).set("progressive", "multi_win", "\"equal_shares\"").refused(
            "progressive.multi_win",
            clause,
            "lawful: \"turn_order\"",
        );
    }
    for (book, clause) in [("md2014", "md2014:11.D(7)(d)(i)"), ("ma", "ma:13(d)a"), ("sd", "sd:(16)(a)(i)")] {
        let draft = house(book).set("progressive", "meter_win_from_tray", "\"$100\"");
        draft.refused("progressive.meter_win_from_tray", clause, "lawful: exactly $0");
    }
}

/// READING 81: every win is validated in Maryland and Massachusetts; only South Dakota lets a house set a threshold.
#[test]
fn a_threshold_below_which_nobody_validates() {
    for (book, wager, law) in [
        ("md2014", "progressive", "md2014:11.D(7)(c)"),
        ("md14", "progressive", "md14:11.D(7)(c)"),
        ("md14", "five_card_progressive", "md14:11.D(9)(e)"),
        ("ma", "progressive", "ma:13(d)f"),
        ("ma", "five_card_progressive", "ma:13(d)f"),
    ] {
        let draft = house(book).set(wager, "validated_from", "\"$0\"");
        let fault = draft.refused(&format!("{wager}.validated_from"), law, "remove it");
        assert!(fault.message.contains("every win is validated"), "{fault}");
        assert_eq!(house(book).opens().progressive.as_ref().unwrap().validated_from.0, 0);
    }
    let terms = house("sd").set("progressive", "validated_from", "\"$60\"").opens().progressive.clone().unwrap();
    assert_eq!(terms.validated_from.0, 6_000);
}

/// READING 59: a house cannot choose whose hand counts as your own.
#[test]
fn envy_by_position() {
    for book in ["md2014", "md14", "ma", "sd"] {
        let draft = house(book).set("progressive.envy", "own", "\"position\"");
        draft.refused("progressive.envy.own", "", "known here: offered, holder_needs_wager, amounts");
    }
}
