//! The words of requests, by language.

use super::{Words, en, es};

/// The messages about requests.
pub(crate) static WORDS: Words = Words { en: en::requests::WORDS, es: es::requests::WORDS };

macro_rules! wrong_types {
    ($($expected:literal $name:ident,)+) => {
        /// The messages about a value of another kind than is expected.
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
