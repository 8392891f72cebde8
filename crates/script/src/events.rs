//! Events as a script's run shows them: in words, with the law, and without face-down cards.

use rules::House;
use table::past::words;
use table::{Due, Event, What};

use crate::{clean, short};

/// The name of an event.
pub fn name(event: &Event) -> &'static str {
    (&event.what).into()
}

/// An event in a line, with its law.
pub fn line(house: &House, event: &Event) -> String {
    let cite = crate::law(event.law.cite(house));
    let told = told(&event.what);
    let lines: Vec<String> = dues(&event.what).iter().map(|due| format!("; {}", due_line(house, due))).collect();
    let law = if cite.is_empty() { String::new() } else { format!(" [{cite}]") };
    format!("{told}{}{law}", lines.concat())
}

/// The lines of a settlement that an event draws up.
pub fn dues(what: &What) -> &[Due] {
    match what {
        What::ForfeitsDue { dues } | What::SheetDrawn { dues, .. } => dues,
        _ => &[],
    }
}

/// A line of the settlement, with its law.
pub fn due_line(house: &House, due: &Due) -> String {
    let (clauses, readings) = words::law_of_due(due);
    let cite = short(&clauses, &readings);
    let law = if cite.is_empty() { String::new() } else { format!(" [{cite}]") };
    format!("position {}: {}{law}", due.position, words::due(due, house))
}

/// What happened, in words. A dealt card is not named, as it lies face down.
pub fn told(what: &What) -> String {
    clean(&match what {
        What::Dealt { to, .. } => words::phrase(&What::Dealt { to: *to, card: None }),
        what => words::phrase(what),
    })
}
