//! Tables and paragraphs for a terminal: columns aligned, no boxes, nothing cut off.

pub(crate) use script::clean;
use unicode_width::UnicodeWidthStr;

use crate::look::{StreamLook, Style};

/// Between two columns.
const GUTTER: usize = 2;

/// A column that gives way keeps at least this.
const NARROWEST: usize = 12;

/// The columns a text takes.
pub(crate) fn width_of(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Breaks a text at spaces into lines of at most `width` columns; a longer word is broken where it must be. What is set
/// in stays set in, and its further lines a little more.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let words = paragraph.trim_start_matches(' ');
        let indent = paragraph.len() - words.len();
        let further = " ".repeat(if indent > 0 { indent + 2 } else { 0 });
        let width = width.max(further.len() + 1);
        let mut line = " ".repeat(indent);
        let mut filled = false;
        for word in words.split(' ') {
            if filled && width_of(&line) + 1 + width_of(word) > width {
                lines.push(std::mem::replace(&mut line, further.clone()));
                filled = false;
            }
            if filled {
                line.push(' ');
            }
            let mut rest = word;
            while width_of(&line) + width_of(rest) > width {
                let (now, later) = rest.split_at(break_in(rest, width.saturating_sub(width_of(&line))));
                line.push_str(now);
                lines.push(std::mem::replace(&mut line, further.clone()));
                rest = later;
                if rest.is_empty() {
                    break;
                }
            }
            line.push_str(rest);
            filled = !rest.is_empty();
        }
        lines.push(line);
    }
    lines
}

/// Where to break a word that is too long: at a joint of a clause's id if there is one far enough in, else where the
/// line ends, and never before the first letter.
fn break_in(word: &str, width: usize) -> usize {
    let mut end = 0;
    let mut joint = 0;
    for (at, c) in word.char_indices() {
        let next = at + c.len_utf8();
        if matches!(c, '(' | '[') {
            joint = at;
        }
        if end > 0 && width_of(&word[..next]) > width {
            break;
        }
        end = next;
        if c == '/' {
            joint = next;
        }
    }
    if joint > 0 && joint <= end && width_of(&word[..joint]) * 2 >= width { joint } else { end }
}

/// A paragraph: a label, and text that hangs after it.
pub(crate) fn hanging(look: StreamLook, label: &str, text: &str) -> String {
    let indent = width_of(label);
    let mut out = String::new();
    for (i, line) in wrap(&look.money.say(&clean(text)), look.text_width().saturating_sub(indent)).iter().enumerate() {
        let lead = if i == 0 { look.dim(label) } else { " ".repeat(indent) };
        out.push_str(format!("{lead}{line}").trim_end());
        out.push('\n');
    }
    out
}

/// On which side a column's cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// A cell: text, which may have several lines, in a style.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    text: String,
    style: Style,
    /// Text beneath, which steps back.
    beneath: String,
}

impl Cell {
    /// A cell in a style.
    pub(crate) fn styled(text: impl Into<String>, style: Style) -> Cell {
        Cell { text: clean(&text.into()), style, beneath: String::new() }
    }

    /// The same cell with a second text beneath it.
    pub(crate) fn beneath(mut self, text: impl Into<String>) -> Cell {
        self.beneath = clean(&text.into());
        self
    }

    fn width(&self) -> usize {
        self.text.split('\n').chain(self.beneath.split('\n')).map(width_of).max().unwrap_or(0)
    }

    fn lines(&self, width: usize) -> Vec<(String, Style)> {
        let mut lines: Vec<(String, Style)> = wrap(&self.text, width).into_iter().map(|l| (l, self.style)).collect();
        if !self.beneath.is_empty() {
            lines.extend(wrap(&self.beneath, width).into_iter().map(|line| (line, Style::Dim)));
        }
        lines
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::styled(text, Style::Plain)
    }
}

#[derive(Clone, Debug)]
struct Column {
    title: String,
    side: Side,
    gives_way: bool,
    /// The most it may be, however long its cells.
    cap: usize,
}

#[derive(Clone, Debug)]
enum Row {
    /// Cells, and a text beneath them across the columns.
    Cells(Vec<Cell>, String),
    /// A heading across the columns.
    Heading(String),
}

/// A table under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextTable {
    columns: Vec<Column>,
    rows: Vec<Row>,
    indent: usize,
}

impl TextTable {
    /// An empty table, set in by some columns.
    pub(crate) fn new(indent: usize) -> TextTable {
        TextTable { indent, ..TextTable::default() }
    }

    fn column(mut self, title: &str, side: Side, gives_way: bool, cap: usize) -> TextTable {
        self.columns.push(Column { title: title.to_owned(), side, gives_way, cap });
        self
    }

    /// Adds a column of words.
    pub(crate) fn left(self, title: &str) -> TextTable {
        self.column(title, Side::Left, false, usize::MAX)
    }

    /// Adds a column of numbers or amounts.
    pub(crate) fn right(self, title: &str) -> TextTable {
        self.column(title, Side::Right, false, usize::MAX)
    }

    /// Adds a column of words that is broken into lines when the table is too wide.
    pub(crate) fn wrapping(self, title: &str) -> TextTable {
        self.column(title, Side::Left, true, usize::MAX)
    }

    /// The same for a column that is never wider than some columns of the terminal.
    pub(crate) fn capped(self, title: &str, cap: usize) -> TextTable {
        self.column(title, Side::Left, true, cap)
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl Into<Vec<Cell>>) {
        self.rows.push(Row::Cells(cells.into(), String::new()));
    }

    /// Adds a heading, with a blank line before it.
    pub(crate) fn heading(&mut self, text: &str) {
        self.rows.push(Row::Heading(clean(text)));
    }

    /// Puts a text beneath the last row, across the columns.
    pub(crate) fn detail(&mut self, text: &str) {
        if let Some(Row::Cells(_, detail)) = self.rows.last_mut() {
            *detail = clean(text);
        }
    }

    /// Whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The width the table would like to have.
    pub(crate) fn width(&self) -> usize {
        self.indent + self.widths().iter().sum::<usize>() + GUTTER * self.columns.len().saturating_sub(1)
    }

    fn widths(&self) -> Vec<usize> {
        let widest = |(i, column): (usize, &Column)| {
            let cells = self.rows.iter().filter_map(|row| match row {
                Row::Cells(cells, _) => cells.get(i).map(Cell::width),
                Row::Heading(_) => None,
            });
            cells.chain([width_of(&column.title)]).max().unwrap_or(0).min(column.cap)
        };
        self.columns.iter().enumerate().map(widest).collect()
    }

    /// Narrows the columns that give way, the widest first, until the table fits.
    fn fitted(&self, width: usize) -> Vec<usize> {
        let mut widths = self.widths();
        let mut over = self.width().saturating_sub(width);
        while over > 0 {
            let give = widths
                .iter_mut()
                .zip(&self.columns)
                .filter_map(|(width, column)| (column.gives_way && *width > NARROWEST).then_some(width))
                .max();
            let Some(widest) = give else { break };
            *widest -= 1;
            over -= 1;
        }
        widths
    }

    /// The table as text.
    pub(crate) fn print(&self, look: StreamLook) -> String {
        self.said(look).laid_out(look)
    }

    /// The table with its amounts as they are said, so that columns fit them.
    fn said(&self, look: StreamLook) -> TextTable {
        let mut said = self.clone();
        let say = |text: &mut String| *text = look.money.say(text).into_owned();
        for row in &mut said.rows {
            match row {
                Row::Cells(cells, detail) => {
                    for cell in cells {
                        say(&mut cell.text);
                        say(&mut cell.beneath);
                    }
                    say(detail);
                }
                Row::Heading(text) => say(text),
            }
        }
        said
    }

    fn laid_out(&self, look: StreamLook) -> String {
        let widths = self.fitted(look.width);
        let mut out = String::new();
        if self.columns.iter().any(|column| !column.title.is_empty()) {
            let titles: Vec<Cell> = self.columns.iter().map(|c| Cell::styled(&*c.title, Style::Dim)).collect();
            self.print_row(look, &widths, &titles, &mut out);
            let rules: Vec<Cell> = widths.iter().map(|w| Cell::styled("─".repeat(*w), Style::Dim)).collect();
            self.print_row(look, &widths, &rules, &mut out);
        }
        for row in &self.rows {
            let (cells, detail) = match row {
                Row::Cells(cells, detail) => (cells, detail),
                Row::Heading(text) => {
                    out.push_str(&look.heading(text));
                    continue;
                }
            };
            self.print_row(look, &widths, cells, &mut out);
            if !detail.is_empty() {
                // The detail hangs under the second column, so that the first can be run down with the eye.
                let indent = self.indent + widths.first().copied().unwrap_or(0) + GUTTER;
                for line in wrap(detail, look.width.saturating_sub(indent)) {
                    out.push_str(&format!("{}{}\n", " ".repeat(indent), look.dim(&line)));
                }
            }
        }
        out
    }

    fn print_row(&self, look: StreamLook, widths: &[usize], cells: &[Cell], out: &mut String) {
        let columns: Vec<Vec<(String, Style)>> =
            cells.iter().zip(widths).map(|(cell, width)| cell.lines(*width)).collect();
        for i in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = " ".repeat(self.indent);
            // White space is held back until something follows it, so that no line ends in any.
            let mut pending = 0;
            for (n, column) in columns.iter().enumerate() {
                let (text, style) = column.get(i).cloned().unwrap_or_default();
                let width = widths.get(n).copied().unwrap_or(0);
                let slack = width.saturating_sub(width_of(&text));
                let right = self.columns.get(n).is_some_and(|column| column.side == Side::Right);
                let (before, after) = if right { (slack, 0) } else { (0, slack) };
                if text.is_empty() {
                    pending += width + GUTTER;
                    continue;
                }
                line.push_str(&" ".repeat(pending + before));
                line.push_str(&look.paint(style, &text));
                pending = after + GUTTER;
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> StreamLook {
        StreamLook { colour: false, width: 40, money: Default::default() }
    }

    #[test]
    fn text_is_broken_at_spaces_and_long_words_where_they_must_be() {
        assert_eq!(wrap("the dealer plays", 10), ["the dealer", "plays"]);
        assert_eq!(wrap("see zz:11(a)[standard/straight-flush]", 22), ["see", "zz:11(a)[standard/", "straight-flush]"]);
        assert_eq!(wrap("zz:11(a)(ii)", 9), ["zz:11(a)", "(ii)"]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("a\n\nb", 4), ["a", "", "b"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("  set in by two", 10), ["  set in", "    by two"]);
    }

    #[test]
    fn columns_align_and_no_line_ends_in_white_space() {
        let mut table = TextTable::new(2).left("wager").right("paid").wrapping("why");
        table.row(["ante".into(), "$10".into(), "the dealer does not play and the ante wins".into()]);
        table.row(["pair plus".into(), "$1,000".into(), "".into()]);
        table.detail("beneath");
        let text = table.print(plain());
        assert_eq!(
            text,
            "  wager        paid  why\n  ─────────  ──────  ───────────────────\n  ante          $10  the dealer does not\n                     play and the ante\n                     wins\n  pair plus  $1,000\n             beneath\n"
        );
        assert!(text.lines().all(|line| width_of(line) <= plain().width && line == line.trim_end()));
    }

    #[test]
    fn a_text_cannot_reach_the_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\tc"), "a\u{fffd}[31mb\u{fffd}c");
        assert_eq!(hanging(plain(), "note: ", "x"), "note: x\n");
    }
}
