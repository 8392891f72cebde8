//! Two persons over HTTP: one asks, with a reason, and another answers; both must have just given their passwords.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use journal::{CommandId, Hash};
use rules::{Level, Wager};
use table::{Act, Actor, Command, Moment, Role};

use super::address::Path;
use super::session::{JsonBody, read};
use super::visitor::AtDoor;
use crate::clock::now;
use crate::desk::two_persons::{self, Second};
use crate::desk::{ForNextRound, Handle};
use crate::hall::Hall;
use crate::people::request::{Matter, Request, WAITS_MINUTES};
use crate::people::{Token, Visitor};
use crate::wire::people::{ADJUST_MOST, AnswerIn, Approval, ApprovalIn, ApprovalResult, Wanted};
use crate::wire::reason::{Reason, Sum, Titled};
use crate::wire::{Problem, ProblemCode};

/// The longest reason, in bytes.
const REASON_BYTES_MAX: usize = meters::REASON_BYTES_MAX;

/// Who reads what waits, and may answer what is theirs to answer.
const READERS: [Role; 4] = [Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Surveillance];

/// Asks for something that needs a second person.
pub async fn ask(
    State(hall): State<Arc<Hall>>,
    door: AtDoor,
    body: JsonBody<ApprovalIn>,
) -> Result<Json<Approval>, Problem> {
    let body = read(body)?;
    let visitor = &door.visitor;
    let id = CommandId::parse(&body.id).ok_or(Reason::BadId)?;
    let reason = body.reason.trim();
    if reason.is_empty() || reason.len() > REASON_BYTES_MAX || reason.chars().any(char::is_control) {
        return Err(Reason::SayWhy { bytes: REASON_BYTES_MAX }.into());
    }
    let (by, matter, link) = match asked(&hall, visitor, id, body.what).await {
        Err(problem) if problem.code == ProblemCode::NoRight => {
            hall.people.refused(visitor, "ask for what takes two").await;
            return Err(problem);
        }
        asked => asked?,
    };
    hall.people.fresh(visitor).await?;
    // Until it is answered, nobody's time runs and the procedure waits.
    hold(&hall, id, &by, &matter, reason).await?;
    let at = now();
    let until = Moment(at.0.saturating_add(i64::try_from(WAITS_MINUTES * 60_000).unwrap_or(i64::MAX)));
    let browser = hall.people.browser_of(visitor).await;
    let request = Request { id, by, matter, reason: reason.into(), until, browser };
    hall.people.ask(request.clone()).await?;
    let link = link.map(|token| match &request.matter {
        Matter::Machine { .. } => token.text().into(),
        _ => format!("/welcome#{}", token.text()).into(),
    });
    Ok(Json(Approval { link, ..shown(&hall, visitor, &request, at).await }))
}

/// Holds the game that a request would void, unless it is held already.
async fn hold(hall: &Hall, id: CommandId, by: &Actor, matter: &Matter, reason: &str) -> Result<(), Problem> {
    let Matter::Void { table, .. } = matter else { return Ok(()) };
    let handle = hall.table(table)?;
    let held = handle.now().stand.state.held.as_ref().map(|held| held.by.serves(Role::Floorperson));
    if held.is_some_and(|floor| floor || !by.serves(Role::Floorperson)) {
        return Ok(());
    }
    let call = Act::CallFloor { reason: reason.into() };
    handle.act(beside(id, "held"), by.clone(), vec![call], ForNextRound::default()).await.map(|_| ())
}

/// Whether a request to void the round at a table, other than `but`, is waiting for an answer.
pub async fn waits_at(hall: &Hall, table: &str, but: Option<CommandId>) -> bool {
    let requests = hall.people.requests().await;
    let others = requests.iter().map(|(request, _)| request).filter(|request| Some(request.id) != but);
    let mut voids =
        others.filter(|request| matches!(&request.matter, Matter::Void { table: at, .. } if **at == *table));
    voids.any(|request| still_good(hall, request).is_ok())
}

/// Lets a game go on whose void was declined or withdrawn, if this person may.
async fn release(hall: &Hall, request: &Request, by: Actor) {
    let Matter::Void { table, round, .. } = &request.matter else { return };
    let Ok(handle) = hall.table(table) else { return };
    let state = &handle.now().stand.state;
    if state.held.is_none() || state.round.number != *round || waits_at(hall, table, Some(request.id)).await {
        return;
    }
    let resume = Act::Resume { reason: "the void was not approved".into() };
    if let Err(problem) = handle.act(beside(request.id, "released"), by, vec![resume], ForNextRound::default()).await {
        tracing::warn!(%table, why = problem.refused, "a game stays held");
    }
}

/// The id of an act that accompanies a request; the same for every repeat.
fn beside(id: CommandId, what: &str) -> CommandId {
    let digest = Hash::of_command(format!("{what} {id}").as_bytes());
    let mut beside = CommandId([0; 16]);
    beside.0.copy_from_slice(&digest.0[..16]);
    beside
}

/// Who asks for what, if they may and it needs two people; with the link that they get, if it opens something.
async fn asked(
    hall: &Hall,
    visitor: &Visitor,
    id: CommandId,
    what: Wanted,
) -> Result<(Actor, Matter, Option<Token>), Problem> {
    match what {
        Wanted::Adjust { person, cents } => {
            let account = visitor.has(&[Role::Floorperson, Role::Supervisor])?;
            let role = if account.roles.contains(&Role::Floorperson) { Role::Floorperson } else { Role::Supervisor };
            hall.people.known(&person).await?;
            let currency = hall.currency();
            let whole = cents % currency.smallest().0 == 0;
            if cents == 0 || !whole || !(-ADJUST_MOST..=ADJUST_MOST).contains(&cents) {
                let refused = Problem::from(Reason::BadAdjustment { most: Sum(ADJUST_MOST) });
                return Err(refused.in_money(&currency));
            }
            Ok((Actor::new(role, &account.name), Matter::Adjust { person, cents }, None))
        }
        Wanted::Act { table, role, act } => {
            let by = Actor::new(role, &visitor.may(role, &table)?.name);
            let handle = hall.table(&table)?;
            let matter = match &*act {
                Act::ProposeMeter { wager, level, .. } => {
                    let shows = shows(&handle, *wager, *level)?;
                    Matter::Meter { table, act: act.clone(), shows }
                }
                _ => Matter::Void { table, round: handle.now().stand.state.round.number, act: act.clone() },
            };
            tried(&handle, &by, &act)?;
            Ok((by, matter, None))
        }
        staff => {
            let account = visitor.has(&[Role::Supervisor])?;
            let (matter, link) = hall.people.wants(id, account, staff).await?;
            Ok((Actor::new(Role::Supervisor, &account.name), matter, link))
        }
    }
}

/// Tries an act without doing it: the table must accept it, and it must be one that needs two people.
fn tried(handle: &Handle, by: &Actor, act: &Act) -> Result<(), Problem> {
    let mut state = handle.now().stand.state.clone();
    // The request itself holds the game; an approval lets it go on.
    state.held = None;
    let before = state.clone();
    let command = Command::new("tried", by.clone(), now(), act.clone());
    let turn = pit::Turn::take(&mut state, command).map_err(|refusal| Problem::refused(&refusal, &before.house))?;
    let takes_two = matches!(act, Act::ProposeMeter { .. }) || two_persons::voids(&before, &[turn]);
    if takes_two { Ok(()) } else { Err(Reason::TakesOne.into()) }
}

/// What a meter shows now, if no correction is already waiting.
fn shows(handle: &Handle, wager: Wager, level: Level) -> Result<i64, Problem> {
    let frame = handle.now();
    let slot = table::PROGRESSIVES.iter().position(|progressive| *progressive == wager);
    let bank = slot.and_then(|slot| frame.stand.state.banks[slot].as_ref());
    let bank = bank.ok_or(Reason::NoProgressive { wager: Titled(wager) })?;
    if !bank.proposals().is_empty() {
        return Err(Reason::CorrectionWaits.into());
    }
    Ok(frame.shows(wager, level, bank.value(level.into()).shown().0))
}

/// Everything that is waiting and concerns the reader.
pub async fn list(State(hall): State<Arc<Hall>>, door: AtDoor) -> Result<Json<Vec<Approval>>, Problem> {
    door.entitled(&hall, &READERS, "read the approvals").await?;
    let mut all = Vec::new();
    for (request, asked) in hall.people.requests().await {
        if still_good(&hall, &request).is_ok() {
            all.push(shown(&hall, &door.visitor, &request, asked).await);
        }
    }
    Ok(Json(all))
}

async fn shown(hall: &Hall, visitor: &Visitor, request: &Request, asked: Moment) -> Approval {
    let what = match &request.matter {
        Matter::Void { table, act, .. } | Matter::Meter { table, act, .. } => {
            Wanted::Act { table: table.clone(), role: request.by.role, act: act.clone() }
        }
        Matter::Adjust { person, cents } => Wanted::Adjust { person: person.clone(), cents: *cents },
        Matter::Invite { name, roles, tables, .. } => {
            Wanted::Invite { name: name.clone(), roles: roles.clone(), tables: tables.clone() }
        }
        Matter::Reset { name, .. } => Wanted::Reset { name: name.clone() },
        Matter::Rights { name, roles, tables } => {
            Wanted::Rights { name: name.clone(), roles: roles.clone(), tables: tables.clone() }
        }
        Matter::Enable { name } => Wanted::Enable { name: name.clone() },
        Matter::Machine { name, tables, .. } => Wanted::Machine { name: name.clone(), tables: tables.clone() },
    };
    // A person who lacks only a fresh password may, once they give it.
    let may = match hall.people.second(visitor, request).await {
        Ok(_) => true,
        Err(problem) => problem.code == ProblemCode::Confirm,
    };
    let reader = visitor.account.as_ref().map(|account| &*account.name);
    let ties = hall.people.ties(request, reader).await;
    let Request { id, by, reason, until, .. } = request.clone();
    Approval { id: id.to_string().into(), by, what, reason, asked, until, may, ties, link: None }
}

/// Whether the situation that a request was made in still holds.
fn still_good(hall: &Hall, request: &Request) -> Result<(), Problem> {
    match &request.matter {
        Matter::Void { table, round, .. } => {
            let now = hall.table(table)?.now().stand.state.round.number;
            if now != *round {
                return Err(Reason::RoundSettled { round: *round }.into());
            }
            let held = hall.table(table)?.now().stand.state.held.is_some();
            if held { Ok(()) } else { Err(Reason::GoneOn.into()) }
        }
        Matter::Meter { table, act, shows: then } => {
            let Act::ProposeMeter { wager, level, .. } = &**act else { return Ok(()) };
            let now = shows(&hall.table(table)?, *wager, *level)?;
            if now >= *then { Ok(()) } else { Err(Reason::MeterFell.into()) }
        }
        _ => Ok(()),
    }
}

/// The second person's answer.
pub async fn answer(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    door: AtDoor,
    body: JsonBody<AnswerIn>,
) -> Result<Json<ApprovalResult>, Problem> {
    let body = read(body)?;
    let id = CommandId::parse(&id).ok_or(Reason::NoRequest)?;
    let visitor = &door.visitor;
    door.entitled(&hall, &READERS, "answer a request").await?;
    let request = hall.people.request(id).await?;
    let own = visitor.account.as_ref().is_some_and(|account| *account.name == *request.by.person.name());
    if !body.approve && own {
        // The person who asked may withdraw it.
        hall.people.answer(&request, request.by.person.name(), false).await?;
        release(&hall, &request, request.by.clone()).await;
        return Ok(Json(ApprovalResult::default()));
    }
    let (second, role) = match hall.people.second(visitor, &request).await {
        Err(problem) if problem.code == ProblemCode::NoRight => {
            hall.people.refused(visitor, &format!("answer request {id}")).await;
            return Err(problem);
        }
        second => second?,
    };
    if !body.approve {
        hall.people.answer(&request, &second.name, false).await?;
        release(&hall, &request, Actor::new(role, &second.name)).await;
        return Ok(Json(ApprovalResult::default()));
    }
    still_good(&hall, &request)?;
    let (table, round, acts) = match &request.matter {
        Matter::Adjust { .. } => {
            let adjusted = hall.people.adjust(&request, &second.name).await;
            adjusted.map_err(|refused| refused.in_money(&hall.currency()))?;
            return Ok(Json(ApprovalResult { done: true, ..ApprovalResult::default() }));
        }
        Matter::Invite { .. }
        | Matter::Reset { .. }
        | Matter::Rights { .. }
        | Matter::Enable { .. }
        | Matter::Machine { .. } => {
            let code = hall.people.give(&request, &second.name).await?;
            let code = code.map(|code| code.text().into());
            return Ok(Json(ApprovalResult { done: true, code, ..ApprovalResult::default() }));
        }
        // The approval is the ruling: the game goes on, and the act that was asked for is done first.
        Matter::Void { table, round, act } => {
            let resume = Act::Resume { reason: request.reason.clone() };
            (table, Some(*round), vec![resume, Act::clone(act)])
        }
        Matter::Meter { table, act, .. } => {
            let Act::ProposeMeter { wager, .. } = **act else {
                return Err(Reason::NoMeterAsked.into());
            };
            (table, None, vec![Act::clone(act), Act::ApproveMeter { wager }])
        }
    };
    // The answer is on record before anything is done: of two answers the first counts.
    let handle = hall.table(table)?;
    hall.people.answer(&request, &second.name, true).await?;
    let by = Some(Second { by: Actor::new(role, &second.name), round });
    let done = handle.act_of_two(id, request.by.clone(), acts, by).await;
    hall.people.carried(id, done.as_ref().err().map(|problem| problem.refused.as_str())).await;
    Ok(Json(ApprovalResult { done: true, version: Some(done?), code: None }))
}
