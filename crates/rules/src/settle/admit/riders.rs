//! What rides on the wagers of a position: tips, coupons, and the decision itself.

use super::Admission;
use crate::settle::input::{Amounts, PositionFile};
use crate::settle::round::{Decision, Stakes};
use crate::wager::Wager;

impl Admission<'_> {
    /// Tips ride on the player's own wagers.
    pub(super) fn tips(&mut self, place: &str, position: &PositionFile, stakes: &mut Stakes) {
        if position.tips.0.is_empty() {
            return;
        }
        let at = format!("{place}.tips");
        let book = &self.house.book;
        let Some(law) = book.tips.as_ref().filter(|_| self.house.tips) else {
            self.refuse(at, "tips are not wagered here", "put them in the tip box", &book.wagers.base.cite);
            return;
        };
        for (name, amount) in &position.tips.0 {
            let at = format!("{at}.{name}");
            let amount = self.amount(&at, *amount);
            let wager = match name.as_str() {
                "ante" => Wager::TipAnte,
                "play" => Wager::TipPlay,
                "pair_plus" => Wager::TipPairPlus,
                _ => {
                    self.refuse(
                        at,
                        format!("no tip can be wagered on {name}"),
                        "tips go on ante, play or pair_plus",
                        &law.on.cite,
                    );
                    continue;
                }
            };
            self.within_limits(&at, wager, amount);
            if let Some(stake) = stakes.on_mut(wager) {
                *stake = amount;
            }
        }
        let own = &law.needs_own_wager.cite;
        if !stakes.tip_ante.is_zero() && stakes.ante.is_zero() {
            self.refuse(
                format!("{at}.ante"),
                "a tip ante without the player's own ante",
                "the player's own wager must stand on the same hand",
                own,
            );
        }
        if !stakes.tip_pair_plus.is_zero() && stakes.pair_plus.is_zero() {
            self.refuse(
                format!("{at}.pair_plus"),
                "a tip on pair plus without the player's own pair plus",
                "the player's own wager must stand on the same hand",
                own,
            );
        }
        if !stakes.tip_play.is_zero() {
            let played = position.decision.as_deref() == Some(Decision::Play.word());
            if !played || stakes.tip_play != stakes.tip_ante {
                self.refuse(
                    format!("{at}.play"),
                    "a tip play that is not the tip ante of a hand that plays",
                    "it equals the tip ante",
                    &law.ante.cite,
                );
            }
        }
    }

    /// A coupon is only good beside an ante (READING 47).
    pub(super) fn match_play(&mut self, place: &str, coupons: &Amounts, stakes: &mut Stakes) {
        if coupons.0.is_empty() {
            return;
        }
        let at = format!("{place}.match_play");
        let book = &self.house.book;
        let Some(law) = book.match_play.as_ref().filter(|_| self.house.match_play) else {
            self.refuse(at, "match play coupons are not taken here", "remove the coupon", &book.wagers.base.cite);
            return;
        };
        for (name, amount) in &coupons.0 {
            let at = format!("{at}.{name}");
            let amount = self.amount(&at, *amount);
            if name != Wager::Ante.word() {
                self.refuse(at, format!("no coupon on {name}"), "a coupon goes on the ante", &law.offered.cite);
                continue;
            }
            self.within_limits(&at, Wager::MatchPlay, amount);
            stakes.match_play = amount;
        }
        if !stakes.match_play.is_zero() && stakes.ante.is_zero() {
            self.refuse(
                format!("{at}.ante"),
                "a coupon without an ante",
                "it stands beside the player's own ante",
                &law.offered.cite,
            );
        }
    }

    /// Whoever has an ante must decide; nobody else may. `None` when refused.
    pub(super) fn decision(
        &mut self,
        place: &str,
        position: &PositionFile,
        stakes: &Stakes,
    ) -> Option<Option<Decision>> {
        let at = format!("{place}.decision");
        let cite = &self.house.book.wagers.play.cite;
        let decision = match position.decision.as_deref().map(str::parse::<Decision>) {
            None => None,
            Some(Ok(decision)) => Some(decision),
            Some(Err(error)) => {
                self.refuse(at, error.to_string(), "", cite);
                return None;
            }
        };
        match (decision, stakes.ante.is_zero()) {
            (None, true) => Some(None),
            // A player with only a pair plus wager may also forfeit the hand (READING 55).
            (Some(Decision::Forfeit), true) if self.house.knows_forfeits() => Some(Some(Decision::Forfeit)),
            (Some(_), true) => {
                self.refuse(
                    at,
                    "a decision of a player without an ante",
                    "only an ante is played or folded: remove it",
                    cite,
                );
                None
            }
            (None, false) => {
                self.refuse(at, "missing", "a player with an ante plays or folds", cite);
                None
            }
            (Some(Decision::Forfeit), false) if !self.house.knows_forfeits() => {
                let message = "a hand cannot be forfeited entirely here";
                self.refuse(at, message, "decide \"fold\"", &self.house.book.fold.ante.cite);
                None
            }
            (Some(decision), false) => Some(Some(decision)),
        }
    }
}
