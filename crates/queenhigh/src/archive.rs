//! Where a journal is read from: an export, a data folder or a database. The latter two are exported first, so that all
//! are checked in the same way.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use journal::{
    ExportReport, LedgerRules, PostgresStore, PublicKey, Signer, SqliteStore, Store, StoreOptions, verify_export,
};
use journal::{RecordCheck, export};

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
    pub(crate) fn store(&self, runtime: &tokio::runtime::Runtime) -> Result<Option<Arc<dyn Store>>, Output> {
        let options =
            || StoreOptions { ledger: LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO), ..StoreOptions::default() };
        let told = |error: journal::Error| Output::bad_input(format!("error: {error}\n"));
        if let Some(folder) = &self.data {
            if !SqliteStore::is_in(folder) {
                return Err(Output::bad_input(format!("error: {} holds no journal\n", folder.display())));
            }
            return Ok(Some(Arc::new(SqliteStore::open(folder, options()).map_err(told)?)));
        }
        if let Some(url) = &self.database {
            // Only the end of the export is signed with this key.
            let mut secret = [0; 32];
            let fault = getrandom::fill(&mut secret).err();
            if let Some(error) = fault {
                return Err(Output::bad_input(format!("error: the system gives no random numbers: {error}\n")));
            }
            let options = StoreOptions { signer: Some(Arc::new(Signer::from_secret(secret))), ..options() };
            let store = runtime.block_on(PostgresStore::connect(url, options)).map_err(told)?;
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

    /// Checks everything, including what the records say.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn check<C: RecordCheck>(
        &self,
        trusted: &[PublicKey],
        check: &mut C,
    ) -> Result<ExportReport<C::Fault>, Output> {
        let runtime = runtime()?;
        let told = |error: std::io::Error| Output::bad_input(format!("error: the journal cannot be read: {error}\n"));
        let mut lines: Box<dyn BufRead> = match (&self.file, self.store(&runtime)?) {
            (Some(path), _) if path.as_os_str() == "-" => Box::new(BufReader::new(std::io::stdin())),
            (Some(path), _) => {
                let named = |error| Output::bad_input(format!("error: {}: {error}\n", path.display()));
                Box::new(BufReader::new(File::open(path).map_err(named)?))
            }
            (None, Some(store)) => {
                let mut file = tempfile::tempfile().map_err(told)?;
                let exported = runtime.block_on(async { export(&*store, &mut file).await });
                exported.map_err(|error| Output::bad_input(format!("error: {error}\n")))?;
                file.seek(SeekFrom::Start(0)).map_err(told)?;
                Box::new(BufReader::new(file))
            }
            (None, None) => return Err(Output::bad_input("error: name an export, --data or --database\n")),
        };
        verify_export(&mut lines, trusted, check).map_err(told)
    }
}

/// Threads for stores that need them.
///
/// # Errors
/// When they cannot be started.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Output> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Output::bad_input(format!("error: no threads can be started: {error}\n")))
}
