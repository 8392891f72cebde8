//! Whether a round is possible at all. Everything that the rules forbid is refused at once, each with its clause.
//!
//! Refusals come in this order: positions and persons, cards, each position's wagers in file order, the decision, the
//! meters. Within a position: unknown wagers, base wagers, amounts, what a wager needs, the precondition, tips,
//! coupons, the decision.

mod cards;
mod meters;
mod riders;
mod terminals;
mod wagers;

use std::fmt;

use ::cards::CardSet;

use super::input::{PositionFile, RoundFile};
use super::round::{Decision, PersonId, Round, SHARED_POSITIONS, Seat, VoidRound};
use crate::clause::Citation;
use crate::house::House;
use crate::wager::Wager;

/// Something that the rules do not admit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The place in the input, such as `positions[0].wagers.ante`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
    /// The law behind the refusal.
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

/// A round, and the names of its persons in the order of their ids.
pub type Admitted<T> = (T, Vec<String>);

/// Admits a round to be settled.
///
/// # Errors
/// Everything that the rules or the house refuse. Rounds of an electronic table go to [`admit_shared`].
pub fn admit(house: &House, file: &RoundFile) -> Result<Admitted<Round>, Vec<Refusal>> {
    let mut desk = Admission::new(house);
    if let Some(rule) = house.book.table.electronic.as_ref().filter(|_| house.table.electronic) {
        desk.refuse("positions", "an electronic table", "its hands are shared: it is settled as such", &rule.cite);
        return Err(desk.refusals);
    }
    admit_places(desk, file)
}

/// Admits a round of the electronic version: terminals that wager on three shared hands (READING 90).
///
/// # Errors
/// Everything that the rules or the house refuse.
pub fn admit_shared(house: &House, file: &RoundFile) -> Result<Admitted<Round<SHARED_POSITIONS>>, Vec<Refusal>> {
    admit_places(Admission::new(house), file)
}

fn admit_places<const N: usize>(mut desk: Admission<'_>, file: &RoundFile) -> Result<Admitted<Round<N>>, Vec<Refusal>> {
    let shared = desk.house.table.electronic;
    let people = desk.people(file);
    let mut pack = CardSet::EMPTY;
    let dealer = desk.three("dealer", file.dealer.as_deref(), &mut pack);
    let hands = if shared { desk.shared_hands(file, &mut pack) } else { Vec::new() };
    let five_card = file.positions.iter().any(|p| p.wagers.0.contains_key(Wager::FiveCardProgressive.word()));
    let community = desk.community(file, five_card, &mut pack);
    let mut seats = Vec::new();
    for (i, position) in file.positions.iter().enumerate() {
        let place = format!("positions[{i}]");
        let cards = if shared {
            let hand = usize::from(position.hand.unwrap_or_default());
            hand.checked_sub(1).and_then(|hand| hands.get(hand).copied().flatten())
        } else {
            desk.three(&format!("{place}.cards"), position.cards.as_deref(), &mut pack)
        };
        let stakes = desk.stakes(&place, position);
        let decision = desk.decision(&place, position, &stakes);
        let person = people.iter().position(|name| *name == name_of(position)).unwrap_or(0);
        if let (Some(cards), Some(decision)) = (cards, decision) {
            let person = PersonId(u32::try_from(person).unwrap_or(u32::MAX));
            seats.push(Seat { position: position.place(), person, cards, decision, stakes });
        }
    }
    let meters = desk.meters(file);
    match dealer {
        Some(dealer) if desk.refusals.is_empty() => {
            let mut round = Round::with_places(dealer);
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

/// Admits a round voided by an irregularity.
///
/// # Errors
/// When the book does not void the round for this cause, or the wagers are impossible.
pub fn admit_void(house: &House, file: &RoundFile, cause: &str) -> Result<Admitted<VoidRound>, Vec<Refusal>> {
    let mut desk = Admission::new(house);
    let people = desk.people(file);
    let cause = desk.cause(cause);
    let mut pack = CardSet::EMPTY;
    // A void round may have cards missing or too many; those given must be real cards, each once.
    desk.given_cards("dealer", file.dealer.as_deref(), &mut pack);
    desk.given_cards("community", file.community.as_deref(), &mut pack);
    for (i, cards) in file.hands.iter().flatten().enumerate() {
        desk.given_cards(&format!("hands[{i}]"), Some(cards.as_slice()), &mut pack);
    }
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
        seats.push((position.place(), PersonId(u32::try_from(person).unwrap_or(u32::MAX)), stakes, played));
    }
    let meters = desk.meters(file);
    desk.meters_hold(&seats, &meters);
    match cause {
        Some(cause) if desk.refusals.is_empty() => Ok((VoidRound { cause, seats, meters }, people)),
        _ => Err(desk.refusals),
    }
}

fn name_of(position: &PositionFile) -> String {
    let place = || match position.terminal {
        Some(terminal) => format!("terminal {terminal}"),
        None => format!("position {}", position.position.unwrap_or_default()),
    };
    position.person.clone().unwrap_or_else(place)
}

/// Where refusals are collected.
struct Admission<'h> {
    house: &'h House,
    refusals: Vec<Refusal>,
}

impl<'h> Admission<'h> {
    fn new(house: &'h House) -> Admission<'h> {
        Admission { house, refusals: Vec::new() }
    }

    fn refuse(
        &mut self,
        place: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
        cite: &Citation,
    ) {
        let currency = &self.house.currency;
        self.refusals.push(Refusal {
            place: place.into(),
            message: currency.say(&message.into()).into_owned(),
            help: currency.say(&help.into()).into_owned(),
            cite: cite.clone(),
        });
    }

    /// Checks that positions exist and appear once, and that no person has too many. Where the book or the house asks
    /// for it, one person's positions must be adjacent among those that are wagered on (READING 45).
    fn people(&mut self, file: &RoundFile) -> Vec<String> {
        let table = &self.house.book.table;
        let choices = &self.house.table;
        if file.positions.is_empty() {
            self.refuse("positions", "nobody wagers", "give at least one position", &self.house.book.wagers.base.cite);
        }
        let people = if choices.electronic { self.terminals(file) } else { self.positions(file) };
        for name in &people {
            let mut held: Vec<u8> =
                file.positions.iter().filter(|p| name_of(p) == *name).map(PositionFile::place).collect();
            held.sort_unstable();
            if held.len() > usize::from(choices.positions_per_player) {
                let what = if choices.electronic { "shared hands" } else { "positions" };
                let message = format!("{name} plays {} {what}", held.len());
                let help = format!("this house allows {}", choices.positions_per_player);
                self.refuse("positions", message, help, &table.positions_per_player.cite);
            }
            if choices.adjacent
                && held.windows(2).any(|pair| pair.first().zip(pair.last()).is_some_and(|(a, b)| b - a > 1))
            {
                let message = format!("{name}'s positions are not side by side");
                // Where the book leaves it open, the demand is the house's own.
                let own = table.adjacent.is_choice();
                let help =
                    if own { "this house wants them adjacent" } else { "one player's positions must be adjacent" };
                self.refuse("positions", message, help, &table.adjacent.cite);
            }
        }
        people
    }

    /// Checks that positions exist and appear once.
    fn positions(&mut self, file: &RoundFile) -> Vec<String> {
        let (table, choices) = (&self.house.book.table, &self.house.table);
        self.no_terminals(file);
        let mut people: Vec<String> = Vec::new();
        for (i, position) in file.positions.iter().enumerate() {
            let place = format!("positions[{i}].position");
            let help = format!("this table has 1 to {}", choices.positions);
            match position.position {
                None => self.refuse(place.clone(), "missing", help, &table.positions.cite),
                Some(number) if !(1..=choices.positions).contains(&number) => {
                    let message = format!("there is no position {number}");
                    self.refuse(place.clone(), message, help, &table.positions.cite);
                }
                Some(_) => {}
            }
            let before = file.positions.iter().take(i);
            if let Some(number) = before.filter_map(|other| other.position).find(|n| Some(*n) == position.position) {
                let message = format!("position {number} stands twice");
                self.refuse(place, message, "give each position once", &table.positions.cite);
            }
            let name = name_of(position);
            if !people.contains(&name) {
                people.push(name);
            }
        }
        people
    }
}
