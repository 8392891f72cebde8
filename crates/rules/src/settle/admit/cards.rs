//! Whether a round's cards are possible: three to a hand, two to the community, each card once.

use cards::{Card, CardSet, Three};

use super::Admission;
use crate::clause::Citation;
use crate::rulebook::vocabulary::Irregularity;
use crate::settle::input::RoundFile;

impl Admission<'_> {
    pub(super) fn card(&mut self, place: &str, text: &str, pack: &mut CardSet) -> Option<Card> {
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

    pub(super) fn given_cards(&mut self, place: &str, cards: Option<&[String]>, pack: &mut CardSet) {
        for (i, text) in cards.unwrap_or_default().iter().enumerate() {
            self.card(&format!("{place}[{i}]"), text, pack);
        }
    }

    pub(super) fn three(&mut self, place: &str, cards: Option<&[String]>, pack: &mut CardSet) -> Option<Three> {
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

    pub(super) fn community(&mut self, file: &RoundFile, five_card: bool, pack: &mut CardSet) -> Option<[Card; 2]> {
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

    pub(super) fn cause(&mut self, word: &str) -> Option<Irregularity> {
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
}
