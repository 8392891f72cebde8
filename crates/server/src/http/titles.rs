//! Other titles on a link, over HTTP: each has its own token, and no session.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use journal::CommandId;
use meters::{Claim, GameId, GameTerms, RoundId};
use rules::{Cents, Level, Share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Role;

use super::address::Path;
use super::session::{JsonBody, read};
use super::visitor::{AtDoor, bearer};
use crate::hall::Hall;
use crate::links::LinkDesk;
use crate::links::titles::{self, TitleDone};
use crate::people::Token;
use crate::wire::shapes;
use crate::wire::{Problem, Reason};

/// What is known of a link.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinkCard {
    /// The paytable that every game on it pays by.
    paytable: String,
    /// The stake of one wager, in cents.
    stake: i64,
    /// How many decks they are dealt from.
    decks: u8,
    /// What each meter shows, in cents.
    shows: Vec<(Level, i64)>,
}

/// The terms of a link and what its meters show.
pub async fn card(State(hall): State<Arc<Hall>>, Path(slug): Path<String>) -> Result<Json<LinkCard>, Problem> {
    let link = titles::link(&hall, &slug).await?.now().await;
    let terms = link.bank.terms();
    let (paytable, stake, decks) = (terms.paytable.clone(), terms.stake.0, terms.decks);
    Ok(Json(LinkCard { paytable, stake, decks, shows: titles::shows(&link.bank) }))
}

/// Another title.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TitleIn {
    /// Its name on the link: lower-case letters, digits and hyphens.
    #[schemars(regex(pattern = shapes::TITLE))]
    name: Arc<str>,
    /// Its title in words.
    title: String,
    /// The paytable that it pays by.
    paytable: String,
    /// The stake of one wager, in cents.
    stake: i64,
    /// How many decks it is dealt from.
    decks: u8,
}

/// The token of a title, shown once.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TitleToken {
    token: String,
}

/// Lets another title onto a link.
pub async fn join(
    State(hall): State<Arc<Hall>>,
    Path(slug): Path<String>,
    door: AtDoor,
    body: JsonBody<TitleIn>,
) -> Result<Json<TitleToken>, Problem> {
    let by = door.entitled_everywhere(&hall, &[Role::Supervisor], "let a title onto a link").await?;
    hall.people.fresh(&door.visitor).await?;
    let TitleIn { name, title, paytable, stake, decks } = read(body)?;
    let id = pit::title_id(&name).ok_or(Reason::BadTitle)?;
    let terms = GameTerms { id, title, paytable, stake: Cents(stake), decks };
    let token = titles::join(&hall, &slug, terms, &by.name).await?;
    Ok(Json(TitleToken { token: token.text() }))
}

/// The wagers of a round, at their lock-in.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContributionIn {
    /// An id that the client made, 32 hexadecimal digits: a repeat gets the first answer.
    #[schemars(regex(pattern = shapes::ID))]
    id: Arc<str>,
    /// The title's round; each is higher than the last.
    round: u64,
    /// How many wagers.
    wagers: u32,
}

/// A win that is claimed from a meter.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimIn {
    /// An id that the client made, 32 hexadecimal digits: a repeat gets the first answer.
    #[schemars(regex(pattern = shapes::ID))]
    id: Arc<str>,
    /// The title's round, which must have contributed and be open.
    round: u64,
    /// The winner's position, or terminal.
    position: u16,
    /// The meter.
    level: Level,
    /// The share that the line pays, such as `100%`.
    share: Share,
    /// All shares of this meter that are won in the round; if left out, the winner is the only one.
    #[serde(default)]
    won: Option<Share>,
    /// What the winner was shown, in cents. A meter that was won in the meantime pays another amount.
    amount: i64,
}

/// The end of a round.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CloseIn {
    /// An id that the client made, 32 hexadecimal digits: a repeat gets the first answer.
    #[schemars(regex(pattern = shapes::ID))]
    id: Arc<str>,
    /// The title's round.
    round: u64,
    /// Whether it was void: then its contributions leave the meters again.
    #[serde(default)]
    void: bool,
}

/// The title of a request's token, if it is on this link.
async fn title(hall: &Hall, slug: &str, headers: &HeaderMap) -> Result<(GameId, Arc<LinkDesk>), Problem> {
    let token = bearer(headers).and_then(Token::parse);
    let known = match &token {
        Some(token) => hall.people.title_of(token).await,
        None => None,
    };
    let known = known.ok_or(Reason::SendToken)?;
    if *known.link != *slug {
        return Err(Reason::OtherLink { link: known.link.to_string() }.into());
    }
    let game = GameId::new(&known.title).map_err(|wrong| Problem::malformed(wrong.to_string()))?;
    Ok((game, titles::link(hall, slug).await?))
}

fn command(id: &str) -> Result<CommandId, Problem> {
    CommandId::parse(id).ok_or_else(|| Reason::BadId.into())
}

/// Wagers raise the meters.
pub async fn contribute(
    State(hall): State<Arc<Hall>>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    body: JsonBody<ContributionIn>,
) -> Result<Json<TitleDone>, Problem> {
    let (game, desk) = title(&hall, &slug, &headers).await?;
    let body = read(body)?;
    let round = RoundId(body.round);
    let decide = |bank: &meters::Bank| Ok(vec![bank.contribute(&game, round, body.wagers)?]);
    Ok(Json(titles::enter(&hall, &desk, &game, (command(&body.id)?, &body), decide).await?))
}

/// A winner is paid out of a meter.
pub async fn claim(
    State(hall): State<Arc<Hall>>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    body: JsonBody<ClaimIn>,
) -> Result<Json<TitleDone>, Problem> {
    let (game, desk) = title(&hall, &slug, &headers).await?;
    let body = read(body)?;
    let ClaimIn { position, level, share, won, amount, .. } = &body;
    let won = won.unwrap_or(*share);
    let claim = Claim { position: *position, level: *level, share: *share, won, amount: Cents(*amount), most: None };
    let decide = |bank: &meters::Bank| Ok(vec![bank.award(&game, RoundId(body.round), &claim)?]);
    Ok(Json(titles::enter(&hall, &desk, &game, (command(&body.id)?, &body), decide).await?))
}

/// A round ends.
pub async fn close(
    State(hall): State<Arc<Hall>>,
    Path(slug): Path<String>,
    headers: HeaderMap,
    body: JsonBody<CloseIn>,
) -> Result<Json<TitleDone>, Problem> {
    let (game, desk) = title(&hall, &slug, &headers).await?;
    let body = read(body)?;
    let round = RoundId(body.round);
    let decide = |bank: &meters::Bank| {
        let mut bank = bank.clone();
        let mut entries = Vec::new();
        if body.void {
            entries.push(bank.reverse(&game, round)?);
            entries.iter().for_each(|entry| bank.apply(entry));
        }
        entries.push(bank.close(&game, round)?);
        Ok(entries)
    };
    Ok(Json(titles::enter(&hall, &desk, &game, (command(&body.id)?, &body), decide).await?))
}
