//! Rounds dealt once, and the bare loop over them.

use cards::{Card, Strength, Three, ThreeCategory};
use rules::settle::{Decision, Meters, PersonId, Round, Seat, Stakes};
use rules::{Cents, Level, Meter, Wager};

/// A small generator of our own, so that every run deals the same rounds: xorshift with 64 bits of state.
struct Deal(u64);

impl Deal {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn cards(&mut self, wanted: usize) -> Vec<Card> {
        let mut deck = Card::ALL;
        for i in 0..wanted {
            let other = i + self.below((deck.len() - i) as u64) as usize;
            deck.swap(i, other);
        }
        deck[..wanted].to_vec()
    }
}

/// The dealer plays with queen high; so does the player of the bench from Q-6-4.
fn floor(ranks: &[cards::Rank]) -> Strength {
    Strength::floor(ranks).expect("a high-card hand")
}

/// Deals rounds with the same wagers at each position, played from Q-6-4.
pub fn deal_rounds(positions: u8, wagers: &[Wager], count: usize) -> Vec<Round> {
    use cards::Rank::{Four, Queen, Six};
    let plays = floor(&[Queen, Six, Four]);
    let mut deal = Deal(0x9e37_79b9_7f4a_7c15);
    let mut stakes = Stakes::default();
    for wager in wagers {
        let progressive = matches!(wager, Wager::Progressive | Wager::FiveCardProgressive);
        *stakes.on_mut(*wager).expect("a staked wager") = Cents(if progressive { 100 } else { 500 });
    }
    let mut meters = Meters::default();
    for (wager, level, dollars) in [
        (Wager::Progressive, Level::Major, 5_000),
        (Wager::Progressive, Level::Minor, 1_000),
        (Wager::FiveCardProgressive, Level::Mega, 10_000),
        (Wager::FiveCardProgressive, Level::Major, 1_000),
        (Wager::FiveCardProgressive, Level::Minor, 250),
    ] {
        meters.of_mut(wager).set(level, Meter::of(Cents::dollars(dollars)));
    }
    let three = |cards: &[Card]| Three::new(cards[0], cards[1], cards[2]).expect("three different cards");
    (0..count)
        .map(|_| {
            let cards = deal.cards(3 * (usize::from(positions) + 1) + 2);
            let mut round = Round::empty(three(&cards[..3]));
            round.community = Some([cards[3], cards[4]]);
            round.meters = meters;
            for position in 1..=positions {
                let hand = three(&cards[2 + 3 * usize::from(position)..]);
                let decision = if hand.strength() >= plays { Decision::Play } else { Decision::Fold };
                let person = PersonId(u32::from(position));
                round.seat(Seat { position, person, cards: hand, decision: Some(decision), stakes });
            }
            round
        })
        .collect()
}

/// What is paid and returned on ante, play, ante bonus A and pair plus D, with nothing recorded: the floor.
pub fn bare(rounds: &[Round]) -> u64 {
    let queen_high = floor(&[cards::Rank::Queen]);
    let mut total = 0;
    for round in rounds {
        let dealer = round.dealer.strength();
        for seat in round.seats.iter().flatten() {
            if seat.decision != Some(Decision::Play) {
                continue;
            }
            let (ante, pair_plus) = (seat.stakes.ante.0, seat.stakes.pair_plus.0);
            let strength = seat.cards.strength();
            total += if dealer < queen_high {
                3 * ante
            } else {
                match strength.cmp(&dealer) {
                    std::cmp::Ordering::Greater => 4 * ante,
                    std::cmp::Ordering::Equal => 2 * ante,
                    std::cmp::Ordering::Less => 0,
                }
            };
            let (bonus, odds) = match strength.category() {
                ThreeCategory::StraightFlush => (5, 41),
                ThreeCategory::ThreeOfAKind => (4, 31),
                ThreeCategory::Straight => (1, 7),
                ThreeCategory::Flush => (0, 5),
                ThreeCategory::Pair => (0, 2),
                ThreeCategory::HighCard => (0, 0),
            };
            total += bonus * ante + odds * pair_plus;
        }
    }
    total.unsigned_abs()
}
