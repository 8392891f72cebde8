//! What goes over the wire: messages and bodies, the reasons and sentences in them, and the schema of all of it.

mod currency;
pub mod layout;
mod messages;
pub mod people;
mod problem;
pub mod reason;
pub mod sayings;
pub mod schema;
pub mod shapes;

pub use currency::CurrencyCard;
pub use messages::*;
pub use reason::Reason;
