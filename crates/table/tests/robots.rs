//! Tables run by robots, under every book, with everything the house offers.

use crate::common::{CODES, Pit, freedonia_houses, freedonia_with, house};
use table::{Act, Actor, Command, Moment, Role, State, What, view};

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

/// Robots cut or decline, and look when they may: no round waits for them.
#[test]
fn robots_answer_the_cut_and_look_when_the_dealer_allows_it() {
    let house = freedonia_houses().swap_remove(0);
    for players in [1, 3, 5] {
        let mut pit = Pit::new(house.clone(), u64::from(players)).with_players(players);
        pit.rounds(60);
        assert!(pit.state.round.number > 60, "{players} players");
        let count = |fits: fn(&What) -> bool| pit.events.iter().filter(|event| fits(&event.what)).count();
        assert!(count(|what| matches!(what, What::CutDeclined { silent: false, .. })) > 20, "{players} players");
        let by_player = |command: &&Command| matches!(command.act, Act::Cut { .. }) && command.by.role == Role::Player;
        assert!(pit.commands.iter().filter(by_player).count() > 10, "{players} players");
        assert!(count(|what| matches!(what, What::LooksAllowed)) >= 60, "{players} players");
    }
}

/// Hands are turned up and picked up in the direction in which the house settles.
#[test]
fn hands_go_round_as_the_house_settles() {
    for (across, ascending) in [("left_to_right", true), ("right_to_left", false)] {
        let order = format!("[settlement]\nacross = \"{across}\"\n");
        let house = freedonia_with("", "", "void_hand", &[("[settlement]\n", &order)]);
        let mut pit = Pit::new(house, 9).with_players(5);
        pit.rounds(40);
        let (mut rounds, mut positions) = (0, Vec::new());
        for event in &pit.events {
            match event.what {
                What::Revealed { position, .. } => positions.push(position),
                What::RoundEnded { .. } => {
                    let turns: Vec<u8> = std::mem::take(&mut positions);
                    rounds += u32::from(turns.len() > 1);
                    let sound = turns.is_sorted_by(|a, b| if ascending { a < b } else { a > b });
                    assert!(sound, "{across}: {turns:?}");
                }
                _ => {}
            }
        }
        assert!(rounds > 20, "{across}: {rounds}");
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
