//! The table and its meters: contributions at the lock-in, recounts, awards at the winner's turn, reversals of void
//! rounds, and corrections by two persons.

use std::sync::Arc;

use meters::{Bank, Claim, Person as Signatory, Pot, RoundId};
use rules::money::MILLIONTHS;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::LimitOn;
use rules::{Cents, Level, Meter, Share, Wager};

use crate::act::DeviceStatus;
use crate::decide::{Decided, ensure, refuse};
use crate::event::{Due, Event, Payer, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{PROGRESSIVES, Phase, SheetLine, State, slot};
use crate::who::{Actor, NAME_BYTES_MAX, Role};
use crate::why::Why;

/// The highest value to which a meter can be corrected, in cents: a hundred million dollars.
const METER_MOST: i64 = 10_000_000_000;

/// A refusal by the bank, with the law of the progressive.
fn told(refusal: &meters::Refusal, wager: Wager) -> Refusal {
    Refusal { why: Why::Meter { why: refusal.why.clone() }, law: Law::System(wager) }
}

/// A share of a meter at the winner's turn.
pub(crate) struct Award {
    /// What the winner is paid, in cents.
    pub paid: Cents,
    /// The meter, and what leaves it, in cents.
    pub from: (Level, i64),
    /// The bank's entry for it.
    pub entry: Event,
}

impl State {
    /// The meters of a progressive.
    pub(crate) fn bank(&self, wager: Wager) -> Result<&Bank, Refusal> {
        match slot(wager).and_then(|slot| self.banks[slot].as_ref()) {
            Some(bank) => Ok(bank),
            None => refuse(Why::NotOffered { wager }, Law::Base),
        }
    }

    fn this_round(&self) -> RoundId {
        RoundId(self.round.number)
    }

    /// Raises the meters by the locked-in wagers.
    pub(crate) fn contribute(&self, wager: Wager, wagers: u32) -> Result<Event, Refusal> {
        let entry = self.bank(wager)?.contribute(&self.game, self.this_round(), wagers);
        let entry = entry.map_err(|refusal| told(&refusal, wager))?;
        Ok(What::Meter { wager, entry }.by(Law::System(wager)))
    }

    /// Corrects the count: one wager more or fewer was accepted than the sensors reported.
    pub(crate) fn recount(&self, wager: Wager, by: i32) -> Result<Event, Refusal> {
        let bank = self.bank(wager)?;
        let open =
            bank.game(&self.game).and_then(meters::Game::open_round).filter(|(open, _)| *open == self.this_round());
        let Some((_, wagers)) = open else {
            return self.contribute(wager, u32::try_from(by).unwrap_or(0));
        };
        let entry = bank.correct(&self.game, self.this_round(), wagers.saturating_add_signed(by));
        let entry = entry.map_err(|refusal| told(&refusal, wager))?;
        Ok(What::Meter { wager, entry }.by(Law::System(wager)))
    }

    /// Takes a void round's contributions out of the meters, where the house does so, and closes the round.
    pub(crate) fn reversals(&self) -> Vec<Event> {
        let mut events = Vec::new();
        for (wager, bank) in self.open_banks() {
            if let Ok(entry) = bank.reverse(&self.game, self.this_round()) {
                events.push(What::Meter { wager, entry }.by(Law::Reversal(wager)));
            }
        }
        events
    }

    /// Puts a won share back into its meter, because the round is void or a hand was misread.
    pub(crate) fn take_back(&self, line: &SheetLine) -> Result<Event, Refusal> {
        let wager = line.due.wager;
        let entry = self.bank(wager)?.take_back(&self.game, self.this_round(), u16::from(line.due.position));
        let entry = entry.map_err(|refusal| told(&refusal, wager))?;
        Ok(What::Meter { wager, entry }.by(Law::Reversal(wager)))
    }

    /// Closes the round for its meters.
    pub(crate) fn meter_closes(&self) -> Vec<Event> {
        let mut events = Vec::new();
        for (wager, bank) in self.open_banks() {
            if let Ok(entry) = bank.close(&self.game, self.this_round()) {
                events.push(What::Meter { wager, entry }.by(Law::System(wager)));
            }
        }
        events
    }

    fn open_banks(&self) -> impl Iterator<Item = (Wager, &Bank)> {
        let banks = PROGRESSIVES.into_iter().zip(&self.banks);
        banks.filter_map(|(wager, bank)| {
            Some((wager, bank.as_ref().filter(|b| b.is_open(&self.game, self.this_round()))?))
        })
    }

    /// What a sheet line that wins a share of a meter is worth now, and the bank's entry for it.
    pub(crate) fn award(&self, due: &Due) -> Result<Option<Award>, Refusal> {
        let (Some((level, drawn)), Some(Pays::OfMeter(share, _))) = (due.award, due.pays) else {
            return Ok(None);
        };
        let bank = self.bank(due.wager)?;
        let won = won_of(self.round.sheet.iter().map(|line| &line.due), due.wager, level);
        let most = self.left_for(due);
        let claim = |amount| Claim { position: u16::from(due.position), level, share, won, amount, most };
        // The meter may have moved since the sheet was drawn: the amount is the one at the winner's turn.
        let (amount, entry) = match bank.award(&self.game, self.this_round(), &claim(Cents(drawn))) {
            Ok(entry) => (Cents(drawn), entry),
            Err(meters::Refusal { why: meters::Why::NotDue { due: now, .. }, .. }) => {
                let entry = bank.award(&self.game, self.this_round(), &claim(now));
                (now, entry.map_err(|refusal| told(&refusal, due.wager))?)
            }
            Err(refusal) => return Err(told(&refusal, due.wager)),
        };
        let paid = if amount == Cents(drawn) {
            due.paid
        } else if due.payer == Payer::Tray {
            amount.round_up_to(self.house.unit)
        } else {
            amount
        };
        let entry = What::Meter { wager: due.wager, entry }.by(Law::System(due.wager));
        Ok(Some(Award { paid, from: (level, amount.0), entry }))
    }

    /// The most that limits on the round's payments leave for a share of a meter, if they cover it: what they allow less
    /// all that the sheet pays beside it.
    fn left_for(&self, due: &Due) -> Option<Cents> {
        let house = &self.house;
        if !house.limit_covers(due.wager, true) {
            return None;
        }
        let drawn = Cents(due.award.map_or(0, |(_, amount)| amount));
        // A cut share, or one beside lines that are yet to be drawn, stays what the sheet says at most.
        if !due.limited.is_empty() || !self.round.sheet_whole {
            return Some(drawn);
        }
        let person = |position: u8| self.seat(position).map(|seat| &seat.person);
        let covered = |line: &&SheetLine| house.limit_covers(line.due.wager, line.due.award.is_some());
        let others = |on: LimitOn| {
            let counts = |line: &&SheetLine| on == LimitOn::Table || person(line.due.position) == person(due.position);
            let same = |line: &&SheetLine| (line.due.position, line.due.wager) == (due.position, due.wager);
            let lines = self.round.sheet.iter().filter(covered).filter(counts).filter(|line| !same(line));
            lines.map(|line| line.due.paid).sum::<Cents>()
        };
        let left = |on: &LimitOn| {
            let left = house.limit(*on)? - others(*on);
            let chip = if due.payer == Payer::Tray { house.unit.0.max(1) } else { 1 };
            Some(Cents(left.0.max(0) / chip * chip))
        };
        LimitOn::ALL.iter().filter_map(left).min()
    }

    pub(crate) fn sync_meters(&self, by: &Actor, wager: Wager, bank: Option<&Bank>) -> Decided {
        let law = Law::Link(wager);
        self.role(by, &[Role::System], law)?;
        let own = self.bank(wager)?;
        let Some(bank) = bank else { return refuse(Why::NotThisLink, law) };
        ensure(own.terms() == bank.terms(), Why::NotAllowed, law)?;
        // Other tables may change the meters, but only this table changes its own part of them.
        ensure(bank.game(&self.game) == own.game(&self.game) && bank.audit().is_ok(), Why::NotThisLink, law)?;
        ensure(own != bank, Why::AlreadyDone, law)?;
        Ok(vec![What::MetersSynced { wager, bank: Box::new(bank.clone()) }.by(law)])
    }

    fn correcting(&self, by: &Actor, wager: Wager) -> Result<&Bank, Refusal> {
        self.role(by, &[Role::Floorperson, Role::Supervisor], Law::System(wager))?;
        ensure(self.phase() != Phase::Shut, Why::WrongPhase { now: Phase::Shut }, Law::System(wager))?;
        self.bank(wager)
    }

    pub(crate) fn propose_meter(
        &self,
        by: &Actor,
        wager: Wager,
        level: Level,
        amount: i64,
        reason: &Arc<str>,
    ) -> Decided {
        let bank = self.correcting(by, wager)?;
        let Some(amount) = amount.checked_mul(MILLIONTHS).map(Meter) else {
            return refuse(Why::BadAmount, Law::System(wager));
        };
        self.within_meter(bank, level.into(), amount, wager)?;
        let entry = bank.propose(&signatory(by, wager)?, level.into(), amount, reason);
        self.entered(wager, entry)
    }

    pub(crate) fn approve_meter(&self, by: &Actor, wager: Wager) -> Decided {
        let bank = self.correcting(by, wager)?;
        let first = bank.proposals().first().map_or(0, |proposal| proposal.id);
        if let Some(proposal) = bank.proposals().first() {
            self.within_meter(bank, proposal.pot, proposal.amount, wager)?;
        }
        self.entered(wager, bank.approve(&signatory(by, wager)?, first))
    }

    pub(crate) fn decline_meter(&self, by: &Actor, wager: Wager) -> Decided {
        let bank = self.correcting(by, wager)?;
        let first = bank.proposals().first().map_or(0, |proposal| proposal.id);
        self.entered(wager, bank.decline(&signatory(by, wager)?, first))
    }

    /// A correction may not raise a meter so far that play could no longer add to it.
    fn within_meter(&self, bank: &Bank, pot: Pot, amount: Meter, wager: Wager) -> Result<(), Refusal> {
        let most = Cents(METER_MOST);
        let after = bank.value(pot).0.checked_add(amount.0);
        let fits = amount.0 <= 0 || after.is_some_and(|after| after <= METER_MOST * MILLIONTHS);
        ensure(fits, Why::MeterFull { most }, Law::System(wager))
    }

    /// The lowest and highest correction of a meter, in cents.
    pub(crate) fn corrections(&self, wager: Wager, level: Level) -> Option<(i64, i64)> {
        let value = self.bank(wager).ok()?.value(level.into()).0;
        Some((-(value / MILLIONTHS), (METER_MOST * MILLIONTHS - value) / MILLIONTHS))
    }

    fn entered(&self, wager: Wager, entry: Result<meters::Entry, meters::Refusal>) -> Decided {
        let entry = entry.map_err(|refusal| told(&refusal, wager))?;
        Ok(vec![What::Meter { wager, entry }.by(Law::System(wager))])
    }

    /// The bank's own event that it can or cannot be reached, when the controller's state changes.
    pub(crate) fn reach(&self, status: DeviceStatus) -> Vec<Event> {
        let online = status == DeviceStatus::InService;
        let banks = PROGRESSIVES.into_iter().zip(&self.banks);
        let entries = banks.filter_map(|(wager, bank)| Some((wager, bank.as_ref()?.reach(online).ok()?)));
        entries.map(|(wager, entry)| What::Meter { wager, entry }.by(Law::System(wager))).collect()
    }
}

/// The sum of the shares of a meter that these lines win.
pub(crate) fn won_of<'a>(dues: impl Iterator<Item = &'a Due>, wager: Wager, level: Level) -> Share {
    let shares = dues.filter(|due| due.wager == wager).filter_map(|due| match (due.award, due.pays) {
        (Some((of, _)), Some(Pays::OfMeter(share, _))) if of == level => Some(share.0),
        _ => None,
    });
    Share(shares.sum())
}

/// The name under which a person signs at the meters.
fn signatory(by: &Actor, wager: Wager) -> Result<Signatory, Refusal> {
    Signatory::new(by.person.name())
        .map_err(|_| Refusal { why: Why::BadName { bytes: NAME_BYTES_MAX }, law: Law::System(wager) })
}
