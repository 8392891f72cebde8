//! What a fold, or a hand forfeited entirely, does to each wager of its position.

use super::{Decision, Seat};
use crate::clause::Citation;
use crate::house::{FoldTerms, House};
use crate::rule::Rule;
use crate::rulebook::vocabulary::Fate;
use crate::rulebook::{FoldRules, ForfeitRules};
use crate::wager::Wager;

/// The law that applies to a given-up hand.
pub(super) struct FoldLaw<'h> {
    terms: &'h FoldTerms,
    fold: &'h FoldRules,
    forfeit: Option<&'h ForfeitRules>,
}

impl<'h> FoldLaw<'h> {
    /// The law for a seat's decision.
    pub(super) fn of(house: &'h House, seat: &Seat) -> FoldLaw<'h> {
        let forfeit = if seat.decision == Some(Decision::Forfeit) { house.book.forfeit.as_ref() } else { None };
        FoldLaw { terms: house.fold_terms(seat.decision), fold: &house.book.fold, forfeit }
    }

    /// What becomes of a wager, and the citation for it.
    pub(super) fn fate(&self, wager: Wager) -> (Fate, Option<&'h Citation>) {
        (self.terms.fate(wager), self.cite(wager))
    }

    /// The citation for what becomes of a wager. Where the book says nothing of it, the wager is lost with the ante, by its
    /// law.
    pub(super) fn cite(&self, wager: Wager) -> Option<&'h Citation> {
        let (law, forfeit) = (self.fold, self.forfeit);
        let whole = forfeit.map_or(&law.ante.cite, |forfeit| &forfeit.allowed.cite);
        let cite = |fold: &'h Option<Rule<Fate>>, forfeit: Option<&'h Option<Rule<Fate>>>| {
            Some(forfeit.unwrap_or(fold).as_ref().map_or(whole, |rule| &rule.cite))
        };
        match wager {
            Wager::Ante | Wager::TipAnte | Wager::TipPlay | Wager::MatchPlay => Some(whole),
            Wager::PairPlus | Wager::TipPairPlus => {
                Some(forfeit.map_or(&law.pair_plus.cite, |forfeit| &forfeit.pair_plus.cite))
            }
            Wager::HandBonus => cite(&law.hand_bonus, forfeit.map(|u| &u.hand_bonus)),
            Wager::SixCardBonus => cite(&law.six_card_bonus, forfeit.map(|u| &u.six_card_bonus)),
            Wager::Prime => cite(&law.prime, forfeit.map(|u| &u.prime)),
            Wager::Progressive => cite(&law.progressive, forfeit.map(|u| &u.progressive)),
            Wager::FiveCardProgressive => cite(&law.five_card_progressive, forfeit.map(|u| &u.five_card_progressive)),
            Wager::CoverAll => cite(&law.cover_all, forfeit.map(|u| &u.cover_all)),
            Wager::Envy | Wager::FiveCardEnvy => cite(&law.envy, forfeit.map(|u| &u.envy)),
            Wager::Play | Wager::AnteBonus | Wager::BadBeat | Wager::TipAnteBonus => None,
        }
    }
}
