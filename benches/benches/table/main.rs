//! Whole rounds of seven positions with all wagers through the table engine.
//!
//! `cargo bench -p benches --bench table` measures time; with `-- --instructions` it counts instructions instead.

mod floor;

use std::process::ExitCode;

use benches::callgrind::{self, NoCount};
use benches::command::Bench;
use benches::{Group, Kernel};
use floor::{Played, play};
use table::{Act, Actor, Moment, Role, State, decide, legal, view};

/// Rounds in a run.
const ROUNDS: u64 = 64;

/// The events alone: what a restart or a replay does.
fn replay(played: &Played) -> u64 {
    let mut state = played.start.clone();
    state.apply_all(&played.events);
    state.version
}

/// Every command decided and applied.
fn decided(played: &Played) -> u64 {
    let mut state = played.start.clone();
    for command in &played.commands {
        let events = decide(&state, command).expect("it was lawful");
        state.apply_all(&events);
    }
    state.version
}

/// The same, and once a round, when the dealer's hand is turned up, everybody at the table gets a view: seven players and
/// the dealer.
fn decided_and_seen_by_all(played: &Played) -> u64 {
    let people = people();
    let mut state = played.start.clone();
    for command in &played.commands {
        let events = decide(&state, command).expect("it was lawful");
        state.apply_all(&events);
        if matches!(command.act, Act::RevealDealer { .. }) {
            for who in &people {
                std::hint::black_box(view(&state, who, command.at));
            }
        }
    }
    state.version
}

/// Everybody at the table.
fn people() -> Vec<Actor> {
    let players = (1..=7).map(|position| Actor::new(Role::Player, &format!("player {position}")));
    players.chain([Actor::new(Role::Dealer, "robot")]).collect()
}

/// The same as deciding and applying, and a player who acts gets a new view.
fn decided_and_seen(played: &Played) -> u64 {
    let mut state = played.start.clone();
    for command in &played.commands {
        let events = decide(&state, command).expect("it was lawful");
        state.apply_all(&events);
        if command.by.role == Role::Player {
            std::hint::black_box(view(&state, &command.by, command.at));
        }
    }
    state.version
}

fn looked(state: &State, who: &Actor) -> u64 {
    view(state, who, Moment(0)).version
}

fn offered(state: &State, who: &Actor) -> u64 {
    legal(state, who, Moment(0)).len() as u64
}

fn measure() {
    let played = play(ROUNDS);
    let answer = replay(&played);
    println!(
        "{} commands and {} events in {ROUNDS} rounds; the state takes {} bytes and its vectors",
        played.commands.len(),
        played.events.len(),
        size_of::<State>()
    );
    let kernels = vec![
        Kernel::new("replay of the events", answer, 1, |_| replay(&played)),
        Kernel::new("decide and apply", answer, 1, |_| decided(&played)),
        Kernel::new("decide, apply, and once the views of all eight people", answer, 1, |_| {
            decided_and_seen_by_all(&played)
        }),
        Kernel::new("decide, apply, and a view for each act of a player", answer, 1, |_| decided_and_seen(&played)),
    ];
    Group::new("a round of 7 positions, all wagers", ROUNDS, kernels).measure();
    let kernels = vec![Kernel::new("replay of the events", answer, 1, |_| replay(&played))];
    Group::new("an event", played.events.len() as u64, kernels).measure();
    let (player, dealer) = (Actor::new(Role::Player, "player 1"), Actor::new(Role::Dealer, "robot"));
    let state = &played.deciding;
    let (own, all) = (offered(state, &player), offered(state, &dealer));
    let kernels = vec![
        Kernel::new("legal for the player", own, 1, |_| offered(state, &player)),
        Kernel::new("legal for the dealer", all, 1, |_| offered(state, &dealer)),
        Kernel::new("view of the player, legal acts included", state.version, 1, |_| looked(state, &player)),
        Kernel::new("view of the dealer, legal acts included", state.version, 1, |_| looked(state, &dealer)),
    ];
    Group::new("while the first player decides", 1, kernels).measure();
}

/// A kernel to count.
type Counted = fn(&Played) -> u64;

/// The kernels whose instructions are counted.
const COUNTED: [(&str, Counted); 8] = [
    ("replay", replay),
    ("decide-apply", decided),
    ("decide-apply-view-of-all", decided_and_seen_by_all),
    ("decide-apply-view", decided_and_seen),
    ("legal-player", |played| ROUNDS * offered(&played.deciding, &Actor::new(Role::Player, "player 1"))),
    ("view-player", |played| ROUNDS * looked(&played.deciding, &Actor::new(Role::Player, "player 1"))),
    ("view-dealer", |played| ROUNDS * looked(&played.deciding, &Actor::new(Role::Dealer, "robot"))),
    ("legal-dealer", |played| ROUNDS * offered(&played.deciding, &Actor::new(Role::Dealer, "robot"))),
];

/// Prints a Markdown table of instructions: the difference of two runs, so that reading the house and playing the rounds
/// first do not count.
fn count_instructions() -> Result<(), NoCount> {
    println!("\n| kernel | instructions each |");
    println!("|---|---:|");
    for (name, _) in COUNTED {
        let (once, _) = callgrind::count_self(&["--kernel", name, "1"])?;
        let (more, _) = callgrind::count_self(&["--kernel", name, "11"])?;
        let units = if name.starts_with("legal") || name.starts_with("view") { 10 } else { 10 * ROUNDS };
        println!("| {name} | {} |", more.saturating_sub(once) / units);
    }
    Ok(())
}

fn run_counted(name: &str, times: usize) -> Option<u64> {
    let (_, kernel) = COUNTED.iter().find(|(known, _)| *known == name)?;
    let played = play(ROUNDS);
    Some((0..times).map(|_| kernel(&played)).sum())
}

fn main() -> ExitCode {
    Bench {
        name: "table",
        measure,
        count_instructions,
        run_counted: |name, times| run_counted(name, times.parse().ok()?),
    }
    .run()
}
