//! The places money of a progressive can be in: its meters, the reserve for the next seed, and the back-up meter.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rules::money::Malformed;
use rules::{Level, Meter};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("enum" = Pot::ALL.map(Pot::word)))]
pub enum Pot {
    /// A meter that players see and win.
    Level(Level),
    /// What is set aside of the rate for the next seed of the highest meter.
    Reserve,
    /// The back-up meter, which goes into that seed as well.
    Backup,
}

impl Pot {
    /// Every place, in order.
    pub const ALL: [Pot; 6] = [
        Pot::Level(Level::Main),
        Pot::Level(Level::Mega),
        Pot::Level(Level::Major),
        Pot::Level(Level::Minor),
        Pot::Reserve,
        Pot::Backup,
    ];

    const fn index(self) -> usize {
        match self {
            Pot::Level(level) => level as usize,
            Pot::Reserve => 4,
            Pot::Backup => 5,
        }
    }

    /// The word that entries and pages use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Pot::Level(level) => level.word(),
            Pot::Reserve => "reserve",
            Pot::Backup => "backup",
        }
    }
}

impl From<Level> for Pot {
    fn from(level: Level) -> Pot {
        Pot::Level(level)
    }
}

impl fmt::Display for Pot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Pot {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Pot, Malformed> {
        let words = || Pot::ALL.map(Pot::word).join(", ");
        let found = Pot::ALL.into_iter().find(|pot| pot.word() == text);
        found.ok_or_else(|| Malformed(format!("\"{text}\" is not a meter: expected one of {}", words())))
    }
}

impl Serialize for Pot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Pot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pot, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// An exact amount for each place. Written as the places that hold something, in millionths of a cent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pots([i64; 6]);

impl Pots {
    /// Nothing anywhere.
    pub const NOTHING: Pots = Pots([0; 6]);

    /// An amount in one place.
    #[must_use]
    pub fn of(pot: Pot, amount: Meter) -> Pots {
        let mut pots = Pots::NOTHING;
        pots.set(pot, amount);
        pots
    }

    /// The amount in a place.
    #[must_use]
    pub fn get(&self, pot: Pot) -> Meter {
        Meter(self.0[pot.index()])
    }

    /// Puts an amount into a place.
    pub fn set(&mut self, pot: Pot, amount: Meter) {
        self.0[pot.index()] = amount.0;
    }

    /// Each place with its amount.
    pub fn iter(&self) -> impl Iterator<Item = (Pot, Meter)> {
        Pot::ALL.into_iter().zip(self.0.map(Meter))
    }

    /// The sum, place by place; `None` where one does not fit.
    #[must_use]
    pub fn checked_add(&self, other: &Pots) -> Option<Pots> {
        self.each(other, i64::checked_add)
    }

    /// The difference, place by place; `None` where one does not fit.
    #[must_use]
    pub fn checked_sub(&self, other: &Pots) -> Option<Pots> {
        self.each(other, i64::checked_sub)
    }

    fn each(&self, other: &Pots, combine: impl Fn(i64, i64) -> Option<i64>) -> Option<Pots> {
        let mut out = Pots::NOTHING;
        for ((out, a), b) in out.0.iter_mut().zip(self.0).zip(other.0) {
            *out = combine(a, b)?;
        }
        Some(out)
    }

    /// Adds what a decision has already found to fit. An entry of another bank might not; the audit then tells.
    pub(crate) fn add(&mut self, other: &Pots) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = a.saturating_add(b);
        }
    }

    /// Takes away, as [`Pots::add`] adds.
    pub(crate) fn take(&mut self, other: &Pots) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = a.saturating_sub(b);
        }
    }
}

impl Serialize for Pots {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let held = || self.iter().filter(|(_, amount)| amount.0 != 0);
        let mut map = serializer.serialize_map(Some(held().count()))?;
        for (pot, amount) in held() {
            map.serialize_entry(&pot, &amount.0)?;
        }
        map.end()
    }
}

impl JsonSchema for Pots {
    fn schema_name() -> Cow<'static, str> {
        "Pots".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An exact amount for each place that holds something, in millionths of a cent.",
            "type": "object",
            "propertyNames": generator.subschema_for::<Pot>(),
            "additionalProperties": generator.subschema_for::<i64>(),
        })
    }
}

impl<'de> Deserialize<'de> for Pots {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pots, D::Error> {
        struct Held;
        impl<'de> Visitor<'de> for Held {
            type Value = Pots;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("meters and their millionths of a cent")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pots, M::Error> {
                let mut pots = Pots::NOTHING;
                let mut seen = [false; 6];
                while let Some((pot, amount)) = map.next_entry::<Pot, i64>()? {
                    if std::mem::replace(&mut seen[pot.index()], true) {
                        return Err(M::Error::custom(format!("\"{pot}\" stands twice")));
                    }
                    pots.set(pot, Meter(amount));
                }
                Ok(pots)
            }
        }
        deserializer.deserialize_map(Held)
    }
}
