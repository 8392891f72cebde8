//! How figures are written: fractions in lowest terms, whole counts of any size, and decimals for people.

use std::borrow::Cow;

use odds::Fraction;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A count of deals. Eight hands can be dealt in more ways than 64 bits hold, so it is written digit by digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count(pub(crate) u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "description": "A count, exact however large." })
    }
}

/// Digits in groups of three.
pub(crate) fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut out = sign.to_owned();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count for people.
pub(crate) fn count(number: u128) -> String {
    grouped(&number.to_string())
}

/// A fraction over all deals, `-13,733,808 of 407,170,400`; in lowest terms if it is not a whole number of deals.
pub(crate) fn over(fraction: &Fraction, of: u128) -> String {
    let scaled = fraction.clone() * Fraction::whole(of);
    if scaled.denominator().to_string() == "1" {
        return format!("{} of {}", grouped(&scaled.numerator().to_string()), count(of));
    }
    lowest(fraction)
}

/// A fraction in lowest terms for people.
pub(crate) fn lowest(fraction: &Fraction) -> String {
    format!("{}/{}", grouped(&fraction.numerator().to_string()), grouped(&fraction.denominator().to_string()))
}

/// A signed decimal.
pub(crate) fn signed(fraction: &Fraction, places: usize) -> String {
    let text = fraction.decimal(places);
    if text.starts_with('-') || fraction.is_zero() { text } else { format!("+{text}") }
}
