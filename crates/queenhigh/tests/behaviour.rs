//! Exit status, streams, standard input, added rulebooks, and how the program bears what it cannot read.

use std::process::Stdio;

use crate::common::{self, json, program, read, root, run, run_with};

#[test]
fn exit_status_tells_done_no_and_bad_input_apart() {
    let lawful = "houses/ma.toml";
    let faulty = "golden/cli/input/house-with-faults.toml";
    let broken = "golden/cli/input/not-toml.toml";
    for (args, exit) in [
        (vec!["check", lawful], 0),
        (vec!["check", faulty], 1),
        (vec!["check", broken], 2),
        (vec!["check", lawful, faulty], 1),
        (vec!["check", faulty, broken], 2),
        (vec!["check", "no-such-file.toml"], 2),
        (vec!["check", "houses"], 2),
        (vec!["check"], 2),
        (vec!["check", "--example", "zz"], 2),
        (vec!["settle", "golden/settle/ma-sample.json"], 0),
        (vec!["settle", "no-such-file.json"], 2),
        (vec!["settle"], 2),
        (vec!["rules"], 2),
        (vec!["rules", "list"], 0),
        (vec!["rules", "show", "sd"], 0),
        (vec!["rules", "show", "zz"], 2),
        (vec!["rules", "show", "sd", "zebra"], 1),
        (vec!["rules", "diff", "sd", "zz"], 2),
        (vec!["rules", "readings", "1"], 0),
        (vec!["rules", "readings", "98"], 1),
        (vec!["rules", "readings", "x"], 2),
        (vec!["rules", "paytables", "tribal", "progressive"], 1),
        (vec!["rules", "paytables", "tribal", "roulette"], 2),
        (vec!["rules", "coverage", "zz"], 2),
        (vec!["simulate", "--rounds", "100"], 0),
        (vec!["simulate", "--rounds", "0"], 2),
        (vec!["simulate", "merge"], 2),
        (vec!["rounds"], 2),
        (vec!["rounds", "--script", "no-such.script"], 2),
        (vec!["rounds", "--script", "golden/table/md14.script"], 0),
        (vec!["rounds", "--script", "golden/table/md14.script", "--house", "zz"], 2),
        (vec!["rounds", "--script", "-", "--house", "-"], 2),
        (vec!["play", "--seed", "1"], 0),
        (vec!["play", "--seed", "x"], 2),
        (vec!["play", "--bankroll", "200"], 2),
        (vec!["schema", "check"], 0),
        (vec!["schema", "zz"], 2),
        (vec!["--rulebook", "no-such-file.toml"], 2),
        (vec!["--help"], 0),
        (vec!["--version"], 0),
        (vec!["--no-such-option"], 2),
        (vec!["submission"], 2),
        (vec!["no-such-command"], 2),
    ] {
        let run = run(&args);
        assert_eq!(run.exit, exit, "{args:?}: {}{}", run.out, run.err);
        let complains = !run.err.is_empty();
        assert_eq!(complains, exit != 0, "{args:?}: {}", run.err);
    }
}

#[test]
fn bad_input_leaves_the_standard_output_empty() {
    for args in [
        vec!["settle", "golden/cli/input/refused-no-meter.json", "--json"],
        vec!["check", "no-such-file.toml", "--json"],
        vec!["--rulebook", "houses/ma.toml", "rules", "list", "--json"],
        vec!["rules", "diff", "ma", "zz", "--json"],
    ] {
        let run = run(&args);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{args:?}");
    }
}

#[test]
fn every_subcommand_has_help_with_an_example() {
    let commands =
        ["", "check", "settle", "layout", "dispute", "odds", "simulate", "rounds", "play", "rules", "schema"];
    for command in commands.into_iter().chain([
        "rules list",
        "rules show",
        "rules diff",
        "rules paytables",
        "rules readings",
        "rules coverage",
        "rules new",
        "rules reference",
        "rules schema",
        "simulate merge",
    ]) {
        let mut args: Vec<&str> = command.split_whitespace().collect();
        args.push("--help");
        let run = run(&args);
        assert_eq!(run.exit, 0, "{command}");
        assert!(run.out.contains("Example:") && run.out.contains("--rulebook"), "{command}: {}", run.out);
        assert!(run.out.lines().all(|line| line.chars().count() <= 90), "{command}: {}", run.out);
    }
}

#[test]
fn a_planned_subcommand_says_so() {
    let run = run(&["submission"]);
    assert_eq!(run.exit, 2);
    assert!(run.err.contains("not available yet"), "{}", run.err);
}

#[test]
fn a_dash_is_the_standard_input() {
    let lawful = run_with(&["check", "-"], &read("houses/sd.toml"));
    assert_eq!(lawful.exit, 0, "{}", lawful.err);
    assert!(lawful.out.starts_with("<stdin>: lawful under sd"), "{}", lawful.out);
    // Of a round on the standard input the house is looked for in the current folder.
    let round = read("golden/settle/ma-sample.json").replace("../../houses", "houses");
    let settled = run_with(&["settle", "-", "--json"], &round);
    assert_eq!(settled.exit, 0, "{}", settled.err);
    assert_eq!(settled.out, run(&["settle", "golden/settle/ma-sample.json", "--json"]).out);
}

#[test]
fn a_house_is_looked_for_beside_the_round_first() {
    let elsewhere = program(&["settle", "golden/settle/ma-sample.json"]).output().unwrap();
    assert!(elsewhere.status.success());
    let file = root().join("golden/settle/ma-sample.json");
    let from_crates = program(&["settle", file.to_str().unwrap()]).current_dir(root().join("crates")).output().unwrap();
    assert_eq!(from_crates.stdout, elsewhere.stdout);
}

#[test]
fn the_examples_pass_the_check() {
    for code in ["md14", "md2014", "ma", "tribal", "sd"] {
        let house = run(&["check", "--example", code]);
        assert_eq!(house.out, read(&format!("houses/{code}.toml")));
        assert_eq!(run_with(&["check", "-"], &house.out).exit, 0, "{code}");
    }
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = program(&["rules", "show", "md14", "--json"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
    let mut child = program(&["--help"]).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn no_color_changes_nothing_away_from_a_terminal() {
    let args = ["check", "golden/cli/input/house-with-faults.toml"];
    let plain = run(&args);
    let no_color = program(&args).env("NO_COLOR", "1").output().unwrap();
    assert_eq!(String::from_utf8(no_color.stdout).unwrap(), plain.out);
    assert_eq!(String::from_utf8(no_color.stderr).unwrap(), plain.err);
}

#[test]
fn nothing_runs_over_the_width_of_the_terminal() {
    for columns in [60, 80, 120] {
        for args in [
            vec!["settle", "golden/settle/md14-meter-win.json", "--explain"],
            vec!["rules", "show", "ma"],
            vec!["rules", "diff", "ma", "md14", "--all"],
            vec!["rules", "paytables", "ma"],
            vec!["rules", "readings"],
        ] {
            let output = program(&args).env("COLUMNS", columns.to_string()).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let over: Vec<&str> = text.lines().filter(|line| line.chars().count() > columns.max(80)).collect();
            assert!(over.is_empty(), "{args:?} at {columns}: {over:#?}");
        }
    }
}

#[test]
fn a_rulebook_can_be_added_and_replaced() {
    let folder = std::env::temp_dir().join(format!("queenhigh-rulebooks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let shipped = read("rulebooks/tribal.toml");
    let renamed = |code: &str| {
        let text = shipped.replace("code = \"tribal\"", &format!("code = \"{code}\""));
        text.replace("\"tribal:", &format!("\"{code}:"))
    };
    std::fs::write(path("sixth.toml"), renamed("sixth")).unwrap();
    let seventh = renamed("seventh").replace("at_most = 2, default = 1", "at_most = 3, default = 2");
    std::fs::write(path("seventh.toml"), seventh).unwrap();
    let replaced = shipped.replace("at_most = 2, default = 1", "at_most = 1, default = 1");
    std::fs::write(path("tribal.toml"), replaced).unwrap();

    // Before and after the subcommand alike.
    let (sixth, seventh) = (path("sixth.toml"), path("seventh.toml"));
    let args = ["--rulebook", &sixth, "rules", "--rulebook", &seventh, "diff", "sixth", "seventh", "--json"];
    let difference = json(&args);
    assert_eq!(difference["dimensions"].as_array().unwrap().len(), 1, "{difference}");
    assert_eq!(difference["dimensions"][0]["path"], "table.positions_per_player");
    assert_eq!(difference["dimensions"][0]["right"]["text"], "1 to 3 (default 2)");
    assert_eq!(difference["paytables"].as_array().unwrap().len(), 0);
    // A rulebook that was added has no clause list: ids without words.
    let shown = json(&["rules", "show", "sixth", "(f)(6)", "--json", "--rulebook", &sixth]);
    assert_eq!(shown["clauses"].as_array().unwrap().len(), 4);
    assert!(shown["clauses"][0]["requirement"].is_null());
    assert_eq!(run(&["rules", "show", "sixth", "pair plus", "--rulebook", &sixth]).exit, 0);
    let listed = json(&["rules", "coverage", "sixth", "--json", "--rulebook", &sixth]);
    assert_eq!(listed["books"]["sixth"]["clauses"], 0);
    // In the place of a shipped one it binds the houses that name it.
    let replacing = path("tribal.toml");
    assert_eq!(run(&["check", "houses/tribal.toml"]).exit, 0);
    let refused = run(&["check", "houses/tribal.toml", "--rulebook", &replacing]);
    assert_eq!(refused.exit, 1);
    assert!(refused.err.contains("table.positions_per_player"), "{}", refused.err);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_rulebook_is_begun_shown_and_given_a_house() {
    let folder = std::env::temp_dir().join(format!("queenhigh-new-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (book, house) = (path("xy.toml"), path("house.toml"));
    let begun = run(&["rules", "new", "xy", "--like", "sd", "-o", &book]);
    assert_eq!((begun.exit, begun.err.as_str()), (0, ""));
    let again = run(&["rules", "new", "xy", "--like", "sd", "--output", &book]);
    assert!(again.exit == 2 && again.err.contains("not written over"), "{}", again.err);
    assert_eq!(run(&["rules", "new", "xy", "--like", "sd"]).out, std::fs::read_to_string(&book).unwrap());
    let taken = run(&["rules", "new", "md14", "--like", "sd"]);
    assert!(taken.exit == 2 && taken.err.contains("there is a rulebook \"md14\""), "{}", taken.err);
    assert_eq!(run(&["rules", "new", "X Y", "--like", "sd"]).exit, 2);
    let shown = run(&["--rulebook", &book, "rules", "show", "xy"]);
    assert!(
        shown.exit == 0 && shown.out.contains("Still to be written") && shown.out.contains("xy:?"),
        "{}",
        shown.out
    );
    assert!(!run(&["rules", "show", "sd"]).out.contains("Still to be written"));
    let example = run(&["--rulebook", &book, "check", "--example", "xy"]);
    assert_eq!(example.exit, 0, "{}", example.err);
    std::fs::write(&house, &example.out).unwrap();
    let checked = run(&["--rulebook", &book, "check", &house]);
    assert_eq!((checked.exit, checked.err.as_str()), (0, ""));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_reference_and_the_schema_of_rulebooks_are_printed() {
    assert_eq!(run(&["rules", "reference"]).out, read("docs/rulebooks.md"));
    assert_eq!(run(&["rules", "schema"]).out, run(&["schema", "rulebook"]).out);
    assert!(json(&["schema", "house"])["properties"]["rulebook"].is_object());
}

#[test]
fn hostile_text_reaches_no_terminal() {
    let house = "rulebook = \"ma\"\noperator = \"\\u001b[31mred\"\n\"\\u001b[2J\" = 1\n";
    let run = run_with(&["check", "-"], house);
    assert_eq!(run.exit, 1, "{}{}", run.out, run.err);
    let raw = run_with(&["check", "-"], "operator = \"\u{1b}[31m\"\n");
    assert_eq!(raw.exit, 2);
    for args in [["rules", "show", "\u{1b}[2J"], ["rules", "paytables", "\u{1b}[2J"], ["check", "--example", "\u{1b}"]]
    {
        assert_eq!(common::run(&args).exit, 2);
    }
}

#[test]
fn input_that_is_no_text_is_told_in_a_sentence() {
    let path = std::env::temp_dir().join(format!("queenhigh-no-text-{}", std::process::id()));
    std::fs::write(&path, b"rulebook = \"ma\"\n\xff\xfe").unwrap();
    for command in ["check", "settle"] {
        let run = run(&[command, path.to_str().unwrap()]);
        assert_eq!(run.exit, 2);
        assert!(run.err.contains(":2: the file is not text"), "{}", run.err);
    }
    std::fs::remove_file(path).unwrap();
    for text in ["", "null", "[]", "{", "{}", "\"\"", "{\"house\": null, \"positions\": []}"] {
        let run = run_with(&["settle", "-"], text);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{text}");
        assert!(run.err.contains("<stdin>:"), "{text}: {}", run.err);
    }
}
