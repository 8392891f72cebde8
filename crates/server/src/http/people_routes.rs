//! The routes for people and for running the house.

use axum::routing::{get, post};

use super::routes::{Route, of, route};
use super::{approvals, copies, protection, session, titles};
use crate::links::titles::TitleDone;
use crate::wire::Me;
use crate::wire::people::{
    AnswerIn, Approval, ApprovalIn, ApprovalResult, ConfirmIn, Excluded, ExclusionIn, Limits, LimitsNow,
};

const STAFF: &str = "dealer, floorperson, supervisor, surveillance";
const SUPERVISOR: &str = "supervisor, after giving the password again";
const TITLE: &str = "another title, by its token in the header Authorization";
const PLAYER: &str = "player";

/// All of these routes.
pub(super) fn routes() -> Vec<Route> {
    [approving(), for_players(), copying(), on_links()].into_iter().flatten().collect()
}

/// The password again, and what needs a second person.
fn approving() -> Vec<Route> {
    vec![
        route(
            "post",
            "/session/confirm",
            "Gives the password again, for what needs it: valid for five minutes of this session.",
            "whoever is signed in",
            Some(of::<ConfirmIn>),
            Some(of::<Me>),
            || post(session::confirm),
        ),
        route("get", "/approvals", "What waits for a second person.", STAFF, None, Some(of::<Vec<Approval>>), || {
            get(approvals::list)
        }),
        route(
            "post",
            "/approvals",
            "Asks for something that needs a second person: a void after the deal, a correction of a meter, an \
             adjustment of a bankroll, and whatever gives somebody of the staff a right.",
            "dealer, floorperson, supervisor; for rights a supervisor",
            Some(of::<ApprovalIn>),
            Some(of::<Approval>),
            || post(approvals::ask),
        ),
        route(
            "post",
            "/approvals/{id}",
            "The second person's answer; whoever asked may only take it back.",
            STAFF,
            Some(of::<AnswerIn>),
            Some(of::<ApprovalResult>),
            || post(approvals::answer),
        ),
    ]
}

/// What players set for themselves.
fn for_players() -> Vec<Route> {
    vec![
        route("get", "/limits", "The asker's limits and figures.", PLAYER, None, Some(of::<LimitsNow>), || {
            get(protection::limits)
        }),
        route(
            "post",
            "/limits",
            "Sets the asker's own limits: stricter ones at once, looser ones after a day.",
            PLAYER,
            Some(of::<Limits>),
            Some(of::<LimitsNow>),
            || post(protection::set),
        ),
        route(
            "post",
            "/exclusion",
            "Excludes the asker for some days; nobody can take that back.",
            PLAYER,
            Some(of::<ExclusionIn>),
            Some(of::<Excluded>),
            || post(protection::exclude),
        ),
    ]
}

/// Copies of the journal.
fn copying() -> Vec<Route> {
    vec![
        route(
            "get",
            "/backup",
            "The whole journal, sealed with the house's key; for `queenhigh restore`.",
            SUPERVISOR,
            None,
            None,
            || get(copies::backup),
        ),
        route(
            "get",
            "/export",
            "The journal as JSON Lines for `queenhigh verify`, up to the oldest deck that is still in play.",
            SUPERVISOR,
            None,
            None,
            || get(copies::export),
        ),
    ]
}

/// Links, and what other titles do on them.
fn on_links() -> Vec<Route> {
    vec![
        route(
            "get",
            "/links/{slug}",
            "What games on a link share, and what its meters show.",
            "anybody",
            None,
            Some(of::<titles::LinkCard>),
            || get(titles::card),
        ),
        route(
            "post",
            "/links/{slug}/titles",
            "Lets another title onto a link, if paytable, stake and decks agree; its token is shown once.",
            SUPERVISOR,
            Some(of::<titles::TitleIn>),
            Some(of::<titles::TitleToken>),
            || post(titles::join),
        ),
        route(
            "post",
            "/links/{slug}/contributions",
            "Another title's wagers of a round raise the meters.",
            TITLE,
            Some(of::<titles::ContributionIn>),
            Some(of::<TitleDone>),
            || post(titles::contribute),
        ),
        route(
            "post",
            "/links/{slug}/claims",
            "Another title's winner is paid out of a meter.",
            TITLE,
            Some(of::<titles::ClaimIn>),
            Some(of::<TitleDone>),
            || post(titles::claim),
        ),
        route(
            "post",
            "/links/{slug}/closes",
            "Another title's round ends; if it was void, its contributions leave the meters again.",
            TITLE,
            Some(of::<titles::CloseIn>),
            Some(of::<TitleDone>),
            || post(titles::close),
        ),
    ]
}
