//! What is lawful and gives back more than it takes: a progressive in the long run, which only the exact odds know.

use std::ops::Range;

use odds::Fraction;
use odds::progressive::ProgressiveLaw;
use rules::house::{self, Fault, House, HouseCheck, Severity};
use rules::{Books, Cents, Level, Wager};

/// The check of a house, with a warning for each progressive that returns over 100 percent in the long run.
pub(crate) fn check(text: &str, books: &Books) -> HouseCheck {
    let mut report = house::check(text, books);
    if let Some(house) = &report.house {
        let found = [Wager::Progressive, Wager::FiveCardProgressive].map(|wager| warning(text, house, wager));
        report.faults.extend(found.into_iter().flatten());
        report.faults.sort_by_key(|fault| (fault.span.start, fault.severity));
    }
    report
}

fn warning(text: &str, house: &House, wager: Wager) -> Option<Fault> {
    let terms = house.progressive_terms(wager)?;
    let law = ProgressiveLaw::of_house(terms, house.wheel);
    let run = law.long_run_of(terms);
    if run.total <= Fraction::whole(1) {
        return None;
    }
    let percent = |part: &Fraction| part.percent(2);
    let seeds: Fraction = run.meters.iter().map(|meter| meter.seeds.clone()).sum();
    let shares = run.total.clone() - run.fixed.clone() - seeds.clone();
    let seeded: Vec<(Level, Cents)> = terms.meters.iter().map(|meter| (meter.level, meter.seed)).collect();
    let fair = terms.meters.first().and_then(|first| {
        let fair = law.break_even_cents(first.level, &seeded, &Fraction::zero())?;
        Some(format!("; it is fair with {} in the {} meter", fair, first.called()))
    });
    let span = section(text, wager);
    let before = text.get(..span.start).unwrap_or_default();
    Some(Fault {
        severity: Severity::Warning,
        key: wager.word().to_owned(),
        message: format!(
            "{} returns {} of the stake in the long run, without envy: more than 100 percent",
            wager.title(),
            percent(&run.total)
        ),
        help: format!(
            "is this intended? Its fixed lines return {}, the shares of the wagers {} and the seeds {}{}",
            percent(&run.fixed),
            percent(&shares),
            percent(&seeds),
            fair.unwrap_or_default()
        ),
        cite: house.book.progressive_rules(wager).map(|law| law.rate.cite.clone()).unwrap_or_default(),
        line: before.matches('\n').count() + 1,
        column: 1,
        span,
    })
}

/// The header of a wager's section, or else the beginning of the file.
fn section(text: &str, wager: Wager) -> Range<usize> {
    let header = format!("[{wager}]");
    let start = text.match_indices(&header).map(|(at, _)| at).find(|at| text[..*at].ends_with('\n'));
    start.map_or(0..0, |start| start..start + header.len())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn warnings(text: &str) -> Vec<Fault> {
        check(text, &Books::shipped()).warnings().filter(|fault| fault.message.contains("long run")).cloned().collect()
    }

    #[test]
    fn a_progressive_that_gives_back_more_than_it_takes_is_pointed_out() {
        let text = include_str!("../../../houses/md14.toml");
        assert_eq!(warnings(text), []);
        let house = check(text, &Books::shipped()).house.unwrap();
        let rich =
            text.replace("rate = { major = \"10%\", minor = \"6%\" }", "rate = { major = \"60%\", minor = \"39%\" }");
        assert_ne!(rich, text);
        let terms = house.progressive.as_ref().unwrap();
        let run = ProgressiveLaw::of_house(terms, house.wheel).long_run_of(terms);
        let [found] = &warnings(&rich)[..] else { panic!("no warning") };
        assert!(found.line > 1 && found.key == "progressive" && !found.cite.clauses.is_empty(), "{found}");
        assert!(found.message.contains("more than 100 percent") && found.help.contains("fair with $"), "{found}");
        assert!(run.total < Fraction::whole(1));
    }
}
