//! Reads a house file so that every value keeps its place and all faults are found in one pass.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::clause::Citation;
use crate::money::{Cents, Malformed, Share};
use crate::rule::{Bound, Rule};
use crate::words::distance;

/// The message for a missing value that a document wants in the submission.
pub(super) const MUST_STATE: &str = "missing: the rules submission must state it";

/// The message for a section that a house must have.
pub(super) const REQUIRED: &str = "missing: the book requires it";

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Unlawful or unreadable: the house does not open.
    Error,
    /// Lawful but strange.
    Warning,
}

/// One finding about a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How serious it is.
    pub severity: Severity,
    /// The key it is about, such as `progressive.seed.main`.
    pub key: String,
    /// What is wrong.
    pub message: String,
    /// What would be lawful, or what to do.
    pub help: String,
    /// The law behind it.
    pub cite: Citation,
    /// The place, as a byte range of the text.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}: {}", self.line, self.column, self.key, self.message)?;
        if !self.help.is_empty() {
            write!(f, "; {}", self.help)?;
        }
        if !self.cite.is_empty() {
            write!(f, " [{}]", self.cite)?;
        }
        Ok(())
    }
}

/// A value that can appear in a house file.
pub(crate) trait FileValue: Sized + Clone + PartialEq {
    /// Reads it, or says what was expected instead.
    fn read(value: &DeValue<'_>) -> Result<Self, Malformed>;
    /// Shows it as the file would.
    fn show(&self) -> String;
}

impl FileValue for bool {
    fn read(value: &DeValue<'_>) -> Result<bool, Malformed> {
        value.as_bool().ok_or_else(|| Malformed(format!("expected true or false, found {}", value.type_str())))
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

macro_rules! whole_number {
    ($($type:ty)+) => { $(
        impl FileValue for $type {
            fn read(value: &DeValue<'_>) -> Result<$type, Malformed> {
                let expected = || format!("expected a whole number up to {}, found {}", <$type>::MAX, value.type_str());
                let wrong = || Malformed(expected());
                let digits = value.as_integer().ok_or_else(wrong)?;
                <$type>::from_str_radix(&digits.as_str().replace('_', ""), digits.radix()).map_err(|_| wrong())
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )+ };
}
whole_number!(u8 u32);

/// Reads a value written as a string.
fn from_text<T: FromStr>(value: &DeValue<'_>, what: &str) -> Result<T, Malformed>
where
    T::Err: fmt::Display,
{
    match value.as_str() {
        Some(text) => text.parse().map_err(|error: T::Err| Malformed(error.to_string())),
        None => Err(Malformed(format!("expected {what} in quotation marks, found {}", value.type_str()))),
    }
}

macro_rules! quoted {
    ($($type:ty => $what:literal),+ $(,)?) => { $(
        impl FileValue for $type {
            fn read(value: &DeValue<'_>) -> Result<$type, Malformed> {
                from_text(value, $what)
            }
            fn show(&self) -> String {
                format!("\"{self}\"")
            }
        }
    )+ };
}
quoted! {
    String => "a text",
    Cents => "an amount such as \"$10\"",
    Share => "a percentage such as \"14%\"",
    crate::paytable::Pays => "a payment such as \"40 to 1\"",
    crate::hand::HandName => "a hand",
    crate::rulebook::Qualification => "a hand",
    crate::rulebook::vocabulary::Verdict => "a word",
    crate::rulebook::vocabulary::Direction => "a word",
    crate::rulebook::vocabulary::Fate => "a word",
    crate::rulebook::vocabulary::BonusWhen => "a word",
    crate::rulebook::vocabulary::Precondition => "a word",
    crate::rulebook::vocabulary::Needs => "a word",
    crate::rulebook::vocabulary::LimitSharing => "a word",
    crate::rulebook::vocabulary::MultiWin => "a word",
    crate::rulebook::vocabulary::PaidFrom => "a word",
    crate::rulebook::vocabulary::DealDevice => "a word",
    crate::rulebook::vocabulary::DealerStack => "a word",
    crate::rulebook::vocabulary::ShufflerKind => "a word",
    crate::rulebook::vocabulary::DecksReceived => "a word",
    crate::rulebook::vocabulary::Reopening => "a word",
    crate::rulebook::vocabulary::CutWhen => "a word",
    crate::rulebook::vocabulary::CutOffer => "a word",
    crate::rulebook::vocabulary::CutDeclined => "a word",
    crate::rulebook::vocabulary::LooksFrom => "a word",
    crate::rulebook::vocabulary::Remedy => "a word",
    crate::rulebook::vocabulary::Leaver => "a word",
    crate::rulebook::vocabulary::Checklist => "a word",
    crate::rulebook::vocabulary::OperatorSign => "a word",
    crate::rulebook::vocabulary::OddsShown => "a word",
    crate::rulebook::vocabulary::OddsAs => "a word",
    super::automation::Performer => "a word",
    super::automation::Company => "a word",
    super::automation::Pace => "a word",
    super::automation::Slow => "a word",
    super::automation::CardSource => "a word",
    super::look::Colour => "a colour such as \"#0f5d45\"",
    super::look::Emblem => "a word",
}

/// A value, and the place it was read from.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub value: T,
    pub span: Range<usize>,
}

/// One table of the file, which may be missing, with the keys that were asked for.
pub(crate) struct Section<'d, 'i> {
    pub path: String,
    pub span: Range<usize>,
    table: Option<&'d DeTable<'i>>,
    asked: Vec<&'static str>,
}

impl<'d, 'i> Section<'d, 'i> {
    /// Whether the file has the table.
    pub fn is_present(&self) -> bool {
        self.table.is_some()
    }

    /// The full name of a key in this table.
    pub fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The raw value of a key; marks the key as known.
    pub fn get(&mut self, key: &'static str) -> Option<&'d Spanned<DeValue<'i>>> {
        debug_assert!(super::keys::declares(&self.path, key), "keys.tsv does not declare {}.{key}", self.path);
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.table?.get(key)
    }
}

/// Reads the values of a house file and collects the faults.
pub(crate) struct HouseReader<'t> {
    text: &'t str,
    pub faults: Vec<Fault>,
    /// Every key that was asked for, with its section.
    #[cfg(test)]
    pub asked: Vec<(String, &'static str)>,
}

impl<'t> HouseReader<'t> {
    pub fn new(text: &'t str) -> HouseReader<'t> {
        HouseReader {
            text,
            faults: Vec::new(),
            #[cfg(test)]
            asked: Vec::new(),
        }
    }

    fn note(
        &mut self,
        severity: Severity,
        key: String,
        span: Range<usize>,
        message: String,
        help: String,
        cite: Citation,
    ) {
        let (line, column) = crate::rulebook::place_of(self.text, span.start);
        self.faults.push(Fault { severity, key, message, help, cite, span, line, column });
    }

    /// Notes an error.
    pub fn error(
        &mut self,
        key: impl Into<String>,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
        cite: &Citation,
    ) {
        self.note(Severity::Error, key.into(), span, message.into(), help.into(), cite.clone());
    }

    /// Notes a warning.
    pub fn warning(
        &mut self,
        key: impl Into<String>,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
        cite: &Citation,
    ) {
        self.note(Severity::Warning, key.into(), span, message.into(), help.into(), cite.clone());
    }

    /// The file's top table.
    pub fn root<'d, 'i>(&self, table: &'d DeTable<'i>) -> Section<'d, 'i> {
        Section { path: String::new(), span: 0..0, table: Some(table), asked: Vec::new() }
    }

    /// A table within a table; a missing one becomes an empty section at the parent's place.
    pub fn section<'d, 'i>(&mut self, parent: &mut Section<'d, 'i>, key: &'static str) -> Section<'d, 'i> {
        let path = parent.key(key);
        let Some(value) = parent.get(key) else {
            return Section { path, span: parent.span.clone(), table: None, asked: Vec::new() };
        };
        let table = value.get_ref().as_table();
        if table.is_none() {
            let message = format!("expected a table `[{path}]`, found {}", value.get_ref().type_str());
            self.error(path.clone(), value.span(), message, "", &Citation::default());
        }
        Section { path, span: value.span(), table, asked: Vec::new() }
    }

    /// The tables of an array of tables.
    pub fn list<'d, 'i>(&mut self, parent: &mut Section<'d, 'i>, key: &'static str) -> Vec<Section<'d, 'i>> {
        let path = parent.key(key);
        let Some(value) = parent.get(key) else {
            return Vec::new();
        };
        let Some(items) = value.get_ref().as_array() else {
            let message = format!("expected a list of tables, found {}", value.get_ref().type_str());
            self.error(path, value.span(), message, "", &Citation::default());
            return Vec::new();
        };
        let mut sections = Vec::new();
        for item in items.iter() {
            match item.get_ref().as_table() {
                Some(table) => {
                    sections.push(Section {
                        path: path.clone(),
                        span: item.span(),
                        table: Some(table),
                        asked: Vec::new(),
                    });
                }
                None => {
                    let message = format!("expected a table, found {}", item.get_ref().type_str());
                    self.error(path.clone(), item.span(), message, "", &Citation::default());
                }
            }
        }
        sections
    }

    /// An optional value; a malformed one is noted.
    pub fn read<T: FileValue>(&mut self, section: &mut Section<'_, '_>, key: &'static str) -> Option<Located<T>> {
        let value = section.get(key)?;
        match T::read(value.get_ref()) {
            Ok(read) => Some(Located { value: read, span: value.span() }),
            Err(wrong) => {
                self.error(section.key(key), value.span(), wrong.0, "", &Citation::default());
                None
            }
        }
    }

    /// A required value.
    pub fn need<T: FileValue>(
        &mut self,
        section: &mut Section<'_, '_>,
        key: &'static str,
        help: &str,
        cite: &Citation,
    ) -> Option<Located<T>> {
        if section.get(key).is_none() {
            self.error(section.key(key), section.span.clone(), "missing", help, cite);
            return None;
        }
        self.read(section, key)
    }

    /// A choice within a rule: what the file says if lawful, else the rule's default.
    pub fn choose<T: FileValue>(
        &mut self,
        section: &mut Section<'_, '_>,
        key: &'static str,
        rule: &Rule<T>,
    ) -> Option<T> {
        if section.get(key).is_none() {
            if rule.default.is_none() {
                let help = format!("write one of {}", lawful(rule));
                let message =
                    if rule.stated { MUST_STATE } else { "missing: the rulebook leaves the choice to the house" };
                self.error(section.key(key), section.span.clone(), message, help, &rule.cite);
            }
            return rule.default.clone();
        }
        let located = self.read::<T>(section, key)?;
        if rule.allows(&located.value) {
            return Some(located.value);
        }
        let message = format!("{} is not lawful here", located.value.show());
        self.error(section.key(key), located.span, message, format!("lawful: {}", lawful(rule)), &rule.cite);
        None
    }

    /// A choice that only some rulebooks have. If the book does not, naming it is a fault.
    pub fn choose_if<T: FileValue>(
        &mut self,
        section: &mut Section<'_, '_>,
        key: &'static str,
        rule: Option<&Rule<T>>,
        code: &str,
    ) -> Option<T> {
        match rule {
            Some(rule) => self.choose(section, key, rule),
            None => {
                self.not_in_book(section, key, code);
                None
            }
        }
    }

    /// Notes a key that the rulebook has no rule for.
    pub fn not_in_book(&mut self, section: &mut Section<'_, '_>, key: &'static str, code: &str) {
        if let Some(value) = section.get(key) {
            let message = format!("rulebook {code} has no such option");
            self.error(section.key(key), value.span(), message, "remove it", &Citation::default());
        }
    }

    /// A figure within a bound: what the file says if lawful, else the bound's default.
    pub fn bounded<T: FileValue + Ord + Copy + fmt::Display>(
        &mut self,
        section: &mut Section<'_, '_>,
        key: &'static str,
        bound: &Bound<T>,
    ) -> Option<T> {
        let Some(located) = self.read::<T>(section, key) else {
            return if section.get(key).is_none() { bound.default } else { None };
        };
        if bound.allows(located.value) {
            return Some(located.value);
        }
        self.out_of_bound(section.key(key), located.span, located.value, bound);
        None
    }

    /// A figure within a bound that somebody must name: the house, if the bound has no default.
    pub fn figure<T: FileValue + Ord + Copy + fmt::Display>(
        &mut self,
        section: &mut Section<'_, '_>,
        key: &'static str,
        bound: &Bound<T>,
    ) -> Option<T> {
        if section.get(key).is_none() && bound.default.is_none() {
            let message =
                if bound.stated { MUST_STATE } else { "missing: the rulebook leaves the figure to the house" };
            let help = format!("lawful: {}", bound.describe());
            self.error(section.key(key), section.span.clone(), message, help, &bound.cite);
        }
        self.bounded(section, key, bound)
    }

    /// Notes a figure outside its bound.
    pub fn out_of_bound<T: Ord + Copy + fmt::Display>(
        &mut self,
        key: String,
        span: Range<usize>,
        value: T,
        bound: &Bound<T>,
    ) {
        self.error(
            key,
            span,
            format!("{value} is not lawful here"),
            format!("lawful: {}", bound.describe()),
            &bound.cite,
        );
    }

    /// Notes every key in the file that nobody asked for.
    pub fn finish(&mut self, section: &Section<'_, '_>) {
        #[cfg(test)]
        self.asked.extend(section.asked.iter().map(|key| (section.path.clone(), *key)));
        let Some(table) = section.table else { return };
        for (key, value) in table.iter() {
            let name: &str = key.get_ref();
            if section.asked.contains(&name) {
                continue;
            }
            let nearest = section.asked.iter().min_by_key(|known| distance(known, name));
            let help = match nearest {
                Some(known) if distance(known, name) <= 2 => format!("did you mean `{known}`?"),
                _ => format!("known here: {}", section.asked.join(", ")),
            };
            let span = key.span().start..value.span().end.max(key.span().end);
            self.error(section.key(name), span, format!("unknown key `{name}`"), help, &Citation::default());
        }
    }
}

fn lawful<T: FileValue>(rule: &Rule<T>) -> String {
    rule.lawful.iter().map(FileValue::show).collect::<Vec<_>>().join(", ")
}
