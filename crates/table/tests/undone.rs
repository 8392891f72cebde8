//! A round that becomes void at any moment before it has ended: counter-entries undo what was settled, and every chip
//! and every meter is back where it was before the wagers (READING 92).

use crate::common::{Dice, Pit, check, many_houses};
use rules::Cents;
use rules::rulebook::vocabulary::Irregularity;
use table::{Act, Phase, Role, State, What};

/// What everybody has, including their chips on the table.
fn purses(state: &State) -> Vec<(String, Cents)> {
    let staked = |person: &table::Person| -> Cents {
        let own = state.taken().filter(|(_, seat)| seat.person == *person);
        own.map(|(_, seat)| {
            let areas = rules::Wager::ALL.iter().filter(|wager| **wager != rules::Wager::MatchPlay);
            seat.play + areas.map(|wager| seat.areas.on(*wager)).sum::<Cents>()
        })
        .sum()
    };
    let mut all: Vec<(String, Cents)> =
        state.money.purses.iter().map(|(person, chips)| (person.name().to_owned(), *chips + staked(person))).collect();
    all.sort();
    all
}

fn meters(state: &State) -> Vec<Vec<(rules::Level, rules::Meter)>> {
    state.banks.iter().map(|bank| bank.iter().flat_map(meters::Bank::levels).collect()).collect()
}

/// A deck in which the first of `hands` hands is ace, king, queen of spades.
fn royal(hands: usize, stacks: bool) -> String {
    let mut others = poor_cards();
    let at = |place: usize| if stacks { place < 3 } else { place.is_multiple_of(hands) && place < 3 * hands };
    let mut spades = ["As", "Ks", "Qs"].into_iter();
    let cards: Vec<&str> =
        (0..3 * hands).filter_map(|place| if at(place) { spades.next() } else { others.next() }).collect();
    cards.join(" ")
}

fn poor_cards() -> impl Iterator<Item = &'static str> {
    "2c 5d 9h 3c 6d Th 4c 7d Jh 2h 5c 9d 3h 6c Td".split(' ')
}

#[test]
fn whenever_a_wrong_number_is_found_everything_goes_back() {
    let mut dice = Dice(92);
    let (mut settled, mut taken_back, mut forfeited) = (0, 0, 0);
    for (seed, house) in many_houses().into_iter().enumerate() {
        let void = house.book.irregularities.remedies.contains_key(&Irregularity::WrongNumber);
        if !void || !table::robot::automated(&house, Role::Dealer) {
            continue;
        }
        let reverses = |wager| house.progressive_terms(wager).is_none_or(|terms| terms.reversed_on_void);
        let whole = reverses(rules::Wager::Progressive) && reverses(rules::Wager::FiveCardProgressive);
        let mut pit = Pit::new(house.clone(), seed as u64).with_players(4);
        for turn in 0..6 {
            // Every other round somebody holds the hand that wins a meter.
            let hands = if pit.state.electronic() { 4 } else { 5 };
            pit.top = (turn % 2 == 0).then(|| royal(hands, pit.state.by_stacks()));
            pit.until("the wagers", |state| state.phase() == Phase::Closing || state.phase() == Phase::Dealing);
            let (chips, tray) = (purses(&pit.state), pit.state.money.tray);
            let (banked, shown) = (pit.state.round.banked, meters(&pit.state));
            let round = pit.state.round.number;
            pit.until("a card", |state| state.round.drawn > 0);
            for _ in 0..dice.below(60) {
                let last = pit.state.next(pit.at).is_some_and(|todo| todo.act == Act::EndRound);
                if last {
                    break;
                }
                pit.step();
            }
            let before = pit.events.len();
            settled += pit.state.round.settled;
            forfeited += pit.state.round.forfeits;
            let act = Act::Report { what: Irregularity::WrongNumber, holder: None, card: None };
            pit.act(Role::Dealer, "Dee", act);
            check(&pit.state);
            let news = pit.since(before);
            let undone = news.iter().filter(|event| matches!(event.what, What::Undone { .. })).count();
            let back = |event: &&table::Event| {
                matches!(&event.what, What::Meter { entry: meters::Entry::TakenBack { .. }, .. })
            };
            taken_back += news.iter().filter(back).count();
            assert_eq!(purses(&pit.state), chips, "{}: somebody has won or lost in a void round", house.book.code);
            if !banked && whole {
                // Before the lock-out, nothing was in the tray or in a meter.
                assert_eq!(pit.state.money.tray, tray, "{}", house.book.code);
                if pit.state.round.locked && shown.iter().all(Vec::is_empty) {
                    assert_eq!(meters(&pit.state), shown, "{}", house.book.code);
                }
            }
            assert!(undone <= 64 && pit.state.round.settled == 0);
            pit.until("the next round", |state| state.round.number > round);
        }
    }
    assert!(
        settled > 300 && taken_back > 0 && forfeited > 50,
        "{settled} settled, {taken_back} won, {forfeited} given up"
    );
}
