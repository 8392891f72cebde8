//! The settlement: from a house and a round to an ordered list of movements that balances to zero.
//!
//! Each wager has its own file. The order is data of the rulebook; this file only walks it.

mod admit;
mod base;
mod cover_all;
mod envy;
mod fold;
pub mod input;
mod match_play;
mod movement;
mod order;
pub mod output;
mod progressive;
mod round;
mod six_card;
mod tips;
mod totals;
mod void;

pub use admit::{Refusal, admit, admit_void};
pub use movement::{Account, Movement, PaidBy};
pub use round::{Decision, MeterSet, Meters, POSITIONS, PersonId, Round, Seat, Stakes, VoidRound};
pub use totals::{PositionTotals, balance, totals};
pub use void::settle_void;

use crate::clause::Citation;
use crate::hand::HandName;
use crate::house::House;
use crate::money::Cents;
use crate::rulebook::vocabulary::Fate;
use crate::wager::{Outcome, Wager};

/// Settles a round. The movements are appended to `out` in the order of settlement; what comes back are the meters
/// afterwards.
pub fn settle<'h>(house: &'h House, round: &Round, out: &mut Vec<Movement<'h>>) -> Meters {
    let mut settlement = Settlement::new(house, round, out);
    order::walk(&mut settlement);
    settlement.meters
}

/// A settlement under way.
struct Settlement<'h, 'r> {
    house: &'h House,
    round: &'r Round,
    /// Which wagers anybody made: the others need no step.
    made: [bool; Wager::ALL.len()],
    meters: Meters,
    /// For meters shared among several winners: what each meter had when the settlement began, and how much of it
    /// was won in all.
    pools: Option<progressive::Pools>,
    /// The highest hand at the table, looked for once.
    cover_all: cover_all::Highest,
    paid_to_table: Cents,
    paid_to_person: [(PersonId, Cents); POSITIONS],
    out: &'r mut Vec<Movement<'h>>,
}

impl<'h, 'r> Settlement<'h, 'r> {
    fn new(house: &'h House, round: &'r Round, out: &'r mut Vec<Movement<'h>>) -> Settlement<'h, 'r> {
        Settlement {
            house,
            round,
            made: order::made(round),
            meters: round.meters,
            pools: progressive::Pools::of(house, round),
            cover_all: cover_all::Highest::Unknown,
            paid_to_table: Cents::ZERO,
            paid_to_person: [(PersonId::default(), Cents::ZERO); POSITIONS],
            out,
        }
    }

    /// What becomes of a wager of a hand that was given up, and the law behind it.
    fn fate(&self, seat: &Seat, wager: Wager) -> (Fate, Option<&'h Citation>) {
        fold::fate(self.house, seat, wager)
    }

    /// Whether a wager at a seat is still alive, and the law that kept it alive through a fold.
    fn alive(&self, seat: &Seat, wager: Wager) -> Option<Option<&'h Citation>> {
        fold::alive(self.house, seat, wager)
    }

    /// A movement of a seat with nothing paid yet.
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
            limited: false,
            hand,
            by: PaidBy::Nothing,
            validated_by: None,
            why: [None; 3],
        }
    }

    /// Books a movement: tray payments go up to the smallest chip, and the house's limits are applied in turn.
    fn book(&mut self, mut movement: Movement<'h>) {
        if movement.payer == Account::Tray {
            let paid = movement.paid.round_up_to(self.house.unit);
            if paid != movement.paid {
                movement.paid = paid;
                if let Some(free) = movement.why.iter_mut().find(|why| why.is_none()) {
                    *free = Some(&self.house.book.payment.unit.cite);
                }
            }
        }
        // A limit binds the table's money. A meter is not the table's, and what a limit cut from it would be nobody's.
        let limited = self.house.limit_per_player.is_some() || self.house.limit_per_table.is_some();
        if limited && movement.award.is_none() {
            self.limit(&mut movement);
        }
        self.out.push(movement);
    }

    /// Cuts a payment to what the limits of the round still allow.
    fn limit(&mut self, movement: &mut Movement<'h>) {
        let spent = match self.paid_to_person.iter_mut().find(|(p, spent)| *p == movement.person && !spent.is_zero()) {
            Some((_, spent)) => spent,
            None => match self.paid_to_person.iter_mut().find(|(_, spent)| spent.is_zero()) {
                Some(entry) => {
                    entry.0 = movement.person;
                    &mut entry.1
                }
                None => return,
            },
        };
        let rest = |limit: Option<Cents>, spent: Cents| limit.map_or(movement.paid, |limit| limit - spent);
        let allowed =
            rest(self.house.limit_per_player, *spent).min(rest(self.house.limit_per_table, self.paid_to_table));
        if allowed < movement.paid {
            movement.paid = allowed.max(Cents::ZERO);
            movement.limited = true;
        }
        *spent += movement.paid;
        self.paid_to_table += movement.paid;
    }
}
