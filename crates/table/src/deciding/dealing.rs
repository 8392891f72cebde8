//! The deal: card by card from a shoe or the hand, or stack by stack from an automated shoe; the dealer last.

use cards::{Card, CardSet};
use rules::rulebook::Step;
use rules::rulebook::vocabulary::{CoverCard, DealDevice, Irregularity};

use crate::act::{Device, DeviceStatus, Holder};
use crate::awaited::Awaited;
use crate::card::Face;
use crate::decide::{Decided, ensure, refuse};
use crate::event::{Event, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Hand, Phase, State, Stub};
use crate::who::{Actor, Moment, Role};
use crate::why::Why;

impl State {
    /// Whether the dealer and everybody in the round have their three cards.
    pub(crate) fn everyone_has_three(&self) -> bool {
        // The phase depends on this, and nearly every act asks for the phase.
        let three = |hand: &Hand| hand.count == 3;
        if !three(&self.round.dealer) {
            false
        } else if self.electronic() {
            self.round.shared.iter().all(three)
        } else {
            !self.taken().any(|(_, seat)| !three(&seat.hand) && seat.dealt_in())
        }
    }

    /// How many cards, or stacks, are still to be dealt.
    pub(crate) fn left_to_deal(&self) -> u8 {
        let cards: u8 = self.dealt_hands().map(|(_, hand)| 3 - hand.count.min(3)).sum::<u8>()
            + (3 - self.round.dealer.count.min(3));
        if self.by_stacks() { cards / 3 } else { cards }
    }

    /// Whether the cover card must go on the dealer's stack.
    pub(crate) fn wants_cover(&self) -> bool {
        self.by_stacks() && !self.round.covered && self.house.book.deck.cover_card.allows(&CoverCard::CutAndDealerStack)
    }

    /// Whether the community cards are part of the deal and still missing.
    pub(crate) fn wants_community(&self) -> bool {
        self.round.community.count < 2 && self.five_card_wager() && !self.community_at_end()
    }

    /// Whether the stub is where it belongs: in the rack, or held for community cards that come at the end.
    pub(crate) fn stub_done(&self) -> bool {
        match self.round.stub {
            Stub::InDevice => false,
            Stub::Taken => self.held_for_community() && !self.count_due(),
            Stub::Counted => self.held_for_community(),
            Stub::Racked => true,
        }
    }

    /// Whether the stub waits for the two cards that are dealt from it at the end.
    pub(crate) fn held_for_community(&self) -> bool {
        self.community_at_end() && self.five_card_wager() && self.round.community.count < 2
    }

    /// Whether the deal itself is complete.
    pub(crate) fn deal_done(&self) -> bool {
        if self.round.drawn == 0 || !self.everyone_has_three() || self.wants_cover() {
            return false;
        }
        self.next_shared().is_none() && (self.late_stack() || self.after_deal_done())
    }

    /// Whether the stub, the community cards and the number of players are taken care of: right after the deal, or
    /// after the decisions where the dealer's stack waits in the shuffler.
    pub(crate) fn after_deal_done(&self) -> bool {
        !self.wants_community() && self.stub_done() && !self.wants_players_shown()
    }

    /// Who receives the next cards.
    fn next_targets(&self, acts: u8) -> Vec<Holder> {
        let mut order: Vec<(Holder, u8)> =
            self.dealt_hands().map(|(position, hand)| (Holder::Position(position), hand.count)).collect();
        order.push((Holder::Dealer, self.round.dealer.count));
        let mut targets = Vec::with_capacity(29);
        for _ in 0..acts {
            // Whoever has the fewest cards is next, starting from the dealer's far left; so the deal goes round the
            // table.
            let Some(next) = order.iter_mut().min_by_key(|(_, count)| *count).filter(|(_, count)| *count < 3) else {
                break;
            };
            let cards = if self.by_stacks() { 3 - next.1 } else { 1 };
            targets.extend((0..cards).map(|_| next.0));
            next.1 += cards;
        }
        targets
    }

    /// The next card of a shuffled deck, after skipping some from the top.
    pub(crate) fn top(&self, skip: usize) -> Option<Card> {
        let deck = self.deck(self.round.deck?);
        let shuffle = deck.shuffle.as_ref()?;
        let at = usize::from(self.round.drawn) + skip + usize::from(deck.cut.unwrap_or(0));
        (usize::from(self.round.drawn) + skip < 52).then(|| shuffle.order.cards()[at % 52])
    }

    pub(crate) fn deal(&self, by: &Actor, at: Moment, acts: u8, read: &[Face]) -> Decided {
        let law = self.law(Step::Deal);
        // A machine dispenses stacks, and a shoe that reads cards reports what was drawn from it. From the hand, the
        // dealer deals.
        let machine = self.by_stacks() || (self.device() == DealDevice::ManualShoe && self.observed());
        self.role(by, if machine { &[Role::Dealer, Role::Device] } else { &[Role::Dealer] }, law)?;
        self.during(&[Phase::Dealing], law)?;
        let Some(deck) = self.round.deck else {
            return refuse(Why::NoDeckLoaded, self.law(Step::Load));
        };
        if self.round.drawn == 0 {
            // The deck's clock keeps running while the chips are collected (READING 95).
            self.in_its_life(deck, at)?;
        }
        let left = self.left_to_deal();
        ensure(acts > 0 && acts <= left, Why::TooManyCards { left }, law)?;
        self.shoe_out_of_the_way()?;
        if self.by_stacks() {
            let status = self.devices.shoe;
            let out = Why::DeviceOut { device: Device::Shoe, status };
            let what = Irregularity::DeviceOutOfUse;
            let law = if self.remedy(what).is_some() { Law::Remedy(what) } else { law };
            ensure(status == DeviceStatus::InService, out, law)?;
            self.has_not_stopped()?;
        }
        let targets = self.next_targets(acts);
        self.dealt(&targets, read, law)
    }

    /// While the house's shoe is out of use, cards are dealt one by one only after the book's remedy for the shoe.
    pub(crate) fn shoe_out_of_the_way(&self) -> Result<(), Refusal> {
        if self.has_shoe() && !self.by_stacks() { self.other_method(Device::Shoe) } else { Ok(()) }
    }

    /// A device that stopped during the round deals no more of it, where the book voids such a round (READING 92).
    pub(crate) fn has_not_stopped(&self) -> Result<(), Refusal> {
        let jam = Irregularity::ShoeJam;
        let over = self.round.stopped && self.remedy(jam).is_some();
        ensure(!over, Why::DeviceStopped { device: Device::Shoe }, Law::Remedy(jam))
    }

    /// The events of dealing cards to these hands.
    fn dealt(&self, targets: &[Holder], read: &[Face], law: Law) -> Decided {
        if self.observed() {
            ensure(read.is_empty() || read.len() == targets.len(), Why::ReadMismatch, law)?;
            self.all_new(read)?;
        } else {
            ensure(read.is_empty(), Why::NotRead, law)?;
        }
        let mut events: Vec<Event> = Vec::with_capacity(targets.len());
        for (i, to) in targets.iter().enumerate() {
            let card = if self.observed() { read.get(i).copied() } else { self.top(i).map(Face) };
            ensure(self.observed() || card.is_some(), Why::TooManyCards { left: 0 }, law)?;
            events.push(What::Dealt { to: *to, card }.by(law));
        }
        Ok(events)
    }

    /// Cards that are read or keyed in must be new to the round, each once.
    pub(crate) fn all_new(&self, cards: &[Face]) -> Result<(), Refusal> {
        if cards.is_empty() { Ok(()) } else { self.others_than(self.known_cards(), cards) }
    }

    /// Cards that are read or keyed in must differ from the known ones, each once. Of several cards, the refusal names
    /// one only if it was given twice or lies face up: otherwise a wrong card could be used to probe what lies face
    /// down.
    pub(crate) fn others_than(&self, known: CardSet, cards: &[Face]) -> Result<(), Refusal> {
        let law = Law::Step(Step::Deal);
        let (mut said, open) = (CardSet::EMPTY, self.open_cards());
        let twice = cards.iter().find(|card| !said.insert(card.0));
        let mut out = cards.iter().filter(|card| known.contains(card.0));
        match (twice.or_else(|| out.clone().find(|card| open.contains(card.0))), out.next()) {
            (Some(card), _) => refuse(Why::CardTwice { card: *card }, law),
            (None, Some(card)) if cards.len() == 1 => refuse(Why::CardTwice { card: *card }, law),
            (None, Some(_)) => refuse(Why::OneIsOut, law),
            (None, None) => Ok(()),
        }
    }

    /// The cards of the round that everybody can see.
    fn open_cards(&self) -> CardSet {
        let hands = self.hands().map(|(_, hand)| hand).chain([&self.round.dealer, &self.round.community]);
        let seen = hands.flat_map(|hand| {
            let cards = hand.cards.iter().zip(hand.exposed);
            cards.filter(|(_, exposed)| hand.revealed || *exposed).filter_map(|(card, _)| *card)
        });
        let mut open = CardSet::EMPTY;
        for card in seen.chain(self.round.aside.iter().flatten().copied()) {
            open.insert(card);
        }
        open
    }

    /// Every known card of the round, except those of one hand.
    pub(crate) fn known_cards_but(&self, hand: &Hand) -> CardSet {
        let mut known = self.known_cards();
        for card in hand.known() {
            known.remove(card);
        }
        known
    }

    pub(crate) fn cover_stack(&self, by: &Actor) -> Decided {
        let law = self.law(Step::CoverDealerStack);
        self.duty(by, Step::CoverDealerStack)?;
        self.during(&[Phase::Dealing], law)?;
        ensure(self.wants_cover(), Why::AlreadyDone, law)?;
        ensure(self.everyone_has_three(), Why::NotDealtYet, law)?;
        Ok(vec![What::StackCovered.by(law)])
    }

    pub(crate) fn deliver_stack(&self, by: &Actor) -> Decided {
        let law = self.law(Step::DealerStack);
        self.role(by, &[Role::Dealer, Role::Device], law)?;
        ensure(self.late_stack() && !self.round.delivered, Why::AlreadyDone, law)?;
        self.during(&[Phase::Showdown], law)?;
        self.has_not_stopped()?;
        // The stack waits until the forfeits are collected (READING 93).
        self.forfeits_collected(law)?;
        Ok(vec![What::StackDelivered.by(law)])
    }

    pub(crate) fn deal_community(&self, by: &Actor) -> Decided {
        let law = self.law(Step::Community);
        self.duty(by, Step::Community)?;
        ensure(self.five_card_wager() && self.round.community.count == 0, Why::AlreadyDone, law)?;
        self.during(&[Phase::Dealing, Phase::Showdown], law)?;
        ensure(self.everyone_has_three(), Why::NotDealtYet, law)?;
        if self.community_at_end() {
            let rest = self.open_lines().len();
            ensure(self.base_drawn() && rest == 0, Why::Wanted { next: Awaited::OtherWagers }, law)?;
        } else if self.by_stacks() {
            ensure(self.round.stub >= Stub::Taken, Why::Wanted { next: Awaited::StubRemoval }, law)?;
        }
        self.dealt(&[Holder::Community, Holder::Community], &[], law)
    }
}
