//! What the command line says about a position: what is wagered there, and where the meters of the house stand.

use rules::money::{Cents, Meter};
use rules::settle::{Meters, Stakes};
use rules::{House, Level, Wager};

use crate::exit::Output;
use crate::table_text::clean;
use script::amounts::{self, WRITE, amount};

fn refused(sentence: impl std::fmt::Display) -> Output {
    Output::bad_input(format!("error: {sentence}\n"))
}

/// The stakes of a position, `ante=$5,pair_plus=$5`; `minimum` is every wager at the least that the house takes.
pub(super) fn stakes(house: &House, text: &str) -> Result<Stakes, Output> {
    if text == "minimum" {
        return Ok(smallest(house));
    }
    let mut stakes = Stakes::default();
    let offered: Vec<&str> = Wager::STAKED.into_iter().filter(|w| house.offers(*w)).map(Wager::word).collect();
    let offered = offered.join(", ");
    for part in amounts::entries(text).into_iter().map(str::trim) {
        let wrong = || {
            refused(format_args!(
                "\"{}\" is no wager of a position: write WAGER=AMOUNT with commas between them, the wager one of \
                 {offered}, the amount {WRITE}; or minimum for all of them",
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

/// Every wager that a position can hold, each at the least that the house takes.
pub(super) fn smallest(house: &House) -> Stakes {
    let mut stakes = Stakes::default();
    for wager in Wager::STAKED.into_iter().filter(|wager| house.offers(*wager)) {
        let least = match house.progressive_terms(wager) {
            Some(terms) => terms.stake,
            None => house.limits.get(&wager).map_or(Cents::dollars(1), |limit| limit.min.max(Cents(1))),
        };
        if let Some(stake) = stakes.on_mut(wager) {
            *stake = least;
        }
    }
    stakes
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

/// Which stakes are outside the house's limits; they are still priced.
pub(super) fn beyond_limits(house: &House, stakes: &Stakes) -> Vec<String> {
    let outside = Wager::STAKED.into_iter().filter_map(|wager| {
        let (stake, limit) = (stakes.on(wager), house.limits.get(&wager)?);
        (!stake.is_zero() && !limit.allows(stake))
            .then(|| format!("{stake} on {wager} is outside the limits of the house, {} to {}.", limit.min, limit.max))
    });
    outside.collect()
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
    for text in asked {
        let wrong = || match known.is_empty() {
            true => refused("the house has no meter; leave --meter out"),
            false => refused(format_args!(
                "\"{}\" is no meter of the house: write NAME=AMOUNT, the name one of {}, the amount {WRITE}",
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
