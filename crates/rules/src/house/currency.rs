//! The currency of a house: the book's, or the one that it chooses where the book lets it.

use toml::de::DeTable;

use super::payout::Payment;
use super::reader::{HouseReader, Section};
use crate::books::Book;
use crate::currency::Currency;
use crate::rulebook::Rulebook;

/// The currency in which a file writes its amounts, before anything else of it is read. A choice that is not lawful is
/// told when the file is read.
pub(super) fn currency_of(document: &DeTable<'_>, book: Option<&Book>) -> Currency {
    let Some(book) = book else { return Currency::default() };
    let chosen = document.get("currency").and_then(|value| value.get_ref().as_str());
    let law = book.rules.currency.as_ref();
    let chosen = chosen.and_then(|code| law.filter(|law| law.code.allows(&code.to_owned()))?.of(code));
    chosen.unwrap_or_else(|| book.rules.own_currency())
}

pub(super) fn read_currency(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> Currency {
    let law = rules.currency.as_ref();
    let code = reader.choose_if(root, "currency", law.map(|law| &law.code), &rules.code);
    code.and_then(|code| law?.of(&code)).unwrap_or_else(|| rules.own_currency())
}

/// Refuses a smallest chip of the tray that the currency does not have.
pub(super) fn check_chip(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    payment: &Payment,
    currency: &Currency,
    rules: &Rulebook,
) {
    let smallest = currency.chips.first().copied().unwrap_or_else(|| currency.smallest());
    let Some(law) = rules.currency.as_ref().filter(|_| payment.unit.0 % smallest.0.max(1) != 0) else { return };
    let place = root.get("payment");
    let key = place.and_then(|section| section.get_ref().as_table()?.get("unit")).or(place);
    let span = key.map_or(0..0, toml::Spanned::span);
    let message = format!("{} has no chip for {}", currency.code, payment.unit);
    let help = format!("write {smallest} or a multiple of it");
    reader.error("payment.unit", span, message, help, &law.code.cite);
}
