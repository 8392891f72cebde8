//! Passwords: signing in with one, and giving it again.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::{People, PeopleEntry, PersonAccount, SignInWay, Token, Visitor, after, millis, password, signed_in};
use crate::clock::now;
use crate::wire::{Problem, Reason};

/// An account is locked for this long after this many failures in a row.
const FAILURES: u32 = 3;
const LOCKED: Duration = Duration::from_secs(15 * 60);

/// How long a password that was given again remains valid for acts that require it.
const FRESH: Duration = Duration::from_secs(5 * 60);

impl People {
    /// Signs somebody in with a password. The answer takes equally long whether or not the name exists.
    ///
    /// # Errors
    /// When it is the wrong one, or the account is locked.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &str,
        from: IpAddr,
    ) -> Result<(Token, Arc<PersonAccount>), Problem> {
        self.proves(name, password, from).await?;
        self.may_enter(name).await?;
        let token = Token::new()?;
        self.write(vec![signed_in(name, &token, SignInWay::Password, from)], Vec::new()).await?;
        self.session_of(token).await
    }

    /// Takes the password of a signed-in person again; it is valid for a few minutes.
    ///
    /// # Errors
    /// When it is the wrong one, or the account is locked.
    pub async fn confirm(&self, visitor: &Visitor, password: &str, from: IpAddr) -> Result<(), Problem> {
        let (Some(account), Some(session)) = (&visitor.account, visitor.session) else {
            return Err(Reason::SignInFirst.into());
        };
        self.proves(&account.name, password, from).await?;
        let entry = PeopleEntry::Confirmed { name: account.name.clone(), session, address: from.to_string() };
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

    /// Checks a password against an account. Failures are recorded, and too many lock the account.
    async fn proves(&self, name: &str, password: &str, from: IpAddr) -> Result<(), Problem> {
        self.throttled(from)?;
        let (known, locked) = {
            let directory = self.directory.read().await;
            let account = directory.account(name);
            let locked = account.is_some_and(|account| account.locked_until.is_some_and(|until| until > now()));
            (account.and_then(|account| account.password.clone()), locked)
        };
        let holds = password::holds(password, known.as_deref(), self.key().await?.bytes()).await?;
        if locked {
            return Err(Reason::Locked.into());
        }
        if holds {
            return Ok(());
        }
        self.failed(from);
        if pit::is_person(name) {
            let mut entries = vec![PeopleEntry::Failed { name: name.into(), address: from.to_string() }];
            let before = self.directory.read().await.account(name).map(|account| account.failures);
            if before.is_some_and(|failures| failures + 1 >= FAILURES) {
                entries.push(PeopleEntry::Locked { name: name.into(), until: after(LOCKED) });
            }
            self.write(entries, Vec::new()).await?;
        }
        Err(Reason::WrongPassword.into())
    }
}
