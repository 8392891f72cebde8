//! One player against the robot dealer: the table, what the player does, and the log of it.

use std::sync::Arc;

use meters::GameId;
use rules::currency::Saying;
use rules::house::AmountChoices;
use rules::settle::{Decision, Stakes};
use rules::{Cents, House, Wager};
use table::past::Drawn;
use table::robot;
use table::{Act, Actor, Command, DeckId, Desk, Face, Instrument, Moment, Phase, Role, Seat, State, What};

use super::hint;
use super::keys::KeyPress;
use crate::law;
use script::events;
use shuffler::Shuffler;

/// The float of the tray: enough to pay whatever a home game can win.
const FLOAT: Cents = Cents::dollars(1_000_000);

/// How a line of the log or the message looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Mine,
    Good,
    Bad,
}

/// A line of the log: words and the law behind them.
#[derive(Clone, Debug)]
pub(super) struct LogLine {
    pub(super) tone: Tone,
    pub(super) words: String,
    pub(super) law: String,
}

/// The overlay on the table, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    None,
    Help,
    Rules,
    Log,
}

/// The cards and lines of a round that is settled, until the next is begun.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundResult {
    pub(super) player: Option<[Face; 3]>,
    pub(super) dealer: Option<[Face; 3]>,
    pub(super) community: Option<[Face; 2]>,
    pub(super) drawn: Drawn,
    /// What the player's chips were before the round's wagers.
    pub(super) before: Cents,
}

/// The game.
pub(super) struct HomeGame {
    pub(super) desk: Desk,
    pub(super) position: u8,
    pub(super) wagers: Vec<Wager>,
    pub(super) chosen: usize,
    pub(super) log: Vec<LogLine>,
    pub(super) message: LogLine,
    pub(super) overlay: Overlay,
    pub(super) scroll: u16,
    pub(super) result: RoundResult,
    pub(super) over: bool,
    pub(super) bought: Cents,
    pub(super) rounds: u64,
    me: Actor,
    bankroll: Cents,
    last: Stakes,
    shuffler: Shuffler,
    now: Box<dyn FnMut() -> Moment>,
    commands: u64,
}

/// Why a house cannot be played at home.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotAtHome {
    #[error(transparent)]
    Name(#[from] meters::NotAName),
    #[error("this house deals physical cards, and nobody is here to turn them up")]
    PhysicalCards,
}

impl HomeGame {
    /// Opens a table under a house, with a player who has bought chips.
    ///
    /// # Errors
    /// When the house cannot be played at home.
    pub(super) fn open(
        house: House,
        shuffler: Shuffler,
        bankroll: Cents,
        now: Box<dyn FnMut() -> Moment>,
    ) -> Result<HomeGame, NotAtHome> {
        let position = house.table.positions.div_ceil(2);
        let wagers: Vec<Wager> = Wager::BEFORE_DEAL.into_iter().filter(|wager| house.offers(*wager)).collect();
        let name = GameId::new("home")?;
        let state = State::new(Arc::new(house), &name);
        if state.observed() {
            return Err(NotAtHome::PhysicalCards);
        }
        let message = LogLine { tone: Tone::Plain, words: String::new(), law: String::new() };
        let mut game = HomeGame {
            desk: Desk::new(state),
            position,
            wagers,
            chosen: 0,
            log: Vec::new(),
            message,
            overlay: Overlay::None,
            scroll: 0,
            result: RoundResult::default(),
            over: false,
            bought: Cents::ZERO,
            rounds: 0,
            me: Actor::new(Role::Player, "you"),
            bankroll,
            last: Stakes::default(),
            shuffler,
            now,
            commands: 0,
        };
        game.act(robot::robot(Role::Floorperson), Act::OpenTable { float: FLOAT });
        game.mine(Act::Sit { position });
        game.buy_in();
        game.prepare();
        game.invite("Choose a wager with the arrows, then Enter deals.");
        Ok(game)
    }

    pub(super) fn state(&self) -> &State {
        self.desk.state()
    }

    pub(super) fn seat(&self) -> Option<&Seat> {
        self.state().seat(self.position)
    }

    pub(super) fn chips(&self) -> Cents {
        self.state().money.purse(&self.me.person)
    }

    /// How the amounts of the house are said.
    pub(super) fn money(&self) -> Saying {
        self.state().house.currency.saying()
    }

    /// Whether a round is settled and its cards still lie there.
    pub(super) fn is_settled(&self) -> bool {
        self.result.dealer.is_some()
    }

    /// The player's three cards, when they have been looked at.
    pub(super) fn hand(&self) -> Option<[Face; 3]> {
        let state = self.state();
        let hand = self.seat().map(|seat| (seat, state.hand_at(self.position, seat)));
        let three = hand.filter(|(seat, hand)| seat.looked || hand.revealed).and_then(|(_, hand)| {
            let [Some(a), Some(b), Some(c)] = hand.cards else { return None };
            Some([Face(a), Face(b), Face(c)])
        });
        self.result.player.or(three)
    }

    pub(super) fn say(&mut self, tone: Tone, words: impl Into<String>) {
        self.message = LogLine { tone, words: words.into(), law: String::new() };
    }

    fn buy_in(&mut self) {
        if self.mine(Act::BuyIn { amount: self.bankroll }) {
            self.bought += self.bankroll;
            self.say(Tone::Good, format!("You buy chips for {}.", self.bankroll));
        }
    }

    fn mine(&mut self, act: Act) -> bool {
        self.act(self.me.clone(), act)
    }

    /// Submits a command. Its events go to the log, a refusal to both the log and the message.
    fn act(&mut self, by: Actor, act: Act) -> bool {
        self.commands += 1;
        let tone = if by == self.me { Tone::Mine } else { Tone::Plain };
        let shuffle = self.state().order_for(&act).map(|_| Box::new(self.shuffler.shuffle()));
        let command = Command { shuffle, ..Command::new(format!("{}", self.commands), by, (self.now)(), act) };
        let answer = self.desk.submit(&command);
        let house = self.state().house.clone();
        match answer.verdict {
            Ok(events) => {
                for event in events.iter() {
                    self.note(&event.what);
                    // Three cards to a hand are one line of the log.
                    let said = LogLine { tone, words: events::told(&event.what), law: law::of(event.law.cite(&house)) };
                    if self.log.last().is_none_or(|last| last.words != said.words) {
                        self.log.push(said);
                    }
                    for due in events::dues(&event.what) {
                        let tone = if due.outcome == rules::Outcome::Won { Tone::Good } else { Tone::Plain };
                        self.log.push(LogLine {
                            tone,
                            words: format!("  {}", events::due_line(&house, due)),
                            law: String::new(),
                        });
                    }
                }
                true
            }
            Err(refusal) => {
                let cite = refusal.law.cite(&house);
                let clause = cite.clauses.first().map(|id| law::clause(&house.words, id.as_str()));
                let reading = cite.readings.first().map(|number| law::reading(&house.words, *number));
                let law = law::of(cite);
                self.log.push(LogLine {
                    tone: Tone::Bad,
                    words: format!("refused: {}", refusal.why),
                    law: law.clone(),
                });
                let words = format!("Refused: {}.", refusal.why);
                self.message = LogLine { tone: Tone::Bad, words, law: clause.or(reading).unwrap_or(law) };
                false
            }
        }
    }

    /// Keeps what the end of a round shows.
    fn note(&mut self, what: &What) {
        match what {
            What::DealerRevealed { cards } => self.result.dealer = Some(*cards),
            What::CommunityRevealed { cards } => self.result.community = Some(*cards),
            What::Revealed { cards, .. } if !self.state().electronic() => self.result.player = Some(*cards),
            _ => {}
        }
        self.result.drawn.follow(what);
    }

    /// The house's people and devices act until a condition holds, or until a player must act.
    fn house_acts(&mut self, until: impl Fn(&State, &Act) -> bool) {
        // No round has this many steps: a table that does not finish is a fault.
        for _ in 0..10_000 {
            let at = (self.now)();
            let Some(todo) = self.state().next(at) else { return };
            if until(self.state(), &todo.act) {
                return;
            }
            if !self.act(robot::robot(todo.by), todo.act) {
                return;
            }
        }
    }

    /// Prepares the decks; the dealer calls "no more bets" only when the player is ready.
    fn prepare(&mut self) {
        self.house_acts(|_, act| *act == Act::NoMoreBets);
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyPress) {
        match (self.overlay, key) {
            (_, KeyPress::Char('q')) if self.overlay == Overlay::None => self.over = true,
            (Overlay::None, KeyPress::Char('?')) => self.open_overlay(Overlay::Help),
            (Overlay::None, KeyPress::Char('r')) => self.open_overlay(Overlay::Rules),
            (Overlay::None, KeyPress::Char('l')) => self.open_overlay(Overlay::Log),
            (Overlay::None, _) => self.table_key(key),
            (_, KeyPress::Up) => self.scroll = self.scroll.saturating_sub(1),
            (_, KeyPress::Down) => self.scroll = self.scroll.saturating_add(1),
            (_, KeyPress::PageUp) => self.scroll = self.scroll.saturating_sub(10),
            (_, KeyPress::PageDown | KeyPress::Enter) => self.scroll = self.scroll.saturating_add(10),
            (_, _) => self.open_overlay(Overlay::None),
        }
    }

    fn open_overlay(&mut self, overlay: Overlay) {
        self.overlay = overlay;
        // The log is read from its end.
        self.scroll = if overlay == Overlay::Log { u16::MAX } else { 0 };
    }

    fn table_key(&mut self, key: KeyPress) {
        if let Some(deck) = self.offered_cut() {
            return self.answer_cut(deck, key);
        }
        match (self.state().phase(), key) {
            (_, KeyPress::Char('b')) => self.buy_in(),
            (Phase::Deciding, KeyPress::Char('p')) => self.decide(Decision::Play, false),
            (Phase::Deciding, KeyPress::Char('t')) => self.decide(Decision::Play, true),
            (Phase::Deciding, KeyPress::Char('f')) => self.decide(Decision::Fold, false),
            (Phase::Deciding, KeyPress::Char('u')) => self.decide(Decision::Forfeit, false),
            (Phase::Deciding, KeyPress::Char('h')) => self.hint(),
            (Phase::Deciding, _) => self.say(Tone::Plain, "Your decision: p plays, f folds, h gives a hint."),
            (_, KeyPress::Enter) if self.is_settled() => self.next_round(),
            (_, _) if self.is_settled() => {
                self.next_round();
                self.betting_key(key);
            }
            _ => self.betting_key(key),
        }
    }

    /// The deck of which the player is offered the cut.
    pub(super) fn offered_cut(&self) -> Option<DeckId> {
        self.state().cut_offered_at(self.position)
    }

    fn answer_cut(&mut self, deck: DeckId, key: KeyPress) {
        let cards = &self.state().house.cards;
        let at = u8::midpoint(cards.cut_shallowest, cards.cut_deepest);
        let act = if key == KeyPress::Char('c') { Act::Cut { deck, at } } else { Act::DeclineCut { deck } };
        if self.mine(act) {
            self.prepare();
            self.invite("Place your wagers. Enter deals.");
        }
    }

    /// Says what the player may do before the deal.
    fn invite(&mut self, wagers: &str) {
        match self.offered_cut() {
            Some(_) => self.say(Tone::Plain, "You may cut the deck: c cuts it, any other key declines."),
            None => self.say(Tone::Plain, wagers),
        }
    }

    fn betting_key(&mut self, key: KeyPress) {
        let wager = self.wagers.get(self.chosen).copied().unwrap_or(Wager::Ante);
        let last = self.wagers.len().saturating_sub(1);
        match key {
            KeyPress::Up => self.chosen = self.chosen.checked_sub(1).unwrap_or(last),
            KeyPress::Down => self.chosen = if self.chosen >= last { 0 } else { self.chosen + 1 },
            KeyPress::Right => self.change(wager, 1),
            KeyPress::Left => self.change(wager, -1),
            KeyPress::Char('+') => self.change(wager, 5),
            KeyPress::Char('-') => self.change(wager, -5),
            KeyPress::Char('0') => self.change(wager, i64::MIN),
            KeyPress::Char('a') => self.again(),
            KeyPress::Char('h') => self.say(Tone::Plain, "A hint is given when you have seen your cards."),
            KeyPress::Enter => self.deal(),
            _ => self.say(Tone::Plain, "Arrows choose and change wagers, Enter deals, ? helps."),
        }
    }

    /// Changes a wager by the given number of steps. The table refuses what is not lawful.
    fn change(&mut self, wager: Wager, steps: i64) {
        let now = self.seat().map_or(Cents::ZERO, |seat| seat.stakes.on(wager));
        let Some(AmountChoices { min, step, .. }) = self.state().house.amounts(wager) else {
            return;
        };
        // A progressive has a single stake: made or not.
        let step = if self.state().house.progressive_terms(wager).is_some() { min } else { step };
        let amount = match steps {
            i64::MIN => Cents::ZERO,
            1.. if now.is_zero() => Cents(min.0 + (steps - 1) * step.0),
            _ => Cents(now.0.saturating_add(steps.saturating_mul(step.0))),
        };
        let amount = if amount < min { Cents::ZERO } else { amount };
        if amount == now {
            return self.say(Tone::Plain, format!("{} has no wager on it.", wager.title()));
        }
        if self.wager(wager, amount) {
            self.say(Tone::Plain, format!("{}: {amount}.", wager.title()));
        }
    }

    fn wager(&mut self, wager: Wager, amount: Cents) -> bool {
        let with = if wager == Wager::MatchPlay { Instrument::Coupon } else { Instrument::Chips };
        let placed = self.mine(Act::Wager { position: self.position, wager, amount, with });
        if placed {
            // A progressive chip is seen by its sensor.
            self.prepare();
        }
        placed
    }

    /// Makes the wagers of the last round again.
    fn again(&mut self) {
        let last = self.last;
        if last == Stakes::default() {
            return self.say(Tone::Plain, "There was no round before.");
        }
        for wager in self.wagers.clone() {
            let (now, then) = (self.seat().map_or(Cents::ZERO, |seat| seat.stakes.on(wager)), last.on(wager));
            if now != then && !self.wager(wager, then) {
                return;
            }
        }
        self.say(Tone::Plain, "The wagers of the last round. Enter deals.");
    }

    fn deal(&mut self) {
        let Some(seat) = self.seat() else { return };
        let stakes = seat.stakes;
        let staked: Cents = Wager::BEFORE_DEAL
            .into_iter()
            .filter(|wager| *wager != Wager::MatchPlay)
            .map(|wager| stakes.on(wager))
            .sum();
        let before = self.chips() + staked;
        self.result = RoundResult { before, ..RoundResult::default() };
        // The dealer acts first, so that the table can say what is missing.
        if !self.act(robot::robot(Role::Dealer), Act::NoMoreBets) {
            return;
        }
        self.last = stakes;
        self.house_acts(|state, _| state.phase() == Phase::Deciding && !state.looks_wait() && !state.waits_for_looks());
        if self.state().phase() == Phase::Deciding {
            if !self.state().electronic() {
                self.mine(Act::Look { position: self.position });
            }
            self.say(Tone::Plain, "Your decision: p plays, f folds, h gives a hint.");
        } else {
            self.show_down();
        }
    }

    fn decide(&mut self, decision: Decision, tip: bool) {
        if self.mine(Act::Decide { position: self.position, decision, amount: None, tip }) {
            self.show_down();
        }
    }

    /// The hands are turned up and every line is settled; the cards stay for the player to see.
    fn show_down(&mut self) {
        self.house_acts(|state, _| {
            let round = &state.round;
            state.phase() == Phase::Showdown && round.sheet_whole && round.settled == round.sheet.len()
        });
        if self.result.player.is_none() {
            self.result.player = self.hand();
        }
        self.rounds += 1;
        let net = self.chips() - self.result.before;
        match net.0 {
            1.. => self.say(Tone::Good, format!("You win {net}. Press Enter for the next round.")),
            0 => self.say(Tone::Plain, "Nothing won, nothing lost. Press Enter for the next round."),
            _ => self.say(Tone::Bad, format!("You lose {}. Press Enter for the next round.", Cents(-net.0))),
        }
    }

    fn next_round(&mut self) {
        self.house_acts(|state, _| state.phase() == Phase::Betting);
        self.result = RoundResult::default();
        self.chosen = 0;
        self.prepare();
        self.invite("Place your wagers. a repeats the last ones, Enter deals.");
    }

    fn hint(&mut self) {
        let Some(worth) = hint::of(self.state(), self.position) else { return };
        let words = hint::words(&worth);
        self.log.push(LogLine { tone: Tone::Mine, words: words.clone(), law: String::new() });
        let lines = hint::lines(&worth);
        self.log.extend(lines.map(|words| LogLine { tone: Tone::Plain, words, law: String::new() }));
        self.say(Tone::Good, words);
    }
}
