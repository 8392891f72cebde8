//! The crowd that measures the server, for a second or two: every part runs and its figures make sense.

use load::{Part, Plan, Report, Sizes, run};

fn measured(part: Part) -> Report {
    let house = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../houses/md14.toml"));
    let sizes = Sizes {
        tables: 3,
        full_tables: 2,
        players: 3,
        tables_each: 2,
        plays_on: true,
        watching: part == Part::Play,
        viewers: 20,
        viewed_tables: 2,
        rounds: 12,
        recalls: 5,
        seconds: 2,
    };
    let plan = Plan {
        server: env!("CARGO_BIN_EXE_queenhigh").into(),
        house: house.expect("the example house"),
        sizes,
        keep: None,
    };
    let report = run(part, &plan).unwrap_or_else(|error| panic!("{part:?}: {error:#}"));
    println!("{report}");
    report
}

#[test]
fn robots_at_human_pace() {
    assert!(measured(Part::Pace).figure("memory").is_some_and(|mebibytes| mebibytes > 1.0));
}

#[test]
fn robots_at_full_speed() {
    assert!(measured(Part::Full).figure("rounds of seven").is_some_and(|rate| rate > 1.0));
}

#[test]
fn guests_play() {
    assert!(measured(Part::Play).figure("rounds of one").is_some_and(|rate| rate > 1.0));
}

#[test]
fn people_look_on() {
    let report = measured(Part::Viewers);
    assert!(report.figure("views sent").is_some_and(|rate| rate > 0.0), "{report}");
    assert!(report.figure("an event reaches").is_some_and(|delay| delay >= 0.0), "{report}");
}

#[test]
fn a_server_restarts_and_recalls() {
    let report = measured(Part::Restart);
    assert!(report.figure("from the start").is_some_and(|seconds| seconds > 0.0), "{report}");
    assert!(report.figure("a past round").is_some_and(|wait| wait > 0.0), "{report}");
}
