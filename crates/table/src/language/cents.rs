//! Amounts in JSON, as whole cents.

use rules::Cents;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whole cents.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Cents")]
#[schemars(inline)]
pub(crate) struct InCents(i64);

/// The same for an amount that may be absent.
pub(crate) mod maybe {
    use rules::Cents;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(amount: &Option<Cents>, serializer: S) -> Result<S::Ok, S::Error> {
        amount.map(|amount| amount.0).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cents>, D::Error> {
        Ok(Option::<i64>::deserialize(deserializer)?.map(Cents))
    }
}
