//! Histograms and bankroll paths, as SVG to view and as CSV to work with.
//!
//! Floats are used only here in the simulation, to place lines on a page.

use std::fmt::Write as _;

use super::compare::Comparison;
use super::partial::Partial;
use super::plan::SimulationPlan;
use super::sums::Histogram;

/// The size of a plot, in its own units, and its margins.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;

/// The most bars in a plot; more are drawn together.
const BARS: usize = 160;

/// The results as CSV: a line for each wager.
#[must_use]
pub fn results_csv(rows: &[Comparison]) -> String {
    let mut out = "wager,stake_cents,rounds,mean,standard_error,exact,z\n".to_owned();
    for row in rows {
        let exact = row.exact.as_ref().map_or_else(|_| String::new(), |exact| exact.decimal(10));
        let z = row.z(4).unwrap_or_default();
        let (mean, error) = (row.mean.decimal(10), row.standard_error(10));
        let _ = writeln!(out, "{},{},{},{mean},{error},{exact},{z}", row.wager, row.stake.0, row.rounds);
    }
    out
}

/// The histograms of the net results as CSV: a line for each non-empty bin, first the positions', then the table's.
#[must_use]
pub fn histogram_csv(result: &Partial) -> String {
    let mut out = "position,from_cents,below_cents,rounds\n".to_owned();
    let positions = result.positions.iter().map(|(position, sums)| (position.to_string(), sums));
    for (name, sums) in positions.chain([("table".to_owned(), &result.table)]) {
        for (bin, count) in &sums.histogram.counts {
            let (from, below) = sums.histogram.edges(*bin);
            let _ = writeln!(out, "{name},{from},{below},{count}");
        }
    }
    out
}

/// The bankroll paths of the first position as CSV.
#[must_use]
pub fn paths_csv(plan: &SimulationPlan<'_>, result: &Partial) -> String {
    let mut out = "path,round,net_cents\n".to_owned();
    for (block, path) in &result.paths {
        for (round, net) in (0..).step_by(step(plan)).zip(path) {
            let _ = writeln!(out, "{},{round},{net}", block + 1);
        }
    }
    out
}

fn step(plan: &SimulationPlan<'_>) -> usize {
    usize::try_from(plan.path_step()).unwrap_or(usize::MAX)
}

/// Maps values to a line between two ends.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let part = if self.high > self.low { (value - self.low) / (self.high - self.low) } else { 0.5 };
        self.from + part * (self.to - self.from)
    }

    /// About this many round values between the ends.
    fn ticks(&self, about: f64) -> Vec<f64> {
        let rough = ((self.high - self.low) / about).max(1e-9);
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }
}

/// A plot in progress.
struct Page {
    out: String,
    x: Scale,
    y: Scale,
}

impl Page {
    fn new(title: &str, x: (f64, f64), y: (f64, f64)) -> Page {
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"12\" fill=\"#222\">\n<title>{title}</title>\n"
        );
        let _ = writeln!(out, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>");
        let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{title}</text>");
        let x = Scale { low: x.0, high: x.1, from: LEFT, to: WIDTH - RIGHT };
        let y = Scale { low: y.0, high: y.1, from: HEIGHT - BOTTOM, to: TOP };
        Page { out, x, y }
    }

    /// The horizontal axis with its ticks and its name.
    fn across(&mut self, name: &str, text: impl Fn(f64) -> String) {
        let (low, middle) = (HEIGHT - BOTTOM, (LEFT + WIDTH - RIGHT) / 2.0);
        for tick in self.x.ticks(8.0) {
            let x = self.x.at(tick);
            let _ = writeln!(self.out, "<path d=\"M{x:.1} {low}v5\" stroke=\"#222\"/>");
            let _ = writeln!(
                self.out,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                low + 19.0,
                text(tick)
            );
        }
        let _ = writeln!(self.out, "<path d=\"M{LEFT} {low}H{}\" stroke=\"#222\"/>", WIDTH - RIGHT);
        let _ = writeln!(self.out, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{name}</text>", HEIGHT - 10.0);
    }

    /// A horizontal line at a value, with a label.
    fn rule(&mut self, value: f64, text: &str) {
        let y = self.y.at(value);
        let _ = writeln!(self.out, "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#ddd\"/>", WIDTH - RIGHT);
        let _ = writeln!(self.out, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", LEFT - 8.0, y + 4.0);
    }

    fn done(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

/// An amount of cents as dollars.
fn dollars(cents: f64) -> String {
    let sign = if cents < 0.0 { "−" } else { "" };
    format!("{sign}${}", (cents.abs() / 100.0).round())
}

/// The bars to draw: from, to, rounds; bins are combined into a readable number of bars.
///
/// Bins beyond all but one round in two thousand are left out, and mentioned beside the plot.
fn bars(histogram: &Histogram) -> (Vec<(i64, i64, u64)>, u64) {
    let even = || histogram.counts.range(..histogram.bins);
    let mut beyond: u64 = histogram.counts.range(histogram.bins..).map(|(_, count)| count).sum();
    let allowed = histogram.total() / 2_000;
    let mut last = even().next_back().map_or(0, |(bin, _)| *bin);
    for (bin, count) in even().rev() {
        last = *bin;
        if beyond + count > allowed {
            break;
        }
        beyond += count;
    }
    let together = (last as usize + 1).div_ceil(BARS).max(1);
    let bars = (0..=last).step_by(together).map(|first| {
        let to = first + u32::try_from(together).unwrap_or(1);
        let count = histogram.counts.range(first..to.min(last + 1)).map(|(_, count)| count).sum();
        (histogram.edges(first).0, histogram.edges(to - 1).1, count)
    });
    (bars.collect(), beyond)
}

/// A histogram of the net result of a round, with the number of rounds on a logarithmic scale.
#[must_use]
pub fn histogram_svg(title: &str, histogram: &Histogram) -> String {
    let (bars, beyond) = bars(histogram);
    let (low, high) = (bars.first().map_or(0, |bar| bar.0), bars.last().map_or(1, |bar| bar.1));
    let most = bars.iter().map(|bar| bar.2).max().unwrap_or(1).max(1);
    let tens = most.ilog10() + 1;
    let mut page = Page::new(title, (low as f64, high as f64), (-0.3, f64::from(tens)));
    for power in 0..=tens {
        page.rule(f64::from(power), &format!("{}", 10_u64.pow(power)));
    }
    for (from, to, count) in bars.iter().filter(|bar| bar.2 > 0) {
        let (x, end) = (page.x.at(*from as f64), page.x.at(*to as f64));
        let (y, foot) = (page.y.at((*count as f64).log10()), HEIGHT - BOTTOM);
        let _ = writeln!(
            page.out,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"#2b6cb0\"><title>{} to {}: {count}</title></rect>",
            (end - x).max(0.5) * 0.94,
            foot - y,
            dollars(*from as f64),
            dollars(*to as f64)
        );
    }
    let more = match beyond {
        0 => String::new(),
        1 => "; 1 round lies beyond".to_owned(),
        beyond => format!("; {beyond} rounds lie beyond"),
    };
    page.across(&format!("net result of a round, rounds counted by powers of ten{more}"), dollars);
    page.done()
}

/// The bankroll paths of the first position.
#[must_use]
pub fn paths_svg(title: &str, plan: &SimulationPlan<'_>, result: &Partial) -> String {
    let points = || result.paths.values().flatten().copied();
    let (low, high) = (points().min().unwrap_or(0).min(0), points().max().unwrap_or(0).max(1));
    let longest = result.paths.values().map(Vec::len).max().unwrap_or(2).max(2);
    let rounds = (longest - 1) * step(plan);
    let mut page = Page::new(title, (0.0, rounds as f64), (low as f64, high as f64));
    for tick in page.y.ticks(6.0) {
        page.rule(tick, &dollars(tick));
    }
    for (i, path) in result.paths.values().enumerate() {
        let hue = (i * 137) % 360;
        let mut line = String::new();
        for (round, net) in (0..).step_by(step(plan)).zip(path) {
            let _ = write!(line, "{:.1},{:.1} ", page.x.at(f64::from(round)), page.y.at(*net as f64));
        }
        let _ = writeln!(
            page.out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"hsl({hue} 55% 42%)\" stroke-width=\"1.2\"/>",
            line.trim_end()
        );
    }
    page.across("rounds", |tick| format!("{tick:.0}"));
    page.done()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_every_round_once() {
        let mut histogram = Histogram { from: -1_500, width: 500, bins: 400, counts: [(0, 90), (3, 40)].into() };
        histogram.counts.extend([(4, 5_000), (250, 2), (403, 1)]);
        let (bars, beyond) = bars(&histogram);
        assert_eq!(bars.iter().map(|bar| bar.2).sum::<u64>() + beyond, histogram.total());
        assert_eq!((beyond, bars.len()), (1, 126));
        assert_eq!(bars[0], (-1_500, -500, 90));
        assert!(bars.windows(2).all(|pair| pair[0].1 == pair[1].0));
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale { low: -170.0, high: 930.0, from: 0.0, to: 1.0 };
        assert_eq!(scale.ticks(6.0), [0.0, 200.0, 400.0, 600.0, 800.0]);
        assert_eq!(dollars(-1_500.0), "−$15");
    }
}
