//! `queenhigh check`: whether a house is lawful under its rulebook, all faults at once, each with its clause.

use clap::Args;
use rules::BookWords;
use rules::house::{self, Fault, HouseCheck, Severity};
use schemars::JsonSchema;
use serde::Serialize;

use crate::CommandContext;
use crate::chosen;
use crate::example;
use crate::exit::{Exit, Output};
use crate::files::{AddedBooks, Source};
use crate::generous;
use crate::law;
use crate::look::{StreamLook, Style};
use crate::plural;
use crate::report::{SourceFinding, Weight};
use crate::table_text::clean;

/// Check houses against their rulebooks
///
/// A house is an operator's rules submission, a TOML file. Every fault is reported with its place, the clause
/// behind it and what would be lawful. The exit status is 0 when every house is lawful, 1 when one is not, and
/// 2 when a file cannot be read or is not TOML.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh check --example md14 > my-house.toml
  queenhigh check my-house.toml
  queenhigh check md14 -")]
pub(crate) struct CheckArgs {
    /// The houses: the codes of examples, files, or - for the standard input
    #[arg(value_name = "CODE|FILE|-", required_unless_present = "example")]
    houses: Vec<String>,
    /// Print an example house of a rulebook, to start from; a rulebook that was added has one too
    #[arg(long, value_name = "CODE", conflicts_with_all = ["houses", "json"])]
    example: Option<String>,
    /// Print JSON: one object, or an array when several files are given
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) added: AddedBooks,
}

/// What `check --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "check")]
pub(crate) enum CheckOutput {
    /// One file was given.
    One(Checked),
    /// Several files were given.
    Several(Vec<Checked>),
}

/// What was found in one house.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Checked {
    /// The file, or the code of the example.
    file: String,
    /// The rulebook it names.
    rulebook: Option<String>,
    /// Whether a table may be opened with it.
    lawful: bool,
    /// BLAKE3 of the house's content, when it is lawful.
    digest: Option<String>,
    /// Everything found, in the order of the file.
    faults: Vec<FaultOut>,
}

/// One finding.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FaultOut {
    /// `error`, or `warning` for what is lawful but strange.
    severity: &'static str,
    /// The key it is about, such as `progressive.seed.main`.
    key: String,
    /// What is wrong.
    message: String,
    /// What would be lawful.
    help: String,
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
    /// The clauses behind it, the most telling first.
    clauses: Vec<String>,
    /// The numbers of the readings behind it.
    readings: Vec<u8>,
}

pub(crate) fn run(context: &CommandContext, args: &CheckArgs) -> Output {
    if let Some(code) = &args.example {
        return example_house(context, code);
    }
    let mut answer = Output::default();
    let mut all = Vec::new();
    for name in &args.houses {
        let source = match chosen::named(name) {
            Ok(source) => source,
            Err(sentence) => {
                answer.err.push_str(&format!("error: {sentence}\n"));
                answer.exit = Exit::BadInput;
                continue;
            }
        };
        let report = generous::check(&source.text, &context.books);
        let exit = match &report {
            HouseCheck { unreadable: true, .. } => Exit::BadInput,
            HouseCheck { house: None, .. } => Exit::No,
            HouseCheck { house: Some(_), .. } => Exit::Done,
        };
        answer.exit = answer.exit.max(exit);
        if args.json {
            all.push(checked(&source, &report));
        } else {
            answer.err.push_str(&faults(context.err, &source, &report));
            answer.out.push_str(&summary(context.out, &source, &report));
        }
    }
    if args.json && !all.is_empty() {
        let value = if args.houses.len() == 1 { CheckOutput::One(all.remove(0)) } else { CheckOutput::Several(all) };
        answer.out = Output::json(&value).out;
    }
    answer
}

/// The example house of a rulebook: the one that comes with it, or one that is made for a rulebook that was added.
fn example_house(context: &CommandContext, code: &str) -> Output {
    let added = context.added.iter().any(|added| added.code == code);
    if let Some(text) = example::house_text(code).filter(|_| !added) {
        return Output::done(text);
    }
    match house::example(&context.books, code) {
        Ok(text) => Output::done(text),
        Err(faults) if faults.is_empty() => {
            let known = context.books.codes().collect::<Vec<_>>().join(", ");
            Output::bad_input(format!("error: there is no example house \"{}\"; there are {known}\n", clean(code)))
        }
        Err(faults) => {
            let said: String =
                faults.iter().map(|fault| format!("  {}: {}\n", fault.key, clean(&fault.message))).collect();
            let sentence = format!("error: no lawful house was found under {}; the nearest has\n{said}", clean(code));
            Output { err: sentence, exit: Exit::No, ..Output::default() }
        }
    }
}

/// Every fault of a house, drawn one after the other.
pub(crate) fn faults(look: StreamLook, source: &Source, report: &HouseCheck) -> String {
    report.faults.iter().map(|fault| draw(look, source, fault, &report.words)).collect()
}

fn draw(look: StreamLook, source: &Source, fault: &Fault, words: &BookWords) -> String {
    let weight = match fault.severity {
        Severity::Error => Weight::Error,
        Severity::Warning => Weight::Warning,
    };
    let title = format!("{}: {}", fault.key, fault.message);
    let finding = SourceFinding { file: &source.name, text: &source.text, weight, title, span: fault.span.clone() };
    format!("{}{}\n", finding.draw(look), law::beneath(look, &fault.help, &fault.cite, words))
}

/// A one-line result for a house.
fn summary(look: StreamLook, source: &Source, report: &HouseCheck) -> String {
    let count = |n: usize, what: &str| (n > 0).then(|| plural::count(n, what));
    let warnings = count(report.warnings().count(), "warning");
    match &report.house {
        Some(house) => {
            let lawful = look.paint(Style::Good, &format!("lawful under {}", house.book.code));
            let warnings = warnings.map(|w| format!(", {w}")).unwrap_or_default();
            format!("{}: {lawful}{warnings} (digest {})\n", source.name, house.digest)
        }
        None => {
            let found: Vec<String> = count(report.errors().count(), "error").into_iter().chain(warnings).collect();
            format!("{}: {}\n", source.name, look.paint(Style::Bad, &found.join(", ")))
        }
    }
}

fn checked(source: &Source, report: &HouseCheck) -> Checked {
    // Taken from the text itself, as a house that fails is not kept.
    let named = || Some(source.text.parse::<toml::Table>().ok()?.get("rulebook")?.as_str()?.to_owned());
    Checked {
        file: source.name.clone(),
        rulebook: report.house.as_ref().map(|house| house.book.code.clone()).or_else(named),
        lawful: report.house.is_some(),
        digest: report.house.as_ref().map(|house| house.digest.clone()),
        faults: report.faults.iter().map(described).collect(),
    }
}

fn described(fault: &Fault) -> FaultOut {
    FaultOut {
        severity: match fault.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        key: fault.key.clone(),
        message: fault.message.clone(),
        help: fault.help.clone(),
        line: fault.line,
        column: fault.column,
        clauses: fault.cite.clauses.iter().map(ToString::to_string).collect(),
        readings: fault.cite.readings.clone(),
    }
}
