//! Any text: the reader of a round refuses it or reads it; what every house admits is settled and balances to zero.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::settle::{admit, admit_void, balance, input, settle, settle_void};
use rules::{Books, Cents, House};

static HOUSES: LazyLock<Vec<House>> = LazyLock::new(|| {
    let texts = [
        include_str!("../../houses/md2014.toml"),
        include_str!("../../houses/md14.toml"),
        include_str!("../../houses/ma.toml"),
        include_str!("../../houses/tribal.toml"),
        include_str!("../../houses/sd.toml"),
    ];
    let books = Books::shipped();
    texts.iter().filter_map(|text| rules::house::check(text, &books).house).collect()
});

fuzz_target!(|json: &str| {
    let Ok(file) = input::parse(json) else { return };
    assert_eq!(HOUSES.len(), 5);
    for house in HOUSES.iter() {
        let mut movements = Vec::new();
        match &file.void {
            Some(cause) => {
                if let Ok((round, _)) = admit_void(house, &file, cause) {
                    settle_void(house, &round, &mut movements);
                }
            }
            None => {
                if let Ok((round, _)) = admit(house, &file) {
                    settle(house, &round, &mut movements);
                }
            }
        }
        assert_eq!(balance(&movements), Cents::ZERO);
    }
});
