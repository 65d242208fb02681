//! A request of the backend with its answer, as the proxy saw them.

use casegate::requests::{Endpoint, Recognition, query, recognise};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// A request and its answer.
#[derive(Debug, Clone)]
pub(crate) struct Exchange {
    pub(crate) began: Instant,
    /// The end of the answer, also of one that was cut off.
    pub(crate) ended: Option<Instant>,
    pub(crate) request: Seen,
    /// The findings of the rulebook on the request.
    pub(crate) findings: Vec<Finding>,
    /// The status that the backend got; `None` if it got no answer.
    pub(crate) status: Option<u16>,
    /// The answer, if it was JSON and arrived as a whole.
    pub(crate) answer: Option<Value>,
}

/// A finding on a request, without values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) code: String,
    pub(crate) is_error: bool,
}

/// A request, as far as it is judged.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) method: String,
    /// With the query.
    pub(crate) path: String,
    pub(crate) endpoint: Option<&'static Endpoint>,
    /// The reference of the case in the path.
    pub(crate) reference: Option<String>,
    pub(crate) token: Token,
    pub(crate) authorization: Option<String>,
    pub(crate) has_cookie: bool,
    pub(crate) content_type: Option<String>,
    pub(crate) body: Body,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    None,
    Master,
    /// Any other token.
    User,
}

#[derive(Debug, Clone)]
pub(crate) enum Body {
    Empty,
    Json(Value),
    Parts(Vec<Part>),
    /// Neither, or one that cannot be read.
    Other,
}

#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) filename: Option<String>,
    pub(crate) size: u64,
    /// The text of a part that is no file, and of the case.
    pub(crate) text: Option<String>,
}

impl Part {
    pub(crate) fn is_file(&self) -> bool {
        self.filename.is_some() && self.text.is_none()
    }
}

impl Seen {
    /// Describes a request without its body.
    pub(crate) fn of(method: &str, path: &str) -> Seen {
        let (endpoint, reference) = match recognise(method, path) {
            Recognition::Known(known) => {
                let reference = known.params.into_iter().find(|(name, _)| *name == "ref").map(|(_, value)| value);
                (Some(known.endpoint), reference)
            }
            Recognition::OtherMethod { .. } | Recognition::Unknown => (None, None),
        };
        Seen {
            method: method.to_owned(),
            path: path.to_owned(),
            endpoint,
            reference,
            token: Token::None,
            authorization: None,
            has_cookie: false,
            content_type: None,
            body: Body::Empty,
        }
    }

    /// The name of the endpoint, or `unknown`.
    pub(crate) fn endpoint_name(&self) -> &'static str {
        self.endpoint.map_or("unknown", |endpoint| endpoint.id.name())
    }

    /// The content of the request as one JSON value, for expectations: `query`; `body` of JSON;
    /// `case`, `texts`, `files`, `file_count`, `labels` of a form; `members` of either.
    pub(crate) fn content(&self) -> Value {
        let mut content = Map::new();
        let mut add = |name: &str, value: Value| content.insert(name.to_owned(), value);
        add("query", query(&self.path).into_iter().map(|(name, value)| (name, Value::from(value))).collect());
        match &self.body {
            Body::Empty | Body::Other => {}
            Body::Json(body) => {
                add("body", body.clone());
                add("members", body.clone());
            }
            Body::Parts(parts) => {
                let files: Vec<Value> = parts
                    .iter()
                    .filter(|part| part.is_file())
                    .map(|part| json!({ "part": part.name, "name": part.filename, "size": part.size }))
                    .collect();
                let texts = || parts.iter().filter_map(|part| Some((part.name.as_str(), part.text.as_deref()?)));
                let labels: Vec<&str> = texts().filter(|(name, _)| *name == "labels").map(|(_, text)| text).collect();
                let case = texts().find(|(name, _)| *name == "case").map(|(_, text)| serde_json::from_str(text));
                let members: Value = texts().map(|(name, text)| (name.to_owned(), Value::from(text))).collect();
                add("file_count", json!(files.len()));
                add("files", Value::Array(files));
                add("labels", json!(labels));
                add("texts", members.clone());
                add("members", members);
                if let Some(Ok(case)) = case {
                    add("case", case);
                }
            }
        }
        Value::Object(content)
    }
}
