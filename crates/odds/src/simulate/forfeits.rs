//! What a fold gives up besides the ante: the wagers that the book forfeits with it.

use rules::House;
use rules::money::Cents;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::{Fate, Verdict};
use rules::settle::{Meters, Stakes};
use rules::wager::{Level, Wager};

use crate::deals::{DEALER_HANDS, SuitClass};
use crate::fraction::Fraction;
use crate::progressive::ProgressiveLaw;
use crate::terms::BaseTerms;

use super::six_given::six_given;

/// The wagers of a position that a fold forfeits.
pub(super) struct Forfeits<'h> {
    house: &'h House,
    /// What the pair plus, the six card bonus and the coupon are made with; nothing where a fold leaves them.
    pair_plus: Cents,
    six_card_bonus: Cents,
    match_play: Cents,
    /// The progressives, and their meters in cents.
    progressives: Vec<(ProgressiveLaw, Vec<(Level, Cents)>)>,
}

impl<'h> Forfeits<'h> {
    pub(super) fn new(house: &'h House, stakes: &Stakes, meters: &Meters) -> Forfeits<'h> {
        let lost = |wager: Wager, fate: Fate| if fate == Fate::Lost { stakes.on(wager) } else { Cents::ZERO };
        let progressives = [
            (Wager::Progressive, house.fold.progressive),
            (Wager::FiveCardProgressive, house.fold.five_card_progressive),
        ];
        let progressives = progressives.into_iter().filter(|(wager, fate)| !lost(*wager, *fate).is_zero());
        let progressives = progressives.filter_map(|(wager, _)| {
            let terms = house.progressive_terms(wager)?;
            let levels = terms.meters.iter().map(|meter| meter.level);
            let values = levels.map(|level| (level, meters.of(wager).get(level).shown())).collect();
            Some((ProgressiveLaw::new(&terms.table, stakes.on(wager), house.wheel), values))
        });
        Forfeits {
            house,
            pair_plus: lost(Wager::PairPlus, house.fold.pair_plus),
            six_card_bonus: lost(Wager::SixCardBonus, house.fold.six_card_bonus),
            match_play: stakes.match_play,
            progressives: progressives.collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.progressives.is_empty()
            && [self.pair_plus, self.six_card_bonus, self.match_play].iter().all(|stake| stake.is_zero())
    }

    /// What these wagers bring on average to a hand of a class that is not folded, in cents.
    pub(super) fn cents(&self, terms: &BaseTerms, class: &SuitClass) -> Fraction {
        let whole = |cents: Cents| Fraction::whole(cents.0);
        let mut worth = Fraction::zero();
        if let Some(Pays::To(odds)) = self.house.pair_plus.line(class.hand).map(|line| line.pays) {
            worth += whole(self.pair_plus + odds.on(self.pair_plus));
        }
        if let Some(six) = self.house.six_card.as_ref().filter(|_| !self.six_card_bonus.is_zero()) {
            // A super royal by its suit is a flush in the hand already, and decided.
            for ((category, super_royal), dealers) in six_given(class.hand, self.house.wheel) {
                let paid = match six.table.line(category, super_royal).map(|line| line.pays) {
                    Some(Pays::To(odds)) => odds.on(self.six_card_bonus),
                    Some(Pays::Flat(amount)) => amount,
                    _ => continue,
                };
                worth += whole(self.six_card_bonus + paid) * Fraction::new(dealers, DEALER_HANDS);
            }
        }
        for (law, meters) in &self.progressives {
            worth += law.given(meters).with(class.hand) * whole(law.stake);
        }
        let coupon = self.house.book.match_play.as_ref().and_then(|law| law.pays.default);
        if let Some(Pays::To(odds)) = coupon.filter(|_| !self.match_play.is_zero()) {
            worth += whole(odds.on(self.match_play)) * Fraction::new(ante_wins(terms, class), DEALER_HANDS);
        }
        worth
    }
}

/// The dealer's hands against which the ante of a hand that is played wins.
fn ante_wins(terms: &BaseTerms, class: &SuitClass) -> u32 {
    [
        (terms.unqualified_ante, class.unqualified),
        (terms.higher, class.below),
        (terms.equal, class.equal),
        (terms.lower, class.above),
    ]
    .into_iter()
    .filter(|(verdict, _)| *verdict == Verdict::Won)
    .map(|(_, dealers)| dealers)
    .sum()
}
