//! What floorpersons, supervisors, devices and the system may do besides the steps of the procedure: open and close,
//! resolve, validate, rule, correct, report.

use cards::Card;
use rules::rulebook::vocabulary::{Irregularity, Leaver};
use rules::{Cents, Level, Wager};

use super::Outlook;
use crate::act::{Act, Device, DeviceStatus, Holder, Resolution};
use crate::card::Face;
use crate::money::MOST;
use crate::offer::Choice;
use crate::state::{PROGRESSIVES, Phase};

const STATUSES: [DeviceStatus; 5] = [
    DeviceStatus::InService,
    DeviceStatus::OutOfOrder,
    DeviceStatus::Covered,
    DeviceStatus::Signed,
    DeviceStatus::Removed,
];

impl Outlook<'_> {
    pub(super) fn floor(&mut self) {
        let state = self.state;
        self.amount(Cents(MOST), |float| Act::OpenTable { float });
        self.exact(Act::CloseTable);
        self.amount(Cents(MOST - state.money.tray.0.min(MOST)), |amount| Act::Fill { amount });
        self.amount(state.tray_free(), |amount| Act::Credit { amount });
        for (position, _) in state.taken() {
            for wager in PROGRESSIVES {
                for resolution in [Resolution::Accept, Resolution::Return] {
                    self.exact(Act::Resolve { position, wager, resolution });
                }
                self.probe(Act::LightFault { position, wager, reason: self.any() }, [Choice::TEXT]);
                self.probe(Act::LeaveUnpaid { position, wager, reason: self.any() }, [Choice::TEXT]);
            }
        }
        self.leavers();
        let mut won: Vec<(u8, Wager)> = Vec::new();
        for line in state.open_lines() {
            let win = (line.due.position, line.due.wager);
            if !won.contains(&win) {
                won.push(win);
            }
        }
        for (position, wager) in won {
            self.exact(Act::Validate { position, wager });
            self.probe(Act::HandPay { position, wager, document: self.any() }, [Choice::TEXT]);
        }
        self.probe(Act::Ruling { text: self.any() }, [Choice::TEXT]);
        self.corrections();
        self.meters();
    }

    fn leavers(&mut self) {
        for (position, _) in self.state.taken() {
            for verdict in [Leaver::Abandoned, Leaver::FoldUndecided] {
                self.exact(Act::RuleLeaver { position, verdict });
            }
        }
    }

    /// Corrections of hands that were keyed in or read. The cards are not in the offer: not all of them lie face up.
    fn corrections(&mut self) {
        let state = self.state;
        if !state.observed() {
            return;
        }
        let positions = state.hands().map(|(position, _)| Holder::Position(position));
        for holder in positions.chain([Holder::Dealer, Holder::Community]) {
            let known: Vec<Face> = state.hand(holder).into_iter().flat_map(|hand| hand.known()).map(Face).collect();
            let count = u8::try_from(known.len()).unwrap_or(u8::MAX);
            if self.accepts(&Act::Correct { holder, cards: known, reason: self.any() }) {
                let act = Act::Correct { holder, cards: Vec::new(), reason: self.any() };
                self.offer(act, [Choice::Cards { count }, Choice::TEXT]);
            }
        }
    }

    /// Corrections of the meters, by two persons.
    fn meters(&mut self) {
        let state = self.state;
        for (wager, bank) in PROGRESSIVES.into_iter().zip(&state.banks) {
            let Some(bank) = bank else { continue };
            let levels: Vec<Level> = bank.levels().map(|(level, _)| level).collect();
            for level in levels {
                let Some((min, max)) = state.corrections(wager, level) else { continue };
                let amount = if max > 0 { 1 } else { -1 };
                let act = Act::ProposeMeter { wager, level, amount, reason: self.any() };
                self.probe(act, [Choice::Amount { min, max, step: 1, except: 0 }, Choice::TEXT]);
            }
            self.exact(Act::ApproveMeter { wager });
            self.exact(Act::DeclineMeter { wager });
        }
    }

    pub(super) fn device(&mut self) {
        let state = self.state;
        for (position, _) in state.taken() {
            for wager in PROGRESSIVES {
                for detected in [false, true] {
                    self.exact(Act::Sense { position, wager, detected });
                }
            }
        }
    }

    pub(super) fn system(&mut self) {
        let state = self.state;
        for (position, _) in state.taken() {
            self.exact(Act::Lost { position });
            self.exact(Act::Back { position });
            let until = state.asked_by(self.command.at);
            self.probe(Act::TimeUp { position, since: until }, [Choice::Moment { until }]);
        }
        self.leavers();
        self.settle();
        for (wager, bank) in PROGRESSIVES.into_iter().zip(&state.banks) {
            if bank.is_some() {
                self.offer(Act::SyncMeters { wager }, []);
            }
        }
    }

    /// What can be reported now, and the status of devices.
    pub(super) fn irregular(&mut self) {
        let state = self.state;
        self.probe(Act::CallFloor { reason: self.any() }, [Choice::TEXT]);
        self.probe(Act::Resume { reason: self.any() }, [Choice::TEXT]);
        if !matches!(state.phase(), Phase::Shut | Phase::Void) {
            let positions = || state.hands().map(|(position, _)| Some(Holder::Position(position)));
            for what in Irregularity::ALL {
                match what {
                    Irregularity::PlayerCardExposed | Irregularity::LookedTooEarly => {
                        positions().for_each(|holder| self.report(*what, holder))
                    }
                    Irregularity::DealerCardExposed => self.report(*what, Some(Holder::Dealer)),
                    Irregularity::WrongNumber => {
                        let others = [None, Some(Holder::Dealer), Some(Holder::Community)];
                        positions().chain(others).for_each(|holder| self.report(*what, holder));
                    }
                    _ => self.report(*what, None),
                }
            }
        }
        self.statuses();
    }

    fn report(&mut self, what: Irregularity, holder: Option<Holder>) {
        let state = self.state;
        if state.may_report(self.who, self.command.at, what, holder, None).is_ok() {
            self.offer(Act::Report { what, holder, card: None }, []);
        }
        if self.state.observed() {
            let known = self.state.known_cards();
            let card = Card::ALL.into_iter().find(|card| !known.contains(*card)).map(Face);
            if self.accepts(&Act::Report { what, holder, card }) {
                self.offer(Act::Report { what, holder, card: None }, [Choice::Card]);
            }
        }
    }

    pub(super) fn statuses(&mut self) {
        for device in [Device::Shuffler, Device::Shoe, Device::Controller] {
            for status in STATUSES {
                if self.state.may_set_device(self.who, device, status).is_ok() {
                    self.offer(Act::SetDevice { device, status }, []);
                }
            }
        }
    }
}
