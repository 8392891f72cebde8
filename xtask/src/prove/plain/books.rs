//! What the five documents say about ante, play, ante bonus and pair plus, typed from their texts.

use anyhow::{Context, Result, bail, ensure};

use super::cards::{HandName, QUEEN_HIGH};

/// What the dealer's hand must be worth to be compared at all: md2014:11.D(3)(d), md14:11.D(3)(d),
/// ma:11(a)(1)#2, tribal:(k)(1)(i)#2, sd:(7)#1.
pub(crate) const DEALER_QUALIFIES: u32 = QUEEN_HIGH;

/// The lines of a paytable: what the hand is called, and the odds to one.
pub(crate) type Line<'a> = (&'a str, i64);

/// The odds to one of every hand, in the order of [`HandName::ALL`]; 0 where the table pays nothing.
pub(crate) type Odds = [i64; HandName::ALL.len()];

/// One table of a casino: a document, and what it chose where the document leaves a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainHouse {
    pub(crate) ante_bonus: Odds,
    pub(crate) pair_plus: Odds,
    /// Whether a fold loses the pair plus. Only sd leaves it open.
    pub(crate) fold_loses_pair_plus: bool,
}

/// The pair plus table of a house.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PairPlus<'a> {
    /// A table that the document prints.
    Printed(&'a str),
    /// The lines that the house posts, where the document prints only the least odds.
    Posted(&'a [Line<'a>]),
}

/// An ante bonus table that the document prints.
pub(crate) fn ante_bonus(book: &str, id: &str) -> Result<Odds> {
    odds(ante_bonus_lines(book, id).with_context(|| format!("{book} prints no ante bonus table {id}"))?)
}

/// The house that plays by the document with these tables.
pub(crate) fn house(book: &str, ante_bonus: &str, pair_plus: PairPlus<'_>) -> Result<PlainHouse> {
    let bonus = self::ante_bonus(book, ante_bonus)?;
    let pair_plus_odds = match pair_plus {
        PairPlus::Printed(id) => {
            printed_pair_plus(book, id).with_context(|| format!("{book} prints no pair plus table {id} to pay by"))?
        }
        PairPlus::Posted(lines) => {
            ensure!(book == "ma", "{book} prints its pair plus tables");
            let posted = odds(lines)?;
            check_floor(&posted)?;
            posted
        }
    };
    // The richer bonus goes only with the alternative ledger: tribal:(k)(1)(iii)(A).
    if book == "tribal" && ante_bonus == "alternative" {
        ensure!(
            matches!(pair_plus, PairPlus::Printed("alternative")),
            "tribal pays the alternative ante bonus only with the alternative pair plus ledger"
        );
    }
    Ok(PlainHouse { ante_bonus: bonus, pair_plus: pair_plus_odds, fold_loses_pair_plus: fold_loses_pair_plus(book)? })
}

fn fold_loses_pair_plus(book: &str) -> Result<bool> {
    match book {
        // Both the ante and the pair plus are forfeited: md2014:11.C(1), md14:11.C(1), tribal:(j)(2)#3.
        "md2014" | "md14" | "tribal" => Ok(true),
        // Only the ante is forfeited, the pair plus is still checked: ma:10(b)#3.
        "ma" => Ok(false),
        // The dealer takes the folder's cards face down, so nobody could read them for the pair plus; but the
        // text says "the ante or the pair plus wagers, or both", so a house may differ: sd:(8)#5, sd:(8)#7.
        "sd" => Ok(true),
        _ => bail!("there is no document {book}"),
    }
}

/// The ante bonus tables. One of them is the house's; the one of a version with a precondition stands in
/// place of the ordinary bonus: md2014:12.C, md14:12.C, ma:11(a)(3)(i).
fn ante_bonus_lines(book: &str, id: &str) -> Option<&'static [Line<'static>]> {
    let lines: &'static [Line<'static>] = match (book, id) {
        // md2014:12.B(1), md2014:12.B(2), md2014:12.B(3)
        ("md2014", "A") => &[("straight-flush", 5), ("three-of-a-kind", 4), ("straight", 1)],
        ("md2014", "B") => &[("straight-flush", 5), ("three-of-a-kind", 3), ("straight", 1)],
        ("md2014", "C") => &[("straight-flush", 4), ("three-of-a-kind", 3), ("straight", 1)],
        // md2014:12.C(1), md2014:12.C(2), md2014:12.C(3)
        ("md2014", "precondition-A") => &[("straight-flush", 5), ("three-of-a-kind", 4), ("straight", 1)],
        ("md2014", "precondition-B") => &[("straight-flush", 5), ("three-of-a-kind", 3), ("straight", 1)],
        ("md2014", "precondition-C") => &[("straight-flush", 4), ("three-of-a-kind", 3), ("straight", 1)],
        // md14:12.B(1), md14:12.B(2), md14:12.B(3)
        ("md14", "A") => &[("straight-flush", 5), ("three-of-a-kind", 4), ("straight", 1)],
        ("md14", "B") => &[("straight-flush", 5), ("three-of-a-kind", 3), ("straight", 1)],
        ("md14", "C") => &[("straight-flush", 4), ("three-of-a-kind", 3), ("straight", 1)],
        // md14:12.C(1), md14:12.C(2), md14:12.C(3)
        ("md14", "precondition") => &[("akq-suited", 50), ("straight-flush", 8), ("three-of-a-kind", 6)],
        // ma:11(a)(3)
        ("ma", "standard") => &[("straight-flush", 5), ("three-of-a-kind", 4), ("straight", 1)],
        // ma:11(a)(3)(i): a blank cell is no bonus, and without a spade line the mini royal is of any suit.
        ("ma", "precondition-A") => {
            &[("akq-spades", 50), ("akq-hdc", 5), ("straight-flush", 4), ("three-of-a-kind", 3), ("straight", 1)]
        }
        ("ma", "precondition-B") => &[("akq-suited", 50), ("straight-flush", 8), ("three-of-a-kind", 6)],
        ("ma", "precondition-C") => {
            &[("akq-spades", 50), ("akq-hdc", 10), ("straight-flush", 4), ("three-of-a-kind", 3)]
        }
        // tribal:(k)(1)(iii), tribal:(k)(1)(iii)(A)
        ("tribal", "standard") => &[("straight-flush", 5), ("three-of-a-kind", 4), ("straight", 1)],
        ("tribal", "alternative") => &[("straight-flush", 6), ("three-of-a-kind", 5), ("straight", 1)],
        // sd:(13)(a), sd:(13)(b), sd:(13)(c)
        ("sd", "standard") => &[("straight-flush", 5), ("three-of-a-kind", 4), ("straight", 1)],
        _ => return None,
    };
    Some(lines)
}

/// The pair plus tables that a document prints: straight flush, three of a kind, straight, flush, pair.
fn printed_pair_plus(book: &str, id: &str) -> Option<Odds> {
    let [straight_flush, three_of_a_kind, straight, flush, pair] = match (book, id) {
        // md2014:12.D(1), md2014:12.D(2), md2014:12.D(3), md2014:12.D(4)
        ("md2014", "A") => [40, 30, 5, 4, 1],
        ("md2014", "B") => [40, 30, 6, 3, 1],
        ("md2014", "C") => [40, 30, 6, 4, 1],
        ("md2014", "D") => [40, 25, 6, 4, 1],
        // md14:12.D(1), md14:12.D(2), md14:12.D(3), md14:12.D(4), md14:12.D(5)
        ("md14", "A") => [35, 25, 6, 4, 1],
        ("md14", "B") => [40, 30, 5, 4, 1],
        ("md14", "C") => [40, 30, 6, 3, 1],
        ("md14", "D") => [40, 30, 6, 4, 1],
        ("md14", "E") => [40, 25, 6, 4, 1],
        // tribal:(k)(1)(ii), tribal:(k)(1)(ii)(A)
        ("tribal", "standard") => [40, 30, 6, 4, 1],
        ("tribal", "alternative") => [35, 33, 6, 4, 1],
        // sd:(14)#2
        ("sd", "1") => [40, 30, 6, 4, 1],
        ("sd", "2") => [40, 30, 6, 3, 1],
        _ => return None,
    };
    Some(HandName::ALL.map(|name| match name {
        HandName::HighCard => 0,
        HandName::Pair => pair,
        HandName::Flush => flush,
        HandName::Straight => straight,
        HandName::ThreeOfAKind => three_of_a_kind,
        HandName::StraightFlush | HandName::AkqHdc | HandName::AkqSpades => straight_flush,
    }))
}

/// No posted line may be below the printed odds, and none may be missing: ma:11(a)(2).
fn check_floor(posted: &Odds) -> Result<()> {
    for name in HandName::ALL {
        let least = match name {
            HandName::HighCard => 0,
            HandName::Pair => 1,
            HandName::Flush => 3,
            HandName::Straight => 5,
            HandName::ThreeOfAKind => 25,
            HandName::StraightFlush => 35,
            HandName::AkqHdc | HandName::AkqSpades => 35,
        };
        let odds = posted[name as usize];
        ensure!(odds >= least, "ma posts {odds} to 1 for {}, less than {least}", name.as_str());
    }
    Ok(())
}

/// Every hand with the odds of the one line that pays it, the narrowest that fits: a suited ace-king-queen is
/// the highest straight flush, and is paid as one where the table has no line of its own for it.
fn odds(lines: &[Line<'_>]) -> Result<Odds> {
    for (at, (word, _)) in lines.iter().enumerate() {
        let known = *word == "akq-suited" || HandName::ALL.iter().any(|name| name.as_str() == *word);
        ensure!(known && *word != "high-card", "no paytable has a line {word}");
        ensure!(lines[..at].iter().all(|(before, _)| before != word), "two lines for {word}");
    }
    let line = |word: &str| lines.iter().find(|line| line.0 == word);
    Ok(HandName::ALL.map(|name| {
        let own = line(name.as_str());
        let found = match name {
            HandName::AkqHdc | HandName::AkqSpades => own.or(line("akq-suited")).or(line("straight-flush")),
            _ => own,
        };
        found.map_or(0, |line| line.1)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSTED: [Line<'_>; 5] =
        [("pair", 1), ("flush", 3), ("straight", 6), ("three-of-a-kind", 30), ("straight-flush", 40)];

    /// The odds in the order of the hands: high card, pair, flush, straight, three of a kind, straight flush,
    /// ace-king-queen of hearts, diamonds or clubs, and of spades.
    fn posted(lines: &[Line<'_>]) -> Result<Odds> {
        Ok(house("ma", "standard", PairPlus::Posted(lines))?.pair_plus)
    }

    #[test]
    fn a_line_of_its_own_takes_the_mini_royal_out_of_the_straight_flushes() {
        assert_eq!(posted(&POSTED).unwrap(), [0, 1, 3, 6, 30, 40, 40, 40]);
        let mut lines = POSTED.to_vec();
        lines.push(("akq-suited", 100));
        assert_eq!(posted(&lines).unwrap(), [0, 1, 3, 6, 30, 40, 100, 100]);
        lines.push(("akq-spades", 200));
        assert_eq!(posted(&lines).unwrap(), [0, 1, 3, 6, 30, 40, 100, 200]);
        let bonus = |book, id, pair_plus| house(book, id, pair_plus).unwrap().ante_bonus;
        let ma = PairPlus::Posted(&POSTED);
        assert_eq!(bonus("ma", "standard", ma), [0, 0, 0, 1, 4, 5, 5, 5]);
        assert_eq!(bonus("ma", "precondition-A", ma), [0, 0, 0, 1, 3, 4, 5, 50]);
        assert_eq!(bonus("ma", "precondition-B", ma), [0, 0, 0, 0, 6, 8, 50, 50]);
        assert_eq!(bonus("ma", "precondition-C", ma), [0, 0, 0, 0, 3, 4, 10, 50]);
        let md14 = PairPlus::Printed("A");
        assert_eq!(bonus("md14", "precondition", md14), [0, 0, 0, 0, 6, 8, 50, 50]);
    }

    #[test]
    fn posted_lines_keep_to_the_least_odds() {
        let least = [
            ("pair", 1),
            ("flush", 3),
            ("straight", 5),
            ("three-of-a-kind", 25),
            ("straight-flush", 35),
            ("akq-suited", 35),
        ];
        assert_eq!(posted(&least).unwrap(), [0, 1, 3, 5, 25, 35, 35, 35]);
        for at in 0..least.len() {
            let mut lines = least;
            lines[at].1 -= 1;
            assert!(posted(&lines).is_err(), "{:?}", lines[at]);
        }
        for missing in POSTED {
            let mut lines = POSTED.to_vec();
            lines.retain(|line| *line != missing);
            assert!(posted(&lines).is_err(), "{missing:?}");
        }
        for more in [("pair", 2), ("mini-royal", 50), ("high-card", 1)] {
            let mut lines = POSTED.to_vec();
            lines.push(more);
            assert!(posted(&lines).is_err(), "{more:?}");
        }
    }

    #[test]
    fn a_house_keeps_to_its_document() {
        let printed = PairPlus::Printed;
        for (book, bonus, pair_plus) in [
            ("md2014", "precondition", printed("A")),
            ("md2014", "A", printed("E")),
            ("md14", "precondition-A", printed("A")),
            ("md14", "A", PairPlus::Posted(&POSTED)),
            ("ma", "standard", printed("minimum")),
            ("tribal", "alternative", printed("standard")),
            ("sd", "standard", printed("3")),
            ("nj", "standard", printed("1")),
        ] {
            assert!(house(book, bonus, pair_plus).is_err(), "{book} {bonus} {pair_plus:?}");
        }
    }

    #[test]
    fn a_fold_loses_the_pair_plus_but_in_one_book() {
        for (book, bonus, pair_plus, lost) in [
            ("md2014", "A", PairPlus::Printed("A"), true),
            ("md14", "A", PairPlus::Printed("A"), true),
            ("ma", "standard", PairPlus::Posted(&POSTED), false),
            ("tribal", "alternative", PairPlus::Printed("alternative"), true),
            ("sd", "standard", PairPlus::Printed("2"), true),
        ] {
            assert_eq!(house(book, bonus, pair_plus).unwrap().fold_loses_pair_plus, lost, "{book}");
        }
    }
}
