//! The desk of a table: the task at which its commands are handed in, one after the other. An act is answered when it is
//! durable, and shown to nobody before.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use journal::{Batch, Body, CommandId, Expected, Hash, Kind, NewRecord, Outcome, Record, Store, Upcasters, Write};
use pit::{Accounts, Houses, Stand, TURNS, TURNS_FORMAT, TableId, Turn, Under, bodies, postings};
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Command, Moment, Person, Refusal};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use crate::checkpoints::Keeper;
use crate::clock::now;
use crate::frame::{Frame, Told};
use crate::links::{LinkDesk, Links, Taking};
use crate::problem::Problem;
use crate::robots::{Robots, with_order};
use crate::two_persons::{self, Second};

/// So often an act is decided again when another node was faster.
const TRIES: u32 = 50;

/// So many turns of robots go into one record: about a round of seven positions.
const TURNS_MAX: usize = 400;

/// So many refusals are remembered for their repeats.
const REFUSALS: usize = 256;

/// So often a journal that is out of reach is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// So many acts may wait at a desk.
const WAITING: usize = 256;

/// What is handed in at a desk.
#[derive(Debug)]
pub enum Ask {
    /// Somebody wants to do something.
    Do {
        /// The client's id.
        id: CommandId,
        /// Who.
        by: Actor,
        /// What, one after the other: all of it or nothing.
        acts: Vec<Act>,
        /// The second person, where it was approved by one.
        second: Option<Second>,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<u64, Problem>>,
    },
    /// Another node stored something for this table.
    Stored(Box<Record>),
    /// A player looks at the table again.
    Came(Person),
    /// A player looks at it no longer.
    Went(Person),
}

/// A table as the rest of the house reaches it.
#[derive(Clone)]
pub struct Handle {
    /// The table.
    pub id: TableId,
    asks: mpsc::Sender<Ask>,
    /// The table as it stands, whenever it changes.
    pub frames: watch::Receiver<Arc<Frame>>,
}

impl Handle {
    /// Does something and waits until it is durable. Gives the table's version after it.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act(&self, id: CommandId, by: Actor, acts: Vec<Act>) -> Result<u64, Problem> {
        self.act_of_two(id, by, acts, None).await
    }

    /// The same with a second person behind it.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act_of_two(
        &self,
        id: CommandId,
        by: Actor,
        acts: Vec<Act>,
        second: Option<Second>,
    ) -> Result<u64, Problem> {
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Do { id, by, acts, second, reply };
        let gone = || Problem::stopped("the table is shut on this node");
        self.asks.send(ask).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Tells the desk of a player who came or went.
    pub async fn tell(&self, ask: Ask) {
        // A table that is shut on this node needs no word of it.
        let _ = self.asks.send(ask).await;
    }

    /// The table as it stands.
    #[must_use]
    pub fn now(&self) -> Arc<Frame> {
        self.frames.borrow().clone()
    }
}

/// What ties a desk to the house.
#[derive(Clone)]
pub struct Ties {
    /// The journal.
    pub store: Arc<dyn Store>,
    /// How old records are read.
    pub upcasters: Arc<Upcasters>,
    /// The meters that tables share.
    pub links: Arc<Links>,
    /// The houses that tables share.
    pub houses: Arc<Houses>,
    /// Whether other nodes store too.
    pub several: bool,
    /// The digest of the program, which is written down with every round.
    pub program: Arc<str>,
    /// The digests of the houses that tables must have been founded with, where somebody named them.
    pub named: Arc<BTreeMap<TableId, String>>,
}

/// What a command is answered, as the journal keeps it.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    version: u64,
}

/// What the journal compares when an id comes again. The time is left out: whoever sends again does so later.
#[derive(Serialize)]
struct Said<'a> {
    table: &'a TableId,
    by: &'a Actor,
    acts: &'a [Act],
}

/// Opens a desk before a table.
///
/// With `several` nodes on the journal nothing is refused before it is known what the others stored.
pub fn open(stand: Stand, keeper: Keeper, to: &Ties, linked: [Option<Arc<LinkDesk>>; 2]) -> Handle {
    let (asks, asked) = mpsc::channel(WAITING);
    let robots = Robots::new(&stand);
    let stand = Arc::new(stand);
    let (frame, frames) = watch::channel(Arc::new(Frame::new(stand.clone(), linked.clone())));
    let (id, last) = (stand.id.clone(), stand.last);
    let desk = Desk {
        stand,
        keeper,
        ties: to.clone(),
        linked,
        frame,
        robots,
        refusals: HashMap::new(),
        refused: VecDeque::new(),
        stopped: None,
        last,
        lost: None,
        present: HashMap::new(),
    };
    tokio::spawn(desk.run(asked));
    Handle { id, asks, frames }
}

struct Desk {
    stand: Arc<Stand>,
    keeper: Keeper,
    ties: Ties,
    linked: [Option<Arc<LinkDesk>>; 2],
    frame: watch::Sender<Arc<Frame>>,
    robots: Robots,
    /// What was refused, by the command's id.
    refusals: HashMap<CommandId, (Hash, Problem)>,
    refused: VecDeque<CommandId>,
    /// Why nothing is taken any more.
    stopped: Option<String>,
    /// The time of the last act.
    last: Moment,
    /// Since when the journal is out of reach, if that is why: it may come back.
    lost: Option<Instant>,
    /// How many windows each player has open on the table, and since when there is none.
    present: HashMap<Person, Presence>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Presence {
    windows: u32,
    gone: Option<Instant>,
}

/// How an append ended.
enum Ended {
    Done(u64),
    Refused(Problem),
    Again,
}

impl Desk {
    async fn run(mut self, mut asked: mpsc::Receiver<Ask>) {
        loop {
            let due = match (&self.stopped, self.lost) {
                (None, _) => self.next_due(),
                (Some(_), Some(_)) => Some(Instant::now() + RETRY),
                (Some(_), None) => None,
            };
            self.show(None);
            tokio::select! {
                ask = asked.recv() => match ask {
                    None => return,
                    Some(ask) => self.take(ask).await,
                },
                () = until(due) => match self.lost {
                    Some(_) => self.try_again().await,
                    None => self.robots_act().await,
                },
            }
        }
    }

    async fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Do { id, by, acts, second, reply } => {
                let (role, person) = (by.role, by.person.clone());
                let answer = self.act(id, by, &acts, second.as_ref()).await;
                let done = answer.as_ref().map_or_else(|problem| problem.refused.as_str(), |_| "done");
                tracing::debug!(table = %self.stand.id, %id, %role, %person, acts = acts.len(), done);
                // Whoever asked may have gone; what is done is done.
                let _ = reply.send(answer);
            }
            Ask::Stored(record) => match record.version.cmp(&(self.stand.records + 1)) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => {
                    if let Err(fault) = self.follow(&record) {
                        self.stop(&fault);
                    }
                }
                std::cmp::Ordering::Greater => self.catch_up().await,
            },
            Ask::Came(person) => {
                let presence = self.present.entry(person).or_default();
                presence.windows += 1;
                presence.gone = None;
            }
            Ask::Went(person) => {
                let presence = self.present.entry(person).or_default();
                presence.windows = presence.windows.saturating_sub(1);
                if presence.windows == 0 {
                    presence.gone = Some(Instant::now());
                }
            }
        }
    }

    /// Somebody's act. Refusals are remembered for a while, acts for ever.
    async fn act(&mut self, id: CommandId, by: Actor, acts: &[Act], second: Option<&Second>) -> Result<u64, Problem> {
        let said = serde_json::to_vec(&Said { table: &self.stand.id, by: &by, acts });
        let digest = Hash::of_command(&said.map_err(|error| Problem::malformed(error.to_string()))?);
        if let Some((first, problem)) = self.refusals.get(&id) {
            return Err(if *first == digest { problem.clone() } else { used() });
        }
        // Nobody chooses an order: where one is wanted, it comes from the house's own shuffler.
        if acts
            .iter()
            .any(|act| matches!(act, Act::Shuffle { shuffle: Some(_), .. } | Act::ReceiveDeck { shuffle: Some(_), .. }))
        {
            return Err(Problem::no_right("the order of the cards comes from the house's shuffler: leave it out"));
        }
        for _ in 0..TRIES {
            if let Some(why) = &self.stopped {
                return Err(Problem::stopped(why.clone()));
            }
            let mut next = Stand::clone(&self.stand);
            let at = self.time();
            let mut taking = Taking::new(&self.linked).await;
            let mut turns = Vec::new();
            match take_all(&mut next, &mut taking, &mut turns, (id, &by, at, second), acts)? {
                Ok(()) => two_persons::hold(&self.stand.state, &mut turns, second)?,
                Err(refusal) => {
                    let before = self.stand.records;
                    if self.ties.several {
                        self.catch_up().await;
                    }
                    if self.stand.records != before {
                        continue;
                    }
                    // The same command may have been done before, by an answer that was lost.
                    if let Some(done) = self.ties.store.done(id).await? {
                        return if done.digest == digest { version_of(&done.answer) } else { Err(used()) };
                    }
                    let problem = Problem::refused(&refusal, &self.stand.state.house);
                    self.remember(id, digest, problem.clone());
                    return Err(problem);
                }
            };
            let version = next.state.version;
            self.robots.at_once(&mut next, &mut taking, &mut turns, at, TURNS_MAX)?;
            match self.append(id, digest, version, next, turns, taking).await {
                Ended::Done(version) => return Ok(version),
                Ended::Refused(problem) => return Err(problem),
                Ended::Again => self.catch_up().await,
            }
        }
        Err(Problem::stopped("the table is busy on other nodes: send the same act again"))
    }

    /// What robots and timers do now.
    async fn robots_act(&mut self) {
        let at = self.time();
        let mut next = Stand::clone(&self.stand);
        let mut turns = Vec::new();
        let mut taking = Taking::new(&self.linked).await;
        if let Some(command) = self.robots.due(&next.state, at, &self.people()) {
            match taking.take(&mut next.state, command, &mut turns) {
                Ok(()) => {}
                Err(refusal) => {
                    let why = refusal.written(&self.stand.state.house);
                    tracing::debug!(table = %self.stand.id, %why, "a robot was refused");
                    self.robots.put_off();
                    return;
                }
            }
        }
        if let Err(problem) = self.robots.at_once(&mut next, &mut taking, &mut turns, at, TURNS_MAX) {
            return self.stop(&problem.refused);
        }
        if turns.is_empty() {
            return;
        }
        let id = pit::robot_command_id(&self.stand.id, self.stand.records);
        let version = next.state.version;
        let digest = Hash::of_command(b"robots");
        match self.append(id, digest, version, next, turns, taking).await {
            Ended::Done(_) => {}
            Ended::Refused(problem) => {
                tracing::warn!(table = %self.stand.id, why = problem.refused, "robots could not act");
                self.robots.put_off();
            }
            Ended::Again => self.catch_up().await,
        }
    }

    /// Stores turns, and shows them when they are durable.
    async fn append(
        &mut self,
        id: CommandId,
        digest: Hash,
        version: u64,
        mut next: Stand,
        turns: Vec<Turn>,
        taking: Taking,
    ) -> Ended {
        let table = next.id.clone();
        let before = Accounts::of(&self.stand.state);
        let after = Accounts::of(&next.state);
        let (first, round) = (self.stand.state.version, self.stand.state.round.number);
        let batch = || -> Result<Batch, String> {
            let postings = postings(&before, &after, &turns, &table).map_err(|wrong| wrong.to_string())?;
            let time_ms = u64::try_from(now().0).unwrap_or_default();
            let kind = Kind::new(TURNS).map_err(|wrong| wrong.to_string())?;
            let mut chance = [0; 32];
            getrandom::fill(&mut chance).map_err(|wrong| format!("nothing is stored without entropy: {wrong}"))?;
            let under = Under { house: self.stand.state.house.digest.clone(), program: self.ties.program.clone() };
            let bodies = bodies(first, round, &turns, &under, &chance).map_err(|wrong| wrong.to_string())?;
            let record = |body| NewRecord { kind: kind.clone(), format: TURNS_FORMAT, time_ms, body };
            let records: Vec<NewRecord> = bodies.into_iter().map(record).collect();
            let stream = table.stream().map_err(|wrong| wrong.to_string())?;
            let write = Write { stream, expected: Expected::Version(self.stand.records), records };
            let answer = Body::of(&Answer { version }).map_err(|wrong| wrong.to_string())?;
            let mut writes = vec![write];
            writes.extend(taking.writes(&table)?);
            Ok(Batch { command: id, digest, answer, writes, postings })
        };
        let batch = match batch() {
            Ok(made) => made,
            Err(wrong) => return Ended::Refused(Problem::malformed(wrong)),
        };
        let records = batch.writes.first().map_or(0, |write| write.records.len() as u64);
        match self.ties.store.append(batch).await {
            Ok(Outcome::Appended(receipt)) => {
                next.records += records;
                next.last = turns.last().map_or(next.last, |turn| turn.at);
                self.robots.saw(&next.state);
                self.stand = Arc::new(next);
                self.keeper.saw(&self.stand, &self.ties.store);
                // The first of the versions is the table's own.
                for (addition, version) in taking.written().zip(receipt.versions.into_iter().skip(1)) {
                    if let Err(problem) = self.ties.links.wrote(addition, version).await {
                        self.stop(&problem.refused);
                    }
                }
                self.show(Some(Told { after: first, round, turns }));
                Ended::Done(version)
            }
            Ok(Outcome::AlreadyDone(answer)) => match version_of(&answer) {
                Ok(version) => {
                    self.catch_up().await;
                    Ended::Done(version)
                }
                Err(problem) => Ended::Refused(problem),
            },
            Ok(Outcome::SameIdOtherBody) => Ended::Refused(used()),
            Ok(Outcome::Conflict { .. }) => Ended::Again,
            Ok(Outcome::BelowZero { account, balance }) => {
                let has = rules::Cents(balance);
                let sentence = format!("there is no more than {has} on {account}");
                Ended::Refused(Problem::new("no_funds", sentence))
            }
            Ok(Outcome::TooLarge { account }) => {
                Ended::Refused(Problem::new("no_funds", format!("{account} cannot hold so much")))
            }
            Err(error) => {
                self.stop_for(&error);
                Ended::Refused(Problem::stopped(format!("nothing was stored: {error}")))
            }
        }
    }

    /// Takes over what other nodes stored, and what other tables did to the links.
    async fn catch_up(&mut self) {
        for link in self.linked.iter().flatten() {
            if let Err(problem) = self.ties.links.catch_up(link).await {
                return self.stop(&problem.refused);
            }
        }
        let Ok(stream) = self.stand.id.stream() else { return };
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
                    return self.stop(&fault);
                }
            }
        }
    }

    fn follow(&mut self, record: &Record) -> Result<(), String> {
        let mut next = Stand::clone(&self.stand);
        let (after, round) = (next.state.version, next.state.round.number);
        let turns = next.follow(record, &self.ties.upcasters).map_err(|fault| fault.to_string())?;
        self.robots.saw(&next.state);
        self.stand = Arc::new(next);
        self.show(Some(Told { after, round, turns }));
        Ok(())
    }

    /// The journal may be in reach again: then the table stands where the journal has it.
    async fn try_again(&mut self) {
        if self.ties.store.tip().await.is_ok() {
            (self.stopped, self.lost) = (None, None);
            self.catch_up().await;
        }
    }

    /// Time at this table never goes back, whatever the clock does.
    fn time(&mut self) -> Moment {
        self.last = now().max(self.last);
        self.last
    }

    /// The players, and since when those who went are away.
    fn people(&self) -> HashMap<Person, Option<Instant>> {
        self.present.iter().map(|(person, presence)| (person.clone(), presence.gone)).collect()
    }

    /// When robots or timers act next.
    fn next_due(&mut self) -> Option<Instant> {
        let people = self.people();
        self.robots.when(&self.stand.state, now(), &people)
    }

    fn show(&mut self, told: Option<Told>) {
        let pending = self.robots.pending(&self.stand.state, now(), &self.people());
        let last = self.frame.borrow().clone();
        if told.is_none() && last.pending == pending && last.stopped == self.stopped {
            return;
        }
        let mut frame = last.then(self.stand.clone(), told);
        frame.pending = pending;
        frame.stopped.clone_from(&self.stopped);
        self.frame.send_replace(Arc::new(frame));
    }

    fn stop(&mut self, why: &str) {
        tracing::error!(table = %self.stand.id, why, "the table stops");
        self.stopped = Some(why.to_owned());
    }

    /// Stops because of the journal: for good, or until it is in reach again.
    fn stop_for(&mut self, error: &journal::Error) {
        self.stop(&format!("the journal stores nothing: {error}"));
        self.lost = matches!(error, journal::Error::Unreachable(_)).then(Instant::now);
    }

    fn remember(&mut self, id: CommandId, digest: Hash, problem: Problem) {
        if self.refused.len() >= REFUSALS
            && let Some(oldest) = self.refused.pop_front()
        {
            self.refusals.remove(&oldest);
        }
        self.refused.push_back(id);
        self.refusals.insert(id, (digest, problem));
    }
}

/// Takes somebody's acts one after the other. The first refusal is the answer.
fn take_all(
    next: &mut Stand,
    taking: &mut Taking,
    turns: &mut Vec<Turn>,
    (id, by, at, second): (CommandId, &Actor, Moment, Option<&Second>),
    acts: &[Act],
) -> Result<Result<(), Refusal>, Problem> {
    for (i, act) in acts.iter().enumerate() {
        let id = if i == 0 { id.to_string() } else { format!("{id}+{i}") };
        let act = with_order(&next.state, act.clone())?;
        // The second of two persons signs the correction of a meter.
        let by = second.map(|second| &second.by).filter(|_| matches!(act, Act::ApproveMeter { .. })).unwrap_or(by);
        let command = Command { id: id.into(), by: by.clone(), at, act };
        if let Err(refusal) = taking.take(&mut next.state, command, turns) {
            return Ok(Err(refusal));
        }
    }
    Ok(Ok(()))
}

fn used() -> Problem {
    Problem::new("id_used", "this id was used for another act: make a new one")
}

fn version_of(answer: &Body) -> Result<u64, Problem> {
    let answer: Result<Answer, _> = serde_json::from_str(answer.as_str());
    answer.map(|answer| answer.version).map_err(|error| Problem::stopped(error.to_string()))
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        // Nothing comes by itself.
        None => sleep_until(Instant::now() + Duration::from_secs(3600)).await,
    }
}
