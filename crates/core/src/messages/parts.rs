//! The message table: the texts of each part of the library, by a key such as a code.
//!
//! `en` and `es` have one constant for each part. Here each part is a static of its own, so that a
//! wasm module contains only the parts that it uses.

use crate::messages::Language;
use crate::messages::catalogue::MessageVariant;
use crate::messages::en;
#[cfg(feature = "spanish")]
use crate::messages::es;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Params;
#[cfg(feature = "house")]
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::reasons::{AskReason, Refusal, TriggerType};
#[cfg(feature = "analysis")]
use crate::rulebook::reasons::{ChangeEffect, RuleFault};
#[cfg(feature = "house")]
use crate::rulebook::syntax_error::SyntaxError;

/// The texts by key, with `{name}` for a parameter.
type Rows<K> = &'static [(K, &'static str)];

/// The messages of a part in each language.
#[derive(Debug)]
pub(crate) struct Messages<K: 'static> {
    en: Rows<K>,
    #[cfg(feature = "spanish")]
    es: Rows<K>,
}

impl<K> Messages<K> {
    pub(crate) const fn rows(&self, language: Language) -> Rows<K> {
        match language {
            Language::English => self.en,
            #[cfg(feature = "spanish")]
            Language::Spanish => self.es,
        }
    }

    /// Returns the text of a key, or an empty text.
    pub(crate) fn text<Q>(&self, language: Language, key: Q) -> &'static str
    where
        K: PartialEq<Q>,
        Q: Copy,
    {
        self.rows(language).iter().find(|(known, _)| *known == key).map_or("", |(_, text)| text)
    }

    /// Returns the text of a key with its parameters.
    pub(crate) fn message<Q>(&self, language: Language, key: Q, params: &Params) -> String
    where
        K: PartialEq<Q>,
        Q: Copy,
    {
        language.catalogue().fill(self.text(language, key), params)
    }
}

macro_rules! parts {
    ($($(#[doc = $about:literal])+ $(#[cfg($cfg:meta)])? $module:ident::$name:ident: $key:ty,)+) => {
        $(
            $(#[doc = $about])+
            $(#[cfg($cfg)])?
            pub(crate) static $name: Messages<$key> = Messages {
                en: en::$module::$name,
                #[cfg(feature = "spanish")]
                es: es::$module::$name,
            };
        )+

        /// Calls a function with the name of each part, and its keys and texts in a language.
        #[cfg(test)]
        pub(crate) fn each_part(language: Language, mut look: impl FnMut(&str, Vec<(String, &'static str)>)) {
            $(
                $(#[cfg($cfg)])?
                {
                    let rows = $name.rows(language).iter().map(|(key, text)| (format!("{key:?}"), *text));
                    look(stringify!($name), rows.collect());
                }
            )+
        }
    };
}

parts! {
    /// The findings on a case.
    case::CASE: (Code, MessageVariant),
    /// The findings on a case, in other words for people who fill in a form.
    case::CASE_IN_FORMS: (Code, MessageVariant),
    /// The findings on files.
    files::FILES: Code,
    /// The findings on files that are sent with a case.
    files::FILES_OF_CREATE: Code,
    /// The findings on files that are appended to an existing case.
    files::FILES_OF_APPEND: Code,
    /// Values of a wrong type among files, by the expected type.
    files::FILE_TYPES: &'static str,
    /// The findings on requests.
    requests::REQUESTS: Code,
    /// Values of a wrong type in requests, by the expected type.
    requests::REQUEST_TYPES: &'static str,
    /// The losses of a migration.
    legacy::LEGACY: Code,
    /// The notes on events.
    events::EVENTS: Code,
    /// The reasons to ask the service.
    events::ASK: AskReason,
    /// The findings on the input of the lifecycle operations.
    lifecycle::LIFECYCLE: Code,
    /// The finding on a malformed fee.
    lifecycle::LIFECYCLE_FEE: Code,
    /// The refused triggers.
    lifecycle::REFUSALS: Refusal,
    /// The states in which an action is possible.
    lifecycle::ONLY_WHILE: &'static str,
    /// The labels of buttons.
    lifecycle::TRIGGERS: TriggerType,
    /// The notes on records and results.
    records::RECORDS: Code,
    /// The types of values in records, by the name in `params.expected`.
    records::RECORD_TYPES: &'static str,
    /// The findings on firm rules and waivers, besides the firm's own.
    #[cfg(feature = "house")]
    house::HOUSE: Code,
    /// The refused parts of firm rules.
    #[cfg(feature = "house")]
    house::HOUSE_REFUSALS: HouseRefusal,
    /// The syntax errors in regular expressions.
    #[cfg(feature = "house")]
    house::HOUSE_SYNTAX: SyntaxError,
    /// The faults of rules that an analysis finds.
    #[cfg(feature = "analysis")]
    analysis::RULE_FAULTS: RuleFault,
    /// The effects of changes of a context.
    #[cfg(feature = "analysis")]
    analysis::CHANGES: ChangeEffect,
    /// The conditions and requirements of firm rules, by operator.
    rules::HOUSE_SENTENCES: &'static str,
    /// The days of the week.
    rules::WEEKDAYS: &'static str,
    /// The conditions and requirements of rules on their pages, by kind.
    rules::RULE_SENTENCES: &'static str,
}

#[cfg(all(test, feature = "spanish"))]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Returns the names in a text's braces, without nouns, which a language may replace.
    fn names(text: &str) -> BTreeSet<&str> {
        let names = text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name);
        names.filter(|name| !["noun", "Noun"].contains(name)).collect()
    }

    /// A parameter in English is a fact that other languages must not omit.
    #[test]
    fn both_languages_say_the_same_things() {
        let mut english = BTreeMap::new();
        each_part(Language::English, |part, texts| {
            english.insert(part.to_owned(), texts);
        });
        each_part(Language::Spanish, |part, spanish| {
            let english = &english[part];
            assert_eq!(english.len(), spanish.len(), "{part}");
            for ((key, english), (same, spanish)) in english.iter().zip(spanish) {
                assert_eq!(*key, same, "{part} has one order");
                assert_eq!(names(english), names(spanish), "{part}: {english}");
                assert!(!english.is_empty() && !spanish.is_empty(), "{part} {key}");
                // The last sentence may be followed by another one: "Did you mean …?".
                let is_sentence = |text: &str| text.trim_end_matches("{mean}").ends_with('.');
                assert_eq!(is_sentence(english), is_sentence(spanish), "{english} {spanish}");
                let is_ours = is_sentence(english) && english.contains(' ');
                assert!(!is_ours || *english != spanish, "{part} {key}");
            }
        });
    }

    #[test]
    fn no_part_has_a_key_twice() {
        each_part(Language::English, |part, texts| {
            let keys: BTreeSet<&String> = texts.iter().map(|(key, _)| key).collect();
            assert_eq!(keys.len(), texts.len(), "{part}");
        });
    }
}
