//! A round as printable text: a heading, the hands, then the steps in columns.

use rules::Cents;

use super::chips::Change;
use super::story::{HandStory, Story, StoryStep};
use super::words;
use crate::who::Moment;

/// A moment as date and time in UTC, to the millisecond.
#[must_use]
pub fn when(at: Moment) -> String {
    const DAY: i64 = 86_400_000;
    let (days, rest) = (at.0.div_euclid(DAY), at.0.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    let (hours, minutes) = (rest / 3_600_000, rest / 60_000 % 60);
    let (seconds, millis) = (rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02}.{millis:03}")
}

/// The date, from days since 1970-01-01. Years begin in March, so that the leap day comes last.
fn civil(days: i64) -> (i64, i64, i64) {
    // 719,468 days lie between 0000-03-01 and 1970-01-01; 400 years have 146,097 days.
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// A round as text.
#[must_use]
pub fn print(story: &Story) -> String {
    let state = match (&story.void, story.over) {
        (Some(cause), _) => format!(", void: {}", cause.word().replace('_', " ")),
        (None, true) => String::new(),
        (None, false) => ", in progress: only what is public is told".into(),
    };
    let mut out = format!("Round {} at {}, {} ({}){state}\n", story.round, story.table, story.operator, story.rulebook);
    out.push_str(&hands(&story.hands));
    let width = story.steps.iter().map(|step| who(step).chars().count()).max().unwrap_or(0);
    let numbers = story.steps.iter().map(|step| step.version.to_string().len()).max().unwrap_or(0);
    let mut day = String::new();
    for step in &story.steps {
        let moment = when(step.at);
        let (date, time) = moment.split_once(' ').unwrap_or(("", &moment));
        if day != date {
            day = date.to_owned();
            out.push_str(&format!("\n{date} (UTC)\n"));
        }
        let law = law(step);
        out.push_str(&format!("{:>numbers$}  {time}  {:width$}  {}{law}\n", step.version, who(step), step.words));
        let indent = " ".repeat(numbers + 2 + 12 + 2 + width + 2);
        for detail in &step.details {
            out.push_str(&format!("{indent}  {detail}\n"));
        }
        out.push_str(&chips(&indent, &step.chips));
    }
    out
}

fn who(step: &StoryStep) -> String {
    format!("{} {}", step.role, step.person)
}

fn law(step: &StoryStep) -> String {
    let clauses = step.clauses.iter().map(ToString::to_string);
    let readings = step.readings.iter().map(|reading| format!("READING {reading}"));
    let law: Vec<String> = clauses.chain(readings).collect();
    if law.is_empty() { String::new() } else { format!(" [{}]", law.join(", ")) }
}

fn hands(hands: &[HandStory]) -> String {
    let rows: Vec<[String; 4]> = hands
        .iter()
        .map(|hand| {
            let cards = hand.cards.iter().map(|card| card.map_or_else(|| "??".into(), |card| card.to_string()));
            let wagers = hand.wagers.iter().map(|(wager, amount)| format!("{} {}", wager.title(), Cents(*amount)));
            let decision = hand.decision.map_or_else(String::new, |decision| decision.word().replace('_', " "));
            let person = hand.person.as_ref().map_or_else(String::new, ToString::to_string);
            let rest = [decision, wagers.collect::<Vec<_>>().join(", ")];
            let rest: Vec<String> = rest.into_iter().filter(|text| !text.is_empty()).collect();
            [words::holder(hand.holder), person, cards.collect::<Vec<_>>().join(" "), rest.join("; ")]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (a, b, c) = (width(0), width(1), width(2));
    let line = |row: &[String; 4]| {
        let text = format!("  {:a$}  {:b$}  {:c$}  {}", row[0], row[1], row[2], row[3]);
        text.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// What each account held before and after.
fn chips(indent: &str, changes: &[Change]) -> String {
    let width = changes.iter().map(|change| change.account.chars().count()).max().unwrap_or(0);
    let before = changes.iter().map(|change| Cents(change.before).to_string().len()).max().unwrap_or(0);
    let mut out = String::new();
    for change in changes {
        let (from, to) = (Cents(change.before).to_string(), Cents(change.after));
        out.push_str(&format!("{indent}  {:width$}  {from:>before$} -> {to}\n", change.account));
    }
    out
}
