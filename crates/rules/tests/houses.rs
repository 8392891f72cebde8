//! Houses that must not open: each breaks one rule, and the check says which, where, under what law, and what would be
//! lawful.

mod common;

#[path = "houses/automation.rs"]
mod automation;
#[path = "houses/cards.rs"]
mod cards;
#[path = "houses/look.rs"]
mod look;
#[path = "houses/progressive.rs"]
mod progressive;
#[path = "houses/protection.rs"]
mod protection;
#[path = "houses/wagers.rs"]
mod wagers;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use common::draft::{Draft, house};
use common::{BOOKS, golden, read};
use rules::Books;
use rules::house::check;

#[test]
fn the_example_houses_open() {
    for book in BOOKS {
        let house = Draft::of(&read(&format!("houses/{book}.toml"))).opens();
        assert_eq!(house.book.code, book);
    }
}

#[test]
fn the_test_houses_open_without_a_warning() {
    for book in BOOKS {
        assert_eq!(house(book).check().faults, [], "{book}");
    }
}

#[test]
fn a_text_that_is_no_house() {
    for (text, key) in [("", "rulebook"), ("# nothing\n", "rulebook"), ("operator = \"X\"\n", "rulebook")] {
        let report = check(text, &Books::shipped());
        let faults: Vec<String> = report.errors().map(ToString::to_string).collect();
        assert_eq!(faults, [format!("line 1, column 1: {key}: missing; write one of ma, md14, md2014, sd, tribal")]);
    }
    for text in ["rulebook = ", "\u{0}", "[a", "= 1", "x = \"", "}", "rulebook = 'sd' operator = 'x'"] {
        let report = check(text, &Books::shipped());
        assert!(report.unreadable && report.house.is_none(), "{text}");
        assert!(report.errors().count() > 0, "{text}");
    }
}

#[test]
fn an_unknown_rulebook() {
    let help = "known: ma, md14, md2014, sd, tribal; add one with --rulebook FILE";
    for code in ["\"nj\"", "\"MD14\"", "\"\"", "\"md14 \""] {
        house("md14").set("", "rulebook", code).refused("rulebook", "", help);
    }
    let none = check(&house("md14").text(), &Books::default());
    assert!(none.house.is_none());
}

#[test]
fn no_operator() {
    for name in ["\"\"", "\"  \""] {
        house("md14").set("", "operator", name).refused("operator", "", "write the operator's name");
    }
    house("md14").without("", "operator").refused("operator", "", "write the operator's name");
}

/// Where an unknown key can appear inside a value, with a key that is one letter off.
const NESTED: [(&str, &str, &str, &str, &str); 9] = [
    ("limits", "ante", "{ min = \"$5\", max = \"$9\", stepp = \"$1\" }", "limits.ante.stepp", "step"),
    ("progressive", "seed", "{ main = \"$1,000\", mian = \"$1\" }", "progressive.seed.mian", "main"),
    ("progressive", "rate", "{ main = \"16%\", mein = \"1%\" }", "progressive.rate.mein", "main"),
    ("progressive.envy", "offred", "true", "progressive.envy.offred", "offered"),
    ("progressive.link", "nmae", "\"x\"", "progressive.link.nmae", "name"),
    ("five_card_progressive.link", "nams", "\"x\"", "five_card_progressive.link.nams", "name"),
    ("progressive", "evny", "{}", "progressive.evny", "envy"),
    ("fold", "pair_pus", "\"lost\"", "fold.pair_pus", "pair_plus"),
    ("", "oprator", "\"x\"", "oprator", "operator"),
];

#[test]
fn an_unknown_key_in_a_value_or_one_letter_off() {
    for (section, key, value, path, meant) in NESTED {
        let book = if section == "progressive.link" { "sd" } else { "md14" };
        let fault = house(book).set(section, key, value).refused(path, "", &format!("did you mean `{meant}`?"));
        assert!(fault.message.starts_with("unknown key `"), "{fault}");
    }
    let line = house("ma")
        .replace("{ hand = \"pair\", pays = \"1 to 1\" }", "{ hand = \"pair\", pays = \"1 to 1\", pay = 1 }");
    line.refused("pair_plus.lines.pay", "", "did you mean `pays`?");
    let game = house("sd").replace("decks = 1 }]", "decks = 1, deck = 1 }]");
    game.refused("progressive.link.game.deck", "", "did you mean `decks`?");
    let amount = house("md14").replace("pays = \"$300\" }]", "pays = \"$300\", stake = \"$1\" }]");
    amount.refused("five_card_progressive.envy.amounts.stake", "", "known here: hand, pays");
    let confirmation =
        house("ma").append("[[confirmation]]\nreading = 1\nby = \"x\"\non = \"y\"\nwho = \"z\"").at("who = ");
    confirmation.refused("confirmation.who", "", "known here: reading, by, on, approval");
}

#[test]
fn an_unknown_key_in_any_section() {
    for book in BOOKS {
        for section in house(book).sections() {
            let path = if section.is_empty() { "zzzzz".to_owned() } else { format!("{section}.zzzzz") };
            let fault = house(book).set(&section, "zzzzz", "1").refused(&path, "", "known here: ");
            assert_eq!((fault.message.as_str(), fault.column), ("unknown key `zzzzz`", 1));
        }
    }
}

#[test]
fn any_key_with_a_letter_too_many() {
    for book in BOOKS {
        for section in house(book).sections() {
            for key in house(book).keys(&section) {
                // Only long names: two letters off a short one may be closer to another.
                if key.len() < 5 {
                    continue;
                }
                let typo = format!("{key}q");
                let path = if section.is_empty() { typo.clone() } else { format!("{section}.{typo}") };
                let draft = house(book).set(&section, &typo, "1");
                draft.refused(&path, "", &format!("did you mean `{key}`?"));
            }
        }
    }
}

#[test]
fn an_unknown_section() {
    for (section, help) in
        [("progresive", "did you mean `progressive`?"), ("weather", "known here: "), ("tip", "did you mean `tips`?")]
    {
        for text in [format!("[{section}]"), format!("[{section}]\nx = 1"), format!("[[{section}]]")] {
            let report = house("sd").append(&text).check();
            let errors: Vec<_> = report.errors().collect();
            assert_eq!(errors.len(), 1, "{text}");
            assert!(errors[0].help.contains(help) && errors[0].key == section, "{}", errors[0]);
        }
    }
}

#[test]
fn a_key_that_stands_twice() {
    for book in BOOKS {
        for section in house(book).sections() {
            for key in house(book).keys(&section) {
                let text = house(book).text();
                let lines: Vec<&str> = text.lines().collect();
                let start = lines.iter().position(|line| *line == format!("[{section}]")).map_or(0, |at| at + 1);
                let at = start + lines[start..].iter().position(|line| line.starts_with(&format!("{key} = "))).unwrap();
                if lines[at].ends_with('[') {
                    continue;
                }
                let mut doubled = lines.clone();
                doubled.insert(at + 1, lines[at]);
                let report = check(&(doubled.join("\n") + "\n"), &Books::shipped());
                let errors: Vec<_> = report.errors().collect();
                let [fault] = errors[..] else { panic!("{book} {section} {key}: {errors:?}") };
                assert_eq!((fault.key.as_str(), fault.line, fault.column), ("syntax", at + 2, 1), "{fault}");
                assert_eq!((fault.message.as_str(), fault.help.as_str()), ("duplicate key", "keep one of the two"));
                assert!(!report.unreadable && report.house.is_none());
            }
        }
    }
}

#[test]
fn a_section_that_stands_twice() {
    for section in ["deck", "limits", "progressive", "progressive.envy"] {
        let draft = house("md14").append(&format!("[{section}]"));
        let report = draft.check();
        let fault = report.errors().next().unwrap();
        assert_eq!((fault.key.as_str(), fault.line), ("syntax", draft.line()), "{fault}");
        assert_eq!(fault.help, "keep one of the two", "{fault}");
    }
}

/// A decimal number, a date, a list in a list and a table of strangers are the value of no key.
#[test]
fn a_value_of_the_wrong_type_anywhere() {
    let mut tried = BTreeSet::new();
    for book in BOOKS {
        for section in house(book).sections() {
            for key in house(book).keys(&section) {
                let path = if section.is_empty() { key.clone() } else { format!("{section}.{key}") };
                for wrong in ["1.5", "1979-05-27", "[[1]]", "{ zzz = 1 }"] {
                    let draft = house(book).set(&section, &key, wrong);
                    let report = draft.check();
                    let says =
                        |text: &str| ["expected", "unknown key", "missing"].iter().any(|word| text.contains(word));
                    let here =
                        report.errors().filter(|fault| fault.line == draft.line() && fault.key.starts_with(&path));
                    let told = here.filter(|fault| says(&fault.message)).count();
                    assert!(told > 0, "{book}: {path} = {wrong}: {:?}", report.faults);
                    tried.insert(path.clone());
                }
            }
        }
    }
    assert!(tried.len() >= 78, "{}", tried.len());
}

/// A value of the right type in the wrong place: a word for a number, a number for a word.
#[test]
fn a_word_for_a_number_and_a_number_for_a_word() {
    for (section, key, wrong, says) in [
        ("table", "positions", "\"7\"", "expected a whole number up to 255, found string"),
        ("table", "positions", "-1", "expected a whole number up to 255, found integer"),
        ("table", "positions", "256", "expected a whole number up to 255, found integer"),
        ("deck", "life_hours", "99999999999", "expected a whole number up to 4294967295, found integer"),
        ("table", "adjacent", "\"true\"", "expected true or false, found string"),
        ("shuffler", "counts", "1", "expected true or false, found integer"),
        ("progressive", "stake", "1", "expected an amount such as \"$10\" in quotation marks, found integer"),
        ("progressive", "rate", "14", "expected a percentage such as \"14%\" in quotation marks, found integer"),
        ("deal", "device", "3", "expected a word in quotation marks, found integer"),
        (
            "deal",
            "device",
            "\"tumbler\"",
            "\"tumbler\" is not a dealing device: expected one of manual_shoe, hand, automated_shoe",
        ),
        ("wagers", "precondition", "\"some\"", "\"some\" is not a precondition: expected one of none, "),
        ("", "operator", "7", "expected a text in quotation marks, found integer"),
        ("six_card_bonus", "paytable", "1", "expected a text in quotation marks, found integer"),
        ("progressive", "link", "true", "expected a table `[progressive.link]`, found boolean"),
        ("five_card_progressive.link", "game", "\"x\"", "expected a list of tables, found string"),
        ("five_card_progressive.link", "game", "[1]", "expected a table, found integer"),
    ] {
        let draft = house("md14").set(section, key, wrong);
        let report = draft.check();
        let fault = report.errors().find(|fault| fault.line == draft.line());
        let fault = fault.unwrap_or_else(|| panic!("{key} = {wrong}: {:?}", report.faults));
        assert!(fault.message.contains(says), "{fault}\n  should say {says}");
    }
    house("md14").set("table", "positions", "0x07").opens();
    let section = house("md14").without_section("stub").set("", "stub", "5");
    section.refused("stub", "", "");
}

#[test]
fn a_malformed_amount() {
    for amount in ["1000", "$", "$1000.5", "$-1000", "$1,00", "1000 $", "$1e3", "$ 1000", "€1000", "$1000.005", ""] {
        let fault =
            house("md14").set("progressive", "seed", &format!("\"{amount}\"")).refused("progressive.seed", "", "");
        assert!(fault.message.contains("is not an amount: write one such as \"$10\""), "{fault}");
    }
    let fault = house("md14").set("progressive", "seed", "\"$100,000,000.01\"").refused("progressive.seed", "", "");
    assert!(fault.message.contains("is over the largest amount, $100,000,000"), "{fault}");
    house("md14").set("progressive", "seed", "\"$100,000,000\"").opens();
}

#[test]
fn a_malformed_percentage() {
    for rate in ["14", "%", "14 percent", "-14%", "14.00001%", "1/7", "14,5%", "0.14", "12345%", ""] {
        let fault =
            house("md14").set("progressive", "rate", &format!("\"{rate}\"")).refused("progressive.rate", "", "");
        assert!(fault.message.contains("is not a percentage: write it such as \"14%\" or \"2.5%\""), "{fault}");
    }
}

#[test]
fn malformed_odds() {
    for odds in [
        "40",
        "40-1",
        "40:1",
        "40 to",
        "to 1",
        "0 to 1",
        "1 to 0",
        "40 TO 1",
        "-40 to 1",
        "4.5 to 1",
        "1000001 to 1",
        "",
    ] {
        let new = format!("{{ hand = \"straight\", pays = \"{odds}\" }}");
        let draft = house("ma").replace("{ hand = \"straight\", pays = \"5 to 1\" }", &new);
        let fault = draft.refused_among("pair_plus.lines.pays", "", "");
        assert!(fault.message.contains("is not a payment: expected such as \"40 to 1\""), "{fault}");
    }
    let hand =
        house("ma").replace("hand = \"straight\",", "hand = \"strait\",").refused_among("pair_plus.lines.hand", "", "");
    assert!(hand.message.contains("\"strait\" is not a hand: expected one of "), "{hand}");
}

#[test]
fn several_faults_are_told_at_once_in_the_order_of_the_file() {
    let draft = house("md14")
        .set("people", "leaver", "\"hanged\"")
        .set("table", "positions", "8")
        .set("stub", "count_every", "6")
        .set("pair_plus", "paytable", "\"Z\"")
        .set("progressive", "rate", "\"1%\"");
    let report = draft.check();
    let keys: Vec<&str> = report.errors().map(|fault| fault.key.as_str()).collect();
    assert_eq!(
        keys,
        ["table.positions", "pair_plus.paytable", "progressive.rate", "stub.count_every", "people.leaver"]
    );
    assert!(report.faults.is_sorted_by_key(|fault| fault.span.start));
}

#[test]
fn a_house_with_every_fault() {
    let text = read("golden/houses/all-faults.toml");
    let report = check(&text, &Books::shipped());
    assert!(report.house.is_none() && !report.unreadable);
    assert!(report.faults.is_sorted_by_key(|fault| fault.line));
    let mut told = String::new();
    for fault in &report.faults {
        writeln!(told, "{}: {fault}", format!("{:?}", fault.severity).to_lowercase()).unwrap();
    }
    golden("golden/houses/all-faults.txt", &told);
    assert!(report.errors().count() >= 20);
}

/// The findings for a golden house that does not open.
fn told(name: &str) -> String {
    let report = check(&read(&format!("golden/houses/{name}.toml")), &Books::shipped());
    assert!(report.house.is_none() && !report.unreadable, "{name} opens");
    let line = |fault: &rules::house::Fault| format!("{}: {fault}\n", format!("{:?}", fault.severity).to_lowercase());
    report.faults.iter().map(line).collect()
}

#[test]
fn figures_beyond_those_of_a_book_are_refused_one_by_one() {
    for name in ["ma-below", "ma-above", "sd-below", "sd-above", "tribal-shoe-above", "tribal-hand-above"] {
        golden(&format!("golden/houses/{name}.txt"), &told(name));
    }
}

#[test]
fn figures_at_the_bounds_of_a_book_are_lawful() {
    let tribal = ["tribal-shoe-least", "tribal-shoe-most", "tribal-hand-least", "tribal-hand-most"];
    for name in ["ma-least", "ma-most", "sd-least", "sd-most"].into_iter().chain(tribal) {
        let report = check(&read(&format!("golden/houses/{name}.toml")), &Books::shipped());
        assert!(report.house.is_some() && report.faults.is_empty(), "{name}: {:?}", report.faults);
    }
}

/// The digest of a house text that must open.
fn digest(text: &str) -> String {
    Draft::of(text).opens().digest.clone()
}

#[test]
fn the_digest_does_not_change_with_comments_layout_or_order() {
    for book in BOOKS {
        let text = house(book).text();
        let told = digest(&text);
        assert_eq!(told.len(), 64);
        assert_eq!(digest(&format!("# A remark.\n\n{text}\n# Another.\n")), told);
        assert_eq!(digest(&text.replace(" = ", "   =  ")), told);
        assert_eq!(digest(&text.replace('\n', "\r\n")), told);
        assert_eq!(digest(&text.replace("positions = 7", "positions = 0x7 # seven")), told);
        assert_eq!(digest(&text.replace("operator = \"Test House\"", "operator = 'Test House'")), told);
        // Keys in another order, then sections in another order.
        let swapped = text.replace("rulebook", "\u{1}").replace("operator = \"Test House\"\n", "");
        assert_eq!(digest(&format!("operator = \"Test House\"\n{}", swapped.replace('\u{1}', "rulebook"))), told);
        let (top, sections) = text.split_once("\n[").unwrap();
        let mut sections: Vec<&str> = sections.split("\n[").collect();
        sections.reverse();
        assert_eq!(digest(&format!("{top}\n[{}", sections.join("\n["))), told);
    }
}

#[test]
fn the_digest_changes_with_any_value() {
    for (book, changes) in [
        (
            "md14",
            [
                ("table", "positions", "6"),
                ("", "operator", "\"Test house\""),
                ("progressive", "rate", "\"16.0001%\""),
                ("deck", "life_hours", "7"),
            ],
        ),
        (
            "ma",
            [
                ("settlement", "order", "\"1\""),
                ("fold", "progressive", "\"kept\""),
                ("table", "positions", "6"),
                ("payment", "unit", "\"$0.50\""),
            ],
        ),
        (
            "sd",
            [
                ("people", "view_folded", "false"),
                ("", "approval", "\"one\""),
                ("pair_plus", "paytable", "\"2\""),
                ("cut", "deepest", "41"),
            ],
        ),
    ] {
        let mut digests = BTreeSet::from([digest(&house(book).text())]);
        for (section, key, value) in changes {
            assert!(digests.insert(digest(&house(book).set(section, key, value).text())), "{book}: {section}.{key}");
        }
        assert!(digests.insert(digest(&house(book).without("cut", "deepest").text())), "a silent house says less");
    }
    let all: BTreeSet<String> = BOOKS.iter().map(|book| digest(&house(book).text())).collect();
    assert_eq!(all.len(), BOOKS.len());
}

#[test]
fn the_digest_of_the_rulebook_is_the_houses_too() {
    let books = Books::shipped();
    for book in BOOKS {
        let house = house(book).opens();
        assert_eq!(house.book_digest, books.get(book).unwrap().digest);
        assert_eq!(
            house.book_digest,
            rules::books::digest(&format!("# Other layout.\n\n{}", read(&format!("rulebooks/{book}.toml"))))
        );
    }
}

#[test]
fn a_house_that_was_changed_after_the_check_has_no_digest() {
    let house = house("md14").opens();
    let changed = house.what_if(|choices| choices.unit = rules::Cents(1));
    assert_eq!(changed.unit, rules::Cents(1));
    assert_ne!(house.unit, changed.unit);
    let claimed = house.what_if(|choices| choices.digest = house.digest.clone());
    for unchecked in [&changed, &claimed] {
        assert_eq!(unchecked.digest, "none: changed after the check");
        assert_ne!(unchecked.book_digest, house.book_digest);
    }
}

/// A house inside a round's JSON is the same house as its file.
#[test]
fn a_house_as_json_has_the_digest_of_its_file() {
    for book in BOOKS {
        let text = house(book).text();
        let json = serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap();
        let inline = rules::settle::input::HouseRef::inline_toml(json.as_object().unwrap()).unwrap();
        assert_eq!(digest(&inline), digest(&text), "{book}");
    }
}
