//! The 455 rank shapes of three cards, and what two of them make together when no five cards are of one suit.

use cards::{Card, FiveCategory, Pile, Rank, Strength, Suit, Three, Wheel};

/// How many ranks there are.
pub(crate) const RANKS: usize = 13;
/// The number of shapes: three ranks, some of which may be equal.
pub(crate) const SHAPES: usize = 455;

/// Three ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The ranks, the highest first.
    pub ranks: [usize; 3],
    /// The ranks as bits if they are all different; otherwise no bits.
    pub distinct: u16,
    /// The strength in mixed suits.
    pub mixed: Strength,
    /// The strength in one suit, if that is possible.
    pub suited: Strength,
}

/// All shapes.
pub(crate) struct Shapes {
    /// The shapes.
    pub all: Vec<Shape>,
    place: Box<[[[u16; RANKS]; RANKS]; RANKS]>,
    /// The class of the best five of two shapes without a flush, by their indices.
    plain: Vec<[u8; SHAPES]>,
}

fn card(rank: usize, suit: Suit) -> Card {
    Card::new(Rank::ALL[rank], suit)
}

/// The class of these ranks when no five cards are of one suit: suits are assigned in turn, at most two of each. If a
/// rank appears five times there is no such hand, and its class is never used.
pub(super) fn plain_class(ranks: &mut [usize], wheel: Wheel) -> usize {
    ranks.sort_unstable();
    if ranks.windows(5).any(|five| five[0] == five[4]) {
        return 0;
    }
    let suits = Suit::ALL.into_iter().cycle();
    let pile = ranks.iter().zip(suits).fold(Pile::EMPTY, |pile, (rank, suit)| pile.with(card(*rank, suit)));
    pile.best_with(wheel).map_or(FiveCategory::HighCard, |best| best.category()) as usize
}

impl Shapes {
    /// All shapes; with `six`, also what two of them make.
    pub fn new(wheel: Wheel, six: bool) -> Shapes {
        let mut all = Vec::with_capacity(SHAPES);
        let mut place = Box::new([[[0; RANKS]; RANKS]; RANKS]);
        for a in 0..RANKS {
            for b in 0..=a {
                for c in 0..=b {
                    let made = all.len() as u16;
                    for [x, y, z] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                        place[x][y][z] = made;
                    }
                    all.push(Shape::new([a, b, c]));
                }
            }
        }
        let mut plain = vec![[0; SHAPES]; if six { SHAPES } else { 0 }];
        for i in 0..plain.len() {
            for j in 0..=i {
                let ([a, b, c], [d, e, f]) = (all[i].ranks, all[j].ranks);
                let class = plain_class(&mut [a, b, c, d, e, f], wheel) as u8;
                plain[i][j] = class;
                plain[j][i] = class;
            }
        }
        Shapes { all, place, plain }
    }

    /// The index of three ranks, in any order.
    #[inline]
    pub fn place(&self, a: usize, b: usize, c: usize) -> usize {
        usize::from(self.place[a][b][c])
    }

    /// The index of a hand's ranks.
    pub fn of(&self, hand: Three) -> usize {
        let [a, b, c] = hand.cards().map(|card| usize::from(card.rank().index()));
        self.place(a, b, c)
    }

    /// What a shape makes with each other one; `None` if that was not asked for.
    pub fn plain_with(&self, shape: usize) -> Option<&[u8; SHAPES]> {
        self.plain.get(shape)
    }
}

impl Shape {
    fn new(ranks: [usize; 3]) -> Shape {
        let [a, b, c] = ranks;
        let strength = |suits: [Suit; 3]| {
            let [x, y, z] = [card(a, suits[0]), card(b, suits[1]), card(c, suits[2])];
            Three::new(x, y, z).map_or(Strength::WEAKEST, Three::strength)
        };
        let mixed = strength([Suit::Clubs, Suit::Diamonds, Suit::Hearts]);
        let different = a != b && b != c;
        Shape {
            ranks,
            distinct: if different { 1 << a | 1 << b | 1 << c } else { 0 },
            mixed,
            suited: if different { strength([Suit::Clubs; 3]) } else { mixed },
        }
    }
}
