//! The hall: all tables of the house, its people and its journal.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use journal::{
    AppendOutcome, Batch, Body, CommandId, Damage, Depth, ExpectedVersion, Hash, Kind, NewRecord, Store, Write,
    verify_store,
};
use pit::{FORMAT, FOUNDED, Founding, FoundingFault, Houses, Stand, TableId};
use rules::Currency;
use tokio::sync::{Semaphore, watch};

use crate::clock::now;
use crate::desk::{self, Ask, Handle, Ties};
use crate::links::{LinkDesk, Links};
use crate::operation::checkpoints::{self, Keeper};
use crate::operation::copies::Copies;
use crate::people::protection;
use crate::people::{KeyPlace, People, Token, Visitor};
use crate::wire::{CurrencyCard, Me, Problem, Reason};

/// The number of records read at a time.
const PAGE: usize = 512;

/// The most tables read side by side at the start.
const READ_AT_ONCE: usize = 16;

/// How long the house waits for its tables to be ready before it opens.
const GETTING_READY: Duration = Duration::from_secs(60);

/// How long to wait before a journal that did not answer is followed again.
const FOLLOW_AGAIN: Duration = Duration::from_millis(500);

/// How long a closing house waits for its tables to finish what they are doing.
const CLOSING: Duration = Duration::from_secs(10);

/// The hall.
pub struct Hall {
    /// The journal.
    pub store: Arc<dyn Store>,
    /// The people.
    pub people: People,
    /// Takes the wagers of players with limits one at a time.
    pub protection: protection::WagerLocks,
    /// Copies of the journal for download.
    pub copies: Copies,
    /// The version of the program.
    pub build: Arc<str>,
    /// Damaged tables that stay shut, and why.
    pub shut: BTreeMap<TableId, String>,
    /// The houses that tables may be founded with.
    pub houses: Vec<HouseText>,
    pub(crate) ties: Ties,
    tables: RwLock<BTreeMap<TableId, Handle>>,
    /// The number of tables, updated whenever one is founded.
    founded: watch::Sender<usize>,
    /// Tells the desks that the house is closing.
    closing: watch::Sender<bool>,
}

/// The version of the program.
pub(crate) const BUILD: &str = env!("CARGO_PKG_VERSION");

/// A house that tables may be founded with.
#[derive(Clone, Debug)]
pub struct HouseText {
    /// Its name.
    pub name: Arc<str>,
    /// Its text.
    pub text: Arc<str>,
    /// Rulebooks that do not come with the product.
    pub books: Vec<rules::BookFiles>,
}

impl Hall {
    /// Verifies the journal and opens all tables that it has. No port is open yet.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub async fn open(
        store: Arc<dyn Store>,
        key: &KeyPlace,
        depth: Depth,
        several: bool,
        houses: Vec<HouseText>,
        named: BTreeMap<TableId, Founding>,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Arc<Hall>, Problem> {
        let verified = verify_store(&*store, depth, progress).await?;
        let links = Arc::new(Links::new(store.clone()));
        let closing = watch::channel(false).0;
        let ties = Ties {
            store: store.clone(),
            links,
            houses: Arc::new(Houses::default()),
            several,
            robots: Arc::new(Semaphore::new(desk::ROBOTS_AT_ONCE)),
            program: crate::operation::software::digest(),
            named: Arc::new(named),
            closing: closing.subscribe(),
        };
        let people = People::open(store.clone(), key).await?;
        let mut damaged: BTreeMap<TableId, String> = BTreeMap::new();
        for damage in &verified.damages {
            tracing::error!(%damage, "the journal is damaged");
            if let Damage::Record { stream, .. } = damage
                && let Some(id) = TableId::of_stream(stream)
            {
                damaged.insert(id, damage.to_string());
            }
        }
        // All are read before any of them plays on.
        let streams = store.streams().await?;
        let ids = streams.iter().filter_map(|(stream, _)| TableId::of_stream(stream));
        let sound: Vec<TableId> = ids.filter(|id| !damaged.contains_key(id)).collect();
        let mut read = Vec::new();
        for (id, found) in LoadedTable::all(&ties, sound).await? {
            match found {
                Ok(table) => read.push((id, table)),
                Err(problem) => {
                    tracing::error!(table = %id, why = problem.refused, "the table stays shut");
                    damaged.insert(id, problem.refused);
                }
            }
        }
        let opened = read.into_iter().map(|(id, table)| Ok((id, table.open(&ties)?)));
        let tables = opened.collect::<Result<BTreeMap<TableId, Handle>, Problem>>()?;
        let founded = watch::channel(tables.len()).0;
        let tables = RwLock::new(tables);
        let build = BUILD.into();
        let protection = protection::WagerLocks::default();
        let copies = Copies::new(&key.folder);
        let shut = damaged;
        Ok(Arc::new(Hall { store, people, protection, copies, build, shut, houses, ties, tables, founded, closing }))
    }

    /// A table.
    ///
    /// # Errors
    /// When there is none of that id, or it is shut.
    pub fn table(&self, id: &str) -> Result<Handle, Problem> {
        let id = TableId::new(id).ok_or(Reason::BadTableName)?;
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        match (tables.get(&id), self.shut.get(&id)) {
            (Some(handle), _) => Ok(handle.clone()),
            (None, Some(why)) => Err(Reason::StaysShut { table: id.to_string(), detail: why.clone() }.into()),
            (None, None) => Err(Reason::NoTable { table: id.to_string() }.into()),
        }
    }

    /// The currency of the house: all of its tables have the same, because a bankroll goes from one to the other.
    #[must_use]
    pub fn currency(&self) -> Currency {
        let first = self.tables().into_iter().next();
        first.map(|handle| handle.now().stand.state.house.currency.clone()).unwrap_or_default()
    }

    /// A person as sent over the wire, with the currency of what they have.
    ///
    /// # Errors
    /// When the journal does not answer.
    pub async fn me(&self, visitor: &Visitor, token: Option<&Token>) -> Result<Me, Problem> {
        let me = self.people.me(visitor, token).await?;
        Ok(Me { currency: CurrencyCard::of(&self.currency()), ..me })
    }

    /// All tables, by id.
    #[must_use]
    pub fn tables(&self) -> Vec<Handle> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The meters that tables share.
    #[must_use]
    pub fn links(&self) -> &Links {
        &self.ties.links
    }

    /// Signals whenever a table is founded.
    #[must_use]
    pub fn founded(&self) -> watch::Receiver<usize> {
        self.founded.subscribe()
    }

    /// Founds a table with a house.
    ///
    /// # Errors
    /// When the house is not lawful, or the id is taken.
    pub async fn found(&self, id: &TableId, founding: Founding) -> Result<Handle, Problem> {
        let refused = |why: FoundingFault| Problem::from(Reason::BadHouse { detail: why.to_string() });
        let house = self.ties.houses.of(&founding).map_err(refused)?;
        let currency = self.currency();
        if house.currency != currency && !self.tables().is_empty() {
            let (code, own) = (&house.currency.code, &currency.code);
            let detail = format!(
                "the amounts of this house are in {code}, and those of the tables here in {own}: serve it by itself"
            );
            return Err(Reason::BadHouse { detail }.into());
        }
        let stand = Stand::under(id, founding.clone(), house);
        let wrong = |wrong: &dyn std::fmt::Display| Problem::malformed(wrong.to_string());
        // A table that cannot join its links is not founded.
        let linked = self.ties.links.of_table(id, &stand.state).await?;
        let record = NewRecord {
            kind: Kind::new(FOUNDED).map_err(|bad| wrong(&bad))?,
            format: FORMAT,
            time_ms: u64::try_from(now().0).unwrap_or_default(),
            body: Body::of(&founding).map_err(|bad| wrong(&bad))?,
        };
        let write = Write { stream: id.stream(), expected: ExpectedVersion::Version(0), records: vec![record] };
        let digest = Hash::of_command(format!("found {id}").as_bytes());
        let mut command = CommandId([0; 16]);
        command.0.copy_from_slice(&digest.0[..16]);
        let answer = Body::of(&()).map_err(|bad| wrong(&bad))?;
        match self.store.append(Batch::one(command, digest, answer, write)).await? {
            AppendOutcome::Appended(_) => {
                Ok(self.add(LoadedTable { stand, keeper: Keeper::default(), linked }.open(&self.ties)?))
            }
            _ => Err(Reason::TableExists { table: id.to_string() }.into()),
        }
    }

    /// Opens a table that another node has just founded.
    ///
    /// # Errors
    /// When there is none.
    pub async fn adopt(&self, id: &TableId) -> Result<Handle, Problem> {
        Ok(self.add(seat(&self.ties, id).await?))
    }

    fn add(&self, handle: Handle) -> Handle {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert(handle.id.clone(), handle.clone());
        self.founded.send_replace(tables.len());
        handle
    }

    /// Waits, for a limited time, until the robots of every table have made it ready for its first player.
    pub async fn ready(&self) {
        let all = async {
            for mut handle in self.tables() {
                // A desk that has ended need not be waited for.
                let _ = handle.frames.wait_for(|frame| frame.ready || frame.stopped.is_some()).await;
            }
        };
        if tokio::time::timeout(GETTING_READY, all).await.is_err() {
            tracing::warn!("some tables are still getting ready: the house opens all the same");
        }
    }

    /// Lets every desk finish its current work and ends it. After that, nothing is stored for any table, and new acts
    /// are refused.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        let ended = async {
            for mut handle in self.tables() {
                // Its frames end with the desk.
                while handle.frames.changed().await.is_ok() {}
            }
        };
        if tokio::time::timeout(CLOSING, ended).await.is_err() {
            tracing::warn!("a table still waits for the journal: the house closes without it");
        }
    }

    /// Writes a checkpoint of every table and link, so that the next start is quick.
    pub async fn keep(&self) {
        let tables = stream::iter(self.tables());
        tables
            .for_each_concurrent(256, async |handle| checkpoints::keep(&handle.now().stand, &*self.store, false).await)
            .await;
        self.ties.links.keep().await;
    }

    /// Follows what other nodes store, for as long as the journal lives.
    pub async fn follow(self: Arc<Hall>, mut position: u64) {
        let mut woken = self.store.wake();
        loop {
            match self.store.read_all(position + 1, PAGE).await {
                Ok(records) if records.is_empty() => {
                    if woken.changed().await.is_err() {
                        return;
                    }
                }
                Ok(records) => {
                    for record in records {
                        // While the journal does not answer, nobody is told half of what it says.
                        while let Err(problem) = self.stored(&record).await {
                            tracing::error!(stream = %record.stream, why = problem.refused, "it cannot be followed");
                            if !problem.is_silence() {
                                break;
                            }
                            tokio::time::sleep(FOLLOW_AGAIN).await;
                        }
                        position = record.position;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "the journal cannot be followed");
                    tokio::time::sleep(FOLLOW_AGAIN).await;
                }
            }
        }
    }

    /// Passes a record of another node on to those whom it concerns.
    async fn stored(&self, record: &journal::Record) -> Result<(), Problem> {
        if record.stream.as_str() == crate::people::STREAM {
            return self.people.catch_up().await;
        }
        let Some(id) = TableId::of_stream(&record.stream) else {
            return Ok(self.ties.links.stored(record).await?);
        };
        let known = self.tables.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
        match known {
            Some(handle) => handle.tell(Ask::Stored(Box::new(record.clone()))).await,
            None => {
                self.add(seat(&self.ties, &id).await?);
            }
        }
        Ok(())
    }
}

/// A table that was read, and the links it is on.
struct LoadedTable {
    stand: Stand,
    keeper: Keeper,
    linked: [Option<Arc<LinkDesk>>; 2],
}

impl LoadedTable {
    async fn new(ties: &Ties, id: &TableId) -> Result<LoadedTable, Problem> {
        let (stand, keeper) = checkpoints::load(ties, id).await?;
        if let Some(named) = ties.named.get(id) {
            same("house", &named.digest, &stand.founding.digest)?;
            same("rulebook", &named.book_digest, &stand.founding.book_digest)?;
            // Words settle nothing, so that other words shut no table; it speaks with those of its founding.
            if named.house().is_ok_and(|house| house.words != stand.state.house.words) {
                tracing::warn!(table = %id, "it keeps the clause texts and readings of its founding: those named now differ");
            }
        }
        let linked = ties.links.of_table(id, &stand.state).await?;
        Ok(LoadedTable { stand, keeper, linked })
    }

    /// Reads many tables, some of them in parallel.
    async fn all(ties: &Ties, ids: Vec<TableId>) -> Result<Vec<(TableId, Result<LoadedTable, Problem>)>, Problem> {
        let reading = ids.into_iter().map(|id| {
            let ties = ties.clone();
            tokio::spawn(async move {
                let read = LoadedTable::new(&ties, &id).await;
                (id, read)
            })
        });
        let read = stream::iter(reading).buffered(READ_AT_ONCE).try_collect().await;
        read.map_err(|error| Problem::stopped(error.to_string()))
    }

    fn open(self, ties: &Ties) -> Result<Handle, Problem> {
        let opened = desk::open(self.stand, self.keeper, ties, self.linked);
        opened.map_err(|wrong| Problem::stopped(wrong.to_string()))
    }
}

/// Whether what the operator named for a table is what the table was approved with.
fn same(what: &str, named: &str, approved: &str) -> Result<(), Problem> {
    if named == approved {
        return Ok(());
    }
    Err(Problem::stopped(format!(
        "the {what} that is named for it has the digest {named}, and {approved} was approved: name the approved {what} \
         again, or open a new table with the new one"
    )))
}

/// Reads a table from its stream and opens its desk.
async fn seat(ties: &Ties, id: &TableId) -> Result<Handle, Problem> {
    LoadedTable::new(ties, id).await?.open(ties)
}
