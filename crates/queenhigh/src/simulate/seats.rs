//! Who sits where: wagers, strategies and meters as the command line writes them.

use std::collections::BTreeMap;

use odds::simulate::{Decisions, SeatPlan};
use odds::strategy::Strategy;
use rules::money::{CENTS_MAX, Meter};
use rules::settle::{Meters, Stakes};
use rules::{Cents, House, Level, Wager};

use super::part::SeatRequest;
use super::refused;
use crate::exit::Output;
use crate::table_text::clean;
use script::amounts::{self, amount, how};

/// What may be wagered by name: chips, tips and coupons.
fn staked() -> impl Iterator<Item = Wager> {
    Wager::STAKED.into_iter().chain([Wager::TipAnte, Wager::TipPlay, Wager::TipPairPlus, Wager::MatchPlay])
}

/// An option that may be for one position: the position, and the rest of it.
fn at_position(text: &str, mark: char, positions: u8) -> Result<(Option<u8>, &str), Output> {
    let Some((place, rest)) = text.split_once(mark) else { return Ok((None, text)) };
    match place.parse() {
        Ok(position) if (1..=positions).contains(&position) => Ok((Some(position), rest)),
        Ok(position) => {
            let sentence = format!("\"{}\": position {position} is not played; --positions {positions}", clean(text));
            Err(refused(sentence))
        }
        Err(_) => Ok((None, text)),
    }
}

/// The positions from the first, each with the options for all of them, or for it alone.
pub(super) fn seats(
    house: &House,
    positions: u8,
    wagers: &[String],
    strategies: &[String],
) -> Result<Vec<SeatRequest>, Output> {
    let least = house.least_stakes();
    let all = staked().filter(|wager| !least.on(*wager).is_zero());
    let everything: BTreeMap<String, i64> = all.map(|wager| (wager.word().to_owned(), least.on(wager).0)).collect();
    let seat = |position| SeatRequest { position, strategy: "optimal".to_owned(), wagers: everything.clone() };
    let mut seats: Vec<SeatRequest> = (1..=positions).map(seat).collect();
    // What is said of all comes first, so that the order of the options does not matter.
    for alone in [false, true] {
        for text in wagers {
            let (position, list) = at_position(text, ':', positions)?;
            if position.is_some() == alone {
                let wagers = read_wagers(house, &least, list)?;
                let meant = seats.iter_mut().filter(|seat| position.is_none_or(|at| at == seat.position));
                meant.for_each(|seat| seat.wagers.clone_from(&wagers));
            }
        }
        for text in strategies {
            let (position, name) = at_position(text, '=', positions)?;
            if position.is_some() == alone {
                Strategy::parse(name).map_err(refused)?;
                let meant = seats.iter_mut().filter(|seat| position.is_none_or(|at| at == seat.position));
                meant.for_each(|seat| name.clone_into(&mut seat.strategy));
            }
        }
    }
    Ok(seats)
}

/// A list of wagers, each at its minimum or at the amount written after it.
fn read_wagers(house: &House, least: &Stakes, list: &str) -> Result<BTreeMap<String, i64>, Output> {
    let mut wagers = BTreeMap::new();
    let list = &*house.currency.hear(list);
    let write = how(&house.currency);
    for entry in amounts::entries(list) {
        let (word, cents) = entry.split_once('=').map_or((entry, None), |(word, cents)| (word, Some(cents)));
        let Some(wager) = staked().find(|wager| wager.word() == word) else {
            let known: Vec<&str> = staked().map(Wager::word).collect();
            let word = clean(word);
            return Err(refused(format_args!("there is no wager \"{word}\" to make; there are {}", known.join(", "))));
        };
        let amount = match cents {
            Some(cents) => amount(cents).filter(|cents| !cents.is_zero()).ok_or_else(|| {
                refused(format_args!("\"{}\" is not a stake: write {word}=AMOUNT, the amount {write}", clean(entry)))
            })?,
            // What the others exclude is still taken by itself.
            None if least.on(wager).is_zero() && house.offers(wager) => {
                house.amounts(wager).map_or(Cents::ZERO, |amounts| amounts.min)
            }
            None => least.on(wager),
        };
        if amount.is_zero() {
            let offered: Vec<&str> = staked().filter(|wager| house.offers(*wager)).map(Wager::word).collect();
            let offered = offered.join(", ");
            return Err(refused(if house.offers(wager) {
                format!("{word} has no minimum: write {word}=AMOUNT, the amount {write}")
            } else {
                format!("{} does not offer {word}; it offers {offered}", clean(&house.operator))
            }));
        }
        if wagers.insert(word.to_owned(), amount.0).is_some() {
            return Err(refused(format_args!("{word} is named twice in \"{}\"", clean(list))));
        }
    }
    Ok(wagers)
}

/// The stakes of a request.
fn stakes(wagers: &BTreeMap<String, i64>) -> Result<Stakes, Output> {
    let mut stakes = Stakes::default();
    for (word, cents) in wagers {
        let place = staked().find(|wager| wager.word() == word).and_then(|wager| stakes.on_mut(wager));
        match place {
            Some(place) if (1..=CENTS_MAX).contains(cents) => *place = Cents(*cents),
            _ => return Err(refused(format_args!("\"{}\" with {} is not a wager", clean(word), Cents(*cents)))),
        }
    }
    Ok(stakes)
}

/// The seats of a request, with their decisions. A player's optimum counts what a fold gives up, the meters as they begin.
pub(super) fn planned(house: &House, meters: &Meters, seats: &[SeatRequest]) -> Result<Vec<SeatPlan>, Output> {
    let mut planned: Vec<SeatPlan> = Vec::new();
    for (i, seat) in seats.iter().enumerate() {
        let stakes = stakes(&seat.wagers)?;
        let alike =
            seats.iter().take(i).position(|other| (&other.strategy, &other.wagers) == (&seat.strategy, &seat.wagers));
        let decisions = match alike.and_then(|alike| planned.get(alike)) {
            Some(alike) => alike.decisions.clone(),
            None => {
                let strategy = Strategy::parse(&seat.strategy).map_err(refused)?;
                Decisions::beside(house, &stakes, meters, &strategy).shared()
            }
        };
        planned.push(SeatPlan { position: seat.position, person: u32::from(seat.position), stakes, decisions });
    }
    Ok(planned)
}

/// The meters that a house has, by the names of this command.
fn meter_names(house: &House) -> Vec<(String, Wager, Level)> {
    let of = |wager: Wager| {
        let levels = house.progressive_terms(wager).into_iter().flat_map(|terms| &terms.meters);
        levels.map(move |meter| (format!("{wager}.{}", meter.level), wager, meter.level)).collect::<Vec<_>>()
    };
    [Wager::Progressive, Wager::FiveCardProgressive].into_iter().flat_map(of).collect()
}

/// Meters that begin elsewhere than at their seeds.
pub(super) fn meters(house: &House, given: &[String]) -> Result<BTreeMap<String, i64>, Output> {
    let names = meter_names(house);
    let mut meters = BTreeMap::new();
    let write = how(&house.currency);
    for text in given {
        let text = &*house.currency.hear(text);
        let read = text.split_once('=').and_then(|(name, value)| Some((name, amount(value)?)));
        let Some((name, cents)) = read.filter(|(name, _)| names.iter().any(|(known, ..)| known == name)) else {
            let names: Vec<&str> = names.iter().map(|(name, ..)| name.as_str()).collect();
            return Err(refused(match names.is_empty() {
                true => "the house has no meter; leave --meter out".to_owned(),
                false => format!(
                    "\"{}\" is no meter of the house: write NAME=AMOUNT, the name one of {}, the amount {write}",
                    clean(text),
                    names.join(", ")
                ),
            }));
        };
        meters.insert(name.to_owned(), cents.0);
    }
    Ok(meters)
}

/// Puts meters where a request wants them.
pub(super) fn set_meters(house: &House, meters: &mut Meters, wanted: &BTreeMap<String, i64>) {
    for (name, wager, level) in meter_names(house) {
        if let Some(cents) = wanted.get(&name) {
            meters.of_mut(wager).set(level, Meter::of(Cents((*cents).clamp(0, CENTS_MAX))));
        }
    }
}
