//! Whether a round is possible at all: what the rules forbid is refused, all of it at once, each with its clause.
//!
//! Refusals come in this order: the positions and persons, the cards, the wagers of each position in the order of the
//! file, the decision, the meters. Within a position: unknown wagers, base wagers, amounts, what a wager needs, the
//! precondition, tips, coupons, the decision.

use std::fmt;

use cards::{Card, CardSet, Three};

use super::input::{Amounts, PositionFile, RoundFile};
use super::round::{Decision, Meters, PersonId, Round, Seat, Stakes, VoidRound};
use crate::clause::Citation;
use crate::house::House;
use crate::money::{CENTS_MAX, Cents, Meter};
use crate::rulebook::vocabulary::{Irregularity, Needs, Precondition};
use crate::wager::{Level, Wager};

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

    fn card(&mut self, place: &str, text: &str, pack: &mut CardSet) -> Option<Card> {
        match text.parse::<Card>() {
            Err(error) => {
                self.refuse(place, error.to_string(), "", &Citation::default());
                None
            }
            Ok(card) if !pack.insert(card) => {
                let message = format!("{card} is dealt twice");
                self.refuse(place, message, "a round is dealt from one deck of 52", &self.house.book.deck.decks.cite);
                None
            }
            Ok(card) => Some(card),
        }
    }

    fn given_cards(&mut self, place: &str, cards: Option<&[String]>, pack: &mut CardSet) {
        for (i, text) in cards.unwrap_or_default().iter().enumerate() {
            self.card(&format!("{place}[{i}]"), text, pack);
        }
    }

    fn three(&mut self, place: &str, cards: Option<&[String]>, pack: &mut CardSet) -> Option<Three> {
        let wrong_number = self
            .house
            .book
            .irregularities
            .remedies
            .get(&Irregularity::WrongNumber)
            .map(|rule| rule.cite.clone())
            .unwrap_or_default();
        let Some(texts) = cards else {
            self.refuse(
                place,
                "missing",
                "give three cards, or say which irregularity makes the round void",
                &wrong_number,
            );
            return None;
        };
        let read: Vec<Option<Card>> =
            texts.iter().enumerate().map(|(i, text)| self.card(&format!("{place}[{i}]"), text, pack)).collect();
        if texts.len() != 3 {
            let message = format!("{} cards", texts.len());
            self.refuse(place, message, "a hand is three cards; another number makes the round void", &wrong_number);
            return None;
        }
        match read.as_slice() {
            [Some(a), Some(b), Some(c)] => Three::new(*a, *b, *c).ok(),
            _ => None,
        }
    }

    fn community(&mut self, file: &RoundFile, five_card: bool, pack: &mut CardSet) -> Option<[Card; 2]> {
        let law = self.house.book.deal.community.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default();
        let Some(texts) = &file.community else {
            if five_card {
                self.refuse("community", "missing", "a five-card wager needs the two community cards", &law);
            }
            return None;
        };
        if self.house.five_card_progressive.is_none() {
            let cite = &self.house.book.wagers.base.cite;
            self.refuse("community", "no five-card progressive is offered here", "remove the community cards", cite);
            return None;
        }
        let read: Vec<Option<Card>> =
            texts.iter().enumerate().map(|(i, text)| self.card(&format!("community[{i}]"), text, pack)).collect();
        match read.as_slice() {
            [Some(a), Some(b)] => Some([*a, *b]),
            [_, _] => None,
            _ => {
                self.refuse("community", format!("{} cards", texts.len()), "there are two community cards", &law);
                None
            }
        }
    }

    fn cause(&mut self, word: &str) -> Option<Irregularity> {
        let cause = match word.parse::<Irregularity>() {
            Ok(cause) => cause,
            Err(error) => {
                self.refuse("void", error.to_string(), "", &Citation::default());
                return None;
            }
        };
        let law = &self.house.book.irregularities;
        let not_borrowed = !self.house.people.borrowed && law.borrowed_remedies.contains(&cause);
        let rule = law.remedies.get(&cause).filter(|_| !not_borrowed);
        match rule {
            Some(rule) if rule.default.is_some_and(|remedy| remedy.voids()) => Some(cause),
            Some(rule) => {
                let remedy = rule.default.map_or("nothing", |remedy| remedy.word());
                let message = format!("{cause} does not void a round in {}", self.house.book.code);
                self.refuse("void", message, format!("the remedy is {remedy}"), &rule.cite);
                None
            }
            None => {
                let message = format!("{} has no rule for {cause}", self.house.book.code);
                let cite =
                    law.borrowed.as_ref().filter(|_| not_borrowed).map(|rule| rule.cite.clone()).unwrap_or_default();
                let help = if not_borrowed { "this house does not use the borrowed rules" } else { "" };
                self.refuse("void", message, help, &cite);
                None
            }
        }
    }

    /// The wagers of a position, each offered, within its limits and beside what it needs.
    fn stakes(&mut self, place: &str, position: &PositionFile) -> Stakes {
        let mut stakes = Stakes::default();
        let mut play = None;
        for (name, amount) in &position.wagers.0 {
            let at = format!("{place}.wagers.{name}");
            let amount = self.amount(&at, *amount);
            match name.parse::<Wager>() {
                Ok(Wager::Play) => play = Some(amount),
                Ok(wager) if STAKED.contains(&wager) => {
                    if self.offered(&at, wager) {
                        self.within_limits(&at, wager, amount);
                    }
                    if let Some(stake) = stakes.on_mut(wager) {
                        *stake = amount;
                    }
                }
                Ok(wager) => {
                    self.refuse(
                        at,
                        format!("{wager} is not wagered by itself"),
                        "remove it",
                        &self.house.book.wagers.base.cite,
                    );
                }
                Err(_) => {
                    let known = STAKED.into_iter().filter(|wager| self.house.offers(*wager)).map(Wager::word);
                    let help = format!("this house offers {}", known.collect::<Vec<_>>().join(", "));
                    self.refuse(at, format!("\"{name}\" is not a wager"), help, &self.house.book.wagers.base.cite);
                }
            }
        }
        if let Some(play) = play {
            self.play(place, position, &stakes, play);
        }
        self.base(place, &stakes);
        self.needs(place, &stakes);
        self.precondition(place, &stakes);
        self.tips(place, position, &mut stakes);
        self.match_play(place, &position.match_play, &mut stakes);
        stakes
    }

    fn amount(&mut self, at: &str, amount: u64) -> Cents {
        match i64::try_from(amount).ok().filter(|cents| (1..=CENTS_MAX).contains(cents)) {
            Some(cents) => Cents(cents),
            None => {
                let help = format!("write whole cents from 1 to {CENTS_MAX}, or leave the wager out");
                self.refuse(at, format!("{amount} is not a wager"), help, &self.house.book.wagers.amounts.cite);
                Cents::ZERO
            }
        }
    }

    fn offered(&mut self, at: &str, wager: Wager) -> bool {
        if self.house.offers(wager) {
            return true;
        }
        let book = &self.house.book;
        let knows = if book.knows(wager) { "this house does not offer" } else { "the rulebook does not have" };
        self.refuse(at, format!("{knows} {}", wager.title()), "remove the wager", &book.wagers.base.cite);
        false
    }

    fn within_limits(&mut self, at: &str, wager: Wager, amount: Cents) {
        let house = self.house;
        if let (Some(terms), Some(law)) = (house.progressive_terms(wager), house.book.progressive_rules(wager)) {
            if amount != terms.stake {
                let message = format!("{amount} is not the stake");
                self.refuse(at, message, format!("the stake is {}", terms.stake), &law.stake.cite);
            }
            return;
        }
        if let Some(limit) = house.limits.get(&wager).filter(|limit| !limit.allows(amount)) {
            let what = if amount < limit.min {
                "below the minimum"
            } else if amount > limit.max {
                "above the maximum"
            } else {
                "not a step from the minimum"
            };
            let help = format!("from {} to {} in steps of {}", limit.min, limit.max, limit.step);
            self.refuse(at, format!("{amount} is {what}"), help, &house.book.wagers.amounts.cite);
        }
    }

    /// A play wager that is given must be the ante, of a player who plays.
    fn play(&mut self, place: &str, position: &PositionFile, stakes: &Stakes, play: Cents) {
        let cite = &self.house.book.wagers.play.cite;
        let at = format!("{place}.wagers.play");
        if stakes.ante.is_zero() {
            self.refuse(at, "a play wager without an ante", "remove it", cite);
        } else if position.decision.as_deref() != Some(Decision::Play.word()) {
            self.refuse(
                at,
                "a play wager of a player who did not play",
                "remove it, or set decision to \"play\"",
                cite,
            );
        } else if play != stakes.ante {
            let message = format!("a play wager of {play} beside an ante of {}", stakes.ante);
            self.refuse(at, message, "the play wager equals the ante", cite);
        }
    }

    fn base(&mut self, place: &str, stakes: &Stakes) {
        if stakes.ante.is_zero() && stakes.pair_plus.is_zero() {
            let cite = &self.house.book.wagers.base.cite;
            self.refuse(
                format!("{place}.wagers"),
                "no base wager",
                "an ante, a pair plus or both must stand first",
                cite,
            );
        }
    }

    /// Side wagers stand only beside what they need.
    fn needs(&mut self, place: &str, stakes: &Stakes) {
        let book = &self.house.book;
        let six = self.house.six_card.as_ref().map(|terms| terms.needs);
        let rules = [
            (Wager::SixCardBonus, book.six_card_bonus.as_ref().map(|law| (six.or(law.needs.default), &law.needs.cite))),
            (Wager::Progressive, book.progressive.as_ref().map(|law| (law.needs.default, &law.needs.cite))),
            (
                Wager::FiveCardProgressive,
                book.five_card_progressive.as_ref().map(|law| (law.needs.default, &law.needs.cite)),
            ),
            (Wager::CoverAll, book.cover_all.as_ref().map(|law| (law.needs.default, &law.needs.cite))),
        ];
        for (wager, rule) in rules {
            let Some((needs, cite)) = rule.filter(|_| !stakes.on(wager).is_zero()) else {
                continue;
            };
            let (met, what) = match needs {
                Some(Needs::Ante) => (!stakes.ante.is_zero(), "an ante"),
                Some(Needs::AnyBase) | None => {
                    (!stakes.ante.is_zero() || !stakes.pair_plus.is_zero(), "an ante or a pair plus")
                }
                Some(Needs::Nothing) => (true, ""),
            };
            if !met {
                let message = format!("{} stands alone", wager.title());
                self.refuse(
                    format!("{place}.wagers.{wager}"),
                    message,
                    format!("it needs {what} at the same position"),
                    cite,
                );
            }
        }
    }

    fn precondition(&mut self, place: &str, stakes: &Stakes) {
        let (ante, pair_plus) = (stakes.ante.0, stakes.pair_plus.0);
        let (both, at) = (ante > 0 && pair_plus > 0, format!("{place}.wagers.pair_plus"));
        let law = &self.house.book.wagers;
        let cite = law
            .preconditions
            .as_ref()
            .and_then(|laws| laws.get(&self.house.precondition))
            .map_or_else(|| law.precondition.cite.clone(), |law| law.cite.clone());
        let refused = match self.house.precondition {
            Precondition::None => None,
            Precondition::AnteAtLeastPairPlus => {
                (pair_plus > 0 && ante < pair_plus).then_some("pair plus needs an ante of at least the same amount")
            }
            Precondition::AnteAtLeastHalf => {
                (pair_plus > 0 && ante * 2 < pair_plus).then_some("pair plus needs an ante of at least half of it")
            }
            Precondition::BothUpToFiveTimes if !both => Some("ante and pair plus are both compulsory"),
            Precondition::BothUpToFiveTimes => {
                (ante > 5 * pair_plus || pair_plus > 5 * ante).then_some("neither may be over five times the other")
            }
        };
        if let Some(message) = refused {
            let help = format!("this house plays with the precondition {}", self.house.precondition);
            self.refuse(at.clone(), message, help, &cite);
        }
        if self.house.equal_stakes && both && ante != pair_plus {
            let cite = law.equal_stakes.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default();
            self.refuse(at, "ante and pair plus differ", "this house wants equal stakes", &cite);
        }
    }

    /// Tips ride on the player's own wagers.
    fn tips(&mut self, place: &str, position: &PositionFile, stakes: &mut Stakes) {
        if position.tips.0.is_empty() {
            return;
        }
        let at = format!("{place}.tips");
        let book = &self.house.book;
        let Some(law) = book.tips.as_ref().filter(|_| self.house.tips) else {
            self.refuse(at, "tips are not wagered here", "put them in the tip box", &book.wagers.base.cite);
            return;
        };
        for (name, amount) in &position.tips.0 {
            let at = format!("{at}.{name}");
            let amount = self.amount(&at, *amount);
            let wager = match name.as_str() {
                "ante" => Wager::TipAnte,
                "play" => Wager::TipPlay,
                "pair_plus" => Wager::TipPairPlus,
                _ => {
                    self.refuse(
                        at,
                        format!("no tip can be wagered on {name}"),
                        "tips go on ante, play or pair_plus",
                        &law.on.cite,
                    );
                    continue;
                }
            };
            self.within_limits(&at, wager, amount);
            if let Some(stake) = stakes.on_mut(wager) {
                *stake = amount;
            }
        }
        let own = &law.needs_own_wager.cite;
        if !stakes.tip_ante.is_zero() && stakes.ante.is_zero() {
            self.refuse(
                format!("{at}.ante"),
                "a tip ante without the player's own ante",
                "the player's own wager must stand on the same hand",
                own,
            );
        }
        if !stakes.tip_pair_plus.is_zero() && stakes.pair_plus.is_zero() {
            self.refuse(
                format!("{at}.pair_plus"),
                "a tip on pair plus without the player's own pair plus",
                "the player's own wager must stand on the same hand",
                own,
            );
        }
        if !stakes.tip_play.is_zero() {
            let played = position.decision.as_deref() == Some(Decision::Play.word());
            if !played || stakes.tip_play != stakes.tip_ante {
                self.refuse(
                    format!("{at}.play"),
                    "a tip play that is not the tip ante of a hand that plays",
                    "it equals the tip ante",
                    &law.ante.cite,
                );
            }
        }
    }

    /// A coupon stands beside an ante only (READING 47).
    fn match_play(&mut self, place: &str, coupons: &Amounts, stakes: &mut Stakes) {
        if coupons.0.is_empty() {
            return;
        }
        let at = format!("{place}.match_play");
        let book = &self.house.book;
        let Some(law) = book.match_play.as_ref().filter(|_| self.house.match_play) else {
            self.refuse(at, "match play coupons are not taken here", "remove the coupon", &book.wagers.base.cite);
            return;
        };
        for (name, amount) in &coupons.0 {
            let at = format!("{at}.{name}");
            let amount = self.amount(&at, *amount);
            if name != Wager::Ante.word() {
                self.refuse(at, format!("no coupon on {name}"), "a coupon goes on the ante", &law.offered.cite);
                continue;
            }
            self.within_limits(&at, Wager::MatchPlay, amount);
            stakes.match_play = amount;
        }
        if !stakes.match_play.is_zero() && stakes.ante.is_zero() {
            self.refuse(
                format!("{at}.ante"),
                "a coupon without an ante",
                "it stands beside the player's own ante",
                &law.offered.cite,
            );
        }
    }

    /// Whoever has an ante decides, nobody else does. `None` when refused.
    fn decision(&mut self, place: &str, position: &PositionFile, stakes: &Stakes) -> Option<Option<Decision>> {
        let at = format!("{place}.decision");
        let cite = &self.house.book.wagers.play.cite;
        let decision = match position.decision.as_deref().map(str::parse::<Decision>) {
            None => None,
            Some(Ok(decision)) => Some(decision),
            Some(Err(error)) => {
                self.refuse(at, error.to_string(), "", cite);
                return None;
            }
        };
        match (decision, stakes.ante.is_zero()) {
            (None, true) => Some(None),
            (Some(_), true) => {
                self.refuse(
                    at,
                    "a decision of a player without an ante",
                    "only an ante is played or folded: remove it",
                    cite,
                );
                None
            }
            (None, false) => {
                self.refuse(at, "missing", "a player with an ante plays or folds", cite);
                None
            }
            (Some(Decision::ForfeitUnseen), false) if self.house.unseen.is_none() => {
                let message = "a hand cannot be forfeited unseen here";
                self.refuse(at, message, "decide \"fold\"", &self.house.book.fold.ante.cite);
                None
            }
            (Some(decision), false) => Some(Some(decision)),
        }
    }

    /// The meters that the round's progressive wagers are paid from.
    fn meters(&mut self, file: &RoundFile) -> Meters {
        let mut meters = Meters::default();
        for (name, levels) in &file.meters {
            let at = format!("meters.{name}");
            let wager = match name.parse::<Wager>() {
                Ok(wager @ (Wager::Progressive | Wager::FiveCardProgressive)) => wager,
                _ => {
                    self.refuse(
                        at,
                        "no such progressive",
                        "write progressive or five_card_progressive",
                        &Citation::default(),
                    );
                    continue;
                }
            };
            let Some(terms) = self.house.progressive_terms(wager) else {
                self.refuse(
                    at,
                    format!("this house has no {}", wager.title()),
                    "remove its meters",
                    &Citation::default(),
                );
                continue;
            };
            for (level, amount) in &levels.0 {
                let at = format!("{at}.{level}");
                let known = level.parse::<Level>().ok().filter(|level| terms.meters.iter().any(|m| m.level == *level));
                let amount = i64::try_from(*amount).ok().filter(|cents| *cents <= 100 * CENTS_MAX);
                match (known, amount) {
                    (Some(level), Some(cents)) => meters.of_mut(wager).set(level, Meter::of(Cents(cents))),
                    (None, _) => {
                        let names: Vec<&str> = terms.meters.iter().map(|meter| meter.level.word()).collect();
                        self.refuse(
                            at,
                            "no such meter",
                            format!("this progressive has {}", names.join(", ")),
                            &Citation::default(),
                        );
                    }
                    (_, None) => self.refuse(at, "too much for a meter", "write whole cents", &Citation::default()),
                }
            }
        }
        for (name, amount) in &file.reserves.0 {
            match (name.parse::<Wager>(), i64::try_from(*amount)) {
                (Ok(wager), Ok(cents)) if self.house.progressive_terms(wager).is_some() && cents <= CENTS_MAX => {
                    meters.of_mut(wager).reserve = Meter::of(Cents(cents));
                }
                _ => self.refuse(
                    format!("reserves.{name}"),
                    "no such reserve",
                    "write progressive or five_card_progressive and whole cents",
                    &Citation::default(),
                ),
            }
        }
        self.meters_missing(file);
        meters
    }

    /// A void round takes its contributions out of the meters again, so they must be in them.
    fn meters_hold(&mut self, seats: &[(u8, PersonId, Stakes, bool)], meters: &Meters) {
        let house = self.house;
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            let (Some(terms), Some(law)) = (house.progressive_terms(wager), house.book.progressive_rules(wager)) else {
                continue;
            };
            let staked: Cents = seats.iter().map(|(_, _, stakes, _)| stakes.on(wager)).sum();
            for meter in terms.meters.iter().filter(|_| terms.reversed_on_void) {
                if meters.of(wager).get(meter.level) < Meter::contribution(staked, meter.rate) {
                    let at = format!("meters.{wager}.{}", meter.level);
                    let help = "give the meter as it stands, the round's contributions included";
                    self.refuse(at, "less than the round itself has contributed", help, &law.reversed_on_void.cite);
                }
            }
        }
    }

    fn meters_missing(&mut self, file: &RoundFile) {
        let house = self.house;
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            let (Some(terms), Some(law)) = (house.progressive_terms(wager), house.book.progressive_rules(wager)) else {
                continue;
            };
            if !file.positions.iter().any(|position| position.wagers.0.contains_key(wager.word())) {
                continue;
            }
            for meter in &terms.meters {
                let given =
                    file.meters.get(wager.word()).is_some_and(|levels| levels.0.contains_key(meter.level.word()));
                if !given {
                    let at = format!("meters.{wager}.{}", meter.level);
                    self.refuse(at, "missing", "give the meter as it stands, in cents", &law.meter_wins.cite);
                }
            }
        }
    }
}
