//! The table, the decks, the shuffle, the cut, the deal and the stub, as a rulebook states them.

use serde::Deserialize;

use super::play::Stated;
use super::vocabulary::{
    Checklist, CommunityWhen, CoverCard, CutCover, CutDeclined, CutOffer, CutWhen, DealDevice, DealerStack,
    DecksReceived, OpeningStep, Reopening, Role, ShufflerKind,
};
use crate::rule::{Bound, Rule};

/// The table and its positions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRules {
    /// Betting positions.
    pub positions: Bound<u8>,
    /// Positions one person may play.
    pub positions_per_player: Bound<u8>,
    /// Whether one person's positions must be adjacent.
    pub adjacent: Rule<bool>,
    /// Progressive sensors at each position. Without it, positions have no sensors, and nothing is placed on one.
    pub sensors: Option<Rule<u8>>,
    /// The sensors it takes to run both progressives. Without it, both can run on any number.
    pub both_progressives_need_sensors: Option<Rule<u8>>,
    /// The dealer-controlled electronic version. Without it, there is none.
    pub electronic: Option<Rule<bool>>,
    /// Terminals of the electronic version; more only with a confirmation that names an approval. Without it, a house
    /// cannot name any.
    pub terminals: Option<Bound<u8>>,
}

/// The decks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckRules {
    /// How many decks may be used.
    pub decks: Rule<u8>,
    /// Whether a second deck needs an automated shuffler. Without it, it does not.
    pub second_needs_shuffler: Option<Rule<bool>>,
    /// Whether the backs of two decks must differ in colour. Without it, they may be the same.
    pub backs_differ: Option<Rule<bool>>,
    /// Whether two decks alternate round by round, one in the shuffler and one in play. Without it, they do not.
    pub alternate: Option<Rule<bool>>,
    /// The cover card.
    pub cover_card: Rule<CoverCard>,
    /// The longest life of a deck dealt by hand, in hours. Where there is neither `default` nor `at_most`, a house that
    /// names none has no limit.
    pub life_hours_hand: Bound<u32>,
    /// The longest life of a deck dealt from a shoe, in hours. Where there is neither `default` nor `at_most`, a house that
    /// names none has no limit.
    pub life_hours_shoe: Bound<u32>,
    /// How decks may arrive.
    pub received: Rule<DecksReceived>,
}

/// How decks are opened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningRules {
    /// The steps in order; absent where the book has none. Without it, the house chooses a checklist, if the book has
    /// that.
    pub steps: Option<Rule<Vec<OpeningStep>>>,
    /// Whether each of two decks goes through them separately. Without it, the opening cites no clause for that.
    pub each_deck: Option<Rule<bool>>,
    /// The checklist of a book without steps. Without it, a book without steps has no opening steps.
    pub checklist: Option<Rule<Checklist>>,
}

/// The shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShuffleRules {
    /// The shufflers that may be used.
    pub shuffler: Rule<ShufflerKind>,
    /// Whether a shuffle precedes play and follows each round.
    pub every_round: Rule<bool>,
    /// Who may order another shuffle. Without it, a floorperson may.
    pub ordered_by: Option<Rule<Role>>,
    /// Whether a deck is removed when a counting shuffler finds it wrong. Without it, the deck stays and is shuffled
    /// again.
    pub wrong_count_removes_deck: Option<Rule<bool>>,
    /// Whether the shuffler may feed a shoe. Without it, it does not.
    pub feeds_shoe: Option<Rule<bool>>,
    /// Whether an approved device that reshuffles and counts may make the cut, recut and idle rules unnecessary.
    /// Without it, no device does.
    pub reshuffling_device: Option<Rule<bool>>,
}

/// The cut.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutRules {
    /// When the cards are cut.
    pub when: Rule<CutWhen>,
    /// How many cards from the top the cut may be. The `default` is the deepest cut of a house that names none; without a
    /// `default` such a house cuts as deep as it may.
    pub depth: Bound<u8>,
    /// Where the cover card goes. Without it, the book does not say.
    pub cover: Option<Rule<CutCover>>,
    /// Who may order another cut before the first card. Without it, nobody may.
    pub recut_by: Option<Rule<Role>>,
    /// To whom the dealer offers the cut. Without it, the dealer cuts.
    pub offered: Option<Rule<CutOffer>>,
    /// Who cuts when every player has declined. Without it, the dealer does.
    pub declined: Option<Rule<CutDeclined>>,
}

/// The idle table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IdleRules {
    /// How an idle table opens again. Without it, the house cannot choose, and the opening begins where the first
    /// player looks.
    pub reopening: Option<Rule<Reopening>>,
    /// After how many seconds without a player a table is idle. Without it, tables are never idle by time.
    pub after_seconds: Option<Bound<u32>>,
}

/// The deal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealRules {
    /// The dealing devices.
    pub device: Rule<DealDevice>,
    /// Whether dealing from the hand needs an automated shuffler. Without it, it does not.
    pub hand_needs_shuffler: Option<Rule<bool>>,
    /// Whether stacks of three must come from cards that a device has shuffled. Without it, they need not.
    pub stacks_need_shuffler: Option<Rule<bool>>,
    /// Where the dealer's stack waits when an automated shoe deals. Without it, a house cannot choose.
    pub dealer_stack: Option<Rule<DealerStack>>,
    /// The order of the deal: left of the dealer first, clockwise, the dealer last.
    pub order: Stated,
    /// When the two community cards are dealt. Without it, they are dealt with the other hands.
    pub community: Option<Rule<CommunityWhen>>,
    /// How betting closes.
    pub closing: Stated,
    /// How progressive chips are collected and counted at the close.
    pub collection: Option<Stated>,
}

/// The stub.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StubRules {
    /// A stub is counted at least once in this many rounds, of the table and of a deck; absent if the book has no
    /// count. Without it, stubs are not counted.
    pub count_every: Option<Bound<u8>>,
    /// Whether no count is needed in a round whose cards a shuffler has counted. Without it, such a round counts like
    /// any other.
    pub counting_shuffler_exempts: Option<Rule<bool>>,
}
