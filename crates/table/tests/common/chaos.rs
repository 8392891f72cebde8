//! A driver that does to a table everything anybody could do, right and wrong, and after every command checks what must
//! always hold. It reaches deep states because most steps follow the procedure or somebody's lawful offers.

use std::sync::Arc;

use cards::Card;
use meters::{Bank, GameId, GameTerms, RoundId};
use rules::{Cents, House};
use serde_json::{Value, json};
use table::{
    Act, Actor, Choice, Command, Event, Face, Holder, Moment, Offer, PROGRESSIVES, Role, State, Why, decide, legal,
};

use super::acts;
use super::{Dice, check};

/// The result of a run.
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
    /// The accepted commands, each with its number of events.
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

    /// Gives this many commands, then lets the house bring the round to its end, then replays everything.
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

    /// One command by anybody.
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
                // A command that is sent twice.
                Some(last) => self.submit(Command { at: self.at, ..last }),
                None => self.proceed(),
            },
            80..81 => {
                // A clock gone mad.
                let keep = self.at;
                self.at = Moment([i64::MIN, -1, 0, i64::MAX][self.dice.below(4) as usize]);
                let who = self.somebody();
                self.anything(who);
                self.at = keep;
            }
            _ => {
                let who = self.somebody();
                self.anything(who);
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
            // Nobody comes for a while, and nobody tends the cards.
            self.at = self.at.plus_seconds(self.state.house.cards.idle_seconds.unwrap_or(0));
            let act = Act::Sit { position: 1 };
            return self.command(Actor::new(Role::Player, "P1"), act);
        }
        if self.one_in(2) && self.answers_cut() {
            return;
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
            // Another table on the link plays just before a win is paid.
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
        let mut command = self.supplied(Actor::new(todo.by, name), act);
        // Under a dark light the floorperson may rule either way until the win is validated (READING 43).
        if let Act::LightFault { position, wager, reason } = command.act.clone() {
            let unpaid = Command { act: Act::LeaveUnpaid { position, wager, reason }, ..command.clone() };
            if !self.one_in(3) && decide(&self.state, &unpaid).is_ok() {
                command = unpaid;
            }
        }
        if let Err(refusal) = decide(&self.state, &command) {
            panic!(
                "the next step is refused: {command:?}: {} in {:?}",
                refusal.written(&self.state.house),
                self.state.phase()
            );
        }
        self.submit(command);
    }

    /// A player who is offered the cut cuts or declines; false if nobody is.
    fn answers_cut(&mut self) -> bool {
        let offered = |deck| self.state.cut_offer(deck).map(|offer| (deck, offer.person.clone()));
        let Some((deck, person)) = self.state.decks_used().find_map(offered) else { return false };
        let at = self.state.house.cards.cut_shallowest;
        let act = if self.one_in(2) { Act::Cut { deck, at } } else { Act::DeclineCut { deck } };
        let before = self.tally.accepted;
        self.command(Actor { role: Role::Player, person }, act);
        assert!(self.tally.accepted > before || self.state.held.is_some(), "the answer of a player was refused");
        true
    }

    /// An act from `next`, with the cards it leaves out filled in.
    fn filled(&mut self, act: Act) -> Act {
        match act {
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

    /// Cards for a hand: its known cards, and others that are not on the table.
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
            return self.anything(who);
        }
        let calm = (0..12).find_map(|_| {
            let offer = &offers[self.dice.below(offers.len() as u64) as usize];
            (!upsets(&offer.act) || self.one_in(60)).then_some(offer)
        });
        let Some(offer) = calm else {
            return self.anything(who);
        };
        let act = self.chosen(offer);
        let command = self.supplied(who, act);
        self.must_accept(offer, &command);
        self.submit(command);
    }

    /// Every offer must be accepted, whatever is chosen in it.
    fn every_offer(&mut self, who: &Actor) {
        for offer in legal(&self.state, who, self.at) {
            for _ in 0..3 {
                let act = self.chosen(&offer);
                let command = self.supplied(who.clone(), act);
                self.must_accept(&offer, &command);
            }
        }
        self.tally.commands += 1;
    }

    fn must_accept(&self, offer: &Offer, command: &Command) {
        assert!(offer.admits(&command.act), "{offer:?} does not admit {command:?}");
        if let Err(refusal) = decide(&self.state, command) {
            if hangs_on_correction(&command.act, &refusal.why) {
                return;
            }
            panic!(
                "offered and refused: {command:?} of {offer:?}: {} in {:?}",
                refusal.written(&self.state.house),
                self.state.phase()
            );
        }
    }

    /// An offer with something chosen, as a page does it: only from the list of its fields.
    fn chosen(&mut self, offer: &Offer) -> Act {
        let mut act = serde_json::to_value(&offer.act).expect("JSON");
        for field in &offer.fields {
            act[field.field] = self.value(offer, &field.choice, &act);
        }
        serde_json::from_value(act.clone()).unwrap_or_else(|fault| panic!("{fault}: {act} of {offer:?}"))
    }

    /// A value for a field of an offer, given the fields before it.
    fn value(&mut self, offer: &Offer, choice: &Choice, act: &Value) -> Value {
        match *choice {
            Choice::Amount { min, max, step, except } => {
                // Meters are mostly corrected by small amounts.
                let (min, max) = if min < 0 && !self.one_in(4) { (min.max(-500), max.min(500)) } else { (min, max) };
                let steps = ((max - min) / step) as u64;
                let most = if self.one_in(6) || min < 0 { steps } else { steps.min(20) };
                loop {
                    let amount = min + self.dice.below(most + 1) as i64 * step;
                    if amount != except || steps == 0 {
                        break amount.into();
                    }
                }
            }
            Choice::Number { max, .. } if matches!(offer.act, Act::Deal { .. }) && self.one_in(3) => max.into(),
            Choice::Number { min, max } if asks_for_number(&offer.act) || self.one_in(10) => {
                (u64::from(min) + self.dice.below(u64::from(max - min) + 1)).into()
            }
            Choice::Number { .. } => {
                let fields = [&act["cards"], &act["chips"]];
                fields.into_iter().find(|value| value.is_number()).expect("an example").clone()
            }
            Choice::Text { max } => if self.one_in(20) { "x".repeat(max) } else { "because".to_owned() }.into(),
            Choice::Card => json!(self.fresh()),
            Choice::Cards { count } => match offer.act {
                Act::RevealDealer { .. } => json!(self.keyed::<3>(Holder::Dealer)),
                Act::Reveal { position, .. } => json!(self.keyed::<3>(Holder::Position(position))),
                Act::RevealCommunity { .. } => json!(self.keyed::<2>(Holder::Community)),
                _ => json!(self.some_fresh(count)),
            },
            Choice::Read { each } => {
                let dealt = act["cards"].as_u64().expect("a number of cards") as u8;
                let faces = if self.one_in(2) { dealt * each } else { 0 };
                json!(self.some_fresh(faces))
            }
            Choice::Moment { until } => json!(Moment(until.0.saturating_sub(self.dice.below(100_000) as i64))),
        }
    }

    /// Different cards that are not on the table.
    fn some_fresh(&mut self, count: u8) -> Vec<Face> {
        let mut cards = Vec::new();
        while cards.len() < usize::from(count) {
            let card = self.fresh();
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        cards
    }

    /// An act with whatever must accompany it: an order of the cards, or the link's meters after other games have
    /// played.
    fn supplied(&mut self, by: Actor, act: Act) -> Command {
        let mut command = Command::new("x", by, self.at, act);
        command.shuffle = self.state.order_for(&command.act).map(|_| Box::new(self.shuffle()));
        command.bank = own_bank(&self.state, &command.act).cloned().map(|mut bank| {
            other_play(&mut bank, &mut self.dice);
            Box::new(bank)
        });
        command
    }

    /// Somebody does anything at all, with anything.
    fn anything(&mut self, by: Actor) {
        let act = acts::any(&self.state, &mut self.dice);
        let mut command = Command::new("x", by, self.at, act);
        acts::supply(&self.state, &mut self.dice, &mut command);
        self.submit(command);
    }

    /// Somebody does something, with whatever must accompany it.
    pub fn command(&mut self, who: Actor, act: Act) {
        let command = self.supplied(who, act);
        self.submit(command);
    }

    /// Decides a command and checks everything.
    fn submit(&mut self, command: Command) {
        let verdict = decide(&self.state, &command);
        let offers = legal(&self.state, &command.by, command.at);
        let admitted = offers.iter().any(|offer| offer.admits(&command.act)) && well_supplied(&self.state, &command);
        let keyed = match &verdict {
            // Offers do not reveal which cards are on the table.
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

    /// The house alone brings the round to its end: no table gets stuck.
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
            if self.answers_cut() {
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
                // Only two things hold up a deal: a stopped shoe without a remedy in the book, and, before the first
                // card, a shuffler without which nothing may be dealt from the hand.
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

    /// The events alone rebuild the same table.
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

/// The effect of a corrected hand depends on its cards: who wins a progressive, what must come out of the tray.
fn hangs_on_correction(act: &Act, why: &Why) -> bool {
    matches!(act, Act::Correct { .. }) && matches!(why, Why::GameIsOver | Why::TrayShort { .. })
}

/// Acts whose number is almost never the example's.
fn asks_for_number(act: &Act) -> bool {
    matches!(act, Act::Deal { .. } | Act::Recut { .. })
}

/// The table's own meters for an act that synchronizes them.
fn own_bank<'s>(state: &'s State, act: &Act) -> Option<&'s Bank> {
    let Act::SyncMeters { wager } = act else { return None };
    let slot = PROGRESSIVES.iter().position(|progressive| progressive == wager)?;
    state.banks[slot].as_ref()
}

/// Whether a command comes with what its act needs: an order that matches its commitment, or other meters of this link.
fn well_supplied(state: &State, command: &Command) -> bool {
    match (&command.act, &command.shuffle) {
        (Act::Shuffle { .. } | Act::ReceiveDeck { .. }, Some(shuffle)) => {
            state.order_for(&command.act).is_some() && shuffle.holds()
        }
        (Act::Shuffle { .. }, None) => state.observed(),
        (Act::ReceiveDeck { preshuffled, .. }, None) => !state.wants_order(*preshuffled),
        (Act::SyncMeters { .. }, _) => {
            own_bank(state, &command.act).zip(command.bank.as_deref()).is_some_and(|(own, bank)| {
                let here = own.terms() == bank.terms() && own.game(&state.game) == bank.game(&state.game);
                here && bank.audit().is_ok() && own != bank
            })
        }
        _ => true,
    }
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

/// Another game on the link plays: it joins, contributes or ends its round, or the controller goes and comes back.
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

/// Runs every `step`th seed through the houses in turn, until at least this many commands were given.
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

/// One run; if it fails, it reports its seed.
fn one(houses: &[Arc<House>], seed: u64) -> Tally {
    let house = &houses[(seed as usize) % houses.len()];
    let code = &house.book.code;
    std::panic::catch_unwind(|| Chaos::new(house.clone(), seed).run(RUN)).unwrap_or_else(|panic| {
        eprintln!("seed {seed}, house {} of {code}", (seed as usize) % houses.len());
        std::panic::resume_unwind(panic);
    })
}
