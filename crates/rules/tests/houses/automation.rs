//! Who performs each part, where the cards come from, and how long the table waits for people.

use rules::house::{Automation, CardSource, Company, Pace, Performer, Slow};

use crate::common::BOOKS;
use crate::common::draft::house;

const ROBOTS: Automation = Automation {
    dealer: Performer::Robot,
    floorperson: Performer::Robot,
    supervisor: Performer::Robot,
    device: Performer::Robot,
    pace: Pace::Full,
    company: Company::Always,
};

#[test]
fn a_silent_house_is_run_by_robots_at_full_pace() {
    for book in BOOKS {
        let open = house(book).opens();
        assert_eq!(open.automation, ROBOTS, "{book}");
        assert_eq!(open.cards.source, CardSource::Shuffled, "{book}");
        let people = open.people.clone();
        assert_eq!((people.grace_seconds, people.decision_seconds, people.betting_seconds), (30, 30, 20), "{book}");
        assert_eq!(people.slow_decision, Slow::Fold, "{book}");
    }
}

#[test]
fn each_part_can_be_a_persons() {
    let person = |part: &str| house("ma").set("automation", part, "\"person\"").opens().automation;
    assert_eq!(person("dealer"), Automation { dealer: Performer::Person, ..ROBOTS });
    assert_eq!(person("floorperson"), Automation { floorperson: Performer::Person, ..ROBOTS });
    assert_eq!(person("supervisor"), Automation { supervisor: Performer::Person, ..ROBOTS });
    assert_eq!(person("device"), Automation { device: Performer::Person, ..ROBOTS });
    assert_eq!(house("sd").set("automation", "dealer", "\"robot\"").opens().automation, ROBOTS);
    let slow = house("sd").set("automation", "pace", "\"human\"").opens().automation;
    assert_eq!(slow, Automation { pace: Pace::Human, ..ROBOTS });
    let polite = house("sd").set("automation", "company", "\"with_people\"").opens().automation;
    assert_eq!(polite, Automation { company: Company::WithPeople, ..ROBOTS });
}

#[test]
fn a_part_is_a_word_that_exists() {
    for (key, value, says) in [
        ("dealer", "\"android\"", "\"android\" is not who performs a part: expected one of robot, person"),
        ("pace", "\"fast\"", "\"fast\" is not a pace: expected one of full, human"),
        ("company", "\"never\"", "\"never\" is not when robot players wager: expected one of always, with_people"),
        ("device", "true", "expected a word in quotation marks, found boolean"),
    ] {
        let fault = house("md14").set("automation", key, value).refused(&format!("automation.{key}"), "", "");
        assert_eq!(fault.message, says);
    }
    let help = "did you mean `dealer`?";
    house("md14").set("automation", "deeler", "\"robot\"").refused("automation.deeler", "", help);
    let help = "known here: dealer, floorperson, supervisor, device, pace, company";
    house("md14").set("automation", "surveillance", "\"robot\"").refused("automation.surveillance", "", help);
}

#[test]
fn physical_cards_need_a_person_to_deal_them() {
    let dealt = house("md14").set("automation", "dealer", "\"person\"").set("cards", "source", "\"observed\"");
    assert_eq!(dealt.opens().cards.source, CardSource::Observed);
    let help = "set automation.dealer to \"person\", or cards.source to \"shuffled\"";
    house("md14").set("cards", "source", "\"observed\"").refused("cards.source", "", help);
    assert_eq!(house("md14").set("cards", "source", "\"shuffled\"").opens().cards.source, CardSource::Shuffled);
    let fault = house("md14").set("cards", "source", "\"drawn\"").refused("cards.source", "", "");
    assert_eq!(fault.message, "\"drawn\" is not where the cards come from: expected one of shuffled, observed");
    house("md14").set("cards", "decks", "1").refused("cards.decks", "", "known here: source");
}

#[test]
fn people_are_waited_for_within_bounds() {
    for book in BOOKS {
        for (key, least, law) in
            [("grace_seconds", 0, "READING 48"), ("decision_seconds", 1, ""), ("betting_seconds", 1, "")]
        {
            let with = |seconds: i64| house(book).set("people", key, &seconds.to_string());
            for seconds in [least, 45, 3600] {
                let people = with(seconds).opens().people.clone();
                let read = [people.grace_seconds, people.decision_seconds, people.betting_seconds];
                assert!(read.contains(&u32::try_from(seconds).unwrap()), "{book}: {key} = {seconds}: {people:?}");
            }
            let help = format!("lawful: from {least} to 3600");
            with(3601).refused(&format!("people.{key}"), law, &help);
            if least > 0 {
                with(least - 1).refused(&format!("people.{key}"), law, &help);
            }
            let fault = with(-1).refused(&format!("people.{key}"), "", "");
            assert!(fault.message.contains("expected a whole number"), "{fault}");
        }
    }
}

#[test]
fn a_house_says_what_becomes_of_a_slow_decision() {
    for book in BOOKS {
        let with = |word: &str| house(book).set("people", "slow_decision", word);
        assert_eq!(with("\"wait\"").opens().people.slow_decision, Slow::Wait, "{book}");
        assert_eq!(with("\"fold\"").opens().people.slow_decision, Slow::Fold, "{book}");
        let fault = with("\"play\"").refused("people.slow_decision", "", "");
        assert_eq!(fault.message, "\"play\" is not what happens to a slow decision: expected one of fold, wait");
    }
}
