//! A small harness for benchmarks that state a ratio.
//!
//! Times on a shared machine vary; ratios between kernels that run in turn in one process do not. So a bench is a
//! [`Group`] of kernels that do the same work, one of them the baseline. Each kernel asserts its answer on every run,
//! each figure is the minimum of several runs, and a target that is missed is printed, never a failure.

pub mod callgrind;
pub mod command;

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One way to do the work of a group.
pub struct Kernel<'a> {
    name: &'static str,
    parts: usize,
    run: Box<dyn Fn(usize) -> u64 + 'a>,
    answer: u64,
    /// At most this many times the baseline's time.
    target: Option<f64>,
}

impl<'a> Kernel<'a> {
    /// A kernel that does its work in parts, 0 to `parts` - 1. Each gives a number, and their sum must be the answer.
    /// The shorter the parts, the less a busy machine disturbs them: a few milliseconds work well.
    pub fn new(name: &'static str, answer: u64, parts: usize, run: impl Fn(usize) -> u64 + 'a) -> Kernel<'a> {
        Kernel { name, parts, run: Box::new(run), answer, target: None }
    }

    /// States how many times the baseline's time it may take.
    #[must_use]
    pub fn within(mut self, target: f64) -> Kernel<'a> {
        self.target = Some(target);
        self
    }

    /// Runs all parts, keeps the least time of each, and returns the time spent.
    fn time(&self, least: &mut [Duration]) -> Duration {
        let mut answer = 0;
        let mut spent = Duration::ZERO;
        for (part, least) in least.iter_mut().enumerate() {
            let begin = Instant::now();
            answer += black_box((self.run)(black_box(part)));
            let time = begin.elapsed();
            *least = time.min(*least);
            spent += time;
        }
        assert_eq!(answer, self.answer, "{}: another answer than before", self.name);
        spent
    }
}

/// Kernels that do the same work. The first is the baseline.
pub struct Group<'a> {
    title: &'static str,
    /// How many of the units are done in one run, for figures per unit.
    units: u64,
    kernels: Vec<Kernel<'a>>,
}

/// The limits of a kernel: how often it runs and, after [`RUNS_MIN`], how long in total.
const RUNS_MAX: u32 = 40;
const RUNS_MIN: u32 = 3;
const TIME_MAX: Duration = Duration::from_secs(4);

impl<'a> Group<'a> {
    /// A group of kernels, the baseline first.
    pub fn new(title: &'static str, units: u64, kernels: Vec<Kernel<'a>>) -> Group<'a> {
        Group { title, units, kernels }
    }

    /// Runs the kernels in turn and prints a Markdown table.
    pub fn measure(&self) {
        let mut least: Vec<_> = self.kernels.iter().map(|kernel| vec![Duration::MAX; kernel.parts]).collect();
        let mut spent = vec![Duration::ZERO; self.kernels.len()];
        for run in 0..RUNS_MAX {
            for (i, kernel) in self.kernels.iter().enumerate() {
                if run < RUNS_MIN || spent[i] < TIME_MAX {
                    spent[i] += kernel.time(&mut least[i]);
                }
            }
        }
        let times: Vec<Duration> = least.iter().map(|parts| parts.iter().sum()).collect();
        println!("\n| {} | ns each | times the baseline | target |", self.title);
        println!("|---|---:|---:|---|");
        for (kernel, time) in self.kernels.iter().zip(&times) {
            let nanoseconds = time.as_secs_f64() * 1e9 / self.units as f64;
            let ratio = time.as_secs_f64() / times[0].as_secs_f64();
            println!("| {} | {nanoseconds:.2} | {ratio:.2} | {} |", kernel.name, verdict(kernel.target, ratio));
        }
    }
}

fn verdict(target: Option<f64>, ratio: f64) -> String {
    match target {
        None => String::new(),
        Some(target) if ratio <= target => format!("PASS: at most {target}"),
        Some(target) => format!("over target: at most {target}"),
    }
}
