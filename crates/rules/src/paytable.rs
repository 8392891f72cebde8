//! Paytables: lines of hands and what they pay, as a rulebook prints them or a house posts them.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use crate::clause::{Citation, ClauseId};
use crate::hand::HandName;
use crate::money::{Cents, Malformed, Odds, Share, as_text};
use crate::rule::Bound;
use crate::settle::POSITIONS;
use crate::wager::{Level, Wager};
use crate::words::vocabulary;

/// What a line pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub enum Pays {
    /// `40 to 1`: the stake comes back on top.
    To(Odds),
    /// `500 for 1`: the whole payment, the stake having been collected before the deal (READING 63).
    For(Odds),
    /// `100% of major`: a share of a meter as it stands at the player's turn.
    OfMeter(Share, Level),
    /// `$100,000`: a flat amount whatever the stake.
    Flat(Cents),
}

impl fmt::Display for Pays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pays::To(odds) => write!(f, "{} to {}", crate::money::group_thousands(odds.won.into()), odds.staked),
            Pays::For(odds) => write!(f, "{} for {}", crate::money::group_thousands(odds.won.into()), odds.staked),
            Pays::OfMeter(share, level) => write!(f, "{share} of {level}"),
            Pays::Flat(amount) => write!(f, "{amount}"),
        }
    }
}

impl FromStr for Pays {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Pays, Malformed> {
        let wrong = || {
            Malformed(format!(
                "\"{text}\" is not a payment: expected such as \"40 to 1\", \"500 for 1\", \"100% of main\" or \"$100,000\""
            ))
        };
        if text.starts_with('$') {
            return text.parse().map(Pays::Flat);
        }
        if let Some((share, level)) = text.split_once(" of ") {
            let share: Share = share.parse()?;
            if share > Share::WHOLE || share == Share(0) {
                return Err(Malformed(format!("\"{text}\" is not a payment: a meter pays from 0% to 100%")));
            }
            return Ok(Pays::OfMeter(share, level.parse()?));
        }
        let (won, staked, make): (&str, &str, fn(Odds) -> Pays) =
            match (text.split_once(" to "), text.split_once(" for ")) {
                (Some((won, staked)), _) => (won, staked, Pays::To),
                (None, Some((won, staked))) => (won, staked, Pays::For),
                (None, None) => return Err(wrong()),
            };
        let number = |s: &str| s.replace(',', "").parse::<u32>().ok().filter(|n| (1..=1_000_000).contains(n));
        match (number(won), number(staked)) {
            (Some(won), Some(staked)) if staked <= 1000 => Ok(make(Odds { won, staked })),
            _ => Err(wrong()),
        }
    }
}

as_text!(Pays, "a payment such as \"40 to 1\", \"500 for 1\", \"100% of main\" or \"$100,000\"");

/// One line: a hand and what it pays.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "RawLine")]
pub struct Line {
    /// The hand.
    pub hand: HandName,
    /// What it pays.
    pub pays: Pays,
    /// For Cover All: the number of players' hands in the round that the line is for. Without it, the line is of
    /// another wager.
    pub players: Option<u8>,
    /// The clause of the line, and the readings behind it.
    pub cite: Citation,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawLine {
    /// The hand.
    hand: HandName,
    /// What it pays.
    pays: Pays,
    /// For Cover All: the number of players' hands in the round that the line is for. Without it, the line is of
    /// another wager.
    players: Option<u8>,
    /// The clause of the line.
    clause: ClauseId,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
}

/// A number of players' hands that no table has.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("`players` counts hands: expected 1 to {POSITIONS}")]
struct NoSuchPlayers;

impl TryFrom<RawLine> for Line {
    type Error = NoSuchPlayers;
    fn try_from(raw: RawLine) -> Result<Line, NoSuchPlayers> {
        if raw.players.is_some_and(|n| !(1..=POSITIONS).contains(&usize::from(n))) {
            return Err(NoSuchPlayers);
        }
        let cite = Citation { clauses: vec![raw.clause], readings: raw.readings };
        Ok(Line { hand: raw.hand, pays: raw.pays, players: raw.players, cite })
    }
}

/// What an envy hand pays each of the other players, at one stake.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(from = "RawEnvy")]
pub struct EnvyLine {
    /// The hand that another player holds.
    pub hand: HandName,
    /// The progressive stake the amount is for; `None` when the table names the amount for any stake. Without it, it is
    /// for any stake.
    pub stake: Option<Cents>,
    /// The amount.
    pub pays: Cents,
    /// The clause of the line.
    pub cite: Citation,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawEnvy {
    /// The hand that another player holds.
    hand: HandName,
    /// The progressive stake the amount is for. Without it, it is for any stake.
    stake: Option<Cents>,
    /// The amount.
    pays: Cents,
    /// The clause of the line.
    clause: ClauseId,
    /// The readings behind it.
    #[serde(default)]
    readings: Vec<u8>,
}

impl From<RawEnvy> for EnvyLine {
    fn from(raw: RawEnvy) -> EnvyLine {
        let cite = Citation { clauses: vec![raw.clause], readings: raw.readings };
        EnvyLine { hand: raw.hand, stake: raw.stake, pays: raw.pays, cite }
    }
}

/// A cell that the document leaves blank or strikes, kept so that the code cites its clause.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unpaid {
    /// The hand that is not paid.
    pub hand: HandName,
    /// The clause of the cell.
    pub clause: ClauseId,
    /// The reading that a blank means no payment.
    #[serde(default)]
    pub readings: Vec<u8>,
}

/// The seed of one meter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedRule {
    /// Which meter it is.
    pub meter: Level,
    /// The lawful seeds at the basis stake.
    pub amount: Bound<Cents>,
}

vocabulary! {
    /// Whether a printed table may be chosen.
    pub enum Standing ("the standing of a paytable") {
        /// It may.
        InForce = "in_force",
        /// Struck through in the document: kept, never offered.
        Struck = "struck",
        /// Printed, but very probably not meant: kept, never offered.
        Uncertain = "uncertain",
        /// Not a table but the least that a posted table may pay, line by line.
        Floor = "floor",
    }
}

/// A paytable of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paytable {
    /// The wager it pays.
    pub wager: Wager,
    /// The name the product uses for it, unique within rulebook and wager.
    pub id: String,
    /// The heading in the document.
    pub printed: String,
    /// The clauses that make it a choice.
    pub clauses: Vec<ClauseId>,
    /// Readings about the table as a whole.
    #[serde(default)]
    pub readings: Vec<u8>,
    /// Whether houses may choose it. Without it, it is in force.
    #[serde(default = "in_force")]
    pub standing: Standing,
    /// A reading that a named person must confirm before a table opens with this paytable. Without it, nobody need
    /// confirm.
    pub confirm: Option<u8>,
    /// Whether it is lawful only in a version with a precondition. Without it, it is not.
    #[serde(default)]
    pub needs_precondition: bool,
    /// The pair plus table with which alone it is lawful, if any. Without it, it is lawful with any.
    pub needs_pair_plus: Option<String>,
    /// The lines, the highest hand first.
    pub lines: Vec<Line>,
    /// Cells that the document leaves blank or marks as not paid.
    #[serde(default)]
    pub unpaid: Vec<Unpaid>,
    /// Envy amounts.
    #[serde(default)]
    pub envy: Vec<EnvyLine>,
    /// Seeds by meter.
    #[serde(default)]
    pub seeds: Vec<SeedRule>,
    /// The stake for which the seeds are stated, if they scale with it. Without it, seeds do not depend on the stake.
    pub seeds_for_stake: Option<Cents>,
    /// The total rate of progression. Without it, the rate of the wager's section holds.
    pub rate: Option<Bound<Share>>,
    /// The stake the table is meant for; any other gets a warning. Without it, for any.
    pub meant_for_stake: Option<Cents>,
    /// Anything else a reader should know. Without it, there is no note.
    pub note: Option<String>,
}

fn in_force() -> Standing {
    Standing::InForce
}

impl Paytable {
    /// The law behind the table as a whole.
    #[must_use]
    pub fn cite(&self) -> Citation {
        Citation { clauses: self.clauses.clone(), readings: self.readings.clone() }
    }

    /// Whether a house may choose it.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.standing == Standing::InForce
    }

    /// The meters its lines pay from, each once, the highest first.
    #[must_use]
    pub fn meters(&self) -> Vec<Level> {
        meters_of(&self.lines)
    }

    /// What is wrong with the table's form, if anything, and where in it.
    pub(crate) fn fault(&self) -> Option<TableFault> {
        let name = format!("{} {}", self.wager, self.id);
        if self.clauses.is_empty() {
            return Some(TableFault {
                message: format!("{name}: expected at least one clause"),
                key: "id",
                line: None,
            });
        }
        let of = |key: &'static str, fault: LineFault| TableFault {
            message: format!("{name}: {}", fault.message),
            key: if fault.line.is_some() { key } else { "id" },
            line: fault.line,
        };
        let lines = lines_fault(self.wager, &self.lines).map(|fault| of("lines", fault));
        let envy = || envy_fault(self.wager, &self.envy).map(|fault| of("envy", fault));
        lines.or_else(envy).or_else(|| seeds_fault(self).map(|fault| of("seeds", fault)))
    }
}

/// What is wrong with lines, and the number of the line, from 0; `None` if it is not one of them.
pub(crate) struct LineFault {
    pub message: String,
    pub line: Option<usize>,
}

impl LineFault {
    fn at(line: usize, message: String) -> Option<LineFault> {
        Some(LineFault { message, line: Some(line) })
    }

    fn of_all(message: impl Into<String>) -> Option<LineFault> {
        Some(LineFault { message: message.into(), line: None })
    }
}

/// What is wrong with a paytable: under which key, and at which item of its list.
pub(crate) struct TableFault {
    pub message: String,
    pub key: &'static str,
    pub line: Option<usize>,
}

/// The meters that lines pay from, each once, in the order of the lines.
pub(crate) fn meters_of(lines: &[Line]) -> Vec<Level> {
    let mut meters = Vec::new();
    for line in lines {
        if let Pays::OfMeter(_, level) = line.pays
            && !meters.contains(&level)
        {
            meters.push(level);
        }
    }
    meters
}

/// What is wrong with a progressive's envy lines. The first line that a hand makes is paid, so at each stake the
/// highest hand must come first.
pub(crate) fn envy_fault(wager: Wager, lines: &[EnvyLine]) -> Option<LineFault> {
    let order: fn(HandName) -> Option<u8> = match wager {
        Wager::Progressive => HandName::three_card_order,
        Wager::FiveCardProgressive => HandName::five_card_order,
        _ if lines.is_empty() => return None,
        _ => return LineFault::of_all("only a progressive has envy lines"),
    };
    for (i, line) in lines.iter().enumerate() {
        let Some(rank) = order(line.hand) else {
            return LineFault::at(i, format!("{} is not a hand of this wager", line.hand));
        };
        let above = lines.iter().take(i).filter(|above| above.stake == line.stake);
        if above.filter_map(|above| order(above.hand)).any(|above| above <= rank) {
            return LineFault::at(
                i,
                format!("{} stands below a lower hand, or twice: list the highest hand first", line.hand),
            );
        }
        if line.pays.is_zero() {
            return LineFault::at(i, format!("{} pays nothing: leave it out", line.hand));
        }
    }
    None
}

/// What is wrong with a table's seeds: each is for a meter that a line pays from, and for each there is one.
fn seeds_fault(table: &Paytable) -> Option<LineFault> {
    let meters = table.meters();
    for (i, seed) in table.seeds.iter().enumerate() {
        if !meters.contains(&seed.meter) {
            return LineFault::at(i, format!("a seed for the {} meter, from which no line pays", seed.meter));
        }
        if table.seeds.iter().take(i).any(|above| above.meter == seed.meter) {
            return LineFault::at(i, format!("two seeds for the {} meter: expected one", seed.meter));
        }
    }
    None
}

/// What is wrong with a wager's lines, if anything: every rulebook's and every posted table must pass.
pub(crate) fn lines_fault(wager: Wager, lines: &[Line]) -> Option<LineFault> {
    let order: fn(HandName) -> Option<u8> = match wager {
        Wager::AnteBonus
        | Wager::BadBeat
        | Wager::PairPlus
        | Wager::HandBonus
        | Wager::Progressive
        | Wager::CoverAll => HandName::three_card_order,
        Wager::SixCardBonus | Wager::FiveCardProgressive => HandName::five_card_order,
        Wager::Prime => HandName::colour_order,
        Wager::Ante | Wager::Play => HandName::win_order,
        _ => return LineFault::of_all("this wager has no paytable of its own"),
    };
    if lines.is_empty() {
        return LineFault::of_all("expected at least one line");
    }
    let mut last: Option<(Option<u8>, u8)> = None;
    for (i, line) in lines.iter().enumerate() {
        let Some(rank) = order(line.hand) else {
            return LineFault::at(i, format!("{} is not a hand of this wager", line.hand));
        };
        if (wager == Wager::CoverAll) != line.players.is_some() {
            return LineFault::at(
                i,
                format!("{}: `players` belongs to cover_all lines, and to all of them", line.hand),
            );
        }
        let suits = match wager {
            Wager::Progressive | Wager::FiveCardProgressive => matches!(line.pays, Pays::For(_) | Pays::OfMeter(..)),
            Wager::SixCardBonus => matches!(line.pays, Pays::To(_) | Pays::Flat(_)),
            _ => matches!(line.pays, Pays::To(_)),
        };
        if !suits {
            return LineFault::at(
                i,
                format!("{} pays \"{}\", which is not a way this wager pays", line.hand, line.pays),
            );
        }
        if last.is_some_and(|(players, above)| players == line.players && above <= rank) {
            return LineFault::at(
                i,
                format!("{} stands below a lower hand, or twice: list the highest hand first", line.hand),
            );
        }
        last = Some((line.players, rank));
    }
    let wins = lines.last().is_some_and(|line| line.hand == HandName::Win);
    if matches!(wager, Wager::Ante | Wager::Play) && !wins {
        return LineFault::of_all(format!(
            "expected a last line with hand = \"{}\": what every other winning hand pays",
            HandName::Win
        ));
    }
    None
}
