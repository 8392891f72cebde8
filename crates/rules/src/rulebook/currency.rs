//! What a book says of the money that amounts are in.

use serde::Deserialize;
use toml::de::DeTable;

use super::Rulebook;
use super::consistency::Contradiction;
use super::reader::Pointer;
use crate::currency::{Currency, SignPlace, is_currency_code};
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
/// says of its currency is told when all of it is read; a wrong chip does not make every amount of the book wrong as well.
pub(super) fn currency_of(root: &DeTable<'_>) -> Currency {
    let Some(section) = root.get("currency") else { return Currency::default() };
    let read = || toml::de::ValueDeserializer::from(section.clone());
    let sound = CurrencyRules::deserialize(read()).ok().and_then(|rules| rules.own());
    sound.or_else(|| CurrencySketch::deserialize(read()).ok()?.own()).unwrap_or_default()
}

/// As much of a book's currency as its amounts are read by.
#[derive(Deserialize)]
struct CurrencySketch {
    code: CodeSketch,
    #[serde(default)]
    kind: Vec<KindSketch>,
}

#[derive(Deserialize)]
struct CodeSketch {
    is: Option<String>,
    default: Option<String>,
    #[serde(default)]
    one_of: Vec<String>,
}

#[derive(Deserialize)]
struct KindSketch {
    code: String,
    sign: String,
    place: SignPlace,
    decimals: u8,
}

impl CurrencySketch {
    fn own(self) -> Option<Currency> {
        let CodeSketch { is, default, one_of } = self.code;
        let own = is.or(default).or_else(|| one_of.into_iter().next())?;
        let KindSketch { code, sign, place, decimals } = self.kind.into_iter().find(|kind| kind.code == own)?;
        let mut currency = Currency { code, sign, place, decimals, chips: Vec::new() };
        currency.chips.push(currency.smallest());
        Some(currency)
    }
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
                wrong(&["currency", "kind"], message);
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
