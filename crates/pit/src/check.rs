//! The proof of a journal's tables: every command is decided once more, every settlement with it, every commitment is
//! opened, and every posting is recomputed.

use std::collections::BTreeMap;

use journal::{Commit, Posting, Record, RecordCheck, Upcasters};
use meters::{Bank, Entry};
use table::{Act, Moment, Phase, State, What, decide};

use crate::accounts::{Books, postings};
use crate::link::{Link, LinkId, Party};
use crate::names::TableId;
use crate::stand::Stand;
use crate::title::{self, title_postings};
use crate::turn::Turn;

/// What tables entered on links in a commit: the meters after it, and the entries.
type Entered = BTreeMap<(LinkId, TableId), (Bank, Vec<Entry>)>;

/// Who is asked to decide: the round, and the position where they decide in turn.
type Asked = Option<(u64, Option<u8>)>;

/// The check of all tables of a journal.
pub struct PitCheck {
    upcasters: Upcasters,
    tables: BTreeMap<TableId, Stand>,
    links: BTreeMap<LinkId, Link>,
    /// Who is asked at each table, and since when.
    asked: BTreeMap<TableId, (Asked, Moment)>,
    /// Commitments that were opened.
    pub opened: u64,
    /// Commands that were decided again.
    pub commands: u64,
    /// Rounds that ended.
    pub rounds: u64,
}

impl Default for PitCheck {
    fn default() -> PitCheck {
        PitCheck::new(crate::stored::upcasters())
    }
}

impl PitCheck {
    /// A check that reads old records with these.
    #[must_use]
    pub fn new(upcasters: Upcasters) -> PitCheck {
        let (tables, links) = (BTreeMap::new(), BTreeMap::new());
        PitCheck { upcasters, tables, links, asked: BTreeMap::new(), opened: 0, commands: 0, rounds: 0 }
    }

    /// The tables as the journal left them.
    pub fn tables(&self) -> impl Iterator<Item = &Stand> {
        self.tables.values()
    }

    /// A link's stream: every entry is one that its table made in the same commit, or the table joins; what another
    /// title entered is decided once more. Gives what a title's entries move.
    fn link(&mut self, id: LinkId, record: &Record, entered: &Entered) -> Result<Vec<Posting>, String> {
        let Some(link) = self.links.get_mut(&id) else {
            let link = Link::found(&id, record, &self.upcasters)?;
            self.links.insert(id, link);
            return Ok(Vec::new());
        };
        if let (Party::Title(title), entries) = link.read(record, &self.upcasters)? {
            let mut bank = link.bank.clone();
            for entry in &entries {
                let at = format!("the link {id}, record {}, {title}", record.version);
                let due =
                    title::again(&bank, &title, entry).map_err(|why| format!("{at}: the meters refuse it: {why}"))?;
                if due != *entry {
                    return Err(format!("{at}: the meters give another entry than the one on record"));
                }
                bank.apply(entry);
            }
            link.follow(record, &self.upcasters)?;
            return title_postings(&title, &entries).map_err(|wrong| wrong.to_string());
        }
        let (party, found) = link.follow(record, &self.upcasters)?;
        let Party::Table(table) = party else { return Ok(Vec::new()) };
        let joins = found.iter().all(|entry| matches!(entry, Entry::Joined { .. }));
        match entered.get(&(id.clone(), table.clone())) {
            Some((_, entries)) if *entries == found => Ok(Vec::new()),
            None if joins => Ok(Vec::new()),
            _ => Err(format!("the link {id} has entries of table {table} that the table did not make")),
        }
    }

    /// What a turn enters on links, and whether the table was told the truth about them.
    fn linked(&self, state: &State, id: &TableId, turn: &Turn, entered: &mut Entered) -> Result<(), String> {
        for event in &turn.events {
            let (What::Meter { wager, .. } | What::MetersSynced { wager, .. }) = &event.what else { continue };
            let Some(link) = LinkId::of(&state.house, *wager) else { continue };
            let stands = self.links.get(&link).ok_or_else(|| format!("the link {link} has no stream"))?;
            let place = entered.entry((link.clone(), id.clone()));
            let (bank, entries) = place.or_insert_with(|| (stands.bank.clone(), Vec::new()));
            match &event.what {
                What::MetersSynced { bank: told, .. } if **told != *bank => {
                    return Err(format!("the table was told other meters than those of the link {link}"));
                }
                What::Meter { entry, .. } if !matches!(entry, Entry::Reached { .. }) => {
                    bank.apply(entry);
                    entries.push(entry.clone());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Nobody's time ran before they were asked: a hand that folds because time has passed was asked at the latest then.
    fn in_time(&self, id: &TableId, turn: &Turn) -> Result<(), String> {
        match (&turn.act, self.asked.get(id)) {
            (Act::TimeUp { position, since }, Some((_, asked))) if since < asked => {
                Err(format!("{}: the time of position {position} ran before it was asked", turn.id))
            }
            _ => Ok(()),
        }
    }

    /// Notes whom a turn leaves to decide.
    fn asks(&mut self, id: &TableId, state: &State, turn: &Turn) {
        let asks = (state.phase() == Phase::Deciding).then(|| (state.round.number, state.turn()));
        if self.asked.get(id).is_none_or(|(asked, _)| *asked != asks) {
            self.asked.insert(id.clone(), (asks, turn.at));
        }
    }

    fn turn(&mut self, state: &mut State, turn: &Turn) -> Result<(), String> {
        let command = turn.command();
        let at = format!("event {}, {} by {} {}", state.version + 1, turn.id, turn.by.role, turn.by.person);
        let events = decide(state, &command)
            .map_err(|refusal| format!("{at}: the rules refuse it: {}", refusal.written(&state.house)))?;
        if events != turn.events {
            return Err(format!("{at}: the rules give other events than those on record"));
        }
        for event in &events {
            if let What::RoundEnded { shuffle } = &event.what {
                self.rounds += 1;
                if let Some(shuffle) = shuffle {
                    if !shuffle.holds() {
                        return Err(format!("{at}: the commitment is not to the cards that were dealt"));
                    }
                    self.opened += 1;
                }
            }
        }
        state.apply_all(&events);
        self.commands += 1;
        if !state.balance().is_zero() {
            return Err(format!("{at}: the table's money does not add up to zero"));
        }
        for bank in state.banks.iter().flatten() {
            bank.audit().map_err(|fault| format!("{at}: the meters do not add up: {fault}"))?;
        }
        Ok(())
    }
}

impl RecordCheck for PitCheck {
    fn commit(&mut self, commit: &Commit) -> Result<(), String> {
        let mut due: BTreeMap<String, i64> = BTreeMap::new();
        let mut entered = Entered::new();
        for record in &commit.records {
            let Some(id) = TableId::of_stream(&record.stream) else {
                if let Some(link) = LinkId::of_stream(&record.stream) {
                    for Posting { account, amount } in self.link(link, record, &entered)? {
                        *due.entry(account.as_str().to_owned()).or_default() += amount;
                    }
                }
                continue;
            };
            let Some(mut stand) = self.tables.remove(&id) else {
                let stand = Stand::found(&id, record, &self.upcasters).map_err(|fault| fault.to_string())?;
                self.tables.insert(id, stand);
                continue;
            };
            let before = Books::of(&stand.state);
            let turns = stand.read(record, &self.upcasters).map_err(|fault| fault.to_string())?;
            for turn in &turns {
                self.in_time(&id, turn).map_err(|why| format!("table {id}, {why}"))?;
                self.turn(&mut stand.state, turn).map_err(|why| format!("table {id}, {why}"))?;
                self.asks(&id, &stand.state, turn);
                self.linked(&stand.state, &id, turn, &mut entered).map_err(|why| format!("table {id}: {why}"))?;
            }
            stand.records = record.version;
            let moved = postings(&before, &Books::of(&stand.state), &turns, &id);
            for Posting { account, amount } in moved.map_err(|wrong| wrong.to_string())? {
                *due.entry(account.as_str().to_owned()).or_default() += amount;
            }
            self.tables.insert(id, stand);
        }
        // What a table entered on a link stands in the link's stream, in the same commit.
        for ((link, table), (_, entries)) in &entered {
            let stream = link.stream().map_err(|wrong| wrong.to_string())?;
            if !entries.is_empty() && !commit.records.iter().any(|record| record.stream == stream) {
                return Err(format!("table {table} made entries that the link {link} does not have"));
            }
        }
        if due.is_empty() {
            return Ok(());
        }
        let mut posted: BTreeMap<String, i64> = BTreeMap::new();
        for Posting { account, amount } in &commit.postings {
            *posted.entry(account.as_str().to_owned()).or_default() += amount;
        }
        due.retain(|_, amount| *amount != 0);
        posted.retain(|_, amount| *amount != 0);
        if due == posted {
            return Ok(());
        }
        let account = due.keys().chain(posted.keys()).find(|account| due.get(*account) != posted.get(*account));
        let account = account.map_or("", String::as_str);
        let (want, have) = (due.get(account).unwrap_or(&0), posted.get(account).unwrap_or(&0));
        Err(format!("commit {} posts {have} cents to {account}, and the table moved {want}", commit.number))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use table::{Actor, Role};

    use super::*;

    #[test]
    fn nobody_runs_out_of_time_before_they_are_asked() {
        let id = TableId::new("one").unwrap();
        let mut check = PitCheck::default();
        check.asked.insert(id.clone(), (Some((1, Some(4))), Moment(5_000)));
        let turn = |since: i64| Turn {
            id: "x".into(),
            by: Actor::new(Role::System, "robot"),
            at: Moment(60_000),
            second: None,
            act: Act::TimeUp { position: 4, since: Moment(since) },
            events: Vec::new(),
        };
        assert!(check.in_time(&id, &turn(5_000)).is_ok());
        assert!(check.in_time(&id, &turn(4_999)).unwrap_err().contains("before it was asked"));
    }
}
