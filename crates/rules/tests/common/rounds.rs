//! Rounds as JSON: read, admitted, settled, and printed in short lines.

use rules::House;
use rules::settle::input::{RoundFile, parse};
use rules::settle::output::{MovementOut, SettledRound, describe};
use rules::settle::{Refusal, admit, admit_shared, admit_void, settle, settle_void};
use serde_json::Value;

/// Reads a round. The house is given separately, so the file need not name one.
pub fn file(round: &Value) -> RoundFile {
    let mut round = round.clone();
    round["house"] = "apart".into();
    parse(&round.to_string()).unwrap_or_else(|fault| panic!("{fault}\n{round:#}"))
}

/// Settles a round, or voids it if it says so.
pub fn try_settle(house: &House, round: &Value) -> Result<SettledRound, Vec<Refusal>> {
    let file = file(round);
    let mut movements = Vec::new();
    let (meters, people) = match &file.void {
        Some(cause) => {
            let (round, people) = admit_void(house, &file, cause)?;
            (settle_void(house, &round, &mut movements), people)
        }
        None if house.table.electronic => {
            let (round, people) = admit_shared(house, &file)?;
            (settle(house, &round, &mut movements), people)
        }
        None => {
            let (round, people) = admit(house, &file)?;
            (settle(house, &round, &mut movements), people)
        }
    };
    Ok(describe(house, &people, &movements, &meters))
}

/// Settles a round that must be possible.
pub fn settled(house: &House, round: &Value) -> SettledRound {
    try_settle(house, round).unwrap_or_else(|refusals| {
        let said: Vec<String> = refusals.iter().map(ToString::to_string).collect();
        panic!("{}\n{round:#}", said.join("\n"))
    })
}

/// Compares the movements with short lines such as `3 ante won 1500+1000 book:7.4`: position, wager, outcome, paid and
/// returned in cents, and a clause that must be among those behind it.
pub fn expect(settled: &SettledRound, wanted: &[&str]) {
    let told: Vec<String> = settled.movements.iter().map(short).collect();
    let split = |line: &str| line.rsplit_once(' ').map(|(what, law)| (what.to_owned(), law.to_owned()));
    let (what, laws): (Vec<String>, Vec<String>) = wanted.iter().filter_map(|line| split(line)).unzip();
    assert_eq!(told, what, "(left is what the settlement says)");
    for (movement, law) in settled.movements.iter().zip(laws) {
        assert!(movement.clauses.contains(&law), "{} rests on {:?}, not on {law}", short(movement), movement.clauses);
    }
}

/// A movement in short form, without the law.
pub fn short(movement: &MovementOut) -> String {
    let from = movement.from_position.map(|from| format!(" from {from}")).unwrap_or_default();
    let (position, wager, outcome) = (movement.position, &movement.wager, &movement.outcome);
    let limited = if movement.limited { " limited" } else { "" };
    format!("{position} {wager}{from} {outcome} {}+{}{limited}", movement.paid, movement.returned)
}
