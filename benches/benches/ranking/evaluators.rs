//! The ways to rank five and six cards: ours and our peers'.

use cards::{Card, FiveCategory, Pile};

/// A way to rank five or six cards.
pub trait Evaluator {
    type Card: Copy;
    type Pile: Copy;
    const NAME: &'static str;
    /// The 52 cards.
    fn deck(&self) -> [Self::Card; 52];
    fn empty(&self) -> Self::Pile;
    fn add(&self, pile: Self::Pile, card: Self::Card) -> Self::Pile;
    fn score(&self, pile: Self::Pile) -> u64;
    /// 0 for high card to 8 for straight flush. Peers have no royal flush of its own, so it counts as
    /// straight flush.
    fn category(score: u64) -> usize;
}

pub struct Cards;

impl Evaluator for Cards {
    type Card = Card;
    type Pile = Pile;
    const NAME: &'static str = "cards";

    fn deck(&self) -> [Self::Card; 52] {
        Card::ALL
    }

    fn empty(&self) -> Pile {
        Pile::EMPTY
    }

    fn add(&self, pile: Pile, card: Self::Card) -> Pile {
        pile.with(card)
    }

    fn score(&self, pile: Pile) -> u64 {
        pile.best().map_or(0, |best| u64::from(best.code()))
    }

    fn category(score: u64) -> usize {
        // The code is the class in its top four of sixteen bits.
        ((score >> 12) as usize).min(FiveCategory::StraightFlush as usize)
    }
}

/// The same crate through its functions of arrays, which share nothing between hands.
pub struct Arrays;

impl Evaluator for Arrays {
    type Card = Card;
    type Pile = ([Card; 6], usize);
    const NAME: &'static str = "cards, a whole array each time";

    fn deck(&self) -> [Self::Card; 52] {
        Card::ALL
    }

    fn empty(&self) -> Self::Pile {
        ([Card::ALL[0]; 6], 0)
    }

    fn add(&self, (mut cards, count): Self::Pile, card: Self::Card) -> Self::Pile {
        cards[count] = card;
        (cards, count + 1)
    }

    fn score(&self, (cards, count): Self::Pile) -> u64 {
        let [a, b, c, d, e, _] = cards;
        let best = if count == 5 { cards::five(&[a, b, c, d, e]) } else { cards::best_five_of_six(&cards) };
        u64::from(best.code())
    }

    fn category(score: u64) -> usize {
        Cards::category(score)
    }
}

pub struct Pokers;

impl Evaluator for Pokers {
    // It keeps a card as a hand of one.
    type Card = pokers::Hand;
    type Pile = pokers::Hand;
    const NAME: &'static str = "pokers";

    fn deck(&self) -> [Self::Card; 52] {
        pokers::CARDS
    }

    fn empty(&self) -> pokers::Hand {
        pokers::Hand::default()
    }

    fn add(&self, pile: pokers::Hand, card: Self::Card) -> pokers::Hand {
        pile + card
    }

    fn score(&self, pile: pokers::Hand) -> u64 {
        u64::from(pile.evaluate())
    }

    fn category(score: u64) -> usize {
        (score >> 12) as usize - 1
    }
}

pub struct AyaPoker;

impl Evaluator for AyaPoker {
    type Card = aya_poker::base::Card;
    type Pile = aya_poker::base::Hand;
    const NAME: &'static str = "aya_poker";

    fn deck(&self) -> [Self::Card; 52] {
        aya_poker::base::CARDS
    }

    fn empty(&self) -> Self::Pile {
        aya_poker::base::Hand::new()
    }

    fn add(&self, mut pile: Self::Pile, card: Self::Card) -> Self::Pile {
        pile.insert_unchecked(&card);
        pile
    }

    fn score(&self, pile: Self::Pile) -> u64 {
        u64::from(aya_poker::poker_rank(&pile).0)
    }

    fn category(score: u64) -> usize {
        let rank = aya_poker::PokerHandRank(score as u16).rank_category();
        (rank as usize - aya_poker::PokerRankCategory::HighCard as usize).min(FiveCategory::StraightFlush as usize)
    }
}

pub struct Poker {
    pub evaluator: poker::Evaluator,
    pub deck: [poker::Card; 52],
}

impl Poker {
    /// Builds its tables.
    pub fn new() -> Poker {
        let deck = Card::ALL.map(|card| card.to_string().parse().expect("both write As"));
        Poker { evaluator: poker::Evaluator::new(), deck }
    }
}

impl Evaluator for Poker {
    type Card = poker::Card;
    type Pile = ([poker::Card; 6], usize);
    const NAME: &'static str = "poker";

    fn deck(&self) -> [Self::Card; 52] {
        self.deck
    }

    fn empty(&self) -> Self::Pile {
        ([self.deck[0]; 6], 0)
    }

    fn add(&self, (mut cards, count): Self::Pile, card: Self::Card) -> Self::Pile {
        cards[count] = card;
        (cards, count + 1)
    }

    fn score(&self, (cards, count): Self::Pile) -> u64 {
        use poker::evaluate::FiveCardHandClass::*;
        match self.evaluator.evaluate_five(&cards[..count]).expect("distinct cards").classify() {
            HighCard { .. } => 0,
            Pair { .. } => 1,
            TwoPair { .. } => 2,
            ThreeOfAKind { .. } => 3,
            Straight { .. } => 4,
            Flush { .. } => 5,
            FullHouse { .. } => 6,
            FourOfAKind { .. } => 7,
            StraightFlush { .. } => 8,
        }
    }

    fn category(score: u64) -> usize {
        score as usize
    }
}
