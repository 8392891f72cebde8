//! What the command line asks for, found in the rulebooks: the book, the wager, the paytable, the stake, the meters.

use std::path::Path;

use cards::Wheel;
use odds::terms::BaseTerms;
use rules::books::Book;
use rules::house::ShowdownTerms;
use rules::money::Cents;
use rules::paytable::{Paytable, Standing};
use rules::posted::{FiveTable, ThreeTable};
use rules::rulebook::vocabulary::BonusWhen;
use rules::{Books, Citation, Currency, Level, Rulebook, Wager};

use crate::CommandContext;
use crate::exit::Output;
use crate::files;
use crate::law;
use crate::look::StreamLook;
use crate::table_text::clean;
use script::amounts::{Asked, amount, how};

/// A wager that has odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priced {
    /// Ante, play and ante bonus together, under a strategy.
    AntePlay,
    /// A single wager.
    Alone(Wager),
}

/// The wagers that are priced by themselves.
const ALONE: [Wager; 9] = [
    Wager::AnteBonus,
    Wager::BadBeat,
    Wager::PairPlus,
    Wager::HandBonus,
    Wager::SixCardBonus,
    Wager::Prime,
    Wager::Progressive,
    Wager::FiveCardProgressive,
    Wager::CoverAll,
];

impl Priced {
    /// The word of the command line and of the JSON.
    pub(super) fn word(self) -> &'static str {
        match self {
            Priced::AntePlay => "ante_play",
            Priced::Alone(wager) => wager.word(),
        }
    }

    /// What a dealer calls it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Priced::AntePlay => "Ante and Play",
            Priced::Alone(wager) => wager.title(),
        }
    }

    /// The wager whose paytables it is paid by.
    pub(super) fn tables(self) -> Wager {
        match self {
            Priced::AntePlay => Wager::AnteBonus,
            Priced::Alone(wager) => wager,
        }
    }
}

fn refused(sentence: impl std::fmt::Display) -> Output {
    Output::bad_input(format!("error: {sentence}\n"))
}

/// The rulebook of the command line: a file that is there is added and used, anything else is a code. Of several, the
/// last is the one asked about and the others are there for it. Those before the subcommand come first.
pub(super) fn book(context: &CommandContext, books: &mut Books, named: &[String]) -> Result<Book, Output> {
    let mut chosen = context.added.last().and_then(|added| books.get(&added.code)).cloned();
    for name in named {
        chosen = if Path::new(name).is_file() {
            let added = files::add_book(books, Path::new(name), context.err)?;
            books.get(&added.code).cloned()
        } else {
            Some(books.get(name).cloned().ok_or_else(|| {
                let known: Vec<&str> = books.codes().collect();
                let name = clean(name);
                refused(format_args!("there is no rulebook and no file \"{name}\"; there are {}", known.join(", ")))
            })?)
        };
    }
    chosen.ok_or_else(|| {
        let known: Vec<&str> = books.codes().collect();
        refused(format_args!("write --rulebook with a code or a file; there are {}", known.join(", ")))
    })
}

/// The wager of the command line, where the book has it.
pub(super) fn wager(rules: &Rulebook, word: &str) -> Result<Priced, Output> {
    let has = |wager: &Wager| rules.knows(*wager) && rules.paytables_of(*wager).any(may_be_priced);
    let of_book = || {
        let words: Vec<&str> =
            std::iter::once("ante_play").chain(ALONE.into_iter().filter(has).map(Wager::word)).collect();
        words.join(", ")
    };
    if word == "ante_play" {
        return Ok(Priced::AntePlay);
    }
    match word.parse::<Wager>() {
        Ok(wager) if ALONE.contains(&wager) && has(&wager) => Ok(Priced::Alone(wager)),
        Ok(wager) if ALONE.contains(&wager) || !rules.knows(wager) => {
            Err(refused(format_args!("{} has no {}; it has {}", rules.code, wager.word(), of_book())))
        }
        Ok(wager) => {
            Err(refused(format_args!("{} has no odds by itself; {} has {}", wager.word(), rules.code, of_book())))
        }
        Err(_) => Err(refused(format_args!("\"{}\" is not a wager; {} has {}", clean(word), rules.code, of_book()))),
    }
}

/// A floor is priced as well: it is the worst that a house may post.
fn may_be_priced(table: &Paytable) -> bool {
    table.is_offered() || table.standing == Standing::Floor
}

/// The paytable of the command line, or the only one there is.
pub(super) fn paytable<'r>(rules: &'r Rulebook, priced: Priced, id: Option<&str>) -> Result<&'r Paytable, Output> {
    let wager = priced.tables();
    let lawful: Vec<&Paytable> = rules.paytables_of(wager).filter(|table| may_be_priced(table)).collect();
    let ids = lawful.iter().map(|table| table.id.as_str()).collect::<Vec<_>>().join(", ");
    let code = &rules.code;
    match id {
        None => match lawful.as_slice() {
            [only] => Ok(only),
            _ => Err(refused(format_args!("{code} has several paytables for {wager}; write --paytable with {ids}"))),
        },
        Some(id) => rules.paytables_of(wager).find(|table| table.id == id).ok_or_else(|| {
            let printed = rules.paytables_of(wager).filter(|table| !may_be_priced(table));
            let printed: Vec<&str> = printed.map(|table| table.id.as_str()).collect();
            let printed = match printed.is_empty() {
                true => String::new(),
                false => format!("; printed and never offered: {}", printed.join(", ")),
            };
            refused(format_args!("{code} has no paytable \"{}\" for {wager}; lawful: {ids}{printed}", clean(id)))
        }),
    }
}

/// Why a table that is printed may not be offered; nothing where it may.
pub(super) fn never_offered(table: &Paytable) -> Option<&'static str> {
    match table.standing {
        Standing::InForce | Standing::Floor => None,
        Standing::Struck => Some("is struck out in the document"),
        Standing::Uncertain => Some("is printed, but very probably not meant"),
    }
}

/// A warning for the standard error about a table that no house may offer, with the law behind it.
pub(super) fn warning(look: StreamLook, book: &Book, table: &Paytable) -> String {
    let rules = &book.rules;
    let Some(why) = never_offered(table) else { return String::new() };
    let (code, wager, id) = (&rules.code, table.wager, &table.id);
    let sentence = format!("warning: paytable \"{id}\" of {code} for {wager} {why}: it cannot be offered\n");
    let others: Vec<&str> = rules.paytables_of(wager).filter(|t| may_be_priced(t)).map(|t| t.id.as_str()).collect();
    let help = format!("it is priced all the same; a house may offer {}", others.join(", "));
    sentence + &law::beneath(look, &help, &table.cite(), &book.words)
}

/// Whether ace to five is a straight among five cards, where the house is silent.
pub(super) fn wheel(rules: &Rulebook) -> Wheel {
    match rules.ranking.five_card_wheel.as_ref().and_then(|rule| rule.default) {
        Some(false) => Wheel::DoesNotCount,
        _ => Wheel::Counts,
    }
}

/// The base game of a book whose house is silent, with one of its ante bonus tables.
pub(super) fn base_terms(rules: &Rulebook, bonus: &Paytable) -> BaseTerms {
    let law = ShowdownTerms::of_book(rules);
    let posted = |wager: Wager| {
        let table = rules.paytables_of(wager).find(|table| table.is_offered());
        table.map_or_else(|| ThreeTable::new("", Citation::default(), Vec::new()), ThreeTable::of)
    };
    // A house that is silent has what its book makes compulsory.
    let compulsory = rules.bad_beat.as_ref().is_some_and(|law| !law.offered.allows(&false));
    BaseTerms {
        floor: law.dealer_qualifies.0,
        ante: posted(Wager::Ante),
        play: posted(Wager::Play),
        bad_beat: compulsory.then(|| posted(Wager::BadBeat)),
        unqualified_ante: law.unqualified_ante,
        unqualified_play: law.unqualified_play,
        higher: law.higher,
        lower: law.lower,
        equal: law.equal,
        bonus: ThreeTable::of(bonus),
        bonus_when: rules.showdown.ante_bonus.default.unwrap_or(BonusWhen::Always),
    }
}

/// The table of a progressive.
pub(super) fn progressive_table(table: &Paytable) -> rules::house::ProgressiveTable {
    match table.wager {
        Wager::FiveCardProgressive => rules::house::ProgressiveTable::Five(FiveTable::of(table)),
        _ => rules::house::ProgressiveTable::Three(ThreeTable::of(table)),
    }
}

/// An amount of the command line in a currency.
pub(super) fn asked(amount: Option<&Asked>, currency: &Currency) -> Result<Option<Cents>, Output> {
    amount.map(|amount| amount.amount(currency).map_err(refused)).transpose()
}

/// The stake of a progressive: the one asked for where it is lawful, or the book's.
pub(super) fn progressive_stake(rules: &Rulebook, wager: Wager, asked: Option<Cents>) -> Result<Cents, Output> {
    let law = rules.progressive_rules(wager);
    let named = law.map(|law| law.stake.lawful.clone()).unwrap_or_default();
    let Some(asked) = asked else {
        return Ok(law.and_then(|law| law.stake.default).or(named.first().copied()).unwrap_or(Cents::dollars(1)));
    };
    let other = law.is_some_and(|law| law.other_stakes.allows(&true));
    if asked.0 > 0 && (named.contains(&asked) || other) {
        return Ok(asked);
    }
    let named: Vec<String> = named.iter().map(ToString::to_string).collect();
    let sentence = format!("{} has no stake of {asked} for {wager}; lawful: {}", rules.code, named.join(", "));
    Err(refused(rules.own_currency().say(&sentence)))
}

/// A meter and where its value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeterValue {
    pub(super) level: Level,
    pub(super) cents: Cents,
    pub(super) from: &'static str,
}

/// The meters of a table: as asked for, else at the seed that the book names or the least it allows, else at nothing.
pub(super) fn meters(
    rules: &Rulebook,
    table: &Paytable,
    stake: Cents,
    asked: &[String],
) -> Result<Vec<MeterValue>, Output> {
    let levels = table.meters();
    let currency = rules.own_currency();
    let mut given = Vec::new();
    for text in asked {
        let wrong = || {
            let known: Vec<&str> = levels.iter().map(|level| level.word()).collect();
            refused(format_args!(
                "\"{}\" is no meter of paytable \"{}\": write NAME=AMOUNT, the name one of {}, the amount {}",
                clean(text),
                table.id,
                known.join(", "),
                how(&currency)
            ))
        };
        let heard = currency.hear(text);
        let (name, cents) = heard.split_once('=').ok_or_else(wrong)?;
        let level = levels.iter().copied().find(|level| level.word() == name).ok_or_else(wrong)?;
        given.push((level, amount(cents).ok_or_else(wrong)?));
    }
    let seed = |level: Level| {
        let of_table = table
            .seeds
            .iter()
            .find(|seed| seed.meter == level)
            .map(|seed| seed.amount.default.or(seed.amount.at_least));
        match of_table {
            // A seed stated for one stake changes with the stake (READING 78).
            Some(amount) => amount.map(|amount| match table.seeds_for_stake.filter(|basis| basis.0 > 0) {
                Some(basis) => Cents(amount.0 * stake.0 / basis.0),
                None => amount,
            }),
            None => rules.progressive_rules(table.wager).and_then(|law| law.seed.default),
        }
    };
    Ok(levels
        .iter()
        .map(|level| match given.iter().rev().find(|(asked, _)| asked == level) {
            Some((level, cents)) => MeterValue { level: *level, cents: *cents, from: "given" },
            None => match seed(*level) {
                Some(cents) => MeterValue { level: *level, cents, from: "seed" },
                None => MeterValue { level: *level, cents: Cents::ZERO, from: "nothing" },
            },
        })
        .collect())
}
