//! Exchanges before their values are removed.

use crate::record::part::RawPart;
use casegate::Date;
use casegate_http::form::{self, Disposition};

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
        let parts = form::boundary(kind).and_then(|boundary| form::read(&boundary, body.to_vec()).ok());
        if let Some(parts) = parts {
            return RawBody::Parts(parts.into_iter().map(part).collect());
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

fn part((Disposition { name, filename, .. }, content): (Disposition, Vec<u8>)) -> RawPart {
    RawPart {
        name: name.unwrap_or_default(),
        filename,
        size: u64::try_from(content.len()).ok(),
        // Other bytes are no text, and no case.
        text: Some(String::from_utf8(content).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_split_and_another_body_is_text() {
        let body = b"--a b\r\nContent-Disposition: form-data; name=\"case\"\r\n\r\n{}\r\n--a b\r\n\
            content-disposition: form-data; name=files; filename=\"a\\\";b.pdf\"\r\nContent-Type: x/y\r\n\r\n\xff\r\n\r\n--a b--\r\n";
        let RawBody::Parts(parts) = RawBody::read(Some("multipart/form-data; boundary=\"a b\""), body) else {
            panic!()
        };
        assert_eq!((&*parts[0].name, parts[0].text.as_deref(), parts[0].size), ("case", Some("{}"), Some(2)));
        let file = &parts[1];
        assert_eq!((file.filename.as_deref(), file.text.as_deref(), file.size), (Some("a\";b.pdf"), Some(""), Some(3)));
        for kind in ["multipart/form-data; boundary=b", "application/json; boundary=x"] {
            assert!(matches!(RawBody::read(Some(kind), body), RawBody::Text(_)), "{kind}");
        }
    }
}
