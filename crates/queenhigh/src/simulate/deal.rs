//! Deals blocks on several threads. Which thread deals which block makes no difference to the result.

use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use odds::simulate::{Partial, SimulationPlan, run_with};

/// Deals the blocks; `None` when there is none. On a terminal it shows progress, speed and time left.
pub(super) fn deal(plan: &SimulationPlan<'_>, blocks: &[u64], threads: usize) -> Option<Partial> {
    let progress = progress(blocks.iter().map(|block| plan.rounds_of(*block)).sum());
    let next = AtomicUsize::new(0);
    let take = || blocks.get(next.fetch_add(1, Ordering::Relaxed)).copied();
    let work = || run_with(plan, std::iter::from_fn(take), |rounds| progress.inc(rounds));
    let parts: Vec<Partial> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(blocks.len())).map(|_| scope.spawn(work)).collect();
        let own = work();
        let others = others.into_iter().filter_map(|other| match other.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        own.into_iter().chain(others).collect()
    });
    progress.finish_and_clear();
    // Each block was dealt once, so the parts fit together.
    Partial::merged(parts).ok().flatten()
}

/// A bar on the standard error; hidden if that is not a terminal.
fn progress(rounds: u64) -> ProgressBar {
    let bar = ProgressBar::new(rounds);
    let style = ProgressStyle::with_template("{bar:32} {percent:>3}%  {human_pos} rounds  {rate}  {eta} left");
    if let Ok(style) = style {
        bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
        }));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
