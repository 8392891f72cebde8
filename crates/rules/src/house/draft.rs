//! Reads a house file section by section, and makes a house of it if every section is sound.

use std::collections::BTreeMap;

use ::cards::Wheel;
use toml::de::DeTable;

use super::automation::Automation;
use super::cards::CardChoices;
use super::layout::LayoutChoices;
use super::look::Look;
use super::progressive::ProgressiveTerms;
use super::protection::Protection;
use super::reader::{HouseReader, Section};
use super::showdown::ShowdownTerms;
use super::side::{CoverAllTerms, HandBonusTerms, PrimeTerms, SixCardTerms};
use super::table::{PeopleChoices, TableChoices};
use super::wagers::{Base, FoldTerms, Limit};
use super::{Confirmation, House, HouseChoices};
use super::{
    approvals, automation, cards, chip, currency, layout, look, payout, progressive, protection, showdown, side, table,
    wagers,
};
use crate::books::{Book, Books};
use crate::clause::Citation;
use crate::currency::Currency;
use crate::posted::ThreeTable;
use crate::rulebook::vocabulary::{Direction, MultiWin, Remedy};
use crate::rulebook::{ApprovalKind, Rulebook};
use crate::wager::Wager;

pub(super) fn read_house(
    reader: &mut HouseReader<'_>,
    document: &DeTable<'_>,
    text: &str,
    books: &Books,
) -> Option<House> {
    if let Some((code, _)) = document.get_key_value("code").filter(|_| !document.contains_key("rulebook")) {
        let help = "add it with --rulebook, and give a house that stands under it";
        reader.error("code", code.span(), "this is a rulebook and not a house", help, &Citation::default());
        return None;
    }
    let mut root = reader.root(document);
    let book = read_rulebook(reader, &mut root, books)?;
    let rules = &book.rules;
    let draft = HouseDraft::read(reader, &mut root, rules);
    draft.check_together(reader, &mut root, rules);
    let layout = layout::read_layout(reader, &mut root, rules, &draft.look);
    reader.finish(&root);
    draft.into_house(book, text, layout?)
}

fn read_rulebook<'b>(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, books: &'b Books) -> Option<&'b Book> {
    let codes = books.codes().collect::<Vec<_>>().join(", ");
    let code = reader.need::<String>(root, "rulebook", &format!("write one of {codes}"), &Citation::default())?;
    let book = books.get(&code.value);
    if book.is_none() {
        let message = format!("there is no rulebook \"{}\"", code.value);
        let help = format!("known: {codes}; add one with --rulebook FILE");
        reader.error("rulebook", code.span, message, help, &Citation::default());
    }
    book
}

/// What a house file says, section by section. A required section with a fault is `None`.
struct HouseDraft {
    heading: Heading,
    approvals: BTreeMap<ApprovalKind, String>,
    currency: Currency,
    table: Option<TableChoices>,
    people: Option<PeopleChoices>,
    automation: Option<Automation>,
    protection: Option<Protection>,
    cards: Option<CardChoices>,
    look: Look,
    base: Option<Base>,
    side: SideWagers,
    limits: BTreeMap<Wager, Limit>,
    /// Whether all limits are lawful.
    limits_sound: bool,
    fold: Option<FoldTerms>,
    forfeit: Option<FoldTerms>,
    showdown: Option<ShowdownTerms>,
    /// Which of the book's orders of settlement the house uses, and the direction across the table.
    order: Option<(usize, Direction)>,
    /// The smallest chip, and the limits on what a round pays.
    payment: Option<payout::Payment>,
    wheel: Wheel,
}

impl HouseDraft {
    /// Reads every section to its end before giving up, so that all faults are reported at once.
    fn read(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> HouseDraft {
        let heading = Heading::read(reader, root);
        let confirmations = &heading.confirmations;
        let approvals = approvals::read_approvals(reader, root, rules);
        let currency = currency::read_currency(reader, root, rules);
        let table = table::read_table(reader, root, rules, confirmations);
        let people = table::read_people(reader, root, rules);
        let automation = automation::read_automation(reader, root);
        let protection = protection::read_protection(reader, root);
        let cards = cards::read_cards(reader, root, rules, automation);
        let look = look::read_look(reader, root);
        let base = wagers::read_base(reader, root, rules, confirmations);
        let side = SideWagers::read(reader, root, rules, confirmations, cards.as_ref());
        let limited = side.limited(root, rules);
        let (limits, limits_sound) = wagers::read_limits(reader, root, rules, &limited);
        let fold = wagers::read_fold(reader, root, rules);
        let forfeit = wagers::read_forfeit(reader, root, rules);
        let showdown = showdown::read_showdown(reader, root, rules);
        let order = wagers::read_settlement(reader, root, rules);
        let payment = payout::read_payment(reader, root, rules);
        let wheel = wagers::read_wheel(reader, root, rules);
        HouseDraft {
            heading,
            approvals,
            currency,
            table,
            people,
            automation,
            protection,
            cards,
            look,
            base,
            side,
            limits,
            limits_sound,
            fold,
            forfeit,
            showdown,
            order,
            payment,
            wheel,
        }
    }

    /// Checks what concerns several sections at once.
    fn check_together(&self, reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) {
        let side = &self.side;
        if let (Some(three), Some(_), Some(table)) = (&side.progressive, &side.five_card_progressive, &self.table) {
            let span = table::sensors_span(root).unwrap_or_else(|| three.place());
            progressive::check_both(reader, rules, table.sensors, span);
        }
        if let (Some(six_card), Some(limit)) = (&side.six_card, self.limits.get(&Wager::SixCardBonus)) {
            side::check_smallest(reader, rules, six_card, limit);
        }
        for (wager, offered) in [(Wager::HandBonus, side.hand_bonus.is_some()), (Wager::Prime, side.prime.is_some())] {
            if let Some(limit) = self.limits.get(&wager).filter(|_| offered) {
                side::check_smallest_stake(reader, rules, wager, limit);
            }
        }
        if let Some(payment) = &self.payment {
            let offered = chip::Offered {
                rules,
                base: self.base.as_ref(),
                limits: &self.limits,
                six_card: side.six_card.as_ref(),
                hand_bonus: side.hand_bonus.as_ref(),
                prime: side.prime.as_ref(),
                progressives: [side.progressive.as_ref(), side.five_card_progressive.as_ref()],
                cover_all: side.cover_all.as_ref(),
            };
            currency::check_chip(reader, root, payment, &self.currency, rules);
            chip::check_unit(reader, root, payment.unit, &offered);
            let order = self.order.and_then(|(order, _)| rules.settlement.alternatives.get(order));
            let [three, five] = [side.progressive.as_ref(), side.five_card_progressive.as_ref()];
            let progressives = [(Wager::Progressive, three), (Wager::FiveCardProgressive, five)];
            payout::check_sharing(reader, rules, payment, order, progressives);
        }
    }

    /// The house, if every required section is sound.
    fn into_house(self, book: &Book, text: &str, layout: LayoutChoices) -> Option<House> {
        let HouseDraft { heading, side, .. } = self;
        let (base, payment) = (self.base?, self.payment?);
        let (order, across) = self.order?;
        let order = &book.rules.settlement.alternatives[order];
        let shared = |terms: &&ProgressiveTerms| terms.multi_win == MultiWin::EqualShares;
        let sharing = side.progressive.as_ref().filter(shared);
        let settlement = sharing.map_or_else(|| order.clone(), |_| order.sharing(Wager::Progressive));
        let people = self.people?;
        let forfeits = people.early_look == Some(Remedy::ForfeitHand);
        let early_forfeit = book.rules.forfeit.as_ref().filter(|_| forfeits).map(wagers::forfeit_terms);
        Some(House(HouseChoices {
            book: book.rules.clone(),
            book_digest: book.digest.clone(),
            words: book.words.clone(),
            digest: crate::books::digest(text),
            operator: heading.operator?,
            example: heading.example,
            approval: heading.approval,
            approvals: self.approvals,
            currency: self.currency,
            table: self.table?,
            layout,
            cards: self.cards?,
            people,
            automation: self.automation?,
            protection: self.protection,
            look: self.look,
            limits: self.limits_sound.then_some(self.limits)?,
            showdown: self.showdown?,
            across,
            precondition: base.precondition,
            equal_stakes: base.equal_stakes,
            ante: base.ante,
            play: base.play,
            ante_bonus: base.ante_bonus,
            bonus_when: base.bonus_when,
            bad_beat: side.bad_beat,
            pair_plus: base.pair_plus,
            hand_bonus: side.hand_bonus,
            six_card: side.six_card,
            prime: side.prime,
            progressive: side.progressive,
            five_card_progressive: side.five_card_progressive,
            cover_all: side.cover_all,
            tips: side.tips,
            match_play: side.match_play,
            fold: self.fold?,
            forfeit: self.forfeit,
            early_forfeit,
            wheel: self.wheel,
            unit: payment.unit,
            limit_per_player: payment.per_player,
            limit_per_table: payment.per_table,
            payout: payment.payout,
            confirmations: heading.confirmations,
            settlement,
        }))
    }
}

/// The keys above all sections, without the rulebook, and the confirmed readings.
struct Heading {
    operator: Option<String>,
    example: bool,
    approval: Option<String>,
    confirmations: Vec<Confirmation>,
}

impl Heading {
    fn read(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>) -> Heading {
        let none = Citation::default();
        let operator = reader.need::<String>(root, "operator", "write the operator's name", &none);
        if let Some(name) = operator.as_ref().filter(|name| name.value.trim().is_empty()) {
            let help = "write the operator's name";
            reader.error("operator", name.span.clone(), "the name is empty", help, &none);
        }
        let example = reader.read::<bool>(root, "example").is_some_and(|example| example.value);
        let approval = reader.read::<String>(root, "approval");
        if let Some(blank) = approval.as_ref().filter(|approval| approval.value.trim().is_empty()) {
            let help = "write the regulator's reference, or remove it";
            reader.error("approval", blank.span.clone(), "the reference is blank", help, &none);
        }
        Heading {
            operator: operator.map(|name| name.value),
            example,
            approval: approval.map(|approval| approval.value),
            confirmations: read_confirmations(reader, root),
        }
    }
}

fn read_confirmations(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>) -> Vec<Confirmation> {
    let mut confirmations = Vec::new();
    for mut entry in reader.list(root, "confirmation") {
        let none = Citation::default();
        let reading = reader.need::<u8>(&mut entry, "reading", "write the reading's number", &none);
        let by = reader.need::<String>(&mut entry, "by", "write the name of the person who confirms", &none);
        let on = reader.need::<String>(&mut entry, "on", "write the date, such as \"2026-11-15\"", &none);
        let approval = reader.read::<String>(&mut entry, "approval");
        reader.finish(&entry);
        if let Some(blank) = approval.as_ref().filter(|approval| approval.value.trim().is_empty()) {
            let help = "write the approval's reference, or remove it";
            reader.error("confirmation.approval", blank.span.clone(), "the reference is empty", help, &none);
        }
        if let Some(by) = by.as_ref().filter(|by| by.value.trim().is_empty()) {
            reader.error("confirmation.by", by.span.clone(), "the name is empty", "a named person must confirm", &none);
        }
        if let (Some(reading), Some(by), Some(on)) = (reading, by, on) {
            let approval = approval.map(|approval| approval.value);
            confirmations.push(Confirmation { reading: reading.value, by: by.value, on: on.value, approval });
        }
    }
    confirmations
}

/// What the house offers beside the base wagers.
struct SideWagers {
    bad_beat: Option<ThreeTable>,
    hand_bonus: Option<HandBonusTerms>,
    six_card: Option<SixCardTerms>,
    prime: Option<PrimeTerms>,
    progressive: Option<ProgressiveTerms>,
    five_card_progressive: Option<ProgressiveTerms>,
    cover_all: Option<CoverAllTerms>,
    tips: bool,
    match_play: bool,
}

impl SideWagers {
    fn read(
        reader: &mut HouseReader<'_>,
        root: &mut Section<'_, '_>,
        rules: &Rulebook,
        confirmations: &[Confirmation],
        cards: Option<&CardChoices>,
    ) -> SideWagers {
        let bad_beat = side::read_bad_beat(reader, root, rules, confirmations);
        let hand_bonus = side::read_hand_bonus(reader, root, rules, confirmations);
        let six_card = side::read_six_card(reader, root, rules, confirmations);
        let prime = side::read_prime(reader, root, rules, confirmations);
        let electronic = table::electronic(root, rules);
        let decks = cards.map(|cards| cards.decks);
        let earlier = progressive::EarlierSections { rules, confirmations, decks, electronic };
        let progressive = progressive::read_progressive(reader, root, &earlier, Wager::Progressive);
        let five_card_progressive = progressive::read_progressive(reader, root, &earlier, Wager::FiveCardProgressive);
        let cover_all = side::read_cover_all(reader, root, &earlier, cards);
        let tips = side::read_tips(reader, root, rules);
        let match_play = side::read_match_play(reader, root, rules);
        SideWagers {
            bad_beat,
            hand_bonus,
            six_card,
            prime,
            progressive,
            five_card_progressive,
            cover_all,
            tips,
            match_play,
        }
    }

    /// The wagers on offer that need limits of their own. One whose section has a fault still counts as offered.
    fn limited(&self, root: &mut Section<'_, '_>, rules: &Rulebook) -> Vec<Wager> {
        [
            (Wager::HandBonus, root.get("hand_bonus").is_some() && rules.knows(Wager::HandBonus)),
            (Wager::SixCardBonus, root.get("six_card_bonus").is_some() && rules.knows(Wager::SixCardBonus)),
            (Wager::Prime, root.get("prime").is_some() && rules.knows(Wager::Prime)),
            (Wager::CoverAll, root.get("cover_all").is_some() && rules.knows(Wager::CoverAll)),
            (Wager::TipAnte, self.tips),
            (Wager::MatchPlay, self.match_play),
        ]
        .into_iter()
        .filter_map(|(wager, offered)| offered.then_some(wager))
        .collect()
    }
}
