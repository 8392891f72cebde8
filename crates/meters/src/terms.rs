//! The terms of a bank: what a house decides about one progressive, and the law behind it.

use rules::house::{House, ProgressiveTable};
use rules::money::MILLIONTHS;
use rules::rulebook::vocabulary::{LinkMatch, MultiWin};
use rules::{Cents, Citation, Level, Meter, Share, Wager};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pots::{Pot, Pots};
use crate::written::{Cited, InCents};

/// One meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LevelTerms {
    /// The level.
    pub level: Level,
    /// What it starts at and resets to.
    #[serde(with = "InCents")]
    pub seed: Cents,
    /// The rate of progression, what is reserved for the next seed included.
    pub rate: Share,
    /// The share of each stake that the meter itself grows by (READING 73).
    pub grows: Share,
}

/// The law that refusals name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct BankLaw {
    /// Meters rise when the wagers are locked in.
    #[serde(with = "Cited")]
    pub rate: Citation,
    /// No progressive wager without the system.
    #[serde(with = "Cited")]
    pub system: Citation,
    /// A share of a meter is paid at the player's turn.
    #[serde(with = "Cited")]
    pub meter_wins: Citation,
    /// Several meter wins in a round.
    #[serde(with = "Cited")]
    pub multi_win: Citation,
    /// A void round.
    #[serde(with = "Cited")]
    pub reversed_on_void: Citation,
    /// Whether meters may be linked.
    #[serde(with = "Cited")]
    pub link: Citation,
    /// What linked games share.
    #[serde(with = "Cited")]
    pub link_shares: Citation,
    /// What a second person confirms.
    #[serde(with = "Cited")]
    pub second_person: Citation,
}

/// What a bank is run by. Made from a checked house alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
#[schemars(deny_unknown_fields)]
pub struct BankTerms {
    /// Three cards or five.
    pub wager: Wager,
    /// The id of the paytable.
    pub paytable: String,
    /// The stake of one wager.
    #[serde(with = "InCents")]
    pub stake: Cents,
    /// The number of decks.
    pub decks: u8,
    /// The meters, the highest first.
    pub levels: Vec<LevelTerms>,
    /// The part of the highest meter's rate that is kept back for its next seed.
    pub reserve: Share,
    /// The share of each stake that feeds the back-up meter.
    pub backup: Share,
    /// Several meter wins in a round.
    pub multi_win: MultiWin,
    /// The smallest amount that can be paid: a cent, except in a currency without them.
    #[serde(with = "InCents", default = "a_cent", skip_serializing_if = "is_a_cent")]
    pub smallest: Cents,
    /// Whether a void round takes its contributions out again.
    pub reversed_on_void: bool,
    /// The link's name; `None` for a table that stands alone.
    pub link: Option<String>,
    /// What games must share to be linked.
    pub shares: Vec<LinkMatch>,
    /// The law.
    pub law: BankLaw,
}

const fn a_cent() -> Cents {
    Cents(1)
}

fn is_a_cent(amount: &Cents) -> bool {
    *amount == a_cent()
}

impl BankTerms {
    /// The terms of a house's progressive; `None` if the house does not offer it.
    #[must_use]
    pub fn of(house: &House, wager: Wager) -> Option<BankTerms> {
        let terms = house.progressive_terms(wager)?;
        let law = house.book.progressive_rules(wager)?;
        let paytable = match &terms.table {
            ProgressiveTable::Three(table) => &table.id,
            ProgressiveTable::Five(table) => &table.id,
        };
        let levels = terms.meters.iter().map(|meter| LevelTerms {
            level: meter.level,
            seed: meter.seed,
            rate: meter.rate,
            grows: terms.grows(meter),
        });
        Some(BankTerms {
            wager,
            paytable: paytable.clone(),
            stake: terms.stake,
            decks: house.cards.decks,
            levels: levels.collect(),
            reserve: terms.reserve,
            backup: terms.backup,
            multi_win: terms.multi_win,
            smallest: house.currency.smallest(),
            reversed_on_void: terms.reversed_on_void,
            link: terms.link.as_ref().map(|(name, _)| name.clone()),
            shares: law.link_shares.lawful.iter().flatten().copied().collect(),
            law: BankLaw {
                rate: law.rate.cite.clone(),
                system: law.system.as_ref().map_or(&law.offered.cite, |system| &system.cite).clone(),
                meter_wins: law.meter_wins.cite.clone(),
                multi_win: law.multi_win.cite.clone(),
                reversed_on_void: law.reversed_on_void.cite.clone(),
                link: law.link.cite.clone(),
                link_shares: law.link_shares.cite.clone(),
                second_person: law.validated_by.cite.clone(),
            },
        })
    }

    /// A meter of the bank.
    #[must_use]
    pub fn level(&self, level: Level) -> Option<&LevelTerms> {
        self.levels.iter().find(|terms| terms.level == level)
    }

    /// The seeds of all meters.
    #[must_use]
    pub fn seeds(&self) -> Pots {
        let mut seeds = Pots::NOTHING;
        for terms in &self.levels {
            seeds.set(Pot::Level(terms.level), Meter(terms.seed.0.saturating_mul(MILLIONTHS)));
        }
        seeds
    }

    /// The share of each stake that goes to a pot; `None` if the house has no such pot.
    #[must_use]
    pub fn share(&self, pot: Pot) -> Option<Share> {
        match pot {
            Pot::Level(level) => self.level(level).map(|terms| terms.grows),
            Pot::Reserve => Some(self.reserve).filter(|share| share.0 > 0),
            Pot::Backup => Some(self.backup).filter(|share| share.0 > 0),
        }
    }

    /// What these stakes add to each pot, always in whole millionths; `None` if that overflows.
    #[must_use]
    pub fn contributions(&self, stakes: Cents) -> Option<Pots> {
        let mut amounts = Pots::NOTHING;
        for pot in Pot::ALL {
            if let Some(share) = self.share(pot) {
                amounts.set(pot, Meter(stakes.0.checked_mul(i64::from(share.0))?));
            }
        }
        Some(amounts)
    }
}
