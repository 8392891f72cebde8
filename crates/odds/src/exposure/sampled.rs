//! The part of a table's variance that cannot be counted, by sampling.
//!
//! The counted variance lacks how the five-card progressive of one position varies with the other wagers of another,
//! and how envy and Cover All vary with everything. Each of them pays by the class of one hand: five cards of a
//! position and the community, three cards of a position, or the highest hand at the table. How often a class comes up
//! is counted exactly, so only one thing is sampled: what else the table pays when a hand of the class is dealt. So a
//! prize that comes once in a million rounds is in the sample as often as any other, and weighs as little as it should.
//!
//! The rounds go through the production settlement, starting from the given meters. The same seed gives the same figure
//! everywhere.

use std::sync::Arc;

use cards::counts::five_card_counts;
use cards::{Card, CardSet, FiveCategory, FiveStrength, Pile, Three};
use rules::House;
use rules::settle::{Decision, Meters, Movement, POSITIONS, PersonId, Register, Round, Seat, TableLayout};
use rules::wager::Wager;

use super::SeatTerms;
use crate::fraction::Fraction;
use crate::simulate::{Decisions, Seed, Stream};

/// The seed of all samples: the figure is part of a report and must be reproducible.
pub const SEED: Seed = Seed([7; 32]);

/// The rounds for each class of hands, and how many more for one that always comes up.
const ROUNDS_LEAST: u64 = 2_048;
const ROUNDS_MORE: u64 = 32_768;

/// A part of the variance that was sampled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// The part, in square cents; below zero where wagers offset each other.
    pub variance: Fraction,
    /// Its standard error, squared.
    pub squared_error: Fraction,
    /// How many rounds were dealt.
    pub rounds: u64,
    /// The seed of the sample.
    pub seed: Seed,
}

impl Sampled {
    /// The standard error in square cents, with the given number of decimals.
    #[must_use]
    pub fn error(&self, places: usize) -> String {
        self.squared_error.root(places)
    }

    fn add(&mut self, weight: &Fraction, sample: &Sample, centres: &Centres) {
        if sample.rounds == 0 {
            return;
        }
        let rounds = Fraction::whole(sample.rounds);
        let mut sum =
            Fraction::new(sample.products, PARTS) - Fraction::new(sample.sources, PARTS) * centres.all.clone();
        for (own, centre) in sample.five.iter().zip(&centres.others) {
            sum = sum - Fraction::whole(*own) * centre.clone();
        }
        self.variance += weight.clone() * sum.clone() / rounds.clone();
        // The products were squared in units of a hundred square cents.
        let squares = Fraction::whole(sample.squares) * Fraction::whole(10_000);
        let spread = squares / rounds.clone() - (sum / rounds.clone()).power(2);
        if !spread.is_negative() {
            self.squared_error += weight.power(2) * spread / rounds;
        }
        self.rounds += sample.rounds;
    }
}

/// The parts in which shares of a highest hand are counted: up to eight hands can share the highest class.
const PARTS: i64 = 840;

/// The exact means, in cents, from the players' side.
pub(super) struct ExactMeans {
    /// By seat: the wagers that depend on the dealer's hand and on the three cards, and the five-card progressive.
    pub by_seat: Vec<(Fraction, Fraction)>,
    /// Envy and Cover All over the whole table.
    pub rest: Fraction,
}

/// The mean by which a source is multiplied.
struct Centres {
    /// Twice what all wagers bring, less what envy and Cover All bring.
    all: Fraction,
    /// By seat: twice what the other seats' wagers that depend on the dealer's hand bring.
    others: Vec<Fraction>,
}

impl Centres {
    fn of(means: &ExactMeans) -> Centres {
        let sum =
            |part: fn(&(Fraction, Fraction)) -> &Fraction| means.by_seat.iter().map(part).cloned().sum::<Fraction>();
        let (dealer, five) = (sum(|seat| &seat.0), sum(|seat| &seat.1));
        let twice = |amount: Fraction| amount * Fraction::whole(2);
        Centres {
            others: means.by_seat.iter().map(|seat| twice(dealer.clone() - seat.0.clone())).collect(),
            all: twice(dealer + five) + means.rest.clone(),
        }
    }
}

/// What one round brought, in cents, from the players' side.
#[derive(Clone, Copy, Default)]
struct RoundNets {
    dealer: [i64; POSITIONS + 1],
    five: [i64; POSITIONS + 1],
    /// Envy, by the position that gave it.
    envy: [i64; POSITIONS + 1],
    five_envy: [i64; POSITIONS + 1],
    cover_all: i64,
}

impl<'h> Register<'h> for RoundNets {
    fn write(&mut self, movement: Movement<'h>) {
        let staked = if movement.stake_account().is_some() { movement.stake.0 } else { 0 };
        let net = movement.paid.0 + movement.returned.0 - staked;
        let place = |position: u8| usize::from(position) % (POSITIONS + 1);
        let giver = place(movement.from_position.unwrap_or(0));
        match movement.wager {
            Wager::FiveCardProgressive => self.five[place(movement.position)] += net,
            Wager::Envy => self.envy[giver] += net,
            Wager::FiveCardEnvy => self.five_envy[giver] += net,
            Wager::CoverAll => self.cover_all += net,
            _ => self.dealer[place(movement.position)] += net,
        }
    }
}

impl RoundNets {
    /// Twice what all wagers brought, less envy and Cover All.
    fn all(&self) -> i64 {
        let rest = self.envy.iter().chain(&self.five_envy).sum::<i64>() + self.cover_all;
        2 * self.dealer.iter().chain(&self.five).sum::<i64>() + rest
    }
}

/// Rounds in which a hand of one class was dealt.
struct Sample {
    rounds: u64,
    /// The sum of the source times everything else, and of the source; in [`PARTS`].
    products: i128,
    sources: i128,
    /// By seat: the sum of its five-card progressive, which is multiplied with the other seats only.
    five: [i128; POSITIONS],
    /// The squares of the products around their centre, in units of a hundred square cents.
    squares: i128,
}

/// A table that is dealt again and again.
struct SampledTable<'h> {
    house: &'h House,
    layout: TableLayout<'h>,
    round: Round,
    decisions: Vec<Option<Arc<Decisions>>>,
    community: bool,
    stream: Stream,
}

impl<'h> SampledTable<'h> {
    fn new(
        house: &'h House,
        seats: &[SeatTerms],
        decisions: Vec<Option<Arc<Decisions>>>,
        meters: &Meters,
    ) -> Option<Self> {
        let any = Three::from_index(0)?;
        let mut round = Round::empty(any);
        round.meters = *meters;
        for ((position, seat), decisions) in (1..).zip(seats).zip(&decisions) {
            let decision = decisions.as_ref().map(|_| Decision::Play);
            let person = PersonId(seat.person);
            round.seat(Seat { position, person, cards: any, decision, stakes: seat.stakes });
        }
        let community = seats.iter().any(|seat| !seat.stakes.five_card_progressive.is_zero());
        let layout = TableLayout::of(house, &round);
        Some(SampledTable { house, layout, round, decisions, community, stream: Stream::new(&SEED, 0) })
    }

    fn seats(&self) -> usize {
        self.decisions.len()
    }

    /// An unbiased number below the bound: a word that would favour some numbers is discarded.
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        loop {
            let product = u128::from(self.stream.word()) * u128::from(bound);
            if product as u64 >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    fn any_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let place = self.below(list.len().max(1));
        list.get(place).copied()
    }

    /// Deals a round; one hand (the dealer's comes after the seats') and the community cards may be given.
    fn deal(&mut self, given: Option<(usize, Three)>, community: Option<[Card; 2]>) -> RoundNets {
        let mut known: CardSet = community.into_iter().flatten().collect();
        if let Some((_, hand)) = given {
            known = known.union(hand.set());
        }
        let mut rest = [Card::ALL[0]; 52];
        let mut left = 0;
        for card in CardSet::FULL.difference(known).iter() {
            rest[left] = card;
            left += 1;
        }
        let mut drawn = 0;
        let mut draw = |table: &mut SampledTable<'h>| {
            let other = drawn + table.below(left - drawn);
            rest.swap(drawn, other);
            drawn += 1;
            rest[drawn - 1]
        };
        for place in 0..=self.seats() {
            let hand = match given {
                Some((known, hand)) if known == place => hand,
                _ => {
                    let [a, b, c] = std::array::from_fn(|_| draw(self));
                    Three::new(a, b, c).unwrap_or(self.round.dealer)
                }
            };
            if place == self.seats() {
                self.round.dealer = hand;
            } else if let Some(seat) = self.round.seats.get_mut(place).and_then(Option::as_mut) {
                seat.cards = hand;
                let plays = self.decisions[place].as_ref().map(|decisions| decisions.plays(hand));
                seat.decision = plays.map(|plays| if plays { Decision::Play } else { Decision::Fold });
            }
        }
        self.round.community = self.community.then(|| community.unwrap_or_else(|| std::array::from_fn(|_| draw(self))));
        let mut nets = RoundNets::default();
        self.layout.settle_into(&self.round, &mut nets);
        nets
    }

    /// Deals this many rounds and adds up the products that `source` returns for each: the share of the round in
    /// [`PARTS`], the seat whose five-card progressive counts, and what is given to or won by others.
    fn sample(
        &mut self,
        rounds: u64,
        centres: &Centres,
        mut source: impl FnMut(&mut SampledTable<'h>) -> Option<(i64, Option<usize>, i64, RoundNets)>,
    ) -> Sample {
        let near = |centre: &Fraction| centre.decimal(0).parse().unwrap_or(0_i64);
        let (all, others) = (near(&centres.all), centres.others.iter().map(near).collect::<Vec<i64>>());
        let mut sample = Sample { rounds, products: 0, sources: 0, five: [0; POSITIONS], squares: 0 };
        for _ in 0..rounds {
            let Some((share, five, amount, nets)) = source(self) else { continue };
            let (share, amount) = (i128::from(share), i128::from(amount));
            let mut product = share * amount * i128::from(nets.all());
            let mut centred = share * amount * i128::from(nets.all() - all);
            if let Some(seat) = five {
                let own = i128::from(nets.five[seat + 1]);
                let beside = 2 * (nets.dealer.iter().sum::<i64>() - nets.dealer[seat + 1]);
                product += i128::from(PARTS) * own * i128::from(beside);
                centred += i128::from(PARTS) * own * i128::from(beside - others[seat]);
                sample.five[seat] += own;
            }
            sample.products += product;
            sample.sources += share * amount;
            let scaled = centred / (100 * i128::from(PARTS));
            sample.squares = sample.squares.saturating_add(scaled.saturating_mul(scaled));
        }
        sample
    }
}

/// Samples the uncounted part of a table's variance; `None` if nothing is missing.
pub(super) fn sampled(
    house: &House,
    seats: &[SeatTerms],
    decisions: Vec<Option<Arc<Decisions>>>,
    means: &ExactMeans,
    meters: &Meters,
) -> Option<Sampled> {
    let centres = Centres::of(means);
    let mut table = SampledTable::new(house, seats, decisions, meters)?;
    let mut whole = Sampled { variance: Fraction::zero(), squared_error: Fraction::zero(), rounds: 0, seed: SEED };
    if table.community && seats.len() > 1 {
        of_five_cards(&mut table, &centres, &mut whole);
    }
    if seats.len() > 1 && seats.iter().any(|seat| !seat.stakes.progressive.is_zero()) {
        of_envy(&mut table, &centres, &mut whole);
    }
    if seats.iter().any(|seat| !seat.stakes.cover_all.is_zero()) {
        of_cover_all(&mut table, &centres, &mut whole);
    }
    (whole.rounds > 0).then_some(whole)
}

/// How many rounds to deal for a class of hands, depending on how often it comes up.
fn rounds(of: u64, all: u64) -> u64 {
    ROUNDS_LEAST + ROUNDS_MORE * of / all.max(1)
}

/// A seat's five-card progressive and the envy it gives, by the class of the seat's and the community's cards.
fn of_five_cards(table: &mut SampledTable<'_>, centres: &Centres, whole: &mut Sampled) {
    let wheel = table.house.wheel;
    let counts = five_card_counts(wheel);
    let rare = rare_fives(table.house);
    let seats = table.seats();
    for category in FiveCategory::ALL {
        let ways = counts.of(category);
        let known = &rare[category as usize];
        let sample = table.sample(rounds(ways, counts.total()), centres, |table| {
            let mut cards = if known.is_empty() { frequent_five(table, category)? } else { table.any_of(known)? };
            // Any three of the five are equally likely to be the seat's.
            for place in 0..3 {
                let other = place + table.below(5 - place);
                cards.swap(place, other);
            }
            let [a, b, c, first, second] = cards;
            let seat = table.below(seats);
            let nets = table.deal(Some((seat, Three::new(a, b, c).ok()?)), Some([first, second]));
            Some((PARTS, Some(seat), nets.five_envy[seat + 1], nets))
        });
        let weight = Fraction::new(ways, counts.total()) * Fraction::whole(seats as u64);
        whole.add(&weight, &sample, centres);
    }
}

/// Five cards of a class common enough to be found by trying.
fn frequent_five(table: &mut SampledTable<'_>, category: FiveCategory) -> Option<[Card; 5]> {
    let mut cards = Card::ALL;
    loop {
        for place in 0..5 {
            let other = place + table.below(52 - place);
            cards.swap(place, other);
        }
        let five = *cards.first_chunk::<5>()?;
        if category_of(&five, table.house) == Some(category) {
            return Some(five);
        }
    }
}

fn category_of(cards: &[Card; 5], house: &House) -> Option<FiveCategory> {
    let pile = cards.iter().fold(Pile::EMPTY, |pile, card| pile.with(*card));
    pile.best_with(house.wheel).map(FiveStrength::category)
}

/// All hands of the classes from the straight up, by class; the other classes are empty.
fn rare_fives(house: &House) -> Vec<Vec<[Card; 5]>> {
    let mut rare = vec![Vec::new(); FiveCategory::ALL.len()];
    let all = Card::ALL;
    for a in 4..52 {
        for b in 3..a {
            for c in 2..b {
                let three = Pile::EMPTY.with(all[a]).with(all[b]).with(all[c]);
                for d in 1..c {
                    let four = three.with(all[d]);
                    for e in 0..d {
                        let best = four.with(all[e]).best_with(house.wheel).map(FiveStrength::category);
                        if let Some(category) = best.filter(|category| *category >= FiveCategory::Straight) {
                            rare[category as usize].push([all[a], all[b], all[c], all[d], all[e]]);
                        }
                    }
                }
            }
        }
    }
    rare
}

/// The envy that a seat's three cards give.
fn of_envy(table: &mut SampledTable<'_>, centres: &Centres, whole: &mut Sampled) {
    let Some(terms) = table.house.progressive.as_ref().and_then(|terms| terms.envy.as_ref()) else { return };
    let makes = |hand: Three| {
        terms.lines.iter().position(|line| line.hand.is_made_by_three(hand.category(), hand.mini_royal()))
    };
    let seats = table.seats();
    for line in 0..terms.lines.len() {
        let hands: Vec<Three> = Three::all().filter(|hand| makes(*hand) == Some(line)).collect();
        let ways = hands.len() as u64;
        if hands.is_empty() {
            continue;
        }
        let sample = table.sample(rounds(ways, Three::COUNT.into()), centres, |table| {
            let (seat, hand) = (table.below(seats), table.any_of(&hands)?);
            let nets = table.deal(Some((seat, hand)), None);
            Some((PARTS, None, nets.envy[seat + 1], nets))
        });
        whole.add(&(Fraction::new(ways, Three::COUNT) * Fraction::whole(seats as u64)), &sample, centres);
    }
}

/// Cover All, by the line of the highest hand. A round is dealt with a hand of the line at some position; if several
/// hands of the line are dealt it could have been any of them, so the round counts with a correspondingly smaller
/// share.
fn of_cover_all(table: &mut SampledTable<'_>, centres: &Centres, whole: &mut Sampled) {
    let house = table.house;
    let Some(posted) = house.cover_all.as_ref().and_then(|terms| terms.tables.get(table.seats() - 1)) else { return };
    let lines = &posted.lines;
    let class_of = |hand: Three| {
        let line = posted.line(hand);
        line.and_then(|line| lines.iter().position(|known| std::ptr::eq(known, line))).unwrap_or(lines.len())
    };
    let classes: Vec<usize> = Three::all().map(class_of).collect();
    let places = table.seats() + 1;
    for class in 0..=lines.len() {
        let hands: Vec<Three> = Three::all().filter(|hand| classes[usize::from(hand.index())] == class).collect();
        let ways = hands.len() as u64;
        if hands.is_empty() {
            continue;
        }
        let sample = table.sample(rounds(ways, Three::COUNT.into()), centres, |table| {
            let (place, hand) = (table.below(places), table.any_of(&hands)?);
            let nets = table.deal(Some((place, hand)), None);
            let dealt = table.round.seats.iter().flatten().map(|seat| seat.cards).chain([table.round.dealer]);
            let mut alike = 0;
            for other in dealt.map(|hand| classes[usize::from(hand.index())]) {
                if other < class {
                    return Some((0, None, 0, nets));
                }
                alike += i64::from(other == class);
            }
            Some((PARTS / alike.max(1), None, nets.cover_all, nets))
        });
        whole.add(&(Fraction::new(ways, Three::COUNT) * Fraction::whole(places as u64)), &sample, centres);
    }
}
