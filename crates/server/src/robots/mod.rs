//! Robots and timers: what happens at a table by itself, and when. Everything goes through the same commands as people's
//! acts; a robot has no right that its role does not have.

use std::time::Duration;

use pit::{Stand, Turn};
use rules::house::Pace;
use rules::settle::Stakes;
use rules::{Cents, House, Wager};
use table::robot::{self, RobotPlayer, automated};
use table::{Act, Actor, Command, Moment, Person, Phase, Role, State};
use tokio::time::Instant;

use crate::clock::{instant_of, moment_of, now};
use crate::desk::People;
use crate::links::Taking;
use crate::problem::Problem;
use crate::reason::Reason;
use crate::wire::Pending;

/// The chips that a robot floorperson opens a table with.
pub const FLOAT: Cents = Cents(10_000_000);

/// A player without a window on the table keeps the position so long between rounds.
const SEAT_KEPT: Duration = Duration::from_secs(120);

/// Something that will happen by itself.
#[derive(Clone, Debug)]
pub struct Plan {
    due: Instant,
    by: Actor,
    act: Act,
}

impl Plan {
    /// What everybody may know of it: betting closes, a turn ends.
    #[must_use]
    pub fn pending(&self) -> Option<Pending> {
        let (does, position, text) = match &self.act {
            Act::NoMoreBets => ("no_more_bets", None, "betting closes".to_owned()),
            Act::Lost { position } => ("lost", Some(*position), format!("position {position} is taken to be away")),
            Act::RuleLeaver { position, .. } => {
                ("rule_leaver", Some(*position), format!("position {position} is ruled on"))
            }
            _ => return None,
        };
        Some(Pending { at: moment_of(self.due), by: self.by.role, does: does.into(), position, text })
    }
}

/// The robots of a table.
#[derive(Debug)]
pub struct Robots {
    players: Vec<RobotPlayer>,
    /// The name of the house's robots, shared by all their acts.
    house: Person,
    /// Whether nothing takes them any time.
    pub full_speed: bool,
    /// When the table was first seen at its version.
    since: (u64, Instant),
    /// When betting, or a turn, began: wagers of others do not make it longer.
    began: (Began, Instant),
    /// Nothing is tried before this.
    not_before: Option<Instant>,
}

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Began {
    Nothing,
    Betting(u64),
    Turn(u64, u8),
}

impl Robots {
    /// A player whose last window is closed so long counts as gone.
    pub const ABSENCE: Duration = Duration::from_secs(5);

    /// The robots of a table.
    #[must_use]
    pub fn new(stand: &Stand) -> Robots {
        let house = &stand.state.house;
        let mut robots = Robots {
            players: players(house, stand.founding.robots),
            house: robot::robot(Role::Dealer).person,
            full_speed: house.automation.pace == Pace::Full,
            since: (0, Instant::now()),
            began: (Began::Nothing, Instant::now()),
            not_before: None,
        };
        robots.saw(&stand.state);
        robots
    }

    /// The table has changed.
    pub fn saw(&mut self, state: &State) {
        let now = Instant::now();
        if self.since.0 != state.version {
            self.since = (state.version, now);
        }
        let begins = match (state.phase(), state.turn()) {
            (Phase::Betting, _) if state.next(crate::clock::now()).is_some_and(|todo| todo.act == Act::NoMoreBets) => {
                Began::Betting(state.round.number)
            }
            (Phase::Deciding, Some(position)) => Began::Turn(state.round.number, position),
            _ => Began::Nothing,
        };
        if self.began.0 != begins {
            self.began = (begins, now);
        }
    }

    /// A robot was refused: it tries again a little later.
    pub fn put_off(&mut self) {
        self.not_before = Some(Instant::now() + Duration::from_secs(1));
    }

    /// When a plan is tried.
    #[must_use]
    pub fn when(&self, plan: &Plan) -> Instant {
        self.not_before.map_or(plan.due, |earliest| plan.due.max(earliest))
    }

    /// What happens now.
    pub fn due(&mut self, state: &State, at: Moment, people: &People) -> Option<Command> {
        self.not_before = None;
        let plan = self.plan(state, at, people)?;
        let act = with_order(state, plan.act).ok()?;
        let id = pit::robot_turn_id(state.version);
        (plan.due <= Instant::now()).then_some(Command { id, by: plan.by, at, act })
    }

    /// Everything that robots at full speed do at once.
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
            let by_house = state.next(at).filter(|todo| automated(&state.house, todo.by));
            let (by, act) = match by_house {
                Some(todo) if todo.act != Act::NoMoreBets || self.all_placed(state) => {
                    (Actor { role: todo.by, person: self.house.clone() }, todo.act)
                }
                _ => match self.players.iter().find_map(|player| player.command(state, at)) {
                    Some(command) => (command.by, command.act),
                    None => break,
                },
            };
            let act = with_order(state, act)?;
            let id = pit::robot_turn_id(state.version);
            if taking.take(&mut stand.state, Command { id, by, at, act }, turns).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Whether every robot has its wagers down.
    fn all_placed(&self, state: &State) -> bool {
        let at = now();
        self.players.iter().all(|player| player.command(state, at).is_none())
    }

    /// The first thing that will happen.
    #[must_use]
    pub fn plan(&self, state: &State, at: Moment, people: &People) -> Option<Plan> {
        let plans = [
            self.opening(state),
            self.house(state, at),
            self.player(state, at),
            self.slow_decision(state),
            self.grace(state),
            self.coming_and_going(state, people),
        ];
        plans.into_iter().flatten().min_by_key(|plan| plan.due)
    }

    fn after(&self, wait: Duration, by: Actor, act: Act) -> Plan {
        Plan { due: self.since.1 + wait, by, act }
    }

    /// A table whose floorperson is a robot is opened by it, and its tray never runs dry.
    fn opening(&self, state: &State) -> Option<Plan> {
        if !automated(&state.house, Role::Floorperson) {
            return None;
        }
        let by = robot::robot(Role::Floorperson);
        match state.phase() {
            Phase::Shut if state.version == 0 => Some(self.after(Duration::ZERO, by, Act::OpenTable { float: FLOAT })),
            Phase::Betting if state.money.tray < Cents(FLOAT.0 / 4) => {
                let amount = Cents(FLOAT.0 - state.money.tray.0);
                Some(self.after(Duration::ZERO, by, Act::Fill { amount }))
            }
            _ => None,
        }
    }

    /// The next step of the procedure.
    fn house(&self, state: &State, at: Moment) -> Option<Plan> {
        let todo = state.next(at).filter(|todo| automated(&state.house, todo.by))?;
        let takes = Duration::from_millis(u64::from(robot::takes(&state.house, &todo.act)));
        let by = robot::robot(todo.by);
        if let (Act::NoMoreBets, Began::Betting(_)) = (&todo.act, self.began.0) {
            return Some(Plan { due: self.began.1 + takes, by, act: todo.act });
        }
        Some(self.after(takes, by, todo.act))
    }

    /// A robot player takes a moment to think.
    fn player(&self, state: &State, at: Moment) -> Option<Plan> {
        let command = self.players.iter().find_map(|player| player.command(state, at))?;
        let think = if self.full_speed { 0 } else { 350 + state.version % 7 * 90 };
        Some(self.after(Duration::from_millis(think), command.by, command.act))
    }

    /// A player who does not decide in time counts as away, and is ruled on when the grace is over.
    fn slow_decision(&self, state: &State) -> Option<Plan> {
        let position = state.turn()?;
        let seat = state.seat(position)?;
        let robot = self.players.iter().any(|player| player.person == seat.person);
        if robot
            || seat.lost.is_some()
            || seat.left
            || !matches!(self.began.0, Began::Turn(_, turn) if turn == position)
        {
            return None;
        }
        let patience = Duration::from_secs(u64::from(state.house.people.decision_seconds));
        Some(Plan { due: self.began.1 + patience, by: robot::robot(Role::System), act: Act::Lost { position } })
    }

    fn grace(&self, state: &State) -> Option<Plan> {
        let position = state.turn()?;
        let lost = state.seat(position)?.lost?;
        let over = lost.plus_seconds(state.house.people.grace_seconds);
        let verdict = state.house.people.lost_connection;
        let act = Act::RuleLeaver { position, verdict };
        Some(Plan { due: instant_of(over), by: robot::robot(Role::System), act })
    }

    /// Windows that were closed, and opened again.
    fn coming_and_going(&self, state: &State, people: &People) -> Option<Plan> {
        let system = || robot::robot(Role::System);
        let plans = state.taken().filter_map(|(position, seat)| match people.away(&seat.person)? {
            None if seat.lost.is_some() => Some(self.after(Duration::ZERO, system(), Act::Back { position })),
            Some(gone) if seat.lost.is_none() && state.phase() != Phase::Betting => {
                Some(Plan { due: gone + Self::ABSENCE, by: system(), act: Act::Lost { position } })
            }
            Some(gone) if state.phase() == Phase::Betting && !seat.wagers() => {
                let by = Actor { role: Role::Player, person: seat.person.clone() };
                let chips = state.money.purse(&seat.person);
                let act = if chips.is_zero() { Act::Rise { position } } else { Act::CashOut { amount: chips } };
                Some(Plan { due: gone + SEAT_KEPT, by, act })
            }
            _ => None,
        });
        plans.min_by_key(|plan| plan.due)
    }
}

/// An act with an order of cards, where it wants one.
///
/// # Errors
/// When there is no entropy: then nothing is dealt.
pub fn with_order(state: &State, mut act: Act) -> Result<Act, Problem> {
    if state.observed() {
        return Ok(act);
    }
    let fresh = || {
        shuffler::fresh()
            .map(|shuffle| Some(Box::new(shuffle)))
            .map_err(|error| Problem::from(Reason::NoCards { detail: error.to_string() }))
    };
    match &mut act {
        Act::Shuffle { shuffle, .. } if shuffle.is_none() => *shuffle = fresh()?,
        Act::ReceiveDeck { preshuffled: true, shuffle, .. } if shuffle.is_none() => *shuffle = fresh()?,
        _ => {}
    }
    Ok(act)
}

/// Robot players from the right, each with the least wagers of the house and some of its side wagers.
fn players(house: &House, count: u8) -> Vec<RobotPlayer> {
    let positions = (1..=house.table.positions).rev().take(usize::from(count));
    positions.map(|position| robot_player(house, position)).collect()
}

/// The least wagers of the house. Different robots like different side wagers; the first likes all.
fn robot_player(house: &House, position: u8) -> RobotPlayer {
    let side =
        [Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive, Wager::CoverAll].into_iter().enumerate();
    let least = |wager| house.amounts(wager).map_or(Cents::ZERO, |amounts| amounts.min);
    let base = least(Wager::Ante).max(least(Wager::PairPlus));
    let mut stakes = Stakes { ante: base, pair_plus: base, ..Stakes::default() };
    for (i, wager) in side {
        let likes = position == house.table.positions || (usize::from(position) + i).is_multiple_of(2);
        if let (true, Some(stake)) = (house.offers(wager) && likes, stakes.on_mut(wager)) {
            *stake = least(wager);
        }
    }
    // Queen, six, four: the threshold that every player's guide names.
    let q64 = cards::Strength::floor(&[cards::Rank::Queen, cards::Rank::Six, cards::Rank::Four]);
    RobotPlayer {
        person: Person::from(format!("{}{position}", pit::ROBOT).as_str()),
        position,
        stakes,
        plays_from: q64.unwrap_or(cards::Strength::WEAKEST),
        buy_in: Cents::dollars(1_000),
    }
}
