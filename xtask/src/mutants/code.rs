//! The code of a file, without what no mutant can touch: comments, blank lines and imports. What was found of a file holds
//! as long as its code stays the same, wherever its lines and the file itself have moved to.

use crate::repo::TextFile;

/// The code of a file.
pub(super) struct Code {
    /// Where each line of code stands in the file, from 1.
    lines: Vec<usize>,
    /// The code, as a digest.
    pub(super) digest: String,
}

impl Code {
    pub(super) fn of(file: &TextFile) -> Code {
        let mut hasher = blake3::Hasher::new();
        let mut lines = Vec::new();
        let mut importing = false;
        for (number, line) in (1..).zip(file.text.lines()) {
            let text = line.trim();
            importing = importing
                || ["use ", "pub use ", "pub(crate) use ", "pub(super) use "]
                    .iter()
                    .any(|start| text.starts_with(start));
            if importing {
                importing = !text.ends_with(';');
            } else if !text.is_empty() && !text.starts_with("//") {
                hasher.update(line.as_bytes()).update(b"\n");
                lines.push(number);
            }
        }
        Code { lines, digest: hasher.finalize().to_hex()[..16].to_owned() }
    }

    /// A mutant's name as cargo-mutants has it, `src/stub.rs:12:3: replace == with !=`, as it is kept: by the line of code
    /// and without the file. Nothing for what is no such name.
    pub(super) fn kept(&self, path: &str, name: &str) -> Option<String> {
        let (line, rest) = name.strip_prefix(path)?.strip_prefix(':')?.split_once(':')?;
        let line = self.lines.binary_search(&line.parse().ok()?).ok()?;
        Some(format!("{}:{rest}", line + 1))
    }

    /// The name that a kept one has in the file as it is now.
    pub(super) fn named(&self, path: &str, kept: &str) -> Option<String> {
        let (line, rest) = kept.split_once(':')?;
        let line = self.lines.get(line.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some(format!("{path}:{line}:{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        Code::of(&TextFile { path: "a.rs".to_owned(), text: text.to_owned() })
    }

    #[test]
    fn comments_imports_and_blank_lines_are_no_code() {
        let one =
            code("//! A.\n\nuse b::{\n    c,\n    d,\n};\n\n/// E.\nfn e() -> bool {\n    // F.\n    c == d\n}\n");
        let two = code("use c;\nuse d;\nfn e() -> bool {\n    c == d\n}\n");
        assert_eq!(one.digest, two.digest);
        assert_eq!(one.lines, [9, 11, 12]);
        let kept = one.kept("a.rs", "a.rs:11:7: replace == with != in e").unwrap();
        assert_eq!(kept, "2:7: replace == with != in e");
        assert_eq!(two.named("b.rs", &kept).unwrap(), "b.rs:4:7: replace == with != in e");
        assert_ne!(one.digest, code("fn e() -> bool {\n    c != d\n}\n").digest);
        assert_eq!(one.kept("a.rs", "a.rs:10:1: replace x"), None, "a comment has no mutant");
        assert_eq!(two.named("b.rs", "9:1: replace x"), None);
    }
}
