//! Bars: what each outcome adds to the expected result, and how often each net result comes.

use odds::Fraction;

use super::{Canvas, GAIN, INK, LOSS, Plot, RULE, SOFT};
use crate::odds::figures::signed;

/// Horizontal bars from a common zero, gains to the right and losses to the left.
pub(crate) fn contributions(name: &str, title: &str, rows: &[(String, Fraction)]) -> Option<Plot> {
    const LABEL: f64 = 216.0;
    const WIDTH: f64 = 720.0;
    const ROW: f64 = 20.0;
    // Room for the figure beside the longest bar on either side.
    const FIGURE: f64 = 62.0;
    let most = rows.iter().map(|(_, value)| value.to_draw()).fold(0.0, f64::max);
    let least = rows.iter().map(|(_, value)| value.to_draw()).fold(0.0, f64::min);
    if most - least <= 0.0 {
        return None;
    }
    let left = if least < 0.0 { FIGURE } else { 0.0 };
    let scale = (WIDTH - LABEL - left - FIGURE) / (most - least);
    let zero = LABEL + left - least * scale;
    let height = ROW * rows.len() as f64 + 8.0;
    let mut canvas = Canvas::new(WIDTH, height);
    for (i, (label, value)) in rows.iter().enumerate() {
        let y = ROW * i as f64 + 4.0;
        let length = value.to_draw() * scale;
        let (x, colour) = if length < 0.0 { (zero + length, LOSS) } else { (zero, GAIN) };
        let (anchor, at) = if length < 0.0 { ("end", zero + length - 4.0) } else { ("start", zero + length + 4.0) };
        canvas.text((0.0, y + 13.0), "start", INK, label);
        canvas.rect(x, y + 3.0, length.abs().max(0.5), ROW - 7.0, colour);
        canvas.text((at, y + 13.0), anchor, SOFT, &signed(value, 4));
    }
    canvas.line((zero, 2.0), (zero, height - 2.0), INK, 1.0);
    Some(canvas.finish(name, title))
}

/// Vertical bars: how often each net result comes, the smallest on the left.
pub(crate) fn net_bars(name: &str, title: &str, nets: &[(Fraction, Fraction)]) -> Option<Plot> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 250.0;
    const BASE: f64 = HEIGHT - 42.0;
    let most = nets.iter().map(|(_, chance)| chance.to_draw()).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let step = (WIDTH - 40.0) / nets.len() as f64;
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    for share in super::ticks(0.0, most, 5.0) {
        let y = BASE - share / most * (BASE - 24.0);
        canvas.line((40.0, y), (WIDTH, y), RULE, 1.0);
        canvas.text((34.0, y + 4.0), "end", SOFT, &format!("{:.0}%", share * 100.0));
    }
    for (i, (net, chance)) in nets.iter().enumerate() {
        let x = 40.0 + step * i as f64;
        let tall = chance.to_draw() / most * (BASE - 24.0);
        let colour = if net.is_negative() { LOSS } else { GAIN };
        canvas.rect(x + step * 0.16, BASE - tall.max(0.6), step * 0.68, tall.max(0.6), colour);
        let middle = x + step / 2.0;
        canvas.text(
            (middle, BASE - tall.max(0.6) - 5.0),
            "middle",
            INK,
            &chance.percent(if tall < 1.0 { 4 } else { 2 }),
        );
        let whole = net.denominator().to_string() == "1";
        canvas.text((middle, BASE + 17.0), "middle", INK, &signed(net, if whole { 0 } else { 2 }));
    }
    canvas.line((40.0, BASE), (WIDTH, BASE), INK, 1.0);
    canvas.text((40.0 + (WIDTH - 40.0) / 2.0, HEIGHT - 8.0), "middle", SOFT, "net result, in antes");
    Some(canvas.finish(name, title))
}
