//! Tables of seven robots at full speed: the journal sets the pace.

use anyhow::Result;

use crate::LoadPlan;
use crate::floor::{tell_memory, watch};
use crate::house::{House, Opening, Pace};
use crate::progress::pass;
use crate::report::{Bar, LoadReport};
use crate::usage::syncs_per_second;

pub(crate) async fn run(plan: &LoadPlan) -> Result<LoadReport> {
    let folder = tempfile::tempdir()?;
    let syncs = syncs_per_second(folder.path())?;
    let tables = plan.sizes.full_tables;
    let house = House::open(plan, &Opening { folder: folder.path(), tables, pace: Pace::Full, robots: 7 })?;
    pass(plan.sizes.seconds().min(5), "brought to speed").await;
    let seen = watch(&house, plan.sizes.seconds()).await?;
    let rate = seen.rounds / seen.seconds;
    let mut report = LoadReport::default();
    report.tell(
        format!("rounds of seven positions at {tables} tables, every event durable"),
        rate,
        "a second",
        Some(Bar::AtLeast(2_000.0)),
    );
    report.tell("the same for each sync that the bare disk does", rate / syncs, "", None);
    report.tell("share of one core", seen.core, "cores", None);
    tell_memory(&house, &mut report)?;
    Ok(report)
}
