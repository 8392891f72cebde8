//! The server as a process of its own, with as many tables as are wanted.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::LoadPlan;
use crate::progress::Progress;
use crate::setting::set;
use crate::usage::{self, Usage};

/// How long a server may take to open.
const OPENING: Duration = Duration::from_secs(600);

/// A server, stopped when this value is dropped.
pub(crate) struct House {
    child: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// How long it took from its start to its open port.
    pub(crate) opening: Duration,
}

/// What a server is started with.
pub(crate) struct Opening<'a> {
    /// Where its journal is.
    pub(crate) folder: &'a Path,
    /// How many tables.
    pub(crate) tables: usize,
    /// How fast robots act.
    pub(crate) pace: Pace,
    /// Robot players at each table.
    pub(crate) robots: u8,
}

/// How fast robots act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As fast as they can.
    Full,
    /// As people do, with betting open for this long.
    Human { betting_seconds: u32 },
}

/// The id of a table by its number.
pub(crate) fn table(number: usize) -> String {
    format!("t{number:05}")
}

impl House {
    /// Starts it and waits until it listens.
    pub(crate) fn open(plan: &LoadPlan, opening: &Opening<'_>) -> Result<House> {
        let houses = houses(plan, opening)?;
        let started = Instant::now();
        let mut command = Command::new(&plan.server);
        command.args(["serve", "--listen", "127.0.0.1:0", "--robots", &opening.robots.to_string(), "--data"]);
        command.arg(opening.folder.join("data"));
        for house in houses {
            command.arg("--house").arg(house);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().context("no server")?;
        let out = child.stdout.take().context("no output")?;
        let (told, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let _ = told.send(line);
            }
        });
        let first = first_line(&lines, opening.tables);
        let address = first.and_then(|first| first.split("http://").nth(1)?.split(": ").next()?.parse().ok());
        match address {
            Some(address) => Ok(House { child, address, opening: started.elapsed() }),
            None => {
                let _ = child.kill();
                bail!("the server does not say where it listens")
            }
        }
    }

    /// What it has used so far.
    pub(crate) fn usage(&self) -> Result<Usage> {
        usage::of(self.child.id())
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first line that a server prints, if it comes in time.
fn first_line(lines: &mpsc::Receiver<String>, tables: usize) -> Option<String> {
    let mut progress = Progress::new();
    while progress.elapsed() < OPENING {
        match lines.recv_timeout(Duration::from_secs(1)) {
            Ok(line) => return Some(line),
            Err(mpsc::RecvTimeoutError::Timeout) => progress.tell(&format!("the server opens {tables} tables")),
            Err(mpsc::RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

/// The number of tables that share the meters of one link: a progressive takes 24 games.
const LINKED: usize = 20;

/// One file for each table, named by the table's id. Each link gets a realistic number of tables.
fn houses(plan: &LoadPlan, opening: &Opening<'_>) -> Result<Vec<PathBuf>> {
    let text = paced(&plan.house, opening.pace);
    let folder = opening.folder.join("houses");
    std::fs::create_dir_all(&folder)?;
    (0..opening.tables)
        .map(|number| {
            let path = folder.join(format!("{}.toml", table(number)));
            let link = format!(".link]\nname = \"{} ", number / LINKED);
            std::fs::write(&path, text.replace(".link]\nname = \"", &link))?;
            Ok(path)
        })
        .collect()
}

/// A house whose robots act at a pace.
fn paced(house: &str, pace: Pace) -> String {
    match pace {
        Pace::Full => set(house, "automation", "pace", "\"full\""),
        Pace::Human { betting_seconds } => {
            let human = set(house, "automation", "pace", "\"human\"");
            set(&human, "people", "betting_seconds", &betting_seconds.to_string())
        }
    }
}
