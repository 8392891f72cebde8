//! The closed vocabularies of rulebooks and houses, by a small macro: one word in a file, one variant here; and how far two
//! words are apart.

/// Declares an enum whose variants each have one word, with `ALL`, `word()`, `Display`, `FromStr`, serde and
/// JSON schema.
macro_rules! vocabulary {
    ($(#[$meta:meta])* $vis:vis enum $name:ident ($what:literal) { $($(#[$vmeta:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
        $vis enum $name { $($(#[$vmeta])* #[schemars(rename = $word)] $variant,)+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The word that files, JSON and pages use.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::money::Malformed;
            fn from_str(text: &str) -> Result<$name, Self::Err> {
                $name::ALL.iter().copied().find(|value| value.word() == text).ok_or_else(|| {
                    let words: Vec<&str> = $name::ALL.iter().map(|value| value.word()).collect();
                    $crate::money::Malformed(format!("\"{text}\" is not {}: expected one of {}", $what, words.join(", ")))
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        $crate::money::read_as_text!($name, $what);
    };
}
pub(crate) use vocabulary;

/// The edit distance of two words.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let above = row.get(j + 1).copied().unwrap_or(usize::MAX - 1);
            let cost = diagonal + usize::from(ca != *cb);
            let best = cost.min(above + 1).min(left + 1);
            if let Some(cell) = row.get_mut(j) {
                *cell = left;
            }
            diagonal = above;
            left = best;
        }
        if let Some(cell) = row.get_mut(b.len()) {
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distance_counts_letters() {
        for (a, b, d) in
            [("stake", "stake", 0), ("stake", "stakes", 1), ("ante", "nate", 2), ("", "abc", 3), ("seed", "sead", 1)]
        {
            assert_eq!(distance(a, b), d, "{a} {b}");
            assert_eq!(distance(b, a), d, "{b} {a}");
        }
    }
}
