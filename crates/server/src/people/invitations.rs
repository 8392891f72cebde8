//! Ways in for somebody new, or for somebody who lost theirs: links that work once. Whoever asked for one has the link,
//! whoever approved it has a code, and it opens with both alone: nobody by themselves ever holds what opens an account.

use std::sync::Arc;

use table::Role;

use super::secret::Code;
use super::sign_in::CameFrom;
use super::{LINK, People, PeopleEntry, PersonAccount, SignInWay, Token, after, again, names, password, signed_in};
use crate::clock::now;
use crate::wire::{Problem, Reason};

impl People {
    /// Makes an account for one of the first staff, and a link that opens by itself: whoever starts the house for the
    /// first time hands them out, as there are no two persons yet.
    ///
    /// # Errors
    /// When the name is taken or not allowed.
    pub async fn first_staff(&self, name: &str, roles: &[Role]) -> Result<Token, Problem> {
        let _turn = self.gate.lock().await;
        again(|| async {
            self.free(name).await?;
            let (token, by): (_, Arc<str>) = (Token::new()?, "first start".into());
            let account = PeopleEntry::Account {
                name: name.into(),
                roles: roles.to_vec(),
                tables: Vec::new(),
                guest: false,
                by: by.clone(),
                second: None,
            };
            let (link, until) = (token.key(), after(LINK));
            let link = PeopleEntry::Link { link, name: name.into(), until, by, second: None, code: None };
            self.write_next(vec![account, link], Vec::new()).await?;
            Ok(token)
        })
        .await
    }

    /// Whether a name can be given to somebody new who works here.
    ///
    /// # Errors
    /// When it is taken, looks like one that is, or is no name.
    pub(super) async fn free(&self, name: &str) -> Result<(), Problem> {
        let kept = names::person(name).map_err(Reason::from)?;
        if kept != name {
            return Err(Reason::from(names::BadName::Marks).into());
        }
        self.untaken(name).await
    }

    /// Whether nobody has this name, or one that people could take for it.
    pub(super) async fn untaken(&self, name: &str) -> Result<(), Problem> {
        match self.directory.read().await.looks_like(name) {
            None => Ok(()),
            Some(own) if **own == *name => Err(Reason::NameTaken { name: name.to_owned() }.into()),
            Some(_) => Err(Reason::NameLooksTaken { name: name.to_owned() }.into()),
        }
    }

    /// Uses a one-time link.
    ///
    /// # Errors
    /// When it was used, is too old, or opens only with a code.
    pub async fn follow_link(
        &self,
        token: &Token,
        code: Option<&str>,
        password: Option<&str>,
        from: &CameFrom,
    ) -> Result<(Token, Arc<PersonAccount>), Problem> {
        // Whoever guesses does not wait in line with those who come in.
        if self.directory.read().await.link(&token.key()).is_none() {
            return Err(Reason::LinkUsed.into());
        }
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        let code = code.map(|code| Code::parse(code).ok_or(Reason::BadCode)).transpose()?;
        let _turn = self.gate.lock().await;
        again(|| self.try_link(token, code.as_ref(), password, from)).await
    }

    async fn try_link(
        &self,
        token: &Token,
        code: Option<&Code>,
        password: Option<&str>,
        from: &CameFrom,
    ) -> Result<(Token, Arc<PersonAccount>), Problem> {
        let (link, account, sessions) = {
            let directory = self.directory.read().await;
            let link = directory.link(&token.key()).filter(|link| link.until > now()).cloned();
            let link = link.ok_or(Reason::LinkUsed)?;
            let account = directory.account(&link.name).cloned().ok_or(Reason::LinkUsed)?;
            let sessions: Vec<_> = directory.sessions_of(&link.name).collect();
            (link, account, sessions)
        };
        let name = link.name;
        if let Some(wanted) = link.code {
            let code = code.ok_or(Reason::CodeWanted)?;
            if code.key(self.key().await?, token) != wanted {
                let (link, address) = (token.key(), from.address.to_string());
                self.write_next(vec![PeopleEntry::WrongCode { link, name, address }], Vec::new()).await?;
                return Err(Reason::WrongCode.into());
            }
        }
        if account.disabled {
            return Err(Reason::Disabled.into());
        }
        self.may_enter(&name).await?;
        let mut entries = vec![PeopleEntry::LinkUsed { link: token.key(), name: name.clone() }];
        match password {
            Some(password) => {
                let hash = password::hash(password, self.key().await?.bytes()).await?;
                entries.push(PeopleEntry::Password { name: name.clone(), hash });
            }
            // Whoever knows the old password must not come in with it any more.
            None if account.password.is_some() => return Err(Reason::ChoosePassword.into()),
            None => {}
        }
        let ends = |session| PeopleEntry::SignedOut { session, why: "came in by a new link".into() };
        entries.extend(sessions.into_iter().map(ends));
        let session = Token::new()?;
        entries.push(signed_in(&name, &session, SignInWay::Link, from));
        self.write_next(entries, Vec::new()).await?;
        self.session_of(session).await
    }
}
