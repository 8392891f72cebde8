//! The cut, offered to the players in turn: each cuts or declines, and when all have declined, the book says who cuts.
//! It is offered to everybody once, at the first of their positions that it comes to.

use rules::rulebook::Step;
use rules::rulebook::vocabulary::{CutDeclined, CutOffer, Role};

use crate::act::DeckId;
use crate::awaited::Awaited;
use crate::decide::{Decided, ensure, refuse};
use crate::deck::{Offered, Stage};
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Seat, State};
use crate::who::{Actor, Moment};
use crate::why::Why;

/// Who has to do with a deck that waits for its cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cutter {
    /// The player at this position, to whom it is offered.
    Player(u8),
    /// The next player to whom it will be offered.
    NotAsked(u8),
    /// One of the crew, by this law.
    Crew(Role, Law),
    /// Nobody: all have declined, and the cards stay as they are.
    Nobody,
}

impl State {
    /// Whether this house offers the cut to its players. At terminals nobody could reach the cards.
    fn offers_cut(&self) -> bool {
        self.house.cards.cut_offered != CutOffer::Nobody && !self.electronic()
    }

    /// The offer that waits for its player's answer. It lapses when that player gives the position up or is away.
    #[must_use]
    pub fn cut_offer(&self, deck: DeckId) -> Option<&Offered> {
        let offer = self.deck(deck).offers.last().filter(|offer| !offer.declined)?;
        let asked = |seat: &Seat| seat.person == offer.person && can_answer(seat);
        let open = self.deck(deck).stage == Stage::Shuffled && self.unmade_cut(deck);
        (open && self.seat(offer.position).is_some_and(asked)).then_some(offer)
    }

    /// The deck of which the cut is offered at this position.
    #[must_use]
    pub fn cut_offered_at(&self, position: u8) -> Option<DeckId> {
        self.decks_used().find(|deck| self.cut_offer(*deck).is_some_and(|offer| offer.position == position))
    }

    /// Who comes next with a deck that is to be cut.
    pub(crate) fn cutter(&self, deck: DeckId) -> Cutter {
        if let Some(offer) = self.cut_offer(deck) {
            return Cutter::Player(offer.position);
        }
        if let Some(position) = self.next_offer(deck) {
            return Cutter::NotAsked(position);
        }
        let cuts = Cutter::Crew(self.house.book.procedure.by(Step::Cut), Law::Step(Step::Cut));
        // If nobody is there who could decline, the cards are cut as usual.
        if self.deck(deck).offers.is_empty() {
            return cuts;
        }
        match self.house.cards.cut_declined {
            CutDeclined::Dealer => Cutter::Crew(Role::Dealer, Law::CutDeclined),
            CutDeclined::Floorperson => Cutter::Crew(Role::Floorperson, Law::CutDeclined),
            CutDeclined::Nobody => Cutter::Nobody,
        }
    }

    /// The next position where the cut is offered: the offers go round the table once.
    fn next_offer(&self, deck: DeckId) -> Option<u8> {
        if !self.offers_cut() {
            return None;
        }
        let asked = &self.deck(deck).offers;
        let last = asked.last().map(|offer| offer.position);
        let new = |seat: &Seat| can_answer(seat) && asked.iter().all(|offer| offer.person != seat.person);
        let mut open = self.taken().filter(|(_, seat)| new(seat)).map(|(position, _)| position);
        match self.house.cards.cut_offered {
            CutOffer::FromRight => open.rfind(|position| last.is_none_or(|last| *position < last)),
            CutOffer::FromLeft | CutOffer::Nobody => open.find(|position| last.is_none_or(|last| *position > last)),
        }
    }

    pub(crate) fn offer_cut(&self, by: &Actor, at: Moment, deck: DeckId) -> Decided {
        let law = Law::CutOffer;
        self.duty(by, Step::Cut)?;
        self.known_deck(deck, law)?;
        ensure(self.offers_cut(), Why::NotAllowed, law)?;
        self.ready_to_cut(deck, law)?;
        match self.cutter(deck) {
            Cutter::NotAsked(position) => Ok(vec![What::CutOffered { deck, position, at }.by(law)]),
            Cutter::Player(position) => refuse(Why::CutTurn { turn: Some(position) }, law),
            Cutter::Crew(..) | Cutter::Nobody => refuse(Why::AllAsked, law),
        }
    }

    pub(crate) fn decline_cut(&self, by: &Actor, deck: DeckId) -> Decided {
        let law = Law::CutOffer;
        self.role(by, &[Role::Player], law)?;
        self.known_deck(deck, law)?;
        let position = self.own_offer(by, deck)?;
        Ok(vec![What::CutDeclined { deck, position, silent: false }.by(law)])
    }

    /// A player who does not answer has declined, whatever the house does with slow decisions: the others wait for their
    /// cards.
    pub(crate) fn cut_unanswered(&self, at: Moment, deck: DeckId, position: u8, since: Moment) -> Decided {
        let law = Law::CutOffer;
        ensure(since <= self.asked_by(at), Why::TimeRuns, law)?;
        Ok(vec![What::CutDeclined { deck, position, silent: true }.by(law)])
    }

    /// Checks that a deck stands there to be cut.
    pub(crate) fn ready_to_cut(&self, deck: DeckId, law: Law) -> Result<(), Refusal> {
        ensure(self.deck(deck).stage == Stage::Shuffled, Why::DeckElsewhere { deck }, law)?;
        ensure(!self.wants_device_count(deck), Why::Wanted { next: Awaited::ShufflerCount }, law)?;
        ensure(self.wants_cut(deck), Why::NoCutWanted, if self.unmade_cut(deck) { Law::CutDeclined } else { Law::Cut })
    }

    /// The position at which this player is offered the cut.
    fn own_offer(&self, by: &Actor, deck: DeckId) -> Result<u8, Refusal> {
        let offer = self.cut_offer(deck);
        match offer.filter(|offer| offer.person == by.person) {
            Some(offer) => Ok(offer.position),
            None => refuse(Why::CutTurn { turn: offer.map(|offer| offer.position) }, Law::CutOffer),
        }
    }

    /// The law by which somebody may cut a deck now, however deep.
    pub(crate) fn may_cut(&self, by: &Actor, deck: DeckId) -> Result<Law, Refusal> {
        let law = Law::Step(Step::Cut);
        if !self.offers_cut() {
            self.duty(by, Step::Cut)?;
            self.known_deck(deck, law)?;
            return Ok(law);
        }
        self.known_deck(deck, law)?;
        self.ready_to_cut(deck, law)?;
        if by.role == Role::Player {
            return self.own_offer(by, deck).map(|_| Law::CutOffer);
        }
        match self.cutter(deck) {
            Cutter::Player(position) => refuse(Why::CutTurn { turn: Some(position) }, Law::CutOffer),
            Cutter::NotAsked(_) => refuse(Why::Wanted { next: Awaited::CutOffer }, Law::CutOffer),
            Cutter::Crew(needs, law) => {
                ensure(by.serves(needs), Why::WrongRole { needs }, law)?;
                Ok(law)
            }
            Cutter::Nobody => refuse(Why::NoCutWanted, Law::CutDeclined),
        }
    }
}

/// Whether a player is there to take or decline the cut: neither away nor on the way out.
fn can_answer(seat: &Seat) -> bool {
    seat.lost.is_none() && !seat.left && !seat.gone
}
