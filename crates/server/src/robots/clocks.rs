//! The clocks of a table: how long the table has waited for each thing. A clock runs from when the waiting began,
//! whatever else happens meanwhile, and stops while the game is held.

use std::time::Duration;

use table::{Act, DeckId, Moment, Person};
use tokio::time::Instant;

/// The time, by both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// By the clock that never goes back.
    pub instant: Instant,
    /// By the wall clock.
    pub moment: Moment,
}

impl Now {
    /// The time now.
    #[must_use]
    pub fn read() -> Now {
        Now { instant: Instant::now(), moment: crate::clock::now() }
    }
}

/// What the table waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WaitFor {
    /// A sensor whose chip came or went. It interrupts a step of the procedure without replacing it.
    Sensing,
    /// The next step of the procedure.
    Step(Act),
    /// Betting, from the first wager that is complete.
    Betting,
    /// A robot player's next act.
    Thinking(Act),
    /// The decision of a player.
    Decision(u8),
    /// The answer of a player who is offered the cut of a deck.
    Cut(DeckId, u8),
    /// Somebody who is away, from the first of their decisions in the round on.
    Grace(Person),
}

/// How long the table has waited for one thing.
#[derive(Clone, Debug)]
struct Clock {
    awaited: WaitFor,
    /// The time accumulated when it was last started or stopped.
    run: Duration,
    /// Since when it has been running; none while it is stopped.
    since: Option<Instant>,
    /// When it began, by the wall clock.
    begun: Moment,
    /// Whether its player is away, or was.
    away: Away,
}

/// Whether a player was away since the clock began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Away {
    Never,
    Now,
    Before,
}

impl Clock {
    fn elapsed(&self, now: Instant) -> Duration {
        self.run + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    fn run_or_stand(&mut self, runs: bool, now: Instant) {
        if runs != self.since.is_some() {
            self.run = self.elapsed(now);
            self.since = runs.then_some(now);
        }
    }
}

/// All clocks of a table.
#[derive(Debug, Default)]
pub(super) struct Clocks(Vec<Clock>);

impl Clocks {
    /// Keeps only the clocks that are still wanted.
    pub(super) fn keep(&mut self, wanted: impl Fn(&WaitFor) -> bool) {
        self.0.retain(|clock| wanted(&clock.awaited));
    }

    /// Starts or continues waiting for something, with its clock running or stopped.
    pub(super) fn wait(&mut self, awaited: WaitFor, runs: bool, now: Now) {
        let Now { instant, moment: begun } = now;
        match self.0.iter_mut().find(|clock| clock.awaited == awaited) {
            Some(clock) => clock.run_or_stand(runs, instant),
            None => {
                let since = runs.then_some(instant);
                self.0.push(Clock { awaited, run: Duration::ZERO, since, begun, away: Away::Never });
            }
        }
    }

    /// Stops the clock of a decision, because its player is away.
    pub(super) fn went_away(&mut self, position: u8, now: Instant) {
        if let Some(clock) = self.decision(position) {
            clock.run_or_stand(false, now);
            clock.away = Away::Now;
        }
    }

    /// Notes that a player is back: at most this much of the time counts as used.
    pub(super) fn came_back(&mut self, position: u8, most: Duration) {
        if let Some(clock) = self.decision(position).filter(|clock| clock.away == Away::Now) {
            clock.run = clock.run.min(most);
            clock.away = Away::Before;
        }
    }

    /// Whether a player has been away in this decision.
    pub(super) fn was_away(&self, position: u8) -> bool {
        self.0.iter().any(|clock| clock.awaited == WaitFor::Decision(position) && clock.away != Away::Never)
    }

    fn decision(&mut self, position: u8) -> Option<&mut Clock> {
        self.0.iter_mut().find(|clock| clock.awaited == WaitFor::Decision(position))
    }

    /// Since when the table has waited for something, not counting the time that its clock was stopped. Never before it
    /// began, even if the wall clock was set back.
    pub(super) fn since(&self, awaited: &WaitFor, now: Now) -> Option<Moment> {
        let clock = self.0.iter().find(|clock| clock.awaited == *awaited)?;
        let run = i64::try_from(clock.elapsed(now.instant).as_millis()).unwrap_or(i64::MAX);
        Some(Moment(now.moment.0.saturating_sub(run)).max(clock.begun))
    }

    /// When the waiting will have lasted this long; none while the clock is stopped.
    pub(super) fn due(&self, awaited: &WaitFor, whole: Duration) -> Option<Instant> {
        let clock = self.0.iter().find(|clock| clock.awaited == *awaited)?;
        Some(clock.since? + whole.saturating_sub(clock.run))
    }
}
