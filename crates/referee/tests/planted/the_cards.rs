//! Planted breaks: people, decks, opening, idle tables, shuffle and cut.

use super::*;

#[test]
pub fn people() {
    let story = rounds("md14", 1);
    let verify = |fact: &Fact| matches!(fact, Fact::Opened { step: OpeningStep::Verify, .. });
    breaks(&story, "md14:04.A#2", |s| s.hand_over(Actor::new(Role::Floorperson, "Dee"), verify));
    breaks(&story, "md14:04.A#2", |s| s.hand_over(dealer(), verify));
    breaks(&story, "md14:04.A#1", |s| {
        s.hand_over(floor(), |f| matches!(f, Fact::Opened { step: OpeningStep::Inspect, .. }))
    });
    let validated = |fact: &Fact| matches!(fact, Fact::Validated { .. });
    breaks(&story, "md14:11.D(7)(c)", |s| s.hand_over(Actor::new(Role::Floorperson, "Dee"), validated));
    breaks(&rounds("ma", 1), "ma:13(d)f", |s| s.hand_over(floor(), validated));
    breaks(&rounds("sd", 1), "sd:(16)(a)(iii)#2", |s| s.hand_over(Actor::new(Role::Supervisor, "Dee"), validated));
    breaks(&story, "md14:04.A#2", |s| s.add(player(1), Fact::Seated { position: 7, person: dealer().person }));
    breaks(&story, "md14:04.A#2", |s| s.hand_over(Actor::new(Role::Dealer, "P1"), |f| *f == Fact::BetsClosed));
    breaks(&story, "md14:11.D", |s| s.hand_over(floor(), |f| matches!(f, Fact::DealerRevealed { .. })));
    breaks(&story, "md14:11.A(1)", |s| s.hand_over(player(3), |f| matches!(f, Fact::Decided { .. })));
    let ordered = Fact::ShuffleOrdered { deck: DeckId::One };
    breaks(&story, "md14:05.A(3)", |s| s.slip_in(dealer(), ordered, |f| matches!(f, Fact::Shuffled { .. })));
}

/// A correction is identified by its number: several may wait.
#[test]
pub fn two_persons_correct_a_meter() {
    let said = |approver: &str| {
        let mut referee = Referee::new(house("md2014"));
        let mut entry = |person: &str, entry: Correction| {
            let fact = Fact::Meter { wager: Wager::Progressive, entry };
            referee.hear(&Actor::new(Role::Floorperson, person), Moment(0), None, &[fact])
        };
        entry("Flo", Correction::Proposed { id: 1, by: "Flo".into() });
        entry("Fay", Correction::Proposed { id: 2, by: "Fay".into() });
        entry(approver, Correction::Approved { id: 1, by: approver.into() })
    };
    assert!(said("Fay").is_empty());
    let said = said("Flo");
    assert_eq!(said[0].clauses[0].as_str(), "md2014:12.E(4)");
    BROKEN.with_borrow_mut(|broken| broken.insert(said[0].rule));
}

#[test]
pub fn decks() {
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
    breaks(&two, "md14:03.B(3)", |s| s.drop(2, |f| matches!(f, Fact::Shuffled { .. })));
    breaks(&two, "md14:03.B(5)", |s| s.drop(2, |f| matches!(f, Fact::Shuffled { .. })));
    let miscount = |fact: &mut Fact| {
        if let Fact::DeviceCounted { cards, .. } = fact {
            *cards = 51;
        }
    };
    breaks(&two, "md14:05.D", |s| s.alter(miscount));
    breaks(&rounds("ma", 1), "ma:7(f)#2", |s| s.alter(miscount));
    breaks(&rounds("sd", 1), "sd:(1)#2", |s| {
        s.add(dealer(), Fact::DeckReceived { deck: DeckId::Two, preshuffled: false })
    });
}

#[test]
pub fn deck_life() {
    let first_card = |fact: &Fact| matches!(fact, Fact::Dealt { .. });
    breaks(&rounds("md14", 1), "md14:03.C(2)", |s| s.delay(481, first_card));
    breaks(&rounds("md2014", 1), "md2014:03.C(1)", |s| s.delay(241, first_card));
    breaks(&rounds("tribal", 1), "tribal:(d)(5)#1", |s| s.delay(481, |f| matches!(f, Fact::RoundEnded)));
}

#[test]
pub fn opening() {
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
    let story = rounds("md14", 1);
    breaks(&story, "md14:04.A#2", |s| s.drop(0, step(OpeningStep::Inspect)));
    breaks(&story, "md14:04.C", |s| s.drop(0, step(OpeningStep::Spread)));
    breaks(&story, "md14:04.C(3)", |s| s.drop(0, step(OpeningStep::Wash)));
}

#[test]
pub fn an_idle_table() {
    for (code, missed, hidden, reopened) in [
        ("md14", "md14:05.H", "md14:05.H(3)", "md14:05.H(3)"),
        ("ma", "ma:5(e)#1", "ma:5(e)#2", "ma:5(e)#3"),
        ("tribal", "tribal:(e)(5)#1", "tribal:(e)(5)#2", "tribal:(e)(5)#3"),
    ] {
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
        // Spread, and dealt as the cards were picked up.
        breaks(&spread, reopened, |s| {
            s.turns.truncate(s.find(0, |f| *f == Fact::TurnedUp));
            s.round(1);
        });
        breaks(&story, missed, |s| s.slip_in(dealer(), Fact::IdleSpread { face_up: true }, |f| *f == Fact::Asked));
        // A house may choose an idle time of ten minutes.
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
pub fn shuffle_and_cut() {
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
    // No document offers the cut to a player.
    for (code, clause) in [("md14", "md14:05.F"), ("ma", "ma:5(c)(1)"), ("tribal", "tribal:(e)(3)(i)")] {
        let story = Story::by_hand(house(code), 1);
        breaks(&story, clause, |s| s.hand_over(player(1), cut));
        let offer = Fact::CutOffered { deck: DeckId::One, position: 1 };
        breaks(&story, clause, |s| s.slip_in(dealer(), offer, cut));
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
    let groups = house_with(
        "sd",
        &[("device = \"hand\"", "device = \"automated_shoe\""), ("kind = \"none\"", "kind = \"automated\"")],
    );
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
    // A jam between the shuffle and the placing.
    let jam = Fact::Irregular { what: Irregularity::ShufflerJam, remedy: Remedy::Reshuffle, holder: None };
    let placed = |fact: &Fact| matches!(fact, Fact::Loaded { .. });
    breaks(&rounds("md14", 1), "md14:13.F", |s| s.slip_in(dealer(), jam, placed));
    breaks(&two, "md2014:05.A(2)", |s| {
        let again = Fact::Shuffled { deck: DeckId::One, method: Method::Device };
        s.slip_in(dealer(), again, |f| *f == Fact::Asked);
    });
    breaks(&by_hand, "md14:05.E", |s| s.hasten(cut, |f| matches!(f, Fact::Shuffled { .. })));
    breaks(&two, "md2014:09.A(2)", |s| s.drop(0, placed));
    let covered = |device| Fact::DeviceSet { device, status: DeviceStatus::Covered };
    let shuffled = |fact: &Fact| matches!(fact, Fact::Shuffled { .. });
    breaks(&two, "md2014:13.H", |s| s.slip_in(floor(), covered(Device::Shuffler), shuffled));
    breaks(&Story::of(shoe_at_once(), 1), "md14:13.H", |s| s.slip_in(floor(), covered(Device::Shoe), placed));
}
