//! Cards and colours: green felt, white cards, red and black suits; without colours where none are wanted.

use cards::{Card, Suit};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use table::Face;

use super::game::Tone;

/// The colours of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    colour: bool,
}

const FELT: Color = Color::Rgb(11, 84, 58);
const RAIL: Color = Color::Rgb(58, 35, 20);
const IVORY: Color = Color::Rgb(247, 243, 230);
const INK: Color = Color::Rgb(28, 28, 32);
const RED: Color = Color::Rgb(190, 22, 34);
const BACK: Color = Color::Rgb(34, 58, 120);
const GOLD: Color = Color::Rgb(235, 196, 92);
const MIST: Color = Color::Rgb(164, 204, 184);
const CORAL: Color = Color::Rgb(255, 150, 130);
const NIGHT: Color = Color::Rgb(16, 24, 22);

impl Palette {
    pub(super) fn new(colour: bool) -> Palette {
        Palette { colour }
    }

    fn style(self, fg: Color, bg: Color) -> Style {
        if self.colour { Style::new().fg(fg).bg(bg) } else { Style::new() }
    }

    /// The felt with its print.
    pub(super) fn felt(self) -> Style {
        self.style(IVORY, FELT)
    }

    /// Dimmed print.
    pub(super) fn faint(self) -> Style {
        self.style(MIST, FELT)
    }

    /// What is selected or highlighted.
    pub(super) fn gold(self) -> Style {
        self.style(GOLD, FELT).add_modifier(Modifier::BOLD)
    }

    /// The wooden rail around the table.
    pub(super) fn rail(self) -> Style {
        let style = self.style(GOLD, RAIL);
        if self.colour { style } else { style.add_modifier(Modifier::REVERSED) }
    }

    /// Paper beside the table: the log, the rules.
    pub(super) fn paper(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => self.style(IVORY, NIGHT),
            Tone::Mine => self.style(GOLD, NIGHT),
            Tone::Good => self.style(MIST, NIGHT).add_modifier(Modifier::BOLD),
            Tone::Bad => self.style(CORAL, NIGHT).add_modifier(Modifier::BOLD),
        }
    }

    /// Small print on paper.
    pub(super) fn small_print(self) -> Style {
        self.style(Color::Rgb(120, 140, 132), NIGHT)
    }

    /// The message line on the felt.
    pub(super) fn message(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain | Tone::Mine => self.felt(),
            Tone::Good => self.gold(),
            Tone::Bad => self.style(CORAL, FELT).add_modifier(Modifier::BOLD),
        }
    }

    fn card(self, suit: Suit) -> Style {
        let ink = if matches!(suit, Suit::Hearts | Suit::Diamonds) { RED } else { INK };
        self.style(ink, IVORY).add_modifier(Modifier::BOLD)
    }

    fn back(self) -> Style {
        self.style(IVORY, BACK)
    }
}

/// The sign of a suit.
pub(super) fn sign(suit: Suit) -> char {
    match suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    }
}

/// A card in a few letters, such as `10♥`.
fn rank(card: Card) -> String {
    match card.rank().letter() {
        'T' => "10".to_owned(),
        letter => letter.to_string(),
    }
}

/// The width of a card.
const WIDE: usize = 7;

/// How many lines a card takes.
pub(super) const TALL: u16 = 5;

/// A place for a card: empty, face down, or face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardFace {
    Empty,
    Down,
    Up(Face),
}

/// Cards side by side, five lines tall.
pub(super) fn cards(palette: Palette, places: &[CardFace]) -> Vec<Line<'static>> {
    (0..TALL)
        .map(|row| {
            let mut spans = Vec::new();
            for (i, place) in places.iter().enumerate() {
                if i > 0 {
                    spans.push(Span::styled(" ", palette.felt()));
                }
                spans.push(slice(palette, *place, row));
            }
            Line::from(spans)
        })
        .collect()
}

/// One line of a card.
fn slice(palette: Palette, place: CardFace, row: u16) -> Span<'static> {
    let inner = WIDE - 2;
    let (style, middle) = match place {
        CardFace::Empty => (palette.faint(), " ".repeat(inner)),
        CardFace::Down => (palette.back(), "░".repeat(inner)),
        CardFace::Up(face) => {
            let (card, mark) = (face.0, rank(face.0));
            let text = match row {
                1 => format!("{mark:<inner$}"),
                2 => format!("{:^inner$}", sign(card.suit())),
                _ => format!("{mark:>inner$}"),
            };
            (palette.card(card.suit()), text)
        }
    };
    let dotted = place == CardFace::Empty;
    let text = match row {
        0 if dotted => format!("╭{}╮", "┄".repeat(inner)),
        0 => format!("╭{}╮", "─".repeat(inner)),
        4 if dotted => format!("╰{}╯", "┄".repeat(inner)),
        4 => format!("╰{}╯", "─".repeat(inner)),
        _ if dotted => format!("┆{middle}┆"),
        _ => format!("│{middle}│"),
    };
    Span::styled(text, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_drawn_with_its_suit() {
        let up = |text: &str| CardFace::Up(Face(text.parse().expect("a card")));
        let drawn = cards(Palette::new(false), &[up("Th"), CardFace::Down, CardFace::Empty]);
        let text: Vec<String> =
            drawn.iter().map(|line| line.spans.iter().map(|span| span.content.as_ref()).collect()).collect();
        assert_eq!(
            text,
            [
                "╭─────╮ ╭─────╮ ╭┄┄┄┄┄╮",
                "│10   │ │░░░░░│ ┆     ┆",
                "│  ♥  │ │░░░░░│ ┆     ┆",
                "│   10│ │░░░░░│ ┆     ┆",
                "╰─────╯ ╰─────╯ ╰┄┄┄┄┄╯",
            ]
        );
    }
}
