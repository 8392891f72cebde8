//! The houses that come with the product, and what `queenhigh` prints without an argument.

use std::path::PathBuf;

use rules::house;

use crate::Desk;
use crate::exit::Answer;
use crate::files::Source;
use crate::house_text;
use crate::table_text::{Table, hanging};

/// An example house for each shipped rulebook.
const HOUSES: [(&str, &str); 5] = [
    ("md14", include_str!("../../../houses/md14.toml")),
    ("md2014", include_str!("../../../houses/md2014.toml")),
    ("ma", include_str!("../../../houses/ma.toml")),
    ("tribal", include_str!("../../../houses/tribal.toml")),
    ("sd", include_str!("../../../houses/sd.toml")),
];

/// What the subcommands do, in the order in which one meets them.
const COMMANDS: [(&str, &str); 14] = [
    ("check HOUSE.toml", "whether a house is lawful, fault by fault, clause by clause"),
    ("settle ROUND.json", "what becomes of every wager of a round, to the cent"),
    ("dispute --evidence FILE", "every round that fits partial evidence, and whether it decides"),
    ("odds --house HOUSE.toml", "what every wager of a house returns, exactly: its par sheet"),
    ("simulate --house HOUSE.toml", "millions of rounds dealt and settled, beside the exact law"),
    ("rounds --script FILE", "a scripted table, act by act, with events, refusals and views"),
    ("play", "you against the robot dealer, in the terminal"),
    ("rules list", "the rulebooks"),
    ("rules show BOOK WORD", "a clause, or all that a rulebook says about a word"),
    ("rules diff BOOK BOOK", "where two rulebooks differ"),
    ("rules paytables BOOK", "what each hand pays"),
    ("rules readings", "what unclear places are taken to say"),
    ("rules coverage", "how much of each rulebook has a home in the code and a test"),
    ("schema NAME", "the JSON that the others read and print"),
];

/// Subcommands that are planned.
pub(crate) const NOT_YET: [&str; 5] = ["serve", "submission", "layout", "replay", "verify"];

/// The codes of the example houses.
pub(crate) fn codes() -> impl Iterator<Item = &'static str> {
    HOUSES.iter().map(|(code, _)| *code)
}

/// The example house of a rulebook.
pub(crate) fn house_text(code: &str) -> Option<&'static str> {
    HOUSES.iter().find(|(known, _)| *known == code).map(|(_, text)| *text)
}

/// The first example house, as if it had been read from its file.
pub(crate) fn first() -> Source {
    let (code, text) = HOUSES[0];
    Source { name: format!("houses/{code}.toml"), text: text.to_owned(), folder: PathBuf::new() }
}

/// `queenhigh` without an argument: the first example house, checked, and the way on.
pub(crate) fn run(desk: &Desk) -> Answer {
    let look = desk.out;
    let (code, text) = HOUSES[0];
    let report = house::check(text, &desk.books);
    let Some(house) = report.house else {
        // Possible only when `--rulebook` has replaced the book that the example stands under.
        let faults: Vec<String> = report.faults.iter().map(|fault| format!("houses/{code}.toml: {fault}\n")).collect();
        return Answer::bad_input(format!(
            "{}error: the example house is not lawful under this rulebook\n",
            faults.concat()
        ));
    };
    let version = env!("CARGO_PKG_VERSION");
    let title = format!("Queenhigh {version}");
    let mut out = format!("{}: Three Card Poker by the clause. An example house, checked:\n\n", look.bold(&title));
    out.push_str(&house_text::print(look, &house));
    out.push_str(&look.heading("Commands"));
    let mut table = Table::new(2).left("").wrapping("");
    for (command, does) in COMMANDS {
        table.row([format!("queenhigh {command}").into(), does.into()]);
    }
    out.push_str(&table.print(look));
    out.push_str(&hanging(look, "  ", &format!("Not there yet: {}.", NOT_YET.join(", "))));
    let other: Vec<&str> = codes().filter(|other| *other != code).collect();
    let start = format!(
        "\nqueenhigh check --example {code} prints this house as a file to start from (also {}).",
        other.join(", ")
    );
    out.push_str(&hanging(look, "", &start));
    Answer::done(out)
}
