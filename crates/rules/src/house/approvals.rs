//! The approvals that a house names: a reference for everything that a clause wants approved before it is used (READING
//! 96).

use std::collections::BTreeMap;

use super::reader::{HouseReader, Section};
use crate::rulebook::vocabulary::{DealDevice, ShufflerKind};
use crate::rulebook::{ApprovalKind, NeededAt, Rulebook};

/// The references by what is approved.
pub(super) fn read_approvals(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> BTreeMap<ApprovalKind, String> {
    let equipment = Equipment::of(root, rules);
    let mut section = reader.section(root, "approvals");
    let mut named = BTreeMap::new();
    for approval in ApprovalKind::ALL {
        let Some(rule) = rules.approvals.get(approval) else {
            reader.not_in_book(&mut section, approval.word(), &rules.code);
            continue;
        };
        let Some(located) = reader.read::<String>(&mut section, approval.word()) else { continue };
        if located.value.trim().is_empty() {
            let message = format!("the reference for the approval of {} is blank", approval.title());
            let help = "write the reference under which it was approved";
            reader.error(section.key(approval.word()), located.span, message, help, &rule.cite);
        }
        named.insert(*approval, located.value);
    }
    for (approval, rule) in &rules.approvals {
        let replaced =
            || rules.approvals.iter().any(|(by, r)| r.instead_of == Some(*approval) && named.contains_key(by));
        if !equipment.has(rule.needed) || section.get(approval.word()).is_some() || replaced() {
            continue;
        }
        let message = format!("missing: {} must be approved before use", approval.title());
        let help = format!("write approvals.{approval} = \"…\", the reference of the approval");
        reader.error(section.key(approval.word()), section.span.clone(), message, help, &rule.cite);
    }
    reader.finish(&section);
    named
}

/// The equipment that the house means to use, even if its section has faults.
struct Equipment {
    device: Option<DealDevice>,
    shuffler: Option<ShufflerKind>,
    reshuffles: bool,
}

impl Equipment {
    fn of(root: &mut Section<'_, '_>, rules: &Rulebook) -> Equipment {
        let mut word = |section: &'static str, key: &str| {
            let value = root.get(section)?.get_ref().as_table()?.get(key)?;
            value.get_ref().as_str().map(str::to_owned)
        };
        let device = word("deal", "device").and_then(|word| word.parse().ok()).or(rules.deal.device.default);
        let shuffler = word("shuffler", "kind").and_then(|word| word.parse().ok()).or(rules.shuffle.shuffler.default);
        let table = root.get("shuffler").and_then(|value| value.get_ref().as_table());
        let reshuffles = table.and_then(|table| table.get("reshuffles")?.get_ref().as_bool());
        let usual = rules.shuffle.reshuffling_device.as_ref().and_then(|rule| rule.default);
        Equipment { device, shuffler, reshuffles: reshuffles.or(usual) == Some(true) }
    }

    fn has(&self, needed: NeededAt) -> bool {
        let automated = self.device == Some(DealDevice::AutomatedShoe);
        match needed {
            NeededAt::Every => true,
            NeededAt::ManualShoe => self.device == Some(DealDevice::ManualShoe),
            NeededAt::AutomatedShoe => automated,
            NeededAt::Device => automated || self.shuffler.is_some_and(|kind| kind != ShufflerKind::None),
            NeededAt::Reshuffler => self.reshuffles,
            NeededAt::None => false,
        }
    }
}
