//! Signing in and out. Every sign-in gives a new session; the old one ends.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse, Response};

use super::visitor::{AtDoor, browser_cookie, cookie, no_cookie};
use crate::hall::Hall;
use crate::people::{PersonAccount, Token, Visitor};
use crate::wire::people::ConfirmIn;
use crate::wire::{GuestIn, LinkIn, Me, Problem, Reason, SignIn};

/// A body, or what is wrong with it.
pub type JsonBody<T> = Result<Json<T>, JsonRejection>;

/// Reads a body.
///
/// # Errors
/// What is wrong with it.
pub fn read<T>(body: JsonBody<T>) -> Result<T, Problem> {
    body.map(|Json(body)| body).map_err(|wrong| Problem::malformed(wrong.body_text()))
}

/// Who the asker is to the server.
pub async fn me(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Json<Me>, Problem> {
    Ok(Json(hall.me(&door.visitor, door.token.as_ref()).await?))
}

/// Signs in with a password.
pub async fn sign_in(State(hall): State<Arc<Hall>>, door: AtDoor, body: JsonBody<SignIn>) -> Result<Response, Problem> {
    let body = read(body)?;
    let (from, browser) = door.came_from()?;
    let come = hall.people.sign_in(&body.name, &body.password, &from).await?;
    entered(&hall, &door, &browser, come).await
}

/// Gives the password again.
pub async fn confirm(
    State(hall): State<Arc<Hall>>,
    door: AtDoor,
    body: JsonBody<ConfirmIn>,
) -> Result<Response, Problem> {
    let body = read(body)?;
    let (from, browser) = door.came_from()?;
    hall.people.confirm(&door.visitor, &body.password, &from).await?;
    let me = hall.me(&door.visitor, door.token.as_ref()).await?;
    Ok(([(header::SET_COOKIE, browser_cookie(&browser))], Json(me)).into_response())
}

/// Comes in as a guest with play money.
pub async fn guest(State(hall): State<Arc<Hall>>, door: AtDoor, body: JsonBody<GuestIn>) -> Result<Response, Problem> {
    let body = read(body)?;
    let (from, browser) = door.came_from()?;
    let come = hall.people.guest(body.name.as_deref(), &from).await?;
    entered(&hall, &door, &browser, come).await
}

/// Uses a one-time link.
pub async fn link(State(hall): State<Arc<Hall>>, door: AtDoor, body: JsonBody<LinkIn>) -> Result<Response, Problem> {
    let body = read(body)?;
    let token = Token::parse(&body.token).ok_or(Reason::BadToken)?;
    let (from, browser) = door.came_from()?;
    let come = hall.people.follow_link(&token, body.code.as_deref(), body.password.as_deref(), &from).await?;
    entered(&hall, &door, &browser, come).await
}

/// Signs out.
pub async fn sign_out(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Response, Problem> {
    if let Some(session) = door.visitor.session {
        hall.people.sign_out(session, "signed out").await?;
    }
    Ok(([(header::SET_COOKIE, no_cookie())], Json(hall.me(&Visitor::nobody(), None).await?)).into_response())
}

async fn entered(
    hall: &Hall,
    door: &AtDoor,
    browser: &Token,
    (token, account): (Token, Arc<PersonAccount>),
) -> Result<Response, Problem> {
    if let Some(old) = door.visitor.session {
        hall.people.sign_out(old, "signed in again").await?;
    }
    let visitor = Visitor { account: Some(account), session: Some(token.key()), machine: None };
    let me = hall.me(&visitor, Some(&token)).await?;
    let cookies = [cookie(&token), browser_cookie(browser)].map(|cookie| (header::SET_COOKIE, cookie));
    Ok((AppendHeaders(cookies), Json(me)).into_response())
}
