//! What the table's tests share: houses, shuffles from a small generator, and a table run by robots.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod acts;
pub mod chaos;

use std::sync::Arc;

use cards::{Card, Strength};
use rules::settle::Stakes;
use rules::{Books, Cents, House, Wager};
use table::robot::{self, RobotPlayer};
use table::{Act, Actor, Command, Digest, Event, Moment, Order, Role, Shuffle, State, decide};

pub const CODES: [&str; 5] = ["md2014", "md14", "ma", "tribal", "sd"];

/// The example house of a book.
pub fn house(code: &str) -> Arc<House> {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    house_of(&std::fs::read_to_string(path).expect("the example house"))
}

/// The shipped books and the made-up one, which has mechanisms that they lack.
fn books() -> Books {
    let mut books = Books::shipped();
    let made_up = include_str!("../../../../golden/books/freedonia.toml");
    books.add(made_up).unwrap_or_else(|faults| panic!("freedonia.toml: {faults}"));
    books
}

/// A house from its text.
pub fn house_of(text: &str) -> Arc<House> {
    let report = rules::house::check(text, &books());
    let faults: Vec<String> = report.errors().map(ToString::to_string).collect();
    Arc::new(report.house.unwrap_or_else(|| panic!("not a lawful house: {faults:?}")))
}

/// A book's example house with some lines changed.
pub fn house_with(code: &str, changes: &[(&str, &str)]) -> Arc<House> {
    let path = format!("{}/../../houses/{code}.toml", env!("CARGO_MANIFEST_DIR"));
    changed(&std::fs::read_to_string(path).expect("the example house"), changes)
}

fn changed(house: &str, changes: &[(&str, &str)]) -> Arc<House> {
    let mut text = house.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "no {from:?} to change");
        text = text.replace(from, to);
    }
    house_of(&text)
}

/// A house under the made-up book that offers the cut and forbids early looks, each as these lines say.
pub fn freedonia_with(cut: &str, people: &str, early: &str, changes: &[(&str, &str)]) -> Arc<House> {
    let lines =
        format!("[cut]\n{cut}\n\n[people]\n{people}\n\n[irregularities]\nlooked_too_early = \"{early}\"\n\n[table]\n");
    let house = include_str!("../../../../golden/books/freedonia-house.toml");
    changed(house, &[&[("[table]\n", lines.as_str())], changes].concat())
}

/// The lines for a person who deals physical cards.
pub const PERSON: (&str, &str) =
    ("[table]\n", "[automation]\ndealer = \"person\"\n\n[cards]\nsource = \"observed\"\n\n[table]\n");

/// Houses under the made-up book: the cut goes round from either side, and looks are guarded or can be too early.
pub fn freedonia_houses() -> Vec<Arc<House>> {
    let left = "offered = \"from_left\"";
    let (nobody, floor) = ("declined = \"nobody\"", "declined = \"floorperson\"");
    let right = |declined: &str| format!("offered = \"from_right\"\n{declined}");
    let (dealt, allowed) = ("looks_from = \"all_dealt\"", "looks_from = \"allowed\"");
    vec![
        freedonia_with(left, allowed, "void_hand", &[]),
        freedonia_with(&right(nobody), dealt, "void_hand", &[PERSON]),
        freedonia_with(&right(floor), allowed, "forfeit_hand", &[PERSON]),
    ]
}

/// The example houses and variants of them: every precondition, dealing device, dealer's stack, kind of deck, shuffler,
/// settlement order and rule for shared meters that makes a difference at the table.
pub fn many_houses() -> Vec<Arc<House>> {
    let mut houses: Vec<Arc<House>> = CODES.iter().map(|code| house(code)).collect();
    let person = PERSON;
    let mut with = |code: &str, changes: &[(&str, &str)]| houses.push(house_with(code, changes));
    for code in CODES {
        with(code, &[person]);
    }
    let precondition = "precondition = \"none\"";
    let bonus = |id: &'static str| move |table: &'static str| (id, table);
    let both = (precondition, "precondition = \"both_up_to_five_times\"");
    let (a, standard) = (bonus("[ante_bonus]\npaytable = \"A\""), bonus("[ante_bonus]\npaytable = \"standard\""));
    let at_least = (precondition, "precondition = \"ante_at_least_pair_plus\"");
    with("md2014", &[at_least, a("[ante_bonus]\npaytable = \"precondition-A\"")]);
    with("md14", &[both, a("[ante_bonus]\npaytable = \"precondition\"")]);
    with("ma", &[both, standard("[ante_bonus]\npaytable = \"precondition-A\"")]);
    with("tribal", &[("ante_at_least_half", "ante_at_least_pair_plus")]);
    with("sd", &[("equal_stakes = false", "equal_stakes = true"), ("turn_order", "equal_shares")]);
    let stack = "dealer_stack = \"in_shuffler\"";
    with("md14", &[(stack, "dealer_stack = \"delivered\""), ("received = \"plain\"", "received = \"preshuffled\"")]);
    with("ma", &[(stack, "dealer_stack = \"under_cover_card\""), ("turn_order", "equal_shares")]);
    with(
        "md14",
        &[("device = \"automated_shoe\"\ndealer_stack = \"in_shuffler\"", "device = \"manual_shoe\""), person],
    );
    let linked = "envy = { offered = true }\n\n[progressive.link]\nname = \"Hall Link\"\ngame = [{ name = \"Let It Ride 1\", paytable = \"C\", stake = \"$1\", decks = 2 }]";
    let envy = "envy = { offered = true }";
    with("md14", &[(envy, linked)]);
    let from_tray = "meter_win_from_tray = \"$50,000\"";
    with("md14", &[(envy, linked), ("meter_win_from_tray = \"$0\"", from_tray)]);
    with("md2014", &[("device = \"hand\"", "device = \"automated_shoe\""), ("counts = false", "counts = true")]);
    with(
        "tribal",
        &[("device = \"manual_shoe\"", "device = \"automated_shoe\""), ("borrowed = true", "borrowed = false")],
    );
    with("tribal", &[("device = \"manual_shoe\"", "device = \"hand\""), ("life_hours = 8", "life_hours = 4")]);
    with("sd", &[("device = \"hand\"", "device = \"automated_shoe\""), ("kind = \"none\"", "kind = \"automated\"")]);
    with("ma", &[("order = \"2\"", "order = \"1\""), ("folded_hands_count = true", "folded_hands_count = false")]);
    with("sd", &[("pair_plus = \"lost\"\nprogressive = \"lost\"", "pair_plus = \"kept\"\nprogressive = \"kept\"")]);
    with(
        "md2014",
        &[
            ("decks = 2\nbacks = [\"red\", \"blue\"]", "decks = 1"),
            ("kind = \"automated\"", "kind = \"hand_dispensing\""),
        ],
    );
    houses.extend(freedonia_houses());
    houses.extend(electronic_houses());
    houses
}

/// The lines that turn the example house of version 1.4 into an electronic table.
pub const ELECTRONIC: [(&str, &str); 4] = [
    ("positions = 7\npositions_per_player = 3\n", "electronic = true\nterminals = 64\npositions_per_player = 3\n"),
    (
        "[wagers]\n",
        "[[confirmation]]\nreading = 90\nby = \"P. Reyes\"\non = \"2026-11-15\"\napproval = \"MD-1\"\n\n[wagers]\n",
    ),
    ("envy = { offered = true }\n", ""),
    ("[five_card_progressive.envy]\n", "[five_card_progressive.envy]\noffered = false\n"),
];

/// Electronic tables: dealt in stacks and card by card, shuffled and observed, with one hand per terminal and with all
/// three, linked, with wins from the tray, and without a progressive.
pub fn electronic_houses() -> Vec<Arc<House>> {
    let with = |changes: &[(&str, &str)]| house_with("md14", &[&ELECTRONIC, changes].concat());
    let person = PERSON;
    let stack = "dealer_stack = \"in_shuffler\"";
    let shoe = ("device = \"automated_shoe\"\ndealer_stack = \"in_shuffler\"", "device = \"manual_shoe\"");
    let linked = "[progressive.link]\nname = \"Hall Link\"\ngame = [{ name = \"Let It Ride 1\", paytable = \"C\", stake = \"$1\", decks = 2 }]\n\n[five_card_progressive]";
    let from_tray = "meter_win_from_tray = \"$50,000\"";
    let one = ("positions_per_player = 3\n", "positions_per_player = 1\n");
    vec![
        with(&[]),
        with(&[shoe, ("life_hours = 8", "life_hours = 1")]),
        with(&[person]),
        with(&[(stack, "dealer_stack = \"delivered\""), one]),
        with(&[shoe, person]),
        with(&[("[five_card_progressive]", linked), ("meter_win_from_tray = \"$0\"", from_tray)]),
    ]
}

/// A small random number generator, good enough to shuffle decks for tests.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        // splitmix64, see Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn shuffle(&mut self) -> Shuffle {
        let mut cards = Card::ALL;
        for i in (1..52).rev() {
            cards.swap(i, self.below(i as u64 + 1) as usize);
        }
        let mut nonce = [0; 32];
        for chunk in nonce.chunks_exact_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes());
        }
        Shuffle::commit(Order::new(cards).expect("every card once"), Digest(nonce))
    }
}

/// Three cards that nearly every side wager pays: suited in a row, or of one rank.
fn rich_hand(dice: &mut Dice, left: &mut Vec<Card>) -> Option<[Card; 3]> {
    for _ in 0..40 {
        let queens = left.iter().copied().find(|card| card.rank() == cards::Rank::Queen);
        let first = match queens {
            // The best of all: the three highest cards of a suit.
            Some(queen) if dice.below(3) == 0 => queen,
            _ => left[dice.below(left.len() as u64) as usize],
        };
        let with = |rank: u8, suit: u8| left.iter().copied().find(|c| (c.rank() as u8, c.suit() as u8) == (rank, suit));
        let (rank, suit) = (first.rank() as u8, first.suit() as u8);
        let others = match dice.below(3) {
            0 => with(rank, (suit + 1) % 4).zip(with(rank, (suit + 2) % 4)),
            _ => with(rank + 1, suit).zip(with(rank + 2, suit)),
        };
        if let Some((second, third)) = others {
            let hand = [first, second, third];
            left.retain(|card| !hand.contains(card));
            return Some(hand);
        }
    }
    None
}

/// A shuffle in which many hands win something; for a deal round the table or in stacks, cut in the middle or not.
pub fn rich_shuffle(dice: &mut Dice, house: &House, hands: usize) -> Shuffle {
    let stacks = house.cards.device == rules::rulebook::vocabulary::DealDevice::AutomatedShoe;
    let hands = if stacks { 8 } else { hands };
    let mut left: Vec<Card> = Card::ALL.to_vec();
    let mut top = vec![[Card::ALL[0]; 3]; 0];
    while top.len() < hands {
        let rich = if dice.below(3) > 0 { rich_hand(dice, &mut left) } else { None };
        let hand =
            rich.unwrap_or_else(|| std::array::from_fn(|_| left.swap_remove(dice.below(left.len() as u64) as usize)));
        top.push(hand);
    }
    let mut cards: Vec<Card> = if stacks {
        top.iter().flatten().copied().collect()
    } else {
        (0..3).flat_map(|round| top.iter().map(move |hand| hand[round])).collect()
    };
    while !left.is_empty() {
        cards.push(left.swap_remove(dice.below(left.len() as u64) as usize));
    }
    if dice.below(2) == 0 {
        cards.rotate_right(26);
    }
    let order = Order::new(cards.try_into().expect("52")).expect("every card once");
    Shuffle::commit(order, Digest([dice.below(256) as u8; 32]))
}

/// A shuffle whose deck begins with these cards.
pub fn stacked(top: &str) -> Shuffle {
    let first: Vec<Card> = top.split_whitespace().map(|card| card.parse().expect("a card")).collect();
    let rest = Card::ALL.into_iter().filter(|card| !first.contains(card));
    let cards: Vec<Card> = first.iter().copied().chain(rest).collect();
    Shuffle::commit(Order::new(cards.try_into().expect("52")).expect("every card once"), Digest::default())
}

/// A shuffle that lies in this order after the robot's cut, if it cuts.
pub fn cut_to(house: &House, shuffle: Shuffle) -> Shuffle {
    use rules::rulebook::vocabulary::{CutWhen, ShufflerKind};
    let by_hand = house.cards.shuffler == ShufflerKind::None;
    let cut = !house.cards.reshuffles && (by_hand || house.cards.cut_when == CutWhen::Always);
    let at = 26.clamp(house.cards.cut_shallowest, house.cards.cut_deepest);
    let order = if cut { shuffle.order.cut(52 - at) } else { shuffle.order };
    Shuffle::commit(order, shuffle.nonce)
}

/// Everything a house offers, at the smallest amounts.
pub fn all_wagers(house: &House) -> Stakes {
    let mut stakes = Stakes::default();
    for wager in [
        Wager::Ante,
        Wager::PairPlus,
        Wager::SixCardBonus,
        Wager::Progressive,
        Wager::FiveCardProgressive,
        Wager::CoverAll,
        Wager::TipAnte,
        Wager::TipPairPlus,
        Wager::MatchPlay,
    ] {
        if !house.offers(wager) {
            continue;
        }
        let amount = match house.progressive_terms(wager) {
            Some(terms) => terms.stake,
            None => house.limits.get(&wager).map_or(Cents(500), |limit| limit.min),
        };
        *stakes.on_mut(wager).expect("a stake") = amount;
    }
    stakes
}

/// Where a player sits: at the position with that number, or at the terminal with that number, on any of the hands.
pub fn place_of(house: &House, player: u8) -> u8 {
    if house.table.electronic { 3 * (player - 1) + 1 + player % 3 } else { player }
}

/// A table with robots at it.
pub struct Pit {
    /// The cards on top of every deck shuffled from now on, after the cut.
    pub top: Option<String>,
    pub state: State,
    pub players: Vec<RobotPlayer>,
    pub dice: Dice,
    pub at: Moment,
    pub events: Vec<Event>,
    pub commands: Vec<Command>,
}

impl Pit {
    pub fn new(house: Arc<House>, seed: u64) -> Pit {
        Pit::named(house, seed, "table 1")
    }

    /// A table with its own name.
    pub fn named(house: Arc<House>, seed: u64, name: &str) -> Pit {
        let game = meters::GameId::new(name).expect("a name");
        let mut pit = Pit {
            top: None,
            state: State::new(house, &game),
            players: Vec::new(),
            dice: Dice(seed),
            at: Moment(1_800_000_000_000),
            events: Vec::new(),
            commands: Vec::new(),
        };
        pit.act(Role::Floorperson, "Flo", Act::OpenTable { float: Cents::dollars(1_000_000) });
        pit
    }

    /// Adds robot players who wager on everything the house offers.
    pub fn with_players(mut self, players: u8) -> Pit {
        let stakes = all_wagers(&self.state.house);
        let most = if self.state.electronic() { table::TERMINALS_MAX } else { self.state.house.table.positions };
        for player in 1..=players.min(most) {
            let position = place_of(&self.state.house, player);
            self.players.push(RobotPlayer {
                person: format!("P{player}").as_str().into(),
                position,
                stakes,
                plays_from: Strength::floor(&[cards::Rank::Queen, cards::Rank::Six, cards::Rank::Four])
                    .expect("a hand"),
                buy_in: Cents::dollars(1_000),
            });
        }
        self
    }

    pub fn command(&mut self, command: Command) {
        let events = decide(&self.state, &command)
            .unwrap_or_else(|refusal| panic!("{command:?} refused: {}", refusal.written(&self.state.house)));
        self.state.apply_all(&events);
        self.events.extend(events);
        self.commands.push(command);
        check(&self.state);
    }

    pub fn act(&mut self, role: Role, person: &str, act: Act) {
        self.command(self.asks(role, person, act));
    }

    /// A command by somebody, with nothing but the act.
    pub fn asks(&self, role: Role, person: &str, act: Act) -> Command {
        Command::new(format!("c{}", self.commands.len()), Actor::new(role, person), self.at, act)
    }

    /// The refusal's words.
    pub fn refused(&self, role: Role, person: &str, act: Act) -> String {
        self.refusal(&self.asks(role, person, act))
    }

    /// The words with which a command is refused.
    pub fn refusal(&self, command: &Command) -> String {
        match decide(&self.state, command) {
            Ok(events) => panic!("{command:?} accepted: {events:?}"),
            Err(refusal) => refusal.written(&self.state.house).to_string(),
        }
    }

    /// The next command of the house's robot or of a robot player; false if there is none.
    pub fn step(&mut self) -> bool {
        self.at.0 += 1000;
        let wants = self.players.iter().find_map(|player| player.command(&self.state, self.at));
        let command = match wants {
            Some(command) => Some(command),
            None => {
                let (dice, top, house) = (&mut self.dice, &self.top, self.state.house.clone());
                robot::command(&self.state, self.at, &mut || match top {
                    Some(top) => cut_to(&house, stacked(top)),
                    None => dice.shuffle(),
                })
            }
        };
        match command {
            Some(command) => {
                self.command(command);
                true
            }
            None => false,
        }
    }

    /// Plays until a condition holds.
    pub fn until(&mut self, what: &str, holds: impl Fn(&State) -> bool) {
        for _ in 0..500 {
            if holds(&self.state) {
                return;
            }
            assert!(
                self.step(),
                "the table stands still in {:?}, waiting for {what}: {:?} {}",
                self.state.phase(),
                self.state.next(self.at),
                self.state.house.operator
            );
        }
        panic!("never came: {what}");
    }

    /// The events after the first `before`.
    pub fn since(&self, before: usize) -> &[Event] {
        &self.events[before..]
    }

    /// Plays until this many rounds are over.
    pub fn rounds(&mut self, rounds: u64) {
        let until = self.state.round.number + rounds;
        while self.state.round.number < until {
            assert!(self.step(), "the table stands still in {:?}", self.state.phase());
        }
    }
}

/// What must hold after every event.
pub fn check(state: &State) {
    assert_eq!(state.balance(), Cents::ZERO, "money appeared or vanished");
    for (person, chips) in &state.money.purses {
        assert!(chips.0 >= 0, "{person} owes {chips}");
    }
    assert!(state.money.tray.0 >= 0 && state.money.drop.0 >= 0 && state.money.tip_box.0 >= 0);
    for bank in state.banks.iter().flatten() {
        bank.audit().expect("a meter is exact");
    }
    for (position, seat) in state.taken() {
        let areas = Wager::ALL.iter().all(|wager| seat.areas.on(*wager).0 >= 0);
        assert!(seat.play.0 >= 0 && areas, "position {position} owes: {seat:?}\n{:?}", state.round);
    }
    let hands = state.hands().map(|(_, hand)| hand).chain([&state.round.dealer, &state.round.community]);
    let known = hands.map(|hand| hand.known().count()).sum::<usize>() + state.round.aside.iter().flatten().count();
    assert_eq!(state.known_cards().len() as usize, known, "a card is there twice");
    if state.round.closed && state.round.void.is_none() {
        let hands: u8 = state.hands().map(|(_, hand)| hand.on_table()).sum();
        let table = hands + state.round.dealer.on_table() + state.round.community.on_table();
        let racked: u8 = state.round.rack.iter().map(|racked| racked.cards).sum();
        let stub = if state.round.stub == table::Stub::Racked { 0 } else { state.undealt() };
        assert_eq!(table + racked + stub, 52, "a card is missing");
    }
}
