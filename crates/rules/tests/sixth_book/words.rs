//! The words of a sixth book: its clause list and its own readings, and that nothing it cites is read and ignored.

use std::collections::BTreeSet;

use rules::rulebook::{BookFault, BookFile, LawCited, citations};
use rules::{BookFiles, Books};

use crate::common::{BOOKS, read};

fn files() -> BookFiles {
    BookFiles {
        rules: read("golden/books/freedonia.toml").into(),
        clauses: Some(read("golden/books/freedonia.clauses.tsv").into()),
        readings: Some(read("golden/books/freedonia.readings.toml").into()),
    }
}

fn with(files: &BookFiles) -> Books {
    let mut books = Books::shipped();
    books.add_files(files).unwrap_or_else(|faults| panic!("{faults}"));
    books
}

/// All that is wrong with a book, in the order in which it is told.
fn faults(files: &BookFiles) -> Vec<BookFault> {
    let faults = Books::shipped().add_files(files).expect_err("a book with faults");
    faults.iter().cloned().collect()
}

/// The list with something else in place of one of its texts.
fn list_with(from: &str, to: &str) -> BookFiles {
    let list = read("golden/books/freedonia.clauses.tsv");
    assert_eq!(list.matches(from).count(), 1, "{from}");
    BookFiles { clauses: Some(list.replace(from, to).into()), ..files() }
}

fn rules_with(from: &str, to: &str) -> BookFiles {
    let rules = read("golden/books/freedonia.toml");
    assert!(rules.contains(from), "{from}");
    BookFiles { rules: rules.replacen(from, to, 1).into(), ..files() }
}

/// Whoever lets the made-up book cite a new clause also says what it requires.
#[test]
fn every_clause_of_the_made_up_book_has_words_and_a_home() {
    let cited: BTreeSet<String> = citations(&read("golden/books/freedonia.toml"))
        .into_iter()
        .filter_map(|cited| if let LawCited::Clause(id) = cited.law { Some(id) } else { None })
        .collect();
    let list = read("golden/books/freedonia.clauses.tsv");
    let listed: BTreeSet<String> =
        list.lines().skip(1).filter_map(|line| Some(line.split('\t').next()?.into())).collect();
    let without_words: Vec<&String> = cited.difference(&listed).collect();
    assert!(without_words.is_empty(), "add a line to golden/books/freedonia.clauses.tsv for each of {without_words:?}");
    let without_home: Vec<&String> = listed.difference(&cited).collect();
    assert!(without_home.is_empty(), "no key of golden/books/freedonia.toml cites {without_home:?}");
}

#[test]
fn a_book_brings_its_own_words() {
    let books = with(&files());
    let book = books.get("freedonia").unwrap();
    let clause = book.words.find("freedonia:7.6").unwrap();
    assert_eq!(
        (clause.requirement.as_str(), clause.readings.as_slice()),
        ("A hand equal to the dealer's loses ante and play.", &[101][..])
    );
    assert_eq!(books.clause("freedonia:7.6"), Some(clause));
    assert_eq!(book.words.reading(101).unwrap().title, "Suits and equal hands");
    assert!(book.words.reading(97).is_some(), "the product's readings are everybody's");
    assert!(books.get("md14").unwrap().words.reading(101).is_none(), "and a book's own are its own");
    assert!(!book.shipped && books.get("md14").unwrap().shipped);
    // The house speaks with them.
    let house = rules::house::check(&read("golden/books/freedonia-house.toml"), &books).house.unwrap();
    let told: Vec<String> = house.told().into_iter().map(|said| format!("{} [{}]", said.text, said.law)).collect();
    assert_eq!(told, ["Players are responsible for their own hands. [freedonia:16.9]"]);
}

#[test]
fn words_are_no_part_of_what_is_approved() {
    let books = with(&files());
    let mut others = with(&list_with("A fold loses the ante.", "Whoever folds loses the ante."));
    let (before, after) = (books.get("freedonia").unwrap(), others.get("freedonia").unwrap());
    assert_eq!(before.digest, after.digest);
    assert_ne!(before.words.digest(), after.words.digest());
    // Rules that come alone keep the words that are there, and can be read without any.
    let words = after.words.clone();
    others.add(&files().rules).unwrap();
    assert_eq!(others.get("freedonia").unwrap().words, words);
    let mut alone = Books::shipped();
    alone.add(&files().rules).unwrap();
    assert!(!alone.get("freedonia").unwrap().words.has_list());
}

#[test]
fn a_shipped_book_that_is_added_as_it_is_stays_the_shipped_one() {
    for code in BOOKS {
        let text = read(&format!("rulebooks/{code}.toml"));
        let mut books = Books::shipped();
        books.add(&text).unwrap();
        assert!(books.get(code).unwrap().shipped, "{code}");
        books.add(&text.replacen("authority = \"", "authority = \"Another ", 1)).unwrap();
        assert!(!books.get(code).unwrap().shipped, "{code}: no test of ours knows it");
    }
}

#[test]
fn a_list_is_read_as_a_spreadsheet_writes_it_and_with_the_columns_that_it_has() {
    let list = read("golden/books/freedonia.clauses.tsv");
    let words = |list: String| {
        let books = with(&BookFiles { clauses: Some(list.into()), ..files() });
        books.get("freedonia").unwrap().words.clone()
    };
    let plain = words(list.clone());
    assert_eq!(words(format!("\u{feff}{}", list.replace('\n', "\r\n"))), plain);
    let seven = list.lines().map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let (homes, proofs) = if cells[0] == "id" { ("where", "proof") } else { ("", "") };
        format!("{}\n", [cells[0], cells[1], cells[2], homes, proofs, cells[3], cells[4]].join("\t"))
    });
    assert_eq!(words(seven.collect()), plain);
}

/// One fault at a time: its file, its place, what it says and what to write instead.
#[test]
fn each_fault_of_the_words_is_told_where_it_is() {
    let line = "freedonia:6.1\tsettlement\tcompute\t\tA fold loses the ante.";
    let header = "id\tkind\thow\treadings\trequirement";
    let list = read("golden/books/freedonia.clauses.tsv");
    let row = list.lines().position(|known| known == line).unwrap() + 1;
    for (from, to, at, message, help) in [
        (
            line,
            &*line.replace("6.1", "5.5"),
            (row, 1),
            &*format!("freedonia:5.5 stands in line {} already", row - 1),
            "freedonia:5.5#2",
        ),
        (line, &line.replace("freedonia", "nj"), (row, 1), "nj:6.1 is a clause of another book", "freedonia:6.1"),
        (line, &line.replace("freedonia:", ""), (row, 1), "\"6.1\" is not a clause id", "freedonia:1.1"),
        (line, &line.replace("settlement", "settling"), (row, 15), "is not a kind of clause", "settlement"),
        (line, &line.replace("compute", "computes"), (row, 26), "is not how a clause is honoured", "compute"),
        (line, &line.replace("A fold loses the ante.", " "), (row, 35), "the requirement is empty", "for example"),
        (line, &line.replace("\t\t", "\t"), (row, 1), "4 cells in this line: expected 5", "id, kind, how"),
        (line, &line.replace("\t\t", "\t\t\t"), (row, 1), "6 cells in this line: expected 5", "id, kind, how"),
        (line, &line.replace("\t\t", "\t98\t"), (row, 34), "there is no READING 98", "for example"),
        (line, &line.replace("\t\t", "\tx\t"), (row, 34), "\"x\" is not the number of a reading", "for example"),
        (header, "id\tkind\thow\treading\trequirement", (1, 13), "\"reading\" is not a column", "for example"),
        (header, "id\tkind\thow\thow\trequirement", (1, 13), "the column \"how\" is named twice", "for example"),
        (header, "id\tkind\treadings\trequirement", (1, 1), "no column \"how\"", "for example"),
        (header, "id\tkind\thow\tproof\trequirement", (0, 0), "", ""),
    ] {
        let changed = list_with(from, to);
        if message.is_empty() {
            // The reading of 7.6 stands where a proof should: nothing would check it.
            let told = faults(&changed);
            assert!(told[0].message.contains("`proof` is written by the tests of shipped books"), "{told:?}");
            assert_eq!(told.len(), 1, "once for the column: {told:?}");
            continue;
        }
        let told = faults(&changed);
        let about_list: Vec<&BookFault> = told.iter().filter(|fault| fault.file == BookFile::Clauses).collect();
        assert_eq!(about_list.len(), 1, "{to}: {told:?}");
        let fault = about_list[0];
        assert_eq!((fault.line, fault.column), at, "{fault}");
        assert!(fault.message.contains(message) && fault.help.contains(help), "{fault}");
        // A line that cannot be read brings forth no faults of its own, unless its id is lost.
        assert!(told.iter().all(|fault| fault.file == BookFile::Clauses || fault.message.contains("6.1")), "{told:?}");
    }
    for (readings, says) in [
        ("", "there is no reading"),
        ("[[reading]]\nnumber = 100\ntitle = \"a\"\nadopted = \"b\"", "expected 101 to 255"),
        ("[[reading]]\nnumber = 256\ntitle = \"a\"\nadopted = \"b\"", "expected 101 to 255"),
        ("[[reading]]\nnumber = 101\ntitle = \" \"\nadopted = \"b\"", "`title` is empty"),
        ("[[reading]]\nnumber = 101\ntitle = \"a\"", "`adopted` is missing"),
        ("[[reading]]\nnumber = 101\ntitle = \"a\"\nadopted = 3", "`adopted` is no text"),
        ("[[reading]]\nnumber = 101\ntitle = \"a\"\nadopted = \"b\"\ntext = \"c\"", "`text` is not known of a reading"),
        ("[[readings]]\nnumber = 101", "`readings` is not known here"),
        ("reading = [", "array"),
    ] {
        let told = faults(&BookFiles { readings: Some(readings.into()), ..files() });
        assert!(told.iter().any(|fault| fault.file == BookFile::Readings && fault.message.contains(says)), "{told:?}");
    }
    let twice = "[[reading]]\nnumber = 101\ntitle = \"a\"\nadopted = \"b\"\n".repeat(2);
    let told = faults(&BookFiles { readings: Some(twice.into()), ..files() });
    assert_eq!((told.len(), told[0].line), (1, 6), "{told:?}");
    assert!(told[0].message.contains("READING 101 is there twice"), "{told:?}");
}

#[test]
fn all_faults_of_all_files_are_told_at_once() {
    let broken = BookFiles {
        rules: files()
            .rules
            .replacen("is = \"lost\"", "is = \"gone\"", 1)
            .replace("\"freedonia:7.6\"", "\"freedonia:7.66\"")
            .into(),
        clauses: list_with("\tA fold loses the ante.", "\t").clauses,
        readings: Some(read("golden/books/freedonia.readings.toml").replace("adopted", "adapted").into()),
    };
    let told: Vec<BookFile> = faults(&broken).into_iter().map(|fault| fault.file).collect();
    let expected = [BookFile::Rules, BookFile::Rules, BookFile::Clauses, BookFile::Readings, BookFile::Readings];
    assert_eq!(told, expected, "{:?}", faults(&broken));
}

#[test]
fn nothing_is_cited_that_is_not_there() {
    // A clause that is not in the list, with the nearest one; without a list nobody can know.
    let stray = rules_with("[\"freedonia:7.6\"]", "[\"freedonia:7.66\"]");
    let told = faults(&stray);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].message.contains("freedonia:7.66 is not in the clause list"), "{told:?}");
    assert!(told[0].help.contains("did you mean \"freedonia:7.6\"?"), "{told:?}");
    let place = stray.rules.find("\"freedonia:7.66\"").unwrap();
    assert_eq!(told[0].span.start, place);
    with(&BookFiles { clauses: None, readings: None, rules: stray.rules });

    // A clause of another book, with or without a list, in an added and in a shipped book.
    let foreign = rules_with("clauses = [\"freedonia:7.6\"]", "clauses = [\"md14:11.A\"]");
    for files in [foreign.clone(), BookFiles::rules_only(&foreign.rules)] {
        let told = faults(&files);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].message.contains("md14:11.A is a clause of another book: expected one of freedonia"));
    }
    for code in BOOKS {
        let text = read(&format!("rulebooks/{code}.toml"));
        let id = format!("\"{code}:");
        let told = faults(&BookFiles::rules_only(&text.replacen(&id, "\"freedonia:", 1)));
        assert!(told.len() == 1 && told[0].message.contains("is a clause of another book"), "{told:?}");
        let told = faults(&BookFiles::rules_only(&text.replacen(&id, &format!("{id}99.Z"), 1)));
        assert!(told.len() == 1 && told[0].message.contains("is not in the clause list"), "{told:?}");
    }

    // Readings of neither the product nor the book, wherever they are cited.
    for (from, to) in [
        ("readings = [87]", "readings = [102]"),
        ("readings = [87]", "readings = [98]"),
        ("id = \"royal\"", "confirm = 98\nid = \"royal\""),
    ] {
        let told = faults(&rules_with(from, to));
        assert!(told.len() == 1 && told[0].message.contains("there is no READING"), "{to}: {told:?}");
    }
    with(&rules_with("readings = [87]", "readings = [87, 101]"));
    let alone = BookFiles { readings: None, clauses: None, ..rules_with("readings = [87]", "readings = [101]") };
    assert!(faults(&alone)[0].message.contains("there is no READING 101"));
}

/// Whoever copies a book and changes its code is told so in a few sentences, not in hundreds.
#[test]
fn a_copied_book_is_told_to_cite_itself() {
    let copy = read("rulebooks/md14.toml").replacen("code = \"md14\"", "code = \"my-state\"", 1);
    let told = faults(&BookFiles::rules_only(&copy));
    assert_eq!(told.len(), 6, "{told:?}");
    let cited = citations(&copy).iter().filter(|cited| matches!(cited.law, LawCited::Clause(_))).count();
    assert!(told[5].message.starts_with(&format!("{} more citations of md14's clauses", cited - 5)), "{told:?}");
    assert!(told[5].help.contains("write \"my-state:…\" for \"md14:…\" throughout"), "{told:?}");
    let mut books = Books::shipped();
    books.add(&copy.replace("\"md14:", "\"my-state:")).unwrap_or_else(|faults| panic!("{faults}"));
}

/// Whatever is damaged, every fault has a place in the text of its file.
#[test]
fn damaged_words_are_refused_or_read() {
    let whole = files();
    let cut = |text: &str, at: usize| -> String { text.chars().take(at).collect() };
    let garbled = |text: &str, at: usize, with: char| -> String {
        text.chars().enumerate().map(|(i, c)| if i == at { with } else { c }).collect()
    };
    let (list, readings) = (whole.clauses.clone().unwrap(), whole.readings.clone().unwrap());
    for step in 0..40 {
        let (at, in_readings) = (step * 37, step * 9);
        let mut damaged = vec![
            BookFiles { clauses: Some(cut(&list, at).into()), ..whole.clone() },
            BookFiles { readings: Some(cut(&readings, in_readings).into()), ..whole.clone() },
        ];
        for with in ['\t', '\n', '\r', '\u{feff}', 'ä', ':', '"'] {
            damaged.push(BookFiles { clauses: Some(garbled(&list, at, with).into()), ..whole.clone() });
            damaged.push(BookFiles { readings: Some(garbled(&readings, in_readings, with).into()), ..whole.clone() });
        }
        for files in damaged {
            let Err(faults) = Books::default().add_files(&files) else { continue };
            for fault in faults.iter() {
                let text = match fault.file {
                    BookFile::Rules => Some(&files.rules),
                    BookFile::Clauses => files.clauses.as_ref(),
                    BookFile::Readings => files.readings.as_ref(),
                };
                let text = text.expect("a file with a fault is there");
                assert!(text.get(fault.span.clone()).is_some(), "{fault}: no place of the text");
                assert!(!fault.message.is_empty() && fault.line >= 1 && fault.column >= 1, "{fault}");
            }
        }
    }
}

/// A spreadsheet puts quotation marks around a cell that has some of its own, and doubles those.
#[test]
fn the_marks_that_a_spreadsheet_puts_around_a_cell_are_taken_off() {
    let line = "freedonia:6.1\tsettlement\tcompute\t\tA fold loses the ante.";
    for (cell, says) in [
        ("\"A \"\"fold\"\" loses the ante.\"", "A \"fold\" loses the ante."),
        ("\"A fold loses the ante.\"", "A fold loses the ante."),
        ("\"Fold\" and \"forfeit\"", "\"Fold\" and \"forfeit\""),
    ] {
        let books = with(&list_with(line, &line.replace("A fold loses the ante.", cell)));
        let words = &books.get("freedonia").unwrap().words;
        let clause = words.clauses().iter().find(|clause| clause.id == "freedonia:6.1").unwrap();
        assert_eq!(clause.requirement, says);
    }
}

/// A tab that was lost is the fault that is told, and first: not what the shifted cells say, and not that the clause is
/// missing where the book cites it.
#[test]
fn a_lost_tab_draws_no_other_faults() {
    let line = "freedonia:6.1\tsettlement\tcompute\t\tA fold loses the ante.";
    for (broken, cells) in [
        ("freedonia:6.1\tsettlement compute\t\tA fold loses the ante.", "4 cells"),
        ("freedonia:6.1\tsettlement\tcompute\t A fold loses the ante.", "4 cells"),
        ("freedonia:6.1\tsettlement\tcompute\t\tA fold loses\tthe ante.", "6 cells"),
    ] {
        let faults = faults(&list_with(line, broken));
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].message.starts_with(cells), "{faults:?}");
    }
}
