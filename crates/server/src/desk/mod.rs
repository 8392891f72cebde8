//! The desk of a table: the task that takes its commands one at a time. An act is answered, and shown, only once it is
//! durable.

mod again;
mod deciding;
mod handle;
mod presence;
mod refusals;
mod storing;
pub mod two_persons;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use journal::{BadName, CommandId, Hash, NewRecord, Record, Store};
use pit::{Founding, Houses, Stand, TableId};
use serde::Serialize;
use table::{Act, Actor, Moment, What};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::{Instant, sleep_until};

use self::again::Again;
pub use self::handle::{Accepted, Ask, ForNextRound, Handle};
pub use self::presence::PlayersPresent;
use self::refusals::Refusals;
use self::storing::{Marks, StoreResult, TableBefore, read_answer};
use crate::clock::now;
use crate::desk::two_persons::Second;
use crate::links::{LinkDesk, Links, NotFollowed, Taking};
use crate::operation::checkpoints::Keeper;
use crate::robots::{ACTS_MAX, Now, Plan, Robots, Runaway};
use crate::shown::frame::{Frame, Told};
use crate::wire::{Problem, Reason};

/// How many times to decide an act again when another node was faster.
const TRIES: u32 = 50;

/// The most turns of robots in one record: about a round of seven positions.
const TURNS_MAX: usize = 400;

/// The most tables whose robots act at full speed at the same time.
pub const ROBOTS_AT_ONCE: usize = 64;

/// The most acts that may wait at a desk.
const WAITING: usize = 256;

/// What ties a desk to the house.
#[derive(Clone)]
pub struct Ties {
    /// The journal.
    pub store: Arc<dyn Store>,
    /// The meters that tables share.
    pub links: Arc<Links>,
    /// The houses that tables share.
    pub houses: Arc<Houses>,
    /// Whether other nodes store too.
    pub several: bool,
    /// Permits for robots at full speed: they limit how many tables act automatically at the same time, so that people
    /// need not wait behind thousands of robots.
    pub robots: Arc<Semaphore>,
    /// The digest of the program, which is recorded with every round.
    pub program: Arc<str>,
    /// What tables must have been founded with, if the operator named houses.
    pub named: Arc<BTreeMap<TableId, Founding>>,
    /// Whether the house is closing: then every desk finishes its current work and ends.
    pub closing: watch::Receiver<bool>,
}

/// What the journal compares when an id is repeated. The time is left out, because a repeat comes later.
#[derive(Serialize)]
struct Repeatable<'a> {
    table: &'a TableId,
    by: &'a Actor,
    acts: &'a [Act],
    #[serde(skip_serializing_if = "<[Act]>::is_empty")]
    next: &'a [Act],
}

/// Opens the desk of a table.
///
/// With `several` nodes on the journal, nothing is refused before the desk has read what the others stored.
///
/// # Errors
/// Never for the id of a table.
pub fn open(stand: Stand, keeper: Keeper, to: &Ties, linked: [Option<Arc<LinkDesk>>; 2]) -> Result<Handle, BadName> {
    let (asks, asked) = mpsc::channel(WAITING);
    let robots = Robots::new(&stand);
    let mut present = PlayersPresent::default();
    if !to.several {
        // Players who sat here when the program ended have no window yet. Other nodes may have theirs.
        let people = stand.state.taken().map(|(_, seat)| &seat.person).filter(|person| !robots.plays_as(person));
        people.for_each(|person| present.expect(person.clone(), Instant::now()));
    }
    let (frame, frames) = watch::channel(Arc::new(Frame::new(Arc::new(stand.clone()), linked.clone())));
    let (id, last) = (stand.id.clone(), stand.last);
    let desk = TableTask {
        marks: Marks::of(&stand, &to.program)?,
        stand,
        keeper,
        ties: to.clone(),
        linked,
        frame,
        robots,
        plan: None,
        refusals: Refusals::default(),
        stopped: None,
        last,
        again: None,
        doubtful: HashSet::new(),
        present,
        runaway: Runaway::new(Instant::now()),
    };
    tokio::spawn(desk.run(asked));
    Ok(Handle { id, asks, frames })
}

struct TableTask {
    /// The table, including what is being stored. The frame leaves that out: only what is durable is shown.
    stand: Stand,
    marks: Marks,
    keeper: Keeper,
    ties: Ties,
    linked: [Option<Arc<LinkDesk>>; 2],
    frame: watch::Sender<Arc<Frame>>,
    robots: Robots,
    /// What happens next automatically, once worked out.
    plan: Option<Option<Plan>>,
    refusals: Refusals,
    /// Why no more acts are taken.
    stopped: Option<String>,
    /// The time of the last act.
    last: Moment,
    /// When to ask the journal again, if it is out of reach: it may come back.
    again: Option<Again>,
    /// Commands of which only the journal knows whether they were stored, until it answers.
    doubtful: HashSet<CommandId>,
    present: PlayersPresent,
    runaway: Runaway,
}

impl TableTask {
    async fn run(mut self, mut asked: mpsc::Receiver<Ask>) {
        let mut closing = self.ties.closing.clone();
        while !*closing.borrow_and_update() {
            if self.plan.is_none() {
                self.show(None);
            }
            let due = match &self.stopped {
                None => self.plan.as_ref().and_then(Option::as_ref).map(|plan| plan.due),
                Some(_) => self.again.map(|again| again.due),
            };
            tokio::select! {
                ask = asked.recv() => match ask {
                    None => return,
                    Some(ask) => self.take(ask).await,
                },
                () = until(due) => {
                    self.plan = None;
                    match self.again {
                        Some(again) => self.ask_again(again).await,
                        None => self.robots_act().await,
                    }
                }
                told = closing.changed() => if told.is_err() { return },
            }
        }
    }

    async fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Do { id, by, acts, next, second, reply } => {
                let (role, person) = (by.role, by.person.clone());
                self.present.acted(&person, Instant::now());
                self.runaway.somebody_acted();
                let answer = self.act(id, by, (&acts, &next), second.as_ref()).await;
                let done = answer.as_ref().map_or_else(|problem| problem.refused.as_str(), |_| "done");
                tracing::debug!(table = %self.stand.id, %id, %role, %person, acts = acts.len(), done);
                // The caller may have gone; what is done stays done.
                let _ = reply.send(answer);
            }
            Ask::Stored(record) => match record.version.cmp(&(self.stand.records + 1)) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => {
                    if let Err(fault) = self.follow(&record) {
                        self.stop(&fault.to_string());
                    }
                }
                std::cmp::Ordering::Greater => self.catch_up().await,
            },
            Ask::Came(person) => {
                self.present.came(person);
                self.plan = None;
            }
            Ask::Went(person) => {
                self.present.went(person, Instant::now());
                self.plan = None;
            }
        }
    }

    /// Handles somebody's act. Refusals are remembered for a while, acts for ever.
    async fn act(
        &mut self,
        id: CommandId,
        by: Actor,
        (acts, next): (&[Act], &ForNextRound),
        second: Option<&Second>,
    ) -> Result<Accepted, Problem> {
        let said = serde_json::to_vec(&Repeatable { table: &self.stand.id, by: &by, acts, next: &next.acts });
        let digest = Hash::of_command(&said.map_err(|error| Problem::malformed(error.to_string()))?);
        if let Some((first, problem)) = self.refusals.of(id) {
            return Err(if *first == digest { problem.clone() } else { used() });
        }
        for _ in 0..TRIES {
            if let Some(why) = &self.stopped {
                let open = self.doubtful.contains(&id);
                return Err(if open { Reason::Unknown { detail: why.clone() }.into() } else { Problem::stopped(why) });
            }
            let before = TableBefore::of(&self.stand.state);
            let mut taking = Taking::new(&self.linked).await;
            let mut turns = Vec::new();
            let answer = match self.decide(&mut taking, &mut turns, (id, &by, second), acts, next) {
                Ok(Ok(answer)) => answer,
                Ok(Err(refusal)) => {
                    self.undo(&turns);
                    let known = self.stand.records;
                    if self.ties.several {
                        self.catch_up().await;
                    }
                    if self.stand.records != known {
                        continue;
                    }
                    // The same command may have been done before, if its answer was lost.
                    let done = self.ties.store.done(id).await;
                    if let Some(done) = done.map_err(|error| Reason::Unknown { detail: error.to_string() })? {
                        return if done.digest == digest { read_answer(&done.answer) } else { Err(used()) };
                    }
                    let problem = Problem::refused(&refusal, &self.stand.state.house);
                    self.refusals.add(id, digest, problem.clone());
                    return Err(problem);
                }
                Err(problem) => {
                    self.undo(&turns);
                    return Err(problem);
                }
            };
            match self.append((id, digest), answer, before, turns, taking).await {
                StoreResult::Done(answer) => return Ok(answer),
                StoreResult::Refused(problem) => return Err(problem),
                StoreResult::Again => self.catch_up().await,
            }
        }
        Err(Reason::TableBusy.into())
    }

    /// What robots and timers do now.
    async fn robots_act(&mut self) {
        let _turn = match self.robots.full_speed {
            true => self.ties.robots.clone().acquire_owned().await.ok(),
            false => None,
        };
        if *self.ties.closing.borrow() {
            return;
        }
        let at = self.time();
        let before = TableBefore::of(&self.stand.state);
        let mut turns = Vec::new();
        let mut taking = Taking::new(&self.linked).await;
        let now = Now { moment: at, ..Now::read() };
        if let Some(command) = self.robots.due(&self.stand.state, now, &self.present) {
            let act = command.act.clone();
            if let Err(refusal) = taking.take(&mut self.stand.state, command, &mut turns) {
                let why = refusal.written(&self.stand.state.house);
                tracing::debug!(table = %self.stand.id, %why, "a robot was refused");
                return self.robots.put_off(&self.stand.state, act, now.instant);
            }
        }
        if let Err(problem) = self.robots.at_once(&mut self.stand, &mut taking, &mut turns, at, TURNS_MAX) {
            self.undo(&turns);
            return self.stop(&problem.refused);
        }
        if turns.is_empty() {
            return;
        }
        if !self.runaway.may(self.stand.state.round.number, turns.len(), now.instant) {
            self.undo(&turns);
            return self.stop(&format!(
                "it did {ACTS_MAX} things by itself in one round and got nowhere; it has stopped so that they do not \
                 fill the journal. Every chip is where it was: restart the program, and report this"
            ));
        }
        let id = pit::robot_command_id(&self.stand.id, self.stand.records);
        let digest = Hash::of_command(b"robots");
        let answer = Accepted { version: self.stand.state.version, next: None };
        match self.append((id, digest), answer, before, turns, taking).await {
            StoreResult::Done(_) => {}
            StoreResult::Refused(problem) => {
                tracing::warn!(table = %self.stand.id, why = problem.refused, "robots could not act");
                self.robots.put_all_off(Instant::now());
            }
            StoreResult::Again => self.catch_up().await,
        }
    }

    /// Takes over what other nodes stored, and what other tables did to the links.
    async fn catch_up(&mut self) {
        for link in self.linked.iter().flatten() {
            if let Err(why) = self.ties.links.catch_up(link).await {
                return self.stop_over(&why);
            }
        }
        let stream = self.marks.stream.clone();
        loop {
            let read = self.ties.store.read(stream.clone(), self.stand.records + 1, 256).await;
            let records = match read {
                Ok(records) => records,
                Err(error) => return self.stop_for(&error),
            };
            if records.is_empty() {
                return;
            }
            for record in &records {
                if let Err(fault) = self.follow(record) {
                    return self.stop(&fault.to_string());
                }
            }
        }
    }

    fn follow(&mut self, record: &Record) -> Result<(), pit::StreamFault> {
        let (after, round) = (self.stand.state.version, self.stand.state.round.number);
        let turns = self.stand.follow(record)?;
        for event in turns.iter().flat_map(|turn| &turn.events) {
            if let What::ConnectionBack { position } = event.what
                && let Some(seat) = self.stand.state.seat(position)
            {
                // Another node sees them, so this one need not miss them.
                self.present.forget(&seat.person);
            }
        }
        self.show(Some((Told { after, round, turns }, vec![record.what.clone()])));
        Ok(())
    }

    /// Asks a journal that was out of reach again. If it is back, the table is read from it.
    async fn ask_again(&mut self, again: Again) {
        self.again = Some(again.later(Instant::now()));
        match self.ties.store.tip().await {
            Ok(_) => {
                self.stopped = None;
                self.catch_up().await;
                if self.stopped.is_none() {
                    self.again = None;
                    self.doubtful.clear();
                }
            }
            Err(error) if error.may_pass() => {}
            Err(error) => self.stop_for(&error),
        }
    }

    /// Time at this table never goes back, whatever the clock does.
    fn time(&mut self) -> Moment {
        self.last = now().max(self.last);
        self.last
    }

    /// Shows what was stored, if anything, and what will happen automatically.
    fn show(&mut self, told: Option<(Told, Vec<NewRecord>)>) {
        let now = Now::read();
        let plan = self.robots.plan(&self.stand.state, now, &self.present);
        let pending = self.robots.pending(&self.stand.state, now);
        let ready = self.robots.is_ready(&self.stand.state, now.moment);
        let records = self.stand.records;
        self.frame.send_if_modified(|frame| {
            let same = (&frame.pending, &frame.stopped, frame.ready) == (&pending, &self.stopped, ready);
            if told.is_none() && same {
                return false;
            }
            let frame = Arc::make_mut(frame);
            frame.ready = ready;
            if let Some((told, of)) = told {
                frame.add(told, &of, records);
            }
            frame.then(pending, self.stopped.clone());
            true
        });
        self.plan = Some(plan);
    }

    fn stop(&mut self, why: &str) {
        tracing::error!(table = %self.stand.id, why, "the table stops");
        // For good: only a journal that may come back is asked again.
        (self.stopped, self.again, self.plan) = (Some(why.to_owned()), None, None);
    }

    /// Stops because of the journal: for good, or until it is in reach again.
    fn stop_for(&mut self, error: &journal::Error) {
        let asking = self.again;
        self.stop(&format!("the journal stores nothing: {error}"));
        // Whoever asks already goes on with growing pauses.
        self.again = error.may_pass().then(|| asking.unwrap_or_else(|| Again::soon(Instant::now())));
    }

    /// Stops because a link could not be followed.
    fn stop_over(&mut self, why: &NotFollowed) {
        match why {
            NotFollowed::Journal(error) => self.stop_for(error),
            NotFollowed::Unchained(_) | NotFollowed::Meters(_) => self.stop(&why.to_string()),
        }
    }
}

fn used() -> Problem {
    Reason::UsedId.into()
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        // Nothing will happen automatically.
        None => sleep_until(Instant::now() + Duration::from_secs(3600)).await,
    }
}
