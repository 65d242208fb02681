//! Checks a request: its endpoint, its permission and its content.

use crate::context::Context;
use crate::messages::parts::REQUESTS;
use crate::report::Report;
use crate::report::input::unreadable;
use crate::report::issue::Issue;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::service::requests::access;
use crate::service::requests::access::Token;
use crate::service::requests::entries;
use crate::service::requests::entries::Entry;
use crate::service::requests::kinds::{Body, Endpoint, EndpointId, Member, Method, Retry};
use crate::service::requests::members;
use crate::service::requests::members::outside;
use crate::service::requests::paths;
use crate::service::requests::paths::Target;
use crate::service::requests::paths::{PathNote, PathParams, Recognition, recognise};
use crate::service::requests::rules;
use crate::service::requests::rules::RequestFacts;
use crate::text::json::document::Document;
use serde::Serialize;

/// The result of checking a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RequestReport {
    /// The endpoint, or `None` if it was not recognized.
    pub endpoint: Option<EndpointId>,
    /// `true` if neither the request nor its case has an error. Warnings do not count.
    pub ok: bool,
    /// The issues of the request. Each `at` is a path in the input.
    pub issues: Vec<Issue>,
    /// The description of the endpoint, or `None` if it was not recognized.
    pub expects: Option<Expects>,
    /// The report on the case, if the endpoint creates a case and the request contains one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<Report>,
}

/// A description of an endpoint for its callers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Expects {
    /// The HTTP method.
    pub method: Method,
    /// The path with parameters in braces.
    pub path: String,
    /// The type of the body.
    pub body: Body,
    /// The names of the query parameters.
    pub query: Vec<&'static str>,
    /// The names of the body's members or parts.
    pub members: Vec<&'static str>,
    /// The HTTP status of success, or `None` if it is not published.
    pub status: Option<u16>,
    /// The name of the response record, or `None` if it is not published.
    pub response: Option<&'static str>,
    /// The effect of repeating the request.
    pub retry: Retry,
    /// The first day on which a deprecated endpoint is no longer available.
    pub sunset: Option<crate::text::date::Date>,
}

impl Expects {
    fn of(endpoint: &Endpoint) -> Expects {
        let names = |members: &'static [Member]| members.iter().map(|member| member.name).collect();
        Expects {
            method: endpoint.method,
            path: endpoint.template(),
            body: endpoint.body,
            query: names(endpoint.query),
            members: names(endpoint.members),
            status: endpoint.status,
            response: endpoint.response,
            retry: endpoint.retry,
            sunset: endpoint.sunset(),
        }
    }
}

/// Checks a request that is described as JSON.
///
/// The description contains the endpoint (`endpoint`, or `method` and `path`) and the request
/// itself: `query`, `headers`, `credential`, `body` or `parts`. `known` is the caller's knowledge
/// of the case: `offers`, `open_interaction`, `responded`, `appended`, `files_to_upload`,
/// `uploaded`.
///
/// ```
/// use casegate::{Code, Date, Context};
/// use casegate::requests::check_request;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let said = r#"{ "endpoint": "respond", "parts": [{ "name": "interaction_id", "value": "i-1" }] }"#;
/// let report = check_request(said, &context);
/// assert_eq!(report.issues.first().map(|issue| issue.code), Some(Code::NothingSaid));
/// # Ok::<(), &str>(())
/// ```
pub fn check_request(input: &str, context: &Context) -> RequestReport {
    let refused =
        |issue: Issue| RequestReport { endpoint: None, ok: false, issues: vec![issue], expects: None, case: None };
    let input = match Document::input(input, context) {
        Ok(input) if input.as_object().is_some() => input,
        Ok(_) => return refused(unreadable(context, Code::NotAnObject, Params::default())),
        Err(issue) => return refused(*issue),
    };
    let mut sink = IssueSink::new(context, &REQUESTS);
    let Some(target) = target(&input, &mut sink) else {
        let (issues, ok) = sink.finish();
        return RequestReport { endpoint: None, ok, issues, expects: None, case: None };
    };
    let endpoint = target.endpoint;
    let token = access::token(&input, &mut sink);
    access::permission(endpoint, token, &mut sink);
    access::headers(&input, &mut sink);
    rules::path(&target, &input, &mut sink);
    query(&target, &input, &mut sink);
    let case = body(&target, token, &input, &mut sink);
    let (issues, ok) = sink.finish();
    let ok = ok && case.as_ref().is_none_or(|case| case.ok);
    RequestReport { endpoint: Some(endpoint.id), ok, issues, expects: Some(Expects::of(endpoint)), case }
}

fn target(input: &Document, sink: &mut IssueSink<'_>) -> Option<Target> {
    let named = match input.get("endpoint") {
        None | Some(Document::Null) => None,
        Some(word) => {
            let word = word.as_str().unwrap_or_default();
            let Some(id) = EndpointId::from_name(word) else {
                let names: Vec<&str> = EndpointId::ALL.iter().map(|id| id.name()).collect();
                outside(sink, Code::UnknownWord, &names, vec!["endpoint".into()], word, None);
                return None;
            };
            Some(id)
        }
    };
    let text = |name: &str| input.get(name).filter(|value| !value.is_null());
    match (text("method"), text("path")) {
        (None, None) => {
            let Some(endpoint) = named.and_then(EndpointId::endpoint) else {
                let member = Params::default().with("member", Param::from("endpoint"));
                sink.push(Code::Required, vec!["endpoint".into()], member, None);
                return None;
            };
            Some(Target { endpoint, params: params(endpoint, input), by_path: false, query: Vec::new() })
        }
        (method, path) => {
            let mut read = |name: &'static str, value: Option<&Document>| match value.map(Document::as_str) {
                Some(Some(text)) => Some(text.to_owned()),
                Some(None) => {
                    entries::wrong(sink, vec![name.into()], name, "string");
                    None
                }
                None => {
                    sink.push(Code::Required, vec![name.into()], members::named(name), None);
                    None
                }
            };
            let (method, path) = (read("method", method), read("path", path));
            by_path(named, &method?, &path?, sink)
        }
    }
}

fn by_path(named: Option<EndpointId>, method: &str, path: &str, sink: &mut IssueSink<'_>) -> Option<Target> {
    let found = match recognise(method, path) {
        Recognition::Known(found) => found,
        Recognition::OtherMethod { allowed } => {
            let words = allowed.iter().map(|method| method.name().to_owned()).collect();
            let params = Params::default().with("words", Param::Words(words));
            sink.push(Code::OtherMethod, vec!["method".into()], params, None);
            return None;
        }
        Recognition::Unknown => {
            sink.push(Code::UnknownPath, vec!["path".into()], Params::default(), Some("PATH-partner-prefix"));
            return None;
        }
    };
    let endpoint = found.endpoint;
    for note in found.notes {
        let (code, place) = match note {
            PathNote::MethodCase => (Code::MethodCase, "method"),
            PathNote::PrefixMissing => (Code::PrefixMissing, "path"),
            PathNote::PrefixOpen => (Code::PrefixOpen, "path"),
            PathNote::SlashMissing => (Code::SlashMissing, "path"),
            PathNote::SlashSurplus => (Code::SlashSurplus, "path"),
        };
        let params = Params::default().with("path", Param::Word(endpoint.template()));
        let requirement_id = if code == Code::PrefixMissing { "PATH-partner-prefix" } else { endpoint.requirement_id };
        sink.push(code, vec![place.into()], params, Some(requirement_id));
    }
    if named.is_some_and(|named| named != endpoint.id) {
        let params = Params::default().with("endpoint", Param::from(endpoint.id.name()));
        sink.push(Code::EndpointDisagrees, vec!["endpoint".into()], params, None);
    }
    Some(Target { endpoint, params: found.params, by_path: true, query: paths::query(path) })
}

/// Reads path parameters that are given by name, as strings or numbers.
fn params(endpoint: &'static Endpoint, input: &Document) -> PathParams {
    let value = |name| match input.get("params")?.get(name)? {
        Document::Text(text) => Some(text.clone()),
        Document::Number(raw) => Some(raw.clone()),
        _ => None,
    };
    endpoint.params().filter_map(|name| Some((name, value(name)?))).collect()
}

/// Checks the query parameters of the path and those given by name.
fn query(target: &Target, input: &Document, sink: &mut IssueSink<'_>) {
    let of_path = target.query.iter().map(|(name, value)| Entry {
        name,
        at: vec!["path".into()],
        value: entries::Given::Text(value),
    });
    let mut entries: Vec<Entry<'_>> = of_path.collect();
    if let Some(query) = input.get("query").filter(|query| !query.is_null()) {
        entries.append(&mut entries::of_query(query, sink));
    }
    let held = members::judge(sink, "query", target.endpoint.query, &entries);
    if target.endpoint.id == EndpointId::Results && held.first("result_format").is_none() {
        // The specification publishes neither the default nor the value for a PDF.
        let at = vec!["query".into(), "result_format".into()];
        sink.push(Code::DefaultUnpublished, at, members::named("result_format"), Some("EP-results-json"));
    }
}

/// Checks the body of the request. If the endpoint creates a case, returns the report on the case.
fn body(target: &Target, token: Token, input: &Document, sink: &mut IssueSink<'_>) -> Option<Report> {
    let endpoint = target.endpoint;
    let given = |name: &str| input.get(name).filter(|value| !value.is_null());
    let asked = RequestFacts { target, token, known: given("known") };
    let (body, parts) = (given("body"), given("parts"));
    let entries = match (endpoint.body, body, parts) {
        (Body::None, body, parts) => {
            for (given, place) in [(body, "body"), (parts, "parts")] {
                if given.is_some() {
                    members::unused(sink, place);
                }
            }
            asked.without_body(sink);
            return None;
        }
        (Body::CaseFields, Some(body), None) => return Some(asked.legacy_case(body, sink.context)),
        (Body::Json | Body::CaseFields, None, Some(_)) => {
            sink.push(Code::JsonWanted, vec!["parts".into()], Params::default(), Some(endpoint.requirement_id));
            return None;
        }
        (Body::Multipart, Some(_), None) => {
            sink.push(Code::PartsWanted, vec!["body".into()], Params::default(), Some(endpoint.requirement_id));
            return None;
        }
        (_, Some(_), Some(_)) => {
            sink.push(Code::TwoBodies, vec!["parts".into()], Params::default(), Some(endpoint.requirement_id));
            return None;
        }
        (_, Some(body), None) => entries::of_body(body, sink)?,
        (_, None, Some(parts)) => {
            if endpoint.body == Body::Unstated {
                sink.push(Code::BodyFormatOpen, vec!["parts".into()], Params::default(), Some(endpoint.requirement_id));
            }
            entries::of_parts(parts, sink)?
        }
        (Body::CaseFields, None, None) => {
            sink.push(Code::Required, vec!["body".into()], members::named("body"), Some("LEG-create-body"));
            return None;
        }
        (_, None, None) => Vec::new(),
    };
    let place = match endpoint.body {
        Body::Multipart => "parts",
        Body::Unstated if parts.is_some() => "parts",
        _ => "body",
    };
    let held = members::judge(sink, place, endpoint.members, &entries);
    asked.with_members(&held, sink)
}
