//! The six card bonus once the player's three cards are known: dealt out against every hand of the dealer.

use std::collections::BTreeMap;

use cards::{FiveCategory, FiveStrength, Pile, Suit, Three, ThreeCategory, Wheel};

use crate::deals::SuitClass;

/// A class of six cards, and the super royal where they make one.
pub(super) type SixClass = (FiveCategory, Option<Suit>);

/// How many of the dealer's 18,424 hands give each class to a player with these three cards. Needed only if a fold
/// forfeits the six card bonus; otherwise the closed form of [`crate::six`] is the law.
pub(super) fn six_given(hand: Three, wheel: Wheel) -> BTreeMap<SixClass, u32> {
    let mut dealers = BTreeMap::new();
    let own = hand.cards().into_iter().fold(Pile::EMPTY, Pile::with);
    for dealer in Three::all().filter(|dealer| dealer.set().intersection(hand.set()).is_empty()) {
        let six = dealer.cards().into_iter().fold(own, Pile::with);
        if let Some(category) = six.best_with(wheel).map(FiveStrength::category) {
            let super_royal = if category == FiveCategory::RoyalFlush { six.super_royal() } else { None };
            *dealers.entry((category, super_royal)).or_default() += 1;
        }
    }
    dealers
}

/// The hands to be distinguished for the six card bonus, and how many each represents: the suit classes, but every
/// suited hand individually, since some tables pay super royals by their suit.
pub(super) fn six_card_classes(classes: &[SuitClass]) -> Vec<(Three, u32)> {
    let suited = |hand: &Three| matches!(hand.category(), ThreeCategory::Flush | ThreeCategory::StraightFlush);
    let mixed = classes.iter().filter(|class| !suited(&class.hand)).map(|class| (class.hand, class.ways));
    mixed.chain(Three::all().filter(suited).map(|hand| (hand, 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deals::{DEALER_HANDS, Deals};
    use crate::six::six_card_law;
    use cards::Strength;
    use rules::{Books, Cents};

    #[test]
    fn over_all_hands_it_is_the_closed_form() {
        let text = include_str!("../../../../../houses/md14.toml");
        let house = rules::house::check(text, &Books::shipped()).house.unwrap();
        let table = &house.six_card.as_ref().unwrap().table;
        let law = six_card_law(table, house.wheel, Cents(500));
        let mut ways: BTreeMap<&str, u128> = BTreeMap::new();
        for (hand, hands) in six_card_classes(&Deals::new(Strength::WEAKEST).classes) {
            let given = six_given(hand, house.wheel);
            assert_eq!(given.values().sum::<u32>(), DEALER_HANDS);
            for ((category, super_royal), dealers) in given {
                let name = table.line(category, super_royal).map_or("nothing", |line| line.hand.word());
                *ways.entry(name).or_default() += u128::from(hands) * u128::from(dealers);
            }
        }
        // Six cards split into a player's and a dealer's three in 20 ways.
        for outcome in &law.outcomes {
            assert_eq!(ways.get(outcome.name()), Some(&(20 * outcome.ways)), "{}", outcome.name());
        }
    }
}
