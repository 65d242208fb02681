//! The document describes every answer of the stand-in, and nothing else.

use super::*;
use casegate::requests::EndpointId;
use std::collections::BTreeSet;

fn whole() -> Value {
    description("http://127.0.0.1:1").expect("a document")
}

fn operation(whole: &Value, id: EndpointId) -> Value {
    let endpoint = id.endpoint().expect("a row");
    whole["paths"][endpoint.template()][endpoint.method.name().to_ascii_lowercase()].clone()
}

/// Calls `look` with each object and its path.
fn each(value: &Value, at: &str, look: &mut dyn FnMut(&Map<String, Value>, &str)) {
    match value {
        Value::Object(members) => {
            look(members, at);
            members.iter().for_each(|(name, value)| each(value, &format!("{at}/{name}"), look));
        }
        Value::Array(list) => list.iter().for_each(|value| each(value, &format!("{at}/-"), look)),
        _ => {}
    }
}

#[test]
fn every_endpoint_has_one_row() {
    let rows: Vec<EndpointId> = OURS.iter().map(|ours| ours.id).collect();
    let endpoints: Vec<EndpointId> = endpoints().iter().map(|endpoint| endpoint.id).collect();
    assert_eq!(rows, endpoints);
}

#[test]
fn a_published_status_is_unchanged() {
    for ours in &OURS {
        if let Some(status) = ours.id.endpoint().and_then(|endpoint| endpoint.status) {
            assert_eq!(ours.success, [status], "{}", ours.id.name());
        }
    }
}

#[test]
fn no_status_is_left_open() {
    let whole = whole();
    for ours in &OURS {
        let responses = operation(&whole, ours.id)["responses"].clone();
        let known: Vec<String> = responses.as_object().expect("answers").keys().cloned().collect();
        let mut expected: Vec<String> =
            ours.success.iter().chain(ours.refusals).chain(EVERYWHERE).map(u16::to_string).collect();
        expected.sort();
        assert_eq!(known, expected, "{}", ours.id.name());
    }
    each(&whole["paths"], "", &mut |part, at| assert!(!part.contains_key(UNPUBLISHED), "{at}"));
}

#[test]
fn every_answer_but_an_empty_one_has_a_schema() {
    let whole = whole();
    for ours in &OURS {
        let responses = operation(&whole, ours.id)["responses"].clone();
        for status in ours.success.iter().filter(|status| **status != 204) {
            assert!(responses[status.to_string()]["content"].is_object(), "{} {status}", ours.id.name());
        }
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let whole = whole();
    each(&whole, "", &mut |part, at| {
        if let Some(to) = part.get("$ref").and_then(Value::as_str) {
            let to = to.strip_prefix('#').expect("a reference inside the document");
            assert!(whole.pointer(to).is_some(), "{at}: {to}");
        }
    });
}

#[test]
fn what_the_library_publishes_is_kept() {
    let (whole, core) = (whole(), casegate::export::openapi_json());
    let core: Value = serde_json::from_str(&core).expect("JSON");
    for (name, schema) in core["components"]["schemas"].as_object().expect("schemas") {
        for (member, value) in schema["properties"].as_object().into_iter().flatten() {
            assert_eq!(&whole["components"]["schemas"][name]["properties"][member], value, "{name} {member}");
        }
    }
}

#[test]
fn the_description_has_every_fault() {
    let whole = whole();
    let names: Vec<&str> = crate::faults::FaultKind::all().map(crate::faults::FaultKind::name).collect();
    assert_eq!(whole["components"]["schemas"]["FaultRule"]["properties"]["fault"]["enum"], json!(names));
}

#[test]
fn a_body_of_open_encoding_is_described_as_it_is_read() {
    let whole = whole();
    for endpoint in endpoints().iter().filter(|endpoint| endpoint.body == Body::Unstated) {
        let content = operation(&whole, endpoint.id)["requestBody"]["content"].clone();
        let types: BTreeSet<&str> = ENCODINGS.iter().map(|(media_type, _)| *media_type).collect();
        let described: BTreeSet<&str> = content.as_object().expect("content").keys().map(String::as_str).collect();
        assert_eq!(described, types);
        for media_type in types {
            assert_eq!(content[media_type], content["application/json"], "{media_type}");
            assert!(content[media_type]["schema"]["properties"].is_object(), "{media_type}");
        }
    }
}
