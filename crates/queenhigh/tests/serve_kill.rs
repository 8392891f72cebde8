//! `kill -9` at random moments against a recorder of what was acknowledged: nothing is lost, nothing is done twice, the
//! deck is the same after the restart, and the journal proves itself. More with `SERVE_KILLS` in the environment; `cargo
//! xtask crash` runs ten thousand.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::killed::{TABLES, enter, figure, on_record, spawn, start};

/// Nothing between two kills takes longer, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn kill_minus_nine_loses_nothing_and_doubles_nothing() {
    let kills = figure("SERVE_KILLS", 200);
    let folder = tempfile::tempdir().expect("a folder");
    let server = start(folder.path(), None);
    let mut players = TABLES.map(|(table, _, name)| enter(&server.address, table, name));
    drop(server);
    let mut state = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(figure("SERVE_SEED", 1) * 2 + 1);
    let mut chance = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut at_start = 0;
    for _ in 0..kills {
        if chance() % 8 == 0 {
            // A server that is killed while it starts, before anybody was let in or just after.
            let mut child = spawn(folder.path(), None);
            std::thread::sleep(Duration::from_micros(chance() % 30_000));
            child.kill().expect("it is killed");
            child.wait().expect("it ends");
            at_start += 1;
            continue;
        }
        let mut server = start(folder.path(), None);
        // After this many answers and a moment more: on a busy machine they take longer, and the kill stays where it is.
        let (answers, moment, pick) = (chance() % 8, Duration::from_micros(chance() % 5_000), chance());
        let answered = AtomicU64::new(0);
        let (address, child) = (&server.address, &mut server.child);
        std::thread::scope(|scope| {
            for player in &mut players {
                let answered = &answered;
                scope.spawn(move || {
                    player.recover(address, pick);
                    let begun = Instant::now();
                    while player.step(address).is_some() {
                        answered.fetch_add(1, Ordering::Relaxed);
                        assert!(begun.elapsed() < PATIENCE, "the server was to be killed");
                    }
                });
            }
            let begun = Instant::now();
            while answered.load(Ordering::Relaxed) < answers && begun.elapsed() < PATIENCE / 2 {
                std::thread::sleep(Duration::from_micros(200));
            }
            std::thread::sleep(moment);
            child.kill().expect("it is killed");
            child.wait().expect("it ends");
        });
    }
    // One more start, so that what was under way is settled, and a proper stop.
    {
        let mut server = start(folder.path(), None);
        players.iter_mut().for_each(|player| player.recover(&server.address, 0));
        let _ = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status();
        assert!(server.child.wait().expect("it ends").success());
    }
    let (times, rounds) = on_record(folder.path(), None);
    let acknowledged: Vec<&String> = players.iter().flat_map(|player| player.acknowledged.keys()).collect();
    let lost = acknowledged.iter().filter(|id| !times.contains_key(**id)).count();
    let doubled = times.values().filter(|times| **times > 1).count();
    assert_eq!((lost, doubled), (0, 0), "what was acknowledged is on record once");
    assert_eq!(times.len(), acknowledged.len(), "what is on record was acknowledged");
    println!(
        "result kills={kills} while_it_started={at_start} acknowledged={} rounds={rounds} lost={lost} doubled={doubled} \
         other_decks=0 unproved_journals=0",
        acknowledged.len(),
    );
    assert!(acknowledged.len() as u64 >= kills, "something was done between the kills");
}
