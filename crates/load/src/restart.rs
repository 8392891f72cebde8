//! A start over a long journal, and past rounds asked for at random.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::LoadPlan;
use crate::crowd::{metric, recall};
use crate::floor::tell_memory;
use crate::house::{House, Opening, Pace, table};
use crate::progress::Progress;
use crate::report::{Bar, LoadReport, per_mille};

pub(crate) async fn run(plan: &LoadPlan) -> Result<LoadReport> {
    let temporary = tempfile::tempdir()?;
    let folder = plan.keep.as_deref().unwrap_or(temporary.path());
    let tables = plan.sizes.tables;
    let opening = || Opening { folder, tables, pace: Pace::Full, robots: 7 };
    // Robots at full speed fill the journal, as far as it is not full yet.
    let mut rounds = {
        let house = House::open(plan, &opening())?;
        let mut progress = Progress::new();
        loop {
            let rounds = metric(house.address, "queenhigh_table_round").await?;
            if rounds >= plan.sizes.rounds as f64 {
                break rounds;
            }
            progress.tell(&format!("{rounds:.0} of {} rounds are stored", plan.sizes.rounds));
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    };
    let house = House::open(plan, &opening())?;
    let mut report = LoadReport::default();
    let what = format!("from the start to the open port, {tables} tables and {rounds:.0} rounds stored");
    report.tell(what, house.opening.as_secs_f64(), "s", Some(Bar::AtMost(10.0)));
    rounds = metric(house.address, "queenhigh_table_round").await?;
    let mut waits = Vec::new();
    let mut chance = 0x9E37_79B9_7F4A_7C15_u64;
    let mut progress = Progress::new();
    for number in 0..plan.sizes.recalls {
        if progress.elapsed() > Duration::from_secs(1) {
            progress.tell(&format!("{number} of {} past rounds are recalled", plan.sizes.recalls));
        }
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        let table = table((chance % tables as u64) as usize);
        let most = (rounds / tables as f64 / 2.0).max(1.0) as u64;
        let round = 1 + chance / 7 % most;
        let begun = Instant::now();
        recall(house.address, &table, round).await?;
        waits.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    waits.sort_by(f64::total_cmp);
    report.tell("a past round, 99 of 100 within", per_mille(&waits, 990), "ms", Some(Bar::AtMost(200.0)));
    report.tell("a past round, half of them within", per_mille(&waits, 500), "ms", None);
    tell_memory(&house, &mut report)?;
    Ok(report)
}
