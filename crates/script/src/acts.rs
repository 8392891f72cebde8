//! Reads every act of the table from a line of text, and writes it back.

use cards::Card;
use meters::Bank;
use rules::Cents;
use rules::rulebook::vocabulary::Irregularity;
use serde_json::{Map, Value, json};
use table::{Act, Command, Face, Moment, Order, Shuffle};

use crate::clock;
use crate::shapes::{self, ACTS, ActField, At, FieldKind};
use crate::words::{ReadResult, Word, Words, quote};

/// The names of the acts.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    ACTS.iter().map(|(name, _)| *name)
}

/// The name of an act.
pub fn name(act: &Act) -> &'static str {
    act.into()
}

/// An act, with what else its line gives.
#[derive(Clone, Debug)]
pub(crate) struct ReadAct {
    pub(crate) act: Act,
    pub(crate) shuffle: Option<Box<Shuffle>>,
    /// Whether the line names the order of the cards, so that none is filled in.
    pub(crate) order_named: bool,
    pub(crate) bank: Option<Box<Bank>>,
}

/// Reads an act to the end of the line.
pub(crate) fn read(words: &mut Words) -> ReadResult<ReadAct> {
    let name = words.want("an act, such as sit or deal")?;
    let known = name.one_of("an act", names())?;
    let fields = ACTS.iter().find(|(act, _)| *act == known).map_or(&[][..], |(_, fields)| fields);
    let mut object = Map::new();
    object.insert("do".to_owned(), known.into());
    for field in fields.iter().filter(|field| field.word.is_none()) {
        object.insert(field.key.to_owned(), value(words, field.kind)?);
    }
    let mut order_named = false;
    while let Some(next) = words.peek().cloned() {
        let free = |field: &&ActField| match field.word {
            Some("") => next.text.parse::<Card>().is_ok(),
            word => word == Some(next.text.as_str()),
        };
        let Some(field) = fields.iter().find(free).filter(|field| !object.contains_key(field.key)) else {
            let more: Vec<&str> = fields.iter().filter_map(|field| field.word).map(or_cards).collect();
            let expected = if more.is_empty() { String::new() } else { format!(", or {}", more.join(", ")) };
            return Err(next.fault(format!("expected the end of the line{expected}")));
        };
        if !field.word.is_some_and(str::is_empty) {
            words.next();
        }
        let value = value(words, field.kind)?;
        order_named |= field.key == "shuffle";
        object.insert(field.key.to_owned(), value);
    }
    object.retain(|_, value| !value.is_null());
    let exposed = object.get("what").and_then(Value::as_str).and_then(|what| what.parse::<Irregularity>().ok());
    if exposed.is_some_and(|what| shapes::at(what) == At::Must) && !object.contains_key("holder") {
        return words
            .want("`at` and whose card it is, as in `at dealer` or `at 3`")
            .and_then(|word| Err(word.fault("")));
    }
    let wrong = |error: serde_json::Error| name.fault(format!("{known}: {error}"));
    let shuffle = object.remove("shuffle").map(serde_json::from_value).transpose().map_err(wrong)?;
    let bank = object.remove("bank").map(serde_json::from_value).transpose().map_err(wrong)?;
    let act = serde_json::from_value(Value::Object(object)).map_err(wrong)?;
    Ok(ReadAct { act, shuffle, order_named, bank })
}

fn or_cards(word: &'static str) -> &'static str {
    if word.is_empty() { "cards" } else { word }
}

fn value(words: &mut Words, kind: FieldKind) -> ReadResult<Value> {
    Ok(match kind {
        FieldKind::Amount => words.want("an amount such as $5")?.parse::<Cents>()?.0.into(),
        FieldKind::Signed => {
            let word = words.want("an amount such as $5 or -$5")?;
            let (sign, digits) = word.text.strip_prefix('-').map_or((1, word.text.as_str()), |digits| (-1, digits));
            let amount: Cents =
                digits.parse().map_err(|error: rules::money::Malformed| word.fault(error.to_string()))?;
            (sign * amount.0).into()
        }
        FieldKind::Number(what) => words.want(what)?.number::<u8>(what)?.into(),
        FieldKind::Word(what, list) => {
            let list = list();
            let word = words.want(what)?.one_of(what, list.into_iter())?;
            match word {
                "yes" => true.into(),
                "no" => false.into(),
                word => word.into(),
            }
        }
        FieldKind::Text(what) => words.want(what)?.text.into(),
        FieldKind::Flag => true.into(),
        FieldKind::Cards => {
            let mut cards = vec![card(&words.want("a card such as As")?)?];
            while words.peek().is_some_and(|next| !next.quoted && next.text.parse::<Card>().is_ok()) {
                cards.extend(words.next().map(|word| word.text));
            }
            cards.into()
        }
        FieldKind::Card => card(&words.want("a card such as As")?)?.into(),
        FieldKind::Holder => {
            let word = words.want("dealer, community or a position")?;
            match word.text.as_str() {
                "dealer" | "community" => word.text.into(),
                _ => json!({ "position": word.number::<u8>("dealer, community or a position")? }),
            }
        }
        FieldKind::Order => order(&words.want("the top cards in quotes, or none")?)?,
        FieldKind::Moment => {
            let word = words.want("a moment such as 2026-11-15T20:00:00Z")?;
            clock::moment(&word.text).map_err(|error| word.fault(error.to_string()))?.0.into()
        }
        FieldKind::Json => {
            let word = words.want("a JSON object")?;
            serde_json::from_str(&word.text).map_err(|error| word.fault(format!("not JSON: {error}")))?
        }
    })
}

fn card(word: &Word) -> ReadResult<String> {
    Ok(word.parse::<Card>()?.to_string())
}

fn order(word: &Word) -> ReadResult<Value> {
    if word.text == "none" && !word.quoted {
        return Ok(Value::Null);
    }
    let shuffle = stacked(&cards_of(word)?, 0).map_err(|why| word.fault(why.to_string()))?;
    serde_json::to_value(shuffle).map_err(|error| word.fault(error.to_string()))
}

/// The cards of a word such as `"As Kd"`.
fn cards_of(word: &Word) -> ReadResult<Vec<Card>> {
    let read = |text: &str| text.parse::<Card>().map_err(|error| word.fault(error.to_string()));
    word.text.split_whitespace().map(read).collect()
}

/// No deck has a card twice.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a card is named twice")]
pub(crate) struct NamedTwice;

/// A deck that is dealt in this order after a cut at the given place; the unnamed cards follow in their own order.
pub(crate) fn stacked(top: &[Card], cut: u8) -> Result<Shuffle, NamedTwice> {
    let rest = Card::ALL.into_iter().filter(|card| !top.contains(card));
    let mut cards: Vec<Card> = top.iter().copied().chain(rest).collect();
    if cards.len() != 52 {
        return Err(NamedTwice);
    }
    cards.rotate_right(usize::from(cut) % 52);
    let order = cards.try_into().ok().and_then(Order::new).ok_or(NamedTwice)?;
    Ok(Shuffle::commit(order, table::Digest::default()))
}

/// A command's act as a line of text, with the meters that come with it.
pub fn write_command(command: &Command) -> String {
    let bank = command.bank.as_ref().and_then(|bank| serde_json::to_value(bank).ok());
    write(&command.act) + &bank.map_or(String::new(), |bank| format!(" {bank}"))
}

/// An act as a line of text that reads back as the same act.
pub fn write(act: &Act) -> String {
    let Ok(Value::Object(object)) = serde_json::to_value(act) else { return String::new() };
    let Some(name) = object.get("do").and_then(Value::as_str) else { return String::new() };
    let fields = ACTS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, fields)| fields);
    let mut out = name.to_owned();
    for field in fields {
        let Some(value) = object.get(field.key) else { continue };
        let text = match field.kind {
            FieldKind::Flag if value.as_bool() == Some(true) => String::new(),
            FieldKind::Flag => continue,
            kind => written(kind, value),
        };
        for part in [field.word.unwrap_or_default(), &text].into_iter().filter(|part| !part.is_empty()) {
            out.push(' ');
            out.push_str(part);
        }
    }
    out
}

fn written(kind: FieldKind, value: &Value) -> String {
    match (kind, value) {
        (FieldKind::Moment, value) => {
            let at = Moment(value.as_i64().unwrap_or_default());
            format!("{}T{}Z", clock::day(at), clock::time(at))
        }
        (FieldKind::Amount | FieldKind::Signed, value) => Cents(value.as_i64().unwrap_or_default()).to_string(),
        (FieldKind::Text(_), Value::String(text)) => {
            let quoted = quote(text);
            if quoted.starts_with('"') { quoted } else { format!("\"{quoted}\"") }
        }
        (_, Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
        (_, Value::String(text)) => text.clone(),
        (FieldKind::Holder, Value::Object(object)) => object.get("position").map(Value::to_string).unwrap_or_default(),
        (FieldKind::Cards, Value::Array(cards)) => cards.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        (_, value) => value.to_string(),
    }
}

/// Cards such as `As Kd`, to the end of the line or to the first word that is not a card.
pub(crate) fn faces(words: &mut Words) -> ReadResult<Vec<Face>> {
    let mut faces = Vec::new();
    while let Some(word) = words.peek().filter(|word| word.text.parse::<Card>().is_ok()).cloned() {
        words.next();
        faces.push(Face(word.parse::<Card>()?));
    }
    Ok(faces)
}

#[cfg(test)]
mod tests {
    use strum::VariantNames;

    use super::*;

    fn act(line: &str) -> ReadResult<Act> {
        read(&mut Words::of(line, 0, &rules::Currency::dollar())?).map(|read| read.act)
    }

    #[test]
    fn every_act_has_its_row() {
        let mut known = Act::VARIANTS.to_vec();
        let mut rows: Vec<&str> = names().collect();
        known.sort_unstable();
        rows.sort_unstable();
        assert_eq!(known, rows);
    }

    /// A command's JSON has amounts under these names and no others.
    #[test]
    fn the_amounts_of_commands_are_those_of_the_acts() {
        let is_amount = |kind: FieldKind| matches!(kind, FieldKind::Amount | FieldKind::Signed);
        let fields = || ACTS.iter().flat_map(|(_, fields)| fields.iter());
        for name in crate::amounts::COMMAND {
            assert!(fields().any(|field| field.key == *name), "{name} is in no act");
        }
        for field in fields() {
            assert_eq!(is_amount(field.kind), crate::amounts::COMMAND.contains(&field.key), "{}", field.key);
        }
    }

    const LINES: &[&str] = &[
        "open_table $5,000",
        "receive_deck 2 preshuffled",
        "shuffle 1 hand",
        "recut 1 20 \"cut too shallow\"",
        "idle face_up",
        "wager 3 ante $2.50",
        "wager 3 match_play $5 with coupon",
        "sense 3 progressive yes",
        "sense 3 progressive no",
        "resolve 3 five_card_progressive return",
        "deal 3 As Kd Qh",
        "count_stub 43 misdealt",
        "count_stub 43 misdealt short",
        "decide 3 play amount $5 tip",
        "decide 3 forfeit",
        "reveal_dealer As Kd Qh",
        "reveal 3 As Kd Qh",
        "reveal_community As Kd",
        "correct 3 As Kd Qh \"keyed wrongly\"",
        "correct community As Kd \"keyed \\\"wrongly\\\"\"",
        "settle 3 $0 $5",
        "rack dealer",
        "rack 3 counted 3",
        "report player_card_exposed at 3 card As",
        "set_device shuffler covered",
        "rule_leaver 3 fold_undecided",
        "propose_meter progressive main -$5 \"a wrong seed\"",
    ];

    #[test]
    fn a_line_is_read_and_written_back() {
        for line in LINES {
            let read = act(line).unwrap_or_else(|fault| panic!("{line}: {fault:?}"));
            assert_eq!(write(&read), *line);
        }
    }

    #[test]
    fn every_act_can_be_written_with_what_it_must_have() {
        for (name, fields) in ACTS {
            let mut line = (*name).to_owned();
            for field in fields.iter().filter(|field| field.word.is_none()) {
                line.push(' ');
                line.push_str(&match field.kind {
                    FieldKind::Amount | FieldKind::Signed => "$5".to_owned(),
                    FieldKind::Moment => "2026-11-15T20:00:00Z".to_owned(),
                    FieldKind::Number(_) => "1".to_owned(),
                    FieldKind::Word(_, list) => list()[0].to_owned(),
                    FieldKind::Text(_) => "\"x\"".to_owned(),
                    FieldKind::Cards => "As Kd Qh".to_owned(),
                    FieldKind::Holder => "dealer".to_owned(),
                    FieldKind::Json => continue,
                    kind => panic!("{name}: {kind:?} is never a must"),
                });
            }
            if *name == "sync_meters" {
                assert!(act(&line).is_err());
                continue;
            }
            let read = act(&line).unwrap_or_else(|fault| panic!("{line}: {fault:?}"));
            assert_eq!((write(&read), super::name(&read)), (line, *name));
        }
    }

    #[test]
    fn the_order_may_be_named() {
        let named =
            read(&mut Words::of("shuffle 1 hand order \"As Kd\"", 0, &rules::Currency::dollar()).expect("words"))
                .expect("an act");
        let shuffle = named.shuffle.expect("an order");
        assert!(named.order_named && shuffle.holds());
        assert_eq!(shuffle.order.cards()[..2].iter().map(ToString::to_string).collect::<String>(), "AsKd");
        let none = read(&mut Words::of("shuffle 1 hand order none", 0, &rules::Currency::dollar()).expect("words"))
            .expect("an act");
        assert!(none.order_named && none.shuffle.is_none());
    }

    #[test]
    fn faults_say_what_was_expected_and_where() {
        for (line, span, says) in [
            ("sitt 3", 0..4, "did you mean sit?"),
            ("sit", 3..3, "expected a position"),
            ("sit three", 4..9, "not a position"),
            ("sit 3 4", 6..7, "end of the line"),
            ("wager 3 ante 5", 13..14, "not an amount"),
            ("wager 3 anty $5", 8..12, "did you mean ante?"),
            ("shuffle 1 foot", 10..14, "expected one of hand, device"),
            ("decide 3 play tip tip", 18..21, "or amount, tip"),
            ("inspect 3", 0..7, "there is no deck 3"),
            ("reveal_dealer As Kd", 0..13, "reveal_dealer"),
            ("shuffle 1 hand order \"As As\"", 21..28, "twice"),
            ("report dealer_card_exposed", 26..26, "whose card"),
            ("report player_card_exposed card As", 34..34, "whose card"),
        ] {
            let fault = act(line).expect_err(line);
            assert_eq!(fault.span, span, "{line}: {fault:?}");
            assert!(fault.message.contains(says), "{line}: {fault:?}");
        }
    }
}
