//! A line of a script as words, each with its place, and the complaint when a word is not what its place expects.

use std::ops::Range;

use rules::Currency;
use table::Actor;

/// A place in a script and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// The place, in bytes of the whole script.
    pub span: Range<usize>,
    /// What was expected.
    pub message: String,
}

pub(crate) type ReadResult<T> = Result<T, ScriptFault>;

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its text, without quotes.
    pub text: String,
    /// Its place.
    pub span: Range<usize>,
    /// Whether it was in quotes.
    pub(crate) quoted: bool,
}

/// The words of one line, read from the left.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    words: std::vec::IntoIter<Word>,
    /// The end of the line, where a missing word is reported.
    end: usize,
}

impl Words {
    /// Splits a line that begins at a byte of the script. `#` begins a comment; a colon at the end of a word is a word
    /// of its own; what begins with a brace extends to the end of the line.
    /// Amounts in the currency become those that acts are read from.
    pub(crate) fn of(line: &str, start: usize, currency: &Currency) -> ReadResult<Words> {
        let mut words = Vec::new();
        let mut rest = line;
        let at = |rest: &str| start + line.len() - rest.len();
        loop {
            rest = rest.trim_start();
            let from = at(rest);
            let Some(first) = rest.chars().next() else { break };
            let (text, length) = match first {
                '#' => break,
                '"' => quoted(rest).ok_or_else(|| ScriptFault {
                    span: from..from + 1,
                    message: "the quote is not closed".to_owned(),
                })?,
                '{' => (rest.trim_end().to_owned(), rest.len()),
                _ => {
                    let word = spaced(rest, currency).unwrap_or_else(|| {
                        let whole = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
                        if whole.len() > 1 { whole.strip_suffix(':').unwrap_or(whole) } else { whole }
                    });
                    (word.to_owned(), word.len())
                }
            };
            // What stands in quotes is somebody's words, unless it is an amount and nothing else.
            let text = match first {
                '"' => currency.read(&text).map_or(text, |amount| amount.to_string()),
                _ => currency.hear(&text).into_owned(),
            };
            words.push(Word { text, span: from..from + length, quoted: first == '"' });
            rest = &rest[length..];
        }
        Ok(Words { words: words.into_iter(), end: start + line.trim_end().len() })
    }

    /// The next word without taking it.
    pub(crate) fn peek(&self) -> Option<&Word> {
        self.words.as_slice().first()
    }

    /// The words that are left.
    pub(crate) fn rest(&self) -> &[Word] {
        self.words.as_slice()
    }

    /// The next word.
    pub(crate) fn next(&mut self) -> Option<Word> {
        self.words.next()
    }

    /// The next word, or a fault that says what was expected.
    pub(crate) fn want(&mut self, what: &str) -> ReadResult<Word> {
        let end = self.end;
        self.next().ok_or_else(|| ScriptFault { span: end..end, message: format!("expected {what}") })
    }

    /// Takes a word if it is this one.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        let here = self.peek().is_some_and(|next| next.text == word && !next.quoted);
        if here {
            self.words.next();
        }
        here
    }

    /// Fails if anything follows.
    pub(crate) fn end(mut self) -> ReadResult<()> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(word.fault("expected the end of the line")),
        }
    }
}

impl Word {
    /// A fault at this word.
    #[must_use]
    pub fn fault(&self, message: impl Into<String>) -> ScriptFault {
        ScriptFault { span: self.span.clone(), message: message.into() }
    }

    /// Parses the word as a value; fails with the value's own complaint.
    pub(crate) fn parse<T>(&self) -> ReadResult<T>
    where
        T: std::str::FromStr,
        T::Err: std::fmt::Display,
    {
        self.text.parse().map_err(|error: T::Err| self.fault(error.to_string()))
    }

    /// A whole number.
    pub(crate) fn number<T: std::str::FromStr>(&self, what: &str) -> ReadResult<T> {
        self.text.parse().map_err(|_| self.fault(format!("\"{}\" is not {what}", self.text)))
    }

    /// One of the given words; otherwise the fault suggests the nearest.
    pub(crate) fn one_of<'w>(&self, what: &str, words: impl Iterator<Item = &'w str> + Clone) -> ReadResult<&'w str> {
        words.clone().find(|word| *word == self.text).ok_or_else(|| {
            let near = words.clone().max_by(|a, b| {
                let near = |word: &str| strsim::jaro_winkler(word, &self.text);
                near(a).total_cmp(&near(b))
            });
            let all: Vec<&str> = words.collect();
            let hint = match near {
                Some(near) if all.len() > 8 && strsim::jaro_winkler(near, &self.text) > 0.75 => {
                    format!("did you mean {near}?")
                }
                _ => format!("expected one of {}", all.join(", ")),
            };
            self.fault(format!("\"{}\" is not {what}: {hint}", self.text))
        })
    }
}

/// The amount that a text begins with, if there is a space between its number and its sign.
fn spaced<'t>(text: &'t str, currency: &Currency) -> Option<&'t str> {
    let gap = text.find(' ')?;
    let end = text[gap + 1..].find(char::is_whitespace).map_or(text.len(), |end| gap + 1 + end);
    currency.read(&text[..end]).is_ok().then_some(&text[..end])
}

/// A text in quotes and how many bytes it takes with them; a backslash escapes the next character.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((out, at + 1)),
            '\\' => out.push(letters.next()?.1),
            letter => out.push(letter),
        }
    }
    None
}

/// A text as a word of a script: in quotes where it must be.
pub fn quote(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Who acts, as a script writes it.
#[must_use]
pub fn who(actor: &Actor) -> String {
    match actor.person.name() {
        name if name == actor.role.word() => name.to_owned(),
        name if name.starts_with("robot") => format!("{} (robot)", actor.role),
        name => format!("{} {}", actor.role, quote(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        Words::of(line, 0, &Currency::dollar()).expect("words").rest().iter().map(|word| word.text.clone()).collect()
    }

    #[test]
    fn a_line_is_split_into_words() {
        assert_eq!(texts("player Ann: sit 3 # a remark"), ["player", "Ann", ":", "sit", "3"]);
        assert_eq!(texts("time 20:00:00Z"), ["time", "20:00:00Z"]);
        assert_eq!(texts("player \"Ann: \\\"A\\\"\": x"), ["player", "Ann: \"A\"", ":", "x"]);
        assert_eq!(texts("a {\"b\": 1} # c"), ["a", "{\"b\": 1} # c"]);
        assert!(texts("   # nothing").is_empty());
    }

    #[test]
    fn an_amount_may_have_a_space_before_its_sign() {
        let mut books = rules::Books::shipped();
        let (book, house) = ("freedonia.toml", "freedonia-krone-house.toml");
        let read = |file| std::fs::read_to_string(format!("../../golden/books/{file}")).expect("a file");
        books.add(&read(book)).expect("the book");
        let house = rules::house::check(&read(house), &books).house.expect("the house");
        let words = |line: &str| -> Vec<String> {
            let words = Words::of(line, 0, &house.currency).expect("words");
            words.rest().iter().map(|word| word.text.clone()).collect()
        };
        for amount in ["1,000kr", "1,000 kr", "\"1,000kr\"", "\"1,000 kr\""] {
            assert_eq!(words(&format!("buy_in {amount} now")), ["buy_in", "$1,000", "now"], "{amount}");
        }
        assert_eq!(words("call_floor \"she has 5 kr\""), ["call_floor", "she has 5 kr"]);
        assert_eq!(words("wager 3 ante 5 krs"), ["wager", "3", "ante", "5", "krs"]);
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(Words::of("say \"x", 10, &Currency::dollar()).expect_err("open").span, 14..15);
        let mut words = Words::of("é sit", 100, &Currency::dollar()).expect("words");
        words.next();
        assert_eq!(words.want("x").expect("a word").span, 103..106);
        assert_eq!(words.want("a position").expect_err("missing").span, 106..106);
    }

    #[test]
    fn quotes_are_read_back() {
        for text in ["Ann", "Ann Lee", "a\"b\\c", "", "#1", "x:", "{", "é"] {
            assert_eq!(texts(&quote(text)), [text]);
        }
    }
}
