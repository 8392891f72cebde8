//! Moments as people write them: `2026-11-15T20:00:00Z`, and spans of time such as `30s`.

use table::Moment;
use thiserror::Error;

/// A text that is no time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NotATime {
    #[error("\"{0}\" is not a moment: write it as 2026-11-15T20:00:00Z")]
    Moment(String),
    #[error("\"{0}\" is not a span of time: write 500ms, 30s, 5m or 2h")]
    Span(String),
}

const DAY: i64 = 86_400_000;

/// Days since 1970 of a date in the Gregorian calendar (Howard Hinnant, "chrono-compatible low-level date algorithms").
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The date of a day since 1970.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

/// Reads a moment.
///
/// # Errors
/// How a moment is written.
pub(crate) fn moment(text: &str) -> Result<Moment, NotATime> {
    let wrong = || NotATime::Moment(text.to_owned());
    let part = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let thousandths = match shape.as_str() {
        "0000-00-00T00:00:00Z" => 0,
        "0000-00-00T00:00:00.000Z" => part(20, 23).ok_or_else(wrong)?,
        _ => return Err(wrong()),
    };
    let read = || Some((part(0, 4)?, part(5, 7)?, part(8, 10)?, part(11, 13)?, part(14, 16)?, part(17, 19)?));
    let (year, month, day, hour, minute, second) = read().ok_or_else(wrong)?;
    let day = days(year, month, day);
    let real = (1..=12).contains(&month) && format!("{}Z", date_text(day)) == format!("{}Z", &text[..10]);
    if !real || hour > 23 || minute > 59 || second > 59 {
        return Err(wrong());
    }
    Ok(Moment(day * DAY + ((hour * 60 + minute) * 60 + second) * 1000 + thousandths))
}

fn date_text(days: i64) -> String {
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The date of a moment.
pub fn day(at: Moment) -> String {
    date_text(at.0.div_euclid(DAY))
}

/// The time of day of a moment, to the second or to the millisecond where it is not whole.
pub fn time(at: Moment) -> String {
    let ms = at.0.rem_euclid(DAY);
    let whole = format!("{:02}:{:02}:{:02}", ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    if ms % 1000 == 0 { whole } else { format!("{whole}.{:03}", ms % 1000) }
}

/// Reads a span of time: `500ms`, `30s`, `5m`, `2h`; in milliseconds.
///
/// # Errors
/// How a span is written.
pub(crate) fn span(text: &str) -> Result<i64, NotATime> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => Some(1),
        "s" => Some(1000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let number = digits.parse::<u32>().ok().filter(|number| *number <= 1_000_000);
    match (number, unit) {
        (Some(number), Some(unit)) => Ok(i64::from(number) * unit),
        _ => Err(NotATime::Span(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_and_written() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:34:56Z", 951_827_696),
            ("2026-11-15T20:00:00Z", 1_794_772_800),
            ("1969-12-31T23:59:59Z", -1),
        ] {
            let at = moment(text).expect(text);
            assert_eq!(at, Moment(seconds * 1000), "{text}");
            assert_eq!(format!("{}T{}Z", day(at), time(at)), text);
        }
        assert_eq!(time(Moment(1_500)), "00:00:01.500");
        for wrong in ["", "2026-11-15", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z"] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_day_of_some_centuries_is_read_back() {
        for number in -140_000..140_000 {
            let (year, month, day) = date(number);
            assert_eq!(days(year, month, day), number);
        }
    }

    #[test]
    fn spans_have_units() {
        assert_eq!(span("30s"), Ok(30_000));
        assert_eq!(span("2h"), Ok(7_200_000));
        assert_eq!(span("500ms"), Ok(500));
        assert!(span("30").is_err() && span("s").is_err() && span("1.5s").is_err());
    }
}
