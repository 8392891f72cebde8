//! What the documents want shown at the table, in the views that people get: lights, the number of players, your own
//! hand.

use crate::common::{Pit, house};
use rules::Wager;
use rules::rulebook::Step;
use table::{Actor, Light, Phase, Role, View, view};

fn seen(pit: &Pit, role: Role, name: &str) -> View {
    view(&pit.state, &Actor::new(role, name), pit.at)
}

/// The light of the three-card progressive at a position, as somebody sees it.
fn light(view: &View, position: u8) -> Light {
    let seat = view.seats.iter().find(|seat| seat.position == position).expect("a seat");
    *seat.lights.iter().find(|light| light.wager == Wager::Progressive).expect("a sensor")
}

fn cites(pit: &Pit, step: Step, clauses: &[&str]) {
    let law = pit.state.house.book.procedure.cite(step, pit.state.house.cards.device);
    for clause in clauses {
        assert!(law.clauses.iter().any(|cited| cited.as_str() == *clause), "{step} does not rest on {clause}");
    }
}

/// `ma:13(a)#4`, `ma:13(b)#2`, `sd:(6)#3`: the sensor registers the wager, lights at the lock-out, and stays lit for
/// the round.
/// `md14:07.F(4)(b)`, `md14:07.F(6)(b)`, `md2014:07.E(4)(b)`: players check that their own wager was accepted, so their
/// own view shows it, and so does everybody else's.
#[test]
fn the_sensor_is_lit_from_the_lock_out_to_the_end_of_the_round() {
    for code in ["ma", "sd", "md14", "md2014"] {
        let mut pit = Pit::new(house(code), 21).with_players(2);
        pit.until("a chip on the sensor", |state| {
            state.seat(1).is_some_and(|seat| seat.sensors[0].detected) && state.phase() == Phase::Betting
        });
        for (role, name) in [(Role::Player, "P1"), (Role::Player, "P2"), (Role::Dealer, "Dee")] {
            let now = light(&seen(&pit, role, name), 1);
            assert!(now.detected && !now.locked, "{code}: {now:?}");
        }
        pit.until("the deal", |state| state.phase() == Phase::Dealing);
        let round = pit.state.round.number;
        let mut steps = 0;
        while pit.state.round.number == round && !pit.state.round.game_ended {
            let now = light(&seen(&pit, Role::Player, "P1"), 1);
            assert!(now.lit && now.locked, "{code} in {:?}: {now:?}", pit.state.phase());
            assert!(pit.step());
            steps += 1;
        }
        assert!(steps > 5, "{code}");
        // In the next round it is dark again, until there is a chip.
        pit.until("the next round", |state| state.round.number > round);
        assert!(!light(&seen(&pit, Role::Player, "P1"), 1).lit, "{code}");
    }
    let pit = Pit::new(house("md14"), 1);
    cites(&pit, Step::Sense, &["md14:07.F(4)(b)", "md14:07.F(6)(b)"]);
}

/// `ma:12(e)#2`: the shuffler determines the number of players and shows it.
#[test]
fn the_number_of_players_is_shown_to_all() {
    for players in [1, 3, 7] {
        let mut pit = Pit::new(house("ma"), 22).with_players(players);
        pit.until("the deal", |state| state.phase() == Phase::Dealing);
        assert_eq!(seen(&pit, Role::Player, "P1").players, None);
        pit.until("the number of players", |state| state.round.players_shown.is_some());
        for (role, name) in [(Role::Player, "P1"), (Role::Dealer, "Dee"), (Role::Surveillance, "Val")] {
            assert_eq!(seen(&pit, role, name).players, Some(players));
        }
    }
}

/// `md14:11.A(1)`, `md2014:11.A(1)`, `ma:10(a)#2`, `tribal:(j)(1)#2`: each player is responsible for their own hand, so
/// the table turns it up for that player alone, and not before they look.
#[test]
fn the_own_hand_is_for_its_player_to_look_at() {
    for (code, clause) in
        [("md14", "md14:11.A(1)"), ("md2014", "md2014:11.A(1)"), ("ma", "ma:10(a)#2"), ("tribal", "tribal:(j)(1)#2")]
    {
        let mut pit = Pit::new(house(code), 23).with_players(2);
        pit.until("the decisions", |state| state.phase() == Phase::Deciding);
        cites(&pit, Step::Look, &[clause]);
        let known = |pit: &Pit, role, name: &str| {
            let view = seen(pit, role, name);
            let seat = view.seats.iter().find(|seat| seat.position == 1).expect("a seat");
            seat.hand.cards.iter().flatten().count()
        };
        assert_eq!(known(&pit, Role::Player, "P1"), 0, "{code}: seen before the look");
        pit.until("the look", |state| state.seat(1).is_some_and(|seat| seat.looked));
        assert_eq!(known(&pit, Role::Player, "P1"), 3, "{code}");
        for (role, name) in [(Role::Player, "P2"), (Role::Dealer, "Dee"), (Role::Surveillance, "Val")] {
            assert_eq!(known(&pit, role, name), 0, "{code}: {name} sees it");
        }
    }
}
