//! A PostgreSQL cluster for tests: made fresh in a temporary folder, on a free port, and removed after the test.
//!
//! PostgreSQL refuses to run as root, so root hands it to the user `postgres`. The test holds a pipe to it: when the
//! test ends, however it ends, the pipe closes and the server is stopped by its process id.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long the server may take to accept connections.
const START_SECONDS_MAX: u64 = 60;

/// How many ports are tried when another process takes one first.
const PORTS_TRIED_MAX: u32 = 5;

/// Whether commits are synced to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// As in a casino. For measurements.
    On,
    /// Faster, for tests that do not simulate a power cut.
    Off,
}

/// Why there is no cluster, or why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum ClusterFault {
    /// The programs are missing.
    #[error("PostgreSQL is not installed: install the system's package postgresql")]
    NotInstalled,
    /// The system did not let us.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// A program failed.
    #[error("{command}: {said}")]
    Failed {
        /// The program with its arguments.
        command: String,
        /// Its output.
        said: String,
    },
    /// The server ended, or accepts no connections.
    #[error("PostgreSQL did not start: {0}")]
    NotStarted(String),
}

/// A running cluster.
pub struct Cluster {
    shell: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    server_pid: u32,
    bin: PathBuf,
    port: u16,
    databases: AtomicU32,
    _folder: tempfile::TempDir,
}

impl Cluster {
    /// Starts a cluster, or says what is missing.
    pub fn start(sync: Sync) -> Result<Cluster, ClusterFault> {
        let bin = find_programs()?;
        let mut started = Cluster::start_once(&bin, sync);
        for _ in 1..PORTS_TRIED_MAX {
            if started.is_ok() {
                break;
            }
            started = Cluster::start_once(&bin, sync);
        }
        started
    }

    fn start_once(bin: &Path, sync: Sync) -> Result<Cluster, ClusterFault> {
        let folder = tempfile::Builder::new().prefix("pgtest-").tempdir()?;
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr())?.port();
        let script = script(bin, folder.path(), port, sync);
        let mut command = if is_root() {
            run(Command::new("chown").arg("postgres").arg(folder.path()))?;
            let mut command = Command::new("su");
            command.args(["-s", "/bin/sh", "postgres", "-c", &script]);
            command
        } else {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &script]);
            command
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).current_dir("/");
        let mut shell = command.spawn()?;
        let stdin = shell.stdin.take();
        let unheard = || ClusterFault::NotStarted("its shell cannot be heard".to_owned());
        let mut stdout = BufReader::new(shell.stdout.take().ok_or_else(unheard)?);
        let mut line = String::new();
        stdout.read_line(&mut line)?;
        let Ok(server_pid) = line.trim().parse() else {
            let _ = shell.wait();
            return Err(ClusterFault::NotStarted(logs(folder.path())));
        };
        let cluster = Cluster {
            shell,
            stdin,
            stdout,
            server_pid,
            bin: bin.to_owned(),
            port,
            databases: AtomicU32::new(0),
            _folder: folder,
        };
        cluster.wait_until_ready()?;
        Ok(cluster)
    }

    fn wait_until_ready(&self) -> Result<(), ClusterFault> {
        let begin = Instant::now();
        let port = self.port.to_string();
        while begin.elapsed() < Duration::from_secs(START_SECONDS_MAX) {
            let mut ready = Command::new(self.bin.join("pg_isready"));
            ready.args(["-q", "-h", "127.0.0.1", "-U", "postgres", "-p", &port]);
            if ready.status().is_ok_and(|status| status.success()) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let logs = logs(self._folder.path());
        Err(ClusterFault::NotStarted(format!("it accepts no connections after {START_SECONDS_MAX} s\n{logs}")))
    }

    /// Makes an empty database and gives its address.
    pub fn new_database(&self) -> Result<String, ClusterFault> {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql(&format!("CREATE DATABASE {name}"))?;
        Ok(self.url(&name))
    }

    /// The address of a database.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Runs a statement as the superuser, in the database `postgres`.
    pub fn sql(&self, statement: &str) -> Result<(), ClusterFault> {
        let url = self.url("postgres");
        run(Command::new(self.bin.join("psql")).args([
            "-q",
            "-X",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            &url,
            "-c",
            statement,
        ]))
    }

    /// Stops the server at once, as for a restart: connections are cut, and what is committed stays.
    pub fn stop(&mut self) -> Result<(), ClusterFault> {
        self.tell("stop").map(drop)
    }

    /// Starts a stopped server again, on the same port.
    pub fn start_again(&mut self) -> Result<(), ClusterFault> {
        let said = self.tell("start")?;
        self.server_pid = said.trim().parse().map_err(|_| ClusterFault::NotStarted(said))?;
        self.wait_until_ready()
    }

    /// Tells the shell to do something, and waits for its answer.
    fn tell(&mut self, what: &str) -> Result<String, ClusterFault> {
        if let Some(stdin) = &mut self.stdin {
            writeln!(stdin, "{what}")?;
        }
        let mut line = String::new();
        self.stdout.read_line(&mut line)?;
        Ok(line)
    }

    /// The process id of the server.
    #[must_use]
    pub fn server_pid(&self) -> u32 {
        self.server_pid
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The shell reads the end of its input, stops the server and waits for it.
        drop(self.stdin.take());
        let _ = self.shell.wait();
    }
}

/// Makes the cluster, starts the server, prints its process id, and stops it when the input ends. Until then it is
/// stopped and started when the input says so.
fn script(bin: &Path, folder: &Path, port: u16, sync: Sync) -> String {
    let sync = match sync {
        Sync::On => "on",
        Sync::Off => "off",
    };
    let (bin, folder) = (quoted(bin), quoted(folder));
    format!(
        "bin={bin}; folder={folder}
         \"$bin/initdb\" -D \"$folder/data\" -A trust -U postgres -E UTF8 --locale=C --no-sync >\"$folder/log\" 2>&1 || exit 1
         start() {{
             \"$bin/postgres\" -D \"$folder/data\" -p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
                 -c fsync={sync} -c max_connections=100 -c shared_buffers=64MB </dev/null >>\"$folder/log\" 2>&1 &
             server=$!
             echo $server
         }}
         trap : TERM INT HUP
         start
         while read -r line; do
             case $line in
                 stop) kill -INT $server; wait $server; echo stopped;;
                 start) start;;
             esac
         done
         kill -QUIT $server 2>/dev/null
         wait $server
         rm -rf \"$folder/data\""
    )
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

fn logs(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

fn run(command: &mut Command) -> Result<(), ClusterFault> {
    let output = command.output();
    let failed = |said: String| ClusterFault::Failed { command: format!("{command:?}"), said };
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(failed(String::from_utf8_lossy(&output.stderr).into_owned())),
        Err(fault) => Err(failed(fault.to_string())),
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether PostgreSQL's programs are on this machine.
#[must_use]
pub fn is_installed() -> bool {
    find_programs().is_ok()
}

/// The folder of the programs: on the path, or where the system's packages put the newest version.
fn find_programs() -> Result<PathBuf, ClusterFault> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let packaged = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = packaged
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_by(|a, b| b.cmp(a));
    let programs = ["initdb", "postgres", "psql", "pg_isready"];
    let complete = |folder: &PathBuf| programs.iter().all(|program| folder.join(program).exists());
    std::env::split_paths(&path)
        .chain(versions.into_iter().map(|(_, folder)| folder))
        .find(complete)
        .ok_or(ClusterFault::NotInstalled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_cluster_is_gone_and_starts_again_with_what_it_had() {
        let mut cluster = Cluster::start(Sync::Off).unwrap();
        cluster.sql("CREATE TABLE kept (n int)").unwrap();
        cluster.stop().unwrap();
        assert!(cluster.sql("SELECT n FROM kept").is_err());
        cluster.start_again().unwrap();
        cluster.sql("SELECT n FROM kept").unwrap();
    }

    #[test]
    fn a_cluster_starts_takes_databases_and_is_gone_afterwards() {
        let cluster = Cluster::start(Sync::Off).unwrap();
        assert_ne!(cluster.new_database().unwrap(), cluster.new_database().unwrap());
        assert!(
            matches!(cluster.sql("SELECT nonsense"), Err(ClusterFault::Failed { said, .. }) if said.contains("nonsense"))
        );
        let folder = cluster._folder.path().to_owned();
        drop(cluster);
        assert!(!folder.exists());
    }
}
