//! What the base game's mathematics needs to know about a house: verdicts, odds, the bonus, the dealer's floor.

use cards::{Strength, Three};
use rules::House;
use rules::money::Odds;
use rules::paytable::Pays;
use rules::posted::ThreeTable;
use rules::rulebook::vocabulary::{BonusWhen, Verdict};

/// The terms of ante, play and ante bonus.
#[derive(Clone, Debug)]
pub struct BaseTerms {
    /// The weakest hand with which the dealer plays.
    pub floor: Strength,
    /// What a winning ante pays.
    pub ante_odds: Odds,
    /// What a winning play pays.
    pub play_odds: Odds,
    /// What becomes of the ante when the dealer does not play.
    pub unqualified_ante: Verdict,
    /// What becomes of the play when the dealer does not play.
    pub unqualified_play: Verdict,
    /// What becomes of both when the player's hand is higher.
    pub higher: Verdict,
    /// What becomes of both when it is lower.
    pub lower: Verdict,
    /// What becomes of both when it is equal.
    pub equal: Verdict,
    /// The ante bonus table.
    pub bonus: ThreeTable,
    /// When the bonus is paid.
    pub bonus_when: BonusWhen,
}

/// How a hand that is played meets the dealer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// The dealer does not play.
    Unqualified,
    /// The player's hand is higher.
    Higher,
    /// The player's hand is lower.
    Lower,
    /// The hands are equal.
    Equal,
}

impl BaseTerms {
    /// The terms of a house.
    #[must_use]
    pub fn of(house: &House) -> BaseTerms {
        let law = &house.showdown;
        BaseTerms {
            floor: law.dealer_qualifies.0,
            ante_odds: house.ante_odds,
            play_odds: house.play_odds,
            unqualified_ante: law.unqualified_ante,
            unqualified_play: law.unqualified_play,
            higher: law.higher,
            lower: law.lower,
            equal: law.equal,
            bonus: house.ante_bonus.clone(),
            bonus_when: house.bonus_when,
        }
    }

    /// The number of parts in which an ante is counted, so that every payment is a whole number of parts.
    #[must_use]
    pub fn parts(&self) -> i64 {
        let bonus = self.bonus.lines.iter().filter_map(|line| match line.pays {
            Pays::To(odds) => Some(odds.staked),
            _ => None,
        });
        [self.ante_odds.staked, self.play_odds.staked]
            .into_iter()
            .chain(bonus)
            .fold(1_i64, |parts, staked| num_integer::lcm(parts, i64::from(staked)))
    }

    /// The net result of playing a hand, including the bonus, in parts of the ante.
    #[must_use]
    pub fn net(&self, hand: Three, meeting: Meeting, parts: i64) -> i64 {
        let (ante, play) = match meeting {
            Meeting::Unqualified => (self.unqualified_ante, self.unqualified_play),
            Meeting::Higher => (self.higher, self.higher),
            Meeting::Lower => (self.lower, self.lower),
            Meeting::Equal => (self.equal, self.equal),
        };
        let on = |odds: Odds| parts * i64::from(odds.won) / i64::from(odds.staked);
        let result = |verdict: Verdict, odds: Odds| match verdict {
            Verdict::Won => on(odds),
            Verdict::Lost => -parts,
            Verdict::Pushed => 0,
        };
        let due = self.bonus_when == BonusWhen::Always || ante == Verdict::Won;
        let bonus = match self.bonus.line(hand).map(|line| line.pays) {
            Some(Pays::To(odds)) if due => on(odds),
            _ => 0,
        };
        result(ante, self.ante_odds) + result(play, self.play_odds) + bonus
    }
}
