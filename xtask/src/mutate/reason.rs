//! Why a change may survive although nothing is wrong. A surviving change without a reason here is not proven.

/// What a reader of the code has found: a pattern of `book place: changed to`, in which `*` is any text, and the reason.
const REASONS: [(&str, &str); 50] = [
    ("* six_card_bonus.offered.default: *", NOT_SILENT),
    ("* cover_all.offered.default: *", NOT_SILENT),
    ("* progressive.offered.default: *", NOT_SILENT),
    ("* five_card_progressive.offered.default: *", NOT_SILENT),
    ("* match_play.offered.default: *", NOT_SILENT),
    ("* tips.offered.default: *", NOT_SILENT),
    ("* *.link.default: *", "games are linked when their section is there: no house is silent on it"),
    ("* *.link_shares.is: * before *", "linked games share all of these: their order means nothing"),
    ("* irregularities.borrowed_remedies: * before *", "these remedies are borrowed: their order means nothing"),
    ("* deck.life_hours_*.at_least: 0", "a deck that lives 0 hours is refused whatever the book says"),
    ("* six_card_bonus.smallest.at_least: $0.00", "a limit of nothing is refused whatever the book says"),
    ("* opening.steps.is: without shuffle", "no deck is loaded unshuffled, whether or not the opening ends with it"),
    ("ma settlement.alternative[1].pass[1].wagers: *ante_bonus*", NEVER_LOST),
    ("tribal settlement.alternative[*].pass[1].wagers: *ante_bonus*", NEVER_LOST),
    ("* cut.cover.is: *", COVER_CARD),
    ("* deck.cover_card.is: cut", COVER_CARD),
    ("* paytable[*].unpaid[*", "a hand without a line is not paid: what is printed instead of a line moves no money"),
    ("ma *progressive.stake.one_of: with $2", OTHER_STAKES),
    ("sd progressive.stake.one_of: with $2", OTHER_STAKES),
    ("ma five_card_progressive.seed.at_least: *", "every five-card table of the book has a seed of its own"),
    ("sd progressive.seed.exactly: *", SEED_TWICE),
    ("sd paytable[progressive *].seeds[1]*", SEED_TWICE),
    ("sd progressive.envy.folded_hand.is: kept", "only a hand with a live progressive gives envy, folded or not"),
    (
        "tribal wagers.precondition_replaces_bonus: nothing",
        "what it says, that no bonus is replaced, is what silence means",
    ),
    ("tribal approvals.rules: nothing", "it says that no approval is needed, which is what silence means"),
    ("* cover_all.display: nothing", LAW_ALONE),
    ("* cover_all.hands: nothing", LAW_ALONE),
    ("* cut.cover: nothing", LAW_ALONE),
    ("* deal.collection: nothing", LAW_ALONE),
    ("* deck.alternate: nothing", LAW_ALONE),
    ("* opening.each_deck: nothing", LAW_ALONE),
    ("* people.hands: nothing", LAW_ALONE),
    ("* *progressive.steps: nothing", LAW_ALONE),
    ("* *progressive.envy.own_table: nothing", LAW_ALONE),
    ("* ranking.five_card: nothing", LAW_ALONE),
    ("* ranking.mini_royal: nothing", LAW_ALONE),
    ("* wagers.after_close: nothing", LAW_ALONE),
    ("* wagers.made_by: nothing", LAW_ALONE),
    ("md* deck.alternate*", ONE_WAY),
    ("md* opening.each_deck*", ONE_WAY),
    ("md* shuffle.every_round*", ONE_WAY),
    ("md* cut.cover*", "the cover card is none of the 52: where it lies changes nothing that the program keeps"),
    (
        "md* paytable[six_card_bonus old-*].lines*",
        "nobody may post the table: golden/paytables keeps it as it was printed",
    ),
    (
        "md* shuffle.ordered_by: nothing",
        "without the rule the floorperson orders a shuffle, and the rule says the same",
    ),
    (
        "md* five_card_progressive.envy.offered.default: *",
        "where the house names the amounts, naming them offers it: nothing rests on what silence would mean",
    ),
    ("md* progressive.seed.at_least: *", OWN),
    ("md* five_card_progressive.seed.at_least: *", OWN),
    ("md* progressive.rate.at_*: *", OWN),
    ("md* five_card_progressive.rate.at_*: *", OWN),
    ("md* ranking.super_royal: nothing", NAMES),
];

const OWN: &str =
    "it is asked only where a paytable names no bound of its own, and every paytable of the book names one";
const ONE_WAY: &str =
    "every book has it so and the table knows no other way: the steps of the procedure cite its clauses";
const NAMES: &str =
    "it says by which law a hand has its name: whether the hand is paid is in the lines of the paytables";

const NOT_SILENT: &str = "a wager is offered when its section is there: no house is silent on it";
const LAW_ALONE: &str =
    "the table does it so in every book: the rule keeps its clauses for `rules show` and decides nothing";
const OTHER_STAKES: &str = "another stake is lawful with amounts of the house's own and refused without, listed or not";
const SEED_TWICE: &str = "the seed stands in the rule and in each table: either alone refuses another";
const NEVER_LOST: &str = "a bonus is not staked and never lost: the pass over what loses does not meet it";
const COVER_CARD: &str = "the crew is told by the clause where the cover card goes: the table has none";

/// The reason why a change to a place of a book may survive.
pub(super) fn of(code: &str, place: &str, to: &str) -> Option<&'static str> {
    let change = format!("{code} {place}: {to}");
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
        assert!(of("ma", "progressive.offered.default", "true").is_some());
        assert!(of("ma", "progressive.envy.offered.default", "true").is_none());
        assert!(of("sd", "progressive.envy.folded_hand.is", "kept").is_some());
        assert!(of("ma", "progressive.envy.folded_hand.is", "kept").is_none());
        assert!(fits("a*c*e", "abcde") && !fits("a*c", "abcd"));
    }
}
