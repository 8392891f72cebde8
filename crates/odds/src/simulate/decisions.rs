//! Which hands a seat plays, arranged for look-up.

use std::sync::Arc;

use cards::Three;
use rules::House;
use rules::rulebook::vocabulary::Fate;
use rules::settle::{Meters, Stakes};
use rules::wager::Wager;

use crate::base::BaseGame;
use crate::deals::Deals;
use crate::position::colours::stands_for;
use crate::position::renamings::{Renaming, renamed, renamings};
use crate::position::{ClassPlay, PARTS, Position, PositionTerms};
use crate::strategy::Strategy;
use crate::terms::BaseTerms;

const WORDS: usize = (Three::COUNT as usize).div_ceil(64);

/// Play or fold, for each of the 22,100 hands: one bit each.
#[derive(Clone, PartialEq, Eq)]
pub struct Decisions {
    bits: [u64; WORDS],
}

impl std::fmt::Debug for Decisions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Decisions({})", self.fingerprint())
    }
}

impl Decisions {
    /// The decisions of a strategy, if only the base game counts.
    #[must_use]
    pub fn of(house: &House, strategy: &Strategy) -> Decisions {
        Decisions::beside(house, &Stakes::default(), &Meters::default(), strategy)
    }

    /// The decisions of a strategy at a position with these stakes and meters: the optimum counts everything that a
    /// fold gives up there. The right to envy and Cover All depend on others' hands, and are not counted.
    #[must_use]
    pub fn beside(house: &House, stakes: &Stakes, meters: &Meters, strategy: &Strategy) -> Decisions {
        let given_up = given_up(house, stakes);
        if *strategy == Strategy::Optimal && given_up != (Stakes { ante: stakes.ante, ..Stakes::default() }) {
            let terms = PositionTerms::of(house, &given_up, meters).with_coupon(given_up.match_play);
            return Decisions::of_choices(&Position::new(&terms, strategy).choices);
        }
        let terms = BaseTerms::of(house);
        let deals = Deals::new(terms.floor);
        let game = BaseGame::new(&deals, &terms, strategy);
        let classes = deals.classes.iter().zip(&game.plays).map(|(class, plays)| (class.hand, class.ways, *plays));
        Decisions::of_classes(classes)
    }

    /// The decisions of a position.
    #[must_use]
    pub fn of_choices(choices: &[ClassPlay]) -> Decisions {
        Decisions::of_classes(choices.iter().map(|choice| (choice.hand, choice.ways, choice.plays)))
    }

    /// The decisions for classes of hands that differ only in their suits: one hand of each, how many are in it, and
    /// whether it is played.
    fn of_classes(classes: impl Iterator<Item = (Three, u32, bool)>) -> Decisions {
        let mut decisions = Decisions { bits: [0; WORDS] };
        let renamings: Vec<Renaming> = renamings().collect();
        for (hand, ways, _) in classes.filter(|(.., plays)| *plays) {
            let alike = renamings.iter().filter_map(|renaming| renamed(hand, renaming));
            for other in alike.filter(|other| stands_for(hand, ways, *other)) {
                decisions.set(other);
            }
        }
        decisions
    }

    fn set(&mut self, hand: Three) {
        let index = usize::from(hand.index());
        self.bits[index / 64] |= 1 << (index % 64);
    }

    /// Whether a hand is played.
    #[inline]
    #[must_use]
    pub fn plays(&self, hand: Three) -> bool {
        let index = usize::from(hand.index());
        self.bits[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many of the 22,100 hands are played.
    #[must_use]
    pub fn played(&self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }

    /// A short text that identifies these decisions.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        // FNV-1a: realistic sets of decisions do not collide, and nobody gains by making two collide.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.bits.iter().flat_map(|word| word.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{}-{hash:016x}", self.played())
    }

    /// The same, to be shared by several seats.
    #[must_use]
    pub fn shared(self) -> Arc<Decisions> {
        Arc::new(self)
    }
}

/// The ante, and what else a fold gives up.
fn given_up(house: &House, stakes: &Stakes) -> Stakes {
    let mut given_up = Stakes::default();
    if stakes.ante.is_zero() {
        return given_up;
    }
    for wager in PARTS.into_iter().chain([Wager::MatchPlay]).filter(|wager| house.fold.fate(*wager) == Fate::Lost) {
        if let Some(stake) = given_up.on_mut(wager).filter(|_| house.offers(wager) || wager == Wager::MatchPlay) {
            *stake = stakes.on(wager);
        }
    }
    given_up
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Rank, Strength};
    use rules::{Books, Cents};

    #[test]
    fn every_hand_of_a_class_is_decided_alike() {
        let text = include_str!("../../../../houses/md14.toml");
        let house = rules::house::check(text, &Books::shipped()).house.unwrap();
        assert_eq!(Decisions::of(&house, &Strategy::Always).played(), 22_100);
        let floor = Strength::floor(&[Rank::Queen, Rank::Six, Rank::Four]).unwrap();
        let from_q64 = Decisions::of(&house, &Strategy::Q64);
        assert!(Three::all().all(|hand| from_q64.plays(hand) == (hand.strength() >= floor)));
        assert_eq!(Decisions::of(&house, &Strategy::Optimal), from_q64);
        assert_eq!(Decisions::of(&house, &Strategy::Optimal).fingerprint(), from_q64.fingerprint());
        assert_ne!(Decisions::of(&house, &Strategy::Mimic).fingerprint(), from_q64.fingerprint());
    }

    #[test]
    fn what_a_fold_gives_up_makes_more_hands_worth_playing() {
        let text = include_str!("../../../../houses/md14.toml");
        let house = rules::house::check(text, &Books::shipped()).house.unwrap();
        let meters = Meters::seeded(&house);
        let played = |ante: i64, strategy: &Strategy| {
            let stakes = Stakes { ante: Cents(ante), five_card_progressive: Cents(100), ..Stakes::default() };
            Decisions::beside(&house, &stakes, &meters, strategy)
        };
        let alone = Decisions::of(&house, &Strategy::Optimal);
        let beside = played(100, &Strategy::Optimal);
        assert!(beside.played() > alone.played());
        assert!(Three::all().all(|hand| beside.plays(hand) || !alone.plays(hand)));
        assert_eq!(played(100_000, &Strategy::Optimal), alone);
        assert_eq!(played(100, &Strategy::Q64), alone);
    }
}
