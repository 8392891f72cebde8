//! A second settlement, written from the rule documents alone.
//!
//! It shares no code with the first, so where the two agree on every deal they prove each other.

pub(crate) mod books;
pub(crate) mod cards;
pub(crate) mod settle;

#[cfg(test)]
mod exact;
#[cfg(test)]
mod rounds;
