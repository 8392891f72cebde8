//! The commands that README.md and the pages about files show print what they show, and the files can be read.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    // The pages' paths are relative to the root.
    std::env::set_current_dir(root()).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("queenhigh", Path::new(env!("CARGO_BIN_EXE_queenhigh")));
    cases.case("README.md").case("docs/round-files.md");
}

#[test]
fn the_rounds_that_the_page_about_round_files_shows_are_settled() {
    let page = std::fs::read_to_string(root().join("docs/round-files.md")).unwrap();
    let rounds: Vec<&str> = page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(rounds.len(), 2);
    for round in rounds {
        let mut settle = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
        settle.args(["settle", "-"]).current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut run = settle.spawn().unwrap();
        run.stdin.take().unwrap().write_all(round.as_bytes()).unwrap();
        let answer = run.wait_with_output().unwrap();
        assert!(answer.status.success(), "{round}");
        assert!(String::from_utf8_lossy(&answer.stdout).contains("Balance $0"), "{round}");
    }
}
