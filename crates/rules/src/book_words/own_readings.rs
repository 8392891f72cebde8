//! Reads the readings of a book's own: how its author understands what the document leaves unclear.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::clauses::{OWN_READINGS, Reading};
use crate::rulebook::{BookFault, BookFile};
use crate::words::distance;

const KEYS: [&str; 4] = ["number", "title", "adopted", "option"];

const EXAMPLE: &str = "for example [[reading]] number = 101, title = \"Ties of the dealer\", \
                       adopted = \"The dealer wins a tie.\", option = \"\"";

/// Reads the readings, and the number of each, also where it is wrong otherwise.
pub(super) fn read(text: &str, numbers: &mut BTreeSet<u8>, faults: &mut Vec<BookFault>) -> Vec<Reading> {
    let mut reader = ReadingsReader { text, numbers, faults };
    let (document, syntax) = DeTable::parse_recoverable(text);
    for error in &syntax {
        let span = error.span().unwrap_or(0..0);
        reader.fault(span, error.message().trim_end(), EXAMPLE);
    }
    if !syntax.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (key, value) in document.get_ref() {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("reading", DeValue::Array(list)) => {
                found.extend(list.iter().filter_map(|item| reader.reading(item)));
            }
            (name, _) => {
                let message = format!("`{name}` is not known here: expected a list of [[reading]]");
                reader.fault(key.span(), &message, EXAMPLE);
            }
        }
    }
    if document.get_ref().is_empty() {
        reader.fault(0..0, "there is no reading: expected a list of [[reading]]", EXAMPLE);
    }
    found
}

struct ReadingsReader<'r> {
    text: &'r str,
    numbers: &'r mut BTreeSet<u8>,
    faults: &'r mut Vec<BookFault>,
}

impl ReadingsReader<'_> {
    fn fault(&mut self, span: Range<usize>, message: &str, help: &str) {
        self.faults.push(BookFault::at(BookFile::Readings, self.text, span, message.to_owned(), help.to_owned()));
    }

    fn reading(&mut self, item: &Spanned<DeValue<'_>>) -> Option<Reading> {
        let DeValue::Table(table) = item.get_ref() else {
            self.fault(item.span(), "this is no reading: expected a table", EXAMPLE);
            return None;
        };
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            if !KEYS.contains(&name) {
                let nearest = KEYS.iter().min_by_key(|known| distance(known, name)).copied().unwrap_or_default();
                let message = format!("`{name}` is not known of a reading: expected {}", KEYS.join(", "));
                self.fault(key.span(), &message, &format!("did you mean `{nearest}`?"));
            }
        }
        let number = self.number(table, &item.span());
        let title = self.words(table, &item.span(), "title", true);
        let adopted = self.words(table, &item.span(), "adopted", true);
        let option = self.words(table, &item.span(), "option", false);
        Some(Reading { number: number?, title: title?, adopted: adopted?, option: option? })
    }

    fn number(&mut self, table: &DeTable<'_>, around: &Range<usize>) -> Option<u8> {
        let range = format!("{OWN_READINGS} to {}", u8::MAX);
        let help = format!("for example number = {OWN_READINGS}");
        let Some(value) = table.get("number") else {
            let message = format!("the reading has no `number`: expected one from {range}");
            self.fault(around.clone(), &message, &help);
            return None;
        };
        let number = match value.get_ref() {
            DeValue::Integer(number) => u8::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let Some(number) = number.filter(|number| *number >= OWN_READINGS) else {
            let message = format!(
                "this is no number of a book's own reading: expected {range}; those before are kept for the product"
            );
            self.fault(value.span(), &message, &help);
            return None;
        };
        if !self.numbers.insert(number) {
            let message = format!("READING {number} is there twice: expected each number once");
            self.fault(value.span(), &message, &help);
            return None;
        }
        Some(number)
    }

    /// A text that must be there, or may be empty or left out.
    fn words(&mut self, table: &DeTable<'_>, around: &Range<usize>, key: &str, needed: bool) -> Option<String> {
        let help = format!("for example {key} = \"The dealer wins a tie.\"");
        let span = table.get(key).map_or_else(|| around.clone(), Spanned::span);
        match table.get(key).map(Spanned::get_ref) {
            Some(DeValue::String(text)) if !needed || !text.trim().is_empty() => Some(text.to_string()),
            None if !needed => Some(String::new()),
            found => {
                let what = match found {
                    None => "is missing",
                    Some(DeValue::String(_)) => "is empty",
                    Some(_) => "is no text",
                };
                self.fault(span, &format!("`{key}` {what}: expected a text in quotation marks"), &help);
                None
            }
        }
    }
}
