//! Whether a round's meters are possible: the meters that its progressives have, holding at least what they must.

use super::Admission;
use crate::clause::Citation;
use crate::house::House;
use crate::money::{CENTS_MAX, Cents, Meter};
use crate::settle::input::RoundFile;
use crate::settle::round::{BACKUP, Meters, PersonId, RESERVE, Stakes};
use crate::wager::{Level, Wager};

/// Whether a progressive has a back-up meter under the house's book.
fn backs_up(house: &House, wager: Wager) -> bool {
    house.book.progressive_rules(wager).is_some_and(|law| law.backup.is_some())
}

/// The meters of a progressive, and what is set aside for their next seeds.
fn pots(house: &House, wager: Wager) -> Vec<&'static str> {
    let levels = house.progressive_terms(wager).into_iter().flat_map(|terms| &terms.meters);
    let aside = [RESERVE].into_iter().chain(backs_up(house, wager).then_some(BACKUP));
    levels.map(|meter| meter.level.word()).chain(aside).collect()
}

impl Admission<'_> {
    /// The meters that pay the round's progressive wagers.
    pub(super) fn meters(&mut self, file: &RoundFile) -> Meters {
        let mut meters = Meters::default();
        for (name, levels) in &file.meters {
            let at = format!("meters.{name}");
            let wager = match name.parse::<Wager>() {
                Ok(wager @ (Wager::Progressive | Wager::FiveCardProgressive)) => wager,
                _ => {
                    self.refuse(
                        at,
                        "no such progressive",
                        "write progressive or five_card_progressive",
                        &Citation::default(),
                    );
                    continue;
                }
            };
            let Some(terms) = self.house.progressive_terms(wager) else {
                self.refuse(
                    at,
                    format!("this house has no {}", wager.title()),
                    "remove its meters",
                    &Citation::default(),
                );
                continue;
            };
            for (level, amount) in &levels.0 {
                let at = format!("{at}.{level}");
                let amount = i64::try_from(*amount).ok().filter(|cents| *cents <= 100 * CENTS_MAX);
                let Some(amount) = amount.map(|cents| Meter::of(Cents(cents))) else {
                    self.refuse(at, "too much for a meter", "write whole cents", &Citation::default());
                    continue;
                };
                let set = meters.of_mut(wager);
                match level.parse::<Level>() {
                    Ok(level) if terms.meters.iter().any(|meter| meter.level == level) => set.set(level, amount),
                    // What was set aside stays until the next reset, whatever the house sets aside now.
                    _ if level == RESERVE => set.reserve = amount,
                    _ if level == BACKUP && backs_up(self.house, wager) => set.backup = amount,
                    _ => {
                        let help = format!("this progressive has {}", pots(self.house, wager).join(", "));
                        self.refuse(at, "no such meter", help, &Citation::default());
                    }
                }
            }
        }
        self.meters_missing(file);
        meters
    }

    /// A void round takes its contributions back out of the meters, so the meters must hold them.
    pub(super) fn meters_hold(&mut self, seats: &[(u8, PersonId, Stakes, bool)], meters: &Meters) {
        let house = self.house;
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            let (Some(terms), Some(law)) = (house.progressive_terms(wager), house.book.progressive_rules(wager)) else {
                continue;
            };
            let staked: Cents = seats.iter().map(|(_, _, stakes, _)| stakes.on(wager)).sum();
            for meter in terms.meters.iter().filter(|_| terms.reversed_on_void) {
                if meters.of(wager).get(meter.level) < Meter::contribution(staked, terms.grows(meter)) {
                    let at = format!("meters.{wager}.{}", meter.level);
                    let help = "give the meter as it stands, the round's contributions included";
                    self.refuse(at, "less than the round itself has contributed", help, &law.reversed_on_void.cite);
                }
            }
        }
    }

    pub(super) fn meters_missing(&mut self, file: &RoundFile) {
        let house = self.house;
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            let (Some(terms), Some(law)) = (house.progressive_terms(wager), house.book.progressive_rules(wager)) else {
                continue;
            };
            if !file.positions.iter().any(|position| position.wagers.0.contains_key(wager.word())) {
                continue;
            }
            for meter in &terms.meters {
                let given =
                    file.meters.get(wager.word()).is_some_and(|levels| levels.0.contains_key(meter.level.word()));
                if !given {
                    let at = format!("meters.{wager}.{}", meter.level);
                    self.refuse(at, "missing", "give the meter as it stands, in cents", &law.meter_wins.cite);
                }
            }
        }
    }
}
