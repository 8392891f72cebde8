//! Tables run by robots, under every book, with everything the house offers.

use crate::common::{CODES, Pit, house};
use table::{Actor, Moment, Role, State, view};

#[test]
fn robots_play_every_example_house() {
    for code in CODES {
        for players in [1, 3, 7] {
            let mut pit = Pit::new(house(code), u64::from(players)).with_players(players);
            pit.rounds(60);
            assert!(pit.state.round.number > 60, "{code}");
        }
    }
}

#[test]
fn replay_equals_live() {
    for code in CODES {
        let mut pit = Pit::new(house(code), 5).with_players(5);
        pit.rounds(10);
        let json = serde_json::to_string(&pit.events).expect("events are written");
        let read: Vec<table::Event> = serde_json::from_str(&json).expect("events are read");
        assert_eq!(read, pit.events, "{code}");
        let mut replay = State::new(pit.state.house.clone(), &pit.state.game);
        replay.apply_all(&read);
        assert!(replay == pit.state, "{code}");
    }
}

#[test]
fn views_are_made_for_everybody() {
    for code in CODES {
        let mut pit = Pit::new(house(code), 11).with_players(7);
        for _ in 0..400 {
            pit.step();
            for role in Role::ALL {
                let seen = view(&pit.state, &Actor::new(*role, "P1"), Moment(pit.at.0));
                assert!(serde_json::to_string(&seen).is_ok());
            }
        }
    }
}
