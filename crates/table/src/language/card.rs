//! Cards as events carry them, written `As`, and the order of a whole shuffled deck with its commitment.

use std::fmt;

use cards::{Card, CardSet};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A card as it is written in events and commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[2-9TJQKA][cdhs]$"))]
pub struct Face(pub Card);

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.text())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        String::deserialize(deserializer)?.parse().map(Face).map_err(D::Error::custom)
    }
}

/// The order of a whole deck, top card first: every card once.
#[derive(Clone, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^([2-9TJQKA][cdhs]){52}$"))]
#[schemars(rename = "DeckOrder")]
pub struct Order(Box<[Card; 52]>);

impl Order {
    /// An order, if it has every card once.
    #[must_use]
    pub fn new(cards: [Card; 52]) -> Option<Order> {
        let mut seen = CardSet::EMPTY;
        cards.iter().all(|card| seen.insert(*card)).then(|| Order(Box::new(cards)))
    }

    /// The cards, top first.
    #[must_use]
    pub fn cards(&self) -> &[Card; 52] {
        &self.0
    }

    /// The order after `at` cards have moved from the top to the bottom.
    #[must_use]
    pub fn cut(mut self, at: u8) -> Order {
        self.0.rotate_left(usize::from(at) % 52);
        self
    }

    /// The commitment to this order: BLAKE3 of the 52 card numbers and the nonce.
    #[must_use]
    pub fn commitment(&self, nonce: &Digest) -> Digest {
        let mut bytes = [0; 52 + 32];
        for (byte, card) in bytes.iter_mut().zip(self.0.iter()) {
            *byte = card.index();
        }
        bytes[52..].copy_from_slice(&nonce.0);
        Digest(*blake3::hash(&bytes).as_bytes())
    }
}

/// A log must not reveal the deck to anybody who debugs a table.
impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Order(hidden)")
    }
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = [0; 104];
        for (letters, card) in text.chunks_exact_mut(2).zip(self.0.iter()) {
            letters.copy_from_slice(card.letters());
        }
        serializer.serialize_str(std::str::from_utf8(&text).map_err(serde::ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Order, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom("a deck is 52 different cards, two characters each, top card first");
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let mut cards = [Card::ALL[0]; 52];
        if letters.len() != 104 {
            return Err(wrong());
        }
        for (card, pair) in cards.iter_mut().zip(letters.chunks_exact(2)) {
            *card = pair.iter().collect::<String>().parse().map_err(D::Error::custom)?;
        }
        Order::new(cards).ok_or_else(wrong)
    }
}

/// Thirty-two bytes: a nonce, or a commitment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[0-9a-f]{64}$"))]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// As 64 hexadecimal digits.
    fn text(&self) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let pair = |byte: &u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        let pairs: Vec<[u8; 2]> = self.0.iter().map(pair).collect();
        // The digits are ASCII, so this cannot fail.
        String::from_utf8(pairs.into_flattened()).unwrap_or_default()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut bytes = [0; 32];
        let sound = text.len() == 64 && text.is_ascii();
        for (i, byte) in bytes.iter_mut().enumerate().filter(|_| sound) {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(D::Error::custom)?;
        }
        if sound { Ok(Digest(bytes)) } else { Err(D::Error::custom("expected 64 hexadecimal digits")) }
    }
}

/// A shuffle as it comes to the table: the order, the nonce, and the commitment that was published for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Shuffle {
    /// The order, top card first.
    pub order: Order,
    /// What hides the order in the commitment.
    pub nonce: Digest,
    /// The commitment.
    pub commitment: Digest,
}

impl Shuffle {
    /// A shuffle with its commitment.
    #[must_use]
    pub fn commit(order: Order, nonce: Digest) -> Shuffle {
        let commitment = order.commitment(&nonce);
        Shuffle { order, nonce, commitment }
    }

    /// Whether the commitment matches this order.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.order.commitment(&self.nonce) == self.commitment
    }
}
