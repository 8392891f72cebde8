//! Limits on what a round pays: what a book may say of them, what a house may choose, and that no cent is lost.

use std::collections::BTreeMap;

use cards::{Card, Three};
use rules::rulebook::vocabulary::LimitSharing;
use rules::settle::{Account, Decision, Meters, Movement, PersonId, Round, Seat, Stakes, balance, settle, shares};
use rules::{Books, Cents, House, Level, Rulebook, Wager};

use super::{draft, read};

fn book(changes: &[(&str, &str)]) -> String {
    let mut text = read("golden/books/freedonia.toml");
    for (from, to) in changes {
        assert!(text.contains(from), "the book has no {from:?}");
        text = text.replacen(from, to, 1);
    }
    text
}

/// What is wrong with a house under the changed book.
fn faults(changes: &[(&str, &str)], house: &str) -> Vec<String> {
    let mut books = Books::shipped();
    books.add(&book(changes)).unwrap_or_else(|fault| panic!("{fault}"));
    rules::house::check(house, &books).errors().map(ToString::to_string).collect()
}

fn wrong_book(changes: &[(&str, &str)]) -> String {
    Rulebook::parse(&book(changes)).expect_err("a book that no house could follow").to_string()
}

const PLAYER: &str = "limit_per_player = { one_of = [false, true], default = false, clauses = [\"freedonia:9.2\"] }";
const SHARED: &str = "\"in_proportion\"";

#[test]
fn a_demanded_limit_cannot_be_left_out() {
    let demanded = [(PLAYER, "limit_per_player = { is = true, clauses = [\"freedonia:9.2\"] }")];
    let said = faults(&demanded, &draft().text());
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("payment.limit_per_player: missing: the rulebook demands a limit"), "{said:?}");
    assert!(said[0].ends_with("lawful: at least $10 [freedonia:9.2]"), "{said:?}");
    assert_eq!(faults(&demanded, &draft().set("payment", "limit_per_player", "\"$10\"").text()), [""; 0]);
    // The book may name the amount that applies to a silent house.
    let named = ("per_player = { at_least = \"$10\",", "per_player = { at_least = \"$10\", default = \"$40\",");
    assert_eq!(faults(&[demanded[0], named], &draft().text()), [""; 0]);
}

#[test]
fn an_unlawful_limit_is_refused_with_its_clause() {
    let refused = |key: &str, value: &str, law: &str, words: &str| {
        let base = draft().set("payment", "limit_per_player", "\"$100\"");
        let said = faults(&[], &base.set("payment", key, value).text());
        assert!(said.iter().any(|said| said.contains(words) && said.contains(law)), "{key}: {said:?}");
    };
    refused("limit_per_player", "\"$9\"", "freedonia:20.1", "lawful: at least $10");
    refused("limit_per_table", "\"$1,000,001\"", "freedonia:20.2", "lawful: from $10 to $1,000,000");
    refused("limit_sharing", "\"by_lot\"", "", "\"by_lot\" is not how a cut is shared");
    let forbidden = [
        (PLAYER, "limit_per_player = { is = false, clauses = [\"freedonia:9.2\"] }"),
        ("per_player = { at_least = \"$10\", clauses = [\"freedonia:20.1\"] }\n", ""),
    ];
    let said = faults(&forbidden, &draft().set("payment", "limit_per_player", "\"$100\"").text());
    assert!(said[0].contains("is not lawful here; remove it [freedonia:9.2]"), "{said:?}");
    // Chips of a dollar cannot pay ten and a half.
    let chips = draft().set("payment", "unit", "\"$1\"").set("payment", "limit_per_player", "\"$10.50\"");
    let said = faults(&[], &chips.text());
    assert!(said[0].contains("$10.50 cannot be paid in chips of $1"), "{said:?}");
    // Details of a limit that the house does not have are not ignored.
    for (key, value) in [("limit_meters", "true"), ("limit_sharing", SHARED)] {
        let said = faults(&[], &draft().set("payment", key, value).text());
        assert!(said.len() == 1 && said[0].contains("this house limits nothing"), "{said:?}");
    }
}

/// A cut says by which law, also where that is a reading and no clause.
#[test]
fn a_limit_that_rests_on_a_reading_says_so() {
    let rests = [(PLAYER, "limit_per_player = { one_of = [false, true], default = false, readings = [72] }")];
    let mut books = Books::shipped();
    books.add(&book(&rests)).unwrap();
    let text = draft().set("payment", "limit_per_player", "\"$10\"").text();
    let house = rules::house::check(&text, &books).house.unwrap();
    let round = serde_json::json!({
        "dealer": ["2c", "2d", "4c"],
        "positions": [super::seat(1, &["9h", "8h", "7h"], "play", serde_json::json!({ "ante": 5000, "pair_plus": 500 }))],
    });
    let settled = super::settled(&house, &round);
    let cut: Vec<_> = settled.movements.iter().filter(|movement| movement.limited).collect();
    assert!(!cut.is_empty());
    for movement in cut {
        assert_eq!((movement.limit_clauses.as_slice(), movement.limit_readings.as_slice()), (&[][..], &[72][..]));
    }
}

#[test]
fn shares_in_proportion_need_all_wins_at_once() {
    let base = draft().set("payment", "limit_per_table", "\"$100\"").set("payment", "limit_sharing", SHARED);
    assert_eq!(faults(&[], &base.text()), [""; 0]);
    let with = base.set("payment", "limit_meters", "true").text();
    assert_eq!(faults(&[], &with), [""; 0]);
    let finishes = (
        "clauses = [\"freedonia:8.2\"]\n",
        "clauses = [\"freedonia:8.2\"]\nfinishes = { clauses = [\"freedonia:8.3\"] }\n",
    );
    let said = faults(&[finishes], &with);
    assert!(said.len() == 1 && said[0].contains("finished before") && said[0].contains("freedonia:8.3"), "{said:?}");
    let five = (
        "\"progressive\", \"envy\"], clauses = [\"freedonia:20.3\"]",
        "\"progressive\", \"envy\", \"five_card_envy\"], clauses = [\"freedonia:20.3\"]",
    );
    let said = faults(&[five], &with);
    assert!(said.len() == 1 && said[0].contains("community") && said[0].contains("freedonia:3.3"), "{said:?}");
    let turns = ("multi_win = { is = \"equal_shares\"", "multi_win = { is = \"turn_order\"");
    let said = faults(&[turns], &with);
    assert!(said.len() == 1 && said[0].contains("paid in turn") && said[0].contains("freedonia:11.12"), "{said:?}");
}

#[test]
fn a_book_whose_limits_no_house_could_follow_is_refused() {
    let says = |changes: &[(&str, &str)], words: &str| {
        let said = wrong_book(changes);
        assert!(said.contains(words), "{said}");
    };
    says(
        &[(PLAYER, "limit_per_player = { one_of = [false, true], clauses = [\"freedonia:9.2\"] }")],
        "expected `default = false`",
    );
    says(
        &[(PLAYER, "limit_per_player = { is = false, clauses = [\"freedonia:9.2\"] }")],
        "no house may have this limit",
    );
    says(&[("per_player = { at_least = \"$10\",", "per_player = { at_most = \"$0\",")], "would pay nobody");
    says(
        &[("wagers = { is = [\"ante\", \"play\"", "wagers = { is = [\"cover_all\", \"play\"")],
        "cover_all is not a wager of this book",
    );
    says(
        &[(
            "wagers = { is = [\"ante\", \"play\", \"ante_bonus\", \"pair_plus\", \"six_card_bonus\", \"progressive\", \"envy\"]",
            "wagers = { is = []",
        )],
        "cuts nothing",
    );
    says(
        &[(
            "wagers = { is = [\"ante\", \"play\", \"ante_bonus\", \"pair_plus\", \"six_card_bonus\", \"progressive\", \"envy\"]",
            "wagers = { one_of = [[\"ante\"], [\"play\"]]",
        )],
        "no house can choose this",
    );
}

#[test]
fn shares_add_up_to_the_limit() {
    let cents = |wins: &[(i64, i64)], limit| -> Vec<i64> {
        let wins: Vec<(Cents, Cents)> = wins.iter().map(|(win, chip)| (Cents(*win), Cents(*chip))).collect();
        shares(&wins, Cents(limit)).into_iter().map(|share| share.0).collect()
    };
    assert_eq!(cents(&[(100, 1), (100, 1), (100, 1)], 100), [34, 33, 33]);
    assert_eq!(cents(&[(1, 1), (1, 1)], 1), [1, 0]);
    assert_eq!(cents(&[(500, 100), (1_000, 100)], 2_000), [500, 1_000]);
    // Whole dollars from the tray; what is less than a dollar goes to the win that is paid in cents.
    assert_eq!(cents(&[(500, 100), (1_037, 1)], 1_000), [300, 700]);
    assert_eq!(cents(&[(500, 100), (500, 100)], 250), [100, 100]);
    let mut tape = Tape(9);
    for _ in 0..2_000 {
        let wins: Vec<(Cents, Cents)> =
            (0..=tape.below(6)).map(|_| (Cents(tape.below(100_000) as i64), Cents(1))).collect();
        let limit = Cents(tape.below(300_000) as i64);
        let shares = shares(&wins, limit);
        let total: i64 = wins.iter().map(|(win, _)| win.0).sum();
        assert_eq!(shares.iter().map(|share| share.0).sum::<i64>(), total.min(limit.0));
        assert!(shares.iter().zip(&wins).all(|(share, (win, _))| share <= win && share.0 >= 0));
    }
}

/// A small generator, so that the test always plays the same rounds.
struct Tape(u64);

impl Tape {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}

/// Five positions of three people, with cards that often win.
fn round(tape: &mut Tape) -> Round {
    let mut deck: Vec<Card> = Card::ALL[if tape.below(2) == 0 { 0 } else { 24 }..].to_vec();
    for i in 0..20 {
        let other = i + tape.below((deck.len() - i) as u64) as usize;
        deck.swap(i, other);
    }
    let three = |at: usize| Three::new(deck[at], deck[at + 1], deck[at + 2]).expect("three cards");
    let mut round = Round::empty(three(15));
    round.community = Some([deck[18], deck[19]]);
    for position in 1..=5 {
        let person = PersonId(tape.below(3) as u32);
        let stakes = Stakes {
            ante: Cents(500 + 100 * tape.below(20) as i64),
            pair_plus: Cents(500),
            six_card_bonus: Cents(300),
            progressive: Cents(200),
            five_card_progressive: Cents(300),
            ..Stakes::default()
        };
        let decision = Some(if tape.below(4) == 0 { Decision::Fold } else { Decision::Play });
        round.seat(Seat { position, person, cards: three(usize::from(position) * 3 - 3), decision, stakes });
    }
    let meters = &mut round.meters;
    meters.progressive.set(Level::Main, rules::Meter(i128_cents(tape, 500_000)));
    meters.five_card_progressive.set(Level::Major, rules::Meter(i128_cents(tape, 900_000)));
    meters.five_card_progressive.set(Level::Minor, rules::Meter(i128_cents(tape, 90_000)));
    round
}

fn i128_cents(tape: &mut Tape, most: u64) -> i64 {
    rules::money::MILLIONTHS * (30_000 + tape.below(most) as i64) + tape.below(999_999) as i64
}

fn settled<'h>(house: &'h House, round: &Round) -> (Vec<Movement<'h>>, Meters) {
    let mut movements = Vec::new();
    let meters = settle(house, round, &mut movements);
    (movements, meters)
}

/// Under any limits: the books balance, nobody is paid above a limit, nothing that could be paid is kept, each cut
/// names its limit, and meters keep what was cut.
#[test]
fn under_any_limits_the_books_balance() {
    let mut tape = Tape(77);
    let mut cuts = BTreeMap::new();
    for turn in 0..24 {
        let unit = ["\"$0.01\"", "\"$1\""][turn % 2];
        let (player, table) = (10 + tape.below(300), 10 + tape.below(500));
        let mut text = draft().set("payment", "unit", unit);
        if turn % 3 != 2 {
            text = text.set("payment", "limit_per_player", &format!("\"${player}\""));
        }
        if turn % 3 != 1 {
            text = text.set("payment", "limit_per_table", &format!("\"${table}\""));
        }
        text = text.set("payment", "limit_meters", if turn % 4 < 2 { "true" } else { "false" });
        text = text.set("payment", "limit_sharing", if turn % 8 < 4 { "\"in_order\"" } else { SHARED });
        let house = super::open(&text);
        let free = house.what_if(|choices| (choices.limit_per_player, choices.limit_per_table) = (None, None));
        for _ in 0..200 {
            let round = round(&mut tape);
            let (movements, meters) = settled(&house, &round);
            let (whole, _) = settled(&free, &round);
            assert_eq!(balance(&movements), Cents::ZERO);
            assert_eq!(movements.len(), whole.len());
            let covered = |m: &&Movement<'_>| house.limit_covers(m.wager, m.award.is_some());
            let paid = |person: Option<PersonId>, all: &[Movement<'_>]| -> i64 {
                all.iter().filter(covered).filter(|m| person.is_none_or(|p| p == m.person)).map(|m| m.paid.0).sum()
            };
            for person in (0..3).map(PersonId) {
                let most = house.limit_per_player.map_or(i64::MAX, |limit| limit.0);
                assert!(paid(Some(person), &movements) <= most);
            }
            let most = house.limit_per_table.map_or(i64::MAX, |limit| limit.0);
            let (came, due) = (paid(None, &movements), paid(None, &whole));
            assert!(came <= most);
            if house.limit_per_player.is_none() {
                assert!(due.min(most) - came < house.unit.0, "{came} of {due}, at most {most}");
            }
            for movement in &movements {
                let other = whole.iter().find(|other| {
                    (other.position, other.wager, other.from_position)
                        == (movement.position, movement.wager, movement.from_position)
                });
                let cut = other.is_some_and(|other| movement.paid < other.paid);
                assert_eq!(cut, !movement.limited.is_empty(), "{movement:?}");
                if cut {
                    let named = movement.citations().flat_map(|cite| &cite.clauses);
                    assert!(
                        named.into_iter().any(|clause| ["freedonia:9.2", "freedonia:9.3"].contains(&clause.as_str()))
                    );
                    assert!(covered(&movement) && movement.wager != Wager::FiveCardProgressive);
                    let chip = if movement.payer == Account::Tray { house.unit.0 } else { 1 };
                    assert_eq!(movement.paid.0 % chip, 0);
                    let counted = cuts.entry((house.payout.sharing == LimitSharing::InOrder, movement.award.is_some()));
                    *counted.or_insert(0) += 1;
                }
            }
            let set = (round.meters.progressive, meters.progressive);
            let left: i64 = movements
                .iter()
                .filter(|m| m.wager == Wager::Progressive)
                .filter_map(|m| m.award)
                .map(|(_, a)| a.0)
                .sum();
            let reset =
                movements.iter().any(|m| m.wager == Wager::Progressive && m.hand == rules::hand::HandName::AkqSuited);
            let seed = if reset { 30_000 } else { 0 };
            let after = set.0.get(Level::Main).0 + (seed - left) * rules::money::MILLIONTHS;
            assert_eq!(set.1.get(Level::Main).0, after);
        }
    }
    assert_eq!(cuts.len(), 4, "every form of cut came: {cuts:?}");
}

/// Community cards that come at the end are paid last, and a limit counts them last.
#[test]
fn what_comes_at_the_end_is_counted_at_the_end() {
    let all = (
        "\"progressive\", \"envy\"], clauses = [\"freedonia:20.3\"]",
        "\"progressive\", \"envy\", \"five_card_progressive\", \"five_card_envy\"], clauses = [\"freedonia:20.3\"]",
    );
    let mut books = Books::shipped();
    books.add(&book(&[all])).unwrap_or_else(|fault| panic!("{fault}"));
    let text = draft().set("payment", "limit_per_table", "\"$40\"").text();
    let house = rules::house::check(&text, &books).house.expect("a lawful house");
    let round = serde_json::json!({
        "dealer": ["Kc", "Jd", "2c"], "community": ["4h", "5h"],
        "meters": { "five_card_progressive": { "major": 250_000, "minor": 40_000 } },
        "positions": [
            { "position": 1, "cards": ["6h", "7h", "8h"], "wagers": { "pair_plus": 500, "five_card_progressive": 300 } },
            { "position": 2, "cards": ["9s", "9d", "3s"], "wagers": { "pair_plus": 500, "five_card_progressive": 300 } },
        ],
    });
    let came: Vec<(String, i64)> = super::settled(&house, &round)
        .movements
        .iter()
        .filter(|m| m.outcome == "won")
        .map(|m| (m.wager.clone(), m.paid))
        .collect();
    let five = ("five_card_progressive".to_owned(), 40_000);
    // The envy of $30 comes first in the book's order, but the flush of pair plus is paid before it.
    assert_eq!(came, [("pair_plus".to_owned(), 4_000), ("pair_plus".to_owned(), 0), ("envy".to_owned(), 0), five]);
}
