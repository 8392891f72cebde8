//! What a house can write under a rulebook: for each key the values that are worth a try.

use toml::{Table, Value};

use super::example::at;
use super::keys::{CHOSEN_BESIDE, HouseKey, KeyKind, KeyLaw, keys};
use crate::money::Share;
use crate::paytable::Pays;
use crate::wager::Wager;

/// A key of a house, and what could stand there.
pub(super) struct Choice {
    /// Where it is in a house.
    pub(super) path: String,
    /// The values, the likeliest first.
    pub(super) values: Vec<Value>,
    /// Whether the book leaves more than one to the house, or none.
    pub(super) is_open: bool,
}

/// A reference that nobody takes for a real one.
const NO_APPROVAL: &str = "EXAMPLE, not an approval";

/// Every choice under a book.
pub(super) fn choices(book: &Table) -> Vec<Choice> {
    let mut found = Vec::new();
    for table in keys() {
        for section in &table.paths {
            for key in &table.keys {
                let path = if section.is_empty() { key.name.to_owned() } else { format!("{section}.{}", key.name) };
                let (values, is_open) = values(book, section, key);
                if !values.is_empty() {
                    found.push(Choice { path, values, is_open });
                }
            }
        }
    }
    let readings = paytables(book).filter_map(|table| table.get("confirm")).cloned();
    let confirmed = |reading: Value| {
        let mut one = Table::new();
        one.insert("reading".to_owned(), reading);
        one.insert("by".to_owned(), NO_APPROVAL.into());
        one.insert("on".to_owned(), "2026-01-01".into());
        Value::Array(vec![Value::Table(one)])
    };
    let values: Vec<Value> = readings.map(confirmed).collect();
    if !values.is_empty() {
        found.push(Choice { path: "confirmation".to_owned(), values, is_open: false });
    }
    found
}

fn values(book: &Table, section: &str, key: &HouseKey) -> (Vec<Value>, bool) {
    let example = || key.example.parse::<Table>().ok().and_then(|mut example| example.remove(key.name));
    let wager = section.split('.').next().unwrap_or_default();
    match key.law {
        KeyLaw::Rule(_) => {
            let Some(rule) = key.law.path(section).and_then(|path| at(book, &path).cloned()) else {
                return (Vec::new(), false);
            };
            let Value::Table(rule) = rule else { return (Vec::new(), false) };
            if rule.contains_key("needed") {
                return (vec![NO_APPROVAL.into()], false);
            }
            let mut lawful = lawful(&rule);
            if key.name == "offered" && lawful.contains(&true.into()) {
                lawful = vec![true.into()];
            }
            let values = match &key.kind {
                KeyKind::MoneyByMeter => by_meter(book, wager, &lawful, "seeds"),
                KeyKind::PercentByMeter => by_meter(book, wager, &lawful, "rate"),
                KeyKind::Tables => amounts(book, wager),
                KeyKind::Table if section == "limits" => least(book, example()),
                kind if lawful.iter().all(|value| fits(kind, value)) => lawful.clone(),
                // Another rule has the lawful values.
                kind => example().into_iter().chain(beside(book, section, key).filter(|v| fits(kind, v))).collect(),
            };
            let fixed = rule.contains_key("is") || rule.contains_key("exactly");
            let plain = lawful.iter().all(|value| fits(&key.kind, value)) && !lawful.is_empty();
            (values, plain && !fixed)
        }
        KeyLaw::Paytables(of) => {
            let of = if of.is_empty() { wager } else { of };
            let ids: Vec<Value> = of_wager(book, of)
                .filter(|table| in_force(table))
                .filter_map(|table| table.get("id"))
                .cloned()
                .collect();
            let open = ids.len() > 1;
            (ids, open)
        }
        KeyLaw::Orders => {
            let orders = at(book, "settlement.alternative").and_then(Value::as_array).into_iter().flatten();
            let ids: Vec<Value> = orders.filter_map(|order| order.get("id")).cloned().collect();
            let open = ids.len() > 1 && at(book, "settlement.default").is_none();
            (ids, open)
        }
        // A posted table of the house's own is at least what the floor asks for.
        KeyLaw::House if key.kind == KeyKind::Tables && key.name == "lines" => (floors(book, wager), false),
        KeyLaw::House => (Vec::new(), false),
    }
}

/// The values of the rule that governs a key besides its own.
fn beside(book: &Table, section: &str, key: &HouseKey) -> impl Iterator<Item = Value> {
    let path = format!("{section}.{}", key.name);
    let rules =
        CHOSEN_BESIDE.iter().filter(move |(_, key)| *key == path).filter_map(|(rule, _)| at(book, rule)?.as_table());
    rules.flat_map(lawful).collect::<Vec<_>>().into_iter()
}

/// The values that a rule names: its default first, then the others.
fn lawful(rule: &Table) -> Vec<Value> {
    let named = ["default", "is", "exactly", "at_least", "at_most"].into_iter().filter_map(|key| rule.get(key));
    let listed = rule.get("one_of").and_then(Value::as_array).into_iter().flatten();
    let mut values: Vec<Value> = Vec::new();
    for value in named.chain(listed) {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}

/// Whether a value of a rule is written in the same way in a house.
fn fits(kind: &KeyKind, value: &Value) -> bool {
    match kind {
        KeyKind::Switch => value.is_bool(),
        KeyKind::Whole => value.is_integer(),
        KeyKind::Money => value.as_str().is_some_and(|text| text.starts_with('$')),
        KeyKind::Percent => value.as_str().is_some_and(|text| text.ends_with('%')),
        KeyKind::Text | KeyKind::Word(_) => value.is_str(),
        _ => false,
    }
}

/// The limits of a wager: as usual, and from the least that its section asks for.
fn least(book: &Table, usual: Option<Value>) -> Vec<Value> {
    let mut values: Vec<Value> = usual.into_iter().collect();
    let limits = |min: &str, max: &str, step: &str| {
        let pairs = [("min", min), ("max", max), ("step", step)];
        Value::Table(pairs.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect())
    };
    values.push(limits("$1", "$100", "$1"));
    values.push(limits("$10", "$100", "$10"));
    values.push(limits("$25", "$500", "$25"));
    values.push(limits("$100", "$500", "$100"));
    for unit in ["default", "at_least"].iter().filter_map(|key| at(book, &format!("payment.unit.{key}"))?.as_str()) {
        values.push(limits(unit, unit, unit));
    }
    values
}

fn paytables(book: &Table) -> impl Iterator<Item = &Table> {
    book.get("paytable").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

fn of_wager<'b>(book: &'b Table, wager: &str) -> impl Iterator<Item = &'b Table> {
    paytables(book).filter(move |table| table.get("wager").and_then(Value::as_str) == Some(wager))
}

fn in_force(table: &Table) -> bool {
    table.get("standing").is_none_or(|standing| standing.as_str() == Some("in_force"))
}

fn lines(table: &Table) -> impl Iterator<Item = &Table> {
    table.get("lines").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

/// The meters that a table's lines pay from.
fn meters(table: &Table) -> Vec<String> {
    let mut meters = Vec::new();
    for pays in lines(table).filter_map(|line| line.get("pays")?.as_str()?.parse::<Pays>().ok()) {
        if let Pays::OfMeter(_, level) = pays
            && !meters.contains(&level.to_string())
        {
            meters.push(level.to_string());
        }
    }
    meters
}

/// One figure for all meters, or one for each meter of each table.
fn by_meter(book: &Table, wager: &str, lawful: &[Value], own: &str) -> Vec<Value> {
    let mut values = lawful.to_vec();
    for table in of_wager(book, wager).filter(|table| in_force(table)) {
        let meters = meters(table);
        let of_table = |meter: &str| {
            let rules = match table.get(own)? {
                Value::Array(seeds) => {
                    let of = |seed: &&Value| seed.get("meter").and_then(Value::as_str) == Some(meter);
                    vec![seeds.iter().find(of)?.get("amount")?.as_table()?]
                }
                Value::Table(rule) => vec![rule],
                _ => return None,
            };
            rules.into_iter().flat_map(self::lawful).next()
        };
        let usual = Value::from(if own == "seeds" { "$1,000" } else { "14%" });
        let figure =
            |meter: &String| of_table(meter).or_else(|| lawful.first().cloned()).unwrap_or_else(|| usual.clone());
        let split = |value: Value| match value.as_str().and_then(|text| text.parse::<Share>().ok()) {
            // What the meters receive together is shared, each part a whole percentage.
            Some(Share(total)) if own == "rate" => {
                let each =
                    Share::percent(total.div_ceil(10_000).div_ceil(u32::try_from(meters.len().max(1)).unwrap_or(1)));
                Value::from(each.to_string())
            }
            _ => value,
        };
        values.push(Value::Table(meters.iter().map(|meter| (meter.clone(), split(figure(meter)))).collect()));
        values.extend(meters.first().map(figure));
    }
    values
}

/// Envy amounts of the house's own, for the highest hand of each table.
fn amounts(book: &Table, wager: &str) -> Vec<Value> {
    let hands = of_wager(book, wager).filter_map(|table| lines(table).next()?.get("hand").cloned());
    let amount = |hand: Value| {
        let pairs = [("hand".to_owned(), hand), ("pays".to_owned(), "$100".into())];
        Value::Array(vec![Value::Table(pairs.into_iter().collect())])
    };
    hands.map(amount).collect()
}

/// What each floor of a wager asks for, line by line.
fn floors(book: &Table, wager: &str) -> Vec<Value> {
    let known: Option<Wager> = wager.parse().ok();
    let floor = |table: &&Table| table.get("standing").and_then(Value::as_str) == Some("floor");
    let tables = of_wager(book, wager).filter(floor).filter(|_| known.is_some());
    let own = |table: &Table| {
        let kept = |line: &Table| {
            let pairs = ["hand", "pays"].into_iter().filter_map(|key| Some((key.to_owned(), line.get(key)?.clone())));
            Value::Table(pairs.collect())
        };
        Value::Array(lines(table).map(kept).collect())
    };
    tables.map(own).collect()
}
