//! Rounds from partial evidence: a decided dispute, an undecided one, one that nothing fits; all compared with an
//! enumerator that tries every hand of every position.

use std::collections::BTreeMap;

use crate::common::{CODES, Dice, house};
use cards::{Card, CardSet, Rank, Three};
use rules::settle::{Account, Decision, Meters, PersonId, Round, Seat, Stakes, settle};
use rules::{Cents, House, Outcome, Wager};
use serde_json::{Value, json};
use table::past::evidence::{DisputeVerdict, Evidence, EvidenceFault, Finding, examine};

fn evidence(value: Value) -> Evidence {
    serde_json::from_value(value).expect("evidence")
}

fn found(code: &str, value: Value) -> Finding {
    examine(&house(code), &evidence(value)).unwrap_or_else(|fault| panic!("{fault}"))
}

fn fault(code: &str, value: Value) -> EvidenceFault {
    examine(&house(code), &evidence(value)).expect_err("a fault")
}

#[test]
fn two_cards_can_decide_a_pair_plus() {
    // A pair stays a pair, or becomes three of a kind at best: the question is only whether it won.
    let ask = |cards: &str, elsewhere: &str| {
        json!({
            "house": "-",
            "question": { "due": { "position": 3, "wager": "pair_plus" } },
            "positions": [
                { "position": 1, "wagers": { "ante": 1000 }, "decision": "play" },
                { "position": 3, "cards": cards, "wagers": { "ante": 1000, "pair_plus": 500 }, "decision": "play" },
            ],
            "elsewhere": elsewhere,
        })
    };
    let undecided = found("md14", ask("As Ah ?", ""));
    assert_eq!(undecided.verdict, DisputeVerdict::Undecided);
    assert_eq!(undecided.answers.len(), 2);
    // Fifty cards may be the third; two of them are aces. The other hand and the dealer's are any of the 49 left.
    let others = 49 * 48 * 47 / 6 * (46 * 45 * 44 / 6);
    assert_eq!((undecided.answers[0].worlds, undecided.answers[1].worlds), (48 * others, 2 * others));
    assert_eq!(undecided.examined, 50);
    assert_eq!(undecided.would_decide, ["the cards of position 3"]);
    let decided = found("md14", ask("As Ah ?", "Ac Ad"));
    assert_eq!(decided.verdict, DisputeVerdict::Decided);
    assert_eq!(decided.answers[0].answer, "won: $5 paid, $5 returned");
    // With the aces gone, forty-eight cards are left for the third place.
    assert_eq!(decided.examined, 48);
}

#[test]
fn chips_can_decide_what_cards_do_not() {
    let ask = |paid: Value, tray: Value| {
        json!({
            "house": "-",
            "question": { "due": { "position": 2, "wager": "pair_plus" } },
            "positions": [
                { "position": 2, "cards": "9s 9h ?", "wagers": { "pair_plus": 500 }, "paid": paid },
            ],
            "tray": tray,
            "dealer": "Qs 7d 2c",
        })
    };
    assert_eq!(found("md14", ask(Value::Null, Value::Null)).verdict, DisputeVerdict::Undecided);
    assert_eq!(found("md14", ask(Value::Null, Value::Null)).would_decide.len(), 2);
    let three = found("md14", ask(json!(15_000), Value::Null));
    assert_eq!((three.verdict, three.worlds), (DisputeVerdict::Decided, 2));
    assert_eq!(three.answers[0].answer, "won: $150 paid, $5 returned");
    let pair = found("md14", ask(Value::Null, json!({ "before": 100_000, "after": 99_500 })));
    assert_eq!((pair.verdict, pair.worlds), (DisputeVerdict::Decided, 45));
    // A straight was paid, but cannot have been there.
    let wrong = found("md14", ask(json!(3_000), Value::Null));
    assert_eq!((wrong.verdict, wrong.worlds), (DisputeVerdict::Contradictory, 0));
    assert_eq!(wrong.would_fit, ["what was paid at position 2", "the cards of position 2"]);
    assert!(wrong.text().contains("no round under this house fits the evidence"), "{}", wrong.text());
}

#[test]
fn a_card_in_two_hands_fits_nothing() {
    let wrong = found(
        "sd",
        json!({
            "house": "-",
            "question": { "total": { "position": 1 } },
            "positions": [{ "position": 1, "cards": "As Kd 2c", "wagers": { "ante": 1000 }, "decision": "play" }],
            "dealer": "As 3d 4c",
        }),
    );
    assert_eq!(wrong.verdict, DisputeVerdict::Contradictory);
    assert_eq!(wrong.would_fit, ["the cards of position 1", "the dealer's cards"]);
}

#[test]
fn what_is_too_thin_is_refused_with_advice() {
    let thin = fault(
        "sd",
        json!({
            "house": "-",
            "question": { "due": { "position": 1, "wager": "ante" } },
            "positions": [{ "position": 1, "cards": "As ? ?", "wagers": { "ante": 1000 }, "decision": "play" }],
        }),
    );
    // The dealer's three of the 49 cards left after two of 51 were drawn.
    let worlds = 51 * 50 / 2 * (49 * 48 * 47 / 6);
    let wanted =
        vec!["the cards of the dealer (3 unknown)".to_owned(), "the cards of position 1 (2 unknown)".to_owned()];
    assert_eq!(thin, EvidenceFault::TooMany { worlds: Some(worlds), bound: 5_000_000, wanted });
    assert!(thin.to_string().contains("find out more about the cards of the dealer (3 unknown)"), "{thin}");
}

#[test]
fn what_is_wrong_by_itself_is_named_with_its_place() {
    let base = |change: Value| {
        let mut whole = json!({
            "house": "-",
            "question": { "total": { "position": 1 } },
            "positions": [{ "position": 1, "cards": "As Kd 2c", "wagers": { "ante": 1000 }, "decision": "play" }],
            "dealer": "Qs 3d 4c",
        });
        for (key, value) in change.as_object().expect("an object") {
            whole[key] = value.clone();
        }
        whole
    };
    let place = |change: Value| match fault("sd", base(change)) {
        EvidenceFault::Wrong { place, .. } => place,
        other => panic!("{other}"),
    };
    assert_eq!(place(json!({ "dealer": "Qs Qs 4c" })), "dealer");
    assert_eq!(place(json!({ "dealer": "Qs ? ? ?" })), "dealer");
    assert_eq!(place(json!({ "community": "Qh" })), "community");
    assert_eq!(place(json!({ "question": { "total": { "position": 2 } } })), "question.total.position");
    assert_eq!(place(json!({ "question": { "held": { "by": "stub", "cards": "As" } } })), "question.held.by");
    assert_eq!(place(json!({ "question": { "held": { "by": 1, "cards": "?" } } })), "question.held.cards");
    assert_eq!(place(json!({ "question": { "made": { "by": 1, "hand": "royal-flush" } } })), "question.made.hand");
    assert_eq!(place(json!({ "rack": { "cards": "As ?*50" } })), "rack.cards");
    assert_eq!(place(json!({ "rack": { "cards": "?*52", "order": ["stub", "dealer"] } })), "rack.order");
    let unlawful = json!({ "positions": [{ "position": 1, "cards": "As Kd 2c", "wagers": { "ante": 1 } }] });
    assert!(matches!(fault("sd", base(unlawful)), EvidenceFault::Refused(_)));
    let read = |text: &str| serde_json::from_str::<Evidence>(text).expect_err("malformed").to_string();
    assert!(read(r#"{"dealer": "Qx"}"#).contains("\"Qx\" is not a card"), "{}", read(r#"{"dealer": "Qx"}"#));
    assert!(read(r#"{"positions": [{"position": 1, "wagers": {"ante": "x"}}]}"#).contains("whole cents"));
    let twice = read(r#"{"positions": [{"position": 1, "wagers": {"ante": 500, "ante": 1000}}]}"#);
    assert!(twice.contains("\"ante\" stands twice"), "{twice}");
}

/// The order of a rack with its hands, and a question about them.
#[test]
fn the_rack_tells_the_hands() {
    let ask = |order: Value, rack: &str| {
        json!({
            "house": "-",
            "question": { "held": { "by": 2, "cards": "Kc Kd" } },
            "positions": [
                { "position": 1, "wagers": { "ante": 1000 }, "decision": "play" },
                { "position": 2, "wagers": { "ante": 1000 }, "decision": "play" },
            ],
            "rack": { "cards": rack, "order": order },
        })
    };
    // Right to left: position 2 goes in before position 1.
    let rack = "?*43 Kc Kd 4s 9h 8d 2c Qs 7d 3c";
    let seen = found("sd", ask(json!(["stub", 2, 1, "dealer"]), rack));
    assert_eq!((seen.verdict, seen.answers[0].answer.as_str()), (DisputeVerdict::Decided, "yes"));
    let other = found("sd", ask(json!(["stub", 1, 2, "dealer"]), rack));
    assert_eq!((other.verdict, other.answers[0].answer.as_str()), (DisputeVerdict::Decided, "no"));
    // Nobody saw the order: it follows from the house's procedure.
    let told = found("sd", ask(Value::Null, rack));
    assert_ne!(told.verdict, DisputeVerdict::Contradictory);
    assert!(told.answers.iter().any(|answer| answer.answer == "yes"));
    // One card of the hand is unseen: it may be this one or any of the 43 in the stub.
    let partly = found("sd", ask(json!(["stub", 2, 1, "dealer"]), "?*43 Kc ? 4s 9h 8d 2c Qs 7d 3c"));
    assert_eq!((partly.verdict, partly.worlds), (DisputeVerdict::Undecided, 44));
}

/// What a naive enumerator needs to know of a position.
struct Known {
    position: u8,
    cards: CardSet,
    stakes: Vec<Stakes>,
    decisions: Vec<Option<Decision>>,
    paid: Option<i64>,
}

/// Every hand with these cards and otherwise only free ones.
fn hands(known: CardSet, free: CardSet, size: u32) -> Vec<CardSet> {
    let mut all = vec![known];
    for _ in known.len()..size {
        let mut larger: Vec<CardSet> = Vec::new();
        for set in &all {
            for card in free.iter().filter(|card| !set.contains(*card)) {
                let mut more = *set;
                more.insert(card);
                if !larger.contains(&more) {
                    larger.push(more);
                }
            }
        }
        all = larger;
    }
    all
}

fn three(set: CardSet) -> Three {
    let cards: Vec<Card> = set.iter().collect();
    Three::new(cards[0], cards[1], cards[2]).expect("three cards")
}

/// What the naive enumerator tries: every hand of every position, the dealer's and the community cards.
struct Naive<'n> {
    house: &'n House,
    positions: &'n [Known],
    asked: (u8, Wager),
    out: BTreeMap<String, u128>,
}

impl Naive<'_> {
    fn all(&mut self, dealer: CardSet, community: Option<CardSet>, free: CardSet) {
        for hand in hands(dealer, free, 3) {
            let free = free.difference(hand);
            let mut round = Round::empty(three(hand));
            round.meters = Meters::seeded(self.house);
            let pairs = community.map_or_else(|| vec![CardSet::EMPTY], |known| hands(known, free, 2));
            for pair in pairs {
                let cards: Vec<Card> = pair.iter().collect();
                round.community = community.map(|_| [cards[0], cards[1]]);
                self.deal(0, free.difference(pair), &mut round);
            }
        }
    }

    fn deal(&mut self, next: usize, free: CardSet, round: &mut Round) {
        let positions = self.positions;
        let Some(first) = positions.get(next) else { return self.settle(round) };
        for hand in hands(first.cards, free, 3) {
            for stakes in &first.stakes {
                for decision in &first.decisions {
                    let (person, stakes, decision) = (PersonId(u32::from(first.position)), *stakes, *decision);
                    round.seat(Seat { position: first.position, person, cards: three(hand), decision, stakes });
                    self.deal(next + 1, free.difference(hand), round);
                }
            }
        }
    }

    fn settle(&mut self, round: &Round) {
        let mut movements = Vec::new();
        settle(self.house, round, &mut movements);
        let fits = self.positions.iter().all(|known| {
            let to_player = |m: &&rules::settle::Movement<'_>| {
                m.position == known.position && m.payer == Account::Tray && m.payee() == Account::Player(m.position)
            };
            let paid: Cents = movements.iter().filter(to_player).map(|m| m.paid).sum();
            known.paid.is_none_or(|counted| paid == Cents(counted))
        });
        if !fits {
            return;
        }
        let line = movements.iter().find(|m| (m.position, m.wager) == self.asked);
        let answer = line.map_or_else(
            || "nothing was due: there was no such wager or bonus".to_owned(),
            |m| {
                let back = if m.returned.is_zero() { String::new() } else { format!(", {} returned", m.returned) };
                let paid = if m.paid.is_zero() { String::new() } else { format!(": {} paid", m.paid) };
                format!("{}{paid}{back}", m.outcome)
            },
        );
        *self.out.entry(answer).or_default() += 1;
    }
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn counted(finding: &Finding) -> BTreeMap<String, u128> {
    finding.answers.iter().map(|answer| (answer.answer.clone(), answer.worlds)).collect()
}

#[test]
fn side_wagers_depend_on_the_hands_they_depend_on() {
    let mut dice = Dice(7);
    let (mut asked_of, mut several) = (0, 0);
    for case in 0..30 {
        let code = CODES[case % CODES.len()];
        let house = house(code);
        let stakes = crate::common::all_wagers(&house);
        let stakes = Stakes { tip_ante: Cents::ZERO, tip_pair_plus: Cents::ZERO, match_play: Cents::ZERO, ..stakes };
        let mut wagers = serde_json::Map::new();
        for wager in Wager::ALL.iter().filter(|wager| !stakes.on(**wager).is_zero()) {
            wagers.insert(wager.word().to_owned(), json!(stakes.on(*wager).0));
        }
        let mut meters = serde_json::Map::new();
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            for meter in house.progressive_terms(wager).into_iter().flat_map(|terms| &terms.meters) {
                let levels = meters.entry(wager.word().to_owned()).or_insert_with(|| json!({}));
                levels[meter.level.word()] = json!(meter.seed.0);
            }
        }
        // High cards of two suits first, so that rare hands come up.
        let mut pack: Vec<Card> = dice.shuffle().order.cards().to_vec();
        if case.is_multiple_of(2) {
            let suits = [pack[0].suit(), pack[51].suit()];
            pack.sort_by_key(|card| !(suits.contains(&card.suit()) && card.rank() >= Rank::Eight));
        }
        let mut take = |n: usize| -> Vec<Card> { pack.drain(..n).collect() };
        let seen = [take(1), take(2), take(2), take(1)];
        let free = take(6);
        let decision = [Decision::Play, Decision::Fold][usize::from(dice.below(4) == 0)];
        let community = !stakes.five_card_progressive.is_zero();
        let known: Vec<Known> = (1..=2)
            .map(|position: u8| Known {
                position,
                cards: seen[usize::from(position) - 1].iter().copied().collect(),
                stakes: vec![stakes],
                decisions: vec![Some(if position == 1 { decision } else { Decision::Play })],
                paid: None,
            })
            .collect();
        let gone: Vec<Card> = pack.iter().copied().chain(if community { vec![] } else { seen[3].clone() }).collect();
        for wager in Wager::ALL {
            let mut whole = json!({
                "house": "-",
                "question": { "due": { "position": 1, "wager": wager.word() } },
                "positions": [
                    { "position": 1, "cards": text(&seen[0]), "decision": decision.word(), "wagers": wagers },
                    { "position": 2, "cards": text(&seen[1]), "decision": "play", "wagers": wagers },
                ],
                "dealer": text(&seen[2]),
                "elsewhere": text(&gone),
                "meters": meters,
            });
            if community {
                whole["community"] = json!(text(&seen[3]));
            }
            let finding = examine(&house, &evidence(whole)).unwrap_or_else(|fault| panic!("{case}: {fault}"));
            let mut naive = Naive { house: &house, positions: &known, asked: (1, *wager), out: BTreeMap::new() };
            let pair = community.then(|| seen[3].iter().copied().collect());
            naive.all(seen[2].iter().copied().collect(), pair, free.iter().copied().collect());
            assert_eq!(counted(&finding), naive.out, "case {case} under {code}, {wager}");
            asked_of += 1;
            several += usize::from(finding.answers.len() > 1);
        }
    }
    assert!(several > 50, "only {several} of {asked_of} had more than one answer");
}

#[test]
fn every_count_is_that_of_the_naive_enumerator() {
    let mut dice = Dice(42);
    let (mut decided, mut undecided, mut contradictory) = (0, 0, 0);
    for case in 0..50 {
        let code = CODES[case % CODES.len()];
        let house = house(code);
        // Few cards are free, so that every round can be tried.
        let mut pack: Vec<Card> = dice.shuffle().order.cards().to_vec();
        let mut take = |n: usize| -> Vec<Card> { pack.drain(..n).collect() };
        let players = 1 + dice.below(2) as u8;
        let asked_wager = [Wager::Ante, Wager::PairPlus, Wager::Play, Wager::AnteBonus][dice.below(4) as usize];
        let (ante, pair_plus) = (Cents(1000), Cents(1000));
        let mut known = Vec::new();
        let mut positions = Vec::new();
        for position in 1..=players {
            let cards = take(1 + dice.below(3) as usize);
            let both = Stakes { ante, pair_plus, ..Stakes::default() };
            let open = dice.below(3) == 0;
            let stakes = if open { vec![both, Stakes { pair_plus, ..Stakes::default() }] } else { vec![both] };
            let folds = dice.below(3);
            let decisions = match folds {
                0 => vec![Some(Decision::Play)],
                1 => vec![Some(Decision::Fold)],
                _ => vec![Some(Decision::Play), Some(Decision::Fold)]
                    .into_iter()
                    .chain(house.forfeit.is_some().then_some(Some(Decision::Forfeit)))
                    .collect(),
            };
            // Without an ante there is no decision: this case is only for positions with one amount.
            let stakes = if decisions.len() == 1 || !open { vec![both] } else { stakes };
            let decisions_open = decisions.len() > 1;
            let paid = (dice.below(2) == 0).then(|| [0, 1000, 2000, 3000, 4000][dice.below(5) as usize]);
            let mut told = json!({ "position": position, "cards": text(&cards) });
            told["wagers"] = json!({ "ante": 1000, "pair_plus": 1000 });
            if stakes.len() > 1 {
                told["wagers"]["ante"] = json!([0, 1000]);
            }
            if !decisions_open {
                told["decision"] = json!(decisions[0].map(Decision::word));
            }
            if let Some(paid) = paid {
                told["paid"] = json!(paid);
            }
            positions.push(told);
            known.push(Known { position, cards: cards.into_iter().collect(), stakes, decisions, paid });
        }
        let dealer = take(1 + dice.below(3) as usize);
        let free = take(6);
        let asked = (1 + dice.below(u64::from(players)) as u8, asked_wager);
        let finding = examine(
            &house,
            &evidence(json!({
                "house": "-",
                "question": { "due": { "position": asked.0, "wager": asked.1.word() } },
                "positions": positions,
                "dealer": text(&dealer),
                "elsewhere": text(&pack),
            })),
        )
        .unwrap_or_else(|fault| panic!("{case}: {fault}"));
        let expected = naive_with_and_without_ante(&house, &known, dealer.into_iter().collect(), &free, asked);
        assert_eq!(counted(&finding), expected, "case {case} under {code}: {positions:?}");
        match finding.verdict {
            DisputeVerdict::Decided => decided += 1,
            DisputeVerdict::Undecided => undecided += 1,
            DisputeVerdict::Contradictory => contradictory += 1,
        }
    }
    assert!(decided > 5 && undecided > 5 && contradictory > 2, "{decided} {undecided} {contradictory}");
}

/// The naive enumerator, for each choice of who made an ante: without one there is nothing to decide.
fn naive_with_and_without_ante(
    house: &House,
    known: &[Known],
    dealer: CardSet,
    free: &[Card],
    asked: (u8, Wager),
) -> BTreeMap<String, u128> {
    let free: CardSet = free.iter().copied().collect();
    let mut sums: BTreeMap<String, u128> = BTreeMap::new();
    let choices: usize = known.iter().map(|known| known.stakes.len()).product();
    for mut number in 0..choices {
        let mut fixed = Vec::new();
        for known in known {
            let stakes = known.stakes[number % known.stakes.len()];
            number /= known.stakes.len();
            let decisions = if stakes.ante.is_zero() { vec![None] } else { known.decisions.clone() };
            let (position, cards, paid) = (known.position, known.cards, known.paid);
            fixed.push(Known { position, cards, stakes: vec![stakes], decisions, paid });
        }
        let mut naive = Naive { house, positions: &fixed, asked, out: BTreeMap::new() };
        naive.all(dealer, None, free);
        for (answer, worlds) in naive.out {
            *sums.entry(answer).or_default() += worlds;
        }
    }
    sums
}

#[test]
fn outcomes_are_the_settlements() {
    // A sanity check of the words that the other tests compare.
    assert_eq!(Outcome::Won.word(), "won");
    let lost = found(
        "sd",
        json!({
            "house": "-",
            "question": { "due": { "position": 1, "wager": "ante" } },
            "positions": [{ "position": 1, "cards": "7s 5d 2c", "wagers": { "ante": 1000 }, "decision": "fold" }],
            "dealer": "Qs 3d 4c",
        }),
    );
    assert_eq!((lost.verdict, lost.answers[0].answer.as_str(), lost.worlds), (DisputeVerdict::Decided, "forfeited", 1));
}
