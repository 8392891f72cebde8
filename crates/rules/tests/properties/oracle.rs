//! The settlement written again in the plainest way, from the documents and not from the engine: who wins what, wager
//! by wager. The engine must agree.

use std::collections::BTreeMap;

use cards::{Rank, Suit, Three, ThreeCategory};
use proptest::prelude::*;
use rules::hand::five_card_hand;
use rules::house::FoldTerms;
use rules::rulebook::vocabulary::{BonusWhen, Fate};
use rules::settle::{Decision, Round, Seat, settle};
use rules::wager::Outcome;
use rules::{House, Wager};
use serde_json::json;

use crate::common::draft::house;
use crate::common::rounds::settled;
use crate::common::tape::tapes;
use crate::{CASES, admitted, case, config, meter_case};

/// What became of the wagers of one kind: position, whose hand it came from, outcome and payment.
type Told = BTreeMap<(u8, Option<u8>), (Outcome, i64)>;

fn told(house: &House, round: &Round, wager: Wager) -> Told {
    let mut movements = Vec::new();
    settle(house, round, &mut movements);
    let own = movements.iter().filter(|movement| movement.wager == wager);
    own.map(|m| ((m.position, m.from_position), (m.outcome, m.paid.0))).collect()
}

fn seats(round: &Round) -> impl Iterator<Item = &Seat> {
    round.seats.iter().flatten()
}

/// What a fold, or a hand forfeited entirely, leaves of a seat's wagers.
fn terms<'h>(house: &'h House, seat: &Seat) -> &'h FoldTerms {
    match seat.decision {
        Some(Decision::Forfeit) => house.forfeit.as_ref().expect("a hand can be forfeited here"),
        _ => &house.fold,
    }
}

/// Whether a wager was made and is still in play.
fn alive(house: &House, seat: &Seat, wager: Wager) -> bool {
    let terms = terms(house, seat);
    let fate = match wager {
        Wager::PairPlus => terms.pair_plus,
        Wager::SixCardBonus => terms.six_card_bonus,
        Wager::Progressive => terms.progressive,
        Wager::FiveCardProgressive => terms.five_card_progressive,
        Wager::CoverAll => terms.cover_all,
        _ => Fate::Lost,
    };
    !seat.stakes.on(wager).is_zero() && (!seat.gave_up() || fate == Fate::Kept)
}

/// Rounds up to the next chip.
fn in_chips(house: &House, cents: i64) -> i64 {
    (cents + house.unit.0 - 1) / house.unit.0 * house.unit.0
}

/// Queen high or better: md2014:11.D(3)(d), md14:11.D(3)(d), ma:11(a)(1)#2, tribal:(k)(1)(i)#2, sd:(7)#1.
fn plays(dealer: Three) -> bool {
    dealer.category() != ThreeCategory::HighCard || dealer.cards().iter().any(|card| card.rank() >= Rank::Queen)
}

/// Ante and play of a hand that stays in, in all five books.
fn showdown(seat: &Seat, dealer: Three) -> (Outcome, Outcome) {
    if !plays(dealer) {
        return (Outcome::Won, Outcome::Pushed);
    }
    let outcome = match seat.cards.strength().cmp(&dealer.strength()) {
        std::cmp::Ordering::Greater => Outcome::Won,
        std::cmp::Ordering::Equal => Outcome::Pushed,
        std::cmp::Ordering::Less => Outcome::Lost,
    };
    (outcome, outcome)
}

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn ante_and_play_go_by_the_dealers_hand(numbers in tapes(900)) {
        let case = case(&numbers);
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let (mut antes, mut plays, mut bonuses) = (Told::new(), Told::new(), Told::new());
            for seat in seats(&round).filter(|seat| !seat.stakes.ante.is_zero()) {
                let place = (seat.position, None);
                if seat.gave_up() {
                    antes.insert(place, (Outcome::Forfeited, 0));
                    continue;
                }
                let (ante, play) = showdown(seat, round.dealer);
                let even = |outcome| (outcome, if outcome == Outcome::Won { in_chips(&case.house, seat.stakes.ante.0) } else { 0 });
                antes.insert(place, even(ante));
                plays.insert(place, even(play));
                let line = case.house.ante_bonus.lines.iter().find(|line| makes(line.hand.word(), seat.cards));
                let earned = case.house.bonus_when == BonusWhen::Always || ante == Outcome::Won;
                if let Some(rules::paytable::Pays::To(odds)) = line.filter(|_| earned).map(|line| line.pays) {
                    let paid = seat.stakes.ante.0 * i64::from(odds.won) / i64::from(odds.staked);
                    bonuses.insert(place, (Outcome::Won, in_chips(&case.house, paid)));
                }
            }
            prop_assert_eq!(told(&case.house, &round, Wager::Ante), antes);
            prop_assert_eq!(told(&case.house, &round, Wager::Play), plays);
            prop_assert_eq!(told(&case.house, &round, Wager::AnteBonus), bonuses);
        }
    }

    #[test]
    fn cover_all_goes_by_the_highest_hand_and_the_number_of_hands(numbers in tapes(900)) {
        let case = case(&numbers);
        let Some(terms) = &case.house.cover_all else { return Ok(()) };
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            let counted = seats(&round).filter(|seat| terms.folded_hands_count || !seat.gave_up()).map(|seat| seat.cards);
            let highest = counted.chain([round.dealer]).max_by_key(|hand| hand.strength()).expect("the dealer has a hand");
            // The column is that of the hands dealt to players, including folded ones.
            let column = &terms.tables[seats(&round).count() - 1];
            let line = column.lines.iter().find(|line| makes(line.hand.word(), highest));
            let mut wanted = Told::new();
            for seat in seats(&round).filter(|seat| alive(&case.house, seat, Wager::CoverAll)) {
                let result = match line.map(|line| line.pays) {
                    Some(rules::paytable::Pays::To(odds)) => {
                        let paid = seat.stakes.cover_all.0 * i64::from(odds.won) / i64::from(odds.staked);
                        (Outcome::Won, in_chips(&case.house, paid))
                    }
                    _ => (Outcome::Lost, 0),
                };
                wanted.insert((seat.position, None), result);
            }
            prop_assert_eq!(told(&case.house, &round, Wager::CoverAll), wanted);
        }
    }

    #[test]
    fn envy_goes_to_everybody_else_who_is_in_for_it(numbers in tapes(900), meters in any::<bool>()) {
        let case = if meters { meter_case(&numbers) } else { case(&numbers) };
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            for (envy, staked) in [(Wager::Envy, Wager::Progressive), (Wager::FiveCardEnvy, Wager::FiveCardProgressive)] {
                prop_assert_eq!(told(&case.house, &round, envy), envies(&case.house, &round, staked));
            }
        }
    }

    #[test]
    fn a_fold_takes_what_the_house_says(numbers in tapes(900)) {
        let case = case(&numbers);
        let sides = [Wager::PairPlus, Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive, Wager::CoverAll];
        for given in &case.rounds {
            let round = admitted(&case.house, given);
            for wager in sides {
                let told = told(&case.house, &round, wager);
                for seat in seats(&round).filter(|seat| !seat.stakes.on(wager).is_zero()) {
                    let forfeited = told[&(seat.position, None)].0 == Outcome::Forfeited;
                    prop_assert_eq!(forfeited, !alive(&case.house, seat, wager), "{} at {}", wager, seat.position);
                }
            }
        }
    }
}

/// Whether three cards make a hand that a paytable names.
fn makes(hand: &str, cards: Three) -> bool {
    let category = cards.category();
    let ranks: Vec<Rank> = cards.cards().iter().map(|card| card.rank()).collect();
    let top = [Rank::Ace, Rank::King, Rank::Queen].iter().all(|rank| ranks.contains(rank));
    let mini_royal = category == ThreeCategory::StraightFlush && top;
    let spades = cards.cards().iter().all(|card| card.suit() == Suit::Spades);
    match hand {
        "akq-spades" => mini_royal && spades,
        "akq-hdc" => mini_royal && !spades,
        "akq-suited" => mini_royal,
        "straight-flush" => category == ThreeCategory::StraightFlush,
        "three-of-a-kind" => category == ThreeCategory::ThreeOfAKind,
        "straight" => category == ThreeCategory::Straight,
        "flush" => category == ThreeCategory::Flush,
        "pair" => category == ThreeCategory::Pair,
        other => panic!("{other} is no hand of three cards"),
    }
}

/// The envy bonuses of a round, from every hand that is turned up to everybody else with the wager.
fn envies(house: &House, round: &Round, staked: Wager) -> Told {
    let mut wanted = Told::new();
    let (Some(progressive), Some(law)) = (house.progressive_terms(staked), house.book.progressive_rules(staked)) else {
        return wanted;
    };
    let (Some(terms), Some(law)) = (&progressive.envy, &law.envy) else { return wanted };
    for holder in seats(round) {
        let live = [Wager::PairPlus, Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive];
        let turned_up = !holder.gave_up()
            || law.folded_hand.default == Some(Fate::Kept)
            || live.into_iter().any(|wager| alive(house, holder, wager))
            // If folded hands count, somebody's Cover All has every hand turned up (READING 83).
            || (house.cover_all.as_ref().is_some_and(|terms| terms.folded_hands_count)
                && seats(round).any(|seat| alive(house, seat, Wager::CoverAll)));
        if !turned_up || (terms.holder_needs_wager && !alive(house, holder, staked)) {
            continue;
        }
        let line = terms.lines.iter().find(|line| match staked {
            Wager::Progressive => makes(line.hand.word(), holder.cards),
            _ => round.community.is_some_and(|community| {
                line.hand.is_made_by_five(five_card_hand(holder.cards, community, house.wheel), None)
            }),
        });
        let Some(line) = line else { continue };
        for seat in seats(round) {
            let own = seat.person == holder.person;
            let lost = seat.gave_up() && self::terms(house, seat).envy == Fate::Lost;
            if !own && !lost && !seat.stakes.on(staked).is_zero() {
                wanted.insert((seat.position, Some(holder.position)), (Outcome::Won, in_chips(house, line.pays.0)));
            }
        }
    }
    wanted
}

/// READING 27: whether ace to five is a straight among five cards is one switch of the house. Among three it always is.
#[test]
fn ace_to_five_is_a_straight_where_the_house_says_so() {
    for book in ["md2014", "md14", "ma", "sd"] {
        for (wheel, outcome) in [("true", "won"), ("false", "lost")] {
            let house = house(book).set("ranking", "five_card_wheel", wheel).opens();
            let mut round = json!({
                "dealer": ["4s", "5c", "9d"],
                "positions": [{ "position": 1, "cards": ["Ac", "2d", "3h"], "wagers": { "pair_plus": 500, "six_card_bonus": 100 } }],
            });
            if house.five_card_progressive.is_some() {
                round["community"] = json!(["4c", "5h"]);
                round["meters"] = json!({ "five_card_progressive": { "major": 1_000_000, "minor": 100_000 } });
                round["positions"][0]["wagers"]["five_card_progressive"] = 100.into();
            }
            for movement in settled(&house, &round).movements {
                let wanted = if movement.wager == "pair_plus" { "won" } else { outcome };
                assert_eq!(movement.outcome, wanted, "{book}, wheel {wheel}: {}", movement.wager);
                assert!(movement.outcome == "lost" || movement.hand == "straight", "{}", movement.hand);
            }
        }
    }
}
