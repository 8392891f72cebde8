//! How two positions of one table vary together: they share the dealer's hand, the community cards and the deck.
//!
//! For a fixed dealer's hand the results of all player hands are added up (`sums`): in all, over the hands with each
//! card, and over the hands with each two cards. The sum of products over all *pairs of disjoint hands* then follows by
//! inclusion and exclusion over the cards that two hands share, so no two players are ever dealt together. With two
//! community cards in place of the dealer's, the same method gives the five-card progressive.
//!
//! How the five-card progressive of one position varies with what depends on the dealer's hand at another is left out:
//! the two have no card in common, and only the deck connects them.

use cards::{Card, CardSet, FiveCategory, Pile, Rank, Strength, Suit, Three, ThreeCategory, Wheel};
use rules::Wager;

use super::count::{FIVE_OUTCOMES, LongHands, MEETINGS, SIX_OUTCOMES, meeting_of, six_outcome};
use super::payouts::{PARTS, PayoutTable, THREE_OUTCOMES, three_outcome};
use super::shapes::{Shapes, plain_class};
use super::special::{Special, is_suited, two_of_the_suit};
use super::sums::{Plain, ResultSums, SpecialHand};
use super::{ClassPlay, Position, PositionTerms};
use crate::deals::{DEALER_HANDS, suit_classes};
use crate::fraction::Fraction;
use crate::position::PositionDeals;
use crate::simulate::Decisions;

const OUTCOMES: usize = THREE_OUTCOMES * 2 * MEETINGS.len() * SIX_OUTCOMES;
/// All deals of a dealer's and two players' hands.
const DEALER_DEALS: u128 = Three::COUNT as u128 * DEALER_HANDS as u128 * 15_180;
/// All deals of two community cards and two players' hands.
const COMMUNITY_DEALS: u128 = 1_326 * 19_600 * 16_215;

/// A position's result as a function of the cards.
struct PositionResult {
    /// What depends on the dealer's hand, by class, fold, meeting and six-card outcome.
    cents: Vec<i64>,
    /// The five-card progressive, played and folded, by five-card outcome.
    five: [[i64; FIVE_OUTCOMES]; 2],
    /// Which hands are played; `None` without an ante.
    decisions: Option<Decisions>,
}

fn place(three: usize, folds: bool, outcome: usize) -> usize {
    (three * 2 + usize::from(folds)) * MEETINGS.len() * SIX_OUTCOMES + outcome
}

impl PositionResult {
    fn new(terms: &PositionTerms, deals: &PositionDeals, choices: &[ClassPlay]) -> PositionResult {
        let table = PayoutTable::new(&terms.house, &terms.stakes, &terms.meters, deals);
        let mut cents = vec![0; OUTCOMES];
        for three in 0..THREE_OUTCOMES {
            for folds in [false, true] {
                for outcome in 0..MEETINGS.len() * SIX_OUTCOMES {
                    let mut parts = table.parts(three, folds, outcome / SIX_OUTCOMES, outcome % SIX_OUTCOMES, 0, 0);
                    let on_five = |wager: &Wager| *wager == Wager::FiveCardProgressive;
                    parts.iter_mut().zip(&PARTS).filter(|(_, wager)| on_five(wager)).for_each(|(part, _)| *part = &[]);
                    cents[place(three, folds, outcome)] = table.nets(parts).0.iter().sum();
                }
            }
        }
        let five = [0, 1].map(|i| {
            std::array::from_fn(|outcome| table.net_alone(Wager::FiveCardProgressive, &table.five[i][outcome]))
        });
        PositionResult { cents, five, decisions: (!choices.is_empty()).then(|| Decisions::of_choices(choices)) }
    }

    fn folds(&self, hand: Three) -> bool {
        self.decisions.as_ref().is_some_and(|decisions| !decisions.plays(hand))
    }

    /// Whether the suit of a mini royal or of a super royal makes a difference.
    fn tells_suits(&self) -> bool {
        let outcomes = 0..MEETINGS.len() * SIX_OUTCOMES;
        let three = |three: usize, outcome: usize| self.cents[place(three, false, outcome)];
        outcomes.clone().any(|outcome| three(0, outcome) != three(1, outcome))
            || (0..THREE_OUTCOMES)
                .any(|i| outcomes.clone().step_by(SIX_OUTCOMES).any(|o| three(i, o + 10) != three(i, o + 11)))
    }
}

/// The covariances of positions at one table, in square cents. The diagonal holds the covariance of two positions that
/// are alike, not the variance of one.
#[must_use]
pub fn covariances(positions: &[(&PositionTerms, &Position)]) -> Vec<Vec<Fraction>> {
    let Some((first, _)) = positions.first() else {
        return Vec::new();
    };
    let (floor, wheel) = (first.floor(), first.wheel());
    let plain = PositionDeals::new(floor, wheel, LongHands { six: false, five: false, colours: false });
    let results: Vec<PositionResult> =
        positions.iter().map(|(terms, position)| PositionResult::new(terms, &plain, &position.choices)).collect();
    let six = positions.iter().any(|(terms, _)| terms.long_hands().six);
    let shapes = Shapes::new(wheel, six);
    let special = Special::of(&shapes, results.len(), |result, hand| results[result].folds(hand));
    let by_dealer = Dealers { results: &results, floor, wheel, shapes: &shapes, special: &special };
    let (dealer, dealer_deals) = if six { by_dealer.products::<true>() } else { by_dealer.products::<false>() };
    let five = positions.iter().any(|(terms, _)| terms.long_hands().five);
    let five = five.then(|| community_products(&results, wheel, &shapes, &special));
    let mean = |five: bool| {
        let is_five = move |wager: Wager| (wager == Wager::FiveCardProgressive) == five;
        let of = |position: &Position| {
            position.parts.iter().filter(|part| is_five(part.wager)).map(|part| part.law.mean()).sum::<Fraction>()
        };
        positions.iter().map(|(_, position)| of(position)).collect::<Vec<Fraction>>()
    };
    let (means, five_means) = (mean(false), mean(true));
    let cell = |i: usize, j: usize| {
        let mut covariance = Fraction::new(dealer[i][j], dealer_deals) - &means[i] * &means[j];
        if let Some(five) = &five {
            covariance += Fraction::new(five[i][j], COMMUNITY_DEALS) - &five_means[i] * &five_means[j];
        }
        covariance
    };
    let n = positions.len();
    (0..n).map(|i| (0..n).map(|j| cell(i, j)).collect()).collect()
}

/// The class of a shape in mixed suits.
fn mixed_outcome(shapes: &Shapes, place: usize) -> usize {
    outcome_of(shapes.all[place].mixed.category())
}

/// The part that depends on the dealer's hand.
struct Dealers<'a> {
    results: &'a [PositionResult],
    floor: Strength,
    wheel: Wheel,
    shapes: &'a Shapes,
    special: &'a Special,
}

impl Dealers<'_> {
    /// The sums of products over all deals of a dealer's and two players' hands, and how often all deals are in them.
    ///
    /// The dealer's hands are enumerated up to renaming suits. If spades and diamonds have a meaning, every pair of
    /// suits takes their role in turn: only the results of the royals then change.
    fn products<const SIX: bool>(&self) -> (Vec<Vec<i128>>, u128) {
        let n = self.results.len();
        let mut products = vec![vec![0; n]; n];
        let mut sums = ResultSums::new(n);
        let parts: Vec<[Suit; 2]> = if self.results.iter().any(PositionResult::tells_suits) {
            let pairs = Suit::ALL.into_iter().flat_map(|spades| Suit::ALL.map(|diamonds| [spades, diamonds]));
            pairs.filter(|[spades, diamonds]| spades != diamonds).collect()
        } else {
            vec![[Suit::Spades, Suit::Diamonds]]
        };
        let mut dealers = suit_classes();
        // Dealer's hands of one strength have the same ranks, and share what depends on ranks alone.
        dealers.sort_by_key(|(dealer, _)| dealer.strength());
        let mut shared: Option<(Strength, Against<'_>, Plain)> = None;
        for (dealer, ways) in dealers {
            let (_, mut against, plain) = match shared.take().filter(|(strength, ..)| *strength == dealer.strength()) {
                Some(shared) => shared,
                None => {
                    let against = Against::new(self, dealer);
                    let plain = self.plain::<SIX>(&against, dealer);
                    (dealer.strength(), against, plain)
                }
            };
            against.seat(dealer);
            let flushes = if SIX && is_suited(dealer) { two_of_the_suit(dealer) } else { Vec::new() };
            let flushes: Vec<SpecialHand> = flushes
                .into_iter()
                .filter(|hand| !self.special.is_special[usize::from(hand.index())])
                .map(|hand| SpecialHand::new(hand, self.shapes))
                .collect();
            sums.gather(&plain, dealer.set(), self.special.beside(dealer.set()).chain(&flushes), |special, values| {
                let (hand, three) = (special.hand, three_outcome_quick(special.hand));
                let outcome = against.outcome::<SIX>(special);
                for (value, result) in values.iter_mut().zip(self.results) {
                    *value = result.cents[place(three, result.folds(hand), outcome)];
                }
            });
            let mut apart = sums.apart();
            for (i, part) in parts.iter().enumerate() {
                // From the role the suits had before to the one they have now.
                let before = if i == 0 { [Suit::Spades, Suit::Diamonds] } else { parts[i - 1] };
                for hand in royals(dealer).into_iter().filter(|_| parts.len() > 1) {
                    let [old, new] = [before, *part].map(|part| against.royal::<SIX>(hand, part));
                    sums.change(hand, &old, &new, &mut apart);
                }
                add_products(&mut products, &apart, ways);
            }
            shared = Some((dealer.strength(), against, plain));
        }
        (products, DEALER_DEALS * parts.len() as u128)
    }
}

impl<'a> Dealers<'a> {
    /// The sums over all hands as if ranks alone decided.
    fn plain<const SIX: bool>(&self, against: &Against<'_>, dealer: Three) -> Plain {
        Plain::new(self.results.len(), self.shapes, dealer.set(), |shape, values| {
            let three = mixed_outcome(self.shapes, shape);
            let outcome = against.plain::<SIX>(self.shapes.all[shape].mixed, shape);
            let folds = &self.special.folds[shape];
            for ((value, result), folds) in values.iter_mut().zip(self.results).zip(folds) {
                *value = result.cents[place(three, *folds, outcome)];
            }
        })
    }
}

/// Adds sums of products, weighted by how many such deals there are. The largest result is about 10^11 cents and there
/// are fewer than 10^13 deals, so the squares stay far within 128 bits.
fn add_products(products: &mut [Vec<i128>], apart: &[Vec<i128>], ways: u32) {
    for (row, apart) in products.iter_mut().zip(apart) {
        for (product, apart) in row.iter_mut().zip(apart) {
            *product += apart * i128::from(ways);
        }
    }
}

/// One dealer's hand.
struct Against<'a> {
    dealers: &'a Dealers<'a>,
    pile: Pile,
    /// By strength of the player's hand: the first outcome of the meeting.
    meetings: Vec<usize>,
    /// How many of the dealer's cards are of each suit.
    suits: [u8; 4],
    shape: usize,
}

impl<'a> Against<'a> {
    fn new(dealers: &'a Dealers<'a>, dealer: Three) -> Against<'a> {
        let first = |strength: Strength| meeting_of(strength, dealer.strength(), dealers.floor);
        Against {
            dealers,
            pile: Pile::EMPTY,
            meetings: (0..).map_while(Strength::new).map(|s| usize::from(first(s)) * SIX_OUTCOMES).collect(),
            suits: [0; 4],
            shape: dealers.shapes.of(dealer),
        }
    }

    /// Switches to another dealer's hand of the same strength.
    fn seat(&mut self, dealer: Three) {
        self.pile = dealer.cards().into_iter().fold(Pile::EMPTY, Pile::with);
        self.suits = [0; 4];
        for card in dealer.cards() {
            self.suits[usize::from(card.suit().index())] += 1;
        }
    }

    /// The outcome of a hand that makes no flush with the dealer's.
    fn plain<const SIX: bool>(&self, strength: Strength, shape: usize) -> usize {
        let made = self.dealers.shapes.plain_with(self.shape).filter(|_| SIX);
        self.meetings[usize::from(strength.index())] + made.map_or(0, |made| usize::from(made[shape]))
    }

    /// The outcome of any hand. If the player's hand is of one suit, two of the dealer's cards make a flush; otherwise
    /// all three must.
    fn outcome<const SIX: bool>(&self, special: &SpecialHand) -> usize {
        let flush = match special.suit {
            Some(suit) => self.suits[usize::from(suit.index())] >= 2,
            None => self.suits.contains(&3),
        };
        if !(SIX && flush) {
            return self.plain::<SIX>(special.strength, special.shape);
        }
        let six = special.hand.cards().into_iter().fold(self.pile, Pile::with);
        self.meetings[usize::from(special.strength.index())] + six_outcome(six, self.dealers.wheel)
    }

    /// The results of a royal when two suits take the roles of spades and diamonds.
    fn royal<const SIX: bool>(&self, hand: Three, [spades, diamonds]: [Suit; 2]) -> Vec<i64> {
        let pile = hand.cards().into_iter().fold(self.pile, Pile::with);
        let three = match hand.mini_royal() {
            Some(suit) => usize::from(suit != spades),
            None => three_outcome(hand),
        };
        let meeting = self.meetings[usize::from(hand.strength().index())];
        let six = match pile.super_royal() {
            _ if !SIX => 0,
            Some(suit) => 10 + usize::from(suit != diamonds),
            None => six_outcome(pile, self.dealers.wheel),
        };
        let results = self.dealers.results.iter();
        results.map(|result| result.cents[place(three, result.folds(hand), meeting + six)]).collect()
    }
}

/// The class of a hand, the common ones first.
#[inline]
fn three_outcome_quick(hand: Three) -> usize {
    match hand.category() {
        ThreeCategory::StraightFlush => three_outcome(hand),
        category => outcome_of(category),
    }
}

/// The index of a category among the classes; for straight flushes, that of the plain ones.
fn outcome_of(category: ThreeCategory) -> usize {
    match category {
        ThreeCategory::HighCard => 7,
        ThreeCategory::Pair => 6,
        ThreeCategory::Flush => 5,
        ThreeCategory::Straight => 4,
        ThreeCategory::ThreeOfAKind => 3,
        ThreeCategory::StraightFlush => 2,
    }
}

/// The hands whose result can depend on their suit: mini royals, and hands that make a super royal with the dealer's.
fn royals(dealer: Three) -> Vec<Three> {
    let mut royals = Vec::new();
    for suit in Suit::ALL {
        let high = |ranks: &[Rank]| -> Vec<Card> { ranks.iter().map(|rank| Card::new(*rank, suit)).collect() };
        let six = high(&[Rank::Ace, Rank::King, Rank::Queen, Rank::Jack, Rank::Ten, Rank::Nine]);
        let left: Vec<Card> = six.iter().copied().filter(|card| !dealer.set().contains(*card)).collect();
        for cards in [&six[..3], &left[..]] {
            if let [a, b, c] = cards {
                royals.extend(Three::new(*a, *b, *c).ok());
            }
        }
    }
    royals.retain(|hand| hand.set().intersection(dealer.set()).is_empty());
    royals.sort_unstable();
    royals.dedup();
    royals
}

/// The same for the five-card progressive, over all deals of two community cards and two players' hands.
fn community_products(results: &[PositionResult], wheel: Wheel, shapes: &Shapes, special: &Special) -> Vec<Vec<i128>> {
    let n = results.len();
    let mut products = vec![vec![0; n]; n];
    let mut sums = ResultSums::new(n);
    let clubs = |rank: Rank| Card::new(rank, Suit::Clubs);
    let diamonds = |rank: Rank| Card::new(rank, Suit::Diamonds);
    for (i, high) in Rank::ALL.into_iter().enumerate() {
        let lower = Rank::ALL.into_iter().take(i);
        let unpaired = lower.flat_map(|low| [([clubs(high), clubs(low)], 4), ([clubs(high), diamonds(low)], 12)]);
        for (community, ways) in unpaired.chain([([clubs(high), diamonds(high)], 6)]) {
            let [x, y] = community.map(|card| usize::from(card.rank().index()));
            let beside: CardSet = community.into_iter().collect();
            let plain = Plain::new(n, shapes, beside, |place, values| {
                let [a, b, c] = shapes.all[place].ranks;
                let outcome = plain_class(&mut [a, b, c, x, y], wheel);
                for ((value, result), folds) in values.iter_mut().zip(results).zip(&special.folds[place]) {
                    *value = result.five[usize::from(*folds)][outcome];
                }
            });
            sums.gather(&plain, beside, special.beside(beside), |special, values| {
                let hand = special.hand;
                let pile = hand.cards().into_iter().chain(community).fold(Pile::EMPTY, Pile::with);
                let best = pile.best_with(wheel);
                let outcome = best.map_or(FiveCategory::HighCard, |best| best.category()) as usize;
                for (value, result) in values.iter_mut().zip(results) {
                    *value = result.five[usize::from(result.folds(hand))][outcome];
                }
            });
            add_products(&mut products, &sums.apart(), ways);
        }
    }
    products
}
