//! What protects a player: their own limits, which tighten at once and loosen after a day; time and losses of the day
//! and of the sitting; and self-exclusion.

use std::fmt;

use rules::house::Protection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Moment;

use crate::wire::reason::{Reason, Sum};

/// How long a looser limit waits before it takes effect.
pub const LOOSENS_AFTER_MS: i64 = 24 * 3_600_000;

/// A pause of this length ends a sitting.
pub const PAUSE_MS: i64 = 30 * 60_000;

/// How often the playing time of a player who plays on is recorded.
pub const MARK_MS: i64 = 5 * 60_000;

/// A day, UTC.
const DAY_MS: i64 = 24 * 3_600_000;
const MINUTE_MS: i64 = 60_000;

/// The longest time limit: a day.
const MINUTES_MOST: u32 = 1_440;

/// Limits of one player; one that is absent does not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The most that may be lost in a day, UTC, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub loss_day: Option<i64>,
    /// The most that may be lost in a sitting, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub loss_sitting: Option<i64>,
    /// The most minutes in a day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MINUTES_MOST))]
    pub minutes_day: Option<u32>,
    /// The most minutes in a sitting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MINUTES_MOST))]
    pub minutes_sitting: Option<u32>,
    /// The number of minutes from one reminder to the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MINUTES_MOST))]
    pub reminder_minutes: Option<u32>,
}

impl Limits {
    /// The caps of a house.
    #[must_use]
    pub fn of(house: &Protection) -> Limits {
        Limits {
            loss_day: house.loss_day.map(|cents| cents.0),
            loss_sitting: house.loss_sitting.map(|cents| cents.0),
            minutes_day: house.minutes_day,
            minutes_sitting: house.minutes_sitting,
            reminder_minutes: house.reminder_minutes,
        }
    }

    /// The stricter of the two, limit by limit.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            match (one, other) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            }
        }
        Limits {
            loss_day: least(self.loss_day, other.loss_day),
            loss_sitting: least(self.loss_sitting, other.loss_sitting),
            minutes_day: least(self.minutes_day, other.minutes_day),
            minutes_sitting: least(self.minutes_sitting, other.minutes_sitting),
            reminder_minutes: least(self.reminder_minutes, other.reminder_minutes),
        }
    }

    /// Whether every limit makes sense.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let money = [self.loss_day, self.loss_sitting].into_iter().flatten().all(|cents| cents >= 0);
        let time = [self.minutes_day, self.minutes_sitting, self.reminder_minutes];
        money && time.into_iter().flatten().all(|minutes| (1..=MINUTES_MOST).contains(&minutes))
    }
}

/// The limits that a player set: those in force, and looser ones that wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    now: Limits,
    later: Option<(Limits, Moment)>,
}

impl Own {
    /// The limits in force at a moment.
    #[must_use]
    pub fn at(&self, at: Moment) -> Limits {
        match self.later {
            Some((limits, from)) if from <= at => limits,
            _ => self.now,
        }
    }

    /// The limits that wait, and until when.
    #[must_use]
    pub fn waiting(&self, at: Moment) -> Option<(Limits, Moment)> {
        self.later.filter(|(_, from)| *from > at)
    }

    /// New limits: stricter ones apply at once, looser ones from a later moment.
    pub fn set(&mut self, limits: Limits, at: Moment, loosens: Moment) {
        let now = self.at(at).and(limits);
        *self = Own { now, later: (now != limits).then_some((limits, loosens)) };
    }
}

/// How long a player has played, and with what money: in this sitting and on this day. Marked as they wager.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    since: Moment,
    last: Moment,
    sitting_began_with: i64,
    day: i64,
    day_began_with: i64,
    day_ms: i64,
}

/// The time over which a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// This day, UTC.
    Day,
    /// This sitting.
    Sitting,
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Span::Day => "today",
            Span::Sitting => "in this sitting",
        })
    }
}

/// A player's figures at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayFigures {
    /// Minutes of this sitting.
    pub sitting_minutes: i64,
    /// Minutes of this day, UTC.
    pub day_minutes: i64,
    /// The result of this sitting, in cents; below zero for a loss. What lies on the layout counts as lost.
    pub sitting_result: i64,
    /// The result of this day.
    pub day_result: i64,
}

impl Play {
    /// Whether a wager now should be marked.
    #[must_use]
    pub fn wants_mark(&self, at: Moment) -> bool {
        at.since(self.last) >= MARK_MS || self.day != at.0 / DAY_MS
    }

    /// Records a wager of a player who had `cents` in hand before it.
    pub fn mark(&mut self, at: Moment, cents: i64) {
        let gone = at.since(self.last);
        let goes_on = self.last.0 != 0 && gone <= PAUSE_MS;
        if !goes_on {
            (self.since, self.sitting_began_with) = (at, cents);
        }
        if self.day == at.0 / DAY_MS {
            self.day_ms += if goes_on { gone } else { 0 };
        } else {
            (self.day, self.day_began_with, self.day_ms) = (at.0 / DAY_MS, cents, 0);
        }
        self.last = at;
    }

    /// Accounts for money that was neither won nor lost.
    pub fn adjust(&mut self, cents: i64) {
        self.sitting_began_with = self.sitting_began_with.saturating_add(cents);
        self.day_began_with = self.day_began_with.saturating_add(cents);
    }

    /// The figures of a player with this much in hand.
    #[must_use]
    pub fn figures(&self, at: Moment, cents: i64) -> PlayFigures {
        let gone = at.since(self.last);
        let plays = self.last.0 != 0 && gone <= PAUSE_MS;
        let today = self.day == at.0 / DAY_MS;
        PlayFigures {
            sitting_minutes: if plays { at.since(self.since) / MINUTE_MS } else { 0 },
            day_minutes: if today { (self.day_ms + if plays { gone } else { 0 }) / MINUTE_MS } else { 0 },
            sitting_result: if plays { cents.saturating_sub(self.sitting_began_with) } else { 0 },
            day_result: if today { cents.saturating_sub(self.day_began_with) } else { 0 },
        }
    }
}

/// Why a wager that leaves these figures would exceed a limit, if it would.
#[must_use]
pub fn beyond(limits: &Limits, figures: &PlayFigures) -> Option<Reason> {
    let loss = |limit: Option<i64>, result: i64, of: Span| {
        let limit = limit.filter(|limit| result.saturating_neg() > *limit)?;
        Some(Reason::LossLimit { of, limit: Sum(limit) })
    };
    let time = |limit: Option<u32>, minutes: i64, of: Span| {
        let limit = limit.filter(|limit| minutes >= i64::from(*limit))?;
        Some(Reason::TimeLimit { of, minutes, limit })
    };
    loss(limits.loss_day, figures.day_result, Span::Day)
        .or_else(|| loss(limits.loss_sitting, figures.sitting_result, Span::Sitting))
        .or_else(|| time(limits.minutes_day, figures.day_minutes, Span::Day))
        .or_else(|| time(limits.minutes_sitting, figures.sitting_minutes, Span::Sitting))
}

/// Whether a reminder is due: enough minutes of this sitting have gone by since the last one.
#[must_use]
pub fn reminds(every: u32, sitting_minutes: i64, told_at: i64) -> bool {
    let every = i64::from(every.max(1));
    sitting_minutes / every > told_at / every
}

#[cfg(test)]
mod tests {
    use super::*;

    const T0: Moment = Moment(20_000 * DAY_MS + 10 * 3_600_000);

    fn after(minutes: i64) -> Moment {
        Moment(T0.0 + minutes * MINUTE_MS)
    }

    fn loss(day: Option<i64>) -> Limits {
        Limits { loss_day: day, ..Limits::default() }
    }

    #[test]
    fn a_limit_tightens_at_once_and_loosens_after_a_day() {
        let mut own = Own::default();
        let later = |at: Moment| Moment(at.0 + LOOSENS_AFTER_MS);
        own.set(loss(Some(500)), T0, later(T0));
        assert_eq!(own.at(T0), loss(Some(500)), "the first limit is stricter than none");
        own.set(loss(Some(900)), after(1), later(after(1)));
        assert_eq!(own.at(after(2)), loss(Some(500)));
        assert_eq!(own.waiting(after(2)), Some((loss(Some(900)), later(after(1)))));
        assert_eq!(own.at(later(after(1))), loss(Some(900)));
        // No limit is looser than any limit.
        own.set(loss(None), later(after(2)), later(later(after(2))));
        assert_eq!(own.at(later(after(3))), loss(Some(900)));
        // A stricter one cancels what was waiting.
        own.set(loss(Some(100)), later(after(4)), later(later(after(4))));
        assert_eq!((own.at(later(after(5))), own.waiting(later(after(5)))), (loss(Some(100)), None));
    }

    #[test]
    fn a_sitting_ends_with_a_pause_and_a_day_at_midnight() {
        let mut play = Play::default();
        assert!(play.wants_mark(T0));
        play.mark(T0, 10_000);
        play.mark(after(20), 9_000);
        let figures = play.figures(after(25), 8_000);
        assert_eq!((figures.sitting_minutes, figures.day_minutes), (25, 25));
        assert_eq!((figures.sitting_result, figures.day_result), (-2_000, -2_000));
        // An hour's pause: a new sitting of the same day, which goes on counting.
        play.mark(after(85), 8_000);
        let figures = play.figures(after(90), 7_500);
        assert_eq!((figures.sitting_minutes, figures.day_minutes), (5, 25));
        assert_eq!((figures.sitting_result, figures.day_result), (-500, -2_500));
        // What a supervisor adds is not won.
        play.adjust(50_000);
        assert_eq!(play.figures(after(90), 57_500).day_result, -2_500);
        let tomorrow = Moment(T0.0 + DAY_MS);
        play.mark(tomorrow, 57_500);
        assert_eq!(play.figures(tomorrow, 57_400).day_result, -100);
    }

    #[test]
    fn the_first_limit_that_is_passed_is_named() {
        let limits = Limits { loss_day: Some(1_000), minutes_sitting: Some(60), ..Limits::default() };
        let figures = PlayFigures { day_result: -1_000, sitting_minutes: 59, ..PlayFigures::default() };
        assert_eq!(beyond(&limits, &figures), None);
        let lost = beyond(&limits, &PlayFigures { day_result: -1_001, ..figures });
        assert!(lost.is_some_and(|why| why.to_string().contains("today above your limit of $10")));
        let long = beyond(&limits, &PlayFigures { sitting_minutes: 60, ..figures });
        assert!(long.is_some_and(|why| why.to_string().contains("played 60 minutes in this sitting")));
    }

    #[test]
    fn a_reminder_comes_once_for_each_span() {
        assert!(!reminds(60, 59, 0));
        assert!(reminds(60, 60, 0));
        assert!(!reminds(60, 119, 60));
        assert!(reminds(60, 125, 60));
    }
}
