//! What the parts share: watching a server for a while, and reporting what it used.

use anyhow::Result;
use tokio::time::Instant;

use crate::crowd::metric;
use crate::house::House;
use crate::progress::pass;
use crate::report::{Bar, LoadReport};

/// No part may take more memory.
const MIB_MAX: f64 = 1024.0;

/// What a server did in a while.
pub(crate) struct While {
    /// Of one core.
    pub(crate) core: f64,
    /// Rounds that ended.
    pub(crate) rounds: f64,
    /// Seconds.
    pub(crate) seconds: f64,
}

/// Watches a server for some seconds.
pub(crate) async fn watch(house: &House, seconds: u64) -> Result<While> {
    let (before, rounds, started) =
        (house.usage()?, metric(house.address, "queenhigh_table_round").await?, Instant::now());
    pass(seconds, "measured").await;
    let (after, more) = (house.usage()?, metric(house.address, "queenhigh_table_round").await?);
    let seconds = started.elapsed().as_secs_f64();
    Ok(While { core: (after.busy - before.busy).as_secs_f64() / seconds, rounds: more - rounds, seconds })
}

/// Reports the most memory that a server used.
pub(crate) fn tell_memory(house: &House, report: &mut LoadReport) -> Result<()> {
    let most = house.usage()?.bytes_most as f64 / f64::from(1 << 20);
    report.tell("memory of the server, at most", most, "MiB", Some(Bar::AtMost(MIB_MAX)));
    Ok(())
}
