//! An offer: an act that would be accepted, with the one value that is free to choose.

use std::sync::Arc;

use meters::GameId;
use schemars::JsonSchema;
use serde::Serialize;

use crate::act::Act;
use crate::who::Moment;
use crate::words::is_reason;

/// What may be chosen freely in an offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "choose", rename_all = "snake_case")]
#[schemars(deny_unknown_fields)]
pub enum Free {
    /// Nothing.
    Nothing,
    /// The amount.
    Amount {
        /// The least, in cents.
        min: i64,
        /// The most.
        max: i64,
        /// From the least in steps of this.
        step: i64,
        /// What it is already.
        except: i64,
    },
    /// A number of cards or chips.
    Number {
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// So many cards or stacks, and where the shoe reads what it deals, so many faces for each of them.
    Deal {
        /// The most.
        max: u8,
        /// How many faces the shoe reads for each; none where it reads nothing.
        faces: u8,
    },
    /// The words: not empty, on one line, not too long.
    Text,
    /// A number and the words.
    NumberAndText {
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// A moment that is not later than this.
    Moment {
        /// The latest.
        until: Moment,
    },
    /// The order of the cards, with its commitment.
    Order,
    /// The cards, to be keyed in: new to the round.
    Cards,
    /// The cards as they lie there, and the words.
    CardsAndText {
        /// How many cards.
        count: u8,
    },
    /// By how many cents a meter is corrected, up or down but not by nothing, and the words.
    Correction {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// The meters of the link as they stand now, with the record of this table as it is here.
    Bank {
        /// This table.
        game: GameId,
    },
}

/// Something that may be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(transform = crate::shape::flatten)]
pub struct Offer {
    /// The act.
    #[serde(flatten)]
    #[schemars(!flatten, extend("flat" = true))]
    pub act: Act,
    /// What may be chosen in it.
    pub free: Free,
}

impl Offer {
    /// Whether an act is this offer, with something lawful chosen in it. Whether keyed cards are new to the round is
    /// for the table to say: an offer must not tell which cards are hidden.
    #[must_use]
    pub fn admits(&self, act: &Act) -> bool {
        match &self.free {
            Free::Nothing => self.act == *act,
            Free::Amount { min, max, step, except } => amount_of(act).is_some_and(|amount| {
                let lawful = (*min..=*max).contains(&amount) && (amount - min) % step == 0 && amount != *except;
                lawful && with_amount(&self.act, amount) == *act
            }),
            Free::Number { min, max } => number_of(act)
                .is_some_and(|number| (*min..=*max).contains(&number) && with_number(&self.act, number) == *act),
            Free::Deal { max, faces } => match act {
                Act::Deal { cards, read } => {
                    let all = usize::from(*cards) * usize::from(*faces);
                    (1..=*max).contains(cards) && (read.is_empty() || read.len() == all)
                }
                _ => false,
            },
            Free::Text => text_of(act).is_some_and(|text| is_reason(text) && with_text(&self.act, text) == *act),
            Free::NumberAndText { min, max } => number_of(act).zip(text_of(act)).is_some_and(|(number, text)| {
                let lawful = (*min..=*max).contains(&number) && is_reason(text);
                lawful && with_text(&with_number(&self.act, number), text) == *act
            }),
            Free::Moment { until } => match (&self.act, act) {
                (Act::TimeUp { position, .. }, Act::TimeUp { position: p, since }) => position == p && since <= until,
                _ => false,
            },
            Free::Order => match (&self.act, act) {
                (Act::Shuffle { deck, method, .. }, Act::Shuffle { deck: d, method: m, shuffle: Some(shuffle) }) => {
                    (deck, method) == (d, m) && shuffle.holds()
                }
                (
                    Act::ReceiveDeck { deck, preshuffled: true, .. },
                    Act::ReceiveDeck { deck: d, preshuffled: true, shuffle: Some(shuffle) },
                ) => deck == d && shuffle.holds(),
                _ => false,
            },
            Free::Cards => without_cards(act).is_some_and(|blank| blank == self.act),
            Free::CardsAndText { count } => match (&self.act, act) {
                (Act::Correct { holder, .. }, Act::Correct { holder: h, cards, reason }) => {
                    holder == h && cards.len() == usize::from(*count) && is_reason(reason)
                }
                _ => false,
            },
            Free::Correction { min, max } => match (&self.act, act) {
                (Act::ProposeMeter { wager, level, .. }, Act::ProposeMeter { wager: w, level: l, amount, reason }) => {
                    (wager, level) == (w, l) && (*min..=*max).contains(amount) && *amount != 0 && is_reason(reason)
                }
                _ => false,
            },
            Free::Bank { game } => match (&self.act, act) {
                (Act::SyncMeters { wager, bank: own }, Act::SyncMeters { wager: w, bank }) => {
                    let here = own.terms() == bank.terms() && own.game(game) == bank.game(game);
                    wager == w && here && bank.audit().is_ok() && own != bank
                }
                _ => false,
            },
        }
    }
}

/// An act with cards keyed in, without them.
fn without_cards(act: &Act) -> Option<Act> {
    let mut act = act.clone();
    let keyed = match &mut act {
        Act::RevealDealer { cards } | Act::Reveal { cards, .. } => cards.take().is_some(),
        Act::RevealCommunity { cards } => cards.take().is_some(),
        Act::Report { card, .. } => card.take().is_some(),
        _ => false,
    };
    keyed.then_some(act)
}

fn amount_of(act: &Act) -> Option<i64> {
    match act {
        Act::OpenTable { float } => Some(float.0),
        Act::Fill { amount }
        | Act::Credit { amount }
        | Act::BuyIn { amount }
        | Act::CashOut { amount }
        | Act::Tip { amount }
        | Act::Wager { amount, .. } => Some(amount.0),
        _ => None,
    }
}

fn with_amount(act: &Act, value: i64) -> Act {
    let mut act = act.clone();
    match &mut act {
        Act::OpenTable { float } => float.0 = value,
        Act::Fill { amount }
        | Act::Credit { amount }
        | Act::BuyIn { amount }
        | Act::CashOut { amount }
        | Act::Tip { amount }
        | Act::Wager { amount, .. } => amount.0 = value,
        _ => {}
    }
    act
}

fn number_of(act: &Act) -> Option<u8> {
    match act {
        Act::Collect { chips } => Some(*chips),
        Act::CountStub { cards, .. } | Act::DeviceCount { cards, .. } => Some(*cards),
        Act::Cut { at, .. } | Act::Recut { at, .. } => Some(*at),
        _ => None,
    }
}

fn with_number(act: &Act, value: u8) -> Act {
    let mut act = act.clone();
    match &mut act {
        Act::Collect { chips } => *chips = value,
        Act::CountStub { cards, .. } | Act::DeviceCount { cards, .. } => *cards = value,
        Act::Cut { at, .. } | Act::Recut { at, .. } => *at = value,
        _ => {}
    }
    act
}

fn text_of(act: &Act) -> Option<&Arc<str>> {
    match act {
        Act::RemoveDeck { reason, .. }
        | Act::Recut { reason, .. }
        | Act::OrderShuffle { reason, .. }
        | Act::LightFault { reason, .. }
        | Act::LeaveUnpaid { reason, .. }
        | Act::CallFloor { reason }
        | Act::Resume { reason } => Some(reason),
        Act::HandPay { document, .. } => Some(document),
        Act::Ruling { text } => Some(text),
        _ => None,
    }
}

fn with_text(act: &Act, value: &Arc<str>) -> Act {
    let mut act = act.clone();
    match &mut act {
        Act::RemoveDeck { reason, .. }
        | Act::Recut { reason, .. }
        | Act::OrderShuffle { reason, .. }
        | Act::LightFault { reason, .. }
        | Act::LeaveUnpaid { reason, .. }
        | Act::CallFloor { reason }
        | Act::Resume { reason } => reason.clone_from(value),
        Act::HandPay { document, .. } => document.clone_from(value),
        Act::Ruling { text } => text.clone_from(value),
        _ => {}
    }
    act
}
