//! What may be wagered at a position: the amounts, what a wager needs beside it, and what ties pair plus to the ante.
//! Both round files and running tables admit wagers by these rules.

use super::{FoldTerms, House};
use crate::money::{CENTS_MAX, Cents};
use crate::rulebook::vocabulary::{Fate, Needs, Precondition};
use crate::settle::{Decision, Stakes};
use crate::wager::Wager;

/// The amounts of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmountChoices {
    /// The smallest amount.
    pub min: Cents,
    /// The largest amount.
    pub max: Cents,
    /// AmountChoices go from the smallest in steps of this.
    pub step: Cents,
}

impl House {
    /// The amounts of a wager; `None` if the house states none. A progressive has one stake.
    #[must_use]
    pub fn amounts(&self, wager: Wager) -> Option<AmountChoices> {
        if let Some(terms) = self.progressive_terms(wager) {
            return Some(AmountChoices { min: terms.stake, max: terms.stake, step: Cents(1) });
        }
        let limit = self.limits.get(&wager)?;
        Some(AmountChoices { min: limit.min, max: limit.max, step: limit.step })
    }

    /// Every wager of chips that a position can hold together, each at the least that the house takes.
    ///
    /// Where ante and pair plus are tied, both are the higher of the two; where one excludes the other, it is the ante.
    #[must_use]
    pub fn least_stakes(&self) -> Stakes {
        let mut stakes = Stakes::default();
        for wager in Wager::STAKED.into_iter().filter(|wager| self.offers(*wager)) {
            if let (Some(stake), Some(amounts)) = (stakes.on_mut(wager), self.amounts(wager)) {
                *stake = amounts.min;
            }
        }
        if self.precondition == Precondition::EitherOr {
            stakes.pair_plus = Cents::ZERO;
        } else if !self.amounts_agree(&stakes) || !self.stakes_equal(&stakes) {
            let both = stakes.ante.max(stakes.pair_plus);
            (stakes.ante, stakes.pair_plus) = (both, both);
        }
        stakes
    }

    /// Whether a wager, if made, is beside the wagers it needs.
    #[must_use]
    pub fn is_supported(&self, stakes: &Stakes, wager: Wager) -> bool {
        let (ante, pair_plus) = (!stakes.ante.is_zero(), !stakes.pair_plus.is_zero());
        let supported = match wager {
            Wager::TipAnte | Wager::TipPlay | Wager::MatchPlay => ante,
            Wager::TipPairPlus => pair_plus,
            wager => match self.needs(wager) {
                Needs::AnyBase => ante || pair_plus,
                Needs::Ante => ante,
                Needs::Nothing => true,
            },
        };
        supported || stakes.on(wager).is_zero()
    }

    /// What a side wager needs beside it; other wagers need nothing.
    #[must_use]
    pub fn needs(&self, wager: Wager) -> Needs {
        let book = &self.book;
        let needs = match wager {
            Wager::SixCardBonus => self.six_card.as_ref().map(|terms| terms.needs),
            Wager::HandBonus => self.hand_bonus.as_ref().map(|terms| terms.needs),
            Wager::Prime => self.prime.as_ref().map(|terms| terms.needs),
            Wager::CoverAll => book.cover_all.as_ref().and_then(|law| law.needs.default),
            Wager::Progressive | Wager::FiveCardProgressive => {
                book.progressive_rules(wager).and_then(|law| law.needs.default)
            }
            _ => return Needs::Nothing,
        };
        needs.unwrap_or(Needs::AnyBase)
    }

    /// Whether a position with only this wager takes part in the round.
    #[must_use]
    pub fn stands_alone(&self, wager: Wager) -> bool {
        match wager {
            Wager::Ante | Wager::PairPlus => true,
            Wager::HandBonus
            | Wager::SixCardBonus
            | Wager::Prime
            | Wager::CoverAll
            | Wager::Progressive
            | Wager::FiveCardProgressive => self.needs(wager) == Needs::Nothing,
            _ => false,
        }
    }

    /// The least and the most that one base wager may be, given the other.
    #[must_use]
    pub fn tied(&self, stakes: &Stakes, wager: Wager) -> (Cents, Cents) {
        let (other, is_ante) = match wager {
            Wager::Ante => (stakes.pair_plus.0, true),
            Wager::PairPlus => (stakes.ante.0, false),
            _ => return (Cents::ZERO, Cents(CENTS_MAX)),
        };
        if self.precondition == Precondition::EitherOr && other > 0 {
            return (Cents::ZERO, Cents::ZERO);
        }
        if self.equal_stakes && other > 0 {
            return (Cents(other), Cents(other));
        }
        let (least, most) = match self.precondition {
            Precondition::AnteAtLeastPairPlus if is_ante => (other, CENTS_MAX),
            Precondition::AnteAtLeastPairPlus => (0, other),
            Precondition::AnteAtLeastHalf if is_ante => ((other + 1) / 2, CENTS_MAX),
            Precondition::AnteAtLeastHalf => (0, other * 2),
            Precondition::BothUpToFiveTimes if other > 0 => ((other + 4) / 5, other * 5),
            Precondition::None | Precondition::BothUpToFiveTimes | Precondition::EitherOr => (0, CENTS_MAX),
        };
        (Cents(least), Cents(most))
    }

    /// Whether the amounts of the base wagers agree, if pair plus is made.
    #[must_use]
    pub fn amounts_agree(&self, stakes: &Stakes) -> bool {
        let (least, most) = self.tied(stakes, Wager::PairPlus);
        stakes.pair_plus.is_zero() || (least..=most).contains(&stakes.pair_plus)
    }

    /// Whether every wager that the precondition makes compulsory is made.
    #[must_use]
    pub fn is_complete(&self, stakes: &Stakes) -> bool {
        let both = !stakes.ante.is_zero() && !stakes.pair_plus.is_zero();
        both || self.precondition != Precondition::BothUpToFiveTimes
    }

    /// Whether ante and pair plus are equal, where they must be and both are made.
    #[must_use]
    pub fn stakes_equal(&self, stakes: &Stakes) -> bool {
        let both = !stakes.ante.is_zero() && !stakes.pair_plus.is_zero();
        !self.equal_stakes || !both || stakes.ante == stakes.pair_plus
    }

    /// Whether a hand can be forfeited entirely: because its player asks for it, or looked too early.
    #[must_use]
    pub fn knows_forfeits(&self) -> bool {
        self.forfeit.is_some() || self.early_forfeit.is_some()
    }

    /// What becomes of the wagers of a hand given up in this way.
    #[must_use]
    pub fn fold_terms(&self, decision: Option<Decision>) -> &FoldTerms {
        let terms = self.forfeit.as_ref().or(self.early_forfeit.as_ref());
        terms.filter(|_| decision == Some(Decision::Forfeit)).unwrap_or(&self.fold)
    }
}

impl FoldTerms {
    /// Whether a folded hand is turned up all the same, for a wager on it that is kept, of those that were made.
    #[must_use]
    pub fn reads_folded(&self, made: impl Fn(Wager) -> bool) -> bool {
        Wager::ALL.iter().any(|wager| wager.reads_own_hand() && made(*wager) && self.fate(*wager) == Fate::Kept)
    }

    /// What becomes of a wager.
    #[inline]
    #[must_use]
    pub fn fate(&self, wager: Wager) -> Fate {
        match wager {
            Wager::PairPlus | Wager::TipPairPlus => self.pair_plus,
            Wager::SixCardBonus => self.six_card_bonus,
            Wager::HandBonus => self.hand_bonus,
            Wager::Prime => self.prime,
            Wager::Progressive => self.progressive,
            Wager::FiveCardProgressive => self.five_card_progressive,
            Wager::CoverAll => self.cover_all,
            Wager::Envy | Wager::FiveCardEnvy => self.envy,
            Wager::Ante
            | Wager::Play
            | Wager::AnteBonus
            | Wager::BadBeat
            | Wager::TipAnte
            | Wager::TipPlay
            | Wager::TipAnteBonus
            | Wager::MatchPlay => Fate::Lost,
        }
    }
}
