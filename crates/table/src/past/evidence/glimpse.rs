//! The notation for evidence: cards and amounts, some of them unknown, and whose cards they are.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use cards::Card;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::act::Holder;

/// A row of cards, some of which nobody saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glimpse(pub Vec<Option<Card>>);

impl Glimpse {
    /// The cards that were seen.
    pub fn seen(&self) -> impl Iterator<Item = Card> + '_ {
        self.0.iter().flatten().copied()
    }
}

/// Why a text names no cards that a camera saw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGlimpse {
    /// A word is no card.
    #[error("\"{0}\" is not a card: write As for one that was seen, ? for one that was not, ?*34 for 34 of those")]
    NoCard(String),
    /// There are more cards than in a deck.
    #[error("more than 52 cards: a round is dealt from one deck")]
    TooMany,
}

impl std::str::FromStr for Glimpse {
    type Err = NoGlimpse;
    fn from_str(text: &str) -> Result<Glimpse, NoGlimpse> {
        let mut cards = Vec::new();
        for word in text.split_whitespace() {
            let unseen = match word.strip_prefix('?') {
                Some("") => Some(1),
                Some(times) => times.strip_prefix('*').and_then(|n| n.parse().ok()).filter(|n| (1..=52).contains(n)),
                None => None,
            };
            match (unseen, word.parse::<Card>()) {
                (Some(times), _) => cards.extend(std::iter::repeat_n(None, times)),
                (None, Ok(card)) => cards.push(Some(card)),
                (None, Err(_)) => return Err(NoGlimpse::NoCard(word.to_owned())),
            }
            if cards.len() > 52 {
                return Err(NoGlimpse::TooMany);
            }
        }
        Ok(Glimpse(cards))
    }
}

impl<'de> Deserialize<'de> for Glimpse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Glimpse, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What is known about an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownAmount {
    /// One of these, in cents; 0 means no wager.
    OneOf(Vec<u64>),
    /// Unknown: anything that the house allows, or none.
    Nothing,
}

impl<'de> Deserialize<'de> for KnownAmount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KnownAmount, D::Error> {
        struct AmountOrAmounts;
        impl<'de> Visitor<'de> for AmountOrAmounts {
            type Value = KnownAmount;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("whole cents such as 1000, a list of them of which one is true, or \"?\"")
            }
            fn visit_u64<E: Error>(self, cents: u64) -> Result<KnownAmount, E> {
                Ok(KnownAmount::OneOf(vec![cents]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<KnownAmount, A::Error> {
                let mut amounts = Vec::new();
                while let Some(cents) = list.next_element::<u64>()? {
                    if !amounts.contains(&cents) {
                        amounts.push(cents);
                    }
                }
                if amounts.is_empty() {
                    Err(A::Error::invalid_length(0, &self))
                } else {
                    Ok(KnownAmount::OneOf(amounts))
                }
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<KnownAmount, E> {
                if text == "?" {
                    Ok(KnownAmount::Nothing)
                } else {
                    Err(E::invalid_value(serde::de::Unexpected::Str(text), &self))
                }
            }
        }
        deserializer.deserialize_any(AmountOrAmounts)
    }
}

/// Names and their values. A duplicate name is refused: nobody could say which of the two values was meant.
pub(super) fn each_once<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    struct Pairs<K, V>(PhantomData<(K, V)>);
    impl<'de, K: Deserialize<'de> + Ord + fmt::Display, V: Deserialize<'de>> Visitor<'de> for Pairs<K, V> {
        type Value = BTreeMap<K, V>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of names and amounts in whole cents")
        }
        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<BTreeMap<K, V>, M::Error> {
            let mut pairs = BTreeMap::new();
            while let Some((name, value)) = map.next_entry::<K, V>()? {
                if pairs.contains_key(&name) {
                    return Err(M::Error::custom(format!("\"{name}\" stands twice")));
                }
                pairs.insert(name, value);
            }
            Ok(pairs)
        }
    }
    deserializer.deserialize_map(Pairs(PhantomData))
}

/// Whose cards: a position's number, `dealer`, `community`, or `stub` if nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whose(pub Option<Holder>);

impl<'de> Deserialize<'de> for Whose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whose, D::Error> {
        struct Holders;
        impl Visitor<'_> for Holders {
            type Value = Whose;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position's number, \"dealer\", \"community\" or \"stub\"")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Whose, E> {
                match u8::try_from(number) {
                    Ok(position) if position > 0 => Ok(Whose(Some(Holder::Position(position)))),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Unsigned(number), &self)),
                }
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Whose, E> {
                match text {
                    "dealer" => Ok(Whose(Some(Holder::Dealer))),
                    "community" => Ok(Whose(Some(Holder::Community))),
                    "stub" => Ok(Whose(None)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(Holders)
    }
}
