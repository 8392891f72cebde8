//! A visitor, and what they may do.

use std::sync::Arc;

use journal::Hash;
use table::Role;

use super::PersonAccount;
use crate::wire::{Problem, Reason};

/// A visitor: an account and a session, or nobody.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The account; none for somebody who only looks.
    pub account: Option<Arc<PersonAccount>>,
    /// The session's key.
    pub session: Option<Hash>,
    /// The key of a machine, which has no session.
    pub machine: Option<Hash>,
}

impl Visitor {
    /// Somebody who only looks.
    #[must_use]
    pub fn nobody() -> Visitor {
        Visitor { account: None, session: None, machine: None }
    }

    /// Whether they may act in a role at a table.
    ///
    /// # Errors
    /// What they lack.
    pub fn may(&self, role: Role, table: &str) -> Result<&Arc<PersonAccount>, Problem> {
        let Some(account) = &self.account else {
            return Err(Reason::SignInOrGuest.into());
        };
        // The house itself acts by no account, and machines are no persons.
        let machines = match role {
            Role::System => true,
            Role::Device => !account.machine,
            _ => account.machine,
        };
        if machines || !account.roles.contains(&role) {
            return Err(Reason::NoRole { name: account.name.to_string(), role }.into());
        }
        if !account.tables.is_empty() && !account.tables.iter().any(|own| &**own == table) {
            return Err(Reason::NotAtTable { name: account.name.to_string(), table: table.to_owned() }.into());
        }
        Ok(account)
    }

    /// Whether they have one of the roles, at any table.
    ///
    /// # Errors
    /// When they do not.
    pub fn has(&self, roles: &[Role]) -> Result<&Arc<PersonAccount>, Problem> {
        let Some(account) = &self.account else {
            return Err(Reason::SignInFirst.into());
        };
        let any = roles.iter().any(|role| account.roles.contains(role));
        if any { Ok(account) } else { Err(Reason::NoRight { name: account.name.to_string() }.into()) }
    }
}
