//! What a rulebook and a house can say, told from the readers' own types: the schemas for editors, the reference of the
//! rulebook file, and the commented start of a new one.

mod examples;
mod forms;
mod per_word;
mod places;
mod schema;
mod start;
mod text;

pub(crate) use forms::pattern_of;
pub(crate) use per_word::PerWord;
pub(crate) use schema::DIALECT;
pub use schema::rulebook_schema;
pub(crate) use start::comment;
pub use start::{BadCode, start};
pub use text::rulebook_reference;
