//! Opens the house: verifies the journal, brings the tables back to where they were, and then opens the port.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use journal::{Depth, LedgerRules, PostgresStore, SqliteStore, Store, StoreOptions};
use pit::{Founding, LEDGER_BELOW_ZERO, TableId};
use table::Role;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::interval;

use crate::hall::{BUILD, Hall, HouseText};
use crate::http;
use crate::http::proxies::Proxies;
use crate::operation::software;
use crate::operation::tls::{Certificate, Peer, TlsFiles, TlsListener};
use crate::operation::trouble;
use crate::people::{KEY_FILE, KeyPlace};
use crate::wire::{Problem, ProblemCode, Reason};

/// Where the journal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalPlace {
    /// In a folder: SQLite inside the process.
    Folder(PathBuf),
    /// In a PostgreSQL database that several nodes share; the folder holds this node's keys.
    Database(String, PathBuf),
}

/// How the house is opened.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub listen: SocketAddr,
    /// Where the journal is.
    pub place: JournalPlace,
    /// Files on other disks that witness the journal, beside the one in the folder.
    pub witnesses: Vec<PathBuf>,
    /// The tables to found, unless they exist.
    pub tables: Vec<TableConfig>,
    /// Whether to verify the whole journal before the port opens, rather than what follows the last signed head.
    pub verify_all: bool,
    /// The certificate, if the server itself speaks TLS.
    pub tls: Option<TlsFiles>,
    /// The key for people's passwords, if it is not the one in the folder.
    pub people_key: Option<PathBuf>,
    /// The proxies whose word on a visitor's address is taken.
    pub proxies: Proxies,
    /// Whether a table that was founded with another house than is named here stays shut.
    pub insist: bool,
}

/// A table to be founded.
#[derive(Clone, Debug)]
pub struct TableConfig {
    /// Its id.
    pub id: TableId,
    /// What people call it.
    pub name: Arc<str>,
    /// The house.
    pub house: HouseText,
    /// How many positions robot players fill.
    pub robots: u8,
}

impl TableConfig {
    /// The table's first record, if its house is lawful.
    fn founding(&self, build: &str) -> Result<Founding, Problem> {
        let TableConfig { name, house, robots, .. } = self;
        Founding::with(name, &house.text, &house.books, *robots, build)
            .map_err(|why| Reason::BadHouse { detail: why.to_string() }.into())
    }
}

/// A house that was opened.
#[derive(Debug)]
pub struct Opened {
    /// Where it listens.
    pub address: SocketAddr,
    /// Whether it speaks TLS there.
    pub secure: bool,
    /// One-time links, at the first start: for whom, and the path.
    pub links: Vec<(String, String)>,
    /// Tables that stay shut, and why.
    pub shut: Vec<(String, String)>,
    /// How many tables are open.
    pub tables: usize,
}

/// How often to look whether failures were counted that are not on record.
const FLOODS_EVERY: Duration = Duration::from_secs(15);

/// The staff of the first start. Two of them can be supervisors for each other, so that a lost password locks nobody out
/// and a bankroll is adjusted whichever of them asks.
const FIRST_STAFF: [(&str, &[Role]); 5] = [
    ("dealer", &[Role::Dealer]),
    ("floor", &[Role::Floorperson]),
    ("supervisor", &[Role::Supervisor, Role::Floorperson]),
    ("deputy", &[Role::Supervisor, Role::Floorperson]),
    ("surveillance", &[Role::Surveillance]),
];

/// Opens the house, reports that, and serves until it is told to stop.
///
/// # Errors
/// Why it cannot be opened.
pub async fn run(
    config: Config,
    progress: &mut (dyn FnMut(u64, u64) + Send),
    opened: impl FnOnce(&Opened),
) -> Result<(), Problem> {
    let several = matches!(config.place, JournalPlace::Database(..));
    // A bad certificate is reported before anything else is done.
    let certificate = config.tls.as_ref().map(Certificate::open).transpose()?;
    let (store, folder) =
        open_store(&config.place, &Opens { witnesses: config.witnesses.clone(), vouched_for: false }).await?;
    let key = KeyPlace { named: config.people_key.clone(), folder };
    let houses: Vec<HouseText> = config.tables.iter().map(|table| table.house.clone()).collect();
    let position = store.tip().await?.position;
    let depth = if config.verify_all { Depth::Full } else { Depth::SinceSigned };
    let hall = Hall::open(store.clone(), &key, depth, several, houses, config.named()?, progress).await?;
    hall.people.start(&hall.build, &software::digest(), config.told()).await?;
    found_tables(&hall, &config.tables).await?;
    let links = invite_first_staff(&hall).await?;
    hall.ready().await;
    let following = several.then(|| tokio::spawn(hall.clone().follow(position)));
    // Only now, so that everything is verified before anybody can connect.
    let taken = |error: std::io::Error| Problem::stopped(format!("cannot listen at {}: {error}", config.listen));
    let listener = TcpListener::bind(config.listen).await.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let shut = hall.shut.iter().map(|(id, why)| (id.to_string(), why.clone())).collect();
    let secure = certificate.is_some();
    // Before anybody is told that the house is open: who starts it may stop it at once.
    let stop =
        StopSignals::watched().map_err(|error| Problem::stopped(format!("no signal can be watched: {error}")))?;
    opened(&Opened { address, secure, links, shut, tables: hall.tables().len() });
    // Open sockets would keep the house open for ever. They can be cut, because rounds are recoverable.
    tokio::select! {
        result = serve(listener, certificate, hall.clone(), config.proxies.clone()) => result?,
        () = tell_floods(&hall) => {}
        () = stop.any() => {}
    }
    // The journal closes last, after the robots, the timers and the task that follows other nodes.
    hall.close().await;
    if let Some(following) = following {
        following.abort();
    }
    hall.people.tell_floods(true).await;
    hall.keep().await;
    store.close().await?;
    Ok(())
}

/// Founds the tables that do not exist yet.
async fn found_tables(hall: &Hall, tables: &[TableConfig]) -> Result<(), Problem> {
    for table in tables {
        let id = &table.id;
        if hall.table(id.as_str()).is_err() && !hall.shut.contains_key(id) {
            let founding = table.founding(BUILD)?;
            let digest = founding.digest.clone();
            match hall.found(id, founding).await {
                Ok(_) => hall.people.founded(id.as_str(), &digest, "start").await?,
                Err(problem) => {
                    hall.adopt(id).await.map_err(|_| problem)?;
                }
            }
        }
    }
    Ok(())
}

/// Invites the staff of the first start, if there is nobody yet: for whom, and the path of the one-time link.
async fn invite_first_staff(hall: &Hall) -> Result<Vec<(String, String)>, Problem> {
    let mut links = Vec::new();
    if !hall.people.is_empty().await {
        return Ok(links);
    }
    for (name, roles) in FIRST_STAFF {
        let invited = loop {
            match hall.people.first_staff(name, roles).await {
                Err(problem) if problem.code == ProblemCode::Busy => {}
                done => break done,
            }
        };
        match invited {
            Ok(token) => links.push((name.to_owned(), format!("/welcome#{}", token.text()))),
            // Another node that starts at the same time has invited them.
            Err(problem) if problem.code == ProblemCode::Refused => {}
            Err(problem) => return Err(problem),
        }
    }
    Ok(links)
}

/// Writes down now and then how many failures there were beyond those that are on record one by one; never ends.
async fn tell_floods(hall: &Hall) {
    let mut every = interval(FLOODS_EVERY);
    loop {
        every.tick().await;
        hall.people.tell_floods(false).await;
    }
}

/// Answers requests, over TLS if there is a certificate.
async fn serve(
    listener: TcpListener,
    certificate: Option<Arc<Certificate>>,
    hall: Arc<Hall>,
    proxies: Proxies,
) -> Result<(), Problem> {
    let service = http::router(hall, certificate.is_some(), proxies).into_make_service_with_connect_info::<Peer>();
    let served = match certificate {
        None => axum::serve(listener, service).await,
        Some(certificate) => {
            tokio::spawn(certificate.clone().follow_hang_ups());
            axum::serve(TlsListener::new(listener, certificate)?, service).await
        }
    };
    served.map_err(|error| Problem::stopped(error.to_string()))
}

impl Config {
    /// What the tables must have been founded with, where that is insisted on.
    fn named(&self) -> Result<BTreeMap<TableId, Founding>, Problem> {
        let tables = self.tables.iter().filter(|_| self.insist);
        tables.map(|table| Ok((table.id.clone(), table.founding(BUILD)?))).collect()
    }

    /// The configuration for the audit, without secrets.
    fn told(&self) -> Vec<Arc<str>> {
        let place = match self.place {
            JournalPlace::Folder(_) => "SQLite",
            JournalPlace::Database(..) => "PostgreSQL",
        };
        let tls = if self.tls.is_some() { "TLS" } else { "no TLS of its own" };
        let mut all: Vec<Arc<str>> = vec![format!("listens at {}", self.listen).into(), place.into(), tls.into()];
        if self.proxies != Proxies::default() {
            all.push(format!("trusts the proxies {}", self.proxies).into());
        }
        for TableConfig { id, house, robots, .. } in &self.tables {
            let digest = rules::books::digest(&house.text);
            all.push(format!("table {id}, house {} {digest}, {robots} robots", house.name).into());
        }
        all
    }
}

/// The signals that tell the house to stop.
struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
}

impl StopSignals {
    /// From now on a signal is noticed and does not end the program by itself.
    fn watched() -> std::io::Result<StopSignals> {
        Ok(StopSignals { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for one of them.
    async fn any(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// How a journal is opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opens {
    /// Files on other disks that witness it.
    pub(crate) witnesses: Vec<PathBuf>,
    /// Whether somebody vouches for a journal that is not what its witness saw.
    pub(crate) vouched_for: bool,
}

/// The journal of a place, and the folder of this node's keys.
pub(crate) async fn open_store(place: &JournalPlace, how: &Opens) -> Result<(Arc<dyn Store>, PathBuf), Problem> {
    let ledger = LedgerRules::with_below_zero(LEDGER_BELOW_ZERO);
    let Opens { witnesses, vouched_for } = how.clone();
    let options = StoreOptions { ledger, witnesses, vouched_for, ..trouble::options() };
    match place {
        JournalPlace::Folder(folder) => {
            // A house that had people had a journal.
            let options = StoreOptions { relics: vec![folder.join(KEY_FILE)], ..options };
            let store = SqliteStore::open(folder, options).map_err(told)?;
            Ok((Arc::new(store), folder.clone()))
        }
        JournalPlace::Database(url, folder) => {
            let options = StoreOptions { keys: Some(folder.clone()), ..options };
            let store = PostgresStore::connect(url, options).await.map_err(told)?;
            Ok((Arc::new(store), folder.clone()))
        }
    }
}

/// Why a journal is not opened, in its own words: they say what to do.
fn told(error: journal::Error) -> Problem {
    match error {
        journal::Error::Witness(_) | journal::Error::Exposed { .. } => Problem::stopped(error.to_string()),
        other => other.into(),
    }
}
