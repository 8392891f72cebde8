//! A house is named alike by every command: the code of an example, a file, or `-` for the standard input.

use crate::common::{self, read, root, run, run_with};

/// Commands with a house named last.
const COMMANDS: [&[&str]; 7] = [
    &["check", "--json"],
    &["layout", "--json"],
    &["layout", "--json", "--house"],
    &["odds", "--position", "minimum", "--json", "--house"],
    &["simulate", "--seed", "1", "--rounds", "20", "--json", "--house"],
    &["rounds", "--script", "golden/table/sd.script", "--json", "--house"],
    &["play", "--seed", "7", "--house"],
];

#[test]
fn every_command_takes_a_code_a_file_and_the_standard_input() {
    let text = read("houses/sd.toml");
    for command in COMMANDS {
        let with = |name: &str| run_with(&[command, &[name]].concat(), if name == "-" { &text } else { "" });
        let all = ["sd", "houses/sd.toml", "-"].map(with);
        for found in &all {
            assert_eq!((found.exit, found.err.as_str()), (0, ""), "{command:?}");
        }
        // Only `check` prints by which name it was called.
        let [code, file, stdin] = all.map(|found| {
            let unnamed = |text: String, name: &str| text.replace(&format!("\"file\": \"{name}\""), "");
            ["sd", "houses/sd.toml", "<stdin>"].into_iter().fold(found.out, unnamed)
        });
        assert_eq!(code, file, "{command:?}");
        assert_eq!(code, stdin, "{command:?}");
    }
}

#[test]
fn what_is_no_house_is_told_what_would_be_one() {
    let help = "there is no such file and no such example; the examples are md14, md2014, ma, tribal, sd";
    for command in COMMANDS {
        let refused = run(&[command, &["zz.toml"]].concat());
        assert_eq!((refused.exit, refused.out.as_str()), (2, ""), "{command:?}");
        assert!(refused.err.contains(help), "{command:?}: {}", refused.err);
        let unlawful = run(&[command, &["golden/cli/input/house-with-faults.toml"]].concat());
        assert_eq!(unlawful.exit, if command[0] == "check" { 1 } else { 2 }, "{command:?}: {}", unlawful.err);
    }
    for (args, input) in [
        (&["settle", "-"][..], read("golden/settle/ma-sample.json")),
        (&["dispute", "--evidence", "-"], read("golden/dispute/decided-by-cards.json")),
    ] {
        let named = |name: &str| {
            let mut input: serde_json::Value = serde_json::from_str(&input).unwrap();
            input["house"] = name.into();
            run_with(args, &input.to_string())
        };
        assert_eq!(named("ma").exit, 0, "{args:?}: {}", named("ma").err);
        let refused = named("zz.toml");
        // Here the sentence is broken into lines, with a mark before each.
        let words: Vec<&str> = refused.err.split_whitespace().filter(|word| *word != "│").collect();
        assert!(refused.exit == 2 && words.join(" ").contains(help), "{args:?}: {}", refused.err);
    }
}

#[test]
fn a_file_comes_before_an_example_of_the_same_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("md14"), read("houses/sd.toml")).unwrap();
    let mut program = common::program(&["check", "md14"]);
    let found = program.current_dir(folder.path()).output().unwrap();
    assert!(String::from_utf8_lossy(&found.stdout).starts_with("md14: lawful under sd"), "{found:?}");
    assert!(root().join("houses/md14.toml").is_file());
}

#[test]
fn a_code_is_no_rulebook_to_add() {
    let refused = run(&["play", "--rulebook", "ma"]);
    assert!(refused.exit == 2 && refused.err.contains("write ma as the house"), "{}", refused.err);
}
