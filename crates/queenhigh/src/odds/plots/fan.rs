//! Bankrolls over a session: the median, and the ranges that hold one half and nine tenths of all players.

use super::{Canvas, GAIN, INK, Plot, RULE, SOFT, dollars, ticks};

/// Quantiles by rounds: (rounds, [5 %, 25 %, 50 %, 75 %, 95 %] in dollars).
pub(crate) fn fan(name: &str, title: &str, quantiles: &[(u64, [f64; 5])]) -> Option<Plot> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 300.0;
    const LEFT: f64 = 64.0;
    const RIGHT: f64 = WIDTH - 96.0;
    const TOP: f64 = 14.0;
    const BASE: f64 = HEIGHT - 44.0;
    let (last, ends) = quantiles.last()?;
    let all = quantiles.iter().flat_map(|(_, amounts)| amounts);
    let (low, high) = all.fold((0.0_f64, 0.0_f64), |(low, high), amount| (low.min(*amount), high.max(*amount)));
    if *last == 0 || high - low <= 0.0 {
        return None;
    }
    let x = |rounds: u64| LEFT + (RIGHT - LEFT) * rounds as f64 / *last as f64;
    let y = |amount: f64| BASE - (amount - low) / (high - low) * (BASE - TOP);
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    for amount in ticks(low, high, 6.0) {
        canvas.line((LEFT, y(amount)), (RIGHT, y(amount)), RULE, 1.0);
        canvas.text((LEFT - 6.0, y(amount) + 4.0), "end", SOFT, &dollars(amount));
    }
    for rounds in ticks(0.0, *last as f64, 8.0) {
        let at = LEFT + (RIGHT - LEFT) * rounds / *last as f64;
        canvas.text((at, BASE + 17.0), "middle", INK, &format!("{rounds:.0}"));
    }
    let side = |i: usize| quantiles.iter().map(move |(rounds, amounts)| (x(*rounds), y(amounts[i])));
    for (bottom, top, opacity) in [(0, 4, 0.14), (1, 3, 0.24)] {
        let mut points: Vec<(f64, f64)> = side(bottom).collect();
        let mut back: Vec<(f64, f64)> = side(top).collect();
        back.reverse();
        points.extend(back);
        canvas.area(&points, GAIN, opacity);
    }
    let median: Vec<(f64, f64)> = side(2).collect();
    canvas.path(&median, GAIN, 2.0);
    canvas.line((LEFT, y(0.0)), (RIGHT, y(0.0)), INK, 1.0);
    for (amount, label) in ends.iter().zip(["5%", "25%", "median", "75%", "95%"]) {
        canvas.text((RIGHT + 6.0, y(*amount) + 4.0), "start", SOFT, &format!("{label} {}", dollars(*amount)));
    }
    canvas.text(((LEFT + RIGHT) / 2.0, HEIGHT - 8.0), "middle", SOFT, "rounds");
    Some(canvas.finish(name, title))
}
