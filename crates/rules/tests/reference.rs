//! docs/houses.md has every section and key of a house file, generated from the list against which the reader is
//! checked. UPDATE_GOLDEN=1 rewrites it.

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
