//! The export: everything the journal holds, as JSON Lines that can be checked without anything else.
//!
//! First a header; then each commit, its records, and the heads signed there; then what each account holds; then an
//! end, signed, over all lines before it.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::error::Error;
use crate::hash::Hash;
use crate::key::sync_folder_of;
use crate::ledger::LedgerBalances;
use crate::lines::{AccountLine, CommitLine, EXPORT_FORMAT, EndLine, ExportLine, HeadLine, HeaderLine, RecordLine};
use crate::private;
use crate::record::Tip;
use crate::store::Store;

/// How many commits are read at a time.
const PAGE: usize = 500;

/// Lines on their way out, hashed as they go.
struct Out<'a, W> {
    to: &'a mut W,
    digest: Hash,
}

impl<W: Write> Out<'_, W> {
    fn line(&mut self, line: &ExportLine) -> Result<(), Error> {
        let fault =
            |fault: &dyn std::fmt::Display| Error::File { path: "the export".to_owned(), fault: fault.to_string() };
        let mut text = line.write().map_err(|cause| fault(&cause))?;
        self.digest = Hash::of_export_line(self.digest, text.as_bytes());
        text.push('\n');
        self.to.write_all(text.as_bytes()).map_err(|cause| fault(&cause))
    }
}

/// Writes all commits up to now, with all heads signed; appends may go on. Returns the position at which the export
/// ends.
pub async fn export<W: Write + Send>(store: &dyn Store, to: &mut W) -> Result<Tip, Error> {
    store.sign_heads().await?;
    let tip = store.tip().await?;
    export_up_to(store, to, tip).await?;
    Ok(tip)
}

/// The tip of the journal after a commit.
pub async fn tip_at(store: &dyn Store, commit: u64) -> Result<Tip, Error> {
    let found = store.commits(commit, 1).await?.into_iter().next().filter(|found| found.number == commit);
    let Some(found) = found else { return Ok(Tip::default()) };
    let position = found.records.last().map_or(0, |record| record.position);
    Ok(Tip { commit, position, hash: found.hash })
}

/// Writes the commits up to the given one. The signed end covers all of them.
pub async fn export_up_to<W: Write + Send>(store: &dyn Store, to: &mut W, tip: Tip) -> Result<(), Error> {
    let mut out = Out { to, digest: Hash::default() };
    let below_zero = store.ledger_rules().classes().map(str::to_owned).collect();
    let mut keys = store.keys().await?;
    // A journal that is only read does not know the key that signs the end.
    if !keys.contains(&store.signer().public()) {
        keys.push(store.signer().public());
    }
    out.line(&ExportLine::Journal(HeaderLine { format: EXPORT_FORMAT, keys, below_zero }))?;
    let mut books = LedgerBalances::default();
    let mut next = 1;
    while next <= tip.commit {
        let mut commits = store.commits(next, PAGE).await?;
        commits.retain(|commit| commit.number <= tip.commit);
        let Some(last) = commits.last() else {
            return Err(Error::Read(format!("commit {next} is missing; have the journal verified")));
        };
        let mut heads = store.signed_heads(next, last.number).await?.into_iter().peekable();
        next = last.number + 1;
        for commit in &commits {
            let fault = |fault| Error::Read(format!("commit {}: {fault}", commit.number));
            // Faults in the books are found by verification; the export shows what is stored.
            let _ = books.post(commit.number, &commit.postings, store.ledger_rules());
            out.line(&ExportLine::Commit(CommitLine::of(commit).map_err(fault)?))?;
            for record in &commit.records {
                out.line(&ExportLine::Record(RecordLine::of(record).map_err(fault)?))?;
            }
            while let Some(head) = heads.next_if(|head| head.commit <= commit.number) {
                out.line(&ExportLine::Head(HeadLine::of(head)))?;
            }
        }
    }
    for (name, sum) in books.sums() {
        let balance = i64::try_from(*sum).map_err(|_| Error::Read(format!("{name} holds too much")))?;
        out.line(&ExportLine::Account(AccountLine { name: name.clone(), balance }))?;
    }
    let digest = out.digest;
    let (key, signature) = (store.signer().public(), store.signer().export_end(digest));
    out.line(&ExportLine::End(EndLine { commits: tip.commit, records: tip.position, digest, key, signature }))
}

/// Writes an export to a file that is complete and durable, or does not exist.
pub async fn export_to_file(store: &dyn Store, path: &Path) -> Result<(), Error> {
    let fault = |fault: std::io::Error| Error::file(path, fault);
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    let mut file = BufWriter::new(private::create(Path::new(&aside)).map_err(fault)?);
    export(store, &mut file).await?;
    let file = file.into_inner().map_err(|cause| fault(cause.into_error()))?;
    file.sync_all().map_err(fault)?;
    fs::rename(&aside, path).and_then(|()| sync_folder_of(path)).map_err(fault)
}
