//! `queenhigh rules show`: a rulebook as a digest, a clause in full, or all that a rulebook says about a word.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use rules::Books;
use rules::books::Book;
use rules::clauses::{self, plain};
use rules::rulebook::LawCited;
use schemars::JsonSchema;
use serde::Serialize;

use super::dimension::{self, RulebookText, Said};
use super::list::words_digest;
use super::paytables::{self, PaytableOut};
use super::readings::ReadingOut;
use super::{book, counted};
use crate::CommandContext;
use crate::exit::{Exit, Output};
use crate::files::AddedBooks;
use crate::law;
use crate::look::{StreamLook, Style};
use crate::paytable_text;
use crate::table_text::{Cell, TextTable, clean, hanging, wrap};

/// The greatest width of a dimension's title.
pub(super) const TITLE_WIDTH: usize = 36;

/// The most clauses that are shown in full; more are only listed.
const IN_FULL_MAX: usize = 4;

/// Show a rulebook, one of its clauses, or all it says about a word
///
/// Without a second word the rulebook is shown dimension by dimension. With a clause's number, with or without
/// the rulebook's code, the clause is shown and those beneath it. With any other word, everything that contains it.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh rules show md14
  queenhigh rules show md14 \"11.D(7)\"
  queenhigh rules show ma \"cover all\"")]
pub(crate) struct ShowArgs {
    /// The rulebook's code
    #[arg(value_name = "BOOK")]
    book: String,
    /// A clause's number, or words to look for
    #[arg(value_name = "CLAUSE|WORD")]
    asked: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(super) added: AddedBooks,
}

/// What `rules show --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "rules-show")]
pub(crate) struct BookContents {
    /// The rulebook's code.
    book: String,
    /// What was asked for; null for the whole rulebook.
    asked: Option<String>,
    /// The clauses found.
    clauses: Vec<ClauseOut>,
    /// The dimensions found, with what the rulebook says in them.
    dimensions: Vec<DimensionOut>,
    /// The paytables found.
    paytables: Vec<PaytableOut>,
    /// The readings that the clauses found rest on.
    readings: Vec<ReadingOut>,
}

impl BookContents {
    fn is_empty(&self) -> bool {
        self.clauses.is_empty() && self.dimensions.is_empty() && self.paytables.is_empty()
    }
}

/// One clause. Only its id and what cites it are known of a rulebook without a clause list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ClauseOut {
    /// The id.
    id: String,
    /// What it requires, in our own words.
    requirement: Option<String>,
    /// What it is about.
    kind: Option<String>,
    /// How software honours it: enforce, record, compute, configure, display or physical.
    how: Option<String>,
    /// The files that honour it.
    homes: Vec<String>,
    /// What proves it; nothing for an added rulebook, which no test run of ours knows.
    proofs: Vec<String>,
    /// The keys of an added rulebook that cite it; absent for the rulebooks that come with the product.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited_by: Option<Vec<String>>,
    /// The numbers of the readings it rests on.
    readings: Vec<u8>,
}

/// One dimension of a rulebook.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct DimensionOut {
    /// The path in the rulebook's file.
    path: String,
    /// What it is about.
    title: String,
    /// The group it is listed in.
    section: String,
    /// What the rulebook says.
    says: Said,
}

pub(super) fn run(context: &CommandContext, args: &ShowArgs) -> Result<Output, Output> {
    let book = book(context, &args.book)?;
    let asked = args.asked.join(" ");
    let code = &book.rules.code;
    let look = context.out.in_money(&book.rules.own_currency());
    if asked.trim().is_empty() {
        let shown = whole(book);
        return Ok(if args.json { Output::json(&shown) } else { Output::done(digest(look, book, &shown)) });
    }
    let number = asked.strip_prefix(&format!("{code}:")).unwrap_or(&asked);
    let shown = match by_number(&context.books, book, number) {
        found if !found.clauses.is_empty() => found,
        _ => by_word(book, number),
    };
    let nothing = shown.is_empty();
    let mut answer = match (args.json, nothing) {
        (true, _) => Output::json(&shown),
        (false, true) => Output::default(),
        (false, false) => Output::done(found_text(look, book, &shown)),
    };
    if nothing {
        answer.err = nearest(context, book, number);
        answer.exit = Exit::No;
    }
    Ok(answer)
}

/// The keys of a rulebook that cite each clause, in the order of its text.
pub(super) fn keys_by_clause(book: &Book) -> BTreeMap<String, Vec<String>> {
    let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for cited in book.citations() {
        if let LawCited::Clause(id) = cited.law {
            let known = keys.entry(id).or_default();
            if !known.contains(&cited.key) {
                known.push(cited.key);
            }
        }
    }
    keys
}

/// All clauses of a rulebook: those of its list, or the ids that it cites.
fn all_clauses(book: &Book) -> Vec<ClauseOut> {
    let keys = if book.shipped { BTreeMap::new() } else { keys_by_clause(book) };
    let cited_by = |id: &str| (!book.shipped).then(|| keys.get(id).cloned().unwrap_or_default());
    if book.words.has_list() {
        // Where a clause of a shipped book is honoured says nothing about a book in its place.
        let known = |list: &[String]| if book.shipped { list.to_vec() } else { Vec::new() };
        let described = |clause: &clauses::Clause| ClauseOut {
            id: clause.id.clone(),
            requirement: Some(clause.requirement.clone()),
            kind: Some(clause.kind.to_string()),
            how: Some(clause.how.to_string()),
            homes: known(&clause.homes),
            proofs: known(&clause.proofs),
            cited_by: cited_by(&clause.id),
            readings: clause.readings.clone(),
        };
        return book.words.clauses().iter().map(described).collect();
    }
    let bare = |id: &String| ClauseOut {
        id: id.clone(),
        requirement: None,
        kind: None,
        how: None,
        homes: Vec::new(),
        proofs: Vec::new(),
        cited_by: cited_by(id),
        readings: Vec::new(),
    };
    keys.keys().map(bare).collect()
}

fn number_of(id: &str) -> &str {
    id.split_once(':').map_or(id, |(_, number)| number)
}

fn dimensions(book: &Book, wanted: impl Fn(&clauses::Dimension, &Said) -> bool) -> Vec<DimensionOut> {
    let text = RulebookText::of(book);
    let say = |dimension: &clauses::Dimension| {
        let says = text.say(dimension).filter(|said| wanted(dimension, said))?;
        Some(DimensionOut {
            path: dimension.path.clone(),
            title: dimension.title.clone(),
            section: dimension.section.clone(),
            says,
        })
    };
    dimension::dimensions(&[&text]).iter().filter_map(say).collect()
}

fn whole(book: &Book) -> BookContents {
    BookContents {
        book: book.rules.code.clone(),
        asked: None,
        clauses: all_clauses(book),
        dimensions: dimensions(book, |_, _| true),
        paytables: book.rules.paytables.iter().map(paytables::described).collect(),
        readings: Vec::new(),
    }
}

/// The clauses at a number and beneath it, and the dimensions that depend on the first of them.
fn by_number(books: &Books, book: &Book, number: &str) -> BookContents {
    let found: Vec<ClauseOut> = all_clauses(book)
        .into_iter()
        .filter(|clause| clauses::is_at_or_beneath(number_of(&clause.id), number))
        .collect();
    let cites = |said: &Said| said.clauses.iter().any(|id| found.iter().any(|clause| clause.id == *id));
    BookContents {
        book: book.rules.code.clone(),
        asked: Some(number.to_owned()),
        dimensions: dimensions(book, |_, said| cites(said)),
        paytables: Vec::new(),
        readings: readings_of(books, book, &found),
        clauses: found,
    }
}

/// Everything that contains a word.
fn by_word(book: &Book, word: &str) -> BookContents {
    let wanted = plain(word);
    let holds = |text: &str| plain(text).contains(&wanted);
    let clauses: Vec<ClauseOut> = all_clauses(book)
        .into_iter()
        .filter(|clause| holds(number_of(&clause.id)) || clause.requirement.as_deref().is_some_and(holds))
        .collect();
    let in_table = |table: &&rules::paytable::Paytable| {
        let lines = table.lines.iter().map(|line| line.hand.title());
        let names = [table.wager.title(), table.wager.word(), &table.id, &table.printed];
        names.into_iter().chain(lines).any(holds)
    };
    BookContents {
        book: book.rules.code.clone(),
        asked: Some(word.to_owned()),
        dimensions: dimensions(book, |dimension, said| {
            holds(&dimension.title) || holds(&dimension.path) || holds(&said.text)
        }),
        paytables: book.rules.paytables.iter().filter(in_table).map(paytables::described).collect(),
        readings: Vec::new(),
        clauses,
    }
}

fn readings_of(books: &Books, book: &Book, clauses: &[ClauseOut]) -> Vec<ReadingOut> {
    let numbers: BTreeSet<u8> = clauses.iter().flat_map(|clause| clause.readings.clone()).collect();
    numbers.into_iter().filter_map(|number| ReadingOut::cited(books, book, number)).collect()
}

/// The whole rulebook, dimension by dimension.
fn digest(look: StreamLook, book: &Book, shown: &BookContents) -> String {
    let rules = &book.rules;
    let mut out = format!("{}\n", look.bold(&clean(&rules.title)));
    out.push_str(&hanging(look, "  code       ", &rules.code));
    out.push_str(&hanging(look, "  authority  ", &rules.authority));
    out.push_str(&hanging(look, "  standing   ", &rules.standing));
    let clauses = book.words.clauses().len();
    let counts = format!("{}, {}", counted(clauses, "clause"), counted(rules.paytables.len(), "paytable"));
    out.push_str(&hanging(look, "  holds      ", &counts));
    out.push_str(&hanging(look, "  digest     ", &book.digest));
    if let Some(words) = words_digest(book) {
        out.push_str(&hanging(look, "  words      ", &words));
    }
    out.push_str(&dimension_table(look, &shown.dimensions));
    out.push_str(&placeholders(look, shown));
    out
}

/// The clauses of a book that was only begun which are still to be written.
fn placeholders(look: StreamLook, shown: &BookContents) -> String {
    let waiting = shown.clauses.iter().filter_map(|clause| rules::ClauseId::parse(&clause.id));
    let waiting: Vec<String> = waiting.filter(rules::ClauseId::is_placeholder).map(|id| id.to_string()).collect();
    if waiting.is_empty() {
        return String::new();
    }
    let said = format!("{}: {}", counted(waiting.len(), "clause"), waiting.join(", "));
    format!("{}{}", look.heading("Still to be written"), hanging(look, "  ", &clean(&said)))
}

/// Dimensions in their sections, with the first clause of each.
fn dimension_table(look: StreamLook, dimensions: &[DimensionOut]) -> String {
    let mut table = TextTable::new(2).capped("", TITLE_WIDTH).wrapping("").wrapping("");
    for section in dimensions.chunk_by(|a, b| a.section == b.section) {
        table.heading(&section[0].section);
        for dimension in section {
            let law = Cell::styled(brief(&dimension.says), Style::Dim);
            table.row([dimension.title.as_str().into(), dimension.says.with_note().into(), law]);
        }
    }
    table.print(look)
}

/// The most telling clause, how many more there are, and the readings.
pub(super) fn brief(said: &Said) -> String {
    let mut law: Vec<String> = said.clauses.first().cloned().into_iter().collect();
    if said.clauses.len() > 1 {
        law.push(format!("+{}", said.clauses.len() - 1));
    }
    let mut text = law.join(" ");
    if !said.readings.is_empty() {
        let numbers: Vec<String> = said.readings.iter().map(ToString::to_string).collect();
        let gap = if text.is_empty() { "" } else { ", " };
        text.push_str(&format!("{gap}READING {}", numbers.join(", ")));
    }
    text
}

fn found_text(look: StreamLook, book: &Book, shown: &BookContents) -> String {
    let mut out = String::new();
    if shown.clauses.len() <= IN_FULL_MAX {
        let blocks: Vec<String> = shown.clauses.iter().map(|clause| in_full(look, book, clause)).collect();
        out.push_str(&blocks.join("\n"));
    } else {
        let mut table = TextTable::new(0).left("clause").left("how").wrapping("requirement");
        for clause in &shown.clauses {
            let words = clause.requirement.clone().unwrap_or_else(|| "–".to_owned());
            table.row([clause.id.as_str().into(), clause.how.clone().unwrap_or_default().into(), words.into()]);
        }
        out.push_str(&table.print(look));
    }
    if !shown.dimensions.is_empty() {
        out.push_str(&dimension_table(look, &shown.dimensions));
    }
    if !shown.paytables.is_empty() {
        out.push_str(&look.heading("Paytables"));
        let mut sheet = paytable_text::sheet(2);
        for table in &book.rules.paytables {
            if shown.paytables.iter().any(|found| found.is(table)) {
                paytables::print(&mut sheet, table);
            }
        }
        out.push_str(&sheet.print(look));
    }
    out
}

/// One clause with everything known about it.
fn in_full(look: StreamLook, book: &Book, clause: &ClauseOut) -> String {
    let mut out = format!("{}\n", look.bold(&clause.id));
    let none = |list: &[String], none: &str| if list.is_empty() { none.to_owned() } else { list.join(", ") };
    let cited = |keys: &[String]| hanging(look, "  cited by  ", &none(keys, "no key of the book"));
    let Some(requirement) = &clause.requirement else {
        out.push_str("  the rulebook was added and has no clause list: its words are not known\n");
        return out + &clause.cited_by.as_deref().map(cited).unwrap_or_default();
    };
    for line in wrap(requirement, look.text_width() - 2) {
        out.push_str(&format!("  {line}\n"));
    }
    out.push_str(&hanging(look, "  kind      ", clause.kind.as_deref().unwrap_or_default()));
    out.push_str(&hanging(look, "  how       ", clause.how.as_deref().unwrap_or_default()));
    match &clause.cited_by {
        Some(keys) => out.push_str(&cited(keys)),
        None => {
            out.push_str(&hanging(look, "  where     ", &none(&clause.homes, "nowhere yet")));
            out.push_str(&hanging(look, "  proofs    ", &none(&clause.proofs, "none yet")));
        }
    }
    for number in &clause.readings {
        out.push_str(&hanging(look, "  reading   ", &law::reading(&book.words, *number)));
    }
    out
}

/// What to say when nothing was found: the nearest numbers, or the nearest words.
fn nearest(context: &CommandContext, book: &Book, asked: &str) -> String {
    let code = &book.rules.code;
    if let Some(clause) = context.books.clause(asked) {
        let other = clause.id.split(':').next().unwrap_or_default();
        return format!("{asked} is a clause of {other}, not of {code}\n");
    }
    let others: Vec<&str> = context
        .books
        .iter()
        .filter(|other| other.rules.code != *code && !by_word(other, asked).is_empty())
        .map(|other| other.rules.code.as_str())
        .collect();
    if !others.is_empty() {
        return format!("{code} has nothing about \"{}\"; see {}\n", clean(asked), others.join(", "));
    }
    let mut candidates: BTreeSet<String> = BTreeSet::new();
    if asked.contains(|c: char| c.is_ascii_digit()) {
        candidates.extend(all_clauses(book).iter().map(|clause| number_of(&clause.id).to_owned()));
    } else {
        let texts = all_clauses(book).into_iter().filter_map(|clause| clause.requirement);
        let titles = dimensions(book, |_, _| true).into_iter().map(|dimension| dimension.title);
        for text in texts.chain(titles).map(|text| plain(&text)) {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
            candidates.extend(words.map(str::to_owned));
        }
    }
    let asked_plain = plain(asked);
    let mut ranked: Vec<(usize, String)> = candidates
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&word.to_lowercase(), &asked_plain), word))
        .filter(|(distance, word)| distance * 2 <= word.chars().count())
        .collect();
    ranked.sort();
    let near: Vec<String> = ranked.into_iter().take(3).map(|(_, word)| word).collect();
    let hint = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
    format!("{code} has nothing about \"{}\"{hint}\n", clean(asked))
}
