//! The next lawful step of the procedure: what a robot does, and what a console offers as its one large button.

use rules::rulebook::Step;
use rules::rulebook::vocabulary::{DealDevice, Irregularity, OpeningStep};
use rules::{Outcome, Wager};

use crate::act::{Act, DeckId, Device, DeviceStatus, Holder, Method, Resolution};
use crate::cut_offer::Cutter;
use crate::deck::Stage;
use crate::event::Payer;
use crate::state::{PROGRESSIVES, Phase, State, Stub, slot};
use crate::who::{Moment, Role};

/// A step that is waiting to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// The role that does it.
    pub by: Role,
    /// The act. Cards to be keyed in are left out; whoever does it adds them.
    pub act: Act,
}

fn todo(by: Role, act: Act) -> Option<Todo> {
    Some(Todo { by, act })
}

fn dealer(act: Act) -> Option<Todo> {
    todo(Role::Dealer, act)
}

impl State {
    /// The next step of the procedure, unless it waits for a player.
    #[must_use]
    pub fn next(&self, at: Moment) -> Option<Todo> {
        if self.held.is_some() {
            return todo(Role::Floorperson, Act::Resume { reason: "play goes on".into() });
        }
        match self.phase() {
            Phase::Shut => None,
            Phase::Betting => self.next_while_betting(at),
            Phase::Closing | Phase::Dealing if self.round.drawn == 0 && self.lacks_deck(at) => self.next_deck(at),
            Phase::Closing => self.next_while_closing(),
            Phase::Dealing => self.next_while_dealing(),
            Phase::Deciding => self.next_while_deciding(),
            Phase::Showdown => self.next_at_showdown(),
            Phase::Void if self.wants_end_game() => dealer(Act::EndGame),
            Phase::Void => dealer(Act::EndRound),
        }
    }

    /// Whether the closed round has no deck that may be dealt, before its first card.
    fn lacks_deck(&self, at: Moment) -> bool {
        self.round.deck.is_none_or(|deck| self.outlived(deck, at))
    }

    /// The next step for the decks.
    fn next_deck(&self, at: Moment) -> Option<Todo> {
        if let Some(deck) = self.surplus() {
            return dealer(Act::RemoveDeck { deck, reason: "one deck where no shuffler is used".into() });
        }
        self.decks_used().find_map(|deck| self.next_for_deck(deck, at))
    }

    /// The next step for one deck, if any.
    fn next_for_deck(&self, deck: DeckId, at: Moment) -> Option<Todo> {
        let by = |step| self.house.book.procedure.by(step);
        if self.deck(deck).stage == Stage::Away {
            let alone = self.decks_used().all(|other| self.deck(other).stage == Stage::Away);
            if self.one_deck_only() && !alone {
                return None;
            }
            let preshuffled = self.may_come_preshuffled();
            return todo(by(Step::ReceiveDeck), Act::ReceiveDeck { deck, preshuffled });
        }
        let dealt = self.deck(deck).stage == Stage::InPlay && self.round.drawn > 0;
        if self.outlived(deck, at) && !dealt {
            return dealer(Act::RemoveDeck { deck, reason: "its life is over".into() });
        }
        if let Some(step) = self.opening_step(deck) {
            if step == OpeningStep::FirstPlayer {
                self.taken().next()?;
                if self.idle == Some(false) {
                    return todo(by(Step::Reopen), Act::TurnUp);
                }
            }
            let act = match step {
                OpeningStep::Inspect => Act::Inspect { deck },
                OpeningStep::Verify => Act::Verify { deck },
                OpeningStep::Spread => Act::Spread { deck },
                OpeningStep::FirstPlayer => Act::FirstPlayer { deck },
                OpeningStep::Wash => Act::Wash { deck },
                OpeningStep::Stack | OpeningStep::Shuffle => Act::Stack { deck },
            };
            return todo(by(crate::decks::step_of(step)), act);
        }
        if self.to_shuffle(deck) {
            if self.shuffler_works() {
                return todo(Role::Device, Act::Shuffle { deck, method: Method::Device });
            }
            return match self.other_method(Device::Shuffler) {
                // Only the shuffler's return helps then.
                Ok(()) if self.hand_needs_shuffler() => None,
                Ok(()) => dealer(Act::Shuffle { deck, method: Method::Hand }),
                Err(_) => self.next_for_device(Device::Shuffler),
            };
        }
        if self.deck(deck).stage != Stage::Shuffled {
            return None;
        }
        if self.wants_device_count(deck) {
            return todo(Role::Device, Act::DeviceCount { deck, cards: 52 });
        }
        if self.wants_cut(deck) {
            return match self.cutter(deck) {
                Cutter::NotAsked(_) => todo(by(Step::Cut), Act::OfferCut { deck }),
                Cutter::Crew(cuts, _) => todo(cuts, Act::Cut { deck, at: self.usual_cut() }),
                Cutter::Player(_) | Cutter::Nobody => None,
            };
        }
        let turn = self.has_turn(deck);
        let free = self.loaded().is_none() && (self.phase() == Phase::Betting || self.round_lacks_deck());
        let into = self.loads_into(deck);
        let by_hand = !self.has_shoe() || into == DealDevice::AutomatedShoe || self.other_method(Device::Shoe).is_ok();
        if !turn || !free || !by_hand || self.hand_refuses(deck, into) {
            return None;
        }
        let by = if self.feeds(deck) { Role::Device } else { by(Step::Load) };
        todo(by, Act::Load { deck })
    }

    /// Where a robot cuts.
    pub(crate) fn usual_cut(&self) -> u8 {
        26.clamp(self.house.cards.cut_shallowest, self.house.cards.cut_deepest)
    }

    /// The book's remedy for a broken device, which comes before another method is used.
    fn next_for_device(&self, device: Device) -> Option<Todo> {
        let status = match self.remedy(Irregularity::DeviceOutOfUse) {
            Some(rules::rulebook::vocabulary::Remedy::RemoveDevice) => DeviceStatus::Removed,
            _ => DeviceStatus::Covered,
        };
        dealer(Act::SetDevice { device, status })
    }

    fn next_while_betting(&self, at: Moment) -> Option<Todo> {
        if let Some(sense) = self.next_sense() {
            return Some(sense);
        }
        if self.idle.is_none() && self.idle_due(at) {
            return todo(self.house.book.procedure.by(Step::Idle), Act::Idle { face_up: false });
        }
        if let Some(step) = self.next_deck(at) {
            return Some(step);
        }
        if self.shoe_out_of_the_way().is_err() {
            return self.next_for_device(Device::Shoe);
        }
        let ready = self.loaded().is_some()
            && self.taken().any(|(_, seat)| seat.dealt_in() && self.house.is_complete(&seat.stakes));
        if ready { todo(self.house.book.procedure.by(Step::NoMoreBets), Act::NoMoreBets) } else { None }
    }

    /// A sensor that has to report a chip that came or went.
    fn next_sense(&self) -> Option<Todo> {
        for (position, seat) in self.taken() {
            for (sensor, wager) in seat.sensors.iter().zip(PROGRESSIVES) {
                let chip = !seat.stakes.on(wager).is_zero();
                if self.has_sensor(wager) && sensor.detected != chip && self.controller_reached(wager) {
                    return todo(Role::Device, Act::Sense { position, wager, detected: chip });
                }
            }
        }
        None
    }

    fn next_while_closing(&self) -> Option<Todo> {
        let by = |step| self.house.book.procedure.by(step);
        if !self.round.locked {
            return todo(by(Step::LockOut), Act::LockOut);
        }
        if let Some((position, wager, chip)) = self.first_doubt().filter(|_| self.round.chips.is_some()) {
            let accept = chip && self.controller_reached(wager);
            let resolution = if accept { Resolution::Accept } else { Resolution::Return };
            return todo(Role::Floorperson, Act::Resolve { position, wager, resolution });
        }
        if !self.chips_agree() {
            return todo(by(Step::Collect), Act::Collect { chips: self.progressive_chips() });
        }
        todo(by(Step::BankChips), Act::BankChips)
    }

    /// The first position whose chip and sensor disagree, and whether the chip is there.
    fn first_doubt(&self) -> Option<(u8, Wager, bool)> {
        self.taken().find_map(|(position, seat)| {
            let wager = PROGRESSIVES.into_iter().find(|wager| self.in_doubt(position, *wager))?;
            Some((position, wager, !seat.stakes.on(wager).is_zero()))
        })
    }

    fn next_while_dealing(&self) -> Option<Todo> {
        if let Some(stop) = self.next_for_stop() {
            return stop;
        }
        if self.left_to_deal() > 0 {
            if self.has_shoe() && !self.by_stacks() && self.other_method(Device::Shoe).is_err() {
                return self.next_for_device(Device::Shoe);
            }
            return dealer(Act::Deal { cards: self.left_to_deal(), read: Vec::new() });
        }
        if self.wants_cover() {
            return todo(self.house.book.procedure.by(Step::CoverDealerStack), Act::CoverStack);
        }
        if let Some(position) = self.next_shared().filter(|_| self.late_stack() || self.after_deal_done()) {
            return todo(self.house.book.procedure.by(Step::RevealHand), Act::Reveal { position, cards: None });
        }
        self.next_after_deal()
    }

    /// A shoe that stops while it holds cards of the round has jammed; without a remedy, the table waits for it.
    #[allow(clippy::option_option, reason = "whether it stopped, and what is to be done then")]
    fn next_for_stop(&self) -> Option<Option<Todo>> {
        let what = Irregularity::ShoeJam;
        let jam = self.remedy(what).and_then(|_| dealer(Act::Report { what, holder: None, card: None }));
        let out = self.in_shoe() && self.devices.shoe != DeviceStatus::InService;
        (out || (self.round.stopped && jam.is_some())).then_some(jam)
    }

    /// Stub, community cards and number of players: after the deal, or after a late dealer's stack.
    fn next_after_deal(&self) -> Option<Todo> {
        let by = |step| self.house.book.procedure.by(step);
        if self.wants_players_shown() {
            return todo(by(Step::PlayersShown), Act::ShowPlayers);
        }
        let community = self.wants_community() && (!self.by_stacks() || self.round.stub >= Stub::Taken);
        if community {
            return todo(by(Step::Community), Act::Community);
        }
        match self.round.stub {
            Stub::InDevice => todo(by(Step::TakeStub), Act::TakeStub),
            Stub::Taken if self.count_due() => {
                todo(by(Step::CountStub), Act::CountStub { cards: self.undealt(), misdealt: false, short: false })
            }
            Stub::Taken | Stub::Counted if !self.held_for_community() => todo(by(Step::RackStub), Act::RackStub),
            _ => None,
        }
    }

    fn next_while_deciding(&self) -> Option<Todo> {
        if self.looks_wait() {
            return dealer(Act::AllowLooks);
        }
        if self.waits_for_looks() {
            return todo(self.house.book.procedure.by(Step::Ask), Act::Ask);
        }
        let position = self.deciding().find(|position| self.seat(*position).is_some_and(|seat| seat.left))?;
        let verdict = self.house.people.leaver;
        todo(Role::Floorperson, Act::RuleLeaver { position, verdict })
    }

    fn next_at_showdown(&self) -> Option<Todo> {
        let by = |step| self.house.book.procedure.by(step);
        if !self.round.dealer.revealed {
            // Nobody decides in a round without antes, and its players still want to see their cards.
            if self.looks_wait() {
                return dealer(Act::AllowLooks);
            }
            if let Some(line) = self.next_lines().first() {
                let (takes, pays) = self.next_sums();
                return todo(self.settled_by()[0], Act::Settle { position: line.due.position, takes, pays });
            }
            if let Some((position, seat)) = self.next_dead() {
                let counted = self.counts_given_up(seat).then_some(seat.hand.count);
                return todo(by(Step::RackHand), Act::Rack { holder: Holder::Position(position), counted });
            }
            if self.late_stack() {
                if !self.round.delivered {
                    return self.next_for_stop().unwrap_or_else(|| dealer(Act::DeliverStack));
                }
                if !self.after_deal_done() {
                    return self.next_after_deal();
                }
            }
            return todo(by(Step::RevealDealer), Act::RevealDealer { cards: None });
        }
        let known = self.round.sheet_begun || !self.observed();
        if !known && self.round.community.count == 2 && !self.round.community.revealed {
            return todo(by(Step::RevealCommunity), Act::RevealCommunity { cards: None });
        }
        if let Some(todo) = self.next_rack() {
            return Some(todo);
        }
        if let Some(position) = self.next_reveal() {
            return todo(by(Step::RevealHand), Act::Reveal { position, cards: None });
        }
        if let Some(line) = self.next_lines().first() {
            return self.next_settlement(line.due.position);
        }
        self.next_at_end()
    }

    /// A finished hand goes to the rack before the next is settled.
    fn next_rack(&self) -> Option<Todo> {
        let done = self.done_with().filter(|_| !self.electronic());
        let position = done.or_else(|| self.next_shared_rack())?;
        let holder = Holder::Position(position);
        let own = self.seat(position).filter(|_| !self.electronic());
        let counted = own.filter(|seat| self.counts_given_up(seat)).map(|seat| seat.hand.count);
        todo(self.house.book.procedure.by(Step::RackHand), Act::Rack { holder, counted })
    }

    /// What the next lines still need before they are taken and paid.
    fn next_settlement(&self, position: u8) -> Option<Todo> {
        let procedure = &self.house.book.procedure;
        let lines = self.next_lines();
        if self.wants_open_community() {
            return todo(procedure.by(Step::RevealCommunity), Act::RevealCommunity { cards: None });
        }
        for line in lines.iter().filter(|line| line.due.outcome == Outcome::Won) {
            let wager = line.due.wager;
            let sensor = slot(wager).and_then(|slot| Some(self.seat(position)?.sensors[slot]));
            if let Some(sensor) = sensor {
                if !sensor.lit && !sensor.faulted {
                    let reason = "the light failed".into();
                    return todo(Role::Floorperson, Act::LightFault { position, wager, reason });
                }
                if !sensor.spotted && procedure.has(Step::Spot) {
                    return todo(procedure.by(Step::Spot), Act::Spot { position, wager });
                }
            }
            if self.wants_verified(line) {
                return todo(procedure.by(Step::VerifyHand), Act::VerifyHand { position, wager });
            }
            if let Some(by) = line.due.validated_by.filter(|_| !line.validated) {
                return todo(by, Act::Validate { position, wager });
            }
            if line.due.payer == Payer::HandPay && line.document.is_none() {
                let document = format!("round {} position {position} {wager}", self.round.number).into();
                return todo(self.hand_pay_by(), Act::HandPay { position, wager, document });
            }
        }
        let (takes, pays) = self.next_sums();
        let short = pays.0 - self.money.tray.0 - takes.0;
        if short > 0 {
            return todo(Role::Floorperson, Act::Fill { amount: rules::Cents(short) });
        }
        todo(self.settled_by()[0], Act::Settle { position, takes, pays })
    }

    /// After the last line: late community cards, the rack, the keypad, the end.
    fn next_at_end(&self) -> Option<Todo> {
        let by = |step| self.house.book.procedure.by(step);
        if !self.round.sheet_whole {
            if self.round.community.count < 2 {
                return todo(by(Step::Community), Act::Community);
            }
            return todo(by(Step::RevealCommunity), Act::RevealCommunity { cards: None });
        }
        if self.round.community.count == 2 && !self.round.community.revealed {
            return todo(by(Step::RevealCommunity), Act::RevealCommunity { cards: None });
        }
        if self.round.stub != Stub::Racked {
            return self.next_after_deal();
        }
        if let Some(holder) = self.holders_on_table().first() {
            return todo(by(Step::RackDealer), Act::Rack { holder: *holder, counted: None });
        }
        if let Some((position, wager)) = self.wrong_spot().filter(|_| !self.round.game_ended) {
            return todo(by(Step::Spot), Act::Spot { position, wager });
        }
        if self.wants_end_game() {
            return todo(by(Step::EndGame), Act::EndGame);
        }
        todo(by(Step::EndRound), Act::EndRound)
    }
}
