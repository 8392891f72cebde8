//! The sampled part of a table's variance, compared with rounds dealt and settled plainly.

use cards::{Card, Three};
use odds::exposure::{Exposure, SeatTerms};
use odds::simulate::{Dealing, Decisions, DrawPile, Seed, Stream};
use odds::strategy::Strategy;
use rules::money::Meter;
use rules::settle::{Decision, Meters, PersonId, Round, Seat, Stakes, settle, totals};
use rules::{Books, Cents, House, Wager};

fn house(code: &str) -> House {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    rules::house::check(&std::fs::read_to_string(path).unwrap(), &Books::shipped()).house.unwrap()
}

/// All meters at an amount that comes up often enough to show in a plain sample.
fn small_meters(house: &House) -> Meters {
    let mut meters = Meters::seeded(house);
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        for meter in house.progressive_terms(wager).into_iter().flat_map(|terms| &terms.meters) {
            meters.of_mut(wager).set(meter.level, Meter::of(Cents(2_000)));
        }
    }
    meters
}

/// The variance of a table's net over plainly dealt rounds, and the square of its standard error.
fn plain_variance(house: &House, stakes: &Stakes, seats: u8, meters: &Meters, rounds: u32) -> (f64, f64) {
    let decisions = Decisions::beside(house, stakes, meters, &Strategy::Optimal);
    let (mut stream, mut deck) = (Stream::new(&Seed([9; 32]), 1), DrawPile::default());
    let five = !stakes.five_card_progressive.is_zero();
    let dealing = Dealing::new(3 * (usize::from(seats) + 1) + if five { 2 } else { 0 });
    let mut nets = Vec::new();
    for _ in 0..rounds {
        let cards: [Card; 64] = *deck.deal(&mut stream, &dealing);
        let hand = |place: u8| {
            let at = 3 * usize::from(place);
            Three::new(cards[at], cards[at + 1], cards[at + 2]).unwrap()
        };
        let mut round = Round::empty(hand(seats));
        let last = 3 * (usize::from(seats) + 1);
        round.community = five.then(|| [cards[last], cards[last + 1]]);
        round.meters = *meters;
        for place in 0..seats {
            let cards = hand(place);
            let decision = if decisions.plays(cards) { Decision::Play } else { Decision::Fold };
            let person = PersonId(place.into());
            round.seat(Seat { position: place + 1, person, cards, decision: Some(decision), stakes: *stakes });
        }
        let mut movements = Vec::new();
        settle(house, &round, &mut movements);
        nets.push(totals(&movements).iter().map(|position| position.net.0 as f64).sum::<f64>());
    }
    let count = f64::from(rounds);
    let mean = nets.iter().sum::<f64>() / count;
    let moment = |power| nets.iter().map(|net| (net - mean).powi(power)).sum::<f64>() / count;
    (moment(2), (moment(4) - moment(2).powi(2)) / count)
}

fn exposure(house: &House, stakes: Stakes, seats: u32, meters: &Meters) -> Exposure {
    let seat = |person| SeatTerms { person, stakes, strategy: Strategy::Optimal };
    Exposure::new(house, &(1..=seats).map(seat).collect::<Vec<_>>(), meters)
}

fn assert_near(house: &House, stakes: Stakes, seats: u8, rounds: u32) -> Exposure {
    let meters = small_meters(house);
    let exposure = exposure(house, stakes, seats.into(), &meters);
    let sampled = exposure.sampled.as_ref().expect("something is left out");
    assert!(!exposure.variance_is_whole);
    let (plain, squared_error) = plain_variance(house, &stakes, seats, &meters, rounds);
    let whole = exposure.variance_in_all().to_draw();
    let error = (squared_error + sampled.squared_error.to_draw()).sqrt();
    assert!((plain - whole).abs() < 4.5 * error, "{seats} seats: {whole} with the sample, {plain} plainly, ± {error}");
    exposure
}

#[test]
fn cover_all_moves_all_positions_together() {
    let house = house("ma");
    let all = house.least_stakes();
    let stakes = Stakes { ante: all.ante, pair_plus: all.pair_plus, cover_all: all.cover_all, ..Stakes::default() };
    assert_near(&house, stakes, 1, 150_000);
    let seven = assert_near(&house, stakes, 7, 150_000);
    // Seven wagers on one hand vary together: the uncounted part is much more than the error of the sample.
    let sampled = seven.sampled.unwrap();
    assert!(sampled.variance.power(2) > sampled.squared_error * odds::Fraction::whole(400));
}

#[test]
fn envy_and_the_five_card_progressive_move_with_the_rest() {
    let house = house("md14");
    let all = house.least_stakes();
    let stakes = Stakes { ante: all.ante, progressive: all.progressive, ..Stakes::default() };
    assert_near(&house, stakes, 7, 300_000);
    // Envy for a royal flush is too rare and too large for a plain sample.
    let house = house.what_if(|choices| choices.five_card_progressive.as_mut().unwrap().envy = None);
    let stakes = Stakes { ante: all.ante, five_card_progressive: all.five_card_progressive, ..Stakes::default() };
    assert_near(&house, stakes, 3, 300_000);
}

#[test]
fn the_sample_is_the_same_each_time_and_small_beside_the_rest() {
    let house = house("md14");
    let (stakes, meters) = (house.least_stakes(), Meters::seeded(&house));
    let once = exposure(&house, stakes, 3, &meters);
    assert_eq!(once.sampled, exposure(&house, stakes, 3, &meters).sampled);
    let sampled = once.sampled.clone().unwrap();
    // The sample leaves open at most a tenth of a percent of the variance.
    assert!(sampled.squared_error < (once.variance_in_all() / odds::Fraction::whole(1_000)).power(2));
}

#[test]
fn nothing_is_sampled_where_all_is_counted() {
    let house = house("md14");
    let all = house.least_stakes();
    let stakes = Stakes { ante: all.ante, pair_plus: all.pair_plus, ..Stakes::default() };
    let table = exposure(&house, stakes, 2, &Meters::seeded(&house));
    assert!(table.variance_is_whole && table.sampled.is_none());
    assert_eq!(table.variance_in_all(), table.variance);
}
