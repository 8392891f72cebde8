//! Whether a position's wagers are possible: offered, within limits, and beside the wagers they need.

use super::Admission;
use crate::house::AmountChoices;
use crate::money::{CENTS_MAX, Cents};
use crate::rulebook::vocabulary::{Needs, Precondition};
use crate::settle::input::PositionFile;
use crate::settle::round::{Decision, Stakes};
use crate::wager::Wager;

impl Admission<'_> {
    /// The wagers of a position, each checked: offered, within its limits, and beside the wagers it needs.
    pub(super) fn stakes(&mut self, place: &str, position: &PositionFile) -> Stakes {
        let mut stakes = Stakes::default();
        let mut play = None;
        for (name, amount) in &position.wagers.0 {
            let at = format!("{place}.wagers.{name}");
            let amount = self.amount(&at, *amount);
            match name.parse::<Wager>() {
                Ok(Wager::Play) => play = Some(amount),
                Ok(wager) if Wager::STAKED.contains(&wager) => {
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
                    let known = Wager::STAKED.into_iter().filter(|wager| self.house.offers(*wager)).map(Wager::word);
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
        let Some(AmountChoices { min, max, step }) = house.amounts(wager) else {
            return;
        };
        if let Some(law) = house.book.progressive_rules(wager) {
            if amount != min {
                self.refuse(at, format!("{amount} is not the stake"), format!("the stake is {min}"), &law.stake.cite);
            }
            return;
        }
        let what = if amount < min {
            "below the minimum"
        } else if amount > max {
            "above the maximum"
        } else if (amount - min).0 % step.0 != 0 {
            "not a step from the minimum"
        } else {
            return;
        };
        let help = format!("from {min} to {max} in steps of {step}");
        self.refuse(at, format!("{amount} is {what}"), help, &house.book.wagers.amounts.cite);
    }

    /// A given play wager must equal the ante, and the player must play.
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
        // A side wager that needs nothing may stand alone.
        let alone =
            Wager::STAKED.into_iter().any(|wager| !stakes.on(wager).is_zero() && self.house.stands_alone(wager));
        if !alone {
            let cite = &self.house.book.wagers.base.cite;
            self.refuse(
                format!("{place}.wagers"),
                "no base wager",
                "an ante, a pair plus or both must stand first",
                cite,
            );
        }
    }

    /// Side wagers are only good beside the wagers they need.
    pub(super) fn needs(&mut self, place: &str, stakes: &Stakes) {
        let house = self.house;
        let book = &house.book;
        let laws = [
            (Wager::HandBonus, book.hand_bonus.as_ref().map(|law| &law.needs.cite)),
            (Wager::SixCardBonus, book.six_card_bonus.as_ref().map(|law| &law.needs.cite)),
            (Wager::Prime, book.prime.as_ref().map(|law| &law.needs.cite)),
            (Wager::Progressive, book.progressive.as_ref().map(|law| &law.needs.cite)),
            (Wager::FiveCardProgressive, book.five_card_progressive.as_ref().map(|law| &law.needs.cite)),
            (Wager::CoverAll, book.cover_all.as_ref().map(|law| &law.needs.cite)),
        ];
        for (wager, cite) in laws {
            let Some(cite) = cite.filter(|_| !house.is_supported(stakes, wager)) else {
                continue;
            };
            let what = if house.needs(wager) == Needs::Ante { "an ante" } else { "an ante or a pair plus" };
            let message = format!("{} stands alone", wager.title());
            let help = format!("it needs {what} at the same position");
            self.refuse(format!("{place}.wagers.{wager}"), message, help, cite);
        }
    }

    pub(super) fn precondition(&mut self, place: &str, stakes: &Stakes) {
        let (house, at) = (self.house, format!("{place}.wagers.pair_plus"));
        let law = &self.house.book.wagers;
        let cite = law
            .preconditions
            .as_ref()
            .and_then(|laws| laws.get(&self.house.precondition))
            .map_or_else(|| law.precondition.cite.clone(), |law| law.cite.clone());
        let refused = match house.precondition {
            _ if !house.is_complete(stakes) => Some("ante and pair plus are both compulsory"),
            _ if house.amounts_agree(stakes) => None,
            Precondition::None => None,
            Precondition::AnteAtLeastPairPlus => Some("pair plus needs an ante of at least the same amount"),
            Precondition::AnteAtLeastHalf => Some("pair plus needs an ante of at least half of it"),
            Precondition::BothUpToFiveTimes => Some("neither may be over five times the other"),
            Precondition::EitherOr => Some("ante or pair plus: nobody makes both at a position"),
        };
        if let Some(message) = refused {
            let help = format!("this house plays with the precondition {}", self.house.precondition);
            self.refuse(at.clone(), message, help, &cite);
        }
        if !house.stakes_equal(stakes) {
            let cite = law.equal_stakes.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default();
            self.refuse(at, "ante and pair plus differ", "this house wants equal stakes", &cite);
        }
    }
}
