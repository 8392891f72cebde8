//! Two persons for one act: asking, answering, and the record of both.

use std::sync::Arc;

use journal::{AccountName, CommandId, Hash, Posting};
use table::{Moment, Role};

use super::request::{Matter, Request, Tie};
use super::staff::{ANSWERERS, within};
use super::{People, PeopleEntry, PersonAccount, Visitor, again};
use crate::clock::now;
use crate::wire::{Problem, Reason};

/// For how long two people who came in at one browser are not two persons for each other.
const APART_MS: i64 = 12 * 3_600_000;

/// The account against which adjustments of bankrolls are posted.
const ADJUSTMENTS: &str = "house/adjustments";

impl People {
    /// Queues a request. A repeat has no further effect.
    ///
    /// # Errors
    /// When its id belongs to another request.
    pub async fn ask(&self, request: Request) -> Result<(), Problem> {
        let known = self.directory.read().await.request(request.id, now()).cloned();
        match known {
            Some(known) if (&known.by, &known.matter) == (&request.by, &request.matter) => Ok(()),
            Some(_) => Err(Reason::UsedId.into()),
            None => self.write(vec![PeopleEntry::Asked(request)], Vec::new()).await,
        }
    }

    /// All waiting requests, and since when each waits.
    pub async fn requests(&self) -> Vec<(Request, Moment)> {
        self.directory.read().await.requests(now()).cloned().collect()
    }

    /// A waiting request.
    ///
    /// # Errors
    /// When there is none.
    pub async fn request(&self, id: CommandId) -> Result<Request, Problem> {
        let found = self.directory.read().await.request(id, now()).cloned();
        found.ok_or_else(gone)
    }

    /// The second person's answer. The first answer counts, at whichever node it is given.
    ///
    /// # Errors
    /// When somebody else was faster.
    pub async fn answer(&self, request: &Request, by: &str, approved: bool) -> Result<(), Problem> {
        let entry = self.answered(request, by, approved).await;
        self.while_waiting(request.id, || (vec![entry.clone()], Vec::new())).await
    }

    /// The second person's answer, with who had brought both into the house.
    pub(super) async fn answered(&self, request: &Request, by: &str, approved: bool) -> PeopleEntry {
        let ties = self.ties(request, Some(by)).await;
        PeopleEntry::Answered { request: request.id, by: by.into(), approved, ties }
    }

    /// Who brought the asker into the house, and the one who answers.
    pub async fn ties(&self, request: &Request, answers: Option<&str>) -> Vec<Tie> {
        let directory = self.directory.read().await;
        let asker = request.by.person.name();
        let people = [Some(asker), answers.filter(|name| *name != asker)].into_iter().flatten();
        people.filter_map(|name| directory.account(name)).map(|account| account.tie()).collect()
    }

    /// Records the result of an approval.
    pub async fn carried(&self, request: CommandId, refused: Option<&str>) {
        let entry = PeopleEntry::Carried { request, refused: refused.map(Arc::from) };
        if let Err(problem) = self.write(vec![entry], Vec::new()).await {
            tracing::warn!(why = problem.refused, "what came of an approval is not on record");
        }
    }

    /// Adjusts a bankroll, in one commit with the second person's answer.
    ///
    /// # Errors
    /// When there is no such person, or nothing to take from.
    pub async fn adjust(&self, request: &Request, second: &str) -> Result<(), Problem> {
        let Matter::Adjust { person, cents } = &request.matter else {
            return Err(Reason::NoBankrollAsked.into());
        };
        let wrong = |wrong: journal::BadName| Problem::malformed(wrong.to_string());
        let bankroll = pit::bankroll(person).map_err(wrong)?;
        let house = AccountName::new(ADJUSTMENTS).map_err(wrong)?;
        let postings = vec![Posting { account: house, amount: -cents }, Posting { account: bankroll, amount: *cents }];
        let answered = self.answered(request, second, true).await;
        let adjusted = PeopleEntry::Adjusted {
            request: request.id,
            name: person.clone(),
            cents: *cents,
            reason: request.reason.clone(),
            by: request.by.person.name().into(),
            second: second.into(),
        };
        self.while_waiting(request.id, || (vec![answered.clone(), adjusted.clone()], postings.clone())).await
    }

    /// Writes entries that are valid only while a request is waiting, whatever others write in the meantime.
    async fn while_waiting(
        &self,
        id: CommandId,
        entries: impl Fn() -> (Vec<PeopleEntry>, Vec<Posting>) + Send,
    ) -> Result<(), Problem> {
        let entries = &entries;
        again(|| async move {
            self.request(id).await?;
            let (entries, postings) = entries();
            self.write_next(entries, postings).await
        })
        .await
    }

    /// The account, if it may be the second person of a request: not the asker, and the password was just given.
    ///
    /// # Errors
    /// Why they may not.
    pub async fn second<'a>(
        &self,
        visitor: &'a Visitor,
        request: &Request,
    ) -> Result<(&'a Arc<PersonAccount>, Role), Problem> {
        let rights = |role| match request.matter.table() {
            Some(table) => visitor.may(role, table),
            None => visitor.has(&[role]),
        };
        let first = |roles: &[Role]| roles.iter().find_map(|role| Some((rights(*role).ok()?, *role)));
        // At a table a floorperson or above decides, on staff surveillance too, and on a bankroll a supervisor alone.
        let found = match &request.matter {
            Matter::Void { .. } | Matter::Meter { .. } => first(&[Role::Floorperson]),
            matter if matter.gives_rights() => first(&ANSWERERS),
            _ => None,
        };
        let (account, role) = match found {
            Some(found) => found,
            None => (rights(Role::Supervisor)?, Role::Supervisor),
        };
        if *account.name == *request.by.person.name() {
            return Err(Reason::OwnRequest.into());
        }
        match &request.matter {
            Matter::Invite { tables, .. } | Matter::Machine { tables, .. } => within(account, tables)?,
            Matter::Rights { name, .. } | Matter::Reset { name, .. } | Matter::Enable { name } => {
                if *account.name == **name {
                    return Err(Reason::AboutYou.into());
                }
                within(account, &[])?;
            }
            Matter::Void { .. } | Matter::Meter { .. } | Matter::Adjust { .. } => {}
        }
        let asker = self.directory.read().await.account(request.by.person.name()).cloned();
        if !asker.is_some_and(|asker| asker.roles.contains(&request.by.role) && !asker.disabled) {
            return Err(Reason::AskerGone { name: request.by.person.to_string() }.into());
        }
        self.apart(visitor, account, request).await?;
        self.fresh(visitor).await?;
        Ok((account, role))
    }

    /// Whether asker and second person are not at the same browser, now or within a working day: one person with two
    /// passwords would be.
    async fn apart(&self, visitor: &Visitor, second: &PersonAccount, request: &Request) -> Result<(), Problem> {
        let here = self.browser_of(visitor).await;
        let directory = self.directory.read().await;
        let since = Moment(now().0.saturating_sub(APART_MS));
        let together = directory.share_browser(&second.name, request.by.person.name(), since);
        if together || (here.is_some() && here == request.browser) {
            return Err(Reason::SameBrowser { name: request.by.person.to_string() }.into());
        }
        Ok(())
    }

    /// The browser of a visitor's session.
    pub async fn browser_of(&self, visitor: &Visitor) -> Option<Hash> {
        let directory = self.directory.read().await;
        visitor.session.and_then(|key| directory.session(&key)?.browser)
    }

    /// Whether somebody has an account.
    ///
    /// # Errors
    /// When nobody has that name.
    pub async fn known(&self, name: &str) -> Result<Arc<PersonAccount>, Problem> {
        let account = self.directory.read().await.account(name).cloned();
        account.ok_or_else(|| Reason::Nobody { name: name.to_string() }.into())
    }
}

fn gone() -> Problem {
    Reason::RequestGone.into()
}
