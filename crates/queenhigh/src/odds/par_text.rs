//! The par sheet for a terminal.

use super::sheet::{ParSection, ParSheet, ParTable};
use super::text::outcomes;
use crate::law;
use crate::look::{StreamLook, Style};
use crate::table_text::{Cell, TextTable, clean, hanging};

/// The whole sheet.
pub(super) fn print(look: StreamLook, sheet: &ParSheet) -> String {
    let head = format!("Par sheet of {} under {}", clean(&sheet.operator), sheet.rulebook);
    let mut out = format!("{}\n", look.bold(&head));
    out.push_str(&look.dim(&format!("house {}\nbook  {}\n", sheet.digest, sheet.book_digest)));
    for section in &sheet.sections {
        out.push('\n');
        out.push_str(&print_section(look, section));
    }
    out
}

/// One section.
pub(super) fn print_section(look: StreamLook, section: &ParSection) -> String {
    let head = match section.paytable.as_str() {
        "" => section.title.clone(),
        paytable => format!("{} (paytable {paytable})", section.title),
    };
    let mut out = String::new();
    for line in crate::table_text::wrap(&clean(&head), look.text_width()) {
        out.push_str(&format!("{}\n", look.bold(&line)));
    }
    out.push_str(&hanging(look, "  ", &law::short(&section.clauses, &section.readings)));
    out.push('\n');
    if !section.outcomes.is_empty() {
        out.push_str(&outcomes(look, 2, &section.outcomes));
        out.push('\n');
    }
    if !section.figures.is_empty() {
        out.push_str(&figures(look, section));
    }
    for table in &section.tables {
        out.push_str(&format!("\n{}", hanging(look, "  ", &table.caption)));
        out.push_str(&table_text(look, table));
    }
    if !section.notes.is_empty() && !section.tables.is_empty() {
        out.push('\n');
    }
    for note in &section.notes {
        out.push_str(&hanging(look, "  ", note));
    }
    out
}

fn figures(look: StreamLook, section: &ParSection) -> String {
    let cited = section.figures.iter().any(|figure| figure.clause.is_some());
    let mut table = TextTable::new(2).left("figure").right("").wrapping("exactly");
    if cited {
        table = table.left("clause");
    }
    for figure in &section.figures {
        let count = figure.count.clone().unwrap_or_default();
        let mut cells =
            vec![Cell::from(figure.figure.as_str()), figure.shown.as_str().into(), Cell::styled(count, Style::Dim)];
        if cited {
            cells.push(Cell::styled(figure.clause.clone().unwrap_or_default(), Style::Dim));
        }
        table.row(cells);
    }
    table.print(look)
}

fn table_text(look: StreamLook, of: &ParTable) -> String {
    let mut table = TextTable::new(2);
    for (i, column) in of.columns.iter().enumerate() {
        table = if i == 0 { table.left(column) } else { table.right(column) };
    }
    for row in &of.rows {
        table.row(row.iter().map(|text| Cell::from(text.as_str())).collect::<Vec<_>>());
    }
    table.print(look)
}
