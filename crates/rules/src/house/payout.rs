//! The smallest chip, and the limits on what a round pays.

use std::ops::Range;

use enumset::EnumSet;

use super::HouseChoices;
use super::progressive::ProgressiveTerms;
use super::reader::{HouseReader, MUST_STATE, Section};
use crate::clause::Citation;
use crate::money::Cents;
use crate::rulebook::vocabulary::{CommunityWhen, LimitOn, LimitSharing, MultiWin};
use crate::rulebook::{Alternative, Rulebook};
use crate::wager::Wager;

/// What a house's limits on the payments of a round cover, and how they cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayoutTerms {
    /// The wagers and bonuses whose wins count and are cut.
    pub wagers: EnumSet<Wager>,
    /// Whether what a meter pays counts and is cut as well.
    pub meters: bool,
    /// How a cut is shared among the wins of a round.
    pub sharing: LimitSharing,
}

impl HouseChoices {
    /// The most that a round pays to one player, or at the table.
    #[must_use]
    pub fn limit(&self, on: LimitOn) -> Option<Cents> {
        match on {
            LimitOn::Player => self.limit_per_player,
            LimitOn::Table => self.limit_per_table,
        }
    }

    /// Whether anything limits what a round pays.
    #[must_use]
    pub fn limits_payouts(&self) -> bool {
        self.limit_per_player.is_some() || self.limit_per_table.is_some()
    }

    /// Whether a win counts towards the limits of a round: a wager's win from the table's money, or from a meter.
    #[must_use]
    pub fn limit_covers(&self, wager: Wager, of_meter: bool) -> bool {
        self.limits_payouts() && self.payout.wagers.contains(wager) && (self.payout.meters || !of_meter)
    }

    /// Whether what one win is cut by depends on all the others.
    #[must_use]
    pub fn shares_cuts(&self) -> bool {
        self.limits_payouts() && self.payout.sharing == LimitSharing::InProportion
    }

    /// The limits of this house, such as "a limit of $100 for a player".
    #[must_use]
    pub fn limits_in_short(&self) -> String {
        let each = LimitOn::ALL.iter().filter_map(|on| Some((self.limit(*on)?, on)));
        let each: Vec<String> = each.map(|(limit, on)| format!("a limit of {limit} for a {on}")).collect();
        self.currency.say(&each.join(" and ")).into_owned()
    }

    /// The limits of this house in words, each with its law: what players are told.
    #[must_use]
    pub fn limits_told(&self) -> Vec<(LimitOn, Cents, String, Citation)> {
        let told = |on: &LimitOn| {
            let most = self.limit(*on)?;
            Some((*on, most, self.limit_words(*on, most), self.limit_law(*on)))
        };
        LimitOn::ALL.iter().filter_map(told).collect()
    }

    fn limit_words(&self, on: LimitOn, most: Cents) -> String {
        let whom = match on {
            LimitOn::Player => "one player",
            LimitOn::Table => "all players together",
        };
        let mut words = format!("at most {most} is paid to {whom} in a round");
        let limits = &self.book.payment.limits;
        if limits.wagers.is_some() {
            let named: Vec<&str> = Wager::ALL
                .iter()
                .filter(|w| self.payout.wagers.contains(**w) && self.offers(**w))
                .map(|w| w.title())
                .collect();
            words.push_str(&format!(" on {}", named.join(", ")));
        }
        if self.progressive.is_some() || self.five_card_progressive.is_some() {
            words.push_str(if self.payout.meters {
                ", meters included; what is cut from a meter stays in it"
            } else {
                ", besides what meters pay"
            });
        }
        words.push_str(match self.payout.sharing {
            LimitSharing::InOrder => "; who is paid first is paid in full",
            LimitSharing::InProportion => "; wins above it are cut in proportion",
        });
        self.currency.say(&words).into_owned()
    }

    /// The law of a limit with its details.
    #[must_use]
    pub fn limit_law(&self, on: LimitOn) -> Citation {
        let payment = &self.book.payment;
        let (whether, amount) = payment.limit(on);
        let limits = &payment.limits;
        let mut law = Citation::default();
        let all = whether.map(|rule| &rule.cite).into_iter().chain(amount.map(|amount| &amount.cite));
        let all = all.chain(limits.wagers.as_ref().map(|rule| &rule.cite));
        let all = all.chain(limits.meters.as_ref().map(|rule| &rule.cite));
        for cite in all.chain(limits.sharing.as_ref().map(|rule| &rule.cite)) {
            let new = |clause: &&crate::clause::ClauseId| !law.clauses.contains(clause);
            let more: Vec<_> = cite.clauses.iter().filter(new).cloned().collect();
            law.clauses.extend(more);
            let more: Vec<u8> =
                cite.readings.iter().filter(|reading| !law.readings.contains(reading)).copied().collect();
            law.readings.extend(more);
        }
        law
    }
}

/// The section as a house writes it.
pub(super) struct Payment {
    pub unit: Cents,
    pub per_player: Option<Cents>,
    pub per_table: Option<Cents>,
    pub payout: PayoutTerms,
    /// Where the house says how cuts are shared, or the section.
    sharing: Range<usize>,
}

/// The smallest chip, and the limits on what a player or a table may be paid in a round.
pub(super) fn read_payment(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> Option<Payment> {
    let mut section = reader.section(root, "payment");
    let unit = reader.figure(&mut section, "unit", &rules.payment.unit);
    let faults = reader.faults.len();
    let per_player = read_limit(reader, &mut section, rules, LimitOn::Player, unit);
    let per_table = read_limit(reader, &mut section, rules, LimitOn::Table, unit);
    let sharing = section.get("limit_sharing").map_or(section.span.clone(), toml::Spanned::span);
    let limited = per_player.is_some() || per_table.is_some();
    let payout = read_terms(reader, &mut section, rules, limited || reader.faults.len() > faults);
    reader.finish(&section);
    Some(Payment { unit: unit?, per_player, per_table, payout: payout?, sharing })
}

fn read_limit(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    rules: &Rulebook,
    on: LimitOn,
    unit: Option<Cents>,
) -> Option<Cents> {
    let key = on.key();
    let (whether, amount) = rules.payment.limit(on);
    let Some(rule) = whether.filter(|rule| rule.allows(&true)) else {
        match whether {
            Some(rule) => {
                if let Some(value) = section.get(key) {
                    let message = "a limit on what a round pays is not lawful here".to_owned();
                    reader.error(section.key(key), value.span(), message, "remove it", &rule.cite);
                }
            }
            None => reader.not_in_book(section, key, &rules.code),
        }
        return None;
    };
    let Some(located) = reader.read::<Cents>(section, key) else {
        if section.get(key).is_none() && !rule.allows(&false) {
            let default = amount.and_then(|amount| amount.default);
            if default.is_none() {
                let lawful = amount.map_or("any amount".to_owned(), crate::rule::Bound::describe);
                let help = format!("write the most that is paid in a round; lawful: {lawful}");
                let message = if rule.stated { MUST_STATE } else { "missing: the rulebook demands a limit" };
                reader.error(section.key(key), section.span.clone(), message, help, &rule.cite);
            }
            return default;
        }
        return None;
    };
    let limit = located.value;
    if limit <= Cents::ZERO {
        let message = "a limit of zero would pay nobody";
        let help = "write the most that is paid in a round, or leave the limit out".to_owned();
        reader.error(section.key(key), located.span, message.to_owned(), help, &rule.cite);
    } else if let Some(amount) = amount.filter(|amount| !amount.allows(limit)) {
        reader.out_of_bound(section.key(key), located.span, limit, amount);
    } else if let Some(unit) = unit.filter(|unit| unit.0 > 0 && limit.0 % unit.0 != 0) {
        let message = format!("{limit} cannot be paid in chips of {unit}");
        let help = format!("write a multiple of {unit}, or a smaller `unit`");
        reader.error(section.key(key), located.span, message, help, &rule.cite);
    }
    Some(limit)
}

fn read_terms(
    reader: &mut HouseReader<'_>,
    section: &mut Section<'_, '_>,
    rules: &Rulebook,
    limited: bool,
) -> Option<PayoutTerms> {
    let limits = &rules.payment.limits;
    let wagers = limits.wagers.as_ref().and_then(|rule| rule.default.as_ref());
    let wagers = wagers.map_or(EnumSet::all(), |wagers| wagers.iter().copied().collect());
    let silent = PayoutTerms { wagers, meters: false, sharing: LimitSharing::InOrder };
    if !limited {
        for key in ["limit_meters", "limit_sharing"] {
            if let Some(value) = section.get(key) {
                let message = "this house limits nothing that a round pays".to_owned();
                let help = "remove it, or write `limit_per_player` or `limit_per_table`";
                reader.error(section.key(key), value.span(), message, help, &Citation::default());
            }
        }
        return Some(silent);
    }
    let before = reader.faults.len();
    let meters = reader.choose_if(section, "limit_meters", limits.meters.as_ref(), &rules.code);
    let sharing = reader.choose_if(section, "limit_sharing", limits.sharing.as_ref(), &rules.code);
    if reader.faults.len() > before {
        return None;
    }
    Some(PayoutTerms { meters: meters.unwrap_or(false), sharing: sharing.unwrap_or(LimitSharing::InOrder), ..silent })
}

/// Shares in proportion are known only when every win of the round is.
pub(super) fn check_sharing(
    reader: &mut HouseReader<'_>,
    rules: &Rulebook,
    payment: &Payment,
    order: Option<&Alternative>,
    progressives: [(Wager, Option<&ProgressiveTerms>); 2],
) {
    let limited = payment.per_player.is_some() || payment.per_table.is_some();
    let Some(sharing) = &rules.payment.limits.sharing else { return };
    if !limited || payment.payout.sharing != LimitSharing::InProportion {
        return;
    }
    let mut wrong = |message: String, help: &str, other: &Citation| {
        let mut cite = sharing.cite.clone();
        cite.clauses.extend(other.clauses.iter().cloned());
        cite.readings.extend(other.readings.iter().copied());
        reader.error("payment.limit_sharing".to_owned(), payment.sharing.clone(), message, help, &cite);
    };
    if let Some(finishes) = order.and_then(|order| order.finishes.as_ref()) {
        let message =
            "each player is finished before the next hand is turned up, and shares in proportion wait for all";
        wrong(message.to_owned(), "write \"in_order\", or another order of settlement", &finishes.cite);
    }
    let at_end = rules.deal.community.as_ref().filter(|rule| rule.allows(&CommunityWhen::AtEnd));
    let covered = |wager: Wager| payment.payout.wagers.contains(wager);
    for (wager, terms) in progressives {
        let Some(terms) = terms else { continue };
        let five = wager == Wager::FiveCardProgressive && (covered(wager) || covered(Wager::FiveCardEnvy));
        if let Some(at_end) = at_end.filter(|_| five) {
            let message = "other wins are paid before the community cards come, and shares in proportion wait for them";
            wrong(message.to_owned(), "write \"in_order\", or leave the five-card progressive out", &at_end.cite);
        }
        if let Some(law) = rules
            .progressive_rules(wager)
            .filter(|_| payment.payout.meters && covered(wager) && terms.multi_win == MultiWin::TurnOrder)
        {
            let message = format!(
                "winners of the {wager}'s meters are paid in turn, and shares in proportion are worked out together"
            );
            wrong(message, "write \"in_order\", leave meters out, or let winners share a meter", &law.multi_win.cite);
        }
    }
}
