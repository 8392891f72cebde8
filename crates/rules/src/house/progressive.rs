//! Both progressives: stake, seeds, rates, reserve, envy, validation and links, as a house runs them.

use std::ops::Range;

use super::Confirmation;
use super::posting::choose_table;
use super::sheet::{MUST_STATE, Section, Sheet};
use crate::clause::Citation;
use crate::hand::HandName;
use crate::money::{CENTS_MAX, Cents, Share};
use crate::paytable::{EnvyLine, Paytable, envy_fault};
use crate::posted::{FiveTable, ThreeTable};
use crate::returns;
use crate::rule::Bound;
use crate::rulebook::vocabulary::{EnvyAmounts, LinkMatch, MultiWin};
use crate::rulebook::{EnvyRules, ProgressiveRules, Rulebook};
use crate::wager::{Level, Wager};

/// One meter of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterTerms {
    /// Which meter it is.
    pub level: Level,
    /// What it starts at and resets to.
    pub seed: Cents,
    /// The rate of progression: the share of each stake that goes to it, including what is reserved for its next seed.
    pub rate: Share,
}

/// Envy bonuses of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvyTerms {
    /// What each hand pays at the house's stake, the highest hand first.
    pub lines: Vec<EnvyLine>,
    /// Whether the holder of the hand must also have the wager.
    pub holder_needs_wager: bool,
}

/// A game on the same link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedGame {
    /// The name of the game.
    pub name: String,
}

/// A progressive of a house.
#[derive(Clone, Debug)]
pub struct ProgressiveTerms {
    /// The table, over three or five cards.
    pub table: ProgressiveTable,
    /// The stake, the same for everybody.
    pub stake: Cents,
    /// The meters, the highest first.
    pub meters: Vec<MeterTerms>,
    /// The part of the highest meter's rate that is kept back for its next seed.
    pub reserve: Share,
    /// The share of each stake that feeds a back-up meter, where the book has one.
    pub backup: Share,
    /// What happens when several players win a meter in one round.
    pub multi_win: MultiWin,
    /// The largest meter win that the tray pays; larger ones are paid outside it.
    pub meter_win_from_tray: Cents,
    /// The smallest win that a second person validates; zero if every win is.
    pub validated_from: Cents,
    /// Whether a void round reverses the contributions.
    pub reversed_on_void: bool,
    /// The envy bonus, if offered.
    pub envy: Option<EnvyTerms>,
    /// The link's name and the other games on it, if linked.
    pub link: Option<(String, Vec<LinkedGame>)>,
    span: Range<usize>,
}

impl ProgressiveTerms {
    /// Its place in the house's file.
    pub(super) fn place(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// The table of a progressive.
#[derive(Clone, Debug)]
pub enum ProgressiveTable {
    /// Over the player's three cards.
    Three(ThreeTable),
    /// Over the player's three and two community cards.
    Five(FiveTable),
}

/// What the earlier sections have settled.
pub(super) struct Stage<'a> {
    pub rules: &'a Rulebook,
    pub confirmations: &'a [Confirmation],
    pub decks: Option<u8>,
    /// The law of the electronic version, if this is one.
    pub electronic: Option<&'a Citation>,
}

pub(super) fn read_progressive(
    sheet: &mut Sheet<'_>,
    root: &mut Section<'_, '_>,
    stage: &Stage<'_>,
    wager: Wager,
) -> Option<ProgressiveTerms> {
    let rules = stage.rules;
    let mut section = sheet.section(root, wager.word());
    if !section.is_present() {
        return None;
    }
    let known = rules.progressive_rules(wager);
    let Some(law) = known.filter(|law| law.offered.allows(&true)) else {
        let message = format!("rulebook {} has no {}", rules.code, wager.title());
        let cite = known.map_or(&rules.wagers.base.cite, |law| &law.offered.cite);
        sheet.error(wager.word(), section.span.clone(), message, "remove the section", cite);
        return None;
    };
    let table = choose_table(sheet, &mut section, rules, wager, stage.confirmations);
    let stake = read_stake(sheet, &mut section, law);
    let multi_win = sheet.choose(&mut section, "multi_win", &law.multi_win);
    let from_tray = sheet.figure(&mut section, "meter_win_from_tray", &law.meter_win_from_tray);
    let validated_from = match &law.validated_from {
        Some(bound) => sheet.figure(&mut section, "validated_from", bound),
        None => every_win_is_validated(sheet, &mut section, law),
    };
    let reversed = sheet.choose(&mut section, "reversed_on_void", &law.reversed_on_void);
    let reserve = sheet.figure(&mut section, "reserve", &law.reserve);
    let backup = match law.backup.as_ref().filter(|rule| rule.allows(&true)) {
        Some(_) => Some(sheet.read::<Share>(&mut section, "backup").map_or(Share(0), |placed| placed.value)),
        None => {
            sheet.not_in_book(&mut section, "backup", &rules.code);
            Some(Share(0))
        }
    };
    let meters = match (table, stake) {
        (Some(table), Some(stake)) => {
            let meters = read_meters(sheet, &mut section, law, table, stake, backup.unwrap_or_default());
            let bound = table.rate.as_ref().unwrap_or(&law.rate);
            meters.filter(|meters| reserve_fits(sheet, &mut section, (law, bound), meters, reserve.unwrap_or_default()))
        }
        _ => {
            // Marks the keys as known without reading them: they cannot be judged until the table and the stake are
            // lawful.
            let _ = (section.get("seed"), section.get("rate"));
            None
        }
    };
    let envy = read_envy(sheet, &mut section, stage, wager, table, stake);
    let link = read_link(sheet, &mut section, law, table, stake, stage.decks);
    sheet.finish(&section);
    let (table, stake) = (table?, stake?);
    if table.meant_for_stake.is_some_and(|meant| meant != stake) {
        let message =
            format!("paytable \"{}\" is meant for a stake of {}", table.id, table.meant_for_stake.unwrap_or(stake));
        sheet.warning(section.key("stake"), section.span.clone(), message, "is that meant?", &table.cite());
    }
    let posted = match wager {
        Wager::Progressive => {
            let posted = ThreeTable::of(table);
            let (returned, of) = returns::three_card(&posted);
            if returned > of {
                let span = section.get("paytable").map_or(section.span.clone(), toml::Spanned::span);
                let message =
                    format!("the fixed lines of paytable \"{}\" alone return {returned}/{of} of the stake", table.id);
                sheet.warning(section.key("paytable"), span, message, "is that meant?", &table.cite());
            }
            ProgressiveTable::Three(posted)
        }
        _ => ProgressiveTable::Five(FiveTable::of(table)),
    };
    Some(ProgressiveTerms {
        table: posted,
        stake,
        meters: meters?,
        reserve: reserve?,
        backup: backup?,
        multi_win: multi_win?,
        meter_win_from_tray: from_tray?,
        validated_from: validated_from?,
        reversed_on_void: reversed?,
        envy: envy?,
        link: link?,
        span: section.span.clone(),
    })
}

/// Where the book has no threshold, naming one is a fault: every win is validated (READING 81).
fn every_win_is_validated(
    sheet: &mut Sheet<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
) -> Option<Cents> {
    let Some(value) = section.get("validated_from") else { return Some(Cents::ZERO) };
    let message = "every win is validated here, whatever its amount";
    sheet.error(section.key("validated_from"), value.span(), message, "remove it", &law.validated_by.cite);
    None
}

/// The table's one stake: one that the document names, or another where that is lawful (READING 42).
fn read_stake(sheet: &mut Sheet<'_>, section: &mut Section<'_, '_>, law: &ProgressiveRules) -> Option<Cents> {
    if !law.other_stakes.allows(&true) {
        return sheet.choose(section, "stake", &law.stake);
    }
    let Some(placed) = sheet.read::<Cents>(section, "stake") else {
        return if section.get("stake").is_none() { law.stake.default } else { None };
    };
    if placed.value.0 <= 0 {
        sheet.error(section.key("stake"), placed.span, "the stake is nothing", "write such as \"$1\"", &law.stake.cite);
        return None;
    }
    Some(placed.value)
}

const LEVEL_KEYS: [(Level, &str); 4] =
    [(Level::Main, "main"), (Level::Mega, "mega"), (Level::Major, "major"), (Level::Minor, "minor")];

/// A figure for each meter: one value for a single meter, or a table by level.
fn by_level<T: super::sheet::Written>(
    sheet: &mut Sheet<'_>,
    section: &mut Section<'_, '_>,
    key: &'static str,
    levels: &[Level],
) -> Option<Vec<(Level, Option<super::sheet::Placed<T>>)>> {
    let value = section.get(key);
    let is_table = value.is_some_and(|value| value.get_ref().is_table());
    if let ([only], false) = (levels, is_table) {
        let given = value.is_some();
        let read = sheet.read::<T>(section, key);
        return if given && read.is_none() { None } else { Some(vec![(*only, read)]) };
    }
    if value.is_some() && !is_table {
        let names = levels.iter().map(|level| level.word()).collect::<Vec<_>>().join(", ");
        let span = value.map_or(section.span.clone(), toml::Spanned::span);
        let message = "expected one figure for each meter";
        sheet.error(
            section.key(key),
            span,
            message,
            format!("write {key} = {{ … }} with {names}"),
            &Citation::default(),
        );
        return None;
    }
    let mut table = sheet.section(section, key);
    let mut figures = Vec::new();
    let mut sound = true;
    for level in levels {
        let name = LEVEL_KEYS.iter().find(|(l, _)| l == level).map_or("main", |(_, name)| name);
        let given = table.get(name).is_some();
        let read = sheet.read::<T>(&mut table, name);
        sound &= read.is_some() || !given;
        figures.push((*level, read));
    }
    sheet.finish(&table);
    sound.then_some(figures)
}

/// Seeds and rates by meter, checked against the paytable's law, or else the wager's.
fn read_meters(
    sheet: &mut Sheet<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    table: &Paytable,
    stake: Cents,
    backup: Share,
) -> Option<Vec<MeterTerms>> {
    let levels = table.meters();
    let seeds = by_level::<Cents>(sheet, section, "seed", &levels);
    let rates = by_level::<Share>(sheet, section, "rate", &levels);
    let seed_span = section.get("seed").map_or(section.span.clone(), toml::Spanned::span);
    let rate_span = section.get("rate").map_or(section.span.clone(), toml::Spanned::span);
    let (seeds, rates) = (seeds?, rates?);
    let mut meters = Vec::new();
    let mut sound = true;
    for ((level, seed), (_, rate)) in seeds.into_iter().zip(&rates) {
        let own = table.seeds.iter().find(|rule| rule.meter == level).map(|rule| scaled(&rule.amount, table, stake));
        let bound = own.as_ref().unwrap_or(&law.seed);
        let key = format!("{}.{level}", section.key("seed"));
        let (seed, span) = match seed {
            Some(placed) => (Some(placed.value), placed.span),
            None => (bound.default, seed_span.clone()),
        };
        match seed {
            Some(seed) if seed.0 > CENTS_MAX => {
                let message = format!("a seed of {seed} is over the largest amount, {}", Cents(CENTS_MAX));
                sheet.error(key, span, message, "choose a smaller stake", &bound.cite);
                sound = false;
            }
            Some(seed) if bound.allows(seed) => {
                let rate = rate.as_ref().map(|placed| placed.value);
                meters.push(MeterTerms { level, seed, rate: rate.unwrap_or_default() });
            }
            Some(seed) => {
                sheet.out_of_bound(key, span, seed, bound);
                sound = false;
            }
            None => {
                let message = if law.seed.stated { MUST_STATE } else { "missing: a meter needs a seed" };
                let cite = if law.seed.stated { law.seed.cite.clone().and(&bound.cite) } else { bound.cite.clone() };
                sheet.error(key, span, message, format!("lawful: {}", bound.describe()), &cite);
                sound = false;
            }
        }
    }
    let bound = table.rate.as_ref().unwrap_or(&law.rate);
    let stated = rates.iter().any(|(_, rate)| rate.is_some());
    let total = if stated {
        Share(rates.iter().filter_map(|(_, rate)| rate.as_ref()).map(|placed| placed.value.0).sum())
    } else if let (false, [_], Some(rate)) = (law.rate.stated, levels.as_slice(), bound.default.or(bound.at_least)) {
        // A single meter takes the default; for several, the house must say how they divide it.
        for only in &mut meters {
            only.rate = rate;
        }
        rate
    } else {
        let several =
            if levels.len() > 1 { "rate = { … } for each meter; in total" } else { "such as rate = \"14%\";" };
        let help = format!("write {several} {}", bound.describe());
        let message = if law.rate.stated { MUST_STATE } else { "missing: a meter needs a rate of progression" };
        let cite = if law.rate.stated { law.rate.cite.clone().and(&bound.cite) } else { bound.cite.clone() };
        sheet.error(section.key("rate"), rate_span, message, help, &cite);
        return None;
    };
    if !bound.allows(total) {
        let message = format!("a rate of progression of {total} in total is not lawful here");
        sheet.error(section.key("rate"), rate_span, message, format!("lawful: {}", bound.describe()), &bound.cite);
        sound = false;
    } else if total.0 + backup.0 > Share::WHOLE.0 {
        let message = format!("rate {total} and back-up {backup} are more than the stake");
        sheet.error(section.key("rate"), rate_span, message, "lower one of them", &law.reserve.cite);
        sound = false;
    } else if stated {
        for (level, rate) in &rates {
            if rate.is_none() {
                let message = format!("the {level} meter has no rate and will stand still at its seed");
                sheet.warning(section.key("rate"), rate_span.clone(), message, "is that meant?", &bound.cite);
            }
        }
    }
    sound.then_some(meters)
}

/// The reserve is the part of the highest meter's rate that is kept back for its next seed. A rate of progression is
/// what the meters themselves receive, so the reserve does not count towards it (READING 73).
fn reserve_fits(
    sheet: &mut Sheet<'_>,
    section: &mut Section<'_, '_>,
    (law, bound): (&ProgressiveRules, &Bound<Share>),
    meters: &[MeterTerms],
    reserve: Share,
) -> bool {
    let rate = meters.first().map_or(Share(0), |meter| meter.rate);
    let total = Share(meters.iter().map(|meter| meter.rate.0).sum());
    let span = section.get("reserve").map_or(section.span.clone(), toml::Spanned::span);
    let key = section.key("reserve");
    if reserve > rate {
        let message = format!("a reserve of {reserve} is more than the rate of {rate} that it is a part of");
        sheet.error(key, span, message, format!("lawful: at most {rate}"), &law.reserve.cite);
        return false;
    }
    let received = Share(total.0 - reserve.0);
    if !bound.allows(received) {
        let message = format!("of a rate of {total} the meters receive {received}, as {reserve} is kept in reserve");
        let help =
            format!("what the meters receive must be {}: raise the rate, or lower the reserve", bound.describe());
        sheet.error(key, span, message, help, &bound.cite);
        return false;
    }
    if reserve.0 > 0 && reserve == rate {
        let level = meters.first().map_or(Level::Main, |meter| meter.level);
        let message = format!("the {level} meter keeps its whole rate in reserve and will stand still at its seed");
        sheet.warning(key, span, message, "is that meant?", &bound.cite);
    }
    true
}

impl ProgressiveTerms {
    /// The share of each stake that a meter grows by: its rate, less what the highest meter keeps back for its next seed.
    #[must_use]
    pub fn grows(&self, meter: &MeterTerms) -> Share {
        let first = self.meters.first().is_some_and(|first| first.level == meter.level);
        Share(if first { meter.rate.0 - self.reserve.0.min(meter.rate.0) } else { meter.rate.0 })
    }
}

/// An amount stated for one stake, scaled to another. If it overflows it becomes the largest amount, which is refused.
fn in_proportion(amount: Cents, stake: Cents, basis: Cents) -> Cents {
    let scaled = i128::from(amount.0) * i128::from(stake.0) / i128::from(basis.0.max(1));
    Cents(i64::try_from(scaled).unwrap_or(i64::MAX))
}

/// A seed that is stated for one stake scales with the stake (READING 78).
fn scaled(bound: &Bound<Cents>, table: &Paytable, stake: Cents) -> Bound<Cents> {
    let Some(basis) = table.seeds_for_stake.filter(|basis| basis.0 > 0) else {
        return bound.clone();
    };
    let scale = |amount: Option<Cents>| amount.map(|amount| in_proportion(amount, stake, basis));
    Bound {
        at_least: scale(bound.at_least),
        at_most: scale(bound.at_most),
        default: scale(bound.default),
        stated: bound.stated,
        cite: bound.cite.clone(),
        note: bound.note.clone(),
    }
}

/// Envy: `None` for a fault, `Some(None)` if it is not offered.
fn read_envy(
    sheet: &mut Sheet<'_>,
    section: &mut Section<'_, '_>,
    stage: &Stage<'_>,
    wager: Wager,
    table: Option<&Paytable>,
    stake: Option<Cents>,
) -> Option<Option<EnvyTerms>> {
    let Some(envy) = stage.rules.progressive_rules(wager).and_then(|law| law.envy.as_ref()) else {
        sheet.not_in_book(section, "envy", &stage.rules.code);
        return Some(None);
    };
    if let Some(law) = stage.electronic {
        return no_envy(sheet, section, law);
    }
    let mut entry = sheet.section(section, "envy");
    let default = envy.offered.default == Some(true) && envy.amounts.default == Some(EnvyAmounts::Paytable);
    let offered = match sheet.read::<bool>(&mut entry, "offered") {
        Some(placed) if envy.offered.allows(&placed.value) => placed.value,
        Some(placed) => {
            let message = format!("envy offered = {} is not lawful here", placed.value);
            sheet.error(entry.key("offered"), placed.span, message, "remove it", &envy.offered.cite);
            return None;
        }
        None => default || entry.get("amounts").is_some(),
    };
    let holder = sheet.choose(&mut entry, "holder_needs_wager", &envy.holder_needs_wager);
    let amounts = read_amounts(sheet, &mut entry, envy, wager);
    let given = entry.get("amounts").map(toml::Spanned::span);
    let span = entry.span.clone();
    sheet.finish(&entry);
    if !offered {
        return Some(None);
    }
    let lines = if let Some(given) = given {
        let printed = |table: &&Paytable| table.envy.iter().any(|line| line.stake.is_none() || line.stake == stake);
        if let Some(table) = table.filter(printed).filter(|_| !envy.amounts.allows(&EnvyAmounts::House)) {
            let message = format!("paytable \"{}\" prints the envy amounts for this stake", table.id);
            sheet.error(entry.key("amounts"), given, message, "remove `amounts`", &envy.amounts.cite);
            return None;
        }
        amounts?
    } else {
        envy_lines(sheet, (entry.key("amounts"), &span), envy, table?, stake?)?
    };
    if lines.is_empty() {
        return Some(None);
    }
    Some(Some(EnvyTerms { lines, holder_needs_wager: holder? }))
}

/// A shared hand belongs to nobody, so nobody envies it (READING 90).
fn no_envy(sheet: &mut Sheet<'_>, section: &mut Section<'_, '_>, law: &Citation) -> Option<Option<EnvyTerms>> {
    let mut entry = sheet.section(section, "envy");
    let declined = sheet.read::<bool>(&mut entry, "offered").is_some_and(|offered| !offered.value);
    if entry.is_present() && !declined {
        let message = "envy, where all hands are shared";
        let help = "remove it, or set table.electronic to false";
        sheet.error(entry.path.clone(), entry.span.clone(), message, help, law);
        return None;
    }
    // A declined bonus may still be described, as at any other table.
    let _ = (entry.get("holder_needs_wager"), entry.get("amounts"));
    sheet.finish(&entry);
    Some(None)
}

/// The paytable's amounts for the house's stake; another stake needs the house's own table (READING 42).
fn envy_lines(
    sheet: &mut Sheet<'_>,
    (key, span): (String, &Range<usize>),
    envy: &EnvyRules,
    table: &Paytable,
    stake: Cents,
) -> Option<Vec<EnvyLine>> {
    if envy.amounts.allows(&EnvyAmounts::House) && table.envy.is_empty() {
        let help = "write envy.amounts = [{ hand = \"royal-flush\", pays = \"$1,000\" }, …], or envy.offered = false";
        sheet.error(
            key,
            span.clone(),
            "the document names no envy hands and amounts: the house must",
            help,
            &envy.amounts.cite,
        );
        return None;
    }
    let lines: Vec<EnvyLine> =
        table.envy.iter().filter(|line| line.stake.is_none_or(|s| s == stake)).cloned().collect();
    if lines.is_empty() && !table.envy.is_empty() {
        let proportional = table.envy.iter().filter_map(|line| {
            let basis = line.stake.filter(|basis| basis.0 > 0)?;
            Some(format!("{} {}", line.hand, in_proportion(line.pays, stake, basis)))
        });
        let help =
            format!("write envy.amounts; in proportion they would be {}", proportional.collect::<Vec<_>>().join(", "));
        let message = format!("the document names no envy amounts for a stake of {stake}");
        sheet.error(key, span.clone(), message, help, &envy.amounts.cite);
        return None;
    }
    Some(lines)
}

fn read_amounts(
    sheet: &mut Sheet<'_>,
    entry: &mut Section<'_, '_>,
    envy: &EnvyRules,
    wager: Wager,
) -> Option<Vec<EnvyLine>> {
    let mut lines = Vec::new();
    let mut sound = true;
    for mut amount in sheet.list(entry, "amounts") {
        let hand = sheet.need::<HandName>(&mut amount, "hand", "name the envy hand", &envy.amounts.cite);
        let pays = sheet.need::<Cents>(&mut amount, "pays", "write the amount", &envy.amounts.cite);
        sheet.finish(&amount);
        match (hand, pays) {
            (Some(hand), Some(pays)) => {
                lines.push(EnvyLine {
                    hand: hand.value,
                    stake: None,
                    pays: pays.value,
                    cite: envy.amounts.cite.clone(),
                });
            }
            _ => sound = false,
        }
    }
    if let Some(given) = entry.get("amounts").filter(|_| sound) {
        let fault = if lines.is_empty() { Some("no hands".to_owned()) } else { envy_fault(wager, &lines) };
        if let Some(fault) = fault {
            let help = "name each envy hand once, the highest first, with its amount";
            sheet.error(entry.key("amounts"), given.span(), fault, help, &envy.amounts.cite);
            return None;
        }
    }
    sound.then_some(lines)
}

/// Linked games must share what the book says. `None` for a fault, `Some(None)` without a link.
fn read_link(
    sheet: &mut Sheet<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    table: Option<&Paytable>,
    stake: Option<Cents>,
    decks: Option<u8>,
) -> Option<Option<(String, Vec<LinkedGame>)>> {
    let mut link = sheet.section(section, "link");
    if !link.is_present() {
        return Some(None);
    }
    if !law.link.allows(&true) {
        sheet.error(
            link.path.clone(),
            link.span.clone(),
            "this progressive may not be linked",
            "remove the link",
            &law.link.cite,
        );
        return None;
    }
    let name = sheet.need::<String>(&mut link, "name", "name the link", &law.link.cite);
    let mut games = Vec::new();
    let mut sound = true;
    for mut game in sheet.list(&mut link, "game") {
        let title = sheet.need::<String>(&mut game, "name", "name the game or table", &law.link.cite);
        let paytable = sheet.need::<String>(&mut game, "paytable", "name its paytable", &law.link_shares.cite);
        let game_stake = sheet.need::<Cents>(&mut game, "stake", "write its stake", &law.link_shares.cite);
        let game_decks = sheet.need::<u8>(&mut game, "decks", "write its number of decks", &law.link_shares.cite);
        sheet.finish(&game);
        let shares = |what: LinkMatch| law.link_shares.lawful.iter().flatten().any(|shared| *shared == what);
        let mut differs = |what: LinkMatch, key: &str, span: Range<usize>, theirs: String, ours: String| {
            if shares(what) && theirs != ours {
                let message = format!("a linked game's {what} is {theirs}, this table's {ours}");
                sheet.error(
                    format!("{}.game.{key}", link.path),
                    span,
                    message,
                    "linked games must be equal in it",
                    &law.link_shares.cite,
                );
                sound = false;
            }
        };
        if let (Some(theirs), Some(ours)) = (&paytable, table) {
            differs(LinkMatch::Paytable, "paytable", theirs.span.clone(), theirs.value.clone(), ours.id.clone());
        }
        if let (Some(theirs), Some(ours)) = (&game_stake, stake) {
            differs(LinkMatch::Stake, "stake", theirs.span.clone(), theirs.value.to_string(), ours.to_string());
        }
        if let (Some(theirs), Some(ours)) = (&game_decks, decks) {
            differs(LinkMatch::Decks, "decks", theirs.span.clone(), theirs.value.to_string(), ours.to_string());
        }
        match title {
            Some(title) => games.push(LinkedGame { name: title.value }),
            None => sound = false,
        }
    }
    sheet.finish(&link);
    let name = name?.value;
    sound.then_some(Some((name, games)))
}

/// To run both progressives, each needs its own sensor (READING 41).
pub(super) fn check_both(sheet: &mut Sheet<'_>, rules: &Rulebook, sensors: u8, span: Range<usize>) {
    let Some(rule) = &rules.table.both_progressives_need_sensors else {
        return;
    };
    let wanted = rule.default.unwrap_or(2);
    if sensors < wanted {
        let message = "both progressives at one table need a sensor each";
        let help = format!("set table.sensors to {wanted}, or offer one of them");
        sheet.error("table.sensors", span, message, help, &rule.cite);
    }
}
