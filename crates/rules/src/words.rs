//! A small macro for the closed vocabularies of rulebooks and houses: one word in a file, one variant here.

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
