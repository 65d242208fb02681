//! Compares the tables of the library with those of the oracle. The classes of the space come from
//! the library's tables, so that a missing field, word or code would be missing in the space too,
//! and nothing would differ.

use casegate::Product;
use casegate::fields::{COMMON, Field, FieldStatus, Kind, POLICY_EXISTENCE, POLICY_LIMIT, Words};
use casegate::vocabulary::{
    self, EXPEDITED_POLICY_EXISTENCE, EXPEDITED_POLICY_LIMIT, EXTENSIBLE, FILE_LABEL, STATES, UNUSUAL_STATES,
};
use casegate_exhaustive::oracle::formats;
use casegate_exhaustive::oracle::lines::{self, CASE_TYPES, EXPEDITED_PE, EXPEDITED_PL, Line, Remark, Type};
use std::ptr;

/// A field in both tables: its name, its type, and its rule.
fn of_library(fields: &[Field]) -> Vec<String> {
    fields
        .iter()
        .map(|Field { name, kind, is_required, status, nullable, .. }| {
            let kind = match kind {
                Kind::Text => "text".to_owned(),
                Kind::Emails => "addresses".to_owned(),
                Kind::Date => "a day".to_owned(),
                Kind::Boolean => "true or false".to_owned(),
                Kind::Integer => "a whole number".to_owned(),
                Kind::State { upper_case } => format!("a state, upper case: {upper_case}"),
                Kind::Word(words) => format!("one of {}", lists(*words)),
                Kind::WordArray(words) => format!("words of {}", lists(*words)),
                Kind::OneWord(words) => format!("a word or an array of one, of {}", lists(*words)),
                Kind::Record(record) => format!("{:#?}", of_library(record.fields())),
                Kind::Object => "an object".to_owned(),
            };
            let remark = match (status, is_required) {
                (FieldStatus::Ignored | FieldStatus::LegacyOnly, _) => Remark::Ignored,
                (FieldStatus::Deprecated, _) => Remark::Deprecated,
                (FieldStatus::ReadOnly, _) => Remark::Read,
                (_, true) => Remark::Required,
                (_, false) => Remark::Optional,
            };
            format!("{name}: {kind}; {remark:?}, nullable: {nullable}")
        })
        .collect()
}

/// The words for Policy Limit and for Policy Existence.
fn lists(words: Words) -> String {
    let [limit, existence] = [Product::PolicyLimit, Product::PolicyExistence].map(|product| words.of(Some(product)));
    listed(limit.open, limit.words, existence.words)
}

fn listed(open: bool, limit: &[&str], existence: &[&str]) -> String {
    format!("{limit:?} or {existence:?}, more: {open}")
}

fn of_reading(lines: &[Line]) -> Vec<String> {
    lines
        .iter()
        .map(|Line(name, kind, remark)| {
            let kind = match kind {
                Type::Text => "text".to_owned(),
                Type::Emails => "addresses".to_owned(),
                Type::Date => "a day".to_owned(),
                Type::Boolean => "true or false".to_owned(),
                Type::Integer => "a whole number".to_owned(),
                Type::State { upper_case } => format!("a state, upper case: {upper_case}"),
                Type::SelectsTheProduct => format!("one of {}", listed(false, CASE_TYPES, CASE_TYPES)),
                Type::ExpeditedRequest => format!("one of {}", listed(false, EXPEDITED_PL, EXPEDITED_PE)),
                Type::ClosedWords(words) => format!("words of {}", listed(false, words, words)),
                Type::OpenWords(words) => format!("words of {}", listed(true, words, words)),
                Type::OneOpenWord(words) => format!("a word or an array of one, of {}", listed(true, words, words)),
                Type::Record(members) => format!("{:#?}", of_reading(members)),
                Type::Object => "an object".to_owned(),
            };
            // "May also be null."
            format!("{name}: {kind}; {remark:?}, nullable: {}", *name == "expedited_request")
        })
        .collect()
}

#[test]
fn the_fields_and_their_words_are_those_of_the_second_reading() {
    assert_eq!(of_library(COMMON), of_reading(lines::COMMON));
    assert_eq!(of_library(POLICY_LIMIT), of_reading(lines::POLICY_LIMIT));
    assert_eq!(of_library(POLICY_EXISTENCE), of_reading(lines::POLICY_EXISTENCE));
    assert_eq!(EXPEDITED_POLICY_LIMIT.open, EXPEDITED_POLICY_EXISTENCE.open);
}

/// Every list must belong to a field, or it would be compared with nothing.
#[test]
fn every_list_of_words_is_one_of_a_field() {
    let lists: Vec<_> = COMMON
        .iter()
        .chain(POLICY_LIMIT)
        .chain(POLICY_EXISTENCE)
        .filter_map(|field| field.kind.words())
        .flat_map(|words| Product::ALL.map(|product| words.of(Some(product))))
        .collect();
    for list in EXTENSIBLE {
        let is_held = lists.iter().any(|known| ptr::eq(*known, list));
        // Files have labels, and no class here.
        assert_ne!(is_held, ptr::eq(list, &raw const FILE_LABEL), "{}", list.id);
    }
}

#[test]
fn the_codes_and_prefixes_are_those_of_the_second_reading() {
    let sorted = |mut codes: Vec<&'static str>| {
        codes.sort_unstable();
        codes
    };
    let read = |codes: &'static str| sorted(codes.split_whitespace().collect());
    assert_eq!(sorted(STATES.to_vec()), read(formats::STATES));
    assert_eq!(sorted(UNUSUAL_STATES.to_vec()), read(formats::UNUSUAL));
    assert_eq!(vocabulary::COMMERCIAL_PREFIXES, lines::COMMERCIAL_PREFIXES);
    assert_eq!(vocabulary::PERSONAL_PREFIXES, lines::PERSONAL_PREFIXES);
}
