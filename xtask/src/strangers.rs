//! `cargo xtask strangers`: schemathesis, a third-party fuzzer, reads the server's description and sends it random
//! requests, as nobody and as a supervisor. It is installed into its own folder; the result is kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::campaign::target;
use crate::repo::Repo;
use crate::shell;

/// The version that the result was made with.
const PACKAGE: &str = "schemathesis==4.32.5";

/// Where the last result is kept.
const PAGE: &str = "docs/strangers.md";

/// The statuses allowed for requests that fit the schemas: done, or no right, not found, id taken, refused by the rules
/// of the game, too many. Never unreadable.
const CONFIG: &str = "\
hooks = \"hooks.py\"

[checks.positive_data_acceptance]
expected-statuses = [\"2xx\", 401, 403, 404, 409, 422, 429]
";

/// To a schema 2.0 is a whole number. The server reads amounts only from integers, so they are written as such.
const HOOKS: &str = "\
import schemathesis


def whole(value):
    if isinstance(value, dict):
        return {name: whole(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


@schemathesis.hook
def map_body(context, body):
    return whole(body)
";

/// How long.
#[derive(Args)]
pub(crate) struct Options {
    /// Examples for each operation
    #[arg(long, default_value_t = 100)]
    examples: u32,
    /// Where the chance begins
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// A server that ends with this value.
struct House {
    child: Child,
    address: String,
    /// The token of the supervisor's one-time link.
    token: String,
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl House {
    fn open(repo: &Repo) -> Result<House> {
        let server = shell::built(repo, &["build", "-p", "queenhigh", "--bin", "queenhigh"])?;
        let folder = target(repo).join("campaigns/strangers");
        let _ = std::fs::remove_dir_all(folder.join("data"));
        std::fs::create_dir_all(&folder)?;
        let house = folder.join("0.toml");
        // The table is named as the fuzzer names things, so that some of what it tries exists.
        std::fs::write(&house, repo.read("houses/sd.toml")? + "\n[automation]\npace = \"full\"\n")?;
        let mut command = Command::new(server);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.join("data"))
            .arg("--house")
            .arg(&house);
        let mut child = command.stdout(Stdio::piped()).spawn().context("the server cannot be started")?;
        let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines();
        let mut find = |what: &str, after: &str| -> Result<String> {
            let line = lines.by_ref().map_while(Result::ok).find(|line| line.contains(what));
            let word = line.as_deref().and_then(|line| line.split(after).nth(1));
            let word = word.and_then(|rest| rest.split([' ', ',']).next()).with_context(|| format!("no {what}"))?;
            Ok(word.trim_end_matches(':').to_owned())
        };
        let address = find("is open at", "http://")?;
        let token = find("supervisor", "#")?;
        Ok(House { child, address, token })
    }

    /// Uses the supervisor's link; returns the headers of the session.
    fn sign_in(&self) -> Result<[String; 2]> {
        let body = format!("{{\"token\":\"{}\"}}", self.token);
        let mut stream = TcpStream::connect(&self.address)?;
        let head =
            "POST /api/v1/link HTTP/1.1\r\nHost: house\r\nConnection: close\r\nContent-Type: application/json\r\n";
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len())?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        let (head, body) = text.split_once("\r\n\r\n").context("no answer")?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
        let me: serde_json::Value = serde_json::from_str(body)?;
        let (cookie, csrf) = cookie.zip(me["csrf"].as_str()).context("the supervisor is not let in")?;
        Ok([format!("Cookie: {cookie}"), format!("X-Csrf-Token: {csrf}")])
    }
}

/// Runs the fuzzer and records what it found.
pub(crate) fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let venv = std::path::absolute(target(repo).join("campaigns/venv"))?;
    let program = venv.join("bin/schemathesis");
    if !program.exists() {
        let venv = venv.to_string_lossy();
        let installed = shell::run(repo, &["python3", "-m", "venv", &venv])?
            && shell::run(repo, &[&format!("{venv}/bin/pip"), "install", "--quiet", PACKAGE])?;
        ensure!(installed, "schemathesis could not be installed: it takes Python 3 and a registry of packages");
    }
    let house = House::open(repo)?;
    let headers = house.sign_in()?;
    let mut rows = String::new();
    let mut sound = true;
    for (who, headers) in [("nobody", &[][..]), ("a supervisor", &headers[..])] {
        let mut command = Command::new(&program);
        // It writes its results, and reads its configuration, where it runs.
        let folder = target(repo).join("campaigns/strangers");
        std::fs::write(folder.join("schemathesis.toml"), CONFIG)?;
        std::fs::write(folder.join("hooks.py"), HOOKS)?;
        command.current_dir(folder);
        command.arg("run").arg(format!("http://{}/api/openapi.json", house.address));
        command.args(["--max-examples", &options.examples.to_string()]);
        command.args(["--seed", &options.seed.to_string(), "--exclude-path", "/api/v1/live"]);
        // The supervisor's session must not be ended.
        command.args(["--exclude-path", "/api/v1/session", "--exclude-path-regex", "staff/.*/sessions"]);
        if !headers.is_empty() {
            // Signing in again would end the old session.
            command.args(["--exclude-path", "/api/v1/guest", "--exclude-path", "/api/v1/link"]);
        }
        for header in headers {
            command.args(["-H", header]);
        }
        let output = command.output().context("schemathesis cannot be started")?;
        let text = String::from_utf8_lossy(&output.stdout);
        println!("{text}");
        let cases = text.lines().find(|line| line.contains(" generated,")).map_or("none", str::trim);
        let operations = text.lines().find_map(|line| line.trim().strip_prefix("Selected: ")).unwrap_or("none");
        rows.push_str(&format!("| {who} | {operations} | {cases} |\n"));
        sound &= output.status.success();
    }
    if sound {
        repo.write(PAGE, &page(&rows, options))?;
    }
    Ok(sound)
}

fn page(rows: &str, options: &Options) -> String {
    format!(
        "# Strangers at the door\n\n\
         `cargo xtask strangers` starts the server and lets schemathesis ({PACKAGE}) read its description and send it whatever\n\
         it can think of: right and wrong types, missing and surplus fields, odd characters, wrong methods, sequences. Every\n\
         answer must have a documented status and shape, and none may be a fault of the server. What is against the schemas\n\
         must be refused. What is as they have it must be read: it is done, or refused for the right, because it is not there,\n\
         because the id was used, or by the rules of the game (401, 403, 404, 409, 422, 429), and never as malformed (400). One\n\
         thing schemas cannot say: to them 2.0 is a whole number, and the server reads amounts from whole numbers alone, so\n\
         that they are sent as such. Left out: the WebSocket, which `crates/server/tests/sockets.rs` tries, and what would end\n\
         the supervisor's own session.\n\n\
         | as | operations | cases |\n|---|---|---|\n{rows}\n\
         {} examples for each operation, seed {}.\n",
        options.examples, options.seed
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_who_and_how_much() {
        let page = page("| nobody | 20/21 | 6 generated, 6 passed |\n", &Options { examples: 9, seed: 3 });
        assert!(
            page.contains("| nobody | 20/21 |") && page.contains("9 examples for each operation, seed 3"),
            "{page}"
        );
    }
}
