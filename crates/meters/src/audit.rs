//! The books of a bank. Whatever happens, base + contributions − paid + adjustments = shown, exactly, for every pot.

use std::fmt;

use rules::{Cents, Level};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank::Bank;
use crate::pots::{Pot, Pots};
use crate::written::InCents;

/// What went in and out of each place since the bank was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Sums {
    /// The seeds that the house put in, at the opening and at each reset.
    pub base: Pots,
    /// What wagers added.
    pub contributed: Pots,
    /// What was taken out again for void rounds and corrected acceptances.
    pub reversed: Pots,
    /// What should have been and was no longer there.
    pub short: Pots,
    /// What resets moved from the reserve and the back-up to the highest meter.
    pub poured: Pots,
    /// What was won.
    pub paid: Pots,
    /// What two persons corrected, up or down.
    pub adjusted: Pots,
    /// The stakes that contributed.
    #[serde(with = "InCents")]
    pub staked: Cents,
    /// Those of them that were taken out again.
    #[serde(with = "InCents")]
    pub unstaked: Cents,
    /// How often each meter was reset, by level.
    pub resets: [u64; 4],
}

/// A pot whose books do not balance: the state was damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imbalance {
    /// The pot that does not balance.
    pub pot: Pot,
    /// The sum that is wrong.
    pub what: &'static str,
    /// What it should be, in millionths of a cent.
    pub expected: i128,
    /// What it is, in millionths of a cent.
    pub found: i128,
}

impl fmt::Display for Imbalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Imbalance { pot, what, expected, found } = self;
        write!(
            f,
            "the {pot} meter's {what} should be {expected} millionths of a cent and is {found}; the state is damaged"
        )
    }
}

impl std::error::Error for Imbalance {}

impl Bank {
    /// Checks the books: every pot must show what its sums say, and each sum must follow from the stakes, the rates and
    /// the seeds.
    ///
    /// # Errors
    /// The first pot that does not balance.
    pub fn audit(&self) -> Result<(), Imbalance> {
        let sums = &self.sums;
        let seeds = self.terms.seeds();
        for pot in Pot::ALL {
            let of = |pots: &Pots| i128::from(pots.get(pot).0);
            let rate = i128::from(self.terms.share(pot).unwrap_or_default().0);
            let resets = match pot {
                Pot::Level(level) => sums.resets.get(level as usize).copied().unwrap_or_default(),
                Pot::Reserve | Pot::Backup => 0,
            };
            let shown = of(&sums.base) + of(&sums.contributed) - of(&sums.reversed) + of(&sums.poured) - of(&sums.paid)
                + of(&sums.adjusted);
            let checks = [
                ("value", shown, of(&self.values)),
                ("base", of(&seeds).saturating_mul(1 + i128::from(resets)), of(&sums.base)),
                ("contributions", i128::from(sums.staked.0) * rate, of(&sums.contributed)),
                ("reversals", i128::from(sums.unstaked.0) * rate, of(&sums.reversed) + of(&sums.short)),
                ("value below zero", of(&self.values).max(0), of(&self.values)),
            ];
            for (what, expected, found) in checks {
                if expected != found {
                    return Err(Imbalance { pot, what, expected, found });
                }
            }
        }
        // What leaves the reserve and the back-up goes into the highest meter.
        let poured: i128 = sums.poured.iter().map(|(_, amount)| i128::from(amount.0)).sum();
        let first = self.terms.levels.first().map_or(Level::Main, |terms| terms.level);
        match poured {
            0 => Ok(()),
            found => Err(Imbalance { pot: Pot::Level(first), what: "transfers", expected: 0, found }),
        }
    }
}
