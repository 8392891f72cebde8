//! Ante, play, ante bonus and pair plus.

use std::cmp::Ordering;

use super::order::takes;
use super::{Decision, Movement, PaidBy, Seat, Settlement};
use crate::clause::Citation;
use crate::hand::HandName;
use crate::money::Odds;
use crate::paytable::Pays;
use crate::rule::Rule;
use crate::rulebook::vocabulary::{BonusWhen, Take, Verdict};
use crate::wager::{Outcome, Wager};

impl<'h> Settlement<'h, '_> {
    /// How the hand fares against the dealer's: the rule that decides the ante, and the one that decides the play.
    fn showdown(&self, seat: &Seat) -> (&'h Rule<Verdict>, &'h Rule<Verdict>) {
        let law = &self.house.book.showdown;
        let dealer = self.round.dealer.strength();
        let qualifies = law.dealer_qualifies.default.is_none_or(|floor| dealer >= floor.0);
        if !qualifies {
            return (&law.unqualified_ante, &law.unqualified_play);
        }
        let rule = match seat.cards.strength().cmp(&dealer) {
            Ordering::Greater => &law.higher,
            Ordering::Less => &law.lower,
            Ordering::Equal => &law.equal,
        };
        (rule, rule)
    }

    /// What the showdown does to the ante, or to the play, and the law behind it.
    pub(super) fn verdict(&self, seat: &Seat, wager: Wager) -> (Verdict, &'h Citation) {
        let (ante, play) = self.showdown(seat);
        let rule = if matches!(wager, Wager::Play | Wager::TipPlay) { play } else { ante };
        (rule.default.unwrap_or(Verdict::Pushed), &rule.cite)
    }

    /// The movement of a wager that the showdown decides.
    pub(super) fn decided(&self, seat: &Seat, wager: Wager, odds: Odds) -> Movement<'h> {
        let (verdict, cite) = self.verdict(seat, wager);
        let hand = HandName::of_three(seat.cards);
        let outcome = match verdict {
            Verdict::Won => Outcome::Won,
            Verdict::Lost => Outcome::Lost,
            Verdict::Pushed => Outcome::Pushed,
        };
        let mut movement = self.movement(seat, wager, outcome, hand);
        if wager == Wager::Play {
            movement.stake = seat.stakes.ante;
        }
        if outcome == Outcome::Won {
            movement.paid = odds.on(movement.stake);
        }
        if outcome != Outcome::Lost {
            movement.returned = movement.stake;
        }
        movement.why[0] = Some(cite);
        movement
    }

    /// The ante, or the play, of a hand that stayed in.
    pub(super) fn ante_or_play(&mut self, seat: &Seat, wager: Wager, take: Take) {
        if seat.stakes.ante.is_zero() || seat.decision != Some(Decision::Play) {
            return;
        }
        let house = self.house;
        let (odds, line) = match wager {
            Wager::Ante => (house.ante_odds, &house.ante_line),
            _ => (house.play_odds, &house.play_line),
        };
        let mut movement = self.decided(seat, wager, odds);
        if movement.outcome == Outcome::Won {
            movement.by = PaidBy::Line(line);
        }
        if takes(take, movement.outcome) {
            self.book(movement);
        }
    }

    /// The ante bonus of a hand that stayed in, or the same on a tip ante (READING 46, READING 60).
    pub(super) fn ante_bonus(&mut self, seat: &Seat, wager: Wager, take: Take) {
        let ante = if wager == Wager::AnteBonus { seat.stakes.ante } else { seat.stakes.tip_ante };
        if ante.is_zero() || seat.decision != Some(Decision::Play) || !takes(take, Outcome::Won) {
            return;
        }
        let house = self.house;
        let Some(line) = house.ante_bonus.line(seat.cards) else {
            return;
        };
        if house.bonus_when == BonusWhen::OnWin && self.verdict(seat, Wager::Ante).0 != Verdict::Won {
            return;
        }
        let mut movement = self.movement(seat, wager, Outcome::Won, line.hand);
        if let Pays::To(odds) = line.pays {
            movement.paid = odds.on(ante);
        }
        movement.by = PaidBy::Line(line);
        let tip = house.book.tips.as_ref().filter(|_| wager == Wager::TipAnteBonus);
        let why = &house.book.showdown.ante_bonus.cite;
        movement.why = [Some(why), tip.map(|tips| &tips.ante.cite), Some(&house.ante_bonus.cite)];
        self.book(movement);
    }

    /// Pair plus, or a tip on it: by its table, whatever the dealer holds.
    pub(super) fn pair_plus(&mut self, seat: &Seat, wager: Wager, take: Take) {
        let Some(kept) = self.alive(seat, wager) else { return };
        let house = self.house;
        let law = &house.book.showdown;
        let tip = house.book.tips.as_ref().filter(|_| wager == Wager::TipPairPlus).map(|tips| &tips.owned.cite);
        let movement = match house.pair_plus.line(seat.cards) {
            Some(line) => {
                let mut movement = self.movement(seat, wager, Outcome::Won, line.hand);
                if let Pays::To(odds) = line.pays {
                    movement.paid = odds.on(movement.stake);
                }
                movement.returned = movement.stake;
                movement.by = PaidBy::Line(line);
                movement.why = [Some(&law.pair_plus_wins.cite), kept, tip];
                movement
            }
            None => {
                let mut movement = self.movement(seat, wager, Outcome::Lost, HandName::of_three(seat.cards));
                movement.why = [Some(&law.pair_plus_loses.cite), kept, tip];
                movement
            }
        };
        if takes(take, movement.outcome) {
            self.book(movement);
        }
    }
}
