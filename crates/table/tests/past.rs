//! Rounds told from their records: nothing is lost, nothing is told too early, and the chips add up from step to step.

use std::collections::BTreeMap;

use crate::common::{CODES, Pit, house};
use rules::Cents;
use table::past::{Broken, Chronicle, EventRecord, Filter, Story, print, records, report, sentence, when};
use table::{Act, Command, Face, Holder, Moment, Role, State, What, decide};

/// The records of everything done at a pit.
fn recorded(pit: &Pit) -> Vec<EventRecord> {
    let mut state = start(pit);
    let mut all = Vec::new();
    for command in &pit.commands {
        let events = decide(&state, command).expect("accepted before");
        all.extend(records(&state, command, &events));
        state.apply_all(&events);
    }
    all
}

fn start(pit: &Pit) -> State {
    State::new(pit.state.house.clone(), &pit.state.game)
}

fn chronicle(pit: &Pit) -> Chronicle {
    Chronicle::of(start(pit), recorded(pit)).expect("one life of a table")
}

/// Checks that each account starts a step with what it had after the last step that changed it.
fn follow(story: &Story, accounts: &mut BTreeMap<String, i64>) {
    for step in &story.steps {
        for change in &step.chips {
            let before = accounts.insert(change.account.clone(), change.after).unwrap_or(0);
            // Meters begin at their seeds, before the first event.
            let seeded = before == 0 && change.account.starts_with("meter ");
            assert!(before == change.before || seeded, "round {}, {}: {change:?}", story.round, step.words);
            assert_ne!(change.before, change.after);
        }
    }
}

#[test]
fn every_round_is_given_back_with_its_hands_and_chips() {
    for code in CODES {
        let mut pit = Pit::new(house(code), 77).with_players(5);
        pit.rounds(12);
        let chronicle = chronicle(&pit);
        assert!(*chronicle.now() == pit.state, "{code}");
        let heads = chronicle.rounds();
        assert_eq!(heads.iter().filter(|head| head.over).count(), 12, "{code}");
        let mut accounts = BTreeMap::new();
        for head in &heads {
            let story = chronicle.round(head.round).expect("it is there");
            follow(&story, &mut accounts);
            assert_eq!(story.steps.len() as u64, head.to - head.from + 1);
            assert_eq!(story.hands.iter().filter(|hand| hand.person.is_some()).count(), head.players.len());
            // The cards are those of the deal.
            let mut dealt: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for record in chronicle.records().iter().filter(|record| record.round == head.round) {
                if let What::Dealt { to, card } = &record.event.what {
                    let card = card.expect("a shuffled deck").to_string();
                    dealt.entry(format!("{to:?}")).or_default().push(card);
                }
            }
            for hand in &story.hands {
                let told: Vec<String> = hand.cards.iter().flatten().map(ToString::to_string).collect();
                assert_eq!(dealt.remove(&format!("{:?}", hand.holder)), Some(told), "{code} round {}", head.round);
            }
            assert!(dealt.is_empty());
        }
        let holds = |name: &str| accounts.get(name).copied().unwrap_or(0);
        assert_eq!(holds("tray"), pit.state.money.tray.0, "{code}");
        for (person, chips) in &pit.state.money.purses {
            assert_eq!(holds(&format!("chips of {person}")), chips.0, "{code} {person}");
        }
        for bank in pit.state.banks.iter().flatten() {
            assert!(bank.levels().all(|(level, value)| {
                accounts.iter().any(|(name, shown)| name.ends_with(level.word()) && *shown == value.shown().0)
            }));
        }
    }
}

#[test]
fn a_report_holds_the_same_rounds() {
    let mut pit = Pit::new(house("ma"), 3).with_players(3);
    pit.rounds(4);
    let chronicle = chronicle(&pit);
    let whole = report(start(&pit), chronicle.records()).expect("whole");
    assert_eq!(whole.rounds, chronicle.stories(&Filter::default()));
    for story in &whole.rounds {
        assert_eq!(Some(story), chronicle.round(story.round).as_ref());
        assert!(whole.text().contains(&print(story)));
    }
    assert!(serde_json::to_string(&whole).expect("written").contains("\"chips\""));
}

#[test]
fn records_are_written_and_read_line_by_line() {
    for code in CODES {
        let mut pit = Pit::new(house(code), 9).with_players(7);
        pit.rounds(6);
        for record in recorded(&pit) {
            let line = serde_json::to_string(&record).expect("written");
            assert!(!line.contains('\n'));
            let read: EventRecord = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(read, record);
        }
    }
}

#[test]
fn every_sentence_is_one() {
    for code in CODES {
        let mut pit = Pit::new(house(code), 21).with_players(4);
        pit.rounds(30);
        for event in &pit.events {
            let words = sentence(&event.what);
            let first = words.chars().next().expect("some words");
            assert!((first.is_uppercase() || !first.is_alphabetic()) && words.ends_with('.'), "{words}");
            assert!(!words.contains('\n') && !words.contains("  ") && !words.contains(".."), "{words}");
        }
    }
}

/// The words in a story that could be cards.
fn words_of(story: &Story) -> Vec<String> {
    // "pair of 7s" names no card.
    let text = print(story);
    let made = |line: &str| {
        line.split_once(" has ").and_then(|(_, hand)| hand.split_once(": ")).map(|(_, made)| made.to_owned())
    };
    let text: Vec<String> =
        text.lines().map(|line| made(line).map_or(line.to_owned(), |made| line.replace(&made, ""))).collect();
    text.join("\n").split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned).collect()
}

#[test]
fn a_running_round_tells_no_hidden_card() {
    let mut hidden_seen = 0;
    for code in CODES {
        let mut pit = Pit::new(house(code), 5).with_players(4);
        let mut chronicle = Chronicle::new(start(&pit));
        for opening in recorded(&pit) {
            chronicle.add(opening).expect("the opening");
        }
        while pit.state.round.number < 4 {
            let before = pit.state.clone();
            let done = pit.events.len();
            assert!(pit.step());
            let command = pit.commands.last().expect("a step").clone();
            for record in records(&before, &command, &pit.events[done..]) {
                chronicle.add(record).expect("the next");
            }
            let Some(story) = chronicle.round(pit.state.round.number).filter(|story| !story.over) else { continue };
            let told = words_of(&story);
            let state = &pit.state;
            let hands = state.taken().map(|(_, seat)| &seat.hand).chain([&state.round.dealer, &state.round.community]);
            for hand in hands.filter(|hand| !hand.revealed) {
                for (place, card) in hand.known().enumerate() {
                    if !hand.exposed[place] {
                        hidden_seen += 1;
                        assert!(!told.contains(&card.to_string()), "{code}: {card} in\n{}", print(&story));
                        assert!(story.steps.iter().all(|step| !step.cards.iter().any(|face| face.0 == card)));
                    }
                }
            }
        }
    }
    assert!(hidden_seen > 1000);
}

#[test]
fn tables_that_differ_in_hidden_cards_are_told_alike() {
    let mut compared = 0;
    for code in CODES {
        let mut pit = Pit::new(house(code), 6).with_players(3);
        for _ in 0..400 {
            assert!(pit.step());
            let state = &pit.state;
            if state.round.drawn == 0 || !pit.events.len().is_multiple_of(7) {
                continue;
            }
            let hands = state.taken().map(|(_, seat)| &seat.hand).chain([&state.round.dealer, &state.round.community]);
            let shown: Vec<_> = hands.filter(|hand| hand.revealed).flat_map(table::Hand::known).collect();
            let hidden: Vec<_> = cards::Card::ALL.into_iter().filter(|card| !shown.contains(card)).collect();
            let other = |face: Face| match hidden.iter().position(|card| *card == face.0) {
                Some(place) => Face(hidden[(place + 17) % hidden.len()]),
                None => face,
            };
            let mut swapped = recorded(&pit);
            for record in swapped.iter_mut().filter(|record| record.round == state.round.number) {
                match &mut record.event.what {
                    What::Dealt { card, .. } => *card = card.map(other),
                    What::Shuffled { shuffle, .. } => *shuffle = None,
                    _ => {}
                }
            }
            let number = state.round.number;
            let there = Chronicle::of(start(&pit), swapped).expect("a life").round(number);
            assert_eq!(chronicle(&pit).round(number), there, "{code}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn steps_are_chosen_by_person_and_position() {
    let mut pit = Pit::new(house("md14"), 4).with_players(3);
    pit.rounds(2);
    let chronicle = chronicle(&pit);
    let all = chronicle.round(1).expect("round 1");
    let two = chronicle.filtered(1, &Filter { position: Some(2), ..Filter::default() }).expect("round 1");
    assert!(two.steps.len() < all.steps.len());
    assert!(two.steps.iter().all(|step| all.steps.contains(step)));
    assert!(!two.steps.iter().any(|step| step.words.contains("osition 3") || step.words.contains("osition 1 ")));
    assert!(two.steps.iter().any(|step| step.words.ends_with(" to position 2.")));
    let p2 = chronicle.filtered(1, &Filter { person: Some("P2".into()), ..Filter::default() }).expect("round 1");
    assert!(p2.steps.iter().any(|step| step.words.starts_with("P2 buys chips")));
    assert!(!p2.steps.iter().any(|step| step.words.starts_with("P1 buys chips")));
}

#[test]
fn records_that_do_not_follow_are_refused() {
    let mut pit = Pit::new(house("tribal"), 4).with_players(1);
    pit.rounds(1);
    let mut records = recorded(&pit);
    let removed = records.remove(5);
    let broken = Chronicle::of(start(&pit), records.clone()).expect_err("a gap");
    assert_eq!(broken, Broken::Gap { wanted: 6, found: 7 });
    assert!(broken.to_string().contains("record 6 is wanted next and 7 came"));
    records.insert(5, EventRecord { round: 9, ..removed });
    let broken = Chronicle::of(start(&pit), records).expect_err("another round");
    assert_eq!(broken, Broken::Round { version: 6, wanted: 1, found: 9 });
}

#[test]
fn a_void_round_is_told_with_its_cause() {
    let mut pit = Pit::new(house("md2014"), 8).with_players(2);
    while pit.state.round.dealer.count < 3 {
        assert!(pit.step());
    }
    let what = rules::rulebook::vocabulary::Irregularity::DealerCardExposed;
    pit.act(Role::Dealer, "Dee", Act::Report { what, holder: Some(Holder::Dealer), card: None });
    pit.rounds(1);
    let story = chronicle(&pit).round(1).expect("round 1");
    assert_eq!(story.void, Some(what));
    let text = print(&story);
    assert!(text.contains("Irregular: dealer card exposed at the dealer; remedy: void."), "{text}");
    assert!(text.contains("go back to position 1."), "{text}");
}

#[test]
fn moments_are_dates() {
    for (at, text) in [
        (0, "1970-01-01 00:00:00.000"),
        (-1, "1969-12-31 23:59:59.999"),
        (951_782_400_000, "2000-02-29 00:00:00.000"),
        (1_800_000_000_123, "2027-01-15 08:00:00.123"),
        (4_107_542_399_000, "2100-02-28 23:59:59.000"),
        (4_107_542_400_000, "2100-03-01 00:00:00.000"),
    ] {
        assert_eq!(when(Moment(at)), text);
    }
}

#[test]
fn a_round_looks_like_its_golden_file() {
    let mut pit = Pit::new(house("sd"), 2).with_players(2);
    pit.rounds(1);
    let found = print(&chronicle(&pit).round(1).expect("round 1"));
    let path = format!("{}/../../golden/cli/round-told.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &found).expect("written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "golden/cli/round-told.txt differs; UPDATE_GOLDEN=1 rewrites it\n{found}");
}

#[test]
fn amounts_are_those_of_the_command() {
    // One act by hand, so that the chips of a step can be read off.
    let mut pit = Pit::new(house("sd"), 1);
    pit.act(Role::Player, "Ann", Act::Sit { position: 2 });
    pit.act(Role::Player, "Ann", Act::BuyIn { amount: Cents::dollars(100) });
    let story = chronicle(&pit).round(1).expect("round 1");
    let step = story.steps.last().expect("the buy-in");
    assert_eq!((step.words.as_str(), step.person.name(), step.role), ("Ann buys chips for $100.", "Ann", Role::Player));
    let chips: Vec<(&str, i64)> = step.chips.iter().map(|c| (c.account.as_str(), c.after - c.before)).collect();
    assert_eq!(chips, [("outside", -10_000), ("tray", -10_000), ("drop box", 10_000), ("chips of Ann", 10_000)]);
    assert_eq!(step.command, pit.commands.last().map_or(String::new(), |command: &Command| command.id.to_string()));
}
