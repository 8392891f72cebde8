//! The JSON schemas are exact: whatever a table writes fits them, and nothing else does.

use std::sync::Arc;

use crate::common::chaos::Chaos;
use crate::common::{Pit, many_houses};
use jsonschema::Validator;
use rules::House;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};
use table::past::{EventRecord, records};
use table::{Actor, Command, Event, Offer, Role, State, View, Written, decide, legal, view};

/// The schema of one type, for reading or for writing.
fn schema<T: JsonSchema>(settings: SchemaSettings) -> Validator {
    let schema = settings.into_generator().into_root_schema_for::<T>();
    jsonschema::validator_for(schema.as_value()).expect("a sound schema")
}

fn read<T: JsonSchema>() -> Validator {
    schema::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

fn written<T: JsonSchema>() -> Validator {
    schema::<T>(SchemaSettings::draft2020_12().for_serialize())
}

/// The schemas of everything sent over the wire.
struct Schemas {
    command: Validator,
    event: Validator,
    record: Validator,
    view: Validator,
    offer: Validator,
    refusal: Validator,
}

impl Schemas {
    fn new() -> Schemas {
        Schemas {
            command: read::<Command>(),
            event: written::<Event>(),
            record: written::<EventRecord>(),
            view: written::<View>(),
            offer: written::<Offer>(),
            refusal: written::<Written>(),
        }
    }
}

/// Checks a value against its schema and returns it as JSON.
fn fits(schema: &Validator, value: &impl Serialize) -> Value {
    let json = serde_json::to_value(value).expect("JSON");
    if let Err(fault) = schema.validate(&json) {
        panic!("{json}\ndoes not fit at {}: {fault}", fault.instance_path());
    }
    json
}

/// Everybody who may view the table.
fn viewers() -> Vec<Actor> {
    let roles = [Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Surveillance, Role::Device, Role::System];
    let mut viewers: Vec<Actor> = roles.into_iter().map(|role| Actor::new(role, "Val")).collect();
    viewers.extend(["P1", "P2", "stranger"].map(|name| Actor::new(Role::Player, name)));
    viewers
}

/// Checks a command, its outcome, and what one of the viewers sees.
fn hold(schemas: &Schemas, state: &State, command: &Command, viewer: &Actor, samples: &mut Samples) {
    samples.commands.push(fits(&schemas.command, command));
    match decide(state, command) {
        Ok(events) => {
            for event in &events {
                samples.events.push(fits(&schemas.event, event));
            }
            for record in records(state, command, &events) {
                fits(&schemas.record, &record);
            }
        }
        Err(refusal) => samples.refusals.push(fits(&schemas.refusal, &refusal.written(&state.house))),
    }
    samples.views.push(fits(&schemas.view, &view(state, viewer, command.at)));
}

/// The values that fitted.
#[derive(Default)]
struct Samples {
    commands: Vec<Value>,
    events: Vec<Value>,
    views: Vec<Value>,
    offers: Vec<Value>,
    refusals: Vec<Value>,
}

/// Robots play rounds under a house, and everybody views the table in turn.
fn robots(schemas: &Schemas, house: &Arc<House>, samples: &mut Samples) {
    let mut pit = Pit::new(house.clone(), 5).with_players(7);
    let (viewers, mut turn) = (viewers(), 0);
    for _ in 0..260 {
        let (before, count) = (pit.state.clone(), pit.commands.len());
        if !pit.step() {
            break;
        }
        for command in pit.commands[count..].iter().cloned() {
            turn += 1;
            let viewer = &viewers[turn % viewers.len()];
            hold(schemas, &before, &command, viewer, samples);
            if turn % 5 == 0 {
                for offer in legal(&before, viewer, command.at) {
                    samples.offers.push(fits(&schemas.offer, &offer));
                }
            }
        }
    }
}

/// Anybody does anything: every act, event and refusal comes up.
fn anybody(schemas: &Schemas, house: &Arc<House>, seed: u64, samples: &mut Samples) {
    let mut chaos = Chaos::new(house.clone(), seed);
    chaos.run(400);
    let mut state = State::new(house.clone(), &chaos.state.game);
    let (viewers, mut seen) = (viewers(), 0);
    for (at, (command, events)) in chaos.accepted.iter().enumerate() {
        hold(schemas, &state, command, &viewers[at % viewers.len()], samples);
        state.apply_all(&chaos.events[seen..seen + events]);
        seen += events;
        // Repeating it is nearly always refused.
        if let Err(refusal) = decide(&state, command) {
            samples.refusals.push(fits(&schemas.refusal, &refusal.written(&state.house)));
        }
    }
}

/// Every value with one change: an unknown name, a missing name, or a value of another type.
fn mutants(value: &Value) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    let wrong = match value {
        Value::Number(_) | Value::Bool(_) => json!("no"),
        // No amount here has a fraction.
        _ => json!(7.5),
    };
    out.push(("another type".to_owned(), wrong));
    match value {
        Value::Object(object) => {
            let mut more = object.clone();
            more.insert("stranger".to_owned(), json!(1));
            out.push(("an unknown name".to_owned(), more.into()));
            for (name, inner) in object {
                for (how, changed) in mutants(inner) {
                    let mut object = object.clone();
                    object.insert(name.clone(), changed);
                    out.push((format!("{name}: {how}"), object.into()));
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate().take(2) {
                for (how, changed) in mutants(inner) {
                    let mut items = items.clone();
                    items[at] = changed;
                    out.push((format!("{at}: {how}"), items.into()));
                }
            }
        }
        _ => {}
    }
    out
}

/// No changed value fits. The samples are spread over all that were found.
fn rejects(schema: &Validator, samples: &[Value], each: usize) {
    let step = (samples.len() / each).max(1);
    for sample in samples.iter().step_by(step) {
        for (how, mutant) in mutants(sample) {
            assert!(!schema.is_valid(&mutant), "{how} is taken: {mutant}\nof {sample}");
        }
    }
}

/// The schema accepts a missing name exactly when the table does.
fn same_as_reading(schema: &Validator, command: &Value) {
    for name in command.as_object().expect("an object").keys() {
        let mut less = command.clone();
        less.as_object_mut().expect("an object").remove(name);
        let reads = serde_json::from_value::<Command>(less.clone()).is_ok();
        assert_eq!(schema.is_valid(&less), reads, "{less} without {name}");
    }
    // For an act without fields, serde ignores further names; the schema does not.
    if command.as_object().is_some_and(|object| object.len() == 4) {
        return;
    }
    let mut more = command.clone();
    more["stranger"] = json!(1);
    assert!(serde_json::from_value::<Command>(more).is_err(), "{command}: an unknown name is read");
}

#[test]
fn what_a_table_writes_fits_its_schema_and_nothing_else_does() {
    let schemas = Schemas::new();
    let mut samples = Samples::default();
    for (at, house) in many_houses().iter().enumerate() {
        robots(&schemas, house, &mut samples);
        anybody(&schemas, house, 40_000 + at as u64, &mut samples);
    }
    let Samples { commands, events, views, offers, refusals } = &samples;
    let found = [commands.len(), events.len(), views.len(), offers.len(), refusals.len()];
    println!("commands, events, views, offers, refusals: {found:?}");
    assert!(found.iter().all(|count| *count > 1_000), "{found:?}");
    rejects(&schemas.command, commands, 400);
    rejects(&schemas.event, events, 400);
    rejects(&schemas.view, views, 12);
    rejects(&schemas.offer, offers, 150);
    rejects(&schemas.refusal, refusals, 40);
    commands.iter().step_by(9).for_each(|command| same_as_reading(&schemas.command, command));
}

/// Schema names become types in other languages: one per idea, and none ends in a number.
#[test]
fn names_are_words() {
    for settings in [SchemaSettings::draft2020_12().for_serialize(), SchemaSettings::draft2020_12().for_deserialize()] {
        let mut generator = settings.into_generator();
        generator.subschema_for::<Command>();
        generator.subschema_for::<EventRecord>();
        generator.subschema_for::<View>();
        generator.subschema_for::<Written>();
        let names: Vec<&str> = generator.definitions().keys().map(String::as_str).collect();
        for name in ["Act", "Command", "Event", "Offer", "Record", "Refusal", "SeatView", "View"] {
            assert!(names.contains(&name), "{name} is missing in {names:?}");
        }
        for name in names {
            assert!(name.chars().all(|letter| letter.is_ascii_alphabetic()), "{name} is no word");
        }
    }
}
