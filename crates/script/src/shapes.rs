//! The acts as lines of text: one row for each act, with its fields in their order and how each is written.

use rules::rulebook::vocabulary::{Irregularity, Leaver};
use rules::settle::Decision;
use rules::{Level, Wager};

/// How a field is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// `$5`, in JSON cents.
    Amount,
    /// The same with a sign.
    Signed,
    /// A number of cards, chips, or a position.
    Number(&'static str),
    /// One of some words.
    Word(&'static str, fn() -> Vec<&'static str>),
    /// Words in quotes.
    Text(&'static str),
    /// Its own name, or nothing.
    Flag,
    /// Cards such as `As Kd 3c`, to the end of the cards.
    Cards,
    /// One card.
    Card,
    /// `dealer`, `community` or a position.
    Holder,
    /// `order "As Kd …"` with the top cards, the others following in their order; or `order none`.
    Order,
    /// `2026-11-15T20:00:00Z`, in JSON milliseconds since 1970.
    Moment,
    /// JSON to the end of the line.
    Json,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The name in JSON.
    pub(super) key: &'static str,
    /// The word that introduces it, where it may be left out.
    pub(super) word: Option<&'static str>,
    pub(super) kind: Kind,
}

const fn must(key: &'static str, kind: Kind) -> Field {
    Field { key, word: None, kind }
}

const fn may(key: &'static str, word: &'static str, kind: Kind) -> Field {
    Field { key, word: Some(word), kind }
}

fn wagers() -> Vec<&'static str> {
    Wager::ALL.iter().map(|wager| wager.word()).collect()
}
fn levels() -> Vec<&'static str> {
    Level::ALL.iter().map(|level| level.word()).collect()
}
fn decisions() -> Vec<&'static str> {
    Decision::ALL.iter().map(|decision| decision.word()).collect()
}
fn irregularities() -> Vec<&'static str> {
    Irregularity::ALL.iter().map(|what| what.word()).collect()
}
fn verdicts() -> Vec<&'static str> {
    Leaver::ALL.iter().map(|verdict| verdict.word()).collect()
}
fn methods() -> Vec<&'static str> {
    vec!["hand", "device"]
}
fn instruments() -> Vec<&'static str> {
    vec!["chips", "coupon", "spoken_cash"]
}
fn resolutions() -> Vec<&'static str> {
    vec!["accept", "return"]
}
fn devices() -> Vec<&'static str> {
    vec!["shuffler", "shoe", "controller"]
}
fn statuses() -> Vec<&'static str> {
    vec!["in_service", "out_of_order", "covered", "signed", "removed"]
}
fn yes_no() -> Vec<&'static str> {
    vec!["yes", "no"]
}

/// Whether the report of an irregularity says at which hand it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// It must: `at dealer`, or `at` and a position.
    Must,
    /// It may.
    May,
    /// It is about no hand.
    Never,
    /// It is not reported: this act tells it.
    ToldBy(&'static str),
}

/// What a report of an irregularity says of the hand.
pub(super) fn at(what: Irregularity) -> At {
    match what {
        Irregularity::DealerCardExposed | Irregularity::PlayerCardExposed => At::Must,
        Irregularity::WrongNumber => At::May,
        Irregularity::CardFaceUp
        | Irregularity::CardsFaceUp
        | Irregularity::DrawnInError
        | Irregularity::ShufflerJam
        | Irregularity::ShoeJam => At::Never,
        Irregularity::DeviceOutOfUse => At::ToldBy("set_device"),
        Irregularity::StubWrong | Irregularity::StubWrongMisdealt | Irregularity::StubWrongBoth => {
            At::ToldBy("count_stub")
        }
    }
}

const DECK: Field = must("deck", Kind::Number("a deck, 1 or 2"));
const POSITION: Field = must("position", Kind::Number("a position"));
const CARDS: Field = must("cards", Kind::Number("a number of cards"));
const CUT_AT: Field = must("cards", Kind::Number("how many cards are cut from the top"));
const WAGER: Field = must("wager", Kind::Word("a wager", wagers));
const AMOUNT: Field = must("amount", Kind::Amount);
const REASON: Field = must("reason", Kind::Text("the reason"));
const ORDER: Field = may("shuffle", "order", Kind::Order);
const KEYED: Field = may("cards", "", Kind::Cards);

/// An act's name and its fields: those that must be there in their order, then those that may.
pub(super) type Row = (&'static str, &'static [Field]);

#[rustfmt::skip]
pub(super) const ACTS: &[Row] = &[
    ("open_table", &[must("float", Kind::Amount)]),
    ("close_table", &[]),
    ("fill", &[AMOUNT]),
    ("credit", &[AMOUNT]),
    ("receive_deck", &[DECK, may("preshuffled", "preshuffled", Kind::Flag), ORDER]),
    ("inspect", &[DECK]),
    ("verify", &[DECK]),
    ("spread", &[DECK]),
    ("first_player", &[DECK]),
    ("wash", &[DECK]),
    ("stack", &[DECK]),
    ("shuffle", &[DECK, must("method", Kind::Word("a way to shuffle", methods)), ORDER]),
    ("device_count", &[DECK, CARDS]),
    ("remove_deck", &[DECK, REASON]),
    ("cut", &[DECK, CUT_AT]),
    ("recut", &[DECK, CUT_AT, REASON]),
    ("order_shuffle", &[DECK, REASON]),
    ("load", &[DECK]),
    ("idle", &[may("face_up", "face_up", Kind::Flag)]),
    ("turn_up", &[]),
    ("sit", &[POSITION]),
    ("rise", &[POSITION]),
    ("buy_in", &[AMOUNT]),
    ("cash_out", &[AMOUNT]),
    ("tip", &[AMOUNT]),
    ("wager", &[POSITION, WAGER, AMOUNT, may("with", "with", Kind::Word("what is wagered with", instruments))]),
    ("sense", &[POSITION, WAGER, must("detected", Kind::Word("yes or no", yes_no))]),
    ("no_more_bets", &[]),
    ("lock_out", &[]),
    ("collect", &[must("chips", Kind::Number("a number of chips"))]),
    ("resolve", &[POSITION, WAGER, must("resolution", Kind::Word("a resolution", resolutions))]),
    ("bank_chips", &[]),
    ("deal", &[CARDS, may("read", "", Kind::Cards)]),
    ("cover_stack", &[]),
    ("deliver_stack", &[]),
    ("community", &[]),
    ("take_stub", &[]),
    ("count_stub", &[CARDS, may("misdealt", "misdealt", Kind::Flag), may("short", "short", Kind::Flag)]),
    ("rack_stub", &[]),
    ("show_players", &[]),
    ("look", &[POSITION]),
    ("ask", &[]),
    ("decide", &[POSITION, must("decision", Kind::Word("a decision", decisions)), may("amount", "amount", Kind::Amount), may("tip", "tip", Kind::Flag)]),
    ("view_folded", &[]),
    ("reveal_dealer", &[KEYED]),
    ("reveal", &[POSITION, KEYED]),
    ("reveal_community", &[KEYED]),
    ("correct", &[must("holder", Kind::Holder), must("cards", Kind::Cards), REASON]),
    ("spot", &[POSITION, WAGER]),
    ("verify_hand", &[POSITION, WAGER]),
    ("validate", &[POSITION, WAGER]),
    ("light_fault", &[POSITION, WAGER, REASON]),
    ("leave_unpaid", &[POSITION, WAGER, REASON]),
    ("hand_pay", &[POSITION, WAGER, must("document", Kind::Text("the document's number"))]),
    ("settle", &[POSITION, must("takes", Kind::Amount), must("pays", Kind::Amount)]),
    ("rack", &[must("holder", Kind::Holder), may("counted", "counted", Kind::Number("a number of cards"))]),
    ("end_game", &[]),
    ("end_round", &[]),
    ("report", &[must("what", Kind::Word("an irregularity", irregularities)), may("holder", "at", Kind::Holder), may("card", "card", Kind::Card)]),
    ("set_device", &[must("device", Kind::Word("a device", devices)), must("status", Kind::Word("a status", statuses))]),
    ("leave", &[POSITION]),
    ("lost", &[POSITION]),
    ("back", &[POSITION]),
    ("rule_leaver", &[POSITION, must("verdict", Kind::Word("a verdict", verdicts))]),
    ("time_up", &[POSITION, must("since", Kind::Moment)]),
    ("call_floor", &[REASON]),
    ("resume", &[REASON]),
    ("ruling", &[must("text", Kind::Text("the ruling"))]),
    ("sync_meters", &[WAGER, must("bank", Kind::Json)]),
    ("propose_meter", &[WAGER, must("level", Kind::Word("a meter", levels)), must("amount", Kind::Signed), REASON]),
    ("approve_meter", &[WAGER]),
    ("decline_meter", &[WAGER]),
];
