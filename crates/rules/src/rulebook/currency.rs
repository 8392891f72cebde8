//! What a book says of the money that amounts are in.

use serde::Deserialize;
use toml::de::DeTable;

use super::Rulebook;
use super::consistency::Contradiction;
use super::reader::Pointer;
use crate::currency::{Currency, is_currency_code};
use crate::rule::Rule;

/// The currency. A book's own amounts are in the one that holds where a house is silent, or else in the first that it
/// names; a house that chooses another counts the same figures in that one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurrencyRules {
    /// The currency of the amounts, by its code.
    pub code: Rule<String>,
    /// The currencies other than the US dollar, which is known. Without it, there are none.
    #[serde(default)]
    pub kind: Vec<Currency>,
}

impl CurrencyRules {
    /// The currency with a code.
    #[must_use]
    pub fn of(&self, code: &str) -> Option<Currency> {
        let own = self.kind.iter().find(|kind| kind.code == code).cloned();
        own.or_else(|| Some(Currency::dollar()).filter(|dollar| dollar.code == code))
    }

    /// The currency of the book's own amounts.
    fn own(&self) -> Option<Currency> {
        self.of(self.code.default.as_ref().or_else(|| self.code.lawful.first())?)
    }
}

/// The currency in which a book's amounts are written, before anything else of it is read. Whatever is wrong with what it
/// says of its currency is told when all of it is read.
pub(super) fn currency_of(root: &DeTable<'_>) -> Currency {
    let section = root.get("currency").cloned();
    let rules = section.and_then(|section| CurrencyRules::deserialize(toml::de::ValueDeserializer::from(section)).ok());
    rules.and_then(|rules| rules.own()).unwrap_or_default()
}

impl Rulebook {
    /// The currency of the book's own amounts.
    #[must_use]
    pub fn own_currency(&self) -> Currency {
        self.currency.as_ref().and_then(CurrencyRules::own).unwrap_or_default()
    }

    /// Currencies that nobody could pay in.
    pub(super) fn check_currency(&self, found: &mut Vec<Contradiction>) {
        let Some(law) = &self.currency else { return };
        let mut wrong = |path: &[&'static str], message: String| found.push((Pointer::keys(path), message));
        for code in &law.code.lawful {
            if !is_currency_code(code) {
                let message =
                    format!("\"{code}\" is not the code of a currency: expected three capital letters such as \"EUR\"");
                wrong(&["currency", "code"], message);
            } else if law.of(code).is_none() {
                let message = format!("{code} is not described: expected a [[currency.kind]] with code = \"{code}\"");
                wrong(&["currency", "code"], message);
            }
        }
        for (i, kind) in law.kind.iter().enumerate() {
            if law.kind.iter().take(i).any(|other| other.code == kind.code) || kind.code == Currency::dollar().code {
                wrong(&["currency", "kind"], format!("{} is described twice: expected it once", kind.code));
            } else if !law.code.lawful.contains(&kind.code) {
                wrong(&["currency", "kind"], format!("no house can choose {}: expected it in `code`", kind.code));
            }
        }
    }
}
