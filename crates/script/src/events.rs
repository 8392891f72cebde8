//! Events as a script's run shows them: in the table's words, with the law, and without a card that lies face down.

use rules::House;
use serde_json::Value;
use table::past::words;
use table::{Due, Event, What};

use crate::{clean, short};

/// The names of the events.
#[rustfmt::skip]
pub const NAMES: [&str; 75] = [
    "on_duty",
    "table_opened",
    "table_closed",
    "filled",
    "credited",
    "deck_received",
    "opened",
    "shuffled",
    "single_stack",
    "device_counted",
    "deck_removed",
    "cut_made",
    "shuffle_ordered",
    "loaded",
    "idle_spread",
    "idle_missed",
    "turned_up",
    "seated",
    "risen",
    "bought_in",
    "cashed_out",
    "tipped",
    "wagered",
    "sensed",
    "bets_closed",
    "locked_out",
    "chips_collected",
    "resolved",
    "chips_banked",
    "dealt",
    "stack_covered",
    "stack_delivered",
    "stub_taken",
    "stub_counted",
    "stub_racked",
    "players_shown",
    "looked",
    "asked",
    "decided",
    "folded_shown",
    "dealer_revealed",
    "revealed",
    "community_revealed",
    "corrected",
    "forfeits_due",
    "sheet_drawn",
    "sheet_torn",
    "spotted",
    "hand_verified",
    "validated",
    "revalued",
    "light_faulted",
    "left_unpaid",
    "hand_paid",
    "settled",
    "racked",
    "game_ended",
    "round_ended",
    "irregular",
    "undone",
    "set_aside",
    "voided",
    "returned",
    "device_set",
    "left",
    "connection_lost",
    "connection_back",
    "leaver_ruled",
    "abandoned",
    "ruled",
    "time_ran_out",
    "floor_called",
    "resumed",
    "meter",
    "meters_synced",
];

/// The name of an event.
pub fn name(event: &Event) -> String {
    match serde_json::to_value(&event.what) {
        Ok(Value::Object(object)) => object.get("event").and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

/// An event in a line, with its law.
pub fn line(house: &House, event: &Event) -> String {
    let cite = crate::law(event.law.cite(house));
    let told = told(&event.what);
    let lines: Vec<String> = dues(&event.what).iter().map(|due| format!("; {}", due_line(due))).collect();
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
pub fn due_line(due: &Due) -> String {
    let ids: Vec<String> = due.clause.iter().map(ToString::to_string).collect();
    let readings: Vec<u8> = due.reading.into_iter().collect();
    let cite = short(&ids, &readings);
    let law = if cite.is_empty() { String::new() } else { format!(" [{cite}]") };
    format!("position {}: {}{law}", due.position, words::due(due))
}

/// What happened, in words. A card is not named when it is dealt: it lies face down.
pub fn told(what: &What) -> String {
    clean(&match what {
        What::Dealt { to, .. } => words::phrase(&What::Dealt { to: *to, card: None }),
        what => words::phrase(what),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events as serde knows them: its complaint about an unknown one lists them all.
    #[test]
    fn every_event_has_its_name() {
        let error = serde_json::from_str::<What>(r#"{"event":"?"}"#).expect_err("no such event").to_string();
        let listed = error.split("expected one of ").nth(1).expect("the list");
        let known: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
        assert_eq!(known, NAMES);
    }
}
