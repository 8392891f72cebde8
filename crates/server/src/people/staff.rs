//! Who works here and what they may do. Giving somebody a right takes two people, and taking one away takes one.

use std::sync::Arc;

use journal::CommandId;
use table::Role;

use super::directory::Directory;
use super::request::{Matter, Request};
use super::secret::Code;
use super::{LINK, People, PeopleEntry, PersonAccount, Token, after, again};
use crate::wire::people::Wanted;
use crate::wire::{Problem, Reason};

/// Who may answer a request that gives somebody a right.
pub(super) const ANSWERERS: [Role; 3] = [Role::Supervisor, Role::Floorperson, Role::Surveillance];

impl People {
    /// What a supervisor wants for somebody who works here, and the link that goes with it.
    ///
    /// # Errors
    /// Why it cannot be asked for.
    pub async fn wants(
        &self,
        id: CommandId,
        asker: &PersonAccount,
        wanted: Wanted,
    ) -> Result<(Matter, Option<Token>), Problem> {
        let link = || async { Ok::<Token, Problem>(Token::of_request(self.key().await?, id, &asker.name)) };
        Ok(match wanted {
            Wanted::Invite { name, roles, tables } => {
                self.free(&name).await?;
                sound(&roles)?;
                within(asker, &tables)?;
                let token = link().await?;
                (Matter::Invite { name, roles, tables, link: token.key() }, Some(token))
            }
            Wanted::Reset { name } => {
                let account = self.works_here(&name).await?;
                within(asker, &account.tables)?;
                if account.disabled {
                    return Err(Reason::Disabled.into());
                }
                let token = link().await?;
                (Matter::Reset { name, link: token.key() }, Some(token))
            }
            Wanted::Rights { name, roles, tables } => {
                sound(&roles)?;
                within(asker, &tables)?;
                if !gives_more(&*self.works_here(&name).await?, &roles, &tables) {
                    return Err(Reason::TakesOne.into());
                }
                (Matter::Rights { name, roles, tables }, None)
            }
            Wanted::Enable { name } => {
                let account = self.known(&name).await?;
                within(asker, &account.tables)?;
                if !account.disabled {
                    return Err(Reason::NotDisabled { name: name.to_string() }.into());
                }
                (Matter::Enable { name }, None)
            }
            Wanted::Machine { name, tables } => {
                // A machine that is known gets a new token, and its old one no longer works.
                if !self.directory.read().await.account(&name).is_some_and(|account| account.machine) {
                    self.free(&name).await?;
                }
                within(asker, &tables)?;
                let token = link().await?;
                (Matter::Machine { name, tables, link: token.key() }, Some(token))
            }
            Wanted::Act { .. } | Wanted::Adjust { .. } => return Err(Reason::NotAboutStaff.into()),
        })
    }

    /// Somebody of the staff, who is no machine.
    async fn works_here(&self, name: &str) -> Result<Arc<PersonAccount>, Problem> {
        let account = self.known(name).await?;
        if account.guest || account.machine { Err(Reason::NotStaff { name: name.into() }.into()) } else { Ok(account) }
    }

    /// Does what two people want for somebody who works here, in one commit with the second one's answer. Returns the
    /// code that the second person gives to whoever comes in.
    ///
    /// # Errors
    /// When somebody else was faster, or what was asked for is no longer possible.
    pub async fn give(&self, request: &Request, second: &str) -> Result<Option<Code>, Problem> {
        let _turn = self.gate.lock().await;
        again(|| self.try_give(request, second)).await
    }

    async fn try_give(&self, request: &Request, second: &str) -> Result<Option<Code>, Problem> {
        self.request(request.id).await?;
        let by: Arc<str> = request.by.person.name().into();
        let approved: Arc<str> = second.into();
        let mut entries = vec![self.answered(request, second, true).await];
        let code = Code::new()?;
        let mut opens = None;
        match request.matter.clone() {
            Matter::Invite { name, roles, tables, link } => {
                self.free(&name).await?;
                let (key, token) = self.link_of(request, link).await?;
                let account = PeopleEntry::Account {
                    name: name.clone(),
                    roles,
                    tables,
                    guest: false,
                    by: by.clone(),
                    second: Some(approved.clone()),
                };
                entries.push(account);
                let (until, second) = (after(LINK), Some(approved));
                entries.push(PeopleEntry::Link { link, name, until, by, second, code: Some(code.key(key, &token)) });
                opens = Some(code);
            }
            Matter::Reset { name, link } => {
                let (key, token) = self.link_of(request, link).await?;
                let (until, second) = (after(LINK), Some(approved));
                entries.push(PeopleEntry::Link { link, name, until, by, second, code: Some(code.key(key, &token)) });
                opens = Some(code);
            }
            Matter::Rights { name, roles, tables } => {
                entries.push(PeopleEntry::Rights { name, roles, tables, by, second: Some(approved) });
            }
            Matter::Enable { name } => entries.push(PeopleEntry::Enabled { name, by, second: approved }),
            Matter::Machine { name, tables, link } => {
                let (key, token) = self.link_of(request, link).await?;
                entries.push(PeopleEntry::Machine { name, tables, key: code.key(key, &token), by, second: approved });
                opens = Some(code);
            }
            Matter::Void { .. } | Matter::Meter { .. } | Matter::Adjust { .. } => {
                return Err(Reason::NotAboutStaff.into());
            }
        }
        self.write_next(entries, Vec::new()).await?;
        Ok(opens)
    }

    /// The link that the asker was given, with the key that it was made by.
    async fn link_of(&self, request: &Request, link: journal::Hash) -> Result<(&super::PeopleKey, Token), Problem> {
        let key = self.key().await?;
        let token = Token::of_request(key, request.id, request.by.person.name());
        if token.key() == link { Ok((key, token)) } else { Err(Reason::RequestGone.into()) }
    }

    /// Takes roles or tables away from somebody, at once: all of their sessions end.
    ///
    /// # Errors
    /// When it would give them more, or leave nobody who can ask for and approve anything.
    pub async fn take_rights(
        &self,
        name: &str,
        roles: &[Role],
        tables: &[Arc<str>],
        by: &PersonAccount,
    ) -> Result<(), Problem> {
        let account = self.works_here(name).await?;
        within(by, &account.tables)?;
        if gives_more(&account, roles, tables) {
            return Err(Reason::SecondPerson.into());
        }
        again(|| async {
            self.leaves_two(name, roles, tables).await?;
            let (roles, tables) = (roles.to_vec(), tables.to_vec());
            let entry = PeopleEntry::Rights { name: name.into(), roles, tables, by: by.name.clone(), second: None };
            self.write_next(vec![entry], Vec::new()).await
        })
        .await
    }

    /// Shuts an account, at once: all of its sessions end, and it stays shut until two people open it again.
    ///
    /// # Errors
    /// When nobody has it, or it would leave nobody who can ask for and approve anything.
    pub async fn disable(&self, name: &str, by: &PersonAccount) -> Result<(), Problem> {
        let account = self.known(name).await?;
        within(by, &account.tables)?;
        again(|| async {
            self.leaves_two(name, &[], &[]).await?;
            let entry = PeopleEntry::Disabled { name: name.into(), by: by.name.clone() };
            self.write_next(vec![entry], Vec::new()).await
        })
        .await
    }

    /// Whether a supervisor is left, and another person who can answer, when one of the staff has only these rights.
    async fn leaves_two(&self, name: &str, roles: &[Role], tables: &[Arc<str>]) -> Result<(), Problem> {
        let directory = self.directory.read().await;
        let Some(account) = directory.account(name) else { return Ok(()) };
        let (roles, tables) = (roles.to_vec(), tables.to_vec());
        let changed = PersonAccount { roles, tables, ..PersonAccount::clone(account) };
        let (before, after) = (two_are_there(&directory, None), two_are_there(&directory, Some(&changed)));
        // Where there are no two already, nothing is made worse.
        if before && !after { Err(Reason::LastPerson.into()) } else { Ok(()) }
    }
}

/// Whether somebody can ask for anything and another person can approve it; one of them may have other rights.
fn two_are_there(directory: &Directory, changed: Option<&PersonAccount>) -> bool {
    let serves = |account: &PersonAccount, wanted: &[Role]| {
        changed.filter(|other| other.name == account.name).unwrap_or(account).serves(wanted)
    };
    let supervisors = directory.staff().filter(|account| serves(account, &[Role::Supervisor])).count();
    let answerers = directory.staff().filter(|account| serves(account, &ANSWERERS)).count();
    supervisors > 0 && answerers > 1
}

/// Whether these are roles that a person can have: machines have none, and no account is theirs.
fn sound(roles: &[Role]) -> Result<(), Problem> {
    if roles.is_empty() {
        return Err(Reason::NoRoles.into());
    }
    match roles.iter().find(|role| matches!(role, Role::System | Role::Device)) {
        Some(role) => Err(Reason::MachinesRole { role: *role }.into()),
        None => Ok(()),
    }
}

/// Whether somebody's own tables include these: nobody gives or takes what is not theirs.
pub(super) fn within(own: &PersonAccount, tables: &[Arc<str>]) -> Result<(), Problem> {
    let all = own.tables.is_empty();
    if all || (!tables.is_empty() && tables.iter().all(|table| own.tables.contains(table))) {
        return Ok(());
    }
    Err(Reason::OtherTables { name: own.name.to_string() }.into())
}

/// Whether somebody would have a role or a table that they do not have now.
fn gives_more(account: &PersonAccount, roles: &[Role], tables: &[Arc<str>]) -> bool {
    let role = roles.iter().any(|role| !account.roles.contains(role));
    let everywhere = account.tables.is_empty();
    let table = !everywhere && (tables.is_empty() || tables.iter().any(|table| !account.tables.contains(table)));
    role || table
}
