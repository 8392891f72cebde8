//! What happened, in plain words: one sentence for each kind of event, in the voice of a surveillance report. Who did it
//! and when stands beside it and is not repeated here.

use meters::Entry;
use rules::rulebook::vocabulary::{Irregularity, Leaver, OpeningStep, Remedy};
use rules::settle::Decision;
use rules::{Cents, House, Outcome, Wager};

use crate::act::{DeckId, Device, DeviceStatus, Holder, Method, Resolution};
use crate::card::Face;
use crate::event::{Due, Event, Payer, What};

/// An event as a sentence.
#[must_use]
pub fn sentence(event: &Event, house: &House) -> String {
    let deck = |deck: &DeckId| deck_name(*deck, house);
    match &event.what {
        What::TableOpened { float } => format!("The table was opened with {float} in the tray."),
        What::TableClosed => "The table was closed; tray and drop box went to the cage.".into(),
        What::Filled { amount } => format!("Chips for {amount} were brought to the tray."),
        What::Credited { amount } => format!("Chips for {amount} left the tray for the cage."),
        What::DeckReceived { deck: id, preshuffled, .. } => {
            format!("{} came to the table{}.", capital(&deck(id)), if *preshuffled { ", preshuffled" } else { "" })
        }
        What::Opened { deck: id, step } => format!("{} was {}.", capital(&deck(id)), opening(*step)),
        What::Shuffled { deck: id, method, .. } => {
            let by = if *method == Method::Hand { "by hand" } else { "by the shuffler" };
            format!("{} was shuffled {by}.", capital(&deck(id)))
        }
        What::DeviceCounted { deck: id, cards } => format!("The shuffler counted {cards} cards in {}.", deck(id)),
        What::DeckRemoved { deck: id, reason } => format!("{} left the table: {reason}.", capital(&deck(id))),
        What::CutMade { deck: id, at, again: None } => format!("{} was cut after {at} cards.", capital(&deck(id))),
        What::CutMade { deck: id, at, again: Some(reason) } => {
            format!("{} was cut again after {at} cards: {reason}.", capital(&deck(id)))
        }
        What::ShuffleOrdered { deck: id, reason } => format!("Another shuffle of {} was ordered: {reason}.", deck(id)),
        What::Loaded { deck: id } => format!("{} was made ready to deal from.", capital(&deck(id))),
        What::IdleSpread { face_up } => {
            format!("Nobody played: the cards were spread face {}.", if *face_up { "up" } else { "down" })
        }
        What::TurnedUp => "The cards of the idle table were turned face up.".into(),
        What::Seated { position, person } => format!("{person} took position {position}."),
        What::Risen { position } => format!("Position {position} was given up."),
        What::BoughtIn { person, amount } => format!("{person} bought chips for {amount}."),
        What::CashedOut { person, amount } => format!("{person} carried chips for {amount} away."),
        What::Tipped { person, amount } => format!("{person} tipped the dealer {amount}."),
        What::Wagered { position, wager, amount } if amount.is_zero() => {
            format!("Position {position} took the {} wager back.", wager.title())
        }
        What::Wagered { position, wager, amount } => {
            format!("Position {position} had {amount} on {}.", wager.title())
        }
        What::Sensed { position, wager, detected } => {
            let sees = if *detected { "detected a chip" } else { "detected no chip" };
            format!("The {} sensor of position {position} {sees}.", wager.title())
        }
        What::BetsClosed => "\"No more bets\" was called and betting closed.".into(),
        What::LockedOut => "The sensors were locked.".into(),
        What::ChipsCollected { chips, accepted } => {
            format!("{chips} progressive chips were collected; the sensors had accepted {accepted}.")
        }
        What::Resolved { position, wager, resolution } => {
            let what = match resolution {
                Resolution::Accept => "was accepted",
                Resolution::Return => "was refused",
            };
            format!("The {} wager of position {position}, which was in doubt, {what}.", wager.title())
        }
        What::ChipsBanked => "The progressive chips were put in the tray.".into(),
        What::Dealt { to, card } => match card {
            Some(card) => format!("{} was dealt {card}.", capital(&holder(*to))),
            None => format!("{} was dealt a card.", capital(&holder(*to))),
        },
        What::StackCovered => "The cover card was put on the dealer's stack.".into(),
        What::StackDelivered => "The dealer's stack left the shuffler.".into(),
        What::StubTaken { cards } => format!("The stub of {cards} cards was taken out."),
        What::StubCounted { cards, misdealt } => {
            let dealt = if *misdealt { "; the cards had been misdealt" } else { "" };
            format!("The stub was counted: {cards} cards{dealt}.")
        }
        What::StubRacked { cards } => format!("The stub of {cards} cards went to the discard rack unexposed."),
        What::PlayersShown { players } => format!("The device showed {players} players."),
        What::Looked { position } => format!("Position {position} looked at the cards."),
        What::Decided { position, decision, play, tip } => decided(*position, *decision, *play, *tip),
        What::FoldedShown => "The folded hands were shown on request.".into(),
        What::DealerRevealed { cards } => format!("The dealer's hand was turned up: {}.", faces(cards)),
        What::Revealed { position, cards } => {
            format!("The hand of position {position} was turned up: {}.", faces(cards))
        }
        What::CommunityRevealed { cards } => format!("The community cards were turned up: {}.", faces(cards)),
        What::Corrected { holder: whose, cards, reason } => {
            let cards = if cards.is_empty() { String::new() } else { format!(" to {}", faces(cards)) };
            format!("The cards of {} were corrected{cards}: {reason}.", holder(*whose))
        }
        What::SheetDrawn { whole, .. } => {
            let rest = if *whole { "" } else { ", except for the five-card wagers" };
            format!("The settlement was computed{rest}.")
        }
        What::SheetTorn => "The settlement was set aside, as a card had been corrected.".into(),
        What::Spotted { position, wager, on } => {
            let key = if *on { "was selected on the keypad as a winner of" } else { "was unselected for" };
            format!("Position {position} {key} the {}.", wager.title())
        }
        What::Validated { position, wager } => {
            format!("The win of position {position} on {} was validated.", wager.title())
        }
        What::Revalued { position, wager, paid, award: (level, _) } => {
            format!("The {level} meter had moved: position {position} wins {paid} on {}.", wager.title())
        }
        What::LightFaulted { position, wager, reason } => {
            format!("The {} light of position {position} was recorded as faulty: {reason}.", wager.title())
        }
        What::HandPaid { position, wager, document } => {
            let title = wager.title();
            format!("The win of position {position} on {title} was paid outside the tray, document {document}.")
        }
        What::Settled { position, lines: 1 } => format!("Position {position} was settled: one wager."),
        What::Settled { position, lines } => format!("Position {position} was settled: {lines} wagers."),
        What::Racked { holder: whose, cards } => {
            format!("{} went to the discard rack, {cards} cards.", capital(&hand_of(*whose)))
        }
        What::GameEnded => "The keypad ended the game; the lights went out.".into(),
        What::RoundEnded { .. } => "The round ended.".into(),
        What::Irregular { what, remedy, holder: whose, card } => irregular(*what, *remedy, *whose, *card),
        What::SetAside { card: Some(card) } => format!("The {card} was set aside for the round."),
        What::SetAside { card: None } => "A card was set aside for the round.".into(),
        What::Voided { cause } => format!("The round was void: {}.", found(*cause)),
        What::Returned { position, wager, amount } => {
            format!("{amount} on {} went back to position {position}.", wager.title())
        }
        What::DeviceSet { device, status } => format!("The {} {}.", device_name(*device), device_is(*status)),
        What::Left { position } => format!("The player at position {position} left in mid-round."),
        What::ConnectionLost { position, .. } => format!("The connection to position {position} was lost."),
        What::ConnectionBack { position } => format!("The connection to position {position} was there again."),
        What::LeaverRuled { position, verdict } => {
            let ruling = match verdict {
                Leaver::Abandoned => "all wagers of the round lose",
                Leaver::FoldUndecided => "an undecided hand folds, a decided one plays on",
            };
            format!("It was ruled for position {position}: {ruling}.")
        }
        What::Abandoned { position } => format!("Every wager of position {position} was taken."),
        What::Ruled { text } => format!("It was ruled: {text}."),
        What::Meter { wager, entry } => meter(*wager, entry),
        What::MetersSynced { wager, .. } => format!("The link's {} meters were read.", wager.title()),
    }
}

/// One line of the settlement in words, without its law.
#[must_use]
pub fn due(due: &Due) -> String {
    let (title, stake) = (due.wager.title(), due.stake);
    let on = if stake.is_zero() { title.to_owned() } else { format!("{title}, {stake} staked") };
    let from = due.from.map_or_else(String::new, |from| format!(" from position {from}"));
    let hand = due.hand.title();
    let hand = if due.outcome == Outcome::Forfeited { String::new() } else { format!(", {hand}{from}") };
    let line = due.pays.map_or_else(String::new, |pays| format!(", {pays}"));
    let money = match due.outcome {
        Outcome::Won if due.payer == Payer::HandPay => format!("won {} outside the tray", due.paid),
        Outcome::Won => format!("won {}", due.paid),
        Outcome::Lost => "lost".into(),
        Outcome::Forfeited => "forfeited".into(),
        Outcome::Pushed => format!("pushed, {} returned", due.returned),
        Outcome::Returned => format!("returned, {}", due.returned),
    };
    format!("{on}: {money}{hand}{line}")
}

/// Cards in a row.
#[must_use]
pub fn faces(cards: &[Face]) -> String {
    cards.iter().map(Face::to_string).collect::<Vec<_>>().join(" ")
}

/// Whose cards, in words.
#[must_use]
pub fn holder(holder: Holder) -> String {
    match holder {
        Holder::Position(position) => format!("position {position}"),
        Holder::Dealer => "the dealer".into(),
        Holder::Community => "the community".into(),
    }
}

fn hand_of(whose: Holder) -> String {
    match whose {
        Holder::Position(position) => format!("the hand of position {position}"),
        Holder::Dealer => "the dealer's hand".into(),
        Holder::Community => "the pair of community cards".into(),
    }
}

/// The deck's number, and its back where the house tells two apart by it.
fn deck_name(deck: DeckId, house: &House) -> String {
    let number = u8::from(deck);
    match house.cards.backs.get(deck.index()) {
        Some(back) => format!("deck {number} ({back})"),
        None => format!("deck {number}"),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn decided(position: u8, decision: Decision, play: Cents, tip: Cents) -> String {
    let tip = if tip.is_zero() { String::new() } else { format!(", with a tip of {tip} for the dealer") };
    match decision {
        Decision::Play => format!("Position {position} played with {play}{tip}."),
        Decision::Fold => format!("Position {position} folded."),
        Decision::ForfeitUnseen => format!("Position {position} gave up the hand and asked that it not be shown."),
    }
}

fn irregular(what: Irregularity, remedy: Remedy, whose: Option<Holder>, card: Option<Face>) -> String {
    let whose = whose.map_or_else(String::new, |whose| format!(", at {}", holder(whose)));
    let card = card.map_or_else(String::new, |card| format!(" ({card})"));
    let done = match remedy {
        Remedy::Void => "the round is void",
        Remedy::VoidAndRemoveDeck => "the round is void and the deck leaves the table",
        Remedy::SetAside => "the card is set aside",
        Remedy::NextCard => "the card is the next card",
        Remedy::PlayOn => "play goes on",
        Remedy::Reshuffle => "the cards are shuffled again",
        Remedy::CoverOrSign => "the device is covered or marked first",
        Remedy::RemoveDevice => "the device is removed first",
    };
    format!("{}{whose}{card}; {done}.", capital(found(what)))
}

/// What was found, as part of a sentence.
const fn found(what: Irregularity) -> &'static str {
    match what {
        Irregularity::CardFaceUp => "a card was found face up",
        Irregularity::CardsFaceUp => "more than one card was found face up",
        Irregularity::DrawnInError => "a card was drawn in error",
        Irregularity::WrongNumber => "a wrong number of cards was dealt",
        Irregularity::DealerCardExposed => "a card of the dealer's was exposed",
        Irregularity::PlayerCardExposed => "a card of a player's was exposed",
        Irregularity::ShufflerJam => "the shuffler jammed",
        Irregularity::ShoeJam => "the automated shoe jammed",
        Irregularity::DeviceOutOfUse => "a device was out of use",
        Irregularity::StubWrongMisdealt => "the cards were misdealt, 52 of them present",
        Irregularity::StubWrong => "the stub count was wrong",
        Irregularity::StubWrongBoth => "the stub count was wrong and the cards misdealt",
    }
}

const fn opening(step: OpeningStep) -> &'static str {
    match step {
        OpeningStep::Inspect => "inspected",
        OpeningStep::Verify => "verified",
        OpeningStep::Spread => "spread face up",
        OpeningStep::FirstPlayer => "left for the first player to look at",
        OpeningStep::Wash => "turned face down and washed",
        OpeningStep::Stack => "stacked",
        OpeningStep::Shuffle => "shuffled",
    }
}

const fn device_name(device: Device) -> &'static str {
    match device {
        Device::Shuffler => "shuffler",
        Device::Shoe => "automated shoe",
        Device::Controller => "controller of the meters",
    }
}

const fn device_is(status: DeviceStatus) -> &'static str {
    match status {
        DeviceStatus::InService => "was put into service",
        DeviceStatus::OutOfOrder => "went out of order",
        DeviceStatus::Covered => "was covered",
        DeviceStatus::Signed => "was marked by a sign",
        DeviceStatus::Removed => "was taken off the table",
    }
}

/// An entry of a meter.
fn meter(wager: Wager, entry: &Entry) -> String {
    let title = wager.title();
    match entry {
        Entry::Joined { game, .. } => format!("{} joined the {title} meters.", game.id),
        Entry::Left { game } => format!("{game} left the {title} meters."),
        Entry::Reached { online: true } => format!("The {title} controller came into reach."),
        Entry::Reached { online: false } => format!("The {title} controller went out of reach."),
        Entry::Contributed { wagers, stakes, .. } => {
            format!("{wagers} {title} wagers, {stakes} in all, raised the meters.")
        }
        Entry::Reversed { wagers, stakes, .. } => {
            format!("The contributions of {wagers} {title} wagers, {stakes} in all, were taken out again.")
        }
        Entry::Awarded { position, level, share, amount, reset, .. } => {
            let reset = if reset.is_some() { ", which was reset" } else { "" };
            format!("Position {position} won {amount}, {share} of the {title} {level} meter{reset}.")
        }
        Entry::Closed { .. } => format!("The {title} meters closed the round."),
        Entry::Proposed(proposal) => {
            let (amount, pot) = (proposal.amount.shown(), proposal.pot);
            format!("{} proposed to correct {title} {pot} by {amount}: {}.", proposal.by, proposal.reason)
        }
        Entry::Approved { by, pot, amount, .. } => {
            format!("{by} approved it, and {title} {pot} changed by {}.", amount.shown())
        }
        Entry::Declined { by, .. } => format!("{by} declined the correction of the {title} meters."),
    }
}
