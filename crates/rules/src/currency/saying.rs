//! Texts between the one form of their amounts and a currency.

use std::borrow::Cow;

use super::{SIGN_MAX, SignPlace, is_money_sign};

/// How amounts in a text are said: small enough to go wherever something is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saying {
    pub(super) sign: [char; SIGN_MAX],
    pub(super) place: SignPlace,
}

impl Default for Saying {
    fn default() -> Saying {
        super::Currency::dollar().saying()
    }
}

impl Saying {
    /// The sign.
    #[must_use]
    pub fn sign(self) -> String {
        self.sign.iter().filter(|c| **c != '\0').collect()
    }

    /// Whether the one form is the currency's own.
    fn is_plain(self) -> bool {
        self.place == SignPlace::Before && self.sign() == "$"
    }

    /// The same text with its amounts in this currency. What stands there in another currency stays.
    #[must_use]
    pub fn say(self, text: &str) -> Cow<'_, str> {
        if !text.contains('$') || self.is_plain() {
            return Cow::Borrowed(text);
        }
        let sign = self.sign();
        let mut said = String::with_capacity(text.len() + 16);
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            let (before, from) = rest.split_at(at);
            said.push_str(before);
            rest = &from[1..];
            // A sign of which the dollar's is a part, such as C$, is another currency's.
            let alone = !said.ends_with(|c: char| c.is_alphanumeric() || is_money_sign(c));
            let Some(number) = number_at(rest).filter(|_| alone) else {
                said.push('$');
                continue;
            };
            rest = &rest[number.len()..];
            match self.place {
                SignPlace::Before => said.extend([&sign, number]),
                SignPlace::BeforeSpace => said.extend([&sign, " ", number]),
                SignPlace::After => said.extend([number, &sign]),
                SignPlace::AfterSpace => said.extend([number, " ", &sign]),
            }
        }
        said.push_str(rest);
        Cow::Owned(said)
    }

    /// The same text, which somebody wrote, with its amounts in the one form. A dollar's sign becomes a wide one, which
    /// is no amount, unless it is this currency's.
    #[must_use]
    pub fn hear(self, text: &str) -> Cow<'_, str> {
        if self.is_plain() {
            return Cow::Borrowed(text);
        }
        let sign = self.sign();
        let leads = matches!(self.place, SignPlace::Before | SignPlace::BeforeSpace);
        let mut heard = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let begins = !heard.ends_with(|c: char| c.is_alphanumeric() || c == '.');
            let amount = if leads { sign_first(rest, &sign) } else { number_first(rest, &sign) };
            if let Some((number, length)) = amount.filter(|_| begins) {
                heard.push('$');
                heard.push_str(number);
                rest = &rest[length..];
                continue;
            }
            heard.push(if first == '$' { '\u{ff04}' } else { first });
            rest = &rest[first.len_utf8()..];
        }
        Cow::Owned(heard)
    }
}

/// The number of an amount at the start of a text, and how many bytes the amount takes.
fn sign_first<'t>(text: &'t str, sign: &str) -> Option<(&'t str, usize)> {
    let after = text.strip_prefix(sign)?;
    let number = number_at(after.strip_prefix(' ').unwrap_or(after))?;
    Some((number, text.len() - after.trim_start_matches(' ').len() + number.len()))
}

fn number_first<'t>(text: &'t str, sign: &str) -> Option<(&'t str, usize)> {
    let number = number_at(text)?;
    let after = &text[number.len()..];
    let rest = after.strip_prefix(' ').unwrap_or(after).strip_prefix(sign)?;
    (!rest.starts_with(char::is_alphanumeric)).then_some((number, text.len() - rest.len()))
}

/// The number at the start of a text, with its groups and its decimals; a mark after it belongs to the sentence.
fn number_at(text: &str) -> Option<&str> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(text);
    if end == 0 {
        return None;
    }
    while text[end..].starts_with(',') && digits(&text[end + 1..]) == 3 {
        end += 4;
    }
    let decimals = text[end..].strip_prefix('.').map_or(0, digits);
    Some(&text[..end + if decimals > 0 { decimals + 1 } else { 0 }])
}
