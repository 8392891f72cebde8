//! The crowd that measures the server, for a second or two, and for a short round at human pace: every part runs and its
//! figures make sense.

use load::{BETTING_SECONDS, LoadPart, LoadPlan, LoadReport, ROBOTS, ROUNDS_AN_HOUR, Sizes, run};

fn sizes(part: LoadPart) -> Sizes {
    Sizes {
        tables: 3,
        full_tables: 2,
        players: 3,
        tables_each: 2,
        plays_on: true,
        watching: part == LoadPart::Play,
        viewers: 20,
        viewed_tables: 2,
        rounds: 12,
        recalls: 5,
        seconds: Some(2),
        robots: ROBOTS,
        betting_seconds: BETTING_SECONDS,
        rounds_an_hour: ROUNDS_AN_HOUR,
    }
}

fn plan(house: &str, sizes: Sizes) -> LoadPlan {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../houses");
    let house = std::fs::read_to_string(format!("{folder}/{house}.toml")).expect("the example house");
    LoadPlan { server: env!("CARGO_BIN_EXE_queenhigh").into(), house, sizes, keep: None }
}

fn measured(part: LoadPart) -> LoadReport {
    report(part, &plan("md14", sizes(part)))
}

fn report(part: LoadPart, plan: &LoadPlan) -> LoadReport {
    let report = run(part, plan).unwrap_or_else(|error| panic!("{part:?}: {error:#}"));
    println!("{report}");
    report
}

/// One robot at each table and hardly any time to wager: a round takes some twenty seconds, and is measured whole.
#[test]
fn robots_at_human_pace() {
    let short =
        Sizes { robots: 1, betting_seconds: 1, rounds_an_hour: 200.0, seconds: Some(18), ..sizes(LoadPart::Pace) };
    let report = report(LoadPart::Pace, &plan("sd", short));
    assert!(report.figure("memory").is_some_and(|mebibytes| mebibytes > 1.0), "{report}");
    assert!(report.figure("whole rounds").is_some_and(|rounds| rounds >= 3.0), "{report}");
    let pace = |what| report.figure(what).unwrap_or_else(|| panic!("{what}: {report}"));
    let (slowest, fastest) = (pace("the same at the slowest table"), pace("the same at the fastest table"));
    assert!(slowest > 0.0 && fastest < 600.0, "no round of people takes six seconds: {report}");
    // The mean of equal figures may differ from them in the last digit.
    let between = slowest * 0.999..=fastest * 1.001;
    assert!(between.contains(&pace("rounds an hour")), "{report}");
}

#[test]
fn two_seconds_of_human_pace_are_no_measure() {
    let error = run(LoadPart::Pace, &plan("md14", sizes(LoadPart::Pace))).expect_err("no round ends in it").to_string();
    assert!(error.contains("--seconds 60"), "{error}");
}

#[test]
fn robots_at_full_speed() {
    assert!(measured(LoadPart::Full).figure("rounds of seven").is_some_and(|rate| rate > 1.0));
}

#[test]
fn guests_play() {
    assert!(measured(LoadPart::Play).figure("rounds of one").is_some_and(|rate| rate > 1.0));
}

#[test]
fn people_look_on() {
    let report = measured(LoadPart::Viewers);
    assert!(report.figure("views sent").is_some_and(|rate| rate > 0.0), "{report}");
    assert!(report.figure("an event reaches").is_some_and(|delay| delay >= 0.0), "{report}");
}

#[test]
fn a_server_restarts_and_recalls() {
    let report = measured(LoadPart::Restart);
    assert!(report.figure("from the start").is_some_and(|seconds| seconds > 0.0), "{report}");
    assert!(report.figure("a past round").is_some_and(|wait| wait > 0.0), "{report}");
}
