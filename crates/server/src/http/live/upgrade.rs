//! From a request to a socket. The socket is opened here and not by the framework, so that long messages can go out
//! piece by piece: a socket keeps a buffer as long as the longest piece it ever wrote, and there are thousands of them.

use std::future::Future;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

use crate::wire::{Problem, Reason};

/// The longest message accepted from a client.
const MESSAGE_MAX: usize = 16 * 1024;

/// Messages from clients are short.
const READ_BUFFER: usize = 1024;

/// Longer messages go out in pieces of this length.
const PIECE: usize = 2000;

/// A request that asks for a socket.
pub struct Upgrade {
    accept: String,
    on: OnUpgrade,
}

fn names(headers: &HeaderMap, header: HeaderName, word: &str) -> bool {
    let mut all =
        headers.get_all(header).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    all.any(|one| one.trim().eq_ignore_ascii_case(word))
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, Problem> {
        let headers = &parts.headers;
        let asks = parts.method == Method::GET
            && names(headers, CONNECTION, "upgrade")
            && names(headers, UPGRADE, "websocket")
            && names(headers, SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(SEC_WEBSOCKET_KEY).filter(|_| asks);
        let accept = key.map(|key| derive_accept_key(key.as_bytes()));
        let on = parts.extensions.remove::<OnUpgrade>();
        match (accept, on) {
            (Some(accept), Some(on)) => Ok(Upgrade { accept, on }),
            _ => Err(Reason::NotASocket.into()),
        }
    }
}

impl Upgrade {
    /// Answers the request, and goes on with the socket when there is one.
    pub fn then<F: Future<Output = ()> + Send + 'static>(
        self,
        go_on: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response {
        let Upgrade { accept, on } = self;
        tokio::spawn(async move {
            // A client that left before the answer has no socket.
            let Ok(upgraded) = on.await else { return };
            go_on(Socket::new(upgraded).await).await;
        });
        let headers =
            [(CONNECTION, "upgrade".to_owned()), (UPGRADE, "websocket".to_owned()), (SEC_WEBSOCKET_ACCEPT, accept)];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}

/// A socket. Any error ends it.
pub struct Socket {
    stream: WebSocketStream<TokioIo<Upgraded>>,
    /// When the client was last heard from, be it only a reply to a ping.
    heard: Instant,
}

/// The socket has ended.
#[derive(Debug)]
pub struct Ended;

/// What a client sent.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Text(Utf8Bytes),
    /// A message of another kind than text.
    Other,
}

impl Socket {
    async fn new(upgraded: Upgraded) -> Socket {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(PIECE)
            .max_message_size(Some(MESSAGE_MAX))
            .max_frame_size(Some(MESSAGE_MAX));
        let stream = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        Socket { stream, heard: Instant::now() }
    }

    /// How long nothing has been heard from the client.
    pub fn silent(&self) -> Duration {
        self.heard.elapsed()
    }

    /// The next message of the client.
    pub async fn hear(&mut self) -> Result<Incoming, Ended> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.heard = Instant::now();
                    return Ok(Incoming::Text(text));
                }
                Some(Ok(Message::Binary(_))) => return Ok(Incoming::Other),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => self.heard = Instant::now(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Ended),
            }
        }
    }

    /// Sends a message.
    pub async fn say(&mut self, text: Utf8Bytes) -> Result<(), Ended> {
        if text.len() <= PIECE {
            return self.stream.send(Message::Text(text)).await.map_err(|_| Ended);
        }
        let mut rest: Bytes = text.into();
        let mut kind = Data::Text;
        while !rest.is_empty() {
            let piece = rest.split_to(PIECE.min(rest.len()));
            let frame = Frame::message(piece, OpCode::Data(kind), rest.is_empty());
            self.stream.send(Message::Frame(frame)).await.map_err(|_| Ended)?;
            kind = Data::Continue;
        }
        Ok(())
    }

    /// Sends several short messages at once.
    pub async fn say_all(&mut self, texts: impl Iterator<Item = Utf8Bytes>) -> Result<(), Ended> {
        for text in texts {
            self.stream.feed(Message::Text(text)).await.map_err(|_| Ended)?;
        }
        self.stream.flush().await.map_err(|_| Ended)
    }

    /// Checks whether somebody is there.
    pub async fn ping(&mut self) -> Result<(), Ended> {
        self.stream.send(Message::Ping(Bytes::new())).await.map_err(|_| Ended)
    }

    /// Closes the socket.
    pub async fn close(&mut self) {
        // If the client is gone, there is nothing to close.
        let _ = self.stream.close(None).await;
    }
}
