//! The order of settlement: forfeits first, then the book's passes over the table.

use cards::FiveCategory;

use super::place::{Made, Place, Shared};
use super::progressive::Pools;
use super::{POSITIONS, Register, Settlement, fold};
use crate::hand::HandName;
use crate::rulebook::vocabulary::{Direction, Fate, Take};
use crate::wager::{Outcome, Wager};

/// Walks the whole settlement.
#[inline(always)]
pub(super) fn walk<'h, R: Register<'h>>(settlement: &mut Settlement<'h, '_, R>) {
    let (house, round) = (settlement.house, settlement.round);
    let across = house.book.settlement.across.default.unwrap_or(Direction::RightToLeft);
    let mut table: [Option<Place<'_>>; POSITIONS] = [const { None }; POSITIONS];
    let mut made = Made::default();
    let mut taken = 0;
    let mut given_up = false;
    let mut seats = round.seats.iter();
    while let Some(seat) = if across == Direction::RightToLeft { seats.next_back() } else { seats.next() } {
        if let Some(seat) = seat {
            let place = Place::new(seat);
            made = made.and(place.live);
            given_up |= place.gave_up();
            table[taken] = Some(place);
            taken += 1;
        }
    }
    let table = &mut table[..taken];
    if given_up {
        let collected = house.book.fold.collected.default.unwrap_or(Direction::RightToLeft);
        if collected != across {
            table.reverse();
        }
        for place in table.iter_mut().flatten().filter(|place| place.gave_up()) {
            forfeit(settlement, place);
        }
        if collected != across {
            table.reverse();
        }
    }
    settlement.look_ahead(table, made);
    settlement.pools = Pools::of(settlement, table);
    for pass in &house.settlement().passes {
        // Most passes begin so, and then these four are settled in one step.
        let (base, rest) = match pass.wagers.as_slice() {
            [Wager::Ante, Wager::Play, Wager::AnteBonus, Wager::PairPlus, rest @ ..] => (true, rest),
            all => (false, all),
        };
        // What nobody wagered needs no step.
        let mut steps = [(Made::default(), Wager::Ante); 16];
        let mut count = 0;
        let mut any = Made::default();
        for wager in rest {
            let concerned = Made::of_step(*wager);
            if made.meets(concerned) {
                steps[count % 16] = (concerned, *wager);
                count += 1;
                any = any.and(concerned);
            }
        }
        let steps = &steps[..count.min(16)];
        for place in table.iter().flatten() {
            if base {
                settlement.base(place, pass.take);
            }
            if place.due.meets(any) {
                for (concerned, wager) in steps {
                    if place.due.meets(*concerned) {
                        settlement.step(place, *wager, pass.take);
                    }
                }
            }
        }
    }
}

/// The places of the table in a direction.
pub(super) fn places(direction: Direction) -> impl Iterator<Item = usize> {
    let last = POSITIONS - 1;
    (0..=last).map(move |i| if direction == Direction::RightToLeft { last - i } else { i })
}

/// Collects what a hand that was given up forfeits.
#[inline(never)]
fn forfeit<'h, R: Register<'h>>(settlement: &mut Settlement<'h, '_, R>, seat: &mut Place<'_>) {
    let tips = settlement.house.book.tips.as_ref();
    let law = fold::Law::of(settlement.house, seat);
    let mut live = seat.live.unplayed();
    for wager in seat.live.forfeitable() {
        if let (Fate::Lost, cite) = law.fate(wager) {
            let mut movement = settlement.movement(seat, wager, Outcome::Forfeited, HandName::Unread);
            movement.why[0] = cite;
            if matches!(wager, Wager::TipAnte | Wager::TipPlay | Wager::TipPairPlus) {
                movement.why[1] = tips.map(|tips| &tips.owned.cite);
            }
            settlement.book(movement);
            live = live.without(wager);
        }
    }
    seat.live = live;
}

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Finds out, before the first pass, what each position still has to do with: its hands, its live wagers, and the envy
    /// that it gives to others. What cannot give any then costs the settlement nothing, and the hands are looked up side by
    /// side, so that no look-up waits for another.
    #[inline(always)]
    fn look_ahead(&self, table: &mut [Option<Place<'_>>], made: Made) {
        let wheel = self.house.wheel;
        let envy = self.lowest_envy_hand(made);
        let five_card_envy = self.lowest_five_card_envy_hand(made);
        let community = self.round.community.filter(|_| made.holds(Wager::FiveCardProgressive));
        let community = community.map(|cards| Shared::of(&cards));
        let dealer = made.holds(Wager::SixCardBonus).then(|| Shared::of(&self.round.dealer.cards()));
        for place in table.iter_mut().flatten() {
            if let Some(community) = community
                && (five_card_envy.is_some() || place.live.holds(Wager::FiveCardProgressive))
            {
                place.five = community.best_with(place.cards, wheel);
            }
            if let Some(dealer) = dealer.filter(|_| place.live.holds(Wager::SixCardBonus)) {
                place.six = dealer.best_with(place.cards, wheel).unwrap_or(FiveCategory::HighCard);
            }
            let gives_three_card = envy.is_some_and(|lowest| place.hand <= lowest);
            let gives_five_card = five_card_envy.is_some_and(|lowest| place.five >= Some(lowest));
            place.due = place.live.with_envy(gives_three_card, gives_five_card);
        }
    }

    /// Settles one wager of one seat, with what rides on it, as far as the pass takes it.
    #[inline(always)]
    fn step(&mut self, seat: &Place<'_>, wager: Wager, take: Take) {
        match wager {
            Wager::Ante => self.ante(seat, take),
            Wager::Play => self.play(seat, take),
            Wager::AnteBonus => self.ante_bonus(seat, take),
            Wager::PairPlus => self.pair_plus(seat, take),
            Wager::SixCardBonus => self.six_card_bonus(seat, take),
            Wager::Progressive => self.three_card_progressive(seat, take),
            Wager::FiveCardProgressive => self.five_card_progressive(seat, take),
            Wager::CoverAll => self.cover_all(seat, take),
            Wager::Envy | Wager::FiveCardEnvy => self.envy(seat, wager, take),
            // These ride on the wagers above; a rulebook that names them in a pass is refused when it is read.
            Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus | Wager::MatchPlay => {}
        }
    }
}

/// Whether a pass takes a movement with this outcome.
#[inline(always)]
pub(super) fn takes(take: Take, outcome: Outcome) -> bool {
    match take {
        Take::All => true,
        Take::Losing => outcome == Outcome::Lost,
        Take::Rest => outcome != Outcome::Lost,
    }
}
