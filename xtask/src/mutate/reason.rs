//! Why a change may survive and nothing is wrong. A change with no reason here is not proven.

/// What a reader of the code has found: a pattern of `place: changed to`, in which `*` is any text, and the reason.
const REASONS: [(&str, &str); 27] = [
    ("six_card_bonus.offered.default: *", NOT_SILENT),
    ("cover_all.offered.default: *", NOT_SILENT),
    ("progressive.offered.default: *", NOT_SILENT),
    ("five_card_progressive.offered.default: *", NOT_SILENT),
    ("*.link_shares.is: * before *", "linked games share all of these: their order means nothing"),
    ("progressive.link.default: *", NAMED),
    ("five_card_progressive.link.default: *", NAMED),
    ("wagers.after_close: nothing", STEPS),
    ("wagers.made_by: nothing", STEPS),
    ("deal.collection: nothing", STEPS),
    ("progressive.steps: nothing", STEPS),
    ("five_card_progressive.steps: nothing", STEPS),
    ("deck.alternate*", ONE_WAY),
    ("opening.each_deck*", ONE_WAY),
    ("shuffle.every_round*", ONE_WAY),
    ("cut.cover*", "the cover card is none of the 52: where it lies changes nothing that the program keeps"),
    ("opening.steps.is: without shuffle", "a deck that was opened is shuffled before it is loaded, listed or not"),
    ("paytable[six_card_bonus old-*].lines*", "nobody may post the table: golden/paytables keeps it as it was printed"),
    ("shuffle.ordered_by: nothing", "without the rule the floorperson orders a shuffle, and the rule says the same"),
    (
        "five_card_progressive.envy.offered.default: *",
        "where the house names the amounts, naming them offers it: nothing rests on what silence would mean",
    ),
    ("progressive.seed.at_least: *", OWN),
    ("five_card_progressive.seed.at_least: *", OWN),
    ("progressive.rate.at_*: *", OWN),
    ("five_card_progressive.rate.at_*: *", OWN),
    ("ranking.five_card: nothing", NAMES),
    ("ranking.mini_royal: nothing", NAMES),
    ("ranking.super_royal: nothing", NAMES),
];

const NAMED: &str = "a progressive is linked when the house names its link: nothing rests on what silence would mean";
const OWN: &str =
    "it is asked only where a paytable names no bound of its own, and every paytable of the book names one";
const STEPS: &str =
    "it is there to compare books; the table asks the steps of the procedure, which cite the same clauses";
const ONE_WAY: &str =
    "every book has it so and the table knows no other way: the steps of the procedure cite its clauses";
const NAMES: &str =
    "it says by which law a hand has its name: whether the hand is paid is in the lines of the paytables";

const NOT_SILENT: &str = "a wager is offered when its section is there: no house is silent on it";

/// The reason why a change to a place may survive.
pub(super) fn of(place: &str, to: &str) -> Option<&'static str> {
    let change = format!("{place}: {to}");
    REASONS.iter().find(|(pattern, _)| fits(pattern, &change)).map(|(_, reason)| *reason)
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
        assert!(of("progressive.offered.default", "true").is_some());
        assert!(of("progressive.envy.offered.default", "true").is_none());
        assert!(fits("a*c*e", "abcde") && !fits("a*c", "abcd"));
    }
}
