//! All languages have equivalent texts.

use crate::messages::Language;
use crate::messages::catalogue::*;
use crate::messages::parts::{CASE, CASE_IN_FORMS};
use std::collections::BTreeSet;
use std::fmt::Debug;

fn keys<K: Ord + Debug + Copy, T>(rows: &[T], key: impl Fn(&T) -> K) -> BTreeSet<K> {
    let keys: BTreeSet<K> = rows.iter().map(&key).collect();
    assert_eq!(keys.len(), rows.len(), "a key twice in {keys:?}");
    keys
}

#[test]
fn all_languages_have_the_same_rows() {
    let english = Language::English.catalogue();
    for language in Language::ALL {
        let other = language.catalogue();
        let (labels, other_labels) = (Language::English.labels(), language.labels());
        for (table, other_table) in [(labels.fields, other_labels.fields), (labels.members, other_labels.members)] {
            assert_eq!(keys(table, |row| row.name), keys(other_table, |row| row.name), "{language:?}");
        }
        for row in labels.fields {
            assert_eq!(other.field(row.name), other_labels.field(row.name).noun);
        }
        for row in labels.members {
            assert_eq!(other.member(row.name), other_labels.member(row.name).noun);
        }
        assert_eq!(keys(labels.words, |row| row.0), keys(other_labels.words, |row| row.0), "{language:?}");
        let owners = |of: &Catalogue| keys(of.grammar.owners, |row| row.0);
        assert_eq!(owners(english), owners(other), "{language:?}");
    }
}

#[test]
fn rows_have_words_where_english_has() {
    for language in Language::ALL {
        let labels = language.labels();
        for row in Language::English.labels().fields {
            let words = labels.field(row.name);
            assert!(!words.label.is_empty() && !words.noun.is_empty(), "{language:?} {}", row.name);
            assert_eq!(row.hint.is_empty(), words.hint.is_empty(), "{language:?} {}", row.name);
            assert_eq!(row.label.ends_with('?'), words.label.ends_with('?'), "{language:?} {}", row.name);
        }
        for row in Language::English.labels().members {
            let words = labels.member(row.name);
            assert!(!words.label.is_empty() && !words.noun.is_empty(), "{language:?} {}", row.name);
            assert_eq!(row.hint.is_empty(), words.hint.is_empty(), "{language:?} {}", row.name);
        }
        for (id, whys) in Language::English.catalogue().whys {
            for clause in 0..=whys.len() {
                let why = language.catalogue().why(id, clause);
                assert_eq!(why.is_some(), clause < whys.len(), "{language:?} {id}");
            }
        }
    }
}

/// Contractions are applied repeatedly, which must end.
#[test]
fn no_contraction_makes_another() {
    for language in Language::ALL {
        for (two, one) in language.catalogue().grammar.contractions {
            assert!(!two.is_empty() && !one.contains(two) && one.len() < two.len(), "{language:?} {two}");
        }
    }
}

/// Some lookups have only the name, so fields and members must not share one.
#[test]
fn no_member_has_the_name_of_a_field() {
    let labels = Language::English.labels();
    for member in labels.members {
        assert!(labels.field(member.name).name.is_empty(), "{}", member.name);
    }
}

/// [`crate::messages::fill::MessageContext::message`] expects the default variant first.
#[test]
fn the_plain_form_is_the_first_of_each_code() {
    for language in Language::ALL {
        let mut before = None;
        let rows = if language == Language::English { CASE.rows() } else { CASE_IN_FORMS.rows(language) };
        for ((code, form), text) in rows {
            assert_eq!(*form == MessageVariant::Plain, before != Some(*code), "{language:?} {code:?} {form:?}");
            assert!(!text.is_empty());
            before = Some(*code);
        }
    }
}

/// Labels and hints, which forms show and messages do not contain, and reasons.
#[test]
fn what_forms_show_is_in_the_language() {
    const ENGLISH: [&str; 16] = [
        "the", "of", "is", "are", "when", "with", "which", "must", "for", "your", "name", "given", "and", "or", "not",
        "only",
    ];
    const NOT_SAID: [&str; 10] = [
        "válido",
        "inválido",
        "favor",
        "requerido",
        "obligatorio",
        "prohibido",
        "error",
        "cadena",
        "booleano",
        "objeto",
    ];
    let labels = Language::Spanish.labels();
    let shown = labels.fields.iter().chain(labels.members).flat_map(|row| [row.label, row.noun, row.hint]);
    let whys = Language::Spanish.catalogue().whys.iter().flat_map(|(_, whys)| whys.iter().copied());
    for text in shown.chain(whys).chain(labels.words.iter().map(|(_, label)| *label)) {
        let lower = text.to_lowercase();
        for word in lower.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
            assert!(!ENGLISH.contains(&word) && !NOT_SAID.contains(&word), "“{text}” says {word}");
        }
        assert_eq!(text.matches('¿').count(), text.matches('?').count(), "“{text}”");
    }
    for row in labels.fields.iter().filter(|row| !row.hint.is_empty()) {
        assert!(row.hint.ends_with('.'), "{}", row.name);
    }
}
