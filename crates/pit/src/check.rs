//! Proves a journal's tables: decides every command again, settlements included, opens every commitment, and recomputes
//! every posting.

use std::collections::BTreeMap;

use journal::{Commit, Posting, Record, RecordCheck};
use meters::{Bank, BankTerms, Entry};
use table::{Act, Moment, PROGRESSIVES, Phase, Role, State, What, decide, robot};

use crate::accounts::{TableAccounts, postings};
use crate::fault::{PitFault, TurnFault};
use crate::link::{Link, LinkId, Party, depends};
use crate::names::TableId;
use crate::stand::Stand;
use crate::title::{self, title_postings};
use crate::turn::Turn;

/// What tables entered on links in a commit: the meters after it, and the entries.
type Entered = BTreeMap<(LinkId, TableId), (Bank, Vec<Entry>)>;

/// Who must decide: the round and, where players decide in turn, the position.
type Asked = Option<(u64, Option<u8>)>;

/// The check of all tables of a journal.
#[derive(Default)]
pub struct PitCheck {
    tables: BTreeMap<TableId, Stand>,
    links: BTreeMap<LinkId, Link>,
    /// Who must decide at each table, and since when.
    asked: BTreeMap<TableId, (Asked, Moment)>,
    /// Commitments that were opened.
    pub opened: u64,
    /// Commands that were decided again.
    pub commands: u64,
    /// Rounds that ended.
    pub rounds: u64,
    /// Whether only some streams of the journal are there, each record by itself.
    some: bool,
}

impl PitCheck {
    /// The check of some tables of a journal, whose postings and links are not all there: every command is decided
    /// again, every commitment opened.
    #[must_use]
    pub fn of_some() -> PitCheck {
        PitCheck { some: true, ..PitCheck::default() }
    }

    /// The tables as the journal left them.
    pub fn tables(&self) -> impl Iterator<Item = &Stand> {
        self.tables.values()
    }

    /// Checks a record of a link's stream: every entry is one that its table made in the same commit, or a table
    /// joining; another title's entries are decided again. Returns what a title's entries move.
    fn link(&mut self, id: LinkId, record: &Record, entered: &Entered) -> Result<Vec<Posting>, PitFault> {
        let Some(link) = self.links.get_mut(&id) else {
            let link = Link::found(&id, record)?;
            self.links.insert(id, link);
            return Ok(Vec::new());
        };
        if let (Party::Title(title), entries) = link.read(record)? {
            let mut bank = link.bank.clone();
            for entry in &entries {
                let (link, version) = (id.clone(), record.version);
                let due = match title::again(&bank, &title, entry) {
                    Ok(due) => due,
                    Err(why) => return Err(PitFault::Title { link, version, title, why: Box::new(why) }),
                };
                if due != *entry {
                    return Err(PitFault::OtherEntry { link, version, title });
                }
                bank.apply(entry);
            }
            link.follow(record)?;
            return Ok(title_postings(&title, &entries)?);
        }
        let before = link.bank.clone();
        let (party, found) = link.follow(record)?;
        let Party::Table(table) = party else { return Ok(Vec::new()) };
        match entered.get(&(id.clone(), table.clone())) {
            Some((_, entries)) if *entries == found => Ok(Vec::new()),
            None if joins(&before, &table, &found) => Ok(Vec::new()),
            _ => Err(PitFault::Forged { link: id, table }),
        }
    }

    /// Checks that a table that was founded is on the links of its house, on the terms of its house: its meters begin
    /// and grow as the house says, and not as somebody else wrote.
    fn on_its_links(&self, stand: &Stand) -> Result<(), PitFault> {
        for wager in PROGRESSIVES {
            let Some(link) = LinkId::of(&stand.state.house, wager) else { continue };
            let table = stand.id.clone();
            let Some(known) = self.links.get(&link).filter(|known| known.bank.game(stand.id.game()).is_some()) else {
                return Err(PitFault::NoLink { table, link });
            };
            if Some(known.bank.terms()) != BankTerms::of(&stand.state.house, wager).as_ref() {
                return Err(PitFault::OtherTerms { table, link });
            }
        }
        Ok(())
    }

    /// Checks who gave a command that changes meters. The house tells its tables what a link shows; no person does. A
    /// correction has two persons: the one who proposes it, and the one who approves it.
    fn signed(&self, id: &TableId, turn: &Turn) -> Result<(), PitFault> {
        let (table, command) = (id.clone(), turn.id.to_string());
        let by = &turn.by;
        if by.role == Role::System && *by != robot::robot(Role::System) {
            return Err(PitFault::NotTheHouse { table, id: command, person: by.person.clone() });
        }
        let proposes = matches!(turn.act, Act::ProposeMeter { .. });
        if proposes && turn.second.as_ref().is_none_or(|second| second.person == by.person) {
            return Err(PitFault::OnePerson { table, id: command, person: by.person.clone() });
        }
        Ok(())
    }

    /// Collects what a turn enters on links, and checks that the table was told the meters that the link's own stream
    /// gives at this point, and had been told them before anything that depends on them.
    fn linked(&self, state: &State, id: &TableId, turn: &Turn, entered: &mut Entered) -> Result<(), PitFault> {
        let mut bound = [false; PROGRESSIVES.len()];
        for event in &turn.events {
            let (What::Meter { wager, .. } | What::MetersSynced { wager, .. }) = &event.what else { continue };
            let Some(slot) = PROGRESSIVES.iter().position(|progressive| progressive == wager) else { continue };
            let Some(link) = LinkId::of(&state.house, *wager) else {
                if matches!(event.what, What::MetersSynced { .. }) {
                    return Err(PitFault::ToldAlone { table: id.clone(), wager: *wager });
                }
                continue;
            };
            let missing = || PitFault::NoLink { table: id.clone(), link: link.clone() };
            let stands = self.links.get(&link).ok_or_else(missing)?;
            let place = entered.entry((link.clone(), id.clone()));
            let (bank, entries) = place.or_insert_with(|| (stands.bank.clone(), Vec::new()));
            match &event.what {
                What::MetersSynced { bank: told, .. } if **told != *bank => {
                    return Err(PitFault::OtherMeters { table: id.clone(), link });
                }
                What::Meter { entry, .. } if !matches!(entry, Entry::Reached { .. }) => {
                    bank.apply(entry);
                    entries.push(entry.clone());
                    bound[slot] |= depends(entry);
                }
                _ => {}
            }
        }
        // What depends on a meter was decided by the link's own: the table had been told that one, and no other.
        for (slot, wager) in PROGRESSIVES.into_iter().enumerate().filter(|(slot, _)| bound[*slot]) {
            let Some(link) = LinkId::of(&state.house, wager) else { continue };
            let due = entered.get(&(link.clone(), id.clone())).map(|(bank, _)| bank);
            if due != state.banks[slot].as_ref() {
                return Err(PitFault::OtherMeters { table: id.clone(), link });
            }
        }
        Ok(())
    }

    /// Checks that nobody's time began to run before they were asked to decide, or offered the cut.
    fn in_time(&self, id: &TableId, offered: Option<Moment>, turn: &Turn) -> Result<(), PitFault> {
        let Act::TimeUp { position, since } = &turn.act else { return Ok(()) };
        let asked = offered.or(self.asked.get(id).map(|(_, asked)| *asked));
        if asked.is_some_and(|asked| *since < asked) {
            return Err(PitFault::TooSoon { table: id.clone(), id: turn.id.to_string(), position: *position });
        }
        Ok(())
    }

    /// Notes who must decide after a turn.
    fn asks(&mut self, id: &TableId, state: &State, turn: &Turn) {
        let asks = (state.phase() == Phase::Deciding).then(|| (state.round.number, state.turn()));
        if self.asked.get(id).is_none_or(|(asked, _)| *asked != asks) {
            self.asked.insert(id.clone(), (asks, turn.at));
        }
    }

    fn turn(&mut self, state: &mut State, turn: &Turn) -> Result<(), TurnFault> {
        let events =
            decide(state, &turn.command()).map_err(|refusal| TurnFault::Refused(refusal.written(&state.house)))?;
        if events != turn.events {
            return Err(TurnFault::OtherEvents);
        }
        for event in &events {
            if let What::RoundEnded { shuffle } = &event.what {
                self.rounds += 1;
                if let Some(shuffle) = shuffle {
                    if !shuffle.holds() {
                        return Err(TurnFault::Commitment);
                    }
                    self.opened += 1;
                }
            }
        }
        state.apply_all(&events);
        self.commands += 1;
        if !state.balance().is_zero() {
            return Err(TurnFault::Money);
        }
        for bank in state.banks.iter().flatten() {
            bank.audit().map_err(TurnFault::Meters)?;
        }
        Ok(())
    }
}

/// Whether entries are those with which a table comes onto a link, as the link itself makes them.
fn joins(before: &Bank, table: &TableId, found: &[Entry]) -> bool {
    found.iter().all(|entry| match entry {
        Entry::Joined { game, .. } => game.id == *table.game() && before.join(game).as_ref() == Ok(entry),
        _ => false,
    })
}

/// Since when the cut was offered that a turn declines.
fn offered(state: &State, turn: &Turn) -> Option<Moment> {
    turn.events.iter().find_map(|event| match event.what {
        What::CutDeclined { deck, .. } => state.cut_offer(deck).map(|offer| offer.at),
        _ => None,
    })
}

impl RecordCheck for PitCheck {
    type Fault = PitFault;

    fn commit(&mut self, commit: &Commit) -> Result<(), PitFault> {
        let mut due: BTreeMap<String, i64> = BTreeMap::new();
        let mut entered = Entered::new();
        for record in &commit.records {
            let Some(id) = TableId::of_stream(&record.stream) else {
                if let Some(link) = LinkId::of_stream(&record.stream).filter(|_| !self.some) {
                    for Posting { account, amount } in self.link(link, record, &entered)? {
                        *due.entry(account.as_str().to_owned()).or_default() += amount;
                    }
                }
                continue;
            };
            let Some(mut stand) = self.tables.remove(&id) else {
                let stand = Stand::found(&id, record)?;
                self.on_its_links(&stand)?;
                self.tables.insert(id, stand);
                continue;
            };
            let before = TableAccounts::of(&stand.state);
            let turns = stand.read(record)?;
            for turn in &turns {
                self.in_time(&id, offered(&stand.state, turn), turn)?;
                self.signed(&id, turn)?;
                let event = stand.state.version + 1;
                self.turn(&mut stand.state, turn).map_err(|why| PitFault::Turn {
                    table: id.clone(),
                    event,
                    id: turn.id.to_string(),
                    role: turn.by.role,
                    person: turn.by.person.clone(),
                    why: Box::new(why),
                })?;
                self.asks(&id, &stand.state, turn);
                if !self.some {
                    self.linked(&stand.state, &id, turn, &mut entered)?;
                }
            }
            stand.records = record.version;
            for Posting { account, amount } in postings(&before, &TableAccounts::of(&stand.state), &turns, &id)? {
                *due.entry(account.as_str().to_owned()).or_default() += amount;
            }
            self.tables.insert(id, stand);
        }
        // What a table entered on a link is in the link's stream, in the same commit.
        for ((link, table), (_, entries)) in &entered {
            let stream = link.stream();
            if !entries.is_empty() && !commit.records.iter().any(|record| record.stream == stream) {
                return Err(PitFault::Withheld { link: link.clone(), table: table.clone() });
            }
        }
        if due.is_empty() || self.some {
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
        let account = account.cloned().unwrap_or_default();
        let amount_of = |all: &BTreeMap<String, i64>| all.get(&account).copied().unwrap_or_default();
        let (moved, posted) = (amount_of(&due), amount_of(&posted));
        Err(PitFault::Posting { commit: commit.number, account, posted, moved })
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
        assert!(check.in_time(&id, None, &turn(5_000)).is_ok());
        // A cut that was offered later has a time of its own.
        assert!(check.in_time(&id, Some(Moment(6_000)), &turn(5_000)).is_err());
        let fault = check.in_time(&id, None, &turn(4_999)).unwrap_err();
        assert!(matches!(fault, PitFault::TooSoon { position: 4, .. }), "{fault}");
    }
}
