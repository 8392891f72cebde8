//! Who acts, in which role, and when. The table reads no clock: time comes in with the command.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use rules::rulebook::vocabulary::Role;

/// The longest name, in bytes: the limit for signatures at the meters.
pub const NAME_BYTES_MAX: usize = meters::NAME_BYTES_MAX;

/// A person, by the name under which the house knows them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Person(Arc<str>);

impl Person {
    /// The person's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Whether it is the same person. Compares the last byte first, since names at a table mostly differ there.
    pub(crate) fn is(&self, other: &Person) -> bool {
        self.0.as_bytes().last() == other.0.as_bytes().last() && self.0 == other.0
    }

    /// Whether the name can be recorded: not empty, not too long, and no blanks around it.
    pub(crate) fn is_sound(&self) -> bool {
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
    /// A person in a role.
    #[must_use]
    pub fn new(role: Role, person: &str) -> Actor {
        Actor { role, person: person.into() }
    }

    /// Whether the actor may do what the book gives to a role: "a floorperson or above" includes the supervisor.
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
    /// Milliseconds since an earlier moment; zero if the clock went back.
    #[must_use]
    pub fn since(self, earlier: Moment) -> i64 {
        self.0.saturating_sub(earlier.0).max(0)
    }

    /// This moment plus some seconds.
    #[must_use]
    pub const fn plus_seconds(self, seconds: u32) -> Moment {
        Moment(self.0.saturating_add(seconds as i64 * 1000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_some_letters_and_no_blank_around_them() {
        let long = "n".repeat(NAME_BYTES_MAX);
        for name in ["a", "Ann", "Ann Lee", "Zoë", &long] {
            assert!(Person::from(name).is_sound(), "{name:?}");
        }
        let too_long = format!("{long}n");
        for name in ["", " ", " Ann", "Ann ", "Ann\n", "An\tn", "An\u{7f}n", " Zoë", "Zoë\u{85}", &too_long] {
            assert!(!Person::from(name).is_sound(), "{name:?}");
        }
    }

    #[test]
    fn no_time_goes_by_while_the_clock_is_put_back() {
        assert_eq!(Moment(5).since(Moment(3)), 2);
        assert_eq!(Moment(3).since(Moment(5)), 0);
    }
}
