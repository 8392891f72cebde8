//! Planted breaks: lawful rounds of a model dealer with one thing done wrong, and the referee must name its clause.

#[path = "driver/mod.rs"]
mod driver;
mod model;

use std::sync::Arc;

use driver::common::{CODES, house, house_with};
use model::{Story, dealer, due, floor, hand, player};
use referee::{Book, Choice, Fact, Referee};
use rules::rulebook::vocabulary::{DealDevice, Irregularity, OpeningStep, Remedy};
use rules::{House, Outcome, Wager};
use table::{Actor, DeckId, Device, DeviceStatus, Holder, Method, Payer, Role};

/// The example houses, and some that deal otherwise.
fn houses() -> Vec<Arc<House>> {
    let mut houses: Vec<Arc<House>> = CODES.iter().map(|code| house(code)).collect();
    houses.push(ma_step_by_step());
    houses.push(shoe_at_once());
    houses
}

fn ma_step_by_step() -> Arc<House> {
    house_with("ma", &[("order = \"2\"", "order = \"1\"")])
}

fn shoe_at_once() -> Arc<House> {
    house_with("md14", &[("dealer_stack = \"in_shuffler\"", "dealer_stack = \"delivered\"")])
}

/// The story is lawful as it is told, and breaks this clause when it is altered.
fn breaks(story: &Story, clause: &str, alter: impl FnOnce(&mut Story)) {
    let before: Vec<String> = story.judged().iter().map(ToString::to_string).collect();
    assert!(before.is_empty(), "{clause}: the lawful story is objected to: {before:#?}");
    let mut altered = story.clone();
    alter(&mut altered);
    let said = altered.judged();
    let cited = said.iter().flat_map(|objection| &objection.clauses).any(|id| id.as_str() == clause);
    let said: Vec<String> = said.iter().map(ToString::to_string).collect();
    assert!(cited, "{clause} is not named: {said:#?}");
}

fn rounds(code: &str, rounds: u8) -> Story {
    Story::of(house(code), rounds)
}

#[test]
fn a_model_dealer_is_never_objected_to() {
    for house in houses() {
        let code = house.book.code.clone();
        for story in [Story::of(house.clone(), 11), Story::by_hand(house, 11)] {
            let said: Vec<String> = story.judged().iter().map(ToString::to_string).collect();
            assert!(said.is_empty(), "{code}: {said:#?}");
        }
    }
}

#[test]
fn every_cited_clause_exists() {
    let books = [Book::Md2014, Book::Md14, Book::Ma, Book::Tribal, Book::Sd];
    let mut names = Vec::new();
    for rule in Referee::rules() {
        names.push(rule.name);
        assert!(books.iter().any(|book| !rule.numbers(*book).is_empty()), "{}: no document states it", rule.name);
        for book in books {
            for number in rule.numbers(book) {
                let id = format!("{}:{number}", book.code());
                assert!(rules::clauses::find(&id).is_some(), "{}: there is no {id}", rule.name);
            }
        }
        assert!(rule.readings.iter().all(|number| (1..=96).contains(number)), "{}", rule.name);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two rules have one name");
}

#[test]
fn people() {
    let story = rounds("md14", 1);
    let verify = |fact: &Fact| matches!(fact, Fact::Opened { step: OpeningStep::Verify, .. });
    breaks(&story, "md14:04.A#2", |s| s.hand_over(Actor::new(Role::Floorperson, "Dee"), verify));
    breaks(&story, "md14:04.A#2", |s| s.hand_over(dealer(), verify));
    breaks(&story, "md14:04.A#1", |s| s.hand_over(floor(), |f| matches!(f, Fact::Opened { step: OpeningStep::Inspect, .. })));
    let validated = |fact: &Fact| matches!(fact, Fact::Validated { .. });
    breaks(&story, "md14:11.D(7)(c)", |s| s.hand_over(Actor::new(Role::Floorperson, "Dee"), validated));
    breaks(&rounds("ma", 1), "ma:13(d)f", |s| s.hand_over(floor(), validated));
    breaks(&rounds("sd", 1), "sd:(16)(a)(iii)#2", |s| s.hand_over(Actor::new(Role::Supervisor, "Dee"), validated));
    breaks(&story, "md14:04.A#2", |s| s.add(player(1), Fact::Seated { position: 7, person: dealer().person }));
    breaks(&story, "md14:04.A#2", |s| s.hand_over(Actor::new(Role::Dealer, "P1"), |f| *f == Fact::BetsClosed));
    breaks(&story, "md14:11.D", |s| s.hand_over(floor(), |f| matches!(f, Fact::DealerRevealed { .. })));
    breaks(&story, "md14:11.A(1)", |s| s.hand_over(player(3), |f| matches!(f, Fact::Decided { .. })));
}

#[test]
fn decks() {
    let two = rounds("md14", 4);
    let by_hand = |fact: &mut Fact| {
        if let Fact::Shuffled { method, .. } = fact {
            *method = Method::Hand;
        }
    };
    breaks(&two, "md14:03.B", |s| s.alter(by_hand));
    breaks(&rounds("md2014", 4), "md2014:03.A(1)", |s| s.alter(by_hand));
    breaks(&rounds("tribal", 4), "tribal:(b)(2)", |s| s.alter(by_hand));
    let load = |fact: &mut Fact| {
        if let Fact::Loaded { deck, .. } = fact {
            *deck = DeckId::One;
        }
    };
    breaks(&two, "md14:03.B(4)", |s| s.alter(load));
    breaks(&two, "md14:03.B(5)", |s| s.drop(2, |f| matches!(f, Fact::Shuffled { .. })));
    let miscount = |fact: &mut Fact| {
        if let Fact::DeviceCounted { cards, .. } = fact {
            *cards = 51;
        }
    };
    breaks(&two, "md14:05.D", |s| s.alter(miscount));
    breaks(&rounds("ma", 1), "ma:7(f)#2", |s| s.alter(miscount));
    breaks(&rounds("sd", 1), "sd:(1)#2", |s| s.add(dealer(), Fact::DeckReceived { deck: DeckId::Two, preshuffled: false }));
}

#[test]
fn deck_life() {
    let first_card = |fact: &Fact| matches!(fact, Fact::Dealt { .. });
    breaks(&rounds("md14", 1), "md14:03.C(2)", |s| s.delay(481, first_card));
    breaks(&rounds("md2014", 1), "md2014:03.C(1)", |s| s.delay(241, first_card));
    breaks(&rounds("tribal", 1), "tribal:(d)(5)#1", |s| s.delay(481, |f| matches!(f, Fact::RoundEnded)));
}

#[test]
fn opening() {
    let step = |wanted: OpeningStep| move |fact: &Fact| matches!(fact, Fact::Opened { step, .. } if *step == wanted);
    for (code, verify, look, stack) in [
        ("md14", "md14:04.B", "md14:04.C", "md14:04.D"),
        ("ma", "ma:4(b)#1", "ma:4(c)#1", "ma:4(c)#2"),
        ("tribal", "tribal:(d)(2)#1", "tribal:(d)(3)#1", "tribal:(d)(3)#2"),
    ] {
        let story = rounds(code, 1);
        breaks(&story, verify, |s| s.drop(0, step(OpeningStep::Verify)));
        breaks(&story, look, |s| s.drop(0, step(OpeningStep::FirstPlayer)));
        breaks(&story, stack, |s| s.drop(0, step(OpeningStep::Stack)));
        breaks(&story, look, |s| s.hasten(step(OpeningStep::Wash), step(OpeningStep::FirstPlayer)));
    }
}

#[test]
fn an_idle_table() {
    for (code, missed, hidden) in
        [("md14", "md14:05.H", "md14:05.H(3)"), ("ma", "ma:5(e)#1", "ma:5(e)#2"), ("tribal", "tribal:(e)(5)#1", "tribal:(e)(5)#2")]
    {
        let story = rounds(code, 1);
        let leave = |s: &mut Story| {
            (1..=3).for_each(|at| s.add(player(at), Fact::Risen { position: at }));
            s.wait(6);
        };
        let come = |s: &mut Story| {
            (1..=3).for_each(|at| s.add(player(at), Fact::Seated { position: at, person: player(at).person }));
        };
        breaks(&story, missed, |s| {
            leave(s);
            come(s);
            s.round(1);
        });
        let mut spread = story.clone();
        leave(&mut spread);
        spread.add(dealer(), Fact::IdleSpread { face_up: false });
        come(&mut spread);
        spread.add(dealer(), Fact::TurnedUp);
        let decks = usize::from(spread.house.cards.decks);
        DeckId::ALL.into_iter().take(decks).for_each(|deck| spread.mix(deck));
        spread.round(1);
        breaks(&spread, hidden, |s| s.drop(0, |f| *f == Fact::TurnedUp));
        // An idle time of ten minutes is the house's to choose.
        let mut patient = story.clone();
        leave(&mut patient);
        come(&mut patient);
        patient.round(1);
        let mut referee = Referee::new(patient.house.clone()).idle_after(600);
        let said = patient.turns.iter().flat_map(|t| referee.hear(&t.by, t.at, None, std::slice::from_ref(&t.fact)));
        assert_eq!(said.count(), 0);
    }
}

#[test]
fn shuffle_and_cut() {
    let cut = |fact: &Fact| matches!(fact, Fact::CutMade { .. });
    for (code, none, shallow) in [
        ("md14", "md14:05.E(2)", Some("md14:05.F")),
        ("ma", "ma:5(b)(2)", Some("ma:5(c)(1)(ii)")),
        ("tribal", "tribal:(e)(2)(ii)", Some("tribal:(e)(3)(i)(B)")),
        ("sd", "sd:(4)#6", None),
    ] {
        let story = Story::by_hand(house(code), 1);
        breaks(&story, none, |s| s.drop(0, cut));
        if let Some(clause) = shallow {
            breaks(&story, clause, |s| {
                s.alter(|fact| {
                    if let Fact::CutMade { at, .. } = fact {
                        *at = 9;
                    }
                });
            });
        }
    }
    let two = rounds("md2014", 3);
    breaks(&two, "md2014:05.A(2)", |s| s.drop(2, |f| matches!(f, Fact::Shuffled { .. })));
    breaks(&Story::by_hand(house("md2014"), 1), "md2014:09.A(1)", |s| {
        s.alter(|fact| {
            if let Fact::Loaded { into, .. } = fact {
                *into = Some(DealDevice::Hand);
            }
        });
    });
    let status = |wanted: DeviceStatus| {
        move |fact: &mut Fact| {
            if let Fact::DeviceSet { status, .. } = fact {
                *status = wanted;
            }
        }
    };
    breaks(&Story::by_hand(house("md14"), 1), "md14:13.H", |s| s.alter(status(DeviceStatus::OutOfOrder)));
    breaks(&Story::by_hand(house("ma"), 1), "ma:14(g)", |s| s.alter(status(DeviceStatus::Covered)));
    let groups = house_with("sd", &[("device = \"hand\"", "device = \"automated_shoe\""), ("kind = \"none\"", "kind = \"automated\"")]);
    breaks(&Story::of(groups, 1), "sd:(4)#7", |s| {
        s.alter(|fact| {
            if let Fact::Shuffled { method, .. } = fact {
                *method = Method::Hand;
            }
        });
    });
    let again = Fact::CutMade { deck: DeckId::One, at: 20, again: Some("too shallow".into()) };
    let by_hand = Story::by_hand(house("md14"), 1);
    breaks(&by_hand, "md14:05.G", |s| s.slip_in(dealer(), again.clone(), |f| matches!(f, Fact::Loaded { .. })));
    breaks(&by_hand, "md14:05.G", |s| s.slip_in(floor(), again, |f| matches!(f, Fact::StubTaken { .. })));
    breaks(&two, "md2014:05.A(3)", |s| {
        s.slip_in(floor(), Fact::ShuffleOrdered { deck: DeckId::One }, |f| matches!(f, Fact::Loaded { .. }));
    });
}

#[test]
fn wagers() {
    let story = rounds("md14", 1);
    let late = Fact::Wagered { position: 1, wager: Wager::Ante, amount: 2_000 };
    breaks(&story, "md14:07.E", |s| s.slip_in(player(1), late, |f| *f == Fact::LockedOut));
    breaks(&story, "md14:07.C", |s| {
        s.slip_in(player(5), Fact::Wagered { position: 5, wager: Wager::Ante, amount: 1_000 }, |f| *f == Fact::BetsClosed);
    });
    breaks(&story, "md14:07.F(5)(b)#1", |s| {
        s.slip_in(player(4), Fact::Seated { position: 4, person: player(4).person }, |f| *f == Fact::BetsClosed);
        s.slip_in(player(4), Fact::Wagered { position: 4, wager: Wager::SixCardBonus, amount: 1_000 }, |f| *f == Fact::BetsClosed);
    });
    breaks(&story, "md14:07.F(1)#2", |s| {
        s.alter(|fact| {
            if let Fact::Decided { play, decision: Choice::Play, .. } = fact {
                *play = 500;
            }
        });
    });
    breaks(&story, "md14:07.H", |s| {
        s.alter(|fact| {
            if let Fact::Seated { position: 3, person } = fact {
                *person = player(1).person;
            }
        });
    });
    breaks(&rounds("tribal", 1), "tribal:(f)(6)", |s| {
        s.alter(|fact| {
            if let Fact::Wagered { wager: Wager::PairPlus, amount, .. } = fact {
                *amount = 2_500;
            }
        });
    });
    breaks(&rounds("ma", 1), "ma:6(a)(1)#1", |s| {
        s.alter(|fact| {
            if let Fact::Wagered { wager: Wager::Ante, amount, .. } = fact {
                *amount = 100;
            }
        });
    });
    let cover = Fact::Wagered { position: 1, wager: Wager::CoverAll, amount: 500 };
    breaks(&Story::by_hand(house("ma"), 1), "ma:12(d)", |s| s.slip_in(player(1), cover, |f| *f == Fact::BetsClosed));
    breaks(&story, "md14:07.C(1)", |s| s.slip_in(player(1), Fact::Risen { position: 1 }, |f| matches!(f, Fact::DealerRevealed { .. })));
}

#[test]
fn progressive_chips() {
    let story = rounds("md2014", 1);
    breaks(&story, "md2014:09.B", |s| s.drop(0, |f| *f == Fact::BetsClosed));
    breaks(&story, "md2014:09.B(1)", |s| s.drop(0, |f| *f == Fact::LockedOut));
    breaks(&story, "md2014:09.B(2)(a)", |s| s.drop(0, |f| matches!(f, Fact::ChipsCollected { .. })));
    breaks(&story, "md2014:09.B(2)(c)", |s| s.drop(0, |f| *f == Fact::ChipsBanked));
    let short = |fact: &mut Fact| {
        if let Fact::ChipsCollected { chips, .. } = fact {
            *chips = 2;
        }
    };
    breaks(&story, "md2014:09.B(2)(b)", |s| s.alter(short));
    breaks(&rounds("sd", 1), "sd:(4)#5", |s| s.alter(short));
    breaks(&rounds("ma", 1), "ma:13(d)g", |s| s.drop(0, |f| *f == Fact::GameEnded));
    let sensed = Fact::Sensed { position: 3, wager: Wager::Progressive, detected: true };
    breaks(&story, "md2014:02.C(2)#2", |s| s.slip_in(dealer(), sensed, |f| matches!(f, Fact::ChipsCollected { .. })));
}

#[test]
fn the_deal() {
    let dealt = |fact: &Fact| matches!(fact, Fact::Dealt { .. });
    let swap = |s: &mut Story| {
        let at = s.find(4, dealt);
        s.turns.swap(at, at + 3);
    };
    breaks(&rounds("md2014", 1), "md2014:09.C(2)", swap);
    breaks(&rounds("tribal", 1), "tribal:(g)(3)#1", swap);
    breaks(&rounds("sd", 1), "sd:(4)#8", swap);
    breaks(&rounds("ma", 1), "ma:9(c)#2", swap);
    breaks(&rounds("md14", 1), "md14:13.D", |s| s.drop(11, dealt));
    let community = || Fact::Dealt { to: Holder::Community };
    breaks(&rounds("md14", 1), "md14:10.B(6)#1", |s| s.slip_in(dealer(), community(), |f| matches!(f, Fact::StubRacked { .. })));
    breaks(&rounds("ma", 1), "ma:13(g)[2]", |s| s.slip_in(dealer(), community(), |f| matches!(f, Fact::StubRacked { .. })));
}

#[test]
fn stacks() {
    let story = rounds("ma", 1);
    breaks(&story, "ma:9(c)#3", |s| s.drop(0, |f| *f == Fact::StackCovered));
    breaks(&story, "ma:9(c)(2)", |s| s.hasten(|f| *f == Fact::StackDelivered, |f| matches!(f, Fact::Settled { .. })));
    breaks(&story, "ma:9(c)(2)", |s| s.drop(0, |f| *f == Fact::StackDelivered));
    let stops = Fact::DeviceSet { device: Device::Shoe, status: DeviceStatus::OutOfOrder };
    let mended = Fact::DeviceSet { device: Device::Shoe, status: DeviceStatus::InService };
    for (code, clause) in [("ma", "ma:14(f)"), ("md14", "md14:13.G")] {
        breaks(&rounds(code, 1), clause, |s| {
            s.slip_in(floor(), stops.clone(), |f| *f == Fact::Asked);
            s.slip_in(floor(), mended.clone(), |f| *f == Fact::Asked);
        });
    }
    breaks(&Story::of(shoe_at_once(), 1), "md14:13.G", |s| {
        let at = s.find(5, |f| matches!(f, Fact::Dealt { .. }));
        let turn = model::Turn { by: floor(), at: s.turns[at].at, fact: stops.clone() };
        s.turns.insert(at, turn);
    });
    breaks(&rounds("md14", 1), "md14:10.B(4)", |s| {
        s.hasten(|f| *f == Fact::StackDelivered, |f| matches!(f, Fact::Decided { .. }));
    });
}

#[test]
fn the_stub() {
    let counted = |fact: &Fact| matches!(fact, Fact::StubCounted { .. });
    breaks(&rounds("md2014", 6), "md2014:09.D", |s| s.drop(0, counted));
    breaks(&Story::by_hand(house("ma"), 6), "ma:7(e)#1", |s| s.drop(0, counted));
    breaks(&Story::by_hand(house("md14"), 6), "md14:08.F", |s| s.drop(0, counted));
    // A shuffler that counts exempts only what it counted.
    breaks(&rounds("md14", 6), "md14:10.C", |s| {
        s.turns.retain(|turn| !matches!(turn.fact, Fact::DeviceCounted { .. }));
    });
    let racked = |fact: &Fact| matches!(fact, Fact::StubRacked { .. });
    breaks(&rounds("tribal", 1), "tribal:(g)(4)", |s| s.drop(0, racked));
    breaks(&rounds("tribal", 1), "tribal:(g)(4)", |s| {
        s.hasten(|f| matches!(f, Fact::StubTaken { .. }), |f| matches!(f, Fact::Dealt { .. }));
    });
    breaks(&rounds("md2014", 6), "md2014:08.H(2)", |s| {
        s.alter(|fact| {
            if let Fact::StubCounted { cards, .. } = fact {
                *cards = 39;
            }
        });
    });
}

#[test]
fn decisions() {
    let decided = |fact: &Fact| matches!(fact, Fact::Decided { .. });
    for (code, clause) in [("md14", "md14:11.B#1"), ("ma", "ma:10(a)#1"), ("tribal", "tribal:(j)(1)#1")] {
        breaks(&rounds(code, 1), clause, |s| s.drop(0, |f| *f == Fact::Asked));
        breaks(&rounds(code, 1), clause, |s| s.hasten(decided, |f| *f == Fact::Asked));
    }
    for (code, clause) in [("md14", "md14:11.B#1"), ("ma", "ma:10(b)#2"), ("tribal", "tribal:(j)(2)#2"), ("sd", "sd:(8)#6")] {
        breaks(&rounds(code, 1), clause, |s| s.hasten(|f| matches!(f, Fact::Decided { position: 3, .. }), decided));
    }
    let twice = Fact::Decided { position: 1, decision: Choice::Fold, play: 0 };
    breaks(&rounds("md14", 1), "md14:11.B#2", |s| s.slip_in(player(1), twice, |f| matches!(f, Fact::ForfeitsDue { .. })));
    breaks(&rounds("sd", 1), "sd:(8)#1", |s| {
        s.alter(|fact| {
            if let Fact::Decided { decision, .. } = fact
                && *decision == Choice::Fold
            {
                *decision = Choice::Forfeit;
            }
        });
    });
    breaks(&rounds("sd", 1), "sd:(8)#8", |s| s.slip_in(player(1), Fact::FoldedShown, |f| matches!(f, Fact::DealerRevealed { .. })));
}

#[test]
fn forfeits() {
    let reveal = |fact: &Fact| matches!(fact, Fact::DealerRevealed { .. });
    for (code, clause) in
        [("md2014", "md2014:11.D(1)"), ("md14", "md14:11.D(1)"), ("ma", "ma:10(b)#6"), ("tribal", "tribal:(j)(2)#4"), ("sd", "sd:(8)#5")]
    {
        breaks(&rounds(code, 1), clause, |s| s.hasten(reveal, |f| matches!(f, Fact::Settled { position: 2, .. })));
        breaks(&rounds(code, 1), clause, |s| s.drop(0, |f| matches!(f, Fact::Settled { position: 2, .. })));
    }
    let folded = |fact: &Fact| matches!(fact, Fact::Racked { holder: Holder::Position(2), .. });
    breaks(&rounds("md14", 1), "md14:11.D(1)", |s| s.drop(0, folded));
    // The pair plus of a folded hand lives in Massachusetts.
    breaks(&rounds("ma", 1), "ma:10(b)#3", |s| s.hasten(folded, reveal));
    breaks(&rounds("sd", 1), "sd:(8)#7", |s| {
        s.alter(|fact| {
            if let Fact::Racked { holder: Holder::Position(2), cards } = fact {
                *cards = 2;
            }
        });
    });
    breaks(&rounds("ma", 1), "ma:10(b)#4", |s| {
        s.alter(|fact| {
            if let Fact::Decided { position: 2, decision, .. } = fact {
                *decision = Choice::Forfeit;
            }
        });
    });
}

#[test]
fn the_showdown() {
    let revealed = |at: u8| move |fact: &Fact| matches!(fact, Fact::Revealed { position, .. } if *position == at);
    for (code, clause) in [("md14", "md14:11.D(3)"), ("ma", "ma:10(c)(2)"), ("tribal", "tribal:(j)(2)#7"), ("sd", "sd:(10)#1")] {
        breaks(&rounds(code, 1), clause, |s| s.hasten(revealed(1), revealed(3)));
    }
    // The next player before the last is finished.
    for (code, clause) in [("md14", "md14:11.E"), ("ma", "ma:10(c)(2)(iii)")] {
        breaks(&rounds(code, 1), clause, |s| {
            s.hasten(revealed(1), |f| matches!(f, Fact::Racked { holder: Holder::Position(3), .. }));
        });
    }
    breaks(&rounds("tribal", 1), "tribal:(j)(3)#1", |s| {
        s.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                dues.rotate_left(3);
            }
        });
    });
    breaks(&Story::of(ma_step_by_step(), 1), "ma:10(c)(1)(i)", |s| {
        s.hasten(|f| matches!(f, Fact::Settled { position: 3, .. }), revealed(1));
    });
    breaks(&rounds("sd", 1), "sd:(6)#1", |s| {
        s.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                dues.swap(0, 1);
            }
        });
    });
    breaks(&rounds("md14", 1), "md14:11.D(4)#1", |s| {
        s.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                dues.swap(0, 2);
            }
        });
    });
    breaks(&rounds("md14", 1), "md14:11.D(2)", |s| s.hasten(revealed(3), |f| matches!(f, Fact::DealerRevealed { .. })));
    breaks(&rounds("sd", 1), "sd:(6)#4", |s| {
        s.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                let last = dues.pop().expect("the progressive");
                dues.insert(3, last);
            }
        });
    });
    breaks(&rounds("md14", 1), "md14:11.D", |s| s.drop(0, |f| matches!(f, Fact::Decided { position: 3, .. })));
}

#[test]
fn payment() {
    let validated = |fact: &Fact| matches!(fact, Fact::Validated { .. });
    for (code, clause) in [("md2014", "md2014:11.D(7)(c)"), ("md14", "md14:11.D(7)(c)"), ("ma", "ma:13(d)f"), ("sd", "sd:(16)(a)(iii)#2")] {
        breaks(&rounds(code, 1), clause, |s| s.drop(0, validated));
    }
    breaks(&rounds("md14", 1), "md14:11.D(7)(a)", |s| s.drop(0, |f| matches!(f, Fact::HandVerified { .. })));
    breaks(&rounds("ma", 1), "ma:13(d)d", |s| s.drop(0, |f| matches!(f, Fact::Spotted { .. })));
    breaks(&rounds("md14", 1), "md14:11.D(7)(b)", |s| {
        let dark = Fact::Sensed { position: 1, wager: Wager::Progressive, detected: false };
        s.slip_in(dealer(), dark, |f| matches!(f, Fact::DealerRevealed { .. }));
    });
    let outside = |fact: &mut Fact| {
        if let Fact::SheetDrawn { dues, .. } = fact {
            dues.iter_mut().filter(|due| due.wager == Wager::Progressive).for_each(|due| due.payer = Payer::HandPay);
        }
    };
    breaks(&rounds("md2014", 1), "md2014:11.D(7)(d)(ii)", |s| s.alter(outside));
    let share = |fact: &mut Fact| {
        if let Fact::SheetDrawn { dues, .. } = fact {
            dues.iter_mut().filter(|due| due.wager == Wager::Progressive).for_each(|due| {
                due.award = Some((rules::Level::Main, 100_000));
            });
        }
    };
    breaks(&rounds("md2014", 1), "md2014:11.D(7)(d)(i)", |s| s.alter(share));
    breaks(&rounds("tribal", 1), "tribal:(a)(1)(v)", |s| s.drop(1, |f| matches!(f, Fact::Settled { .. })));
    let own = |fact: &mut Fact| {
        if let Fact::SheetDrawn { dues, .. } = fact {
            let mut envy = due(1, Wager::Envy, Outcome::Won);
            envy.from = Some(1);
            dues.push(envy);
        }
        if let Fact::Settled { position: 1, lines } = fact {
            *lines += 1;
        }
    };
    breaks(&rounds("md14", 1), "md14:11.D(7)(e)(iii)", |s| s.alter(own));
}

#[test]
fn racking() {
    let racked = |at: u8| move |fact: &Fact| *fact == Fact::Racked { holder: Holder::Position(at), cards: 3 };
    let dealers = |fact: &Fact| matches!(fact, Fact::Racked { holder: Holder::Dealer, .. });
    breaks(&Story::of(ma_step_by_step(), 1), "ma:10(d)", |s| s.hasten(racked(1), racked(3)));
    breaks(&Story::of(ma_step_by_step(), 1), "ma:10(c)#2", |s| s.hasten(dealers, racked(1)));
    breaks(&rounds("tribal", 1), "tribal:(j)(3)(ii)", |s| s.hasten(dealers, racked(1)));
    breaks(&rounds("tribal", 1), "tribal:(j)(3)#2", |s| s.hasten(racked(3), |f| matches!(f, Fact::Settled { position: 1, .. })));
    breaks(&rounds("md14", 1), "md14:11.E", |s| s.hasten(dealers, racked(3)));
    breaks(&rounds("md14", 1), "md14:11.E", |s| s.hasten(racked(3), |f| matches!(f, Fact::Settled { position: 3, .. })));
    breaks(&rounds("md14", 1), "md14:11.E", |s| s.drop(0, dealers));
    // Three tribal hands, of which the middle one is taken first.
    let mut three = rounds("tribal", 1);
    three.drop(0, |f| matches!(f, Fact::Racked { holder: Holder::Position(2), .. }));
    three.drop(0, |f| matches!(f, Fact::ForfeitsDue { .. }));
    three.drop(0, |f| matches!(f, Fact::Settled { position: 2, .. }));
    three.alter(|fact| match fact {
        Fact::Decided { position: 2, decision, play } => (*decision, *play) = (Choice::Play, 1_000),
        Fact::SheetDrawn { dues, .. } => {
            let lost = [Wager::Ante, Wager::Play, Wager::PairPlus].map(|wager| due(2, wager, Outcome::Lost));
            dues.splice(3..3, lost);
        }
        _ => {}
    });
    three.slip_in(dealer(), Fact::Revealed { position: 2, cards: hand("2c 5d Js") }, |f| matches!(f, Fact::Revealed { position: 1, .. }));
    three.slip_in(dealer(), Fact::Settled { position: 2, lines: 3 }, |f| matches!(f, Fact::Settled { position: 1, .. }));
    three.slip_in(dealer(), Fact::Racked { holder: Holder::Position(2), cards: 3 }, racked(1));
    breaks(&three, "tribal:(j)(4)", |s| s.hasten(racked(2), racked(3)));
}

/// A round that becomes void at a moment: every wager goes back, and what was settled is undone.
fn voided(code: &str, what: Irregularity, at: impl Fn(&Fact) -> bool) -> Story {
    let mut story = rounds(code, 1);
    let from = story.find(0, at);
    let settled: Vec<(u8, u8)> = story.turns[..from]
        .iter()
        .filter_map(|turn| match turn.fact {
            Fact::Settled { position, lines } => Some((position, lines)),
            _ => None,
        })
        .collect();
    story.turns.truncate(from);
    story.add(dealer(), Fact::Irregular { what, remedy: Remedy::Void, holder: None });
    story.add(dealer(), Fact::Voided { cause: what });
    for (position, lines) in settled {
        story.add(dealer(), Fact::Undone { position, lines });
    }
    for position in 1..=3 {
        for wager in [Wager::Ante, Wager::Play, Wager::PairPlus, Wager::Progressive] {
            story.add(dealer(), Fact::Returned { position, wager, amount: 1_000 });
        }
    }
    story.add(dealer(), Fact::RoundEnded);
    story.shuffle(DeckId::One);
    story
}

#[test]
fn irregularities() {
    let asked = |fact: &Fact| *fact == Fact::Asked;
    for (code, clause) in [("md14", "md14:13.D"), ("ma", "ma:14(c)"), ("tribal", "tribal:(l)(3)"), ("sd", "sd:(5)#1")] {
        let story = voided(code, Irregularity::WrongNumber, asked);
        breaks(&story, clause, |s| {
            s.alter(|fact| {
                if let Fact::Irregular { remedy, .. } = fact {
                    *remedy = Remedy::PlayOn;
                }
            });
        });
        breaks(&story, clause, |s| s.drop(0, |f| matches!(f, Fact::Returned { wager: Wager::Ante, .. })));
        breaks(&story, clause, |s| {
            let on = Fact::Decided { position: 1, decision: Choice::Fold, play: 0 };
            s.slip_in(player(1), on, |f| matches!(f, Fact::Returned { .. }));
        });
    }
    // Found at the showdown, after the first hand was settled and racked.
    for (code, clause) in [("md14", "md14:13.D"), ("ma", "ma:14(c)"), ("sd", "sd:(5)#1")] {
        let story = voided(code, Irregularity::WrongNumber, |f| matches!(f, Fact::Revealed { position: 1, .. }));
        breaks(&story, clause, |s| s.drop(1, |f| matches!(f, Fact::Undone { .. })));
    }
    let exposed = voided("md14", Irregularity::DealerCardExposed, asked);
    breaks(&exposed, "md14:13.E", |s| {
        s.alter(|fact| {
            if let Fact::Irregular { remedy, .. } = fact {
                *remedy = Remedy::PlayOn;
            }
        });
    });
    // The cards of a void round are reshuffled.
    let mut next = voided("md2014", Irregularity::DealerCardExposed, asked);
    next.round(1);
    next.round(0);
    breaks(&next, "md2014:05.A(2)", |s| s.drop(2, |f| matches!(f, Fact::Shuffled { .. })));
    // One card face up is set aside; the second makes the round void, and so does one in a dispensed stack.
    let found = Fact::Irregular { what: Irregularity::CardFaceUp, remedy: Remedy::SetAside, holder: None };
    let third_card = |s: &Story| s.find(2, |f| matches!(f, Fact::Dealt { .. }));
    let put = |s: &mut Story, fact: &Fact| {
        let at = third_card(s);
        let turn = model::Turn { by: dealer(), at: s.turns[at].at, fact: fact.clone() };
        s.turns.insert(at, turn);
    };
    let mut once = rounds("tribal", 1);
    put(&mut once, &Fact::SetAside);
    put(&mut once, &found);
    breaks(&once, "tribal:(l)(1)#2", |s| put(s, &found));
    breaks(&Story::of(shoe_at_once(), 1), "md14:13.D", |s| put(s, &found));
}
