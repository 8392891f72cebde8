//! `queenhigh layout`: the drawing and the data of a house's printed layout.

use crate::common::{json, root, run, run_with};

/// The pieces of a drawing that cite a clause: how often its title stands there.
fn titled(svg: &str, clause: &str) -> usize {
    svg.split("<title>")
        .skip(1)
        .filter(|rest| rest.split("</title>").next().is_some_and(|t| t.contains(clause)))
        .count()
}

#[test]
fn the_drawing_has_what_the_book_demands_at_every_position() {
    let drawn = run(&["layout", "houses/md14.toml"]);
    assert!(drawn.out.contains(">example house, no approval</text>"), "an example says that it is one (READING 96)");
    let real = run(&["layout", "golden/houses/md14.toml"]);
    assert!(real.out.contains("</svg>") && !real.out.contains("no approval"));
    assert_eq!((drawn.exit, drawn.err.as_str()), (0, ""));
    let svg = &drawn.out;
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("class=\"position\"").count(), 7);
    // Three areas for each of seven players, one for the six card bonus, two sensors.
    assert_eq!(titled(svg, "md14:02.B(2)"), 3 * 7);
    assert_eq!(titled(svg, "md14:02.B(4)"), 7);
    assert_eq!(titled(svg, "md14:02.B(3)"), 2 * 7);
    assert_eq!(titled(svg, "md14:02.B(1)"), 1);
    assert!(svg.contains(">Chesapeake Hall</text>"));
    assert_eq!(titled(svg, "md14:02.B(5)#2"), 1);
    assert!(svg.contains(">Dealer Plays with Queen High or Better</textPath>"));
    // The four tables of the base game are inscribed.
    assert_eq!(titled(svg, "md14:02.B(5)#1"), 4);
    assert!(svg.contains(">straight flush  40 to 1</text>"), "{svg}");
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
}

/// The middles of the positions of a drawing, and how large they are drawn.
fn positions(svg: &str) -> Vec<(f64, f64, f64)> {
    let places = svg.split("class=\"position\" transform=\"translate(").skip(1);
    places
        .map(|rest| {
            let (at, rest) = rest.split_once(')').unwrap();
            let (x, y) = at.split_once(' ').unwrap();
            let scale = rest.split('>').next().unwrap().split_once("scale(");
            let scale = scale.map_or(1.0, |(_, scale)| scale.split(')').next().unwrap().parse().unwrap());
            (x.parse().unwrap(), y.parse().unwrap(), scale)
        })
        .collect()
}

#[test]
fn eight_positions_are_drawn_side_by_side_as_seven_are() {
    let seven = positions(&run(&["layout", "houses/md14.toml"]).out);
    let house = std::fs::read_to_string(root().join("golden/books/freedonia-house.toml")).unwrap();
    let house = house.replace("positions = 5", "positions = 8");
    let eight = positions(&run_with(&["--rulebook", "golden/books/freedonia.toml", "layout", "-"], &house).out);
    assert_eq!((seven.len(), eight.len()), (7, 8));
    let closest = |places: &[(f64, f64, f64)]| {
        let apart = |pair: &[(f64, f64, f64)]| (pair[0].0 - pair[1].0).hypot(pair[0].1 - pair[1].1) / pair[0].2;
        places.windows(2).map(apart).fold(f64::MAX, f64::min)
    };
    assert!(closest(&eight) > closest(&seven) * 0.99, "{} {}", closest(&eight), closest(&seven));
    assert!(eight.iter().all(|(x, y, _)| (100.0..1500.0).contains(x) && (250.0..900.0).contains(y)), "{eight:?}");
}

/// The circles of a drawing, each with its middle in the picture and its radius.
fn circles(svg: &str) -> Vec<(f64, f64, f64)> {
    let number = |text: &str, name: &str| -> f64 {
        let (_, rest) = text.split_once(&format!("{name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let places = positions(svg).into_iter().zip(svg.split("class=\"position\"").skip(1));
    places
        .flat_map(|((x, y, scale), inside)| {
            let turn: f64 = inside.split_once("rotate(").unwrap().1.split(')').next().unwrap().parse().unwrap();
            let (sin, cos) = turn.to_radians().sin_cos();
            inside.split("<circle").skip(1).map(move |circle| {
                let (cx, cy, r) =
                    (number(circle, "cx") * scale, number(circle, "cy") * scale, number(circle, "r") * scale);
                (x + cx * cos - cy * sin, y + cx * sin + cy * cos, r)
            })
        })
        .collect()
}

#[test]
fn no_two_circles_meet() {
    let made_up = std::fs::read_to_string(root().join("golden/books/freedonia-house.toml")).unwrap();
    for positions in 2..=8 {
        let house = made_up.replace("positions = 5", &format!("positions = {positions}"));
        let house = house.replace("positions_per_player = 2", "positions_per_player = 1");
        let drawn = run_with(&["--rulebook", "golden/books/freedonia.toml", "layout", "-"], &house).out;
        apart(&drawn, 6 * positions);
    }
    for (code, count) in [("md14", 4 * 7), ("ma", 5 * 7), ("sd", 3 * 7)] {
        apart(&run(&["layout", code]).out, count);
    }
}

fn apart(svg: &str, count: usize) {
    let circles = circles(svg);
    assert_eq!(circles.len(), count);
    for (i, (x, y, r)) in circles.iter().enumerate() {
        for (x2, y2, r2) in &circles[..i] {
            assert!((x - x2).hypot(y - y2) > r + r2, "{x} {y} {r}, {x2} {y2} {r2}");
        }
    }
}

#[test]
fn odds_are_printed_with_the_stake_where_the_house_so_chooses() {
    let house = std::fs::read_to_string(root().join("golden/books/freedonia-house.toml")).unwrap();
    let house = house.replace("[layout.odds]\n", "[layout]\nodds_as = \"for\"\n\n[layout.odds]\n");
    let drawn = run_with(&["--rulebook", "golden/books/freedonia.toml", "layout", "-"], &house).out;
    for line in ["winning wager  2 for 1", "suited ace-king-queen  101 for 1", "two pair  5 for 2"] {
        assert!(drawn.contains(&format!(">{line}</text>")), "{line}: {drawn}");
    }
    // Nothing is staked on a bonus, so there is no stake to print with it.
    assert!(drawn.contains(">straight flush  3 to 1</text>"));
}

#[test]
fn the_words_of_the_book_and_the_signs_of_the_house_are_drawn() {
    let sd = run(&["layout", "sd"]);
    // "six card bonus" in these words, one below the other, seven times.
    let marked = ["six", "card", "bonus"].map(|word| sd.out.matches(&format!(">{word}</text>")).count());
    assert_eq!(marked, [7, 7, 7]);
    assert!(titled(&sd.out, "sd:(14)#3") == 1 && titled(&sd.out, "sd:(16)#4") == 0);
    let text = std::fs::read_to_string(root().join("houses/md14.toml")).unwrap();
    let text = text.replace("Chesapeake Hall", "Fish & <Chips>");
    let logo = format!("{text}\n[look]\nmonogram = \"FC\"\n[layout]\noperator = \"logo\"\n");
    let drawn = run_with(&["layout", "-"], &logo);
    assert!(drawn.out.contains(">FC</text>") && drawn.out.contains("aria-label=\"Fish &amp; &lt;Chips&gt;\""));
}

#[test]
fn the_data_names_areas_odds_and_their_law() {
    let layout = json(&["layout", "--house", "sd", "--json"]);
    let six_card = layout["areas"].as_array().unwrap().iter().find(|area| area["wager"] == "six_card_bonus").unwrap();
    assert_eq!((&six_card["marked"], &six_card["kind"]), (&"six card bonus".into(), &"betting".into()));
    let odds = |wager: &str| layout["odds"].as_array().unwrap().iter().find(|odds| odds["wager"] == wager).unwrap();
    assert_eq!((&odds("pair_plus")["at"], &odds("progressive")["at"]), (&"layout".into(), &"sign".into()));
    assert_eq!(odds("six_card_bonus")["clauses"], serde_json::json!(["sd:(15)#3"]));
}

#[test]
fn an_unlawful_house_has_no_layout() {
    let refused = run(&["layout", "--house", "golden/cli/input/house-with-faults.toml"]);
    assert_eq!((refused.exit, refused.out.as_str()), (2, ""));
}
