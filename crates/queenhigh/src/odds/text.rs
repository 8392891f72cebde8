//! The odds of a wager for people.

use odds::Fraction;
use rules::Level;
use rules::hand::HandName;
use rules::money::Cents;

use super::figures::{count, lowest, over, signed};
use super::output::{KnownOut, OutcomeOut, WagerOdds};
use crate::law;
use crate::look::{Look, Style};
use crate::table_text::{Cell, Table, clean, hanging};

/// A fraction of the JSON, read back: what is printed is what is written.
pub(super) fn fraction(text: &str) -> Fraction {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let whole = |digits: &str| Fraction::whole(0) + parse(digits);
    whole(numerator) / whole(denominator)
}

/// A whole number of any size, digit by digit.
fn parse(digits: &str) -> Fraction {
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |rest| (true, rest));
    let number = digits
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .fold(Fraction::zero(), |number, digit| number * Fraction::whole(10) + Fraction::whole(digit));
    if negative { -number } else { number }
}

/// A hand's name for people.
pub(super) fn hand(word: &str) -> String {
    word.parse::<HandName>().map_or_else(|_| word.to_owned(), |hand| hand.title().to_owned())
}

fn event(word: &str) -> &str {
    match word {
        "win" => "wins",
        "dealer_not_qualified" => "dealer does not qualify",
        "tie" => "ties",
        "lose" => "loses",
        _ => "folds",
    }
}

/// The outcomes as a table.
pub(super) fn outcomes(look: Look, indent: usize, outcomes: &[OutcomeOut]) -> String {
    // Counts of many hands are too long for a line: how rare an outcome is tells more there.
    let large = outcomes.iter().any(|outcome| outcome.of.0 > 1 << 60);
    let events = outcomes.iter().any(|outcome| outcome.event.is_some());
    let mut table = Table::new(indent).wrapping("hand");
    if events {
        table = table.left("and");
    }
    table = table
        .right(if events { "bonus" } else { "pays" })
        .right(if large { "one in" } else { "ways" })
        .right("probability")
        .right("contributes");
    for outcome in outcomes {
        let mut cells: Vec<Cell> = vec![hand(&outcome.hand).into()];
        if events {
            cells.push(event(outcome.event.unwrap_or_default()).into());
        }
        let contribution = outcome.chance() * outcome.exact.clone();
        cells.extend([
            outcome.pays.clone().unwrap_or_else(|| "–".to_owned()).into(),
            if large && outcome.ways.0 > 0 {
                outcome.chance().power(-1).decimal(4).into()
            } else {
                count(outcome.ways.0).into()
            },
            outcome.chance().percent(4).into(),
            Cell::from(signed(&contribution, 6)),
        ]);
        table.row(cells);
    }
    let mut out = table.print(look);
    if let Some(first) = outcomes.first() {
        out.push_str(&look.dim(&format!("{}of {} deals", " ".repeat(indent), count(first.of.0))));
        out.push('\n');
    }
    out
}

/// All about a wager.
pub(super) fn print(look: Look, title: &str, odds: &WagerOdds) -> String {
    let mut head = format!("{title} by paytable {} of {}", odds.paytable, odds.rulebook);
    if let Some(strategy) = &odds.strategy {
        head.push_str(&format!(", strategy {strategy}"));
    }
    if let Some(stake) = odds.stake {
        head.push_str(&format!(", at a stake of {}", Cents(stake)));
    }
    if let Some(players) = odds.players {
        head.push_str(&format!(", {players} {}", if players == 1 { "player" } else { "players" }));
    }
    if let Some(known) = &odds.known {
        head.push_str(&seen(known));
    }
    let mut out = format!("{}\n", look.bold(&head));
    out.push_str(&look.dim(&hanging(look, "", &law::short(&odds.clauses, &odds.readings))));
    out.push('\n');
    out.push_str(&outcomes(look, 2, &odds.outcomes));
    out.push('\n');
    out.push_str(&summary(look, odds));
    if let Some(meters) = odds.meters.as_ref().filter(|meters| !meters.is_empty()) {
        let mut table = Table::new(2).left("meter").right("stands at").left("").right("coefficient").right("fair from");
        for meter in meters {
            let level = meter.meter.parse::<Level>().map_or(meter.meter, Level::word);
            let fair = meter.break_even_cents.map_or_else(|| "–".to_owned(), |cents| Cents(cents).to_string());
            let from = if meter.from == "given" { "given" } else { meter.from };
            table.row([
                Cell::from(level),
                Cents(meter.cents).to_string().into(),
                Cell::styled(from, Style::Dim),
                lowest(&fraction(&meter.coefficient)).into(),
                fair.into(),
            ]);
        }
        out.push('\n');
        out.push_str(&table.print(look));
    }
    for note in &odds.notes {
        out.push_str(&hanging(look, "  ", note));
    }
    out
}

/// What is known, in the heading.
fn seen(known: &KnownOut) -> String {
    let dealer = known.dealer_card.as_ref().map(|card| format!(", a dealer's card seen: {}", clean(card)));
    let others = known.cards.as_ref().map(|cards| format!(", known elsewhere: {}", clean(cards)));
    [dealer, others].into_iter().flatten().collect()
}

fn summary(look: Look, odds: &WagerOdds) -> String {
    let of = odds.outcomes.first().map_or(1, |outcome| outcome.of.0);
    let mut table = Table::new(2).left("figure").right("").wrapping("exactly");
    let mut percent = |name: &str, text: &str| {
        let value = fraction(text);
        table.row([Cell::from(name), value.percent(4).into(), Cell::styled(over(&value, of), Style::Dim)]);
    };
    percent("house edge", &odds.house_edge);
    percent("expected net", &odds.ev);
    for (name, figure) in [
        ("gained by what is known", &odds.known.as_ref().map(|known| known.gain.clone())),
        ("what is seen comes", &odds.known.as_ref().map(|known| known.chance.clone())),
        ("element of risk", &odds.element_of_risk),
        ("lost to the optimum", &odds.cost),
        ("folded", &odds.fold),
        ("dealer does not qualify", &odds.dealer_not_qualified),
        ("won", &odds.win),
        ("tied", &odds.tie),
        ("lost", &odds.lose),
        ("fixed lines return", &odds.fixed_return),
        ("envy from each other hand", &odds.envy_per_other),
        ("net, folding below Q-6-4", &odds.ev_folding_below_q64),
    ] {
        if let Some(text) = figure {
            percent(name, text);
        }
    }
    percent(if odds.strategy.is_some() { "gains" } else { "hit frequency" }, &odds.hit_frequency);
    let variance = fraction(&odds.variance);
    table.row([Cell::from("variance"), variance.decimal(6).into(), Cell::styled(lowest(&variance), Style::Dim)]);
    table.row([Cell::from("standard deviation"), odds.standard_deviation.clone().into()]);
    table.row([Cell::from("skewness"), odds.skewness.clone().into()]);
    table.row([Cell::from("kurtosis"), odds.kurtosis.clone().into()]);
    if let Some(threshold) = &odds.threshold {
        table.row([Cell::from("weakest hand played"), threshold.clone().into()]);
    }
    if let Some(fair) = &odds.fair_stake {
        let fair = fraction(fair);
        let dollars = format!("${}", (fair.clone() / Fraction::whole(100)).decimal(2));
        table.row([
            Cell::from("fair at a stake of"),
            dollars.into(),
            Cell::styled(format!("{} cents", lowest(&fair)), Style::Dim),
        ]);
    }
    let mut out = table.print(look);
    if let Some(nets) = &odds.net_distribution {
        let mut table = Table::new(2).right("net").right("ways").right("probability");
        for net in nets {
            let value = fraction(&net.net);
            table.row([
                Cell::from(signed(&value, if value.denominator().to_string() == "1" { 0 } else { 2 })),
                count(net.ways.0).into(),
                Fraction::new(net.ways.0, net.of.0).percent(4).into(),
            ]);
        }
        out.push('\n');
        out.push_str(&table.print(look));
    }
    out
}
