//! Robots and timers: what happens automatically at a table, and when. They use the same commands as people, and have
//! only the rights of their roles.
//!
//! They never repeat an act at the same table unless time passes or something changes: an open window is trusted, and
//! every other automatic act moves the round on. `tests.rs` checks this with random people, clocks and sockets, and
//! `runaway.rs` stops a table that breaks it anyway.

mod clocks;
mod company;
mod runaway;
#[cfg(test)]
mod tests;

use std::time::Duration;

use pit::{Stand, Turn};
use rules::house::{Company, Pace, Slow};
use rules::{Cents, House};
use table::robot::{self, RobotPlayer, automated};
use table::{Act, Actor, Command, DeckId, Moment, Person, Phase, Role, Seat, Shuffle, State, Todo, decide};
use tokio::time::Instant;

pub use self::clocks::Now;
use self::clocks::{Clocks, WaitFor};
pub use self::runaway::{ACTS_MAX, Runaway};
use crate::clock::{moment_of, now};
use crate::desk::PlayersPresent;
use crate::links::Taking;
use crate::operation::trouble;
use crate::wire::{Pending, Problem, Reason};

/// The chips that a robot floorperson opens a table with.
pub const FLOAT: Cents = Cents(10_000_000);

/// How long a player without an open window keeps the position between rounds.
const SEAT_KEPT: Duration = Duration::from_secs(120);

/// The least time left for a decision to a player who returns in the middle of it.
const AFTER_RETURN: Duration = Duration::from_secs(10);

/// The longest that a robot takes for a step while people watch it prepare the first decks.
const BRISK: Duration = Duration::from_millis(700);

/// How long to wait before trying a refused act again.
const A_LITTLE: Duration = Duration::from_secs(1);

/// Something that will happen automatically.
#[derive(Clone, Debug)]
pub struct Plan {
    /// When it is due.
    pub due: Instant,
    by: Actor,
    act: Act,
}

/// The robots of a table.
#[derive(Debug)]
pub struct Robots {
    players: Vec<RobotPlayer>,
    /// The house's robots, one for each role; their names are shared by all their acts.
    house: [Actor; 5],
    /// Whether they act without any delay.
    pub full_speed: bool,
    round: u64,
    clocks: Clocks,
    /// Acts refused at the table's current version, and when to retry them. They hold up nothing else.
    refused: (u64, Vec<(Act, Instant)>),
    /// Nothing is tried before this, because the journal took nothing.
    not_before: Option<Instant>,
}

fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(u64::from(seconds))
}

impl Robots {
    /// A player whose last window has been closed for this long counts as gone.
    pub const ABSENCE: Duration = Duration::from_secs(5);

    /// The robots of a table.
    #[must_use]
    pub fn new(stand: &Stand) -> Robots {
        Robots::of(&stand.state.house, stand.founding.robots)
    }

    /// The robots of a house, with this many players among them.
    fn of(house: &House, players: u8) -> Robots {
        Robots {
            players: company::players(house, players),
            house: [Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Device, Role::System].map(robot::robot),
            full_speed: house.automation.pace == Pace::Full,
            round: 0,
            clocks: Clocks::default(),
            refused: (0, Vec::new()),
            not_before: None,
        }
    }

    /// Puts off an act that the table refused: it is retried a little later, unless the table changes before.
    pub fn put_off(&mut self, state: &State, act: Act, now: Instant) {
        if self.refused.0 != state.version {
            self.refused = (state.version, Vec::new());
        }
        self.refused.1.retain(|(refused, _)| !same_kind(refused, &act));
        self.refused.1.push((act, now + A_LITTLE));
    }

    /// Puts everything off a little, because the journal took nothing.
    pub fn put_all_off(&mut self, now: Instant) {
        self.not_before = Some(now + A_LITTLE);
    }

    /// A plan, delayed if its act was put off.
    fn tried(&self, state: &State, plan: Plan) -> Plan {
        let refused = self.refused.1.iter().filter(|_| self.refused.0 == state.version);
        let later = refused.filter(|(act, _)| same_kind(act, &plan.act)).map(|(_, at)| *at);
        let due = later.chain(self.not_before).fold(plan.due, Instant::max);
        Plan { due, ..plan }
    }

    /// What happens now.
    pub fn due(&mut self, state: &State, now: Now, people: &PlayersPresent) -> Option<Command> {
        let plan = self.plan(state, now, people)?;
        if plan.due > now.instant {
            return None;
        }
        self.not_before = None;
        let Ok(shuffle) = order_for(state, &plan.act) else {
            self.put_all_off(now.instant);
            return None;
        };
        let command = Command::new(pit::robot_turn_id(state.version), plan.by, now.moment, plan.act);
        Some(Command { shuffle, ..command })
    }

    /// Does everything that robots at full speed do without delay.
    ///
    /// # Errors
    /// When there is no entropy: then nothing is dealt.
    pub fn at_once(
        &self,
        stand: &mut Stand,
        taking: &mut Taking,
        turns: &mut Vec<Turn>,
        at: Moment,
        most: usize,
    ) -> Result<(), Problem> {
        if !self.full_speed {
            return Ok(());
        }
        let rounds = stand.state.round.number + 1;
        while turns.len() < most && stand.state.round.number <= rounds {
            let state = &stand.state;
            let (by, act) = match self.step(state, at) {
                Some(todo) if todo.act != Act::NoMoreBets || self.all_placed(state) => {
                    (self.in_part(todo.by), todo.act)
                }
                _ => match self.thought(state, at) {
                    Some(command) => (command.by, command.act),
                    None => break,
                },
            };
            let shuffle = order_for(state, &act)?;
            let command = Command { shuffle, ..Command::new(pit::robot_turn_id(state.version), by, at, act) };
            if taking.take(&mut stand.state, command, turns).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// The robot that acts in a role.
    fn in_part(&self, role: Role) -> Actor {
        let known = self.house.iter().find(|robot| robot.role == role);
        known.cloned().unwrap_or_else(|| robot::robot(role))
    }

    /// Whether every robot has made its wagers.
    fn all_placed(&self, state: &State) -> bool {
        self.thought(state, now()).is_none()
    }

    /// The next step of the procedure, if a robot does it. A held game waits for a person's ruling.
    fn step(&self, state: &State, at: Moment) -> Option<Todo> {
        let held = state.held.is_some();
        state.next(at).filter(|todo| !held && automated(&state.house, todo.by))
    }

    /// What a robot player does next.
    fn thought(&self, state: &State, at: Moment) -> Option<Command> {
        if state.held.is_some() {
            return None;
        }
        let alone = state.house.automation.company == Company::WithPeople && !self.somebody_wagers(state);
        let mut commands = self.players.iter().filter_map(|player| player.command(state, at));
        commands.find(|command| !alone || !matches!(command.act, Act::Wager { .. } | Act::BuyIn { .. }))
    }

    /// Whether a person has a wager that can be dealt.
    fn somebody_wagers(&self, state: &State) -> bool {
        state.taken().any(|(_, seat)| !self.is_robot(seat) && complete(state, seat))
    }

    fn is_robot(&self, seat: &Seat) -> bool {
        self.plays_as(&seat.person)
    }

    /// Whether one of the robot players has this name.
    #[must_use]
    pub fn plays_as(&self, person: &Person) -> bool {
        self.players.iter().any(|player| player.person == *person)
    }

    /// Whether the table prepares its first deck without delay, because nobody is watching.
    #[must_use]
    pub fn hurries(&self, state: &State) -> bool {
        gets_ready(state) && state.taken().all(|(_, seat)| self.is_robot(seat))
    }

    /// Whether a table is ready for its first player.
    #[must_use]
    pub fn is_ready(&self, state: &State, at: Moment) -> bool {
        let opens = state.version == 0 && automated(&state.house, Role::Floorperson);
        let sits = self.thought(state, at).is_some_and(|command| matches!(command.act, Act::Sit { .. }));
        let step = self.step(state, at).is_some_and(|todo| todo.act != Act::NoMoreBets);
        !self.hurries(state) || !(opens || sits || step)
    }

    /// Sets the clocks for everything that the table now waits for. The plans, and what is shown of them, follow from
    /// these.
    fn set_clocks(&mut self, state: &State, now: Now, step: Option<&Todo>, thought: Option<&Command>) {
        if self.round != state.round.number {
            (self.round, self.clocks) = (state.round.number, Clocks::default());
        }
        let runs = state.held.is_none();
        let sensing = step.is_some_and(|todo| matches!(todo.act, Act::Sense { .. }));
        let betting = state.phase() == Phase::Betting && state.taken().any(|(_, seat)| complete(state, seat));
        let slow = state.house.people.slow_decision == Slow::Fold;
        let person_at = |position: &u8| state.seat(*position).filter(|seat| !seat.left && !self.is_robot(seat));
        let deciding: Vec<(u8, bool)> =
            state.deciding().filter_map(|position| Some((position, person_at(&position)?.lost.is_some()))).collect();
        let offered = self.offered(state);
        self.clocks.keep(|awaited| match awaited {
            WaitFor::Sensing => sensing,
            // A sensor interrupts a step without replacing it.
            WaitFor::Step(act) => sensing || step.is_some_and(|todo| todo.act == *act),
            WaitFor::Betting => betting,
            WaitFor::Thinking(act) => thought.is_some_and(|command| command.act == *act),
            WaitFor::Decision(position) => deciding.iter().any(|(open, _)| open == position),
            WaitFor::Cut(deck, position) => offered.contains(&(*deck, *position)),
            // A player's hands share one grace period.
            WaitFor::Grace(person) => state.taken().any(|(_, seat)| seat.person == *person && seat.lost.is_some()),
        });
        let mut wait = |awaited| self.clocks.wait(awaited, runs, now);
        if let Some(todo) = step {
            let awaited = if sensing { WaitFor::Sensing } else { WaitFor::Step(todo.act.clone()) };
            wait(awaited);
        }
        if betting {
            wait(WaitFor::Betting);
        }
        if let Some(command) = thought {
            wait(WaitFor::Thinking(command.act.clone()));
        }
        for (deck, position) in offered {
            wait(WaitFor::Cut(deck, position));
        }
        let whole = seconds(state.house.people.decision_seconds);
        for (position, lost) in deciding {
            if !lost {
                if slow {
                    self.clocks.came_back(position, whole.saturating_sub(AFTER_RETURN));
                    self.clocks.wait(WaitFor::Decision(position), runs, now);
                }
                continue;
            }
            self.clocks.went_away(position, now.instant);
            if let Some(seat) = state.seat(position) {
                self.clocks.wait(WaitFor::Grace(seat.person.clone()), runs, now);
            }
        }
    }

    /// The decks whose cut is offered to a person, and where. While that person has a hand to decide, only the time for
    /// the decision runs.
    fn offered(&self, state: &State) -> Vec<(DeckId, u8)> {
        let decides = |position| state.deciding().any(|open| open == position);
        let offer =
            |deck| state.cut_offer(deck).filter(|offer| !self.plays_as(&offer.person) && !decides(offer.position));
        state.decks_used().filter_map(|deck| Some((deck, offer(deck)?.position))).collect()
    }

    /// The first thing that will happen.
    #[must_use]
    pub fn plan(&mut self, state: &State, now: Now, people: &PlayersPresent) -> Option<Plan> {
        let (step, thought) = (self.step(state, now.moment), self.thought(state, now.moment));
        self.set_clocks(state, now, step.as_ref(), thought.as_ref());
        let plans = [
            opening(state, now),
            self.house(state, step),
            self.idle(state, now),
            self.player(state, thought),
            self.decision(state, now),
            self.cut(state, now),
            self.grace(state),
            self.coming_and_going(state, people, now),
        ];
        plans.into_iter().flatten().map(|plan| self.tried(state, plan)).min_by_key(|plan| plan.due)
    }

    /// What everybody may know of the plan: betting closes, a turn ends. Call it after the plan is made.
    #[must_use]
    pub fn pending(&self, state: &State, now: Now) -> Option<Pending> {
        let told = |plan: Plan, does: &str, position: Option<u8>, text: String| Pending {
            at: moment_of(plan.due),
            by: plan.by.role,
            does: does.into(),
            position,
            text,
        };
        if let Some(plan) = self.grace(state) {
            let position = acts_on(&plan.act);
            let text = format!("position {} is away and is ruled on", position.unwrap_or_default());
            return Some(told(plan, "rule_leaver", position, text));
        }
        if let Some(plan) = self.decision(state, now) {
            let position = acts_on(&plan.act);
            return Some(told(plan, "time_up", position, format!("position {} folds", position.unwrap_or_default())));
        }
        if let Some(plan) = self.cut(state, now) {
            let position = acts_on(&plan.act);
            let text = format!("position {} declines the cut", position.unwrap_or_default());
            return Some(told(plan, "decline_cut", position, text));
        }
        let due = self.clocks.due(&WaitFor::Betting, self.takes(state, &Act::NoMoreBets))?;
        let by = state.house.book.procedure.by(rules::rulebook::Step::NoMoreBets);
        if !automated(&state.house, by) || self.full_speed {
            return None;
        }
        let plan = Plan { due, by: robot::robot(by), act: Act::NoMoreBets };
        Some(told(plan, "no_more_bets", None, "betting closes".to_owned()))
    }

    /// How long a robot takes for a step. A player at a new table does not wait longer for its decks than for the other
    /// wagers.
    fn takes(&self, state: &State, act: &Act) -> Duration {
        let takes = Duration::from_millis(u64::from(robot::takes(&state.house, act)));
        match act {
            Act::NoMoreBets => takes,
            // Nobody waits for players who have looked.
            Act::Ask if state.all_have_looked() => Duration::ZERO,
            _ if self.hurries(state) => Duration::ZERO,
            _ if gets_ready(state) => takes.min(BRISK),
            _ => takes,
        }
    }

    /// Spreads the cards of an empty table when its time comes. If it is due already, it is the next step instead.
    fn idle(&self, state: &State, now: Now) -> Option<Plan> {
        let by = state.house.book.procedure.by(rules::rulebook::Step::Idle);
        let from = state.idle_from().filter(|from| *from > now.moment && automated(&state.house, by))?;
        let wait = Duration::from_millis(u64::try_from(from.since(now.moment)).unwrap_or(0));
        Some(Plan { due: now.instant + wait, by: self.in_part(by), act: Act::Idle { face_up: false } })
    }

    /// The next step of the procedure.
    fn house(&self, state: &State, step: Option<Todo>) -> Option<Plan> {
        let todo = step?;
        let takes = self.takes(state, &todo.act);
        let awaited = match &todo.act {
            Act::Sense { .. } => WaitFor::Sensing,
            Act::NoMoreBets => WaitFor::Betting,
            act => WaitFor::Step(act.clone()),
        };
        let due = self.clocks.due(&awaited, takes)?;
        Some(Plan { due, by: robot::robot(todo.by), act: todo.act })
    }

    /// A robot player's next act, after a moment to think.
    fn player(&self, state: &State, thought: Option<Command>) -> Option<Plan> {
        let command = thought?;
        let sits = matches!(command.act, Act::Sit { .. });
        let quick = self.full_speed || (sits && self.hurries(state));
        let think = if quick { 0 } else { 350 + state.version % 7 * 90 };
        let due = self.clocks.due(&WaitFor::Thinking(command.act.clone()), Duration::from_millis(think))?;
        Some(Plan { due, by: command.by, act: command.act })
    }

    /// The end of time for a player who is present but does not decide.
    fn decision(&self, state: &State, now: Now) -> Option<Plan> {
        let whole = seconds(state.house.people.decision_seconds);
        let plans = state.deciding().filter_map(|position| {
            let awaited = WaitFor::Decision(position);
            let due = self.clocks.due(&awaited, whole)?;
            let since = self.clocks.since(&awaited, now)?;
            Some(Plan { due, by: robot::robot(Role::System), act: Act::TimeUp { position, since } })
        });
        plans.min_by_key(|plan| plan.due)
    }

    /// The end of time for a player who is offered the cut and does not answer.
    fn cut(&self, state: &State, now: Now) -> Option<Plan> {
        let whole = seconds(state.house.people.decision_seconds);
        let plans = self.offered(state).into_iter().filter_map(|(deck, position)| {
            let awaited = WaitFor::Cut(deck, position);
            let due = self.clocks.due(&awaited, whole)?;
            let since = self.clocks.since(&awaited, now)?;
            Some(Plan { due, by: robot::robot(Role::System), act: Act::TimeUp { position, since } })
        });
        plans.min_by_key(|plan| plan.due)
    }

    /// The end of the grace period for a player who is away.
    fn grace(&self, state: &State) -> Option<Plan> {
        let whole = seconds(state.house.people.grace_seconds);
        let plans = state.deciding().filter_map(|position| {
            let seat = state.seat(position).filter(|seat| seat.lost.is_some())?;
            let due = self.clocks.due(&WaitFor::Grace(seat.person.clone()), whole)?;
            let act = Act::RuleLeaver { position, verdict: state.house.people.lost_connection };
            Some(Plan { due, by: robot::robot(Role::System), act })
        });
        plans.min_by_key(|plan| plan.due)
    }

    /// Notes that windows were closed, or opened again.
    fn coming_and_going(&self, state: &State, people: &PlayersPresent, now: Now) -> Option<Plan> {
        let system = || robot::robot(Role::System);
        if trouble::is_restless() {
            return self.restless(state, now);
        }
        let plans = state.taken().filter_map(|(position, seat)| match people.away(&seat.person)? {
            None if seat.lost.is_some() => Some(Plan { due: now.instant, by: system(), act: Act::Back { position } }),
            // A player who came back once during a decision gets no second grace period in it.
            Some(gone) if seat.lost.is_none() && state.phase() != Phase::Betting && !self.clocks.was_away(position) => {
                Some(Plan { due: gone + Self::ABSENCE, by: system(), act: Act::Lost { position } })
            }
            Some(gone) if state.phase() == Phase::Betting && !seat.wagers() => {
                let by = Actor { role: Role::Player, person: seat.person.clone() };
                let chips = state.money.purse(&seat.person);
                let act = if chips.is_zero() { Act::Rise { position } } else { Act::CashOut { amount: chips } };
                // A seat between two others of the same player cannot be freed until one of those is.
                let command = Command::new("", by, now.moment, act);
                let Command { by, act, .. } = decide(state, &command).is_ok().then_some(command)?;
                Some(Plan { due: gone + SEAT_KEPT, by, act })
            }
            _ => None,
        });
        plans.min_by_key(|plan| plan.due)
    }

    /// A fault that tests inject: a player is declared away and present again, endlessly.
    fn restless(&self, state: &State, now: Now) -> Option<Plan> {
        let (position, seat) = state.taken().next()?;
        let act = if seat.lost.is_some() { Act::Back { position } } else { Act::Lost { position } };
        Some(Plan { due: now.instant, by: robot::robot(Role::System), act })
    }
}

/// Whether a table is before its first deal.
fn gets_ready(state: &State) -> bool {
    state.round.number <= 1 && !state.round.closed
}

/// Whether two acts are of the same kind; their moments may differ.
fn same_kind(one: &Act, other: &Act) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

/// The position that an act is about.
fn acts_on(act: &Act) -> Option<u8> {
    match act {
        Act::TimeUp { position, .. } | Act::RuleLeaver { position, .. } => Some(*position),
        _ => None,
    }
}

/// Whether a position's wagers can be dealt as they are.
fn complete(state: &State, seat: &Seat) -> bool {
    seat.dealt_in() && state.house.is_complete(&seat.stakes)
}

/// Opens a table whose floorperson is a robot, and refills its tray.
fn opening(state: &State, now: Now) -> Option<Plan> {
    if !automated(&state.house, Role::Floorperson) {
        return None;
    }
    let by = robot::robot(Role::Floorperson);
    let at_once = |act| Some(Plan { due: now.instant, by, act });
    match state.phase() {
        Phase::Shut if state.version == 0 => at_once(Act::OpenTable { float: FLOAT }),
        Phase::Betting if state.money.tray < Cents(FLOAT.0 / 4) => {
            at_once(Act::Fill { amount: Cents(FLOAT.0 - state.money.tray.0) })
        }
        _ => None,
    }
}

/// The order of cards that comes with an act, from the house's own shuffler: nobody chooses it.
///
/// # Errors
/// When there is no entropy: then nothing is dealt.
pub fn order_for(state: &State, act: &Act) -> Result<Option<Box<Shuffle>>, Problem> {
    let fresh = |_| shuffler::fresh().map_err(|error| Problem::from(Reason::NoCards { detail: error.to_string() }));
    Ok(state.order_for(act).map(fresh).transpose()?.map(Box::new))
}
