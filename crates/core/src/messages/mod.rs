//! Messages for people, written from the code, the field and the rule.
//!
//! A message says what is wrong, why, and what to do. It never repeats a submitted value: these are
//! people's names and injuries. `export` has the prose of documentation pages, and `service` the
//! reasons of errors for programmers; every other text for users is here.
//!
//! A language is a folder of tables that make one [`Catalogue`]. Its grammar is known only there. A
//! new language is a new folder, a variant of [`Language`], and a row in `Language::catalogue` and
//! `Language::labels`.

pub(crate) mod catalogue;
pub(crate) mod en;
#[cfg_attr(not(feature = "spanish"), expect(dead_code, reason = "tables that hold both languages use a part of it"))]
pub(crate) mod es;
pub(crate) mod files;
pub(crate) mod fill;
pub(crate) mod legacy;
pub(crate) mod lifetime;
pub(crate) mod requests;

pub(crate) use catalogue::{Catalogue, Labels};

use crate::rulebook::codes::Code;
use crate::rulebook::params::Params;
use serde::Serialize;

/// The language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Language {
    /// English, `en`.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish, `es`.
    #[cfg(feature = "spanish")]
    #[serde(rename = "es")]
    Spanish,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; if cfg!(feature = "spanish") { 2 } else { 1 }] = [
        Language::English,
        #[cfg(feature = "spanish")]
        Language::Spanish,
    ];

    /// Returns the language tag.
    ///
    /// ```
    /// assert_eq!(casegate::Language::Spanish.tag(), "es");
    /// ```
    pub const fn tag(self) -> &'static str {
        self.catalogue().tag
    }

    /// Returns the language of a tag, such as `es`.
    pub fn from_tag(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    pub(crate) const fn catalogue(self) -> &'static Catalogue {
        match self {
            Language::English => &en::CATALOGUE,
            #[cfg(feature = "spanish")]
            Language::Spanish => &es::CATALOGUE,
        }
    }

    pub(crate) const fn labels(self) -> &'static Labels {
        match self {
            Language::English => &en::LABELS,
            #[cfg(feature = "spanish")]
            Language::Spanish => &es::LABELS,
        }
    }

    /// Returns the value of this language.
    #[cfg_attr(
        not(feature = "spanish"),
        expect(
            unused_variables,
            clippy::needless_pass_by_value,
            reason = "without the feature no language is Spanish"
        )
    )]
    pub(crate) fn pick<T>(self, english: T, spanish: T) -> T {
        match self {
            Language::English => english,
            #[cfg(feature = "spanish")]
            Language::Spanish => spanish,
        }
    }
}

/// The messages of one part of the rulebook in each language: a text for each code, with `{name}`
/// for a parameter.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) en: &'static [(Code, &'static str)],
    pub(crate) es: &'static [(Code, &'static str)],
}

impl Words {
    pub(crate) fn message(&self, language: Language, code: Code, params: &Params) -> String {
        let text =
            language.pick(self.en, self.es).iter().find(|(known, _)| *known == code).map_or("", |(_, text)| text);
        language.catalogue().fill(text, params)
    }
}
