//! Both progressives: stake, table, validation and links, as a house runs them. Their meters and envy bonuses have
//! modules of their own.

use std::ops::Range;

use super::Confirmation;
use super::envy::{EnvyTerms, read_envy};
use super::meters::{MeterTerms, read_meters, reserve_fits};
use super::posting::choose_table;
use super::reader::{HouseReader, REQUIRED, Section};
use crate::clause::Citation;
use crate::money::{Cents, Share};
use crate::paytable::Paytable;
use crate::posted::{FiveTable, ThreeTable};
use crate::returns;
use crate::rulebook::vocabulary::{LinkMatch, MultiWin};
use crate::rulebook::{ProgressiveRules, Rulebook};
use crate::wager::{Level, Wager};

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
    /// The share of each stake that a meter grows by: its rate, less what the highest meter keeps back for its next seed.
    #[must_use]
    pub fn grows(&self, meter: &MeterTerms) -> Share {
        let first = self.meters.first().is_some_and(|first| first.level == meter.level);
        Share(if first { meter.rate.0 - self.reserve.0.min(meter.rate.0) } else { meter.rate.0 })
    }

    /// What a meter is called.
    #[must_use]
    pub fn called(&self, level: Level) -> &str {
        self.meters.iter().find(|meter| meter.level == level).map_or(level.word(), MeterTerms::called)
    }

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

/// What the earlier sections say that a progressive depends on.
pub(super) struct EarlierSections<'a> {
    pub rules: &'a Rulebook,
    pub confirmations: &'a [Confirmation],
    pub decks: Option<u8>,
    /// The law of the electronic version, if this is one.
    pub electronic: Option<&'a Citation>,
}

pub(super) fn read_progressive(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    earlier: &EarlierSections<'_>,
    wager: Wager,
) -> Option<ProgressiveTerms> {
    let rules = earlier.rules;
    let mut section = reader.section(root, wager.word());
    if !section.is_present() {
        if let Some(law) = rules.progressive_rules(wager).filter(|law| !law.offered.allows(&false)) {
            let help = format!("add a section [{}]", wager.word());
            reader.error(wager.word(), section.span.clone(), REQUIRED, help, &law.offered.cite);
        }
        return None;
    }
    let law = offered_under(reader, &section, rules, wager)?;
    let table = choose_table(reader, &mut section, rules, wager, earlier.confirmations);
    let stake = read_stake(reader, &mut section, law);
    let multi_win = reader.choose(&mut section, "multi_win", &law.multi_win);
    let from_tray = reader.figure(&mut section, "meter_win_from_tray", &law.meter_win_from_tray);
    let validated_from = read_validated_from(reader, &mut section, law);
    let reversed = reader.choose(&mut section, "reversed_on_void", &law.reversed_on_void);
    let reserve = reader.figure(&mut section, "reserve", &law.reserve);
    let backup = read_backup(reader, &mut section, law, &rules.code);
    let backup_share = backup.unwrap_or_default();
    let meters = match (table, stake) {
        (Some(table), Some(stake)) => {
            let meters = read_meters(reader, &mut section, law, table, stake, backup_share);
            let bound = table.rate.as_ref().unwrap_or(&law.rate);
            meters
                .filter(|meters| reserve_fits(reader, &mut section, (law, bound), meters, reserve.unwrap_or_default()))
        }
        _ => {
            // Marks the keys as known without reading them: they cannot be judged until the table and the stake are
            // lawful.
            let _ = (section.get("seed"), section.get("rate"), section.get("names"));
            None
        }
    };
    let envy = read_envy(reader, &mut section, earlier, wager, table, stake);
    let link = read_link(reader, &mut section, law, table, stake, earlier.decks);
    reader.finish(&section);
    let (table, stake) = (table?, stake?);
    warn_of_other_stake(reader, &section, table, stake);
    Some(ProgressiveTerms {
        table: post_table(reader, &mut section, table, wager),
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

/// The law of a progressive that may be offered; a section for any other is a fault.
fn offered_under<'r>(
    reader: &mut HouseReader<'_>,
    section: &Section<'_, '_>,
    rules: &'r Rulebook,
    wager: Wager,
) -> Option<&'r ProgressiveRules> {
    let known = rules.progressive_rules(wager);
    let offered = known.filter(|law| law.offered.allows(&true));
    if offered.is_none() {
        let message = format!("rulebook {} has no {}", rules.code, wager.title());
        let cite = known.map_or(&rules.wagers.base.cite, |law| &law.offered.cite);
        reader.error(wager.word(), section.span.clone(), message, "remove the section", cite);
    }
    offered
}

/// The smallest win that is validated. Where the book has no threshold, naming one is a fault: every win is validated
/// (READING 81).
fn read_validated_from(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
) -> Option<Cents> {
    if let Some(bound) = &law.validated_from {
        return reader.figure(section, "validated_from", bound);
    }
    let Some(value) = section.get("validated_from") else { return Some(Cents::ZERO) };
    let message = "every win is validated here, whatever its amount";
    reader.error(section.key("validated_from"), value.span(), message, "remove it", &law.validated_by.cite);
    None
}

/// The share of each stake that feeds a back-up meter, where the book has one.
fn read_backup(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    code: &str,
) -> Option<Share> {
    match &law.backup {
        Some(bound) => reader.figure(section, "backup", bound),
        None => {
            reader.not_in_book(section, "backup", code);
            Some(Share(0))
        }
    }
}

fn warn_of_other_stake(reader: &mut HouseReader<'_>, section: &Section<'_, '_>, table: &Paytable, stake: Cents) {
    if let Some(meant) = table.meant_for_stake.filter(|meant| *meant != stake) {
        let message = format!("paytable \"{}\" is meant for a stake of {meant}", table.id);
        reader.warning(section.key("stake"), section.span.clone(), message, "is this intended?", &table.cite());
    }
}

/// The table as posted, with a warning if its fixed lines give back more than they take.
fn post_table(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    table: &Paytable,
    wager: Wager,
) -> ProgressiveTable {
    if wager != Wager::Progressive {
        return ProgressiveTable::Five(FiveTable::of(table));
    }
    let posted = ThreeTable::of(table);
    let (returned, of) = returns::three_card(&posted);
    if returned > of {
        let span = section.get("paytable").map_or(section.span.clone(), toml::Spanned::span);
        let percent = returns::percent(returned, of);
        let message = format!("the fixed lines of paytable \"{}\" alone return {percent} of the stake", table.id);
        reader.warning(section.key("paytable"), span, message, "is this intended?", &table.cite());
    }
    ProgressiveTable::Three(posted)
}

/// The table's one stake: one that the document names, or another where that is lawful (READING 42).
fn read_stake(reader: &mut HouseReader<'_>, section: &mut Section<'_, '_>, law: &ProgressiveRules) -> Option<Cents> {
    if !law.other_stakes.allows(&true) || section.get("stake").is_none() {
        return reader.choose(section, "stake", &law.stake);
    }
    let located = reader.read::<Cents>(section, "stake")?;
    if located.value.0 <= 0 {
        reader.error(
            section.key("stake"),
            located.span,
            "the stake must be more than zero",
            "write, for example, \"$1\"",
            &law.stake.cite,
        );
        return None;
    }
    Some(located.value)
}

/// An amount stated for one stake, scaled to another. If it overflows it becomes the largest amount, which is refused.
pub(super) fn in_proportion(amount: Cents, stake: Cents, basis: Cents) -> Cents {
    let scaled = i128::from(amount.0) * i128::from(stake.0) / i128::from(basis.0.max(1));
    Cents(i64::try_from(scaled).unwrap_or(i64::MAX))
}

/// Linked games must share what the book says. `None` for a fault, `Some(None)` without a link.
fn read_link(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    table: Option<&Paytable>,
    stake: Option<Cents>,
    decks: Option<u8>,
) -> Option<Option<(String, Vec<LinkedGame>)>> {
    let mut link = reader.section(section, "link");
    if !link.is_present() {
        return Some(None);
    }
    if !law.link.allows(&true) {
        reader.error(
            link.path.clone(),
            link.span.clone(),
            "this progressive may not be linked",
            "remove the link",
            &law.link.cite,
        );
        return None;
    }
    let name = reader.need::<String>(&mut link, "name", "name the link", &law.link.cite);
    let mut games = Vec::new();
    let mut sound = true;
    for mut game in reader.list(&mut link, "game") {
        let title = reader.need::<String>(&mut game, "name", "name the game or table", &law.link.cite);
        let paytable = reader.need::<String>(&mut game, "paytable", "name its paytable", &law.link_shares.cite);
        let game_stake = reader.need::<Cents>(&mut game, "stake", "write its stake", &law.link_shares.cite);
        let game_decks = reader.need::<u8>(&mut game, "decks", "write its number of decks", &law.link_shares.cite);
        reader.finish(&game);
        let shares = |what: LinkMatch| law.link_shares.lawful.iter().flatten().any(|shared| *shared == what);
        let mut differs = |what: LinkMatch, key: &str, span: Range<usize>, theirs: String, ours: String| {
            if shares(what) && theirs != ours {
                let message = format!("a linked game's {what} is {theirs}, this table's {ours}");
                reader.error(
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
    reader.finish(&link);
    let name = name?.value;
    sound.then_some(Some((name, games)))
}

/// To run both progressives, each needs its own sensor (READING 41).
pub(super) fn check_both(reader: &mut HouseReader<'_>, rules: &Rulebook, sensors: u8, span: Range<usize>) {
    let Some(rule) = &rules.table.both_progressives_need_sensors else {
        return;
    };
    let wanted = rule.default.unwrap_or(2);
    if sensors < wanted {
        let message = "both progressives at one table need a sensor each";
        let help = format!("set table.sensors to {wanted}, or offer one of them");
        reader.error("table.sensors", span, message, help, &rule.cite);
    }
}
