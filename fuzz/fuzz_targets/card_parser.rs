//! Any text: the card readers refuse it or read it, and what they read is read again from what it prints.
#![no_main]

use cards::{Card, Three};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Card>() {
        Ok(card) => assert_eq!(card.to_string().parse(), Ok(card)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match text.parse::<Three>() {
        Ok(three) => assert_eq!(three.to_string().parse(), Ok(three)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
