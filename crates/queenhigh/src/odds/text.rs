//! The odds of a wager for people.

use odds::Fraction;
use rules::Level;
use rules::hand::HandName;
use rules::money::Cents;

use super::figures::{count, lowest, signed};
use super::output::{KnownOut, OutcomeOut, WagerOdds};
use crate::law;
use crate::look::{StreamLook, Style};
use crate::table_text::{Cell, TextTable, clean, hanging};

/// A fraction read back from the JSON, so that both show the same value.
pub(super) fn fraction(text: &str) -> Fraction {
    text.parse().unwrap_or_default()
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
pub(super) fn outcomes(look: StreamLook, indent: usize, outcomes: &[OutcomeOut]) -> String {
    // Counts of many hands are too long for a line: the rarity of an outcome says more there.
    let large = outcomes.iter().any(|outcome| outcome.of.0 > 1 << 60);
    let events = outcomes.iter().any(|outcome| outcome.event.is_some());
    let mut table = TextTable::new(indent).wrapping("hand");
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
pub(super) fn print(look: StreamLook, title: &str, odds: &WagerOdds) -> String {
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
        let mut table =
            TextTable::new(2).left("meter").right("stands at").left("").right("coefficient").right("fair from");
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

fn summary(look: StreamLook, odds: &WagerOdds) -> String {
    let mut table = TextTable::new(2).left("figure").right("").wrapping("exactly");
    for figure in odds.figures() {
        let count = figure.count.unwrap_or_default();
        table.row([Cell::from(figure.figure), figure.shown.into(), Cell::styled(count, Style::Dim)]);
    }
    let mut out = table.print(look);
    if let Some(nets) = &odds.net_distribution {
        let mut table = TextTable::new(2).right("net").right("ways").right("probability");
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
