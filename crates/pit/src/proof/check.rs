//! Checks the proof of a round, line by line, up to the first fault.

use journal::{Excerpt, Hash, Kind, PublicKey, Record, ShownRecord, SignedHead};
use rules::Cents;
use table::{Act, Command, Digest, Order, Shuffle, State, What, decide};

use super::fault::{Flaw, ProofFault};
use super::{End, PROOF_FORMAT, ProofHeader, ProofLine, Veiled};
use crate::fault::TurnFault;
use crate::houses::Houses;
use crate::names::TableId;
use crate::stand::Stand;
use crate::turn::{TURNS, Turn, Turns};

/// A round that was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The digest of the house it was played under.
    pub house: String,
    /// The key that signed.
    pub key: PublicKey,
    /// How many commands were decided again with the same events.
    pub commands: u64,
    /// The commitment that was opened; none where the cards were physical.
    pub commitment: Option<Digest>,
    /// The order of the deck that was committed to.
    pub order: Option<Order>,
    /// How many records are given by their digests, because their orders are still secret.
    pub hidden: u64,
    /// Whether the round was void.
    pub void: bool,
    /// Whether the deck was shuffled anew or replaced after the betting had closed, so that the order is newer.
    pub changed: bool,
    /// What was paid beyond the stakes.
    pub paid: Cents,
    /// What the house kept of the stakes.
    pub taken: Cents,
}

/// Reads the proof of a round and checks everything that it can show; with no `trusted` keys the file's own key is
/// used.
///
/// # Errors
/// The first line that is wrong, and what is wrong with it.
pub fn verify_proof(text: &str, trusted: &[PublicKey]) -> Result<Proven, ProofFault> {
    let mut lines = Vec::new();
    let mut at = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let number = i as u64 + 1;
        let whole = line.strip_suffix('\n').ok_or_else(|| Flaw::CutOff.at(number))?;
        let read = serde_json::from_str(whole);
        lines.push((number, at, read.map_err(|fault| Flaw::NotALine(fault).at(number))?));
        at += line.len();
    }
    let mut lines = lines.into_iter().peekable();
    let mut next = |what: &'static str| lines.next().ok_or_else(|| Flaw::Ends(what).at(0));
    let misplaced = |number: u64, what: &'static str| Err(Flaw::Misplaced(what).at(number));

    let (number, _, line) = next("the title")?;
    let ProofLine::Proof(header) = line else { return misplaced(number, "the title") };
    let mut check = ProofCheck::new(header).map_err(|flaw| flaw.at(number))?;
    let (number, _, line) = next("the founding")?;
    let ProofLine::Founding(founding) = line else { return misplaced(number, "the founding") };
    check.founding(&founding).map_err(|flaw| flaw.at(number))?;
    let (mut number, _, mut line) = next("the table before the round")?;
    if let ProofLine::Order(order) = &line {
        check.order(order).map_err(|flaw| flaw.at(number))?;
        (number, _, line) = next("the table before the round")?;
    }
    let ProofLine::Start(kept) = line else { return misplaced(number, "the table before the round") };
    check.start(*kept).map_err(|flaw| flaw.at(number))?;
    let (records_at, _, line) = next("the records")?;
    let ProofLine::Records(excerpt) = line else { return misplaced(records_at, "the records") };
    let (mut pieces, mut places, mut veiled) = (Vec::new(), Vec::new(), Vec::new());
    let (number, at, end) = loop {
        match next("the end")? {
            (number, _, ProofLine::Record(piece)) if veiled.is_empty() => {
                pieces.push(piece);
                places.push(number);
            }
            (number, _, ProofLine::Veiled(turns)) => veiled.push((number, turns)),
            (number, at, ProofLine::End(end)) => break (number, at, end),
            (number, ..) => return misplaced(number, "the end"),
        }
    };
    let excerpt = excerpt.with(pieces);
    let place = |version: u64| places.get(usize::try_from(version - excerpt.from()).ok()?).copied();
    let shown = check.records(&excerpt).map_err(|flaw| {
        let bad = if let Flaw::Excerpt(fault) = &flaw { fault.version() } else { None };
        flaw.at(bad.and_then(place).unwrap_or(records_at))
    })?;
    check.play(places.iter().copied().zip(shown), veiled, records_at)?;
    if let Some((number, ..)) = lines.next() {
        return Err(Flaw::BehindEnd.at(number));
    }
    check.end(&end, Hash::of_file(&text.as_bytes()[..at]), trusted).map_err(|flaw| flaw.at(number))
}

struct ProofCheck {
    header: ProofHeader,
    stand: Option<Stand>,
    /// Every signed head in the file.
    heads: Vec<SignedHead>,
    /// The commitment and the version of its record.
    committed: Vec<(Digest, u64)>,
    proven: Option<Proven>,
    hidden: u64,
    commands: u64,
    void: bool,
    changed: bool,
    paid: Cents,
    taken: Cents,
    /// The version of the record in which the betting closed.
    closed: Option<u64>,
    opened: Option<Option<Box<Shuffle>>>,
}

impl ProofCheck {
    fn new(header: ProofHeader) -> Result<ProofCheck, Flaw> {
        if header.format != PROOF_FORMAT {
            return Err(Flaw::Format(header.format));
        }
        Ok(ProofCheck {
            header,
            stand: None,
            heads: Vec::new(),
            committed: Vec::new(),
            proven: None,
            hidden: 0,
            commands: 0,
            void: false,
            changed: false,
            paid: Cents::ZERO,
            taken: Cents::ZERO,
            closed: None,
            opened: None,
        })
    }

    /// Checks an excerpt of the table's stream.
    fn excerpt(&mut self, excerpt: &Excerpt) -> Result<Vec<ShownRecord>, Flaw> {
        let table = self.header.table.stream();
        if *excerpt.stream() != table {
            return Err(Flaw::OtherStream { found: excerpt.stream().clone(), table });
        }
        let shown = excerpt.check()?;
        self.heads.push(excerpt.head());
        Ok(shown)
    }

    /// The record of an excerpt that must have exactly one.
    fn one(&mut self, excerpt: &Excerpt) -> Result<Record, Flaw> {
        match <[ShownRecord; 1]>::try_from(self.excerpt(excerpt)?) {
            Ok([ShownRecord::Record(record)]) => Ok(record),
            _ => Err(Flaw::NotOne),
        }
    }

    fn founding(&mut self, excerpt: &Excerpt) -> Result<(), Flaw> {
        let record = self.one(excerpt)?;
        let stand = Stand::found_among(&self.header.table, &record, &Houses::default());
        self.stand = Some(stand.map_err(|fault| Flaw::Founding(Box::new(fault)))?);
        Ok(())
    }

    /// Checks that the order was stored before the round began.
    fn order(&mut self, excerpt: &Excerpt) -> Result<(), Flaw> {
        let record = self.one(excerpt)?;
        let turns = Turns::read(&record.what)?;
        let before = self.committed.len();
        let commitments = turns.turns.iter().filter_map(Turn::commitment);
        self.committed.extend(commitments.map(|commitment| (commitment, record.version)));
        if self.committed.len() == before { Err(Flaw::NoOrder) } else { Ok(()) }
    }

    fn start(&mut self, kept: table::Kept) -> Result<(), Flaw> {
        let stand = self.stand.as_mut().ok_or(Flaw::NoFounding)?;
        let state = State::of_kept(stand.state.house.clone(), self.header.table.game(), kept);
        let opens = state.round.number + 1 == self.header.round && !state.open;
        if state.round.number != self.header.round && !opens {
            return Err(Flaw::OtherRound { found: state.round.number, round: self.header.round });
        }
        if !state.balance().is_zero() {
            return Err(Flaw::Money);
        }
        for bank in state.banks.iter().flatten() {
            bank.audit().map_err(Flaw::Meters)?;
        }
        stand.state = state;
        Ok(())
    }

    fn records(&mut self, excerpt: &Excerpt) -> Result<Vec<ShownRecord>, Flaw> {
        let shown = self.excerpt(excerpt)?;
        let first = excerpt.last() + 1 - shown.len() as u64;
        if self.committed.iter().any(|(_, version)| *version >= first) {
            return Err(Flaw::OrderLate);
        }
        Ok(shown)
    }

    /// Decides every command of the round again.
    fn play(
        &mut self,
        shown: impl Iterator<Item = (u64, ShownRecord)>,
        veiled: Vec<(u64, Veiled)>,
        records_at: u64,
    ) -> Result<(), ProofFault> {
        let mut veiled = veiled.into_iter();
        for (at, shown) in shown {
            if self.opened.is_some() {
                return Err(Flaw::RecordsBehindEnd.at(at));
            }
            match shown {
                ShownRecord::Record(record) => self.record(&record).map_err(|flaw| flaw.at(at))?,
                ShownRecord::Hidden { version, kind } => {
                    let missing = || Flaw::NoTurns(version).at(at);
                    let (line, turns) = veiled.next().ok_or_else(missing)?;
                    self.hidden(version, &kind, &turns).map_err(|flaw| flaw.at(line))?;
                }
            }
        }
        match veiled.next() {
            Some((line, _)) => Err(Flaw::StrayTurns.at(line)),
            None => self.settled().map_err(|flaw| flaw.at(records_at)),
        }
    }

    fn record(&mut self, record: &Record) -> Result<(), Flaw> {
        let version = record.version;
        if record.what.kind.as_str() != TURNS {
            return Err(Flaw::NotTurns(version));
        }
        let turns = Turns::read(&record.what)?;
        let state = &self.stand.as_ref().ok_or(Flaw::NoFounding)?.state;
        if (turns.after, turns.round) != (state.version, state.round.number) {
            return Err(Flaw::Apart(version));
        }
        for turn in &turns.turns {
            self.committed.extend(turn.commitment().map(|commitment| (commitment, version)));
            self.turn(version, turn, &turn.command(), false)?;
        }
        Ok(())
    }

    /// Decides turns whose orders are secret, with placeholder orders.
    fn hidden(&mut self, version: u64, kind: &Kind, veiled: &Veiled) -> Result<(), Flaw> {
        let state = &self.stand.as_ref().ok_or(Flaw::NoFounding)?.state;
        if version != veiled.version || kind.as_str() != TURNS || veiled.after != state.version {
            return Err(Flaw::OtherTurns(version));
        }
        if veiled.commitments.len() != veiled.turns.len() || veiled.turns.is_empty() {
            return Err(Flaw::HiddenForNothing);
        }
        for turn in &veiled.turns {
            if !matches!(turn.act, Act::Shuffle { .. } | Act::ReceiveDeck { .. }) {
                return Err(Flaw::HiddenForNothing);
            }
            let command = Command { shuffle: Shuffle::stand_in().map(Box::new), ..turn.command() };
            self.turn(version, turn, &command, true)?;
        }
        self.hidden += 1;
        Ok(())
    }

    fn turn(&mut self, version: u64, turn: &Turn, command: &Command, veiled: bool) -> Result<(), Flaw> {
        let state = &mut self.stand.as_mut().ok_or(Flaw::NoFounding)?.state;
        let event = state.version + 1;
        let wrong = |why| {
            let (role, person) = (turn.by.role, turn.by.person.clone());
            Flaw::Turn { version, event, role, person, why: Box::new(why) }
        };
        let events =
            decide(state, command).map_err(|refusal| wrong(TurnFault::Refused(refusal.written(&state.house))))?;
        let same = events.len() == turn.events.len()
            && events.iter().zip(&turn.events).all(|(ours, theirs)| {
                let what = if veiled { ours.what.veiled() == theirs.what } else { ours.what == theirs.what };
                what && ours.law == theirs.law
            });
        if !same {
            return Err(wrong(TurnFault::OtherEvents));
        }
        for event in &events {
            if self.opened.is_some() {
                return Err(wrong(TurnFault::BehindEnd));
            }
            match &event.what {
                What::BetsClosed => self.closed = Some(version),
                // The cards are shuffled after that, which the result reports.
                What::ShuffleOrdered { deck, .. } | What::DeckRemoved { deck, .. } if state.undealt_in_play(*deck) => {
                    (self.closed, self.changed) = (None, true);
                }
                What::Voided { .. } => self.void = true,
                What::Settled { lines, .. } => {
                    let from = state.round.settled;
                    let lines = state.round.sheet.iter().skip(from).take(usize::from(*lines));
                    for line in lines {
                        self.paid += line.due.paid;
                        self.taken += line.due.takes();
                    }
                }
                What::Undone { line, .. } => {
                    if let Some(line) = state.round.sheet.get(usize::from(*line)) {
                        self.paid -= line.due.paid;
                        self.taken -= line.due.takes();
                    }
                }
                What::RoundEnded { shuffle } => self.opened = Some(shuffle.clone()),
                _ => {}
            }
            state.apply(&event.what);
        }
        if !state.balance().is_zero() {
            return Err(wrong(TurnFault::Money));
        }
        for bank in state.banks.iter().flatten() {
            bank.audit().map_err(|fault| wrong(TurnFault::Meters(fault)))?;
        }
        self.commands += 1;
        Ok(())
    }

    /// Checks that the round is over, and that its order was committed to before the betting closed.
    fn settled(&mut self) -> Result<(), Flaw> {
        let opened = self.opened.take().ok_or(Flaw::NotOver)?;
        if let Some(shuffle) = &opened {
            if !shuffle.holds() {
                return Err(Flaw::Commitment);
            }
            let stored = self.committed.iter().find(|(commitment, _)| *commitment == shuffle.commitment);
            let (_, version) = stored.ok_or(Flaw::OrderHidden)?;
            if self.closed.is_some_and(|closed| *version >= closed) {
                return Err(Flaw::OrderAfterClose);
            }
        }
        let head = self.heads.first().ok_or(Flaw::NoFounding)?;
        let house = self.stand.as_ref().map(|stand| stand.state.house.digest.clone()).unwrap_or_default();
        self.proven = Some(Proven {
            table: self.header.table.clone(),
            round: self.header.round,
            house,
            key: head.key,
            commands: self.commands,
            commitment: opened.as_ref().map(|shuffle| shuffle.commitment),
            order: opened.map(|shuffle| shuffle.order),
            hidden: self.hidden,
            void: self.void,
            changed: self.changed,
            paid: self.paid,
            taken: self.taken,
        });
        Ok(())
    }

    /// Checks that one key signed everything.
    fn end(self, end: &End, digest: Hash, trusted: &[PublicKey]) -> Result<Proven, Flaw> {
        if let Some(head) = self.heads.iter().find(|head| head.key != end.key) {
            return Err(Flaw::TwoKeys { head: head.key, file: end.key });
        }
        if end.digest != digest {
            return Err(Flaw::OtherLines);
        }
        if !end.key.signed_file(digest, &end.signature) {
            return Err(Flaw::Signature);
        }
        if !trusted.is_empty() && !trusted.contains(&end.key) {
            return Err(Flaw::Untrusted(end.key));
        }
        self.proven.ok_or(Flaw::NoRound)
    }
}
