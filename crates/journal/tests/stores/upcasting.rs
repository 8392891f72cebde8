//! Records of old shapes are read in the newest, and a sample of every old one is kept.

use std::path::Path;

use journal::{SqliteStore, Upcasters};
use serde_json::Value;

use crate::common::*;

/// Format 1 had whole dollars, format 2 cents without a wager's name, format 3 has both.
fn upcasters() -> Upcasters {
    Upcasters::new()
        .with("WagerPlaced", 1, |mut value| {
            let dollars = value["dollars"].as_i64().ok_or("no dollars")?;
            let members = value.as_object_mut().ok_or("not an object")?;
            members.remove("dollars");
            members.insert("cents".to_owned(), Value::from(dollars * 100));
            Ok(value)
        })
        .with("WagerPlaced", 2, |mut value| {
            value["wager"] = Value::from("ante");
            Ok(value)
        })
}

fn sample(kind: &str, format: u32) -> NewRecord {
    let name = format!("tests/samples/{kind}-{format}.json");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
    let text = std::fs::read_to_string(path).unwrap_or_else(|_| panic!("keep a sample in {name}"));
    let body = Body::parse(text.trim_end()).unwrap();
    NewRecord { kind: Kind::new(kind).unwrap(), format, time_ms: 0, body }
}

#[test]
fn every_old_format_has_a_sample_that_becomes_the_newest() {
    let upcasters = upcasters();
    for (kind, format) in upcasters.steps() {
        let body = upcasters.body(&sample(kind, format)).unwrap().into_owned();
        assert_eq!(body.as_str(), r#"{"cents":500,"seat":3,"wager":"ante"}"#, "{kind} {format}");
        assert_eq!(upcasters.newest(kind, format), 3);
    }
}

#[tokio::test]
async fn stored_records_stay_as_they_were() {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    let mut old = batch(1, "table/1", Expected::Any);
    old.writes[0].records = vec![sample("WagerPlaced", 1)];
    receipt(store.append(old.clone()).await.unwrap());
    let stored = store.read(stream("table/1"), 1, 1).await.unwrap().remove(0);
    assert_eq!(stored.what, old.writes[0].records[0]);
    let value: Value = upcasters().read(&stored.what).unwrap();
    assert_eq!(value, json!({ "cents": 500, "seat": 3, "wager": "ante" }));
    let none: Value = Upcasters::new().read(&stored.what).unwrap();
    assert_eq!(none, json!({ "dollars": 5, "seat": 3 }));
}

#[test]
fn a_record_that_cannot_be_led_on_is_named() {
    let broken = NewRecord { body: Body::of(&json!({ "seat": 3 })).unwrap(), ..sample("WagerPlaced", 1) };
    let fault = upcasters().body(&broken).unwrap_err().to_string();
    assert_eq!(fault, "a WagerPlaced of format 1 cannot be read: no dollars");
}
