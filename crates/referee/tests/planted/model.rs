//! A dealer who does everything as the documents say: lawful rounds as lists of facts, made without the table's engine.

use std::sync::Arc;

use referee::{Chosen, Due, Fact, Objection, Referee};
use rules::rulebook::vocabulary::{DealDevice, DealerStack, OpeningStep, ShufflerKind};
use rules::{House, Outcome, Wager};
use table::{Act, Actor, DeckId, Face, Holder, Method, Moment, Payer, Role};

/// One fact, with who brought it about and when.
#[derive(Clone, Debug)]
pub struct Turn {
    pub by: Actor,
    pub at: Moment,
    pub act: Option<Act>,
    pub fact: Fact,
}

impl Turn {
    fn new(by: Actor, at: Moment, fact: Fact) -> Turn {
        Turn { by, at, act: None, fact }
    }
}

/// A story of some rounds.
#[derive(Clone)]
pub struct Story {
    pub house: Arc<House>,
    pub turns: Vec<Turn>,
    at: i64,
    method: Method,
    /// Rounds since the last count of a stub, at the table and of each deck.
    uncounted: u8,
    deals: [u8; 2],
}

fn face(text: &str) -> Face {
    Face(text.parse().expect("a card"))
}

pub fn hand(text: &str) -> [Face; 3] {
    let cards: Vec<Face> = text.split(' ').map(face).collect();
    cards.try_into().expect("three cards")
}

pub fn dealer() -> Actor {
    Actor::new(Role::Dealer, "Dee")
}

pub fn floor() -> Actor {
    Actor::new(Role::Floorperson, "Flo")
}

pub fn player(number: u8) -> Actor {
    Actor::new(Role::Player, &format!("P{number}"))
}

impl Story {
    /// A table that was opened, with its decks shuffled by the house's shuffler or, without one, by hand.
    pub fn new(house: Arc<House>) -> Story {
        let method = if house.cards.shuffler == ShufflerKind::None { Method::Hand } else { Method::Device };
        let at = 1_800_000_000_000;
        let mut story = Story { house, turns: Vec::new(), at, method, uncounted: 0, deals: [0; 2] };
        story.add(floor(), Fact::TableOpened);
        for number in 1..=3 {
            story.add(player(number), Fact::Seated { position: number, person: player(number).person });
        }
        for deck in story.decks() {
            story.open(deck);
        }
        story
    }

    /// A story of this many rounds.
    pub fn of(house: Arc<House>, rounds: u8) -> Story {
        let mut story = Story::new(house);
        for round in 0..rounds {
            story.round(round);
        }
        story
    }

    /// A story in which the shuffler is put away first and the dealer shuffles.
    pub fn by_hand(house: Arc<House>, rounds: u8) -> Story {
        let mut story = Story::new(house);
        story.method = Method::Hand;
        let gone = if story.is_md() { table::DeviceStatus::Covered } else { table::DeviceStatus::Removed };
        story.add(floor(), Fact::DeviceSet { device: table::Device::Shuffler, status: gone });
        for deck in story.decks().into_iter().skip(1) {
            story.add(dealer(), Fact::DeckRemoved { deck });
        }
        story.shuffle(DeckId::One);
        for _ in 0..rounds {
            story.round(0);
        }
        story
    }

    fn code(&self) -> &str {
        &self.house.book.code
    }

    fn is_md(&self) -> bool {
        self.code().starts_with("md")
    }

    fn decks(&self) -> Vec<DeckId> {
        DeckId::ALL.into_iter().take(usize::from(self.house.cards.decks)).collect()
    }

    pub fn add(&mut self, by: Actor, fact: Fact) {
        self.at += 1000;
        self.turns.push(Turn::new(by, Moment(self.at), fact));
    }

    /// Time goes by.
    pub fn wait(&mut self, minutes: i64) {
        self.at += minutes * 60_000;
    }

    fn open(&mut self, deck: DeckId) {
        self.add(dealer(), Fact::DeckReceived { deck, preshuffled: false });
        for step in [OpeningStep::Inspect, OpeningStep::Verify, OpeningStep::Spread] {
            let by = if step == OpeningStep::Verify { floor() } else { dealer() };
            self.add(by, Fact::Opened { deck, step });
        }
        self.mix(deck);
    }

    /// From the first player's look to the shuffle.
    pub fn mix(&mut self, deck: DeckId) {
        for step in [OpeningStep::FirstPlayer, OpeningStep::Wash, OpeningStep::Stack] {
            self.add(dealer(), Fact::Opened { deck, step });
        }
        self.shuffle(deck);
    }

    pub fn shuffle(&mut self, deck: DeckId) {
        let device = self.method == Method::Device;
        let by = if device { Actor::new(Role::Device, "shuffler") } else { dealer() };
        self.add(by.clone(), Fact::Shuffled { deck, method: self.method });
        if device && self.house.cards.counts {
            self.add(by, Fact::DeviceCounted { deck, cards: 52 });
        }
    }

    fn progressive(&self) -> bool {
        self.house.progressive.is_some()
    }

    fn late(&self) -> bool {
        self.house.cards.device == DealDevice::AutomatedShoe
            && self.house.cards.dealer_stack == Some(DealerStack::InShuffler)
    }

    /// One round: the first player wins, the second folds, the third loses.
    pub fn round(&mut self, number: u8) {
        let deck = self.decks()[usize::from(number) % self.decks().len()];
        self.place(deck);
        self.wagers();
        self.deal();
        if self.house.cards.device == DealDevice::AutomatedShoe && ["ma", "tribal"].contains(&self.code()) {
            self.add(dealer(), Fact::StackCovered);
        }
        if !self.late() {
            self.stub(deck);
        }
        self.decisions();
        if self.late() {
            self.add(dealer(), Fact::StackDelivered);
            self.stub(deck);
        }
        self.add(dealer(), Fact::DealerRevealed { cards: hand("Kd 9h 4c") });
        self.showdown();
        self.add(dealer(), Fact::Racked { holder: Holder::Dealer, cards: 3 });
        if self.progressive() && !self.is_md() {
            self.add(dealer(), Fact::GameEnded);
        }
        self.add(dealer(), Fact::RoundEnded);
        self.shuffle(deck);
    }

    fn place(&mut self, deck: DeckId) {
        if self.method == Method::Hand || self.code() == "sd" {
            self.add(dealer(), Fact::CutMade { deck, at: 26, again: None });
        }
        let usual = self.house.cards.device;
        let by_hand = self.method == Method::Hand && usual == DealDevice::Hand && self.code() != "sd";
        let into = if by_hand { DealDevice::ManualShoe } else { usual };
        self.add(dealer(), Fact::Loaded { deck, into: Some(into) });
    }

    fn wagers(&mut self) {
        let amount = 1_000;
        for position in 1..=3 {
            self.add(player(position), Fact::Wagered { position, wager: Wager::Ante, amount });
            self.add(player(position), Fact::Wagered { position, wager: Wager::PairPlus, amount });
        }
        let wager = Wager::Progressive;
        if self.progressive() {
            self.add(player(1), Fact::Wagered { position: 1, wager, amount: 100 });
            self.add(Actor::new(Role::Device, "sensor"), Fact::Sensed { position: 1, wager, detected: true });
        }
        self.add(dealer(), Fact::BetsClosed);
        if self.progressive() {
            self.add(dealer(), Fact::LockedOut);
            self.add(dealer(), Fact::ChipsCollected { chips: 1, accepted: 1 });
            self.add(dealer(), Fact::ChipsBanked);
        }
    }

    fn deal(&mut self) {
        let hands = [Holder::Position(1), Holder::Position(2), Holder::Position(3), Holder::Dealer];
        for card in 0..12 {
            let stacks = self.house.cards.device == DealDevice::AutomatedShoe;
            let to = hands[if stacks { card / 3 } else { card % 4 }];
            self.add(dealer(), Fact::Dealt { to });
        }
    }

    fn stub(&mut self, deck: DeckId) {
        self.add(dealer(), Fact::StubTaken { cards: 40 });
        let counted_by_device = self.method == Method::Device && self.house.cards.counts;
        let every = self.house.cards.count_every.unwrap_or(5);
        let deals = &mut self.deals[deck.index()];
        if !counted_by_device {
            (self.uncounted, *deals) = (self.uncounted + 1, *deals + 1);
        }
        // With two decks a count of the table could always meet the same one.
        if self.uncounted == every || *deals == 5 {
            (self.uncounted, *deals) = (0, 0);
            self.add(dealer(), Fact::StubCounted { cards: 40, misdealt: false });
        }
        self.add(dealer(), Fact::StubRacked { cards: 40 });
    }

    fn decisions(&mut self) {
        self.add(dealer(), Fact::Asked);
        let play = |position, decision| {
            let play = if decision == Chosen::Play { 1_000 } else { 0 };
            Fact::Decided { position, decision, play }
        };
        self.add(player(1), play(1, Chosen::Play));
        self.add(player(2), play(2, Chosen::Fold));
        self.add(player(3), play(3, Chosen::Play));
        let mut dues = vec![due(2, Wager::Ante, Outcome::Forfeited)];
        if self.code() != "ma" {
            dues.push(due(2, Wager::PairPlus, Outcome::Forfeited));
        }
        let lines = dues.len() as u8;
        self.add(dealer(), Fact::ForfeitsDue { dues });
        self.add(dealer(), Fact::Settled { position: 2, lines });
        if self.code() != "ma" {
            self.add(dealer(), Fact::Racked { holder: Holder::Position(2), cards: 3 });
        }
    }

    fn showdown(&mut self) {
        use Wager::{Ante, AnteBonus, PairPlus, Play, Progressive};
        let base =
            if self.code() == "sd" { [Play, AnteBonus, Ante, PairPlus] } else { [Ante, Play, AnteBonus, PairPlus] };
        let third: Vec<Due> = [base[0], if self.code() == "sd" { Ante } else { Play }, PairPlus]
            .map(|wager| due(3, wager, Outcome::Lost))
            .to_vec();
        // In Massachusetts the folded pair plus is still checked.
        let second: Vec<Due> = (self.code() == "ma").then(|| due(2, PairPlus, Outcome::Lost)).into_iter().collect();
        let mut first: Vec<Due> = base.map(|wager| due(1, wager, Outcome::Won)).to_vec();
        if self.progressive() {
            first.push(due(1, Progressive, Outcome::Won));
        }
        let dues = [third.clone(), second.clone(), first.clone()].concat();
        self.add(dealer(), Fact::SheetDrawn { dues, whole: true });
        let cards = [hand("7c 8d 9s"), hand("2c 5d Js"), hand("Qs Jd 3h")];
        let lines = [first.len(), second.len(), third.len()];
        let shown: Vec<u8> = [3, 2, 1].into_iter().filter(|at| lines[usize::from(*at) - 1] > 0).collect();
        let step_by_step = self.code() == "tribal" || (self.code() == "ma" && self.house.settlement().id == "1");
        let reveal = |position: u8| Fact::Revealed { position, cards: cards[usize::from(position) - 1] };
        if step_by_step {
            shown.iter().for_each(|at| self.add(dealer(), reveal(*at)));
        }
        for position in shown.iter().copied() {
            if !step_by_step {
                self.add(dealer(), reveal(position));
            }
            if position == 1 && self.progressive() {
                self.win();
            }
            self.add(dealer(), Fact::Settled { position, lines: lines[usize::from(position) - 1] as u8 });
            if !step_by_step {
                self.add(dealer(), Fact::Racked { holder: Holder::Position(position), cards: 3 });
            }
        }
        if step_by_step {
            shown.iter().for_each(|at| self.add(dealer(), Fact::Racked { holder: Holder::Position(*at), cards: 3 }));
        }
    }

    /// What comes before a progressive win is paid.
    fn win(&mut self) {
        let (position, wager) = (1, Wager::Progressive);
        let second = if self.is_md() {
            self.add(dealer(), Fact::HandVerified { position, wager });
            floor()
        } else {
            self.add(dealer(), Fact::Spotted { position, wager, on: true });
            Actor::new(Role::Supervisor, "Sue")
        };
        self.add(second, Fact::Validated { position, wager });
    }

    /// What the referee says of it.
    pub fn judged(&self) -> Vec<Objection> {
        let mut referee = Referee::new(self.house.clone());
        let say = |turn: &Turn| referee.hear(&turn.by, turn.at, turn.act.as_ref(), std::slice::from_ref(&turn.fact));
        self.turns.iter().flat_map(say).collect()
    }

    // How a story is altered.

    /// The place of the nth fact that fits.
    pub fn find(&self, nth: usize, fits: impl Fn(&Fact) -> bool) -> usize {
        let mut all = self.turns.iter().enumerate().filter(|(_, turn)| fits(&turn.fact)).map(|(at, _)| at);
        all.nth(nth).expect("such a fact")
    }

    /// Leaves out the nth fact that fits.
    pub fn drop(&mut self, nth: usize, fits: impl Fn(&Fact) -> bool) {
        let at = self.find(nth, fits);
        self.turns.remove(at);
    }

    /// Lets the nth fact that fits come before the first that fits something else.
    pub fn hasten(&mut self, fits: impl Fn(&Fact) -> bool, before: impl Fn(&Fact) -> bool) {
        let turn = self.turns.remove(self.find(0, fits));
        let at = self.find(0, before);
        self.turns.insert(at, Turn { at: self.turns[at].at, ..turn });
    }

    /// Lets somebody else do the first fact that fits.
    pub fn hand_over(&mut self, by: Actor, fits: impl Fn(&Fact) -> bool) {
        let at = self.find(0, fits);
        self.turns[at].by = by;
    }

    /// Lets another fact happen before the first that fits.
    pub fn slip_in(&mut self, by: Actor, fact: Fact, before: impl Fn(&Fact) -> bool) {
        let at = self.find(0, before);
        self.put(at, by, fact);
    }

    /// Lets another fact happen at a place.
    pub fn put(&mut self, at: usize, by: Actor, fact: Fact) {
        self.turns.insert(at, Turn::new(by, self.turns[at].at, fact));
    }

    /// Changes every fact.
    pub fn alter(&mut self, change: impl Fn(&mut Fact)) {
        self.turns.iter_mut().for_each(|turn| change(&mut turn.fact));
    }

    /// Everything from the first fact that fits comes this many minutes later.
    pub fn delay(&mut self, minutes: i64, fits: impl Fn(&Fact) -> bool) {
        let at = self.find(0, fits);
        self.turns[at..].iter_mut().for_each(|turn| turn.at.0 += minutes * 60_000);
    }
}

pub fn due(position: u8, wager: Wager, outcome: Outcome) -> Due {
    Due { position, wager, from: None, outcome, payer: Payer::Tray, paid: 1_000, award: None }
}
