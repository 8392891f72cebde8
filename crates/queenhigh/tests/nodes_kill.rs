//! Two nodes over one PostgreSQL database, one of them killed in mid-round again and again: the other one goes on with the
//! same round, nothing is lost or doubled, and every command of the journal, decided once more by the engine alone, gives the
//! same events. More with `NODE_KILLS` in the environment.

use crate::killed::{Server, enter, figure, on_record, start};
use pgtest::{Cluster, Sync};

#[test]
fn a_round_goes_on_at_the_other_node() {
    let kills = figure("NODE_KILLS", 12);
    let cluster = Cluster::start(Sync::Off).expect("a PostgreSQL cluster");
    let url = cluster.new_database().expect("a database");
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let first = start(folders[0].path(), Some(&url));
    // Nodes of one house share the key of its passwords.
    journal::private::make_folder(&folders[1].path().join("data")).expect("a folder");
    std::fs::copy(folders[0].path().join("data/people.key"), folders[1].path().join("data/people.key")).expect("a key");
    let mut nodes: [Option<Server>; 2] = [Some(first), Some(start(folders[1].path(), Some(&url)))];
    let address = |nodes: &[Option<Server>; 2], at: usize| nodes[at].as_ref().expect("a node").address.clone();
    let mut ann = enter(&address(&nodes, 0), "kill", "ann");
    let (mut mid_round, mut killed) = (0, 0);
    while killed < kills {
        let at = (killed % 2) as usize;
        // Both serve; she plays at the one that will go, until a round runs.
        let here = address(&nodes, at);
        ann.caught_up(&here);
        let running = |view: &serde_json::Value| view["phase"] != "betting";
        for _ in 0..40 {
            ann.step(&here);
            if ann.view(&here).as_ref().is_some_and(running) {
                mid_round += 1;
                break;
            }
        }
        // Kill -9, as the value goes.
        nodes[at] = None;
        killed += 1;
        let there = address(&nodes, 1 - at);
        ann.caught_up(&there);
        ann.recover(&there, killed);
        for _ in 0..3 {
            ann.step(&there).expect("the other node goes on");
        }
        nodes[at] = Some(start(folders[at].path(), Some(&url)));
    }
    drop(nodes);
    let (times, rounds) = on_record(folders[0].path(), Some(&url));
    assert!(ann.acknowledged.keys().all(|id| times.get(id) == Some(&1)), "acknowledged and on record once");
    assert_eq!(times.len(), ann.acknowledged.len(), "what is on record was acknowledged");
    println!("{killed} kills, {mid_round} in mid-round, {} acts acknowledged, {rounds} rounds", times.len());
    assert!(mid_round * 2 >= kills && rounds > kills / 2, "rounds were under way");
}
