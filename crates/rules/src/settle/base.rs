//! Ante, play, ante bonus and pair plus.

use std::cmp::Ordering;

use super::order::takes;
use super::place::{EXTRAS, Place};
use super::{Movement, PaidBy, Register, Settlement};
use crate::clause::Citation;
use crate::money::Odds;
use crate::paytable::{Line, Pays};
use crate::posted::ThreeTable;
use crate::rule::Rule;
use crate::rulebook::vocabulary::{BonusWhen, Take, Verdict};
use crate::wager::{Outcome, Wager};

/// The odds of a win that no table names.
const EVEN: Odds = Odds { won: 1, staked: 1 };

/// What becomes of a wager, and the law that says so.
pub(super) type Ruled<'h> = (Verdict, &'h Citation);

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// How the hand fares against the dealer's: what that does to the ante and the play, and the law that says so.
    #[inline]
    pub(super) fn showdown(&self, seat: &Place<'_>) -> (Ruled<'h>, Ruled<'h>) {
        let (terms, law) = (&self.house.showdown, &self.book.showdown);
        if !self.dealer_plays {
            let cite = |rule: &'h Option<Rule<Verdict>>| match rule {
                Some(rule) => &rule.cite,
                None => &law.dealer_qualifies.cite,
            };
            return (
                (terms.unqualified_ante, cite(&law.unqualified_ante)),
                (terms.unqualified_play, cite(&law.unqualified_play)),
            );
        }
        let ruled = match seat.strength.cmp(&self.dealer) {
            Ordering::Greater => (terms.higher, &law.higher.cite),
            Ordering::Less => (terms.lower, &law.lower.cite),
            Ordering::Equal => (terms.equal, &law.equal.cite),
        };
        (ruled, ruled)
    }

    /// Books a wager that the showdown decides, if the pass takes its outcome; a win is paid by a table, or 1 to 1. Each
    /// outcome is booked in its own branch, so that nothing unneeded is computed.
    #[inline(always)]
    pub(super) fn decided(
        &mut self,
        seat: &Place<'_>,
        wager: Wager,
        (verdict, cite): Ruled<'h>,
        table: Option<&'h ThreeTable>,
        tip: [Option<&'h Citation>; 2],
        take: Take,
    ) {
        let stake = if wager == Wager::Play { seat.stakes.ante } else { seat.stakes.on(wager) };
        let why = [Some(cite), tip[0], tip[1]];
        match verdict {
            Verdict::Won => {
                if takes(take, Outcome::Won) {
                    let movement = self.movement(seat, wager, Outcome::Won, seat.hand);
                    let line = table.and_then(|table| table.odds_at(seat.strength, seat.cards));
                    let (odds, by) = line.map_or((EVEN, PaidBy::Nothing), |(odds, line)| (odds, PaidBy::Line(line)));
                    self.book(Movement { stake, paid: odds.on(stake), returned: stake, by, why, ..movement });
                }
            }
            Verdict::Lost => {
                if takes(take, Outcome::Lost) {
                    let movement = self.movement(seat, wager, Outcome::Lost, seat.hand);
                    self.book(Movement { stake, why, ..movement });
                }
            }
            Verdict::Pushed => {
                if takes(take, Outcome::Pushed) {
                    let movement = self.movement(seat, wager, Outcome::Pushed, seat.hand);
                    self.book(Movement { stake, returned: stake, why, ..movement });
                }
            }
        }
    }

    /// The ante of a hand that stayed in, with the coupon and the tip beside it.
    pub(super) fn ante(&mut self, seat: &Place<'_>, take: Take) {
        if seat.live.contains(Wager::Ante) {
            let (ante, _) = self.showdown(seat);
            self.decided(seat, Wager::Ante, ante, Some(&self.house.ante), [None; 2], take);
        }
        if !seat.live.is_disjoint(EXTRAS) {
            self.match_play(seat, take);
            self.tip_ante_or_play(seat, Wager::TipAnte, take);
        }
    }

    /// The play of a hand that stayed in, with the tip beside it.
    pub(super) fn play(&mut self, seat: &Place<'_>, take: Take) {
        if seat.live.contains(Wager::Play) {
            let (_, play) = self.showdown(seat);
            self.decided(seat, Wager::Play, play, Some(&self.house.play), [None; 2], take);
        }
        if !seat.live.is_disjoint(EXTRAS) {
            self.tip_ante_or_play(seat, Wager::TipPlay, take);
        }
    }

    /// The ante bonus of a hand that stayed in, and the same on a tip ante (READING 46, READING 60).
    pub(super) fn ante_bonus(&mut self, seat: &Place<'_>, take: Take) {
        if let Some(line) = self.house.ante_bonus.line_at(seat.strength, seat.cards) {
            self.pay_ante_bonus(seat, line, take);
        }
    }

    #[inline(never)]
    fn pay_ante_bonus(&mut self, seat: &Place<'_>, line: &'h Line, take: Take) {
        let house = self.house;
        if !takes(take, Outcome::Won) || house.bonus_when == BonusWhen::OnWin && self.showdown(seat).0.0 != Verdict::Won
        {
            return;
        }
        for (wager, ante) in [(Wager::AnteBonus, seat.stakes.ante), (Wager::TipAnteBonus, seat.stakes.tip_ante)] {
            if !seat.live.contains(wager) {
                continue;
            }
            let mut movement = self.movement(seat, wager, Outcome::Won, line.hand);
            if let Pays::To(odds) = line.pays {
                movement.paid = odds.on(ante);
            }
            movement.by = PaidBy::Line(line);
            let tip = self.book.tips.as_ref().filter(|_| wager == Wager::TipAnteBonus);
            let why = &self.book.showdown.ante_bonus.cite;
            movement.why = [Some(why), tip.map(|tips| &tips.ante.cite), Some(&house.ante_bonus.cite)];
            self.book(movement);
        }
    }

    /// Pair plus, and a tip on it: by its table, whatever the dealer holds.
    pub(super) fn pair_plus(&mut self, seat: &Place<'_>, take: Take) {
        let (table, law) = (&self.house.pair_plus, &self.book.showdown);
        let law = [&law.pair_plus_wins.cite, &law.pair_plus_loses.cite];
        if seat.live.contains(Wager::PairPlus) {
            self.by_three_cards(seat, Wager::PairPlus, table, law, None, take);
        }
        if seat.live.contains(Wager::TipPairPlus) {
            let tip = self.book.tips.as_ref().map(|tips| &tips.owned.cite);
            self.by_three_cards(seat, Wager::TipPairPlus, table, law, tip, take);
        }
    }

    /// Settles a live wager on the player's three cards by its table; the law says how it wins and how it loses.
    #[inline(always)]
    pub(super) fn by_three_cards(
        &mut self,
        seat: &Place<'_>,
        wager: Wager,
        table: &'h ThreeTable,
        [wins, loses]: [&'h Citation; 2],
        tip: Option<&'h Citation>,
        take: Take,
    ) {
        let kept = self.kept(seat, wager);
        match table.line_at(seat.strength, seat.cards) {
            Some(line) => {
                if !takes(take, Outcome::Won) {
                    return;
                }
                let mut movement = self.movement(seat, wager, Outcome::Won, line.hand);
                if let Pays::To(odds) = line.pays {
                    movement.paid = odds.on(movement.stake);
                }
                movement.returned = movement.stake;
                movement.by = PaidBy::Line(line);
                movement.why = [Some(wins), kept, tip];
                self.book(movement);
            }
            None => {
                if !takes(take, Outcome::Lost) {
                    return;
                }
                let mut movement = self.movement(seat, wager, Outcome::Lost, seat.hand);
                movement.why = [Some(loses), kept, tip];
                self.book(movement);
            }
        }
    }
}
