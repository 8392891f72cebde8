//! Licence expressions as packages state them: names joined by AND, OR and WITH, and the older slash.

use std::collections::BTreeSet;

/// A licence expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Licence {
    Name(String),
    All(Vec<Licence>),
    Any(Vec<Licence>),
}

impl Licence {
    /// Reads an expression; none when it is not one.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let spaced = text.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        let mut rest = tokens.as_slice();
        let licence = any(&mut rest)?;
        rest.is_empty().then_some(licence)
    }

    /// Whether it can be met by the allowed names alone.
    pub(crate) fn is_met_by(&self, allowed: &BTreeSet<String>) -> bool {
        match self {
            Self::Name(name) => allowed.contains(name),
            Self::All(parts) => parts.iter().all(|part| part.is_met_by(allowed)),
            Self::Any(parts) => parts.iter().any(|part| part.is_met_by(allowed)),
        }
    }
}

fn any(rest: &mut &[&str]) -> Option<Licence> {
    joined(rest, "OR", all, Licence::Any)
}

fn all(rest: &mut &[&str]) -> Option<Licence> {
    joined(rest, "AND", one, Licence::All)
}

fn joined(
    rest: &mut &[&str],
    word: &str,
    part: fn(&mut &[&str]) -> Option<Licence>,
    wrap: fn(Vec<Licence>) -> Licence,
) -> Option<Licence> {
    let mut parts = vec![part(rest)?];
    while rest.first() == Some(&word) {
        *rest = &rest[1..];
        parts.push(part(rest)?);
    }
    if parts.len() == 1 { parts.pop() } else { Some(wrap(parts)) }
}

fn one(rest: &mut &[&str]) -> Option<Licence> {
    let (first, tail) = rest.split_first()?;
    *rest = tail;
    match *first {
        "(" => {
            let inner = any(rest)?;
            let (close, tail) = rest.split_first()?;
            *rest = tail;
            (*close == ")").then_some(inner)
        }
        ")" | "AND" | "OR" | "WITH" => None,
        name => match *rest {
            ["WITH", exception, tail @ ..] => {
                *rest = tail;
                Some(Licence::Name(format!("{name} WITH {exception}")))
            }
            _ => Some(Licence::Name(name.to_owned())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(text: &str) -> bool {
        let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned).into();
        Licence::parse(text).unwrap().is_met_by(&allowed)
    }

    #[test]
    fn one_alternative_is_enough_and_every_part_is_needed() {
        assert!(met("MIT"));
        assert!(met("MIT OR GPL-3.0"));
        assert!(met("GPL-3.0/MIT"));
        assert!(met("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(met("Apache-2.0 WITH LLVM-exception OR MIT"));
        assert!(!met("MIT AND GPL-3.0"));
        assert!(!met("(MIT OR Apache-2.0) AND NCSA"));
        assert!(!met("Apache-2.0 WITH LLVM-exception"));
    }

    #[test]
    fn and_binds_more_tightly_than_or() {
        assert!(met("MIT OR GPL-3.0 AND AGPL-3.0"));
        assert!(!met("GPL-3.0 OR MIT AND AGPL-3.0"));
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in ["", "MIT OR", "(MIT", "MIT Apache-2.0", "AND", "MIT)"] {
            assert_eq!(Licence::parse(text), None, "{text}");
        }
    }
}
