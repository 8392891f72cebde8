//! One of the crowd: somebody with a socket, and a session where one is needed.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use futures_util::{FutureExt, SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A socket to the house.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// Asks for something over HTTP, on a connection of its own.
pub(crate) async fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Result<(u16, String, String)> {
    let mut stream = TcpStream::connect(address).await.context("the server does not listen")?;
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: house\r\nConnection: close\r\n");
    let request = format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let (head, body) = text.split_once("\r\n\r\n").context("no head in the answer")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
    Ok((status, head.to_owned(), body.to_owned()))
}

/// Comes in as a guest; returns the cookie.
pub(crate) async fn guest(address: SocketAddr) -> Result<String> {
    let (status, head, body) = ask(address, "POST", "/api/v1/guest", "{}").await?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    match cookie {
        Some(cookie) if status == 200 => Ok(cookie.to_owned()),
        _ => bail!("no guest is let in: {status} {body}"),
    }
}

impl Socket {
    /// Opens a socket and hears the welcome.
    pub(crate) async fn open(address: SocketAddr, cookie: Option<&str>) -> Result<Socket> {
        let mut request = format!("ws://{address}/api/v1/live").into_client_request()?;
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        // One process has thousands of these.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(8192);
        let (stream, _) = tokio_tungstenite::connect_async_with_config(request, Some(config), true).await?;
        let mut line = Socket(stream);
        line.next().await?;
        Ok(line)
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => bail!("the server closed the socket"),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Says something.
    pub(crate) async fn say(&mut self, message: String) -> Result<()> {
        Ok(self.0.send(Message::Text(message.into())).await?)
    }

    /// Follows a table, with its views or with only the answers to the client's own acts.
    pub(crate) async fn watch(&mut self, table: &str, views: bool) -> Result<()> {
        let detail = if views { "view" } else { "answers" };
        self.say(json!({ "type": "watch", "table": table, "detail": detail }).to_string()).await
    }

    /// Queues an order, which the next `flush` sends.
    pub(crate) async fn order(&mut self, table: &str, id: &str, acts: &Acts<'_>) -> Result<()> {
        let Acts { act, then, next } = acts;
        let head = format!("{{\"type\":\"do\",\"id\":\"{id}\",\"table\":\"{table}\"");
        let message = format!("{head},\"act\":{act},\"then\":{then},\"next\":{next}}}");
        Ok(self.0.feed(Message::Text(message.into())).await?)
    }

    /// Sends what was queued.
    pub(crate) async fn flush(&mut self) -> Result<()> {
        Ok(self.0.flush().await?)
    }

    /// The next answer to an order.
    pub(crate) async fn answer(&mut self) -> Result<Heard> {
        loop {
            let text = self.next().await?;
            let refused = match () {
                () if text.contains("\"type\":\"done\"") => None,
                () if text.contains("\"type\":\"refused\"") => Some(text.to_string()),
                () if text.contains("\"type\":\"problem\"") => bail!("{text}"),
                () => continue,
            };
            let id = text.split_once("\"id\":\"").and_then(|(_, rest)| rest.split_once('"'));
            let (id, _) = id.with_context(|| format!("an answer without an id: {text}"))?;
            let last = refused.is_some() || text.contains("\"next\":{");
            return Ok(Heard { id: id.to_owned(), refused, last });
        }
    }

    /// The next answer, if it is there already.
    pub(crate) fn answer_now(&mut self) -> Option<Result<Heard>> {
        self.answer().now_or_never()
    }
}

/// What an order asks for: an act, and a list of those that follow.
pub(crate) struct Acts<'a> {
    pub(crate) act: &'a str,
    pub(crate) then: &'a str,
    /// Wagers of the next round.
    pub(crate) next: &'a str,
}

/// The answer to an order.
pub(crate) struct Heard {
    /// The order's id.
    pub(crate) id: String,
    /// Why it was not done.
    pub(crate) refused: Option<String>,
    /// Whether nothing was placed for the next round, though it was asked for.
    pub(crate) last: bool,
}

/// A figure of each table, as Prometheus gets it.
pub(crate) async fn metrics(address: SocketAddr, name: &str) -> Result<Vec<f64>> {
    let (_, _, text) = ask(address, "GET", "/metrics", "").await?;
    let lines = text.lines().filter(|line| line.starts_with(name) && !line.starts_with('#'));
    Ok(lines.filter_map(|line| line.rsplit_once(' ')?.1.parse().ok()).collect())
}

/// The sum of a figure of all tables.
pub(crate) async fn metric(address: SocketAddr, name: &str) -> Result<f64> {
    Ok(metrics(address, name).await?.iter().sum())
}

/// When the last hundred rounds of a table ended, in milliseconds, the earliest first.
pub(crate) async fn ends(address: SocketAddr, table: &str) -> Result<Vec<i64>> {
    let (status, _, text) = ask(address, "GET", &format!("/api/v1/tables/{table}/rounds?limit=100"), "").await?;
    let json = text.find('[').and_then(|at| serde_json::Deserializer::from_str(&text[at..]).into_iter().next());
    let Some(Ok(Value::Array(rounds))) = json.filter(|_| status == 200) else {
        bail!("the rounds of {table}: {status} {text}");
    };
    let ended = |round: &Value| round["ended"].as_i64().with_context(|| format!("a round of {table} without an end"));
    rounds.iter().rev().map(ended).collect()
}

/// A past round, asked for as anybody may.
pub(crate) async fn recall(address: SocketAddr, table: &str, round: u64) -> Result<Value> {
    let (status, _, text) = ask(address, "GET", &format!("/api/v1/tables/{table}/rounds/{round}"), "").await?;
    let json = text.find('{').and_then(|at| serde_json::Deserializer::from_str(&text[at..]).into_iter().next());
    match json {
        Some(Ok(story)) if status == 200 => Ok(story),
        _ => bail!("round {round} of {table}: {status} {text}"),
    }
}
