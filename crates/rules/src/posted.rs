//! A paytable as a house posts it, arranged so that a hand finds its line in one step.

use cards::{FiveCategory, Strength, Suit, Three};

use crate::clause::Citation;
use crate::hand::{Colours, HandName};
use crate::money::Odds;
use crate::paytable::{Line, Pays, Paytable};

const NO_LINE: u8 = u8::MAX;
const STRENGTHS: usize = Strength::COUNT as usize;

/// The number of five-card categories.
const FIVE_CATEGORIES: usize = FiveCategory::RoyalFlush as usize + 1;

/// A posted table over three-card hands.
#[derive(Clone, Debug)]
pub struct ThreeTable {
    /// The id of the table.
    pub id: String,
    /// The law behind the table as a whole.
    pub cite: Citation,
    /// The lines, the highest hand first.
    pub lines: Vec<Line>,
    by_strength: Box<[u8; STRENGTHS]>,
    by_mini_royal: [u8; 4],
}

impl ThreeTable {
    /// Arranges the lines: each hand gets the first line it makes, which is the highest (READING 35).
    #[must_use]
    pub fn new(id: &str, cite: Citation, lines: Vec<Line>) -> ThreeTable {
        let mut by_strength = Box::new([NO_LINE; STRENGTHS]);
        for (strength, cell) in (0..).map_while(Strength::new).zip(by_strength.iter_mut()) {
            *cell = first(&lines, |hand| hand.is_made_by_three(strength.category(), None));
        }
        let mut by_mini_royal = [NO_LINE; 4];
        for (suit, cell) in Suit::ALL.into_iter().zip(by_mini_royal.iter_mut()) {
            *cell = first(&lines, |hand| hand.is_made_by_three(cards::ThreeCategory::StraightFlush, Some(suit)));
        }
        ThreeTable { id: id.to_owned(), cite, lines, by_strength, by_mini_royal }
    }

    /// A rulebook's table.
    #[must_use]
    pub fn of(table: &Paytable) -> ThreeTable {
        ThreeTable::new(&table.id, table.cite(), table.lines.clone())
    }

    /// The line that a hand makes.
    #[inline]
    #[must_use]
    pub fn line(&self, hand: Three) -> Option<&Line> {
        self.line_at(hand.strength(), hand)
    }

    /// The same, if the strength of the hand is already known.
    #[inline]
    pub(crate) fn line_at(&self, strength: Strength, hand: Three) -> Option<&Line> {
        let strength = usize::from(strength.index());
        // The mini royal is the only strength where the suit can matter.
        let line = if strength == STRENGTHS - 1 {
            hand.mini_royal().and_then(|suit| self.by_mini_royal.get(suit as usize))
        } else {
            self.by_strength.get(strength)
        };
        line.and_then(|line| self.lines.get(usize::from(*line)))
    }
}

impl ThreeTable {
    /// The odds at which a hand is paid, and the line that says so. None of its lines pays anything but odds.
    #[inline]
    pub(crate) fn odds_at(&self, strength: Strength, hand: Three) -> Option<(Odds, &Line)> {
        let line = self.line_at(strength, hand)?;
        match line.pays {
            Pays::To(odds) => Some((odds, line)),
            _ => None,
        }
    }

    /// The odds at which a hand is paid.
    #[must_use]
    pub fn odds(&self, hand: Three) -> Option<Odds> {
        self.odds_at(hand.strength(), hand).map(|(odds, _)| odds)
    }
}

/// A posted table over five- and six-card hands.
#[derive(Clone, Debug)]
pub struct FiveTable {
    /// The id of the table.
    pub id: String,
    /// The law behind the table as a whole.
    pub cite: Citation,
    /// The lines, the highest hand first.
    pub lines: Vec<Line>,
    by_category: [u8; FIVE_CATEGORIES],
    by_super_royal: [u8; 4],
}

impl FiveTable {
    /// Arranges the lines: each hand gets the first line it makes, which is the highest (READING 35).
    #[must_use]
    pub fn new(id: &str, cite: Citation, lines: Vec<Line>) -> FiveTable {
        let mut by_category = [NO_LINE; FIVE_CATEGORIES];
        for (category, cell) in FiveCategory::ALL.into_iter().zip(by_category.iter_mut()) {
            *cell = first(&lines, |hand| hand.is_made_by_five(category, None));
        }
        let mut by_super_royal = [NO_LINE; 4];
        for (suit, cell) in Suit::ALL.into_iter().zip(by_super_royal.iter_mut()) {
            *cell = first(&lines, |hand| hand.is_made_by_five(FiveCategory::RoyalFlush, Some(suit)));
        }
        FiveTable { id: id.to_owned(), cite, lines, by_category, by_super_royal }
    }

    /// A rulebook's table.
    #[must_use]
    pub fn of(table: &Paytable) -> FiveTable {
        FiveTable::new(&table.id, table.cite(), table.lines.clone())
    }

    /// The line that a hand makes.
    #[inline]
    #[must_use]
    pub fn line(&self, category: FiveCategory, super_royal: Option<Suit>) -> Option<&Line> {
        let line = match super_royal {
            Some(suit) => self.by_super_royal.get(suit as usize),
            None => self.by_category.get(category as usize),
        };
        line.and_then(|line| self.lines.get(usize::from(*line)))
    }
}

/// A posted table over the colours of cards.
#[derive(Clone, Debug)]
pub struct ColourTable {
    /// The id of the table.
    pub id: String,
    /// The law behind the table as a whole.
    pub cite: Citation,
    /// The lines, the highest hand first.
    pub lines: Vec<Line>,
}

impl ColourTable {
    /// A rulebook's table.
    #[must_use]
    pub fn of(table: &Paytable) -> ColourTable {
        ColourTable { id: table.id.clone(), cite: table.cite(), lines: table.lines.clone() }
    }

    /// The line that the colours make: the first, which is the highest (READING 35).
    #[inline]
    #[must_use]
    pub fn line(&self, colours: Colours) -> Option<&Line> {
        self.lines.iter().find(|line| line.hand.is_made_by_colours(colours))
    }
}

fn first(lines: &[Line], makes: impl Fn(HandName) -> bool) -> u8 {
    lines.iter().position(|line| makes(line.hand)).and_then(|i| u8::try_from(i).ok()).unwrap_or(NO_LINE)
}
