//! The order of settlement: forfeits first, then the book's passes over the table.

use arrayvec::ArrayVec;
use cards::{FiveCategory, Pile};

use super::place::{FORFEITABLE, Place, Wagers, category, with_riders};
use super::progressive::Pools;
use super::{Register, Seat, Settlement, fold};
use crate::hand::HandName;
use crate::rulebook;
use crate::rulebook::vocabulary::{Direction, Take};
use crate::wager::{Outcome, Wager};

/// One pass over the table: what it settles at each position.
#[derive(Clone)]
pub(super) struct PassSteps {
    take: Take,
    /// The direction across the table, and whether the pass goes against the rest of the settlement.
    direction: Direction,
    against: bool,
    /// The steps that somebody's wager needs, each with the wagers it concerns.
    steps: ArrayVec<(Wagers, Wager), { Wager::ALL.len() }>,
}

impl PassSteps {
    /// A pass of the book, without the steps for wagers that nobody made.
    pub(super) fn of(law: &rulebook::Pass, across: Direction, made: Wagers) -> PassSteps {
        let steps = law.wagers.iter().map(|wager| (with_riders(*wager), *wager));
        let direction = law.direction.unwrap_or(across);
        let steps = steps.filter(|(concerned, _)| !made.is_disjoint(*concerned)).collect();
        PassSteps { take: law.take, direction, against: direction != across, steps }
    }
}

/// Runs the whole settlement.
pub(super) fn walk<'h, R: Register<'h>, const N: usize>(
    settlement: &mut Settlement<'h, '_, R>,
    seats: &[(u8, Wagers)],
) {
    let layout = settlement.layout;
    let mut table = ArrayVec::<Place<'_>, N>::new();
    let mut given_up = false;
    for (place, made) in seats {
        if let Some(seat) = round_seat(settlement, *place)
            && !table.is_full()
        {
            let place = settlement.look_at(seat, *made);
            given_up |= place.gave_up();
            table.push(place);
        }
    }
    let table = table.as_slice();
    if given_up {
        collect_forfeits(settlement, table);
    }
    if layout.shares_meters {
        settlement.pools = Some(Pools::counted(settlement, table));
    }
    if layout.made.contains(Wager::CoverAll) {
        settlement.cover_all = settlement.highest_hand(table);
    }
    for pass in &layout.passes {
        if pass.against {
            table.iter().rev().for_each(|place| settlement.settle_place(place, pass));
        } else {
            table.iter().for_each(|place| settlement.settle_place(place, pass));
        }
    }
}

fn round_seat<'r, R>(settlement: &Settlement<'_, 'r, R>, place: u8) -> Option<&'r Seat> {
    settlement.round.seats.get(usize::from(place))?.as_ref()
}

/// Collects what the given-up hands forfeit.
fn collect_forfeits<'h, R: Register<'h>>(settlement: &mut Settlement<'h, '_, R>, table: &[Place<'_>]) {
    let book = &settlement.house.book;
    let across = settlement.house.across;
    let collected = book.fold.collected.default.unwrap_or(Direction::RightToLeft);
    let mut places = table.iter();
    while let Some(place) = if collected == across { places.next() } else { places.next_back() } {
        if place.gave_up() {
            forfeit(settlement, place);
        }
    }
}

/// The places of the table, in one direction.
pub(super) fn places(count: usize, direction: Direction) -> impl Iterator<Item = usize> {
    (0..count).map(move |i| if direction == Direction::RightToLeft { count - 1 - i } else { i })
}

/// Collects what one given-up hand forfeits.
#[inline(never)]
fn forfeit<'h, R: Register<'h>>(settlement: &mut Settlement<'h, '_, R>, seat: &Place<'_>) {
    let tips = settlement.house.book.tips.as_ref();
    let law = fold::FoldLaw::of(settlement.house, seat);
    for wager in FORFEITABLE.into_iter().filter(|wager| seat.lost.contains(*wager)) {
        let mut movement = settlement.movement(seat, wager, Outcome::Forfeited, HandName::Unread);
        movement.why[0] = law.cite(wager);
        if matches!(wager, Wager::TipAnte | Wager::TipPlay | Wager::TipPairPlus) {
            movement.why[1] = tips.map(|tips| &tips.owned.cite);
        }
        settlement.book(movement);
    }
}

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Works out, before anything is settled, what a position needs: its hands, the wagers that a fold takes, and the
    /// envy it gives to others. A hand that gives no envy then costs the settlement nothing, and the look-ups of all
    /// the hands overlap instead of waiting for each other.
    fn look_at<'s>(&self, seat: &'s Seat, made: Wagers) -> Place<'s> {
        let layout = self.layout;
        let mut place = Place::new(seat, made, layout.lost_by(seat.decision));
        let wheel = self.house.wheel;
        if self.community.is_some() || self.dealer_cards.is_some() {
            let hand = Pile::from(seat.cards);
            if let Some(community) = self.community
                && (layout.five_card_envy.is_some() || place.live.contains(Wager::FiveCardProgressive))
            {
                place.five = category(community.and(hand), wheel);
            }
            if let Some(dealer) = self.dealer_cards.filter(|_| place.live.contains(Wager::SixCardBonus)) {
                place.six = category(dealer.and(hand), wheel).unwrap_or(FiveCategory::HighCard);
            }
        }
        let gives_three_card = layout.envy.is_some_and(|lowest| place.hand <= lowest);
        let gives_five_card = layout.five_card_envy.is_some_and(|lowest| place.five >= Some(lowest));
        place.due = place.due_with(gives_three_card, gives_five_card);
        place
    }

    /// Settles what a pass settles at one place.
    #[inline(always)]
    fn settle_place(&mut self, place: &Place<'_>, pass: &PassSteps) {
        for (concerned, wager) in &pass.steps {
            if !place.due.is_disjoint(*concerned) {
                self.step(place, *wager, pass);
            }
        }
    }

    /// Settles one wager of one seat, with its riders, if the pass takes its outcome.
    #[inline(always)]
    fn step(&mut self, seat: &Place<'_>, wager: Wager, pass: &PassSteps) {
        let take = pass.take;
        match wager {
            Wager::Ante => self.ante(seat, take),
            Wager::Play => self.play(seat, take),
            Wager::AnteBonus => self.ante_bonus(seat, take),
            Wager::BadBeat => self.bad_beat(seat, take),
            Wager::PairPlus => self.pair_plus(seat, take),
            Wager::HandBonus => self.hand_bonus(seat, take),
            Wager::SixCardBonus => self.six_card_bonus(seat, take),
            Wager::Prime => self.prime(seat, take),
            Wager::Progressive | Wager::FiveCardProgressive => self.progressive(seat, wager, take),
            Wager::CoverAll => self.cover_all(seat, take),
            Wager::Envy | Wager::FiveCardEnvy => self.envy(seat, wager, take, pass.direction),
            // These ride on the wagers above; a rulebook that names them in a pass is refused when it is read.
            Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay => {}
        }
    }
}

/// Whether a pass takes a movement with this outcome.
pub(super) fn takes(take: Take, outcome: Outcome) -> bool {
    match take {
        Take::All => true,
        Take::Losing => outcome == Outcome::Lost,
        Take::Rest => outcome != Outcome::Lost,
    }
}
