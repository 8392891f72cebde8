//! A crowd outside the house. It starts the real server as a process, reaches it over real sockets as strangers do, and
//! measures what the server uses and how long people wait. `cargo xtask load` keeps the figures in docs/load.md.

mod crowd;
mod floor;
mod full;
mod house;
mod human;
mod pace;
mod play;
mod progress;
mod report;
mod restart;
mod setting;
mod usage;
mod viewers;
mod whole;

use std::path::PathBuf;

use anyhow::Result;

pub use crate::human::{BETTING_SECONDS, ROBOTS, ROUNDS_AN_HOUR};
pub use crate::report::{LoadReport, Measurement};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LoadPart {
    /// Tables of robots at human pace: the rounds an hour they make, and how much of a core they take for it.
    Pace,
    /// Tables of seven robots at full speed: complete rounds a second, every event durable.
    Full,
    /// Guests who play alone at tables of their own over WebSocket: rounds a second.
    Play,
    /// People who look on: how late an event is, and what each of them costs.
    Viewers,
    /// A start over a long journal, and past rounds asked for at random.
    Restart,
}

impl LoadPart {
    /// All of them, in the order of the page.
    pub const ALL: [LoadPart; 5] =
        [LoadPart::Pace, LoadPart::Full, LoadPart::Play, LoadPart::Viewers, LoadPart::Restart];
}

/// How large.
#[derive(Clone, Debug, clap::Args)]
pub struct Sizes {
    /// Tables at human pace
    #[arg(long, default_value_t = 1_000)]
    pub tables: usize,
    /// Tables at full speed
    #[arg(long, default_value_t = 32)]
    pub full_tables: usize,
    /// Guests who play, each at tables of their own
    #[arg(long, default_value_t = 300)]
    pub players: usize,
    /// Tables at which each of them plays, over one socket
    #[arg(long, default_value_t = 1)]
    pub tables_each: usize,
    /// Whether players decide and wager for the next round in one order
    #[arg(long)]
    pub plays_on: bool,
    /// Whether players also follow the views of their tables
    #[arg(long)]
    pub watching: bool,
    /// People who look on
    #[arg(long, default_value_t = 5_000)]
    pub viewers: usize,
    /// Tables they look at
    #[arg(long, default_value_t = 50)]
    pub viewed_tables: usize,
    /// Rounds that are stored before the restart
    #[arg(long, default_value_t = 20_000)]
    pub rounds: u64,
    /// Past rounds that are asked for
    #[arg(long, default_value_t = 500)]
    pub recalls: usize,
    /// How many seconds each part is measured once it is up to speed: 30 by default. Human pace is measured from the
    /// end of every table's first round for at least this long, 2.5 rounds by default, and then until every table has
    /// ended its round
    #[arg(long)]
    pub seconds: Option<u64>,
    /// Robot players at each table at human pace
    #[arg(long, default_value_t = human::ROBOTS)]
    pub robots: u8,
    /// How long betting is open at human pace: what sets the rounds an hour
    #[arg(long, default_value_t = human::BETTING_SECONDS)]
    pub betting_seconds: u32,
    /// The rounds an hour that a table should make at human pace: more than a tenth off is reported
    #[arg(long, default_value_t = human::ROUNDS_AN_HOUR)]
    pub rounds_an_hour: f64,
}

impl Sizes {
    /// How long each part but human pace is measured.
    pub(crate) fn seconds(&self) -> u64 {
        self.seconds.unwrap_or(30)
    }
}

/// What is run.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// The server's program.
    pub server: PathBuf,
    /// An example house, as text.
    pub house: String,
    /// How large.
    pub sizes: Sizes,
    /// A folder that is kept: a journal is made there once and used again. None is a new one.
    pub keep: Option<PathBuf>,
}

/// Measures one part.
///
/// # Errors
/// When the server does not start, or does not do what it should.
pub fn run(part: LoadPart, plan: &LoadPlan) -> Result<LoadReport> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match part {
            LoadPart::Pace => pace::run(plan).await,
            LoadPart::Full => full::run(plan).await,
            LoadPart::Play => play::run(plan).await,
            LoadPart::Viewers => viewers::run(plan).await,
            LoadPart::Restart => restart::run(plan).await,
        }
    })
}
