//! The strategy map: the 741 classes of hands in order, nineteen rows of thirty-nine, the strongest first.

use super::{Canvas, INK, LOSS, Plot, SOFT};

/// One class.
#[derive(Clone, Debug)]
pub(crate) struct MapCell {
    /// What playing rather than folding gains, in antes.
    pub(crate) gain: f64,
    /// Whether it is played.
    pub(crate) plays: bool,
    /// The first class of its category bears the category's name.
    pub(crate) begins: Option<&'static str>,
    /// Its name, shown by a browser under the pointer.
    pub(crate) name: String,
}

/// Classes in a row; 19 rows of them are 741.
const COLUMNS: usize = 39;

/// The map.
pub(crate) fn strategy_map(name: &str, title: &str, cells: &[MapCell]) -> Plot {
    const SIDE: f64 = 17.0;
    const LEFT: f64 = 8.0;
    const TOP: f64 = 8.0;
    let rows = cells.len().div_ceil(COLUMNS);
    let bottom = TOP + rows as f64 * SIDE;
    let mut canvas = Canvas::new(LEFT * 2.0 + COLUMNS as f64 * SIDE + 41.0, bottom + 76.0);
    let most = cells.iter().map(|cell| cell.gain).fold(0.1, f64::max);
    for (i, cell) in cells.iter().enumerate() {
        let (x, y) = (LEFT + (i % COLUMNS) as f64 * SIDE, TOP + (i / COLUMNS) as f64 * SIDE);
        // Deeper where the decision matters more.
        let colour = if cell.plays {
            shade((0xe4, 0xee, 0xe6), (0x1f, 0x4a, 0x3f), (cell.gain / most).clamp(0.0, 1.0).powf(0.6))
        } else {
            shade((0xf6, 0xe3, 0xdc), (0xa2, 0x3b, 0x2a), (-cell.gain / 0.6).clamp(0.0, 1.0))
        };
        canvas.body.push_str(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"><title>{}</title></rect>\n",
            SIDE - 1.0,
            SIDE - 1.0,
            super::escape(&cell.name)
        ));
        if cell.begins.is_some() {
            canvas.line((x - 0.5, y), (x - 0.5, y + SIDE - 1.0), INK, 2.0);
        }
    }
    let weakest = cells.iter().rposition(|cell| cell.plays);
    if let Some(weakest) = weakest {
        let (column, row) = ((weakest % COLUMNS) as f64, (weakest / COLUMNS) as f64);
        let (x, y) = (LEFT + (column + 1.0) * SIDE - 0.5, TOP + row * SIDE);
        canvas.path(
            &[(LEFT + COLUMNS as f64 * SIDE, y), (x, y), (x, y + SIDE - 0.5), (LEFT - 0.5, y + SIDE - 0.5)],
            INK,
            1.6,
        );
    }
    // The categories, where they begin.
    let begins: Vec<String> = cells
        .iter()
        .enumerate()
        .filter_map(|(i, cell)| cell.begins.map(|name| format!("{name} from {}", i + 1)))
        .collect();
    canvas.text((LEFT, bottom + 18.0), "start", SOFT, &begins.join(" · "));
    canvas.rect(LEFT, bottom + 30.0, 12.0, 12.0, &shade((0xe4, 0xee, 0xe6), (0x1f, 0x4a, 0x3f), 0.6));
    canvas.text((LEFT + 18.0, bottom + 40.5), "start", INK, "play");
    canvas.rect(LEFT + 60.0, bottom + 30.0, 12.0, 12.0, LOSS);
    canvas.text((LEFT + 78.0, bottom + 40.5), "start", INK, "fold");
    let edge = weakest.and_then(|i| cells.get(i)).map(|cell| format!("The line is drawn below {}.", cell.name));
    canvas.text((LEFT + 124.0, bottom + 40.5), "start", SOFT, &edge.unwrap_or_default());
    canvas.text(
        (LEFT, bottom + 62.0),
        "start",
        SOFT,
        "Each square is a class; the strongest stands first, row by row. The deeper, the more the decision is worth.",
    );
    canvas.finish(name, title)
}

/// A colour between two.
fn shade(light: (u8, u8, u8), deep: (u8, u8, u8), part: f64) -> String {
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(light.0, deep.0), mix(light.1, deep.1), mix(light.2, deep.2))
}
