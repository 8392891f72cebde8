//! Which tables a start opens: those of the journal and of the houses that are named, the demo floor only where it is asked
//! for, and none whose house or rulebook was changed after its founding.

use std::path::Path;
use std::process::Command;

use crate::common::{read, root, run};
use crate::killed::{BINARY, request};
use crate::operated::{Served, listening};
use serde_json::Value;

/// Serves with these words of the command line, in a folder.
fn serve(folder: &Path, args: &[&str]) -> Served {
    let mut command = Command::new(BINARY);
    command.current_dir(folder).args(args).args(["--listen", "127.0.0.1:0"]);
    listening(command)
}

/// The ids of the tables in the lobby.
fn tables(served: &Served) -> Vec<String> {
    let (_, _, cards) = request(&served.address, "GET", "/api/v1/tables", &[], &Value::Null).expect("an answer");
    let ids = cards.as_array().expect("a list").iter().map(|card| card["id"].as_str().expect("an id").to_owned());
    ids.collect()
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

#[test]
fn a_journal_that_is_named_gets_no_demo_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    // Nothing to open: nothing is created either.
    let data = here.join("data");
    let nothing = run(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().expect("a path")]);
    assert_eq!((nothing.exit, data.exists()), (2, false), "{}", nothing.err);
    assert!(nothing.err.contains("--house") && nothing.err.contains("--demo"), "{}", nothing.err);

    let served = serve(here, &["serve", "--data", "data", "--house", "sd"]);
    assert_eq!(tables(&served), ["sd"]);
    assert_eq!(served.stop().0, Some(0));
    let again = serve(here, &["serve", "--data", "data"]);
    assert!(again.first.ends_with(": 1 table."), "{}", again.first);
    assert_eq!(tables(&again), ["sd"], "a start without a house opens what is there");
    assert_eq!(again.stop().0, Some(0));
}

#[test]
fn the_demo_floor_has_a_folder_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let demo = serve(here, &["serve"]);
    assert_eq!(tables(&demo).len(), 5);
    assert_eq!(demo.stop().0, Some(0));
    assert!(here.join("queenhigh-demo/journal.sqlite").is_file() && !here.join("queenhigh-data").exists());
    let elsewhere = serve(here, &["serve", "--demo", "--data", "other"]);
    assert_eq!(tables(&elsewhere).len(), 5);
    assert_eq!(elsewhere.stop().0, Some(0));
    let both = run(&["serve", "--demo", "--house", "sd"]);
    assert!(both.exit == 2 && both.err.contains("--demo"), "{}", both.err);
    write(here, "both.toml", "demo = true\nhouses = [\"sd\"]\n");
    let both = run(&["serve", "--settings", here.join("both.toml").to_str().expect("a path")]);
    assert!(both.exit == 2 && both.err.contains("houses of its own"), "{}", both.err);
}

#[test]
fn a_rulebook_is_added_before_or_after_serve_and_in_the_settings() {
    let book = root().join("golden/books/freedonia.toml");
    let house = root().join("golden/books/freedonia-house.toml");
    let (book, house) = (book.to_str().expect("a path"), house.to_str().expect("a path"));
    let settings = tempfile::tempdir().expect("a folder");
    write(settings.path(), "house.toml", &format!("rulebooks = [\"{book}\"]\nhouses = [\"{house}\"]\n"));
    let settings = settings.path().join("house.toml");
    let ways: [&[&str]; 3] = [
        &["--rulebook", book, "serve", "--house", house],
        &["serve", "--rulebook", book, "--house", house],
        &["serve", "--settings", settings.to_str().expect("a path")],
    ];
    for way in ways {
        let folder = tempfile::tempdir().expect("a folder");
        let served = serve(folder.path(), way);
        assert_eq!(tables(&served), ["freedonia-house"], "{way:?}");
        assert_eq!(served.stop().0, Some(0), "{way:?}");
        // The journal holds the book.
        let alone = serve(folder.path(), &["serve", "--data", "queenhigh-data"]);
        assert_eq!(tables(&alone), ["freedonia-house"], "{way:?}");
        assert_eq!(alone.stop().0, Some(0), "{way:?}");
    }
    let unknown = run(&["serve", "--house", house]);
    assert!(unknown.exit == 2 && unknown.err.contains("--rulebook"), "{}", unknown.err);
}

#[test]
fn a_table_whose_rulebook_was_edited_stays_shut_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let book = read("golden/books/freedonia.toml");
    write(here, "book.toml", &book);
    write(here, "house.toml", &read("golden/books/freedonia-house.toml"));
    let args = ["--rulebook", "book.toml", "serve", "--data", "data", "--house", "house.toml"];
    assert_eq!(serve(here, &args).stop().0, Some(0));

    // A comment is no change.
    write(here, "book.toml", &format!("{book}\n# A remark.\n"));
    let same = serve(here, &args);
    assert_eq!(tables(&same), ["house"]);
    assert_eq!(same.stop().0, Some(0));

    write(here, "book.toml", &book.replace("pays = \"100 to 1\"", "pays = \"90 to 1\""));
    let edited = serve(here, &args);
    assert_eq!(tables(&edited), [""; 0]);
    let said = edited.rest().join("\n");
    assert!(said.contains("table house stays shut: the rulebook that is named for it has the digest"), "{said}");
    edited.stop();

    // The book of the founding opens it again.
    write(here, "book.toml", &book);
    assert_eq!(tables(&serve(here, &args)), ["house"]);
}
