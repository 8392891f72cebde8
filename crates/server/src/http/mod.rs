//! The ways into the house: HTTP for reads and acts, one WebSocket for views, and the pages.

mod address;
mod approvals;
mod copies;
mod live;
mod metrics;
mod pages;
mod people_routes;
mod protection;
pub mod proxies;
mod routes;
mod session;
mod staff;
mod tables;
mod titles;
mod visitor;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::response::{Html, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use tokio::time::timeout;

use self::proxies::Proxies;
use crate::hall::Hall;
use crate::wire::{Problem, Reason};

/// How long the journal may take to confirm that it can be written to.
const READY_WITHIN: Duration = Duration::from_secs(5);

/// The longest request body accepted.
const BODY_MAX: usize = 64 * 1024;

/// Everything that the server answers; with its own TLS it tells browsers to use TLS only.
pub fn router(hall: Arc<Hall>, secure: bool, proxies: Proxies) -> Router {
    let router = everything(hall).layer(Extension(Arc::new(proxies)));
    if secure { router.layer(middleware::map_response(by_tls_alone)) } else { router }
}

async fn by_tls_alone(mut response: Response) -> Response {
    let year = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    response
}

/// Whether acts can be stored: an empty write takes the path of every write; a journal that has stopped or is out of
/// reach refuses it.
async fn ready(State(hall): State<Arc<Hall>>) -> Result<&'static str, Problem> {
    match timeout(READY_WITHIN, hall.store.adopt_heads(Vec::new())).await {
        Ok(written) => written?,
        Err(_) => return Err(Problem::stopped(format!("the journal does not answer within {READY_WITHIN:?}"))),
    }
    Ok("ready\n")
}

fn everything(hall: Arc<Hall>) -> Router {
    Router::new()
        .nest("/api/v1", routes::router())
        .route("/api/openapi.json", get(|| async { Json(routes::openapi()) }))
        .route("/api/wire.json", get(|| async { Json(crate::wire::schema::schema()) }))
        .route("/api/docs", get(|| async { Html(routes::page()) }))
        .route("/health", get(|| async { "alive\n" }))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics::metrics))
        .fallback(pages::page)
        .method_not_allowed_fallback(|| async { Problem::from(Reason::OtherMethod) })
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
