//! Suits about which the same is known fare alike.

use cards::{CardSet, Suit, Three};

use super::KnownCards;

/// Which suits are alike: those about which the same cards are known.
pub(super) struct AlikeSuits {
    /// By suit: the next suit that is alike.
    next: [Option<usize>; 4],
    /// The groups of alike suits.
    groups: Vec<Vec<usize>>,
}

impl AlikeSuits {
    /// The suits of which the same cards are known.
    pub fn of(known: &KnownCards) -> AlikeSuits {
        let of_suit = |cards: CardSet, suit: Suit| {
            cards.iter().filter(|card| card.suit() == suit).fold(0_u16, |ranks, card| ranks | 1 << card.rank().index())
        };
        let known = Suit::ALL.map(|suit| (of_suit(known.others, suit), of_suit(known.seen(), suit)));
        let mut suits = AlikeSuits { next: [None; 4], groups: Vec::new() };
        for (suit, of_suit) in known.iter().enumerate() {
            suits.next[suit] = (suit + 1..4).find(|other| known[*other] == *of_suit);
            match suits.groups.iter_mut().find(|group| known[group[0]] == *of_suit) {
                Some(group) => group.push(suit),
                None => suits.groups.push(vec![suit]),
            }
        }
        suits
    }

    /// How many hands this hand represents; zero if another represents it. A mini royal represents only itself, since
    /// its suit can decide what is paid.
    pub fn ways(&self, hand: Three) -> u32 {
        if hand.mini_royal().is_some() {
            return 1;
        }
        let mut held = [0_u16; 4];
        for card in hand.cards() {
            held[usize::from(card.suit().index())] |= 1 << card.rank().index();
        }
        // Of alike suits, the one that holds more of the hand comes first.
        if self.next.iter().enumerate().any(|(suit, next)| next.is_some_and(|next| held[suit] < held[next])) {
            return 0;
        }
        self.groups
            .iter()
            .map(|group| {
                // The orders of the suits in a group, not counting exchanges of suits that hold the same ranks.
                let orders = [1, 1, 2, 6, 24][group.len()];
                let (mut same, mut run) = (1, 1);
                for two in group.windows(2) {
                    run = if held[two[0]] == held[two[1]] { run + 1 } else { 1 };
                    same *= run;
                }
                orders / same
            })
            .product()
    }
}
