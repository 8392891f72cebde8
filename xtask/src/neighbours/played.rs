//! A table run by robots, for a house that nobody wrote.

use std::sync::Arc;

use cards::Strength;
use meters::GameId;
use odds::simulate::Seed;
use rules::house::SHARED_HANDS;
use rules::{Cents, House};
use shuffler::Shuffler;
use table::robot::{self, RobotPlayer};
use table::{Act, Command, Moment, Role, State, decide};

/// How many rounds are played.
const ROUNDS: u64 = 6;

/// More commands than that many rounds can need.
const COMMANDS_MAX: usize = 2_000;

/// Plays rounds and checks the books after every command. The counts, by their names.
pub(super) fn rounds(house: &House, seed: &Seed, wrong: &mut Vec<String>) -> Vec<(&'static str, u64)> {
    let Ok(game) = GameId::new("table 1") else { return Vec::new() };
    let mut at = Moment(1_800_000_000_000);
    let mut state = State::new(Arc::new(house.clone()), &game);
    let mut shuffler = Shuffler::new(seed.to_string().parse().unwrap_or_default());
    // A person at a terminal has all its positions.
    let (seats, apart) =
        if house.table.electronic { (house.table.terminals, SHARED_HANDS) } else { (house.table.positions, 1) };
    let players: Vec<RobotPlayer> = (0..seats.min(3)).map(|seat| player(house, seat * apart + 1)).collect();
    let open = Act::OpenTable { float: Cents::dollars(1_000_000) };
    let mut next = Some(Command::new("open", robot::robot(Role::Floorperson), at, open));
    let mut commands = 0;
    while let Some(command) = next.filter(|_| commands < COMMANDS_MAX && state.round.number <= ROUNDS) {
        match decide(&state, &command) {
            Ok(events) => state.apply_all(&events),
            Err(refusal) => {
                wrong.push(format!("a robot is refused: {:?}: {}", command.act, refusal.written(&state.house)));
                break;
            }
        }
        commands += 1;
        if !state.balance().is_zero() {
            wrong.push(format!("after {:?} the accounts add up to {}", command.act, state.balance().0));
            break;
        }
        if let Some(Err(fault)) = state.banks.iter().flatten().map(meters::Bank::audit).find(Result::is_err) {
            wrong.push(format!("after {:?} a meter is wrong: {fault}", command.act));
            break;
        }
        at.0 += 1_000;
        next = players
            .iter()
            .find_map(|player| player.command(&state, at))
            .or_else(|| robot::command(&state, at, &mut || shuffler.shuffle()));
    }
    if wrong.is_empty() && state.round.number <= ROUNDS {
        wrong.push(format!("the table stands still in round {}, {:?}", state.round.number, state.phase()));
    }
    vec![("table_rounds", state.round.number), ("commands", commands as u64)]
}

/// A robot that makes every wager at its least and plays every hand from queen, six, four.
fn player(house: &House, position: u8) -> RobotPlayer {
    use cards::Rank::{Four, Queen, Six};
    RobotPlayer {
        person: format!("P{position}").as_str().into(),
        position,
        stakes: house.least_stakes(),
        plays_from: Strength::floor(&[Queen, Six, Four]).unwrap_or(Strength::WEAKEST),
        buy_in: Cents::dollars(10_000),
    }
}
