//! The players' hands: one at each position, or the shared hands that every terminal wagers on.

use rules::house::SHARED_HANDS;
use rules::rulebook::Step;

use super::shared_hand_of;
use crate::card::Face;
use crate::decide::{Decided, ensure, refuse};
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Hand, Phase, Seat, State};
use crate::who::Actor;
use crate::why::Why;

/// The taken seats, with their positions.
fn numbered(seats: &[Option<Seat>]) -> impl DoubleEndedIterator<Item = (u8, &Seat)> {
    seats.iter().enumerate().filter_map(|(at, seat)| Some((at as u8 + 1, seat.as_ref()?)))
}

impl State {
    /// The hand that a position wagers on: its own, or the shared one.
    #[must_use]
    pub fn hand_at<'s>(&'s self, position: u8, seat: &'s Seat) -> &'s Hand {
        if self.electronic() { &self.round.shared[usize::from(shared_hand_of(position)) - 1] } else { &seat.hand }
    }

    /// A player's hand, by the number under which cards are dealt to it.
    pub(crate) fn players_hand(&self, position: u8) -> Option<&Hand> {
        if self.electronic() {
            self.round.shared.get(usize::from(position).checked_sub(1)?)
        } else {
            self.seat(position).map(|seat| &seat.hand)
        }
    }

    pub(crate) fn players_hand_mut(&mut self, position: u8) -> Option<&mut Hand> {
        if self.electronic() {
            self.round.shared.get_mut(usize::from(position).checked_sub(1)?)
        } else {
            self.seat_mut(position).map(|seat| &mut seat.hand)
        }
    }

    /// The players' hands, clockwise: those of the taken positions, or the shared ones.
    pub fn hands(&self) -> impl DoubleEndedIterator<Item = (u8, &Hand)> {
        numbered(self.seats_with_hands()).map(|(position, seat)| (position, &seat.hand)).chain(self.shared_hands())
    }

    /// The hands dealt in the round: those of positions with a wager, or all shared ones (READING 90).
    pub(crate) fn dealt_hands(&self) -> impl DoubleEndedIterator<Item = (u8, &Hand)> {
        let seats = numbered(self.seats_with_hands()).filter(|(_, seat)| seat.dealt_in());
        seats.map(|(position, seat)| (position, &seat.hand)).chain(self.shared_hands())
    }

    /// The seats that hold their own cards: none at an electronic table, which may have nearly two hundred.
    fn seats_with_hands(&self) -> &[Option<Seat>] {
        if self.electronic() { &[] } else { &self.seats }
    }

    fn shared_hands(&self) -> impl DoubleEndedIterator<Item = (u8, &Hand)> {
        let shared: &[Hand] = if self.electronic() { &self.round.shared } else { &[] };
        shared.iter().enumerate().map(|(at, hand)| (at as u8 + 1, hand))
    }

    /// The next shared hand to turn up, once all cards are dealt.
    pub(crate) fn next_shared(&self) -> Option<u8> {
        if !self.electronic() || self.round.drawn == 0 || !self.everyone_has_three() {
            return None;
        }
        self.shared_hands().find(|(_, hand)| !hand.revealed).map(|(hand, _)| hand)
    }

    /// Turns a shared hand up for everybody, before the decisions.
    pub(crate) fn reveal_shared(&self, by: &Actor, position: u8, keyed: Option<&[Face; 3]>) -> Decided {
        let law = Law::Electronic;
        self.duty(by, Step::RevealHand)?;
        self.during(&[Phase::Dealing], law)?;
        ensure(self.everyone_has_three(), Why::NotDealtYet, law)?;
        let Some(hand) = self.players_hand(position) else {
            return refuse(Why::NoSuchPosition { position, positions: SHARED_HANDS }, law);
        };
        ensure(!hand.revealed, Why::AlreadyDone, law)?;
        let next = self.next_shared();
        ensure(next == Some(position), Why::RevealFirst { position: next.unwrap_or(position) }, law)?;
        let cards = self.turned(hand, keyed, law)?;
        Ok(vec![What::Revealed { position, cards }.by(law)])
    }

    /// Checks that a shared hand may go to the discard rack: every wager on it must be settled.
    pub(crate) fn may_rack_shared(&self, position: u8, hand: &Hand, counted: Option<u8>) -> Result<(), Refusal> {
        let law = Law::Step(Step::RackHand);
        ensure(counted.is_none_or(|counted| counted == hand.count), Why::CountIs { cards: hand.count }, law)?;
        ensure(self.round.sheet_begun && hand.revealed, Why::StillLive, law)?;
        ensure(!self.shared_is_bound(position), Why::StillLive, Law::Step(Step::KeepExposed))
    }

    /// Whether any terminal's wager keeps a shared hand on the table.
    fn shared_is_bound(&self, shared: u8) -> bool {
        let mut on_it = self.in_round().filter(|(position, _)| shared_hand_of(*position) == shared);
        on_it.any(|(position, seat)| self.hand_is_bound(position, seat))
    }

    /// The shared hand that can go to the discard rack now.
    pub(crate) fn next_shared_rack(&self) -> Option<u8> {
        let done = |(position, hand): &(u8, &Hand)| {
            hand.on_table() > 0 && hand.revealed && self.round.sheet_begun && !self.shared_is_bound(*position)
        };
        self.shared_hands().rev().find(done).map(|(position, _)| position)
    }
}
