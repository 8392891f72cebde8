//! Wagers raise the meters when they are locked in (READING 73), and leave them by a visible counter-entry (READING
//! 68).

use rules::{Cents, Citation, Meter};

use crate::award::Pool;
use crate::bank::{Bank, Game};
use crate::entry::{Cause, Entry};
use crate::names::{GameId, RoundId};
use crate::pots::Pots;
use crate::refusal::{Refusal, Why};

impl Bank {
    /// Raises the meters by a round's wagers, at their lock-in. Each round of a game contributes once.
    ///
    /// # Errors
    /// In this order: the game is not on the bank, this round or a later one has contributed, the controller is out of
    /// reach, the last round is still open, there are no wagers, the figures are too large.
    pub fn contribute(&self, game: &GameId, round: RoundId, wagers: u32) -> Result<Entry, Refusal> {
        let law = &self.terms.law.rate;
        let known = self.present(game)?;
        if known.last.is_some_and(|last| round <= last) {
            return Err(Refusal::new(Why::Repeated { game: game.clone(), round }, law));
        }
        self.accepts(game)?;
        if wagers == 0 {
            return Err(Refusal::new(Why::NoWagers, law));
        }
        self.add(known, round, wagers, law)
    }

    /// Sets the number of wagers in the round, after a floorperson corrected what was accepted (READING 43).
    ///
    /// # Errors
    /// When the round is not open, has this number already, or has a winner; or when the controller is out of reach and
    /// the number goes up.
    pub fn correct(&self, game: &GameId, round: RoundId, wagers: u32) -> Result<Entry, Refusal> {
        let law = Citation { clauses: Vec::new(), readings: vec![43] };
        let refuse = |why: Why| Err(Refusal::new(why, &law));
        let (known, open) = self.opened(game, round, &law)?;
        if !open.awarded.is_empty() {
            return refuse(Why::AwardStands { game: game.clone(), round });
        }
        if wagers > open.wagers {
            self.reached()?;
            self.add(known, round, wagers - open.wagers, &law)
        } else if wagers < open.wagers {
            self.take_out(known, round, open.wagers - wagers, Cause::Correction, &law)
        } else {
            refuse(Why::Unchanged { game: game.clone(), round })
        }
    }

    /// Takes out everything that a void round contributed. The round stays open until it is closed.
    ///
    /// # Errors
    /// When the round is not open, was already reversed, or has a winner; or when the house keeps such contributions.
    pub fn reverse(&self, game: &GameId, round: RoundId) -> Result<Entry, Refusal> {
        let law = &self.terms.law.reversed_on_void;
        let (known, open) = self.opened(game, round, law)?;
        let why = if !self.terms.reversed_on_void {
            Why::KeptOnVoid
        } else if !open.awarded.is_empty() {
            Why::AwardStands { game: game.clone(), round }
        } else if open.wagers == 0 {
            Why::Unchanged { game: game.clone(), round }
        } else {
            return self.take_out(known, round, open.wagers, Cause::Void, law);
        };
        Err(Refusal::new(why, law))
    }

    /// Ends a round. A meter that was won whole, but with shares left unclaimed, is reset now.
    ///
    /// # Errors
    /// When the round is not open.
    pub fn close(&self, game: &GameId, round: RoundId) -> Result<Entry, Refusal> {
        let law = &self.terms.law.meter_wins;
        let (_, open) = self.opened(game, round, law)?;
        let mut resets = Vec::new();
        for level in open.pools.iter().filter(|pool| pool.awaits_reset()).map(Pool::level) {
            resets.push((level, self.reset_of(level, Cents::ZERO)?));
        }
        Ok(Entry::Closed { game: game.clone(), round, resets })
    }

    fn add(&self, game: &Game, round: RoundId, wagers: u32, law: &Citation) -> Result<Entry, Refusal> {
        let stakes = game.stake.0.checked_mul(i64::from(wagers)).map(Cents);
        let amounts = stakes.and_then(|stakes| self.terms.contributions(stakes));
        let fits = |amounts: &Pots, stakes: Cents| {
            self.values.checked_add(amounts).is_some()
                && self.sums.contributed.checked_add(amounts).is_some()
                && self.sums.staked.0.checked_add(stakes.0).is_some()
        };
        match (stakes, amounts) {
            (Some(stakes), Some(amounts)) if fits(&amounts, stakes) => {
                Ok(Entry::Contributed { game: game.id.clone(), round, wagers, stakes, amounts })
            }
            _ => Err(Refusal::new(Why::TooLarge, law)),
        }
    }

    fn take_out(
        &self,
        game: &Game,
        round: RoundId,
        wagers: u32,
        cause: Cause,
        law: &Citation,
    ) -> Result<Entry, Refusal> {
        let too_large = || Refusal::new(Why::TooLarge, law);
        let stakes = game.stake.0.checked_mul(i64::from(wagers)).map(Cents).ok_or_else(too_large)?;
        let wanted = self.terms.contributions(stakes).ok_or_else(too_large)?;
        // Another game on the link may have won what this round added. The void round's players still get their stakes
        // back; what is no longer in a meter is not taken from it, and the entry says so.
        let (mut amounts, mut short) = (Pots::NOTHING, Pots::NOTHING);
        for (pot, wanted) in wanted.iter() {
            let held = self.value(pot).0.max(0).min(wanted.0);
            amounts.set(pot, Meter(held));
            short.set(pot, Meter(wanted.0 - held));
        }
        Ok(Entry::Reversed { game: game.id.clone(), round, cause, wagers, stakes, amounts, short })
    }
}
