//! Troubles that tests make in a process of their own: a fault, or an end, at a step of the journal, a file that may not
//! grow, and timers that never rest. A server that nobody troubles knows nothing of this.

use std::sync::OnceLock;

use journal::{Options, StepHook};

static TROUBLE: OnceLock<Trouble> = OnceLock::new();

/// What goes wrong.
#[derive(Clone, Default)]
pub struct Trouble {
    /// Called at each durable step of the journal; what it gives stops the journal as a fault of the disk would.
    pub on_step: Option<StepHook>,
    /// The most bytes that the journal's file may have.
    pub bytes_max: Option<u64>,
    /// Whether the timers of every table take its first player for away and for present, again and again.
    pub restless: bool,
}

/// Makes trouble for every journal that is opened in this process from now on. Only the first call counts.
pub fn make(trouble: Trouble) {
    let _ = TROUBLE.set(trouble);
}

/// How a journal is opened, with the troubles of this process.
pub(crate) fn options() -> Options {
    let Trouble { on_step, bytes_max, .. } = TROUBLE.get().cloned().unwrap_or_default();
    Options { on_step, bytes_max, ..Options::default() }
}

/// Whether the timers never rest.
pub(crate) fn is_restless() -> bool {
    TROUBLE.get().is_some_and(|trouble| trouble.restless)
}
