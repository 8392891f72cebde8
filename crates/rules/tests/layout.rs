//! The printed layout: every house that opens has what each book demands of it, and a house that would leave it out
//! does not open.

mod common;

use common::draft::{Draft, house};
use common::{BOOKS, read};
use rules::felt::{Area, Felt};
use rules::rulebook::vocabulary::{AreaKind, OddsShown, OperatorSign};
use rules::{Books, Citation, House, Wager};

/// The two Maryland books say the same about the layout.
const MARYLAND: [&str; 2] = ["md14", "md2014"];

fn felt(draft: &Draft) -> Felt {
    Felt::of(&draft.opens())
}

fn cites(law: &Citation, clause: &str) -> bool {
    law.clauses.iter().any(|id| id.as_str() == clause)
}

fn area(felt: &Felt, wager: Wager) -> Option<&Area> {
    felt.areas.iter().find(|area| area.wager == wager)
}

/// The wagers with an area, in the order of the felt.
fn placed(felt: &Felt) -> Vec<Wager> {
    felt.areas.iter().map(|area| area.wager).collect()
}

fn shown(felt: &Felt, wager: Wager) -> (OddsShown, String) {
    let found = felt.odds.iter().find(|shown| shown.wager == wager).expect("its odds are shown somewhere");
    (found.at, found.law.to_string())
}

/// A house without its side wagers.
fn base_only(book: &str) -> Draft {
    let sections = ["six_card_bonus", "progressive", "five_card_progressive", "cover_all"];
    let mut draft = house(book).without("limits", "six_card_bonus").without("limits", "cover_all");
    for section in sections {
        for under in [format!("{section}.link"), format!("{section}.envy"), section.to_owned()] {
            if draft.sections().contains(&under) {
                draft = draft.without_section(&under);
            }
        }
    }
    draft
}

/// md14:02.B(1), md2014:02.B(1): the layout shows the operator's name or logo.
#[test]
fn the_operator_is_on_the_layout_by_name_or_logo() {
    for book in MARYLAND {
        let clause = format!("{book}:02.B(1)");
        let named = felt(&house(book));
        assert_eq!((named.sign, named.operator.text.is_empty()), (OperatorSign::Name, false));
        assert!(cites(&named.operator.law, &clause), "{book}: {}", named.operator.law);
        let logo = house(book).set("layout", "operator", "\"logo\"");
        logo.refused("layout.operator", &clause, "write `emblem` or `monogram` in [look]");
        let signed = felt(&logo.set("look", "monogram", "\"CH\""));
        assert_eq!((signed.sign, signed.operator.text), (OperatorSign::Logo, named.operator.text));
        house(book).set("layout", "operator", "\"none\"").refused("layout.operator", "", "");
    }
}

/// md14:02.B(2), md2014:02.B(2): Ante, Play and Pair Plus are three areas of every player, whatever else is offered.
#[test]
fn ante_play_and_pair_plus_have_an_area_each() {
    let three = [Wager::Ante, Wager::Play, Wager::PairPlus];
    for book in MARYLAND {
        let clause = format!("{book}:02.B(2)");
        for felt in [felt(&house(book)), felt(&base_only(book))] {
            assert!(felt.positions >= 1);
            for wager in three {
                let area = area(&felt, wager).expect("an area");
                assert_eq!((area.kind, cites(&area.law, &clause)), (AreaKind::Betting, true), "{book}: {wager}");
            }
        }
        assert_eq!(placed(&felt(&base_only(book))), three, "{book}");
    }
}

/// md14:02.B(3), md2014:02.B(3): a separate area for the progressive, if it is offered. READING 41: two if both are.
#[test]
fn an_offered_progressive_has_an_area_of_its_own() {
    for book in MARYLAND {
        let clause = format!("{book}:02.B(3)");
        let whole = felt(&house(book));
        let offered = [Wager::Progressive, Wager::FiveCardProgressive];
        let house = house(book).opens();
        for wager in offered.into_iter().filter(|wager| house.offers(*wager)) {
            let areas: Vec<&Area> = whole.areas.iter().filter(|area| area.wager == wager).collect();
            assert!(areas.len() == 1 && areas[0].kind == AreaKind::Sensor, "{book}: {areas:?}");
            assert!(cites(&areas[0].law, &clause), "{book}: {}", areas[0].law);
        }
        assert_eq!(house.offers(Wager::FiveCardProgressive), book == "md14", "READING 41 has two at md14's house");
        assert!(offered.iter().all(|wager| area(&felt(&base_only(book)), *wager).is_none()), "{book}");
    }
}

/// md14:02.B(4), md2014:02.B(4): a separate area for the Six Card Bonus, if it is offered.
#[test]
fn an_offered_six_card_bonus_has_an_area_of_its_own() {
    for book in MARYLAND {
        let whole = felt(&house(book));
        let area_of = area(&whole, Wager::SixCardBonus).expect("an area");
        assert!(area_of.kind == AreaKind::Betting && cites(&area_of.law, &format!("{book}:02.B(4)")), "{book}");
        assert_eq!(area(&felt(&base_only(book)), Wager::SixCardBonus), None, "{book}");
    }
}

fn offered(house: &House) -> Vec<Wager> {
    rules::rulebook::PAID.into_iter().filter(|wager| house.offers(*wager)).collect()
}

/// md14:02.B(5)#1, md2014:02.B(5)#1: the odds of every wager offered are inscribed, or on a sign.
#[test]
fn the_odds_of_every_wager_are_inscribed_or_on_a_sign() {
    for book in MARYLAND {
        let clause = format!("{book}:02.B(5)#1");
        let opened = house(book).opens();
        let felt_of = Felt::of(&opened);
        assert_eq!(felt_of.odds.iter().map(|shown| shown.wager).collect::<Vec<_>>(), offered(&opened), "{book}");
        for shown in &felt_of.odds {
            assert!(matches!(shown.at, OddsShown::Layout | OddsShown::Sign), "{book}: {}", shown.wager);
            assert!(cites(&shown.law, &clause), "{book}: {}", shown.law);
            let key = shown.wager.word();
            let lawful = "lawful: \"layout\", \"sign\"";
            house(book).set("layout.odds", key, "\"video\"").refused(&format!("layout.odds.{key}"), &clause, lawful);
        }
        let mut inscribed = house(book);
        for wager in offered(&opened) {
            inscribed = inscribed.set("layout.odds", wager.word(), "\"layout\"");
        }
        let inscribed = felt(&inscribed);
        assert_eq!(inscribed.inscribed().collect::<Vec<_>>(), offered(&opened), "{book}");
        assert_eq!(inscribed.on_sign().count(), 0, "{book}: nothing is left for a sign");
    }
}

/// md14:02.B(5)#2, md2014:02.B(5)#2: the phrase, in these words, and no house leaves it out.
#[test]
fn the_dealers_phrase_is_on_the_layout_in_the_books_words() {
    for book in MARYLAND {
        let phrase = felt(&house(book)).phrase.expect("the phrase");
        assert_eq!(phrase.text, "Dealer Plays with Queen High or Better", "{book}");
        assert!(cites(&phrase.law, &format!("{book}:02.B(5)#2")), "{book}: {}", phrase.law);
        house(book).set("layout", "phrase", "\"Good Luck\"").refused("layout.phrase", "", "known here");
    }
}

/// md14:02.B(5)#3, md2014:02.B(5)#3: once any odds are not on the layout, a sign shows those of every wager.
#[test]
fn a_sign_in_place_of_inscriptions_shows_every_wager() {
    for book in MARYLAND {
        let clause = format!("{book}:02.B(5)#3");
        let opened = base_only(book).opens();
        let all_inscribed = Felt::of(&opened);
        assert_eq!(all_inscribed.on_sign().count(), 0, "{book}");
        let one_missing = felt(&base_only(book).set("layout.odds", "pair_plus", "\"sign\""));
        assert_eq!(one_missing.on_sign().collect::<Vec<_>>(), offered(&opened), "{book}");
        assert!(one_missing.whole_sign.as_ref().is_some_and(|law| cites(law, &clause)), "{book}");
    }
}

/// sd:(2)#8: the six card bonus has an area marked "six card bonus", in these words.
#[test]
fn the_area_of_the_six_card_bonus_is_marked() {
    let felt_of = felt(&house("sd"));
    let marked = area(&felt_of, Wager::SixCardBonus).expect("an area");
    assert_eq!(marked.marked.as_deref(), Some("six card bonus"));
    assert!(cites(&marked.law, "sd:(2)#8"));
    assert!(felt_of.areas.iter().all(|area| area.wager == Wager::SixCardBonus || area.marked.is_none()));
}

/// sd:(14)#3: the pair plus schedule is part of the layout. sd:(15)#3: the chosen six card schedule is displayed on the table.
/// sd:(16)#4: the progressive schedule is on a placard or a video display.
#[test]
fn the_schedules_are_where_south_dakota_wants_them() {
    let sd = felt(&house("sd"));
    assert_eq!(shown(&sd, Wager::PairPlus), (OddsShown::Layout, "sd:(14)#3".to_owned()));
    assert!(sd.inscribed().any(|wager| wager == Wager::PairPlus));
    for place in ["\"sign\"", "\"video\""] {
        house("sd").set("layout.odds", "pair_plus", place).refused(
            "layout.odds.pair_plus",
            "sd:(14)#3",
            "lawful: \"layout\"",
        );
    }
    assert_eq!(shown(&sd, Wager::SixCardBonus), (OddsShown::Sign, "sd:(15)#3".to_owned()));
    let inscribed = felt(&house("sd").set("layout.odds", "six_card_bonus", "\"layout\""));
    assert!(inscribed.inscribed().any(|wager| wager == Wager::SixCardBonus));
    assert_eq!(shown(&sd, Wager::Progressive), (OddsShown::Sign, "sd:(16)#4".to_owned()));
    let video = felt(&house("sd").set("layout.odds", "progressive", "\"video\""));
    assert_eq!(shown(&video, Wager::Progressive).0, OddsShown::Video);
    house("sd").set("layout.odds", "progressive", "\"layout\"").refused(
        "layout.odds.progressive",
        "sd:(16)#4",
        "lawful: \"sign\", \"video\"",
    );
    // Under this book, a sign shows only what is assigned to it.
    assert!(sd.whole_sign.is_none() && sd.on_sign().all(|wager| wager != Wager::PairPlus));
}

#[test]
fn every_felt_has_one_area_for_each_wager_on_offer_and_the_phrase() {
    for book in BOOKS {
        let opened = house(book).opens();
        let felt = Felt::of(&opened);
        let wanted: Vec<Wager> = rules::rulebook::PLACED.into_iter().filter(|wager| opened.offers(*wager)).collect();
        assert_eq!(placed(&felt), wanted, "{book}");
        assert!(felt.areas.iter().all(|area| !area.law.is_empty()), "{book}");
        let phrase = felt.phrase.expect("a phrase");
        assert_eq!(phrase.text, "Dealer Plays with Queen High or Better", "{book}");
        assert!(!phrase.law.is_empty(), "{book}");
        assert_eq!(felt.positions, opened.table.positions, "{book}");
    }
}

#[test]
fn where_a_book_is_silent_the_house_is_free() {
    let tribal = felt(&house("tribal"));
    assert_eq!((tribal.sign, tribal.operator.law.is_empty()), (OperatorSign::Name, true));
    assert_eq!(shown(&tribal, Wager::AnteBonus), (OddsShown::Layout, String::new()));
    let changed = felt(&house("tribal").set("layout.odds", "ante_bonus", "\"video\""));
    assert_eq!(shown(&changed, Wager::AnteBonus).0, OddsShown::Video);
    house("tribal").set("layout.odds", "ante_bonus", "\"moon\"").refused("layout.odds.ante_bonus", "", "");
    let logo = house("tribal").set("layout", "operator", "\"logo\"").set("look", "emblem", "\"leaf\"");
    assert_eq!(felt(&logo).sign, OperatorSign::Logo);
    let absent = house("tribal").set("layout.odds", "cover_all", "\"sign\"");
    let fault = absent.refused("layout.odds.cover_all", "", "remove it");
    assert!(fault.message.contains("does not offer Cover All"), "{}", fault.message);
}

/// A made-up book with its own demands.
#[test]
fn a_sixth_book_has_a_layout_of_its_own() {
    let mut books = Books::shipped();
    books.add(&read("golden/books/freedonia.toml")).unwrap();
    let text = read("golden/books/freedonia-house.toml");
    let open = |text: &str| rules::house::check(text, &books);
    let felt = Felt::of(&open(&text).house.expect("it opens"));
    assert_eq!(felt.phrase.as_ref().map(|phrase| phrase.text.as_str()), Some("The Dealer Needs Queen Six Four"));
    assert_eq!(area(&felt, Wager::Ante).and_then(|area| area.marked.as_deref()), Some("STAKE"));
    assert_eq!(shown(&felt, Wager::Ante), (OddsShown::Video, "freedonia:1.9".to_owned()));
    assert_eq!(shown(&felt, Wager::SixCardBonus).0, OddsShown::Layout);
    let silent = text.replace("[layout.odds]\nsix_card_bonus = \"layout\"\n", "");
    let report = open(&silent);
    let fault = report.errors().next().expect("the house must choose");
    assert_eq!((fault.key.as_str(), fault.cite.to_string()), ("layout.odds.six_card_bonus", "freedonia:1.9".into()));
    assert!(fault.help.contains("write one of \"layout\", \"sign\""), "{}", fault.help);
}
