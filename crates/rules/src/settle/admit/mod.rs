//! Whether a round is possible at all: what the rules forbid is refused, all of it at once, each with its clause.
//!
//! Refusals come in this order: the positions and persons, the cards, the wagers of each position in the order of the
//! file, the decision, the meters. Within a position: unknown wagers, base wagers, amounts, what a wager needs, the
//! precondition, tips, coupons, the decision.

mod cards;
mod meters;
mod riders;
mod wagers;

use std::fmt;

use ::cards::CardSet;

use super::input::{PositionFile, RoundFile};
use super::round::{Decision, PersonId, Round, Seat, VoidRound};
use crate::clause::Citation;
use crate::house::House;
use crate::wager::Wager;

/// Something the rules do not admit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The place in the input, such as `positions[0].wagers.ante`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
    /// The law behind it.
    pub cite: Citation,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        if !self.help.is_empty() {
            write!(f, "; {}", self.help)?;
        }
        if !self.cite.is_empty() {
            write!(f, " [{}]", self.cite)?;
        }
        Ok(())
    }
}

/// A round and the names of its persons, in the order of their ids.
pub type Admitted<T> = (T, Vec<String>);

/// Admits a round that is to be settled.
///
/// # Errors
/// Everything that the rules or the house refuse.
pub fn admit(house: &House, file: &RoundFile) -> Result<Admitted<Round>, Vec<Refusal>> {
    let mut desk = Desk::new(house);
    let people = desk.people(file);
    let mut pack = CardSet::EMPTY;
    let dealer = desk.three("dealer", file.dealer.as_deref(), &mut pack);
    let five_card = file.positions.iter().any(|p| p.wagers.0.contains_key(Wager::FiveCardProgressive.word()));
    let community = desk.community(file, five_card, &mut pack);
    let mut seats = Vec::new();
    for (i, position) in file.positions.iter().enumerate() {
        let place = format!("positions[{i}]");
        let cards = desk.three(&format!("{place}.cards"), position.cards.as_deref(), &mut pack);
        let stakes = desk.stakes(&place, position);
        let decision = desk.decision(&place, position, &stakes);
        let person = people.iter().position(|name| *name == name_of(position)).unwrap_or(0);
        if let (Some(cards), Some(decision)) = (cards, decision) {
            let person = PersonId(u32::try_from(person).unwrap_or(u32::MAX));
            seats.push(Seat { position: position.position, person, cards, decision, stakes });
        }
    }
    let meters = desk.meters(file);
    match dealer {
        Some(dealer) if desk.refusals.is_empty() => {
            let mut round = Round::empty(dealer);
            round.community = community.filter(|_| five_card);
            round.meters = meters;
            for seat in seats {
                round.seat(seat);
            }
            Ok((round, people))
        }
        _ => Err(desk.refusals),
    }
}

/// Admits a round that an irregularity has made void.
///
/// # Errors
/// When the book does not void the round for this cause, or the wagers are impossible.
pub fn admit_void(house: &House, file: &RoundFile, cause: &str) -> Result<Admitted<VoidRound>, Vec<Refusal>> {
    let mut desk = Desk::new(house);
    let people = desk.people(file);
    let cause = desk.cause(cause);
    let mut pack = CardSet::EMPTY;
    // Cards may be missing or too many in a void round; those that are given must be cards, each once.
    desk.given_cards("dealer", file.dealer.as_deref(), &mut pack);
    desk.given_cards("community", file.community.as_deref(), &mut pack);
    let mut seats = Vec::new();
    for (i, position) in file.positions.iter().enumerate() {
        let place = format!("positions[{i}]");
        desk.given_cards(&format!("{place}.cards"), position.cards.as_deref(), &mut pack);
        let stakes = desk.stakes(&place, position);
        if position.decision.is_some() {
            desk.decision(&place, position, &stakes);
        }
        let person = people.iter().position(|name| *name == name_of(position)).unwrap_or(0);
        let played = position.decision.as_deref() == Some(Decision::Play.word());
        seats.push((position.position, PersonId(u32::try_from(person).unwrap_or(u32::MAX)), stakes, played));
    }
    let meters = desk.meters(file);
    desk.meters_hold(&seats, &meters);
    match cause {
        Some(cause) if desk.refusals.is_empty() => Ok((VoidRound { cause, seats, meters }, people)),
        _ => Err(desk.refusals),
    }
}

fn name_of(position: &PositionFile) -> String {
    position.person.clone().unwrap_or_else(|| format!("position {}", position.position))
}

/// The wagers that a player puts on the layout before the deal.
const STAKED: [Wager; 6] = [
    Wager::Ante,
    Wager::PairPlus,
    Wager::SixCardBonus,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

/// Where refusals are collected.
struct Desk<'h> {
    house: &'h House,
    refusals: Vec<Refusal>,
}

impl<'h> Desk<'h> {
    fn new(house: &'h House) -> Desk<'h> {
        Desk { house, refusals: Vec::new() }
    }

    fn refuse(
        &mut self,
        place: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
        cite: &Citation,
    ) {
        self.refusals.push(Refusal {
            place: place.into(),
            message: message.into(),
            help: help.into(),
            cite: cite.clone(),
        });
    }

    /// Positions within the table, each once; persons within their number of positions, side by side.
    fn people(&mut self, file: &RoundFile) -> Vec<String> {
        let table = &self.house.book.table;
        let choices = &self.house.table;
        if file.positions.is_empty() {
            self.refuse("positions", "nobody wagers", "give at least one position", &self.house.book.wagers.base.cite);
        }
        let mut people: Vec<String> = Vec::new();
        for (i, position) in file.positions.iter().enumerate() {
            let place = format!("positions[{i}].position");
            if !(1..=choices.positions).contains(&position.position) {
                let message = format!("there is no position {}", position.position);
                self.refuse(
                    place.clone(),
                    message,
                    format!("this table has 1 to {}", choices.positions),
                    &table.positions.cite,
                );
            }
            if file.positions.iter().take(i).any(|other| other.position == position.position) {
                let message = format!("position {} stands twice", position.position);
                self.refuse(place, message, "give each position once", &table.positions.cite);
            }
            let name = name_of(position);
            if !people.contains(&name) {
                people.push(name);
            }
        }
        for name in &people {
            let mut held: Vec<u8> = file.positions.iter().filter(|p| name_of(p) == *name).map(|p| p.position).collect();
            held.sort_unstable();
            if held.len() > usize::from(choices.positions_per_player) {
                let message = format!("{name} plays {} positions", held.len());
                let help = format!("this house allows {}", choices.positions_per_player);
                self.refuse("positions", message, help, &table.positions_per_player.cite);
            }
            if choices.adjacent
                && held.windows(2).any(|pair| pair.first().zip(pair.last()).is_some_and(|(a, b)| b - a > 1))
            {
                let message = format!("{name}'s positions are not side by side");
                self.refuse("positions", message, "one player's positions must be adjacent", &table.adjacent.cite);
            }
        }
        people
    }
}
