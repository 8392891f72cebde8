//! Meters: the return of a progressive as a straight line in each of its meters, up to where it is fair and beyond.

use super::{Canvas, INK, LOSS, Plot, RULE, SERIES, SOFT, dollars, ticks};

/// The return in one meter, the others standing at their seeds.
#[derive(Clone, Debug)]
pub(crate) struct MeterCurve {
    /// The meter.
    pub(crate) name: String,
    /// The return of a stake of one with the meter at nothing.
    pub(crate) at_nothing: f64,
    /// What each dollar on the meter adds.
    pub(crate) per_dollar: f64,
    /// Points on the line that have a name: a value in dollars, and what it is.
    pub(crate) marks: Vec<(f64, &'static str)>,
}

/// One line for a meter, with the fair return drawn across.
pub(crate) fn meter_lines(name: &str, title: &str, line: &MeterCurve) -> Option<Plot> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 240.0;
    const LEFT: f64 = 56.0;
    const RIGHT: f64 = WIDTH - 16.0;
    const TOP: f64 = 18.0;
    const BASE: f64 = HEIGHT - 44.0;
    let fair = (1.0 - line.at_nothing) / line.per_dollar;
    if !(fair.is_finite() && fair > 0.0) {
        return None;
    }
    let far = line.marks.iter().map(|(value, _)| *value).fold(fair, f64::max) * 1.15;
    let value = |meter: f64| line.at_nothing + line.per_dollar * meter;
    let (low, high) = ((line.at_nothing * 0.9).max(0.0), value(far).max(1.05));
    let x = |meter: f64| LEFT + (RIGHT - LEFT) * meter / far;
    let y = |share: f64| BASE - (share - low) / (high - low) * (BASE - TOP);
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    for share in ticks(low, high, 5.0) {
        canvas.line((LEFT, y(share)), (RIGHT, y(share)), RULE, 1.0);
        canvas.text((LEFT - 6.0, y(share) + 4.0), "end", SOFT, &format!("{:.0}%", share * 100.0));
    }
    for meter in ticks(0.0, far, 6.0) {
        canvas.text((x(meter), BASE + 17.0), "middle", INK, &dollars(meter));
    }
    canvas.dashed((LEFT, y(1.0)), (RIGHT, y(1.0)), LOSS);
    canvas.text((LEFT + 6.0, y(1.0) - 5.0), "start", LOSS, "fair");
    canvas.path(&[(x(0.0), y(value(0.0))), (x(far), y(value(far)))], SERIES[2], 2.0);
    for (meter, what) in line.marks.iter().copied().chain([(fair, "fair from")]) {
        canvas.dot((x(meter), y(value(meter))), INK);
        let right = x(meter) > WIDTH * 0.7;
        let (anchor, at) = if right { ("end", x(meter) - 8.0) } else { ("start", x(meter) + 8.0) };
        let below = if right { -8.0 } else { 14.0 };
        canvas.text((at, y(value(meter)) + below), anchor, INK, &format!("{what} {}", dollars(meter)));
    }
    canvas.line((LEFT, BASE), (RIGHT, BASE), INK, 1.0);
    canvas.text(((LEFT + RIGHT) / 2.0, HEIGHT - 8.0), "middle", SOFT, &format!("{} meter", line.name));
    Some(canvas.finish(name, title))
}
