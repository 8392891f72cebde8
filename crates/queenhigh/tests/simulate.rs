//! `queenhigh simulate`: the same run however it is split, what it prints and writes, what it refuses.

use std::path::PathBuf;

use crate::common::{golden, json, run, transcript};

/// A folder of a test's own, empty at first.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("queenhigh-simulate-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A short run in many blocks, so that there is something to share.
const RUN: [&str; 13] = [
    "simulate",
    "--house",
    "houses/ma.toml",
    "--seed",
    "2a",
    "--rounds",
    "20000",
    "--block",
    "1500",
    "--positions",
    "3",
    "--strategy",
    "2=mimic",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    RUN.into_iter().chain(more.iter().copied()).collect()
}

#[test]
fn a_run_is_printed_as_tables() {
    let args = ["simulate", "--seed", "2a", "--rounds", "200000", "--positions", "2", "--strategy", "2=always"];
    let run = run(&args);
    assert_eq!((run.exit, run.err.as_str()), (0, ""), "no bar where there is no terminal");
    golden("golden/cli/simulate.txt", &transcript(&args, &run));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = run(&with(&["--threads", "1", "--json"])).out;
    for threads in ["2", "3", "16"] {
        assert_eq!(run(&with(&["--threads", threads, "--json"])).out, one, "{threads} threads");
    }
    assert_ne!(run(&with(&["--seed", "2b", "--json"])).out, one);
}

#[test]
fn shards_that_are_merged_are_the_run_to_the_last_byte() {
    let folder = folder("shards");
    let path = |name: &str| folder.join(name).display().to_string();
    let whole = run(&with(&["--out", &path("whole.json"), "--csv", &path("csv"), "--svg", &path("svg")]));
    assert_eq!(whole.exit, 0, "{}", whole.err);
    let mut parts = Vec::new();
    for shard in ["3/3", "1/3", "2/3"] {
        let part = path(&format!("part-{}.json", &shard[..1]));
        let dealt = run(&with(&["--shard", shard, "--out", &part]));
        assert!(dealt.exit == 0 && dealt.out.contains("A part of a run"), "{}{}", dealt.out, dealt.err);
        parts.push(part);
    }
    let merge = |more: &[&str]| {
        let mut args = vec!["simulate", "merge"];
        args.extend(parts.iter().map(String::as_str));
        args.extend(more);
        run(&args)
    };
    let merged = merge(&["--out", &path("merged.json"), "--csv", &path("csv2"), "--svg", &path("svg2")]);
    assert_eq!((merged.out, merged.err), (whole.out, whole.err));
    assert_eq!(merge(&["--json"]).out, run(&with(&["--json"])).out);
    let same = |one: &str, other: &str| {
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        let (one, other) = (read(one), read(other));
        assert!(!one.is_empty() && one == other);
    };
    same("whole.json", "merged.json");
    for name in ["results.csv", "histogram.csv", "paths.csv"] {
        same(&format!("csv/{name}"), &format!("csv2/{name}"));
    }
    for name in ["position-1.svg", "position-3.svg", "table.svg", "paths.svg"] {
        same(&format!("svg/{name}"), &format!("svg2/{name}"));
    }
    let two = run(&["simulate", "merge", &parts[0], &parts[1], "--json"]).out;
    assert!(two.contains("\"whole\": false"), "{two}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_written_holds_every_round() {
    let folder = folder("files");
    let path = |name: &str| folder.join(name).display().to_string();
    assert_eq!(run(&with(&["--csv", &path("csv"), "--svg", &path("svg")])).exit, 0);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let histogram = read("csv/histogram.csv");
    for name in ["1", "2", "3", "table"] {
        let lines = histogram.lines().map(|line| line.split(',').collect::<Vec<_>>()).filter(|line| line[0] == name);
        let rounds: u64 = lines.map(|line| line[3].parse::<u64>().unwrap()).sum();
        assert_eq!(rounds, 20_000, "position {name}");
    }
    let results = read("csv/results.csv");
    assert!(
        results.starts_with("wager,stake_cents,rounds,mean,standard_error,exact,z\nante_play,1500,20000,-0."),
        "{results}"
    );
    assert_eq!(results.lines().count(), 13);
    // Thirteen whole blocks and a last one, a path of 250 points and its beginning from each.
    let paths = read("csv/paths.csv");
    assert_eq!(paths.lines().filter(|line| line.starts_with("1,")).count(), 251);
    assert_eq!(paths.lines().last().map(|line| line.split(',').next().unwrap().to_owned()).as_deref(), Some("14"));
    for name in ["position-1.svg", "table.svg", "paths.svg"] {
        let svg = read(&format!("svg/{name}"));
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
        assert!(svg.contains("<rect x=") || svg.contains("<polyline"), "{svg}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn strategies_wagers_and_meters_are_those_that_were_asked_for() {
    let args = [
        "simulate",
        "--seed",
        "1",
        "--rounds",
        "1000",
        "--positions",
        "3",
        "--strategy",
        "3=K-9-2",
        "--strategy",
        "q64",
        "--wagers",
        "ante=1000,pair_plus",
        "--wagers",
        "2:ante,progressive",
        "--meter",
        "progressive.major=500000",
        "--json",
    ];
    let out = json(&args);
    let strategies: Vec<&str> =
        out["positions"].as_array().unwrap().iter().map(|seat| seat["strategy"].as_str().unwrap()).collect();
    assert_eq!(strategies, ["q64", "q64", "K-9-2"]);
    assert_eq!(out["positions"][0]["wagers"], serde_json::json!({"ante": 1000, "pair_plus": 500}));
    assert_eq!(out["positions"][1]["wagers"], serde_json::json!({"ante": 500, "progressive": 100}));
    assert!(out["positions"][2]["plays"].as_u64() < out["positions"][0]["plays"].as_u64());
    let major = out["meters"].as_array().unwrap().iter().find(|meter| meter["meter"] == "progressive.major").unwrap();
    assert!(major["mean_shown"].as_i64() >= Some(500_000), "{major}");
}

#[test]
fn without_a_seed_every_run_is_another() {
    let seed = || json(&["simulate", "--rounds", "10", "--json"])["seed"].as_str().unwrap().to_owned();
    assert_ne!(seed(), seed());
}

#[test]
fn a_refusal_says_what_would_be_right() {
    let folder = folder("refused");
    let bad = folder.join("bad.json").display().to_string();
    std::fs::write(&bad, "{}").unwrap();
    for (args, words) in [
        (vec!["--wagers", "roulette"], "there is no wager \"roulette\" to make; there are ante"),
        (vec!["--wagers", "cover_all"], "Chesapeake Hall does not offer cover_all; it offers ante"),
        (vec!["--wagers", "ante=x"], "write ante=AMOUNT"),
        (vec!["--wagers", "ante,ante"], "ante is named twice"),
        (vec!["--wagers", "ante=100"], "positions[0].wagers.ante"),
        (vec!["--wagers", "2:ante"], "position 2 is not played"),
        (vec!["--strategy", "bluff"], "\"bluff\" is not a strategy"),
        (vec!["--strategy", "9=q64"], "position 9 is not played"),
        (vec!["--meter", "progressive.grand=1"], "the name one of progressive.major"),
        (vec!["--seed", "xyz"], "1 to 64 hexadecimal digits"),
        (vec!["--shard", "1/2"], "--seed"),
        (vec!["--seed", "1", "--shard", "3/2"], "write the part's number"),
        (vec!["--seed", "1", "--shard", "2/2", "--rounds", "10"], "has nothing to deal"),
        (vec!["--house", "golden/cli/input/house-with-faults.toml"], "is not lawful; nothing is dealt"),
        (vec!["--house", "no-such-file.toml"], "there is no such file"),
        (vec!["--rounds", "10", "--out", "no/such/folder/part.json"], "cannot be written"),
        (vec!["merge", "houses/md14.toml"], "is not a part of a simulation"),
        (vec!["merge", &bad], "is not a part of a simulation"),
    ] {
        let args: Vec<&str> = ["simulate"].into_iter().chain(args).collect();
        let run = run(&args);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
    let args = ["simulate", "--wagers", "ante=300,pair_plus=12345"];
    golden("golden/cli/simulate-refused.txt", &transcript(&args, &run(&args)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn parts_of_different_runs_are_not_merged() {
    let folder = folder("other");
    let path = |name: &str| folder.join(name).display().to_string();
    let part = |name: &str, seed: &str| {
        let path = path(name);
        assert_eq!(run(&["simulate", "--rounds", "1000", "--seed", seed, "--out", &path]).exit, 0);
        path
    };
    let (one, other) = (part("one.json", "1"), part("other.json", "2"));
    let refused = run(&["simulate", "merge", &one, &other]);
    assert!(refused.exit == 2 && refused.err.contains("the parts are of different runs"), "{}", refused.err);
    let twice = run(&["simulate", "merge", &one, &one]);
    assert!(twice.exit == 2 && twice.err.contains("block 0 is in both parts"), "{}", twice.err);
    let text = std::fs::read_to_string(&one).unwrap();
    std::fs::write(&one, text.replace("\"rounds\":1000,\"wagers\"", "\"rounds\":1001,\"wagers\"")).unwrap();
    let spoilt = run(&["simulate", "merge", &one]);
    assert!(spoilt.exit == 2 && spoilt.err.contains("its rounds are not those of its blocks"), "{}", spoilt.err);
    std::fs::remove_dir_all(folder).unwrap();
}
