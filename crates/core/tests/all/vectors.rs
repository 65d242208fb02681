//! The vectors: cases with their expected answers, and checks that they cover every rule and every
//! requirement.

use crate::support::{Vector, all, folder};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_vector_gets_the_answer_that_it_expects() {
    let vectors = all();
    let faults = vectors.iter().filter_map(|vector| fault(vector).map(|fault| describe(vector, &fault)));
    // The first faults show what is wrong, and more would cost time in mutation tests.
    let faults: Vec<String> = faults.take(25).collect();
    assert!(faults.is_empty(), "{} or more of {} vectors differ\n{}", faults.len(), vectors.len(), faults.join("\n"));
}

fn describe(vector: &Vector, fault: &str) -> String {
    format!("{}: {}\n    {fault}", vector.file, vector.case.name)
}

/// The difference between the answer and the expectation, if there is one.
fn fault(vector: &Vector) -> Option<String> {
    let reply: Value = serde_json::from_str(&vector.reply()).unwrap();
    let case = &vector.case;
    let found = |at: &str| reply.pointer(at).cloned().unwrap_or(Value::Null);
    if let Some((at, expected)) = case.expect.iter().find(|(at, expected)| found(at) != **expected) {
        return Some(format!("{at} is {}, expected {expected}", found(at)));
    }
    if !reply["error"].is_null() && !case.expect.keys().any(|at| at.starts_with("/error")) {
        return Some(reply.to_string());
    }
    match vector.call.0.as_str() {
        "check_case" => {
            let issues: Vec<Value> = reply["issues"].as_array().map(|issues| issues.iter().map(outline).collect())?;
            if case.issues.as_ref().is_some_and(|expected| *expected != issues) {
                return Some(format!("issues {}\n    expected {}", json!(issues), json!(case.issues)));
            }
            let refused = issues.iter().any(|issue| issue["severity"] == "error");
            if reply["ok"] != json!(!refused) {
                return Some("ok does not follow from the issues".to_owned());
            }
            for (at, params) in &case.params {
                let found = &reply["issues"][at.parse::<usize>().unwrap()]["params"];
                if let Some(fault) = missing(params, found) {
                    return Some(format!("params of issue {at}: {fault}"));
                }
            }
            for (rule, state) in &case.trace {
                let entry = reply["trace"].as_array().into_iter().flatten().find(|entry| entry["rule"] == json!(rule));
                let found = entry.map(|entry| &entry["state"]);
                if found != Some(&json!(state)) {
                    return Some(format!("trace of {rule}: {found:?}, expected {state}"));
                }
            }
            if case.prepared.as_ref().is_some_and(|expected| *expected != reply["prepared"]) {
                return Some(format!("prepared {}", reply["prepared"]));
            }
            missing(&case.facts, &reply["facts"])
        }
        "prepare_case" => {
            let prepared = case.prepared.as_ref().is_some_and(|expected| *expected != reply["prepared"]);
            let omitted = case.omitted.as_ref().is_some_and(|expected| *expected != reply["omitted"]);
            (prepared || omitted).then(|| reply.to_string())
        }
        "field_states" => case.states.iter().find_map(|(at, expected)| {
            let state = reply.as_array().into_iter().flatten().find(|state| state["at"] == json!(at));
            let Some(state) = state else { return Some(format!("no state for {at}")) };
            missing(expected, state).map(|fault| format!("{at}: {fault}"))
        }),
        "receipt" => case.rules.iter().find_map(|(id, expected)| {
            let rule = reply["rules"].as_array().into_iter().flatten().find(|rule| rule["id"] == json!(id));
            let found = rule.map(|rule| json!({ "outcome": rule["outcome"], "read": rule["read"] }));
            (found.as_ref() != Some(expected)).then(|| format!("{id}: {found:?}, expected {expected}"))
        }),
        _ => {
            if case.output.is_none() && case.expect.is_empty() {
                return Some("nothing is expected".to_owned());
            }
            if case.output.as_ref().is_some_and(|expected| *expected != reply) {
                return Some(format!("answered {reply}"));
            }
            None
        }
    }
}

/// An issue in the form of the vectors.
fn outline(issue: &Value) -> Value {
    let keys = ["code", "severity", "at", "rule"];
    Value::Object(keys.iter().filter_map(|key| Some(((*key).to_owned(), issue.get(key)?.clone()))).collect())
}

fn missing(expected: &Map<String, Value>, found: &Value) -> Option<String> {
    let differing = expected.iter().find(|(key, value)| found.get(key).unwrap_or(&Value::Null) != *value)?;
    Some(format!("{} is {:?}, expected {}", differing.0, found.get(differing.0), differing.1))
}

#[test]
fn names_are_unique_in_their_file() {
    let mut seen = BTreeSet::new();
    for vector in all() {
        assert!(seen.insert((vector.file.clone(), vector.case.name.clone())), "{}: {}", vector.file, vector.case.name);
    }
}

/// Rules that cannot have one of the four outcomes, with the reason.
fn never(rule: &str) -> &'static [&'static str] {
    match rule {
        // A fee is a fact; a rule without conditions on the payload is never blocked or not
        // applicable.
        "pl.specialty_carrier_fee" => &["violated"],
        _ => &[],
    }
}

#[test]
fn every_rule_is_seen_to_fire_and_to_hold() {
    let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for vector in all().iter().filter(|vector| vector.call.is("check_case")) {
        let mut context: Map<String, Value> = serde_json::from_str(&vector.context).unwrap();
        context.insert("include".to_owned(), json!(["trace"]));
        let reply: Value = serde_json::from_str(
            &casegate::wire::CHECK_CASE.call(&vector.payload, &Value::Object(context).to_string()),
        )
        .unwrap();
        for entry in reply["trace"].as_array().into_iter().flatten() {
            let states = seen.entry(entry["rule"].as_str().unwrap().to_owned()).or_default();
            states.insert(entry["state"].as_str().unwrap().to_owned());
        }
    }
    let mut unseen = Vec::new();
    for rule in casegate::explain::rules() {
        let states = seen.get(&*rule.id).cloned().unwrap_or_default();
        let conditional = !rule.reads.is_empty();
        let wanted = ["violated", "satisfied"]
            .into_iter()
            .chain(conditional.then_some(["not_applicable", "blocked"]).into_iter().flatten());
        for state in wanted.filter(|state| !never(&rule.id).contains(state)) {
            if !states.contains(state) {
                unseen.push(format!("{} {state}", rule.id));
            }
        }
    }
    assert!(unseen.is_empty(), "no vector shows {unseen:#?}");
}

#[test]
fn every_outcome_of_every_rule_is_on_a_receipt() {
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    // The classes of `judge/classes.rs` decide the outcome.
    let mut decided: BTreeMap<(String, String, String), String> = BTreeMap::new();
    for vector in all().iter().filter(|vector| vector.call.is("receipt")) {
        for (id, rule) in &vector.case.rules {
            let outcome = rule["outcome"].as_str().unwrap();
            seen.insert((id.clone(), outcome.to_owned()));
            let classes = (id.clone(), vector.context.clone(), rule["read"].to_string());
            let first = decided.entry(classes).or_insert_with(|| outcome.to_owned());
            assert_eq!(first, outcome, "{}: the same classes, another outcome of {id}", vector.case.name);
        }
    }
    for rule in casegate::explain::rules() {
        let wanted: &[&str] = match &*rule.id {
            "legacy.sunset" => &["violated", "satisfied"],
            "pl.specialty_carrier_fee" => &["satisfied", "blocked", "not_checked"],
            "pl.carrier_accepted" => &["violated", "satisfied", "blocked", "not_checked"],
            _ if rule.reads.is_empty() => &["violated", "satisfied", "blocked"],
            _ => &["violated", "satisfied", "blocked", "not_applicable"],
        };
        for outcome in wanted {
            assert!(seen.contains(&(rule.id.to_string(), (*outcome).to_owned())), "{}: {outcome}", rule.id);
        }
    }
}

/// The lines of a list beside the vectors.
fn lines(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn every_statement_is_named_or_cannot_be_seen() {
    let named: BTreeSet<String> = all().into_iter().flat_map(|vector| vector.case.requirement_ids).collect();
    let statements: BTreeSet<String> = lines("requirement_ids.txt").into_iter().collect();
    assert_eq!(statements.len(), 406);
    let mut unobservable = BTreeSet::new();
    for line in lines("unobservable.tsv") {
        let (requirement_id, reason) = line.split_once('\t').unwrap();
        assert!(reason.len() > 20, "{requirement_id}: why not?");
        assert!(!named.contains(requirement_id), "{requirement_id} is named by a vector");
        unobservable.insert(requirement_id.to_owned());
    }
    let strangers: Vec<&String> =
        named.union(&unobservable).filter(|requirement_id| !statements.contains(*requirement_id)).collect();
    assert!(strangers.is_empty(), "{strangers:?} are no statements");
    let unnamed: Vec<&String> = statements
        .iter()
        .filter(|requirement_id| !named.contains(*requirement_id) && !unobservable.contains(*requirement_id))
        .collect();
    assert!(unnamed.is_empty(), "no vector names {unnamed:?}");
    for rule in casegate::explain::rules() {
        for requirement_id in rule.requirement_ids {
            assert!(named.contains(requirement_id), "no vector names {requirement_id}, which {} encodes", rule.id);
        }
    }
}

#[test]
fn every_decision_is_named() {
    let named: BTreeSet<String> = all().into_iter().flat_map(|vector| vector.case.decisions).collect();
    for decision in (1..=48).map(|number| format!("D{number}")) {
        assert!(named.contains(&decision), "no vector names {decision}");
    }
}

#[test]
fn the_trace_has_the_rules_of_the_product_and_the_surface_in_order() {
    let rules = casegate::explain::rules();
    for (case_type, is_legacy) in [("pl", false), ("pe", false), ("none", false), ("pl", true), ("pe", true)] {
        let mut context = json!({"today": "2026-03-01", "include": ["trace"]});
        if is_legacy {
            context["surface"] = json!("legacy");
            context["product"] = json!(case_type);
        }
        let payload = json!({ "case_type": case_type });
        let reply = casegate::wire::CHECK_CASE.call(&payload.to_string(), &context.to_string());
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let trace: Vec<&str> =
            reply["trace"].as_array().unwrap().iter().filter_map(|entry| entry["rule"].as_str()).collect();
        let applies = |rule: &&casegate::explain::Explanation| {
            let is_of_product = rule.product.is_none_or(|product| product.case_type() == case_type);
            is_of_product && (is_legacy || !rule.id.starts_with("legacy."))
        };
        let expected: Vec<&str> = rules.iter().filter(applies).map(|rule| &*rule.id).collect();
        assert_eq!(trace, expected, "{case_type}, legacy: {is_legacy}");
    }
}
