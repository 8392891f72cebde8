//! People sit down, wager, decide and leave.

use rules::settle::Decision;
use rules::{Cents, Wager};

use crate::irregular::in_tray;
use crate::money::Account;
use crate::state::{Seat, State};
use crate::who::{Moment, Person};

impl State {
    pub(super) fn seat_person(&mut self, position: u8, person: &Person) {
        // Terminals are added as people come.
        let places = self.seats.len().max(usize::from(position));
        self.seats.resize(places, None);
        if let Some(place) = self.seats.get_mut(usize::from(position).wrapping_sub(1)) {
            *place = Some(Seat::new(person.clone()));
        }
        self.quiet = None;
    }

    pub(super) fn empty_seat(&mut self, position: u8, at: Moment) {
        if let Some(place) = self.seats.get_mut(usize::from(position).wrapping_sub(1)) {
            *place = None;
        }
        if self.taken().next().is_none() {
            self.quiet = Some(at);
        }
    }

    /// A player who left gives up everything on the layout.
    pub(super) fn abandon(&mut self, position: u8) {
        for wager in Wager::ALL.iter().filter(|wager| **wager != Wager::MatchPlay) {
            let amount = match (self.seat(position), wager) {
                (Some(seat), Wager::Play) => seat.play,
                (Some(seat), wager) => seat.areas.on(*wager),
                (None, _) => continue,
            };
            self.shift(&Account::Area(position, *wager), &Account::Tray, amount);
        }
        self.with_seat(position, |seat| seat.abandoned = true);
        self.gives_up(position);
        self.drop_forfeits(position);
    }

    /// Changes a wager to an amount.
    pub(super) fn stake(&mut self, position: u8, wager: Wager, amount: Cents) {
        let Some(seat) = self.seat(position) else { return };
        let (purse, before) = (Account::Purse(seat.person.clone()), seat.stakes.on(wager));
        if wager != Wager::MatchPlay {
            let area = Account::Area(position, wager);
            self.shift(&area, &purse, before);
            self.shift(&purse, &area, amount);
        }
        self.with_stake(position, wager, amount);
    }

    /// Gives a wager back, from its area or from the tray if it was taken in already.
    pub(super) fn give_back(&mut self, position: u8, wager: Wager, amount: Cents) {
        let Some(seat) = self.seat(position) else { return };
        let purse = Account::Purse(seat.person.clone());
        if wager != Wager::MatchPlay {
            let from = if in_tray(self, seat, wager) { Account::Tray } else { Account::Area(position, wager) };
            self.shift(&from, &purse, amount);
        }
        self.with_stake(position, wager, Cents::ZERO);
    }

    pub(super) fn take_decision(&mut self, position: u8, decision: Decision, play: Cents, tip: Cents) {
        let Some(purse) = self.seat(position).map(|seat| Account::Purse(seat.person.clone())) else { return };
        self.shift(&purse, &Account::Area(position, Wager::Play), play);
        self.shift(&purse, &Account::Area(position, Wager::TipPlay), tip);
        self.with_seat(position, |seat| {
            seat.decision = Some(decision);
            seat.stakes.tip_play = tip;
        });
        if decision != Decision::Play {
            self.gives_up(position);
        }
    }

    fn gives_up(&mut self, position: u8) {
        if !self.round.given_up.contains(&position) {
            self.round.given_up.push(position);
        }
    }

    pub(super) fn with_seat(&mut self, position: u8, change: impl FnOnce(&mut Seat)) {
        if let Some(seat) = self.seat_mut(position) {
            change(seat);
        }
    }

    fn with_stake(&mut self, position: u8, wager: Wager, amount: Cents) {
        self.with_seat(position, |seat| {
            if let Some(stake) = seat.stakes.on_mut(wager) {
                *stake = amount;
            }
        });
    }
}
