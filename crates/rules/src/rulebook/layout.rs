//! The printed layout as a rulebook states it: areas, inscriptions, and where the odds are shown.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Rulebook;
use super::vocabulary::{AreaKind, OddsAs, OddsShown, OperatorSign};
use crate::reference::PerWord;
use crate::rule::Rule;
use crate::wager::Wager;

/// The wagers with their own place at a position. Tips and coupons lie beside the wager they ride on.
pub const PLACED: [Wager; 9] = [
    Wager::Ante,
    Wager::Play,
    Wager::PairPlus,
    Wager::HandBonus,
    Wager::SixCardBonus,
    Wager::Prime,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

/// The wagers with their own odds to show. Envy is shown with its progressive.
pub const PAID: [Wager; 11] = [
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

/// The printed layout. Where a book is silent, the house is free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LayoutRules {
    /// How the operator is named. Without it, the house is free.
    pub operator: Option<Rule<OperatorSign>>,
    /// The phrase about the dealer's hand, in the book's words. Without it, the phrase names the dealer's lowest hand.
    pub phrase: Option<Rule<String>>,
    /// Whether a sign that replaces an inscription must show the odds of every wager on offer. Without it, a sign shows
    /// only the wagers that are not shown elsewhere.
    pub whole_sign: Option<Rule<bool>>,
    /// The kind of area each player has for each wager that is offered: a book that names one names all. A wager has one
    /// if it lies on a place of its own: not the bonuses, tips or coupons. Without it, each has a betting area.
    #[serde(default)]
    #[schemars(with = "PerWord<Wager, Rule<AreaKind>>")]
    pub areas: BTreeMap<Wager, Rule<AreaKind>>,
    /// What is written on an area, in the book's words. Without it, the wager's name is.
    #[serde(default)]
    #[schemars(with = "PerWord<Wager, Rule<String>>")]
    pub marked: BTreeMap<Wager, Rule<String>>,
    /// Where the odds of each wager are shown. Without it, the house is free.
    #[serde(default)]
    #[schemars(with = "PerWord<Wager, Rule<OddsShown>>")]
    pub odds: BTreeMap<Wager, Rule<OddsShown>>,
    /// How odds are printed where a winner keeps the stake. Without it, they are printed as the paytables have them.
    pub odds_as: Option<Rule<OddsAs>>,
}

/// The keys that lead to a contradiction, and what is wrong.
type LayoutFault = (Vec<&'static str>, String);

impl LayoutRules {
    /// Every contradiction within the section, or with the rest of the book: the keys that lead to it, and a message.
    pub(super) fn faults(&self, book: &Rulebook) -> Vec<LayoutFault> {
        let mut found = Vec::new();
        self.check_areas(book, &mut found);
        self.check_words(&mut found);
        self.check_odds(book, &mut found);
        found
    }

    fn check_areas(&self, book: &Rulebook, found: &mut Vec<LayoutFault>) {
        for (wager, rule) in &self.areas {
            let mut at = |message: String| found.push((vec!["layout", "areas", wager.word()], message));
            if !book.knows(*wager) {
                at(format!("an area for {wager}, which the book does not have"));
            } else if !PLACED.contains(wager) {
                at(format!("{wager} is not placed on an area of its own: expected no area for it"));
            } else if rule.allows(&AreaKind::Sensor) && book.table.sensors.is_none() {
                at(format!("{wager} on a sensor: expected `sensors` in [table]"));
            }
        }
        let missing = |wager: &&Wager| book.knows(**wager) && !self.areas.contains_key(*wager);
        for wager in PLACED.iter().filter(missing).filter(|_| !self.areas.is_empty()) {
            let message = format!("expected `{wager}`: the book has it, so it must say what it is placed on");
            found.push((vec!["layout", "areas"], message));
        }
        for lone in self.marked.keys().filter(|wager| !self.areas.contains_key(*wager)) {
            let message = format!("{lone} is marked, and has no area: expected it in [layout.areas]");
            found.push((vec!["layout", "marked", lone.word()], message));
        }
    }

    /// Words printed as the book has them must be there.
    fn check_words(&self, found: &mut Vec<LayoutFault>) {
        let marked = self.marked.iter().map(|(wager, rule)| (vec!["layout", "marked", wager.word()], rule));
        let phrase = self.phrase.iter().map(|rule| (vec!["layout", "phrase"], rule));
        for (path, rule) in phrase.chain(marked) {
            if rule.lawful.iter().any(|text| text.trim().is_empty()) {
                found.push((path, "expected the words that are printed".to_owned()));
            }
        }
    }

    fn check_odds(&self, book: &Rulebook, found: &mut Vec<LayoutFault>) {
        for wager in self.odds.keys() {
            let mut at = |message: String| found.push((vec!["layout", "odds", wager.word()], message));
            if !book.knows(*wager) {
                at(format!("odds of {wager}, which the book does not have"));
            } else if !PAID.contains(wager) {
                at(format!("{wager} has no odds of its own to show: expected none here"));
            }
        }
        let Some(whole) = &self.whole_sign else { return };
        let sign = self.odds.values().any(|rule| rule.allows(&OddsShown::Sign));
        if whole.default == Some(true) && !sign {
            let message = "a sign for every wager, where no odds may stand on one: expected \"sign\" in [layout.odds]";
            found.push((vec!["layout", "whole_sign"], message.to_owned()));
        }
    }
}
