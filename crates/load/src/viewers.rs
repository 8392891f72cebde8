//! People who look on: how late an event is for them, and what each of them costs the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::LoadPlan;
use crate::crowd::Socket;
use crate::floor::{tell_memory, watch};
use crate::house::{House, Opening, table};
use crate::progress::{Progress, pass};
use crate::report::{Bar, LoadReport, per_mille};

pub(crate) async fn run(plan: &LoadPlan) -> Result<LoadReport> {
    let folder = tempfile::tempdir()?;
    let (viewers, tables) = (plan.sizes.viewers, plan.sizes.viewed_tables.max(1));
    let house = House::open(
        plan,
        &Opening { folder: folder.path(), tables, pace: plan.sizes.human(), robots: plan.sizes.robots },
    )?;
    pass(plan.sizes.seconds().min(10), "the tables open").await;
    let before = house.usage()?.bytes;
    let (over, measured) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let bytes = Arc::new(AtomicU64::new(0));
    let mut looking = Vec::new();
    let mut progress = Progress::new();
    for number in 0..viewers {
        if progress.elapsed() > Duration::from_secs(1) {
            progress.tell(&format!("{number} of {viewers} viewers look on"));
        }
        let mut line = Socket::open(house.address, None).await.with_context(|| format!("viewer {number}"))?;
        line.watch(&table(number % tables), true).await?;
        let (over, measured, bytes) = (over.clone(), measured.clone(), bytes.clone());
        looking.push(tokio::spawn(async move { look(line, &over, &measured, &bytes).await }));
    }
    drop(progress);
    pass(3, "the viewers come to rest").await;
    measured.store(true, Ordering::Relaxed);
    let seen = watch(&house, plan.sizes.seconds()).await?;
    let after = house.usage()?.bytes;
    over.store(true, Ordering::Relaxed);
    let mut delays = Vec::new();
    for viewer in looking {
        delays.extend(viewer.await??);
    }
    delays.sort_by(f64::total_cmp);
    let mut report = LoadReport::default();
    let what = format!("an event reaches {viewers} viewers of {tables} tables, 99 of 100 within");
    report.tell(what, per_mille(&delays, 990), "ms", Some(Bar::AtMost(250.0)));
    report.tell("the same, half of them within", per_mille(&delays, 500), "ms", None);
    report.tell("views sent", delays.len() as f64 / seen.seconds, "a second", None);
    let size = bytes.load(Ordering::Relaxed) as f64 / delays.len().max(1) as f64;
    report.tell("a view, on average", size, "bytes", None);
    let each = after.saturating_sub(before) as f64 / 1024.0 / viewers.max(1) as f64;
    report.tell("memory of the server for each viewer", each, "KiB", Some(Bar::AtMost(10.0)));
    report.tell("share of one core of the server", seen.core, "cores", None);
    tell_memory(&house, &mut report)?;
    Ok(report)
}

/// Looks on; returns how late the last event of each view was, in milliseconds.
async fn look(mut line: Socket, over: &AtomicBool, measured: &AtomicBool, bytes: &AtomicU64) -> Result<Vec<f64>> {
    let mut delays = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let Ok(next) = tokio::time::timeout(Duration::from_secs(1), line.next()).await else { continue };
        let text = next?;
        let Some(at) = last_event(&text) else { continue };
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_micros() as f64 / 1_000.0;
        if measured.load(Ordering::Relaxed) {
            delays.push(now - at as f64);
            bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        }
    }
    Ok(delays)
}

/// The time of the last event in a view, found without parsing all of it. Both ends share one clock.
fn last_event(text: &str) -> Option<u64> {
    let news = &text[text.rfind("\"news\":[")?..];
    // What will happen by itself has a time too, and comes after the news.
    let news = news.find("\"pending\":").map_or(news, |end| &news[..end]);
    let (_, last) = news.rsplit_once("\"at\":")?;
    last.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_the_last_news_is_found() {
        let text = r#"{"type":"view","news":[{"at":5,"text":"a"},{"at":17,"text":"b"}],"pending":{"at":99}}"#;
        assert_eq!(last_event(text), Some(17));
        assert_eq!(last_event(r#"{"type":"view","news":[],"pending":{"at":99}}"#), None);
        assert_eq!(last_event(r#"{"type":"done"}"#), None);
    }
}
