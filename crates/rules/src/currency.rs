//! The currency of a book and its houses: how amounts of it are written and read, and the chips that it comes in.
//!
//! Inside the program there is one form of an amount, whatever the currency: [`Cents`], and in sentences `$1,234.50`,
//! as [`Cents`] prints itself. Some three hundred sentences carry amounts, and most are made where no house is known: a
//! refusal of the table, a bound of a book, a meter's entry. So they are made in that one form, and [`Currency::say`]
//! turns the amounts of a whole text into the house's at the few edges where a text leaves the program; what comes in
//! goes the other way ([`Currency::read`]). In dollars both change nothing.

mod document;
mod saying;

use std::borrow::Cow;

use serde::Deserialize;

pub(crate) use document::{canonize, canonize_values};
pub use saying::Saying;

use crate::money::{Cents, Malformed, Meter};
use crate::words::vocabulary;

vocabulary! {
    /// Where the sign of a currency stands.
    pub enum SignPlace ("the place of a sign") {
        /// Before the number: $10.
        Before = "before",
        /// Before the number, with a space: kr 10.
        BeforeSpace = "before_space",
        /// After the number: 10kr.
        After = "after",
        /// After the number, with a space: 10 kr.
        AfterSpace = "after_space",
    }
}

/// The longest sign.
const SIGN_MAX: usize = 4;

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "RawCurrency")]
pub struct Currency {
    /// Its code of three letters, as ISO 4217 has it.
    pub code: String,
    /// Its sign.
    pub sign: String,
    /// Where the sign stands.
    pub place: SignPlace,
    /// The number of decimals: 0 or 2. Amounts are hundredths within the program, so there is no third.
    pub decimals: u8,
    /// The chips, the smallest first; each can be made up of the smallest.
    pub chips: Vec<Cents>,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawCurrency {
    /// Its code of three letters, as ISO 4217 has it.
    code: String,
    /// Its sign: one to four letters or signs of currencies.
    sign: String,
    /// Where the sign stands.
    place: SignPlace,
    /// The number of decimals: 0 or 2.
    decimals: u8,
    /// The chips, the smallest first, each a multiple of the smallest. They are written in this currency.
    chips: Vec<String>,
}

/// Why a currency cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NoCurrency {
    #[error("\"{0}\" is not the code of a currency: expected three capital letters such as \"EUR\"")]
    Code(String),
    #[error("\"{0}\" is not the sign of a currency: expected one to four letters or signs such as \"€\" or \"kr\"")]
    Sign(String),
    #[error("amounts have no decimals or two: expected `decimals` of 0 or 2, a currency with {0} is not supported")]
    Decimals(u8),
    #[error(transparent)]
    Chip(#[from] Malformed),
    #[error("chips: expected the smallest first, each of the others larger and a multiple of it")]
    Chips,
}

impl TryFrom<RawCurrency> for Currency {
    type Error = NoCurrency;

    fn try_from(raw: RawCurrency) -> Result<Currency, NoCurrency> {
        let RawCurrency { code, sign, place, decimals, chips } = raw;
        if !is_currency_code(&code) {
            return Err(NoCurrency::Code(code));
        }
        if !(1..=SIGN_MAX).contains(&sign.chars().count())
            || !sign.chars().all(|c| c.is_alphabetic() || is_money_sign(c))
        {
            return Err(NoCurrency::Sign(sign));
        }
        if !matches!(decimals, 0 | 2) {
            return Err(NoCurrency::Decimals(decimals));
        }
        let mut currency = Currency { code, sign, place, decimals, chips: Vec::new() };
        let chips: Vec<Cents> = chips.iter().map(|chip| currency.read(chip)).collect::<Result<_, _>>()?;
        let Some(first) = chips.first().copied().filter(|first| *first > Cents::ZERO) else {
            return Err(NoCurrency::Chips);
        };
        if chips.iter().any(|chip| chip.0 % first.0 != 0) || !chips.is_sorted_by(|a, b| a < b) {
            return Err(NoCurrency::Chips);
        }
        currency.chips = chips;
        Ok(currency)
    }
}

/// Whether a text can be the code of a currency.
pub(crate) fn is_currency_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// Whether a character is the sign of some currency.
fn is_money_sign(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{e3f}' | '\u{20a0}'..='\u{20cf}' | '\u{ff04}' | '\u{ffe5}' | '\u{ffe6}')
}

impl Default for Currency {
    fn default() -> Currency {
        Currency::dollar()
    }
}

impl Currency {
    /// The US dollar, in which all amounts are where a book says nothing else.
    #[must_use]
    pub fn dollar() -> Currency {
        Currency {
            code: "USD".to_owned(),
            sign: "$".to_owned(),
            place: SignPlace::Before,
            decimals: 2,
            chips: [1, 5, 25, 100, 500, 2_500, 10_000, 50_000, 100_000].map(Cents).to_vec(),
        }
    }

    /// The smallest amount there is.
    #[must_use]
    pub const fn smallest(&self) -> Cents {
        if self.decimals == 0 { Cents(100) } else { Cents(1) }
    }

    /// What a meter shows: no part of the smallest amount.
    #[must_use]
    pub const fn shows(&self, meter: Meter) -> Cents {
        meter.shown().round_down_to(self.smallest())
    }

    /// An amount in this currency.
    #[must_use]
    pub fn write(&self, amount: Cents) -> String {
        self.say(&amount.to_string()).into_owned()
    }

    /// An example of an amount.
    #[must_use]
    pub fn example(&self) -> String {
        self.write(Cents::dollars(10))
    }

    /// Reads an amount that is written in this currency. A space between number and sign may be left out.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(&self, text: &str) -> Result<Cents, Malformed> {
        let number = match self.place {
            SignPlace::Before | SignPlace::BeforeSpace => text.strip_prefix(&*self.sign).map(str::trim_start),
            SignPlace::After | SignPlace::AfterSpace => text.strip_suffix(&*self.sign).map(str::trim_end),
        };
        let cents = number.and_then(|number| format!("${number}").parse::<Cents>().ok());
        let wrong = || {
            Malformed(format!("\"{text}\" is not an amount in {}: write it such as \"{}\"", self.code, self.example()))
        };
        let cents = cents.ok_or_else(wrong)?;
        if number.is_some_and(|number| self.decimals == 0 && number.contains('.')) {
            return Err(Malformed(format!(
                "\"{text}\": amounts in {} have no decimals: write it such as \"{}\"",
                self.code,
                self.example()
            )));
        }
        Ok(cents)
    }

    /// How texts are said in it.
    #[must_use]
    pub fn saying(&self) -> Saying {
        let mut sign = ['\0'; SIGN_MAX];
        sign.iter_mut().zip(self.sign.chars()).for_each(|(place, c)| *place = c);
        Saying { sign, place: self.place }
    }

    /// The same text with its amounts in this currency. What stands there in another currency stays.
    #[must_use]
    pub fn say<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.saying().say(text)
    }

    /// The same text, which somebody wrote, with its amounts in the one form. A dollar's sign becomes a wide one, which
    /// is no amount, unless it is this currency's.
    #[must_use]
    pub fn hear<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.saying().hear(text)
    }
}

#[cfg(test)]
#[path = "currency/tests.rs"]
mod tests;
