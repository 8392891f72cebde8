//! A window in which nothing can be measured is refused before any server is started, with what to do instead.

use std::process::{Command, Output};

fn load(args: &[&str]) -> Output {
    let house = concat!(env!("CARGO_MANIFEST_DIR"), "/../../houses/md14.toml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_load"));
    command.args(["pace", "--server", "there-is-no-server", "--house", house]).args(args);
    command.output().expect("the program runs")
}

#[test]
fn a_window_without_a_whole_round_is_refused() {
    for (args, help) in [
        (["--seconds", "59"], "--seconds 60"),
        (["--seconds", "0"], "--seconds 60"),
        (["--tables", "0"], "--tables 1"),
        (["--robots", "0"], "--robots 1"),
        (["--rounds-an-hour", "0"], "--rounds-an-hour"),
    ] {
        let output = load(&args);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.starts_with("error: ") && said.contains(help), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "no figure is printed: {args:?}");
    }
}

#[test]
fn a_window_of_a_round_is_not_refused() {
    let output = load(&["--seconds", "60", "--tables", "1"]);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), said.contains("no server")), (Some(2), true), "{said}");
}
