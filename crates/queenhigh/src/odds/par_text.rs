//! The par sheet for a terminal.

use super::par::ParSheet;
use super::text::outcomes;
use crate::law;
use crate::look::{Look, Style};
use crate::table_text::{Cell, Table, clean, hanging};

pub(super) fn print(look: Look, sheet: &ParSheet) -> String {
    let head = format!("Par sheet of {} under {}", clean(&sheet.operator), sheet.rulebook);
    let mut out = format!("{}\n", look.bold(&head));
    out.push_str(&look.dim(&format!("house {}\nbook  {}\n", sheet.digest, sheet.book_digest)));
    for section in &sheet.sections {
        out.push_str(&look.heading(&format!("{} (paytable {})", section.title, section.paytable)));
        out.push_str(&hanging(look, "  ", &law::short(&section.clauses, &section.readings)));
        out.push('\n');
        if !section.outcomes.is_empty() {
            out.push_str(&outcomes(look, 2, &section.outcomes));
            out.push('\n');
        }
        let mut table = Table::new(2).left("figure").right("").wrapping("count");
        for figure in &section.figures {
            let count = figure.count.clone().unwrap_or_default();
            table.row([
                Cell::from(figure.figure.as_str()),
                figure.shown.as_str().into(),
                Cell::styled(count, Style::Dim),
            ]);
        }
        out.push_str(&table.print(look));
        for note in &section.notes {
            out.push_str(&hanging(look, "  ", note));
        }
    }
    out
}
