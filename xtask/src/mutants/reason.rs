//! Why a mutant may survive although nothing is wrong: its change cannot be seen from outside.

/// What a reader of the code has found: how the mutant's name ends, after its place, and the reason.
const REASONS: [(&str, &str, &str); 0] = [];

/// The reason for a mutant such as `crates/table/src/deciding/stub.rs:12:3: replace == with != in State::count`. Its line may
/// move; its file and its words do not.
pub(super) fn of(mutant: &str) -> Option<&'static str> {
    let (place, words) = mutant.split_once(": ")?;
    let file = place.split(':').next()?;
    REASONS.into_iter().find(|(of, what, _)| file.ends_with(of) && words == *what).map(|(.., why)| why)
}
