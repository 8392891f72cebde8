//! What those who run the house use: people, tables, accounts, and all events.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use pit::{Founding, TableId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Role;

use super::address::{Path, Query};
use super::session::{JsonBody, read};
use super::visitor::AtDoor;
use crate::hall::Hall;
use crate::people::names::{TABLE_CHARS_MAX, is_table_name};
use crate::people::{PersonAccount, Tie};
use crate::shown::card;
use crate::wire::people::RightsIn;
use crate::wire::shapes;
use crate::wire::{Problem, Reason, TableCard};

const FLOOR: [Role; 2] = [Role::Floorperson, Role::Supervisor];
const WATCH: [Role; 3] = [Role::Surveillance, Role::Supervisor, Role::Floorperson];

/// Somebody of the staff.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StaffCard {
    name: Arc<str>,
    roles: Vec<Role>,
    tables: Vec<Arc<str>>,
    /// Whether the account was shut.
    disabled: bool,
    /// Who asked for the account, and who approved it.
    tie: Tie,
}

/// All staff.
pub async fn list(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Json<Vec<StaffCard>>, Problem> {
    door.entitled_everywhere(&hall, &WATCH, "list the staff").await?;
    let staff = hall.people.staff().await;
    let card = |account: Arc<PersonAccount>| StaffCard {
        name: account.name.clone(),
        roles: account.roles.clone(),
        tables: account.tables.clone(),
        disabled: account.disabled,
        tie: account.tie(),
    };
    Ok(Json(staff.into_iter().map(card).collect()))
}

/// Ends every session of somebody.
pub async fn revoke(
    State(hall): State<Arc<Hall>>,
    Path(name): Path<String>,
    door: AtDoor,
) -> Result<Json<&'static str>, Problem> {
    let by = door.entitled_everywhere(&hall, &FLOOR, "end sessions").await?.name.clone();
    hall.people.revoke(&name, &by).await?;
    Ok(Json("revoked"))
}

/// Takes roles or tables away from somebody.
pub async fn less(
    State(hall): State<Arc<Hall>>,
    Path(name): Path<String>,
    door: AtDoor,
    body: JsonBody<RightsIn>,
) -> Result<Json<&'static str>, Problem> {
    let by = door.entitled(&hall, &[Role::Supervisor], "take rights away").await?;
    let RightsIn { roles, tables } = read(body)?;
    hall.people.take_rights(&name, &roles, &tables, &by).await?;
    Ok(Json("taken"))
}

/// Shuts somebody's account.
pub async fn disable(
    State(hall): State<Arc<Hall>>,
    Path(name): Path<String>,
    door: AtDoor,
) -> Result<Json<&'static str>, Problem> {
    let by = door.entitled(&hall, &[Role::Supervisor], "shut an account").await?;
    hall.people.disable(&name, &by).await?;
    Ok(Json("shut"))
}

/// The houses that tables may be founded with.
pub async fn houses(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Json<Vec<Arc<str>>>, Problem> {
    door.entitled_everywhere(&hall, &FLOOR, "list the houses").await?;
    Ok(Json(hall.houses.iter().map(|house| house.name.clone()).collect()))
}

/// A new table.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    #[schemars(with = "String", regex(pattern = shapes::TABLE))]
    id: TableId,
    #[schemars(regex(pattern = shapes::TABLE_NAME))]
    name: Arc<str>,
    #[serde(default)]
    robots: u8,
}

/// Founds a table with a house.
pub async fn found(
    State(hall): State<Arc<Hall>>,
    Path(house): Path<String>,
    door: AtDoor,
    body: JsonBody<NewTable>,
) -> Result<Json<TableCard>, Problem> {
    let by = door.entitled_everywhere(&hall, &FLOOR, "found a table").await?.name.clone();
    let body = read(body)?;
    if !is_table_name(&body.name) {
        return Err(Reason::BadNameOfTable { most: TABLE_CHARS_MAX }.into());
    }
    let file = hall.houses.iter().find(|file| *file.name == *house);
    let file = file.ok_or_else(|| Reason::NoHouse { house: house.to_string() })?;
    let founding = Founding::with(&body.name, &file.text, &file.books, body.robots, &hall.build)
        .map_err(|why| Reason::BadHouse { detail: why.to_string() })?;
    let digest = founding.digest.clone();
    let handle = hall.found(&body.id, founding).await?;
    hall.people.founded(body.id.as_str(), &digest, &by).await?;
    Ok(Json(card::of(&handle.now(), true)))
}

/// A line of the ledger.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Balance {
    account: String,
    cents: i64,
}

/// All accounts of the ledger. They sum to zero.
pub async fn accounts(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Json<Vec<Balance>>, Problem> {
    door.entitled_everywhere(&hall, &WATCH, "read the ledger").await?;
    let balances = hall.store.balances().await?;
    let line = |(account, cents): (journal::AccountName, i64)| Balance { account: account.as_str().to_owned(), cents };
    Ok(Json(balances.into_iter().map(line).collect()))
}

/// From where.
#[derive(Debug, Deserialize)]
pub struct After {
    #[serde(default)]
    after: u64,
    limit: Option<usize>,
}

/// A record in the shape of CloudEvents 1.0.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CloudEvent {
    specversion: &'static str,
    id: String,
    source: String,
    #[serde(rename = "type")]
    kind: String,
    time: String,
    datacontenttype: &'static str,
    /// The position in the journal.
    sequence: u64,
    hash: String,
    data: serde_json::Value,
}

/// A time of the journal as CloudEvents requires it, with its offset.
fn rfc3339(time_ms: u64) -> String {
    let at = i64::try_from(time_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    format!("{:.3}", at.unwrap_or(Timestamp::MAX))
}

/// The records of tables, in order, without cards that lie face down and orders that are not opened.
pub async fn events(
    State(hall): State<Arc<Hall>>,
    Query(query): Query<After>,
    door: AtDoor,
) -> Result<Json<Vec<CloudEvent>>, Problem> {
    door.entitled_everywhere(&hall, &WATCH, "read the events").await?;
    let limit = query.limit.unwrap_or(100).clamp(1, 1000);
    // No position exceeds the stores' own integers.
    let from = query.after.saturating_add(1).min(i64::MAX.unsigned_abs());
    let records = hall.store.read_all(from, limit).await?;
    let mut all = Vec::new();
    for record in records {
        let Some(id) = TableId::of_stream(&record.stream) else { continue };
        all.push(CloudEvent {
            specversion: "1.0",
            id: format!("{}/{}", record.stream, record.version),
            source: format!("/api/v1/tables/{id}"),
            kind: format!("queenhigh.{}.{}", record.what.kind, record.what.format),
            time: rfc3339(record.what.time_ms),
            datacontenttype: "application/json",
            sequence: record.position,
            hash: record.hash.to_string(),
            data: crate::shown::history::veiled(&record)?,
        });
    }
    Ok(Json(all))
}
