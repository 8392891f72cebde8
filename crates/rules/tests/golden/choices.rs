//! What a house may choose: the keys of a house with the rules of a book, and a house that makes one choice.

use toml::{Table, Value};

use super::house;

/// The key of a house, and the rule of the book that governs it.
pub const CHOICES: [(&str, &str); 72] = [
    ("table.positions", "table.positions"),
    ("table.positions_per_player", "table.positions_per_player"),
    ("table.adjacent", "table.adjacent"),
    ("table.sensors", "table.sensors"),
    ("table.electronic", "table.electronic"),
    ("table.terminals", "table.terminals"),
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
    ("deck.life_hours", "deck.life_hours_hand"),
    ("deck.life_hours", "deck.life_hours_shoe"),
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
    ("showdown.dealer_qualifies", "showdown.dealer_qualifies"),
    ("showdown.unqualified_ante", "showdown.unqualified_ante"),
    ("showdown.unqualified_play", "showdown.unqualified_play"),
    ("showdown.equal", "showdown.equal"),
    ("ante_bonus.paid", "showdown.ante_bonus"),
    ("fold.pair_plus", "fold.pair_plus"),
    ("fold.six_card_bonus", "fold.six_card_bonus"),
    ("fold.progressive", "fold.progressive"),
    ("fold.five_card_progressive", "fold.five_card_progressive"),
    ("fold.envy", "fold.envy"),
    ("fold.cover_all", "fold.cover_all"),
    ("forfeit.allowed", "forfeit.allowed"),
    ("settlement.order", "settlement.order"),
    ("settlement.across", "settlement.across"),
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

/// What a house says for several keys at once, each as TOML; `None` removes a key.
pub type Said = &'static [(&'static str, &'static str)];

/// Keys whose lawfulness depends on what a house says elsewhere, or on being absent: the key that is refused, the rule
/// that governs it, a house that keeps the rule and one that breaks it.
pub const PAIRS: [(&str, &str, Said, Said); 20] = [
    (
        "deck.backs",
        "deck.backs_differ",
        &[("deck.decks", "2"), ("shuffler.kind", "'automated'"), ("deck.backs", "['red', 'blue']")],
        &[("deck.decks", "2"), ("shuffler.kind", "'automated'"), ("deck.backs", "['red', 'Red ']")],
    ),
    (
        "deck.decks",
        "deck.second_needs_shuffler",
        &[("deck.decks", "2"), ("shuffler.kind", "'automated'"), ("deck.backs", "['red', 'blue']")],
        &[("deck.decks", "2"), ("shuffler.kind", "'none'"), ("deck.backs", "['red', 'blue']")],
    ),
    (
        "deal.device",
        "deal.hand_needs_shuffler",
        &[("deal.device", "'hand'"), ("shuffler.kind", "'automated'")],
        &[("deal.device", "'hand'"), ("shuffler.kind", "'none'")],
    ),
    (
        "shuffler.counts",
        "shuffle.wrong_count_removes_deck",
        &[("shuffler.counts", "true"), ("shuffler.kind", "'automated'")],
        &[("shuffler.counts", "true"), ("shuffler.kind", "'none'")],
    ),
    ("table.sensors", "table.both_progressives_need_sensors", &[("table.sensors", "2")], &[("table.sensors", "1")]),
    (
        "limits.six_card_bonus.min",
        "six_card_bonus.smallest",
        &[("limits.six_card_bonus.min", "'$1'")],
        &[("limits.six_card_bonus.min", "'$0.99'"), ("limits.six_card_bonus.step", "'$0.01'")],
    ),
    ("progressive.rate", "progressive.rate", &[], &[("progressive.rate", "")]),
    ("five_card_progressive.rate", "five_card_progressive.rate", &[], &[("five_card_progressive.rate", "")]),
    (
        "progressive.stake",
        "progressive.other_stakes",
        &[("progressive.stake", "'$5'")],
        &[("progressive.stake", "'$6'")],
    ),
    (
        "progressive.stake",
        "progressive.other_stakes",
        &[("progressive.stake", "'$1'")],
        &[("progressive.stake", "'$2'")],
    ),
    (
        "five_card_progressive.stake",
        "five_card_progressive.other_stakes",
        &[("five_card_progressive.stake", "'$1'")],
        &[("five_card_progressive.stake", "'$6'")],
    ),
    (
        "approvals.tip_box_elsewhere",
        "approvals.tip_box_elsewhere",
        &[("approvals.tip_box", ""), ("approvals.tip_box_elsewhere", "'TEST-ELSEWHERE'")],
        &[("approvals.tip_box", ""), ("approvals.tip_box_elsewhere", "' '")],
    ),
    ("cover_all", "wagers.base", &[], &[("cover_all.paytable", "'matrix'")]),
    ("approvals.layout", "approvals.layout", &[], &[("approvals.layout", "")]),
    (
        "approvals.tip_box",
        "approvals.tip_box",
        &[("approvals.tip_box", ""), ("approvals.tip_box_elsewhere", "'TEST-ELSEWHERE'")],
        &[("approvals.tip_box", "")],
    ),
    (
        "approvals.shoe",
        "approvals.shoe",
        &[("deal.device", "'automated_shoe'"), ("approvals.shoe", "")],
        &[("deal.device", "'manual_shoe'"), ("approvals.shoe", "")],
    ),
    (
        "approvals.reshuffler",
        "approvals.reshuffler",
        &[("shuffler.reshuffles", "true"), ("approvals.reshuffler", "'TEST-RESHUFFLER'")],
        &[("shuffler.reshuffles", "true")],
    ),
    (
        "ante_bonus.paytable",
        "wagers.precondition_replaces_bonus",
        &[("ante_bonus.paytable", "'A'"), ("wagers.precondition", "'none'")],
        &[("ante_bonus.paytable", "'A'"), ("wagers.precondition", "'ante_at_least_half'")],
    ),
    (
        "five_card_progressive.envy.offered",
        "five_card_progressive.envy.offered",
        &[("five_card_progressive.envy.offered", "true")],
        &[("five_card_progressive.envy.offered", "7")],
    ),
    (
        "five_card_progressive.envy.amounts",
        "five_card_progressive.envy.amounts",
        &[],
        &[("five_card_progressive.envy.offered", "true"), ("five_card_progressive.envy.amounts", "")],
    ),
];

/// The clauses of a pair's rule, if the pair means something in a book: a wager that the book has may be offered, a
/// book that leaves the stake to the house refuses none, printed envy amounts need not be named, not every book has an
/// ante bonus A, and without a clause the bounds are the product's own.
pub fn law_of<'b>(book: &'b Table, key: &str, path: &str) -> Option<Vec<&'b str>> {
    let rule = rule_at(book, path).filter(|_| !book.contains_key(key))?;
    let free = path.ends_with(".other_stakes") && rule.get("is")?.as_bool()?;
    let printed = path == "five_card_progressive.envy.amounts" && rule.get("is")?.as_str() == Some("paytable");
    let tables = book.get("paytable").and_then(Value::as_array).into_iter().flatten();
    let word = |table: &Value, key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
    let is_a = |table: &Value| {
        word(table, "wager").as_deref() == Some("ante_bonus") && word(table, "id").as_deref() == Some("A")
    };
    let nameless = key == "ante_bonus.paytable" && !tables.into_iter().any(is_a);
    let clauses = rule.get("clauses").filter(|_| !free && !printed && !nameless)?.as_array()?;
    Some(clauses.iter().filter_map(Value::as_str).collect())
}

/// The example house of a book with all of these settings.
pub fn saying(code: &str, said: Said) -> Result<Table, String> {
    let mut house = house::house(code)?;
    for (key, value) in said {
        if value.is_empty() {
            house::remove(&mut house, key)?;
            continue;
        }
        let value: Table = format!("value = {value}").parse().map_err(|wrong| format!("{key}: {wrong}"))?;
        house::set(&mut house, key, value["value"].clone())?;
    }
    Ok(house)
}

/// The rule at a path of a book.
pub fn rule_at<'b>(book: &'b Table, path: &str) -> Option<&'b Table> {
    let mut table = book;
    for key in path.split('.') {
        table = table.get(key)?.as_table()?;
    }
    Some(table)
}

/// The example house of a book with one choice of its own, and whatever that choice needs.
pub fn with(code: &str, key: &str, path: &str, value: &Value) -> Result<Table, String> {
    let mut chosen = house::house(code)?;
    if key == "table.sensors" {
        // One sensor is lawful for one progressive.
        chosen.remove("five_card_progressive");
    }
    if key.ends_with(".reserve") && value.as_str() != Some("101%") {
        // The reserve is part of the rate: the whole stake can be reserved if it is the rate.
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
    if key == "table.terminals" {
        house::set(&mut chosen, "table.electronic", Value::Boolean(true))?;
    }
    if key == "deck.decks" && *value == Value::Integer(1) {
        house::set(&mut chosen, "deck.backs", Value::Array(vec!["red".into()]))?;
        // Linked games have the same number of decks.
        chosen.get_mut("five_card_progressive").and_then(Value::as_table_mut).map(|section| section.remove("link"));
    }
    if key == "deck.life_hours" {
        let device = if path.ends_with("_hand") { "hand" } else { "automated_shoe" };
        house::set(&mut chosen, "deal.device", Value::String(device.into()))?;
        chosen.get_mut("deal").and_then(Value::as_table_mut).map(|deal| deal.remove("dealer_stack"));
    }
    if key == "deal.dealer_stack" {
        house::set(&mut chosen, "deal.device", Value::String("automated_shoe".into()))?;
    }
    if key == "deal.device" && *value == Value::String("automated_shoe".into()) {
        // Stacks come from a device that shuffles, if the book says so.
        house::set(&mut chosen, "shuffler.kind", Value::String("automated".into()))?;
    }
    if key == "payment.unit" {
        // Every amount that can be wagered is a multiple of the chip (READING 72).
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
        // A logo needs a monogram to draw.
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
