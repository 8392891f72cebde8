//! A run of a script as JSON Lines for programs.

use rules::{Citation, House};
use serde_json::{Map, Value, json};
use table::{Event, PROGRESSIVES};

use super::run::{Run, Shown};
use super::text;

/// One object a line: commands with their events or refusals, views, expectations, and the end.
pub(crate) fn print(run: &Run) -> String {
    let state = run.desk.state();
    let mut out = String::new();
    for shown in &run.shown {
        let value = match shown {
            Shown::Answered { command, answer } => {
                let mut object = Map::new();
                object.insert("command".to_owned(), json!(command));
                match &answer.verdict {
                    Ok(events) => {
                        let events: Vec<Value> = events.iter().map(|event| happened(&state.house, event)).collect();
                        object.insert("events".to_owned(), events.into());
                    }
                    Err(refusal) => {
                        if let Value::Object(written) = json!(refusal.written(&state.house)) {
                            object.extend(written);
                        }
                    }
                }
                if answer.repeated {
                    object.insert("repeated".to_owned(), true.into());
                }
                Value::Object(object)
            }
            Shown::View { who, view } => json!({ "view": text::who(who), "sees": view }),
            Shown::Legal { who, offers } => json!({ "legal": text::who(who), "offers": offers }),
            Shown::Expected { number, text, held, found } => {
                json!({ "line": number, "expect": text, "held": held, "found": found })
            }
            Shown::Broken(why) => json!({ "broken": why }),
        };
        out.push_str(&value.to_string());
        out.push('\n');
    }
    out.push_str(&end(run).to_string());
    out.push('\n');
    out
}

/// An event with the clauses and readings behind it.
fn happened(house: &House, event: &Event) -> Value {
    let cite: &Citation = event.law.cite(house);
    let mut value = json!(event);
    if let Value::Object(object) = &mut value {
        let clauses: Vec<String> = cite.clauses.iter().map(ToString::to_string).collect();
        object.insert("clauses".to_owned(), clauses.into());
        object.insert("readings".to_owned(), cite.readings.clone().into());
    }
    value
}

fn end(run: &Run) -> Value {
    let state = run.desk.state();
    let money = &state.money;
    let purses: Map<String, Value> =
        money.purses.iter().map(|(person, chips)| (person.name().to_owned(), chips.0.into())).collect();
    let mut meters = Vec::new();
    for (wager, bank) in PROGRESSIVES.into_iter().zip(&state.banks) {
        for (level, meter) in bank.iter().flat_map(meters::Bank::levels) {
            meters.push(json!({
                "wager": wager.word(),
                "level": level.word(),
                "shows": meter.shown().0,
                "exactly": meter.exact(),
            }));
        }
    }
    let tally = run.tally();
    json!({
        "money": {
            "purses": purses,
            "tray": money.tray.0,
            "drop": money.drop.0,
            "tip_box": money.tip_box.0,
            "hand_pay": money.hand_pay.0,
            "meters": money.meters.0,
            "cage": money.cage.0,
            "world": money.world.0,
            "balance": state.balance().0,
        },
        "meters": meters,
        "house": state.house.digest,
        "rulebook": state.house.book.code,
        "phase": state.phase().word(),
        "round": state.round.number,
        "commands": tally.commands,
        "refused": tally.refused,
        "expectations": { "held": tally.held, "failed": tally.failed },
        "broken": tally.broken,
    })
}
