//! The protection of players: own limits, self-exclusion, and what is kept of how they play.

use std::sync::Arc;

use table::{Moment, Role};

use super::directory::Player;
use super::limits::{LOOSENS_AFTER_MS, Limits};
use super::{Entry, People};
use crate::clock::now;
use crate::wire::Problem;
use crate::wire::reason::{Reason, When};

/// The longest self-exclusion, in days: five years.
pub const EXCLUSION_DAYS_MAX: u32 = 1_826;

impl People {
    /// What is kept of somebody as a player.
    pub async fn player(&self, name: &str) -> Player {
        self.directory.read().await.player(name)
    }

    /// Sets somebody's own limits.
    ///
    /// # Errors
    /// When one of them cannot be meant.
    pub async fn set_limits(&self, name: &Arc<str>, limits: Limits) -> Result<(), Problem> {
        if !limits.is_sound() {
            return Err(Reason::BadLimit.into());
        }
        let loosens = Moment(now().0.saturating_add(LOOSENS_AFTER_MS));
        self.write(vec![Entry::Limits { name: name.clone(), limits, loosens }], Vec::new()).await
    }

    /// Shuts somebody out at their own wish: every session ends with it.
    ///
    /// # Errors
    /// When it is too short or too long.
    pub async fn exclude(&self, name: &Arc<str>, days: u32) -> Result<Moment, Problem> {
        if !(1..=EXCLUSION_DAYS_MAX).contains(&days) {
            return Err(Reason::BadExclusion { days: EXCLUSION_DAYS_MAX }.into());
        }
        let until = Moment(now().0.saturating_add(i64::from(days) * 86_400_000));
        self.write(vec![Entry::Excluded { name: name.clone(), until }], Vec::new()).await?;
        Ok(until)
    }

    /// Counts a wager of somebody who had this much in hand before it.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn played(&self, name: &Arc<str>, cents: i64) -> Result<(), Problem> {
        self.write(vec![Entry::Played { name: name.clone(), cents }], Vec::new()).await
    }

    /// Whether somebody may play, as far as they did not shut themselves out.
    ///
    /// # Errors
    /// Until when they are shut out.
    pub async fn may_play(&self, name: &str) -> Result<(), Problem> {
        match self.player(name).await.excluded.filter(|until| *until > now()) {
            Some(until) => Err(excluded(until)),
            None => Ok(()),
        }
    }

    /// Whether somebody may sign in: who is there to play alone may not while shut out.
    pub(super) async fn may_enter(&self, name: &str) -> Result<(), Problem> {
        let plays_only = {
            let directory = self.directory.read().await;
            directory.account(name).is_some_and(|account| account.roles.iter().all(|role| *role == Role::Player))
        };
        if plays_only { self.may_play(name).await } else { Ok(()) }
    }
}

fn excluded(until: Moment) -> Problem {
    Reason::ShutOut { until: When(until) }.into()
}
