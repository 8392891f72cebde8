//! The procedure of the table: for each step, who does it, the law behind it, and reminders for a human dealer.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::step::Step;
use super::vocabulary::{DealDevice, Role};
use crate::clause::{Citation, ClauseId};
use crate::reference::PerWord;

/// The law of a step about which the book is silent.
static SILENT: Citation = Citation { clauses: Vec::new(), readings: Vec::new() };

/// The steps that a book has a rule for, arranged for look-up when the book is read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(from = "BTreeMap<Step, StepRule>")]
#[schemars(with = "PerWord<Step, StepRule>")]
pub struct Procedure {
    /// One entry for each step, by its number.
    rules: Box<[Option<StepRule>]>,
}

impl Procedure {
    /// The law of a step with a dealing device, the device's own clauses first. Empty where the book is silent.
    #[must_use]
    pub fn cite(&self, step: Step, device: DealDevice) -> &Citation {
        self.rule(step).map_or(&SILENT, |rule| &rule.cites[device as usize])
    }

    /// Whether the book has a rule for a step, with any dealing device.
    #[must_use]
    pub fn has(&self, step: Step) -> bool {
        self.rule(step).is_some()
    }

    /// Who does a step: the dealer, unless the book names somebody else.
    #[must_use]
    pub fn by(&self, step: Step) -> Role {
        self.rule(step).map_or(Role::Dealer, |rule| rule.by)
    }

    /// The clauses that no program can enforce, and of which a human dealer is reminded at a step.
    #[must_use]
    pub fn reminders(&self, step: Step, device: DealDevice) -> &[ClauseId] {
        self.rule(step).map_or(&[], |rule| &rule.reminders[device as usize])
    }

    /// The steps that the book has a rule for, in the order of the table.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        Step::ALL.iter().copied().filter(|step| self.has(*step))
    }

    fn rule(&self, step: Step) -> Option<&StepRule> {
        self.rules.get(step as usize).and_then(Option::as_ref)
    }
}

impl Default for Procedure {
    /// A book that says nothing about procedure.
    fn default() -> Procedure {
        BTreeMap::new().into()
    }
}

impl From<BTreeMap<Step, StepRule>> for Procedure {
    fn from(mut given: BTreeMap<Step, StepRule>) -> Procedure {
        Procedure { rules: Step::ALL.iter().map(|step| given.remove(step)).collect() }
    }
}

/// One step, with the law and the reminders of each dealing device.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "RawStep")]
struct StepRule {
    by: Role,
    cites: [Citation; DEVICES],
    reminders: [Vec<ClauseId>; DEVICES],
}

/// How many dealing devices there are.
const DEVICES: usize = DealDevice::ALL.len();

/// A step as a book writes it.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawStep {
    /// Who does it.
    by: Role,
    /// The clauses for every device.
    #[serde(default)]
    clauses: Vec<ClauseId>,
    /// The clauses for a manual shoe alone.
    #[serde(default)]
    manual_shoe: Vec<ClauseId>,
    /// The clauses for dealing from the hand alone.
    #[serde(default)]
    hand: Vec<ClauseId>,
    /// The clauses for an automated shoe alone.
    #[serde(default)]
    automated_shoe: Vec<ClauseId>,
    /// The readings behind the step.
    #[serde(default)]
    readings: Vec<u8>,
    /// The clauses that only people can follow: a human dealer is reminded of them at this step. Without it, of
    /// nothing.
    #[serde(default)]
    physical: RawReminders,
}

/// The reminders of a step, in the same form as its law.
#[derive(Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawReminders {
    /// The clauses for every device.
    #[serde(default)]
    clauses: Vec<ClauseId>,
    /// The clauses for a manual shoe alone.
    #[serde(default)]
    manual_shoe: Vec<ClauseId>,
    /// The clauses for dealing from the hand alone.
    #[serde(default)]
    hand: Vec<ClauseId>,
    /// The clauses for an automated shoe alone.
    #[serde(default)]
    automated_shoe: Vec<ClauseId>,
}

/// A step that rests on nothing.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "the step cites nothing: expected `clauses = [\"…\"]`, the same for one dealing device such as `hand = [\"…\"]`, \
     or `readings = [n]`"
)]
struct StepCitesNothing;

impl TryFrom<RawStep> for StepRule {
    type Error = StepCitesNothing;

    fn try_from(raw: RawStep) -> Result<StepRule, StepCitesNothing> {
        let law = by_device(&raw.clauses, raw.manual_shoe, raw.hand, raw.automated_shoe);
        let cites = law.map(|clauses| Citation { clauses, readings: raw.readings.clone() });
        if cites.iter().all(Citation::is_empty) {
            return Err(StepCitesNothing);
        }
        let RawReminders { clauses, manual_shoe, hand, automated_shoe } = raw.physical;
        let reminders = by_device(&clauses, manual_shoe, hand, automated_shoe);
        Ok(StepRule { by: raw.by, cites, reminders })
    }
}

/// The clauses for each device, in the order of [`DealDevice`]: its own, then those for all.
fn by_device(
    all: &[ClauseId],
    manual_shoe: Vec<ClauseId>,
    hand: Vec<ClauseId>,
    automated_shoe: Vec<ClauseId>,
) -> [Vec<ClauseId>; DEVICES] {
    [manual_shoe, hand, automated_shoe].map(|mut own| {
        own.extend_from_slice(all);
        own
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn procedure(text: &str) -> Procedure {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn a_device_has_its_own_law_first() {
        let book = procedure(
            "deal = { by = \"dealer\", manual_shoe = [\"zz:1\"], hand = [\"zz:2\"], clauses = [\"zz:3\"], \
             readings = [4], physical = { hand = [\"zz:5\"], clauses = [\"zz:6\"] } }",
        );
        let cite = |device| book.cite(Step::Deal, device).to_string();
        assert_eq!(cite(DealDevice::ManualShoe), "zz:1, zz:3, READING 4");
        assert_eq!(cite(DealDevice::Hand), "zz:2, zz:3, READING 4");
        assert_eq!(cite(DealDevice::AutomatedShoe), "zz:3, READING 4");
        let remind = |device| book.reminders(Step::Deal, device).iter().map(ClauseId::as_str).collect::<Vec<_>>();
        assert_eq!(remind(DealDevice::Hand), ["zz:5", "zz:6"]);
        assert_eq!(remind(DealDevice::ManualShoe), ["zz:6"]);
    }

    #[test]
    fn a_silent_book_cites_nothing_and_leaves_the_step_to_the_dealer() {
        let book = procedure("verify = { by = \"floorperson\", readings = [3] }");
        assert_eq!(book.steps().collect::<Vec<_>>(), [Step::Verify]);
        assert_eq!(book.by(Step::Verify), Role::Floorperson);
        assert!(!book.has(Step::Deal) && book.cite(Step::Deal, DealDevice::Hand).is_empty());
        assert_eq!(book.by(Step::Deal), Role::Dealer);
        assert!(book.reminders(Step::Deal, DealDevice::Hand).is_empty());
        assert_eq!(Procedure::default().steps().count(), 0);
    }

    #[test]
    fn every_step_and_device_stands_at_its_own_number() {
        assert!(Step::ALL.iter().enumerate().all(|(i, step)| *step as usize == i));
        assert!(DealDevice::ALL.iter().enumerate().all(|(i, device)| *device as usize == i));
        let devices = [DealDevice::ManualShoe, DealDevice::Hand, DealDevice::AutomatedShoe];
        assert_eq!(DealDevice::ALL, devices, "the order in which `by_device` lays them out");
    }
}
