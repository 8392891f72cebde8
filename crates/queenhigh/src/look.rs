//! How output looks on a stream: its width, and whether it uses colours.

use std::io::IsTerminal;

use rules::Currency;
use rules::currency::Saying;

/// The width where none is known: a pipe or a file.
const WIDTH_ELSEWHERE: usize = 100;

/// The least and the greatest width: beyond these, lines are hard to read.
const WIDTHS: std::ops::RangeInclusive<usize> = 60..=160;

/// Running text is easier to read when its lines are not over-long.
const TEXT_WIDTH_MAX: usize = 110;

/// The look of one stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamLook {
    /// Whether colours are understood and wanted.
    pub(crate) colour: bool,
    /// Columns.
    pub(crate) width: usize,
    /// How amounts are said.
    pub(crate) money: Saying,
}

/// A way to set text off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Style {
    #[default]
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
    Warning,
}

impl StreamLook {
    /// The look of a stream: colours only on a terminal, and not where `NO_COLOR` is set.
    pub(crate) fn of(stream: &impl IsTerminal) -> StreamLook {
        let terminal = stream.is_terminal();
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|term| term == "dumb");
        let columns = set("COLUMNS").and_then(|value| value.to_str()?.parse::<usize>().ok());
        let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let width = columns
            .or_else(|| if terminal { measured() } else { None })
            .unwrap_or(WIDTH_ELSEWHERE)
            .clamp(*WIDTHS.start(), *WIDTHS.end());
        let colour = terminal && set("NO_COLOR").is_none() && !dumb;
        StreamLook { colour, width, money: Saying::default() }
    }

    /// The same look for what is said in a currency.
    pub(crate) fn in_money(self, currency: &Currency) -> StreamLook {
        StreamLook { money: currency.saying(), ..self }
    }

    /// The width for running text.
    pub(crate) fn text_width(self) -> usize {
        self.width.min(TEXT_WIDTH_MAX)
    }

    /// Text in a style.
    pub(crate) fn paint(self, style: Style, text: &str) -> String {
        let text = &*self.money.say(text);
        let code = match style {
            Style::Bold => "1",
            Style::Dim => "2",
            Style::Good => "32",
            Style::Bad => "31",
            Style::Warning => "33",
            Style::Plain => "",
        };
        if self.colour && !code.is_empty() && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Bold text.
    pub(crate) fn bold(self, text: &str) -> String {
        self.paint(Style::Bold, text)
    }

    /// Dimmed text.
    pub(crate) fn dim(self, text: &str) -> String {
        self.paint(Style::Dim, text)
    }

    /// A heading with a blank line before it.
    pub(crate) fn heading(self, text: &str) -> String {
        format!("\n{}\n", self.bold(text))
    }
}
