//! Envy: what each position's hand gives to the others, given what folds take from giver and receiver.

use cards::{Card, CardSet, FiveStrength, Pile, Three};
use rules::house::House;
use rules::money::Cents;
use rules::paytable::EnvyLine;
use rules::rulebook::vocabulary::Fate;
use rules::wager::Wager;

use super::{Moments, from_tray};
use crate::deals::{DEALER_HANDS, Deals};
use crate::five::COMMUNITY_PAIRS;
use crate::fraction::Fraction;
use crate::simulate::plan::{SeatPlan, SimulationPlan};

/// The envy of a progressive over the whole table.
///
/// For every hand that a giver can hold, and for the community cards if five cards count, this counts the hands with
/// which each receiver still receives.
pub(super) fn envy(plan: &SimulationPlan<'_>, staked: Wager, envy: Wager, deals: &Deals) -> Option<Moments> {
    let house = plan.house;
    let terms = house.progressive_terms(staked)?.envy.as_ref()?;
    let rules = house.book.progressive_rules(staked)?.envy.as_ref()?;
    let has_wager = |seat: &SeatPlan| !seat.stakes.on(staked).is_zero();
    plan.seats.iter().find(|seat| has_wager(seat))?;
    let receiving: Vec<Receiving> = plan.seats.iter().map(|seat| Receiving::of(house, seat)).collect();
    let racked_counts = rules.folded_hand.default == Some(Fate::Kept) || cover_all_reads_folds(plan);
    let (mut paid, mut squares) = (0_u128, 0_u128);
    for giver in &plan.seats {
        let gives = |hand: Three| {
            (!terms.holder_needs_wager || has_wager(giver) && giver.keeps(hand, house.fold.fate(staked)))
                && (racked_counts || giver.keeps(hand, Fate::Lost) || is_turned_up(house, giver))
        };
        let own = |seat: &SeatPlan| seat.person == giver.person;
        let others = plan.seats.iter().zip(&receiving).filter(|(seat, _)| has_wager(seat) && !own(seat));
        let others: Vec<&Receiving> = others.map(|(_, receiving)| receiving).collect();
        for class in deals.classes.iter().filter(|class| gives(class.hand)) {
            let mut add = |pays: Cents, cards: CardSet| {
                let pays = from_tray(house, pays).0.unsigned_abs() as u128;
                let all = choose_three(52 - cards.len());
                let ways = u128::from(class.ways);
                // A hand pays all the others together, so its payment is squared as a whole.
                paid += ways * pays * others.iter().map(|other| other.apart_from(cards)).sum::<u128>();
                squares += ways * (pays * others.len() as u128).pow(2) * all;
            };
            if envy == Wager::Envy {
                let (category, mini_royal) = (class.hand.category(), class.hand.mini_royal());
                let line = terms.lines.iter().find(|line| line.hand.is_made_by_three(category, mini_royal));
                if let Some(line) = line {
                    add(line.pays, class.hand.set());
                }
            } else {
                five_card_lines(house, class.hand, &terms.lines, |line, cards| add(line.pays, cards));
            }
        }
    }
    let of = match envy {
        Wager::Envy => Fraction::whole(22_100) * Fraction::whole(DEALER_HANDS),
        _ => Fraction::whole(22_100) * Fraction::whole(COMMUNITY_PAIRS) * Fraction::whole(choose_three(47)),
    };
    let mean = Fraction::whole(paid) / of.clone();
    Some(Moments { variance: Fraction::whole(squares) / of - mean.power(2), mean })
}

/// Whether a folded hand is still turned up, for a wager that a fold keeps.
fn is_turned_up(house: &House, seat: &SeatPlan) -> bool {
    house.fold.reads_folded(|wager| !seat.stakes.on(wager).is_zero())
}

/// Whether folded hands are turned up anyway, for a Cover All that counts them and that no fold takes (READING 83).
fn cover_all_reads_folds(plan: &SimulationPlan<'_>) -> bool {
    let house = plan.house;
    let stands = |seat: &SeatPlan| house.fold.fate(Wager::CoverAll) == Fate::Kept || !seat.decides();
    house.cover_all.as_ref().is_some_and(|terms| terms.folded_hands_count)
        && plan.seats.iter().any(|seat| !seat.stakes.cover_all.is_zero() && stands(seat))
}

/// Every pair of community cards that makes an envy hand with a giver's three.
fn five_card_lines(house: &House, hand: Three, lines: &[EnvyLine], mut add: impl FnMut(&EnvyLine, CardSet)) {
    let own = hand.cards().into_iter().fold(Pile::EMPTY, Pile::with);
    let rest = CardSet::FULL.difference(hand.set());
    for first in rest.iter() {
        for second in rest.iter().filter(|second| *second > first) {
            let five = own.with(first).with(second).best_with(house.wheel).map(FiveStrength::category);
            let line = five.and_then(|five| lines.iter().find(|line| line.hand.is_made_by_five(five, None)));
            if let Some(line) = line {
                add(line, [first, second].into_iter().collect::<CardSet>().union(hand.set()));
            }
        }
    }
}

/// The hands with which a seat still receives envy, by the cards in them.
struct Receiving {
    hands: Vec<bool>,
    all: i64,
    with_card: [i64; 52],
    with_pair: Vec<[i64; 52]>,
}

impl Receiving {
    fn of(house: &House, seat: &SeatPlan) -> Receiving {
        let mut receiving =
            Receiving { hands: vec![false; 22_100], all: 0, with_card: [0; 52], with_pair: vec![[0; 52]; 52] };
        for hand in Three::all().filter(|hand| seat.keeps(*hand, house.fold.envy)) {
            receiving.hands[usize::from(hand.index())] = true;
            receiving.all += 1;
            let [a, b, c] = hand.cards().map(place);
            for card in [a, b, c] {
                receiving.with_card[card] += 1;
            }
            for (one, other) in [(a, b), (a, c), (b, c)] {
                receiving.with_pair[one][other] += 1;
                receiving.with_pair[other][one] += 1;
            }
        }
        receiving
    }

    /// How many of the hands hold none of these cards: subtract those with one, add those with two, subtract those with
    /// three.
    fn apart_from(&self, cards: CardSet) -> u128 {
        let cards: Vec<Card> = cards.iter().collect();
        let mut hands = self.all;
        for (i, a) in cards.iter().enumerate() {
            hands -= self.with_card[place(*a)];
            for (j, b) in cards.iter().enumerate().skip(i + 1) {
                hands += self.with_pair[place(*a)][place(*b)];
                for c in &cards[j + 1..] {
                    let held = Three::new(*a, *b, *c).is_ok_and(|hand| self.hands[usize::from(hand.index())]);
                    hands -= i64::from(held);
                }
            }
        }
        u128::from(hands.unsigned_abs())
    }
}

fn place(card: Card) -> usize {
    usize::from(card.index())
}

/// The number of three-card hands in this many cards.
fn choose_three(cards: u32) -> u128 {
    let cards = u128::from(cards);
    cards * (cards - 1) * (cards - 2) / 6
}
