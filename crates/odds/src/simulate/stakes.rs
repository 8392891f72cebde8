//! The stakes of a player who makes every wager of a house at its minimum.

use rules::House;
use rules::settle::Stakes;
use rules::wager::Wager;

/// The smallest stakes at which the house accepts every wager it offers, without tips and coupons.
///
/// If ante and pair plus must be equal, both are the higher of the two.
#[must_use]
pub fn least_stakes(house: &House) -> Stakes {
    let mut stakes = Stakes::default();
    for wager in Wager::STAKED.into_iter().filter(|wager| house.offers(*wager)) {
        let least = match house.progressive_terms(wager) {
            Some(terms) => terms.stake,
            None => house.limits.get(&wager).map_or(rules::Cents::ZERO, |limit| limit.min),
        };
        if let Some(stake) = stakes.on_mut(wager) {
            *stake = least;
        }
    }
    if house.equal_stakes {
        let both = stakes.ante.max(stakes.pair_plus);
        (stakes.ante, stakes.pair_plus) = (both, both);
    }
    stakes
}
