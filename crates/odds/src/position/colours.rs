//! Deals told apart by the colours of the six cards, for the prime.
//!
//! Renaming suits can change whether a hand is of one colour, so each suit class is divided in two. Only the hands of
//! one colour have more to count, and only against the dealer's hands of that colour: of 23 cards there are 1,771.

use std::collections::BTreeSet;

use cards::{Card, FiveCategory, Pile, Strength, Suit, Three, Wheel};
use rules::hand::{Colours, colour};

use super::count::{
    DealCell, FIVE_OUTCOMES, LongHands, MEETINGS, PositionClass, SIX_OUTCOMES, meeting_of, six_outcome,
};
use super::renamings::{Renaming, renamed, renamings};

/// The ways in which the colours of six cards can agree.
pub const COLOUR_OUTCOMES: usize = Colours::ALL.len();

/// The hands of a suit class with two suits, of which a third are of one colour.
const TWO_SUITS: u32 = 12;

/// Whether a class with this hand and size also stands for another hand that differs only in its suits. One that was
/// divided by colours stands only for hands that are likewise of one colour, or of two.
pub(crate) fn stands_for(hand: Three, ways: u32, other: Three) -> bool {
    ways == TWO_SUITS || colour(hand).is_some() == colour(other).is_some()
}

/// All hands that differ only in their suits from this one.
pub(crate) fn suit_class(hand: Three) -> BTreeSet<Three> {
    renamings().filter_map(|renaming| renamed(hand, &renaming)).collect()
}

/// A suit class of this many hands, divided so that the hands of each part differ only by renaming suits within their
/// colours and by exchanging the colours: one hand of each part, and how many are in it.
pub(crate) fn divided(hand: Three, ways: u32) -> Vec<(Three, u32)> {
    let [a, b, c] = hand.cards().map(Card::suit);
    if a == b && b == c {
        // Always of one colour. The mini royals are already apart by suit, so that renaming would count them twice.
        return vec![(hand, ways)];
    }
    let same = |a: Suit, b: Suit| a.is_red() == b.is_red();
    let keeping: Vec<Renaming> = renamings()
        .filter(|to| {
            let pairs = Suit::ALL.into_iter().flat_map(|a| Suit::ALL.map(|b| (a, b)));
            pairs.into_iter().all(|(a, b)| same(a, b) == same(to[usize::from(a.index())], to[usize::from(b.index())]))
        })
        .collect();
    let mut left = suit_class(hand);
    let mut parts = Vec::new();
    while let Some(first) = left.first().copied() {
        let part: BTreeSet<Three> = keeping.iter().filter_map(|renaming| renamed(first, renaming)).collect();
        left.retain(|hand| !part.contains(hand));
        parts.push((first, part.len() as u32));
    }
    parts
}

/// Counts deals by colours.
pub(super) struct ByColours {
    pub floor: Strength,
    pub wheel: Wheel,
    pub long_hands: LongHands,
}

impl ByColours {
    /// The same class, divided by colours.
    pub fn divide(&self, class: PositionClass) -> Vec<PositionClass> {
        let PositionClass { hand, ways, cells } = class;
        let suits = Suit::ALL.into_iter().filter(|suit| hand.cards().iter().any(|card| card.suit() == *suit));
        let suits: Vec<Suit> = suits.collect();
        match suits.as_slice() {
            [_] => vec![PositionClass { hand, ways, cells: self.alike(hand, &cells) }],
            [first, _] => {
                let with = |second: Suit| {
                    let [a, b, c] = hand.cards().map(|card| {
                        let suit = if card.suit() == *first { Suit::Clubs } else { second };
                        Card::new(card.rank(), suit)
                    });
                    Three::new(a, b, c).unwrap_or(hand)
                };
                let (alike, mixed) = (with(Suit::Spades), with(Suit::Diamonds));
                let third = ways / 3;
                let divided = self.alike(alike, &cells);
                vec![
                    PositionClass { hand: alike, ways: third, cells: divided },
                    PositionClass { hand: mixed, ways: ways - third, cells },
                ]
            }
            _ => vec![PositionClass { hand, ways, cells }],
        }
    }

    /// The cells of a hand of one colour: those with a dealer's hand of that colour, and what is left of all others.
    fn alike(&self, hand: Three, cells: &[DealCell]) -> Vec<DealCell> {
        let six_alike = self.six_alike(hand);
        let mut divided = Vec::with_capacity(cells.len() * 2);
        for cell in cells {
            let place = usize::from(cell.meeting) * SIX_OUTCOMES + usize::from(cell.six);
            let alike = six_alike[place][usize::from(cell.five)];
            for (colours, ways) in [(Colours::ThreeAlike, cell.ways - alike), (Colours::SixAlike, alike)] {
                if ways > 0 {
                    divided.push(DealCell { colours: colours as u8, ways, ..*cell });
                }
            }
        }
        divided
    }

    /// The deals in which all six cards are of the hand's colour, by meeting and six-card outcome, then by five-card
    /// outcome.
    fn six_alike(&self, hand: Three) -> Vec<[u64; FIVE_OUTCOMES]> {
        let mut tally = vec![[0; FIVE_OUTCOMES]; MEETINGS.len() * SIX_OUTCOMES];
        let red = hand.cards()[0].suit().is_red();
        let free = || Card::ALL.into_iter().filter(|card| !hand.set().contains(*card));
        let alike: Vec<Card> = free().filter(|card| card.suit().is_red() == red).collect();
        let pairs = self.long_hands.five.then(|| Pairs::new(hand, &free().collect::<Vec<_>>(), self.wheel));
        let own = Pile::from(hand);
        for (i, a) in alike.iter().enumerate() {
            for (j, b) in alike.iter().enumerate().take(i) {
                for c in &alike[..j] {
                    let Ok(dealer) = Three::new(*a, *b, *c) else { continue };
                    let meeting = usize::from(meeting_of(hand.strength(), dealer.strength(), self.floor));
                    let six = match self.long_hands.six {
                        true => six_outcome(own.and(Pile::from(dealer)), self.wheel),
                        false => 0,
                    };
                    let counts = &mut tally[meeting * SIX_OUTCOMES + six];
                    match &pairs {
                        Some(pairs) => pairs.add_apart([*a, *b, *c], counts),
                        None => counts[0] += 1,
                    }
                }
            }
        }
        tally
    }
}

/// The pairs of community cards beside a hand, by five-card outcome.
struct Pairs {
    /// What each two cards make; the same card twice makes nothing and is never asked for.
    outcome: Vec<[u8; 52]>,
    all: [i64; FIVE_OUTCOMES],
    /// The pairs with each card.
    with: Vec<[i64; FIVE_OUTCOMES]>,
}

impl Pairs {
    fn new(hand: Three, free: &[Card], wheel: Wheel) -> Pairs {
        let mut outcome = vec![[0; 52]; 52];
        let (mut all, mut with) = ([0; FIVE_OUTCOMES], vec![[0; FIVE_OUTCOMES]; 52]);
        for (i, x) in free.iter().enumerate() {
            for y in &free[..i] {
                let best = Pile::from(hand).with(*x).with(*y).best_with(wheel);
                let class = best.map_or(FiveCategory::HighCard, |best| best.category()) as u8;
                let (x, y) = (usize::from(x.index()), usize::from(y.index()));
                (outcome[x][y], outcome[y][x]) = (class, class);
                let class = usize::from(class);
                all[class] += 1;
                with[x][class] += 1;
                with[y][class] += 1;
            }
        }
        Pairs { outcome, all, with }
    }

    /// Adds the pairs that share no card with the dealer's.
    fn add_apart(&self, dealer: [Card; 3], counts: &mut [u64; FIVE_OUTCOMES]) {
        let [x, y, z] = dealer.map(|card| usize::from(card.index()));
        let mut apart = self.all;
        for card in [x, y, z] {
            apart.iter_mut().zip(&self.with[card]).for_each(|(pairs, with)| *pairs -= with);
        }
        for class in [self.outcome[x][y], self.outcome[x][z], self.outcome[y][z]] {
            apart[usize::from(class)] += 1;
        }
        counts.iter_mut().zip(apart).for_each(|(count, pairs)| *count += pairs.unsigned_abs());
    }
}
