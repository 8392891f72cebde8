//! Plays every golden script without the program around it: its expectations must hold. If `TOLD` names a file, the
//! output of all scripts must also equal that file, which is written if it is missing. `cargo xtask mutants` uses this:
//! it has no time to build the program for each of its mutants.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rules::{Books, house};
use script::{Run, RunItem, Script};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The scripts of a folder and its subfolders.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { scripts(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "script"))
        .collect();
    found.sort();
    found
}

fn play(books: &Books, path: &Path) -> Run {
    let text = fs::read_to_string(path).expect("a script");
    let script = Script::read(&text, &rules::Currency::dollar()).expect("a script that can be read");
    let named = &Script::names(&text).expect("a script that names its house").text;
    let beside = path.with_file_name(named);
    let file = if beside.is_file() { beside } else { root().join(format!("houses/{named}.toml")) };
    let checked = house::check(&fs::read_to_string(file).expect("a house"), books);
    let house = Arc::new(checked.house.expect("a house that opens"));
    script.run(house, shuffler::Seed::default(), Vec::new()).expect("a script that runs")
}

#[test]
fn what_a_script_expects_holds_and_all_that_comes_of_it_is_as_before() {
    let told = std::env::var_os("TOLD").map(PathBuf::from);
    let before = told.as_ref().and_then(|file| fs::read_to_string(file).ok());
    let before: Option<BTreeMap<&str, &str>> =
        before.as_ref().map(|text| text.lines().filter_map(|line| line.split_once('\t')).collect());
    let mut books = Books::shipped();
    let made_up = fs::read_to_string(root().join("golden/books/freedonia.toml")).expect("the made-up book");
    books.add(&made_up).expect("a book that can be read");
    let folder = root().join("golden/table");
    let scripts = scripts(&folder);
    assert!(scripts.len() > 100, "{} scripts", scripts.len());
    let mut now = String::new();
    for path in scripts {
        let name = path.strip_prefix(&folder).expect("a file of the folder").display().to_string();
        let run = play(&books, &path);
        for shown in &run.shown {
            match shown {
                RunItem::Expected { number, text, held: false, found } => panic!("{name}:{number}: {text}: {found}"),
                RunItem::Broken(why) => panic!("{name}: {why}"),
                _ => {}
            }
        }
        if told.is_some() {
            let mut hasher = DefaultHasher::new();
            script::json::print(&run).hash(&mut hasher);
            let digest = hasher.finish().to_string();
            if let Some(before) = &before {
                assert_eq!(before.get(name.as_str()), Some(&digest.as_str()), "{name} comes out otherwise");
            }
            writeln!(now, "{name}\t{digest}").expect("a string");
        }
    }
    if let (Some(file), None) = (told, before) {
        fs::write(file, now).expect("a file that can be written");
    }
}
