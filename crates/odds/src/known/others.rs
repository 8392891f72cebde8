//! Cards of other positions that are always seen: their average worth.

use cards::{Card, Strength, Three, Wheel};

use super::sums::{CARDS, meeting, places};
use crate::base::play_value;
use crate::deals::{DEALER_HANDS, Deals, SuitClass};
use crate::fraction::Fraction;
use crate::position::shapes::Shapes;
use crate::position::sums::{Plain, ResultSums, SpecialHand};
use crate::terms::{BaseTerms, Meeting};

/// The expected net result for an ante of one when one, two or three cards of other positions are always seen, averaged
/// over all cards that can show: three are a neighbour's hand or the player's own second hand. `None` for more:
/// [`KnownCards`](super::KnownCards) accepts the cards actually seen, but their average is left to simulation.
#[must_use]
pub fn others_seen(terms: &BaseTerms, cards: usize) -> Option<Fraction> {
    if !(1..=3).contains(&cards) {
        return None;
    }
    let parts = terms.parts();
    let left = (49 - cards) as i64;
    let dealers = left * (left - 1) * (left - 2) / 6;
    let fold = -parts * dealers;
    let sets = [49, 49 * 48 / 2, 49 * 48 * 47 / 6][cards - 1];
    let shapes = Shapes::new(Wheel::Counts, false);
    let suited = SpecialHand::suited(&shapes);
    let mut sums = ResultSums::new(1);
    let (mut sum, mut of) = (0_i128, 0_i128);
    for class in &Deals::new(terms.floor).classes {
        let (hand, ways) = (class.hand, i128::from(class.ways));
        of += i128::from(dealers) * sets * ways;
        let nets = [Meeting::Unqualified, Meeting::Higher, Meeting::Lower, Meeting::Equal]
            .map(|meeting| terms.net(hand, meeting, parts));
        // A dealer's hand is missed by as many sets of seen cards as its own three cards leave.
        if let Some(plays) = decided_anyhow(class, nets, parts, cards) {
            let best = if plays { play_value(terms, class, parts) } else { -parts * i64::from(DEALER_HANDS) };
            sum += i128::from(best) * sets * i128::from(dealers) / i128::from(DEALER_HANDS) * ways;
            continue;
        }
        // The value of every dealer's hand, so that those with a seen card can be subtracted again.
        let value = |dealer: Strength| nets[meeting(terms, hand.strength(), dealer) as usize];
        let plain = Plain::new(1, &shapes, hand.set(), |shape, values| values.fill(value(shapes.all[shape].mixed)));
        let suited = suited.iter().filter(|dealer| dealer.cards.intersection(hand.set()).is_empty());
        sums.gather(&plain, hand.set(), suited, |dealer, values| values.fill(value(dealer.strength)));
        let (all, with_card, with_pair) = (sums.all[0], &sums.with_card[0], &sums.with_pair[0]);
        let rest: Vec<usize> = (0..CARDS).filter(|card| !places(hand).contains(card)).collect();
        let mut best = |value: i64| sum += i128::from(value.max(fold)) * ways;
        for (i, &a) in rest.iter().enumerate() {
            let without_a = all - with_card[a];
            if cards == 1 {
                best(without_a);
                continue;
            }
            for (j, &b) in rest.iter().enumerate().take(i) {
                let without_b = without_a - with_card[b] + with_pair[b][a];
                if cards == 2 {
                    best(without_b);
                    continue;
                }
                for &c in &rest[..j] {
                    let [x, y, z] = [a, b, c].map(|card| Card::ALL[card]);
                    let own = Three::new(x, y, z).map_or(0, |dealer| value(dealer.strength()));
                    best(without_b - with_card[c] + with_pair[c][a] + with_pair[c][b] - own);
                }
            }
        }
    }
    Some(Fraction::new(sum, of * i128::from(parts)))
}

/// Whether a class is played or folded whatever these seen cards are; `None` if they can decide. Each of them removes
/// at most 1,128 dealer's hands, and each of those gains no more than the best and no less than the worst.
fn decided_anyhow(class: &SuitClass, nets: [i64; 4], parts: i64, cards: usize) -> Option<bool> {
    let [unqualified, below, equal, above] = class.dealers().map(i64::from);
    let gains = nets.map(|net| net + parts);
    let counts = [unqualified, below, above, equal];
    let gain: i64 = gains.iter().zip(counts).map(|(gain, dealers)| gain * dealers).sum();
    let taken = cards as i64 * 1_128;
    let most = gains.into_iter().max().unwrap_or(0).max(0);
    let least = gains.into_iter().min().unwrap_or(0).min(0);
    match (gain - taken * most > 0, gain - taken * least <= 0) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
