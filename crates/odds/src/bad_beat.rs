//! The bad beat bonus: a good hand that the dealer's beats, counted class by class.

use rules::posted::ThreeTable;

use crate::base::DEALS;
use crate::deals::Deals;
use crate::fraction::Fraction;
use crate::wager_law::{WagerLaw, returned};

/// The law of the bad beat bonus, in parts of the play. Nothing is staked on it, so it cannot lose. It is what a player
/// gets who never folds a paid hand.
#[must_use]
pub fn bad_beat_law(table: &ThreeTable, deals: &Deals) -> WagerLaw {
    let ways = |at: usize| -> u128 {
        let line = table.lines.get(at);
        let paid = deals.classes.iter().filter(|class| line.is_some() && table.line(class.hand) == line);
        paid.map(|class| u128::from(class.ways) * u128::from(class.above)).sum()
    };
    let lines = table.lines.iter().enumerate().map(|(at, line)| (line.hand, line.pays, ways(at)));
    let price = |pays| returned(pays, rules::Cents(1), &[]) - Fraction::whole(1);
    WagerLaw::new(lines, DEALS, price, Fraction::zero())
}
