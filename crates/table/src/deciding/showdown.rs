//! The hands are turned up and settled: the dealer's first, then position by position in the book's order. A second
//! person validates what the book wants validated.

use std::sync::Arc;

use cards::{Card, Three};
use rules::rulebook::Step;
use rules::{Cents, Outcome, Wager};

use crate::awaited::Awaited;
use crate::card::Face;
use crate::decide::{Decided, ensure, refuse};
use crate::event::{Payer, What};
use crate::law::Law;
use crate::refusal::Refusal;
use crate::sheet::JustSeen;
use crate::state::{Hand, Phase, Seat, SheetLine, State, slot};
use crate::who::{Actor, Role};
use crate::why::Why;

impl State {
    /// The cards of a hand being turned up: known already, or keyed in now.
    pub(crate) fn turned<const N: usize>(
        &self,
        hand: &Hand,
        keyed: Option<&[Face; N]>,
        law: Law,
    ) -> Result<[Face; N], Refusal> {
        let known: Vec<Card> = hand.known().collect();
        match (<[Card; N]>::try_from(known), keyed) {
            (Ok(known), None) => Ok(known.map(Face)),
            (Ok(_), Some(_)) => refuse(Why::CardsNotWanted, law),
            (Err(_), None) => refuse(Why::CardsWanted, law),
            (Err(_), Some(keyed)) => {
                let others = self.known_cards_but(hand);
                // Cards already known must be among the keyed ones.
                let lost = hand.known().map(Face).find(|card| !keyed.contains(card));
                ensure(lost.is_none(), Why::CardLeftOut { card: lost.unwrap_or(keyed[0]) }, law)?;
                self.others_than(others, keyed)?;
                Ok(*keyed)
            }
        }
    }

    /// The same for three cards, with the hand they make.
    pub(crate) fn turned_three(
        &self,
        hand: &Hand,
        keyed: Option<&[Face; 3]>,
        law: Law,
    ) -> Result<([Face; 3], Three), Refusal> {
        let cards = self.turned(hand, keyed, law)?;
        match Three::new(cards[0].0, cards[1].0, cards[2].0) {
            Ok(three) => Ok((cards, three)),
            Err(_) => refuse(Why::CardTwice { card: cards[0] }, law),
        }
    }

    /// Hands are turned up only at the showdown; they are dealt face down.
    fn at_showdown(&self, law: Law) -> Result<(), Refusal> {
        let dealing = self.phase() == Phase::Dealing;
        self.during(&[Phase::Showdown], if dealing { self.law(Step::FaceDown) } else { law })
    }

    pub(crate) fn reveal_dealer(&self, by: &Actor, keyed: Option<&[Face; 3]>) -> Decided {
        let law = Law::Step(Step::RevealDealer);
        self.duty(by, Step::RevealDealer)?;
        self.at_showdown(law)?;
        ensure(!self.round.dealer.revealed, Why::AlreadyDone, law)?;
        if self.late_stack() {
            ensure(self.round.delivered, Why::Wanted { next: Awaited::DealerStack }, self.law(Step::DealerStack))?;
            ensure(self.after_deal_done(), Why::Wanted { next: Awaited::Stub }, self.law(Step::TakeStub))?;
        }
        self.forfeits_collected(law)?;
        let (cards, dealer) = self.turned_three(&self.round.dealer, keyed, law)?;
        let mut events = vec![What::DealerRevealed { cards }.by(law)];
        events.extend(self.draw_sheet(JustSeen { dealer: Some(dealer), ..JustSeen::default() }));
        Ok(events)
    }

    pub(crate) fn reveal(&self, by: &Actor, position: u8, keyed: Option<&[Face; 3]>) -> Decided {
        if self.electronic() {
            return self.reveal_shared(by, position, keyed);
        }
        let law = Law::Step(Step::RevealHand);
        self.duty(by, Step::RevealHand)?;
        self.at_showdown(law)?;
        ensure(self.round.dealer.revealed, Why::Wanted { next: Awaited::DealerHand }, law)?;
        let seat = self.seat_at(position, law)?;
        ensure(seat.hand.count > 0 && !seat.hand.revealed && !seat.hand.racked, Why::AlreadyDone, law)?;
        ensure(self.hand_lives(seat), Why::HandNotNeeded, law)?;
        self.last_is_finished(position)?;
        match self.next_reveal() {
            Some(next) => ensure(next == position, Why::RevealFirst { position: next }, Law::Settlement)?,
            None => {
                let position = self.next_lines().first().map_or(position, |line| line.due.position);
                return refuse(Why::SettleNext { position }, self.finishes_law());
            }
        }
        // Cards unknown to the program must lie face up before the first hand is settled by them (READING 70).
        let hidden = self.piece_by_piece() && self.round.community.count == 2 && !self.round.community.revealed;
        ensure(!hidden, Why::Wanted { next: Awaited::Community }, Law::Step(Step::RevealCommunity))?;
        let (cards, hand) = self.turned_three(&seat.hand, keyed, law)?;
        let mut events = vec![What::Revealed { position, cards }.by(law)];
        if !self.round.sheet_begun || self.piece_by_piece() {
            events.extend(self.draw_sheet(JustSeen { hand: Some((position, hand)), ..JustSeen::default() }));
        }
        Ok(events)
    }

    pub(crate) fn reveal_community(&self, by: &Actor, keyed: Option<&[Face; 2]>) -> Decided {
        let law = Law::Step(Step::RevealCommunity);
        self.duty(by, Step::RevealCommunity)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(self.round.dealer.revealed, Why::Wanted { next: Awaited::DealerHand }, law)?;
        ensure(self.round.community.count == 2, Why::NotDealtYet, law)?;
        ensure(!self.round.community.revealed, Why::AlreadyDone, law)?;
        let cards = self.turned(&self.round.community, keyed, law)?;
        let mut events = vec![What::CommunityRevealed { cards }.by(law)];
        let community = Some(cards.map(|card| card.0));
        events.extend(self.draw_sheet(JustSeen { community, ..JustSeen::default() }));
        Ok(events)
    }

    /// A position's unsettled win of a wager for which `done` is false: an envy bonus may be won more than once.
    fn won_line(&self, position: u8, wager: Wager, done: impl Fn(&SheetLine) -> bool) -> Option<&SheetLine> {
        let mut won = self.open_lines().iter().filter(|line| {
            line.due.position == position && line.due.wager == wager && line.due.outcome == Outcome::Won
        });
        won.clone().find(|line| !done(line)).or_else(|| won.next())
    }

    /// The same, once everybody has seen the hands that decide it, so that nobody learns of it early.
    fn seen_win(
        &self,
        position: u8,
        wager: Wager,
        law: Law,
        done: impl Fn(&SheetLine) -> bool,
    ) -> Result<&SheetLine, Refusal> {
        self.seat_at(position, law)?;
        let line = self.won_line(position, wager, done).filter(|line| self.is_public(line));
        line.ok_or(Refusal { why: Why::NotAWin, law })
    }

    pub(crate) fn spot(&self, by: &Actor, position: u8, wager: Wager) -> Decided {
        let law = Law::Step(Step::Spot);
        self.duty(by, Step::Spot)?;
        ensure(self.house.book.procedure.has(Step::Spot), Why::NotInBook, law)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(self.round.dealer.revealed, Why::Wanted { next: Awaited::DealerHand }, law)?;
        ensure(!self.round.game_ended, Why::GameIsOver, Law::Step(Step::EndGame))?;
        let Some(slot) = slot(wager).filter(|_| self.house.offers(wager)) else {
            return refuse(Why::NotOffered { wager }, law);
        };
        let seat = self.seat_at(position, law)?;
        let sensor = &seat.sensors[slot];
        ensure(sensor.locked, Why::NoChip, law)?;
        let validated = self.won_line(position, wager, |line| line.validated).is_some_and(|line| line.validated);
        ensure(!(sensor.spotted && validated), Why::AlreadyDone, Law::Step(Step::SpotUndo))?;
        let step = if sensor.spotted { Step::SpotUndo } else { Step::Spot };
        Ok(vec![What::Spotted { position, wager, on: !sensor.spotted }.step(step)])
    }

    /// Checks that the light of a winning progressive wager is lit, or its failure recorded.
    fn light(&self, position: u8, wager: Wager) -> Result<(), Refusal> {
        let Some((seat, slot)) = self.seat(position).zip(slot(wager)) else {
            return Ok(());
        };
        let sensor = &seat.sensors[slot];
        ensure(sensor.lit || sensor.faulted, Why::LightDark, Law::Step(Step::VerifyLight))?;
        let wanted = self.house.book.procedure.has(Step::Spot);
        ensure(sensor.spotted || !wanted, Why::SpotFirst, Law::Step(Step::Spot))
    }

    pub(crate) fn validate(&self, by: &Actor, position: u8, wager: Wager) -> Decided {
        let law = Law::Validation(wager);
        self.during(&[Phase::Showdown], law)?;
        let line = self.seen_win(position, wager, law, |line| line.validated)?;
        let Some(needs) = line.due.validated_by else {
            return refuse(Why::NotAWin, law);
        };
        ensure(by.serves(needs), Why::WrongRole { needs }, law)?;
        ensure(!line.validated, Why::AlreadyDone, law)?;
        let unverified = self.wants_verified(line);
        ensure(!unverified, Why::Wanted { next: Awaited::HandVerified }, Law::Step(Step::VerifyHand))?;
        self.light(position, wager)?;
        let mut events = Vec::with_capacity(3);
        events.extend(self.award_events(line)?);
        events.push(What::Validated { position, wager }.by(law));
        Ok(events)
    }

    /// The events of winning a share of a meter: the bank's entry, and a new amount if the meter has moved.
    fn award_events(&self, line: &SheetLine) -> Decided {
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

    /// Whether the dealer must verify the hand of a progressive winner.
    pub(crate) fn wants_verified(&self, line: &SheetLine) -> bool {
        !line.verified && slot(line.due.wager).is_some() && self.house.book.procedure.has(Step::VerifyHand)
    }

    pub(crate) fn verify_hand(&self, by: &Actor, position: u8, wager: Wager) -> Decided {
        let law = Law::Step(Step::VerifyHand);
        self.duty(by, Step::VerifyHand)?;
        ensure(self.house.book.procedure.has(Step::VerifyHand), Why::NotInBook, law)?;
        self.during(&[Phase::Showdown], law)?;
        ensure(slot(wager).is_some(), Why::NotAWin, law)?;
        let line = self.seen_win(position, wager, law, |line| line.verified)?;
        ensure(!line.verified, Why::AlreadyDone, law)?;
        Ok(vec![What::HandVerified { position, wager }.by(law)])
    }

    pub(crate) fn light_fault(&self, by: &Actor, position: u8, wager: Wager, reason: &Arc<str>) -> Decided {
        self.may_judge_light(by, position, wager, reason)?;
        Ok(vec![What::LightFaulted { position, wager, reason: reason.clone() }.step(Step::VerifyLight)])
    }

    /// Checks that somebody may rule on a dark light: a fault, or no wager that counts (READING 43).
    fn may_judge_light(&self, by: &Actor, position: u8, wager: Wager, reason: &Arc<str>) -> Result<(), Refusal> {
        let law = Law::Step(Step::VerifyLight);
        self.role(by, &[Role::Floorperson, Role::Supervisor], law)?;
        self.during(&[Phase::Showdown], law)?;
        crate::words::reason(reason, law)?;
        let Some(slot) = slot(wager) else {
            return refuse(Why::NotOffered { wager }, law);
        };
        let seat = self.seat_at(position, law)?;
        let sensor = &seat.sensors[slot];
        ensure(!sensor.unpaid, Why::AlreadyDone, law)?;
        ensure(sensor.locked && !sensor.lit && !sensor.faulted, Why::LightLit, law)
    }

    pub(crate) fn leave_unpaid(&self, by: &Actor, position: u8, wager: Wager, reason: &Arc<str>) -> Decided {
        let law = Law::Step(Step::VerifyLight);
        self.may_judge_light(by, position, wager, reason)?;
        let line = self.seen_win(position, wager, law, |line| line.validated)?;
        ensure(!line.validated, Why::AlreadyDone, law)?;
        let mut events = vec![What::LeftUnpaid { position, wager, reason: reason.clone() }.by(law)];
        if self.shared_with_others(position, wager) {
            // Others who won from the same meter now have a different share of it.
            let mut left = self.clone();
            left.with_sensor(position, wager, |sensor| sensor.unpaid = true);
            events.extend(left.drawn_anew(law)?);
        }
        Ok(events)
    }

    /// Whether somebody else was given part of what a position wins from a meter.
    fn shared_with_others(&self, position: u8, wager: Wager) -> bool {
        let part = |line: &SheetLine| line.due.award.filter(|_| line.due.wager == wager).map(|(level, _)| level);
        let own = |line: &&SheetLine| line.due.position == position;
        let given = self.round.sheet.iter().enumerate().filter(|(at, line)| *at < self.round.settled || line.validated);
        let given: Vec<_> = given.map(|(_, line)| line).filter(|line| !own(line)).filter_map(part).collect();
        self.open_lines().iter().filter(own).filter_map(part).any(|level| given.contains(&level))
    }

    /// The role that brings a payment from outside the tray.
    pub(crate) fn hand_pay_by(&self) -> Role {
        let procedure = &self.house.book.procedure;
        if procedure.has(Step::HandPay) { procedure.by(Step::HandPay) } else { Role::Floorperson }
    }

    pub(crate) fn hand_pay(&self, by: &Actor, position: u8, wager: Wager, document: &Arc<str>) -> Decided {
        let law = Law::Step(Step::HandPay);
        let needs = self.hand_pay_by();
        ensure(by.serves(needs), Why::WrongRole { needs }, law)?;
        self.during(&[Phase::Showdown], law)?;
        crate::words::reason(document, law)?;
        let line = self.seen_win(position, wager, law, |line| line.document.is_some())?;
        ensure(line.due.payer == Payer::HandPay, Why::NotHandPay, law)?;
        ensure(line.document.is_none(), Why::AlreadyDone, law)?;
        if let Some(by) = line.due.validated_by.filter(|_| !line.validated) {
            return refuse(Why::ValidateFirst { by }, Law::Validation(wager));
        }
        Ok(vec![What::HandPaid { position, wager, document: document.clone() }.by(law)])
    }

    /// What the next lines take, and what they pay from the tray at the current meters.
    #[must_use]
    pub fn next_sums(&self) -> (Cents, Cents) {
        let lines = self.next_lines();
        let pays = |line: &SheetLine| match self.award(&line.due) {
            // A validated win was paid out of its meter when it was validated.
            Ok(Some(award)) if !line.validated && line.due.payer == Payer::Tray => award.paid,
            _ => line.due.pays_from_tray(),
        };
        (lines.iter().map(|line| line.due.takes()).sum(), lines.iter().map(pays).sum())
    }

    /// Whether the community cards must lie face up before the next lines are settled.
    pub(crate) fn wants_open_community(&self) -> bool {
        if self.round.community.count < 2 || self.round.community.revealed {
            return false;
        }
        // An envy bonus may come from any hand: asking for the cards at a certain time must not reveal that one is due.
        let five = self.house.progressive_terms(Wager::FiveCardProgressive);
        let envy = five.is_some_and(|terms| terms.envy.is_some());
        self.next_lines()
            .iter()
            .filter(|line| line.due.outcome != Outcome::Forfeited)
            .any(|line| envy || matches!(line.due.wager, Wager::FiveCardProgressive | Wager::FiveCardEnvy))
    }

    /// Where the book finishes one hand before the next begins, a finished hand goes to the rack first.
    fn last_is_finished(&self, next: u8) -> Result<(), Refusal> {
        if self.house.settlement().finishes.is_none() || self.electronic() {
            return Ok(());
        }
        match self.done_with().filter(|done| *done != next) {
            Some(position) => refuse(Why::RackNext { position }, Law::Finishes),
            None => Ok(()),
        }
    }

    /// The law that puts one hand after another's wagers.
    fn finishes_law(&self) -> Law {
        if self.house.settlement().finishes.is_some() { Law::Finishes } else { Law::Settlement }
    }

    /// A finished hand that is still on the table.
    pub(crate) fn done_with(&self) -> Option<u8> {
        let done = |(position, seat): &(u8, &Seat)| {
            seat.hand.on_table() > 0
                && seat.hand.revealed
                && self.round.sheet_begun
                && !self.hand_is_bound(*position, seat)
        };
        let mut hands = self.in_round();
        let next = if self.clockwise() { hands.find(done) } else { hands.rfind(done) };
        next.map(|(position, _)| position)
    }

    pub(crate) fn settle(&self, by: &Actor, position: u8, takes: Cents, pays: Cents) -> Decided {
        let law = Law::Settlement;
        self.role(by, self.settled_by(), law)?;
        self.during(&[Phase::Showdown], law)?;
        // Forfeits are taken before the dealer's hand is turned up, the rest after.
        let begun = self.round.dealer.revealed || self.round.settled < self.round.forfeits;
        ensure(begun, Why::Wanted { next: Awaited::DealerHand }, law)?;
        if let Some(position) = self.next_reveal() {
            return refuse(Why::RevealFirst { position }, Law::Step(Step::RevealHand));
        }
        let lines = self.next_lines();
        let Some(next) = lines.first().map(|line| line.due.position) else {
            return refuse(Why::NothingToSettle, law);
        };
        let hidden = self.wants_open_community();
        ensure(!hidden, Why::Wanted { next: Awaited::Community }, Law::Step(Step::RevealCommunity))?;
        let order = if self.round.sheet_begun { law } else { Law::Forfeits };
        // For a line asked for too early, the law is that of its own pass.
        let asked = self.open_lines().iter().find(|line| line.due.position == position);
        let pass = asked.or_else(|| lines.first()).map_or(order, |line| self.pass_law(line));
        ensure(next == position, Why::SettleNext { position: next }, pass)?;
        self.last_is_finished(position)?;
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
        let (due_takes, due_pays) = self.next_sums();
        let sums = Why::WrongSums { takes: due_takes, pays: due_pays };
        ensure((takes, pays) == (due_takes, due_pays), sums, pass)?;
        let has = self.money.tray + takes;
        ensure(pays <= has, Why::TrayShort { has: self.money.tray }, Law::Product)?;
        let count = u8::try_from(lines.len()).unwrap_or(u8::MAX);
        events.push(What::Settled { position, lines: count }.by(order));
        Ok(events)
    }
}
