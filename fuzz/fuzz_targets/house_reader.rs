//! Any text: the check of a house refuses it with a place inside the text, or accepts it, and never fails otherwise.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::Books;

static BOOKS: LazyLock<Books> = LazyLock::new(Books::shipped);

fuzz_target!(|text: &str| {
    let report = rules::house::check(text, &BOOKS);
    assert_eq!(report.house.is_some(), report.errors().next().is_none());
    for fault in &report.faults {
        assert!(fault.span.end <= text.len() && !fault.message.is_empty());
    }
});
