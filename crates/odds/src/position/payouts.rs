//! What each outcome does to each wager of a position, to the cent, according to the production settlement.
//!
//! A wager's payment depends on one thing at a time: the class of the player's hand, how it meets the dealer's, the
//! six-card hand, or the five-card hand. So one round of each kind is settled with only that wager, and the payments
//! are combined deal by deal. Only a limit on what a round pays makes wagers affect each other; it is applied
//! afterwards, in settlement order.

use cards::{Card, Three};
use rules::House;
use rules::hand::HandName;
use rules::money::Cents;
use rules::paytable::Pays;
use rules::rulebook::vocabulary::{CommunityWhen, LimitSharing, Take};
use rules::settle::{Account, Decision, Meters, Movement, PaidBy, PersonId, Round, Seat, Stakes, settle, shares};
use rules::wager::Wager;

use super::colours::COLOUR_OUTCOMES;
use super::count::{FIVE_OUTCOMES, MEETINGS, PositionDeals, SIX_OUTCOMES, meeting_of};
use crate::fraction::Fraction;

/// The wagers of a position that are distinguished; the ante includes play and the bonuses on both.
pub const PARTS: [Wager; 7] = [
    Wager::Ante,
    Wager::PairPlus,
    Wager::HandBonus,
    Wager::Progressive,
    Wager::SixCardBonus,
    Wager::FiveCardProgressive,
    Wager::Prime,
];

/// The classes of three-card hands that tables distinguish, each with one of its hands.
const THREE: [(HandName, &str); 8] = [
    (HandName::AkqSpades, "As Ks Qs"),
    (HandName::AkqHdc, "Ah Kh Qh"),
    (HandName::StraightFlush, "Ks Qs Js"),
    (HandName::ThreeOfAKind, "Ks Kh Kd"),
    (HandName::Straight, "As Ks Qh"),
    (HandName::Flush, "As Ks 3s"),
    (HandName::Pair, "As Ah 3s"),
    (HandName::HighCard, "As Kh 3s"),
];

/// The number of these classes.
pub(super) const THREE_OUTCOMES: usize = THREE.len();

/// A player's and a dealer's hand for each six-card outcome; the dealer's first two cards make the five-card outcome
/// with the same index.
const SIX: [(&str, &str); SIX_OUTCOMES] = [
    ("As Kh 9d", "7c 5s 3h"),
    ("As Ah 9d", "7c 5s 3h"),
    ("As Ah 9d", "9c 5s 3h"),
    ("As Ah Ad", "9c 5s 3h"),
    ("9s 8h 7d", "6c 5s 2h"),
    ("As Ks 9s", "7s 5s 3h"),
    ("As Ah Ad", "9c 9s 3h"),
    ("As Ah Ad", "Ac 9s 3h"),
    ("9s 8s 7s", "6s 5s 2h"),
    ("As Ks Qs", "Js Ts 2h"),
    ("Ad Kd Qd", "Jd Td 9d"),
    ("As Ks Qs", "Js Ts 9s"),
];

/// A player's and a dealer's hand for each way in which colours agree.
const COLOURS: [(&str, &str); COLOUR_OUTCOMES] =
    [("As Kh 9d", "7c 5s 3h"), ("As Kc 9s", "7c 5s 3h"), ("As Kc 9s", "7c 5s 3c")];

/// The index of a hand's class.
pub(super) fn three_outcome(hand: Three) -> usize {
    let name = HandName::of_three(hand);
    THREE.iter().position(|(known, _)| *known == name).unwrap_or(THREE_OUTCOMES - 1)
}

/// What one movement does to the player's money.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Payout {
    /// The wager that moved.
    wager: Option<Wager>,
    /// What is paid, in cents.
    pub paid: i64,
    /// The returned part of the stake, less the stake.
    kept: i64,
    /// What rounding gives the player; negative if a fraction of a cent is lost. `None` if nothing is rounded.
    pub breakage: Option<Fraction>,
    /// Whether a meter pays it.
    of_meter: bool,
    /// Whether a limit on the round's payments would cover it, and the chip in which it is paid.
    covered: bool,
    chip: i64,
}

impl Payout {
    fn of(movement: &Movement<'_>, house: &House) -> Payout {
        let staked = if movement.stake_account().is_some() { movement.stake.0 } else { 0 };
        let on = |pays: Pays| match pays {
            Pays::To(odds) | Pays::For(odds) => Some(odds),
            Pays::OfMeter(..) | Pays::Flat(_) => None,
        };
        let odds = match movement.by {
            PaidBy::Line(line) => on(line.pays),
            _ => None,
        };
        // The bonuses are paid on ante and play, though nothing is staked for them.
        let due = match odds {
            Some(odds) if movement.paid.0 > 0 => Fraction::new(movement.stake.0 * i64::from(odds.won), odds.staked),
            _ => Fraction::whole(movement.paid.0),
        };
        Payout {
            wager: Some(movement.wager),
            paid: movement.paid.0,
            kept: movement.returned.0 - staked,
            breakage: Some(Fraction::whole(movement.paid.0) - due).filter(|breakage| !breakage.is_zero()),
            of_meter: movement.award.is_some(),
            covered: house.payout.wagers.contains(movement.wager) && (house.payout.meters || movement.award.is_none()),
            chip: if movement.payer == Account::Tray { house.unit.0 } else { house.currency.smallest().0 },
        }
    }

    fn net(&self) -> i64 {
        self.paid + self.kept
    }
}

/// What one deal pays, not counting stakes, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DealPayment {
    /// Out of the table's money.
    pub by_table: i64,
    /// Out of meters.
    pub by_meters: i64,
}

/// The movements of one part of the position under one outcome.
pub(super) type Payouts = Vec<Payout>;

/// What each outcome does to each wager. In the arrays of two, the hand is played first, folded second.
#[derive(Clone, Debug)]
pub(super) struct PayoutTable {
    /// Playing a hand, by its class and the meeting; `None` if there is no such deal.
    pub played: [[Option<Payouts>; MEETINGS.len()]; THREE_OUTCOMES],
    /// Folding any hand.
    pub folded: Payouts,
    /// Pair plus, by class.
    pub pair_plus: [[Payouts; THREE_OUTCOMES]; 2],
    /// The hand bonus, by class.
    pub hand_bonus: [[Payouts; THREE_OUTCOMES]; 2],
    /// The three-card progressive, by class.
    pub progressive: [[Payouts; THREE_OUTCOMES]; 2],
    /// The six card bonus, by six-card outcome.
    pub six: [[Payouts; SIX_OUTCOMES]; 2],
    /// The five-card progressive, by five-card outcome.
    pub five: [[Payouts; FIVE_OUTCOMES]; 2],
    /// The prime, by how the colours agree.
    pub prime: [[Payouts; COLOUR_OUTCOMES]; 2],
    /// The limits on what a round pays: to the player, then at the table.
    limits: Vec<i64>,
    /// Whether a cut is shared in proportion.
    in_proportion: bool,
    /// The wagers in the order of payment.
    order: Vec<Wager>,
}

/// A round with one seat.
struct OneSeat {
    player: Three,
    dealer: Three,
    community: Option<[Card; 2]>,
    decision: Option<Decision>,
}

fn settled(house: &House, stakes: Stakes, meters: &Meters, deal: OneSeat) -> Payouts {
    let mut round = Round::empty(deal.dealer);
    round.meters = *meters;
    round.community = deal.community;
    let person = PersonId::default();
    round.seat(Seat { position: 1, person, cards: deal.player, decision: deal.decision, stakes });
    let mut movements = Vec::new();
    settle(house, &round, &mut movements);
    movements.iter().map(|movement| Payout::of(&with_bonus_stake(movement, stakes.ante), house)).collect()
}

/// The bonuses on ante and play have no stake of their own; their odds are on the ante, which the play equals.
fn with_bonus_stake<'h>(movement: &Movement<'h>, ante: Cents) -> Movement<'h> {
    let stake = if matches!(movement.wager, Wager::AnteBonus | Wager::BadBeat) { ante } else { movement.stake };
    Movement { stake, ..*movement }
}

impl PayoutTable {
    /// Settles one round of each kind.
    pub fn new(house: &House, stakes: &Stakes, meters: &Meters, deals: &PositionDeals) -> PayoutTable {
        let limits = [house.limit_per_player, house.limit_per_table];
        let house = &house.what_if(|choices| (choices.limit_per_player, choices.limit_per_table) = (None, None));
        let decisions = if stakes.ante.is_zero() { [None; 2] } else { [Some(Decision::Play), Some(Decision::Fold)] };
        let alone = |wager: Wager| {
            let mut alone = Stakes::default();
            if let Some(stake) = alone.on_mut(wager) {
                *stake = stakes.on(wager);
            }
            alone
        };
        let three = |wager: Wager| {
            decisions.map(|decision| {
                THREE.map(|(_, player)| {
                    let deal = one_seat(player, "2c 4d 6h", None, decision);
                    deal.map_or_else(Payouts::new, |deal| settled(house, alone(wager), meters, deal))
                })
            })
        };
        let six = decisions.map(|decision| {
            SIX.map(|(player, dealer)| {
                let deal = one_seat(player, dealer, None, decision);
                deal.map_or_else(Payouts::new, |deal| settled(house, alone(Wager::SixCardBonus), meters, deal))
            })
        });
        let five = decisions.map(|decision| {
            let outcomes: [usize; FIVE_OUTCOMES] = std::array::from_fn(|i| i);
            outcomes.map(|outcome| {
                let (player, community) = SIX[outcome];
                let deal = one_seat(player, "2c 2d 4c", Some(community), decision);
                deal.map_or_else(Payouts::new, |deal| settled(house, alone(Wager::FiveCardProgressive), meters, deal))
            })
        });
        let prime = decisions.map(|decision| {
            COLOURS.map(|(player, dealer)| {
                let deal = one_seat(player, dealer, None, decision);
                deal.map_or_else(Payouts::new, |deal| settled(house, alone(Wager::Prime), meters, deal))
            })
        });
        // A coupon wins and loses with the ante beside it.
        let base = Stakes { match_play: stakes.match_play, ..alone(Wager::Ante) };
        let mut played: [[Option<Payouts>; MEETINGS.len()]; THREE_OUTCOMES] = Default::default();
        for class in &deals.classes {
            let row = &mut played[three_outcome(class.hand)];
            for cell in &class.cells {
                let payouts = &mut row[usize::from(cell.meeting)];
                if payouts.is_none() {
                    let dealer = dealer_for(class.hand, cell.meeting, deals);
                    *payouts = dealer.map(|dealer| {
                        let deal = OneSeat { player: class.hand, dealer, community: None, decision: decisions[0] };
                        settled(house, base, meters, deal)
                    });
                }
            }
        }
        let folded = one_seat("5s 3h 2d", "As Ah Ad", None, decisions[1]);
        PayoutTable {
            played,
            folded: folded.map_or_else(Payouts::new, |deal| settled(house, base, meters, deal)),
            pair_plus: three(Wager::PairPlus),
            hand_bonus: three(Wager::HandBonus),
            progressive: three(Wager::Progressive),
            six,
            five,
            prime,
            limits: limits.into_iter().flatten().map(|limit| limit.0).collect(),
            in_proportion: house.payout.sharing == LimitSharing::InProportion,
            order: order_of_payment(house),
        }
    }

    /// Whether any payment is rounded.
    pub fn rounds(&self) -> bool {
        let played = self.played.iter().flatten().flatten().chain([&self.folded]);
        let side = self.pair_plus.iter().chain(&self.hand_bonus).chain(&self.progressive).flatten();
        let more = self.six.iter().flatten().chain(self.five.iter().flatten()).chain(self.prime.iter().flatten());
        played.chain(side).chain(more).flatten().any(|payout| payout.breakage.is_some())
    }

    /// The payouts of each part under one outcome.
    pub fn parts(
        &self,
        three: usize,
        folds: bool,
        meeting: usize,
        six: usize,
        five: usize,
        colours: usize,
    ) -> [&[Payout]; PARTS.len()] {
        let i = usize::from(folds);
        let played = self.played[three][meeting].as_deref().unwrap_or_default();
        let base = if folds { &self.folded } else { played };
        let (pair_plus, hand_bonus) = (&self.pair_plus[i][three], &self.hand_bonus[i][three]);
        let progressive = &self.progressive[i][three];
        [base, pair_plus, hand_bonus, progressive, &self.six[i][six], &self.five[i][five], &self.prime[i][colours]]
    }

    /// The net result of each part and what is paid, with the limit applied.
    pub fn nets(&self, parts: [&[Payout]; PARTS.len()]) -> ([i64; PARTS.len()], DealPayment) {
        let mut nets = parts.map(|payouts| payouts.iter().map(Payout::net).sum::<i64>());
        let mut paid = DealPayment::default();
        for payout in parts.iter().flat_map(|payouts| payouts.iter()) {
            *(if payout.of_meter { &mut paid.by_meters } else { &mut paid.by_table }) += payout.paid;
        }
        let covered = |payout: &&Payout| payout.covered;
        let total: i64 =
            parts.iter().flat_map(|payouts| payouts.iter()).filter(covered).map(|payout| payout.paid).sum();
        if self.limits.iter().all(|limit| total <= *limit) {
            return (nets, paid);
        }
        let mut wins: Vec<(usize, &Payout)> = Vec::new();
        for wager in &self.order {
            for (part, payouts) in parts.into_iter().enumerate() {
                let own = payouts.iter().filter(|payout| payout.wager == Some(*wager)).filter(covered);
                wins.extend(own.map(|payout| (part, payout)));
            }
        }
        let mut left: Vec<Cents> = wins.iter().map(|(_, payout)| Cents(payout.paid)).collect();
        for limit in &self.limits {
            left = self.cut(&wins, &left, *limit);
        }
        for ((part, payout), left) in wins.iter().zip(left) {
            let cut = payout.paid - left.0;
            nets[*part] -= cut;
            *(if payout.of_meter { &mut paid.by_meters } else { &mut paid.by_table }) -= cut;
        }
        (nets, paid)
    }

    /// The net result of one wager by itself, with the limit applied.
    pub fn net_alone(&self, wager: Wager, payouts: &[Payout]) -> i64 {
        let alone = PARTS.map(|part| if part == wager { payouts } else { &[] });
        self.nets(alone).0.iter().sum()
    }

    /// What one limit leaves of the wins, in the order in which they are paid.
    fn cut(&self, wins: &[(usize, &Payout)], paid: &[Cents], limit: i64) -> Vec<Cents> {
        if self.in_proportion {
            let wins: Vec<_> = wins.iter().zip(paid).map(|((_, payout), paid)| (*paid, Cents(payout.chip))).collect();
            return shares(&wins, Cents(limit));
        }
        let mut rest = limit;
        let leaves = |((_, payout), paid): (&(usize, &Payout), &Cents)| {
            let left = if paid.0 <= rest { paid.0 } else { rest / payout.chip.max(1) * payout.chip.max(1) };
            rest -= left;
            Cents(left)
        };
        wins.iter().zip(paid).map(leaves).collect()
    }
}

/// The order in which winning wagers are paid at a position.
fn order_of_payment(house: &House) -> Vec<Wager> {
    let mut order = Vec::new();
    for pass in house.settlement().passes.iter().filter(|pass| pass.take != Take::Losing) {
        for wager in &pass.wagers {
            order.push(*wager);
            order.extend((*wager == Wager::Ante).then_some(Wager::MatchPlay));
        }
    }
    // What community cards decide that come at the end is paid at the end.
    if house.book.deal.community.as_ref().is_some_and(|rule| rule.allows(&CommunityWhen::AtEnd)) {
        order.sort_by_key(|wager| *wager == Wager::FiveCardProgressive);
    }
    order
}

/// A deal from its cards in words.
fn one_seat(player: &str, dealer: &str, community: Option<&str>, decision: Option<Decision>) -> Option<OneSeat> {
    let cards = |text: &str| text.split_whitespace().map_while(|card| card.parse().ok()).collect::<Vec<Card>>();
    let community = match community.map(cards).as_deref() {
        Some([a, b, ..]) => Some([*a, *b]),
        _ => None,
    };
    Some(OneSeat { player: player.parse().ok()?, dealer: dealer.parse().ok()?, community, decision })
}

/// A dealer's hand that a player's meets in this way.
fn dealer_for(player: Three, meeting: u8, deals: &PositionDeals) -> Option<Three> {
    Three::all().find(|dealer| {
        dealer.set().intersection(player.set()).is_empty()
            && meeting_of(player.strength(), dealer.strength(), deals.floor) == meeting
    })
}

#[cfg(test)]
mod tests {
    use super::super::count::{LongHands, six_outcome};
    use super::*;
    use cards::{FiveCategory, Pile};
    use rules::Books;

    /// A small generator, so that the test always deals the same cards.
    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    fn deal(state: &mut u64) -> [Card; 8] {
        let mut deck = Card::ALL;
        for i in 0..8 {
            deck.swap(i, i + (next(state) % (52 - i as u64)) as usize);
        }
        // One deal in four uses only high cards, where the rare hands are.
        if next(state).is_multiple_of(4) {
            let mut high: Vec<Card> = Card::ALL[28..].to_vec();
            for i in 0..8 {
                high.swap(i, i + (next(state) % (24 - i as u64)) as usize);
            }
            return std::array::from_fn(|i| high[i]);
        }
        std::array::from_fn(|i| deck[i])
    }

    #[test]
    fn pieces_put_together_are_the_settlement_of_the_whole_round() {
        let mut state = 0x2545_f491_4f6c_dd1d;
        let mut books = Books::shipped();
        books.add(include_str!("../../../../golden/books/freedonia.toml")).unwrap();
        for text in [
            include_str!("../../../../golden/books/freedonia-house.toml"),
            include_str!("../../../../houses/ma.toml"),
            include_str!("../../../../houses/md14.toml"),
            include_str!("../../../../houses/sd.toml"),
            include_str!("../../../../houses/tribal.toml"),
        ] {
            let house = rules::house::check(text, &books).house.unwrap();
            for (limit, unit) in [(None, Cents(100)), (Some(Cents(2_000)), Cents(25)), (Some(Cents(700)), Cents(1))] {
                let house = house.what_if(|choices| (choices.limit_per_player, choices.unit) = (limit, unit));
                let stakes = Stakes {
                    ante: Cents(333),
                    pair_plus: Cents(500),
                    six_card_bonus: if house.six_card.is_some() { Cents(700) } else { Cents::ZERO },
                    prime: if house.prime.is_some() { Cents(300) } else { Cents::ZERO },
                    progressive: house.progressive.as_ref().map_or(Cents::ZERO, |terms| terms.stake),
                    five_card_progressive: house
                        .five_card_progressive
                        .as_ref()
                        .map_or(Cents::ZERO, |terms| terms.stake),
                    ..Stakes::default()
                };
                let meters = Meters::seeded(&house);
                let floor = crate::terms::BaseTerms::of(&house).floor;
                let deals =
                    PositionDeals::new(floor, house.wheel, LongHands { six: false, five: false, colours: false });
                let table = PayoutTable::new(&house, &stakes, &meters, &deals);
                for _ in 0..1_000 {
                    let cards = deal(&mut state);
                    let player = Three::new(cards[0], cards[1], cards[2]).unwrap();
                    let dealer = Three::new(cards[3], cards[4], cards[5]).unwrap();
                    let community = [cards[6], cards[7]];
                    let pile = |cards: &[Card]| cards.iter().fold(Pile::EMPTY, |pile, card| pile.with(*card));
                    let six = six_outcome(pile(&cards[..6]), house.wheel);
                    let five = pile(&[cards[0], cards[1], cards[2], cards[6], cards[7]]).best_with(house.wheel);
                    let five = five.map_or(FiveCategory::HighCard, |best| best.category()) as usize;
                    let meeting = usize::from(meeting_of(player.strength(), dealer.strength(), floor));
                    for folds in [false, true] {
                        let decision = Some(if folds { Decision::Fold } else { Decision::Play });
                        let mut round = Round::empty(dealer);
                        (round.community, round.meters) = (Some(community), meters);
                        let person = PersonId::default();
                        round.seat(Seat { position: 1, person, cards: player, decision, stakes });
                        let mut movements = Vec::new();
                        settle(&house, &round, &mut movements);
                        let net = rules::settle::totals(&movements)[0].net.0;
                        let colours = rules::hand::Colours::of(player, dealer) as usize;
                        let parts = table.parts(three_outcome(player), folds, meeting, six, five, colours);
                        let (nets, paid) = table.nets(parts);
                        assert_eq!(nets.iter().sum::<i64>(), net, "{cards:?} folds {folds} limit {limit:?}");
                        assert_eq!(paid.by_table + paid.by_meters, movements.iter().map(|m| m.paid.0).sum::<i64>());
                        for (wager, net) in PARTS.into_iter().zip(nets).skip(1) {
                            let own = movements.iter().filter(|movement| movement.wager == wager);
                            let own = own.map(|m| m.paid.0 + m.returned.0 - m.stake.0).sum::<i64>();
                            assert_eq!(net, own, "{wager}");
                        }
                    }
                }
            }
        }
    }
}
