//! A house: an operator's rules submission. A file is a draft; only one that passes the check becomes a `House`, and
//! only with a `House` can rounds be settled or tables opened.

mod approvals;
mod automation;
mod cards;
mod chip;
mod choices;
mod currency;
mod draft;
mod envy;
mod example;
mod example_text;
mod keys;
mod layout;
mod look;
mod meter_names;
mod meters;
mod payout;
mod placing;
mod posting;
mod progressive;
mod protection;
mod reader;
mod reference;
mod schema;
mod showdown;
mod side;
mod table;
mod wagers;

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use ::cards::Wheel;
use toml::de::DeTable;

pub use automation::{Automation, CardSource, Company, Pace, Performer, Slow};
pub use cards::CardChoices;
pub use envy::EnvyTerms;
pub use example::example;
pub use keys::{HouseKey, KeyKind, KeyLaw, KeyTable, chosen_with, keys};
pub use layout::LayoutChoices;
pub use look::{Colour, Emblem, Look};
pub use meters::MeterTerms;
pub use payout::PayoutTerms;
pub use placing::AmountChoices;
pub use progressive::{LinkedGame, ProgressiveTable, ProgressiveTerms};
pub use protection::Protection;
pub use reader::{Fault, Severity};
pub use reference::reference;
pub use schema::schema;
pub use showdown::ShowdownTerms;
pub use side::{CoverAllTerms, HandBonusTerms, PrimeTerms, SixCardTerms};
pub use table::{PeopleChoices, SHARED_HANDS, TERMINALS_MAX, TableChoices};
pub use wagers::{FoldTerms, Limit};

use crate::book_words::BookWords;
use crate::books::{Book, Books};
use crate::clause::Citation;
use crate::currency::{Currency, canonize};
use crate::money::{Cents, Odds};
use crate::paytable::Pays;
use crate::posted::ThreeTable;
use crate::rulebook::vocabulary::{BonusWhen, Direction, OddsAs, Precondition};
use crate::rulebook::{Alternative, ApprovalKind, Rulebook};
use crate::wager::{Level, Wager};
use draft::read_house;
use reader::HouseReader;

/// A reading that a named person has confirmed for this house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// The number of the reading.
    pub reading: u8,
    /// Who confirmed it.
    pub by: String,
    /// When, as the house wrote it.
    pub on: String,
    /// The approval it rests on, if any.
    pub approval: Option<String>,
}

/// A house that passed the check: a table can be opened with it. It is sealed: anybody can read its choices, but nobody
/// can change one and keep the digest.
///
/// ```
/// fn read(house: &rules::House) -> rules::Cents {
///     house.unit
/// }
/// ```
///
/// ```compile_fail,E0594
/// fn change(house: &mut rules::House) {
///     house.unit = rules::Cents(1);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct House(HouseChoices);

/// Houses with the same digests have made the same choices under the same rules.
impl PartialEq for House {
    fn eq(&self, other: &House) -> bool {
        self.digest == other.digest && self.book_digest == other.book_digest
    }
}

/// What a house chose in each part of its rulebook.
#[derive(Clone, Debug)]
pub struct HouseChoices {
    /// The rulebook that applies.
    pub book: Arc<Rulebook>,
    /// BLAKE3 of the rulebook's content.
    pub book_digest: String,
    /// The rulebook's words: they change nothing that is settled, so no digest covers them here.
    pub words: Arc<BookWords>,
    /// BLAKE3 of the house's content.
    pub digest: String,
    /// The operator's name.
    pub operator: String,
    /// Whether it is an example: its approvals are not real, and everything printed about it says so.
    pub example: bool,
    /// The regulator's reference, if the house has one.
    pub approval: Option<String>,
    /// References for everything that a clause wants approved before it is used (READING 96).
    pub approvals: BTreeMap<ApprovalKind, String>,
    /// The currency of its amounts.
    pub currency: Currency,
    /// Positions and sensors.
    pub table: TableChoices,
    /// The printed layout.
    pub layout: LayoutChoices,
    /// Decks, shuffler, dealing.
    pub cards: CardChoices,
    /// What happens to people who leave, and time limits.
    pub people: PeopleChoices,
    /// Who performs each part at the table.
    pub automation: Automation,
    /// How players are protected, if the house does so.
    pub protection: Option<Protection>,
    /// Its colours and its sign.
    pub look: Look,
    /// The limits of each wager.
    pub limits: BTreeMap<Wager, Limit>,
    /// What the showdown does to ante and play.
    pub showdown: ShowdownTerms,
    /// The direction of the settlement across the table.
    pub across: Direction,
    /// What ties pair plus to the ante.
    pub precondition: Precondition,
    /// Whether ante and pair plus must be equal.
    pub equal_stakes: bool,
    /// What a winning ante pays.
    pub ante: ThreeTable,
    /// What a winning play pays.
    pub play: ThreeTable,
    /// The ante bonus table.
    pub ante_bonus: ThreeTable,
    /// When the ante bonus is paid.
    pub bonus_when: BonusWhen,
    /// The bad beat bonus table, if offered.
    pub bad_beat: Option<ThreeTable>,
    /// The pair plus table.
    pub pair_plus: ThreeTable,
    /// The hand bonus, if offered.
    pub hand_bonus: Option<HandBonusTerms>,
    /// The six card bonus, if offered.
    pub six_card: Option<SixCardTerms>,
    /// The prime, if offered.
    pub prime: Option<PrimeTerms>,
    /// The three-card progressive, if offered.
    pub progressive: Option<ProgressiveTerms>,
    /// The five-card progressive, if offered.
    pub five_card_progressive: Option<ProgressiveTerms>,
    /// Cover All, if offered.
    pub cover_all: Option<CoverAllTerms>,
    /// Whether tips may be wagered.
    pub tips: bool,
    /// Whether match play coupons are accepted.
    pub match_play: bool,
    /// What a fold does to each wager.
    pub fold: FoldTerms,
    /// What forfeiting a hand entirely does to each wager, if a player may ask for it.
    pub forfeit: Option<FoldTerms>,
    /// What it does to a hand that is forfeited because its player looked too early, if that is the remedy.
    pub early_forfeit: Option<FoldTerms>,
    /// Whether ace to five is a straight among five cards.
    pub wheel: Wheel,
    /// The smallest chip of the tray.
    pub unit: Cents,
    /// The most that one player is paid in a round, if limited.
    pub limit_per_player: Option<Cents>,
    /// The most that a table pays in a round, if limited.
    pub limit_per_table: Option<Cents>,
    /// What those limits cover, and how they cut.
    pub payout: PayoutTerms,
    /// The readings that named persons confirmed.
    pub confirmations: Vec<Confirmation>,
    settlement: Alternative,
}

/// The digest of a house that was changed after the check.
const UNCHECKED: &str = "none: changed after the check";

/// The words printed with everything about an example house.
pub const EXAMPLE_NOTICE: &str = "example house, no approval";

impl Deref for House {
    type Target = HouseChoices;

    fn deref(&self) -> &HouseChoices {
        &self.0
    }
}

impl House {
    /// A house to calculate with, such as this one without its limits. It is unchecked, so it has no digest.
    #[must_use]
    pub fn what_if(&self, change: impl FnOnce(&mut HouseChoices)) -> House {
        let mut choices = self.0.clone();
        change(&mut choices);
        choices.digest = UNCHECKED.to_owned();
        choices.book_digest = UNCHECKED.to_owned();
        House(choices)
    }
}

impl HouseChoices {
    /// The notice that everything printed about this house must bear, if it is an example.
    #[must_use]
    pub fn notice(&self) -> Option<&'static str> {
        self.example.then_some(EXAMPLE_NOTICE)
    }

    /// The order of settlement.
    #[must_use]
    pub fn settlement(&self) -> &Alternative {
        &self.settlement
    }

    /// Whether a wager can be made here.
    #[must_use]
    pub fn offers(&self, wager: Wager) -> bool {
        match wager {
            Wager::Ante | Wager::Play | Wager::AnteBonus | Wager::PairPlus => true,
            Wager::BadBeat => self.bad_beat.is_some(),
            Wager::HandBonus => self.hand_bonus.is_some(),
            Wager::SixCardBonus => self.six_card.is_some(),
            Wager::Prime => self.prime.is_some(),
            Wager::Progressive => self.progressive.is_some(),
            Wager::FiveCardProgressive => self.five_card_progressive.is_some(),
            Wager::CoverAll => self.cover_all.is_some(),
            Wager::Envy => self.progressive.as_ref().is_some_and(|p| p.envy.is_some()),
            Wager::FiveCardEnvy => self.five_card_progressive.as_ref().is_some_and(|p| p.envy.is_some()),
            Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus => self.tips,
            Wager::MatchPlay => self.match_play,
        }
    }

    /// The terms of a progressive.
    #[must_use]
    pub fn progressive_terms(&self, wager: Wager) -> Option<&ProgressiveTerms> {
        match wager {
            Wager::Progressive => self.progressive.as_ref(),
            Wager::FiveCardProgressive => self.five_card_progressive.as_ref(),
            _ => None,
        }
    }

    /// The name of a meter, where it has one of its own.
    #[must_use]
    pub fn own_meter_name(&self, wager: Wager, level: Level) -> Option<&str> {
        let meters = self.progressive_terms(wager).map(|terms| &terms.meters);
        meters.into_iter().flatten().find(|meter| meter.level == level)?.name.as_deref()
    }

    /// What a meter is called here.
    #[must_use]
    pub fn meter_name(&self, wager: Wager, level: Level) -> &str {
        self.own_meter_name(wager, level).unwrap_or(level.word())
    }

    /// What a line of a wager's table pays, as this house prints it. Where a winner keeps the stake, odds may be printed
    /// with it: 40 to 1 is 41 for 1.
    #[must_use]
    pub fn printed(&self, wager: Wager, pays: Pays) -> Pays {
        let staked = !matches!(wager, Wager::AnteBonus | Wager::BadBeat | Wager::TipAnteBonus | Wager::MatchPlay);
        match pays {
            Pays::To(odds) if staked && self.layout.odds_as == OddsAs::For => {
                Pays::For(Odds { won: odds.won + odds.staked, ..odds })
            }
            pays => pays,
        }
    }

    /// The same in words, with meters by their names.
    #[must_use]
    pub fn prints(&self, wager: Wager, pays: Pays) -> String {
        match self.printed(wager, pays) {
            Pays::OfMeter(share, level) => format!("{share} of {}", self.meter_name(wager, level)),
            pays => self.currency.say(&pays.to_string()).into_owned(),
        }
    }
}

/// The findings of a check.
#[derive(Clone, Debug)]
pub struct HouseCheck {
    /// The house, if nothing unlawful was found.
    pub house: Option<House>,
    /// Everything found, in the order of the file.
    pub faults: Vec<Fault>,
    /// Whether the text is not TOML at all, so that little could be checked.
    pub unreadable: bool,
    /// The words of the rulebook it was checked against, for the clauses that the faults cite.
    pub words: Arc<BookWords>,
}

impl HouseCheck {
    /// The findings that prevent the house from opening.
    pub fn errors(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().filter(|fault| fault.severity == Severity::Error)
    }

    /// The findings that are lawful but strange.
    pub fn warnings(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().filter(|fault| fault.severity == Severity::Warning)
    }
}

/// Checks a house file and reports all faults at once.
#[must_use]
pub fn check(text: &str, books: &Books) -> HouseCheck {
    let mut reader = HouseReader::new(text);
    let (mut document, syntax) = DeTable::parse_recoverable(text);
    let book = named_book(document.get_ref(), books);
    let currency = currency::currency_of(document.get_ref(), book);
    let foreign = canonize(document.get_mut(), &currency);
    let mut unreadable = false;
    for error in &syntax {
        let duplicate = error.message().contains("duplicate key");
        unreadable |= !duplicate;
        let help = if duplicate { "keep one of the two" } else { "see toml.io for the syntax" };
        reader.error("syntax", error.span().unwrap_or(0..0), error.message(), help, &Citation::default());
    }
    let mut house = if unreadable { None } else { read_house(&mut reader, document.get_ref(), text, books) };
    let words = book.map(|book| book.words.clone()).unwrap_or_default();
    for fault in &mut reader.faults {
        fault.message = currency.say(&fault.message).into_owned();
        fault.help = currency.say(&fault.help).into_owned();
    }
    // These name amounts as the file has them.
    let cite = book.and_then(|book| book.rules.currency.as_ref()).map(|law| law.code.cite.clone()).unwrap_or_default();
    for amount in foreign {
        reader.error(amount.key, amount.span, amount.message, "", &cite);
    }
    let mut faults = reader.faults;
    faults.sort_by_key(|fault| (fault.span.start, fault.severity));
    if faults.iter().any(|fault| fault.severity == Severity::Error) {
        house = None;
    }
    HouseCheck { house, faults, unreadable, words }
}

/// The rulebook that a house names, if there is one.
fn named_book<'b>(document: &DeTable<'_>, books: &'b Books) -> Option<&'b Book> {
    books.get(document.get("rulebook")?.get_ref().as_str()?)
}

/// The keys that the reader asks for in this text.
#[cfg(test)]
fn asked(text: &str, books: &Books) -> Vec<(String, &'static str)> {
    let mut reader = HouseReader::new(text);
    let (document, _) = DeTable::parse_recoverable(text);
    read_house(&mut reader, document.get_ref(), text, books);
    reader.asked
}
