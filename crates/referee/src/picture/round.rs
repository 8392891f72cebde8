//! One round, from the wagers to the last racked card.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use cards::{Strength, Three};
use rules::rulebook::vocabulary::{DealDevice, Fate, Irregularity, MultiWin};
use rules::{Outcome, Wager};
use table::{Actor, DeckId, Face, Holder, Method, Payer, Person};

use super::{Picture, Ready, Turn};
use crate::fact::{Chosen, Due, Fact};
use crate::law::Book;

/// Where the stub is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StubIs {
    /// In the shoe or the hand.
    #[default]
    Undealt,
    /// Taken out.
    Taken,
    /// In the discard rack.
    Racked,
}

/// A wager at a position.
pub(crate) type WagerAt = (u8, Wager);

/// Whether a wager is one of the two base wagers.
pub(crate) const fn is_base(wager: Wager) -> bool {
    matches!(wager, Wager::Ante | Wager::PairPlus)
}

/// What is settled after the players' turns, if the table is at the end of its round. Where the winners of a
/// progressive share its meters, their amounts are unknown before all hands are up (READING 67).
pub(crate) fn at_the_end(picture: &Picture, wager: Wager) -> bool {
    let terms = picture.house.progressive_terms(wager);
    match wager {
        Wager::CoverAll => true,
        Wager::FiveCardProgressive if picture.book == Book::Ma => true,
        Wager::Progressive if picture.book == Book::Sd => true,
        _ => terms.is_some_and(|terms| terms.multi_win == MultiWin::EqualShares),
    }
}

/// The round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// What lies on the layout, in cents.
    pub(crate) stakes: BTreeMap<WagerAt, i64>,
    pub(crate) sensors: BTreeMap<WagerAt, bool>,
    /// Wagers that the system has accepted, before the lock-out or by a floorperson's ruling.
    pub(crate) accepted: BTreeSet<WagerAt>,
    pub(crate) closed: bool,
    /// Whether the shuffler worked when the betting was closed.
    pub(crate) shuffler_worked: bool,
    pub(crate) locked: bool,
    pub(crate) collected: Option<(u8, u8)>,
    pub(crate) resolved: bool,
    pub(crate) banked: bool,

    pub(crate) deck: Option<DeckId>,
    /// How the deck of this round was prepared.
    pub(crate) ready: Ready,
    pub(crate) from: Option<DealDevice>,
    /// Who gets cards, in order, the dealer last.
    pub(crate) due_to: Vec<Holder>,
    pub(crate) dealt: Vec<Holder>,
    /// Whether a five-card wager stood at the first card.
    pub(crate) five_cards: bool,
    /// Who has dealt in this round.
    pub(crate) dealers: BTreeSet<Person>,
    pub(crate) aside: u8,
    pub(crate) covered: bool,
    pub(crate) delivered: bool,
    pub(crate) stub: StubIs,
    /// What the stub was counted as, whether a hand was misdealt, and how many cards had been set aside by then.
    pub(crate) counted: Option<(u8, bool, u8)>,
    /// The shoe stopped while cards were still to come.
    pub(crate) shoe_stopped: bool,
    pub(crate) players_shown: Option<u8>,

    pub(crate) asked: bool,
    pub(crate) choices: Vec<(u8, Chosen)>,
    pub(crate) gone: BTreeSet<u8>,

    pub(crate) dealer_up: bool,
    pub(crate) community_up: bool,
    pub(crate) up: Vec<u8>,
    pub(crate) strengths: BTreeMap<u8, Strength>,
    pub(crate) dealer_strength: Option<Strength>,
    /// Whether a hand turned out to be misread.
    pub(crate) corrected: bool,

    /// The lines that are still to be taken and paid, in the table's order.
    pub(crate) dues: VecDeque<Due>,
    pub(crate) sheet: bool,
    pub(crate) settled: Vec<Due>,
    pub(crate) spotted: BTreeSet<WagerAt>,
    pub(crate) verified: BTreeSet<WagerAt>,
    pub(crate) validated: BTreeMap<WagerAt, Actor>,
    /// Who had validated wins that were removed from the sheet unpaid: if the same win is drawn up again, the
    /// validation remains valid.
    pub(crate) validated_before: BTreeMap<WagerAt, Actor>,
    pub(crate) excused_lights: BTreeSet<WagerAt>,
    pub(crate) hand_paid: BTreeSet<WagerAt>,
    pub(crate) racked: Vec<Holder>,
    pub(crate) game_ended: bool,

    pub(crate) face_up_found: u8,
    /// A card was set aside out of a dispensed stack, which is a card short now (READING 85).
    pub(crate) short_stack: bool,
    /// A fault that makes the round void, before it is declared void.
    pub(crate) void_due: Option<Irregularity>,
    pub(crate) void: Option<Irregularity>,
}

impl Round {
    pub(super) fn begin(&mut self, deck: DeckId, ready: Option<Ready>, from: DealDevice) {
        self.deck = Some(deck);
        self.ready = ready.unwrap_or_default();
        self.from = Some(from);
    }

    /// Positions with a base wager, in order.
    pub(crate) fn players(&self) -> BTreeSet<u8> {
        self.stakes
            .iter()
            .filter(|((_, wager), amount)| is_base(*wager) && **amount > 0)
            .map(|((at, _), _)| *at)
            .collect()
    }

    /// Positions that were dealt a hand.
    pub(crate) fn players_dealt(&self) -> impl Iterator<Item = u8> {
        self.due_to.iter().filter_map(|holder| match holder {
            Holder::Position(position) => Some(*position),
            Holder::Dealer | Holder::Community => None,
        })
    }

    pub(crate) fn stake(&self, position: u8, wager: Wager) -> i64 {
        self.stakes.get(&(position, wager)).copied().unwrap_or(0)
    }

    /// Whether any position has this wager.
    pub(crate) fn anybody_has(&self, wager: Wager) -> bool {
        self.stakes.iter().any(|((_, w), amount)| *w == wager && *amount > 0)
    }

    pub(crate) fn choice(&self, position: u8) -> Option<Chosen> {
        self.choices.iter().find(|(at, _)| *at == position).map(|(_, choice)| *choice)
    }

    pub(crate) fn cards_of(&self, holder: Holder) -> usize {
        self.dealt.iter().filter(|to| **to == holder).count()
    }

    /// Whether everybody has three cards and no more.
    pub(crate) fn all_served(&self) -> bool {
        !self.due_to.is_empty() && self.due_to.iter().all(|holder| self.cards_of(*holder) == 3)
    }

    pub(crate) fn is_racked(&self, holder: Holder) -> bool {
        self.racked.contains(&holder)
    }

    /// Whether the dealer's stack waits in the device (READING 71).
    pub(crate) fn late(&self, picture: &Picture) -> bool {
        self.from == Some(DealDevice::AutomatedShoe)
            && picture.house.cards.dealer_stack == Some(rules::rulebook::vocabulary::DealerStack::InShuffler)
    }

    /// Whether the deal has begun and cards are still to leave the device (READING 92).
    pub(crate) fn cards_to_come(&self, picture: &Picture) -> bool {
        let begun = self.from == Some(DealDevice::AutomatedShoe) && !self.dealt.is_empty() && self.void.is_none();
        begun && (!self.all_served() || (self.late(picture) && !self.delivered))
    }

    /// Whether the shuffler shuffled and counted the cards of this round (READING 25).
    pub(crate) fn counted_by_device(&self) -> bool {
        self.ready.method == Some(Method::Device) && self.ready.counted == Some(52)
    }

    /// The wagers that keep a hand alive: all of one that was not given up, and otherwise those that survive that, by
    /// document and, where it leaves that open, by house.
    fn alive(&self, picture: &Picture, position: u8) -> impl Iterator<Item = Wager> {
        let (book, fold) = (picture.book, &picture.house.fold);
        let choice = self.choice(position).unwrap_or(Chosen::Play);
        let survives = move |wager: Wager| match wager {
            Wager::SixCardBonus => true,
            Wager::PairPlus => book == Book::Ma || (book == Book::Sd && fold.pair_plus == Fate::Kept),
            Wager::Progressive => !book.is_md() && fold.progressive == Fate::Kept,
            Wager::FiveCardProgressive => !book.is_md() && fold.five_card_progressive == Fate::Kept,
            _ => false,
        };
        let lives = move |wager: Wager| match choice {
            Chosen::Play => true,
            Chosen::Fold => survives(wager),
            Chosen::Forfeit => false,
        };
        let gone = self.gone.contains(&position);
        Wager::ALL.iter().copied().filter(move |wager| !gone && lives(*wager) && self.stake(position, *wager) > 0)
    }

    /// Whether any wager depends on a hand: its own, or a Cover All, for which every dealt hand counts where the house
    /// says so (READING 83).
    pub(crate) fn lives_on(&self, picture: &Picture, position: u8) -> bool {
        let counts = picture.house.cover_all.as_ref().is_some_and(|terms| terms.folded_hands_count);
        self.alive(picture, position).next().is_some() || (counts && self.anybody_has(Wager::CoverAll))
    }

    /// Whether a wager of this position lies there that is settled in its turn or before.
    pub(crate) fn stakes_lie(&self, picture: &Picture, position: u8) -> Option<Wager> {
        let lies =
            |((at, wager), amount): &(&WagerAt, &i64)| *at == position && **amount > 0 && !at_the_end(picture, *wager);
        self.stakes.iter().find(lies).map(|((_, wager), _)| *wager)
    }

    /// Whether a hand is turned up in its turn at the showdown. One that lives only for what is settled at the end of the
    /// round may wait for that.
    pub(crate) fn must_show(&self, picture: &Picture, position: u8) -> bool {
        self.alive(picture, position).any(|wager| !at_the_end(picture, wager))
    }

    /// Whether a racked hand would be missed: a payment outside the tray is under way, an envy bonus or Cover All waits
    /// for it, or a wager on it is settled at the end of the round.
    pub(crate) fn must_stay(&self, position: u8) -> bool {
        let strength = self.strengths.get(&position);
        let best = self.strengths.values().chain(&self.dealer_strength).max();
        let straight = strength.is_some_and(|s| s.category() >= cards::ThreeCategory::Straight);
        self.dues.iter().any(|due| match due.wager {
            Wager::Envy | Wager::FiveCardEnvy => due.from == Some(position),
            Wager::CoverAll => straight && strength >= best,
            Wager::FiveCardProgressive => due.position == position,
            _ => due.position == position && due.payer == Payer::HandPay && due.outcome == Outcome::Won,
        })
    }

    /// Whether a hand may lie there although its own turn is over: it must, or it is not known yet whether it must,
    /// because hidden hands come before what it may be needed for.
    pub(crate) fn may_stay(&self, picture: &Picture, position: u8) -> bool {
        let strength = self.strengths.get(&position);
        let at_least = |category| strength.is_some_and(|s| s.category() >= category);
        let best = self.strengths.values().chain(&self.dealer_strength).max();
        let cover_all =
            self.anybody_has(Wager::CoverAll) && (at_least(cards::ThreeCategory::Straight) && strength >= best);
        let read_last = |wager: Wager| wager != Wager::CoverAll && at_the_end(picture, wager);
        let own = self.alive(picture, position).any(read_last);
        let cover_all = cover_all || (!self.up.contains(&position) && self.lives_on(picture, position));
        let hidden = self.players_dealt().any(|at| self.must_show(picture, at) && !self.up.contains(&at));
        let offered = |wager| picture.house.progressive_terms(wager).is_some_and(|terms| terms.envy.is_some());
        let envy = hidden && offered(Wager::Progressive) && at_least(cards::ThreeCategory::StraightFlush);
        // With community cards to come, it is not known yet who will be paid for it. The right to envy outlives a fold.
        let five =
            offered(Wager::FiveCardProgressive) && !self.community_up && self.five_cards && self.up.contains(&position);
        self.must_stay(position) || cover_all || own || envy || five
    }

    /// Applies a fact to the round. Every fact belongs to one topic.
    pub(super) fn see(&mut self, fact: &Fact, turn: Turn<'_>) {
        self.see_wagers(fact);
        self.see_deal(fact);
        self.see_hands(fact);
        self.see_sheet(fact);
        self.see_payments(fact, turn);
        self.see_end(fact);
    }

    /// Wagers, sensors and the chips of the progressives.
    fn see_wagers(&mut self, fact: &Fact) {
        match fact {
            Fact::Wagered { position, wager, amount } => {
                self.stakes.insert((*position, *wager), *amount);
            }
            Fact::Returned { position, wager, amount } => {
                let stake = self.stakes.entry((*position, *wager)).or_insert(0);
                *stake = (*stake - amount).max(0);
            }
            Fact::Sensed { position, wager, detected } => {
                self.sensors.insert((*position, *wager), *detected);
                if *detected && !self.locked {
                    self.accepted.insert((*position, *wager));
                }
            }
            Fact::BetsClosed => self.closed = true,
            Fact::LockedOut => self.locked = true,
            Fact::ChipsCollected { chips, accepted } => {
                self.collected = Some((*chips, *accepted));
                self.resolved = false;
            }
            Fact::Resolved { position, wager, resolution } => {
                self.resolved = true;
                self.accepted.insert((*position, *wager));
                self.sensors.insert((*position, *wager), *resolution == table::Resolution::Accept);
            }
            Fact::ChipsBanked => self.banked = true,
            _ => {}
        }
    }

    /// The deal and the stub.
    fn see_deal(&mut self, fact: &Fact) {
        match fact {
            Fact::Dealt { to } => self.dealt.push(*to),
            Fact::SetAside => self.aside += 1,
            Fact::StackCovered => self.covered = true,
            Fact::StackDelivered => self.delivered = true,
            Fact::StubTaken { .. } => self.stub = StubIs::Taken,
            Fact::StubCounted { cards, misdealt } => self.counted = Some((*cards, *misdealt, self.aside)),
            Fact::StubRacked { .. } => self.stub = StubIs::Racked,
            Fact::PlayersShown { players } => self.players_shown = Some(*players),
            _ => {}
        }
    }

    /// The players' decisions and the hands that are turned up.
    fn see_hands(&mut self, fact: &Fact) {
        match fact {
            Fact::Asked => self.asked = true,
            Fact::Decided { position, decision, play } => {
                self.choices.push((*position, *decision));
                if *decision == Chosen::Play {
                    self.stakes.insert((*position, Wager::Play), *play);
                }
            }
            Fact::Abandoned { position } => {
                self.gone.insert(*position);
                self.dues.retain(|due| due.position != *position);
                self.stakes.retain(|(at, _), _| at != position);
            }
            Fact::DealerRevealed { cards } => {
                self.dealer_up = true;
                self.dealer_strength = strength(cards);
            }
            Fact::Revealed { position, cards } => {
                self.up.push(*position);
                self.strengths.extend(strength(cards).map(|strength| (*position, strength)));
            }
            Fact::Corrected { holder, cards } => self.correct(*holder, cards),
            Fact::CommunityRevealed => self.community_up = true,
            _ => {}
        }
    }

    fn correct(&mut self, holder: Holder, cards: &[Face]) {
        self.corrected = true;
        match holder {
            Holder::Position(position) => {
                if let (Ok(cards), Some(known)) = (cards.try_into(), self.strengths.get_mut(&position)) {
                    *known = strength(cards).unwrap_or(*known);
                }
            }
            Holder::Dealer if self.dealer_up => self.dealer_strength = cards.try_into().ok().and_then(strength),
            Holder::Dealer | Holder::Community => {}
        }
    }

    /// The sheet: what is to be taken and paid, and what has been.
    fn see_sheet(&mut self, fact: &Fact) {
        match fact {
            Fact::ForfeitsDue { dues } => self.dues.extend(dues),
            Fact::SheetDrawn { dues, .. } => {
                self.sheet = true;
                self.dues.extend(dues);
            }
            Fact::SheetTorn => {
                self.validated_before = self.validated.clone();
                let (given_up, rest) = self.dues.drain(..).partition(|due| due.outcome == Outcome::Forfeited);
                self.dues = given_up;
                rest.into_iter().for_each(|due: Due| self.forget(due));
                let mut lines = self.settled.iter().chain(&self.dues);
                self.sheet = lines.any(|due| due.outcome != Outcome::Forfeited);
            }
            Fact::LeftUnpaid { position, wager } => {
                let line = |due: &&mut Due| (due.position, due.wager) == (*position, *wager);
                if let Some(due) = self.dues.iter_mut().filter(line).find(|due| due.outcome == Outcome::Won) {
                    (due.outcome, due.payer, due.award, due.paid) = (Outcome::Lost, Payer::Tray, None, 0);
                }
            }
            Fact::Settled { lines, .. } => {
                for _ in 0..*lines {
                    let Some(due) = self.dues.pop_front() else { break };
                    self.stakes.remove(&(due.position, due.wager));
                    self.settled.push(due);
                }
            }
            Fact::Undone { position, wager } => {
                let line = |due: &Due| due.position == *position && due.wager == *wager;
                if let Some(at) = self.settled.iter().rposition(line) {
                    let due = self.settled.remove(at);
                    self.stakes.insert((due.position, due.wager), 0);
                    self.forget(due);
                }
            }
            _ => {}
        }
    }

    /// What must be done before a large win is paid, and payments outside the tray.
    fn see_payments(&mut self, fact: &Fact, turn: Turn<'_>) {
        match fact {
            Fact::Spotted { position, wager, on } => {
                if *on {
                    self.spotted.insert((*position, *wager));
                } else {
                    self.spotted.remove(&(*position, *wager));
                }
            }
            Fact::HandVerified { position, wager } => {
                self.verified.insert((*position, *wager));
            }
            Fact::Validated { position, wager } => {
                let place = (*position, *wager);
                let by = self.validated_before.remove(&place).unwrap_or_else(|| turn.by.clone());
                self.validated.insert(place, by);
            }
            Fact::LightFaulted { position, wager } => {
                self.excused_lights.insert((*position, *wager));
            }
            Fact::HandPaid { position, wager } => {
                self.hand_paid.insert((*position, *wager));
            }
            _ => {}
        }
    }

    /// Racked cards, the end of the game, irregularities and a void round.
    fn see_end(&mut self, fact: &Fact) {
        match fact {
            Fact::Racked { holder, .. } => self.racked.push(*holder),
            Fact::GameEnded => {
                self.game_ended = true;
                self.sensors.clear();
            }
            Fact::Irregular { what, remedy, .. } => {
                self.face_up_found += u8::from(*what == Irregularity::CardFaceUp);
                // Before the betting is closed there is no round to be void.
                if remedy.voids() && self.closed {
                    self.void_due = Some(*what);
                }
            }
            Fact::Voided { cause } => {
                (self.void, self.void_due, self.short_stack) = (Some(*cause), None, false);
                self.dues.clear();
            }
            _ => {}
        }
    }

    /// Forgets what was done for a line that no longer applies, as it must be done again.
    fn forget(&mut self, due: Due) {
        let place = (due.position, due.wager);
        self.verified.remove(&place);
        self.validated.remove(&place);
        self.hand_paid.remove(&place);
    }
}

fn strength(cards: &[Face; 3]) -> Option<Strength> {
    let [a, b, c] = cards;
    Three::new(a.0, b.0, c.0).ok().map(|three| three.strength())
}
