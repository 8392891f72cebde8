//! `cargo xtask policy`: licences, bans and sources of all dependencies against deny.toml, without needing cargo-deny.

mod spdx;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde::Deserialize;

use self::spdx::Licence;
use crate::findings::Findings;
use crate::metadata::{Metadata, Package};
use crate::repo::Repo;
use crate::shell;

const DENY: &str = "deny.toml";

/// The part of cargo-deny's settings that is checked here.
#[derive(Debug, Deserialize)]
struct Deny {
    licenses: Licences,
    bans: Bans,
    sources: Sources,
}

#[derive(Debug, Deserialize)]
struct Licences {
    allow: Vec<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
}

#[derive(Debug, Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Bans {
    multiple_versions: Level,
    wildcards: Level,
    #[serde(default)]
    deny: Vec<Banned>,
}

#[derive(Debug, Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
    reason: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    unknown_registry: Level,
    unknown_git: Level,
    #[serde(default)]
    allow_registry: Vec<String>,
    #[serde(default)]
    allow_git: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Allow,
    Warn,
    Deny,
}

/// Checks the workspace's dependencies; then lets cargo-deny check them too where it is installed.
pub(crate) fn run(repo: &Repo) -> Result<bool> {
    let deny: Deny = toml::from_str(&repo.read(DENY)?).with_context(|| format!("{DENY} cannot be read"))?;
    let metadata = Metadata::load(repo)?;
    let mut report = Report::default();
    check(&deny, &metadata, &mut report);
    for notice in &report.notices {
        println!("notice: {notice}");
    }
    println!("{} packages", metadata.packages.len());
    let own = report.findings.report("policy");
    if !shell::answers(repo, &["cargo", "deny", "--version"]) {
        return Ok(own);
    }
    let theirs = shell::run(repo, &["cargo", "deny", "--offline", "check", "licenses", "bans", "sources"])?;
    Ok(own && theirs)
}

/// Findings fail; notices are only said.
#[derive(Default)]
struct Report {
    findings: Findings,
    notices: Vec<String>,
}

impl Report {
    fn add(&mut self, level: Level, what: String) {
        match level {
            Level::Allow => {}
            Level::Warn => self.notices.push(what),
            Level::Deny => self.findings.file(DENY, what),
        }
    }
}

fn check(deny: &Deny, metadata: &Metadata, report: &mut Report) {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in &metadata.packages {
        licence(&deny.licenses, package, report);
        if let Some(banned) = deny.bans.deny.iter().find(|banned| banned.name == package.name) {
            let reason = banned.reason.as_deref().unwrap_or("no reason is given");
            report.add(Level::Deny, format!("{} is banned: {reason}", title(package)));
        }
        source(&deny.sources, package, report);
        if metadata.is_member(package) {
            for wild in package.dependencies.iter().filter(|dep| dep.req == "*" && dep.path.is_none()) {
                let what = format!("{} asks for any version of {}; name one", package.name, wild.name);
                report.add(deny.bans.wildcards, what);
            }
        }
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        let versions: Vec<_> = versions.iter().copied().collect();
        let what = format!("{name} is there in several versions: {}", versions.join(", "));
        report.add(deny.bans.multiple_versions, what);
    }
}

fn licence(licences: &Licences, package: &Package, report: &mut Report) {
    let mut allowed: BTreeSet<String> = licences.allow.iter().cloned().collect();
    for exception in licences.exceptions.iter().filter(|exception| exception.name == package.name) {
        allowed.extend(exception.allow.iter().cloned());
    }
    let Some(text) = &package.license else {
        report.add(Level::Deny, format!("{} states no licence", title(package)));
        return;
    };
    match Licence::parse(text) {
        Some(licence) if licence.is_met_by(&allowed) => {}
        Some(_) => report.add(Level::Deny, format!("{} is under {text}, which is not allowed", title(package))),
        None => report.add(Level::Deny, format!("{} states a licence that cannot be read: {text}", title(package))),
    }
}

fn source(sources: &Sources, package: &Package, report: &mut Report) {
    let Some(source) = &package.source else { return };
    let bare = source.split(['?', '#']).next().unwrap_or(source);
    if let Some(url) = bare.strip_prefix("git+") {
        if !sources.allow_git.iter().any(|allowed| allowed == url) {
            report.add(sources.unknown_git, format!("{} comes from git, not from a registry", title(package)));
        }
    } else if let Some(url) = bare.strip_prefix("registry+").or_else(|| bare.strip_prefix("sparse+"))
        && !sources.allow_registry.iter().any(|allowed| allowed == url)
    {
        report.add(sources.unknown_registry, format!("{} comes from another registry", title(package)));
    }
}

fn title(package: &Package) -> String {
    format!("{} {}", package.name, package.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &str = r#"
[licenses]
allow = ["MIT"]
exceptions = [{ crate = "mozilla", allow = ["MPL-2.0"] }]
[bans]
multiple-versions = "warn"
wildcards = "deny"
deny = [{ crate = "openssl", reason = "no C" }]
[sources]
unknown-registry = "deny"
unknown-git = "deny"
allow-registry = ["https://example.org/index"]
"#;

    const PACKAGES: [(&str, &str, &str, &str); 9] = [
        ("own", "1.0.0", "\"MIT\"", "null"),
        ("good", "1.0.0", "\"MIT OR GPL-3.0\"", "\"registry+https://example.org/index\""),
        ("good", "2.0.0", "\"MIT\"", "\"registry+https://example.org/index\""),
        ("mozilla", "1.0.0", "\"MPL-2.0\"", "\"registry+https://example.org/index\""),
        ("copyleft", "1.0.0", "\"GPL-3.0\"", "\"registry+https://example.org/index\""),
        ("bare", "1.0.0", "null", "\"registry+https://example.org/index\""),
        ("openssl", "1.0.0", "\"MIT\"", "\"registry+https://example.org/index\""),
        ("forked", "1.0.0", "\"MIT\"", "\"git+https://example.org/f?branch=x#abc\""),
        ("strange", "1.0.0", "\"MIT\"", "\"registry+https://elsewhere.example/index\""),
    ];

    #[test]
    fn each_rule_of_the_policy_is_enforced() {
        let packages: Vec<_> = PACKAGES
            .iter()
            .map(|(name, version, license, source)| {
                format!(
                    r#"{{"id":"{name}#{version}","name":"{name}","version":"{version}","license":{license},"source":{source},
                    "dependencies":[{{"name":"wild","req":"*","path":null}},{{"name":"near","req":"*","path":"x"}}]}}"#
                )
            })
            .collect();
        let json = format!(
            r##"{{"packages":[{}],"workspace_members":["own#1.0.0"],"resolve":{{"nodes":[]}}}}"##,
            packages.join(",")
        );
        let mut report = Report::default();
        check(&toml::from_str(SETTINGS).unwrap(), &Metadata::parse(json.as_bytes()).unwrap(), &mut report);
        assert_eq!(report.notices, ["good is there in several versions: 1.0.0, 2.0.0"]);
        assert_eq!(
            report.findings.lines(),
            [
                "deny.toml: bare 1.0.0 states no licence",
                "deny.toml: copyleft 1.0.0 is under GPL-3.0, which is not allowed",
                "deny.toml: forked 1.0.0 comes from git, not from a registry",
                "deny.toml: openssl 1.0.0 is banned: no C",
                "deny.toml: own asks for any version of wild; name one",
                "deny.toml: strange 1.0.0 comes from another registry",
            ]
        );
    }
}
