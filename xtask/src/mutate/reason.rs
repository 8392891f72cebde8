//! Why a change may survive and nothing is wrong. A change with no reason here is not proven.

/// A pattern of places, in which `*` is any text, and the reason.
const REASONS: [(&str, &str); 6] = [
    ("*.offered.default", "a wager is offered when its section is there; nobody is silent on it"),
    ("procedure.terms*", "the terms are the heading of the rules: no act is done by them"),
    ("*.link_shares.is", "the order of what linked games share means nothing"),
    ("paytable[*].seeds_for_stake", "only tables at another stake than this scale their seeds"),
    ("*.physical", "a reminder: it is shown with its step and bars nothing"),
    ("table.adjacent.is", "a house with one position a player has no neighbours to ask about"),
];

/// The reason why a change to a place may survive.
pub(super) fn of(place: &str) -> Option<&'static str> {
    REASONS.iter().find(|(pattern, _)| fits(pattern, place)).map(|(_, reason)| *reason)
}

fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            (0..=rest.len()).filter(|at| rest.is_char_boundary(*at)).any(|at| fits(after, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        assert!(fits("*.offered.default", "progressive.offered.default"));
        assert!(fits("procedure.terms*", "procedure.terms"));
        assert!(!fits("procedure.terms*", "procedure.deal"));
        assert!(fits("a*c*e", "abcde") && !fits("a*c", "abcd"));
    }
}
