//! The table opens and closes, the bets close, and a round ends.

use rules::Cents;
use rules::rulebook::vocabulary::Irregularity;
use rules::settle::Stakes;

use crate::deck::{Deck, Stage};
use crate::money::Account;
use crate::state::{Hand, Round, Sensor, State};
use crate::who::Moment;

impl State {
    pub(super) fn open_doors(&mut self, float: Cents, at: Moment) {
        self.open = true;
        let alone = self.taken().next().is_none();
        self.quiet = alone.then_some(at);
        self.round.number += 1;
        self.shift(&Account::Cage, &Account::Tray, float);
    }

    /// Returns the tray to the cage, empties the drop and tip boxes, and removes the decks.
    pub(super) fn close_doors(&mut self) {
        let (tray, drop, tips) = (self.money.tray, self.money.drop, self.money.tip_box);
        self.shift(&Account::Tray, &Account::Cage, tray);
        self.shift(&Account::Drop, &Account::Cage, drop);
        self.shift(&Account::TipBox, &Account::World, tips);
        self.decks = [Deck::default(), Deck::default()];
        (self.open, self.idle, self.quiet, self.idle_missed) = (false, None, None, false);
        self.crew.clear();
        self.round.deck = None;
    }

    /// "No more bets": the loaded deck comes into play.
    pub(super) fn close_bets(&mut self) {
        self.round.device = Some(self.device());
        self.round.closed = true;
        self.round.last_deck = self.round.deck;
        self.round.deck = self.loaded();
        if let Some(deck) = self.round.deck {
            self.decks[deck.index()].stage = Stage::InPlay;
        }
    }

    pub(super) fn void_round(&mut self, cause: Irregularity) {
        self.round.void = Some(cause);
        self.round.forfeits = 0;
        self.tear_sheet();
    }

    /// Clears everything that belongs to the round; the deck waits for its shuffle.
    pub(super) fn clear_round(&mut self) {
        for seat in self.seats.iter_mut().flatten() {
            (seat.stakes, seat.areas, seat.decision) = (Stakes::default(), Stakes::default(), None);
            (seat.looked, seat.left, seat.abandoned, seat.void) = (false, false, false, false);
            (seat.sensors, seat.hand) = ([Sensor::default(); 2], Hand::default());
        }
        let (number, deck, counted) = (self.round.number + 1, self.round.deck, self.round.counted);
        // A round whose cards the shuffler counted is not one of those after which the stub must be counted.
        let exempt = deck.is_some_and(|deck| self.counted_by_device(deck));
        let since = |rounds: u8| match (counted, exempt) {
            (true, _) => 0,
            (false, true) => rounds,
            (false, false) => rounds.saturating_add(1),
        };
        self.rounds_since_count = since(self.rounds_since_count);
        if let Some(deck) = deck.map(|deck| &mut self.decks[deck.index()])
            && deck.stage == Stage::InPlay
        {
            deck.rounds_since_count = since(deck.rounds_since_count);
            deck.wait_for_shuffle();
        }
        // Remembers the deck that was dealt, so that two decks alternate.
        self.round = Round { number, deck, ..Round::default() };
    }
}
