//! What `odds --position --json` prints.

use schemars::JsonSchema;
use serde::Serialize;

use crate::odds::figures::Count;

/// All wagers of a position together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "odds-position")]
pub(crate) struct PositionOdds {
    /// The rulebook's code.
    pub(in crate::odds) rulebook: String,
    /// The operator.
    pub(in crate::odds) operator: String,
    /// The strategy.
    pub(in crate::odds) strategy: String,
    /// What is wagered.
    pub(in crate::odds) stakes: Vec<StakeOut>,
    /// Where the meters stand.
    pub(in crate::odds) meters: Vec<HouseMeter>,
    /// The expected net result, in cents.
    pub(in crate::odds) ev: String,
    /// The mean amount staked, in cents, the play wager included when it is made.
    pub(in crate::odds) staked: String,
    /// What the house keeps of what is staked.
    pub(in crate::odds) house_edge: String,
    /// The variance of the net result, in square cents.
    pub(in crate::odds) variance: String,
    /// Its root in cents, as a decimal.
    pub(in crate::odds) standard_deviation: String,
    /// The skewness, as a decimal.
    pub(in crate::odds) skewness: String,
    /// The kurtosis, as a decimal; that of the normal law is 3.
    pub(in crate::odds) kurtosis: String,
    /// The share of deals that end with a gain.
    pub(in crate::odds) hit_frequency: String,
    /// The most that one deal pays, in cents, stakes not counted.
    pub(in crate::odds) largest_payment: i64,
    /// Each wager by itself; `ante` stands for ante, play and ante bonus.
    pub(in crate::odds) wagers: Vec<PartOut>,
    /// How any two of them move together.
    pub(in crate::odds) covariances: Vec<CovarianceOut>,
    /// The weakest class played, where every class from it on is played and none below it.
    pub(in crate::odds) threshold: Option<String>,
    /// How many of the 22,100 hands are played.
    pub(in crate::odds) hands_played: u32,
    /// The hands whose decision changes because of the other wagers.
    pub(in crate::odds) turned: Vec<TurnedOut>,
    /// How often each net result comes, in cents, the smallest first.
    pub(in crate::odds) net_distribution: Vec<NetCents>,
    /// Notes for the reader.
    pub(in crate::odds) notes: Vec<String>,
}

/// A stake.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StakeOut {
    /// The wager.
    pub(in crate::odds) wager: &'static str,
    /// The stake in cents.
    pub(in crate::odds) cents: i64,
}

/// A meter of the house.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct HouseMeter {
    /// The progressive.
    pub(in crate::odds) wager: &'static str,
    /// The meter.
    pub(in crate::odds) meter: &'static str,
    /// What it shows, in cents.
    pub(in crate::odds) cents: i64,
}

/// One wager of the position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PartOut {
    /// The wager.
    pub(in crate::odds) wager: &'static str,
    /// The expected net result, in cents.
    pub(in crate::odds) ev: String,
    /// The mean amount staked, in cents.
    pub(in crate::odds) staked: String,
    /// The variance, in square cents.
    pub(in crate::odds) variance: String,
    /// Its root in cents, as a decimal.
    pub(in crate::odds) standard_deviation: String,
    /// What rounding to whole chips gives the player on average, in cents.
    pub(in crate::odds) breakage: String,
}

/// Two wagers together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CovarianceOut {
    /// One wager.
    pub(in crate::odds) a: &'static str,
    /// The other.
    pub(in crate::odds) b: &'static str,
    /// Their covariance, in square cents.
    pub(in crate::odds) covariance: String,
    /// Their correlation, as a decimal; missing where one of them never varies.
    pub(in crate::odds) correlation: Option<String>,
}

/// A class of hands whose decision the other wagers turn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TurnedOut {
    /// One hand of the class: others differ by a renaming of the suits.
    pub(in crate::odds) hand: String,
    /// Its strength.
    pub(in crate::odds) class: String,
    /// How many of the 22,100 hands are in it.
    pub(in crate::odds) hands: u32,
    /// Whether it is played, which the ante alone would not advise.
    pub(in crate::odds) plays: bool,
    /// What playing rather than folding gains over all wagers, in cents.
    pub(in crate::odds) gain: String,
    /// The same for ante, play and ante bonus alone.
    pub(in crate::odds) base_gain: String,
}

/// One net result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NetCents {
    /// The net result in cents.
    pub(in crate::odds) cents: i64,
    /// The deals that give it.
    pub(in crate::odds) ways: Count,
    /// All deals.
    pub(in crate::odds) of: Count,
}
