//! Tables with random people, clocks and sockets, in simulated time: automatic acts always move the table on, nobody is
//! folded too early, and nobody's chips block a step.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use std::sync::Arc;

use cards::Card;
use rules::{Books, House};
use table::{Choice, Digest, Order, Shuffle, decide, legal};

use super::*;

/// The most automatic acts of a table in a second: the first deck is prepared at once, and 64 terminals can run out of
/// time together.
const A_SECOND: usize = 250;

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        // splitmix64, see Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn shuffle(&mut self) -> Shuffle {
        let mut cards = Card::ALL;
        for i in (1..52).rev() {
            cards.swap(i, self.below(i as u64 + 1) as usize);
        }
        Shuffle::commit(Order::new(cards).expect("every card once"), Digest([self.below(256) as u8; 32]))
    }
}

/// The example house of a book with some lines changed, and more at its end.
fn house(code: &str, changes: &[(&str, &str)], more: &str) -> Arc<House> {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("the example house");
    for (from, to) in changes {
        assert!(text.contains(from), "{code}: no {from:?} to change");
        text = text.replace(from, to);
    }
    lawful(&format!("{text}\n{more}"), &Books::shipped())
}

fn lawful(text: &str, books: &Books) -> Arc<House> {
    let report = rules::house::check(text, books);
    let faults: Vec<String> = report.errors().map(ToString::to_string).collect();
    Arc::new(report.house.unwrap_or_else(|| panic!("not a lawful house: {faults:?}")))
}

/// A house of the made-up book: its dealer offers the cut, and allows the players to look.
fn polite() -> Arc<House> {
    let mut books = Books::shipped();
    let made_up = include_str!("../../../../golden/books/freedonia.toml");
    books.add(made_up).unwrap_or_else(|faults| panic!("freedonia.toml: {faults}"));
    let house = include_str!("../../../../golden/books/freedonia-house.toml");
    let more = "[cut]\noffered = \"from_left\"\n\n[people]\nlooks_from = \"allowed\"\n";
    lawful(&format!("{house}\n{more}\n{HUMAN}"), &books)
}

const HUMAN: &str = "[automation]\npace = \"human\"\n";
const COMPANY: &str = "[automation]\npace = \"human\"\ncompany = \"with_people\"\n";
const DEALT: &str = "[automation]\npace = \"human\"\ndealer = \"person\"\n";
const ELECTRONIC: [(&str, &str); 3] = [
    ("positions = 7\npositions_per_player = 3\n", "electronic = true\npositions_per_player = 3\n"),
    ("envy = { offered = true }\n", ""),
    ("[five_card_progressive.envy]\n", "[five_card_progressive.envy]\noffered = false\n"),
];

fn houses() -> Vec<Arc<House>> {
    let mut all: Vec<Arc<House>> = ["md2014", "md14", "ma", "tribal", "sd"].map(|code| house(code, &[], HUMAN)).into();
    all.push(house("md14", &ELECTRONIC, HUMAN));
    all.push(house("ma", &[], COMPANY));
    all.push(house("sd", &[], DEALT));
    all.push(polite());
    all.push(house("tribal", &[], &format!("[people]\ndecision_seconds = 1\ngrace_seconds = 0\n\n{HUMAN}")));
    all
}

/// One node that runs the table. There may be several on one journal; each knows only its own windows.
struct Node {
    robots: Robots,
    people: PlayersPresent,
    windows: Vec<Person>,
}

struct SimulatedTable {
    state: State,
    dice: Dice,
    now: Now,
    nodes: Vec<Node>,
    people: Vec<Person>,
    /// The automatic acts of the last second.
    by_itself: Vec<Instant>,
    /// The states of the table since a person last acted or time passed.
    since: Vec<State>,
    /// Whose turn it is, and how long its time has run in total.
    turn: Option<(u64, u8, Duration)>,
    rounds: u64,
    timed_out: u64,
    ruled: u64,
    refused: u64,
}

impl SimulatedTable {
    fn new(house: &Arc<House>, robots: u8, nodes: usize, seed: u64) -> SimulatedTable {
        let state = State::new(house.clone(), &meters::GameId::new("table 1").unwrap());
        let now = Now { instant: Instant::now(), moment: Moment(1_800_000_000_000) };
        let node =
            || Node { robots: Robots::of(house, robots), people: PlayersPresent::default(), windows: Vec::new() };
        SimulatedTable {
            state,
            dice: Dice(seed),
            now,
            nodes: (0..nodes).map(|_| node()).collect(),
            people: ["ann", "ben", "cid"].map(Person::from).into(),
            by_itself: Vec::new(),
            since: Vec::new(),
            turn: None,
            rounds: 0,
            timed_out: 0,
            ruled: 0,
            refused: 0,
        }
    }

    /// The first thing that a node plans to do automatically.
    fn planned(&mut self) -> Option<(usize, Instant, Actor, Act)> {
        let (state, now) = (&self.state, self.now);
        let plans = self.nodes.iter_mut().enumerate().filter_map(|(i, node)| {
            let plan = node.robots.plan(state, now, &node.people)?;
            Some((i, plan.due, plan.by, plan.act))
        });
        plans.min_by_key(|(_, due, ..)| *due)
    }

    fn pass(&mut self, until: Instant) {
        let gone = until.saturating_duration_since(self.now.instant);
        if gone.is_zero() {
            return;
        }
        let turn = self.state.turn().map(|position| (self.state.round.number, position));
        let runs = self.state.held.is_none();
        self.turn = turn.map(|(round, position)| match self.turn {
            Some((r, p, run)) if (r, p) == (round, position) => (r, p, if runs { run + gone } else { run }),
            _ => (round, position, if runs { gone } else { Duration::ZERO }),
        });
        self.now.instant = until;
        self.now.moment.0 += i64::try_from(gone.as_millis()).unwrap();
        self.since.clear();
    }

    fn take(&mut self, by: Actor, act: Act) -> bool {
        let shuffle = self.state.order_for(&act).map(|_| Box::new(self.dice.shuffle()));
        let command = Command { shuffle, ..Command::new("x", by, self.now.moment, act) };
        let Ok(events) = decide(&self.state, &command) else { return false };
        let before = self.state.turn().map(|position| (self.state.round.number, position));
        self.state.apply_all(&events);
        self.rounds +=
            events.iter().filter(|event| matches!(event.what, table::What::RoundEnded { .. })).count() as u64;
        let after = self.state.turn().map(|position| (self.state.round.number, position));
        if after != before {
            self.turn = after.map(|(round, position)| (round, position, Duration::ZERO));
        }
        for event in &events {
            if let table::What::ConnectionBack { position } = event.what {
                let person = self.state.seat(position).unwrap().person.clone();
                for node in &mut self.nodes {
                    node.people.forget(&person);
                }
            }
        }
        true
    }

    /// Does an automatic act.
    fn by_itself(&mut self, node: usize, by: Actor, act: Act) {
        let whole = seconds(self.state.house.people.decision_seconds);
        match &act {
            Act::TimeUp { position, .. } => {
                self.timed_out += 1;
                assert!(self.state.held.is_none(), "nobody's time runs while the game is held");
                if let Some((_, turn, run)) = self.turn {
                    assert!(turn == *position && run >= whole, "position {position} had only {run:?}");
                }
                let present = |node: &Node| node.windows.contains(&self.state.seat(*position).unwrap().person);
                let away = self.state.seat(*position).unwrap().lost;
                assert!(away.is_none() || self.nodes.iter().any(present), "whoever is away has the grace");
            }
            Act::RuleLeaver { position, .. } => {
                self.ruled += 1;
                let seat = self.state.seat(*position).unwrap();
                assert!(self.state.held.is_none() && (seat.left || seat.lost.is_some()));
            }
            Act::Lost { position } => {
                let person = &self.state.seat(*position).unwrap().person;
                assert!(!self.nodes[node].windows.contains(person), "{person} is there");
            }
            Act::NoMoreBets => assert!(self.state.held.is_none()),
            _ => {}
        }
        let wanted = format!("{act:?}");
        self.since.push(self.state.clone());
        if !self.take(by, act.clone()) {
            self.refused += 1;
            self.nodes[node].robots.put_off(&self.state, act, self.now.instant);
            return;
        }
        // With several nodes, one may miss people whom another sees: each says so once, and is believed.
        let same = |before: &&State| State { version: before.version, ..self.state.clone() } == **before;
        let again = self.since.iter().filter(same).count();
        let most = (self.nodes.len() - 1) * self.people.len();
        assert!(again <= most, "{wanted} led back to a table that stood here at this very moment");
        self.by_itself.push(self.now.instant);
        let now = self.now.instant;
        self.by_itself.retain(|at| now.saturating_duration_since(*at) < Duration::from_secs(1));
        assert!(
            self.by_itself.len() <= A_SECOND,
            "{} acts in a second, the last of them {wanted}",
            self.by_itself.len()
        );
    }

    /// Somebody does something, or opens or closes a window.
    fn somebody(&mut self) {
        self.since.clear();
        let person = self.people[self.dice.below(3) as usize].clone();
        let node = self.dice.below(self.nodes.len() as u64) as usize;
        match self.dice.below(10) {
            0 => {
                self.nodes[node].people.came(person.clone());
                self.nodes[node].windows.push(person);
            }
            1 => {
                if let Some(place) = self.nodes[node].windows.iter().position(|open| *open == person) {
                    self.nodes[node].windows.remove(place);
                    self.nodes[node].people.went(person, self.now.instant);
                }
            }
            2 if self.dice.below(4) == 0 => {
                let by = Actor::new(Role::Dealer, "dee");
                self.take(by, Act::CallFloor { reason: "two cards stuck together".into() });
            }
            3 => {
                self.take(Actor::new(Role::Floorperson, "flo"), Act::Resume { reason: "play on".into() });
            }
            4 if self.state.house.automation.dealer == rules::house::Performer::Person => {
                if let Some(todo) = self.state.next(self.now.moment).filter(|todo| todo.by == Role::Dealer) {
                    self.take(Actor::new(Role::Dealer, "dee"), todo.act);
                }
            }
            _ => self.plays(person),
        }
    }

    /// Does one of a player's lawful acts.
    fn plays(&mut self, person: Person) {
        let by = Actor { role: Role::Player, person };
        let offers = legal(&self.state, &by, self.now.moment);
        let fits = |act: &Act| match act {
            Act::CashOut { .. } | Act::Tip { .. } | Act::Leave { .. } | Act::Rise { .. } => false,
            Act::Sit { .. } => !self.state.taken().any(|(_, seat)| seat.person == by.person),
            _ => true,
        };
        let fitting: Vec<_> = offers.into_iter().filter(|offer| fits(&offer.act) || self.dice.below(30) == 0).collect();
        if fitting.is_empty() {
            return;
        }
        let offer = &fitting[self.dice.below(fitting.len() as u64) as usize];
        let mut act = offer.act.clone();
        if let (Act::BuyIn { amount }, Some(Choice::Amount { max, .. })) =
            (&mut act, offer.fields.first().map(|field| &field.choice))
        {
            *amount = Cents((*max).min(100_000));
        }
        self.take(by, act);
    }

    /// Runs the world: people act for the first period, then only sit there.
    fn run(&mut self, busy: Duration, idle: Duration) {
        let (start, mut next) = (self.now.instant, self.now.instant);
        loop {
            let busy = self.now.instant - start < busy;
            let planned = self.planned();
            match planned {
                Some((node, due, by, act)) if !busy || due <= next => {
                    if due.max(self.now.instant) > start + idle {
                        return;
                    }
                    self.pass(due);
                    self.by_itself(node, by, act);
                }
                _ if busy => {
                    self.pass(next);
                    self.somebody();
                    let gap = [20, 300, 1_500, 4_000, 12_000][self.dice.below(5) as usize];
                    next = self.now.instant + Duration::from_millis(self.dice.below(gap) + 1);
                }
                _ => return,
            }
        }
    }
}

#[test]
fn whatever_people_do_or_leave_undone_the_table_goes_on_at_its_pace() {
    let (mut rounds, mut timed_out, mut ruled) = (0, 0, 0);
    for (i, house) in houses().iter().enumerate() {
        for seed in 0..24_u64 {
            let nodes = 1 + (seed % 3 == 2) as usize;
            let mut world = SimulatedTable::new(house, (seed % 3) as u8, nodes, seed * 100 + i as u64);
            let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
            world.run(minutes(10), minutes(12));
            // A held game waits for a person for ever, and so does a game dealt by a person.
            world.take(Actor::new(Role::Floorperson, "flo"), Act::Resume { reason: "play on".into() });
            world.run(minutes(0), minutes(30));
            let dealt = house.automation.dealer == rules::house::Performer::Person;
            let robots = &world.nodes[0].robots;
            // Robots among themselves play on.
            let waits = world.state.deciding().find(|position| !robots.is_robot(world.state.seat(*position).unwrap()));
            assert!(waits.is_none(), "house {i}, seed {seed}: position {waits:?} is waited for, half an hour later");
            let phase = world.state.phase();
            assert!(
                dealt || !robots.players.is_empty() || phase == Phase::Betting,
                "house {i}, seed {seed}: {phase:?}"
            );
            rounds += world.rounds;
            timed_out += world.timed_out;
            ruled += world.ruled;
            // With two nodes doing the same, one comes too late.
            assert!(nodes > 1 || world.refused == 0, "house {i}, seed {seed}: {} acts were refused", world.refused);
        }
    }
    println!("{rounds} rounds, {timed_out} decisions timed out, {ruled} leavers ruled on");
    assert!(rounds > 1_000 && timed_out > 200 && ruled > 20, "too little happened: {rounds}, {timed_out}, {ruled}");
}

/// A table with one player, who has a window and chips.
fn seated(house: &Arc<House>) -> SimulatedTable {
    let mut world = SimulatedTable::new(house, 0, 1, 7);
    world.run(Duration::ZERO, Duration::from_secs(60));
    let ann = Person::from("ann");
    world.nodes[0].people.came(ann.clone());
    world.nodes[0].windows.push(ann);
    let by = || Actor::new(Role::Player, "ann");
    assert!(world.take(by(), Act::Sit { position: 4 }));
    assert!(world.take(by(), Act::BuyIn { amount: Cents(100_000) }));
    world
}

fn wager(wager: rules::Wager, amount: i64) -> Act {
    Act::Wager { position: 4, wager, amount: Cents(amount), with: table::Instrument::Chips }
}

#[test]
fn chips_put_down_again_and_again_keep_no_step_from_being_done() {
    for house in houses().iter().take(5) {
        let mut world = seated(house);
        let by = || Actor::new(Role::Player, "ann");
        let start = world.now.instant;
        let offered = house.offers(rules::Wager::Progressive);
        let mut i = 0;
        while !world.state.round.closed {
            // A chip every second and a half, and a progressive chip on and off again beside it.
            let next = world.now.instant + Duration::from_millis(1_500);
            while let Some((node, due, robot, act)) = world.planned().filter(|(_, due, ..)| *due <= next) {
                world.pass(due);
                world.by_itself(node, robot, act);
            }
            world.pass(next);
            i += 1;
            let _ = world.take(by(), wager(rules::Wager::Ante, 1_500 + 500 * (i % 2)));
            if offered {
                let stake = house.amounts(rules::Wager::Progressive).unwrap().min.0;
                let _ = world.take(by(), wager(rules::Wager::Progressive, stake * (i % 2)));
            }
            let waited = world.now.instant - start;
            let most = seconds(house.people.betting_seconds) + Duration::from_secs(4);
            assert!(waited <= most, "{}: no cards after {waited:?}", house.operator);
        }
    }
}

#[test]
fn the_first_cards_come_within_the_betting_time() {
    for house in houses().iter().filter(|house| !house.table.electronic).take(6) {
        let mut world = seated(house);
        let start = world.now.instant;
        let ante = house.amounts(rules::Wager::Ante).unwrap().min.0;
        assert!(world.take(Actor::new(Role::Player, "ann"), wager(rules::Wager::Ante, ante)));
        // Where it must stand beside the ante.
        let _ = world.take(Actor::new(Role::Player, "ann"), wager(rules::Wager::PairPlus, ante));
        while !world.state.round.closed {
            let (node, due, by, act) = world.planned().expect("the table goes on");
            world.pass(due);
            world.by_itself(node, by, act);
        }
        let waited = world.now.instant - start;
        assert_eq!(waited, seconds(house.people.betting_seconds), "{}", house.operator);
    }
}

#[test]
fn a_held_game_stops_every_clock_and_gives_the_rest_of_the_time_back() {
    let house = house("sd", &[], HUMAN);
    let mut world = seated(&house);
    let by = || Actor::new(Role::Player, "ann");
    let ante = house.amounts(rules::Wager::Ante).unwrap().min.0;
    assert!(world.take(by(), wager(rules::Wager::Ante, ante)));
    while world.state.turn().is_none() {
        let (node, due, robot, act) = world.planned().expect("the table goes on");
        world.pass(due);
        world.by_itself(node, robot, act);
    }
    world.planned();
    let whole = seconds(house.people.decision_seconds);
    let pending = |world: &mut SimulatedTable| {
        world.planned();
        world.nodes[0].robots.pending(&world.state, world.now)
    };
    assert_eq!(&*pending(&mut world).expect("the time runs").does, "time_up");
    // Ten seconds before the end the floor is called, and rules an hour later.
    world.pass(world.now.instant + whole - Duration::from_secs(10));
    assert!(world.take(Actor::new(Role::Dealer, "dee"), Act::CallFloor { reason: "a card fell".into() }));
    assert!(pending(&mut world).is_none() && world.planned().is_none());
    world.pass(world.now.instant + Duration::from_secs(3_600));
    assert!(pending(&mut world).is_none() && world.planned().is_none());
    assert!(world.take(Actor::new(Role::Floorperson, "flo"), Act::Resume { reason: "play on".into() }));
    let (_, due, _, act) = world.planned().expect("the time runs again");
    assert!(matches!(act, Act::TimeUp { position: 4, .. }), "{act:?}");
    assert_eq!(due - world.now.instant, Duration::from_secs(10));
}

#[test]
fn whoever_is_away_has_the_grace_once_in_a_decision() {
    let house = house("sd", &[], HUMAN);
    let mut world = seated(&house);
    let ann = Person::from("ann");
    let ante = house.amounts(rules::Wager::Ante).unwrap().min.0;
    assert!(world.take(Actor::new(Role::Player, "ann"), wager(rules::Wager::Ante, ante)));
    while world.state.turn().is_none() {
        let (node, due, robot, act) = world.planned().expect("the table goes on");
        world.pass(due);
        world.by_itself(node, robot, act);
    }
    let start = world.now.instant;
    let people = &house.people;
    // The window closes as soon as it may and opens again just before the grace is over, for as long as that helps.
    let mut flips = 0;
    while world.state.turn().is_some() {
        world.nodes[0].windows.clear();
        world.nodes[0].people.went(ann.clone(), world.now.instant);
        let until = world.now.instant + Robots::ABSENCE + seconds(people.grace_seconds) - Duration::from_millis(1);
        while let Some((node, due, robot, act)) = world.planned().filter(|(_, due, ..)| *due <= until) {
            world.pass(due);
            world.by_itself(node, robot, act);
        }
        world.pass(until);
        world.nodes[0].people.came(ann.clone());
        world.nodes[0].windows.push(ann.clone());
        while let Some((node, _, robot, act)) = world.planned().filter(|(_, due, ..)| *due <= world.now.instant) {
            world.by_itself(node, robot, act);
        }
        flips += 1;
        assert!(flips < 10, "a table can be held up by coming and going");
    }
    let most = seconds(people.decision_seconds + people.grace_seconds) + Robots::ABSENCE + AFTER_RETURN;
    assert!(world.now.instant - start <= most + seconds(people.grace_seconds), "{flips} flips");
    assert_eq!(world.timed_out + world.ruled, 1, "folded once");
}

#[test]
fn a_player_who_does_not_answer_when_the_cut_is_offered_has_declined() {
    let house = polite();
    let mut world = seated(&house);
    let ante = house.amounts(rules::Wager::Ante).unwrap().min.0;
    // The first deck was cut before anybody came: the next round begins with the offer.
    assert!(world.take(Actor::new(Role::Player, "ann"), wager(rules::Wager::Ante, ante)));
    let goes_on = |world: &mut SimulatedTable| {
        let (node, due, by, act) = world.planned().expect("the table goes on");
        world.pass(due);
        world.by_itself(node, by, act);
    };
    while world.state.cut_offered_at(4).is_none() {
        goes_on(&mut world);
    }
    let whole = seconds(house.people.decision_seconds);
    let (_, due, by, act) = world.planned().expect("the time runs");
    assert!(matches!(act, Act::TimeUp { position: 4, .. }) && by.role == Role::System, "{act:?}");
    assert_eq!(due - world.now.instant, whole);
    let pending = world.nodes[0].robots.pending(&world.state, world.now).expect("everybody sees it");
    assert_eq!((&*pending.does, pending.position), ("decline_cut", Some(4)));
    // The time stands still while the game is held.
    world.pass(due - Duration::from_secs(10));
    assert!(world.take(Actor::new(Role::Dealer, "dee"), Act::CallFloor { reason: "a card fell".into() }));
    assert!(world.planned().is_none());
    world.pass(world.now.instant + Duration::from_secs(3_600));
    assert!(world.take(Actor::new(Role::Floorperson, "flo"), Act::Resume { reason: "play on".into() }));
    let (_, due, ..) = world.planned().expect("the time runs again");
    assert_eq!(due - world.now.instant, Duration::from_secs(10));
    goes_on(&mut world);
    assert_eq!(world.refused, 0);
    let (_, _, by, act) = world.planned().expect("the table goes on");
    assert!(matches!(act, Act::Cut { .. }) && by.role == Role::Dealer, "{act:?}");
}
