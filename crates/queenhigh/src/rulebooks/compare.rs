//! Puts the paytables of two rulebooks side by side: those with the same name, those with the same lines, and the rest.

use rules::paytable::{EnvyLine, Line, Paytable};
use rules::{Rulebook, Wager};
use schemars::JsonSchema;
use serde::Serialize;

use crate::plural;

/// Two paytables of a wager that belong together, or one that has no counterpart.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TablePair {
    /// The wager.
    pub(crate) wager: String,
    /// The one in the first rulebook.
    pub(crate) left: Option<TableName>,
    /// The one in the second.
    pub(crate) right: Option<TableName>,
    /// Whether they pay the same and have the same standing.
    pub(crate) same: bool,
    /// The lines of either, envy amounts after the others.
    pub(crate) lines: Vec<LinePair>,
}

/// A paytable by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct TableName {
    /// The id by which houses choose it.
    pub(crate) id: String,
    /// `in_force`, or why a house cannot choose it.
    pub(crate) standing: String,
}

/// What two paytables pay for one hand.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LinePair {
    /// The hand in words.
    pub(crate) hand: String,
    /// What the first pays.
    pub(crate) left: Option<LinePayment>,
    /// What the second pays.
    pub(crate) right: Option<LinePayment>,
}

/// What a line pays, and its clause.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Paid")]
pub(crate) struct LinePayment {
    /// Such as `40 to 1`.
    pub(crate) pays: String,
    /// The clause.
    pub(crate) clause: Option<String>,
}

impl LinePair {
    /// Whether both pay the same.
    pub(crate) fn same(&self) -> bool {
        self.left.as_ref().map(|paid| &paid.pays) == self.right.as_ref().map(|paid| &paid.pays)
    }
}

/// All paytables of two rulebooks, wager by wager.
pub(crate) fn paytables(left: &Rulebook, right: &Rulebook) -> Vec<TablePair> {
    let mut pairs: Vec<TablePair> = Wager::ALL.iter().flat_map(|wager| of_wager(*wager, left, right)).collect();
    // Each side in the money of its own book.
    let (lefts, rights) = (left.own_currency(), right.own_currency());
    for line in pairs.iter_mut().flat_map(|pair| &mut pair.lines) {
        line.hand = lefts.say(&line.hand).into_owned();
        for (side, currency) in [(&mut line.left, &lefts), (&mut line.right, &rights)] {
            if let Some(paid) = side {
                paid.pays = currency.say(&paid.pays).into_owned();
            }
        }
    }
    pairs
}

fn of_wager(wager: Wager, left: &Rulebook, right: &Rulebook) -> Vec<TablePair> {
    let lefts: Vec<&Paytable> = left.paytables_of(wager).collect();
    let mut rights: Vec<&Paytable> = right.paytables_of(wager).collect();
    let only_two = lefts.len() == 1 && rights.len() == 1;
    // Match names first, so that a table with the same lines is not taken from its namesake.
    let named: Vec<bool> = lefts.iter().map(|table| rights.iter().any(|other| other.id == table.id)).collect();
    let mut pairs = Vec::new();
    for (table, named) in lefts.iter().zip(named) {
        let counterpart = if named {
            rights.iter().position(|other| other.id == table.id)
        } else {
            let free = |other: &&Paytable| !lefts.iter().any(|left| left.id == other.id);
            rights.iter().position(|other| free(other) && (only_two || pay_the_same(table, other)))
        };
        pairs.push(pair(wager, Some(table), counterpart.map(|at| rights.remove(at))));
    }
    pairs.extend(rights.into_iter().map(|table| pair(wager, None, Some(table))));
    pairs
}

fn pay_the_same(left: &Paytable, right: &Paytable) -> bool {
    pair(left.wager, Some(left), Some(right)).lines.iter().all(LinePair::same)
}

fn pair(wager: Wager, left: Option<&Paytable>, right: Option<&Paytable>) -> TablePair {
    let mut lines: Vec<LinePair> = Vec::new();
    let mut put = |hand: String, paid: LinePayment, is_left: bool| {
        let at = lines.iter().position(|line| line.hand == hand).unwrap_or_else(|| {
            lines.push(LinePair { hand, left: None, right: None });
            lines.len() - 1
        });
        let side = if is_left { &mut lines[at].left } else { &mut lines[at].right };
        *side = Some(paid);
    };
    let sides = [(left, true), (right, false)];
    for (table, is_left) in sides {
        for line in table.into_iter().flat_map(|table| &table.lines) {
            put(line_hand(line), LinePayment { pays: line.pays.to_string(), clause: first(&line.cite) }, is_left);
        }
    }
    for (table, is_left) in sides {
        for line in table.into_iter().flat_map(|table| &table.envy) {
            put(envy_hand(line), LinePayment { pays: line.pays.to_string(), clause: first(&line.cite) }, is_left);
        }
    }
    let standing = left.map(|table| table.standing) == right.map(|table| table.standing);
    let name = |table: Option<&Paytable>| {
        table.map(|table| TableName { id: table.id.clone(), standing: table.standing.to_string() })
    };
    let same = standing && left.is_some() && right.is_some() && lines.iter().all(LinePair::same);
    TablePair { wager: wager.to_string(), left: name(left), right: name(right), same, lines }
}

fn line_hand(line: &Line) -> String {
    match line.players {
        Some(players) => format!("{}, {}", line.hand.title(), plural::count(players, "player")),
        None => line.hand.title().to_owned(),
    }
}

fn envy_hand(line: &EnvyLine) -> String {
    let stake = line.stake.map(|stake| format!(" at {stake}")).unwrap_or_default();
    format!("envy for {}{stake}", line.hand.title())
}

fn first(cite: &rules::Citation) -> Option<String> {
    cite.first().map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paytable_of_both_books_stands_in_one_pair() {
        let books = rules::Books::shipped();
        for left in books.iter() {
            for right in books.iter() {
                let pairs = paytables(&left.rules, &right.rules);
                assert_eq!(pairs.iter().filter(|pair| pair.left.is_some()).count(), left.rules.paytables.len());
                assert_eq!(pairs.iter().filter(|pair| pair.right.is_some()).count(), right.rules.paytables.len());
            }
        }
    }

    #[test]
    fn a_book_does_not_differ_from_itself() {
        for book in rules::Books::shipped().iter() {
            assert!(paytables(&book.rules, &book.rules).iter().all(|pair| pair.same && pair.left == pair.right));
        }
    }
}
