//! Tables of seven robots at human pace.

use std::time::Duration;

use anyhow::Result;

use crate::Plan;
use crate::floor::{tell_memory, watch};
use crate::house::{House, Opening};
use crate::report::{Bar, Report};

pub(crate) async fn run(plan: &Plan) -> Result<Report> {
    let folder = tempfile::tempdir()?;
    let tables = plan.sizes.tables;
    let house = House::open(plan, &Opening { folder: folder.path(), tables, pace: "human", robots: 7 })?;
    // The first decks are inspected and shuffled everywhere at once.
    tokio::time::sleep(Duration::from_secs(plan.sizes.seconds.min(20))).await;
    let seen = watch(&house, plan.sizes.seconds).await?;
    let mut report = Report::default();
    report.tell(
        format!("{tables} tables of seven robots at human pace: share of one core"),
        seen.core,
        "cores",
        Some(Bar::AtMost(0.5 * tables as f64 / 1_000.0)),
    );
    let hourly = seen.rounds / seen.seconds * 3_600.0 / tables as f64;
    report.tell("rounds an hour and table", hourly, "", None);
    tell_memory(&house, &mut report)?;
    Ok(report)
}
