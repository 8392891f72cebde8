//! What a long run counted: names with whole numbers, which add up over its parts.

use std::fmt;

use crate::prove::grouped;

/// Figures in the order in which they first appeared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures(Vec<(String, u64)>);

impl Figures {
    /// Reads `name=value` words; others are ignored.
    pub(crate) fn read(text: &str) -> Figures {
        let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
        Figures(pairs.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect())
    }

    /// Adds each of them. A name that begins with `most_` keeps the largest.
    pub(crate) fn add(&mut self, other: &Figures) {
        for (name, value) in &other.0 {
            match self.0.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) if name.starts_with("most_") => *sum = (*sum).max(*value),
                Some((_, sum)) => *sum += value,
                None => self.0.push((name.clone(), *value)),
            }
        }
    }

    /// A figure; 0 if it was not counted.
    pub(crate) fn get(&self, name: &str) -> u64 {
        self.0.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value)
    }

    /// The rows of a table for a page.
    pub(crate) fn rows(&self) -> String {
        let row = |(name, value): &(String, u64)| {
            let name = name.strip_prefix("most_").unwrap_or(name).replace('_', " ");
            format!("| {name} | {} |\n", grouped(*value))
        };
        format!("| what | how many |\n|---|---:|\n{}", self.0.iter().map(row).collect::<String>())
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_add_up_and_are_read_as_they_are_written() {
        let mut figures = Figures::read("commands=1200000 accepted=7 odd x=y most_houses=33");
        figures.add(&Figures::read("accepted=3 most_houses=33 rounds=1"));
        assert_eq!(figures.to_string(), "commands=1200000 accepted=10 most_houses=33 rounds=1");
        assert_eq!(Figures::read(&figures.to_string()), figures);
        assert!(figures.rows().contains("| commands | 1,200,000 |\n| accepted | 10 |\n| houses | 33 |\n"));
        assert_eq!((figures.get("rounds"), figures.get("none")), (1, 0));
    }
}
