//! Checks the proof of a round, line by line: the first thing that is wrong is the answer.

use journal::{Excerpt, Hash, Kind, PublicKey, Record, Shown, SignedHead, Upcasters};
use rules::Cents;
use table::{Act, Command, Digest, Order, Shuffle, State, What, decide};

use super::{End, Line, PROOF_FORMAT, Title, Veiled};
use crate::houses::Houses;
use crate::names::TableId;
use crate::stand::{Stand, game};
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
    /// The order of the deck to which it was made.
    pub order: Option<Order>,
    /// Records that are shown by their digests, as their orders are still secret.
    pub hidden: u64,
    /// Whether the round was void.
    pub void: bool,
    /// Whether the deck was shuffled anew or replaced after the betting had closed, so that the order is younger.
    pub changed: bool,
    /// What was paid beyond stakes, and what was kept of stakes.
    pub paid: Cents,
    /// What the house kept of stakes.
    pub taken: Cents,
}

/// Where in the file something is wrong, and what.
type Fault = (u64, String);

/// Reads the proof of a round and checks everything that it can show; with no `trusted` keys the file's own is taken.
///
/// # Errors
/// The first line that is wrong, and what is wrong with it.
pub fn verify_proof(text: &str, trusted: &[PublicKey]) -> Result<Proven, Fault> {
    let mut lines = Vec::new();
    let mut at = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let number = i as u64 + 1;
        let whole = line.strip_suffix('\n').ok_or((number, "the line is cut off".to_owned()))?;
        let read = serde_json::from_str(whole);
        lines.push((number, at, read.map_err(|fault| (number, format!("not a line of a proof: {fault}")))?));
        at += line.len();
    }
    let mut lines = lines.into_iter().peekable();
    let mut next = |what: &str| lines.next().ok_or_else(|| (0, format!("the file ends where {what} should be")));
    let misplaced = |number: u64, what: &str| Err((number, format!("{what} should be here")));

    let (number, _, line) = next("the title")?;
    let Line::Proof(title) = line else { return misplaced(number, "the title") };
    let mut check = Check::new(title).map_err(|why| (number, why))?;
    let (number, _, line) = next("the founding")?;
    let Line::Founding(founding) = line else { return misplaced(number, "the founding") };
    check.founding(&founding).map_err(|why| (number, why))?;
    let (mut number, _, mut line) = next("the table before the round")?;
    if let Line::Order(order) = &line {
        check.order(order).map_err(|why| (number, why))?;
        (number, _, line) = next("the table before the round")?;
    }
    let Line::Start(kept) = line else { return misplaced(number, "the table before the round") };
    check.start(*kept).map_err(|why| (number, why))?;
    let (records_at, _, line) = next("the records")?;
    let Line::Records(excerpt) = line else { return misplaced(records_at, "the records") };
    let shown = check.records(&excerpt).map_err(|why| (records_at, why))?;
    let mut veiled = Vec::new();
    let (number, at, end) = loop {
        match next("the end")? {
            (number, _, Line::Veiled(turns)) => veiled.push((number, turns)),
            (number, at, Line::End(end)) => break (number, at, end),
            (number, ..) => return misplaced(number, "the end"),
        }
    };
    check.play(shown, veiled, records_at)?;
    if let Some((number, ..)) = lines.next() {
        return Err((number, "something stands behind the end".to_owned()));
    }
    check.end(&end, Hash::of_file(&text.as_bytes()[..at]), trusted).map_err(|why| (number, why))
}

struct Check {
    title: Title,
    upcasters: Upcasters,
    stand: Option<Stand>,
    /// Every head, with what it is of.
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

impl Check {
    fn new(title: Title) -> Result<Check, String> {
        if title.format != PROOF_FORMAT {
            return Err(format!("the proof has format {}, and this program knows {PROOF_FORMAT}", title.format));
        }
        Ok(Check {
            title,
            upcasters: crate::stored::upcasters(),
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
    fn excerpt(&mut self, excerpt: &Excerpt) -> Result<Vec<Shown>, String> {
        let stream = self.title.table.stream().map_err(|wrong| wrong.to_string())?;
        if *excerpt.stream() != stream {
            return Err(format!("it is of {} and not of {stream}", excerpt.stream()));
        }
        let shown = excerpt.check()?;
        self.heads.push(excerpt.head());
        Ok(shown)
    }

    /// The one record of an excerpt that has one.
    fn one(&mut self, excerpt: &Excerpt) -> Result<Record, String> {
        match <[Shown; 1]>::try_from(self.excerpt(excerpt)?) {
            Ok([Shown::Record(record)]) => Ok(record),
            _ => Err("it should be one record in full".to_owned()),
        }
    }

    fn founding(&mut self, excerpt: &Excerpt) -> Result<(), String> {
        let record = self.one(excerpt)?;
        let stand = Stand::found_among(&self.title.table, &record, &self.upcasters, &Houses::default());
        self.stand = Some(stand.map_err(|fault| fault.to_string())?);
        Ok(())
    }

    /// The order was stored before the round began.
    fn order(&mut self, excerpt: &Excerpt) -> Result<(), String> {
        let record = self.one(excerpt)?;
        let turns = Turns::read(&record.what, &self.upcasters).map_err(|bad| bad.to_string())?;
        let before = self.committed.len();
        let commitments = turns.turns.iter().filter_map(Turn::commitment);
        self.committed.extend(commitments.map(|commitment| (commitment, record.version)));
        if self.committed.len() == before { Err("the record brings no order of cards".to_owned()) } else { Ok(()) }
    }

    fn start(&mut self, kept: table::Kept) -> Result<(), String> {
        let stand = self.stand.as_mut().ok_or("the founding is missing")?;
        let state = State::of_kept(stand.state.house.clone(), &game(&self.title.table)?, kept);
        let opens = state.round.number + 1 == self.title.round && !state.open;
        if state.round.number != self.title.round && !opens {
            return Err(format!("the table is in round {} and not in {}", state.round.number, self.title.round));
        }
        if !state.balance().is_zero() {
            return Err("the table's money does not add up to zero".to_owned());
        }
        for bank in state.banks.iter().flatten() {
            bank.audit().map_err(|fault| format!("the meters do not add up: {fault}"))?;
        }
        stand.state = state;
        Ok(())
    }

    fn records(&mut self, excerpt: &Excerpt) -> Result<Vec<Shown>, String> {
        let shown = self.excerpt(excerpt)?;
        let first = excerpt.last() + 1 - shown.len() as u64;
        if self.committed.iter().any(|(_, version)| *version >= first) {
            return Err("the order's record does not stand before the round's".to_owned());
        }
        Ok(shown)
    }

    /// Every command of the round is decided once more.
    fn play(&mut self, shown: Vec<Shown>, veiled: Vec<(u64, Veiled)>, at: u64) -> Result<(), Fault> {
        let mut veiled = veiled.into_iter();
        for shown in shown {
            if self.opened.is_some() {
                return Err((at, "records stand behind the end of the round".to_owned()));
            }
            match shown {
                Shown::Record(record) => self.record(&record).map_err(|why| (at, why))?,
                Shown::Hidden { version, kind } => {
                    let missing = || (at, format!("record {version} is hidden, and its turns are missing"));
                    let (line, turns) = veiled.next().ok_or_else(missing)?;
                    self.hidden(version, &kind, &turns).map_err(|why| (line, why))?;
                }
            }
        }
        match veiled.next() {
            Some((line, _)) => Err((line, "these turns are of no hidden record".to_owned())),
            None => self.settled().map_err(|why| (at, why)),
        }
    }

    fn record(&mut self, record: &Record) -> Result<(), String> {
        let version = record.version;
        if record.what.kind.as_str() != TURNS {
            return Err(format!("record {version} holds no turns"));
        }
        let turns = Turns::read(&record.what, &self.upcasters).map_err(|bad| bad.to_string())?;
        let state = &self.stand.as_ref().ok_or("the founding is missing")?.state;
        if (turns.after, turns.round) != (state.version, state.round.number) {
            return Err(format!("record {version} does not follow what stands before it"));
        }
        for turn in &turns.turns {
            self.committed.extend(turn.commitment().map(|commitment| (commitment, version)));
            self.turn(version, turn, &turn.command(), false)?;
        }
        Ok(())
    }

    /// Turns whose orders are secret are decided with stand-ins.
    fn hidden(&mut self, version: u64, kind: &Kind, veiled: &Veiled) -> Result<(), String> {
        let state = &self.stand.as_ref().ok_or("the founding is missing")?.state;
        if version != veiled.version || kind.as_str() != TURNS || veiled.after != state.version {
            return Err(format!("the turns do not fit record {version}"));
        }
        if veiled.commitments.len() != veiled.turns.len() || veiled.turns.is_empty() {
            return Err("a record is hidden for an order of cards and nothing else".to_owned());
        }
        for turn in &veiled.turns {
            if !matches!(turn.act, Act::Shuffle { .. } | Act::ReceiveDeck { .. }) {
                return Err("a record is hidden for an order of cards and nothing else".to_owned());
            }
            let command = Command { shuffle: Shuffle::stand_in().map(Box::new), ..turn.command() };
            self.turn(version, turn, &command, true)?;
        }
        self.hidden += 1;
        Ok(())
    }

    fn turn(&mut self, version: u64, turn: &Turn, command: &Command, veiled: bool) -> Result<(), String> {
        let state = &mut self.stand.as_mut().ok_or("the founding is missing")?.state;
        let at = format!("record {version}, event {}, {} by {}", state.version + 1, turn.by.role, turn.by.person);
        let events = decide(state, command)
            .map_err(|refusal| format!("{at}: the rules refuse it: {}", refusal.written(&state.house)))?;
        let same = events.len() == turn.events.len()
            && events.iter().zip(&turn.events).all(|(ours, theirs)| {
                let what = if veiled { ours.what.veiled() == theirs.what } else { ours.what == theirs.what };
                what && ours.law == theirs.law
            });
        if !same {
            return Err(format!("{at}: the rules give other events than those on record"));
        }
        for event in &events {
            if self.opened.is_some() {
                return Err(format!("{at}: something stands behind the end of the round"));
            }
            match &event.what {
                What::BetsClosed => self.closed = Some(version),
                // The cards that will be dealt are shuffled after that: it is said, not hidden.
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
            return Err(format!("{at}: the table's money does not add up to zero"));
        }
        for bank in state.banks.iter().flatten() {
            bank.audit().map_err(|fault| format!("{at}: the meters do not add up: {fault}"))?;
        }
        self.commands += 1;
        Ok(())
    }

    /// The round is over, and its order is the one that was committed to before the betting closed.
    fn settled(&mut self) -> Result<(), String> {
        let opened = self.opened.take().ok_or("the round does not end")?;
        if let Some(shuffle) = &opened {
            if !shuffle.holds() {
                return Err("the commitment is not to the order that was opened".to_owned());
            }
            let stored = self.committed.iter().find(|(commitment, _)| *commitment == shuffle.commitment);
            let (_, version) = stored.ok_or("the record with the order of the cards is not shown")?;
            if self.closed.is_some_and(|closed| *version >= closed) {
                return Err("the order was stored after the betting had closed".to_owned());
            }
        }
        let head = self.heads.first().ok_or("the founding is missing")?;
        let house = self.stand.as_ref().map(|stand| stand.state.house.digest.clone()).unwrap_or_default();
        self.proven = Some(Proven {
            table: self.title.table.clone(),
            round: self.title.round,
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

    /// One key signed it all.
    fn end(self, end: &End, digest: Hash, trusted: &[PublicKey]) -> Result<Proven, String> {
        if let Some(head) = self.heads.iter().find(|head| head.key != end.key) {
            return Err(format!("a head is signed by {}, and the file by {}", head.key, end.key));
        }
        if end.digest != digest {
            return Err("the lines before the end are not those that were signed".to_owned());
        }
        if !end.key.signed_file(digest, &end.signature) {
            return Err("the signature of the file does not hold".to_owned());
        }
        if !trusted.is_empty() && !trusted.contains(&end.key) {
            return Err(format!("the key {} is not among the trusted ones", end.key));
        }
        self.proven.ok_or_else(|| "the round is missing".to_owned())
    }
}
