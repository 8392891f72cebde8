//! Which hands a seat plays, laid out for look-up.

use std::sync::Arc;

use cards::{Card, Suit, Three};
use rules::House;
use rules::settle::{Meters, Stakes};

use crate::base::BaseGame;
use crate::deals::{Deals, SuitClass};
use crate::fraction::Fraction;
use crate::strategy::Strategy;
use crate::terms::BaseTerms;

use super::forfeits::Forfeits;

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
    /// The decisions of a strategy, by what a fold costs in the base game alone.
    #[must_use]
    pub fn of(house: &House, strategy: &Strategy) -> Decisions {
        Decisions::beside(house, &Stakes::default(), &Meters::default(), strategy)
    }

    /// The decisions of a strategy at a position with these stakes, the meters standing so: the optimum counts all that a
    /// fold gives up there. A right to envy and a Cover All hang on the hands of others, and are not counted.
    #[must_use]
    pub fn beside(house: &House, stakes: &Stakes, meters: &Meters, strategy: &Strategy) -> Decisions {
        let terms = BaseTerms::of(house);
        let deals = Deals::new(terms.floor);
        let forfeits = Forfeits::new(house, stakes, meters);
        let game = if *strategy == Strategy::Optimal && !stakes.ante.is_zero() && !forfeits.is_empty() {
            let antes = Fraction::new(terms.parts(), stakes.ante.0);
            let cost = |class: &SuitClass| forfeits.cents(&terms, class) * antes.clone();
            BaseGame::with_others(&deals, &terms, strategy, Some(&cost))
        } else {
            BaseGame::new(&deals, &terms, strategy)
        };
        Decisions::of_classes(&deals.classes, &game.plays)
    }

    /// The decisions of a priced game: for each suit class, in its order, whether it is played.
    #[must_use]
    pub fn of_classes(classes: &[SuitClass], plays: &[bool]) -> Decisions {
        let mut decisions = Decisions { bits: [0; WORDS] };
        for (class, _) in classes.iter().zip(plays).filter(|(_, plays)| **plays) {
            for suits in renamings() {
                let [a, b, c] = class.hand.cards().map(|card| Card::new(card.rank(), suits[card.suit() as usize]));
                if let Ok(hand) = Three::new(a, b, c) {
                    decisions.set(hand);
                }
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

    /// A short text that tells decisions apart.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        // FNV-1a: two sets of decisions that anybody would play do not meet in it, and nobody gains by making two meet.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.bits.iter().flat_map(|word| word.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{}-{hash:016x}", self.played())
    }

    /// The same, to be shared among seats.
    #[must_use]
    pub fn shared(self) -> Arc<Decisions> {
        Arc::new(self)
    }
}

/// The 24 ways to rename the suits.
fn renamings() -> impl Iterator<Item = [Suit; 4]> {
    let all = Suit::ALL;
    (0..256_usize).filter_map(move |code| {
        let pick = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        let distinct = (0..4).all(|suit| pick.contains(&suit));
        distinct.then(|| pick.map(|place| all[place]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Rank, Strength};
    use rules::{Books, Cents};

    #[test]
    fn every_hand_of_a_class_is_decided_alike() {
        assert_eq!(renamings().count(), 24);
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
