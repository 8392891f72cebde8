//! Ante, play and their bonuses, one by one and together, with the coupons and tips that ride on them.

use std::collections::BTreeMap;

use rules::house::House;
use rules::money::{Cents, Odds};
use rules::paytable::Pays;
use rules::posted::ThreeTable;
use rules::rulebook::vocabulary::{BonusWhen, Verdict};
use rules::wager::Wager;

use super::{ANTE_PLAY, from_tray, paid_to};
use crate::deals::{DEALER_HANDS, Deals};
use crate::law::Distribution;
use crate::simulate::plan::SeatPlan;
use crate::terms::BaseTerms;

const EVEN: Odds = Odds { won: 1, staked: 1 };

/// The net of one wager that a verdict decides.
fn net(house: &House, verdict: Verdict, stake: Cents, odds: Odds) -> i64 {
    match verdict {
        Verdict::Won => from_tray(house, odds.on(stake)).0,
        Verdict::Lost => -stake.0,
        Verdict::Pushed => 0,
    }
}

/// The law of each wager of a seat that the showdown decides, by its word.
pub(super) fn laws(
    house: &House,
    seat: &SeatPlan,
    deals: &Deals,
    terms: &BaseTerms,
) -> BTreeMap<&'static str, Distribution> {
    let mut laws: BTreeMap<&'static str, Distribution> = BTreeMap::new();
    if !seat.decides() {
        return laws;
    }
    let stakes = &seat.stakes;
    let coupon = match house.book.match_play.as_ref().and_then(|law| law.pays.default) {
        Some(Pays::To(odds)) => from_tray(house, odds.on(stakes.match_play)).0,
        _ => 0,
    };
    let mut add = |wager: &'static str, net: i64, ways: u128| laws.entry(wager).or_default().add(net, ways);
    for class in &deals.classes {
        if !seat.decisions.plays(class.hand) {
            let ways = u128::from(class.ways) * u128::from(DEALER_HANDS);
            add(ANTE_PLAY, -stakes.ante.0, ways);
            for wager in [Wager::Ante, Wager::TipAnte] {
                add(wager.word(), -stakes.on(wager).0, ways);
            }
            for wager in
                [Wager::Play, Wager::AnteBonus, Wager::BadBeat, Wager::TipPlay, Wager::TipAnteBonus, Wager::MatchPlay]
            {
                add(wager.word(), 0, ways);
            }
            continue;
        }
        let pays = |table: &ThreeTable| table.odds(class.hand).unwrap_or(EVEN);
        for (ante, play, dealers, beaten) in [
            (terms.unqualified_ante, terms.unqualified_play, class.unqualified, false),
            (terms.higher, terms.higher, class.below, false),
            (terms.equal, terms.equal, class.equal, false),
            (terms.lower, terms.lower, class.above, true),
        ] {
            let ways = u128::from(class.ways) * u128::from(dealers);
            let due = terms.bonus_when == BonusWhen::Always || ante == Verdict::Won;
            let line = terms.bonus.line(class.hand).filter(|_| due);
            let bonus = |stake: Cents| line.map_or(0, |line| paid_to(house, line.pays, stake).0);
            let beat = terms.bad_beat.as_ref().filter(|_| beaten).and_then(|table| table.odds(class.hand));
            let beat = beat.map_or(0, |odds| from_tray(house, odds.on(stakes.ante)).0);
            let of_ante = net(house, ante, stakes.ante, pays(&terms.ante));
            let of_play = net(house, play, stakes.ante, pays(&terms.play));
            add(ANTE_PLAY, of_ante + of_play + bonus(stakes.ante) + beat, ways);
            add(Wager::Ante.word(), of_ante, ways);
            add(Wager::Play.word(), of_play, ways);
            add(Wager::AnteBonus.word(), bonus(stakes.ante), ways);
            add(Wager::BadBeat.word(), beat, ways);
            add(Wager::TipAnte.word(), net(house, ante, stakes.tip_ante, EVEN), ways);
            add(Wager::TipPlay.word(), net(house, play, stakes.tip_play, EVEN), ways);
            add(Wager::TipAnteBonus.word(), bonus(stakes.tip_ante), ways);
            add(Wager::MatchPlay.word(), if ante == Verdict::Won { coupon } else { 0 }, ways);
        }
    }
    laws
}
