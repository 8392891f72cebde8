//! Everything that can prove a clause, ready to be run under any rulebooks: scripted tables, golden rounds, the houses
//! that make one choice each, and the layouts of houses.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use rules::felt::Felt;
use rules::rulebook::vocabulary::DealDevice;
use rules::{Books, House, house};
use script::Script;

use super::choice::Choice;
use super::golden::checklist::checklist;
use super::golden::house::books;
use super::golden::run::{generated, run_under};
use super::golden::text::{self, Golden};
use super::outcome::{Outcome, cite};
use super::posting::Posting;
use crate::repo::Repo;

/// Hands in their order, each block under the clauses that it shows; the tests of the rules rank every one of them.
const RANKING: &str = "golden/ranking.txt";

/// One thing to run, and its outcome under the shipped books.
pub(crate) struct Piece {
    /// The file that holds it, or what a house says there.
    pub(crate) name: String,
    /// The book it plays under.
    pub(crate) book: String,
    kind: Kind,
    /// Its outcome under the shipped books.
    pub(crate) base: Outcome,
    /// How long that took: the quick ones are tried first.
    pub(crate) took: Duration,
}

enum Kind {
    Script { script: Box<Script>, house: usize },
    Round(Box<Golden>),
    Choice(Box<Choice>),
    Felt { house: usize },
    Placard { house: usize },
    House(String),
    Posting(Box<Posting>),
    Ranking(BTreeSet<String>),
    Checklist(String),
}

/// Rulebooks to play under, with the houses as they are under them.
pub(crate) struct Under<'s> {
    books: Books,
    texts: &'s [String],
    houses: RefCell<BTreeMap<usize, Result<Arc<House>, String>>>,
}

/// All pieces.
pub(crate) struct Stage {
    pub(crate) books: Books,
    houses: Vec<String>,
    pub(crate) pieces: Vec<Piece>,
}

impl Piece {
    /// Whether it is a scripted table: its outcome is recorded event by event.
    pub(crate) fn is_script(&self) -> bool {
        matches!(self.kind, Kind::Script { .. })
    }

    pub(crate) fn is_round(&self) -> bool {
        matches!(self.kind, Kind::Round(_))
    }

    /// Whether a house chooses something here.
    pub(crate) fn is_of_a_house(&self) -> bool {
        matches!(self.kind, Kind::Choice(_) | Kind::Posting(_))
    }

    pub(crate) fn is_posting(&self) -> bool {
        matches!(self.kind, Kind::Posting(_))
    }

    /// Whether a clause is kept here: an act rests on it, a refused act is then done correctly, or the round was
    /// written for it and is settled.
    pub(crate) fn keeps(&self, id: &str) -> bool {
        let base = &self.base;
        let done = base.kept.contains(id) || base.settled.contains(id) || base.heeded.contains(id);
        done || (self.covers(id) && !base.settled.is_empty())
    }

    /// Whether its author wrote it for a clause.
    pub(crate) fn covers(&self, id: &str) -> bool {
        matches!(&self.kind, Kind::Round(golden) if golden.covers.iter().any(|covered| covered == id))
    }

    /// The rule of the book that a house chooses by here.
    pub(crate) fn choice(&self) -> Option<&Choice> {
        match &self.kind {
            Kind::Choice(choice) => Some(choice),
            _ => None,
        }
    }

    /// Whether it rests on a clause or reading.
    pub(crate) fn cites(&self, law: &str) -> bool {
        let base = &self.base;
        let said = [&base.reminded, &base.shown, &base.listed, &base.readings];
        let sets = [&base.broken, &base.kept, &base.settled].into_iter().chain(said);
        sets.into_iter().any(|set| set.contains(law))
    }

    /// Plays it under other books.
    pub(crate) fn play(&self, under: &Under<'_>) -> Outcome {
        self.kind.play(under)
    }
}

impl Kind {
    fn play(&self, under: &Under<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        let said = match self {
            Kind::Script { script, house } => match under.house(*house) {
                Err(faults) => faults,
                Ok(house) => match script.run(house, shuffler::Seed::default(), Vec::new()) {
                    Ok(run) => outcome.of_run(&run),
                    Err(fault) => fault.message,
                },
            },
            Kind::Round(golden) => match run_under(golden, &under.books) {
                Ok(came) => {
                    outcome.of_round(&came);
                    generated(golden, &came)
                }
                Err(fault) => fault,
            },
            Kind::Choice(choice) => choice.make(&under.books, &mut outcome),
            Kind::Posting(posting) => posting.post(&under.books, &mut outcome),
            Kind::Ranking(clauses) => {
                outcome.ranked.clone_from(clauses);
                String::new()
            }
            Kind::Checklist(code) => match under.books.get(code) {
                None => String::new(),
                Some(book) => {
                    let procedure = &book.rules.procedure;
                    for step in procedure.steps() {
                        let laws = DealDevice::ALL.iter().map(|device| procedure.cite(step, *device));
                        laws.for_each(|law| cite(law, &mut outcome.listed, &mut outcome.readings));
                    }
                    checklist(book)
                }
            },
            Kind::House(text) => {
                let report = house::check(text, &under.books);
                report.errors().for_each(|fault| outcome.refused(&fault.cite));
                report.faults.iter().map(|fault| format!("{fault}\n")).collect()
            }
            Kind::Placard { house } => match under.house(*house) {
                Err(faults) => faults,
                Ok(house) => {
                    let told = house.told();
                    told.iter().for_each(|words| cite(&words.law, &mut outcome.shown, &mut outcome.readings));
                    format!("{told:?}")
                }
            },
            Kind::Felt { house } => match under.house(*house) {
                Err(faults) => faults,
                Ok(house) => {
                    let felt = Felt::of(&house);
                    outcome.of_felt(&felt);
                    format!("{felt:?}")
                }
            },
        };
        outcome.digest = blake3::hash(said.as_bytes()).to_hex().to_string();
        outcome
    }
}

/// What a house says in a line such as `rulebook = "sd"`; its other lines may be wrong.
fn line_of(house: &str, key: &str) -> String {
    let said = house.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
    said.map_or("", str::trim).trim_matches('"').to_owned()
}

impl<'s> Under<'s> {
    fn house(&self, number: usize) -> Result<Arc<House>, String> {
        let read = || {
            let report = house::check(&self.texts[number], &self.books);
            let faults: Vec<String> = report.errors().map(ToString::to_string).collect();
            report.house.map(Arc::new).ok_or_else(|| faults.join("\n"))
        };
        self.houses.borrow_mut().entry(number).or_insert_with(read).clone()
    }
}

impl Stage {
    /// Reads and plays everything.
    ///
    /// # Errors
    /// What cannot be read, or does not play under the shipped books.
    pub(crate) fn set(repo: &Repo) -> Result<Stage> {
        let books = books().map_err(|fault| anyhow!("{fault}"))?;
        let mut stage = Stage { books, houses: Vec::new(), pieces: Vec::new() };
        let codes: Vec<String> = stage.books.codes().map(str::to_owned).collect();
        stage.add_scripts(repo, "golden/table")?;
        for code in &codes {
            stage.add_scripts(repo, &format!("golden/table/{code}"))?;
            for file in repo.folder(&format!("golden/rounds/{code}"), "txt")? {
                let golden = text::parse(&repo.read(&file)?).map_err(|fault| anyhow!("{file}: {fault}"))?;
                stage.add(file, code.clone(), Kind::Round(Box::new(golden)));
            }
            let shipped = rules::books::SHIPPED.iter().any(|(known, _)| known == code);
            for choice in Choice::all(&stage.books, code)? {
                // They are written for the shipped books: what a made-up one allows otherwise proves nothing there.
                if !shipped && !choice.wrong(&stage.books).is_empty() {
                    continue;
                }
                let name = format!("house/{}", choice.key);
                stage.add(name, code.clone(), Kind::Choice(Box::new(choice)));
            }
        }
        let ranking = repo.read(RANKING)?;
        for code in &codes {
            let own = |id: &&str| id.starts_with(&format!("{code}:"));
            let heads = ranking.lines().filter(|line| !line.starts_with([' ', '#']));
            let clauses = heads.flat_map(|line| line.split(", ")).filter(own).map(str::to_owned).collect();
            stage.add(RANKING.to_owned(), code.clone(), Kind::Ranking(clauses));
            stage.add(format!("golden/table/{code}/checklist.txt"), code.clone(), Kind::Checklist(code.clone()));
            for posting in Posting::all(&stage.books, code)? {
                stage.add(posting.name.clone(), code.clone(), Kind::Posting(Box::new(posting)));
            }
        }
        for file in repo.folder("golden/houses", "toml")? {
            let text = repo.read(&file)?;
            let book = line_of(&text, "rulebook");
            stage.add(file, book, Kind::House(text));
        }
        for house in 0..stage.houses.len() {
            let book = line_of(&stage.houses[house], "rulebook");
            stage.add(format!("placard/{book}-{house}"), book.clone(), Kind::Placard { house });
            stage.add(format!("layout/{book}-{house}"), book, Kind::Felt { house });
        }
        stage.play_first()?;
        Ok(stage)
    }

    fn add(&mut self, name: String, book: String, kind: Kind) {
        self.pieces.push(Piece { name, book, kind, base: Outcome::default(), took: Duration::ZERO });
    }

    fn add_scripts(&mut self, repo: &Repo, folder: &str) -> Result<()> {
        for file in repo.folder(folder, "script")? {
            let lines = repo.read(&file)?;
            let Some(named) = Script::names(&lines).map(|word| word.text) else { bail!("{file} names no house") };
            let beside = format!("{folder}/{named}");
            let shipped = format!("houses/{named}.toml");
            let made_up = format!("golden/books/{named}-house.toml");
            let there = [beside, shipped].into_iter().find(|path| repo.path(path).is_file());
            let text = repo.read(&there.unwrap_or(made_up))?;
            let checked = house::check(&text, &self.books).house;
            let currency = checked.map(|house| house.currency.clone()).unwrap_or_default();
            let script = Script::read(&lines, &currency)
                .map_err(|faults| anyhow!("{file}: {}", faults.first().map_or("", |fault| &fault.message)))?;
            let book = line_of(&text, "rulebook");
            let house = self.houses.iter().position(|known| *known == text).unwrap_or_else(|| {
                self.houses.push(text);
                self.houses.len() - 1
            });
            let name = format!("{}.txt", file.trim_end_matches(".script"));
            self.add(name, book, Kind::Script { script: Box::new(script), house });
        }
        Ok(())
    }

    fn play_first(&mut self) -> Result<()> {
        use rayon::prelude::*;
        let play = |piece: &Piece| {
            let begun = Instant::now();
            (piece.kind.play(&self.under(self.books.clone())), begun.elapsed())
        };
        let outcomes: Vec<(Outcome, Duration)> = self.pieces.par_iter().map(play).collect();
        for (piece, outcome) in self.pieces.iter_mut().zip(outcomes) {
            (piece.base, piece.took) = outcome;
        }
        let wrong: Vec<String> =
            self.pieces.iter().filter_map(Piece::choice).flat_map(|choice| choice.wrong(&self.books)).collect();
        if !wrong.is_empty() {
            bail!("{}", wrong.join("\n"));
        }
        Ok(())
    }

    /// The same houses under other books.
    pub(crate) fn under(&self, books: Books) -> Under<'_> {
        Under { books, texts: &self.houses, houses: RefCell::default() }
    }

    /// The pieces of a book.
    pub(crate) fn of_book<'s>(&'s self, book: &str) -> impl Iterator<Item = &'s Piece> {
        let book = book.to_owned();
        self.pieces.iter().filter(move |piece| piece.book == book)
    }
}
