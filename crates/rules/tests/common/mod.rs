//! What several tests of this crate share: the repository's files, golden files, and houses changed line by line.
#![allow(dead_code, reason = "each test uses its part")]

pub mod deal;
pub mod draft;
pub mod lawful;
pub mod rounds;
pub mod tape;

use std::path::{Path, PathBuf};

/// The shipped rulebooks.
pub const BOOKS: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the repository.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares with a golden file, or writes it when `UPDATE_GOLDEN` is set.
pub fn golden(path: &str, actual: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let file = root().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, actual).unwrap();
        return;
    }
    let expected = read(path);
    for (number, (expected, actual)) in (1..).zip(expected.lines().zip(actual.lines())) {
        assert_eq!(actual, expected, "{path}:{number} (left is what the code says)");
    }
    assert_eq!(actual, expected, "{path}: one is longer");
}

/// The line and column of a byte in a text, both from 1.
pub fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    (line, before.chars().rev().take_while(|c| *c != '\n').count() + 1)
}
