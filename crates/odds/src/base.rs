//! Ante, play and ante bonus: the law of the result under a strategy, and what the strategy costs.

use cards::Strength;

use crate::deals::{DEALER_HANDS, Deals, SuitClass};
use crate::fraction::Fraction;
use crate::law::Law;
use crate::strategy::{Strategy, threshold};
use crate::terms::{BaseTerms, Meeting};

/// All pairs of a player's and a dealer's hand.
pub const DEALS: u128 = 407_170_400;

/// What other wagers at the position gain when the hand is played rather than folded, in parts of the ante, for one
/// suit class: a fraction of parts, as the wager may hang on cards not seen.
pub type FoldCost<'a> = &'a dyn Fn(&SuitClass) -> Fraction;

/// The base game under a strategy.
#[derive(Clone, Debug)]
pub struct BaseGame {
    /// How many parts an ante has in the law below.
    pub parts: i64,
    /// The net result, in parts of the ante.
    pub law: Law,
    /// Deals that are folded.
    pub folded: u128,
    /// Deals that are played and the dealer does not qualify.
    pub not_qualified: u128,
    /// Deals that are won against a qualified dealer.
    pub won: u128,
    /// Deals that tie.
    pub tied: u128,
    /// Deals that are lost against a qualified dealer.
    pub lost: u128,
    /// The weakest hand played, where the strategy is a threshold.
    pub threshold: Option<Strength>,
    /// Whether each suit class is played, in the order of the classes.
    pub plays: Vec<bool>,
}

/// The value of playing a class, in parts of the ante times the dealer's hands.
#[must_use]
pub fn play_value(terms: &BaseTerms, class: &SuitClass, parts: i64) -> i64 {
    let net = |meeting| terms.net(class.hand, meeting, parts);
    net(Meeting::Unqualified) * i64::from(class.unqualified)
        + net(Meeting::Higher) * i64::from(class.below)
        + net(Meeting::Equal) * i64::from(class.equal)
        + net(Meeting::Lower) * i64::from(class.above)
}

impl BaseGame {
    /// Prices a strategy by the base game alone.
    #[must_use]
    pub fn new(deals: &Deals, terms: &BaseTerms, strategy: &Strategy) -> BaseGame {
        BaseGame::with_others(deals, terms, strategy, None)
    }

    /// Prices a strategy where other wagers hang on the decision too.
    #[must_use]
    pub fn with_others(
        deals: &Deals,
        terms: &BaseTerms,
        strategy: &Strategy,
        others: Option<FoldCost<'_>>,
    ) -> BaseGame {
        let parts = terms.parts();
        let mut game = BaseGame {
            parts,
            law: Law::new(),
            folded: 0,
            not_qualified: 0,
            won: 0,
            tied: 0,
            lost: 0,
            threshold: None,
            plays: Vec::with_capacity(deals.classes.len()),
        };
        let fold = -parts * i64::from(DEALER_HANDS);
        for class in &deals.classes {
            let gain = play_value(terms, class, parts) - fold;
            let worth_it = match others {
                None => gain > 0,
                Some(others) => {
                    let gain = Fraction::new(gain, DEALER_HANDS) + others(class);
                    !gain.is_negative() && !gain.is_zero()
                }
            };
            let plays = strategy.plays(class.hand, deals.floor, worth_it);
            game.plays.push(plays);
            game.count(terms, class, plays);
        }
        game.threshold = threshold(&deals.classes, &game.plays);
        game
    }

    fn count(&mut self, terms: &BaseTerms, class: &SuitClass, plays: bool) {
        let ways = |dealers: u32| u128::from(class.ways) * u128::from(dealers);
        if !plays {
            self.folded += ways(DEALER_HANDS);
            self.law.add(-self.parts, ways(DEALER_HANDS));
            return;
        }
        for (meeting, dealers) in [
            (Meeting::Unqualified, class.unqualified),
            (Meeting::Higher, class.below),
            (Meeting::Equal, class.equal),
            (Meeting::Lower, class.above),
        ] {
            self.law.add(terms.net(class.hand, meeting, self.parts), ways(dealers));
        }
        self.not_qualified += ways(class.unqualified);
        self.won += ways(class.below);
        self.tied += ways(class.equal);
        self.lost += ways(class.above);
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

    /// The loss for each unit put at risk, the play wager included.
    #[must_use]
    pub fn element_of_risk(&self) -> Fraction {
        let staked = Fraction::new(2 * DEALS - self.folded, DEALS);
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
