//! A pile that grows card by card and knows its best five: for loops over many hands.

use crate::five::{flush_code, rank_code};
use crate::pile_table::{CODE_PLACES, HIGH_FIRST, LOW_FIRST, SUMS, TABLES, WEIGHTS};
use crate::{Card, FiveStrength, Suit, Three, Wheel};

/// A collection of cards, in any order. With five or six of them it knows the best five-card hand.
///
/// Adding a card is an addition and an or, and the best five is three look-ups, so a loop over many hands shares the
/// work for the cards that stay.
///
/// ```
/// use cards::{FiveCategory, Pile};
///
/// let mut pile = Pile::EMPTY;
/// for card in ["As", "Ks", "Qs", "Js", "Ts"] {
///     assert_eq!(pile.best(), None);
///     pile = pile.with(card.parse()?);
/// }
/// assert_eq!(pile.best().map(|best| best.category()), Some(FiveCategory::RoyalFlush));
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pile {
    /// Fields that grow by addition, from the lowest bit: the sum of the low ranks (13 bits), the number of cards of
    /// each suit (8 bits per suit, starting at 123 so that the fifth card sets the top bit), the sum of the high ranks
    /// (13 bits), and the number of cards less five, wrapping (6 bits). None overflows into the next, even with 52
    /// cards.
    key: u64,
    /// The ranks of each suit, 16 bits per suit.
    ranks_by_suit: u64,
}

const SUIT_FIELD: u32 = 13;
const SUIT_BITS: u32 = 8;
const HIGH_FIELD: u32 = SUIT_FIELD + 4 * SUIT_BITS;
const COUNT_FIELD: u32 = HIGH_FIELD + 13;

/// The top bit of each suit's number of cards.
const FIVE_OF_A_SUIT: u64 = 0x8080_8080 << SUIT_FIELD;
/// All bits except the last of the number of cards less five.
const NEITHER_FIVE_NOR_SIX: u64 = !1 << COUNT_FIELD;
const NONE_OF_A_SUIT: u64 = FIVE_OF_A_SUIT - (0x0505_0505 << SUIT_FIELD);

/// What each card adds to each field. Twelve entries are never used: with 64, an index needs no bounds check.
struct Added {
    key: [u64; 64],
    ranks_by_suit: [u64; 64],
}

static ADDED: Added = {
    let mut added = Added { key: [0; 64], ranks_by_suit: [0; 64] };
    let mut i = 0;
    while i < Card::ALL.len() {
        let rank = Card::ALL[i].rank() as u32;
        let suit = Card::ALL[i].suit() as u32;
        added.key[i] = 1 << COUNT_FIELD | 1 << (SUIT_FIELD + SUIT_BITS * suit);
        if rank >= HIGH_FIRST {
            added.key[i] |= (WEIGHTS[(rank - HIGH_FIRST) as usize] as u64) << HIGH_FIELD;
        } else if rank >= LOW_FIRST {
            added.key[i] |= WEIGHTS[(rank - LOW_FIRST) as usize] as u64;
        }
        added.ranks_by_suit[i] = 1 << (16 * suit + rank);
        i += 1;
    }
    added
};

impl From<Three> for Pile {
    /// The three cards of a hand, which are distinct.
    #[inline]
    fn from(hand: Three) -> Pile {
        let [a, b, c] = hand.cards().map(|card| usize::from(card.index()) & 63);
        let (keys, ranks) = (&ADDED.key, &ADDED.ranks_by_suit);
        let key = keys[a].wrapping_add(keys[b]).wrapping_add(keys[c]);
        Pile { key: key.wrapping_add(Pile::EMPTY.key), ranks_by_suit: ranks[a] | ranks[b] | ranks[c] }
    }
}

impl Pile {
    /// No card.
    pub const EMPTY: Pile = Pile { key: NONE_OF_A_SUIT | 5_u64.wrapping_neg() << COUNT_FIELD, ranks_by_suit: 0 };

    /// The pile with one more card.
    ///
    /// # Panics
    ///
    /// When the card is already there: no deck deals that, so the caller has a bug, and nothing may be paid by it.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Pile {
        let index = usize::from(card.index()) & 63;
        let rank_of_suit = ADDED.ranks_by_suit[index];
        assert!(self.ranks_by_suit & rank_of_suit == 0, "a card is in the pile twice");
        Pile { key: self.key.wrapping_add(ADDED.key[index]), ranks_by_suit: self.ranks_by_suit | rank_of_suit }
    }

    /// Both piles combined.
    ///
    /// # Panics
    ///
    /// When a card is in both.
    #[inline]
    #[must_use]
    pub fn and(self, other: Pile) -> Pile {
        assert!(self.ranks_by_suit & other.ranks_by_suit == 0, "a card is in both piles");
        Pile {
            key: self.key.wrapping_add(other.key).wrapping_sub(Pile::EMPTY.key),
            ranks_by_suit: self.ranks_by_suit | other.ranks_by_suit,
        }
    }

    /// The pile of these cards.
    #[inline]
    pub(crate) fn of(cards: &[Card]) -> Pile {
        cards.iter().fold(Pile::EMPTY, |pile, &card| pile.with(card))
    }

    /// How many cards there are.
    pub const fn len(self) -> u32 {
        self.ranks_by_suit.count_ones()
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.ranks_by_suit == 0
    }

    /// The best five cards, with A-2-3-4-5 as a straight. `None` unless there are five or six cards.
    #[inline]
    pub fn best(self) -> Option<FiveStrength> {
        if self.key & (FIVE_OF_A_SUIT | NEITHER_FIVE_NOR_SIX) != 0 {
            return self.best_flush();
        }
        // The masks change nothing; they are cheaper than the bounds checks they make unnecessary.
        let row = TABLES.high[(self.key >> HIGH_FIELD) as usize & (2 * SUMS - 1)];
        let place = TABLES.low[self.key as usize & (SUMS - 1)];
        FiveStrength::from_code(TABLES.code[(usize::from(row) + usize::from(place)) & (CODE_PLACES - 1)])
    }

    /// One hand in a hundred comes here; keeping this out of line makes the loops faster.
    #[cold]
    fn best_flush(self) -> Option<FiveStrength> {
        if self.key & NEITHER_FIVE_NOR_SIX != 0 {
            return None;
        }
        // Five of a suit leave one card, which makes no full house or four of a kind: the flush is best.
        FiveStrength::from_code(TABLES.flush[usize::from(self.flush_ranks())])
    }

    /// The best five cards. `None` unless there are five or six cards.
    #[inline]
    pub fn best_with(self, wheel: Wheel) -> Option<FiveStrength> {
        let best = self.best()?;
        if wheel == Wheel::Counts {
            return Some(best);
        }
        let is_wheel = matches!(best.code(), FiveStrength::WHEEL_STRAIGHT | FiveStrength::WHEEL_STRAIGHT_FLUSH);
        if is_wheel { self.best_without_wheel() } else { Some(best) }
    }

    /// The best five of five or six distinct cards, which always exists.
    #[inline]
    pub(crate) fn best_known(self, wheel: Wheel) -> FiveStrength {
        match self.best_with(wheel) {
            Some(best) => best,
            None => unreachable!("five or six distinct cards have a strength"),
        }
    }

    /// Without a table: one hand in 566 comes here, and only in houses that do not count the wheel.
    #[cold]
    fn best_without_wheel(self) -> Option<FiveStrength> {
        if self.key & FIVE_OF_A_SUIT != 0 {
            return FiveStrength::from_code(flush_code(self.flush_ranks(), Wheel::DoesNotCount));
        }
        let mut at_least = [0; 4];
        for suit in Suit::ALL {
            let mut carried = self.ranks_of(suit);
            for ranks in &mut at_least {
                (*ranks, carried) = (*ranks | carried, *ranks & carried);
            }
        }
        FiveStrength::from_code(rank_code(at_least, Wheel::DoesNotCount))
    }

    /// The suit, if the pile is exactly A-K-Q-J-T-9 of one suit.
    pub fn super_royal(self) -> Option<Suit> {
        /// From the ace, bit 12, down to the nine, bit 7.
        const SUPER_ROYAL: u64 = 0b1_1111_1000_0000;
        Suit::ALL.into_iter().find(|suit| self.ranks_by_suit == SUPER_ROYAL << (16 * suit.index()))
    }

    /// The ranks of a suit, bit 0 being the two.
    const fn ranks_of(self, suit: Suit) -> u16 {
        (self.ranks_by_suit >> (16 * suit.index())) as u16 & 0x1fff
    }

    /// The ranks of the suit with five cards or more; of clubs if there is none.
    #[inline]
    fn flush_ranks(self) -> u16 {
        let five_of_a_suit = self.key & FIVE_OF_A_SUIT;
        let suit = (five_of_a_suit >> SUIT_FIELD).trailing_zeros() / SUIT_BITS;
        self.ranks_of(Suit::ALL[suit as usize & 3])
    }
}
