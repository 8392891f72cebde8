//! A table with random acts, watched by the referee. The acts come from the table's own driver, which follows the
//! procedure often enough to get deep; in addition, people act in roles that are not theirs, devices fail and come
//! back, decks age, and tables fall idle.
#![allow(dead_code, reason = "the test and the example each use their part")]

#[path = "../../../table/tests/common/mod.rs"]
pub mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use common::chaos::Chaos;
use referee::{Fact, Objection, Referee};
use rules::{Cents, House};
use table::{Act, Actor, Command, Device, DeviceStatus, Moment, Role};

/// Commands in one run, after which another table is opened.
pub const RUN: u64 = 800;

/// What the referee said about one rule in one book.
#[derive(Clone, Debug)]
pub struct Finding {
    pub count: u64,
    pub seed: u64,
    pub example: String,
}

/// The results of many runs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub runs: u64,
    pub commands: u64,
    pub accepted: u64,
    pub events: u64,
    pub rounds: u64,
    pub voids: u64,
    pub findings: BTreeMap<(String, String), Finding>,
    /// The words of events that the referee ignored.
    pub passed_over: BTreeSet<String>,
    /// Corrections of meters that the referee has read.
    pub corrections: usize,
}

impl Tally {
    pub fn objections(&self) -> u64 {
        self.findings.values().map(|finding| finding.count).sum()
    }

    /// The rules that were broken, and how often.
    pub fn rules(&self) -> BTreeMap<&str, u64> {
        let mut rules = BTreeMap::new();
        for ((rule, _), finding) in &self.findings {
            *rules.entry(rule.as_str()).or_insert(0) += finding.count;
        }
        rules
    }
}

struct Watched {
    chaos: Chaos,
    referee: Referee,
    /// How many accepted commands, and events, the referee has seen.
    seen: (usize, usize),
    seed: u64,
}

fn sane(at: Moment) -> bool {
    (1_700_000_000_000..1_900_000_000_000).contains(&at.0)
}

impl Watched {
    fn new(house: Arc<House>, seed: u64) -> Watched {
        let referee = Referee::new(house.clone());
        Watched { chaos: Chaos::new(house, seed), referee, seen: (0, 0), seed }
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.chaos.dice.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.chaos.dice.below(from.len() as u64) as usize].clone()
    }

    fn run(&mut self, tally: &mut Tally) {
        let flo = Actor::new(Role::Floorperson, "Flo");
        self.chaos.command(flo, Act::OpenTable { float: Cents(100_000_000) });
        while self.chaos.tally.commands < RUN {
            self.step();
            if !self.listen(tally) {
                // A wrong clock was believed: nothing that depends on time can be judged any more.
                break;
            }
        }
        let done = self.chaos.tally;
        tally.runs += 1;
        tally.commands += done.commands;
        tally.accepted += done.accepted;
        tally.events += done.events;
        tally.voids += done.voids;
        tally.rounds += self.chaos.state.round.number;
    }

    fn step(&mut self) {
        match self.chaos.dice.below(1000) {
            0..40 => self.anybody_proceeds(),
            40..46 => self.device(),
            46..50 => self.desert(),
            50..52 => self.chaos.at.0 += self.pick(&[1_800_000, 7_200_000, 14_000_000, 15_000_000, 28_000_000]),
            52..60 => self.open_table_again(),
            _ => self.chaos.step(),
        }
    }

    /// The next step of the procedure, done by somebody whose role may not allow it.
    fn anybody_proceeds(&mut self) {
        let Some(todo) = self.chaos.state.next(self.chaos.at) else { return self.chaos.step() };
        if matches!(todo.act, Act::Shuffle { .. } | Act::ReceiveDeck { .. }) {
            return self.chaos.step();
        }
        let person = self.pick(&["Dan", "Fay", "Sam", "Mal", "Moe", "P1", "P2"]);
        let role = if self.one_in(6) {
            self.pick(&[Role::Dealer, Role::Floorperson, Role::Supervisor, Role::Player, Role::System])
        } else {
            todo.by
        };
        self.try_command(Actor::new(role, person), todo.act);
    }

    /// A device fails, or is put away, or comes back.
    fn device(&mut self) {
        let device = self.pick(&[Device::Shuffler, Device::Shoe]);
        let status = self.pick(&[
            DeviceStatus::InService,
            DeviceStatus::InService,
            DeviceStatus::OutOfOrder,
            DeviceStatus::Covered,
            DeviceStatus::Signed,
            DeviceStatus::Removed,
        ]);
        self.try_command(Actor::new(Role::Floorperson, "Flo"), Act::SetDevice { device, status });
    }

    /// Everybody leaves, and after a while somebody comes.
    fn desert(&mut self) {
        let taken: Vec<(u8, table::Person)> =
            self.chaos.state.taken().map(|(at, seat)| (at, seat.person.clone())).collect();
        for (position, person) in taken {
            self.try_command(Actor { role: Role::Player, person }, Act::Rise { position });
        }
        self.chaos.at.0 += self.pick(&[1_000, 120_000, 301_000, 3_600_000]);
        if self.one_in(2) {
            let face_up = self.one_in(2);
            self.try_command(Actor::new(Role::Dealer, "Dee"), Act::Idle { face_up });
        }
        self.chaos.at.0 += 1_000;
        self.try_command(Actor::new(Role::Player, "P1"), Act::Sit { position: 1 });
    }

    fn open_table_again(&mut self) {
        if self.chaos.state.open {
            return self.chaos.step();
        }
        self.try_command(Actor::new(Role::Floorperson, "Flo"), Act::OpenTable { float: Cents(100_000_000) });
    }

    fn try_command(&mut self, by: Actor, act: Act) {
        self.chaos.command(by, act);
    }

    /// Shows the referee what was accepted since; returns whether the clock can still be trusted.
    fn listen(&mut self, tally: &mut Tally) -> bool {
        let code = self.chaos.state.house.book.code.clone();
        while let Some((command, count)) = self.chaos.accepted.get(self.seen.0) {
            if !sane(command.at) {
                return false;
            }
            let events = &self.chaos.events[self.seen.1..self.seen.1 + count];
            for event in events.iter().filter(|event| Fact::of(event) == Fact::Other) {
                let word = serde_json::to_value(event).expect("JSON")["event"].as_str().expect("a word").to_owned();
                tally.passed_over.insert(word);
            }
            tally.corrections += events.iter().filter(|event| matches!(Fact::of(event), Fact::Meter { .. })).count();
            for objection in self.referee.watch(command, events) {
                note(tally, &code, self.seed, self.seen.0, command, &objection);
            }
            self.seen = (self.seen.0 + 1, self.seen.1 + count);
        }
        true
    }
}

fn note(tally: &mut Tally, code: &str, seed: u64, at: usize, command: &Command, objection: &Objection) {
    let key = (objection.rule.to_owned(), code.to_owned());
    let finding = tally.findings.entry(key).or_insert_with(|| {
        let act = serde_json::to_value(&command.act).expect("JSON")["do"].clone();
        let who = format!("{} {}", command.by.role.word(), command.by.person);
        Finding { count: 0, seed, example: format!("command {at}, {act} by {who}: {objection}") }
    });
    finding.count += 1;
}

/// Runs these seeds through the houses in turn.
pub fn seeds(houses: &[Arc<House>], seeds: std::ops::Range<u64>, tally: &mut Tally) {
    for seed in seeds {
        Watched::new(houses[(seed as usize) % houses.len()].clone(), seed).run(tally);
    }
}

/// What the referee says of one run, with everything that happened.
pub fn told(houses: &[Arc<House>], seed: u64) {
    let mut watched = Watched::new(houses[(seed as usize) % houses.len()].clone(), seed);
    let mut tally = Tally::default();
    // A run that stops is shown as far as it went.
    let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| watched.run(&mut tally)));
    let mut referee = Referee::new(watched.chaos.state.house.clone());
    let mut from = 0;
    for (at, (command, count)) in watched.chaos.accepted.iter().enumerate() {
        let events = &watched.chaos.events[from..from + count];
        from += count;
        let act = serde_json::to_value(&command.act).expect("JSON");
        println!("{at} @{} {} {}: {act}", command.at.0 / 1000, command.by.role.word(), command.by.person);
        for event in events {
            let mut value = serde_json::to_value(event).expect("JSON");
            let object = value.as_object_mut().expect("an object");
            for long in ["shuffle", "law", "entry", "bank"] {
                object.remove(long);
            }
            if let Some(dues) = object.get_mut("dues").and_then(|dues| dues.as_array_mut()) {
                for due in dues {
                    *due = format!("{} {} {}", due["position"], due["wager"], due["outcome"]).into();
                }
            }
            println!("      {value}");
        }
        if !sane(command.at) {
            println!("the clock went mad");
            break;
        }
        for objection in referee.watch(command, events) {
            println!("  !!! {}: {objection}", objection.rule);
        }
    }
    if let Err(stop) = stopped {
        std::panic::resume_unwind(stop);
    }
}
