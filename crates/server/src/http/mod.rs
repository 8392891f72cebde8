//! The ways into the house: HTTP for reads and acts, one WebSocket for views, and the pages.

mod live;
mod metrics;
mod pages;
mod session;
mod staff;
mod tables;
mod visitor;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::{delete, get, post};

use crate::hall::Hall;

/// No body is longer.
const BODY_MAX: usize = 64 * 1024;

/// Everything that the server answers.
pub fn router(hall: Arc<Hall>) -> Router {
    let api = Router::new()
        .route("/me", get(session::me))
        .route("/session", post(session::sign_in).delete(session::sign_out))
        .route("/guest", post(session::guest))
        .route("/link", post(session::link))
        .route("/tables", get(tables::list))
        .route("/tables/{table}", get(tables::view))
        .route("/tables/{table}/acts", post(tables::act))
        .route("/tables/{table}/foresee", post(tables::foresee))
        .route("/tables/{table}/procedure", get(tables::procedure))
        .route("/tables/{table}/placard", get(tables::placard))
        .route("/tables/{table}/rounds", get(tables::rounds))
        .route("/tables/{table}/rounds/{round}", get(tables::round))
        .route("/staff", get(staff::list).post(staff::invite))
        .route("/staff/{name}/sessions", delete(staff::revoke))
        .route("/houses", get(staff::houses))
        .route("/houses/{house}/tables", post(staff::found))
        .route("/accounts", get(staff::accounts))
        .route("/events", get(staff::events))
        .route("/live", get(live::socket));
    Router::new()
        .nest("/api/v1", api)
        .route("/health", get(|| async { "alive\n" }))
        .route("/ready", get(|| async { "ready\n" }))
        .route("/metrics", get(metrics::metrics))
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .layer(middleware::map_response(guarded))
        .with_state(hall)
}

/// Headers that every answer carries. Scripts and styles come from this server alone.
async fn guarded(mut response: Response) -> Response {
    const HEADERS: [(HeaderName, &str); 5] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
             connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ];
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
