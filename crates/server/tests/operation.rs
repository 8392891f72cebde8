//! Running the house: its own TLS, the password key, approved houses, and the audit.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{Client, config, house, open, open_with, try_open};
use journal::{LedgerRules, PostgresStore, Signer, SqliteStore, Store, StoreOptions, StreamName};
use serde_json::{Value, json};
use server::{Config, HouseText, JournalPlace, TableConfig, TableId, TlsFiles};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

const FULL: &str = "[automation]\npace = \"full\"\n";

fn table(id: &str, house: HouseText) -> TableConfig {
    TableConfig { id: TableId::new(id).unwrap(), name: id.into(), house, robots: 0 }
}

/// A new certificate for this machine, in two files.
fn certificate(folder: &Path, name: &str) -> (TlsFiles, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let files = TlsFiles { certificate: folder.join(format!("{name}.pem")), key: folder.join(format!("{name}.key")) };
    std::fs::write(&files.certificate, made.cert.pem()).unwrap();
    std::fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
    (files, made.cert.der().clone())
}

/// What the server answers somebody who trusts one certificate alone.
async fn over_tls(
    address: std::net::SocketAddr,
    trusted: &CertificateDer<'static>,
    request: &str,
) -> Result<String, String> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = builder.with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let name = ServerName::try_from("localhost").unwrap();
    let connected = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    let mut stream = connected.map_err(|error| error.to_string())?;
    stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text).await;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_speaks_tls_and_reads_a_new_certificate_at_a_hang_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (files, first) = certificate(folder.path(), "house");
    let place = JournalPlace::Folder(folder.path().join("data"));
    let open = open_with(Config { tls: Some(files.clone()), ..config(place) }).await;
    let guest = "POST /api/v1/guest HTTP/1.1\r\nHost: localhost\r\nOrigin: https://localhost\r\nConnection: close\r\n\
                 Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    let answer = over_tls(open.address, &first, guest).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let head = answer.to_lowercase();
    assert!(head.contains("set-cookie: __host-queenhigh=") && head.contains("; secure;"), "{answer}");
    assert!(head.contains("strict-transport-security: max-age=31536000"), "{answer}");
    // A client without TLS is not served, and keeps nobody waiting.
    let mut plain = TcpStream::connect(open.address).await.unwrap();
    plain.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut bytes = Vec::new();
    let _ = plain.read_to_end(&mut bytes).await;
    assert!(!String::from_utf8_lossy(&bytes).contains("alive"));
    // A new certificate in the same files, and a hang-up: the next client gets it.
    let health = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let (_, second) = certificate(folder.path(), "house");
    assert!(over_tls(open.address, &second, health).await.is_err(), "not before the hang-up");
    let hang_up = std::process::Command::new("kill").args(["-HUP", &std::process::id().to_string()]).status();
    assert!(hang_up.expect("kill").success());
    let mut answer = Err(String::new());
    for _ in 0..100 {
        answer = over_tls(open.address, &second, health).await;
        if answer.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(answer.expect("the new certificate").contains("alive"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_cannot_be_used_is_told_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, _) = certificate(folder.path(), "one");
    let (two, _) = certificate(folder.path(), "two");
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "nothing\n").unwrap();
    let missing = folder.path().join("missing.pem");
    let with = |certificate: &PathBuf, key: &PathBuf| TlsFiles { certificate: certificate.clone(), key: key.clone() };
    for (files, says) in [
        (with(&missing, &one.key), "missing.pem cannot be read: No such file"),
        (with(&one.certificate, &missing), "missing.pem cannot be read: No such file"),
        (with(&empty, &one.key), "empty.pem holds no certificate"),
        (with(&one.certificate, &empty), "empty.pem holds no key"),
        (with(&one.certificate, &two.key), "does not belong to the certificate"),
    ] {
        let place = JournalPlace::Folder(folder.path().join("data"));
        let refused = try_open(Config { tls: Some(files), ..config(place) }).await.err().expect(says);
        assert!(refused.refused.contains(says), "{says}: {}", refused.refused);
    }
    assert!(!folder.path().join("data").exists(), "nothing was done before");
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_share_the_key_of_the_passwords_or_do_without() {
    const PASSWORD: &str = "the same at every node";
    let cluster = pgtest::Cluster::start(pgtest::Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    let folder = tempfile::tempdir().expect("a folder");
    let place = |node: &str| JournalPlace::Database(url.clone(), folder.path().join(node));
    let sign_in = json!({ "name": "floor", "password": PASSWORD });
    let one = open_with(config(place("one"))).await;
    Client::staff_with(&one, "floor", Some(PASSWORD)).await;
    // A node without the key serves, and says so to those who sign in with a password.
    let two = open_with(config(place("two"))).await;
    let without = Client::nobody(&two).send("POST", "/api/v1/session", &sign_in).await;
    assert_eq!(without.status, 503, "{without:?}");
    assert!(without.json()["refused"].as_str().unwrap().contains("--people-key"), "{without:?}");
    assert!(!folder.path().join("two/people.key").exists(), "it makes none up");
    Client::guest(&two, "ann").await;
    drop(two);
    // With the first node's key it does everything.
    let key = folder.path().join("one/people.key");
    let two = open_with(Config { people_key: Some(key), ..config(place("two")) }).await;
    let with = Client::nobody(&two).send("POST", "/api/v1/session", &sign_in).await;
    assert_eq!(with.status, 200, "{with:?}");
    // A node with a wrong key does not open.
    let wrong = folder.path().join("wrong.key");
    std::fs::write(&wrong, [7; 32]).unwrap();
    let refused = try_open(Config { people_key: Some(wrong), ..config(place("three")) }).await.err().expect("refused");
    assert!(refused.refused.contains("not the key that the people's passwords were made with"), "{}", refused.refused);
    let missing = folder.path().join("missing.key");
    let refused = try_open(Config { people_key: Some(missing), ..config(place("four")) }).await.err().expect("refused");
    assert!(refused.refused.contains("missing.key: No such file"), "{}", refused.refused);
    drop((one, two));
    let options = StoreOptions { signer: Some(Arc::new(Signer::from_secret([7; 32]))), ..StoreOptions::default() };
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let store = PostgresStore::connect(&url, StoreOptions { ledger, ..options }).await.expect("the database");
    let keys = audit(&store).await.into_iter().filter(|entry| entry["entry"] == "key").count();
    assert_eq!(keys, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_may_start_at_once_for_the_first_time() {
    let cluster = pgtest::Cluster::start(pgtest::Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    let folder = tempfile::tempdir().expect("a folder");
    let place = |node: &str| JournalPlace::Database(url.clone(), folder.path().join(node));
    let start =
        |node: &str| try_open(Config { tables: vec![table("sd", house("sd", &[], FULL))], ..config(place(node)) });
    let (one, two) = tokio::join!(start("one"), start("two"));
    let (one, two) = (one.expect("the first"), two.expect("the second"));
    assert_eq!(one.links.len() + two.links.len(), 5, "everybody is invited once");
    let keys = ["one", "two"].map(|node| folder.path().join(node).join("people.key").exists());
    assert!(keys[0] != keys[1], "one of them made the key: {keys:?}");
    drop((one, two));
    // Both start again as they are.
    for node in ["one", "two"] {
        start(node).await.expect("it starts again");
    }
}

/// Refused attempts are written to the same stream at any moment: nobody who comes in meanwhile has to try again.
#[tokio::test(flavor = "multi_thread")]
async fn guests_come_in_whatever_else_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = vec![table("sd", house("sd", &[], FULL))];
    let open = open_with(Config { tables, ..config(JournalPlace::Folder(folder.path().to_owned())) }).await;
    let ann = Client::guest(&open, "ann").await;
    let over = Arc::new(AtomicBool::new(false));
    let busy: Vec<_> = (0..4)
        .map(|_| {
            let (ann, over) = (ann.clone(), over.clone());
            tokio::spawn(async move {
                while !over.load(Ordering::Relaxed) {
                    let refused = ann.act("sd", "floorperson", json!({ "do": "fill", "amount": 100 })).await;
                    assert_eq!(refused.status, 403);
                }
            })
        })
        .collect();
    for number in 0..60 {
        let client = Client::nobody(&open);
        let answer = client.send("POST", "/api/v1/guest", &json!({ "name": format!("guest-{number}") })).await;
        assert_eq!(answer.status, 200, "guest {number}: {}", answer.text);
    }
    over.store(true, Ordering::Relaxed);
    for task in busy {
        task.await.expect("it was refused every time");
    }
}

/// Everything in the people's stream.
async fn audit(store: &dyn Store) -> Vec<Value> {
    let records = store.read(StreamName::new("people").unwrap(), 1, 10_000).await.expect("the stream");
    records.iter().map(|record| serde_json::from_str(record.what.body.as_str()).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_opens_with_the_approved_house_alone_and_everything_is_audited() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = || JournalPlace::Folder(folder.path().to_owned());
    let start = |house: HouseText| Config { tables: vec![table("sd", house)], insist: true, ..config(place()) };
    let approved = house("sd", &[], FULL);
    let first = open_with(start(approved.clone())).await;
    assert!(first.shut.is_empty());
    let ann = Client::guest(&first, "ann").await;
    for path in ["/api/v1/staff", "/api/v1/accounts", "/api/v1/approvals"] {
        assert_eq!(ann.get(path).await.status, 403, "{path}");
    }
    assert_eq!(ann.act("sd", "floorperson", json!({ "do": "fill", "amount": 100 })).await.status, 403);
    drop(first);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    // Another house under the same name: the table stays shut, and says why.
    let other = open_with(start(house("sd", &[], "[automation]\npace = \"human\"\n"))).await;
    assert!(other.shut[0].1.contains("was approved"), "{:?}", other.shut);
    let answer = Client::nobody(&other).get("/api/v1/tables/sd").await;
    assert_eq!(answer.status, 503, "{answer:?}");
    drop(other);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    // The same house in another layout of its file is the same house.
    let again = HouseText { text: format!("# a remark\n{}", approved.text).into(), ..approved };
    let third = open_with(start(again)).await;
    assert!(third.shut.is_empty(), "{:?}", third.shut);
    drop(third);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let store =
        SqliteStore::open(folder.path(), StoreOptions { ledger, ..StoreOptions::default() }).expect("the journal");
    let entries = audit(&store).await;
    let of = |kind: &str| entries.iter().filter(|entry| entry["entry"] == kind).cloned().collect::<Vec<_>>();
    let refusals: Vec<_> = of("no_right").iter().map(|entry| entry["what"].as_str().unwrap().to_owned()).collect();
    assert_eq!(refusals, ["list the staff", "read the ledger", "read the approvals", "floorperson at sd"]);
    // The second start had another configuration, and the third the first's again: each is on record.
    let starts = of("started");
    assert_eq!(starts.len(), 3, "{starts:?}");
    assert_eq!(starts[0]["digest"].as_str().map(str::len), Some(64));
    assert_eq!(of("founded")[0]["table"], "sd");
    assert_eq!(of("signed_in")[0]["name"], "ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_start_again_is_nothing_new() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..2 {
        drop(open(folder.path(), &[("sd", house("sd", &[], FULL), 0)]).await);
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    }
    let ledger = LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let store =
        SqliteStore::open(folder.path(), StoreOptions { ledger, ..StoreOptions::default() }).expect("the journal");
    assert_eq!(audit(&store).await.iter().filter(|entry| entry["entry"] == "started").count(), 1);
}
