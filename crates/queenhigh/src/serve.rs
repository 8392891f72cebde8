//! `queenhigh serve`: the house online. With nothing named it opens the demo floor: a table for each rulebook, dealt by
//! robots.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use journal::SqliteStore;
use rules::{BookFiles, Books};
use server::{Config, HouseText, JournalPlace, Opened, Proxies, TableConfig, TableId, TlsFiles};
use tracing_subscriber::EnvFilter;

use crate::CommandContext;
use crate::chosen;
use crate::example;
use crate::exit::Output;
use crate::files::{self, Source};
use crate::look::StreamLook;
use crate::plural;
use crate::settings::Settings;

/// Serve tables over HTTP and WebSocket, with their pages
///
/// With neither a house nor a journal named it serves the demo floor: one table for each rulebook, dealt by robots at
/// human pace, for this machine only, kept in the folder queenhigh-demo. With --data or --database it opens the tables
/// of that journal, and founds one for each --house. The first start prints one-time links for the staff.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queenhigh serve
  queenhigh serve --data /var/lib/queenhigh
  queenhigh serve --demo --data /tmp/demo
  queenhigh serve --house my-house.toml --listen 0.0.0.0:8080 --data /var/lib/queenhigh
  queenhigh serve --database postgres://queenhigh@db/queenhigh --data /var/lib/queenhigh")]
pub(crate) struct ServeArgs {
    /// A settings file (TOML), for what neither an option nor the environment sets
    #[arg(long, value_name = "FILE", env = "QUEENHIGH_SETTINGS")]
    settings: Option<PathBuf>,
    /// The address to listen on [default: 127.0.0.1:7332]
    #[arg(long, value_name = "ADDR", env = "QUEENHIGH_LISTEN")]
    listen: Option<SocketAddr>,
    /// The folder of the journal (SQLite) and the keys [default: queenhigh-data, or queenhigh-demo for the demo floor]
    #[arg(long, value_name = "DIR", env = "QUEENHIGH_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database, which several processes may share
    #[arg(long, value_name = "URL", env = "QUEENHIGH_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// The file with the key of the people's passwords, the same for all nodes [default: people.key in the data folder]
    #[arg(long, value_name = "FILE", env = "QUEENHIGH_PEOPLE_KEY")]
    people_key: Option<PathBuf>,
    /// A file on another disk that witnesses the journal, as the one in the data folder does; repeatable, with commas in
    /// the environment
    #[arg(long = "witness", value_name = "FILE", env = "QUEENHIGH_WITNESS", value_delimiter = ',')]
    witnesses: Vec<PathBuf>,
    /// A certificate in PEM, with its chain; with it, the server speaks TLS itself
    #[arg(long, value_name = "FILE", env = "QUEENHIGH_TLS_CERTIFICATE")]
    tls_certificate: Option<PathBuf>,
    /// The certificate's private key in PEM
    #[arg(long, value_name = "FILE", env = "QUEENHIGH_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// A proxy whose X-Forwarded-For is believed: an address or a network, such as 10.0.0.0/24; repeatable
    #[arg(
        long = "trusted-proxy",
        value_name = "ADDRESS|NETWORK",
        env = "QUEENHIGH_TRUSTED_PROXIES",
        value_delimiter = ','
    )]
    trusted_proxies: Vec<String>,
    /// A house to open a table with: the code of an example, a file, or - for the standard input; repeatable
    #[arg(long = "house", value_name = "CODE|FILE|-")]
    houses: Vec<String>,
    /// Open the demo floor in the journal that --data or --database names
    #[arg(long, conflicts_with = "houses")]
    demo: bool,
    /// Robot players at each new table [default: 0; on the demo floor one to three]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=7))]
    robots: Option<u8>,
    /// Verify the whole journal before the port opens, not only what came after the last signed head
    #[arg(long)]
    verify: bool,
    /// How the log on the standard error is written [default: text]
    #[arg(long, value_enum, env = "QUEENHIGH_LOG_FORM")]
    log: Option<Log>,
    /// What is logged: error, warn, info, debug, or by part, such as server=debug [default: warn]
    #[arg(long, value_name = "LEVEL", env = "QUEENHIGH_LOG")]
    log_level: Option<String>,
    #[command(flatten)]
    pub(crate) added: files::AddedBooks,
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Log {
    /// Lines to read.
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts the log. No card is ever in it.
fn log(args: &ServeArgs, settings: &Settings) -> Result<(), Output> {
    let level = args.log_level.as_deref().or(settings.log_level.as_deref()).unwrap_or("warn");
    let told = |error: String| Output::bad_input(format!("error: --log-level {level:?}: {error}\n"));
    let filter = EnvFilter::try_new(level).map_err(|error| told(error.to_string()))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let named = settings.log.as_deref().map(|form| Log::from_str(form, false)).transpose();
    let named = named.map_err(|_| Output::bad_input("error: log in the settings: write \"text\" or \"json\"\n"))?;
    let started = match args.log.or(named).unwrap_or(Log::Text) {
        Log::Text => log.with_ansi(false).try_init(),
        Log::Json => log.json().try_init(),
    };
    started.map_err(|error| told(error.to_string()))
}

impl ServeArgs {
    /// `queenhigh serve` with nothing else.
    pub(crate) fn plain() -> ServeArgs {
        #[derive(Debug, clap::Parser)]
        struct Alone {
            #[command(flatten)]
            args: ServeArgs,
        }
        // Nothing is required, and the environment counts here too.
        <Alone as clap::Parser>::try_parse_from(["queenhigh"]).map_or_else(|error| error.exit(), |alone| alone.args)
    }
}

/// The houses of the demo floor: the examples, dealt at human pace.
fn demo(books: &[BookFiles]) -> impl Iterator<Item = (String, HouseText, u8)> {
    example::codes().enumerate().map(|(i, code)| {
        let text = example::house_text(code).unwrap_or_default();
        let text = format!(
            "{text}\n[automation]\npace = \"human\"\ncompany = \"with_people\"\n\n{}",
            example::look_text(code)
        );
        let house = HouseText { name: code.into(), text: text.into(), books: books.to_vec() };
        // Some company at most tables.
        (code.to_owned(), house, [2, 1, 3, 2, 1][i % 5])
    })
}

/// Serves until it is told to stop.
pub(crate) fn run(context: &CommandContext, args: &ServeArgs) -> Output {
    let config = match configured(context, args) {
        Ok(config) => config,
        Err(answer) => return answer,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return Output::bad_input(format!("error: no threads can be started: {error}\n")),
    };
    let style = ProgressStyle::with_template("verifying the journal {bar:30} {pos}/{len} commits, {eta} left");
    let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut progress = |done: u64, of: u64| {
        bar.set_length(of);
        bar.set_position(done);
    };
    let served = runtime.block_on(server::run(config, &mut progress, |opened| {
        bar.finish_and_clear();
        print!("{}", welcome(opened));
    }));
    match served {
        Ok(()) => Output::done("queenhigh has stopped; every round is kept as it was.\n"),
        Err(problem) => Output::bad_input(format!("error: {}\n", problem.refused)),
    }
}

/// Combines the flags, the environment and the settings file, in this order of precedence.
fn configured(context: &CommandContext, args: &ServeArgs) -> Result<Config, Output> {
    let told = |why: String| Output::bad_input(format!("error: {why}\n"));
    let settings = args.settings.as_deref().map(Settings::read).transpose().map_err(Output::error)?.unwrap_or_default();
    log(args, &settings)?;
    let first = |flag: &Option<PathBuf>, file: &Option<PathBuf>| flag.clone().or_else(|| file.clone());
    let data = first(&args.data, &settings.data);
    let database = args.database.as_ref().or(settings.database.as_ref());
    let houses = if args.houses.is_empty() { &settings.houses } else { &args.houses };
    let nothing_named = data.is_none() && database.is_none() && houses.is_empty();
    let demo = args.demo || settings.demo || nothing_named;
    if demo && !houses.is_empty() {
        return Err(told("the demo floor has houses of its own: take --demo or the houses away".to_owned()));
    }
    let shelf = Shelf::of(context, &settings)?;
    let robots = args.robots.or(settings.robots);
    let tables = if demo {
        demo_tables(&shelf, context.err, robots)?
    } else {
        tables_of(&shelf, context.err, houses, robots.unwrap_or(0))?
    };
    let data = data.unwrap_or_else(|| if demo { "queenhigh-demo" } else { "queenhigh-data" }.into());
    if database.is_none() && tables.is_empty() && !SqliteStore::was_in(&data) {
        return Err(told(format!(
            "there is no journal in {} yet: name a house for its first table with --house, or --demo for the demo floor",
            data.display()
        )));
    }
    let place = match database {
        Some(url) => JournalPlace::Database(url.clone(), data),
        None => JournalPlace::Folder(data),
    };
    let certificate = first(&args.tls_certificate, &settings.tls_certificate);
    let tls = match (certificate, first(&args.tls_key, &settings.tls_key)) {
        (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
        (None, None) => None,
        _ => return Err(told("a certificate and its key belong together: name both".to_owned())),
    };
    let proxies = if args.trusted_proxies.is_empty() { &settings.trusted_proxies } else { &args.trusted_proxies };
    let proxies = Proxies::parse(proxies.iter().map(String::as_str));
    let proxies = proxies.map_err(|why| told(format!("--trusted-proxy: {why}")))?;
    let default = SocketAddr::from(([127, 0, 0, 1], 7332));
    Ok(Config {
        listen: args.listen.or(settings.listen).unwrap_or(default),
        place,
        witnesses: if args.witnesses.is_empty() { settings.witnesses } else { args.witnesses.clone() },
        tables,
        verify_all: args.verify || settings.verify,
        tls,
        people_key: first(&args.people_key, &settings.people_key),
        proxies,
        // The houses of the demo floor come with the program, and may change with it.
        insist: !demo,
    })
}

/// The rulebooks that houses are checked under, and the files of those that do not come with the product.
struct Shelf {
    books: Books,
    files: Vec<BookFiles>,
}

impl Shelf {
    /// The command line's rulebooks come last, so that they replace those of the settings with the same code.
    fn of(context: &CommandContext, settings: &Settings) -> Result<Shelf, Output> {
        let mut books = Books::shipped();
        let mut files: Vec<BookFiles> = Vec::new();
        for added in files::add_books(&mut books, &settings.rulebooks, context.err)? {
            files.push(added.files);
        }
        for added in &context.added {
            // It was read once without a fault.
            let read = books.add_files(&added.files);
            read.map_err(|faults| Output::bad_input(format!("error: {faults}\n")))?;
            files.push(added.files.clone());
        }
        Ok(Shelf { books, files })
    }
}

/// A table for each example house.
fn demo_tables(shelf: &Shelf, look: StreamLook, robots: Option<u8>) -> Result<Vec<TableConfig>, Output> {
    demo(&shelf.files)
        .map(|(id, house, company)| table(&shelf.books, look, &id, house, robots.unwrap_or(company)))
        .collect()
}

/// A table for each house that is named.
fn tables_of(shelf: &Shelf, look: StreamLook, houses: &[String], robots: u8) -> Result<Vec<TableConfig>, Output> {
    let mut all = Vec::new();
    for name in houses {
        let source = chosen::named_or_first(Some(name))?;
        let stem = if name == "-" { "house" } else { name };
        let stem = Path::new(stem).file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        let id: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let house = HouseText { name: id.as_str().into(), text: source.text.into(), books: shelf.files.clone() };
        all.push(table(&shelf.books, look, &id, house, robots)?);
    }
    Ok(all)
}

/// A table with a lawful house.
fn table(books: &Books, look: StreamLook, id: &str, house: HouseText, robots: u8) -> Result<TableConfig, Output> {
    let wrong = || Output::bad_input(format!("error: \"{id}\" cannot be a table's id: rename the file\n"));
    let source = Source { name: house.name.to_string(), text: house.text.to_string(), folder: PathBuf::new() };
    let lawful = chosen::lawful(look, books, &source, "no table is opened")?;
    let name = format!("{} {id}", lawful.operator);
    Ok(TableConfig { id: TableId::new(id).ok_or_else(wrong)?, name: name.into(), house, robots })
}

/// What is printed when the port is open.
fn welcome(opened: &Opened) -> String {
    let base = format!("{}://{}", if opened.secure { "https" } else { "http" }, opened.address);
    let tables = plural::count(opened.tables, "table");
    let mut out = format!("Queenhigh is open at {base}: {tables}.\n");
    for (table, why) in &opened.shut {
        out.push_str(&format!("  table {table} stays shut: {why}\n"));
    }
    if !opened.links.is_empty() {
        out.push_str("One-time links for the staff, each to be opened once within a day:\n");
        for (name, path) in &opened.links {
            out.push_str(&format!("  {name:<13}{base}{path}\n"));
        }
    }
    out
}
