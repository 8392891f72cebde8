//! The schema of the wire, from which the pages' types are made.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::wire::people::{
    AnswerIn, Approval, ApprovalIn, ApprovalResult, ConfirmIn, Excluded, ExclusionIn, Limits, LimitsNow, RightsIn,
};
use crate::wire::{
    ClientMessage, Foresee, Foreseen, GuestIn, LinkIn, Me, PastRound, Placard, Problem, ProcedureStep, ServerMessage,
    SignIn, TableCard, TableOrder,
};

/// What clients send.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "the schema alone is wanted")]
struct FromClient {
    message: ClientMessage,
    order: TableOrder,
    sign_in: SignIn,
    guest: GuestIn,
    link: LinkIn,
    foresee: Foresee,
    confirm: ConfirmIn,
    approval: ApprovalIn,
    answer: AnswerIn,
    limits: Limits,
    exclusion: ExclusionIn,
    rights: RightsIn,
}

/// What the server sends.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "the schema alone is wanted")]
struct FromServer {
    message: ServerMessage,
    me: Me,
    tables: Vec<TableCard>,
    placard: Placard,
    rounds: Vec<PastRound>,
    procedure: Vec<ProcedureStep>,
    foreseen: Foreseen,
    problem: Problem,
    approvals: Vec<Approval>,
    answered: ApprovalResult,
    limits: LimitsNow,
    excluded: Excluded,
}

fn definitions(schema: Schema) -> Map<String, Value> {
    match schema.to_value() {
        Value::Object(mut root) => match root.remove("$defs") {
            Some(Value::Object(found)) => found,
            _ => Map::new(),
        },
        _ => Map::new(),
    }
}

/// Every type of the wire in one document. Types sent both ways are described as they are read: whatever has a default
/// may be left out.
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12;
    let sent = settings().for_serialize().into_generator().into_root_schema_for::<FromServer>();
    let read = settings().for_deserialize().into_generator().into_root_schema_for::<FromClient>();
    let mut all = definitions(sent);
    all.extend(definitions(read));
    // Sorted, so that a diff shows only real changes.
    let mut names: Vec<String> = all.keys().cloned().collect();
    names.sort();
    let sorted: Map<String, Value> = names.into_iter().filter_map(|name| all.remove_entry(&name)).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "wire",
        "description": "What goes over the wire between the pages and the server.",
        "type": "object",
        "properties": {
            "client": { "$ref": "#/$defs/ClientMessage", "description": "What a client says on the WebSocket." },
            "server": { "$ref": "#/$defs/ServerMessage", "description": "What the server says on it." }
        },
        "required": ["client", "server"],
        "$defs": sorted
    })
}
