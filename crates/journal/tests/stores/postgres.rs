//! The PostgreSQL store: the conformance suite, and tests of its own: several nodes, broken connections.

use std::time::{Duration, Instant};

use journal::{Error, FaultPoint, PostgresStore, Tail};
use pgtest::{Cluster, Sync};

use crate::common::*;
use crate::conformance;

/// Journals in separate databases of one cluster, deleted after the test.
pub struct Databases(pub Cluster);

impl Databases {
    pub fn start() -> Databases {
        Databases(Cluster::start(Sync::Off).unwrap())
    }

    /// A new database.
    pub fn url(&self) -> String {
        self.0.new_database().unwrap()
    }
}

impl Maker for Databases {
    async fn make(&self, options: StoreOptions) -> Arc<dyn Store> {
        Arc::new(PostgresStore::connect(&self.0.new_database().unwrap(), options).await.unwrap())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_conforms() {
    conformance::run(&Databases::start()).await;
}

/// Nodes of one journal, each with its own key.
async fn nodes(url: &str, count: u8) -> Vec<Arc<PostgresStore>> {
    let mut nodes = Vec::new();
    for node in 0..count {
        let signer = Some(Arc::new(Signer::from_secret([node; 32])));
        nodes.push(Arc::new(PostgresStore::connect(url, StoreOptions { signer, ..options() }).await.unwrap()));
    }
    nodes
}

#[tokio::test(flavor = "multi_thread")]
async fn several_nodes_keep_one_journal() {
    let cluster = Cluster::start(Sync::Off).unwrap();
    let url = cluster.new_database().unwrap();
    let nodes = nodes(&url, 3).await;

    // Every command is sent to two nodes; every node decides again on a conflict.
    let mut tasks = Vec::new();
    for id in 1..=150_u64 {
        for node in [&nodes[(id % 3) as usize], &nodes[((id + 1) % 3) as usize]] {
            let (node, name) = (node.clone(), format!("table/{}", id % 4));
            tasks.push(tokio::spawn(async move {
                loop {
                    let at = node.head(stream(&name)).await.unwrap().version;
                    let batch = moving(batch(id, &name, ExpectedVersion::Version(at)), "cash", "tray/1", 1);
                    match node.append(batch).await.unwrap() {
                        AppendOutcome::Appended(_) => return 1,
                        AppendOutcome::AlreadyDone(said) => {
                            assert_eq!(said, answer(id));
                            return 0;
                        }
                        AppendOutcome::Conflict { .. } => {}
                        other => panic!("{other:?}"),
                    }
                }
            }));
        }
    }
    // A reader on another node sees all of them once and in order while they come.
    let mut tail = Tail::of_all(&*nodes[2], 1);
    for position in 1..=150 {
        let record = tokio::time::timeout(Duration::from_secs(30), tail.next()).await.unwrap().unwrap();
        assert_eq!(record.position, position);
    }
    let mut appended = 0;
    for task in tasks {
        appended += task.await.unwrap();
    }
    assert_eq!(appended, 150);
    assert_eq!(nodes[0].balance(account("tray/1")).await.unwrap(), 150);
    verified(&*nodes[1]).await;
    assert_eq!(nodes[0].keys().await.unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_connections_lose_and_double_nothing() {
    let cluster = Cluster::start(Sync::Off).unwrap();
    let url = cluster.new_database().unwrap();
    let nodes = nodes(&url, 1).await;
    let breaking = std::thread::scope(|scope| {
        let breaker = scope.spawn(|| {
            for _ in 0..10 {
                std::thread::sleep(Duration::from_millis(60));
                let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'queenhigh'";
                cluster.sql(all).unwrap();
            }
        });
        tokio::task::block_in_place(|| {
            tokio::runtime::Handle::current().block_on(async {
                for id in 1..=400 {
                    let batch = moving(batch(id, "table/1", ExpectedVersion::Any), "cash", "tray/1", 1);
                    loop {
                        match nodes[0].append(batch.clone()).await {
                            Ok(AppendOutcome::Appended(_) | AppendOutcome::AlreadyDone(_)) => break,
                            Err(Error::Unreachable(_)) => {}
                            other => panic!("{other:?}"),
                        }
                    }
                    if id % 20 == 0 {
                        tokio::time::sleep(Duration::from_millis(30)).await;
                    }
                }
            });
        });
        breaker.join()
    });
    breaking.unwrap();
    let mut found = nodes[0].tip().await;
    while found.is_err() {
        found = nodes[0].tip().await;
    }
    assert_eq!(found.unwrap().commit, 400);
    assert_eq!(nodes[0].balance(account("tray/1")).await.unwrap(), 400);
    verified(&*nodes[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_gone_is_said_to_be_gone_in_time() {
    let cluster = Cluster::start(Sync::Off).unwrap();
    let url = cluster.new_database().unwrap();
    let options = StoreOptions { patience: Duration::from_millis(500), ..options() };
    let store = PostgresStore::connect(&url, options).await.unwrap();
    receipt(store.append(batch(1, "table/1", ExpectedVersion::Any)).await.unwrap());
    drop(cluster);
    let begin = Instant::now();
    let fault = store.append(batch(2, "table/1", ExpectedVersion::Any)).await.unwrap_err();
    assert!(matches!(fault, Error::Unreachable(_)), "{fault}");
    assert!(begin.elapsed() < Duration::from_secs(3));
    assert!(store.tip().await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_at_any_step_stops_the_node_and_not_the_journal() {
    let cluster = Cluster::start(Sync::Off).unwrap();
    for failing in FaultPoint::ALL {
        let url = cluster.new_database().unwrap();
        let sound = PostgresStore::connect(&url, options()).await.unwrap();
        receipt(sound.append(batch(1, "table/1", ExpectedVersion::Any)).await.unwrap());
        let on_step: journal::StepHook =
            Arc::new(move |step| if step == failing { Err(journal::StepFault("injected".to_owned())) } else { Ok(()) });
        let broken = PostgresStore::connect(&url, StoreOptions { on_step: Some(on_step), ..options() }).await.unwrap();
        for id in [2, 3] {
            let fault = broken.append(batch(id, "table/1", ExpectedVersion::Any)).await.unwrap_err();
            assert_eq!(fault, Error::Stopped("injected".to_owned()));
        }
        drop(broken);
        let again = sound.append(batch(2, "table/1", ExpectedVersion::Any)).await.unwrap();
        let stored = failing == FaultPoint::Committed;
        assert_eq!(again == AppendOutcome::AlreadyDone(answer(2)), stored, "{failing:?}: {again:?}");
        assert_eq!(sound.tip().await.unwrap().commit, 2);
        verified(&sound).await;
    }
}
