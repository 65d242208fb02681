//! The stand-in's interface as `OpenAPI` 3.1: the library's description of the service, with the
//! stand-in's own answers where the specification publishes none.
//!
//! The library marks unpublished parts with `x-unpublished`. Here those parts are filled in, and
//! `x-ours` names them instead; it is `true` for a part that is entirely the stand-in's. These
//! parts are not the service's.

mod table;
#[cfg(test)]
mod tests;

use crate::app::Shared;
use crate::error::ApiError;
use crate::partner::open_body::ENCODINGS;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use casegate::requests::{Body, Endpoint, endpoints};
use serde_json::{Map, Value, json};
use table::{EVERYWHERE, OURS, Ours, REFUSALS};

/// The path of the description.
pub(crate) const PATH: &str = "/openapi.json";

/// Components, tags and the stand-in's own endpoints: a JSON Merge Patch (RFC 7396) of the
/// library's description.
const WHOLE: &str = include_str!("ours.json");

const PROBLEM: &str = "application/problem+json";
const UNPUBLISHED: &str = "x-unpublished";
const OWN: &str = "x-ours";

/// `GET /openapi.json`, built once.
pub(crate) async fn served(State(app): State<Shared>) -> Result<Response, ApiError> {
    let made = if let Some(made) = app.openapi.get() {
        made.clone()
    } else {
        let made = Bytes::from(description(&app.base_url)?.to_string());
        app.openapi.get_or_init(|| made).clone()
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], made).into_response())
}

/// Returns the whole description of a stand-in at an address.
fn description(base_url: &str) -> Result<Value, serde_json::Error> {
    let mut whole: Value = serde_json::from_str(&casegate::export::openapi_json())?;
    for ours in &OURS {
        let Some(endpoint) = ours.id.endpoint() else { continue };
        let method = endpoint.method.name().to_ascii_lowercase();
        let path = whole.get_mut("paths").and_then(|paths| paths.get_mut(endpoint.template()));
        if let Some(Value::Object(operation)) = path.and_then(|path| path.get_mut(method)) {
            fill(operation, endpoint, ours);
        }
    }
    merge(&mut whole, serde_json::from_str(WHOLE)?);
    merge(&mut whole, json!({ "components": { "responses": refusals() } }));
    merge(&mut whole, json!({ "servers": [{ "url": base_url, "description": "This stand-in.", OWN: true }] }));
    whole.get_mut("paths").into_iter().for_each(decided);
    Ok(whole)
}

/// Adds the answers and parameters of an operation.
fn fill(operation: &mut Map<String, Value>, endpoint: &Endpoint, ours: &Ours) {
    let Some(Value::Object(mut published)) = operation.remove("responses") else { return };
    let unstated = published.remove("2XX");
    // One endpoint's refusals have a published body (`CE-body`).
    let refused = published.remove("default").and_then(|mut answer| Some(answer.get_mut("content")?.take()));
    let mut answers = Map::new();
    for status in ours.success.iter().map(u16::to_string) {
        let mut answer = published.remove(&status).or_else(|| unstated.clone()).unwrap_or_default();
        if let Some(name) = ours.body {
            merge(&mut answer, json!({ "content": content("application/json", name) }));
        }
        let links = links(endpoint);
        if !links.is_empty() {
            merge(&mut answer, json!({ "links": links }));
        }
        answers.insert(status, answer);
    }
    let is_answered = |status| ours.refusals.contains(status) || EVERYWHERE.contains(status);
    for (status, name, when) in REFUSALS.iter().filter(|(status, ..)| is_answered(status)) {
        // Some refusals are published with their condition, but without a body.
        let answer = match (published.remove(&status.to_string()), &refused) {
            (Some(mut answer), _) => {
                merge(&mut answer, json!({ "content": content(PROBLEM, "Problem") }));
                answer
            }
            (None, Some(content)) => {
                json!({ "description": when, "content": content, OWN: ["status"] })
            }
            (None, None) => json!({ "$ref": format!("#/components/responses/{name}") }),
        };
        answers.insert(status.to_string(), answer);
    }
    operation.insert("responses".to_owned(), answers.into());
    if endpoint.body == Body::Unstated {
        let body = operation.get_mut("requestBody").and_then(|body| body.get_mut("content"));
        if let Some(Value::Object(content)) = body
            && let Some(json) = content.get("application/json").cloned()
        {
            content.extend(ENCODINGS.map(|(media_type, _)| (media_type.to_owned(), json.clone())));
        }
    }
    if ours.parameters.is_empty() {
        return;
    }
    let mut parameters = operation.remove("parameters").unwrap_or_default();
    if let Value::Array(parameters) = &mut parameters {
        parameters.retain(|known| !ours.parameters.iter().any(|name| known["name"] == *name));
        let own = ours.parameters.iter().map(|name| json!({ "$ref": format!("#/components/parameters/{name}") }));
        parameters.extend(own);
    }
    operation.insert("parameters".to_owned(), parameters);
}

/// Returns the refusals that endpoints share.
fn refusals() -> Map<String, Value> {
    let refusal = |(status, name, when): &(u16, &str, &str)| {
        let mut answer = json!({ "description": when, "content": content(PROBLEM, "Problem"), OWN: true });
        if *status == 401 {
            merge(&mut answer, json!({ "headers": { "WWW-Authenticate": { "schema": { "const": "Token" } } } }));
        }
        ((*name).to_owned(), answer)
    };
    REFUSALS.iter().map(refusal).collect()
}

fn content(media_type: &str, schema: &str) -> Value {
    json!({ media_type: { "schema": { "$ref": format!("#/components/schemas/{schema}") } } })
}

/// Returns the links of an answer, to the endpoints whose path contains one of its members.
fn links(endpoint: &Endpoint) -> Map<String, Value> {
    let given = match endpoint.response {
        Some("PartnerCaseCreateResponse") => [("ref", "$response.body#/case_ref")],
        Some("LegacyTicket") => [("ticket_id", "$response.body#/id")],
        _ => return Map::new(),
    };
    let leads = |to: &&Endpoint| given.iter().any(|(name, _)| to.params().any(|param| param == *name));
    let link = |to: &Endpoint| {
        let parameters: Map<String, Value> = given.iter().map(|(name, at)| ((*name).to_owned(), json!(at))).collect();
        (to.id.name().to_owned(), json!({ "operationId": to.id.name(), "parameters": parameters }))
    };
    endpoints().iter().filter(leads).map(link).collect()
}

/// Marks unpublished parts as the stand-in's own.
fn decided(part: &mut Value) {
    match part {
        Value::Object(members) => {
            if let Some(what) = members.remove(UNPUBLISHED) {
                members.insert(OWN.to_owned(), what);
            }
            members.values_mut().for_each(decided);
        }
        Value::Array(list) => list.iter_mut().for_each(decided),
        _ => {}
    }
}

/// Applies a JSON Merge Patch (RFC 7396).
fn merge(target: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(members) = target else { return };
    for (name, value) in patch {
        if value.is_null() {
            members.remove(&name);
        } else {
            merge(members.entry(name).or_insert(Value::Null), value);
        }
    }
}
