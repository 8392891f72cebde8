//! The par sheet as comma-separated values: one line for each outcome, figure and row of a table.

use super::sheet::ParSheet;

/// A field, quoted where it must be. One that a spreadsheet would read as a formula is prefixed with a quote.
fn field(text: &str) -> String {
    let mut start = text.chars();
    let formula = match start.next() {
        Some('=' | '+' | '@') => true,
        Some('-') => !start.next().is_some_and(|next| next.is_ascii_digit()),
        _ => false,
    };
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

pub(super) fn print(sheet: &ParSheet) -> String {
    let mut out = String::new();
    let mut row = |fields: &[&str]| {
        out.push_str(&fields.iter().map(|text| field(text)).collect::<Vec<_>>().join(","));
        out.push_str("\r\n");
    };
    row(&[
        "rulebook", "operator", "section", "wager", "paytable", "kind", "name", "value", "shown", "count", "clauses",
    ]);
    for section in &sheet.sections {
        let clauses = section.clauses.join(" ");
        let start = [
            sheet.rulebook.as_str(),
            sheet.operator.as_str(),
            section.title.as_str(),
            section.wager.as_str(),
            section.paytable.as_str(),
        ];
        for outcome in &section.outcomes {
            let name = match outcome.event {
                Some(event) => format!("{} {event}", outcome.hand),
                None => outcome.hand.clone(),
            };
            let pays = outcome.pays.as_deref().unwrap_or("");
            let count = format!("{} of {}", outcome.ways.0, outcome.of.0);
            let clause = outcome.clause.as_deref().unwrap_or(&clauses);
            row(&[&start[..], &["outcome", &name, &outcome.chance().to_string(), pays, &count, clause]].concat());
        }
        for figure in &section.figures {
            let value = figure.value.as_deref().unwrap_or("");
            let count = figure.count.as_deref().unwrap_or("");
            let clause = figure.clause.as_deref().unwrap_or(&clauses);
            row(&[&start[..], &["figure", &figure.figure, value, &figure.shown, count, clause]].concat());
        }
        for table in &section.tables {
            for cells in &table.rows {
                let (name, values) = cells.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
                let columns = table.columns.iter().skip(1).zip(values);
                let shown: Vec<String> = columns.map(|(column, value)| format!("{column} {value}")).collect();
                let name = format!("{}: {name}", table.caption);
                row(&[&start[..], &["row", &name, "", &shown.join("; "), "", &clauses]].concat());
            }
        }
    }
    out
}
