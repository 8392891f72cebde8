//! Decks, shuffler, cut, dealing device and stub, as a house chooses them.

use super::automation::{Automation, CardSource, read_source};
use super::sheet::{Section, Sheet, Written};
use crate::rulebook::Rulebook;
use crate::rulebook::vocabulary::{
    Checklist, CutWhen, DealDevice, DealerStack, DecksReceived, Reopening, ShufflerKind,
};

/// Decks, shuffler, cut, dealing device and stub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardChoices {
    /// How many decks: one or two.
    pub decks: u8,
    /// The back colour of each deck.
    pub backs: Vec<String>,
    /// Hours until a deck must be changed; `None` without a limit.
    pub life_hours: Option<u32>,
    /// How decks arrive.
    pub received: DecksReceived,
    /// The kind of shuffler.
    pub shuffler: ShufflerKind,
    /// Whether it counts the deck after each shuffle.
    pub counts: bool,
    /// Whether it feeds a shoe.
    pub feeds_shoe: bool,
    /// Whether it is an approved device that reshuffles and counts.
    pub reshuffles: bool,
    /// What the cards are dealt from.
    pub device: DealDevice,
    /// Where the dealer's stack waits, when an automated shoe deals.
    pub dealer_stack: Option<DealerStack>,
    /// A stub is counted at least once in this many rounds; `None` where the book wants no count.
    pub count_every: Option<u8>,
    /// Whether the stub need not be counted in a round whose cards the shuffler has counted.
    pub count_exempts: bool,
    /// When the cards are cut.
    pub cut_when: CutWhen,
    /// The shallowest cut, in cards from the top.
    pub cut_shallowest: u8,
    /// The deepest cut: the house's own rule, as no document sets a smallest remainder (READING 21).
    pub cut_deepest: u8,
    /// How an idle table opens again.
    pub reopening: Option<Reopening>,
    /// Seconds without a player after which the cards are spread; `None` where the book does not ask for it.
    pub idle_seconds: Option<u32>,
    /// The checklist for a book without opening steps.
    pub checklist: Option<Checklist>,
    /// Where the cards come from.
    pub source: CardSource,
}

pub(super) fn read_cards(
    sheet: &mut Sheet<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    automation: Option<Automation>,
) -> Option<CardChoices> {
    let code = &rules.code;
    let mut shuffler = sheet.section(root, "shuffler");
    let kind = sheet.choose(&mut shuffler, "kind", &rules.shuffle.shuffler);
    let counts = sheet.read::<bool>(&mut shuffler, "counts");
    let feeds_shoe = sheet.choose_if(&mut shuffler, "feeds_shoe", rules.shuffle.feeds_shoe.as_ref(), code);
    let reshuffles = sheet.choose_if(&mut shuffler, "reshuffles", rules.shuffle.reshuffling_device.as_ref(), code);
    let counts = match (&counts, kind) {
        (Some(counts), Some(ShufflerKind::None)) if counts.value => {
            let help = "name the shuffler's kind, or remove `counts`";
            let rule = rules.shuffle.wrong_count_removes_deck.as_ref();
            let cite = rule.map(|rule| rule.cite.clone()).unwrap_or_default();
            let message = "there is no shuffler to count";
            sheet.error(shuffler.key("counts"), counts.span.clone(), message, help, &cite);
            false
        }
        (counts, _) => counts.as_ref().is_some_and(|counts| counts.value),
    };
    sheet.finish(&shuffler);

    let mut deal = sheet.section(root, "deal");
    let device = sheet.choose(&mut deal, "device", &rules.deal.device);
    let dealer_stack = read_dealer_stack(sheet, &mut deal, rules, device);
    check_hand_needs_shuffler(sheet, &mut deal, rules, device, kind);
    check_stacks_need_shuffler(sheet, &mut deal, rules, device, kind);
    if let (Some(true), Some(rule), Some(DealDevice::Hand)) = (feeds_shoe, &rules.shuffle.feeds_shoe, device) {
        let span = deal.get("device").map_or(deal.span.clone(), toml::Spanned::span);
        let help = "deal from a shoe, or set shuffler.feeds_shoe to false";
        sheet.error(deal.key("device"), span, "the shuffler feeds a shoe, and there is none", help, &rule.cite);
    }
    sheet.finish(&deal);

    let mut deck = sheet.section(root, "deck");
    let decks = sheet.choose(&mut deck, "decks", &rules.deck.decks);
    check_second_needs_shuffler(sheet, &mut deck, rules, decks, kind);
    let backs = read_backs(sheet, &mut deck, rules, decks);
    let life_hours = read_life(sheet, &mut deck, rules, device);
    let received = sheet.choose(&mut deck, "received", &rules.deck.received);
    sheet.finish(&deck);

    let mut stub = sheet.section(root, "stub");
    let count_every = match &rules.stub.count_every {
        Some(bound) => sheet.bounded(&mut stub, "count_every", bound),
        None => {
            sheet.not_in_book(&mut stub, "count_every", code);
            None
        }
    };
    let count_exempts = counts && rules.stub.counting_shuffler_exempts.as_ref().is_some_and(|rule| rule.allows(&true));
    sheet.finish(&stub);

    let mut cut = sheet.section(root, "cut");
    let cut_when = sheet.choose(&mut cut, "when", &rules.cut.when);
    let deepest = read_deepest(sheet, &mut cut, rules);
    sheet.finish(&cut);

    let mut idle = sheet.section(root, "idle");
    let reopening = sheet.choose_if(&mut idle, "reopening", rules.idle.reopening.as_ref(), code);
    let idle_seconds = match &rules.idle.after_seconds {
        Some(bound) => sheet.bounded(&mut idle, "after_seconds", bound),
        None => {
            sheet.not_in_book(&mut idle, "after_seconds", code);
            None
        }
    };
    sheet.finish(&idle);
    let mut opening = sheet.section(root, "opening");
    let checklist = sheet.choose_if(&mut opening, "checklist", rules.opening.checklist.as_ref(), code);
    sheet.finish(&opening);
    let source = read_source(sheet, root, automation);

    Some(CardChoices {
        decks: decks?,
        backs: backs?,
        life_hours: life_hours?,
        received: received?,
        shuffler: kind?,
        counts,
        feeds_shoe: feeds_shoe.unwrap_or(false),
        reshuffles: reshuffles.unwrap_or(false),
        device: device?,
        dealer_stack,
        count_every,
        count_exempts,
        cut_when: cut_when?,
        cut_shallowest: rules.cut.depth.at_least.unwrap_or(1),
        cut_deepest: deepest?,
        reopening,
        idle_seconds,
        checklist,
        source: source?,
    })
}

/// Where the dealer's stack waits; this matters only with an automated shoe.
fn read_dealer_stack(
    sheet: &mut Sheet<'_>,
    deal: &mut Section<'_, '_>,
    rules: &Rulebook,
    device: Option<DealDevice>,
) -> Option<DealerStack> {
    if device == Some(DealDevice::AutomatedShoe) {
        return sheet.choose_if(deal, "dealer_stack", rules.deal.dealer_stack.as_ref(), &rules.code);
    }
    if let (Some(value), Some(device)) = (deal.get("dealer_stack"), device) {
        let message = format!("{} deals card by card: the dealer's stack waits nowhere", device.show());
        let cite = rules.deal.dealer_stack.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default();
        sheet.error(
            deal.key("dealer_stack"),
            value.span(),
            message,
            "remove it, or deal from an automated shoe",
            &cite,
        );
    }
    None
}

fn check_hand_needs_shuffler(
    sheet: &mut Sheet<'_>,
    deal: &mut Section<'_, '_>,
    rules: &Rulebook,
    device: Option<DealDevice>,
    kind: Option<ShufflerKind>,
) {
    let needed = rules.deal.hand_needs_shuffler.as_ref().filter(|rule| rule.allows(&true));
    if let (Some(rule), Some(DealDevice::Hand), Some(ShufflerKind::None)) = (needed, device, kind) {
        let span = deal.get("device").map_or(deal.span.clone(), toml::Spanned::span);
        let help = "set shuffler.kind to \"automated\" or \"hand_dispensing\", or deal from a shoe";
        sheet.error(deal.key("device"), span, "dealing from the hand needs an automated shuffler", help, &rule.cite);
    }
}

/// Where the book says so, stacks of three come only from a device that shuffles.
fn check_stacks_need_shuffler(
    sheet: &mut Sheet<'_>,
    deal: &mut Section<'_, '_>,
    rules: &Rulebook,
    device: Option<DealDevice>,
    kind: Option<ShufflerKind>,
) {
    let needed = rules.deal.stacks_need_shuffler.as_ref().filter(|rule| rule.allows(&true));
    if let (Some(rule), Some(DealDevice::AutomatedShoe), Some(ShufflerKind::None)) = (needed, device, kind) {
        let span = deal.get("device").map_or(deal.span.clone(), toml::Spanned::span);
        let help = "set shuffler.kind to \"automated\" or \"hand_dispensing\", or deal from the hand";
        let message = "stacks of three come from a device that shuffles the cards";
        sheet.error(deal.key("device"), span, message, help, &rule.cite);
    }
}

/// The house's deepest cut: its own rule, between the book's shallowest cut and the last card but one.
fn read_deepest(sheet: &mut Sheet<'_>, cut: &mut Section<'_, '_>, rules: &Rulebook) -> Option<u8> {
    const LAST: u8 = 51;
    if cut.get("deepest").is_none() {
        return Some(rules.cut.depth.at_most.unwrap_or(LAST));
    }
    let deepest = sheet.bounded(cut, "deepest", &rules.cut.depth)?;
    if deepest > LAST {
        let span = cut.get("deepest").map_or(cut.span.clone(), toml::Spanned::span);
        let message = format!("a cut at {deepest} of 52 cards");
        sheet.error(cut.key("deepest"), span, message, "write at most 51", &rules.cut.depth.cite);
        return None;
    }
    Some(deepest)
}

fn check_second_needs_shuffler(
    sheet: &mut Sheet<'_>,
    deck: &mut Section<'_, '_>,
    rules: &Rulebook,
    decks: Option<u8>,
    kind: Option<ShufflerKind>,
) {
    let needed = rules.deck.second_needs_shuffler.as_ref().filter(|rule| rule.allows(&true));
    if let (Some(rule), Some(2..), Some(ShufflerKind::None)) = (needed, decks, kind) {
        let span = deck.get("decks").map_or(deck.span.clone(), toml::Spanned::span);
        let help = "set shuffler.kind to \"automated\" or \"hand_dispensing\", or use one deck";
        sheet.error(deck.key("decks"), span, "a second deck needs an automated shuffler", help, &rule.cite);
    }
}

/// The back colours: one per deck, and different where the book says so.
fn read_backs(
    sheet: &mut Sheet<'_>,
    deck: &mut Section<'_, '_>,
    rules: &Rulebook,
    decks: Option<u8>,
) -> Option<Vec<String>> {
    let differ = rules.deck.backs_differ.as_ref().filter(|rule| rule.allows(&true));
    let cite = differ.map(|rule| rule.cite.clone()).unwrap_or_default();
    let given = deck.get("backs");
    let decks = usize::from(decks?);
    let Some(value) = given else {
        if decks > 1 {
            let help = "write such as backs = [\"red\", \"blue\"]";
            sheet.error(deck.key("backs"), deck.span.clone(), "missing: two decks need two back colours", help, &cite);
            return None;
        }
        return Some(vec!["red".to_owned()]);
    };
    let items =
        value.get_ref().as_array().map(|items| items.iter().map(|item| item.get_ref().as_str()).collect::<Vec<_>>());
    let colours: Option<Vec<String>> =
        items.and_then(|items| items.into_iter().map(|item| item.map(str::to_owned)).collect());
    let Some(colours) = colours.filter(|colours| colours.len() == decks) else {
        let message = format!("expected a list of {decks} colour{}", if decks == 1 { "" } else { "s" });
        sheet.error(deck.key("backs"), value.span(), message, "write such as backs = [\"red\", \"blue\"]", &cite);
        return None;
    };
    let lowered: Vec<String> = colours.iter().map(|colour| colour.trim().to_lowercase()).collect();
    if differ.is_some() && lowered.len() == 2 && lowered.first() == lowered.last() {
        sheet.error(
            deck.key("backs"),
            value.span(),
            "the two decks have the same back colour",
            "choose two colours",
            &cite,
        );
        return None;
    }
    Some(lowered)
}

/// The life of a deck: at most the book's limit for the dealing device.
fn read_life(
    sheet: &mut Sheet<'_>,
    deck: &mut Section<'_, '_>,
    rules: &Rulebook,
    device: Option<DealDevice>,
) -> Option<Option<u32>> {
    // Marks the key as known even if the device is not, so that one fault does not look like two.
    let _ = deck.get("life_hours");
    let bound = match device? {
        DealDevice::Hand => &rules.deck.life_hours_hand,
        DealDevice::ManualShoe | DealDevice::AutomatedShoe => &rules.deck.life_hours_shoe,
    };
    let hours = sheet.bounded(deck, "life_hours", bound);
    match (hours, deck.get("life_hours")) {
        (None, Some(_)) => None,
        (Some(0), Some(value)) => {
            sheet.error(
                deck.key("life_hours"),
                value.span(),
                "a deck cannot live 0 hours",
                "write at least 1",
                &bound.cite,
            );
            None
        }
        (hours, _) => Some(hours),
    }
}
