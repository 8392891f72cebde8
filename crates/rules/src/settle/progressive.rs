//! Both progressives: fixed lines are paid from the tray; shares of a meter depend on its value at the player's turn.

use super::order::takes;
use super::place::Place;
use super::{Account, Meters, PaidBy, Register, Settlement};
use crate::clause::Citation;
use crate::hand::HandName;
use crate::house::{ProgressiveTable, ProgressiveTerms};
use crate::money::{Cents, Meter, Share};
use crate::paytable::{Line, Pays};
use crate::rulebook::vocabulary::{MultiWin, Take};
use crate::wager::{Level, Outcome, Wager};

/// What the round wins from each meter, for houses whose winners share a meter.
pub(super) struct Pools {
    /// The meters before the first award.
    before: Meters,
    /// By progressive and level: all shares won, those still to be paid, and whether one of them is the whole meter.
    pools: [[Pool; 4]; 2],
}

#[derive(Clone, Copy, Default)]
struct Pool {
    won: u32,
    unpaid: u32,
    whole: bool,
}

/// The index of a progressive among the two.
pub(super) fn slot(wager: Wager) -> usize {
    usize::from(wager == Wager::FiveCardProgressive)
}

impl Pools {
    /// Counts what is won from each shared meter.
    pub(super) fn counted<'h, R: Register<'h>>(settlement: &Settlement<'h, '_, R>, table: &[Place<'_>]) -> Pools {
        let mut pools = Pools { before: *settlement.round.meters, pools: [[Pool::default(); 4]; 2] };
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            let Some(terms) = settlement.house.progressive_terms(wager) else {
                continue;
            };
            if terms.multi_win != MultiWin::EqualShares {
                continue;
            }
            for seat in table.iter().filter(|seat| seat.live.contains(wager)) {
                if let (Some(line), _) = Settlement::<R>::line_of(terms, seat)
                    && let Pays::OfMeter(share, level) = line.pays
                {
                    let pool = &mut pools.pools[slot(wager)][level as usize];
                    pool.won += share.0;
                    pool.unpaid += share.0;
                    pool.whole |= share == Share::WHOLE;
                }
            }
        }
        pools
    }
}

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// The line that a seat makes in a progressive's table, and the name of its hand.
    fn line_of(terms: &'h ProgressiveTerms, seat: &Place<'_>) -> (Option<&'h Line>, HandName) {
        match &terms.table {
            ProgressiveTable::Three(table) => (table.line_at(seat.strength, seat.cards), seat.hand),
            ProgressiveTable::Five(table) => match seat.five {
                Some(category) => (table.line(category, None), HandName::of_five(category, None)),
                None => (None, HandName::HighCard),
            },
        }
    }

    /// Settles a due progressive wager.
    #[inline(always)]
    pub(super) fn progressive(&mut self, seat: &Place<'_>, wager: Wager, take: Take) {
        let Some((terms, law)) = self.layout.progressives[slot(wager)] else { return };
        let kept = self.kept(seat, wager);
        let (line, hand) = Self::line_of(terms, seat);
        if let Some(line) = line {
            if takes(take, Outcome::Won) {
                self.progressive_win(seat, wager, line, kept);
            }
        } else if takes(take, Outcome::Lost) {
            let mut movement = self.movement(seat, wager, Outcome::Lost, hand);
            movement.why = [Some(&law.loses.cite), kept, None];
            self.book(movement);
        }
    }

    /// Books a progressive wager that wins.
    #[inline(never)]
    fn progressive_win(&mut self, seat: &Place<'_>, wager: Wager, line: &'h Line, kept: Option<&'h Citation>) {
        let Some((terms, law)) = self.layout.progressives[slot(wager)] else { return };
        let mut movement = self.movement(seat, wager, Outcome::Won, line.hand);
        movement.by = PaidBy::Line(line);
        movement.why = [Some(&law.wins.cite), kept, None];
        // Who pays and who validates it depends on what is won, not on what a limit leaves of it.
        let mut won = Cents::ZERO;
        match line.pays {
            Pays::For(odds) => {
                won = odds.on(movement.stake);
                movement.paid = won;
            }
            Pays::OfMeter(share, level) => {
                let resets;
                (won, resets) = self.won_of_meter(terms, wager, share, level);
                movement.paid = won;
                // Meter wins are paid outside the tray, except the smaller ones that the house pays from it (READING
                // 66).
                if won > terms.meter_win_from_tray {
                    movement.payer = Account::Meter(wager, level);
                }
                self.cut_award(&mut movement);
                movement.award = Some((level, movement.paid));
                self.award(terms, wager, level, movement.paid, resets);
                // Where a meter is shared, cite the sharing; otherwise cite the reset after a whole win.
                let resets = share == Share::WHOLE && terms.multi_win == MultiWin::TurnOrder;
                let after = if resets { &law.resets.cite } else { &law.multi_win.cite };
                movement.why = [Some(&law.meter_wins.cite), kept, Some(after)];
            }
            Pays::To(_) | Pays::Flat(_) => {}
        }
        if won >= terms.validated_from {
            movement.validated_by = law.validated_by.default;
        }
        self.book(movement);
    }

    /// What a winner's share of a meter is worth, and whether the meter resets after it.
    fn won_of_meter(&mut self, terms: &ProgressiveTerms, wager: Wager, share: Share, level: Level) -> (Cents, bool) {
        let (won, resets) = match (terms.multi_win, &mut self.pools) {
            (MultiWin::EqualShares, Some(pools)) => pools.award(wager, share, level),
            _ => (self.meters.unwrap_or(*self.round.meters).of(wager).get(level).share(share), share == Share::WHOLE),
        };
        // Where there are no cents, what cannot be paid stays in the meter.
        (won.round_down_to(self.house.currency.smallest()), resets)
    }

    /// Takes an award out of a meter, and resets the meter after a whole one. The fraction of a cent stays in the
    /// meter, and so does what a limit cut.
    fn award(&mut self, terms: &ProgressiveTerms, wager: Wager, level: Level, amount: Cents, resets: bool) {
        let set = self.meters.get_or_insert(*self.round.meters).of_mut(wager);
        let mut value = Meter(set.get(level).0 - Meter::of(amount).0);
        if resets {
            let seed = terms.meters.iter().find(|meter| meter.level == level).map_or(Cents::ZERO, |meter| meter.seed);
            value = Meter(value.0 + Meter::of(seed).0);
            // What was set aside belongs to the highest meter's next seed.
            if terms.meters.first().is_some_and(|meter| meter.level == level) {
                value = Meter(value.0 + set.reserve.0 + set.backup.0);
                set.reserve = Meter::default();
                set.backup = Meter::default();
            }
        }
        set.set(level, value);
    }
}

impl Pools {
    /// One winner's part of a shared meter, and whether the meter resets after it. Lines that together exceed the
    /// meter divide it in proportion, so that two whole wins get half each.
    fn award(&mut self, wager: Wager, share: Share, level: Level) -> (Cents, bool) {
        let before = self.before.of(wager).get(level);
        let pool = &mut self.pools[slot(wager)][level as usize];
        let amount = before.part(share, Share(pool.won.max(Share::WHOLE.0)));
        pool.unpaid = pool.unpaid.saturating_sub(share.0);
        (amount, pool.whole && pool.unpaid == 0)
    }
}
