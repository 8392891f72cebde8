//! Names that strangers choose. They stand beside the house's own words on screens and in records, so none of them looks
//! like a mark of the house, like staff, or like somebody else.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

use crate::wire::Reason;

/// The longest name of a person, in bytes: what the table and the meters can sign with.
pub const PERSON_BYTES_MAX: usize = table::NAME_BYTES_MAX;

/// The longest name of a table, in characters.
pub const TABLE_CHARS_MAX: usize = 60;

/// What may stand between the letters of a name, one at a time.
const BETWEEN: [char; 6] = [' ', '\'', '’', '-', '.', '_'];

/// Words of the house, as nobody's name begins with them: its robots.
const MACHINES: [&str; 1] = ["robot"];

/// The long words for those who work in a casino, in English and Spanish: no guest's name contains one.
const STAFF_WITHIN: [&str; 15] = [
    "dealer",
    "floorperson",
    "supervisor",
    "surveillance",
    "security",
    "administrator",
    "moderator",
    "croupier",
    "crupier",
    "vigilancia",
    "seguridad",
    "administrador",
    "queenhigh",
    "sistema",
    "casino",
];

/// The short ones: no guest's name has one of them as a word.
const STAFF_WORDS: [&str; 14] = [
    "floor", "staff", "house", "system", "admin", "device", "pit", "boss", "deputy", "manager", "jefe", "gerente",
    "personal", "aparato",
];

/// Why a text cannot be somebody's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BadName {
    /// It is empty, or too long.
    Length,
    /// It has characters that no name has, such as invisible ones, or those that turn the direction of writing.
    Characters,
    /// It mixes scripts, so that letters of one look like letters of the other.
    Scripts,
    /// It begins or ends with a mark, or has two in a row.
    Marks,
    /// It begins like the name of a robot.
    Robot,
    /// It reads like somebody who works here.
    Staff,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::Length => {
                write!(f, "a name has at least one letter or digit, and at most {PERSON_BYTES_MAX} bytes")
            }
            BadName::Characters => f.write_str(
                "a name has letters and digits, and between them single spaces, apostrophes, hyphens and full stops",
            ),
            BadName::Scripts => f.write_str("the letters of a name belong to one script"),
            BadName::Marks => {
                f.write_str("a name begins and ends with a letter or digit, and has single marks between them")
            }
            BadName::Robot => f.write_str("names that begin with robot are the robots' own: choose another"),
            BadName::Staff => f.write_str("this name reads like somebody who works here: choose another"),
        }
    }
}

impl From<BadName> for Reason {
    fn from(why: BadName) -> Reason {
        Reason::BadPersonName { why }
    }
}

/// A person's name in the one form in which it is kept: composed, and without spaces around it.
///
/// # Errors
/// Why nobody can have this name.
pub fn person(text: &str) -> Result<String, BadName> {
    // Before anything is worked out: a name that is far too long is not read at all.
    if text.len() > 4 * PERSON_BYTES_MAX {
        return Err(BadName::Length);
    }
    let name: String = text.trim_matches(' ').nfc().collect();
    if name.is_empty() || name.len() > PERSON_BYTES_MAX {
        return Err(BadName::Length);
    }
    let between = |letter: char| BETWEEN.contains(&letter);
    let letter = |letter: char| letter.is_alphanumeric() || is_combining_mark(letter);
    if !name.chars().all(|one| between(one) || (letter(one) && one.identifier_allowed())) {
        return Err(BadName::Characters);
    }
    let ends = [name.chars().next(), name.chars().next_back()];
    // An initial has a full stop before the space.
    let initial = |one: char, next: char| (one, next) == ('.', ' ');
    let mut pairs = name.chars().zip(name.chars().skip(1));
    let twice = pairs.any(|(one, next)| between(one) && between(next) && !initial(one, next));
    if twice || ends.into_iter().flatten().any(between) || name.chars().next().is_some_and(is_combining_mark) {
        return Err(BadName::Marks);
    }
    if !name.is_single_script() {
        return Err(BadName::Scripts);
    }
    if MACHINES.iter().any(|machine| letters(&look(&name)).starts_with(&look(machine))) {
        return Err(BadName::Robot);
    }
    Ok(name)
}

/// The same for somebody who does not work here: the name may not read as if they did.
///
/// # Errors
/// Why a guest cannot have this name.
pub fn guest(text: &str) -> Result<String, BadName> {
    let name = person(text)?;
    let plain: String = look(&name).nfd().filter(|letter| !is_combining_mark(*letter)).collect();
    let whole = letters(&plain);
    let within = STAFF_WITHIN.iter().any(|word| whole.contains(&look(word)));
    let words = || plain.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    let word = STAFF_WORDS.iter().map(|word| look(word)).any(|word| whole == word || words().any(|own| own == word));
    if within || word { Err(BadName::Staff) } else { Ok(name) }
}

/// What a name looks like: two names that people could take for each other have the same look.
#[must_use]
pub fn look(name: &str) -> String {
    // Upper and lower case have different doubles: a capital i looks like an l, and an m like r and n.
    let once: String = skeleton(name).collect::<String>().to_lowercase();
    skeleton(&once).collect::<String>().to_lowercase().replace(['i', 'ı'], "l")
}

/// The letters of a text without what stands between them.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphabetic()).collect()
}

/// Whether a text can be the name of a table: some letters on one line, and nothing invisible.
#[must_use]
pub fn is_table_name(text: &str) -> bool {
    let seen = |letter: char| !letter.is_control() && !is_invisible(letter);
    let length = text.chars().take(TABLE_CHARS_MAX + 1).count();
    (1..=TABLE_CHARS_MAX).contains(&length) && text.trim() == text && text.chars().all(seen)
}

/// Whether a character is drawn as nothing, or turns the direction of what follows it.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn honest_names_of_any_script_are_taken() {
        for name in [
            "ann",
            "José",
            "Łukasz",
            "李雷",
            "Ana María",
            "O'Neil",
            "O’Neil",
            "Jean-Luc",
            "Ægir",
            "Андрей",
            "Ελένη",
            "محمد",
            "דנה",
            "प्रिया",
            "さくら",
            "김민수",
            "Nguyễn Văn",
            "J. R. Tolkien",
            "player_7",
            "guest-0a1b2c",
            "x",
            "7",
        ] {
            assert_eq!(guest(name).as_deref(), Ok(name), "{name}");
        }
        // Letters with separate marks are the same name, and spaces around it do not count.
        assert_eq!(guest(" Jose\u{301} ").as_deref(), Ok("José"));
    }

    #[test]
    fn no_name_is_a_mark_or_has_what_nobody_sees() {
        use BadName::{Characters, Length, Marks, Robot, Scripts};
        let long = "x".repeat(60_000);
        for (name, why) in [
            ("", Length),
            (" ", Length),
            (long.as_str(), Length),
            ("-", Marks),
            ("--", Marks),
            ("...", Marks),
            ("_ann", Marks),
            ("ann  lee", Marks),
            ("ann\u{0}", Characters),
            ("ann\n", Characters),
            ("a\u{200b}nn", Characters),
            ("a\u{200d}nn", Characters),
            ("\u{202e}nna", Characters),
            ("\u{2066}ann", Characters),
            ("ann\u{feff}", Characters),
            ("<b>ann</b>", Characters),
            ("ann/lee", Characters),
            ("ann@house", Characters),
            ("title:baccarat", Characters),
            ("a\u{3000}b", Characters),
            ("🂡", Characters),
            // A Cyrillic а among Latin letters.
            ("\u{430}nn", Scripts),
            ("robot", Robot),
            ("robot-1", Robot),
            ("R0bot", Robot),
            ("Ro-bot", Robot),
        ] {
            assert_eq!(person(name), Err(why), "{name:?}");
        }
    }

    #[test]
    fn no_guest_reads_like_staff() {
        for name in [
            "Supervisor",
            "SUPERVISOR",
            "supervlsor",
            "5upervisor Ann",
            "superv1sor",
            "fIoor",
            "FLOOR",
            "f1oor",
            "Floor 2",
            "the floor",
            "Dealer",
            "dealer-7",
            "TheDealer",
            "Crupier",
            "crupíer",
            "Vigilancia",
            "jefe de mesa",
            "surveillance",
            "Casino",
            "Queenhigh",
            "staff",
            "admin",
            "pit.boss",
        ] {
            // A digit for an s is read as one by nobody but the eye: its neighbours are caught.
            let expected = if name.starts_with('5') { Ok(name.to_owned()) } else { Err(BadName::Staff) };
            assert_eq!(guest(name), expected, "{name}");
        }
        // The house itself may give such names.
        assert!(person("supervisor").is_ok() && person("floor").is_ok());
        for name in ["Flora", "Florian", "Deanna", "Adam", "Mina", "Bossuet"] {
            assert!(guest(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_that_can_be_taken_for_each_other_look_the_same() {
        for (one, other) in
            [("ann", "Ann"), ("ann", "ANN"), ("Ian", "lan"), ("bob", "b0b"), ("maria", "MARIA"), ("modern", "rnodern")]
        {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        for (one, other) in [("ann", "anne"), ("José", "Jose"), ("ann", "amn"), ("李雷", "李雪")] {
            assert_ne!(look(one), look(other), "{one} {other}");
        }
    }

    #[test]
    fn a_table_has_a_name_that_can_be_read() {
        for name in ["one", "Maryland Live 3", "Mesa nº 7", "卓一"] {
            assert!(is_table_name(name), "{name}");
        }
        let long = "x".repeat(TABLE_CHARS_MAX + 1);
        for name in ["", " one", "a\nb", "a\u{202e}b", "a\u{200b}b", &long] {
            assert!(!is_table_name(name), "{name:?}");
        }
    }
}
