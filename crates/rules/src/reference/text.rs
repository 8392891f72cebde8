//! The reference of the rulebook file as Markdown, made from the types that read it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::examples::Examples;
use super::forms::FORMS;
use super::places::{self, Form, Place, Words, Written};
use super::schema::described;
use crate::house::{chosen_with, keys};

/// How a doc comment begins to say what holds where a key is missing.
const WITHOUT: &str = "Without it";

/// How rules are written, and in which order to write a book.
const HEAD: &str = include_str!("head.txt");

/// The reference of the rulebook file.
#[must_use]
pub fn rulebook_reference() -> String {
    let schema = described();
    let places = places::all(&schema);
    let words = places::vocabularies(&schema);
    let mut out = format!("{}\n\n## Sections\n", HEAD.trim_end());
    let top = Section { paths: vec![String::new()], kind: "", repeated: false, place: None };
    for section in std::iter::once(top).chain(sections(&places)) {
        write_section(&mut out, &section, &places, &words);
    }
    out.push_str("\n## Words\n\nEach word is a mechanism of the engine.\n");
    for (name, words) in &words {
        let _ = write!(out, "\n### {}\n\n{}\n\n", spaced(name), words.about);
        for (word, about) in &words.words {
            let _ = writeln!(out, "- `\"{word}\"`: {about}");
        }
    }
    out
}

/// A table of the file, or several alike.
struct Section<'p> {
    /// Where it stands; a word that can be any stands as `…`.
    paths: Vec<String>,
    /// The name of its type.
    kind: &'p str,
    repeated: bool,
    place: Option<&'p Place>,
}

/// The tables of the file in the order in which books are written, each kind once.
fn sections(places: &[Place]) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    for place in places {
        let (kind, repeated) = match &place.form {
            Form::Table(kind) => (kind.as_str(), false),
            Form::Tables(kind) => (kind.as_str(), true),
            _ => continue,
        };
        let path = any_word(places, &place.path);
        match found.iter_mut().find(|section| section.kind == kind) {
            Some(known) if known.paths.contains(&path) => {}
            Some(known) => known.paths.push(path),
            None => found.push(Section { paths: vec![path], kind, repeated, place: Some(place) }),
        }
    }
    found
}

/// A path in which a word that could be any other stands as `…`.
fn any_word(places: &[Place], path: &str) -> String {
    let mut shown = String::new();
    let mut so_far = String::new();
    for key in path.split('.') {
        so_far = super::examples::join(&so_far, key);
        let word = places.iter().any(|place| place.path == so_far && place.word);
        shown = super::examples::join(&shown, if word { "…" } else { key });
    }
    shown
}

fn write_section(out: &mut String, section: &Section<'_>, places: &[Place], words: &BTreeMap<String, Words>) {
    let named = |path: &String| match (path.as_str(), section.repeated) {
        ("", _) => "The top of the file".to_owned(),
        (path, true) => format!("`[[{path}]]`"),
        (path, false) => format!("`[{path}]`"),
    };
    let heading: Vec<String> = section.paths.iter().map(named).collect();
    let _ = write!(out, "\n### {}\n\n", heading.join(", "));
    let first = section.place.map_or("", |place| place.path.as_str());
    if let Some(place) = section.place {
        let about = if place.word { "What stands behind each word." } else { place.about.as_str() };
        let required = if place.optional { "" } else { " Required." };
        let _ = write!(out, "{about}{required}\n\n");
    }
    let mut keys = places.iter().filter(|place| parent(&place.path) == first).peekable();
    if keys.peek().is_some_and(|key| key.word) {
        write_words(out, keys, words);
        return;
    }
    for key in keys {
        write_key(out, section, key, words);
    }
}

/// A table with one key for each word: the words, and then once what stands behind each.
fn write_words<'p>(out: &mut String, keys: impl Iterator<Item = &'p Place>, words: &BTreeMap<String, Words>) {
    let mut example = None;
    let mut form = None;
    for key in keys {
        let _ = write!(out, "- `{}`: {}", key.path.rsplit('.').next().unwrap_or_default(), key.about);
        let house: Vec<String> = house_keys(&key.path);
        if !house.is_empty() {
            let _ = write!(out, " A house chooses it with {}.", house.join(" and "));
        }
        out.push('\n');
        example = example.or_else(|| Examples::of_books().at(&key.path));
        form = form.or(Some(&key.form));
    }
    if let Some(form) = form {
        let _ = write!(
            out,
            "\nEach may be missing: then the book says nothing about it. Each is {}.",
            form_title(form, words)
        );
    }
    if let Some(example) = example {
        let _ = write!(out, " `{example}`");
    }
    out.push('\n');
}

fn write_key(out: &mut String, section: &Section<'_>, key: &Place, words: &BTreeMap<String, Words>) {
    let name = key.path.rsplit('.').next().unwrap_or_default();
    let _ = write!(out, "- `{name}`");
    out.push_str(if key.optional { "" } else { ", required" });
    let _ = write!(out, ": {} {}.", about(key), first_upper(&form_title(&key.form, words)));
    let paths: Vec<String> = section.paths.iter().map(|path| super::examples::join(path, name)).collect();
    let house: Vec<String> = paths.iter().flat_map(|path| house_keys(path)).collect();
    match (&key.form, house.is_empty()) {
        (_, false) => {
            let _ = write!(out, " A house chooses it with {}.", house.join(" and "));
        }
        (Form::Rule(_) | Form::Bound(_), true) => out.push_str(" No house key: what the book says holds."),
        _ => {}
    }
    let examples = std::iter::once(&key.path).chain(&paths).filter_map(|path| Examples::of_books().at(path));
    if let Some(example) = examples.min_by_key(|written| written.len()) {
        let _ = write!(out, " `{example}`");
    }
    out.push('\n');
}

/// What a key says, and what holds without it.
pub(super) fn about(key: &Place) -> String {
    let mut about = key.about.clone();
    if key.optional && !key.word && !about.contains(WITHOUT) {
        about.push_str(match &key.form {
            Form::Statement => " Without it, the table does the same and cites no clause.",
            Form::Plain(Written::List(_)) | Form::Tables(_) => " Without it, there are none.",
            _ => "",
        });
    }
    about
}

/// Whether the reference says what holds without a key.
#[cfg(test)]
pub(super) fn says_what_holds_without_it(key: &Place) -> bool {
    about(key).contains(WITHOUT)
}

/// What can stand at a place, in words.
fn form_title(form: &Form, words: &BTreeMap<String, Words>) -> String {
    match form {
        Form::Rule(value) => format!("a [rule](#rules-a-set-of-lawful-values) over {}", written_title(value, words)),
        Form::Bound(value) => format!("a [bound](#bounds-a-range-of-lawful-values) on {}", written_title(value, words)),
        Form::Statement => "a [statement](#statements-only-the-law)".to_owned(),
        Form::Plain(value) => written_title(value, words),
        Form::Table(_) => "a table of its own, below".to_owned(),
        Form::Tables(_) => "a list of tables, below".to_owned(),
    }
}

/// What else could stand at a place, in words for a comment.
pub(super) fn choices(place: &Place, words: &BTreeMap<String, Words>) -> String {
    let (Form::Rule(value) | Form::Bound(value) | Form::Plain(value)) = &place.form else { return String::new() };
    let mut said = plain_title(value, words);
    if !said.is_empty() {
        said.push('.');
    }
    let house = house_keys(&place.path);
    if !house.is_empty() {
        let _ = write!(said, " A house chooses it with {}.", house.join(" and "));
    }
    first_upper(said.trim()).replace('`', "")
}

/// How a value is written, as a comment says it.
fn plain_title(value: &Written, words: &BTreeMap<String, Words>) -> String {
    match value {
        Written::Word(name) => {
            let known = words.get(name).map(|words| words.words.as_slice()).unwrap_or_default();
            let list: Vec<String> = known.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            format!("one of {}", list.join(", "))
        }
        Written::Form(name) => {
            let form = FORMS.iter().find(|form| form.type_name == *name && form.type_name != "ClauseId");
            form.map_or_else(String::new, |form| {
                format!("{} such as \"{}\"", form.title, form.examples.join("\" or \""))
            })
        }
        Written::List(item) => {
            let item = plain_title(item, words);
            if item.is_empty() { item } else { format!("a list, each item {item}") }
        }
        Written::Text => String::new(),
        value => written_title(value, words),
    }
}

/// How a value is written, in words.
fn written_title(value: &Written, words: &BTreeMap<String, Words>) -> String {
    match value {
        Written::Switch => "`true` or `false`".to_owned(),
        Written::Whole => "a whole number".to_owned(),
        Written::Text => "a text".to_owned(),
        Written::Word(name) => {
            let known = words.get(name).map(|words| words.words.as_slice()).unwrap_or_default();
            let list: Vec<String> = known.iter().map(|(word, _)| format!("`\"{word}\"`")).collect();
            format!("[{}](#{}): {}", spaced(name), slug(name), list.join(", "))
        }
        Written::Form(name) => {
            let form = FORMS.iter().find(|form| form.type_name == *name);
            form.map_or_else(String::new, |form| format!("[{}](#{})", form.title, form.anchor))
        }
        Written::List(item) => format!("a list, each item {}", written_title(item, words)),
    }
}

/// What a house chooses the value of a rule with, and what holds where neither the house nor the rule says.
fn house_keys(path: &str) -> Vec<String> {
    chosen_with(path).into_iter().map(|key| format!("`{key}`{}", silent(&key))).collect()
}

/// The default of a house key that has one of its own.
fn silent(path: &str) -> String {
    let (section, name) = path.rsplit_once('.').unwrap_or(("", path));
    let table = keys().iter().find(|table| table.paths.contains(&section));
    let key = table.and_then(|table| table.keys.iter().find(|key| key.name == name));
    let default = key.map_or("", |key| key.default);
    if default.is_empty() { String::new() } else { format!(" ({default} where neither says)") }
}

fn parent(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(table, _)| table)
}

/// `DealDevice` as `deal device`.
fn spaced(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

fn slug(name: &str) -> String {
    spaced(name).replace(' ', "-")
}

fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
