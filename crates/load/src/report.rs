//! What was measured, with the bar it must meet.

use std::fmt;

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// What was measured.
    pub what: String,
    /// The figure.
    pub figure: f64,
    /// Its unit.
    pub unit: &'static str,
    /// The bar: a maximum, a minimum, or both.
    pub bar: Option<Bar>,
}

/// What a figure must reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bar {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
    /// From this to that.
    Within(f64, f64),
}

/// Some figures of one part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadReport(Vec<Measurement>);

impl LoadReport {
    pub(crate) fn tell(&mut self, what: impl Into<String>, figure: f64, unit: &'static str, bar: Option<Bar>) {
        self.0.push(Measurement { what: what.into(), figure, unit, bar });
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Measurement] {
        &self.0
    }

    /// A figure by the beginning of its row.
    #[must_use]
    pub fn figure(&self, what: &str) -> Option<f64> {
        self.0.iter().find(|row| row.what.starts_with(what)).map(|row| row.figure)
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Measurement { what, figure, unit, bar } in &self.0 {
            let bar = match bar {
                None => String::new(),
                Some(Bar::AtMost(most)) if figure <= most => format!("PASS: at most {}", short(*most)),
                Some(Bar::AtMost(most)) => format!("over: at most {}", short(*most)),
                Some(Bar::AtLeast(least)) if figure >= least => format!("PASS: at least {}", short(*least)),
                Some(Bar::AtLeast(least)) => format!("under: at least {}", short(*least)),
                Some(Bar::Within(least, most)) => {
                    let said = if figure < least {
                        "under"
                    } else if figure > most {
                        "over"
                    } else {
                        "PASS"
                    };
                    format!("{said}: {} to {}", short(*least), short(*most))
                }
            };
            writeln!(f, "| {what} | {} {unit} | {bar} |", short(*figure))?;
        }
        Ok(())
    }
}

/// A figure with about three significant digits, and commas.
fn short(figure: f64) -> String {
    match figure.abs() {
        small if small < 10.0 => format!("{figure:.2}"),
        medium if medium < 100.0 => format!("{figure:.1}"),
        _ => {
            let whole = format!("{figure:.0}");
            let groups: Vec<&str> =
                whole.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
            groups.join(",")
        }
    }
}

/// A quantile of sorted figures, in thousandths: 990 is the 99th percentile.
pub(crate) fn per_mille(sorted: &[f64], part: usize) -> f64 {
    let at = (sorted.len() * part).div_ceil(1_000).saturating_sub(1);
    sorted.get(at).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_tells_whether_its_bar_is_met() {
        let mut report = LoadReport::default();
        report.tell("rounds", 20_500.4, "a second", Some(Bar::AtLeast(20_000.0)));
        report.tell("core", 0.613, "", Some(Bar::AtMost(0.5)));
        let text = report.to_string();
        assert!(text.contains("| rounds | 20,500 a second | PASS: at least 20,000 |"), "{text}");
        assert!(text.contains("| core | 0.61  | over: at most 0.50 |"), "{text}");
        assert_eq!(report.figure("core"), Some(0.613));
    }

    #[test]
    fn a_figure_between_two_bars_may_miss_either() {
        for (figure, bar) in [(53.9, "under"), (54.0, "PASS"), (66.0, "PASS"), (66.1, "over")] {
            let mut report = LoadReport::default();
            report.tell("pace", figure, "", Some(Bar::Within(54.0, 66.0)));
            assert_eq!(report.to_string(), format!("| pace | {figure:.1}  | {bar}: 54.0 to 66.0 |\n"));
        }
    }

    #[test]
    fn the_last_of_a_thousand_is_the_last_of_few() {
        assert_eq!(per_mille(&[1.0, 2.0, 3.0], 990), 3.0);
        assert_eq!(per_mille(&[1.0, 2.0, 3.0], 500), 2.0);
        assert_eq!(per_mille(&[], 990), 0.0);
    }
}
