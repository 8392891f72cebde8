//! Shows a finding as a compiler would: the sentence, the file with line and column, the line with the place marked.

use std::fmt;
use std::ops::Range;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

use crate::look::StreamLook;
use crate::table_text::clean;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Error,
    Warning,
}

/// A finding about a place in a text.
#[derive(Clone, Debug)]
pub(crate) struct SourceFinding<'a> {
    /// The file's name.
    pub(crate) file: &'a str,
    /// Its text.
    pub(crate) text: &'a str,
    /// Its severity.
    pub(crate) weight: Weight,
    /// What is wrong.
    pub(crate) title: String,
    /// The place, in bytes.
    pub(crate) span: Range<usize>,
}

impl SourceFinding<'_> {
    /// The finding as text.
    pub(crate) fn draw(&self, look: StreamLook) -> String {
        let theme = if look.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(look.text_width())
            .with_links(false)
            .without_syntax_highlighting()
            .with_context_lines(1);
        let snippet = Snippet {
            title: clean(&self.title),
            weight: self.weight,
            source: NamedSource::new(self.file, visible(self.text)),
            span: first_line(self.text, &self.span),
        };
        let mut drawn = String::new();
        if handler.render_report(&mut drawn, &snippet).is_err() {
            // Only a failing formatter could lead here; the plain sentence still helps.
            drawn = format!("{}: {}\n", self.file, snippet.title);
        }
        let mut out = String::new();
        for line in drawn.lines() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

/// The text with control characters made visible, byte for byte, so that places stay correct.
fn visible(text: &str) -> String {
    let seen = |c: char| match c {
        '\n' | '\t' | '\r' => c,
        c if c.is_ascii_control() => '?',
        // The other control characters take two bytes, as this dot does.
        c if c.is_control() => '·',
        c => c,
    };
    text.chars().map(seen).collect()
}

/// The part of a place within its first line: a mark across half a file would be useless.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let rest = &text[start..];
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let mut end = start + span.len().min(line);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    start..end
}

/// What miette draws.
#[derive(Debug)]
struct Snippet {
    title: String,
    weight: Weight,
    source: NamedSource<String>,
    span: Range<usize>,
}

impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl std::error::Error for Snippet {}

impl Diagnostic for Snippet {
    fn severity(&self) -> Option<Severity> {
        Some(match self.weight {
            Weight::Error => Severity::Error,
            Weight::Warning => Severity::Warning,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(None, self.span.clone()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_kept_within_its_line() {
        assert_eq!(first_line("ab\ncd", &(1..5)), 1..2);
        assert_eq!(first_line("ab\ncd", &(3..5)), 3..5);
        assert_eq!(first_line("", &(7..9)), 0..0);
        assert_eq!(first_line("é", &(1..2)), 0..0);
    }

    #[test]
    fn any_place_can_be_drawn() {
        let look = StreamLook { colour: false, width: 80, money: Default::default() };
        for text in ["", "a", "é\n", "x\r\ny\r\n", "\u{1b}[31m\n"] {
            for start in 0..=text.len() + 1 {
                let finding =
                    SourceFinding { file: "f", text, weight: Weight::Error, title: "t".into(), span: start..start + 2 };
                let drawn = finding.draw(look);
                assert!(drawn.contains('t') && !drawn.contains('\u{1b}'), "{drawn}");
            }
        }
    }
}
