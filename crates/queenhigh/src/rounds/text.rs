//! A run of a script as text for people.

use meters::Pot;
use rules::{Cents, Wager};
use table::{
    Actor, Answer, Choice, Command, Event, HandView, Moment, Offer, PROGRESSIVES, Role, SeenCard, State, View,
};

use script::words::who;
use script::{Run, RunItem, ScriptTally, acts, clock, events};

use crate::law;
use crate::look::{StreamLook, Style};
use crate::plural;
use crate::table_text::{Cell, TextTable, clean, hanging, wrap};

/// The indent of results under an act.
const INDENT: usize = 10;

/// The whole run.
pub(crate) fn print(look: StreamLook, run: &Run) -> String {
    let state = run.desk.state();
    let house = &state.house;
    let first = clean(run.tables().next().unwrap_or(state).game.as_str());
    let mut out = format!("{}, {first}\n", look.bold(&clean(&house.operator)));
    out.push_str(&hanging(look, "  rulebook  ", &format!("{}: {}", house.book.code, house.book.title)));
    out.push_str(&hanging(look, "  house     ", &house.digest));
    let mut day = String::new();
    for shown in &run.shown {
        match shown {
            RunItem::Answered { command, answer } => {
                let today = clock::day(command.at);
                if today != day {
                    out.push_str(&look.heading(&today));
                    day = today;
                }
                out.push_str(&act(look, command));
                if answer.repeated {
                    out.push_str(&under(look, Style::Warning, "a repeat: the first answer again", ""));
                }
                out.push_str(&came_of(look, state, answer));
            }
            RunItem::Linked { text, at, answer } => {
                out.push_str(&begun(look, *at, &clean(text)));
                out.push_str(&came_of(look, state, answer));
            }
            RunItem::Table(name) => out.push_str(&look.heading(&format!("At {}", clean(name)))),
            RunItem::View { who: seer, view } => out.push_str(&seen(look, seer, view)),
            RunItem::Legal { who: seer, offers } => {
                out.push_str(&under(look, Style::Plain, &format!("{} may", who(seer)), ""));
                offers
                    .iter()
                    .for_each(|offer| out.push_str(&under(look, Style::Plain, &format!("  {}", may(offer)), "")));
            }
            RunItem::Reminded { step, clauses } => {
                for id in clauses {
                    let words = format!("remember at {step}: {}", law::clause(&house.words, id.as_str()));
                    out.push_str(&under(look, Style::Plain, &words, ""));
                }
            }
            RunItem::Expected { text, held: true, .. } => {
                out.push_str(&under(look, Style::Good, &format!("✓ {text}"), ""));
            }
            RunItem::Expected { number, text, held: false, found } => {
                let told = format!("✗ line {number}: {text}: {found}");
                out.push_str(&under(look, Style::Bad, &told, ""));
            }
            RunItem::Broken(why) => out.push_str(&under(look, Style::Bad, &format!("BROKEN: {why}"), "")),
        }
    }
    let named = run.tables().count() > 1;
    for state in run.tables() {
        if named {
            out.push_str(&look.heading(&format!("At {}", clean(state.game.as_str()))));
        }
        out.push_str(&money(look, state));
        out.push_str(&meters(look, state));
    }
    out.push_str(&format!("\n{}\n", summary(look, run.tally())));
    out
}

/// The events of an answer, or the refusal.
fn came_of(look: StreamLook, state: &State, answer: &Answer) -> String {
    match &answer.verdict {
        Ok(events) => happened(look, state, events),
        Err(refusal) => {
            let cite = law::of(refusal.law.cite(&state.house));
            under(look, Style::Bad, &format!("refused: {}", refusal.why), &cite)
        }
    }
}

fn act(look: StreamLook, command: &Command) -> String {
    let done = match &command.bank {
        // The meters of a link are too long to show here; the event says what happened to them.
        Some(_) if command.by.person.name() == "link" => format!("{} …", acts::write(&command.act)),
        _ => acts::write_command(command),
    };
    begun(look, command.at, &clean(&format!("{}: {done}", who(&command.by))))
}

/// The first line of an act, with its time.
fn begun(look: StreamLook, at: Moment, line: &str) -> String {
    let time = clock::time(at);
    let mut out = String::new();
    for (i, part) in wrap(line, look.width.saturating_sub(INDENT + 2).max(20)).into_iter().enumerate() {
        let lead = if i == 0 { format!("{time:<INDENT$}") } else { " ".repeat(INDENT + 2) };
        out.push_str(&format!("{}{}\n", look.dim(&lead), look.bold(&part)));
    }
    out
}

/// A line under an act, with its law.
fn under(look: StreamLook, style: Style, text: &str, cite: &str) -> String {
    let room = look.width.saturating_sub(INDENT + 4).max(20);
    let whole = if cite.is_empty() { clean(text) } else { format!("{} [{cite}]", clean(text)) };
    let inset = whole.len() - whole.trim_start().len();
    let mut out = String::new();
    for (i, line) in wrap(&in_one_piece(&whole), room).into_iter().enumerate() {
        let line = line.replace(TIED, " ");
        let indent = if i == 0 || inset > 0 { INDENT + 2 } else { INDENT + 4 };
        // The law is dimmed if it fits in one piece.
        let painted = match line.split_once(" [") {
            Some((words, cite)) if style == Style::Plain => format!("{words}{}", look.dim(&format!(" [{cite}"))),
            _ => look.paint(style, &line),
        };
        out.push_str(&format!("{}{painted}\n", " ".repeat(indent)));
    }
    out
}

/// A no-break space.
const TIED: char = '\u{a0}';

/// The text with the spaces inside clause ids tied, as in `book:(16)[Paytable 1/straight]`: an id is searched for whole.
fn in_one_piece(text: &str) -> String {
    let (mut before, mut inside) = (' ', false);
    text.chars()
        .map(|letter| {
            inside = (inside && letter != ']') || (letter == '[' && before != ' ');
            before = letter;
            if inside && letter == ' ' { TIED } else { letter }
        })
        .collect()
}

/// The events of an act. What happened several times, such as three cards to a hand, is shown once.
fn happened(look: StreamLook, state: &State, events: &[Event]) -> String {
    let mut out = String::new();
    for same in events.chunk_by(|a, b| a.law == b.law && events::told(&a.what) == events::told(&b.what)) {
        let Some(event) = same.first() else { continue };
        let told = events::told(&event.what);
        let told = match same.len() {
            1 => told,
            times => format!("{told}, {times} times"),
        };
        out.push_str(&under(look, Style::Plain, &told, &law::of(event.law.cite(&state.house))));
        for due in same.iter().flat_map(|event| events::dues(&event.what)) {
            out.push_str(&under(look, Style::Plain, &format!("  {}", events::due_line(&state.house, due)), ""));
        }
    }
    out
}

/// An offer: the act, and what may be chosen in it.
pub(crate) fn may(offer: &Offer) -> String {
    let act = acts::write(&offer.act);
    let choices: Vec<String> = offer.fields.iter().filter_map(|field| choice(&field.choice)).collect();
    if choices.is_empty() { act } else { format!("{act} ({})", choices.join(", ")) }
}

/// What may be chosen for a field; none for what a shoe reads.
fn choice(choice: &Choice) -> Option<String> {
    Some(match choice {
        Choice::Amount { min, max, step, .. } => {
            let step = if *step > 1 { format!(" in steps of {}", Cents(*step)) } else { String::new() };
            format!("{} to {}{step}", Cents(*min), Cents(*max))
        }
        Choice::Number { min, max } => format!("{min} to {max}"),
        Choice::Text { .. } => "any words".to_owned(),
        Choice::Card => "any card".to_owned(),
        Choice::Cards { count } => format!("any {count} cards"),
        Choice::Read { .. } => return None,
        Choice::Moment { .. } => "or earlier".to_owned(),
    })
}

fn face_up(cards: &[SeenCard]) -> String {
    let one = |card: &SeenCard| card.map_or("??".to_owned(), |card| card.to_string());
    cards.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn hand(hand: &HandView) -> String {
    if hand.cards.is_empty() { "–".to_owned() } else { face_up(&hand.cards) }
}

/// The table as somebody sees it, in a few lines.
fn seen(look: StreamLook, seer: &Actor, view: &View) -> String {
    let mut lines = vec![format!(
        "{} sees: round {}, {}{}{}",
        who(seer),
        view.round,
        view.phase,
        view.turn.map_or(String::new(), |turn| format!(", position {turn} decides")),
        view.chips.map_or(String::new(), |chips| format!(", chips {}", Cents(chips))),
    )];
    if let Some(cause) = view.void {
        lines.push(format!("  void: {}", cause.word().replace('_', " ")));
    }
    if !view.dealer.cards.is_empty() {
        lines.push(format!("  dealer     {}", hand(&view.dealer)));
    }
    if !view.community.cards.is_empty() {
        lines.push(format!("  community  {}", hand(&view.community)));
    }
    if !view.aside.is_empty() {
        lines.push(format!("  aside      {}", face_up(&view.aside)));
    }
    for (number, shared) in view.shared.iter().enumerate() {
        lines.push(format!("  hand {}     {}", number + 1, hand(shared)));
    }
    for seat in &view.seats {
        let wagers: Vec<String> =
            seat.wagers.iter().map(|placed| format!("{} {}", placed.wager, Cents(placed.staked))).collect();
        let lit: Vec<&str> = seat.lights.iter().filter(|light| light.lit).map(|light| light.wager.word()).collect();
        let mut parts = vec![hand(&seat.hand)];
        parts.extend((!wagers.is_empty()).then(|| wagers.join(", ")));
        parts.extend((!lit.is_empty()).then(|| format!("lit {}", lit.join(", "))));
        parts.extend(seat.decision.map(|decision| decision.word().to_owned()));
        parts.extend(seat.lost.then(|| "connection lost".to_owned()));
        parts.extend(seat.left.then(|| "has left".to_owned()));
        parts.extend(seat.chips.map(|chips| format!("chips {}", Cents(chips))));
        lines.push(format!("  {} {:<8} {}", seat.position, seat.person.name(), parts.join("; ")));
    }
    if let Some(till) = &view.till {
        lines.push(format!("  tray {}, drop {}, tip box {}", Cents(till.tray), Cents(till.drop), Cents(till.tip_box)));
    }
    if let Some(next) = &view.next {
        lines.push(format!("  next: {}: {}", next.by, acts::write(&next.act)));
    }
    if seer.role != Role::Surveillance {
        let offers: Vec<String> = view.legal.iter().map(may).collect();
        lines.push(format!("  may: {}", if offers.is_empty() { "nothing".to_owned() } else { offers.join("; ") }));
    }
    lines.iter().map(|line| under(look, Style::Plain, line, "")).collect()
}

fn money(look: StreamLook, state: &State) -> String {
    let money = &state.money;
    let mut table = TextTable::new(0).left("account").right("balance");
    let mut row = |name: &str, amount: Cents| table.row([name.into(), amount.to_string().into()]);
    for (person, chips) in &money.purses {
        row(person.name(), *chips);
    }
    let wagered: Cents = state
        .taken()
        .map(|(_, seat)| {
            let chips = Wager::ALL.iter().filter(|wager| **wager != Wager::MatchPlay);
            seat.play + chips.map(|wager| seat.areas.on(*wager)).sum()
        })
        .sum();
    for (name, amount) in [
        ("on the layout", wagered),
        ("tray", money.tray),
        ("drop box", money.drop),
        ("tip box", money.tip_box),
        ("paid outside the tray", money.hand_pay),
        ("paid by meters", money.meters),
        ("cage", money.cage),
        ("outside the house", money.world),
        ("balance", state.balance()),
    ] {
        row(name, amount);
    }
    look.heading("Money") + &table.print(look)
}

/// What a meter, or what is set aside for it, is called.
fn called(state: &State, wager: Wager, pot: Pot) -> &str {
    match pot {
        Pot::Level(level) => state.house.meter_name(wager, level),
        Pot::Reserve | Pot::Backup => pot.word(),
    }
}

fn meters(look: StreamLook, state: &State) -> String {
    let mut table = TextTable::new(0).left("progressive").left("meter").right("shows").right("exactly").left("books");
    for (wager, bank) in PROGRESSIVES.into_iter().zip(&state.banks) {
        let Some(bank) = bank else { continue };
        let books = if bank.audit().is_ok() { Cell::from("exact") } else { Cell::styled("WRONG", Style::Bad) };
        for (pot, meter) in bank.pots() {
            let shows = state.house.currency.shows(meter).to_string();
            table.row([
                wager.title().into(),
                called(state, wager, pot).into(),
                shows.into(),
                meters::exact(meter).into(),
                books.clone(),
            ]);
        }
    }
    if table.is_empty() { String::new() } else { look.heading("Meters") + &table.print(look) }
}

/// How it ended, in a sentence.
fn summary(look: StreamLook, tally: ScriptTally) -> String {
    let commands = plural::count(tally.commands, "command");
    let expected = tally.held + tally.failed;
    let kept = match (expected, tally.failed) {
        (0, _) => "nothing was expected".to_owned(),
        (_, 0) => format!("{}, all held", plural::count(expected, "expectation")),
        (_, failed) => format!("{}, {failed} failed", plural::count(expected, "expectation")),
    };
    let broken = match tally.broken {
        0 => String::new(),
        1 => "; 1 thing is broken".to_owned(),
        broken => format!("; {broken} things are broken"),
    };
    let style = if tally.failed + tally.broken == 0 { Style::Good } else { Style::Bad };
    look.paint(style, &format!("{commands}, {} refused; {kept}{broken}", tally.refused))
}
