//! The link between tables and other titles: the meters have their own stream, every table of the script gets their
//! values before it acts, and other titles contribute and claim by `link` lines.

use meters::{Bank, Claim, Entry, GameId, GameTerms, RoundId};
use rules::{Cents, Level, Share, Wager};
use table::{Event, Law, PROGRESSIVES, Refusal, State, What, Why};

use crate::words::{ReadResult, Word, Words};

/// What a `link` line asks of the meters of a progressive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkLine {
    /// The progressive.
    pub(crate) wager: Wager,
    what: Happening,
}

/// What another title, or the controller, does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Happening {
    /// A title asks to be linked.
    Join(GameTerms),
    /// It leaves.
    Leave(GameId),
    /// It locks in this many wagers in its next round.
    Contribute(GameId, u32),
    /// One of its positions wins a share of a meter.
    Claim { game: GameId, position: u16, level: Level, share: Share },
    /// Its round is void.
    Void(GameId),
    /// Its round is over.
    Close(GameId),
    /// The controller comes into reach, or goes out of it.
    Reach(bool),
}

const KINDS: [&str; 7] = ["join", "leave", "contribute", "claim", "void", "close", "controller"];

/// `link progressive contribute "Let It Ride 1" 50`.
pub(crate) fn read(words: &mut Words) -> ReadResult<LinkLine> {
    let word = words.want("a progressive")?;
    word.one_of("a progressive", PROGRESSIVES.iter().map(|wager| wager.word()))?;
    let wager = word.parse()?;
    let kind = words.want("what happens at the link, such as join or contribute")?;
    let what = match kind.one_of("what happens at the link", KINDS.into_iter())? {
        "controller" => {
            let reach = words.want("in_reach or out_of_reach")?;
            Happening::Reach(
                reach.one_of("the controller's reach", ["in_reach", "out_of_reach"].into_iter())? == "in_reach",
            )
        }
        kind => {
            let game = game(&words.want("the other game's name")?)?;
            match kind {
                "join" => Happening::Join(terms(game, words)?),
                "leave" => Happening::Leave(game),
                "contribute" => {
                    Happening::Contribute(game, words.want("a number of wagers")?.number("a number of wagers")?)
                }
                "claim" => {
                    let position = words.want("the winner's position")?.number("the winner's position")?;
                    let level = words.want("a meter, such as main")?.parse()?;
                    let share = match words.next() {
                        Some(word) => share(&word)?,
                        None => Share::WHOLE,
                    };
                    Happening::Claim { game, position, level, share }
                }
                "void" => Happening::Void(game),
                _ => Happening::Close(game),
            }
        }
    };
    Ok(LinkLine { wager, what })
}

fn game(word: &Word) -> ReadResult<GameId> {
    GameId::new(&word.text).map_err(|wrong| word.fault(wrong.to_string()))
}

/// A percentage of a meter.
fn share(word: &Word) -> ReadResult<Share> {
    let percent = word.text.strip_suffix('%').and_then(|number| number.parse::<u32>().ok());
    let share = percent.filter(|percent| (1..=100).contains(percent)).map(|percent| Share(percent * 10_000));
    share.ok_or_else(|| word.fault("expected a share of the meter from 1% to 100%"))
}

/// `paytable C stake $1 decks 2`.
fn terms(id: GameId, words: &mut Words) -> ReadResult<GameTerms> {
    let mut said = |name: &str, example: &str| {
        if words.take(name) {
            words.want(example)
        } else {
            let missing = format!("`{name}` and {example}");
            words.want(&missing).and_then(|word| Err(word.fault(format!("expected {missing}"))))
        }
    };
    let paytable = said("paytable", "a paytable")?.text;
    let stake: Cents = said("stake", "an amount such as $1")?.parse()?;
    let decks = said("decks", "a number of decks")?.number("a number of decks")?;
    Ok(GameTerms { title: id.as_str().to_owned(), id, paytable, stake, decks })
}

impl LinkLine {
    /// Asks the meters: an entry, or why not.
    fn of(&self, bank: &Bank) -> Result<Entry, meters::Refusal> {
        let open = |game: &GameId| bank.game(game).and_then(meters::Game::open_round).map(|(round, _)| round);
        let last = |game: &GameId| bank.game(game).and_then(|game| game.last).unwrap_or(RoundId(0));
        match &self.what {
            Happening::Join(terms) => bank.join(terms),
            Happening::Leave(game) => bank.leave(game),
            Happening::Contribute(game, wagers) => bank.contribute(game, RoundId(last(game).0 + 1), *wagers),
            Happening::Claim { game, position, level, share } => {
                let claim = Claim::of(*position, *level, *share, bank.due(*level, *share));
                bank.award(game, open(game).unwrap_or(RoundId(last(game).0)), &claim)
            }
            Happening::Void(game) => bank.reverse(game, open(game).unwrap_or(last(game))),
            Happening::Close(game) => bank.close(game, open(game).unwrap_or(last(game))),
            Happening::Reach(online) => bank.reach(*online),
        }
    }
}

/// The linked meters of a house, each with its own stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkedMeters {
    banks: [Option<Bank>; 2],
}

fn slot(wager: Wager) -> usize {
    usize::from(wager == Wager::FiveCardProgressive)
}

impl LinkedMeters {
    /// The links of a table's house, with this table on them.
    pub(crate) fn of(state: &State) -> LinkedMeters {
        let linked = |bank: &Option<Bank>| bank.clone().filter(|bank| bank.terms().link.is_some());
        LinkedMeters { banks: [linked(&state.banks[0]), linked(&state.banks[1])] }
    }

    /// Another table of the same house joins.
    pub(crate) fn add(&mut self, state: &State) -> Result<(), meters::Refusal> {
        for (wager, bank) in PROGRESSIVES.into_iter().zip(&mut self.banks) {
            let (Some(bank), Some(terms)) =
                (bank, GameTerms::of(&state.house, wager, &state.game, &state.house.operator))
            else {
                continue;
            };
            let entry = bank.join(&terms)?;
            bank.apply(&entry);
        }
        Ok(())
    }

    /// What a table must learn before it acts: linked meters that changed since it last knew them.
    pub(crate) fn news(&self, state: &State) -> Option<(Wager, Box<Bank>)> {
        PROGRESSIVES.into_iter().zip(&self.banks).zip(&state.banks).find_map(|((wager, link), own)| {
            let link = link.as_ref().filter(|link| own.as_ref() != Some(link))?;
            Some((wager, Box::new(link.clone())))
        })
    }

    /// Adds what a table did to the meters to the link's stream. Meters that the table was given are taken as the
    /// link's.
    pub(crate) fn post(&mut self, events: &[Event]) {
        for event in events {
            match &event.what {
                What::Meter { wager, entry } => {
                    if let Some(bank) = &mut self.banks[slot(*wager)] {
                        bank.apply(entry);
                    }
                }
                What::MetersSynced { wager, bank } => {
                    let link = &mut self.banks[slot(*wager)];
                    if link.is_some() {
                        *link = Some((**bank).clone());
                    }
                }
                _ => {}
            }
        }
    }

    /// A `link` line: the entry as the event that every table gets, or the refusal.
    pub(crate) fn ask(&mut self, ask: &LinkLine) -> Result<Event, Refusal> {
        let wager = ask.wager;
        let Some(bank) = &mut self.banks[slot(wager)] else {
            return Err(Refusal { why: Why::NotLinked { wager }, law: Law::Link(wager) });
        };
        let entry = ask.of(bank).map_err(|refusal| Refusal {
            // Being out of reach is the system's law, everything else the link's.
            law: if refusal.why == meters::Why::OutOfReach { Law::System(wager) } else { Law::Link(wager) },
            why: Why::Meter { why: refusal.why },
        })?;
        bank.apply(&entry);
        Ok(Event { what: What::Meter { wager, entry }, law: Law::Link(wager) })
    }
}
