//! A driver that does everything to a table that anybody could do, right and wrong, and checks after every command what
//! must always hold. Deep states are reached because most steps follow the procedure or somebody's lawful offers.

use std::sync::Arc;

use cards::Card;
use meters::{Bank, GameId, GameTerms, RoundId};
use rules::{Cents, House};
use table::{Act, Actor, Command, Event, Face, Free, Holder, Moment, Offer, Role, State, Why, decide, legal};

use super::acts;
use super::{Dice, check};

/// What came of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub commands: u64,
    pub accepted: u64,
    pub refused: u64,
    pub events: u64,
    pub rounds: u64,
    pub voids: u64,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.commands += other.commands;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.events += other.events;
        self.rounds += other.rounds;
        self.voids += other.voids;
    }
}

pub struct Chaos {
    pub state: State,
    pub dice: Dice,
    pub at: Moment,
    pub events: Vec<Event>,
    pub tally: Tally,
    /// The commands that were accepted, each with the number of its events.
    pub accepted: Vec<(Command, usize)>,
    last: Option<Command>,
}

/// Acts that end or upset a round: lawful, but a table that does nothing else gets nowhere.
fn upsets(act: &Act) -> bool {
    matches!(
        act,
        Act::Report { .. }
            | Act::CloseTable
            | Act::SetDevice { .. }
            | Act::RemoveDeck { .. }
            | Act::OrderShuffle { .. }
            | Act::Recut { .. }
            | Act::Idle { .. }
            | Act::CountStub { .. }
            | Act::Leave { .. }
            | Act::Lost { .. }
            | Act::Rise { .. }
            | Act::CashOut { .. }
            | Act::Tip { .. }
            | Act::Credit { .. }
            | Act::Sense { .. }
            | Act::RuleLeaver { .. }
            | Act::BuyIn { .. }
            | Act::ProposeMeter { .. }
            | Act::Ruling { .. }
            | Act::CallFloor { .. }
            | Act::TimeUp { .. }
    ) || matches!(act, Act::Wager { amount, .. } if amount.is_zero())
}

impl Chaos {
    pub fn new(house: Arc<House>, seed: u64) -> Chaos {
        let game = GameId::new("table 1").expect("a name");
        Chaos {
            state: State::new(house, &game),
            dice: Dice(seed),
            at: Moment(1_800_000_000_000),
            events: Vec::new(),
            tally: Tally::default(),
            accepted: Vec::new(),
            last: None,
        }
    }

    /// Does so many commands, then lets the house bring the round to its end, then replays it all.
    pub fn run(&mut self, commands: u64) -> Tally {
        self.command(Actor::new(Role::Floorperson, "Flo"), Act::OpenTable { float: Cents(100_000_000) });
        while self.tally.commands < commands {
            self.step();
        }
        self.finish();
        self.replay();
        self.tally
    }

    fn shuffle(&mut self) -> table::Shuffle {
        match self.dice.below(3) {
            0 => self.dice.shuffle(),
            _ => {
                let hands = self.state.hands().count() + 1;
                super::rich_shuffle(&mut self.dice, &self.state.house, hands)
            }
        }
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.dice.below(n) == 0
    }

    fn somebody(&mut self) -> Actor {
        let roles = [
            (Role::Player, "P1"),
            (Role::Player, "P2"),
            (Role::Player, "P3"),
            (Role::Player, "P4"),
            (Role::Dealer, "Dee"),
            (Role::Dealer, "Dee"),
            (Role::Floorperson, "Flo"),
            (Role::Floorperson, "Fay"),
            (Role::Supervisor, "Sue"),
            (Role::Device, "shuffler"),
            (Role::System, "system"),
            (Role::Surveillance, "Val"),
        ];
        let (role, name) = roles[self.dice.below(roles.len() as u64) as usize];
        Actor::new(role, name)
    }

    fn player(&mut self) -> Actor {
        let names = ["P1", "P2", "P3", "P4"];
        Actor::new(Role::Player, names[self.dice.below(4) as usize])
    }

    fn tick(&mut self) {
        let leap = match self.dice.below(2000) {
            0 => 5 * 3_600_000,
            1 => -7_200_000,
            2 => 40_000,
            _ => 500,
        };
        self.at.0 += leap;
    }

    /// One command of anybody.
    pub fn step(&mut self) {
        self.tick();
        match self.dice.below(100) {
            0..40 => self.proceed(),
            40..62 => {
                let who = self.player();
                self.lawful(who);
            }
            62..76 => {
                let who = self.somebody();
                self.lawful(who);
            }
            76..78 => {
                let who = self.somebody();
                self.every_offer(&who);
            }
            78..80 => match self.last.clone() {
                // A command that comes twice.
                Some(last) => self.command(last.by, last.act),
                None => self.proceed(),
            },
            80..81 => {
                // A clock gone mad.
                let keep = self.at;
                self.at = Moment([i64::MIN, -1, 0, i64::MAX][self.dice.below(4) as usize]);
                let who = self.somebody();
                let act = acts::any(&self.state, &mut self.dice);
                self.command(who, act);
                self.at = keep;
            }
            _ => {
                let who = self.somebody();
                let act = acts::any(&self.state, &mut self.dice);
                self.command(who, act);
            }
        }
    }

    /// Somebody sits down, buys in or wagers, so that the layout fills before the close.
    fn wagering(&mut self) {
        let who = self.player();
        let offers = legal(&self.state, &who, self.at);
        let seated = self.state.taken().any(|(_, seat)| seat.person == who.person);
        let poor = self.state.money.purse(&who.person) < Cents(100_000);
        let fits = |offer: &&Offer| match &offer.act {
            Act::Wager { amount, .. } => !amount.is_zero() && !poor,
            Act::Sit { .. } => !seated,
            Act::BuyIn { .. } => poor,
            _ => false,
        };
        let fitting: Vec<&Offer> = offers.iter().filter(fits).collect();
        if fitting.is_empty() {
            return self.lawful(who);
        }
        let offer = fitting[self.dice.below(fitting.len() as u64) as usize];
        let act = match offer.act {
            Act::BuyIn { .. } => Act::BuyIn { amount: Cents(1_000_000).min(self.state.tray_free()) },
            _ => self.chosen(offer),
        };
        self.command(who, act);
    }

    /// The next step of the procedure: it must be accepted.
    fn proceed(&mut self) {
        let out = self.state.devices.controller != table::DeviceStatus::InService;
        if out && self.one_in(8) {
            let act = Act::SetDevice { device: table::Device::Controller, status: table::DeviceStatus::InService };
            return self.command(Actor::new(Role::Floorperson, "Flo"), act);
        }
        if self.state.idle_from().is_some() && self.one_in(2) {
            // Nobody comes for a while, and nobody minds the cards.
            self.at = self.at.plus_seconds(self.state.house.cards.idle_seconds.unwrap_or(0));
            let act = Act::Sit { position: 1 };
            return self.command(Actor::new(Role::Player, "P1"), act);
        }
        let next = self.state.next(self.at);
        if next.as_ref().is_none_or(|todo| todo.act == Act::NoMoreBets)
            && !self.one_in(12)
            && self.state.deciding().next().is_none()
        {
            return self.wagering();
        }
        let pays = next.as_ref().is_some_and(|todo| matches!(todo.act, Act::Validate { .. } | Act::Settle { .. }));
        if pays && self.one_in(4) {
            // Another table of the link plays just before a win is paid.
            return self.lawful(Actor::new(Role::System, "system"));
        }
        let Some(todo) = next else {
            let turn = self.state.deciding().next();
            let who = match turn.and_then(|turn| self.state.seat(turn)) {
                Some(seat) => Actor { role: Role::Player, person: seat.person.clone() },
                None => self.player(),
            };
            return self.lawful(who);
        };
        let name = match todo.by {
            Role::Player => panic!("the procedure waits for players by itself: {todo:?}"),
            Role::Dealer => "Dee",
            Role::Floorperson => "Flo",
            Role::Supervisor => "Sue",
            Role::Device => "shuffler",
            Role::System | Role::Surveillance => "system",
        };
        let act = self.filled(todo.act);
        let who = Actor::new(todo.by, name);
        let verdict = decide(&self.state, &self.asks(who.clone(), act.clone()));
        if let Err(refusal) = verdict {
            panic!(
                "the next step is refused: {act:?} by {:?}: {} in {:?}",
                who.role,
                refusal.written(&self.state.house),
                self.state.phase()
            );
        }
        self.command(who, act);
    }

    /// An act of `next` with the order or the cards that it leaves out.
    fn filled(&mut self, act: Act) -> Act {
        let observed = self.state.observed();
        match act {
            Act::Shuffle { deck, method, .. } if !observed => {
                Act::Shuffle { deck, method, shuffle: Some(Box::new(self.shuffle())) }
            }
            Act::ReceiveDeck { deck, preshuffled: true, .. } if !observed => {
                Act::ReceiveDeck { deck, preshuffled: true, shuffle: Some(Box::new(self.shuffle())) }
            }
            Act::RevealDealer { cards: None } if !self.known(Holder::Dealer, 3) => {
                Act::RevealDealer { cards: Some(self.keyed(Holder::Dealer)) }
            }
            Act::Reveal { position, cards: None } if !self.known(Holder::Position(position), 3) => {
                Act::Reveal { position, cards: Some(self.keyed(Holder::Position(position))) }
            }
            Act::RevealCommunity { cards: None } if !self.known(Holder::Community, 2) => {
                Act::RevealCommunity { cards: Some(self.keyed(Holder::Community)) }
            }
            act => act,
        }
    }

    fn known(&self, holder: Holder, all: usize) -> bool {
        self.state.hand(holder).is_some_and(|hand| hand.known().count() == all)
    }

    /// Cards for a hand: those of it that are known, and others that are not on the table.
    fn keyed<const N: usize>(&mut self, holder: Holder) -> [Face; N] {
        let mut cards: Vec<Face> = self.state.hand(holder).expect("a hand").known().map(Face).collect();
        while cards.len() < N {
            let card = self.fresh();
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        cards.try_into().expect("as many cards")
    }

    /// A card that is not on the table.
    fn fresh(&mut self) -> Face {
        let known = self.state.known_cards();
        loop {
            let card = Card::ALL[self.dice.below(52) as usize];
            if !known.contains(card) {
                return Face(card);
            }
        }
    }

    /// One of somebody's lawful acts.
    fn lawful(&mut self, who: Actor) {
        let offers = legal(&self.state, &who, self.at);
        if offers.is_empty() {
            let act = acts::any(&self.state, &mut self.dice);
            return self.command(who, act);
        }
        let calm = (0..12).find_map(|_| {
            let offer = &offers[self.dice.below(offers.len() as u64) as usize];
            (!upsets(&offer.act) || self.one_in(60)).then_some(offer)
        });
        let Some(offer) = calm else {
            let act = acts::any(&self.state, &mut self.dice);
            return self.command(who, act);
        };
        let act = self.chosen(offer);
        self.must_accept(&who, offer, &act);
        self.command(who, act);
    }

    /// Every offer to somebody is accepted, whatever is chosen in it.
    fn every_offer(&mut self, who: &Actor) {
        for offer in legal(&self.state, who, self.at) {
            for _ in 0..3 {
                let act = self.chosen(&offer);
                self.must_accept(who, &offer, &act);
            }
        }
        self.tally.commands += 1;
    }

    fn must_accept(&self, who: &Actor, offer: &Offer, act: &Act) {
        assert!(offer.admits(act), "{offer:?} does not admit {act:?}");
        if let Err(refusal) = decide(&self.state, &self.asks(who.clone(), act.clone())) {
            if hangs_on_correction(act, &refusal.why) {
                return;
            }
            panic!(
                "offered to {:?} and refused: {act:?} of {offer:?}: {} in {:?}",
                who.role,
                refusal.written(&self.state.house),
                self.state.phase()
            );
        }
    }

    /// An offer with something chosen.
    fn chosen(&mut self, offer: &Offer) -> Act {
        let mut act = offer.act.clone();
        match &offer.free {
            Free::Nothing => {}
            Free::Amount { min, max, step, except } => loop {
                let steps = ((max - min) / step) as u64;
                let most = if self.one_in(6) { steps } else { steps.min(20) };
                let amount = min + self.dice.below(most + 1) as i64 * step;
                if amount != *except {
                    break acts::set_amount(&mut act, amount);
                }
                if steps == 0 {
                    break;
                }
            },
            Free::Number { min, max } if self.one_in(10) => {
                acts::set_number(&mut act, min + self.dice.below(u64::from(max - min) + 1) as u8);
            }
            Free::Number { .. } => {}
            Free::Deal { max, faces } => {
                let cards = if self.one_in(3) { *max } else { 1 + self.dice.below(u64::from(*max)) as u8 };
                let mut read = Vec::new();
                if *faces > 0 && self.one_in(2) {
                    while read.len() < usize::from(cards * faces) {
                        let card = self.fresh();
                        if !read.contains(&card) {
                            read.push(card);
                        }
                    }
                }
                act = Act::Deal { cards, read };
            }
            Free::Text => acts::set_text(&mut act, "because"),
            Free::Moment { until } => {
                let Act::TimeUp { since, .. } = &mut act else { panic!("no moment") };
                *since = Moment(until.0.saturating_sub(self.dice.below(100_000) as i64));
            }
            Free::NumberAndText { min, max } => {
                acts::set_number(&mut act, min + self.dice.below(u64::from(max - min) + 1) as u8);
                acts::set_text(&mut act, "an improper cut");
            }
            Free::Order => match &mut act {
                Act::Shuffle { shuffle, .. } | Act::ReceiveDeck { shuffle, .. } => {
                    *shuffle = Some(Box::new(self.shuffle()));
                }
                other => panic!("no order in {other:?}"),
            },
            Free::Cards => match &mut act {
                Act::RevealDealer { cards } => *cards = Some(self.keyed(Holder::Dealer)),
                Act::Reveal { position, cards } => *cards = Some(self.keyed(Holder::Position(*position))),
                Act::RevealCommunity { cards } => *cards = Some(self.keyed(Holder::Community)),
                Act::Report { card, .. } => *card = Some(self.fresh()),
                other => panic!("no cards in {other:?}"),
            },
            Free::CardsAndText { count } => {
                let Act::Correct { cards, reason, .. } = &mut act else { panic!("no correction") };
                while cards.len() < usize::from(*count) {
                    let card = self.fresh();
                    if !cards.contains(&card) {
                        cards.push(card);
                    }
                }
                *reason = "misread".into();
            }
            Free::Correction { min, max } => {
                let Act::ProposeMeter { amount, reason, .. } = &mut act else { panic!("no correction") };
                let (low, high) = if self.one_in(4) { (*min, *max) } else { ((*min).max(-500), (*max).min(500)) };
                while *amount == 0 || *amount < low || *amount > high {
                    *amount = low + self.dice.below((high - low) as u64 + 1) as i64;
                }
                *reason = "counted again".into();
            }
            Free::Bank { .. } => {
                let Act::SyncMeters { bank, .. } = &mut act else { panic!("no bank") };
                other_play(bank, &mut self.dice);
            }
        }
        act
    }

    fn asks(&self, by: Actor, act: Act) -> Command {
        Command { id: "x".into(), by, at: self.at, act }
    }

    /// Decides a command and checks everything.
    pub fn command(&mut self, who: Actor, act: Act) {
        let command = self.asks(who, act);
        let verdict = decide(&self.state, &command);
        let offers = legal(&self.state, &command.by, command.at);
        let admitted = offers.iter().any(|offer| offer.admits(&command.act));
        let keyed = match &verdict {
            // Which cards are on the table is not told in offers.
            Err(refusal) => {
                hangs_on_correction(&command.act, &refusal.why)
                    || matches!(refusal.why, Why::CardTwice { .. } | Why::CardLeftOut { .. } | Why::OneIsOut)
                        && has_cards(&command.act)
            }
            Ok(_) => false,
        };
        assert!(
            admitted == verdict.is_ok() || (admitted && keyed),
            "{command:?} in {:?} of {}: offered {admitted}, but {:?}",
            self.state.phase(),
            self.state.house.book.code,
            verdict.map_err(|refusal| refusal.written(&self.state.house).to_string())
        );
        self.tally.commands += 1;
        match verdict {
            Ok(events) => {
                assert!(!events.is_empty(), "accepted without an event: {command:?}");
                let void = self.state.round.void.is_none();
                self.state.apply_all(&events);
                check(&self.state);
                self.tally.accepted += 1;
                self.tally.events += events.len() as u64;
                self.tally.voids += u64::from(void && self.state.round.void.is_some());
                self.accepted.push((command.clone(), events.len()));
                self.events.extend(events);
            }
            Err(refusal) => {
                assert!(!refusal.written(&self.state.house).refused.is_empty());
                self.tally.refused += 1;
            }
        }
        self.last = Some(command);
    }

    /// The house alone brings the round to its end: no table stands still.
    fn finish(&mut self) {
        let round = self.state.round.number;
        for _ in 0..2_000 {
            if self.state.round.number != round || !self.state.open || !self.state.round.closed {
                self.tally.rounds = self.state.round.number;
                return;
            }
            if self.state.next(self.at).is_some() {
                self.proceed();
                continue;
            }
            let turn = self.state.deciding().next();
            match turn {
                Some(position) => {
                    let seat = self.state.seat(position).expect("somebody's turn");
                    let who = Actor { role: Role::Player, person: seat.person.clone() };
                    let decision = rules::settle::Decision::Fold;
                    self.command(who, Act::Decide { position, decision, amount: None, tip: false });
                    assert_ne!(
                        self.state.deciding().next(),
                        Some(position),
                        "a fold is refused at position {position}"
                    );
                }
                // Only a shoe that stopped where the book has no remedy holds up a deal, and before its first card a shuffler
                // without which nothing is dealt from the hand.
                None => {
                    let before = self.tally.accepted;
                    for device in [table::Device::Shoe, table::Device::Shuffler] {
                        let act = Act::SetDevice { device, status: table::DeviceStatus::InService };
                        self.command(Actor::new(Role::Floorperson, "Flo"), act);
                    }
                    assert!(self.tally.accepted > before, "the table stands still in {:?}", self.state.phase());
                }
            }
        }
        panic!("the round does not end: {:?} {:?}", self.state.phase(), self.state.next(self.at));
    }

    /// The events alone make the same table.
    fn replay(&mut self) {
        let fresh = || State::new(self.state.house.clone(), &self.state.game);
        let mut again = fresh();
        again.apply_all(&self.events);
        assert!(again == self.state, "replay differs");
        if self.dice.0.is_multiple_of(4) {
            let json = serde_json::to_string(&self.events).expect("events are written");
            let read: Vec<Event> = serde_json::from_str(&json).expect("events are read");
            assert!(read == self.events, "events differ after reading");
            let mut again = fresh();
            again.apply_all(&read);
            assert!(again == self.state, "replay of the written events differs");
        }
    }
}

/// What a corrected hand changes is known with its cards: who wins of a progressive, what must come out of the tray.
fn hangs_on_correction(act: &Act, why: &Why) -> bool {
    matches!(act, Act::Correct { .. }) && matches!(why, Why::GameIsOver | Why::TrayShort { .. })
}

fn has_cards(act: &Act) -> bool {
    matches!(
        act,
        Act::Deal { .. }
            | Act::RevealDealer { .. }
            | Act::Reveal { .. }
            | Act::RevealCommunity { .. }
            | Act::Correct { .. }
            | Act::Report { .. }
    )
}

/// Another game of the link plays: it joins, contributes, ends its round, or the controller goes and comes.
pub fn other_play(bank: &mut Bank, dice: &mut Dice) {
    let other = GameId::new("Let It Ride 1").expect("a name");
    let terms = GameTerms {
        id: other.clone(),
        title: "Let It Ride".into(),
        paytable: bank.terms().paytable.clone(),
        stake: bank.terms().stake,
        decks: bank.terms().decks,
    };
    let last = bank.game(&other).and_then(|game| game.last).map_or(0, |round| round.0);
    let open = bank.game(&other).and_then(meters::Game::open_round);
    let entry = match open {
        Some((round, _)) => bank.close(&other, round),
        None if bank.game(&other).is_some() => bank.contribute(&other, RoundId(last + 1), 1 + dice.below(6) as u32),
        None => bank.join(&terms),
    };
    let entry = entry.or_else(|_| bank.reach(!bank.online())).expect("the controller comes or goes");
    bank.apply(&entry);
}

/// Commands in one run, after which a new table is opened.
pub const RUN: u64 = 800;

/// Runs every so manyth seed through the houses in turn, until there were so many commands.
pub fn runs(houses: &[Arc<House>], first: u64, step: u64, commands: u64) -> Tally {
    let mut tally = Tally::default();
    let mut seed = first;
    while tally.commands < commands {
        tally.add(one(houses, seed));
        seed += step;
    }
    tally
}

/// Runs these seeds through the houses in turn.
pub fn seeds(houses: &[Arc<House>], seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    seeds.for_each(|seed| tally.add(one(houses, seed)));
    tally
}

/// One run; a run that fails says with which seed.
fn one(houses: &[Arc<House>], seed: u64) -> Tally {
    let house = &houses[(seed as usize) % houses.len()];
    let code = &house.book.code;
    std::panic::catch_unwind(|| Chaos::new(house.clone(), seed).run(RUN)).unwrap_or_else(|panic| {
        eprintln!("seed {seed}, house {} of {code}", (seed as usize) % houses.len());
        std::panic::resume_unwind(panic);
    })
}
