//! Decks, shuffler, cut, dealing device and stub, as a house chooses them.

use super::automation::{Automation, CardSource, read_source};
use super::reader::{FileValue, HouseReader, Section};
use crate::rulebook::vocabulary::{
    Checklist, CutDeclined, CutOffer, CutWhen, DealDevice, DealerStack, DecksReceived, Reopening, ShufflerKind,
};
use crate::rulebook::{CUT_MAX, Rulebook};

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
    /// To whom the cut is offered.
    pub cut_offered: CutOffer,
    /// Who cuts when every player has declined.
    pub cut_declined: CutDeclined,
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
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    automation: Option<Automation>,
) -> Option<CardChoices> {
    let shuffler = read_shuffler(reader, root, rules);
    let (device, dealer_stack) = read_deal(reader, root, rules, &shuffler);
    let deck = read_deck(reader, root, rules, device, shuffler.kind);
    let count_every = read_stub(reader, root, rules);
    let cut = read_cut(reader, root, rules);
    let (reopening, idle_seconds) = read_idle(reader, root, rules);
    let checklist = read_opening(reader, root, rules);
    let source = read_source(reader, root, automation);

    let (deck, cut) = (deck?, cut?);
    let exempts = rules.stub.counting_shuffler_exempts.as_ref().is_some_and(|rule| rule.allows(&true));
    Some(CardChoices {
        decks: deck.decks,
        backs: deck.backs,
        life_hours: deck.life_hours,
        received: deck.received,
        shuffler: shuffler.kind?,
        counts: shuffler.counts,
        feeds_shoe: shuffler.feeds_shoe,
        reshuffles: shuffler.reshuffles,
        device: device?,
        dealer_stack,
        count_every,
        count_exempts: shuffler.counts && exempts,
        cut_when: cut.when,
        cut_shallowest: rules.cut.depth.at_least.unwrap_or(1),
        cut_deepest: cut.deepest,
        cut_offered: cut.offered,
        cut_declined: cut.declined,
        reopening,
        idle_seconds,
        checklist,
        source: source?,
    })
}

/// The house's shuffler.
struct ShufflerChoices {
    kind: Option<ShufflerKind>,
    counts: bool,
    feeds_shoe: bool,
    reshuffles: bool,
}

fn read_shuffler(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> ShufflerChoices {
    let (code, law) = (&rules.code, &rules.shuffle);
    let mut section = reader.section(root, "shuffler");
    let kind = reader.choose(&mut section, "kind", &law.shuffler);
    let counts = reader.read::<bool>(&mut section, "counts");
    let feeds_shoe = reader.choose_if(&mut section, "feeds_shoe", law.feeds_shoe.as_ref(), code);
    let reshuffles = reader.choose_if(&mut section, "reshuffles", law.reshuffling_device.as_ref(), code);
    let counts = match (&counts, kind) {
        (Some(counts), Some(ShufflerKind::None)) if counts.value => {
            let help = "name the shuffler's kind, or remove `counts`";
            let rule = law.wrong_count_removes_deck.as_ref();
            let cite = rule.map(|rule| rule.cite.clone()).unwrap_or_default();
            let message = "there is no shuffler to count";
            reader.error(section.key("counts"), counts.span.clone(), message, help, &cite);
            false
        }
        (counts, _) => counts.as_ref().is_some_and(|counts| counts.value),
    };
    reader.finish(&section);
    ShufflerChoices { kind, counts, feeds_shoe: feeds_shoe.unwrap_or(false), reshuffles: reshuffles.unwrap_or(false) }
}

/// What the cards are dealt from, and where the dealer's stack waits.
fn read_deal(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    shuffler: &ShufflerChoices,
) -> (Option<DealDevice>, Option<DealerStack>) {
    let mut deal = reader.section(root, "deal");
    let device = reader.choose(&mut deal, "device", &rules.deal.device);
    let dealer_stack = read_dealer_stack(reader, &mut deal, rules, device);
    check_hand_needs_shuffler(reader, &mut deal, rules, device, shuffler.kind);
    check_stacks_need_shuffler(reader, &mut deal, rules, device, shuffler.kind);
    if let (true, Some(rule), Some(DealDevice::Hand)) = (shuffler.feeds_shoe, &rules.shuffle.feeds_shoe, device) {
        let span = deal.get("device").map_or(deal.span.clone(), toml::Spanned::span);
        let help = "deal from a shoe, or set shuffler.feeds_shoe to false";
        reader.error(deal.key("device"), span, "the shuffler feeds a shoe, and there is none", help, &rule.cite);
    }
    reader.finish(&deal);
    (device, dealer_stack)
}

/// The house's decks.
struct DeckChoices {
    decks: u8,
    backs: Vec<String>,
    life_hours: Option<u32>,
    received: DecksReceived,
}

fn read_deck(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
    device: Option<DealDevice>,
    shuffler: Option<ShufflerKind>,
) -> Option<DeckChoices> {
    let mut deck = reader.section(root, "deck");
    let decks = reader.choose(&mut deck, "decks", &rules.deck.decks);
    check_second_needs_shuffler(reader, &mut deck, rules, decks, shuffler);
    let backs = read_backs(reader, &mut deck, rules, decks);
    let life_hours = read_life(reader, &mut deck, rules, device);
    let received = reader.choose(&mut deck, "received", &rules.deck.received);
    reader.finish(&deck);
    Some(DeckChoices { decks: decks?, backs: backs?, life_hours: life_hours?, received: received? })
}

/// How often the stub is counted, where the book wants a count.
fn read_stub(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> Option<u8> {
    let mut stub = reader.section(root, "stub");
    let count_every = match &rules.stub.count_every {
        Some(bound) => reader.figure(&mut stub, "count_every", bound),
        None => {
            reader.not_in_book(&mut stub, "count_every", &rules.code);
            None
        }
    };
    reader.finish(&stub);
    count_every
}

/// When the cards are cut, how deep, and by whom.
struct CutChoices {
    when: CutWhen,
    deepest: u8,
    offered: CutOffer,
    declined: CutDeclined,
}

fn read_cut(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> Option<CutChoices> {
    let law = &rules.cut;
    let mut cut = reader.section(root, "cut");
    let when = reader.choose(&mut cut, "when", &law.when);
    let deepest = read_deepest(reader, &mut cut, rules);
    let offered = match &law.offered {
        Some(rule) => reader.choose(&mut cut, "offered", rule),
        None => {
            reader.not_in_book(&mut cut, "offered", &rules.code);
            Some(CutOffer::Nobody)
        }
    };
    let declined = match &law.declined {
        Some(rule) => reader.choose(&mut cut, "declined", rule),
        None => {
            reader.not_in_book(&mut cut, "declined", &rules.code);
            Some(CutDeclined::Dealer)
        }
    };
    reader.finish(&cut);
    Some(CutChoices { when: when?, deepest: deepest?, offered: offered?, declined: declined? })
}

/// How an idle table opens again, and after how many seconds a table is idle.
fn read_idle(
    reader: &mut HouseReader<'_>,
    root: &mut Section<'_, '_>,
    rules: &Rulebook,
) -> (Option<Reopening>, Option<u32>) {
    let mut idle = reader.section(root, "idle");
    let reopening = reader.choose_if(&mut idle, "reopening", rules.idle.reopening.as_ref(), &rules.code);
    let after_seconds = match &rules.idle.after_seconds {
        Some(bound) => reader.figure(&mut idle, "after_seconds", bound),
        None => {
            reader.not_in_book(&mut idle, "after_seconds", &rules.code);
            None
        }
    };
    reader.finish(&idle);
    (reopening, after_seconds)
}

fn read_opening(reader: &mut HouseReader<'_>, root: &mut Section<'_, '_>, rules: &Rulebook) -> Option<Checklist> {
    let mut opening = reader.section(root, "opening");
    let checklist = reader.choose_if(&mut opening, "checklist", rules.opening.checklist.as_ref(), &rules.code);
    reader.finish(&opening);
    checklist
}

/// Where the dealer's stack waits; this matters only with an automated shoe.
fn read_dealer_stack(
    reader: &mut HouseReader<'_>,
    deal: &mut Section<'_, '_>,
    rules: &Rulebook,
    device: Option<DealDevice>,
) -> Option<DealerStack> {
    if device == Some(DealDevice::AutomatedShoe) {
        return reader.choose_if(deal, "dealer_stack", rules.deal.dealer_stack.as_ref(), &rules.code);
    }
    if let (Some(value), Some(device)) = (deal.get("dealer_stack"), device) {
        let message = format!("{} deals card by card: there is no dealer's stack to wait", device.show());
        let cite = rules.deal.dealer_stack.as_ref().map(|rule| rule.cite.clone()).unwrap_or_default();
        reader.error(
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
    reader: &mut HouseReader<'_>,
    deal: &mut Section<'_, '_>,
    rules: &Rulebook,
    device: Option<DealDevice>,
    kind: Option<ShufflerKind>,
) {
    let needed = rules.deal.hand_needs_shuffler.as_ref().filter(|rule| rule.allows(&true));
    if let (Some(rule), Some(DealDevice::Hand), Some(ShufflerKind::None)) = (needed, device, kind) {
        let span = deal.get("device").map_or(deal.span.clone(), toml::Spanned::span);
        let help = "set shuffler.kind to \"automated\" or \"hand_dispensing\", or deal from a shoe";
        reader.error(deal.key("device"), span, "dealing from the hand needs an automated shuffler", help, &rule.cite);
    }
}

/// Where the book says so, stacks of three come only from a device that shuffles.
fn check_stacks_need_shuffler(
    reader: &mut HouseReader<'_>,
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
        reader.error(deal.key("device"), span, message, help, &rule.cite);
    }
}

/// The house's deepest cut: its own rule, between the book's shallowest cut and the last card but one. A house that says
/// nothing cuts as the book has it, and else as deep as it may.
fn read_deepest(reader: &mut HouseReader<'_>, cut: &mut Section<'_, '_>, rules: &Rulebook) -> Option<u8> {
    let law = &rules.cut.depth;
    if cut.get("deepest").is_none() && law.default.is_none() && !law.stated {
        return Some(law.at_most.unwrap_or(CUT_MAX));
    }
    let deepest = reader.figure(cut, "deepest", law)?;
    if deepest > CUT_MAX {
        let span = cut.get("deepest").map_or(cut.span.clone(), toml::Spanned::span);
        let message = format!("a cut at {deepest} of 52 cards");
        reader.error(cut.key("deepest"), span, message, "write at most 51", &law.cite);
        return None;
    }
    Some(deepest)
}

fn check_second_needs_shuffler(
    reader: &mut HouseReader<'_>,
    deck: &mut Section<'_, '_>,
    rules: &Rulebook,
    decks: Option<u8>,
    kind: Option<ShufflerKind>,
) {
    let needed = rules.deck.second_needs_shuffler.as_ref().filter(|rule| rule.allows(&true));
    if let (Some(rule), Some(2..), Some(ShufflerKind::None)) = (needed, decks, kind) {
        let span = deck.get("decks").map_or(deck.span.clone(), toml::Spanned::span);
        let help = "set shuffler.kind to \"automated\" or \"hand_dispensing\", or use one deck";
        reader.error(deck.key("decks"), span, "a second deck needs an automated shuffler", help, &rule.cite);
    }
}

/// The back colours: one per deck, and different where the book says so.
fn read_backs(
    reader: &mut HouseReader<'_>,
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
            let help = "write, for example, backs = [\"red\", \"blue\"]";
            reader.error(deck.key("backs"), deck.span.clone(), "missing: two decks need two back colours", help, &cite);
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
        reader.error(
            deck.key("backs"),
            value.span(),
            message,
            "write, for example, backs = [\"red\", \"blue\"]",
            &cite,
        );
        return None;
    };
    let lowered: Vec<String> = colours.iter().map(|colour| colour.trim().to_lowercase()).collect();
    if differ.is_some() && lowered.len() == 2 && lowered.first() == lowered.last() {
        reader.error(
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
    reader: &mut HouseReader<'_>,
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
    // Where the book sets neither a longest life nor a usual one, a silent house has no limit (READING 18).
    let free = bound.default.is_none() && bound.at_most.is_none() && !bound.stated;
    if free && deck.get("life_hours").is_none() {
        return Some(None);
    }
    let hours = reader.figure(deck, "life_hours", bound)?;
    if let (0, Some(value)) = (hours, deck.get("life_hours")) {
        let message = "a deck cannot last 0 hours";
        reader.error(deck.key("life_hours"), value.span(), message, "write at least 1", &bound.cite);
        return None;
    }
    Some(Some(hours))
}
