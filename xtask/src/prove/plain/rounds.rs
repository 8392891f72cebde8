//! Rounds worked by hand from the documents, book by book.

use super::books::{Line, PairPlus, PlainHouse, house};
use super::cards::cards;
use super::settle::{Decision, Piece, PlainBets, settle};

/// Checks rounds of one house: the player's and the dealer's cards, ante, pair plus and decision, then what
/// becomes of ante, play, ante bonus and pair plus: what is paid and what goes back, in cents.
fn check(house: &PlainHouse, rounds: &[&str]) {
    for round in rounds {
        let cells: Vec<&str> = round.split('|').map(str::trim).collect();
        let [player, dealer, bets, ante_is, play_is, bonus_is, pair_plus_is] = cells[..] else {
            panic!("a round has seven cells: {round}");
        };
        let bets: Vec<&str> = bets.split_whitespace().collect();
        let [ante, pair_plus, decision] = bets[..] else {
            panic!("two wagers and a decision: {round}");
        };
        let ante: i64 = ante.parse().unwrap();
        let pair_plus: i64 = pair_plus.parse().unwrap();
        let decision = match decision {
            "play" => Decision::Play,
            "fold" => Decision::Fold,
            "none" => Decision::NoAnte,
            _ => panic!("no decision: {round}"),
        };
        let bets = PlainBets { ante, pair_plus };
        let result = settle(house, cards(player), cards(dealer), bets, decision);
        for (piece, expected, stake) in [
            (result.ante, ante_is, ante),
            (result.play, play_is, ante),
            (result.ante_bonus, bonus_is, 0),
            (result.pair_plus, pair_plus_is, pair_plus),
        ] {
            assert_eq!(words(&piece), expected, "{round}");
            if piece.outcome.is_some() {
                assert_eq!(piece.stake, stake, "{round}");
            } else {
                assert_eq!((piece.stake, piece.paid, piece.returned), (0, 0, 0), "{round}");
            }
        }
    }
}

fn words(piece: &Piece) -> String {
    match piece.outcome {
        None => "-".to_owned(),
        Some(outcome) if piece.paid == 0 && piece.returned == 0 => outcome.as_str().to_owned(),
        Some(outcome) => format!("{} {}+{}", outcome.as_str(), piece.paid, piece.returned),
    }
}

fn printed(book: &str, ante_bonus: &str, pair_plus: &str) -> PlainHouse {
    house(book, ante_bonus, PairPlus::Printed(pair_plus)).unwrap()
}

#[test]
fn md2014() {
    check(
        &printed("md2014", "A", "A"),
        &[
            "Qh 7d 2c | Jc 9d 4s | 1000 500 play | won 1000+1000 | pushed 0+1000 | - | lost",
            "5h 4d 2c | Jc 9d 4s | 1000 500 play | won 1000+1000 | pushed 0+1000 | - | lost",
            "Qh 7d 2c | Qc 7s 3d | 1000 500 play | lost | lost | - | lost",
            "Qh 7d 3c | Qc 7s 2d | 1000 500 play | won 1000+1000 | won 1000+1000 | - | lost",
            "Qh 7d 3c | Qc 7s 3d | 1000 500 play | pushed 0+1000 | pushed 0+1000 | - | lost",
            "9h 9d 2c | 8c 8d As | 1000 500 play | won 1000+1000 | won 1000+1000 | - | won 500+500",
            "Ah 2d 3c | 4h 3s 2s | 1000 500 play | lost | lost | won 1000+0 | won 2500+500",
            "7h 7d 7c | Jc 10d 8s | 1000 500 play | won 1000+1000 | pushed 0+1000 | won 4000+0 | won 15000+500",
            "5h 6h 7h | 8c 8d 8s | 1000 500 play | won 1000+1000 | won 1000+1000 | won 5000+0 | won 20000+500",
            "Kh 9h 4h | 2c 3d 4s | 1000 500 play | lost | lost | - | won 2000+500",
            "9h 9d 2c | Kc 5d 3s | 1000 500 fold | forfeited | - | - | forfeited",
            "5h 6h 7h | Kc 5d 3s | 1000 0 fold | forfeited | - | - | -",
            "9h 9d 2c | Ac Ad As | 0 500 none | - | - | - | won 500+500",
            "Ah Kd 9c | 2c 2d 3s | 1000 0 play | lost | lost | - | -",
        ],
    );
    check(
        &printed("md2014", "B", "B"),
        &[
            "7h 7d 7c | Ac Kd 2s | 1000 500 play | won 1000+1000 | won 1000+1000 | won 3000+0 | won 15000+500",
            "Kh 9h 4h | Ac Kd 2s | 1000 500 play | won 1000+1000 | won 1000+1000 | - | won 1500+500",
            "6h 5d 4c | Ac Kd 2s | 1000 500 play | won 1000+1000 | won 1000+1000 | won 1000+0 | won 3000+500",
        ],
    );
    check(
        &printed("md2014", "precondition-C", "D"),
        &[
            "As Ks Qs | 3c 4d 9s | 2500 2500 play | won 2500+2500 | pushed 0+2500 | won 10000+0 | won 100000+2500",
            "4h 4d 4c | 9c 8d 7s | 2500 2500 play | won 2500+2500 | won 2500+2500 | won 7500+0 | won 62500+2500",
            "Kh 9h 4h | Qc Qd 3s | 2500 2500 play | won 2500+2500 | won 2500+2500 | - | won 10000+2500",
        ],
    );
}

#[test]
fn md14() {
    check(
        &printed("md14", "A", "A"),
        &[
            "Ks 8d 3c | Qc 3d 2s | 500 500 play | won 500+500 | won 500+500 | - | lost",
            "Js 8d 3c | Qc 3d 2s | 500 500 play | lost | lost | - | lost",
            "Js 8d 3c | Jc 10d 2s | 500 500 play | won 500+500 | pushed 0+500 | - | lost",
            "Qs Js 10s | Ac Kc Qc | 500 500 play | lost | lost | won 2500+0 | won 17500+500",
            "As Ks Qs | Ac Kc Qc | 500 500 play | pushed 0+500 | pushed 0+500 | won 2500+0 | won 17500+500",
            "2s 2d 2c | As Ad Ac | 500 500 play | lost | lost | won 2000+0 | won 12500+500",
            "Ks Qd Jc | 2s 3d 5c | 500 500 play | won 500+500 | pushed 0+500 | won 500+0 | won 3000+500",
            "8s 5s 2s | 8c 5c 2c | 500 500 play | pushed 0+500 | pushed 0+500 | - | won 2000+500",
            "2s 2d 3c | 3s 3d 2c | 500 500 play | lost | lost | - | won 500+500",
            "As Ks Qs | Qc 3d 2s | 500 500 fold | forfeited | - | - | forfeited",
            "7s 5d 2c | Ac 3d 2s | 500 0 fold | forfeited | - | - | -",
            "7s 5d 2c | Ac 3d 2s | 0 500 none | - | - | - | lost",
            "As Ks Qs | Ac 3d 2s | 0 500 none | - | - | - | won 17500+500",
        ],
    );
    check(
        &printed("md14", "precondition", "C"),
        &[
            "Ad Kd Qd | Kc Kh 2s | 500 1000 play | won 500+500 | won 500+500 | won 25000+0 | won 40000+1000",
            "As Ks Qs | 9c 7h 2s | 500 1000 play | won 500+500 | pushed 0+500 | won 25000+0 | won 40000+1000",
            "Ad 2d 3d | 2s 3s 4s | 500 1000 play | lost | lost | won 4000+0 | won 40000+1000",
            "Jd Jc Jh | 9c 7h 2s | 500 1000 play | won 500+500 | pushed 0+500 | won 3000+0 | won 30000+1000",
            "Jd 10c 9h | 9c 9s 2s | 500 1000 play | won 500+500 | won 500+500 | - | won 6000+1000",
            "Ad Kc Qh | 9c 9s 2s | 500 1000 play | won 500+500 | won 500+500 | - | won 6000+1000",
            "Ad 9d 3d | 9c 9s 2s | 500 1000 play | won 500+500 | won 500+500 | - | won 3000+1000",
        ],
    );
}

#[test]
fn ma() {
    // A posted table of the house's own, above the least odds and with a line for the mini royal.
    let posted: [Line<'_>; 6] = [
        ("akq-suited", 100),
        ("straight-flush", 40),
        ("three-of-a-kind", 30),
        ("straight", 5),
        ("flush", 4),
        ("pair", 1),
    ];
    let ma = |ante_bonus| house("ma", ante_bonus, PairPlus::Posted(&posted)).unwrap();
    check(
        &ma("standard"),
        &[
            "Qh 6d 4c | Qc 6s 3d | 1500 500 play | won 1500+1500 | won 1500+1500 | - | lost",
            "Qh 6d 4c | Kc 6s 3d | 1500 500 play | lost | lost | - | lost",
            "Qh 6d 4c | Qc 6s 4d | 1500 500 play | pushed 0+1500 | pushed 0+1500 | - | lost",
            "Qh 6d 4c | Jc 6s 4d | 1500 500 play | won 1500+1500 | pushed 0+1500 | - | lost",
            "Ah Kh Qh | Ac Ad As | 1500 500 play | won 1500+1500 | won 1500+1500 | won 7500+0 | won 50000+500",
            "9h 8h 7h | 10c 9c 8c | 1500 500 play | lost | lost | won 7500+0 | won 20000+500",
            "6h 6d 6c | Jc 6s 4d | 1500 500 play | won 1500+1500 | pushed 0+1500 | won 6000+0 | won 15000+500",
            "9h 8h 7d | 9c 8c 7s | 1500 500 play | pushed 0+1500 | pushed 0+1500 | won 1500+0 | won 2500+500",
            "9h 9d 7d | Ac Kc 7s | 1500 500 fold | forfeited | - | - | won 500+500",
            "9h 6h 2h | Ac Kc 7s | 1500 500 fold | forfeited | - | - | won 2000+500",
            "9h 6h 2d | Ac Kc 7s | 1500 500 fold | forfeited | - | - | lost",
            "9h 6h 2d | Ac Kc 7s | 1500 0 fold | forfeited | - | - | -",
            "Ah Kh Qh | 2c 3c 5d | 0 500 none | - | - | - | won 50000+500",
            "9h 6h 2d | 2c 3c 5d | 0 500 none | - | - | - | lost",
        ],
    );
    check(
        &ma("precondition-A"),
        &[
            "As Ks Qs | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 25000+0 | won 50000+500",
            "Ad Kd Qd | As Ks Qs | 500 500 play | pushed 0+500 | pushed 0+500 | won 2500+0 | won 50000+500",
            "Kd Qd Jd | As Ks Qs | 500 500 play | lost | lost | won 2000+0 | won 20000+500",
            "Kd Kc Kh | As Qs 9s | 500 500 play | won 500+500 | won 500+500 | won 1500+0 | won 15000+500",
            "Kd Qc Jh | As Qs 9s | 500 500 play | won 500+500 | won 500+500 | won 500+0 | won 2500+500",
        ],
    );
    check(
        &ma("precondition-B"),
        &[
            "As Ks Qs | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 25000+0 | won 50000+500",
            "Ad Kd Qd | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 25000+0 | won 50000+500",
            "Kd Qd Jd | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 4000+0 | won 20000+500",
            "Kd Kc Kh | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 3000+0 | won 15000+500",
            "Kd Qc Jh | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | - | won 2500+500",
        ],
    );
    check(
        &ma("precondition-C"),
        &[
            "As Ks Qs | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 25000+0 | won 50000+500",
            "Ad Kd Qd | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 5000+0 | won 50000+500",
            "Kd Qd Jd | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 2000+0 | won 20000+500",
            "Kd Kc Kh | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | won 1500+0 | won 15000+500",
            "Kd Qc Jh | 2c 3c 5d | 500 500 play | won 500+500 | pushed 0+500 | - | won 2500+500",
        ],
    );
}

#[test]
fn tribal() {
    check(
        &printed("tribal", "standard", "standard"),
        &[
            "Ac 5d 4h | Ad 5c 3h | 200 300 play | won 200+200 | won 200+200 | - | lost",
            "Ac 5d 3h | Ad 5c 4h | 200 300 play | lost | lost | - | lost",
            "Ac 5d 3h | Ad 5c 3s | 200 300 play | pushed 0+200 | pushed 0+200 | - | lost",
            "Ac 5d 3h | 10d 9c 7s | 200 300 play | won 200+200 | pushed 0+200 | - | lost",
            "4c 3d 2h | Ad 2c 3s | 200 300 play | won 200+200 | won 200+200 | won 200+0 | won 1800+300",
            "Ac Kd Qh | 2d 2c 2s | 200 300 play | lost | lost | won 200+0 | won 1800+300",
            "Ac Ad Ah | Ks Kc Kd | 200 300 play | won 200+200 | won 200+200 | won 800+0 | won 9000+300",
            "8c 7c 6c | 10d 9c 7s | 200 300 play | won 200+200 | pushed 0+200 | won 1000+0 | won 12000+300",
            "Jc 7c 6c | Ad As Kh | 200 300 play | won 200+200 | won 200+200 | - | won 1200+300",
            "Kc Kd 6c | Ad As 2h | 200 300 play | lost | lost | - | won 300+300",
            "8c 7c 6c | Ad As 2h | 200 300 fold | forfeited | - | - | forfeited",
            "8c 7c 6c | Ad As 2h | 0 300 none | - | - | - | won 12000+300",
            "8c 7c 5d | Ad As 2h | 0 300 none | - | - | - | lost",
        ],
    );
    check(
        &printed("tribal", "alternative", "alternative"),
        &[
            "Ac Kc Qc | Ad As 2h | 200 300 play | won 200+200 | won 200+200 | won 1200+0 | won 10500+300",
            "Jc Jd Jh | Ad As 2h | 200 300 play | won 200+200 | won 200+200 | won 1000+0 | won 9900+300",
            "Jc 10d 9h | Ad As 2h | 200 300 play | won 200+200 | won 200+200 | won 200+0 | won 1800+300",
            "Jc 10c 8c | 9d 9s 9h | 200 300 play | lost | lost | - | won 1200+300",
            "Jc Jd 8c | 9d 9s 9h | 200 300 play | lost | lost | - | won 300+300",
        ],
    );
}

#[test]
fn sd() {
    let first = printed("sd", "standard", "1");
    check(
        &first,
        &[
            "Kd Jc 2h | Ks Jd 3c | 5000 1000 play | lost | lost | - | lost",
            "Kd Jc 3h | Ks Jd 2c | 5000 1000 play | won 5000+5000 | won 5000+5000 | - | lost",
            "Kd Jc 3h | Ks Jd 3c | 5000 1000 play | pushed 0+5000 | pushed 0+5000 | - | lost",
            "6d 4c 3h | Js Jd 3c | 5000 0 play | lost | lost | - | -",
            "6d 4c 3h | Js 9d 3c | 5000 0 play | won 5000+5000 | pushed 0+5000 | - | -",
            "6d 5d 4d | 6s 5s 4s | 5000 1000 play | pushed 0+5000 | pushed 0+5000 | won 25000+0 | won 40000+1000",
            "3d 3c 3h | 6s 5s 4s | 5000 1000 play | lost | lost | won 20000+0 | won 30000+1000",
            "6d 5d 4h | Js 9d 3c | 5000 1000 play | won 5000+5000 | pushed 0+5000 | won 5000+0 | won 6000+1000",
            "Qd 5d 4d | Js Jd 3c | 5000 1000 play | won 5000+5000 | won 5000+5000 | - | won 4000+1000",
            "4s 4d 6h | 4c 4h 5c | 5000 1000 play | won 5000+5000 | won 5000+5000 | - | won 1000+1000",
            "4s 4d 6h | Ac Kh 5c | 5000 1000 fold | forfeited | - | - | forfeited",
            "4s 4d 6h | Ac Kh 5c | 0 1000 none | - | - | - | won 1000+1000",
            "4s 3d 6h | Ac Kh 5c | 0 1000 none | - | - | - | lost",
        ],
    );
    check(
        &printed("sd", "standard", "2"),
        &["Qd 5d 4d | Js Jd 3c | 5000 1000 play | won 5000+5000 | won 5000+5000 | - | won 3000+1000"],
    );
    // The one choice that the text leaves: the pair plus outlives the fold.
    let alive = PlainHouse { fold_loses_pair_plus: false, ..first };
    check(
        &alive,
        &[
            "4s 4d 6h | Ac Kh 5c | 5000 1000 fold | forfeited | - | - | won 1000+1000",
            "4s 3d 6h | Ac Kh 5c | 5000 1000 fold | forfeited | - | - | lost",
        ],
    );
}
