//! Copies of the journal over HTTP, for a supervisor who has just given the password.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::Response;
use futures_util::stream;
use table::Role;
use tokio::io::AsyncReadExt;

use super::visitor::AtDoor;
use crate::hall::Hall;
use crate::operation::copies::{self, Copy};
use crate::people::PersonAccount;
use crate::wire::Problem;

/// How many bytes are read and sent at a time.
const PIECE: usize = 64 * 1024;

async fn supervisor(hall: &Hall, door: &AtDoor, to: &str) -> Result<Arc<PersonAccount>, Problem> {
    let account = door.entitled_everywhere(hall, &[Role::Supervisor], to).await?;
    hall.people.fresh(&door.visitor).await?;
    Ok(account)
}

/// The whole journal, sealed with the house's key.
pub async fn backup(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Response, Problem> {
    let by = supervisor(&hall, &door, "take a backup").await?;
    send(copies::backup(&hall, &by.name).await?, "application/octet-stream", "queenhigh-backup.sealed")
}

/// The journal as JSON Lines, up to the oldest deck still in play.
pub async fn export(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Response, Problem> {
    let by = supervisor(&hall, &door, "take an export").await?;
    send(copies::export(&hall, &by.name).await?, "application/jsonl", "queenhigh-export.jsonl")
}

fn send(copy: Copy, kind: &str, name: &str) -> Result<Response, Problem> {
    let Copy { file, length, commit } = copy;
    let pieces = stream::try_unfold(tokio::fs::File::from_std(file), |mut file| async move {
        let mut piece = vec![0; PIECE];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok::<_, std::io::Error>((read > 0).then(|| (Bytes::from(piece), file)))
    });
    Response::builder()
        .header(header::CONTENT_TYPE, kind)
        .header(header::CONTENT_LENGTH, length)
        .header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
        .header("x-queenhigh-commit", commit)
        .body(Body::from_stream(pieces))
        .map_err(|error| Problem::stopped(error.to_string()))
}
