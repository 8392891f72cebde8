//! Every amount that can be wagered must be a multiple of the smallest chip, so that whole odds are always paid exactly
//! (READING 72). Only 3 to 2, percentages and meters can then lead to rounding.

use std::collections::BTreeMap;

use super::progressive::{ProgressiveTable, ProgressiveTerms};
use super::reader::{HouseReader, Section};
use super::side::{CoverAllTerms, HandBonusTerms, PrimeTerms, SixCardTerms};
use super::wagers::{Base, Limit};
use crate::clause::Citation;
use crate::money::Cents;
use crate::posted::ThreeTable;
use crate::rulebook::Rulebook;
use crate::wager::Wager;

/// What the house offers to wager on, as far as it is lawful.
pub(super) struct Offered<'a> {
    pub rules: &'a Rulebook,
    pub base: Option<&'a Base>,
    pub limits: &'a BTreeMap<Wager, Limit>,
    pub six_card: Option<&'a SixCardTerms>,
    pub hand_bonus: Option<&'a HandBonusTerms>,
    pub prime: Option<&'a PrimeTerms>,
    pub progressives: [Option<&'a ProgressiveTerms>; 2],
    pub cover_all: Option<&'a CoverAllTerms>,
}

impl Offered<'_> {
    /// The law under which a wager is paid.
    fn paid_by(&self, wager: Wager) -> Citation {
        let rules = self.rules;
        match wager {
            Wager::Ante | Wager::Play => {
                // The play wager equals the ante, so both tables pay on the same amount.
                let wins = |table: &ThreeTable| table.lines.last().map(|line| line.cite.clone()).unwrap_or_default();
                self.base.map(|base| wins(&base.ante).and(&wins(&base.play))).unwrap_or_default()
            }
            Wager::PairPlus => self.base.map(|base| base.pair_plus.cite.clone()).unwrap_or_default(),
            Wager::HandBonus => self.hand_bonus.map(|terms| terms.table.cite.clone()).unwrap_or_default(),
            Wager::SixCardBonus => self.six_card.map(|terms| terms.table.cite.clone()).unwrap_or_default(),
            Wager::Prime => self.prime.map(|terms| terms.table.cite.clone()).unwrap_or_default(),
            Wager::CoverAll => self
                .cover_all
                .and_then(|terms| terms.tables.first())
                .map(|table| table.cite.clone())
                .unwrap_or_default(),
            Wager::MatchPlay => rules.match_play.as_ref().map(|law| law.pays.cite.clone()).unwrap_or_default(),
            _ => rules.tips.as_ref().map(|law| law.ante.cite.clone()).unwrap_or_default(),
        }
    }

    /// The amounts of each wager from which all others follow, and the law under which it is paid.
    fn amounts(&self) -> Vec<(Wager, Vec<Cents>, Citation)> {
        let mut all = Vec::new();
        for (wager, limit) in self.limits {
            // One entry is enough for all tips.
            if matches!(wager, Wager::TipPlay | Wager::TipPairPlus) {
                continue;
            }
            let next = limit.min + limit.step;
            let amounts = if next <= limit.max { vec![limit.min, next] } else { vec![limit.min] };
            all.push((*wager, amounts, self.paid_by(*wager)));
        }
        for terms in self.progressives.into_iter().flatten() {
            let (wager, cite) = match &terms.table {
                ProgressiveTable::Three(table) => (Wager::Progressive, table.cite.clone()),
                ProgressiveTable::Five(table) => (Wager::FiveCardProgressive, table.cite.clone()),
            };
            all.push((wager, vec![terms.stake], cite));
        }
        all
    }
}

/// Refuses a smallest chip that would change an even-money payment, and names those that would not.
pub(super) fn check_unit(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, unit: Cents, offered: &Offered<'_>) {
    let all = offered.amounts();
    let mut cite = offered.rules.payment.unit.cite.clone();
    let mut odd = Vec::new();
    for (wager, amounts, law) in &all {
        if let Some(amount) = amounts.iter().find(|amount| amount.0 % unit.0.max(1) != 0) {
            odd.push(format!("{amount} on {}", wager.title()));
            cite = cite.and(law);
        }
    }
    if odd.is_empty() {
        return;
    }
    let largest = all.iter().flat_map(|(_, amounts, _)| amounts).fold(0, |sum, amount| divisor(sum, amount.0));
    let place = root.get("payment");
    let key = place.and_then(|section| section.get_ref().as_table()?.get("unit")).or(place);
    let span = key.map_or(0..0, toml::Spanned::span);
    let message = format!("chips of {unit} cannot pay 1 to 1 what can be wagered here: {}", odd.join(", "));
    let help = format!("write {} or a divisor of it, or change the amounts", Cents(largest));
    reader.error("payment.unit", span, message, help, &cite);
}

/// The greatest common divisor.
fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::divisor;

    #[test]
    fn the_largest_chip_that_measures_two_amounts() {
        for (a, b, chip) in [(0, 500, 500), (500, 100, 100), (600, 400, 200), (250, 100, 50), (7, 5, 1)] {
            assert_eq!((divisor(a, b), divisor(b, a)), (chip, chip));
        }
    }
}
