//! What `--json` prints: one value, of the shape that `queenhigh schema` describes.

use std::collections::BTreeSet;

use crate::common::{self, json, run};
use serde_json::Value;

/// Whether a value fits a schema: types, properties, required names, items, alternatives and references, which is all
/// that the printed schemas use.
fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.trim_start_matches("#/$defs/");
        return fits(value, &root["$defs"][name], root);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(options) = schema[key].as_array() {
            let tried: Vec<_> = options.iter().map(|option| fits(value, option, root)).collect();
            if tried.iter().all(Result::is_err) {
                return Err(format!("fits none of {key}: {tried:?}"));
            }
        }
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => vec![kind],
    };
    if !allowed.contains(&kind) {
        return Err(format!("{kind} where {allowed:?} is described: {value}"));
    }
    if let Some(items) = value.as_array() {
        items.iter().try_for_each(|item| fits(item, &schema["items"], root))?;
    }
    if let (Some(object), Some(properties)) = (value.as_object(), schema["properties"].as_object()) {
        for (name, value) in object {
            let described = properties.get(name).ok_or(format!("{name} is not described"))?;
            fits(value, described, root).map_err(|error| format!("{name}: {error}"))?;
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("{name} is missing"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_json_output_fits_its_schema() {
    let faulty = "golden/cli/input/house-with-faults.toml";
    for (name, args) in [
        ("settle-output", vec!["settle", "golden/settle/md14-meter-win.json"]),
        ("settle-output", vec!["settle", "golden/settle/md14-void.json"]),
        ("check", vec!["check", "houses/ma.toml"]),
        ("check", vec!["check", "houses/ma.toml", faulty]),
        ("check", vec!["check", "golden/cli/input/not-toml.toml"]),
        ("odds", vec!["odds", "--rulebook", "md14", "--wager", "ante_play", "--paytable", "A"]),
        ("odds", vec!["odds", "--rulebook", "md14", "--wager", "progressive", "--paytable", "C"]),
        ("odds", vec!["odds", "--rulebook", "ma", "--wager", "cover_all", "--players", "7"]),
        ("odds", vec!["odds", "--rulebook", "md14", "--wager", "six_card_bonus", "--paytable", "A"]),
        ("odds-hands", vec!["odds", "--hands", "--rulebook", "ma"]),
        ("odds", vec!["odds", "--rulebook", "md14", "--known-dealer-card", "face", "--known", "2c"]),
        ("odds-house", vec!["odds", "--house", "houses/ma.toml"]),
        ("odds-known", vec!["odds", "--rulebook", "ma", "--known-dealer-card", "each"]),
        ("odds-position", vec!["odds", "--house", "houses/ma.toml", "--position", "minimum"]),
        (
            "odds-risk",
            vec!["odds", "--house", "houses/sd.toml", "--position", "ante=500", "--rounds", "9", "--bankroll", "2000"],
        ),
        ("odds-exposure", vec!["odds", "--house", "houses/md14.toml", "--position", "minimum", "--exposure"]),
        ("simulate", vec!["simulate", "--rounds", "500", "--positions", "2"]),
        ("simulate", vec!["simulate", "--rounds", "500", "--house", "houses/ma.toml", "--wagers", "pair_plus"]),
        ("rules-list", vec!["rules", "list"]),
        ("rules-show", vec!["rules", "show", "md14"]),
        ("rules-show", vec!["rules", "show", "ma", "envy"]),
        ("rules-diff", vec!["rules", "diff", "ma", "tribal", "--all"]),
        ("rules-paytables", vec!["rules", "paytables", "ma"]),
        ("rules-readings", vec!["rules", "readings"]),
        ("rules-coverage", vec!["rules", "coverage"]),
        ("rules-list", vec!["rules", "list", "--rulebook", "golden/books/freedonia.toml"]),
        ("rules-show", vec!["rules", "show", "freedonia", "7.6", "--rulebook", "golden/books/freedonia.toml"]),
        ("rules-readings", vec!["rules", "readings", "101", "--rulebook", "golden/books/freedonia.toml"]),
        ("rules-coverage", vec!["rules", "coverage", "--rulebook", "golden/books/freedonia.toml"]),
    ] {
        let schema = json(&["schema", name]);
        assert_eq!(schema["title"], name);
        let mut with_json = args.clone();
        with_json.push("--json");
        let value = json(&with_json);
        if let Err(error) = fits(&value, &schema, &schema) {
            panic!("{args:?} does not fit {name}: {error}");
        }
    }
    let input = json(&["schema", "settle-input"]);
    let round: Value = serde_json::from_str(&common::read("golden/settle/ma-table.json")).unwrap();
    fits(&round, &input, &input).unwrap();
}

#[test]
fn every_listed_schema_is_printed_and_every_object_in_it_is_described() {
    for line in run(&["schema"]).out.lines().skip(2) {
        let name = line.split_whitespace().next().unwrap();
        let schema = json(&["schema", name]);
        assert_eq!(schema["title"], name);
        let definitions = schema["$defs"].as_object().cloned().unwrap_or_default();
        for (definition, body) in definitions.iter().chain([(&name.to_owned(), &schema)]) {
            for (property, described) in body["properties"].as_object().into_iter().flatten() {
                assert!(described["description"].is_string(), "{name}: {definition}.{property} has no words");
            }
        }
    }
}

/// The pages' types are made from this file: a wire type that changes in Rust alone is found here.
#[test]
fn the_pages_have_the_wire_as_it_is() {
    common::golden("web/schema/wire.json", &run(&["schema", "wire"]).out);
}

#[test]
fn check_tells_place_and_law_of_each_fault() {
    let checked = json(&["check", "golden/cli/input/house-with-faults.toml", "--json"]);
    assert_eq!(checked["lawful"], false);
    assert_eq!(checked["rulebook"], "md14");
    assert!(checked["digest"].is_null());
    let faults = checked["faults"].as_array().unwrap();
    let first = faults.iter().find(|fault| fault["key"] == "table.positions").unwrap();
    assert_eq!((&first["line"], &first["column"]), (&Value::from(6), &Value::from(13)));
    assert_eq!(first["severity"], "error");
    assert!(!first["clauses"].as_array().unwrap().is_empty());
    let several = json(&["check", "houses/ma.toml", "houses/sd.toml", "--json"]);
    assert_eq!(several.as_array().unwrap().len(), 2);
    assert_eq!(several[1]["digest"].as_str().unwrap().len(), 64);
}

#[test]
fn coverage_counts_add_up() {
    let coverage = json(&["rules", "coverage", "--json"]);
    let ids =
        |key: &str| -> Vec<&str> { coverage[key].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect() };
    let (open, unproven) = (ids("open"), ids("unproven"));
    assert_eq!(open.iter().collect::<BTreeSet<_>>().len(), open.len());
    let mut all = 0;
    for (code, counts) in coverage["books"].as_object().unwrap() {
        let count = |key: &str| counts[key].as_u64().unwrap_or_else(|| panic!("{code} {key}"));
        let ways = ["enforce", "record", "compute", "configure", "display", "physical"];
        let of_ways = |key: &str| ways.iter().map(|way| counts[way][key].as_u64().unwrap()).sum::<u64>();
        assert_eq!((of_ways("clauses"), of_ways("proven")), (count("clauses"), count("proven")), "{code}");
        let of_book = |ids: &[&str]| ids.iter().filter(|id| id.starts_with(&format!("{code}:"))).count() as u64;
        assert_eq!(count("homed") + of_book(&open), count("clauses"), "{code}");
        assert_eq!(count("proven") + of_book(&unproven), count("clauses"), "{code}");
        all += count("clauses");
    }
    assert_eq!(all, 1463);
    let text = run(&["rules", "coverage", "--open"]).out;
    let words: BTreeSet<&str> = text.split([' ', ',', '\n']).collect();
    for id in open.iter().chain(&unproven).filter(|id| !id.contains([' ', '[', '/'])) {
        assert!(words.contains(id), "{id} is not listed");
    }
}

#[test]
fn a_clause_is_shown_with_or_without_its_book() {
    // A clause of the list, whatever it is.
    let whole = json(&["rules", "show", "tribal", "--json"]);
    let id = whole["clauses"][4]["id"].as_str().unwrap();
    let number = id.split_once(':').unwrap().1;
    let with = json(&["rules", "show", "tribal", id, "--json"]);
    let without = json(&["rules", "show", "tribal", number, "--json"]);
    assert_eq!(with, without);
    assert_eq!(with["clauses"][0]["id"], id);
    for key in ["requirement", "kind", "how", "homes", "proofs", "readings"] {
        assert!(!with["clauses"][0][key].is_null(), "{key}");
    }
    let text = run(&["rules", "show", "tribal", number]).out;
    assert!(text.starts_with(id), "{text}");
}

#[test]
fn a_word_finds_clauses_dimensions_and_paytables() {
    let found = json(&["rules", "show", "ma", "COVER", "all", "--json"]);
    for key in ["clauses", "dimensions", "paytables"] {
        assert!(!found[key].as_array().unwrap().is_empty(), "{key}");
    }
    let same = json(&["rules", "show", "ma", "cover_all", "--json"]);
    assert_eq!(found["paytables"], same["paytables"]);
    let nothing = run(&["rules", "show", "ma", "colur"]);
    assert_eq!((nothing.exit, nothing.out.as_str()), (1, ""));
    assert!(nothing.err.contains("did you mean colour"), "{}", nothing.err);
    let elsewhere = run(&["rules", "show", "tribal", "envy"]);
    assert!(elsewhere.exit == 1 && elsewhere.err.contains("see ma, md14"), "{}", elsewhere.err);
}

#[test]
fn a_difference_is_one_of_values_and_symmetric() {
    for (left, right) in [("md2014", "md14"), ("ma", "tribal")] {
        let there = json(&["rules", "diff", left, right, "--json"]);
        let back = json(&["rules", "diff", right, left, "--json"]);
        let paths = |value: &Value| -> Vec<String> {
            value["dimensions"].as_array().unwrap().iter().map(|pair| pair["path"].to_string()).collect()
        };
        assert_eq!(paths(&there), paths(&back));
        assert!(there["dimensions"].as_array().unwrap().iter().all(|pair| pair["same"] == false));
        assert_eq!(there["alike"], back["alike"]);
        let all = json(&["rules", "diff", left, right, "--all", "--json"]);
        let alike = all["dimensions"].as_array().unwrap().iter().filter(|pair| pair["same"] == true).count();
        assert_eq!(there["alike"], alike);
    }
    let same = json(&["rules", "diff", "sd", "sd", "--json"]);
    assert_eq!(
        (&same["dimensions"], &same["paytables"]),
        (&Value::from(Vec::<Value>::new()), &Value::from(Vec::<Value>::new()))
    );
}
