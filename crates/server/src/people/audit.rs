//! The record of running the house: programs, configurations, copies, tables.

use std::sync::Arc;

use super::directory::Started;
use super::{People, PeopleEntry};
use crate::wire::Problem;

impl People {
    /// Records that a node starts with another program or configuration than last time.
    ///
    /// # Errors
    /// When it cannot be stored: a house without its audit is not opened.
    pub async fn start(&self, program: &str, digest: &Arc<str>, configuration: Vec<Arc<str>>) -> Result<(), Problem> {
        let now = Started { program: program.into(), digest: digest.clone(), configuration };
        if self.directory.read().await.started.as_ref() == Some(&now) {
            return Ok(());
        }
        let Started { program, digest, configuration } = now;
        self.write(vec![PeopleEntry::Started { program, digest, configuration }], Vec::new()).await
    }

    /// Records that somebody takes a copy of the journal up to a commit, before its first byte is sent.
    ///
    /// # Errors
    /// When it cannot be stored: then there is no copy.
    pub async fn copied(&self, by: &str, what: &str, commit: u64) -> Result<(), Problem> {
        self.write(vec![PeopleEntry::Copied { by: by.into(), what: what.into(), commit }], Vec::new()).await
    }

    /// Records that a table was founded.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn founded(&self, table: &str, house: &str, by: &str) -> Result<(), Problem> {
        self.write(vec![PeopleEntry::Founded { table: table.into(), house: house.into(), by: by.into() }], Vec::new())
            .await
    }
}
