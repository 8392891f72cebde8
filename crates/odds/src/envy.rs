//! Envy bonuses: what the hands of others are worth to a progressive wager.
//!
//! Every other position holds three random cards, so the expected bonus is the same from each and grows in proportion
//! to their number, although the hands come from one deck. "Others" are the hands that can give envy: of other persons
//! if your own hands give none, with the wager if the holder needs it (READINGS 58 and 59). A folded hand gives
//! nothing, but nobody folds such a hand: an envy hand of the books has a flush or better in three cards.

use cards::counts::{FiveCounts, ThreeCounts, choose, five_card_counts};
use cards::{CardSet, FiveCategory, Suit, Three, ThreeCategory, Wheel};
use rules::hand::HandName;
use rules::house::{ProgressiveTable, ProgressiveTerms};
use rules::money::Cents;
use rules::paytable::EnvyLine;
use rules::settle::POSITIONS;

use crate::fraction::Fraction;
use crate::law::Distribution;

/// The most other hands for which a law is counted: all at the table but one.
pub const OTHERS_MAX: u8 = POSITIONS as u8 - 1;

/// An envy hand, and how often another position holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvyHand {
    /// The envy hand.
    pub hand: HandName,
    /// The deals in which another position holds it …
    pub ways: u128,
    /// … of all deals.
    pub of: u128,
    /// What it pays each wager.
    pub pays: Cents,
}

/// The envy bonuses of a progressive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvyLaw {
    /// The stake of the progressive.
    pub stake: Cents,
    /// The envy hands, the highest first.
    pub hands: Vec<EnvyHand>,
    over: Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Three,
    Five(Wheel),
}

impl EnvyLaw {
    /// The envy of a house's progressive, if it has any.
    #[must_use]
    pub fn of_house(terms: &ProgressiveTerms, wheel: Wheel) -> Option<EnvyLaw> {
        let envy = terms.envy.as_ref()?;
        Some(match terms.table {
            ProgressiveTable::Three(_) => EnvyLaw::three(&envy.lines, terms.stake),
            ProgressiveTable::Five(_) => EnvyLaw::five(&envy.lines, terms.stake, wheel),
        })
    }

    /// Envy over three cards, by the lines for a stake.
    #[must_use]
    pub fn three(lines: &[EnvyLine], stake: Cents) -> EnvyLaw {
        EnvyLaw::new(lines, stake, Over::Three)
    }

    /// Envy over three cards and the two community cards, by the lines for a stake.
    #[must_use]
    pub fn five(lines: &[EnvyLine], stake: Cents, wheel: Wheel) -> EnvyLaw {
        EnvyLaw::new(lines, stake, Over::Five(wheel))
    }

    fn new(lines: &[EnvyLine], stake: Cents, over: Over) -> EnvyLaw {
        let lines = lines.iter().filter(|line| line.stake.is_none_or(|named| named == stake));
        let hands = lines.map(|line| EnvyHand { hand: line.hand, ways: 0, of: 0, pays: line.pays }).collect();
        let mut law = EnvyLaw { stake, hands, over };
        let (ways, of) = match over {
            Over::Three => law.three_ways(&ThreeCounts::of_deck(CardSet::FULL)),
            Over::Five(wheel) => law.five_ways(&five_card_counts(wheel)),
        };
        for (hand, ways) in law.hands.iter_mut().zip(ways) {
            (hand.ways, hand.of) = (ways, of);
        }
        law
    }

    /// The expected bonus from one other hand, in cents.
    #[must_use]
    pub fn cents_per_other(&self) -> Fraction {
        self.hands.iter().map(|hand| Fraction::new(hand.ways, hand.of) * Fraction::whole(hand.pays.0)).sum()
    }

    /// The expected bonus from one other hand, for a stake of one.
    #[must_use]
    pub fn per_other(&self) -> Fraction {
        self.cents_per_other() / Fraction::whole(self.stake.0)
    }

    /// The expected bonus from this many other hands, for a stake of one.
    #[must_use]
    pub fn from_others(&self, others: u8) -> Fraction {
        self.per_other() * Fraction::whole(others)
    }

    /// The expected bonus from one other hand for a stake of one, if the wager's own three cards are these.
    #[must_use]
    pub fn per_other_given(&self, own: Three) -> Fraction {
        let rest = CardSet::FULL.difference(own.set());
        let (ways, of) = match self.over {
            Over::Three => self.three_ways(&ThreeCounts::of_deck(rest)),
            Over::Five(wheel) => self.five_ways(&FiveCounts::of_deck(rest, wheel)),
        };
        let paid: u128 =
            self.hands.iter().zip(ways).map(|(hand, ways)| hand.pays.0.unsigned_abs() as u128 * ways).sum();
        Fraction::new(paid, of) / Fraction::whole(self.stake.0)
    }

    /// The law of everything that one wager gets from this many other hands, in cents: one to six hands from one deck,
    /// exactly. `None` for other numbers, and if an envy hand is not a mini royal: hands over five cards share the
    /// community cards, and only their expectation is known.
    #[must_use]
    pub fn law(&self, others: u8) -> Option<Distribution> {
        if self.over != Over::Three || !(1..=OTHERS_MAX).contains(&others) {
            return None;
        }
        if ThreeCategory::ALL.into_iter().any(|category| self.three_line(category, None).is_some()) {
            return None;
        }
        let paid = Suit::ALL.map(|suit| {
            let line = self.three_line(ThreeCategory::StraightFlush, Some(suit));
            line.and_then(|line| self.hands.get(line)).map_or(0, |hand| hand.pays.0)
        });
        let held: Vec<u128> = (0..=4).map(|royals| tuples_with(others, royals)).collect();
        let mut law = Distribution::new();
        for suits in 0..16_u32 {
            // Exactly these suits' mini royals are held: the deals with at least these, less those with more.
            let size = suits.count_ones();
            let (mut plus, mut minus) = (0, 0);
            for (royals, tuples) in (0..).zip(&held).skip(size as usize) {
                let more: u32 = royals - size;
                let term = u128::from(choose(u64::from(4 - size), u64::from(more))) * tuples;
                *(if more.is_multiple_of(2) { &mut plus } else { &mut minus }) += term;
            }
            let amount = (0..).zip(paid).filter(|(suit, _)| suits >> suit & 1 == 1).map(|(_, cents)| cents).sum();
            law.add(amount, plus - minus);
        }
        Some(law)
    }

    fn three_line(&self, category: ThreeCategory, mini_royal: Option<Suit>) -> Option<usize> {
        self.hands.iter().position(|line| line.hand.is_made_by_three(category, mini_royal))
    }

    fn three_ways(&self, counts: &ThreeCounts) -> (Vec<u128>, u128) {
        let made = |(category, mini_royal)| self.three_line(category, mini_royal);
        (self.ways(counts.kinds().map(|(kind, count)| (made(kind), count))), counts.total().into())
    }

    fn five_ways(&self, counts: &FiveCounts) -> (Vec<u128>, u128) {
        let made =
            |category: FiveCategory| self.hands.iter().position(|line| line.hand.is_made_by_five(category, None));
        (self.ways(counts.kinds().map(|((category, _), count)| (made(category), count))), counts.total().into())
    }

    /// The counts by the first line that each kind of hand makes.
    fn ways(&self, kinds: impl Iterator<Item = (Option<usize>, u64)>) -> Vec<u128> {
        let mut ways = vec![0; self.hands.len()];
        for (line, count) in kinds {
            if let Some(ways) = line.and_then(|line| ways.get_mut(line)) {
                *ways += u128::from(count);
            }
        }
        ways
    }
}

/// Deals of three cards to each of `others` positions in which all given `royals` mini royals are among the hands: they
/// go to different positions, and the rest of the deck goes to the others.
fn tuples_with(others: u8, royals: u8) -> u128 {
    if royals > others {
        return 0;
    }
    let places: u128 = (0..royals).map(|taken| u128::from(others - taken)).product();
    let rest: u128 = (royals..others).map(|dealt| u128::from(choose(52 - 3 * u64::from(dealt), 3))).product();
    places * rest
}
