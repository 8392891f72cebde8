//! A table as the lobby and the floor show it.

use std::sync::Arc;

use rules::house::{Performer, ProgressiveTable};
use rules::{House, Wager};
use table::{Device, Moment, PROGRESSIVES, Role, Todo, robot::automated};

use crate::clock::now;
use crate::shown::frame::Frame;
use crate::wire::sayings::Waits;
use crate::wire::{CurrencyCard, Figures, MeterCard, SeatCard, TableCard, WagerCard, Waiting};

/// The card of a table; for the staff, with what only they may see.
#[must_use]
pub fn of(frame: &Frame, staff: bool) -> TableCard {
    let (stand, state) = (&frame.stand, &frame.stand.state);
    let house = &state.house;
    TableCard {
        id: stand.id.shared(),
        name: stand.founding.name.clone(),
        rulebook: house.book.code.clone(),
        jurisdiction: house.book.title.clone(),
        example: house.example,
        operator: house.operator.clone(),
        currency: CurrencyCard::of(&house.currency),
        house: house.digest.clone(),
        version: state.version,
        phase: state.phase().word().into(),
        round: state.round.number,
        positions: house.table.positions,
        seated: state
            .taken()
            .map(|(position, seat)| SeatCard { position, person: seat.person.name().into() })
            .collect(),
        wagers: wagers(house),
        meters: meters(frame),
        look: house.look.clone(),
        dealer_is_person: house.automation.dealer == Performer::Person,
        waits: if staff { waits(frame) } else { Vec::new() },
        figures: staff.then(|| figures(frame)),
        stopped: frame.stopped.clone(),
    }
}

/// The wagers on offer.
#[must_use]
pub fn wagers(house: &House) -> Vec<WagerCard> {
    let offered = Wager::ALL.iter().copied().filter(|wager| house.offers(*wager));
    let card = |wager| {
        let amounts = house.amounts(wager)?;
        let (min, max, step) = (amounts.min.0, amounts.max.0, amounts.step.0);
        Some(WagerCard { wager, min, max, step, paytable: paytable(house, wager) })
    };
    offered.filter_map(card).collect()
}

fn paytable(house: &House, wager: Wager) -> Option<String> {
    match wager {
        Wager::Ante => Some(house.ante_bonus.id.clone()),
        Wager::PairPlus => Some(house.pair_plus.id.clone()),
        Wager::HandBonus => house.hand_bonus.as_ref().map(|terms| terms.table.id.clone()),
        Wager::SixCardBonus => house.six_card.as_ref().map(|terms| terms.table.id.clone()),
        Wager::Prime => house.prime.as_ref().map(|terms| terms.table.id.clone()),
        Wager::Progressive | Wager::FiveCardProgressive => {
            house.progressive_terms(wager).map(|terms| match &terms.table {
                ProgressiveTable::Three(table) => table.id.clone(),
                ProgressiveTable::Five(table) => table.id.clone(),
            })
        }
        _ => None,
    }
}

fn meters(frame: &Frame) -> Vec<MeterCard> {
    let state = &frame.stand.state;
    let mut all = Vec::new();
    for (wager, bank) in PROGRESSIVES.into_iter().zip(&state.banks) {
        let Some(bank) = bank else { continue };
        let link = state.house.progressive_terms(wager).and_then(|terms| terms.link.as_ref());
        for (level, value) in bank.levels() {
            let link = link.map(|(name, _)| name.clone());
            let shows = frame.shows(wager, level, state.house.currency.shows(value).0);
            let name = state.house.own_meter_name(wager, level).map(str::to_owned);
            all.push(MeterCard { wager, level, name, shows, link });
        }
    }
    all
}

/// What waits for somebody of the staff.
fn waits(frame: &Frame) -> Vec<Waiting> {
    let state = &frame.stand.state;
    let at = frame.stand.last;
    let held = state.held.as_ref();
    // A ruling needs a person, even where robots do the rest.
    let person = |todo: &Todo| held.is_some() || !automated(&state.house, todo.by);
    let next = state.next(now()).filter(|todo| person(todo) && todo.by != Role::Player);
    let since = held.map_or(at, |held| held.since);
    let act = |todo: Todo| match held {
        Some(held) => {
            let what = Waits::Held { person: held.by.person.to_string(), reason: held.reason.to_string() };
            Waiting { act: Some(todo.act), ..Waiting::of(todo.by, what, since) }
        }
        None => Waiting::act(todo.by, todo.act, since),
    };
    let mut all: Vec<Waiting> = next.into_iter().map(act).collect();
    let mut warn = |role, what: Waits| all.push(Waiting::of(role, what, at));
    let devices = [
        (Device::Shuffler, state.devices.shuffler),
        (Device::Shoe, state.devices.shoe),
        (Device::Controller, state.devices.controller),
    ];
    for (device, status) in devices {
        if status != table::DeviceStatus::InService {
            warn(Role::Floorperson, Waits::DeviceOut { device });
        }
    }
    if let Some(deck) = state.round.deck.or_else(|| state.loaded()).map(|deck| state.deck(deck)) {
        let life = state.house.cards.life_hours.map(|hours| i64::from(hours) * 3_600_000);
        if life.is_some_and(|life| now().since(deck.since) > life - 600_000) {
            warn(Role::Floorperson, Waits::DeckLife { minutes: 10 });
        }
        let every = state.house.cards.count_every;
        if every.is_some_and(|every| deck.rounds_since_count + 1 >= every) {
            warn(Role::Dealer, Waits::StubCount);
        }
    }
    for (position, seat) in state.taken().filter(|(_, seat)| seat.left) {
        warn(Role::Floorperson, Waits::Left { person: seat.person.to_string(), position });
    }
    for (wager, bank) in PROGRESSIVES.into_iter().zip(&state.banks) {
        for proposal in bank.iter().flat_map(meters::Bank::proposals) {
            let (person, reason) = (proposal.by.to_string(), proposal.reason.to_string());
            warn(Role::Supervisor, Waits::Correction { person, wager, reason });
        }
    }
    all
}

fn figures(frame: &Frame) -> Figures {
    let state = &frame.stand.state;
    let money = &state.money;
    let deck = state.round.deck.or_else(|| state.loaded());
    let life = state.house.cards.life_hours.map(|hours| i64::from(hours) * 3_600_000);
    let held = deck.map(|deck| state.deck(deck));
    Figures {
        rounds_an_hour: frame.ended.count(now()),
        // What the house gained at this table: everything from the cage was returned or is still here.
        win: (money.cage + money.tray + money.drop + money.hand_pay + money.meters).0,
        drop: money.drop.0,
        tray: money.tray.0,
        deck_until: life.zip(held).map(|(life, deck)| Moment(deck.since.0.saturating_add(life))),
        rounds_since_count: held.map_or(0, |deck| deck.rounds_since_count),
    }
}

/// Whether somebody works on the floor.
#[must_use]
pub fn is_staff(roles: &[Role]) -> bool {
    roles.iter().any(|role| matches!(role, Role::Dealer | Role::Floorperson | Role::Supervisor | Role::Surveillance))
}

/// All cards, by id.
#[must_use]
pub fn all(frames: impl IntoIterator<Item = Arc<Frame>>, staff: bool) -> Vec<TableCard> {
    frames.into_iter().map(|frame| of(&frame, staff)).collect()
}
