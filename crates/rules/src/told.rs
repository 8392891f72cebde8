//! What players are told because the document wants them to know it: what its words mean, that their hand is their own
//! responsibility, that they should check the light of their progressive wager. Each in our words, with its clause.

use crate::clause::Citation;
use crate::clauses::{ClauseKind, How};
use crate::felt::Inscription;
use crate::house::House;
use crate::rulebook::Step;
use crate::wager::Wager;

impl House {
    /// What this house tells its players: the clauses about its offers that are honoured by showing them, except what
    /// devices show themselves. A book without a clause list has no words for them.
    #[must_use]
    pub fn told(&self) -> Vec<Inscription> {
        let book = &self.book;
        let systems = [Wager::Progressive, Wager::FiveCardProgressive].into_iter().filter(|wager| self.offers(*wager));
        let systems = systems.filter_map(|wager| book.progressive_rules(wager)?.system.as_ref());
        let own = book.people.hands.iter().chain(systems).flat_map(|law| &law.cite.clauses);
        let terms = book.procedure.cite(Step::Terms, self.cards.device);
        let mut told: Vec<Inscription> = Vec::new();
        for clause in own.chain(&terms.clauses) {
            let Some(found) = self.words.find(clause.as_str()).filter(|found| found.how == How::Display) else {
                continue;
            };
            if found.kind != ClauseKind::People && !terms.clauses.contains(clause) {
                continue;
            }
            let law = Citation { clauses: vec![clause.clone()], readings: Vec::new() };
            if !told.iter().any(|known| known.law == law) {
                told.push(Inscription { text: found.requirement.clone(), law });
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use crate::Books;
    use crate::house::check;

    #[test]
    fn a_house_tells_only_what_belongs_to_what_it_offers() {
        let books = Books::shipped();
        let told = |text: &str| -> Vec<String> {
            let house = check(text, &books).house.unwrap();
            house.told().into_iter().map(|words| words.law.to_string()).collect()
        };
        let whole = include_str!("../../../houses/md14.toml");
        assert!(told(whole).contains(&"md14:07.F(6)(b)".to_owned()));
        assert!(told(whole).contains(&"md14:11.A(1)".to_owned()));
        let start = whole.find("[five_card_progressive]").unwrap();
        let end = whole.find("[deck]").unwrap();
        let fewer = format!("{}{}", &whole[..start], &whole[end..]);
        assert!(!told(&fewer).contains(&"md14:07.F(6)(b)".to_owned()));
    }
}
