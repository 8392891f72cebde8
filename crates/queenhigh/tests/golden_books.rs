//! Scripted tables, clause by clause: `golden/table/<book>/*.script` in the order of each document, each with all that
//! comes of it beside it. UPDATE_GOLDEN=1 rewrites those.

use std::path::Path;

use crate::common::{golden, json_lines, read, root, run, run_with};

/// The books, each with its own folder.
const BOOKS: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];

/// The made-up book, whose scripts have their houses beside them.
const MADE_UP: &str = "freedonia";

/// The scripts of a book, without their ending.
fn scripts(book: &str) -> Vec<String> {
    let folder = root().join("golden/table").join(book);
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let scripts = files.filter(|path| path.extension().is_some_and(|ending| ending == "script"));
    let mut names: Vec<String> =
        scripts.filter_map(|path| Some(format!("golden/table/{book}/{}", path.file_stem()?.to_str()?))).collect();
    names.sort();
    names
}

fn every_script() -> impl Iterator<Item = (&'static str, String)> {
    BOOKS.into_iter().chain([MADE_UP]).flat_map(|book| scripts(book).into_iter().map(move |name| (book, name)))
}

/// The house that a script names: an example by its code, or a file beside the script.
fn house_of(name: &str) -> [String; 2] {
    let script = read(&format!("{name}.script"));
    let house = script.lines().find_map(|line| line.strip_prefix("house ")).expect("a script names its house").trim();
    match house.strip_prefix("../") {
        Some(file) => ["--house".to_owned(), format!("golden/table/{file}")],
        None => ["--house".to_owned(), house.to_owned()],
    }
}

/// Plays the scripts of a book and compares their output.
fn play(book: &str) {
    play_with(book, &[]);
}

fn play_with(book: &str, more: &[&str]) {
    for name in scripts(book) {
        let script = format!("{name}.script");
        let run = run(&[&["rounds", "--script", &script], more].concat());
        assert_eq!((run.exit, run.err.as_str()), (0, ""), "{name}: {}", run.out);
        assert!(run.out.lines().all(|line| line.chars().count() <= 90), "{name} is too wide");
        assert!(run.out.contains("all held") && !run.out.contains("BROKEN"), "{name}: {}", run.out);
        golden(&format!("{name}.txt"), &run.out);
    }
}

// A test for each book, so that they run side by side.

#[test]
fn tables_of_md2014_do_what_they_did() {
    play("md2014");
}

#[test]
fn tables_of_md14_do_what_they_did() {
    play("md14");
}

#[test]
fn tables_of_ma_do_what_they_did() {
    play("ma");
}

#[test]
fn tables_of_tribal_do_what_they_did() {
    play("tribal");
}

#[test]
fn tables_of_sd_do_what_they_did() {
    play("sd");
}

/// What the five books lack is played under the made-up one, which comes as a file.
#[test]
fn tables_of_the_made_up_book_do_what_they_did() {
    play_with(MADE_UP, &["--rulebook", "golden/books/freedonia.toml"]);
}

#[test]
fn the_json_of_a_run_is_a_script_that_gives_the_same_answers() {
    let whole = BOOKS.map(|book| (book, format!("golden/table/{book}/whole-round")));
    let others = ["observed-cards", "electronic", "electronic-meter", "link"];
    let others = others.map(|name| ("md14", format!("golden/table/md14/{name}")));
    for (book, name) in whole.into_iter().chain(others) {
        let first = json_lines(&run(&["rounds", "--script", &format!("{name}.script"), "--json"]).out);
        assert_eq!(first.last().expect("an end")["rulebook"], book, "{name} plays by another book");
        let answers = |lines: &[serde_json::Value]| -> Vec<serde_json::Value> {
            lines.iter().filter(|line| line.get("command").is_some()).cloned().collect()
        };
        // What the link tells its tables follows from the lines at the link.
        let by_link = |command: &serde_json::Value| command["by"]["person"] == "link";
        let said = first.iter().filter_map(|line| match line.get("command") {
            Some(command) => (!by_link(command)).then(|| command.to_string()),
            None => (line.get("table").is_some() || line.get("link").is_some()).then(|| line.to_string()),
        });
        let commands: Vec<String> = said.collect();
        let [flag, house] = house_of(&name);
        let again = run_with(&["rounds", "--script", "-", "--json", &flag, &house], &commands.join("\n"));
        assert_eq!(again.exit, 0, "{name}: {}", again.err);
        assert!(answers(&json_lines(&again.out)) == answers(&first), "{name}: the same commands give other answers");
    }
}

/// A clause in a remark alone is no test: under each remark that names one, something is expected before the next.
#[test]
fn every_clause_that_a_script_names_is_followed_by_an_expectation() {
    for (book, name) in every_script() {
        let script = read(&format!("{name}.script"));
        let mut open: Option<&str> = None;
        for line in script.lines() {
            if line.starts_with("# ") && !line.starts_with("# pending") && line.contains(&format!("{book}:")) {
                assert!(open.is_none(), "{name}: nothing is expected under {open:?}");
                open = Some(line);
            } else if line.starts_with("expect ") {
                open = None;
            }
        }
        assert!(open.is_none(), "{name}: nothing is expected under {open:?}");
    }
}

#[test]
fn every_house_made_for_the_scripts_is_lawful_and_used() {
    let used: Vec<String> = every_script().map(|(_, name)| house_of(&name)[1].clone()).collect();
    for file in std::fs::read_dir(root().join("golden/table/houses")).expect("a folder") {
        let path = file.expect("a file").path();
        let name = Path::new("golden/table/houses").join(path.file_name().expect("a name"));
        let name = name.to_str().expect("a name");
        assert_eq!(run(&["check", name]).exit, 0, "{name}");
        assert!(used.iter().any(|used| used == name), "{name} is used by no script");
    }
}
