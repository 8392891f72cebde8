//! tmp
#[test]
fn all() {
    for b in ["md2014", "md14", "ma", "tribal", "sd"] {
        let text = std::fs::read_to_string(format!("{}/../../houses/{b}.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let r = rules::house::check(&text, &rules::Books::shipped());
        for f in &r.faults {
            println!("{b} {f}");
        }
        println!("{b} {}", r.house.is_some());
    }
}
