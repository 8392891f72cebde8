//! A table that stops anywhere and is restarted from its events continues as if nothing had happened.
//!
//! The events of one command are stored together or not at all: a command whose events are incomplete was never
//! acknowledged. So events cut off anywhere are cut back to the last whole command. The table rebuilt from them is the
//! table at that point, and later commands, including the lost one, lead to exactly the same events as without the
//! crash.

use crate::common::chaos::Chaos;
use crate::common::many_houses;
use table::{Event, State, decide};

/// Runs a table in every house, cuts its events at every place, and resumes.
#[test]
fn cut_anywhere_and_resumed_the_round_is_the_same() {
    for (seed, house) in many_houses().into_iter().enumerate() {
        let mut chaos = Chaos::new(house.clone(), 90_000 + seed as u64);
        chaos.run(500);
        let whole = &chaos.events;
        let fresh = || State::new(house.clone(), &chaos.state.game);
        let mut cut = 0;
        for (lost, (_, events)) in chaos.accepted.iter().enumerate() {
            // Every cut from here to just before this command's last event falls back to the same whole command.
            let mut state = fresh();
            state.apply_all(&whole[..cut]);
            resume(&mut state, &chaos, lost, cut);
            assert!(state == chaos.state, "{}: cut after {cut} events", house.book.code);
            cut += events;
        }
        assert_eq!(cut, whole.len());
    }
}

/// Repeats the commands from one on: each must lead to what it did before. After some of them the rest follows, since
/// the same state gives the same answers.
fn resume(state: &mut State, chaos: &Chaos, from: usize, mut at: usize) {
    for (command, events) in chaos.accepted[from..].iter().take(12) {
        let again: Vec<Event> = decide(state, command).expect("it was accepted before the crash");
        assert_eq!(again, chaos.events[at..at + events], "another answer after the crash");
        state.apply_all(&again);
        at += events;
    }
    state.apply_all(&chaos.events[at..]);
}

/// A command lost in the crash and one that was not: repeating either gets a sound answer.
#[test]
fn the_deck_survives_a_crash() {
    for code in crate::common::CODES {
        let mut pit = crate::common::Pit::new(crate::common::house(code), 3).with_players(3);
        pit.until("the first cards", |state| state.round.drawn > 0);
        let json = serde_json::to_string(&pit.events).expect("events are written");
        let read: Vec<Event> = serde_json::from_str(&json).expect("events are read");
        let mut again = State::new(pit.state.house.clone(), &pit.state.game);
        again.apply_all(&read);
        let deck = pit.state.round.deck.expect("a deck in play");
        assert_eq!(again.deck(deck).shuffle, pit.state.deck(deck).shuffle, "{code}: another deck");
        assert!(again == pit.state, "{code}");
    }
}
