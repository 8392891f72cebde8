//! A choice of a house: every lawful value of a rule, and every unlawful neighbour of them, each in its own house.

use anyhow::{Result, anyhow};
use rules::house::{Severity, check};
use rules::rulebook::ProgressiveRules;
use rules::rulebook::vocabulary::LinkMatch;
use rules::{Books, Wager};
use toml::{Table, Value};

use super::golden::choices::{CHOICES, PAIRS, Said, law_of, rule_at, saying, with};
use super::golden::house::{house, remove, set};
use super::neighbour;
use super::outcome::Outcome;

/// The houses of one choice.
pub(crate) struct Choice {
    /// The key of the house.
    pub(crate) key: String,
    /// The path of the rule in the book.
    pub(crate) path: String,
    /// The clauses of the rule.
    law: Vec<String>,
    /// Houses that must be accepted.
    lawful: Vec<(Value, String)>,
    /// Houses that must be refused.
    unlawful: Vec<(Value, String)>,
    /// A house that leaves the key out, and one that states the default.
    silent: Option<(String, String)>,
}

/// A house's content, regardless of wording and place.
fn house_of(text: &str, books: &Books) -> Option<String> {
    // Without its digest, which another spelling changes.
    let house = check(text, books).house?.what_if(|_| {});
    let whole = format!("{house:?}");
    let placeless = whole.split("span: ").map(|part| part.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit()));
    Some(placeless.collect())
}

impl Choice {
    /// All choices of a book.
    ///
    /// # Errors
    /// When a house cannot be made.
    pub(crate) fn all(books: &Books, code: &str) -> Result<Vec<Choice>> {
        let text = books.get(code).map_or("", |book| &*book.text);
        let book: Table = text.parse()?;
        let mut all = Vec::new();
        for (key, path) in CHOICES {
            let Some(rule) = rule_at(&book, path) else { continue };
            let house = |value: Value| -> Result<(Value, String)> {
                let house = with(code, key, path, &value).map_err(|fault| anyhow!("{code}: {key}: {fault}"))?;
                Ok((value, toml::to_string(&house)?))
            };
            let steps: Vec<&str> = path.split('.').collect();
            let (mut lawful, unlawful) = neighbour::values(&book, &steps, rule);
            if path.ends_with(".reserve") {
                // A reserve of the whole stake would leave the meter still (READING 73).
                lawful.retain(|value| value.as_str() != Some("100%"));
            }
            // An offered wager has its own section: only leaving it out can be chosen.
            let unlawful = if path.ends_with(".offered") { Vec::new() } else { unlawful };
            let law = rule.get("clauses").and_then(Value::as_array).into_iter().flatten();
            let meant = ["default", "is", "exactly"].iter().find_map(|name| rule.get(*name));
            // The book bounds the shallowest cut, and the deepest is the house's own (READING 21).
            let silent = meant.filter(|_| !path.ends_with(".offered") && path != "cut.depth").and_then(|meant| {
                let said = with(code, key, path, meant).ok()?;
                let mut silent = said.clone();
                remove(&mut silent, key).ok()?;
                Some((toml::to_string(&silent).ok()?, toml::to_string(&said).ok()?))
            });
            let mut unlawful = unlawful.into_iter().map(house).collect::<Result<Vec<_>>>()?;
            if rule.get("stated") == Some(&Value::Boolean(true))
                && let Some((_, said)) = lawful.first().map(|value| house(value.clone())).transpose()?
            {
                // What the submission must state is refused when it is left out.
                let mut unsaid: Table = said.parse()?;
                remove(&mut unsaid, key).map_err(anyhow::Error::msg)?;
                unlawful.push(("not stated".into(), toml::to_string(&unsaid)?));
            }
            all.push(Choice {
                silent,
                law: law.filter_map(Value::as_str).map(str::to_owned).collect(),
                key: key.to_owned(),
                path: path.to_owned(),
                lawful: lawful.into_iter().map(house).collect::<Result<_>>()?,
                unlawful,
            });
        }
        for (key, path, keeps, breaks) in PAIRS {
            let Some(law) = law_of(&book, key, path) else { continue };
            let house = |said: Said| -> Result<Vec<(Value, String)>> {
                let house = saying(code, said).map_err(|fault| anyhow!("{code}: {key}: {fault}"))?;
                let words: Vec<String> = said.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                Ok(vec![(words.join(", ").into(), toml::to_string(&house)?)])
            };
            all.push(Choice {
                silent: None,
                law: law.into_iter().map(str::to_owned).collect(),
                key: key.to_owned(),
                path: path.to_owned(),
                lawful: house(keeps)?,
                unlawful: house(breaks)?,
            });
        }
        for wager in [Wager::Progressive, Wager::FiveCardProgressive] {
            let Some(law) = books.get(code).and_then(|book| book.rules.progressive_rules(wager)) else { continue };
            let Some(rule) = rule_at(&book, &format!("{wager}.link_shares")) else { continue };
            // Games that may not be linked have nothing to share.
            if law.link.allows(&true) {
                all.extend(Choice::links(books, code, wager, law, rule)?);
            }
        }
        Ok(all)
    }

    /// A progressive that is linked to a game which is equal in all that they share, and to games that differ in one thing.
    fn links(books: &Books, code: &str, wager: Wager, shares: &ProgressiveRules, rule: &Table) -> Result<Vec<Choice>> {
        let mut linked = house(code).map_err(anyhow::Error::msg)?;
        let chosen = check(&toml::to_string(&linked)?, books).house.ok_or_else(|| anyhow!("{code} is no house"))?;
        let Some(terms) = chosen.progressive_terms(wager) else { return Ok(Vec::new()) };
        let posted = linked.get(wager.word()).and_then(|section| section.get("paytable")).cloned();
        let equal = Table::from_iter([
            ("name".to_owned(), "Another Game 1".into()),
            ("paytable".to_owned(), posted.unwrap_or_else(|| "".into())),
            ("stake".to_owned(), terms.stake.to_string().into()),
            ("decks".to_owned(), i64::from(chosen.cards.decks).into()),
        ]);
        let mut with = |game: Table| -> Result<(Value, String)> {
            let link = [("name".to_owned(), "A Link".into()), ("game".to_owned(), vec![game.clone()].into())];
            set(&mut linked, &format!("{wager}.link"), Table::from_iter(link).into()).map_err(anyhow::Error::msg)?;
            Ok((game.into(), toml::to_string(&linked)?))
        };
        let law: Vec<&Value> = rule.get("clauses").and_then(Value::as_array).into_iter().flatten().collect();
        let others: [(LinkMatch, Value); 3] = [
            (LinkMatch::Paytable, "another".into()),
            (LinkMatch::Stake, "$77".into()),
            (LinkMatch::Decks, Value::Integer(9)),
        ];
        let shared = |what: LinkMatch| shares.link_shares.default.iter().flatten().any(|shared| *shared == what);
        others
            .into_iter()
            .filter(|(what, _)| shared(*what))
            .map(|(what, other)| {
                let what = what.word();
                let mut unequal = equal.clone();
                unequal.insert(what.to_owned(), other);
                Ok(Choice {
                    silent: None,
                    law: law.iter().filter_map(|clause| clause.as_str()).map(str::to_owned).collect(),
                    key: format!("{wager}.link.game.{what}"),
                    path: format!("{wager}.link_shares"),
                    lawful: vec![with(equal.clone())?],
                    unlawful: vec![with(unequal)?],
                })
            })
            .collect()
    }

    /// Makes the choice in every house, and collects the findings about its key.
    pub(crate) fn make(&self, books: &Books, outcome: &mut Outcome) -> String {
        let (mut said, mut accepted) = (String::new(), true);
        for (values, lawful) in [(&self.lawful, true), (&self.unlawful, false)] {
            for (value, text) in values {
                said.push_str(&format!("{value}:"));
                let report = check(text, books);
                let about = |fault: &&rules::house::Fault| fault.severity == Severity::Error && fault.key == self.key;
                for fault in report.faults.iter().filter(about) {
                    said.push_str(&format!(" {}; {} [{}]", fault.message, fault.help, fault.cite));
                    accepted &= !lawful;
                    outcome.refused(&fault.cite);
                }
                said.push('\n');
            }
        }
        if let Some((silent, meant)) = &self.silent {
            said.push_str(if house_of(silent, books) == house_of(meant, books) { "silence means it\n" } else { "" });
        }
        if accepted {
            outcome.kept.extend(self.law.iter().cloned());
        }
        said
    }

    /// What fails under the shipped books: a lawful value that is refused, or an unlawful one that is accepted.
    pub(crate) fn wrong(&self, books: &Books) -> Vec<String> {
        let mut wrong = Vec::new();
        let refused = |text: &str| {
            let report = check(text, books);
            let about = |fault: &rules::house::Fault| fault.severity == Severity::Error && fault.key == self.key;
            report.faults.iter().any(about)
        };
        for (value, text) in &self.lawful {
            if refused(text) {
                wrong.push(format!("{} = {value} is lawful and was refused", self.key));
            }
        }
        for (value, text) in &self.unlawful {
            if !refused(text) {
                wrong.push(format!("{} = {value} is unlawful and was accepted", self.key));
            }
        }
        if let Some((silent, meant)) = &self.silent
            && let (Some(silent), Some(meant)) = (house_of(silent, books), house_of(meant, books))
            && silent != meant
        {
            wrong.push(format!("{}: silence does not mean what the book says", self.key));
        }
        wrong
    }
}
