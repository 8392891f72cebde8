//! The stub: taken out, counted when it is due, and racked unexposed.

use rules::rulebook::Step;
use rules::rulebook::vocabulary::Irregularity;

use crate::decide::{Verdict, ensure};
use crate::event::What;
use crate::law::Law;
use crate::refusal::{Refusal, Why};
use crate::state::{Phase, State, Stub};
use crate::who::Actor;

impl State {
    /// What comes after the deal, with the dealer's stack where it belongs.
    fn after_deal(&self, law: Law) -> Result<(), Refusal> {
        if self.late_stack() {
            self.during(&[Phase::Showdown], law)?;
            ensure(self.round.delivered, Why::Wanted { next: "the dealer's stack" }, law)
        } else {
            self.during(&[Phase::Dealing, Phase::Showdown], law)?;
            ensure(self.everyone_has_three(), Why::NotDealtYet, law)
        }
    }

    pub(crate) fn take_stub(&self, by: &Actor) -> Verdict {
        let law = Law::Step(Step::TakeStub);
        self.duty(by, Step::TakeStub)?;
        self.after_deal(law)?;
        ensure(self.round.stub == Stub::InDevice, Why::AlreadyDone, law)?;
        // From a stack the community cards come out of the stub, else they are dealt before it leaves.
        let first = !self.by_stacks() && self.wants_community();
        ensure(!first, Why::Wanted { next: "the community cards" }, Law::Step(Step::Community))?;
        ensure(!self.wants_cover(), Why::Wanted { next: "the cover card" }, Law::Step(Step::CoverDealerStack))?;
        Ok(vec![What::StubTaken { cards: self.undealt() }.by(law)])
    }

    pub(crate) fn count_stub(&self, by: &Actor, cards: u8, misdealt: bool) -> Verdict {
        let law = Law::Step(Step::CountStub);
        self.duty(by, Step::CountStub)?;
        ensure(self.house.book.stub.count_every.is_some(), Why::NotHere, law)?;
        self.after_deal(law)?;
        ensure(self.round.stub == Stub::Taken, Why::AlreadyDone, law)?;
        ensure(!self.wants_community(), Why::Wanted { next: "the community cards" }, Law::Step(Step::Community))?;
        ensure(cards <= 60, Why::WrongCards, law)?;
        let mut events = vec![What::StubCounted { cards, misdealt }.by(law)];
        if cards != self.undealt() {
            // Stub and dealt cards make 52, or the round is void; whether the cards were misdealt decides about the
            // deck (READING 69).
            let whole = misdealt && u16::from(cards) + u16::from(52 - self.undealt()) == 52;
            let what = match (misdealt, whole) {
                (true, true) => Irregularity::StubWrongMisdealt,
                (true, false) => Irregularity::StubWrongBoth,
                (false, _) => Irregularity::StubWrong,
            };
            events.extend(self.remedied(what, None, None)?);
        } else if misdealt {
            // Fifty-two cards are there, but somebody has too many or too few.
            events.extend(self.remedied(Irregularity::StubWrongMisdealt, None, None)?);
        }
        Ok(events)
    }

    pub(crate) fn rack_stub(&self, by: &Actor) -> Verdict {
        let law = Law::Step(Step::RackStub);
        self.duty(by, Step::RackStub)?;
        self.after_deal(law)?;
        ensure(matches!(self.round.stub, Stub::Taken | Stub::Counted), Why::AlreadyDone, law)?;
        ensure(
            !self.wants_community() && !self.held_for_community(),
            Why::Wanted { next: "the community cards" },
            law,
        )?;
        ensure(self.round.stub == Stub::Counted || !self.count_due(), Why::CountDue, Law::StubCount)?;
        Ok(vec![What::StubRacked { cards: self.undealt() }.by(law)])
    }
}
