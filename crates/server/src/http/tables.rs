//! Tables over HTTP: the list, views, acts, what is posted, and past rounds.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use journal::CommandId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Act, Actor, Role};

use super::address::{Path, Query};
use super::session::{JsonBody, read};
use super::visitor::AtDoor;
use crate::desk::{Accepted, ForNextRound};
use crate::hall::Hall;
use crate::people::Visitor;
use crate::people::protection;
use crate::shown::card;
use crate::shown::frame::onlooker;
use crate::shown::history;
use crate::shown::news;
use crate::shown::placard;
use crate::wire::{
    Foresee, Foreseen, NotNext, PastRound, Placard, Problem, ProcedureStep, Reason, ServerMessage, THEN_MAX, TableCard,
    TableOrder,
};

/// All tables.
pub async fn list(State(hall): State<Arc<Hall>>, door: AtDoor) -> Json<Vec<TableCard>> {
    let staff = door.visitor.account.is_some_and(|account| card::is_staff(&account.roles));
    Json(card::all(hall.tables().iter().map(crate::desk::Handle::now), staff))
}

/// In which role a table is looked at.
#[derive(Debug, Deserialize)]
pub struct As {
    role: Option<Role>,
    since: Option<u64>,
}

/// Somebody in a role at a table, if they may.
///
/// # Errors
/// What they lack.
pub fn actor(visitor: &Visitor, role: Role, table: &str) -> Result<Actor, Problem> {
    match (&visitor.account, role) {
        // Anybody may see a table as a player who does not sit there sees it.
        (None, Role::Player) => Ok(onlooker()),
        (Some(account), Role::Player) if !account.roles.contains(&Role::Player) => Ok(onlooker()),
        _ => visitor.may(role, table).map(|account| Actor::new(role, &account.name)),
    }
}

/// A table as the asker may see it.
pub async fn view(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    Query(query): Query<As>,
    door: AtDoor,
) -> Result<Json<ServerMessage>, Problem> {
    let handle = hall.table(&id)?;
    let who = actor(&door.visitor, query.role.unwrap_or(Role::Player), &id)?;
    let frame = handle.now();
    let since = query.since.unwrap_or(frame.stand.state.version);
    Ok(Json(frame.message(&who, since)))
}

/// The answer to an act.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Done {
    version: u64,
    /// Why the wagers for the next round were not placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<NotNext>,
}

/// Does something.
pub async fn act(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    door: AtDoor,
    body: JsonBody<TableOrder>,
) -> Result<Json<Done>, Problem> {
    let order = read(body)?;
    if *order.table != *id {
        return Err(Reason::TwoTables.into());
    }
    let Accepted { version, next } = do_order(&hall, &door.visitor, order).await?;
    Ok(Json(Done { version, next }))
}

/// Does what an order says, if its sender may.
///
/// # Errors
/// Why it was not done.
pub async fn do_order(hall: &Hall, visitor: &Visitor, order: TableOrder) -> Result<Accepted, Problem> {
    let handle = hall.table(&order.table)?;
    let account = match visitor.may(order.role, &order.table) {
        Ok(account) => account,
        Err(problem) => {
            Box::pin(hall.people.refused(visitor, &format!("{} at {}", order.role, order.table))).await;
            return Err(problem);
        }
    };
    let id = CommandId::parse(&order.id).ok_or(Reason::BadId)?;
    if order.then.len() > THEN_MAX || order.next.len() > THEN_MAX {
        return Err(Reason::TooManyActs { most: THEN_MAX }.into());
    }
    let wagers = order.next.iter().all(|act| matches!(act, Act::Wager { .. }));
    if !wagers || (order.role != Role::Player && !order.next.is_empty()) {
        return Err(Reason::NextIsWagers.into());
    }
    let mut acts = vec![order.act];
    acts.extend(order.then);
    if acts.iter().any(|act| matches!(act, Act::ApproveMeter { .. })) {
        Box::pin(hall.people.fresh(visitor)).await?;
    }
    // The person who called the floor may let the game go on, but not while a request waits for an answer.
    let ends_hold = |act: &Act| matches!(act, Act::Resume { .. } | Act::Report { .. });
    let resumes = order.role == Role::Dealer && acts.iter().any(ends_hold);
    if resumes && Box::pin(super::approvals::waits_at(hall, &order.table, None)).await {
        return Err(Reason::VoidWaits.into());
    }
    // Held until the order is done, so that no second wager of theirs is checked against the limits meanwhile.
    let _lock = match order.role {
        Role::Player => protection::hold(hall, &account.name, &handle, &acts).await?,
        _ => None,
    };
    let by = Actor::new(order.role, &account.name);
    // Wagers are checked against limits only once the result of the round is known.
    let free =
        order.next.is_empty() || matches!(protection::hold(hall, &account.name, &handle, &order.next).await, Ok(None));
    let next = ForNextRound { acts: order.next, barred: (!free).then_some(Reason::NextLimited) };
    handle.act(id, by, acts, next).await
}

/// What an act would do, in words: shown before somebody confirms it.
pub async fn foresee(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    door: AtDoor,
    body: JsonBody<Foresee>,
) -> Result<Json<Foreseen>, Problem> {
    let body = read(body)?;
    let account = door.visitor.may(body.role, &id)?;
    let by = Actor::new(body.role, &account.name);
    let frame = hall.table(&id)?.now();
    Ok(Json(Foreseen { news: news::foreseen(&frame.stand.state, by, body.act)? }))
}

/// The procedure of a table, step by step.
pub async fn procedure(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
) -> Result<Json<Vec<ProcedureStep>>, Problem> {
    Ok(Json(placard::procedure(&hall.table(&id)?.now().stand.state.house)))
}

/// What is posted at a table.
pub async fn placard(State(hall): State<Arc<Hall>>, Path(id): Path<String>) -> Result<Json<Placard>, Problem> {
    Ok(Json(placard::of(&hall.table(&id)?.now().stand)))
}

/// Which past rounds.
#[derive(Debug, Deserialize)]
pub struct RoundsQuery {
    before: Option<u64>,
    limit: Option<usize>,
    #[serde(default)]
    lines: bool,
}

/// Past rounds, the latest first.
pub async fn rounds(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    Query(query): Query<RoundsQuery>,
) -> Result<Json<Vec<PastRound>>, Problem> {
    let handle = hall.table(&id)?;
    let limit = query.limit.unwrap_or(20).clamp(1, 100);
    Ok(Json(history::rounds(&hall, &handle, query.before, limit, query.lines).await?))
}

/// How a round is told.
#[derive(Debug, Deserialize)]
pub struct Form {
    form: Option<String>,
}

/// A past round, step by step.
pub async fn round(
    State(hall): State<Arc<Hall>>,
    Path((id, round)): Path<(String, u64)>,
    Query(form): Query<Form>,
) -> Result<Response, Problem> {
    let handle = hall.table(&id)?;
    if form.form.as_deref() == Some("news") {
        return Ok(Json(history::news(&hall, &handle, round).await?).into_response());
    }
    let story = history::story(&hall, &handle, round).await?;
    Ok(match form.form.as_deref() {
        Some("text") => {
            let told = table::past::print(&story);
            let said = handle.now().stand.state.house.currency.say(&told).into_owned();
            ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], said).into_response()
        }
        _ => Json(story).into_response(),
    })
}

/// The proof of a past round.
pub async fn proof(State(hall): State<Arc<Hall>>, Path((id, round)): Path<(String, u64)>) -> Result<Response, Problem> {
    let handle = hall.table(&id)?;
    let file = crate::shown::proof::of_round(&hall, &handle, round).await?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")], file).into_response())
}
