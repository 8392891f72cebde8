//! What is known of every act: where a console shows it, its step of the procedure, whether people must confirm it, and
//! the fields that an offer may leave free. Forms and consoles read this from the offers.

use std::sync::Arc;

use rules::rulebook::Step;
use rules::settle::Decision;
use schemars::JsonSchema;
use serde::Serialize;

use crate::act::{Act, Holder};
use crate::card::Face;
use crate::who::Moment;

/// Where a console shows an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// The steps of a round.
    Steps,
    /// The decks.
    Decks,
    /// The keypad of the progressive.
    Keypad,
    /// The tray and the table itself.
    Money,
    /// Rulings and second persons.
    Rulings,
    /// Corrections of the meters.
    Meters,
    /// What went wrong.
    Irregular,
    /// The devices.
    Devices,
    /// What players do.
    Seats,
}

/// What is known of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct About {
    /// Where a console shows it.
    pub group: Group,
    /// The step of the procedure that it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    /// Whether people confirm it before it is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub confirm: bool,
    /// Whether what it would do can be foreseen: it turns no card up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub foresee: bool,
}

/// A field of an act, mutable.
pub(crate) enum FieldMut<'a> {
    Amount(&'a mut i64),
    Number(&'a mut u8),
    Text(&'a mut Arc<str>),
    Moment(&'a mut Moment),
    Card(&'a mut Option<Face>),
    Two(&'a mut Option<[Face; 2]>),
    Three(&'a mut Option<[Face; 3]>),
    Cards(&'a mut Vec<Face>),
    /// What a shoe read, and how many cards or stacks it dealt.
    Read(&'a mut Vec<Face>, u8),
}

impl FieldMut<'_> {
    /// Copies the value of the same field from another act.
    pub(crate) fn take(self, other: FieldMut<'_>) {
        match (self, other) {
            (FieldMut::Amount(own), FieldMut::Amount(other)) => *own = *other,
            (FieldMut::Number(own), FieldMut::Number(other)) => *own = *other,
            (FieldMut::Text(own), FieldMut::Text(other)) => own.clone_from(other),
            (FieldMut::Moment(own), FieldMut::Moment(other)) => *own = *other,
            (FieldMut::Card(own), FieldMut::Card(other)) => *own = *other,
            (FieldMut::Two(own), FieldMut::Two(other)) => *own = *other,
            (FieldMut::Three(own), FieldMut::Three(other)) => *own = *other,
            (FieldMut::Cards(own) | FieldMut::Read(own, _), FieldMut::Cards(other) | FieldMut::Read(other, _)) => {
                own.clone_from(other);
            }
            _ => {}
        }
    }
}

/// The fields of an act that an offer may leave free, each with its name in JSON.
pub(crate) type FreeFields<'a> = [Option<(&'static str, FieldMut<'a>)>; 2];

impl Act {
    /// The fields that an offer may leave free. This is the only list of them.
    pub(crate) fn free_fields(&mut self) -> FreeFields<'_> {
        match self {
            Act::OpenTable { float } => [Some(("float", FieldMut::Amount(&mut float.0))), None],
            Act::Fill { amount }
            | Act::Credit { amount }
            | Act::BuyIn { amount }
            | Act::CashOut { amount }
            | Act::Tip { amount }
            | Act::Wager { amount, .. } => [Some(("amount", FieldMut::Amount(&mut amount.0))), None],
            Act::ProposeMeter { amount, reason, .. } => {
                [Some(("amount", FieldMut::Amount(amount))), Some(("reason", FieldMut::Text(reason)))]
            }
            Act::Collect { chips } => [Some(("chips", FieldMut::Number(chips))), None],
            Act::CountStub { cards, .. } | Act::DeviceCount { cards, .. } | Act::Cut { at: cards, .. } => {
                [Some(("cards", FieldMut::Number(cards))), None]
            }
            Act::Recut { at, reason, .. } => {
                [Some(("cards", FieldMut::Number(at))), Some(("reason", FieldMut::Text(reason)))]
            }
            Act::Deal { cards, read } => {
                let dealt = *cards;
                [Some(("cards", FieldMut::Number(cards))), Some(("read", FieldMut::Read(read, dealt)))]
            }
            Act::RemoveDeck { reason, .. }
            | Act::OrderShuffle { reason, .. }
            | Act::LightFault { reason, .. }
            | Act::LeaveUnpaid { reason, .. }
            | Act::CallFloor { reason }
            | Act::Resume { reason } => [Some(("reason", FieldMut::Text(reason))), None],
            Act::HandPay { document, .. } => [Some(("document", FieldMut::Text(document))), None],
            Act::Ruling { text } => [Some(("text", FieldMut::Text(text))), None],
            Act::RevealDealer { cards } | Act::Reveal { cards, .. } => [Some(("cards", FieldMut::Three(cards))), None],
            Act::RevealCommunity { cards } => [Some(("cards", FieldMut::Two(cards))), None],
            Act::Report { card, .. } => [Some(("card", FieldMut::Card(card))), None],
            Act::Correct { cards, reason, .. } => {
                [Some(("cards", FieldMut::Cards(cards))), Some(("reason", FieldMut::Text(reason)))]
            }
            Act::TimeUp { since, .. } => [Some(("since", FieldMut::Moment(since))), None],
            _ => [None, None],
        }
    }

    /// What is known of this act.
    #[must_use]
    pub fn about(&self) -> About {
        let (group, step) = self.place();
        About { group, step, confirm: self.is_confirmed(), foresee: self.is_foreseen() }
    }

    /// Whether people must confirm it first: it cannot be undone, and is rarely meant.
    fn is_confirmed(&self) -> bool {
        let called = matches!(self, Act::CallFloor { .. } | Act::Resume { .. });
        self.is_foreseen() && !called || matches!(self, Act::ApproveMeter { .. } | Act::DeclineMeter { .. })
    }

    /// Whether its effect may be shown beforehand. It must turn up no card: nobody may use it to peek.
    #[must_use]
    pub fn is_foreseen(&self) -> bool {
        matches!(
            self,
            Act::Report { .. }
                | Act::SetDevice { .. }
                | Act::Resolve { .. }
                | Act::RuleLeaver { .. }
                | Act::RemoveDeck { .. }
                | Act::OrderShuffle { .. }
                | Act::CloseTable
                | Act::LightFault { .. }
                | Act::LeaveUnpaid { .. }
                | Act::CallFloor { .. }
                | Act::Resume { .. }
        )
    }

    /// Where a console shows the act, and its step of the procedure.
    fn place(&self) -> (Group, Option<Step>) {
        use Group::{Decks, Devices, Irregular, Keypad, Meters, Money, Rulings, Seats, Steps};
        match self {
            Act::OpenTable { .. } => (Money, Some(Step::OpenTable)),
            Act::CloseTable => (Money, Some(Step::CloseTable)),
            Act::Fill { .. } | Act::Credit { .. } => (Money, None),

            Act::ReceiveDeck { .. } => (Decks, Some(Step::ReceiveDeck)),
            Act::Inspect { .. } => (Decks, Some(Step::Inspect)),
            Act::Verify { .. } => (Decks, Some(Step::Verify)),
            Act::Spread { .. } => (Decks, Some(Step::Spread)),
            Act::FirstPlayer { .. } => (Decks, Some(Step::FirstPlayer)),
            Act::Wash { .. } => (Decks, Some(Step::Wash)),
            Act::Stack { .. } => (Decks, Some(Step::Stack)),
            Act::Shuffle { .. } => (Decks, Some(Step::Shuffle)),
            Act::DeviceCount { .. } => (Decks, Some(Step::DeviceCount)),
            Act::RemoveDeck { .. } => (Decks, Some(Step::RemoveDeck)),
            Act::Cut { .. } => (Decks, Some(Step::Cut)),
            Act::OfferCut { .. } => (Decks, Some(Step::Cut)),
            Act::DeclineCut { .. } => (Seats, Some(Step::Cut)),
            Act::Recut { .. } => (Decks, Some(Step::Recut)),
            Act::OrderShuffle { .. } => (Decks, Some(Step::OrderShuffle)),
            Act::Load { .. } => (Decks, Some(Step::Load)),
            Act::Idle { .. } => (Decks, Some(Step::Idle)),
            Act::TurnUp => (Decks, Some(Step::Reopen)),

            Act::Sit { .. } => (Seats, Some(Step::Seat)),
            Act::Tip { .. } => (Seats, Some(Step::Tip)),
            Act::Wager { .. } => (Seats, Some(Step::Wager)),
            Act::Look { .. } => (Seats, Some(Step::Look)),
            Act::Decide { decision: Decision::Play, .. } => (Seats, Some(Step::Play)),
            Act::Decide { decision: Decision::Fold, .. } => (Seats, Some(Step::Fold)),
            Act::Decide { decision: Decision::Forfeit, .. } => (Seats, Some(Step::Forfeit)),
            Act::ViewFolded => (Seats, Some(Step::ViewFolded)),
            Act::Leave { .. } => (Seats, Some(Step::Leave)),
            Act::Rise { .. }
            | Act::BuyIn { .. }
            | Act::CashOut { .. }
            | Act::TimeUp { .. }
            | Act::Lost { .. }
            | Act::Back { .. } => (Seats, None),

            Act::Sense { .. } => (Keypad, Some(Step::Sense)),
            Act::LockOut => (Keypad, Some(Step::LockOut)),
            Act::Collect { .. } => (Keypad, Some(Step::Collect)),
            Act::BankChips => (Keypad, Some(Step::BankChips)),
            Act::Spot { .. } => (Keypad, Some(Step::Spot)),
            Act::EndGame => (Keypad, Some(Step::EndGame)),

            Act::NoMoreBets => (Steps, Some(Step::NoMoreBets)),
            Act::Deal { .. } => (Steps, Some(Step::Deal)),
            Act::CoverStack => (Steps, Some(Step::CoverDealerStack)),
            Act::DeliverStack => (Steps, Some(Step::DealerStack)),
            Act::Community => (Steps, Some(Step::Community)),
            Act::TakeStub => (Steps, Some(Step::TakeStub)),
            Act::CountStub { .. } => (Steps, Some(Step::CountStub)),
            Act::RackStub => (Steps, Some(Step::RackStub)),
            Act::ShowPlayers => (Steps, Some(Step::PlayersShown)),
            Act::AllowLooks => (Steps, None),
            Act::Ask => (Steps, Some(Step::Ask)),
            Act::RevealDealer { .. } => (Steps, Some(Step::RevealDealer)),
            Act::Reveal { .. } => (Steps, Some(Step::RevealHand)),
            Act::RevealCommunity { .. } => (Steps, Some(Step::RevealCommunity)),
            Act::VerifyHand { .. } => (Steps, Some(Step::VerifyHand)),
            Act::Settle { .. } => (Steps, None),
            Act::Rack { holder: Holder::Position(_), .. } => (Steps, Some(Step::RackHand)),
            Act::Rack { .. } => (Steps, Some(Step::RackDealer)),
            Act::EndRound => (Steps, Some(Step::EndRound)),

            Act::Validate { .. } => (Rulings, Some(Step::Validate)),
            Act::HandPay { .. } => (Rulings, Some(Step::HandPay)),
            Act::RuleLeaver { .. } => (Rulings, Some(Step::Leave)),
            Act::Ruling { .. } => (Rulings, Some(Step::Ruling)),
            Act::Resolve { .. }
            | Act::Correct { .. }
            | Act::LightFault { .. }
            | Act::LeaveUnpaid { .. }
            | Act::CallFloor { .. }
            | Act::Resume { .. }
            | Act::ApproveMeter { .. }
            | Act::DeclineMeter { .. } => (Rulings, None),

            Act::Report { .. } => (Irregular, None),
            Act::SetDevice { .. } => (Devices, Some(Step::OutOfUse)),
            Act::SyncMeters { .. } | Act::ProposeMeter { .. } => (Meters, None),
        }
    }
}
