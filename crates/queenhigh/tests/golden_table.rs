//! Scripted tables: `golden/table/*.script`, each with its output beside it. UPDATE_GOLDEN=1 rewrites those.

use crate::common::{golden, json_lines, read, root, run, run_with};

/// The scripts by name, without their ending.
fn scripts() -> Vec<String> {
    files("script")
}

fn files(ending: &str) -> Vec<String> {
    let folder = root().join("golden/table");
    let files = std::fs::read_dir(folder).expect("golden/table").map(|file| file.expect("a file").path());
    let scripts = files.filter(|path| path.extension().is_some_and(|found| found == ending));
    let mut names: Vec<String> = scripts.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}

#[test]
fn scripted_tables_do_what_they_did() {
    let names = scripts();
    for code in ["md14", "md2014", "ma", "tribal", "sd"] {
        assert!(names.iter().any(|name| name == code), "no round of {code}");
    }
    for name in names {
        let file = format!("golden/table/{name}.script");
        let run = run(&["rounds", "--script", &file]);
        assert_eq!((run.exit, run.err.as_str()), (0, ""), "{name}: {}", run.out);
        assert!(run.out.lines().all(|line| line.chars().count() <= 90), "{name} is too wide");
        assert!(run.out.contains("all held") && !run.out.contains("BROKEN"), "{name}: {}", run.out);
        golden(&format!("golden/table/{name}.txt"), &run.out);
    }
}

#[test]
fn the_json_of_a_run_is_a_script_that_gives_the_same_events() {
    for name in scripts() {
        let file = format!("golden/table/{name}.script");
        let first = json_lines(&run(&["rounds", "--script", &file, "--json"]).out);
        let commands: Vec<String> =
            first.iter().filter_map(|line| line.get("command")).map(ToString::to_string).collect();
        let house = first.last().and_then(|end| end["rulebook"].as_str()).expect("the end names the book").to_owned();
        let again = run_with(&["rounds", "--script", "-", "--json", "--house", &house], &commands.join("\n"));
        assert_eq!(again.exit, 0, "{name}: {}", again.err);
        let answers = |lines: &[serde_json::Value]| -> Vec<serde_json::Value> {
            lines.iter().filter(|line| line.get("command").is_some()).cloned().collect()
        };
        let again = json_lines(&again.out);
        assert!(answers(&again) == answers(&first), "{name}: the same commands give other answers");
        let end = |lines: &[serde_json::Value]| (lines.last().cloned().unwrap_or_default()["money"]).clone();
        assert_eq!(end(&again), end(&first), "{name}");
    }
}

#[test]
fn a_script_that_cannot_be_read_is_shown_line_by_line() {
    let script =
        "house md14\nplayer: sit 3\nplayer Ann: sitt 3\n\nplayer Ann: wager 3 anty $5\n{\"id\":1}\nexpect fase x\n";
    let run = run_with(&["rounds", "--script", "-"], script);
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    for place in ["<stdin>:2:1", "<stdin>:3:13", "<stdin>:5:21", "<stdin>:6:", "<stdin>:7:8"] {
        assert!(run.err.contains(place), "{place} is missing: {}", run.err);
    }
    for words in ["did you mean sit?", "did you mean ante?", "a player has a name"] {
        assert!(run.err.contains(words), "{words}: {}", run.err);
    }
}

#[test]
fn an_expectation_that_fails_is_the_answer_no() {
    let script =
        "house sd\nfloorperson: open_table $100\nexpect tray $100\nexpect tray $99\nexpect not phase betting\n";
    let run = run_with(&["rounds", "--script", "-"], script);
    assert_eq!(run.exit, 1, "{}", run.err);
    assert!(run.out.contains("✗ line 4: expect tray $99: it is $100"), "{}", run.out);
    assert!(run.out.contains("3 expectations, 2 failed"), "{}", run.out);
}

#[test]
fn a_robot_that_does_not_get_where_it_should_says_what_is_waited_for() {
    let open = "house md14\nfloorperson: open_table $100,000\n";
    let seated = "player Ann: sit 3\nplayer Ann: buy_in $200\n";
    let wagered = "player Ann: wager 3 ante $5\n";
    for (script, failed) in [
        (
            "house md14\nrobot until betting\n".to_owned(),
            "robot until betting: the table waits for the floorperson: open_table",
        ),
        (format!("{open}robot until deciding\n"), "robot until deciding: the table waits for a player: sit"),
        (format!("{open}{seated}crew until deal\n"), "crew until deal: the table waits for a wager"),
        (
            format!("{open}{seated}{wagered}robot until settled\n"),
            "robot until settled: the table waits for a decision at position 3",
        ),
        (
            format!("{open}{seated}{wagered}crew rounds 2\n"),
            "crew rounds 2: the table waits for a decision at position 3",
        ),
        (
            format!("{open}{seated}{wagered}robot until deal\ndealer: call_floor \"a word\"\nrobot until deciding\n"),
            "robot until deciding: the table waits for floorperson: resume",
        ),
    ] {
        let run = run_with(&["rounds", "--script", "-"], &script);
        assert_eq!(run.exit, 1, "{script}{}", run.out);
        // The sentence may be broken into lines.
        let words: Vec<&str> = run.out.split_whitespace().collect();
        assert!(words.join(" ").contains(failed), "{failed}: {}", run.out);
        assert!(run.err.contains("1 expectation failed"), "{}", run.err);
    }
    for reached in
        ["robot until deciding", "robot until betting", "crew until deal", "robot", "crew 2", "robot until still"]
    {
        let run = run_with(&["rounds", "--script", "-"], &format!("{open}{seated}{wagered}{reached}\n"));
        assert_eq!(run.exit, 0, "{reached}: {}", run.out);
    }
}

#[test]
fn a_house_is_named_by_the_command_line_before_the_script() {
    let script = "house sd\nfloorperson: open_table $100\n";
    let code = |args: &[&str]| {
        let run = run_with(args, script);
        assert_eq!(run.exit, 0, "{}", run.err);
        json_lines(&run.out).last().expect("an end")["rulebook"].clone()
    };
    assert_eq!(code(&["rounds", "--script", "-", "--json"]), "sd");
    assert_eq!(code(&["rounds", "--script", "-", "--json", "--house", "ma"]), "ma");
    assert_eq!(code(&["rounds", "--script", "-", "--json", "--house", "houses/tribal.toml"]), "tribal");
    let late = run_with(&["rounds", "--script", "-"], "floorperson: open_table $1\nhouse sd\n");
    assert!(late.exit == 2 && late.err.contains("before anything else"), "{}", late.err);
    let unknown = run_with(&["rounds", "--script", "-"], "house zz\n");
    assert!(unknown.exit == 2 && unknown.err.contains("<stdin>:1:7"), "{}", unknown.err);
}

#[test]
fn a_seed_decides_the_cards_that_are_not_named() {
    let script = read("golden/table/tribal.script")
        .lines()
        .filter(|line| !line.starts_with("deck") && !line.starts_with("expect"))
        .collect::<Vec<_>>()
        .join("\n");
    let played = |seed: &str| run_with(&["rounds", "--script", "-", "--seed", seed], &script).out;
    assert_eq!(played("7"), played("7"));
    assert_ne!(played("7"), played("8"));
}

#[test]
fn views_are_shown_after_every_act_and_robots_fill_seats() {
    let script = "house md14\nfloorperson: open_table $100,000\n\
        robot player Bob at 1 buys $500 ante $5 pair_plus $5 plays Q-6-4\nrobot rounds 3\nexpect round 4\n";
    let run = run_with(&["rounds", "--script", "-", "--json", "--views", "Bob,dealer,surveillance"], script);
    assert_eq!(run.exit, 0, "{}", run.err);
    let lines = json_lines(&run.out);
    let count = |key: &str| lines.iter().filter(|line| line.get(key).is_some()).count();
    assert_eq!(count("view"), 3 * count("command"));
    assert!(count("command") > 60);
}

/// Games by the keys that were pressed: `golden/table/*.keys`, each with the table after every line of keys.
#[test]
fn games_in_the_terminal_look_as_they_did() {
    let names = files("keys");
    assert!(names.len() >= 2);
    for name in names {
        let keys = read(&format!("golden/table/{name}.keys"));
        let code = name.split('-').nth(1).expect("play-CODE");
        let run = run_with(&["play", "--house", code, "--seed", "7"], &keys);
        assert_eq!((run.exit, run.err.as_str()), (0, ""), "{name}");
        assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{name} is wider than the screen");
        golden(&format!("golden/table/{name}.txt"), &run.out);
    }
}

#[test]
fn a_key_that_is_none_is_told_with_its_line() {
    let run = run_with(&["play", "--seed", "7"], "right\nshift\n");
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    assert!(run.err.contains("<stdin>:2: \"shift\" is not a key"), "{}", run.err);
}
