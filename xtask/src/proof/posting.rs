//! The paytables of a book as houses try to post them: those in force are accepted, all others are refused, and so is a
//! name that no table has.

use anyhow::Result;
use rules::house::{Severity, check};
use rules::paytable::Paytable;
use rules::rule::Bound;
use rules::rulebook::ProgressiveRules;
use rules::{Books, Share, Wager};
use toml::{Table, Value};

use super::golden::house::{house, set};
use super::outcome::Outcome;

/// A house that posts one table for one wager.
pub(crate) struct Posting {
    /// `pair_plus.paytable = A`.
    pub(crate) name: String,
    key: String,
    text: String,
    /// The same with seeds that the table does not allow.
    seeds: Vec<String>,
    /// The same with the lowest and the highest rate of progression that the table or the wager allows, and with the next
    /// beyond them.
    rates: Vec<String>,
    /// The clauses of that bound.
    rate_law: Vec<String>,
    /// The same without a word on seeds, for each stake that the book names.
    silent: Vec<String>,
    /// The clauses of the table; where it is not in force, those of its lines as well, which nobody may post.
    law: Vec<String>,
}

/// The wagers whose table a house names.
const POSTED: [Wager; 11] = [
    Wager::Ante,
    Wager::Play,
    Wager::AnteBonus,
    Wager::BadBeat,
    Wager::PairPlus,
    Wager::HandBonus,
    Wager::SixCardBonus,
    Wager::Prime,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

impl Posting {
    /// All postings of a book.
    ///
    /// # Errors
    /// When a house cannot be made.
    pub(crate) fn all(books: &Books, code: &str) -> Result<Vec<Posting>> {
        let Some(book) = books.get(code) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for wager in POSTED.into_iter().filter(|wager| book.rules.knows(*wager)) {
            for table in book.rules.paytables_of(wager) {
                let law = book.rules.progressive_rules(wager);
                all.extend(Posting::of(code, wager, &table.id, Some(table), law)?);
            }
            all.extend(Posting::of(code, wager, "no such table", None, None)?);
        }
        Ok(all)
    }

    fn of(
        code: &str,
        wager: Wager,
        id: &str,
        table: Option<&Paytable>,
        law: Option<&ProgressiveRules>,
    ) -> Result<Option<Posting>> {
        let key = format!("{wager}.paytable");
        let Ok(mut posting) = house(code) else { return Ok(None) };
        let mut place = |key: &str, value: Value| set(&mut posting, key, value).map_err(anyhow::Error::msg);
        place(&key, Value::String(id.to_owned()))?;
        if let Some(table) = table.filter(|table| table.needs_precondition) {
            place("wagers.precondition", Value::String("half_ante".into()))?;
            if let Some(pair_plus) = &table.needs_pair_plus {
                place("pair_plus.paytable", Value::String(pair_plus.clone()))?;
            }
        }
        if let Some(reading) = table.and_then(|table| table.confirm) {
            let confirmed =
                [("reading", Value::Integer(reading.into())), ("by", "somebody".into()), ("on", "2026-11-15".into())];
            let confirmed = Table::from_iter(confirmed.map(|(key, value)| (key.to_owned(), value)));
            place("confirmed", Value::Array(vec![confirmed.into()]))?;
        }
        let lowest = law.and_then(|law| law.seed.at_least);
        let seeds = table.map_or(Ok(Vec::new()), |table| seeds(&posting, wager, table, lowest))?;
        let silent = table.filter(|table| !table.seeds.is_empty());
        let silent = silent.map_or(Ok(Vec::new()), |table| silent_houses(&posting, wager, table))?;
        let rate = table.zip(law).map(|(table, law)| (table, table.rate.as_ref().unwrap_or(&law.rate)));
        let rates = rate.map_or(Ok(Vec::new()), |(table, bound)| rates(&posting, wager, table, bound))?;
        let rate_law = rate.into_iter().flat_map(|(_, bound)| &bound.cite.clauses).map(ToString::to_string).collect();
        let clauses = table.into_iter().flat_map(|table| &table.clauses).map(ToString::to_string);
        let lines = table.filter(|table| !table.is_offered()).into_iter().flat_map(|table| &table.lines);
        let lines = lines.flat_map(|line| &line.cite.clauses).map(ToString::to_string);
        Ok(Some(Posting {
            name: format!("house/{key}={id}"),
            law: clauses.chain(lines).collect(),
            text: toml::to_string(&posting)?,
            seeds,
            rates,
            rate_law,
            silent,
            key,
        }))
    }

    /// Posts it: collects the findings about the table, and about seeds that the table does not allow.
    pub(crate) fn post(&self, books: &Books, outcome: &mut Outcome) -> String {
        let mut said = self.post_table(books, outcome);
        let seed = self.key.replace(".paytable", ".seed");
        for text in &self.seeds {
            let report = check(text, books);
            for fault in report.errors().filter(|fault| fault.key.starts_with(&seed)) {
                said.push_str(&format!("{}: {}; {} [{}]\n", fault.key, fault.message, fault.help, fault.cite));
                outcome.refused(&fault.cite);
            }
            said.push('\n');
        }
        for text in &self.silent {
            let report = check(text, books);
            let about = |fault: &&rules::house::Fault| fault.key.starts_with(&seed);
            report
                .errors()
                .filter(about)
                .for_each(|fault| said.push_str(&format!("{}; {}\n", fault.message, fault.help)));
            let wager = self.key.trim_end_matches(".paytable").parse().ok();
            let terms = report.house.as_ref().zip(wager).and_then(|(house, wager)| house.progressive_terms(wager));
            said.push_str(&format!("{:?}\n", terms.map(|terms| &terms.meters)));
        }
        let rate = self.key.replace(".paytable", ".rate");
        for text in &self.rates {
            let report = check(text, books);
            let mut about = report.errors().filter(|fault| fault.key == rate).peekable();
            if about.peek().is_none() {
                outcome.kept.extend(self.rate_law.iter().cloned());
            }
            for fault in about {
                said.push_str(&format!("{}; {} [{}]\n", fault.message, fault.help, fault.cite));
                outcome.refused(&fault.cite);
            }
            said.push('\n');
        }
        said
    }

    fn post_table(&self, books: &Books, outcome: &mut Outcome) -> String {
        let report = check(&self.text, books);
        let about = |fault: &&rules::house::Fault| fault.severity == Severity::Error && fault.key == self.key;
        let mut said = String::new();
        for fault in report.faults.iter().filter(about) {
            said.push_str(&format!("{}; {} [{}]\n", fault.message, fault.help, fault.cite));
            outcome.refused(&fault.cite);
        }
        let told = if said.is_empty() { &mut outcome.kept } else { &mut outcome.broken };
        told.extend(self.law.iter().cloned());
        said
    }
}

/// Houses whose seeds are the nearest below and above those that a table names, or else the wager's law.
fn seeds(posting: &Table, wager: Wager, table: &Paytable, lowest: Option<rules::Cents>) -> Result<Vec<String>> {
    let mut all = Vec::new();
    if let (true, Some(lowest), [meter]) = (table.seeds.is_empty(), lowest, table.meters().as_slice()) {
        for cents in [-1, 0, 1] {
            let mut house = posting.clone();
            let text = rules::Cents(lowest.0 + cents).to_string();
            let seed = Table::from_iter([(meter.to_string(), Value::String(text))]);
            set(&mut house, &format!("{wager}.seed"), Value::Table(seed)).map_err(anyhow::Error::msg)?;
            all.push(toml::to_string(&house)?);
        }
    }
    let named = |seed: &rules::paytable::SeedRule| seed.amount.default.or(seed.amount.at_least);
    for wrong in 0..table.seeds.len() {
        for cents in [-1, 0, 1] {
            let mut house = posting.clone();
            for (index, seed) in table.seeds.iter().enumerate() {
                let Some(amount) = named(seed) else { continue };
                let off = if index == wrong { cents } else { 0 };
                let key = format!("{wager}.seed.{}", seed.meter);
                if index == 0 {
                    set(&mut house, &format!("{wager}.seed"), Value::Table(Table::new()))
                        .map_err(anyhow::Error::msg)?;
                }
                let text = rules::Cents(amount.0 + off).to_string();
                set(&mut house, &key, Value::String(text)).map_err(anyhow::Error::msg)?;
            }
            if let Some(stake) = table.meant_for_stake.or(table.seeds_for_stake) {
                set(&mut house, &format!("{wager}.stake"), Value::String(stake.to_string()))
                    .map_err(anyhow::Error::msg)?;
            }
            all.push(toml::to_string(&house)?);
        }
    }
    Ok(all)
}

/// Houses with the lowest and the highest rate of progression, and with the next beyond them, all going to the first
/// meter.
fn rates(posting: &Table, wager: Wager, table: &Paytable, bound: &Bound<Share>) -> Result<Vec<String>> {
    let low = bound.at_least.into_iter().flat_map(|low| [low, Share(low.0.saturating_sub(1))]);
    let high = bound.at_most.into_iter().flat_map(|high| [high, Share(high.0 + 1)]);
    low.chain(high)
        .map(|rate| {
            let mut house = posting.clone();
            let mut place =
                |key: &str, value: Value| set(&mut house, &format!("{wager}.{key}"), value).map_err(anyhow::Error::msg);
            let meters = table.meters();
            let given = |at: usize| Value::String(if at == 0 { rate } else { Share(0) }.to_string());
            let rates = meters.iter().enumerate().map(|(at, level)| (level.to_string(), given(at)));
            place("rate", Value::Table(rates.collect()))?;
            let seeds = meters.iter().map(|level| (level.to_string(), Value::String("$10,000".into())));
            place("seed", Value::Table(seeds.collect()))?;
            place("reserve", Value::String("0%".into()))?;
            Ok(toml::to_string(&house)?)
        })
        .collect()
}

/// Houses that are silent on seeds, one for each of the usual stakes, with a rate for every meter.
fn silent_houses(posting: &Table, wager: Wager, table: &Paytable) -> Result<Vec<String>> {
    ["$1", "$5"]
        .into_iter()
        .map(|stake| {
            let mut house = posting.clone();
            let mut place =
                |key: &str, value: Value| set(&mut house, &format!("{wager}.{key}"), value).map_err(anyhow::Error::msg);
            place("stake", Value::String(stake.into()))?;
            let rates = table.seeds.iter().map(|seed| (seed.meter.to_string(), Value::String("30%".into())));
            place("rate", Value::Table(rates.collect()))?;
            if let Some(section) = house.get_mut(wager.word()).and_then(Value::as_table_mut) {
                section.remove("seed");
                // Linked games share their stake.
                section.remove("link");
            }
            Ok(toml::to_string(&house)?)
        })
        .collect()
}
