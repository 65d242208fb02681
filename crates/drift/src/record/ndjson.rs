//! Reads logs with a JSON line for each exchange or event.

use crate::record::part::RawPart;
use crate::record::raw::{Raw, RawBody, RawExchange};
use casegate::Date;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A line of a log. `at` starts with a day, as an RFC 3339 time does.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LogLine {
    at: String,
    /// A webhook event.
    event: Option<Box<RawValue>>,
    method: Option<String>,
    /// The path, or the whole address.
    path: Option<String>,
    #[serde(default)]
    token: Token,
    /// The JSON body of the request, or the text of another body.
    body: Option<Box<RawValue>>,
    /// The parts of a form.
    parts: Option<Vec<LogPart>>,
    status: Option<u16>,
    /// The JSON body of the answer.
    answer: Option<Box<RawValue>>,
}

/// Whether the request had an `Authorization` header, or the header's value.
#[derive(Deserialize)]
#[serde(untagged)]
enum Token {
    Is(bool),
    Value(String),
}

impl Default for Token {
    fn default() -> Token {
        Token::Is(true)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LogPart {
    name: String,
    filename: Option<String>,
    content_type: Option<String>,
    size: Option<u64>,
    /// Text, or the JSON that the text contains.
    value: Option<Box<RawValue>>,
}

/// Reads a line, or returns `None` if it has another form.
pub(crate) fn read(line: &str) -> Option<Raw> {
    let line: LogLine = serde_json::from_str(line).ok()?;
    let day = Date::parse(line.at.get(..10)?)?;
    if let Some(event) = line.event {
        return Some(Raw::Event { day, body: text(&event) });
    }
    let body = match (line.parts, line.body) {
        (Some(parts), _) => RawBody::Parts(parts.into_iter().map(part).collect()),
        (None, Some(body)) => RawBody::Text(text(&body)),
        (None, None) => RawBody::None,
    };
    Some(Raw::Exchange(RawExchange {
        day,
        method: line.method?,
        target: line.path?,
        authorization: !matches!(line.token, Token::Is(false)),
        credential: match line.token {
            Token::Is(_) => None,
            Token::Value(value) => Some(value),
        },
        body,
        status: line.status?,
        answer: line.answer.as_deref().map(text),
    }))
}

fn part(part: LogPart) -> RawPart {
    let LogPart { name, filename, content_type, size, value } = part;
    RawPart { name, filename, content_type, size, text: value.as_deref().map(text) }
}

/// Returns the text of a string, and the JSON of another value.
fn text(value: &RawValue) -> String {
    serde_json::from_str::<String>(value.get()).unwrap_or_else(|_| value.get().to_owned())
}
