//! `queenhigh play`: one player in the terminal against the robot dealer.

mod art;
mod draw;
mod game;
mod hint;
mod keys;

use std::io::{BufRead, IsTerminal};

use clap::Args;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event};
use rules::Cents;
use table::Moment;

use crate::CommandContext;
use crate::chosen::HouseArgs;
use crate::exit::Output;
use crate::plural;
use art::Palette;
use game::HomeGame;
use keys::KeyPress;
use shuffler::{Seed, Shuffler};

/// Play in the terminal: you against the robot dealer, by the rules of a house
///
/// Cards are shuffled with 256 bits of entropy from the operating system. Every wager that the house offers can be made;
/// what the rules forbid is refused with the clause that forbids it; a hint says exactly what playing and folding are
/// worth. The keys are shown in the last line. When the standard input is not a terminal, keys are read from its lines
/// by name (such as `right enter p`), and the table is printed after each line.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queenhigh play
  queenhigh play --house ma --bankroll '$500'
  printf 'right\\nenter\\nh\\np\\nenter\\nq\\n' | queenhigh play --seed 7")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) house: HouseArgs,
    /// Shuffle from this seed instead of the system's entropy, up to 64 hexadecimal digits
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// How much you buy chips for [default: 200 in the currency of the house]
    #[arg(long, value_name = "AMOUNT")]
    bankroll: Option<String>,
}

/// What a player buys chips for who does not say.
const BANKROLL: Cents = Cents::dollars(200);

pub(crate) fn run(context: &CommandContext, args: &PlayArgs) -> Output {
    let opened = open(context, args);
    let (mut game, seed) = match opened {
        Ok(opened) => opened,
        Err(answer) => return answer,
    };
    let palette = Palette::new(context.out.colour);
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        if let Err(error) = on_screen(&mut game, palette) {
            return Output::bad_input(format!("error: the terminal cannot be used: {error}\n"));
        }
        return Output::done(game.money().say(&farewell(&game, seed)));
    }
    match by_lines(&mut game) {
        Ok(frames) => Output::done(frames + &game.money().say(&farewell(&game, seed))),
        Err(why) => Output::error(why),
    }
}

fn open(context: &CommandContext, args: &PlayArgs) -> Result<(HomeGame, Seed), Output> {
    let house = args.house.house(context, "no table is opened")?;
    let bankroll = match &args.bankroll {
        Some(asked) => house.currency.read(asked).map_err(Output::error)?,
        None => BANKROLL,
    };
    if bankroll.is_zero() {
        let example = house.currency.write(BANKROLL);
        return Err(Output::error(format_args!("write a --bankroll of more than nothing, such as '{example}'")));
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => Seed::from_system().map_err(Output::error)?,
    };
    // A table in a terminal uses the wall clock; one read from a file always runs the same.
    let now: Box<dyn FnMut() -> Moment> = if std::io::stdin().is_terminal() {
        Box::new(|| {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
        })
    } else {
        let mut at = Moment(1_794_772_800_000);
        Box::new(move || {
            at = at.plus_seconds(1);
            at
        })
    };
    let game = HomeGame::open(house, Shuffler::new(seed), bankroll, now).map_err(Output::error)?;
    Ok((game, seed))
}

/// Plays on the screen until the player leaves. The terminal is put back as it was, after a panic too.
fn on_screen(game: &mut HomeGame, palette: Palette) -> std::io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let played = (|| {
        while !game.over {
            terminal.draw(|frame| draw::draw(frame, game, palette))?;
            // A resize is drawn by the next pass of the loop.
            if let Event::Key(pressed) = event::read()?
                && let Some(key) = KeyPress::of(pressed)
            {
                game.key(key);
            }
        }
        Ok(())
    })();
    ratatui::try_restore().and(played)
}

/// Why keys given as lines cannot be played.
#[derive(Debug, thiserror::Error)]
enum NotPlayed {
    #[error("{0}")]
    Drawing(std::convert::Infallible),
    #[error("<stdin>:{line}: cannot be read: {why}")]
    Unreadable { line: usize, why: std::io::Error },
    #[error("<stdin>:{line}: {why}")]
    NoKey { line: usize, why: keys::NoKey },
}

/// Reads keys from lines and prints the table after each.
fn by_lines(game: &mut HomeGame) -> Result<String, NotPlayed> {
    let (width, height) = draw::SMALLEST;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).map_err(NotPlayed::Drawing)?;
    let mut frame = |game: &HomeGame| -> Result<String, NotPlayed> {
        let drawn = terminal.draw(|frame| draw::draw(frame, game, Palette::new(false)));
        drawn.map_err(NotPlayed::Drawing)?;
        Ok(as_text(terminal.backend().buffer()))
    };
    let mut out = frame(game)?;
    for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
        let line = line.map_err(|why| NotPlayed::Unreadable { line: number, why })?;
        let line = line.split('#').next().unwrap_or_default();
        for word in line.split_whitespace() {
            let key = KeyPress::named(word).map_err(|why| NotPlayed::NoKey { line: number, why })?;
            game.key(key);
            if game.over {
                return Ok(out);
            }
        }
        if !line.trim().is_empty() {
            out.push_str(&format!("\n> {}\n", line.trim()));
            out.push_str(&frame(game)?);
        }
    }
    Ok(out)
}

/// A screen as lines of text, without the white space at their ends.
fn as_text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for row in buffer.content().chunks(usize::from(buffer.area.width).max(1)) {
        let line: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The message when the player leaves.
fn farewell(game: &HomeGame, seed: Seed) -> String {
    // Before "no more bets" wagers are returned; a player who leaves later leaves them on the table.
    let open = game.seat().filter(|_| game.state().phase() == table::Phase::Betting);
    let on_table = open.map_or(Cents::ZERO, |seat| {
        let staked = rules::Wager::ALL.iter().filter(|wager| **wager != rules::Wager::MatchPlay);
        staked.map(|wager| seat.areas.on(*wager)).sum()
    });
    let has = game.chips() + on_table;
    let rounds = plural::count(game.rounds, "round");
    format!(
        "\nYou came with {} and leave with {has} after {rounds}.\nThe cards grew from this seed; --seed deals them \
         again:\n{seed}\n",
        game.bought
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Books;

    fn game(code: &str) -> HomeGame {
        game_of(crate::example::house_text(code).expect("an example"))
    }

    fn game_of(text: &str) -> HomeGame {
        let house = rules::house::check(text, &Books::shipped()).house.expect("lawful");
        let seed = "7".parse().expect("a seed");
        let mut at = Moment(0);
        let now = Box::new(move || {
            at = at.plus_seconds(1);
            at
        });
        HomeGame::open(house, Shuffler::new(seed), Cents::dollars(200), now).expect("a table")
    }

    fn screen(game: &HomeGame, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
        terminal.draw(|frame| draw::draw(frame, game, Palette::new(true))).expect("drawn");
        as_text(terminal.backend().buffer())
    }

    #[test]
    fn every_house_can_be_played_with_every_wager() {
        let electronic = include_str!("../../../../golden/table/houses/md14-electronic.toml");
        let examples = crate::example::codes().map(|code| (code, game(code)));
        for (code, mut game) in examples.chain([("electronic", game_of(electronic))]) {
            for round in 0..12 {
                for _ in 0..game.wagers.len() {
                    game.key(KeyPress::Right);
                    game.key(KeyPress::Down);
                }
                game.key(KeyPress::Enter);
                assert!(screen(&game, 80, 24).contains("p play"), "{code}: {}", screen(&game, 80, 24));
                game.key(KeyPress::Char('h'));
                assert!(game.message.words.starts_with("Hint:"), "{code}: {:?}", game.message);
                game.key(KeyPress::Char(if round % 3 == 0 { 'f' } else { 'p' }));
                assert!(game.is_settled(), "{code}: {}", screen(&game, 80, 24));
                assert_eq!(game.state().balance(), Cents::ZERO);
                game.key(KeyPress::Enter);
                game.key(KeyPress::Char('b'));
            }
            assert_eq!(game.rounds, 12, "{code}");
            let bad: Vec<_> = game.log.iter().filter(|said| said.tone == game::Tone::Bad).collect();
            // Only wagers that need another beside them are refused on the way, never a step of the house.
            assert!(bad.iter().all(|said| !said.words.contains("phase")), "{code}: {bad:?}");
        }
    }

    #[test]
    fn every_size_is_drawn_and_small_ones_say_so() {
        let mut game = game("md14");
        for keys in ["right", "enter", "h", "p", "l", "esc", "r", "pagedown", "esc", "?", "x"] {
            game.key(KeyPress::named(keys).expect("a key"));
            for (width, height) in [(80, 24), (81, 25), (120, 40), (200, 60), (79, 24), (80, 23), (20, 5), (1, 1)] {
                let text = screen(&game, width, height);
                assert_eq!(text.lines().count(), usize::from(height));
                if width >= 80 && height >= 24 {
                    let keys = text.lines().last().unwrap_or_default();
                    assert!(keys.ends_with('q') || keys.ends_with("to the table"), "the keys do not fit: {keys}");
                    assert!(text.contains("Chesapeake Hall"), "{keys} at {width}x{height}: {text}");
                }
            }
        }
        assert!(screen(&game, 60, 24).contains("needs 80 columns"));
    }

    #[test]
    fn no_key_at_any_time_breaks_the_game() {
        // Every sequence of keys from a small generator, at every phase.
        let mut number: u64 = 1;
        let keys = "pftuhabrlq?+-0 xz";
        let mut game = game("ma");
        for _ in 0..3_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (number >> 33) as usize % (keys.len() + 12);
            let key = match choice.checked_sub(keys.len()) {
                None => KeyPress::Char(keys.as_bytes()[choice] as char),
                Some(0..=2) => KeyPress::Right,
                Some(3) => KeyPress::Left,
                Some(4) => KeyPress::Up,
                Some(5 | 6) => KeyPress::Down,
                Some(7) => KeyPress::PageUp,
                Some(8) => KeyPress::PageDown,
                Some(9) => KeyPress::Escape,
                Some(_) => KeyPress::Enter,
            };
            game.key(key);
            game.over = false;
            assert_eq!(game.state().balance(), Cents::ZERO);
        }
        assert!(game.rounds > 50, "{}", game.rounds);
    }
}
