//! The house online: each table a task with its own stream of the journal, its people and their rights, HTTP for reads
//! and acts, one WebSocket for views, and the pages.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod clock;
mod desk;
mod hall;
mod http;
mod links;
mod operation;
mod people;
mod recorded;
mod robots;
mod shown;
pub mod wire;

pub use hall::HouseText;
pub use http::proxies::{NotAProxy, Proxies};
pub use operation::sealed::unseal;
pub use operation::serve::{Config, JournalPlace, Opened, TableConfig, run};
pub use operation::tls::TlsFiles;
pub use operation::trouble;
pub use people::{Rekeyed, Vouched, rekey, vouch};
pub use pit::TableId;
pub use shown::placard::{layout as printed_layout, paytables as posted_tables};
pub use wire::Problem;
