//! The steps of the procedure, offered to whoever the book gives them to: nearly always the dealer.

use cards::Card;

use super::Outlook;
use crate::act::{Act, DeckId, Holder, Method};
use crate::card::Face;
use crate::offer::Choice;
use crate::state::{Hand, PROGRESSIVES, Phase};

impl Outlook<'_> {
    /// The steps for the current phase.
    pub(super) fn steps(&mut self) {
        match self.state.phase() {
            Phase::Shut => return,
            Phase::Betting => {
                self.exact(Act::NoMoreBets);
                for face_up in [false, true] {
                    self.exact(Act::Idle { face_up });
                }
                self.exact(Act::TurnUp);
            }
            Phase::Closing => {
                self.exact(Act::LockOut);
                self.probe(Act::Collect { chips: 0 }, [Choice::Number { min: 0, max: 14 }]);
                self.exact(Act::BankChips);
            }
            Phase::Dealing => self.deal(),
            Phase::Deciding => {
                self.exact(Act::AllowLooks);
                self.exact(Act::Ask);
            }
            Phase::Showdown => {
                self.exact(Act::AllowLooks);
                self.showdown();
            }
            Phase::Void => {}
        }
        self.exact(Act::EndGame);
        self.exact(Act::EndRound);
    }

    /// Dealing cards, or stacks.
    fn deal(&mut self) {
        let state = self.state;
        let max = state.left_to_deal();
        if max > 0 {
            let each = if state.by_stacks() { 3 } else { 1 };
            let act = Act::Deal { cards: 1, read: Vec::new() };
            let cards = Choice::Number { min: 1, max };
            if state.observed() {
                self.probe(act, [cards, Choice::Read { each }]);
            } else {
                self.probe(act, [cards]);
            }
        }
        self.exact(Act::CoverStack);
        self.turn_up_hand(state.next_shared());
        self.after_deal();
    }

    fn after_deal(&mut self) {
        for act in [Act::ShowPlayers, Act::Community, Act::TakeStub, Act::RackStub] {
            self.exact(act);
        }
        for (misdealt, short) in [(false, false), (true, true)] {
            let act = Act::CountStub { cards: self.state.undealt(), misdealt, short };
            self.probe(act, [Choice::Number { min: 0, max: 60 }]);
        }
        // Misdealt with no card missing: the stub has fewer cards than it should, or more.
        let (right, all) = (self.state.undealt(), 52 - self.state.aside());
        for (min, max) in [(0, right.saturating_sub(1)), (right + 1, all)] {
            let act = Act::CountStub { cards: max, misdealt: true, short: false };
            self.probe(act, [Choice::Number { min, max }]);
        }
    }

    /// Hands that may go to the discard rack.
    fn racks(&mut self) {
        let state = self.state;
        for holder in state.holders_on_table() {
            for counted in [None, state.hand(holder).map(|hand| hand.count)] {
                if state.may_rack(self.who, holder, counted).is_ok() {
                    self.offer(Act::Rack { holder, counted }, []);
                }
            }
        }
    }

    fn showdown(&mut self) {
        let state = self.state;
        self.racks();
        self.exact(Act::DeliverStack);
        self.after_deal();
        let dealer = self.example(Holder::Dealer);
        self.turn_up(Act::RevealDealer { cards: None }, Act::RevealDealer { cards: dealer }, 3);
        self.turn_up_hand(state.next_reveal());
        let community = self.example(Holder::Community);
        self.turn_up(Act::RevealCommunity { cards: None }, Act::RevealCommunity { cards: community }, 2);
        for (position, _) in state.taken() {
            for wager in PROGRESSIVES {
                self.exact(Act::Spot { position, wager });
                self.exact(Act::VerifyHand { position, wager });
            }
        }
        self.settle();
    }

    /// Settling the next lines.
    pub(super) fn settle(&mut self) {
        let state = self.state;
        if let Some(position) = state.next_lines().first().map(|line| line.due.position) {
            let (takes, pays) = state.next_sums();
            self.exact(Act::Settle { position, takes, pays });
        }
    }

    fn turn_up_hand(&mut self, next: Option<u8>) {
        if let Some(position) = next {
            let cards = self.example(Holder::Position(position));
            self.turn_up(Act::Reveal { position, cards: None }, Act::Reveal { position, cards }, 3);
        }
    }

    /// Cards that could be keyed in for a hand: its known cards, and some that are not on the table.
    fn example<const N: usize>(&self, holder: Holder) -> Option<[Face; N]> {
        let state = self.state;
        if !state.observed() {
            return None;
        }
        let known = state.known_cards();
        let own = state.hand(holder).into_iter().flat_map(Hand::known);
        let others = Card::ALL.into_iter().filter(|card| !known.contains(*card));
        let cards: Vec<Face> = own.chain(others).take(N).map(Face).collect();
        cards.try_into().ok()
    }

    /// Offers to turn up a hand, as it is known or keyed in. The example is not in the offer: it would reveal hidden
    /// cards.
    fn turn_up(&mut self, known: Act, keyed: Act, count: u8) {
        if self.accepts(&known) {
            self.offer(known, []);
        } else if self.state.observed() && self.accepts(&keyed) {
            self.offer(known, [Choice::Cards { count }]);
        }
    }

    /// The decks: every step that a deck waits for.
    pub(super) fn decks(&mut self) {
        let state = self.state;
        for deck in state.decks_used() {
            for preshuffled in [false, true] {
                if state.may_receive(self.who, deck, preshuffled).is_ok() {
                    self.offer(Act::ReceiveDeck { deck, preshuffled }, []);
                }
            }
            if state.opening_step(deck).is_some() {
                for act in [
                    Act::Inspect { deck },
                    Act::Verify { deck },
                    Act::Spread { deck },
                    Act::FirstPlayer { deck },
                    Act::Wash { deck },
                    Act::Stack { deck },
                ] {
                    self.exact(act);
                }
            }
            self.shuffles(deck);
            self.exact(Act::OfferCut { deck });
            self.cut(deck);
            let (min, max) = (state.house.cards.cut_shallowest, state.house.cards.cut_deepest);
            self.probe(Act::Recut { deck, at: min, reason: self.any() }, [Choice::Number { min, max }, Choice::TEXT]);
            self.exact(Act::Load { deck });
            self.probe(Act::RemoveDeck { deck, reason: self.any() }, [Choice::TEXT]);
            self.probe(Act::OrderShuffle { deck, reason: self.any() }, [Choice::TEXT]);
            self.probe(Act::DeviceCount { deck, cards: 52 }, [Choice::Number { min: 0, max: u8::MAX }]);
        }
    }

    /// The cut, as deep as the house allows.
    pub(super) fn cut(&mut self, deck: DeckId) {
        let cards = &self.state.house.cards;
        let (min, max) = (cards.cut_shallowest, cards.cut_deepest);
        self.probe(Act::Cut { deck, at: min }, [Choice::Number { min, max }]);
    }

    /// The ways in which a deck may be shuffled, whatever order comes with it.
    fn shuffles(&mut self, deck: DeckId) {
        for method in [Method::Hand, Method::Device] {
            if self.state.may_shuffle(self.who, self.command.at, deck, method).is_ok() {
                self.offer(Act::Shuffle { deck, method }, []);
            }
        }
    }
}
