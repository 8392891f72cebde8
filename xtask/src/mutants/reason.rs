//! Why a mutant may survive although nothing is wrong: its change cannot be seen from outside.

/// What readers of the code have found: the end of the file's path, what is changed, and the reason.
const REASONS: &[(&str, &str, &str)] = &[
    ("betting.rs", "replace > with >= in State::wager", "an unchanged amount was refused before as already done"),
    ("dealing.rs", "replace < with <= in State::top", "a round draws at most 27 of the 52 cards"),
    ("decide.rs", "replace || with && in ensure", "the line is there only while refusals are switched off one by one"),
    (
        "in_use.rs",
        "replace State::hand_refuses -> bool with false",
        "no deck that it refuses ever gets there: a hand shuffle is refused before, and a preshuffled deck waits for the machine",
    ),
    (
        "irregular.rs",
        "replace match guard self.round.closed with true in State::may_remedy",
        "before the close nothing is settled that could be undone",
    ),
    (
        "irregular.rs",
        "replace && with || in State::void_if_never_dealt",
        "where it matters, a shuffled deck was shuffled by the machine, and the other way round",
    ),
    (
        "irregular.rs",
        "replace match guard !works && !self.round.closed with true in State::set_device",
        "no deck is loaded in a closed round, nor in a shoe that is out of use",
    ),
    (
        "irregular.rs",
        "replace && with || in State::set_device",
        "no deck is loaded in a closed round, nor in a shoe that is out of use",
    ),
    (
        "sheet.rs",
        "replace State::clockwise -> bool with false",
        "all five books settle from right to left, and scripts know no others",
    ),
    (
        "sheet.rs",
        "replace && with || in State::may_give_five_card_envy",
        "a whole sheet with the community cards face down binds the hand by its own lines",
    ),
    (
        "sheet.rs",
        "delete ! in State::may_give_five_card_envy",
        "in all five books somebody who folded keeps the right to an envy bonus",
    ),
    (
        "sheet.rs",
        "replace < with == in State::was_kept",
        "all five books settle from right to left, and scripts know no others",
    ),
    (
        "sheet.rs",
        "replace < with > in State::was_kept",
        "all five books settle from right to left, and scripts know no others",
    ),
    (
        "sheet.rs",
        "replace < with <= in State::was_kept",
        "all five books settle from right to left, and scripts know no others",
    ),
    ("sheet.rs", "replace > with >= in State::was_kept", "it would compare a hand with itself, which is not higher"),
    ("sheet.rs", "replace > with >= in State::dead_hands", "at the showdown every position in the round has cards"),
    (
        "showdown.rs",
        "delete ! in State::won_line",
        "only envy bonuses are several wins of one wager, and nobody verifies or validates those",
    ),
    (
        "showdown.rs",
        "replace match guard !line.validated && line.due.payer == Payer::Tray with false in State::next_sums",
        "no book pays a meter win from the tray that nobody validates",
    ),
    ("showdown.rs", "delete ! in State::next_sums", "no book pays a meter win from the tray that nobody validates"),
    (
        "showdown.rs",
        "replace || with && in State::last_is_finished",
        "a terminal holds no cards of its own, and where hands are not finished one by one they all stay to the end",
    ),
    ("undo.rs", "replace > with >= in State::paid_in_round", "a zero adds nothing to the sum"),
    (
        "apply/sheet.rs",
        "replace && with || in State::undo_line",
        "only settled lines are undone, and they are on the sheet",
    ),
    (
        "apply/sheet.rs",
        "replace < with <= in State::undo_line",
        "only settled lines are undone, and they are on the sheet",
    ),
    (
        "apply/sheet.rs",
        "replace -= with += in State::undo_line",
        "a forfeit is undone in a void round alone, which sets the number to zero",
    ),
    (
        "apply/sheet.rs",
        "replace > with >= in State::tear_sheet",
        "the first hand that is seen again draws the sheet again",
    ),
    (
        "settle/cover_all.rs",
        "replace > with >= in Settlement<'h, '_, R>::highest_hand",
        "of two equal hands either is the highest",
    ),
];

/// The reason for a mutant such as `crates/table/src/deciding/stub.rs:12:3: replace == with != in State::count`. Its line may
/// move; its file and its words do not.
pub(super) fn of(mutant: &str) -> Option<&'static str> {
    let (place, words) = mutant.split_once(": ")?;
    let file = place.split(':').next()?;
    REASONS.iter().find(|(of, what, _)| file.ends_with(of) && words == *what).map(|(.., why)| *why)
}
