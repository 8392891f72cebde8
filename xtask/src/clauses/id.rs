//! Finding clause ids in any text: a rulebook's code, a colon, and the number as its document prints it.
//!
//! Ids look like `md14:11.C(2)#1`, `ma:13(e)[Table 1/akq-spades]`, `tribal:preamble#1` or `sd:(16)(a)(iii)#2`.

use super::list::ClauseLists;

/// An id found in a text, and whether the clause lists contain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Citation {
    pub(crate) id: String,
    /// The byte of the text at which the id starts.
    pub(crate) at: usize,
    pub(crate) known: bool,
}

/// Every clause id that the text cites, in order.
pub(crate) fn citations(text: &str, lists: &ClauseLists) -> Vec<Citation> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(offset) = text[from..].find(':') {
        let colon = from + offset;
        from = colon + 1;
        let Some(start) = code_before(text, colon, lists) else {
            continue;
        };
        let number = number_len(&text[colon + 1..]);
        if number == 0 {
            continue;
        }
        from = colon + 1 + number;
        let id = &text[start..from];
        found.push(Citation { id: id.to_owned(), at: start, known: lists.contains(id) });
    }
    found
}

/// Where the rulebook's code that ends at the colon starts, if one does and no word runs into it.
fn code_before(text: &str, colon: usize, lists: &ClauseLists) -> Option<usize> {
    let head = &text[..colon];
    let word = head.rfind(|c: char| !is_word(c)).map_or(0, |at| {
        let before = head[at..].chars().next().map_or(1, char::len_utf8);
        at + before
    });
    lists.codes().any(|code| code == &head[word..]).then_some(word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the clause number at the start of the text: letters and digits, a dot or a number sign before one
/// of those, groups in round brackets, and groups in square brackets which may hold spaces, slashes and hyphens.
/// What is left over, such as a full stop or a bracket that was opened before the id, belongs to the sentence.
fn number_len(rest: &str) -> usize {
    if !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '(') {
        return 0;
    }
    let mut at = 0;
    while let Some(c) = rest[at..].chars().next() {
        let step = match c {
            '(' => group_len(&rest[at..], ')', |c| c.is_ascii_alphanumeric()),
            '[' => group_len(&rest[at..], ']', |c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '/' | '-' | '.')),
            '.' | '#' => rest[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric()).then_some(1),
            c if c.is_ascii_alphanumeric() => Some(1),
            _ => None,
        };
        match step {
            Some(step) => at += step,
            None => break,
        }
    }
    at
}

/// The length of a bracketed group that closes and is not empty.
fn group_len(rest: &str, close: char, inside: impl Fn(char) -> bool) -> Option<usize> {
    let body = rest[1..].find(|c| !inside(c))?;
    (body > 0 && rest[1 + body..].starts_with(close)).then_some(body + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 14] = [
        "md14:11.C(1)",
        "md14:11.C(2)#1",
        "md2014:03.B(3)[1]",
        "md2014:12.F(2)[struck](a)",
        "ma:13(e)[Table 1/akq-spades]",
        "ma:13(g)[1][PTMGL01/envy royal-flush]",
        "ma:1#ante",
        "ma:13(d)",
        "ma:13(d)a",
        "tribal:(k)(1)(iii)(A)[alternative/straight]",
        "tribal:preamble#1",
        "sd:(intro)",
        "sd:(16)(a)(iii)#2",
        "sd:(13)",
    ];

    fn lists() -> ClauseLists {
        ClauseLists::of_ids(&IDS)
    }

    fn known(text: &str) -> Vec<String> {
        let found = citations(text, &lists());
        assert!(found.iter().all(|citation| citation.known), "{found:?}");
        found.into_iter().map(|citation| citation.id).collect()
    }

    fn unknown(text: &str) -> Vec<String> {
        let found = citations(text, &lists());
        found.into_iter().filter(|citation| !citation.known).map(|citation| citation.id).collect()
    }

    #[test]
    fn every_shape_of_id_is_read_whole() {
        for id in IDS {
            assert_eq!(known(id), [id]);
            assert_eq!(known(&format!("see `{id}`, and ({id}); [\"{id}\"] or {id}.")), [id; 4]);
        }
    }

    #[test]
    fn places_are_those_of_the_code() {
        let found = citations("é sd:(13)", &lists());
        assert_eq!(found, [Citation { id: "sd:(13)".into(), at: 3, known: true }]);
    }

    #[test]
    fn a_code_inside_a_word_is_none() {
        assert!(known("xmd14:11.C(1) comma:13(d) _sd:(13) 9sd:(13) ésd:(13)").is_empty());
    }

    #[test]
    fn a_colon_alone_is_no_citation() {
        assert!(known("ma: 13(d), sd::path, tribal:, md14:\nma:\"x\" ma:[1] ma:-1 ma").is_empty());
    }

    #[test]
    fn codes_not_in_the_lists_are_no_rulebooks() {
        assert!(known("http:11.C(2) zz:1(a)").is_empty());
    }

    #[test]
    fn trailing_punctuation_belongs_to_the_sentence() {
        assert_eq!(known("(see md14:11.C(1))."), ["md14:11.C(1)"]);
        assert_eq!(known("md14:11.C(1)...sd:(13);"), ["md14:11.C(1)", "sd:(13)"]);
        assert_eq!(known("[md14:11.C(1)](page.md)"), ["md14:11.C(1)"]);
        assert_eq!(known("md14:11.C(1)-(3)"), ["md14:11.C(1)"]);
        assert_eq!(known("md14:11.C(1)[\n"), ["md14:11.C(1)"]);
        assert_eq!(known("md14:11.C(1)()"), ["md14:11.C(1)"]);
    }

    #[test]
    fn a_longer_id_wins_over_the_one_it_starts_with() {
        assert_eq!(known("ma:13(d)a ma:13(d) a"), ["ma:13(d)a", "ma:13(d)"]);
    }

    #[test]
    fn an_id_that_goes_on_past_a_known_one_is_unknown() {
        let beyond = "md14:11.C(1)".to_owned() + "(z)";
        assert_eq!(unknown(&beyond), [beyond.as_str()]);
        let beyond = "sd:(13)".to_owned() + "#9,";
        assert_eq!(unknown(&beyond), [beyond.trim_end_matches(',')]);
        let other = "ma:".to_owned() + "99[Table 1/none].";
        assert_eq!(unknown(&other), [other.trim_end_matches('.')]);
    }

    #[test]
    fn two_ids_side_by_side_are_both_read() {
        assert_eq!(known("md14:11.C(1),ma:13(d)a/sd:(13)"), ["md14:11.C(1)", "ma:13(d)a", "sd:(13)"]);
    }
}
