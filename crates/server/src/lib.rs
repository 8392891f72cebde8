//! The house online: each table a task before its stream of the journal, its people and their rights, HTTP for reads
//! and acts, one WebSocket for views, and the pages.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod card;
mod checkpoints;
mod clock;
mod copies;
mod desk;
mod frame;
mod hall;
mod hint;
mod history;
mod hour;
mod http;
mod links;
mod news;
mod people;
mod placard;
mod problem;
mod proof;
mod protection;
mod reason;
mod robots;
mod sayings;
mod sealed;
mod serve;
mod software;
mod titles;
mod tls;
pub mod trouble;
mod two_persons;
pub mod wire;
pub mod wire_layout;
pub mod wire_people;
mod wire_schema;
mod wire_shapes;

pub use hall::HouseText;
pub use people::{Rekeyed, rekey};
pub use pit::TableId;
pub use placard::{layout as printed_layout, paytables as posted_tables};
pub use problem::Problem;
pub use sealed::unseal;
pub use serve::{Config, NewTable, Opened, Place, run};
pub use tls::TlsFiles;
pub use wire_schema::schema as wire_schema;
