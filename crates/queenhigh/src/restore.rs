//! `queenhigh restore`: turns a sealed backup into a journal again.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use journal::{LedgerRules, PostgresStore, SqliteStore, Store, StoreOptions, import, private};

use crate::archive;
use crate::exit::Output;

/// Restore a sealed backup into an empty folder or database
///
/// The backup opens with the key file of the house that sealed it; a copy of the key goes into the folder. Then serve
/// from there: everything is verified before the port opens.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh restore queenhigh-backup.sealed --people-key people.key --data /var/lib/queenhigh")]
pub(crate) struct RestoreArgs {
    /// The sealed backup
    #[arg(value_name = "BACKUP")]
    backup: PathBuf,
    /// The people.key of the house
    #[arg(long, value_name = "FILE", env = "QUEENHIGH_PEOPLE_KEY")]
    people_key: PathBuf,
    /// The folder to restore into; it must hold no journal
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// An empty PostgreSQL database, if the backup is of a database
    #[arg(long, value_name = "URL", env = "QUEENHIGH_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

/// How a database file of SQLite begins; the backup of a PostgreSQL database is an export.
const SQLITE: &[u8] = b"SQLite format 3\0";

pub(crate) fn run(args: &RestoreArgs) -> Output {
    match restored(args) {
        Ok(()) => Output::done(format!("The backup is restored to {}; serve from there.\n", args.data.display())),
        Err(why) => Output::error(why),
    }
}

/// Why a backup is not restored.
#[derive(Debug, thiserror::Error)]
enum NotRestored {
    #[error("{}: {why}", path.display())]
    File { path: PathBuf, why: std::io::Error },
    #[error("{0}")]
    Sealed(String),
    #[error(transparent)]
    Journal(#[from] journal::Error),
    #[error("this is the backup of a folder: leave --database out")]
    OfFolder,
    #[error("this is the backup of a PostgreSQL database: name an empty one with --database")]
    OfDatabase,
    #[error("no threads can be started")]
    NoThreads,
}

fn restored(args: &RestoreArgs) -> Result<(), NotRestored> {
    let RestoreArgs { backup, people_key, data, database } = args;
    let at = |path: &Path| {
        let path = path.to_owned();
        move |why: std::io::Error| NotRestored::File { path, why }
    };
    private::make_folder(data)?;
    private::check_folder(data)?;
    // In its own folder, because an opened database leaves files beside it.
    let owner = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    let aside = tempfile::Builder::new().permissions(owner).tempdir_in(data).map_err(at(data))?;
    let opened = aside.path().join("opened");
    let sealed = BufReader::new(File::open(backup).map_err(at(backup))?);
    let plain = BufWriter::new(private::create(&opened).map_err(at(&opened))?);
    server::unseal(people_key, sealed, plain).map_err(|problem| NotRestored::Sealed(problem.refused))?;
    let mut head = Vec::new();
    let file = File::open(&opened).map_err(at(data))?;
    file.take(SQLITE.len() as u64).read_to_end(&mut head).map_err(at(data))?;
    match (head == SQLITE, database) {
        (true, None) => SqliteStore::restore(&opened, data)?,
        (true, Some(_)) => return Err(NotRestored::OfFolder),
        (false, None) => return Err(NotRestored::OfDatabase),
        (false, Some(url)) => imported(url, data, &opened)?,
    }
    let kept = data.join("people.key");
    if !kept.exists() {
        let mut from = File::open(people_key).map_err(at(people_key))?;
        let mut to = private::create_new(&kept).map_err(at(&kept))?;
        std::io::copy(&mut from, &mut to).and_then(|_| to.sync_all()).map_err(at(&kept))?;
    }
    Ok(())
}

fn imported(url: &str, data: &Path, export: &Path) -> Result<(), NotRestored> {
    let runtime = archive::runtime().map_err(|_| NotRestored::NoThreads)?;
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let options = StoreOptions { ledger, keys: Some(data.to_owned()), ..StoreOptions::default() };
    runtime.block_on(async {
        let store = PostgresStore::connect(url, options).await?;
        import(&store, export, &[]).await?;
        Ok(store.close().await?)
    })
}
