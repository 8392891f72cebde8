//! The layout before the hands are turned up: the wagers on it, and the house's terms that they need.

use cards::FiveCategory;
use enumset::enum_set;

use super::order::PassSteps;
use super::place::{PLAYED, Wagers, lost_by, made_of};
use super::{Decision, Laid, Meters, Movement, POSITIONS, Register, Round, Settlement, limits, order};
use crate::hand::HandName;
use crate::house::{House, ProgressiveTerms, SixCardTerms};
use crate::rulebook::vocabulary::{CommunityWhen, Direction, LimitSharing, MultiWin};
use crate::rulebook::{ProgressiveRules, SixCardRules};
use crate::wager::Wager;

/// The wagers of a table, laid out for the settlement. It holds no cards and no decisions, so a table that plays round
/// after round with the same wagers lays them out once.
#[derive(Clone)]
pub struct TableLayout<'h, const N: usize = POSITIONS> {
    /// The seats in settlement order: each one's place at the table, and its wagers.
    seats: [(u8, Wagers); N],
    taken: usize,
    called: Called<'h>,
}

/// The house's terms that the wagers of a table need.
#[derive(Clone)]
pub(super) struct Called<'h> {
    pub(super) house: &'h House,
    /// Every wager made anywhere at the table.
    pub(super) made: Wagers,
    /// The wagers that a folded hand loses, and those that an entirely forfeited hand loses.
    folded: Wagers,
    forfeited: Wagers,
    /// The terms and law of the side wagers.
    pub(super) six_card: Option<(&'h SixCardTerms, &'h SixCardRules)>,
    pub(super) progressives: [Option<(&'h ProgressiveTerms, &'h ProgressiveRules)>; 2],
    /// The lowest hands that give anybody envy.
    pub(super) envy: Option<HandName>,
    pub(super) five_card_envy: Option<FiveCategory>,
    /// Whether several winners share meters, and how limits cut what a round pays, if the house has any.
    pub(super) shares_meters: bool,
    pub(super) limits: Option<LimitSharing>,
    /// The passes over the table, in order.
    pub(super) passes: Vec<PassSteps>,
}

impl<'h, const N: usize> TableLayout<'h, N> {
    /// Lays out the wagers of a round.
    #[must_use]
    pub fn of(house: &'h House, round: &Round<N>) -> TableLayout<'h, N> {
        let book = &*house.book;
        let mut seats = [(0, Wagers::empty()); N];
        let (mut taken, mut made) = (0, Wagers::empty());
        let mut places = round.seats.iter().zip(0..=u8::MAX);
        let from_right = house.across == Direction::RightToLeft;
        while let Some((seat, place)) = if from_right { places.next_back() } else { places.next() } {
            if let Some(seat) = seat {
                let own = made_of(&seat.stakes);
                let own = if seat.decision.is_none() { own - PLAYED } else { own };
                made |= own;
                seats[taken] = (place, own);
                taken += 1;
            }
        }
        let shared = |terms: &Option<ProgressiveTerms>| {
            terms.as_ref().is_some_and(|terms| terms.multi_win == MultiWin::EqualShares)
        };
        let called = Called {
            house,
            made,
            folded: lost_by(house.fold_terms(Some(Decision::Fold))),
            forfeited: lost_by(house.fold_terms(Some(Decision::Forfeit))),
            six_card: house.six_card.as_ref().zip(book.six_card_bonus.as_ref()),
            progressives: [
                house.progressive.as_ref().zip(book.progressive.as_ref()),
                house.five_card_progressive.as_ref().zip(book.five_card_progressive.as_ref()),
            ],
            envy: lowest_envy_hand(house, made),
            five_card_envy: lowest_five_card_envy_hand(house, made),
            shares_meters: shared(&house.progressive) || shared(&house.five_card_progressive),
            limits: house.limits_payouts().then_some(house.payout.sharing),
            passes: passes(house, made),
        };
        TableLayout { seats, taken, called }
    }

    /// Settles a round into any register, and returns the meters afterwards if anything was won from them. The round
    /// must have the wagers that were laid out; they are not read again.
    pub fn settle_into<R: Register<'h>>(&self, round: &Round<N>, out: &mut R) -> Option<Meters> {
        debug_assert!(self.fits(round), "the round has other wagers than were laid out");
        let Round { seats, dealer, community, meters } = round;
        let laid = Laid { seats, dealer: *dealer, community: *community, meters };
        if self.called.limits == Some(LimitSharing::InProportion) {
            return self.settle_in_proportion(laid, out);
        }
        let mut settlement = Settlement::new(&self.called, laid, out);
        order::walk::<R, N>(&mut settlement, &self.seats[..self.taken.min(N)]);
        settlement.meters
    }

    /// Settles a round whose wins share the cut of a limit: all of them must be known before the first is paid.
    #[cold]
    fn settle_in_proportion<R: Register<'h>>(&self, laid: Laid<'_>, out: &mut R) -> Option<Meters> {
        let mut movements = Vec::new();
        let mut settlement = Settlement::new(&self.called, laid, &mut movements);
        order::walk::<Vec<Movement<'h>>, N>(&mut settlement, &self.seats[..self.taken.min(N)]);
        let mut meters = settlement.meters;
        limits::share(self.called.house, &mut movements, meters.as_mut());
        movements.into_iter().for_each(|movement| out.write(movement));
        meters
    }

    /// Whether a round has exactly the wagers that were laid out.
    #[must_use]
    pub fn fits(&self, round: &Round<N>) -> bool {
        let other = TableLayout::of(self.called.house, round);
        self.seats == other.seats && self.taken == other.taken
    }
}

impl Called<'_> {
    /// The wagers that a hand loses by this decision.
    pub(super) fn lost_by(&self, decision: Option<Decision>) -> Wagers {
        match decision {
            Some(Decision::Fold) => self.folded,
            Some(Decision::Forfeit) => self.forfeited,
            Some(Decision::Play) | None => Wagers::empty(),
        }
    }
}

/// The passes over the table. Where community cards come at the end, what they decide is paid after everything else:
/// limits must count it in that order.
fn passes(house: &House, made: Wagers) -> Vec<PassSteps> {
    let law = &house.settlement().passes;
    let community = house.book.deal.community.as_ref();
    let at_end = community.is_some_and(|rule| rule.allows(&CommunityWhen::AtEnd));
    if !at_end || !house.limits_payouts() {
        return law.iter().map(|law| PassSteps::of(law, house.across, made)).collect();
    }
    let of = |wagers: Wagers| law.iter().map(move |law| PassSteps::of(law, house.across, made & wagers));
    of(!BY_COMMUNITY).chain(of(BY_COMMUNITY)).collect()
}

/// The wagers that community cards decide.
const BY_COMMUNITY: Wagers = enum_set!(Wager::FiveCardProgressive | Wager::FiveCardEnvy);

/// The lowest three-card hand that gives anybody envy: the last line, since lines run from the highest hand down.
fn lowest_envy_hand(house: &House, made: Wagers) -> Option<HandName> {
    let terms = house.progressive.as_ref().filter(|_| made.contains(Wager::Envy))?.envy.as_ref()?;
    terms.lines.last().map(|line| line.hand)
}

/// The same with the community cards, as a class of hand.
fn lowest_five_card_envy_hand(house: &House, made: Wagers) -> Option<FiveCategory> {
    let terms = house.five_card_progressive.as_ref().filter(|_| made.contains(Wager::FiveCardEnvy))?;
    let order = terms.envy.as_ref()?.lines.last()?.hand.five_card_order()?;
    // Super royals rank above these classes, but are made of six cards.
    FiveCategory::ALL.get(usize::from(order).saturating_sub(1)).copied()
}
