//! What stands on the layout before the hands are turned up: which wagers, and what of the house's terms they call for.

use cards::FiveCategory;

use super::order::Pass;
use super::place::{PLAYED, Wagers, lost_by, made_of};
use super::{Decision, Laid, Meters, POSITIONS, Register, Round, Settlement, order};
use crate::hand::HandName;
use crate::house::{House, ProgressiveTerms, SixCardTerms};
use crate::rulebook::vocabulary::{Direction, MultiWin};
use crate::rulebook::{ProgressiveRules, SixCardRules};
use crate::wager::Wager;

/// The wagers of a table, laid out for the settlement. It knows no cards and no decisions, so that a table which plays
/// round after round with the same wagers lays them out once.
#[derive(Clone)]
pub struct Layout<'h, const N: usize = POSITIONS> {
    /// The seats in the order of the settlement: the place of each at the table, and what is wagered there.
    seats: [(u8, Wagers); N],
    taken: usize,
    called: Called<'h>,
}

/// What the wagers of a table call for of the house's terms.
#[derive(Clone)]
pub(super) struct Called<'h> {
    pub(super) house: &'h House,
    /// What is wagered anywhere.
    pub(super) made: Wagers,
    /// What a hand loses that is folded, and one that is forfeited entirely.
    folded: Wagers,
    forfeited: Wagers,
    /// The side wagers' terms and law.
    pub(super) six_card: Option<(&'h SixCardTerms, &'h SixCardRules)>,
    pub(super) progressives: [Option<(&'h ProgressiveTerms, &'h ProgressiveRules)>; 2],
    /// The lowest hands that give envy to anybody.
    pub(super) envy: Option<HandName>,
    pub(super) five_card_envy: Option<FiveCategory>,
    /// Whether meters are shared among several winners, and whether the house limits what a round pays.
    pub(super) shares_meters: bool,
    pub(super) limits: bool,
    /// The passes over the table.
    pub(super) passes: Vec<Pass>,
}

impl<'h, const N: usize> Layout<'h, N> {
    /// Lays out the wagers of a round.
    #[must_use]
    pub fn of(house: &'h House, round: &Round<N>) -> Layout<'h, N> {
        let book = &*house.book;
        let mut seats = [(0, Wagers::empty()); N];
        let (mut taken, mut made) = (0, Wagers::empty());
        let mut places = round.seats.iter().zip(0..=u8::MAX);
        let from_right = book.settlement.across.default.unwrap_or(Direction::RightToLeft) == Direction::RightToLeft;
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
            limits: house.limit_per_player.is_some() || house.limit_per_table.is_some(),
            passes: house.settlement().passes.iter().map(|law| Pass::of(law, made)).collect(),
        };
        Layout { seats, taken, called }
    }

    /// Settles a round into any register; what comes back are the meters afterwards, if something was won of them. The
    /// round has the wagers that were laid out: who sits where with which of them is not looked at again.
    pub fn settle_into<R: Register<'h>>(&self, round: &Round<N>, out: &mut R) -> Option<Meters> {
        debug_assert!(self.fits(round), "the round has other wagers than were laid out");
        let Round { seats, dealer, community, meters } = round;
        let laid = Laid { seats, dealer: *dealer, community: *community, meters };
        let mut settlement = Settlement::new(&self.called, laid, out);
        order::walk::<R, N>(&mut settlement, &self.seats[..self.taken.min(N)]);
        settlement.meters
    }

    /// Whether a round has the wagers that were laid out.
    #[must_use]
    pub fn fits(&self, round: &Round<N>) -> bool {
        let other = Layout::of(self.called.house, round);
        self.seats == other.seats && self.taken == other.taken
    }
}

impl Called<'_> {
    /// What a decision to give up a hand takes from it.
    pub(super) fn lost_by(&self, decision: Option<Decision>) -> Wagers {
        match decision {
            Some(Decision::Fold) => self.folded,
            Some(Decision::Forfeit) => self.forfeited,
            Some(Decision::Play) | None => Wagers::empty(),
        }
    }
}

/// The lowest three-card hand that gives anything to anybody: the last line, since the highest hand comes first.
fn lowest_envy_hand(house: &House, made: Wagers) -> Option<HandName> {
    let terms = house.progressive.as_ref().filter(|_| made.contains(Wager::Envy))?.envy.as_ref()?;
    terms.lines.last().map(|line| line.hand)
}

/// The same with the community cards: its class.
fn lowest_five_card_envy_hand(house: &House, made: Wagers) -> Option<FiveCategory> {
    let terms = house.five_card_progressive.as_ref().filter(|_| made.contains(Wager::FiveCardEnvy))?;
    let order = terms.envy.as_ref()?.lines.last()?.hand.five_card_order()?;
    // Super royals, which stand above the classes, are made of six cards.
    FiveCategory::ALL.get(usize::from(order).saturating_sub(1)).copied()
}
