//! The schemas accept payloads in which the rulebook finds no error, and no others.

use crate::support;
use boon::{Compiler, SchemaIndex, Schemas};
use casegate::export::{Differs, Draft, UNSAID};
use casegate_schema_tests::{Edit, Which, bases, cases_with_numbers, edited, edits, examples};
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Each schema, compiled.
static VALIDATORS: LazyLock<Vec<(Which, Draft, Validator)>> = LazyLock::new(|| {
    let all = Which::all().flat_map(|which| Draft::ALL.map(|draft| (which, draft)));
    all.map(|(which, draft)| (which, draft, jsonschema::validator_for(&which.schema(draft)).unwrap())).collect()
});

/// The same schemas, compiled by another crate.
struct Others {
    schemas: Schemas,
    compiled: Vec<(Which, Draft, SchemaIndex)>,
}

static OTHERS: LazyLock<Others> = LazyLock::new(|| {
    let mut schemas = Schemas::new();
    let mut compiled = Vec::new();
    for (which, draft) in Which::all().flat_map(|which| Draft::ALL.map(|draft| (which, draft))) {
        let at = format!("urn:{}:{}", which.name().replace(' ', "-"), draft.name());
        let mut compiler = Compiler::new();
        compiler.add_resource(&at, which.schema(draft)).unwrap();
        compiled.push((which, draft, compiler.compile(&at, &mut schemas).unwrap()));
    }
    Others { schemas, compiled }
});

static EDITS: LazyLock<Vec<Edit>> = LazyLock::new(edits);

/// The verdict of a schema on a text, if a parser can read it.
fn verdict(which: Which, draft: Draft, text: &str) -> Option<bool> {
    let value: Value = serde_json::from_str(text).ok()?;
    let (_, _, validator) = VALIDATORS.iter().find(|row| (row.0, row.1) == (which, draft)).unwrap();
    Some(validator.is_valid(&value))
}

/// The verdict of the other crate.
fn other_verdict(which: Which, draft: Draft, text: &str) -> Option<bool> {
    let value: Value = serde_json::from_str(text).ok()?;
    let (_, _, index) = OTHERS.compiled.iter().find(|row| (row.0, row.1) == (which, draft)).unwrap();
    Some(OTHERS.schemas.validate(&value, *index).is_ok())
}

/// The first of some schemas that differs from the rulebook.
fn disagreement(text: &str, among: impl Fn(Which) -> bool) -> Option<String> {
    let value: Value = serde_json::from_str(text).unwrap();
    for asked in Which::all().filter(|which| !which.master && among(*which)) {
        let takes = asked.takes_as_said(text);
        for (_, draft, validator) in VALIDATORS.iter().filter(|(which, ..)| *which == asked) {
            if validator.is_valid(&value) != takes {
                return Some(format!("{}, {}: the schema says {}: {text}", asked.name(), draft.name(), !takes));
            }
        }
    }
    None
}

#[test]
fn schemas_are_of_their_drafts() {
    for which in Which::all() {
        for draft in Draft::ALL {
            let schema = which.schema(draft);
            assert!(jsonschema::meta::is_valid(&schema), "{} {}", which.name(), draft.name());
        }
    }
}

#[test]
fn every_edit_of_one_place_is_judged_alike() {
    for base in bases() {
        let own = |which: Which| which.on_a_day && base["case_type"] == which.product.case_type();
        for edit in &*EDITS {
            // A schema of the other product reads only the word for the product.
            let among = |which| own(which) || edit.at == "/case_type";
            let Some(text) = edited(&base, [edit]) else { continue };
            assert_eq!(disagreement(&text, among), None, "at {}", edit.at);
        }
    }
}

/// Node and Python judge the same texts.
#[test]
fn every_number_in_every_place_is_judged_alike() {
    let mut counts = [0; 2];
    for (product, text) in cases_with_numbers() {
        let which = Which { product, on_a_day: true, master: false, firm: false };
        let takes = which.takes_as_said(&text);
        for draft in Draft::ALL {
            let verdicts = [verdict(which, draft, &text), other_verdict(which, draft, &text)];
            // serde_json reads no number beyond doubles.
            let expected = (!text.contains("1e400")).then_some(takes);
            assert_eq!(verdicts, [expected; 2], "{}: {text}", draft.name());
        }
        counts[usize::from(takes)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(1_000)))]

    #[test]
    fn edits_of_several_places_are_judged_alike(
        base in prop::sample::select(bases()),
        edits in prop::collection::vec(prop::sample::select(edits()), 2..6),
    ) {
        if let Some(text) = edited(&base, &edits) {
            prop_assert_eq!(disagreement(&text, |_| true), None);
        }
    }
}

/// Settings on which no verdict depends, or for which there is a schema.
const HARMLESS: [&str; 6] = ["today", "include", "token_name", "financing_enrolled", "credential", "language"];

#[test]
fn every_vector_of_such_a_host_is_judged_alike() {
    let mut judged = 0;
    for vector in support::all().into_iter().filter(|vector| vector.call.is("check_case")) {
        let context: Map<String, Value> = serde_json::from_str(&vector.context).unwrap();
        let is_usable = casegate::Context::from_json(&vector.context).is_ok();
        if !is_usable
            || context["today"] != "2026-03-01"
            || context.keys().any(|name| !HARMLESS.contains(&name.as_str()))
        {
            continue;
        }
        let master = context.get("credential").is_some_and(|credential| credential == "master");
        for which in Which::all().filter(|which| which.on_a_day && which.master == master && !which.firm) {
            for draft in Draft::ALL {
                let (says, takes) =
                    (verdict(which, draft, &vector.payload), which.takes(&vector.payload, &vector.context));
                judged += usize::from(says.is_some());
                let other = other_verdict(which, draft, &vector.payload);
                assert_eq!(
                    other,
                    says,
                    "boon, {} {}: {}: {}",
                    which.name(),
                    draft.name(),
                    vector.file,
                    vector.case.name
                );
                if says.is_none_or(|says| says == takes) {
                    continue;
                }
                assert!(is_known(&vector), "{} {}: {}: {}", which.name(), draft.name(), vector.file, vector.case.name);
            }
        }
    }
    assert!(judged > 1_000, "only {judged} verdicts were compared");
}

/// Vectors about unsaid conditions.
fn is_known(vector: &support::Vector) -> bool {
    vector.payload.len() > 1 << 20 || ["depth", "deep"].iter().any(|word| vector.case.name.contains(word))
}

#[test]
fn what_is_unsaid_is_seen_to_differ() {
    let examples = examples();
    for row in &UNSAID {
        let mut seen = (false, false);
        let mut reported = 0;
        for example in examples.iter().filter(|example| example.unsaid == row.id) {
            let takes = example.which.takes(&example.text, &example.context);
            for draft in Draft::ALL {
                reported += 1;
                // A parser that rejects the text refuses it before any schema.
                match (verdict(example.which, draft, &example.text).unwrap_or(row.id == "text"), takes) {
                    (true, false) => seen.0 = true,
                    (false, true) => seen.1 = true,
                    _ => {}
                }
            }
        }
        let expected = match row.differs {
            Differs::SchemaTakes => (true, false),
            Differs::SchemaRefuses => (false, true),
            Differs::Both => (true, true),
            Differs::Never => (false, false),
        };
        assert!(reported > 0, "{} has no example", row.id);
        assert_eq!(seen, expected, "{}", row.id);
    }
    assert!(examples.iter().all(|example| UNSAID.iter().any(|row| row.id == example.unsaid)));
}
