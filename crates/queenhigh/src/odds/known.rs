//! Known cards: the base game when a dealer's card, or cards of other positions, were seen, and what each such sight is
//! worth.

use cards::{CardSet, Rank};
use odds::base::BaseGame;
use odds::known::{DealerGlimpse, KnownCards, KnownGame, average, by_rank, dealer_card_seen, others_seen, ranks};
use odds::strategy::Strategy;
use odds::terms::BaseTerms;
use odds::{Deals, Fraction};
use rules::{Books, Citation, Rulebook, Wager};
use schemars::JsonSchema;
use serde::Serialize;

use super::cards_seen;
use super::choice::{self, Priced};
use super::figures::signed;
use super::output::{KnownOut, MixedOut};
use super::price::{self, Named};
use super::sheet::{Figure, ParSection, ParTable, Unit};
use super::{OddsArgs, par_text, text};
use crate::CommandContext;
use crate::exit::Output;

/// What the sight of cards is worth in the base game, played as well as the sight allows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "odds-known")]
pub(crate) struct KnownOdds {
    /// The rulebook's code.
    rulebook: String,
    /// The ante bonus table.
    paytable: String,
    /// The expected net result of an ante when nothing is seen.
    ev: String,
    /// One card of the dealer's hand, by its rank.
    dealer_card: Vec<RankSeen>,
    /// The same on average, and with less to go by.
    averages: Vec<Sight>,
    /// Cards of other positions, on average over all cards that can show.
    others: Vec<Sight>,
}

/// A dealer's card of one rank.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RankSeen {
    /// The rank's letter.
    rank: char,
    /// The expected net result of an ante.
    ev: String,
    /// What that gains over seeing nothing.
    gain: String,
    /// The share of hands that are folded.
    fold: String,
    /// The weakest class of which any hand is played.
    weakest_played: Option<String>,
    /// The strongest class of which any hand is folded.
    strongest_folded: Option<String>,
    /// The classes that some suits play and others fold.
    mixed: Vec<MixedOut>,
    /// The strategy for people.
    #[serde(skip)]
    #[schemars(skip)]
    strategy: String,
}

/// The worth of a sight on average.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Sight {
    /// What is seen.
    seen: &'static str,
    /// The expected net result of an ante.
    ev: String,
    /// What that gains over seeing nothing.
    gain: String,
}

/// `odds --known-dealer-card` and `odds --known`.
pub(super) fn run(context: &CommandContext, books: &mut Books, args: &OddsArgs) -> Result<Output, Output> {
    let book = choice::book(context, books, &args.rulebooks)?;
    let rules = book.rules.clone();
    // Which hands to play depends little on the bonus table: if none is named, any of the book's will do.
    let id = args.paytable.as_deref().or_else(|| {
        rules.paytables_of(Wager::AnteBonus).find(|table| table.is_offered()).map(|table| table.id.as_str())
    });
    let table = choice::paytable(&rules, Priced::AntePlay, id)?;
    let warning = choice::warning(context.err, &book, table);
    let terms = choice::base_terms(&rules, table);
    if args.known_dealer_card.as_deref() == Some("each") {
        if args.known.is_some() || args.strategy.is_some() {
            let sentence = "error: each rank is stated with nothing else known and under the best strategy; leave --known \
                            and --strategy out\n";
            return Err(Output::bad_input(sentence));
        }
        let odds = all_sights(&rules.code, &table.id, &terms, true);
        let section = section(&odds, &rules.showdown.dealer_qualifies.cite);
        let answer =
            if args.json { Output::json(&odds) } else { Output::done(par_text::print_section(context.out, &section)) };
        return Ok(answer.with_warning(warning));
    }
    let known = known_of(args)?;
    let odds = with_known(args, &rules, &terms, &Named::new(&rules.code, "ante_play", &table.id, table.cite()), known)?;
    let answer =
        if args.json { Output::json(&odds) } else { Output::done(text::print(context.out, "Ante and Play", &odds)) };
    Ok(answer.with_warning(warning))
}

/// The known cards of the command line.
fn known_of(args: &OddsArgs) -> Result<KnownCards, Output> {
    let dealer = args.known_dealer_card.as_deref().map_or(Ok(DealerGlimpse::Nothing), cards_seen::glimpse)?;
    let others = args.known.as_deref().map_or(Ok(CardSet::EMPTY), cards_seen::cards)?;
    if let DealerGlimpse::Card(card) = dealer
        && others.contains(card)
    {
        return Err(Output::bad_input(format!("error: {card} cannot be the dealer's and another's\n")));
    }
    Ok(KnownCards { dealer, others })
}

fn with_known(
    args: &OddsArgs,
    rules: &Rulebook,
    terms: &BaseTerms,
    named: &Named<'_>,
    known: KnownCards,
) -> Result<super::WagerOdds, Output> {
    let name = args.strategy.as_deref().unwrap_or("optimal");
    let strategy = Strategy::parse(name).map_err(|error| Output::bad_input(format!("error: {error}\n")))?;
    let deals = known.deals(terms.floor).ok_or_else(|| {
        Output::bad_input("error: what is known leaves no card for the player or for the dealer\n".to_owned())
    })?;
    let mut odds = price::ante_play(named, &deals, terms, (name, &strategy));
    let game = KnownGame::of(&deals, &BaseGame::new(&deals, terms, &strategy));
    let blind = BaseGame::new(&Deals::new(terms.floor), terms, &Strategy::Optimal);
    odds.notes.clear();
    odds.notes.push(format!("Of hands that can still be dealt, the player plays {}.", in_words(&game)));
    odds.clauses.extend(rules.showdown.dealer_qualifies.cite.clauses.iter().map(ToString::to_string));
    odds.known = Some(KnownOut {
        dealer_card: args.known_dealer_card.clone(),
        cards: args.known.clone(),
        chance: known.chance().to_string(),
        gain: (game.ev.clone() - blind.ev()).to_string(),
        weakest_played: game.weakest_played.map(|strength| strength.to_string()),
        strongest_folded: game.strongest_folded.map(|strength| strength.to_string()),
        mixed: mixed(&game),
    });
    Ok(odds)
}

fn mixed(game: &KnownGame) -> Vec<MixedOut> {
    let one = |mixed: &odds::known::Mixed| MixedOut {
        class: mixed.strength.to_string(),
        played: mixed.played,
        folded: mixed.folded,
    };
    game.mixed.iter().map(one).collect()
}

/// A strategy in a few words.
fn in_words(game: &KnownGame) -> String {
    match (game.threshold(), game.weakest_played, game.strongest_folded) {
        (_, None, _) => "nothing".to_owned(),
        (_, _, None) => "everything".to_owned(),
        (Some(weakest), ..) => format!("from {weakest}"),
        (None, Some(weakest), Some(strongest)) if weakest == strongest => {
            format!("all above {weakest}, and {weakest} in some suits")
        }
        (None, Some(weakest), Some(strongest)) => {
            format!("all above {strongest}, and from {weakest} to it in some suits")
        }
    }
}

/// What every sight is worth; those of several cards of others take longer and are left out on a par sheet.
pub(super) fn all_sights(code: &str, paytable: &str, terms: &BaseTerms, several: bool) -> KnownOdds {
    let blind = BaseGame::new(&Deals::new(terms.floor), terms, &Strategy::Optimal).ev();
    let gain = |ev: &Fraction| (ev.clone() - blind.clone()).to_string();
    let games = by_rank(terms);
    let any_card = dealer_card_seen(&games);
    let dealer_card = games.into_iter().map(|(rank, game)| RankSeen {
        rank: rank.letter(),
        gain: gain(&game.ev),
        fold: game.fold.to_string(),
        weakest_played: game.weakest_played.map(|strength| strength.to_string()),
        strongest_folded: game.strongest_folded.map(|strength| strength.to_string()),
        mixed: mixed(&game),
        strategy: in_words(&game),
        ev: game.ev.to_string(),
    });
    let sight = |seen: &'static str, ev: Fraction| Sight { seen, gain: gain(&ev), ev: ev.to_string() };
    let (face, ace) = (ranks(Rank::Jack, Rank::King), ranks(Rank::Ace, Rank::Ace));
    let qualifies = ranks(Rank::Queen, Rank::Ace);
    let in_part = |sets: &[CardSet]| average(terms, CardSet::EMPTY, sets);
    let averages = vec![
        sight("one card of the dealer's", any_card),
        sight("whether it is an ace, a face or neither", in_part(&[ace, face])),
        sight("whether it is a queen or higher", in_part(&[qualifies])),
        sight("whether it is a face", in_part(&[face])),
    ];
    let others = ["one card of another position", "two cards of other positions", "three cards of other positions"];
    let others = (1..).zip(others).take(if several { 3 } else { 1 });
    KnownOdds {
        rulebook: code.to_owned(),
        paytable: paytable.to_owned(),
        ev: blind.to_string(),
        dealer_card: dealer_card.collect(),
        averages,
        others: others.filter_map(|(cards, seen)| Some(sight(seen, others_seen(terms, cards)?))).collect(),
    }
}

/// The same, formatted for people.
pub(super) fn section(odds: &KnownOdds, cite: &Citation) -> ParSection {
    let mut section = ParSection::new("known_cards", "Known cards: what a sight is worth to the ante", &[cite]);
    odds.paytable.clone_into(&mut section.paytable);
    let percent = |name: &str, value: &str| Figure::of(name, &text::fraction(value), Unit::Percent, 1);
    section.figures.push(percent("expected net, nothing seen", &odds.ev));
    for sight in odds.averages.iter().chain(&odds.others) {
        section.figures.push(percent(sight.seen, &sight.ev));
    }
    let columns = ["dealer's card", "expected net", "gain", "folded", "plays"];
    let mut table = ParTable::new("One card of the dealer's seen, by its rank", &columns);
    for seen in &odds.dealer_card {
        let share = |value: &str| text::fraction(value).percent(4);
        table.row([
            seen.rank.to_string(),
            share(&seen.ev),
            format!("{}%", signed(&(text::fraction(&seen.gain) * Fraction::whole(100)), 4)),
            share(&seen.fold),
            seen.strategy.clone(),
        ]);
    }
    section.tables.push(table);
    section.notes.push(
        "A seen card is one of the dealer's three, each as likely to show. The player decides as well as the sight allows."
            .into(),
    );
    section
}
