//! The import: appends an export again, with the same hashes, numbers and answers, and the heads as they were signed.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::batch::{AppendOutcome, Batch, ExpectedVersion, Write};
use crate::checker::{Checker, NoMoreChecks, Whole};
use crate::error::{Error, ImportFault};
use crate::key::PublicKey;
use crate::record::{Commit, Tip};
use crate::store::Store;
use crate::verify_export::{next_line, verify_export};

/// Puts an export into an empty journal, after verifying all of it. Returns the journal's new tip.
pub async fn import(store: &dyn Store, path: &Path, trusted: &[PublicKey]) -> Result<Tip, Error> {
    let fault = |fault: std::io::Error| Error::file(path, fault);
    if store.tip().await?.commit > 0 {
        return Err(Error::Mismatch("the journal is not empty; import into a new one".to_owned()));
    }
    let open = || File::open(path).map(BufReader::new).map_err(fault);
    let report = verify_export(open()?, trusted, &mut NoMoreChecks).map_err(fault)?;
    if let Some((line, fault)) = report.fault {
        return Err(Error::Export { line, fault: fault.into() });
    }
    let mut from = open()?;
    let mut checker = Checker::new(trusted);
    let mut line = 0;
    while let Some(text) = next_line(&mut from).map_err(fault)? {
        line += 1;
        let export = |fault| Error::Export { line, fault };
        match text.and_then(|text| checker.line(&text)).map_err(|fault| export(fault.into()))? {
            Whole::Nothing => {
                if let Some(class) = checker.rules.beyond(store.ledger_rules()).first() {
                    return Err(export(ImportFault::Class((*class).to_owned())));
                }
            }
            Whole::Head(head) => store.adopt_heads(vec![head]).await?,
            Whole::Commit(commit) => {
                let number = commit.number;
                match store.append(batch_of(commit)).await? {
                    AppendOutcome::Appended(receipt) if receipt.commit == number => {}
                    outcome => return Err(export(ImportFault::NotTaken { number, outcome: Box::new(outcome) })),
                }
            }
        }
    }
    let tip = store.tip().await?;
    if tip != checker.tip {
        return Err(Error::Export { line, fault: ImportFault::OtherEnd });
    }
    Ok(tip)
}

/// The batch that the commit was made from. A commit keeps the records of one stream together.
fn batch_of(commit: Commit) -> Batch {
    let mut writes: Vec<Write> = Vec::new();
    for record in commit.records {
        match writes.last_mut().filter(|write| write.stream == record.stream) {
            Some(write) => write.records.push(record.what),
            None => writes.push(Write {
                stream: record.stream,
                expected: ExpectedVersion::Version(record.version - 1),
                records: vec![record.what],
            }),
        }
    }
    let Commit { command, digest, answer, postings, .. } = commit;
    Batch { command, digest, answer, writes, postings }
}
