//! A house whose money is not dollars: nothing that any command says of it has a dollar's sign, and everything that a
//! person writes is in its currency.

use std::path::Path;

use crate::common::{read, root, run, run_with};

const BOOK: &str = "golden/books/freedonia.toml";
const HOUSE: &str = "golden/books/freedonia-krone-house.toml";

/// A round of the house; every way of writing an amount.
fn round(ante: &str) -> String {
    let house = root().join(HOUSE);
    format!(
        r#"{{"house": {house:?}, "dealer": ["Qs", "6h", "4d"], "meters": {{"progressive": {{"main": "500 kr"}}}},
        "positions": [{{"position": 1, "person": "Ann", "cards": ["Ah", "Kh", "Qh"], "decision": "play",
        "wagers": {{"ante": "{ante}", "pair_plus": "10kr", "progressive": 200}}}}]}}"#
    )
}

fn script(ante: &str) -> String {
    format!(
        "house {:?}\nfloorperson Flo: open_table 5,000 kr\nplayer Ann: sit 3\nplayer Ann: buy_in \"200 kr\"\n\
         player Ann: buy_in 0.50kr\nplayer Ann: wager 3 ante 1kr\nplayer Ann: wager 3 ante {ante}\n\
         player Ann: wager 3 progressive 2kr\nplayer Ann: tip 3kr\nlegal Ann\nrobot until deciding\nplayer Ann: look 3\n\
         player Ann: decide 3 play\nview Ann\nrobot until betting\nexpect event settled\nexpect purse Ann 200kr\n",
        root().join(HOUSE)
    )
}

/// Everything that a folder of drawings says.
fn drawn(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.is_file()).map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn no_command_says_dollars_of_a_house_in_another_currency() {
    let folder = std::env::temp_dir().join(format!("queenhigh-krone-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("plots")).unwrap();
    let [plots, page, simulated] = ["plots", "par.html", "simulated"].map(|name| folder.join(name));
    let (plots_at, page_at, simulated_at) =
        (plots.to_str().unwrap(), page.to_str().unwrap(), simulated.to_str().unwrap());
    let mut all: Vec<(String, String)> = Vec::new();
    for command in [
        "check HOUSE",
        "check HOUSE --json",
        "layout HOUSE",
        "layout HOUSE --json",
        "odds --house HOUSE",
        "odds --house HOUSE --json",
        "odds --house HOUSE --csv",
        &format!("odds --house HOUSE --html {page_at} --plots {plots_at}"),
        "odds --house HOUSE --position minimum",
        "odds --house HOUSE --position ante=10kr,pair_plus=5kr --rounds 50 --bankroll 200kr",
        "odds --house HOUSE --position ante=10kr --meter progressive.main=5,000kr",
        "odds --house HOUSE --position ante=1kr --position minimum",
        "odds --house HOUSE --position ante=10",
        "odds --house HOUSE --position ante=0kr",
        "odds --house HOUSE --exposure",
        "simulate --house HOUSE --rounds 500 --seed 7",
        "simulate --house HOUSE --rounds 500 --seed 7 --json",
        "simulate --house HOUSE --rounds 500 --seed 7 --wagers ante=10kr --meter progressive.main=5,000kr",
        "simulate --house HOUSE --rounds 500 --seed 7 --wagers ante=1kr",
        "simulate --house HOUSE --rounds 500 --seed 7 --wagers ante=kr",
        &format!("simulate --house HOUSE --rounds 500 --seed 7 --svg {simulated_at} --csv {simulated_at}"),
    ] {
        let words: Vec<&str> = command.split(' ').map(|word| if word == "HOUSE" { HOUSE } else { word }).collect();
        let said = run(&[&["--rulebook", BOOK], words.as_slice()].concat());
        all.push((command.to_owned(), said.out + &said.err));
    }
    for (command, input) in [
        (&["settle", "-"][..], round("5kr")),
        (&["settle", "-", "--explain"], round("5 kr")),
        (&["settle", "-", "--json"], round("5kr")),
        (&["settle", "-"], round("3kr")),
        (&["rounds", "--script", "-"], script("5kr")),
        (&["rounds", "--script", "-", "--json", "--views", "Ann,dealer"], script("5kr")),
        (&["play", "--house", HOUSE, "--seed", "7"], "right\nenter\nh\np\nenter\nr\npagedown\nesc\nl\nq\n".to_owned()),
        (&["play", "--house", HOUSE, "--seed", "7", "--bankroll", "50kr"], "b\nright\nenter\nf\nl\nq\n".to_owned()),
    ] {
        let said = run_with(&[&["--rulebook", BOOK], command].concat(), &input);
        all.push((command.join(" "), said.out + &said.err));
    }
    all.push(("the page".to_owned(), std::fs::read_to_string(&page).unwrap()));
    all.extend([("the plots".to_owned(), drawn(&plots)), ("the drawings".to_owned(), drawn(&simulated))]);
    std::fs::remove_dir_all(&folder).unwrap();
    for (command, said) in &all {
        assert!(!said.is_empty(), "{command} says nothing");
        for line in said.lines() {
            assert!(!line.contains('$'), "{command}: {line}");
        }
    }
    let in_money = all.iter().filter(|(_, said)| said.contains(" kr")).count();
    assert!(in_money > all.len() / 2, "only {in_money} of {} name an amount", all.len());
}

#[test]
fn an_amount_in_another_currency_is_refused_where_it_stands() {
    let house = read(HOUSE).replacen("\"5 kr\"", "\"$5\"", 1);
    let said = run_with(&["--rulebook", BOOK, "check", "-"], &house);
    assert_eq!(said.exit, 1);
    for words in
        ["limits.ante.min: \"$5\" is not an amount in FRK: write it such as \"10 kr\"", ":16]", "freedonia:24.1"]
    {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    let settled = run_with(&["--rulebook", BOOK, "settle", "-"], &round("$5"));
    assert!(settled.exit == 2 && settled.err.contains("\"$5\" is not an amount in FRK"), "{}", settled.err);
    let played = run_with(&["--rulebook", BOOK, "rounds", "--script", "-"], &script("$5"));
    assert!(played.exit == 2 && played.err.contains("<stdin>:7:26"), "{}", played.err);
    let flag = run(&["--rulebook", BOOK, "odds", "--house", HOUSE, "--position", "ante=$5"]);
    assert!(flag.exit == 2 && flag.err.contains("the amount such as 5 kr or 1,000 kr"), "{}", flag.err);
    // And the other way round.
    let dollars = run(&["odds", "--house", "md14", "--position", "ante=5kr"]);
    assert!(dollars.exit == 2 && dollars.err.contains("in dollars such as $5"), "{}", dollars.err);
}

#[test]
fn a_coin_that_is_not_there_is_never_moved() {
    let said = run_with(&["--rulebook", BOOK, "rounds", "--script", "-"], &script("5kr"));
    assert!(said.out.contains("refused: this is no amount that could be moved"), "{}{}", said.out, said.err);
    assert!(said.out.contains("buy_in 1 kr (1 kr to"), "{}", said.out);
    let house = read(HOUSE).replacen("unit = \"1 kr\"", "unit = \"0.50 kr\"", 1);
    let said = run_with(&["--rulebook", BOOK, "check", "-"], &house);
    assert!(said.exit == 1 && said.err.contains("amounts in FRK have no decimals"), "{}", said.err);
}

#[test]
fn a_house_chooses_among_the_currencies_of_its_book() {
    let house = read(HOUSE).replacen("\"FRK\"", "\"EUR\"", 1);
    let said = run_with(&["--rulebook", BOOK, "check", "-"], &house);
    assert!(
        said.err.contains("currency: \"EUR\" is not lawful here") && said.err.contains("\"USD\", \"FRK\""),
        "{}",
        said.err
    );
    let said = run_with(&["check", "-"], &format!("currency = \"USD\"\n{}", read("houses/md14.toml")));
    assert!(said.exit == 1 && said.err.contains("rulebook md14 has no such option"), "{}", said.err);
}

#[test]
fn the_same_round_is_settled_alike_in_both_currencies() {
    let in_krone: serde_json::Value =
        serde_json::from_str(&run_with(&["--rulebook", BOOK, "settle", "-", "--json"], &round("5kr")).out).unwrap();
    let dollars = root().join("golden/books/freedonia-house.toml");
    let text = round("5kr").replace("freedonia-krone-house", "freedonia-house").replace("500 kr", "$500");
    let text = text.replace("5kr", "$5").replace("10kr", "$10");
    assert!(text.contains(dollars.to_str().unwrap()));
    let in_dollars: serde_json::Value =
        serde_json::from_str(&run_with(&["--rulebook", BOOK, "settle", "-", "--json"], &text).out).unwrap();
    let paid = |settled: &serde_json::Value| -> Vec<i64> {
        settled["movements"].as_array().unwrap().iter().map(|movement| movement["paid"].as_i64().unwrap()).collect()
    };
    // Three to two on five is seven and a half: a krone has no half.
    assert_eq!(paid(&in_dollars), [100_000, 750, 500, 3_500, 50_000]);
    assert_eq!(paid(&in_krone), [100_000, 800, 500, 3_500, 50_000]);
}

#[test]
fn an_example_house_of_a_book_in_another_currency_is_lawful() {
    let folder = std::env::temp_dir().join(format!("queenhigh-krone-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut book = read(BOOK);
    for (from, to) in [("default = \"USD\"", "default = \"FRK\""), ("\"$0.01\"", "\"$1\"")] {
        assert!(book.contains(from), "{from}");
        book = book.replace(from, to);
    }
    // Every amount of the book, with its sign after it.
    let mut krone = String::new();
    for piece in book.split_inclusive('"') {
        match piece.strip_prefix('$').and_then(|amount| amount.strip_suffix('"')) {
            Some(number) => krone.push_str(&format!("{number} kr\"")),
            None => krone.push_str(piece),
        }
    }
    let path = folder.join("book.toml");
    std::fs::write(&path, &krone).unwrap();
    let path = path.to_str().unwrap();
    let example = run(&["--rulebook", path, "check", "--example", "freedonia"]);
    assert_eq!(example.exit, 0, "{}", example.err);
    assert!(example.out.contains(" kr\"") && !example.out.contains('$'), "{}", example.out);
    assert_eq!(run_with(&["--rulebook", path, "check", "-"], &example.out).exit, 0);
    for asked in [&["rules", "show", "freedonia"][..], &["rules", "paytables", "freedonia"]] {
        let said = run(&[&["--rulebook", path], asked].concat());
        assert!(said.exit == 0 && said.out.contains(" kr") && !said.out.contains('$'), "{}{}", said.out, said.err);
    }
    let priced = ["odds", "--rulebook", path, "--wager", "progressive", "--stake", "4kr", "--meter", "main=5,000kr"];
    let said = run(&priced);
    assert!(said.exit == 0 && said.out.contains(" kr") && !said.out.contains('$'), "{}{}", said.out, said.err);
    std::fs::write(path, krone.replacen("at_least = \"10 kr\"", "at_least = \"$10\"", 1)).unwrap();
    let said = run(&["--rulebook", path, "rules", "show", "freedonia"]);
    let words = ["payment.limits.per_player.at_least: \"$10\" is not an", ":27]"];
    assert!(said.exit == 2 && words.iter().all(|words| said.err.contains(words)), "{}", said.err);
    // One wrong chip is one fault: the amounts can be read all the same.
    let wrong = krone.replacen("chips = [\"1 kr\"", "chips = [\"2 kr\"", 1);
    assert_ne!(wrong, krone);
    std::fs::write(path, wrong).unwrap();
    let said = run(&["--rulebook", path, "rules", "show", "freedonia"]);
    assert_eq!((said.exit, said.err.matches("cannot be read").count()), (2, 1), "{}", said.err);
    assert!(said.err.contains("chips: expected the smallest first"), "{}", said.err);
    std::fs::remove_dir_all(&folder).unwrap();
}
