//! Other titles on a link: they join, contribute and claim through the same bank as tables, and their entries are in
//! the link's stream under their own name.

use journal::{AccountName, BadName, Posting};
use meters::{Bank, Claim, Entry, GameId, Refusal};
use serde::{Deserialize, Serialize};

use crate::fault::TitleFault;

/// The kind of a record that another title entered.
pub const TITLE: &str = "title";

/// The prefix of every other title's id; no table's id has it.
const PREFIX: &str = "title:";

/// What another title entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitleEntries {
    /// The title.
    pub title: GameId,
    /// The entries, in order.
    pub entries: Vec<Entry>,
}

/// The id of another title on a link, from a name of lower-case letters, digits and hyphens.
#[must_use]
pub fn title_id(name: &str) -> Option<GameId> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let sound = !name.is_empty() && name.bytes().all(plain);
    sound.then(|| GameId::new(&format!("{PREFIX}{name}")).ok()).flatten()
}

/// What a title's awards move: the house pays them out of the meters, to the world outside.
///
/// # Errors
/// When the id cannot be part of an account's name; those of [`title_id`] can.
pub fn title_postings(title: &GameId, entries: &[Entry]) -> Result<Vec<Posting>, BadName> {
    let paid: i64 =
        entries.iter().map(|entry| if let Entry::Awarded { amount, .. } = entry { amount.0 } else { 0 }).sum();
    if paid == 0 {
        return Ok(Vec::new());
    }
    let posting = |class: &str, amount| Ok(Posting { account: AccountName::new(&format!("{class}/{title}"))?, amount });
    Ok(vec![posting("meters", -paid)?, posting("world", paid)?])
}

/// Decides a title's entry again; the bank is the one before it.
pub(crate) fn again(bank: &Bank, title: &GameId, entry: &Entry) -> Result<Entry, TitleFault> {
    let told = |refusal: Refusal| TitleFault::Refused(refusal.why);
    match entry {
        Entry::Joined { game, .. } if game.id == *title => bank.join(game).map_err(told),
        Entry::Contributed { game, round, wagers, .. } if game == title => {
            bank.contribute(game, *round, *wagers).map_err(told)
        }
        Entry::Awarded { game, round, position, level, share, won, amount, .. } if game == title => {
            let claim =
                Claim { position: *position, level: *level, share: *share, won: *won, amount: *amount, most: None };
            bank.award(game, *round, &claim).map_err(told)
        }
        Entry::Reversed { game, round, .. } if game == title => bank.reverse(game, *round).map_err(told),
        Entry::Closed { game, round, .. } if game == title => bank.close(game, *round).map_err(told),
        _ => Err(TitleFault::NotATitles),
    }
}
