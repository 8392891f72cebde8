//! Vouches for a journal that is not what its witness saw: an older copy that was put back knowingly. From then on the
//! journal is witnessed as it is, and the audit has who said so and why.

use std::path::PathBuf;
use std::sync::Arc;

use journal::{Depth, OpeningFault, Store, WitnessFault};

use super::{People, PeopleEntry};
use crate::operation::serve::{JournalPlace, Opens, open_store};
use crate::wire::{Problem, Reason};

/// A journal that somebody vouched for.
#[derive(Debug)]
pub struct Vouched {
    /// Its last commit before.
    pub commit: u64,
    /// What its witness had against it.
    pub fault: WitnessFault,
}

/// Accepts a journal as it is, while no node of the house runs, with its witnesses elsewhere. None if it is what its
/// witnesses saw, so that there is nothing to accept.
///
/// # Errors
/// Why it was not done: then the witnesses are as they were.
pub async fn vouch(
    place: &JournalPlace,
    witnesses: &[PathBuf],
    by: &str,
    reason: &str,
) -> Result<Option<Vouched>, Problem> {
    if by.trim().is_empty() || reason.trim().is_empty() {
        return Err(Reason::SayWhoAndWhy.into());
    }
    let (store, _) = open_store(place, &Opens { witnesses: witnesses.to_vec(), vouched_for: true }).await?;
    let done = record(&store, by, reason).await;
    store.close().await?;
    done
}

async fn record(store: &Arc<dyn Store>, by: &str, reason: &str) -> Result<Option<Vouched>, Problem> {
    let faults = store.opening_faults(Depth::SinceSigned).await?;
    let fault = faults.into_iter().find_map(|fault| match fault {
        OpeningFault::Witness(fault) => Some(fault),
        _ => None,
    });
    let Some(fault) = fault else { return Ok(None) };
    let seen = match &fault {
        WitnessFault::Missing { to, .. } => Some(*to),
        WitnessFault::OtherHistory { commit, .. } => Some(*commit),
        WitnessFault::Stranger { .. }
        | WitnessFault::Unsound { .. }
        | WitnessFault::Gone { .. }
        | WitnessFault::NoJournal { .. } => None,
    };
    let commit = store.tip().await?.commit;
    let people = People::read(store.clone()).await?;
    let entry = PeopleEntry::Vouched { commit, seen, by: by.into(), reason: reason.into() };
    people.write_next(vec![entry], Vec::new()).await?;
    Ok(Some(Vouched { commit, fault }))
}
