//! Money in whole cents, odds as integer pairs, meters in millionths of a cent. No floats.
//!
//! A rate of progression is kept in parts per million, so a stake in cents times a rate is a whole
//! number of millionths of a cent and a meter never loses a fraction (READING 72).

use std::fmt;
use std::str::FromStr;

/// An amount of money in hundredths of a dollar, or of the main unit of another currency. It prints as dollars, which
/// [`Currency::say`](crate::Currency::say) turns into the house's. A wager is never negative; a net result can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Cents(pub i64);

/// The largest amount that any file may name: one hundred million dollars. Its product with the largest odds stays far
/// inside 64 bits.
pub const CENTS_MAX: i64 = 10_000_000_000;

impl Cents {
    /// Nothing.
    pub const ZERO: Cents = Cents(0);

    /// A whole number of dollars, or of the main unit of another currency.
    #[must_use]
    pub const fn dollars(dollars: i64) -> Cents {
        Cents(dollars * 100)
    }

    /// Whether the amount is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The last multiple of `unit` at or below this amount.
    #[must_use]
    pub const fn round_down_to(self, unit: Cents) -> Cents {
        if unit.0 <= 1 { self } else { Cents(self.0 / unit.0 * unit.0) }
    }

    /// The next multiple of `unit` at or above this amount: how a tray pays odd amounts (READING 72).
    #[must_use]
    pub const fn round_up_to(self, unit: Cents) -> Cents {
        if unit.0 <= 1 { self } else { Cents((self.0 + unit.0 - 1) / unit.0 * unit.0) }
    }
}

impl std::ops::Add for Cents {
    type Output = Cents;
    fn add(self, other: Cents) -> Cents {
        Cents(self.0 + other.0)
    }
}

impl std::ops::AddAssign for Cents {
    fn add_assign(&mut self, other: Cents) {
        self.0 += other.0;
    }
}

impl std::ops::Sub for Cents {
    type Output = Cents;
    fn sub(self, other: Cents) -> Cents {
        Cents(self.0 - other.0)
    }
}

impl std::ops::SubAssign for Cents {
    fn sub_assign(&mut self, other: Cents) {
        self.0 -= other.0;
    }
}

impl std::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Cents>>(amounts: I) -> Cents {
        amounts.fold(Cents::ZERO, |total, amount| total + amount)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, amount) = if self.0 < 0 { ("-", -self.0) } else { ("", self.0) };
        let grouped = group_thousands(amount / 100);
        match amount % 100 {
            0 => write!(f, "{sign}${grouped}"),
            odd => write!(f, "{sign}${grouped}.{odd:02}"),
        }
    }
}

/// Writes a whole number with a comma every three digits.
pub(crate) fn group_thousands(number: i64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A text that is not what was expected; the message says what would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed(pub String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Malformed {}

impl FromStr for Cents {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Cents, Malformed> {
        let wrong = || Malformed(format!("\"{text}\" is not an amount: write one such as \"$10\""));
        let digits = text.strip_prefix('$').ok_or_else(wrong)?;
        let (whole, part) = match digits.split_once('.') {
            Some((whole, part)) if part.len() == 2 => (whole, part.parse::<u32>().map_err(|_| wrong())?),
            Some(_) => return Err(wrong()),
            None => (digits, 0),
        };
        if whole.is_empty() || !whole.chars().all(|c| c.is_ascii_digit() || c == ',') || !commas_in_place(whole) {
            return Err(wrong());
        }
        let dollars: i64 = whole.replace(',', "").parse().map_err(|_| wrong())?;
        let cents = dollars.checked_mul(100).and_then(|c| c.checked_add(i64::from(part)));
        match cents {
            Some(cents) if cents <= CENTS_MAX => Ok(Cents(cents)),
            _ => Err(Malformed(format!("\"{text}\" is over the largest amount, {}", Cents(CENTS_MAX)))),
        }
    }
}

fn commas_in_place(whole: &str) -> bool {
    if !whole.contains(',') {
        return true;
    }
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
}

/// Payment odds as an integer pair: `won` for each `staked`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    /// The part won …
    pub won: u32,
    /// … for each of these staked.
    pub staked: u32,
}

impl Odds {
    /// What these odds pay on a stake, rounded down to a cent (READING 72).
    #[must_use]
    pub const fn on(self, stake: Cents) -> Cents {
        if self.staked == 1 {
            Cents(stake.0 * self.won as i64)
        } else {
            Cents(stake.0 * self.won as i64 / self.staked as i64)
        }
    }

    /// Whether these odds are at least as good as others.
    #[must_use]
    pub const fn at_least(self, other: Odds) -> bool {
        self.won as u64 * other.staked as u64 >= other.won as u64 * self.staked as u64
    }
}

/// A share in parts per million: a rate of progression, or a percentage of a meter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Share(pub u32);

impl Share {
    /// The whole: 100 %.
    pub const WHOLE: Share = Share(1_000_000);

    /// A whole number of percent.
    #[must_use]
    pub const fn percent(percent: u32) -> Share {
        Share(percent * 10_000)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 10_000, self.0 % 10_000);
        if part == 0 {
            write!(f, "{whole}%")
        } else {
            write!(f, "{whole}.{}%", format!("{part:04}").trim_end_matches('0'))
        }
    }
}

impl FromStr for Share {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Share, Malformed> {
        let wrong = || {
            Malformed(format!(
                "\"{text}\" is not a percentage: write it such as \"14%\" or \"2.5%\", at most four decimals"
            ))
        };
        let number = text.strip_suffix('%').ok_or_else(wrong)?.trim_end();
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        let digits = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit());
        if !digits(whole) || !digits(part) || part.len() > 4 || whole.len() > 4 {
            return Err(wrong());
        }
        let whole: u32 = whole.parse().map_err(|_| wrong())?;
        let part: u32 = format!("{part:0<4}").parse().map_err(|_| wrong())?;
        Ok(Share(whole * 10_000 + part))
    }
}

/// A meter's exact value in millionths of a cent: room for over ninety billion dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meter(pub i64);

/// Millionths in a cent.
pub const MILLIONTHS: i64 = 1_000_000;

impl Meter {
    /// A meter that shows a whole number of cents.
    #[must_use]
    pub const fn of(cents: Cents) -> Meter {
        Meter(cents.0 * MILLIONTHS)
    }

    /// What the meter shows: whole cents, without the fraction.
    #[must_use]
    pub const fn shown(self) -> Cents {
        Cents(self.0.div_euclid(MILLIONTHS))
    }

    /// The exact value in cents as a fraction in lowest terms.
    #[must_use]
    pub fn exact(self) -> String {
        let divisor = gcd(self.0, MILLIONTHS).max(1);
        format!("{}/{}", self.0 / divisor, MILLIONTHS / divisor)
    }

    /// What a stake adds at a rate of progression: always a whole number of millionths.
    #[must_use]
    pub const fn contribution(stake: Cents, rate: Share) -> Meter {
        Meter(stake.0 * rate.0 as i64)
    }

    /// This many parts `of` the total, in whole cents; the fraction stays in the meter (READING 72).
    #[must_use]
    pub const fn part(self, parts: Share, of: Share) -> Cents {
        // A meter of billions times a share would overflow 64 bits, so the product is calculated in 128.
        Cents((self.0 as i128 * parts.0 as i128 / of.0 as i128 / MILLIONTHS as i128) as i64)
    }

    /// A share of the meter in whole cents.
    #[must_use]
    pub const fn share(self, share: Share) -> Cents {
        self.part(share, Share::WHOLE)
    }
}

/// The greatest common divisor.
pub(crate) const fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

macro_rules! as_text {
    ($type:ty, $describes:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::money::read_as_text!($type, $describes);
    };
}
pub(crate) use as_text;

/// Reads a type from its text.
macro_rules! read_as_text {
    ($type:ty, $describes:literal) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($describes)
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}
pub(crate) use read_as_text;

as_text!(Cents, "an amount such as \"$10\"");
as_text!(Share, "a percentage such as \"14%\"");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, cents) in
            [("$10", 1000), ("$2.50", 250), ("$1,000", 100_000), ("$0.05", 5), ("$1,000,000", 100_000_000)]
        {
            assert_eq!(text.parse::<Cents>(), Ok(Cents(cents)));
            assert_eq!(Cents(cents).to_string(), text);
        }
        for text in ["10", "$", "$1.5", "$1,00", "$-3", "$1.005", "$ 5", "$1e3", "$99999999999", "$,100"] {
            assert!(text.parse::<Cents>().is_err(), "{text} was taken for an amount");
        }
    }

    #[test]
    fn percentages_are_exact() {
        for (text, ppm) in [("14%", 140_000), ("2.5%", 25_000), ("0.0001%", 1), ("100%", 1_000_000)] {
            assert_eq!(text.parse::<Share>(), Ok(Share(ppm)));
            assert_eq!(Share(ppm).to_string(), text);
        }
        for text in ["14", "%", "1.00001%", "-1%", "1,5%", "12345%"] {
            assert!(text.parse::<Share>().is_err(), "{text} was taken for a percentage");
        }
    }

    #[test]
    fn three_to_two_on_odd_cents_goes_down_and_the_tray_pays_up() {
        let odds = Odds { won: 3, staked: 2 };
        assert_eq!(odds.on(Cents(333)), Cents(499));
        assert_eq!(odds.on(Cents(500)).round_up_to(Cents(100)), Cents(800));
        assert_eq!(Cents(700).round_up_to(Cents(100)), Cents(700));
    }

    #[test]
    fn a_meter_keeps_its_fraction() {
        let mut meter = Meter::of(Cents::dollars(1000));
        for _ in 0..3 {
            meter.0 += Meter::contribution(Cents(25), "14.3%".parse().unwrap()).0;
        }
        assert_eq!(meter.shown(), Cents(100_010));
        assert_eq!(meter.exact(), "4000429/40");
        assert_eq!(meter.share(Share::percent(10)), Cents(10_001));
    }
}
