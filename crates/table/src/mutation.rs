//! Only for `cargo xtask mutate`: every place that refuses can be switched off, one at a time, to see whether a proof
//! notices. Without the feature `mutation` none of this is compiled.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::Location;

/// A place in the source that can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The source file.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// Whether it can be switched off: it checks a condition, and returns nothing that is needed afterwards.
    pub can_pass: bool,
}

thread_local! {
    static OFF: Cell<Option<Site>> = const { Cell::new(None) };
    static REFUSED: RefCell<BTreeMap<Site, usize>> = const { RefCell::new(BTreeMap::new()) };
}

/// Switches one place off in this thread, so that it refuses nothing. `None` switches all of them on again.
pub fn switch_off(site: Option<Site>) {
    OFF.set(site);
}

/// The places that refused in this thread since the last call, with how often each did.
#[must_use]
pub fn take_sites() -> BTreeMap<Site, usize> {
    REFUSED.take()
}

/// Notes that a place is about to refuse; whether it is switched off. A place without a condition cannot be.
pub(crate) fn refused(place: &'static Location<'static>, can_pass: bool) -> bool {
    let site = Site { file: place.file(), line: place.line(), column: place.column(), can_pass };
    REFUSED.with_borrow_mut(|refused| *refused.entry(site).or_default() += 1);
    OFF.get() == Some(site)
}
