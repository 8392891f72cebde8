//! What happens to a deck between its box and the deal.

use rules::rulebook::vocabulary::{DealDevice, OpeningStep};

use crate::act::{DeckId, Method};
use crate::card::Shuffle;
use crate::deck::{Deck, Offered, Stage};
use crate::state::State;
use crate::who::Moment;

impl State {
    /// A deck comes to the table.
    pub(super) fn lay_down(&mut self, deck: DeckId, preshuffled: bool, shuffle: Option<Box<Shuffle>>, at: Moment) {
        // Cards dealt from the hand are shuffled by a machine first (READING 22).
        let stage = match preshuffled {
            true if self.hand_needs_shuffler() => Stage::Unshuffled,
            true => Stage::Shuffled,
            false => Stage::Opening(0),
        };
        self.decks[deck.index()] = Deck { stage, since: at, preshuffled, shuffle, ..Deck::default() };
    }

    pub(super) fn open_further(&mut self, deck: DeckId, step: OpeningStep) {
        let deck = &mut self.decks[deck.index()];
        if let Stage::Opening(done) = &mut deck.stage {
            *done += 1;
        }
        // Once somebody has looked at the spread cards, the table is no longer idle.
        if deck.reopening && step == OpeningStep::FirstPlayer {
            self.idle = None;
        }
    }

    pub(super) fn take_away(&mut self, deck: DeckId) {
        let undealt = self.undealt_in_play(deck);
        let gone = std::mem::take(&mut self.decks[deck.index()]);
        if undealt {
            self.lose_deck();
            // Its replacement is a different deck: either deck may be dealt.
            self.round.last_deck = None;
        } else if gone.stage == Stage::InPlay {
            self.round.removed = gone.shuffle;
        }
        // Its replacement is spread in its own opening.
        self.idle_missed &= self.spreadable();
    }

    pub(super) fn offer_cut_to(&mut self, deck: DeckId, position: u8, at: Moment) {
        if let Some(person) = self.seat(position).map(|seat| seat.person.clone()) {
            self.decks[deck.index()].offers.push(Offered { position, person, at, declined: false });
        }
    }

    /// A deck must be shuffled again.
    pub(super) fn unshuffle(&mut self, deck: DeckId) {
        if self.undealt_in_play(deck) {
            self.lose_deck();
        }
        self.decks[deck.index()].wait_for_shuffle();
    }

    pub(super) fn put_into(&mut self, deck: DeckId, device: DealDevice) {
        self.idle = None;
        let late = self.round_lacks_deck();
        let held = &mut self.decks[deck.index()];
        (held.stage, held.from) = (if late { Stage::InPlay } else { Stage::Loaded }, Some(device));
        if late {
            (self.round.deck, self.round.device) = (Some(deck), Some(device));
        }
    }

    /// The cards lie spread because nobody plays.
    pub(super) fn spread_idle(&mut self, face_up: bool) {
        self.idle = Some(face_up);
        self.idle_missed = false;
        let spread: Vec<_> = self.decks_used().filter(|deck| self.spreads_when_idle(*deck)).collect();
        for deck in spread {
            let deck = &mut self.decks[deck.index()];
            deck.wait_for_shuffle();
            (deck.stage, deck.reopening) = (Stage::Opening(0), true);
        }
    }

    /// The round loses its deck before the first card.
    fn lose_deck(&mut self) {
        // A device that stopped holds none of the cards that will be dealt.
        (self.round.deck, self.round.stopped) = (None, false);
    }
}

impl Deck {
    pub(super) fn shuffled(&mut self, method: Method, shuffle: Option<Box<Shuffle>>) {
        self.stage = Stage::Shuffled;
        self.method = Some(method);
        self.shuffle = shuffle;
        (self.preshuffled, self.counted, self.cut, self.recuts, self.reopening) = (false, false, None, 0, false);
        self.offers.clear();
    }

    pub(super) fn cut_at(&mut self, at: u8, again: bool) {
        let before = self.cut.unwrap_or(0);
        self.cut = Some((before + at) % 52);
        self.recuts = self.recuts.saturating_add(u8::from(again));
    }

    /// Nothing holds any more that was true of the last shuffle.
    pub(super) fn wait_for_shuffle(&mut self) {
        self.stage = Stage::Unshuffled;
        (self.shuffle, self.cut, self.method, self.counted) = (None, None, None, false);
        (self.from, self.preshuffled) = (None, false);
        self.offers.clear();
    }
}
