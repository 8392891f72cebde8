//! What a decision is worth: every hand that the dealer can have against the cards in hand, with all wagers, counted.

use odds::Fraction;
use odds::decision::{Situation, WagerWorth, Worth};
use rules::Wager;
use table::{Knows, State};

/// What playing and folding are worth at a position, from what its player may know; none before the cards are seen.
pub(crate) fn of(state: &State, position: u8) -> Option<Worth> {
    let Knows { hand, stakes, seen, dealer, others, meters } = state.knows(position)?;
    Situation { house: &state.house, hand, stakes: &stakes, seen, dealer, others, meters }.worth()
}

/// An expected amount of cents in dollars, with four digits: it is counted exactly, finer than any chip.
fn dollars(cents: &Fraction) -> String {
    let amount = (cents.clone() / Fraction::whole(100)).decimal(4);
    match amount.strip_prefix('-') {
        Some(lost) => format!("-${lost}"),
        None => format!("${amount}"),
    }
}

/// The hint in a sentence.
pub(super) fn words(worth: &Worth) -> String {
    let better = if worth.plays() { "play" } else { "fold" };
    let left_out = match titles(&worth.left_out) {
        none if none.is_empty() => String::new(),
        some => format!(" {some} not counted."),
    };
    format!(
        "Hint: {better}. With all wagers, playing is worth {} and folding {}, counted over all hands of the \
         dealer.{left_out}",
        dollars(&worth.play()),
        dollars(&worth.fold()),
    )
}

/// The wagers for which it makes a difference, one per line.
pub(super) fn lines(worth: &Worth) -> impl Iterator<Item = String> {
    let line = |worth: &WagerWorth| {
        format!("  {}: playing {}, folding {}", worth.wager.title(), dollars(&worth.play), dollars(&worth.fold))
    };
    worth.touched().map(line)
}

fn titles(wagers: &[Wager]) -> String {
    wagers.iter().map(|wager| wager.title()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::CardSet;
    use rules::settle::{Meters, Stakes};
    use rules::{Books, Cents};

    fn worth(hand: &str, stakes: &Stakes, others: usize) -> Worth {
        let text = crate::example::house_text("ma").expect("an example");
        let house = rules::house::check(text, &Books::shipped()).house.expect("lawful");
        let (seen, dealer, meters) = (CardSet::EMPTY, CardSet::EMPTY, Meters::seeded(&house));
        let hand = hand.parse().expect("a hand");
        Situation { house: &house, hand, stakes, seen, dealer, others, meters }.worth().expect("a deal")
    }

    #[test]
    fn a_hint_is_a_sentence_and_a_line_for_each_wager_it_touches() {
        let ante = Stakes { ante: Cents(500), ..Stakes::default() };
        let told = words(&worth("Qs 6d 4h", &ante, 0));
        assert!(
            told.starts_with("Hint: play. With all wagers, playing is worth -$4.")
                && told.contains("folding -$5.0000,"),
            "{told}"
        );
        assert!(words(&worth("Qs 6d 3h", &ante, 0)).starts_with("Hint: fold."));
        let pair_plus = Stakes { pair_plus: Cents(500), cover_all: Cents(500), ..ante };
        let both = worth("3c 3d 2h", &pair_plus, 1);
        assert!(words(&both).ends_with(" Cover All not counted."), "{}", words(&both));
        let touched: Vec<String> = lines(&both).collect();
        assert!(touched.iter().any(|line| line.starts_with("  Play: playing $")), "{touched:?}");
    }
}
