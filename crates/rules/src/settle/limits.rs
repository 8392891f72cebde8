//! The limits on what a round pays: to each person, and at the table. What they cut from a meter stays in the meter.

use super::{Account, Meters, Movement, PersonId, Register, Settlement};
use crate::house::House;
use crate::money::{Cents, Meter};
use crate::rulebook::vocabulary::LimitOn;

/// What a round has paid so far, in all and to each person.
#[derive(Default)]
pub(super) struct Spent {
    by_table: Cents,
    by_person: Vec<(PersonId, Cents)>,
}

impl Spent {
    fn by(&mut self, person: PersonId) -> &mut Cents {
        let at = self.by_person.iter().position(|(known, _)| *known == person).unwrap_or_else(|| {
            self.by_person.push((person, Cents::ZERO));
            self.by_person.len() - 1
        });
        &mut self.by_person[at].1
    }

    /// Cuts a payment to the whole chips that the limits still allow, and counts it. The tighter limit cuts; both do if
    /// they leave the same.
    fn cut<'h>(&mut self, house: &'h House, movement: &mut Movement<'h>) {
        let chip = chip_of(house, movement);
        let spent = [*self.by(movement.person), self.by_table];
        let mut wanted = movement.paid.round_up_to(chip);
        let rest = |on: LimitOn| match on {
            LimitOn::Player => house.limit_per_player.map(|limit| limit - spent[0]),
            LimitOn::Table => house.limit_per_table.map(|limit| limit - spent[1]),
        };
        let least = LimitOn::ALL.iter().filter_map(|on| rest(*on)).min();
        if let Some(least) = least.filter(|least| *least < wanted) {
            for (cut, on) in movement.limited.0.iter_mut().zip(LimitOn::ALL) {
                if rest(*on) == Some(least) {
                    *cut = house.book.payment.limit_cite(*on);
                }
            }
            wanted = Cents(least.0.max(0) / chip.0.max(1) * chip.0.max(1));
            movement.paid = wanted;
        }
        *self.by(movement.person) += wanted;
        self.by_table += wanted;
    }
}

/// The chip in which a payment is made: the smallest chip from the tray, and the smallest amount there is outside it.
fn chip_of(house: &House, movement: &Movement<'_>) -> Cents {
    if movement.payer == Account::Tray { house.unit } else { house.currency.smallest() }
}

impl<'h, R: Register<'h>> Settlement<'h, '_, R> {
    /// Books a payment out of the table's money, cut to what the limits still allow.
    #[cold]
    pub(super) fn book_limited(&mut self, mut movement: Movement<'h>) {
        if self.house.limit_covers(movement.wager, false)
            && let Some(spent) = &mut self.spent
        {
            spent.cut(self.house, &mut movement);
        }
        self.out.write(movement);
    }

    /// Cuts what a meter is about to pay, where limits cover meters.
    pub(super) fn cut_award(&mut self, movement: &mut Movement<'h>) {
        if self.house.limit_covers(movement.wager, true)
            && let Some(spent) = &mut self.spent
        {
            spent.cut(self.house, movement);
        }
    }
}

/// Cuts the wins of a settled round in proportion: each person's to the limit for a player, then all to the limit for
/// the table. What is cut from meters goes back into them.
pub(super) fn share<'h>(house: &'h House, movements: &mut [Movement<'h>], meters: Option<&mut Meters>) {
    let covered = |movement: &Movement<'_>| {
        !movement.paid.is_zero() && house.limit_covers(movement.wager, movement.award.is_some())
    };
    if let Some(limit) = house.limit_per_player {
        let mut people: Vec<PersonId> = movements.iter().filter(|m| covered(m)).map(|m| m.person).collect();
        people.sort_unstable();
        people.dedup();
        for person in people {
            cut(house, LimitOn::Player, limit, movements, |movement| covered(movement) && movement.person == person);
        }
    }
    if let Some(limit) = house.limit_per_table {
        cut(house, LimitOn::Table, limit, movements, covered);
    }
    let Some(meters) = meters else { return };
    for movement in movements.iter_mut().filter(|movement| !movement.limited.is_empty()) {
        if let Some((level, amount)) = &mut movement.award {
            let leaves = (*amount).min(movement.paid);
            let set = meters.of_mut(movement.wager);
            set.set(*level, Meter(set.get(*level).0 + Meter::of(*amount - leaves).0));
            *amount = leaves;
        }
    }
}

fn cut<'h>(
    house: &'h House,
    on: LimitOn,
    limit: Cents,
    movements: &mut [Movement<'h>],
    covered: impl Fn(&Movement<'_>) -> bool,
) {
    let wins = movements.iter().filter(|movement| covered(movement));
    let wins: Vec<(Cents, Cents)> = wins.map(|movement| (movement.paid, chip_of(house, movement))).collect();
    let mut shares = shares(&wins, limit).into_iter();
    for movement in movements.iter_mut() {
        if !covered(movement) {
            continue;
        }
        let Some(share) = shares.next() else { return };
        if share < movement.paid {
            movement.paid = share;
            let at = usize::from(on == LimitOn::Table);
            movement.limited.0[at] = house.book.payment.limit_cite(on);
        }
    }
}

/// What each win is paid when a limit cuts them in proportion. Each comes with the chip in which it is paid. Shares go
/// down to whole chips; what remains goes to the largest remainders, a chip each, the first win among equal ones. Less
/// than a chip of it goes to the first wins that are paid in smaller ones, or to nobody.
#[must_use]
pub fn shares(wins: &[(Cents, Cents)], limit: Cents) -> Vec<Cents> {
    let total: i128 = wins.iter().map(|(win, _)| i128::from(win.0)).sum();
    let limit = i128::from(limit.0.max(0));
    if total <= limit {
        return wins.iter().map(|(win, _)| *win).collect();
    }
    let chip_of = |chip: Cents| i128::from(chip.0.max(1));
    let parts: Vec<(i128, i128)> = wins
        .iter()
        .map(|(win, chip)| {
            let exact = i128::from(win.0) * limit;
            let whole = chip_of(*chip) * total;
            (exact / whole * chip_of(*chip), exact % whole)
        })
        .collect();
    let mut paid: Vec<i128> = parts.iter().map(|(paid, _)| *paid).collect();
    let mut left = limit - paid.iter().sum::<i128>();
    let mut order: Vec<usize> = (0..wins.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(parts[*at].1));
    for &at in &order {
        let chip = chip_of(wins[at].1);
        if chip <= left && paid[at] + chip <= i128::from(wins[at].0.0) {
            paid[at] += chip;
            left -= chip;
        }
    }
    for (at, (win, chip)) in wins.iter().enumerate() {
        let chip = chip_of(*chip);
        let more = left.min(i128::from(win.0) - paid[at]) / chip * chip;
        paid[at] += more;
        left -= more;
    }
    paid.into_iter().map(|paid| Cents(i64::try_from(paid).unwrap_or(i64::MAX))).collect()
}
