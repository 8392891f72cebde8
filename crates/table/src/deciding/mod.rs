//! The decisions: a command becomes events, or a refusal that names its law. One file a part of the procedure.

pub(crate) mod bank;
pub(crate) mod betting;
pub(crate) mod closing;
pub(crate) mod collecting;
pub(crate) mod cut_offer;
pub(crate) mod dealing;
pub(crate) mod decide;
pub(crate) mod decisions;
pub(crate) mod decks;
pub(crate) mod duty;
pub(crate) mod early_look;
pub(crate) mod electronic;
pub(crate) mod forfeits;
pub(crate) mod held;
pub(crate) mod idle;
pub(crate) mod in_use;
pub(crate) mod irregular;
pub(crate) mod misread;
pub(crate) mod opening;
pub(crate) mod seats;
pub(crate) mod sheet;
pub(crate) mod showdown;
pub(crate) mod shuffle;
pub(crate) mod stub;
pub(crate) mod undo;
