//! Finds a place such as `positions[0].wagers.ante` in the text of a round, so that a refusal can point at it.

use std::ops::Range;

/// One step into a value.
#[derive(Debug, PartialEq, Eq)]
enum Into<'p> {
    Key(&'p str),
    Index(usize),
}

/// The bytes of a place in a valid JSON text. For an object or a list they are those of its name; for a missing place,
/// those of the nearest place around it.
pub fn find(text: &str, place: &str) -> Range<usize> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.space();
    let opening = scanner.at..(scanner.at + 1).min(text.len());
    let found = scanner.descend(&steps(place), opening);
    if text.get(found.clone()).is_some() { found } else { 0..0 }
}

/// Calls `show` for every string value of a JSON text: with the names that lead to it, `None` for an item of a list,
/// and its bytes, quotation marks included. Not recursive, so that no depth is too much for it.
pub fn each_text(text: &str, mut show: impl FnMut(&[Option<String>], Range<usize>)) {
    let mut scanner = Scanner { text, at: 0 };
    let mut path: Vec<Option<String>> = Vec::new();
    while let Some(byte) = scanner.peek() {
        match byte {
            b'"' => {
                let span = scanner.string();
                scanner.space();
                match path.last_mut() {
                    Some(Some(name)) if scanner.peek() == Some(b':') => {
                        let read = text.get(span).and_then(|said| serde_json::from_str(said).ok());
                        *name = read.unwrap_or_default();
                    }
                    _ => show(&path, span),
                }
                continue;
            }
            b'{' => path.push(Some(String::new())),
            b'[' => path.push(None),
            b'}' | b']' => {
                path.pop();
            }
            _ => {}
        }
        scanner.at += 1;
    }
}

fn steps(place: &str) -> Vec<Into<'_>> {
    let mut steps = Vec::new();
    for part in place.split('.') {
        let (key, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        steps.push(Into::Key(key));
        let numbers = indices.split(['[', ']']).filter_map(|number| number.parse().ok());
        steps.extend(numbers.map(Into::Index));
    }
    steps
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Passes over a string, quotation marks included.
    fn string(&mut self) -> Range<usize> {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
        self.at = self.at.min(self.text.len());
        start..self.at
    }

    /// Passes over a whole value.
    fn value(&mut self) -> Range<usize> {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.string();
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' if depth == 0 => break,
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                b if depth == 0 && b.is_ascii_whitespace() => break,
                _ => self.at += 1,
            }
            if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
                break;
            }
        }
        start..self.at
    }

    /// Follows the steps from the value at hand; `nearest` is what to point at when they lead no further.
    fn descend(&mut self, steps: &[Into<'_>], nearest: Range<usize>) -> Range<usize> {
        let Some((step, rest)) = steps.split_first() else {
            let simple = !matches!(self.peek(), Some(b'{' | b'['));
            return if simple { self.value() } else { nearest };
        };
        let opening = self.peek();
        self.at += 1;
        let mut index = 0;
        loop {
            self.space();
            let (found, named) = match (opening, self.peek(), step) {
                (Some(b'{'), Some(b'"'), step) => {
                    let key = self.string();
                    self.space();
                    self.at += 1;
                    self.space();
                    let name = self.text.get(key.clone()).and_then(|key| serde_json::from_str::<String>(key).ok());
                    (matches!(step, Into::Key(wanted) if name.as_deref() == Some(*wanted)), key)
                }
                (Some(b'['), Some(byte), Into::Index(wanted)) if byte != b']' => {
                    (*wanted == index, self.at..self.at + 1)
                }
                _ => return nearest,
            };
            if found {
                return self.descend(rest, named);
            }
            self.value();
            self.space();
            if self.peek() != Some(b',') {
                return nearest;
            }
            self.at += 1;
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#" { "a": [ 1, {"b\"c": "x", "é": {"d": 20}} ], "e" : "f" } "#;

    fn at(place: &str) -> &'static str {
        &TEXT[find(TEXT, place)]
    }

    #[test]
    fn values_are_found_by_their_path() {
        for (place, found) in [("a[0]", "1"), ("a[1].b\"c", "\"x\""), ("a[1].é.d", "20"), ("e", "\"f\"")] {
            assert_eq!(at(place), found, "{place}");
        }
    }

    #[test]
    fn of_a_large_or_missing_value_the_name_around_it_is_found() {
        let missing = [("a", "\"a\""), ("a[1]", "{"), ("a[1].é", "\"é\""), ("a[1].é.z", "\"é\""), ("a[7]", "\"a\"")];
        for (place, found) in missing.into_iter().chain([("z", "{"), ("e.x", "\"e\""), ("", "{")]) {
            assert_eq!(at(place), found, "{place}");
        }
    }

    #[test]
    fn every_text_is_shown_with_the_names_that_lead_to_it() {
        let mut seen = Vec::new();
        each_text(TEXT, |path, span| {
            let names: Vec<&str> = path.iter().map(|step| step.as_deref().unwrap_or("[]")).collect();
            seen.push((names.join("/"), &TEXT[span]));
        });
        assert_eq!(seen, [("a/[]/b\"c".to_owned(), "\"x\""), ("e".to_owned(), "\"f\"")]);
        each_text(&"[".repeat(1_000_000), |_, _| {});
        each_text("]}\"", |_, _| {});
    }

    #[test]
    fn texts_that_end_early_are_survived() {
        for end in (0..=TEXT.len()).filter(|end| TEXT.is_char_boundary(*end)) {
            let text = &TEXT[..end];
            for place in ["a[1].é.d", "e", "a[0]"] {
                let span = find(text, place);
                assert!(text.get(span.clone()).is_some(), "{text} {span:?}");
            }
        }
    }
}
