//! One movement of the settlement: what became of one wager, to the cent, and under which clause.

use crate::clause::{Citation, ClauseId};
use crate::hand::HandName;
use crate::money::Cents;
use crate::paytable::{EnvyLine, Line};
use crate::rulebook::vocabulary::{LimitOn, Role};
use crate::wager::{Level, Outcome, Wager};

use super::round::PersonId;

/// Where value is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// A player's own money, by position.
    Player(u8),
    /// A betting area on the layout.
    Area(u8, Wager),
    /// The table inventory container.
    Tray,
    /// Documented payments made outside the tray.
    HandPay,
    /// A progressive meter.
    Meter(Wager, Level),
    /// The dealers' tips.
    TipBox,
}

impl std::fmt::Display for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Account::Player(position) => write!(f, "player:{position}"),
            Account::Area(position, wager) => write!(f, "area:{position}:{wager}"),
            Account::Tray => f.write_str("tray"),
            Account::HandPay => f.write_str("hand_pay"),
            Account::Meter(wager, level) => write!(f, "meter:{wager}:{level}"),
            Account::TipBox => f.write_str("tip_box"),
        }
    }
}

/// What a payment is based on: a line of a paytable, or of the envy amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidBy<'h> {
    /// No line: a push, a loss, a return.
    Nothing,
    /// A paytable's line.
    Line(&'h Line),
    /// An envy amount.
    Envy(&'h EnvyLine),
}

/// The law of the limits that cut a payment: the one for the player, the one for the table, both or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts<'h>(pub(super) [Option<&'h Citation>; 2]);

impl<'h> Cuts<'h> {
    /// The payment is not cut.
    pub const NONE: Cuts<'static> = Cuts([None; 2]);

    /// Whether nothing cut it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [None; 2]
    }

    /// The limits that cut it.
    pub fn on(&self) -> impl Iterator<Item = LimitOn> {
        LimitOn::ALL.iter().copied().zip(self.0).filter_map(|(on, cite)| cite.map(|_| on))
    }

    /// Their law.
    pub fn citations(&self) -> impl Iterator<Item = &'h Citation> + use<'h> {
        self.0.into_iter().flatten()
    }
}

/// What became of one wager, or of one bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement<'h> {
    /// The position it belongs to.
    pub position: u8,
    /// The person at that position.
    pub person: PersonId,
    /// The wager or bonus that moved.
    pub wager: Wager,
    /// For an envy bonus: the position whose hand gave it.
    pub from_position: Option<u8>,
    /// Won, lost, pushed, forfeited or returned.
    pub outcome: Outcome,
    /// The stake, in cents.
    pub stake: Cents,
    /// Paid on top of the stake; for a "for 1" line, the whole payment.
    pub paid: Cents,
    /// The part of the stake that is returned.
    pub returned: Cents,
    /// Where the payment comes from.
    pub payer: Account,
    /// For a share of a meter: the meter, and what leaves it.
    pub award: Option<(Level, Cents)>,
    /// The law of the limits on the round's payments that cut this one: for the player, and for the table.
    pub limited: Cuts<'h>,
    /// The hand that decided the wager.
    pub hand: HandName,
    /// The line the payment is based on.
    pub by: PaidBy<'h>,
    /// Who must validate the payment first, if anybody.
    pub validated_by: Option<Role>,
    /// The citations, the most important first.
    pub why: [Option<&'h Citation>; 3],
}

impl<'h> Movement<'h> {
    /// The clause to name when only one can be named.
    #[must_use]
    pub fn clause(&self) -> Option<&'h ClauseId> {
        self.citations().find_map(|cite| cite.first())
    }

    /// Every citation, the deciding one first. For a hand paid by a table, the line's citation decides; for any winning
    /// ante or play it is the verdict's, since their last line only gives the odds.
    pub fn citations(&self) -> impl Iterator<Item = &'h Citation> {
        let (first, last) = match self.by {
            PaidBy::Nothing => (None, None),
            PaidBy::Line(line) if line.hand == HandName::Win => (None, Some(&line.cite)),
            PaidBy::Line(line) => (Some(&line.cite), None),
            PaidBy::Envy(line) => (Some(&line.cite), None),
        };
        first.into_iter().chain(self.why.into_iter().flatten()).chain(last).chain(self.limited.citations())
    }

    /// The account that holds the stake. Progressive chips went to the tray before the deal. Coupons are paper and
    /// bonuses have no stake, so they have none.
    #[must_use]
    #[inline]
    pub fn stake_account(&self) -> Option<Account> {
        match self.wager {
            Wager::Progressive | Wager::FiveCardProgressive => Some(Account::Tray),
            Wager::MatchPlay
            | Wager::AnteBonus
            | Wager::BadBeat
            | Wager::Envy
            | Wager::FiveCardEnvy
            | Wager::TipAnteBonus => None,
            wager => Some(Account::Area(self.position, wager)),
        }
    }

    /// Who receives the payment and the returned stake: the player, or for a tip the tip box (READING 46). A void round
    /// returns every wager to whoever made it (READING 68).
    #[must_use]
    #[inline]
    pub fn payee(&self) -> Account {
        match self.wager {
            _ if self.outcome == Outcome::Returned => Account::Player(self.position),
            Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus => Account::TipBox,
            _ => Account::Player(self.position),
        }
    }

    /// The value this movement shifts, as (from, to, amount). A match play coupon itself shifts nothing.
    pub fn transfers(&self) -> impl Iterator<Item = (Account, Account, Cents)> {
        let payee = self.payee();
        let paid = (self.payer, payee, self.paid);
        let stake = self.stake_account();
        let returned = stake.map(|account| (account, payee, self.returned));
        let taken = stake
            .filter(|account| *account != Account::Tray)
            .map(|account| (account, Account::Tray, self.stake - self.returned));
        // The meter funds a meter win even where the tray hands it over.
        let funded = self.award.filter(|_| self.payer == Account::Tray);
        let funded = funded.map(|(level, amount)| (Account::Meter(self.wager, level), Account::Tray, amount));
        [Some(paid), returned, taken, funded].into_iter().flatten().filter(|(_, _, amount)| !amount.is_zero())
    }
}
