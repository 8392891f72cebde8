//! One player's ante, play, ante bonus and pair plus against one dealer's hand.
//!
//! Where md14 is cited, md2014 says the same at the same place; only its wager chapter is a letter behind.

use std::cmp::Ordering;

use super::books::{DEALER_QUALIFIES, PlainHouse};
use super::cards::PlainHand;
#[cfg(test)]
use super::cards::judge;

/// What the player has wagered before the deal, in cents; 0 where there is no such wager.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainBets {
    pub(crate) ante: i64,
    pub(crate) pair_plus: i64,
}

/// What the player does after looking at the cards. Without an ante there is nothing to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Play,
    Fold,
    NoAnte,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Won,
    Lost,
    Pushed,
    Forfeited,
}

#[cfg(test)]
impl Outcome {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Pushed => "pushed",
            Outcome::Forfeited => "forfeited",
        }
    }
}

/// What became of one wager, in cents. No outcome: there was no such wager, or no bonus was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) outcome: Option<Outcome>,
    /// What the player had put down; 0 for the ante bonus, which is paid on the ante.
    pub(crate) stake: i64,
    /// What the house pays on top.
    pub(crate) paid: i64,
    /// What the player takes back of the stake.
    pub(crate) returned: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainResult {
    pub(crate) ante: Piece,
    pub(crate) play: Piece,
    pub(crate) ante_bonus: Piece,
    pub(crate) pair_plus: Piece,
}

/// Settles from the cards themselves.
#[cfg(test)]
pub(crate) fn settle(
    house: &PlainHouse,
    player: [u8; 3],
    dealer: [u8; 3],
    bets: PlainBets,
    decision: Decision,
) -> PlainResult {
    assert!(player.iter().all(|card| !dealer.contains(card)), "the player and the dealer hold the same card");
    settle_judged(house, &judge(player), &judge(dealer), bets, decision)
}

/// Settles hands that are judged already.
pub(crate) fn settle_judged(
    house: &PlainHouse,
    player: &PlainHand,
    dealer: &PlainHand,
    bets: PlainBets,
    decision: Decision,
) -> PlainResult {
    assert!(bets.ante >= 0 && bets.pair_plus >= 0, "a wager below nothing");
    assert!((bets.ante == 0) == (decision == Decision::NoAnte), "an ante is decided on, and nothing else is");
    let (ante, play, ante_bonus) = match decision {
        Decision::NoAnte => (NOTHING, NOTHING, NOTHING),
        // The ante is given up and there is no play wager; the bonus needs both: md14:11.B#2, md14:12.B,
        // ma:10(b)#1, ma:11(a)(3), tribal:(j)(2)#1, tribal:(k)(1)(iii), sd:(8)#1.
        Decision::Fold => (forfeited(bets.ante), NOTHING, NOTHING),
        Decision::Play => {
            let (ante, play) = against_dealer(player, dealer, bets.ante);
            (ante, play, ante_bonus(house, player, bets.ante))
        }
    };
    PlainResult { ante, play, ante_bonus, pair_plus: pair_plus(house, player, bets.pair_plus, decision) }
}

/// The ante and the play wager, which equals it: md14:07.F(1)#2, ma:10(b)#1, tribal:(j)(2)#1, sd:(9)#1.
fn against_dealer(player: &PlainHand, dealer: &PlainHand, stake: i64) -> (Piece, Piece) {
    if dealer.value < DEALER_QUALIFIES {
        // The ante is paid 1 to 1 and the play wager goes back, even if the dealer's hand is the higher:
        // md14:11.D(3)(c)#1, md14:11.D(3)(c)#2, ma:11(a)(1)#2, ma:11(a)(1)#3, tribal:(k)(1)(i)#2,
        // tribal:(k)(1)(i)#3, sd:(7)#2, sd:(7)#3.
        return (won(stake, 1), pushed(stake));
    }
    match player.value.cmp(&dealer.value) {
        // md14:11.D(3)(d)(ii), md14:12.A, ma:11(a)(1)#1, tribal:(k)(1)(i)#1, sd:(12)#1
        Ordering::Greater => (won(stake, 1), won(stake, 1)),
        // md14:11.D(3)(d)(i), sd:(12)#2; ma and tribal collect every losing wager: ma:10(c)(1)(ii),
        // tribal:(j)(3)#1.
        Ordering::Less => (lost(stake), lost(stake)),
        // md14:11.D(3)(d)(iii), sd:(11)#2. In ma:3(c)#2 and tribal:(c)(3)#2 the hands are a draw and no more
        // is said: a wager neither won nor lost stays the player's.
        Ordering::Equal => (pushed(stake), pushed(stake)),
    }
}

/// The bonus goes by the player's hand alone, so a beaten hand and an unqualified dealer do not touch it:
/// md14:12.B, sd:(13), sd:(10)(a), sd:(11)#3. ma:11(a)(3) and tribal:(k)(1)(iii) ask only for both wagers.
fn ante_bonus(house: &PlainHouse, player: &PlainHand, ante: i64) -> Piece {
    match house.ante_bonus[player.name as usize] {
        0 => NOTHING,
        odds => Piece { outcome: Some(Outcome::Won), stake: 0, paid: odds * ante, returned: 0 },
    }
}

/// Pair plus goes by the player's hand alone: md14:11.D(4)#2, ma:11(a)(2), tribal:(k)(1)(ii), sd:(14)#1.
fn pair_plus(house: &PlainHouse, player: &PlainHand, stake: i64, decision: Decision) -> Piece {
    if stake == 0 {
        return NOTHING;
    }
    if decision == Decision::Fold && house.fold_loses_pair_plus {
        return forfeited(stake);
    }
    match house.pair_plus[player.name as usize] {
        0 => lost(stake),
        odds => won(stake, odds),
    }
}

const NOTHING: Piece = Piece { outcome: None, stake: 0, paid: 0, returned: 0 };

/// Odds "to 1" are paid on top, and the stake goes back with them.
fn won(stake: i64, odds: i64) -> Piece {
    Piece { outcome: Some(Outcome::Won), stake, paid: odds * stake, returned: stake }
}

fn pushed(stake: i64) -> Piece {
    Piece { outcome: Some(Outcome::Pushed), stake, paid: 0, returned: stake }
}

fn lost(stake: i64) -> Piece {
    Piece { outcome: Some(Outcome::Lost), stake, paid: 0, returned: 0 }
}

fn forfeited(stake: i64) -> Piece {
    Piece { outcome: Some(Outcome::Forfeited), stake, paid: 0, returned: 0 }
}
