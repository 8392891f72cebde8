//! What is packed comes back; what is not is refused.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::unpack;
use crate::body::Body;
use crate::lexicon::Lexicon;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Act {
    Rise,
    Sit { position: u8, who: Option<String> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Law {
    Product,
    Stake(u64),
    Pair(i8, i64),
    Long { number: i64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    act: Act,
    law: Law,
    tags: BTreeMap<String, Vec<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

fn lines() -> Vec<Line> {
    let line = |act, law, note: Option<&str>| Line {
        act,
        law,
        tags: [("a".to_owned(), vec![1, 100_000, 4_000_000_000]), ("\"é\u{1}".to_owned(), Vec::new())].into(),
        note: note.map(str::to_owned),
    };
    vec![
        line(Act::Rise, Law::Product, None),
        line(Act::Sit { position: 7, who: None }, Law::Stake(u64::MAX), Some("a \"note\"\n")),
        line(Act::Sit { position: 7, who: Some("Ann".to_owned()) }, Law::Pair(-1, i64::MIN), Some("")),
        line(Act::Rise, Law::Long { number: -5 }, Some("Ann")),
    ]
}

/// The same lines as they were packed before there were lexicons.
const LISTED: &str = r#"{"shapes":[["\"é\u0001","a"],["do","law","tags"],["stake"],["do","position","who","law","tags","note"],["pair"],["long"],["number"],["do","law","tags","note"]],"value":[["0","1",[[-1],[1,"2","3",-1],0],1],["4",7,null,["5",2],[[-1],[1,"2","3",-1],0],"6",3],["4",7,"7",[[-1,-9223372036854775808,-1],4],[[-1],[1,"2","3",-1],0],"8",3],["0",[[-5,6],5],[[-1],[1,"2","3",-1],0],"7",7],-1],"words":["rise","product",100000,4000000000,"sit",18446744073709551615,"a \"note\"\n","Ann",""]}"#;

/// Some of what the values below say, and some of what they do not.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::of(
        "rise\nsit\n{do law tags}\n{stake}\nAnn\n{}\n{a}\nw1\n{do position who law tags}\n{n s}\nlong enough to be no print",
    )
});

fn no_lexicon() -> &'static Lexicon {
    &crate::pack::NO_LEXICON
}

/// Packed without and with a lexicon, read back, and read as the canonical JSON that it must be.
fn comes_back(value: &Value) {
    for lexicon in [no_lexicon(), &LEXICON] {
        let body = Body::packed_with(lexicon, value).unwrap();
        assert_eq!(Body::parse(body.as_str()).unwrap(), body);
        assert_eq!(&body.unpacked_with::<Value>(lexicon).unwrap(), value, "{body}");
    }
}

#[test]
fn what_is_packed_is_read_back_and_is_canonical() {
    for lexicon in [no_lexicon(), &LEXICON] {
        let body = Body::packed_with(lexicon, &lines()).unwrap();
        assert_eq!(Body::parse(body.as_str()).unwrap(), body);
        assert_eq!(body.unpacked_with::<Vec<Line>>(lexicon).unwrap(), lines());
        assert_eq!(body.unpacked_with::<Value>(lexicon).unwrap(), serde_json::to_value(lines()).unwrap());
    }
}

#[test]
fn what_a_lexicon_has_is_not_spelled() {
    let body = Body::packed_with(&LEXICON, &json!([{ "n": 1, "s": "sit" }, { "n": 40, "s": "rose" }])).unwrap();
    assert_eq!(body.as_str(), r#"{"packed":"[09+10109+d1'0]","words":["rose"]}"#);
    let body = Body::packed(&json!([{ "n": 1, "s": "sit" }, { "n": 40, "s": "sit" }])).unwrap();
    assert_eq!(body.as_str(), r#"{"packed":"[{0+1'0{0+d1'0]","shapes":[["n","s"]],"words":["sit"]}"#);
}

#[test]
fn what_was_packed_before_there_were_lexicons_is_read() {
    let body = Body::parse(LISTED).unwrap();
    assert_eq!(body.unpacked::<Vec<Line>>().unwrap(), lines());
    assert_eq!(body.unpacked_with::<Value>(&LEXICON).unwrap(), serde_json::to_value(lines()).unwrap());
}

#[test]
fn anything_that_json_can_say_comes_back() {
    let many: Vec<_> =
        (0..5_000).map(|i| json!({ "n": i * 1_000, "s": format!("w{i}"), &format!("k{i}"): i })).collect();
    let long = "a text that no print tells from another".repeat(3);
    let alike =
        json!([format!("{long}a{long}"), format!("{long}b{long}"), format!("{long}a{long}"), "\u{7}é\"\\", "é"]);
    for value in [json!(null), json!(true), json!([]), json!({}), json!([[], {}, [{}]]), json!(many), alike] {
        comes_back(&value);
    }
    for number in [0, 1, 31, 32, 1023, 1024, u64::MAX - 1, u64::MAX, 1 << 60, (1 << 60) - 1] {
        comes_back(&json!([number, -1 - (number >> 1) as i64]));
    }
}

/// A small generator of values that are like and unlike those of records.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        // splitmix64, see Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn word(&mut self) -> String {
        let known = ["rise", "sit", "Ann", "", "a", "do", "law", "n", "s", "long enough to be no print"];
        match self.below(3) {
            0 => (0..self.below(24)).map(|_| char::from(b' ' + self.below(95) as u8)).collect(),
            1 => (0..self.below(4)).filter_map(|_| char::from_u32(self.below(0x3000) as u32)).collect(),
            _ => known[self.below(known.len() as u64) as usize].to_owned(),
        }
    }

    fn value(&mut self, depth: u64) -> Value {
        match self.below(if depth > 6 { 5 } else { 8 }) {
            0 => json!(null),
            1 => json!(self.below(2) == 0),
            2 => {
                let shift = self.below(64);
                json!(self.below(u64::MAX) >> shift)
            }
            3 => json!(-1 - (self.below(u64::MAX) >> 1) as i64),
            4 => json!(self.word()),
            5 => Value::Array((0..self.below(5)).map(|_| self.value(depth + 1)).collect()),
            _ => Value::Object((0..self.below(5)).map(|_| (self.word(), self.value(depth + 1))).collect()),
        }
    }
}

#[test]
fn random_values_come_back() {
    let mut dice = Dice(1);
    for _ in 0..4_000 {
        comes_back(&dice.value(0));
    }
}

/// Letters are changed, put in and taken out: it is refused with a reason, or means something else, and nothing breaks.
#[test]
fn spoilt_texts_are_refused_or_read() {
    let mut dice = Dice(2);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..20_000 {
        let value = Value::Array((0..3).map(|_| dice.value(0)).collect());
        let mut text = Body::packed_with(&LEXICON, &value).unwrap().as_str().as_bytes().to_vec();
        for _ in 0..=dice.below(3) {
            let at = dice.below(text.len() as u64) as usize;
            let letter = b"\"'[]{}+-.!:0A~,\\x\n\xff"[dice.below(18) as usize];
            match dice.below(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, letter),
                2 => text.truncate(at + 9),
                _ => text[at] = letter,
            }
        }
        let Ok(text) = String::from_utf8(text) else { continue };
        match unpack::<Value>(&text, &LEXICON) {
            Ok(_) => read += 1,
            Err(why) => {
                assert!(!why.is_empty());
                refused += 1;
            }
        }
        assert!(unpack::<Vec<Line>>(&text, &LEXICON).is_err() || value.as_array().is_some_and(Vec::is_empty));
    }
    assert!(refused > 10_000 && read > 100, "{refused} were refused and {read} were read");
}

#[test]
fn floats_and_depths_are_refused() {
    assert!(Body::packed(&1.5).is_err());
    let nested = |depth| (0..depth).fold(json!(1), |inner, _| json!([inner]));
    comes_back(&nested(50));
    assert!(Body::packed(&nested(51)).is_err());
    let deep = |depth| format!(r#"{{"packed":"{}{}","words":[]}}"#, "[".repeat(depth), "]".repeat(depth));
    assert!(unpack::<Value>(&deep(50), &LEXICON).is_ok());
    assert_eq!(unpack::<Value>(&deep(51), &LEXICON).unwrap_err(), "it is nested too deeply, 51 letters before the end");
    assert!(unpack::<serde::de::IgnoredAny>(&deep(100_000), &LEXICON).is_err());
}

/// What each refusal is for.
#[test]
fn texts_that_are_not_packed_are_refused() {
    for (packed, why) in [
        ("", "the text ends within a value"),
        ("[", "the text ends within a value"),
        ("]", "no value begins with the letter ']'"),
        ("0", "the text ends within a value"),
        ("0!", "the number of an entry has two digits"),
        ("zz", "the lexicon has no entry 4030"),
        ("03", "the text ends within a value"),
        (" 0", "no value begins with the letter ' '"),
        ("00.", "1 letters are left over"),
        ("[00", "the text ends within a value"),
        ("+", "the text ends within a value"),
        ("+!", "a figure has a letter that is no digit"),
        ("+W0", "a figure is longer than it may be"),
        ("+~~~~~~~~~~~~G", "a figure is longer than it may be"),
        ("+~~~~~~~~~~~~~0", "a figure is longer than it may be"),
        ("-0", "a number below zero is none"),
        ("-~~~~~~~~~~~~F", "a number below zero is none"),
        ("'1", "there is no word 1"),
        ("{1", "there is no shape 1"),
        ("{0.", "the text ends within a value"),
    ] {
        let text = format!(r#"{{"packed":"{packed}","shapes":[["a","b"]],"words":["a"]}}"#);
        let told = unpack::<Value>(&text, &LEXICON).unwrap_err();
        assert!(told.starts_with(why), "{packed}: {told}");
    }
    for text in [
        r#"{"packed":"\u0030"}"#,
        r#"{"packed":"."}"#,
        r#"{"packed":".","words":[1]}"#,
        r#"{"packed":".","words":[],"x":[]}"#,
        r#"{"packed":".","packed":".","words":[]}"#,
        r#"{"packed":"\u002e","words":[]}"#,
        "{}",
        "[]",
        r#"{"shapes":[],"value":[0],"words":[]}"#,
        r#"{"shapes":[["a"]],"value":[0],"words":[]}"#,
        r#"{"shapes":[],"value":[],"words":[]}"#,
        r#"{"shapes":[],"value":"0","words":[]}"#,
        r#"{"shapes":[],"value":"0","words":[[]]}"#,
        r#"{"shapes":[],"value":"0","words":[-1]}"#,
        r#"{"shapes":[],"value":"","words":["a"]}"#,
        r#"{"shapes":[],"value":"!","words":["a"]}"#,
        r#"{"shapes":[],"value":"zzzzzzzzzzzzzzzz","words":["a"]}"#,
        r#"{"shapes":[],"value":[1,-2],"words":[]}"#,
        r#"{"shapes":[],"value":1.5,"words":[]}"#,
        r#"{"shapes":[],"value":{},"words":[]}"#,
    ] {
        assert!(unpack::<Value>(text, &LEXICON).is_err(), "{text}");
    }
}

/// A list or an object with more in it than its reader takes is not cut short.
#[test]
fn nothing_is_left_unread() {
    let pair = Body::packed(&[1, 2, 3]).unwrap();
    assert!(pair.unpacked::<(u8, u8)>().is_err());
    assert_eq!(pair.unpacked::<(u8, u8, u8)>().unwrap(), (1, 2, 3));
    let act = Body::packed(&json!({ "do": "rise", "law": { "pair": [1, 2, 3] }, "tags": {} })).unwrap();
    assert!(act.unpacked::<Line>().is_err());
}
