//! The drawing of a layout: the dealer is at the top, and position 1 at the right, which is the dealer's left.

use std::fmt::Write as _;

use rules::house::Emblem;
use rules::rulebook::vocabulary::{AreaKind, OddsShown, OperatorSign};
use rules::{House, Wager};
use server::wire::PostedTable;
use server::wire::layout::{Layout, LayoutArea};

use crate::odds::escape;

/// The picture, and the ellipse on which the antes lie.
const WIDTH: f64 = 1600.0;
const HEIGHT: f64 = 1000.0;
const CENTRE: (f64, f64) = (800.0, 90.0);
const ANTES: (f64, f64) = (630.0, 660.0);
/// Degrees from one position to the next, and from the first to the last at most: more positions are drawn closer and
/// smaller.
const STEP: f64 = 23.0;
const SPAN: f64 = 138.0;
/// Where the odds go: the left edge, the top, the width and the height.
const ODDS: (f64, f64, f64, f64) = (480.0, 190.0, 640.0, 290.0);
/// The largest print of the odds, and how wide a letter of it is on average.
const PRINT_MAX: f64 = 16.0;
const LETTER: f64 = 0.47;
/// The circles of a position's side wagers: how large they are, how far apart, and the row that they may fill without
/// reaching the next position's.
const SIDE_RADIUS: f64 = 36.0;
const SIDE_APART: f64 = 82.0;
const SIDE_ROW: f64 = 205.0;

/// The layout of a house as one SVG file.
pub(super) fn svg(house: &House, layout: &Layout) -> String {
    let colour = |colour: Option<rules::house::Colour>, usual: &str| colour.map_or(usual.to_owned(), |c| c.to_string());
    let (felt, ink) = (colour(house.look.felt, "#0f5d45"), colour(house.look.accent, "#f0e2b6"));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"serif\" \
         text-anchor=\"middle\" fill=\"{ink}\">\n"
    );
    let (x, y) = CENTRE;
    let _ = writeln!(out, "<title>{}</title>", escape(&format!("Layout of {}", layout.operator.text)));
    let _ =
        writeln!(out, "<path fill=\"{felt}\" d=\"M20 20H1580V{y}A{} {} 0 0 1 20 {y}Z\"/>", x - 20.0, HEIGHT - y - 20.0);
    operator(&mut out, house, layout);
    if let Some(notice) = house.notice() {
        let _ = writeln!(out, "<text class=\"notice\" x=\"{x}\" y=\"60\" font-size=\"20\">{notice}</text>");
    }
    phrase(&mut out, layout);
    odds(&mut out, house, layout);
    for position in 1..=layout.positions {
        place(&mut out, layout, position, &ink);
    }
    out.push_str("</svg>\n");
    out
}

/// A piece of the drawing, with its law.
fn piece(out: &mut String, attributes: &str, law: &[String], inside: &str) {
    let title = if law.is_empty() { String::new() } else { format!("<title>{}</title>", escape(&law.join(", "))) };
    let _ = writeln!(out, "<g{attributes}>{title}{inside}</g>");
}

fn operator(out: &mut String, house: &House, layout: &Layout) {
    let (x, name) = (CENTRE.0, escape(&layout.operator.text));
    let inside = match layout.sign {
        OperatorSign::Name => format!("<text x=\"{x}\" y=\"160\" font-size=\"40\">{name}</text>"),
        OperatorSign::Logo => {
            let letters = house.look.monogram.as_deref().or(house.look.emblem.map(figure)).unwrap_or_default();
            format!(
                "<circle cx=\"{x}\" cy=\"135\" r=\"42\" fill=\"none\" stroke=\"currentColor\"/>\
                 <text x=\"{x}\" y=\"148\" font-size=\"38\" aria-label=\"{name}\">{}</text>",
                escape(letters)
            )
        }
    };
    piece(out, " class=\"operator\"", &layout.operator.clauses, &inside);
}

/// The figure of a sign as a letter.
fn figure(emblem: Emblem) -> &'static str {
    match emblem {
        Emblem::Crown => "♛",
        Emblem::Spade => "♠",
        Emblem::Star => "★",
        Emblem::Anchor => "⚓",
        Emblem::Mountain => "▲",
        Emblem::Wave => "≈",
        Emblem::Leaf => "❧",
    }
}

fn phrase(out: &mut String, layout: &Layout) {
    let Some(phrase) = &layout.phrase else { return };
    let (rx, ry) = (ANTES.0 - 165.0, ANTES.1 - 215.0);
    let (left, right) = (on_ellipse(rx, ry, -70.0), on_ellipse(rx, ry, 70.0));
    let inside = format!(
        "<path id=\"arc\" fill=\"none\" d=\"M{:.1} {:.1}A{rx} {ry} 0 0 0 {:.1} {:.1}\"/>\
         <text font-size=\"30\" letter-spacing=\"3\"><textPath href=\"#arc\" startOffset=\"50%\">{}</textPath></text>",
        left.0,
        left.1,
        right.0,
        right.1,
        escape(&phrase.text)
    );
    piece(out, " class=\"phrase\"", &phrase.clauses, &inside);
}

/// The odds that are inscribed, in columns, printed as small as necessary.
fn odds(out: &mut String, house: &House, layout: &Layout) {
    let tables = server::posted_tables(house);
    let inscribed = layout.odds.iter().filter(|odds| odds.at == OddsShown::Layout);
    let blocks: Vec<(Vec<String>, Vec<&PostedTable>)> = inscribed
        .map(|odds| (odds.clauses.clone(), tables.iter().filter(|table| of(odds.wager, table.wager)).collect()))
        .collect();
    let rows = |tables: &[&PostedTable]| tables.iter().map(|table| table.lines.len() + 1).sum::<usize>() + 1;
    let (left, top, width, height) = ODDS;
    let columns: usize = if blocks.iter().map(|(_, tables)| rows(tables)).sum::<usize>() > 30 { 4 } else { 3 };
    // Each block goes into the shortest column so far.
    let mut filled = vec![0_usize; columns];
    let mut placed = Vec::new();
    for (law, tables) in &blocks {
        let Some(column) = (0..columns).min_by_key(|column| filled[*column]) else { return };
        placed.push((law, tables, column, filled[column]));
        filled[column] += rows(tables);
    }
    let most = filled.iter().copied().max().unwrap_or(1).max(1) as f64;
    let size = (height / most / 1.2).min(PRINT_MAX);
    for (law, tables, column, row) in placed {
        let x = left + width / columns as f64 * (column as f64 + 0.5);
        let mut y = top + (row as f64 + 1.0) * size * 1.2;
        let mut inside = String::new();
        for table in tables {
            let _ =
                write!(inside, "<text x=\"{x:.1}\" y=\"{y:.1}\" font-weight=\"bold\">{}</text>", table.wager.title());
            for line in &table.lines {
                y += size * 1.2;
                let pays = line.pays.iter().map(|pays| pays.as_ref().map_or("–".to_owned(), ToString::to_string));
                let text = format!("{}  {}", line.hand, pays.collect::<Vec<_>>().join(" / "));
                // A long line is printed smaller, so that it keeps to its column.
                let fits = width / columns as f64 / (text.chars().count() as f64 * LETTER);
                let print = if fits < size { format!(" font-size=\"{fits:.1}\"") } else { String::new() };
                let _ = write!(inside, "<text x=\"{x:.1}\" y=\"{y:.1}\"{print}>{}</text>", escape(&text));
            }
            y += size * 1.2;
        }
        piece(out, &format!(" class=\"odds\" font-size=\"{size:.1}\""), law, &inside);
    }
}

/// Whether a table's odds are shown with a wager's: envy goes with its progressive.
fn of(wager: Wager, table: Wager) -> bool {
    let with = match table {
        Wager::Envy => Wager::Progressive,
        Wager::FiveCardEnvy => Wager::FiveCardProgressive,
        other => other,
    };
    wager == with
}

fn on_ellipse(rx: f64, ry: f64, degrees: f64) -> (f64, f64) {
    let angle = degrees.to_radians();
    (CENTRE.0 + rx * angle.sin(), CENTRE.1 + ry * angle.cos())
}

/// One position: the sensors nearest to the dealer, then the side wagers, the ante and the play.
fn place(out: &mut String, layout: &Layout, position: u8, ink: &str) {
    let step = STEP.min(SPAN / (f64::from(layout.positions) - 1.0).max(1.0));
    let turn = (f64::from(layout.positions + 1) / 2.0 - f64::from(position)) * step;
    let (x, y) = on_ellipse(ANTES.0, ANTES.1, turn);
    let line = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.5\"");
    let smaller = if step < STEP { format!(" scale({:.3})", step / STEP) } else { String::new() };
    let _ =
        writeln!(out, "<g class=\"position\" transform=\"translate({x:.1} {y:.1}) rotate({:.1}){smaller}\">", -turn);
    let of_kind =
        |test: fn(&LayoutArea) -> bool| layout.areas.iter().filter(move |area| test(area)).collect::<Vec<_>>();
    let sensors = of_kind(|area| area.kind == AreaKind::Sensor);
    let side = of_kind(|area| area.kind != AreaKind::Sensor && !matches!(area.wager, Wager::Ante | Wager::Play));
    let spread = |i: usize, count: usize, apart: f64| (i as f64 - (count as f64 - 1.0) / 2.0) * apart;
    for (i, area) in sensors.iter().enumerate() {
        let x = spread(i, sensors.len(), 62.0);
        let inside = format!("<circle cx=\"{x}\" cy=\"-128\" r=\"25\" {line}/>{}", label(area, x, -128.0, 8.0));
        piece(out, " class=\"sensor\"", &area.clauses, &inside);
    }
    let row = (side.len() as f64 - 1.0) * SIDE_APART + 2.0 * SIDE_RADIUS;
    let fit = (SIDE_ROW / row).min(1.0);
    for (i, area) in side.iter().enumerate() {
        let (x, radius) = (spread(i, side.len(), SIDE_APART * fit), SIDE_RADIUS * fit);
        let words = label(area, x, -62.0, 12.0 * fit);
        let inside = format!("<circle cx=\"{x:.1}\" cy=\"-62\" r=\"{radius:.1}\" {line}/>{words}");
        piece(out, " class=\"area\"", &area.clauses, &inside);
    }
    for area in &layout.areas {
        let (y, shape) = match area.wager {
            Wager::Ante => (22.0, format!("<path d=\"M0 -22L44 22L0 66L-44 22Z\" {line}/>")),
            Wager::Play => (94.0, format!("<rect x=\"-52\" y=\"72\" width=\"104\" height=\"44\" rx=\"8\" {line}/>")),
            _ => continue,
        };
        piece(out, " class=\"area\"", &area.clauses, &format!("{shape}{}", label(area, 0.0, y, 16.0)));
    }
    out.push_str("</g>\n");
}

/// The words on an area, one below the other: the book's words, if it has any.
fn label(area: &LayoutArea, x: f64, y: f64, size: f64) -> String {
    let text = area.marked.as_deref().unwrap_or(area.wager.title());
    let words: Vec<&str> = text.split([' ', '-']).collect();
    let mut out = String::new();
    for (i, word) in words.iter().enumerate() {
        let y = y + size * 0.35 + (i as f64 - (words.len() as f64 - 1.0) / 2.0) * size * 1.1;
        let _ = write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{}</text>", escape(word));
    }
    out
}
