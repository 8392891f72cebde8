//! docs/houses.md has every section and key of a house file, generated from the list against which the reader is
//! checked; docs/rulebooks.md those of a rulebook, generated from the types that read it. UPDATE_GOLDEN=1 rewrites them.

mod common;

use common::{read, root};
use rules::Books;
use rules::house::reference;

const HEADING: &str = "## Reference\n";

#[test]
fn the_reference_of_house_files_is_the_readers_own() {
    let path = "docs/houses.md";
    let text = read(path);
    let at = text.find(HEADING).unwrap_or_else(|| panic!("{path}: no {HEADING}"));
    let said = "Written from `crates/rules/src/house/keys.tsv` and the rulebooks by `UPDATE_GOLDEN=1 cargo nextest run -p rules --test reference`.";
    let whole = format!("{}{HEADING}\n{said}\n\n{}\n", &text[..at], reference(&Books::shipped()).trim_end());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(root().join(path), &whole).unwrap();
    }
    assert!(read(path) == whole, "{path} differs: run with UPDATE_GOLDEN=1 and read the difference");
}

/// docs/rulebooks.md is made from the types that read a rulebook.
#[test]
fn the_reference_of_rulebooks_is_the_readers_own() {
    let path = "docs/rulebooks.md";
    let whole = rules::reference::rulebook_reference();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(root().join(path), &whole).unwrap();
    }
    assert!(read(path) == whole, "{path} differs: run with UPDATE_GOLDEN=1 and read the difference");
}

/// Each example of the introduction can be written into the made-up book, and is then read.
#[test]
fn every_example_of_the_introduction_is_read() {
    let page = rules::reference::rulebook_reference();
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 6, "{}", blocks.len());
    for block in blocks {
        let mut book: toml::Table = read("golden/books/freedonia.toml").parse().unwrap();
        write_over(&mut book, block.parse().unwrap_or_else(|fault| panic!("{block}\n{fault}")));
        let text = toml::to_string(&book).unwrap();
        rules::Rulebook::parse(&text).unwrap_or_else(|faults| panic!("{block}\n{faults}"));
    }
}

#[test]
fn every_link_of_the_reference_leads_somewhere() {
    let page = rules::reference::rulebook_reference();
    let slug = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_');
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    let headings: Vec<String> = page
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| slug(line.trim_start_matches(['#', ' '])))
        .collect();
    for link in page.split("](#").skip(1) {
        let to = link.split(')').next().unwrap();
        assert!(headings.iter().any(|heading| heading == to), "#{to}");
    }
}

/// Writes keys over those of a book; tables of a list are added to it.
fn write_over(book: &mut toml::Table, with: toml::Table) {
    for (key, value) in with {
        match (book.get_mut(&key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) if is_section(&new) => write_over(old, new),
            (Some(toml::Value::Array(old)), toml::Value::Array(new)) if key == "paytable" => old.extend(new),
            (_, value) => {
                book.insert(key, value);
            }
        }
    }
}

/// Whether a table is a section, and not one rule.
fn is_section(table: &toml::Table) -> bool {
    table.values().all(toml::Value::is_table)
}
