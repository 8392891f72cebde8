//! Figures for Prometheus.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::hall::Hall;
use crate::wire::Problem;

/// The figures as text.
pub async fn metrics(State(hall): State<Arc<Hall>>) -> Result<Response, Problem> {
    let tip = hall.store.tip().await?;
    let mut out = String::new();
    let head = |out: &mut String, name: &str, kind: &str, help: &str| {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
    };
    head(&mut out, "queenhigh_commits_total", "counter", "Commits in the journal.");
    let _ = writeln!(out, "queenhigh_commits_total {}", tip.commit);
    head(&mut out, "queenhigh_records_total", "counter", "Records in the journal.");
    let _ = writeln!(out, "queenhigh_records_total {}", tip.position);
    let frames: Vec<_> = hall.tables().iter().map(crate::desk::Handle::now).collect();
    head(&mut out, "queenhigh_table_events_total", "counter", "Events of a table.");
    for frame in &frames {
        let (id, version) = (&frame.stand.id, frame.stand.state.version);
        let _ = writeln!(out, "queenhigh_table_events_total{{table=\"{id}\"}} {version}");
    }
    head(&mut out, "queenhigh_table_round", "gauge", "The round a table is in.");
    for frame in &frames {
        let (id, round) = (&frame.stand.id, frame.stand.state.round.number);
        let _ = writeln!(out, "queenhigh_table_round{{table=\"{id}\"}} {round}");
    }
    head(&mut out, "queenhigh_table_seated", "gauge", "Taken positions of a table.");
    for frame in &frames {
        let (id, seated) = (&frame.stand.id, frame.stand.state.taken().count());
        let _ = writeln!(out, "queenhigh_table_seated{{table=\"{id}\"}} {seated}");
    }
    head(&mut out, "queenhigh_table_stopped", "gauge", "Whether a table has stopped.");
    for frame in &frames {
        let (id, stopped) = (&frame.stand.id, u8::from(frame.stopped.is_some()));
        let _ = writeln!(out, "queenhigh_table_stopped{{table=\"{id}\"}} {stopped}");
    }
    head(&mut out, "queenhigh_sockets", "gauge", "Open WebSockets.");
    let _ = writeln!(out, "queenhigh_sockets {}", super::live::open_sockets());
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], out).into_response())
}
