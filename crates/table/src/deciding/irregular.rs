//! What goes wrong: exposed and wrong cards, jams, broken devices; and the void round, which returns every wager.

use rules::rulebook::Step;
use rules::rulebook::vocabulary::{DealDevice, Direction, Irregularity, Remedy, ShufflerKind};
use rules::{Cents, Wager};

use crate::act::{Device, DeviceStatus, Holder, Method};
use crate::awaited::Awaited;
use crate::card::Face;
use crate::decide::{Decided, ensure, refuse};
use crate::deck::Stage;
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, Seat, State, slot};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

impl State {
    /// The book's remedy for an irregularity. Rules borrowed from a sister document apply only where the house uses
    /// them.
    #[must_use]
    pub fn remedy(&self, what: Irregularity) -> Option<Remedy> {
        if what == Irregularity::LookedTooEarly {
            // Of its remedies, the house has chosen one.
            return self.house.people.early_look;
        }
        let law = &self.house.book.irregularities;
        if law.borrowed_remedies.contains(&what) && !self.house.people.borrowed {
            return None;
        }
        law.remedies.get(&what).and_then(|rule| rule.default)
    }

    pub(crate) fn report(
        &self,
        by: &Actor,
        at: Moment,
        what: Irregularity,
        holder: Option<Holder>,
        card: Option<Face>,
    ) -> Decided {
        let (what, remedy) = self.may_report(by, at, what, holder, card)?;
        let mut events = self.remedied(what, remedy, holder, card);
        events.extend(self.resumed_by_remedy(by, Law::Remedy(what)));
        Ok(events)
    }

    /// What a report would lead to; nothing is done here.
    pub(crate) fn may_report(
        &self,
        by: &Actor,
        at: Moment,
        what: Irregularity,
        holder: Option<Holder>,
        card: Option<Face>,
    ) -> Result<(Irregularity, Remedy), Refusal> {
        let law = Law::Remedy(what);
        self.role(by, &[Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Device], law)?;
        let phase = self.phase();
        ensure(!matches!(phase, Phase::Shut | Phase::Void), Why::WrongPhase { now: phase }, law)?;
        ensure(card.is_none() || self.observed(), Why::CardsNotWanted, law)?;
        match what {
            Irregularity::StubWrong | Irregularity::StubWrongMisdealt | Irregularity::StubWrongBoth => {
                return refuse(Why::Wanted { next: Awaited::StubCount }, law);
            }
            Irregularity::DeviceOutOfUse => {
                return refuse(Why::Wanted { next: Awaited::DeviceStatus }, law);
            }
            Irregularity::CardFaceUp | Irregularity::CardsFaceUp | Irregularity::DrawnInError => {
                ensure(phase.has_cards(), Why::WrongPhase { now: phase }, law)?;
                // Allowed until the round's last card is out: community cards and a waiting stack are also dealt cards
                // (READING 85, 92).
                ensure(self.cards_to_come(), Why::AllDealt, law)?;
                ensure(holder.is_none(), Why::NoPlaceWanted, law)?;
                // A deck that has outlived its hours leaves before its first card, however that card lies in it.
                if let Some(deck) = self.round.deck.filter(|_| self.round.drawn == 0) {
                    self.in_its_life(deck, at)?;
                }
            }
            Irregularity::WrongNumber => {
                ensure(phase.has_cards(), Why::WrongPhase { now: phase }, law)?;
                ensure(self.round.drawn > 0, Why::NotDealtYet, law)?;
                let there = holder.is_none_or(|holder| self.hand(holder).is_some_and(|hand| hand.count > 0));
                ensure(there, Why::WrongCards, law)?;
            }
            Irregularity::DealerCardExposed | Irregularity::PlayerCardExposed => self.exposable(phase, what, holder)?,
            Irregularity::LookedTooEarly => self.may_have_looked(phase, holder)?,
            Irregularity::ShufflerJam => {
                ensure(holder.is_none(), Why::NoPlaceWanted, law)?;
                ensure(self.in_shuffler().next().is_some(), Why::ShufflerEmpty, law)?;
            }
            Irregularity::ShoeJam => {
                ensure(holder.is_none(), Why::NoPlaceWanted, law)?;
                ensure(self.by_stacks(), Why::NotHere, law)?;
                let holds = self.loaded().is_some() || self.in_shoe() || self.round.stopped;
                ensure(holds, Why::AllDealt, law)?;
            }
        }
        let what = match what {
            // With one card face up already, this makes several.
            Irregularity::CardFaceUp if !self.round.aside.is_empty() => Irregularity::CardsFaceUp,
            // A card in a dispensed stack cannot be replaced: the hand is a card short (READING 85).
            Irregularity::CardFaceUp if self.next_is_stack() => Irregularity::WrongNumber,
            what => what,
        };
        Ok((what, self.may_remedy(what, holder, card)?))
    }

    /// Checks that there is a face-down card to be exposed.
    fn exposable(&self, phase: Phase, what: Irregularity, holder: Option<Holder>) -> Result<(), Refusal> {
        let law = Law::Remedy(what);
        ensure(phase.has_cards(), Why::WrongPhase { now: phase }, law)?;
        let fits = match holder {
            Some(Holder::Dealer) => what == Irregularity::DealerCardExposed,
            Some(Holder::Position(_)) => what == Irregularity::PlayerCardExposed,
            Some(Holder::Community) | None => false,
        };
        ensure(fits, Why::WrongCards, law)?;
        let hand = holder.and_then(|holder| self.hand(holder));
        let lies = hand.is_some_and(|hand| !hand.revealed && !hand.racked && hand.next_exposed().is_some());
        ensure(lies, Why::NotDealtYet, law)?;
        let away = holder == Some(Holder::Dealer) && self.late_stack() && !self.round.delivered;
        ensure(!away, Why::Wanted { next: Awaited::DealerStack }, law)
    }

    /// The decks that the shuffler holds or has just shuffled.
    fn in_shuffler(&self) -> impl Iterator<Item = crate::act::DeckId> + '_ {
        let works = self.shuffler_works();
        self.decks_used()
            .filter(move |deck| works && (self.to_shuffle(*deck) || self.deck(*deck).stage == Stage::Shuffled))
    }

    /// Checks that an irregularity can be remedied here and now, and returns its remedy.
    pub(crate) fn may_remedy(
        &self,
        what: Irregularity,
        holder: Option<Holder>,
        card: Option<Face>,
    ) -> Result<Remedy, Refusal> {
        let law = self.remedy_law(what);
        let Some(remedy) = self.remedy(what) else {
            return refuse(Why::NotHere, law);
        };
        // A card is named only if it stays on the table in sight.
        let wanted = matches!(remedy, Remedy::SetAside | Remedy::PlayOn);
        ensure(card.is_none() || wanted, Why::NoCardWanted, law)?;
        match remedy {
            // Possible until the round has ended: what was settled is undone (READING 92).
            Remedy::Void | Remedy::VoidAndRemoveDeck if self.round.closed => self.may_undo(|_| true, law)?,
            Remedy::SetAside => self.all_new(self.found(card).as_slice())?,
            Remedy::PlayOn => {
                ensure(card.is_none() || self.exposed(holder).is_none(), Why::CardsNotWanted, law)?;
                self.all_new(card.as_slice())?;
            }
            Remedy::CoverOrSign | Remedy::RemoveDevice => {
                return refuse(Why::Wanted { next: Awaited::DeviceStatus }, law);
            }
            Remedy::Void
            | Remedy::VoidAndRemoveDeck
            | Remedy::Reshuffle
            | Remedy::NextCard
            | Remedy::VoidHand
            | Remedy::ForfeitHand => {}
        }
        Ok(remedy)
    }

    /// The card lying face up on top: as keyed in, or as the deck has it.
    fn found(&self, keyed: Option<Face>) -> Option<Face> {
        if self.observed() { keyed } else { self.top(0).map(Face) }
    }

    /// The next card exposed in a hand, if it is known.
    fn exposed(&self, holder: Option<Holder>) -> Option<Face> {
        let hand = holder.and_then(|holder| self.hand(holder))?;
        hand.cards[hand.next_exposed()?].map(Face)
    }

    /// The events of a remedy that was allowed.
    pub(crate) fn remedied(
        &self,
        what: Irregularity,
        remedy: Remedy,
        holder: Option<Holder>,
        card: Option<Face>,
    ) -> Vec<Event> {
        let law = self.remedy_law(what);
        let mut events = Vec::with_capacity(4);
        let note = |card| What::Irregular { what, remedy, holder, card }.by(law);
        match remedy {
            Remedy::Void | Remedy::VoidAndRemoveDeck if self.round.closed => {
                events.push(note(None));
                events.extend(self.voided(what, remedy));
            }
            // Nothing is wagered on these cards yet, so they are shuffled again.
            Remedy::Void | Remedy::VoidAndRemoveDeck | Remedy::Reshuffle => {
                events.push(note(None));
                let decks: Vec<_> = match what {
                    Irregularity::ShufflerJam => self.in_shuffler().collect(),
                    _ => self.loaded().into_iter().collect(),
                };
                let shuffled =
                    decks.into_iter().filter(|deck| matches!(self.deck(*deck).stage, Stage::Shuffled | Stage::Loaded));
                events.extend(shuffled.map(|deck| What::ShuffleOrdered { deck, reason: what.word().into() }.by(law)));
            }
            Remedy::SetAside => {
                let card = self.found(card);
                events.push(note(card));
                events.push(What::SetAside { card }.by(law));
            }
            Remedy::PlayOn => events.push(note(self.exposed(holder).or(card))),
            Remedy::VoidHand | Remedy::ForfeitHand => {
                events.push(note(None));
                events.extend(self.hand_remedied(remedy, holder));
                return self.with_forfeits(events);
            }
            Remedy::NextCard | Remedy::CoverOrSign | Remedy::RemoveDevice => events.push(note(None)),
        }
        events
    }

    /// The law that remedies an irregularity. For one found by counting the stub, it depends on the dealing device.
    pub(crate) fn remedy_law(&self, what: Irregularity) -> Law {
        match what {
            Irregularity::StubWrongMisdealt => self.law(Step::StubMisdealt),
            Irregularity::StubWrong => self.law(Step::StubWrong),
            what => Law::Remedy(what),
        }
    }

    /// A void round: settled lines are undone, every wager goes back, the contributions leave the meters, and the cards
    /// are shuffled or removed.
    fn voided(&self, cause: Irregularity, remedy: Remedy) -> Vec<Event> {
        self.voided_by(self.remedy_law(cause), cause, remedy)
    }

    /// Voids the round if its cards can never be dealt: the shuffler they must come from is out of use, and no deck is
    /// ready. Wagers that can no longer be decided are returned (READING 91).
    pub(crate) fn void_if_never_dealt(&self, mut events: Vec<Event>) -> Vec<Event> {
        let mut after = self.clone();
        after.apply_all(&events);
        let given_up =
            after.devices.shuffler != DeviceStatus::InService && after.other_method(Device::Shuffler).is_ok();
        let ready = |deck| after.deck(deck).stage == Stage::Shuffled && after.deck(deck).method == Some(Method::Device);
        let none_ready = !after.decks_used().any(ready);
        if after.round_lacks_deck() && after.hand_needs_shuffler() && given_up && none_ready {
            events.extend(after.voided_by(Law::HandNeedsShuffler, Irregularity::DeviceOutOfUse, Remedy::Void));
        }
        events
    }

    fn voided_by(&self, law: Law, cause: Irregularity, remedy: Remedy) -> Vec<Event> {
        let mut events = self.undone(|_| true, law);
        if !events.is_empty() {
            let mut before = self.clone();
            before.apply_all(&events);
            events.extend(before.voided_by(law, cause, remedy));
            return events;
        }
        events.push(What::Voided { cause }.by(law));
        let mut seats: Vec<(u8, &Seat)> = self.in_round().collect();
        if self.house.across == Direction::RightToLeft {
            seats.reverse();
        }
        for (position, seat) in seats {
            for (wager, amount) in wagers_made(seat) {
                events.push(What::Returned { position, wager, amount }.by(law));
            }
        }
        events.extend(self.reversals());
        if let (Remedy::VoidAndRemoveDeck, Some(deck)) = (remedy, self.round.deck) {
            events.push(What::DeckRemoved { deck, reason: cause.word().into() }.by(law));
        }
        events
    }

    pub(crate) fn set_device(&self, by: &Actor, device: Device, status: DeviceStatus) -> Decided {
        self.may_set_device(by, device, status)?;
        let law = Law::Step(Step::OutOfUse);
        let mut events = vec![What::DeviceSet { device, status }.by(law)];
        let works = status == DeviceStatus::InService;
        match device {
            Device::Controller => events.extend(self.reach(status)),
            // Nobody counts the players any more, whose number decides what Cover All pays.
            Device::Shuffler if !works && self.round.closed && self.round.void.is_none() => {
                let open = self.round.players_shown.is_none() && !self.settlement_begun();
                events.extend(self.cover_all_returned().filter(|_| open));
            }
            // If a shoe stops before the round, its cards come out again and are shuffled.
            Device::Shoe if !works && !self.round.closed => {
                let held = self.loaded().filter(|deck| self.deck(*deck).from == Some(DealDevice::AutomatedShoe));
                let reason = || "the shoe that it was in is out of use".into();
                events.extend(held.map(|deck| What::ShuffleOrdered { deck, reason: reason() }.by(law)));
            }
            Device::Shuffler | Device::Shoe => {}
        }
        Ok(self.void_if_never_dealt(events))
    }

    /// Checks that somebody may report the status of a device.
    pub(crate) fn may_set_device(&self, by: &Actor, device: Device, status: DeviceStatus) -> Result<(), Refusal> {
        let law = Law::Step(Step::OutOfUse);
        self.role(by, &[Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Device, Role::System], law)?;
        let has = match device {
            Device::Shuffler => self.house.cards.shuffler != ShufflerKind::None,
            Device::Shoe => self.has_shoe(),
            Device::Controller => self.has_progressive(),
        };
        ensure(has, Why::NoSuchDevice { device }, Law::Product)?;
        let now = match device {
            Device::Shuffler => self.devices.shuffler,
            Device::Shoe => self.devices.shoe,
            Device::Controller => self.devices.controller,
        };
        ensure(now != status, Why::AlreadyDone, law)?;
        // A device or the system can only report whether it works; people cover, sign, remove and bring back.
        let machine = matches!(by.role, Role::Device | Role::System);
        let says = matches!(status, DeviceStatus::InService | DeviceStatus::OutOfOrder);
        ensure(!machine || says, Why::NotFor { role: by.role }, law)?;
        let covered = !matches!(now, DeviceStatus::InService | DeviceStatus::OutOfOrder);
        ensure(!machine || !covered, Why::DeviceOut { device, status: now }, law)?;
        // A device that stands at the table again was brought back, whether it works or not.
        let back = says && covered;
        // Where the book wants a broken device covered or marked, removing it is not enough (READING 86).
        let marks =
            self.remedy(Irregularity::DeviceOutOfUse) == Some(Remedy::CoverOrSign) && device != Device::Controller;
        let bare = status == DeviceStatus::Removed && !covered;
        ensure(!(marks && bare), Why::CoverFirst { device }, Law::Remedy(Irregularity::DeviceOutOfUse))?;
        let floor = matches!(by.role, Role::Floorperson | Role::Supervisor);
        ensure(!back || floor, Why::WrongRole { needs: Role::Floorperson }, law)
    }
}

/// Everything that a position wagered in the round.
pub(crate) fn wagers_made(seat: &Seat) -> impl Iterator<Item = (Wager, Cents)> + '_ {
    let made = Wager::ALL.iter().map(|wager| {
        let amount = match wager {
            Wager::Play if seat.decision == Some(rules::settle::Decision::Play) => seat.stakes.ante,
            wager => seat.stakes.on(*wager),
        };
        (*wager, amount)
    });
    made.filter(|(_, amount)| !amount.is_zero())
}

/// Whether a wager's chips are in the tray rather than on the layout. A coupon is paper and never there.
pub(crate) fn in_tray(state: &State, seat: &Seat, wager: Wager) -> bool {
    wager != Wager::MatchPlay && (seat.abandoned || (slot(wager).is_some() && state.round.banked))
}
