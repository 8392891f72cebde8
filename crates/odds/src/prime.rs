//! The prime: three cards of one colour, or all six with the dealer's, counted in closed form.

use cards::counts::colour_counts;
use rules::hand::Colours;
use rules::posted::ColourTable;

use crate::fraction::Fraction;
use crate::wager_law::{WagerLaw, returned};

/// All deals of a player's and a dealer's hand.
pub const TWO_HANDS: u128 = 22_100 * 18_424;

/// The law of the prime for a stake of one.
#[must_use]
pub fn prime_law(table: &ColourTable) -> WagerLaw {
    let ways = |at: usize| -> u128 {
        // A deal is paid by the first line that its colours make.
        let made = Colours::ALL.into_iter().zip(colour_counts()).filter(|(colours, _)| {
            table.lines.iter().position(|line| line.hand.is_made_by_colours(*colours)) == Some(at)
        });
        made.map(|(_, ways)| u128::from(ways)).sum()
    };
    let lines = table.lines.iter().enumerate().map(|(at, line)| (line.hand, line.pays, ways(at)));
    let price = |pays| returned(pays, rules::Cents(1), &[]) - Fraction::whole(1);
    WagerLaw::new(lines, TWO_HANDS, price, Fraction::whole(-1))
}
