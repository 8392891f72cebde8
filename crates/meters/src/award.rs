//! Shares of a meter are won at the winner's turn; after a whole win the meter goes back to its seed plus the reserve
//! (READING 67). The settlement computes the amounts, and the bank checks them against its meters.

use rules::money::MILLIONTHS;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::MultiWin;
use rules::settle::{Movement, PaidBy};
use rules::{Cents, Level, Meter, Share, Wager};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank::Bank;
use crate::entry::{Entry, Reset};
use crate::names::{GameId, RoundId};
use crate::pots::Pot;
use crate::refusal::{Refusal, Why};
use crate::written::InMillionths;

/// A claim to a win from a meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The winner's position, or terminal.
    pub position: u16,
    /// The meter it is won from.
    pub level: Level,
    /// The share that the line pays.
    pub share: Share,
    /// All shares of this meter won in the round; matters only where winners share a meter.
    pub won: Share,
    /// The amount that the settlement computed.
    pub amount: Cents,
    /// The most that the limits on the round's payments leave for it, where they cover meters. The rest stays in the
    /// meter.
    pub most: Option<Cents>,
}

impl Claim {
    /// The claim of the only winner of a meter in the round.
    #[must_use]
    pub const fn of(position: u16, level: Level, share: Share, amount: Cents) -> Claim {
        Claim { position, level, share, won: share, amount, most: None }
    }
}

/// The claims of a settled round on a progressive's meters, in settlement order.
#[must_use]
pub fn claims(wager: Wager, movements: &[Movement<'_>]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let mut won = [0_u32; 4];
    for movement in movements.iter().filter(|movement| movement.wager == wager) {
        if let (Some((level, amount)), PaidBy::Line(line)) = (movement.award, movement.by)
            && let Pays::OfMeter(share, _) = line.pays
        {
            won[level as usize] = won[level as usize].saturating_add(share.0);
            let most = (!movement.limited.is_empty()).then_some(amount);
            claims.push(Claim { most, ..Claim::of(u16::from(movement.position), level, share, amount) });
        }
    }
    for claim in &mut claims {
        claim.won = Share(won[claim.level as usize]);
    }
    claims
}

/// A meter that the winners of one round share, from the first award on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Pool {
    /// The meter.
    level: Level,
    /// What it held before the first award.
    #[serde(with = "InMillionths")]
    before: Meter,
    /// The shares won in all.
    won: Share,
    /// Those still to be claimed.
    unclaimed: Share,
    /// Whether one of the awarded shares is the whole.
    whole: bool,
}

impl Pool {
    fn new(level: Level, before: Meter, won: Share) -> Pool {
        Pool { level, before, won, unclaimed: won, whole: false }
    }

    /// Counts an award.
    pub(crate) fn count(pools: &mut Vec<Pool>, level: Level, before: Meter, share: Share, won: Share) {
        let at = pools.iter().position(|pool| pool.level == level).unwrap_or_else(|| {
            pools.push(Pool::new(level, before, won));
            pools.len() - 1
        });
        if let Some(pool) = pools.get_mut(at) {
            *pool = pool.after(share);
        }
    }

    /// Counts the remaining awards of a meter again after one was taken back. If none remain, nobody shares the meter,
    /// and the next winner finds it as it is.
    pub(crate) fn recount(pools: &mut Vec<Pool>, level: Level, left: impl Iterator<Item = Share>) {
        let mut left = left.peekable();
        let Some(at) = pools.iter().position(|pool| pool.level == level) else { return };
        if left.peek().is_none() {
            pools.remove(at);
        } else if let Some(pool) = pools.get_mut(at) {
            *pool = left.fold(Pool::new(level, pool.before, pool.won), Pool::after);
        }
    }

    fn after(self, share: Share) -> Pool {
        let unclaimed = Share(self.unclaimed.0.saturating_sub(share.0));
        Pool { unclaimed, whole: self.whole || share == Share::WHOLE, ..self }
    }

    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Whether the whole meter was awarded but some shares were never claimed, so that no award has reset it.
    pub(crate) fn awaits_reset(&self) -> bool {
        self.whole && self.unclaimed.0 > 0
    }
}

/// The largest sum of shares that an entry can record.
const WON_MAX: Share = Share::percent(9_999);

impl Bank {
    /// What a share of a meter is worth now, to a winner who is paid in turn.
    #[must_use]
    pub fn due(&self, level: Level, share: Share) -> Cents {
        self.value(Pot::Level(level)).share(share).round_down_to(self.terms.smallest)
    }

    /// Pays a winner out of a meter, at the winner's turn; linked games are paid in the order of validation.
    ///
    /// # Errors
    /// In this order: the game is not on the bank, the round is not open, there is no such meter, the position has
    /// already won, every wager has won, the share is zero, the winners disagree, the amount is not what the meter owes
    /// or holds, the figures are too large.
    pub fn award(&self, game: &GameId, round: RoundId, claim: &Claim) -> Result<Entry, Refusal> {
        let law = &self.terms.law;
        let refuse = |why: Why| Err(Refusal::new(why, &law.meter_wins));
        let (_, open) = self.opened(game, round, &law.meter_wins)?;
        let Claim { position, level, share, won, amount, most } = *claim;
        if self.terms.level(level).is_none() {
            return refuse(Why::NoSuchMeter { pot: Pot::Level(level) });
        }
        if open.awarded.iter().any(|won| won.position == position) {
            return refuse(Why::AwardedAlready { game: game.clone(), round, position });
        }
        if u32::try_from(open.awarded.len()).is_ok_and(|awarded| awarded >= open.wagers) {
            return refuse(Why::NoWagerLeft { game: game.clone(), round });
        }
        if share.0 == 0 || share > Share::WHOLE || won < share || won > WON_MAX {
            return refuse(Why::BadShare { share });
        }
        let value = self.value(Pot::Level(level));
        let (due, resets) = if self.shares_meters() {
            let pool = open.pools.iter().find(|pool| pool.level == level);
            let pool = pool.copied().unwrap_or_else(|| Pool::new(level, value, won));
            if pool.won != won || pool.unclaimed < share {
                return Err(Refusal::new(Why::NotShared { level }, &law.multi_win));
            }
            let after = pool.after(share);
            (pool.before.part(share, Share(won.0.max(Share::WHOLE.0))), after.whole && after.unclaimed.0 == 0)
        } else {
            (value.share(share), share == Share::WHOLE)
        };
        let due = due.round_down_to(self.terms.smallest);
        let due = most.map_or(due, |most| due.min(most.max(Cents::ZERO)));
        if amount != due {
            return refuse(Why::NotDue { level, claimed: amount, due });
        }
        let left = amount.0.checked_mul(MILLIONTHS).filter(|wanted| *wanted <= value.0);
        let Some(paid) = left else {
            let wanted = Meter(amount.0.saturating_mul(MILLIONTHS));
            return refuse(Why::NotHeld { pot: Pot::Level(level), wanted, held: value });
        };
        if self.sums.paid.get(Pot::Level(level)).0.checked_add(paid).is_none() {
            return refuse(Why::TooLarge);
        }
        let reset = if resets { Some(self.reset_of(level, amount)?) } else { None };
        Ok(Entry::Awarded { game: game.clone(), round, position, level, share, won, amount, reset })
    }

    /// Takes back a share that was not won after all: the round is void, or a hand was misread. The meter is then as if
    /// it had not been won; what others have added since stays in.
    ///
    /// # Errors
    /// When the round is not open, the position has won nothing in it, or another game has won the meter since.
    pub fn take_back(&self, game: &GameId, round: RoundId, position: u16) -> Result<Entry, Refusal> {
        let law = &self.terms.law.reversed_on_void;
        let (_, open) = self.opened(game, round, law)?;
        let Some(won) = open.awarded.iter().find(|won| won.position == position) else {
            return Err(Refusal::new(Why::Unchanged { game: game.clone(), round }, law));
        };
        let crate::bank::Won { level, amount, reset, .. } = *won;
        let paid = crate::Pots::of(Pot::Level(level), Meter(amount.0.saturating_mul(MILLIONTHS)));
        let whole = self.values.checked_add(&paid);
        let after = match reset.map(|reset| reset.moves(level)) {
            Some((base, poured)) => {
                let without = whole.and_then(|whole| whole.checked_sub(&base));
                without.and_then(|without| without.checked_sub(&poured))
            }
            None => whole,
        };
        if after.is_none_or(|after| Pot::ALL.into_iter().any(|pot| after.get(pot).0 < 0)) {
            return Err(Refusal::new(Why::AwardStands { game: game.clone(), round }, law));
        }
        Ok(Entry::TakenBack { game: game.clone(), round, position, level, amount, reset })
    }

    /// Whether the winners of a round share a meter, rather than being paid in turn.
    pub(crate) fn shares_meters(&self) -> bool {
        self.terms.multi_win == MultiWin::EqualShares
    }

    /// The reset of a meter that an amount is just leaving. What was set aside goes to the highest meter.
    pub(crate) fn reset_of(&self, level: Level, leaving: Cents) -> Result<Reset, Refusal> {
        let seed = self.terms.level(level).map_or(Cents::ZERO, |terms| terms.seed);
        let highest = self.terms.levels.first().is_some_and(|first| first.level == level);
        let aside = |pot: Pot| if highest { self.value(pot) } else { Meter(0) };
        let reset = Reset { seed, reserve: aside(Pot::Reserve), backup: aside(Pot::Backup) };
        let (base, poured) = reset.moves(level);
        let paid = crate::Pots::of(Pot::Level(level), Meter(leaving.0.saturating_mul(MILLIONTHS)));
        let rest = self.values.checked_sub(&paid);
        let values = rest.and_then(|rest| rest.checked_add(&base)).and_then(|with_seed| with_seed.checked_add(&poured));
        let sums = self.sums.base.checked_add(&base).and(self.sums.poured.checked_add(&poured));
        match values.and(sums) {
            Some(_) => Ok(reset),
            None => Err(Refusal::new(Why::TooLarge, &self.terms.law.meter_wins)),
        }
    }
}
