//! The keys of the game, from a terminal or, by name, from a line of text.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyPress {
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

impl KeyPress {
    /// A key press of the terminal; none for keys that are not used here.
    pub(super) fn of(event: KeyEvent) -> Option<KeyPress> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        // In raw mode the terminal does not end the program on Ctrl-C.
        if event.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(event.code, KeyCode::Char('c' | 'd')).then_some(KeyPress::Char('q'));
        }
        Some(match event.code {
            KeyCode::Up => KeyPress::Up,
            KeyCode::Down | KeyCode::Tab => KeyPress::Down,
            KeyCode::Left => KeyPress::Left,
            KeyCode::Right => KeyPress::Right,
            KeyCode::Enter => KeyPress::Enter,
            KeyCode::Esc => KeyPress::Escape,
            KeyCode::PageUp => KeyPress::PageUp,
            KeyCode::PageDown => KeyPress::PageDown,
            KeyCode::Char(' ') => KeyPress::Enter,
            KeyCode::Char(letter) => KeyPress::Char(letter.to_ascii_lowercase()),
            _ => return None,
        })
    }

    /// A key by its name: `up`, `enter`, `p`.
    ///
    /// # Errors
    /// The names that exist.
    pub(super) fn named(name: &str) -> Result<KeyPress, NoKey> {
        let mut letters = name.chars();
        Ok(match (name, letters.next(), letters.next()) {
            ("up", ..) => KeyPress::Up,
            ("down", ..) => KeyPress::Down,
            ("left", ..) => KeyPress::Left,
            ("right", ..) => KeyPress::Right,
            ("enter", ..) => KeyPress::Enter,
            ("esc", ..) => KeyPress::Escape,
            ("pageup", ..) => KeyPress::PageUp,
            ("pagedown", ..) => KeyPress::PageDown,
            (_, Some(letter), None) => KeyPress::Char(letter.to_ascii_lowercase()),
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
        assert_eq!(KeyPress::named("enter"), Ok(KeyPress::Enter));
        assert_eq!(KeyPress::named("P"), Ok(KeyPress::Char('p')));
        assert!(KeyPress::named("shift").is_err() && KeyPress::named("").is_err());
    }

    #[test]
    fn control_c_leaves_the_table() {
        let press = |code, modifiers| KeyPress::of(KeyEvent::new(code, modifiers));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(KeyPress::Char('q')));
        assert_eq!(press(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('P'), KeyModifiers::SHIFT), Some(KeyPress::Char('p')));
        assert_eq!(press(KeyCode::F(5), KeyModifiers::NONE), None);
    }
}
