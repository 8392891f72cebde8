//! An offer: an act that would be accepted, with the one value that is free to choose.

use std::sync::Arc;

use serde::Serialize;

use crate::act::Act;

/// What may be chosen freely in an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
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
    /// The words: not empty.
    Text,
    /// The order of the cards, with its commitment.
    Order,
    /// The cards, to be keyed in: new to the round.
    Cards,
}

/// Something that may be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The act.
    #[serde(flatten)]
    pub act: Act,
    /// What may be chosen in it.
    pub free: Free,
}

impl Offer {
    /// Whether an act is this offer, with something lawful chosen in it.
    #[must_use]
    pub fn admits(&self, act: &Act) -> bool {
        match self.free {
            Free::Nothing => self.act == *act,
            Free::Amount { min, max, step, except } => amount_of(act).is_some_and(|amount| {
                let lawful = (min..=max).contains(&amount) && (amount - min) % step == 0 && amount != except;
                lawful && with_amount(&self.act, amount) == *act
            }),
            Free::Number { min, max } => number_of(act)
                .is_some_and(|number| (min..=max).contains(&number) && with_number(&self.act, number) == *act),
            Free::Text => {
                text_of(act).is_some_and(|text| !text.trim().is_empty() && with_text(&self.act, text) == *act)
            }
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
            // Whether the cards are new to the round is for the table to say.
            Free::Cards => std::mem::discriminant(&self.act) == std::mem::discriminant(act),
        }
    }
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
        Act::Deal { cards, .. } | Act::CountStub { cards, .. } | Act::DeviceCount { cards, .. } => Some(*cards),
        Act::Cut { at, .. } => Some(*at),
        _ => None,
    }
}

fn with_number(act: &Act, value: u8) -> Act {
    let mut act = act.clone();
    match &mut act {
        Act::Collect { chips } => *chips = value,
        Act::Deal { cards, .. } | Act::CountStub { cards, .. } | Act::DeviceCount { cards, .. } => *cards = value,
        Act::Cut { at, .. } => *at = value,
        _ => {}
    }
    act
}

fn text_of(act: &Act) -> Option<&Arc<str>> {
    match act {
        Act::RemoveDeck { reason, .. }
        | Act::Recut { reason, .. }
        | Act::OrderShuffle { reason, .. }
        | Act::LightFault { reason, .. } => Some(reason),
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
        | Act::LightFault { reason, .. } => reason.clone_from(value),
        Act::HandPay { document, .. } => document.clone_from(value),
        Act::Ruling { text } => text.clone_from(value),
        _ => {}
    }
    act
}
