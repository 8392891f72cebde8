//! The cards go to the discard rack in an order from which every hand can be rebuilt, and the round ends.

use rules::rulebook::Step;
use rules::{Outcome, Wager};

use crate::act::Holder;
use crate::awaited::Awaited;
use crate::decide::{Decided, ensure, refuse};
use crate::deck::Stage;
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{PROGRESSIVES, Phase, Seat, State};
use crate::who::{Actor, Moment};
use crate::why::Why;

/// The step that puts a hand into the discard rack.
const fn racking(holder: Holder) -> Step {
    if matches!(holder, Holder::Position(_)) { Step::RackHand } else { Step::RackDealer }
}

impl State {
    pub(crate) fn rack(&self, by: &Actor, holder: Holder, counted: Option<u8>) -> Decided {
        let cards = self.may_rack(by, holder, counted)?;
        let dead = matches!(holder, Holder::Position(position) if self.is_dead(position));
        let kept = matches!(holder, Holder::Position(position) if self.was_kept(position));
        let law = match (dead, kept) {
            (true, _) => Law::Forfeits,
            (false, true) => Law::Step(Step::KeepExposed),
            (false, false) => Law::Step(racking(holder)),
        };
        Ok(vec![What::Racked { holder, cards }.by(law)])
    }

    /// The number of cards that go into the discard rack with a hand, if it may go there.
    pub(crate) fn may_rack(&self, by: &Actor, holder: Holder, counted: Option<u8>) -> Result<u8, Refusal> {
        let step = racking(holder);
        let law = Law::Step(step);
        self.duty(by, step)?;
        // Nothing is collected before everybody has decided (READING 93).
        self.during(&[Phase::Showdown], law)?;
        let Some(hand) = self.hand(holder) else {
            return refuse(Why::NotDealtYet, law);
        };
        ensure(hand.on_table() > 0, Why::AlreadyDone, law)?;
        match holder {
            Holder::Position(position) if self.electronic() => {
                self.may_rack_shared(position, hand, counted)?;
            }
            Holder::Position(position) => {
                let seat = self.seat_at(position, law)?;
                if self.is_dead(position) {
                    let next = self.next_dead().map_or(position, |(next, _)| next);
                    ensure(next == position, Why::RackNext { position: next }, Law::Forfeits)?;
                    // A given-up hand is counted where the book says so.
                    let three = counted.map_or(!self.counts_given_up(seat), |counted| counted == hand.count);
                    ensure(three, Why::CountIs { cards: hand.count }, Law::Step(Step::CountFolded))?;
                } else {
                    // A given-up hand that was turned up anyway is counted like other given-up hands.
                    let wanted = self.counts_given_up(seat);
                    let three = counted.map_or(!wanted, |counted| counted == hand.count);
                    let counts = if wanted { Law::Step(Step::CountFolded) } else { law };
                    ensure(three, Why::CountIs { cards: hand.count }, counts)?;
                    ensure(self.round.sheet_begun && hand.revealed, Why::StillLive, law)?;
                    ensure(!self.hand_is_bound(position, seat), Why::StillLive, Law::Step(Step::KeepExposed))?;
                    // Hands are picked up in order, so that each can be rebuilt from the rack.
                    let next = self.done_with().unwrap_or(position);
                    ensure(next == position, Why::RackNext { position: next }, law)?;
                }
            }
            Holder::Dealer | Holder::Community => {
                ensure(counted.is_none_or(|counted| counted == hand.count), Why::CountIs { cards: hand.count }, law)?;
                ensure(self.all_settled(), Why::Unsettled, law)?;
                let cards: u8 = self.hands().map(|(_, hand)| hand.on_table()).sum();
                ensure(cards == 0, Why::CardsOut { cards }, law)?;
                let dealer_first = holder == Holder::Community && self.round.dealer.on_table() > 0;
                ensure(!dealer_first, Why::CardsOut { cards: 3 }, law)?;
            }
        }
        Ok(hand.count)
    }

    /// Whether a position's hand was given up and no wager lives on it.
    fn is_dead(&self, position: u8) -> bool {
        !self.electronic() && self.seat(position).is_some_and(|seat| seat.gave_up() && !self.hand_lives(seat))
    }

    /// Whether a hand must be counted before it goes to the rack: it was given up, and the book says so.
    pub(crate) fn counts_given_up(&self, seat: &Seat) -> bool {
        seat.gave_up() && self.house.book.procedure.has(Step::CountFolded)
    }

    /// Whether every wager of the round is settled, including the five-card ones that wait for their cards.
    pub(crate) fn all_settled(&self) -> bool {
        self.round.sheet_whole && self.open_lines().is_empty()
    }

    /// Whether anything was paid, taken or validated because of the cards.
    pub(crate) fn settlement_begun(&self) -> bool {
        self.round.settled > self.round.forfeits || self.round.sheet.iter().any(|line| line.validated)
    }

    /// Whether the game must be ended on the keypad before the round is over.
    pub(crate) fn wants_end_game(&self) -> bool {
        self.round.locked && !self.round.game_ended && self.house.book.procedure.has(Step::EndGame)
    }

    /// A spot that was selected by mistake and not cleared.
    pub(crate) fn wrong_spot(&self) -> Option<(u8, Wager)> {
        self.taken().find_map(|(position, seat)| {
            let mut spots = seat.sensors.iter().zip(PROGRESSIVES);
            let wrong = spots.find(|(sensor, wager)| {
                let won = self.round.sheet.iter().any(|line| {
                    line.due.position == position && line.due.wager == *wager && line.due.outcome == Outcome::Won
                });
                sensor.spotted && !won
            });
            wrong.map(|(_, wager)| (position, wager))
        })
    }

    pub(crate) fn end_game(&self, by: &Actor) -> Decided {
        let law = Law::Step(Step::EndGame);
        self.duty(by, Step::EndGame)?;
        ensure(self.wants_end_game(), Why::NoGame, law)?;
        self.during(&[Phase::Showdown, Phase::Void], law)?;
        if self.round.void.is_none() {
            ensure(self.all_settled(), Why::Unsettled, law)?;
            ensure(self.wrong_spot().is_none(), Why::Wanted { next: Awaited::WrongSpot }, Law::Step(Step::SpotUndo))?;
        }
        // The meters stay open until the round has ended: until then it may still be void (READING 92).
        Ok(vec![What::GameEnded.by(law)])
    }

    pub(crate) fn end_round(&self, by: &Actor, at: Moment) -> Decided {
        let law = Law::Step(Step::EndRound);
        self.duty(by, Step::EndRound)?;
        self.during(&[Phase::Showdown, Phase::Void], law)?;
        if self.round.void.is_none() {
            ensure(self.all_settled(), Why::Unsettled, law)?;
            // The stub is already in the rack: it goes there before the showdown begins or continues.
            let hands = self.holders_on_table().into_iter().filter_map(|holder| self.hand(holder));
            let cards: u8 = hands.map(|hand| hand.count).sum();
            ensure(cards == 0, Why::CardsOut { cards }, Law::Step(Step::RackHand))?;
            ensure(self.wrong_spot().is_none(), Why::Wanted { next: Awaited::WrongSpot }, Law::Step(Step::SpotUndo))?;
        }
        ensure(!self.wants_end_game(), Why::EndGameFirst, Law::Step(Step::EndGame))?;
        let mut events = self.meter_closes();
        let shuffle = self.round.removed.clone().or_else(|| {
            let deck = self.deck(self.round.deck?);
            deck.shuffle.clone().filter(|_| deck.stage == Stage::InPlay)
        });
        // Players who left are removed with the round: nothing of theirs is in play any more (READING 48).
        let gone = self.taken().filter(|(_, seat)| seat.gone);
        events.extend(gone.map(|(position, _)| What::Risen { position, at }.by(Law::Leaver)));
        events.push(What::RoundEnded { shuffle }.by(law));
        Ok(events)
    }
}
