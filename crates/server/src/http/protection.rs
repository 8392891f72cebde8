//! A player's own limits over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use table::Role;

use super::session::{JsonBody, read};
use super::visitor::AtDoor;
use crate::hall::Hall;
use crate::people::protection;
use crate::wire::people::{Excluded, ExclusionIn, Limits, LimitsNow};
use crate::wire::{Problem, Reason};

fn player(door: &AtDoor) -> Result<Arc<str>, Problem> {
    Ok(door.visitor.has(&[Role::Player])?.name.clone())
}

/// The limits and figures of the asker.
pub async fn limits(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Json<LimitsNow>, Problem> {
    Ok(Json(protection::of(&hall, &player(&door)?).await?))
}

/// Sets the asker's own limits: stricter ones at once, looser ones after a day.
pub async fn set(
    State(hall): State<Arc<Hall>>,
    door: AtDoor,
    body: JsonBody<Limits>,
) -> Result<Json<LimitsNow>, Problem> {
    let name = player(&door)?;
    let limits = read(body)?;
    if !protection::of(&hall, &name).await?.offered {
        return Err(Reason::NoLimitsHere.into());
    }
    hall.people.set_limits(&name, limits).await?;
    Ok(Json(protection::of(&hall, &name).await?))
}

/// Excludes the asker from play.
pub async fn exclude(
    State(hall): State<Arc<Hall>>,
    door: AtDoor,
    body: JsonBody<ExclusionIn>,
) -> Result<Json<Excluded>, Problem> {
    let name = player(&door)?;
    let ExclusionIn { days } = read(body)?;
    if !protection::of(&hall, &name).await?.self_exclusion {
        return Err(Reason::NoExclusionHere.into());
    }
    Ok(Json(Excluded { until: hall.people.exclude(&name, days).await? }))
}
