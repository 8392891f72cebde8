//! The base game under every lowest hand of the dealer that a house may choose: counted, and dealt through the
//! settlement.

use cards::Three;
use odds::Deals;
use odds::base::play_value;
use odds::terms::BaseTerms;
use rules::settle::{Decision, PersonId, Round, Seat, Stakes, settle};
use rules::{Books, Cents, House};

/// The made-up house with these lines about the showdown.
fn house(showdown: &str) -> House {
    let mut books = Books::shipped();
    books.add(include_str!("../../../golden/books/freedonia.toml")).unwrap_or_else(|fault| panic!("{fault}"));
    let text = include_str!("../../../golden/books/freedonia-house.toml");
    let silent = "[showdown]\nequal = \"lost\"\n";
    assert!(text.contains(silent));
    let text = text.replace(silent, &format!("[showdown]\n{showdown}\n"));
    rules::house::check(&text, &books).house.unwrap_or_else(|| panic!("{showdown}"))
}

#[test]
fn what_is_counted_is_what_the_settlement_pays() {
    let ante = Cents(1200);
    for (showdown, lowest) in [
        ("dealer_qualifies = \"none\"\nequal = \"pushed\"", "5-3-2"),
        ("dealer_qualifies = \"pair of 8s\"", "pair of 8s with 2"),
        ("unqualified_ante = \"won\"", "Q-6-4"),
    ] {
        let house = house(showdown);
        let terms = BaseTerms::of(&house);
        assert_eq!(terms.floor.to_string(), lowest);
        let parts = terms.parts();
        for class in Deals::new(terms.floor).classes.iter().skip(7).step_by(250) {
            let mut dealt = 0;
            for dealer in Three::all().filter(|dealer| dealer.set().intersection(class.hand.set()).is_empty()) {
                let mut round = Round::empty(dealer);
                round.seat(Seat {
                    position: 1,
                    person: PersonId(1),
                    cards: class.hand,
                    decision: Some(Decision::Play),
                    stakes: Stakes { ante, ..Stakes::default() },
                });
                let mut movements = Vec::new();
                settle(&house, &round, &mut movements);
                dealt += movements.iter().map(|line| line.paid.0 + line.returned.0 - line.stake.0).sum::<i64>();
            }
            assert_eq!(dealt * parts, play_value(&terms, class, parts) * ante.0, "{showdown}: {}", class.hand);
        }
    }
}
