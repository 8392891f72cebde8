//! The baselines: the same answers by dealing cards.

use cards::{Card, FiveCategory, Pile, Rank, Strength, Suit, Three, Wheel};
use odds::deals::suit_classes;
use odds::terms::{BaseTerms, Meeting};

/// Every hand with its cards as bits.
fn every_hand() -> Vec<(u64, Strength)> {
    Three::all().map(|hand| (hand.set().bits(), hand.strength())).collect()
}

/// What the house keeps under the optimum: every suit class against every dealer's hand.
pub fn kept(terms: &BaseTerms) -> u64 {
    let all = every_hand();
    let mut kept = 0_i64;
    for (hand, ways) in suit_classes() {
        let (cards, strength) = (hand.set().bits(), hand.strength());
        let nets = [Meeting::Unqualified, Meeting::Higher, Meeting::Equal, Meeting::Lower]
            .map(|meeting| terms.net(hand, meeting, 1));
        let mut counts = [0_i64; 4];
        for (dealer, dealers) in &all {
            if dealer & cards != 0 {
                continue;
            }
            let meeting = match strength.cmp(dealers) {
                _ if *dealers < terms.floor => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => 2,
                std::cmp::Ordering::Less => 3,
            };
            counts[meeting] += 1;
        }
        let play: i64 = counts.iter().zip(nets).map(|(count, net)| count * net).sum();
        kept -= play.max(-counts.iter().sum::<i64>()) * i64::from(ways);
    }
    kept as u64
}

/// Every pile of this many more cards.
fn deal(from: usize, pile: Pile, more: usize, each: &mut impl FnMut(Pile)) {
    if more == 0 {
        return each(pile);
    }
    for index in from..=52 - more {
        deal(index + 1, pile.with(Card::ALL[index]), more - 1, each);
    }
}

/// Six-card hands weighed by their class.
pub fn six_cards() -> u64 {
    let mut sum = 0;
    deal(0, Pile::EMPTY, 6, &mut |pile| {
        let category = pile.best().map_or(FiveCategory::HighCard, |best| best.category());
        sum += category as u64 + 1;
    });
    sum
}

/// Deals of two hands of which one is a suited A-K-Q.
pub fn highest_of_two() -> u64 {
    let royal = |hand: Three| hand.mini_royal().is_some();
    let all: Vec<(u64, bool)> = Three::all().map(|hand| (hand.set().bits(), royal(hand))).collect();
    let mut sum = 0;
    for (hand, ways) in suit_classes() {
        let (cards, own) = (hand.set().bits(), royal(hand));
        let met = all.iter().filter(|(other, theirs)| other & cards == 0 && (own || *theirs)).count();
        sum += met as u64 * u64::from(ways);
    }
    sum
}

/// How many kinds of deals each hand has by meeting and six-card class, every dealer's hand dealt to every class.
pub fn cells() -> u64 {
    let floor = Strength::floor(&[Rank::Queen]).expect("a queen is a floor");
    let mut sum = 0;
    let mut count = |hand: Three, ways: u64| {
        let own = hand.cards().into_iter().fold(Pile::EMPTY, Pile::with);
        let mut met = [false; 48];
        for dealer in Three::all().filter(|dealer| dealer.set().intersection(hand.set()).is_empty()) {
            let six = dealer.cards().into_iter().fold(own, Pile::with);
            let class = match six.best_with(Wheel::Counts).map(|best| best.category()) {
                Some(FiveCategory::RoyalFlush) => match six.super_royal() {
                    Some(Suit::Diamonds) => 10,
                    Some(_) => 11,
                    None => FiveCategory::RoyalFlush as usize,
                },
                category => category.map_or(0, |category| category as usize),
            };
            let meeting = match hand.strength().cmp(&dealer.strength()) {
                _ if dealer.strength() < floor => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => 2,
                std::cmp::Ordering::Less => 3,
            };
            met[meeting * 12 + class] = true;
        }
        sum += met.iter().filter(|met| **met).count() as u64 * ways;
    };
    for (hand, ways) in suit_classes() {
        count(hand, u64::from(ways));
    }
    sum
}
