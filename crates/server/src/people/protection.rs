//! Limits of players, checked against every wager before it is taken.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use rules::Wager;
use table::{Act, Actor, Command, Person, Role, State, decide};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::clock::now;
use crate::desk::Handle;
use crate::hall::Hall;
use crate::people::limits::{self, Limits, PlayFigures};
use crate::wire::Problem;
use crate::wire::people::LimitsNow;

/// How many players' locks are kept before unused ones are dropped.
const KEPT: usize = 4_096;

/// A lock for each player, under which one wager is checked at a time, across all tables: two may each fit the limits
/// but not both.
#[derive(Default)]
pub struct WagerLocks(std::sync::Mutex<HashMap<Arc<str>, Arc<Mutex<()>>>>);

impl WagerLocks {
    async fn of(&self, name: &Arc<str>) -> OwnedMutexGuard<()> {
        let lock = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if all.len() >= KEPT {
                all.retain(|_, lock| Arc::strong_count(lock) > 1);
            }
            all.entry(name.clone()).or_default().clone()
        };
        lock.lock_owned().await
    }
}

/// What a player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Funds {
    /// All of it, including what is on the layout.
    worth: i64,
    /// What is left if everything on the layout is lost.
    left: i64,
    /// The same, if the play wagers still to come are lost too.
    safe: i64,
}

impl Funds {
    fn at(state: &State, person: &Person) -> Funds {
        let purse = state.money.purse(person).0;
        let mut funds = Funds { worth: purse, left: purse, safe: purse };
        for (_, seat) in state.taken().filter(|(_, seat)| seat.person == *person) {
            let chips = Wager::ALL.iter().filter(|wager| !matches!(wager, Wager::MatchPlay | Wager::Play));
            funds.worth += chips.map(|wager| seat.areas.on(*wager).0).sum::<i64>() + seat.play.0;
            funds.safe -= if seat.undecided() { seat.stakes.ante.0 } else { 0 };
        }
        funds
    }

    fn and(self, other: Funds) -> Funds {
        Funds { worth: self.worth + other.worth, left: self.left + other.left, safe: self.safe + other.safe }
    }
}

/// Checks a player's order against the limits of the house and their own. The caller holds the returned lock until the
/// order is done.
///
/// # Errors
/// The limit that it would exceed.
pub async fn hold(
    hall: &Hall,
    name: &Arc<str>,
    handle: &Handle,
    acts: &[Act],
) -> Result<Option<OwnedMutexGuard<()>>, Problem> {
    if acts.iter().any(|act| matches!(act, Act::Sit { .. } | Act::BuyIn { .. } | Act::Wager { .. })) {
        hall.people.may_play(name).await?;
    }
    if !acts.iter().any(|act| matches!(act, Act::Wager { .. } | Act::Tip { .. })) {
        return Ok(None);
    }
    let house = handle.now().stand.state.house.protection;
    let own = hall.people.player(name).await.own;
    let limits = own.at(now()).and(house.as_ref().map(Limits::of).unwrap_or_default());
    if limits == Limits::default() {
        return Ok(None);
    }
    // Boxed, because it holds whole tables and most players have no limits.
    Box::pin(check_limits(limits, hall, name, handle, acts)).await.map(Some)
}

/// Checks an order against limits, counting what the player has elsewhere.
async fn check_limits(
    limits: Limits,
    hall: &Hall,
    name: &Arc<str>,
    handle: &Handle,
    acts: &[Act],
) -> Result<OwnedMutexGuard<()>, Problem> {
    let lock = hall.protection.of(name).await;
    let person = Person::from(&**name);
    let (elsewhere, state) = funds(hall, &person, handle).await?;
    let before = elsewhere.and(Funds::at(&state, &person));
    // If the rules refuse the order, the table itself will, in its own words.
    let Some(next) = after(&state, name, acts) else { return Ok(lock) };
    let left = elsewhere.and(Funds::at(&next, &person)).safe;
    if left >= before.safe {
        return Ok(lock);
    }
    let at = now();
    let mut play = hall.people.player(name).await.play;
    let mark = play.wants_mark(at);
    if mark {
        play.mark(at, before.worth);
    }
    if let Some(why) = limits::beyond(&limits, &play.figures(at, left)) {
        return Err(Problem::from(why).in_money(&hall.currency()));
    }
    if mark {
        hall.people.played(name, before.worth).await?;
    }
    Ok(lock)
}

/// What a player has away from one table, and that table's state.
async fn funds(hall: &Hall, person: &Person, here: &Handle) -> Result<(Funds, State), Problem> {
    let account = pit::bankroll(person.name()).map_err(|wrong| Problem::malformed(wrong.to_string()))?;
    let bankroll = hall.store.balance(account).await?;
    let others = hall.tables().into_iter().filter(|handle| handle.id != here.id);
    let start = Funds { worth: bankroll, left: bankroll, safe: bankroll };
    let elsewhere = others.fold(start, |sum, handle| sum.and(Funds::at(&handle.now().stand.state, person)));
    Ok((elsewhere, here.now().stand.state.clone()))
}

/// The table after a player's acts, if it would take them.
fn after(state: &State, name: &Arc<str>, acts: &[Act]) -> Option<State> {
    let mut next = state.clone();
    for act in acts {
        let by = Actor::new(Role::Player, name);
        let command = Command::new("limits", by, now(), act.clone());
        let events = decide(&next, &command).ok()?;
        next.apply_all(&events);
    }
    Some(next)
}

/// A player's limits and figures, over all tables of the house.
///
/// # Errors
/// When the journal does not answer.
pub async fn of(hall: &Hall, name: &Arc<str>) -> Result<LimitsNow, Problem> {
    let player = hall.people.player(name).await;
    let (at, person) = (now(), Person::from(&**name));
    let account = pit::bankroll(name).map_err(|wrong| Problem::malformed(wrong.to_string()))?;
    let bankroll = hall.store.balance(account).await?;
    let mut funds = Funds { worth: bankroll, left: bankroll, safe: bankroll };
    let (mut house, mut offered, mut self_exclusion) = (Limits::default(), false, false);
    for handle in hall.tables() {
        let frame = handle.now();
        funds = funds.and(Funds::at(&frame.stand.state, &person));
        if let Some(protection) = &frame.stand.state.house.protection {
            (offered, self_exclusion) = (true, self_exclusion || protection.self_exclusion);
            house = house.and(Limits::of(protection));
        }
    }
    let (later, later_from) = player.own.waiting(at).unzip();
    let figures = player.play.figures(at, funds.left);
    Ok(LimitsNow { offered, self_exclusion, house, own: player.own.at(at), later, later_from, figures })
}

/// The figures to remind a player of, if a reminder is due; `told_at` is the minute of the sitting of the last one.
pub async fn reminder(hall: &Hall, name: &Arc<str>, told_at: i64) -> Option<PlayFigures> {
    // Most players are due no reminder, which this finds without asking the journal.
    if hall.people.player(name).await.play.figures(now(), 0).sitting_minutes <= told_at {
        return None;
    }
    let now = of(hall, name).await.ok()?;
    let every = now.own.and(now.house).reminder_minutes?;
    limits::reminds(every, now.figures.sitting_minutes, told_at).then_some(now.figures)
}
