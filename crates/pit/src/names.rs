//! Names that go into streams and accounts, and the ids of what robots do.

use std::fmt;
use std::sync::Arc;

use journal::{CommandId, Hash, StreamName};
use meters::GameId;
use serde::{Deserialize, Serialize};

/// The longest name of a person, in bytes.
pub const PERSON_BYTES_MAX: usize = 40;

/// The prefix of robot players' names. No person may use it.
pub const ROBOT: &str = "robot-";

/// Whether this can be a person's name: letters, digits and . _ -, so that it can be part of an account's name.
#[must_use]
pub fn is_person(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (1..=PERSON_BYTES_MAX).contains(&name.len()) && name.bytes().all(letter)
}

/// A text that is not the id of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not the id of a table: write at most 40 lower-case letters, digits and -")]
pub struct NotATable(pub String);

/// The id of a table, as used in addresses, streams and accounts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TableId(Arc<TableNames>);

/// A table's names in different places.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct TableNames {
    id: Arc<str>,
    stream: StreamName,
    game: GameId,
}

impl TableId {
    /// Reads an id: at most 40 lower-case letters, digits and -.
    #[must_use]
    pub fn new(id: &str) -> Option<TableId> {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=40).contains(&id.len()) || !id.bytes().all(letter) {
            return None;
        }
        let stream = StreamName::new(&format!("table/{id}")).ok()?;
        Some(TableId(Arc::new(TableNames { id: id.into(), stream, game: GameId::new(id).ok()? })))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.id
    }

    /// As shared text.
    #[must_use]
    pub fn shared(&self) -> Arc<str> {
        self.0.id.clone()
    }

    /// The table's stream.
    #[must_use]
    pub fn stream(&self) -> StreamName {
        self.0.stream.clone()
    }

    /// The name under which the meters know the table.
    #[must_use]
    pub fn game(&self) -> &GameId {
        &self.0.game
    }

    /// The table of a stream, if it is a table's.
    #[must_use]
    pub fn of_stream(stream: &StreamName) -> Option<TableId> {
        stream.as_str().strip_prefix("table/").and_then(TableId::new)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for TableId {
    type Error = NotATable;
    fn try_from(id: String) -> Result<TableId, NotATable> {
        TableId::new(&id).ok_or(NotATable(id))
    }
}

impl From<TableId> for String {
    fn from(id: TableId) -> String {
        id.as_str().to_owned()
    }
}

/// The id of the robots' next commands at a table that has this many records. Two nodes that act for the same robots at
/// the same moment use the same id, so that it is done only once.
#[must_use]
pub fn robot_command_id(table: &TableId, records: u64) -> CommandId {
    let hash = Hash::of_command(format!("robot {table} {records}").as_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&hash.0[..16]);
    CommandId(id)
}
