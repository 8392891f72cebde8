//! Settles a golden round and checks the settlement against what is expected.

use std::fmt::Write as _;

use rules::settle::input::{self, HouseRef, RoundFile};
use rules::settle::output::{self, MovementOut, SettledRound};
use rules::settle::{self, Refusal};
use rules::{Books, Cents};

use super::text::{Expected, Golden, Line, Wanted};

/// The result of a round.
pub enum Came {
    /// A settlement.
    Settled(Box<SettledRound>),
    /// Refusals.
    Refused(Vec<Refusal>),
}

/// Checks the house, admits the round and settles it under the shipped books.
pub fn run(golden: &Golden) -> Result<Came, String> {
    run_under(golden, &Books::shipped())
}

/// The same under other books.
pub fn run_under(golden: &Golden, books: &Books) -> Result<Came, String> {
    let file = input::parse(&golden.round.to_string()).map_err(|fault| format!("the round cannot be read: {fault}"))?;
    let HouseRef::Inline(house) = &file.house else {
        return Err("the house is not inline".into());
    };
    settle_file(&file, &HouseRef::inline_toml(house).map_err(|why| why.to_string())?, books)
}

/// Checks the house of a round's file, admits the round and settles it.
pub fn settle_file(file: &RoundFile, house: &str, books: &Books) -> Result<Came, String> {
    let report = rules::house::check(house, books);
    let unlawful: Vec<String> = report.errors().map(ToString::to_string).collect();
    let house = report.house.ok_or_else(|| format!("the house is not lawful:\n    {}", unlawful.join("\n    ")))?;
    let mut movements = Vec::new();
    let (meters, people) = match &file.void {
        Some(cause) => match settle::admit_void(&house, file, cause) {
            Ok((round, people)) => (settle::settle_void(&house, &round, &mut movements), people),
            Err(refusals) => return Ok(Came::Refused(refusals)),
        },
        None if house.table.electronic => match settle::admit_shared(&house, file) {
            Ok((round, people)) => (settle::settle(&house, &round, &mut movements), people),
            Err(refusals) => return Ok(Came::Refused(refusals)),
        },
        None => match settle::admit(&house, file) {
            Ok((round, people)) => (settle::settle(&house, &round, &mut movements), people),
            Err(refusals) => return Ok(Came::Refused(refusals)),
        },
    };
    let mut settled = output::describe(&house, &people, &movements, &meters);
    settled.void.clone_from(&file.void);
    Ok(Came::Settled(Box::new(settled)))
}

/// What differs from the expectations.
pub fn compare(golden: &Golden, came: &Came) -> Vec<String> {
    match (&golden.expected, came) {
        (Expected::Refused(wanted), Came::Refused(refusals)) => wanted
            .iter()
            .filter(|law| !refusals.iter().any(|refusal| cites(refusal, law)))
            .map(|law| format!("no refusal rests on {law}"))
            .collect(),
        (Expected::Refused(wanted), Came::Settled(_)) => {
            vec![format!("settled, but must be refused by {}", wanted.join(", "))]
        }
        (Expected::Settled(_), Came::Refused(refusals)) => {
            refusals.iter().map(|refusal| format!("refused: {refusal}")).collect()
        }
        (Expected::Settled(lines), Came::Settled(settled)) => compare_settled(lines, settled),
    }
}

fn cites(refusal: &Refusal, law: &str) -> bool {
    match law.strip_prefix("READING ") {
        Some(number) => refusal.cite.readings.iter().any(|reading| reading.to_string() == number),
        None => refusal.cite.clauses.iter().any(|clause| clause.as_str() == law),
    }
}

fn compare_settled(lines: &[Line], settled: &SettledRound) -> Vec<String> {
    let mut faults = Vec::new();
    let mut after = 0;
    let mut named = 0;
    let mut only_these = false;
    for line in lines {
        match line {
            Line::Movement(wanted) => {
                named += 1;
                match find(wanted, &settled.movements) {
                    None => faults.push(format!("`{}`: there is no such movement", wanted.text)),
                    Some(at) => {
                        if at < after {
                            faults.push(format!("`{}`: it comes earlier, at {}", wanted.text, at + 1));
                        }
                        after = after.max(at + 1);
                        if let Some(movement) = settled.movements.get(at) {
                            compare_movement(wanted, movement, &mut faults);
                        }
                    }
                }
            }
            Line::Net(position, net) => {
                let came = settled.totals.iter().find(|total| total.position == *position).map(|total| total.net);
                if came != Some(*net) {
                    let came = came.map_or("none".to_owned(), |net| Cents(net).to_string());
                    faults.push(format!("`{position} net {}`: it is {came}", Cents(*net)));
                }
            }
            Line::Meter(progressive, level, amount) => {
                let came = settled.meters_after.get(progressive).and_then(|levels| levels.get(level));
                if came != Some(amount) {
                    let came = came.map_or("none".to_owned(), |amount| Cents(*amount).to_string());
                    faults.push(format!("`{progressive} {level} after {}`: it is {came}", Cents(*amount)));
                }
            }
            Line::Balance(balance) => {
                if settled.balance != *balance {
                    faults.push(format!("the balance is {}", Cents(settled.balance)));
                }
            }
            Line::OnlyThese => only_these = true,
        }
    }
    if only_these && named != settled.movements.len() {
        faults.push(format!("there are {} movements, and only {named} are expected", settled.movements.len()));
    }
    if settled.balance != 0 {
        faults.push(format!("the balance is {} and not 0", Cents(settled.balance)));
    }
    faults
}

/// What a round file calls a movement: an envy bonus goes by its progressive.
fn label(movement: &MovementOut) -> &str {
    match movement.progressive.as_deref() {
        Some("five_card_progressive") => "five_card_envy",
        _ => &movement.wager,
    }
}

/// Position, wager and giver identify a movement.
fn find(wanted: &Wanted, movements: &[MovementOut]) -> Option<usize> {
    movements.iter().position(|movement| {
        movement.position == wanted.position && label(movement) == wanted.wager && movement.from_position == wanted.from
    })
}

fn compare_movement(wanted: &Wanted, came: &MovementOut, faults: &mut Vec<String>) {
    let mut fault = |text: String| faults.push(format!("`{}`: {text}", wanted.text));
    if came.outcome != wanted.outcome {
        fault(format!("it is {}", came.outcome));
    }
    if came.paid != wanted.paid {
        fault(format!("{} is paid", Cents(came.paid)));
    }
    let returned = wanted.returned.or_else(|| implied(wanted, came));
    if returned.is_some_and(|returned| returned != came.returned) {
        fault(format!("{} of the stake of {} is returned", Cents(came.returned), Cents(came.stake)));
    }
    if wanted.by.as_ref().is_some_and(|by| *by != came.from) {
        fault(format!("it is paid by {}", came.from));
    }
    match (wanted.validated, &came.validated_by) {
        (Some(true), None) => fault("nobody validates it".into()),
        (Some(false), Some(role)) => fault(format!("the {role} validates it")),
        _ => {}
    }
    if wanted.limited != came.limited {
        fault(if came.limited { "a limit cuts it".into() } else { "no limit cuts it".into() });
    }
    for law in &wanted.law {
        let cited = match law.strip_prefix("READING ") {
            Some(number) => came.readings.iter().any(|reading| reading.to_string() == number),
            None => came.clauses.contains(law),
        };
        if !cited {
            fault(format!("it does not rest on {law} but on {}", law_of(came)));
        }
    }
}

/// What is returned of a stake if the line does not say: chips on the layout with a win, a push or a void round;
/// nothing with a loss; a progressive chip only in a void round. A coupon is paper.
fn implied(wanted: &Wanted, came: &MovementOut) -> Option<i64> {
    match (came.wager.as_str(), wanted.outcome.as_str()) {
        ("match_play", _) => None,
        (_, "lost" | "forfeited") => Some(0),
        (_, "returned") => Some(came.stake),
        ("progressive" | "five_card_progressive", _) => Some(0),
        _ => Some(came.stake),
    }
}

fn law_of(movement: &MovementOut) -> String {
    let mut law = movement.clauses.join(", ");
    for reading in &movement.readings {
        let sep = if law.is_empty() { "" } else { ", " };
        let _ = write!(law, "{sep}READING {reading}");
    }
    if law.is_empty() { "nothing".into() } else { law }
}

/// The part below the line: everything that resulted from the round.
pub fn generated(golden: &Golden, came: &Came) -> String {
    match came {
        Came::Refused(refusals) => {
            let mut out = String::from("refused\n");
            for refusal in refusals {
                let _ = writeln!(out, "  {refusal}");
            }
            out
        }
        Came::Settled(settled) => golden.currency.say(&table(golden, settled)).into_owned(),
    }
}

fn table(golden: &Golden, settled: &SettledRound) -> String {
    let mut out = format!("settled {}\n", settled.order);
    if let Some(cause) = &settled.void {
        out = format!("void by {cause}\n");
    }
    let head = ["", "position", "person", "wager", "outcome", "stake", "paid", "returned", "paid by", "hand", "line"];
    let mut rows: Vec<Vec<String>> = vec![head.map(str::to_owned).to_vec()];
    for (number, movement) in (1..).zip(&settled.movements) {
        let wager = match movement.from_position {
            Some(from) => format!("{} from {from}", label(movement)),
            None => label(movement).to_owned(),
        };
        let line = match (&movement.paytable, &movement.line) {
            (Some(paytable), Some(line)) => format!("{paytable}: {line}"),
            (None, Some(line)) => line.clone(),
            _ => String::new(),
        };
        rows.push(vec![
            format!("{number}"),
            movement.position.to_string(),
            movement.person.clone(),
            wager,
            movement.outcome.clone(),
            golden.currency.write(Cents(movement.stake)),
            golden.currency.write(Cents(movement.paid)),
            golden.currency.write(Cents(movement.returned)),
            if movement.paid == 0 { String::new() } else { movement.from.clone() },
            movement.hand.clone(),
            line,
        ]);
    }
    let widths: Vec<usize> =
        (0..head.len()).map(|i| rows.iter().filter_map(|row| row.get(i)).map(String::len).max().unwrap_or(0)).collect();
    for (i, row) in rows.iter().enumerate() {
        let mut text = String::new();
        for (j, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let right = j == 0 || (5..=7).contains(&j);
            let _ = if right { write!(text, "{cell:>width$}  ") } else { write!(text, "{cell:width$}  ") };
        }
        let _ = writeln!(out, "  {}", text.trim_end());
        if let Some(movement) = i.checked_sub(1).and_then(|i| settled.movements.get(i)) {
            let _ = write!(out, "      by {}", law_of(movement));
            if let Some(role) = &movement.validated_by {
                let _ = write!(out, "; validated by {role}");
            }
            if movement.limited {
                let _ = write!(out, "; limited");
            }
            out.push('\n');
        }
    }
    for total in &settled.totals {
        let _ = writeln!(
            out,
            "position {}: staked {}, paid {}, returned {}, net {}",
            total.position,
            Cents(total.staked),
            Cents(total.paid),
            Cents(total.returned),
            Cents(total.net)
        );
    }
    for (progressive, levels) in &settled.meters_after_exact {
        // Meters that the round does not give are not at stake.
        if golden.round["meters"].get(progressive).is_none() {
            continue;
        }
        for (level, exact) in levels {
            let shown = settled.meters_after.get(progressive).and_then(|levels| levels.get(level)).copied();
            let _ = write!(out, "{progressive} {level} after: {}", Cents(shown.unwrap_or_default()));
            let _ = if exact.ends_with("/1") { writeln!(out) } else { writeln!(out, " (exactly {exact} cents)") };
        }
    }
    let _ = writeln!(out, "balance: {}", Cents(settled.balance));
    out
}
