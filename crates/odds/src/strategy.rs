//! Which hands are played: derived hand by hand, or a named strategy to be priced.

use cards::{Rank, Strength};

use crate::deals::SuitClass;

/// A way to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Play exactly the hands whose play is worth more than their fold.
    Optimal,
    /// Play from Q-6-4.
    Q64,
    /// Play every hand.
    Always,
    /// Play what the dealer would play.
    Mimic,
    /// Play from a chosen hand upwards.
    From(Strength),
}

/// A text that does not name a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a strategy: write optimal, q64, always, mimic, or the weakest hand played such as K-9-2")]
pub struct NotAStrategy(String);

impl Strategy {
    /// The strategies that have a name.
    pub const NAMED: [(&'static str, Strategy); 4] = [
        ("optimal", Strategy::Optimal),
        ("q64", Strategy::Q64),
        ("always", Strategy::Always),
        ("mimic", Strategy::Mimic),
    ];

    /// A strategy by its name, or by the weakest hand it plays, such as `Q-6-4` or `K`.
    ///
    /// # Errors
    /// When the text is neither.
    pub fn parse(text: &str) -> Result<Strategy, NotAStrategy> {
        if let Some((_, strategy)) = Strategy::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(strategy.clone());
        }
        let floor = text.parse::<rules::rulebook::Qualification>();
        floor.map(|floor| Strategy::From(floor.0)).map_err(|_| NotAStrategy(text.to_owned()))
    }

    /// The weakest hand it plays, for a dealer who plays from `floor`; `None` if each hand is decided by its worth.
    #[must_use]
    pub fn weakest(&self, floor: Strength) -> Option<Strength> {
        match self {
            Strategy::Optimal => None,
            Strategy::Q64 => Strength::floor(&[Rank::Queen, Rank::Six, Rank::Four]),
            Strategy::Always => Some(Strength::WEAKEST),
            Strategy::Mimic => Some(floor),
            Strategy::From(weakest) => Some(*weakest),
        }
    }
}

/// The weakest strength such that every suit class of it and above is played, if the strategy is such a threshold.
#[must_use]
pub fn threshold(classes: &[SuitClass], plays: &[bool]) -> Option<Strength> {
    let weakest = classes.iter().zip(plays).find(|(_, plays)| **plays).map(|(class, _)| class.hand.strength())?;
    let clean = classes.iter().zip(plays).all(|(class, plays)| *plays == (class.hand.strength() >= weakest));
    clean.then_some(weakest)
}
