//! The tables of docs/scripts.md that list acts and their words: generated from what the parser reads and from the
//! types' own words, so that they cannot go stale. UPDATE_GOLDEN=1 rewrites them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test")]

use std::fmt::Write;

use rules::rulebook::vocabulary::Irregularity;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use table::Command;

use crate::shapes::{self, ACTS, ActField, At, FieldKind};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scripts.md");
const BEGIN: &str = "<!-- made from the reader: begin -->\n";
const END: &str = "<!-- made from the reader: end -->\n";

/// The headings, each with the first act beneath it.
const PARTS: [(&str, &str); 10] = [
    ("open_table", "The table"),
    ("receive_deck", "Decks"),
    ("shuffle", "Shuffle and cut"),
    ("sit", "Seats and money"),
    ("sense", "Before the deal"),
    ("deal", "The deal"),
    ("look", "Decisions"),
    ("reveal_dealer", "Showdown and settlement"),
    ("report", "What goes wrong"),
    ("sync_meters", "Meters"),
];

/// The most words that are listed in one line; longer lists get a table.
const WRITTEN_OUT: usize = 5;

/// The acts as the wire describes them.
struct Described(Value);

impl Described {
    fn new() -> Described {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        Described(settings.into_generator().into_root_schema_for::<Command>().to_value())
    }

    fn act(&self, name: &str) -> &Value {
        let acts = self.0["$defs"]["Act"]["oneOf"].as_array().unwrap();
        acts.iter().find(|act| act["properties"]["do"]["const"] == name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// A field of an act, or of the command where it comes with the act.
    fn field(&self, act: &str, key: &str) -> &Value {
        let command = self.0["allOf"].as_array().unwrap().iter().find_map(|part| part["properties"].get(key));
        let own = self.act(act)["properties"].get(key);
        own.or(command).unwrap_or_else(|| panic!("{act} has no field {key}"))
    }

    /// The words of a field with what each means.
    fn words(&self, field: &Value) -> Vec<(String, String)> {
        let name = field["$ref"].as_str().unwrap_or_default().trim_start_matches("#/$defs/");
        let said = |word: &Value| {
            let text = |key: &str| word[key].as_str().unwrap_or_else(|| panic!("{name}: {word}")).to_owned();
            (text("const"), text("description"))
        };
        self.0["$defs"][name]["oneOf"].as_array().into_iter().flatten().map(said).collect()
    }
}

fn sentence(value: &Value) -> &str {
    value["description"].as_str().unwrap_or_else(|| panic!("no words for {value}"))
}

/// How a field is written, without the word before it.
fn written(field: &ActField) -> String {
    let name = || field.key.to_uppercase();
    match field.kind {
        FieldKind::Amount => "$5".to_owned(),
        FieldKind::Signed => "-$5".to_owned(),
        FieldKind::Number(_) => name(),
        FieldKind::Word(_, list) if list().len() <= WRITTEN_OUT => list().join("\\|"),
        FieldKind::Word(..) => name(),
        FieldKind::Text(_) => format!("\"{}\"", field.key),
        FieldKind::Flag => String::new(),
        FieldKind::Cards => "As Kd …".to_owned(),
        FieldKind::Card => "As".to_owned(),
        FieldKind::Holder => "POSITION\\|dealer\\|community".to_owned(),
        FieldKind::Order => "\"As Kd …\"\\|none".to_owned(),
        FieldKind::Moment => "2026-11-15T20:00:00Z".to_owned(),
        FieldKind::Json => "{…}".to_owned(),
    }
}

fn line(name: &str, fields: &[ActField]) -> String {
    let mut line = name.to_owned();
    for field in fields {
        match field.word {
            None => write!(line, " {}", written(field)).unwrap(),
            Some(word) => write!(line, " [{}]", format!("{word} {}", written(field)).trim()).unwrap(),
        }
    }
    line
}

fn acts(described: &Described) -> String {
    let mut out = String::new();
    let mut parts = PARTS.into_iter().peekable();
    for (name, fields) in ACTS {
        if let Some((_, title)) = parts.next_if(|(first, _)| first == name) {
            write!(out, "\n### {title}\n\n| line | what it does | fields in JSON |\n|---|---|---|\n").unwrap();
        }
        let field = |field: &ActField| format!("`{}`: {}", field.key, sentence(described.field(name, field.key)));
        let told: Vec<String> = fields.iter().map(field).collect();
        let does = sentence(described.act(name));
        writeln!(out, "| `{}` | {does} | {} |", line(name, fields), told.join(" ")).unwrap();
    }
    assert_eq!(parts.next(), None, "a heading before an act that is not there");
    out
}

/// Lists too long for a line, and words whose meaning is not obvious, each with its meaning.
fn words(described: &Described) -> String {
    let mut out = String::new();
    for (title, act, key) in [
        ("WAGER", "wager", "wager"),
        ("What is wagered with", "wager", "with"),
        ("Decisions", "decide", "decision"),
        ("Rulings on whoever left", "rule_leaver", "verdict"),
        ("Devices", "set_device", "device"),
        ("STATUS of a device", "set_device", "status"),
    ] {
        write!(out, "\n### {title}\n\n| word | what it means |\n|---|---|\n").unwrap();
        for (word, means) in described.words(described.field(act, key)) {
            writeln!(out, "| `{word}` | {means} |").unwrap();
        }
    }
    out.push_str("\n### WHAT is reported\n\n| word | what it means | the hand |\n|---|---|---|\n");
    for (word, means) in described.words(described.field("report", "what")) {
        let what: Irregularity = word.parse().unwrap();
        let hand = match shapes::at(what) {
            At::Must if what == Irregularity::DealerCardExposed => "`at dealer` is required".to_owned(),
            At::Must => "`at POSITION` is required".to_owned(),
            At::May => "`at …` where it is known".to_owned(),
            At::Never => "none".to_owned(),
            At::ToldBy(act) => format!("it is not reported: `{act}` tells it"),
        };
        writeln!(out, "| `{word}` | {means} | {hand} |").unwrap();
    }
    out
}

fn made() -> String {
    let described = Described::new();
    format!("{}{}\n", acts(&described), words(&described))
}

#[test]
fn the_page_lists_every_act_as_it_is_read() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the first mark");
    let (found, after) = rest.split_once(END).expect("the last mark");
    let made = made();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(PAGE, format!("{before}{BEGIN}{made}{END}{after}")).unwrap();
        return;
    }
    assert!(found == made, "docs/scripts.md is old; UPDATE_GOLDEN=1 rewrites it\n{made}");
}

/// The parser accepts exactly the words that the types have.
#[test]
fn the_words_of_fields_are_those_of_their_types() {
    let described = Described::new();
    for (name, fields) in ACTS {
        for field in fields.iter() {
            let FieldKind::Word(_, list) = field.kind else { continue };
            let schema = described.field(name, field.key);
            let mut read = list();
            if schema["type"] == "boolean" {
                assert_eq!(read, ["yes", "no"], "{name} {}", field.key);
                continue;
            }
            let words = described.words(schema);
            let mut known: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
            read.sort_unstable();
            known.sort_unstable();
            assert_eq!(read, known, "{name} {}", field.key);
        }
    }
}

/// A field may be left out of a line exactly where it may be left out of the JSON.
#[test]
fn what_may_be_left_out_is_what_the_wire_lets_out() {
    let described = Described::new();
    for (name, fields) in ACTS {
        let required: Vec<&str> =
            described.act(name)["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let own = |field: &&ActField| !matches!(field.kind, FieldKind::Order | FieldKind::Json);
        for field in fields.iter().filter(own) {
            assert_eq!(field.word.is_none(), required.contains(&field.key), "{name} {}", field.key);
        }
        let all = described.act(name)["properties"].as_object().unwrap().len();
        assert_eq!(fields.iter().filter(own).count() + 1, all, "{name} has a field that no line can say");
    }
}
