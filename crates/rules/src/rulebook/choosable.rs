//! A rule leaves a choice only where a house has a key to choose with. Any other would be read, and one of its values
//! would hold without anybody having said so.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mending::PathStep;
use crate::house::chosen_with;

/// A rule that leaves a choice to nobody: the way to it, its place, and what was expected.
pub(super) struct ClosedChoice {
    pub(super) path: Vec<PathStep>,
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

/// Every rule and bound of a book that no house can choose from. Paytables are apart: a house chooses among them, and
/// their figures by the keys of their wager.
pub(super) fn closed_choices(root: &DeTable<'_>) -> Vec<ClosedChoice> {
    let mut found = Vec::new();
    walk(root, &mut Vec::new(), &mut found);
    found
}

fn walk<'t>(table: &'t DeTable<'_>, path: &mut Vec<&'t str>, found: &mut Vec<ClosedChoice>) {
    for (key, value) in table {
        let DeValue::Table(inner) = value.get_ref() else { continue };
        path.push(key.get_ref());
        match expected(inner) {
            Some(expected) if chosen_with(&path.join(".")).is_empty() => found.push(ClosedChoice {
                path: path.iter().map(|key| PathStep::Key((*key).to_owned())).collect(),
                span: key.span().start..value.span().end,
                message: format!("no house can choose this: expected `{expected}`"),
            }),
            Some(_) => {}
            None => walk(inner, path, found),
        }
        path.pop();
    }
}

/// How a rule that leaves more than one value would leave one; `None` where there is no choice.
fn expected(rule: &DeTable<'_>) -> Option<&'static str> {
    let figure = |key: &str| rule.get(key).map(|value: &Spanned<DeValue<'_>>| format!("{:?}", value.get_ref()));
    match (rule.contains_key("one_of"), figure("at_least"), figure("at_most")) {
        (true, ..) => Some("is"),
        (false, None, None) => None,
        (false, least, most) => (least != most).then_some("exactly"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::{MADE_UP, SHIPPED};

    fn closed(text: &str) -> Vec<String> {
        let document = DeTable::parse(text).unwrap_or_else(|fault| panic!("{fault}"));
        let name = |step: &PathStep| if let PathStep::Key(key) = step { key.clone() } else { String::new() };
        let choices = closed_choices(document.get_ref()).into_iter();
        choices.map(|choice| choice.path.iter().map(name).collect::<Vec<_>>().join(".")).collect()
    }

    #[test]
    fn every_choice_of_the_books_is_a_house_s() {
        for text in SHIPPED.iter().map(|(_, text)| *text).chain([MADE_UP]) {
            assert_eq!(closed(text), Vec::<String>::new());
        }
    }

    #[test]
    fn a_choice_that_no_house_has_a_key_for_is_found_wherever_it_stands() {
        let rules = "[showdown]\nlower = { one_of = [\"lost\", \"pushed\"], default = \"lost\" }\n\
             [progressive]\nneeds = { one_of = [\"ante\"] }\nvalidated_by = { one_of = [\"dealer\", \"supervisor\"] }\n\
             [irregularities.remedies]\nshoe_jam = { one_of = [\"void\", \"reshuffle\"] }\n\
             [fold]\nenvy = { one_of = [\"lost\", \"kept\"] }\n";
        let found =
            ["irregularities.remedies.shoe_jam", "progressive.needs", "progressive.validated_by", "showdown.lower"];
        assert_eq!(closed(rules), found);
    }
}
