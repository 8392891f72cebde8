//! Instruction counts, which a busy machine cannot disturb, by valgrind's callgrind.

use std::process::Command;
use std::{fmt, io};

/// Why there is no count.
#[derive(Debug)]
pub enum NoCount {
    /// Valgrind is not installed or cannot be started.
    NotStarted(io::Error),
    /// The program failed, or callgrind printed no count; this is what they wrote.
    Failed(String),
}

impl fmt::Display for NoCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCount::NotStarted(error) => {
                write!(f, "valgrind cannot be started ({error}); install it to count")
            }
            NoCount::Failed(log) => write!(f, "callgrind gave no count and wrote:\n{log}"),
        }
    }
}

impl std::error::Error for NoCount {}

/// Runs this program again under callgrind with these arguments. Returns the instructions executed and the output.
pub fn count_self(arguments: &[&str]) -> Result<(u64, String), NoCount> {
    let program = std::env::current_exe().map_err(NoCount::NotStarted)?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .output()
        .map_err(NoCount::NotStarted)?;
    let log = String::from_utf8_lossy(&output.stderr);
    let count = log.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match count {
        Some(count) if output.status.success() => Ok((count, String::from_utf8_lossy(&output.stdout).into_owned())),
        _ => Err(NoCount::Failed(log.into_owned())),
    }
}
