//! What the command line says about seen cards: `Qs`, `face`, `2-9`, `As Kd 4c`.

use cards::{Card, CardSet, Rank};
use odds::known::DealerGlimpse;

use crate::exit::Output;
use crate::table_text::clean;

fn refused(sentence: impl std::fmt::Display) -> Output {
    Output::bad_input(format!("error: {sentence}\n"))
}

/// Cards with spaces or commas between them, or none at all.
pub(super) fn cards(text: &str) -> Result<CardSet, Output> {
    let plain: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    let mut set = CardSet::EMPTY;
    for pair in plain.chunks(2) {
        let word: String = pair.iter().collect();
        let card: Card = word.parse().map_err(|_| {
            refused(format_args!("\"{}\" is not a card: write cards such as \"As Td 2c\"", clean(&word)))
        })?;
        if set.contains(card) {
            return Err(refused(format_args!("{card} is named twice: a deck has only one")));
        }
        set.insert(card);
    }
    if set.is_empty() {
        return Err(refused("no card is named: write cards such as \"As Td 2c\""));
    }
    Ok(set)
}

/// The cards of ranks between two, both included.
fn between(low: Rank, high: Rank) -> CardSet {
    odds::known::ranks(low.min(high), low.max(high))
}

/// Ranks by a letter, a range such as `2-9`, or a word.
fn ranks(word: &str) -> Option<CardSet> {
    let rank = |text: &str| {
        let [letter] = text.chars().collect::<Vec<_>>()[..] else { return None };
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter.to_ascii_uppercase())
    };
    match word {
        "face" => return Some(between(Rank::Jack, Rank::King)),
        "ace" => return Some(between(Rank::Ace, Rank::Ace)),
        "low" => return Some(between(Rank::Two, Rank::Ten)),
        _ => {}
    }
    if let Some(other) = word.strip_prefix("not-") {
        return ranks(other).map(|set| CardSet::FULL.difference(set));
    }
    match word.split_once('-') {
        Some((low, high)) => Some(between(rank(low)?, rank(high)?)),
        None => rank(word).map(|rank| between(rank, rank)),
    }
}

/// What was seen of the dealer's hand: a card, or only that it has one of some ranks.
pub(super) fn glimpse(text: &str) -> Result<DealerGlimpse, Output> {
    if let Ok(card) = text.parse::<Card>() {
        return Ok(DealerGlimpse::Card(card));
    }
    let mut set = CardSet::EMPTY;
    for word in text.split(',') {
        let named = ranks(word.trim()).ok_or_else(|| {
            refused(format_args!(
                "\"{}\" is no card of the dealer's: write a card such as Qs; or no more than was seen: face, not-face, \
                 ace, low, a rank such as Q, a range such as 2-9, several with commas; or each",
                clean(text)
            ))
        })?;
        set = set.union(named);
    }
    Ok(DealerGlimpse::OneOf(set))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glimpses_are_read() {
        let size = |text: &str| match glimpse(text).unwrap() {
            DealerGlimpse::OneOf(set) => set.len(),
            DealerGlimpse::Card(_) => 1,
            DealerGlimpse::Nothing => 0,
        };
        for (text, cards) in [
            ("Qs", 1),
            ("Q", 4),
            ("face", 12),
            ("not-face", 40),
            ("ace", 4),
            ("not-ace", 48),
            ("2-9", 32),
            ("9-2", 32),
            ("ace,face", 16),
            ("low", 36),
        ] {
            assert_eq!(size(text), cards, "{text}");
        }
        for text in ["", "Zs", "queen", "Q-", "not-", "QsQs"] {
            assert!(glimpse(text).is_err(), "{text}");
        }
        assert_eq!(cards("As,Kd 4c").unwrap().len(), 3);
        assert_eq!(cards("AsKd4c").unwrap(), cards("4c Kd As").unwrap());
        for text in ["", "AsAs", "As K", "Zz"] {
            assert!(cards(text).is_err(), "{text}");
        }
    }
}
