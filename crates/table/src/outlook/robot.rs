//! Robots. The house's robot does what the house marks as automated, through the same commands as people; robot players
//! fill seats. A robot never has more rights than its role.

use cards::Strength;
use rules::house::{Pace, Performer};
use rules::settle::{Decision, Stakes};
use rules::{Cents, House, Wager};

use crate::act::{Act, Command, Instrument};
use crate::card::Shuffle;
use crate::state::{Phase, State};
use crate::who::{Actor, Moment, Person, Role};

/// Whether a house automates a role.
#[must_use]
pub fn automated(house: &House, role: Role) -> bool {
    let parts = &house.automation;
    let performer = match role {
        Role::Dealer => parts.dealer,
        Role::Floorperson => parts.floorperson,
        Role::Supervisor => parts.supervisor,
        Role::Device => parts.device,
        Role::System => Performer::Robot,
        Role::Player | Role::Surveillance => Performer::Person,
    };
    performer == Performer::Robot
}

/// The robot that acts in a role.
#[must_use]
pub fn robot(role: Role) -> Actor {
    // Each part has its own robot: nobody has two parts (READING 94).
    let name = match role {
        Role::Dealer => "robot dealer",
        Role::Floorperson => "robot floorperson",
        Role::Supervisor => "robot supervisor",
        Role::Device | Role::System | Role::Player | Role::Surveillance => "robot",
    };
    Actor { role, person: Person::from(name) }
}

/// The next command of the house's robot; `None` when a player or a human must act. The caller supplies the shuffle,
/// since a robot has no entropy.
pub fn command(state: &State, at: Moment, shuffle: &mut dyn FnMut() -> Shuffle) -> Option<Command> {
    if state.held.is_some() {
        // Rulings are made by people.
        return None;
    }
    let todo = state.next(at).or_else(|| grace_over(state, at))?;
    if !automated(&state.house, todo.by) {
        return None;
    }
    let order = state.order_for(&todo.act).map(|_| Box::new(shuffle()));
    let command = Command::new(format!("robot {}", state.version), robot(todo.by), at, todo.act);
    Some(Command { shuffle: order, ..command })
}

/// The step for a player whose connection has been lost for longer than the house waits.
fn grace_over(state: &State, at: Moment) -> Option<crate::next::Todo> {
    let over = |lost: Moment| at >= lost.plus_seconds(state.house.people.grace_seconds);
    let position =
        state.deciding().find(|position| state.seat(*position).and_then(|seat| seat.lost).is_some_and(over))?;
    let verdict = state.house.people.lost_connection;
    Some(crate::next::Todo { by: Role::System, act: Act::RuleLeaver { position, verdict } })
}

/// How long a human dealer would take for an act, in milliseconds, for a robot with a human pace.
#[must_use]
pub fn takes(house: &House, act: &Act) -> u32 {
    if house.automation.pace == Pace::Full {
        return 0;
    }
    match act {
        Act::Deal { cards, .. } => 300 * u32::from(*cards),
        Act::Shuffle { .. } | Act::Wash { .. } => 6_000,
        Act::NoMoreBets => house.people.betting_seconds.saturating_mul(1_000),
        Act::Settle { .. } => 1_500,
        Act::Validate { .. } | Act::HandPay { .. } => 5_000,
        Act::Inspect { .. } | Act::Verify { .. } | Act::Spread { .. } => 4_000,
        Act::Sense { .. } | Act::DeviceCount { .. } => 100,
        Act::Ask => 5_000,
        _ => 700,
    }
}

/// A robot player: the same wagers every round, and a threshold for its decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotPlayer {
    /// Its name.
    pub person: Person,
    /// The position where it sits.
    pub position: u8,
    /// What it wagers every round.
    pub stakes: Stakes,
    /// The weakest hand with which it plays.
    pub plays_from: Strength,
    /// What it buys in for when its chips do not cover a round.
    pub buy_in: Cents,
}

impl RobotPlayer {
    /// The robot's next command; `None` when it waits.
    #[must_use]
    pub fn command(&self, state: &State, at: Moment) -> Option<Command> {
        let position = self.position;
        let act = match (state.seat(position), state.phase()) {
            // Somebody else was faster.
            (Some(seat), _) if seat.person != self.person => return None,
            (Some(_), _) if state.cut_offered_at(position).is_some() => {
                let deck = state.cut_offered_at(position)?;
                // Robots cut in some rounds and decline in others, not all in the same.
                let cuts = (state.round.number + u64::from(position)).is_multiple_of(3);
                if cuts { Act::Cut { deck, at: state.usual_cut() } } else { Act::DeclineCut { deck } }
            }
            (None, phase) if phase != Phase::Shut => Act::Sit { position },
            (Some(seat), Phase::Betting) => {
                // Wagers that cannot be decided now are not made.
                let open = |wager: &Wager| *wager != Wager::CoverAll || state.decides_cover_all();
                let other = |wager: &Wager| seat.stakes.on(*wager) != self.stakes.on(*wager);
                let wager = Wager::BEFORE_DEAL.into_iter().find(|wager| open(wager) && other(wager))?;
                let amount = self.stakes.on(wager);
                // The play wager doubles the ante, and tips ride on both.
                let needs: Cents =
                    Wager::BEFORE_DEAL.into_iter().map(|wager| self.stakes.on(wager)).sum::<Cents>() + self.stakes.ante;
                if state.money.purse(&self.person) < needs && !seat.wagers() && self.buy_in > needs {
                    Act::BuyIn { amount: self.buy_in }
                } else {
                    let with = if wager == Wager::MatchPlay { Instrument::Coupon } else { Instrument::Chips };
                    Act::Wager { position, wager, amount, with }
                }
            }
            (Some(seat), Phase::Deciding)
                if (seat.looked || state.electronic()) && state.deciding().any(|open| open == position) =>
            {
                let strong =
                    state.hand_at(position, seat).three().is_some_and(|hand| hand.strength() >= self.plays_from);
                let rich = state.money.purse(&self.person) >= seat.stakes.ante;
                let decision = if strong && rich { Decision::Play } else { Decision::Fold };
                Act::Decide { position, decision, amount: None, tip: false }
            }
            (Some(seat), Phase::Deciding)
                if !state.electronic() && !state.looks_wait() && !seat.looked && seat.undecided() =>
            {
                Act::Look { position }
            }
            _ => return None,
        };
        let by = Actor { role: Role::Player, person: self.person.clone() };
        Some(Command::new(format!("{} {}", self.person, state.version), by, at, act))
    }
}
