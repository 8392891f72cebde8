//! Paytables over three cards: pair plus, the ante bonus alone, the fixed part of the three-card progressive.

use cards::CardSet;
use cards::counts::ThreeCounts;
use rules::money::Cents;
use rules::posted::ThreeTable;

use crate::fraction::Fraction;
use crate::wager_law::{WagerLaw, returned};

/// All hands of three cards.
pub const THREE_CARD_HANDS: u128 = 22_100;

/// How many hands make each line of a table. A hand counts for the first line it makes, which is the highest (READING
/// 35).
#[must_use]
pub fn three_card_ways(table: &ThreeTable, counts: &ThreeCounts) -> Vec<u128> {
    let mut ways = vec![0; table.lines.len()];
    for ((category, mini_royal), count) in counts.kinds() {
        let line = table.lines.iter().position(|line| line.hand.is_made_by_three(category, mini_royal));
        if let Some(ways) = line.and_then(|line| ways.get_mut(line)) {
            *ways += u128::from(count);
        }
    }
    ways
}

/// The law of a wager on the player's own three cards, for any table. A share of a meter counts as zero here; see
/// [`ProgressiveLaw`](crate::progressive::ProgressiveLaw) for its worth.
#[must_use]
pub fn three_card_law(table: &ThreeTable) -> WagerLaw {
    law(table, Fraction::whole(-1))
}

/// The law of the ante bonus alone, in parts of the ante. Nothing is staked on it, so it cannot lose. It is what a
/// player gets who never folds a paid hand; every table of the books begins above the hands that anybody folds.
#[must_use]
pub fn ante_bonus_law(table: &ThreeTable) -> WagerLaw {
    law(table, Fraction::zero())
}

fn law(table: &ThreeTable, otherwise: Fraction) -> WagerLaw {
    let price = |pays| returned(pays, Cents(1), &[]) - Fraction::whole(1);
    let ways = three_card_ways(table, &ThreeCounts::of_deck(CardSet::FULL));
    let lines = table.lines.iter().zip(ways).map(|(line, ways)| (line.hand, line.pays, ways));
    WagerLaw::new(lines, THREE_CARD_HANDS, price, otherwise)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Books;
    use rules::hand::HandName;

    #[test]
    fn pair_plus_of_maryland() {
        let books = Books::shipped();
        let tables = books.get("md14").unwrap().rules.paytables.iter();
        let tables: Vec<_> = tables.filter(|table| table.wager == rules::Wager::PairPlus).collect();
        let edges = ["4.5792%", "5.5747%", "7.2760%", "2.3167%", "3.4932%"];
        assert_eq!(tables.len(), edges.len());
        for (table, edge) in tables.into_iter().zip(edges) {
            let law = three_card_law(&ThreeTable::of(table));
            assert_eq!(law.house_edge().percent(4), edge, "{}", table.id);
            assert_eq!(law.hit_frequency(), Fraction::new(5_660, 22_100));
            assert_eq!(law.outcomes[0].hand, Some(HandName::StraightFlush));
            assert_eq!(law.outcomes[0].wagers_between(), Some(Fraction::new(22_100, 48)));
        }
    }

    #[test]
    fn a_bonus_cannot_lose() {
        let books = Books::shipped();
        let tables = books.get("md14").unwrap().rules.paytables.iter();
        for table in tables.filter(|table| table.wager == rules::Wager::AnteBonus) {
            let law = ante_bonus_law(&ThreeTable::of(table));
            assert!(law.outcomes.iter().all(|outcome| !outcome.net.is_negative()), "{}", table.id);
        }
    }
}
