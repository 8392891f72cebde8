//! Bad beat and hand bonus, six card bonus, prime, Cover All, tips and match play, as a house offers them.

use super::Confirmation;
use super::cards::CardChoices;
use super::posting::{choose_table, warn_over_100_percent};
use super::progressive::EarlierSections;
use super::reader::{FileValue, HouseReader, REQUIRED, Section};
use super::wagers::Limit;
use crate::clause::Citation;
use crate::money::Cents;
use crate::posted::{ColourTable, FiveTable, ThreeTable};
use crate::returns;
use crate::rule::Rule;
use crate::rulebook::Rulebook;
use crate::rulebook::vocabulary::{DealDevice, Needs, PaidFrom};
use crate::wager::Wager;

/// The six card bonus of a house.
#[derive(Clone, Debug)]
pub struct SixCardTerms {
    /// The paytable over the best five of six cards.
    pub table: FiveTable,
    /// The wagers it needs beside it.
    pub needs: Needs,
    /// Where a super royal is paid from.
    pub super_royal_paid_from: PaidFrom,
    /// The smallest wager.
    pub smallest: Cents,
}

/// The hand bonus of a house.
#[derive(Clone, Debug)]
pub struct HandBonusTerms {
    /// The paytable over the player's three cards.
    pub table: ThreeTable,
    /// The wagers it needs beside it.
    pub needs: Needs,
}

/// The prime of a house.
#[derive(Clone, Debug)]
pub struct PrimeTerms {
    /// The paytable over the colours of the cards.
    pub table: ColourTable,
    /// The wagers it needs beside it.
    pub needs: Needs,
}

/// Cover All of a house.
#[derive(Clone, Debug)]
pub struct CoverAllTerms {
    /// The table for each number of players' hands, from one.
    pub tables: Vec<ThreeTable>,
    /// The wagers it needs beside it.
    pub needs: Needs,
    /// Whether folded hands count.
    pub folded_hands_count: bool,
}

/// A section whose presence offers a wager: `None` if it is absent or the book forbids the wager.
fn offered<'d, 'i>(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'d, 'i>,
    rules: &Rulebook,
    key: &'static str,
    rule: Option<&Rule<bool>>,
) -> Option<Section<'d, 'i>> {
    let section = reader.section(root, key);
    if !section.is_present() {
        if let Some(rule) = rule.filter(|rule| !rule.allows(&false)) {
            let help = format!("add a section [{key}]");
            reader.error(key, section.span.clone(), REQUIRED, help, &rule.cite);
        }
        return None;
    }
    match rule {
        Some(rule) if rule.allows(&true) => Some(section),
        Some(rule) => {
            reader.error(
                key,
                section.span.clone(),
                format!("{} does not permit it", rules.code),
                "remove the section",
                &rule.cite,
            );
            None
        }
        None => {
            let message = format!("rulebook {} has no {}", rules.code, key.replace('_', " "));
            reader.error(key, section.span.clone(), message, "remove the section", &rules.wagers.base.cite);
            None
        }
    }
}

pub(super) fn read_six_card(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    confirmations: &[Confirmation],
) -> Option<SixCardTerms> {
    let law = rules.six_card_bonus.as_ref();
    let mut section = offered(reader, root, rules, "six_card_bonus", law.map(|law| &law.offered))?;
    let law = law?;
    let table = choose_table(reader, &mut section, rules, Wager::SixCardBonus, confirmations);
    let needs = reader.choose(&mut section, "needs", &law.needs);
    let from = reader.choose_if(&mut section, "super_royal_paid_from", law.super_royal_paid_from.as_ref(), &rules.code);
    reader.finish(&section);
    Some(SixCardTerms {
        table: FiveTable::of(table?),
        needs: needs?,
        super_royal_paid_from: from.unwrap_or(PaidFrom::HandPay),
        smallest: law.smallest.at_least.unwrap_or(Cents(1)),
    })
}

/// Flat prizes make a small wager worth more than it costs, so the smallest wager is bounded (READING 33).
pub(super) fn check_smallest(reader: &mut HouseReader<'_>, rules: &Rulebook, terms: &SixCardTerms, limit: &Limit) {
    let Some(law) = rules.six_card_bonus.as_ref() else {
        return;
    };
    if !law.smallest.allows(limit.min) {
        reader.out_of_bound("limits.six_card_bonus.min".into(), limit.span.clone(), limit.min, &law.smallest);
        return;
    }
    let (returned, of) = returns::six_card(&terms.table, cards::Wheel::Counts, limit.min);
    if returned > of {
        let message = format!("a six card bonus of {} returns {}", limit.min, returns::percent(returned, of));
        reader.warning(
            "limits.six_card_bonus.min",
            limit.span.clone(),
            message,
            "raise the minimum",
            &terms.table.cite,
        );
    }
}

/// The bad beat bonus: its table.
pub(super) fn read_bad_beat(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    confirmations: &[Confirmation],
) -> Option<ThreeTable> {
    let law = rules.bad_beat.as_ref();
    let mut section = offered(reader, root, rules, "bad_beat", law.map(|law| &law.offered))?;
    let table = choose_table(reader, &mut section, rules, Wager::BadBeat, confirmations);
    reader.finish(&section);
    table.map(ThreeTable::of)
}

pub(super) fn read_hand_bonus(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    confirmations: &[Confirmation],
) -> Option<HandBonusTerms> {
    let law = rules.hand_bonus.as_ref();
    let mut section = offered(reader, root, rules, "hand_bonus", law.map(|law| &law.offered))?;
    let law = law?;
    let table = choose_table(reader, &mut section, rules, Wager::HandBonus, confirmations).map(ThreeTable::of);
    let needs = reader.choose(&mut section, "needs", &law.needs);
    if let Some(table) = &table {
        warn_over_100_percent(reader, &mut section, table, Wager::HandBonus);
    }
    reader.finish(&section);
    Some(HandBonusTerms { table: table?, needs: needs? })
}

pub(super) fn read_prime(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    confirmations: &[Confirmation],
) -> Option<PrimeTerms> {
    let law = rules.prime.as_ref();
    let mut section = offered(reader, root, rules, "prime", law.map(|law| &law.offered))?;
    let law = law?;
    let table = choose_table(reader, &mut section, rules, Wager::Prime, confirmations).map(ColourTable::of);
    let needs = reader.choose(&mut section, "needs", &law.needs);
    if let Some(table) = &table {
        let (returned, of) = returns::colours(table);
        if returned > of {
            let span = section.get("paytable").map_or(section.span.clone(), toml::Spanned::span);
            let percent = returns::percent(returned, of);
            let message = format!("prime by table \"{}\" returns {percent} of the stake", table.id);
            reader.warning("prime", span, message, "is this intended?", &table.cite);
        }
    }
    reader.finish(&section);
    Some(PrimeTerms { table: table?, needs: needs? })
}

/// The smallest hand bonus and the smallest prime are at least what the book says.
pub(super) fn check_smallest_stake(reader: &mut HouseReader<'_>, rules: &Rulebook, wager: Wager, limit: &Limit) {
    let smallest = match wager {
        Wager::HandBonus => rules.hand_bonus.as_ref().map(|law| &law.smallest),
        Wager::Prime => rules.prime.as_ref().map(|law| &law.smallest),
        _ => None,
    };
    if let Some(smallest) = smallest.filter(|smallest| !smallest.allows(limit.min)) {
        reader.out_of_bound(format!("limits.{wager}.min"), limit.span.clone(), limit.min, smallest);
    }
}

pub(super) fn read_cover_all(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    earlier: &EarlierSections<'_>,
    cards: Option<&CardChoices>,
) -> Option<CoverAllTerms> {
    let &EarlierSections { rules, confirmations, electronic, .. } = earlier;
    let law = rules.cover_all.as_ref();
    let mut section = offered(reader, root, rules, "cover_all", law.map(|law| &law.offered))?;
    let law = law?;
    let table = choose_table(reader, &mut section, rules, Wager::CoverAll, confirmations);
    let folded_hands_count = reader.choose(&mut section, "folded_hands_count", &law.folded_hands_count);
    if let Some(kind) = cards.map(|cards| cards.shuffler).filter(|kind| !law.shuffler.allows(kind)) {
        let message = format!("Cover All cannot be dealt with shuffler \"{kind}\"");
        let lawful = law.shuffler.lawful.iter().map(|kind| format!("\"{kind}\"")).collect::<Vec<_>>().join(", ");
        let help = format!("set shuffler.kind to {lawful}, or remove [cover_all]");
        reader.error("cover_all", section.span.clone(), message, help, &law.shuffler.cite);
    }
    if let Some(device) = cards.map(|cards| cards.device).filter(|device| *device != DealDevice::AutomatedShoe) {
        // The shuffler counts the players by the hands it dispenses (READING 83).
        let message = format!("Cover All cannot be dealt from {}", device.show());
        let help = "set deal.device to \"automated_shoe\", or remove [cover_all]";
        reader.error("cover_all", section.span.clone(), message, help, &law.shuffler.cite);
    }
    if let Some(shared) = electronic {
        // Cover All pays by the number of players' hands, and a shared hand belongs to nobody (READING 90).
        let help = "remove [cover_all], or set table.electronic to false";
        reader.error(
            "cover_all",
            section.span.clone(),
            "Cover All is not possible where all hands are shared",
            help,
            shared,
        );
    }
    reader.finish(&section);
    let table = table?;
    let column = |players: u8| {
        let lines = table.lines.iter().filter(|line| line.players == Some(players)).cloned().collect();
        ThreeTable::new(&table.id, table.cite(), lines)
    };
    Some(CoverAllTerms {
        // The book has a column for each number of players that it allows.
        tables: (1..=rules.table.positions.at_most.unwrap_or(0)).map(column).collect(),
        needs: law.needs.default?,
        folded_hands_count: folded_hands_count?,
    })
}

pub(super) fn read_tips(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> bool {
    read_switch(reader, root, rules, "tips", rules.tips.as_ref().map(|law| &law.offered))
}

pub(super) fn read_match_play(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> bool {
    read_switch(reader, root, rules, "match_play", rules.match_play.as_ref().map(|law| &law.offered))
}

/// A section that only switches something on; `offered = false` keeps it off.
fn read_switch(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    key: &'static str,
    rule: Option<&Rule<bool>>,
) -> bool {
    let Some(mut section) = offered(reader, root, rules, key, rule) else {
        return false;
    };
    let offered = reader.need::<bool>(
        &mut section,
        "offered",
        "write offered = true",
        &rule.map_or_else(Citation::default, |r| r.cite.clone()),
    );
    if let (Some(offered), Some(rule)) = (&offered, rule.filter(|rule| !rule.allows(&false)))
        && !offered.value
    {
        let help = "write offered = true";
        reader.error(section.key("offered"), offered.span.clone(), "false is not lawful here", help, &rule.cite);
    }
    reader.finish(&section);
    offered.is_some_and(|offered| offered.value)
}
