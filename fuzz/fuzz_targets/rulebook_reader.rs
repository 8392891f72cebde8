//! Any text: the readers of a rulebook, of its clause list and of its own readings refuse it or read it, and never fail
//! otherwise.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = rules::Rulebook::parse(text);
    let files = rules::BookFiles {
        clauses: Some(text.into()),
        readings: Some(text.into()),
        ..rules::BookFiles::rules_only("code = \"zz\"")
    };
    let _ = rules::Books::default().add_files(&files);
});
