//! Names that go into streams and accounts, and the ids of what robots do.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use journal::{CommandId, Hash, StreamName};
use meters::GameId;
use serde::{Deserialize, Serialize};

/// The prefix of robot players' names. No person may use it.
pub const ROBOT: &str = "robot-";

/// A person's name as a part of an account's name, which has plain letters alone: every other byte is written as `+` and
/// two hexadecimal digits. No two names are written the same.
#[must_use]
pub fn person_in_account(name: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    if name.bytes().all(plain) {
        return Cow::Borrowed(name);
    }
    let written = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("+{byte:02x}") };
    Cow::Owned(name.bytes().map(written).collect())
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn every_name_has_an_account_of_its_own() {
        for (name, account) in [
            ("ann", "ann"),
            ("Ana María", "Ana+20Mar+c3+ada"),
            ("O'Neil", "O+27Neil"),
            ("李雷", "+e6+9d+8e+e9+9b+b7"),
            ("a+20b", "a+2b20b"),
        ] {
            assert_eq!(person_in_account(name), account);
            assert!(journal::AccountName::new(&format!("bankroll/{account}")).is_ok(), "{name}");
        }
        // The longest name at the longest table.
        let (table, name) = ("t".repeat(40), person_in_account(&"é".repeat(20)).into_owned());
        assert!(journal::AccountName::new(&format!("chips/{table}/{name}")).is_ok());
    }
}
