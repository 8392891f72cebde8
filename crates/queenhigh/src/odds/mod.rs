//! `queenhigh odds`: what a wager returns, counted exactly; the classes of hands; the par sheet of a house.

mod choice;
mod figures;
mod hands;
mod output;
mod par;
mod par_csv;
mod par_html;
mod par_text;
mod price;
mod text;

use std::path::PathBuf;

use clap::Args;
use odds::Deals;
use odds::strategy::Strategy;
use rules::Wager;
use rules::money::{CENTS_MAX, Cents};
use rules::paytable::{Paytable, Standing};
use rules::posted::{FiveTable, ThreeTable};
use rules::rulebook::vocabulary::{BonusWhen, Fate};
use rules::{Books, Rulebook};

pub(crate) use hands::HandsOdds;
pub(crate) use output::WagerOdds;
pub(crate) use par::ParSheet;

use crate::Desk;
use crate::exit::Answer;
use choice::Priced;
use price::{Named, ProgressiveCase};

/// What a wager returns, exactly: counted from the rules, never typed in
///
/// One wager by one paytable of a rulebook; with --hands the 741 classes of hands; with --house the par sheet of a
/// house. Fractions are exact and in lowest terms, and every figure comes with the count behind it.
#[derive(Debug, Args)]
#[command(after_help = "Wagers: ante_play (the base game; --paytable names the ante bonus), ante_bonus,
pair_plus, six_card_bonus, progressive, five_card_progressive, cover_all.

Example:
  queenhigh odds --rulebook md14 --wager ante_play --paytable A --strategy q64
  queenhigh odds --rulebook md14 --wager progressive --paytable A --meter main=1000000
  queenhigh odds --house houses/ma.toml")]
pub(crate) struct OddsArgs {
    /// The code of a rulebook, or a file to add and use
    #[arg(long = "rulebook", value_name = "CODE|FILE")]
    rulebooks: Vec<String>,
    /// The wager
    #[arg(long, value_name = "WAGER", conflicts_with_all = ["hands", "house"])]
    wager: Option<String>,
    /// The paytable's id; not needed where the wager has only one
    #[arg(long, value_name = "NAME")]
    paytable: Option<String>,
    /// For ante_play: optimal, q64, always, mimic, or the weakest hand played such as K-9-2
    #[arg(long, value_name = "NAME", requires = "wager")]
    strategy: Option<String>,
    /// The stake, where figures hang on it: six card bonus and progressives
    #[arg(long, value_name = "CENTS", requires = "wager", value_parser = clap::value_parser!(i64).range(1..=CENTS_MAX))]
    stake: Option<i64>,
    /// For progressives: the value of a meter; repeatable
    #[arg(long = "meter", value_name = "NAME=CENTS", requires = "wager")]
    meters: Vec<String>,
    /// For cover_all: the players' hands in the round, 1 to 7
    #[arg(long, value_name = "N", requires = "wager", value_parser = clap::value_parser!(u8).range(1..=7))]
    players: Option<u8>,
    /// The 741 classes of hands against the dealer's
    #[arg(long, conflicts_with = "house")]
    hands: bool,
    /// The par sheet of a house; - is the standard input
    #[arg(long, value_name = "HOUSE.toml", conflicts_with = "paytable")]
    house: Option<PathBuf>,
    /// Print JSON (see `queenhigh schema`)
    #[arg(long)]
    json: bool,
    /// Print the par sheet as CSV
    #[arg(long, requires = "house", conflicts_with = "json")]
    csv: bool,
    /// Write the par sheet as a page for print, with plots
    #[arg(long, value_name = "FILE", requires = "house")]
    html: Option<PathBuf>,
}

pub(crate) fn run(desk: &Desk, args: &OddsArgs) -> Answer {
    let mut books = desk.books.clone();
    let answer = match (&args.house, args.hands, &args.wager) {
        (Some(house), ..) => par::run(desk, &mut books, args, house),
        (None, true, _) => hands::run(desk, &mut books, args),
        (None, false, Some(wager)) => one_wager(desk, &mut books, args, wager),
        (None, false, None) => {
            Err(Answer::bad_input("error: write --wager WAGER, --hands or --house FILE; see `queenhigh odds --help`\n"))
        }
    };
    answer.unwrap_or_else(|refused| refused)
}

fn one_wager(desk: &Desk, books: &mut Books, args: &OddsArgs, word: &str) -> Result<Answer, Answer> {
    let rules = choice::book(books, &args.rulebooks, desk.err)?;
    let priced = choice::wager(&rules, word)?;
    fits(args, priced)?;
    let table = choice::paytable(&rules, priced, args.paytable.as_deref())?;
    let odds = price_one(args, &rules, priced, table)?;
    Ok(if args.json { Answer::json(&odds) } else { Answer::done(text::print(desk.out, priced.title(), &odds)) })
}

/// An option that says nothing about the wager is a mistake rather than a wish.
fn fits(args: &OddsArgs, priced: Priced) -> Result<(), Answer> {
    let progressive = matches!(priced, Priced::Alone(Wager::Progressive | Wager::FiveCardProgressive));
    let six_card = priced == Priced::Alone(Wager::SixCardBonus);
    for (option, given, sensible) in [
        ("--strategy", args.strategy.is_some(), priced == Priced::AntePlay),
        ("--stake", args.stake.is_some(), progressive || six_card),
        ("--meter", !args.meters.is_empty(), progressive),
        ("--players", args.players.is_some(), priced == Priced::Alone(Wager::CoverAll)),
    ] {
        if given && !sensible {
            let sentence = format!("error: {option} says nothing about {}; leave it out\n", priced.word());
            return Err(Answer::bad_input(sentence));
        }
    }
    Ok(())
}

fn price_one(args: &OddsArgs, rules: &Rulebook, priced: Priced, table: &Paytable) -> Result<WagerOdds, Answer> {
    let named = Named { rulebook: &rules.code, wager: priced.word(), paytable: &table.id, cite: table.cite() };
    let mut odds = match priced {
        Priced::AntePlay => {
            let name = args.strategy.as_deref().unwrap_or("optimal");
            let strategy = Strategy::parse(name).map_err(|error| Answer::bad_input(format!("error: {error}\n")))?;
            let terms = choice::base_terms(rules, table);
            price::ante_play(&named, &Deals::new(terms.floor), &terms, (name, &strategy))
        }
        Priced::Alone(Wager::AnteBonus) => {
            let when = rules.showdown.ante_bonus.default.unwrap_or(BonusWhen::Always);
            price::ante_bonus(&named, &ThreeTable::of(table), when)
        }
        Priced::Alone(Wager::SixCardBonus) => {
            let stake = Cents(args.stake.unwrap_or(100));
            price::six_card(&named, &FiveTable::of(table), choice::wheel(rules), stake)
        }
        Priced::Alone(wager @ (Wager::Progressive | Wager::FiveCardProgressive)) => {
            let stake = choice::progressive_stake(rules, wager, args.stake)?;
            let fate = match wager {
                Wager::Progressive => rules.fold.progressive.as_ref(),
                _ => rules.fold.five_card_progressive.as_ref(),
            };
            price::progressive(
                &named,
                &ProgressiveCase {
                    table: &choice::progressive_table(table),
                    stake,
                    wheel: choice::wheel(rules),
                    meters: &choice::meters(rules, table, stake, &args.meters)?,
                    envy: &table.envy,
                    lost_by_fold: fate.and_then(|rule| rule.default) == Some(Fate::Lost),
                },
            )
        }
        Priced::Alone(Wager::CoverAll) => {
            let players = args.players.unwrap_or(1);
            let lines = table.lines.iter().filter(|line| line.players == Some(players)).cloned().collect();
            let column = ThreeTable::new(&table.id, table.cite(), lines);
            price::cover_all(&named, &column, players).ok_or_else(|| {
                let id = &table.id;
                Answer::bad_input(format!(
                    "error: paytable \"{id}\" has no line for {players} players, or pays a flush or less, which is not counted\n"
                ))
            })?
        }
        Priced::Alone(_) => price::pair_plus(&named, &ThreeTable::of(table)),
    };
    if table.standing == Standing::Floor {
        odds.notes.push("This is the least that a house may post, and no table of its own.".into());
    }
    if table.needs_precondition {
        odds.notes.push("This table is lawful only in a version with a precondition.".into());
    }
    Ok(odds)
}
