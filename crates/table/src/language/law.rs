//! The law behind an event or a refusal: a key into the house's rulebook, so that no event copies a citation and no
//! code names a clause.

use rules::rulebook::Step;
use rules::rulebook::vocabulary::{DealDevice, Irregularity};
use rules::{Citation, House, Wager};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an act rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Law {
    /// A step of the procedure.
    Step(Step),
    /// A step of the procedure with another dealing device than the house's own, which is out of use.
    StepWith(Step, DealDevice),
    /// The remedy of an irregularity.
    Remedy(Irregularity),
    /// How many positions a table has.
    Positions,
    /// How many of them one person may play.
    PositionsPerPlayer,
    /// That they are adjacent.
    Adjacent,
    /// The base wagers.
    Base,
    /// The play wager equals the ante.
    PlayEqualsAnte,
    /// The posted minimum and maximum.
    Limits,
    /// What ties pair plus to the ante.
    Precondition,
    /// The electronic version.
    Electronic,
    /// Equal stakes.
    EqualStakes,
    /// The fixed stake of a progressive.
    Stake(Wager),
    /// What a side wager needs beside it.
    Needs(Wager),
    /// The shuffler without which a wager is not offered.
    Shuffler(Wager),
    /// Tips as wagers.
    Tips,
    /// Match play coupons.
    MatchPlay,
    /// Deck life, by what the deck is dealt from.
    DeckLife(DealDevice),
    /// A second deck needs a shuffler.
    SecondDeck,
    /// The shuffler puts its cards into the shoe by itself.
    FeedsShoe,
    /// A person has one part at a table.
    OnePart,
    /// Everybody could look before anybody decides.
    AllLook,
    /// From when players may look at their cards.
    LooksFrom,
    /// What was given up is collected before the dealer's hand is turned up.
    Forfeits,
    /// A hand is finished before the next is begun.
    Finishes,
    /// When the cards are cut, and how deep.
    Cut,
    /// To whom the cut is offered.
    CutOffer,
    /// Who cuts when every player has declined.
    CutDeclined,
    /// Who may order a recut.
    Recut,
    /// Who may order a shuffle.
    OrderShuffle,
    /// How often the stub is counted.
    StubCount,
    /// Dealing from the hand needs a shuffler.
    HandNeedsShuffler,
    /// When the community cards are dealt.
    Community,
    /// A fold loses the ante.
    Fold,
    /// A hand forfeited entirely.
    Forfeit,
    /// Who asks for folded hands.
    ViewFolded,
    /// A second person validates.
    Validation(Wager),
    /// The contributions of a void round go back.
    Reversal(Wager),
    /// What linked games share.
    Link(Wager),
    /// How a progressive's wagers are placed, locked and lit.
    System(Wager),
    /// A player who leaves.
    Leaver,
    /// A lost connection.
    LostConnection,
    /// The order of settlement.
    Settlement,
    /// One pass of it over the table, by its number from 0.
    Pass(u8),
    /// A rule of the house's own, where no document has one.
    House,
    /// No document speaks of it: the product's own order, such as money that is not there.
    Product,
}

/// The law of a step; where the book is silent, that of the step it belongs to.
fn step_law(house: &House, step: Step, device: DealDevice) -> &Citation {
    let book = &house.book;
    // Where the book offers alternative settlements, the law is that of the one the house chose.
    let own = match step {
        Step::RevealHand => house.settlement().reveals.as_ref(),
        Step::RackHand => house.settlement().racks.as_ref(),
        _ => None,
    };
    if let Some(own) = own {
        return &own.cite;
    }
    let stated = book.procedure.cite(step, device);
    if !stated.is_empty() {
        return stated;
    }
    let wider = match step {
        Step::CountChips | Step::BankChips | Step::LockOut | Step::Sense => Step::Collect,
        Step::VerifyHand | Step::VerifyLight | Step::SpotUndo | Step::Call => Step::Spot,
        Step::RackHand | Step::RackDealer | Step::CountFolded | Step::KeepFolded => Step::EndRound,
        Step::RevealHand | Step::RevealCommunity => Step::RevealDealer,
        Step::FaceDown | Step::DealerStack | Step::Community | Step::TakeStub => Step::Deal,
        Step::CountStub | Step::RackStub | Step::MisdealCheck => Step::TakeStub,
        Step::Collect => return &book.deal.closing.cite,
        Step::Spot => Step::Validate,
        Step::AfterClose | Step::NoMoreBets => return &book.deal.closing.cite,
        Step::Wager | Step::Instrument | Step::Seat | Step::SpokenCash => return &book.wagers.base.cite,
        Step::Deal => return &book.deal.order.cite,
        Step::Inspect | Step::Verify | Step::Spread | Step::FirstPlayer | Step::Wash | Step::Stack => {
            // A book without an opening uses the common checklist.
            return book.opening.checklist.as_ref().map_or(stated, |rule| &rule.cite);
        }
        Step::Void => return &book.irregularities.void_returns.cite,
        Step::Leave | Step::StaySeated => return &book.people.leaver.cite,
        Step::OutOfUse => return Law::Remedy(Irregularity::DeviceOutOfUse).cite(house),
        _ => return stated,
    };
    step_law(house, wider, device)
}

static NOTHING: Citation = Citation { clauses: Vec::new(), readings: Vec::new() };

impl Law {
    /// The clauses and readings in the house's book.
    #[must_use]
    pub fn cite(self, house: &House) -> &Citation {
        let book = &*house.book;
        let progressive = |wager| book.progressive_rules(wager);
        let found = match self {
            Law::Step(step) => Some(step_law(house, step, house.cards.device)),
            Law::StepWith(step, device) => Some(step_law(house, step, device)),
            Law::Remedy(what) => book.irregularities.remedies.get(&what).map(|rule| &rule.cite),
            Law::Positions => Some(&book.table.positions.cite),
            Law::PositionsPerPlayer => Some(&book.table.positions_per_player.cite),
            Law::Adjacent => Some(&book.table.adjacent.cite),
            Law::Base => Some(&book.wagers.base.cite),
            Law::PlayEqualsAnte => Some(&book.wagers.play.cite),
            Law::Limits => Some(&book.wagers.amounts.cite),
            Law::Precondition => book
                .wagers
                .preconditions
                .as_ref()
                .and_then(|laws| laws.get(&house.precondition))
                .map(|law| &law.cite)
                .or(Some(&book.wagers.precondition.cite)),
            Law::Electronic => book.table.electronic.as_ref().map(|rule| &rule.cite),
            Law::EqualStakes => book.wagers.equal_stakes.as_ref().map(|rule| &rule.cite),
            Law::Stake(wager) => progressive(wager).map(|law| &law.stake.cite),
            Law::Needs(Wager::SixCardBonus) => book.six_card_bonus.as_ref().map(|law| &law.needs.cite),
            Law::Needs(Wager::HandBonus) => book.hand_bonus.as_ref().map(|law| &law.needs.cite),
            Law::Needs(Wager::Prime) => book.prime.as_ref().map(|law| &law.needs.cite),
            Law::Needs(Wager::CoverAll) => book.cover_all.as_ref().map(|law| &law.needs.cite),
            Law::Needs(Wager::MatchPlay) | Law::MatchPlay => book.match_play.as_ref().map(|law| &law.offered.cite),
            Law::Needs(wager) => progressive(wager).map(|law| &law.needs.cite).or(Some(&book.wagers.base.cite)),
            Law::Shuffler(_) => book.cover_all.as_ref().map(|law| &law.shuffler.cite),
            Law::Tips => book.tips.as_ref().map(|law| &law.needs_own_wager.cite),
            Law::DeckLife(DealDevice::Hand) => Some(&book.deck.life_hours_hand.cite),
            Law::DeckLife(_) => Some(&book.deck.life_hours_shoe.cite),
            Law::SecondDeck => book.deck.second_needs_shuffler.as_ref().map(|rule| &rule.cite),
            Law::FeedsShoe => book.shuffle.feeds_shoe.as_ref().map(|rule| &rule.cite),
            Law::OnePart => book.people.one_part.as_ref().map(|law| &law.cite),
            Law::AllLook => book.people.all_look.as_ref().map(|law| &law.cite),
            Law::LooksFrom => book.people.looks_from.as_ref().map(|law| &law.cite),
            Law::Forfeits => book.fold.cards.as_ref().map(|law| &law.cite).or(Some(&book.fold.collected.cite)),
            Law::Finishes => house.settlement().finishes.as_ref().map(|law| &law.cite),
            Law::Cut => Some(&book.cut.depth.cite),
            Law::CutOffer => book.cut.offered.as_ref().map(|rule| &rule.cite),
            // A book that does not say who cuts then leaves it to whoever cuts otherwise.
            Law::CutDeclined => match &book.cut.declined {
                Some(rule) => Some(&rule.cite),
                None => Some(step_law(house, Step::Cut, house.cards.device)),
            },
            Law::Recut => book.cut.recut_by.as_ref().map(|rule| &rule.cite),
            Law::OrderShuffle => book.shuffle.ordered_by.as_ref().map(|rule| &rule.cite),
            Law::StubCount => book.stub.count_every.as_ref().map(|bound| &bound.cite),
            Law::HandNeedsShuffler => book.deal.hand_needs_shuffler.as_ref().map(|rule| &rule.cite),
            Law::Community => book.deal.community.as_ref().map(|rule| &rule.cite),
            Law::Fold => Some(&book.fold.ante.cite),
            Law::Forfeit => book.forfeit.as_ref().map(|law| &law.allowed.cite),
            Law::ViewFolded => book.people.view_folded.as_ref().map(|rule| &rule.cite),
            Law::Validation(wager) => progressive(wager)
                .map(|law| &law.validated_by.cite)
                .or(book.six_card_bonus.as_ref().and_then(|law| law.super_royal_paid_from.as_ref().map(|r| &r.cite))),
            Law::Reversal(wager) => progressive(wager).map(|law| &law.reversed_on_void.cite),
            Law::Link(wager) => progressive(wager).map(|law| &law.link_shares.cite),
            Law::System(wager) => progressive(wager).and_then(|law| law.system.as_ref()).map(|law| &law.cite),
            Law::Leaver => Some(&book.people.leaver.cite),
            Law::LostConnection => Some(&book.people.lost_connection.cite),
            Law::Settlement => Some(&house.settlement().cite),
            Law::Pass(number) => house.settlement().passes.get(usize::from(number)).map(|pass| &pass.cite),
            Law::House | Law::Product => None,
        };
        found.unwrap_or(&NOTHING)
    }
}
