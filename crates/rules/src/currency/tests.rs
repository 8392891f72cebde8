//! Amounts of several currencies, written, read, said and heard.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn currency(code: &str, sign: &str, place: SignPlace, decimals: u8) -> Currency {
    let mut made = Currency { code: code.into(), sign: sign.into(), place, decimals, chips: Vec::new() };
    made.chips = vec![made.smallest(), Cents(500)];
    made
}

fn currencies() -> Vec<Currency> {
    let mut all = vec![Currency::dollar(), currency("CAD", "C$", SignPlace::Before, 2)];
    for (code, sign) in [("EUR", "€"), ("JPY", "¥"), ("NOK", "kr"), ("CHF", "Fr"), ("AUD", "$")] {
        all.extend(
            SignPlace::ALL.iter().flat_map(|place| [0, 2].map(|decimals| currency(code, sign, *place, decimals))),
        );
    }
    all
}

#[test]
fn what_is_written_is_read_again_in_every_currency() {
    for currency in currencies() {
        for hundredths in (0..100_000).step_by(7).chain([1, 99, 100, 123_456_789, crate::money::CENTS_MAX]) {
            let amount = Cents(hundredths).round_down_to(currency.smallest());
            let written = currency.write(amount);
            assert_eq!(currency.read(&written), Ok(amount), "{written}");
            // What is said once stays as it is.
            assert_eq!(currency.say(&written), written, "{currency:?}");
            assert_eq!(currency.read(&written.replace(' ', "")), Ok(amount), "{written}");
        }
    }
}

#[test]
fn signs_stand_where_they_belong() {
    let written = |sign: &str, place| currency("XXX", sign, place, 2).write(Cents(-123_450));
    assert_eq!(written("€", SignPlace::Before), "-€1,234.50");
    assert_eq!(written("kr", SignPlace::BeforeSpace), "-kr 1,234.50");
    assert_eq!(written("kr", SignPlace::After), "-1,234.50kr");
    assert_eq!(written("€", SignPlace::AfterSpace), "-1,234.50 €");
    assert_eq!(Currency::dollar().write(Cents(-123_450)), "-$1,234.50");
}

#[test]
fn a_text_is_said_amount_by_amount() {
    let krone = currency("NOK", "kr", SignPlace::AfterSpace, 0);
    for (text, said) in [
        ("from $5 to $1,000, in steps of $5.", "from 5 kr to 1,000 kr, in steps of 5 kr."),
        ("Ann has $10, Bob $1,00", "Ann has 10 kr, Bob 1 kr,00"),
        ("a meter of $2,000.08000001", "a meter of 2,000.08000001 kr"),
        ("+$5 and −$5", "+5 kr and −5 kr"),
        ("C$5, a $ and a $x", "C$5, a $ and a $x"),
        ("", ""),
    ] {
        assert_eq!(krone.say(text), said);
        assert_eq!(krone.say(said), said);
        assert_eq!(Currency::dollar().say(text), text);
    }
}

#[test]
fn what_is_said_is_heard_again() {
    let text = "ante=$1,500,pair_plus=$5 -$10 $2.50, (from $5 to $10.) 17 and 3 to 2";
    for currency in currencies() {
        assert_eq!(currency.hear(&currency.say(text)), text, "{currency:?}");
    }
    let krone = currency("NOK", "kr", SignPlace::AfterSpace, 0);
    assert_eq!(krone.hear("ante=10kr,tips=1,000 kr"), "ante=$10,tips=$1,000");
    for foreign in ["$5", "10 kroner", "kr 10", "€5"] {
        assert!(!krone.hear(foreign).contains('$'), "{foreign}");
    }
}

#[test]
fn another_sign_and_a_coin_that_is_not_there_are_refused() {
    let krone = currency("NOK", "kr", SignPlace::AfterSpace, 0);
    for text in ["$10", "10", "€10", "kr 10", "10.00 kr", "10 kroner", "-10 kr", "1,00 kr", "kr"] {
        let wrong = krone.read(text).unwrap_err().0;
        assert!(wrong.starts_with(&format!("\"{text}\"")) && wrong.ends_with("write it such as \"10 kr\""), "{wrong}");
    }
    assert!(krone.read("10.00 kr").unwrap_err().0.contains("have no decimals"));
}

#[test]
fn what_cannot_be_a_currency_is_refused() {
    let made = |code: &str, sign: &str, decimals: u8, chips: &[&str]| {
        let chips = chips.iter().map(|chip| (*chip).to_owned()).collect();
        let raw = RawCurrency { code: code.into(), sign: sign.into(), place: SignPlace::AfterSpace, decimals, chips };
        Currency::try_from(raw).map_err(|wrong| wrong.to_string())
    };
    assert_eq!(made("NOK", "kr", 0, &["1 kr", "5 kr"]).unwrap().chips, [Cents(100), Cents(500)]);
    for (code, sign, decimals, chips, words) in [
        ("nok", "kr", 0, &["1 kr"][..], "not the code of a currency"),
        ("NOK", "", 0, &["1"], "not the sign of a currency"),
        ("NOK", "kr1", 0, &["1"], "not the sign of a currency"),
        ("KWD", "KD", 3, &["1 KD"], "a currency with 3 is not supported"),
        ("NOK", "kr", 0, &["$1"], "\"$1\" is not an amount in NOK"),
        ("NOK", "kr", 0, &["0.50 kr"], "have no decimals"),
        ("NOK", "kr", 0, &[], "the smallest first"),
        ("NOK", "kr", 0, &["0 kr"], "the smallest first"),
        ("NOK", "kr", 0, &["5 kr", "1 kr"], "the smallest first"),
        ("NOK", "kr", 0, &["2 kr", "5 kr"], "a multiple of it"),
    ] {
        let said = made(code, sign, decimals, chips).unwrap_err();
        assert!(said.contains(words), "{said}");
    }
}
