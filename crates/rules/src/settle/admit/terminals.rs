//! Who wagers where in the electronic version: each player at their own terminal, on any of the three shared hands
//! (READING 90). The round lists each hand once, however many wager on it.

use cards::{CardSet, Three};

use super::{Admission, name_of};
use crate::clause::Citation;
use crate::house::SHARED_HANDS;
use crate::settle::input::RoundFile;

impl Admission<'_> {
    /// The law of the electronic version.
    fn shared_law(&self) -> Citation {
        self.house.book.table.electronic.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default()
    }

    /// Checks that terminals and hands exist, each pair once; one person to a terminal, one terminal to a person.
    pub(super) fn terminals(&mut self, file: &RoundFile) -> Vec<String> {
        let (law, table) = (self.shared_law(), &self.house.table);
        let mut people: Vec<String> = Vec::new();
        for (i, position) in file.positions.iter().enumerate() {
            let place = format!("positions[{i}]");
            if position.position.is_some() {
                let help = "name `terminal` and `hand`: the hands are shared";
                self.refuse(format!("{place}.position"), "a position of an electronic table", help, &law);
            }
            if position.cards.is_some() {
                let help = "give the three shared hands once, as `hands`";
                self.refuse(format!("{place}.cards"), "cards of a terminal", help, &law);
            }
            match position.terminal {
                None => self.refuse(format!("{place}.terminal"), "missing", "name the terminal, from 1", &law),
                Some(terminal) if !(1..=table.terminals).contains(&terminal) => {
                    let help = format!("this table has 1 to {}", table.terminals);
                    let message = format!("there is no terminal {terminal}");
                    self.refuse(format!("{place}.terminal"), message, help, &table.terminals_law);
                }
                Some(_) => {}
            }
            match position.hand {
                None => self.refuse(format!("{place}.hand"), "missing", "name the shared hand, from 1", &law),
                Some(hand) if !(1..=SHARED_HANDS).contains(&hand) => {
                    let help = format!("the shared hands are 1 to {SHARED_HANDS}");
                    self.refuse(format!("{place}.hand"), format!("there is no hand {hand}"), help, &law);
                }
                Some(_) => {}
            }
            let before = || file.positions.iter().take(i);
            if before().any(|other| (other.terminal, other.hand) == (position.terminal, position.hand)) {
                let help = "give the wagers of a terminal on a hand once";
                self.refuse(place.clone(), "the same hand at the same terminal stands twice", help, &law);
            }
            let name = name_of(position);
            let other = before().find(|other| other.terminal == position.terminal && name_of(other) != name);
            if let Some(other) = other {
                let message = format!("{name} at the terminal of {}", name_of(other));
                self.refuse(format!("{place}.person"), message, "a terminal is one person's", &law);
            }
            let elsewhere = before().find(|other| name_of(other) == name && other.terminal != position.terminal);
            if let Some(terminal) = elsewhere.and_then(|other| other.terminal) {
                let message = format!("{name} is at terminal {terminal} already");
                self.refuse(format!("{place}.terminal"), message, "one person has one terminal", &law);
            }
            if !people.contains(&name) {
                people.push(name);
            }
        }
        people
    }

    /// The three shared hands; all are dealt, whether or not anybody wagers on them.
    pub(super) fn shared_hands(&mut self, file: &RoundFile, pack: &mut CardSet) -> Vec<Option<Three>> {
        let law = self.shared_law();
        let hands = file.hands.as_deref().unwrap_or_default();
        if hands.len() != usize::from(SHARED_HANDS) {
            let message = if file.hands.is_none() { "missing".to_owned() } else { format!("{} hands", hands.len()) };
            self.refuse("hands", message, format!("give the {SHARED_HANDS} shared hands, three cards each"), &law);
        }
        hands
            .iter()
            .enumerate()
            .map(|(i, cards)| self.three(&format!("hands[{i}]"), Some(cards.as_slice()), pack))
            .collect()
    }

    /// A physical table has neither terminals nor shared hands.
    pub(super) fn no_terminals(&mut self, file: &RoundFile) {
        let law = self.shared_law();
        let help = "remove it, or settle by a house with table.electronic = true";
        if file.hands.is_some() {
            self.refuse("hands", "shared hands at a table that is not electronic", help, &law);
        }
        for (i, position) in file.positions.iter().enumerate() {
            for (key, given) in [("terminal", position.terminal), ("hand", position.hand)] {
                if given.is_some() {
                    let message = format!("a {key} at a table that is not electronic");
                    self.refuse(format!("positions[{i}].{key}"), message, help, &law);
                }
            }
        }
    }
}
