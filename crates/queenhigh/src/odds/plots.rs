//! Plots drawn as SVG. Each is self-contained, as a file or inside a page: nothing is loaded, no script runs. Only here
//! do figures become floats, for drawing.

mod bars;
mod cover;
mod fan;
mod lines;
mod map;

pub(super) use bars::{contributions, net_bars};
pub(super) use cover::cover_all;
pub(super) use fan::fan;
pub(super) use lines::{MeterCurve, meter_lines};
pub(super) use map::{MapCell, strategy_map};

/// A drawing.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    /// The name of its file, without the ending.
    pub(super) name: String,
    /// What it shows.
    pub(super) title: String,
    /// The drawing.
    pub(super) svg: String,
}

/// The colours: ink, dimmed text, rules, gains, losses, and four in order from dark to light.
const INK: &str = "#1b1b1f";
const SOFT: &str = "#5c5f66";
const RULE: &str = "#d9d6cf";
const GAIN: &str = "#2f5d50";
const LOSS: &str = "#a23b2a";
const SERIES: [&str; 4] = ["#7a2e5d", "#b4651e", "#2f5d50", "#3b6ea5"];

/// Text that is safe inside markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A drawing in progress.
struct Canvas {
    width: f64,
    height: f64,
    body: String,
}

impl Canvas {
    fn new(width: f64, height: f64) -> Canvas {
        Canvas { width, height, body: String::new() }
    }

    fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        self.body.push_str(&format!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>\n"
        ));
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        self.body.push_str(&format!(
            "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>\n",
            from.0, from.1, to.0, to.1
        ));
    }

    fn dashed(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str) {
        self.body.push_str(&format!(
            "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{stroke}\" stroke-dasharray=\"3 3\"/>\n",
            from.0, from.1, to.0, to.1
        ));
    }

    /// Text; the anchor is `start`, `middle` or `end`.
    fn text(&mut self, (x, y): (f64, f64), anchor: &str, fill: &str, text: &str) {
        self.body.push_str(&format!(
            "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{}</text>\n",
            escape(text)
        ));
    }

    /// A line through points.
    fn path(&mut self, points: &[(f64, f64)], stroke: &str, width: f64) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        self.body.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>\n",
            points.join(" ")
        ));
    }

    /// An area between points.
    fn area(&mut self, points: &[(f64, f64)], fill: &str, opacity: f64) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        self.body.push_str(&format!(
            "<polygon points=\"{}\" fill=\"{fill}\" fill-opacity=\"{opacity}\"/>\n",
            points.join(" ")
        ));
    }

    fn dot(&mut self, (x, y): (f64, f64), fill: &str) {
        self.body.push_str(&format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"3.5\" fill=\"{fill}\"/>\n"));
    }

    fn finish(self, name: impl Into<String>, title: impl Into<String>) -> Plot {
        let title = title.into();
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" role=\"img\" aria-label=\"{}\" \
             font-family=\"Charter, 'Bitstream Charter', Georgia, serif\" font-size=\"12\">\n<title>{}</title>\n{}</svg>\n",
            self.width,
            self.height,
            escape(&title),
            escape(&title),
            self.body
        );
        Plot { name: name.into(), title, svg }
    }
}

/// Roughly this many round numbers from `low` to `high`, for an axis.
fn ticks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let span = (high - low).max(f64::MIN_POSITIVE);
    let power = 10_f64.powf((span / about).log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| span / step <= about);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    (first..).map(|i| i as f64 * step).take_while(|tick| *tick <= high + step * 1e-9).collect()
}

/// An amount of dollars on an axis.
fn dollars(amount: f64) -> String {
    let rounded = amount.round();
    let digits = super::figures::grouped(&format!("{:.0}", rounded.abs()));
    if rounded < 0.0 { format!("-${digits}") } else { format!("${digits}") }
}
