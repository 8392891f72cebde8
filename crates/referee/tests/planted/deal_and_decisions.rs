//! Planted breaks: the deal, stacks, the stub, decisions and forfeits.

use super::*;

#[test]
pub fn the_deal() {
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
    breaks(&rounds("md14", 1), "md14:10.B(6)#1", |s| {
        s.slip_in(dealer(), community(), |f| matches!(f, Fact::StubRacked { .. }))
    });
    breaks(&rounds("ma", 1), "ma:13(g)[2]", |s| {
        s.slip_in(dealer(), community(), |f| matches!(f, Fact::StubRacked { .. }))
    });
    let five = Fact::Wagered { position: 1, wager: Wager::FiveCardProgressive, amount: 100 };
    breaks(&rounds("md14", 1), "md14:10.B(6)#1", |s| s.slip_in(player(1), five, |f| *f == Fact::BetsClosed));
}

#[test]
pub fn stacks() {
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
        s.put(at, floor(), stops.clone());
    });
    breaks(&rounds("md14", 1), "md14:10.B(4)", |s| {
        s.hasten(|f| *f == Fact::StackDelivered, |f| matches!(f, Fact::Decided { .. }));
    });
    let at_once = house_with("md2014", &[("device = \"hand\"", "device = \"automated_shoe\"")]);
    breaks(&Story::of(at_once, 1), "md2014:10.B(3)", |s| {
        s.slip_in(dealer(), Fact::StackDelivered, |f| matches!(f, Fact::DealerRevealed { .. }));
    });
}

#[test]
pub fn the_stub() {
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
pub fn decisions() {
    let decided = |fact: &Fact| matches!(fact, Fact::Decided { .. });
    for (code, clause) in [("md14", "md14:11.B#1"), ("md2014", "md2014:11.B#1")] {
        breaks(&rounds(code, 1), clause, |s| s.drop(0, |f| *f == Fact::Asked));
        breaks(&rounds(code, 1), clause, |s| s.hasten(decided, |f| *f == Fact::Asked));
    }
    for (code, clause) in
        [("md14", "md14:11.B#1"), ("ma", "ma:10(b)#2"), ("tribal", "tribal:(j)(2)#2"), ("sd", "sd:(8)#6")]
    {
        breaks(&rounds(code, 1), clause, |s| s.hasten(|f| matches!(f, Fact::Decided { position: 3, .. }), decided));
    }
    let twice = Fact::Decided { position: 1, decision: Chosen::Fold, play: 0 };
    breaks(&rounds("md14", 1), "md14:11.B#2", |s| {
        s.slip_in(player(1), twice, |f| matches!(f, Fact::ForfeitsDue { .. }))
    });
    breaks(&rounds("sd", 1), "sd:(8)#1", |s| {
        s.alter(|fact| {
            if let Fact::Decided { decision, .. } = fact
                && *decision == Chosen::Fold
            {
                *decision = Chosen::Forfeit;
            }
        });
    });
    breaks(&rounds("sd", 1), "sd:(8)#8", |s| {
        s.slip_in(player(1), Fact::FoldedShown, |f| matches!(f, Fact::DealerRevealed { .. }))
    });
    let story = rounds("md14", 1);
    let no_ante = |s: &mut Story| {
        s.turns.retain(|turn| !matches!(turn.fact, Fact::Wagered { position: 1, wager: Wager::Ante, .. }));
    };
    breaks(&story, "md14:11.B#1", no_ante);
    breaks(&story, "md14:11.D", |s| {
        s.hasten(|f| matches!(f, Fact::DealerRevealed { .. }), |f| matches!(f, Fact::Decided { position: 3, .. }));
    });
    breaks(&story, "md14:11.A(2)", |s| s.slip_in(player(1), Fact::FoldedShown, |f| *f == Fact::RoundEnded));
}

#[test]
pub fn forfeits() {
    let reveal = |fact: &Fact| matches!(fact, Fact::DealerRevealed { .. });
    for (code, clause) in [
        ("md2014", "md2014:11.D(1)"),
        ("md14", "md14:11.D(1)"),
        ("ma", "ma:10(b)#6"),
        ("tribal", "tribal:(j)(2)#4"),
        ("sd", "sd:(8)#5"),
    ] {
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
                *decision = Chosen::Forfeit;
            }
        });
    });
    // Two folds, of which the second is collected first.
    let mut two = rounds("sd", 1);
    two.alter(|fact| {
        if let Fact::Decided { position: 1, decision, play } = fact {
            (*decision, *play) = (Chosen::Fold, 0);
        }
        if let Fact::ForfeitsDue { dues } = fact {
            let first =
                [Wager::Ante, Wager::PairPlus, Wager::Progressive].map(|wager| due(1, wager, Outcome::Forfeited));
            dues.splice(0..0, first);
        }
        if let Fact::SheetDrawn { dues, .. } = fact {
            dues.truncate(3);
        }
    });
    let second = |fact: &Fact| matches!(fact, Fact::Settled { position: 2, .. });
    two.slip_in(dealer(), Fact::Settled { position: 1, lines: 3 }, second);
    two.slip_in(dealer(), Fact::Racked { holder: Holder::Position(1), cards: 3 }, second);
    let shown = two.find(0, |f| matches!(f, Fact::Revealed { position: 1, .. }));
    let dealers = two.find(0, |f| matches!(f, Fact::Racked { holder: Holder::Dealer, .. }));
    two.turns.drain(shown..dealers);
    breaks(&two, "sd:(8)#6", |s| {
        s.alter(|fact| match fact {
            Fact::ForfeitsDue { dues } => dues.rotate_left(3),
            Fact::Settled { position, lines } if *position < 3 => {
                (*position, *lines) = if *position == 1 { (2, 2) } else { (1, 3) };
            }
            _ => {}
        });
    });
}
