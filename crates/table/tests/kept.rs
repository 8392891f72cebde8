//! A table saved as a checkpoint and read back is the same table: equal, and giving the same answers.

use crate::common::chaos::Chaos;
use crate::common::many_houses;
use table::{Kept, State, decide};

fn again(state: &State) -> State {
    let json = serde_json::to_string(&state.kept()).expect("a table is written");
    let kept: Kept = serde_json::from_str(&json).expect("a table is read");
    assert!(kept == state.kept());
    State::of_kept(state.house.clone(), &state.game, kept)
}

/// Tables in every house, at every point of their rounds, with everything that can go wrong.
#[test]
fn written_and_read_back_the_table_is_the_same_and_goes_on_the_same() {
    let mut points = 0;
    for (seed, house) in many_houses().into_iter().enumerate() {
        let mut chaos = Chaos::new(house.clone(), 70_000 + seed as u64);
        chaos.run(900);
        let mut state = State::new(house.clone(), &chaos.state.game);
        let mut at = 0;
        for (command, events) in &chaos.accepted {
            let read = again(&state);
            assert!(read == state, "{}: after {at} events", house.book.code);
            let answer = decide(&read, command).expect("it was accepted before");
            assert_eq!(answer, chaos.events[at..at + events], "another answer after {at} events");
            state.apply_all(&answer);
            at += events;
            points += 1;
        }
        assert!(again(&state) == chaos.state, "{}: at the end", house.book.code);
    }
    assert!(points > 5_000, "only {points} points");
}

/// A checkpoint is small, and its debug output in a log reveals no card.
#[test]
fn a_checkpoint_is_small_and_prints_no_card() {
    let mut pit = crate::common::Pit::new(crate::common::house("md14"), 7).with_players(7);
    pit.until("the first cards", |state| state.round.drawn > 20);
    let kept = pit.state.kept();
    let bytes = serde_json::to_vec(&kept).expect("a table is written").len();
    assert!(bytes < 12_000, "{bytes} bytes");
    assert_eq!(format!("{kept:?}"), format!("Kept(version {}, hidden)", pit.state.version));
}
