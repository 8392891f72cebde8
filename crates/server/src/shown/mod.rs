//! What people are shown of a table: its frame after each change, and the answers to what pages ask.

pub mod card;
pub mod frame;
pub mod hint;
pub mod history;
mod hour;
pub mod news;
pub mod placard;
pub mod proof;
