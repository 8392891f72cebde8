//! What a table shows after each change: its state, what just happened, and what will happen automatically. Watchers
//! always take the latest frame; nothing is queued for slow ones.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use journal::{NewRecord, Packed};
use pit::{Stand, Turn, Turns};
use rules::{Level, Wager};
use table::{Actor, PROGRESSIVES, Role, What, view};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::clock::now;
use crate::links::LinkDesk;
use crate::shown::hour::Hour;
use crate::shown::news;
use crate::wire::{News, Pending, ServerMessage};

/// The most appends kept for clients that come back, and the most turns: where appends are long, fewer are kept.
const KEPT: usize = 64;
const KEPT_TURNS: usize = 300;

/// The events of one append, kept compressed because there are many and few clients ask for them.
#[derive(Debug)]
struct PackedEvents {
    after: u64,
    round: u64,
    events: u64,
    turns: usize,
    bodies: Vec<Packed>,
}

impl PackedEvents {
    /// Unpacks the turns.
    fn told(&self) -> impl Iterator<Item = Told> {
        // What was stored is always readable.
        let read = |body: &Packed| Turns::of_body(&body.body()?).ok();
        self.bodies.iter().filter_map(read).map(|Turns { after, round, turns, .. }| Told { after, round, turns })
    }
}

/// The turns of one append.
#[derive(Debug)]
pub struct Told {
    /// How many events the table had before them.
    pub after: u64,
    /// The round it was in before them.
    pub round: u64,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// A table after a change.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The table.
    pub stand: Arc<Stand>,
    /// The turns of the last append.
    last: Option<Arc<Told>>,
    /// The kept appends, oldest first.
    kept: VecDeque<Arc<PackedEvents>>,
    /// The number of turns in them.
    turns: usize,
    /// What will happen automatically next.
    pub pending: Option<Pending>,
    /// Why the table has stopped, if it has.
    pub stopped: Option<String>,
    /// Whether its robots have prepared everything for the first player.
    pub ready: bool,
    /// The rounds that ended in the last hour.
    pub ended: Hour,
    /// The links of the progressives, three-card first.
    linked: [Option<Arc<LinkDesk>>; 2],
    /// The message to all onlookers, built once.
    onlookers: OnceLock<Utf8Bytes>,
}

impl Frame {
    /// The first frame of a table.
    #[must_use]
    pub fn new(stand: Arc<Stand>, linked: [Option<Arc<LinkDesk>>; 2]) -> Frame {
        let (kept, ended) = (VecDeque::new(), Hour::default());
        let (last, pending, stopped, onlookers) = (None, None, None, OnceLock::new());
        Frame { stand, last, kept, turns: 0, pending, stopped, ready: false, ended, linked, onlookers }
    }

    /// Adds an append: applies its events to the table, which then has `count` records.
    pub fn add(&mut self, told: Told, records: &[NewRecord], count: u64) {
        // The table is copied only if somebody is still reading it.
        let stand = Arc::make_mut(&mut self.stand);
        stand.state.apply_all(told.turns.iter().flat_map(|turn| &turn.events));
        stand.records = count;
        for turn in &told.turns {
            stand.last = turn.at;
            if turn.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. })) {
                self.ended.add(turn.at);
            }
        }
        let turns = told.turns.len();
        let events = stand.state.version - told.after;
        self.turns += turns;
        let bodies = records.iter().filter_map(|record| record.body.packed().ok().cloned()).collect();
        self.kept.push_back(Arc::new(PackedEvents { after: told.after, round: told.round, events, turns, bodies }));
        self.last = Some(Arc::new(told));
        while self.kept.len() > KEPT || (self.kept.len() > 1 && self.turns > KEPT_TURNS) {
            self.turns -= self.kept.pop_front().map_or(0, |kept| kept.turns);
        }
    }

    /// How many events there were before the last append.
    #[must_use]
    pub fn before_last(&self) -> Option<u64> {
        self.last.as_ref().map(|told| told.after)
    }

    /// Sets what will happen automatically and why the table has stopped, and discards the message built before.
    pub fn then(&mut self, pending: Option<Pending>, stopped: Option<String>) {
        (self.pending, self.stopped, self.onlookers) = (pending, stopped, OnceLock::new());
    }

    /// What happened after a version, as far as that is kept.
    #[must_use]
    pub fn news(&self, since: u64) -> Vec<News> {
        let house = &self.stand.state.house;
        let mut all = Vec::new();
        for kept in self.kept.iter().filter(|kept| kept.after + kept.events > since) {
            match self.last.as_ref().filter(|last| last.after == kept.after) {
                Some(last) => news::of(last, house, since, &mut all),
                None => kept.told().for_each(|told| news::of(&told, house, since, &mut all)),
            }
        }
        all
    }

    /// How many events there were when the round began, or at the earliest kept append of it.
    #[must_use]
    pub fn round_began(&self) -> u64 {
        let (version, round) = (self.stand.state.version, self.stand.state.round.number);
        self.kept.iter().find(|kept| kept.round == round).map_or(version, |kept| kept.after)
    }

    /// The message to one viewer.
    #[must_use]
    pub fn message(&self, who: &Actor, since: u64) -> ServerMessage {
        let at = now();
        let mut view = view(&self.stand.state, who, at);
        for meter in &mut view.meters {
            meter.shows = self.shows(meter.wager, meter.level, meter.shows);
        }
        ServerMessage::View {
            table: self.stand.id.shared(),
            now: at,
            view: Box::new(view),
            news: self.news(since),
            pending: self.pending.clone(),
        }
    }

    /// What a meter shows according to its link: other tables may have played since this table last knew it.
    #[must_use]
    pub fn shows(&self, wager: Wager, level: Level, here: i64) -> i64 {
        let slot = PROGRESSIVES.iter().position(|progressive| *progressive == wager);
        let link = slot.and_then(|slot| self.linked[slot].as_ref());
        link.and_then(|link| link.shows(level)).unwrap_or(here)
    }

    /// The message to onlookers, built once for all of them. Its news is that of the last append.
    pub fn for_onlookers(&self) -> Utf8Bytes {
        self.onlookers
            .get_or_init(|| {
                let since = self.before_last().unwrap_or_default();
                encode(&self.message(&onlooker(), since))
            })
            .clone()
    }
}

/// The actor for an onlooker: a player who is nobody.
#[must_use]
pub fn onlooker() -> Actor {
    Actor::new(Role::Player, "-")
}

/// Encodes a message for sending.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Messages hold only names, numbers and words, so this cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}
