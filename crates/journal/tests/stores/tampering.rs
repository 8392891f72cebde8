//! Exports that somebody changed: every change is found, and named with its line.

use std::convert::Infallible;

use journal::{ExportReport, NoMoreChecks, SqliteStore, export, verify_export};

use crate::common::*;

/// How many mutations of each sort.
fn times() -> u64 {
    figure("JOURNAL_MUTATIONS", 1_000)
}

async fn export_of(options: StoreOptions, first_count: u64, second_id: u64, second_count: u64) -> Vec<String> {
    let folder = folder();
    let store = SqliteStore::open(folder.path(), options).unwrap();
    play(&store, 1, first_count).await;
    play(&store, second_id, second_count).await;
    let mut text = Vec::new();
    export(&store, &mut text).await.unwrap();
    String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
}

async fn honest() -> Vec<String> {
    let lines = export_of(StoreOptions { sign_every: 16, ..options() }, 40, 41, 0).await;
    assert!(verify(&lines).holds());
    lines
}

fn verify(lines: &[String]) -> ExportReport<Infallible> {
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    verify_export(text.as_bytes(), &[options().signer.unwrap().public()], &mut NoMoreChecks).unwrap()
}

/// Every mutation is found, and none before the first line that was touched.
async fn all_found(mutate: impl Fn(&mut Vec<String>, &mut Chance)) {
    let honest = honest().await;
    let mut chance = Chance::new(figure("JOURNAL_SEED", 9));
    let mut done = 0;
    while done < times() {
        let mut lines = honest.clone();
        mutate(&mut lines, &mut chance);
        if lines == honest {
            continue;
        }
        let touched = 1 + lines.iter().zip(&honest).take_while(|(line, before)| line == before).count() as u64;
        let report = verify(&lines);
        let Some((line, fault)) = report.fault else {
            panic!("not found: line {touched} was {}", honest[touched as usize - 1])
        };
        assert!(line >= touched, "line {line} is blamed ({fault}), and {touched} was the first that was touched");
        done += 1;
    }
}

#[tokio::test]
async fn edits_are_found() {
    all_found(|lines, chance| {
        let line = chance.index(lines.len());
        let mut bytes = lines[line].clone().into_bytes();
        let at = chance.index(bytes.len());
        match chance.below(4) {
            0 => bytes[at] = b' ' + chance.below(95) as u8,
            1 => bytes.insert(at, b' ' + chance.below(95) as u8),
            2 => drop(bytes.remove(at)),
            _ => {
                // A digit for a digit: the edit that still reads well.
                if let Some(at) = (at..bytes.len()).find(|at| bytes[*at].is_ascii_digit()) {
                    bytes[at] = b'0' + chance.below(10) as u8;
                }
            }
        }
        lines[line] = String::from_utf8(bytes).unwrap_or_else(|_| "\u{fffd}".to_owned());
    })
    .await;
}

#[tokio::test]
async fn deletions_are_found() {
    all_found(|lines, chance| {
        let from = chance.index(lines.len());
        let count = 1 + chance.index(3).min(lines.len() - from - 1);
        lines.drain(from..from + count);
    })
    .await;
}

#[tokio::test]
async fn insertions_are_found() {
    let other = export_of(StoreOptions { sign_every: 5, ..options() }, 20, 1_000, 20).await;
    all_found(move |lines, chance| {
        let at = chance.index(lines.len() + 1);
        let line = match chance.below(3) {
            0 => lines[chance.index(lines.len())].clone(),
            1 => other[chance.index(other.len())].clone(),
            _ => String::new(),
        };
        lines.insert(at, line);
    })
    .await;
}

#[tokio::test]
async fn another_order_is_found() {
    all_found(|lines, chance| {
        let (from, to) = (chance.index(lines.len()), chance.index(lines.len()));
        match chance.below(2) {
            0 => lines.swap(from, to),
            _ => {
                let line = lines.remove(from);
                lines.insert(to, line);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn truncations_are_found_and_the_report_says_what_is_vouched_for() {
    let honest = honest().await;
    let commits_before =
        |line: usize| honest[..line].iter().filter(|line| line.starts_with("{\"commit\"")).count() as u64;
    let mut chance = Chance::new(figure("JOURNAL_SEED", 9));
    for _ in 0..times() {
        let kept = chance.index(honest.len() - 1);
        let mut lines = honest[..kept].to_vec();
        // A careful forger also writes an end line with the right counts, but cannot sign it.
        let forged = chance.below(2) == 0;
        if forged {
            let records = lines.iter().filter(|line| line.starts_with("{\"record\"")).count();
            let counts = format!("\"commits\":{},\"records\":{records},", commits_before(kept));
            let end = honest[honest.len() - 1].replace("\"commits\":40,\"records\":50,", &counts);
            assert!(end.contains(&counts));
            lines.push(end);
        }
        let report = verify(&lines);
        let (line, fault) = report.fault.clone().map(|(line, fault)| (line, fault.to_string())).unwrap();
        assert!(line > kept as u64, "{line}: {fault}");
        assert!(report.signed_commit <= commits_before(kept));
        if !forged && report.commits > report.signed_commit {
            let unsigned = report.commits - report.signed_commit;
            assert!(fault.contains(&format!("the {unsigned} after them")), "{fault}");
            assert!(report.to_string().contains("after them"), "{report}");
        }
    }
}

/// Another history from some commit on, with all its hashes right, signed by somebody else.
#[tokio::test]
async fn forks_are_found() {
    let honest = honest().await;
    let thief = StoreOptions { signer: Some(Arc::new(Signer::from_secret([66; 32]))), sign_every: 16, ..options() };
    let mut forks = Vec::new();
    for at in 0..40 {
        forks.push((at, export_of(thief.clone(), at, 1_000 + at * 100, 40 - at).await));
    }
    let keys = (options().signer.unwrap().public().to_string(), thief.signer.unwrap().public().to_string());
    let mut chance = Chance::new(figure("JOURNAL_SEED", 9));
    for _ in 0..times() {
        let (at, fork) = &forks[chance.index(forks.len())];
        let is_head = |line: &String| line.starts_with("{\"head\"");
        let way = chance.below(4);
        let mut lines: Vec<String> = match way {
            // With the thief's own key, which nobody trusts.
            0 => fork.clone(),
            // Passing his signatures off as the house's.
            1 => fork.iter().map(|line| line.replace(&keys.1, &keys.0)).collect(),
            // With no signed head at all.
            2 => fork.iter().filter(|line| !is_head(line)).map(|line| line.replace(&keys.1, &keys.0)).collect(),
            // With the house's own heads, wherever they were.
            _ => {
                let mut heads = honest.iter().filter(|line| is_head(line));
                let line = |line: &String| match is_head(line) {
                    true => heads.next().cloned(),
                    false => Some(line.replace(&keys.1, &keys.0)),
                };
                fork.iter().filter_map(line).collect()
            }
        };
        // Sometimes with the house's own end.
        if chance.below(2) == 0 {
            lines.pop();
            lines.push(honest[honest.len() - 1].clone());
        }
        let report = verify(&lines);
        assert!(!report.holds(), "a fork at commit {at} (way {way}) was not found");
        assert!(report.signed_commit <= *at, "a fork at commit {at} is vouched for up to {}", report.signed_commit);
    }
}
