//! What an operator is told when a part of the journal is gone, damaged or older than it should be: attacks on the data
//! folder of the real program. More flips with `JOURNAL_BITS` in the environment; `cargo xtask attack` makes thousands.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use journal::Store as _;
use serde_json::{Value, json};

use crate::killed::{BINARY, TABLES, enter, figure, request, start};
use crate::operated::listening;

/// The files of a house.
const FILES: [&str; 4] = ["journal.sqlite", "journal.key", "journal.witness", "people.key"];

fn queenhigh(args: &[&str]) -> Output {
    Command::new(BINARY).args(args).output().expect("it runs")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

/// A house that was killed while people played.
fn killed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = start(folder.path(), None);
    let mut players = TABLES.map(|(table, _, name)| enter(&server.address, table, name));
    for _ in 0..12 {
        players.iter_mut().for_each(|player| player.step(&server.address).expect("it serves"));
    }
    server.child.kill().expect("it is killed");
    server.child.wait().expect("it ends");
    folder
}

/// The same, stopped.
fn stopped() -> tempfile::TempDir {
    let folder = killed();
    let mut server = start(folder.path(), None);
    assert!(Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().expect("kill").success());
    assert!(server.child.wait().expect("it ends").success());
    folder
}

/// A copy of a data folder, with some of its files.
fn copy(folder: &Path, takes: impl Fn(&str) -> bool) -> tempfile::TempDir {
    let copied = tempfile::tempdir().expect("a folder");
    let data = copied.path().join("data");
    journal::private::make_folder(&data).expect("a folder");
    for file in std::fs::read_dir(folder.join("data")).expect("the data").map(|file| file.expect("a file")) {
        if takes(file.file_name().to_str().expect("a name")) {
            std::fs::copy(file.path(), data.join(file.file_name())).expect("a copy");
        }
    }
    copied
}

/// What a start says that is refused.
fn refused(folder: &Path) -> String {
    let mut command = Command::new(BINARY);
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
    command.arg("--house").arg("sd").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    for _ in 0..600 {
        if child.try_wait().expect("its state").is_some() {
            let output = child.wait_with_output().expect("its words");
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
            return String::from_utf8(output.stderr).expect("text");
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    child.kill().expect("it is killed");
    panic!("a house opened: {:?}", child.wait_with_output());
}

/// What a check says: whether the journal holds, and its findings.
fn verify(folder: &Path, more: &[&str]) -> (bool, String) {
    let data = folder.join("data");
    let output = queenhigh(&[&["verify", "--json", "--data", text(&data)], more].concat());
    match serde_json::from_slice::<Value>(&output.stdout) {
        Ok(found) => {
            let holds = found["holds"] == true;
            assert_eq!(output.status.code(), Some(i32::from(!holds)), "{output:?}");
            (holds, format!("{} {}", found["findings"], found["fault"]))
        }
        Err(_) => (false, String::from_utf8(output.stderr).expect("text")),
    }
}

#[test]
fn a_journal_that_lost_its_end_opens_no_new_house() {
    let folder = killed();
    let whole = copy(folder.path(), |_| true);
    assert_eq!(verify(whole.path(), &[]), (true, "[] null".to_owned()));
    // The log is deleted.
    let no_log = copy(folder.path(), |name| name != "journal.sqlite-wal");
    let said = refused(no_log.path());
    assert!(said.contains("are missing") && said.contains("restore a backup"), "{said}");
    let (holds, said) = verify(no_log.path(), &[]);
    assert!(!holds && said.contains("are missing"), "{said}");
    // Only the file is copied, alone or with the keys.
    let alone = copy(folder.path(), |name| name == "journal.sqlite");
    let said = refused(alone.path());
    assert!(said.contains("journal.witness is missing"), "{said}");
    let with_keys = copy(folder.path(), |name| name != "journal.witness" && FILES.contains(&name));
    assert!(refused(with_keys.path()).contains("the journal beside it is missing or empty"));
    // The file is gone, and something tells of it.
    for beside in ["journal.key", "journal.witness", "people.key"] {
        let keys = copy(folder.path(), |name| name == beside);
        let said = refused(keys.path());
        assert!(said.contains(&format!("{beside} is there, and the journal beside it is missing")), "{said}");
    }
}

#[test]
fn no_bit_that_turns_in_the_log_is_overlooked_by_a_start() {
    let folder = killed();
    let log = folder.path().join("data/journal.sqlite-wal");
    let bytes = std::fs::read(&log).expect("a log");
    let mut state = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(figure("JOURNAL_SEED", 1) * 2 + 1);
    let (mut refusals, mut named) = (0, 0);
    for _ in 0..figure("JOURNAL_BITS", 12) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let bit = (state % (bytes.len() as u64 * 8)) as usize;
        let copied = copy(folder.path(), |_| true);
        let mut turned = bytes.clone();
        turned[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(copied.path().join("data/journal.sqlite-wal"), turned).expect("a log");
        let (holds, said) = verify(copied.path(), &[]);
        assert!(!holds, "bit {bit}: {said}");
        let mut command = Command::new(BINARY);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(copied.path().join("data"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        if said.contains("missing") {
            let output = command.output().expect("it runs");
            assert_eq!(output.status.code(), Some(2), "bit {bit}: {output:?}");
            refusals += 1;
        } else {
            // Nothing acknowledged is gone: the house opens, and its log names what it found.
            let (_, log) = listening(command).stop();
            assert!(log.contains("journal.sqlite-wal"), "bit {bit}: {log}");
            named += 1;
        }
    }
    println!("\nresult flips={} refused={refusals} named={named}", refusals + named);
}

#[test]
fn an_older_copy_is_refused_until_somebody_vouches_for_it() {
    let folder = stopped();
    let data = folder.path().join("data");
    let older = std::fs::read(data.join("journal.sqlite")).expect("a journal");
    let show = queenhigh(&["witness", "show", "--data", text(&data)]);
    let first = String::from_utf8(show.stdout).expect("text").trim().to_owned();
    let server = start(folder.path(), None);
    let (status, ..) =
        request(&server.address, "POST", "/api/v1/guest", &[], &json!({ "name": "eve" })).expect("an answer");
    assert_eq!(status, 200);
    drop(server);
    let show = queenhigh(&["witness", "show", "--data", text(&data)]);
    let second = String::from_utf8(show.stdout).expect("text").trim().to_owned();
    // Both are in the journal, and as a file too.
    let kept = folder.path().join("head.txt");
    std::fs::write(&kept, &second).expect("a file");
    assert!(verify(folder.path(), &["--head", &first, "--head", text(&kept)]).0);
    std::fs::remove_file(data.join("journal.sqlite-wal")).expect("a log");
    std::fs::write(data.join("journal.sqlite"), older).expect("a journal");
    let said = refused(folder.path());
    assert!(said.contains("missing") && said.contains("queenhigh witness accept"), "{said}");
    let accept = ["witness", "accept", "--data", text(&data), "--by", "marisol", "--reason", "this is Monday's copy"];
    let unnamed = queenhigh(&["witness", "accept", "--data", text(&data), "--by", "", "--reason", "x"]);
    assert!(unnamed.status.code() == Some(2) && refused(folder.path()).contains("missing"), "{unnamed:?}");
    let accepted = queenhigh(&accept);
    assert!(accepted.status.success(), "{accepted:?}");
    let again = queenhigh(&accept);
    assert!(String::from_utf8_lossy(&again.stderr).contains("nothing to accept"), "{again:?}");
    // It is on record, and a head that was kept elsewhere still tells.
    let export = folder.path().join("export.jsonl");
    assert!(queenhigh(&["export", "--data", text(&data), "--to", text(&export)]).status.success());
    let lines = std::fs::read_to_string(&export).expect("an export");
    let vouched = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let vouched: Vec<Value> = vouched.filter(|line| line["record"]["kind"] == "vouched").collect();
    let [record] = &vouched[..] else { panic!("{vouched:?}") };
    let body = &record["record"]["body"];
    assert_eq!((&body["by"], &body["reason"]), (&json!("marisol"), &json!("this is Monday's copy")), "{body}");
    assert!(verify(folder.path(), &["--head", &first]).0);
    let (holds, said) = verify(folder.path(), &["--head", &second]);
    assert!(!holds && (said.contains("commit") && said.contains("saw")), "{said}");
    assert!(start(folder.path(), None).address.contains(':'));
}

#[test]
fn a_witness_on_another_disk_is_kept_and_asked() {
    let folder = stopped();
    let far = folder.path().join("far.witness");
    let serve = |folder: &Path| {
        let mut command = Command::new(BINARY);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
        command.env("QUEENHIGH_WITNESS", &far);
        command
    };
    assert_eq!(listening(serve(folder.path())).stop().0, Some(0));
    let before = copy(folder.path(), |_| true);
    let played = listening(serve(folder.path()));
    let guest = request(&played.address, "POST", "/api/v1/guest", &[], &json!({ "name": "eve" }));
    assert_eq!(guest.expect("an answer").0, 200);
    assert_eq!(played.stop().0, Some(0));
    // The whole folder as it was: the witness in it saw no more, but the other one did.
    let output = serve(before.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("far.witness saw the journal"), "{said}");
    assert_eq!(std::fs::metadata(&far).expect("a witness").permissions().mode() & 0o777, 0o600);
}

#[test]
fn what_is_whole_in_a_damaged_journal_can_be_exported_and_verified() {
    let folder = stopped();
    let data = folder.path().join("data");
    let sound = folder.path().join("sound.jsonl");
    let export = || queenhigh(&["export", "--sound", "--data", text(&data), "--to", text(&sound)]);
    let whole = export();
    assert!(whole.status.success(), "{whole:?}");
    // A byte in a record of one table.
    let journal = data.join("journal.sqlite");
    let mut bytes = std::fs::read(&journal).expect("a journal");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let ledger = journal::LedgerRules::with_below_zero(pit::LEDGER_BELOW_ZERO);
    let options = journal::StoreOptions { ledger, ..journal::StoreOptions::default() };
    let store = journal::SqliteStore::open_to_read(&data, options).expect("a journal");
    let stream = journal::StreamName::new("table/kill").expect("a name");
    let hash = runtime.block_on(store.read(stream, 3, 1)).expect("records")[0].hash.0;
    drop(store);
    let at = bytes.windows(hash.len()).position(|window| window == hash).expect("its place");
    bytes[at] ^= 4;
    std::fs::write(&journal, bytes).expect("a journal");
    let (holds, said) = verify(folder.path(), &[]);
    assert!(!holds && said.contains("table/kill version 3") && said.contains("not as it was"), "{said}");
    let plain = folder.path().join("plain.jsonl");
    assert!(queenhigh(&["export", "--data", text(&data), "--to", text(&plain)]).status.success());
    let plain = queenhigh(&["verify", text(&plain)]);
    assert_eq!(plain.status.code(), Some(1), "{plain:?}");
    let done = export();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.code() == Some(1) && said.contains("table/kill is left out"), "{said}");
    assert!(!said.contains("table/kill-2 is left out"), "{said}");
    let verified = queenhigh(&["verify", "--json", text(&sound)]);
    let found: Value = serde_json::from_slice(&verified.stdout).expect("JSON");
    assert_eq!((&found["holds"], &found["tables"]), (&json!(true), &json!(1)), "{found}");
    assert!(found["rounds"].as_u64() > Some(0) && found["left_out"][0].is_string(), "{found}");
    let told = queenhigh(&["replay", text(&sound), "--table", "kill-2"]);
    assert!(told.status.success(), "{told:?}");
    // The file proves itself: no line of it can be changed.
    let lines = std::fs::read_to_string(&sound).expect("an export");
    for (from, to) in [("\"person\":\"bob\"", "\"person\":\"bib\""), ("\"left_out\":[", "\"left_out\":[\"table/x\",")] {
        std::fs::write(&sound, lines.replacen(from, to, 1)).expect("an export");
        assert_eq!(queenhigh(&["verify", text(&sound)]).status.code(), Some(1), "{from}");
    }
    std::fs::write(&sound, &lines[..lines.len() - lines.lines().last().map_or(0, str::len) - 1]).expect("an export");
    assert_eq!(queenhigh(&["verify", text(&sound)]).status.code(), Some(1));
}

/// The modes of everything in a folder, with the folder itself.
fn modes(folder: &Path, all: &mut Vec<(PathBuf, u32)>) {
    let mode = |path: &Path| std::fs::symlink_metadata(path).map(|file| file.permissions().mode() & 0o777);
    all.extend(mode(folder).map(|mode| (folder.to_owned(), mode)));
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if file.file_type().is_ok_and(|kind| kind.is_dir()) {
            modes(&file.path(), all);
        } else {
            all.extend(mode(&file.path()).map(|mode| (file.path(), mode)));
        }
    }
}

#[test]
fn a_data_folder_is_for_its_owner_alone() {
    let folder = killed();
    let data = folder.path().join("data");
    let server = start(folder.path(), None);
    let mut all = Vec::new();
    modes(&data, &mut all);
    drop(server);
    let export = folder.path().join("export.jsonl");
    assert!(queenhigh(&["export", "--data", text(&data), "--to", text(&export)]).status.success());
    modes(&export, &mut all);
    assert!(all.len() > FILES.len() + 3, "{all:?}");
    for (path, mode) in &all {
        assert_eq!(*mode, if path.is_dir() { 0o700 } else { 0o600 }, "{}: {mode:o}", path.display());
    }
    for exposed in [0o755, 0o750, 0o711] {
        std::fs::set_permissions(&data, std::fs::Permissions::from_mode(exposed)).expect("a folder of ours");
        let said = refused(folder.path());
        assert!(said.contains(&format!("chmod -R go= {}", data.display())), "{said}");
    }
    assert!(Command::new("chmod").args(["-R", "go="]).arg(&data).status().expect("chmod").success());
    drop(start(folder.path(), None));
}
