//! Simulation beside the exact law, for a house that nobody wrote.

use odds::fraction::Fraction;
use odds::simulate::{Comparison, Decisions, Options, PlanFault, SeatPlan, Seed, SimulationPlan, compare, run};
use odds::strategy::Strategy;
use rules::House;
use rules::settle::Meters;

/// How many rounds are dealt at first.
const ROUNDS: u64 = 10_000;

/// A mean that is further off than this many standard errors is dealt again …
const ERRORS: i64 = 5;

/// … with this many times the rounds. A true difference then stands out by six times as many errors; chance does not.
const AGAIN: u64 = 40;

/// Deals rounds and compares every wager's mean with its law. The counts, by their names.
pub(super) fn compared(house: &House, seed: &Seed, wrong: &mut Vec<String>) -> Vec<(&'static str, u64)> {
    if house.table.electronic {
        // Its terminals share hands, and the simulation deals positions.
        return vec![("electronic_houses", 1)];
    }
    let (stakes, meters) = (house.least_stakes(), Meters::seeded(house));
    let decisions = Decisions::beside(house, &stakes, &meters, &Strategy::Optimal).shared();
    let seats = (1..=house.table.positions.min(3))
        .map(|position| SeatPlan { position, person: position.into(), stakes, decisions: decisions.clone() })
        .collect::<Vec<_>>();
    let plan = |rounds: u64| SimulationPlan::new(house, seats.clone(), &Options::new(*seed, rounds));
    let rows =
        |plan: &SimulationPlan<'_>| run(plan, 0..plan.blocks()).map_or_else(Vec::new, |sums| compare(plan, &sums));
    let first = match plan(ROUNDS) {
        Ok(plan) => rows(&plan),
        // The least stakes of all wagers do not go together under every book.
        Err(PlanFault::Refused(_)) => return vec![("stakes_refused", 1)],
        Err(fault) => {
            wrong.push(fault.to_string());
            return Vec::new();
        }
    };
    let laws = first.iter().filter(|row| row.exact.is_ok()).count() as u64;
    let without = first.len() as u64 - laws;
    if first.iter().any(is_far) {
        let again = plan(ROUNDS * AGAIN).map_or_else(|_| Vec::new(), |plan| rows(&plan));
        for row in again.iter().filter(|row| is_far(row)) {
            let exact = row.exact.as_ref().map_or_else(ToString::to_string, |exact| exact.decimal(6));
            let (mean, z) = (row.mean.decimal(6), row.z(1).unwrap_or_default());
            wrong.push(format!("{}: {mean} dealt, {exact} counted, {z} standard errors", row.wager));
        }
    }
    vec![("dealt_rounds", ROUNDS), ("laws", laws), ("wagers_without_a_law", without)]
}

/// Whether a mean is further from its law than chance explains. Where nothing can vary, it must be the law.
fn is_far(row: &Comparison) -> bool {
    match (row.z_squared(), &row.exact) {
        (Some(squared), _) => squared > Fraction::whole(ERRORS * ERRORS),
        (None, Ok(exact)) => row.mean != *exact,
        (None, Err(_)) => false,
    }
}
