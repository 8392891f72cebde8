//! The meters in plain words: an entry as a phrase, and an amount with its exact fraction.

use rules::Meter;
use rules::money::MILLIONTHS;

use crate::entry::Entry;
use crate::pots::Pots;

/// A meter's amount in dollars, with the exact fraction of a cent.
#[must_use]
pub fn exact(amount: Meter) -> String {
    let (sign, value) = if amount.0 < 0 { ("-", amount.0.saturating_neg()) } else { ("", amount.0) };
    let cents = Meter(value).shown();
    let fraction = format!("{:06}", value % MILLIONTHS);
    let fraction = fraction.trim_end_matches('0');
    let whole = cents.to_string();
    match (fraction.is_empty(), whole.contains('.')) {
        (true, _) => format!("{sign}{whole}"),
        (false, true) => format!("{sign}{whole}{fraction}"),
        (false, false) => format!("{sign}{whole}.00{fraction}"),
    }
}

/// A number of wagers, in the plural where needed.
fn wagers(number: u32) -> String {
    format!("{number} wager{}", if number == 1 { "" } else { "s" })
}

/// An entry as a phrase; who made it and at which progressive is shown beside it.
#[must_use]
pub fn phrase(entry: &Entry) -> String {
    let sums = |amounts: &Pots| {
        let each = amounts.iter().filter(|(_, amount)| amount.0 != 0);
        each.map(|(pot, amount)| format!("{} {}", pot.word(), exact(amount))).collect::<Vec<_>>().join(", ")
    };
    match entry {
        Entry::Joined { game, .. } => format!("{} joins the link", game.id),
        Entry::Left { game } => format!("{game} leaves the link"),
        Entry::Reached { online: true } => "the controller is in reach".to_owned(),
        Entry::Reached { online: false } => "the controller is out of reach".to_owned(),
        Entry::Contributed { wagers: made, stakes, amounts, .. } => {
            format!("{} of {stakes} in all add {}", wagers(*made), sums(amounts))
        }
        Entry::Reversed { wagers: made, amounts, .. } => {
            format!("the contributions of {} are taken out: {}", wagers(*made), sums(amounts))
        }
        Entry::Awarded { position, level, amount, reset, .. } => {
            let reset = if reset.is_some() { ", and the meter is reset" } else { "" };
            format!("position {position} wins {amount} of the {level} meter{reset}")
        }
        Entry::TakenBack { position, level, amount, .. } => {
            format!("{amount} that position {position} had won go back to the {level} meter")
        }
        Entry::Closed { .. } => "the round is closed".to_owned(),
        Entry::Proposed(proposal) => {
            format!(
                "{} proposes to correct {} by {}: {}",
                proposal.by,
                proposal.pot.word(),
                exact(proposal.amount),
                proposal.reason
            )
        }
        Entry::Approved { by, pot, amount, .. } => format!("{by} approves: {} {}", pot.word(), exact(*amount)),
        Entry::Declined { by, .. } => format!("{by} declines the correction"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meters_are_told_to_the_last_fraction() {
        for (millionths, text) in [
            (8_000_000, "$0.08"),
            (100_000_000, "$1"),
            (100_500_000, "$1.005"),
            (200_008_000_001, "$2,000.08000001"),
            (-1_500_000, "-$0.015"),
        ] {
            assert_eq!(exact(Meter(millionths)), text);
        }
    }
}
