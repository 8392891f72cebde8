//! How the house is run: opening and closing it, its certificate, its checkpoints, exports and backups.

pub mod checkpoints;
pub mod copies;
pub mod sealed;
pub mod serve;
pub mod software;
pub mod tls;
pub mod trouble;
