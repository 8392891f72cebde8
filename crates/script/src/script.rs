//! A script: lines that set the table up, acts as text or as JSON, robots, the passing of time, and expectations.

use cards::Card;
use rules::settle::Stakes;
use rules::{Cents, Currency, Wager};
use table::robot::RobotPlayer;
use table::{Actor, Command, DeckId, Moment, Phase, Role};

use crate::acts::{self, ReadAct};
use crate::amounts;
use crate::clock;
use crate::expect::{self, Expect};
use crate::link::{self, LinkLine};
use crate::words::{ReadResult, ScriptFault, Word, Words};
use shuffler::Seed;

/// Until when a robot goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// For this many acts.
    Acts(u32),
    /// Until the table is in a phase.
    Phase(Phase),
    /// Until an act of this name would be next.
    Before(&'static str),
    /// Until every wager of the round is settled.
    Settled,
    /// Until this many rounds are over.
    Rounds(u32),
    /// Until it has nothing left to do.
    Still,
}

/// What a line says.
#[derive(Clone, Debug)]
pub(crate) enum ScriptLine {
    /// The house: a file, or the code of an example.
    House,
    /// The table's name; later in the script another table of the same house.
    Table(Word),
    /// The time is set.
    Time(Moment),
    /// Time goes by, in milliseconds.
    Wait(i64),
    /// The seed of further shuffles.
    Seed(Seed),
    /// The cards that the next shuffle, or that of one deck, puts on top.
    Deck { deck: Option<DeckId>, cards: Vec<Card>, cut: Option<u8> },
    /// Whose view is shown after every line that changes something.
    Views(Vec<Actor>),
    /// Somebody acts.
    Act { id: Option<String>, by: Actor, read: Box<ReadAct> },
    /// A command as JSON.
    Json(Box<Command>),
    /// The house's robot acts; or the crew, each doing the steps of their role.
    Robot { crew: bool, until: Until },
    /// A robot takes a seat as a player.
    Player(Box<RobotPlayer>),
    /// Something is expected; or its opposite.
    Expect { not: bool, what: Box<Expect> },
    /// Another title or the controller does something to linked meters.
    Link(Box<LinkLine>),
    /// What the crew is reminded of at the steps of the latest line is shown.
    Reminders,
    /// Somebody's view is shown.
    View(Actor),
    /// What somebody may do is shown.
    Legal(Actor),
}

/// A line with its place.
#[derive(Clone, Debug)]
pub(crate) struct PlacedLine {
    /// The line's number, from 1.
    pub(crate) number: usize,
    /// Its text.
    pub(crate) text: String,
    /// Its place in the script, in bytes.
    pub(crate) span: std::ops::Range<usize>,
    /// What it says.
    pub(crate) line: ScriptLine,
}

/// Reads a script; reports all faults at once.
///
/// # Errors
/// Every line that cannot be read, with its place.
pub(crate) fn read(text: &str, currency: &Currency) -> Result<Vec<PlacedLine>, Vec<ScriptFault>> {
    let mut entries = Vec::new();
    let mut faults = Vec::new();
    let mut start = 0;
    for (number, whole) in text.split_inclusive('\n').enumerate() {
        let line = whole.trim_end();
        let trimmed = line.trim_start();
        let at = start + line.len() - trimmed.len();
        match read_line(trimmed, at, currency) {
            Ok(Some(said)) => {
                let span = at..start + line.len();
                entries.push(PlacedLine { number: number + 1, text: trimmed.to_owned(), span, line: said });
            }
            Ok(None) => {}
            Err(fault) => faults.push(ScriptFault { message: currency.say(&fault.message).into_owned(), ..fault }),
        }
        start += whole.len();
    }
    if faults.is_empty() { Ok(entries) } else { Err(faults) }
}

/// The house that a script names before anything is done at its table: the last of them holds.
pub(crate) fn named_house(text: &str) -> Option<Word> {
    let mut named = None;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        if let Ok(mut words) = Words::of(whole.trim_end(), start, &Currency::dollar())
            && words.take("house")
        {
            named = words.next().or(named);
        }
        start += whole.len();
    }
    named
}

const KEYWORDS: [&str; 15] = [
    "house",
    "table",
    "time",
    "seed",
    "deck",
    "views",
    "robot",
    "crew",
    "link",
    "expect",
    "view",
    "legal",
    "reminders",
    "[id]",
    "+30s",
];

fn read_line(text: &str, at: usize, currency: &Currency) -> ReadResult<Option<ScriptLine>> {
    if text.starts_with('{') {
        if let Some(line) = from_json(text, at, currency) {
            return line.map(Some);
        }
        let cents = amounts::in_cents(text, amounts::COMMAND, currency).map_err(|none| {
            let span = at + none.span.start..at + none.span.end;
            ScriptFault { span, message: format!("not a command: {}", none.message) }
        })?;
        let command = serde_json::from_str(&cents).map_err(|error| {
            let column = at + error.column().saturating_sub(1).min(text.len());
            ScriptFault { span: column..column + 1, message: format!("not a command: {error}") }
        })?;
        return Ok(Some(ScriptLine::Json(Box::new(command))));
    }
    let mut words = Words::of(text, at, currency)?;
    let Some(first) = words.next() else { return Ok(None) };
    let line = match first.text.as_str() {
        "house" => {
            words.want("a file or the code of a rulebook")?;
            ScriptLine::House
        }
        "table" => ScriptLine::Table(words.want("the table's name")?),
        "time" => {
            let word = words.want("a moment such as 2026-11-15T20:00:00Z")?;
            ScriptLine::Time(clock::moment(&word.text).map_err(|error| word.fault(error.to_string()))?)
        }
        "seed" => ScriptLine::Seed(words.want("a seed in hexadecimal digits")?.parse()?),
        "deck" => deck(&mut words)?,
        "views" => ScriptLine::Views(everybody(&mut words)?),
        "robot" if words.take("player") => ScriptLine::Player(Box::new(player(&mut words)?)),
        "robot" => ScriptLine::Robot { crew: false, until: until(&mut words)? },
        "crew" => ScriptLine::Robot { crew: true, until: until(&mut words)? },
        "link" => ScriptLine::Link(Box::new(link::read(&mut words)?)),
        "expect" => {
            let not = words.take("not");
            ScriptLine::Expect { not, what: Box::new(expect::read(&mut words)?) }
        }
        "view" => ScriptLine::View(who(&mut words)?),
        "reminders" => ScriptLine::Reminders,
        "legal" => ScriptLine::Legal(who(&mut words)?),
        later if later.starts_with('+') => {
            ScriptLine::Wait(clock::span(&later[1..]).map_err(|error| first.fault(error.to_string()))?)
        }
        id if id.starts_with('[') && id.ends_with(']') && id.len() > 2 => {
            let id = id[1..id.len() - 1].to_owned();
            let role = words.want("a role")?;
            act(Some(id), &role, &mut words)?
        }
        _ if first.text.parse::<Role>().is_ok() => act(None, &first, &mut words)?,
        _ => {
            let roles = Role::ALL.iter().map(|role| role.word());
            return Err(first
                .one_of("the beginning of a line", KEYWORDS.into_iter().chain(roles))
                .map_or_else(|fault| fault, |_| first.fault("expected the beginning of a line")));
        }
    };
    words.end()?;
    Ok(Some(line))
}

/// A line of a run's JSON that is not a command: another table, or something at the link.
fn from_json(text: &str, at: usize, currency: &Currency) -> Option<ReadResult<ScriptLine>> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let said = |name: &str| value.get(name).and_then(serde_json::Value::as_str);
    let span = at..at + text.len();
    if let Some(name) = said("table") {
        return Some(Ok(ScriptLine::Table(Word { text: name.to_owned(), span, quoted: true })));
    }
    let mut words = match Words::of(said("link")?, at, currency) {
        Ok(words) => words,
        Err(fault) => return Some(Err(ScriptFault { span, ..fault })),
    };
    words.take("link");
    let ask = link::read(&mut words).and_then(|ask| words.end().map(|()| ask));
    Some(ask.map(|ask| ScriptLine::Link(Box::new(ask))).map_err(|fault| ScriptFault { span, ..fault }))
}

/// Somebody and what they do: `player Ann: sit 3`, `dealer: no_more_bets`.
fn act(id: Option<String>, role: &Word, words: &mut Words) -> ReadResult<ScriptLine> {
    let by = actor(role, words)?;
    if !words.take(":") {
        let word = words.want("a colon after who acts")?;
        return Err(word.fault("expected a colon after who acts, as in `player Ann: sit 3`"));
    }
    Ok(ScriptLine::Act { id, by, read: Box::new(acts::read(words)?) })
}

/// A role and, before a colon, the person in it; without one the person is named after the role.
fn actor(role: &Word, words: &mut Words) -> ReadResult<Actor> {
    let named: Role = role.one_of("a role", Role::ALL.iter().map(|role| role.word())).and_then(|_| role.parse())?;
    if words.peek().is_none_or(|next| next.text == ":" && !next.quoted) {
        if named == Role::Player {
            return Err(role.fault("a player has a name, as in `player Ann: sit 3`"));
        }
        return Ok(Actor::new(named, named.word()));
    }
    Ok(Actor::new(named, &words.want("a person")?.text))
}

/// Who looks: `Ann` is a player, `dealer` the person who deals, `floorperson Flo` a person in a role.
pub(crate) fn who(words: &mut Words) -> ReadResult<Actor> {
    let first = words.want("a person or a role")?;
    match first.text.parse::<Role>() {
        Ok(_) if !first.quoted => actor(&first, words),
        _ => Ok(Actor::new(Role::Player, &first.text)),
    }
}

/// Somebody with a colon, or without one where an act follows at once: `dealer deal`, `player Ann: sit 3`.
pub(crate) fn who_before_act(words: &mut Words) -> ReadResult<Actor> {
    let first = words.want("a role")?;
    let next = words.peek();
    if next.is_some_and(|next| !next.quoted && acts::names().any(|name| name == next.text)) {
        let role: Role = first.parse()?;
        return Ok(Actor::new(role, role.word()));
    }
    let by = actor(&first, words)?;
    words.take(":");
    Ok(by)
}

fn everybody(words: &mut Words) -> ReadResult<Vec<Actor>> {
    let mut all = Vec::new();
    while let Some(next) = words.next() {
        let names = if next.quoted { vec![next.text.as_str()] } else { next.text.split(',').collect() };
        all.extend(names.into_iter().filter(|name| !name.is_empty()).map(seer));
    }
    Ok(all)
}

/// Who looks, by one word: a role, or a player's name.
pub fn seer(name: &str) -> Actor {
    match name.parse::<Role>() {
        Ok(role) => Actor::new(role, role.word()),
        Err(_) => Actor::new(Role::Player, name),
    }
}

/// `deck As Kd …`, `deck 2 As Kd …`, either with `cut 20` at the end.
fn deck(words: &mut Words) -> ReadResult<ScriptLine> {
    let number = words.peek().and_then(|word| word.text.parse::<u8>().ok());
    let deck = match number {
        Some(number) => {
            let word = words.want("a deck")?;
            Some(DeckId::try_from(number).map_err(|why| word.fault(why.to_string()))?)
        }
        None => None,
    };
    let first = words.peek().cloned();
    let cards: Vec<Card> = acts::faces(words)?.into_iter().map(|face| face.0).collect();
    let cut =
        if words.take("cut") { Some(words.want("a number of cards")?.number("a number of cards")?) } else { None };
    match first {
        Some(first) if !cards.is_empty() => {
            acts::stacked(&cards, 0).map_err(|why| first.fault(why.to_string()))?;
            Ok(ScriptLine::Deck { deck, cards, cut })
        }
        Some(first) => Err(first.fault("expected cards such as As Kd 3c")),
        None => Err(words
            .want("cards such as As Kd 3c")
            .err()
            .unwrap_or(ScriptFault { span: 0..0, message: String::new() })),
    }
}

const PHASES: [Phase; 7] =
    [Phase::Shut, Phase::Betting, Phase::Closing, Phase::Dealing, Phase::Deciding, Phase::Showdown, Phase::Void];

/// A phase by its word.
pub(crate) fn phase(word: &Word) -> ReadResult<Phase> {
    word.one_of("a phase", PHASES.iter().map(|phase| phase.word()))?;
    PHASES.into_iter().find(|phase| phase.word() == word.text).ok_or_else(|| word.fault("expected a phase"))
}

/// `5`, `rounds 3`, `until deciding`, `until settled`, `until deal`; nothing means as long as there is something to do.
fn until(words: &mut Words) -> ReadResult<Until> {
    if words.take("rounds") {
        return Ok(Until::Rounds(words.want("a number of rounds")?.number("a number of rounds")?));
    }
    if !words.take("until") {
        return match words.next() {
            None => Ok(Until::Still),
            Some(word) => Ok(Until::Acts(word.number("a number of acts, `until …`, or `rounds …`")?)),
        };
    }
    let word = words.want("a phase, settled, still, or the name of an act")?;
    if let Some(found) = PHASES.into_iter().find(|phase| phase.word() == word.text) {
        return Ok(Until::Phase(found));
    }
    let more = ["settled", "still"].into_iter().chain(PHASES.iter().map(|phase| phase.word()));
    Ok(match word.one_of("a phase, or the name of an act", more.chain(acts::names()))? {
        "settled" => Until::Settled,
        "still" => Until::Still,
        act => Until::Before(acts::names().find(|name| *name == act).unwrap_or_default()),
    })
}

/// `robot player Bob at 3 buys $1000 ante $5 pair_plus $5 plays Q-6-4`.
fn player(words: &mut Words) -> ReadResult<RobotPlayer> {
    let person = words.want("the robot's name")?.text.as_str().into();
    if !words.take("at") {
        return Err(words.want("`at` and a position")?.fault("expected `at` and a position"));
    }
    let position = words.want("a position")?.number("a position")?;
    let mut robot = RobotPlayer {
        person,
        position,
        stakes: Stakes::default(),
        plays_from: cards::Strength::WEAKEST,
        buy_in: Cents::dollars(1000),
    };
    while let Some(word) = words.next() {
        match word.text.as_str() {
            "buys" => robot.buy_in = words.want("an amount such as $1,000")?.parse()?,
            "plays" => {
                let from = words.want("the weakest hand it plays, such as Q-6-4")?;
                robot.plays_from = from.parse::<rules::rulebook::Qualification>()?.0;
            }
            _ => {
                let expected = ["buys", "plays"].into_iter().chain(Wager::ALL.iter().map(|wager| wager.word()));
                word.one_of("a wager of a robot", expected)?;
                let wager: Wager = word.parse()?;
                let amount = words.want("an amount such as $5")?.parse()?;
                let stake = robot.stakes.on_mut(wager);
                *stake.ok_or_else(|| word.fault(format!("{} is not wagered by itself", wager.title())))? = amount;
            }
        }
    }
    Ok(robot)
}
