//! Passwords: signing in with one, and giving it again.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use journal::Hash;
use unicode_normalization::UnicodeNormalization;

use super::entry::FloodOf;
use super::guesses::Guesser;
use super::{People, PeopleEntry, PersonAccount, SignInWay, Token, Visitor, millis, names, password, signed_in};
use crate::clock::now;
use crate::wire::reason::Seconds;
use crate::wire::{Problem, Reason};

/// How long a password that was given again remains valid for acts that require it.
const FRESH: Duration = Duration::from_secs(5 * 60);

/// From where somebody comes in.
#[derive(Clone, Copy, Debug)]
pub struct CameFrom {
    /// The address.
    pub address: IpAddr,
    /// The browser, by the cookie that it keeps.
    pub browser: Hash,
}

impl People {
    /// Signs somebody in with a password. The answer, and the time it takes, do not tell whether the name exists.
    ///
    /// # Errors
    /// When it is the wrong one, or it is too early to try again.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &str,
        from: &CameFrom,
    ) -> Result<(Token, Arc<PersonAccount>), Problem> {
        // Names that nobody can have are counted too, in whatever form they come.
        let name = if name.len() > 4 * names::PERSON_BYTES_MAX {
            String::new()
        } else {
            name.trim_matches(' ').nfc().collect()
        };
        let known = self.directory.read().await.knows_browser(&name, &from.browser);
        let guesser = if known { Guesser::Browser(&from.browser) } else { Guesser::Stranger(from.address) };
        self.proves(&name, password, guesser, from.address).await?;
        self.may_enter(&name).await?;
        let token = Token::new()?;
        self.write(vec![signed_in(&name, &token, SignInWay::Password, from)], Vec::new()).await?;
        self.session_of(token).await
    }

    /// Takes the password of a signed-in person again; it is valid for a few minutes.
    ///
    /// # Errors
    /// When it is the wrong one, or it is too early to try again.
    pub async fn confirm(&self, visitor: &Visitor, password: &str, from: &CameFrom) -> Result<(), Problem> {
        let (Some(account), Some(session)) = (&visitor.account, visitor.session) else {
            return Err(Reason::SignInFirst.into());
        };
        self.proves(&account.name, password, Guesser::Session(&session), from.address).await?;
        let (name, address) = (account.name.clone(), from.address.to_string());
        let entry = PeopleEntry::Confirmed { name, session, address, browser: from.browser };
        self.write(vec![entry], Vec::new()).await
    }

    /// Whether the password was given in this session within the last few minutes.
    ///
    /// # Errors
    /// When it must be given again.
    pub async fn fresh(&self, visitor: &Visitor) -> Result<(), Problem> {
        let directory = self.directory.read().await;
        let given = visitor.session.and_then(|key| directory.session(&key)?.confirmed);
        if given.is_some_and(|given| now().since(given) <= millis(FRESH)) {
            return Ok(());
        }
        Err(Reason::PasswordAgain.into())
    }

    /// Checks a password against an account. The guess is counted first, so that no number of guesses at once is faster.
    async fn proves(&self, name: &str, password: &str, guesser: Guesser<'_>, from: IpAddr) -> Result<(), Problem> {
        let key = self.key().await?;
        let begun = self.guesses().begin(name, guesser, now());
        begun.map_err(|seconds| Reason::TooManyGuesses { seconds: Seconds(seconds) })?;
        let known = self.directory.read().await.account(name).and_then(|account| account.password.clone());
        if password::holds(password, known.as_deref(), key.bytes(), guesser).await? {
            self.guesses().right(name, guesser, now());
            let shut = self.directory.read().await.account(name).is_none_or(|account| account.disabled);
            return if shut { Err(Reason::Disabled.into()) } else { Ok(()) };
        }
        // A name that nobody can have is not worth a line.
        if names::person(name).is_ok() && self.written(FloodOf::Failures) {
            let entry = PeopleEntry::Failed { name: name.into(), address: from.to_string() };
            self.write(vec![entry], Vec::new()).await?;
        }
        Err(Reason::WrongPassword.into())
    }
}
