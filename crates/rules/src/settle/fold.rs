//! What a fold, or a hand given up unseen, does to each wager of its position.

use super::{Decision, Seat};
use crate::clause::Citation;
use crate::house::{FoldTerms, House};
use crate::rule::Rule;
use crate::rulebook::vocabulary::Fate;
use crate::rulebook::{FoldRules, UnseenRules};
use crate::wager::Wager;

/// The law that a hand which was given up falls under.
pub(super) struct Law<'h> {
    terms: &'h FoldTerms,
    fold: &'h FoldRules,
    unseen: Option<&'h UnseenRules>,
}

impl<'h> Law<'h> {
    /// The law of a seat's decision.
    #[inline(always)]
    pub(super) fn of(house: &'h House, seat: &Seat) -> Law<'h> {
        let unseen = if seat.decision == Some(Decision::ForfeitUnseen) { house.book.unseen.as_ref() } else { None };
        Law { terms: house.fold_terms(seat.decision), fold: &house.book.fold, unseen }
    }

    /// What becomes of a wager, and the rule behind it.
    #[inline(always)]
    pub(super) fn fate(&self, wager: Wager) -> (Fate, Option<&'h Citation>) {
        (self.terms.fate(wager), self.cite(wager))
    }

    /// The rule behind what becomes of a wager.
    #[inline(always)]
    pub(super) fn cite(&self, wager: Wager) -> Option<&'h Citation> {
        let cite = |fold: &'h Option<Rule<Fate>>, unseen: Option<&'h Option<Rule<Fate>>>| {
            unseen.unwrap_or(fold).as_ref().map(|rule| &rule.cite)
        };
        let (law, unseen) = (self.fold, self.unseen);
        match wager {
            Wager::Ante | Wager::TipAnte | Wager::TipPlay | Wager::MatchPlay => {
                Some(unseen.map_or(&law.ante.cite, |unseen| &unseen.allowed.cite))
            }
            Wager::PairPlus | Wager::TipPairPlus => {
                Some(unseen.map_or(&law.pair_plus.cite, |unseen| &unseen.pair_plus.cite))
            }
            Wager::SixCardBonus => cite(&law.six_card_bonus, unseen.map(|u| &u.six_card_bonus)),
            Wager::Progressive => cite(&law.progressive, unseen.map(|u| &u.progressive)),
            Wager::FiveCardProgressive => cite(&law.five_card_progressive, unseen.map(|u| &u.five_card_progressive)),
            Wager::CoverAll => cite(&law.cover_all, unseen.map(|u| &u.cover_all)),
            Wager::Envy | Wager::FiveCardEnvy => cite(&law.envy, unseen.map(|u| &u.envy)),
            Wager::Play | Wager::AnteBonus | Wager::TipAnteBonus => None,
        }
    }
}
