//! Who may do which act, and when: every act of the table, every role, every phase of a round, in all books, in
//! `golden/server/acts.txt`. An act that has no example fails the test. UPDATE_GOLDEN=1 rewrites the file: read it.
//!
//! Asking changes nothing: each act is sent in one order with another act that the asker's role is never allowed, and
//! an order is done whole or not at all. If the refusal is that of the other act, the first alone would have been done.
//! Each act is tried once in every phase, and again wherever the table offers it to anybody.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::common::asker::{Asker, Cell, PHASES, SHUFFLED, chosen, keyed, never, told};
use crate::common::floor::{Floor, PEOPLE, seat};
use crate::common::samples::{acts, bare, word, words};
use crate::common::{Client, house, open};
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::HouseText;
use table::{Phase, Role};

/// The tables: one for each book, with keyed-in cards so that the winner is known, and one with shuffled cards.
const TABLES: [&str; 6] = ["md2014", "md14", "ma", "tribal", "sd", SHUFFLED];

/// Acts that nobody can do over the API, and why.
const NOBODYS: [(&str, &str); 9] = [
    ("offer_cut", "the five books offer the cut to nobody"),
    ("decline_cut", "the five books offer the cut to nobody"),
    ("allow_looks", "under the five books players look without leave"),
    ("approve_meter", "the second person answers at /approvals"),
    ("decline_meter", "the second person answers at /approvals"),
    ("lost", "the house itself sees that a window is closed"),
    ("back", "the house itself sees that a window is open again"),
    ("time_up", "the house itself sees that the time to decide is over"),
    ("sync_meters", "the link itself tells what its meters show"),
];

/// The answers at one table, by act, phase, and column.
type Cells = BTreeMap<(usize, Phase), Vec<Cell>>;

/// One table with everybody who asks.
struct Walk<'f> {
    table: &'static str,
    floor: &'f Floor,
    players: [&'f Client; 2],
    askers: Vec<Asker>,
    samples: Vec<Value>,
    cells: Cells,
}

impl Walk<'_> {
    async fn phase(&self) -> Phase {
        let view = self.floor.view(self.table).await;
        PHASES.into_iter().find(|phase| view["phase"] == phase.word()).expect("a phase")
    }

    /// Tries an act as everybody whose right to it is not yet known.
    async fn ask(&mut self, phase: Phase, act: &Value) {
        let at = self.samples.iter().position(|sample| word(sample) == word(act)).expect("a known act");
        let known = self.cells.get(&(at, phase)).cloned();
        let asked = self.askers.iter_mut().enumerate().map(async |(column, asker)| match &known {
            Some(known) if !asker.served => known[column],
            Some(known) => known[column].and(asker.ask(self.table, act).await),
            None => asker.ask(self.table, act).await,
        });
        let row = join_all(asked).await;
        self.cells.insert((at, phase), row);
    }

    /// Tries everything that is new in this phase, or offered in it for the first time.
    async fn survey(&mut self) {
        let phase = self.phase().await;
        if !self.cells.contains_key(&(0, phase)) {
            for asker in self.askers.iter_mut().filter(|asker| asker.served) {
                let ([first, second], refusal) = never(asker.role);
                let first = asker.order(self.table, &[&first]).await;
                let second = asker.order(self.table, &[&second]).await;
                assert_eq!(first["refused"], refusal.as_str());
                assert!(told(&second) == Cell::Role && second["refused"] != first["refused"], "{second}");
            }
            for act in self.samples.clone() {
                self.ask(phase, &act).await;
            }
        }
        for column in 0..self.askers.len() {
            if !self.askers[column].served {
                continue;
            }
            for act in self.askers[column].offers(self.table).await {
                let at = self.samples.iter().position(|sample| word(sample) == word(&act)).expect("a known act");
                if self.cells[&(at, phase)][column] < Cell::Again {
                    self.ask(phase, &act).await;
                    let cell = self.cells[&(at, phase)][column];
                    let who = self.askers[column].column;
                    assert!(cell >= Cell::Again, "{}: {act} is offered to {who} in {phase}, and {cell:?}", self.table);
                }
            }
        }
        assert_eq!(self.phase().await, phase, "nothing that was asked changed the table");
    }

    /// Takes the next step, after everything was tried.
    async fn step(&mut self) {
        self.survey().await;
        let view = self.floor.view(self.table).await;
        let next = &view["next"];
        if self.table != SHUFFLED && word_of(next).starts_with("reveal") {
            let act = keyed(bare(next));
            self.must(&self.floor.dealer, "dealer", act).await;
        } else {
            self.floor.step(self.table, &self.players).await;
        }
    }

    async fn until(&mut self, phase: Phase) {
        for _ in 0..200 {
            if self.phase().await == phase {
                return;
            }
            self.step().await;
        }
        panic!("{} never came to {phase}", self.table);
    }

    /// Steps as long as the procedure has one.
    async fn ready(&mut self) {
        while self.floor.view(self.table).await["next"].is_object() {
            self.step().await;
        }
        self.survey().await;
    }

    /// Steps until the wagers are closed. Where there is no progressive the cards are dealt at once.
    async fn close(&mut self) {
        while self.phase().await == Phase::Betting {
            self.step().await;
        }
    }

    async fn must(&self, client: &Client, role: &str, act: Value) {
        let answer = client.act(self.table, role, act.clone()).await;
        assert_eq!(answer.status, 200, "{}: {act}: {answer:?}", self.table);
    }

    /// Both players wager, on the progressives and on all hands too where that is offered.
    async fn wagers(&self) {
        for (player, position) in self.players.iter().zip([3, 5]) {
            let side: &[(&str, u32)] = match self.table {
                "md2014" => &[("progressive", 500)],
                "md14" => &[("progressive", 100), ("five_card_progressive", 100)],
                "ma" => &[("progressive", 100), ("five_card_progressive", 100), ("cover_all", 500)],
                "sd" => &[("progressive", 100)],
                _ => &[],
            };
            for (wager, amount) in [("ante", 1_000)].iter().chain(side) {
                let act = json!({ "do": "wager", "position": position, "wager": wager, "amount": amount });
                self.must(player, "player", act).await;
            }
        }
    }

    /// Whether an act is offered to somebody of the staff now.
    async fn offered(&self, client: &Client, role: &str, act: &Value) -> bool {
        let answer = client.get(&format!("/api/v1/tables/{}?role={role}", self.table)).await.json();
        answer["view"]["legal"].as_array().expect("offers").iter().any(|offer| chosen(offer) == *act)
    }

    /// Steps, asking at each, until an act is done by somebody of the staff who is offered it, or a phase is over.
    async fn when_offered(&mut self, client: &Client, role: &str, act: Value, within: Phase) {
        while self.phase().await == within {
            if self.offered(client, role, &act).await {
                self.survey().await;
                return self.must(client, role, act).await;
            }
            self.step().await;
        }
    }

    /// Three rounds: a normal one, one with a leaver and failing sensors, and a void one.
    async fn rounds(&mut self) {
        let (floor, [ann, bob]) = (self.floor, self.players);
        self.survey().await;
        floor.open_table(self.table).await;
        // One table begins without its shuffler: the cards are shuffled by hand and cut.
        let shuffler = |status: &str| json!({ "do": "set_device", "device": "shuffler", "status": status });
        if self.table == "tribal" {
            self.must(&floor.floor, "floorperson", shuffler("out_of_order")).await;
        }
        // The decks are prepared; nobody plays, and then somebody does.
        seat(ann, self.table, 3).await;
        seat(bob, self.table, 5).await;
        self.ready().await;
        let idle = json!({ "do": "idle", "face_up": false });
        if self.offered(&floor.dealer, "dealer", &idle).await {
            self.must(&floor.dealer, "dealer", idle).await;
        }
        self.ready().await;
        self.wagers().await;
        self.close().await;
        // The light of a hand that wins goes out before it is turned up.
        let dark =
            |position: u8| json!({ "do": "sense", "position": position, "wager": "progressive", "detected": false });
        self.until(Phase::Showdown).await;
        self.when_offered(&floor.device, "device", dark(3), Phase::Showdown).await;
        self.until(Phase::Betting).await;
        if self.table == "tribal" {
            self.must(&floor.floor, "floorperson", shuffler("in_service")).await;
        }
        self.wagers().await;
        // A sensor that loses its chip before the lock-out, and a light that fails after it.
        self.close().await;
        self.when_offered(&floor.device, "device", dark(5), Phase::Closing).await;
        self.until(Phase::Dealing).await;
        self.when_offered(&floor.device, "device", dark(3), Phase::Dealing).await;
        self.until(Phase::Deciding).await;
        while floor.view(self.table).await["turn"] != 3 {
            self.step().await;
        }
        // The floor is called, and rules.
        self.must(&floor.dealer, "dealer", json!({ "do": "call_floor", "reason": "a card fell" })).await;
        self.survey().await;
        self.must(&floor.floor, "floorperson", json!({ "do": "resume", "reason": "it was the cover card" })).await;
        self.must(ann, "player", json!({ "do": "leave", "position": 3 })).await;
        self.until(Phase::Betting).await;
        if floor.view(self.table).await["seats"].as_array().is_some_and(|seats| seats.len() < 2) {
            self.must(ann, "player", json!({ "do": "sit", "position": 3 })).await;
        }
        self.wagers().await;
        // Before the deal one person is enough; not every book voids a round then.
        self.until(Phase::Dealing).await;
        let report = json!({ "do": "report", "what": "cards_face_up" });
        if floor.floor.act(self.table, "floorperson", report).await.status != 200 {
            self.until(Phase::Deciding).await;
            floor.void(self.table).await;
        }
        assert_eq!(self.phase().await, Phase::Void);
        self.until(Phase::Betting).await;
    }
}

fn word_of(next: &Value) -> &str {
    next["do"].as_str().unwrap_or_default()
}

/// A house run by people, which waits for them.
fn patient(table: &str) -> HouseText {
    let waits = "[people]\ndecision_seconds = 3600\nbetting_seconds = 3600\n";
    let observed = "[cards]\nsource = \"observed\"\n";
    match table {
        "md14" | "sd" => house(table, &[("[people]\n", waits)], &format!("{PEOPLE}{observed}")),
        SHUFFLED => house("md14", &[("[people]\n", waits)], PEOPLE),
        _ => house(table, &[], &format!("{waits}{PEOPLE}{observed}")),
    }
}

/// Everybody, each with their own socket.
async fn askers(everybody: &[(&'static str, Role, Client)]) -> Vec<Asker> {
    let mut all = Vec::new();
    for (column, role, client) in everybody {
        let socket = client.socket().await;
        let served = !matches!(*column, "nobody" | "dealer-else" | "floor-else" | "device-else" | "system");
        all.push(Asker { column, role: *role, client: client.clone(), socket, served });
    }
    all
}

/// A row: everybody's answers, and the phases and tables where they hold.
type Row = (Vec<Cell>, BTreeSet<(Phase, usize)>);

/// The rows of one act: everybody's answers, with the phases and tables where they hold.
fn rows(at: usize, walks: &[Walk<'_>]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for phase in PHASES {
        for (table, walk) in walks.iter().enumerate() {
            let Some(cells) = walk.cells.get(&(at, phase)) else { continue };
            match rows.iter_mut().find(|(known, _)| known == cells) {
                Some((_, places)) => drop(places.insert((phase, table))),
                None => rows.push((cells.clone(), BTreeSet::from([(phase, table)]))),
            }
        }
    }
    rows
}

/// Where a row holds, in words: phases, with the tables where not all are meant; first the tables where it always holds.
fn places(places: &BTreeSet<(Phase, usize)>, walks: &[Walk<'_>]) -> String {
    let has = |phase: Phase, table: usize| walks[table].cells.contains_key(&(0, phase));
    let always = |table: usize| PHASES.iter().all(|phase| !has(*phase, table) || places.contains(&(*phase, table)));
    let names = |tables: &[usize]| tables.iter().map(|table| TABLES[*table]).collect::<Vec<_>>().join(" ");
    let through: Vec<usize> = (0..TABLES.len()).filter(|table| always(*table)).collect();
    let mut all: Vec<String> = Vec::new();
    if !through.is_empty() {
        all.push(format!("always ({})", names(&through)));
    }
    for phase in PHASES {
        let here = places.iter().filter(|place| place.0 == phase).map(|place| place.1);
        let tables: Vec<usize> = here.filter(|table| !through.contains(table)).collect();
        let with_it = (0..TABLES.len()).filter(|table| has(phase, *table)).count();
        match tables.len() {
            0 => {}
            n if n == with_it => all.push(phase.word().to_owned()),
            _ => all.push(format!("{} ({})", phase.word(), names(&tables))),
        }
    }
    all.join(", ")
}

/// The whole file.
fn text(walks: &[Walk<'_>]) -> String {
    let mut text = String::from(HEAD);
    let columns: Vec<&str> = walks[0].askers.iter().map(|asker| asker.column).collect();
    let line = |cells: &[&str]| cells.iter().map(|cell| format!("{cell:<12}")).collect::<String>();
    for (at, act) in walks[0].samples.iter().enumerate() {
        let _ = writeln!(text, "\n{}\n  {}", word(act), line(&columns).trim_end());
        let rows = rows(at, walks);
        // The most frequent row is the default.
        let most = rows.iter().map(|(_, places)| places.len()).max().unwrap_or_default();
        let common = rows.iter().position(|(_, places)| places.len() == most).unwrap_or_default();
        let (usual, rest) = (&rows[common], rows.iter().enumerate().filter(|(at, _)| *at != common));
        for (_, (cells, where_)) in rest {
            let cells: Vec<&str> = cells.iter().map(|cell| cell.text()).collect();
            let _ = writeln!(text, "  {}{}", line(&cells), places(where_, walks));
        }
        let cells: Vec<&str> = usual.0.iter().map(|cell| cell.text()).collect();
        let _ = writeln!(text, "  {}{}", line(&cells), if rows.len() == 1 { "always" } else { "otherwise" });
    }
    text
}

const HEAD: &str = "\
Who may do which act, and when. Columns are people; each asks in the role of the own column, and `system` is the supervisor
who asks in the role of the house itself. `other` sits at another position, `-else` works at another table. Tables are the
example houses of the five books with physical cards, which are keyed in, and `shuffled`, md14 with the house's own cards;
tribal has no progressive, and so no phase `closing`.

  MAY    it would be done, somewhere in this phase           two    it takes a second person
  401    nobody is signed in                                 again  it takes the password once more
  403    not in this role, or not at this table
  role   refused for the role: the act is somebody else's    seat   refused for the position: it is somebody else's
  phase  refused for the phase of the round                  state  refused for what the table is like, or what is asked for
";

#[tokio::test(flavor = "multi_thread")]
async fn every_act_of_every_role_in_every_phase_of_every_book() {
    let samples = acts();
    let known: BTreeSet<String> = samples.iter().map(|act| word(act).to_owned()).collect();
    assert_eq!(known, words(), "every act has its example in common/samples.rs");
    let folder = tempfile::tempdir().expect("a folder");
    let houses: Vec<_> = TABLES.iter().map(|table| (*table, patient(table), 0)).collect();
    let other = [("other", house("sd", &[], ""), 0)];
    let open = open(folder.path(), &[houses.as_slice(), &other].concat()).await;
    let floor = Floor::of(&open).await;
    let supervisor = &floor.supervisor;
    let elsewhere = async |name, role| floor.invited(&open, name, &[role], &["other"]).await;
    let (ann, bob) = (Client::guest(&open, "ann").await, Client::guest(&open, "bob").await);
    let everybody = [
        ("nobody", Role::Player, Client::nobody(&open)),
        ("player", Role::Player, ann.clone()),
        ("other", Role::Player, bob.clone()),
        ("onlooker", Role::Player, Client::guest(&open, "eve").await),
        ("dealer", Role::Dealer, floor.dealer.clone()),
        ("dealer-else", Role::Dealer, elsewhere("dora", "dealer").await),
        ("floor", Role::Floorperson, floor.floor.clone()),
        ("floor-else", Role::Floorperson, elsewhere("fred", "floorperson").await),
        ("supervisor", Role::Supervisor, supervisor.clone()),
        ("surveill", Role::Surveillance, floor.surveillance.clone()),
        ("device", Role::Device, floor.device.clone()),
        ("device-else", Role::Device, floor.machine(&open, "shoe", &["other"]).await),
        ("system", Role::System, supervisor.clone()),
    ];
    // Without a window on a table a player would count as lost after a while.
    let mut windows = Vec::new();
    for player in [&ann, &bob] {
        let mut window = player.socket().await;
        for table in TABLES {
            window.say(json!({ "type": "watch", "table": table, "detail": "answers" })).await;
        }
        windows.push(window);
    }
    let mut walks = Vec::new();
    for table in TABLES {
        let (askers, samples) = (askers(&everybody).await, samples.clone());
        walks.push(Walk { table, floor: &floor, players: [&ann, &bob], askers, samples, cells: Cells::new() });
    }
    join_all(walks.iter_mut().map(Walk::rounds)).await;
    for act in &samples {
        let may = |walk: &Walk<'_>| {
            walk.cells
                .iter()
                .any(|((at, _), row)| word(&samples[*at]) == word(act) && row.iter().any(|cell| *cell >= Cell::Two))
        };
        let nobodys = NOBODYS.iter().any(|(nobodys, _)| *nobodys == word(act));
        assert_eq!(walks.iter().any(may), !nobodys, "{act}: somebody can do it, or nobody and NOBODYS says why");
    }
    let text = text(&walks);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/server/acts.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &text).expect("the file is written");
    }
    let golden = std::fs::read_to_string(path).expect("golden/server/acts.txt");
    for (here, there) in text.lines().zip(golden.lines()) {
        assert_eq!(here, there, "UPDATE_GOLDEN=1 rewrites the file");
    }
    assert_eq!(text.len(), golden.len(), "UPDATE_GOLDEN=1 rewrites the file");
}
