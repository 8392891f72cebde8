//! The sheet: what the settlement says must be taken and paid, drawn up once the cards are known.

use cards::{Card, Three, Wheel};
use rules::house::{EnvyTerms, ProgressiveTerms};
use rules::rulebook::Step;
use rules::rulebook::vocabulary::{Direction, Fate, MultiWin, Take};
use rules::settle::{
    Decision, Meters, Movement, POSITIONS, PersonId, Round as SettleRound, Seat as SettleSeat, Stakes, settle,
};
use rules::{Cents, Outcome, Wager};

use crate::act::Holder;
use crate::electronic::TERMINAL_POSITIONS;
use crate::event::{Due, Event, What};
use crate::law::Law;
use crate::state::{Hand, PROGRESSIVES, Seat, SheetLine, State, slot};

/// Cards that this very command turns up.
#[derive(Clone, Copy, Default)]
pub(crate) struct JustSeen {
    pub dealer: Option<Three>,
    pub hand: Option<(u8, Three)>,
    pub community: Option<[Card; 2]>,
}

impl State {
    /// The settlement's number for a person: their first position.
    fn person_id(&self, seat: &Seat) -> PersonId {
        let first = self.taken().find(|(_, other)| other.person == seat.person);
        PersonId(first.map_or(0, |(position, _)| u32::from(position)))
    }

    /// The current meters.
    pub(crate) fn meters_shown(&self) -> Meters {
        let mut meters = Meters::default();
        for (wager, bank) in PROGRESSIVES.into_iter().zip(&self.banks) {
            if let Some(bank) = bank {
                *meters.of_mut(wager) = bank.shown();
            }
        }
        meters
    }

    /// The meters before the round's first win was paid from them: the settlement counts every win itself.
    fn meters_before_wins(&self) -> Meters {
        let entries = self.entries_taken_back(|_| true);
        if entries.is_empty() {
            return self.meters_shown();
        }
        let mut before = self.clone();
        before.apply_all(&entries);
        before.meters_shown()
    }

    /// The round for the settlement, if every card it must read is known.
    fn round_to_settle<const N: usize>(
        &self,
        seen: JustSeen,
        with_five_card: bool,
        any_cards: bool,
    ) -> Option<SettleRound<N>> {
        let dealer = seen.dealer.or_else(|| self.round.dealer.three())?;
        let mut round = SettleRound::with_places(dealer);
        if with_five_card && self.five_card_wager() {
            round.community = Some(seen.community.or_else(|| self.round.community.two())?);
        }
        round.meters = self.meters_before_wins();
        for (position, seat) in self.in_round() {
            let just = seen.hand.filter(|(at, _)| *at == position).map(|(_, hand)| hand);
            let known = || self.hand_at(position, seat).three();
            let cards = match if any_cards { seen.hand.map(|(_, hand)| hand) } else { just.or_else(known) } {
                Some(cards) => cards,
                None if self.hand_lives(seat) && !self.piece_by_piece() => return None,
                // Nobody reads this hand, at least not yet: any cards will do that lie nowhere else.
                None => self.unread(seen)?,
            };
            let mut stakes = if seat.abandoned { Stakes::default() } else { seat.stakes };
            if !with_five_card {
                stakes.five_card_progressive = Cents::ZERO;
            }
            let decision = if seat.abandoned { Some(Decision::Fold) } else { seat.decision };
            round.seat(SettleSeat { position, person: self.person_id(seat), cards, decision, stakes });
        }
        Some(round)
    }

    /// Three cards that nobody has seen in the round, for a hand that nobody reads.
    fn unread(&self, seen: JustSeen) -> Option<Three> {
        let mut known = self.known_cards();
        let hands = seen.dealer.into_iter().chain(seen.hand.map(|(_, hand)| hand)).flat_map(Three::cards);
        hands.chain(seen.community.into_iter().flatten()).for_each(|card| {
            known.insert(card);
        });
        let mut free = Card::ALL.into_iter().filter(|card| !known.contains(*card));
        Three::new(free.next()?, free.next()?, free.next()?).ok()
    }

    /// What the settlement says about the forfeits, whatever the cards are.
    pub(crate) fn movements_of_forfeits(&self) -> Option<Vec<Movement<'_>>> {
        let seen = State::any_cards()?;
        if self.electronic() {
            self.movements_with::<TERMINAL_POSITIONS>(seen, true, true)
        } else {
            self.movements_with::<POSITIONS>(seen, true, true)
        }
    }

    /// What the settlement says about a round of `N` positions.
    fn movements<const N: usize>(&self, seen: JustSeen, with_five_card: bool) -> Option<Vec<Movement<'_>>> {
        self.movements_with::<N>(seen, with_five_card, false)
    }

    fn movements_with<const N: usize>(
        &self,
        seen: JustSeen,
        with_five_card: bool,
        any_cards: bool,
    ) -> Option<Vec<Movement<'_>>> {
        let round = self.round_to_settle::<N>(seen, with_five_card, any_cards)?;
        let mut movements = Vec::with_capacity(64);
        settle(&self.house, &round, &mut movements);
        Some(movements)
    }

    /// Draws up the sheet, or adds what newly known cards decide.
    pub(crate) fn draw_sheet(&self, seen: JustSeen) -> Option<Event> {
        if self.round.sheet_whole || !(self.round.dealer.revealed || seen.dealer.is_some()) {
            return None;
        }
        let community = seen.community.is_some() || self.round.community.two().is_some();
        // Community cards that come at the end are settled when they arrive.
        let with_five_card = community || !self.five_card_wager() || !self.community_at_end();
        let movements = self.all_movements(seen, with_five_card)?;
        let unseen: Vec<u8> = self.unseen(seen.hand.map(|(position, _)| position)).collect();
        let open = |movement: &&Movement<'_>| {
            let hangs = |position: u8| unseen.contains(&position);
            let on_all = self.hangs_on_all(movement.wager);
            // An envy bonus depends on the hand that gives it, not on the hand of whoever is paid.
            hangs(movement.from_position.unwrap_or(movement.position)) || (on_all && !unseen.is_empty())
        };
        // Forfeits, and lines drawn before, are on the sheet already.
        let drawn = self.round.sheet.iter().skip(self.round.forfeits);
        let mut drawn: Vec<_> = drawn.map(|line| (line.due.position, line.due.wager, line.due.from)).collect();
        let dues: Vec<Due> = movements
            .iter()
            .filter(|movement| movement.outcome != Outcome::Forfeited)
            .take_while(|movement| !open(movement))
            .filter(|movement| {
                let line = (movement.position, movement.wager, movement.from_position);
                let known = drawn.iter().position(|known| *known == line);
                known.map(|at| drawn.swap_remove(at)).is_none()
            })
            .map(|movement| self.due_of(movement))
            .collect();
        let whole = with_five_card && unseen.is_empty();
        let nothing = dues.is_empty() && !whole && (self.round.sheet_begun || !unseen.is_empty());
        (!nothing).then(|| What::SheetDrawn { dues, whole }.by(Law::Settlement))
    }

    /// A line of the sheet; it pays nothing if a floorperson left it unpaid.
    fn due_of(&self, movement: &Movement<'_>) -> Due {
        let mut due = Due::of(movement);
        let sensor = self.seat(due.position).zip(slot(due.wager)).map(|(seat, slot)| &seat.sensors[slot]);
        if sensor.is_some_and(|sensor| sensor.unpaid) {
            due.leave_unpaid_if(movement.position, movement.wager);
        }
        due
    }

    fn all_movements(&self, seen: JustSeen, with_five_card: bool) -> Option<Vec<Movement<'_>>> {
        if self.electronic() {
            self.movements::<TERMINAL_POSITIONS>(seen, with_five_card)
        } else {
            self.movements::<POSITIONS>(seen, with_five_card)
        }
    }

    /// Whether the sheet is drawn hand by hand: the book finishes one player before the next hand is turned up, and
    /// until then the program cannot know that hand.
    pub(crate) fn piece_by_piece(&self) -> bool {
        self.observed() && !self.electronic() && self.house.settlement().finishes.is_some()
    }

    /// The hands that a live wager needs and the program does not know, except the one being turned up.
    fn unseen(&self, just: Option<u8>) -> impl Iterator<Item = u8> {
        let hidden = move |(position, seat): &(u8, &Seat)| {
            just != Some(*position) && self.hand_lives(seat) && self.hand_at(*position, seat).three().is_none()
        };
        self.in_round().filter(hidden).map(|(position, _)| position)
    }

    /// Whether everything is drawn that does not wait for community cards.
    pub(crate) fn base_drawn(&self) -> bool {
        self.round.sheet_begun && self.unseen(None).next().is_none()
    }

    /// Whether the book turns up all hands before the first is settled, because it walks the table more than once for
    /// the base wagers.
    pub(crate) fn reveals_all_first(&self) -> bool {
        let passes = &self.house.settlement().passes;
        !passes.first().is_some_and(|pass| {
            pass.take == Take::All && pass.wagers.contains(&Wager::Ante) && pass.wagers.contains(&Wager::PairPlus)
        })
    }

    /// The lines settled next, all of one position.
    #[must_use]
    pub fn next_lines(&self) -> &[SheetLine] {
        let rest = self.round.sheet.get(self.round.settled..).unwrap_or(&[]);
        let Some(first) = rest.first() else {
            return rest;
        };
        // Lines that depend on another hand, or on all hands, are settled separately, so that the rest need not wait.
        let kind = |line: &SheetLine| match line.due.outcome {
            Outcome::Forfeited => (true, None, false),
            _ => (false, line.due.from, self.hangs_on_all(line.due.wager)),
        };
        let alike = |line: &SheetLine| line.due.position == first.due.position && kind(line) == kind(first);
        let same = rest.iter().take_while(|line| alike(line)).count();
        &rest[..same]
    }

    /// The law that sets a line's turn: that of its pass over the table, or of the forfeits.
    pub(crate) fn pass_law(&self, line: &SheetLine) -> Law {
        if line.due.outcome == Outcome::Forfeited {
            return Law::Forfeits;
        }
        let wager = line.due.wager;
        let lost = line.due.outcome == Outcome::Lost;
        let takes = |take: Take| take == Take::All || lost == (take == Take::Losing);
        let pass =
            self.house.settlement().passes.iter().position(|pass| pass.wagers.contains(&wager) && takes(pass.take));
        pass.and_then(|number| u8::try_from(number).ok()).map_or(Law::Settlement, Law::Pass)
    }

    /// The lines that are not settled.
    pub(crate) fn open_lines(&self) -> &[SheetLine] {
        self.round.sheet.get(self.round.settled..).unwrap_or(&[])
    }

    /// Whether the settlement goes round the table clockwise, from the dealer's left.
    pub(crate) fn clockwise(&self) -> bool {
        self.house.across == Direction::LeftToRight
    }

    /// The turn of a position in the direction of the settlement, the smallest first.
    fn turn_across(&self, position: u8) -> u8 {
        if self.clockwise() { position } else { u8::MAX - position }
    }

    /// The hand to turn up next.
    #[must_use]
    pub fn next_reveal(&self) -> Option<u8> {
        if !self.round.dealer.revealed {
            return None;
        }
        let waits = |position: u8, seat: &Seat| {
            let hand = self.hand_at(position, seat);
            self.hand_lives(seat) && !hand.revealed && !hand.racked
        };
        let next = self.next_lines();
        let all = (self.observed() && !self.piece_by_piece())
            || self.reveals_all_first()
            || next.is_empty()
            || next.iter().any(|line| self.hangs_on_all(line.due.wager));
        if all && next.first().is_none_or(|line| line.due.outcome != Outcome::Forfeited) {
            // Hands that only Cover All reads come after those that their own players wait for.
            let waiting = self.in_round().filter(|(position, seat)| waits(*position, seat));
            let turn = |(position, seat): &(u8, &Seat)| (!self.own_wager_lives(seat), self.turn_across(*position));
            return waiting.min_by_key(turn).map(|(position, _)| position);
        }
        // An envy bonus is paid once everybody has seen the hand that gives it.
        let giver = next
            .iter()
            .filter_map(|line| line.due.from)
            .find(|from| self.seat(*from).is_some_and(|seat| waits(*from, seat)));
        if giver.is_some() {
            return giver;
        }
        let read = next.iter().find(|line| {
            !matches!(line.due.wager, Wager::Envy | Wager::FiveCardEnvy) && line.due.outcome != Outcome::Forfeited
        });
        let position = read?.due.position;
        self.seat(position).filter(|seat| waits(position, seat)).map(|_| position)
    }

    /// Whether all hands together decide a wager: Cover All, a progressive whose winners share its meters, and wins that
    /// share the cut of a limit.
    pub(crate) fn hangs_on_all(&self, wager: Wager) -> bool {
        let shared = |terms: &ProgressiveTerms| terms.multi_win == MultiWin::EqualShares;
        let cut = self.house.shares_cuts() && self.house.limit_covers(wager, false);
        cut || wager == Wager::CoverAll || self.house.progressive_terms(wager).is_some_and(shared)
    }

    /// Whether a line follows from what everybody has seen.
    pub(crate) fn is_public(&self, line: &SheetLine) -> bool {
        let seen = |position: u8| self.seat(position).is_some_and(|seat| self.hand_at(position, seat).revealed);
        match line.due.wager {
            _ if line.due.outcome == Outcome::Forfeited => true,
            wager if self.hangs_on_all(wager) => {
                let open = self.in_round().all(|(at, seat)| self.hand_at(at, seat).revealed || !self.hand_lives(seat));
                open && (wager != Wager::FiveCardProgressive || self.round.community.revealed)
            }
            Wager::FiveCardProgressive | Wager::FiveCardEnvy if !self.round.community.revealed => false,
            _ => seen(line.due.from.unwrap_or(line.due.position)),
        }
    }

    /// Whether a hand must stay on the table: a wager on it is unsettled, an envy bonus it gives is unpaid, or it is
    /// the highest so far while Cover All is open.
    pub(crate) fn hand_is_bound(&self, position: u8, seat: &Seat) -> bool {
        let open = self.open_lines();
        let reads_others = |wager| matches!(wager, Wager::Envy | Wager::FiveCardEnvy | Wager::CoverAll);
        let own = open.iter().any(|line| line.due.position == position && !reads_others(line.due.wager));
        let gives =
            seat.hand.revealed && (open.iter().any(|line| line.due.from == Some(position)) || self.will_give(position));
        let reads = |wager: &Wager| *wager == Wager::Ante || wager.reads_own_hand();
        let waits = !seat.abandoned
            && Wager::ALL.iter().filter(|wager| reads(wager)).any(|wager| self.undrawn(position, seat, *wager));
        // Where all are paid before the cards are collected, hands are picked up in order: none goes early because of
        // what it holds, so that the rack alone gives every hand back.
        let swept = self.reveals_all_first() && !self.all_settled();
        own || gives || waits || swept || self.may_give_five_card_envy(seat) || self.kept_for_cover_all(seat)
    }

    /// Whether a face-up hand may still bring others an envy bonus with community cards that are yet to come.
    fn may_give_five_card_envy(&self, seat: &Seat) -> bool {
        let wager = Wager::FiveCardProgressive;
        let to_come = seat.hand.revealed && !self.round.sheet_whole && !self.round.community.revealed;
        let Some(envy) = self.house.progressive_terms(wager).and_then(|terms| terms.envy.as_ref()).filter(|_| to_come)
        else {
            return false;
        };
        let own = !seat.stakes.on(wager).is_zero() && !seat.gave_up();
        let receives = |other: &Seat| {
            let kept = || self.house.fold_terms(other.decision).fate(Wager::FiveCardEnvy) == Fate::Kept;
            let stands = !other.abandoned && (!other.gave_up() || kept());
            other.person != seat.person && !other.stakes.on(wager).is_zero() && stands
        };
        (own || !envy.holder_needs_wager)
            && self.in_round().any(|(_, other)| receives(other))
            && seat.hand.three().is_some_and(|hand| can_make(hand, envy, self.house.wheel))
    }

    /// Whether a wager was made that is not on the sheet yet.
    fn undrawn(&self, position: u8, seat: &Seat, wager: Wager) -> bool {
        let named = |line: &SheetLine| line.due.position == position && line.due.wager == wager;
        !self.round.sheet_whole && !seat.stakes.on(wager).is_zero() && !self.round.sheet.iter().any(named)
    }

    /// Whether a hand gives an envy bonus that must wait for hands not yet turned up.
    fn will_give(&self, position: u8) -> bool {
        let rest = || self.all_movements(JustSeen::default(), self.round.community.two().is_some());
        self.piece_by_piece()
            && self.unseen(None).next().is_some()
            && rest().is_some_and(|all| all.iter().any(|movement| movement.from_position == Some(position)))
    }

    /// Whether Cover All keeps a hand on the table: it is the highest turned up, and the table pays it.
    fn kept_for_cover_all(&self, seat: &Seat) -> bool {
        if !self.in_round().any(|(position, seat)| self.cover_all_open(position, seat)) {
            return false;
        }
        let Some(own) = seat.hand.three().filter(|_| seat.hand.revealed) else {
            return true;
        };
        let paid = self.cover_all_pays(own);
        let others = self.in_round().map(|(_, other)| &other.hand).chain([&self.round.dealer]);
        let mut others = others.filter(|other| other.revealed && !other.racked).filter_map(Hand::three);
        paid && others.all(|other| other.strength() <= own.strength())
    }

    /// Whether the Cover All table for this number of players pays a hand.
    fn cover_all_pays(&self, hand: Three) -> bool {
        let players = self.in_round().count();
        let terms = self.house.cover_all.as_ref();
        let table = terms.and_then(|terms| terms.tables.get(players.checked_sub(1)?));
        table.is_some_and(|table| table.line(hand).is_some())
    }

    /// Whether a clause of the book kept a hand exposed after its own wagers: it gave an envy bonus, or Cover All may
    /// be paid by it.
    pub(crate) fn was_kept(&self, position: u8) -> bool {
        let law = self.house.book.procedure.cite(Step::KeepExposed, self.house.cards.device);
        if law.clauses.is_empty() || self.electronic() {
            return false;
        }
        let Some(hand) = self.seat(position).and_then(|seat| seat.hand.three()) else {
            return false;
        };
        // If a hand that was there before it was higher, it went to the rack in its own turn.
        let earlier = |other: u8| if self.clockwise() { other < position } else { other > position };
        let before = self.in_round().filter(|(other, seat)| earlier(*other) && seat.hand.revealed);
        let mut before = before.map(|(_, seat)| &seat.hand).chain([&self.round.dealer]).filter_map(Hand::three);
        let highest = before.all(|other| other.strength() <= hand.strength()) && self.cover_all_pays(hand);
        let mut lines = self.round.sheet.iter();
        lines.any(|line| line.due.from == Some(position) || (line.due.wager == Wager::CoverAll && highest))
    }

    fn cover_all_open(&self, position: u8, seat: &Seat) -> bool {
        let own = |line: &SheetLine| line.due.position == position && line.due.wager == Wager::CoverAll;
        let undrawn = !seat.abandoned && self.undrawn(position, seat, Wager::CoverAll);
        undrawn || self.open_lines().iter().any(own)
    }

    /// The hands still on the table on which no wager lives.
    pub(crate) fn dead_hands(&self) -> impl DoubleEndedIterator<Item = (u8, &Seat)> {
        // Nobody can give up a shared hand.
        let own = self.in_round().filter(|_| !self.electronic());
        own.filter(|(_, seat)| seat.gave_up() && seat.hand.count > 0 && !seat.hand.racked && !self.hand_lives(seat))
    }

    /// Every hand that still lies on the table.
    #[must_use]
    pub fn holders_on_table(&self) -> Vec<Holder> {
        let hands = self.hands().filter(|(_, hand)| hand.on_table() > 0);
        let mut positions: Vec<u8> = hands.map(|(position, _)| position).collect();
        positions.sort_by_key(|position| self.turn_across(*position));
        let mut holders: Vec<Holder> = positions.into_iter().map(Holder::Position).collect();
        if self.round.dealer.on_table() > 0 {
            holders.push(Holder::Dealer);
        }
        if self.round.community.on_table() > 0 {
            holders.push(Holder::Community);
        }
        holders
    }
}

/// Whether any two further cards make one of the envy hands with these three. The cards already out are ignored: they
/// would give away hands that nobody has seen.
fn can_make(hand: Three, envy: &EnvyTerms, wheel: Wheel) -> bool {
    let [one, two, three] = hand.cards();
    let left: Vec<Card> = Card::ALL.into_iter().filter(|card| ![one, two, three].contains(card)).collect();
    let mut pairs =
        left.iter().enumerate().flat_map(|(at, first)| left[at + 1..].iter().map(move |second| (first, second)));
    pairs.any(|(first, second)| {
        let category = cards::five_with(&[one, two, three, *first, *second], wheel).category();
        envy.lines.iter().any(|line| line.hand.is_made_by_five(category, None))
    })
}
