//! The settlement: turns a house and a round into an ordered list of movements that balances to zero.
//!
//! Each wager has its own file. The order comes from the rulebook; `order.rs` only follows it.
//!
//! The nine functions that every wager of every round passes through are `inline(always)`. Without that, a simulated
//! round takes 18 % longer with one position, and 52 % longer with seven positions and all wagers (docs/benchmarks.md).

mod admit;
mod bad_beat;
mod base;
mod cover_all;
mod envy;
mod fold;
mod hand_bonus;
pub mod input;
mod layout;
mod limits;
mod match_play;
mod movement;
mod order;
pub mod output;
mod place;
mod prime;
mod progressive;
mod round;
mod six_card;
mod tips;
mod totals;
mod void;

pub use admit::{Refusal, admit, admit_shared, admit_void};
use layout::Called;
pub use layout::TableLayout;
pub use limits::shares;
pub use movement::{Account, Cuts, Movement, PaidBy};
pub use round::{
    BACKUP, Decision, MeterSet, Meters, POSITIONS, PersonId, RESERVE, Round, SHARED_POSITIONS, Seat, Stakes, VoidRound,
};
pub use totals::{PositionTotals, balance, totals};
pub use void::settle_void;

use cards::{Card, Pile, Strength, Three};

use crate::clause::Citation;
use crate::hand::HandName;
use crate::house::House;
use crate::money::Cents;
use crate::rulebook::Rulebook;
use crate::rulebook::vocabulary::LimitSharing;
use crate::wager::{Outcome, Wager};
use limits::Spent;
use place::Place;

/// Settles a round: appends the movements to `out` in settlement order, and returns the meters afterwards.
pub fn settle<'h, const N: usize>(house: &'h House, round: &Round<N>, out: &mut Vec<Movement<'h>>) -> Meters {
    settle_into(house, round, out)
}

/// Settles a round into any register. There is no other settlement: a table keeps the movements in a list; a simulation
/// adds up what it needs of them and pays for nothing else.
pub fn settle_into<'h, R: Register<'h>, const N: usize>(house: &'h House, round: &Round<N>, out: &mut R) -> Meters {
    TableLayout::of(house, round).settle_into(round, out).unwrap_or(round.meters)
}

/// A round as the settlement reads it, with any number of positions.
#[derive(Clone, Copy)]
struct Laid<'r> {
    seats: &'r [Option<Seat>],
    dealer: Three,
    community: Option<[Card; 2]>,
    meters: &'r Meters,
}

/// Receives the movements, in settlement order.
pub trait Register<'h> {
    /// Records one movement.
    fn write(&mut self, movement: Movement<'h>);
}

impl<'h> Register<'h> for Vec<Movement<'h>> {
    fn write(&mut self, movement: Movement<'h>) {
        self.push(movement);
    }
}

/// A settlement in progress.
struct Settlement<'h, 'r, R> {
    layout: &'r Called<'h>,
    house: &'h House,
    book: &'h Rulebook,
    round: Laid<'r>,
    /// The dealer's hand, and whether it qualifies.
    dealer: Strength,
    dealer_plays: bool,
    /// The meters after the awards so far; `None` before the first award.
    meters: Option<Meters>,
    /// For meters that several winners share: what each meter held when the settlement began, and how much of it was
    /// won in all.
    pools: Option<progressive::Pools>,
    /// The highest hand at the table, if anybody wagered on it.
    cover_all: Option<cover_all::Highest<'h>>,
    /// The community cards and the dealer's cards, if anybody wagered on them.
    community: Option<Pile>,
    dealer_cards: Option<Pile>,
    /// What was paid so far; `None` where no limit cuts wins in their order.
    spent: Option<Spent>,
    out: &'r mut R,
}

impl<'h, 'r, R: Register<'h>> Settlement<'h, 'r, R> {
    fn new(layout: &'r Called<'h>, round: Laid<'r>, out: &'r mut R) -> Settlement<'h, 'r, R> {
        let house = layout.house;
        let book = &*house.book;
        let dealer = round.dealer.strength();
        let community = round.community.filter(|_| layout.made.contains(Wager::FiveCardProgressive));
        Settlement {
            layout,
            house,
            book,
            round,
            dealer,
            dealer_plays: house.showdown.dealer_qualifies.plays(dealer),
            meters: None,
            pools: None,
            cover_all: None,
            community: community.map(|[first, second]| Pile::EMPTY.with(first).with(second)),
            dealer_cards: layout.made.contains(Wager::SixCardBonus).then(|| Pile::from(round.dealer)),
            spent: (layout.limits == Some(LimitSharing::InOrder)).then(Spent::default),
            out,
        }
    }

    /// The citation that kept a wager alive although the hand was given up; `None` for a hand that stayed in.
    #[inline(always)]
    fn kept(&self, seat: &Place<'_>, wager: Wager) -> Option<&'h Citation> {
        if seat.gave_up() { fold::FoldLaw::of(self.house, seat).cite(wager) } else { None }
    }

    /// A seat's movement, with nothing paid yet.
    #[inline(always)]
    fn movement(&self, seat: &Seat, wager: Wager, outcome: Outcome, hand: HandName) -> Movement<'h> {
        let stake = seat.stakes.on(wager);
        Movement {
            position: seat.position,
            person: seat.person,
            wager,
            from_position: None,
            outcome,
            stake,
            paid: Cents::ZERO,
            returned: if outcome == Outcome::Pushed { stake } else { Cents::ZERO },
            payer: Account::Tray,
            award: None,
            limited: Cuts::NONE,
            hand,
            by: PaidBy::Nothing,
            validated_by: None,
            why: [None; 3],
        }
    }

    /// Books a movement: rounds a tray payment up to the smallest chip, and applies the house's limits.
    #[inline(always)]
    fn book(&mut self, mut movement: Movement<'h>) {
        if !movement.paid.is_zero() {
            let in_chips = movement.paid.round_up_to(self.house.unit);
            if movement.payer == Account::Tray && movement.paid != in_chips {
                movement.paid = in_chips;
                if let Some(free) = movement.why.iter_mut().find(|why| why.is_none()) {
                    *free = Some(&self.book.payment.unit.cite);
                }
            }
            // A share of a meter was cut before it left the meter.
            if self.spent.is_some() && movement.award.is_none() {
                return self.book_limited(movement);
            }
        }
        self.out.write(movement);
    }
}
