//! The texts of a language contain no words of another.

use super::{KINDS, ProblemKind, TEXTS, Text, shared};
use casegate::Language;
use std::collections::BTreeSet;

fn texts() -> impl Iterator<Item = &'static Text> {
    let details = kinds().filter_map(|kind| kind.occurrence.as_ref().map(|(_, detail)| detail));
    TEXTS.iter().chain(shared::TEXTS).copied().chain(details)
}

/// The stand-in's own kinds of problems, and those of every server.
fn kinds() -> impl Iterator<Item = &'static ProblemKind> {
    KINDS.iter().chain(shared::KINDS).copied()
}

/// Words that occur only in texts of the language.
const WORDS: [(Language, &[&str]); Language::ALL.len()] = [
    (
        Language::English,
        &["the", "is", "are", "of", "this", "that", "to", "and", "or", "not", "has", "was", "only", "with", "there"],
    ),
    (
        Language::Spanish,
        &["el", "la", "los", "las", "un", "una", "de", "del", "que", "se", "y", "es", "este", "su", "para", "en"],
    ),
];

/// Returns the words of a text, without code and values.
fn words(text: &str) -> BTreeSet<String> {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    prose.split(|char: char| !char.is_alphabetic()).map(str::to_lowercase).collect()
}

#[test]
fn every_text_is_in_every_language() {
    for text in texts() {
        for (at, language) in Language::ALL.into_iter().enumerate() {
            let said = text.in_language(language);
            assert!(!said.trim().is_empty());
            let others = Language::ALL.into_iter().skip(at + 1);
            for other in others {
                assert_ne!(said, text.in_language(other));
            }
            for (_, foreign) in WORDS.iter().filter(|(other, _)| *other != language) {
                let words = words(said);
                let found: Vec<_> = foreign.iter().filter(|word| words.contains(**word)).collect();
                assert!(found.is_empty(), "{language:?}: {said}: {found:?}");
            }
        }
    }
}

#[test]
fn every_language_has_the_same_places_and_code() {
    for text in texts() {
        let of = |language| {
            let said = text.in_language(language);
            let code: BTreeSet<&str> = said.split('`').skip(1).step_by(2).collect();
            (said.matches("{}").count(), code)
        };
        for language in Language::ALL {
            assert_eq!(of(language), of(Language::English), "{}", text.in_language(language));
        }
    }
}

#[test]
fn sentences_end() {
    for kind in kinds() {
        let Some((code, detail)) = &kind.occurrence else { continue };
        for language in Language::ALL {
            let (title, detail) = (kind.title.in_language(language), detail.in_language(language));
            assert!(!title.ends_with('.') && detail.ends_with('.'), "{code}: {title}: {detail}");
        }
    }
}
