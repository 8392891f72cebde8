//! The prime, which only the made-up sixth book has: random rounds of its house against the plainest settlement.

use proptest::prelude::*;
use rules::books::Books;
use rules::rulebook::vocabulary::Fate;
use rules::settle::{balance, settle};
use rules::wager::Outcome;
use rules::{Cents, House, Wager};

use crate::common::deal::{self, Kind};
use crate::common::read;
use crate::common::tape::{Tape, tapes};
use crate::{CASES, ROUNDS, admitted, config, open};

fn house(table: &str, fate: &str) -> House {
    let mut books = Books::shipped();
    books.add(&read("golden/books/freedonia.toml")).unwrap();
    let text = read("golden/books/freedonia-house.toml").replace("\"two colours\"", &format!("\"{table}\""));
    open(&format!("{text}\n[fold]\nprime = \"{fate}\"\n"), &books)
}

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn a_prime_is_paid_by_colours_and_by_nothing_else(numbers in tapes(900)) {
        let mut tape = Tape::new(&numbers);
        let (table, fate) = (*tape.pick(&["two colours", "three only"]), *tape.pick(&["lost", "kept"]));
        let house = house(table, fate);
        for _ in 0..ROUNDS {
            let Some(given) = deal::round(&mut tape, &house, Kind::Any) else { continue };
            let round = admitted(&house, &given);
            let mut movements = Vec::new();
            settle(&house, &round, &mut movements);
            prop_assert_eq!(balance(&movements), Cents::ZERO);
            for seat in round.seats.iter().flatten().filter(|seat| !seat.stakes.prime.is_zero()) {
                let own: Vec<_> =
                    movements.iter().filter(|m| m.wager == Wager::Prime && m.position == seat.position).collect();
                prop_assert_eq!(own.len(), 1);
                let red = |cards: cards::Three| cards.cards().into_iter().filter(|card| "dh".contains(card.suit().letter())).count();
                let (mine, dealers) = (red(seat.cards), red(round.dealer));
                let stake = seat.stakes.prime.0;
                // The unit of this house is a cent, so 7 to 2 is never rounded up.
                let paid = match (mine, dealers) {
                    _ if seat.gave_up() && house.fold.prime == Fate::Lost => None,
                    (0 | 3, _) if table == "three only" => Some(stake * 7 / 2),
                    (0, 0) | (3, 3) => Some(stake * 4),
                    (0 | 3, _) => Some(stake * 3),
                    _ => None,
                };
                prop_assert_eq!(own[0].paid.0, paid.unwrap_or(0));
                prop_assert_eq!(own[0].returned.0, paid.map_or(0, |_| stake));
                let outcome = match paid {
                    Some(_) => Outcome::Won,
                    None if seat.gave_up() && house.fold.prime == Fate::Lost => Outcome::Forfeited,
                    None => Outcome::Lost,
                };
                prop_assert_eq!(own[0].outcome, outcome);
            }
        }
    }
}
