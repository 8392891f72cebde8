//! The sound streams of a damaged journal: found, and exported without the others.
//!
//! A stream is sound if it is whole, every record follows the one before it, no commit that holds one of its records is
//! damaged, and it has not lost what was signed. What cannot be read is passed over, one commit at a time.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::hash::Hash;
use crate::key::{PublicKey, Sealed, sync_folder_of};
use crate::lines::{HeadLine, RecordLine};
use crate::names::StreamName;
use crate::private;
use crate::record::{Commit, Head, Record};
use crate::store::Store;

/// The version of the file's own shape.
pub(crate) const SOUND_FORMAT: u32 = 1;

/// How an export of sound streams begins.
pub const SOUND_BEGINS: &str = "{\"sound\":";

/// How many commits are read at a time.
const PAGE: usize = 500;

/// Why a stream is left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsound {
    /// A record does not follow the one before it.
    #[error("version {0} is missing, or does not follow the one before it")]
    Chain(u64),
    /// A commit is damaged.
    #[error("commit {0}, which holds a record of it, is damaged")]
    Commit(u64),
    /// The end is missing.
    #[error("it goes on after version {0}, and that cannot be read")]
    End(u64),
}

/// What was exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundExport {
    /// How many streams are in the file.
    pub streams: usize,
    /// How many records.
    pub records: u64,
    /// The streams that are not, and why.
    pub left_out: BTreeMap<StreamName, Unsound>,
    /// How many commits cannot be read at all.
    pub unreadable: u64,
}

/// One line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum SoundLine {
    Sound(SoundHeader),
    Record(RecordLine),
    Head(HeadLine),
    End(SoundEnd),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoundHeader {
    pub format: u32,
    pub key: PublicKey,
    /// The streams that are damaged and not in the file.
    pub left_out: Vec<StreamName>,
    /// How many commits could not be read.
    pub unreadable: u64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SoundEnd {
    pub streams: u64,
    pub records: u64,
    /// The hash over all lines before this one.
    pub digest: Hash,
    pub signature: Sealed,
}

/// Goes through the commits of a journal.
struct Sounding<'a> {
    store: &'a dyn Store,
    last: u64,
    streams: BTreeMap<StreamName, Head>,
    left_out: BTreeMap<StreamName, Unsound>,
    /// The hash of the commit before, if that could be read.
    before: Option<Hash>,
    unreadable: u64,
}

impl Sounding<'_> {
    /// The commits from a number on that can be read, and the number after them. If there are none, the commit at the
    /// number cannot be read.
    async fn page(&self, from: u64) -> (Vec<Commit>, u64) {
        let mut count = PAGE;
        loop {
            match self.store.commits(from, count).await {
                Ok(commits) if commits.first().is_some_and(|commit| commit.number == from) => {
                    let whole = (from..).zip(&commits).take_while(|(number, commit)| commit.number == *number).count();
                    return (commits.into_iter().take(whole).collect(), from + whole as u64);
                }
                Err(_) if count > 1 => count = (count / 4).max(1),
                _ => return (Vec::new(), from + 1),
            }
        }
    }

    async fn find(&mut self) -> Result<(), Error> {
        let mut next = 1;
        while next <= self.last {
            let (commits, after) = self.page(next).await;
            if commits.is_empty() {
                (self.before, self.unreadable) = (None, self.unreadable + 1);
            }
            for commit in &commits {
                self.commit(commit);
            }
            next = after;
        }
        self.ends().await;
        Ok(())
    }

    fn commit(&mut self, commit: &Commit) {
        let known = if commit.number == 1 { Some(Hash::default()) } else { self.before };
        // After one that cannot be read, the chains of the streams must do.
        let holds = known.is_none_or(|before| commit.hash == commit.hash_after(before)) && !commit.records.is_empty();
        self.before = Some(commit.hash);
        for record in &commit.records {
            if !holds {
                self.left_out.entry(record.stream.clone()).or_insert(Unsound::Commit(commit.number));
            }
            let head = self.streams.entry(record.stream.clone()).or_default();
            if record.version != head.version + 1 || !record.follows(head.hash) {
                self.left_out.entry(record.stream.clone()).or_insert(Unsound::Chain(head.version + 1));
            }
            *head = Head { version: record.version, hash: record.hash };
        }
    }

    /// Leaves out the streams that go on after what was read: by their heads, or by what was signed.
    async fn ends(&mut self) {
        let mut ends: Vec<(StreamName, u64)> = Vec::new();
        for (stream, seen) in &self.streams {
            // A head that cannot be read is one more record that is not there.
            let head = self.store.head(stream.clone()).await.map_or(seen.version + 1, |head| head.version);
            ends.push((stream.clone(), head));
        }
        let signed = self.store.last_signed_heads().await.unwrap_or_default();
        ends.extend(signed.into_iter().filter_map(|head| Some((head.stream?, head.version))));
        for (stream, version) in ends {
            let seen = self.streams.entry(stream.clone()).or_default().version;
            if version > seen {
                self.left_out.entry(stream).or_insert(Unsound::End(seen));
            }
        }
    }
}

/// Lines on their way out, hashed as they go.
struct Out<W> {
    to: W,
    path: PathBuf,
    digest: Hash,
}

impl<W: Write> Out<W> {
    fn line(&mut self, line: &SoundLine) -> Result<(), Error> {
        let mut text = serde_json::to_string(line).map_err(|fault| Error::file(&self.path, fault))?;
        self.digest = Hash::of_export_line(self.digest, text.as_bytes());
        text.push('\n');
        self.to.write_all(text.as_bytes()).map_err(|fault| Error::file(&self.path, fault))
    }

    fn record(&mut self, record: &Record) -> Result<(), Error> {
        let line = RecordLine::of(record).map_err(|fault| Error::file(&self.path, fault))?;
        self.line(&SoundLine::Record(line))
    }
}

/// Writes the sound streams of a journal to a file that is complete and durable, or does not exist: their records, and a
/// head of each, signed with this node's key.
pub async fn export_sound(store: &dyn Store, path: &Path) -> Result<SoundExport, Error> {
    let signed = store.last_signed_heads().await.unwrap_or_default();
    let signed = signed.iter().map(|head| head.commit).max().unwrap_or_default();
    let last = store.tip().await.map_or(signed, |tip| tip.commit.max(signed));
    let (streams, left_out) = Default::default();
    let mut sounding = Sounding { store, last, streams, left_out, before: None, unreadable: 0 };
    sounding.find().await?;
    let fault = |fault: std::io::Error| Error::file(path, fault);
    let mut aside = path.as_os_str().to_owned();
    aside.push(".part");
    let aside = PathBuf::from(aside);
    let to = BufWriter::new(private::create(&aside).map_err(fault)?);
    let mut out = Out { to, path: path.to_owned(), digest: Hash::default() };
    let written = write(&sounding, &mut out).await?;
    let file = out.to.into_inner().map_err(|cause| fault(cause.into_error()))?;
    file.sync_all().map_err(fault)?;
    fs::rename(&aside, path).and_then(|()| sync_folder_of(path)).map_err(fault)?;
    Ok(written)
}

async fn write<W: Write>(found: &Sounding<'_>, out: &mut Out<W>) -> Result<SoundExport, Error> {
    let Sounding { store, last, streams, left_out, unreadable, .. } = found;
    let signer = store.signer();
    let header = SoundHeader {
        format: SOUND_FORMAT,
        key: signer.public(),
        left_out: left_out.keys().cloned().collect(),
        unreadable: *unreadable,
    };
    out.line(&SoundLine::Sound(header))?;
    let (mut next, mut records) = (1, 0);
    while next <= *last {
        let (commits, after) = found.page(next).await;
        next = after;
        for record in commits.iter().flat_map(|commit| &commit.records) {
            if !left_out.contains_key(&record.stream) {
                out.record(record)?;
                records += 1;
            }
        }
    }
    let sound: Vec<_> = streams.iter().filter(|(stream, _)| !left_out.contains_key(*stream)).collect();
    for (stream, head) in &sound {
        out.line(&SoundLine::Head(HeadLine::of(signer.stream_head(*last, stream, **head))))?;
    }
    let digest = out.digest;
    let end = SoundEnd { streams: sound.len() as u64, records, digest, signature: signer.export_end(digest) };
    out.line(&SoundLine::End(end))?;
    Ok(SoundExport { streams: sound.len(), records, left_out: left_out.clone(), unreadable: *unreadable })
}
