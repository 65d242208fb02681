//! Predicts the answer to a recorded request with the rulebook itself.

use crate::classes::represent::{representative, string, value};
use crate::classes::{Class, Profile};
use crate::line::{Exchange, FileClass, Part, PartClass};
use casegate::context::Credential;
use casegate::json::Document;
use casegate::requests::{Body, EndpointId, check_request};
use casegate::{Code, Context, Issue, Settings, Severity, check_case, wire};
use serde_json::{Map, Value, json};

/// A finding of the rulebook, without its message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) rule: Option<String>,
    /// The place with `*` for positions: in a case, or in the request if it starts with `/parts`,
    /// `/body` or `/query`.
    pub(crate) at: String,
}

/// The rulebook's answer to a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prediction {
    pub(crate) errors: Vec<Fault>,
    pub(crate) warnings: Vec<Fault>,
    /// For each file of a create request, its error code, or `accepted`. A file without a size is
    /// taken for a small one.
    pub(crate) files: Option<Vec<String>>,
}

/// Predicts the answer to a request with a kind of token.
pub(crate) fn predict(
    exchange: &Exchange,
    endpoint: EndpointId,
    settings: &Settings,
    credential: Option<Credential>,
) -> Prediction {
    let context = settings.on(exchange.day);
    let context = credential.map_or(context.clone(), |credential| context.credential(credential));
    let mut prediction = Prediction::default();
    if let Some(profile @ Profile::Unreadable(_)) = case(exchange) {
        prediction.add(&check_case(&representative(profile, exchange.day), &context).issues);
        return prediction;
    }
    let report = check_request(&description(exchange, endpoint), &context);
    prediction.add(&report.issues);
    if let Some(case) = &report.case {
        prediction.add(&case.issues);
    }
    if endpoint == EndpointId::Create {
        prediction.files = files(exchange, &context);
    }
    prediction
}

impl Prediction {
    fn add(&mut self, issues: &[Issue]) {
        for issue in issues {
            let fault =
                Fault { code: issue.code, rule: issue.rule.as_deref().map(str::to_owned), at: place(&issue.at) };
            match issue.severity {
                Severity::Error => self.errors.push(fault),
                Severity::Warning => self.warnings.push(fault),
            }
        }
    }
}

/// Returns a pointer with `*` for positions.
fn place(at: &str) -> String {
    let is_position = |segment: &str| !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit());
    at.split('/').map(|segment| if is_position(segment) { "*" } else { segment }).collect::<Vec<_>>().join("/")
}

/// Returns the classes of the request's case.
pub(crate) fn case(exchange: &Exchange) -> Option<&Profile> {
    exchange.parts.iter().find_map(|part| match &part.is {
        PartClass::Case(profile) => Some(profile),
        _ => None,
    })
}

/// Returns the findings about a case.
pub(crate) fn faults(profile: &Profile, endpoint: EndpointId, exchange: &Exchange, settings: &Settings) -> Vec<Fault> {
    let name = exchange.parts.iter().find(|part| matches!(part.is, PartClass::Case(_))).map(|part| part.name.clone());
    let is = PartClass::Case(profile.clone());
    let part = Part { name: name.unwrap_or_default(), as_file: false, content_type: None, is };
    predict(&Exchange { query: Vec::new(), parts: vec![part], ..exchange.clone() }, endpoint, settings, None).errors
}

/// Describes a request with made-up values for [`check_request`].
fn description(exchange: &Exchange, endpoint: EndpointId) -> String {
    let params = json!({ "ref": "CASE-1", "ticket_id": "1", "file_label": "other" });
    let parameter = |part: &Part| Some((part.name.clone(), Value::from(text_of(part, exchange)?)));
    let query: Map<String, Value> = exchange.query.iter().filter_map(parameter).collect();
    let query = if query.is_empty() { Value::Null } else { Value::Object(query) };
    let request = json!({ "endpoint": endpoint.name(), "params": params, "query": query }).to_string();
    let with = |name: &str, value: &str| {
        let start = request.strip_suffix('}').unwrap_or(&request);
        [start, ",\"", name, "\":", value, "}"].concat()
    };
    if exchange.parts.is_empty() {
        return request;
    }
    let kind = endpoint.endpoint().map(|endpoint| endpoint.body);
    let is_form = exchange.parts.iter().any(|part| matches!(part.is, PartClass::Text(_) | PartClass::File(_)))
        || kind == Some(Body::Multipart);
    if is_form {
        let parts: Vec<Value> = exchange.parts.iter().map(|part| form_part(part, exchange)).collect();
        return with("parts", &Value::Array(parts).to_string());
    }
    // A case may repeat a key, which only its text can.
    if let Some(profile) = case(exchange) {
        return with("body", &representative(profile, exchange.day));
    }
    match exchange.parts.as_slice() {
        [Part { name, is: PartClass::Json(class), .. }] if name == crate::record::request::BODY => {
            with("body", &value(class, exchange.day))
        }
        parts => {
            let member = |part: &Part| match &part.is {
                PartClass::Json(class) => Some((part.name.clone(), json_of(class, exchange))),
                _ => None,
            };
            with("body", &Value::Object(parts.iter().filter_map(member).collect()).to_string())
        }
    }
}

/// Returns the text of a parameter of a query.
fn text_of(part: &Part, exchange: &Exchange) -> Option<String> {
    match &part.is {
        PartClass::Text(class) => Some(string(class, exchange.day)),
        _ => None,
    }
}

fn json_of(class: &Class, exchange: &Exchange) -> Value {
    serde_json::from_str(&value(class, exchange.day)).unwrap_or_default()
}

fn form_part(part: &Part, exchange: &Exchange) -> Value {
    match &part.is {
        PartClass::Case(profile) => {
            let value = representative(profile, exchange.day);
            if part.as_file {
                json!({ "name": part.name, "filename": "case.json", "value": value })
            } else {
                json!({ "name": part.name, "value": value })
            }
        }
        PartClass::Text(class) => json!({ "name": part.name, "value": string(class, exchange.day) }),
        PartClass::Json(class) => json!({ "name": part.name, "value": json_of(class, exchange) }),
        PartClass::File(FileClass { extension, size: Some(size) }) => {
            json!({ "name": part.name, "filename": file_name(extension), "size": size })
        }
        PartClass::File(file) => json!({ "name": part.name, "filename": file_name(&file.extension) }),
    }
}

fn file_name(extension: &str) -> String {
    // The hash of an extension has a character that a file name need not have.
    let extension = extension.trim_start_matches('#');
    if extension.is_empty() { "file".to_owned() } else { format!("file.{extension}") }
}

/// Returns the outcome for each file.
fn files(exchange: &Exchange, context: &Context) -> Option<Vec<String>> {
    let mut files = Vec::new();
    let mut labels = Vec::new();
    for part in &exchange.parts {
        match &part.is {
            PartClass::File(file) if part.name == "files" => {
                files.push(json!({ "name": file_name(&file.extension), "size": file.size.unwrap_or(1) }));
            }
            PartClass::Text(class) if part.name == "labels" => {
                labels.push(if class.is_unset() { Value::Null } else { Value::from(string(class, exchange.day)) });
            }
            _ => {}
        }
    }
    let judge = wire::CASE_OPERATIONS.iter().find(|operation| operation.name == "judge_files")?;
    let reply = judge.call_with(&json!({ "files": files, "labels": labels }).to_string(), context);
    let reply = Document::read(&reply).ok()?;
    let verdicts = reply.get("files").and_then(Document::as_list)?;
    let outcome = |file: &Document| file.get("error_code").and_then(Document::as_str).unwrap_or("accepted").to_owned();
    Some(verdicts.iter().map(outcome).collect())
}

/// Returns `true` if the class is a word that no table publishes and nobody confirmed.
pub(crate) fn is_unconfirmed(class: &Class) -> bool {
    matches!(class, Class::Word(word) if word.get(word.len().saturating_sub(17)..).is_some_and(crate::key::is_hash))
}
