//! Runs a script: the table, its robots, the clock and the cards, and a record of everything that happened.

use std::collections::VecDeque;

use cards::Card;
use meters::GameId;
use rules::rulebook::Step;
use rules::{Cents, ClauseId};
use table::robot::{self, RobotPlayer};
use table::{
    Act, Actor, Answer, Command, DeckId, Desk, Event, Law, Moment, Offer, Phase, Role, Shuffle, State, View, legal,
    view,
};

use crate::acts;
use crate::expect;
use crate::link::{LinkLine, LinkedMeters};
use crate::script::{PlacedLine, ScriptLine, Until};
use crate::words::{ScriptFault, Word};
use shuffler::{Seed, Shuffler};

/// The most acts of robots in one line of a script, which stops one that would go on for ever.
const ROBOT_ACTS: u32 = 100_000;

/// The results of the latest line that acted.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastLine {
    pub(crate) answers: Vec<Answer>,
}

impl LastLine {
    /// The events of that line.
    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.answers.iter().flat_map(Answer::news)
    }
}

/// One thing to show of a run.
#[derive(Clone, Debug)]
pub enum RunItem {
    /// A command and its answer.
    Answered {
        /// The command.
        command: Box<Command>,
        /// Its events or its refusal.
        answer: Answer,
    },
    /// What another title did to linked meters, and the result.
    Linked {
        /// The line.
        text: String,
        /// The moment of the table at which it happened.
        at: Moment,
        /// The entry or the refusal.
        answer: Answer,
    },
    /// From here on another table acts.
    Table(String),
    /// What somebody sees.
    View {
        /// The person who looks.
        who: Actor,
        /// The table as they see it.
        view: Box<View>,
    },
    /// What somebody may do.
    Legal {
        /// The person who asks.
        who: Actor,
        /// Every act that would be accepted.
        offers: Vec<Offer>,
    },
    /// What the crew is reminded of at a step, because no program can enforce it.
    Reminded {
        /// The step.
        step: Step,
        /// The clauses.
        clauses: Vec<ClauseId>,
    },
    /// An expectation and whether it held.
    Expected {
        /// The number of the line.
        number: usize,
        /// The line.
        text: String,
        /// Whether it held.
        held: bool,
        /// What was found.
        found: String,
    },
    /// Something that must never happen: money or meters that do not add up.
    Broken(String),
}

/// Cards that a script wants on top of a deck.
#[derive(Clone, Debug)]
struct Stacked {
    deck: Option<DeckId>,
    cards: Vec<Card>,
    cut: Option<u8>,
}

/// A run of a script.
pub struct Run {
    /// The table that acts now.
    pub desk: Desk,
    /// The other tables of the script.
    others: Vec<Desk>,
    /// All tables, in order of appearance.
    games: Vec<GameId>,
    links: LinkedMeters,
    at: Moment,
    /// All that there is to show, in order.
    pub shown: Vec<RunItem>,
    shuffler: Shuffler,
    stacked: VecDeque<Stacked>,
    views: Vec<Actor>,
    players: Vec<RobotPlayer>,
    last: LastLine,
}

/// What a run ended with.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScriptTally {
    /// Commands, refused ones included.
    pub commands: usize,
    /// Refused commands.
    pub refused: usize,
    /// Expectations that held.
    pub held: usize,
    /// Expectations that failed.
    pub failed: usize,
    /// Findings that must never happen.
    pub broken: usize,
}

impl Run {
    pub(crate) fn new(state: State, seed: Seed, views: Vec<Actor>) -> Run {
        Run {
            links: LinkedMeters::of(&state),
            games: vec![state.game.clone()],
            desk: Desk::new(state),
            others: Vec::new(),
            // A fixed evening, so that every run of a script is the same.
            at: Moment(1_794_772_800_000),
            shown: Vec::new(),
            shuffler: Shuffler::new(seed),
            stacked: VecDeque::new(),
            views,
            players: Vec::new(),
            last: LastLine::default(),
        }
    }

    /// Runs one line.
    ///
    /// # Errors
    /// When the line is not allowed here.
    pub(crate) fn line(&mut self, entry: &PlacedLine) -> Result<(), ScriptFault> {
        match &entry.line {
            ScriptLine::House => {
                let message = "the house is named before anything else";
                return Err(ScriptFault { span: entry.span.clone(), message: message.to_owned() });
            }
            ScriptLine::Table(name) => self.go_to(name)?,
            ScriptLine::Link(ask) => self.link(ask, &entry.text),
            ScriptLine::Time(at) => self.at = *at,
            ScriptLine::Wait(ms) => self.at = Moment(self.at.0.saturating_add(*ms)),
            ScriptLine::Seed(seed) => self.shuffler = Shuffler::new(*seed),
            ScriptLine::Deck { deck, cards, cut } => {
                self.stacked.push_back(Stacked { deck: *deck, cards: cards.clone(), cut: *cut });
            }
            ScriptLine::Views(views) => self.views.clone_from(views),
            ScriptLine::Player(player) => self.players.push((**player).clone()),
            ScriptLine::Act { id, by, read } => {
                self.last = LastLine::default();
                let id = id.clone().unwrap_or_else(|| format!("line {}", entry.number));
                let mut command = Command::new(id, by.clone(), self.at, read.act.clone());
                (command.shuffle, command.bank) = (read.shuffle.clone(), read.bank.clone());
                if !read.order_named {
                    self.fill_in(&mut command);
                }
                self.submit(command);
            }
            ScriptLine::Json(command) => {
                self.last = LastLine::default();
                self.at = command.at;
                self.submit((**command).clone());
            }
            ScriptLine::Robot { crew, until } => {
                if let Some(found) = self.robot(*crew, until) {
                    let text = entry.text.clone();
                    self.shown.push(RunItem::Expected { number: entry.number, text, held: false, found });
                }
            }
            ScriptLine::Expect { not, what } => {
                let (so, found) = expect::holds(what, self.desk.state(), &self.last, self.at);
                let text = entry.text.clone();
                self.shown.push(RunItem::Expected { number: entry.number, text, held: so != *not, found });
            }
            ScriptLine::Reminders => self.remind(),
            ScriptLine::View(who) => self.show_view(who.clone()),
            ScriptLine::Legal(who) => {
                let offers = legal(self.desk.state(), who, self.at);
                self.shown.push(RunItem::Legal { who: who.clone(), offers });
            }
        }
        Ok(())
    }

    /// The tables of the script, in order of appearance.
    pub fn tables(&self) -> impl Iterator<Item = &State> {
        let all = || self.others.iter().chain([&self.desk]).map(Desk::state);
        self.games.iter().filter_map(move |game| all().find(|state| state.game == *game))
    }

    /// Goes to another table of the house: one that is there, or a new one.
    fn go_to(&mut self, name: &Word) -> Result<(), ScriptFault> {
        let game = GameId::new(&name.text).map_err(|wrong| name.fault(wrong.to_string()))?;
        self.last = LastLine::default();
        if self.desk.state().game != game {
            let known = self.others.iter().position(|desk| desk.state().game == game);
            let next = match known {
                Some(place) => self.others.swap_remove(place),
                None => {
                    let state = State::new(self.desk.state().house.clone(), &game);
                    self.links.add(&state).map_err(|refusal| name.fault(refusal.to_string()))?;
                    self.games.push(game.clone());
                    Desk::new(state)
                }
            };
            self.others.push(std::mem::replace(&mut self.desk, next));
        }
        self.shown.push(RunItem::Table(name.text.clone()));
        self.tell();
        Ok(())
    }

    /// Another title or the controller does something to linked meters, and the table learns of it.
    fn link(&mut self, ask: &LinkLine, text: &str) {
        let verdict = self.links.ask(ask).map(|event| [event].into());
        let answer = Answer { verdict, repeated: false };
        self.last = LastLine { answers: vec![answer.clone()] };
        self.shown.push(RunItem::Linked { text: text.to_owned(), at: self.at, answer });
        self.tell();
    }

    /// Gives the table the current meters of its links, where it does not have them.
    fn tell(&mut self) {
        while let Some((wager, bank)) = self.links.news(self.desk.state()) {
            let id = format!("link {} {}", self.desk.state().game, self.desk.state().version);
            let command = Command::new(id, Actor::new(Role::System, "link"), self.at, Act::SyncMeters { wager });
            let command = Command { bank: Some(bank), ..command };
            let answer = self.desk.submit(&command);
            let told = answer.verdict.is_ok();
            self.shown.push(RunItem::Answered { command: Box::new(command), answer });
            if !told {
                self.shown.push(RunItem::Broken("the table does not take the meters of its link".to_owned()));
                return;
            }
        }
    }

    /// What the crew is reminded of at the steps that the latest line took.
    fn remind(&mut self) {
        let house = self.desk.state().house.clone();
        let mut told: Vec<Step> = Vec::new();
        for event in self.last.events() {
            let step = match event.law {
                Law::Step(step) => step,
                Law::PlayEqualsAnte => Step::Play,
                _ => continue,
            };
            if !told.contains(&step) {
                told.push(step);
            }
        }
        for step in told {
            let clauses = house.book.procedure.reminders(step, house.cards.device).to_vec();
            self.shown.push(RunItem::Reminded { step, clauses });
        }
    }

    fn show_view(&mut self, who: Actor) {
        let view = Box::new(view(self.desk.state(), &who, self.at));
        self.shown.push(RunItem::View { who, view });
    }

    /// Submits a command; returns whether it was accepted.
    fn submit(&mut self, command: Command) -> bool {
        self.tell();
        let answer = self.desk.submit(&command);
        self.links.post(answer.news());
        let accepted = answer.verdict.is_ok();
        let news = !answer.news().is_empty();
        self.last.answers.push(answer.clone());
        self.shown.push(RunItem::Answered { command: Box::new(command), answer });
        self.audit();
        if news {
            for who in self.views.clone() {
                self.show_view(who);
            }
        }
        accepted
    }

    /// Checks what must always hold: no cent appears or vanishes, and the meters' books balance.
    fn audit(&mut self) {
        let state = self.desk.state();
        let balance = state.balance();
        if balance != Cents::ZERO {
            self.shown.push(RunItem::Broken(format!("the accounts add up to {balance} instead of nothing")));
        }
        let wrong = self.desk.state().banks.iter().flatten().find_map(|bank| bank.audit().err());
        if let Some(imbalance) = wrong {
            self.shown.push(RunItem::Broken(format!("the books of a meter do not balance: {imbalance}")));
        }
    }

    /// Gives a command the order of the cards where the script leaves that to its `deck` and `seed` lines.
    fn fill_in(&mut self, command: &mut Command) {
        if let Some(deck) = self.desk.state().order_for(&command.act) {
            command.shuffle = Some(Box::new(self.order(deck, command)));
        }
    }

    /// The order for the next shuffle of a deck: what the script puts on top, or the shuffler's.
    fn order(&mut self, deck: DeckId, command: &Command) -> Shuffle {
        let place = self.stacked.iter().position(|stacked| stacked.deck.is_none_or(|wanted| wanted == deck));
        let Some(stacked) = place.and_then(|place| self.stacked.remove(place)) else { return self.shuffler.shuffle() };
        let cut = stacked.cut.unwrap_or_else(|| self.coming_cut(deck, command));
        // The cards were checked when the line was read.
        acts::stacked(&stacked.cards, cut).unwrap_or_else(|_| self.shuffler.shuffle())
    }

    /// Where the deck of a shuffle will be cut, so that a script names the cards as they are dealt.
    fn coming_cut(&self, deck: DeckId, command: &Command) -> u8 {
        let mut state = self.desk.state().clone();
        let mut command = command.clone();
        let Ok(plain) = acts::stacked(&[], 0) else { return 0 };
        command.shuffle = Some(Box::new(plain));
        let Ok(events) = table::decide(&state, &command) else { return 0 };
        state.apply_all(&events);
        let cards = &state.house.cards;
        if state.wants_cut(deck) { 26.clamp(cards.cut_shallowest, cards.cut_deepest) } else { 0 }
    }

    /// Robots act until the script says otherwise, or until they have nothing to do. Where they stop too early, returns
    /// what the table is waiting for.
    fn robot(&mut self, crew: bool, until: &Until) -> Option<String> {
        self.last = LastLine::default();
        let round = self.desk.state().round.number;
        for done in 0..ROBOT_ACTS {
            let over = match until {
                Until::Acts(acts) => done >= *acts,
                // Nobody decides before the dealer asks.
                Until::Phase(phase) => {
                    let state = self.desk.state();
                    state.phase() == *phase && !(*phase == Phase::Deciding && state.waits_for_looks())
                }
                Until::Rounds(rounds) => self.desk.state().round.number >= round + u64::from(*rounds),
                Until::Settled => settled(self.desk.state()),
                Until::Before(_) | Until::Still => false,
            };
            if over {
                return None;
            }
            self.tell();
            let Some(command) = self.next_of_robots(crew) else {
                return (*until != Until::Still).then(|| format!("the table waits for {}", self.waits_for()));
            };
            if matches!(until, Until::Before(name) if *name == acts::name(&command.act)) {
                return None;
            }
            let act = acts::write(&command.act);
            self.at = Moment(self.at.0 + i64::from(robot::takes(&self.desk.state().house, &command.act)));
            if !self.submit(Command { at: self.at, ..command }) {
                return Some(format!("{act} was refused"));
            }
        }
        Some(format!("still not there after {ROBOT_ACTS} acts"))
    }

    /// What has to happen before anything else can: somebody's step, a player's decision, wagers, an opening.
    fn waits_for(&self) -> String {
        let state = self.desk.state();
        if let Some(todo) = state.next(self.at) {
            return format!("{}: {}", todo.by, acts::write(&todo.act));
        }
        match state.phase() {
            Phase::Shut => "the floorperson: open_table".to_owned(),
            Phase::Deciding => match state.deciding().next() {
                Some(position) => format!("a decision at position {position}"),
                None => "the decisions".to_owned(),
            },
            _ if let Some(position) = self.cut_offered() => format!("an answer about the cut at position {position}"),
            Phase::Betting if state.taken().next().is_none() => "a player: sit".to_owned(),
            Phase::Betting => "a wager".to_owned(),
            phase => format!("somebody, in the phase {}", phase.word()),
        }
    }

    /// The position where the cut is offered.
    fn cut_offered(&self) -> Option<u8> {
        let state = self.desk.state();
        state.decks_used().find_map(|deck| state.cut_offer(deck)).map(|offer| offer.position)
    }

    fn next_of_robots(&mut self, crew: bool) -> Option<Command> {
        let state = self.desk.state();
        if let Some(command) = self.players.iter().find_map(|player| player.command(state, self.at)) {
            return Some(command);
        }
        let mut command = if crew {
            let todo = state.next(self.at)?;
            let by = Actor::new(todo.by, todo.by.word());
            Command::new(format!("crew {}", state.version), by, self.at, todo.act)
        } else {
            // The order is filled in later, once the cut is known.
            let plain = acts::stacked(&[], 0).ok()?;
            robot::command(state, self.at, &mut || plain.clone())?
        };
        self.fill_in(&mut command);
        Some(command)
    }

    /// How it ended.
    pub fn tally(&self) -> ScriptTally {
        let mut tally = ScriptTally::default();
        for shown in &self.shown {
            match shown {
                RunItem::Answered { answer, .. } => {
                    tally.commands += 1;
                    tally.refused += usize::from(answer.verdict.is_err());
                }
                RunItem::Expected { held: true, .. } => tally.held += 1,
                RunItem::Expected { held: false, .. } => tally.failed += 1,
                RunItem::Broken(_) => tally.broken += 1,
                RunItem::Linked { answer, .. } => tally.refused += usize::from(answer.verdict.is_err()),
                RunItem::Table(_) | RunItem::View { .. } | RunItem::Legal { .. } | RunItem::Reminded { .. } => {}
            }
        }
        tally
    }
}

fn settled(state: &State) -> bool {
    let round = &state.round;
    state.phase() == Phase::Showdown && round.sheet_whole && round.settled == round.sheet.len()
}
