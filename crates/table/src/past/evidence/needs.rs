//! Whose cards an answer depends on. All other hands are only counted, not tried one by one.

use rules::rulebook::vocabulary::BonusWhen;
use rules::settle::{Round, Seat};
use rules::{House, Wager};

use super::{Evidence, Question};
use crate::act::Holder;

/// The hands on which the question, or a counted amount, depends.
pub(super) fn needed(house: &House, evidence: &Evidence, layouts: &[Round]) -> Vec<Holder> {
    let mut needs = HandsNeeded { house, holders: Vec::new() };
    for layout in layouts {
        let limited = house.limit_per_player.is_some() || house.limit_per_table.is_some();
        let racked = evidence.rack.as_ref().is_some_and(|rack| rack.order.is_none());
        if limited || racked || evidence.tray.is_some() {
            needs.everything(layout);
            continue;
        }
        match &evidence.question {
            Question::Due { position, wager } => needs.wager(layout, *position, *wager),
            Question::Total { position } => needs.position(layout, *position),
            Question::Held { by, .. } | Question::Made { by, .. } => {
                by.0.into_iter().for_each(|holder| needs.add(holder))
            }
        }
        for position in &evidence.positions {
            if position.paid.is_some() || position.taken.is_some() {
                needs.position(layout, position.position);
            }
        }
    }
    needs.holders
}

/// The hands that everything due to a position depends on.
pub(super) fn of_position(house: &House, layouts: &[Round], position: u8) -> Vec<Holder> {
    let mut needs = HandsNeeded { house, holders: Vec::new() };
    layouts.iter().for_each(|layout| needs.position(layout, position));
    needs.holders
}

struct HandsNeeded<'h> {
    house: &'h House,
    holders: Vec<Holder>,
}

impl HandsNeeded<'_> {
    fn add(&mut self, holder: Holder) {
        if !self.holders.contains(&holder) {
            self.holders.push(holder);
        }
    }

    /// Every hand, the dealer's and the community cards.
    fn everything(&mut self, layout: &Round) {
        self.hands(layout, |_| true);
        self.add(Holder::Dealer);
        if layout.community.is_some() {
            self.add(Holder::Community);
        }
    }

    fn hands(&mut self, layout: &Round, wanted: impl Fn(&Seat) -> bool) {
        for seat in layout.seats.iter().flatten().filter(|seat| wanted(seat)) {
            self.add(Holder::Position(seat.position));
        }
    }

    /// Everything that a position wagered, with the bonuses that follow.
    fn position(&mut self, layout: &Round, position: u8) {
        for wager in Wager::ALL {
            self.wager(layout, position, *wager);
        }
    }

    fn wager(&mut self, layout: &Round, position: u8, wager: Wager) {
        let Some(seat) = layout.seats.iter().flatten().find(|seat| seat.position == position) else { return };
        let stake = match wager {
            Wager::Play | Wager::AnteBonus | Wager::BadBeat => Wager::Ante,
            Wager::TipAnteBonus => Wager::TipAnte,
            Wager::Envy => Wager::Progressive,
            Wager::FiveCardEnvy => Wager::FiveCardProgressive,
            wager => wager,
        };
        if seat.stakes.on(stake).is_zero() {
            return;
        }
        self.add(Holder::Position(position));
        match wager {
            Wager::PairPlus | Wager::TipPairPlus | Wager::HandBonus => {}
            Wager::AnteBonus | Wager::TipAnteBonus if self.house.bonus_when == BonusWhen::Always => {}
            Wager::Ante
            | Wager::Play
            | Wager::AnteBonus
            | Wager::BadBeat
            | Wager::SixCardBonus
            | Wager::Prime
            | Wager::TipAnte
            | Wager::TipPlay
            | Wager::TipAnteBonus
            | Wager::MatchPlay => self.add(Holder::Dealer),
            // Earlier winners lower the meter, or share it.
            Wager::Progressive => self.hands(layout, |seat| !seat.stakes.progressive.is_zero()),
            Wager::FiveCardProgressive => {
                self.hands(layout, |seat| !seat.stakes.five_card_progressive.is_zero());
                self.add(Holder::Community);
            }
            Wager::Envy => self.hands(layout, |_| true),
            Wager::FiveCardEnvy => {
                self.hands(layout, |_| true);
                self.add(Holder::Community);
            }
            Wager::CoverAll => {
                self.hands(layout, |_| true);
                self.add(Holder::Dealer);
            }
        }
    }
}
