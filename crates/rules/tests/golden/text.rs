//! Reads the text of a golden round: the round, as the JSON that a settlement reads, and the expected result.

use serde_json::{Map, Value, json};

use rules::{Cents, Currency};

use super::house;

/// A golden round.
pub struct Golden {
    /// The clause it demonstrates.
    pub shows: String,
    /// Every clause it covers, including `shows`.
    pub covers: Vec<String>,
    /// The round, in the form of a round file.
    pub round: Value,
    /// The currency of its house.
    pub currency: Currency,
    /// The expected result.
    pub expected: Expected,
    /// The part above the line, to be kept unchanged.
    pub written: String,
    /// The part below the line.
    pub generated: Option<String>,
}

/// The expected result of a round.
pub enum Expected {
    /// A settlement with these lines.
    Settled(Vec<Line>),
    /// Refusals, each citing one of these.
    Refused(Vec<String>),
}

/// One expected line.
pub enum Line {
    /// What became of a wager.
    Movement(Box<Wanted>),
    /// A position's paid plus returned, less staked.
    Net(u8, i64),
    /// A meter afterwards: progressive, level, cents.
    Meter(String, String, i64),
    /// The sum of all.
    Balance(i64),
    /// No movements except those named.
    OnlyThese,
}

/// The expected movement of a wager.
pub struct Wanted {
    pub text: String,
    pub position: u8,
    pub wager: String,
    pub from: Option<u8>,
    pub outcome: String,
    pub paid: i64,
    pub returned: Option<i64>,
    pub by: Option<String>,
    pub validated: Option<bool>,
    pub limited: bool,
    pub law: Vec<String>,
}

const LINE: &str = "----";

/// Reads a file's text.
pub fn parse(text: &str) -> Result<Golden, String> {
    let (written, generated) = match text.find(&format!("\n{LINE}\n")) {
        Some(at) => (&text[..=at], Some(text[at + LINE.len() + 2..].to_owned())),
        None => (text.strip_suffix(LINE).unwrap_or(text), None),
    };
    let mut lines =
        (1..).zip(written.lines().map(str::trim_end)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let title = lines.next().map(|(_, line)| line).unwrap_or_default();
    let mut covers = Vec::new();
    let mut draft = Draft::default();
    let mut refused = Vec::new();
    let mut expected: Option<Vec<Line>> = None;
    for (number, line) in lines {
        let at = |fault: String| format!("line {number}: {fault}");
        if let Some(lines) = expected.as_mut().filter(|_| line.starts_with(' ')) {
            lines.push(expectation(&draft.currency.hear(line.trim())).map_err(at)?);
            continue;
        }
        let (key, rest) = line.split_once(':').ok_or_else(|| at(format!("`{line}` has no colon")))?;
        let rest = rest.trim();
        match key {
            "covers" => covers.extend(rest.split(',').map(|id| id.trim().to_owned())),
            "expect" if rest.is_empty() => expected = Some(Vec::new()),
            "refused" => refused.push(rest.to_owned()),
            _ => draft.line(key, rest).map_err(at)?,
        }
    }
    let shows = clause_of(title, &covers)?;
    if !covers.contains(&shows) {
        covers.push(shows.clone());
    }
    let expected = match (expected, refused.is_empty()) {
        (Some(lines), true) if !lines.is_empty() => Expected::Settled(lines),
        (None, false) => Expected::Refused(refused),
        _ => return Err("expected either `expect:` with lines below it, or `refused:`".into()),
    };
    let currency = draft.currency.clone();
    Ok(Golden { shows, covers, round: draft.round()?, currency, expected, written: written.to_owned(), generated })
}

/// The clause at the head of the title. A number may contain spaces, so a covered clause is tried first.
fn clause_of(title: &str, covers: &[String]) -> Result<String, String> {
    let listed = covers.iter().filter(|id| title.starts_with(&format!("{id} "))).max_by_key(|id| id.len());
    match (listed, title.split_once(' ')) {
        (Some(id), _) => Ok(id.clone()),
        (None, Some((id, _))) if id.contains(':') => Ok(id.to_owned()),
        _ => Err("line 1: expected a clause and a sentence".into()),
    }
}

/// The round as read so far.
#[derive(Default)]
struct Draft {
    house: Option<toml::Table>,
    /// The currency of the house, in which the round is written.
    currency: Currency,
    round: Map<String, Value>,
    positions: Vec<Value>,
}

impl Draft {
    fn line(&mut self, key: &str, rest: &str) -> Result<(), String> {
        // What changes the house is written as in its file.
        let heard = self.currency.hear(rest);
        let rest = if key == "with" { rest } else { &*heard };
        match key.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["house"] => {
                let house = house::house(rest)?;
                self.currency = house::currency(&house)?;
                self.house = Some(house);
            }
            ["with"] => self.with(rest)?,
            ["meters"] => self.meters(rest)?,
            ["dealer" | "community"] => {
                self.round.insert(key.to_owned(), cards(rest));
            }
            ["void"] => {
                self.round.insert(key.to_owned(), json!(rest));
            }
            ["position", number] => self.position(number, None, rest)?,
            ["position", number, name] => self.position(number, Some(*name), rest)?,
            _ => return Err(format!("`{key}` is not a line of a golden round")),
        }
        Ok(())
    }

    fn with(&mut self, change: &str) -> Result<(), String> {
        let table = self.house.as_mut().ok_or("`with` needs a house above it")?;
        if let Some(path) = change.strip_prefix('-') {
            return house::remove(table, path);
        }
        let (path, value) = change.split_once('=').ok_or_else(|| format!("`{change}` is not `key = value`"))?;
        let parsed: toml::Table = format!("value = {value}").parse().map_err(|error| format!("`{change}`: {error}"))?;
        match parsed.get("value") {
            Some(value) => house::set(table, path.trim(), value.clone()),
            None => Err(format!("`{change}` has no value")),
        }
    }

    fn meters(&mut self, text: &str) -> Result<(), String> {
        for item in text.split(';') {
            let [progressive, level, amount] = words(item)?;
            let meters = self.round.entry("meters").or_insert_with(|| json!({}));
            if meters.get(progressive).is_none() {
                meters[progressive] = json!({});
            }
            meters[progressive][level] = json!(cents(amount)?);
        }
        Ok(())
    }

    fn position(&mut self, number: &str, name: Option<&str>, rest: &str) -> Result<(), String> {
        let number: u8 = number.parse().map_err(|_| format!("`{number}` is not a position"))?;
        let (hand, wagers) = rest.split_once(';').ok_or("expected cards, a semicolon and wagers")?;
        let mut position = json!({ "position": number, "wagers": {}, "tips": {}, "match_play": {} });
        if let Some(name) = name {
            position["person"] = json!(name);
        }
        for part in hand.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part {
                "play" | "fold" | "forfeit" => position["decision"] = json!(part),
                _ => position["cards"] = cards(part),
            }
        }
        for item in wagers.split(", ").map(str::trim).filter(|item| !item.is_empty()) {
            let (map, key, amount) = match item.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["tip" | "tips", wager, amount] => ("tips", *wager, *amount),
                ["match_play", amount] => ("match_play", "ante", *amount),
                ["match_play", wager, amount] => ("match_play", *wager, *amount),
                [wager, amount] => ("wagers", *wager, *amount),
                _ => return Err(format!("`{item}` is not a wager and an amount")),
            };
            if position[map].get(key).is_some() {
                return Err(format!("`{key}` stands twice"));
            }
            position[map][key] = json!(cents(amount)?);
        }
        self.positions.push(position);
        Ok(())
    }

    fn round(mut self) -> Result<Value, String> {
        let house = self.house.ok_or("`house:` is missing")?;
        let house = serde_json::to_value(house).map_err(|error| error.to_string())?;
        self.round.insert("house".into(), house);
        self.round.insert("positions".into(), Value::Array(self.positions));
        Ok(Value::Object(self.round))
    }
}

fn cards(text: &str) -> Value {
    json!(text.split_whitespace().collect::<Vec<_>>())
}

fn words<const N: usize>(text: &str) -> Result<[&str; N], String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.try_into().map_err(|_| format!("`{}`: expected {N} words", text.trim()))
}

/// An amount such as `$1,234.00`, with a minus sign if allowed.
fn cents(text: &str) -> Result<i64, String> {
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) if text.starts_with('-') => (-1, digits),
        Some(digits) => (1, digits),
        None => (1, text),
    };
    let amount: Cents = digits.parse().map_err(|error: rules::money::Malformed| error.0)?;
    Ok(sign * amount.0)
}

/// One line below `expect:`.
fn expectation(text: &str) -> Result<Line, String> {
    let (line, law) = match text.split_once(" [") {
        Some((line, law)) => {
            let law = law.strip_suffix(']').ok_or("the law has no closing bracket")?;
            (line, law.split(", ").map(str::to_owned).collect())
        }
        None => (text, Vec::new()),
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    Ok(match words.as_slice() {
        ["only", "these"] => Line::OnlyThese,
        ["balance", "0"] => Line::Balance(0),
        ["balance", amount] => Line::Balance(cents(amount)?),
        [progressive, level, "after", amount] => {
            Line::Meter((*progressive).to_owned(), (*level).to_owned(), cents(amount)?)
        }
        [position, "net", amount] => Line::Net(number(position)?, if *amount == "0" { 0 } else { cents(amount)? }),
        [position, wager, rest @ ..] => Line::Movement(Box::new(wanted(text, number(position)?, wager, rest, law)?)),
        _ => return Err(format!("`{line}` says nothing about a wager, a meter or the balance")),
    })
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("`{text}` is not a position"))
}

fn wanted(text: &str, position: u8, wager: &str, rest: &[&str], law: Vec<String>) -> Result<Wanted, String> {
    let mut wanted = Wanted {
        text: text.to_owned(),
        position,
        wager: wager.to_owned(),
        from: None,
        outcome: String::new(),
        paid: 0,
        returned: None,
        by: None,
        validated: None,
        limited: false,
        law,
    };
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        let mut next = || rest.next().ok_or_else(|| format!("something is missing after `{word}`"));
        match *word {
            "from" => wanted.from = Some(number(next()?)?),
            // `returned` is also the outcome of wagers in a void round.
            "returned" if !wanted.outcome.is_empty() => wanted.returned = Some(cents(next()?)?),
            "by" => wanted.by = Some((*next()?).to_owned()),
            "validated" => wanted.validated = Some(true),
            "unvalidated" => wanted.validated = Some(false),
            "limited" => wanted.limited = true,
            "won" => {
                wanted.outcome = "won".to_owned();
                wanted.paid = cents(next()?)?;
            }
            "lost" | "pushed" | "forfeited" | "returned" => wanted.outcome = (*word).to_owned(),
            word => return Err(format!("`{word}` is not known in `{text}`")),
        }
    }
    if wanted.outcome.is_empty() {
        return Err(format!("`{text}` has no outcome"));
    }
    Ok(wanted)
}
