//! The checklist of a human dealer: every step in table order, who does it, under which law, and what only people can
//! heed.

use std::fmt::Write;

use rules::ClauseId;
use rules::books::Book;
use rules::rulebook::Step;
use rules::rulebook::vocabulary::DealDevice;

/// A line of the text, wrapped at 90 columns; continuation lines are indented to its depth.
fn wrapped(out: &mut String, first: &str, text: &str) {
    let depth = first.chars().count();
    let mut line = first.to_owned();
    let mut fresh = true;
    for word in text.split(' ') {
        if !fresh && line.chars().count() + 1 + word.chars().count() > 90 {
            let _ = writeln!(out, "{}", line.trim_end());
            line = " ".repeat(depth);
            fresh = true;
        }
        if !fresh {
            line.push(' ');
        }
        line.push_str(word);
        fresh = false;
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

fn joined(ids: &[&ClauseId]) -> String {
    ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join(", ")
}

/// What applies to all devices, and to each alone.
fn by_device<'b>(
    of: impl Fn(DealDevice) -> &'b [ClauseId],
) -> (Vec<&'b ClauseId>, Vec<(DealDevice, Vec<&'b ClauseId>)>) {
    let everywhere = |id: &&ClauseId| DealDevice::ALL.iter().all(|device| of(*device).contains(id));
    let common = of(DealDevice::ALL[0]).iter().filter(everywhere).collect();
    let alone = DealDevice::ALL
        .iter()
        .map(|device| (*device, of(*device).iter().filter(|id| !everywhere(id)).collect::<Vec<_>>()));
    (common, alone.filter(|(_, ids)| !ids.is_empty()).collect())
}

fn step(out: &mut String, book: &Book, step: Step) {
    let procedure = &book.rules.procedure;
    let _ = writeln!(out, "\n{step}, by the {}", procedure.by(step));
    let (common, alone) = by_device(|device| &procedure.cite(step, device).clauses);
    if !common.is_empty() {
        wrapped(out, "  ", &joined(&common));
    }
    for (device, ids) in alone {
        wrapped(out, "  ", &format!("with device {device}: {}", joined(&ids)));
    }
    let readings: Vec<String> =
        procedure.cite(step, DealDevice::ALL[0]).readings.iter().map(|number| format!("READING {number}")).collect();
    if !readings.is_empty() {
        wrapped(out, "  ", &readings.join(", "));
    }
    let remind = |out: &mut String, only: &str, id: &ClauseId| {
        let requirement = book.words.find(id.as_str()).map_or("", |clause| &clause.requirement);
        wrapped(out, "  [ ] ", &format!("{only}{id}: {requirement}"));
    };
    let (common, alone) = by_device(|device| procedure.reminders(step, device));
    common.into_iter().for_each(|id| remind(out, "", id));
    for (device, ids) in alone {
        ids.into_iter().for_each(|id| remind(out, &format!("with device {device}: "), id));
    }
}

/// The checklist of a book.
pub fn checklist(book: &Book) -> String {
    let mut out = String::new();
    wrapped(&mut out, "", &format!("{}: {}", book.rules.code, book.rules.title));
    out.push_str("Every step of the table, who does it, and its law; a box is for what only people can heed.\n");
    book.rules.procedure.steps().for_each(|next| step(&mut out, book, next));
    out
}
