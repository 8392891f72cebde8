//! Tokens: 256 bits from the system that only their owner has. The house keeps only a hash of them.

use journal::Hash;

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
