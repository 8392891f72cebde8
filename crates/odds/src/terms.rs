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
    pub ante: ThreeTable,
    /// What a winning play pays.
    pub play: ThreeTable,
    /// What a play pays that a better hand beats, if there is such a bonus.
    pub bad_beat: Option<ThreeTable>,
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
            ante: house.ante.clone(),
            play: house.play.clone(),
            bad_beat: house.bad_beat.clone(),
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
        let tables = [&self.ante, &self.play, &self.bonus].into_iter().chain(&self.bad_beat);
        let staked = tables.flat_map(|table| &table.lines).filter_map(|line| match line.pays {
            Pays::To(odds) => Some(odds.staked),
            _ => None,
        });
        staked.fold(1_i64, |parts, staked| num_integer::lcm(parts, i64::from(staked)))
    }

    /// The net result of playing a hand, including its bonuses, in parts of the ante.
    #[must_use]
    pub fn net(&self, hand: Three, meeting: Meeting, parts: i64) -> i64 {
        let (ante, play) = match meeting {
            Meeting::Unqualified => (self.unqualified_ante, self.unqualified_play),
            Meeting::Higher => (self.higher, self.higher),
            Meeting::Lower => (self.lower, self.lower),
            Meeting::Equal => (self.equal, self.equal),
        };
        let on = |odds: Odds| parts * i64::from(odds.won) / i64::from(odds.staked);
        let paid = |table: &ThreeTable| table.odds(hand).map_or(0, on);
        let result = |verdict: Verdict, table: &ThreeTable| match verdict {
            Verdict::Won => paid(table),
            Verdict::Lost => -parts,
            Verdict::Pushed => 0,
        };
        let due = self.bonus_when == BonusWhen::Always || ante == Verdict::Won;
        let bonus = if due { paid(&self.bonus) } else { 0 };
        let beaten = self.bad_beat.as_ref().filter(|_| meeting == Meeting::Lower).map_or(0, paid);
        result(ante, &self.ante) + result(play, &self.play) + bonus + beaten
    }
}
