//! For `cargo xtask mutate` alone: every place that refuses has a number, and one of them can be switched off, so that
//! it is seen whether a proof notices. Without the feature `mutation` none of this is compiled.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::Location;

/// A place of the source that can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The file.
    pub file: &'static str,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Whether it can be switched off: it has a condition, and nothing to give when that fails.
    pub can_pass: bool,
}

thread_local! {
    static OFF: Cell<Option<Site>> = const { Cell::new(None) };
    static REFUSED: RefCell<BTreeMap<Site, usize>> = const { RefCell::new(BTreeMap::new()) };
}

/// Switches one place off in this thread: what it would refuse is let through. `None` switches all of them on again.
pub fn switch_off(site: Option<Site>) {
    OFF.set(site);
}

/// The places that refused in this thread since it was last asked, with how often they did.
#[must_use]
pub fn take_sites() -> BTreeMap<Site, usize> {
    REFUSED.take()
}

/// A place is about to refuse: whether it is switched off. What only says no, without a condition, cannot be.
pub(crate) fn refused(place: &'static Location<'static>, can_pass: bool) -> bool {
    let site = Site { file: place.file(), line: place.line(), column: place.column(), can_pass };
    REFUSED.with_borrow_mut(|refused| *refused.entry(site).or_default() += 1);
    OFF.get() == Some(site)
}
