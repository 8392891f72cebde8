//! Passwords: argon2id with 19 MiB, two passes, one lane, and a pepper that is not in the journal.

use std::sync::Arc;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, PasswordHash, Version};
use tokio::sync::Semaphore;

use super::secret;
use crate::wire::{Problem, Reason};

/// The least number of characters of a password.
pub const LEAST: usize = 12;

/// The most bytes of a password.
pub const MOST: usize = 256;

/// The most hashes computed at the same time: each takes 19 MiB.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

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
    at_once(move || {
        let hashed = argon2(&pepper)?.hash_password_with_salt(password.as_bytes(), &salt);
        hashed.map(|hash| hash.to_string().into()).map_err(|error| Problem::stopped(error.to_string()))
    })
    .await
}

/// Whether a password matches a hash. Without a hash the answer is no, and takes as long.
///
/// # Errors
/// When it cannot be computed.
pub async fn holds(password: &str, hash: Option<&str>, pepper: &[u8; 32]) -> Result<bool, Problem> {
    if password.len() > MOST {
        return Ok(false);
    }
    let (password, hash, pepper) = (password.to_owned(), hash.map(str::to_owned), *pepper);
    at_once(move || {
        let argon2 = argon2(&pepper)?;
        let Some(hash) = hash else {
            let _ = argon2.hash_password_with_salt(password.as_bytes(), &[7; 16]);
            return Ok(false);
        };
        let hash = PasswordHash::new(&hash).map_err(|error| Problem::stopped(error.to_string()))?;
        Ok(argon2.verify_password(password.as_bytes(), &hash).is_ok())
    })
    .await
}

async fn at_once<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
    let _turn = AT_ONCE.acquire().await.map_err(|error| Problem::stopped(error.to_string()))?;
    tokio::task::spawn_blocking(work).await.map_err(|error| Problem::stopped(error.to_string()))?
}
