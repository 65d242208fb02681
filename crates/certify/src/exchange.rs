//! A request of the backend with its answer, as the proxy saw them.

use casegate::requests::{Endpoint, EndpointId, Recognition, query, recognise};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    /// The pause that the answer demands (`Retry-After`).
    pub(crate) retry_after: Option<Duration>,
}

impl Exchange {
    pub(crate) fn of(request: Seen, findings: Vec<Finding>) -> Exchange {
        let began = Instant::now();
        Exchange { began, ended: None, request, findings, status: None, answer: None, retry_after: None }
    }

    pub(crate) fn is_to(&self, endpoint: EndpointId) -> bool {
        self.request.endpoint.is_some_and(|known| known.id == endpoint)
    }

    pub(crate) fn has_succeeded(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// Returns `true` if the request may be sent again later: there was no answer, or one that does not
    /// depend on the request.
    pub(crate) fn has_failed(&self) -> bool {
        self.status.is_none_or(|status| status == 429 || status >= 500)
    }
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

#[derive(Debug, Clone, Default)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) filename: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) size: u64,
    /// The text of a part that is no file, and of the case.
    pub(crate) text: Option<String>,
    /// The bytes of a file.
    pub(crate) content: Arc<Vec<u8>>,
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

    pub(crate) fn parts(&self) -> &[Part] {
        match &self.body {
            Body::Parts(parts) => parts,
            _ => &[],
        }
    }

    /// The texts of the parts with a name.
    pub(crate) fn texts<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        self.parts().iter().filter(move |part| part.name == name).filter_map(|part| part.text.as_deref())
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &Part> {
        self.parts().iter().filter(|part| part.is_file())
    }

    /// The case of a create.
    pub(crate) fn case(&self) -> Option<Value> {
        serde_json::from_str(self.texts("case").next()?).ok()
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
