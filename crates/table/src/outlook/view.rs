//! What a person may see. A view is built only from what that person may know: a hidden card is not removed from it,
//! but never put in.

use std::cmp::Reverse;

use rules::rulebook::Step;
use rules::settle::Decision;
use rules::{Cents, House, Level, Wager};
use schemars::JsonSchema;
use serde::Serialize;

use crate::act::{Act, Command, DeckId, DeviceStatus};
use crate::card::{Digest, Face};
use crate::decide::decide_for;
use crate::event::Due;
use crate::held::Held;
use crate::offer::Offer;
use crate::preparing::Preparing;
use crate::refusal::Written;
use crate::state::{Devices, Hand, PROGRESSIVES, Phase, Seat, SheetLine, State, Stub};
use crate::who::{Actor, Moment, Person, Role};
use crate::why::Why;

/// A card on the layout: its face, or nothing while it lies face down.
pub type SeenCard = Option<Face>;

/// A hand as a viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct HandView {
    /// The cards that lie there.
    pub cards: Vec<SeenCard>,
    /// Whether everybody sees them.
    pub face_up: bool,
}

/// A wager on the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Placed {
    /// Which.
    pub wager: Wager,
    /// How much was wagered, in cents.
    pub staked: i64,
    /// How much of it lies on the layout now.
    pub lies: i64,
    /// Whether it is a coupon: paper, not chips.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub paper: bool,
}

/// A light of a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Light {
    /// Which progressive.
    pub wager: Wager,
    /// A chip was detected before the close.
    pub detected: bool,
    /// Locked in.
    pub locked: bool,
    /// Lit.
    pub lit: bool,
}

/// A position as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SeatView {
    /// The position.
    pub position: u8,
    /// Who sits there.
    pub person: Person,
    /// Whether that is the viewer.
    pub own: bool,
    /// The chips of the viewer, or of anybody for the staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<i64>,
    /// The wagers.
    pub wagers: Vec<Placed>,
    /// The lights.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<Light>,
    /// The hand.
    pub hand: HandView,
    /// The decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The connection is lost.
    pub lost: bool,
    /// The player has left and waits for a ruling.
    pub left: bool,
    /// The hand is void in this round.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
}

/// How far a deck is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StageView {
    /// Not at the table.
    Away,
    /// Being inspected, spread and washed.
    Opening,
    /// Ready to be shuffled.
    Unshuffled,
    /// Shuffled.
    Shuffled,
    /// In the shoe, or in the dealer's hand.
    Loaded,
    /// Dealt from in this round.
    InPlay,
}

/// Where the stub is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StubView {
    /// There is none yet: betting is open.
    None,
    /// Where the cards are dealt from.
    InDevice,
    /// Taken out.
    Taken,
    /// Counted.
    Counted,
    /// In the discard rack.
    Racked,
}

/// A deck as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DeckView {
    /// Which.
    pub deck: DeckId,
    /// How far it is prepared.
    pub stage: StageView,
    /// Since when it has been at the table.
    pub since: Moment,
    /// The commitment to its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Digest>,
    /// Where it was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<u8>,
    /// The position where its cut is offered now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_offered: Option<u8>,
    /// Rounds since its stub was counted.
    pub rounds_since_count: u8,
}

/// A meter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MeterView {
    /// The progressive.
    pub wager: Wager,
    /// The level.
    pub level: Level,
    /// What it is called, where it has a name of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it shows, in cents.
    pub shows: i64,
}

/// A line of the settlement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LineView {
    /// What is due.
    #[serde(flatten)]
    pub due: Due,
    /// What the dealer takes of the stake, in cents.
    pub takes: i64,
    /// What the tray pays.
    pub pays_out: i64,
    /// The player's net result: above zero if won, below zero if lost.
    pub net: i64,
    /// Whether it is done.
    pub settled: bool,
    /// Whether it was validated.
    pub validated: bool,
    /// What the meter is called that it is paid from, where that has a name of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meter: Option<String>,
}

impl LineView {
    fn of(house: &House, line: &SheetLine, settled: bool) -> LineView {
        let (takes, pays_out, net) = (line.due.takes().0, line.due.pays_from_tray().0, line.due.net().0);
        let award = line.due.award.and_then(|(level, _)| house.own_meter_name(line.due.wager, level));
        let meter = award.map(str::to_owned);
        LineView { due: line.due.clone(), takes, pays_out, net, settled, validated: line.validated, meter }
    }
}

/// The money of the table, for the staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TillView {
    /// In the tray.
    pub tray: i64,
    /// In the drop box.
    pub drop: i64,
    /// In the tip box.
    pub tip_box: i64,
    /// Paid outside the tray.
    pub hand_paid: i64,
}

/// The next step, for the staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(transform = crate::shape::flatten)]
pub struct NextView {
    /// By whom.
    pub by: Role,
    /// What.
    #[serde(flatten)]
    #[schemars(!flatten, extend("flat" = true))]
    pub act: Act,
    /// Its step of the procedure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
}

/// An act that is not offered, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Barred {
    /// The act.
    #[schemars(extend("unevaluatedProperties" = false))]
    pub act: Act,
    /// Why it would be refused.
    pub why: Why,
    /// The same in words, with the clauses.
    #[serde(flatten)]
    pub says: Written,
}

/// The table as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct View {
    /// How many events have happened at the table.
    pub version: u64,
    /// The rulebook.
    pub rulebook: String,
    /// The operator.
    pub operator: String,
    /// The house's digest.
    pub house: String,
    /// The phase.
    pub phase: Phase,
    /// The round.
    pub round: u64,
    /// Whose decision it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// The positions.
    pub seats: Vec<SeatView>,
    /// The shared hands of an electronic table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<HandView>,
    /// The dealer's hand.
    pub dealer: HandView,
    /// The community cards.
    pub community: HandView,
    /// Cards found face up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<SeenCard>,
    /// Where the stub is.
    pub stub: StubView,
    /// Cards in the discard rack.
    pub racked: u8,
    /// Why the round is void.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub void: Option<rules::rulebook::vocabulary::Irregularity>,
    /// The decks.
    pub decks: Vec<DeckView>,
    /// The meters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meters: Vec<MeterView>,
    /// Whether progressive wagers can be made.
    pub progressive_open: bool,
    /// The settlement as far as it is known to everybody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settlement: Vec<LineView>,
    /// How many players the device shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// The viewer's chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<i64>,
    /// The chips that the viewer needs to play all of their undecided hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_play: Option<i64>,
    /// What the viewer would expect to be offered but is not, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// The cards are dealt, and the players wait until the dealer allows them to look.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub looks_wait: bool,
    /// What is done with the cards while wagers are made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preparing: Option<Preparing>,
    /// The game is held for a ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// The table's money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub till: Option<TillView>,
    /// The state of the devices, for the staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub devices: Option<Devices>,
    /// The next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextView>,
    /// What the viewer may do now.
    pub legal: Vec<Offer>,
}

/// Whether a role works for the house at the table.
const fn staff(role: Role) -> bool {
    matches!(role, Role::Dealer | Role::Floorperson | Role::Supervisor | Role::Surveillance)
}

/// The table as this person sees it.
#[must_use]
pub fn view(state: &State, who: &Actor, at: Moment) -> View {
    let house = &state.house;
    let meters = PROGRESSIVES.into_iter().zip(&state.banks).flat_map(|(wager, bank)| {
        let levels = bank.iter().flat_map(meters::Bank::levels);
        levels.map(move |(level, value)| {
            let name = state.house.own_meter_name(wager, level).map(str::to_owned);
            MeterView { wager, level, name, shows: house.currency.shows(value).0 }
        })
    });
    let player = (who.role == Role::Player).then_some(&who.person);
    let mut seats = Vec::with_capacity(state.seats.len());
    let shown = state.taken().filter(|(_, seat)| state.shows_wagers(player, &seat.person));
    seats.extend(shown.map(|(position, seat)| seat_view(state, who, position, seat)));
    // Players are told what is being done with the cards only between rounds, when it reveals no hand.
    let next = if staff(who.role) || state.phase() == Phase::Betting { state.next(at) } else { None };
    let preparing = next.as_ref().and_then(|todo| Preparing::of(&todo.act));
    let next = next.filter(|_| staff(who.role));
    View {
        version: state.version,
        rulebook: house.book.code.clone(),
        operator: house.operator.clone(),
        house: house.digest.clone(),
        phase: state.phase(),
        round: state.round.number,
        turn: state.turn(),
        seats,
        shared: state.hands().filter(|_| state.electronic()).map(|(_, hand)| public(hand, false)).collect(),
        dealer: arranged(public(&state.round.dealer, state.late_stack() && !state.round.delivered)),
        community: public(&state.round.community, false),
        aside: state.round.aside.iter().map(|card| card.map(Face)).collect(),
        stub: match state.round.stub {
            _ if !state.round.closed => StubView::None,
            Stub::InDevice => StubView::InDevice,
            Stub::Taken => StubView::Taken,
            Stub::Counted => StubView::Counted,
            Stub::Racked => StubView::Racked,
        },
        racked: state.round.rack.iter().map(|racked| racked.cards).sum(),
        void: state.round.void,
        decks: state.decks_used().map(|deck| deck_view(state, deck)).collect(),
        meters: meters.collect(),
        progressive_open: state.devices.controller == DeviceStatus::InService
            && state.banks.iter().flatten().all(meters::Bank::online),
        settlement: settlement(state, player),
        players: state.round.players_shown,
        chips: player.map(|player| state.money.purse(player).0),
        to_play: player.map(|player| state.to_play(player).0).filter(|needs| *needs > 0),
        barred: barred(state, who, at),
        looks_wait: matches!(state.phase(), Phase::Deciding | Phase::Showdown) && state.looks_wait(),
        preparing,
        held: state.held.clone(),
        devices: staff(who.role).then_some(state.devices),
        till: staff(who.role).then(|| TillView {
            tray: state.money.tray.0,
            drop: state.money.drop.0,
            tip_box: state.money.tip_box.0,
            hand_paid: -state.money.hand_pay.0,
        }),
        next: next.map(|todo| NextView { by: todo.by, step: todo.act.about().step, act: todo.act }),
        legal: crate::legal::legal(state, who, at),
    }
}

/// The decisions that a player would expect now but may not make. A player who has not looked is offered to look.
fn barred(state: &State, who: &Actor, at: Moment) -> Vec<Barred> {
    if who.role != Role::Player || state.phase() != Phase::Deciding {
        return Vec::new();
    }
    let own = state.deciding().filter(|position| state.seat(*position).is_some_and(|seat| seat.person == who.person));
    let refused = own.filter_map(|position| {
        let act = Act::Decide { position, decision: Decision::Play, amount: None, tip: false };
        let command = Command::new("", who.clone(), at, act);
        let refusal = decide_for(state, &command).err()?;
        Some(Barred { act: command.act, says: refusal.written(&state.house), why: refusal.why })
    });
    refused.collect()
}

/// A hand as everybody sees it: the cards turned up or exposed.
fn public(hand: &Hand, away: bool) -> HandView {
    if hand.racked || away {
        return HandView { cards: Vec::new(), face_up: hand.revealed };
    }
    let seen =
        (0..usize::from(hand.count)).map(|i| hand.cards[i].filter(|_| hand.revealed || hand.exposed[i]).map(Face));
    HandView { cards: seen.collect(), face_up: hand.revealed }
}

/// The dealer's cards once turned up, from highest to lowest, as the dealer arranges them for all to see (sd:(10)#2;
/// ma:10(b)#7, md14:11.D(2), md2014:11.D(2) and tribal:(j)(2)#5 want the highest hand arranged).
fn arranged(mut hand: HandView) -> HandView {
    if hand.face_up {
        hand.cards.sort_by_key(|card| Reverse(card.map(|Face(card)| card.rank())));
    }
    hand
}

fn seat_view(state: &State, who: &Actor, position: u8, seat: &Seat) -> SeatView {
    let own = who.role == Role::Player && seat.person == who.person;
    let shown = state.round.folded_shown && seat.gave_up();
    let hand = if shown || (own && seat.looked && !seat.hand.racked && state.phase() != Phase::Dealing) {
        let cards = (0..usize::from(seat.hand.count)).map(|i| seat.hand.cards[i].map(Face)).collect();
        HandView { cards, face_up: seat.hand.revealed }
    } else {
        public(state.hand_at(position, seat), false)
    };
    let placed = |wager: &Wager| {
        let (staked, lies) = match wager {
            Wager::Play if seat.decision == Some(Decision::Play) => (seat.stakes.ante, seat.play),
            Wager::MatchPlay => (seat.stakes.match_play, state.coupon(position, seat)),
            wager => (seat.stakes.on(*wager), seat.areas.on(*wager)),
        };
        let paper = *wager == Wager::MatchPlay;
        (staked != Cents::ZERO).then_some(Placed { wager: *wager, staked: staked.0, lies: lies.0, paper })
    };
    // The greatest number there can be, so that the vector never grows: a server builds a view for everybody.
    let mut wagers = Vec::with_capacity(6);
    wagers.extend(Wager::ALL.iter().filter_map(placed));
    let sensors = PROGRESSIVES.into_iter().zip(&seat.sensors).filter(|(wager, _)| state.house.offers(*wager));
    let mut lights = Vec::with_capacity(2);
    lights.extend(sensors.map(|(wager, s)| Light { wager, detected: s.detected, locked: s.locked, lit: s.lit }));
    SeatView {
        position,
        person: seat.person.clone(),
        own,
        chips: (own || staff(who.role)).then(|| state.money.purse(&seat.person).0),
        wagers,
        lights,
        hand,
        decision: seat.decision,
        lost: seat.lost.is_some(),
        left: seat.left,
        void: seat.void,
    }
}

fn deck_view(state: &State, deck: DeckId) -> DeckView {
    use crate::deck::Stage;
    let held = state.deck(deck);
    DeckView {
        deck,
        stage: match held.stage {
            Stage::Away => StageView::Away,
            Stage::Opening(_) => StageView::Opening,
            Stage::Unshuffled => StageView::Unshuffled,
            Stage::Shuffled => StageView::Shuffled,
            Stage::Loaded => StageView::Loaded,
            Stage::InPlay => StageView::InPlay,
        },
        since: held.since,
        commitment: held.shuffle.as_ref().map(|shuffle| shuffle.commitment),
        cut: held.cut,
        cut_offered: state.cut_offer(deck).map(|offer| offer.position),
        rounds_since_count: held.rounds_since_count,
    }
}

/// The lines of the sheet that follow from what everybody has seen.
fn settlement(state: &State, player: Option<&Person>) -> Vec<LineView> {
    let lines = state.round.sheet.iter().enumerate().map(|(i, line)| (i < state.round.settled, line));
    let owner = |line: &SheetLine| state.seat(line.due.position).map(|seat| &seat.person);
    let own = |line: &SheetLine| owner(line).is_none_or(|owner| state.shows_wagers(player, owner));
    let seen = lines.filter(|(settled, line)| (*settled || state.is_public(line)) && own(line));
    let mut shown = Vec::with_capacity(state.round.sheet.len());
    shown.extend(seen.map(|(settled, line)| LineView::of(&state.house, line, settled)));
    shown
}
