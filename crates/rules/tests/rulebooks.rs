//! The shipped rulebooks: each can be read, cites clauses and readings that exist, and has its document's paytables; a
//! wrong one is refused where it is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rules::paytable::{Paytable, Standing};
use rules::rulebook::Step;
use rules::rulebook::vocabulary::DealDevice;
use rules::{Rulebook, Wager};
use toml::{Table, Value};

/// The rulebooks and the number of clauses of their documents.
const BOOKS: [(&str, usize); 5] = [("md2014", 361), ("md14", 422), ("ma", 378), ("tribal", 162), ("sd", 140)];

const CLAUSES: usize = 1463;
const READINGS: i64 = 97;

/// The dealing devices; a step of the procedure may cite separate clauses for each.
const DEVICES: [&str; 3] = ["manual_shoe", "hand", "automated_shoe"];

const SECTIONS: [&str; 12] = [
    "Table, seats, layout",
    "Cards, decks, shuffle",
    "Ranking",
    "Wagers",
    "Dealing",
    "Decisions and folds",
    "Settlement",
    "Progressive",
    "Envy",
    "Cover All",
    "Irregularities",
    "Electronic version",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn book_text(code: &str) -> String {
    read(&format!("rulebooks/{code}.toml"))
}

fn book(code: &str) -> Rulebook {
    Rulebook::parse(&book_text(code)).unwrap_or_else(|fault| panic!("rulebooks/{code}.toml: {fault}"))
}

fn table(path: &str) -> Table {
    read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a clause list without its header: id, kind, how, where, test, readings, requirement.
fn clause_rows(code: &str) -> Vec<Vec<String>> {
    let text = read(&format!("rulebooks/clauses/{code}.tsv"));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("id\tkind\thow\twhere\tproof\treadings\trequirement"), "{code}");
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// One table of a rulebook that cites law, with its dimension.
struct Citing {
    path: String,
    clauses: Vec<String>,
    readings: Vec<i64>,
    borrowed: bool,
}

/// Every table of a rulebook that cites clauses or readings. Paytables belong to the dimension of their wager, and the
/// passes of a settlement to that of the alternatives.
fn citing(code: &str) -> Vec<Citing> {
    citing_file(&format!("rulebooks/{code}.toml"))
}

fn citing_file(path: &str) -> Vec<Citing> {
    let mut found = Vec::new();
    walk(&Value::Table(table(path)), &[], &mut found);
    found
}

fn walk(value: &Value, path: &[&str], found: &mut Vec<Citing>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk(item, path, found)),
        Value::Table(table) => {
            let wager;
            let mut path = path.to_vec();
            if path == ["paytable"] {
                wager = table["wager"].as_str().unwrap().to_owned();
                path.push(&wager);
            }
            note(table, &path, found);
            // Anything inside a paytable, an alternative or a step is part of it.
            let step = path.first() == Some(&"procedure") && path.len() == 2;
            let whole = path.first() == Some(&"paytable") || path == ["settlement", "alternative"] || step;
            for (key, inner) in table {
                let mut below = path.clone();
                if !whole {
                    below.push(key);
                }
                walk(inner, &below, found);
            }
        }
        _ => {}
    }
}

fn note(table: &Table, path: &[&str], found: &mut Vec<Citing>) {
    let strings = |key: &str| -> Vec<String> {
        let of = |value: &Value| value.as_str().expect("a clause id is a string").to_owned();
        match table.get(key) {
            Some(Value::Array(items)) => items.iter().map(of).collect(),
            Some(one) => vec![of(one)],
            None => Vec::new(),
        }
    };
    let mut clauses = strings("clauses");
    clauses.extend(strings("clause"));
    if path.first() == Some(&"procedure") {
        DEVICES.iter().for_each(|device| clauses.extend(strings(device)));
    }
    let listed = table.get("readings").and_then(Value::as_array).into_iter().flatten();
    let confirmed = table.get("confirm");
    let readings: Vec<i64> = listed.chain(confirmed).map(|number| number.as_integer().unwrap()).collect();
    let names_law = ["clauses", "clause", "readings"].iter().any(|key| table.contains_key(*key));
    if names_law || !clauses.is_empty() {
        let note = table.get("note").and_then(Value::as_str).unwrap_or_default();
        let borrowed = note.starts_with("borrowed from ");
        found.push(Citing { path: path.join("."), clauses, readings, borrowed });
    }
}

#[test]
fn every_book_reads_and_is_called_by_its_file_name() {
    for (code, _) in BOOKS {
        assert_eq!(book(code).code, code);
    }
}

#[test]
fn the_clause_lists_hold_every_clause_once() {
    let mut all = BTreeSet::new();
    for (code, count) in BOOKS {
        let rows = clause_rows(code);
        assert_eq!(rows.len(), count, "{code}");
        for row in rows {
            let [id, kind, how, _where, _test, _readings, requirement] = row.as_slice() else {
                panic!("{code}: {row:?} has not seven cells");
            };
            assert!(id.starts_with(&format!("{code}:")), "{id}");
            assert!(rules::ClauseId::parse(id).is_some(), "{id}");
            assert!(!kind.is_empty(), "{id} has no kind");
            let ways = ["enforce", "compute", "record", "display", "configure", "physical"];
            assert!(ways.contains(&how.as_str()), "{id}: {how}");
            assert!(requirement.ends_with('.'), "{id}: {requirement}");
            assert!(all.insert(id.clone()), "{id} twice");
        }
    }
    assert_eq!(all.len(), CLAUSES);
}

#[test]
fn every_clause_that_a_book_cites_is_in_its_list() {
    let lists: BTreeMap<&str, BTreeSet<String>> =
        BOOKS.map(|(code, _)| (code, clause_rows(code).into_iter().map(|row| row[0].clone()).collect())).into();
    for (code, _) in BOOKS {
        for cited in citing(code) {
            for id in &cited.clauses {
                let (owner, _) = id.split_once(':').unwrap_or_else(|| panic!("{code}, {}: {id}", cited.path));
                assert!(owner == code || cited.borrowed, "{code}, {}: {id} is another book's", cited.path);
                assert!(lists[owner].contains(id), "{code}, {}: {id} is in no list", cited.path);
            }
        }
    }
}

#[test]
fn a_step_cites_what_its_book_has_and_reminds_only_of_what_people_do() {
    let mut used = BTreeSet::new();
    for (code, _) in BOOKS {
        let physical: BTreeMap<String, bool> =
            clause_rows(code).into_iter().map(|row| (row[0].clone(), row[2] == "physical")).collect();
        let book = book(code);
        let procedure = &book.procedure;
        for step in procedure.steps() {
            used.insert(step);
            for &device in DealDevice::ALL {
                for id in &procedure.cite(step, device).clauses {
                    assert_eq!(physical.get(id.as_str()), Some(&false), "{code}, {step}: {id}");
                }
                for id in procedure.reminders(step, device) {
                    assert_eq!(physical.get(id.as_str()), Some(&true), "{code}, {step}: {id}");
                }
            }
        }
        // Steps that do not depend on the dealing device have law for each lawful device.
        for step in [Step::Shuffle, Step::NoMoreBets, Step::Deal, Step::FaceDown, Step::Play, Step::Void] {
            for device in &book.deal.device.lawful {
                assert!(!procedure.cite(step, *device).is_empty(), "{code}: {step} from the {device}");
            }
        }
    }
    let unused: Vec<&Step> = Step::ALL.iter().filter(|step| !used.contains(step)).collect();
    assert_eq!(unused, [&Step::CloseTable], "no document speaks of it");
}

/// The kinds of clauses that bind an open table.
const AT_THE_TABLE: [&str; 10] =
    ["procedure", "cards", "device", "people", "wager", "money", "progressive", "envy", "irregularity", "settlement"];

#[test]
fn every_clause_about_the_table_is_cited_by_its_book() {
    for (code, _) in BOOKS {
        let cited: BTreeSet<String> = citing(code).into_iter().flat_map(|cited| cited.clauses).collect();
        let open = clause_rows(code).into_iter().filter(|row| AT_THE_TABLE.contains(&row[1].as_str()));
        let open: Vec<String> = open.map(|row| row[0].clone()).filter(|id| !cited.contains(id)).collect();
        assert_eq!(open, Vec::<String>::new(), "{code}: what cites them?");
    }
}

#[test]
fn every_reading_that_is_cited_is_one_of_the_adopted() {
    for (code, _) in BOOKS {
        for cited in citing(code) {
            for number in cited.readings {
                assert!((1..=READINGS).contains(&number), "{code}, {}: READING {number}", cited.path);
            }
        }
        for row in clause_rows(code) {
            for number in row[5].split(',').filter(|cell| !cell.is_empty()) {
                assert!((1..=READINGS).contains(&number.parse().unwrap()), "{}: {number}", row[0]);
            }
        }
    }
}

#[test]
fn the_readings_are_numbered_without_a_gap_and_say_something() {
    let readings = table("rulebooks/readings.toml");
    assert_eq!(readings.len(), 1);
    let readings = readings["reading"].as_array().unwrap();
    assert_eq!(readings.len(), usize::try_from(READINGS).unwrap());
    let mut titles = BTreeSet::new();
    for (number, reading) in (1..).zip(readings) {
        let reading = reading.as_table().unwrap();
        assert_eq!(reading["number"].as_integer(), Some(number));
        assert_eq!(reading.len(), 4, "READING {number}: number, title, adopted, option");
        let text = |key: &str| reading[key].as_str().unwrap();
        assert!(titles.insert(text("title")), "READING {number}: a title used twice");
        assert!(text("adopted").ends_with('.'), "READING {number}");
        assert!(text("option").is_empty() || text("option").ends_with('.'), "READING {number}");
    }
}

#[test]
fn every_rule_of_every_book_is_a_dimension_and_every_dimension_is_in_a_book() {
    let dimensions = table("rulebooks/dimensions.toml");
    let dimensions = dimensions["dimension"].as_array().unwrap();
    let mut paths = BTreeSet::new();
    let mut titles = BTreeSet::new();
    let mut section = 0;
    for dimension in dimensions {
        let text = |key: &str| dimension.get(key).and_then(Value::as_str);
        let path = text("path").unwrap();
        assert!(paths.insert(path.to_owned()), "{path} twice");
        assert!(titles.insert(text("title").unwrap()), "{path}: a title used twice");
        let at = SECTIONS.iter().position(|name| Some(*name) == text("section"));
        let at = at.unwrap_or_else(|| panic!("{path}: {:?} is no section", text("section")));
        assert!(at == section || at == section + 1, "{path}: its section is out of order");
        section = at;
        if let Some(home) = text("home") {
            assert!(home.starts_with("crates/") && home.ends_with(".rs"), "{path}: {home}");
        }
        let known = ["path", "title", "section", "home"];
        let mut keys = dimension.as_table().unwrap().keys();
        assert!(keys.all(|key| known.contains(&key.as_str())), "{path}: {dimension}");
    }
    assert_eq!(section + 1, SECTIONS.len());
    let mut used = BTreeSet::new();
    for (code, _) in BOOKS {
        for cited in citing(code) {
            assert!(paths.contains(&cited.path), "{code}: {} is no dimension", cited.path);
            used.insert(cited.path);
        }
    }
    // What no document has, the made-up book has.
    let mut made_up = Vec::new();
    walk(&Value::Table(table("golden/books/freedonia.toml")), &[], &mut made_up);
    for cited in made_up {
        assert!(paths.contains(&cited.path), "freedonia: {} is no dimension", cited.path);
        used.insert(cited.path);
    }
    assert_eq!(paths.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new(), "in no book");
}

#[test]
fn the_paytables_are_those_of_the_documents() {
    for (code, _) in BOOKS {
        golden(&format!("golden/paytables/{code}.txt"), &paytables(&book(code)));
    }
}

/// Compares with a golden file, or writes it when `UPDATE_GOLDEN` is set.
fn golden(path: &str, actual: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let file = root().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, actual).unwrap();
        return;
    }
    let expected = read(path);
    for (number, (expected, actual)) in (1..).zip(expected.lines().zip(actual.lines())) {
        assert_eq!(actual, expected, "{path}:{number} (left is what the book says)");
    }
    assert_eq!(actual, expected, "{path}: one is longer");
}

fn paytables(book: &Rulebook) -> String {
    let mut out = format!("Paytables of {}: {}\n", book.code, book.title);
    for &wager in Wager::ALL {
        for table in book.paytables_of(wager) {
            write_paytable(&mut out, table);
        }
    }
    assert!(out.lines().all(|line| line.trim_end() == line));
    out
}

fn write_paytable(out: &mut String, table: &Paytable) {
    writeln!(out, "\n{}, table {} (printed as \"{}\")", table.wager.title(), table.id, table.printed).unwrap();
    writeln!(out, "  by {}", table.cite()).unwrap();
    let standing = match table.standing {
        Standing::InForce => None,
        Standing::Struck => Some("struck: never offered"),
        Standing::Uncertain => Some("uncertain: never offered"),
        Standing::Floor => Some("a floor: no posted table pays less"),
    };
    let remarks = [
        standing.map(str::to_owned),
        table.confirm.map(|reading| format!("to be confirmed by a named person, READING {reading}")),
        table.needs_precondition.then(|| "only with a precondition".into()),
        table.needs_pair_plus.as_ref().map(|id| format!("only with pair plus table {id}")),
        table.meant_for_stake.map(|stake| format!("meant for a stake of {stake}")),
        table.note.clone(),
    ];
    for remark in remarks.into_iter().flatten() {
        writeln!(out, "  {remark}").unwrap();
    }
    let mut row = |hand: &str, pays: &str, law: &str| writeln!(out, "    {hand:<56}{pays:<18}{law}").unwrap();
    for line in &table.lines {
        let hand = match line.players {
            Some(1) => format!("{}, 1 player", line.hand.title()),
            Some(players) => format!("{}, {players} players", line.hand.title()),
            None => line.hand.title().to_owned(),
        };
        row(&hand, &line.pays.to_string(), &line.cite.to_string());
    }
    for cell in &table.unpaid {
        let cite = rules::Citation { clauses: vec![cell.clause.clone()], readings: cell.readings.clone() };
        row(cell.hand.title(), "nothing", &cite.to_string());
    }
    for line in &table.envy {
        let hand = match line.stake {
            Some(stake) => format!("envy at {stake}, {}", line.hand.title()),
            None => format!("envy, {}", line.hand.title()),
        };
        row(&hand, &line.pays.to_string(), &line.cite.to_string());
    }
    for seed in &table.seeds {
        let stake = table.seeds_for_stake.map(|stake| format!(" at {stake}")).unwrap_or_default();
        let amount = match seed.amount.default {
            Some(amount) if seed.amount.at_least != Some(amount) => format!("default {amount}"),
            _ => seed.amount.describe(),
        };
        row(&format!("seed of {}{stake}", seed.meter), &amount, &seed.amount.cite.to_string());
    }
    if let Some(rate) = &table.rate {
        row("rate of progression", &rate.describe(), &rate.cite.to_string());
    }
}

/// Replaces the only `old` in a book by `new`. The fault must start at the only `place` in the new text and say
/// `message`.
fn refused(code: &str, old: &str, new: &str, place: &str, message: &str) {
    refused_at(code, old, new, (place, 0), message);
}

/// The same, with the fault some bytes after the start of `place`.
fn refused_at(code: &str, old: &str, new: &str, (place, offset): (&str, usize), message: &str) {
    let text = book_text(code);
    assert_eq!(text.matches(old).count(), 1, "{code} has {old} once");
    let text = text.replacen(old, new, 1);
    assert_eq!(text.matches(place).count(), 1, "{code} then has {place} once");
    let before = &text[..text.find(place).unwrap() + offset];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    let faults = Rulebook::parse(&text).expect_err(new);
    let fault =
        faults.iter().find(|fault| fault.span.start == before.len()).unwrap_or_else(|| panic!("{new}: {faults}"));
    assert_eq!((fault.line, fault.column), (line, column), "{new}: {fault}");
    assert_eq!(fault.span.start, before.len(), "{new}: {fault}");
    let told = fault.to_string();
    assert!(told.starts_with(&format!("line {line}, column {column}: ")), "{told}");
    assert!(told.contains(message), "{told}\n  should say: {message}");
}

#[test]
fn a_text_that_is_not_toml_is_refused_where_it_breaks_off() {
    refused_at("md14", "[payment]", "[payment", ("[payment", 8), "unclosed table");
    refused_at(
        "md14",
        "default = \"player by player\"",
        "default = \"player",
        ("default = \"player\n", 17),
        "invalid basic string",
    );
}

#[test]
fn an_unknown_name_is_refused_where_it_stands() {
    let known = "unknown field `pair_plus_looses`, expected one of `dealer_qualifies`";
    refused("md14", "pair_plus_loses", "pair_plus_looses", "pair_plus_looses", known);
    refused("sd", "[tips]", "[tip]", "tip]", "unknown field `tip`");
    refused("ma", "allowed = { is = true,", "allowed = { ist = true,", "ist = true", "unknown field `ist`");
}

#[test]
fn a_value_that_is_none_is_refused_where_it_stands() {
    let across = "across = { is = \"right_to_left\"";
    let said = "\"clockwise\" is not a direction: expected one of right_to_left, left_to_right";
    refused("md14", across, "across = { is = \"clockwise\"", "\"clockwise\"", said);
    let qualifies = "dealer_qualifies = { is = \"Q\"";
    let said = "\"R\" is not a hand to play with: expected";
    refused("sd", qualifies, "dealer_qualifies = { is = \"R\"", "\"R\"", said);
    refused("md14", "adjacent = { is = true", "adjacent = { is = \"yes\"", "\"yes\"", "expected a boolean");
    refused("md14", "{ at_most = 7", "{ at_most = 999", "999,", "invalid value: integer `999`");
    let said = "\"1000\" is not an amount: write one such as";
    refused("sd", "seed = { exactly = \"$1,000\"", "seed = { exactly = \"1000\"", "\"1000\"", said);
    let bonus = "hand = \"akq-suited\", pays = \"50 to 1\"";
    let said = "\"50 two 1\" is not a payment: expected such as";
    refused("md14", bonus, "hand = \"akq-suited\", pays = \"50 two 1\"", "\"50 two 1\"", said);
    let drawn = "is = \"next_card\", clauses = [\"";
    let said = "\"13.C\" is not a clause id: expected the book's code, a colon and the clause's number";
    refused("md14", &format!("{drawn}md14:"), drawn, "[\"13.C\"]", said);
}

#[test]
fn a_rule_that_contradicts_itself_is_refused_where_it_starts() {
    let misfit = "{ one_of = [1, 2], default = 3";
    let sensors = "sensors = { one_of = [1, 2], default = 1";
    refused("ma", sensors, "sensors = { one_of = [1, 2], default = 3", misfit, "`default` is not among");
    let depth = "{ at_least = 10, default = 9";
    refused("md14", "{ at_least = 10", depth, depth, "`default` is outside the bound");
    let crossed = "{ at_least = 9, at_most = 8";
    refused("tribal", "{ at_least = 1, at_most = 8", crossed, crossed, "`at_least` is above `at_most`");
    let fixed = "{ is = true, default = true";
    refused("md14", "adjacent = { is = true", "adjacent = { is = true, default = true", fixed, "`is` fixes the value");
    let silent = "{ is = \"play_on\" }";
    let said = "the rule cites nothing: expected `clauses = ";
    refused("md14", "{ is = \"play_on\", readings = [84] }", silent, silent, said);
    let silent = "{ note = \"nothing\" }";
    refused("sd", "{ readings = [46] }", silent, silent, "expected `clauses = ");
}

#[test]
fn a_book_that_contradicts_itself_is_refused_at_the_part_at_fault() {
    refused("md14", "code = \"md14\"", "code = \"MD 14\"", "code = ", "expected lower-case letters");
    let order = "default = \"player by player\"";
    refused("md14", order, "default = \"all at once\"", "[settlement]", "is not among the alternatives");
    let alternative = "id = \"player by player\"";
    let passes = "\"pair_plus\", \"progressive\", \"envy\"";
    let said = "pair_plus is not settled exactly once";
    refused("md2014", passes, "\"progressive\", \"envy\"", alternative, said);
    let said = "cover_all is not a wager of this book";
    refused(
        "md14",
        "\"five_card_envy\"]",
        "\"five_card_envy\", \"cover_all\"]",
        "wagers = [\"ante\", \"play\", \"ante_bonus\", \"pair_plus\", \"progressive\"",
        said,
    );
    // Cover All pays by the number of players: a column for each number that may sit there, and for no other.
    let positions = "positions = { at_least = 1, at_most = 7, default = 7";
    let matrix = "id = \"matrix\"";
    let said = "expected lines with `players` 1 to 8, as many as the table has positions: 8, and none is for it";
    refused("ma", positions, "positions = { at_least = 1, at_most = 8, default = 7", matrix, said);
    let said = "expected lines with `players` 1 to 6, as many as the table has positions: 7, which cannot sit there";
    let seventh = "{ hand = \"akq-suited\", pays = \"40 to 1\", players = 7";
    refused("ma", positions, "positions = { at_least = 1, at_most = 6, default = 6", seventh, said);
    let said = "tip_ante follows the wager it rides on";
    refused(
        "sd",
        "wagers = [\"envy\"]",
        "wagers = [\"envy\", \"tip_ante\"]",
        "wagers = [\"envy\", \"tip_ante\"]",
        said,
    );
    let said = "ante is not settled exactly once";
    refused("tribal", "take = \"rest\"", "take = \"losing\"", "id = \"losers, then winners\"", said);
    // A line that is wrong is pointed at itself.
    let next = "{ hand = \"straight-flush\", pays = \"8 to 1\", clause = \"md14:12.C(2)\"";
    let bonus = "{ hand = \"akq-suited\", pays = \"50 to 1\"";
    for (line, said) in [
        ("{ hand = \"four-of-a-kind\", pays = \"50 to 1\"", "four-of-a-kind is not a hand of this wager"),
        ("{ hand = \"pair\", pays = \"50 to 1\"", "straight-flush stands below a lower hand, or twice"),
        ("{ hand = \"akq-suited\", pays = \"50 for 1\"", "which is not a way this wager pays"),
        ("{ hand = \"akq-suited\", players = 3, pays = \"50 to 1\"", "`players` belongs to cover_all lines"),
    ] {
        let own = format!("{line}, clause = \"md14:12.C(1)\"");
        refused("md14", bonus, line, if said.contains("straight-flush") { next } else { &own }, said);
    }
}
