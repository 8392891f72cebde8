//! Every section and key that a house file can have, as `keys.tsv` declares them: what each is, how it is written, and the
//! rule that governs it.
//!
//! The reader asks for no key that is not declared, and a test compares the two in both directions. The
//! reference in docs/houses.md is written from this list, and a schema can be.

use std::sync::OnceLock;

use super::automation::{CardSource, Company, Pace, Performer, Slow};
use super::look::Emblem;
use crate::rulebook::vocabulary::{
    BonusWhen, Checklist, CutDeclined, CutOffer, CutWhen, DealDevice, DealerStack, DecksReceived, Direction, Fate,
    Leaver, LimitSharing, LooksFrom, MultiWin, Needs, OddsAs, OddsShown, OperatorSign, PaidFrom, Precondition, Remedy,
    Reopening, ShufflerKind, Verdict,
};

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Whole,
    /// An amount such as `"$5"`.
    Money,
    /// A percentage such as `"14%"`.
    Percent,
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// One of these words.
    Word(Vec<&'static str>),
    /// A hand by its name.
    Hand,
    /// Odds such as `"40 to 1"`.
    Odds,
    /// A colour such as `"#0f5d45"`.
    Colour,
    /// An amount, or a table of amounts by meter.
    MoneyByMeter,
    /// A percentage, or a table of percentages by meter.
    PercentByMeter,
    /// A table with keys of its own.
    Table,
    /// A list of tables.
    Tables,
}

impl KeyKind {
    fn parse(text: &str) -> Option<KeyKind> {
        Some(match text {
            "switch" => KeyKind::Switch,
            "whole" => KeyKind::Whole,
            "money" => KeyKind::Money,
            "percent" => KeyKind::Percent,
            "text" => KeyKind::Text,
            "texts" => KeyKind::Texts,
            "hand" => KeyKind::Hand,
            "odds" => KeyKind::Odds,
            "colour" => KeyKind::Colour,
            "money by meter" => KeyKind::MoneyByMeter,
            "percent by meter" => KeyKind::PercentByMeter,
            "table" => KeyKind::Table,
            "tables" => KeyKind::Tables,
            _ => KeyKind::Word(words(text.strip_prefix("word ")?)?),
        })
    }

    /// How a value is written, in words.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            KeyKind::Switch => "`true` or `false`".to_owned(),
            KeyKind::Whole => "a whole number".to_owned(),
            KeyKind::Money => "an amount".to_owned(),
            KeyKind::Percent => "a percentage".to_owned(),
            KeyKind::Text => "a text".to_owned(),
            KeyKind::Texts => "a list of texts".to_owned(),
            KeyKind::Word(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(" or "),
            KeyKind::Hand => "a hand".to_owned(),
            KeyKind::Odds => "odds".to_owned(),
            KeyKind::Colour => "a colour".to_owned(),
            KeyKind::MoneyByMeter => "an amount, or one for each meter".to_owned(),
            KeyKind::PercentByMeter => "a percentage, or one for each meter".to_owned(),
            KeyKind::Table => "a table".to_owned(),
            KeyKind::Tables => "a list of tables".to_owned(),
        }
    }
}

/// The words of a vocabulary by its name.
fn words(vocabulary: &str) -> Option<Vec<&'static str>> {
    macro_rules! find {
        ($($name:ident)+) => {
            match vocabulary {
                $(stringify!($name) => Some($name::ALL.iter().map(|word| word.word()).collect()),)+
                _ => None,
            }
        };
    }
    if vocabulary == "HandRemedy" {
        return Some(Remedy::ALL.iter().filter(|remedy| remedy.is_of_one_hand()).map(|remedy| remedy.word()).collect());
    }
    find!(BonusWhen CardSource Checklist Company CutDeclined CutOffer CutWhen DealDevice DealerStack DecksReceived Direction Emblem Fate Leaver
          LimitSharing LooksFrom MultiWin Needs OddsAs OddsShown OperatorSign Pace PaidFrom Performer Precondition
          Reopening ShufflerKind Slow Verdict)
}

/// What governs a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyLaw {
    /// No rulebook: it is the house's own.
    House,
    /// The rule of the book at this path. With a dot in front, the path starts in the book's section of the same name;
    /// with two dots, in the section around that.
    Rule(&'static str),
    /// The book's tables of this wager; if it is empty, of the wager that the section is named after.
    Paytables(&'static str),
    /// The book's orders of settlement.
    Orders,
}

impl KeyLaw {
    fn parse(text: &'static str) -> Option<KeyLaw> {
        match text.split_once(' ') {
            Some(("rule", path)) => Some(KeyLaw::Rule(path)),
            Some(("paytables", wager)) => Some(KeyLaw::Paytables(wager)),
            None if text == "paytables" => Some(KeyLaw::Paytables("")),
            None if text == "orders" => Some(KeyLaw::Orders),
            None if text == "house" => Some(KeyLaw::House),
            _ => None,
        }
    }

    /// Where the book has the rule of a key in this section.
    #[must_use]
    pub fn path(self, section: &str) -> Option<String> {
        let KeyLaw::Rule(path) = self else { return None };
        Some(match (path.strip_prefix(".."), path.strip_prefix('.')) {
            (Some(name), _) => format!("{}.{name}", section.rsplit_once('.').map_or(section, |(around, _)| around)),
            (_, Some(name)) => format!("{section}.{name}"),
            _ => path.to_owned(),
        })
    }
}

/// A key of a house file.
#[derive(Clone, Debug)]
pub struct HouseKey {
    /// The key.
    pub name: &'static str,
    /// How its value is written.
    pub kind: KeyKind,
    /// What governs it.
    pub law: KeyLaw,
    /// Its default where no rule of a book states one; empty if the key is required.
    pub default: &'static str,
    /// How it looks in a file.
    pub example: &'static str,
    /// What it says.
    pub about: &'static str,
}

/// A table of a house file, or several alike.
#[derive(Clone, Debug)]
pub struct KeyTable {
    /// Its paths; an empty one is the top of the file.
    pub paths: Vec<&'static str>,
    /// Whether it is one of a list of tables.
    pub repeated: bool,
    /// What it settles.
    pub about: &'static str,
    /// Its keys.
    pub keys: Vec<HouseKey>,
}

/// Every table of a house file.
#[must_use]
pub fn keys() -> &'static [KeyTable] {
    static KEYS: OnceLock<Vec<KeyTable>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let mut tables: Vec<KeyTable> = Vec::new();
        for line in include_str!("keys.tsv").lines().skip(1) {
            let mut cells = line.split('\t');
            let mut cell = || cells.next().unwrap_or_default();
            let (section, name, value, law) = (cell(), cell(), cell(), cell());
            let (default, example, about) = (cell(), cell(), cell());
            if name.is_empty() {
                let paths = section.split(", ").map(|path| if path == "top" { "" } else { path }).collect();
                tables.push(KeyTable { paths, repeated: value == "tables", about, keys: Vec::new() });
            } else if let (Some(table), Some(kind), Some(law)) =
                (tables.last_mut(), KeyKind::parse(value), KeyLaw::parse(law))
            {
                table.keys.push(HouseKey { name, kind, law, default, example, about });
            }
        }
        tables
    })
}

/// Rules that a house chooses by a key which another rule governs.
pub(super) const CHOSEN_BESIDE: [(&str, &str); 3] = [
    ("deck.life_hours_hand", "deck.life_hours"),
    ("payment.limits.per_player", "payment.limit_per_player"),
    ("payment.limits.per_table", "payment.limit_per_table"),
];

/// What a house chooses the value of a book's rule with: keys, or the section by which it offers a wager.
#[must_use]
pub fn chosen_with(rule: &str) -> Vec<String> {
    let at = |section: &str, name: &str| if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") };
    let mut found: Vec<String> = Vec::new();
    for table in keys() {
        for section in &table.paths {
            for key in &table.keys {
                let governed = key.law.path(section).is_some_and(|path| path == rule)
                    || key.law == KeyLaw::Orders && at(section, key.name) == rule;
                if governed {
                    found.push(at(section, key.name));
                }
            }
        }
    }
    found.extend(CHOSEN_BESIDE.iter().filter(|(beside, _)| *beside == rule).map(|(_, key)| (*key).to_owned()));
    match rule.split_once('.') {
        Some((wager, "offered")) if found.is_empty() && declares("", wager) => found.push(format!("[{wager}]")),
        Some((wager, "smallest")) if declares("limits", wager) => found.push(format!("limits.{wager}")),
        _ => {}
    }
    found
}

/// Whether a key is declared.
pub(super) fn declares(path: &str, name: &str) -> bool {
    let mut tables = keys().iter().filter(|table| table.paths.contains(&path));
    tables.any(|table| table.keys.iter().any(|key| key.name == name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::books::Books;

    /// Every line of the list is understood.
    #[test]
    fn the_list_is_read_to_its_end() {
        let lines = include_str!("keys.tsv").lines().skip(1).count();
        assert_eq!(keys().iter().map(|table| table.keys.len() + 1).sum::<usize>(), lines);
        for line in include_str!("keys.tsv").lines() {
            assert_eq!(line.split('\t').count(), 7, "{line}");
        }
        for table in keys() {
            for key in &table.keys {
                let unsaid = key.about.is_empty() && key.kind != KeyKind::Table;
                assert!(
                    !unsaid && (key.kind == KeyKind::Table || !key.example.is_empty()),
                    "{:?} {}",
                    table.paths,
                    key.name
                );
            }
        }
    }

    /// What is declared and what the reader asks for are the same, over the houses that offer everything.
    #[test]
    fn the_reader_asks_for_every_declared_key_and_no_other() {
        let mut books = Books::shipped();
        let freedonia = include_str!("../../../../golden/books/freedonia.toml");
        books.add(freedonia).unwrap_or_else(|fault| panic!("{fault}"));
        let houses = [
            include_str!("../../../../golden/houses/md2014.toml"),
            include_str!("../../../../golden/houses/md14.toml"),
            include_str!("../../../../golden/houses/ma.toml"),
            include_str!("../../../../golden/houses/tribal.toml"),
            include_str!("../../../../golden/houses/sd.toml"),
            include_str!("../../../../golden/books/freedonia-house.toml"),
        ];
        let mut asked = BTreeSet::new();
        for text in houses {
            let more = "\n[[confirmation]]\nreading = 1\nby = \"x\"\non = \"y\"\n[protection]\n";
            let by_meter = text.replace("seed = \"$1,000\"", "seed = { main = \"$1,000\" }");
            let amounts = "[progressive.envy]\namounts = [{ hand = \"akq-spades\", pays = \"$200\" }]\n";
            let own_amounts = text.replace("[progressive.envy]\n", amounts);
            for text in [text.to_owned() + more, by_meter, own_amounts] {
                asked.extend(crate::house::asked(&text, &books));
            }
        }
        let mut declared = BTreeSet::new();
        for table in keys() {
            for path in &table.paths {
                declared.extend(table.keys.iter().map(|key| ((*path).to_owned(), key.name)));
            }
        }
        let undeclared: Vec<_> = asked.difference(&declared).collect();
        assert!(undeclared.is_empty(), "not in keys.tsv: {undeclared:?}");
        // Which meters a progressive has is its table's choice, so not every level is asked for everywhere.
        let level = |path: &str| [".seed", ".rate", ".names"].iter().any(|by_level| path.ends_with(by_level));
        let unread: Vec<_> = declared.difference(&asked).filter(|(path, _)| !level(path)).collect();
        assert!(unread.is_empty(), "nobody reads: {unread:?}");
    }
}
