//! Every line of every paytable that a house may post is settled once: both the amount and the clause are the line's.
//! Envy amounts are lines too, and Cover All has its lines for one to seven players.

#[path = "golden/house.rs"]
mod files;
#[path = "paytable_lines/hands.rs"]
mod hands;

use std::fmt::Write as _;

use files::root;
use hands::{Card, find_five, find_six, find_three, nothing, text};
use rules::hand::HandName;
use rules::paytable::{EnvyLine, Line, Pays, Paytable, Standing};
use rules::rulebook::vocabulary::Precondition;
use rules::settle::{self, Account, Movement, PaidBy, input};
use rules::{Books, Cents, House, Level, Rulebook, Wager};
use serde_json::{Value, json};
use toml::Table;

/// The value of each meter before a line is paid.
const METERS: [(Level, i64); 4] =
    [(Level::Main, 1_234_567), (Level::Mega, 5_432_109), (Level::Major, 1_234_567), (Level::Minor, 234_567)];

/// The position whose line is tested, and the one that gets an envy bonus from it.
const POSITION: u8 = 4;
const ENVIOUS: u8 = 2;

/// A house of the book that posts the table, at a stake if one is given.
fn posting(book: &Rulebook, table: &Paytable, stake: Option<Cents>) -> House {
    let stake = stake.or(table.meant_for_stake);
    let mut house = files::house(&book.code).unwrap();
    let key = table.wager.word();
    let mut set = |path: &str, value: toml::Value| files::set(&mut house, path, value).unwrap();
    match (table.wager, table.standing) {
        (Wager::Ante | Wager::Play, _) => {}
        (Wager::PairPlus, Standing::Floor) => {
            let line = |line: &Line| {
                let line = [("hand", line.hand.to_string()), ("pays", line.pays.to_string())];
                toml::Value::Table(line.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect())
            };
            set("pair_plus.lines", table.lines.iter().map(line).collect::<Vec<_>>().into());
        }
        _ => set(&format!("{key}.paytable"), table.id.clone().into()),
    }
    if matches!(table.wager, Wager::Progressive | Wager::FiveCardProgressive) {
        let levels = table.meters();
        let by_level = |value: &dyn Fn(Level) -> String| {
            let values = levels.iter().map(|level| (level.to_string(), value(*level).into()));
            toml::Value::Table(values.collect())
        };
        let scale = match (table.seeds_for_stake, stake) {
            (Some(basis), Some(stake)) => stake.0 / basis.0,
            _ => 1,
        };
        let seed = |level: Level| {
            let bound = table.seeds.iter().find(|rule| rule.meter == level).map(|rule| &rule.amount);
            let amount = bound.and_then(|bound| bound.default.or(bound.at_least));
            amount.map_or("$1,000".to_owned(), |amount| Cents(amount.0 * scale).to_string())
        };
        set(&format!("{key}.seed"), by_level(&seed));
        set(&format!("{key}.rate"), by_level(&|_| "20%".to_owned()));
        if let Some(stake) = stake {
            set(&format!("{key}.stake"), stake.to_string().into());
        }
        for part in ["link", "reserve"] {
            let _ = files::remove(&mut house, &format!("{key}.{part}"));
        }
    }
    if let Some(reading) = table.confirm {
        let entry = format!("[[confirmation]]\nreading = {reading}\nby = \"A. Person\"\non = \"2026-11-15\"");
        house.extend(entry.parse::<Table>().unwrap());
    }
    lawful(book, &house, table)
}

/// The first lawful house among variants with another precondition, ante bonus or pair plus beside the table.
fn lawful(book: &Rulebook, draft: &Table, table: &Paytable) -> House {
    let mut faults = Vec::new();
    let ids = |wager: Wager| {
        let tables = book.paytables_of(wager).filter(|other| other.is_offered() && table.wager != wager);
        std::iter::once(None).chain(tables.map(|table| Some(table.id.clone()))).collect::<Vec<_>>()
    };
    let preconditions = std::iter::once(None).chain(Precondition::ALL.iter().copied().map(Some));
    for precondition in preconditions {
        for bonus in ids(Wager::AnteBonus) {
            for pair_plus in ids(Wager::PairPlus) {
                let mut house = draft.clone();
                let choices = [
                    ("wagers.precondition", precondition.map(|word| word.to_string())),
                    ("ante_bonus.paytable", bonus.clone()),
                    ("pair_plus.paytable", pair_plus),
                ];
                for (path, value) in choices {
                    if let Some(value) = value {
                        files::set(&mut house, path, value.into()).unwrap();
                    }
                }
                let report = rules::house::check(&toml::to_string(&house).unwrap(), &Books::shipped());
                faults = report.errors().map(ToString::to_string).collect();
                if let Some(house) = report.house {
                    return house;
                }
            }
        }
    }
    panic!("no lawful house of {} with {} {}: {faults:?}", book.code, table.wager, table.id);
}

/// A round in progress: who holds what.
struct Deal {
    dealer: Vec<Card>,
    community: Option<Vec<Card>>,
    /// The hand being tested.
    hand: Vec<Card>,
    /// The hands of the other positions.
    others: Vec<Vec<Card>>,
}

impl Deal {
    fn used(&self) -> Vec<Card> {
        let mut used = [self.dealer.clone(), self.hand.clone()].concat();
        used.extend(self.community.iter().flatten());
        used
    }

    fn describe(&self) -> String {
        let cards = |cards: &[Card]| cards.iter().map(text).collect::<Vec<_>>().join(" ");
        let mut words = cards(&self.hand);
        if let Some(community) = &self.community {
            let _ = write!(words, ", community {}", cards(community));
        }
        let _ = write!(words, ", dealer {}", cards(&self.dealer));
        words
    }
}

/// Cards for a hand of a wager: the dealer's hand just qualifies.
fn deal(wager: Wager, hand: HandName, above: &[HandName], others: usize) -> Deal {
    let missing = || panic!("no cards make {hand} at {wager}");
    let plays = |used: &[Card]| {
        let dealers =
            [[(12, 's'), (7, 'd'), (2, 'c')], [(12, 'h'), (8, 'c'), (3, 'd')], [(12, 'd'), (6, 'h'), (2, 's')]];
        dealers.iter().find(|dealer| !dealer.iter().any(|card| used.contains(card))).unwrap().to_vec()
    };
    let mut deal = match wager {
        Wager::SixCardBonus => {
            let six = find_six(hand).unwrap_or_else(missing);
            Deal { hand: six[..3].to_vec(), dealer: six[3..].to_vec(), community: None, others: Vec::new() }
        }
        Wager::FiveCardProgressive => {
            let five = find_five(hand).unwrap_or_else(missing);
            Deal {
                hand: five[..3].to_vec(),
                dealer: plays(&five),
                community: Some(five[3..].to_vec()),
                others: Vec::new(),
            }
        }
        _ => {
            let wanted = if hand == HandName::Win { HandName::Pair } else { hand };
            let three = find_three(wanted, above).unwrap_or_else(missing);
            Deal { dealer: plays(&three), hand: three, community: None, others: Vec::new() }
        }
    };
    deal.others = nothing(others, &deal.used());
    deal
}

/// Settles a deal in which every position has an ante and plays, and those in `staking` also have the wager.
fn settle<'h>(house: &'h House, wager: Wager, deal: &Deal, staking: &[u8]) -> Vec<Movement<'h>> {
    let cents = |amount: Cents| json!(amount.0);
    let least = |wager: Wager| house.limits.get(&wager).map(|limit| limit.min).unwrap_or_default();
    let cards = |cards: &[Card]| json!(cards.iter().map(text).collect::<Vec<_>>());
    let mut positions = Vec::new();
    let places = [ENVIOUS, 1, 3, 5, 6, 7];
    for (position, hand) in std::iter::once((POSITION, &deal.hand)).chain(places.into_iter().zip(&deal.others)) {
        let mut wagers = json!({ "ante": cents(least(Wager::Ante)) });
        if house.precondition == Precondition::BothUpToFiveTimes {
            wagers["pair_plus"] = cents(least(Wager::PairPlus));
        }
        let stake = house.progressive_terms(wager).map_or(least(wager), |terms| terms.stake);
        if staking.contains(&position) && !matches!(wager, Wager::Ante | Wager::Play | Wager::AnteBonus) {
            wagers[wager.word()] = cents(stake);
        }
        positions.push(json!({
            "position": position, "person": format!("person {position}"), "cards": cards(hand),
            "decision": "play", "wagers": wagers,
        }));
    }
    let mut round = json!({ "house": "", "dealer": cards(&deal.dealer), "positions": positions });
    if let Some(community) = &deal.community {
        round["community"] = cards(community);
    }
    if let Some(terms) = house.progressive_terms(wager) {
        let meters = terms.meters.iter().map(|meter| (meter.level.to_string(), json!(meter_of(meter.level).0)));
        round["meters"] = json!({ wager.word(): Value::Object(meters.collect()) });
    }
    let file = input::parse(&round.to_string()).unwrap();
    let (round, _) = settle::admit(house, &file).unwrap_or_else(|refusals| panic!("{refusals:?}\n{file:?}"));
    let mut movements = Vec::new();
    settle::settle(house, &round, &mut movements);
    movements
}

fn meter_of(level: Level) -> Cents {
    METERS.iter().find(|(known, _)| *known == level).map(|(_, amount)| Cents(*amount)).unwrap()
}

/// What a line must pay on a stake: exactly, or in chips if the tray pays.
fn amount(house: &House, line: &Line, stake: Cents) -> Cents {
    let chips = |amount: i64| {
        let unit = house.unit.0;
        Cents(if amount % unit == 0 { amount } else { amount - amount % unit + unit })
    };
    match line.pays {
        Pays::To(odds) | Pays::For(odds) => chips(stake.0 * i64::from(odds.won) / i64::from(odds.staked)),
        Pays::OfMeter(share, level) => Cents(meter_of(level).0 * i64::from(share.0) / 1_000_000),
        Pays::Flat(amount) => amount,
    }
}

/// Settles one line and describes it.
fn show_line(house: &House, table: &Paytable, line: &Line) -> String {
    let wager = table.wager;
    let same = table.lines.iter().filter(|other| other.players == line.players);
    let above: Vec<HandName> = same.take_while(|other| *other != line).map(|other| other.hand).collect();
    let deal = match line.players {
        Some(players) => deal_among(players, line.hand, &above),
        None => deal(wager, line.hand, &above, 0),
    };
    let movements = settle(house, wager, &deal, &[POSITION]);
    let place = format!("{} {} {}: {} {}", house.book.code, wager, table.id, line.hand, line.pays);
    let movement = movements
        .iter()
        .find(|movement| movement.position == POSITION && movement.wager == wager)
        .unwrap_or_else(|| panic!("{place}: there is no movement with {}", deal.describe()));
    let stake = if wager == Wager::AnteBonus { house.limits[&Wager::Ante].min } else { movement.stake };
    assert_eq!(movement.paid, amount(house, line, stake), "{place} with {}", deal.describe());
    let cited = |clause| movement.citations().any(|cite| cite.clauses.contains(clause));
    assert!(line.cite.clauses.iter().all(cited), "{place} with {}", deal.describe());
    // The comparison decides an ante or a play; the line decides any other wager.
    let decides = movement.clause() == line.cite.first();
    assert!(decides || line.hand == HandName::Win, "{place} with {}", deal.describe());
    let PaidBy::Line(paid_by) = movement.by else { panic!("{place}: paid by no line") };
    assert_eq!((paid_by.hand, paid_by.pays), (line.hand, line.pays), "{place}");
    let returned = if matches!(line.pays, Pays::For(_) | Pays::OfMeter(..)) { Cents::ZERO } else { movement.stake };
    assert_eq!(movement.returned, returned, "{place}");
    if matches!(line.pays, Pays::OfMeter(..)) {
        assert!(matches!(movement.payer, Account::Meter(..)), "{place}: paid by {}", movement.payer);
    }
    row(line.hand, &line.pays.to_string(), line.players, &deal.describe(), stake, movement.paid, &place_of(line))
}

/// Cover All: one player holds the hand, all others and the dealer hold nothing.
fn deal_among(players: u8, hand: HandName, above: &[HandName]) -> Deal {
    let hand = find_three(hand, above).unwrap_or_else(|| panic!("no cards make {hand}"));
    let mut others = nothing(usize::from(players), &hand);
    let dealer = others.pop().unwrap();
    Deal { dealer, community: None, hand, others }
}

fn place_of(line: &Line) -> String {
    line.cite.first().map(ToString::to_string).unwrap_or_default()
}

fn row(
    hand: HandName,
    pays: &str,
    players: Option<u8>,
    cards: &str,
    stake: Cents,
    paid: Cents,
    clause: &str,
) -> String {
    let players = match players {
        None => String::new(),
        Some(1) => " with 1 player".to_owned(),
        Some(players) => format!(" with {players} players"),
    };
    let hand = format!("{}{players}", hand.title());
    let (stake, paid) = (stake.to_string(), paid.to_string());
    format!("  {hand:<44} {pays:<15} {cards:<62} {stake:>5} {paid:>12}  {clause}\n")
}

/// Settles one envy amount and describes it.
fn show_envy(book: &Rulebook, table: &Paytable, line: &EnvyLine) -> String {
    let house = posting(book, table, line.stake);
    let deal = deal(table.wager, line.hand, &[], 1);
    let envy = if table.wager == Wager::Progressive { Wager::Envy } else { Wager::FiveCardEnvy };
    let movements = settle(&house, table.wager, &deal, &[POSITION, ENVIOUS]);
    let place = format!("{} {} {}: envy for {} {}", book.code, table.wager, table.id, line.hand, line.pays);
    let paid: Vec<&Movement<'_>> = movements.iter().filter(|movement| movement.wager == envy).collect();
    let [movement] = paid.as_slice() else { panic!("{place}: {} envy bonuses", paid.len()) };
    assert_eq!((movement.position, movement.from_position), (ENVIOUS, Some(POSITION)), "{place}");
    assert_eq!(movement.paid, line.pays, "{place}");
    assert_eq!(movement.clause(), line.cite.first(), "{place}");
    let stake = house.progressive_terms(table.wager).map(|terms| terms.stake).unwrap_or_default();
    let clause = line.cite.first().map(ToString::to_string).unwrap_or_default();
    row(line.hand, &format!("envy {}", line.pays), None, &deal.describe(), stake, movement.paid, &clause)
}

fn lines_of(book: &Rulebook) -> String {
    let mut out = format!("Lines of the paytables of {}, each settled once: {}\n", book.code, book.title);
    out.push_str("hand, what the line pays, the cards, stake, paid, clause\n");
    for table in &book.paytables {
        if !table.is_offered() && table.standing != Standing::Floor {
            continue;
        }
        let _ = write!(out, "\n{} {}\n", table.wager, table.id);
        let house = posting(book, table, None);
        for line in &table.lines {
            out.push_str(&show_line(&house, table, line));
        }
        for line in &table.envy {
            out.push_str(&show_envy(book, table, line));
        }
    }
    out
}

/// Compares with a golden file, or writes it when `UPDATE_GOLDEN` is set.
fn golden(book: &str) {
    let actual = lines_of(&Books::shipped().get(book).unwrap().rules);
    let path = format!("golden/paytable_lines/{book}.txt");
    let file = root().join(&path);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, actual).unwrap();
        return;
    }
    let expected = files::read(&path).unwrap();
    for (number, (expected, actual)) in (1..).zip(expected.lines().zip(actual.lines())) {
        assert_eq!(actual, expected, "{path}:{number} (left is the settlement)");
    }
    assert_eq!(actual, expected, "{path}: one is longer");
}

#[test]
fn the_lines_of_the_maryland_draft_pay_what_they_say() {
    golden("md2014");
}

#[test]
fn the_lines_of_the_maryland_standard_rules_pay_what_they_say() {
    golden("md14");
}

#[test]
fn the_lines_of_massachusetts_pay_what_they_say() {
    golden("ma");
}

#[test]
fn the_lines_of_the_tribal_rules_pay_what_they_say() {
    golden("tribal");
}

#[test]
fn the_lines_of_south_dakota_pay_what_they_say() {
    golden("sd");
}
