//! The printed layout of a house: how it names the operator, and where it shows the odds.

use std::collections::BTreeMap;

use super::look::Look;
use super::reader::{HouseReader, Section};
use crate::clause::Citation;
use crate::rulebook::vocabulary::{OddsAs, OddsShown, OperatorSign};
use crate::rulebook::{LayoutRules, PAID, Rulebook};
use crate::wager::Wager;

/// What a house chooses for its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutChoices {
    /// How the layout names the operator.
    pub operator: OperatorSign,
    /// Where the odds of each wager on offer are shown.
    pub odds: BTreeMap<Wager, OddsShown>,
    /// How odds are printed where a winner keeps the stake.
    pub odds_as: OddsAs,
}

/// The odds of the base game fit on a layout; the long tables of the side wagers go on a sign. This is no rule: it
/// applies where neither book nor house says anything.
fn usual(wager: Wager) -> OddsShown {
    match wager {
        Wager::Ante | Wager::Play | Wager::AnteBonus | Wager::PairPlus => OddsShown::Layout,
        _ => OddsShown::Sign,
    }
}

/// The wagers that the house means to offer, even if their sections have faults.
fn offered(root: &mut Section<'_, '_>, rules: &Rulebook) -> Vec<Wager> {
    let base = |wager| matches!(wager, Wager::Ante | Wager::Play | Wager::AnteBonus | Wager::PairPlus);
    let all = PAID.into_iter().filter(|wager| rules.knows(*wager));
    all.filter(|wager| base(*wager) || root.get(wager.word()).is_some()).collect()
}

pub(super) fn read_layout(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    look: &Look,
) -> Option<LayoutChoices> {
    let law = &rules.layout;
    let offered = offered(root, rules);
    let mut section = reader.section(root, "layout");
    let operator = read_operator(reader, &mut section, law, look);
    let odds = read_odds(reader, &mut section, law, &offered);
    let odds_as = match &law.odds_as {
        Some(rule) => reader.choose(&mut section, "odds_as", rule),
        None => {
            reader.not_in_book(&mut section, "odds_as", &rules.code);
            Some(OddsAs::To)
        }
    };
    reader.finish(&section);
    Some(LayoutChoices { operator: operator?, odds: odds?, odds_as: odds_as? })
}

fn read_operator(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &LayoutRules,
    look: &Look,
) -> Option<OperatorSign> {
    let (chosen, cite) = match &law.operator {
        Some(rule) => (reader.choose(section, "operator", rule), rule.cite.clone()),
        None if section.get("operator").is_some() => {
            (reader.read::<OperatorSign>(section, "operator").map(|located| located.value), Citation::default())
        }
        None => (Some(OperatorSign::Name), Citation::default()),
    };
    if chosen == Some(OperatorSign::Logo) && look.emblem.is_none() && look.monogram.is_none() {
        let span = section.get("operator").map_or(section.span.clone(), toml::Spanned::span);
        let help = "write `emblem` or `monogram` in [look]";
        reader.error(section.key("operator"), span, "the layout shows a logo, and the house has none", help, &cite);
    }
    chosen
}

fn read_odds(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &LayoutRules,
    offered: &[Wager],
) -> Option<BTreeMap<Wager, OddsShown>> {
    let mut section = reader.section(section, "odds");
    let mut odds = Some(BTreeMap::new());
    for wager in PAID {
        let key = wager.word();
        if !offered.contains(&wager) {
            if let Some(value) = section.get(key) {
                let message = format!("the house does not offer {}", wager.title());
                reader.error(section.key(key), value.span(), message, "remove it", &Citation::default());
            }
            continue;
        }
        let shown = match law.odds.get(&wager) {
            Some(rule) => reader.choose(&mut section, key, rule),
            None if section.get(key).is_some() => {
                reader.read::<OddsShown>(&mut section, key).map(|located| located.value)
            }
            None => Some(usual(wager)),
        };
        match (shown, &mut odds) {
            (Some(shown), Some(odds)) => _ = odds.insert(wager, shown),
            _ => odds = None,
        }
    }
    reader.finish(&section);
    odds
}
