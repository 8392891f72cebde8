//! Machines of the tables, where people run them: shuffler, shoe, sensors. They are no persons: nobody signs in as one.
//! Each shows a token of two parts with everything that it sends, and two people let it in, one part each.

use super::{Code, People, Token, Visitor};

impl People {
    /// The machine whose token this is: both parts, with a full stop between them.
    pub async fn machine(&self, bearer: &str) -> Option<Visitor> {
        let (token, code) = bearer.split_once('.')?;
        let (token, code) = (Token::parse(token)?, Code::parse(code)?);
        let key = code.key(self.key().await.ok()?, &token);
        let account = self.directory.read().await.machine(&key)?.clone();
        Some(Visitor { account: Some(account), session: None, machine: Some(key) })
    }

    /// Whether a visitor is still let in: somebody who only looks always is. Only acting counts as using a session.
    pub async fn stands(&self, visitor: &Visitor, used_now: bool) -> bool {
        match (visitor.session, visitor.machine) {
            (Some(session), _) => self.standing(session, used_now).await.is_some(),
            (None, Some(machine)) => self.directory.read().await.machine(&machine).is_some(),
            (None, None) => true,
        }
    }
}
