//! The law behind a finding: the clauses in words, the readings, and what would be lawful.

use rules::{BookWords, Citation};
pub(crate) use script::{law as of, short};

use crate::look::StreamLook;
use crate::table_text::{hanging, wrap};

/// The most clauses of a citation that are quoted; the others are only named.
const QUOTED_MAX: usize = 3;

/// What would be right, as a labelled paragraph.
pub(crate) fn help(look: StreamLook, help: &str) -> String {
    if help.is_empty() { String::new() } else { hanging(look, "   help: ", help) }
}

/// What would be right, and the law with its words, as labelled paragraphs.
pub(crate) fn beneath(look: StreamLook, help: &str, cite: &Citation, words: &BookWords) -> String {
    let mut out = self::help(look, help);
    for id in cite.clauses.iter().take(QUOTED_MAX) {
        out.push_str(&hanging(look, " clause: ", &clause(words, id.as_str())));
    }
    if cite.clauses.len() > QUOTED_MAX {
        let others: Vec<&str> = cite.clauses.iter().skip(QUOTED_MAX).map(rules::ClauseId::as_str).collect();
        out.push_str(&hanging(look, "         ", &format!("see also {}", others.join(", "))));
    }
    for number in &cite.readings {
        out.push_str(&hanging(look, "   note: ", &reading(words, *number)));
    }
    out
}

/// A clause's id with its words, if its book has them.
pub(crate) fn clause(words: &BookWords, id: &str) -> String {
    match words.find(id) {
        Some(clause) => format!("{id}: {}", clause.requirement),
        None => id.to_owned(),
    }
}

/// A reading's number with its title.
pub(crate) fn reading(words: &BookWords, number: u8) -> String {
    match words.reading(number) {
        Some(reading) => format!("READING {number}: {}. {}", reading.title, reading.adopted),
        None => format!("READING {number}"),
    }
}

/// The words of each cited clause and reading, once each, in the order of their first mention.
pub(crate) fn explain(look: StreamLook, words: &BookWords, ids: &[String], readings: &[u8]) -> String {
    let mut out = String::new();
    let mut seen: Vec<&str> = Vec::new();
    for id in ids {
        if seen.contains(&id.as_str()) {
            continue;
        }
        seen.push(id);
        out.push_str(&entry(look, id, words.find(id).map_or("", |clause| &clause.requirement)));
    }
    let mut numbers = readings.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let said = words.reading(number).map_or(String::new(), |r| format!("{}. {}", r.title, r.adopted));
        out.push_str(&entry(look, &format!("READING {number}"), &said));
    }
    out
}

/// A name on its own line with its words indented beneath.
pub(crate) fn entry(look: StreamLook, name: &str, words: &str) -> String {
    let mut out = format!("  {}\n", look.bold(name));
    let words = if words.is_empty() { "no words: the rulebook has no clause list" } else { words };
    for line in wrap(words, look.text_width() - 4) {
        out.push_str(&format!("    {line}\n"));
    }
    out
}
