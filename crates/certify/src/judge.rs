//! Judges a request of the backend by the rulebook.

use crate::exchange::{Body, Finding, Part, Seen, Token};
use casegate::context::Limits;
use casegate::requests::{Body as BodyKind, check_request};
use casegate::{Context, Date, Issue, Severity};
use casegate_http::form::{self, Disposition};
use chrono::Utc;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Findings that the rulebook does not make, because it sees no headers and no bytes.
const WRONG_CONTENT_TYPE: &str = "wrong_content_type";
const UNREADABLE_BODY: &str = "unreadable_body";
const LEGACY_ENDPOINT: &str = "legacy_endpoint";
const NO_REFERENCE: &str = "no_reference";

/// Texts that programs write where there is no value.
const NO_VALUE: &[&str] = &["null", "undefined", "None", "nil", "NaN"];

/// Reads the body of a request by its content type.
pub(crate) fn body(content_type: Option<&str>, bytes: &[u8]) -> Body {
    if bytes.is_empty() {
        return Body::Empty;
    }
    let kind = content_type.unwrap_or_default();
    if let Some(boundary) = form::boundary(kind) {
        let parts = form::read(&boundary, bytes.to_vec());
        return parts.map_or(Body::Other, |parts| Body::Parts(parts.into_iter().map(sent).collect()));
    }
    if form::essence(kind) == form::URL_ENCODED {
        let part = |(name, text): (String, String)| Part { name, text: Some(text), ..Part::default() };
        return Body::Parts(form::url_encoded(bytes).into_iter().map(part).collect());
    }
    serde_json::from_slice(bytes).map_or(Body::Other, Body::Json)
}

const JSON: &str = "application/json";

fn sent((Disposition { name, filename, content_type, .. }, content): (Disposition, Vec<u8>)) -> Part {
    let (name, size) = (name.unwrap_or_default(), content.len() as u64);
    let is_text = filename.is_none() || name == "case";
    let (text, content) = if is_text { (String::from_utf8(content).ok(), Vec::new()) } else { (None, content) };
    Part { name, filename, content_type, size, text, content: Arc::new(content) }
}

/// Returns the findings on a request.
pub(crate) fn findings(seen: &Seen) -> Vec<Finding> {
    let Some(today) = Date::parse(&Utc::now().date_naive().to_string()) else { return Vec::new() };
    let context = Context::new(today);
    let limits = context.size_limits().text_bytes(Limits::MAX_TEXT_BYTES);
    let report = check_request(&description(seen).to_string(), &context.limits(limits));
    let of_case = report.case.into_iter().flat_map(|case| case.issues);
    let mut findings: Vec<Finding> = report.issues.into_iter().chain(of_case).map(|issue| finding(&issue)).collect();
    let mut own = |code: &str| findings.push(Finding { code: code.to_owned(), is_error: true });
    if matches!(seen.body, Body::Other) {
        own(UNREADABLE_BODY);
    }
    if has_wrong_type(seen) {
        own(WRONG_CONTENT_TYPE);
    }
    if seen.endpoint.is_some_and(|endpoint| endpoint.legacy) {
        own(LEGACY_ENDPOINT);
    }
    if seen.reference.as_deref().is_some_and(|reference| NO_VALUE.contains(&reference)) {
        own(NO_REFERENCE);
    }
    findings
}

fn finding(issue: &Issue) -> Finding {
    Finding { code: issue.code.name().to_owned(), is_error: issue.severity == Severity::Error }
}

/// Returns `true` if the content type is not that of the endpoint.
fn has_wrong_type(seen: &Seen) -> bool {
    let Some(endpoint) = seen.endpoint else { return false };
    let kind = form::essence(seen.content_type.as_deref().unwrap_or_default());
    match endpoint.body {
        _ if matches!(seen.body, Body::Empty) => false,
        BodyKind::Json | BodyKind::CaseFields => kind != JSON,
        BodyKind::Multipart => kind != form::MULTIPART,
        // The encoding of a cancellation is not stated, but has to be one.
        BodyKind::Unstated => ![JSON, form::MULTIPART, form::URL_ENCODED].contains(&&*kind),
        BodyKind::None => false,
    }
}

/// Describes a request in the form that the library reads.
fn description(seen: &Seen) -> Value {
    let mut headers = Map::new();
    if let Some(authorization) = &seen.authorization {
        headers.insert("Authorization".to_owned(), json!(authorization));
    }
    if seen.has_cookie {
        headers.insert("Cookie".to_owned(), json!(""));
    }
    let credential = match seen.token {
        // The header says it.
        Token::None => None,
        Token::Master => Some("master"),
        Token::User => Some("user"),
    };
    let (body, parts) = match &seen.body {
        Body::Empty | Body::Other => (None, None),
        Body::Json(body) => (Some(body.clone()), None),
        Body::Parts(parts) => (None, Some(parts.iter().map(part).collect())),
    };
    object([
        ("method", Some(json!(seen.method))),
        ("path", Some(json!(seen.path))),
        ("headers", Some(Value::Object(headers))),
        ("credential", credential.map(Value::from)),
        ("body", body),
        ("parts", parts),
    ])
}

fn part(part: &Part) -> Value {
    object([
        ("name", Some(json!(part.name))),
        ("filename", part.filename.as_deref().map(Value::from)),
        ("value", part.text.as_deref().map(Value::from)),
        ("size", part.text.is_none().then(|| json!(part.size))),
    ])
}

/// Returns the members that have a value.
fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(method: &str, path: &str, token: Token) -> Seen {
        let authorization = (token != Token::None).then(|| "Token t".to_owned());
        Seen { token, authorization, ..Seen::of(method, path) }
    }

    fn codes(seen: &Seen) -> Vec<String> {
        findings(seen).into_iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn the_rulebook_judges_a_request() {
        assert!(codes(&seen("GET", "/api/v1/partner/cases/C-1/", Token::User)).is_empty());
        assert_eq!(codes(&seen("GET", "/api/v1/partner/cases/C-1/", Token::Master)), ["master_token_refused"]);
        assert_eq!(codes(&seen("GET", "/api/v1/partner/invoices/", Token::User)), ["unknown_path"]);
        assert!(
            codes(&seen("GET", "/api/v1/partner/cases/C-1/", Token::None)).contains(&"not_authenticated".to_owned())
        );
    }

    #[test]
    fn what_the_rulebook_does_not_see_is_judged_too() {
        let mut login = seen("POST", "/api/auth/login/", Token::Master);
        login.body = Body::Json(json!({ "token_name": "t" }));
        assert_eq!(codes(&login), [WRONG_CONTENT_TYPE]);
        login.content_type = Some("application/json; charset=utf-8".to_owned());
        assert!(codes(&login).is_empty());
        assert!(codes(&seen("GET", "/api/v1/partner/cases/null/", Token::User)).contains(&NO_REFERENCE.to_owned()));
        let legacy = codes(&seen("PUT", "/tickets/7/ready", Token::User));
        assert!(legacy.contains(&LEGACY_ENDPOINT.to_owned()), "{legacy:?}");
    }
}
