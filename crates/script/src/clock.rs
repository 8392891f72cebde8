//! Moments as people write them: `2026-11-15T20:00:00Z`, and spans of time such as `30s`.

use jiff::Timestamp;
use table::Moment;
use thiserror::Error;

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NotATime {
    #[error("\"{0}\" is not a moment: write it as 2026-11-15T20:00:00Z")]
    Moment(String),
    #[error("\"{0}\" is not a span of time: write 500ms, 30s, 5m or 2h")]
    Span(String),
}

/// Reads a moment.
///
/// # Errors
/// How a moment is written.
pub(crate) fn moment(text: &str) -> Result<Moment, NotATime> {
    // The time of a script must be given as UTC.
    let at = text.parse::<Timestamp>().ok().filter(|_| text.ends_with('Z'));
    at.map(|at| Moment(at.as_millisecond())).ok_or_else(|| NotATime::Moment(text.to_owned()))
}

fn timestamp(at: Moment) -> Timestamp {
    Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::MAX)
}

/// The date of a moment.
pub fn day(at: Moment) -> String {
    timestamp(at).strftime("%F").to_string()
}

/// The time of day of a moment, to the second or to the millisecond where it is not whole.
pub fn time(at: Moment) -> String {
    timestamp(at).strftime(if at.0 % 1000 == 0 { "%T" } else { "%T%.3f" }).to_string()
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
    fn spans_have_units() {
        assert_eq!(span("30s"), Ok(30_000));
        assert_eq!(span("2h"), Ok(7_200_000));
        assert_eq!(span("500ms"), Ok(500));
        assert!(span("30").is_err() && span("s").is_err() && span("1.5s").is_err());
    }
}
