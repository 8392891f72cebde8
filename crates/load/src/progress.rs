//! Shows what is being waited for: one changing line on a terminal, a line now and then in a file.

use std::io::{IsTerminal, Write, stderr};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// The time between two lines when the output is a file.
const BETWEEN: Duration = Duration::from_secs(10);

/// A wait.
pub(crate) struct Progress {
    started: Instant,
    told: Option<Instant>,
    terminal: bool,
}

impl Progress {
    /// Begins a wait.
    pub(crate) fn new() -> Progress {
        Progress { started: Instant::now(), told: None, terminal: stderr().is_terminal() }
    }

    /// How long it has taken.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows how far it is.
    pub(crate) fn tell(&mut self, what: &str) {
        if !self.terminal && self.told.is_some_and(|told| told.elapsed() < BETWEEN) {
            return;
        }
        self.told = Some(Instant::now());
        let seconds = self.elapsed().as_secs();
        // A terminal that went away is no reason to stop.
        let _ = match self.terminal {
            true => write!(stderr(), "\r{what}, {seconds} s\x1b[K").and_then(|()| stderr().flush()),
            false => writeln!(stderr(), "{what}, {seconds} s"),
        };
    }
}

impl Drop for Progress {
    /// Leaves the line, so that what comes next has its own.
    fn drop(&mut self) {
        if self.terminal && self.told.is_some() {
            let _ = writeln!(stderr());
        }
    }
}

/// Lets time pass.
pub(crate) async fn pass(seconds: u64, what: &str) {
    let (mut progress, until) = (Progress::new(), Instant::now() + Duration::from_secs(seconds));
    while let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        progress.tell(&format!("{what} for {seconds} s"));
        sleep(left.min(Duration::from_secs(1))).await;
    }
}
