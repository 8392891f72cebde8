//! Writes the proof of a round.

use journal::{Excerpt, ExcerptFault, Hash, Head, Record, Signer};
use table::{Digest, Person, State, What};

use super::{End, PROOF_FORMAT, ProofHeader, ProofLine, Veiled};
use crate::fault::NoProof;
use crate::names::TableId;
use crate::turn::{Turn, Turns};

/// What the proof of a round is made of.
pub struct ProofParts<'a> {
    /// The table.
    pub table: &'a TableId,
    /// The round.
    pub round: u64,
    /// The first record of the table's stream.
    pub founding: &'a Record,
    /// The table before the round's first record.
    pub start: &'a State,
    /// The hash before that record.
    pub before: Hash,
    /// The round's records, to the one in which it ended.
    pub records: &'a [Record],
    /// The record with the order of its cards and the hash before it, where it comes before the round's own.
    pub order: Option<(&'a Record, Hash)>,
    /// The last commit of the journal.
    pub commit: u64,
    /// The version of the program.
    pub program: &'a str,
}

impl ProofParts<'_> {
    /// The commitment that was opened when the round ended; none where the cards were physical.
    ///
    /// # Errors
    /// When the round has no end.
    pub fn opened(records: &[Record]) -> Result<Option<Digest>, NoProof> {
        let last = records.last().ok_or(NoProof::NoRecords)?;
        let turns = Turns::read(&last.what)?;
        let mut events = turns.turns.iter().flat_map(|turn| &turn.events);
        let ended = events.find_map(|event| match &event.what {
            What::RoundEnded { shuffle } => Some(shuffle.as_ref().map(|shuffle| shuffle.commitment)),
            _ => None,
        });
        ended.ok_or(NoProof::NotOver)
    }

    /// The file.
    ///
    /// # Errors
    /// When the round's records cannot be shown without what must stay secret.
    pub fn write(&self, signer: &Signer) -> Result<String, NoProof> {
        let opened = ProofParts::opened(self.records)?;
        let mut people: Vec<Person> = Vec::new();
        let mut veiled = Vec::new();
        for record in self.records {
            let turns = Turns::read(&record.what)?;
            people.extend(turns.turns.iter().map(|turn| turn.by.person.clone()));
            let commitments: Vec<Digest> = turns.turns.iter().filter_map(Turn::commitment).collect();
            if commitments.iter().any(|commitment| Some(*commitment) != opened) {
                let (after, turns) = (turns.after, turns.turns.iter().map(Turn::veiled).collect());
                veiled.push(Veiled { version: record.version, after, turns, commitments });
            }
        }
        let secret = |record: &Record| veiled.iter().any(|veiled| veiled.version == record.version);
        let mut lines = vec![
            ProofLine::Proof(ProofHeader {
                format: PROOF_FORMAT,
                table: self.table.clone(),
                round: self.round,
                program: self.program.to_owned(),
            }),
            ProofLine::Founding(self.excerpt(
                Hash::default(),
                std::slice::from_ref(self.founding),
                |_| true,
                signer,
            )?),
        ];
        if let Some((order, before)) = self.order {
            lines.push(ProofLine::Order(self.excerpt(before, std::slice::from_ref(order), |_| true, signer)?));
        }
        lines.push(ProofLine::Start(Box::new(self.start.public_start(opened.as_ref(), &people))));
        let excerpt = self.excerpt(self.before, self.records, |record| !secret(record), signer)?;
        let (excerpt, records) = excerpt.apart();
        lines.push(ProofLine::Records(excerpt));
        lines.extend(records.into_iter().map(ProofLine::Record));
        lines.extend(veiled.into_iter().map(ProofLine::Veiled));
        let mut text = String::new();
        for line in &lines {
            put(&mut text, line)?;
        }
        let digest = Hash::of_file(text.as_bytes());
        put(&mut text, &ProofLine::End(End { digest, key: signer.public(), signature: signer.sign_file(digest) }))?;
        Ok(text)
    }

    fn excerpt(
        &self,
        before: Hash,
        records: &[Record],
        shown: impl Fn(&Record) -> bool,
        signer: &Signer,
    ) -> Result<Excerpt, ExcerptFault> {
        let last = records.last().ok_or(ExcerptFault::Empty)?;
        let head = Head { version: last.version, hash: last.hash };
        Excerpt::new(before, records, shown, signer.head_at(self.commit, &last.stream, head))
    }
}

fn put(text: &mut String, line: &ProofLine) -> serde_json::Result<()> {
    text.push_str(&serde_json::to_string(line)?);
    text.push('\n');
    Ok(())
}
