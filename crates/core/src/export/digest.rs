//! The digest of the tables, which is in every report. Equal digests mean the same rulebook.

use crate::case::files::limits::{ACCEPTED_EXTENSIONS, FILE_LIMITS};
use crate::context::Limits;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
use crate::rulebook::fields::records::{ADDRESS, PERSON, VEHICLE};
use crate::rulebook::lifetime::Lifetime;
use crate::rulebook::params::Severity;
use crate::rulebook::rules::SPECIALTY_CARRIER_FEE_USD;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::{
    CASE_TYPE, COMMERCIAL_PREFIXES, EXTENSIBLE, PERSONAL_PREFIXES, STATES, UNUSUAL_STATES,
};
use crate::service::lifecycle::table::transitions;
use crate::service::record_schema::Shape;
use crate::service::requests::table::endpoints;
use std::fmt::Debug;

/// A table with its name.
type Table<'t> = (&'static str, &'t dyn Debug);

/// Calls a function with every table that affects a verdict or an answer. A new table must be added
/// to this list. Tables of texts do not belong here.
fn with_tables<T>(give: impl FnOnce(&mut [Table<'_>]) -> T) -> T {
    let surfaces: [(Surface, Lifetime); 2] =
        [Surface::Create, Surface::Legacy].map(|surface| (surface, surface.lifetime()));
    let codes: Vec<(&str, Severity)> = Code::ALL.iter().map(|code| (code.name(), code.severity())).collect();
    // The description of a shape is a text for people.
    let plain = |shape: &'static Shape| (shape.name, shape.members);
    let results: Vec<_> = crate::service::results::table::ALL.into_iter().map(plain).collect();
    let records: Vec<_> = crate::service::records::shapes().map(plain).collect();
    give(&mut [
        ("common fields", &COMMON),
        ("policy limit fields", &POLICY_LIMIT),
        ("policy existence fields", &POLICY_EXISTENCE),
        ("person", &PERSON),
        ("vehicle", &VEHICLE),
        ("address", &ADDRESS),
        ("rules", &RULES),
        ("fee", &SPECIALTY_CARRIER_FEE_USD),
        ("products", &CASE_TYPE),
        ("words", &EXTENSIBLE),
        ("families", &(COMMERCIAL_PREFIXES, PERSONAL_PREFIXES)),
        ("states", &STATES),
        ("unusual states", &UNUSUAL_STATES),
        ("surfaces", &surfaces),
        ("limits", &Limits::default()),
        ("file limits", &FILE_LIMITS),
        ("extensions", &ACCEPTED_EXTENSIONS),
        ("transitions", &transitions()),
        ("endpoints", &endpoints()),
        ("events", &crate::service::events::table::EVENTS),
        ("results", &results),
        ("records", &records),
        ("codes", &codes),
    ])
}

/// Returns the digest of tables.
fn digest(tables: &[Table<'_>]) -> u64 {
    fnv(&format!("{tables:?}"))
}

/// Returns the digest of the tables as it is in reports.
pub(crate) fn current() -> String {
    format!("{:016x}", with_tables(|tables| digest(tables)))
}

/// Returns the source file with the digests.
pub fn digest_rs() -> String {
    format!(
        "//! Written by scripts/generate; do not edit.\n\n\
         /// The digest of the tables.\n\
         pub(crate) const DIGEST: &str = \"{}\";\n\n\
         /// The digest of `kit/rules.json`.\n\
         #[cfg(feature = \"receipts\")]\n\
         pub(crate) const TABLES: &str = \"{}\";\n",
        current(),
        crate::text::sha256::digest(crate::export::rules_json().as_bytes())
    )
}

/// FNV-1a. The digest distinguishes tables; it does not protect against forgery.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::parts::{each_form_part, each_part};
    use crate::messages::{Language, en};
    use crate::rulebook::fields::{Field, FieldStatus, Kind, Replacement};
    use crate::rulebook::lifetime::{Moment, Version};
    use crate::rulebook::rules::formula::Formula;
    use crate::rulebook::rules::{Rule, Source};
    use crate::rulebook::vocabulary::WordList;

    fn now() -> u64 {
        with_tables(|tables| digest(tables))
    }

    /// Returns the digest with one table replaced.
    fn with(name: &str, table: &dyn Debug) -> u64 {
        with_tables(|tables| {
            let mut tables: Vec<Table<'_>> = tables.to_vec();
            let place = tables.iter_mut().find(|(known, _)| *known == name).unwrap();
            place.1 = table;
            digest(&tables)
        })
    }

    #[test]
    fn equal_tables_have_the_same_digest() {
        assert_eq!(now(), now());
        assert_eq!(now(), with("common fields", &COMMON.to_vec()));
        assert_eq!(now(), with("rules", &RULES.to_vec()));
        assert_eq!(current(), format!("{:016x}", now()));
    }

    #[test]
    fn every_table_counts() {
        let names: Vec<&str> = with_tables(|tables| tables.iter().map(|(name, _)| *name).collect());
        for name in names {
            assert_ne!(now(), with(name, &"another"), "{name}");
        }
    }

    #[test]
    fn every_part_of_a_field_counts() {
        let changes: [fn(&mut Field); 11] = [
            |field| field.name = "another",
            |field| field.kind = if field.kind.is_text() { Kind::Integer } else { Kind::Text },
            |field| field.is_required = !field.is_required,
            |field| {
                field.status =
                    if field.status == FieldStatus::Current { FieldStatus::ReadOnly } else { FieldStatus::Current }
            },
            |field| field.replacement = Some(&Replacement { field: "another", members: &[] }),
            |field| field.nullable = !field.nullable,
            |field| field.requirement_id = "another",
            |field| field.type_requirement_id = "another",
            |field| field.form_requirement_id = "another",
            |field| field.lifetime = Lifetime::until(Moment::Version(Version::new(9, 0, 0))),
            |field| field.string_form = Lifetime::until(Moment::Unnamed),
        ];
        let tables: [(&str, &[Field]); 6] = [
            ("common fields", COMMON),
            ("policy limit fields", POLICY_LIMIT),
            ("policy existence fields", POLICY_EXISTENCE),
            ("person", PERSON),
            ("vehicle", VEHICLE),
            ("address", ADDRESS),
        ];
        for (name, table) in tables {
            for (number, change) in changes.iter().enumerate() {
                let mut fields = table.to_vec();
                change(fields.last_mut().unwrap());
                assert_ne!(now(), with(name, &fields), "{name}, change {number}");
            }
        }
    }

    #[test]
    fn every_part_of_a_rule_counts() {
        let at = RULES.iter().position(|rule| rule.id == "pl.policyholder_named").unwrap();
        let source = |change: fn(&mut Option<u8>, &mut &'static [&'static str], &mut &'static [&'static str])| {
            let Source::Specification { mut number, mut statements, mut decisions } = RULES[at].source else {
                panic!()
            };
            change(&mut number, &mut statements, &mut decisions);
            Rule { source: Source::Specification { number, statements, decisions }, ..RULES[at].clone() }
        };
        let changed = [
            Rule { id: "another".into(), ..RULES[at].clone() },
            Rule { product: None, ..RULES[at].clone() },
            Rule { surface: Some(Surface::Legacy), ..RULES[at].clone() },
            Rule { when: vec![Formula::MasterToken].into(), ..RULES[at].clone() },
            Rule { then: RULES[at].then[1..].to_vec().into(), ..RULES[at].clone() },
            source(|number, _, _| *number = None),
            source(|_, statements, _| *statements = &statements[1..]),
            source(|_, _, decisions| *decisions = &[]),
        ];
        for (number, rule) in changed.into_iter().enumerate() {
            let mut rules = RULES.to_vec();
            rules[at] = rule;
            assert_ne!(now(), with("rules", &rules), "change {number}");
        }
    }

    #[test]
    fn words_days_and_limits_count() {
        let list = EXTENSIBLE[0];
        let changed = |list: WordList| {
            let mut lists = EXTENSIBLE;
            lists[0] = Box::leak(Box::new(list));
            with("words", &lists)
        };
        let WordList { id, open, words, requirement_id } = *list;
        assert_eq!(now(), changed(WordList { id, open, words, requirement_id }));
        assert_ne!(now(), changed(WordList { id, open, words: &words[1..], requirement_id }));
        assert_ne!(now(), changed(WordList { id, open: !open, words, requirement_id }));
        assert_ne!(now(), changed(WordList { id, open, words, requirement_id: "another" }));
        let later = Lifetime::until(Moment::Date(crate::text::date::Date::parse("2026-11-12").unwrap()));
        assert_ne!(
            now(),
            with("surfaces", &[(Surface::Create, Lifetime::OPEN), (Surface::Legacy, later)]),
            "the sunset"
        );
        let limits = Limits::default();
        assert_ne!(now(), with("limits", &Limits { depth: limits.depth + 1, ..limits }));
        assert_ne!(now(), with("fee", &"80.00"));
        let mut codes: Vec<(&str, Severity)> = Code::ALL.iter().map(|code| (code.name(), code.severity())).collect();
        assert_eq!(now(), with("codes", &codes));
        codes[0].1 = Severity::Warning;
        assert_ne!(now(), with("codes", &codes));
    }

    /// Texts for people may change without a new rulebook.
    #[test]
    fn words_for_people_are_in_no_table() {
        let tables = with_tables(|tables| format!("{tables:?}"));
        let mut messages = Vec::new();
        each_part(|_, texts| messages.extend(texts.into_iter().map(|(_, text)| text)));
        for language in Language::ALL {
            each_form_part(language, |_, texts| messages.extend(texts.into_iter().map(|(_, text)| text)));
            let labels = language.labels();
            let fields = labels.fields.iter().chain(labels.members);
            messages.extend(fields.flat_map(|words| [words.label, words.noun, words.hint]));
            messages.extend(language.catalogue().whys.iter().flat_map(|(_, whys)| whys.iter().copied()));
            messages.extend(labels.words.iter().map(|(_, label)| *label));
        }
        messages.extend(en::names::RULES.iter().flat_map(|words| [words.title, words.text]));
        // A single word may also be a name.
        for text in messages.into_iter().filter(|text| text.contains(' ')) {
            assert!(!tables.contains(text), "“{text}” is in a table");
        }
    }
}
