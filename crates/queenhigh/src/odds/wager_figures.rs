//! The figures of a wager in their order, the same in a text, on a par sheet and in its files.

use super::output::WagerOdds;
use super::sheet::{Figure, Unit};
use super::text::fraction;

impl WagerOdds {
    /// All figures that the wager has.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let of = self.outcomes.first().map_or(1, |outcome| outcome.of.0);
        let percent = |name: &str, text: &str| Figure::of(name, &fraction(text), Unit::Percent, of);
        let mut figures = vec![percent("house edge", &self.house_edge), percent("expected net", &self.ev)];
        let known = self.known.as_ref();
        for (name, text) in [
            ("gained by what is known", known.map(|known| &known.gain)),
            ("what is seen comes", known.map(|known| &known.chance)),
            ("element of risk", self.element_of_risk.as_ref()),
            ("lost to the optimum", self.cost.as_ref()),
            ("folded", self.fold.as_ref()),
            ("dealer does not qualify", self.dealer_not_qualified.as_ref()),
            ("won", self.win.as_ref()),
            ("tied", self.tie.as_ref()),
            ("lost", self.lose.as_ref()),
            ("fixed lines return", self.fixed_return.as_ref()),
            ("envy from each other hand", self.envy_per_other.as_ref()),
            ("net, folding below Q-6-4", self.ev_folding_below_q64.as_ref()),
        ] {
            figures.extend(text.map(|text| percent(name, text)));
        }
        figures.push(percent(if self.strategy.is_some() { "gains" } else { "hit frequency" }, &self.hit_frequency));
        figures.push(Figure::of("variance", &fraction(&self.variance), Unit::Decimal, of));
        for (name, word) in [
            ("standard deviation", Some(&self.standard_deviation)),
            ("skewness", Some(&self.skewness)),
            ("kurtosis", Some(&self.kurtosis)),
            ("weakest hand played", self.threshold.as_ref()),
        ] {
            figures.extend(word.map(|word| Figure::word(name, word)));
        }
        let fair = self.fair_stake.as_ref();
        figures.extend(fair.map(|stake| Figure::of("fair at a stake of", &fraction(stake), Unit::Money, of)));
        figures
    }
}
