//! What somebody may do now. Each offer is an act that would be accepted, with the fields that are free to choose.

mod dealer;
mod floor;
mod player;

use std::sync::Arc;

use rules::Cents;

use crate::act::{Act, Command};
use crate::decide::decide_for;
use crate::money::MOST;
use crate::offer::{Choice, Offer};
use crate::state::State;
use crate::who::{Actor, Moment, Role};

/// Everything that somebody may do now.
#[must_use]
pub fn legal(state: &State, who: &Actor, at: Moment) -> Vec<Offer> {
    if !who.person.is_sound() || state.comes_on_duty(who).is_err() {
        return Vec::new();
    }
    let command = Command::new("", who.clone(), at, Act::CloseTable);
    let mut desk = Outlook { state, who, command, text: "…".into(), offers: Vec::with_capacity(32) };
    match who.role {
        Role::Player => desk.player(),
        Role::Dealer => {
            desk.steps();
            desk.decks();
            desk.irregular();
        }
        Role::Floorperson | Role::Supervisor => {
            desk.floor();
            desk.steps();
            desk.decks();
            desk.irregular();
        }
        Role::Device => {
            desk.device();
            desk.steps();
            desk.decks();
            desk.irregular();
        }
        Role::System => {
            desk.system();
            desk.statuses();
        }
        Role::Surveillance => {}
    }
    if state.held.is_some() {
        desk.offers.retain(|offer| state.passes_hold(&offer.act).is_ok());
    }
    desk.offers
}

/// A person at the table, and the offers found so far.
struct Outlook<'s> {
    state: &'s State,
    who: &'s Actor,
    /// The command used to try out acts.
    command: Command,
    /// Any text will do.
    text: Arc<str>,
    offers: Vec<Offer>,
}

impl Outlook<'_> {
    fn any(&self) -> Arc<str> {
        self.text.clone()
    }

    fn tried(&mut self, act: Act) -> (bool, Act) {
        self.command.act = act;
        let accepted = decide_for(self.state, &self.command).is_ok();
        (accepted, std::mem::replace(&mut self.command.act, Act::CloseTable))
    }

    fn accepts(&mut self, act: &Act) -> bool {
        self.tried(act.clone()).0
    }

    /// Offers an act if it would be accepted as it is.
    fn exact(&mut self, act: Act) {
        self.probe(act, []);
    }

    /// Offers an act with choices, if this example of it would be accepted.
    fn probe<const N: usize>(&mut self, act: Act, choices: [Choice; N]) {
        if let (true, act) = self.tried(act) {
            self.offer(act, choices);
        }
    }

    /// Offers an act that is known to be accepted.
    fn offer<const N: usize>(&mut self, act: Act, choices: [Choice; N]) {
        self.offers.push(Offer::new(act, choices));
    }

    /// Offers an act with any amount up to `max`.
    fn amount(&mut self, max: Cents, act: impl Fn(Cents) -> Act) {
        if max >= self.state.house.currency.smallest() {
            let least = self.state.house.currency.smallest();
            let max = max.min(Cents(MOST)).round_down_to(least).0;
            self.probe(act(least), [Choice::Amount { min: least.0, max, step: least.0, except: 0 }]);
        }
    }
}
