//! A jurisdiction is a file: a sixth rulebook that recombines the engine's mechanisms settles rounds by its own rules,
//! without a line of code. A file that is not a rulebook is refused where it goes wrong.

mod common;

#[path = "sixth_book/chosen.rs"]
mod chosen;
#[path = "sixth_book/ignored.rs"]
mod ignored;
#[path = "sixth_book/limits.rs"]
mod limits;
#[path = "sixth_book/malformed.rs"]
mod malformed;
#[path = "sixth_book/meters.rs"]
mod meters;
#[path = "sixth_book/showdown.rs"]
mod showdown;
#[path = "sixth_book/words.rs"]
mod words;

use common::draft::{Draft, house};
use common::rounds::{expect, settled, try_settle};
use common::{BOOKS, read};
use rules::money::Meter;
use rules::rulebook::vocabulary::{DealDevice, Role};
use rules::rulebook::{Procedure, Step};
use rules::settle::{admit, settle};
use rules::{Books, Cents, House, Level, Wager};
use serde_json::{Value, json};

/// The shipped books and the sixth.
fn books() -> Books {
    let mut books = Books::shipped();
    books.add(&read("golden/books/freedonia.toml")).unwrap_or_else(|fault| panic!("freedonia.toml: {fault}"));
    books
}

fn draft() -> Draft {
    Draft::of(&read("golden/books/freedonia-house.toml"))
}

fn open(draft: &Draft) -> House {
    let report = rules::house::check(&draft.text(), &books());
    let said: Vec<String> = report.errors().map(ToString::to_string).collect();
    report.house.unwrap_or_else(|| panic!("{}", said.join("\n")))
}

fn seat(position: u8, cards: &[&str], decision: &str, wagers: Value) -> Value {
    json!({ "position": position, "cards": cards, "decision": decision, "wagers": wagers })
}

#[test]
fn a_sixth_book_stands_beside_the_five() {
    let books = books();
    assert_eq!(books.codes().collect::<Vec<_>>(), ["freedonia", "ma", "md14", "md2014", "sd", "tribal"]);
    let report = rules::house::check(&draft().text(), &books);
    // A hand bonus that pays a quarter for every hand without a name returns more than it takes, counted exactly.
    let warned: Vec<String> = report.faults.iter().map(|fault| fault.message.clone()).collect();
    assert_eq!(warned, ["Hand Bonus by table \"every hand\" returns 117.91 percent of the stake"]);
    let house = report.house.unwrap();
    assert_eq!((house.book.code.as_str(), house.table.positions), ("freedonia", 5));
    assert_eq!((house.cards.life_hours, house.cards.cut_shallowest, house.cards.cut_deepest), (Some(2), 5, 47));
    let alone = rules::house::check(&draft().text(), &Books::shipped());
    assert!(alone.errors().next().unwrap().message.contains("there is no rulebook \"freedonia\""));
}

#[test]
fn the_sixth_book_has_a_procedure_of_its_own() {
    let procedure = &open(&draft()).book.procedure;
    assert_eq!(
        procedure.steps().collect::<Vec<_>>(),
        [Step::Inspect, Step::Recut, Step::Deal, Step::CountStub, Step::Ruling]
    );
    let said = |step| DealDevice::ALL.iter().map(move |device| procedure.cite(step, *device).to_string());
    assert_eq!(
        said(Step::Deal).collect::<Vec<_>>(),
        ["freedonia:3.2", "freedonia:3.2(a), freedonia:3.2", "freedonia:3.2"]
    );
    assert_eq!(said(Step::CountStub).collect::<Vec<_>>(), ["freedonia:3.7", "", ""]);
    assert_eq!(said(Step::Ruling).collect::<Vec<_>>(), ["READING 87"; 3]);
    assert_eq!(said(Step::Wash).collect::<Vec<_>>(), [""; 3]);
    let by = [Step::Inspect, Step::Recut, Step::CountStub, Step::Ruling, Step::Wash].map(|step| procedure.by(step));
    assert_eq!(by, [Role::Floorperson, Role::Player, Role::Device, Role::Supervisor, Role::Dealer]);
    let reminded = |device| procedure.reminders(Step::Deal, device).iter().map(ToString::to_string);
    assert_eq!(reminded(DealDevice::Hand).collect::<Vec<_>>(), ["freedonia:3.5", "freedonia:3.6"]);
    assert_eq!(reminded(DealDevice::ManualShoe).collect::<Vec<_>>(), ["freedonia:3.6"]);
}

#[test]
fn a_book_without_a_procedure_is_silent_on_every_step() {
    let text = read("golden/books/freedonia.toml");
    let start = text.find("[procedure]").unwrap();
    let end = start + text[start..].find("\n\n").unwrap();
    let silent = rules::Rulebook::parse(&format!("{}{}", &text[..start], &text[end..])).unwrap();
    assert_eq!(silent.procedure, Procedure::default());
    assert_eq!(silent.procedure.steps().count(), 0);
}

#[test]
fn the_dealer_plays_with_queen_six_four() {
    let house = open(&draft());
    let round = |dealer: [&str; 3]| {
        json!({ "dealer": dealer, "positions": [
            seat(1, &["2c", "3h", "5d"], "play", json!({ "ante": 1000 })),
            seat(2, &["9c", "Tc", "Jc"], "play", json!({ "ante": 1000 })),
            seat(3, &["Qd", "6c", "4s"], "play", json!({ "ante": 500 })),
        ] })
    };
    // With Q-6-3 the dealer does not play: the ante is pushed, the play wager wins, and a bonus that needs a won ante
    // is not paid.
    expect(
        &settled(&house, &round(["Qs", "6h", "3d"])),
        &[
            "1 ante pushed 0+1000 freedonia:7.2",
            "1 play won 1000+1000 freedonia:7.3",
            "2 ante pushed 0+1000 freedonia:7.2",
            "2 play won 1000+1000 freedonia:7.3",
            "3 ante pushed 0+500 freedonia:7.2",
            "3 play won 500+500 freedonia:7.3",
        ],
    );
    // With Q-6-4 the dealer plays: losers are taken first, a tie loses, a won ante pays 3 to 2 and then its bonus.
    expect(
        &settled(&house, &round(["Qs", "6h", "4d"])),
        &[
            "1 ante lost 0+0 freedonia:7.5",
            "1 play lost 0+0 freedonia:7.5",
            "3 ante lost 0+0 freedonia:7.6",
            "3 play lost 0+0 freedonia:7.6",
            "2 ante won 1500+1000 freedonia:7.4",
            "2 play won 1000+1000 freedonia:7.4",
            "2 ante_bonus won 3000+0 freedonia:17.3(b)",
        ],
    );
}

#[test]
fn three_to_two_on_an_odd_ante_goes_up_to_the_chip() {
    let round = json!({ "dealer": ["Qs", "6h", "4d"], "positions": [seat(4, &["Kc", "3h", "5d"], "play", json!({ "ante": 500 }))] });
    let paid = |unit: &str| {
        let settled = settled(&open(&draft().set("payment", "unit", unit)), &round);
        (settled.movements[0].paid, settled.movements[1].paid, settled.totals[0].net)
    };
    assert_eq!(paid("\"$0.01\""), (750, 500, 1250));
    assert_eq!(paid("\"$0.50\""), (750, 500, 1250));
    assert_eq!(paid("\"$1\""), (800, 500, 1300));
}

/// READING 72: no chip may change what is paid 1 to 1, so a book's own bound has little room.
#[test]
fn a_chip_of_the_sixth_book_measures_every_amount_too() {
    let report = rules::house::check(&draft().set("payment", "unit", "\"$25\"").text(), &books());
    let errors: Vec<String> = report.errors().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("payment.unit: chips of $25 cannot pay 1 to 1 what can be wagered here: $5 on Ante"));
}

#[test]
fn the_bonus_and_the_side_tables_are_the_books_own() {
    let house = open(&draft());
    let round = |dealer: [&str; 3], cards: [&str; 3]| {
        let wagers = json!({ "ante": 500, "pair_plus": 500, "six_card_bonus": 100 });
        json!({ "dealer": dealer, "positions": [seat(2, &cards, "play", wagers)] })
    };
    let (ante, play) = ("2 ante won 750+500 freedonia:7.4", "2 play won 500+500 freedonia:7.4");
    let (ante_lost, play_lost) = ("2 ante lost 0+0 freedonia:7.5", "2 play lost 0+0 freedonia:7.5");
    let mini_royal = "2 pair_plus won 50000+500 freedonia:17.4(a)";
    let flush = "2 pair_plus won 1500+500 freedonia:17.4(e)";
    let no_six = "2 six_card_bonus lost 0+0 freedonia:10.5";
    for (dealer, cards, wanted) in [
        // Spades have no mini royal line of their own: the straight flush line pays.
        (
            ["Qd", "6h", "4d"],
            ["As", "Ks", "Qs"],
            vec![mini_royal, ante, play, "2 ante_bonus won 1500+0 freedonia:17.3(b)", no_six],
        ),
        (
            ["Qd", "6s", "4d"],
            ["Ah", "Kh", "Qh"],
            vec![mini_royal, ante, play, "2 ante_bonus won 3500+0 freedonia:17.3(a)", no_six],
        ),
        // A flush pays 1 to 2 on the ante; six cards that are at best a flush are not on the six-card table.
        (
            ["Kc", "6h", "4s"],
            ["Kd", "9d", "2d"],
            vec![flush, ante, play, "2 ante_bonus won 250+0 freedonia:17.3(c)", no_six],
        ),
        (
            ["4d", "5s", "6d"],
            ["Kd", "9d", "2d"],
            vec![ante_lost, play_lost, flush, "2 bad_beat won 1250+0 freedonia:22.3(c)", no_six],
        ),
        // Two pair pays 3 to 2.
        (
            ["Kc", "6h", "4s"],
            ["Kd", "6d", "2c"],
            vec![
                "2 pair_plus lost 0+0 freedonia:7.9",
                ante_lost,
                play_lost,
                "2 six_card_bonus won 150+100 freedonia:17.5(d)",
            ],
        ),
        // A royal is paid as a straight flush if it has no line.
        (
            ["Jh", "Th", "9s"],
            ["Ah", "Kh", "Qh"],
            vec![
                mini_royal,
                ante,
                play,
                "2 ante_bonus won 3500+0 freedonia:17.3(a)",
                "2 six_card_bonus won 9900+100 freedonia:17.5(a)",
            ],
        ),
    ] {
        expect(&settled(&house, &round(dealer, cards)), &wanted);
    }
}

#[test]
fn a_fold_keeps_the_progressive_and_loses_the_six_card_bonus() {
    let house = open(&draft());
    let round = json!({
        "dealer": ["Ac", "Jd", "8h"],
        "meters": { "progressive": { "main": 50_000 } },
        "positions": [
            seat(1, &["7s", "7h", "7d"], "fold", json!({ "ante": 1000, "pair_plus": 500, "six_card_bonus": 100, "progressive": 200 })),
            seat(2, &["Kc", "9d", "2h"], "play", json!({ "ante": 500, "progressive": 200 })),
            seat(3, &["2s", "4h", "9c"], "fold", json!({ "ante": 500, "progressive": 200 })),
        ],
    });
    let settled = settled(&house, &round);
    expect(
        &settled,
        &[
            // Forfeits from the dealer's right.
            "3 ante forfeited 0+0 freedonia:6.1",
            "1 ante forfeited 0+0 freedonia:6.1",
            "1 six_card_bonus forfeited 0+0 freedonia:6.3",
            // Envy first, and from a folded hand too; a player who folded has lost the right to it.
            "2 envy from 1 won 600+0 freedonia:17.6(f)",
            "2 ante lost 0+0 freedonia:7.5",
            "2 play lost 0+0 freedonia:7.5",
            "1 pair_plus won 11000+500 freedonia:17.4(c)",
            "1 progressive won 8000+0 freedonia:17.6(c)",
            "2 progressive lost 0+0 freedonia:11.9",
            "3 progressive lost 0+0 freedonia:11.9",
        ],
    );
    assert_eq!(settled.balance, 0);
    assert_eq!(settled.meters_after["progressive"]["main"], 50_000);
    assert_eq!(settled.movements[7].validated_by, None, "$80 is under what a supervisor must see");
}

#[test]
fn the_table_is_settled_from_the_left_envy_included() {
    let house = open(&draft());
    let wagers = || json!({ "ante": 500, "progressive": 200 });
    let mut positions = vec![
        seat(5, &["Ks", "9d", "2h"], "play", wagers()),
        seat(1, &["Kc", "8d", "2c"], "play", wagers()),
        seat(3, &["7s", "7h", "7d"], "play", wagers()),
        seat(4, &["Kd", "5d", "2s"], "play", wagers()),
        seat(2, &["Kh", "4d", "3c"], "play", wagers()),
    ];
    // One person at two positions: neither hand brings the other an envy bonus (READING 59).
    positions[2]["person"] = "Rufus".into();
    positions[3]["person"] = "Rufus".into();
    let round = json!({ "dealer": ["Qs", "Jd", "8h"], "meters": { "progressive": { "main": 50_000 } }, "positions": positions });
    let settled = settled(&house, &round);
    let told: Vec<String> = settled.movements.iter().map(|m| format!("{} {}", m.position, m.wager)).collect();
    let mut wanted: Vec<String> = [1, 2, 5].map(|position| format!("{position} envy")).into();
    wanted.extend((1..=5).flat_map(|position| [format!("{position} ante"), format!("{position} play")]));
    wanted.extend((1..=5).map(|position| format!("{position} progressive")));
    assert_eq!(told, wanted);
    assert!(settled.movements[..3].iter().all(|m| m.from_position == Some(3) && m.paid == 600));
}

#[test]
fn a_meter_is_shared_by_all_who_win_it() {
    let house = open(&draft());
    let wagers = || json!({ "ante": 500, "five_card_progressive": 300 });
    let round = json!({
        "dealer": ["Kc", "Jd", "2c"], "community": ["8h", "9h"],
        "meters": { "five_card_progressive": { "major": 250_000, "minor": 40_001 } },
        "positions": [
            seat(1, &["Th", "Jh", "Qh"], "fold", wagers()),
            seat(2, &["7h", "6h", "5h"], "play", wagers()),
            seat(5, &["Ah", "2h", "3h"], "play", wagers()),
        ],
    });
    let settled = settled(&house, &round);
    expect(
        &settled,
        &[
            "1 ante forfeited 0+0 freedonia:6.1",
            // A racked folded hand gives no five-card envy here, but this one is read for its progressive.
            "2 envy from 1 won 3000+0 freedonia:17.7(e)",
            "5 envy from 1 won 3000+0 freedonia:17.7(e)",
            "5 envy from 2 won 3000+0 freedonia:17.7(e)",
            "2 ante won 750+500 freedonia:7.4",
            "2 play won 500+500 freedonia:7.4",
            "5 ante won 750+500 freedonia:7.4",
            "5 play won 500+500 freedonia:7.4",
            // Half of $400.01 each; the odd cent stays, and the meter resets once.
            "1 five_card_progressive won 20000+0 freedonia:17.7(b)",
            "2 ante_bonus won 1500+0 freedonia:17.3(b)",
            "2 five_card_progressive won 20000+0 freedonia:17.7(b)",
            "5 ante_bonus won 1500+0 freedonia:17.3(b)",
            "5 five_card_progressive won 6000+0 freedonia:17.7(d)",
        ],
    );
    assert!(settled.movements[1..4].iter().all(|m| m.progressive.as_deref() == Some("five_card_progressive")));
    assert_eq!(settled.meters_after["five_card_progressive"]["minor"], 1 + 20_000);
    assert_eq!(settled.meters_after["five_card_progressive"]["major"], 250_000);
    assert_eq!(settled.balance, 0);
}

#[test]
fn ace_to_five_is_no_straight_here() {
    let house = open(&draft());
    let round = json!({
        "dealer": ["Kc", "Jd", "2c"], "community": ["4h", "5h"],
        "meters": { "five_card_progressive": { "major": 250_000, "minor": 40_000 } },
        "positions": [{ "position": 1, "cards": ["Ah", "2h", "3h"], "wagers": { "pair_plus": 500, "five_card_progressive": 300 } }],
    });
    // Among three cards it is one: the text is about five.
    let (three, five) =
        ("1 pair_plus won 16500+500 freedonia:17.4(b)", "1 five_card_progressive won 6000+0 freedonia:17.7(d)");
    expect(&settled(&house, &round), &[three, five]);
}

#[test]
fn limits_cut_what_a_player_and_a_table_are_paid() {
    let limited = draft().set("payment", "limit_per_player", "\"$100\"").set("payment", "limit_per_table", "\"$150\"");
    let house = open(&limited);
    let mut positions = vec![
        json!({ "position": 1, "cards": ["7s", "7h", "7d"], "wagers": { "pair_plus": 1000 } }),
        json!({ "position": 2, "cards": ["8s", "8h", "8d"], "wagers": { "pair_plus": 1000 } }),
        json!({ "position": 4, "cards": ["9s", "9h", "9d"], "wagers": { "pair_plus": 1000 } }),
        json!({ "position": 5, "cards": ["2s", "2h", "3d"], "wagers": { "pair_plus": 1000 } }),
    ];
    for seat in &mut positions[..2] {
        seat["person"] = "Rufus".into();
    }
    let settled = settled(&house, &json!({ "dealer": ["Ac", "Jd", "6h"], "positions": positions }));
    expect(
        &settled,
        &[
            "1 pair_plus won 10000+1000 limited freedonia:17.4(c)",
            "2 pair_plus won 0+1000 limited freedonia:17.4(c)",
            "4 pair_plus won 5000+1000 limited freedonia:17.4(c)",
            "5 pair_plus won 0+1000 limited freedonia:17.4(f)",
        ],
    );
    assert_eq!(settled.balance, 0);
}

/// Meter money is not the table's: a limit does not cut it, and none of it is lost.
#[test]
fn a_limit_does_not_cut_what_a_meter_pays() {
    let house =
        open(&draft().set("payment", "limit_per_player", "\"$10\"").set("payment", "limit_per_table", "\"$10\""));
    let round = json!({
        "dealer": ["2c", "5d", "9h"],
        "meters": { "progressive": { "main": 100_000, "reserve": 777 } },
        "positions": [seat(1, &["As", "Ks", "Qs"], "play", json!({ "ante": 500, "progressive": 200 }))],
    });
    let settled = settled(&house, &round);
    expect(
        &settled,
        &[
            "1 ante pushed 0+500 freedonia:7.2",
            "1 play won 500+500 freedonia:7.3",
            "1 progressive won 100000+0 freedonia:17.6(a)",
        ],
    );
    assert_eq!(settled.meters_after["progressive"]["main"], 30_000 + 777);
    assert_eq!(settled.movements[2].validated_by.as_deref(), Some("supervisor"));
}

#[test]
fn a_backup_meter_goes_into_the_next_seed() {
    let house = open(&draft());
    let terms = house.progressive.as_ref().unwrap();
    assert_eq!((terms.backup.to_string(), terms.reserve.to_string()), ("10%".to_owned(), "5%".to_owned()));
    let round = json!({
        "dealer": ["2c", "5d", "9h"],
        "meters": { "progressive": { "main": 100_050, "reserve": 40, "backup": 1_234 } },
        "positions": [seat(3, &["Ah", "Kh", "Qh"], "play", json!({ "ante": 500, "progressive": 200 }))],
    });
    let (round, _) = admit(&house, &common::rounds::file(&round)).unwrap();
    let mut movements = Vec::new();
    let after = settle(&house, &round, &mut movements);
    let won = movements.iter().find(|movement| movement.wager == Wager::Progressive).unwrap();
    assert_eq!(won.paid, Cents(100_050));
    // The seed of $300, the reserve of 40 cents, and the $12.34 of the back-up meter.
    assert_eq!(after.progressive.get(Level::Main), Meter::of(Cents(30_000 + 40 + 1_234)));
    assert_eq!((after.progressive.reserve, after.progressive.backup), (Meter(0), Meter(0)));
}

#[test]
fn tips_and_coupons_ride_together() {
    let house = open(&draft());
    let mut only = seat(2, &["Kh", "Ks", "4d"], "play", json!({ "ante": 1000, "pair_plus": 500 }));
    only["tips"] = json!({ "ante": 200, "play": 200, "pair_plus": 300 });
    only["match_play"] = json!({ "ante": 500 });
    let settled = settled(&house, &json!({ "dealer": ["Qs", "6h", "4c"], "positions": [only] }));
    expect(
        &settled,
        &[
            "2 pair_plus won 500+500 freedonia:17.4(f)",
            "2 tip_pair_plus won 300+300 freedonia:17.4(f)",
            "2 ante won 1500+1000 freedonia:7.4",
            // A coupon pays 2 to 1 here, and is itself paper.
            "2 match_play won 1000+0 freedonia:14.2",
            "2 tip_ante won 200+200 freedonia:7.4",
            "2 play won 1000+1000 freedonia:7.4",
            "2 tip_play won 200+200 freedonia:7.4",
        ],
    );
    let tips: i64 =
        settled.movements.iter().flat_map(|m| &m.transfers).filter(|t| t.to == "tip_box").map(|t| t.amount).sum();
    assert_eq!(tips, 2 * (200 + 200 + 300));
    assert_eq!(settled.balance, 0);
}

#[test]
fn what_voids_a_round_is_the_books_own() {
    let house = open(&draft());
    let mut only =
        seat(4, &["Kh", "Ks", "4d"], "play", json!({ "ante": 1000, "progressive": 200, "five_card_progressive": 300 }));
    only["tips"] = json!({ "ante": 200 });
    let round = |cause: &str| {
        json!({
            "void": cause, "positions": [only],
            "meters": {
                "progressive": { "main": 30_050, "reserve": 10, "backup": 60 },
                "five_card_progressive": { "major": 200_018, "minor": 20_012 },
            },
        })
    };
    let void = settled(&house, &round("player_card_exposed"));
    assert!(void.movements.iter().all(|m| m.outcome == "returned" && m.returned == m.stake && m.paid == 0));
    assert_eq!(void.movements.iter().map(|m| m.stake).sum::<i64>(), 1000 + 1000 + 200 + 300 + 200);
    // 25 percent of $2 leave the three-card meter and its reserve again; the five-card meters keep theirs.
    assert_eq!(void.meters_after["progressive"]["main"], 30_010);
    assert_eq!(void.meters_after["progressive"]["reserve"], 0);
    assert_eq!(void.meters_after["progressive"]["backup"], 40, "10 percent of $2 leave the back-up meter");
    assert_eq!(void.meters_after["five_card_progressive"]["major"], 200_018);
    let refused = try_settle(&house, &round("dealer_card_exposed")).unwrap_err();
    assert_eq!(
        refused[0].to_string(),
        "void: dealer_card_exposed does not void a round in freedonia; the remedy is play_on [freedonia:15.3]"
    );
}

#[test]
fn a_round_is_refused_by_the_books_own_clauses() {
    let house = open(&draft());
    let dealer = ["Ac", "Jd", "6h"];
    let refused = |round: Value| {
        let refusals = try_settle(&house, &round).unwrap_err();
        refusals.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let six = json!({ "dealer": dealer, "positions": [seat(6, &["2c", "3h", "5d"], "play", json!({ "ante": 500 }))] });
    assert_eq!(refused(six), ["positions[0].position: there is no position 6; this table has 1 to 5 [freedonia:1.1]"]);
    let unbacked = json!({ "dealer": dealer, "meters": { "progressive": { "main": 1 } }, "positions": [
        { "position": 1, "cards": ["2c", "3h", "5d"], "wagers": { "pair_plus": 500, "progressive": 200 } }] });
    assert_eq!(
        refused(unbacked),
        [
            "positions[0].wagers.progressive: Three-Card Progressive stands alone; it needs an ante at the same position [freedonia:11.2]"
        ]
    );
    let apart: Vec<Value> = [1, 5]
        .map(|position| {
            let cards = if position == 1 { ["2c", "3h", "5d"] } else { ["2d", "3c", "5s"] };
            json!({ "position": position, "person": "Rufus", "cards": cards, "wagers": { "pair_plus": 500 } })
        })
        .into();
    settled(&house, &json!({ "dealer": dealer, "positions": apart }));
    let adjacent = open(&draft().set("table", "adjacent", "true"));
    assert_eq!(
        try_settle(&adjacent, &json!({ "dealer": dealer, "positions": apart })).unwrap_err()[0].cite.to_string(),
        "freedonia:1.3"
    );
}

#[test]
fn a_house_is_checked_by_the_books_own_clauses() {
    for (section, key, value, wanted) in [
        ("table", "positions", "1", "table.positions: 1 is not lawful here; lawful: from 2 to 8 [freedonia:1.1]"),
        ("table", "positions", "9", "table.positions: 9 is not lawful here; lawful: from 2 to 8 [freedonia:1.1]"),
        ("deck", "life_hours", "3", "deck.life_hours: 3 is not lawful here; lawful: from 1 to 2 [freedonia:2.3]"),
        (
            "progressive",
            "stake",
            "\"$1\"",
            "progressive.stake: \"$1\" is not lawful here; lawful: \"$2\", \"$4\" [freedonia:11.3]",
        ),
        (
            "progressive",
            "rate",
            "\"19%\"",
            "progressive.rate: a rate of progression of 19% in total is not lawful here; lawful: at least 20% [freedonia:11.5]",
        ),
        (
            "progressive",
            "backup",
            "\"20.5%\"",
            "progressive.backup: 20.5% is not lawful here; lawful: from 0% to 20% [freedonia:11.7]",
        ),
        (
            "progressive",
            "rate",
            "\"91%\"",
            "progressive.rate: rate 91% and back-up 10% are more than the stake; lower one of them [freedonia:11.7]",
        ),
        (
            "five_card_progressive",
            "seed",
            "{ major = \"$2,000\", minor = \"$201\" }",
            "five_card_progressive.seed.minor: $201 is not lawful here; lawful: exactly $200 [freedonia:17.7(g)]",
        ),
        (
            "five_card_progressive",
            "stake",
            "\"$1\"",
            "five_card_progressive.stake: \"$1\" is not lawful here; lawful: \"$3\" [freedonia:12.3]",
        ),
        (
            "shuffler",
            "kind",
            "\"hand_dispensing\"",
            "shuffler.kind: \"hand_dispensing\" is not lawful here; lawful: \"none\", \"automated\" [freedonia:2.6]",
        ),
        (
            "fold",
            "progressive",
            "\"lost\"",
            "fold.progressive: \"lost\" is not lawful here; lawful: \"kept\" [freedonia:6.4]",
        ),
        (
            "people",
            "leaver",
            "\"abandoned\"",
            "people.leaver: \"abandoned\" is not lawful here; lawful: \"fold_undecided\" [freedonia:16.1]",
        ),
        (
            "payment",
            "unit",
            "\"$25.01\"",
            "payment.unit: $25.01 is not lawful here; lawful: from $0.01 to $25 [freedonia:9.1]",
        ),
    ] {
        let report = rules::house::check(&draft().set(section, key, value).text(), &books());
        let errors: Vec<String> =
            report.errors().map(|fault| fault.to_string().split_once(": ").unwrap().1.to_owned()).collect();
        assert_eq!(errors, [wanted]);
    }
    let silent = rules::house::check(&draft().without("five_card_progressive", "multi_win").text(), &books());
    let fault = silent.errors().next().unwrap();
    assert_eq!(
        (fault.key.as_str(), fault.help.as_str()),
        ("five_card_progressive.multi_win", "write one of \"equal_shares\", \"turn_order\"")
    );
}

#[test]
fn the_shipped_books_refuse_what_the_sixth_allows() {
    for book in BOOKS {
        for (section, key, value) in [
            ("payment", "limit_per_player", "\"$100\""),
            ("payment", "limit_per_table", "\"$100\""),
            ("progressive", "backup", "\"1%\""),
            ("settlement", "order", "\"envy first\""),
            ("ante_bonus", "paytable", "\"colours\""),
            ("shuffler", "kind", "\"shaken\""),
            ("table", "adjacent", "false"),
            ("cut", "deepest", "9"),
        ] {
            if section == "progressive" && book == "tribal" || key == "adjacent" && book == "sd" {
                continue;
            }
            let draft = house(book).set(section, key, value);
            let report = draft.check();
            let found =
                report.errors().any(|fault| fault.key == format!("{section}.{key}") && fault.line == draft.line());
            assert!(found && report.house.is_none(), "{book}: {section}.{key}");
        }
        // Tips and coupons together: each book lacks one of them, or both.
        let both = house(book).set("tips", "offered", "true").set("match_play", "offered", "true").check();
        assert!(both.errors().any(|fault| fault.key == "tips" || fault.key == "match_play"), "{book}");
        // The whole house, word for word.
        let moved = draft().set("", "rulebook", &format!("\"{book}\"")).check();
        assert!(moved.errors().count() > 5, "{book}");
    }
}

#[test]
fn a_file_with_the_code_of_a_shipped_book_takes_its_place() {
    let text = read("rulebooks/md14.toml");
    let pays = "{ hand = \"straight-flush\", pays = \"40 to 1\", clause = \"md14:12.D(4)(a)\" }";
    assert_eq!(text.matches(pays).count(), 1);
    let mut books = Books::shipped();
    let shipped = books.get("md14").unwrap().digest.clone();
    books.add(&text.replace(pays, &pays.replace("40 to 1", "41 to 1"))).unwrap();
    assert_eq!(books.codes().count(), 5);
    let open = |books: &Books| rules::house::check(&house("md14").text(), books).house.unwrap();
    let (before, after) = (open(&Books::shipped()), open(&books));
    assert_eq!((before.book_digest == shipped, before.book_digest == after.book_digest), (true, false));
    assert_eq!(before.digest, after.digest, "the house itself says the same");
    let round = json!({ "dealer": ["Ac", "Jd", "6h"], "positions": [
        { "position": 1, "cards": ["4c", "5c", "6c"], "wagers": { "pair_plus": 500 } }] });
    let paid = |house: &House| settled(house, &round).movements[0].paid;
    assert_eq!((paid(&before), paid(&after)), (20_000, 20_500));
    // A book that cannot be read changes nothing.
    assert!(books.add("code = \"md14\"").is_err());
    assert_eq!(paid(&open(&books)), 20_500);
}

#[test]
fn a_figure_that_neither_book_nor_house_names_is_asked_for() {
    let text = read("golden/books/freedonia.toml");
    for (old, new, section, key) in [
        (
            "unit = { at_least = \"$0.01\", at_most = \"$25\", default = \"$1\",",
            "unit = { at_least = \"$0.01\", at_most = \"$25\",",
            "payment",
            "unit",
        ),
        (
            "positions_per_player = { at_least = 1, at_most = 4, default = 2,",
            "positions_per_player = { at_least = 1, at_most = 4,",
            "table",
            "positions_per_player",
        ),
        (
            "validated_from = { at_least = \"$0\", default = \"$100\",",
            "validated_from = { at_least = \"$0\",",
            "progressive",
            "validated_from",
        ),
    ] {
        assert_eq!(text.matches(old).count(), 1);
        let mut books = Books::default();
        books.add(&text.replace(old, new)).unwrap();
        let house = if section == "progressive" { draft().at("[progressive]") } else { draft().without(section, key) };
        let report = rules::house::check(&house.text(), &books);
        let errors: Vec<_> = report.errors().collect();
        assert_eq!(errors.len(), 1, "{key}: a house that does not open says why: {errors:?}");
        assert_eq!((errors[0].key.as_str(), errors[0].line), (format!("{section}.{key}").as_str(), house.line()));
    }
}
