//! What happened: the facts that make up a table's history. Applying them needs no rules; those were checked before.

use std::sync::Arc;

use meters::{Bank, Entry};
use rules::hand::HandName;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::{DealDevice, Irregularity, Leaver, LimitOn, OpeningStep, Remedy};
use rules::settle::{Account, Cuts, Decision, Movement, PaidBy, PersonId};
use rules::{Cents, Citation, ClauseId, Level, Outcome, Wager};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use crate::act::{DeckId, Device, DeviceStatus, Holder, Method, Resolution};
use crate::card::{Face, Shuffle};
use crate::cents::InCents;
use crate::law::Law;
use crate::who::{Actor, Person, Role};

/// Where a payment comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Payer {
    /// The tray.
    Tray,
    /// Outside the tray, with a document.
    HandPay,
}

/// A limit on what a round pays that cut a win, with its law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LimitCut {
    /// Whose payments it limits.
    pub on: LimitOn,
    /// The clause that limits them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// The reading by which it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<u8>,
}

impl LimitCut {
    fn of((on, cite): (LimitOn, &Citation)) -> LimitCut {
        LimitCut { on, clause: cite.first().cloned(), reading: cite.readings.first().copied() }
    }
}

/// What the settlement says is to be done about one wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Due {
    /// The position it belongs to.
    pub position: u8,
    /// The wager.
    pub wager: Wager,
    /// For an envy bonus: whose hand gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u8>,
    /// What becomes of it.
    pub outcome: Outcome,
    /// What was staked.
    #[serde(with = "InCents")]
    pub stake: Cents,
    /// What is paid on top of the stake.
    #[serde(with = "InCents")]
    pub paid: Cents,
    /// What is returned of the stake.
    #[serde(with = "InCents")]
    pub returned: Cents,
    /// Where it is paid from.
    pub payer: Payer,
    /// For a share of a meter: which, and what leaves it in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub award: Option<(Level, i64)>,
    /// The limits on what a round pays that cut it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limited: Vec<LimitCut>,
    /// The hand that decided it.
    pub hand: HandName,
    /// The paytable's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays: Option<Pays>,
    /// Who must validate it first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validated_by: Option<Role>,
    /// The clause that decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// The reading that decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<u8>,
}

impl Due {
    /// The line for a movement of the settlement.
    #[must_use]
    pub fn of(movement: &Movement<'_>) -> Due {
        Due {
            position: movement.position,
            wager: movement.wager,
            from: movement.from_position,
            outcome: movement.outcome,
            stake: movement.stake,
            paid: movement.paid,
            returned: movement.returned,
            // A meter win that the tray does not hand over is paid outside it (READING 66).
            payer: match movement.payer {
                Account::HandPay | Account::Meter(..) => Payer::HandPay,
                _ => Payer::Tray,
            },
            award: movement.award.map(|(level, amount)| (level, amount.0)),
            limited: movement.limited.on().zip(movement.limited.citations()).map(LimitCut::of).collect(),
            hand: movement.hand,
            pays: match movement.by {
                PaidBy::Line(line) => Some(line.pays),
                PaidBy::Nothing | PaidBy::Envy(_) => None,
            },
            validated_by: movement.validated_by,
            clause: movement.clause().cloned(),
            reading: movement.citations().find_map(|cite| cite.readings.first().copied()),
        }
    }

    /// The movement behind this line, as far as it shifts value.
    fn movement(&self) -> Movement<'static> {
        Movement {
            position: self.position,
            person: PersonId::default(),
            wager: self.wager,
            from_position: self.from,
            outcome: self.outcome,
            stake: self.stake,
            paid: self.paid,
            returned: self.returned,
            payer: match (self.payer, self.award) {
                (Payer::Tray, _) => Account::Tray,
                (Payer::HandPay, Some((level, _))) => Account::Meter(self.wager, level),
                (Payer::HandPay, None) => Account::HandPay,
            },
            award: self.award.map(|(level, amount)| (level, Cents(amount))),
            limited: Cuts::NONE,
            hand: self.hand,
            by: PaidBy::Nothing,
            validated_by: None,
            why: [None; 3],
        }
    }

    /// The value it shifts, as (from, to, amount), by the settlement's own bookkeeping.
    pub fn transfers(&self) -> impl Iterator<Item = (Account, Account, Cents)> {
        let shifts: [Option<(Account, Account, Cents)>; 4] = {
            let movement = self.movement();
            let mut all = movement.transfers();
            [all.next(), all.next(), all.next(), all.next()]
        };
        shifts.into_iter().flatten()
    }

    /// The player's net result of the wager: what came back, less the chips staked. A coupon is paper and costs
    /// nothing; a tip's winnings are the dealers'.
    #[must_use]
    pub fn net(&self) -> Cents {
        let chips = if self.movement().stake_account().is_some() { self.stake } else { Cents::ZERO };
        self.comes_back() - chips
    }

    /// The chips that go to the player.
    pub(crate) fn comes_back(&self) -> Cents {
        let came = self.transfers().filter(|(_, to, _)| *to == Account::Player(self.position));
        came.map(|(_, _, amount)| amount).sum()
    }

    /// The change of the tray; negative when it pays.
    pub(crate) fn tray_gains(&self) -> Cents {
        let gain = |(from, to, amount): (Account, Account, Cents)| match (from, to) {
            (_, Account::Tray) => amount,
            (Account::Tray, _) => Cents::ZERO - amount,
            _ => Cents::ZERO,
        };
        self.transfers().map(gain).sum()
    }

    /// Leaves this wager unpaid because its light was dark: its chip stays in the tray, and nothing else happens
    /// (READING 43). Other lines, and lines that win nothing, stay unchanged.
    pub(crate) fn leave_unpaid_if(&mut self, position: u8, wager: Wager) {
        if (self.position, self.wager, self.outcome) != (position, wager, Outcome::Won) {
            return;
        }
        (self.outcome, self.payer) = (Outcome::Lost, Payer::Tray);
        (self.paid, self.returned) = (Cents::ZERO, Cents::ZERO);
        (self.award, self.pays, self.validated_by) = (None, None, None);
        self.limited.clear();
        (self.clause, self.reading) = (None, Some(43));
    }

    /// What the dealer takes of the stake. Progressive chips are already in the tray, and coupons are paper.
    #[must_use]
    pub fn takes(&self) -> Cents {
        match self.wager {
            Wager::Progressive | Wager::FiveCardProgressive | Wager::MatchPlay => Cents::ZERO,
            _ => self.stake - self.returned,
        }
    }

    /// What the tray pays.
    #[must_use]
    pub fn pays_from_tray(&self) -> Cents {
        if self.payer == Payer::Tray { self.paid } else { Cents::ZERO }
    }
}

/// A fact and the law behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(transform = crate::shape::flatten)]
pub struct Event {
    /// What happened.
    #[serde(flatten)]
    #[schemars(!flatten, extend("flat" = true))]
    pub what: What,
    /// The law.
    pub law: Law,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, IntoStaticStr, VariantNames)]
#[serde(tag = "event", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[allow(missing_docs, reason = "each names its act; the fields are those of the act")]
pub enum What {
    /// Somebody's first act as a member of the staff at this table, or in another role.
    OnDuty {
        person: Person,
        role: Role,
    },
    TableOpened {
        #[serde(with = "InCents")]
        float: Cents,
        at: crate::who::Moment,
    },
    TableClosed,
    Filled {
        #[serde(with = "InCents")]
        amount: Cents,
    },
    Credited {
        #[serde(with = "InCents")]
        amount: Cents,
    },
    DeckReceived {
        deck: DeckId,
        preshuffled: bool,
        shuffle: Option<Box<Shuffle>>,
        at: crate::who::Moment,
    },
    /// A step of the opening is done.
    Opened {
        deck: DeckId,
        step: OpeningStep,
    },
    Shuffled {
        deck: DeckId,
        method: Method,
        shuffle: Option<Box<Shuffle>>,
    },
    /// The shuffled deck is in a single stack.
    SingleStack {
        deck: DeckId,
    },
    DeviceCounted {
        deck: DeckId,
        cards: u8,
    },
    DeckRemoved {
        deck: DeckId,
        reason: Arc<str>,
    },
    CutMade {
        deck: DeckId,
        at: u8,
        again: Option<Arc<str>>,
    },
    /// The cut is offered to the player at a position.
    CutOffered {
        deck: DeckId,
        position: u8,
        at: crate::who::Moment,
    },
    CutDeclined {
        deck: DeckId,
        position: u8,
        /// Whether the player did not answer in time.
        silent: bool,
    },
    ShuffleOrdered {
        deck: DeckId,
        reason: Arc<str>,
    },
    /// The deck is where it will be dealt from.
    Loaded {
        deck: DeckId,
        into: DealDevice,
    },
    IdleSpread {
        face_up: bool,
    },
    /// Somebody has come to an idle table whose cards were not spread: they must be spread before a card is dealt.
    IdleMissed,
    TurnedUp,
    Seated {
        position: u8,
        person: Person,
    },
    Risen {
        position: u8,
        at: crate::who::Moment,
    },
    BoughtIn {
        person: Person,
        #[serde(with = "InCents")]
        amount: Cents,
    },
    CashedOut {
        person: Person,
        #[serde(with = "InCents")]
        amount: Cents,
    },
    Tipped {
        person: Person,
        #[serde(with = "InCents")]
        amount: Cents,
    },
    /// The wager is now this amount.
    Wagered {
        position: u8,
        wager: Wager,
        #[serde(with = "InCents")]
        amount: Cents,
    },
    Sensed {
        position: u8,
        wager: Wager,
        detected: bool,
    },
    BetsClosed,
    LockedOut,
    ChipsCollected {
        chips: u8,
        accepted: u8,
    },
    Resolved {
        position: u8,
        wager: Wager,
        resolution: Resolution,
    },
    ChipsBanked,
    Dealt {
        to: Holder,
        card: Option<Face>,
    },
    StackCovered,
    StackDelivered,
    StubTaken {
        cards: u8,
    },
    StubCounted {
        cards: u8,
        misdealt: bool,
    },
    StubRacked {
        cards: u8,
    },
    PlayersShown {
        players: u8,
    },
    /// The players may look at their cards from now on.
    LooksAllowed,
    Looked {
        position: u8,
    },
    /// The players are asked from now on.
    Asked,
    Decided {
        position: u8,
        decision: Decision,
        #[serde(with = "InCents")]
        play: Cents,
        #[serde(with = "InCents")]
        tip: Cents,
    },
    FoldedShown,
    DealerRevealed {
        cards: [Face; 3],
    },
    Revealed {
        position: u8,
        cards: [Face; 3],
    },
    CommunityRevealed {
        cards: [Face; 2],
    },
    Corrected {
        holder: Holder,
        cards: Vec<Face>,
        reason: Arc<str>,
    },
    /// What the hands that were given up forfeit, to be taken in this order before the dealer's hand is turned up.
    ForfeitsDue {
        dues: Vec<Due>,
    },
    /// The settlement was computed: these are to be taken and paid, in this order.
    SheetDrawn {
        dues: Vec<Due>,
        /// Whether these are all lines: the five-card lines may still wait for the community cards.
        whole: bool,
    },
    /// What is not settled comes off the sheet, because a card was corrected or a shared win was left unpaid.
    SheetTorn,
    Spotted {
        position: u8,
        wager: Wager,
        on: bool,
    },
    HandVerified {
        position: u8,
        wager: Wager,
    },
    Validated {
        position: u8,
        wager: Wager,
    },
    /// The meter has changed since the sheet was drawn, because another table has played.
    Revalued {
        position: u8,
        wager: Wager,
        #[serde(with = "InCents")]
        paid: Cents,
        award: (Level, i64),
    },
    LightFaulted {
        position: u8,
        wager: Wager,
        reason: Arc<str>,
    },
    /// A win under a dark light is not paid.
    LeftUnpaid {
        position: u8,
        wager: Wager,
        reason: Arc<str>,
    },
    HandPaid {
        position: u8,
        wager: Wager,
        document: Arc<str>,
    },
    /// The next lines of the sheet are settled, as many as `lines` says.
    Settled {
        position: u8,
        lines: u8,
    },
    Racked {
        holder: Holder,
        cards: u8,
    },
    GameEnded,
    RoundEnded {
        /// The shuffle of the round, opened.
        shuffle: Option<Box<Shuffle>>,
    },
    Irregular {
        what: Irregularity,
        remedy: Remedy,
        holder: Option<Holder>,
        card: Option<Face>,
    },
    /// A counter-entry: a line that was settled is undone, because the round is void or a hand was misread.
    Undone {
        /// Which of the lines, from 0. A table of terminals has hundreds.
        line: u16,
        position: u8,
        wager: Wager,
    },
    /// A card found face up goes to the discard rack, out for the round.
    SetAside {
        card: Option<Face>,
    },
    Voided {
        cause: Irregularity,
    },
    /// The hand at a position is void: its wagers go back, and the round goes on without it.
    HandVoided {
        position: u8,
    },
    /// A wager goes back to its player.
    Returned {
        position: u8,
        wager: Wager,
        #[serde(with = "InCents")]
        amount: Cents,
    },
    DeviceSet {
        device: Device,
        status: DeviceStatus,
    },
    Left {
        position: u8,
    },
    ConnectionLost {
        position: u8,
        at: crate::who::Moment,
    },
    ConnectionBack {
        position: u8,
    },
    LeaverRuled {
        position: u8,
        verdict: Leaver,
    },
    /// Every wager of the position is taken.
    Abandoned {
        position: u8,
    },
    Ruled {
        text: Arc<str>,
    },
    /// The player did not decide in time. What becomes of the hand comes after it.
    TimeRanOut {
        position: u8,
        since: crate::who::Moment,
    },
    FloorCalled {
        by: Actor,
        reason: Arc<str>,
        at: crate::who::Moment,
    },
    Resumed {
        reason: Arc<str>,
    },
    /// A meter's entry.
    Meter {
        wager: Wager,
        entry: Entry,
    },
    MetersSynced {
        wager: Wager,
        bank: Box<Bank>,
    },
}

impl What {
    /// The event without anything that is secret while its round runs. No sentence mentions the shuffle, and the
    /// settlement is told only line by line, as it is done.
    #[must_use]
    pub fn veiled(&self) -> What {
        let mut what = self.clone();
        match &mut what {
            What::Dealt { card, .. } => *card = None,
            What::Corrected { cards, .. } => cards.clear(),
            // Even the number of lines would give away cards.
            What::SheetDrawn { dues, .. } => dues.clear(),
            What::Shuffled { shuffle, .. } | What::DeckReceived { shuffle, .. } => *shuffle = None,
            _ => {}
        }
        what
    }

    /// The one position that the event is about; `None` if it concerns the whole table.
    #[must_use]
    pub fn position(&self) -> Option<u8> {
        match self {
            What::Seated { position, .. }
            | What::Risen { position, .. }
            | What::Wagered { position, .. }
            | What::Sensed { position, .. }
            | What::Resolved { position, .. }
            | What::CutOffered { position, .. }
            | What::CutDeclined { position, .. }
            | What::HandVoided { position }
            | What::Looked { position }
            | What::Decided { position, .. }
            | What::Revealed { position, .. }
            | What::Spotted { position, .. }
            | What::HandVerified { position, .. }
            | What::Validated { position, .. }
            | What::Revalued { position, .. }
            | What::LightFaulted { position, .. }
            | What::LeftUnpaid { position, .. }
            | What::HandPaid { position, .. }
            | What::Settled { position, .. }
            | What::Undone { position, .. }
            | What::Returned { position, .. }
            | What::Left { position }
            | What::ConnectionLost { position, .. }
            | What::ConnectionBack { position }
            | What::LeaverRuled { position, .. }
            | What::TimeRanOut { position, .. }
            | What::Abandoned { position }
            | What::Dealt { to: Holder::Position(position), .. }
            | What::Racked { holder: Holder::Position(position), .. }
            | What::Corrected { holder: Holder::Position(position), .. }
            | What::Irregular { holder: Some(Holder::Position(position)), .. } => Some(*position),
            _ => None,
        }
    }
}
