//! A position during the settlement: its seat, the name of its hand, and the wagers that are still alive.

use std::ops::Deref;

use cards::{FiveCategory, FiveStrength, Pile, Strength, Three, ThreeCategory, Wheel};
use enumset::{EnumSet, enum_set};

use super::{Seat, Stakes};
use crate::hand::HandName;
use crate::house::FoldTerms;
use crate::rulebook::vocabulary::Fate;
use crate::wager::Wager;

/// The wagers of a position, or of a table.
pub(super) type Wagers = EnumSet<Wager>;

/// The wagers that a fold can take, in the order in which a dealer clears a position.
pub(super) const FORFEITABLE: [Wager; 12] = [
    Wager::Ante,
    Wager::MatchPlay,
    Wager::TipAnte,
    Wager::TipPlay,
    Wager::PairPlus,
    Wager::TipPairPlus,
    Wager::HandBonus,
    Wager::SixCardBonus,
    Wager::Prime,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

/// The wagers that only a hand that stayed in can win.
pub(super) const PLAYED: Wagers = enum_set!(
    Wager::Ante
        | Wager::Play
        | Wager::AnteBonus
        | Wager::BadBeat
        | Wager::TipAnte
        | Wager::TipPlay
        | Wager::TipAnteBonus
        | Wager::MatchPlay
);

/// Tips and coupons.
pub(super) const EXTRAS: Wagers =
    enum_set!(Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay);

const ENVY: Wagers = enum_set!(Wager::Envy | Wager::FiveCardEnvy);

/// The wagers that a settlement step concerns: its own, and those that ride on it.
pub(super) fn with_riders(step: Wager) -> Wagers {
    match step {
        Wager::Ante => enum_set!(Wager::Ante | Wager::MatchPlay | Wager::TipAnte),
        Wager::Play => enum_set!(Wager::Play | Wager::TipPlay),
        Wager::AnteBonus => enum_set!(Wager::AnteBonus | Wager::TipAnteBonus),
        Wager::PairPlus => enum_set!(Wager::PairPlus | Wager::TipPairPlus),
        step => Wagers::only(step),
    }
}

/// The wagers that a given-up hand loses.
pub(super) fn lost_by(terms: &FoldTerms) -> Wagers {
    FORFEITABLE.into_iter().filter(|wager| terms.fate(*wager) == Fate::Lost).collect()
}

/// The wagers made, with the bonuses and the play wager that follow from them.
pub(super) fn made_of(stakes: &Stakes) -> Wagers {
    let mut made: Wagers = FORFEITABLE.into_iter().filter(|wager| !stakes.on(*wager).is_zero()).collect();
    for (staked, follows) in [
        (Wager::Ante, enum_set!(Wager::Play | Wager::AnteBonus | Wager::BadBeat)),
        (Wager::Progressive, Wagers::only(Wager::Envy)),
        (Wager::FiveCardProgressive, Wagers::only(Wager::FiveCardEnvy)),
        (Wager::TipAnte, Wagers::only(Wager::TipAnteBonus)),
    ] {
        if made.contains(staked) {
            made |= follows;
        }
    }
    made
}

/// A seat during the settlement.
#[derive(Clone)]
pub(super) struct Place<'r> {
    seat: &'r Seat,
    /// The wagers still alive: those made, less those a fold took.
    pub(super) live: Wagers,
    /// The wagers that a fold took.
    pub(super) lost: Wagers,
    /// Whether the hand was given up.
    gave_up: bool,
    /// The strength of the three cards, and the name of their hand.
    pub(super) strength: Strength,
    pub(super) hand: HandName,
    /// The class with the community cards, and the class with the dealer's cards, where they matter.
    pub(super) five: Option<FiveCategory>,
    pub(super) six: FiveCategory,
    /// What remains to be settled: the position's live wagers, and the envy that its hand gives.
    pub(super) due: Wagers,
}

impl Deref for Place<'_> {
    type Target = Seat;

    fn deref(&self) -> &Seat {
        self.seat
    }
}

impl<'r> Place<'r> {
    /// A seat with its wagers; a given-up hand loses those in `lost`.
    pub(super) fn new(seat: &'r Seat, made: Wagers, lost: Wagers) -> Place<'r> {
        let gave_up = seat.gave_up();
        let lost = made & lost;
        let strength = seat.cards.strength();
        Place {
            seat,
            live: if gave_up { made - lost - PLAYED } else { made },
            lost,
            gave_up,
            strength,
            hand: name_of(seat.cards, strength),
            five: None,
            six: FiveCategory::HighCard,
            due: Wagers::empty(),
        }
    }

    /// What is to be settled for the position: its live wagers, with the envy that its hand gives to others in place of
    /// its own envy bonuses.
    pub(super) fn due_with(&self, gives_three_card: bool, gives_five_card: bool) -> Wagers {
        let mut due = self.live - ENVY;
        if gives_three_card {
            due |= Wager::Envy;
        }
        if gives_five_card {
            due |= Wager::FiveCardEnvy;
        }
        due
    }

    /// Whether the hand was given up.
    pub(super) fn gave_up(&self) -> bool {
        self.gave_up
    }
}

/// The name of a hand. Its strength alone decides, except for the mini royals, where the suit counts. Looking it up
/// instead of calling [`HandName::of_three`] saves 7 % in simulated rounds of seven positions with all wagers.
fn name_of(hand: Three, strength: Strength) -> HandName {
    const NAMES: [HandName; Strength::COUNT as usize - 1] = {
        let mut names = [HandName::HighCard; Strength::COUNT as usize - 1];
        let mut i = 0;
        while i < names.len() {
            if let Some(strength) = Strength::new(i as u16) {
                names[i] = match strength.category() {
                    ThreeCategory::HighCard => HandName::HighCard,
                    ThreeCategory::Pair => HandName::Pair,
                    ThreeCategory::Flush => HandName::Flush,
                    ThreeCategory::Straight => HandName::Straight,
                    ThreeCategory::ThreeOfAKind => HandName::ThreeOfAKind,
                    ThreeCategory::StraightFlush => HandName::StraightFlush,
                };
            }
            i += 1;
        }
        names
    };
    match NAMES.get(usize::from(strength.index())) {
        Some(name) => *name,
        None => HandName::of_three(hand),
    }
}

/// The class of the best five of these cards.
pub(super) fn category(cards: Pile, wheel: Wheel) -> Option<FiveCategory> {
    cards.best_with(wheel).map(FiveStrength::category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_the_name_a_dealer_would_call() {
        assert!(Three::all().all(|hand| name_of(hand, hand.strength()) == HandName::of_three(hand)));
    }
}
