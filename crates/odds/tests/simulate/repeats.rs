//! The same run gives the same result, bit for bit.

use odds::simulate::{MergeFault, Options, Partial, PlanFault, SimulationPlan, run, run_block, run_with};
use odds::strategy::Strategy;
use rules::Cents;
use rules::settle::Stakes;

use super::table::{HOUSES, everything, house, plan, seats};

#[test]
fn the_order_of_the_blocks_makes_no_difference() {
    for (code, _) in HOUSES {
        let house = house(code);
        let positions = house.table.positions;
        let plan = plan(&house, seats(&house, positions, everything(&house), &[Strategy::Optimal]), 2_500, 300);
        assert_eq!(plan.blocks(), 9);
        let whole = run(&plan, 0..9).unwrap();
        assert!(whole.is_whole(9) && whole.rounds == 2_500);
        let backwards = Partial::merged((0..9).rev().map(|block| run_block(&plan, block))).unwrap().unwrap();
        assert_eq!(whole, backwards, "{code}");
        let mut dealt = 0;
        assert_eq!(run_with(&plan, 0..9, |rounds| dealt += rounds).as_ref(), Some(&whole));
        assert_eq!(dealt, 2_500);
    }
}

#[test]
fn shards_make_up_the_run_also_through_files() {
    let house = house("md14");
    let plan = plan(&house, seats(&house, 3, everything(&house), &[Strategy::Optimal, Strategy::Mimic]), 4_000, 250);
    let whole = run(&plan, 0..plan.blocks()).unwrap();
    for of in [1, 2, 3, 7, 16] {
        let shards = (0..of).map(|shard| run(&plan, plan.shard(shard, of)).unwrap());
        let files = shards.map(|shard| serde_json::to_string(&shard).unwrap());
        let read: Vec<Partial> = files.map(|text| serde_json::from_str(&text).unwrap()).collect();
        assert_eq!(Partial::merged(read).unwrap().unwrap(), whole, "{of} shards");
    }
    // More shards than blocks: some have nothing to do.
    assert_eq!(run(&plan, plan.shard(20, 40)), None);
    assert_eq!(Partial::merged([]), Ok(None));
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let house = house("md14");
    let table = |seed: &str| {
        let seats = seats(&house, 1, everything(&house), &[Strategy::Optimal]);
        let mut options = Options::new(seed.parse().unwrap(), 200);
        options.block = Some(100);
        SimulationPlan::new(&house, seats, &options).unwrap()
    };
    let (one, other) = (table("1"), table("2"));
    let mut part = run_block(&one, 0);
    let before = part.clone();
    assert_eq!(part.merge(&run_block(&other, 1)), Err(MergeFault::OtherPlan));
    assert_eq!(part.merge(&before.clone()), Err(MergeFault::Overlap(0)));
    assert_eq!(part, before, "a refused part changes nothing");
    assert_ne!(run_block(&one, 0).wagers, run_block(&other, 0).wagers, "another seed deals other cards");
    assert_ne!(run_block(&one, 0).wagers, run_block(&one, 1).wagers, "and so does another block");
}

#[test]
fn a_part_that_was_tampered_with_is_found_out() {
    let (house, other) = (house("md14"), house("md2014"));
    let table = |house| plan(house, seats(house, 2, everything(house), &[Strategy::Optimal]), 1_000, 100);
    let (own, elsewhere) = (table(&house), table(&other));
    let sound = run(&own, own.shard(1, 2)).unwrap();
    assert_eq!(sound.fault(&own), None);
    assert_eq!(run(&own, [9]).unwrap().fault(&own), None);
    assert!(sound.fault(&elsewhere).is_some());
    let spoilt = |change: fn(&mut Partial)| {
        let mut part = sound.clone();
        change(&mut part);
        part.fault(&own)
    };
    assert!(spoilt(|part| part.rounds += 1).is_some());
    assert!(spoilt(|part| part.blocks.push((4, 4))).is_some());
    assert!(spoilt(|part| part.blocks.push((10, 10))).is_some());
    assert!(spoilt(|part| part.blocks.clear()).is_some());
    assert!(spoilt(|part| drop(part.positions.pop_first())).is_some());
    assert!(spoilt(|part| part.table.histogram.counts.extend([(3, u64::MAX)])).is_some());
}

#[test]
fn a_run_that_the_house_would_not_take_is_refused() {
    let house = house("md14");
    let with = |stakes: Stakes| {
        let seats = seats(&house, 1, stakes, &[Strategy::Always]);
        SimulationPlan::new(&house, seats, &Options::new("1".parse().unwrap(), 10)).map(|_| ())
    };
    let low = with(Stakes { ante: Cents(100), ..Stakes::default() });
    assert!(matches!(&low, Err(PlanFault::Refused(refusals)) if refusals.len() == 1), "{low:?}");
    let none = SimulationPlan::new(&house, Vec::new(), &Options::new("1".parse().unwrap(), 10)).map(|_| ());
    assert_eq!(none, Err(PlanFault::Empty));
    let cover = with(Stakes { ante: Cents(500), cover_all: Cents(500), ..Stakes::default() });
    assert!(cover.is_err(), "this house has no Cover All");
}
