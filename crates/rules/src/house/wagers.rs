//! Base wagers: limits, preconditions, ante bonus, pair plus, folds and the order of settlement.

use std::collections::BTreeMap;
use std::ops::Range;

use cards::Wheel;

use super::Confirmation;
use super::posting::{choose_pair_plus, choose_table};
use super::reader::{HouseReader, Section};
use crate::clause::Citation;
use crate::money::Cents;
use crate::paytable::Paytable;
use crate::posted::ThreeTable;
use crate::rule::Rule;
use crate::rulebook::vocabulary::{BonusWhen, Direction, Fate, Precondition};
use crate::rulebook::{ForfeitRules, Rulebook};
use crate::wager::Wager;

/// The limits of a wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The smallest amount.
    pub min: Cents,
    /// The largest amount.
    pub max: Cents,
    /// Amounts go in steps of this from the minimum.
    pub step: Cents,
    /// Where in the file the house states it.
    pub(super) span: Range<usize>,
}

impl Limit {
    /// Whether an amount may be wagered.
    #[must_use]
    pub fn allows(&self, amount: Cents) -> bool {
        amount >= self.min && amount <= self.max && (amount - self.min).0 % self.step.0 == 0
    }
}

/// What becomes of each wager of a position when its hand is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldTerms {
    /// The pair plus.
    pub pair_plus: Fate,
    /// The hand bonus.
    pub hand_bonus: Fate,
    /// The six card bonus.
    pub six_card_bonus: Fate,
    /// The prime.
    pub prime: Fate,
    /// The three-card progressive.
    pub progressive: Fate,
    /// The five-card progressive.
    pub five_card_progressive: Fate,
    /// The right to an envy bonus.
    pub envy: Fate,
    /// Cover All.
    pub cover_all: Fate,
}

/// The choices about base wagers.
pub(super) struct Base {
    pub precondition: Precondition,
    pub equal_stakes: bool,
    pub ante: ThreeTable,
    pub play: ThreeTable,
    pub ante_bonus: ThreeTable,
    pub bonus_when: BonusWhen,
    pub pair_plus: ThreeTable,
}

pub(super) fn read_base(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    confirmations: &[Confirmation],
) -> Option<Base> {
    let mut wagers = reader.section(root, "wagers");
    let precondition = reader.choose(&mut wagers, "precondition", &rules.wagers.precondition);
    let equal_stakes = reader.choose_if(&mut wagers, "equal_stakes", rules.wagers.equal_stakes.as_ref(), &rules.code);
    reader.finish(&wagers);

    let mut pair_plus = reader.section(root, "pair_plus");
    let pair_plus_table = choose_pair_plus(reader, &mut pair_plus, rules, confirmations);
    reader.finish(&pair_plus);

    let [ante, play] = [Wager::Ante, Wager::Play].map(|wager| {
        let mut section = reader.section(root, wager.word());
        let table = choose_table(reader, &mut section, rules, wager, confirmations);
        check_precondition(reader, &mut section, table, precondition);
        reader.finish(&section);
        table.map(ThreeTable::of)
    });

    let mut bonus = reader.section(root, "ante_bonus");
    let bonus_when = reader.choose(&mut bonus, "paid", &rules.showdown.ante_bonus);
    let bonus_table = choose_table(reader, &mut bonus, rules, Wager::AnteBonus, confirmations);
    check_precondition(reader, &mut bonus, bonus_table, precondition);
    let span = bonus.get("paytable").map_or(bonus.span.clone(), toml::Spanned::span);
    let key = bonus.key("paytable");
    reader.finish(&bonus);
    if let (Some(table), Some(precondition)) = (bonus_table, precondition) {
        let with = precondition != Precondition::None;
        let replaces = rules.wagers.precondition_replaces_bonus.as_ref().filter(|rule| rule.allows(&true));
        if let (true, false, Some(rule)) = (with, table.needs_precondition, replaces) {
            let tables = rules.paytables_of(Wager::AnteBonus).filter(|t| t.needs_precondition && t.is_offered());
            let names = tables.map(|t| format!("\"{}\"", t.id)).collect::<Vec<_>>().join(", ");
            let message = format!("a version with a precondition has its own ante bonus, not \"{}\"", table.id);
            reader.error(key.clone(), span.clone(), message, format!("lawful: {names}"), &rule.cite);
        }
        let fits = |wanted: &String| pair_plus_table.as_ref().is_none_or(|posted| posted.id == *wanted);
        if let Some(wanted) = table.needs_pair_plus.as_ref().filter(|wanted| !fits(wanted)) {
            let message = format!("ante bonus \"{}\" is only lawful with pair plus \"{wanted}\"", table.id);
            let help = format!("set pair_plus.paytable to \"{wanted}\", or choose another ante bonus");
            reader.error(key, span, message, help, &table.cite());
        }
    }
    Some(Base {
        precondition: precondition?,
        equal_stakes: equal_stakes.unwrap_or(false),
        ante: ante?,
        play: play?,
        ante_bonus: ThreeTable::of(bonus_table?),
        bonus_when: bonus_when?,
        pair_plus: pair_plus_table?,
    })
}

/// Refuses a table that is only lawful in a version with a precondition, where the house plays without one.
fn check_precondition(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    table: Option<&Paytable>,
    precondition: Option<Precondition>,
) {
    let Some(table) = table.filter(|table| table.needs_precondition && precondition == Some(Precondition::None)) else {
        return;
    };
    let span = section.get("paytable").map_or(section.span.clone(), toml::Spanned::span);
    let wager = table.wager.word().replace('_', " ");
    let message = format!("{wager} \"{}\" is only for a version with a precondition", table.id);
    let help = "set wagers.precondition, or choose another table";
    reader.error(section.key("paytable"), span, message, help, &table.cite());
}

/// The lawful limits, and whether all are lawful.
pub(super) fn read_limits(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    offered: &[Wager],
) -> (BTreeMap<Wager, Limit>, bool) {
    let mut section = reader.section(root, "limits");
    let cite = &rules.wagers.amounts.cite;
    let mut limits = BTreeMap::new();
    let mut sound = true;
    let keys: [(&'static str, &[Wager]); 8] = [
        ("ante", &[Wager::Ante]),
        ("pair_plus", &[Wager::PairPlus]),
        ("hand_bonus", &[Wager::HandBonus]),
        ("six_card_bonus", &[Wager::SixCardBonus]),
        ("prime", &[Wager::Prime]),
        ("cover_all", &[Wager::CoverAll]),
        ("tips", &[Wager::TipAnte, Wager::TipPlay, Wager::TipPairPlus]),
        ("match_play", &[Wager::MatchPlay]),
    ];
    for (key, wagers) in keys {
        let Some(first) = wagers.first() else { continue };
        let base = matches!(first, Wager::Ante | Wager::PairPlus);
        let wanted = base || offered.contains(first);
        if section.get(key).is_none() {
            if wanted {
                let help = format!("write, for example, {key} = {{ min = \"$5\", max = \"$500\", step = \"$5\" }}");
                reader.error(
                    section.key(key),
                    section.span.clone(),
                    "missing: post a minimum and a maximum",
                    help,
                    cite,
                );
                sound = false;
            }
            continue;
        }
        let mut entry = reader.section(&mut section, key);
        if !wanted {
            let message = format!("{} is not offered here", first.title());
            let help = format!("add its section, or remove limits.{key}");
            reader.error(entry.path.clone(), entry.span.clone(), message, help, &Citation::default());
        }
        match read_limit(reader, &mut entry, cite) {
            Some(limit) => limits.extend(wagers.iter().map(|wager| (*wager, limit.clone()))),
            None => sound = false,
        }
    }
    reader.finish(&section);
    (limits, sound)
}

fn read_limit(reader: &mut HouseReader<'_>, entry: &mut Section<'_, '_>, cite: &Citation) -> Option<Limit> {
    let min = reader.need::<Cents>(entry, "min", "write the smallest amount", cite);
    let max = reader.need::<Cents>(entry, "max", "write the largest amount", cite);
    let step = reader.read::<Cents>(entry, "step");
    reader.finish(entry);
    let (min, max) = (min?, max?);
    let step_value = step.as_ref().map_or(Cents(100), |step| step.value);
    if step_value.0 <= 0 {
        let span = step.map_or(entry.span.clone(), |step| step.span);
        reader.error(entry.key("step"), span, "the step must be more than zero", "write, for example, \"$1\"", cite);
        return None;
    }
    if min.value.0 <= 0 {
        reader.error(
            entry.key("min"),
            min.span,
            "the minimum must be more than zero",
            "write, for example, \"$5\"",
            cite,
        );
        return None;
    }
    if max.value < min.value {
        let message = format!("the maximum {} is below the minimum {}", max.value, min.value);
        reader.error(entry.key("max"), max.span, message, "raise it", cite);
        return None;
    }
    if (max.value - min.value).0 % step_value.0 != 0 {
        let message =
            format!("the maximum {} cannot be reached from {} in steps of {step_value}", max.value, min.value);
        reader.warning(entry.key("max"), max.span, message, "is this intended?", cite);
    }
    Some(Limit { min: min.value, max: max.value, step: step_value, span: entry.span.clone() })
}

pub(super) fn read_fold(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> Option<FoldTerms> {
    let mut section = reader.section(root, "fold");
    let law = &rules.fold;
    let pair_plus = reader.choose(&mut section, "pair_plus", &law.pair_plus);
    let mut fate = |key: &'static str, rule: &Option<Rule<Fate>>| match rule {
        Some(rule) => reader.choose(&mut section, key, rule),
        None => {
            reader.not_in_book(&mut section, key, &rules.code);
            Some(Fate::Lost)
        }
    };
    let hand_bonus = fate("hand_bonus", &law.hand_bonus);
    let six_card_bonus = fate("six_card_bonus", &law.six_card_bonus);
    let prime = fate("prime", &law.prime);
    let progressive = fate("progressive", &law.progressive);
    let five_card_progressive = fate("five_card_progressive", &law.five_card_progressive);
    let envy = fate("envy", &law.envy);
    let cover_all = fate("cover_all", &law.cover_all);
    reader.finish(&section);
    Some(FoldTerms {
        pair_plus: pair_plus?,
        hand_bonus: hand_bonus?,
        six_card_bonus: six_card_bonus?,
        prime: prime?,
        progressive: progressive?,
        five_card_progressive: five_card_progressive?,
        envy: envy?,
        cover_all: cover_all?,
    })
}

/// A hand forfeited entirely, where the book has that.
pub(super) fn read_forfeit(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> Option<FoldTerms> {
    let mut section = reader.section(root, "forfeit");
    let law = rules.forfeit.as_ref();
    let allowed = reader.choose_if(&mut section, "allowed", law.map(|law| &law.allowed), &rules.code);
    reader.finish(&section);
    law.filter(|_| allowed == Some(true)).map(forfeit_terms)
}

/// What forfeiting a hand entirely does to each wager, by the book.
pub(super) fn forfeit_terms(law: &ForfeitRules) -> FoldTerms {
    let fate = |rule: &Option<Rule<Fate>>| rule.as_ref().and_then(|rule| rule.default).unwrap_or(Fate::Lost);
    FoldTerms {
        pair_plus: law.pair_plus.default.unwrap_or(Fate::Lost),
        hand_bonus: fate(&law.hand_bonus),
        six_card_bonus: fate(&law.six_card_bonus),
        prime: fate(&law.prime),
        progressive: fate(&law.progressive),
        five_card_progressive: fate(&law.five_card_progressive),
        envy: fate(&law.envy),
        cover_all: fate(&law.cover_all),
    }
}

/// The order of settlement, and its direction across the table.
pub(super) fn read_settlement(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> Option<(usize, Direction)> {
    let mut section = reader.section(root, "settlement");
    let across = reader.choose(&mut section, "across", &rules.settlement.across);
    let order = read_order(reader, &mut section, rules);
    reader.finish(&section);
    order.zip(across)
}

fn read_order(reader: &mut HouseReader<'_>, section: &mut Section<'_, '_>, rules: &Rulebook) -> Option<usize> {
    let alternatives = &rules.settlement.alternatives;
    if let Some(rule) = &rules.settlement.order {
        let named = reader.choose(section, "order", rule);
        return alternatives.iter().position(|alternative| Some(&alternative.id) == named.as_ref());
    }
    let order = reader.read::<String>(section, "order");
    let wanted = order.as_ref().map(|order| &order.value).or(rules.settlement.default.as_ref());
    let found = alternatives.iter().position(|alternative| Some(&alternative.id) == wanted);
    if let (None, Some(order)) = (found, order) {
        let names = alternatives.iter().map(|a| format!("\"{}\"", a.id)).collect::<Vec<_>>().join(", ");
        let message = format!("\"{}\" is not an order of settlement of this book", order.value);
        reader.error(
            section.key("order"),
            order.span,
            message,
            format!("lawful: {names}"),
            &rules.settlement.across.cite,
        );
    }
    found
}

pub(super) fn read_wheel(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> Wheel {
    let mut section = reader.section(root, "ranking");
    let wheel = reader.choose_if(&mut section, "five_card_wheel", rules.ranking.five_card_wheel.as_ref(), &rules.code);
    reader.finish(&section);
    if wheel == Some(false) { Wheel::DoesNotCount } else { Wheel::Counts }
}
