//! The written pages: links lead somewhere, ARCHITECTURE.md stays short, CHANGELOG.md knows the version.

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::findings::Findings;
use crate::repo::{Repo, TextFile};

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const ARCHITECTURE_LINES_MAX: usize = 300;
const CHANGELOG: &str = "CHANGELOG.md";

pub(crate) fn check_links(repo: &Repo, file: &TextFile, findings: &mut Findings) {
    if file.extension() != "md" {
        return;
    }
    for (line, target) in links(&file.text) {
        match resolve(&file.path, target) {
            Some(path) if repo.exists(&path) => {}
            Some(path) => findings.at(&file.path, line, format!("the link leads to {path}, which does not exist")),
            None => findings.at(&file.path, line, format!("the link {target} leads out of the repository")),
        }
    }
}

/// The relative link targets of a page outside of code, with their lines and without their fragments.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark)) {
            match fence {
                None => fence = Some(mark),
                Some(open) if open == mark => fence = None,
                Some(_) => {}
            }
            continue;
        }
        if fence.is_some() {
            continue;
        }
        // Every second piece between backticks is code.
        for prose in line.split('`').step_by(2) {
            found.extend(targets(prose).into_iter().map(|target| (index + 1, target)));
        }
        // A link whose text holds code is cut by the split; its target starts the next piece.
        for piece in line.split('`').skip(2).step_by(2).filter(|piece| piece.starts_with("](")) {
            found.extend(target(&piece[2..]).map(|target| (index + 1, target)));
        }
        if let Some((_, definition)) = start.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            found.extend(target(definition).map(|target| (index + 1, target)));
        }
    }
    found
}

fn targets(prose: &str) -> Vec<&str> {
    let inline = prose.match_indices("](").filter(|(at, _)| *at > 0);
    inline.filter_map(|(at, _)| target(&prose[at + 2..])).collect()
}

/// The path at the start of the text, if it is a relative one.
fn target(rest: &str) -> Option<&str> {
    let rest = rest.trim_start().trim_start_matches('<');
    let end = rest.find([')', '>', ' ', '"']).unwrap_or(rest.len());
    let path = rest[..end].split('#').next()?;
    let elsewhere = path.contains("://") || path.starts_with("mailto:");
    (!path.is_empty() && !elsewhere).then_some(path)
}

/// The path from the root of the repository that a link on a page leads to; none when it leads out.
fn resolve(page: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        parts.clear();
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

pub(crate) fn check_architecture(repo: &Repo, findings: &mut Findings) -> Result<()> {
    if !repo.exists(ARCHITECTURE) {
        findings.file(ARCHITECTURE, "write it: the bird's-eye view, the code map and the invariants");
        return Ok(());
    }
    let lines = repo.read(ARCHITECTURE)?.lines().count();
    if lines >= ARCHITECTURE_LINES_MAX {
        let what = format!("shorten it: it has {lines} lines and stays under {ARCHITECTURE_LINES_MAX}");
        findings.file(ARCHITECTURE, what);
    }
    Ok(())
}

pub(crate) fn check_changelog(repo: &Repo, findings: &mut Findings) -> Result<()> {
    let version = workspace_version(&repo.read("Cargo.toml")?)?;
    if !repo.exists(CHANGELOG) {
        findings.file(CHANGELOG, format!("write it, with an entry for {version}"));
        return Ok(());
    }
    if !has_entry(&repo.read(CHANGELOG)?, &version) {
        findings.file(CHANGELOG, format!("add an entry for {version}"));
    }
    Ok(())
}

/// Whether a heading names the version, with or without brackets and a date.
fn has_entry(changelog: &str, version: &str) -> bool {
    let headings = changelog.lines().filter(|line| line.starts_with("## "));
    headings.map(|line| line[3..].trim_start_matches(['[', 'v'])).any(|heading| {
        heading.strip_prefix(version).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.'))
    })
}

fn workspace_version(manifest: &str) -> Result<String> {
    #[derive(Deserialize)]
    struct Manifest {
        workspace: Workspace,
    }
    #[derive(Deserialize)]
    struct Workspace {
        package: Package,
    }
    #[derive(Deserialize)]
    struct Package {
        version: String,
    }
    let manifest: Manifest = toml::from_str(manifest).context("Cargo.toml names no version for the workspace")?;
    Ok(manifest.workspace.package.version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    #[test]
    fn links_are_read_outside_of_code() {
        let text = "see [a](docs/a.md#x) and ![b](<b.png> \"t\"), [c](https://x.y/z), [d](#here)\n\
                    `[no](no.md)` [`code`](yes.md)\n```\n[no](no.md)\n```\n[ref]: ../e.md\n[m](mailto:a@b)\n";
        assert_eq!(links(text), [(1, "docs/a.md"), (1, "b.png"), (2, "yes.md"), (6, "../e.md")]);
    }

    #[test]
    fn links_are_followed_from_their_page() {
        assert_eq!(resolve("docs/a.md", "b/../c.md").unwrap(), "docs/c.md");
        assert_eq!(resolve("docs/a.md", "../README.md").unwrap(), "README.md");
        assert_eq!(resolve("docs/a.md", "/x.md").unwrap(), "x.md");
        assert_eq!(resolve("a.md", "../x.md"), None);
    }

    #[test]
    fn a_link_to_nowhere_is_found() {
        let (_dir, repo) = fixture::repo(&[("docs/a.md", "[x](a.md)\n[y](b.md)\n[z](../../c.md)\n")]);
        let mut findings = Findings::default();
        for file in repo.text_files().unwrap() {
            check_links(&repo, &file, &mut findings);
        }
        assert_eq!(
            findings.lines(),
            [
                "docs/a.md:2: the link leads to docs/b.md, which does not exist",
                "docs/a.md:3: the link ../../c.md leads out of the repository",
            ]
        );
    }

    #[test]
    fn the_changelog_names_the_version_itself() {
        for heading in ["## 0.1.0", "## [0.1.0] - today", "## v0.1.0"] {
            assert!(has_entry(heading, "0.1.0"), "{heading}");
        }
        for heading in ["## 0.1.01", "## 0.1.0.1", "# 0.1.0", "## 10.1.0", "0.1.0"] {
            assert!(!has_entry(heading, "0.1.0"), "{heading}");
        }
    }

    #[test]
    fn pages_that_are_missing_or_too_long_are_found() {
        let manifest = "[workspace.package]\nversion = \"0.1.0\"\n";
        let (_dir, repo) = fixture::repo(&[("Cargo.toml", manifest), (ARCHITECTURE, &"x\n".repeat(300))]);
        let mut findings = Findings::default();
        check_architecture(&repo, &mut findings).unwrap();
        check_changelog(&repo, &mut findings).unwrap();
        assert_eq!(
            findings.lines(),
            [
                "ARCHITECTURE.md: shorten it: it has 300 lines and stays under 300",
                "CHANGELOG.md: write it, with an entry for 0.1.0",
            ]
        );
    }
}
