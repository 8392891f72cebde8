//! An event in plain words, for dealers, players and golden files.

use cards::Three;
use meters::Entry;
use rules::money::MILLIONTHS;
use rules::settle::Decision;
use rules::{Cents, House, Meter, Outcome};
use serde_json::Value;
use table::{Device, DeviceStatus, Due, Event, Face, Holder, Method, Payer, Resolution, What};

use crate::law;
use crate::table_text::clean;

/// The names of the events.
#[rustfmt::skip]
pub(crate) const NAMES: [&str; 64] = [
    "table_opened", "table_closed", "filled", "credited", "deck_received", "opened", "shuffled", "device_counted",
    "deck_removed", "cut_made", "shuffle_ordered", "loaded", "idle_spread", "turned_up", "seated", "risen", "bought_in",
    "cashed_out", "tipped", "wagered", "sensed", "bets_closed", "locked_out", "chips_collected", "resolved",
    "chips_banked", "dealt", "stack_covered", "stack_delivered", "stub_taken", "stub_counted", "stub_racked",
    "players_shown", "looked", "decided", "folded_shown", "dealer_revealed", "revealed", "community_revealed",
    "corrected", "sheet_drawn", "sheet_torn", "spotted", "validated", "revalued", "light_faulted", "hand_paid",
    "settled", "racked", "game_ended", "round_ended", "irregular", "set_aside", "voided", "returned", "device_set",
    "left", "connection_lost", "connection_back", "leaver_ruled", "abandoned", "ruled", "meter", "meters_synced",
];

/// The name of an event.
pub(crate) fn name(event: &Event) -> String {
    match serde_json::to_value(&event.what) {
        Ok(Value::Object(object)) => object.get("event").and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

/// An event in a line, with its law.
pub(crate) fn line(house: &House, event: &Event) -> String {
    let cite = law::of(event.law.cite(house));
    let told = told(&event.what);
    let lines: Vec<String> = dues(&event.what).iter().map(|due| format!("; {}", due_line(due))).collect();
    let law = if cite.is_empty() { String::new() } else { format!(" [{cite}]") };
    format!("{told}{}{law}", lines.concat())
}

/// The lines of a settlement that an event draws up.
pub(crate) fn dues(what: &What) -> &[Due] {
    match what {
        What::SheetDrawn { dues, .. } => dues,
        _ => &[],
    }
}

/// A line of the settlement, with its law.
pub(crate) fn due_line(due: &Due) -> String {
    let ids: Vec<String> = due.clause.iter().map(ToString::to_string).collect();
    let readings: Vec<u8> = due.reading.into_iter().collect();
    let cite = law::short(&ids, &readings);
    let law = if cite.is_empty() { String::new() } else { format!(" [{cite}]") };
    format!("position {}: {}{law}", due.position, due_words(due))
}

/// What becomes of a wager, in words.
pub(crate) fn due_words(due: &Due) -> String {
    let wager = due.wager.title();
    let of = match due.from {
        Some(from) => format!(" for the hand of position {from}"),
        None => String::new(),
    };
    let line = match due.pays {
        Some(pays) if due.outcome == Outcome::Won => format!(" ({}, {pays})", due.hand.title()),
        _ => String::new(),
    };
    let by = if due.payer == Payer::HandPay { " outside the tray" } else { "" };
    match due.outcome {
        Outcome::Won => format!("{wager} wins {}{by}{of}{line}", due.paid),
        Outcome::Lost => format!("{wager} of {} loses", due.stake),
        Outcome::Pushed => format!("{wager} of {} is a push", due.stake),
        Outcome::Forfeited => format!("{wager} of {} is forfeited", due.stake),
        Outcome::Returned => format!("{wager} of {} goes back", due.returned),
    }
}

/// Cards with spaces between them.
pub(crate) fn cards(cards: &[Face]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Three cards and what they make.
fn hand(faces: &[Face; 3]) -> String {
    let named = Three::new(faces[0].0, faces[1].0, faces[2].0).ok();
    match named {
        Some(three) => format!("{}: {}", cards(faces), three_words(three)),
        None => cards(faces),
    }
}

/// What three cards make: a category, or the high cards.
pub(crate) fn three_words(three: Three) -> String {
    match (three.strength(), three.mini_royal()) {
        (_, Some(suit)) => format!("mini royal of {}", suit.name()),
        (strength, None) => strength.to_string(),
    }
}

fn holder(holder: Holder) -> String {
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

/// So many of something.
pub(crate) fn count(number: impl Into<u32>, one: &str) -> String {
    let number = number.into();
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// A meter's amount in dollars with every fraction of a cent it has.
pub(crate) fn exact(amount: Meter) -> String {
    let (sign, value) = if amount.0 < 0 { ("-", amount.0.saturating_neg()) } else { ("", amount.0) };
    let cents = Meter(value).shown();
    let fraction = format!("{:06}", value % MILLIONTHS);
    let fraction = fraction.trim_end_matches('0');
    let whole = cents.to_string();
    match (fraction.is_empty(), whole.contains('.')) {
        (true, _) => format!("{sign}{whole}"),
        (false, true) => format!("{sign}{whole}{fraction}"),
        (false, false) => format!("{sign}{whole}.00{fraction}"),
    }
}

fn spaced(word: &str) -> String {
    word.replace('_', " ")
}

fn number(deck: table::DeckId) -> u8 {
    deck.into()
}

/// What happened, in words.
pub(crate) fn told(what: &What) -> String {
    let text = match what {
        What::TableOpened { float } => format!("the table opens with {float} in the tray"),
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
        What::DeviceCounted { deck, cards } => format!("the shuffler counts {cards} cards in deck {}", number(*deck)),
        What::DeckRemoved { deck, reason } => format!("deck {} leaves the table: {reason}", number(*deck)),
        What::CutMade { deck, at, again: None } => format!("deck {} is cut at {at} cards", number(*deck)),
        What::CutMade { deck, at, again: Some(why) } => {
            format!("deck {} is cut again at {at} cards: {why}", number(*deck))
        }
        What::ShuffleOrdered { deck, reason } => format!("deck {} is to be shuffled again: {reason}", number(*deck)),
        What::Loaded { deck } => format!("deck {} is ready to be dealt", number(*deck)),
        What::IdleSpread { face_up: true } => "the table is idle, the cards spread face up".to_owned(),
        What::IdleSpread { face_up: false } => "the table is idle, the cards spread face down".to_owned(),
        What::TurnedUp => "the spread cards are turned up".to_owned(),
        What::Seated { position, person } => format!("{person} sits at position {position}"),
        What::Risen { position } => format!("position {position} is free"),
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
        What::Dealt { to, .. } => format!("a card to {}", holder(*to)),
        What::StackCovered => "the cover card lies on the dealer's stack".to_owned(),
        What::StackDelivered => "the dealer's stack is delivered".to_owned(),
        What::StubTaken { cards } => format!("the stub of {cards} cards is taken out"),
        What::StubCounted { cards, misdealt } => {
            format!("the stub is counted: {cards} cards{}", if *misdealt { ", and a hand is misdealt" } else { "" })
        }
        What::StubRacked { cards } => format!("the stub of {cards} cards goes to the rack"),
        What::PlayersShown { players } => format!("the device shows {}", count(*players, "player")),
        What::Looked { position } => format!("position {position} looks at its cards"),
        What::Decided { position, decision, play, tip } => match decision {
            Decision::Play if tip.is_zero() => format!("position {position} plays {play}"),
            Decision::Play => format!("position {position} plays {play} and tips {tip}"),
            Decision::Fold => format!("position {position} folds"),
            Decision::ForfeitUnseen => format!("position {position} gives the hand up unseen"),
        },
        What::FoldedShown => "the folded hands are shown".to_owned(),
        What::DealerRevealed { cards } => format!("the dealer has {}", hand(cards)),
        What::Revealed { position, cards } => format!("position {position} has {}", hand(cards)),
        What::CommunityRevealed { cards: faces } => format!("the community cards are {}", cards(faces)),
        What::Corrected { holder: whose, cards: faces, reason } => {
            format!("corrected: {} has {}: {reason}", holder(*whose), cards(faces))
        }
        What::SheetDrawn { dues, whole } => {
            let more = if *whole { "" } else { ", more when the community cards are known" };
            format!("the settlement has {} lines{more}", dues.len())
        }
        What::SheetTorn => "the settlement is void: a card was corrected".to_owned(),
        What::Spotted { position, wager, on } => {
            let how = if *on { "selected" } else { "unselected" };
            format!("position {position} is {how} on the keypad as {} winner", wager.title())
        }
        What::Validated { position, wager } => format!("the {} win of position {position} is validated", wager.title()),
        What::Revalued { position, wager, paid, .. } => {
            format!("the {} win of position {position} comes to {paid} by now", wager.title())
        }
        What::LightFaulted { position, wager, reason } => {
            format!("the {} light of position {position} failed: {reason}", wager.title())
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
        What::SetAside { card: Some(card) } => format!("{card} lies aside for the round"),
        What::SetAside { card: None } => "a card lies aside for the round".to_owned(),
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
        What::Meter { wager, entry } => format!("{}: {}", wager.title(), meter(entry)),
        What::MetersSynced { wager, .. } => format!("{}: the meters show what the link has", wager.title()),
    };
    clean(&text)
}

/// A meter's entry in words.
fn meter(entry: &Entry) -> String {
    let sums = |amounts: &meters::Pots| {
        let each = amounts.iter().filter(|(_, amount)| amount.0 != 0);
        each.map(|(pot, amount)| format!("{} {}", pot.word(), exact(amount))).collect::<Vec<_>>().join(", ")
    };
    match entry {
        Entry::Joined { game, .. } => format!("{} joins the link", game.id),
        Entry::Left { game } => format!("{game} leaves the link"),
        Entry::Reached { online: true } => "the controller is in reach".to_owned(),
        Entry::Reached { online: false } => "the controller is out of reach".to_owned(),
        Entry::Contributed { wagers, stakes, amounts, .. } => {
            format!("{} of {stakes} in all add {}", count(*wagers, "wager"), sums(amounts))
        }
        Entry::Reversed { wagers, amounts, .. } => {
            format!("the contributions of {} are taken out: {}", count(*wagers, "wager"), sums(amounts))
        }
        Entry::Awarded { position, level, amount, reset, .. } => {
            let reset = if reset.is_some() { ", and the meter is reset" } else { "" };
            format!("position {position} wins {amount} of the {level} meter{reset}")
        }
        Entry::Closed { .. } => "the round is closed".to_owned(),
        Entry::Proposed(proposal) => {
            format!(
                "{} proposes to correct {} by {}: {}",
                proposal.by,
                proposal.pot.word(),
                exact(proposal.amount),
                proposal.reason
            )
        }
        Entry::Approved { by, pot, amount, .. } => format!("{by} approves: {} {}", pot.word(), exact(*amount)),
        Entry::Declined { by, .. } => format!("{by} declines the correction"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meters_are_told_to_the_last_fraction() {
        for (millionths, text) in [
            (8_000_000, "$0.08"),
            (100_000_000, "$1"),
            (100_500_000, "$1.005"),
            (200_008_000_001, "$2,000.08000001"),
            (-1_500_000, "-$0.015"),
        ] {
            assert_eq!(exact(Meter(millionths)), text);
        }
    }

    /// The events as serde knows them: its complaint about an unknown one lists them all.
    #[test]
    fn every_event_has_its_name() {
        let error = serde_json::from_str::<What>(r#"{"event":"?"}"#).expect_err("no such event").to_string();
        let listed = error.split("expected one of ").nth(1).expect("the list");
        let known: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
        assert_eq!(known, NAMES);
    }
}
