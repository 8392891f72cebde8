//! A rulebook: one jurisdiction as data. It says what is permitted, required and forbidden, with paytables, clauses and
//! readings. The engine knows nothing else about any jurisdiction.

mod approvals;
mod choosable;
mod citations;
mod consistency;
mod currency;
mod dealing;
mod figures;
mod layout;
mod mending;
mod payout;
mod play;
mod procedure;
mod qualification;
mod reader;
mod remedies;
mod side;
mod step;
pub mod vocabulary;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use approvals::{ApprovalKind, ApprovalRule, NeededAt};
pub use citations::{CitedLaw, LawCited, citations};
pub(crate) use citations::{KnownLaw, is_code};
pub use currency::CurrencyRules;
pub use dealing::{CutRules, DealRules, DeckRules, IdleRules, OpeningRules, ShuffleRules, StubRules, TableRules};
pub(crate) use figures::CUT_MAX;
pub use layout::{LayoutRules, PAID, PLACED};
pub use payout::PayoutRules;
pub use play::{
    Alternative, FoldRules, ForfeitRules, IrregularityRules, Pass, PaymentRules, PeopleRules, RankingRules,
    SettlementRules, ShowdownRules, Stated, WagerRules,
};
pub use procedure::Procedure;
pub use qualification::Qualification;
pub(crate) use reader::place_of;
pub use reader::{BookFault, BookFaults, BookFile};
pub use side::{
    BadBeatRules, CoverAllRules, EnvyRules, HandBonusRules, MatchPlayRules, PrimeRules, ProgressiveRules, SixCardRules,
    TipRules,
};
pub use step::Step;

use crate::paytable::Paytable;
use crate::reference::PerWord;
use crate::rulebook::vocabulary::Role;
use crate::wager::Wager;

/// One jurisdiction.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The code the product uses for it.
    pub code: String,
    /// The document's name.
    pub title: String,
    /// Who issued it.
    pub authority: String,
    /// The legal standing of the document.
    pub standing: String,
    /// The money that amounts are in. Without it, amounts are in US dollars.
    pub currency: Option<CurrencyRules>,
    /// The table and its positions.
    pub table: TableRules,
    /// What must be approved before it is used. Without it, nothing must be approved.
    #[serde(default)]
    #[schemars(with = "PerWord<ApprovalKind, ApprovalRule>")]
    pub approvals: BTreeMap<ApprovalKind, ApprovalRule>,
    /// The printed layout. Without it, the house is free in what it prints.
    #[serde(default)]
    pub layout: LayoutRules,
    /// The decks.
    pub deck: DeckRules,
    /// How decks are opened.
    pub opening: OpeningRules,
    /// The shuffle.
    pub shuffle: ShuffleRules,
    /// The cut.
    pub cut: CutRules,
    /// The idle table.
    pub idle: IdleRules,
    /// The deal.
    pub deal: DealRules,
    /// The stub.
    pub stub: StubRules,
    /// How hands rank.
    pub ranking: RankingRules,
    /// The base wagers.
    pub wagers: WagerRules,
    /// What a fold does.
    pub fold: FoldRules,
    /// A hand forfeited entirely, where the book has that. Without it, no hand can be forfeited entirely.
    pub forfeit: Option<ForfeitRules>,
    /// The comparison with the dealer.
    pub showdown: ShowdownRules,
    /// The order of settlement.
    pub settlement: SettlementRules,
    /// How amounts are paid.
    pub payment: PaymentRules,
    /// The bad beat bonus on the play. Without it, no house can offer it.
    pub bad_beat: Option<BadBeatRules>,
    /// The hand bonus, with a stake of its own. Without it, no house can offer it.
    pub hand_bonus: Option<HandBonusRules>,
    /// The six card bonus. Without it, no house can offer it.
    pub six_card_bonus: Option<SixCardRules>,
    /// The prime, on cards of one colour. Without it, no house can offer it.
    pub prime: Option<PrimeRules>,
    /// The three-card progressive. Without it, no house can offer it.
    pub progressive: Option<ProgressiveRules>,
    /// The five-card progressive. Without it, no house can offer it.
    pub five_card_progressive: Option<ProgressiveRules>,
    /// Cover All. Without it, no house can offer it.
    pub cover_all: Option<CoverAllRules>,
    /// Tips as wagers. Without it, tips cannot be wagered.
    pub tips: Option<TipRules>,
    /// Match play coupons. Without it, no house can take them.
    pub match_play: Option<MatchPlayRules>,
    /// What can go wrong, and the remedies.
    pub irregularities: IrregularityRules,
    /// What applies to players and staff.
    pub people: PeopleRules,
    /// The procedure of the table, step by step. Without it, the dealer does every step, and no step cites a clause.
    #[serde(default)]
    pub procedure: Procedure,
    /// All paytables, including struck ones.
    #[serde(rename = "paytable")]
    pub paytables: Vec<Paytable>,
}

impl Rulebook {
    /// The paytables of a wager in the book's order, including struck ones.
    pub fn paytables_of(&self, wager: Wager) -> impl Iterator<Item = &Paytable> {
        self.paytables.iter().filter(move |table| table.wager == wager)
    }

    /// A paytable by wager and id.
    #[must_use]
    pub fn paytable(&self, wager: Wager, id: &str) -> Option<&Paytable> {
        self.paytables_of(wager).find(|table| table.id == id)
    }

    /// The rules of a progressive.
    #[must_use]
    pub fn progressive_rules(&self, wager: Wager) -> Option<&ProgressiveRules> {
        match wager {
            Wager::Progressive => self.progressive.as_ref(),
            Wager::FiveCardProgressive => self.five_card_progressive.as_ref(),
            _ => None,
        }
    }

    /// Who confirms a large win before it is paid: whoever validates at this book's tables, or else a floorperson
    /// (READING 81).
    #[must_use]
    pub fn validator(&self) -> Role {
        let step = self.procedure.has(Step::Validate).then(|| self.procedure.by(Step::Validate));
        let stated = || self.progressive.as_ref().and_then(|law| law.validated_by.default);
        step.or_else(stated).unwrap_or(Role::Floorperson)
    }

    /// Whether the book has this wager.
    #[must_use]
    pub fn knows(&self, wager: Wager) -> bool {
        match wager {
            Wager::Ante | Wager::Play | Wager::AnteBonus | Wager::PairPlus => true,
            Wager::BadBeat => self.bad_beat.is_some(),
            Wager::HandBonus => self.hand_bonus.is_some(),
            Wager::SixCardBonus => self.six_card_bonus.is_some(),
            Wager::Prime => self.prime.is_some(),
            Wager::Progressive => self.progressive.is_some(),
            Wager::FiveCardProgressive => self.five_card_progressive.is_some(),
            Wager::CoverAll => self.cover_all.is_some(),
            Wager::Envy => self.progressive.as_ref().is_some_and(|p| p.envy.is_some()),
            Wager::FiveCardEnvy => self.five_card_progressive.as_ref().is_some_and(|p| p.envy.is_some()),
            Wager::TipAnte | Wager::TipPlay | Wager::TipAnteBonus | Wager::TipPairPlus => self.tips.is_some(),
            Wager::MatchPlay => self.match_play.is_some(),
        }
    }
}
