//! The meters of a progressive: seeds, rates of progression and the reserve, as a house states them.

use std::ops::Range;

use super::meter_names::{key_of, read_names};
use super::progressive::in_proportion;
use super::reader::{FileValue, HouseReader, Located, MUST_STATE, Section};
use crate::clause::Citation;
use crate::money::{CENTS_MAX, Cents, Share};
use crate::paytable::Paytable;
use crate::rule::Bound;
use crate::rulebook::ProgressiveRules;
use crate::wager::Level;

/// One meter of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterTerms {
    /// Which meter it is.
    pub level: Level,
    /// What it is called, where it has a name of its own.
    pub name: Option<String>,
    /// What it starts at and resets to.
    pub seed: Cents,
    /// The rate of progression: the share of each stake that goes to it, including what is reserved for its next seed.
    pub rate: Share,
}

impl MeterTerms {
    /// What it is called: its own name, or its level.
    #[must_use]
    pub fn called(&self) -> &str {
        self.name.as_deref().unwrap_or(self.level.word())
    }
}

/// What a house states for each meter.
type ByLevel<T> = Vec<(Level, Option<Located<T>>)>;

/// A figure for each meter: one value for a single meter, or a table by level.
fn by_level<T: FileValue>(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    key: &'static str,
    levels: &[Level],
) -> Option<ByLevel<T>> {
    let value = section.get(key);
    let is_table = value.is_some_and(|value| value.get_ref().is_table());
    if let ([only], false) = (levels, is_table) {
        let given = value.is_some();
        let read = reader.read::<T>(section, key);
        return if given && read.is_none() { None } else { Some(vec![(*only, read)]) };
    }
    if value.is_some() && !is_table {
        let names = levels.iter().map(|level| level.word()).collect::<Vec<_>>().join(", ");
        let span = value.map_or(section.span.clone(), toml::Spanned::span);
        let message = "expected one figure for each meter";
        reader.error(
            section.key(key),
            span,
            message,
            format!("write {key} = {{ … }} with {names}"),
            &Citation::default(),
        );
        return None;
    }
    let mut table = reader.section(section, key);
    let mut figures = Vec::new();
    let mut sound = true;
    for level in levels {
        let name = key_of(*level);
        let given = table.get(name).is_some();
        let read = reader.read::<T>(&mut table, name);
        sound &= read.is_some() || !given;
        figures.push((*level, read));
    }
    reader.finish(&table);
    sound.then_some(figures)
}

/// Seeds and rates by meter, checked against the paytable's law, or else the wager's.
pub(super) fn read_meters(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    table: &Paytable,
    stake: Cents,
    backup: Share,
) -> Option<Vec<MeterTerms>> {
    let levels = table.meters();
    let seeds = by_level::<Cents>(reader, section, "seed", &levels);
    let rates = by_level::<Share>(reader, section, "rate", &levels);
    let names = read_names(reader, section, law, table);
    let (seeds, rates) = (seeds?, rates?);
    let seeds = check_seeds(reader, section, law, table, stake, seeds);
    let rates = check_rates(reader, section, law, table, backup, &rates);
    let figures = seeds?.into_iter().zip(rates?).zip(names?);
    let terms = |(level, ((seed, rate), name))| MeterTerms { level, name, seed, rate };
    Some(levels.into_iter().zip(figures).map(terms).collect())
}

/// The seed of each meter: what the house states, or the default.
fn check_seeds(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    table: &Paytable,
    stake: Cents,
    stated: ByLevel<Cents>,
) -> Option<Vec<Cents>> {
    let place = section.get("seed").map_or(section.span.clone(), toml::Spanned::span);
    let mut seeds = Vec::new();
    let mut sound = true;
    for (level, seed) in stated {
        let own = table.seeds.iter().find(|rule| rule.meter == level).map(|rule| scaled(&rule.amount, table, stake));
        let bound = own.as_ref().unwrap_or(&law.seed);
        let key = format!("{}.{level}", section.key("seed"));
        let (seed, span) = match seed {
            Some(located) => (Some(located.value), located.span),
            None => (bound.default, place.clone()),
        };
        match check_seed(reader, key, span, seed, law, bound) {
            Some(seed) => seeds.push(seed),
            None => sound = false,
        }
    }
    sound.then_some(seeds)
}

fn check_seed(
    reader: &mut HouseReader<'_>,
    key: String,
    span: Range<usize>,
    seed: Option<Cents>,
    law: &ProgressiveRules,
    bound: &Bound<Cents>,
) -> Option<Cents> {
    match seed {
        Some(seed) if seed.0 > CENTS_MAX => {
            let message = format!("a seed of {seed} is over the largest amount, {}", Cents(CENTS_MAX));
            reader.error(key, span, message, "choose a smaller stake", &bound.cite);
            None
        }
        Some(seed) if bound.allows(seed) => Some(seed),
        Some(seed) => {
            reader.out_of_bound(key, span, seed, bound);
            None
        }
        None => {
            let message = if law.seed.stated || bound.stated { MUST_STATE } else { "missing: a meter needs a seed" };
            let cite = if law.seed.stated { law.seed.cite.clone().and(&bound.cite) } else { bound.cite.clone() };
            reader.error(key, span, message, format!("lawful: {}", bound.describe()), &cite);
            None
        }
    }
}

/// The rate of each meter: what the house states, or the default of a single meter.
fn check_rates(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    law: &ProgressiveRules,
    table: &Paytable,
    backup: Share,
    stated: &[(Level, Option<Located<Share>>)],
) -> Option<Vec<Share>> {
    let bound = table.rate.as_ref().unwrap_or(&law.rate);
    let span = section.get("rate").map_or(section.span.clone(), toml::Spanned::span);
    let key = section.key("rate");
    let must_state = law.rate.stated || bound.stated;
    let any_stated = stated.iter().any(|(_, rate)| rate.is_some());
    let rates: Vec<Share> = if any_stated {
        stated.iter().map(|(_, rate)| rate.as_ref().map_or(Share(0), |located| located.value)).collect()
    } else if let (false, [_], Some(rate)) = (must_state, stated, bound.default) {
        // A single meter takes the default; for several, the house must say how they divide it.
        vec![rate]
    } else {
        let write = match stated {
            [_, _, ..] => "write rate = { … } for each meter; in total",
            _ => "write, for example, rate = \"14%\";",
        };
        let help = format!("{write} {}", bound.describe());
        let message = if must_state { MUST_STATE } else { "missing: a meter needs a rate of progression" };
        let cite = if law.rate.stated { law.rate.cite.clone().and(&bound.cite) } else { bound.cite.clone() };
        reader.error(key, span, message, help, &cite);
        return None;
    };
    let total = Share(rates.iter().map(|rate| rate.0).sum());
    if !bound.allows(total) {
        let message = format!("a rate of progression of {total} in total is not lawful here");
        reader.error(key, span, message, format!("lawful: {}", bound.describe()), &bound.cite);
        return None;
    }
    if total.0 + backup.0 > Share::WHOLE.0 {
        let message = format!("rate {total} and back-up {backup} are more than the stake");
        let cite = law.backup.as_ref().map_or(&bound.cite, |backup| &backup.cite);
        reader.error(key, span, message, "lower one of them", cite);
        return None;
    }
    for (level, _) in stated.iter().filter(|(_, rate)| any_stated && rate.is_none()) {
        let message = format!("the {level} meter has no rate and will stand still at its seed");
        reader.warning(key.clone(), span.clone(), message, "is this intended?", &bound.cite);
    }
    Some(rates)
}

/// The reserve is the part of the highest meter's rate that is kept back for its next seed. A rate of progression is
/// what the meters themselves receive, so the reserve does not count towards it (READING 73).
pub(super) fn reserve_fits(
    reader: &mut HouseReader<'_>,
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
        reader.error(key, span, message, format!("lawful: at most {rate}"), &law.reserve.cite);
        return false;
    }
    let received = Share(total.0 - reserve.0);
    if !bound.allows(received) {
        let message = format!("of a rate of {total} the meters receive {received}, as {reserve} is kept in reserve");
        let help =
            format!("what the meters receive must be {}: raise the rate, or lower the reserve", bound.describe());
        reader.error(key, span, message, help, &bound.cite);
        return false;
    }
    if reserve.0 > 0 && reserve == rate {
        let level = meters.first().map_or(Level::Main, |meter| meter.level);
        let message = format!("the {level} meter keeps its whole rate in reserve and will stand still at its seed");
        reader.warning(key, span, message, "is this intended?", &bound.cite);
    }
    true
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
