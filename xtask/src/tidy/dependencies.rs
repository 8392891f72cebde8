//! Checks the column "may depend on" of the code map against the manifests.
//!
//! A cell names our crates in backticks and those of third parties without. All of ours are named. So are those of
//! third parties, unless the cell ends with `…`: then it names the most telling ones. For a package without normal
//! dependencies, such as the benches, those of its tests are listed.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use crate::findings::Findings;
use crate::repo::Repo;

const PAGE: &str = "ARCHITECTURE.md";

pub(crate) fn check(repo: &Repo, findings: &mut Findings) -> Result<()> {
    for (index, line) in repo.read(PAGE)?.lines().enumerate() {
        let Some((folder, cell)) = row(line) else { continue };
        let manifest = format!("{folder}/Cargo.toml");
        if !repo.exists(&manifest) {
            continue;
        }
        let is_ours = |name: &str| repo.exists(&format!("crates/{name}/Cargo.toml"));
        let needed: BTreeSet<String> = dependencies(&repo.read(&manifest)?)
            .with_context(|| format!("{manifest} cannot be read"))?
            .into_iter()
            .map(|name| if is_ours(&name) { format!("`{name}`") } else { name })
            .collect();
        let mut told: BTreeSet<String> =
            cell.split(", ").filter(|name| *name != "nothing").map(str::to_owned).collect();
        let more = told.remove("…");
        for name in told.difference(&needed) {
            findings.at(PAGE, index + 1, format!("{manifest} does not name {name}"));
        }
        for name in needed.difference(&told).filter(|name| !more || name.starts_with('`')) {
            findings.at(PAGE, index + 1, format!("{manifest} names {name}, and the column does not"));
        }
    }
    Ok(())
}

/// The folder and the last cell of a row of the code map.
fn row(line: &str) -> Option<(&str, &str)> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix('|')?.split(" | ").map(str::trim).collect();
    let [folder, _, last] = cells[..] else { return None };
    Some((folder.strip_prefix('`')?.strip_suffix('`')?, last))
}

fn dependencies(manifest: &str) -> Result<Vec<String>> {
    let manifest: toml::Table = toml::from_str(manifest)?;
    let section = manifest.get("dependencies").or_else(|| manifest.get("dev-dependencies"));
    Ok(section.and_then(toml::Value::as_table).into_iter().flat_map(|table| table.keys().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::fixture;

    #[test]
    fn the_column_is_compared_with_the_manifests() {
        let page = "| crate | what | may depend on |\n|---|---|---|\n\
                    | `crates/cards` | cards | nothing |\n\
                    | `crates/rules` | rules | `cards`, serde, toml |\n\
                    | `crates/server` | the house | `cards`, axum, … |\n\
                    | `web` | the pages | |\n\
                    | `benches` | speed | `rules` |\n";
        let (_dir, repo) = fixture::repo(&[
            (PAGE, page),
            ("crates/cards/Cargo.toml", "[package]\nname = \"cards\"\n"),
            ("crates/rules/Cargo.toml", "[dependencies]\ncards.workspace = true\nserde = \"1\"\nblake3 = \"1\"\n"),
            ("crates/server/Cargo.toml", "[dependencies]\ncards = {}\nrules = {}\naxum = \"1\"\ntokio = \"1\"\n"),
            ("benches/Cargo.toml", "[dev-dependencies]\nrules = {}\n"),
        ]);
        let mut findings = Findings::default();
        check(&repo, &mut findings).unwrap();
        assert_eq!(
            findings.lines(),
            [
                "ARCHITECTURE.md:4: crates/rules/Cargo.toml does not name toml",
                "ARCHITECTURE.md:4: crates/rules/Cargo.toml names blake3, and the column does not",
                "ARCHITECTURE.md:5: crates/server/Cargo.toml names `rules`, and the column does not",
            ]
        );
    }
}
