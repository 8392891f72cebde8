//! Whether a round's meters are possible: the meters that its progressives have, holding at least what they must.

use super::Admission;
use crate::clause::Citation;
use crate::money::{CENTS_MAX, Cents, Meter};
use crate::settle::input::RoundFile;
use crate::settle::round::{Meters, PersonId, Stakes};
use crate::wager::{Level, Wager};

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
                let known = level.parse::<Level>().ok().filter(|level| terms.meters.iter().any(|m| m.level == *level));
                let amount = i64::try_from(*amount).ok().filter(|cents| *cents <= 100 * CENTS_MAX);
                match (known, amount) {
                    (Some(level), Some(cents)) => meters.of_mut(wager).set(level, Meter::of(Cents(cents))),
                    (None, _) => {
                        let names: Vec<&str> = terms.meters.iter().map(|meter| meter.level.word()).collect();
                        self.refuse(
                            at,
                            "no such meter",
                            format!("this progressive has {}", names.join(", ")),
                            &Citation::default(),
                        );
                    }
                    (_, None) => self.refuse(at, "too much for a meter", "write whole cents", &Citation::default()),
                }
            }
        }
        for (name, amount) in &file.reserves.0 {
            match (name.parse::<Wager>(), i64::try_from(*amount)) {
                (Ok(wager), Ok(cents)) if self.house.progressive_terms(wager).is_some() && cents <= CENTS_MAX => {
                    meters.of_mut(wager).reserve = Meter::of(Cents(cents));
                }
                _ => self.refuse(
                    format!("reserves.{name}"),
                    "no such reserve",
                    "write progressive or five_card_progressive and whole cents",
                    &Citation::default(),
                ),
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
