//! One player's hand against every dealer's hand: the production settlement beside the plain one.

use std::fmt;

use anyhow::{Context, Result};
use cards::{Card, Three};
use rules::settle::{Decision, Movement, PersonId, Round, Seat, Stakes, settle};
use rules::{Cents, House, Outcome, Wager};

use super::plain::books::{PairPlus, PlainHouse};
use super::plain::cards::{PlainHand, judge};
use super::plain::settle::{
    Decision as PlainDecision, Outcome as PlainOutcome, Piece, PlainBets, PlainResult, settle_judged,
};

/// The wagers of every deal: within the limits of every example house, and lawful under every precondition.
const ANTE: i64 = 1_000;
const PAIR_PLUS: i64 = 500;

/// A house in both settlements, and every hand as both know it.
pub(super) struct Pairing<'a> {
    house: &'a House,
    plain: PlainHouse,
    hands: Vec<(u64, Three, PlainHand)>,
}

/// What a run has counted.
#[derive(Default)]
pub(super) struct Count {
    pub deals: u64,
    pub settlements: u64,
    pub paid: i64,
    pub differences: u64,
    pub shown: Vec<Difference>,
}

impl Count {
    /// Two counts together.
    pub(super) fn and(mut self, other: Count) -> Count {
        self.deals += other.deals;
        self.settlements += other.settlements;
        self.paid += other.paid;
        self.differences += other.differences;
        self.shown.extend(other.shown);
        self.shown.truncate(super::SHOWN);
        self
    }
}

/// A deal on which the two disagree.
pub(super) struct Difference {
    player: Three,
    dealer: Three,
    decision: Decision,
    production: String,
    plain: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  player {} against dealer {}, {}:", self.player, self.dealer, self.decision)?;
        writeln!(f, "    production {}", self.production)?;
        write!(f, "    plain      {}", self.plain)
    }
}

impl<'a> Pairing<'a> {
    /// Pairs a house with its plain twin.
    pub(super) fn new(house: &'a House, plain: PlainHouse, hands: &[[u8; 3]]) -> Result<Pairing<'a>> {
        let hands = hands.iter().map(|cards| both(*cards)).collect::<Result<Vec<_>>>()?;
        Ok(Pairing { house, plain, hands })
    }

    /// Settles one player's hand against every dealer's hand that shares no card with it, played and folded.
    pub(super) fn against_all_dealers(&self, player: usize) -> Count {
        let mut count = Count::default();
        let (player_set, player_cards, player_plain) = self.hands[player];
        let mut movements: Vec<Movement<'_>> = Vec::with_capacity(8);
        let stakes = Stakes { ante: Cents(ANTE), pair_plus: Cents(PAIR_PLUS), ..Stakes::default() };
        for (dealer_set, dealer_cards, dealer_plain) in &self.hands {
            if dealer_set & player_set != 0 {
                continue;
            }
            count.deals += 1;
            for (decision, plain_decision) in
                [(Decision::Play, PlainDecision::Play), (Decision::Fold, PlainDecision::Fold)]
            {
                let mut round = Round::empty(*dealer_cards);
                round.seat(Seat {
                    position: 1,
                    person: PersonId(0),
                    cards: player_cards,
                    decision: Some(decision),
                    stakes,
                });
                movements.clear();
                settle(self.house, &round, &mut movements);
                let bets = PlainBets { ante: ANTE, pair_plus: PAIR_PLUS };
                let plain = settle_judged(&self.plain, &player_plain, dealer_plain, bets, plain_decision);
                count.settlements += 1;
                count.paid += movements.iter().map(|movement| movement.paid.0).sum::<i64>();
                if !agree(&movements, &plain) {
                    count.differences += 1;
                    if count.shown.len() < super::SHOWN {
                        count.shown.push(Difference {
                            player: player_cards,
                            dealer: *dealer_cards,
                            decision,
                            production: in_words(&movements),
                            plain: format!("{plain:?}"),
                        });
                    }
                }
            }
        }
        count
    }
}

/// The plain twin of a house: the same tables by id, a posted table by its lines.
pub(super) fn plain_house(house: &House) -> Result<PlainHouse> {
    let posted: Vec<(&str, i64)> = house
        .pair_plus
        .lines
        .iter()
        .filter_map(|line| match line.pays {
            rules::paytable::Pays::To(odds) => Some((line.hand.word(), i64::from(odds.won / odds.staked))),
            _ => None,
        })
        .collect();
    let pair_plus = match house.pair_plus.id.as_str() {
        "posted" => PairPlus::Posted(&posted),
        id => PairPlus::Printed(id),
    };
    super::plain::books::house(&house.book.code, &house.ante_bonus.id, pair_plus)
}

/// A hand as both settlements know it, and as a set of cards.
fn both(cards: [u8; 3]) -> Result<(u64, Three, PlainHand)> {
    let card = |index: u8| Card::from_index(index).context("a card outside the deck");
    let three = Three::new(card(cards[0])?, card(cards[1])?, card(cards[2])?).ok().context("a card twice")?;
    let set = cards.iter().fold(0, |set, card| set | 1 << card);
    Ok((set, three, judge(cards)))
}

/// Whether the movements are exactly the pieces: none missing, none more, each equal to the cent.
fn agree(movements: &[Movement<'_>], plain: &PlainResult) -> bool {
    let pieces = [
        (Wager::Ante, &plain.ante),
        (Wager::Play, &plain.play),
        (Wager::AnteBonus, &plain.ante_bonus),
        (Wager::PairPlus, &plain.pair_plus),
    ];
    let due = pieces.iter().filter(|(_, piece)| piece.outcome.is_some()).count();
    movements.len() == due
        && movements
            .iter()
            .all(|movement| pieces.iter().any(|(wager, piece)| *wager == movement.wager && same(movement, piece)))
}

fn same(movement: &Movement<'_>, piece: &Piece) -> bool {
    let outcome = match movement.outcome {
        Outcome::Won => PlainOutcome::Won,
        Outcome::Lost => PlainOutcome::Lost,
        Outcome::Pushed => PlainOutcome::Pushed,
        Outcome::Forfeited => PlainOutcome::Forfeited,
        Outcome::Returned => return false,
    };
    piece.outcome == Some(outcome)
        && piece.stake == movement.stake.0
        && piece.paid == movement.paid.0
        && piece.returned == movement.returned.0
}

fn in_words(movements: &[Movement<'_>]) -> String {
    let words = movements
        .iter()
        .map(|m| format!("{} {} stake {} paid {} returned {}", m.wager, m.outcome, m.stake, m.paid, m.returned));
    words.collect::<Vec<_>>().join("; ")
}
