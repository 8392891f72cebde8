//! What a script expects of the table at a line, and whether it holds.

use meters::Pot;
use rules::{Cents, Wager};
use strum::VariantNames;
use table::{Act, Actor, Face, Moment, PROGRESSIVES, Person, Phase, State, What, legal, view};

use crate::acts;
use crate::events;
use crate::run::LastLine;
use crate::script;
use crate::words::{ReadResult, Words};

/// What somebody may do: an exact act, or any act of a name.
#[derive(Clone, Debug)]
pub(crate) enum ActPattern {
    Exactly(Box<Act>),
    Named(String),
}

/// What is expected.
#[derive(Clone, Debug)]
pub(crate) enum Expect {
    /// The last act was refused, with this in the refusal's words or clauses.
    Refused(Vec<String>),
    /// The last act was accepted.
    Accepted,
    /// The last act was a repeat.
    Repeated,
    /// Among what the last line brought about is an event of this name, with this in its words or clauses.
    Event(String, Vec<String>),
    /// The phase.
    Phase(Phase),
    /// Whose turn it is; `None` for nobody's.
    Turn(Option<u8>),
    /// The number of the round.
    Round(u64),
    /// A player's chips.
    Purse(Person, Cents),
    /// Another balance.
    Till(&'static str, Cents),
    /// What a meter shows, or what is set aside for its next seed.
    Meter(Wager, Pot, Cents),
    /// Somebody may do something: an exact act, or any act of this name.
    Legal(Actor, ActPattern),
    /// The next step of the procedure: its role, and the name of the act; `None` if there is none.
    Next(Option<(table::Role, String)>),
    /// Somebody sees these cards.
    Sees(Actor, Vec<Face>),
}

const TILL: [&str; 7] = ["tray", "drop", "tip_box", "hand_paid", "cage", "world", "meters_paid"];

const KINDS: [&str; 12] =
    ["refused", "accepted", "repeated", "event", "phase", "turn", "round", "purse", "meter", "legal", "next", "sees"];

/// Reads an expectation.
pub(crate) fn read(words: &mut Words) -> ReadResult<Expect> {
    let kind = words.want("what is expected, such as refused or phase")?;
    let known = kind.one_of("an expectation", KINDS.into_iter().chain(TILL))?;
    Ok(match known {
        "refused" => Expect::Refused(texts(words)),
        "accepted" => Expect::Accepted,
        "repeated" => Expect::Repeated,
        "event" => {
            let name = words.want("the name of an event")?;
            name.one_of("an event", What::VARIANTS.iter().copied())?;
            Expect::Event(name.text, texts(words))
        }
        "phase" => Expect::Phase(script::phase(&words.want("a phase")?)?),
        "turn" => {
            let word = words.want("a position or none")?;
            Expect::Turn(if word.text == "none" { None } else { Some(word.number("a position or none")?) })
        }
        "round" => Expect::Round(words.want("a round's number")?.number("a round's number")?),
        "purse" => {
            let person = words.want("a player's name")?.text.as_str().into();
            Expect::Purse(person, words.want("an amount")?.parse()?)
        }
        "meter" => {
            let wager = words.want("a progressive")?.parse()?;
            let pot = words.want("a meter")?.parse()?;
            Expect::Meter(wager, pot, words.want("an amount")?.parse()?)
        }
        "legal" => read_legal(words)?,
        "next" => read_next(words)?,
        "sees" => {
            let who = script::who(words)?;
            words.take(":");
            let cards = acts::faces(words)?;
            if cards.is_empty() {
                return Err(kind.fault("expected cards after who sees them, as in `expect sees Ann: As Kd`"));
            }
            Expect::Sees(who, cards)
        }
        account => {
            let account = TILL.into_iter().find(|name| *name == account).unwrap_or_default();
            Expect::Till(account, words.want("an amount")?.parse()?)
        }
    })
}

fn read_legal(words: &mut Words) -> ReadResult<Expect> {
    let by = script::who_before_act(words)?;
    let alone = words.rest().len() == 1;
    let name = words.peek().map(|word| word.text.clone()).unwrap_or_default();
    match acts::read(&mut words.clone()) {
        Ok(read) => {
            while words.next().is_some() {}
            Ok(Expect::Legal(by, ActPattern::Exactly(Box::new(read.act))))
        }
        // A name alone stands for any act of that name.
        Err(_) if alone && acts::names().any(|known| known == name) => {
            words.next();
            Ok(Expect::Legal(by, ActPattern::Named(name)))
        }
        Err(fault) => Err(fault),
    }
}

fn read_next(words: &mut Words) -> ReadResult<Expect> {
    if words.take("nobody") {
        return Ok(Expect::Next(None));
    }
    let role = words.want("a role or nobody")?.parse()?;
    words.take(":");
    let act = words.want("the name of an act")?;
    act.one_of("an act", acts::names())?;
    Ok(Expect::Next(Some((role, act.text))))
}

fn texts(words: &mut Words) -> Vec<String> {
    std::iter::from_fn(|| words.next()).map(|word| word.text).collect()
}

/// Whether it holds, and what was found.
pub(crate) fn holds(expect: &Expect, state: &State, last: &LastLine, at: Moment) -> (bool, String) {
    match expect {
        Expect::Refused(texts) => was_refused(texts, state, last),
        Expect::Accepted => was_accepted(state, last),
        Expect::Repeated => {
            let repeated = last.answers.last().is_some_and(|answer| answer.repeated);
            (repeated, if repeated { "it was a repeat" } else { "it was no repeat" }.to_owned())
        }
        Expect::Event(name, texts) => happened(name, texts, state, last),
        Expect::Phase(wanted) => (state.phase() == *wanted, format!("it is {}", state.phase().word())),
        Expect::Turn(wanted) => {
            let found = state.turn().map_or("nobody's".to_owned(), |turn| turn.to_string());
            (state.turn() == *wanted, format!("it is {found}"))
        }
        Expect::Round(wanted) => (state.round.number == *wanted, format!("it is {}", state.round.number)),
        Expect::Purse(person, wanted) => is_amount(state.money.purse(person), *wanted),
        Expect::Till(account, wanted) => is_amount(till(state, account), *wanted),
        Expect::Meter(wager, pot, wanted) => {
            let slot = PROGRESSIVES.iter().position(|known| known == wager);
            let bank = slot.and_then(|slot| state.banks[slot].as_ref());
            match bank.and_then(|bank| bank.pots().find(|(known, _)| known == pot)) {
                Some((_, meter)) => is_amount(meter.shown(), *wanted),
                None => (false, "there is no such meter".to_owned()),
            }
        }
        Expect::Legal(by, wanted) => is_legal(by, wanted, state, at),
        Expect::Next(wanted) => {
            let found = state.next(at).map(|todo| (todo.by, acts::name(&todo.act).to_owned()));
            let told = found.as_ref().map_or("nobody".to_owned(), |(by, act)| format!("{by} {act}"));
            (found == *wanted, format!("it is {told}"))
        }
        Expect::Sees(who, cards) => {
            let seen = serde_json::to_string(&view(state, who, at)).unwrap_or_default();
            let hidden: Vec<String> =
                cards.iter().map(ToString::to_string).filter(|card| !seen.contains(&format!("\"{card}\""))).collect();
            let some = cards.len() - hidden.len();
            (hidden.is_empty(), format!("{some} of {} are seen", cards.len()))
        }
    }
}

fn was_refused(texts: &[String], state: &State, last: &LastLine) -> (bool, String) {
    match last.answers.last().map(|answer| &answer.verdict) {
        Some(Err(refusal)) => {
            let written = refusal.written(&state.house).to_string();
            (texts.iter().all(|text| written.contains(text.as_str())), format!("refused: {written}"))
        }
        Some(Ok(_)) => (false, "it was accepted".to_owned()),
        None => (false, "nothing was done before".to_owned()),
    }
}

fn was_accepted(state: &State, last: &LastLine) -> (bool, String) {
    match last.answers.last().map(|answer| &answer.verdict) {
        Some(Ok(_)) => (true, "it was accepted".to_owned()),
        Some(Err(refusal)) => (false, format!("refused: {}", refusal.written(&state.house))),
        None => (false, "nothing was done before".to_owned()),
    }
}

fn happened(name: &str, texts: &[String], state: &State, last: &LastLine) -> (bool, String) {
    let all: Vec<String> = last.events().filter(|event| events::name(event) == name).collect_lines(state);
    let found = all.iter().any(|line| texts.iter().all(|text| line.contains(text.as_str())));
    let names: Vec<&str> = last.events().map(events::name).collect();
    let told = if all.is_empty() { names.join(", ") } else { all.join("; ") };
    (found, if told.is_empty() { "nothing happened".to_owned() } else { format!("there is {told}") })
}

fn is_amount(found: Cents, wanted: Cents) -> (bool, String) {
    (found == wanted, format!("it is {found}"))
}

/// A balance other than a player's chips.
fn till(state: &State, account: &str) -> Cents {
    let money = &state.money;
    match account {
        "tray" => money.tray,
        "drop" => money.drop,
        "tip_box" => money.tip_box,
        "hand_paid" => Cents::ZERO - money.hand_pay,
        "cage" => money.cage,
        "world" => money.world,
        _ => Cents::ZERO - money.meters,
    }
}

fn is_legal(by: &Actor, wanted: &ActPattern, state: &State, at: Moment) -> (bool, String) {
    let offers = legal(state, by, at);
    let found = offers.iter().any(|offer| match wanted {
        ActPattern::Exactly(act) => offer.admits(act),
        ActPattern::Named(name) => acts::name(&offer.act) == *name,
    });
    let mut names: Vec<&str> = offers.iter().map(|offer| acts::name(&offer.act)).collect();
    names.dedup();
    (found, format!("legal: {}", if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }))
}

/// Events as lines of text.
trait Lines {
    fn collect_lines(self, state: &State) -> Vec<String>;
}

impl<'e, I: Iterator<Item = &'e table::Event>> Lines for I {
    fn collect_lines(self, state: &State) -> Vec<String> {
        self.map(|event| events::line(&state.house, event)).collect()
    }
}
