//! What `cargo metadata` says about the packages: which depends on which.

use std::collections::{BTreeMap, VecDeque};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::repo::Repo;
use crate::shell;

#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    resolve: Resolve,
    workspace_members: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
}

#[derive(Debug, Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
struct Node {
    id: String,
    deps: Vec<NodeDependency>,
}

#[derive(Debug, Deserialize)]
struct NodeDependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Debug, Deserialize)]
struct DependencyKind {
    /// None for a normal dependency, else "dev" or "build".
    kind: Option<String>,
}

impl Metadata {
    /// Asks cargo about the workspace.
    pub(crate) fn load(repo: &Repo) -> Result<Self> {
        let output = shell::command(repo, &["cargo", "metadata", "--format-version", "1"])
            .stderr(Stdio::inherit())
            .output()
            .context("cargo cannot be started")?;
        if !output.status.success() {
            bail!("cargo metadata did not succeed");
        }
        Self::parse(&output.stdout)
    }

    pub(crate) fn parse(json: &[u8]) -> Result<Self> {
        serde_json::from_slice(json).context("what cargo metadata printed cannot be read")
    }

    fn is_member(&self, package: &Package) -> bool {
        self.workspace_members.contains(&package.id)
    }

    fn member(&self, name: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.name == name && self.is_member(package))
    }

    /// Everything a workspace member reaches by normal dependencies: the package's name, and the shortest way to it
    /// as names. A name that is not a member reaches nothing.
    pub(crate) fn reach(&self, member: &str) -> BTreeMap<&str, Vec<&str>> {
        let mut ways: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let Some(start) = self.member(member) else {
            return ways;
        };
        let names: BTreeMap<&str, &str> =
            self.packages.iter().map(|package| (package.id.as_str(), package.name.as_str())).collect();
        let mut queue = VecDeque::from([(start.id.as_str(), vec![start.name.as_str()])]);
        while let Some((id, way)) = queue.pop_front() {
            let Some(node) = self.resolve.nodes.iter().find(|node| node.id == id) else {
                continue;
            };
            for dep in &node.deps {
                let normal = dep.dep_kinds.iter().any(|kind| kind.kind.is_none());
                let Some(name) = names.get(dep.pkg.as_str()).filter(|_| normal) else {
                    continue;
                };
                if !ways.contains_key(name) {
                    let mut way = way.clone();
                    way.push(name);
                    ways.insert(name, way.clone());
                    queue.push_back((dep.pkg.as_str(), way));
                }
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_normal_dependencies_are_followed() {
        let package = |name: &str| format!(r#"{{"id":"{name}#1","name":"{name}"}}"#);
        let names = ["rules", "a", "b", "dev"].map(package).join(",");
        let json = format!(
            r##"{{"packages":[{names}],"workspace_members":["rules#1"],"resolve":{{"nodes":[
            {{"id":"rules#1","deps":[{{"pkg":"a#1","dep_kinds":[{{"kind":null}}]}},
                                     {{"pkg":"dev#1","dep_kinds":[{{"kind":"dev"}}]}}]}},
            {{"id":"a#1","deps":[{{"pkg":"b#1","dep_kinds":[{{"kind":"build"}},{{"kind":null}}]}}]}},
            {{"id":"b#1","deps":[]}},{{"id":"dev#1","deps":[]}}]}}}}"##
        );
        let metadata = Metadata::parse(json.as_bytes()).unwrap();
        let reach = metadata.reach("rules");
        assert_eq!(reach.keys().copied().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(reach["b"], ["rules", "a", "b"]);
        assert!(metadata.reach("nobody").is_empty());
    }
}
