//! What became of all changes, as a page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::data::{Change, Datum};
use super::reason;
use super::trial::Fate;

/// What became of the changes of each book, and of the refusals.
#[derive(Debug, Default)]
pub(super) struct Report {
    books: BTreeMap<String, OfBook>,
    pub(super) refusals: Option<Refusals>,
}

#[derive(Debug, Default)]
struct OfBook {
    data: usize,
    changes: usize,
    reader: usize,
    caught: usize,
    elsewhere: Vec<Line>,
    listed: Vec<Line>,
    survived: Vec<Line>,
    stopped: Vec<Line>,
}

/// A change that no proof of its law noticed.
#[derive(Debug)]
struct Line {
    place: String,
    value: String,
    to: String,
    note: String,
}

/// What became of the table's refusals.
#[derive(Debug)]
pub(super) struct Refusals {
    /// Places that refuse in some script.
    pub(super) places: usize,
    /// Those of them with a condition, which were switched off.
    pub(super) tried: usize,
    /// Those that nothing noticed.
    pub(super) survived: Vec<(String, u32)>,
    /// Places where no script is refused.
    pub(super) unheard: Vec<(String, u32)>,
}

impl Report {
    /// Adds the changes of a book.
    pub(super) fn book<'d>(
        &mut self,
        code: &str,
        data: usize,
        changes: impl Iterator<Item = ((&'d Datum, &'d Change), Fate)>,
    ) {
        let mut of = OfBook { data, ..OfBook::default() };
        for ((datum, change), fate) in changes {
            of.changes += 1;
            let line = |note: String| Line {
                place: datum.place.clone(),
                value: datum.value.clone(),
                to: change.to.clone(),
                note,
            };
            match fate {
                Fate::Reader => of.reader += 1,
                Fate::Caught(_) => of.caught += 1,
                Fate::Elsewhere(by) => of.elsewhere.push(line(by)),
                Fate::Listed => of.listed.push(line(format!("golden/table/{code}/checklist.txt"))),
                Fate::Stopped(by) => of.stopped.push(line(by)),
                Fate::Survived => {
                    of.survived
                        .push(line(reason::of(code, &datum.place, &change.to).unwrap_or("not proven").to_owned()));
                }
            }
        }
        self.books.insert(code.to_owned(), of);
    }

    /// The counts of a book in a line.
    pub(super) fn line(&self, code: &str) -> String {
        self.books.get(code).map(OfBook::counts).unwrap_or_default()
    }

    /// Every change that nothing noticed, one per line.
    pub(super) fn survivors(&self) -> String {
        let mut out = String::new();
        for (code, of) in &self.books {
            for line in &of.survived {
                let _ = writeln!(out, "{code} {}: {} → {}: {}", line.place, line.value, line.to, line.note);
            }
        }
        out
    }

    /// The page.
    pub(super) fn page(&self) -> String {
        let mut out = String::from(HEAD);
        for (code, of) in &self.books {
            let excused = of.survived.iter().filter(|line| line.note != "not proven").count();
            let _ = writeln!(
                out,
                "| {code} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                of.data,
                of.changes,
                of.reader,
                of.caught,
                of.elsewhere.len(),
                of.listed.len(),
                of.stopped.len(),
                excused,
                of.survived.len() - excused
            );
        }
        if let Some(refusals) = &self.refusals {
            refusals.write(&mut out);
        }
        for (code, of) in &self.books {
            section(&mut out, &format!("{code}: nobody noticed"), "why", &of.survived);
            section(&mut out, &format!("{code}: noticed only by a proof of another law"), "by", &of.elsewhere);
            section(&mut out, &format!("{code}: noticed only on the crew's checklist"), "by", &of.listed);
            section(&mut out, &format!("{code}: the program stopped"), "in", &of.stopped);
        }
        out
    }
}

impl OfBook {
    fn counts(&self) -> String {
        format!(
            "{} data, {} changes: the reader refuses {}, proofs notice {}, others {}, the checklist {}, nobody {}; stopped {}",
            self.data,
            self.changes,
            self.reader,
            self.caught,
            self.elsewhere.len(),
            self.listed.len(),
            self.survived.len(),
            self.stopped.len()
        )
    }
}

const HEAD: &str = "# Who notices a change

`cargo xtask mutate` writes this page. It changes every datum of every rulebook, one at a time: a value becomes its
neighbour, a bound moves by one, a line pays one more or less, an order is turned round, a rule or a step is taken out.
Then it runs what rests on the law of that datum: scripted tables, golden rounds, houses, layouts. A change is noticed
when the reader refuses the book or when one of these comes out otherwise. What the table does not ask its book for is
still told to the crew: the golden checklist of each book has every step with who does it, by which law, and what only
people can heed.

| book | data | changes | refused by the reader | noticed by a proof of its law | by another proof only | by the checklist only | stopped | may survive | not proven |
|---|---|---|---|---|---|---|---|---|---|
";

impl Refusals {
    fn write(&self, out: &mut String) {
        let _ = write!(
            out,
            "\n## Refusals of the table\n\n{} places of the table's source refuse somebody in a script. {} of them have a condition and were switched off\none at a time; {} of these are not noticed. {} more places refuse nobody in any script.\n",
            self.places,
            self.tried,
            self.survived.len(),
            self.unheard.len()
        );
        for (title, places) in
            [("Switched off and not noticed", &self.survived), ("No script is refused here", &self.unheard)]
        {
            if places.is_empty() {
                continue;
            }
            let mut files: BTreeMap<&str, Vec<String>> = BTreeMap::new();
            for (file, line) in places {
                files.entry(file).or_default().push(line.to_string());
            }
            let _ = write!(out, "\n{title}:\n\n| file | lines |\n|---|---|\n");
            for (file, lines) in files {
                let _ = writeln!(out, "| {file} | {} |", lines.join(", "));
            }
        }
    }
}

fn section(out: &mut String, title: &str, last: &str, lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    let _ = write!(out, "\n## {title}\n\n| place | value | changed to | {last} |\n|---|---|---|---|\n");
    for line in lines {
        let _ = writeln!(out, "| `{}` | {} | {} | {} |", line.place, line.value, line.to, line.note);
    }
}
