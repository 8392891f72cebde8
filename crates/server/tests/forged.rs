//! Records that somebody with the house's own key wrote: the chains hold and the signatures are good, and `verify` objects
//! to what the records say of meters all the same.

use std::path::Path;

use crate::common::{Client, house, new_id, open};
use journal::{
    Batch, Body, CommandId, ExpectedVersion, Hash, LedgerRules, NewRecord, SqliteStore, Store, StoreOptions, Write,
    export, verify_export,
};
use meters::{Bank, Entry, GameId, GameTerms, Person, Pot};
use pit::{ENTRIES, Entries, Link, LinkId, PitCheck, Stand, TURNS, TableId, Turn, Under, bodies};
use rules::{Level, Meter, Wager};
use serde_json::json;
use table::{Act, Actor, Command, Moment, PROGRESSIVES, Role, What, robot};

const FULL: &str = "[automation]\npace = \"full\"\n";

/// md14 without its link: the meter is the table's own.
fn alone() -> server::HouseText {
    let mut house = house("md14", &[], FULL);
    let text = house.text.to_string();
    let (before, after) = text.split_once("[five_card_progressive.link]").expect("a link");
    let (_, after) = after.split_once("\n[").expect("another section");
    house.text = format!("{before}[{after}").into();
    house
}

/// A journal of one table, at which a round was played.
async fn played(folder: &Path, house: server::HouseText) -> SqliteStore {
    played_at(folder, house, &["one"]).await
}

/// A journal of some tables, with a round at one after the other, closed for good.
async fn played_at(folder: &Path, house: server::HouseText, tables: &[&str]) -> SqliteStore {
    let founded: Vec<_> = tables.iter().map(|table| (*table, house.clone(), 0)).collect();
    let open = open(folder, &founded).await;
    for table in tables {
        let ann = Client::guest(&open, &format!("ann {table}")).await;
        for act in [json!({ "do": "sit", "position": 1 }), json!({ "do": "buy_in", "amount": 50_000 })] {
            assert_eq!(ann.act(table, "player", act).await.status, 200);
        }
        let wager =
            |wager: &str, amount: i64| json!({ "do": "wager", "position": 1, "wager": wager, "amount": amount });
        let order = json!({ "id": new_id(), "table": table, "act": wager("ante", 500),
            "then": [wager("five_card_progressive", 100)] });
        assert_eq!(ann.send("POST", &format!("/api/v1/tables/{table}/acts"), &order).await.status, 200);
        let decide = json!({ "do": "decide", "position": 1, "decision": "play" });
        for act in [json!({ "do": "look", "position": 1 }), decide] {
            assert_eq!(ann.act(table, "player", act).await.status, 200);
        }
    }
    drop(open);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    SqliteStore::open(folder, StoreOptions { ledger, ..StoreOptions::default() }).expect("the journal")
}

/// What `verify` says of all of it: nothing, or the fault.
async fn verdict(store: &SqliteStore) -> Option<String> {
    let mut text = Vec::new();
    export(store, &mut text).await.expect("an export");
    let report = verify_export(text.as_slice(), &[], &mut PitCheck::default()).expect("it is read");
    report.fault.map(|(_, fault)| fault.to_string())
}

/// The table and its link as the records give them.
async fn stands(store: &SqliteStore) -> (Stand, Option<Link>) {
    let id = TableId::new("one").unwrap();
    let mut records = store.read(id.stream(), 1, 100_000).await.unwrap().into_iter();
    let mut stand = Stand::found(&id, &records.next().unwrap()).unwrap();
    records.for_each(|record| drop(stand.follow(&record).unwrap()));
    let Some(link) = LinkId::of(&stand.state.house, Wager::FiveCardProgressive) else { return (stand, None) };
    let mut records = store.read(link.stream(), 1, 100_000).await.unwrap().into_iter();
    let mut found = Link::found(&link, &records.next().unwrap()).unwrap();
    records.for_each(|record| drop(found.follow(&record).unwrap()));
    (stand, Some(found))
}

fn slot() -> usize {
    PROGRESSIVES.iter().position(|wager| *wager == Wager::FiveCardProgressive).unwrap()
}

/// The same meters a thousand dollars higher, with books that add up.
fn raised(bank: &Bank) -> Bank {
    let mut bank = bank.clone();
    let person = |name: &str| Person::new(name).unwrap();
    let level = Pot::Level(bank.levels().next().map_or(Level::Mega, |(level, _)| level));
    let proposed = bank.propose(&person("eve"), level, Meter(100_000_000_000), "because").unwrap();
    bank.apply(&proposed);
    let Entry::Proposed(proposal) = &proposed else { panic!("a proposal") };
    bank.apply(&bank.approve(&person("mallory"), proposal.id).unwrap());
    assert!(bank.audit().is_ok());
    bank
}

fn record(kind: &str, body: Body) -> NewRecord {
    NewRecord { kind: journal::Kind::new(kind).unwrap(), format: pit::FORMAT, time_ms: 1_800_000_000_000, body }
}

/// Writes records with the node's own key, as the house itself does.
async fn forge(store: &SqliteStore, writes: Vec<Write>) {
    let command = CommandId(Hash::of_command(new_id().as_bytes()).0[..16].try_into().unwrap());
    let batch = Batch {
        command,
        digest: Hash::of_command(b"forged"),
        answer: Body::of(&()).unwrap(),
        writes,
        postings: Vec::new(),
    };
    let done = store.append(batch).await.expect("it is stored");
    assert!(matches!(done, journal::AppendOutcome::Appended(_)), "{done:?}");
}

/// The records of turns at the table.
fn turns(stand: &Stand, state: &table::State, turns: &[Turn]) -> Write {
    let under = Under { house: stand.state.house.digest.clone(), program: "forged".into() };
    let (version, round) = (stand.state.version, stand.state.round.number);
    assert!(state.version > version);
    let bodies = bodies(version, round, turns, &under, &[7; 32]).unwrap();
    let records = bodies.into_iter().map(|body| record(TURNS, body)).collect();
    Write { stream: stand.id.stream(), expected: ExpectedVersion::Version(stand.records), records }
}

fn command(by: Actor, act: Act) -> Command {
    Command::new("forged", by, Moment(1_800_000_000_000), act)
}

fn sync(by: Actor, bank: Bank) -> Command {
    let act = Act::SyncMeters { wager: Wager::FiveCardProgressive };
    Command { bank: Some(Box::new(bank)), ..command(by, act) }
}

#[tokio::test(flavor = "multi_thread")]
async fn meters_of_one_table_are_told_by_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = played(folder.path(), alone()).await;
    assert_eq!(verdict(&store).await, None);
    let (stand, link) = stands(&store).await;
    assert!(link.is_none());
    let mut state = stand.state.clone();
    let bank = raised(state.banks[slot()].as_ref().unwrap());
    let turn = Turn::take(&mut state, sync(robot::robot(Role::System), bank)).expect("the table believes it");
    forge(&store, vec![turns(&stand, &state, &[turn])]).await;
    let fault = verdict(&store).await.expect("an objection");
    assert!(fault.contains("which is on no link"), "{fault}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_told_what_its_link_says_and_nothing_else() {
    for (by, says) in [
        (robot::robot(Role::System), "told other meters than those of the link"),
        (Actor::new(Role::System, "eve"), "eve acted as the house itself"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let store = played(folder.path(), house("md14", &[], FULL)).await;
        assert_eq!(verdict(&store).await, None);
        let (stand, link) = stands(&store).await;
        let mut state = stand.state.clone();
        let bank = raised(&link.expect("a link").bank);
        let turn = Turn::take(&mut state, sync(by, bank)).expect("the table believes it");
        forge(&store, vec![turns(&stand, &state, &[turn])]).await;
        let fault = verdict(&store).await.expect("an objection");
        assert!(fault.contains(says), "{fault}");
    }
}

/// A correction of a meter, by these two and signed by this second person.
async fn corrected(by: &str, second: Option<&str>, approves: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let store = played(folder.path(), alone()).await;
    let (stand, _) = stands(&store).await;
    let mut state = stand.state.clone();
    let wager = Wager::FiveCardProgressive;
    let level = state.banks[slot()].as_ref().and_then(|bank| bank.levels().next()).map_or(Level::Mega, |found| found.0);
    let act = Act::ProposeMeter { wager, level, amount: 100_000, reason: "because".into() };
    let floor = |name: &str| Actor::new(Role::Floorperson, name);
    let mut proposed = Turn::take(&mut state, command(floor(by), act)).expect("a proposal");
    proposed.second = second.map(floor);
    let approved = Turn::take(&mut state, command(floor(approves), Act::ApproveMeter { wager })).expect("an approval");
    forge(&store, vec![turns(&stand, &state, &[proposed, approved])]).await;
    verdict(&store).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_has_two_persons_on_record() {
    assert_eq!(corrected("floor", Some("supervisor"), "supervisor").await, None);
    for second in [None, Some("eve")] {
        let fault = corrected("eve", second, "mallory").await.expect("an objection");
        assert!(fault.contains("eve proposed to correct a meter, and no other person stands for it"), "{fault}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_comes_onto_a_link_beside_its_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = played(folder.path(), house("md14", &[], FULL)).await;
    let (stand, link) = stands(&store).await;
    let link = link.expect("a link");
    // A game that is not the table's own, under the table's name.
    let id = GameId::new("shadow").unwrap();
    let terms = GameTerms::of(&stand.state.house, Wager::FiveCardProgressive, &id, "Shadow").unwrap();
    let entry = link.bank.join(&terms).expect("it may join");
    let body = Body::of(&Entries { table: stand.id.clone(), entries: vec![entry] }).unwrap();
    let expected = ExpectedVersion::Version(link.records);
    forge(&store, vec![Write { stream: link.id.stream(), expected, records: vec![record(ENTRIES, body)] }]).await;
    let fault = verdict(&store).await.expect("an objection");
    assert!(fault.contains("entries of table one that the table did not make"), "{fault}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_decided_by_an_older_meter_than_the_links() {
    for told in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let store = played_at(folder.path(), house("md14", &[], FULL), &["one", "two"]).await;
        assert_eq!(verdict(&store).await, None);
        let (stand, link) = stands(&store).await;
        let (mut state, link) = (stand.state.clone(), link.expect("a link"));
        let mut all = Vec::new();
        // The other table has raised the meter since: this one is told that first, or it is not.
        if told {
            let sync = sync(robot::robot(Role::System), link.bank.clone());
            all.push(Turn::take(&mut state, sync).expect("the link's own meters"));
        }
        let level = link.bank.levels().next().map_or(Level::Mega, |found| found.0);
        let wager = Wager::FiveCardProgressive;
        let act = Act::ProposeMeter { wager, level, amount: 100, reason: "because".into() };
        let mut turn =
            Turn::take(&mut state, command(Actor::new(Role::Floorperson, "floor"), act)).expect("a proposal");
        turn.second = Some(Actor::new(Role::Floorperson, "supervisor"));
        let entries = turn.events.iter().filter_map(|event| match &event.what {
            What::Meter { entry, .. } => Some(entry.clone()),
            _ => None,
        });
        let body = Body::of(&Entries { table: stand.id.clone(), entries: entries.collect() }).unwrap();
        all.push(turn);
        let expected = ExpectedVersion::Version(link.records);
        let on_link = Write { stream: link.id.stream(), expected, records: vec![record(ENTRIES, body)] };
        forge(&store, vec![turns(&stand, &state, &all), on_link]).await;
        let fault = verdict(&store).await;
        let objects = fault.as_deref().is_some_and(|fault| fault.contains("told other meters than those of the link"));
        assert_eq!((fault.is_none(), objects), (told, !told), "{fault:?}");
    }
}
