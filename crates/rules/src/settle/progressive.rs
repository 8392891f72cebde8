//! Both progressives: fixed lines from the tray, shares of a meter as it stands at the player's turn.

use super::order::takes;
use super::{Account, Meters, PaidBy, Round, Seat, Settlement};
use crate::hand::{HandName, five_card_hand};
use crate::house::{House, ProgressiveTable, ProgressiveTerms};
use crate::money::{Cents, Meter, Share};
use crate::paytable::{Line, Pays};
use crate::rulebook::vocabulary::{MultiWin, Take};
use crate::wager::{Level, Outcome, Wager};

/// What is won of each meter in the round, for houses that share a meter among its winners.
pub(super) struct Pools {
    /// The meters as they stood before the first award.
    before: Meters,
    /// By progressive and level: the shares won in all, those still to be paid, and whether one of them is the whole.
    pools: [[Pool; 4]; 2],
}

#[derive(Clone, Copy, Default)]
struct Pool {
    won: u32,
    unpaid: u32,
    whole: bool,
}

fn slot(wager: Wager) -> usize {
    usize::from(wager == Wager::FiveCardProgressive)
}

impl Pools {
    /// Counts what is won of each meter; `None` where meters are paid in turn.
    pub(super) fn of(house: &House, round: &Round) -> Option<Pools> {
        let shared =
            |terms: &Option<ProgressiveTerms>| terms.as_ref().is_some_and(|t| t.multi_win == MultiWin::EqualShares);
        if !shared(&house.progressive) && !shared(&house.five_card_progressive) {
            return None;
        }
        let mut pools = Pools { before: round.meters, pools: [[Pool::default(); 4]; 2] };
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            let Some(terms) = house.progressive_terms(wager) else {
                continue;
            };
            if terms.multi_win != MultiWin::EqualShares {
                continue;
            }
            for seat in round.seats.iter().flatten() {
                if super::fold::alive(house, seat, wager).is_none() {
                    continue;
                }
                if let (Some(line), _) = line_of(house, terms, round, seat)
                    && let Pays::OfMeter(share, level) = line.pays
                {
                    let pool = &mut pools.pools[slot(wager)][level as usize];
                    pool.won += share.0;
                    pool.unpaid += share.0;
                    pool.whole |= share == Share::WHOLE;
                }
            }
        }
        Some(pools)
    }
}

/// The line that a seat makes at a progressive, and the name of its hand.
fn line_of<'h>(house: &House, terms: &'h ProgressiveTerms, round: &Round, seat: &Seat) -> (Option<&'h Line>, HandName) {
    match &terms.table {
        ProgressiveTable::Three(table) => (table.line(seat.cards), HandName::of_three(seat.cards)),
        ProgressiveTable::Five(table) => match round.community {
            Some(community) => {
                let category = five_card_hand(seat.cards, community, house.wheel);
                (table.line(category, None), HandName::of_five(category, None))
            }
            None => (None, HandName::HighCard),
        },
    }
}

impl Settlement<'_, '_> {
    /// A progressive wager at a seat.
    pub(super) fn progressive(&mut self, seat: &Seat, wager: Wager, take: Take) {
        let house = self.house;
        let Some(kept) = self.alive(seat, wager) else { return };
        let (Some(terms), Some(law)) = (house.progressive_terms(wager), house.book.progressive_rules(wager)) else {
            return;
        };
        let (line, hand) = line_of(house, terms, self.round, seat);
        let outcome = if line.is_some() { Outcome::Won } else { Outcome::Lost };
        if !takes(take, outcome) {
            return;
        }
        let mut movement = self.movement(seat, wager, outcome, hand);
        movement.why = [Some(&law.loses.cite), kept, None];
        if let Some(line) = line {
            movement.hand = line.hand;
            movement.by = PaidBy::Line(line);
            movement.why = [Some(&law.wins.cite), kept, None];
            match line.pays {
                Pays::For(odds) => movement.paid = odds.on(movement.stake),
                Pays::OfMeter(share, level) => {
                    movement.paid = self.award(terms, wager, share, level);
                    movement.award = Some((level, movement.paid));
                    // Meter wins are paid outside the tray, unless the house pays the smaller ones from it (READING 66).
                    if movement.paid > terms.meter_win_from_tray {
                        movement.payer = Account::Meter(wager, level);
                    }
                    // Sharing a meter is the law to name where it is shared, else the reset after a whole win.
                    let resets = share == Share::WHOLE && terms.multi_win == MultiWin::TurnOrder;
                    let after = if resets { &law.resets.cite } else { &law.multi_win.cite };
                    movement.why = [Some(&law.meter_wins.cite), kept, Some(after)];
                }
                Pays::To(_) | Pays::Flat(_) => {}
            }
            if movement.paid >= terms.validated_from {
                movement.validated_by = law.validated_by.default;
            }
        }
        self.book(movement);
    }

    /// Takes an award out of a meter and resets the meter after a whole one; the fraction of a cent stays in.
    fn award(&mut self, terms: &ProgressiveTerms, wager: Wager, share: Share, level: Level) -> Cents {
        let (amount, resets) = match (terms.multi_win, &mut self.pools) {
            (MultiWin::EqualShares, Some(pools)) => pools.award(wager, share, level),
            _ => (self.meters.of(wager).get(level).share(share), share == Share::WHOLE),
        };
        let set = self.meters.of_mut(wager);
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
        amount
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
