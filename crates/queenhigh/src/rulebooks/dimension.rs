//! The value that a rulebook has in one dimension, read from its text so that any two books can be compared.

use rules::books::Book;
use rules::clauses::Dimension;
use schemars::JsonSchema;
use serde::Serialize;
use toml::{Table, Value};

/// The keys of a rule that are about the law, not the game.
const LAW: [&str; 7] = ["clauses", "readings", "note", "manual_shoe", "hand", "automated_shoe", "physical"];

/// What a rulebook says in one dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Said {
    /// The value in words.
    pub(crate) text: String,
    /// The rule as the rulebook writes it, without its law; null when only the clauses say it.
    pub(crate) rule: serde_json::Value,
    /// The clauses, the most telling first.
    pub(crate) clauses: Vec<String>,
    /// The numbers of the readings.
    pub(crate) readings: Vec<u8>,
    /// Notes for the reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

impl Said {
    /// Whether only the clauses say it: the file has nothing that could be compared.
    pub(crate) fn in_words_only(&self) -> bool {
        self.rule.is_null()
    }

    /// The value with its note.
    pub(crate) fn with_note(&self) -> String {
        match &self.note {
            Some(note) => format!("{} ({note})", self.text),
            None => self.text.clone(),
        }
    }
}

/// The whole text of a rulebook, ready for queries.
pub(crate) struct RulebookText(Table);

impl RulebookText {
    /// A rulebook's text. It has been read as a rulebook before, so it is TOML.
    pub(crate) fn of(book: &Book) -> RulebookText {
        RulebookText(book.text.parse().unwrap_or_default())
    }

    /// What the rulebook says in a dimension; `None` when it is silent.
    pub(crate) fn say(&self, dimension: &Dimension) -> Option<Said> {
        if let Some(wager) = dimension.path.strip_prefix("paytable.") {
            return self.paytables(wager);
        }
        let mut value = self.0.get(dimension.path.split('.').next()?)?;
        for key in dimension.path.split('.').skip(1) {
            value = value.get(key)?;
        }
        match value {
            Value::Table(rule) => Some(said(rule)),
            Value::Array(alternatives) => Some(self.orders(alternatives)),
            _ => None,
        }
    }

    /// The paths of its rules, each of which rests on something: all but paytables, steps and orders of settlement, which
    /// are whole dimensions each.
    fn rules(&self) -> Vec<String> {
        fn walk(table: &Table, path: &str, found: &mut Vec<String>) {
            for (key, value) in table {
                let Value::Table(inner) = value else { continue };
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                if inner.contains_key("clauses") || inner.contains_key("readings") || inner.contains_key("by") {
                    found.push(path);
                } else {
                    walk(inner, &path, found);
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.0, "", &mut found);
        found
    }

    /// The ids of the paytables of a wager.
    fn paytables(&self, wager: &str) -> Option<Said> {
        let all = self.0.get("paytable")?.as_array()?;
        let tables: Vec<&Table> = all
            .iter()
            .filter_map(Value::as_table)
            .filter(|table| table.get("wager").and_then(Value::as_str) == Some(wager))
            .collect();
        let name = |table: &&Table| {
            let id = table.get("id").and_then(Value::as_str).unwrap_or_default();
            match table.get("standing").and_then(Value::as_str) {
                Some(standing) => format!("{id} ({standing})"),
                None => id.to_owned(),
            }
        };
        let names: Vec<String> = tables.iter().map(name).collect();
        (!names.is_empty()).then(|| Said {
            text: names.join(", "),
            rule: names.clone().into(),
            clauses: unique(tables.iter().flat_map(|table| strings(table.get("clauses")))),
            readings: unique(tables.iter().flat_map(|table| numbers(table.get("readings")))),
            note: None,
        })
    }

    /// The orders of settlement, each as its passes over the table.
    fn orders(&self, alternatives: &[Value]) -> Said {
        let default = self.0.get("settlement").and_then(|s| s.get("default")).and_then(Value::as_str);
        let mut texts = Vec::new();
        let mut rule = Vec::new();
        let tables: Vec<&Table> = alternatives.iter().filter_map(Value::as_table).collect();
        for table in &tables {
            let id = table.get("id").and_then(Value::as_str).unwrap_or_default();
            let passes: Vec<(String, Vec<String>, Option<&str>)> = table
                .get("pass")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .map(|pass| {
                    let take = pass.get("take").and_then(Value::as_str).unwrap_or_default().to_owned();
                    (take, strings(pass.get("wagers")), pass.get("direction").and_then(Value::as_str))
                })
                .collect();
            let walk: Vec<String> = passes
                .iter()
                .map(|(take, wagers, direction)| {
                    let way = direction.map_or_else(String::new, |way| format!(" {}", way.replace('_', " ")));
                    pass_text(take, wagers) + &way
                })
                .collect();
            let passes: Vec<serde_json::Value> = passes
                .into_iter()
                .map(|(take, wagers, direction)| match direction {
                    Some(direction) => serde_json::json!([take, wagers, direction]),
                    None => serde_json::json!([take, wagers]),
                })
                .collect();
            let mark = if tables.len() > 1 && Some(id) == default { " (default)" } else { "" };
            texts.push(format!("{id}{mark}: {}", walk.join("; then ")));
            rule.push(serde_json::json!({ "default": Some(id) == default, "passes": passes }));
        }
        Said {
            text: texts.join("\nor "),
            rule: rule.into(),
            clauses: unique(tables.iter().flat_map(|table| strings(table.get("clauses")))),
            readings: unique(tables.iter().flat_map(|table| numbers(table.get("readings")))),
            note: None,
        }
    }
}

/// Every dimension in which these rulebooks say something or could: those that have a title, and the rules of the books
/// beside them, so that nothing a book says is left out.
pub(crate) fn dimensions(books: &[&RulebookText]) -> Vec<Dimension> {
    let mut all = rules::clauses::dimensions().to_vec();
    for path in books.iter().flat_map(|book| book.rules()) {
        if all.iter().any(|known| known.path == path) {
            continue;
        }
        let top = path.split('.').next().unwrap_or_default();
        let near = all.iter().rposition(|known| known.path.split('.').next() == Some(top));
        let at = near.map_or(all.len(), |near| near + 1);
        let section = all.get(at.saturating_sub(1)).map_or(String::new(), |near| near.section.clone());
        let words = path.replace('.', ", ").replace('_', " ");
        let mut letters = words.chars();
        let title = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        all.insert(at, Dimension { path, title, section, home: None });
    }
    all
}

fn pass_text(take: &str, wagers: &[String]) -> String {
    let wagers = wagers.join(", ").replace('_', " ");
    match take {
        "losing" => format!("what loses of {wagers}"),
        "rest" => format!("the rest of {wagers}"),
        _ => wagers,
    }
}

fn said(rule: &Table) -> Said {
    let mut value: Table = rule.clone();
    value.retain(|key, _| !LAW.contains(&key));
    // The order in which lawful values are listed means nothing.
    if let Some(Value::Array(values)) = value.get_mut("one_of") {
        values.sort_by_key(ToString::to_string);
    }
    Said {
        text: text_of(rule),
        rule: if value.is_empty() { serde_json::Value::Null } else { serde_json::to_value(&value).unwrap_or_default() },
        clauses: cited(rule),
        readings: numbers(rule.get("readings")),
        note: rule.get("note").and_then(Value::as_str).map(str::to_owned),
    }
}

/// The clauses of a rule. A step of the procedure has further ones for single dealing devices, and some that only
/// people can follow.
fn cited(rule: &Table) -> Vec<String> {
    let of = |rule: &Table| -> Vec<String> {
        ["manual_shoe", "hand", "automated_shoe", "clauses"].iter().flat_map(|key| strings(rule.get(*key))).collect()
    };
    let physical = rule.get("physical").and_then(Value::as_table).map(of);
    unique(of(rule).into_iter().chain(physical.into_iter().flatten()))
}

/// A rule in words: the value, or the values with the default marked, or the bounds.
fn text_of(rule: &Table) -> String {
    let get = |key: &str| rule.get(key).map(plain);
    if let Some(by) = get("by") {
        return format!("by the {by}");
    }
    let default = get("default");
    let mut text = match (get("is"), rule.get("one_of"), get("exactly"), get("at_least"), get("at_most")) {
        (Some(value), ..) => return value,
        (_, Some(values), ..) => {
            let values: Vec<String> = values.as_array().into_iter().flatten().map(plain).collect();
            let marked = |value: &String| match &default {
                Some(default) if default == value => format!("{value} (default)"),
                _ => value.clone(),
            };
            let listed = either(&values.iter().map(marked).collect::<Vec<_>>());
            return if default.is_some() { listed } else { format!("the house must choose {listed}") };
        }
        (_, _, Some(exactly), ..) => return format!("exactly {exactly}"),
        (_, _, _, Some(floor), Some(ceiling)) => format!("{floor} to {ceiling}"),
        (_, _, _, Some(floor), None) => format!("at least {floor}"),
        (_, _, _, None, Some(ceiling)) => format!("at most {ceiling}"),
        (None, None, None, None, None) if default.is_some() => "any".to_owned(),
        (None, None, None, None, None) => return "as the clauses say".to_owned(),
    };
    if rule.get("stated").and_then(Value::as_bool) == Some(true) {
        text.push_str(", which the house must state");
    }
    if let Some(default) = default {
        text.push_str(&format!(" (default {default})"));
    }
    text
}

/// A value as people say it.
fn plain(value: &Value) -> String {
    match value {
        Value::Boolean(true) => "yes".to_owned(),
        Value::Boolean(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// `a, b or c`.
fn either(values: &[String]) -> String {
    match values {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn strings(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn numbers(value: Option<&Value>) -> Vec<u8> {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| u8::try_from(item.as_integer()?).ok()).collect()
}

fn unique<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut kept = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(rule: &str) -> String {
        text_of(&rule.parse().unwrap())
    }

    #[test]
    fn rules_are_put_into_words() {
        assert_eq!(words("is = true"), "yes");
        assert_eq!(words("one_of = [\"a\", \"b\", \"c\"]\ndefault = \"b\""), "a, b (default) or c");
        assert_eq!(words("one_of = [1, 2]"), "the house must choose 1 or 2");
        assert_eq!(words("at_least = 1\nat_most = 7\ndefault = 7"), "1 to 7 (default 7)");
        assert_eq!(words("at_least = \"$1\""), "at least $1");
        assert_eq!(words("at_most = 4"), "at most 4");
        assert_eq!(words("at_least = 1\nat_most = 7\nstated = true"), "1 to 7, which the house must state");
        assert_eq!(words("exactly = 8"), "exactly 8");
        assert_eq!(words("default = 24"), "any (default 24)");
        assert_eq!(words("clauses = [\"zz:1\"]"), "as the clauses say");
        assert_eq!(words("by = \"dealer\"\nhand = [\"zz:1\"]"), "by the dealer");
    }

    #[test]
    fn a_step_is_compared_by_who_does_it_and_cites_the_law_of_every_device() {
        let step = "by = \"dealer\"\nhand = [\"zz:2\"]\nmanual_shoe = [\"zz:1\"]\nclauses = [\"zz:3\", \"zz:1\"]\n\
                    physical = { hand = [\"zz:4\"], clauses = [\"zz:5\"] }";
        let said = said(&step.parse().unwrap());
        assert_eq!(said.clauses, ["zz:1", "zz:2", "zz:3", "zz:4", "zz:5"]);
        assert_eq!(said.rule, serde_json::json!({ "by": "dealer" }));
    }

    #[test]
    fn a_rule_that_has_no_title_is_shown_by_its_path() {
        let text = "[layout.marked]\npair_plus = { is = \"PAIRS\", clauses = [\"zz:1\"] }\n\
                    [progressive.names]\nmain = { is = \"Grand\", readings = [1] }\n";
        let book = RulebookText(text.parse().unwrap());
        let all = dimensions(&[&book]);
        let said: Vec<(&str, String)> =
            all.iter().filter_map(|dimension| Some((dimension.title.as_str(), book.say(dimension)?.text))).collect();
        assert_eq!(
            said,
            [("Layout, marked, pair plus", "PAIRS".to_owned()), ("Progressive, names, main", "Grand".to_owned())]
        );
        let mut sections: Vec<&str> = all.iter().map(|dimension| dimension.section.as_str()).collect();
        sections.dedup();
        let unique: std::collections::BTreeSet<&str> = sections.iter().copied().collect();
        assert_eq!(sections.len(), unique.len(), "each section stands together");
    }

    #[test]
    fn every_shipped_rule_is_reached_by_a_dimension() {
        for book in rules::Books::shipped().iter() {
            let text = RulebookText::of(book);
            let reached = rules::clauses::dimensions().iter().filter_map(|d| text.say(d));
            let cited: Vec<String> = reached.flat_map(|said| said.clauses).collect();
            let whole = book.text.lines().filter(|line| line.contains("clauses = [")).count();
            assert!(cited.len() >= whole / 2, "{}: {} of {whole}", book.rules.code, cited.len());
        }
    }
}
