//! What a book says is asked: a key that would be read and then ignored is a fault of the book, and a house that is
//! silent where it must choose is refused.

use rules::{Books, House, Rulebook};

use super::{draft, read};
use crate::common::draft::Draft;
use crate::common::place;

fn book(changes: &[(&str, &str)]) -> String {
    let mut text = read("golden/books/freedonia.toml");
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "the book has {from:?} once");
        text = text.replacen(from, to, 1);
    }
    text
}

/// What a house comes to under a changed book: the house, and what is wrong with it.
fn under(changes: &[(&str, &str)], house: &Draft) -> (Option<House>, Vec<String>) {
    let mut books = Books::shipped();
    books.add(&book(changes)).unwrap_or_else(|fault| panic!("{fault}"));
    let report = rules::house::check(&house.text(), &books);
    let said = report.errors().map(ToString::to_string).collect();
    (report.house, said)
}

/// Checks that a house has one fault, at this key and with these words and law.
fn silent(changes: &[(&str, &str)], house: &Draft, key: &str, words: &str, law: &str) {
    let (_, said) = under(changes, house);
    assert_eq!(said.len(), 1, "{key}: {said:?}");
    for part in [key, words, law] {
        assert!(said[0].contains(part), "{said:?} should say {part}");
    }
}

/// Checks that a changed book has one fault, which says this and starts at this text.
fn wrong(from: &str, to: &str, at: &str, says: &str) {
    let text = book(&[(from, to)]);
    let faults = Rulebook::parse(&text).expect_err(to);
    assert_eq!(faults.iter().len(), 1, "{faults}");
    let fault = faults.iter().next().unwrap();
    assert!(fault.message.contains(says), "{fault} should say {says}");
    assert_eq!(text.matches(at).count(), 1, "{at}");
    assert_eq!((fault.line, fault.column), place(&text, text.find(at).unwrap()), "{fault} should point at {at}");
}

const CHOOSE: &str = "missing: the rulebook leaves the figure to the house";
const STATE: &str = "missing: the rules submission must state it";

/// A progressive whose stake nobody names is no progressive, and not one that quietly disappears.
#[test]
fn a_stake_that_nobody_names_is_asked_for() {
    let stake = "stake = { one_of = [\"$2\", \"$4\"], default = \"$2\"";
    let other = "other_stakes = { is = false, clauses = [\"freedonia:11.3\"] }";
    let open = [
        (stake, "stake = { one_of = [\"$2\", \"$4\"]"),
        (other, "other_stakes = { is = true, clauses = [\"freedonia:11.3\"] }"),
    ];
    let house = draft().without("progressive", "stake");
    silent(
        &open,
        &house,
        "progressive.stake",
        "missing: the rulebook leaves the choice to the house",
        "freedonia:11.3",
    );
    // A default holds for a silent house, and any other stake may be named.
    assert!(under(&open[1..], &house).0.unwrap().progressive.is_some());
    let named = draft().set("progressive", "stake", "\"$2\"");
    assert!(under(&open, &named).0.unwrap().progressive.is_some());
}

#[test]
fn a_silent_house_cuts_as_the_book_has_it() {
    let depth = "depth = { at_least = 5, at_most = 47, default = 47";
    let deepest = |to: &str| under(&[(depth, to)], &draft()).0.unwrap().cards.cut_deepest;
    assert_eq!(deepest("depth = { at_least = 5, at_most = 47, default = 30"), 30);
    assert_eq!(deepest("depth = { at_least = 5, at_most = 47"), 47);
    assert_eq!(deepest("depth = { at_least = 5"), 51);
    silent(&[(depth, "depth = { at_least = 5, stated = true")], &draft(), "cut.deepest", STATE, "freedonia:2.8");
    wrong(depth, "depth = { at_least = 5, at_most = 52", "depth = {", "a cut of at most 51");
}

#[test]
fn a_figure_without_a_default_is_the_house_s() {
    let rate = ("rate = { at_least = \"20%\", default = \"25%\"", "rate = { at_least = \"20%\"");
    let house = draft().without("progressive", "rate").set("progressive", "reserve", "\"0%\"");
    silent(&[rate], &house, "progressive.rate", "missing: a meter needs a rate of progression", "freedonia:11.5");
    assert!(under(&[], &house).0.is_some());
    let count = |rule: &'static str| [("[stub]\n", rule)];
    let every = "[stub]\ncount_every = { at_least = 1, at_most = 5, clauses = [\"freedonia:3.7\"] }\n";
    silent(&count(every), &draft(), "stub.count_every", CHOOSE, "freedonia:3.7");
    let every = "[stub]\ncount_every = { at_least = 1, stated = true, clauses = [\"freedonia:3.7\"] }\n";
    silent(&count(every), &draft(), "stub.count_every", STATE, "freedonia:3.7");
    let idle = [("[idle]\n", "[idle]\nafter_seconds = { at_least = 9, clauses = [\"freedonia:3.7\"] }\n")];
    silent(&idle, &draft(), "idle.after_seconds", CHOOSE, "freedonia:3.7");
    let life = "life_hours_hand = { at_least = 1, at_most = 2, default = 2";
    let without = [(life, "life_hours_hand = { at_least = 1, at_most = 2")];
    silent(&without, &draft(), "deck.life_hours", CHOOSE, "freedonia:2.3");
    let stated = [(life, "life_hours_hand = { at_least = 1, stated = true")];
    silent(&stated, &draft(), "deck.life_hours", STATE, "freedonia:2.3");
    // Without a longest life there is none.
    assert_eq!(under(&[(life, "life_hours_hand = { at_least = 1")], &draft()).0.unwrap().cards.life_hours, None);
}

#[test]
fn what_must_be_offered_cannot_be_declined() {
    for (section, law) in [("tips", "freedonia:13.1"), ("match_play", "freedonia:14.1")] {
        let may = format!("offered = {{ one_of = [false, true], default = false, clauses = [\"{law}\"] }}");
        let must = format!("offered = {{ is = true, clauses = [\"{law}\"] }}");
        let house = draft().set(section, "offered", "false").without("limits", section);
        silent(&[(&may, &must)], &house, &format!("{section}.offered"), "false is not lawful here", law);
        assert_eq!(under(&[], &house).1, [""; 0]);
    }
}

#[test]
fn an_offer_is_stated_by_its_section() {
    let bad_beat = "offered = { one_of = [false, true], default = false, clauses = [\"freedonia:22.1\"] }";
    let stated = bad_beat.replace("default = false", "stated = true");
    wrong(bad_beat, &stated, &stated, "expected `default = false` in place of `stated`");
    // Envy has a key by which a house says it.
    let envy = "offered = { one_of = [false, true], default = true, clauses = [\"freedonia:12.16\"] }";
    let stated = envy.replace("default = true", "stated = true");
    silent(&[(envy, &stated)], &draft(), "five_card_progressive.envy.offered", STATE, "freedonia:12.16");
}

#[test]
fn a_key_that_a_table_has_no_use_for_is_refused() {
    let pair_plus = "note = \"The Chamber prints it on every layout.\"\n";
    for (key, says) in [
        ("needs_pair_plus = \"royal\"", "belongs to tables of the ante bonus"),
        ("seeds_for_stake = \"$1\"", "belongs to tables of a progressive"),
        ("meant_for_stake = \"$1\"", "belongs to tables of a progressive"),
        ("rate = { at_least = \"9%\", clauses = [\"freedonia:17.4\"] }", "belongs to tables of a progressive"),
        ("needs_precondition = true # here", "belongs to tables of ante, play and ante bonus"),
    ] {
        wrong(pair_plus, &format!("{pair_plus}{key}\n"), key, says);
    }
    // A pair plus table that is not there, and seeds for meters from which nothing is paid.
    let bonus = "printed = \"Bonus on Colours\"\n";
    let needs = "needs_pair_plus = \"regal\"";
    wrong(bonus, &format!("{bonus}{needs}\n"), needs, "the book offers no pair plus table \"regal\"");
    let minor = "{ meter = \"minor\", amount";
    wrong(
        minor,
        "{ meter = \"mega\", amount",
        "{ meter = \"mega\"",
        "a seed for the mega meter, from which no line pays",
    );
    wrong(
        minor,
        "{ meter = \"major\", amount",
        "{ meter = \"major\", amount = { exactly",
        "two seeds for the major meter",
    );
    let names = "[five_card_progressive.names]\n";
    let mega = "mega = { is = \"Giant\", clauses = [\"freedonia:25.1\"] }";
    wrong(names, &format!("{names}{mega}\n"), mega, "no table of the Five-Card Progressive pays from a mega meter");
}

/// Whoever confirms a doubtful reading opens its table, whatever wager it pays.
#[test]
fn every_table_can_be_confirmed() {
    let confirmed = |draft: &Draft| {
        format!("confirmation = [{{ reading = 1, by = \"Ann\", on = \"2026-01-01\" }}]\n{}", draft.text())
    };
    for (printed, key) in [
        ("printed = \"Consolation\"\n", "bad_beat.paytable"),
        ("printed = \"Every Hand\"\n", "hand_bonus.paytable"),
        ("printed = \"Small Six\"\n", "six_card_bonus.paytable"),
        ("printed = \"Prime\"\n", "prime.paytable"),
    ] {
        let mut books = Books::shipped();
        books.add(&book(&[(printed, &format!("{printed}confirm = 1\n"))])).unwrap_or_else(|fault| panic!("{fault}"));
        let section = key.split('.').next().unwrap();
        let named = match section {
            "bad_beat" => draft().set("bad_beat", "paytable", "\"consolation\""),
            "six_card_bonus" => draft().set("six_card_bonus", "paytable", "\"small\""),
            _ => draft(),
        };
        let said: Vec<String> = rules::house::check(&named.text(), &books).errors().map(ToString::to_string).collect();
        assert!(said.len() == 1 && said[0].contains(key) && said[0].contains("must confirm"), "{key}: {said:?}");
        let report = rules::house::check(&confirmed(&named), &books);
        assert!(report.house.is_some(), "{key}: {:?}", report.errors().map(ToString::to_string).collect::<Vec<_>>());
    }
}

/// Figures and rules that contradict each other, so that no table could be opened with what they ask for.
#[test]
fn what_no_table_could_keep_is_a_fault_of_the_book() {
    let backup = "backup = { at_least = \"0%\", at_most = \"20%\", default = \"0%\", clauses = [\"freedonia:11.7\"] }";
    let aside = "backup = { at_least = \"81%\", clauses = [\"freedonia:11.7\"] }";
    wrong(backup, aside, "backup = {", "make 100% together");
    let hours = "life_hours_shoe = { at_least = 1, at_most = 12, default = 12";
    wrong(hours, "life_hours_shoe = { at_least = 0, at_most = 0, default = 0", "life_hours_shoe", "lives for no hour");
    let offered = "offered = { one_of = [\"nobody\", \"from_left\", \"from_right\"], default = \"nobody\"";
    wrong(offered, "offered = { is = \"nobody\"", "declined = {", "nobody is offered the cut");
    let both = "precondition = { one_of = [\"none\", \"both_up_to_five_times\", \"either_or\"], default = \"none\", clauses = \
                [\"freedonia:5.4\", \"freedonia:21.3\"] }\nequal_stakes = { one_of = [false, true], default = false";
    let neither = "precondition = { is = \"either_or\", clauses = [\"freedonia:21.3\"] }\nequal_stakes = { is = true";
    wrong(both, neither, "equal_stakes = {", "nobody has an ante and a pair plus");
}
