//! The exact mathematics, computed from scratch, each beside the plain way to do the same: dealing.
//!
//! `cargo bench -p benches --bench odds` measures time; with `-- --instructions` it counts instructions instead.

mod dealt;

use std::process::ExitCode;

use benches::callgrind::{self, NoCount};
use benches::command::Bench;
use benches::{Group, Kernel};
use cards::counts::six_card_counts;
use cards::{FiveCategory, Rank, Strength, Wheel};
use odds::base::BaseGame;
use odds::cover_all::HighestHandCounts;
use odds::deals::Deals;
use odds::exposure::{Exposure, SeatTerms};
use odds::known::by_rank;
use odds::position::count::{LongHands, PositionDeals};
use odds::position::{Position, PositionTerms};
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use rules::settle::{Meters, Stakes};
use rules::{Books, Cents, House};

/// The house of the bench: the one that offers most.
fn house() -> House {
    let report = rules::house::check(include_str!("../../../houses/ma.toml"), &Books::shipped());
    report.house.expect("the example house is lawful")
}

/// What the house keeps of 407,170,400 antes.
const KEPT: u64 = 13_733_780;

fn kept(deals: &Deals, terms: &BaseTerms, strategy: &Strategy) -> u64 {
    let game = BaseGame::new(deals, terms, strategy);
    let sum: i128 = game.law.iter().map(|(net, ways)| i128::from(net) * ways as i128).sum();
    (-sum) as u64
}

/// Six-card hands weighed by their class, so that every count is in the answer.
fn six_cards() -> u64 {
    let counts = six_card_counts(Wheel::Counts);
    FiveCategory::ALL.into_iter().map(|category| counts.of(category) * (category as u64 + 1)).sum()
}

/// Cover All for one to seven players: the deals whose highest hand is a suited A-K-Q, without the leading digits.
fn cover_all() -> u64 {
    (2..=8).filter_map(HighestHandCounts::of_hands).fold(0, |sum, highest| sum ^ highest.akq_suited as u64)
}

/// All wagers of a position together, at the house's smallest stakes.
fn stakes() -> Stakes {
    let five = Cents(500);
    Stakes {
        ante: five,
        pair_plus: five,
        six_card_bonus: five,
        progressive: Cents(100),
        five_card_progressive: Cents(100),
        ..Stakes::default()
    }
}

fn position(house: &House) -> u64 {
    let terms = PositionTerms::of(house, &stakes(), &Meters::seeded(house));
    let position = Position::new(&terms, &Strategy::Optimal);
    position.law.iter().fold(0, |sum, (cents, ways)| sum ^ (ways as u64).wrapping_mul(cents.unsigned_abs()))
}

fn exposure(house: &House) -> u64 {
    let meters = Meters::seeded(house);
    let deals = PositionTerms::of(house, &stakes(), &meters).deals();
    let seat = SeatTerms { person: 1, stakes: stakes(), strategy: Strategy::Optimal };
    let tables = Exposure::by_number(house, &seat, 7, &meters, &deals, true);
    tables.last().map_or(0, |table| table.variance.decimal(0).parse().unwrap_or(0))
}

fn seen(terms: &BaseTerms) -> u64 {
    by_rank(terms).iter().map(|(_, game)| game.plays.iter().filter(|(.., plays)| *plays).count() as u64).sum()
}

fn measure() {
    let house = house();
    let terms = BaseTerms::of(&house);
    let deals = Deals::new(terms.floor);
    Group::new(
        "base game, optimum over 407,170,400 deals",
        1,
        vec![
            Kernel::new("suit classes, every dealer's hand dealt", KEPT, 1, |_| dealt::kept(&terms)),
            Kernel::new("counted from nothing", KEPT, 1, |_| {
                kept(&Deals::new(terms.floor), &terms, &Strategy::Optimal)
            })
            .within(0.02),
            Kernel::new("another paytable or strategy", KEPT, 1, |_| kept(&deals, &terms, &Strategy::Q64))
                .within(0.0006),
        ],
    )
    .measure();
    let six = six_cards();
    Group::new(
        "best five of six cards by class, C(52,6) = 20,358,520 hands",
        1,
        vec![
            Kernel::new("every hand dealt", six, 1, |_| dealt::six_cards()),
            Kernel::new("counted", six, 1, |_| six_cards()).within(0.001),
        ],
    )
    .measure();
    let (two, all) = (dealt::highest_of_two(), cover_all());
    Group::new(
        "Cover All",
        1,
        vec![
            Kernel::new("one player, dealt", two, 1, |_| dealt::highest_of_two()),
            Kernel::new("one to seven players, counted", all, 1, |_| cover_all()).within(0.05),
        ],
    )
    .measure();
    let (joint, cells) = (position(&house), dealt::cells());
    let floor = Strength::floor(&[Rank::Queen]).expect("a queen is a floor");
    Group::new(
        "the whole position, 421,421,364,000 deals",
        1,
        vec![
            Kernel::new("six cards alone, every dealer's hand dealt", cells, 1, |_| dealt::cells()),
            Kernel::new("six cards alone, counted by ranks", cells, 1, |_| {
                let deals =
                    PositionDeals::new(floor, Wheel::Counts, LongHands { six: true, five: false, colours: false });
                deals.classes.iter().map(|class| class.cells.len() as u64 * u64::from(class.ways)).sum()
            })
            .within(0.5),
            Kernel::new("all wagers, joint law", joint, 1, |_| position(&house)).within(0.5),
        ],
    )
    .measure();
    let (cards, spread) = (seen(&terms), exposure(&house));
    Group::new(
        "tables and known cards",
        1,
        vec![
            Kernel::new("a dealer's card seen, by rank", cards, 1, |_| seen(&terms)),
            Kernel::new("exposure of one to seven positions", spread, 1, |_| exposure(&house)),
        ],
    )
    .measure();
}

/// A name, and what is done.
type Counted = (&'static str, fn(&House) -> u64);

/// What is counted by callgrind, each from nothing.
const COUNTED: [Counted; 6] = [
    ("base game from nothing", |house| {
        let terms = BaseTerms::of(house);
        kept(&Deals::new(terms.floor), &terms, &Strategy::Optimal)
    }),
    ("C(52,6) counts", |_| six_cards()),
    ("Cover All, 1 to 7 players", |_| cover_all()),
    ("joint law of a position", position),
    ("exposure of 1 to 7 positions", exposure),
    ("a dealer's card seen, by rank", |house| seen(&BaseTerms::of(house))),
];

/// Runs a kernel once, or not at all: the difference leaves out reading the house.
fn run_counted(name: &str, times: &str) -> Option<u64> {
    let (_, kernel) = COUNTED.iter().find(|(known, _)| *known == name)?;
    let house = house();
    Some((0..times.parse::<u32>().ok()?).fold(0, |_, _| kernel(&house)))
}

fn count_instructions() -> Result<(), NoCount> {
    println!("\n| kernel | instructions |");
    println!("|---|---:|");
    for (name, kernel) in COUNTED {
        let (none, _) = callgrind::count_self(&["--kernel", name, "0"])?;
        let (once, printed) = callgrind::count_self(&["--kernel", name, "1"])?;
        assert_eq!(printed.trim(), kernel(&house()).to_string(), "{name}: another answer under callgrind");
        println!("| {name} | {} |", once - none);
    }
    Ok(())
}

fn main() -> ExitCode {
    Bench { name: "odds", measure, count_instructions, run_counted }.run()
}
