//! The WebSocket: views and acts of one visitor. A client that does not read is dropped; nothing is kept for it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use table::{Actor, Role};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval_at, timeout};

use super::tables::{actor, do_order};
use super::visitor::{AtDoor, own_page};
use crate::card;
use crate::clock::now;
use crate::desk::{Ask, Handle};
use crate::frame::{encode, onlooker};
use crate::hall::Hall;
use crate::hint;
use crate::people::Visitor;
use crate::problem::Problem;
use crate::protection;
use crate::wire::{ClientMessage, Detail, ServerMessage};

/// No message from a client is longer.
const MESSAGE_MAX: usize = 16 * 1024;

/// A message that a client has not taken in this time is its last.
const PATIENCE: Duration = Duration::from_secs(10);

/// So often it is looked whether a session is over by time.
const LOOKS: Duration = Duration::from_secs(20);

/// So often a silent line is tried.
const BEAT: Duration = Duration::from_secs(20);

/// So many messages wait for a client.
const WAITING: usize = 32;

/// So many tables one socket follows.
const WATCHED: usize = 64;

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
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(problem) = own_page(&headers) {
        return problem.into_response();
    }
    // The buffers as they come would cost 128 KB a connection; what clients say is short.
    let upgrade = upgrade.read_buffer_size(1024).write_buffer_size(0).max_message_size(MESSAGE_MAX);
    upgrade.on_upgrade(move |socket| async move {
        SOCKETS.fetch_add(1, Ordering::Relaxed);
        Line::run(hall, door, socket).await;
        SOCKETS.fetch_sub(1, Ordering::Relaxed);
    })
}

/// What goes out: a message of its own, or one that many get.
enum Out {
    Own(Box<ServerMessage>),
    Shared(Utf8Bytes),
}

impl From<ServerMessage> for Out {
    fn from(message: ServerMessage) -> Out {
        Out::Own(Box::new(message))
    }
}

/// One visitor's line to the house.
struct Line {
    hall: Arc<Hall>,
    visitor: Visitor,
    out: mpsc::Sender<Out>,
    watched: HashMap<Arc<str>, JoinHandle<()>>,
    floor: Option<JoinHandle<()>>,
}

impl Line {
    async fn run(hall: Arc<Hall>, door: AtDoor, socket: WebSocket) {
        let (sink, mut stream) = socket.split();
        let (out, outgoing) = mpsc::channel(WAITING);
        let mut writer = tokio::spawn(write(sink, outgoing));
        let Ok(me) = Box::pin(hall.people.me(&door.visitor, door.token.as_ref())).await else { return };
        let mut changes = hall.people.changes();
        let mut written_off = false;
        let mut looks = interval_at(Instant::now() + LOOKS, LOOKS);
        let mut reminded = 0;
        let mut line = Line { hall, visitor: door.visitor, out, watched: HashMap::new(), floor: None };
        line.say(ServerMessage::Welcome { me, now: now(), build: line.hall.build.clone() }).await;
        loop {
            tokio::select! {
                message = stream.next() => match message {
                    // On the heap for as long as it takes: a line that only listens carries nothing of it.
                    Some(Ok(Message::Text(text))) => Box::pin(line.take(&text)).await,
                    Some(Ok(Message::Binary(_))) => {
                        line.say(ServerMessage::Problem(Problem::malformed("messages are text"))).await;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                },
                _ = &mut writer => {
                    written_off = true;
                    break;
                }
                changed = changes.changed() => {
                    if changed.is_err() || !line.stands(false).await {
                        line.signed_out().await;
                        break;
                    }
                }
                _ = looks.tick() => {
                    if !line.stands(false).await {
                        line.signed_out().await;
                        break;
                    }
                    line.remind(&mut reminded).await;
                }
            }
        }
        for (_, watch) in line.watched.drain() {
            watch.abort();
        }
        if let Some(floor) = line.floor.take() {
            floor.abort();
        }
        drop(line);
        // What was said last is still written, if the client takes it; a writer that ended has nobody to write to.
        if !written_off {
            let _ = timeout(PATIENCE, writer).await;
        }
    }

    async fn signed_out(&self) {
        self.say(ServerMessage::SignedOut { why: "the session is over: sign in again".into() }).await;
    }

    /// Reminds a player of time and result, where that is due.
    async fn remind(&self, told_at: &mut i64) {
        let Some(account) = self.visitor.account.as_ref().filter(|account| account.roles.contains(&Role::Player))
        else {
            return;
        };
        if let Some(figures) = protection::reminder(&self.hall, &account.name, *told_at).await {
            *told_at = figures.sitting_minutes;
            self.say(ServerMessage::Reminder { figures }).await;
        }
    }

    async fn say(&self, message: ServerMessage) {
        let _ = self.out.send(message.into()).await;
    }

    /// Whether the session still stands; somebody who does something uses it.
    async fn stands(&self, used_now: bool) -> bool {
        match self.visitor.session {
            None => true,
            Some(session) => self.hall.people.standing(session, used_now).await.is_some(),
        }
    }

    async fn take(&mut self, text: &str) {
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let problem = Problem::malformed(format!("the message cannot be read: {error}"));
                return self.say(ServerMessage::Problem(problem)).await;
            }
        };
        let answer = match message {
            ClientMessage::Watch { table, role, since, detail } => self.watch(table, role, since, detail),
            ClientMessage::Unwatch { table } => {
                if let Some(watch) = self.watched.remove(&table) {
                    watch.abort();
                }
                Ok(())
            }
            ClientMessage::WatchFloor => {
                self.watch_floor();
                Ok(())
            }
            ClientMessage::Do(order) => {
                // Acts of one visitor are done one after the other, in the order in which they came.
                let id = order.id.clone();
                let answer = match self.order(order).await {
                    Ok(version) => ServerMessage::Done { id, version },
                    Err(why) => ServerMessage::Refused { id, why },
                };
                self.say(answer).await;
                Ok(())
            }
            ClientMessage::Hint { table, position } => self.hint(table, position).await,
        };
        if let Err(problem) = answer {
            self.say(ServerMessage::Problem(problem)).await;
        }
    }

    async fn order(&self, order: crate::wire::Order) -> Result<u64, Problem> {
        if !self.stands(true).await {
            return Err(Problem::new("sign_in", "the session is over: sign in again"));
        }
        do_order(&self.hall, &self.visitor, order).await
    }

    fn watch(&mut self, table: Arc<str>, role: Role, since: Option<u64>, detail: Detail) -> Result<(), Problem> {
        let handle = self.hall.table(&table)?;
        let who = actor(&self.visitor, role, &table)?;
        if let Some(old) = self.watched.remove(&table) {
            old.abort();
        }
        if self.watched.len() >= WATCHED {
            return Err(Problem::new("too_many", format!("one socket follows {WATCHED} tables and no more")));
        }
        let out = self.out.clone();
        let task = tokio::spawn(async move {
            let presence = Presence::new(&handle, &who).await;
            if detail == Detail::View {
                show(&handle, &who, since, &out).await;
            } else {
                std::future::pending::<()>().await;
            }
            drop(presence);
        });
        self.watched.insert(table, task);
        Ok(())
    }

    fn watch_floor(&mut self) {
        if let Some(old) = self.floor.take() {
            old.abort();
        }
        let staff = self.visitor.account.as_ref().is_some_and(|account| card::is_staff(&account.roles));
        self.floor = Some(tokio::spawn(show_floor(self.hall.clone(), staff, self.out.clone())));
    }

    async fn hint(&self, table: Arc<str>, position: u8) -> Result<(), Problem> {
        let handle = self.hall.table(&table)?;
        let account = self.visitor.may(Role::Player, &table)?;
        let who = Actor::new(Role::Player, &account.name);
        let frame = handle.now();
        // Counting takes some milliseconds, in which others are served.
        let counted = tokio::task::spawn_blocking(move || hint::of(&frame.stand.state, &who, position));
        let hint = counted.await.map_err(|error| Problem::stopped(error.to_string()))??;
        self.say(ServerMessage::Hint { table, hint }).await;
        Ok(())
    }
}

/// A player's window on a table, as long as it lives.
struct Presence {
    handle: Handle,
    who: Actor,
}

impl Presence {
    async fn new(handle: &Handle, who: &Actor) -> Option<Presence> {
        if who.role != Role::Player || *who == onlooker() {
            return None;
        }
        handle.tell(Ask::Came(who.person.clone())).await;
        Some(Presence { handle: handle.clone(), who: who.clone() })
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let (handle, person) = (self.handle.clone(), self.who.person.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { handle.tell(Ask::Went(person)).await });
        }
    }
}

/// Shows a table after everything that happens there. Whoever is slow gets the latest and not all.
async fn show(handle: &Handle, who: &Actor, since: Option<u64>, out: &mpsc::Sender<Out>) {
    let mut frames = handle.frames.clone();
    // Whoever comes anew reads what happened in this round so far.
    let mut seen = since.unwrap_or_else(|| handle.now().round_began());
    let looks_only = *who == onlooker();
    let mut first = true;
    loop {
        let frame = frames.borrow_and_update().clone();
        let version = frame.stand.state.version;
        let next = frame.told.back().map_or(version, |told| told.after);
        let message = if looks_only && !first && next == seen {
            Out::Shared(frame.for_onlookers())
        } else {
            frame.message(who, seen).into()
        };
        (seen, first) = (version, false);
        drop(frame);
        if out.send(message).await.is_err() || frames.changed().await.is_err() {
            return;
        }
    }
}

/// Shows the list of tables, and each table that changes. Changes come together a few times a second.
async fn show_floor(hall: Arc<Hall>, staff: bool, out: mpsc::Sender<Out>) {
    let mut founded = hall.founded();
    let mut shown: HashMap<Arc<str>, crate::wire::TableCard> = HashMap::new();
    let mut every = tokio::time::interval(Duration::from_millis(400));
    loop {
        let all_anew = shown.is_empty() || founded.has_changed().unwrap_or(false);
        founded.mark_unchanged();
        let cards = card::all(hall.tables().iter().map(Handle::now), staff);
        let mut messages = Vec::new();
        if all_anew {
            shown = cards.iter().map(|card| (card.id.clone(), card.clone())).collect();
            messages.push(ServerMessage::Floor { tables: cards });
        } else {
            for card in cards {
                if shown.get(&card.id) != Some(&card) {
                    shown.insert(card.id.clone(), card.clone());
                    messages.push(ServerMessage::Card { card: Box::new(card) });
                }
            }
        }
        for message in messages {
            if out.send(message.into()).await.is_err() {
                return;
            }
        }
        every.tick().await;
    }
}

/// Writes what goes out, until the client takes no more.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut outgoing: mpsc::Receiver<Out>) {
    let mut beat = interval_at(Instant::now() + BEAT, BEAT);
    loop {
        let message = tokio::select! {
            out = outgoing.recv() => match out {
                None => break,
                Some(Out::Own(message)) => Message::Text(encode(&message)),
                Some(Out::Shared(text)) => Message::Text(text),
            },
            _ = beat.tick() => Message::Ping(Vec::new().into()),
        };
        if !matches!(timeout(PATIENCE, sink.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(PATIENCE, sink.close()).await;
}
