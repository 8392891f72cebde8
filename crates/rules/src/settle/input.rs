//! A round as a file gives it: the JSON that `queenhigh settle` reads.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

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
    /// The meters as they stand when the settlement begins, the round's contributions included: progressive, level, cents.
    #[serde(default)]
    pub meters: BTreeMap<String, Amounts>,
    /// What is set aside for the next seed, by progressive: cents.
    #[serde(default)]
    pub reserves: Amounts,
    /// The positions with a wager.
    pub positions: Vec<PositionFile>,
    /// The irregularity that makes the round void, such as `dealer_card_exposed`.
    pub void: Option<String>,
}

/// Where the house comes from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HouseRef {
    /// The path of a house file, beside the round's file.
    Path(String),
    /// The house itself.
    Inline(serde_json::Map<String, serde_json::Value>),
}

/// One position with a wager.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionFile {
    /// 1 at the dealer's far left, 7 at the far right.
    pub position: u8,
    /// Who sits there; the same name at two positions is one person.
    pub person: Option<String>,
    /// The three cards; not needed for a void round.
    pub cards: Option<Vec<String>>,
    /// `play`, `fold` or `forfeit_unseen`; absent without an ante.
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

/// Names and amounts in whole cents, each name once.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transparent)]
pub struct Amounts(pub BTreeMap<String, u64>);

impl<'de> Deserialize<'de> for Amounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amounts, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Amounts;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of names and amounts in whole cents")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Amounts, M::Error> {
                let mut amounts = BTreeMap::new();
                while let Some((name, amount)) = map.next_entry::<String, u64>()? {
                    if amounts.contains_key(&name) {
                        return Err(serde::de::Error::custom(format!("\"{name}\" stands twice")));
                    }
                    amounts.insert(name, amount);
                }
                Ok(Amounts(amounts))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// A round file that cannot be read.
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
/// The first thing that is malformed, with its place.
pub fn parse(json: &str) -> Result<RoundFile, InputFault> {
    serde_json::from_str(json).map_err(|error| {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message).to_owned();
        InputFault { message, line: error.line(), column: error.column() }
    })
}

impl HouseRef {
    /// An inline house as the TOML text that the check reads.
    ///
    /// # Errors
    /// When the object holds something TOML cannot, such as null.
    pub fn inline_toml(house: &serde_json::Map<String, serde_json::Value>) -> Result<String, String> {
        toml::to_string(house).map_err(|error| format!("the inline house cannot be read: {error}"))
    }
}
