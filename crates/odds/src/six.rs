//! The six card bonus: the best five of the player's and the dealer's cards, counted in closed form.

use cards::Wheel;
use cards::counts::six_card_counts;
use rules::money::Cents;
use rules::paytable::Pays;
use rules::posted::FiveTable;

use crate::five::five_card_ways;
use crate::fraction::Fraction;
use crate::wager_law::{WagerLaw, returned};

/// All hands of six cards.
pub const SIX_CARD_HANDS: u128 = 20_358_520;

/// The law of the six card bonus at a stake. The stake matters only if a line pays a flat amount (READING 33): the
/// amount replaces the royal's odds, and the stake is returned with it.
#[must_use]
pub fn six_card_law(table: &FiveTable, wheel: Wheel, stake: Cents) -> WagerLaw {
    let ways = five_card_ways(table, &six_card_counts(wheel));
    let lines = table.lines.iter().zip(ways).map(|(line, ways)| (line.hand, line.pays, ways));
    let price = |pays| returned(pays, stake, &[]) - Fraction::whole(1);
    WagerLaw::new(lines, SIX_CARD_HANDS, price, Fraction::whole(-1))
}

/// What the flat amounts of a table are worth to each wager, in cents, which is the same at every stake.
#[must_use]
pub fn flat_worth(table: &FiveTable, wheel: Wheel) -> Fraction {
    let ways = five_card_ways(table, &six_card_counts(wheel));
    let lines = table.lines.iter().zip(ways).filter_map(|(line, ways)| match line.pays {
        Pays::Flat(amount) => Some(Fraction::whole(amount.0) * Fraction::whole(ways)),
        _ => None,
    });
    lines.sum::<Fraction>() / Fraction::whole(SIX_CARD_HANDS)
}

/// The stake in cents at which the wager is fair: below it, a table with flat amounts returns more than it takes.
/// `None` if no line is flat, or if the table returns more than it takes at every stake.
#[must_use]
pub fn fair_stake(table: &FiveTable, wheel: Wheel) -> Option<Fraction> {
    let worth = flat_worth(table, wheel);
    // The edge on a stake s is e - worth / s, so the edge at a stake of one cent gives e.
    let edge = six_card_law(table, wheel, Cents(1)).house_edge() + worth.clone();
    (!worth.is_zero() && edge > Fraction::zero()).then(|| worth / edge)
}
