//! `queenhigh odds`: what a wager returns, counted exactly; the classes of hands; the par sheet of a house.

mod cards_seen;
mod choice;
mod exposure;
mod figures;
mod hands;
mod known;
mod output;
mod par;
mod par_csv;
mod par_html;
mod par_plots;
mod par_text;
mod par_wagers;
mod plots;
mod position;
mod price;
mod risk;
mod sheet;
mod stakes;
mod text;
mod wager_figures;

use std::path::PathBuf;

use clap::Args;
use odds::Deals;
use odds::strategy::Strategy;
use rules::Wager;
use rules::house::ShowdownTerms;
use rules::money::Cents;
use rules::paytable::{Paytable, Standing};
use rules::posted::{ColourTable, FiveTable, ThreeTable};
use rules::rulebook::vocabulary::{BonusWhen, Fate};
use rules::settle::POSITIONS;
use rules::{Books, Rulebook};

pub(crate) use exposure::ExposureOdds;
pub(crate) use hands::HandsOdds;
pub(crate) use known::KnownOdds;
pub(crate) use output::WagerOdds;
pub(crate) use plots::escape;
pub(crate) use position::PositionOdds;
pub(crate) use risk::RiskOdds;
pub(crate) use sheet::ParSheet;

use crate::CommandContext;
use crate::exit::Output;
use crate::plural;
use crate::table_text::clean;
use choice::Priced;
use price::{Named, ProgressiveCase};
use script::amounts::Asked;

/// What a wager returns, exactly: counted from the rules, never typed in
///
/// One wager by one paytable of a rulebook; with --hands the 741 classes of hands; with --known-dealer-card and --known
/// what seen cards are worth; with --house the par sheet of a house; with --position all wagers of a position together,
/// their risk over many rounds, or the exposure of a table. Fractions are exact and in lowest terms, and every figure
/// comes with the count behind it.
#[derive(Debug, Args)]
#[command(after_help = "Wagers: ante_play (the base game; --paytable names the ante bonus), ante_bonus,
bad_beat, pair_plus, hand_bonus, six_card_bonus, prime, progressive, five_card_progressive, cover_all.

Example:
  queenhigh odds --rulebook md14 --wager ante_play --paytable A --strategy q64
  queenhigh odds --rulebook md14 --wager progressive --paytable A --meter 'main=$10,000'
  queenhigh odds --rulebook md14 --known-dealer-card Qs --known '2c 2d'
  queenhigh odds --rulebook md14 --known-dealer-card each
  queenhigh odds --house ma --html par.html
  queenhigh odds --house md14 --position 'ante=$5,five_card_progressive=$1'
  queenhigh odds --house md14 --position 'ante=$5' --rounds 400 --bankroll '$300'
  queenhigh odds --house md14 --exposure --csv")]
pub(crate) struct OddsArgs {
    /// The code of a rulebook, or a file to add and use
    #[arg(long = "rulebook", value_name = "CODE|FILE")]
    rulebooks: Vec<String>,
    /// The wager
    #[arg(long, value_name = "WAGER", conflicts_with_all = ["hands", "house"])]
    wager: Option<String>,
    /// The paytable's id; not needed where the wager has only one. One that is printed but never offered is priced with
    /// a warning
    #[arg(long, value_name = "NAME")]
    paytable: Option<String>,
    /// For ante_play and positions: optimal, q64, always, mimic, or the weakest hand played such as K-9-2
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// The stake, where figures depend on it: six card bonus and progressives. Amounts are dollars such as '$5', or
    /// whole cents such as 500
    #[arg(long, value_name = "AMOUNT", requires = "wager")]
    stake: Option<Asked>,
    /// For progressives and positions: the value of a meter; repeatable
    #[arg(long = "meter", value_name = "NAME=AMOUNT")]
    meters: Vec<String>,
    /// For cover_all: the players' hands in the round, as many as the rulebook has columns for
    #[arg(long, value_name = "N", requires = "wager", value_parser = clap::value_parser!(u8).range(1..=POSITIONS as i64))]
    players: Option<u8>,
    /// For ante_play: what was seen of the dealer's hand: a card such as Qs; face, not-face, ace, low, Q, 2-9; or each
    #[arg(long, value_name = "CARD|RANKS|each", conflicts_with_all = ["hands", "house"])]
    known_dealer_card: Option<String>,
    /// For ante_play: cards seen at other positions, such as '2c Td'
    #[arg(long, value_name = "CARDS", conflicts_with_all = ["hands", "house"])]
    known: Option<String>,
    /// The 741 classes of hands against the dealer's
    #[arg(long, conflicts_with = "house")]
    hands: bool,
    /// The par sheet of a house: the code of an example, a file, or - for the standard input
    #[arg(long, value_name = "CODE|FILE|-", conflicts_with = "paytable")]
    house: Option<String>,
    /// All wagers of a position of the house together: 'ante=$5,pair_plus=$5' or minimum; several make a table
    #[arg(long = "position", value_name = "WAGER=AMOUNT,…", requires = "house")]
    positions: Vec<String>,
    /// Play the position for this many rounds: the risk for the player and for the house
    #[arg(long, value_name = "N", requires = "positions", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    rounds: Option<u64>,
    /// Start those rounds with this bankroll
    #[arg(long, value_name = "AMOUNT", requires = "rounds")]
    bankroll: Option<Asked>,
    /// The exposure of a table with one position like this, two, and so on; or with exactly the positions named. Without
    /// --position, each makes every wager at its minimum
    #[arg(long, requires = "house", conflicts_with = "rounds")]
    exposure: bool,
    /// Print JSON (see `queenhigh schema`)
    #[arg(long)]
    json: bool,
    /// Print the par sheet, or the figures of the positions, as CSV
    #[arg(long, requires = "house", conflicts_with = "json")]
    csv: bool,
    /// Write the par sheet as a page for printing, with plots; or the figures of the positions
    #[arg(long, value_name = "FILE", requires = "house")]
    html: Option<PathBuf>,
    /// Write the plots of the par sheet into a folder, each as an SVG file
    #[arg(long, value_name = "FOLDER", requires = "house", conflicts_with_all = ["positions", "exposure"])]
    plots: Option<PathBuf>,
}

pub(crate) fn run(context: &CommandContext, args: &OddsArgs) -> Output {
    let mut books = context.books.clone();
    let known = args.known_dealer_card.is_some() || args.known.is_some();
    let answer = match (&args.house, args.hands, &args.wager) {
        (Some(house), ..) => says_nothing(
            &[
                ("--strategy", args.strategy.is_some() && args.positions.is_empty() && !args.exposure),
                ("--meter", !args.meters.is_empty() && args.positions.is_empty() && !args.exposure),
            ],
            "a par sheet: name a --position",
        )
        .and_then(|()| par::run(context, &mut books, args, house)),
        (None, true, _) => says_nothing(
            &[("--strategy", args.strategy.is_some()), ("--meter", !args.meters.is_empty())],
            "the classes of hands",
        )
        .and_then(|()| hands::run(context, &mut books, args)),
        (None, false, Some(wager)) if !known => one_wager(context, &mut books, args, wager),
        (None, false, wager) if known => {
            let wager = wager.as_deref().unwrap_or("ante_play");
            says_nothing(
                &[
                    ("--known-dealer-card", args.known_dealer_card.is_some() && wager != "ante_play"),
                    ("--known", args.known.is_some() && wager != "ante_play"),
                    ("--meter", !args.meters.is_empty()),
                    ("--stake", args.stake.is_some()),
                    ("--players", args.players.is_some()),
                ],
                &clean(wager),
            )
            .and_then(|()| known::run(context, &mut books, args))
        }
        _ => Err(Output::bad_input(
            "error: write --wager WAGER, --hands, --known-dealer-card CARD or --house HOUSE; see `queenhigh odds --help`\n",
        )),
    };
    answer.unwrap_or_else(|refused| refused)
}

/// An option that does not apply to the question is treated as a mistake.
fn says_nothing(options: &[(&str, bool)], about: &str) -> Result<(), Output> {
    match options.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            Err(Output::bad_input(format!("error: {option} says nothing about {about}; leave it out\n")))
        }
        None => Ok(()),
    }
}

fn one_wager(context: &CommandContext, books: &mut Books, args: &OddsArgs, word: &str) -> Result<Output, Output> {
    let book = choice::book(context, books, &args.rulebooks)?;
    let rules = book.rules.clone();
    let priced = choice::wager(&rules, word)?;
    fits(args, priced)?;
    let table = choice::paytable(&rules, priced, args.paytable.as_deref())?;
    let odds = price_one(args, &rules, priced, table)?;
    let currency = rules.own_currency();
    let look = context.out.in_money(&currency);
    let answer = if args.json { Output::json(&odds) } else { Output::done(text::print(look, priced.title(), &odds)) };
    Ok(answer.with_warning(choice::warning(context.err, &book, table)).in_money(&currency))
}

fn fits(args: &OddsArgs, priced: Priced) -> Result<(), Output> {
    let progressive = matches!(priced, Priced::Alone(Wager::Progressive | Wager::FiveCardProgressive));
    let six_card = priced == Priced::Alone(Wager::SixCardBonus);
    says_nothing(
        &[
            ("--strategy", args.strategy.is_some() && priced != Priced::AntePlay),
            ("--stake", args.stake.is_some() && !progressive && !six_card),
            ("--meter", !args.meters.is_empty() && !progressive),
            ("--players", args.players.is_some() && priced != Priced::Alone(Wager::CoverAll)),
        ],
        priced.word(),
    )
}

fn price_one(args: &OddsArgs, rules: &Rulebook, priced: Priced, table: &Paytable) -> Result<WagerOdds, Output> {
    let named = Named::new(&rules.code, priced.word(), &table.id, table.cite());
    let mut odds = match priced {
        Priced::AntePlay => {
            let name = args.strategy.as_deref().unwrap_or("optimal");
            let strategy = Strategy::parse(name).map_err(|error| Output::bad_input(format!("error: {error}\n")))?;
            let terms = choice::base_terms(rules, table);
            price::ante_play(&named, &Deals::new(terms.floor), &terms, (name, &strategy))
        }
        Priced::Alone(Wager::AnteBonus) => {
            let when = rules.showdown.ante_bonus.default.unwrap_or(BonusWhen::Always);
            price::ante_bonus(&named, &ThreeTable::of(table), when)
        }
        Priced::Alone(Wager::BadBeat) => {
            let deals = Deals::new(ShowdownTerms::of_book(rules).dealer_qualifies.0);
            price::bad_beat(&named, &ThreeTable::of(table), &deals)
        }
        Priced::Alone(Wager::SixCardBonus) => {
            let stake = choice::asked(args.stake.as_ref(), &rules.own_currency())?.unwrap_or(Cents::dollars(1));
            price::six_card(&named, &FiveTable::of(table), choice::wheel(rules), stake)
        }
        Priced::Alone(Wager::Prime) => price::prime(&named, &ColourTable::of(table)),
        Priced::Alone(wager @ (Wager::Progressive | Wager::FiveCardProgressive)) => {
            let stake =
                choice::progressive_stake(rules, wager, choice::asked(args.stake.as_ref(), &rules.own_currency())?)?;
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
                let (id, players) = (&table.id, plural::count(players, "player"));
                Output::bad_input(format!(
                    "error: paytable \"{id}\" has no line for {players}, or pays a flush or less, which is not counted\n"
                ))
            })?
        }
        Priced::Alone(_) => price::by_three_cards(&named, &ThreeTable::of(table)),
    };
    if table.standing == Standing::Floor {
        odds.notes.push("This is the least that a house may post, and no table of its own.".into());
    }
    if let Some(why) = choice::never_offered(table) {
        odds.notes.push(format!("This table {why}: no house may offer it."));
    }
    if table.needs_precondition {
        odds.notes.push("This table is lawful only in a version with a precondition.".into());
    }
    Ok(odds)
}
