//! Ranks all hands of three, five and six cards on one core, beside other crates.
//!
//! `cargo bench -p benches --bench ranking` measures time; with `-- --instructions` it counts instructions
//! instead.

mod evaluators;
mod loops;
mod threes;

use std::process::ExitCode;

use benches::Group;
use benches::callgrind::{self, NoCount};
use benches::command::Bench;

use evaluators::{Arrays, AyaPoker, Cards, Poker, Pokers};
use loops::{FIVES, SIXES, five_kernel, six_kernel, sum_of_fives, sum_of_sixes};
use threes::{poker_threes, strengths_from_cards};

fn measure() {
    let poker = Poker::new();
    threes::measure(&poker);
    Group::new(
        "five cards, all C(52,5) = 2,598,960 hands",
        FIVES.iter().sum(),
        vec![
            five_kernel(&Pokers),
            five_kernel(&Cards).within(2.0),
            five_kernel(&Arrays),
            five_kernel(&AyaPoker),
            five_kernel(&poker),
        ],
    )
    .measure();
    Group::new(
        "best five of six cards, all C(52,6) = 20,358,520 hands",
        SIXES.iter().sum(),
        vec![
            six_kernel(&Pokers),
            six_kernel(&Cards).within(2.0),
            six_kernel(&Arrays),
            six_kernel(&AyaPoker),
            six_kernel(&poker),
        ],
    )
    .measure();
}

/// A kernel whose instructions are counted, on part of the deck.
struct Counted {
    /// How the command line calls it.
    name: &'static str,
    /// How many cards its hands have, and how many cards they are dealt from.
    cards: u64,
    deck: u64,
    run: fn(usize) -> u64,
}

const fn counted(name: &'static str, cards: u64, deck: u64, run: fn(usize) -> u64) -> Counted {
    Counted { name, cards, deck, run }
}

const COUNTED: [Counted; 12] = [
    counted("cards-3", 3, 52, strengths_from_cards),
    counted("poker-3", 3, 52, |deck| poker_threes(&Poker::new(), deck)),
    counted("pokers-5", 5, 40, |deck| sum_of_fives(&Pokers, deck)),
    counted("cards-5", 5, 40, |deck| sum_of_fives(&Cards, deck)),
    counted("cards-5-arrays", 5, 40, |deck| sum_of_fives(&Arrays, deck)),
    counted("aya_poker-5", 5, 40, |deck| sum_of_fives(&AyaPoker, deck)),
    counted("poker-5", 5, 40, |deck| sum_of_fives(&Poker::new(), deck)),
    counted("pokers-6", 6, 32, |deck| sum_of_sixes(&Pokers, deck)),
    counted("cards-6", 6, 32, |deck| sum_of_sixes(&Cards, deck)),
    counted("cards-6-arrays", 6, 32, |deck| sum_of_sixes(&Arrays, deck)),
    counted("aya_poker-6", 6, 32, |deck| sum_of_sixes(&AyaPoker, deck)),
    counted("poker-6", 6, 32, |deck| sum_of_sixes(&Poker::new(), deck)),
];

/// Prints a Markdown table of instructions a hand.
fn count_instructions() -> Result<(), NoCount> {
    println!("\n| kernel | hands | instructions each |");
    println!("|---|---:|---:|");
    for kernel in COUNTED {
        let Counted { name, cards, deck, run } = kernel;
        // A run over one hand takes away what starting the process and making tables costs.
        let (one, _) = callgrind::count_self(&["--kernel", name, &cards.to_string()])?;
        let (all, printed) = callgrind::count_self(&["--kernel", name, &deck.to_string()])?;
        assert_eq!(printed.trim(), run(deck as usize).to_string(), "{name}: another answer under callgrind");
        let hands = (0..cards).fold(1, |value, i| value * (deck - i) / (i + 1));
        println!("| {name} | {hands} | {:.1} |", (all - one) as f64 / (hands - 1) as f64);
    }
    Ok(())
}

/// Runs one kernel: what callgrind watches.
fn run_kernel(name: &str, deck: &str) -> Option<u64> {
    let kernel = COUNTED.iter().find(|kernel| kernel.name == name)?;
    Some((kernel.run)(deck.parse().ok()?))
}

fn main() -> ExitCode {
    Bench { name: "ranking", measure, count_instructions, run_counted: run_kernel }.run()
}
