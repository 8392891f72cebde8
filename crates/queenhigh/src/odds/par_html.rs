//! The par sheet as one page for print: tables, and plots drawn as SVG. Nothing is loaded from elsewhere.

use odds::Fraction;

use super::figures::{count, signed};
use super::output::OutcomeOut;
use super::par::{ParSection, ParSheet};
use super::text::hand;

const STYLE: &str = "
:root { color-scheme: light; --ink: #1b1b1f; --soft: #5c5f66; --rule: #d9d6cf; --bar: #2f5d50; --loss: #a23b2a; }
body { font: 15px/1.45 Charter, 'Bitstream Charter', 'Iowan Old Style', Georgia, serif; color: var(--ink);
  background: #fffdf8; max-width: 50rem; margin: 2.5rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .2rem; break-after: avoid; }
p { margin: .2rem 0 .7rem; }
.soft, .law, caption { color: var(--soft); font-size: .82rem; overflow-wrap: anywhere; }
.digest { font: .72rem/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; font-variant-numeric: lining-nums tabular-nums; }
caption { text-align: left; padding-bottom: .25rem; }
th { text-align: left; font-weight: 600; border-bottom: 1.5px solid var(--ink); padding: .2rem .6rem .2rem 0; }
td { border-bottom: 1px solid var(--rule); padding: .18rem .6rem .18rem 0; vertical-align: top; }
tr { break-inside: avoid; }
.n { text-align: right; white-space: nowrap; }
td.n.count { white-space: normal; overflow-wrap: anywhere; color: var(--soft); font-size: .85rem; }
figure { margin: .6rem 0 1rem; break-inside: avoid; }
svg { width: 100%; height: auto; font: 12px Charter, Georgia, serif; }
@media print { body { background: none; margin: 0; max-width: none; font-size: 10.5pt; } @page { margin: 18mm; } }
";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page.
pub(super) fn page(sheet: &ParSheet) -> String {
    let title = format!("Par sheet of {}", escape(&sheet.operator));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>Under the rulebook {}. Every figure is counted exactly from the rules; the count behind it stands beside it.</p>\n\
         <p class=\"digest\">house {}<br>book {}</p>\n",
        escape(&sheet.rulebook),
        sheet.digest,
        sheet.book_digest
    );
    for section in &sheet.sections {
        write_section(&mut out, section);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn write_section(out: &mut String, section: &ParSection) {
    out.push_str(&format!("<section>\n<h2>{}</h2>\n", escape(&section.title)));
    let readings: Vec<String> = section.readings.iter().map(|number| format!("READING {number}")).collect();
    let law: Vec<String> = section.clauses.iter().cloned().chain(readings).collect();
    out.push_str(&format!(
        "<p class=\"law\">Paytable {}. {}</p>\n",
        escape(&section.paytable),
        escape(&law.join(", "))
    ));
    if !section.outcomes.is_empty() {
        let all = section.outcomes.first().map_or(0, |outcome| outcome.of.0);
        out.push_str(&format!("<table>\n<caption>Outcomes of {} deals</caption>\n", count(all)));
        out.push_str(
            "<thead><tr><th>Hand</th><th class=\"n\">Pays</th><th class=\"n\">Ways</th><th class=\"n\">Probability</th>\
             <th class=\"n\">Contributes</th></tr></thead>\n<tbody>\n",
        );
        for outcome in &section.outcomes {
            out.push_str(&format!(
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                escape(&name(outcome)),
                escape(outcome.pays.as_deref().unwrap_or("–")),
                count(outcome.ways.0),
                outcome.chance().percent(4),
                signed(&(outcome.chance() * outcome.exact.clone()), 6)
            ));
        }
        out.push_str("</tbody>\n</table>\n");
        let contribution = |outcome: &OutcomeOut| outcome.chance() * outcome.exact.clone();
        out.push_str(&bars("What each outcome adds to the expected net result", &section.outcomes, contribution));
    }
    out.push_str(
        "<table>\n<caption>Figures</caption>\n<thead><tr><th>Figure</th><th class=\"n\">Value</th>\
         <th class=\"n\">Count</th></tr></thead>\n<tbody>\n",
    );
    for figure in &section.figures {
        out.push_str(&format!(
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n count\">{}</td></tr>\n",
            escape(&figure.figure),
            escape(&figure.shown),
            escape(figure.count.as_deref().unwrap_or(""))
        ));
    }
    out.push_str("</tbody>\n</table>\n");
    for note in &section.notes {
        out.push_str(&format!("<p class=\"soft\">{}</p>\n", escape(note)));
    }
    out.push_str("</section>\n");
}

fn name(outcome: &OutcomeOut) -> String {
    match outcome.event {
        Some(event) => format!("{}, {}", hand(&outcome.hand), event.replace('_', " ")),
        None => hand(&outcome.hand),
    }
}

/// Horizontal bars from a common zero, gains to the right and losses to the left.
fn bars(title: &str, outcomes: &[OutcomeOut], value: impl Fn(&OutcomeOut) -> Fraction) -> String {
    const LABEL: f64 = 210.0;
    const WIDTH: f64 = 720.0;
    const ROW: f64 = 20.0;
    // Room for the figure beside the longest bar on either side.
    const FIGURE: f64 = 62.0;
    let values: Vec<Fraction> = outcomes.iter().map(value).collect();
    let most = values.iter().map(|value| value.to_draw()).fold(0.0, f64::max);
    let least = values.iter().map(|value| value.to_draw()).fold(0.0, f64::min);
    if most - least <= 0.0 {
        return String::new();
    }
    let left = if least < 0.0 { FIGURE } else { 0.0 };
    let scale = (WIDTH - LABEL - left - FIGURE) / (most - least);
    let zero = LABEL + left - least * scale;
    let height = ROW * values.len() as f64 + 8.0;
    let mut out =
        format!("<figure><svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n", escape(title));
    for (i, (outcome, value)) in outcomes.iter().zip(&values).enumerate() {
        let y = ROW * i as f64 + 4.0;
        let length = value.to_draw() * scale;
        let (x, colour) = if length < 0.0 { (zero + length, "var(--loss)") } else { (zero, "var(--bar)") };
        let (anchor, at) = if length < 0.0 { ("end", zero + length - 4.0) } else { ("start", zero + length + 4.0) };
        out.push_str(&format!(
            "<text x=\"0\" y=\"{:.1}\" fill=\"currentColor\">{}</text>\
             <rect x=\"{x:.2}\" y=\"{:.1}\" width=\"{:.2}\" height=\"{:.1}\" fill=\"{colour}\"/>\
             <text x=\"{at:.2}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#5c5f66\">{}</text>\n",
            y + 13.0,
            escape(&name(outcome)),
            y + 3.0,
            length.abs().max(0.5),
            ROW - 7.0,
            y + 13.0,
            signed(value, 4)
        ));
    }
    out.push_str(&format!(
        "<line x1=\"{zero:.2}\" x2=\"{zero:.2}\" y1=\"2\" y2=\"{:.1}\" stroke=\"#1b1b1f\" stroke-width=\"1\"/>\n</svg>\
         <figcaption class=\"soft\">{}</figcaption></figure>\n",
        height - 2.0,
        escape(title)
    ));
    out
}
