//! Rounds of every rulebook, settled: `golden/settle/*.json` with the table and the JSON beside each.
//! UPDATE_GOLDEN=1 rewrites what is beside them.

use std::collections::BTreeSet;

use crate::common::{golden, json, root, run};

fn rounds() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join("golden/settle"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".json") && !name.ends_with(".out.json"))
        .collect();
    names.sort();
    names
}

#[test]
fn every_round_is_settled_as_written() {
    for name in rounds() {
        let file = format!("golden/settle/{name}");
        let stem = name.trim_end_matches(".json");
        let table = run(&["settle", &file]);
        assert_eq!((table.exit, table.err.as_str()), (0, ""), "{name}");
        golden(&format!("golden/settle/{stem}.txt"), &table.out);
        let value = run(&["settle", &file, "--json"]);
        assert_eq!((value.exit, value.err.as_str()), (0, ""), "{name}");
        golden(&format!("golden/settle/{stem}.out.json"), &value.out);
    }
}

#[test]
fn every_round_balances_and_names_a_clause_for_every_movement() {
    for name in rounds() {
        let round = json(&["settle", &format!("golden/settle/{name}"), "--json"]);
        assert_eq!(round["balance"], 0, "{name}");
        for movement in round["movements"].as_array().unwrap() {
            assert!(movement["clause"].is_string(), "{name}: {movement}");
        }
        let sum = |key: &str, of: &str| -> i64 {
            round[of].as_array().unwrap().iter().map(|entry| entry[key].as_i64().unwrap()).sum()
        };
        assert_eq!(sum("net", "totals"), sum("paid", "totals") + sum("returned", "totals") - sum("staked", "totals"));
    }
}

#[test]
fn the_rounds_cover_every_rulebook_a_void_round_and_a_meter_win() {
    let settled: Vec<_> =
        rounds().iter().map(|name| json(&["settle", &format!("golden/settle/{name}"), "--json"])).collect();
    let books: BTreeSet<&str> = settled.iter().map(|round| round["rulebook"].as_str().unwrap()).collect();
    assert_eq!(books.len(), 5, "{books:?}");
    assert!(settled.iter().any(|round| round["void"].is_string()));
    let from_meter = |movement: &serde_json::Value| movement["from"].as_str().unwrap().starts_with("meter:");
    assert!(settled.iter().any(|round| round["movements"].as_array().unwrap().iter().any(from_meter)));
}
