//! What happened, in plain words: one phrase for each kind of event, to build sentences from. This is the only place
//! that has them, so scripts, logs and reports all use the same words. Who did it and when is shown beside it.

use cards::Three;
use rules::rulebook::vocabulary::{DealDevice, LimitOn};
use rules::settle::Decision;
use rules::{Cents, House, Outcome};

use crate::act::{DeckId, Device, DeviceStatus, Holder, Method, Resolution};
use crate::card::Face;
use crate::event::{Due, Payer, What};

/// An event as a sentence.
#[must_use]
pub fn sentence(what: &What) -> String {
    let phrase = phrase(what);
    let mut letters = phrase.chars();
    let begun: String = letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    if begun.ends_with(['.', '!', '?']) { begun } else { begun + "." }
}

/// An event as a phrase, without a capital or a full stop. It names a dealt card if the event has it: whoever may not
/// know the card gets the event without it.
#[must_use]
pub fn phrase(what: &What) -> String {
    match what {
        What::OnDuty { person, role } => format!("{person} is on duty as the {role}"),
        What::TableOpened { float, .. } => format!("the table opens with {float} in the tray"),
        What::TableClosed => "the table closes".to_owned(),
        What::Filled { amount } => format!("{amount} are brought to the tray"),
        What::Credited { amount } => format!("{amount} leave the tray for the cage"),
        What::DeckReceived { deck, preshuffled: true, .. } => format!("deck {} comes preshuffled", number(*deck)),
        What::DeckReceived { deck, .. } => format!("deck {} comes to the table", number(*deck)),
        What::Opened { deck, step } => format!("deck {}: {} done", number(*deck), spaced(step.word())),
        What::Shuffled { deck, method, shuffle } => {
            let by = if *method == Method::Hand { "by hand" } else { "by the shuffler" };
            let sealed = if shuffle.is_some() { ", its order sealed" } else { "" };
            format!("deck {} is shuffled {by}{sealed}", number(*deck))
        }
        What::SingleStack { deck } => format!("deck {} stands in a single stack", number(*deck)),
        What::DeviceCounted { deck, cards } => format!("the shuffler counts {cards} cards in deck {}", number(*deck)),
        What::DeckRemoved { deck, reason } => format!("deck {} leaves the table: {reason}", number(*deck)),
        What::CutMade { deck, at, again: None } => format!("deck {} is cut at {at} cards", number(*deck)),
        What::CutMade { deck, at, again: Some(why) } => {
            format!("deck {} is cut again at {at} cards: {why}", number(*deck))
        }
        What::CutOffered { deck, position, .. } => {
            format!("the cut of deck {} is offered to position {position}", number(*deck))
        }
        What::CutDeclined { deck, position, silent } => {
            let how = if *silent { "does not answer, and so declines" } else { "declines" };
            format!("position {position} {how} to cut deck {}", number(*deck))
        }
        What::ShuffleOrdered { deck, reason } => format!("deck {} is to be shuffled again: {reason}", number(*deck)),
        What::Loaded { deck, into } => format!("deck {} is ready to be dealt from {}", number(*deck), place(*into)),
        What::IdleSpread { face_up: true } => "the table is idle, the cards spread face up".to_owned(),
        What::IdleSpread { face_up: false } => "the table is idle, the cards spread face down".to_owned(),
        What::IdleMissed => {
            "the table was idle and its cards were not spread: they must be spread before the deal".to_owned()
        }
        What::TurnedUp => "the spread cards are turned up".to_owned(),
        What::Seated { position, person } => format!("{person} sits at position {position}"),
        What::Risen { position, .. } => format!("position {position} is free"),
        What::BoughtIn { person, amount } => format!("{person} buys chips for {amount}"),
        What::CashedOut { person, amount } => format!("{person} takes {amount} away"),
        What::Tipped { person, amount } => format!("{person} tips {amount}"),
        What::Wagered { position, wager, amount: Cents::ZERO } => {
            format!("position {position} takes {} back", wager.title())
        }
        What::Wagered { position, wager, amount } => {
            format!("position {position} wagers {amount} on {}", wager.title())
        }
        What::Sensed { position, wager, detected } => {
            let sees = if *detected { "detects a chip" } else { "is empty" };
            format!("the {} sensor of position {position} {sees}", wager.title())
        }
        What::BetsClosed => "no more bets".to_owned(),
        What::LockedOut => "the sensors are locked".to_owned(),
        What::ChipsCollected { chips, accepted } => {
            format!("{} collected, {} accepted", count(*chips, "chip"), count(*accepted, "wager"))
        }
        What::Resolved { position, wager, resolution } => {
            let how = if *resolution == Resolution::Accept { "stands" } else { "goes back" };
            format!("the {} chip of position {position} {how}", wager.title())
        }
        What::ChipsBanked => "the progressive chips go into the tray".to_owned(),
        What::Dealt { to, card: Some(card) } => format!("{card} to {}", holder(*to)),
        What::Dealt { to, card: None } => format!("a card to {}", holder(*to)),
        What::StackCovered => "the cover card lies on the dealer's stack".to_owned(),
        What::StackDelivered => "the dealer's stack is delivered".to_owned(),
        What::StubTaken { cards } => format!("the stub of {cards} cards is taken out"),
        What::StubCounted { cards, misdealt } => {
            format!("the stub is counted: {cards} cards{}", if *misdealt { ", and a hand is misdealt" } else { "" })
        }
        What::StubRacked { cards } => format!("the stub of {cards} cards goes to the rack"),
        What::PlayersShown { players } => format!("the device shows {}", count(*players, "player")),
        What::LooksAllowed => "the dealer allows the players to look at their cards".to_owned(),
        What::Looked { position } => format!("position {position} looks at its cards"),
        What::Asked => "all could look: the players are asked".to_owned(),
        What::Decided { position, decision, play, tip } => match decision {
            Decision::Play if tip.is_zero() => format!("position {position} plays {play}"),
            Decision::Play => format!("position {position} plays {play} and tips {tip}"),
            Decision::Fold => format!("position {position} folds"),
            Decision::Forfeit => format!("position {position} forfeits the hand entirely, unexposed"),
        },
        What::FoldedShown => "the folded hands are shown".to_owned(),
        What::DealerRevealed { cards } => format!("the dealer has {}", hand(cards)),
        What::Revealed { position, cards } => format!("position {position} has {}", hand(cards)),
        What::CommunityRevealed { cards: open } => format!("the community cards are {}", faces(open)),
        What::Corrected { holder: whose, cards: open, reason } => {
            let verb = if *whose == Holder::Community { "are" } else { "has" };
            format!("corrected: {} {verb} {}: {reason}", holder(*whose), faces(open))
        }
        What::SheetDrawn { dues, .. } if dues.is_empty() => "the settlement is drawn up".to_owned(),
        What::ForfeitsDue { dues } => format!("{} given up, to be collected", wagers(dues.len())),
        What::SheetDrawn { dues, whole } => {
            let more = if *whole { "" } else { ", and more when all cards are known" };
            format!("the settlement has {}{more}", lines(dues.len()))
        }
        What::SheetTorn => "what is not settled is drawn up anew".to_owned(),
        What::Spotted { position, wager, on } => {
            let how = if *on { "selected" } else { "unselected" };
            format!("position {position} is {how} on the keypad as {} winner", wager.title())
        }
        What::HandVerified { position, wager } => {
            format!("the dealer verifies the {} hand of position {position}", wager.title())
        }
        What::Validated { position, wager } => format!("the {} win of position {position} is validated", wager.title()),
        What::Revalued { position, wager, paid, .. } => {
            format!("the {} win of position {position} comes to {paid} by now", wager.title())
        }
        What::LightFaulted { position, wager, reason } => {
            format!("the {} light of position {position} failed: {reason}", wager.title())
        }
        What::LeftUnpaid { position, wager, reason } => {
            format!("the {} win of position {position} is not paid, its light is dark: {reason}", wager.title())
        }
        What::HandPaid { position, wager, document } => {
            format!("the {} win of position {position} is paid outside the tray: {document}", wager.title())
        }
        What::Settled { position, lines: 1 } => format!("position {position}: one line settled"),
        What::Settled { position, lines } => format!("position {position}: {lines} lines settled"),
        What::Racked { holder: whose, cards } => format!("{cards} cards of {} go to the rack", holder(*whose)),
        What::GameEnded => "the keypad ends the game".to_owned(),
        What::RoundEnded { shuffle: Some(_) } => "the round is over; the seal of the shuffle is opened".to_owned(),
        What::RoundEnded { shuffle: None } => "the round is over".to_owned(),
        What::Irregular { what, remedy, holder: whose, card } => {
            let at = whose.map_or(String::new(), |whose| format!(" at {}", holder(whose)));
            let card = card.map_or(String::new(), |card| format!(" ({card})"));
            format!("irregular: {}{at}{card}; remedy: {}", spaced(what.word()), spaced(remedy.word()))
        }
        What::Undone { position, wager, .. } => {
            format!("the settlement of {} at position {position} is undone", wager.title())
        }
        What::SetAside { card: Some(card) } => format!("{card} goes to the rack, out for the round"),
        What::SetAside { card: None } => "a card goes to the rack, out for the round".to_owned(),
        What::HandVoided { position } => format!("the hand of position {position} is void"),
        What::Voided { cause } => format!("the round is void: {}", spaced(cause.word())),
        What::Returned { position, wager, amount } => {
            format!("{amount} of {} go back to position {position}", wager.title())
        }
        What::DeviceSet { device: which, status: how } => format!("the {} is {}", device(*which), status(*how)),
        What::Left { position } => format!("position {position} leaves in mid-round"),
        What::ConnectionLost { position, .. } => format!("the connection to position {position} is lost"),
        What::ConnectionBack { position } => format!("the connection to position {position} is back"),
        What::LeaverRuled { position, verdict } => {
            format!("the wagers of position {position}: {}", spaced(verdict.word()))
        }
        What::Abandoned { position } => format!("every wager of position {position} is taken"),
        What::Ruled { text } => format!("ruling: {text}"),
        What::TimeRanOut { position, .. } => format!("the time of position {position} ran out"),
        What::FloorCalled { reason, .. } => format!("the floor is called, the game is held: {reason}"),
        What::Resumed { reason } => format!("the game goes on: {reason}"),
        What::Meter { wager, entry } => format!("{}: {}", wager.title(), meters::phrase(entry)),
        What::MetersSynced { wager, .. } => format!("{}: the meters show what the link has", wager.title()),
    }
}

/// A settlement line as a phrase: what becomes of a wager, without its law. Odds and meters are told as the house prints
/// them.
#[must_use]
pub fn due(due: &Due, house: &House) -> String {
    let wager = due.wager.title();
    let of = match due.from {
        Some(from) => format!(" for the hand of position {from}"),
        None => String::new(),
    };
    let line = match due.pays {
        Some(pays) if due.outcome == Outcome::Won => {
            format!(" ({}, {})", due.hand.title(), house.prints(due.wager, pays))
        }
        _ => String::new(),
    };
    let by = if due.payer == Payer::HandPay { " outside the tray" } else { "" };
    match due.outcome {
        Outcome::Won => format!("{wager} wins {}{by}{of}{line}{}", due.paid, cut(due)),
        Outcome::Lost => format!("{wager} of {} loses", due.stake),
        Outcome::Pushed => format!("{wager} of {} is a push", due.stake),
        Outcome::Forfeited => format!("{wager} of {} is forfeited", due.stake),
        Outcome::Returned => format!("{wager} of {} goes back", due.returned),
    }
}

/// The law of a settlement line: the rule that decides it, and the limits that cut it.
#[must_use]
pub fn law_of_due(due: &Due) -> (Vec<String>, Vec<u8>) {
    let limits = || due.limited.iter();
    let clauses = due.clause.iter().chain(limits().filter_map(|cut| cut.clause.as_ref()));
    let readings = due.reading.into_iter().chain(limits().filter_map(|cut| cut.reading));
    (clauses.map(ToString::to_string).collect(), readings.collect())
}

/// What a limit on the payments of the round did to a win.
fn cut(due: &Due) -> &'static str {
    match due.limited.iter().map(|cut| cut.on).collect::<Vec<_>>().as_slice() {
        [] => "",
        [LimitOn::Player] => ", cut by the limit for a player",
        [LimitOn::Table] => ", cut by the limit for the table",
        _ => ", cut by the limits for a player and for the table",
    }
}

/// Cards in a row, separated by blanks.
#[must_use]
pub fn faces(cards: &[Face]) -> String {
    cards.iter().map(Face::to_string).collect::<Vec<_>>().join(" ")
}

/// Three cards and what they make.
fn hand(open: &[Face; 3]) -> String {
    let named = Three::new(open[0].0, open[1].0, open[2].0).ok();
    match named {
        Some(three) => format!("{}: {}", faces(open), made(three)),
        None => faces(open),
    }
}

/// What three cards make: a category, or the high cards.
#[must_use]
pub fn made(three: Three) -> String {
    match (three.strength(), three.mini_royal()) {
        (_, Some(suit)) => format!("mini royal of {}", suit.name()),
        (strength, None) => strength.to_string(),
    }
}

/// Whose cards, in words.
#[must_use]
pub fn holder(holder: Holder) -> String {
    match holder {
        Holder::Position(position) => format!("position {position}"),
        Holder::Dealer => "the dealer".to_owned(),
        Holder::Community => "the community cards".to_owned(),
    }
}

fn device(device: Device) -> &'static str {
    match device {
        Device::Shuffler => "shuffler",
        Device::Shoe => "shoe",
        Device::Controller => "progressive controller",
    }
}

fn status(status: DeviceStatus) -> &'static str {
    match status {
        DeviceStatus::InService => "in service",
        DeviceStatus::OutOfOrder => "out of order",
        DeviceStatus::Covered => "covered",
        DeviceStatus::Signed => "signed as out of order",
        DeviceStatus::Removed => "removed from the table",
    }
}

/// What cards are dealt from, in words.
fn place(device: DealDevice) -> &'static str {
    match device {
        DealDevice::ManualShoe => "the shoe",
        DealDevice::Hand => "the hand",
        DealDevice::AutomatedShoe => "the automated shoe",
    }
}

fn lines(number: usize) -> String {
    if number == 1 { "one line".to_owned() } else { format!("{number} lines") }
}

fn wagers(number: usize) -> String {
    if number == 1 { "one wager is".to_owned() } else { format!("{number} wagers are") }
}

/// A number with its noun, in the plural where needed.
fn count(number: u8, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

fn spaced(word: &str) -> String {
    word.replace('_', " ")
}

fn number(deck: DeckId) -> u8 {
    deck.into()
}
