//! Tables of robots at human pace: the rounds an hour that they make, and how much of a core they take for it.
//!
//! All tables inspect and shuffle their first decks at once, so nothing is measured before every table has ended its
//! first round. From then on whole rounds are measured: the rounds of a table from the end of its first to the end of
//! its last, and what the server uses until every table has ended another.

use std::time::Duration;

use anyhow::{Result, ensure};
use tokio::time::{Instant, sleep};

use crate::crowd::{ends, metrics};
use crate::floor::tell_memory;
use crate::house::{House, Opening, table};
use crate::progress::Progress;
use crate::report::{Bar, LoadReport, per_mille};
use crate::whole::{Made, made};
use crate::{LoadPlan, Sizes};

/// How often tables are asked for their round: each answer covers all tables and is work for the server too.
const LOOK: Duration = Duration::from_secs(2);

/// How long to wait for a round, as a multiple of the time it should take.
const PATIENCE: f64 = 10.0;

/// The percentage of tables that may be off the pace: rounds vary with their cards, and few are counted at each table.
const ASTRAY: f64 = 5.0;

pub(crate) async fn run(plan: &LoadPlan) -> Result<LoadReport> {
    let sizes = &plan.sizes;
    check(sizes)?;
    let folder = tempfile::tempdir()?;
    let (tables, robots) = (sizes.tables, sizes.robots);
    let house = House::open(plan, &Opening { folder: folder.path(), tables, pace: sizes.human(), robots })?;
    let mut awaited = AwaitedTables { house: &house, sizes, ended: 0, moved: Instant::now() };
    awaited.until(1, 0.0, "before the measurement").await?;
    let (before, started) = (house.usage()?, Instant::now());
    let first = awaited.slowest().await?;
    awaited.until(first + 1, sizes.human_seconds(), "measured").await?;
    let (after, seconds) = (house.usage()?, started.elapsed().as_secs_f64());
    let made = made(&all_ends(&house, tables).await?)?;
    let players = if robots == 1 { "a robot".to_owned() } else { format!("{robots} robots") };
    let mut report = LoadReport::default();
    report.tell(
        format!("{tables} tables of {players} at human pace: share of one core"),
        (after.busy - before.busy).as_secs_f64() / seconds,
        "cores",
        // Few tables cost what an empty house costs, of which no share can be asked.
        (tables >= 1_000).then_some(Bar::AtMost(0.5 * tables as f64 / 1_000.0)),
    );
    tell_pace(&made, sizes, &mut report);
    tell_memory(&house, &mut report)?;
    Ok(report)
}

/// Refuses sizes with which nothing can be measured, before a thousand tables are opened.
fn check(sizes: &Sizes) -> Result<()> {
    ensure!(sizes.tables > 0, "no table makes no rounds: give --tables 1 or more");
    ensure!(sizes.robots > 0, "a table without players plays no round: give --robots 1 or more");
    let pace = sizes.rounds_an_hour;
    ensure!(pace.is_finite() && pace > 0.0, "{pace} is no pace: give --rounds-an-hour more than 0");
    let (round, seconds) = (sizes.round_seconds(), sizes.human_seconds());
    ensure!(
        seconds >= round,
        "no table can end a whole round in {seconds:.0} s: at {pace} rounds an hour a round takes {round:.0} s. Give \
         --seconds {:.0} or more, or leave it out",
        round.ceil()
    );
    Ok(())
}

/// Tables that are waited for.
struct AwaitedTables<'a> {
    house: &'a House,
    sizes: &'a Sizes,
    /// Rounds that ended at all tables, when they were last asked.
    ended: u64,
    /// When that number last grew.
    moved: Instant,
}

impl AwaitedTables<'_> {
    /// How many rounds each table has ended.
    async fn rounds(&mut self) -> Result<Vec<u64>> {
        let address = self.house.address;
        // A table is in its first round as soon as it is open.
        let rounds: Vec<u64> = metrics(address, "queenhigh_table_round")
            .await?
            .iter()
            .map(|round| (*round as u64).saturating_sub(1))
            .collect();
        ensure!(rounds.len() == self.sizes.tables, "the server tells of {} tables", rounds.len());
        let all = rounds.iter().sum();
        if all > self.ended {
            (self.ended, self.moved) = (all, Instant::now());
        }
        let patience = PATIENCE * self.sizes.round_seconds();
        ensure!(
            self.moved.elapsed().as_secs_f64() <= patience,
            "no table ended a round in {patience:.0} s: look at what the server says above, and whether the house leaves \
             every part to robots"
        );
        Ok(rounds)
    }

    /// The rounds that every table has ended.
    async fn slowest(&mut self) -> Result<u64> {
        Ok(self.rounds().await?.into_iter().min().unwrap_or_default())
    }

    /// Waits until every table has ended the given number of rounds, and then for more whole rounds until the given time
    /// is over.
    async fn until(&mut self, mut rounds: u64, seconds: f64, what: &str) -> Result<()> {
        let tables = self.sizes.tables;
        let mut progress = Progress::new();
        loop {
            let now = self.rounds().await?;
            let there = now.iter().filter(|ended| **ended >= rounds).count();
            if there == tables {
                if progress.elapsed().as_secs_f64() >= seconds {
                    return Ok(());
                }
                rounds = now.iter().min().copied().unwrap_or_default() + 1;
                continue;
            }
            progress.tell(&format!("{what}: {there} of {tables} tables have ended round {rounds}"));
            sleep(LOOK).await;
        }
    }
}

/// When the rounds of each table ended.
async fn all_ends(house: &House, tables: usize) -> Result<Vec<Vec<i64>>> {
    let mut progress = Progress::new();
    let mut all = Vec::with_capacity(tables);
    for number in 0..tables {
        all.push(ends(house.address, &table(number)).await?);
        if progress.elapsed() > Duration::from_secs(1) {
            progress.tell(&format!("the ends of rounds at {number} of {tables} tables"));
        }
    }
    Ok(all)
}

/// Reports the rounds that tables made, and warns of a pace other than the one the rest is measured for.
fn tell_pace(made: &Made, sizes: &Sizes, report: &mut LoadReport) {
    let (least, most) = sizes.paced();
    let tables = made.each.len() as f64;
    let astray = made.each.iter().filter(|pace| !(least..=most).contains(*pace)).count() as f64 / tables * 100.0;
    report.tell("rounds an hour and table", made.hourly, "", Some(Bar::Within(least, most)));
    report.tell("the same at the slowest table", per_mille(&made.each, 0), "", None);
    report.tell("the same at the fastest table", per_mille(&made.each, 1_000), "", None);
    let what = format!("tables outside of {least:.0} to {most:.0} rounds an hour");
    report.tell(what, astray, "%", Some(Bar::AtMost(ASTRAY)));
    report.tell("whole rounds that were counted, from end to end", made.rounds as f64, "", None);
    if !(least..=most).contains(&made.hourly) || astray > ASTRAY {
        eprintln!(
            "warning: tables made {:.1} rounds an hour and {astray:.0} % of them are outside of {least:.1} to {most:.1}: \
             these are not the figures of {} rounds an hour. Another --betting-seconds than {} changes it",
            made.hourly, sizes.rounds_an_hour, sizes.betting_seconds
        );
    }
}
