//! Ante, play, ante bonus and pair plus.

use std::cmp::Ordering;

use super::order::takes;
use super::place::{EXTRAS, Place};
use super::{Movement, PaidBy, Register, Settlement};
use crate::clause::Citation;
use crate::money::Odds;
use crate::paytable::{Line, Pays};
use crate::rule::Rule;
use crate::rulebook::vocabulary::{BonusWhen, Take, Verdict};
use crate::wager::{Outcome, Wager};

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

    /// Books a wager that the showdown decides, if the pass takes its outcome. Each outcome is booked in its own
    /// branch, so that nothing unneeded is computed.
    #[inline(always)]
    pub(super) fn decided(
        &mut self,
        seat: &Place<'_>,
        wager: Wager,
        (verdict, cite): Ruled<'h>,
        odds: (Odds, PaidBy<'h>),
        tip: [Option<&'h Citation>; 2],
        take: Take,
    ) {
        let stake = if wager == Wager::Play { seat.stakes.ante } else { seat.stakes.on(wager) };
        let why = [Some(cite), tip[0], tip[1]];
        match verdict {
            Verdict::Won => {
                if takes(take, Outcome::Won) {
                    let movement = self.movement(seat, wager, Outcome::Won, seat.hand);
                    let (odds, by) = odds;
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

    fn ante_odds(&self) -> (Odds, PaidBy<'h>) {
        (self.house.ante_odds, PaidBy::Line(&self.house.ante_line))
    }

    fn play_odds(&self) -> (Odds, PaidBy<'h>) {
        (self.house.play_odds, PaidBy::Line(&self.house.play_line))
    }

    /// The ante of a hand that stayed in, with the coupon and the tip beside it.
    pub(super) fn ante(&mut self, seat: &Place<'_>, take: Take) {
        if seat.live.contains(Wager::Ante) {
            let (ante, _) = self.showdown(seat);
            self.decided(seat, Wager::Ante, ante, self.ante_odds(), [None; 2], take);
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
            self.decided(seat, Wager::Play, play, self.play_odds(), [None; 2], take);
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
        if seat.live.contains(Wager::PairPlus) {
            self.by_pair_plus(seat, Wager::PairPlus, None, take);
        }
        if seat.live.contains(Wager::TipPairPlus) {
            let tip = self.book.tips.as_ref().map(|tips| &tips.owned.cite);
            self.by_pair_plus(seat, Wager::TipPairPlus, tip, take);
        }
    }

    /// Settles a live wager by the pair plus table.
    #[inline(always)]
    fn by_pair_plus(&mut self, seat: &Place<'_>, wager: Wager, tip: Option<&'h Citation>, take: Take) {
        let kept = self.kept(seat, wager);
        let house = self.house;
        let law = &self.book.showdown;
        match house.pair_plus.line_at(seat.strength, seat.cards) {
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
                movement.why = [Some(&law.pair_plus_wins.cite), kept, tip];
                self.book(movement);
            }
            None => {
                if !takes(take, Outcome::Lost) {
                    return;
                }
                let mut movement = self.movement(seat, wager, Outcome::Lost, seat.hand);
                movement.why = [Some(&law.pair_plus_loses.cite), kept, tip];
                self.book(movement);
            }
        }
    }
}
