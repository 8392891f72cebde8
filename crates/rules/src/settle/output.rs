//! The settlement as JSON: what `queenhigh settle --json` prints.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Account, BACKUP, Meters, Movement, PaidBy, RESERVE, balance, totals};
use crate::house::{House, SHARED_HANDS};
use crate::paytable::Line;
use crate::posted::ThreeTable;
use crate::rulebook::vocabulary::PaidFrom;
use crate::wager::Wager;

/// A settled round. Amounts are whole cents.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "settle-output")]
pub struct SettledRound {
    /// The rulebook's code.
    pub rulebook: String,
    /// The operator.
    pub operator: String,
    /// BLAKE3 of the house's content.
    pub house_digest: String,
    /// BLAKE3 of the rulebook's content.
    pub rulebook_digest: String,
    /// The order of settlement that was followed.
    pub order: String,
    /// Its law: the clauses of the order, and of its passes over the table one after the other.
    pub order_clauses: Vec<String>,
    /// Why the round is void, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// What became of each wager, in the order of settlement.
    pub movements: Vec<MovementOut>,
    /// Per position.
    pub totals: Vec<TotalsOut>,
    /// The meters afterwards, by progressive and level, in whole cents.
    pub meters_after: BTreeMap<String, BTreeMap<String, i64>>,
    /// The same to the millionth of a cent, as fractions of cents in lowest terms.
    pub meters_after_exact: BTreeMap<String, BTreeMap<String, String>>,
    /// What is paid and what is taken, added up: 0.
    pub balance: i64,
}

/// What became of one wager.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MovementOut {
    /// The position; in the electronic version the place of a terminal's wagers on a shared hand.
    pub position: u8,
    /// The terminal and the shared hand of the electronic version.
    #[serde(flatten)]
    pub shared: Option<SharedPlace>,
    /// The person at it.
    pub person: String,
    /// The wager.
    pub wager: String,
    /// For an envy bonus: whose hand gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_position: Option<u8>,
    /// For an envy bonus: the progressive it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progressive: Option<String>,
    /// won, lost, pushed, forfeited or returned.
    pub outcome: String,
    /// What was staked.
    pub stake: i64,
    /// What comes on top of the stake; for a "for 1" line the whole payment.
    pub paid: i64,
    /// What is returned of the stake.
    pub returned: i64,
    /// Where the payment comes from, or the stake that is taken.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// How a payment is made: from the tray, or outside it by hand with a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// Every shift of value.
    pub transfers: Vec<Transfer>,
    /// The hand that decided it.
    pub hand: String,
    /// The paytable's line it was paid by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The paytable of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
    /// The clause that decides it.
    pub clause: Option<String>,
    /// Every clause behind it.
    pub clauses: Vec<String>,
    /// The reading that decides it, where one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<u8>,
    /// Every reading behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<u8>,
    /// Who must validate the payment before it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validated_by: Option<String>,
    /// Whether a limit on what is paid in a round cut it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
    /// Which limits cut it: that for each player, that for the table, or both.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limited_by: Vec<String>,
    /// The law of these limits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limit_clauses: Vec<String>,
    /// The readings that these limits rest on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limit_readings: Vec<u8>,
}

/// A place of the electronic version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SharedPlace {
    /// The terminal, from 1.
    pub terminal: u8,
    /// The shared hand, from 1.
    pub shared_hand: u8,
}

impl SharedPlace {
    /// The terminal and shared hand of a place; `None` where the house has no shared hands.
    #[must_use]
    pub fn of(house: &House, position: u8) -> Option<SharedPlace> {
        let before = position.checked_sub(1).filter(|_| house.table.electronic)?;
        Some(SharedPlace { terminal: before / SHARED_HANDS + 1, shared_hand: before % SHARED_HANDS + 1 })
    }
}

/// One shift of value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Transfer {
    /// From this account.
    pub from: String,
    /// To this one.
    pub to: String,
    /// So many cents.
    pub amount: i64,
}

/// The totals of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TotalsOut {
    /// The position.
    pub position: u8,
    /// The terminal and the shared hand of the electronic version.
    #[serde(flatten)]
    pub shared: Option<SharedPlace>,
    /// All that was staked.
    pub staked: i64,
    /// All that was paid.
    pub paid: i64,
    /// All that was returned.
    pub returned: i64,
    /// Paid and returned, less staked.
    pub net: i64,
}

/// Converts a settlement to its JSON form.
#[must_use]
pub fn describe(house: &House, people: &[String], movements: &[Movement<'_>], meters: &Meters) -> SettledRound {
    SettledRound {
        rulebook: house.book.code.clone(),
        operator: house.operator.clone(),
        house_digest: house.digest.clone(),
        rulebook_digest: house.book_digest.clone(),
        order: house.settlement().id.clone(),
        order_clauses: order_clauses(house),
        void: None,
        movements: movements.iter().map(|movement| describe_movement(house, people, movement)).collect(),
        totals: totals(movements)
            .into_iter()
            .map(|t| TotalsOut {
                position: t.position,
                shared: SharedPlace::of(house, t.position),
                staked: t.staked.0,
                paid: t.paid.0,
                returned: t.returned.0,
                net: t.net.0,
            })
            .collect(),
        meters_after: meters_by(house, meters, |meter| meter.shown().0),
        meters_after_exact: meters_by(house, meters, |meter| meter.exact()),
        balance: balance(movements).0,
    }
}

/// The clauses of a house's order of settlement, each once.
fn order_clauses(house: &House) -> Vec<String> {
    let order = house.settlement();
    let law = std::iter::once(&order.cite).chain(order.passes.iter().map(|pass| &pass.cite));
    let mut clauses: Vec<String> = Vec::new();
    for clause in law.flat_map(|cite| &cite.clauses).map(ToString::to_string) {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    clauses
}

fn meters_by<T>(
    house: &House,
    meters: &Meters,
    show: impl Fn(crate::money::Meter) -> T,
) -> BTreeMap<String, BTreeMap<String, T>> {
    let mut all = BTreeMap::new();
    for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
        let set = meters.of(wager);
        if let Some(terms) = house.progressive_terms(wager).filter(|_| set.is_given()) {
            let mut levels: BTreeMap<String, T> =
                terms.meters.iter().map(|meter| (meter.level.to_string(), show(set.get(meter.level)))).collect();
            if terms.reserve.0 > 0 || set.reserve.0 > 0 {
                levels.insert(RESERVE.to_owned(), show(set.reserve));
            }
            if terms.backup.0 > 0 || set.backup.0 > 0 {
                levels.insert(BACKUP.to_owned(), show(set.backup));
            }
            all.insert(wager.to_string(), levels);
        }
    }
    all
}

fn describe_movement(house: &House, people: &[String], movement: &Movement<'_>) -> MovementOut {
    let mut clauses: Vec<String> = Vec::new();
    let mut readings: Vec<u8> = Vec::new();
    for cite in movement.citations() {
        for clause in &cite.clauses {
            if !clauses.iter().any(|known| known == clause.as_str()) {
                clauses.push(clause.to_string());
            }
        }
        for reading in &cite.readings {
            if !readings.contains(reading) {
                readings.push(*reading);
            }
        }
    }
    let person = usize::try_from(movement.person.0).ok().and_then(|i| people.get(i)).cloned().unwrap_or_default();
    let (from, to) = direction(movement);
    // Both envy bonuses are named `envy`; a second field says which progressive gave the right to it.
    let (name, progressive) = match movement.wager {
        Wager::Envy => (Wager::Envy, Some(Wager::Progressive)),
        Wager::FiveCardEnvy => (Wager::Envy, Some(Wager::FiveCardProgressive)),
        wager => (wager, None),
    };
    MovementOut {
        position: movement.position,
        shared: SharedPlace::of(house, movement.position),
        person,
        wager: name.to_string(),
        from_position: movement.from_position,
        progressive: progressive.map(|wager| wager.to_string()),
        outcome: movement.outcome.to_string(),
        stake: movement.stake.0,
        paid: movement.paid.0,
        returned: movement.returned.0,
        from: from.to_string(),
        to: to.to_string(),
        channel: channel(movement).map(|channel| channel.to_string()),
        transfers: movement
            .transfers()
            .map(|(from, to, amount)| Transfer { from: from.to_string(), to: to.to_string(), amount: amount.0 })
            .collect(),
        hand: movement.hand.to_string(),
        line: line_text(house, movement),
        paytable: paytable_of(house, movement),
        clause: movement.clause().map(ToString::to_string),
        clauses,
        reading: readings.first().copied(),
        readings,
        validated_by: movement.validated_by.map(|role| role.to_string()),
        limited: !movement.limited.is_empty(),
        limited_by: movement.limited.on().map(|on| on.word().to_owned()).collect(),
        limit_clauses: movement.limited.citations().flat_map(|cite| &cite.clauses).map(ToString::to_string).collect(),
        limit_readings: movement.limited.citations().flat_map(|cite| &cite.readings).copied().collect(),
    }
}

/// The accounts of the main transfer: the payment, else the stake returned, else the stake taken.
fn direction(movement: &Movement<'_>) -> (Account, Account) {
    let stake = movement.stake_account().unwrap_or(Account::Tray);
    if !movement.paid.is_zero() {
        (movement.payer, movement.payee())
    } else if !movement.returned.is_zero() {
        (stake, movement.payee())
    } else {
        (stake, Account::Tray)
    }
}

/// How a payment is made: meter money and flat prizes do not come from the tray (READING 66).
fn channel(movement: &Movement<'_>) -> Option<PaidFrom> {
    match movement.payer {
        _ if movement.paid.is_zero() => None,
        Account::Meter(..) | Account::HandPay => Some(PaidFrom::HandPay),
        _ => Some(PaidFrom::Tray),
    }
}

/// The paytable line in words, such as `straight flush 40 to 1`.
pub fn line_text(house: &House, movement: &Movement<'_>) -> Option<String> {
    let pays = |line: &Line| house.prints(movement.wager, line.pays);
    match movement.by {
        PaidBy::Nothing => None,
        PaidBy::Line(line) => Some(match line.players {
            Some(1) => format!("{} {} with 1 player", line.hand.title(), pays(line)),
            Some(players) => format!("{} {} with {players} players", line.hand.title(), pays(line)),
            None => format!("{} {}", line.hand.title(), pays(line)),
        }),
        PaidBy::Envy(line) => Some(format!("envy for {} {}", line.hand.title(), house.currency.write(line.pays))),
    }
}

fn paytable_of(house: &House, movement: &Movement<'_>) -> Option<String> {
    if movement.by == PaidBy::Nothing {
        return None;
    }
    let table = |wager: Wager| {
        house.progressive_terms(wager).map(|terms| match &terms.table {
            crate::house::ProgressiveTable::Three(table) => table.id.clone(),
            crate::house::ProgressiveTable::Five(table) => table.id.clone(),
        })
    };
    // Where the book has one table of a wager, there is none to name.
    let chosen = |wager: Wager, table: &ThreeTable| {
        (house.book.paytables_of(wager).filter(|table| table.is_offered()).count() > 1).then(|| table.id.clone())
    };
    match movement.wager {
        Wager::Ante | Wager::TipAnte => chosen(Wager::Ante, &house.ante),
        Wager::Play | Wager::TipPlay => chosen(Wager::Play, &house.play),
        Wager::AnteBonus | Wager::TipAnteBonus => Some(house.ante_bonus.id.clone()),
        Wager::PairPlus | Wager::TipPairPlus => Some(house.pair_plus.id.clone()),
        Wager::BadBeat => house.bad_beat.as_ref().map(|table| table.id.clone()),
        Wager::HandBonus => house.hand_bonus.as_ref().map(|terms| terms.table.id.clone()),
        Wager::SixCardBonus => house.six_card.as_ref().map(|terms| terms.table.id.clone()),
        Wager::Prime => house.prime.as_ref().map(|terms| terms.table.id.clone()),
        Wager::Progressive | Wager::Envy => table(Wager::Progressive),
        Wager::FiveCardProgressive | Wager::FiveCardEnvy => table(Wager::FiveCardProgressive),
        Wager::CoverAll => {
            house.cover_all.as_ref().and_then(|terms| terms.tables.first()).map(|table| table.id.clone())
        }
        _ => None,
    }
}
