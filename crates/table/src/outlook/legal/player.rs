//! What a player may do: sit, buy in, wager within the limits, look, decide in turn, leave.

use rules::house::AmountChoices;
use rules::settle::Decision;
use rules::{Cents, Wager};

use super::Outlook;
use crate::act::{Act, Instrument};
use crate::electronic::terminal_of;
use crate::money::MOST;
use crate::offer::Choice;
use crate::state::Phase;

impl Outlook<'_> {
    pub(super) fn player(&mut self) {
        let state = self.state;
        let purse = state.money.purse(&self.who.person);
        let terminal = self.own_terminal();
        for position in 1..=state.positions() {
            match state.seat(position) {
                // A player with a terminal can sit at no other; there are many, so do not try them all.
                None if terminal.is_none_or(|own| own == terminal_of(position)) => self.exact(Act::Sit { position }),
                None => {}
                Some(seat) if seat.person == self.who.person => self.own(position),
                Some(_) => {}
            }
        }
        self.amount(Cents(state.tray_free().0.min(MOST - purse.0)), |amount| Act::BuyIn { amount });
        let free = self.state.free_chips(&self.who.person);
        self.amount(free, |amount| Act::CashOut { amount });
        self.amount(free, |amount| Act::Tip { amount });
        self.exact(Act::ViewFolded);
        for deck in state.decks_used() {
            if state.cut_offer(deck).is_some_and(|offer| offer.person == self.who.person) {
                self.cut(deck);
                self.exact(Act::DeclineCut { deck });
            }
        }
    }

    /// The terminal of this person, at an electronic table.
    fn own_terminal(&self) -> Option<u8> {
        let mut taken = self.state.taken().filter(|_| self.state.electronic());
        taken.find(|(_, seat)| seat.person == self.who.person).map(|(position, _)| terminal_of(position))
    }

    fn own(&mut self, position: u8) {
        let state = self.state;
        self.exact(Act::Rise { position });
        match state.phase() {
            Phase::Betting => Wager::BEFORE_DEAL.into_iter().for_each(|wager| self.wager(position, wager)),
            Phase::Deciding => {
                self.exact(Act::Look { position });
                let ante = state.seat(position).map(|seat| seat.stakes.ante);
                for decision in [Decision::Play, Decision::Fold, Decision::Forfeit] {
                    self.exact(Act::Decide { position, decision, amount: None, tip: false });
                }
                let decision = Decision::Play;
                for (amount, tip) in [(ante, false), (None, true), (ante, true)] {
                    self.exact(Act::Decide { position, decision, amount, tip });
                }
                self.exact(Act::Leave { position });
            }
            Phase::Showdown => {
                let decision = Decision::Forfeit;
                self.exact(Act::Decide { position, decision, amount: None, tip: false });
                self.exact(Act::Look { position });
                self.exact(Act::Leave { position });
            }
            Phase::Closing | Phase::Dealing => self.exact(Act::Leave { position }),
            Phase::Shut | Phase::Void => {}
        }
    }

    /// A wager: make or change it within its limits, or take it back.
    fn wager(&mut self, position: u8, wager: Wager) {
        let state = self.state;
        let (Some(seat), Some(AmountChoices { min, max, step })) = (state.seat(position), state.house.amounts(wager))
        else {
            return;
        };
        let before = seat.stakes.on(wager);
        let coupon = wager == Wager::MatchPlay;
        let with = if coupon { Instrument::Coupon } else { Instrument::Chips };
        if !before.is_zero() {
            self.exact(Act::Wager { position, wager, amount: Cents::ZERO, with });
        }
        let rich = if coupon { MOST } else { state.money.purse(&self.who.person).0 + before.0 };
        let (least, most) = state.house.tied(&seat.stakes, wager);
        let step = step.0;
        let up = |amount: i64| if amount <= min.0 { min.0 } else { min.0 + (amount - min.0 + step - 1) / step * step };
        let low = up(least.max(min).0);
        let high = most.min(max).0.min(rich);
        if high < low {
            return;
        }
        let high = low + (high - low) / step * step;
        let except = before.0;
        // The example must differ from the amount already there.
        let amount = if low == except { low + step } else { low };
        if amount <= high {
            let act = Act::Wager { position, wager, amount: Cents(amount), with };
            self.probe(act, [Choice::Amount { min: low, max: high, step, except }]);
        }
    }
}
