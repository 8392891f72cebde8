//! What is put on record of the running of the house: programs, configurations, copies, tables.

use std::sync::Arc;

use super::directory::Started;
use super::{Entry, People};
use crate::wire::Problem;

impl People {
    /// A node starts: what is another program or configuration than the last time is put on record.
    ///
    /// # Errors
    /// When it cannot be stored: a house without its audit is not opened.
    pub async fn start(&self, program: &str, digest: &Arc<str>, configuration: Vec<Arc<str>>) -> Result<(), Problem> {
        let now = Started { program: program.into(), digest: digest.clone(), configuration };
        if self.directory.read().await.started.as_ref() == Some(&now) {
            return Ok(());
        }
        let Started { program, digest, configuration } = now;
        self.write(vec![Entry::Started { program, digest, configuration }], Vec::new()).await
    }

    /// Somebody takes a copy of the journal up to a commit: on record before the first byte goes out.
    ///
    /// # Errors
    /// When it cannot be stored: then there is no copy.
    pub async fn copied(&self, by: &str, what: &str, commit: u64) -> Result<(), Problem> {
        self.write(vec![Entry::Copied { by: by.into(), what: what.into(), commit }], Vec::new()).await
    }

    /// A table was founded.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn founded(&self, table: &str, house: &str, by: &str) -> Result<(), Problem> {
        self.write(vec![Entry::Founded { table: table.into(), house: house.into(), by: by.into() }], Vec::new()).await
    }
}
