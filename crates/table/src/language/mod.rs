//! The words of the table: acts and commands, events, refusals and the law behind them, and who speaks.

pub(crate) mod about;
pub(crate) mod act;
pub(crate) mod card;
pub(crate) mod cents;
pub(crate) mod event;
pub(crate) mod law;
pub(crate) mod refusal;
pub(crate) mod shape;
pub(crate) mod who;
pub(crate) mod why;
pub(crate) mod words;
