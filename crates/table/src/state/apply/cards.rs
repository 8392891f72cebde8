//! Cards are dealt, turned up, corrected and racked.

use cards::Card;
use rules::rulebook::vocabulary::Remedy;

use crate::act::Holder;
use crate::card::Face;
use crate::state::{Hand, Racked, State, Stub};

impl State {
    pub(super) fn take_card(&mut self, to: Holder, card: Option<Card>) {
        self.round.drawn += 1;
        if let Some(hand) = self.hand_mut(to)
            && let Some(place) = hand.cards.get_mut(usize::from(hand.count))
        {
            *place = card;
            hand.count += 1;
        }
    }

    /// A card found face up is out of play.
    pub(super) fn put_aside(&mut self, card: Option<Card>) {
        self.round.drawn += 1;
        self.round.aside.push(card);
        self.round.rack.push(Racked { holder: None, cards: 1 });
    }

    /// A card that was exposed by mistake, in a round that is played on, stays seen.
    pub(super) fn expose(&mut self, remedy: Remedy, holder: Option<Holder>, card: Option<Card>) {
        if let (Remedy::PlayOn, Some(holder)) = (remedy, holder)
            && let Some(hand) = self.hand_mut(holder)
            && let Some(place) = hand.next_exposed()
        {
            hand.exposed[place] = true;
            hand.cards[place] = hand.cards[place].or(card);
        }
    }

    pub(super) fn turn_up_hand(&mut self, position: u8, cards: &[Face; 3]) {
        if let Some(hand) = self.players_hand_mut(position) {
            hand.turn_up(cards);
        }
    }

    /// Puts other cards in the place of those that were keyed in wrongly.
    pub(super) fn correct_hand(&mut self, holder: Holder, cards: &[Face]) {
        if let Some(hand) = self.hand_mut(holder) {
            let known = hand.cards.iter_mut().filter(|card| card.is_some());
            for (place, card) in known.zip(cards) {
                *place = Some(card.0);
            }
        }
    }

    pub(super) fn rack_hand(&mut self, holder: Holder, cards: u8) {
        if let Some(hand) = self.hand_mut(holder) {
            hand.racked = true;
        }
        self.round.rack.push(Racked { holder: Some(holder), cards });
    }

    /// The stub goes into the discard rack.
    pub(super) fn rack_rest(&mut self, cards: u8) {
        self.round.stub = Stub::Racked;
        self.round.rack.push(Racked { holder: None, cards });
    }
}

impl Hand {
    pub(super) fn turn_up(&mut self, cards: &[Face]) {
        for (place, card) in self.cards.iter_mut().zip(cards) {
            *place = Some(card.0);
        }
        self.revealed = true;
    }
}
