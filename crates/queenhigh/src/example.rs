//! The houses that come with the product.

use std::path::PathBuf;

use crate::files::Source;

/// An example house for each shipped rulebook.
const HOUSES: [(&str, &str); 5] = [
    ("md14", include_str!("../../../houses/md14.toml")),
    ("md2014", include_str!("../../../houses/md2014.toml")),
    ("ma", include_str!("../../../houses/ma.toml")),
    ("tribal", include_str!("../../../houses/tribal.toml")),
    ("sd", include_str!("../../../houses/sd.toml")),
];

/// How the houses of the demo floor look.
const LOOKS: [(&str, &str); 5] = [
    ("md14", include_str!("../../../houses/looks/md14.toml")),
    ("md2014", include_str!("../../../houses/looks/md2014.toml")),
    ("ma", include_str!("../../../houses/looks/ma.toml")),
    ("tribal", include_str!("../../../houses/looks/tribal.toml")),
    ("sd", include_str!("../../../houses/looks/sd.toml")),
];

/// Subcommands that are planned.
pub(crate) const NOT_YET: [&str; 1] = ["submission"];

/// The codes of the example houses.
pub(crate) fn codes() -> impl Iterator<Item = &'static str> {
    HOUSES.iter().map(|(code, _)| *code)
}

/// The example house of a rulebook.
pub(crate) fn house_text(code: &str) -> Option<&'static str> {
    HOUSES.iter().find(|(known, _)| *known == code).map(|(_, text)| *text)
}

/// The colours and the sign of an example house, as a section to be added to it.
pub(crate) fn look_text(code: &str) -> &'static str {
    LOOKS.iter().find(|(known, _)| *known == code).map_or("", |(_, text)| *text)
}

/// The first example house, by its code.
pub(crate) fn first() -> Source {
    let (code, text) = HOUSES[0];
    Source { name: code.to_owned(), text: text.to_owned(), folder: PathBuf::new() }
}
