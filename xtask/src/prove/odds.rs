//! The proof of the odds: every player's hand against every dealer's hand, dealt one by one and judged by the plain
//! evaluator, beside the counts and the laws of `odds`, which deal nothing.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use cards::{Card, Suit, Three};
use odds::base::BaseGame;
use odds::deals::{Deals, SuitClass};
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use rayon::prelude::*;
use rules::posted::ThreeTable;
use rules::{House, Wager};

use super::grouped;
use super::plain::books::{DEALER_QUALIFIES, Odds, PlainHouse, ante_bonus};
use super::plain::cards::{PlainHand, judge};

/// The dealer's hands against one player's: unqualified, below, equal, above.
type Met = [i64; 4];

/// What is dealt for one house.
#[derive(Clone, Default, PartialEq, Eq)]
struct Dealt {
    /// How often each net result comes, in antes.
    nets: BTreeMap<i64, i128>,
    folded: i128,
    met: [i128; 4],
}

impl Dealt {
    fn and(mut self, other: Dealt) -> Dealt {
        for (net, deals) in other.nets {
            *self.nets.entry(net).or_default() += deals;
        }
        self.folded += other.folded;
        self.met.iter_mut().zip(other.met).for_each(|(met, more)| *met += more);
        self
    }

    /// Plays the hand if that is worth more than the ante that a fold gives up.
    fn add(&mut self, met: Met, bonus: i64) {
        let nets = [1, 2, 0, -2].map(|net| net + bonus);
        let deals: i64 = met.iter().sum();
        if nets.iter().zip(met).map(|(net, deals)| net * deals).sum::<i64>() <= -deals {
            self.folded += i128::from(deals);
            *self.nets.entry(-1).or_default() += i128::from(deals);
            return;
        }
        for ((net, deals), all) in nets.into_iter().zip(met).zip(&mut self.met).filter(|((_, deals), _)| *deals > 0) {
            *self.nets.entry(net).or_default() += i128::from(deals);
            *all += i128::from(deals);
        }
    }

    /// The same by counting.
    fn of(game: &BaseGame) -> Dealt {
        let whole = |ways: u128| ways.cast_signed();
        Dealt {
            nets: game.law.iter().map(|(net, ways)| (net / game.parts, whole(ways))).collect(),
            folded: whole(game.folded),
            met: [game.not_qualified, game.won, game.tied, game.lost].map(whole),
        }
    }
}

/// The suit class of each hand.
fn classes(deals: &Deals) -> HashMap<Three, SuitClass> {
    let mut classes = HashMap::new();
    let suits = Suit::ALL;
    for class in &deals.classes {
        for a in 0..4 {
            for b in (0..4).filter(|b| *b != a) {
                for c in (0..4).filter(|c| *c != a && *c != b) {
                    let names = [a, b, c, 6 - a - b - c].map(|suit| suits[suit]);
                    let [x, y, z] =
                        class.hand.cards().map(|card| Card::new(card.rank(), names[usize::from(card.suit().index())]));
                    classes.extend(Three::new(x, y, z).ok().map(|hand| (hand, *class)));
                }
            }
        }
    }
    classes
}

/// An ante bonus table of a book: as production reads it, and as it was typed from the document.
struct Table {
    name: String,
    terms: BaseTerms,
    plain: Odds,
}

/// Every ante bonus table of the books of these houses.
fn tables(houses: &[(String, House, PlainHouse)]) -> Result<Vec<Table>> {
    let mut tables = Vec::new();
    for (code, house, _) in houses {
        for table in house.book.paytables_of(Wager::AnteBonus).filter(|table| table.is_offered()) {
            let terms = BaseTerms { bonus: ThreeTable::of(table), ..BaseTerms::of(house) };
            tables.push(Table { name: format!("{code} {}", table.id), terms, plain: ante_bonus(code, &table.id)? });
        }
    }
    Ok(tables)
}

/// Deals every hand to the player and to the dealer.
pub(super) fn run(hands: &[[u8; 3]], houses: &[(String, House, PlainHouse)]) -> Result<bool> {
    let started = Instant::now();
    let mask = |cards: &[u8; 3]| cards.iter().fold(0_u64, |mask, card| mask | 1 << card);
    let judged: Vec<(u64, PlainHand)> = hands.iter().map(|cards| (mask(cards), judge(*cards))).collect();
    let tables = tables(houses)?;
    let deals = Deals::new(tables.first().context("there is no table to prove")?.terms.floor);
    let classes = classes(&deals);
    let deal = |(cards, (own, hand)): (&[u8; 3], &(u64, PlainHand))| -> Result<(usize, Vec<Dealt>)> {
        let mut met: Met = [0; 4];
        for (_, dealer) in judged.iter().filter(|(dealer, _)| dealer & own == 0) {
            let place = match hand.value.cmp(&dealer.value) {
                _ if dealer.value < DEALER_QUALIFIES => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => 2,
                std::cmp::Ordering::Less => 3,
            };
            met[place] += 1;
        }
        let [a, b, c] = cards.map(|card| Card::from_index(card).context("a card outside the deck"));
        let three = Three::new(a?, b?, c?).ok().context("a card twice")?;
        let class = classes.get(&three).context("a hand of no class")?;
        let differs = usize::from(class.dealers().map(i64::from) != met);
        let dealt = tables.iter().map(|table| {
            let mut dealt = Dealt::default();
            dealt.add(met, table.plain[hand.name as usize]);
            dealt
        });
        Ok((differs, dealt.collect()))
    };
    let none = || Ok((0, vec![Dealt::default(); tables.len()]));
    let both = |a: Result<(usize, Vec<Dealt>)>, b: Result<(usize, Vec<Dealt>)>| {
        let ((x, left), (y, right)) = (a?, b?);
        Ok((x + y, left.into_iter().zip(right).map(|(left, right)| left.and(right)).collect()))
    };
    let (differ, dealt) = hands.par_iter().zip(&judged).map(deal).reduce(none, both)?;
    println!();
    println!(
        "{:<26} {:>13} {:>11} {:>13} {:>12}",
        "odds of ante and play", "deals", "net results", "antes kept", "differences"
    );
    let mut sound = differ == 0;
    for (table, dealt) in tables.iter().zip(dealt) {
        let Table { name, terms, .. } = table;
        ensure!(terms.floor == deals.floor, "{name}: another floor than the first house");
        let same = Dealt::of(&BaseGame::new(&deals, terms, &Strategy::Optimal)) == dealt;
        let kept: i128 = -dealt.nets.iter().map(|(net, deals)| i128::from(*net) * deals).sum::<i128>();
        println!(
            "{name:<26} {:>13} {:>11} {:>13} {:>12}",
            grouped(u64::try_from(dealt.nets.values().sum::<i128>()).unwrap_or_default()),
            dealt.nets.len(),
            grouped(u64::try_from(kept).unwrap_or_default()),
            usize::from(!same)
        );
        sound &= same;
    }
    println!();
    println!(
        "{}: {} hands against every dealer's hand, {differ} counted otherwise than dealt, {} seconds",
        if sound { "the odds are what dealing gives" } else { "the odds DIFFER from dealing" },
        grouped(hands.len() as u64),
        started.elapsed().as_secs()
    );
    Ok(sound)
}
