//! What known cards are worth: a dealer's card that was seen or guessed, and cards seen at other positions.
//!
//! A seen card of the dealer's is one of three, each equally likely to show. So a glimpse that narrows it down to a set
//! of cards counts every dealer hand as often as it has cards in the set; a glimpse of one card is a set of one, and
//! without a glimpse every hand counts the same. Cards seen elsewhere leave the deck. The counts are exact, by one
//! sweep through the dealer's hands in order of strength over the remaining cards. Suits about which the same is known
//! are alike, so of the player's hands that differ only in such suits, one is examined.

mod alike;
mod others;
mod sums;

pub use others::others_seen;

use std::sync::OnceLock;

use cards::{Card, CardSet, Rank, Strength, Suit, Three};

use crate::base::BaseGame;
use crate::deals::{Deals, SuitClass};
use crate::fraction::Fraction;
use crate::strategy::Strategy;
use crate::terms::BaseTerms;
use alike::AlikeSuits;
use sums::{HandSums, MeetingCounts};

/// What was seen of the dealer's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealerGlimpse {
    /// Nothing.
    Nothing,
    /// One card for certain.
    Card(Card),
    /// One card, seen only well enough to know that it is one of these.
    OneOf(CardSet),
}

/// The cards that a player knows besides their own hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCards {
    /// What was seen of the dealer's hand.
    pub dealer: DealerGlimpse,
    /// Cards seen at other positions, which are out of the deck.
    pub others: CardSet,
}

/// What playing a hand is worth, given what the player knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownHand {
    /// The expected net result of playing, for an ante of one; that of folding is −1.
    pub play: Fraction,
    /// Whether playing is worth more.
    pub plays: bool,
}

/// A strength that is played with some suits and folded with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixed {
    /// The strength.
    pub strength: Strength,
    /// How many hands of this strength are played.
    pub played: u32,
    /// How many hands of this strength are folded.
    pub folded: u32,
}

/// The base game, played as well as possible with known cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// The expected net result for an ante of one, before the player's hand is dealt.
    pub ev: Fraction,
    /// The share of hands that are folded.
    pub fold: Fraction,
    /// The weakest strength of which any hand is played.
    pub weakest_played: Option<Strength>,
    /// The strongest strength of which any hand is folded.
    pub strongest_folded: Option<Strength>,
    /// Strengths between these where the suits decide.
    pub mixed: Vec<Mixed>,
    /// Every hand that can be dealt, the weakest first: one of each class of alike suits, how many are in it, and
    /// whether it is played.
    pub plays: Vec<(Three, u32, bool)>,
}

impl KnownGame {
    /// The house's edge on the ante; negative when the player has the advantage.
    #[must_use]
    pub fn house_edge(&self) -> Fraction {
        -self.ev.clone()
    }

    /// The weakest hand played, if every hand from it on is played and none below.
    #[must_use]
    pub fn threshold(&self) -> Option<Strength> {
        let weakest = self.weakest_played?;
        (self.strongest_folded < Some(weakest)).then_some(weakest)
    }
}

impl KnownCards {
    /// A dealer's card, if one was seen, and cards seen elsewhere.
    #[must_use]
    pub fn of(dealer: Option<Card>, others: CardSet) -> KnownCards {
        KnownCards { dealer: dealer.map_or(DealerGlimpse::Nothing, DealerGlimpse::Card), others }
    }

    /// The cards left for the player and the dealer.
    fn deck(&self) -> CardSet {
        CardSet::FULL.difference(self.others)
    }

    /// The cards that the dealer's seen card can be.
    fn seen(&self) -> CardSet {
        match self.dealer {
            DealerGlimpse::Nothing => self.deck(),
            DealerGlimpse::Card(card) => CardSet::from_iter([card]).intersection(self.deck()),
            DealerGlimpse::OneOf(cards) => cards.intersection(self.deck()),
        }
    }

    /// How often a dealer's hand counts: once for each of its cards that may be the one seen.
    fn weights(&self) -> impl Fn(Three) -> i64 + use<> {
        let (deck, seen, glimpsed) = (self.deck(), self.seen(), self.dealer != DealerGlimpse::Nothing);
        move |hand| {
            let cards = hand.set();
            match cards.difference(deck).is_empty() {
                true if glimpsed => i64::from(cards.intersection(seen).len()),
                possible => i64::from(possible),
            }
        }
    }

    /// The probability of what is known about the dealer's card.
    #[must_use]
    pub fn chance(&self) -> Fraction {
        Fraction::new(self.seen().len(), self.deck().len())
    }

    /// The value of one hand; `None` if a known card is in it, or no dealer's hand fits what is known.
    #[must_use]
    pub fn hand(&self, terms: &BaseTerms, hand: Three) -> Option<KnownHand> {
        if !hand.set().intersection(self.others).is_empty() {
            return None;
        }
        let mut counts = MeetingCounts::default();
        let weight = self.weights();
        for dealer in Three::all().filter(|dealer| dealer.set().intersection(hand.set()).is_empty()) {
            *counts.of(terms, hand, dealer) += weight(dealer);
        }
        let parts = terms.parts();
        (counts.total() > 0).then(|| {
            let value = counts.value(terms, hand, parts);
            KnownHand { play: Fraction::new(value, counts.total() * parts), plays: value > -counts.total() * parts }
        })
    }

    /// The game under the best decision for every hand; `None` if what is known leaves no deal.
    #[must_use]
    pub fn game(&self, terms: &BaseTerms) -> Option<KnownGame> {
        let deals = self.deals(terms.floor)?;
        let game = BaseGame::new(&deals, terms, &Strategy::Optimal);
        Some(KnownGame::of(&deals, &game))
    }

    /// Every hand that the player can hold, the weakest first, with the dealer's hands against it, weighted; `None` if
    /// what is known leaves no deal.
    #[must_use]
    pub fn deals(&self, floor: Strength) -> Option<Deals> {
        let (deck, weight) = (self.deck(), self.weights());
        let mut seen = HandSums::new();
        let mut unqualified: Option<HandSums> = None;
        let mut counted: Vec<(Three, u32, MeetingCounts)> = Vec::new();
        let suits = AlikeSuits::of(self);
        // A card that is certainly the dealer's cannot be the player's.
        let sure =
            if let DealerGlimpse::Card(card) = self.dealer { CardSet::from_iter([card]) } else { CardSet::EMPTY };
        let own = deck.difference(sure);
        for (strength, hands) in by_strength() {
            if *strength == floor {
                unqualified = Some(seen.clone());
            }
            let first = counted.len();
            for hand in hands.iter().filter(|hand| hand.set().difference(own).is_empty()) {
                let ways = suits.ways(*hand);
                if ways > 0 {
                    counted.push((
                        *hand,
                        ways,
                        MeetingCounts { higher: seen.apart_from(*hand, 0), ..MeetingCounts::default() },
                    ));
                }
            }
            for hand in hands {
                seen.add(*hand, weight(*hand));
            }
            for (hand, _, counts) in counted.iter_mut().skip(first) {
                counts.equal = seen.apart_from(*hand, weight(*hand)) - counts.higher;
            }
        }
        for (hand, _, counts) in &mut counted {
            let weight = weight(*hand);
            counts.lower = seen.apart_from(*hand, weight) - counts.higher - counts.equal;
            let Some(unqualified) = &unqualified else { continue };
            let plays = hand.strength() >= floor;
            counts.unqualified = unqualified.apart_from(*hand, if plays { 0 } else { weight });
            if plays {
                counts.higher -= counts.unqualified;
            } else {
                counts.lower = counts.total() - 2 * counts.unqualified;
                (counts.higher, counts.equal) = (0, 0);
            }
        }
        let count = |ways: i64| u32::try_from(ways).unwrap_or(0);
        let class = |(hand, ways, counts): (Three, u32, MeetingCounts)| SuitClass {
            hand,
            ways,
            unqualified: count(counts.unqualified),
            below: count(counts.higher),
            equal: count(counts.equal),
            above: count(counts.lower),
        };
        let classes: Vec<SuitClass> = counted.into_iter().map(class).collect();
        classes.iter().any(|class| class.dealers() != [0; 4]).then_some(Deals { classes, floor })
    }
}

impl KnownGame {
    /// The result of a game on the deals of known cards.
    #[must_use]
    pub fn of(deals: &Deals, game: &BaseGame) -> KnownGame {
        let classes = deals.classes.iter().zip(&game.plays);
        let plays: Vec<(Three, u32, bool)> = classes.map(|(class, play)| (class.hand, class.ways, *play)).collect();
        KnownGame {
            ev: game.ev(),
            fold: Fraction::new(game.folded, game.law.of()),
            weakest_played: plays.iter().find(|(.., play)| *play).map(|(hand, ..)| hand.strength()),
            strongest_folded: plays.iter().rev().find(|(.., play)| !play).map(|(hand, ..)| hand.strength()),
            mixed: mixed(&plays),
            plays,
        }
    }
}

/// The strengths that some suits play and others fold.
fn mixed(plays: &[(Three, u32, bool)]) -> Vec<Mixed> {
    let mut mixed: Vec<Mixed> = Vec::new();
    for (hand, ways, play) in plays {
        let strength = hand.strength();
        if mixed.last().is_none_or(|last| last.strength != strength) {
            mixed.push(Mixed { strength, played: 0, folded: 0 });
        }
        if let Some(last) = mixed.last_mut() {
            *(if *play { &mut last.played } else { &mut last.folded }) += ways;
        }
    }
    mixed.retain(|mixed| mixed.played > 0 && mixed.folded > 0);
    mixed
}

/// All hands by strength, the weakest first.
fn by_strength() -> &'static [(Strength, Vec<Three>)] {
    static SORTED: OnceLock<Vec<(Strength, Vec<Three>)>> = OnceLock::new();
    SORTED.get_or_init(|| {
        let mut sorted: Vec<(Strength, Vec<Three>)> =
            (0..).map_while(Strength::new).map(|strength| (strength, Vec::new())).collect();
        for hand in Three::all() {
            sorted[usize::from(hand.strength().index())].1.push(hand);
        }
        sorted
    })
}

/// The value of a glimpse that distinguishes the sets of a partition of the deck, averaged over what it shows: the
/// expected net result for an ante of one. A card in no set counts as a glimpse of the rest.
#[must_use]
pub fn average(terms: &BaseTerms, others: CardSet, sets: &[CardSet]) -> Fraction {
    let named = sets.iter().fold(CardSet::EMPTY, |all, set| all.union(*set));
    let rest = CardSet::FULL.difference(named);
    let mut ev = Fraction::zero();
    for set in sets.iter().copied().chain([rest]) {
        let known = KnownCards { dealer: DealerGlimpse::OneOf(set), others };
        if let Some(game) = known.game(terms) {
            ev += game.ev * known.chance();
        }
    }
    ev
}

/// The game for each rank of a seen dealer's card, from the two up. Suits are alike, so one card of each rank is
/// enough; but if the bonus has a line for the mini royal of spades, a spade counts as one of the four.
#[must_use]
pub fn by_rank(terms: &BaseTerms) -> Vec<(Rank, KnownGame)> {
    let bonus = |hand: &str| hand.parse().ok().and_then(|hand| terms.bonus.line(hand)).map(|line| line.pays);
    let alike = bonus("As Ks Qs") == bonus("Ah Kh Qh");
    let game = |rank: Rank, suit: Suit| KnownCards::of(Some(Card::new(rank, suit)), CardSet::EMPTY).game(terms);
    let mut games = Vec::with_capacity(Rank::ALL.len());
    for rank in Rank::ALL {
        let Some(mut seen) = game(rank, Suit::Clubs) else { continue };
        if !alike && let Some(spade) = game(rank, Suit::Spades) {
            seen.ev = (seen.ev * Fraction::whole(3) + spade.ev) / Fraction::whole(4);
        }
        games.push((rank, seen));
    }
    games
}

/// The expected net result for an ante of one when any one card of the dealer's is always seen, from the games of
/// [`by_rank`]: every rank shows equally often.
#[must_use]
pub fn dealer_card_seen(games: &[(Rank, KnownGame)]) -> Fraction {
    games.iter().map(|(_, game)| game.ev.clone()).sum::<Fraction>() / Fraction::whole(games.len())
}

/// The cards of the ranks `from` to `to`.
#[must_use]
pub fn ranks(from: Rank, to: Rank) -> CardSet {
    Card::ALL.into_iter().filter(|card| (from..=to).contains(&card.rank())).collect()
}
