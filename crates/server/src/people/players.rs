//! The protection of players: their own limits, self-exclusion, and the record of their play.

use std::sync::Arc;

use table::{Moment, Role};

use super::directory::PlayerRecord;
use super::limits::{LOOSENS_AFTER_MS, Limits};
use super::{People, PeopleEntry};
use crate::clock::now;
use crate::wire::Problem;
use crate::wire::reason::{Reason, When};

/// The longest self-exclusion, in days: five years.
pub const EXCLUSION_DAYS_MAX: u32 = 1_826;

impl People {
    /// What is kept of somebody as a player.
    pub async fn player(&self, name: &str) -> PlayerRecord {
        self.directory.read().await.player(name)
    }

    /// Sets somebody's own limits.
    ///
    /// # Errors
    /// When one of them makes no sense.
    pub async fn set_limits(&self, name: &Arc<str>, limits: Limits) -> Result<(), Problem> {
        if !limits.is_sound() {
            return Err(Reason::BadLimit.into());
        }
        let loosens = Moment(now().0.saturating_add(LOOSENS_AFTER_MS));
        self.write(vec![PeopleEntry::Limits { name: name.clone(), limits, loosens }], Vec::new()).await
    }

    /// Excludes somebody at their own request, and ends all their sessions.
    ///
    /// # Errors
    /// When it is too short or too long.
    pub async fn exclude(&self, name: &Arc<str>, days: u32) -> Result<Moment, Problem> {
        if !(1..=EXCLUSION_DAYS_MAX).contains(&days) {
            return Err(Reason::BadExclusion { days: EXCLUSION_DAYS_MAX }.into());
        }
        let until = Moment(now().0.saturating_add(i64::from(days) * 86_400_000));
        self.write(vec![PeopleEntry::Excluded { name: name.clone(), until }], Vec::new()).await?;
        Ok(until)
    }

    /// Counts a wager of somebody who had this much in hand before it.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn played(&self, name: &Arc<str>, cents: i64) -> Result<(), Problem> {
        self.write(vec![PeopleEntry::Played { name: name.clone(), cents }], Vec::new()).await
    }

    /// Whether somebody may play: not while they exclude themselves.
    ///
    /// # Errors
    /// Until when they are excluded.
    pub async fn may_play(&self, name: &str) -> Result<(), Problem> {
        match self.player(name).await.excluded.filter(|until| *until > now()) {
            Some(until) => Err(excluded(until)),
            None => Ok(()),
        }
    }

    /// Whether somebody may sign in: a person who is only a player may not while excluded.
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
