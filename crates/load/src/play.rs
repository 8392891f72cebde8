//! Guests who play one position, each at a table of their own: two orders a round, each answered when it is durable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::Plan;
use crate::crowd::{Line, guest};
use crate::floor::{tell_memory, watch};
use crate::house::{House, Opening, table};
use crate::report::{Bar, Report, per_mille};
use crate::usage::syncs_per_second;

const SIT: &str = r#"{"do":"sit","position":4}"#;
const BUY_IN: &str = r#"[{"do":"buy_in","amount":100000}]"#;
const WAGER: &str = r#"{"do":"wager","position":4,"wager":"ante","amount":500}"#;
const LOOK: &str = r#"{"do":"look","position":4}"#;
const PLAY: &str = r#"[{"do":"decide","position":4,"decision":"play"}]"#;

/// What all players tell.
#[derive(Default)]
struct Score {
    over: AtomicBool,
    measured: AtomicBool,
    rounds: AtomicU64,
}

pub(crate) async fn run(plan: &Plan) -> Result<Report> {
    let folder = tempfile::tempdir()?;
    let syncs = syncs_per_second(folder.path())?;
    let players = plan.sizes.players;
    let house = House::open(plan, &Opening { folder: folder.path(), tables: players, pace: "full", robots: 0 })?;
    let score = Arc::new(Score::default());
    let mut playing = Vec::new();
    for number in 0..players {
        let (address, score, watching) = (house.address, score.clone(), plan.sizes.watching);
        playing.push(tokio::spawn(async move { play(address, number, watching, &score).await }));
    }
    tokio::time::sleep(Duration::from_secs(plan.sizes.seconds.clamp(1, 5))).await;
    score.measured.store(true, Ordering::Relaxed);
    let seen = watch(&house, plan.sizes.seconds).await?;
    score.measured.store(false, Ordering::Relaxed);
    let rate = score.rounds.load(Ordering::Relaxed) as f64 / seen.seconds;
    score.over.store(true, Ordering::Relaxed);
    let mut waits = Vec::new();
    for player in playing {
        waits.extend(player.await??);
    }
    waits.sort_by(f64::total_cmp);
    let mut report = Report::default();
    let how = if plan.sizes.watching { "who also follow every view" } else { "who take only the answers" };
    report.tell(
        format!("rounds of one position over WebSocket, {players} players {how}"),
        rate,
        "a second",
        Some(Bar::AtLeast(20_000.0)),
    );
    report.tell("the same for each sync that the bare disk does", rate / syncs, "", None);
    report.tell("an order is answered, half of them within", per_mille(&waits, 500), "ms", None);
    report.tell("an order is answered, 99 of 100 within", per_mille(&waits, 990), "ms", None);
    report.tell("share of one core of the server", seen.core, "cores", None);
    tell_memory(&house, &mut report)?;
    Ok(report)
}

/// Plays until it is over; gives the waits for answers, in milliseconds.
async fn play(address: std::net::SocketAddr, number: usize, watching: bool, score: &Score) -> Result<Vec<f64>> {
    let table = table(number);
    let mut waits = Vec::new();
    let mut orders = 0_u64;
    let mut id = move || {
        orders += 1;
        format!("{number:016x}{orders:016x}")
    };
    while !score.over.load(Ordering::Relaxed) {
        // Whoever has lost everything gives the position up, and another guest comes.
        let cookie = guest(address).await?;
        let mut line = Line::open(address, Some(&cookie)).await?;
        line.watch(&table, watching).await?;
        if let Some(why) = line.order(&table, &id(), SIT, BUY_IN).await? {
            bail!("{table}: {why}");
        }
        while !score.over.load(Ordering::Relaxed) {
            let begun = Instant::now();
            if let Some(why) = line.order(&table, &id(), WAGER, "[]").await? {
                if why.contains("chips") || why.contains("funds") {
                    line.order(&table, &id(), r#"{"do":"rise","position":4}"#, "[]").await?;
                    break;
                }
                bail!("{table}: {why}");
            }
            let between = Instant::now();
            if let Some(why) = line.order(&table, &id(), LOOK, PLAY).await? {
                // A hand that cannot be raised with the chips left is folded.
                let fold = r#"[{"do":"decide","position":4,"decision":"fold"}]"#;
                if let Some(worse) = line.order(&table, &id(), LOOK, fold).await? {
                    bail!("{table}: {why} {worse}");
                }
            }
            if score.measured.load(Ordering::Relaxed) {
                score.rounds.fetch_add(1, Ordering::Relaxed);
                waits.push((between - begun).as_secs_f64() * 1_000.0);
                waits.push(between.elapsed().as_secs_f64() * 1_000.0);
            }
        }
    }
    Ok(waits)
}
