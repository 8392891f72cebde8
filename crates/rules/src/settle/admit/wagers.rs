//! Whether the wagers of a position are possible: offered, within limits, beside what they need.

use super::{Desk, STAKED};
use crate::money::{CENTS_MAX, Cents};
use crate::rulebook::vocabulary::{Needs, Precondition};
use crate::settle::input::PositionFile;
use crate::settle::round::{Decision, Stakes};
use crate::wager::Wager;

impl Desk<'_> {
    /// The wagers of a position, each offered, within its limits and beside what it needs.
    pub(super) fn stakes(&mut self, place: &str, position: &PositionFile) -> Stakes {
        let mut stakes = Stakes::default();
        let mut play = None;
        for (name, amount) in &position.wagers.0 {
            let at = format!("{place}.wagers.{name}");
            let amount = self.amount(&at, *amount);
            match name.parse::<Wager>() {
                Ok(Wager::Play) => play = Some(amount),
                Ok(wager) if STAKED.contains(&wager) => {
                    if self.offered(&at, wager) {
                        self.within_limits(&at, wager, amount);
                    }
                    if let Some(stake) = stakes.on_mut(wager) {
                        *stake = amount;
                    }
                }
                Ok(wager) => {
                    self.refuse(
                        at,
                        format!("{wager} is not wagered by itself"),
                        "remove it",
                        &self.house.book.wagers.base.cite,
                    );
                }
                Err(_) => {
                    let known = STAKED.into_iter().filter(|wager| self.house.offers(*wager)).map(Wager::word);
                    let help = format!("this house offers {}", known.collect::<Vec<_>>().join(", "));
                    self.refuse(at, format!("\"{name}\" is not a wager"), help, &self.house.book.wagers.base.cite);
                }
            }
        }
        if let Some(play) = play {
            self.play(place, position, &stakes, play);
        }
        self.base(place, &stakes);
        self.needs(place, &stakes);
        self.precondition(place, &stakes);
        self.tips(place, position, &mut stakes);
        self.match_play(place, &position.match_play, &mut stakes);
        stakes
    }

    pub(super) fn amount(&mut self, at: &str, amount: u64) -> Cents {
        match i64::try_from(amount).ok().filter(|cents| (1..=CENTS_MAX).contains(cents)) {
            Some(cents) => Cents(cents),
            None => {
                let help = format!("write whole cents from 1 to {CENTS_MAX}, or leave the wager out");
                self.refuse(at, format!("{amount} is not a wager"), help, &self.house.book.wagers.amounts.cite);
                Cents::ZERO
            }
        }
    }

    pub(super) fn offered(&mut self, at: &str, wager: Wager) -> bool {
        if self.house.offers(wager) {
            return true;
        }
        let book = &self.house.book;
        let knows = if book.knows(wager) { "this house does not offer" } else { "the rulebook does not have" };
        self.refuse(at, format!("{knows} {}", wager.title()), "remove the wager", &book.wagers.base.cite);
        false
    }

    pub(super) fn within_limits(&mut self, at: &str, wager: Wager, amount: Cents) {
        let house = self.house;
        if let (Some(terms), Some(law)) = (house.progressive_terms(wager), house.book.progressive_rules(wager)) {
            if amount != terms.stake {
                let message = format!("{amount} is not the stake");
                self.refuse(at, message, format!("the stake is {}", terms.stake), &law.stake.cite);
            }
            return;
        }
        if let Some(limit) = house.limits.get(&wager).filter(|limit| !limit.allows(amount)) {
            let what = if amount < limit.min {
                "below the minimum"
            } else if amount > limit.max {
                "above the maximum"
            } else {
                "not a step from the minimum"
            };
            let help = format!("from {} to {} in steps of {}", limit.min, limit.max, limit.step);
            self.refuse(at, format!("{amount} is {what}"), help, &house.book.wagers.amounts.cite);
        }
    }

    /// A play wager that is given must be the ante, of a player who plays.
    pub(super) fn play(&mut self, place: &str, position: &PositionFile, stakes: &Stakes, play: Cents) {
        let cite = &self.house.book.wagers.play.cite;
        let at = format!("{place}.wagers.play");
        if stakes.ante.is_zero() {
            self.refuse(at, "a play wager without an ante", "remove it", cite);
        } else if position.decision.as_deref() != Some(Decision::Play.word()) {
            self.refuse(
                at,
                "a play wager of a player who did not play",
                "remove it, or set decision to \"play\"",
                cite,
            );
        } else if play != stakes.ante {
            let message = format!("a play wager of {play} beside an ante of {}", stakes.ante);
            self.refuse(at, message, "the play wager equals the ante", cite);
        }
    }

    pub(super) fn base(&mut self, place: &str, stakes: &Stakes) {
        if stakes.ante.is_zero() && stakes.pair_plus.is_zero() {
            let cite = &self.house.book.wagers.base.cite;
            self.refuse(
                format!("{place}.wagers"),
                "no base wager",
                "an ante, a pair plus or both must stand first",
                cite,
            );
        }
    }

    /// Side wagers stand only beside what they need.
    pub(super) fn needs(&mut self, place: &str, stakes: &Stakes) {
        let book = &self.house.book;
        let six = self.house.six_card.as_ref().map(|terms| terms.needs);
        let rules = [
            (Wager::SixCardBonus, book.six_card_bonus.as_ref().map(|law| (six.or(law.needs.default), &law.needs.cite))),
            (Wager::Progressive, book.progressive.as_ref().map(|law| (law.needs.default, &law.needs.cite))),
            (
                Wager::FiveCardProgressive,
                book.five_card_progressive.as_ref().map(|law| (law.needs.default, &law.needs.cite)),
            ),
            (Wager::CoverAll, book.cover_all.as_ref().map(|law| (law.needs.default, &law.needs.cite))),
        ];
        for (wager, rule) in rules {
            let Some((needs, cite)) = rule.filter(|_| !stakes.on(wager).is_zero()) else {
                continue;
            };
            let (met, what) = match needs {
                Some(Needs::Ante) => (!stakes.ante.is_zero(), "an ante"),
                Some(Needs::AnyBase) | None => {
                    (!stakes.ante.is_zero() || !stakes.pair_plus.is_zero(), "an ante or a pair plus")
                }
                Some(Needs::Nothing) => (true, ""),
            };
            if !met {
                let message = format!("{} stands alone", wager.title());
                self.refuse(
                    format!("{place}.wagers.{wager}"),
                    message,
                    format!("it needs {what} at the same position"),
                    cite,
                );
            }
        }
    }

    pub(super) fn precondition(&mut self, place: &str, stakes: &Stakes) {
        let (ante, pair_plus) = (stakes.ante.0, stakes.pair_plus.0);
        let (both, at) = (ante > 0 && pair_plus > 0, format!("{place}.wagers.pair_plus"));
        let law = &self.house.book.wagers;
        let cite = law
            .preconditions
            .as_ref()
            .and_then(|laws| laws.get(&self.house.precondition))
            .map_or_else(|| law.precondition.cite.clone(), |law| law.cite.clone());
        let refused = match self.house.precondition {
            Precondition::None => None,
            Precondition::AnteAtLeastPairPlus => {
                (pair_plus > 0 && ante < pair_plus).then_some("pair plus needs an ante of at least the same amount")
            }
            Precondition::AnteAtLeastHalf => {
                (pair_plus > 0 && ante * 2 < pair_plus).then_some("pair plus needs an ante of at least half of it")
            }
            Precondition::BothUpToFiveTimes if !both => Some("ante and pair plus are both compulsory"),
            Precondition::BothUpToFiveTimes => {
                (ante > 5 * pair_plus || pair_plus > 5 * ante).then_some("neither may be over five times the other")
            }
        };
        if let Some(message) = refused {
            let help = format!("this house plays with the precondition {}", self.house.precondition);
            self.refuse(at.clone(), message, help, &cite);
        }
        if self.house.equal_stakes && both && ante != pair_plus {
            let cite = law.equal_stakes.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default();
            self.refuse(at, "ante and pair plus differ", "this house wants equal stakes", &cite);
        }
    }
}
