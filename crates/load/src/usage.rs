//! What a process uses, as the system counts it.

use std::time::Duration;

use anyhow::{Context, Result};

/// What a process has used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Time on a core.
    pub(crate) busy: Duration,
    /// Bytes in memory.
    pub(crate) bytes: u64,
    /// The most bytes it had.
    pub(crate) bytes_most: u64,
}

/// Clock ticks a second in `/proc`: what every Linux reports to programs.
const TICKS: u64 = 100;

/// What a process has used so far.
pub(crate) fn of(process: u32) -> Result<Usage> {
    let read = |name: &str| {
        let path = format!("/proc/{process}/{name}");
        std::fs::read_to_string(&path).with_context(|| format!("{path} cannot be read"))
    };
    let stat = read("stat")?;
    // The second field is a name in brackets, which may contain anything.
    let after = stat.rsplit_once(')').context("no name in stat")?.1;
    let fields: Vec<&str> = after.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or_default();
    let busy = Duration::from_millis((ticks(11) + ticks(12)) * 1_000 / TICKS);
    let status = read("status")?;
    let kilobytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default()
    };
    Ok(Usage { busy, bytes: kilobytes("VmRSS:") * 1024, bytes_most: kilobytes("VmHWM:") * 1024 })
}

/// How many small writes a second reach the disk of a folder, to compare figures of durable work with.
pub(crate) fn syncs_per_second(folder: &std::path::Path) -> Result<f64> {
    use std::io::{Seek, Write};
    let mut file = std::fs::File::create(folder.join("syncs"))?;
    file.write_all(&[0; 4096])?;
    file.sync_all()?;
    let (started, mut count) = (std::time::Instant::now(), 0_u32);
    while started.elapsed() < Duration::from_millis(500) {
        file.rewind()?;
        file.write_all(&count.to_le_bytes())?;
        file.sync_data()?;
        count += 1;
    }
    Ok(f64::from(count) / started.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_uses_something() {
        let usage = of(std::process::id()).unwrap();
        assert!(usage.bytes > 0 && usage.bytes_most >= usage.bytes);
        assert!(of(u32::MAX).is_err());
    }
}
