//! What a book leaves open about the showdown and the order of settlement, and the books that contradict themselves there.

use rules::Rulebook;
use rules::settle::settle_void;
use serde_json::json;

use super::{books, draft, open, read, seat, settled};

/// The faults of the sixth book with one change.
fn faults(old: &str, new: &str) -> Vec<String> {
    let text = read("golden/books/freedonia.toml");
    assert_eq!(text.matches(old).count(), 1, "{old}");
    let fault = Rulebook::parse(&text.replace(old, new)).expect_err(new);
    fault.iter().map(ToString::to_string).collect()
}

const LOWEST: &str = "dealer_qualifies = { one_of = [\"Q-6-4\", \"none\", \"pair of 8s\"], default = \"Q-6-4\",";

#[test]
fn what_happens_without_a_playing_dealer_is_said_where_it_can_happen() {
    let always = faults(LOWEST, "dealer_qualifies = { is = \"none\",");
    assert_eq!(always.len(), 2, "{always:?}");
    for (said, key) in always.iter().zip(["unqualified_ante", "unqualified_play"]) {
        assert!(said.contains(&format!("the dealer always plays: expected no `{key}`")), "{said}");
    }
    let play = "unqualified_play = { is = \"won\", clauses = [\"freedonia:7.3\"] }\n";
    let silent = faults(play, "");
    assert!(silent.len() == 1 && silent[0].contains("expected `unqualified_play`, such as"), "{silent:?}");
    let phrase = faults("default = \"Q-6-4\", clauses = [\"freedonia:7.1\"", "clauses = [\"freedonia:7.1\"");
    assert!(phrase.len() == 1 && phrase[0].contains("expected no `phrase`"), "{phrase:?}");
}

#[test]
fn a_book_whose_dealer_always_plays_has_no_other_case() {
    let text = read("golden/books/freedonia.toml").replace(LOWEST, "dealer_qualifies = { is = \"none\",");
    let said = |line: &&str| !line.starts_with("unqualified_");
    let text = text.lines().filter(said).collect::<Vec<_>>().join("\n");
    let mut books = rules::Books::default();
    books.add(&text).unwrap_or_else(|fault| panic!("{fault}"));
    let house = rules::house::check(&draft().text(), &books).house.expect("a house");
    assert!(house.dealer_plays().is_none());
    let named = rules::house::check(&draft().set("showdown", "unqualified_ante", "\"won\"").text(), &books);
    let said: Vec<String> = named.errors().map(ToString::to_string).collect();
    assert!(said.len() == 1 && said[0].contains("showdown.unqualified_ante: the dealer always plays here"), "{said:?}");
    // Five high is a hand to play with.
    let round = json!({ "dealer": ["5c", "3d", "2h"], "positions": [
        seat(1, &["7c", "4d", "2s"], "play", json!({ "ante": 500 })) ] });
    let outcomes: Vec<String> = settled(&house, &round).movements.iter().map(|m| m.clauses.join(" ")).collect();
    assert!(outcomes.iter().all(|clauses| clauses.starts_with("freedonia:7.4")), "{outcomes:?}");
}

#[test]
fn the_felt_names_the_hand_that_the_house_chose() {
    let phrase = |lowest: &str| {
        let house = open(&draft().set("showdown", "dealer_qualifies", lowest));
        rules::felt::Felt::of(&house).phrase.map(|phrase| phrase.text).unwrap_or_default()
    };
    assert_eq!(phrase("\"Q-6-4\""), "The Dealer Needs Queen Six Four");
    assert_eq!(phrase("\"none\""), "Dealer Always Plays");
    assert_eq!(phrase("\"pair of 8s\""), "Dealer Plays with Pair Of 8s or Better");
}

#[test]
fn a_house_that_always_plays_does_not_say_what_else_would_happen() {
    let house = draft().set("showdown", "dealer_qualifies", "\"none\"").set("showdown", "unqualified_ante", "\"won\"");
    let report = rules::house::check(&house.text(), &books());
    let said: Vec<String> = report.errors().map(ToString::to_string).collect();
    assert!(said.iter().any(|line| line.contains("this would decide nothing; remove it [freedonia:7.1")), "{said:?}");
}

#[test]
fn where_hands_are_finished_one_by_one_no_pass_goes_its_own_way() {
    let said =
        faults("id = \"there and back\"\n", "id = \"there and back\"\nfinishes = { clauses = [\"freedonia:18.2\"] }\n");
    assert!(said.len() == 1 && said[0].contains("expected no `direction`, or no `finishes`"), "{said:?}");
}

#[test]
fn a_void_round_goes_back_as_the_house_settles() {
    let house = open(&draft().set("settlement", "across", "\"right_to_left\""));
    let seats = vec![
        (1, rules::settle::PersonId(1), rules::settle::Stakes { ante: rules::Cents(500), ..Default::default() }, false),
        (3, rules::settle::PersonId(3), rules::settle::Stakes { ante: rules::Cents(500), ..Default::default() }, false),
    ];
    let cause = rules::rulebook::vocabulary::Irregularity::PlayerCardExposed;
    let round = rules::settle::VoidRound { cause, seats, meters: rules::settle::Meters::default() };
    let mut out = Vec::new();
    settle_void(&house, &round, &mut out);
    assert_eq!(out.iter().map(|movement| movement.position).collect::<Vec<_>>(), [3, 1]);
}
