//! The side wagers: bad beat and hand bonus, six card bonus, prime, both progressives with envy, Cover All, tips and match play.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::play::Stated;
use super::vocabulary::{EnvyAmounts, Fate, LinkMatch, MultiWin, Needs, PaidFrom, Role, ShufflerKind};
use crate::money::{Cents, Share};
use crate::paytable::Pays;
use crate::reference::PerWord;
use crate::rule::{Bound, Rule};
use crate::wager::Level;

/// The six card bonus.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SixCardRules {
    /// Whether it may be offered.
    pub offered: Rule<bool>,
    /// The wagers it needs beside it.
    pub needs: Rule<Needs>,
    /// The smallest wager.
    pub smallest: Bound<Cents>,
    /// The law by which it wins.
    pub wins: Stated,
    /// The law by which it loses.
    pub loses: Stated,
    /// Where a super royal is paid from, if a table has one. Without it, it is paid from the tray.
    pub super_royal_paid_from: Option<Rule<PaidFrom>>,
}

/// The bad beat bonus: paid on the play of a good hand that the dealer's beats.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BadBeatRules {
    /// Whether it may be offered.
    pub offered: Rule<bool>,
    /// The law by which it is paid.
    pub wins: Stated,
}

/// The hand bonus: a bonus on the player's own three cards that has a stake of its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandBonusRules {
    /// Whether it may be offered.
    pub offered: Rule<bool>,
    /// The wagers it needs beside it.
    pub needs: Rule<Needs>,
    /// The smallest wager.
    pub smallest: Bound<Cents>,
    /// The law by which it wins.
    pub wins: Stated,
    /// The law by which it loses.
    pub loses: Stated,
}

/// The prime: a wager on cards of one colour.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrimeRules {
    /// Whether it may be offered.
    pub offered: Rule<bool>,
    /// The wagers it needs beside it.
    pub needs: Rule<Needs>,
    /// The smallest wager.
    pub smallest: Bound<Cents>,
    /// The law by which it wins.
    pub wins: Stated,
    /// The law by which it loses.
    pub loses: Stated,
}

/// A progressive, three-card or five-card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressiveRules {
    /// Whether it may be offered.
    pub offered: Rule<bool>,
    /// The wagers it needs beside it.
    pub needs: Rule<Needs>,
    /// The stakes that the document names.
    pub stake: Rule<Cents>,
    /// Whether another stake is lawful.
    pub other_stakes: Rule<bool>,
    /// The seed of a meter, if the paytable names none.
    pub seed: Bound<Cents>,
    /// The share of each wager that the meters receive, if the paytable names none; a reserve does not count (READING
    /// 73).
    pub rate: Bound<Share>,
    /// The part of the rate set aside for the next seed.
    pub reserve: Bound<Share>,
    /// The share of each wager that feeds a back-up meter, which goes into the next seed as the reserve does; it is no part
    /// of the rate. Without it, no house can run one.
    pub backup: Option<Bound<Share>>,
    /// What its meters are called. Without it, a house names them as it likes.
    #[schemars(with = "Option<PerWord<Level, Rule<String>>>")]
    pub names: Option<BTreeMap<Level, Rule<String>>>,
    /// The law by which it wins.
    pub wins: Stated,
    /// The law by which it loses.
    pub loses: Stated,
    /// A share of a meter is won at the player's turn.
    pub meter_wins: Stated,
    /// What a whole-meter win resets the meter to.
    pub resets: Stated,
    /// What happens when several players win a meter in one round.
    pub multi_win: Rule<MultiWin>,
    /// The largest meter win that the tray may pay.
    pub meter_win_from_tray: Bound<Cents>,
    /// Who must validate a win.
    pub validated_by: Rule<Role>,
    /// The amount from which, if the book leaves a threshold to the house; otherwise every win is validated (READING
    /// 81). Without it, every win is validated (READING 81).
    pub validated_from: Option<Bound<Cents>>,
    /// Whether a void round reverses the contributions.
    pub reversed_on_void: Rule<bool>,
    /// Whether the meters may be linked.
    pub link: Rule<bool>,
    /// What linked games must share.
    pub link_shares: Rule<Vec<LinkMatch>>,
    /// The envy bonus, where the book has it. Without it, there is none.
    pub envy: Option<EnvyRules>,
    /// The system at the table: sensors, lock-out, keypad.
    pub system: Option<Stated>,
    /// The steps by which a win is keyed, validated and paid.
    pub steps: Option<Stated>,
}

/// Envy bonuses.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnvyRules {
    /// Whether it is, or may be, offered.
    pub offered: Rule<bool>,
    /// Who receives it.
    pub receives: Stated,
    /// Whether the holder of the hand must have the progressive wager.
    pub holder_needs_wager: Rule<bool>,
    /// Whether a folded hand that is racked triggers envy. One that is turned up, for a wager on it that is kept, does.
    pub folded_hand: Rule<Fate>,
    /// Nobody's own hand brings them an envy bonus (READING 59).
    pub own: Stated,
    /// Where the amounts come from.
    pub amounts: Rule<EnvyAmounts>,
    /// When it is paid, by law.
    pub paid: Stated,
    /// It is paid only at the table of the hand.
    pub own_table: Option<Stated>,
}

/// Cover All.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverAllRules {
    /// Whether it may be offered.
    pub offered: Rule<bool>,
    /// The wagers it needs beside it.
    pub needs: Rule<Needs>,
    /// The shuffler it needs.
    pub shuffler: Rule<ShufflerKind>,
    /// Whether folded hands count.
    pub folded_hands_count: Rule<bool>,
    /// The law by which it wins.
    pub wins: Stated,
    /// The law by which it loses.
    pub loses: Stated,
    /// How hands are kept on the table for it.
    pub hands: Option<Stated>,
    /// What the device shows.
    pub display: Option<Stated>,
}

/// Tips as wagers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TipRules {
    /// Whether they may be made.
    pub offered: Rule<bool>,
    /// The wagers that can be tipped.
    pub on: Stated,
    /// Whether a tip needs the player's own wager on the same hand.
    pub needs_own_wager: Rule<bool>,
    /// The tip ante, with or without a tip play.
    pub ante: Stated,
    /// Who owns the stake and the winnings.
    pub owned: Stated,
}

/// Match play coupons.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchPlayRules {
    /// Whether they are taken.
    pub offered: Rule<bool>,
    /// What a winning coupon pays.
    pub pays: Rule<Pays>,
    /// What becomes of the coupon on a push.
    pub on_push: Rule<Fate>,
}
