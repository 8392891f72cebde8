//! Houses shared by many tables: each is read, checked and kept once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rules::{BookFiles, House};

use crate::fault::FoundingFault;
use crate::turn::Founding;

/// What a house is made of: its text and the rulebooks that come with it.
type Texts = (Arc<str>, Vec<BookFiles>);

/// The houses that were checked.
#[derive(Default)]
pub struct Houses(Mutex<HashMap<Texts, Arc<House>>>);

impl Houses {
    /// The house of a founding, if it is lawful and the approved one.
    ///
    /// # Errors
    /// Why a table cannot be opened with it.
    pub fn of(&self, founding: &Founding) -> Result<Arc<House>, FoundingFault> {
        let texts = (founding.house.clone(), founding.books.clone());
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&texts).cloned();
        let house = match known {
            Some(house) => house,
            None => Arc::new(founding.lawful()?),
        };
        founding.approves(&house)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(texts, house.clone());
        Ok(house)
    }
}
