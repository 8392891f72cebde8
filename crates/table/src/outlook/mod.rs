//! What people may do and see: the next step, everybody's offers and view, and what a robot would do.

pub(crate) mod awaited;
pub(crate) mod knows;
pub(crate) mod legal;
pub(crate) mod next;
pub(crate) mod offer;
pub(crate) mod preparing;
pub mod robot;
pub(crate) mod view;
