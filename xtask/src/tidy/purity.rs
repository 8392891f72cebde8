//! The pure crates: what they may not depend on, and what of the standard library they may not name.

use std::collections::BTreeSet;

use super::{PURE, pure_source};
use crate::findings::{Findings, line_of};
use crate::metadata::Metadata;
use crate::repo::TextFile;
use crate::rust_source::RustSource;

/// Packages with a clock, entropy, IO or a runtime in them.
const FORBIDDEN_PACKAGES: [&str; 15] = [
    "axum",
    "chrono",
    "fastrand",
    "getrandom",
    "hyper",
    "jiff",
    "mio",
    "rand",
    "reqwest",
    "rusqlite",
    "socket2",
    "sqlx",
    "tempfile",
    "time",
    "tokio",
];

/// Modules of the standard library that reach outside.
const FORBIDDEN_MODULES: [&str; 6] = ["env", "fs", "net", "process", "thread", "time"];

/// Types that read a clock, under whatever path.
const FORBIDDEN_TYPES: [&str; 2] = ["Instant", "SystemTime"];

/// The crate at the bottom, which has no dependency at all.
const BOTTOM: &str = "cards";

pub(crate) fn check_dependencies(metadata: &Metadata, findings: &mut Findings) {
    for name in PURE {
        let manifest = format!("crates/{name}/Cargo.toml");
        for (package, way) in metadata.reach(name) {
            if name == BOTTOM {
                findings.file(&manifest, format!("depend on nothing, not on {package}"));
            } else if FORBIDDEN_PACKAGES.contains(&package) {
                findings.file(&manifest, format!("{name} is pure and must not reach {}", way.join(" > ")));
            }
        }
    }
}

pub(crate) fn check_source(file: &TextFile, findings: &mut Findings) {
    let Some((name, _)) = pure_source(&file.path) else {
        return;
    };
    let code = RustSource::new(&file.text).code();
    for (at, what) in outside(&code) {
        findings.at(&file.path, line_of(&code, at), format!("{name} is pure; let {what} come in with the command"));
    }
}

/// Where code names a forbidden module or type, and what it names.
fn outside(code: &str) -> Vec<(usize, String)> {
    let mut found = BTreeSet::new();
    for (at, path) in code.match_indices("std::") {
        if code[..at].ends_with(is_word) {
            continue;
        }
        let start = at + path.len();
        for (at, module) in heads(&code[start..]) {
            if FORBIDDEN_MODULES.contains(&module) {
                found.insert((start + at, format!("std::{module}")));
            }
        }
    }
    for name in FORBIDDEN_TYPES {
        for (at, _) in code.match_indices(name) {
            if !code[..at].ends_with(is_word) && !code[at + name.len()..].starts_with(is_word) {
                found.insert((at, name.to_owned()));
            }
        }
    }
    found.into_iter().collect()
}

/// The first name after `std::`, or the first names of each member of a braced list.
fn heads(rest: &str) -> Vec<(usize, &str)> {
    let word = |at: usize| {
        let len = rest[at..].find(|c| !is_word(c)).unwrap_or(rest.len() - at);
        (at, &rest[at..at + len])
    };
    if !rest.starts_with('{') {
        return vec![word(0)];
    }
    let mut found = Vec::new();
    let mut depth = 0;
    let mut expected = false;
    for (at, c) in rest.char_indices() {
        match c {
            '{' => {
                depth += 1;
                expected = depth == 1;
            }
            '}' => depth -= 1,
            ',' => expected = depth == 1,
            c if expected && is_word(c) => {
                found.push(word(at));
                expected = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn found(text: &str) -> Vec<String> {
        let mut findings = Findings::default();
        check_source(&file("crates/rules/src/a.rs", text), &mut findings);
        findings.lines()
    }

    #[test]
    fn reaching_outside_is_found_however_it_is_written() {
        for text in [
            "use std::fs;",
            "use std::net::TcpStream;",
            "use std::{fmt, fs::File};",
            "use std::{\n    collections::{BTreeMap, BTreeSet},\n    env,\n};",
            "fn f() { std::process::exit(1) }",
            "fn f() { std::thread::spawn(g); }",
            "use core_clock::Instant;",
            "fn f(t: SystemTime) {}",
        ] {
            assert_eq!(found(text).len(), 1, "{text}");
        }
        assert_eq!(
            found("use std::{\n    fmt,\n    fs,\n};"),
            ["crates/rules/src/a.rs:3: rules is pure; let std::fs come in with the command"]
        );
    }

    #[test]
    fn what_only_looks_like_it_is_let_be() {
        for text in [
            "use std::fmt;",
            "use std::{fmt, collections::{time, BTreeMap}};",
            "use my_std::fs;",
            "// std::fs",
            "const A: &str = \"std::fs\";",
            "fn f(i: InstantWin) {}",
            "#[cfg(test)]\nmod tests { use std::fs; }",
            "use std::fsx;",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_bottom_has_no_dependency_and_the_pure_no_impure_one() {
        let json = r##"{"packages":[
            {"id":"c","name":"cards"},
            {"id":"r","name":"rules"},
            {"id":"s","name":"serde"},
            {"id":"g","name":"getrandom"}],
            "workspace_members":["c","r"],
            "resolve":{"nodes":[
            {"id":"c","deps":[{"pkg":"s","dep_kinds":[{"kind":null}]}]},
            {"id":"r","deps":[{"pkg":"s","dep_kinds":[{"kind":null}]}]},
            {"id":"s","deps":[{"pkg":"g","dep_kinds":[{"kind":null}]}]},
            {"id":"g","deps":[]}]}}"##;
        let mut findings = Findings::default();
        check_dependencies(&Metadata::parse(json.as_bytes()).unwrap(), &mut findings);
        assert_eq!(
            findings.lines(),
            [
                "crates/cards/Cargo.toml: depend on nothing, not on getrandom",
                "crates/cards/Cargo.toml: depend on nothing, not on serde",
                "crates/rules/Cargo.toml: rules is pure and must not reach rules > serde > getrandom",
            ]
        );
    }
}
