//! Ante, play and ante bonus: the law of the result under a strategy, and what the strategy costs.

use cards::{Strength, Three, ThreeCategory};

use crate::deals::{Deals, SuitClass};
use crate::fraction::Fraction;
use crate::law::Distribution;
use crate::strategy::{Strategy, threshold};
use crate::terms::{BaseTerms, Meeting};

/// All pairs of a player's and a dealer's hand.
pub const DEALS: u128 = 407_170_400;

/// What other wagers at the position gain when the hand is played rather than folded, in parts of the ante, for one
/// suit class. It is a fraction of a part, since the wager may depend on unseen cards.
pub type FoldCost<'a> = &'a dyn Fn(&SuitClass) -> Fraction;

/// The base game under a strategy.
#[derive(Clone, Debug)]
pub struct BaseGame {
    /// The number of parts of an ante in the law below.
    pub parts: i64,
    /// The net result, in parts of the ante.
    pub law: Distribution,
    /// Deals in which the player folds.
    pub folded: u128,
    /// Deals that are played and in which the dealer does not qualify.
    pub not_qualified: u128,
    /// Deals won against a qualified dealer.
    pub won: u128,
    /// Deals that tie with a qualified dealer.
    pub tied: u128,
    /// Deals lost against a qualified dealer.
    pub lost: u128,
    /// The weakest hand played, if the strategy is a threshold.
    pub threshold: Option<Strength>,
    /// Whether each suit class is played, in the order of the classes.
    pub plays: Vec<bool>,
}

/// How a hand can meet the dealer's, in the order of [`SuitClass::dealers`].
const MEETINGS: [Meeting; 4] = [Meeting::Unqualified, Meeting::Higher, Meeting::Equal, Meeting::Lower];

/// The kinds of hands that a table can distinguish: the categories, and the mini royal of each suit.
const KINDS: usize = ThreeCategory::ALL.len() + 4;

/// The index of a hand's kind.
fn kind(hand: Three) -> usize {
    match hand.category() {
        ThreeCategory::StraightFlush => hand
            .mini_royal()
            .map_or(ThreeCategory::StraightFlush as usize, |suit| ThreeCategory::ALL.len() + usize::from(suit.index())),
        category => category as usize,
    }
}

/// The net results of every kind of hand, computed when the kind is first met.
struct KindNets<'a> {
    terms: &'a BaseTerms,
    parts: i64,
    known: [Option<[i64; 4]>; KINDS],
}

impl<'a> KindNets<'a> {
    fn new(terms: &'a BaseTerms) -> KindNets<'a> {
        KindNets { terms, parts: terms.parts(), known: [None; KINDS] }
    }

    fn of(&mut self, kind: usize, hand: Three) -> [i64; 4] {
        let (terms, parts) = (self.terms, self.parts);
        *self.known[kind].get_or_insert_with(|| MEETINGS.map(|meeting| terms.net(hand, meeting, parts)))
    }
}

/// The sum of net results over the dealer's hands.
fn value(nets: [i64; 4], dealers: [u32; 4]) -> i64 {
    nets.into_iter().zip(dealers).map(|(net, dealers)| net * i64::from(dealers)).sum()
}

/// The value of playing a class, in parts of the ante, summed over the dealer's hands.
#[must_use]
pub fn play_value(terms: &BaseTerms, class: &SuitClass, parts: i64) -> i64 {
    value(MEETINGS.map(|meeting| terms.net(class.hand, meeting, parts)), class.dealers())
}

impl BaseGame {
    /// Prices a strategy for the base game alone.
    #[must_use]
    pub fn new(deals: &Deals, terms: &BaseTerms, strategy: &Strategy) -> BaseGame {
        BaseGame::with_others(deals, terms, strategy, None)
    }

    /// Prices a strategy where other wagers also depend on the decision.
    #[must_use]
    pub fn with_others(
        deals: &Deals,
        terms: &BaseTerms,
        strategy: &Strategy,
        others: Option<FoldCost<'_>>,
    ) -> BaseGame {
        let mut nets = KindNets::new(terms);
        let parts = nets.parts;
        let weakest = strategy.weakest(deals.floor);
        let mut plays = Vec::with_capacity(deals.classes.len());
        // Deals by kind and meeting: payments depend on nothing else, so the law is built once at the end.
        let mut played = [[0_u64; 4]; KINDS];
        let mut folded = 0_u64;
        for class in &deals.classes {
            let (kind, dealers) = (kind(class.hand), class.dealers());
            let all: u32 = dealers.iter().sum();
            let gain = value(nets.of(kind, class.hand), dealers) + parts * i64::from(all);
            let play = match (weakest, others) {
                (Some(weakest), _) => class.hand.strength() >= weakest,
                (None, None) => gain > 0,
                (None, Some(others)) => {
                    let gain = Fraction::new(gain, all) + others(class);
                    !gain.is_negative() && !gain.is_zero()
                }
            };
            plays.push(play);
            if play {
                for (count, dealers) in played[kind].iter_mut().zip(dealers) {
                    *count += u64::from(class.ways) * u64::from(dealers);
                }
            } else {
                folded += u64::from(class.ways) * u64::from(all);
            }
        }
        let mut law = Distribution::new();
        law.add(-parts, folded.into());
        let mut by_meeting = [0_u128; 4];
        for (counts, nets) in played.into_iter().zip(nets.known) {
            for ((total, count), net) in by_meeting.iter_mut().zip(counts).zip(nets.unwrap_or_default()) {
                law.add(net, count.into());
                *total += u128::from(count);
            }
        }
        let [not_qualified, won, tied, lost] = by_meeting;
        let threshold = threshold(&deals.classes, &plays);
        BaseGame { parts, law, folded: folded.into(), not_qualified, won, tied, lost, threshold, plays }
    }

    /// The expected net result for an ante of one.
    #[must_use]
    pub fn ev(&self) -> Fraction {
        self.law.mean() / Fraction::whole(self.parts)
    }

    /// The house's edge on the ante.
    #[must_use]
    pub fn house_edge(&self) -> Fraction {
        -self.ev()
    }

    /// The loss for each unit put at risk, including the play wager.
    #[must_use]
    pub fn element_of_risk(&self) -> Fraction {
        let of = self.law.of();
        let staked = Fraction::new(2 * of - self.folded, of);
        self.house_edge() / staked
    }

    /// The variance of the net result for an ante of one.
    #[must_use]
    pub fn variance(&self) -> Fraction {
        self.law.variance() / Fraction::whole(self.parts).power(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Books;

    fn game(strategy: &Strategy) -> BaseGame {
        let text = include_str!("../../../houses/md14.toml");
        let house = rules::house::check(text, &Books::shipped()).house.unwrap();
        let terms = BaseTerms::of(&house);
        BaseGame::new(&Deals::new(terms.floor), &terms, strategy)
    }

    #[test]
    fn the_base_game_of_table_a_is_the_one_everybody_knows() {
        let optimal = game(&Strategy::Optimal);
        // 13,733,780 antes lost in 407,170,400 deals: 3.3730 percent, 2.0147 percent of what is put at risk.
        assert_eq!(optimal.ev(), Fraction::new(-13_733_780, DEALS));
        assert_eq!(optimal.house_edge().percent(4), "3.3730%");
        assert_eq!(optimal.element_of_risk().percent(4), "2.0147%");
        assert_eq!(optimal.threshold.map(|s| s.to_string()).as_deref(), Some("Q-6-4"));
        assert_eq!(game(&Strategy::Q64).law, optimal.law);
        assert_eq!(game(&Strategy::Always).house_edge().percent(2), "7.65%");
        assert_eq!(game(&Strategy::Mimic).house_edge().percent(2), "3.45%");
    }

    #[test]
    fn every_deal_is_counted_once() {
        for (_, strategy) in Strategy::NAMED {
            let game = game(&strategy);
            assert_eq!(game.law.of(), DEALS);
            assert_eq!(game.folded + game.not_qualified + game.won + game.tied + game.lost, DEALS);
        }
    }
}
