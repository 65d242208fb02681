//! The message table: the texts of each part of the library, by a key such as a code.
//!
//! Each language has one constant for each part. Here each part is a static of its own, so that a
//! wasm module contains only the parts that it uses. A part that only developers read is English.

use crate::messages::Language;
use crate::messages::catalogue::MessageVariant;
use crate::messages::en;
#[cfg(feature = "spanish")]
use crate::messages::es;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Params;
#[cfg(feature = "firm-rules")]
use crate::rulebook::reasons::HouseRefusal;
#[cfg(feature = "firm-rules")]
use crate::rulebook::reasons::RuleFault;
use crate::rulebook::reasons::{AskReason, Refusal, TriggerType};
#[cfg(feature = "firm-rules")]
use crate::rulebook::syntax_error::SyntaxError;

/// The texts by key, with `{name}` for a parameter.
type Rows<K> = &'static [(K, &'static str)];

/// The messages of a part that only developers read.
#[derive(Debug)]
pub(crate) struct Messages<K: 'static>(Rows<K>);

impl<K> Messages<K> {
    pub(crate) const fn rows(&self) -> Rows<K> {
        self.0
    }

    /// Returns the text of a key, or an empty text.
    pub(crate) fn text<Q>(&self, key: Q) -> &'static str
    where
        K: PartialEq<Q>,
        Q: Copy,
    {
        text(self.0, key)
    }

    /// Returns the text of a key with its parameters.
    pub(crate) fn message<Q>(&self, key: Q, params: &Params) -> String
    where
        K: PartialEq<Q>,
        Q: Copy,
    {
        en::CATALOGUE.fill(self.text(key), params)
    }
}

/// The messages of a part that people who fill in a form read as well, in each language.
#[derive(Debug)]
pub(crate) struct FormMessages<K: 'static> {
    en: Rows<K>,
    #[cfg(feature = "spanish")]
    es: Rows<K>,
}

impl<K> FormMessages<K> {
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
        text(self.rows(language), key)
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

fn text<K: PartialEq<Q>, Q: Copy>(rows: Rows<K>, key: Q) -> &'static str {
    rows.iter().find(|(known, _)| *known == key).map_or("", |(_, text)| text)
}

macro_rules! parts {
    (
        developers { $($(#[doc = $about:literal])+ $(#[cfg($cfg:meta)])? $module:ident::$name:ident: $key:ty,)+ }
        forms { $($(#[doc = $form_about:literal])+ $form_module:ident::$form_name:ident: $form_key:ty,)+ }
    ) => {
        $(
            $(#[doc = $about])+
            $(#[cfg($cfg)])?
            pub(crate) static $name: Messages<$key> = Messages(en::$module::$name);
        )+
        $(
            $(#[doc = $form_about])+
            pub(crate) static $form_name: FormMessages<$form_key> = FormMessages {
                en: en::$form_module::$form_name,
                #[cfg(feature = "spanish")]
                es: es::$form_module::$form_name,
            };
        )+

        /// Calls a function with the name of each part, and its keys and texts in English.
        #[cfg(test)]
        pub(crate) fn each_part(mut look: impl FnMut(&str, Vec<(String, &'static str)>)) {
            $(
                $(#[cfg($cfg)])?
                look(stringify!($name), named($name.rows()));
            )+
            each_form_part(Language::English, look);
        }

        /// Calls a function with the name of each part for forms, and its keys and texts in a language.
        #[cfg(test)]
        pub(crate) fn each_form_part(
            language: Language,
            mut look: impl FnMut(&str, Vec<(String, &'static str)>),
        ) {
            $(look(stringify!($form_name), named($form_name.rows(language)));)+
        }
    };
}

#[cfg(test)]
fn named<K: std::fmt::Debug>(rows: Rows<K>) -> Vec<(String, &'static str)> {
    rows.iter().map(|(key, text)| (format!("{key:?}"), *text)).collect()
}

parts! {
    developers {
        /// The findings on a case.
        case::CASE: (Code, MessageVariant),
        /// The findings on the description of files.
        files::FILE_INPUTS: Code,
        /// Values of a wrong type among files, by the expected type.
        files::FILE_TYPES: &'static str,
        /// The findings on requests.
        requests::REQUESTS: Code,
        /// Values of a wrong type in requests, by the expected type.
        requests::REQUEST_TYPES: &'static str,
        /// The notes on events.
        events::EVENTS: Code,
        /// The reasons to ask the service.
        events::ASK: AskReason,
        /// The findings on the input of the lifecycle operations.
        lifecycle::LIFECYCLE: Code,
        /// The finding on a malformed fee.
        lifecycle::LIFECYCLE_FEE: Code,
        /// The notes on records and results.
        records::RECORDS: Code,
        /// The types of values in records, by the name in `params.expected`.
        records::RECORD_TYPES: &'static str,
        /// The findings on firm rules and waivers, besides the firm's own.
        #[cfg(feature = "firm-rules")]
        firm_rules::FIRM_RULES: Code,
        /// The refused parts of firm rules.
        #[cfg(feature = "firm-rules")]
        firm_rules::FIRM_REFUSALS: HouseRefusal,
        /// The syntax errors in regular expressions.
        #[cfg(feature = "firm-rules")]
        firm_rules::FIRM_SYNTAX: SyntaxError,
        /// The faults of rules that an analysis finds.
        #[cfg(feature = "firm-rules")]
        analysis::RULE_FAULTS: RuleFault,
        /// The conditions and requirements of rules, by operator.
        rules::RULE_SENTENCES: &'static str,
        /// Those that only rules of the specification have, for their pages.
        rules::PAGE_SENTENCES: &'static str,
        /// The days of the week.
        rules::WEEKDAYS: &'static str,
    }
    forms {
        /// The findings on a case, for people who fill in a form: in English those with other words than
        /// for developers, and in other languages all.
        case::CASE_IN_FORMS: (Code, MessageVariant),
        /// The findings on files.
        files::FILES: Code,
        /// The findings on files that are sent with a case.
        files::FILES_OF_CREATE: Code,
        /// The findings on files that are appended to an existing case.
        files::FILES_OF_APPEND: Code,
        /// The refused triggers: in other languages than English, those that the list of actions has.
        lifecycle::REFUSALS: Refusal,
        /// The states in which an action is possible.
        lifecycle::ONLY_WHILE: &'static str,
        /// The labels of buttons.
        lifecycle::TRIGGERS: TriggerType,
    }
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
        each_form_part(Language::English, |part, texts| {
            english.insert(part.to_owned(), texts.into_iter().collect::<BTreeMap<_, _>>());
        });
        // Where a form has no words of its own, it shows those for developers.
        let case = named(CASE.rows()).into_iter();
        let for_forms = english.remove("CASE_IN_FORMS").unwrap_or_default();
        english.insert("CASE_IN_FORMS".to_owned(), case.chain(for_forms).collect());
        each_form_part(Language::Spanish, |part, spanish| {
            let english = &english[part];
            // `actions` has the test of the other refusals.
            assert!(part == "REFUSALS" || english.len() == spanish.len(), "{part}");
            for (key, spanish) in spanish {
                let english = english[&key];
                let said: BTreeSet<&str> = names(english).into_iter().filter(|name| *name != "mean").collect();
                assert_eq!(said, names(spanish), "{part}: {english}");
                assert!(!english.is_empty() && !spanish.is_empty(), "{part} {key}");
                // The last sentence may be followed by another one: "Did you mean …?".
                let is_sentence = |text: &str| text.trim_end_matches("{mean}").ends_with('.');
                assert_eq!(is_sentence(english), is_sentence(spanish), "{english} {spanish}");
                let is_ours = is_sentence(english) && english.contains(' ');
                assert!(!is_ours || english != spanish, "{part} {key}");
            }
        });
    }

    #[test]
    fn no_part_has_a_key_twice() {
        let look = |part: &str, texts: Vec<(String, &str)>| {
            let keys: BTreeSet<&String> = texts.iter().map(|(key, _)| key).collect();
            assert_eq!(keys.len(), texts.len(), "{part}");
        };
        each_part(look);
        each_form_part(Language::Spanish, look);
    }
}
