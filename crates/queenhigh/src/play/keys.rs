//! The keys of the game, from a terminal or, by name, from a line of text.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Up,
    Down,
    Left,
    Right,
    Enter,
    Escape,
    PageUp,
    PageDown,
    Char(char),
}

/// A word that is not the name of a key.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a key: write up, down, left, right, enter, esc, pageup, pagedown, or one letter")]
pub(super) struct NoKey(String);

impl Key {
    /// A key press of the terminal; none for keys that are not used here.
    pub(super) fn of(event: KeyEvent) -> Option<Key> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        // In raw mode the terminal does not end the program on Ctrl-C.
        if event.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(event.code, KeyCode::Char('c' | 'd')).then_some(Key::Char('q'));
        }
        Some(match event.code {
            KeyCode::Up => Key::Up,
            KeyCode::Down | KeyCode::Tab => Key::Down,
            KeyCode::Left => Key::Left,
            KeyCode::Right => Key::Right,
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Escape,
            KeyCode::PageUp => Key::PageUp,
            KeyCode::PageDown => Key::PageDown,
            KeyCode::Char(' ') => Key::Enter,
            KeyCode::Char(letter) => Key::Char(letter.to_ascii_lowercase()),
            _ => return None,
        })
    }

    /// A key by its name: `up`, `enter`, `p`.
    ///
    /// # Errors
    /// The names that exist.
    pub(super) fn named(name: &str) -> Result<Key, NoKey> {
        let mut letters = name.chars();
        Ok(match (name, letters.next(), letters.next()) {
            ("up", ..) => Key::Up,
            ("down", ..) => Key::Down,
            ("left", ..) => Key::Left,
            ("right", ..) => Key::Right,
            ("enter", ..) => Key::Enter,
            ("esc", ..) => Key::Escape,
            ("pageup", ..) => Key::PageUp,
            ("pagedown", ..) => Key::PageDown,
            (_, Some(letter), None) => Key::Char(letter.to_ascii_lowercase()),
            _ => {
                return Err(NoKey(name.to_owned()));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names() {
        assert_eq!(Key::named("enter"), Ok(Key::Enter));
        assert_eq!(Key::named("P"), Ok(Key::Char('p')));
        assert!(Key::named("shift").is_err() && Key::named("").is_err());
    }

    #[test]
    fn control_c_leaves_the_table() {
        let press = |code, modifiers| Key::of(KeyEvent::new(code, modifiers));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Key::Char('q')));
        assert_eq!(press(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('P'), KeyModifiers::SHIFT), Some(Key::Char('p')));
        assert_eq!(press(KeyCode::F(5), KeyModifiers::NONE), None);
    }
}
