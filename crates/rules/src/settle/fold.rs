//! What a fold, or a hand given up unseen, does to each wager of its position.

use super::{Decision, Seat};
use crate::clause::Citation;
use crate::house::House;
use crate::rule::Rule;
use crate::rulebook::vocabulary::Fate;
use crate::wager::Wager;

/// What becomes of a wager of a hand that was given up, and the law behind it.
pub(super) fn fate<'h>(house: &'h House, seat: &Seat, wager: Wager) -> (Fate, Option<&'h Citation>) {
    let law = &house.book.fold;
    let unseen = house.book.unseen.as_ref().filter(|_| seat.decision == Some(Decision::ForfeitUnseen));
    let terms = match (seat.decision, &house.unseen) {
        (Some(Decision::ForfeitUnseen), Some(terms)) => terms,
        _ => &house.fold,
    };
    let cite = |fold: &'h Option<Rule<Fate>>, unseen: Option<&'h Option<Rule<Fate>>>| {
        unseen.unwrap_or(fold).as_ref().map(|rule| &rule.cite)
    };
    match wager {
        Wager::Ante | Wager::TipAnte | Wager::TipPlay | Wager::MatchPlay => {
            (Fate::Lost, Some(unseen.map_or(&law.ante.cite, |unseen| &unseen.allowed.cite)))
        }
        Wager::PairPlus | Wager::TipPairPlus => {
            (terms.pair_plus, Some(unseen.map_or(&law.pair_plus.cite, |unseen| &unseen.pair_plus.cite)))
        }
        Wager::SixCardBonus => (terms.six_card_bonus, cite(&law.six_card_bonus, unseen.map(|u| &u.six_card_bonus))),
        Wager::Progressive => (terms.progressive, cite(&law.progressive, unseen.map(|u| &u.progressive))),
        Wager::FiveCardProgressive => {
            (terms.five_card_progressive, cite(&law.five_card_progressive, unseen.map(|u| &u.five_card_progressive)))
        }
        Wager::CoverAll => (terms.cover_all, cite(&law.cover_all, unseen.map(|u| &u.cover_all))),
        Wager::Envy | Wager::FiveCardEnvy => (terms.envy, cite(&law.envy, unseen.map(|u| &u.envy))),
        Wager::Play | Wager::AnteBonus | Wager::TipAnteBonus => (Fate::Lost, None),
    }
}

/// Whether a wager at a seat is still alive, and the law that kept it alive through a fold.
pub(super) fn alive<'h>(house: &'h House, seat: &Seat, wager: Wager) -> Option<Option<&'h Citation>> {
    if seat.stakes.on(wager).is_zero() {
        return None;
    }
    if !seat.gave_up() {
        return Some(None);
    }
    match fate(house, seat, wager) {
        (Fate::Kept, cite) => Some(cite),
        (Fate::Lost, _) => None,
    }
}
