//! Reads a rulebook from TOML and reports where it is wrong.

use std::fmt;
use std::ops::Range;

use toml::de::DeTable;

use super::Rulebook;
use super::layout::PAID;
use super::vocabulary::{Fate, Take};
use crate::paytable::{Paytable, Standing};
use crate::rule::Rule;
use crate::settle::POSITIONS;
use crate::wager::Wager;

/// Why a rulebook cannot be read: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFault {
    /// What is wrong and what was expected.
    pub message: String,
    /// The place, as a byte range of the text.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for BookFault {}

/// Where in the book a contradiction is: a key, or one of several tables.
enum Pointer {
    /// A key of the top table or of a section.
    Key(&'static [&'static str]),
    /// The same, if one of the keys is a wager.
    Path(Vec<&'static str>),
    /// The paytable with this number, from 0.
    Paytable(usize),
    /// The alternative settlement order with this number, from 0.
    Alternative(usize),
}

impl Pointer {
    /// The place of the key or id, or else the nearest thing around it.
    fn find(&self, text: &str) -> Range<usize> {
        let (document, _) = DeTable::parse_recoverable(text);
        let root = document.get_ref();
        let (path, index): (&[&str], _) = match self {
            Pointer::Key(path) => (path, None),
            Pointer::Path(path) => (path, None),
            Pointer::Paytable(index) => (&["paytable"], Some(*index)),
            Pointer::Alternative(index) => (&["settlement", "alternative"], Some(*index)),
        };
        let mut place = 0..0;
        let mut table = Some(root);
        for name in path {
            let Some((key, value)) = table.and_then(|table| table.get_key_value(*name)) else { return place };
            // A section starts at its header, anything else at its key.
            let headed = value.get_ref().is_table() && text.as_bytes().get(value.span().start) == Some(&b'[');
            place = if headed { value.span() } else { key.span().start..value.span().end };
            table = value.get_ref().as_table();
            let item = index.and_then(|index| value.get_ref().as_array()?.get(index));
            if let Some(item) = item {
                place = item.span();
                let id = item.get_ref().as_table().and_then(|table| table.get_key_value("id"));
                place = id.map_or(place, |(key, value)| key.span().start..value.span().end);
            }
        }
        place
    }
}

/// The line and column of a byte, both from 1.
pub(crate) fn place_of(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
    (line, column)
}

impl Rulebook {
    /// Reads a rulebook.
    ///
    /// # Errors
    /// The first malformed thing, with its place and what was expected.
    pub fn parse(text: &str) -> Result<Rulebook, BookFault> {
        let fault = |message: String, span: Range<usize>| {
            let (line, column) = place_of(text, span.start);
            BookFault { message, span, line, column }
        };
        let book: Rulebook =
            toml::from_str(text).map_err(|error| fault(error.message().to_owned(), error.span().unwrap_or(0..0)))?;
        match book.inconsistency() {
            None => Ok(book),
            Some((pointer, message)) => Err(fault(message, pointer.find(text))),
        }
    }

    /// A contradiction inside the book: where to point, and what is wrong.
    fn inconsistency(&self) -> Option<(Pointer, String)> {
        let code_is_sound = !self.code.is_empty()
            && self.code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !code_is_sound {
            return Some((
                Pointer::Key(&["code"]),
                format!("code \"{}\": expected lower-case letters, digits and hyphens", self.code),
            ));
        }
        for (i, table) in self.paytables.iter().enumerate() {
            let pointer = Pointer::Paytable(i);
            if let Some(message) = table.fault() {
                return Some((pointer, message));
            }
            if self.paytables.iter().take(i).any(|other| other.wager == table.wager && other.id == table.id) {
                return Some((pointer, format!("{} has two paytables called {}", table.wager, table.id)));
            }
            if !self.knows(table.wager) {
                return Some((pointer, format!("a paytable for {}, which the book does not have", table.wager)));
            }
        }
        for wager in PAID {
            let usable = |table: &Paytable| table.is_offered() || table.standing == Standing::Floor;
            if self.knows(wager) && !self.paytables_of(wager).any(usable) {
                return Some((
                    Pointer::Paytable(0),
                    format!("{wager} has no paytable in force: expected at least one"),
                ));
            }
        }
        let layout = || self.layout.fault(self).map(|(path, message)| (Pointer::Path(path), message));
        self.reach_inconsistency().or_else(layout).or_else(|| self.order_inconsistency())
    }

    /// Something for which the engine has no mechanism, or that neither the book nor a house can express.
    fn reach_inconsistency(&self) -> Option<(Pointer, String)> {
        let (fold, showdown) = (&self.fold, &self.showdown);
        if self.table.positions.at_most.is_none_or(|most| usize::from(most) > POSITIONS) {
            let message = format!("positions: expected `at_most` of no more than {POSITIONS}");
            return Some((Pointer::Key(&["table", "positions"]), message));
        }
        if fold.ante.lawful != [Fate::Lost] {
            let message = "a fold gives up the ante: expected `is = \"lost\"`".to_owned();
            return Some((Pointer::Key(&["fold", "ante"]), message));
        }
        let known = |wagers: &[Wager]| wagers.iter().any(|wager| self.knows(*wager));
        for (name, wagers, rule) in [
            ("six_card_bonus", &[Wager::SixCardBonus][..], &fold.six_card_bonus),
            ("progressive", &[Wager::Progressive], &fold.progressive),
            ("five_card_progressive", &[Wager::FiveCardProgressive], &fold.five_card_progressive),
            ("envy", &[Wager::Envy, Wager::FiveCardEnvy], &fold.envy),
            ("cover_all", &[Wager::CoverAll], &fold.cover_all),
        ] {
            if known(wagers) && rule.is_none() {
                let message = format!("expected `{name}`: the book has it, so it must say what a fold does to it");
                return Some((Pointer::Key(&["fold"]), message));
            }
        }
        let settled: [(&'static [&'static str], bool); 8] = [
            (&["showdown", "dealer_qualifies"], showdown.dealer_qualifies.default.is_some()),
            (&["showdown", "unqualified_ante"], showdown.unqualified_ante.default.is_some()),
            (&["showdown", "unqualified_play"], showdown.unqualified_play.default.is_some()),
            (&["showdown", "higher"], showdown.higher.default.is_some()),
            (&["showdown", "lower"], showdown.lower.default.is_some()),
            (&["showdown", "equal"], showdown.equal.default.is_some()),
            (&["settlement", "across"], self.settlement.across.default.is_some()),
            (&["fold", "collected"], fold.collected.default.is_some()),
        ];
        if let Some((open, _)) = settled.into_iter().find(|(_, settled)| !settled) {
            return Some((Pointer::Key(open), "no house can choose this: expected `is`, or a `default`".to_owned()));
        }
        let always: [(&'static [&'static str], Option<&Rule<bool>>); 4] = [
            (&["deck", "alternate"], self.deck.alternate.as_ref()),
            (&["opening", "each_deck"], self.opening.each_deck.as_ref()),
            (&["shuffle", "every_round"], Some(&self.shuffle.every_round)),
            (&["tips", "needs_own_wager"], self.tips.as_ref().map(|tips| &tips.needs_own_wager)),
        ];
        let (other, _) = always.into_iter().find(|(_, rule)| rule.is_some_and(|rule| rule.lawful != [true]))?;
        Some((Pointer::Key(other), "the table knows no other way: expected `is = true`".to_owned()))
    }

    /// In each alternative, each wager of the book must be settled exactly once.
    fn order_inconsistency(&self) -> Option<(Pointer, String)> {
        let settlement = &self.settlement;
        let known = |id: &&String| settlement.alternatives.iter().any(|alternative| alternative.id == **id);
        if let Some(default) = settlement.default.iter().find(|id| !known(id)) {
            let message = format!("default = \"{default}\" is not among the alternatives");
            return Some((Pointer::Key(&["settlement"]), message));
        }
        if let Some(named) = settlement.order.iter().flat_map(|rule| &rule.lawful).find(|id| !known(id)) {
            let message = format!("\"{named}\" is not among the alternatives");
            return Some((Pointer::Key(&["settlement", "order"]), message));
        }
        if settlement.default.is_none() && settlement.order.is_none() {
            let message = "expected a `default`, or an `order` that the house names".to_owned();
            return Some((Pointer::Key(&["settlement"]), message));
        }
        for (i, alternative) in settlement.alternatives.iter().enumerate() {
            let pointer = || Pointer::Alternative(i);
            for &wager in Wager::ALL {
                // Tips and coupons follow the wager they ride on.
                let rides = matches!(
                    wager,
                    Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay
                );
                let count = |take: Take| {
                    alternative
                        .passes
                        .iter()
                        .filter(|p| p.take == take)
                        .flat_map(|p| &p.wagers)
                        .filter(|w| **w == wager)
                        .count()
                };
                let (all, losing, rest) = (count(Take::All), count(Take::Losing), count(Take::Rest));
                let expected = self.knows(wager) && !rides;
                let once = matches!((all, losing, rest), (1, 0, 0) | (0, 1, 1));
                if expected && !once {
                    let message = format!(
                        "{wager} is not settled exactly once: expected it in one pass with take = \"all\", or in one \"losing\" and one \"rest\""
                    );
                    return Some((pointer(), message));
                }
                if !expected && all + losing + rest > 0 {
                    let why = if rides { "follows the wager it rides on" } else { "is not a wager of this book" };
                    return Some((pointer(), format!("{wager} {why}: expected no pass to name it")));
                }
            }
        }
        None
    }
}
