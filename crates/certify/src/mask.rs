//! What was seen, as lines without values: methods, paths with ids masked, statuses, and members by
//! name and type.

use crate::exchange::{Body, Exchange, Part, Seen};
use crate::record::Sight;
use casegate::fields::{COMMON, NestedRecord, POLICY_EXISTENCE, POLICY_LIMIT};
use casegate::requests::{Endpoint, Method, endpoints};
use casegate::tokens::EventType;
use serde_json::Value;
use std::time::Instant;

/// In the place of a word that the specification does not have.
const MASK: &str = "*";

/// Returns the lines of a scenario, in the order of time.
pub(crate) fn lines(sight: &Sight, began: Instant) -> Vec<String> {
    let mut lines: Vec<(Instant, String)> = Vec::new();
    for exchange in &sight.exchanges {
        lines.push((exchange.began, of_exchange(exchange)));
    }
    for delivered in &sight.deliveries {
        let event = EventType::from_name(&delivered.event).map_or("another body", EventType::name);
        lines.push((delivered.at, format!("webhook {event}: {}", status(delivered.status))));
    }
    for given in &sight.given {
        lines.push((given.at, format!("person {}: {}", given.name, status(given.status))));
    }
    lines.sort_by_key(|(at, _)| *at);
    let seconds = |at: Instant| at.saturating_duration_since(began).as_secs_f64();
    lines.into_iter().map(|(at, line)| format!("{:6.2} s  {line}", seconds(at))).collect()
}

fn status(status: Option<u16>) -> String {
    status.map_or_else(|| "no answer".to_owned(), |status| status.to_string())
}

fn of_exchange(exchange: &Exchange) -> String {
    let request = &exchange.request;
    let method = if Method::from_name(&request.method).is_some() { request.method.as_str() } else { MASK };
    let mut line = format!("{method} {}: {}", path(request), status(exchange.status));
    let members = members(request);
    if !members.is_empty() {
        line = format!("{line} ({})", members.join(", "));
    }
    let codes: Vec<&str> =
        exchange.findings.iter().filter(|finding| finding.is_error).map(|finding| finding.code.as_str()).collect();
    if !codes.is_empty() {
        line = format!("{line} [{}]", codes.join(", "));
    }
    line
}

/// The path without ids, and the names of its query.
fn path(request: &Seen) -> String {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let path = match request.endpoint {
        Some(endpoint) => endpoint.template(),
        None => {
            path.split('/').map(|word| if is_word_of_paths(word) { word } else { MASK }).collect::<Vec<_>>().join("/")
        }
    };
    let is_known =
        |name: &str| request.endpoint.is_some_and(|endpoint| endpoint.query.iter().any(|member| member.name == name));
    let names = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split('=').next().unwrap_or_default());
    let names: Vec<&str> = names.map(|name| if is_known(name) { name } else { MASK }).collect();
    if names.is_empty() { path } else { format!("{path}?{}", names.join("&")) }
}

fn is_word_of_paths(word: &str) -> bool {
    endpoints().iter().any(|endpoint| endpoint.template().split('/').any(|known| known == word))
}

/// The members of a body, each with its type.
fn members(request: &Seen) -> Vec<String> {
    match &request.body {
        Body::Empty => Vec::new(),
        Body::Other => vec!["a body that cannot be read".to_owned()],
        Body::Json(Value::Object(members)) => {
            members.iter().map(|(name, value)| format!("{}: {}", known(request.endpoint, name), kind(value))).collect()
        }
        Body::Json(other) => vec![kind(other).to_owned()],
        Body::Parts(parts) => parts.iter().map(|part| of_part(request.endpoint, part)).collect(),
    }
}

fn of_part(endpoint: Option<&Endpoint>, part: &Part) -> String {
    let name = known(endpoint, &part.name);
    let Some(text) = &part.text else { return format!("{name}: file of {} bytes", part.size) };
    match serde_json::from_str(text) {
        Ok(Value::Object(case)) if name == "case" => {
            let members = case.iter().map(|(name, value)| format!("{}: {}", known(endpoint, name), kind(value)));
            format!("case: {{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        _ => format!("{name}: text"),
    }
}

/// The name, if it is one of the specification.
fn known<'n>(endpoint: Option<&Endpoint>, name: &'n str) -> &'n str {
    let is_member = endpoint.is_some_and(|endpoint| endpoint.members.iter().any(|member| member.name == name));
    if is_member || is_field(name) { name } else { MASK }
}

/// Returns a place in a case, without names that are not those of fields.
pub(crate) fn place(path: &[String]) -> String {
    let is_known = |name: &str| is_field(name) || name.bytes().all(|byte| byte.is_ascii_digit());
    path.iter().flat_map(|name| ["/", if is_known(name) { name } else { MASK }]).collect()
}

fn is_field(name: &str) -> bool {
    let records = NestedRecord::ALL.map(NestedRecord::fields);
    [COMMON, POLICY_LIMIT, POLICY_EXISTENCE].into_iter().chain(records).flatten().any(|field| field.name == name)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
