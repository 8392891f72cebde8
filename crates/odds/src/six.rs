//! The six card bonus: the best five of the player's and the dealer's cards, counted in closed form.

use cards::Wheel;
use rules::money::Cents;
use rules::paytable::Pays;
use rules::posted::FiveTable;

use crate::counts::{FiveCounts, choose};
use crate::five::five_card_ways;
use crate::fraction::Fraction;
use crate::wager_law::{WagerLaw, returned};

/// All hands of six cards.
pub const SIX_CARD_HANDS: u128 = 20_358_520;

/// How many hands of six cards are of each class by their best five, the super royals apart.
///
/// A hand is a multiset of ranks and a choice of suits for it. Five of a suit leave one card, so a flush is never
/// also a full house or four of a kind; a straight needs five different ranks. Hence every class is a product.
#[must_use]
pub const fn six_card_counts(wheel: Wheel) -> FiveCounts {
    // Sets of five ranks that are a straight, and of six that hold one: the sixth rank is any of the other eight,
    // but not the one next above, which would make a higher straight. Above the ace there is none.
    let five_runs: u64 = match wheel {
        Wheel::Counts => 10,
        Wheel::DoesNotCount => 9,
    };
    let six_runs = (five_runs - 1) * 7 + 8;
    let (five_ranks, six_ranks) = (choose(13, 5), choose(13, 6));

    // Six suits for six ranks without five alike; suits for a pair and four more ranks without five alike.
    let mixed_six = 4_u64.pow(6) - 4 * (1 + 6 * 3);
    let mixed_pair = choose(4, 2) * 4_u64.pow(4) - 4 * 3;

    // Of one suit: six ranks, or five ranks and any of the 39 cards of the other suits.
    let royal = 4 * (8 + 39);
    let suited_runs = 4 * (six_runs + five_runs * 39);
    let suited = 4 * (six_ranks + five_ranks * 39);

    let by_category = [
        (six_ranks - six_runs) * mixed_six,
        (five_ranks - five_runs) * 5 * mixed_pair,
        choose(13, 3) * choose(4, 2).pow(3) + choose(13, 2) * choose(11, 2) * choose(4, 2).pow(2) * 16,
        13 * choose(12, 3) * choose(4, 3) * 4_u64.pow(3),
        six_runs * mixed_six + five_runs * 5 * mixed_pair,
        suited - suited_runs,
        choose(13, 2) * choose(4, 3).pow(2) + 13 * 12 * 11 * choose(4, 3) * choose(4, 2) * 4,
        13 * choose(48, 2),
        suited_runs - royal,
        royal - 4,
    ];
    FiveCounts { by_category, super_royals: [1; 4] }
}

/// The law of the six card bonus at a stake. The stake matters only where a line pays a flat amount (READING 33):
/// the amount comes in place of the royal's odds, and the stake comes back with it.
#[must_use]
pub fn six_card_law(table: &FiveTable, wheel: Wheel, stake: Cents) -> WagerLaw {
    let ways = five_card_ways(table, &six_card_counts(wheel));
    let lines = table.lines.iter().zip(ways).map(|(line, ways)| (line.hand, line.pays, ways));
    let price = |pays| returned(pays, stake, &[]) - Fraction::whole(1);
    WagerLaw::new(lines, SIX_CARD_HANDS, price, Fraction::whole(-1))
}

/// What the flat amounts of a table are worth to each wager, in cents: the same at every stake.
#[must_use]
pub fn flat_worth(table: &FiveTable, wheel: Wheel) -> Fraction {
    let ways = five_card_ways(table, &six_card_counts(wheel));
    let lines = table.lines.iter().zip(ways).filter_map(|(line, ways)| match line.pays {
        Pays::Flat(amount) => Some(Fraction::whole(amount.0) * Fraction::whole(ways)),
        _ => None,
    });
    lines.sum::<Fraction>() / Fraction::whole(SIX_CARD_HANDS)
}

/// The stake in cents at which the wager is fair: below it a table with flat amounts returns more than it takes.
/// `None` where no line is flat, or where the table returns more than it takes at every stake.
#[must_use]
pub fn fair_stake(table: &FiveTable, wheel: Wheel) -> Option<Fraction> {
    let worth = flat_worth(table, wheel);
    // The edge on a stake s is e - worth / s, so the edge at a stake of one cent gives e.
    let edge = six_card_law(table, wheel, Cents(1)).house_edge() + worth.clone();
    (!worth.is_zero() && edge > Fraction::zero()).then(|| worth / edge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::FiveCategory;

    #[test]
    fn the_counts_are_of_all_hands() {
        for wheel in [Wheel::Counts, Wheel::DoesNotCount] {
            let counts = six_card_counts(wheel);
            assert_eq!(u128::from(counts.total()), SIX_CARD_HANDS);
            assert_eq!(counts.of(FiveCategory::RoyalFlush), counts.by_category[9] + 4);
        }
        assert_eq!(
            FiveCategory::ALL.map(|category| six_card_counts(Wheel::Counts).of(category)),
            [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188]
        );
    }
}
