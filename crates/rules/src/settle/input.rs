//! A round as a file gives it: the JSON that `queenhigh settle` reads.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::house::SHARED_HANDS;

/// A round to be settled. Amounts are whole cents; cards are two characters such as `As`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "settle-input")]
pub struct RoundFile {
    /// The house: the path of its TOML file, or the same content as an object.
    pub house: HouseRef,
    /// The dealer's three cards; not needed for a void round.
    pub dealer: Option<Vec<String>>,
    /// The two community cards, where a five-card progressive wager was made.
    pub community: Option<Vec<String>>,
    /// The meters as they stand when the settlement begins, the round's contributions included: progressive, level,
    /// cents. What is set aside for the next seed stands beside the levels, as `reserve` and `backup`.
    #[serde(default, deserialize_with = "each_once")]
    pub meters: BTreeMap<String, Amounts>,
    /// The three shared hands of the electronic version, three cards each, given once for all terminals.
    pub hands: Option<Vec<Vec<String>>>,
    /// The positions with a wager; in the electronic version a terminal's wagers on one shared hand.
    pub positions: Vec<PositionFile>,
    /// The irregularity that makes the round void, such as `dealer_card_exposed`.
    pub void: Option<String>,
}

/// Where the house comes from.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum HouseRef {
    /// The path of a house file, beside the round's file.
    Path(String),
    /// The house itself.
    Inline(Map<String, Value>),
}

impl<'de> Deserialize<'de> for HouseRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HouseRef, D::Error> {
        struct PathOrHouse;
        impl<'de> Visitor<'de> for PathOrHouse {
            type Value = HouseRef;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the path of a house file, or a house as an object")
            }
            fn visit_str<E: serde::de::Error>(self, path: &str) -> Result<HouseRef, E> {
                Ok(HouseRef::Path(path.to_owned()))
            }
            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<HouseRef, M::Error> {
                Once.visit_map(map).map(|house| match house {
                    Value::Object(house) => HouseRef::Inline(house),
                    _ => HouseRef::Inline(Map::new()),
                })
            }
        }
        deserializer.deserialize_any(PathOrHouse)
    }
}

/// Any JSON value without duplicate names: of two values with one name, nobody could say which was meant.
struct Once;

impl<'de> DeserializeSeed<'de> for Once {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Value;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<Value, S::Error> {
        let mut out = Vec::new();
        while let Some(item) = items.next_element_seed(Once)? {
            out.push(item);
        }
        Ok(out.into())
    }
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Value, M::Error> {
        let mut out = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            if out.contains_key(&name) {
                return Err(serde::de::Error::custom(format!("\"{name}\" stands twice")));
            }
            out.insert(name, map.next_value_seed(Once)?);
        }
        Ok(out.into())
    }
}

/// One position with a wager.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionFile {
    /// 1 at the dealer's far left, the highest number at the far right; absent in the electronic version.
    pub position: Option<u8>,
    /// The terminal of the electronic version, from 1.
    pub terminal: Option<u8>,
    /// The shared hand of the electronic version that is wagered on, from 1.
    pub hand: Option<u8>,
    /// Who sits there; the same name at two positions is one person.
    pub person: Option<String>,
    /// The three cards; not needed for a void round, and given as `hands` in the electronic version.
    pub cards: Option<Vec<String>>,
    /// `play`, `fold` or `forfeit`; absent without an ante.
    pub decision: Option<String>,
    /// Wager and amount in cents. The play wager need not be given: it is the ante.
    #[serde(default)]
    pub wagers: Amounts,
    /// Tips for the dealer: `ante`, `play`, `pair_plus`.
    #[serde(default)]
    pub tips: Amounts,
    /// A match play coupon: `ante` and its face value.
    #[serde(default)]
    pub match_play: Amounts,
}

impl PositionFile {
    /// The number the settlement uses: the position, or the place of a terminal's wagers on a shared hand.
    #[must_use]
    pub fn place(&self) -> u8 {
        let shared = || {
            let before = self.terminal?.checked_sub(1)?.checked_mul(SHARED_HANDS)?;
            before.checked_add(self.hand.filter(|hand| (1..=SHARED_HANDS).contains(hand))?)
        };
        self.position.or_else(shared).unwrap_or(0)
    }
}

/// Names and amounts in whole cents, each name once.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transparent)]
pub struct Amounts(pub BTreeMap<String, u64>);

impl<'de> Deserialize<'de> for Amounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amounts, D::Error> {
        let amounts = each_once::<D, Amount>(deserializer)?;
        Ok(Amounts(amounts.into_iter().map(|(name, amount)| (name, amount.0)).collect()))
    }
}

/// Names and their values. A duplicate name is refused: nobody could say which of the two values was meant.
fn each_once<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<BTreeMap<String, T>, D::Error> {
    struct Pairs<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
        type Value = BTreeMap<String, T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of names and amounts in whole cents")
        }
        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<BTreeMap<String, T>, M::Error> {
            let mut pairs = BTreeMap::new();
            while let Some((name, value)) = map.next_entry::<String, T>()? {
                if pairs.contains_key(&name) {
                    return Err(serde::de::Error::custom(format!("\"{name}\" stands twice")));
                }
                pairs.insert(name, value);
            }
            Ok(pairs)
        }
    }
    deserializer.deserialize_map(Pairs(PhantomData))
}

/// One amount; its errors speak of cents.
struct Amount(u64);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Amount;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an amount in whole cents, such as 1000 for $10")
            }
            fn visit_u64<E: serde::de::Error>(self, cents: u64) -> Result<Amount, E> {
                Ok(Amount(cents))
            }
        }
        deserializer.deserialize_u64(Whole)
    }
}

/// Why a round file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFault {
    /// What is wrong and what was expected.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for InputFault {}

/// Reads a round file.
///
/// # Errors
/// The first malformed thing, with its place.
pub fn parse(json: &str) -> Result<RoundFile, InputFault> {
    serde_json::from_str(json).map_err(|error| {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        InputFault { message: plainly(message), line: error.line(), column: error.column() }
    })
}

/// A message in the words of a round file, where it names a type of the program.
fn plainly(message: &str) -> String {
    const TYPES: [(&str, &str); 4] = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected a sequence", "expected a list in [ ]"),
        ("expected struct PositionFile", "expected a position as an object, such as {\"position\": 1, …}"),
        ("expected struct RoundFile", "expected a round as an object, such as {\"house\": \"…\", …}"),
    ];
    let known = TYPES.iter().find_map(|(name, words)| Some(format!("{}{words}", message.strip_suffix(name)?)));
    known.unwrap_or_else(|| message.to_owned())
}

impl HouseRef {
    /// Turns an inline house into the TOML text that the house check reads.
    ///
    /// # Errors
    /// When the object holds something that TOML cannot express, such as null.
    pub fn inline_toml(house: &Map<String, Value>) -> Result<String, NoToml> {
        Ok(toml::to_string(house)?)
    }
}

/// An inline house that TOML cannot express.
#[derive(Debug, thiserror::Error)]
#[error("the inline house cannot be read: {0}")]
pub struct NoToml(#[from] toml::ser::Error);

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(json: &str) -> String {
        parse(json).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_read_says_where_and_what_was_expected() {
        for (json, said) in [
            (
                r#"{"house": 7}"#,
                "line 1, column 11: invalid type: integer `7`, expected the path of a house file, or a house as an object",
            ),
            (
                "{\"house\": \"md14\",\n\"meters\": {\"progressive\": 7}}",
                "line 2, column 27: invalid type: integer `7`, expected an object of names and amounts in whole cents",
            ),
            (
                r#"{"house": "md14", "meters": {"progressive": {"main": true}}}"#,
                "line 1, column 57: invalid type: boolean `true`, expected an amount in whole cents, such as 1000 for $10",
            ),
            (
                r#"{"house": "md14", "positions": [{"position": 300}]}"#,
                "line 1, column 48: invalid value: integer `300`, expected a whole number from 0 to 255",
            ),
            (
                r#"{"house": "md14", "positions": 3}"#,
                "line 1, column 32: invalid type: integer `3`, expected a list in [ ]",
            ),
            (
                r#"{"house": "md14", "positions": [3]}"#,
                "line 1, column 33: invalid type: integer `3`, expected a position as an object, such as {\"position\": 1, …}",
            ),
            (
                "7",
                "line 1, column 1: invalid type: integer `7`, expected a round as an object, such as {\"house\": \"…\", …}",
            ),
            (r#"{"house": {"a": 1, "a": 2}}"#, "line 1, column 22: \"a\" stands twice"),
        ] {
            assert_eq!(fault(json), said, "{json}");
        }
    }

    /// Whatever JSON can hold is in the house as it was written, so that the check speaks of that.
    #[test]
    fn an_inline_house_keeps_what_it_says() {
        let json =
            r#"{"house": {"a": -5, "b": 0.5, "c": null, "d": true, "e": "x", "f": [1], "g": {}}, "positions": []}"#;
        let Ok(RoundFile { house: HouseRef::Inline(house), .. }) = parse(json) else { panic!("it is read") };
        let expected = serde_json::json!({"a": -5, "b": 0.5, "c": null, "d": true, "e": "x", "f": [1], "g": {}});
        assert_eq!(Value::Object(house), expected);
    }
}
