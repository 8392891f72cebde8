//! The robot dealer asks at once when everybody has looked, and waits a while if somebody has not.

use crate::common::{Pit, house};
use rules::rulebook::vocabulary::Leaver;
use table::{Act, Phase, Role};

#[test]
fn all_have_looked_when_each_has_or_is_gone() {
    let mut pit = Pit::new(house("md14"), 1).with_players(3);
    pit.until("the decisions", |state| state.phase() == Phase::Deciding);
    assert!(!pit.state.all_have_looked());
    pit.act(Role::Player, "P1", Act::Look { position: 1 });
    assert!(!pit.state.all_have_looked());
    pit.act(Role::Player, "P2", Act::Look { position: 2 });
    assert!(!pit.state.all_have_looked());
    let mut gone = Pit { state: pit.state.clone(), events: Vec::new(), commands: Vec::new(), ..pit };
    gone.act(Role::Player, "P3", Act::Leave { position: 3 });
    assert!(!gone.state.all_have_looked());
    let before = gone.state.clone();
    gone.act(Role::Floorperson, "Flo", Act::RuleLeaver { position: 3, verdict: Leaver::Abandoned });
    assert!(gone.state.all_have_looked());
    let mut there = Pit { state: before, ..gone };
    there.act(Role::Player, "P3", Act::Look { position: 3 });
    assert!(there.state.all_have_looked());
}
