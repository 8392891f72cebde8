//! Published figures, each with its source, beside ours; if a source is wrong, the row says so.

use super::*;
use odds::Deals;
use odds::base::{BaseGame, play_value};
use odds::deals::DEALER_HANDS;
use odds::known::{DealerGlimpse, KnownCards, ranks};
use odds::strategy::Strategy;
use odds::terms::BaseTerms;

const TABLE: &str = include_str!("../published.tsv");
const COLUMNS: [&str; 8] = ["wager", "table", "terms", "figure", "published", "ours", "source", "note"];

/// Digits with a comma every three.
fn grouped(decimal: &str) -> String {
    let (whole, part) = decimal.split_once('.').map_or((decimal, None), |(whole, part)| (whole, Some(part)));
    let mut out = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    part.map_or(out.clone(), |part| format!("{out}.{part}"))
}

/// A fraction in the format of a text: `2.32%`, `$11,520`, `0.654960`, `720`.
fn like(text: &str, figure: &Fraction) -> String {
    let digits = text.trim_matches(|c| c == '%' || c == '$');
    let places = digits.split_once('.').map_or(0, |(_, part)| part.len());
    if text.ends_with('%') {
        figure.percent(places)
    } else if text.starts_with('$') {
        format!("${}", grouped(&(figure.clone() / Fraction::whole(100)).decimal(places)))
    } else if digits.contains(',') {
        grouped(&figure.decimal(places))
    } else {
        figure.decimal(places)
    }
}

fn level(word: &str) -> Level {
    word.parse().unwrap()
}

/// `main $1,000 9%; minor $50`: a value, or a seed and a rate, for each meter.
fn meters(terms: &str) -> Vec<MeterTerms> {
    let parse = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let rate = words.get(2).map_or(Share(0), |rate| rate.parse().unwrap());
        MeterTerms { level: level(words[0]), name: None, seed: words[1].parse().unwrap(), rate }
    };
    terms.split(';').filter(|text| !text.trim().is_empty()).map(parse).collect()
}

fn of_law(law: &WagerLaw, figure: &str) -> Option<Fraction> {
    let outcome = |hand: &str| law.outcomes.iter().find(|outcome| outcome.name() == hand).unwrap();
    Some(match figure.split_once(' ').unwrap_or((figure, "")) {
        ("edge", "") => law.house_edge(),
        ("hits", "") => law.hit_frequency(),
        ("ways", hand) => Fraction::whole(outcome(hand).ways),
        ("one-in", hand) => outcome(hand).wagers_between().unwrap(),
        _ => return None,
    })
}

fn of_progressive(law: &ProgressiveLaw, terms: &str, figure: &str) -> Option<Fraction> {
    let meters = meters(terms);
    let values: Vec<(Level, Cents)> = meters.iter().map(|meter| (meter.level, meter.seed)).collect();
    let run = law.long_run(&meters, Share(0));
    let worth = |word: &str| law.meters.iter().find(|worth| worth.level == level(word)).unwrap();
    Some(match figure.split_once(' ').unwrap_or((figure, "")) {
        ("break-even", word) => law.break_even(level(word), &values, &Fraction::zero()).unwrap(),
        ("per-thousand", word) => {
            worth(word).coefficient.clone() * Fraction::whole(100_000) / Fraction::whole(law.stake.0)
        }
        ("mean", word) => {
            let meter = run.meters.iter().find(|meter| meter.level == level(word)).unwrap();
            meter.mean.clone().unwrap() / Fraction::whole(law.stake.0)
        }
        ("long-run", "") => run.total,
        ("envy-per-other", "") => {
            let envy =
                EnvyLaw::three(&[envy_line(HandName::AkqSpades, 100), envy_line(HandName::AkqHdc, 25)], law.stake);
            let [alone, with] = [Fraction::zero(), envy.per_other()]
                .map(|besides| law.break_even(Level::Main, &values, &besides).unwrap());
            alone - with
        }
        _ => return of_law(&law.law_at(&values), figure),
    })
}

/// A rounded root as a number, with more decimals than any source prints.
fn root(square: &Fraction) -> Fraction {
    let digits = square.root(12).replace('.', "");
    Fraction::new(digits.parse::<i128>().unwrap(), 10_i64.pow(12))
}

/// The base game with this ante bonus, under a strategy or with a dealer's card seen.
fn of_base(bonus: &str, terms: &str, figure: &str) -> Option<Fraction> {
    let base = BaseTerms { bonus: three_table(bonus), ..BaseTerms::of(&house("md14")) };
    let whole = Deals::new(base.floor);
    let seen = |dealer| {
        let known = KnownCards { dealer, others: CardSet::EMPTY };
        let deals = known.deals(base.floor).unwrap();
        (known.chance(), BaseGame::new(&deals, &base, &Strategy::Optimal))
    };
    let games: Vec<(Fraction, BaseGame)> = match terms {
        "dealer card seen" => Card::ALL.into_iter().map(|card| seen(DealerGlimpse::Card(card))).collect(),
        "ace, face or neither" => [(Rank::Ace, Rank::Ace), (Rank::Jack, Rank::King), (Rank::Two, Rank::Ten)]
            .into_iter()
            .map(|(low, high)| seen(DealerGlimpse::OneOf(ranks(low, high))))
            .collect(),
        strategy => {
            let strategy = Strategy::parse(strategy).unwrap();
            vec![(Fraction::whole(1), BaseGame::new(&whole, &base, &strategy))]
        }
    };
    let mean = |of: &dyn Fn(&BaseGame) -> Fraction| -> Fraction {
        games.iter().map(|(chance, game)| chance.clone() * of(game)).sum()
    };
    Some(match figure.split_once(' ').unwrap_or((figure, "")) {
        ("edge", "") => mean(&BaseGame::house_edge),
        ("risk", "") => mean(&BaseGame::element_of_risk),
        ("hits", "") => mean(&|game| game.law.above_zero()),
        ("deviation", "") => root(&mean(&BaseGame::variance)),
        ("play", hand) => {
            let hand: Three = hand.parse().unwrap();
            let class = whole.classes.iter().find(|class| class.hand == hand)?;
            Fraction::new(play_value(&base, class, 1), DEALER_HANDS)
        }
        ("holds", rank) => {
            let high = |hand: &Three| hand.category() == ThreeCategory::HighCard;
            let held = Three::all().filter(high).filter(|hand| hand.cards()[0].rank().letter().to_string() == rank);
            Fraction::new(held.count(), THREE_CARD_HANDS)
        }
        _ => return None,
    })
}

fn ours(wager: &str, table: &str, terms: &str, figure: &str) -> Option<Fraction> {
    match wager {
        "ante_play" => of_base(table, terms, figure),
        "pair_plus" => of_law(&three_card_law(&three_table(table)), figure),
        "six_card_bonus" => {
            let stake = terms.strip_prefix("stake ").map_or(DOLLAR, |stake| stake.parse().unwrap());
            of_law(&six_card_law(&five_table(table), Wheel::Counts, stake), figure)
        }
        "progressive" => {
            let table = ProgressiveTable::Three(three_table(table));
            of_progressive(&ProgressiveLaw::new(&table, DOLLAR, Wheel::Counts), terms, figure)
        }
        "five_card_progressive" => {
            let table = ProgressiveTable::Five(five_table(table));
            of_progressive(&ProgressiveLaw::new(&table, DOLLAR, Wheel::Counts), terms, figure)
        }
        _ => None,
    }
}

#[test]
fn published_figures_are_ours_or_are_marked() {
    let mut rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.next().unwrap().split('\t').collect::<Vec<_>>(), COLUMNS);
    let mut faults = Vec::new();
    let mut compared = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [wager, table, terms, figure, published, stated, source, note] = cells[..] else {
            faults.push(format!("not eight cells: {row}"));
            continue;
        };
        let Some(exact) = ours(wager, table, terms, figure) else {
            faults.push(format!("no such figure: {row}"));
            continue;
        };
        let counted = like(published, &exact);
        if counted != stated {
            faults.push(format!("{wager} {table} {figure}: counted {counted}, stated {stated}, published {published}"));
        }
        if (published == stated) == note.starts_with("DIFFERENCE") || source.is_empty() {
            faults.push(format!("{wager} {table} {figure}: a source, and DIFFERENCE exactly where it differs: {row}"));
        }
        compared += 1;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(compared >= 65, "only {compared} rows");
}
