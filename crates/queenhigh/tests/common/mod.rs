//! Runs the built program from the root of the repository and compares what it says with golden files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run left behind.
pub struct Run {
    /// The standard output.
    pub out: String,
    /// The standard error.
    pub err: String,
    /// The exit status.
    pub exit: i32,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The program, to be run from the root in a plain terminal of 90 columns.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    command.args(args).current_dir(root()).env("COLUMNS", "90").env_remove("NO_COLOR").env("RUST_BACKTRACE", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program.
pub fn run(args: &[&str]) -> Run {
    finish(program(args).spawn().unwrap(), "")
}

/// Runs the program with a text on its standard input.
pub fn run_with(args: &[&str], stdin: &str) -> Run {
    finish(program(args).stdin(Stdio::piped()).spawn().unwrap(), stdin)
}

fn finish(mut child: std::process::Child, stdin: &str) -> Run {
    if let Some(mut pipe) = child.stdin.take() {
        // A program that refuses its arguments does not read: a closed pipe is its right.
        let _ = pipe.write_all(stdin.as_bytes());
    }
    let output = child.wait_with_output().unwrap();
    let run = Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        exit: output.status.code().expect("the program ends by itself"),
    };
    for text in [&run.out, &run.err] {
        assert!(!text.contains('\u{1b}'), "colours away from a terminal: {text}");
        for word in ["panicked", "backtrace", "a fault of its own"] {
            assert!(!text.contains(word), "{text}");
        }
    }
    run
}

/// The text of a file of the repository.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The JSON that a run prints; it must be one value and nothing else.
pub fn json(args: &[&str]) -> serde_json::Value {
    let run = run(args);
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{args:?}: {error}: {}{}", run.out, run.err))
}

/// The values of JSON Lines.
pub fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The text with every digest replaced: a golden file shows how things look, not a house's hash.
pub fn without_digests(text: &str) -> String {
    let mut out = String::new();
    for piece in text.split_inclusive(|c: char| !c.is_ascii_hexdigit()) {
        let hex = piece.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
        if hex.len() == 64 {
            out.push_str("<digest>");
            out.push_str(&piece[64..]);
        } else {
            out.push_str(piece);
        }
    }
    out
}

/// Compares a text with a golden file, or writes it there when UPDATE_GOLDEN is set.
pub fn golden(path: &str, text: &str) {
    let text = without_digests(text);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(root().join(path), &text).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(root().join(path)).unwrap_or_default();
    assert!(
        expected == text,
        "{path} differs; UPDATE_GOLDEN=1 rewrites it\n--- expected\n{expected}\n--- found\n{text}"
    );
}

/// A run as a golden file shows it: the command, both streams, the exit status.
pub fn transcript(args: &[&str], run: &Run) -> String {
    let quoted: Vec<String> =
        args.iter().map(|arg| if arg.contains(' ') { format!("'{arg}'") } else { (*arg).to_owned() }).collect();
    let mut text = format!("$ queenhigh {}", quoted.join(" ")).trim_end().to_owned() + "\n";
    text.push_str(&run.out);
    if !run.err.is_empty() {
        text.push_str("--- stderr\n");
        text.push_str(&run.err);
    }
    text + &format!("--- exit {}\n", run.exit)
}
