//! The stub: taken out, counted when it is due, and racked unexposed.

use rules::rulebook::Step;
use rules::rulebook::vocabulary::Irregularity;

use crate::awaited::Awaited;
use crate::decide::{Decided, ensure};
use crate::event::What;
use crate::law::Law;
use crate::refusal::Refusal;
use crate::state::{Phase, State, Stub};
use crate::who::Actor;
use crate::why::Why;

impl State {
    /// How many cards were found face up and are out of play for the round.
    pub(crate) fn aside(&self) -> u8 {
        u8::try_from(self.round.aside.len()).unwrap_or(0)
    }

    /// Checks that the deal is over, with the dealer's stack where it belongs.
    fn after_deal(&self, law: Law) -> Result<(), Refusal> {
        if self.late_stack() {
            self.during(&[Phase::Showdown], law)?;
            ensure(self.round.delivered, Why::Wanted { next: Awaited::DealerStack }, law)
        } else {
            self.during(&[Phase::Dealing, Phase::Showdown], law)?;
            ensure(self.everyone_has_three(), Why::NotDealtYet, law)
        }
    }

    pub(crate) fn take_stub(&self, by: &Actor) -> Decided {
        let law = self.law(Step::TakeStub);
        self.duty(by, Step::TakeStub)?;
        self.after_deal(law)?;
        ensure(self.round.stub == Stub::InDevice, Why::AlreadyDone, law)?;
        // With stacks, the community cards come from the stub; otherwise they are dealt before the stub leaves.
        let first = !self.by_stacks() && self.wants_community();
        ensure(!first, Why::Wanted { next: Awaited::Community }, self.law(Step::Community))?;
        ensure(!self.wants_cover(), Why::Wanted { next: Awaited::CoverCard }, Law::Step(Step::CoverDealerStack))?;
        Ok(vec![What::StubTaken { cards: self.undealt() }.by(law)])
    }

    pub(crate) fn count_stub(&self, by: &Actor, cards: u8, misdealt: bool, short: bool) -> Decided {
        let law = self.law(Step::CountStub);
        self.duty(by, Step::CountStub)?;
        ensure(self.house.book.stub.count_every.is_some(), Why::NotInBook, law)?;
        self.after_deal(law)?;
        ensure(self.round.stub == Stub::Taken, Why::AlreadyDone, law)?;
        ensure(!self.wants_community(), Why::Wanted { next: Awaited::Community }, self.law(Step::Community))?;
        ensure(!self.round.sheet_begun, Why::SettlementBegun, law)?;
        ensure(cards <= 60 && (misdealt || !short), Why::WrongCards, law)?;
        if misdealt && !short {
            // All 52 cards exist, so the stub cannot hold more than 52 less the cards set aside; and a correct stub
            // indicates no misdeal.
            ensure(cards <= 52 - self.aside(), Why::WrongCards, law)?;
            ensure(cards != self.undealt(), Why::StubFits { cards }, law)?;
        }
        // After a wrong count, the dealer finds out whether cards were misdealt.
        let told = if misdealt || cards != self.undealt() { self.law(Step::MisdealCheck) } else { law };
        let mut events = vec![What::StubCounted { cards, misdealt }.by(told)];
        // A misdeal voids the round, and an incomplete deck leaves the table (READING 69). Without a misdeal, the
        // stub's count alone decides.
        let what = match (misdealt, short) {
            (true, false) => Irregularity::StubWrongMisdealt,
            (true, true) => Irregularity::StubWrongBoth,
            (false, _) if cards != self.undealt() => Irregularity::StubWrong,
            (false, _) => return Ok(events),
        };
        let remedy = self.may_remedy(what, None, None)?;
        events.extend(self.remedied(what, remedy, None, None));
        Ok(events)
    }

    pub(crate) fn rack_stub(&self, by: &Actor) -> Decided {
        let law = self.law(Step::RackStub);
        self.duty(by, Step::RackStub)?;
        self.after_deal(law)?;
        ensure(matches!(self.round.stub, Stub::Taken | Stub::Counted), Why::AlreadyDone, law)?;
        ensure(!self.wants_community() && !self.held_for_community(), Why::Wanted { next: Awaited::Community }, law)?;
        ensure(self.round.stub == Stub::Counted || !self.count_due(), Why::CountDue, Law::StubCount)?;
        Ok(vec![What::StubRacked { cards: self.undealt() }.by(law)])
    }
}
