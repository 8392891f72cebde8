//! What the command line says about a position: what is wagered there, and where the meters of the house stand.

use rules::house::Limit;
use rules::money::Meter;
use rules::rulebook::vocabulary::Needs;
use rules::settle::{Meters, Stakes};
use rules::{House, Level, Wager};

use crate::exit::Output;
use crate::table_text::clean;
use script::amounts::{self, amount, how};

fn refused(sentence: impl std::fmt::Display) -> Output {
    Output::bad_input(format!("error: {sentence}\n"))
}

/// The stakes of a position, `ante=$5,pair_plus=$5`; `minimum` is every wager at the least that the house takes.
pub(super) fn stakes(house: &House, text: &str) -> Result<Stakes, Output> {
    if text == "minimum" {
        return Ok(house.least_stakes());
    }
    let mut stakes = Stakes::default();
    let offered: Vec<&str> = Wager::STAKED.into_iter().filter(|w| house.offers(*w)).map(Wager::word).collect();
    let offered = offered.join(", ");
    let heard = house.currency.hear(text);
    let write = how(&house.currency);
    for part in amounts::entries(&heard).into_iter().map(str::trim) {
        let wrong = || {
            refused(format_args!(
                "\"{}\" is no wager of a position: write WAGER=AMOUNT with commas between them, the wager one of \
                 {offered}, the amount {write}; or minimum for all of them",
                clean(part)
            ))
        };
        let (word, cents) = part.split_once('=').ok_or_else(wrong)?;
        let wager = word.parse::<Wager>().map_err(|_| wrong())?;
        let cents = amount(cents).filter(|cents| !cents.is_zero()).ok_or_else(wrong)?;
        if !Wager::STAKED.contains(&wager) {
            return Err(refused(format_args!("{wager} is not staked by itself here; the house takes {offered}")));
        }
        if !house.offers(wager) {
            return Err(refused(format_args!("the house has no {wager}; it takes {offered}")));
        }
        if let Some(terms) = house.progressive_terms(wager).filter(|terms| terms.stake != cents) {
            let stake = terms.stake;
            return Err(refused(format_args!("the house takes {stake} on {wager} and no other stake")));
        }
        match stakes.on_mut(wager) {
            Some(stake) if stake.is_zero() => *stake = cents,
            _ => return Err(refused(format_args!("{wager} is named twice"))),
        }
    }
    Ok(stakes)
}

/// The stakes for people.
pub(super) fn in_words(stakes: &Stakes) -> String {
    let made = Wager::STAKED.into_iter().filter(|wager| !stakes.on(*wager).is_zero());
    made.map(|wager| format!("{} {}", wager.title(), stakes.on(wager))).collect::<Vec<_>>().join(", ")
}

/// Whether figures include the house's limits on what a round pays, if it has any.
pub(super) fn with_limits(house: &House, how: &str) -> Option<String> {
    house.limits_payouts().then(|| format!("This house has {}: {how}.", house.limits_in_short()))
}

/// Which stakes the house would not take; they are still priced.
pub(super) fn not_taken(house: &House, stakes: &Stakes) -> Vec<String> {
    let made = Wager::STAKED.into_iter().filter(|wager| !stakes.on(*wager).is_zero());
    let mut notes = Vec::new();
    for wager in made {
        let stake = stakes.on(wager);
        if let Some(limit) = house.limits.get(&wager).filter(|limit| !limit.allows(stake)) {
            let Limit { min, max, step, .. } = limit;
            notes.push(format!("The house does not take {stake} on {wager}: from {min} to {max} in steps of {step}."));
        }
        if !house.is_supported(stakes, wager) {
            let needs = if house.needs(wager) == Needs::Ante { "an ante" } else { "an ante or a pair plus" };
            notes.push(format!("The house does not take {wager} alone: it needs {needs} at the same position."));
        }
    }
    if !house.is_complete(stakes) || !house.amounts_agree(stakes) || !house.stakes_equal(stakes) {
        let equal = if house.equal_stakes { ", with equal stakes" } else { "" };
        let precondition = house.precondition;
        notes.push(format!("The house does not take these two: it plays with the precondition {precondition}{equal}."));
    }
    notes
}

/// The meters of the house: at their seeds, or as `main=$10,000` or `progressive.main=$10,000` says.
pub(super) fn meters(house: &House, asked: &[String]) -> Result<Meters, Output> {
    let mut meters = Meters::seeded(house);
    let progressives = [Wager::Progressive, Wager::FiveCardProgressive];
    let all: Vec<(Wager, Level)> = progressives
        .into_iter()
        .filter_map(|wager| house.progressive_terms(wager).map(|terms| (wager, terms)))
        .flat_map(|(wager, terms)| terms.meters.iter().map(move |meter| (wager, meter.level)))
        .collect();
    let known: Vec<String> = all.iter().map(|(wager, level)| format!("{wager}.{level}")).collect();
    let write = how(&house.currency);
    for text in asked {
        let text = &*house.currency.hear(text);
        let wrong = || match known.is_empty() {
            true => refused("the house has no meter; leave --meter out"),
            false => refused(format_args!(
                "\"{}\" is no meter of the house: write NAME=AMOUNT, the name one of {}, the amount {write}",
                clean(text),
                known.join(", ")
            )),
        };
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let value = amount(value).ok_or_else(wrong)?;
        let named: Vec<&(Wager, Level)> =
            all.iter().filter(|(wager, level)| name == level.word() || name == format!("{wager}.{level}")).collect();
        match named[..] {
            [(wager, level)] => meters.of_mut(*wager).set(*level, Meter::of(value)),
            _ => return Err(wrong()),
        }
    }
    Ok(meters)
}
