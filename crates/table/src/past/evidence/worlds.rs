//! Every fitting round: unknown cards are tried one by one where they matter, and only counted where they do not.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{CardSet, Three};
use rules::hand::HandName;
use rules::settle::{Account, Movement, Round, settle, totals};
use rules::{Cents, House};

use super::draw::{completions, fill, put};
use super::finding::{Finding, RoundAnswer};
use super::slots::{self, Deal, Slot};
use super::{Evidence, EvidenceFault, KnownAmount, PLAYED_MAX, Question, WORLDS_MAX, layouts, needs};
use crate::act::Holder;
use crate::past::{rack, words};

/// One way to read the evidence, with its hands split into those that matter and those that do not.
struct Hypothesis<'r> {
    layout: &'r Round,
    deal: Deal,
    matters: Vec<Slot>,
    /// In how many ways the other hands can be completed.
    others: u128,
}

pub(super) fn examine(house: &Arc<House>, evidence: &Evidence) -> Result<Finding, EvidenceFault> {
    slots::validate(house, evidence)?;
    asked_of_somebody(evidence)?;
    let layouts = layouts::layouts(house, evidence)?;
    let needed = needs::needed(house, evidence, &layouts);
    let played = evidence.rack.as_ref().is_some_and(|rack| rack.order.is_none());
    let bound = if played { PLAYED_MAX } else { WORLDS_MAX };
    let mut hypotheses: Vec<Hypothesis<'_>> = Vec::new();
    let mut count = Some(0_u128);
    for layout in &layouts {
        // Each order of the rack is a separate hypothesis; there is no need to list more than may be examined.
        if hypotheses.len() as u64 > bound {
            return Err(EvidenceFault::TooMany { worlds: None, bound, wanted: wanted(&hypotheses[0].matters) });
        }
        for deal in slots::deals(house, evidence, layout) {
            let matters: Vec<Slot> = deal.slots.iter().filter(|slot| needed.contains(&slot.holder)).cloned().collect();
            let (tried, left) = completions(matters.iter(), deal.unseen.len());
            let free = deal.slots.iter().filter(|slot| !needed.contains(&slot.holder));
            let (others, _) = completions(free, left);
            count = count.zip(tried).and_then(|(count, tried)| count.checked_add(tried));
            let Some(others) = others else {
                return Err(EvidenceFault::TooMany { worlds: None, bound, wanted: wanted(&matters) });
            };
            hypotheses.push(Hypothesis { layout, deal, matters, others });
        }
    }
    if count.is_none_or(|count| count > u128::from(bound)) {
        let wanted = hypotheses.first().map_or_else(Vec::new, |hypothesis| wanted(&hypothesis.matters));
        return Err(EvidenceFault::TooMany { worlds: count, bound, wanted });
    }
    let asked = match evidence.question {
        Question::Due { position, .. } | Question::Total { position } => Some(position),
        Question::Held { .. } | Question::Made { .. } => None,
    };
    // A payment depends on every wager of the position, so it is asked for only where all their hands are tried.
    let all_tried =
        |position: &u8| needs::of_position(house, &layouts, *position).iter().all(|holder| needed.contains(holder));
    let mut tally = Search::new(house, evidence, &hypotheses, asked.filter(all_tried));
    for hypothesis in &hypotheses {
        tally.hypothesis = Some(hypothesis);
        let mut round = hypothesis.layout.clone();
        fill(&hypothesis.matters, hypothesis.deal.unseen, &mut round, &mut |round, unseen| tally.look(round, unseen));
        if tally.overflow {
            return Err(EvidenceFault::TooMany { worlds: None, bound, wanted: wanted(&hypothesis.matters) });
        }
    }
    Ok(tally.finding())
}

/// Checks that the question is about somebody who was in the round.
fn asked_of_somebody(evidence: &Evidence) -> Result<(), EvidenceFault> {
    let seated = |position: u8| evidence.positions.iter().any(|other| other.position == position);
    let (place, there) = match &evidence.question {
        Question::Due { position, .. } => ("question.due.position", seated(*position)),
        Question::Total { position } => ("question.total.position", seated(*position)),
        Question::Held { by, cards } => {
            if cards.0.is_empty() || cards.0.len() > 3 || cards.0.contains(&None) {
                return Err(EvidenceFault::wrong("question.held.cards", "name one to three cards"));
            }
            ("question.held.by", by.0.is_some_and(|holder| holds_three(holder, &seated)))
        }
        Question::Made { by, hand } => {
            if hand.three_card_order().is_none() {
                return Err(EvidenceFault::wrong("question.made.hand", format!("{hand} is not a hand of three cards")));
            }
            ("question.made.by", by.0.is_some_and(|holder| holds_three(holder, &seated)))
        }
    };
    if there {
        Ok(())
    } else {
        Err(EvidenceFault::wrong(place, "give a position of the round, or the dealer where that is possible"))
    }
}

fn holds_three(holder: Holder, seated: &dyn Fn(u8) -> bool) -> bool {
    match holder {
        Holder::Position(position) => seated(position),
        Holder::Dealer => true,
        Holder::Community => false,
    }
}

/// The hands with the most unknown cards, as advice what to find out.
fn wanted(matters: &[Slot]) -> Vec<String> {
    let mut open: Vec<&Slot> = matters.iter().filter(|slot| slot.missing() > 0).collect();
    open.sort_by_key(|slot| std::cmp::Reverse(slot.missing()));
    open.iter()
        .map(|slot| format!("the cards of {} ({} unknown)", words::holder(slot.holder), slot.missing()))
        .collect()
}

/// Something unknown that could be found out. For each of its values: the one answer that goes with it, or `None` if
/// there are several.
struct Unknown {
    name: String,
    what: Item,
    answers: BTreeMap<u64, Option<usize>>,
}

#[derive(Clone, Copy)]
enum Item {
    Hand(Holder),
    Decision(usize),
    Wager(usize, rules::Wager),
    Paid(u8),
}

/// What has been found so far.
struct Search<'t> {
    house: &'t Arc<House>,
    evidence: &'t Evidence,
    hypothesis: Option<&'t Hypothesis<'t>>,
    replies: Vec<(RoundAnswer, u128, Round)>,
    examined: u64,
    open: Vec<Unknown>,
    movements: Vec<Movement<'t>>,
    overflow: bool,
}

impl<'t> Search<'t> {
    fn new(
        house: &'t Arc<House>,
        evidence: &'t Evidence,
        hypotheses: &'t [Hypothesis<'t>],
        paid: Option<u8>,
    ) -> Search<'t> {
        let mut open = Vec::new();
        let mut add = |name: String, what: Item| open.push(Unknown { name, what, answers: BTreeMap::new() });
        let holders = evidence.positions.iter().map(|position| Holder::Position(position.position));
        for holder in holders.clone().chain([Holder::Dealer, Holder::Community]) {
            let is_open = |slot: &Slot| slot.holder == holder && slot.missing() > 0;
            if hypotheses.iter().any(|hypothesis| hypothesis.matters.iter().any(is_open)) {
                add(format!("the cards of {}", words::holder(holder)), Item::Hand(holder));
            }
        }
        for (i, position) in evidence.positions.iter().enumerate() {
            let at = position.position;
            for (wager, known) in &position.wagers {
                if !matches!(known, KnownAmount::OneOf(amounts) if amounts.len() == 1) {
                    add(format!("the {} wager of position {at}", wager.title()), Item::Wager(i, *wager));
                }
            }
            let ante =
                |round: &Round| round.seats.iter().flatten().any(|s| s.position == at && !s.stakes.ante.is_zero());
            if position.decision.is_none() && hypotheses.iter().any(|hypothesis| ante(hypothesis.layout)) {
                add(format!("the decision of position {at}"), Item::Decision(i));
            }
        }
        for position in evidence.positions.iter().filter(|p| Some(p.position) == paid && p.paid.is_none()) {
            add(format!("what was paid at position {}", position.position), Item::Paid(position.position));
        }
        Search {
            house,
            evidence,
            hypothesis: None,
            replies: Vec::new(),
            examined: 0,
            open,
            movements: Vec::new(),
            overflow: false,
        }
    }

    /// Examines one round that the cards allow: does it fit, and what does it answer?
    fn look(&mut self, round: &Round, unseen: CardSet) {
        self.examined += 1;
        let Some(hypothesis) = self.hypothesis else { return };
        let round = &whole(hypothesis, round, unseen);
        self.movements.clear();
        settle(self.house, round, &mut self.movements);
        if !self.chips_fit() {
            return;
        }
        if hypothesis.deal.order.is_some() && rack::racked(self.house, round) != hypothesis.deal.order {
            return;
        }
        let reply = self.reply(round);
        let index = match self.replies.iter().position(|(other, ..)| *other == reply) {
            Some(index) => index,
            None => {
                self.replies.push((reply, 0, round.clone()));
                self.replies.len() - 1
            }
        };
        let count = &mut self.replies[index].1;
        match count.checked_add(hypothesis.others) {
            Some(more) => *count = more,
            None => self.overflow = true,
        }
        for i in 0..self.open.len() {
            let value = self.value(self.open[i].what, round);
            let answer = self.open[i].answers.entry(value).or_insert(Some(index));
            if *answer != Some(index) {
                *answer = None;
            }
        }
    }

    /// The chips that moved between these accounts.
    fn flow(&self, wanted: impl Fn(&Account, &Account) -> bool) -> Cents {
        let shifts = self.movements.iter().flat_map(Movement::transfers);
        shifts.filter(|(from, to, _)| wanted(from, to)).map(|(_, _, amount)| amount).sum()
    }

    fn paid(&self, position: u8) -> Cents {
        self.flow(|from, to| *from == Account::Tray && *to == Account::Player(position))
    }

    fn chips_fit(&self) -> bool {
        let evidence = self.evidence;
        let position_fits = evidence.positions.iter().all(|position| {
            let at = position.position;
            let taken =
                || self.flow(|from, to| matches!(from, Account::Area(p, _) if *p == at) && *to == Account::Tray);
            position.paid.is_none_or(|paid| self.paid(at) == Cents(paid))
                && position.taken.is_none_or(|counted| taken() == Cents(counted))
        });
        // What a meter owes the tray is only a book entry: no chip moves.
        position_fits
            && evidence.tray.is_none_or(|tray| {
                let into = self.flow(|from, to| *to == Account::Tray && !matches!(from, Account::Meter(..)));
                let out = self.flow(|from, _| *from == Account::Tray);
                i128::from(tray.after) - i128::from(tray.before) == i128::from(into.0) - i128::from(out.0)
            })
    }

    fn reply(&self, round: &Round) -> RoundAnswer {
        match &self.evidence.question {
            Question::Due { position, wager } => {
                let mut lines = self.movements.iter().filter(|m| m.position == *position && m.wager == *wager);
                let Some(first) = lines.next() else { return RoundAnswer::Nothing };
                let (mut paid, mut returned) = (first.paid, first.returned);
                for line in lines {
                    paid += line.paid;
                    returned += line.returned;
                }
                RoundAnswer::Due { outcome: first.outcome, paid, returned }
            }
            Question::Total { position } => {
                let total = totals(&self.movements).into_iter().find(|total| total.position == *position);
                let total = total.unwrap_or_default();
                RoundAnswer::Total { paid: total.paid, returned: total.returned, net: total.net }
            }
            Question::Held { by, cards } => {
                let hand = by.0.and_then(|holder| hand_of(round, holder));
                let held = |hand: Three| cards.seen().all(|card| hand.set().contains(card));
                RoundAnswer::YesNo(hand.is_some_and(held))
            }
            Question::Made { by, hand } => {
                let three = by.0.and_then(|holder| hand_of(round, holder));
                RoundAnswer::YesNo(three.is_some_and(|three| is_called(three, *hand)))
            }
        }
    }

    fn value(&self, item: Item, round: &Round) -> u64 {
        let seat = |i: usize| {
            let position = self.evidence.positions.get(i)?.position;
            round.seats.iter().flatten().find(|seat| seat.position == position)
        };
        match item {
            Item::Hand(Holder::Community) => {
                round.community.map_or(u64::MAX, |[a, b]| u64::from(a.index()) * 52 + u64::from(b.index()))
            }
            Item::Hand(holder) => hand_of(round, holder).map_or(u64::MAX, |hand| u64::from(hand.index())),
            Item::Decision(i) => seat(i).and_then(|seat| seat.decision).map_or(u64::MAX, |decision| decision as u64),
            Item::Wager(i, wager) => seat(i).map_or(0, |seat| u64::try_from(seat.stakes.on(wager).0).unwrap_or(0)),
            Item::Paid(position) => u64::try_from(self.paid(position).0).unwrap_or(0),
        }
    }

    fn finding(self) -> Finding {
        let telling =
            self.open.iter().filter(|open| open.answers.len() > 1 && open.answers.values().all(Option::is_some));
        let telling = telling.map(|open| open.name.clone()).collect();
        Finding::new(self.evidence, self.replies, self.examined, telling)
    }
}

/// The three cards of a hand.
fn hand_of(round: &Round, holder: Holder) -> Option<Three> {
    match holder {
        Holder::Position(position) => {
            round.seats.iter().flatten().find(|seat| seat.position == position).map(|seat| seat.cards)
        }
        Holder::Dealer => Some(round.dealer),
        Holder::Community => None,
    }
}

/// Whether three cards go by this name: a suited ace-king-queen has three names.
fn is_called(three: Three, name: HandName) -> bool {
    name.is_made_by_three(three.category(), three.mini_royal()) || name == HandName::of_three(three)
}

/// The round, with the hands that do not matter completed too: a settlement needs distinct cards, and an example must
/// be a round that could have happened.
fn whole(hypothesis: &Hypothesis<'_>, round: &Round, mut unseen: CardSet) -> Round {
    let mut round = round.clone();
    let matters = |slot: &Slot| hypothesis.matters.iter().any(|other| other.holder == slot.holder);
    for slot in hypothesis.deal.slots.iter().filter(|slot| !matters(slot)) {
        let drawn: CardSet = unseen.iter().take(usize::try_from(slot.missing()).unwrap_or(0)).collect();
        unseen = unseen.difference(drawn);
        put(&mut round, slot.holder, slot.known.union(drawn));
    }
    round
}
