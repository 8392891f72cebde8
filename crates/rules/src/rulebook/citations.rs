//! The citations of a book, each with its place: nothing that a book cites is read and ignored. A clause must be one of
//! its own, and in its list if it has one; a reading must be one of the product's or one of the book's own.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::place_of;
use crate::clause::ClauseId;
use crate::clauses;
use crate::words::distance;

/// What is cited.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LawCited {
    /// A clause, by its id.
    Clause(String),
    /// A reading, by its number.
    Reading(u8),
}

/// One citation of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedLaw {
    /// What is cited.
    pub law: LawCited,
    /// The key of the rule that cites it, such as `fold.ante` or `paytable.pair_plus.royal.lines.flush`.
    pub key: String,
    /// The place of the id or number, as a byte range of the text.
    pub span: Range<usize>,
}

/// The keys of a list of clauses. The dealing devices have lists of their own.
const LISTS: [&str; 4] = ["clauses", "manual_shoe", "hand", "automated_shoe"];

/// Every citation in the text of a rulebook, in its order; none if the text is not TOML.
#[must_use]
pub fn citations(text: &str) -> Vec<CitedLaw> {
    DeTable::parse(text).map(|document| cited_by(document.get_ref())).unwrap_or_default()
}

/// Every citation of a rulebook.
fn cited_by(root: &DeTable<'_>) -> Vec<CitedLaw> {
    let mut found = Vec::new();
    walk(root, "", &mut found);
    found.sort_by_key(|cited| cited.span.start);
    found
}

fn walk(table: &DeTable<'_>, path: &str, found: &mut Vec<CitedLaw>) {
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let beneath = || if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        match (name, value.get_ref()) {
            ("clause", DeValue::String(id)) => found.push(clause(id, path.to_owned(), value.span())),
            ("confirm", DeValue::Integer(_)) => found.extend(reading(value.get_ref(), path, value.span())),
            ("readings", DeValue::Array(list)) => {
                found.extend(list.iter().filter_map(|item| reading(item.get_ref(), path, item.span())));
            }
            (_, DeValue::Array(list)) if LISTS.contains(&name) => {
                // What only one device needs is told with the device.
                let key = if name == "clauses" { path.to_owned() } else { beneath() };
                for item in list {
                    if let DeValue::String(id) = item.get_ref() {
                        found.push(clause(id, key.clone(), item.span()));
                    }
                }
            }
            (_, DeValue::Table(inner)) => walk(inner, &beneath(), found),
            (_, DeValue::Array(list)) => {
                for (i, item) in list.iter().enumerate() {
                    if let DeValue::Table(inner) = item.get_ref() {
                        walk(inner, &format!("{}.{}", beneath(), item_name(inner, i)), found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// What an entry of a list is called: as it calls itself, or else by its number.
fn item_name(item: &DeTable<'_>, i: usize) -> String {
    let text = |key: &str| item.get(key).and_then(|value| value.get_ref().as_str());
    match (text("wager"), text("id"), text("hand").or(text("meter"))) {
        (Some(wager), Some(id), _) => format!("{wager}.{id}"),
        (_, Some(name), _) | (_, None, Some(name)) => name.to_owned(),
        _ => (i + 1).to_string(),
    }
}

fn clause(id: &str, key: String, span: Range<usize>) -> CitedLaw {
    CitedLaw { law: LawCited::Clause(id.to_owned()), key, span }
}

/// A number that is none is refused where the book is read.
fn reading(value: &DeValue<'_>, path: &str, span: Range<usize>) -> Option<CitedLaw> {
    let DeValue::Integer(number) = value else { return None };
    let number = u8::from_str_radix(number.as_str(), number.radix()).ok()?;
    Some(CitedLaw { law: LawCited::Reading(number), key: path.to_owned(), span })
}

/// The law that a book's citations may lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownLaw {
    /// The ids of its clause list; `None` if it has no list, or one that names no ids.
    pub(crate) clauses: Option<BTreeSet<String>>,
    /// The numbers of its own readings.
    pub(crate) readings: BTreeSet<u8>,
}

/// Whether a text can be the code of a rulebook.
pub(crate) fn is_code(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// A place, what is wrong there, and what to write instead.
pub(crate) type Misled = (Range<usize>, String, String);

/// How many citations of one other book are told one by one.
const ALONE: usize = 5;

impl KnownLaw {
    /// Whether a reading exists.
    pub(crate) fn has_reading(&self, number: u8) -> bool {
        clauses::reading(number).is_some() || self.readings.contains(&number)
    }

    /// What to say of a reading that does not exist.
    pub(crate) fn no_reading(&self, number: u8) -> (String, String) {
        let last = clauses::readings().len();
        let own: Vec<String> = self.readings.iter().map(ToString::to_string).collect();
        let own = if own.is_empty() { "none of its own".to_owned() } else { format!("its own {}", own.join(", ")) };
        let message = format!(
            "there is no READING {number}: expected 1 to {last}, or a number in the book's readings, which has {own}"
        );
        let nearest = if number < clauses::OWN_READINGS { last.to_string() } else { number.to_string() };
        let help = match number < clauses::OWN_READINGS {
            true => format!("for example readings = [{nearest}]"),
            false => format!("for example [[reading]] number = {nearest} in the readings beside the book"),
        };
        (message, help)
    }

    /// The citations of a book that lead nowhere.
    pub(super) fn misled(&self, text: &str, root: &DeTable<'_>) -> Vec<Misled> {
        // A code that is none is refused for itself.
        let code = root.get("code").and_then(|code| code.get_ref().as_str()).filter(|code| is_code(code));
        let mut found = Vec::new();
        let mut foreign: BTreeMap<String, Vec<(ClauseId, Range<usize>)>> = BTreeMap::new();
        for cited in cited_by(root) {
            match cited.law {
                LawCited::Reading(number) if !self.has_reading(number) => {
                    let (message, help) = self.no_reading(number);
                    found.push((cited.span, message, help));
                }
                LawCited::Reading(_) => {}
                LawCited::Clause(id) => {
                    // What is no id is refused where the book is read.
                    let (Some(code), Some(id)) = (code, ClauseId::parse(&id)) else { continue };
                    if id.book() != code {
                        foreign.entry(id.book().to_owned()).or_default().push((id, cited.span));
                    } else if let Some(ids) = self.clauses.as_ref().filter(|ids| !ids.contains(id.as_str())) {
                        let message = format!("{id} is not in the clause list of {code}");
                        found.push((cited.span, message, self.add_or_mean(&id, ids)));
                    }
                }
            }
        }
        let code = code.unwrap_or_default();
        found.extend(foreign.iter().flat_map(|(other, cited)| foreign_ids(text, code, other, cited)));
        found
    }

    /// The nearest id of the list, and the line that would add this one.
    fn add_or_mean(&self, id: &ClauseId, ids: &BTreeSet<String>) -> String {
        let nearest = ids.iter().min_by_key(|known| distance(known, id.as_str()));
        let mean = nearest.map(|known| format!("did you mean \"{known}\"? Or ")).unwrap_or_default();
        format!("{mean}add a line to the list, for example {id}<tab>procedure<tab>enforce<tab>What it requires.")
    }
}

/// Clauses of another book: the first few one by one, the rest in one sentence, as they are usually a book that was
/// copied.
fn foreign_ids(text: &str, code: &str, other: &str, cited: &[(ClauseId, Range<usize>)]) -> Vec<Misled> {
    let alone = if cited.len() > ALONE + 1 { ALONE } else { cited.len() };
    let one = |(id, span): &(ClauseId, Range<usize>)| {
        let number = id.as_str().split_once(':').map_or("", |(_, number)| number);
        let message = format!("{id} is a clause of another book: expected one of {code}");
        (span.clone(), message, format!("for example \"{code}:{number}\""))
    };
    let mut found: Vec<Misled> = cited.iter().take(alone).map(one).collect();
    if let (Some((_, first)), Some((_, last))) = (cited.get(alone), cited.last()) {
        let (left, lines) = (cited.len() - alone, [first, last].map(|span| place_of(text, span.start).0));
        let message = format!("{left} more citations of {other}'s clauses, from here to line {}", lines[1]);
        let help = format!("write \"{code}:…\" for \"{other}:…\" throughout, each with the number of this document");
        found.push((first.clone(), message, help));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_knows_the_key_of_its_rule() {
        let text = r#"
            [fold]
            ante = { is = "lost", clauses = ["zz:1"], readings = [4] }
            [procedure]
            deal = { by = "dealer", hand = ["zz:2"], physical = { clauses = ["zz:3"] } }
            [[settlement.alternative]]
            id = "first"
            clauses = ["zz:4"]
            [[settlement.alternative.pass]]
            clauses = ["zz:5"]
            [[paytable]]
            wager = "ante"
            id = "base"
            confirm = 7
            lines = [{ hand = "win", clause = "zz:6" }]
        "#;
        let found: Vec<String> = citations(text)
            .into_iter()
            .map(|cited| match cited.law {
                LawCited::Clause(id) => format!("{id} {}", cited.key),
                LawCited::Reading(number) => format!("{number} {}", cited.key),
            })
            .collect();
        let expected = [
            "zz:1 fold.ante",
            "4 fold.ante",
            "zz:2 procedure.deal.hand",
            "zz:3 procedure.deal.physical",
            "zz:4 settlement.alternative.first",
            "zz:5 settlement.alternative.first.pass.1",
            "7 paytable.ante.base",
            "zz:6 paytable.ante.base.lines.win",
        ];
        assert_eq!(found, expected);
    }
}
