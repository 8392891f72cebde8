//! What a decision is worth: to play or fold one hand, with every wager beside it.
//!
//! Unseen cards can be anywhere. So every hand that the dealer can have goes through the production settlement, once
//! played and once folded; if there is a five-card wager, with every pair of community cards. What comes back to the
//! player is added up wager by wager. Nothing is drawn at random and nothing is rounded.
//!
//! This leaves out whatever depends on other players' cards: Cover All and envy if there are other hands in the round,
//! and that another hand may win the same meter first. [`Worth::left_out`] names such wagers.

use cards::{Card, CardSet, Three};
use rules::settle::{Account, Decision, Meters, Movement, PersonId, Register, Round, Seat, Stakes, settle_into};
use rules::{Cents, House, Wager};

use crate::fraction::Fraction;

/// A hand to be played or folded, with everything its player knows.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The house's rules.
    pub house: &'a House,
    /// The player's three cards.
    pub hand: Three,
    /// What is wagered at the position.
    pub stakes: &'a Stakes,
    /// Cards seen elsewhere: exposed ones, or the other shared hands of an electronic table.
    pub seen: CardSet,
    /// Cards that the dealer is known to hold.
    pub dealer: CardSet,
    /// How many hands of other players are in the round.
    pub others: usize,
    /// The current meters, including the round's contributions.
    pub meters: Meters,
}

/// One wager: the expected net result of the round in cents, if the hand is played and if it is folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerWorth {
    /// The wager. Bonuses that ride on another wager without a stake, such as the ante bonus, have their own line.
    pub wager: Wager,
    /// If the hand is played.
    pub play: Fraction,
    /// If it is folded.
    pub fold: Fraction,
}

/// What a decision is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Every counted wager at the position, in the order of the rules.
    pub wagers: Vec<WagerWorth>,
    /// Wagers at the position that depend on other players' cards and are not counted.
    pub left_out: Vec<Wager>,
}

impl Worth {
    /// The expected net result of all wagers in cents if the hand is played.
    #[must_use]
    pub fn play(&self) -> Fraction {
        self.wagers.iter().map(|worth| worth.play.clone()).sum()
    }

    /// The same if it is folded.
    #[must_use]
    pub fn fold(&self) -> Fraction {
        self.wagers.iter().map(|worth| worth.fold.clone()).sum()
    }

    /// What playing gains over folding, in cents.
    #[must_use]
    pub fn gain(&self) -> Fraction {
        self.play() - self.fold()
    }

    /// Whether playing is worth more.
    #[must_use]
    pub fn plays(&self) -> bool {
        let gain = self.gain();
        !gain.is_negative() && !gain.is_zero()
    }

    /// The wagers for which the decision makes a difference.
    pub fn touched(&self) -> impl Iterator<Item = &WagerWorth> {
        self.wagers.iter().filter(|worth| worth.play != worth.fold)
    }
}

/// The number of wagers: the length of arrays indexed by wager.
const WAGERS: usize = Wager::ALL.len();

/// The sums of a count: what comes back to the player by wager, and the largest payment that a limit could cut.
#[derive(Clone, Debug, Default)]
struct DecisionSums {
    back: [i128; WAGERS],
    of: i128,
    most: i64,
    now: i64,
    /// Whether a limit would count what meters pay.
    meters: bool,
}

fn place(wager: Wager) -> usize {
    Wager::ALL.iter().position(|other| *other == wager).unwrap_or(0)
}

impl<'h> Register<'h> for DecisionSums {
    fn write(&mut self, movement: Movement<'h>) {
        if let Account::Player(_) = movement.payee() {
            let returned = movement.stake_account().map_or(Cents::ZERO, |_| movement.returned);
            self.back[place(movement.wager)] += i128::from((movement.paid + returned).0);
        }
        if self.meters || movement.award.is_none() {
            self.now += movement.paid.0;
        }
    }
}

impl DecisionSums {
    /// Settles one more deal.
    fn settle(&mut self, house: &House, round: &Round) {
        (self.now, self.meters) = (0, house.payout.meters);
        settle_into(house, round, self);
        self.most = self.most.max(self.now);
        self.of += 1;
    }
}

impl Situation<'_> {
    /// What playing and folding are worth; `None` if the given cards leave no deal.
    #[must_use]
    pub fn worth(&self) -> Option<Worth> {
        let play = self.counted(Decision::Play)?;
        let fold = self.counted(Decision::Fold)?;
        let mut wagers = Vec::new();
        for (at, wager) in Wager::ALL.iter().enumerate() {
            let staked = |decision: Decision| match wager {
                Wager::Play if decision == Decision::Play => self.stakes.ante,
                // A coupon is paper.
                Wager::MatchPlay => Cents::ZERO,
                wager => self.stakes.on(*wager),
            };
            let net = |back: &[Fraction; WAGERS], decision| back[at].clone() - Fraction::whole(staked(decision).0);
            let worth =
                WagerWorth { wager: *wager, play: net(&play, Decision::Play), fold: net(&fold, Decision::Fold) };
            let made = !self.stakes.on(*wager).is_zero() || *wager == Wager::Play;
            let counted = !self.left_out().contains(wager);
            if counted && (made || !worth.play.is_zero() || !worth.fold.is_zero()) {
                wagers.push(worth);
            }
        }
        Some(Worth { wagers, left_out: self.left_out() })
    }

    /// The wagers that depend on other players' cards.
    fn left_out(&self) -> Vec<Wager> {
        let hangs = [
            (Wager::CoverAll, !self.stakes.cover_all.is_zero()),
            (Wager::Envy, !self.stakes.progressive.is_zero()),
            (Wager::FiveCardEnvy, !self.stakes.five_card_progressive.is_zero()),
        ];
        let made = hangs.into_iter().filter(|(wager, staked)| *staked && self.house.offers(*wager));
        made.filter(|_| self.others > 0).map(|(wager, _)| wager).collect()
    }

    /// The cards that can be anywhere.
    fn unseen(&self) -> Vec<Card> {
        let known = self.seen.union(self.hand.set());
        Card::ALL.into_iter().filter(|card| !known.contains(*card)).collect()
    }

    /// Every hand that the dealer can have.
    fn dealers(&self, unseen: &[Card]) -> impl Iterator<Item = Three> {
        let held = self.dealer;
        hands(unseen).filter(move |hand| held.difference(hand.set()).is_empty())
    }

    /// The cards that can be community cards.
    fn not_the_dealers(&self, unseen: &[Card]) -> Vec<Card> {
        unseen.iter().copied().filter(|card| !self.dealer.contains(*card)).collect()
    }

    /// The round with only this hand in it.
    fn round(&self, dealer: Three, decision: Decision) -> Round {
        let mut round = Round::empty(dealer);
        round.meters = self.meters;
        let (person, cards, mut stakes) = (PersonId::default(), self.hand, *self.stakes);
        if self.others > 0 {
            stakes.cover_all = Cents::ZERO;
        }
        let decision = (!stakes.ante.is_zero()).then_some(decision);
        round.seat(Seat { position: 1, person, cards, decision, stakes });
        round
    }

    /// What comes back to the player on average, by wager, after this decision.
    fn counted(&self, decision: Decision) -> Option<[Fraction; WAGERS]> {
        let twice = self.seen.intersection(self.hand.set().union(self.dealer));
        if !twice.is_empty() || !self.dealer.intersection(self.hand.set()).is_empty() {
            return None;
        }
        let unseen = self.unseen();
        let five = self.stakes.five_card_progressive;
        let (dealers, most) = self.by_dealers(&unseen, decision)?;
        if five.is_zero() {
            return Some(dealers);
        }
        let (pairs, more) = self.by_community(&unseen, decision)?;
        let limits = [self.house.limit_per_player, self.house.limit_per_table];
        if limits.into_iter().flatten().all(|limit| most + more <= limit.0) {
            // No limit is reached, so the two counts are independent.
            return Some(std::array::from_fn(|at| dealers[at].clone() + pairs[at].clone()));
        }
        self.by_both(&unseen, decision)
    }

    /// Every hand of the dealer's, without the five-card wager.
    fn by_dealers(&self, unseen: &[Card], decision: Decision) -> Option<([Fraction; WAGERS], i64)> {
        let mut sums = DecisionSums::default();
        for dealer in self.dealers(unseen) {
            let mut round = self.round(dealer, decision);
            if let Some(seat) = &mut round.seats[0] {
                seat.stakes.five_card_progressive = Cents::ZERO;
            }
            sums.settle(self.house, &round);
        }
        sums.means()
    }

    /// Every pair of community cards, for the five-card wager alone, which does not depend on the dealer's hand.
    fn by_community(&self, unseen: &[Card], decision: Decision) -> Option<([Fraction; WAGERS], i64)> {
        let mut sums = DecisionSums::default();
        for (first, second) in pairs(&self.not_the_dealers(unseen)) {
            let dealer = unseen.iter().copied().filter(|card| *card != first && *card != second);
            let mut round = self.round(three(dealer)?, decision);
            round.community = Some([first, second]);
            if let Some(seat) = &mut round.seats[0] {
                let only = Stakes { five_card_progressive: seat.stakes.five_card_progressive, ..Stakes::default() };
                // A fold may give it up; without an ante there is nothing to fold.
                seat.stakes = Stakes { ante: self.stakes.ante, ..only };
            }
            sums.settle(self.house, &round);
        }
        let (mut means, most) = sums.means()?;
        for (at, mean) in means.iter_mut().enumerate() {
            if !matches!(Wager::ALL[at], Wager::FiveCardProgressive | Wager::FiveCardEnvy) {
                *mean = Fraction::zero();
            }
        }
        Some((means, most))
    }

    /// Every hand of the dealer's with every pair: slow, and needed only if a limit binds both together.
    fn by_both(&self, unseen: &[Card], decision: Decision) -> Option<[Fraction; WAGERS]> {
        let mut sums = DecisionSums::default();
        for dealer in self.dealers(unseen) {
            let rest: Vec<Card> = unseen.iter().copied().filter(|card| !dealer.set().contains(*card)).collect();
            let mut round = self.round(dealer, decision);
            for (first, second) in pairs(&rest) {
                round.community = Some([first, second]);
                sums.settle(self.house, &round);
            }
        }
        sums.means().map(|(means, _)| means)
    }
}

impl DecisionSums {
    /// The means by wager, and the largest payment.
    fn means(self) -> Option<([Fraction; WAGERS], i64)> {
        (self.of > 0).then(|| (self.back.map(|back| Fraction::new(back, self.of)), self.most))
    }
}

fn three(mut cards: impl Iterator<Item = Card>) -> Option<Three> {
    Three::new(cards.next()?, cards.next()?, cards.next()?).ok()
}

/// Every three-card hand of these cards.
fn hands(cards: &[Card]) -> impl Iterator<Item = Three> {
    let all = (0..cards.len()).flat_map(move |a| {
        (a + 1..cards.len()).flat_map(move |b| (b + 1..cards.len()).map(move |c| (cards[a], cards[b], cards[c])))
    });
    all.filter_map(|(a, b, c)| Three::new(a, b, c).ok())
}

/// Every pair of these cards.
fn pairs(cards: &[Card]) -> impl Iterator<Item = (Card, Card)> {
    (0..cards.len()).flat_map(move |a| (a + 1..cards.len()).map(move |b| (cards[a], cards[b])))
}
