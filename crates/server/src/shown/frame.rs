//! What a table shows after each change: the table itself, what happened last, and what will happen by itself. Whoever
//! watches takes the latest; nothing is kept for those who are slow.

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

/// The most appends kept for clients that come back; fewer where they are long, by the number of their turns.
const KEPT: usize = 64;
const KEPT_TURNS: usize = 300;

/// The events of one append as they are kept: compressed, since there are many and few ask for them.
#[derive(Debug)]
struct Kept {
    after: u64,
    round: u64,
    events: u64,
    turns: usize,
    bodies: Vec<Packed>,
}

impl Kept {
    /// Reads it again.
    fn told(&self) -> impl Iterator<Item = Told> {
        // What was stored can be read.
        let read = |body: &Packed| Turns::of_body(&body.body()?).ok();
        self.bodies.iter().filter_map(read).map(|Turns { after, round, turns, .. }| Told { after, round, turns })
    }
}

/// The turns of one append.
#[derive(Debug)]
pub struct Told {
    /// How many events the table had seen before.
    pub after: u64,
    /// The round it was in.
    pub round: u64,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// A table after a change.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The table.
    pub stand: Arc<Stand>,
    /// What happened last.
    last: Option<Arc<Told>>,
    /// The appends that are kept, the oldest first.
    kept: VecDeque<Arc<Kept>>,
    /// The number of turns in them.
    turns: usize,
    /// What will happen by itself.
    pub pending: Option<Pending>,
    /// The reason why the table stands still, if it does.
    pub stopped: Option<String>,
    /// Whether its robots have got everything ready for a first player.
    pub ready: bool,
    /// The rounds that ended in the last hour.
    pub ended: Hour,
    /// The links of the progressives, three-card first.
    linked: [Option<Arc<LinkDesk>>; 2],
    /// The message to all onlookers, made once.
    onlookers: OnceLock<Utf8Bytes>,
}

impl Frame {
    /// A table as it stands.
    #[must_use]
    pub fn new(stand: Arc<Stand>, linked: [Option<Arc<LinkDesk>>; 2]) -> Frame {
        let (kept, ended) = (VecDeque::new(), Hour::default());
        let (last, pending, stopped, onlookers) = (None, None, None, OnceLock::new());
        Frame { stand, last, kept, turns: 0, pending, stopped, ready: false, ended, linked, onlookers }
    }

    /// Shows what an append brought: its events become part of the table, which then has this many records.
    pub fn add(&mut self, told: Told, records: &[NewRecord], count: u64) {
        // The table is copied only while somebody looks at it.
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
        self.kept.push_back(Arc::new(Kept { after: told.after, round: told.round, events, turns, bodies }));
        self.last = Some(Arc::new(told));
        while self.kept.len() > KEPT || (self.kept.len() > 1 && self.turns > KEPT_TURNS) {
            self.turns -= self.kept.pop_front().map_or(0, |kept| kept.turns);
        }
    }

    /// How many events there were before the last that happened.
    #[must_use]
    pub fn before_last(&self) -> Option<u64> {
        self.last.as_ref().map(|told| told.after)
    }

    /// What will happen by itself, and why the table stands still. What was made of the frame before is void.
    pub fn then(&mut self, pending: Option<Pending>, stopped: Option<String>) {
        (self.pending, self.stopped, self.onlookers) = (pending, stopped, OnceLock::new());
    }

    /// What happened after a version, as far as it is kept.
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

    /// How many events there were when the round began, as far as it is kept.
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

    /// What a meter shows, by the link: other tables may have played since this one was told.
    #[must_use]
    pub fn shows(&self, wager: Wager, level: Level, here: i64) -> i64 {
        let slot = PROGRESSIVES.iter().position(|progressive| *progressive == wager);
        let link = slot.and_then(|slot| self.linked[slot].as_ref());
        link.and_then(|link| link.shows(level)).unwrap_or(here)
    }

    /// The message to onlookers, made once for all of them. It tells what the last record brought.
    pub fn for_onlookers(&self) -> Utf8Bytes {
        self.onlookers
            .get_or_init(|| {
                let since = self.before_last().unwrap_or_default();
                encode(&self.message(&onlooker(), since))
            })
            .clone()
    }
}

/// An onlooker.
#[must_use]
pub fn onlooker() -> Actor {
    Actor::new(Role::Player, "-")
}

/// A message as it is sent.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Everything that is sent can be written: names, numbers and words.
    serde_json::to_string(message).unwrap_or_default().into()
}
