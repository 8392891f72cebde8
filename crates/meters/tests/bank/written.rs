//! How entries are written: the format is a promise, since journals keep it for years.

use meters::{Bank, Claim, Entry, GameId, Person, Pot, Pots, RoundId};
use rules::{Level, Meter, Share, Wager};

use super::{act, bank, house, id, open, person, read, said};

#[test]
fn entries_are_written_so() {
    let house = open(&read("golden/books/freedonia-house.toml"));
    let mut bank = Bank::new(meters::BankTerms::of(&house, Wager::Progressive).unwrap());
    let mut lines = Vec::new();
    let mut note = |entry: Entry| lines.push(serde_json::to_string(&entry).unwrap());
    note(act(&mut bank, |bank| bank.join(&super::table(&house, Wager::Progressive, "t1"))));
    note(act(&mut bank, |bank| bank.contribute(&id("t1"), RoundId(7), 3)));
    note(act(&mut bank, |bank| bank.correct(&id("t1"), RoundId(7), 2)));
    let whole = Claim::of(4, Level::Main, Share::WHOLE, bank.due(Level::Main, Share::WHOLE));
    note(act(&mut bank, |bank| bank.award(&id("t1"), RoundId(7), &whole)));
    note(act(&mut bank, |bank| bank.close(&id("t1"), RoundId(7))));
    note(act(&mut bank, |bank| bank.propose(&person("Ann"), Pot::Backup, Meter(5), "rounding")));
    note(act(&mut bank, |bank| bank.approve(&person("Bob"), 1)));
    note(act(&mut bank, |bank| bank.propose(&person("Ann"), Pot::Reserve, Meter(5), "rounding")));
    note(act(&mut bank, |bank| bank.decline(&person("Ann"), 2)));
    note(act(&mut bank, |bank| bank.reach(false)));
    note(act(&mut bank, |bank| bank.leave(&id("t1"))));
    let paytable = &bank.terms().paytable;
    let expected = [
        format!(
            r#"{{"joined":{{"game":{{"id":"t1","title":"Three Card Poker","paytable":"{paytable}","stake":200,"decks":{}}},"forgets":null}}}}"#,
            bank.terms().decks
        ),
        r#"{"contributed":{"game":"t1","round":7,"wagers":3,"stakes":600,"amounts":{"main":120000000,"reserve":30000000,"backup":60000000}}}"#.into(),
        r#"{"reversed":{"game":"t1","round":7,"cause":"correction","wagers":1,"stakes":200,"amounts":{"main":40000000,"reserve":10000000,"backup":20000000},"short":{}}}"#.into(),
        r#"{"awarded":{"game":"t1","round":7,"position":4,"level":"main","share":"100%","won":"100%","amount":30080,"reset":{"seed":30000,"reserve":20000000,"backup":40000000}}}"#.into(),
        r#"{"closed":{"game":"t1","round":7,"resets":[]}}"#.into(),
        r#"{"proposed":{"id":1,"by":"Ann","pot":"backup","amount":5,"reason":"rounding"}}"#.into(),
        r#"{"approved":{"id":1,"by":"Bob","pot":"backup","amount":5}}"#.into(),
        r#"{"proposed":{"id":2,"by":"Ann","pot":"reserve","amount":5,"reason":"rounding"}}"#.into(),
        r#"{"declined":{"id":2,"by":"Ann"}}"#.into(),
        r#"{"reached":{"online":false}}"#.into(),
        r#"{"left":{"game":"t1"}}"#.into(),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn what_cannot_be_read_says_so() {
    let pots = |text: &str| serde_json::from_str::<Pots>(text).unwrap_err().to_string();
    assert!(pots(r#"{"main":1,"main":2}"#).starts_with("\"main\" stands twice"));
    assert!(pots(r#"{"giant":1}"#).starts_with("\"giant\" is not a meter: expected one of main, mega, major, minor"));
    assert!(pots("7").contains("meters and their millionths of a cent"));
    for name in [r#""""#, r#"" t1""#, r#""a\nb""#] {
        let words = "is not a name: write 1 to 40 bytes on one line, no space at either end";
        assert!(serde_json::from_str::<GameId>(name).unwrap_err().to_string().contains(words));
        assert!(serde_json::from_str::<Person>(name).unwrap_err().to_string().contains(words));
    }
}

/// Every refusal names a law.
#[test]
fn a_refusal_names_its_law() {
    for file in ["houses/ma.toml", "houses/md14.toml", "houses/md2014.toml", "houses/sd.toml"] {
        let mut bank = bank(&house(file), Wager::Progressive, "t1");
        let (t1, t9, ann) = (id("t1"), id("t9"), person("Ann"));
        let whole = Claim::of(1, Level::Main, Share::WHOLE, bank.due(Level::Main, Share::WHOLE));
        let table = |name: &str| super::table(&house(file), Wager::Progressive, name);
        let refused = |bank: &Bank| {
            vec![
                said(bank.join(&table("t1"))),
                said(bank.join(&table("t2"))),
                said(bank.leave(&t9)),
                said(bank.contribute(&t1, RoundId(1), 0)),
                said(bank.correct(&t1, RoundId(1), 1)),
                said(bank.reverse(&t1, RoundId(1))),
                said(bank.award(&t1, RoundId(1), &whole)),
                said(bank.close(&t1, RoundId(1))),
                said(bank.propose(&ann, Level::Main.into(), Meter(1), "")),
                said(bank.approve(&ann, 1)),
                said(bank.decline(&ann, 1)),
            ]
        };
        let mut all = refused(&bank);
        all.push(said(bank.reach(true)));
        act(&mut bank, |bank| bank.reach(false));
        all.push(said(bank.contribute(&t1, RoundId(1), 1)));
        for words in all {
            let law = words.rsplit_once(" [").unwrap().1;
            assert!(law.ends_with(']') && law.len() > 5, "{words}");
        }
    }
}
