//! The table on the screen: the rail, the felt with cards and wagers, the log beneath, and the keys.

use cards::Three;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use rules::currency::Saying;
use rules::settle::Decision;
use rules::{Cents, Wager};
use table::past::words;
use table::{Face, Hand, PROGRESSIVES, Phase};

use super::art::{self, CardFace, Palette};
use super::game::{HomeGame, Overlay, Tone};
use crate::house_text;
use crate::look::StreamLook;
use crate::table_text::{clean, width_of, wrap};

/// The smallest screen on which everything fits.
pub(super) const SMALLEST: (u16, u16) = (80, 24);

/// The screen.
pub(super) fn draw(frame: &mut Frame<'_>, game: &HomeGame, palette: Palette) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let words = format!(
            "This table needs {} columns and {} lines; there are {} and {}. Make the window larger, or q to leave.",
            SMALLEST.0, SMALLEST.1, area.width, area.height
        );
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return;
    }
    let [head, felt, message, log, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(13),
        Constraint::Length(3),
        Constraint::Min(6),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(head_line(game, palette, head.width), head);
    let [cards, wagers] = Layout::horizontal([Constraint::Min(43), Constraint::Length(37)]).areas(felt);
    frame.render_widget(Block::new().style(palette.felt()), felt);
    frame.render_widget(Paragraph::new(hands(game, palette)).style(palette.felt()), inset(cards, 2, 0));
    frame.render_widget(Paragraph::new(layout(game, palette)).style(palette.felt()), inset(wagers, 1, 1));
    frame.render_widget(said(game, palette, message.width), message);
    frame.render_widget(log_lines(game, palette, log), log);
    frame.render_widget(Paragraph::new(key_line(game)).style(palette.rail()), keys);
    if game.overlay != Overlay::None {
        over_all(frame, game, palette, Rect { y: head.bottom(), height: area.height - 2, ..area });
    }
}

fn inset(area: Rect, left: u16, right: u16) -> Rect {
    Rect { x: area.x + left, width: area.width.saturating_sub(left + right), ..area }
}

/// On the rail: the house, its rules, and the player's chips.
fn head_line(game: &HomeGame, palette: Palette, width: u16) -> Paragraph<'static> {
    let house = &game.state().house;
    let left = format!(" {} · {} · round {}", clean(&house.operator), house.book.code, game.state().round.number);
    let right = format!("chips {} ", game.state().house.currency.write(game.chips()));
    let gap = usize::from(width).saturating_sub(width_of(&left) + width_of(&right));
    Paragraph::new(format!("{left}{}{right}", " ".repeat(gap))).style(palette.rail())
}

/// A hand that lies on the table as places, three or two of them.
fn places<const N: usize>(hand: &Hand, known: Option<[Face; N]>) -> Vec<CardFace> {
    match known {
        Some(cards) => cards.map(CardFace::Up).to_vec(),
        None => {
            (0..N).map(|i| if i < usize::from(hand.on_table()) { CardFace::Down } else { CardFace::Empty }).collect()
        }
    }
}

fn named(cards: Option<[Face; 3]>) -> String {
    let three = cards.and_then(|[a, b, c]| Three::new(a.0, b.0, c.0).ok());
    three.map(words::made).unwrap_or_default()
}

/// The dealer's hand above, the player's beneath; community cards beside the dealer's.
fn hands(game: &HomeGame, palette: Palette) -> Text<'static> {
    let state = game.state();
    let round = &state.round;
    // A stack waiting in the shuffler is not on the table yet.
    let nothing = Hand::default();
    let waits = state.late_stack() && !round.delivered;
    let dealer = places(if waits { &nothing } else { &round.dealer }, game.result.dealer);
    let qualifies = match game.result.dealer.map(|[a, b, c]| Three::new(a.0, b.0, c.0)) {
        Some(Ok(three)) if !state.house.showdown.dealer_qualifies.plays(three.strength()) => ", does not play",
        _ => "",
    };
    let mut lines = vec![title("DEALER", &format!("{}{qualifies}", named(game.result.dealer)), palette)];
    let mut rows = art::cards(palette, &dealer);
    let community = round.community.count > 0 || game.result.community.is_some();
    if community {
        let beside = art::cards(palette, &places(&round.community, game.result.community));
        for (row, more) in rows.iter_mut().zip(beside) {
            row.spans.push(Span::styled("  ", palette.felt()));
            row.spans.extend(more.spans);
        }
    }
    lines.append(&mut rows);
    let own = game.seat().map_or(&nothing, |seat| state.hand_at(game.position, seat));
    let decided = match game.seat().and_then(|seat| seat.decision) {
        Some(Decision::Fold) => ", folded",
        Some(Decision::Forfeit) => ", forfeited",
        Some(Decision::Play) | None => "",
    };
    lines.push(title("YOU", &format!("{}{decided}", named(game.hand())), palette));
    lines.extend(art::cards(palette, &places(own, game.hand())));
    lines.extend(other_hands(game).map(|words| Line::styled(words, palette.faint())));
    Text::from(lines)
}

/// The shared hands of an electronic table that the player does not wager on: they lie open as well.
fn other_hands(game: &HomeGame) -> Option<String> {
    let state = game.state();
    let own = table::shared_hand_of(game.position);
    let open = state.hands().filter(|(number, hand)| state.electronic() && *number != own && hand.revealed);
    let told = open.map(|(number, hand)| {
        let faces: Vec<Face> = hand.known().map(Face).collect();
        format!("hand {number}: {}", words::faces(&faces))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("   "))
}

fn title(name: &str, words: &str, palette: Palette) -> Line<'static> {
    let gap = if words.is_empty() { "" } else { "  " };
    Line::from(vec![
        Span::styled(name.to_owned(), palette.gold()),
        Span::styled(format!("{gap}{words}"), palette.felt()),
    ])
}

/// The betting layout: every wager that the house offers, and the meters.
fn layout(game: &HomeGame, palette: Palette) -> Text<'static> {
    let betting = game.state().phase() == Phase::Betting;
    let mut lines = vec![Line::styled(row(game.money(), "WAGERS", "", "chips"), palette.faint())];
    for (i, wager) in game.wagers.iter().enumerate() {
        let stake = game.seat().map_or(Cents::ZERO, |seat| seat.stakes.on(*wager));
        let chosen = betting && i == game.chosen;
        let due = game.result.drawn.lines().iter().filter(|due| due.wager == *wager).map(|due| due.paid).sum::<Cents>();
        let won = if due.is_zero() { String::new() } else { format!(" +{due}") };
        let amount = if stake.is_zero() { "·".to_owned() } else { format!("{stake}{won}") };
        let mark = if chosen { "▸" } else { " " };
        let style = match (chosen, stake.is_zero()) {
            (true, _) => palette.gold(),
            (false, true) => palette.faint(),
            (false, false) => palette.felt(),
        };
        lines.push(Line::styled(row(game.money(), mark, wager.title(), &amount), style));
    }
    let played = game.seat().filter(|seat| seat.decision == Some(Decision::Play)).map(|seat| seat.stakes.ante);
    if let Some(play) = played {
        let due = |wager| {
            game.result.drawn.lines().iter().filter(|due| due.wager == wager).map(|due| due.paid).sum::<Cents>()
        };
        let won = due(Wager::Play);
        let won = if won.is_zero() { String::new() } else { format!(" +{won}") };
        lines.push(Line::styled(row(game.money(), " ", Wager::Play.title(), &format!("{play}{won}")), palette.felt()));
        for wager in [Wager::AnteBonus, Wager::BadBeat] {
            let bonus = due(wager);
            if !bonus.is_zero() {
                let line = row(game.money(), " ", wager.title(), &format!("+{bonus}"));
                lines.push(Line::styled(line, palette.felt()));
            }
        }
    }
    let meters = meter_lines(game);
    if !meters.is_empty() {
        lines.push(Line::styled("METERS", palette.faint()));
        lines.extend(meters.into_iter().map(|line| Line::styled(line, palette.gold())));
    }
    Text::from(lines)
}

fn row(money: Saying, mark: &str, name: &str, amount: &str) -> String {
    let amount = &*money.say(amount);
    let left = format!("{mark} {name}");
    let gap = 35_usize.saturating_sub(width_of(&left) + width_of(amount)).max(1);
    format!("{left}{}{amount}", " ".repeat(gap))
}

fn meter_lines(game: &HomeGame) -> Vec<String> {
    let banks = PROGRESSIVES.into_iter().zip(&game.state().banks);
    banks
        .flat_map(|(wager, bank)| {
            let levels = bank.iter().flat_map(meters::Bank::levels);
            let short = if wager == Wager::Progressive { "Three-Card" } else { "Five-Card" };
            levels.map(move |(level, meter)| {
                row(
                    game.money(),
                    " ",
                    &format!("{short} {}", game.state().house.meter_name(wager, level)),
                    &game.state().house.currency.shows(meter).to_string(),
                )
            })
        })
        .collect()
}

/// The table's message to the player, with the law behind a refusal.
fn said(game: &HomeGame, palette: Palette, width: u16) -> Paragraph<'static> {
    let room = usize::from(width).saturating_sub(4);
    let mut lines: Vec<Line<'static>> = wrap(&game.money().say(&clean(&game.message.words)), room)
        .into_iter()
        .map(|line| Line::styled(format!("  {line}"), palette.message(game.message.tone)))
        .collect();
    if !game.message.law.is_empty() {
        let law = wrap(&clean(&game.message.law), room);
        let cut = law.len() > 2;
        for (i, line) in law.into_iter().take(2).enumerate() {
            let more = if cut && i == 1 { " …" } else { "" };
            lines.push(Line::styled(format!("  {line}{more}"), palette.faint()));
        }
    }
    Paragraph::new(Text::from(lines)).style(palette.felt())
}

/// The log, in lines of a width: words, and the law dimmed.
fn log_text(game: &HomeGame, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for said in &game.log {
        let inset = said.words.len() - said.words.trim_start().len();
        let words = wrap(&game.money().say(&clean(&said.words)), width.saturating_sub(2));
        let last = words.len() - 1;
        for (i, part) in words.into_iter().enumerate() {
            let style = palette.paper(said.tone);
            let lead = if i == 0 { " " } else { "   " };
            let room = width.saturating_sub(width_of(&part) + 4);
            let mut spans = vec![Span::styled(format!("{lead}{part}"), style)];
            // The law goes beside the words if there is room, shortened to whole clauses.
            if i == last && inset == 0 && !said.law.is_empty() {
                spans.push(Span::styled(format!("  {}", shortened(&said.law, room)), palette.small_print()));
            }
            lines.push(Line::from(spans));
        }
    }
    lines
}

/// As many clauses of a list as there is room for.
fn shortened(law: &str, room: usize) -> String {
    let mut out = String::new();
    for clause in law.split(", ") {
        let next = if out.is_empty() { clause.to_owned() } else { format!("{out}, {clause}") };
        if width_of(&next) + 3 > room {
            return if out.is_empty() { "…".to_owned() } else { format!("{out}, …") };
        }
        out = next;
    }
    out
}

fn log_lines(game: &HomeGame, palette: Palette, area: Rect) -> Paragraph<'static> {
    let lines = log_text(game, palette, usize::from(area.width));
    let from = lines.len().saturating_sub(usize::from(area.height));
    Paragraph::new(Text::from(lines[from..].to_vec())).style(palette.paper(Tone::Plain))
}

/// The keys that work now.
fn key_line(game: &HomeGame) -> String {
    let keys = match (game.overlay, game.state().phase()) {
        (Overlay::None, Phase::Deciding) => {
            let forfeit = if game.state().house.forfeit.is_some() { "  u forfeit" } else { "" };
            let tip = game.seat().is_some_and(|seat| !seat.stakes.tip_ante.is_zero());
            let tip = if tip { "  t play + tip" } else { "" };
            return format!(" p play  f fold{tip}{forfeit}  h hint  r rules  l log  ? help  q");
        }
        (Overlay::None, _) if game.offered_cut().is_some() => {
            " c cut the deck  any other key: no cut  r rules  l log  ? help  q"
        }
        (Overlay::None, _) if game.is_settled() => " ↵ next round  r rules and paytables  l log  ? help  q",
        (Overlay::None, _) => " ↑↓ wager  ←→ amount  0 none  a again  ↵ deal  b buy  r rules  l log  ? help  q",
        _ => " ↑↓ PgUp PgDn scroll  Esc back to the table",
    };
    keys.to_owned()
}

const HELP: &str = "\
Three Card Poker against the dealer: your three cards against the dealer's three.

BETTING
  ↑ ↓        choose a wager
  → ←        more, or less, by the table's step
  + -        the same five steps at a time
  0          take the wager back
  a          the wagers of the last round again
  Enter      no more bets: the cards are dealt
  b          buy more chips

YOUR DECISION
  p          play: a second wager equal to your ante
  f          fold: the ante is lost
  t          play, with a tip for the dealer equal to the tip on the ante
  u          forfeit the hand entirely, unexposed, where the rules allow it
  h          hint: what playing and folding are worth, exactly

ANY TIME
  r          the rules of the house and every paytable
  l          the log of everything that happened, each with its clause
  ?          this page
  q          leave the table

What the rules forbid is refused, and the clause that forbids it is shown.";

/// Help, rules or log over the whole table.
fn over_all(frame: &mut Frame<'_>, game: &HomeGame, palette: Palette, area: Rect) {
    let width = usize::from(area.width).saturating_sub(4);
    let paper = palette.paper(Tone::Plain);
    let plain = |text: &str| -> Vec<Line<'static>> {
        text.lines().map(|line| Line::styled(format!("  {line}"), paper)).collect()
    };
    let look = StreamLook { colour: false, width, money: game.money() };
    let lines = match game.overlay {
        Overlay::Rules => plain(&house_text::print(look, &game.state().house)),
        Overlay::Log => log_text(game, palette, usize::from(area.width)),
        Overlay::Help | Overlay::None => plain(HELP),
    };
    let most = lines.len().saturating_sub(usize::from(area.height));
    let from = usize::from(game.scroll).min(most);
    let shown: Vec<Line<'static>> = lines.into_iter().skip(from).take(usize::from(area.height)).collect();
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(Text::from(shown)).style(paper), area);
}
