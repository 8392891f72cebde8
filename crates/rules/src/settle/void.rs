//! A void round: every wager goes back, and a visible counter-entry takes the contributions out of the meters.

use super::round::VoidRound;
use super::{Account, Cuts, Meters, Movement, PaidBy};
use crate::hand::HandName;
use crate::house::House;
use crate::money::{Cents, Meter};
use crate::rulebook::PLACED;
use crate::rulebook::vocabulary::Direction;
use crate::wager::{Outcome, Wager};

/// The tips and coupons that lie beside other wagers.
const BESIDE: [Wager; 4] = [Wager::TipAnte, Wager::TipPairPlus, Wager::TipPlay, Wager::MatchPlay];

/// Returns every wager of a void round, in the book's settlement direction. The returned meters have the contributions
/// reversed, where the house does so (READING 68).
pub fn settle_void<'h>(house: &'h House, round: &VoidRound, out: &mut Vec<Movement<'h>>) -> Meters {
    let law = &house.book.irregularities;
    let remedy = law.remedies.get(&round.cause).map(|rule| &rule.cite);
    let mut meters = round.meters;
    let mut seats = round.seats.clone();
    seats.sort_by_key(|(position, ..)| *position);
    if house.across == Direction::RightToLeft {
        seats.reverse();
    }
    for (position, person, stakes, played) in seats {
        for wager in PLACED.into_iter().chain(BESIDE) {
            let stake = match wager {
                Wager::Play if played => stakes.ante,
                _ => stakes.on(wager),
            };
            if stake.is_zero() {
                continue;
            }
            let mut why = [remedy, Some(&law.void_returns.cite), None];
            if let (Some(terms), Some(rules)) = (house.progressive_terms(wager), house.book.progressive_rules(wager))
                && terms.reversed_on_void
            {
                reverse(&mut meters, house, wager, stake);
                why[2] = Some(&rules.reversed_on_void.cite);
            }
            let coupon = wager == Wager::MatchPlay;
            out.push(Movement {
                position,
                person,
                wager,
                from_position: None,
                outcome: Outcome::Returned,
                stake,
                paid: Cents::ZERO,
                returned: if coupon { Cents::ZERO } else { stake },
                payer: Account::Tray,
                award: None,
                limited: Cuts::NONE,
                hand: HandName::Unread,
                by: PaidBy::Nothing,
                validated_by: None,
                why,
            });
        }
    }
    meters
}

/// Takes one stake's contributions back out of the meters.
fn reverse(meters: &mut Meters, house: &House, wager: Wager, stake: Cents) {
    let Some(terms) = house.progressive_terms(wager) else {
        return;
    };
    let set = meters.of_mut(wager);
    for meter in &terms.meters {
        let value = set.get(meter.level).0 - Meter::contribution(stake, terms.grows(meter)).0;
        set.set(meter.level, Meter(value));
    }
    set.reserve = Meter((set.reserve.0 - Meter::contribution(stake, terms.reserve).0).max(0));
    set.backup = Meter((set.backup.0 - Meter::contribution(stake, terms.backup).0).max(0));
}
