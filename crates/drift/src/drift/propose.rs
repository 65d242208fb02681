//! Proposes a context and vectors with which the rulebook would agree with the recording.

use crate::classes::names::field;
use crate::classes::represent::representative;
use crate::classes::{Class, Profile};
use crate::drift::predict::{case, is_unconfirmed};
use crate::drift::report::{DriftReport, Finding, FindingKind};
use crate::drift::settings::Settings;
use crate::drift::verdicts::{Verdict, verdict};
use crate::line::{Exchange, Line};
use crate::record::creates;
use casegate::requests::EndpointId;
use casegate::vocabulary::EXTENSIBLE;
use casegate::{Code, Product, Severity};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::ptr;

/// Proposes a context: the settings, with the confirmed words that the service accepts, and with
/// errors in place of the warnings that it refuses. A word that is still a hash is left out.
pub fn propose_context(lines: &[Line], report: &DriftReport, settings: &Settings) -> String {
    let mut context = settings.json.clone();
    for (list, word) in accepted_words(lines) {
        if let Some(words) = list_of(&mut context, list).filter(|words| !words.contains(&Value::from(word.as_str()))) {
            words.push(Value::String(word));
        }
    }
    let is_refused = |finding: &&Finding| finding.kind == FindingKind::RefusedThoughAccepted;
    for code in report.findings.iter().filter(is_refused).flat_map(|finding| &finding.codes) {
        let is_raised = |known: &&Code| {
            known.name() == code && known.severity() == Severity::Warning && **known != Code::PossibleCarrierFee
        };
        if Code::ALL.iter().any(|known| is_raised(&known)) {
            let severity = context.entry("severity").or_insert_with(|| Value::Object(Map::new()));
            severity.as_object_mut().map(|severity| severity.insert(code.clone(), Value::from("error")));
        }
    }
    pretty(&Value::Object(context))
}

/// Returns the member of a list of words in a context.
fn list_of<'m>(context: &'m mut Map<String, Value>, list: &str) -> Option<&'m mut Vec<Value>> {
    let words = context.entry("words").or_insert_with(|| Value::Object(Map::new())).as_object_mut()?;
    words.entry(list).or_insert_with(|| Value::Array(Vec::new())).as_array_mut()
}

/// Returns the words beyond the lists that the service accepted, by list.
fn accepted_words(lines: &[Line]) -> BTreeSet<(&'static str, String)> {
    let mut found = BTreeSet::new();
    for exchange in exchanges(lines).filter(|exchange| verdict(exchange.status) == Verdict::Accepted) {
        let Some(profile) = case(exchange) else { continue };
        let word_of = |name: &str| {
            profile.entries().iter().rev().find(|entry| entry.key == name).and_then(|entry| match &entry.is {
                Class::Word(word) => Product::from_case_type(word),
                _ => None,
            })
        };
        let product = word_of("case_type");
        for entry in profile.entries() {
            let Some(words) = field(&entry.key).and_then(|field| field.kind.words()) else { continue };
            let list = words.of(product);
            if !EXTENSIBLE.iter().any(|known| ptr::eq(*known, list)) {
                continue;
            }
            let elements = match &entry.is {
                Class::List(elements) => elements.as_slice(),
                one => std::slice::from_ref(one),
            };
            for class in elements.iter().filter(|class| !is_unconfirmed(class)) {
                if let Class::Word(word) = class
                    && !list.contains(word)
                {
                    found.insert((list.id, word.clone()));
                }
            }
        }
    }
    found
}

/// Proposes vectors: for each difference about a case, a case with made-up values and the verdict of
/// the service.
pub fn propose_vectors(lines: &[Line], report: &DriftReport, settings: &Settings) -> String {
    let mut cases = Vec::new();
    for finding in &report.findings {
        let ok = match finding.kind {
            FindingKind::AcceptedThoughRefused => true,
            FindingKind::RefusedThoughAccepted => false,
            _ => continue,
        };
        let Some(Line::Exchange(exchange)) = lines.get(finding.line.saturating_sub(1)) else { continue };
        let Some(profile @ Profile::Fields(_)) = case(exchange) else { continue };
        let vector = json!({
            "name": format!("{} (line {})", finding.message, finding.line),
            "context": { "today": exchange.day },
            "text": representative(profile, exchange.day),
            "expect": { "/ok": ok },
            "decisions": finding.decisions,
        });
        cases.push(vector);
    }
    let mut context = settings.json.clone();
    context.remove("today");
    pretty(&json!({
        "about": "Verdicts of the real service that differ from the rulebook",
        "call": "check_case",
        "context": context,
        "cases": cases,
    }))
}

fn exchanges(lines: &[Line]) -> impl Iterator<Item = &Exchange> {
    lines.iter().filter_map(|line| match line {
        Line::Exchange(exchange) => {
            let id = exchange.endpoint.as_deref().and_then(EndpointId::from_name);
            Some(exchange).filter(|_| id.is_some_and(creates))
        }
        Line::Event(_) => None,
    })
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
