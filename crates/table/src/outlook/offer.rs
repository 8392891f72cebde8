//! An offer: an act that would be accepted, with the fields that are free to choose. It is enough to draw a form from.

use std::mem::discriminant;

use schemars::JsonSchema;
use serde::Serialize;

use crate::about::{About, FieldMut};
use crate::act::Act;
use crate::who::Moment;
use crate::words::{WORDS_BYTES_MAX, is_reason};

/// What may be chosen for a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Choice {
    /// An amount in cents.
    Amount {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
        /// The step, counted from the least.
        step: i64,
        /// An amount that is not allowed: the present one, or 0.
        except: i64,
    },
    /// A number of cards, stacks or chips.
    Number {
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// Words on one line, not only blanks.
    Text {
        /// The most bytes.
        max: usize,
    },
    /// One card, new to the round.
    Card,
    /// Cards, to be keyed in.
    Cards {
        /// How many.
        count: u8,
    },
    /// What the shoe read while it dealt; empty if the cards are read by other means.
    Read {
        /// How many faces for each card or stack that is dealt.
        each: u8,
    },
    /// A moment.
    Moment {
        /// The latest.
        until: Moment,
    },
}

impl Choice {
    /// Free text.
    pub(crate) const TEXT: Choice = Choice::Text { max: WORDS_BYTES_MAX };

    fn allows(&self, slot: &FieldMut<'_>) -> bool {
        match (self, slot) {
            (Choice::Amount { min, max, step, except }, FieldMut::Amount(amount)) => {
                (*min..=*max).contains(*amount) && (**amount - min) % step == 0 && **amount != *except
            }
            (Choice::Number { min, max }, FieldMut::Number(number)) => (*min..=*max).contains(*number),
            (Choice::Text { .. }, FieldMut::Text(text)) => is_reason(text),
            (Choice::Card, FieldMut::Card(card)) => card.is_some(),
            (Choice::Cards { .. }, FieldMut::Two(cards)) => cards.is_some(),
            (Choice::Cards { .. }, FieldMut::Three(cards)) => cards.is_some(),
            (Choice::Cards { count }, FieldMut::Cards(cards)) => cards.len() == usize::from(*count),
            (Choice::Read { each }, FieldMut::Read(faces, dealt)) => {
                faces.is_empty() || faces.len() == usize::from(*dealt) * usize::from(*each)
            }
            (Choice::Moment { until }, FieldMut::Moment(moment)) => **moment <= *until,
            _ => false,
        }
    }
}

/// A field that is free to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(transform = crate::shape::flatten)]
pub struct Field {
    /// The name of the field in the act.
    pub field: &'static str,
    /// What may be chosen.
    #[serde(flatten)]
    #[schemars(!flatten, extend("flat" = true))]
    pub choice: Choice,
}

/// Something that may be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(transform = crate::shape::flatten)]
pub struct Offer {
    /// The act. Its free fields hold an example.
    #[serde(flatten)]
    #[schemars(!flatten, extend("flat" = true))]
    pub act: Act,
    /// What is known of the act.
    #[serde(flatten)]
    #[schemars(!flatten, extend("flat" = true))]
    pub about: About,
    /// The fields that are free to choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
}

impl Offer {
    /// An act, with the choices for its first fields.
    pub(crate) fn new<const N: usize>(mut act: Act, choices: [Choice; N]) -> Offer {
        let names = if N == 0 { [None, None] } else { act.free_fields().map(|slot| slot.map(|(name, _)| name)) };
        let fields = names.into_iter().flatten().zip(choices).map(|(field, choice)| Field { field, choice }).collect();
        Offer { about: act.about(), act, fields }
    }

    /// Whether an act is this offer, with lawful choices. Only the table can say whether keyed cards are new to the
    /// round: an offer must not reveal which cards are hidden.
    #[must_use]
    pub fn admits(&self, act: &Act) -> bool {
        if discriminant(act) != discriminant(&self.act) {
            return false;
        }
        let (mut chosen, mut example) = (act.clone(), self.act.clone());
        for (slot, shown) in chosen.free_fields().into_iter().flatten().zip(example.free_fields().into_iter().flatten())
        {
            let Some(field) = self.fields.iter().find(|field| field.field == slot.0) else { continue };
            if !field.choice.allows(&slot.1) {
                return false;
            }
            slot.1.take(shown.1);
        }
        chosen == example
    }
}
