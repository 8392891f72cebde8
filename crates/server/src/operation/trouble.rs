//! Faults that tests inject into their own process: an error, or the end of the process, at a step of the journal, a
//! file that may not grow, and timers that never rest. A normal server never uses this.

use std::sync::OnceLock;

use journal::{StepHook, StoreOptions};

static TROUBLE: OnceLock<Trouble> = OnceLock::new();

/// What goes wrong.
#[derive(Clone, Default)]
pub struct Trouble {
    /// Called at each durable step of the journal; an error it returns stops the journal as a disk fault would.
    pub on_step: Option<StepHook>,
    /// The most bytes that the journal's file may have.
    pub bytes_max: Option<u64>,
    /// Whether the timers of every table declare its first player away and present again, endlessly.
    pub restless: bool,
}

/// Sets the faults for every journal opened in this process from now on. Only the first call counts.
pub fn make(trouble: Trouble) {
    let _ = TROUBLE.set(trouble);
}

/// The options to open a journal with, including this process's faults.
pub(crate) fn options() -> StoreOptions {
    let Trouble { on_step, bytes_max, .. } = TROUBLE.get().cloned().unwrap_or_default();
    StoreOptions { on_step, bytes_max, ..StoreOptions::default() }
}

/// Whether the timers never rest.
pub(crate) fn is_restless() -> bool {
    TROUBLE.get().is_some_and(|trouble| trouble.restless)
}
