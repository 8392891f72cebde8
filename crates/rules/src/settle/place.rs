//! A position under settlement: its seat, what its hand is called, and which of its wagers are still alive.

use std::ops::Deref;

use cards::{FiveCategory, FiveStrength, Pile, Strength, Three, ThreeCategory, Wheel};

use super::{Seat, Stakes};
use crate::hand::HandName;
use crate::house::FoldTerms;
use crate::money::Cents;
use crate::rulebook::vocabulary::Fate;
use crate::wager::Wager;

/// A set of wagers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Made(u16);

impl Made {
    /// The wagers that a fold can take, in the order of their bits.
    const FORFEITABLE: [Wager; 10] = [
        Wager::Ante,
        Wager::MatchPlay,
        Wager::TipAnte,
        Wager::TipPlay,
        Wager::PairPlus,
        Wager::TipPairPlus,
        Wager::SixCardBonus,
        Wager::Progressive,
        Wager::FiveCardProgressive,
        Wager::CoverAll,
    ];

    /// Those that only a hand that stayed in can win.
    const PLAYED: Made = Made::all(&[
        Wager::Ante,
        Wager::Play,
        Wager::AnteBonus,
        Wager::TipAnte,
        Wager::TipPlay,
        Wager::TipAnteBonus,
        Wager::MatchPlay,
    ]);

    /// Tips and coupons.
    const EXTRAS: Made =
        Made::all(&[Wager::TipAnte, Wager::TipPlay, Wager::TipAnteBonus, Wager::TipPairPlus, Wager::MatchPlay]);

    const ENVY: Made = Made::all(&[Wager::Envy, Wager::FiveCardEnvy]);

    /// What the showdown decides.
    pub(super) const ANTE_AND_PLAY: Made = Made::all(&[Wager::Ante, Wager::Play]);

    /// No wager.
    pub(super) const NONE: Made = Made(0);

    /// The forfeitable wagers have the lowest bits, in their order.
    const fn bit(wager: Wager) -> u16 {
        match wager {
            Wager::Ante => 1,
            Wager::MatchPlay => 1 << 1,
            Wager::TipAnte => 1 << 2,
            Wager::TipPlay => 1 << 3,
            Wager::PairPlus => 1 << 4,
            Wager::TipPairPlus => 1 << 5,
            Wager::SixCardBonus => 1 << 6,
            Wager::Progressive => 1 << 7,
            Wager::FiveCardProgressive => 1 << 8,
            Wager::CoverAll => 1 << 9,
            Wager::Play => 1 << 10,
            Wager::AnteBonus => 1 << 11,
            Wager::TipAnteBonus => 1 << 12,
            Wager::Envy => 1 << 13,
            Wager::FiveCardEnvy => 1 << 14,
        }
    }

    const fn all(wagers: &[Wager]) -> Made {
        let mut bits = 0;
        let mut i = 0;
        while i < wagers.len() {
            bits |= Made::bit(wagers[i]);
            i += 1;
        }
        Made(bits)
    }

    /// Whether a wager is in the set.
    #[inline(always)]
    pub(super) const fn holds(self, wager: Wager) -> bool {
        self.0 & Made::bit(wager) != 0
    }

    /// Whether there are tips or coupons in it.
    #[inline(always)]
    pub(super) const fn has_extras(self) -> bool {
        self.0 & Made::EXTRAS.0 != 0
    }

    /// Whether the sets have a wager in common.
    #[inline(always)]
    pub(super) const fn meets(self, other: Made) -> bool {
        self.0 & other.0 != 0
    }

    /// What a step of the settlement has to do with: its own wager, and those that ride on it.
    #[inline(always)]
    pub(super) fn of_step(step: Wager) -> Made {
        const STEPS: [Made; 16] = {
            let mut steps = [Made(0); 16];
            let mut i = 0;
            while i < Wager::ALL.len() {
                let step = Wager::ALL[i];
                steps[step as usize] = match step {
                    Wager::Ante => Made::all(&[Wager::Ante, Wager::MatchPlay, Wager::TipAnte]),
                    Wager::Play => Made::all(&[Wager::Play, Wager::TipPlay]),
                    Wager::AnteBonus => Made::all(&[Wager::AnteBonus, Wager::TipAnteBonus]),
                    Wager::PairPlus => Made::all(&[Wager::PairPlus, Wager::TipPairPlus]),
                    step => Made::all(&[step]),
                };
                i += 1;
            }
            steps
        };
        STEPS[step as usize & 15]
    }

    /// The forfeitable wagers of the set, in the order in which a dealer clears a position.
    #[inline(always)]
    pub(super) fn forfeitable(self) -> impl Iterator<Item = Wager> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = Made::FORFEITABLE.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*next)
        })
    }

    /// One wager.
    #[inline(always)]
    pub(super) const fn one(wager: Wager) -> Made {
        Made(Made::bit(wager))
    }

    /// The set with the envy bonuses that the hand gives in place of its own, as they are won by others.
    #[inline(always)]
    pub(super) const fn with_envy(self, gives_three_card: bool, gives_five_card: bool) -> Made {
        let three_card = gives_three_card as u16 * Made::bit(Wager::Envy);
        let five_card = gives_five_card as u16 * Made::bit(Wager::FiveCardEnvy);
        Made(self.0 & !Made::ENVY.0 | three_card | five_card)
    }

    #[inline(always)]
    pub(super) const fn and(self, other: Made) -> Made {
        Made(self.0 | other.0)
    }

    /// The set less another.
    #[inline(always)]
    pub(super) const fn without(self, other: Made) -> Made {
        Made(self.0 & !other.0)
    }

    /// What is in both sets.
    #[inline(always)]
    pub(super) const fn both(self, other: Made) -> Made {
        Made(self.0 & other.0)
    }

    /// What a hand that is given up loses of its wagers.
    #[inline(always)]
    pub(super) fn lost_by(terms: &FoldTerms) -> Made {
        Made::FORFEITABLE.into_iter().fold(Made::NONE, |lost, wager| {
            if terms.fate(wager) == Fate::Lost { lost.and(Made::one(wager)) } else { lost }
        })
    }

    /// The set less what only a hand that stayed in can win.
    #[inline(always)]
    pub(super) const fn unplayed(self) -> Made {
        Made(self.0 & !Made::PLAYED.0)
    }

    /// What was wagered, with what follows from it.
    #[inline(always)]
    pub(super) fn of(stakes: &Stakes) -> Made {
        const ANTE: Made = Made::all(&[Wager::Ante, Wager::Play, Wager::AnteBonus]);
        const PROGRESSIVE: Made = Made::all(&[Wager::Progressive, Wager::Envy]);
        const FIVE_CARD: Made = Made::all(&[Wager::FiveCardProgressive, Wager::FiveCardEnvy]);
        const TIP_ANTE: Made = Made::all(&[Wager::TipAnte, Wager::TipAnteBonus]);
        let made = |stake: Cents, these: Made| if stake.is_zero() { 0 } else { these.0 };
        let one = |stake: Cents, wager: Wager| made(stake, Made::one(wager));
        let mut bits = made(stakes.ante, ANTE)
            | one(stakes.pair_plus, Wager::PairPlus)
            | one(stakes.six_card_bonus, Wager::SixCardBonus)
            | made(stakes.progressive, PROGRESSIVE)
            | made(stakes.five_card_progressive, FIVE_CARD)
            | one(stakes.cover_all, Wager::CoverAll);
        if stakes.tip_ante.0 | stakes.tip_play.0 | stakes.tip_pair_plus.0 | stakes.match_play.0 != 0 {
            bits |= made(stakes.tip_ante, TIP_ANTE)
                | one(stakes.tip_play, Wager::TipPlay)
                | one(stakes.tip_pair_plus, Wager::TipPairPlus)
                | one(stakes.match_play, Wager::MatchPlay);
        }
        Made(bits)
    }
}

/// A seat under settlement.
#[derive(Clone)]
pub(super) struct Place<'r> {
    seat: &'r Seat,
    /// The wagers that are still alive: those made, less what a fold took.
    pub(super) live: Made,
    /// What a fold took.
    pub(super) lost: Made,
    /// Whether the hand was given up.
    gave_up: bool,
    /// The three cards: how strong they are, and their name.
    pub(super) strength: Strength,
    pub(super) hand: HandName,
    /// The class with the community cards, and the one with the dealer's, where they matter.
    pub(super) five: Option<FiveCategory>,
    pub(super) six: FiveCategory,
    /// What is still to be settled for the position: its live wagers, and the envy that its hand gives.
    pub(super) due: Made,
}

impl Deref for Place<'_> {
    type Target = Seat;

    #[inline(always)]
    fn deref(&self) -> &Seat {
        self.seat
    }
}

impl<'r> Place<'r> {
    /// A seat with the wagers made there, of which a hand that is given up loses some.
    #[inline(always)]
    pub(super) fn new(seat: &'r Seat, made: Made, lost: Made) -> Place<'r> {
        let gave_up = seat.gave_up();
        let lost = made.both(lost);
        let strength = seat.cards.strength();
        Place {
            seat,
            live: if gave_up { made.without(lost).unplayed() } else { made },
            lost,
            gave_up,
            strength,
            hand: name_of(seat.cards, strength),
            five: None,
            six: FiveCategory::HighCard,
            due: Made::NONE,
        }
    }

    /// Whether the hand was given up.
    #[inline(always)]
    pub(super) fn gave_up(&self) -> bool {
        self.gave_up
    }
}

/// The name of a hand: by its strength alone, but for the mini royals, whose suit counts.
#[inline(always)]
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

/// The class of the best five of some cards.
#[inline(always)]
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

    #[test]
    fn the_forfeitable_wagers_have_the_lowest_bits_in_their_order() {
        let bits = Made::FORFEITABLE.map(Made::bit);
        assert!(bits.iter().enumerate().all(|(i, bit)| *bit == 1 << i));
        let all = Made::all(Wager::ALL);
        assert_eq!(all.0.count_ones() as usize, Wager::ALL.len());
        assert_eq!(all.forfeitable().collect::<Vec<_>>(), Made::FORFEITABLE);
    }
}
