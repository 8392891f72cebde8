//! Planted breaks: wagers and progressive chips.

use super::*;

#[test]
pub fn wagers() {
    let story = rounds("md14", 1);
    let late = Fact::Wagered { position: 1, wager: Wager::Ante, amount: 2_000 };
    breaks(&story, "md14:07.E", |s| s.slip_in(player(1), late, |f| *f == Fact::LockedOut));
    breaks(&story, "md14:07.C", |s| {
        s.slip_in(player(5), Fact::Wagered { position: 5, wager: Wager::Ante, amount: 1_000 }, |f| {
            *f == Fact::BetsClosed
        });
    });
    breaks(&story, "md14:07.F(5)(b)#1", |s| {
        s.slip_in(player(4), Fact::Seated { position: 4, person: player(4).person }, |f| *f == Fact::BetsClosed);
        s.slip_in(player(4), Fact::Wagered { position: 4, wager: Wager::SixCardBonus, amount: 1_000 }, |f| {
            *f == Fact::BetsClosed
        });
    });
    breaks(&story, "md14:07.F(1)#2", |s| {
        s.alter(|fact| {
            if let Fact::Decided { play, decision: Chosen::Play, .. } = fact {
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
    breaks(&story, "md14:07.C(1)", |s| {
        s.slip_in(player(1), Fact::Risen { position: 1 }, |f| matches!(f, Fact::DealerRevealed { .. }))
    });
    let ante = |fact: &Fact| matches!(fact, Fact::Wagered { .. });
    breaks(&story, "md14:07.B", |s| {
        let at = s.find(0, ante);
        let with = Instrument::SpokenCash;
        s.turns[at].act = Some(Act::Wager { position: 1, wager: Wager::Ante, amount: Cents(1_000), with });
    });
    breaks(&rounds("tribal", 1), "tribal:(f)(5)", |s| {
        s.alter(|fact| {
            if let Fact::Seated { person, .. } = fact {
                *person = player(1).person;
            }
        });
    });
    let tip = Fact::Wagered { position: 1, wager: Wager::TipAnte, amount: 100 };
    breaks(&story, "md14:07.F", |s| s.slip_in(player(1), tip.clone(), |f| *f == Fact::BetsClosed));
    breaks(&rounds("sd", 1), "sd:(3)#2", |s| {
        s.turns.retain(|turn| !matches!(turn.fact, Fact::Wagered { position: 1, wager: Wager::Ante, .. }));
        s.slip_in(player(1), tip, |f| *f == Fact::BetsClosed);
    });
}

#[test]
pub fn progressive_chips() {
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
    let resolved = Fact::Resolved { position: 1, wager: Wager::Progressive, resolution: Resolution::Accept };
    breaks(&story, "md2014:09.B(2)(b)", |s| s.slip_in(dealer(), resolved, |f| *f == Fact::ChipsBanked));
}
