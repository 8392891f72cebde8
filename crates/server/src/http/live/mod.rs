//! The WebSocket: views and acts of one visitor. A client that does not read is dropped; nothing is kept for it.

mod doing;
mod line;
mod upgrade;
mod watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

use self::line::Conversation;
use self::upgrade::Upgrade;
use super::visitor::{AtDoor, own_page};
use crate::hall::Hall;
use crate::wire::Problem;

static SOCKETS: AtomicU64 = AtomicU64::new(0);

/// How many sockets are open.
pub fn open_sockets() -> u64 {
    SOCKETS.load(Ordering::Relaxed)
}

/// Opens a socket for pages of this server, and for programs.
pub async fn socket(
    State(hall): State<Arc<Hall>>,
    headers: HeaderMap,
    door: AtDoor,
    upgrade: Result<Upgrade, Problem>,
) -> Response {
    if let Err(problem) = own_page(&headers) {
        return problem.into_response();
    }
    // Counted from here on: a connection takes its place before anything is done for it.
    let place = match hall.people.crowds.connect(door.from) {
        Ok(place) => place,
        Err(problem) => return problem.into_response(),
    };
    match upgrade {
        Err(problem) => problem.into_response(),
        Ok(upgrade) => upgrade.then(move |socket| async move {
            let _place = place;
            SOCKETS.fetch_add(1, Ordering::Relaxed);
            Conversation::run(hall, door, socket).await;
            SOCKETS.fetch_sub(1, Ordering::Relaxed);
        }),
    }
}
