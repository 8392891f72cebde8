//! What a decision is worth: every hand that the dealer can have against the cards in hand, counted.

use cards::{CardSet, Three};
use odds::Fraction;
use odds::terms::{BaseTerms, Meeting};
use rules::rulebook::vocabulary::Fate;
use rules::settle::Stakes;
use rules::{Cents, House, Wager};

/// The value of a hand, in antes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hint {
    /// The expected net result of ante, play and ante bonus when the hand is played.
    pub(super) play: Fraction,
    /// The same when it is folded.
    pub(super) fold: Fraction,
    /// What else a fold gives up.
    pub(super) gives_up: Vec<Wager>,
}

/// The value of a hand against every hand that the dealer can have with the cards not seen.
pub(super) fn of(house: &House, hand: Three, stakes: &Stakes) -> Hint {
    let terms = BaseTerms::of(house);
    let parts = terms.parts();
    let (mut net, mut deals) = (0_i64, 0_i64);
    for dealer in Three::all().filter(|dealer| dealer.set().intersection(hand.set()) == CardSet::EMPTY) {
        let meeting = if dealer.strength() < terms.floor {
            Meeting::Unqualified
        } else {
            match hand.strength().cmp(&dealer.strength()) {
                std::cmp::Ordering::Greater => Meeting::Higher,
                std::cmp::Ordering::Equal => Meeting::Equal,
                std::cmp::Ordering::Less => Meeting::Lower,
            }
        };
        net += terms.net(hand, meeting, parts);
        deals += 1;
    }
    let fold = &house.fold;
    let fates = [
        (Wager::PairPlus, fold.pair_plus),
        (Wager::SixCardBonus, fold.six_card_bonus),
        (Wager::Progressive, fold.progressive),
        (Wager::FiveCardProgressive, fold.five_card_progressive),
        (Wager::CoverAll, fold.cover_all),
    ];
    let lost = |(wager, fate): &(Wager, Fate)| *fate != Fate::Kept && !stakes.on(*wager).is_zero();
    Hint {
        play: Fraction::new(net, deals * parts),
        fold: Fraction::whole(-1),
        gives_up: fates.iter().filter(|fate| lost(fate)).map(|(wager, _)| *wager).collect(),
    }
}

impl Hint {
    /// Whether the base game alone is better played.
    pub(super) fn plays(&self) -> bool {
        let gain = self.play.clone() - self.fold.clone();
        !gain.is_negative() && !gain.is_zero()
    }

    /// The hint in words, for an ante of some amount.
    pub(super) fn words(&self, ante: Cents) -> String {
        let better = if self.plays() { "play" } else { "fold" };
        let gives_up = match self.gives_up.as_slice() {
            [] => String::new(),
            wagers => {
                let titles: Vec<&str> = wagers.iter().map(|wager| wager.title()).collect();
                format!(" A fold also gives up {}.", titles.join(", "))
            }
        };
        format!(
            "Hint: {better}. With an ante of {ante}, playing is worth {} antes and folding {}, counted over all of the \
             dealer's hands.{gives_up}",
            self.play.decimal(6),
            self.fold.decimal(0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use odds::Deals;
    use odds::base::play_value;
    use rules::Books;

    fn house(code: &str) -> House {
        let text = crate::example::house_text(code).expect("an example");
        rules::house::check(text, &Books::shipped()).house.expect("lawful")
    }

    /// The count hand by hand is the one that the odds make by suit classes, and so is the threshold Q-6-4.
    #[test]
    fn hints_are_the_odds_of_the_hand() {
        let house = house("md14");
        let terms = BaseTerms::of(&house);
        let parts = terms.parts();
        let deals = Deals::new(terms.floor);
        for class in deals.classes.iter().step_by(97) {
            let hint = of(&house, class.hand, &Stakes::default());
            let value = play_value(&terms, class, parts);
            assert_eq!(hint.play, Fraction::new(value, i64::from(odds::deals::DEALER_HANDS) * parts), "{}", class.hand);
        }
        let plays = |hand: &str| of(&house, hand.parse().expect("a hand"), &Stakes::default()).plays();
        assert!(plays("Qs 6d 4h"));
        assert!(!plays("Qs 6d 3h"));
    }

    #[test]
    fn a_hint_tells_what_a_fold_gives_up() {
        let house = house("md14");
        let stakes = Stakes { ante: Cents(500), pair_plus: Cents(500), ..Stakes::default() };
        let hint = of(&house, "Qs 6d 3h".parse().expect("a hand"), &stakes);
        let lost = house.fold.pair_plus != Fate::Kept;
        assert_eq!(hint.gives_up.contains(&Wager::PairPlus), lost);
        assert!(hint.words(Cents(500)).starts_with("Hint: fold. With an ante of $5,"));
        assert!(hint.words(Cents(500)).contains("folding -1,"));
    }
}
