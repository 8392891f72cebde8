//! The felt: what is printed on a house's layout, piece by piece, with its law. Anything that draws a table draws this.

use crate::clause::Citation;
use crate::house::House;
use crate::rulebook::PLACED;
use crate::rulebook::vocabulary::{AreaKind, OddsShown, OperatorSign};
use crate::wager::Wager;
use cards::{Rank, Strength};

/// Words on the felt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inscription {
    /// The words as printed.
    pub text: String,
    /// The law behind them; empty where the book is silent.
    pub law: Citation,
}

/// The area each player has for one wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The wager placed there.
    pub wager: Wager,
    /// What it is placed on.
    pub kind: AreaKind,
    /// The exact words that must be written there, if any.
    pub marked: Option<String>,
    /// The law behind it; empty where the book is silent.
    pub law: Citation,
}

/// Where the odds of a wager are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownOdds {
    /// The wager with these odds.
    pub wager: Wager,
    /// On the layout, or on a sign.
    pub at: OddsShown,
    /// The law behind it; empty where the book is silent.
    pub law: Citation,
}

/// The layout of a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Felt {
    /// The betting positions, each with all the areas.
    pub positions: u8,
    /// The operator's name.
    pub operator: Inscription,
    /// Whether the name is written out or replaced by a logo.
    pub sign: OperatorSign,
    /// The hand with which the dealer plays, as printed.
    pub phrase: Option<Inscription>,
    /// The areas of a position, one for each wager that is placed there.
    pub areas: Vec<Area>,
    /// Where the odds of each wager on offer are shown.
    pub odds: Vec<ShownOdds>,
    /// The law that makes a sign show the odds of every wager; absent where a sign need not.
    pub whole_sign: Option<Citation>,
}

impl Felt {
    /// The layout of a house.
    #[must_use]
    pub fn of(house: &House) -> Felt {
        let (law, chosen) = (&house.book.layout, &house.layout);
        let cite = |rule: Option<&Citation>| rule.cloned().unwrap_or_default();
        let area = |wager: Wager| {
            let rule = law.areas.get(&wager);
            let marked = law.marked.get(&wager);
            let mut of = cite(rule.map(|rule| &rule.cite));
            for clause in marked.iter().flat_map(|rule| &rule.cite.clauses) {
                if !of.clauses.contains(clause) {
                    of.clauses.push(clause.clone());
                }
            }
            let kind = rule.and_then(|rule| rule.default).unwrap_or(AreaKind::Betting);
            Area { wager, kind, marked: marked.and_then(|rule| rule.default.clone()), law: of }
        };
        let odds = chosen.odds.iter().map(|(&wager, &at)| {
            let law = cite(law.odds.get(&wager).map(|rule| &rule.cite));
            ShownOdds { wager, at, law }
        });
        let operator = cite(law.operator.as_ref().map(|rule| &rule.cite));
        Felt {
            positions: house.table.positions,
            operator: Inscription { text: house.operator.clone(), law: operator },
            sign: chosen.operator,
            phrase: phrase(house),
            areas: PLACED.into_iter().filter(|wager| house.offers(*wager)).map(area).collect(),
            odds: odds.collect(),
            whole_sign: law.whole_sign.as_ref().filter(|rule| rule.default == Some(true)).map(|rule| rule.cite.clone()),
        }
    }

    /// The wagers whose odds are printed on the layout.
    pub fn inscribed(&self) -> impl Iterator<Item = Wager> {
        self.odds.iter().filter(|shown| shown.at == OddsShown::Layout).map(|shown| shown.wager)
    }

    /// The wagers whose odds a sign at the table must show: those assigned to it, or all once any is, where the law
    /// says so.
    pub fn on_sign(&self) -> impl Iterator<Item = Wager> {
        let meant = |shown: &&ShownOdds| shown.at == OddsShown::Sign;
        let whole = self.whole_sign.is_some() && self.odds.iter().any(|shown| meant(&shown));
        self.odds.iter().filter(move |shown| whole || meant(shown)).map(|shown| shown.wager)
    }
}

/// The book's phrase, or one like it for the lowest hand with which the dealer plays here.
fn phrase(house: &House) -> Option<Inscription> {
    let lowest = &house.book.showdown.dealer_qualifies;
    // The book's words name the hand that it states; a house that chose another prints its own.
    let stated = house.book.layout.phrase.as_ref();
    let stated = stated.filter(|_| lowest.default == Some(house.showdown.dealer_qualifies));
    let stated = stated.and_then(|rule| Some(Inscription { text: rule.default.clone()?, law: rule.cite.clone() }));
    stated.or_else(|| {
        let text = match house.dealer_plays() {
            Some((lowest, _)) => format!("Dealer Plays with {} or Better", capitals(&lowest)),
            None => "Dealer Always Plays".to_owned(),
        };
        Some(Inscription { text, law: lowest.cite.clone() })
    })
}

impl House {
    /// The lowest hand with which the dealer plays, in words; and its rank, if a single high card is enough. `None` if
    /// the dealer always plays.
    #[must_use]
    pub fn dealer_plays(&self) -> Option<(String, Option<Rank>)> {
        let lowest = self.showdown.dealer_qualifies;
        if lowest.is_none() {
            return None;
        }
        let high = Rank::ALL.into_iter().find(|rank| Strength::floor(&[*rank]) == Some(lowest.0));
        Some((high.map_or(lowest.to_string(), |rank| format!("{} high", rank.name())), high))
    }
}

/// Capitalizes every word.
fn capitals(text: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
