//! Opens the house: the journal is verified, the tables stand where they stood, and then the port opens.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use journal::{Depth, LedgerRules, Options, PostgresStore, Signer, SqliteStore, Store};
use pit::{Founding, LEDGER_BELOW_ZERO, TableId};
use table::Role;
use tokio::net::TcpListener;

use crate::hall::{Hall, HouseText};
use crate::http;
use crate::problem::Problem;

/// Where the journal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
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
    pub place: Place,
    /// The tables to found, unless they are there.
    pub tables: Vec<NewTable>,
    /// How much of the journal is verified before the port opens.
    pub verify_all: bool,
}

/// A table to be founded.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: TableId,
    /// What people call it.
    pub name: Arc<str>,
    /// The house.
    pub house: HouseText,
    /// How many positions robot players fill.
    pub robots: u8,
}

/// A house that was opened.
#[derive(Debug)]
pub struct Opened {
    /// Where it listens.
    pub address: SocketAddr,
    /// One-time links, at the first start: for whom, and the path.
    pub links: Vec<(String, String)>,
    /// Tables that stay shut, and why.
    pub shut: Vec<(String, String)>,
    /// How many tables are open.
    pub tables: usize,
}

/// The file of the pepper for passwords.
const PEPPER: &str = "people.key";

/// The staff of the first start.
const FIRST_STAFF: [(&str, &[Role]); 4] = [
    ("dealer", &[Role::Dealer]),
    ("floor", &[Role::Floorperson]),
    ("supervisor", &[Role::Supervisor, Role::Floorperson]),
    ("surveillance", &[Role::Surveillance]),
];

/// Opens the house, tells so, and serves until it is told to stop.
///
/// # Errors
/// Why it cannot be opened.
pub async fn run(
    config: Config,
    progress: &mut (dyn FnMut(u64, u64) + Send),
    opened: impl FnOnce(&Opened),
) -> Result<(), Problem> {
    let several = matches!(config.place, Place::Database(..));
    let (store, folder) = open_store(&config.place).await?;
    let pepper = pepper(&folder)?;
    let houses: Vec<HouseText> = config.tables.iter().map(|table| table.house.clone()).collect();
    let position = store.tip().await?.position;
    let depth = if config.verify_all { Depth::Full } else { Depth::SinceSigned };
    let hall = Hall::open(store.clone(), pepper, depth, several, houses, progress).await?;
    for NewTable { id, name, house, robots } in &config.tables {
        if hall.table(id.as_str()).is_err() && !hall.shut.contains_key(id) {
            let founding = Founding::with(name, &house.text, &house.books, *robots, &hall.build)
                .map_err(|why| Problem::new("refused", why))?;
            if let Err(problem) = hall.found(id, founding).await {
                hall.adopt(id).await.map_err(|_| problem)?;
            }
        }
    }
    let mut links = Vec::new();
    if hall.people.is_empty().await {
        for (name, roles) in FIRST_STAFF {
            let token = hall.people.invite(name, roles, &[], "first start").await?;
            links.push((name.to_owned(), format!("/welcome#{}", token.text())));
        }
    }
    if several {
        tokio::spawn(hall.clone().follow(position));
    }
    // Only now: whoever can reach the port finds everything verified.
    let taken = |error: std::io::Error| Problem::stopped(format!("{} cannot be listened at: {error}", config.listen));
    let listener = TcpListener::bind(config.listen).await.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let shut = hall.shut.iter().map(|(id, why)| (id.to_string(), why.clone())).collect();
    opened(&Opened { address, links, shut, tables: hall.tables().len() });
    let service = http::router(hall.clone()).into_make_service_with_connect_info::<SocketAddr>();
    // Sockets of people would hold the house open for ever: rounds stand recoverable, so that they may be cut.
    tokio::select! {
        result = axum::serve(listener, service) => result.map_err(|error| Problem::stopped(error.to_string()))?,
        () = stopped() => {}
    }
    store.close().await?;
    Ok(())
}

/// Waits for the system's word to stop.
async fn stopped() {
    let ctrl_c = tokio::signal::ctrl_c();
    let Ok(mut term) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
        let _ = ctrl_c.await;
        return;
    };
    tokio::select! {
        _ = ctrl_c => {}
        _ = term.recv() => {}
    }
}

async fn open_store(place: &Place) -> Result<(Arc<dyn Store>, PathBuf), Problem> {
    let ledger = LedgerRules::with_below_zero(LEDGER_BELOW_ZERO);
    let options = Options { ledger, ..Options::default() };
    match place {
        Place::Folder(folder) => {
            let store = SqliteStore::open(folder, options)?;
            Ok((Arc::new(store), folder.clone()))
        }
        Place::Database(url, folder) => {
            let wrong = |error: std::io::Error| Problem::stopped(format!("{}: {error}", folder.display()));
            std::fs::create_dir_all(folder).map_err(wrong)?;
            let signer = Signer::open_or_create(&folder.join("journal.key"))?;
            let options = Options { signer: Some(Arc::new(signer)), ..options };
            Ok((Arc::new(PostgresStore::connect(url, options).await?), folder.clone()))
        }
    }
}

/// The pepper of this house's passwords, made at the first start. Nodes that share a database share the file.
fn pepper(folder: &Path) -> Result<[u8; 32], Problem> {
    use std::os::unix::fs::OpenOptionsExt;
    let path = folder.join(PEPPER);
    let wrong = |error: std::io::Error| Problem::stopped(format!("{}: {error}", path.display()));
    if let Ok(bytes) = std::fs::read(&path) {
        let read = <[u8; 32]>::try_from(bytes.as_slice());
        return read.map_err(|_| Problem::stopped(format!("{} is not a key of 32 bytes", path.display())));
    }
    let mut pepper = [0; 32];
    getrandom::fill(&mut pepper).map_err(|error| Problem::stopped(error.to_string()))?;
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(wrong)?;
    file.write_all(&pepper).and_then(|()| file.sync_all()).map_err(wrong)?;
    Ok(pepper)
}
