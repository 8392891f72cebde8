//! The repository on disk: where it is, and the text files that belong to it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ignore::WalkBuilder;

/// The root of the repository.
#[derive(Clone, Debug)]
pub(crate) struct Repo {
    root: PathBuf,
}

/// A text file of the repository, with its path from the root written with forward slashes.
#[derive(Clone, Debug)]
pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    /// The file's extension, without the dot.
    pub(crate) fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.extension() == "rs"
    }

    /// Written by a package manager, not by us.
    pub(crate) fn is_lock(&self) -> bool {
        self.path.ends_with(".lock") || self.path.ends_with("package-lock.json")
    }
}

impl Repo {
    /// The repository that holds the running xtask, or the one around the working directory.
    pub(crate) fn find() -> Result<Self> {
        let start = match std::env::var_os("CARGO_MANIFEST_DIR") {
            Some(dir) => PathBuf::from(dir),
            None => std::env::current_dir().context("the working directory cannot be read")?,
        };
        match start.ancestors().find(|dir| dir.join("xtask/Cargo.toml").is_file()) {
            Some(root) => Ok(Self { root: root.to_owned() }),
            None => bail!("there is no repository around {}", start.display()),
        }
    }

    /// The repository, or a copy of it, in a folder.
    pub(crate) fn at(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub(crate) fn exists(&self, relative: &str) -> bool {
        self.path(relative).exists()
    }

    pub(crate) fn read(&self, relative: &str) -> Result<String> {
        fs::read_to_string(self.path(relative)).with_context(|| format!("{relative} cannot be read"))
    }

    pub(crate) fn write(&self, relative: &str, text: &str) -> Result<()> {
        fs::write(self.path(relative), text).with_context(|| format!("{relative} cannot be written"))
    }

    /// Every text file that git would keep, in the order of the paths. Binary files are left out.
    pub(crate) fn text_files(&self) -> Result<Vec<TextFile>> {
        let walk = WalkBuilder::new(&self.root)
            .hidden(false)
            .ignore(false)
            .git_global(false)
            .require_git(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        let mut files = Vec::new();
        for entry in walk {
            let entry = entry.context("the repository cannot be walked")?;
            if !entry.file_type().is_some_and(|kind| kind.is_file()) {
                continue;
            }
            let path = self.relative(entry.path());
            let bytes = fs::read(entry.path()).with_context(|| format!("{path} cannot be read"))?;
            if bytes.contains(&0) {
                continue;
            }
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(TextFile { path, text });
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }

    fn relative(&self, path: &Path) -> String {
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }

    /// The files directly in a folder with this ending, by name. A missing folder has none.
    pub(crate) fn folder(&self, relative: &str, extension: &str) -> Result<Vec<String>> {
        let dir = self.path(relative);
        if !dir.is_dir() {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(&dir).with_context(|| format!("{relative} cannot be listed"))? {
            let path = entry.with_context(|| format!("{relative} cannot be listed"))?.path();
            if path.is_file() && path.extension().is_some_and(|found| found == extension) {
                names.push(self.relative(&path));
            }
        }
        names.sort();
        Ok(names)
    }
}

/// The name of a file without its folders and its last extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
pub(crate) mod fixture {
    //! A repository of a few files in a temporary folder.

    use super::Repo;

    /// Writes the files and keeps the folder as long as the first value lives.
    pub(crate) fn repo(files: &[(&str, &str)]) -> (tempfile::TempDir, Repo) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
            std::fs::write(path, text).expect("a file");
        }
        let repo = Repo::at(dir.path());
        (dir, repo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_and_binary_files_are_left_out_and_hidden_ones_are_not() {
        let (_dir, repo) = fixture::repo(&[
            (".gitignore", "/target\n"),
            ("target/x.rs", "no\n"),
            (".ci/run", "yes\n"),
            ("web/font.woff2", "a\0b"),
            ("a/b.rs", "yes\n"),
        ]);
        let paths: Vec<_> = repo.text_files().unwrap().into_iter().map(|file| file.path).collect();
        assert_eq!(paths, [".ci/run", ".gitignore", "a/b.rs"]);
    }

    #[test]
    fn a_folder_lists_one_kind_of_file() {
        let (_dir, repo) = fixture::repo(&[("r/b.toml", ""), ("r/a.toml", ""), ("r/c.txt", ""), ("r/d/e.toml", "")]);
        assert_eq!(repo.folder("r", "toml").unwrap(), ["r/a.toml", "r/b.toml"]);
        assert!(repo.folder("none", "toml").unwrap().is_empty());
        assert_eq!(stem("r/b.toml"), "b");
    }
}
