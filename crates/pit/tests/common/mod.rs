//! What the tests of the pit share: orders as a server stores them, each a player's turn and what the robots do right
//! after it.
#![allow(dead_code, reason = "each test file uses its part")]

#[path = "../../../table/tests/common/mod.rs"]
pub mod tables;

use std::sync::Arc;

use pit::{Turn, Under, robot_turn_id};
use rules::settle::Stakes;
use rules::{Cents, House};
use table::robot::{self, RobotPlayer};
use table::{Act, Command, Moment, Person, Role, State};
use tables::Dice;
use tables::chaos::Chaos;

/// The turns that one order brought.
pub struct Order {
    /// How many events the table had seen before.
    pub after: u64,
    /// The round it was in.
    pub round: u64,
    pub turns: Vec<Turn>,
}

/// The house and the program behind all rounds here.
pub fn under() -> Under {
    Under { house: "5a".repeat(32), program: "c3".repeat(32).into() }
}

/// A table at which a player with an ante, or more, plays against robots that need no time.
pub struct Play {
    pub state: State,
    player: RobotPlayer,
    dice: Dice,
    at: Moment,
    orders: u64,
}

impl Play {
    pub fn new(house: Arc<House>, player: &str, stakes: Stakes) -> Play {
        let game = meters::GameId::new("one").expect("a name");
        let player = RobotPlayer {
            person: Person::from(player),
            position: 4,
            stakes,
            plays_from: cards::Strength::WEAKEST,
            buy_in: Cents(10_000_000),
        };
        Play { state: State::new(house, &game), player, dice: Dice(7), at: Moment(1_794_777_473_077), orders: 0 }
    }

    /// The player's next order with everything that follows directly.
    pub fn order(&mut self) -> Order {
        let (after, round) = (self.state.version, self.state.round.number);
        let mut turns = Vec::new();
        self.at = Moment(self.at.0 + 8);
        if !self.state.open {
            let (by, act) = (robot::robot(Role::Floorperson), Act::OpenTable { float: Cents(100_000_000) });
            turns.push(self.take(Command::new(robot_turn_id(after), by, self.at, act)));
        } else if let Some(command) = self.player.command(&self.state, self.at) {
            self.orders += 1;
            let id = format!("{:016x}{:016x}", 3, self.orders);
            let looks = matches!(command.act, Act::Look { .. });
            turns.push(self.take(Command { id: id.as_str().into(), ..command }));
            // A player who looks decides in the same order.
            if let Some(command) = self.player.command(&self.state, self.at).filter(|_| looks) {
                turns.push(self.take(Command { id: format!("{id}+1").into(), ..command }));
            }
        }
        // Betting goes on as long as the player has not wagered all.
        while turns.len() < 2 || self.player.command(&self.state, self.at).is_none() {
            let mut dice = self.dice.clone();
            let command = robot::command(&self.state, self.at, &mut || dice.shuffle());
            let Some(command) = command else { break };
            self.dice = dice;
            turns.push(self.take(command));
        }
        Order { after, round, turns }
    }

    fn take(&mut self, command: Command) -> Turn {
        Turn::take(&mut self.state, command).expect("a lawful command")
    }
}

/// The given number of orders from a player who antes at the example house of a book.
pub fn orders(code: &str, many: usize) -> Vec<Order> {
    let house = tables::house(code);
    let stakes = Stakes { ante: tables::all_wagers(&house).ante, ..Stakes::default() };
    let mut play = Play::new(house, "guest-517c50", stakes);
    (0..many).map(|_| play.order()).collect()
}

/// Everything that was accepted in a run of random acts, one turn each.
pub fn chaos(house: &Arc<House>, seed: u64, commands: u64) -> Vec<Order> {
    let mut chaos = Chaos::new(house.clone(), seed);
    chaos.run(commands);
    let mut state = State::new(house.clone(), &chaos.state.game);
    let take = |(command, _): &(Command, usize)| {
        let (after, round) = (state.version, state.round.number);
        let turn = Turn::take(&mut state, command.clone()).expect("it was accepted before");
        Order { after, round, turns: vec![turn] }
    };
    chaos.accepted.iter().map(take).collect()
}
