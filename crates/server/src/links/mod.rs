//! Meters that tables share, on this node: each link as read from its stream, and what one append adds to it.

pub mod titles;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use journal::{AppendOutcome, Batch, Body, CommandId, ExpectedVersion, Hash, Record, Store, Write};
use meters::{Bank, BankTerms, Entry};
use pit::{ENTRIES, Entries, LINKED, Link, LinkFault, LinkFounding, LinkId, TableId, Turn, depends};
use table::{Act, Command, Event, PROGRESSIVES, Refusal, Role, State, What, decide, robot};
use tokio::sync::{Mutex, RwLock};

use crate::clock::now;
use crate::recorded::{NoRecord, Unchained, chained, record};
use crate::wire::{Problem, Reason};

/// How many times to try joining again when others join at the same time.
const TRIES: u32 = 50;

/// A checkpoint of a link is written whenever its stream has grown by this many records.
const KEPT_EVERY: u64 = 1024;

/// Why a link is not known up to its last record.
#[derive(Debug, thiserror::Error)]
pub enum NotFollowed {
    /// The journal was not read: what it says may be right.
    #[error(transparent)]
    Journal(#[from] journal::Error),
    /// A record was changed after it was stored.
    #[error(transparent)]
    Unchained(#[from] Unchained),
    /// A record does not fit, or the meters do not add up.
    #[error(transparent)]
    Meters(#[from] LinkFault),
}

impl From<NotFollowed> for Problem {
    fn from(why: NotFollowed) -> Problem {
        match why {
            NotFollowed::Journal(error) => error.into(),
            NotFollowed::Unchained(fault) => fault.into(),
            NotFollowed::Meters(fault) => stopped(fault),
        }
    }
}

/// One link on this node.
#[derive(Debug)]
pub struct LinkDesk {
    /// Shared with those who are deciding by it: what they hold does not change.
    link: RwLock<Arc<Link>>,
    /// How many records the last checkpoint holds.
    kept: AtomicU64,
}

/// All links on this node.
pub struct Links {
    store: Arc<dyn Store>,
    all: Mutex<HashMap<LinkId, Arc<LinkDesk>>>,
}

impl Links {
    /// The links of a journal.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Links {
        Links { store, all: Mutex::default() }
    }

    /// A link, read from its stream or founded with the terms of a table.
    async fn link(&self, id: &LinkId, founding: LinkFounding) -> Result<Arc<LinkDesk>, Problem> {
        let mut all = self.all.lock().await;
        if let Some(desk) = all.get(id) {
            return Ok(desk.clone());
        }
        let stream = id.stream();
        if self.store.head(stream.clone()).await?.version == 0 {
            let record = record(LINKED, &founding)?;
            let write = Write { stream: stream.clone(), expected: ExpectedVersion::Version(0), records: vec![record] };
            let digest = Hash::of_command(format!("link {id}").as_bytes());
            let answer = Body::of(&()).map_err(wrong)?;
            // If another node is faster, its terms count.
            self.store.append(Batch::one(command_of(&digest), digest, answer, write)).await?;
        }
        let first = self.store.read(stream.clone(), 1, 1).await?;
        let first = first.first().ok_or_else(|| Problem::stopped(format!("the link {id} has no records")))?;
        chained(first, Hash::default())?;
        let mut link = Link::found(id, first).map_err(stopped)?;
        let kept = match self.store.snapshot(stream, u64::MAX).await? {
            None => Ok(None),
            Some(Ok(checkpoint)) => link.at(&checkpoint).map(Some).map_err(|fault| fault.to_string()),
            Some(Err(bad)) => Err(bad.to_string()),
        };
        match kept {
            Ok(kept) => link = kept.unwrap_or(link),
            Err(why) => tracing::warn!(link = %id, why, "the link is read from the beginning of its stream"),
        }
        let kept = AtomicU64::new(link.records);
        let desk = Arc::new(LinkDesk { link: RwLock::new(Arc::new(link)), kept });
        self.catch_up(&desk).await?;
        all.insert(id.clone(), desk.clone());
        Ok(desk)
    }

    /// Reads what is new in a link's stream.
    ///
    /// # Errors
    /// When the journal does not answer, or the meters do not add up.
    pub async fn catch_up(&self, desk: &LinkDesk) -> Result<(), NotFollowed> {
        let mut link = desk.link.write().await;
        let stream = link.id.stream();
        loop {
            // From the last record that is known, whose hash the next one follows.
            let records = self.store.read(stream.clone(), link.records, 256).await?;
            let Some((before, records)) = records.split_first() else { return Ok(()) };
            let Some(last) = records.last() else { return Ok(()) };
            let link = Arc::make_mut(&mut link);
            let mut hash = before.hash;
            for record in records {
                chained(record, hash)?;
                hash = record.hash;
                link.follow(record)?;
            }
            if link.records >= desk.kept.load(Ordering::Acquire) + KEPT_EVERY {
                desk.kept.store(link.records, Ordering::Release);
                self.put(link, last.hash);
            }
        }
    }

    /// Applies what an append of this node added to a link at this version. The stream is read only if others were
    /// faster.
    ///
    /// # Errors
    /// When the journal does not answer, or the meters do not add up.
    pub async fn wrote(&self, addition: Addition, version: u64) -> Result<(), NotFollowed> {
        let mut link = addition.desk.link.write().await;
        if link.records + 1 != version || link.records >= addition.desk.kept.load(Ordering::Acquire) + KEPT_EVERY {
            drop(link);
            return self.catch_up(&addition.desk).await;
        }
        Ok(Arc::make_mut(&mut link).enter(&addition.entries, version)?)
    }

    /// Writes a checkpoint of a link without waiting: a missing one only costs time at the next start.
    fn put(&self, link: &Link, hash: Hash) {
        let Ok(checkpoint) = link.checkpoint(hash) else { return };
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.put_snapshot(checkpoint).await {
                tracing::debug!(%error, "no checkpoint was written");
            }
        });
    }

    /// Writes a checkpoint of every link.
    pub async fn keep(&self) {
        for desk in self.all.lock().await.values() {
            let link = desk.link.read().await;
            let Ok(last) = self.store.read(link.id.stream(), link.records, 1).await else { continue };
            let Some(last) = last.first().filter(|last| last.version == link.records) else { continue };
            let Ok(checkpoint) = link.checkpoint(last.hash) else { continue };
            if let Err(error) = self.store.put_snapshot(checkpoint).await {
                tracing::debug!(%error, "no checkpoint was written");
            }
        }
    }

    /// A link by its name in addresses.
    pub async fn by_slug(&self, slug: &str) -> Option<Arc<LinkDesk>> {
        self.all.lock().await.iter().find(|(id, _)| id.slug() == slug).map(|(_, desk)| desk.clone())
    }

    /// Takes note of a record in a link's stream, stored here or by another node.
    ///
    /// # Errors
    /// When the journal does not answer, or the meters do not add up.
    pub async fn stored(&self, record: &Record) -> Result<(), NotFollowed> {
        let Some(id) = LinkId::of_stream(&record.stream) else { return Ok(()) };
        let desk = self.all.lock().await.get(&id).cloned();
        match desk {
            Some(desk) => self.catch_up(&desk).await,
            None => Ok(()),
        }
    }

    /// The links of a table; it joins those that it is not on yet.
    ///
    /// # Errors
    /// When the house's terms are not those of a link.
    pub async fn of_table(&self, id: &TableId, state: &State) -> Result<[Option<Arc<LinkDesk>>; 2], Problem> {
        let mut found = [None, None];
        for (place, wager) in found.iter_mut().zip(PROGRESSIVES) {
            let (Some(link), Some(terms)) = (LinkId::of(&state.house, wager), BankTerms::of(&state.house, wager))
            else {
                continue;
            };
            let desk = self.link(&link, LinkFounding { wager, terms }).await?;
            self.join(&desk, id, state).await?;
            *place = Some(desk);
        }
        Ok(found)
    }

    async fn join(&self, desk: &LinkDesk, id: &TableId, state: &State) -> Result<(), Problem> {
        for _ in 0..TRIES {
            let (entry, expected, stream) = {
                let link = desk.link.read().await;
                let Some(entry) = link.join(state).map_err(|why| Reason::CannotJoin { detail: why.to_string() })?
                else {
                    return Ok(());
                };
                (entry, link.records, link.id.stream())
            };
            let record = record(ENTRIES, &Entries { table: id.clone(), entries: vec![entry] })?;
            let write = Write { stream, expected: ExpectedVersion::Version(expected), records: vec![record] };
            let digest = Hash::of_command(format!("{id} joins at {expected} {}", now().0).as_bytes());
            let answer = Body::of(&()).map_err(wrong)?;
            match self.store.append(Batch::one(command_of(&digest), digest, answer, write)).await? {
                AppendOutcome::Appended(_) | AppendOutcome::Conflict { .. } | AppendOutcome::AlreadyDone(_) => {
                    self.catch_up(desk).await?
                }
                other => return Err(Problem::stopped(format!("the link was not joined: {other:?}"))),
            }
        }
        Err(Reason::LinkBusy.into())
    }
}

impl LinkDesk {
    /// The link as this node knows it.
    pub async fn now(&self) -> Arc<Link> {
        self.link.read().await.clone()
    }

    /// What a meter shows; nothing if the link is being changed at this moment.
    pub fn shows(&self, level: rules::Level) -> Option<i64> {
        self.link.try_read().ok().map(|link| link.bank.value(level.into()).shown().0)
    }
}

/// What one append adds to a link.
pub struct Addition {
    desk: Arc<LinkDesk>,
    entries: Vec<Entry>,
}

/// A link while turns are taken.
struct Linked {
    desk: Arc<LinkDesk>,
    link: Arc<Link>,
    entries: Vec<Entry>,
    strict: bool,
}

impl Linked {
    /// The meters with what was entered here.
    fn bank(&self) -> Cow<'_, Bank> {
        if self.entries.is_empty() {
            return Cow::Borrowed(&self.link.bank);
        }
        let mut bank = self.link.bank.clone();
        self.entries.iter().for_each(|entry| bank.apply(entry));
        Cow::Owned(bank)
    }
}

/// The turns of one append at a table whose meters may be linked.
#[derive(Default)]
pub struct Taking {
    linked: [Option<Linked>; 2],
}

impl Taking {
    /// Begins with the links as they stand.
    pub async fn new(links: &[Option<Arc<LinkDesk>>; 2]) -> Taking {
        let mut taking = Taking::default();
        for (place, desk) in taking.linked.iter_mut().zip(links) {
            if let Some(desk) = desk {
                *place =
                    Some(Linked { desk: desk.clone(), link: desk.now().await, entries: Vec::new(), strict: false });
            }
        }
        taking
    }

    /// Takes a command. Where it depends on what a linked meter shows, the table first gets the current meter.
    ///
    /// # Errors
    /// The table's refusal; nothing has changed then.
    pub fn take(&mut self, state: &mut State, command: Command, turns: &mut Vec<Turn>) -> Result<(), Refusal> {
        let events = decide(state, &command)?;
        let stale = self.linked.iter().enumerate().find_map(|(slot, linked)| {
            let linked = linked.as_ref()?;
            let asks = events.iter().any(|event| entry_of(event, slot).is_some_and(depends));
            let bank = asks.then(|| linked.bank())?;
            (state.banks[slot].as_ref() != Some(&*bank)).then(|| (slot, bank.into_owned()))
        });
        if let Some((slot, bank)) = stale {
            let mut told = state.clone();
            let id = format!("link {}", state.version);
            let act = Act::SyncMeters { wager: PROGRESSIVES[slot] };
            let sync = Command::new(id, robot::robot(Role::System), command.at, act);
            let sync = Command { bank: Some(Box::new(bank)), ..sync };
            let mut both = vec![Turn::take(&mut told, sync)?];
            self.take(&mut told, command, &mut both)?;
            *state = told;
            turns.append(&mut both);
            return Ok(());
        }
        let turn = Turn::of(state, command, events);
        for (slot, linked) in self.linked.iter_mut().enumerate() {
            let Some(linked) = linked else { continue };
            for entry in turn.events.iter().filter_map(|event| entry_of(event, slot)) {
                linked.strict |= depends(entry);
                linked.entries.push(entry.clone());
            }
        }
        turns.push(turn);
        Ok(())
    }

    /// What is to be written to the links' streams, and what that adds to each link.
    ///
    /// # Errors
    /// Never for entries of a table.
    pub fn writes(self, table: &TableId) -> Result<(Vec<Write>, Vec<Addition>), NoRecord> {
        let (mut writes, mut additions) = (Vec::new(), Vec::new());
        for linked in self.linked.into_iter().flatten().filter(|linked| !linked.entries.is_empty()) {
            let Linked { desk, link, entries, strict } = linked;
            let body = Entries { table: table.clone(), entries };
            let expected = if strict { ExpectedVersion::Version(link.records) } else { ExpectedVersion::Any };
            let record = record(ENTRIES, &body)?;
            let stream = link.id.stream();
            writes.push(Write { stream, expected, records: vec![record] });
            additions.push(Addition { desk, entries: body.entries });
        }
        Ok((writes, additions))
    }
}

/// A meter's entry of one progressive. Whether a table reaches the controller is not entered on the link.
fn entry_of(event: &Event, slot: usize) -> Option<&Entry> {
    match &event.what {
        What::Meter { entry: Entry::Reached { .. }, .. } => None,
        What::Meter { wager, entry } if *wager == PROGRESSIVES[slot] => Some(entry),
        _ => None,
    }
}

fn command_of(digest: &Hash) -> CommandId {
    let mut id = [0; 16];
    id.copy_from_slice(&digest.0[..16]);
    CommandId(id)
}

fn stopped(fault: LinkFault) -> Problem {
    Problem::stopped(fault.to_string())
}

fn wrong(wrong: impl std::fmt::Display) -> Problem {
    Problem::malformed(wrong.to_string())
}
