//! The order of settlement: forfeits first, then the book's passes over the table.

use super::{Round, Seat, Settlement};
use crate::hand::HandName;
use crate::rulebook::vocabulary::{Direction, Fate, Take};
use crate::wager::{Outcome, Wager};

/// The wagers that a fold can take, in the order in which a dealer clears a position.
const FORFEITABLE: [Wager; 10] = [
    Wager::Ante,
    Wager::MatchPlay,
    Wager::TipAnte,
    Wager::TipPlay,
    Wager::PairPlus,
    Wager::TipPairPlus,
    Wager::SixCardBonus,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

/// Walks the whole settlement.
pub(super) fn walk(settlement: &mut Settlement<'_, '_>) {
    let (book, round) = (&settlement.house.book, settlement.round);
    let collected = book.fold.collected.default.unwrap_or(Direction::RightToLeft);
    for index in places(collected) {
        if let Some(seat) = round.seats[index].as_ref().filter(|seat| seat.gave_up()) {
            forfeit(settlement, seat);
        }
    }
    let across = book.settlement.across.default.unwrap_or(Direction::RightToLeft);
    let house = settlement.house;
    for pass in &house.settlement().passes {
        for index in places(across) {
            let Some(seat) = &round.seats[index] else { continue };
            for wager in &pass.wagers {
                if settlement.made[*wager as usize] {
                    settlement.step(seat, *wager, pass.take);
                }
            }
        }
    }
}

/// Which wagers were made at any position, with those that ride on them or follow from them.
pub(super) fn made(round: &Round) -> [bool; Wager::ALL.len()] {
    let mut made = [false; Wager::ALL.len()];
    for seat in round.seats.iter().flatten() {
        let stakes = &seat.stakes;
        for (wager, stake) in [
            (Wager::Ante, stakes.ante),
            (Wager::Play, stakes.ante),
            (Wager::AnteBonus, stakes.ante),
            (Wager::PairPlus, stakes.pair_plus),
            (Wager::SixCardBonus, stakes.six_card_bonus),
            (Wager::Progressive, stakes.progressive),
            (Wager::Envy, stakes.progressive),
            (Wager::FiveCardProgressive, stakes.five_card_progressive),
            (Wager::FiveCardEnvy, stakes.five_card_progressive),
            (Wager::CoverAll, stakes.cover_all),
        ] {
            made[wager as usize] |= !stake.is_zero();
        }
    }
    made
}

/// The places of the table in a direction.
pub(super) fn places(direction: Direction) -> impl Iterator<Item = usize> {
    let last = super::POSITIONS - 1;
    (0..=last).map(move |i| if direction == Direction::RightToLeft { last - i } else { i })
}

/// Collects what a hand that was given up forfeits.
fn forfeit(settlement: &mut Settlement<'_, '_>, seat: &Seat) {
    let tips = settlement.house.book.tips.as_ref();
    for wager in FORFEITABLE {
        if seat.stakes.on(wager).is_zero() {
            continue;
        }
        if let (Fate::Lost, cite) = settlement.fate(seat, wager) {
            let mut movement = settlement.movement(seat, wager, Outcome::Forfeited, HandName::Unread);
            movement.why[0] = cite;
            if matches!(wager, Wager::TipAnte | Wager::TipPlay | Wager::TipPairPlus) {
                movement.why[1] = tips.map(|tips| &tips.owned.cite);
            }
            settlement.book(movement);
        }
    }
}

impl Settlement<'_, '_> {
    /// Settles one wager of one seat, with what rides on it, as far as the pass takes it.
    fn step(&mut self, seat: &Seat, wager: Wager, take: Take) {
        match wager {
            Wager::Ante => {
                self.ante_or_play(seat, wager, take);
                self.match_play(seat, take);
                self.tip_ante_or_play(seat, Wager::TipAnte, take);
            }
            Wager::Play => {
                self.ante_or_play(seat, wager, take);
                self.tip_ante_or_play(seat, Wager::TipPlay, take);
            }
            Wager::AnteBonus => {
                self.ante_bonus(seat, wager, take);
                self.ante_bonus(seat, Wager::TipAnteBonus, take);
            }
            Wager::PairPlus => {
                self.pair_plus(seat, wager, take);
                self.pair_plus(seat, Wager::TipPairPlus, take);
            }
            Wager::SixCardBonus => self.six_card_bonus(seat, take),
            Wager::Progressive | Wager::FiveCardProgressive => self.progressive(seat, wager, take),
            Wager::CoverAll => self.cover_all(seat, take),
            Wager::Envy | Wager::FiveCardEnvy => self.envy(seat, wager, take),
            // These ride on the wagers above; a rulebook that names them in a pass is refused when it is read.
            Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay => {}
        }
    }
}

/// Whether a pass takes a movement with this outcome.
pub(super) fn takes(take: Take, outcome: Outcome) -> bool {
    match take {
        Take::All => true,
        Take::Losing => outcome == Outcome::Lost,
        Take::Rest => outcome != Outcome::Lost,
    }
}
