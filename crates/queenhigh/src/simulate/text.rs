//! The result as tables.

use indicatif::HumanCount;
use odds::simulate::Comparison;
use rules::Cents;

use super::output::Simulated;
use crate::look::{StreamLook, Style};
use crate::plural;
use crate::table_text::{Cell, TextTable, clean, hanging};

/// Where nothing is known.
const NONE: &str = "–";

pub(super) fn print(look: StreamLook, simulated: &Simulated, rows: &[Comparison]) -> String {
    let mut out = format!("{}\n", look.bold(&clean(&simulated.operator)));
    let count = |number: u64| HumanCount(number).to_string();
    let seed = simulated.seed.trim_start_matches('0');
    let rounds = count(simulated.rounds);
    let summary = format!(
        "{} · {} in blocks of {} · seed {}",
        simulated.rulebook,
        plural::grouped(simulated.rounds, "round"),
        count(simulated.block),
        if seed.is_empty() { "0" } else { seed }
    );
    out.push_str(&hanging(look, "", &summary));
    if !simulated.whole {
        let all = plural::grouped(simulated.of_rounds, "round");
        let note = format!("A part of a run: {rounds} of {all}. `queenhigh simulate merge` merges the parts.");
        out.push_str(&hanging(look, "", &note));
    }
    out.push_str(&look.heading("Wagers"));
    out.push_str(&wagers(rows).print(look));
    out.push_str(&look.heading("Positions"));
    out.push_str(&positions(simulated, &look.money.sign()).print(look));
    if !simulated.meters.is_empty() {
        out.push_str(&look.heading("Meters"));
        out.push_str(&meters(simulated).print(look));
    }
    out.push('\n');
    for note in &simulated.notes {
        out.push_str(&hanging(look, "", note));
    }
    out
}

fn wagers(rows: &[Comparison]) -> TextTable {
    let mut table =
        TextTable::new(2).left("wager").right("rounds").right("mean").right("std. error").right("exact").right("z");
    for row in rows {
        let z = row.z(2).unwrap_or_else(|| NONE.to_owned());
        // Beyond three standard errors somebody should look twice.
        let far = row.z_squared().is_some_and(|squared| squared > odds::Fraction::whole(9));
        table.row([
            row.wager.into(),
            HumanCount(row.rounds).to_string().into(),
            row.mean.percent(4).into(),
            format!("{}%", percent(&row.standard_error(6))).into(),
            row.exact.as_ref().map_or_else(|_| NONE.to_owned(), |exact| exact.percent(4)).into(),
            Cell::styled(z, if far { Style::Warning } else { Style::Plain }),
        ]);
    }
    table
}

/// A decimal with six places as a percentage with four.
fn percent(decimal: &str) -> String {
    let (whole, places) = decimal.split_once('.').unwrap_or((decimal, "000000"));
    let (first, rest) = places.split_at(places.len().min(2));
    let number = format!("{whole}{first}");
    let number = number.trim_start_matches('0');
    format!("{}.{rest}", if number.is_empty() { "0" } else { number })
}

fn positions(simulated: &Simulated, sign: &str) -> TextTable {
    let mut table = TextTable::new(2)
        .right("position")
        .left("strategy")
        .right("plays")
        .right(&format!("net {sign}"))
        .right(&format!("std. dev. {sign}"))
        .wrapping("wagers");
    for (i, seat) in simulated.positions.iter().enumerate() {
        let alike = simulated.positions.iter().take(i).find(|other| other.wagers == seat.wagers);
        let wagers = seat.wagers.iter().map(|(wager, cents)| format!("{wager} {}", Cents(*cents)));
        let wagers = match alike {
            Some(other) => format!("as position {}", other.position),
            None => wagers.collect::<Vec<_>>().join(", "),
        };
        table.row([
            seat.position.to_string().into(),
            seat.strategy.as_str().into(),
            format!("{}/22,100", HumanCount(u64::from(seat.plays))).into(),
            seat.mean_dollars.as_str().into(),
            seat.standard_deviation_dollars.as_str().into(),
            wagers.into(),
        ]);
    }
    table
}

fn meters(simulated: &Simulated) -> TextTable {
    let mut table =
        TextTable::new(2).left("meter").right("mean").right("highest").right("won").right("reset").right("paid");
    for meter in &simulated.meters {
        table.row([
            meter.meter.as_str().into(),
            Cents(meter.mean_shown).to_string().into(),
            Cents(meter.highest).to_string().into(),
            HumanCount(meter.awards).to_string().into(),
            HumanCount(meter.resets).to_string().into(),
            Cents(meter.paid).to_string().into(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_decimal_is_a_percentage() {
        for (decimal, shown) in [("0.001234", "0.1234"), ("0.051234", "5.1234"), ("12.500000", "1250.0000")] {
            assert_eq!(percent(decimal), shown);
        }
    }
}
