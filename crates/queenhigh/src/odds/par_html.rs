//! The par sheet as one page for print: tables, and plots drawn as SVG. Nothing is loaded from elsewhere.

use super::figures::{count, signed};
use super::par_plots::name;
use super::plots::escape;
use super::sheet::{ParSection, ParSheet, ParTable};

const STYLE: &str = include_str!("par.css");

/// The page.
pub(super) fn page(sheet: &ParSheet) -> String {
    let title = format!("Par sheet of {}", escape(&sheet.operator));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<p class=\"kind\">Par sheet · Three Card Poker</p>\n\
         <h1>{}</h1>\n\
         <p>Under the rulebook <b>{}</b>. Every figure is counted exactly from the rules: beside it stand the fraction or \
         the count of deals behind it, and the clause. Decimals are rounded for reading; the fractions are not.</p>\n\
         <dl class=\"digest\"><dt>house</dt><dd>{}</dd><dt>rulebook</dt><dd>{}</dd></dl>\n</header>\n",
        escape(&sheet.operator),
        escape(&sheet.rulebook),
        sheet.digest,
        sheet.book_digest
    );
    out.push_str(&summary(sheet));
    for (i, section) in sheet.sections.iter().enumerate() {
        write_section(&mut out, i + 1, section);
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The first page: every section with the figure that one looks for first, and a link to it.
fn summary(sheet: &ParSheet) -> String {
    let mut out = String::from(
        "<nav>\n<table class=\"list\">\n<caption>In brief</caption>\n<thead><tr><th>Section</th><th>Paytable</th>\
         <th>First figure</th><th class=\"n\">Value</th></tr></thead>\n<tbody>\n",
    );
    for (i, section) in sheet.sections.iter().enumerate() {
        let (figure, shown) =
            section.figures.first().map_or(("", ""), |figure| (figure.figure.as_str(), figure.shown.as_str()));
        out.push_str(&format!(
            "<tr><td><a href=\"#s{}\">{}</a></td><td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>\n",
            i + 1,
            escape(&section.title),
            escape(&section.paytable),
            escape(figure),
            escape(shown)
        ));
    }
    out.push_str("</tbody>\n</table>\n</nav>\n");
    out
}

fn write_section(out: &mut String, number: usize, section: &ParSection) {
    out.push_str(&format!("<section id=\"s{number}\">\n<h2>{}</h2>\n", escape(&section.title)));
    let readings: Vec<String> = section.readings.iter().map(|number| format!("READING {number}")).collect();
    let law: Vec<String> = section.clauses.iter().cloned().chain(readings).collect();
    let paytable = match section.paytable.as_str() {
        "" => String::new(),
        paytable => format!("Paytable {}. ", escape(paytable)),
    };
    out.push_str(&format!("<p class=\"law\">{paytable}{}</p>\n", escape(&law.join(", "))));
    if !section.outcomes.is_empty() {
        outcomes(out, section);
    }
    for plot in &section.plots {
        out.push_str(&format!("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", plot.svg, escape(&plot.title)));
    }
    if !section.figures.is_empty() {
        figures(out, section);
    }
    for table in &section.tables {
        free_table(out, table);
    }
    for note in &section.notes {
        out.push_str(&format!("<p class=\"note\">{}</p>\n", escape(note)));
    }
    out.push_str("</section>\n");
}

fn outcomes(out: &mut String, section: &ParSection) {
    let all = section.outcomes.first().map_or(0, |outcome| outcome.of.0);
    out.push_str(&format!("<div class=\"wide\"><table>\n<caption>Outcomes of {} deals</caption>\n", count(all)));
    out.push_str(
        "<thead><tr><th>Hand</th><th class=\"n\">Pays</th><th class=\"n\">Ways</th><th class=\"n\">Probability</th>\
         <th class=\"n\">Contributes</th><th>Clause</th></tr></thead>\n<tbody>\n",
    );
    let first = section.clauses.first().map_or("", String::as_str);
    for outcome in &section.outcomes {
        out.push_str(&format!(
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"clause\">{}</td></tr>\n",
            escape(&name(outcome)),
            escape(outcome.pays.as_deref().unwrap_or("–")),
            count(outcome.ways.0),
            outcome.chance().percent(4),
            signed(&(outcome.chance() * outcome.exact.clone()), 6),
            escape(outcome.clause.as_deref().unwrap_or(first))
        ));
    }
    out.push_str("</tbody>\n</table></div>\n");
}

fn figures(out: &mut String, section: &ParSection) {
    out.push_str(
        "<div class=\"wide\"><table>\n<caption>Figures</caption>\n<thead><tr><th>Figure</th><th class=\"n\">Value</th>\
         <th class=\"n\">Exactly</th><th>Clause</th></tr></thead>\n<tbody>\n",
    );
    let first = section.clauses.first().map_or("", String::as_str);
    for figure in &section.figures {
        out.push_str(&format!(
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n exactly\">{}</td><td class=\"clause\">{}</td></tr>\n",
            escape(&figure.figure),
            escape(&figure.shown),
            escape(figure.count.as_deref().unwrap_or("")),
            escape(figure.clause.as_deref().unwrap_or(first))
        ));
    }
    out.push_str("</tbody>\n</table></div>\n");
}

fn free_table(out: &mut String, table: &ParTable) {
    out.push_str(&format!("<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>", escape(&table.caption)));
    for (i, column) in table.columns.iter().enumerate() {
        let class = if i == 0 { "" } else { " class=\"n\"" };
        out.push_str(&format!("<th{class}>{}</th>", escape(&column.replace('_', " "))));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (i, cell) in row.iter().enumerate() {
            let class = if i == 0 { "" } else { " class=\"n\"" };
            out.push_str(&format!("<td{class}>{}</td>", escape(&cell.replace('_', " "))));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n");
}
