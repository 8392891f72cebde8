//! Every route, in one list: the router and its description are both made from it.

use std::sync::Arc;

use axum::Router;
use axum::routing::{MethodFilter, MethodRouter, delete, get, on, post};
use maud::{DOCTYPE, html};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use table::Role;

use super::{live, people_routes, session, staff, tables};
use crate::hall::Hall;
use crate::wire::people::RightsIn;
use crate::wire::shapes;
use crate::wire::{
    Foresee, Foreseen, GuestIn, LinkIn, Me, PastRound, Placard, Problem, ProcedureStep, ServerMessage, SignIn,
    TableCard, TableOrder,
};

/// How a type is described.
pub(super) type Describe = fn(&mut SchemaGenerator) -> Schema;

/// One route.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) about: &'static str,
    /// Who may use it.
    pub(super) who: &'static str,
    pub(super) takes: Option<Describe>,
    pub(super) gives: Option<Describe>,
    /// Names in the query.
    pub(super) query: &'static [(&'static str, &'static str)],
    pub(super) handler: fn() -> MethodRouter<Arc<Hall>>,
}

/// A route without a query.
pub(super) fn route(
    method: &'static str,
    path: &'static str,
    about: &'static str,
    who: &'static str,
    takes: Option<Describe>,
    gives: Option<Describe>,
    handler: fn() -> MethodRouter<Arc<Hall>>,
) -> Route {
    Route { method, path, about, who, takes, gives, query: &[], handler }
}

fn with_query(route: Route, query: &'static [(&'static str, &'static str)]) -> Route {
    Route { query, ..route }
}

pub(super) fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

const ANYBODY: &str = "anybody";
const STAFF: &str = "floorperson, supervisor, surveillance";
const FLOOR: &str = "floorperson, supervisor";

/// All routes, in the order in which they are described.
fn routes() -> Vec<Route> {
    let groups = [signing_in(), at_tables(), past_rounds(), for_staff(), socket(), people_routes::routes()];
    groups.into_iter().flatten().collect()
}

/// Who the asker is, and signing in and out.
fn signing_in() -> Vec<Route> {
    vec![
        route("get", "/me", "Who the server thinks the asker is.", ANYBODY, None, Some(of::<Me>), || get(session::me)),
        route("post", "/session", "Signs in with a password.", ANYBODY, Some(of::<SignIn>), Some(of::<Me>), || {
            post(session::sign_in)
        }),
        route("delete", "/session", "Signs out.", ANYBODY, None, Some(of::<Me>), || delete(session::sign_out)),
        route(
            "post",
            "/guest",
            "Comes in as a guest with play money.",
            ANYBODY,
            Some(of::<GuestIn>),
            Some(of::<Me>),
            || post(session::guest),
        ),
        route("post", "/link", "Uses a one-time link.", ANYBODY, Some(of::<LinkIn>), Some(of::<Me>), || {
            post(session::link)
        }),
    ]
}

/// A table: what it shows, and what is done there.
fn at_tables() -> Vec<Route> {
    vec![
        route("get", "/tables", "All tables.", ANYBODY, None, Some(of::<Vec<TableCard>>), || get(tables::list)),
        with_query(
            route(
                "get",
                "/tables/{table}",
                "A table as the asker may see it.",
                ANYBODY,
                None,
                Some(of::<ServerMessage>),
                || get(tables::view),
            ),
            &[("role", "In which role."), ("since", "Also tell what has happened after this version.")],
        ),
        route(
            "post",
            "/tables/{table}/acts",
            "Does something at a table. A repeat of the id gets the first answer.",
            "whoever has the role",
            Some(of::<TableOrder>),
            Some(of::<tables::Done>),
            || post(tables::act),
        ),
        route(
            "post",
            "/tables/{table}/foresee",
            "What an act would do, in words; nothing is done.",
            "whoever has the role",
            Some(of::<Foresee>),
            Some(of::<Foreseen>),
            || post(tables::foresee),
        ),
        route(
            "get",
            "/tables/{table}/procedure",
            "The procedure of a table, step by step.",
            ANYBODY,
            None,
            Some(of::<Vec<ProcedureStep>>),
            || get(tables::procedure),
        ),
        route(
            "get",
            "/tables/{table}/placard",
            "What is posted at a table.",
            ANYBODY,
            None,
            Some(of::<Placard>),
            || get(tables::placard),
        ),
    ]
}

/// Past rounds and their proofs.
fn past_rounds() -> Vec<Route> {
    vec![
        with_query(
            route("get", "/tables/{table}/rounds", "Past rounds.", ANYBODY, None, Some(of::<Vec<PastRound>>), || {
                get(tables::rounds)
            }),
            &[
                ("before", "Rounds before this one."),
                ("limit", "At most this many; 100 is the limit."),
                ("lines", "`true` for the lines of the settlement."),
            ],
        ),
        with_query(
            route("get", "/tables/{table}/rounds/{round}", "A past round, step by step.", ANYBODY, None, None, || {
                get(tables::round)
            }),
            &[("form", "`text` for a text to read, `news` for what was told while it was played.")],
        ),
        route(
            "get",
            "/tables/{table}/rounds/{round}/proof",
            "The proof of a past round: JSON Lines that `queenhigh verify` checks on their own.",
            ANYBODY,
            None,
            None,
            || get(tables::proof),
        ),
    ]
}

/// What the staff uses to run the house.
fn for_staff() -> Vec<Route> {
    vec![
        route("get", "/staff", "All staff.", STAFF, None, Some(of::<Vec<staff::StaffCard>>), || get(staff::list)),
        route(
            "delete",
            "/staff/{name}",
            "Shuts an account, until two people open it again.",
            "supervisor",
            None,
            None,
            || delete(staff::disable),
        ),
        route(
            "post",
            "/staff/{name}/rights",
            "Takes roles or tables away from somebody; more of them takes a second person.",
            "supervisor",
            Some(of::<RightsIn>),
            None,
            || post(staff::less),
        ),
        route("delete", "/staff/{name}/sessions", "Ends every session of somebody.", FLOOR, None, None, || {
            delete(staff::revoke)
        }),
        route(
            "get",
            "/houses",
            "The houses that tables may be founded with.",
            FLOOR,
            None,
            Some(of::<Vec<String>>),
            || get(staff::houses),
        ),
        route(
            "post",
            "/houses/{house}/tables",
            "Founds a table with a house.",
            FLOOR,
            Some(of::<staff::NewTable>),
            Some(of::<TableCard>),
            || post(staff::found),
        ),
        route("get", "/accounts", "The ledger: it sums to zero.", STAFF, None, Some(of::<Vec<staff::Balance>>), || {
            get(staff::accounts)
        }),
        with_query(
            route(
                "get",
                "/events",
                "What happened, in the shape of CloudEvents, without cards that lie face down.",
                STAFF,
                None,
                Some(of::<Vec<staff::CloudEvent>>),
                || get(staff::events),
            ),
            &[("after", "After this position in the journal."), ("limit", "At most this many; 1000 is the limit.")],
        ),
    ]
}

/// Views and acts over one socket.
fn socket() -> Vec<Route> {
    vec![route("get", "/live", "The WebSocket: views and acts (see the schema `wire`).", ANYBODY, None, None, || {
        on(MethodFilter::GET, live::socket)
    })]
}

/// The router of the API.
pub fn router() -> Router<Arc<Hall>> {
    routes().into_iter().fold(Router::new(), |router, route| router.route(route.path, (route.handler)()))
}

/// What a refusal of each status means.
const REFUSALS: [(&str, &str); 9] = [
    ("400", "The request cannot be read."),
    ("401", "Nobody is signed in."),
    ("403", "Somebody without the right, or a request from another site's page."),
    ("404", "It is not there."),
    ("405", "This method is not allowed."),
    ("409", "The id was used for another act."),
    ("422", "The rules refuse it, with the clause; or there are no funds for it."),
    ("429", "Too many failures, or too much at once."),
    ("503", "The table, or the house, has stopped."),
];

/// The type of a named part of an address: a whole number, a role, an id, or a word.
fn kind(name: &str) -> Value {
    match name {
        "round" | "since" | "before" | "after" | "limit" => {
            json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX })
        }
        "lines" => json!({ "type": "boolean" }),
        "table" => json!({ "type": "string", "pattern": shapes::TABLE }),
        "id" => json!({ "type": "string", "pattern": shapes::ID }),
        "name" => json!({ "type": "string", "pattern": shapes::PERSON }),
        "role" => {
            of::<Role>(&mut SchemaSettings::draft2020_12().with(|all| all.inline_subschemas = true).into_generator())
                .to_value()
        }
        _ => json!({ "type": "string" }),
    }
}

/// The description in the form of OpenAPI 3.1.
#[must_use]
pub fn openapi() -> Value {
    // OpenAPI 3.1 uses JSON Schema, under its own path.
    let settings = || {
        SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
            settings.transforms.push(Box::new(RecursiveTransform(shapes::bounded)));
        })
    };
    let mut sent = settings().for_serialize().into_generator();
    let mut read = settings().for_deserialize().into_generator();
    let problem = of::<Problem>(&mut sent);
    let mut paths: Map<String, Value> = Map::new();
    for route in routes() {
        let in_path = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> =
            in_path.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": kind(name) })).collect();
        let query = route
            .query
            .iter()
            .map(|(name, about)| json!({ "name": name, "in": "query", "description": about, "schema": kind(name) }));
        parameters.extend(query);
        let done = match route.gives {
            Some(gives) => {
                json!({ "description": "Done.", "content": { "application/json": { "schema": gives(&mut sent) } } })
            }
            None => json!({ "description": "Done." }),
        };
        let mut responses: Map<String, Value> = Map::new();
        responses.insert(if route.path == "/live" { "101" } else { "200" }.to_owned(), done);
        for (status, about) in REFUSALS {
            let refused = json!({ "description": about, "content": { "application/json": { "schema": problem } } });
            responses.insert(status.to_owned(), refused);
        }
        let mut operation = json!({
            "summary": route.about,
            "description": format!("For: {}.", route.who),
            "parameters": parameters,
            "responses": responses,
        });
        if let Some(takes) = route.takes {
            let content = json!({ "application/json": { "schema": takes(&mut read) } });
            operation["requestBody"] = json!({ "required": true, "content": content });
        }
        let path = paths.entry(format!("/api/v1{}", route.path)).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    let mut schemas = sent.take_definitions(true);
    schemas.extend(read.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Queenhigh",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Three Card Poker tables. What changes something needs the session's cookie and, once \
                            signed in, the header X-Csrf-Token with the value that /api/v1/me gives."
        },
        "paths": paths,
        "components": { "schemas": schemas }
    })
}

/// The description as a page to read, without a script.
#[must_use]
pub fn page() -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { "Queenhigh API" }
                meta name="viewport" content="width=device-width";
            }
            body { main {
                h1 { "Queenhigh API" }
                p {
                    "The whole description: " a href="/api/openapi.json" { "/api/openapi.json" } ". The messages of the \
                    WebSocket: " a href="/api/wire.json" { "/api/wire.json" } "."
                }
                @for route in routes() {
                    h2 { code { (route.method.to_uppercase()) " /api/v1" (route.path) } }
                    p { (route.about) }
                    p { "For: " (route.who) "." }
                    @if !route.query.is_empty() {
                        ul { @for (name, about) in route.query { li { code { (name) } ": " (about) } } }
                    }
                }
            } }
        }
    };
    page.into_string()
}
