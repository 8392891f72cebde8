//! A house online whose money is not dollars: the wire tells its currency, and no sentence on it has a dollar's sign.

use std::path::Path;

use rules::BookFiles;
use serde_json::{Value, json};
use server::{Config, HouseText, JournalPlace, TableConfig, TableId};

use crate::common::{Client, config, house, open, try_open};

const FULL: &str = "[automation]\npace = \"full\"\n";

fn krone() -> HouseText {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/books");
    let read = |file: &str| std::fs::read_to_string(root.join(file)).expect("a file of the made-up book");
    let text = format!("{}\n{FULL}", read("freedonia-krone-house.toml"));
    HouseText { name: "krone".into(), text: text.into(), books: vec![BookFiles::rules_only(&read("freedonia.toml"))] }
}

/// The texts of a message that people read, wherever they stand in it.
fn sentences(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::String(text) => all.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| sentences(item, all)),
        // What is paid flat is an amount of the wire, like a number; pages read it.
        Value::Object(object) => {
            object.iter().filter(|(key, _)| *key != "pays").for_each(|(_, value)| sentences(value, all))
        }
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_in_another_currency_is_served_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("krone", krone(), 0)]).await;
    let ann = Client::guest(&open, "ann").await;
    let told = json!({ "code": "FRK", "sign": "kr", "place": "after_space", "decimals": 0,
        "chips": [100, 500, 2_000, 10_000, 50_000, 100_000] });
    assert_eq!(ann.get("/api/v1/me").await.json()["currency"], told);
    let cards = ann.get("/api/v1/tables").await.json();
    assert_eq!(cards[0]["currency"], told, "{cards}");
    let mut heard = vec![cards];
    let mut socket = ann.socket().await;
    for (act, answer) in [
        (json!({ "do": "sit", "position": 1 }), "done"),
        (json!({ "do": "buy_in", "amount": 20_050 }), "refused"),
        (json!({ "do": "buy_in", "amount": 20_000 }), "done"),
        (json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 100 }), "refused"),
        (json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 550 }), "refused"),
        (json!({ "do": "wager", "position": 1, "wager": "ante", "amount": 500 }), "done"),
        (json!({ "do": "cash_out", "amount": 90_000 }), "refused"),
        (json!({ "do": "look", "position": 1 }), "done"),
        (json!({ "do": "decide", "position": 1, "decision": "play" }), "done"),
    ] {
        let said = socket.order("krone", act.clone()).await;
        assert_eq!(said["type"], answer, "{act}: {said}");
        heard.push(said);
    }
    for path in ["", "/placard", "/rounds", "/rounds/1"] {
        let answer = ann.get(&format!("/api/v1/tables/krone{path}")).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        heard.push(answer.json());
    }
    let told = ann.get("/api/v1/tables/krone/rounds/1?form=text").await;
    assert_eq!(told.status, 200, "{told:?}");
    heard.push(Value::String(told.text));
    let mut texts = Vec::new();
    heard.iter().for_each(|message| sentences(message, &mut texts));
    for text in &texts {
        assert!(!text.contains('$'), "{text}");
    }
    for words in
        ["the minimum is 5 kr", "amounts go from 5 kr in steps of 1 kr", "this is no amount that could be moved"]
    {
        assert!(texts.iter().any(|text| text.contains(words)), "nobody says {words:?}: {texts:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_house_online_has_one_currency() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = |id: &str, house: HouseText| TableConfig {
        id: TableId::new(id).expect("an id"),
        name: id.into(),
        house,
        robots: 0,
    };
    let place = JournalPlace::Folder(folder.path().to_owned());
    let tables = vec![table("krone", krone()), table("md14", house("md14", &[], FULL))];
    let refused = try_open(Config { tables, ..config(place) }).await.err().expect("two currencies");
    assert!(refused.refused.contains("are in USD, and those of the tables here in FRK"), "{}", refused.refused);
}
