//! Amounts in dollars say the same as in cents, in every flag and every JSON input that has them.

use crate::common::{json, read, run, run_with};
use serde_json::{Value, json as value};

/// Puts dollars in place of every number of a round or of evidence that is an amount.
fn in_dollars(value: &mut Value, amount: bool) {
    match value {
        Value::Number(cents) if amount => {
            let cents = cents.as_i64().unwrap();
            let dollars = cents / 100;
            let dollars =
                if dollars < 1000 { dollars.to_string() } else { format!("{},{:03}", dollars / 1000, dollars % 1000) };
            *value = format!("${dollars}.{:02}", cents % 100).into();
        }
        Value::Array(items) => items.iter_mut().for_each(|item| in_dollars(item, amount)),
        Value::Object(object) => {
            for (name, value) in object {
                let of_amounts = ["meters", "wagers", "tips", "match_play", "paid", "taken", "tray"];
                in_dollars(value, amount || of_amounts.contains(&name.as_str()));
            }
        }
        _ => {}
    }
}

/// A golden input in dollars, its house by its code.
fn dollars_of(file: &str) -> String {
    let mut input: Value = serde_json::from_str(&read(file)).unwrap();
    let house = input["house"].as_str().unwrap().to_owned();
    input["house"] = house.trim_start_matches("../../houses/").trim_end_matches(".toml").into();
    in_dollars(&mut input, false);
    let text = input.to_string();
    assert!(text.contains("\"$"), "{file} has no amount");
    text
}

#[test]
fn rounds_to_settle_take_dollars() {
    for name in ["ma-sample", "md14-meter-win", "ma-table", "md14-void"] {
        let file = format!("golden/settle/{name}.json");
        let cents = run(&["settle", &file, "--json"]);
        let dollars = run_with(&["settle", "-", "--json"], &dollars_of(&file));
        assert_eq!((dollars.exit, dollars.err.as_str()), (0, ""), "{name}");
        assert_eq!(dollars.out, cents.out, "{name}");
    }
}

#[test]
fn evidence_takes_dollars() {
    for name in ["decided-by-cards", "decided-by-chips", "undecided-wager", "contradictory-payment"] {
        let file = format!("golden/dispute/{name}.json");
        let cents = run(&["dispute", "--evidence", &file]);
        let dollars = run_with(&["dispute", "--evidence", "-"], &dollars_of(&file));
        assert_eq!((dollars.exit, dollars.out, dollars.err), (cents.exit, cents.out, cents.err), "{name}");
    }
}

#[test]
fn commands_of_scripts_take_dollars() {
    let script = |amount: &Value| {
        let command = value!({ "id": "1", "by": { "role": "floorperson", "person": "Flo" }, "at": 1_794_772_800_000_i64,
            "do": "open_table", "float": amount });
        format!("{command}\nexpect tray $5,000.50\n")
    };
    let played = |amount: Value| run_with(&["rounds", "--script", "-"], &script(&amount));
    let (cents, dollars) = (played(500_050.into()), played("$5,000.50".into()));
    assert_eq!((cents.exit, cents.out.as_str()), (0, dollars.out.as_str()), "{}", dollars.err);
    let wrong = played("$5.5".into());
    assert!(
        wrong.exit == 2 && wrong.err.contains("<stdin>:1:") && wrong.err.contains("is not an amount"),
        "{}",
        wrong.err
    );
}

#[test]
fn houses_in_a_round_are_in_dollars_as_files_are() {
    let mut round: Value = serde_json::from_str(&dollars_of("golden/settle/ma-sample.json")).unwrap();
    let house: toml::Table = read("houses/ma.toml").parse().unwrap();
    round["house"] = serde_json::to_value(house).unwrap();
    let settled = run_with(&["settle", "-", "--json"], &round.to_string());
    assert_eq!((settled.exit, settled.err.as_str()), (0, ""));
}

#[test]
fn every_flag_takes_dollars() {
    let position = ["odds", "--house", "md14", "--json"];
    for (command, cents, dollars) in [
        (
            &["odds", "--rulebook", "md14", "--wager", "six_card_bonus", "--paytable", "A", "--json"][..],
            &["--stake", "500"][..],
            &["--stake", "$5"][..],
        ),
        (
            &["odds", "--rulebook", "md14", "--wager", "progressive", "--paytable", "A", "--json"],
            &["--stake", "100", "--meter", "main=1000050"],
            &["--stake", "$1", "--meter", "main=$10,000.50"],
        ),
        (&position, &["--position", "ante=100000,pair_plus=550"], &["--position", "ante=$1,000,pair_plus=$5.50"]),
        (
            &position,
            &["--position", "progressive=100", "--meter", "progressive.major=123456"],
            &["--position", "progressive=$1", "--meter", "progressive.major=$1,234.56"],
        ),
        (
            &position,
            &["--position", "ante=500", "--rounds", "9", "--bankroll", "200000"],
            &["--position", "ante=$5", "--rounds", "9", "--bankroll", "$2,000"],
        ),
        (
            &["simulate", "--seed", "1", "--rounds", "50", "--positions", "2", "--json"],
            &["--wagers", "ante=1000,progressive", "--wagers", "2:ante=2500", "--meter", "progressive.major=500000"],
            &["--wagers", "ante=$10,progressive", "--wagers", "2:ante=$25", "--meter", "progressive.major=$5,000"],
        ),
    ] {
        let said = |more: &[&str]| json(&[command, more].concat());
        assert_eq!(said(cents), said(dollars), "{dollars:?}");
    }
}

#[test]
fn an_amount_that_is_none_is_told_how_to_be_written() {
    let write = "in dollars such as $5 or $1,000.50, or in whole cents such as 500";
    for args in [
        &["odds", "--rulebook", "md14", "--wager", "six_card_bonus", "--paytable", "A", "--stake", "5.00"][..],
        &["odds", "--rulebook", "md14", "--wager", "progressive", "--paytable", "A", "--meter", "main=$1.5"],
        &["odds", "--house", "md14", "--position", "ante=five"],
        &["odds", "--house", "md14", "--position", "ante=$5", "--meter", "progressive.major=-1"],
        &["odds", "--house", "md14", "--position", "ante=$5", "--rounds", "9", "--bankroll", "$0"],
        &["simulate", "--wagers", "ante=$5.5"],
        &["simulate", "--meter", "progressive.major=x"],
    ] {
        let refused = run(args);
        assert!(refused.exit == 2 && refused.err.contains(write), "{args:?}: {}", refused.err);
    }
    let round = dollars_of("golden/settle/ma-sample.json").replace("\"$10.00\"", "\"$10.0\"");
    let refused = run_with(&["settle", "-"], &round);
    assert!(refused.exit == 2 && refused.err.contains("is not an amount"), "{}", refused.err);
    assert!(refused.err.contains("<stdin>:1:"), "{}", refused.err);
}

/// The schemas say so too, at just those names.
#[test]
fn the_schemas_describe_dollars() {
    let dollars = |schema: &Value| schema["anyOf"][1]["type"] == "string" && schema["anyOf"][0]["type"] != "string";
    let round = json(&["schema", "settle-input"]);
    assert!(dollars(&round["$defs"]["Amounts"]["additionalProperties"]), "{round}");
    let command = json(&["schema", "command"]);
    let acts = command["$defs"]["Act"]["oneOf"].as_array().unwrap();
    let mut told = Vec::new();
    for act in acts {
        let fields = act["properties"].as_object().unwrap();
        told.extend(fields.iter().filter(|(_, field)| dollars(field)).map(|(name, _)| name.as_str()));
    }
    told.sort_unstable();
    told.dedup();
    assert_eq!(told, ["amount", "float", "pays", "takes"]);
}
