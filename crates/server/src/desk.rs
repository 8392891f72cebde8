//! The desk of a table: the task at which its commands are handed in, one after the other. An act is answered when it is
//! durable, and shown to nobody before.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use journal::{Batch, Body, CommandId, Expected, Hash, Kind, NewRecord, Outcome, Record, Store, Upcasters, Write};
use pit::{Accounts, FORMAT, Stand, TURNS, TableId, Turn, Turns, postings};
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Command, Moment, Person};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use crate::clock::now;
use crate::frame::{Frame, Told};
use crate::problem::Problem;
use crate::robots::{Robots, with_order};

/// So often an act is decided again when another node was faster.
const TRIES: u32 = 50;

/// So many turns of robots go into one record: about a round of seven positions.
const TURNS_MAX: usize = 400;

/// So many refusals are remembered for their repeats.
const REFUSALS: usize = 256;

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
        /// What.
        act: Box<Act>,
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
#[derive(Clone, Debug)]
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
    pub async fn act(&self, id: CommandId, by: Actor, act: Act) -> Result<u64, Problem> {
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Do { id, by, act: Box::new(act), reply };
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
    act: &'a Act,
}

/// Opens a desk before a table.
///
/// With `several` nodes on the journal nothing is refused before it is known what the others stored.
pub fn open(stand: Stand, store: Arc<dyn Store>, upcasters: Arc<Upcasters>, several: bool) -> Handle {
    let (asks, asked) = mpsc::channel(WAITING);
    let robots = Robots::new(&stand);
    let stand = Arc::new(stand);
    let (frame, frames) = watch::channel(Arc::new(Frame::new(stand.clone())));
    let id = stand.id.clone();
    let desk = Desk {
        stand,
        store,
        upcasters,
        frame,
        robots,
        refusals: HashMap::new(),
        refused: VecDeque::new(),
        stopped: None,
        several,
        present: HashMap::new(),
    };
    tokio::spawn(desk.run(asked));
    Handle { id, asks, frames }
}

struct Desk {
    stand: Arc<Stand>,
    store: Arc<dyn Store>,
    upcasters: Arc<Upcasters>,
    frame: watch::Sender<Arc<Frame>>,
    robots: Robots,
    /// What was refused, by the command's id.
    refusals: HashMap<CommandId, (Hash, Problem)>,
    refused: VecDeque<CommandId>,
    /// Why nothing is taken any more.
    stopped: Option<String>,
    /// Whether other nodes store for this table too.
    several: bool,
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
            let due = if self.stopped.is_some() { None } else { self.next_due() };
            self.show(None);
            tokio::select! {
                ask = asked.recv() => match ask {
                    None => return,
                    Some(ask) => self.take(ask).await,
                },
                () = until(due) => self.robots_act().await,
            }
        }
    }

    async fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Do { id, by, act, reply } => {
                let answer = self.act(id, by, *act).await;
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
    async fn act(&mut self, id: CommandId, by: Actor, act: Act) -> Result<u64, Problem> {
        let said = serde_json::to_vec(&Said { table: &self.stand.id, by: &by, act: &act });
        let digest = Hash::of_command(&said.map_err(|error| Problem::malformed(error.to_string()))?);
        if let Some((first, problem)) = self.refusals.get(&id) {
            return Err(if *first == digest { problem.clone() } else { used() });
        }
        // Nobody chooses an order: where one is wanted, it comes from the house's own shuffler.
        let wants_order =
            matches!(act, Act::Shuffle { shuffle: Some(_), .. } | Act::ReceiveDeck { shuffle: Some(_), .. });
        if wants_order {
            return Err(Problem::no_right("the order of the cards comes from the house's shuffler: leave it out"));
        }
        for _ in 0..TRIES {
            if let Some(why) = &self.stopped {
                return Err(Problem::stopped(why.clone()));
            }
            let mut next = Stand::clone(&self.stand);
            let at = self.time();
            let act = with_order(&self.stand.state, act.clone())?;
            let command = Command { id: id.to_string().into(), by: by.clone(), at, act };
            let turn = match Turn::take(&mut next.state, command) {
                Ok(turn) => turn,
                Err(refusal) => {
                    let before = self.stand.records;
                    if self.several {
                        self.catch_up().await;
                    }
                    if self.stand.records != before {
                        continue;
                    }
                    // The same command may have been done before, by an answer that was lost.
                    if let Some(done) = self.store.done(id).await? {
                        return if done.digest == digest { version_of(&done.answer) } else { Err(used()) };
                    }
                    let problem = Problem::refused(&refusal, &self.stand.state.house);
                    self.remember(id, digest, problem.clone());
                    return Err(problem);
                }
            };
            let version = next.state.version;
            let mut turns = vec![turn];
            self.robots.at_once(&mut next, &mut turns, at, TURNS_MAX)?;
            match self.append(id, digest, version, next, turns).await {
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
        if let Some(command) = self.robots.due(&next.state, at, &self.people()) {
            match Turn::take(&mut next.state, command) {
                Ok(turn) => turns.push(turn),
                Err(refusal) => {
                    let why = refusal.written(&self.stand.state.house);
                    tracing::debug!(table = %self.stand.id, %why, "a robot was refused");
                    self.robots.put_off(&self.stand.state);
                    return;
                }
            }
        }
        if let Err(problem) = self.robots.at_once(&mut next, &mut turns, at, TURNS_MAX) {
            return self.stop(&problem.refused);
        }
        if turns.is_empty() {
            return;
        }
        let id = pit::robot_command_id(&self.stand.id, self.stand.records);
        let version = next.state.version;
        let digest = Hash::of_command(b"robots");
        match self.append(id, digest, version, next, turns).await {
            Ended::Done(_) => {}
            Ended::Refused(problem) => {
                tracing::warn!(table = %self.stand.id, why = problem.refused, "robots could not act");
                self.robots.put_off(&self.stand.state);
            }
            Ended::Again => self.catch_up().await,
        }
    }

    /// Stores turns, and shows them when they are durable.
    async fn append(&mut self, id: CommandId, digest: Hash, version: u64, mut next: Stand, turns: Vec<Turn>) -> Ended {
        let table = next.id.clone();
        let before = Accounts::of(&self.stand.state, &table);
        let after = Accounts::of(&next.state, &table);
        let (first, round) = (self.stand.state.version, self.stand.state.round.number);
        let batch = || -> Result<(Batch, Turns), String> {
            let postings = postings(&before, &after, &turns, &table).map_err(|wrong| wrong.to_string())?;
            let body = Turns { after: first, round, turns };
            let time_ms = u64::try_from(now().0).unwrap_or_default();
            let record = NewRecord {
                kind: Kind::new(TURNS).map_err(|wrong| wrong.to_string())?,
                format: FORMAT,
                time_ms,
                body: Body::of(&body).map_err(|wrong| wrong.to_string())?,
            };
            let stream = table.stream().map_err(|wrong| wrong.to_string())?;
            let write = Write { stream, expected: Expected::Version(self.stand.records), records: vec![record] };
            let answer = Body::of(&Answer { version }).map_err(|wrong| wrong.to_string())?;
            Ok((Batch { command: id, digest, answer, writes: vec![write], postings }, body))
        };
        let (batch, body) = match batch() {
            Ok(made) => made,
            Err(wrong) => return Ended::Refused(Problem::malformed(wrong)),
        };
        match self.store.append(batch).await {
            Ok(Outcome::Appended(_)) => {
                next.records += 1;
                self.robots.saw(&next.state);
                self.stand = Arc::new(next);
                self.show(Some(Told { after: body.after, round: body.round, turns: body.turns }));
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
                self.stop(&format!("the journal stores nothing: {error}"));
                Ended::Refused(Problem::stopped(format!("nothing was stored: {error}")))
            }
        }
    }

    /// Takes over what other nodes stored.
    async fn catch_up(&mut self) {
        let Ok(stream) = self.stand.id.stream() else { return };
        loop {
            let read = self.store.read(stream.clone(), self.stand.records + 1, 256).await;
            let records = match read {
                Ok(records) => records,
                Err(error) => return self.stop(&format!("the journal does not answer: {error}")),
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
        let turns = next.follow(record, &self.upcasters).map_err(|fault| fault.to_string())?;
        self.robots.saw(&next.state);
        self.stand = Arc::new(next);
        self.show(Some(Told { after, round, turns }));
        Ok(())
    }

    /// Time at this table never goes back, whatever the clock does.
    fn time(&self) -> Moment {
        now()
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
