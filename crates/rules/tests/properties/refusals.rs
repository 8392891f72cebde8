//! Rounds with one thing wrong: each is refused with its place, and refusing it changes nothing.

use proptest::prelude::*;
use rules::settle::admit;
use rules::settle::input::parse;
use rules::{House, Wager};
use serde_json::{Value, json};

use crate::common::draft::house;
use crate::common::rounds::{file, settled, try_settle};
use crate::common::tape::{Tape, tapes};
use crate::{CASES, case, config, told};

/// A fault in a round: its name, where the refusal must point, and the round with it. `None` if it does not apply.
type Corruption = fn(&House, &mut Value, usize) -> Option<String>;

fn amount(round: &Value, seat: usize, wager: &str) -> Option<i64> {
    round["positions"][seat]["wagers"][wager].as_i64()
}

fn at(seat: usize, rest: &str) -> String {
    format!("positions[{seat}].{rest}")
}

/// Puts another amount on a limited wager.
fn limited(house: &House, round: &mut Value, seat: usize, wager: Wager, change: i64) -> Option<String> {
    amount(round, seat, wager.word())?;
    let limit = &house.limits[&wager];
    let off = match change {
        0 => limit.min.0 - 1,
        1 => limit.max.0 + limit.step.0,
        _ if limit.step.0 > 1 && limit.max > limit.min => limit.min.0 + 1,
        _ => return None,
    };
    round["positions"][seat]["wagers"][wager.word()] = off.into();
    Some(at(seat, &format!("wagers.{wager}")))
}

const CORRUPTIONS: [(&str, Corruption); 40] = [
    ("a card of the dealer's again", |_, round, seat| {
        round["positions"][seat]["cards"][1] = round["dealer"][0].clone();
        Some(at(seat, "cards[1]"))
    }),
    ("a card twice in a hand", |_, round, seat| {
        round["positions"][seat]["cards"][2] = round["positions"][seat]["cards"][0].clone();
        Some(at(seat, "cards[2]"))
    }),
    ("a community card dealt to a player", |_, round, seat| {
        let card = round["community"].get(0)?.clone();
        round["positions"][seat]["cards"][0] = card;
        Some(at(seat, "cards[0]"))
    }),
    ("no card at all", |_, round, seat| {
        round["positions"][seat]["cards"][0] = "1s".into();
        Some(at(seat, "cards[0]"))
    }),
    ("two cards", |_, round, seat| {
        round["positions"][seat]["cards"].as_array_mut()?.pop();
        Some(at(seat, "cards"))
    }),
    ("four cards", |_, round, seat| {
        let dealt = round.to_string();
        let card = ["2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c", "4d", "4h", "4s", "5c", "5d", "5h", "5s"];
        let free = card.into_iter().find(|card| !dealt.contains(&format!("\"{card}\"")))?;
        round["positions"][seat]["cards"].as_array_mut()?.push(free.into());
        Some(at(seat, "cards"))
    }),
    ("no hand", |_, round, seat| {
        round["positions"][seat].as_object_mut()?.remove("cards");
        Some(at(seat, "cards"))
    }),
    ("no dealer", |_, round, _| {
        round.as_object_mut()?.remove("dealer");
        Some("dealer".into())
    }),
    ("no community cards", |_, round, _| {
        round.as_object_mut()?.remove("community")?;
        Some("community".into())
    }),
    ("one community card", |_, round, _| {
        round["community"].as_array_mut()?.pop();
        Some("community".into())
    }),
    ("community cards for nobody", |house, round, _| {
        if house.five_card_progressive.is_some() {
            return None;
        }
        round["community"] = json!(["2c", "3d"]);
        Some("community".into())
    }),
    ("a play wager that is not the ante", |_, round, seat| {
        let ante = amount(round, seat, "ante")?;
        if round["positions"][seat]["decision"] != "play" {
            return None;
        }
        round["positions"][seat]["wagers"]["play"] = (ante + 1).into();
        Some(at(seat, "wagers.play"))
    }),
    ("a play wager of a hand that folds", |_, round, seat| {
        let ante = amount(round, seat, "ante")?;
        round["positions"][seat]["decision"] = "fold".into();
        round["positions"][seat]["wagers"]["play"] = ante.into();
        Some(at(seat, "wagers.play"))
    }),
    ("a play wager without an ante", |_, round, seat| {
        if amount(round, seat, "ante").is_some() {
            return None;
        }
        round["positions"][seat]["wagers"]["play"] = 500.into();
        Some(at(seat, "wagers.play"))
    }),
    ("an ante below the minimum", |house, round, seat| limited(house, round, seat, Wager::Ante, 0)),
    ("an ante above the maximum", |house, round, seat| limited(house, round, seat, Wager::Ante, 1)),
    ("an ante between two steps", |house, round, seat| limited(house, round, seat, Wager::Ante, 2)),
    ("a pair plus below the minimum", |house, round, seat| limited(house, round, seat, Wager::PairPlus, 0)),
    ("a pair plus above the maximum", |house, round, seat| limited(house, round, seat, Wager::PairPlus, 1)),
    ("a six card bonus between two steps", |house, round, seat| limited(house, round, seat, Wager::SixCardBonus, 2)),
    ("a cover all above the maximum", |house, round, seat| limited(house, round, seat, Wager::CoverAll, 1)),
    ("a wager of nothing", |_, round, seat| {
        let wagers = round["positions"][seat]["wagers"].as_object_mut()?;
        let (name, amount) = wagers.iter_mut().next()?;
        *amount = 0.into();
        Some(at(seat, &format!("wagers.{name}")))
    }),
    ("a wager of more than there is", |_, round, seat| {
        let wagers = round["positions"][seat]["wagers"].as_object_mut()?;
        let (name, amount) = wagers.iter_mut().next()?;
        *amount = u64::MAX.into();
        Some(at(seat, &format!("wagers.{name}")))
    }),
    ("a decision without an ante", |_, round, seat| {
        if amount(round, seat, "ante").is_some() {
            return None;
        }
        round["positions"][seat]["decision"] = "play".into();
        Some(at(seat, "decision"))
    }),
    ("an ante without a decision", |_, round, seat| {
        amount(round, seat, "ante")?;
        round["positions"][seat].as_object_mut()?.remove("decision");
        Some(at(seat, "decision"))
    }),
    ("a decision of no kind", |_, round, seat| {
        amount(round, seat, "ante")?;
        round["positions"][seat]["decision"] = "Play".into();
        Some(at(seat, "decision"))
    }),
    ("a hand forfeited entirely where none can be", |house, round, seat| {
        amount(round, seat, "ante")?;
        if house.forfeit.is_some() {
            return None;
        }
        round["positions"][seat]["decision"] = "forfeit".into();
        Some(at(seat, "decision"))
    }),
    ("an unknown wager", |_, round, seat| {
        round["positions"][seat]["wagers"]["insurance"] = 500.into();
        Some(at(seat, "wagers.insurance"))
    }),
    ("a bonus wagered by itself", |_, round, seat| {
        round["positions"][seat]["wagers"]["ante_bonus"] = 500.into();
        Some(at(seat, "wagers.ante_bonus"))
    }),
    ("a wager that is not offered", |house, round, seat| {
        let side = [Wager::SixCardBonus, Wager::Progressive, Wager::FiveCardProgressive, Wager::CoverAll];
        let missing = side.into_iter().find(|wager| !house.offers(*wager))?;
        round["positions"][seat]["wagers"][missing.word()] = 100.into();
        Some(at(seat, &format!("wagers.{missing}")))
    }),
    ("a progressive of another stake", |house, round, seat| {
        amount(round, seat, "progressive")?;
        round["positions"][seat]["wagers"]["progressive"] = (house.progressive.as_ref()?.stake.0 + 1).into();
        Some(at(seat, "wagers.progressive"))
    }),
    ("side wagers without a base wager", |_, round, seat| {
        let wagers = round["positions"][seat]["wagers"].as_object_mut()?;
        wagers.remove("ante");
        wagers.remove("play");
        wagers.remove("pair_plus");
        Some(at(seat, "wagers"))
    }),
    ("position 0", |_, round, seat| {
        round["positions"][seat]["position"] = 0.into();
        Some(at(seat, "position"))
    }),
    ("a position after the last", |house, round, seat| {
        round["positions"][seat]["position"] = (house.table.positions + 1).into();
        Some(at(seat, "position"))
    }),
    ("a position twice", |_, round, seat| {
        let again = round["positions"][seat].clone();
        let seats = round["positions"].as_array_mut()?;
        seats.push(again);
        Some(at(seats.len() - 1, "position"))
    }),
    ("one player at positions that are not adjacent", |house, round, _| {
        let seats = round["positions"].as_array_mut()?;
        let (low, high) = (
            seats.iter().map(|s| s["position"].as_i64()).min()??,
            seats.iter().map(|s| s["position"].as_i64()).max()??,
        );
        if !house.table.adjacent || high - low < 2 {
            return None;
        }
        for seat in seats.iter_mut() {
            let end = seat["position"] == low || seat["position"] == high;
            seat["person"] = if end { json!("one") } else { json!(format!("other {}", seat["position"])) };
        }
        Some("positions".into())
    }),
    ("one player at too many positions", |house, round, _| {
        let seats = round["positions"].as_array_mut()?;
        if seats.len() <= usize::from(house.table.positions_per_player) {
            return None;
        }
        seats.iter_mut().for_each(|seat| seat["person"] = "one".into());
        Some("positions".into())
    }),
    ("a meter that is not told", |_, round, seat| {
        amount(round, seat, "progressive")?;
        round["meters"].as_object_mut()?.remove("progressive");
        Some("meters.progressive".into())
    }),
    ("a meter that does not exist", |_, round, _| {
        let (name, levels) = round["meters"].as_object_mut()?.iter_mut().next()?;
        levels["colossal"] = 1.into();
        Some(format!("meters.{name}.colossal"))
    }),
    ("nobody at the table", |_, round, _| {
        round["positions"] = json!([]);
        Some("positions".into())
    }),
];

/// Corruptions of what only some houses have.
const OF_SOME: [(&str, Corruption); 9] = [
    ("a precondition that is not met", |house, round, seat| {
        use rules::rulebook::vocabulary::Precondition;
        let (ante, pair_plus) = (&house.limits[&Wager::Ante], &house.limits[&Wager::PairPlus]);
        let over = match house.precondition {
            Precondition::None => return None,
            Precondition::AnteAtLeastPairPlus => pair_plus.max > ante.min,
            Precondition::AnteAtLeastHalf => pair_plus.max.0 > 2 * ante.min.0,
            Precondition::BothUpToFiveTimes => pair_plus.max.0 > 5 * ante.min.0,
            Precondition::EitherOr => true,
        };
        amount(round, seat, "ante").filter(|_| over)?;
        let wagers = round["positions"][seat]["wagers"].as_object_mut()?;
        wagers.insert("ante".into(), ante.min.0.into());
        wagers.remove("play");
        let steps = (pair_plus.max.0 - pair_plus.min.0) / pair_plus.step.0;
        wagers.insert("pair_plus".into(), (pair_plus.min.0 + steps * pair_plus.step.0).into());
        let highest = pair_plus.min.0 + steps * pair_plus.step.0;
        let met = match house.precondition {
            Precondition::AnteAtLeastPairPlus => highest <= ante.min.0,
            Precondition::AnteAtLeastHalf => highest <= 2 * ante.min.0,
            Precondition::EitherOr => false,
            _ => highest <= 5 * ante.min.0,
        };
        (!met).then(|| at(seat, "wagers.pair_plus"))
    }),
    ("one of two compulsory wagers", |house, round, seat| {
        if house.precondition != rules::rulebook::vocabulary::Precondition::BothUpToFiveTimes {
            return None;
        }
        round["positions"][seat]["wagers"].as_object_mut()?.remove("pair_plus")?;
        round["positions"][seat].as_object_mut()?.remove("tips");
        Some(at(seat, "wagers.pair_plus"))
    }),
    ("unequal stakes", |house, round, seat| {
        let (ante, pair_plus) = (amount(round, seat, "ante")?, amount(round, seat, "pair_plus")?);
        let limit = &house.limits[&Wager::PairPlus];
        let other = if pair_plus > limit.min.0 { pair_plus - limit.step.0 } else { pair_plus + limit.step.0 };
        if !house.equal_stakes || other == ante || other > limit.max.0 {
            return None;
        }
        round["positions"][seat]["wagers"]["pair_plus"] = other.into();
        Some(at(seat, "wagers.pair_plus"))
    }),
    ("tips that are not wagered here", |house, round, seat| {
        if house.tips {
            return None;
        }
        round["positions"][seat]["tips"] = json!({ "ante": 100 });
        Some(at(seat, "tips"))
    }),
    ("a tip on a side wager", |house, round, seat| {
        if !house.tips {
            return None;
        }
        round["positions"][seat]["tips"] = json!({ "six_card_bonus": 100 });
        Some(at(seat, "tips.six_card_bonus"))
    }),
    ("a tip play without a tip ante", |house, round, seat| {
        amount(round, seat, "ante")?;
        if !house.tips {
            return None;
        }
        round["positions"][seat]["tips"] = json!({ "play": house.limits[&Wager::TipAnte].min.0 });
        Some(at(seat, "tips.play"))
    }),
    ("a coupon without an ante", |house, round, seat| {
        if !house.match_play || amount(round, seat, "ante").is_some() {
            return None;
        }
        round["positions"][seat]["match_play"] = json!({ "ante": house.limits[&Wager::MatchPlay].min.0 });
        Some(at(seat, "match_play.ante"))
    }),
    ("a reserve of a progressive that is not there", |house, round, _| {
        let side = [Wager::Progressive, Wager::FiveCardProgressive];
        let missing = side.into_iter().find(|wager| !house.offers(*wager))?;
        round["meters"][missing.word()] = json!({ "reserve": 100 });
        Some(format!("meters.{missing}"))
    }),
    ("a coupon that is not taken here", |house, round, seat| {
        if house.match_play {
            return None;
        }
        round["positions"][seat]["match_play"] = json!({ "ante": 500 });
        Some(at(seat, "match_play"))
    }),
];

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn a_round_with_one_thing_wrong_is_refused_and_changes_nothing(numbers in tapes(900), which in tapes(40)) {
        let case = case(&numbers);
        let mut which = Tape::new(&which);
        for round in &case.rounds {
            let before = told(&settled(&case.house, round));
            // Six corruptions of each round, one at a time.
            for _ in 0..6 {
                let all = CORRUPTIONS.len() + OF_SOME.len();
                let first = which.below(all);
                let seat = which.below(round["positions"].as_array().unwrap().len());
                let found = (0..all).find_map(|i| {
                    let (name, corrupt) = CORRUPTIONS.iter().chain(&OF_SOME).nth((first + i) % all)?;
                    let mut corrupted = round.clone();
                    let place = corrupt(&case.house, &mut corrupted, seat)?;
                    Some((name, place, corrupted))
                });
                let (name, place, corrupted) = found.expect("some corruption applies to any round");
                let refusals = match admit(&case.house, &file(&corrupted)) {
                    Ok(_) => return Err(TestCaseError::fail(format!("{name} was admitted:\n{corrupted:#}\n{}", case.text))),
                    Err(refusals) => refusals,
                };
                let said: Vec<String> = refusals.iter().map(ToString::to_string).collect();
                prop_assert!(refusals.iter().all(|refusal| !refusal.place.is_empty() && !refusal.message.is_empty()));
                prop_assert!(refusals.iter().any(|refusal| refusal.place.starts_with(&place)), "{name} should be refused at {place}:\n{}", said.join("\n"));
            }
            prop_assert_eq!(told(&settled(&case.house, round)), before);
        }
    }
}

/// Each corruption applies to some round of the property, so none is unused.
#[test]
fn every_corruption_is_put_to_the_test() {
    let mut untried: Vec<&str> = CORRUPTIONS.iter().chain(&OF_SOME).map(|(name, _)| *name).collect();
    for seed in 0..400_u32 {
        let numbers: Vec<u16> = (0..900_u32)
            .map(|i| {
                (seed.wrapping_add(1).wrapping_mul(2_654_435_761).wrapping_add(i.wrapping_mul(40_503)) >> 7) as u16
            })
            .collect();
        let case = case(&numbers);
        for round in &case.rounds {
            for seat in 0..round["positions"].as_array().unwrap().len() {
                untried.retain(|name| {
                    let (_, corrupt) = CORRUPTIONS.iter().chain(&OF_SOME).find(|(known, _)| known == name).unwrap();
                    corrupt(&case.house, &mut round.clone(), seat).is_none()
                });
            }
        }
        if untried.is_empty() {
            return;
        }
    }
    panic!("never applied: {untried:?}");
}

/// A void round takes its contributions back out of the meters, so they must hold at least those.
#[test]
fn a_void_round_whose_meters_never_held_its_contributions_is_refused() {
    let house = house("md14").opens();
    let round = |main: i64| {
        json!({
            "void": "dealer_card_exposed", "meters": { "progressive": { "main": main, "reserve": 4 } },
            "positions": [
                { "position": 1, "wagers": { "ante": 500, "progressive": 100 } },
                { "position": 2, "wagers": { "ante": 500, "progressive": 100 } },
            ],
        })
    };
    assert_eq!(
        settled(&house, &round(28)).meters_after["progressive"]["main"],
        0,
        "two times 16 cents less 2 reserved"
    );
    let refusals = try_settle(&house, &round(27)).unwrap_err();
    assert_eq!(refusals[0].place, "meters.progressive.main");
    assert_eq!(refusals[0].cite.readings, [68]);
}

/// A duplicate name in a round file is refused wherever it is: nobody could say which was meant.
#[test]
fn a_name_twice_in_a_round_is_refused() {
    let meters = "\"meters\": { \"progressive\": { \"main\": 1 } }";
    let seat = "\"position\": 1, \"cards\": [\"2c\", \"3d\", \"5h\"], \"decision\": \"play\", \"wagers\": { \"ante\": 500 }, \"tips\": { \"ante\": 1 }";
    let text = format!(
        "{{ \"house\": \"apart\", \"dealer\": [\"2s\", \"3s\", \"5s\"], {meters}, \"positions\": [{{ {seat} }}] }}"
    );
    parse(&text).unwrap();
    for once in [
        "\"main\": 1",
        "\"progressive\": { \"main\": 1 }",
        "\"position\": 1",
        "\"decision\": \"play\"",
        "\"ante\": 500",
        "\"ante\": 1",
        "\"house\": \"apart\"",
        "\"tips\": { \"ante\": 1 }",
    ] {
        assert_eq!(text.matches(once).count(), 1, "{once}");
        let fault = parse(&text.replace(once, &format!("{once}, {once}"))).expect_err(once);
        assert!(fault.message.contains("twice") || fault.message.contains("duplicate field"), "{fault}");
    }
}

/// The preconditions to the cent: md14:07.G(1), md14:07.G(2), md14:07.G(3), and the same in the other books that have
/// them, ma:6(f)(1), ma:6(f)(2), ma:6(f)(3), tribal:(f)(6)(i), tribal:(f)(6)(ii), tribal:(f)(6)(iii).
#[test]
fn preconditions_hold_to_the_cent() {
    for (book, bonus, clauses) in [
        ("md2014", "\"precondition-A\"", ["md2014:07.F(1)", "md2014:07.F(2)", "md2014:07.F(3)"]),
        ("md14", "\"precondition\"", ["md14:07.G(1)", "md14:07.G(2)", "md14:07.G(3)"]),
        ("ma", "\"precondition-A\"", ["ma:6(f)(1)", "ma:6(f)(2)", "ma:6(f)(3)"]),
        ("tribal", "\"alternative\"", ["tribal:(f)(6)(i)", "tribal:(f)(6)(ii)", "tribal:(f)(6)(iii)"]),
    ] {
        let limit = "{ min = \"$1\", max = \"$500\", step = \"$0.01\" }";
        let version = |precondition: &str| {
            let draft = house(book).set("limits", "ante", limit).set("limits", "pair_plus", limit);
            let draft = draft.set("payment", "unit", "\"$0.01\"");
            draft.set("ante_bonus", "paytable", bonus).set("wagers", "precondition", precondition).opens()
        };
        let (equal, half, both) = (
            version("\"ante_at_least_pair_plus\""),
            version("\"ante_at_least_half\""),
            version("\"both_up_to_five_times\""),
        );
        for (house, ante, pair_plus, clause) in [
            (&equal, 500, 500, None),
            (&equal, 500, 0, None),
            (&equal, 500, 501, Some(clauses[0])),
            (&equal, 0, 500, Some(clauses[0])),
            (&half, 500, 1000, None),
            (&half, 500, 0, None),
            (&half, 500, 1001, Some(clauses[1])),
            (&half, 0, 500, Some(clauses[1])),
            (&both, 500, 2500, None),
            (&both, 2500, 500, None),
            (&both, 500, 2501, Some(clauses[2])),
            (&both, 2501, 500, Some(clauses[2])),
            (&both, 500, 0, Some(clauses[2])),
            (&both, 0, 500, Some(clauses[2])),
        ] {
            let mut seat = json!({ "position": 1, "cards": ["2c", "3d", "5h"], "wagers": { } });
            if ante > 0 {
                seat["wagers"]["ante"] = ante.into();
                seat["decision"] = "play".into();
            }
            if pair_plus > 0 {
                seat["wagers"]["pair_plus"] = pair_plus.into();
            }
            let refusals = try_settle(house, &json!({ "dealer": ["2s", "3s", "5s"], "positions": [seat] })).err();
            let told: Option<String> = refusals.map(|refusals| {
                assert_eq!(refusals.len(), 1, "{refusals:?}");
                refusals[0].cite.clauses[0].to_string()
            });
            assert_eq!(told.as_deref(), clause, "{book}: ante {ante}, pair plus {pair_plus}");
        }
    }
}

/// The test house as an electronic table of seven terminals.
fn shared() -> House {
    let draft = house("md14").set("table", "electronic", "true").without("table", "positions");
    draft.without_section("progressive.envy").without_section("five_card_progressive.envy").opens()
}

/// Two terminals on one shared hand, and one on another.
fn shared_round() -> Value {
    json!({
        "dealer": ["Qs", "9h", "4d"],
        "hands": [["Ah", "Kd", "7c"], ["Jc", "8s", "3h"], ["5d", "5c", "2s"]],
        "meters": { "progressive": { "main": 150_000, "reserve": 1_000 } },
        "positions": [
            { "terminal": 1, "hand": 1, "person": "ann", "decision": "play", "wagers": { "ante": 500, "progressive": 100 } },
            { "terminal": 2, "hand": 1, "person": "bob", "decision": "fold", "wagers": { "ante": 1000 } },
            { "terminal": 2, "hand": 3, "person": "bob", "decision": "play", "wagers": { "ante": 500, "pair_plus": 500 } },
        ],
    })
}

/// md14 11.F, READING 90: two terminals wager independently on one shared hand.
#[test]
fn terminals_on_one_shared_hand_are_settled_each_for_itself() {
    let settled = settled(&shared(), &shared_round());
    let told: Vec<String> = settled
        .movements
        .iter()
        .map(|m| {
            let place = m.shared.unwrap();
            format!("{}/{} {} {} {} {}", place.terminal, place.shared_hand, m.person, m.wager, m.outcome, m.paid)
        })
        .collect();
    let wanted = [
        "2/1 bob ante forfeited 0",
        "2/3 bob ante won 500",
        "2/3 bob play won 500",
        "2/3 bob pair_plus won 500",
        "1/1 ann ante won 500",
        "1/1 ann play won 500",
        "1/1 ann progressive lost 0",
    ];
    assert_eq!(told, wanted);
    assert_eq!(settled.balance, 0);
    let positions: Vec<u8> = settled.totals.iter().map(|total| total.position).collect();
    assert_eq!(positions, [1, 4, 6], "a terminal has three places side by side");
}

#[test]
fn what_no_electronic_round_can_be_is_refused() {
    let house = shared();
    let refused = |change: fn(&mut Value), place: &str, says: &str, law: &str| {
        let mut round = shared_round();
        change(&mut round);
        let refusals = try_settle(&house, &round).expect_err(place);
        let found = refusals.iter().find(|refusal| refusal.place == place && refusal.message.contains(says));
        let refusal = found.unwrap_or_else(|| panic!("no {place}: {says} among {refusals:?}"));
        assert!(refusal.cite.to_string().contains(law), "{refusal}");
    };
    refused(|r| r["positions"][0]["terminal"] = 8.into(), "positions[0].terminal", "no terminal 8", "md14:02.A#1");
    refused(|r| r["positions"][0]["terminal"] = 0.into(), "positions[0].terminal", "no terminal 0", "md14:02.A#1");
    refused(|r| r["positions"][0]["hand"] = 4.into(), "positions[0].hand", "no hand 4", "md14:11.F");
    refused(
        |r| _ = r["positions"][0].as_object_mut().unwrap().remove("hand"),
        "positions[0].hand",
        "missing",
        "READING 90",
    );
    refused(|r| r["positions"][1]["terminal"] = 1.into(), "positions[1].person", "terminal of ann", "READING 90");
    refused(
        |r| r["positions"][2]["terminal"] = 3.into(),
        "positions[2].terminal",
        "at terminal 2 already",
        "READING 90",
    );
    refused(|r| r["positions"][2]["hand"] = 1.into(), "positions[2]", "stands twice", "READING 90");
    refused(|r| r["positions"][0]["position"] = 1.into(), "positions[0].position", "electronic", "md14:11.F");
    refused(|r| r["positions"][0]["cards"] = json!(["2c", "3c", "4c"]), "positions[0].cards", "terminal", "md14:11.F");
    refused(|r| r["hands"] = Value::Null, "hands", "missing", "md14:11.F(2)");
    refused(|r| _ = r["hands"].as_array_mut().unwrap().pop(), "hands", "2 hands", "md14:11.F(2)");
    refused(|r| r["hands"][2][0] = "Qs".into(), "hands[2][0]", "dealt twice", "md14:03.A");
    refused(|r| _ = r["hands"][1].as_array_mut().unwrap().pop(), "hands[1]", "2 cards", "md14:13.D");
    // A physical table has nothing of the kind.
    let wood = try_settle(&crate::common::draft::house("md14").opens(), &shared_round()).unwrap_err();
    let places: Vec<&str> = wood.iter().map(|refusal| refusal.place.as_str()).collect();
    for place in ["hands", "positions[0].terminal", "positions[0].hand", "positions[0].position"] {
        assert!(places.contains(&place), "{place}: {places:?}");
    }
    let void = json!({ "void": "dealer_card_exposed", "hands": [["Ah"]], "positions": [
        { "terminal": 7, "hand": 3, "wagers": { "ante": 500 } },
    ] });
    let voided = settled(&house, &void);
    assert_eq!(
        (voided.totals[0].position, voided.totals[0].returned, voided.movements[0].person.as_str()),
        (21, 500, "terminal 7")
    );
}
