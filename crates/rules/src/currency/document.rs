//! The amounts of a file, written in its currency, in the one form that the readers know.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Currency, is_money_sign};

/// An amount in another currency than the file's, or with decimals that its currency does not have.
pub(crate) struct ForeignAmount {
    /// The key it belongs to.
    pub(crate) key: String,
    /// What is wrong, and how it would be right.
    pub(crate) message: String,
    /// The place, as a byte range of the text.
    pub(crate) span: Range<usize>,
}

/// Puts every amount of a file into the one form. The section that says what the currencies are is left as it is.
pub(crate) fn canonize(root: &mut DeTable<'_>, currency: &Currency) -> Vec<ForeignAmount> {
    let mut found = Vec::new();
    if *currency != Currency::dollar() {
        walk_table(root, currency, "", &mut found);
    }
    found
}

fn walk_table(table: &mut DeTable<'_>, currency: &Currency, path: &str, found: &mut Vec<ForeignAmount>) {
    for (key, value) in table.iter_mut() {
        if path.is_empty() && key.get_ref() == "currency" {
            continue;
        }
        let path = if path.is_empty() { key.get_ref().to_string() } else { format!("{path}.{}", key.get_ref()) };
        walk(value, currency, &path, found);
    }
}

fn walk(value: &mut Spanned<DeValue<'_>>, currency: &Currency, path: &str, found: &mut Vec<ForeignAmount>) {
    let span = value.span();
    match value.get_mut() {
        DeValue::Table(table) => walk_table(table, currency, path, found),
        DeValue::Array(list) => list.iter_mut().for_each(|item| walk(item, currency, path, found)),
        DeValue::String(text) => match currency.read(text) {
            Ok(amount) => *text = Cow::Owned(amount.to_string()),
            Err(wrong) => {
                let number = number_in(text, currency);
                if let Some(number) = number {
                    found.push(ForeignAmount { key: path.to_owned(), message: wrong.0, span });
                    // It is read on as if it were in the currency, so that one fault is one fault.
                    let whole = number.split_once('.').filter(|_| currency.decimals == 0).map(|(whole, _)| whole);
                    *text = Cow::Owned(format!("${}", whole.unwrap_or(&number)));
                }
            }
        },
        _ => {}
    }
}

/// The number of a text that is an amount in some currency.
fn number_in(text: &str, currency: &Currency) -> Option<String> {
    let inner = text.trim_start_matches(is_money_sign).trim_end_matches(is_money_sign).trim();
    let bare = inner.strip_prefix(&*currency.sign).or_else(|| inner.strip_suffix(&*currency.sign));
    let inner = bare.map_or(inner, str::trim);
    let marks = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
    (inner.len() < text.len() && inner.starts_with(|c: char| c.is_ascii_digit()) && inner.chars().all(marks))
        .then(|| if format!("${inner}").parse::<crate::Cents>().is_ok() { inner.to_owned() } else { "10".to_owned() })
}

/// The same for a file of which only the values count.
pub(crate) fn canonize_values(table: &mut toml::Table, currency: &Currency) {
    fn walk(value: &mut toml::Value, currency: &Currency) {
        match value {
            toml::Value::Table(table) => table.iter_mut().for_each(|(_, value)| walk(value, currency)),
            toml::Value::Array(list) => list.iter_mut().for_each(|item| walk(item, currency)),
            toml::Value::String(text) => {
                if let Ok(amount) = currency.read(text) {
                    *text = amount.to_string();
                }
            }
            _ => {}
        }
    }
    for (_, value) in table.iter_mut().filter(|(key, _)| *key != "currency") {
        walk(value, currency);
    }
}
