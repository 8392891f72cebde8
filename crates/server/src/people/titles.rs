//! The tokens of other titles.

use super::directory::Title;
use super::{People, PeopleEntry, Token};
use crate::wire::Problem;

impl People {
    /// Gives a title on a link a new token; the old one stops working.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn title(&self, link: &str, title: &str, token: &Token, by: &str) -> Result<(), Problem> {
        let entry = PeopleEntry::Title { link: link.into(), title: title.into(), token: token.key(), by: by.into() };
        self.write(vec![entry], Vec::new()).await
    }

    /// The title of a token.
    pub async fn title_of(&self, token: &Token) -> Option<Title> {
        self.directory.read().await.title(&token.key()).cloned()
    }
}
