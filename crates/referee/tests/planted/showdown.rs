//! Planted breaks: the showdown, payment, racking, and what goes wrong.

use super::*;

#[test]
pub fn the_showdown() {
    let revealed = |at: u8| move |fact: &Fact| matches!(fact, Fact::Revealed { position, .. } if *position == at);
    for (code, clause) in
        [("md14", "md14:11.D(3)"), ("ma", "ma:10(c)(2)"), ("tribal", "tribal:(j)(2)#7"), ("sd", "sd:(10)#1")]
    {
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
    let shown = |fact: &Fact| matches!(fact, Fact::Revealed { position: 3, .. });
    breaks(&rounds("md14", 1), "md14:11.D(3)(a)", |s| s.drop(0, shown));
    // The two who win in the wrong order.
    breaks(&rounds("tribal", 1), "tribal:(j)(3)(i)", |s| {
        s.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                dues.iter_mut().for_each(|due| due.outcome = Outcome::Won);
                dues.rotate_left(3);
            }
        });
    });
    let with = |code: &str, extra: Due| {
        let mut story = rounds(code, 1);
        story.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                dues.push(extra);
            }
            if let Fact::Settled { position: 1, lines } = fact {
                *lines += 1;
            }
        });
        story
    };
    let sooner = |s: &mut Story| {
        s.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                let extra = dues.pop().expect("the last line");
                dues.insert(0, extra);
            }
            if let Fact::Settled { position, lines } = fact {
                match position {
                    3 => *lines += 1,
                    1 => *lines -= 1,
                    _ => {}
                }
            }
        });
    };
    let mut cover = with("ma", due(1, Wager::CoverAll, Outcome::Lost));
    let wagered = Fact::Wagered { position: 1, wager: Wager::CoverAll, amount: 500 };
    cover.slip_in(player(1), wagered, |f| *f == Fact::BetsClosed);
    cover.slip_in(dealer(), Fact::PlayersShown { players: 3 }, |f| matches!(f, Fact::DealerRevealed { .. }));
    breaks(&cover, "ma:12(j)", sooner);
    breaks(&cover, "ma:12(e)#2", |s| s.drop(0, |f| matches!(f, Fact::PlayersShown { .. })));
    let envy = Due { from: Some(3), ..due(1, Wager::Envy, Outcome::Won) };
    let mut kept = with("sd", envy);
    // The hand that gives envy stays until it is paid.
    let third = |fact: &Fact| *fact == Fact::Racked { holder: Holder::Position(3), cards: 3 };
    let turn = kept.turns.remove(kept.find(0, third));
    let at = kept.find(0, |f| matches!(f, Fact::Racked { holder: Holder::Dealer, .. }));
    kept.turns.insert(at, turn);
    breaks(&kept, "sd:(16)(b)#7", sooner);
    breaks(&kept, "sd:(16)(b)#5", |s| s.hasten(third, |f| matches!(f, Fact::Revealed { position: 1, .. })));
    breaks(&rounds("md14", 1), "md14:11.D(9)(b)", |s| {
        s.alter(|fact| {
            if let Fact::SheetDrawn { dues, .. } = fact {
                dues.push(due(1, Wager::FiveCardProgressive, Outcome::Lost));
            }
            if let Fact::Settled { position: 1, lines } = fact {
                *lines += 1;
            }
        });
    });
}

#[test]
pub fn payment() {
    let validated = |fact: &Fact| matches!(fact, Fact::Validated { .. });
    for (code, clause) in
        [("md2014", "md2014:11.D(7)(c)"), ("md14", "md14:11.D(7)(c)"), ("ma", "ma:13(d)f"), ("sd", "sd:(16)(a)(iii)#2")]
    {
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
    breaks(&rounds("md14", 1), "md14:11.D(3)", |s| {
        s.alter(|fact| {
            if let Fact::Settled { position: position @ 3, .. } = fact {
                *position = 1;
            }
        });
    });
}

#[test]
pub fn racking() {
    let racked = |at: u8| move |fact: &Fact| *fact == Fact::Racked { holder: Holder::Position(at), cards: 3 };
    let dealers = |fact: &Fact| matches!(fact, Fact::Racked { holder: Holder::Dealer, .. });
    breaks(&Story::of(ma_step_by_step(), 1), "ma:10(d)", |s| s.hasten(racked(1), racked(3)));
    breaks(&Story::of(ma_step_by_step(), 1), "ma:10(c)#2", |s| s.hasten(dealers, racked(1)));
    breaks(&rounds("tribal", 1), "tribal:(j)(3)(ii)", |s| s.hasten(dealers, racked(1)));
    breaks(&rounds("tribal", 1), "tribal:(j)(3)#2", |s| {
        s.hasten(racked(3), |f| matches!(f, Fact::Settled { position: 1, .. }))
    });
    breaks(&rounds("md14", 1), "md14:11.E", |s| s.hasten(dealers, racked(3)));
    breaks(&rounds("md14", 1), "md14:11.E", |s| {
        s.hasten(racked(3), |f| matches!(f, Fact::Settled { position: 3, .. }))
    });
    breaks(&rounds("md14", 1), "md14:11.E", |s| s.drop(0, dealers));
    // Three tribal hands, of which the middle one is taken first.
    let mut three = rounds("tribal", 1);
    three.drop(0, |f| matches!(f, Fact::Racked { holder: Holder::Position(2), .. }));
    three.drop(0, |f| matches!(f, Fact::ForfeitsDue { .. }));
    three.drop(0, |f| matches!(f, Fact::Settled { position: 2, .. }));
    three.alter(|fact| match fact {
        Fact::Decided { position: 2, decision, play } => (*decision, *play) = (Chosen::Play, 1_000),
        Fact::SheetDrawn { dues, .. } => {
            let lost = [Wager::Ante, Wager::Play, Wager::PairPlus].map(|wager| due(2, wager, Outcome::Lost));
            dues.splice(3..3, lost);
        }
        _ => {}
    });
    three.slip_in(dealer(), Fact::Revealed { position: 2, cards: hand("2c 5d Js") }, |f| {
        matches!(f, Fact::Revealed { position: 1, .. })
    });
    three
        .slip_in(dealer(), Fact::Settled { position: 2, lines: 3 }, |f| matches!(f, Fact::Settled { position: 1, .. }));
    three.slip_in(dealer(), Fact::Racked { holder: Holder::Position(2), cards: 3 }, racked(1));
    breaks(&three, "tribal:(j)(4)", |s| s.hasten(racked(2), racked(3)));
}

/// A round that becomes void at a moment: every wager goes back, and what was settled is undone.
fn voided(code: &str, what: Irregularity, at: impl Fn(&Fact) -> bool) -> Story {
    let mut story = rounds(code, 1);
    let from = story.find(0, at);
    let (mut lines, mut settled) = (Vec::new(), 0);
    for turn in &story.turns[..from] {
        match &turn.fact {
            Fact::ForfeitsDue { dues } | Fact::SheetDrawn { dues, .. } => {
                lines.extend(dues.iter().map(|due| (due.position, due.wager)));
            }
            Fact::Settled { lines, .. } => settled += usize::from(*lines),
            _ => {}
        }
    }
    lines.truncate(settled);
    story.turns.truncate(from);
    story.add(dealer(), Fact::Irregular { what, remedy: Remedy::Void, holder: None });
    story.add(dealer(), Fact::Voided { cause: what });
    for (position, wager) in lines {
        story.add(dealer(), Fact::Undone { position, wager });
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
pub fn irregularities() {
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
            let on = Fact::Decided { position: 1, decision: Chosen::Fold, play: 0 };
            s.slip_in(player(1), on, |f| matches!(f, Fact::Returned { .. }));
        });
    }
    // No document voids the hand of one player.
    for (code, clause) in [("md14", "md14:13.D"), ("ma", "ma:14(c)"), ("tribal", "tribal:(l)(3)"), ("sd", "sd:(5)#1")] {
        breaks(&rounds(code, 1), clause, |s| s.slip_in(dealer(), Fact::HandVoided { position: 1 }, asked));
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
    let put = |s: &mut Story, fact: &Fact| s.put(third_card(s), dealer(), fact.clone());
    let mut once = rounds("tribal", 1);
    put(&mut once, &Fact::SetAside);
    put(&mut once, &found);
    breaks(&once, "tribal:(l)(1)#2", |s| put(s, &found));
    breaks(&Story::of(shoe_at_once(), 1), "md14:13.D", |s| put(s, &found));
    // Remedies that are not the document's.
    let remedy = |what, remedy| Fact::Irregular { what, remedy, holder: None };
    let md = Story::of(shoe_at_once(), 1);
    for (what, wrong, clause) in [
        (Irregularity::CardFaceUp, Remedy::PlayOn, "md2014:13.A"),
        (Irregularity::DrawnInError, Remedy::SetAside, "md2014:13.C"),
        (Irregularity::ShufflerJam, Remedy::PlayOn, "md2014:13.F"),
    ] {
        breaks(&rounds("md2014", 1), clause, |s| put(s, &remedy(what, wrong)));
    }
    breaks(&md, "md14:13.G", |s| put(s, &remedy(Irregularity::ShoeJam, Remedy::Reshuffle)));
    breaks(&rounds("sd", 1), "sd:(5)#2", |s| put(s, &remedy(Irregularity::DealerCardExposed, Remedy::Void)));
    // Void by its remedy, and played on.
    breaks(&md, "md14:13.E", |s| put(s, &remedy(Irregularity::DealerCardExposed, Remedy::Void)));
}
