//! The chips that positions stake in one round, followed event by event: what a player who leaves everything loses.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rules::{Cents, Wager};

use crate::event::What;

/// The chips of a round's wagers, by position. A coupon is paper.
#[derive(Clone, Debug, Default)]
pub struct Staked {
    chips: BTreeMap<(u8, Wager), Cents>,
    /// Forfeits not collected yet, in the order of collection.
    forfeits: VecDeque<(u8, Wager)>,
    abandoned: BTreeSet<u8>,
}

impl Staked {
    /// Follows an event of the round.
    pub fn follow(&mut self, what: &What) {
        match what {
            What::Wagered { wager: Wager::MatchPlay, .. } => {}
            What::Wagered { position, wager, amount } => {
                self.chips.insert((*position, *wager), *amount);
            }
            What::Decided { position, play, tip, .. } => {
                self.chips.insert((*position, Wager::Play), *play);
                self.chips.insert((*position, Wager::TipPlay), *tip);
            }
            // Even after everything was given up: a void round returns it all.
            What::Returned { position, wager, .. } => {
                self.chips.remove(&(*position, *wager));
            }
            What::ForfeitsDue { dues } => self.forfeits.extend(dues.iter().map(|due| (due.position, due.wager))),
            // Collected forfeits have their own lines, even when everything else is given up later.
            What::Settled { lines, .. } => {
                for _ in 0..*lines {
                    if let Some(collected) = self.forfeits.pop_front() {
                        self.chips.remove(&collected);
                    }
                }
            }
            What::Abandoned { position } => {
                self.forfeits.retain(|(at, _)| at != position);
                self.abandoned.insert(*position);
            }
            _ => {}
        }
    }

    /// What positions lost by giving everything up, for which the settlement has no lines.
    pub fn given_up(&self) -> impl Iterator<Item = (u8, Cents)> {
        self.abandoned.iter().map(|position| {
            let own = self.chips.iter().filter(|((at, _), _)| at == position);
            (*position, own.map(|(_, amount)| *amount).sum())
        })
    }
}
