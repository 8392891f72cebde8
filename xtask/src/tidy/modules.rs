//! Source files: each Rust file opens with a line that says what it is, none is too long, and no test file is left out
//! of its program.

use crate::findings::Findings;
use crate::repo::TextFile;

/// The most lines a source file may have.
const LINES_MAX: usize = 800;

const SOURCES: [&str; 4] = ["rs", "ts", "svelte", "py"];

pub(crate) fn check(file: &TextFile, findings: &mut Findings) {
    if !SOURCES.contains(&file.extension()) {
        return;
    }
    let first = file.text.lines().next().unwrap_or_default();
    let said = first.strip_prefix("//!").is_some_and(|rest| !rest.trim().is_empty());
    if file.is_rust() && !said {
        findings.at(&file.path, 1, "open the file with a //! line that says what it is");
    }
    // Generated files need not be readable.
    if first.contains("writes this file") {
        return;
    }
    let lines = file.text.lines().count();
    if lines > LINES_MAX {
        let what = format!("part the file: it has {lines} lines and may have {LINES_MAX}");
        findings.at(&file.path, LINES_MAX + 1, what);
    }
}

/// A crate with a single test program lists its files in `tests/main.rs`, or in its manifest those that must be alone:
/// cargo does not find others.
pub(crate) fn check_tests(files: &[TextFile], findings: &mut Findings) {
    for main in files.iter().filter(|file| file.path.ends_with("/tests/main.rs")) {
        let folder = main.path.trim_end_matches("main.rs");
        let manifest = main.path.replace("tests/main.rs", "Cargo.toml");
        let manifest = files.iter().find(|file| file.path == manifest).map_or("", |file| &file.text);
        for file in files.iter().filter(|file| file.path != main.path) {
            let Some(inner) = file.path.strip_prefix(folder) else { continue };
            let name = inner.strip_suffix("/mod.rs").or_else(|| inner.strip_suffix(".rs"));
            let Some(name) = name.filter(|name| !name.contains('/')) else { continue };
            let listed = main.text.lines().any(|line| line == format!("mod {name};"));
            let alone = manifest.lines().any(|line| line == format!("path = \"tests/{inner}\""));
            if !listed && !alone {
                findings.file(&file.path, format!("name it in {}, or its tests never run", main.path));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn found(path: &str, text: &str) -> usize {
        let mut findings = Findings::default();
        check(&file(path, text), &mut findings);
        findings.lines().len()
    }

    #[test]
    fn a_rust_file_opens_with_a_doc_line() {
        assert_eq!(found("a.rs", "//! Says it.\n"), 0);
        for text in ["", "//!\n", "// Says it.\n", "\n//! Says it.\n", "use x;\n"] {
            assert_eq!(found("a.rs", text), 1, "{text:?}");
        }
        assert_eq!(found("a.ts", "let x;\n"), 0);
    }

    #[test]
    fn a_source_file_has_its_limit() {
        let at_limit = "x\n".repeat(LINES_MAX);
        assert_eq!(found("a.py", &at_limit), 0);
        assert_eq!(found("a.py", &(at_limit.clone() + "x\n")), 1);
        assert_eq!(found("a.ts", &("/* `make` writes this file. */\n".to_owned() + &at_limit)), 0);
        assert_eq!(found("a.md", &(at_limit + "x\n")), 0);
    }
    #[test]
    fn a_file_of_tests_that_never_run_is_found() {
        let files = [
            file("crates/a/tests/main.rs", "mod named;\nmod folder;\n"),
            file("crates/a/tests/named.rs", ""),
            file("crates/a/tests/folder/mod.rs", ""),
            file("crates/a/tests/folder/inner.rs", ""),
            file("crates/a/tests/forgotten.rs", ""),
            file("crates/a/Cargo.toml", "[[test]]\nname = \"alone\"\npath = \"tests/alone.rs\"\n"),
            file("crates/a/tests/alone.rs", ""),
            file("crates/b/tests/alone.rs", ""),
        ];
        let mut findings = Findings::default();
        check_tests(&files, &mut findings);
        assert_eq!(
            findings.lines(),
            ["crates/a/tests/forgotten.rs: name it in crates/a/tests/main.rs, or its tests never run"]
        );
    }
}
