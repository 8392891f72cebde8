//! What a house may choose: the keys of a house with the rules of a book, and a house that makes one choice.

use toml::{Table, Value};

use super::house;

/// The key of a house, and the rule of the book that governs it.
pub const CHOICES: [(&str, &str); 64] = [
    ("table.positions", "table.positions"),
    ("table.positions_per_player", "table.positions_per_player"),
    ("table.adjacent", "table.adjacent"),
    ("table.sensors", "table.sensors"),
    ("table.electronic", "table.electronic"),
    ("layout.operator", "layout.operator"),
    ("layout.odds.ante", "layout.odds.ante"),
    ("layout.odds.play", "layout.odds.play"),
    ("layout.odds.ante_bonus", "layout.odds.ante_bonus"),
    ("layout.odds.pair_plus", "layout.odds.pair_plus"),
    ("layout.odds.six_card_bonus", "layout.odds.six_card_bonus"),
    ("layout.odds.progressive", "layout.odds.progressive"),
    ("layout.odds.five_card_progressive", "layout.odds.five_card_progressive"),
    ("layout.odds.cover_all", "layout.odds.cover_all"),
    ("deck.decks", "deck.decks"),
    ("deck.received", "deck.received"),
    ("shuffler.kind", "shuffle.shuffler"),
    ("shuffler.feeds_shoe", "shuffle.feeds_shoe"),
    ("shuffler.reshuffles", "shuffle.reshuffling_device"),
    ("cut.when", "cut.when"),
    ("cut.deepest", "cut.depth"),
    ("idle.after_seconds", "idle.after_seconds"),
    ("idle.reopening", "idle.reopening"),
    ("opening.checklist", "opening.checklist"),
    ("deal.device", "deal.device"),
    ("deal.dealer_stack", "deal.dealer_stack"),
    ("stub.count_every", "stub.count_every"),
    ("ranking.five_card_wheel", "ranking.five_card_wheel"),
    ("wagers.precondition", "wagers.precondition"),
    ("wagers.equal_stakes", "wagers.equal_stakes"),
    ("ante_bonus.paid", "showdown.ante_bonus"),
    ("fold.pair_plus", "fold.pair_plus"),
    ("fold.six_card_bonus", "fold.six_card_bonus"),
    ("fold.progressive", "fold.progressive"),
    ("fold.five_card_progressive", "fold.five_card_progressive"),
    ("fold.envy", "fold.envy"),
    ("fold.cover_all", "fold.cover_all"),
    ("forfeit.allowed", "forfeit.allowed"),
    ("settlement.order", "settlement.order"),
    ("payment.unit", "payment.unit"),
    ("six_card_bonus.needs", "six_card_bonus.needs"),
    ("six_card_bonus.super_royal_paid_from", "six_card_bonus.super_royal_paid_from"),
    ("progressive.reserve", "progressive.reserve"),
    ("progressive.multi_win", "progressive.multi_win"),
    ("progressive.meter_win_from_tray", "progressive.meter_win_from_tray"),
    ("progressive.validated_from", "progressive.validated_from"),
    ("progressive.reversed_on_void", "progressive.reversed_on_void"),
    ("progressive.envy.holder_needs_wager", "progressive.envy.holder_needs_wager"),
    ("five_card_progressive.reserve", "five_card_progressive.reserve"),
    ("five_card_progressive.multi_win", "five_card_progressive.multi_win"),
    ("five_card_progressive.meter_win_from_tray", "five_card_progressive.meter_win_from_tray"),
    ("five_card_progressive.validated_from", "five_card_progressive.validated_from"),
    ("five_card_progressive.reversed_on_void", "five_card_progressive.reversed_on_void"),
    ("cover_all.folded_hands_count", "cover_all.folded_hands_count"),
    ("people.leaver", "people.leaver"),
    ("people.lost_connection", "people.lost_connection"),
    ("people.view_folded", "people.view_folded"),
    ("irregularities.borrowed", "irregularities.borrowed"),
    ("six_card_bonus", "six_card_bonus.offered"),
    ("progressive", "progressive.offered"),
    ("five_card_progressive", "five_card_progressive.offered"),
    ("cover_all", "cover_all.offered"),
    ("tips", "tips.offered"),
    ("match_play", "match_play.offered"),
];

/// The rule at a path of a book.
pub fn rule_at<'b>(book: &'b Table, path: &str) -> Option<&'b Table> {
    let mut table = book;
    for key in path.split('.') {
        table = table.get(key)?.as_table()?;
    }
    Some(table)
}

/// The example house of a book with one choice of its own, and what that choice needs beside it.
pub fn with(code: &str, key: &str, path: &str, value: &Value) -> Result<Table, String> {
    let mut chosen = house::house(code)?;
    if key == "table.sensors" {
        // One sensor is lawful for one progressive.
        chosen.remove("five_card_progressive");
    }
    if key.ends_with(".reserve") && value.as_str() != Some("101%") {
        // The reserve is a part of the rate: the whole stake can be reserved where it is the rate.
        let progressive = key.trim_end_matches(".reserve");
        let whole = Value::String("100%".into());
        let rate = match chosen.get(progressive).and_then(|section| section.get("rate")) {
            Some(Value::Table(rates)) if rates.contains_key("mega") => {
                Value::Table(Table::from_iter([("mega".to_owned(), whole)]))
            }
            Some(Value::Table(_)) => Value::Table(Table::from_iter([("major".to_owned(), whole)])),
            _ => whole,
        };
        house::set(&mut chosen, &format!("{progressive}.rate"), rate)?;
    }
    if key == "deal.dealer_stack" {
        house::set(&mut chosen, "deal.device", Value::String("automated_shoe".into()))?;
    }
    if key == "deal.device" && *value == Value::String("automated_shoe".into()) {
        // Stacks come from a device that shuffles, where the book says so.
        house::set(&mut chosen, "shuffler.kind", Value::String("automated".into()))?;
    }
    if key == "payment.unit" {
        // The chip measures every amount that can be wagered (READING 72).
        chosen.remove("progressive");
        chosen.remove("five_card_progressive");
        let limits = chosen.get_mut("limits").and_then(Value::as_table_mut).ok_or("no limits")?;
        for (_, limit) in limits.iter_mut() {
            let step: Table =
                "min = \"$5\"\nmax = \"$500\"\nstep = \"$5\"".parse().map_err(|wrong| format!("{wrong}"))?;
            *limit = Value::Table(step);
        }
    }
    if key == "layout.operator" {
        // A logo needs one to be drawn.
        house::set(&mut chosen, "look.monogram", Value::String("Q".into()))?;
    }
    match (path.ends_with(".offered"), value) {
        (true, Value::Boolean(false)) => {
            chosen.remove(key);
        }
        (true, _) => {}
        _ => house::set(&mut chosen, key, value.clone())?,
    }
    Ok(chosen)
}
