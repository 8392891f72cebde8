//! The values that are written as text in a fixed form: amounts, shares, payments, clauses.

use serde_json::{Map, Value, json};

/// A value that is written as text.
pub(super) struct TextForm {
    /// The type that reads it.
    pub(super) type_name: &'static str,
    /// What it is called in the reference.
    pub(super) title: &'static str,
    /// The heading of the reference that explains it.
    pub(super) anchor: &'static str,
    /// How it looks; the reader itself checks more.
    pub(super) pattern: &'static str,
    /// Examples.
    pub(super) examples: &'static [&'static str],
}

/// Every value that is written as text.
pub(super) const FORMS: [TextForm; 5] = [
    TextForm {
        type_name: "Cents",
        title: "an amount",
        anchor: "amounts-shares-payments-and-hands",
        pattern: r"^([^0-9\s.,%-]{1,4} ?[0-9]+(,[0-9]{3})*(\.[0-9]{2})?|[0-9]+(,[0-9]{3})*(\.[0-9]{2})? ?[^0-9\s.,%-]{1,4})$",
        examples: &["$5", "$2.50", "$1,000"],
    },
    TextForm {
        type_name: "Share",
        title: "a share",
        anchor: "amounts-shares-payments-and-hands",
        pattern: r"^[0-9]{1,4}(\.[0-9]{1,4})?\s*%$",
        examples: &["14%", "2.5%"],
    },
    TextForm {
        type_name: "Pays",
        title: "a payment",
        anchor: "amounts-shares-payments-and-hands",
        pattern: r"^([^0-9\s.,%-]{1,4} ?[0-9,]+(\.[0-9]{2})?|[0-9,]+(\.[0-9]{2})? ?[^0-9\s.,%-]{1,4}|[0-9,]+ (to|for) [0-9,]+|[0-9.]+\s*% of [a-z]+)$",
        examples: &["40 to 1", "500 for 1", "100% of main", "$100,000"],
    },
    TextForm {
        type_name: "Qualification",
        title: "a lowest hand",
        anchor: "amounts-shares-payments-and-hands",
        pattern: "^(none|[2-9TJQKA](-[2-9TJQKA]){0,2}|(pair|flush|straight|three)( .+)?)$",
        examples: &["Q", "Q-6-4", "pair of 8s", "none"],
    },
    TextForm {
        type_name: "ClauseId",
        title: "a clause",
        anchor: "clauses-and-readings",
        pattern: "^[A-Za-z0-9_-]+:\\S(.*\\S)?$",
        examples: &["xy:7.B(2)"],
    },
];

/// How the text of a type looks.
pub(crate) fn pattern_of(type_name: &str) -> &'static str {
    FORMS.iter().find(|form| form.type_name == type_name).map_or("", |form| form.pattern)
}

/// Writes pattern and examples into the schema's definitions.
pub(super) fn describe(defs: &mut Map<String, Value>) {
    for form in &FORMS {
        if let Some(Value::Object(def)) = defs.get_mut(form.type_name) {
            def.insert("pattern".to_owned(), form.pattern.into());
            def.insert("examples".to_owned(), json!(form.examples));
            def.insert(
                "description".to_owned(),
                format!("{}, such as {}", form.title, form.examples.join(" or ")).into(),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::ClauseId;
    use crate::money::{Cents, Share};
    use crate::paytable::Pays;
    use crate::reference::places::{all, vocabularies};
    use crate::reference::schema::described;
    use crate::rulebook::Qualification;

    #[test]
    fn every_example_is_read_by_its_type() {
        for form in &FORMS {
            for example in form.examples {
                let read = match form.type_name {
                    "Cents" => example.parse::<Cents>().is_ok(),
                    "Share" => example.parse::<Share>().is_ok(),
                    "Pays" => example.parse::<Pays>().is_ok(),
                    "Qualification" => example.parse::<Qualification>().is_ok(),
                    "ClauseId" => ClauseId::parse(example).is_some(),
                    other => panic!("{other} is not read here"),
                };
                assert!(read, "{}: {example}", form.type_name);
            }
        }
    }

    /// A new type that is written as text in a form of its own must be explained here.
    #[test]
    fn every_text_with_a_type_of_its_own_has_a_form() {
        let schema = described();
        let vocabularies = vocabularies(&schema);
        let defs = schema.get("$defs").and_then(Value::as_object).unwrap();
        for (name, def) in defs {
            let is_text = def.get("type").is_some_and(|kind| kind == "string");
            assert!(!is_text || vocabularies.contains_key(name) || def.get("pattern").is_some(), "{name}");
        }
        assert!(all(&schema).len() > 100);
    }
}
