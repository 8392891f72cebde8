//! Tokens: 256 bits from the system that only their owner has, and codes: 50 bits that the second of two persons has.
//! The house keeps only hashes of them.

use journal::{CommandId, Hash};

use super::PeopleKey;
use crate::wire::Problem;

/// The given number of random bytes from the system.
///
/// # Errors
/// When it has none to give.
pub fn random<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Problem::stopped(format!("the system gives no random numbers: {error}")))?;
    Ok(bytes)
}

/// A token of a session or a link.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// Hides the token in debug output.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(hidden)")
    }
}

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no entropy to give.
    pub fn new() -> Result<Token, Problem> {
        Ok(Token(random()?))
    }

    /// The link that belongs to somebody's request: the same for every repeat of it, and known to whoever asked alone.
    #[must_use]
    pub fn of_request(key: &PeopleKey, request: CommandId, by: &str) -> Token {
        let mut said = blake3::Hasher::new_keyed(&key.derived("queenhigh requested link 1"));
        said.update(&request.0).update(by.as_bytes());
        Token(*said.finalize().as_bytes())
    }

    /// Reads 64 hexadecimal digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Token> {
        let sound = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate().filter(|_| sound) {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
        }
        sound.then_some(Token(bytes))
    }

    /// The text that its owner has.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The hash by which the house knows it.
    #[must_use]
    pub fn key(&self) -> Hash {
        Hash(blake3::derive_key("queenhigh session 1", &self.0))
    }

    /// What a page sends to show that a request is its own.
    #[must_use]
    pub fn csrf(&self) -> String {
        Hash(blake3::derive_key("queenhigh csrf 1", &self.0)).to_string()
    }
}

/// The letters of a code: 32 that nobody takes for each other.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// How many letters a code has.
const LENGTH: usize = 10;

/// What the second person has of a link: without it the link opens nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

/// Hides the code in debug output.
impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Code(hidden)")
    }
}

impl Code {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no entropy to give.
    pub fn new() -> Result<Code, Problem> {
        let bytes = random::<LENGTH>()?;
        Ok(Code(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()))
    }

    /// Reads a code as people write it: in any case, with spaces or hyphens.
    #[must_use]
    pub fn parse(text: &str) -> Option<Code> {
        let written = text.chars().filter(|letter| !matches!(letter, ' ' | '-')).take(LENGTH + 1);
        let code: String = written.map(|letter| letter.to_ascii_uppercase()).collect();
        let sound = code.len() == LENGTH && code.bytes().all(|letter| LETTERS.contains(&letter));
        sound.then_some(Code(code))
    }

    /// The text that its owner has, in two groups.
    #[must_use]
    pub fn text(&self) -> String {
        let (one, other) = self.0.split_at(LENGTH / 2);
        format!("{one}-{other}")
    }

    /// What it is recognized by together with its link. The password key is in it, so that nobody finds the code by
    /// trying all of them against the journal.
    #[must_use]
    pub fn key(&self, key: &PeopleKey, link: &Token) -> Hash {
        let mut said = blake3::Hasher::new_keyed(&key.derived("queenhigh code of a link 1"));
        said.update(&link.0).update(self.0.as_bytes());
        Hash(*said.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code = Code::new().unwrap();
        let text = code.text();
        assert_eq!(text.len(), LENGTH + 1);
        for written in [text.clone(), text.to_lowercase(), text.replace('-', ""), text.replace('-', " ")] {
            assert_eq!(Code::parse(&written), Some(code.clone()), "{written}");
        }
        for wrong in ["", "ABCDE-FGHJ", "ABCDE-FGHJKL", "ABCDE-FGHJI", "ABCDE-FGHJ0", "ABCDEéFGHJ"] {
            assert_eq!(Code::parse(wrong), None, "{wrong}");
        }
        assert_ne!(Code::new().unwrap(), code);
    }
}
