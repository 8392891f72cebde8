//! Where a journal is read from: an export, a data folder or a database. The latter two are exported first, so that all
//! are checked in the same way. Nothing in a data folder changes.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read as _, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use journal::{
    ExportFault, ExportReport, LedgerRules, PostgresStore, PublicKey, RecordCheck, SOUND_BEGINS, SoundReport,
    SqliteStore, Store, StoreOptions, export, verify_export, verify_sound,
};
use tokio::runtime::Runtime;

use crate::exit::Output;

/// The longest proof of a round, in bytes.
const PROOF_BYTES_MAX: u64 = 64 << 20;

/// The journal to read.
#[derive(Clone, Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ArchiveArgs {
    /// An export (JSON Lines); - is the standard input
    #[arg(value_name = "EXPORT")]
    file: Option<PathBuf>,
    /// The data folder of a stopped server
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The PostgreSQL database of a server
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

impl ArchiveArgs {
    /// Opens the store, if the journal is in one.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub(crate) fn store(&self, runtime: &Runtime) -> Result<Option<Arc<dyn Store>>, Output> {
        let options =
            || StoreOptions { ledger: LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO), ..StoreOptions::default() };
        let told = |error: journal::Error| Output::bad_input(format!("error: {error}\n"));
        if let Some(folder) = &self.data {
            if !SqliteStore::is_in(folder) {
                return Err(Output::bad_input(format!("error: {} holds no journal\n", folder.display())));
            }
            return Ok(Some(Arc::new(SqliteStore::open_to_read(folder, options()).map_err(told)?)));
        }
        if let Some(url) = &self.database {
            // Without the keys of a node: only the end of the export is signed with the key that is made.
            let store = runtime.block_on(PostgresStore::connect(url, options())).map_err(told)?;
            return Ok(Some(Arc::new(store)));
        }
        Ok(None)
    }

    /// The proof of one round, if the file is one.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn proof(&self) -> Result<Option<String>, Output> {
        let Some(path) = self.file.as_ref().filter(|path| path.as_os_str() != "-") else { return Ok(None) };
        let named = |error: std::io::Error| Output::bad_input(format!("error: {}: {error}\n", path.display()));
        let mut file = File::open(path).map_err(named)?;
        let mut begins = Vec::new();
        (&mut file).take(pit::PROOF_BEGINS.len() as u64).read_to_end(&mut begins).map_err(named)?;
        if begins != pit::PROOF_BEGINS.as_bytes() {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(0)).map_err(named)?;
        let mut text = String::new();
        file.take(PROOF_BYTES_MAX).read_to_string(&mut text).map_err(named)?;
        Ok(Some(text))
    }

    /// The lines to check: those of the file, or of an export of the store.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub(crate) fn lines(&self, runtime: &Runtime, store: Option<&dyn Store>) -> Result<Lines, Output> {
        let told = |error: std::io::Error| Output::bad_input(format!("error: the journal cannot be read: {error}\n"));
        let mut from: Box<dyn BufRead> = match (&self.file, store) {
            (Some(path), _) if path.as_os_str() == "-" => Box::new(BufReader::new(std::io::stdin())),
            (Some(path), _) => {
                let named = |error| Output::bad_input(format!("error: {}: {error}\n", path.display()));
                Box::new(BufReader::new(File::open(path).map_err(named)?))
            }
            (None, Some(store)) => {
                let mut file = tempfile::tempfile().map_err(told)?;
                let exported = runtime.block_on(async { export(store, &mut file).await });
                exported.map_err(|error| {
                    Output::error(format!("{error}; `queenhigh export --sound` writes the streams that are whole"))
                })?;
                file.seek(SeekFrom::Start(0)).map_err(told)?;
                Box::new(BufReader::new(file))
            }
            (None, None) => return Err(Output::bad_input("error: name an export, --data or --database\n")),
        };
        let mut begins = Vec::new();
        (&mut from).take(SOUND_BEGINS.len() as u64).read_to_end(&mut begins).map_err(told)?;
        let sound = begins == SOUND_BEGINS.as_bytes();
        Ok(Lines { sound, lines: Box::new(Cursor::new(begins).chain(from)) })
    }
}

/// Lines to check.
pub(crate) struct Lines {
    /// Whether they are of the sound streams of a damaged journal.
    pub(crate) sound: bool,
    lines: Box<dyn BufRead>,
}

/// What a check of lines found.
pub(crate) enum Report<F> {
    /// Of a whole journal.
    Whole(ExportReport<F>),
    /// Of its sound streams.
    Sound(SoundReport<F>),
}

impl Lines {
    /// Checks everything, including what the records say.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub(crate) fn check<C: RecordCheck>(
        self,
        trusted: &[PublicKey],
        check: &mut C,
    ) -> Result<Report<C::Fault>, Output> {
        let report = if self.sound {
            verify_sound(self.lines, trusted, check).map(Report::Sound)
        } else {
            verify_export(self.lines, trusted, check).map(Report::Whole)
        };
        report.map_err(|error| Output::bad_input(format!("error: the journal cannot be read: {error}\n")))
    }
}

impl<F> Report<F> {
    /// The first bad line, and what is wrong with it.
    pub(crate) fn fault(&self) -> Option<&(u64, ExportFault<F>)> {
        match self {
            Report::Whole(report) => report.fault.as_ref(),
            Report::Sound(report) => report.fault.as_ref(),
        }
    }
}

/// Threads for stores that need them.
///
/// # Errors
/// When they cannot be started.
pub(crate) fn runtime() -> Result<Runtime, Output> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Output::bad_input(format!("error: no threads can be started: {error}\n")))
}
