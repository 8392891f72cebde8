//! Passwords: argon2id with 19 MiB, two passes, one lane, and a pepper that is not in the journal.

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, PasswordHash, Version};
use tokio::sync::Semaphore;

use super::guesses::Guesser;
use super::secret;
use crate::wire::reason::Seconds;
use crate::wire::{Problem, Reason};

/// The least number of characters of a password.
pub const LEAST: usize = 12;

/// The most bytes of a password.
pub const MOST: usize = 256;

/// Strangers' hashes: one at a time, and some may wait.
static STRANGERS: Lane = Lane::new(16);

/// Hashes for sessions, for browsers that are known, and for links: strangers never stand in this line.
static KNOWN: Lane = Lane::new(64);

/// After how many seconds somebody may try again who found a line full.
const FULL_SECONDS: u64 = 2;

/// A line for hashes, which are computed one at a time: each takes 19 MiB and all of a processor.
struct Lane {
    at_once: Semaphore,
    /// Those who wait, and the one whose hash is computed.
    places: Semaphore,
}

impl Lane {
    const fn new(places: usize) -> Lane {
        Lane { at_once: Semaphore::const_new(1), places: Semaphore::const_new(places) }
    }

    /// Whose line it is.
    fn of(guesser: Option<Guesser<'_>>) -> &'static Lane {
        match guesser {
            Some(Guesser::Stranger(_)) => &STRANGERS,
            _ => &KNOWN,
        }
    }

    /// Does something in its turn, or says that the line is too long.
    async fn take<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let full = |_| Problem::from(Reason::PasswordsBusy { seconds: Seconds(FULL_SECONDS) });
        let _place = self.places.try_acquire().map_err(full)?;
        let _turn = self.at_once.acquire().await.map_err(|error| Problem::stopped(error.to_string()))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| Problem::stopped(error.to_string()))?
    }
}

fn argon2(pepper: &[u8; 32]) -> Result<Argon2<'_>, Problem> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|error| Problem::stopped(error.to_string()))?;
    Argon2::new_with_secret(pepper, Algorithm::Argon2id, Version::V0x13, params)
        .map_err(|error| Problem::stopped(error.to_string()))
}

/// The hash of a new password.
///
/// # Errors
/// When it is too short or too long.
pub async fn hash(password: &str, pepper: &[u8; 32]) -> Result<Arc<str>, Problem> {
    if password.chars().count() < LEAST || password.len() > MOST {
        return Err(Reason::BadPassword { least: LEAST, bytes: MOST }.into());
    }
    let (password, pepper) = (password.to_owned(), *pepper);
    let salt: [u8; 16] = secret::random()?;
    let hashed = move || {
        let hashed = argon2(&pepper)?.hash_password_with_salt(password.as_bytes(), &salt);
        hashed.map(|hash| hash.to_string().into()).map_err(|error| Problem::stopped(error.to_string()))
    };
    Lane::of(None).take(hashed).await
}

/// Whether a password matches a hash. Without a hash the answer is no, and takes as long.
///
/// # Errors
/// When it cannot be computed.
pub async fn holds(
    password: &str,
    hash: Option<&str>,
    pepper: &[u8; 32],
    guesser: Guesser<'_>,
) -> Result<bool, Problem> {
    if password.len() > MOST {
        return Ok(false);
    }
    let (password, hash, pepper) = (password.to_owned(), hash.map(str::to_owned), *pepper);
    let holds = move || {
        let argon2 = argon2(&pepper)?;
        let Some(hash) = hash else {
            let _ = argon2.hash_password_with_salt(password.as_bytes(), &[7; 16]);
            return Ok(false);
        };
        let hash = PasswordHash::new(&hash).map_err(|error| Problem::stopped(error.to_string()))?;
        Ok(argon2.verify_password(password.as_bytes(), &hash).is_ok())
    };
    Lane::of(Some(guesser)).take(holds).await
}
