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
        let fold = &house.book.fold;
        if seat.decision != Some(Decision::ForfeitUnseen) {
            return Law { terms: &house.fold, fold, unseen: None };
        }
        Law { terms: house.unseen.as_ref().unwrap_or(&house.fold), fold, unseen: house.book.unseen.as_ref() }
    }

    /// What becomes of a wager, and the rule behind it.
    #[inline(always)]
    pub(super) fn fate(&self, wager: Wager) -> (Fate, Option<&'h Citation>) {
        let cite = |fold: &'h Option<Rule<Fate>>, unseen: Option<&'h Option<Rule<Fate>>>| {
            unseen.unwrap_or(fold).as_ref().map(|rule| &rule.cite)
        };
        let (terms, law, unseen) = (self.terms, self.fold, self.unseen);
        match wager {
            Wager::Ante | Wager::TipAnte | Wager::TipPlay | Wager::MatchPlay => {
                (Fate::Lost, Some(unseen.map_or(&law.ante.cite, |unseen| &unseen.allowed.cite)))
            }
            Wager::PairPlus | Wager::TipPairPlus => {
                (terms.pair_plus, Some(unseen.map_or(&law.pair_plus.cite, |unseen| &unseen.pair_plus.cite)))
            }
            Wager::SixCardBonus => (terms.six_card_bonus, cite(&law.six_card_bonus, unseen.map(|u| &u.six_card_bonus))),
            Wager::Progressive => (terms.progressive, cite(&law.progressive, unseen.map(|u| &u.progressive))),
            Wager::FiveCardProgressive => (
                terms.five_card_progressive,
                cite(&law.five_card_progressive, unseen.map(|u| &u.five_card_progressive)),
            ),
            Wager::CoverAll => (terms.cover_all, cite(&law.cover_all, unseen.map(|u| &u.cover_all))),
            Wager::Envy | Wager::FiveCardEnvy => (terms.envy, cite(&law.envy, unseen.map(|u| &u.envy))),
            Wager::Play | Wager::AnteBonus | Wager::TipAnteBonus => (Fate::Lost, None),
        }
    }
}
