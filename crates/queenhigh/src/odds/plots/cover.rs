//! Cover All: how often the highest hand is of each paid kind, by the number of players, on a scale of powers of ten.

use odds::Fraction;

use super::{Canvas, INK, Plot, RULE, SERIES, SOFT};

/// Lines by the number of players; one for each kind, with its name.
pub(crate) fn cover_all(name: &str, title: &str, kinds: &[(String, Vec<Fraction>)]) -> Option<Plot> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 300.0;
    const LEFT: f64 = 56.0;
    const RIGHT: f64 = WIDTH - 150.0;
    const TOP: f64 = 14.0;
    const BASE: f64 = HEIGHT - 44.0;
    let all: Vec<f64> =
        kinds.iter().flat_map(|(_, chances)| chances).map(Fraction::to_draw).filter(|p| *p > 0.0).collect();
    let least = all.iter().copied().fold(1.0, f64::min).log10().floor();
    let most = all.iter().copied().fold(0.0, f64::max).log10().ceil();
    let players = kinds.iter().map(|(_, chances)| chances.len()).max()?;
    if players < 2 || most <= least {
        return None;
    }
    let x = |i: usize| LEFT + (RIGHT - LEFT) * i as f64 / (players - 1) as f64;
    let y = |share: f64| BASE - (share.log10() - least) / (most - least) * (BASE - TOP);
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    for power in least as i32..=most as i32 {
        let share = 10_f64.powi(power);
        canvas.line((LEFT, y(share)), (RIGHT, y(share)), RULE, 1.0);
        let places = usize::try_from(-2 - power).unwrap_or(0);
        canvas.text((LEFT - 6.0, y(share) + 4.0), "end", SOFT, &format!("{:.places$}%", share * 100.0));
    }
    for i in 0..players {
        canvas.text((x(i), BASE + 17.0), "middle", INK, &(i + 1).to_string());
    }
    canvas.text(((LEFT + RIGHT) / 2.0, HEIGHT - 8.0), "middle", SOFT, "players");
    for ((label, chances), colour) in kinds.iter().zip(SERIES) {
        let points: Vec<(f64, f64)> = chances
            .iter()
            .enumerate()
            .filter(|(_, chance)| !chance.is_zero())
            .map(|(i, chance)| (x(i), y(chance.to_draw())))
            .collect();
        canvas.path(&points, colour, 2.0);
        points.iter().for_each(|point| canvas.dot(*point, colour));
        if let Some((x, y)) = points.last() {
            canvas.text((x + 10.0, y + 4.0), "start", colour, label);
        }
    }
    Some(canvas.finish(name, title))
}
