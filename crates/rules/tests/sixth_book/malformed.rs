//! Files that are not rulebooks: each is refused where it goes wrong, with what was expected there.

use rules::Rulebook;

use crate::common::{place, read};

/// The fault of a book in which one thing is wrong: it must not draw others after it.
fn only(read: Result<Rulebook, rules::rulebook::BookFaults>, change: &str) -> rules::rulebook::BookFault {
    let faults = read.expect_err(change);
    assert_eq!(faults.iter().len(), 1, "{change} is one fault, and these are told:\n{faults}");
    faults.iter().next().unwrap().clone()
}

/// The fault of a rulebook with one change: it must start at the only place of `at`, and say `says`.
fn malformed(old: &str, new: &str, at: &str, says: &str) {
    let text = read("rulebooks/md14.toml");
    assert_eq!(text.matches(old).count(), 1, "{old}");
    let text = text.replacen(old, new, 1);
    assert_eq!(text.matches(at).count(), 1, "{at}");
    let start = text.find(at).unwrap();
    let faults = Rulebook::parse(&text).expect_err(new);
    // One change is one fault and draws no others after it, but where two things are wrong then.
    let two = [
        "[stub]\ncount_every",
        "sensors = { one_of = [1, 2], default = 1, clauses = [\"md14:02.C(1)\"], readings = [41] }\n",
    ];
    assert_eq!(
        faults.iter().len(),
        1 + usize::from(two.contains(&old) && !new.contains("default = 3")),
        "{new}:\n{faults}"
    );
    let fault = faults
        .iter()
        .find(|fault| fault.span.start == start)
        .unwrap_or_else(|| panic!("{faults}\n  should point at {at}"));
    let told = fault.to_string();
    assert_eq!((fault.line, fault.column), place(&text, start), "{told}\n  should point at {at}");
    assert!(told.contains(says), "{told}\n  should say {says}");
    assert!(fault.span.end <= text.len() && fault.span.start <= fault.span.end, "{told}");
}

#[test]
fn a_malformed_rulebook_is_refused_where_it_is_wrong() {
    let once = "md14:12.F(1)\", \"md14:06.F(8)#2\"]\nlines = [\n";
    for (old, new, at, says) in [
        // What would hold the game for ever.
        (
            "wrong_number = { is = \"void\"",
            "wrong_number = { is = \"play_on\"",
            "wrong_number = {",
            "\"play_on\" is no remedy for it: expected one of \"void\", \"void_and_remove_deck\"",
        ),
        (
            "device_out_of_use = { is = \"cover_or_sign\"",
            "device_out_of_use = { is = \"next_card\"",
            "device_out_of_use = {",
            "expected one of \"cover_or_sign\", \"remove_device\"",
        ),
        (
            "\"wash\", \"stack\", \"shuffle\"], clauses = [\"md14:04.A#1\"",
            "\"stack\", \"shuffle\", \"wash\"], clauses = [\"md14:04.A#1\"",
            "steps = { is",
            "expected \"shuffle\" as the last step",
        ),
        (
            "\"wash\", \"stack\", \"shuffle\"], clauses = [\"md14:04.A#1\"",
            "\"wash\", \"stack\", \"wash\", \"shuffle\"], clauses = [\"md14:04.A#1\"",
            "steps = { is",
            "\"wash\" stands twice: expected each step once",
        ),
        // Unknown and missing keys.
        ("[idle]\n", "[idle]\ncoffee = true\n", "coffee", "unknown field `coffee`, expected `reopening`"),
        ("[stub]\n", "[stub]\ncount = 5\n", "count = 5", "unknown field `count`, expected `count_every`"),
        (
            "printed = \"C\"\nclauses = [\"md14:12.G\", \"md14:12.G(3)\"]",
            "printed = \"C\"\ncolour = 1\nclauses = [\"md14:12.G\", \"md14:12.G(3)\"]",
            "colour",
            "unknown field `colour`",
        ),
        ("[stub]\ncount_every", "[stbu]\ncount_every", "stbu", "unknown field `stbu`"),
        (
            "cover_card = { is = \"cut\", clauses = [\"md14:03.A(3)\"], readings = [17] }\n",
            "",
            "[deck]",
            "missing field `cover_card`",
        ),
        (
            "standing = \"in force; replaces the draft of 2014\"\n",
            "",
            "# Maryland Standard Rules, Three Card Poker, version 1.4, as",
            "missing field `standing`",
        ),
        // What the table does in only one way.
        (
            "every_round = { is = true,",
            "every_round = { is = false,",
            "every_round",
            "the table knows no other way: expected `is = true`",
        ),
        // Wrong types.
        (
            "decks = { one_of = [1, 2], default = 1,",
            "decks = { one_of = 2, default = 2,",
            "2, default = 2",
            "invalid type: integer `2`, expected a list",
        ),
        (
            "adjacent = { is = true,",
            "adjacent = { is = 1,",
            "1, clauses = [\"md14:07.H\"], readings = [45] }\nsensors",
            "invalid type: integer `1`, expected a boolean",
        ),
        (
            "wagers = [\"ante\", \"play\",",
            "wagers = [\"ante\", 7,",
            "7, \"ante_bonus\"",
            "invalid type: integer `7`, expected a wager",
        ),
        // Words that are not in the vocabulary.
        (
            "wagers = [\"ante\", \"play\",",
            "wagers = [\"ante\", \"plya\",",
            "\"plya\"",
            "\"plya\" is not a wager: expected one of ante, play",
        ),
        (
            "every_round = { is = true, clauses = [\"md14:05.A#1\"",
            "every_round = { is = true, clauses = [\"05.A#1\"",
            "[\"05.A#1\"",
            "\"05.A#1\" is not a clause id",
        ),
        (
            "{ hand = \"straight\", pays = \"1 to 1\", clause = \"md14:12.B(3)(c)\" }",
            "{ hand = \"straight\", pays = \"1-1\", clause = \"md14:12.B(3)(c)\" }",
            "\"1-1\"",
            "\"1-1\" is not a payment: expected such as",
        ),
        (
            "unit = { at_least = \"$0.01\", at_most = \"$5\"",
            "unit = { at_least = \"$0.01\", at_most = \"5 dollars\"",
            "\"5 dollars\"",
            "\"5 dollars\" is not an amount",
        ),
        ("rate = { at_least = \"20%\"", "rate = { at_least = \"20 %%\"", "\"20 %%\"", "\"20 %%\" is not a percentage"),
        (
            "dealer_qualifies = { is = \"Q\"",
            "dealer_qualifies = { is = \"Q-Q-4\"",
            "\"Q-Q-4\"",
            "\"Q-Q-4\" is not a hand to play with",
        ),
        // Rules that contradict themselves.
        (
            "every_round = { is = true, clauses = [\"md14:05.A#1\", \"md14:05.A(1)\", \"md14:05.A(2)\", \"md14:05.B\"], readings = [19] }",
            "every_round = { is = true }",
            "{ is = true }",
            "the rule cites nothing",
        ),
        (
            "sensors = { one_of = [1, 2], default = 1,",
            "sensors = { one_of = [1, 2], default = 3,",
            "{ one_of = [1, 2], default = 3",
            "`default` is not among `one_of`",
        ),
        (
            "ordered_by = { is = \"floorperson\",",
            "ordered_by = { one_of = [],",
            "{ one_of = [],",
            "expected either `is = …` or a non-empty `one_of = […]`",
        ),
        (
            "count_every = { at_least = 1, at_most = 5, default = 5,",
            "count_every = { at_least = 6, at_most = 5, default = 5,",
            "{ at_least = 6",
            "`at_least` is above `at_most`",
        ),
        // Paytables, each pointed at by its own id, although other wagers have tables of the same name.
        (
            once,
            "md14:12.F(1)\", \"md14:06.F(8)#2\"]\nlines = [\n  { hand = \"pair\", pays = \"1 to 1\", clause = \"md14:12.F(1)(a)\" },\n",
            "{ hand = \"super-royal-diamonds\", pays = \"$1,000,000\", clause = \"md14:12.F(1)(a)\"",
            "six_card_bonus A: super-royal-diamonds stands below a lower hand, or twice",
        ),
        (
            "id = \"B\"\nprinted = \"B\"\nclauses = [\"md14:12.F\", \"md14:12.F(2)\"",
            "id = \"A\"\nprinted = \"B\"\nclauses = [\"md14:12.F\", \"md14:12.F(2)\"",
            "id = \"A\"\nprinted = \"B\"",
            "six_card_bonus has two paytables called A",
        ),
        (
            "id = \"B\"\nprinted = \"B\"\nclauses = [\"md14:12.E(1)\", \"md14:12.E(1)(b)\"]",
            "id = \"B\"\nprinted = \"B\"\nclauses = []",
            "id = \"B\"\nprinted = \"B\"\nclauses = []",
            "progressive B: expected at least one clause",
        ),
        (
            "{ hand = \"flush\", pays = \"40 for 1\", clause = \"md14:12.G(1)(e)\" }",
            "{ hand = \"flush\", pays = \"40 to 1\", clause = \"md14:12.G(1)(e)\" }",
            "{ hand = \"flush\", pays = \"40 to 1\", clause = \"md14:12.G(1)(e)\" }",
            "which is not a way this wager pays",
        ),
        (
            "wager = \"six_card_bonus\"\nid = \"F\"",
            "wager = \"envy\"\nid = \"F\"",
            "id = \"F\"",
            "this wager has no paytable of its own",
        ),
        (
            "wager = \"six_card_bonus\"\nid = \"F\"",
            "wager = \"cover_all\"\nid = \"F\"",
            "{ hand = \"royal-flush\", pays = \"1,000 to 1\", clause = \"md14:12.F(6)(a)\" }",
            "cover_all",
        ),
        // The order of settlement.
        (
            "\"six_card_bonus\", \"five_card_progressive\", \"five_card_envy\"]",
            "\"five_card_progressive\", \"five_card_envy\"]",
            "id = \"player by player\"",
            "six_card_bonus is not settled exactly once",
        ),
        (
            "\"six_card_bonus\", \"five_card_progressive\", \"five_card_envy\"]",
            "\"six_card_bonus\", \"six_card_bonus\", \"five_card_progressive\", \"five_card_envy\"]",
            "id = \"player by player\"",
            "six_card_bonus is not settled exactly once",
        ),
        ("take = \"all\"", "take = \"losing\"", "id = \"player by player\"", "ante is not settled exactly once"),
        ("default = \"player by player\"", "default = \"player\"", "[settlement]", "is not among the alternatives"),
        // The procedure.
        ("inspect = { by", "inspekt = { by", "inspekt", "\"inspekt\" is not a step: expected one of terms, open_table"),
        (
            "verify = { by = \"floorperson\"",
            "verify = { by = \"pit boss\"",
            "\"pit boss\"",
            "\"pit boss\" is not a role: expected one of player, dealer, floorperson",
        ),
        (
            "verify = { by = \"floorperson\", clauses = [\"md14:04.A#2\"] }",
            "verify = { by = \"floorperson\" }",
            "{ by = \"floorperson\" }",
            "the step cites nothing: expected `clauses = [\"…\"]`",
        ),
        (
            "verify = { by = \"floorperson\", clauses = [\"md14:04.A#2\"] }",
            "verify = { clauses = [\"md14:04.A#2\"] }",
            "{ clauses = [\"md14:04.A#2\"] }",
            "missing field `by`",
        ),
        (
            "verify = { by = \"floorperson\", clauses = [\"md14:04.A#2\"] }",
            "verify = { by = \"floorperson\", physical = { clauses = [\"md14:04.A#2\"] } }",
            "{ by = \"floorperson\", physical",
            "the step cites nothing",
        ),
        (
            "recut = { by = \"floorperson\", clauses",
            "recut = { by = \"floorperson\", shoe",
            "shoe = [\"md14:05.G\"]",
            "unknown field `shoe`, expected one of `by`, `clauses`, `manual_shoe`",
        ),
        (
            "physical = { manual_shoe = [\"md14:08.D\"], hand",
            "physical = { manual_shoe = [\"08.D\"], hand",
            "[\"08.D\"], hand",
            "\"08.D\" is not a clause id",
        ),
        (
            "physical = { manual_shoe = [\"md14:08.D\"], hand",
            "physical = { manuel = [\"md14:08.D\"], hand",
            "manuel",
            "unknown field `manuel`",
        ),
        (
            "count_chips = { by = \"dealer\", manual_shoe = [\"md14:08.C(2)(b)\"]",
            "count_chips = { by = \"dealer\", manual_shoe = \"md14:08.C(2)(b)\"",
            "\"md14:08.C(2)(b)\", hand",
            "invalid type: string \"md14:08.C(2)(b)\", expected a list",
        ),
        // Things for which the engine has no mechanism.
        (
            "positions = { at_most = 7,",
            "positions = { at_most = 9,",
            "positions = { at_most = 9",
            "expected `at_most` of no more than 8",
        ),
        (
            "positions = { at_most = 7, at_least = 1,",
            "positions = { at_least = 1,",
            "positions = { at_least = 1,",
            "expected `at_most` of no more than 8",
        ),
        (
            "ante = { is = \"lost\", clauses = [\"md14:11.B#2\", \"md14:11.C\"] }",
            "ante = { is = \"kept\", clauses = [\"md14:11.B#2\", \"md14:11.C\"] }",
            "ante = { is = \"kept\"",
            "a fold gives up the ante",
        ),
        (
            "six_card_bonus = { is = \"kept\", clauses = [\"md14:11.C(3)\"], readings = [52] }\n",
            "",
            "[fold]",
            "expected `six_card_bonus`: the book has it, so it must say what a fold does to it",
        ),
        (
            "lower = { is = \"lost\"",
            "lower = { one_of = [\"pushed\", \"lost\"]",
            "lower = { one_of",
            "no house can choose this",
        ),
    ] {
        malformed(old, new, at, says);
    }
}

#[test]
fn a_layout_that_cannot_be_printed_is_refused_where_it_is_wrong() {
    let phrase = "phrase = { is = \"Dealer Plays with Queen High or Better\"";
    let six_card = "six_card_bonus = { is = \"betting\", clauses = [\"md14:02.B(4)\"] }\n";
    let odds = "[layout.odds]\n";
    for (old, new, at, says) in [
        ("[layout]\n", "[layout]\nlogo = true\n", "logo = true", "unknown field `logo`, expected one of `operator`"),
        (
            phrase,
            "phrase = { is = 7",
            "7, clauses = [\"md14:02.B(5)#2\"]",
            "invalid type: integer `7`, expected a string",
        ),
        (phrase, "phrase = { is = \" \"", "phrase = { is = \" \"", "expected the words that are printed"),
        (phrase, "phrase = { one_of = [\"A\", \"B\"]", "phrase = { one_of", "no house can choose this: expected `is`"),
        (
            "clauses = [\"md14:02.B(1)\"] }",
            "}",
            "{ one_of = [\"name\", \"logo\"], default = \"name\", }",
            "the rule cites nothing",
        ),
        (
            six_card,
            "",
            "[layout.areas]",
            "expected `six_card_bonus`: the book has it, so it must say what it is placed on",
        ),
        (
            six_card,
            "six_card_bonus = { is = \"mat\", clauses = [\"md14:02.B(4)\"] }\n",
            "\"mat\"",
            "\"mat\" is not a kind of area: expected one of betting, sensor",
        ),
        (
            six_card,
            "six_card_bonus = { one_of = [\"betting\", \"sensor\"], default = \"betting\", clauses = [\"md14:02.B(4)\"] }\n",
            "six_card_bonus = { one_of = [\"betting\"",
            "no house can choose this: expected `is`",
        ),
        (
            "[layout.areas]\n",
            "[layout.areas]\nante_bonus = { is = \"betting\", clauses = [\"md14:02.B(2)\"] }\n",
            "ante_bonus = { is = \"betting\"",
            "ante_bonus is not placed on an area of its own",
        ),
        (
            "[layout.areas]\n",
            "[layout.areas]\ncover_all = { is = \"betting\", clauses = [\"md14:02.B(2)\"] }\n",
            "cover_all = { is",
            "an area for cover_all, which the book does not have",
        ),
        (
            odds,
            "[layout.marked]\ncover_all = { is = \"ALL\", clauses = [\"md14:02.B(2)\"] }\n\n[layout.odds]\n",
            "cover_all = { is",
            "cover_all is marked, and has no area: expected it in [layout.areas]",
        ),
        (
            odds,
            "[layout.odds]\ncover_all = { is = \"sign\", clauses = [\"md14:02.B(2)\"] }\n",
            "cover_all = { is",
            "odds of cover_all, which the book does not have",
        ),
        (
            odds,
            "[layout.odds]\nenvy = { is = \"sign\", clauses = [\"md14:02.B(2)\"] }\n",
            "envy = { is = \"sign\"",
            "envy has no odds of its own to show",
        ),
        (
            "whole_sign = { is = true,",
            "whole_sign = { one_of = [true, false],",
            "whole_sign = { one_of",
            "no house can choose this: expected `is`",
        ),
        (
            "sensors = { one_of = [1, 2], default = 1, clauses = [\"md14:02.C(1)\"], readings = [41] }\n",
            "",
            "progressive = { is = \"sensor\", clauses = [\"md14:02.B(3)\", \"md14:02.C(1)\"], readings = [41] }\nfive",
            "progressive on a sensor: expected `sensors` in [table]",
        ),
    ] {
        malformed(old, new, at, says);
    }
    // A book cannot demand a sign for every wager if no odds may be shown on a sign.
    let text = read("rulebooks/md14.toml");
    let (before, after) = text.split_once(odds).unwrap();
    let (_, rest) = after.split_once("\n\n").unwrap();
    let fault = only(Rulebook::parse(&format!("{before}{odds}\n{rest}")), "no sign");
    assert!(fault.to_string().contains("a sign for every wager, where no odds may stand on one"), "{fault}");
}

#[test]
fn a_rulebook_under_any_comments_and_order_is_pointed_at_all_the_same() {
    let text = read("rulebooks/md14.toml");
    let flush = "{ hand = \"flush\", pays = \"40 to 1\", clause = \"md14:12.G(1)(e)\" }";
    let text = text.replace(&flush.replace(" to ", " for "), flush);
    // Comments that look like tables, keys in unusual places, and a name that an alternative also has.
    let text = format!(
        "# [[paytable]] id = \"A\" code\n{}",
        text.replace(
            "wager = \"five_card_progressive\"\nid = \"A\"",
            "# id = \"A\"\nid   =   \"A\" # here\nwager = \"five_card_progressive\""
        )
    );
    let fault = only(Rulebook::parse(&text), "one change");
    assert_eq!((fault.line, fault.column), place(&text, text.find(flush).unwrap()), "{fault}");
    // What is wrong with a table as a whole is found at its name.
    let named = "id = \"B\"\nprinted = \"B\"\nclauses = [\"md14:12.G\", \"md14:12.G(2)\"";
    assert_eq!(text.matches(named).count(), 1);
    let text = text
        .replace(flush, &flush.replace(" to ", " for "))
        .replace(named, &named.replace("id = \"B\"", "id  =  \"A\""));
    let fault = only(Rulebook::parse(&text), "one change");
    assert_eq!((fault.line, fault.column), place(&text, text.find("id  =  ").unwrap()), "{fault}");
    let text = format!("# code\n{}", read("rulebooks/md14.toml").replace("code = \"md14\"", "code = \"MD\""));
    let fault = only(Rulebook::parse(&text), "one change");
    assert_eq!((fault.line, fault.column), place(&text, text.find("code = \"MD\"").unwrap()), "{fault}");
}

/// A book with many faults of every kind is told all of them at once, in the order of the text.
#[test]
fn all_faults_of_a_book_are_told_at_once() {
    let changes = [
        ("code = \"md14\"", "code = \"MD\"", "expected lower-case letters"),
        ("standing = \"in force; replaces the draft of 2014\"\n", "", "missing field `standing`"),
        ("adjacent = { is = true,", "adjacent = { is = 1,", "expected a boolean"),
        ("[idle]\n", "[weather]\nrain = true\n\n[idle]\ncoffee = true\n", "unknown field `coffee`"),
        ("[cut]\n", "[cut]\nthumb = 1\n", "unknown field `thumb`"),
        ("[deck]\n", "[deck]\nlife = 3\n", "unknown field `life`"),
        (
            "every_round = { is = true, clauses = [\"md14:05.A#1\"",
            "every_round = { is = true, clauses = [\"05.A#1\"",
            "is not a clause id",
        ),
        ("equal = { is = \"pushed\"", "equal = { is = \"drawn\"", "\"drawn\" is not"),
        ("dealer_qualifies = { is = \"Q\"", "dealer_qualifies = { is = \"Q-Q-4\"", "is not a hand to play with"),
        ("inspect = { by", "inspekt = { by", "\"inspekt\" is not a step"),
        (
            "verify = { by = \"floorperson\", clauses = [\"md14:04.A#2\"] }",
            "verify = { by = \"boss\" }",
            "\"boss\" is not a role",
        ),
        (
            "unit = { at_least = \"$0.01\", at_most = \"$5\"",
            "unit = { at_least = \"$0.01\", at_most = \"five\"",
            "\"five\" is not an amount",
        ),
        (
            "count_every = { at_least = 1, at_most = 5, default = 5,",
            "count_every = { at_least = 6, at_most = 5, default = 5,",
            "above `at_most`",
        ),
        ("wager = \"six_card_bonus\"\nid = \"F\"", "wager = \"envy\"\nid = \"F\"", "no paytable of its own"),
        (
            "{ hand = \"straight\", pays = \"1 to 1\", clause = \"md14:12.B(3)(c)\" }",
            "{ hand = \"straight\", pays = \"1-1\", clause = \"md14:12.B(3)(c)\" }",
            "\"1-1\" is not a payment",
        ),
    ];
    let mut text = read("rulebooks/md14.toml");
    for (old, new, _) in changes {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replacen(old, new, 1);
    }
    let faults = Rulebook::parse(&text).expect_err("a book with many faults");
    for (_, new, says) in changes {
        assert!(faults.iter().any(|fault| fault.to_string().contains(says)), "{new}: {says}\n{faults}");
    }
    // The step with a wrong person also cites nothing: two faults in one rule.
    assert!(faults.iter().any(|fault| fault.message.contains("the step cites nothing")), "{faults}");
    // A section that no book has hides no contradiction elsewhere.
    assert!(faults.iter().any(|fault| fault.message.contains("unknown field `weather`")), "{faults}");
    assert_eq!(faults.iter().len(), changes.len() + 2, "{faults}");
    assert!(faults.iter().map(|fault| fault.span.start).is_sorted(), "{faults}");
}

#[test]
fn what_is_missing_comes_with_an_example() {
    let text = read("rulebooks/md14.toml");
    let told = |text: &str| Rulebook::parse(text).unwrap_err().to_string();
    let cover = "cover_card = { is = \"cut\", clauses = [\"md14:03.A(3)\"], readings = [17] }\n";
    let told_of = told(&text.replacen(cover, "", 1));
    assert!(told_of.contains("missing field `cover_card`; for example cover_card = { is = "), "{told_of}");
    // A text without quotation marks, and a book that is hardly begun.
    let told_of = told("code = nj\ntitle = New Jersey\n");
    assert!(told_of.contains("line 1, column") && told_of.contains("expected code = \"nj\""), "{told_of}");
    assert!(told_of.contains("expected title = \"New Jersey\""), "{told_of}");
    let told_of = told("code = \"nj\"\n");
    for section in ["title", "table", "deck", "deal", "wagers", "fold", "showdown", "settlement", "paytable"] {
        assert!(told_of.contains(&format!("missing field `{section}`")), "{section}: {told_of}");
    }
}

#[test]
fn a_paytable_that_is_missing_is_missed_at_its_wager() {
    let text = read("rulebooks/md14.toml");
    let mut without = String::new();
    for (i, table) in text.split("[[paytable]]").enumerate() {
        if !table.contains("wager = \"six_card_bonus\"") {
            without += if i == 0 { "" } else { "[[paytable]]" };
            without += table;
        }
    }
    let fault = only(Rulebook::parse(&without), "no six card tables");
    assert_eq!((fault.line, fault.column), place(&without, without.find("[six_card_bonus]").unwrap()), "{fault}");
    assert!(fault.message.contains("six_card_bonus has no paytable in force"), "{fault}");
}

#[test]
fn figures_that_no_table_can_have_are_refused_where_they_stand() {
    for (old, new, at, says) in [
        (
            "positions_per_player = { at_least = 1,",
            "positions_per_player = { at_least = 0,",
            "positions_per_player",
            "1 or more",
        ),
        (
            "decks = { one_of = [1, 2], default = 1,",
            "decks = { one_of = [1, 3], default = 1,",
            "decks = {",
            "expected 1, 2 or both",
        ),
        ("depth = { at_least = 10,", "depth = { at_least = 60,", "depth = {", "at most 51"),
        (
            "unit = { at_least = \"$0.01\", at_most = \"$5\", default = \"$0.01\",",
            "unit = { at_least = \"$0\", at_most = \"$5\", default = \"$0.01\",",
            "unit = {",
            "$0.01 or more",
        ),
        ("count_every = { at_least = 1,", "count_every = { at_least = 0,", "count_every", "1 or more"),
    ] {
        malformed(old, new, at, says);
    }
    let text = read("golden/books/freedonia.toml");
    for (from, to, says) in [
        ("stake = { one_of = [\"$2\", \"$4\"]", "stake = { one_of = [\"$2\", \"$0\"]", "a wager costs something"),
        ("rate = { at_least = \"20%\", default = \"25%\"", "rate = { at_least = \"120%\"", "more than the wager"),
        (
            "wagers = [\"envy\", \"five_card_envy\"]\nclauses = [\"freedonia:8.2(a)\"]",
            "wagers = []\nclauses = [\"freedonia:8.2(a)\"]",
            "a pass without wagers",
        ),
    ] {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let faults = Rulebook::parse(&text.replacen(from, to, 1)).map(|_| ()).expect_err(to).to_string();
        assert!(faults.contains(says), "{faults}");
    }
}

/// What cannot be read comes with a hint: the key that was meant, or how a book writes it, and where it is explained.
#[test]
fn a_fault_says_what_could_be_written_instead() {
    let book = read("rulebooks/md14.toml");
    for (old, new, says) in [
        ("[stub]\ncount_every", "[stub]\ncont_every", "did you mean `count_every`?; see [stub]"),
        ("[idle]\n", "[idle]\ncoffee = true\n", "; see [idle] in `queenhigh rules reference`"),
        (
            "cover_card = { is = \"cut\"",
            "cover_card = { is = 3",
            "expected the use of the cover card; for example is = \"cut\"",
        ),
        (
            "cover_card = { is = \"cut\"",
            "cover_card = { is = \"cutt\"",
            "expected one of none, cut, cut_and_dealer_stack; for example",
        ),
    ] {
        assert_eq!(book.matches(old).count(), 1, "{old}");
        let faults = Rulebook::parse(&book.replacen(old, new, 1)).expect_err(new).to_string();
        assert!(faults.contains(says), "{new}:\n{faults}");
    }
}

/// A choice that no house could make is no choice, wherever the book offers it.
#[test]
fn what_no_house_can_choose_is_refused_where_it_stands() {
    let book = read("golden/books/freedonia.toml");
    for (old, new, at) in [
        (
            "needs = { is = \"ante\", clauses = [\"freedonia:11.2\"]",
            "needs = { one_of = [\"ante\", \"any_base\"], clauses = [\"freedonia:11.2\"]",
            "needs = { one_of = [\"ante\", \"any_base\"], clauses",
        ),
        (
            "validated_by = { is = \"supervisor\", clauses = [\"freedonia:12.13\"]",
            "validated_by = { one_of = [\"supervisor\"], clauses = [\"freedonia:12.13\"]",
            "validated_by = { one_of",
        ),
        (
            "player_card_exposed = { is = \"void\"",
            "player_card_exposed = { one_of = [\"void\", \"play_on\"], default = \"void\"",
            "player_card_exposed = {",
        ),
        ("lower = { is = \"lost\"", "lower = { one_of = [\"lost\", \"pushed\"], default = \"lost\"", "lower = {"),
    ] {
        assert_eq!(book.matches(old).count(), 1, "{old}");
        let changed = book.replacen(old, new, 1);
        let fault = only(Rulebook::parse(&changed), new);
        assert_eq!(fault.message, "no house can choose this: expected `is`", "{new}");
        assert_eq!(fault.span.start, changed.find(at).unwrap(), "{new}");
    }
}

/// What a house offers by a section of its own is never offered by silence.
#[test]
fn a_wager_is_not_offered_by_silence() {
    let book = read("golden/books/freedonia.toml");
    for clause in ["10.1", "11.1", "12.1", "13.1", "14.1", "19.4"] {
        let silent =
            format!("offered = {{ one_of = [false, true], default = false, clauses = [\"freedonia:{clause}\"]");
        assert_eq!(book.matches(&silent).count(), 1, "{clause}");
        let changed = book.replacen(&silent, &silent.replace("default = false", "default = true"), 1);
        let fault = only(Rulebook::parse(&changed), clause);
        assert!(fault.message.contains("not by silence: expected `default = false`"), "{fault}");
    }
}

#[test]
fn a_progressive_pays_from_a_meter() {
    let book = read("golden/books/freedonia.toml");
    let without = book.replacen("pays = \"100% of main\"", "pays = \"500 for 1\"", 1).replacen(
        "pays = \"25% of main\"",
        "pays = \"100 for 1\"",
        1,
    );
    let fault = only(Rulebook::parse(&without), "no meter");
    assert!(fault.message.contains("no line pays from a meter"), "{fault}");
}

#[test]
fn types_of_the_program_have_other_names_for_people() {
    let book = read("rulebooks/md14.toml");
    let changed = book.replacen("decks = { one_of = [1, 2], default = 1,", "decks = { is = \"two\",", 1);
    let fault = only(Rulebook::parse(&changed), "a word for a number");
    assert!(fault.message.ends_with("expected a whole number from 0 to 255"), "{fault}");
}

/// Whoever confuses the two files is told so, and not by a fault for every line.
#[test]
fn a_house_is_no_rulebook_and_a_rulebook_no_house() {
    let fault = only(Rulebook::parse(&read("houses/md14.toml")), "a house");
    assert!(fault.to_string().contains("this is a house and not a rulebook; give it with --house"), "{fault}");
    let report = rules::house::check(&read("rulebooks/md14.toml"), &rules::Books::shipped());
    let faults: Vec<String> = report.errors().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].contains("this is a rulebook and not a house"), "{faults:?}");
}

/// Players decline only what they are offered; a look is too early only before some moment, and costs one hand.
#[test]
fn the_rules_of_the_cut_and_of_early_looks_agree_with_each_other() {
    let book = read("golden/books/freedonia.toml");
    let line = |start: &str| {
        let found = book.lines().find(|line| line.starts_with(start)).unwrap();
        format!("{found}\n")
    };
    let (offered, looks, early) =
        (line("offered = { one_of = [\"nobody\""), line("looks_from"), line("looked_too_early"));
    let exposed = line("player_card_exposed");
    let forfeit = {
        let from = book.find("[forfeit]").unwrap();
        book[from..from + book[from..].find("\n\n").unwrap()].to_owned()
    };
    let any_time = looks.replace("\"any_time\", \"all_dealt\", \"allowed\"", "\"any_time\"");
    for (old, new, says) in [
        (&offered, String::new(), "nobody is offered the cut: expected `offered` beside it"),
        (&looks, String::new(), "nobody looks too early: expected `people.looks_from` with the moment"),
        (&looks, any_time, "nobody looks too early: expected `people.looks_from` with the moment"),
        (&early, early.replace("\"forfeit_hand\"", "\"void\""), "expected one of \"void_hand\", \"forfeit_hand\""),
        (&forfeit, String::new(), "expected a section [forfeit] with what becomes of the wagers"),
        (&exposed, exposed.replace("\"void\"", "\"void_hand\""), "\"void_hand\" is no remedy for it: expected one of"),
    ] {
        assert_eq!(book.matches(old.as_str()).count(), 1, "{old}");
        let fault = only(Rulebook::parse(&book.replacen(old.as_str(), &new, 1)), &new);
        assert!(fault.to_string().contains(says), "{fault}\n  should say {says}");
    }
}
