//! The sums of a run equal those of the settlement's movements over the same deals, dealt and added up plainly.

use std::collections::BTreeMap;

use odds::simulate::{Dealing, DrawPile, Partial, SimulationPlan, Stream, run_block};
use odds::strategy::Strategy;
use rules::money::Meter;
use rules::settle::{Decision, Meters, PersonId, Round, Seat, Stakes, settle, totals};
use rules::{House, Wager};

use super::table::{HOUSES, everything, house, plan, seats};

/// The sums of one block.
#[derive(Default)]
struct Plain {
    staked: BTreeMap<&'static str, i128>,
    paid: BTreeMap<&'static str, i128>,
    returned: BTreeMap<&'static str, i128>,
    settled: BTreeMap<&'static str, u64>,
    squares: BTreeMap<&'static str, i128>,
    position_nets: BTreeMap<u8, (i128, i128)>,
    table: (i128, i128),
    shown: BTreeMap<String, i128>,
    meters: Meters,
}

/// Deals a block again and settles it into lists of movements.
fn settle_plainly(house: &House, plan: &SimulationPlan<'_>, seed: &str, block: u64, rounds: u64) -> Plain {
    let mut stream = Stream::new(&seed.parse().unwrap(), block);
    let mut deck = DrawPile::default();
    let five = plan.seats().iter().any(|seat| !seat.stakes.five_card_progressive.is_zero());
    let players = plan.seats().len();
    let dealing = Dealing::new(3 * (players + 1) + if five { 2 } else { 0 });
    let mut plain = Plain { meters: Meters::seeded(house), ..Plain::default() };
    for _ in 0..rounds {
        let cards = *deck.deal(&mut stream, &dealing);
        let hand =
            |place: usize| cards::Three::new(cards[3 * place], cards[3 * place + 1], cards[3 * place + 2]).unwrap();
        let mut round = Round::empty(hand(players));
        round.community = five.then(|| [cards[3 * players + 3], cards[3 * players + 4]]);
        for (place, seat) in plan.seats().iter().enumerate() {
            let decides = !seat.stakes.ante.is_zero();
            let choice = if seat.decisions.plays(hand(place)) { Decision::Play } else { Decision::Fold };
            let (position, person, mut stakes) = (seat.position, PersonId(seat.person), seat.stakes);
            if choice == Decision::Fold {
                stakes.tip_play = rules::Cents::ZERO;
            }
            round.seat(Seat { position, person, cards: hand(place), decision: decides.then_some(choice), stakes });
            contribute(house, &stakes, &mut plain.meters);
        }
        round.meters = plain.meters;
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            for meter in house.progressive_terms(wager).into_iter().flat_map(|terms| &terms.meters) {
                let shown = plain.shown.entry(format!("{wager}.{}", meter.level)).or_default();
                *shown += i128::from(round.meters.of(wager).get(meter.level).0);
            }
        }
        let mut movements = Vec::new();
        plain.meters = settle(house, &round, &mut movements);
        assert!(rules::settle::balance(&movements).is_zero());
        let mut nets: BTreeMap<&'static str, i128> = BTreeMap::new();
        for movement in &movements {
            let word = movement.wager.word();
            let staked = if movement.stake_account().is_some() { i128::from(movement.stake.0) } else { 0 };
            let (paid, returned) = (i128::from(movement.paid.0), i128::from(movement.returned.0));
            *plain.staked.entry(word).or_default() += staked;
            *plain.paid.entry(word).or_default() += paid;
            *plain.returned.entry(word).or_default() += returned;
            *plain.settled.entry(word).or_default() += 1;
            *nets.entry(word).or_default() += paid + returned - staked;
        }
        for (word, net) in nets {
            *plain.squares.entry(word).or_default() += net * net;
        }
        let mut table = 0;
        for position in totals(&movements) {
            let net = i128::from(position.net.0);
            let sums = plain.position_nets.entry(position.position).or_default();
            *sums = (sums.0 + net, sums.1 + net * net);
            table += net;
        }
        plain.table = (plain.table.0 + table, plain.table.1 + table * table);
    }
    plain
}

/// What one position's stakes add to the meters.
fn contribute(house: &House, stakes: &Stakes, meters: &mut Meters) {
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let (Some(terms), stake) = (house.progressive_terms(wager), stakes.on(wager)) else { continue };
        let set = meters.of_mut(wager);
        for meter in &terms.meters {
            let grown = set.get(meter.level).0 + Meter::contribution(stake, terms.grows(meter)).0;
            set.set(meter.level, Meter(grown));
        }
        set.reserve.0 += Meter::contribution(stake, terms.reserve).0;
        set.backup.0 += Meter::contribution(stake, terms.backup).0;
    }
}

fn assert_same(code: &str, house: &House, part: &Partial, plain: &Plain) {
    for (word, sums) in &part.wagers {
        let of = |map: &BTreeMap<&'static str, i128>| map.get(word.as_str()).copied().unwrap_or(0);
        assert_eq!(sums.staked, of(&plain.staked), "{code} {word} staked");
        assert_eq!(sums.paid, of(&plain.paid), "{code} {word} paid");
        assert_eq!(sums.returned, of(&plain.returned), "{code} {word} returned");
        assert_eq!(sums.settled(), plain.settled.get(word.as_str()).copied().unwrap_or(0), "{code} {word} settled");
        assert_eq!(sums.rounds.net, sums.paid + sums.returned - sums.staked, "{code} {word} net");
        assert_eq!(sums.rounds.squares, of(&plain.squares), "{code} {word} squares");
    }
    assert!(plain.settled.keys().all(|word| part.wagers.contains_key(*word)), "{code}: a wager is missing");
    for (position, sums) in &part.positions {
        let (net, squares) = plain.position_nets[position];
        assert_eq!((sums.rounds.net, sums.rounds.squares), (net, squares), "{code} position {position}");
        assert_eq!(sums.histogram.total(), part.rounds);
    }
    assert_eq!((part.table.rounds.net, part.table.rounds.squares), plain.table, "{code} table");
    for (name, sums) in &part.meters {
        assert!(sums.balances(), "{code} {name}");
        assert_eq!(sums.shown, plain.shown[name], "{code} {name} shown");
        let (wager, level) = name.split_once('.').unwrap();
        let wager = if wager == "progressive" { Wager::Progressive } else { Wager::FiveCardProgressive };
        let terms = house.progressive_terms(wager).unwrap();
        let meter = terms.meters.iter().find(|meter| meter.level.word() == level).unwrap();
        assert_eq!(sums.ends, i128::from(plain.meters.of(wager).get(meter.level).0), "{code} {name} ends");
    }
}

#[test]
fn the_sums_are_those_of_the_movements() {
    for (code, _) in HOUSES {
        let house = house(code);
        for positions in [1, house.table.positions] {
            let strategies = [Strategy::Optimal, Strategy::Always, Strategy::Mimic];
            let plan = plan(&house, seats(&house, positions, everything(&house), &strategies), 12_000, 6_000);
            for block in 0..2 {
                let plain = settle_plainly(&house, &plan, "5eed", block, 6_000);
                assert_same(code, &house, &run_block(&plan, block), &plain);
            }
        }
        // The same if meters are divided among their winners, and the tray pays the smaller awards in chips.
        let house = house.what_if(|choices| {
            for terms in [&mut choices.progressive, &mut choices.five_card_progressive].into_iter().flatten() {
                terms.multi_win = rules::rulebook::vocabulary::MultiWin::EqualShares;
                terms.meter_win_from_tray = rules::Cents(100_000);
            }
        });
        let plan =
            plan(&house, seats(&house, house.table.positions, everything(&house), &[Strategy::Q64]), 6_000, 6_000);
        let plain = settle_plainly(&house, &plan, "5eed", 0, 6_000);
        assert_same(code, &house, &run_block(&plan, 0), &plain);
    }
}
