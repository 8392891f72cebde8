//! What a posted table returns, counted exactly, for the warning about tables that return too much.

use cards::counts::{ThreeCounts, colour_counts, six_card_counts};
use cards::{CardSet, Wheel};

use crate::hand::Colours;
use crate::money::{Cents, Odds};
use crate::paytable::Pays;
use crate::posted::{ColourTable, FiveTable, ThreeTable};

/// What a line returns on a stake of `stake` cents, including the stake; a meter's share counts as nothing.
fn returned(pays: Pays, stake: i64) -> i64 {
    let on = |odds: Odds| odds.on(Cents(stake)).0;
    match pays {
        Pays::To(odds) => stake + on(odds),
        Pays::For(odds) => on(odds),
        Pays::OfMeter(..) => 0,
        Pays::Flat(amount) => stake + amount.0,
    }
}

/// A return in percent, exact to the hundredth of one.
#[must_use]
pub fn percent(returned: i128, of: i128) -> String {
    let hundredths = (returned * 20_000 + of) / (2 * of.max(1));
    let (whole, part) = (hundredths / 100, hundredths % 100);
    if part == 0 && returned * 100 == whole * of {
        format!("{whole} percent")
    } else {
        format!("{whole}.{part:02} percent")
    }
}

/// What 22,100 equal wagers on a three-card table return together, in stakes: (returned, staked). Odds with a half are
/// counted at a stake of two, so the pair is exact for every table in the books.
#[must_use]
pub fn three_card(table: &ThreeTable) -> (i64, i64) {
    let mut total = 0;
    for ((category, mini_royal), ways) in ThreeCounts::of_deck(CardSet::FULL).kinds() {
        let line = table.lines.iter().find(|line| line.hand.is_made_by_three(category, mini_royal));
        total += line.map_or(0, |line| returned(line.pays, 2) * ways.cast_signed());
    }
    if total % 2 == 0 { (total / 2, 22_100) } else { (total, 44_200) }
}

/// What 20,358,520 equal six card wagers of `stake` return together, in cents: (returned, staked).
#[must_use]
pub fn six_card(table: &FiveTable, wheel: Wheel, stake: Cents) -> (i128, i128) {
    let mut total = 0;
    for ((category, super_royal), ways) in six_card_counts(wheel).kinds() {
        let line = table.line(category, super_royal);
        total += line.map_or(0, |line| i128::from(ways) * i128::from(returned(line.pays, stake.0)));
    }
    (total, 20_358_520 * i128::from(stake.0))
}

/// What 407,170,400 equal wagers on a table of colours return together, in stakes, doubled so that odds with a half
/// are whole: (returned, staked).
#[must_use]
pub fn colours(table: &ColourTable) -> (i64, i64) {
    let ways = colour_counts();
    let all = Colours::ALL.into_iter().zip(ways);
    let total =
        all.map(|(colours, ways)| table.line(colours).map_or(0, |line| returned(line.pays, 2)) * ways.cast_signed());
    (total.sum(), ways.iter().sum::<u64>().cast_signed() * 2)
}

#[cfg(test)]
mod tests {
    use cards::{Card, FiveCategory, Pile, Three};

    use super::*;
    use crate::books::Books;
    use crate::wager::Wager;

    #[test]
    fn three_card_tables_return_what_dealing_every_hand_returns() {
        let books = Books::shipped();
        let wagers = [Wager::PairPlus, Wager::AnteBonus, Wager::Progressive];
        let all = books.iter().flat_map(|book| &book.rules.paytables);
        for table in all.filter(|table| wagers.contains(&table.wager)).map(ThreeTable::of) {
            let dealt: i64 = Three::all().filter_map(|hand| table.line(hand)).map(|line| returned(line.pays, 2)).sum();
            let (counted, staked) = three_card(&table);
            assert_eq!(counted * 44_200, dealt * staked, "{}", table.id);
        }
    }

    /// Calls `each` for every way to add `wanted` cards from `rest` to the pile.
    fn deal(rest: &[Card], pile: Pile, wanted: usize, each: &mut impl FnMut(Pile)) {
        if wanted == 0 {
            return each(pile);
        }
        for (i, card) in rest.iter().enumerate() {
            deal(&rest[i + 1..], pile.with(*card), wanted - 1, each);
        }
    }

    #[test]
    fn six_card_tables_return_what_dealing_every_hand_returns() {
        let books = Books::shipped();
        let all = books.iter().flat_map(|book| &book.rules.paytables);
        let tables: Vec<FiveTable> =
            all.filter(|table| table.wager == Wager::SixCardBonus).map(FiveTable::of).collect();
        for wheel in [Wheel::Counts, Wheel::DoesNotCount] {
            let mut dealt = vec![0_i128; tables.len()];
            // What each class pays, so that only royals are looked up one by one.
            let by_class: Vec<[i128; 10]> = tables
                .iter()
                .map(|table| FiveCategory::ALL.map(|c| table.line(c, None).map_or(0, |l| returned(l.pays, 500).into())))
                .collect();
            deal(&Card::ALL, Pile::EMPTY, 6, &mut |pile| {
                let category = pile.best_with(wheel).unwrap().category();
                for (i, table) in tables.iter().enumerate() {
                    dealt[i] += match pile.super_royal().filter(|_| category == FiveCategory::RoyalFlush) {
                        Some(suit) => {
                            table.line(category, Some(suit)).map_or(0, |line| returned(line.pays, 500).into())
                        }
                        None => by_class[i][category as usize],
                    };
                }
            });
            for (table, dealt) in tables.iter().zip(dealt) {
                assert_eq!(six_card(table, wheel, Cents(500)), (dealt, 20_358_520 * 500), "{}", table.id);
            }
        }
    }
}
