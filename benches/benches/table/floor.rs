//! A table that robots have run: its commands and events, to be decided, applied and looked at again.

use std::sync::Arc;

use cards::{Card, Rank, Strength};
use meters::GameId;
use rules::settle::Stakes;
use rules::{Books, Cents, House, Wager};
use table::robot::{self, RobotPlayer};
use table::{Act, Actor, Command, Digest, Event, Moment, Order, Role, Shuffle, State, decide};

/// The house of the bench: seven positions, both progressives, six card bonus.
pub fn house() -> Arc<House> {
    let report = rules::house::check(include_str!("../../../houses/md14.toml"), &Books::shipped());
    Arc::new(report.house.expect("the example house is lawful"))
}

/// splitmix64, see Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
fn word(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn shuffle(seed: &mut u64) -> Shuffle {
    let mut cards = Card::ALL;
    for i in (1..52).rev() {
        cards.swap(i, (word(seed) % (i as u64 + 1)) as usize);
    }
    Shuffle::commit(Order::new(cards).expect("every card once"), Digest::default())
}

/// Everything the house offers, at the smallest amounts.
fn all_wagers(house: &House) -> Stakes {
    let mut stakes = Stakes::default();
    for wager in [Wager::Ante, Wager::PairPlus, Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive] {
        let least = house.limits.get(&wager).map(|limit| limit.min);
        let amount = house.progressive_terms(wager).map(|terms| terms.stake).or(least);
        if let (Some(stake), Some(amount)) = (stakes.on_mut(wager), amount) {
            *stake = amount;
        }
    }
    stakes
}

/// What robots did at a table.
pub struct Played {
    /// The table before the first of these rounds.
    pub start: State,
    /// The commands of the rounds.
    pub commands: Vec<Command>,
    /// Their events.
    pub events: Vec<Event>,
    /// The table in the middle of a round, when the first player decides.
    pub deciding: State,
}

/// Seven robots with all wagers for this many rounds, without the opening of the table.
pub fn play(rounds: u64) -> Played {
    let house = house();
    let strong = Strength::floor(&[Rank::Queen, Rank::Six, Rank::Four]).expect("a hand");
    let players: Vec<RobotPlayer> = (1..=7)
        .map(|position| RobotPlayer {
            person: format!("player {position}").as_str().into(),
            position,
            stakes: all_wagers(&house),
            plays_from: strong,
            buy_in: Cents::dollars(100_000),
        })
        .collect();
    let mut state = State::new(house, &GameId::new("table 1").expect("a name"));
    let at = Moment(1_800_000_000_000);
    let open = Act::OpenTable { float: Cents::dollars(10_000_000) };
    let open = Command::new("open", Actor::new(Role::Floorperson, "Flo"), at, open);
    state.apply_all(&decide(&state, &open).expect("the table opens"));
    let mut seed = 1;
    let (mut start, mut deciding) = (None, None);
    let (mut commands, mut events) = (Vec::new(), Vec::new());
    while state.round.number < 2 + rounds {
        if state.round.number == 2 && start.is_none() {
            start = Some(state.clone());
        }
        if start.is_some() && deciding.is_none() && state.turn().is_some() {
            deciding = Some(state.clone());
        }
        let wants = players.iter().find_map(|player| player.command(&state, at));
        let command = wants.or_else(|| robot::command(&state, at, &mut || shuffle(&mut seed))).expect("somebody acts");
        let happened = decide(&state, &command).expect("robots do what is lawful");
        state.apply_all(&happened);
        if start.is_some() {
            commands.push(command);
            events.extend(happened);
        }
    }
    Played { start: start.expect("a round"), commands, events, deciding: deciding.expect("a decision") }
}
