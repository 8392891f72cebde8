//! Golden rounds: reading, running and comparing them.

pub mod house;
pub mod run;
pub mod text;
