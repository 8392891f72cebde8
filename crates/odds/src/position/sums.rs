//! Sums of results over the player's hands beside some cards, which give the sum over two hands that share no card.
//!
//! Hands of one rank shape mostly fare alike whatever their suits, so the shapes are added up first, rank by rank. The
//! special hands, whose suits do matter, are then corrected one by one.

use cards::{Card, CardSet, Strength, Suit, Three};

use crate::position::shapes::{RANKS, Shapes};
use crate::wide::product;

const CARDS: usize = 52;

/// Sums of each result over the player's hands beside some cards.
pub(crate) struct ResultSums {
    /// Over all hands.
    pub all: Vec<i64>,
    /// Over the hands with each card.
    pub with_card: Vec<[i64; CARDS]>,
    /// Over the hands with each two cards, the lower index first.
    pub with_pair: Vec<Vec<[i64; CARDS]>>,
    /// Products of two results of the same hand.
    own: Vec<Vec<i128>>,
}

impl ResultSums {
    /// Sums of this many results.
    pub fn new(results: usize) -> ResultSums {
        ResultSums {
            all: vec![0; results],
            with_card: vec![[0; CARDS]; results],
            with_pair: vec![vec![[0; CARDS]; CARDS]; results],
            own: vec![vec![0; results]; results],
        }
    }

    /// Adds to the results of one hand; cards in the order of the deck.
    #[inline]
    fn add(&mut self, [x, y, z]: [usize; 3], values: &[i64]) {
        for (k, &value) in values.iter().enumerate() {
            self.all[k] += value;
            let with_card = &mut self.with_card[k];
            for card in [x, y, z] {
                with_card[card] += value;
            }
            let with_pair = &mut self.with_pair[k];
            for (low, high) in [(x, y), (x, z), (y, z)] {
                with_pair[low][high] += value;
            }
        }
    }

    /// Replaces one hand's results by others; `new` then holds the change.
    #[inline]
    fn turn(&mut self, cards: [usize; 3], old: &[i64], new: &mut [i64]) {
        for (i, row) in self.own.iter_mut().enumerate() {
            for (j, own) in row.iter_mut().enumerate() {
                *own += product(new[i], new[j]) - product(old[i], old[j]);
            }
        }
        new.iter_mut().zip(old).for_each(|(new, old)| *new -= old);
        self.add(cards, new);
    }

    /// The sums of products over two hands that share no card: over all, less those that share a card, and so on.
    pub fn apart(&self) -> Vec<Vec<i128>> {
        let products = |(x, y): (&[i64], &[i64])| x.iter().zip(y).map(|(x, y)| product(*x, *y)).sum::<i128>();
        let one = |i: usize, j: usize| {
            let cards = products((&self.with_card[i], &self.with_card[j]));
            // Of two cards, the one with the lower index comes first.
            let rows = self.with_pair[i].iter().zip(&self.with_pair[j]).enumerate();
            let pairs: i128 = rows.map(|(low, (x, y))| products((&x[low..], &y[low..]))).sum();
            product(self.all[i], self.all[j]) - cards + pairs - self.own[i][j]
        };
        let results = self.all.len();
        (0..results).map(|i| (0..results).map(|j| one(i, j)).collect()).collect()
    }

    /// Gives one hand new results, and updates an earlier result of [`ResultSums::apart`]: only its products with the hands
    /// that share no card with it change.
    pub fn change(&mut self, hand: Three, old: &[i64], new: &[i64], apart: &mut [Vec<i128>]) {
        if old == new {
            return;
        }
        let mut cards = hand.cards().map(|card| usize::from(card.index()));
        cards.sort_unstable();
        let [x, y, z] = cards;
        let others: Vec<i64> = (0..old.len())
            .map(|k| {
                let (with_card, with_pair) = (&self.with_card[k], &self.with_pair[k]);
                let one = with_card[x] + with_card[y] + with_card[z];
                let two = with_pair[x][y] + with_pair[x][z] + with_pair[y][z];
                self.all[k] - one + two - old[k]
            })
            .collect();
        let mut change = new.to_vec();
        self.turn(cards, old, &mut change);
        for (i, row) in apart.iter_mut().enumerate() {
            for (j, sum) in row.iter_mut().enumerate() {
                *sum += product(change[i], others[j]) + product(others[i], change[j]);
            }
        }
    }

    /// Takes the sums of shapes, and corrects the special hands one by one; `of_hand` gives their results.
    pub fn gather<'s>(
        &mut self,
        plain: &Plain,
        beside: CardSet,
        special: impl IntoIterator<Item = &'s SpecialHand>,
        mut of_hand: impl FnMut(&SpecialHand, &mut [i64]),
    ) {
        let results = self.all.len();
        self.all.clone_from(&plain.all);
        self.own.clone_from(&plain.own);
        plain.give_out(beside, &mut self.with_card, &mut self.with_pair);
        let mut values = vec![0; results];
        for hand in special {
            of_hand(hand, &mut values);
            let plain = &plain.by_shape[hand.shape * results..(hand.shape + 1) * results];
            if values != plain {
                self.turn(hand.places, plain, &mut values);
            }
        }
    }
}

/// Sums over all hands as if ranks alone decided. They depend on how many cards of each rank are left, so they serve
/// every dealer's hand of the same ranks and strength.
pub(crate) struct Plain {
    all: Vec<i64>,
    own: Vec<Vec<i128>>,
    /// The results of each shape's hands.
    by_shape: Vec<i64>,
    /// Over the hands with one given card, by its rank.
    one: Vec<[i64; RANKS]>,
    /// Over the hands with two given cards, by their ranks, the lower first.
    two: Vec<[[i64; RANKS]; RANKS]>,
}

impl Plain {
    /// Adds up the shapes; `of_shape` gives the results of a shape's hands, by its index.
    pub fn new(results: usize, shapes: &Shapes, beside: CardSet, mut of_shape: impl FnMut(usize, &mut [i64])) -> Plain {
        let mut left = [4_i64; RANKS];
        for card in beside {
            left[usize::from(card.rank().index())] -= 1;
        }
        let mut plain = Plain {
            all: vec![0; results],
            own: vec![vec![0; results]; results],
            by_shape: vec![0; results * shapes.all.len()],
            one: vec![[0; RANKS]; results],
            two: vec![[[0; RANKS]; RANKS]; results],
        };
        let mut by_shape = std::mem::take(&mut plain.by_shape);
        for (place, (shape, values)) in shapes.all.iter().zip(by_shape.chunks_exact_mut(results)).enumerate() {
            let hands = Hands::of(shape.ranks, &left);
            if hands.all > 0 {
                of_shape(place, values);
                plain.add(shape.ranks, &hands, values);
            }
        }
        plain.by_shape = by_shape;
        plain
    }

    fn add(&mut self, [a, b, c]: [usize; 3], hands: &Hands, values: &[i64]) {
        for (i, &value) in values.iter().enumerate() {
            self.all[i] += value * hands.all;
            for (own, other) in self.own[i].iter_mut().zip(values) {
                *own += product(value * hands.all, *other);
            }
            for (rank, hands) in [a, b, c].into_iter().zip(hands.with_card) {
                self.one[i][rank] += value * hands;
            }
            for ((low, high), hands) in [(b, a), (c, a), (c, b)].into_iter().zip(hands.with_pair) {
                self.two[i][low][high] += value * hands;
            }
        }
    }

    /// Gives every remaining card and pair of cards its sum, and the others zero.
    fn give_out(&self, beside: CardSet, with_card: &mut [[i64; CARDS]], with_pair: &mut [Vec<[i64; CARDS]>]) {
        let rest: Vec<(usize, usize)> = CardSet::FULL
            .difference(beside)
            .iter()
            .map(|card| (usize::from(card.index()), usize::from(card.rank().index())))
            .collect();
        let sums = self.one.iter().zip(&self.two).zip(with_card.iter_mut().zip(with_pair));
        for ((one, two), (with_card, with_pair)) in sums {
            with_card.fill(0);
            for card in beside {
                with_pair[usize::from(card.index())].fill(0);
                with_pair.iter_mut().for_each(|row| row[usize::from(card.index())] = 0);
            }
            for (i, &(low, rank)) in rest.iter().enumerate() {
                with_card[low] = one[rank];
                let row = &mut with_pair[low];
                for &(high, other) in &rest[i + 1..] {
                    row[high] = two[rank.min(other)][rank.max(other)];
                }
            }
        }
    }
}

/// A hand whose suits matter, with what is asked of it repeatedly.
pub(crate) struct SpecialHand {
    /// The hand.
    pub hand: Three,
    /// Its cards.
    pub cards: CardSet,
    /// Their indices in the deck, the lowest first.
    pub places: [usize; 3],
    /// The index of its shape.
    pub shape: usize,
    /// Its suit, if it is all of one suit.
    pub suit: Option<Suit>,
    /// Its strength.
    pub strength: Strength,
}

impl SpecialHand {
    /// Works out what is asked of a hand.
    pub fn new(hand: Three, shapes: &Shapes) -> SpecialHand {
        let mut places = hand.cards().map(|card| usize::from(card.index()));
        places.sort_unstable();
        let [a, b, c] = hand.cards().map(Card::suit);
        let suit = (a == b && b == c).then_some(a);
        SpecialHand { hand, cards: hand.set(), places, shape: shapes.of(hand), suit, strength: hand.strength() }
    }

    /// All hands of one suit.
    pub fn suited(shapes: &Shapes) -> Vec<SpecialHand> {
        Three::all().map(|hand| SpecialHand::new(hand, shapes)).filter(|hand| hand.suit.is_some()).collect()
    }
}

/// How many hands a shape has, given the number of cards left of each rank: in all, and with one or two given cards.
struct Hands {
    all: i64,
    /// With a given card of each of the three ranks.
    with_card: [i64; 3],
    /// With given cards of the first two ranks, of the first and the last, and of the last two.
    with_pair: [i64; 3],
}

impl Hands {
    fn of([a, b, c]: [usize; 3], left: &[i64; RANKS]) -> Hands {
        let [x, y, z] = [left[a], left[b], left[c]];
        let two = |n: i64| n * (n - 1) / 2;
        if a == c {
            let all = x * (x - 1) * (x - 2) / 6;
            return Hands { all: all.max(0), with_card: [two(x - 1), 0, 0], with_pair: [x - 2, 0, 0] };
        }
        if a == b {
            return Hands { all: two(x) * z, with_card: [(x - 1) * z, 0, two(x)], with_pair: [z, x - 1, 0] };
        }
        if b == c {
            return Hands { all: x * two(y), with_card: [two(y), (y - 1) * x, 0], with_pair: [y - 1, 0, x] };
        }
        Hands { all: x * y * z, with_card: [y * z, x * z, x * y], with_pair: [z, y, x] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::Wheel;

    #[test]
    fn shapes_and_special_hands_are_the_sums_of_all_hands() {
        // Any function of the hand will do: here of its ranks and, for hands with two hearts, of its cards.
        let shapes = Shapes::new(Wheel::Counts, false);
        let hearts = |hand: Three| hand.cards().iter().filter(|card| card.suit().letter() == 'h').count() >= 2;
        let of_shape = |place: usize| [place as i64 * 7 % 101 - 30, place as i64 % 13];
        let of_hand = |hand: Three| match hearts(hand) {
            true => [i64::from(hand.index()) % 57, -i64::from(hand.index()) % 9],
            false => of_shape(shapes.of(hand)),
        };
        for beside in ["Ks Kh 2d", "9c 8c 7c", "As Ah Ad", "4c 3d 2h"] {
            let beside: Three = beside.parse().unwrap();
            let free = |hand: &Three| hand.set().intersection(beside.set()).is_empty();
            let special: Vec<SpecialHand> = Three::all()
                .filter(|hand| free(hand) && hearts(*hand))
                .map(|hand| SpecialHand::new(hand, &shapes))
                .collect();
            let mut counted = ResultSums::new(2);
            let plain = Plain::new(2, &shapes, beside.set(), |place, values| values.copy_from_slice(&of_shape(place)));
            // Gathered twice: nothing remains of the first time.
            for beside in ["5s 5h 5d".parse::<Three>().unwrap().set(), beside.set()] {
                let special = special.iter().filter(|hand| hand.cards.intersection(beside).is_empty());
                counted.gather(&plain, beside, special, |s, values| values.copy_from_slice(&of_hand(s.hand)));
            }
            let mut dealt = ResultSums::new(2);
            for hand in Three::all().filter(free) {
                let mut cards = hand.cards().map(|card| usize::from(card.index()));
                cards.sort_unstable();
                dealt.turn(cards, &[0; 2], &mut of_hand(hand));
            }
            assert_eq!(counted.all, dealt.all);
            assert_eq!(counted.with_card, dealt.with_card);
            assert_eq!(counted.with_pair, dealt.with_pair);
            assert_eq!(counted.own, dealt.own);
            // Changing a hand changes the products as adding it again would.
            let hand = special[40].hand;
            let (old, new) = (of_hand(hand), [1_000, -70]);
            let mut apart = counted.apart();
            counted.change(hand, &old, &new, &mut apart);
            assert_eq!(apart, counted.apart());
        }
    }
}
