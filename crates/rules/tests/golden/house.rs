//! Files of the repository, and houses with changes.

// Several test programs share this file, and not all of them remove something.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use rules::{Books, Currency};
use toml::{Table, Value};

/// The rulebook that exists nowhere else.
pub const MADE_UP: &str = "golden/books/freedonia.toml";

/// The root of the repository of the crate being built, be it these tests or the developer's commands.
pub fn root() -> PathBuf {
    let crate_of = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_of.ancestors().find(|folder| folder.join("rulebooks").is_dir()).unwrap_or(crate_of).to_owned()
}

/// The text of a file of the repository.
pub fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

/// The shipped rulebooks, with the made-up one.
pub fn books() -> Result<Books, String> {
    let mut books = Books::shipped();
    books.add(&read(MADE_UP)?).map_err(|faults| format!("{MADE_UP}: {faults}"))?;
    Ok(books)
}

/// A house file as a table; a house of the made-up rulebook stands beside that.
pub fn house(name: &str) -> Result<Table, String> {
    let shipped = format!("houses/{name}.toml");
    let path = if root().join(&shipped).is_file() { shipped } else { format!("golden/books/{name}-house.toml") };
    read(&path)?.parse().map_err(|error| format!("{path}: {error}"))
}

/// The currency that a house has chosen.
pub fn currency(house: &Table) -> Result<Currency, String> {
    let text = toml::to_string(house).map_err(|error| error.to_string())?;
    Ok(rules::house::check(&text, &books()?).house.map(|house| house.currency.clone()).unwrap_or_default())
}

/// Sets the value at a key path, creating the tables on the way.
pub fn set(house: &mut Table, path: &str, value: Value) -> Result<(), String> {
    let (table, key) = walk(house, path, true)?;
    table.insert(key, value);
    Ok(())
}

/// Removes the value at a key path, which must exist.
pub fn remove(house: &mut Table, path: &str) -> Result<(), String> {
    let (table, key) = walk(house, path, false)?;
    match table.remove(&key) {
        Some(_) => Ok(()),
        None => Err(format!("the house has no `{path}` to remove")),
    }
}

/// The table that holds the last key of a path, and that key.
fn walk<'t>(house: &'t mut Table, path: &str, make: bool) -> Result<(&'t mut Table, String), String> {
    let mut table = house;
    let mut keys: Vec<&str> = path.split('.').map(str::trim).collect();
    let last = keys.pop().unwrap_or_default().to_owned();
    for key in keys {
        if make && !table.contains_key(key) {
            table.insert(key.to_owned(), Value::Table(Table::new()));
        }
        let entry = table.get_mut(key).ok_or_else(|| format!("the house has no `{key}` of `{path}`"))?;
        table = entry.as_table_mut().ok_or_else(|| format!("`{key}` of `{path}` is not a table"))?;
    }
    Ok((table, last))
}
