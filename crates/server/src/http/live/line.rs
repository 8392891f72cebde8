//! One visitor's WebSocket: a task that receives, acts and sends.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use table::{Actor, Role};
use tokio::sync::watch::Receiver;
use tokio::time::{Instant, interval_at, timeout};
use tokio_stream::StreamMap;
use tokio_stream::wrappers::WatchStream;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::super::tables::{actor, do_order};
use super::super::visitor::AtDoor;
use super::doing::Doing;
use super::upgrade::{Ended, Incoming, Socket};
use super::watch::{Floor, Watch};
use crate::clock::now;
use crate::desk::Accepted;
use crate::hall::Hall;
use crate::people::Visitor;
use crate::people::protection;
use crate::shown::card;
use crate::shown::frame::{Frame, encode};
use crate::shown::hint;
use crate::wire::{ClientMessage, Detail, Problem, Reason, ServerMessage, TableOrder};

/// A client that has not taken a message within this time is disconnected.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a closing line waits for the client to take the last message: an ended session is cut within a second.
const LEAVE: Duration = Duration::from_millis(400);

/// How often to check whether a session has expired, and to ping a silent line.
const LOOKS: Duration = Duration::from_secs(20);

/// How often to ping a player's line, so that a player whose connection dies silently is soon noticed.
const BEAT: Duration = Duration::from_secs(3);

/// A player's line that has been silent for this long counts as closed.
const SILENT: Duration = Duration::from_secs(8);

/// The most tables that one socket may follow.
const WATCHED: usize = 64;

/// One visitor's WebSocket.
pub struct Conversation {
    hall: Arc<Hall>,
    visitor: Visitor,
    socket: Socket,
    endings: Receiver<u64>,
    doing: Doing,
    /// A message waiting for the command in progress. No further message is received meanwhile.
    held: Option<Box<ClientMessage>>,
    watched: HashMap<Arc<str>, Watch>,
    frames: StreamMap<Arc<str>, WatchStream<Arc<Frame>>>,
    floor: Option<Box<Floor>>,
    /// The minute of the sitting at which the player was last reminded.
    reminded: i64,
}

/// What wakes a line up.
enum Woken {
    Heard(Result<Incoming, Ended>),
    Answered(ServerMessage),
    Changed(Arc<str>, Arc<Frame>),
    Floor,
    SessionsEnded,
    Time,
}

impl Conversation {
    /// Serves a visitor until either side closes.
    pub async fn run(hall: Arc<Hall>, door: AtDoor, socket: Socket) {
        let Ok(me) = Box::pin(hall.me(&door.visitor, door.token.as_ref())).await else { return };
        let endings = hall.people.endings();
        let mut line = Conversation {
            hall,
            visitor: door.visitor,
            socket,
            endings,
            doing: Doing::default(),
            held: None,
            watched: HashMap::new(),
            frames: StreamMap::new(),
            floor: None,
            reminded: 0,
        };
        let welcome = ServerMessage::Welcome { me, now: now(), build: line.hall.build.clone() };
        // However the line ends, the socket is closed properly.
        if line.tell(&welcome).await.is_ok() {
            let _ = line.serve().await;
        }
        let _ = timeout(LEAVE, line.socket.close()).await;
    }

    async fn serve(&mut self) -> Result<(), Ended> {
        let mut looks = interval_at(Instant::now() + LOOKS, LOOKS);
        let (mut looked, mut plays) = (Instant::now(), false);
        loop {
            if plays != self.plays() {
                plays = !plays;
                looks.reset_after(if plays { BEAT } else { LOOKS });
            }
            let woken = tokio::select! {
                answer = self.doing.next() => Woken::Answered(answer?),
                heard = self.socket.hear(), if self.held.is_none() && self.doing.is_free(None) => Woken::Heard(heard),
                Some((table, frame)) = self.frames.next() => Woken::Changed(table, frame),
                ended = self.endings.changed() => {
                    ended.map_err(|_| Ended)?;
                    Woken::SessionsEnded
                }
                () = ticked(&mut self.floor) => Woken::Floor,
                _ = looks.tick() => Woken::Time,
            };
            match woken {
                // Boxed, so that a line that only listens does not pay for its size.
                Woken::Heard(said) => match said? {
                    Incoming::Text(text) => Box::pin(self.read(&text)).await?,
                    Incoming::Other => self.problem(Reason::NotText.into()).await?,
                },
                Woken::Answered(first) => {
                    let answers = self.doing.with_others(first).await?;
                    self.tell_all(&answers).await?;
                    if let Some(message) = self.held.take() {
                        Box::pin(self.take(*message)).await?;
                    }
                }
                Woken::Changed(table, frame) => {
                    if let Some(watch) = self.watched.get_mut(&table) {
                        let text = watch.tell(&frame);
                        drop(frame);
                        self.say(text).await?;
                    }
                }
                Woken::Floor => {
                    let messages = self.floor.as_mut().map(|floor| floor.tell(&self.hall)).unwrap_or_default();
                    for message in messages {
                        self.tell(&message).await?;
                    }
                }
                Woken::SessionsEnded => self.hold_session().await?,
                Woken::Time => {
                    if looked.elapsed() >= LOOKS {
                        looked = Instant::now();
                        self.hold_session().await?;
                        Box::pin(self.remind()).await?;
                    }
                    // Not while a command is in progress: until it is answered, nothing is received.
                    if plays && self.socket.silent() > SILENT && self.held.is_none() && self.doing.is_free(None) {
                        return Err(Ended);
                    }
                    timeout(PATIENCE, self.socket.ping()).await.unwrap_or(Err(Ended))?;
                    looks.reset_after(if plays { BEAT } else { LOOKS });
                }
            }
        }
    }

    /// Whether this line is a player's window on some table.
    fn plays(&self) -> bool {
        self.watched.values().any(Watch::plays)
    }

    /// Ends the line if its session is over.
    async fn hold_session(&mut self) -> Result<(), Ended> {
        if self.hall.people.stands(&self.visitor, false).await {
            return Ok(());
        }
        let over = ServerMessage::SignedOut { why: Reason::SessionOver.into() };
        let _ = timeout(LEAVE, self.socket.say(encode(&over))).await;
        Err(Ended)
    }

    /// Reminds a player of time played and result, when that is due.
    async fn remind(&mut self) -> Result<(), Ended> {
        let Some(account) = self.visitor.account.as_ref().filter(|account| account.roles.contains(&Role::Player))
        else {
            return Ok(());
        };
        if let Some(figures) = protection::reminder(&self.hall, &account.name, self.reminded).await {
            self.reminded = figures.sitting_minutes;
            self.tell(&ServerMessage::Reminder { figures }).await?;
        }
        Ok(())
    }

    async fn tell(&mut self, message: &ServerMessage) -> Result<(), Ended> {
        self.say(encode(message)).await
    }

    async fn problem(&mut self, problem: Problem) -> Result<(), Ended> {
        self.tell(&ServerMessage::Problem(problem)).await
    }

    async fn say(&mut self, text: Utf8Bytes) -> Result<(), Ended> {
        let Conversation { hall, visitor, socket, endings, .. } = self;
        in_time(hall, visitor, endings, socket.say(text)).await
    }

    /// Sends several short messages together.
    async fn tell_all(&mut self, messages: &[ServerMessage]) -> Result<(), Ended> {
        let Conversation { hall, visitor, socket, endings, .. } = self;
        in_time(hall, visitor, endings, socket.say_all(messages.iter().map(encode))).await
    }

    async fn read(&mut self, text: &str) -> Result<(), Ended> {
        match serde_json::from_str(text) {
            Ok(message) => self.take(message).await,
            Err(error) => self.problem(Reason::Unreadable { detail: error.to_string() }.into()).await,
        }
    }

    async fn take(&mut self, message: ClientMessage) -> Result<(), Ended> {
        if !self.doing.is_free(message.table()) {
            self.held = Some(Box::new(message));
            return Ok(());
        }
        let taken = match message {
            ClientMessage::Watch { table, role, since, detail } => self.watch(table, role, since, detail).await,
            ClientMessage::Unwatch { table } => {
                self.watched.remove(&table);
                self.frames.remove(&table);
                Ok(())
            }
            ClientMessage::WatchFloor => {
                let staff = self.visitor.account.as_ref().is_some_and(|account| card::is_staff(&account.roles));
                self.floor = Some(Box::new(Floor::new(&self.hall, staff)));
                Ok(())
            }
            ClientMessage::Do(order) => {
                self.doing.begin(order.table.clone(), done_order(self.hall.clone(), self.visitor.clone(), order));
                Ok(())
            }
            ClientMessage::Hint { table, position } => {
                let hint = hinted(self.hall.clone(), self.visitor.clone(), table.clone(), position);
                self.doing.begin(table, hint);
                Ok(())
            }
        };
        match taken {
            Ok(()) => Ok(()),
            Err(problem) => self.problem(problem).await,
        }
    }

    async fn watch(&mut self, table: Arc<str>, role: Role, since: Option<u64>, detail: Detail) -> Result<(), Problem> {
        let handle = self.hall.table(&table)?;
        let who = actor(&self.visitor, role, &table)?;
        if !self.watched.contains_key(&table) && self.watched.len() >= WATCHED {
            return Err(Reason::TooManyTables { most: WATCHED }.into());
        }
        let watch = Watch::new(&handle, who, since).await;
        self.watched.insert(table.clone(), watch);
        match detail {
            Detail::View => self.frames.insert(table, WatchStream::new(handle.frames)),
            Detail::Answers => self.frames.remove(&table),
        };
        Ok(())
    }
}

/// Sends something. A client that does not take it in time, or whose session ends meanwhile, is disconnected.
async fn in_time(
    hall: &Hall,
    visitor: &Visitor,
    endings: &Receiver<u64>,
    saying: impl Future<Output = Result<(), Ended>>,
) -> Result<(), Ended> {
    tokio::select! {
        biased;
        said = timeout(PATIENCE, saying) => said.unwrap_or(Err(Ended)),
        () = over(hall, visitor, endings.clone()) => Err(Ended),
    }
}

/// Waits until the session of the visitor is ended.
async fn over(hall: &Hall, visitor: &Visitor, mut endings: Receiver<u64>) {
    while endings.changed().await.is_ok() {
        if !hall.people.stands(visitor, false).await {
            return;
        }
    }
}

async fn ticked(floor: &mut Option<Box<Floor>>) {
    match floor {
        Some(floor) => floor.tick().await,
        None => std::future::pending().await,
    }
}

async fn done_order(hall: Arc<Hall>, visitor: Visitor, order: TableOrder) -> ServerMessage {
    let id = order.id.clone();
    let answer = if hall.people.stands(&visitor, true).await {
        do_order(&hall, &visitor, order).await
    } else {
        Err(Reason::SessionOver.into())
    };
    match answer {
        Ok(Accepted { version, next }) => ServerMessage::Done { id, version, next },
        Err(why) => ServerMessage::Refused { id, why },
    }
}

async fn hinted(hall: Arc<Hall>, visitor: Visitor, table: Arc<str>, position: u8) -> ServerMessage {
    let counted = async {
        let handle = hall.table(&table)?;
        let account = visitor.may(Role::Player, &table)?;
        let who = Actor::new(Role::Player, &account.name);
        let frame = handle.now();
        // Counting takes some milliseconds: other lines are served meanwhile.
        let counted = tokio::task::spawn_blocking(move || hint::of(&frame.stand.state, &who, position));
        counted.await.map_err(|error| Problem::stopped(error.to_string()))?
    };
    match counted.await {
        Ok(hint) => ServerMessage::Hint { table, hint },
        Err(problem) => ServerMessage::Problem(problem),
    }
}
