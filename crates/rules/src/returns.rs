//! What a posted table returns, counted exactly, for the warning about tables that return too much.

use cards::counts::{ThreeCounts, colour_counts, six_card_counts};
use cards::{CardSet, Wheel};

use crate::hand::Colours;
use crate::money::{Cents, Odds};
use crate::paytable::{Line, Pays};
use crate::posted::{ColourTable, FiveTable, ThreeTable};

/// What a line returns on a stake of `stake` cents, including the stake and with parts of a cent cut off, as it is
/// paid; a meter's share counts as nothing.
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
    // What cannot be multiplied is told without parts that are far below the hundredth.
    let (returned, of) =
        if returned.max(of) > i128::MAX / 40_000 { (returned >> 20, of >> 20) } else { (returned, of) };
    let hundredths = (returned * 20_000 + of) / (2 * of.max(1));
    let (whole, part) = (hundredths / 100, hundredths % 100);
    if part == 0 && returned * 100 == whole * of {
        format!("{whole} percent")
    } else {
        format!("{whole}.{part:02} percent")
    }
}

/// What a line returns on a stake of `units`, with the stake, where odds make whole numbers of it.
fn returned_exactly(pays: Pays, units: i128) -> i128 {
    let on = |odds: Odds| units * i128::from(odds.won) / i128::from(odds.staked);
    match pays {
        Pays::To(odds) => units + on(odds),
        Pays::For(odds) => on(odds),
        Pays::OfMeter(..) | Pays::Flat(_) => 0,
    }
}

/// The smallest stake on which all of these lines pay whole numbers, so that no part of a payment is cut off. A table
/// with more odds than 128 bits can reckon with loses parts that no figure tells.
fn whole_stake(lines: &[Line]) -> i128 {
    const MOST: i128 = 10_i128.pow(24);
    let odds = lines.iter().filter_map(|line| match line.pays {
        Pays::To(odds) | Pays::For(odds) => Some(i128::from(odds.staked.max(1))),
        Pays::OfMeter(..) | Pays::Flat(_) => None,
    });
    odds.fold(1, |all, staked| {
        let (mut common, mut rest) = (all, staked);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        let multiple = all * (staked / common);
        if multiple <= MOST { multiple } else { all }
    })
}

/// What 22,100 equal wagers on a three-card table return together, exactly: (returned, staked).
#[must_use]
pub fn three_card(table: &ThreeTable) -> (i128, i128) {
    let stake = whole_stake(&table.lines);
    let mut total = 0;
    for ((category, mini_royal), ways) in ThreeCounts::of_deck(CardSet::FULL).kinds() {
        let line = table.lines.iter().find(|line| line.hand.is_made_by_three(category, mini_royal));
        total += line.map_or(0, |line| returned_exactly(line.pays, stake) * i128::from(ways));
    }
    (total, 22_100 * stake)
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

/// What 407,170,400 equal wagers on a table of colours return together, exactly: (returned, staked).
#[must_use]
pub fn colours(table: &ColourTable) -> (i128, i128) {
    let stake = whole_stake(&table.lines);
    let ways = colour_counts();
    let line = |colours: Colours| table.line(colours).map_or(0, |line| returned_exactly(line.pays, stake));
    let total = Colours::ALL.into_iter().zip(ways).map(|(colours, ways)| line(colours) * i128::from(ways));
    (total.sum(), ways.iter().map(|ways| i128::from(*ways)).sum::<i128>() * stake)
}

#[cfg(test)]
mod tests {
    use cards::{Card, FiveCategory, Pile, Three};

    use super::*;
    use crate::books::Books;
    use crate::clause::Citation;
    use crate::hand::HandName;
    use crate::wager::Wager;

    #[test]
    fn three_card_tables_return_what_dealing_every_hand_returns() {
        let books = Books::shipped();
        let wagers = [Wager::PairPlus, Wager::AnteBonus, Wager::Progressive];
        let all = books.iter().flat_map(|book| &book.rules.paytables);
        for table in all.filter(|table| wagers.contains(&table.wager)).map(ThreeTable::of) {
            let dealt: i64 = Three::all().filter_map(|hand| table.line(hand)).map(|line| returned(line.pays, 2)).sum();
            let (counted, staked) = three_card(&table);
            assert_eq!(counted * 44_200, i128::from(dealt) * staked, "{}", table.id);
        }
    }

    #[test]
    fn no_part_of_a_payment_is_cut_off() {
        let line = |hand: HandName, pays: &str| Line {
            hand,
            pays: pays.parse().unwrap(),
            players: None,
            cite: Citation::default(),
        };
        let table = |lines: Vec<Line>| ThreeTable::new("odd", Citation::default(), lines);
        // 16,440 of the 22,100 hands hold nothing: each gets its stake and a quarter back.
        let quarter = table(vec![line(HandName::HighCard, "1 to 4")]);
        assert_eq!(three_card(&quarter), (16_440 * 5, 22_100 * 4));
        let ThreeTable { lines, .. } = table(vec![line(HandName::Pair, "1 to 3"), line(HandName::HighCard, "3 for 7")]);
        let (returned, of) = three_card(&table(lines));
        assert_eq!((returned, of), (3_744 * 28 + 16_440 * 9, 22_100 * 21));
        assert_eq!(percent(returned, of), "54.47 percent");
        // Even where no stake makes all of it whole, and a product would be too large.
        let hands = [
            HandName::StraightFlush,
            HandName::ThreeOfAKind,
            HandName::Straight,
            HandName::Flush,
            HandName::Pair,
            HandName::HighCard,
        ];
        let odds = ["991 to 997", "983 to 991", "977 to 983", "971 to 977", "967 to 971", "953 to 967"];
        let (returned, of) =
            three_card(&table(hands.into_iter().zip(odds).map(|(hand, pays)| line(hand, pays)).collect()));
        assert_eq!(percent(returned, of), "198.80 percent");
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
