//! The order of settlement: forfeits first, then the book's passes over the table.

use arrayvec::ArrayVec;
use cards::{FiveCategory, Pile};

use super::place::{Made, Place, category};
use super::progressive::Pools;
use super::{Register, Seat, Settlement, fold};
use crate::hand::HandName;
use crate::rulebook;
use crate::rulebook::vocabulary::{Direction, Take};
use crate::wager::{Outcome, Wager};

/// One pass over the table: what it settles of each position.
#[derive(Clone)]
pub(super) struct Pass {
    take: Take,
    /// Whether it begins with ante, play, ante bonus and pair plus. Most do, and then these are settled in one step.
    base: bool,
    /// The further steps that somebody's wager calls for, and all that they have to do with.
    steps: [(Made, Wager); Pass::STEPS],
    count: usize,
    any: Made,
}

impl Pass {
    const STEPS: usize = 16;

    pub(super) const EMPTY: Pass = Pass {
        take: Take::All,
        base: false,
        steps: [(Made::NONE, Wager::Ante); Pass::STEPS],
        count: 0,
        any: Made::NONE,
    };

    /// A pass of the book, less the steps for what nobody wagered.
    #[inline(always)]
    pub(super) fn of(law: &rulebook::Pass, made: Made) -> Pass {
        let (base, rest) = match law.wagers.as_slice() {
            [Wager::Ante, Wager::Play, Wager::AnteBonus, Wager::PairPlus, rest @ ..] => (true, rest),
            all => (false, all),
        };
        let mut pass = Pass { take: law.take, base, ..Pass::EMPTY };
        for wager in rest {
            let concerned = Made::of_step(*wager);
            if made.meets(concerned) {
                pass.steps[pass.count % Pass::STEPS] = (concerned, *wager);
                pass.count += 1;
                pass.any = pass.any.and(concerned);
            }
        }
        pass
    }

    #[inline(always)]
    fn steps(&self) -> &[(Made, Wager)] {
        &self.steps[..self.count.min(Pass::STEPS)]
    }
}

/// Walks the whole settlement.
#[inline(always)]
pub(super) fn walk<'h, R: Register<'h>, const N: usize>(settlement: &mut Settlement<'h, '_, R>, seats: &[(u8, Made)]) {
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
    let table = table.as_mut_slice();
    if given_up {
        collect_forfeits(settlement, table);
    }
    if layout.shares_meters {
        settlement.pools = Some(Pools::counted(settlement, table));
    }
    if layout.made.holds(Wager::CoverAll) {
        settlement.cover_all = settlement.highest_hand(table);
    }
    layout.each_pass(|pass| match pass.steps() {
        // What stands alone in a pass is told from the others once, and not at every position.
        [(concerned, Wager::CoverAll)] if !pass.base => {
            settlement.cover_all_of(table, *concerned, pass.take);
        }
        [(concerned, Wager::FiveCardProgressive)] if !pass.base => {
            for place in table.iter().filter(|place| place.due.meets(*concerned)) {
                settlement.five_card_progressive(place, pass.take);
            }
        }
        steps => {
            for place in table.iter_mut() {
                if pass.base {
                    settlement.base(place, pass.take);
                }
                if place.due.meets(pass.any) {
                    for (concerned, wager) in steps {
                        if place.due.meets(*concerned) {
                            settlement.step(place, *wager, pass.take);
                        }
                    }
                }
                if pass.take == Take::Losing {
                    // The next pass need not look again at what this one took.
                    place.due = place.due.without(std::mem::take(&mut settlement.taken));
                }
            }
        }
    });
}

#[inline(always)]
fn round_seat<'r, R>(settlement: &Settlement<'_, 'r, R>, place: u8) -> Option<&'r Seat> {
    settlement.round.seats.get(usize::from(place))?.as_ref()
}

/// Collects what the hands that were given up forfeit.
#[inline(always)]
fn collect_forfeits<'h, R: Register<'h>>(settlement: &mut Settlement<'h, '_, R>, table: &[Place<'_>]) {
    let book = &settlement.house.book;
    let across = book.settlement.across.default.unwrap_or(Direction::RightToLeft);
    let collected = book.fold.collected.default.unwrap_or(Direction::RightToLeft);
    let mut places = table.iter();
    while let Some(place) = if collected == across { places.next() } else { places.next_back() } {
        if place.gave_up() {
            forfeit(settlement, place);
        }
    }
    settlement.taken = Made::NONE;
}

/// The places of the table in a direction.
pub(super) fn places(count: usize, direction: Direction) -> impl Iterator<Item = usize> {
    (0..count).map(move |i| if direction == Direction::RightToLeft { count - 1 - i } else { i })
}

/// Collects what a hand that was given up forfeits.
#[inline(never)]
fn forfeit<'h, R: Register<'h>>(settlement: &mut Settlement<'h, '_, R>, seat: &Place<'_>) {
    let tips = settlement.house.book.tips.as_ref();
    let law = fold::Law::of(settlement.house, seat);
    for wager in seat.lost.forfeitable() {
        let mut movement = settlement.movement(seat, wager, Outcome::Forfeited, HandName::Unread);
        movement.why[0] = law.cite(wager);
        if matches!(wager, Wager::TipAnte | Wager::TipPlay | Wager::TipPairPlus) {
            movement.why[1] = tips.map(|tips| &tips.owned.cite);
        }
        settlement.book(movement);
    }
}

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Finds out, before anything is settled, what a position has to do with: its hands, what a fold takes of its wagers,
    /// and the envy that it gives to others. What cannot give any then costs the settlement nothing, and the hands are
    /// looked up side by side, so that no look-up waits for another.
    #[inline(always)]
    fn look_at<'s>(&self, seat: &'s Seat, made: Made) -> Place<'s> {
        let layout = self.layout;
        let mut place = Place::new(seat, made, layout.lost_by(seat.decision));
        let wheel = self.house.wheel;
        if self.community.is_some() || self.dealer_cards.is_some() {
            let hand = Pile::from(seat.cards);
            if let Some(community) = self.community
                && (layout.five_card_envy.is_some() || place.live.holds(Wager::FiveCardProgressive))
            {
                place.five = category(community.and(hand), wheel);
            }
            if let Some(dealer) = self.dealer_cards.filter(|_| place.live.holds(Wager::SixCardBonus)) {
                place.six = category(dealer.and(hand), wheel).unwrap_or(FiveCategory::HighCard);
            }
        }
        let gives_three_card = layout.envy.is_some_and(|lowest| place.hand <= lowest);
        let gives_five_card = layout.five_card_envy.is_some_and(|lowest| place.five >= Some(lowest));
        place.due = place.live.with_envy(gives_three_card, gives_five_card);
        place
    }

    /// Settles one wager of one seat, with what rides on it, as far as the pass takes it. The wagers that stand at most
    /// positions come first: they are told apart by comparisons, which a processor foresees better than a jump.
    #[inline(always)]
    fn step(&mut self, seat: &Place<'_>, wager: Wager, take: Take) {
        match wager {
            Wager::SixCardBonus => self.six_card_bonus(seat, take),
            Wager::Progressive => self.three_card_progressive(seat, take),
            Wager::FiveCardProgressive => self.five_card_progressive(seat, take),
            other => self.further_step(seat, other, take),
        }
    }

    #[inline(never)]
    fn further_step(&mut self, seat: &Place<'_>, wager: Wager, take: Take) {
        match wager {
            Wager::Ante => self.ante(seat, take),
            Wager::Play => self.play(seat, take),
            Wager::AnteBonus => self.ante_bonus(seat, take),
            Wager::PairPlus => self.pair_plus(seat, take),
            Wager::CoverAll => self.cover_all_of(std::slice::from_ref(seat), Made::one(wager), take),
            Wager::Envy | Wager::FiveCardEnvy => self.envy(seat, wager, take),
            // The first three have their own steps; the rest ride on the wagers above, and a rulebook that names them in a
            // pass is refused when it is read.
            Wager::SixCardBonus
            | Wager::Progressive
            | Wager::FiveCardProgressive
            | Wager::TipAnte
            | Wager::TipPlay
            | Wager::TipAnteBonus
            | Wager::TipPairPlus
            | Wager::MatchPlay => {}
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
