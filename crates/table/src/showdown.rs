//! The hands are turned up and settled: the dealer's first, then position by position in the book's order; a second
//! person validates what the book wants validated.

use std::sync::Arc;

use cards::{Card, Three};
use rules::rulebook::Step;
use rules::{Cents, Outcome, Wager};

use crate::act::Holder;
use crate::card::Face;
use crate::decide::{Verdict, ensure, refuse};
use crate::event::{Payer, What};
use crate::law::Law;
use crate::refusal::{Refusal, Why};
use crate::sheet::JustSeen;
use crate::state::{Hand, Phase, SheetLine, State, slot};
use crate::who::{Actor, Role};

impl State {
    /// The cards of a hand that is turned up: known, or keyed in now.
    fn turned<const N: usize>(&self, hand: &Hand, keyed: Option<&[Face; N]>, law: Law) -> Result<[Face; N], Refusal> {
        let known: Vec<Card> = hand.known().collect();
        match (<[Card; N]>::try_from(known), keyed) {
            (Ok(known), None) => Ok(known.map(Face)),
            (Ok(_), Some(_)) => refuse(Why::CardsNotWanted, law),
            (Err(_), None) => refuse(Why::CardsWanted, law),
            (Err(_), Some(keyed)) => {
                self.all_new(keyed)?;
                Ok(*keyed)
            }
        }
    }

    pub(crate) fn reveal_dealer(&self, by: &Actor, keyed: Option<&[Face; 3]>) -> Verdict {
        let law = Law::Step(Step::RevealDealer);
        self.duty(by, Step::RevealDealer)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(!self.round.dealer.revealed, Why::AlreadyDone, law)?;
        if self.late_stack() {
            ensure(self.round.delivered, Why::Wanted { next: "the dealer's stack" }, Law::Step(Step::DealerStack))?;
            ensure(self.after_deal_done(), Why::Wanted { next: "the stub" }, Law::Step(Step::TakeStub))?;
        }
        let folded = self.dead_hands().next().is_none();
        ensure(folded, Why::Wanted { next: "the folded hands' collection" }, Law::Step(Step::KeepFolded))?;
        let cards = self.turned(&self.round.dealer, keyed, law)?;
        let Ok(dealer) = Three::new(cards[0].0, cards[1].0, cards[2].0) else {
            return refuse(Why::CardTwice { card: cards[0] }, law);
        };
        let mut events = vec![What::DealerRevealed { cards }.by(law)];
        events.extend(self.draw_sheet(JustSeen { dealer: Some(dealer), ..JustSeen::default() }));
        Ok(events)
    }

    pub(crate) fn reveal(&self, by: &Actor, position: u8, keyed: Option<&[Face; 3]>) -> Verdict {
        let law = Law::Step(Step::RevealHand);
        self.duty(by, Step::RevealHand)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(self.round.dealer.revealed, Why::Wanted { next: "the dealer's hand" }, law)?;
        let seat = self.seat_at(position, law)?;
        ensure(seat.hand.count > 0 && !seat.hand.revealed && !seat.hand.racked, Why::AlreadyDone, law)?;
        ensure(self.hand_lives(seat), Why::HandNotNeeded, law)?;
        let next = self.next_reveal();
        let first = next.map_or(Why::NothingToSettle, |position| Why::RevealFirst { position });
        ensure(next == Some(position), first, Law::Settlement)?;
        let cards = self.turned(&seat.hand, keyed, law)?;
        let Ok(hand) = Three::new(cards[0].0, cards[1].0, cards[2].0) else {
            return refuse(Why::CardTwice { card: cards[0] }, law);
        };
        let mut events = vec![What::Revealed { position, cards }.by(law)];
        if !self.round.sheet_begun {
            events.extend(self.draw_sheet(JustSeen { hand: Some((position, hand)), ..JustSeen::default() }));
        }
        Ok(events)
    }

    pub(crate) fn reveal_community(&self, by: &Actor, keyed: Option<&[Face; 2]>) -> Verdict {
        let law = Law::Step(Step::RevealCommunity);
        self.duty(by, Step::RevealCommunity)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(self.round.dealer.revealed, Why::Wanted { next: "the dealer's hand" }, law)?;
        ensure(self.round.community.count == 2, Why::NotDealtYet, law)?;
        ensure(!self.round.community.revealed, Why::AlreadyDone, law)?;
        let cards = self.turned(&self.round.community, keyed, law)?;
        ensure(cards[0] != cards[1], Why::CardTwice { card: cards[0] }, law)?;
        let mut events = vec![What::CommunityRevealed { cards }.by(law)];
        let community = Some(cards.map(|card| card.0));
        events.extend(self.draw_sheet(JustSeen { community, ..JustSeen::default() }));
        Ok(events)
    }

    pub(crate) fn correct(&self, by: &Actor, holder: Holder, cards: &[Face], reason: &Arc<str>) -> Verdict {
        let law = Law::Step(Step::Ruling);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        self.during(&[Phase::Dealing, Phase::Deciding, Phase::Showdown], law)?;
        ensure(self.observed(), Why::NotPhysical, law)?;
        ensure(!reason.trim().is_empty(), Why::ReasonMissing, law)?;
        ensure(self.round.settled == 0, Why::FirstCardDealt, law)?;
        let Some(hand) = self.hand(holder).filter(|hand| hand.known().next().is_some()) else {
            return refuse(Why::NotDealtYet, law);
        };
        ensure(cards.len() == hand.known().count(), Why::WrongCards, law)?;
        let mut known = self.known_cards();
        hand.known().for_each(|card| {
            known.remove(card);
        });
        if let Some(card) = cards.iter().find(|card| !known.insert(card.0)) {
            return refuse(Why::CardTwice { card: *card }, law);
        }
        let mut events = vec![What::Corrected { holder, cards: cards.to_vec(), reason: reason.clone() }.by(law)];
        if self.round.sheet_begun {
            events.push(What::SheetTorn.by(law));
            events.extend(self.redraw(holder, cards));
        }
        Ok(events)
    }

    /// The sheet after a correction: the one card changed, everything else is as it was.
    fn redraw(&self, holder: Holder, cards: &[Face]) -> Option<crate::event::Event> {
        let mut corrected = self.clone();
        corrected.apply(&What::Corrected { holder, cards: cards.to_vec(), reason: "".into() });
        corrected.apply(&What::SheetTorn);
        corrected.draw_sheet(JustSeen::default())
    }

    /// The open line of a won wager at a position.
    fn won_line(&self, position: u8, wager: Wager) -> Option<&SheetLine> {
        self.open_lines()
            .iter()
            .find(|line| line.due.position == position && line.due.wager == wager && line.due.outcome == Outcome::Won)
    }

    /// The same, when the hand was turned up, so that nobody learns of it before.
    fn seen_win(&self, position: u8, wager: Wager, law: Law) -> Result<&SheetLine, Refusal> {
        let seat = self.seat_at(position, law)?;
        let five = wager == Wager::FiveCardProgressive && !self.round.community.revealed;
        let line = self.won_line(position, wager).filter(|_| seat.hand.revealed && !five);
        line.ok_or(Refusal { why: Why::NotAWin, law })
    }

    pub(crate) fn spot(&self, by: &Actor, position: u8, wager: Wager) -> Verdict {
        let law = Law::Step(Step::Spot);
        self.duty(by, Step::Spot)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(self.round.dealer.revealed, Why::Wanted { next: "the dealer's hand" }, law)?;
        ensure(!self.round.game_ended, Why::NoGame, law)?;
        let Some(slot) = slot(wager).filter(|_| self.house.offers(wager)) else {
            return refuse(Why::NotOffered { wager }, law);
        };
        let seat = self.seat_at(position, law)?;
        let sensor = &seat.sensors[slot];
        ensure(sensor.locked, Why::NoChip, law)?;
        let validated = self.won_line(position, wager).is_some_and(|line| line.validated);
        ensure(!(sensor.spotted && validated), Why::AlreadyDone, Law::Step(Step::SpotUndo))?;
        let step = if sensor.spotted { Step::SpotUndo } else { Step::Spot };
        Ok(vec![What::Spotted { position, wager, on: !sensor.spotted }.step(step)])
    }

    /// Whether the light of a winning progressive wager is lit, or its failure recorded.
    fn light(&self, position: u8, wager: Wager) -> Result<(), Refusal> {
        let Some((seat, slot)) = self.seat(position).zip(slot(wager)) else {
            return Ok(());
        };
        let sensor = &seat.sensors[slot];
        ensure(sensor.lit || sensor.faulted, Why::LightDark, Law::Step(Step::VerifyLight))?;
        let wanted = self.house.book.procedure.has(Step::Spot);
        ensure(sensor.spotted || !wanted, Why::SpotFirst, Law::Step(Step::Spot))
    }

    pub(crate) fn validate(&self, by: &Actor, position: u8, wager: Wager) -> Verdict {
        let law = Law::Validation(wager);
        self.during(&[Phase::Showdown], law)?;
        let line = self.seen_win(position, wager, law)?;
        let Some(needs) = line.due.validated_by else {
            return refuse(Why::NotAWin, law);
        };
        ensure(by.serves(needs), Why::WrongRole { needs }, law)?;
        ensure(!line.validated, Why::AlreadyDone, law)?;
        self.light(position, wager)?;
        let mut events = Vec::with_capacity(3);
        events.extend(self.award_events(line)?);
        events.push(What::Validated { position, wager }.by(law));
        Ok(events)
    }

    /// What a win of a meter's share brings about: the bank's entry, and another amount if the meter has moved.
    fn award_events(&self, line: &SheetLine) -> Verdict {
        let (position, wager) = (line.due.position, line.due.wager);
        let Some(award) = self.award(&line.due)? else {
            return Ok(Vec::new());
        };
        let mut events = Vec::with_capacity(2);
        if award.paid != line.due.paid {
            let (paid, award) = (award.paid, award.from);
            events.push(What::Revalued { position, wager, paid, award }.by(Law::System(wager)));
        }
        events.push(award.entry);
        Ok(events)
    }

    pub(crate) fn light_fault(&self, by: &Actor, position: u8, wager: Wager, reason: &Arc<str>) -> Verdict {
        let law = Law::Step(Step::VerifyLight);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(!reason.trim().is_empty(), Why::ReasonMissing, law)?;
        let Some(slot) = slot(wager) else {
            return refuse(Why::NotOffered { wager }, law);
        };
        let seat = self.seat_at(position, law)?;
        let sensor = &seat.sensors[slot];
        ensure(sensor.locked && !sensor.lit && !sensor.faulted, Why::LightLit, law)?;
        Ok(vec![What::LightFaulted { position, wager, reason: reason.clone() }.by(law)])
    }

    pub(crate) fn hand_pay(&self, by: &Actor, position: u8, wager: Wager, document: &Arc<str>) -> Verdict {
        let law = Law::Step(Step::HandPay);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(!document.trim().is_empty(), Why::ReasonMissing, law)?;
        let line = self.seen_win(position, wager, law)?;
        ensure(line.due.payer == Payer::HandPay, Why::NotHandPay, law)?;
        ensure(line.document.is_none(), Why::AlreadyDone, law)?;
        if let Some(by) = line.due.validated_by.filter(|_| !line.validated) {
            return refuse(Why::ValidateFirst { by }, Law::Validation(wager));
        }
        Ok(vec![What::HandPaid { position, wager, document: document.clone() }.by(law)])
    }

    /// What the next lines take and pay from the tray.
    #[must_use]
    pub fn next_sums(&self) -> (Cents, Cents) {
        let lines = self.next_lines();
        (lines.iter().map(|line| line.due.takes()).sum(), lines.iter().map(|line| line.due.pays_from_tray()).sum())
    }

    pub(crate) fn settle(&self, by: &Actor, position: u8, takes: Cents, pays: Cents) -> Verdict {
        let law = Law::Settlement;
        self.role(by, &[Role::Dealer], law)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(self.round.sheet_begun, Why::Wanted { next: "the dealer's hand" }, law)?;
        let lines = self.next_lines();
        let Some(next) = lines.first().map(|line| line.due.position) else {
            return refuse(Why::NothingToSettle, law);
        };
        if let Some(position) = self.next_reveal() {
            return refuse(Why::RevealFirst { position }, Law::Step(Step::RevealHand));
        }
        ensure(next == position, Why::SettleNext { position: next }, law)?;
        let five = |line: &SheetLine| {
            matches!(line.due.wager, Wager::FiveCardProgressive | Wager::FiveCardEnvy)
                && line.due.outcome != Outcome::Forfeited
        };
        let hidden = lines.iter().any(five) && !self.round.community.revealed;
        ensure(!hidden, Why::Wanted { next: "the community cards" }, Law::Step(Step::RevealCommunity))?;
        let mut events = Vec::new();
        for line in lines.iter().filter(|line| line.due.outcome == Outcome::Won) {
            if let Some(by) = line.due.validated_by.filter(|_| !line.validated) {
                return refuse(Why::ValidateFirst { by }, Law::Validation(line.due.wager));
            }
            let paper = line.due.payer == Payer::HandPay && line.document.is_none();
            ensure(!paper, Why::DocumentFirst, Law::Step(Step::HandPay))?;
            if line.due.validated_by.is_none() {
                if slot(line.due.wager).is_some() {
                    self.light(position, line.due.wager)?;
                }
                events.extend(self.award_events(line)?);
            }
        }
        let revalued: Cents = events
            .iter()
            .filter_map(|event| match &event.what {
                What::Revalued { wager, paid, .. } => {
                    let line = lines.iter().find(|line| line.due.wager == *wager)?;
                    (line.due.payer == Payer::Tray).then_some(*paid - line.due.paid)
                }
                _ => None,
            })
            .sum();
        let (due_takes, due_pays) = self.next_sums();
        let due_pays = due_pays + revalued;
        let sums = Why::WrongSums { takes: due_takes, pays: due_pays };
        ensure((takes, pays) == (due_takes, due_pays), sums, law)?;
        let has = self.money.tray + takes;
        ensure(pays <= has, Why::TrayShort { has: self.money.tray }, Law::Product)?;
        let count = u8::try_from(lines.len()).unwrap_or(u8::MAX);
        events.push(What::Settled { position, lines: count }.by(law));
        Ok(events)
    }
}
