//! The messages about requests, by language.

use crate::messages::{Words, en, es};

/// The messages about requests.
pub(crate) static WORDS: Words = Words { en: en::requests::WORDS, es: es::requests::WORDS };

macro_rules! wrong_types {
    ($($expected:literal $name:ident,)+) => {
        /// Returns the message about a value of a wrong type.
        pub(crate) fn wrong_type(expected: &str) -> &'static Words {
            match expected {
                $($expected => {
                    static WORDS: Words = Words { en: en::requests::$name, es: es::requests::$name };
                    &WORDS
                })+
                _ => &self::WORDS,
            }
        }
    };
}

wrong_types! {
    "string" TEXT_WANTED,
    "file" FILE_WANTED,
    "integer" NUMBER_WANTED,
    "array_of_integers" NUMBERS_WANTED,
    "json_text" JSON_TEXT_WANTED,
    "array" LIST_WANTED,
    "object" FIELDS_WANTED,
}

#[cfg(test)]
mod tests {
    use super::{WORDS, wrong_type};
    use crate::messages::{Words, legacy};
    use std::collections::BTreeSet;

    /// The names in a text's braces.
    fn names(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn both_languages_say_the_same_things() {
        let kinds = ["string", "file", "integer", "array_of_integers", "json_text", "array", "object"];
        let tables: Vec<&Words> = [&WORDS, &legacy::WORDS].into_iter().chain(kinds.map(wrong_type)).collect();
        for words in tables {
            assert_eq!(words.en.len(), words.es.len());
            for ((code, english), (same, spanish)) in words.en.iter().zip(words.es) {
                assert_eq!(code, same, "the tables have one order");
                assert_eq!(names(english), names(spanish), "{english}");
                // The last sentence may be followed by another one: "Did you mean …?".
                let is_sentence = |text: &str| text.trim_end_matches("{mean}").ends_with('.');
                assert!(is_sentence(english) && is_sentence(spanish), "{english} {spanish}");
                assert!(english != spanish);
            }
        }
    }
}
