//! The data about rules that a page shows and the library does not return: conditions and
//! requirements as sentences, findings, and cases.

use crate::case::explain::{self, Explanation};
use crate::case::rule_sentences::{formula, requirement};
use crate::export::json::{list, object, pretty, text, words};
use crate::export::pages::Names;
use crate::export::pages::examples::VectorFile;
use crate::export::pages::examples::{Judged, bases, judged};
use crate::export::pages::{codes, messages_of};
use crate::rulebook::codes::Code;
use crate::rulebook::rules::Rule;
use crate::rulebook::rules::table::specification;
use crate::text::json::document::{Document, Members};
use std::collections::BTreeSet;

/// Returns the clauses, codes and cases of every rule as JSON, and the sentence of each source, without
/// the answers of `explain`.
pub fn rule_cases_json(vectors: &[VectorFile]) -> String {
    let mut used = Vec::new();
    let rules: Vec<Document> = specification().map(|rows| about(rows, vectors, &mut used)).collect();
    let known = bases(vectors);
    let bases = used.iter().filter_map(|base| Some((base.as_str(), known.as_ref()?.get(base)?.clone())));
    let of_rule = |rule: Explanation| [&rule.requirement_ids, rule.decisions].concat();
    let sources: BTreeSet<&str> = explain::rules().into_iter().flat_map(of_rule).collect();
    let sentences = sources.into_iter().filter_map(|id| Some((id, text(crate::export::requirement(id)?))));
    pretty(&object([
        ("written_by", text("scripts/generate; do not edit")),
        ("context", object([("today", text("2026-03-01"))])),
        ("bases", object(bases)),
        ("rules", list(rules)),
        ("sentences", object(sentences)),
    ]))
}

fn about(rows: &[Rule], vectors: &[VectorFile], bases: &mut Vec<String>) -> Document {
    let id = rows.first().map_or("", |row| &row.id);
    let cases = judged(id, vectors);
    let codes = codes(rows).into_iter().map(|code| finding(code, &cases));
    let mut members = vec![("id", text(id))];
    members.extend(rows.iter().find_map(|row| row.surface).map(|surface| ("surface", text(surface.name()))));
    members.push(("clauses", list(rows.iter().map(clause))));
    members.push(("codes", list(codes)));
    for case in &cases {
        if !bases.contains(&case.base) {
            bases.push(case.base.clone());
        }
    }
    members.extend(cases.first().map(|case| ("file", text(case.file.clone()))));
    members.push(("cases", list(cases.into_iter().map(example))));
    object(members)
}

fn clause(row: &Rule) -> Document {
    let then = row.then.iter().zip(row.statements()).map(|(then, statement)| {
        object([("says", text(requirement::<Names>(then))), ("requirement_id", text(*statement))])
    });
    object([("when", list(row.when.iter().map(|when| text(formula::<Names>(when))))), ("then", list(then))])
}

fn finding(code: Code, examples: &[Judged]) -> Document {
    let messages = words(messages_of(code, examples));
    object([("code", text(code.name())), ("severity", text(code.severity().name())), ("messages", messages)])
}

fn example(case: Judged) -> Document {
    let found = case.found.iter().map(|found| {
        object([
            ("code", text(found.code.name())),
            ("severity", text(found.severity.name())),
            ("at", text(found.at.as_str())),
        ])
    });
    let mut members =
        vec![("name", text(case.name)), ("fires", Document::Boolean(case.fires)), ("base", text(case.base))];
    for (name, value) in case.changed {
        members.push((if name == "remove" { "remove" } else { "set" }, value));
    }
    members.extend(some(case.context).map(|context| ("context", context)));
    members.push(("found", list(found)));
    object(members)
}

fn some(members: Members) -> Option<Document> {
    (!members.is_empty()).then_some(Document::Object(members))
}
