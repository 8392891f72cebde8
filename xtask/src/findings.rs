//! What a check found: a place and what to do about it, collected so that all of them are reported at once.

use std::fmt;

/// One thing to fix. Line 0 means the file as a whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.what),
            line => write!(f, "{}:{}: {}", self.file, line, self.what),
        }
    }
}

/// Everything a run of the checks found.
#[derive(Debug, Default)]
pub(crate) struct Findings(Vec<Finding>);

impl Findings {
    /// Notes something at a line of a file, counted from 1.
    pub(crate) fn at(&mut self, file: &str, line: usize, what: impl Into<String>) {
        self.0.push(Finding { file: file.to_owned(), line, what: what.into() });
    }

    /// Notes something about a file as a whole.
    pub(crate) fn file(&mut self, file: &str, what: impl Into<String>) {
        self.at(file, 0, what);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Prints all findings in the order of the files, and says whether there were none.
    pub(crate) fn report(mut self, name: &str) -> bool {
        self.0.sort();
        self.0.dedup();
        for finding in &self.0 {
            println!("{finding}");
        }
        match self.0.len() {
            0 => println!("{name}: nothing to put right"),
            1 => println!("{name}: 1 finding"),
            n => println!("{name}: {n} findings"),
        }
        self.0.is_empty()
    }

    /// The findings as lines, for tests.
    #[cfg(test)]
    pub(crate) fn lines(mut self) -> Vec<String> {
        self.0.sort();
        self.0.iter().map(Finding::to_string).collect()
    }
}

/// The line, counted from 1, of a byte of the text.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    1 + text.as_bytes()[..byte.min(text.len())].iter().filter(|b| **b == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_printed_as_editors_read_them() {
        let mut findings = Findings::default();
        findings.at("b.rs", 7, "say less");
        findings.file("a.rs", "say more");
        assert_eq!(findings.lines(), ["a.rs: say more", "b.rs:7: say less"]);
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!(line_of("a\nb\nc", 0), 1);
        assert_eq!(line_of("a\nb\nc", 2), 2);
        assert_eq!(line_of("a\nb\nc", 99), 3);
    }
}
