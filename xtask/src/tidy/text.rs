//! Every text file: line ends, white space, marks of unfinished work, and paths of one machine only.

use crate::findings::Findings;
use crate::repo::TextFile;

/// Marks of unfinished work in any text. They are written in two halves so that this file does not carry them.
const UNFINISHED: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];

/// Marks of unfinished work in Rust.
const UNFINISHED_RUST: [&str; 4] =
    [concat!("todo", "!"), concat!("unimplemented", "!"), concat!("dbg", "!"), concat!("#[", "ignore")];

/// Folders that exist on somebody's machine and not in a clone.
const MACHINE_FOLDERS: [&str; 4] =
    [concat!("/", "home/"), concat!("/", "root/"), concat!("/", "work/"), concat!("/", "Users/")];

/// Names of a machine's own package source.
const MACHINE_NAMES: [&str; 1] = [concat!("arti", "factory")];

pub(crate) fn check(file: &TextFile, findings: &mut Findings) {
    check_white_space(file, findings);
    check_words(file, findings);
}

fn check_white_space(file: &TextFile, findings: &mut Findings) {
    let tabs_belong = file.extension() == "tsv";
    for (index, line) in file.text.split('\n').enumerate() {
        let mut say = |what: &str| findings.at(&file.path, index + 1, what);
        let line = match line.strip_suffix('\r') {
            Some(line) => {
                say("end the line with a line feed alone");
                line
            }
            None => line,
        };
        if line.starts_with('\t') && !tabs_belong {
            say("indent with spaces");
        }
        let trailing = if tabs_belong { line.ends_with(' ') } else { line.ends_with([' ', '\t']) };
        if trailing {
            say("take the white space off the end of the line");
        }
    }
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        findings.at(&file.path, file.text.lines().count(), "end the file with a line feed");
    }
}

fn check_words(file: &TextFile, findings: &mut Findings) {
    for (index, line) in file.text.lines().enumerate() {
        let mut say = |what: String| findings.at(&file.path, index + 1, what);
        if !file.is_lock() {
            for mark in UNFINISHED.iter().filter(|mark| has_word(line, mark)) {
                say(format!("finish it or leave it out: {mark}"));
            }
        }
        if file.is_rust() {
            for mark in UNFINISHED_RUST.iter().filter(|mark| has_word(line, mark)) {
                say(format!("finish it or leave it out: {mark}"));
            }
        }
        for folder in MACHINE_FOLDERS.iter().filter(|folder| starts_path(line, folder)) {
            say(format!("name no folder of one machine: {folder}"));
        }
        let lower = line.to_lowercase();
        for name in MACHINE_NAMES.iter().filter(|name| lower.contains(**name)) {
            say(format!("name no package source of one machine: {name}"));
        }
    }
}

/// Whether the line contains the mark as a separate word.
fn has_word(line: &str, mark: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(mark).any(|(at, _)| {
        let open = mark.starts_with(is_word) && line[..at].ends_with(is_word);
        let more = mark.ends_with(is_word) && line[at + mark.len()..].starts_with(is_word);
        !open && !more
    })
}

/// Whether a path in the line starts with the folder, rather than having it further inside.
fn starts_path(line: &str, folder: &str) -> bool {
    let goes_before = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '/' | '}' | '*');
    line.match_indices(folder).any(|(at, _)| !line[..at].ends_with(goes_before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn found(path: &str, text: &str) -> Vec<String> {
        let mut findings = Findings::default();
        check(&file(path, text), &mut findings);
        findings.lines()
    }

    #[test]
    fn white_space_faults_are_found_with_their_lines() {
        assert_eq!(
            found("a.md", "one \n\ttwo\nthree\r\nfour"),
            [
                "a.md:1: take the white space off the end of the line",
                "a.md:2: indent with spaces",
                "a.md:3: end the line with a line feed alone",
                "a.md:4: end the file with a line feed",
            ]
        );
        assert!(found("a.md", "").is_empty());
    }

    #[test]
    fn tables_of_tabs_may_have_empty_cells_at_either_end() {
        assert!(found("a.tsv", "\tx\t\n").is_empty());
        assert_eq!(found("a.tsv", "x \n").len(), 1);
    }

    #[test]
    fn marks_of_unfinished_work_are_words() {
        let [mark, _] = UNFINISHED;
        assert_eq!(found("a.md", &format!("{mark}: later\n")).len(), 1);
        assert!(found("a.md", &format!("MAS{mark}N\n")).is_empty());
        assert!(found("Cargo.lock", &format!("{mark}\n")).is_empty());
        for mark in UNFINISHED_RUST {
            assert_eq!(found("a.rs", &format!("    {mark}(x)\n")).len(), 1, "{mark}");
            assert!(found("a.md", &format!("{mark}\n")).is_empty(), "{mark}");
        }
        let [call, ..] = UNFINISHED_RUST;
        assert!(found("a.rs", &format!("my_{call}()\n")).is_empty());
    }

    #[test]
    fn folders_of_a_machine_are_told_from_folders_further_inside() {
        for folder in MACHINE_FOLDERS {
            assert_eq!(found("a.md", &format!("see `{folder}x`\n")).len(), 1, "{folder}");
            assert!(found("a.md", &format!("https://example.org{folder}x and .{folder}\n")).is_empty());
        }
        assert_eq!(found("a.lock", &format!("https://{}.example\n", MACHINE_NAMES[0].to_uppercase())).len(), 1);
    }
}
