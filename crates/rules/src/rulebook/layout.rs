//! The printed layout as a rulebook states it: areas, inscriptions, and where the odds are shown.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Rulebook;
use super::vocabulary::{AreaKind, OddsShown, OperatorSign};
use crate::rule::Rule;
use crate::wager::Wager;

/// The wagers with their own place at a position. Tips and coupons lie beside the wager they ride on.
pub const PLACED: [Wager; 7] = [
    Wager::Ante,
    Wager::Play,
    Wager::PairPlus,
    Wager::SixCardBonus,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

/// The wagers with their own odds to show. Envy is shown with its progressive.
pub const PAID: [Wager; 8] = [
    Wager::Ante,
    Wager::Play,
    Wager::AnteBonus,
    Wager::PairPlus,
    Wager::SixCardBonus,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

/// The printed layout. Where a book is silent, the house is free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutRules {
    /// How the operator is named.
    pub operator: Option<Rule<OperatorSign>>,
    /// The phrase about the dealer's hand, in the book's words.
    pub phrase: Option<Rule<String>>,
    /// Whether a sign that replaces an inscription must show the odds of every wager on offer.
    pub whole_sign: Option<Rule<bool>>,
    /// The kind of area each player has for each wager that is offered.
    #[serde(default)]
    pub areas: BTreeMap<Wager, Rule<AreaKind>>,
    /// What is written on an area, in the book's words.
    #[serde(default)]
    pub marked: BTreeMap<Wager, Rule<String>>,
    /// Where the odds of each wager are shown.
    #[serde(default)]
    pub odds: BTreeMap<Wager, Rule<OddsShown>>,
}

impl LayoutRules {
    /// A contradiction within the section, or with the rest of the book: the keys that lead to it, and a message.
    pub(super) fn fault(&self, book: &Rulebook) -> Option<(Vec<&'static str>, String)> {
        self.area_fault(book).or_else(|| self.words_fault()).or_else(|| self.odds_fault(book))
    }

    fn area_fault(&self, book: &Rulebook) -> Option<(Vec<&'static str>, String)> {
        let at = |wager: &Wager, message: String| Some((vec!["layout", "areas", wager.word()], message));
        for (wager, rule) in &self.areas {
            if !book.knows(*wager) {
                return at(wager, format!("an area for {wager}, which the book does not have"));
            }
            if !PLACED.contains(wager) {
                return at(wager, format!("{wager} is not placed on an area of its own: expected no area for it"));
            }
            if rule.default.is_none() || rule.is_choice() {
                return at(wager, "no house can choose this: expected `is`".to_owned());
            }
            if rule.allows(&AreaKind::Sensor) && book.table.sensors.is_none() {
                return at(wager, format!("{wager} on a sensor: expected `sensors` in [table]"));
            }
        }
        let missing = PLACED.iter().find(|wager| book.knows(**wager) && !self.areas.contains_key(*wager));
        if let Some(wager) = missing.filter(|_| !self.areas.is_empty()) {
            let message = format!("expected `{wager}`: the book has it, so it must say what it is placed on");
            return Some((vec!["layout", "areas"], message));
        }
        let lone = self.marked.keys().find(|wager| !self.areas.contains_key(*wager))?;
        let message = format!("{lone} is marked, and has no area: expected it in [layout.areas]");
        Some((vec!["layout", "marked", lone.word()], message))
    }

    /// Words printed as the book has them must be there, and be the same for every house.
    fn words_fault(&self) -> Option<(Vec<&'static str>, String)> {
        let marked = self.marked.iter().map(|(wager, rule)| (vec!["layout", "marked", wager.word()], rule));
        let phrase = self.phrase.iter().map(|rule| (vec!["layout", "phrase"], rule));
        for (path, rule) in phrase.chain(marked) {
            if rule.is_choice() || rule.default.is_none() {
                return Some((path, "no house can choose this: expected `is`".to_owned()));
            }
            if rule.lawful.iter().any(|text| text.trim().is_empty()) {
                return Some((path, "expected the words that are printed".to_owned()));
            }
        }
        None
    }

    fn odds_fault(&self, book: &Rulebook) -> Option<(Vec<&'static str>, String)> {
        for wager in self.odds.keys() {
            let path = || vec!["layout", "odds", wager.word()];
            if !book.knows(*wager) {
                return Some((path(), format!("odds of {wager}, which the book does not have")));
            }
            if !PAID.contains(wager) {
                return Some((path(), format!("{wager} has no odds of its own to show: expected none here")));
            }
        }
        let sign = self.odds.values().any(|rule| rule.allows(&OddsShown::Sign));
        let whole = self.whole_sign.as_ref().is_some_and(|rule| rule.allows(&true));
        let open = self.whole_sign.as_ref().is_some_and(|rule| rule.is_choice() || rule.default.is_none());
        if open {
            return Some((vec!["layout", "whole_sign"], "no house can choose this: expected `is`".to_owned()));
        }
        (whole && !sign).then(|| {
            let message = "a sign for every wager, where no odds may stand on one: expected \"sign\" in [layout.odds]";
            (vec!["layout", "whole_sign"], message.to_owned())
        })
    }
}
