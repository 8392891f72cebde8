//! Who acts, in which role, and when. The table reads no clock: time comes in with the command.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use rules::rulebook::vocabulary::Role;

/// The longest name, in bytes: as long as a signature at the meters may be.
pub const NAME_BYTES_MAX: usize = meters::NAME_BYTES_MAX;

/// A person, by the name under which the house knows them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Person(Arc<str>);

impl Person {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Whether it is the same person. The names at a table mostly differ in their last letter.
    pub(crate) fn is(&self, other: &Person) -> bool {
        self.0.as_bytes().last() == other.0.as_bytes().last() && self.0 == other.0
    }

    /// Whether the name can be written down: some letters, and not too many.
    pub(crate) fn is_sound(&self) -> bool {
        // Nearly every name is plain letters, which are told apart without decoding them.
        let bytes = self.0.as_bytes();
        let plain = bytes.iter().fold(true, |plain, byte| plain & (b' '..=b'~').contains(byte));
        if let (true, [first, .., last] | [first @ last]) = (plain, bytes) {
            return bytes.len() <= NAME_BYTES_MAX && *first != b' ' && *last != b' ';
        }
        self.0.trim() == &*self.0 && crate::words::said(&self.0, NAME_BYTES_MAX)
    }
}

impl From<&str> for Person {
    fn from(name: &str) -> Person {
        Person(name.into())
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Actor {
    /// The role.
    pub role: Role,
    /// The person.
    pub person: Person,
}

impl Actor {
    /// Somebody in a role.
    #[must_use]
    pub fn new(role: Role, person: &str) -> Actor {
        Actor { role, person: person.into() }
    }

    /// Whether they may do what the book gives to a role: "a floorperson or above" includes the supervisor.
    #[must_use]
    pub fn serves(&self, duty: Role) -> bool {
        self.role == duty || (duty == Role::Floorperson && self.role == Role::Supervisor)
    }
}

/// A moment: milliseconds since 1970, UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    /// How many milliseconds have gone by since an earlier moment; none when the clock went back.
    #[must_use]
    pub const fn since(self, earlier: Moment) -> i64 {
        let gone = self.0.saturating_sub(earlier.0);
        if gone < 0 { 0 } else { gone }
    }

    /// This moment and some seconds.
    #[must_use]
    pub const fn plus_seconds(self, seconds: u32) -> Moment {
        Moment(self.0.saturating_add(seconds as i64 * 1000))
    }
}
