//! A house: an operator's rules submission. A file is a draft; only one that passes the check becomes a `House`, and
//! only with a `House` can rounds be settled or tables opened.

mod approvals;
mod automation;
mod cards;
mod chip;
mod keys;
mod layout;
mod look;
mod placing;
mod posting;
mod progressive;
mod protection;
mod reference;
mod sheet;
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
pub use keys::{Key, KeyLaw, KeyTable, Kind, keys};
pub use layout::LayoutChoices;
pub use look::{Colour, Emblem, Look};
pub use placing::Amounts;
pub use progressive::{EnvyTerms, LinkedGame, MeterTerms, ProgressiveTable, ProgressiveTerms};
pub use protection::Protection;
pub use reference::reference;
pub use sheet::{Fault, Severity};
pub use side::{CoverAllTerms, SixCardTerms};
pub use table::{PeopleChoices, SHARED_HANDS, TERMINALS_MAX, TableChoices};
pub use wagers::{FoldTerms, Limit};

use crate::books::Books;
use crate::clause::Citation;
use crate::money::{Cents, Odds};
use crate::paytable::Line;
use crate::posted::ThreeTable;
use crate::rulebook::vocabulary::{BonusWhen, MultiWin, Precondition};
use crate::rulebook::{Alternative, Approval, Rulebook};
use crate::wager::Wager;
use sheet::{Section, Sheet};

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

/// Houses with the same digest have made the same choices.
impl PartialEq for House {
    fn eq(&self, other: &House) -> bool {
        self.digest == other.digest
    }
}

/// What a house chose in each part of its rulebook.
#[derive(Clone, Debug)]
pub struct HouseChoices {
    /// The rulebook that applies.
    pub book: Arc<Rulebook>,
    /// BLAKE3 of the rulebook's content.
    pub book_digest: String,
    /// BLAKE3 of the house's content.
    pub digest: String,
    /// The operator's name.
    pub operator: String,
    /// Whether it is an example: its approvals are not real, and everything printed about it says so.
    pub example: bool,
    /// The regulator's reference, if the house has one.
    pub approval: Option<String>,
    /// References for everything that a clause wants approved before it is used (READING 96).
    pub approvals: BTreeMap<Approval, String>,
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
    /// What ties pair plus to the ante.
    pub precondition: Precondition,
    /// Whether ante and pair plus must be equal.
    pub equal_stakes: bool,
    /// What a winning ante pays.
    pub ante_odds: Odds,
    /// The line by which a winning ante is paid.
    pub ante_line: Line,
    /// What a winning play pays.
    pub play_odds: Odds,
    /// The line by which a winning play is paid.
    pub play_line: Line,
    /// The ante bonus table.
    pub ante_bonus: ThreeTable,
    /// When the ante bonus is paid.
    pub bonus_when: BonusWhen,
    /// The pair plus table.
    pub pair_plus: ThreeTable,
    /// The six card bonus, if offered.
    pub six_card: Option<SixCardTerms>,
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
    /// What forfeiting a hand entirely does to each wager, if that is possible.
    pub forfeit: Option<FoldTerms>,
    /// Whether ace to five is a straight among five cards.
    pub wheel: Wheel,
    /// The smallest chip of the tray.
    pub unit: Cents,
    /// The most that one player is paid in a round, if limited.
    pub limit_per_player: Option<Cents>,
    /// The most that a table pays in a round, if limited.
    pub limit_per_table: Option<Cents>,
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
            Wager::SixCardBonus => self.six_card.is_some(),
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
}

/// The findings of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// The house, if nothing unlawful was found.
    pub house: Option<House>,
    /// Everything found, in the order of the file.
    pub faults: Vec<Fault>,
    /// Whether the text is not TOML at all, so that little could be checked.
    pub unreadable: bool,
}

impl Report {
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
pub fn check(text: &str, books: &Books) -> Report {
    let mut sheet = Sheet::new(text);
    let (document, syntax) = DeTable::parse_recoverable(text);
    let mut unreadable = false;
    for error in &syntax {
        let duplicate = error.message().contains("duplicate key");
        unreadable |= !duplicate;
        let help = if duplicate { "keep one of the two" } else { "see toml.io for the syntax" };
        sheet.error("syntax", error.span().unwrap_or(0..0), error.message(), help, &Citation::default());
    }
    let mut house = if unreadable { None } else { read_house(&mut sheet, document.get_ref(), text, books) };
    let mut faults = sheet.faults;
    faults.sort_by_key(|fault| (fault.span.start, fault.severity));
    if faults.iter().any(|fault| fault.severity == Severity::Error) {
        house = None;
    }
    Report { house, faults, unreadable }
}

/// The keys that the reader asks for in this text.
#[cfg(test)]
fn asked(text: &str, books: &Books) -> Vec<(String, &'static str)> {
    let mut sheet = Sheet::new(text);
    let (document, _) = DeTable::parse_recoverable(text);
    read_house(&mut sheet, document.get_ref(), text, books);
    sheet.asked
}

fn read_house(sheet: &mut Sheet<'_>, document: &DeTable<'_>, text: &str, books: &Books) -> Option<House> {
    let mut root = sheet.root(document);
    let codes = books.codes().collect::<Vec<_>>().join(", ");
    let code = sheet.need::<String>(&mut root, "rulebook", &format!("write one of {codes}"), &Citation::default())?;
    let Some(book) = books.get(&code.value) else {
        let message = format!("there is no rulebook \"{}\"", code.value);
        let help = format!("known: {codes}; add one with --rulebook FILE");
        sheet.error("rulebook", code.span, message, help, &Citation::default());
        return None;
    };
    let rules = &book.rules;
    let operator = sheet.need::<String>(&mut root, "operator", "write the operator's name", &Citation::default());
    if let Some(name) = operator.as_ref().filter(|name| name.value.trim().is_empty()) {
        sheet.error(
            "operator",
            name.span.clone(),
            "the name is empty",
            "write the operator's name",
            &Citation::default(),
        );
    }
    let example = sheet.read::<bool>(&mut root, "example").is_some_and(|example| example.value);
    let approval = sheet.read::<String>(&mut root, "approval");
    if let Some(blank) = approval.as_ref().filter(|approval| approval.value.trim().is_empty()) {
        let help = "write the regulator's reference, or remove it";
        sheet.error("approval", blank.span.clone(), "the reference is blank", help, &Citation::default());
    }
    let approval = approval.map(|placed| placed.value);
    let confirmations = read_confirmations(sheet, &mut root);

    // Every section is read to its end before giving up, so that all faults are reported at once.
    let approvals = approvals::read_approvals(sheet, &mut root, rules);
    let table = table::read_table(sheet, &mut root, rules, &confirmations);
    let people = table::read_people(sheet, &mut root, rules);
    let automation = automation::read_automation(sheet, &mut root);
    let protection = protection::read_protection(sheet, &mut root);
    let cards = cards::read_cards(sheet, &mut root, rules, automation);
    let look = look::read_look(sheet, &mut root);
    let base = wagers::read_base(sheet, &mut root, rules, &confirmations);
    let six_card = side::read_six_card(sheet, &mut root, rules);
    let stage = progressive::Stage {
        rules,
        confirmations: &confirmations,
        decks: cards.as_ref().map(|c| c.decks),
        electronic: table::electronic(&mut root, rules),
    };
    let three = progressive::read_progressive(sheet, &mut root, &stage, Wager::Progressive);
    let five = progressive::read_progressive(sheet, &mut root, &stage, Wager::FiveCardProgressive);
    let cover_all = side::read_cover_all(sheet, &mut root, rules, cards.as_ref(), stage.electronic);
    let tips = side::read_tips(sheet, &mut root, rules);
    let match_play = side::read_match_play(sheet, &mut root, rules);
    // A wager whose section has a fault still counts as offered.
    let offered: Vec<Wager> = [
        (Wager::SixCardBonus, root.get("six_card_bonus").is_some() && rules.knows(Wager::SixCardBonus)),
        (Wager::CoverAll, root.get("cover_all").is_some() && rules.knows(Wager::CoverAll)),
        (Wager::TipAnte, tips),
        (Wager::MatchPlay, match_play),
    ]
    .into_iter()
    .filter_map(|(wager, offered)| offered.then_some(wager))
    .collect();
    let (limits, limits_sound) = wagers::read_limits(sheet, &mut root, rules, &offered);
    let fold = wagers::read_fold(sheet, &mut root, rules);
    let forfeit = wagers::read_forfeit(sheet, &mut root, rules);
    let order = wagers::read_settlement(sheet, &mut root, rules);
    let payment = wagers::read_payment(sheet, &mut root, rules);
    let wheel = wagers::read_wheel(sheet, &mut root, rules);
    if let (Some(three), Some(_), Some(table)) = (&three, &five, &table) {
        let span = table::sensors_span(&mut root).unwrap_or_else(|| three.place());
        progressive::check_both(sheet, rules, table.sensors, span);
    }
    if let (Some(six_card), Some(limit)) = (&six_card, limits.get(&Wager::SixCardBonus)) {
        side::check_smallest(sheet, rules, six_card, limit);
    }
    if let Some((unit, _, _)) = &payment {
        let offer = chip::Offer {
            rules,
            base: base.as_ref(),
            limits: &limits,
            six_card: six_card.as_ref(),
            progressives: [three.as_ref(), five.as_ref()],
            cover_all: cover_all.as_ref(),
        };
        chip::check_unit(sheet, &mut root, *unit, &offer);
    }
    let layout = layout::read_layout(sheet, &mut root, rules, &look);
    sheet.finish(&root);

    let (base, (unit, limit_per_player, limit_per_table)) = (base?, payment?);
    let order = &rules.settlement.alternatives[order?];
    let shared = |terms: &&ProgressiveTerms| terms.multi_win == MultiWin::EqualShares;
    let settlement = three.as_ref().filter(shared).map_or_else(|| order.clone(), |_| order.sharing(Wager::Progressive));
    Some(House(HouseChoices {
        book: rules.clone(),
        book_digest: book.digest.clone(),
        digest: crate::books::digest(text),
        operator: operator?.value,
        example,
        approval,
        approvals,
        table: table?,
        layout: layout?,
        cards: cards?,
        people: people?,
        automation: automation?,
        protection,
        look,
        limits: limits_sound.then_some(limits)?,
        precondition: base.precondition,
        equal_stakes: base.equal_stakes,
        ante_odds: base.ante.0,
        ante_line: base.ante.1,
        play_odds: base.play.0,
        play_line: base.play.1,
        ante_bonus: base.ante_bonus,
        bonus_when: base.bonus_when,
        pair_plus: base.pair_plus,
        six_card,
        progressive: three,
        five_card_progressive: five,
        cover_all,
        tips,
        match_play,
        fold: fold?,
        forfeit,
        wheel,
        unit,
        limit_per_player,
        limit_per_table,
        confirmations,
        settlement,
    }))
}

fn read_confirmations(sheet: &mut Sheet<'_>, root: &mut Section<'_, '_>) -> Vec<Confirmation> {
    let mut confirmations = Vec::new();
    for mut entry in sheet.list(root, "confirmation") {
        let none = Citation::default();
        let reading = sheet.need::<u8>(&mut entry, "reading", "write the reading's number", &none);
        let by = sheet.need::<String>(&mut entry, "by", "write the name of the person who confirms", &none);
        let on = sheet.need::<String>(&mut entry, "on", "write the date, such as \"2026-11-15\"", &none);
        let approval = sheet.read::<String>(&mut entry, "approval");
        sheet.finish(&entry);
        if let Some(blank) = approval.as_ref().filter(|approval| approval.value.trim().is_empty()) {
            let help = "write the approval's reference, or remove it";
            sheet.error("confirmation.approval", blank.span.clone(), "the reference is empty", help, &none);
        }
        if let Some(by) = by.as_ref().filter(|by| by.value.trim().is_empty()) {
            sheet.error("confirmation.by", by.span.clone(), "the name is empty", "a named person must confirm", &none);
        }
        if let (Some(reading), Some(by), Some(on)) = (reading, by, on) {
            let approval = approval.map(|approval| approval.value);
            confirmations.push(Confirmation { reading: reading.value, by: by.value, on: on.value, approval });
        }
    }
    confirmations
}
