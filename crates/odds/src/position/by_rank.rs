//! The dealer's hands against one hand of the player's, counted rank by rank.
//!
//! As long as no five cards are of one suit, a six-card hand depends only on ranks, and so does a five-card hand: the
//! dealer's hands of one rank shape are then alike, and their suits are a product. That leaves the flushes. They need
//! two or three cards of one suit in the player's hand, so few dealer's hands make one, and those are examined one by
//! one: 165 for two cards of a suit; for three, the dealer's cards in that suit and in others are counted separately.
//!
//! The pairs of community cards that make a five-card hand and share no card with the dealer's hand *xyz* are
//!
//! > all − (with *x*) − (with *y*) − (with *z*) + (*xy*) + (*xz*) + (*yz*).

use cards::{Card, FiveCategory, Pile, Rank, Strength, Suit, Three, Wheel};

use super::count::{DealCell, FIVE_OUTCOMES, LongHands, MEETINGS, SIX_OUTCOMES, meeting_of, six_outcome};
use super::shapes::{RANKS, SHAPES, Shapes, plain_class};

/// Pairs of community cards by five-card outcome; if these do not count, one deal without an outcome.
type PairCounts = [i32; FIVE_OUTCOMES];

/// Deals by meeting, six-card outcome and five-card outcome.
type DealCounts = Vec<[i32; FIVE_OUTCOMES]>;

/// Counts the cells of any hand.
pub(super) struct Counter {
    floor: Strength,
    wheel: Wheel,
    long_hands: LongHands,
    shapes: Shapes,
    /// By shape: the pairs beside each shape of the dealer's, if no five cards are of one suit.
    beside: Vec<Option<Beside>>,
    tally: DealCounts,
}

/// The pairs of community cards beside a shape of the player's, without flushes.
struct Beside {
    /// The outcome of each two ranks.
    outcome: [[u8; RANKS]; RANKS],
    /// The pairs beside each shape of the dealer's.
    apart: Vec<PairCounts>,
}

fn card(rank: usize, suit: Suit) -> Card {
    Card::new(Rank::ALL[rank], suit)
}

/// The ways to take this many of the cards.
fn choose(cards: i32, taken: i32) -> i32 {
    match taken {
        0 => 1,
        1 => cards,
        2 => cards * (cards - 1) / 2,
        _ => cards * (cards - 1) * (cards - 2) / 6,
    }
}

/// The ways to take the cards of a shape, given the number of cards left of each rank.
fn ways([a, b, c]: [usize; 3], left: &[i32; RANKS]) -> i32 {
    if a == c {
        choose(left[a], 3)
    } else if a == b {
        choose(left[a], 2) * left[c]
    } else if b == c {
        left[a] * choose(left[b], 2)
    } else {
        left[a] * left[b] * left[c]
    }
}

/// Subtracts pairs. No count exceeds the 19,068,840 deals of a hand, so none can overflow 32 bits; allowing them to
/// wrap lets the compiler subtract all ten at once.
#[inline]
fn less(mut from: PairCounts, taken: &PairCounts) -> PairCounts {
    from.iter_mut().zip(taken).for_each(|(pairs, taken)| *pairs = pairs.wrapping_sub(*taken));
    from
}

impl Beside {
    fn new(ranks: [usize; 3], left: &[i32; RANKS], shapes: &Shapes, wheel: Wheel, five: bool) -> Beside {
        let mut outcome = [[0; RANKS]; RANKS];
        if !five {
            let mut one = [0; FIVE_OUTCOMES];
            one[0] = 1;
            return Beside { outcome, apart: vec![one; SHAPES] };
        }
        let [a, b, c] = ranks;
        for (x, row) in outcome.iter_mut().enumerate() {
            for (y, class) in row.iter_mut().enumerate() {
                *class = plain_class(&mut [a, b, c, x, y], wheel) as u8;
            }
        }
        let (mut all, mut with) = ([0; FIVE_OUTCOMES], [[0; FIVE_OUTCOMES]; RANKS]);
        for x in 0..RANKS {
            for y in 0..RANKS {
                let others = if x == y { left[x] - 1 } else { left[y] };
                let class = usize::from(outcome[x][y]);
                with[x][class] += others;
                all[class] += left[x] * others;
            }
        }
        // Every pair was counted from both sides.
        let all = all.map(|pairs| pairs / 2);
        let apart = shapes.all.iter().map(|shape| {
            let [x, y, z] = shape.ranks;
            let mut apart = less(less(less(all, &with[x]), &with[y]), &with[z]);
            for class in [outcome[x][y], outcome[x][z], outcome[y][z]] {
                apart[usize::from(class)] += 1;
            }
            apart
        });
        Beside { outcome, apart: apart.collect() }
    }
}

impl Counter {
    /// A counter for a dealer who plays from `floor`.
    pub fn new(floor: Strength, wheel: Wheel, long_hands: LongHands) -> Counter {
        Counter {
            floor,
            wheel,
            long_hands,
            shapes: Shapes::new(wheel, long_hands.six),
            beside: (0..SHAPES).map(|_| None).collect(),
            tally: vec![[0; FIVE_OUTCOMES]; MEETINGS.len() * SIX_OUTCOMES],
        }
    }

    /// The deals of one hand.
    pub fn cells(&mut self, hand: Three) -> Vec<DealCell> {
        self.tally.fill([0; FIVE_OUTCOMES]);
        let player = PlayerHand::new(hand);
        let shape = self.shapes.of(hand);
        let beside = self.beside[shape].take().unwrap_or_else(|| {
            let ranks = self.shapes.all[shape].ranks;
            Beside::new(ranks, &player.left, &self.shapes, self.wheel, self.long_hands.five)
        });
        match player.suits.iter().position(|ranks| ranks.count_ones() == 3) {
            Some(suit) => self.against_suited(&player, shape, suit, &beside),
            None => self.against_mixed(&player, shape, &beside),
        }
        self.beside[shape] = Some(beside);
        let mut cells = Vec::new();
        for (place, counts) in (0_u8..).zip(&self.tally) {
            for (five, ways) in (0..).zip(counts).filter(|(_, ways)| **ways > 0) {
                let (meeting, six) = (place / SIX_OUTCOMES as u8, place % SIX_OUTCOMES as u8);
                cells.push(DealCell { meeting, six, five, colours: 0, ways: u64::from(ways.unsigned_abs()) });
            }
        }
        cells
    }

    /// Adds dealer's hands to a cell, each with the pairs beside it.
    #[inline]
    fn add(&mut self, player: &PlayerHand, dealer: Strength, six: usize, hands: i32, pairs: &PairCounts) {
        let meeting = usize::from(meeting_of(player.hand.strength(), dealer, self.floor));
        let counts = &mut self.tally[meeting * SIX_OUTCOMES + if self.long_hands.six { six } else { 0 }];
        counts.iter_mut().zip(pairs).for_each(|(count, pairs)| *count = count.wrapping_add(hands.wrapping_mul(*pairs)));
    }

    /// What two shapes make without a flush.
    #[inline]
    fn plain(&self, player: usize, dealer: usize) -> usize {
        self.shapes.plain_with(player).map_or(0, |made| usize::from(made[dealer]))
    }

    /// A hand whose cards are not all of one suit.
    fn against_mixed(&mut self, player: &PlayerHand, own: usize, beside: &Beside) {
        for (place, pairs) in beside.apart.iter().enumerate() {
            let shape = self.shapes.all[place];
            let all = ways(shape.ranks, &player.left);
            let suited = match shape.distinct {
                0 => 0,
                ranks => player.suits.iter().map(|own| i32::from(own & ranks == 0)).sum(),
            };
            let six = self.plain(own, place);
            if all > suited {
                self.add(player, shape.mixed, six, all - suited, pairs);
            }
            if suited > 0 {
                self.add(player, shape.suited, six, suited, pairs);
            }
        }
        // Three of the dealer's cards in a suit of which the player has two: a flush, instead of what the ranks make.
        let two = player.suits.iter().position(|ranks| ranks.count_ones() == 2).filter(|_| self.long_hands.six);
        let Some(suit) = two else { return };
        let free: Vec<usize> = (0..RANKS).filter(|rank| player.suits[suit] >> rank & 1 == 0).collect();
        for (i, &a) in free.iter().enumerate() {
            for (j, &b) in free.iter().enumerate().take(i) {
                let pile = player.pile.with(card(a, Suit::ALL[suit])).with(card(b, Suit::ALL[suit]));
                for &c in &free[..j] {
                    let place = self.shapes.place(a, b, c);
                    let (dealer, plain) = (self.shapes.all[place].suited, self.plain(own, place));
                    let flush = six_outcome(pile.with(card(c, Suit::ALL[suit])), self.wheel);
                    self.add(player, dealer, plain, -1, &beside.apart[place]);
                    self.add(player, dealer, flush, 1, &beside.apart[place]);
                }
            }
        }
    }

    /// A hand of one suit. The dealer's cards of that suit and the others are counted separately, since each of the
    /// former can make a flush of five with a community card, and two of them one of six.
    fn against_suited(&mut self, player: &PlayerHand, own: usize, suit: usize, beside: &Beside) {
        let pairs = SuitedPairs::new(player, suit, beside, self.wheel, self.long_hands.five);
        let inside: Vec<usize> = (0..RANKS).filter(|rank| player.suits[suit] >> rank & 1 == 0).collect();
        let outside = [3; RANKS];
        for place in 0..SHAPES {
            let shape = self.shapes.all[place];
            let apart = pairs.apart(&[], &shape.ranks);
            let suited = if shape.distinct == 0 { 0 } else { 3 };
            let six = self.plain(own, place);
            self.add(player, shape.mixed, six, ways(shape.ranks, &outside) - suited, &apart);
            self.add(player, shape.suited, six, suited, &apart);
        }
        for (i, &a) in inside.iter().enumerate() {
            for x in 0..RANKS {
                for y in 0..=x {
                    let place = self.shapes.place(a, x, y);
                    let hands = if x == y { 3 } else { 9 };
                    let (dealer, six) = (self.shapes.all[place].mixed, self.plain(own, place));
                    self.add(player, dealer, six, hands, &pairs.apart(&[a], &[x, y]));
                }
            }
            for (j, &b) in inside.iter().enumerate().take(i) {
                // Five of the suit, whatever the sixth card is.
                let flush = usize::from(pairs.flush[a][b]);
                for x in 0..RANKS {
                    let dealer = self.shapes.all[self.shapes.place(a, b, x)].mixed;
                    self.add(player, dealer, flush, 3, &pairs.apart(&[a, b], &[x]));
                }
                for &c in &inside[..j] {
                    let cards = [a, b, c].map(|rank| card(rank, Suit::ALL[suit]));
                    let six = six_outcome(cards.into_iter().fold(player.pile, Pile::with), self.wheel);
                    let dealer = self.shapes.all[self.shapes.place(a, b, c)].suited;
                    self.add(player, dealer, six, 1, &pairs.apart(&[a, b, c], &[]));
                }
            }
        }
    }
}

/// The player's hand.
struct PlayerHand {
    hand: Three,
    pile: Pile,
    /// How many cards are left of each rank.
    left: [i32; RANKS],
    /// The ranks held in each suit, as bits.
    suits: [u16; 4],
}

impl PlayerHand {
    fn new(hand: Three) -> PlayerHand {
        let (mut left, mut suits) = ([4; RANKS], [0; 4]);
        for card in hand.cards() {
            left[usize::from(card.rank().index())] -= 1;
            suits[usize::from(card.suit().index())] |= 1 << card.rank().index();
        }
        PlayerHand { hand, pile: hand.cards().into_iter().fold(Pile::EMPTY, Pile::with), left, suits }
    }
}

/// The pairs of community cards beside a hand of one suit.
struct SuitedPairs<'a> {
    beside: &'a Beside,
    /// What two ranks of the suit make with the hand: always a flush or better.
    flush: [[u8; RANKS]; RANKS],
    all: PairCounts,
    /// The pairs with a card of the suit, by rank.
    inside: [PairCounts; RANKS],
    /// The pairs with a card of another suit, by rank.
    outside: [PairCounts; RANKS],
    five: bool,
}

impl<'a> SuitedPairs<'a> {
    fn new(player: &PlayerHand, suit: usize, beside: &'a Beside, wheel: Wheel, five: bool) -> SuitedPairs<'a> {
        let none = [0; FIVE_OUTCOMES];
        let mut pairs = SuitedPairs {
            beside,
            flush: [[0; RANKS]; RANKS],
            all: none,
            inside: [none; RANKS],
            outside: [none; RANKS],
            five,
        };
        let held = |rank: usize| player.suits[suit] >> rank & 1 == 1;
        for x in (0..RANKS).filter(|x| !held(*x)) {
            for y in (0..x).filter(|y| !held(*y)) {
                let pile = player.pile.with(card(x, Suit::ALL[suit])).with(card(y, Suit::ALL[suit]));
                let class = pile.best_with(wheel).map_or(FiveCategory::Flush, |best| best.category()) as u8;
                (pairs.flush[x][y], pairs.flush[y][x]) = (class, class);
            }
        }
        if !five {
            pairs.all[0] = 1;
            return pairs;
        }
        // Twice all pairs: each is counted from both of its cards.
        let mut all = none;
        for x in 0..RANKS {
            for y in 0..RANKS {
                let plain = usize::from(beside.outcome[x][y]);
                let own = i32::from(!held(y));
                // From a card of another suit: three others of the rank, or two of its own, and the one of the suit.
                pairs.outside[x][plain] += if x == y { 2 } else { 3 } + own;
                if held(x) {
                    continue;
                }
                pairs.inside[x][plain] += 3;
                if x != y && !held(y) {
                    pairs.inside[x][usize::from(pairs.flush[x][y])] += 1;
                }
            }
            for (all, with) in all.iter_mut().zip(pairs.outside[x]) {
                *all += 3 * with;
            }
            for (all, with) in all.iter_mut().zip(pairs.inside[x]) {
                *all += with;
            }
        }
        pairs.all = all.map(|pairs| pairs / 2);
        pairs
    }

    /// The pairs that share no card with the dealer's, of which some are of the suit and some are not.
    #[inline]
    fn apart(&self, inside: &[usize], outside: &[usize]) -> PairCounts {
        if !self.five {
            return self.all;
        }
        let mut apart = self.all;
        for (i, &x) in inside.iter().enumerate() {
            apart = less(apart, &self.inside[x]);
            inside[..i].iter().for_each(|&y| apart[usize::from(self.flush[x][y])] += 1);
            outside.iter().for_each(|&y| apart[usize::from(self.beside.outcome[x][y])] += 1);
        }
        for (i, &x) in outside.iter().enumerate() {
            apart = less(apart, &self.outside[x]);
            outside[..i].iter().for_each(|&y| apart[usize::from(self.beside.outcome[x][y])] += 1);
        }
        apart
    }
}
