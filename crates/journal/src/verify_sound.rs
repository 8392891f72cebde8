//! `verify` of an export of sound streams, using only the file: chains, heads, and the signed end.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, Error as IoError};

use crate::checker::RecordCheck;
use crate::hash::Hash;
use crate::key::{PublicKey, end_holds};
use crate::line_fault::{HeadOwner, LineFault};
use crate::names::{CommandId, StreamName};
use crate::record::{Commit, Head, Record};
use crate::sound::{SOUND_FORMAT, SoundEnd, SoundHeader, SoundLine};
use crate::verify_export::{ExportFault, next_line};

/// What a check of sound streams found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundReport<F> {
    /// How many lines were read, the bad one included.
    pub lines: u64,
    /// Records that hold.
    pub records: u64,
    /// Streams in the file.
    pub streams: usize,
    /// The streams that the file leaves out, because they are damaged.
    pub left_out: Vec<StreamName>,
    /// How many commits of the journal could not be read.
    pub unreadable: u64,
    /// The key that signed, if the file has a first line.
    pub key: Option<PublicKey>,
    /// Whether it was compared with keys known from elsewhere.
    pub key_trusted: bool,
    /// The first bad line, and what is wrong with it.
    pub fault: Option<(u64, ExportFault<F>)>,
}

impl<F: fmt::Display> fmt::Display for SoundReport<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            None => writeln!(f, "the sound streams hold, from the first line to the signed end")?,
            Some((line, fault)) => writeln!(f, "line {line}: {fault}")?,
        }
        writeln!(f, "records checked: {}, in streams: {}", self.records, self.streams)?;
        for stream in &self.left_out {
            writeln!(f, "{stream} is left out: it is damaged in the journal")?;
        }
        if self.unreadable > 0 {
            writeln!(f, "commits that could not be read: {}", self.unreadable)?;
        }
        if let Some(key) = &self.key {
            let trust =
                if self.key_trusted { "trusted" } else { "named by the file alone: compare it with the house's" };
            writeln!(f, "signed with {key} ({trust})")?;
        }
        Ok(())
    }
}

/// The state of a check.
#[derive(Default)]
struct SoundChecker {
    header: Option<SoundHeader>,
    streams: BTreeMap<StreamName, Head>,
    signed: BTreeMap<StreamName, Head>,
    records: u64,
    digest: Hash,
    ended: bool,
}

impl SoundChecker {
    fn line(&mut self, text: &str, trusted: &[PublicKey]) -> Result<Option<Record>, LineFault> {
        let not_a_line = |fault: serde_json::Error| LineFault::NotALine(fault.to_string());
        let line: SoundLine = serde_json::from_str(text).map_err(not_a_line)?;
        if serde_json::to_string(&line).map_err(not_a_line)? != text {
            return Err(LineFault::Spelling);
        }
        let before = self.digest;
        self.digest = Hash::of_export_line(before, text.as_bytes());
        if self.ended {
            return Err(LineFault::Misplaced);
        }
        match (line, &self.header) {
            (SoundLine::Sound(header), None) => self.header(header, trusted).map(|()| None),
            (SoundLine::Record(line), Some(_)) if self.signed.is_empty() => {
                let record = line.record()?;
                self.record(&record)?;
                Ok(Some(record))
            }
            (SoundLine::Head(line), Some(header)) => {
                let head = line.head();
                let whose = || HeadOwner(head.stream.clone());
                let Some(stream) = &head.stream else { return Err(LineFault::Misplaced) };
                let signed = Head { version: head.version, hash: head.hash };
                if self.streams.get(stream) != Some(&signed) {
                    return Err(LineFault::Forked(whose()));
                }
                if head.key != header.key {
                    return Err(LineFault::Stranger { whose: whose(), key: head.key });
                }
                if !head.holds() {
                    return Err(LineFault::Signature(whose()));
                }
                if self.signed.last_key_value().is_some_and(|(last, _)| last >= stream) {
                    return Err(LineFault::Disorder("heads"));
                }
                self.signed.insert(stream.clone(), signed);
                Ok(None)
            }
            (SoundLine::End(end), Some(header)) => {
                let key = header.key;
                self.end(&end, &key, before).map(|()| None)
            }
            _ => Err(LineFault::Misplaced),
        }
    }

    fn header(&mut self, header: SoundHeader, trusted: &[PublicKey]) -> Result<(), LineFault> {
        if header.format != SOUND_FORMAT {
            return Err(LineFault::Format(header.format));
        }
        if !trusted.is_empty() && !trusted.contains(&header.key) {
            return Err(LineFault::Untrusted(header.key));
        }
        self.header = Some(header);
        Ok(())
    }

    fn record(&mut self, record: &Record) -> Result<(), LineFault> {
        let head = self.streams.entry(record.stream.clone()).or_default();
        let due = head.version + 1;
        if record.version != due {
            return Err(LineFault::Version { stream: record.stream.clone(), found: record.version, due });
        }
        if !record.follows(head.hash) {
            return Err(LineFault::RecordHash { stream: record.stream.clone(), version: due });
        }
        *head = Head { version: due, hash: record.hash };
        self.records += 1;
        Ok(())
    }

    fn end(&mut self, end: &SoundEnd, key: &PublicKey, digest: Hash) -> Result<(), LineFault> {
        if let Some(stream) = self.streams.keys().find(|stream| !self.signed.contains_key(*stream)) {
            return Err(LineFault::NoHead(stream.clone()));
        }
        if end.digest != digest || (end.streams, end.records) != (self.streams.len() as u64, self.records) {
            return Err(LineFault::OtherLines);
        }
        if !end_holds(key, end.digest, &end.signature) {
            return Err(LineFault::EndSignature);
        }
        self.ended = true;
        Ok(())
    }
}

/// Reads an export of sound streams and checks everything the file can prove; `check` goes into what the records say, and
/// gets each of them as a commit without postings.
pub fn verify_sound<C: RecordCheck>(
    mut from: impl BufRead,
    trusted: &[PublicKey],
    check: &mut C,
) -> Result<SoundReport<C::Fault>, IoError> {
    let mut checker = SoundChecker::default();
    let mut lines = 0;
    let fault = loop {
        let Some(text) = next_line(&mut from)? else {
            let ended = if checker.ended { Ok(()) } else { Err(ExportFault::Line(LineFault::NoSoundEnd)) };
            let ended = ended.and_then(|()| check.end().map_err(ExportFault::Said));
            break ended.err().map(|fault| (lines + 1, fault));
        };
        lines += 1;
        let record = text.and_then(|text| checker.line(&text, trusted)).map_err(ExportFault::Line);
        let found = record.and_then(|record| match record {
            Some(record) => check.commit(&alone(record)).map_err(ExportFault::Said),
            None => Ok(()),
        });
        if let Err(fault) = found {
            break Some((lines, fault));
        }
    };
    let SoundChecker { header, streams, records, .. } = checker;
    let key = header.as_ref().map(|header| header.key);
    let (left_out, unreadable) = header.map(|header| (header.left_out, header.unreadable)).unwrap_or_default();
    let (streams, key_trusted) = (streams.len(), !trusted.is_empty());
    Ok(SoundReport { lines, records, streams, left_out, unreadable, key, key_trusted, fault })
}

/// A record as a commit of its own: what else was in its commit is not in the file.
fn alone(record: Record) -> Commit {
    Commit {
        number: 0,
        command: CommandId([0; 16]),
        digest: Hash::default(),
        answer: crate::body::Body::unchecked("null".to_owned()),
        records: vec![record],
        postings: Vec::new(),
        hash: Hash::default(),
    }
}
