//! `verify`: checks an export, using only the file.

use std::fmt;
use std::io::{BufRead, Error as IoError};

use crate::checker::{Checker, RecordCheck, Whole};
use crate::key::PublicKey;
use crate::line_fault::LineFault;

/// The longest line that is read. A commit of the largest answer and a few thousand postings fits.
pub(crate) const LINE_BYTES_MAX: u64 = 8 << 20;

/// What is wrong with an export: a line of it, or what its records say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportFault<F> {
    /// A line.
    #[error(transparent)]
    Line(LineFault),
    /// What records say, as a [`RecordCheck`] found it.
    #[error("{0}")]
    Said(F),
}

/// What a check of an export found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportReport<F> {
    /// How many lines were read, the bad one included.
    pub lines: u64,
    /// How many whole commits hold.
    pub commits: u64,
    /// Records in them.
    pub records: u64,
    /// Streams in them.
    pub streams: usize,
    /// Accounts whose balance is the sum of their postings.
    pub accounts: usize,
    /// The keys that the file names.
    pub keys: Vec<PublicKey>,
    /// Whether they were compared with keys known from elsewhere.
    pub keys_trusted: bool,
    /// The last commit under a signed head of the journal. A file that was cut off is vouched for up to here.
    pub signed_commit: u64,
    /// The first bad line, and what is wrong with it.
    pub fault: Option<(u64, ExportFault<F>)>,
}

impl<F> ExportReport<F> {
    /// Whether everything holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.fault.is_none()
    }
}

impl<F: fmt::Display> fmt::Display for ExportReport<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExportReport { commits, records, streams, accounts, signed_commit, .. } = self;
        match &self.fault {
            None => writeln!(f, "the export holds, from its first line to its signed end")?,
            Some((line, fault)) => writeln!(f, "line {line}: {fault}")?,
        }
        let (streams, accounts) = (*streams as u64, *accounts as u64);
        let counted = [(*commits, "commit"), (*records, "record"), (streams, "stream"), (accounts, "account")];
        let counted = counted.map(|(number, one)| format!("{number} {one}{}", if number == 1 { "" } else { "s" }));
        writeln!(f, "{} checked", counted.join(", "))?;
        match (commits.saturating_sub(*signed_commit), self.holds()) {
            (1, false) => {
                writeln!(f, "commits 1 to {signed_commit} are under a signed head; the one after them is not")?;
            }
            (unsigned, false) if unsigned > 0 => {
                writeln!(f, "commits 1 to {signed_commit} are under a signed head; the {unsigned} after them are not")?;
            }
            _ => writeln!(f, "all of them are under a signed head")?,
        }
        for key in &self.keys {
            let trust =
                if self.keys_trusted { "trusted" } else { "named by the file alone: compare it with the house's" };
            writeln!(f, "signed with {key} ({trust})")?;
        }
        Ok(())
    }
}

/// Reads an export and checks everything the file can prove; `check` goes into what the records say.
///
/// With no `trusted` keys the file's own are used, and the report says so: without the house's key, nobody can tell its
/// history from one forged as a whole.
pub fn verify_export<C: RecordCheck>(
    mut from: impl BufRead,
    trusted: &[PublicKey],
    check: &mut C,
) -> Result<ExportReport<C::Fault>, IoError> {
    let mut checker = Checker::new(trusted);
    let mut lines = 0;
    let fault = loop {
        let Some(text) = next_line(&mut from)? else {
            let ended =
                checker.finish().map_err(ExportFault::Line).and_then(|()| check.end().map_err(ExportFault::Said));
            break ended.err().map(|fault| (lines + 1, fault));
        };
        lines += 1;
        let whole = text.and_then(|text| checker.line(&text)).map_err(ExportFault::Line);
        let found = whole.and_then(|whole| match whole {
            Whole::Commit(commit) => check.commit(&commit).map_err(ExportFault::Said),
            Whole::Nothing | Whole::Head(_) => Ok(()),
        });
        if let Err(fault) = found {
            break Some((lines, fault));
        }
    };
    Ok(ExportReport {
        lines,
        commits: checker.tip.commit,
        records: checker.tip.position,
        streams: checker.streams.len(),
        accounts: checker.accounts_count(),
        keys: checker.keys.clone(),
        keys_trusted: !trusted.is_empty(),
        signed_commit: checker.signed_commit,
        fault,
    })
}

/// The next line, if there is one, without its line feed; or why it is not a line.
pub(crate) fn next_line(from: &mut impl BufRead) -> Result<Option<Result<String, LineFault>>, IoError> {
    let mut bytes = Vec::new();
    std::io::Read::take(&mut *from, LINE_BYTES_MAX).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.pop() != Some(b'\n') {
        return Ok(Some(Err(LineFault::CutOff)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| LineFault::NotText)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_is_no_plural() {
        let report = |commits| ExportReport::<std::convert::Infallible> {
            lines: 9,
            commits,
            records: 1,
            streams: 1,
            accounts: 2,
            keys: Vec::new(),
            keys_trusted: false,
            signed_commit: 1,
            fault: Some((9, ExportFault::Line(LineFault::CutOff))),
        };
        let one = report(2).to_string();
        assert!(one.contains("2 commits, 1 record, 1 stream, 2 accounts checked"), "{one}");
        assert!(one.contains("the one after them is not"), "{one}");
        assert!(report(3).to_string().contains("the 2 after them are not"));
    }
}
