//! Exchanges before their values are removed.

use crate::record::multipart;
use crate::record::part::RawPart;
use casegate::Date;

/// An exchange or an event, with its values.
#[derive(Debug, Clone)]
pub enum Raw {
    /// A request and its answer.
    Exchange(RawExchange),
    /// A webhook event.
    Event {
        /// The day on which it arrived.
        day: Date,
        /// The body.
        body: String,
    },
}

/// A request and its answer, with its values.
#[derive(Debug, Clone)]
pub struct RawExchange {
    /// The day of the request.
    pub day: Date,
    /// The method.
    pub method: String,
    /// The path and the query.
    pub target: String,
    /// `true` if the request had an `Authorization` header.
    pub authorization: bool,
    /// The body of the request.
    pub body: RawBody,
    /// The status of the answer.
    pub status: u16,
    /// The body of the answer.
    pub answer: String,
}

/// The body of a request.
#[derive(Debug, Clone)]
pub enum RawBody {
    /// No body.
    None,
    /// A body that the source does not have.
    Unknown,
    /// A body that is not multipart.
    Text(String),
    /// The parts of a form.
    Parts(Vec<RawPart>),
}

impl RawBody {
    /// Reads a body by its content type.
    pub fn read(content_type: Option<&str>, body: &[u8]) -> RawBody {
        let kind = content_type.unwrap_or_default();
        if body.is_empty() {
            return RawBody::None;
        }
        if let Some(parts) = multipart::boundary(kind).and_then(|boundary| multipart::parts(&boundary, body)) {
            return RawBody::Parts(parts);
        }
        let text = String::from_utf8_lossy(body).into_owned();
        if kind.to_ascii_lowercase().starts_with("application/x-www-form-urlencoded") {
            let values = casegate::requests::query(&format!("?{text}"));
            let part = |(name, value): (String, String)| RawPart { name, text: Some(value), ..RawPart::default() };
            return RawBody::Parts(values.into_iter().map(part).collect());
        }
        RawBody::Text(text)
    }
}
