//! A house file as a list of lines: tests change one line, and so know where the fault must be found.

use rules::house::{Fault, HouseCheck, Severity, check};
use rules::{Books, House};

/// A house to be checked, and the line of the last change.
#[derive(Clone, Debug)]
pub struct Draft {
    lines: Vec<String>,
    /// Counted from 0.
    changed: usize,
}

/// The test house of a rulebook: lawful, and offering everything in the book.
pub fn house(book: &str) -> Draft {
    Draft::of(&super::read(&format!("golden/houses/{book}.toml")))
}

impl Draft {
    /// A house from its text.
    pub fn of(text: &str) -> Draft {
        Draft { lines: text.lines().map(str::to_owned).collect(), changed: 0 }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The line of a section's header; the top of the file for the section without a name.
    fn header(&self, section: &str) -> Option<usize> {
        let wanted = format!("[{section}]");
        self.lines.iter().position(|line| *line == wanted)
    }

    /// The lines of a section, without its header.
    fn body(&self, section: &str) -> std::ops::Range<usize> {
        let start = match section {
            "" => 0,
            _ => self.header(section).unwrap_or_else(|| panic!("no [{section}]")) + 1,
        };
        let length = self.lines[start..].iter().take_while(|line| !line.starts_with('[')).count();
        start..start + length
    }

    /// The names of the sections, the unnamed one first.
    pub fn sections(&self) -> Vec<String> {
        let named = self.lines.iter().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
        std::iter::once("").chain(named).map(str::to_owned).collect()
    }

    /// The keys of a section.
    pub fn keys(&self, section: &str) -> Vec<String> {
        let lines = &self.lines[self.body(section)];
        lines
            .iter()
            .filter_map(|line| line.split_once(" = "))
            .map(|(key, _)| key.to_owned())
            .filter(|key| !key.starts_with([' ', '#']))
            .collect()
    }

    /// Gives a key another value, or adds the key, or adds the section with it.
    pub fn set(mut self, section: &str, key: &str, value: &str) -> Draft {
        let line = format!("{key} = {value}");
        if !section.is_empty() && self.header(section).is_none() {
            self.lines.extend([String::new(), format!("[{section}]")]);
        }
        let body = self.body(section);
        let found =
            self.lines[body.clone()].iter().position(|line| line.split_once(" = ").is_some_and(|(k, _)| k == key));
        self.changed = match found {
            Some(at) => {
                let at = body.start + at;
                let end = self.end_of_value(at);
                self.lines.splice(at..end, [line]);
                at
            }
            None => {
                let at = body.start + self.lines[body].iter().take_while(|line| !line.is_empty()).count();
                self.lines.insert(at, line);
                at
            }
        };
        self
    }

    /// A list over several lines ends where its bracket closes.
    fn end_of_value(&self, at: usize) -> usize {
        if !self.lines[at].ends_with('[') {
            return at + 1;
        }
        at + 1 + self.lines[at..].iter().position(|line| line == "]").unwrap()
    }

    /// Removes a key. The change is at the section's header, where a reader would look for what is missing.
    pub fn without(mut self, section: &str, key: &str) -> Draft {
        let start = self.body(section).start;
        self = self.set(section, key, "0");
        self.lines.remove(self.changed);
        self.changed = start.saturating_sub(1);
        self
    }

    /// Removes a section.
    pub fn without_section(mut self, section: &str) -> Draft {
        let body = self.body(section);
        self.lines.drain(body.start - 1..body.end);
        self.changed = 0;
        self
    }

    /// Adds lines at the end; the change is the first of them.
    pub fn append(mut self, text: &str) -> Draft {
        self.lines.push(String::new());
        self.changed = self.lines.len();
        self.lines.extend(text.lines().map(str::to_owned));
        self
    }

    /// Replaces the only occurrence of a text; the change is there.
    pub fn replace(mut self, old: &str, new: &str) -> Draft {
        let at: Vec<usize> = (0..self.lines.len()).filter(|i| self.lines[*i].contains(old)).collect();
        let [at] = at[..] else { panic!("{old} stands in {} lines", at.len()) };
        self.lines[at] = self.lines[at].replacen(old, new, 1);
        self.changed = at;
        self
    }

    /// Expects the next fault at the only line with this text.
    pub fn at(mut self, text: &str) -> Draft {
        let at: Vec<usize> = (0..self.lines.len()).filter(|i| self.lines[*i].contains(text)).collect();
        let [at] = at[..] else { panic!("{text} stands in {} lines", at.len()) };
        self.changed = at;
        self
    }

    /// The number of the changed line, from 1.
    pub fn line(&self) -> usize {
        self.changed + 1
    }

    /// The findings of the check.
    pub fn check(&self) -> HouseCheck {
        let report = check(&self.text(), &Books::shipped());
        let errors = report.errors().count();
        assert_eq!(report.house.is_none(), errors > 0, "a house is refused with an error, and only then");
        for fault in &report.faults {
            assert!(!fault.key.is_empty() && !fault.message.is_empty(), "{fault}");
            let said = fault.to_string();
            assert!(
                said.starts_with(&format!("line {}, column {}: {}: ", fault.line, fault.column, fault.key)),
                "{said}"
            );
            assert_eq!((fault.line, fault.column), super::place(&self.text(), fault.span.start), "{said}");
        }
        report
    }

    /// The house, which may have warnings but no fault.
    pub fn opens(&self) -> House {
        let report = self.check();
        let said: Vec<String> = report.errors().map(ToString::to_string).collect();
        report.house.unwrap_or_else(|| panic!("{}", said.join("\n")))
    }

    /// The only error: its key, on the changed line, citing this law, with help that says this.
    pub fn refused(&self, key: &str, law: &str, help: &str) -> Fault {
        let report = self.check();
        let errors: Vec<&Fault> = report.errors().collect();
        let [fault] = errors[..] else { panic!("not one error but {}:\n{}", errors.len(), list(&errors)) };
        self.expect(fault, key, law, help);
        fault.clone()
    }

    /// One of several errors.
    pub fn refused_among(&self, key: &str, law: &str, help: &str) -> Fault {
        let report = self.check();
        let errors: Vec<&Fault> = report.errors().collect();
        let found = errors.iter().find(|fault| fault.key == key && fault.line == self.line());
        let fault = found.unwrap_or_else(|| panic!("no {key} on line {}:\n{}", self.line(), list(&errors)));
        self.expect(fault, key, law, help);
        (*fault).clone()
    }

    /// The only warning of a house that opens.
    pub fn warned(&self, key: &str, law: &str, help: &str) -> Fault {
        let report = self.check();
        assert!(report.house.is_some(), "{}", list(&report.errors().collect::<Vec<_>>()));
        let warnings: Vec<&Fault> = report.warnings().collect();
        let [fault] = warnings[..] else { panic!("not one warning:\n{}", list(&warnings)) };
        assert_eq!(fault.severity, Severity::Warning);
        self.expect(fault, key, law, help);
        fault.clone()
    }

    fn expect(&self, fault: &Fault, key: &str, law: &str, help: &str) {
        assert_eq!(fault.key, key, "{fault}");
        assert_eq!(
            fault.line,
            self.line(),
            "{fault}\n  should be on line {}: {}",
            self.line(),
            self.lines[self.changed]
        );
        assert!(cites(fault, law), "{fault}\n  should cite {law}");
        assert!(fault.help.contains(help), "{fault}\n  should help: {help}");
    }
}

/// Whether a fault cites a clause or a reading; an empty text means that it must cite no law at all.
fn cites(fault: &Fault, law: &str) -> bool {
    match law.strip_prefix("READING ") {
        Some(number) => fault.cite.readings.iter().any(|reading| reading.to_string() == number),
        None if law.is_empty() => fault.cite.is_empty(),
        None => fault.cite.clauses.iter().any(|clause| clause.as_str() == law),
    }
}

fn list(faults: &[&Fault]) -> String {
    faults.iter().map(|fault| format!("  {fault}\n")).collect()
}
