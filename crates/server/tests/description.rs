//! The server against its own description: whatever strangers send to whatever it names, the answer is one that the
//! description knows, a refusal says why, and nothing breaks.

use crate::common::{Client, Open, house, open};
use serde_json::{Value, json};

const FULL: &str = "[automation]\npace = \"full\"\n";

/// Bodies that strangers send, the right ones of every route among them.
fn bodies() -> Vec<Value> {
    let mut all = vec![
        Value::Null,
        json!({}),
        json!([]),
        json!("x"),
        json!(1),
        json!({ "name": null }),
        json!({ "name": "", "password": "" }),
        json!({ "name": "floor", "password": "not the password" }),
        json!({ "token": "00" }),
        json!({ "token": "0".repeat(64), "password": "short" }),
        json!({ "role": "dealer", "act": { "do": "close_table" } }),
        json!({ "role": "king", "act": { "do": "close_table" } }),
        json!({ "id": "x-1", "name": "x", "robots": 0 }),
        json!({ "id": "../../etc", "name": "x" }),
        json!({ "name": "eve", "roles": ["supervisor"] }),
        json!({ "id": "0".repeat(32), "table": "sd", "act": { "do": "end_round" } }),
        json!({ "id": "zz", "table": "sd", "act": { "do": "no_more_bets" } }),
        json!({ "id": "1".repeat(32), "table": "sd", "role": "system", "act": { "do": "lost", "position": 1 } }),
        json!({ "id": "2".repeat(32), "table": "sd", "act": { "do": "buy_in", "amount": i64::MAX } }),
        json!({ "id": "3".repeat(32), "table": "sd", "act": { "do": "buy_in", "amount": -5 } }),
        json!({ "id": "4".repeat(32), "table": "sd", "act": { "do": "sit", "position": 255 } }),
        json!({ "id": "5".repeat(32), "table": "sd", "act": { "do": "sit", "position": 256 } }),
        json!({ "id": "6".repeat(32), "table": "sd", "act": { "do": "dance" } }),
    ];
    let many: Vec<Value> = (0..40).map(|_| json!({ "do": "tip", "amount": 1 })).collect();
    all.push(json!({ "id": "7".repeat(32), "table": "sd", "act": { "do": "tip", "amount": 1 }, "then": many }));
    all
}

async fn hold(open: &Open, client: &Client, who: &str, description: &Value) -> usize {
    let mut asked = 0;
    for (path, methods) in description["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let documented = operation["responses"].as_object().expect("responses");
            for part in ["sd", "1", "none", "%2e%2e%2f", "18446744073709551616"] {
                let address = path.replace("{table}", if part == "1" { "sd" } else { part });
                let address = address.replace("{round}", part).replace("{name}", part).replace("{house}", part);
                let address = address.replace("{id}", part).replace("{slug}", part);
                let bodies = if method == "post" { bodies() } else { vec![Value::Null] };
                for body in bodies {
                    let answer = client.send(&method.to_uppercase(), &address, &body).await;
                    let status = answer.status.to_string();
                    asked += 1;
                    assert!(documented.contains_key(&status), "{who}: {method} {address} {body}: {answer:?}");
                    if answer.status >= 400 {
                        let problem = answer.json();
                        assert!(problem["refused"].as_str().is_some_and(|why| why.len() > 5), "{address}: {problem}");
                    }
                    if address == *path {
                        continue;
                    }
                }
                if address == *path {
                    break;
                }
            }
        }
    }
    assert_eq!(Client::nobody(open).get("/health").await.status, 200, "{who}: still alive");
    asked
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_true_for_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await;
    let nobody = Client::nobody(&open);
    let description = nobody.get("/api/openapi.json").await.json();
    assert_eq!(description["openapi"], "3.1.0");
    assert!(nobody.get("/api/docs").await.text.contains("/api/v1/tables"));
    // Every reference leads somewhere.
    let text = description.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap_or_default();
        assert!(description["components"]["schemas"].get(name).is_some(), "{name}");
    }
    let ann = Client::guest(&open, "ann").await;
    let floor = Client::staff(&open, "floor").await;
    let supervisor = Client::staff(&open, "supervisor").await;
    for path in ["/api/v1/events?after=", "/api/v1/tables/sd/rounds?before=", "/api/v1/tables/sd?since="] {
        for number in [u64::MAX, i64::MAX.unsigned_abs()] {
            let answer = floor.get(&format!("{path}{number}")).await;
            assert_eq!(answer.status, 200, "the largest number of all: {answer:?}");
        }
    }
    let mut asked = 0;
    for (who, client) in [("nobody", &nobody), ("guest", &ann), ("floor", &floor), ("supervisor", &supervisor)] {
        asked += hold(&open, client, who, &description).await;
    }
    assert!(asked > 500, "{asked}");
}
