//! The acts as lines of text: one row for each act, with its fields in their order and how each is written.

use rules::rulebook::vocabulary::{Irregularity, Leaver};
use rules::settle::Decision;
use rules::{Level, Wager};

/// How a field is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum FieldKind {
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
    /// The field's own name, or nothing.
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
pub(super) struct ActField {
    /// The name in JSON.
    pub(super) key: &'static str,
    /// The word that introduces it, where it may be left out.
    pub(super) word: Option<&'static str>,
    pub(super) kind: FieldKind,
}

const fn must(key: &'static str, kind: FieldKind) -> ActField {
    ActField { key, word: None, kind }
}

const fn may(key: &'static str, word: &'static str, kind: FieldKind) -> ActField {
    ActField { key, word: Some(word), kind }
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

/// Whether the report of an irregularity names the hand concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// It must: `at dealer`, or `at` and a position.
    Must,
    /// It may.
    May,
    /// It concerns no hand.
    Never,
    /// It is not reported: this act records it.
    ToldBy(&'static str),
}

/// Whether a report of this irregularity names a hand.
pub(super) fn at(what: Irregularity) -> At {
    match what {
        Irregularity::DealerCardExposed | Irregularity::PlayerCardExposed | Irregularity::LookedTooEarly => At::Must,
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

const DECK: ActField = must("deck", FieldKind::Number("a deck, 1 or 2"));
const POSITION: ActField = must("position", FieldKind::Number("a position"));
const CARDS: ActField = must("cards", FieldKind::Number("a number of cards"));
const CUT_AT: ActField = must("cards", FieldKind::Number("how many cards are cut from the top"));
const WAGER: ActField = must("wager", FieldKind::Word("a wager", wagers));
const AMOUNT: ActField = must("amount", FieldKind::Amount);
const REASON: ActField = must("reason", FieldKind::Text("the reason"));
const ORDER: ActField = may("shuffle", "order", FieldKind::Order);
const KEYED: ActField = may("cards", "", FieldKind::Cards);

/// An act's name and its fields: the required ones in order, then the optional ones.
pub(super) type ActShape = (&'static str, &'static [ActField]);

#[rustfmt::skip]
pub(super) const ACTS: &[ActShape] = &[
    ("open_table", &[must("float", FieldKind::Amount)]),
    ("close_table", &[]),
    ("fill", &[AMOUNT]),
    ("credit", &[AMOUNT]),
    ("receive_deck", &[DECK, may("preshuffled", "preshuffled", FieldKind::Flag), ORDER]),
    ("inspect", &[DECK]),
    ("verify", &[DECK]),
    ("spread", &[DECK]),
    ("first_player", &[DECK]),
    ("wash", &[DECK]),
    ("stack", &[DECK]),
    ("shuffle", &[DECK, must("method", FieldKind::Word("a way to shuffle", methods)), ORDER]),
    ("device_count", &[DECK, CARDS]),
    ("remove_deck", &[DECK, REASON]),
    ("cut", &[DECK, CUT_AT]),
    ("offer_cut", &[DECK]),
    ("decline_cut", &[DECK]),
    ("recut", &[DECK, CUT_AT, REASON]),
    ("order_shuffle", &[DECK, REASON]),
    ("load", &[DECK]),
    ("idle", &[may("face_up", "face_up", FieldKind::Flag)]),
    ("turn_up", &[]),
    ("sit", &[POSITION]),
    ("rise", &[POSITION]),
    ("buy_in", &[AMOUNT]),
    ("cash_out", &[AMOUNT]),
    ("tip", &[AMOUNT]),
    ("wager", &[POSITION, WAGER, AMOUNT, may("with", "with", FieldKind::Word("what is wagered with", instruments))]),
    ("sense", &[POSITION, WAGER, must("detected", FieldKind::Word("yes or no", yes_no))]),
    ("no_more_bets", &[]),
    ("lock_out", &[]),
    ("collect", &[must("chips", FieldKind::Number("a number of chips"))]),
    ("resolve", &[POSITION, WAGER, must("resolution", FieldKind::Word("a resolution", resolutions))]),
    ("bank_chips", &[]),
    ("deal", &[CARDS, may("read", "", FieldKind::Cards)]),
    ("cover_stack", &[]),
    ("deliver_stack", &[]),
    ("community", &[]),
    ("take_stub", &[]),
    ("count_stub", &[CARDS, may("misdealt", "misdealt", FieldKind::Flag), may("short", "short", FieldKind::Flag)]),
    ("rack_stub", &[]),
    ("show_players", &[]),
    ("allow_looks", &[]),
    ("look", &[POSITION]),
    ("ask", &[]),
    ("decide", &[POSITION, must("decision", FieldKind::Word("a decision", decisions)), may("amount", "amount", FieldKind::Amount), may("tip", "tip", FieldKind::Flag)]),
    ("view_folded", &[]),
    ("reveal_dealer", &[KEYED]),
    ("reveal", &[POSITION, KEYED]),
    ("reveal_community", &[KEYED]),
    ("correct", &[must("holder", FieldKind::Holder), must("cards", FieldKind::Cards), REASON]),
    ("spot", &[POSITION, WAGER]),
    ("verify_hand", &[POSITION, WAGER]),
    ("validate", &[POSITION, WAGER]),
    ("light_fault", &[POSITION, WAGER, REASON]),
    ("leave_unpaid", &[POSITION, WAGER, REASON]),
    ("hand_pay", &[POSITION, WAGER, must("document", FieldKind::Text("the document's number"))]),
    ("settle", &[POSITION, must("takes", FieldKind::Amount), must("pays", FieldKind::Amount)]),
    ("rack", &[must("holder", FieldKind::Holder), may("counted", "counted", FieldKind::Number("a number of cards"))]),
    ("end_game", &[]),
    ("end_round", &[]),
    ("report", &[must("what", FieldKind::Word("an irregularity", irregularities)), may("holder", "at", FieldKind::Holder), may("card", "card", FieldKind::Card)]),
    ("set_device", &[must("device", FieldKind::Word("a device", devices)), must("status", FieldKind::Word("a status", statuses))]),
    ("leave", &[POSITION]),
    ("lost", &[POSITION]),
    ("back", &[POSITION]),
    ("rule_leaver", &[POSITION, must("verdict", FieldKind::Word("a verdict", verdicts))]),
    ("time_up", &[POSITION, must("since", FieldKind::Moment)]),
    ("call_floor", &[REASON]),
    ("resume", &[REASON]),
    ("ruling", &[must("text", FieldKind::Text("the ruling"))]),
    ("sync_meters", &[WAGER, must("bank", FieldKind::Json)]),
    ("propose_meter", &[WAGER, must("level", FieldKind::Word("a meter", levels)), must("amount", FieldKind::Signed), REASON]),
    ("approve_meter", &[WAGER]),
    ("decline_meter", &[WAGER]),
];
