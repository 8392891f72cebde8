//! Other titles on the house's links: with their own tokens they contribute to a linked meter and claim from it, as
//! tables do. Every entry is made at exactly the version it was decided at, so that a meter has one winner.

use std::sync::Arc;

use journal::{AppendOutcome, Batch, Body, CommandId, ExpectedVersion, Hash, Kind, NewRecord, Write};
use meters::{Bank, Entry, GameId, GameTerms, Refusal};
use pit::{FORMAT, Link, TITLE, TitleEntries, title_postings};
use rules::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::now;
use crate::hall::Hall;
use crate::links::LinkDesk;
use crate::people::Token;
use crate::wire::{Problem, Reason};

/// How many times to decide an entry again when others were faster.
const TRIES: u32 = 500;

/// The answer to a title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TitleDone {
    /// What was won, in cents, if anything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// What each meter shows after it, in cents.
    pub shows: Vec<(Level, i64)>,
}

/// A link by its name in addresses.
///
/// # Errors
/// When no table of this house is on it.
pub async fn link(hall: &Hall, slug: &str) -> Result<Arc<LinkDesk>, Problem> {
    let found = hall.links().by_slug(slug).await;
    found.ok_or_else(|| Reason::NoLink { link: slug.to_owned() }.into())
}

/// What every meter of a bank shows.
pub fn shows(bank: &Bank) -> Vec<(Level, i64)> {
    bank.levels().map(|(level, value)| (level, value.shown().0)).collect()
}

/// Lets a title onto a link, or gives one that is there a new token.
///
/// # Errors
/// When paytable, stake or decks are not those of the link.
pub async fn join(hall: &Hall, slug: &str, terms: GameTerms, by: &str) -> Result<Token, Problem> {
    let desk = link(hall, slug).await?;
    let title = terms.id.clone();
    hall.links().catch_up(&desk).await?;
    if desk.now().await.bank.game(&title).is_none() {
        let id = CommandId(Token::new()?.key().0[..16].try_into().unwrap_or_default());
        enter(hall, &desk, &title, (id, &terms), |bank| Ok(vec![bank.join(&terms)?])).await?;
    }
    let token = Token::new()?;
    hall.people.title(slug, title.as_str(), &token, by).await?;
    Ok(token)
}

/// Decides a title's entries and stores them. A repeat of the id gets the first answer.
///
/// # Errors
/// What the meters refuse, with the law.
pub async fn enter<T: Serialize>(
    hall: &Hall,
    desk: &LinkDesk,
    title: &GameId,
    (id, said): (CommandId, &T),
    decide: impl Fn(&Bank) -> Result<Vec<Entry>, Refusal>,
) -> Result<TitleDone, Problem> {
    let malformed = |error: &dyn std::fmt::Display| Problem::malformed(error.to_string());
    let said = serde_json::to_vec(&(title, &desk.now().await.id, said)).map_err(|error| malformed(&error))?;
    let digest = Hash::of_command(&said);
    for _ in 0..TRIES {
        let Link { id: link, bank, records, .. } = Arc::unwrap_or_clone(desk.now().await);
        let entries = match decide(&bank) {
            Ok(entries) => entries,
            Err(refusal) => {
                hall.links().catch_up(desk).await?;
                if desk.now().await.records != records {
                    continue;
                }
                // The same claim may have been granted before, if its answer was lost.
                return match hall.store.done(id).await? {
                    Some(done) if done.digest == digest => answer(&done.answer),
                    Some(_) => Err(used()),
                    None => Err(refused(&refusal).in_money(&hall.currency())),
                };
            }
        };
        let mut after = bank;
        entries.iter().for_each(|entry| after.apply(entry));
        let won = entries.iter().find_map(|entry| match entry {
            Entry::Awarded { amount, .. } => Some(amount.0),
            _ => None,
        });
        let done = TitleDone { amount: won, shows: shows(&after) };
        let postings = title_postings(title, &entries).map_err(|error| malformed(&error))?;
        let record = NewRecord {
            kind: Kind::new(TITLE).map_err(|error| malformed(&error))?,
            format: FORMAT,
            time_ms: u64::try_from(now().0).unwrap_or_default(),
            body: Body::of(&TitleEntries { title: title.clone(), entries }).map_err(|error| malformed(&error))?,
        };
        let write = Write { stream: link.stream(), expected: ExpectedVersion::Version(records), records: vec![record] };
        let told = Body::of(&done).map_err(|error| malformed(&error))?;
        let batch = Batch { command: id, digest, answer: told, writes: vec![write], postings };
        match hall.store.append(batch).await? {
            AppendOutcome::Appended(_) => {
                hall.links().catch_up(desk).await?;
                return Ok(done);
            }
            AppendOutcome::AlreadyDone(first) => return answer(&first),
            AppendOutcome::SameIdOtherBody => return Err(used()),
            AppendOutcome::Conflict { .. } => hall.links().catch_up(desk).await?,
            other => return Err(Problem::stopped(format!("the meters were not written: {other:?}"))),
        }
    }
    Err(Reason::LinkBusy.into())
}

fn answer(body: &Body) -> Result<TitleDone, Problem> {
    serde_json::from_str(body.as_str()).map_err(|error| Problem::stopped(error.to_string()))
}

fn used() -> Problem {
    Reason::UsedId.into()
}

fn refused(refusal: &Refusal) -> Problem {
    Problem::of_meters(refusal)
}
