//! The result of a command: text for either stream and an exit status.

use std::io::{self, Write};
use std::process::ExitCode;

/// How a command ended. In order of severity: of several, the most severe counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done.
    #[default]
    Done = 0,
    /// Done, but the answer is no.
    No = 1,
    /// Bad usage or bad input.
    BadInput = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The output of a command. Commands build text and write nothing themselves, so that a closed pipe or a late refusal
/// never leaves half an answer behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Output {
    /// For the standard output.
    pub(crate) out: String,
    /// For the standard error.
    pub(crate) err: String,
    /// How it ended.
    pub(crate) exit: Exit,
}

impl Output {
    /// A text, with success.
    pub(crate) fn done(out: impl Into<String>) -> Output {
        Output { out: out.into(), ..Output::default() }
    }

    /// Only a complaint about the input.
    pub(crate) fn bad_input(err: impl Into<String>) -> Output {
        Output { err: err.into(), exit: Exit::BadInput, ..Output::default() }
    }

    /// Only an error, in one line.
    pub(crate) fn error(why: impl std::fmt::Display) -> Output {
        Output::bad_input(format!("error: {why}\n"))
    }

    /// A value, printed as JSON.
    pub(crate) fn json(value: &impl serde::Serialize) -> Output {
        match serde_json::to_string_pretty(value) {
            Ok(text) => Output::done(text + "\n"),
            Err(error) => Output::bad_input(format!("error: the answer cannot be written as JSON: {error}\n")),
        }
    }

    /// The same output with its amounts in a currency. A complaint about a file's text says its amounts itself.
    pub(crate) fn in_money(mut self, currency: &rules::Currency) -> Output {
        self.out = currency.say(&self.out).into_owned();
        self.err = currency.say(&self.err).into_owned();
        self
    }

    /// The same output with another exit status.
    pub(crate) fn with_exit(mut self, exit: Exit) -> Output {
        self.exit = exit;
        self
    }

    /// The same output with a warning for the standard error.
    pub(crate) fn with_warning(mut self, warning: String) -> Output {
        self.err.push_str(&warning);
        self
    }

    /// Writes the output. Complaints come first, so that in a terminal the summary comes last.
    pub(crate) fn write(self) -> ExitCode {
        let _ = io::stderr().write_all(self.err.as_bytes());
        let mut out = io::stdout().lock();
        match out.write_all(self.out.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => self.exit.into(),
            // The reader has seen enough, like `head`: not an error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done.into(),
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: the answer cannot be written: {error}");
                Exit::BadInput.into()
            }
        }
    }
}
