//! The command line that the benches share.

use std::fmt::Display;
use std::process::ExitCode;

use crate::callgrind::NoCount;

/// What a bench can do: measure times, count instructions, and run one kernel so that its instructions can be counted.
pub struct Bench<'a, A> {
    /// The bench's name, for the line that says how it is used.
    pub name: &'a str,
    /// Prints the tables of times.
    pub measure: fn(),
    /// Prints the table of instruction counts.
    pub count_instructions: fn() -> Result<(), NoCount>,
    /// Runs a kernel the given number of times, or over the given amount of its work; `None` where there is no such kernel.
    pub run_counted: fn(&str, &str) -> Option<A>,
}

impl<A: Display> Bench<'_, A> {
    /// Does what the arguments of the program ask for.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
        match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            // What a test runner asks of every binary: there are no tests here.
            ["--list", ..] => ExitCode::SUCCESS,
            [] => {
                (self.measure)();
                ExitCode::SUCCESS
            }
            ["--instructions"] => match (self.count_instructions)() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("no instruction counts: {error}");
                    ExitCode::FAILURE
                }
            },
            ["--kernel", name, work] => match (self.run_counted)(name, work) {
                Some(answer) => {
                    println!("{answer}");
                    ExitCode::SUCCESS
                }
                None => ExitCode::from(2),
            },
            _ => {
                eprintln!("use: cargo bench -p benches --bench {} [-- --instructions]", self.name);
                ExitCode::from(2)
            }
        }
    }
}
