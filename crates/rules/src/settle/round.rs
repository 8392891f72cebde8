//! A round before its settlement: who sits where, what was wagered, the cards and the decisions.

use cards::{Card, Three};

use crate::house::{House, SHARED_HANDS, TERMINALS_MAX};
use crate::money::{Cents, Meter};
use crate::rulebook::vocabulary::Irregularity;
use crate::wager::{Level, Wager};
use crate::words::vocabulary;

/// A person, numbered by the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(pub u32);

/// The most positions a table can have; a rulebook may allow fewer.
pub const POSITIONS: usize = 8;

/// The most places of an electronic table: each terminal has one for each shared hand (READING 90).
pub const SHARED_POSITIONS: usize = TERMINALS_MAX as usize * SHARED_HANDS as usize;

vocabulary! {
    /// What a player with an ante decided.
    pub enum Decision ("a decision") {
        /// Made the play wager.
        Play = "play",
        /// Gave up the ante.
        Fold = "fold",
        /// Gave up the hand and asked that it not be shown.
        Forfeit = "forfeit",
    }
}

/// The wagers of one position, in cents; zero means none. The play wager always equals the ante.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    /// The ante.
    pub ante: Cents,
    /// The pair plus.
    pub pair_plus: Cents,
    /// The hand bonus.
    pub hand_bonus: Cents,
    /// The six card bonus.
    pub six_card_bonus: Cents,
    /// The prime.
    pub prime: Cents,
    /// The three-card progressive.
    pub progressive: Cents,
    /// The five-card progressive.
    pub five_card_progressive: Cents,
    /// Cover All.
    pub cover_all: Cents,
    /// A tip on the ante.
    pub tip_ante: Cents,
    /// A tip on the play.
    pub tip_play: Cents,
    /// A tip on pair plus.
    pub tip_pair_plus: Cents,
    /// The face value of a match play coupon beside the ante.
    pub match_play: Cents,
}

impl Stakes {
    /// The stake on a wager.
    #[must_use]
    pub fn on(&self, wager: Wager) -> Cents {
        match wager {
            Wager::Ante => self.ante,
            Wager::PairPlus => self.pair_plus,
            Wager::HandBonus => self.hand_bonus,
            Wager::SixCardBonus => self.six_card_bonus,
            Wager::Prime => self.prime,
            Wager::Progressive => self.progressive,
            Wager::FiveCardProgressive => self.five_card_progressive,
            Wager::CoverAll => self.cover_all,
            Wager::TipAnte => self.tip_ante,
            Wager::TipPlay => self.tip_play,
            Wager::TipPairPlus => self.tip_pair_plus,
            Wager::MatchPlay => self.match_play,
            Wager::Play
            | Wager::AnteBonus
            | Wager::BadBeat
            | Wager::Envy
            | Wager::FiveCardEnvy
            | Wager::TipAnteBonus => Cents::ZERO,
        }
    }

    /// The stake on a wager, mutable; `None` for wagers that have no stake of their own.
    pub fn on_mut(&mut self, wager: Wager) -> Option<&mut Cents> {
        Some(match wager {
            Wager::Ante => &mut self.ante,
            Wager::PairPlus => &mut self.pair_plus,
            Wager::HandBonus => &mut self.hand_bonus,
            Wager::SixCardBonus => &mut self.six_card_bonus,
            Wager::Prime => &mut self.prime,
            Wager::Progressive => &mut self.progressive,
            Wager::FiveCardProgressive => &mut self.five_card_progressive,
            Wager::CoverAll => &mut self.cover_all,
            Wager::TipAnte => &mut self.tip_ante,
            Wager::TipPlay => &mut self.tip_play,
            Wager::TipPairPlus => &mut self.tip_pair_plus,
            Wager::MatchPlay => &mut self.match_play,
            Wager::Play
            | Wager::AnteBonus
            | Wager::BadBeat
            | Wager::Envy
            | Wager::FiveCardEnvy
            | Wager::TipAnteBonus => return None,
        })
    }
}

/// One position with a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The position, from 1 at the dealer's far left.
    pub position: u8,
    /// Who sits there.
    pub person: PersonId,
    /// The three cards dealt to the position.
    pub cards: Three,
    /// The player's decision; `None` without an ante.
    pub decision: Option<Decision>,
    /// What is wagered at the position.
    pub stakes: Stakes,
}

impl Seat {
    /// Whether the hand was given up.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        matches!(self.decision, Some(Decision::Fold | Decision::Forfeit))
    }
}

/// What files call the part of the rate that is set aside for the next seed.
pub const RESERVE: &str = "reserve";

/// What files call the back-up meter.
pub const BACKUP: &str = "backup";

/// The meters of one progressive, by level, with what is set aside for their next seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeterSet {
    values: [Meter; 4],
    /// Whether any meter's value was given.
    given: bool,
    /// What is set aside for the next seed of the highest meter.
    pub reserve: Meter,
    /// The back-up meter, which also goes to that seed.
    pub backup: Meter,
}

impl MeterSet {
    /// Whether any meter's value was given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.given
    }

    /// The value of a meter.
    #[must_use]
    pub fn get(&self, level: Level) -> Meter {
        self.values[level as usize]
    }

    /// Sets a meter.
    pub fn set(&mut self, level: Level, value: Meter) {
        self.values[level as usize] = value;
        self.given = true;
    }
}

/// The meters of both progressives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meters {
    /// The three-card progressive's meters.
    pub progressive: MeterSet,
    /// The five-card progressive's meters.
    pub five_card_progressive: MeterSet,
}

impl Meters {
    /// The meters of a house at their seeds.
    #[must_use]
    pub fn seeded(house: &House) -> Meters {
        let mut meters = Meters::default();
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            for terms in house.progressive_terms(wager).into_iter().flat_map(|terms| &terms.meters) {
                meters.of_mut(wager).set(terms.level, Meter::of(terms.seed));
            }
        }
        meters
    }

    /// The meters of a progressive.
    #[must_use]
    pub fn of(&self, wager: Wager) -> &MeterSet {
        if wager == Wager::FiveCardProgressive { &self.five_card_progressive } else { &self.progressive }
    }

    /// The meters of a progressive, mutable.
    pub fn of_mut(&mut self, wager: Wager) -> &mut MeterSet {
        if wager == Wager::FiveCardProgressive { &mut self.five_card_progressive } else { &mut self.progressive }
    }
}

/// A round that the rules admit, ready to be settled. It comes from [`super::admit`], or from a table that has already
/// refused what the rules forbid. An electronic table has more positions than a physical one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round<const N: usize = POSITIONS> {
    /// The positions in play, indexed by position less one.
    pub seats: [Option<Seat>; N],
    /// The dealer's hand.
    pub dealer: Three,
    /// The two community cards, if a five-card wager was made.
    pub community: Option<[Card; 2]>,
    /// The meters when the settlement begins, including the round's contributions.
    pub meters: Meters,
}

impl Round {
    /// A round with nobody at the table.
    #[must_use]
    pub fn empty(dealer: Three) -> Round {
        Round::with_places(dealer)
    }
}

impl<const N: usize> Round<N> {
    /// A round with nobody at a table of `N` positions.
    #[must_use]
    pub fn with_places(dealer: Three) -> Round<N> {
        Round { seats: [None; N], dealer, community: None, meters: Meters::default() }
    }

    /// Puts a seat in its place. A position outside the table is ignored; callers check it first.
    pub fn seat(&mut self, seat: Seat) {
        if let Some(place) = self.seats.get_mut(usize::from(seat.position).wrapping_sub(1)) {
            *place = Some(seat);
        }
    }
}

/// A round voided by an irregularity: only the wagers matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidRound {
    /// The irregularity that voided the round.
    pub cause: Irregularity,
    /// Position, person, wagers, and whether the play wager had been made.
    pub seats: Vec<(u8, PersonId, Stakes, bool)>,
    /// The meters, including the round's contributions.
    pub meters: Meters,
}
