//! Excerpts: records in full or by the digests of their bodies, up to a signed head.

use journal::{Excerpt, ExcerptFault, Record, ShownRecord, SqliteStore};
use serde_json::Value;

use crate::common::*;

async fn excerpt(hidden: &[u64]) -> Result<Excerpt, ExcerptFault> {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options()).unwrap();
    play(&store, 1, 30).await;
    let records = store.read(stream("table/1"), 3, 5).await.unwrap();
    let before = store.read(stream("table/1"), 2, 1).await.unwrap()[0].hash;
    let last = records.last().unwrap();
    let head = store.signer().head_at(30, &last.stream, journal::Head { version: last.version, hash: last.hash });
    Excerpt::new(before, &records, |record: &Record| !hidden.contains(&record.version), head)
}

fn versions(excerpt: &Excerpt) -> Vec<(u64, bool)> {
    let shown = excerpt.check().unwrap();
    let version = |shown: &ShownRecord| match shown {
        ShownRecord::Record(record) => (record.version, true),
        ShownRecord::Hidden { version, .. } => (*version, false),
    };
    shown.iter().map(version).collect()
}

#[tokio::test]
async fn hidden_records_link_those_around_them() {
    let excerpt = excerpt(&[3, 5]).await.unwrap();
    assert_eq!(versions(&excerpt), [(3, false), (4, true), (5, false), (6, true), (7, true)]);
    let read: Excerpt = serde_json::from_str(&serde_json::to_string(&excerpt).unwrap()).unwrap();
    assert_eq!(versions(&read), versions(&excerpt));
}

/// A hash or a signature covers every figure and every word of an excerpt.
#[tokio::test]
async fn whatever_is_changed_is_found() {
    let excerpt = serde_json::to_value(excerpt(&[4]).await.unwrap()).unwrap();
    let mut changed = 0;
    let places = places_of(&excerpt);
    assert!(places.len() > 30, "{places:?}");
    for place in places {
        let mut other = excerpt.clone();
        let there = other.pointer_mut(&place).unwrap();
        *there = match &*there {
            Value::String(text) => {
                Value::from(text.replacen(|_| true, if text.starts_with('1') { "2" } else { "1" }, 1))
            }
            Value::Number(number) => Value::from(number.as_u64().unwrap() + 1),
            _ => continue,
        };
        let sound = serde_json::from_value::<Excerpt>(other).is_ok_and(|excerpt| excerpt.check().is_ok());
        assert!(!sound, "{place}");
        changed += 1;
    }
    assert!(changed > 30, "{changed}");
    for at in 0..5 {
        let mut other = excerpt.clone();
        other["records"].as_array_mut().unwrap().remove(at);
        assert!(serde_json::from_value::<Excerpt>(other).unwrap().check().is_err());
    }
}

/// The places of all texts and numbers in a value.
fn places_of(value: &Value) -> Vec<String> {
    let under = |at: String, value: &Value| places_of(value).into_iter().map(move |rest| format!("/{at}{rest}"));
    match value {
        Value::Object(members) => members.iter().flat_map(|(key, value)| under(key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().flat_map(|(i, value)| under(i.to_string(), value)).collect(),
        Value::String(_) | Value::Number(_) => vec![String::new()],
        _ => Vec::new(),
    }
}
