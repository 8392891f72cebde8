//! A Rust file seen in three layers: code, comments and string literals, and which parts of it are tests.

/// What a byte of the file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Code,
    Comment,
    Literal,
}

/// A Rust file with the layer of every byte.
pub(crate) struct RustSource<'a> {
    text: &'a str,
    layers: Vec<Layer>,
    tests: Vec<std::ops::Range<usize>>,
}

impl<'a> RustSource<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let layers = layers(text);
        let tests = test_items(&keep(text, |at| layers[at] == Layer::Code));
        Self { text, layers, tests }
    }

    /// Only the code outside of tests: everything else is blanked, and every byte keeps its place.
    pub(crate) fn code(&self) -> String {
        keep(self.text, |at| self.layers[at] == Layer::Code && !self.in_tests(at))
    }

    /// Code and literals outside of tests: comments are blanked, and every byte keeps its place.
    pub(crate) fn code_and_literals(&self) -> String {
        keep(self.text, |at| self.layers[at] != Layer::Comment && !self.in_tests(at))
    }

    /// Whether a byte is in an item under `#[cfg(test)]`.
    pub(crate) fn in_tests(&self, at: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&at))
    }
}

/// Blanks what is not kept. A character of several bytes becomes as many spaces; line ends stay.
fn keep(text: &str, kept: impl Fn(usize) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if c == '\n' || kept(at) {
            out.push(c);
        } else {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        }
    }
    out
}

fn layers(text: &str) -> Vec<Layer> {
    let bytes = text.as_bytes();
    let mut layers = vec![Layer::Code; bytes.len()];
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let (layer, len) = if rest.starts_with("//") {
            (Layer::Comment, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (Layer::Comment, block_comment(rest))
        } else if let Some(len) = literal(rest, at.checked_sub(1).map(|before| bytes[before])) {
            (Layer::Literal, len)
        } else {
            (Layer::Code, rest.chars().next().map_or(1, char::len_utf8))
        };
        layers[at..at + len].fill(layer);
        at += len;
    }
    layers
}

/// The length of a block comment, which may hold others.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of the string or character literal that starts here, if one does.
fn literal(rest: &str, before: Option<u8>) -> Option<usize> {
    let after_word = before.is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        let tail = rest.strip_prefix(prefix).unwrap_or_default();
        tail.starts_with('"') || (prefix.ends_with('r') && tail.trim_start_matches('#').starts_with('"'))
    });
    if let Some(prefix) = prefix.filter(|prefix| prefix.is_empty() || !after_word) {
        let tail = &rest[prefix.len()..];
        if !prefix.ends_with('r') {
            return Some(prefix.len() + quoted(tail, '"'));
        }
        let hashes = tail.len() - tail.trim_start_matches('#').len();
        // `r#name` is a word, `r#"` a string.
        if tail[hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = hashes + 1;
            let end = tail[body..].find(&close).map_or(tail.len(), |found| body + found + close.len());
            return Some(prefix.len() + end);
        }
    }
    let mut chars = rest.strip_prefix('\'')?.chars();
    match (chars.next()?, chars.next()) {
        ('\\', _) => Some(quoted(rest, '\'')),
        (c, Some('\'')) => Some(1 + c.len_utf8() + 1),
        // A lifetime or a label.
        _ => None,
    }
}

/// The length of a quoted literal with escapes.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The items under `#[cfg(test)]`, from the attribute to the closing brace or semicolon.
fn test_items(code: &str) -> Vec<std::ops::Range<usize>> {
    const MARK: &str = "#[cfg(test)]";
    let mut items: Vec<std::ops::Range<usize>> = Vec::new();
    for (start, _) in code.match_indices(MARK) {
        if items.last().is_some_and(|last| last.contains(&start)) {
            continue;
        }
        let body = start + MARK.len();
        let mut depth = 0_i32;
        let mut end = code.len();
        for (at, b) in code.bytes().enumerate().skip(body) {
            match b {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b';' if depth == 0 => {}
                _ => continue,
            }
            if depth <= 0 {
                end = at + 1;
                break;
            }
        }
        items.push(start..end);
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank_in_code() {
        let text = "let a = \"x // y\"; // z\n/* a /* b */ c */ let c = 'x'; let d = '\\'';";
        assert_eq!(RustSource::new(text).code().split_whitespace().collect::<String>(), "leta=;letc=;letd=;");
    }

    #[test]
    fn raw_strings_end_where_their_hashes_do() {
        let text = "r#\"a \" b\"# + br\"c\" + r#type + var\"";
        let code = RustSource::new(text).code();
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["+", "+", "r#type", "+", "var"]);
    }

    #[test]
    fn lifetimes_are_code() {
        assert_eq!(RustSource::new("fn f<'a>(x: &'a str)").code(), "fn f<'a>(x: &'a str)");
    }

    #[test]
    fn places_are_kept_around_wide_characters() {
        let text = "// é\nlet s = \"ü\"; end";
        let code = RustSource::new(text).code();
        assert_eq!(code.len(), text.len());
        assert_eq!(code.find("end"), text.find("end"));
    }

    #[test]
    fn test_items_are_told_apart() {
        let text = "fn a() {}\n#[cfg(test)]\nuse x::{y, z};\nfn b() {}\n#[cfg(test)]\nmod tests {\n fn c() { \"}\"; }\n}\nfn d() {}";
        let source = RustSource::new(text);
        assert!(source.in_tests(text.find("fn c").unwrap()));
        for name in ["fn a", "fn b", "fn d"] {
            assert!(!source.in_tests(text.find(name).unwrap()), "{name}");
        }
        assert!(source.code().contains("fn d"));
        assert!(!source.code_and_literals().contains("fn c"));
    }

    #[test]
    fn literals_are_kept_where_asked() {
        let kept = RustSource::new("f(\"md\") // no").code_and_literals();
        assert_eq!(kept.trim_end(), "f(\"md\")");
    }
}
