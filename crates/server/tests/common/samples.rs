//! One example of every act, as clients write it. A test checks the list against the schema of acts, so that none is missing.

use std::collections::BTreeSet;

use serde_json::Value;

/// The examples, in the order in which the acts are declared.
pub fn acts() -> Vec<Value> {
    let texts = [
        r#"{"do":"open_table","float":100000}"#,
        r#"{"do":"close_table"}"#,
        r#"{"do":"fill","amount":100}"#,
        r#"{"do":"credit","amount":100}"#,
        r#"{"do":"receive_deck","deck":1}"#,
        r#"{"do":"inspect","deck":1}"#,
        r#"{"do":"verify","deck":1}"#,
        r#"{"do":"spread","deck":1}"#,
        r#"{"do":"first_player","deck":1}"#,
        r#"{"do":"wash","deck":1}"#,
        r#"{"do":"stack","deck":1}"#,
        r#"{"do":"shuffle","deck":1,"method":"device"}"#,
        r#"{"do":"device_count","deck":1,"cards":52}"#,
        r#"{"do":"remove_deck","deck":1,"reason":"because"}"#,
        r#"{"do":"cut","deck":1,"cards":26}"#,
        r#"{"do":"offer_cut","deck":1}"#,
        r#"{"do":"decline_cut","deck":1}"#,
        r#"{"do":"recut","deck":1,"cards":26,"reason":"because"}"#,
        r#"{"do":"order_shuffle","deck":1,"reason":"because"}"#,
        r#"{"do":"load","deck":1}"#,
        r#"{"do":"idle"}"#,
        r#"{"do":"turn_up"}"#,
        r#"{"do":"sit","position":1}"#,
        r#"{"do":"rise","position":3}"#,
        r#"{"do":"buy_in","amount":100}"#,
        r#"{"do":"cash_out","amount":100}"#,
        r#"{"do":"tip","amount":100}"#,
        r#"{"do":"wager","position":3,"wager":"pair_plus","amount":500}"#,
        r#"{"do":"sense","position":3,"wager":"progressive","detected":true}"#,
        r#"{"do":"no_more_bets"}"#,
        r#"{"do":"lock_out"}"#,
        r#"{"do":"collect","chips":1}"#,
        r#"{"do":"resolve","position":3,"wager":"progressive","resolution":"accept"}"#,
        r#"{"do":"bank_chips"}"#,
        r#"{"do":"deal","cards":1}"#,
        r#"{"do":"cover_stack"}"#,
        r#"{"do":"deliver_stack"}"#,
        r#"{"do":"community"}"#,
        r#"{"do":"take_stub"}"#,
        r#"{"do":"count_stub","cards":40}"#,
        r#"{"do":"rack_stub"}"#,
        r#"{"do":"show_players"}"#,
        r#"{"do":"allow_looks"}"#,
        r#"{"do":"look","position":3}"#,
        r#"{"do":"ask"}"#,
        r#"{"do":"verify_hand","position":3,"wager":"progressive"}"#,
        r#"{"do":"decide","position":3,"decision":"play"}"#,
        r#"{"do":"view_folded"}"#,
        r#"{"do":"reveal_dealer"}"#,
        r#"{"do":"reveal","position":3}"#,
        r#"{"do":"reveal_community"}"#,
        r#"{"do":"correct","holder":{"position":3},"cards":["Qs","6h","4d"],"reason":"because"}"#,
        r#"{"do":"spot","position":3,"wager":"progressive"}"#,
        r#"{"do":"validate","position":3,"wager":"progressive"}"#,
        r#"{"do":"light_fault","position":3,"wager":"progressive","reason":"because"}"#,
        r#"{"do":"leave_unpaid","position":3,"wager":"progressive","reason":"because"}"#,
        r#"{"do":"hand_pay","position":3,"wager":"progressive","document":"number 1"}"#,
        r#"{"do":"settle","position":3,"takes":0,"pays":0}"#,
        r#"{"do":"rack","holder":{"position":3}}"#,
        r#"{"do":"end_game"}"#,
        r#"{"do":"end_round"}"#,
        r#"{"do":"report","what":"wrong_number","holder":{"position":3}}"#,
        r#"{"do":"set_device","device":"shuffler","status":"out_of_order"}"#,
        r#"{"do":"leave","position":3}"#,
        r#"{"do":"lost","position":3}"#,
        r#"{"do":"back","position":3}"#,
        r#"{"do":"rule_leaver","position":3,"verdict":"abandoned"}"#,
        r#"{"do":"time_up","position":3,"since":0}"#,
        r#"{"do":"call_floor","reason":"because"}"#,
        r#"{"do":"resume","reason":"because"}"#,
        r#"{"do":"ruling","text":"because"}"#,
        r#"{"do":"sync_meters","wager":"progressive"}"#,
        r#"{"do":"propose_meter","wager":"progressive","level":"major","amount":100,"reason":"because"}"#,
        r#"{"do":"approve_meter","wager":"progressive"}"#,
        r#"{"do":"decline_meter","wager":"progressive"}"#,
    ];
    texts.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect()
}

/// The word of every act that there is, from the schema that clients read.
pub fn words() -> BTreeSet<String> {
    let schema = serde_json::to_value(schemars::schema_for!(table::Act)).expect("a schema");
    let acts = schema["oneOf"].as_array().expect("one schema for each act");
    let word = |act: &Value| act["properties"]["do"]["const"].as_str().expect("a word").to_owned();
    acts.iter().map(word).collect()
}

/// The word of an act.
pub fn word(act: &Value) -> &str {
    act["do"].as_str().expect("a word")
}

/// The act of an offer or of the next step, without its description.
pub fn bare(offer: &Value) -> Value {
    let mut act = offer.clone();
    let fields = act.as_object_mut().expect("an offer");
    fields.retain(|name, _| !["fields", "group", "step", "confirm", "foresee", "by"].contains(&name.as_str()));
    act
}
