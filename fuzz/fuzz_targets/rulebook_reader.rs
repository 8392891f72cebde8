//! Any text: the rulebook reader refuses it or reads it, and never fails otherwise.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = rules::Rulebook::parse(text);
});
