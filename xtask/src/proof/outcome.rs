//! The outcome of a piece: the clauses by what happened to them.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::mem::discriminant;

use rules::felt::Felt;
use rules::rulebook::Step;
use rules::{Citation, House};
use script::{Run, RunItem};
use table::{Answer, Event, Law, Role, View, What};

use super::golden::run::Came;

/// The outcome of a piece: a digest of all of it, and the clauses by what happened to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) digest: String,
    /// Somebody was refused by these.
    pub(crate) broken: BTreeSet<String>,
    /// Somebody was refused by each of these alone.
    pub(crate) alone: BTreeSet<String>,
    /// Somebody was refused by these, and the same act was accepted where it was done as they want it.
    pub(crate) heeded: BTreeSet<String>,
    /// Something was accepted by these, and written down.
    pub(crate) kept: BTreeSet<String>,
    /// Money moved by these.
    pub(crate) settled: BTreeSet<String>,
    /// The crew was reminded of these.
    pub(crate) reminded: BTreeSet<String>,
    /// These were shown on the layout, posted for players, or seen by one of them at the table.
    pub(crate) shown: BTreeSet<String>,
    /// The crew's checklist names these for who does the step.
    pub(crate) listed: BTreeSet<String>,
    /// Hands are ranked by these.
    pub(crate) ranked: BTreeSet<String>,
    /// The readings behind any of it, as `READING n`.
    pub(crate) readings: BTreeSet<String>,
}

/// Adds a citation to one of the sets.
pub(crate) fn cite(law: &Citation, clauses: &mut BTreeSet<String>, readings: &mut BTreeSet<String>) {
    clauses.extend(law.clauses.iter().map(ToString::to_string));
    readings.extend(law.readings.iter().map(|number| format!("READING {number}")));
}

impl Outcome {
    /// Somebody was refused by a law.
    pub(crate) fn refused(&mut self, law: &Citation) {
        cite(law, &mut self.broken, &mut self.readings);
        if let [only] = law.clauses.as_slice() {
            self.alone.insert(only.to_string());
        }
    }

    pub(super) fn of_run(&mut self, run: &Run) -> String {
        let house = &run.desk.state().house;
        let (mut tried, mut done) = (Vec::new(), HashSet::new());
        for shown in &run.shown {
            match shown {
                RunItem::Answered { command, answer } => {
                    self.of_answer(house, answer);
                    let act = discriminant(&command.act);
                    match &answer.verdict {
                        Err(refusal) => tried.push((act, refusal.law.cite(house))),
                        Ok(_) => drop(done.insert(act)),
                    }
                }
                RunItem::Linked { answer, .. } => self.of_answer(house, answer),
                RunItem::Reminded { clauses, .. } => self.reminded.extend(clauses.iter().map(ToString::to_string)),
                RunItem::View { who, view } if who.role == Role::Player => self.of_view(house, view),
                _ => {}
            }
        }
        for (_, law) in tried.iter().filter(|(act, _)| done.contains(act)) {
            cite(law, &mut self.heeded, &mut self.readings);
        }
        script::json::shown(run)
    }

    /// What a player sees: the lights of the sensors and the dealer's hand.
    fn of_view(&mut self, house: &House, view: &View) {
        let dealer = &view.dealer;
        if dealer.face_up
            && dealer.cards.len() == 3
            && dealer.cards.is_sorted_by_key(|card| Reverse(card.map(|face| face.0.rank())))
        {
            cite(Law::Step(Step::RevealDealer).cite(house), &mut self.shown, &mut self.readings);
        }
        for light in view.seats.iter().flat_map(|seat| &seat.lights) {
            let laws: &[Law] = match () {
                () if light.locked && light.lit => &[Law::System(light.wager), Law::Step(Step::LockOut)],
                () if light.detected && !light.locked => &[Law::Step(Step::Sense)],
                () => &[],
            };
            laws.iter().for_each(|law| cite(law.cite(house), &mut self.shown, &mut self.readings));
        }
    }

    fn of_answer(&mut self, house: &House, answer: &Answer) {
        match &answer.verdict {
            // A repeat only gives the first answer again.
            _ if answer.repeated => {}
            Ok(events) => events.iter().for_each(|event| self.of_event(house, event)),
            Err(refusal) => self.refused(refusal.law.cite(house)),
        }
    }

    fn of_event(&mut self, house: &House, event: &Event) {
        cite(event.law.cite(house), &mut self.kept, &mut self.readings);
        if let What::SheetDrawn { dues, .. } = &event.what {
            for due in dues {
                self.settled.extend(due.clause.iter().map(ToString::to_string));
                self.readings.extend(due.reading.iter().map(|number| format!("READING {number}")));
            }
        }
    }

    pub(super) fn of_round(&mut self, came: &Came) {
        match came {
            Came::Refused(refusals) => {
                refusals.iter().for_each(|refusal| self.refused(&refusal.cite));
            }
            Came::Settled(settled) => {
                for movement in &settled.movements {
                    self.settled.extend(movement.clauses.iter().cloned());
                    self.readings.extend(movement.readings.iter().map(|number| format!("READING {number}")));
                }
            }
        }
    }

    pub(super) fn of_felt(&mut self, felt: &Felt) {
        let areas = felt.areas.iter().map(|area| &area.law);
        let odds = felt.odds.iter().map(|odds| &odds.law);
        let words = felt.phrase.iter().chain([&felt.operator]).map(|words| &words.law);
        for law in areas.chain(odds).chain(words).chain(&felt.whole_sign) {
            cite(law, &mut self.shown, &mut self.readings);
        }
    }
}
