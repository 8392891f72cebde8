//! `queenhigh odds`: figures that are known from elsewhere, what must add up, how it looks, and what it refuses.
//! UPDATE_GOLDEN=1 rewrites `golden/odds/`.

use crate::common::{Run, golden, json, root, run, run_with, transcript};
use serde_json::Value;

/// A wager of a book by a table, with further options.
fn odds(book: &str, wager: &str, table: &str, more: &[&str]) -> Value {
    let args = ["odds", "--rulebook", book, "--wager", wager, "--paytable", table];
    json(&[&args[..], more, &["--json"]].concat())
}

fn parts(fraction: &Value) -> (i128, i128) {
    let (numerator, denominator) = fraction.as_str().unwrap().split_once('/').unwrap();
    (numerator.parse().unwrap(), denominator.parse().unwrap())
}

/// Ways times net, summed over outcomes or net results: a numerator over all deals, for nets that are whole numbers.
fn weighed(rows: &Value) -> i128 {
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let (net, one) = parts(&row["net"]);
            assert_eq!(one, 1);
            net * i128::from(row["ways"].as_i64().unwrap())
        })
        .sum()
}

fn same(fraction: &Value, numerator: i128, denominator: i128) {
    let (n, d) = parts(fraction);
    assert_eq!(n * denominator, numerator * d, "{fraction} is not {numerator}/{denominator}");
}

/// Every wager of every book with every table that is printed.
fn all_tables() -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for book in ["md14", "md2014", "ma", "tribal", "sd"] {
        for table in json(&["rules", "paytables", book, "--json"])["paytables"].as_array().unwrap() {
            let (wager, id) = (table["wager"].as_str().unwrap(), table["id"].as_str().unwrap());
            if wager == "ante" || wager == "play" {
                continue;
            }
            all.push((book.to_owned(), wager.to_owned(), id.to_owned()));
            if wager == "ante_bonus" {
                all.push((book.to_owned(), "ante_play".to_owned(), id.to_owned()));
            }
        }
    }
    all
}

#[test]
fn known_figures_of_the_base_game() {
    let best = odds("md14", "ante_play", "A", &[]);
    assert_eq!(best["house_edge_percent"], "3.3730%");
    assert_eq!(best["element_of_risk_percent"], "2.0147%");
    assert_eq!(best["threshold"], "Q-6-4");
    assert_eq!(best["strategy"], "optimal");
    same(&best["ev"], -13_733_780, 407_170_400);
    same(&best["fold"], 132_652_800, 407_170_400);
    same(&best["cost"], 0, 1);
    for (strategy, edge) in [("q64", "3.3730%"), ("always", "7.6538%"), ("mimic", "3.4491%"), ("Q-6-4", "3.3730%")] {
        let priced = odds("md14", "ante_play", "A", &["--strategy", strategy]);
        assert_eq!((&priced["house_edge_percent"], &priced["strategy"]), (&edge.into(), &strategy.into()));
    }
    for (table, edge) in [("B", "3.6083%"), ("C", "3.8255%")] {
        assert_eq!(odds("md14", "ante_play", table, &[])["house_edge_percent"], edge);
    }
}

#[test]
fn the_base_game_adds_up() {
    for (book, _, table) in all_tables().into_iter().filter(|(_, wager, _)| wager == "ante_play") {
        let priced = odds(&book, "ante_play", &table, &[]);
        let deals = 407_170_400;
        same(&priced["ev"], weighed(&priced["outcomes"]), deals);
        same(&priced["ev"], weighed(&priced["net_distribution"]), deals);
        for list in ["outcomes", "net_distribution"] {
            let ways: i64 = priced[list].as_array().unwrap().iter().map(|row| row["ways"].as_i64().unwrap()).sum();
            assert_eq!(i128::from(ways), deals, "{book} {table} {list}");
        }
        for event in ["fold", "dealer_not_qualified", "win", "tie", "lose"] {
            let rows = priced["outcomes"].as_array().unwrap().iter().filter(|row| row["event"] == event);
            let ways: i64 = rows.map(|row| row["ways"].as_i64().unwrap()).sum();
            same(&priced[event], i128::from(ways), deals);
        }
    }
}

#[test]
fn a_bonus_that_tells_suits_apart_is_priced_suit_by_suit() {
    // The table pays the mini royal of spades and those of the other suits apart: one way and three.
    let bonus = odds("ma", "ante_bonus", "precondition-A", &[]);
    let ways = |hand: &str| {
        bonus["outcomes"].as_array().unwrap().iter().find(|row| row["hand"] == hand).unwrap()["ways"].clone()
    };
    assert_eq!((ways("akq-spades"), ways("akq-hdc")), (1.into(), 3.into()));
    let game = odds("ma", "ante_play", "precondition-A", &[]);
    let of_hand = |hand: &str| -> i64 {
        let rows = game["outcomes"].as_array().unwrap().iter().filter(|row| row["hand"] == hand);
        rows.map(|row| row["ways"].as_i64().unwrap()).sum()
    };
    assert_eq!((of_hand("akq-spades"), of_hand("akq-hdc")), (18_424, 3 * 18_424));
    // What the bonus adds to a game without it is the bonus alone, because it is paid whatever the dealer holds.
    let plain = odds("ma", "ante_play", "standard", &[]);
    let standard = odds("ma", "ante_bonus", "standard", &[]);
    let over_deals = |fraction: &Value| {
        let (n, d) = parts(fraction);
        n * (407_170_400 / d)
    };
    assert_eq!(
        over_deals(&game["ev"]) - over_deals(&plain["ev"]),
        over_deals(&bonus["ev"]) - over_deals(&standard["ev"])
    );
}

#[test]
fn known_figures_of_the_side_wagers() {
    for (book, wager, table, edge) in [
        ("md14", "pair_plus", "D", "2.3167%"),
        ("md14", "six_card_bonus", "C", "10.2248%"),
        ("tribal", "pair_plus", "standard", "2.3167%"),
    ] {
        assert_eq!(odds(book, wager, table, &[])["house_edge_percent"], edge, "{book} {wager} {table}");
    }
    let pair_plus = odds("md14", "pair_plus", "D", &[]);
    same(&pair_plus["ev"], -512, 22_100);
    same(&pair_plus["hit_frequency"], 5_660, 22_100);
    let last = pair_plus["outcomes"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["hand"], &last["ways"], &last["of"]), (&"nothing".into(), &16_440.into(), &22_100.into()));
    assert!(last["pays"].is_null());
    // A flat amount is worth less to a larger stake.
    let at = |stake: &str| parts(&odds("md14", "six_card_bonus", "A", &["--stake", stake])["house_edge"]);
    let ((a, b), (c, d)) = (at("100"), at("10000"));
    assert!(a * d < c * b);
}

#[test]
fn a_progressive_is_a_straight_line_in_its_meters() {
    let at = |cents: &str| odds("md14", "progressive", "A", &["--meter", &format!("main={cents}")]);
    let nothing = at("0");
    assert_eq!(nothing["meters"][0]["from"], "given");
    let (fixed, of) = parts(&nothing["fixed_return"]);
    same(&nothing["ev"], fixed - of, of);
    same(&nothing["meters"][0]["coefficient"], 1, 22_100);
    // Another $22,100 on the meter is worth one stake of $1.
    let (n, d) = parts(&nothing["ev"]);
    same(&at("2210000")["ev"], n + d, d);
    let fair = nothing["break_even_cents"].as_i64().unwrap();
    let sign = |cents: i64| parts(&at(&cents.to_string())["ev"]).0.signum();
    assert!(sign(fair) >= 0 && sign(fair - 1) < 0);
    assert!(nothing["envy_per_other"].is_string());
    // Without a value the meter stands at the book's seed, and the answer says so.
    let seed = odds("md14", "progressive", "A", &[]);
    assert_eq!((&seed["meters"][0]["from"], &seed["meters"][0]["cents"]), (&"seed".into(), &100_000.into()));
    assert!(seed["notes"].to_string().contains("seed"));
}

#[test]
fn cover_all_lists_each_hand_for_each_number_of_players() {
    let mut before = -1.0;
    for players in 1..=7 {
        let priced = odds("ma", "cover_all", "matrix", &["--players", &players.to_string()]);
        assert_eq!(priced["players"], players);
        let hands: Vec<&str> =
            priced["outcomes"].as_array().unwrap().iter().map(|row| row["hand"].as_str().unwrap()).collect();
        assert_eq!(hands, ["akq-suited", "straight-flush", "three-of-a-kind", "straight", "nothing"]);
        let (n, d) = parts(&priced["hit_frequency"]);
        let hit = n as f64 / d as f64;
        assert!(hit > before, "more hands, a higher best");
        before = hit;
    }
    // Two hands from one deck: the deals are those of the base game.
    assert_eq!(odds("ma", "cover_all", "matrix", &[])["outcomes"][0]["of"], 407_170_400);
    // Counts beyond 64 bits are written out.
    let text = run(&["odds", "--rulebook", "ma", "--wager", "cover_all", "--players", "7", "--json"]).out;
    assert!(text.contains("\"of\": 157506168448545656179055616000000,"), "{text}");
}

#[test]
fn every_wager_of_every_book_looks_as_it_did() {
    for (book, wager, table) in all_tables() {
        let args = ["odds", "--rulebook", &book, "--wager", &wager, "--paytable", &table];
        let text = run(&args);
        // A table that is printed and never offered is warned of.
        let warned = text.err.starts_with("warning: ") && table.starts_with("old-");
        assert!(text.exit == 0 && (text.err.is_empty() || warned), "{args:?}: {}", text.err);
        let wide: Vec<&str> = text.out.lines().filter(|line| line.chars().count() > 92).collect();
        assert!(wide.is_empty(), "{args:?}: {wide:#?}");
        golden(&format!("golden/odds/{book}-{wager}-{table}.txt"), &transcript(&args, &text));
        let value = odds(&book, &wager, &table, &[]);
        for key in ["rulebook", "wager", "paytable", "ev", "house_edge", "hit_frequency", "variance"] {
            assert!(value[key].is_string(), "{args:?}: {key}");
        }
        assert!(!value["clauses"].as_array().unwrap().is_empty(), "{args:?}");
        let (ev, edge) = (parts(&value["ev"]), parts(&value["house_edge"]));
        assert_eq!((-ev.0, ev.1), edge, "{args:?}");
    }
    for (name, book, wager, table) in [
        ("base", "md14", "ante_play", "A"),
        ("pair-plus", "md14", "pair_plus", "D"),
        ("progressive", "md14", "progressive", "C"),
    ] {
        let text = run(&["odds", "--rulebook", book, "--wager", wager, "--paytable", table, "--json"]);
        golden(&format!("golden/odds/{name}.json"), &text.out);
    }
}

#[test]
fn the_741_classes_are_in_order_and_add_up() {
    let hands = json(&["odds", "--hands", "--rulebook", "md14", "--json"]);
    let classes = hands["classes"].as_array().unwrap();
    assert_eq!((classes.len(), &hands["order"]), (741, &"strongest_first".into()));
    assert_eq!(classes[0]["class"], "straight flush A-K-Q");
    assert_eq!(classes[740]["class"], "5-3-2");
    let mut hands = 0;
    for class in classes {
        let count = |key: &str| class[key].as_i64().unwrap();
        hands += count("hands");
        assert_eq!(count("of"), count("hands") * 18_424);
        assert_eq!(count("below") + count("equal") + count("above"), count("of"));
        let qualified = count("qualified_below") + count("qualified_equal") + count("qualified_above");
        assert_eq!(qualified + count("unqualified"), count("of"));
        assert_eq!(class["fold_ev"], "-1/1");
    }
    assert_eq!(hands, 22_100);
    let weakest = classes.iter().rfind(|class| class["plays"] == true).unwrap();
    assert_eq!(weakest["class"], "Q-6-4");
    // Over all classes, the hands below are as many as those above: a deal seen from the other side.
    let sum = |key: &str| -> i64 { classes.iter().map(|class| class[key].as_i64().unwrap()).sum() };
    assert_eq!(sum("below"), sum("above"));
    let args = ["odds", "--hands", "--rulebook", "md14"];
    let text = run(&args);
    assert_eq!(text.out.lines().filter(|line| line.contains("fold")).count() - 1, 120);
    golden("golden/odds/hands.txt", &transcript(&args, &text));
}

#[test]
fn seen_cards_change_the_game() {
    // A queen is the least that qualifies: the dealer then always plays.
    let queen = json(&["odds", "--rulebook", "md14", "--paytable", "A", "--known-dealer-card", "Qs", "--json"]);
    assert_eq!((&queen["dealer_not_qualified"], &queen["threshold"]), (&"0/1".into(), &"Q-9-2".into()));
    assert_eq!(queen["known"]["dealer_card"], "Qs");
    same(&queen["known"]["chance"], 1, 52);
    // A glimpse that reveals nothing, and cards that nobody has, leave the game unchanged.
    let plain = odds("md14", "ante_play", "A", &[]);
    let any = odds("md14", "ante_play", "A", &["--known-dealer-card", "2-A"]);
    assert_eq!((&any["ev"], &any["fold"], &any["win"]), (&plain["ev"], &plain["fold"], &plain["win"]));
    same(&any["known"]["gain"], 0, 1);
    let others = odds("md14", "ante_play", "A", &["--known", "As Ah Ad"]);
    assert_eq!(others["outcomes"][0]["of"].as_i64(), Some(18_424 * 15_180));
    assert_ne!(parts(&others["known"]["gain"]).0, 0, "aces that others hold make a difference");
    let each = json(&["odds", "--rulebook", "md14", "--known-dealer-card", "each", "--json"]);
    let ranks = each["dealer_card"].as_array().unwrap();
    assert_eq!(ranks.len(), 13);
    assert_eq!((&ranks[10]["rank"], &ranks[10]["ev"]), (&"Q".into(), &queen["ev"]));
    let text = run(&["odds", "--rulebook", "md14", "--known-dealer-card", "each"]);
    golden(
        "golden/odds/known-each.txt",
        &transcript(&["odds", "--rulebook", "md14", "--known-dealer-card", "each"], &text),
    );
    let args = ["odds", "--rulebook", "md14", "--known-dealer-card", "Qs", "--known", "2c 2d"];
    golden("golden/odds/known.txt", &transcript(&args, &run(&args)));
}

#[test]
fn a_position_is_more_than_its_wagers() {
    let position = |house: &str, stakes: &str, more: &[&str]| {
        let file = format!("houses/{house}.toml");
        json(&[&["odds", "--house", &file, "--position", stakes], more, &["--json"]].concat())
    };
    // A fold forfeits the five-card wager, and with an ante of one dollar that turns 2,400 hands.
    let small = position("md14", "ante=100,five_card_progressive=100", &[]);
    let turned = small["turned"].as_array().unwrap();
    let hands: i64 = turned.iter().map(|class| class["hands"].as_i64().unwrap()).sum();
    assert_eq!((turned.len(), hands), (160, 2_400));
    assert!(turned.iter().all(|class| class["plays"] == true));
    assert_eq!(small["meters"].as_array().unwrap().len(), 3);
    // The ante alone is the base game.
    let alone = position("md14", "ante=100", &[]);
    assert_eq!((&alone["threshold"], alone["turned"].as_array().unwrap().len()), (&"Q-6-4".into(), 0));
    same(&alone["ev"], -13_733_780 * 100, 407_170_400);
    // Covariances and variances add up to the whole.
    let both = position("ma", "ante=500,pair_plus=500,six_card_bonus=$5", &["--strategy", "q64"]);
    let sum = |list: &str, key: &str| -> f64 {
        let one = |row: &Value| {
            let (n, d) = parts(&row[key]);
            n as f64 / d as f64
        };
        both[list].as_array().unwrap().iter().map(one).sum()
    };
    let (n, d) = parts(&both["variance"]);
    let whole = n as f64 / d as f64;
    let added = sum("wagers", "variance") + 2.0 * sum("covariances", "covariance");
    assert!((whole - added).abs() < whole * 1e-9, "{whole} {added}");
    let ways: i64 = both["net_distribution"].as_array().unwrap().iter().map(|net| net["ways"].as_i64().unwrap()).sum();
    assert_eq!(ways, 407_170_400);
    for (name, args) in [
        ("position", vec!["odds", "--house", "houses/md14.toml", "--position", "ante=100,five_card_progressive=100"]),
        ("position-all", vec!["odds", "--house", "houses/ma.toml", "--position", "minimum", "--meter", "main=1000000"]),
    ] {
        golden(&format!("golden/odds/{name}.txt"), &transcript(&args, &run(&args)));
    }
}

#[test]
fn a_session_risks_its_bankroll() {
    let args = ["odds", "--house", "houses/sd.toml", "--position", "ante=500,pair_plus=500", "--rounds", "200"];
    let with = |bankroll: &str| json(&[&args[..], &["--bankroll", bankroll, "--json"]].concat());
    let (poor, rich) = (with("3000"), with("300000"));
    let ruin = |risk: &Value| {
        let (n, d) = parts(&risk["session"]["ruin"]["low"]);
        n as f64 / d as f64
    };
    assert!(ruin(&poor) > 0.5 && ruin(&rich) < 1e-6, "{} {}", ruin(&poor), ruin(&rich));
    assert_eq!(poor["needs"], 1_500);
    // Two hundred rounds hold two hundred times one.
    let one = json(&["odds", "--house", "houses/sd.toml", "--position", "ante=500,pair_plus=500", "--json"]);
    let ((a, b), (c, d)) = (parts(&poor["hold"]["mean"]), parts(&one["ev"]));
    assert_eq!(a * d, -200 * c * b);
    let text = [&args[..], &["--bankroll", "30000"]].concat();
    golden("golden/odds/risk.txt", &transcript(&text, &run(&text)));
    let meters = ["odds", "--house", "houses/md14.toml", "--position", "progressive=100", "--rounds", "5000", "--json"];
    let waits = json(&meters);
    same(&waits["waits"][0]["mean"], 22_100, 1);
    assert_eq!(waits["waits"][0]["median"], 15_319);
}

#[test]
fn what_cannot_be_counted_of_an_exposure_is_sampled_with_its_error() {
    let args = ["odds", "--house", "houses/ma.toml", "--exposure"];
    let exposed = json(&[&args[..], &["--json"]].concat());
    for table in exposed["tables"].as_array().unwrap() {
        assert_eq!(table["variance_is_whole"], false);
        let decimal = |value: &Value| value.as_str().unwrap().parse::<f64>().unwrap();
        assert!(decimal(&table["sampled"]["standard_error"]) > 0.0);
        assert!(table["sampled"]["rounds"].as_u64().unwrap() > 10_000);
        assert_eq!(table["sampled"]["seed"].as_str().unwrap().len(), 64);
        // A hundredth of the deviation is more than any error.
        let (deviation, error) = (&table["standard_deviation"], &table["standard_deviation_error"]);
        assert!(decimal(error) < decimal(deviation) / 100.0, "{table}");
    }
    golden("golden/odds/exposure-sampled.txt", &transcript(&args, &run(&args)));
    let csv = run(&[&args[..], &["--csv"]].concat());
    assert!(csv.exit == 0 && csv.out.lines().count() > 10 && csv.out.contains(" ± $"), "{}", csv.out);
    let page = std::env::temp_dir().join(format!("queenhigh-exposure-{}.html", std::process::id()));
    let html = run(&[&args[..], &["--html", page.to_str().unwrap()]].concat());
    let text = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert!(html.exit == 0 && text.contains("standard error") && text.contains(" ± $"), "{}", html.err);
}

#[test]
fn a_table_is_exposed_position_by_position() {
    let args = ["odds", "--house", "houses/md14.toml", "--position", "ante=333,pair_plus=333", "--exposure"];
    let exposed = json(&[&args[..], &["--json"]].concat());
    let tables = exposed["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 7);
    let (a, b) = parts(&tables[0]["hold"]);
    for (positions, table) in (1_i128..).zip(tables) {
        same(&table["hold"], a * positions, b);
        assert_eq!(table["variance_is_whole"], true);
    }
    // Smaller chips round less away.
    let costs: Vec<f64> = exposed["breakage"]
        .as_array()
        .unwrap()
        .iter()
        .map(|unit| {
            let (n, d) = parts(&unit["wagers"][1][1]);
            n as f64 / d as f64
        })
        .collect();
    assert!(costs.windows(2).all(|two| two[0] <= two[1]) && costs[0] == 0.0, "{costs:?}");
    golden("golden/odds/exposure.txt", &transcript(&args, &run(&args)));
    // Two positions that differ are a table of two.
    let two = json(&[
        "odds",
        "--house",
        "houses/ma.toml",
        "--position",
        "ante=500",
        "--position",
        "ante=1000,cover_all=500",
        "--json",
    ]);
    assert_eq!((two["tables"].as_array().unwrap().len(), &two["tables"][0]["positions"]), (1, &2.into()));
    assert_eq!(two["tables"][0]["variance_is_whole"], false);
}

#[test]
fn the_plots_of_the_handbook_are_those_of_today() {
    let folder = std::env::temp_dir().join(format!("queenhigh-plots-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let done = run(&["odds", "--house", "houses/ma.toml", "--plots", folder.to_str().unwrap()]);
    assert_eq!(done.exit, 0, "{}", done.err);
    let names = |folder: &std::path::Path| {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    for name in names(&folder) {
        golden(&format!("docs/plots/{name}"), &std::fs::read_to_string(folder.join(&name)).unwrap());
    }
    assert_eq!(names(&folder), names(&root().join("docs/plots")));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_par_sheet_of_each_house() {
    for house in ["md14", "md2014", "ma", "tribal", "sd"] {
        let file = format!("houses/{house}.toml");
        let args = ["odds", "--house", &file];
        let text = run(&args);
        assert_eq!((text.exit, text.err.as_str()), (0, ""), "{house}");
        golden(&format!("golden/odds/par-{house}.txt"), &transcript(&args, &text));
        let sheet = json(&["odds", "--house", &file, "--json"]);
        assert_eq!(sheet["rulebook"], house);
        let sections = sheet["sections"].as_array().unwrap();
        for section in sections {
            assert!(
                !section["clauses"].as_array().unwrap().is_empty()
                    && !section["figures"].as_array().unwrap().is_empty()
            );
        }
        let first = &sections[0]["figures"][0];
        let edge = if house == "tribal" { "2.9205%" } else { "3.3730%" };
        assert_eq!((&first["figure"], &first["shown"]), (&"house edge".into(), &edge.into()), "{house}");
        let csv = run(&["odds", "--house", &file, "--csv"]).out;
        let rows: usize = sections
            .iter()
            .map(|section| {
                let tables = section["tables"].as_array().unwrap().iter();
                let rows: usize = tables.map(|table| table["rows"].as_array().unwrap().len()).sum();
                rows + section["figures"].as_array().unwrap().len() + section["outcomes"].as_array().unwrap().len()
            })
            .sum();
        assert_eq!(csv.lines().count(), rows + 1);
    }
    let covered = json(&["odds", "--house", "houses/ma.toml", "--json"]);
    let cover_all = covered["sections"].as_array().unwrap().iter().filter(|section| section["wager"] == "cover_all");
    assert_eq!(cover_all.count(), 7);
}

#[test]
fn the_page_for_print_stands_by_itself() {
    let path = std::env::temp_dir().join(format!("queenhigh-par-{}.html", std::process::id()));
    let done = run(&["odds", "--house", "houses/md14.toml", "--html", path.to_str().unwrap()]);
    let page = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(done.exit, 0, "{}", done.err);
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && page.contains("Chesapeake Hall"));
    // The name of the SVG language is an address, but nothing is fetched from it.
    let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for elsewhere in ["http:", "https:", "<script", "NaN", "inf\""] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    for element in ["section", "table", "figure", "svg", "div", "nav"] {
        let open = page.matches(&format!("<{element} ")).count() + page.matches(&format!("<{element}>")).count();
        assert_eq!(open, page.matches(&format!("</{element}>")).count(), "{element}");
        assert!(open > 0, "{element}");
    }
    let nowhere = run(&["odds", "--house", "houses/md14.toml", "--html", "no/such/folder/par.html"]);
    assert_eq!((nowhere.exit, nowhere.out.as_str()), (2, ""));
}

#[test]
fn a_rulebook_may_be_a_file() {
    let by_code = odds("sd", "pair_plus", "1", &[]);
    let by_file = odds("rulebooks/sd.toml", "pair_plus", "1", &[]);
    assert_eq!(by_code, by_file);
    let before = json(&[
        "--rulebook",
        "rulebooks/sd.toml",
        "odds",
        "--rulebook",
        "sd",
        "--wager",
        "pair_plus",
        "--paytable",
        "1",
        "--json",
    ]);
    assert_eq!(by_code, before);
}

#[test]
fn a_table_that_is_never_offered_is_priced_with_a_warning() {
    let args = ["odds", "--rulebook", "md2014", "--wager", "six_card_bonus", "--paytable"];
    for (id, words) in [
        ("old-A", "is printed, but very probably not meant: it cannot be offered"),
        ("old-B", "is struck out in the document: it cannot be offered"),
    ] {
        let args = [&args[..], &[id]].concat();
        let priced = run(&args);
        assert_eq!(priced.exit, 0, "{}", priced.err);
        assert!(priced.err.starts_with("warning: ") && priced.err.contains(words), "{}", priced.err);
        assert!(priced.err.contains("a house may offer A, B"), "{}", priced.err);
        assert_eq!(priced.err.contains("READING 34"), id == "old-A", "{}", priced.err);
        assert!(priced.out.contains("no house may offer it"), "{}", priced.out);
    }
    // What may be offered is priced without a warning; for an unknown name, the printed ones are listed.
    assert_eq!(run(&[&args[..], &["A"]].concat()).err, "");
    let unknown = run(&[&args[..], &["old-Z"]].concat());
    assert!(unknown.err.contains("printed and never offered: old-A, old-B, old-C, old-D"), "{}", unknown.err);
}

#[test]
fn one_of_a_thing_is_no_plural() {
    let risk = run(&["odds", "--house", "sd", "--position", "ante=$5", "--rounds", "1"]);
    assert!(risk.out.contains("Risk over 1 round, "), "{}", risk.out);
    let simulated = run(&["simulate", "--house", "sd", "--rounds", "1"]);
    assert!(simulated.out.contains(" 1 round in blocks of "), "{}", simulated.out);
    let shard = run(&["simulate", "--seed", "1", "--shard", "2/2", "--rounds", "1"]);
    assert!(shard.err.contains("the run has 1 block;"), "{}", shard.err);
}

#[test]
fn what_cannot_be_priced_is_refused_in_a_sentence() {
    let cases: [(&[&str], &str); 39] = [
        (&[], "--wager WAGER, --hands, --known-dealer-card CARD or --house HOUSE"),
        (&["--wager", "pair_plus"], "there are ma, md14, md2014, sd, tribal"),
        (&["--rulebook", "zz", "--wager", "pair_plus"], "there are ma, md14, md2014, sd, tribal"),
        (&["--rulebook", "houses/ma.toml", "--wager", "pair_plus"], "the rulebook cannot be read"),
        (&["--rulebook", "tribal", "--wager", "progressive"], "tribal has no progressive; it has ante_play"),
        (&["--rulebook", "md14", "--wager", "cover_all"], "md14 has no cover_all"),
        (&["--rulebook", "md14", "--wager", "play"], "play has no odds by itself"),
        (&["--rulebook", "md14", "--wager", "roulette"], "\"roulette\" is not a wager"),
        (&["--rulebook", "md14", "--wager", "pair_plus"], "write --paytable with A, B, C, D, E"),
        (&["--rulebook", "md14", "--wager", "pair_plus", "--paytable", "Z"], "lawful: A, B, C, D, E"),
        (
            &["--rulebook", "md14", "--wager", "ante_play", "--paytable", "A", "--strategy", "brave"],
            "is not a strategy",
        ),
        (&["--rulebook", "md14", "--wager", "pair_plus", "--paytable", "A", "--strategy", "q64"], "says nothing about"),
        (&["--rulebook", "md14", "--wager", "progressive", "--paytable", "A", "--meter", "mega=1"], "one of main"),
        (&["--rulebook", "md14", "--wager", "progressive", "--paytable", "A", "--stake", "300"], "lawful: $1"),
        (&["--rulebook", "ma", "--wager", "cover_all", "--players", "9"], "9 is not in 1..=8"),
        (&["--rulebook", "ma", "--wager", "cover_all", "--players", "8"], "has no line for 8 players"),
        (&["--house", "golden/cli/input/house-with-faults.toml"], "is not lawful; nothing is priced"),
        (&["--rulebook", "md14", "--known-dealer-card", "queen"], "write a card such as Qs"),
        (&["--rulebook", "md14", "--known", "Qs Qs"], "Qs is named twice"),
        (&["--rulebook", "md14", "--known", "Q"], "\"Q\" is not a card"),
        (
            &["--rulebook", "md14", "--known-dealer-card", "Qs", "--known", "Qs 2c"],
            "cannot be the dealer's and another's",
        ),
        (
            &["--rulebook", "md14", "--wager", "pair_plus", "--paytable", "A", "--known", "2c"],
            "--known says nothing about pair_plus",
        ),
        (&["--rulebook", "md14", "--known-dealer-card", "each", "--known", "2c"], "leave --known"),
        (&["--rulebook", "md14", "--known-dealer-card", "Qs", "--strategy", "brave"], "is not a strategy"),
        (&["--hands", "--rulebook", "md14", "--strategy", "q64"], "--strategy says nothing about the classes of hands"),
        (&["--house", "houses/md14.toml", "--strategy", "q64"], "says nothing about a par sheet"),
        (&["--house", "houses/md14.toml", "--position", "ante"], "write WAGER=AMOUNT"),
        (&["--house", "houses/md14.toml", "--position", "ante=0"], "write WAGER=AMOUNT"),
        (&["--house", "houses/md14.toml", "--position", "play=500"], "play is not staked by itself"),
        (&["--house", "houses/md14.toml", "--position", "cover_all=500"], "the house has no cover_all"),
        (&["--house", "houses/md14.toml", "--position", "ante=500,ante=500"], "ante is named twice"),
        (&["--house", "houses/md14.toml", "--position", "progressive=300"], "and no other stake"),
        (&["--house", "houses/ma.toml", "--position", "cover_all=500"], "no wager of its own"),
        (&["--house", "houses/md14.toml", "--position", "ante=500", "--meter", "grand=1"], "is no meter of the house"),
        (&["--house", "houses/tribal.toml", "--position", "ante=500", "--meter", "main=1"], "the house has no meter"),
        (&["--house", "houses/md14.toml", "--position", "ante=500", "--rounds", "0"], "0 is not in 1..=100000"),
        (&["--house", "houses/md14.toml", "--bankroll", "500"], "--position"),
        (&["--rulebook", "md14", "--exposure"], "--house"),
        (&["--house", "houses/md14.toml", "--exposure", "--strategy", "brave"], "is not a strategy"),
    ];
    let mut text = String::new();
    for (args, told) in cases {
        let args = [&["odds"][..], args].concat();
        let run: Run = run(&args);
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(told), "{args:?}: {}", run.err);
        text.push_str(&transcript(&args, &run));
    }
    golden("golden/odds/refusals.txt", &text);
}

/// What a house does not take is priced for whoever asks, and said to be so.
#[test]
fn what_the_house_does_not_take_is_noted() {
    let book = ["--rulebook", "golden/books/freedonia.toml"];
    let house = std::fs::read_to_string(root().join("golden/books/freedonia-house.toml")).unwrap();
    let either = house.replace("[limits]\n", "[wagers]\nprecondition = \"either_or\"\n\n[limits]\n");
    let position = |house: &str, stakes: &str| {
        let asked = run_with(&[&book[..], &["odds", "--house", "-", "--position", stakes]].concat(), house);
        assert_eq!(asked.exit, 0, "{}", asked.err);
        asked.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let refused = "The house does not take";
    for (house, stakes, said) in [
        (&house, "prime=$1", "take prime alone: it needs an ante at the same position."),
        (
            &house,
            "six_card_bonus=$1",
            "take six_card_bonus alone: it needs an ante or a pair plus at the same position.",
        ),
        (&house, "ante=$501", "take $501 on ante: from $5 to $500 in steps of $1."),
        (&either, "ante=$5,pair_plus=$5", "take these two: it plays with the precondition either_or."),
    ] {
        let out = position(house, stakes);
        assert!(out.contains(&format!("{refused} {}", said.strip_prefix("take ").unwrap())), "{stakes}: {out}");
    }
    assert!(!position(&house, "ante=$5,prime=$1").contains(refused));
    // The least of everything is what the house takes: one of the two.
    assert!(!position(&either, "minimum").contains("Pair Plus $5"));
    for wagers in [&[][..], &["--wagers", "pair_plus,six_card_bonus"]] {
        let asked = [&book[..], &["simulate", "--seed", "1", "--rounds", "2000", "--house", "-"], wagers].concat();
        let dealt = run_with(&asked, &either);
        assert_eq!((dealt.exit, dealt.err.as_str()), (0, ""), "{wagers:?}");
        assert_eq!(dealt.out.contains("pair_plus"), !wagers.is_empty(), "{}", dealt.out);
    }
}
