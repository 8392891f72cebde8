//! A run of a script as JSON Lines for programs.

use rules::{Citation, House};
use serde_json::{Map, Value, json};
use table::{Answer, Event, PROGRESSIVES, State};

use crate::run::{Run, RunItem};
use crate::words;

/// One object per line: commands with their events or refusals, views, expectations, and the end.
#[must_use]
pub fn print(run: &Run) -> String {
    format!("{}{}\n", shown(run), end(run))
}

/// The same without the end.
#[must_use]
pub fn shown(run: &Run) -> String {
    let state = run.desk.state();
    let mut out = String::new();
    for shown in &run.shown {
        let value = match shown {
            RunItem::Answered { command, answer } => {
                let mut object = came_of(&state.house, "command", json!(command), answer);
                if answer.repeated {
                    object.insert("repeated".to_owned(), true.into());
                }
                Value::Object(object)
            }
            RunItem::Linked { text, answer, .. } => Value::Object(came_of(&state.house, "link", json!(text), answer)),
            RunItem::Table(name) => json!({ "table": name }),
            RunItem::View { who, view } => json!({ "view": words::who(who), "sees": view }),
            RunItem::Legal { who, offers } => json!({ "legal": words::who(who), "offers": offers }),
            RunItem::Reminded { step, clauses } => {
                let ids: Vec<&str> = clauses.iter().map(rules::ClauseId::as_str).collect();
                json!({ "step": step.word(), "reminders": ids })
            }
            RunItem::Expected { number, text, held, found } => {
                json!({ "line": number, "expect": text, "held": held, "found": found })
            }
            RunItem::Broken(why) => json!({ "broken": why }),
        };
        out.push_str(&value.to_string());
        out.push('\n');
    }
    out
}

/// What was asked, and its events or refusal.
fn came_of(house: &House, name: &str, asked: Value, answer: &Answer) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert(name.to_owned(), asked);
    match &answer.verdict {
        Ok(events) => {
            let events: Vec<Value> = events.iter().map(|event| happened(house, event)).collect();
            object.insert("events".to_owned(), events.into());
        }
        Err(refusal) => {
            if let Value::Object(written) = json!(refusal.written(house)) {
                object.extend(written);
            }
        }
    }
    object
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
    let (state, tally) = (run.desk.state(), run.tally());
    let mut object = table_end(state);
    object.insert("house".to_owned(), json!(state.house.digest));
    object.insert("rulebook".to_owned(), json!(state.house.book.code));
    object.insert("commands".to_owned(), json!(tally.commands));
    object.insert("refused".to_owned(), json!(tally.refused));
    object.insert("expectations".to_owned(), json!({ "held": tally.held, "failed": tally.failed }));
    object.insert("broken".to_owned(), json!(tally.broken));
    if run.tables().count() > 1 {
        let tables = run.tables().map(|state| (state.game.as_str().to_owned(), table_end(state).into()));
        object.insert("tables".to_owned(), Value::Object(tables.collect()));
    }
    Value::Object(object)
}

/// The state of a table at the end.
fn table_end(state: &State) -> Map<String, Value> {
    let money = &state.money;
    let purses: Map<String, Value> =
        money.purses.iter().map(|(person, chips)| (person.name().to_owned(), chips.0.into())).collect();
    let mut meters = Vec::new();
    for (wager, bank) in PROGRESSIVES.into_iter().zip(&state.banks) {
        for (pot, meter) in bank.iter().flat_map(meters::Bank::pots) {
            meters.push(json!({
                "wager": wager.word(),
                "level": pot.word(),
                "shows": meter.shown().0,
                "exactly": meter.exact(),
            }));
        }
    }
    let money = json!({
        "purses": purses,
        "tray": money.tray.0,
        "drop": money.drop.0,
        "tip_box": money.tip_box.0,
        "hand_pay": money.hand_pay.0,
        "meters": money.meters.0,
        "cage": money.cage.0,
        "world": money.world.0,
        "balance": state.balance().0,
    });
    let values = [
        ("money", money),
        ("meters", meters.into()),
        ("phase", state.phase().word().into()),
        ("round", state.round.number.into()),
    ];
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
