//! The electronic version (md14:11.F, READING 90): many terminals on three shared hands.

use std::sync::Arc;

use crate::common::{ELECTRONIC, Pit, all_wagers, electronic_houses, house_with};
use cards::{Strength, Three};
use rules::rulebook::vocabulary::Irregularity;
use rules::settle::{Movement, PersonId, Round, Seat, Stakes, settle};
use rules::{Books, Cents, House, Wager};
use table::past::evidence::{self, Evidence};
use table::robot::RobotPlayer;
use table::{Act, Actor, Phase, Role, TERMINALS_MAX, shared_hand_of, terminal_of, view};

/// A robot at a terminal for one of the shared hands.
fn robot(terminal: u8, hand: u8, stakes: Stakes) -> RobotPlayer {
    RobotPlayer {
        person: format!("T{terminal}").as_str().into(),
        position: 3 * (terminal - 1) + hand,
        stakes,
        plays_from: Strength::floor(&[cards::Rank::Queen]).expect("a hand"),
        buy_in: Cents::dollars(1_000),
    }
}

/// Every terminal that a table can have, on every hand, round after round.
#[test]
fn all_terminals_play_on_all_hands() {
    for house in electronic_houses() {
        if house.table.positions_per_player < 3 || house.cards.source == rules::house::CardSource::Observed {
            continue;
        }
        let stakes = all_wagers(&house);
        let mut pit = Pit::new(house, 7);
        for terminal in 1..=TERMINALS_MAX {
            pit.players.extend((1..=3).map(|hand| robot(terminal, hand, stakes)));
        }
        pit.rounds(2);
        assert_eq!(pit.state.taken().count(), 192);
        while !pit.state.round.sheet_whole {
            assert!(pit.step(), "the table stands still in {:?}", pit.state.phase());
        }
        assert_eq!(pit.state.in_round().count(), 192);
        for (position, seat) in pit.state.taken() {
            assert_eq!(seat.person.name(), format!("T{}", terminal_of(position)));
            let hand = &pit.state.round.shared[usize::from(shared_hand_of(position)) - 1];
            assert_eq!(pit.state.hand_at(position, seat), hand);
        }
        let lines = &pit.state.round.sheet;
        assert!(
            (1..=192).all(|position| lines.iter().any(|line| line.due.position == position)),
            "a wager is left out"
        );
    }
}

/// A round of hundreds of lines becomes void after the last was settled: everybody has again what they had.
#[test]
fn a_void_round_of_all_terminals_gives_everything_back() {
    for house in electronic_houses() {
        let void = house.book.irregularities.remedies.contains_key(&Irregularity::WrongNumber);
        let one_hand = house.table.positions_per_player < 3 || house.cards.source == rules::house::CardSource::Observed;
        if one_hand || !void {
            continue;
        }
        let stakes = all_wagers(&house);
        let mut pit = Pit::new(house, 11);
        for terminal in 1..=TERMINALS_MAX {
            pit.players.extend((1..=3).map(|hand| robot(terminal, hand, stakes)));
        }
        pit.rounds(1);
        let chips = |pit: &Pit| {
            let mut all: Vec<(String, i64)> =
                pit.state.money.purses.iter().map(|(person, chips)| (person.name().to_owned(), chips.0)).collect();
            all.sort();
            all
        };
        let before = chips(&pit);
        while !(pit.state.round.sheet_whole && pit.state.round.settled == pit.state.round.sheet.len()) {
            assert!(pit.step(), "the table stands still in {:?}", pit.state.phase());
        }
        assert!(pit.state.round.settled > 256, "more lines than a byte counts");
        let what = Irregularity::WrongNumber;
        pit.act(Role::Dealer, "Dee", Act::Report { what, holder: None, card: None });
        crate::common::check(&pit.state);
        assert_eq!(chips(&pit), before, "somebody has won or lost in a void round");
    }
}

/// A wager on a shared hand gets what it would get at a position of its own.
#[test]
fn a_terminal_is_paid_as_a_position_is() {
    let house = electronic_houses().swap_remove(0);
    let mut stakes = all_wagers(&house);
    // Meters belong to the table, not to the position.
    (stakes.progressive, stakes.five_card_progressive) = (Cents::ZERO, Cents::ZERO);
    let mut pit = Pit::new(house.clone(), 21);
    for terminal in 1..=20 {
        pit.players.extend((1..=3).map(|hand| robot(terminal, hand, stakes)));
    }
    for _ in 0..60 {
        pit.until("the settlement", |state| state.round.sheet_whole);
        let state = &pit.state;
        let mut round = Round::empty(state.round.dealer.three().expect("the dealer's hand"));
        for (position, seat) in state.in_round() {
            let cards: Three = state.hand_at(position, seat).three().expect("a shared hand");
            let person = PersonId::default();
            round.seat(Seat { position: 1, person, cards, decision: seat.decision, stakes: seat.stakes });
            let mut alone: Vec<Movement<'_>> = Vec::new();
            settle(&house, &round, &mut alone);
            let told = |paid: Cents, returned: Cents, wager: Wager| (wager.word(), paid, returned);
            let mut alone: Vec<_> = alone.iter().map(|m| told(m.paid, m.returned, m.wager)).collect();
            let lines = state.round.sheet.iter().map(|line| &line.due).filter(|due| due.position == position);
            let mut here: Vec<_> = lines.map(|due| told(due.paid, due.returned, due.wager)).collect();
            alone.sort_unstable();
            here.sort_unstable();
            assert_eq!(here, alone, "position {position}");
        }
        pit.until("the next round", |state| state.phase() == Phase::Betting);
    }
}

/// An electronic house under a book that shares its meters: this takes only data, no code.
fn sharing() -> Arc<House> {
    let at = |path: &str| {
        let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a file of the project")
    };
    let mut books = Books::shipped();
    let book = at("rulebooks/md14.toml").replace("code = \"md14\"", "code = \"arcade\"").replace("md14:", "arcade:");
    books.add(&book.replace("\"turn_order\"", "\"equal_shares\"")).unwrap_or_else(|fault| panic!("{fault:?}"));
    let mut text = at("houses/md14.toml").replace("rulebook = \"md14\"", "rulebook = \"arcade\"");
    for (from, to) in ELECTRONIC {
        text = text.replace(from, to);
    }
    let report = rules::house::check(&text, &books);
    let faults: Vec<String> = report.errors().map(ToString::to_string).collect();
    Arc::new(report.house.unwrap_or_else(|| panic!("{faults:?}")))
}

/// There is one settlement for all terminals: whoever wins the same meter shares it, wherever they sit.
#[test]
fn terminals_share_a_meter_where_the_book_says_so() {
    let house = sharing();
    let stake = house.progressive_terms(Wager::Progressive).expect("a progressive").stake;
    let stakes = Stakes { ante: Cents(500), progressive: stake, ..Stakes::default() };
    let mut pit = Pit::new(house, 3);
    pit.top = Some("As Ks Qs 2c 4d 9h 3h 8s Jc 2d 7c 5h".into());
    pit.players.extend((1..=4).map(|terminal| robot(terminal, 1, stakes)));
    pit.until("the settlement", |state| state.round.sheet_whole);
    let won: Vec<Cents> =
        pit.state.round.sheet.iter().filter(|line| line.due.award.is_some()).map(|line| line.due.paid).collect();
    // $2,000 and 8 percent of four dollars at the highest meter, in four equal parts.
    assert_eq!(won, [Cents(50_008); 4]);
    pit.rounds(1);
}

/// A view contains nothing about other terminals: not their persons, their wagers or their winnings.
#[test]
fn a_terminal_sees_nothing_of_the_others() {
    for house in electronic_houses() {
        if house.cards.source == rules::house::CardSource::Observed {
            continue;
        }
        let stakes = all_wagers(&house);
        let mut pit = Pit::new(house, 5);
        pit.players.extend((1..=3).map(|terminal| robot(terminal, terminal, stakes)));
        for _ in 0..120 {
            assert!(pit.step());
            let seen = view(&pit.state, &Actor::new(Role::Player, "T1"), pit.at);
            assert!(
                seen.seats.iter().all(|seat| seat.own) && seen.settlement.iter().all(|line| line.due.position == 1)
            );
            let json = serde_json::to_string(&seen).expect("a view is written");
            assert!(!json.contains("T2") && !json.contains("T3"), "{json}");
            let staff = view(&pit.state, &Actor::new(Role::Dealer, "Dee"), pit.at);
            assert_eq!(staff.seats.len(), pit.state.taken().count());
        }
    }
}

/// Evidence from chips and cards is for tables that keep no record themselves.
#[test]
fn disputes_are_for_its_record() {
    let question = serde_json::json!({ "total": { "position": 1 } });
    let evidence = serde_json::json!({ "house": "x", "question": question, "positions": [], "dealer": "? ? ?" });
    let evidence: Evidence = serde_json::from_value(evidence).expect("evidence");
    let fault = evidence::examine(&house_with("md14", &ELECTRONIC), &evidence).expect_err("an electronic table");
    assert!(fault.to_string().contains("ask its events"), "{fault}");
}
