//! The par sheet as one page for print: tables, and plots drawn as SVG. Nothing is loaded from elsewhere.

use maud::{Markup, PreEscaped, html};

use super::figures::{count, signed};
use super::par_plots::name;
use super::sheet::{ParSection, ParSheet, ParTable};

const STYLE: &str = include_str!("par.css");

/// The columns that hold words, not figures.
const CLAUSE: &str = "Clause";

/// The page.
pub(super) fn page(sheet: &ParSheet) -> String {
    let page = html! {
        (PreEscaped("<!doctype html>"))
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Par sheet of " (sheet.operator) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.kind { "Par sheet · Three Card Poker" }
                    h1 { (sheet.operator) }
                    p {
                        "Under the rulebook " b { (sheet.rulebook) } ". Every figure is counted exactly from the rules: beside \
                        it stand the fraction or the count of deals behind it, and the clause. Decimals are rounded for \
                        reading; the fractions are not."
                    }
                    dl.digest { dt { "house" } dd { (sheet.digest) } dt { "rulebook" } dd { (sheet.book_digest) } }
                }
                (summary(sheet))
                @for (i, section) in sheet.sections.iter().enumerate() { (part(i + 1, section)) }
            }
        }
    };
    page.into_string()
}

/// The first page: every section with its main figure, and a link to it.
fn summary(sheet: &ParSheet) -> Markup {
    html! {
        nav {
            table.list {
                caption { "In brief" }
                thead { tr { th { "Section" } th { "Paytable" } th { "First figure" } th.n { "Value" } } }
                tbody { @for (i, section) in sheet.sections.iter().enumerate() { tr {
                    @let first = section.figures.first();
                    td { a href={ "#s" (i + 1) } { (section.title) } }
                    td { (section.paytable) }
                    td { @if let Some(figure) = first { (figure.figure) } }
                    td.n { @if let Some(figure) = first { (figure.shown) } }
                } } }
            }
        }
    }
}

fn part(number: usize, section: &ParSection) -> Markup {
    let readings = section.readings.iter().map(|number| format!("READING {number}"));
    let law: Vec<String> = section.clauses.iter().cloned().chain(readings).collect();
    html! {
        section id={ "s" (number) } {
            h2 { (section.title) }
            p.law {
                @if !section.paytable.is_empty() { "Paytable " (section.paytable) ". " }
                (law.join(", "))
            }
            @if !section.outcomes.is_empty() { (outcomes(section)) }
            @for plot in &section.plots { figure { (PreEscaped(&plot.svg)) figcaption { (plot.title) } } }
            @if !section.figures.is_empty() { (figures(section)) }
            @for table in &section.tables { (free_table(table)) }
            @for note in &section.notes { p.note { (note) } }
        }
    }
}

/// A table whose columns hold figures, except the first and the clauses.
fn table<'c>(caption: &str, columns: impl IntoIterator<Item = &'c str>, rows: Markup) -> Markup {
    html! {
        div.wide {
            table {
                caption { (caption) }
                thead { tr {
                    @for (i, column) in columns.into_iter().enumerate() { th.n[i > 0 && column != CLAUSE] { (column) } }
                } }
                tbody { (rows) }
            }
        }
    }
}

fn outcomes(section: &ParSection) -> Markup {
    let all = section.outcomes.first().map_or(0, |outcome| outcome.of.0);
    let first = section.clauses.first().map_or("", String::as_str);
    let rows = html! {
        @for outcome in &section.outcomes {
            tr {
                td { (name(outcome)) }
                td.n { (outcome.pays.as_deref().unwrap_or("–")) }
                td.n { (count(outcome.ways.0)) }
                td.n { (outcome.chance().percent(4)) }
                td.n { (signed(&(outcome.chance() * outcome.exact.clone()), 6)) }
                td.clause { (outcome.clause.as_deref().unwrap_or(first)) }
            }
        }
    };
    let columns = ["Hand", "Pays", "Ways", "Probability", "Contributes", CLAUSE];
    table(&format!("Outcomes of {} deals", count(all)), columns, rows)
}

fn figures(section: &ParSection) -> Markup {
    let first = section.clauses.first().map_or("", String::as_str);
    let rows = html! {
        @for figure in &section.figures {
            tr {
                td { (figure.figure) }
                td.n { (figure.shown) }
                td.n.exactly { (figure.count.as_deref().unwrap_or("")) }
                td.clause { (figure.clause.as_deref().unwrap_or(first)) }
            }
        }
    };
    table("Figures", ["Figure", "Value", "Exactly", CLAUSE], rows)
}

fn free_table(free: &ParTable) -> Markup {
    let words = |text: &String| text.replace('_', " ");
    let rows = html! {
        @for row in &free.rows { tr { @for (i, cell) in row.iter().enumerate() { td.n[i > 0] { (words(cell)) } } } }
    };
    let columns: Vec<String> = free.columns.iter().map(words).collect();
    table(&free.caption, columns.iter().map(String::as_str), rows)
}
