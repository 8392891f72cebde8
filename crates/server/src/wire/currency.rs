//! The currency of the house, as pages need it to write amounts.

use rules::Currency;
use rules::currency::SignPlace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A currency. Amounts are hundredths of it everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CurrencyCard {
    /// Its code of three letters.
    pub code: String,
    /// Its sign.
    pub sign: String,
    /// Where the sign stands.
    pub place: SignPlace,
    /// The number of decimals: 0 or 2.
    pub decimals: u8,
    /// The chips, in hundredths, the smallest first.
    pub chips: Vec<i64>,
}

impl CurrencyCard {
    /// The card of a currency; none for the US dollar, which every page knows.
    #[must_use]
    pub fn of(currency: &Currency) -> Option<CurrencyCard> {
        (*currency != Currency::dollar()).then(|| CurrencyCard {
            code: currency.code.clone(),
            sign: currency.sign.clone(),
            place: currency.place,
            decimals: currency.decimals,
            chips: currency.chips.iter().map(|chip| chip.0).collect(),
        })
    }
}
