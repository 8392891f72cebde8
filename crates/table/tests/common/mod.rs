//! What the tests of the table share: houses, shuffles from a small generator, and a table that robots run.
#![allow(dead_code, reason = "each test file uses its part")]

use std::sync::Arc;

use cards::{Card, Strength};
use rules::settle::Stakes;
use rules::{Books, Cents, House, Wager};
use table::robot::{self, RobotPlayer};
use table::{Act, Actor, Command, Digest, Event, Moment, Order, Role, Shuffle, State, decide};

pub const CODES: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];

/// The example house of a book.
pub fn house(code: &str) -> Arc<House> {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    house_of(&std::fs::read_to_string(path).expect("the example house"))
}

/// A house from its text.
pub fn house_of(text: &str) -> Arc<House> {
    let report = rules::house::check(text, &Books::shipped());
    let faults: Vec<String> = report.errors().map(|fault| fault.message.clone()).collect();
    Arc::new(report.house.unwrap_or_else(|| panic!("not a lawful house: {faults:?}")))
}

/// The example house of a book with some lines changed.
pub fn house_with(code: &str, changes: &[(&str, &str)]) -> Arc<House> {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("the example house");
    for (from, to) in changes {
        assert!(text.contains(from), "{code}: no {from:?} to change");
        text = text.replace(from, to);
    }
    house_of(&text)
}

/// A small generator of numbers, good enough to shuffle decks for tests.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        // splitmix64, see Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn shuffle(&mut self) -> Shuffle {
        let mut cards = Card::ALL;
        for i in (1..52).rev() {
            cards.swap(i, self.below(i as u64 + 1) as usize);
        }
        let mut nonce = [0; 32];
        for chunk in nonce.chunks_exact_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes());
        }
        Shuffle::commit(Order::new(cards).expect("every card once"), Digest(nonce))
    }
}

/// A shuffle whose deck begins with these cards.
pub fn stacked(top: &str) -> Shuffle {
    let first: Vec<Card> = top.split_whitespace().map(|card| card.parse().expect("a card")).collect();
    let rest = Card::ALL.into_iter().filter(|card| !first.contains(card));
    let cards: Vec<Card> = first.iter().copied().chain(rest).collect();
    Shuffle::commit(Order::new(cards.try_into().expect("52")).expect("every card once"), Digest::default())
}

/// Everything a house offers, at the smallest amounts.
pub fn all_wagers(house: &House) -> Stakes {
    let mut stakes = Stakes::default();
    for wager in [
        Wager::Ante,
        Wager::PairPlus,
        Wager::SixCardBonus,
        Wager::Progressive,
        Wager::FiveCardProgressive,
        Wager::CoverAll,
        Wager::TipAnte,
        Wager::TipPairPlus,
        Wager::MatchPlay,
    ] {
        if !house.offers(wager) {
            continue;
        }
        let amount = match house.progressive_terms(wager) {
            Some(terms) => terms.stake,
            None => house.limits.get(&wager).map_or(Cents(500), |limit| limit.min),
        };
        *stakes.on_mut(wager).expect("a stake") = amount;
    }
    stakes
}

/// A table with robots at it.
pub struct Pit {
    pub state: State,
    pub players: Vec<RobotPlayer>,
    pub dice: Dice,
    pub at: Moment,
    pub events: Vec<Event>,
    pub commands: Vec<Command>,
}

impl Pit {
    pub fn new(house: Arc<House>, seed: u64) -> Pit {
        let game = meters::GameId::new("table 1").expect("a name");
        let mut pit = Pit {
            state: State::new(house, &game),
            players: Vec::new(),
            dice: Dice(seed),
            at: Moment(1_800_000_000_000),
            events: Vec::new(),
            commands: Vec::new(),
        };
        pit.act(Role::Floorperson, "Flo", Act::OpenTable { float: Cents::dollars(1_000_000) });
        pit
    }

    /// So many robot players with everything that the house offers.
    pub fn with_players(mut self, players: u8) -> Pit {
        let stakes = all_wagers(&self.state.house);
        for position in 1..=players.min(self.state.house.table.positions) {
            self.players.push(RobotPlayer {
                person: format!("P{position}").as_str().into(),
                position,
                stakes,
                plays_from: Strength::floor(&[cards::Rank::Queen, cards::Rank::Six, cards::Rank::Four])
                    .expect("a hand"),
                buy_in: Cents::dollars(1_000),
            });
        }
        self
    }

    pub fn command(&mut self, command: Command) {
        let events = decide(&self.state, &command)
            .unwrap_or_else(|refusal| panic!("{command:?} refused: {}", refusal.written(&self.state.house)));
        self.state.apply_all(&events);
        self.events.extend(events);
        self.commands.push(command);
        check(&self.state);
    }

    pub fn act(&mut self, role: Role, person: &str, act: Act) {
        let id = format!("c{}", self.commands.len()).into();
        self.command(Command { id, by: Actor::new(role, person), at: self.at, act });
    }

    /// What the refusal says.
    pub fn refused(&self, role: Role, person: &str, act: Act) -> String {
        let command = Command { id: "x".into(), by: Actor::new(role, person), at: self.at, act };
        match decide(&self.state, &command) {
            Ok(events) => panic!("{command:?} accepted: {events:?}"),
            Err(refusal) => refusal.written(&self.state.house).to_string(),
        }
    }

    /// The next command of anybody: the robot of the house, or a robot player.
    pub fn step(&mut self) -> bool {
        self.at.0 += 1000;
        let wants = self.players.iter().find_map(|player| player.command(&self.state, self.at));
        let command = match wants {
            Some(command) => Some(command),
            None => {
                let dice = &mut self.dice;
                robot::command(&self.state, self.at, &mut || dice.shuffle())
            }
        };
        match command {
            Some(command) => {
                self.command(command);
                true
            }
            None => false,
        }
    }

    /// Plays until so many rounds are over.
    pub fn rounds(&mut self, rounds: u64) {
        let until = self.state.round.number + rounds;
        while self.state.round.number < until {
            assert!(self.step(), "the table stands still in {:?}", self.state.phase());
        }
    }
}

/// What must hold after every event.
pub fn check(state: &State) {
    assert_eq!(state.balance(), Cents::ZERO, "money appeared or vanished");
    for (person, chips) in &state.money.purses {
        assert!(chips.0 >= 0, "{person} owes {chips}");
    }
    assert!(state.money.tray.0 >= 0 && state.money.drop.0 >= 0 && state.money.tip_box.0 >= 0);
    for bank in state.banks.iter().flatten() {
        bank.audit().expect("a meter is exact");
    }
    if state.round.closed && state.round.void.is_none() {
        let hands: u8 = state.taken().map(|(_, seat)| seat.hand.on_table()).sum();
        let table = hands + state.round.dealer.on_table() + state.round.community.on_table();
        let racked: u8 = state.round.rack.iter().map(|racked| racked.cards).sum();
        let stub = if state.round.stub == table::Stub::Racked { 0 } else { state.undealt() };
        let aside = state.round.aside.len() as u8;
        assert_eq!(table + racked + stub + aside, 52, "a card is missing");
    }
}
