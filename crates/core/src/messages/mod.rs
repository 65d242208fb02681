//! Messages for people, written from the code, the field and the rule.
//!
//! A message says what is wrong, why, and what to do. It never repeats a submitted value: these are
//! people's names and injuries. `export` has the prose of documentation pages, and `service` the
//! reasons of errors for programmers; every other text for users is here.
//!
//! A language is a folder with its grammar, its labels, and a file of texts for each part of the
//! message table ([`parts`]) that forms show. What only developers read is in `en` only. A new
//! language is a new folder, a variant of [`Language`], and a row in `Language::catalogue`,
//! `Language::labels` and [`parts`].

pub(crate) mod audience;
pub(crate) mod catalogue;
pub(crate) mod en;
#[cfg(feature = "spanish")]
pub(crate) mod es;
pub(crate) mod fill;
pub(crate) mod lifetime;
pub(crate) mod parts;

pub(crate) use catalogue::{Catalogue, Labels};

use crate::text::name::{displayed, parsed};
use serde::{Deserialize, Serialize};

/// The language of a form and its messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
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

    /// Returns the language of a tag, `en` or `es`, written exactly as in settings. Of a tag with a
    /// region, such as `es-MX`, pass the part before the hyphen in lower case.
    ///
    /// ```
    /// use casegate::Language;
    ///
    /// assert_eq!(Language::from_tag("es"), Some(Language::Spanish));
    /// assert_eq!(Language::from_tag("es-MX"), None);
    /// ```
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
}

displayed!(Language, tag);
parsed!(Language, from_tag, "language");
