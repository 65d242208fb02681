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
    /// The value of this header, if the source has it.
    pub credential: Option<String>,
    /// The body of the request.
    pub body: RawBody,
    /// The status of the answer.
    pub status: u16,
    /// The body of the answer. `None` if the source does not have the whole of it.
    pub answer: Option<String>,
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
    /// The parts of a form as a program lists them, which may not have all of what was sent.
    Listed(Vec<RawPart>),
}

impl RawBody {
    /// Reads a body by its content type. A form that does not split is unknown.
    pub fn read(content_type: Option<&str>, body: &[u8]) -> RawBody {
        let kind = content_type.unwrap_or_default();
        if body.is_empty() {
            return RawBody::None;
        }
        match form::essence(kind).as_str() {
            form::MULTIPART => form::boundary(kind)
                .and_then(|boundary| parts(&boundary, body))
                .map_or(RawBody::Unknown, RawBody::Parts),
            form::URL_ENCODED => url_encoded(body),
            _ => RawBody::Text(String::from_utf8_lossy(body).into_owned()),
        }
    }
}

/// Returns the parts of a multipart body, or `None` if it does not split.
pub(crate) fn parts(boundary: &str, body: &[u8]) -> Option<Vec<RawPart>> {
    Some(form::read(boundary, body.to_vec()).ok()?.into_iter().map(part).collect())
}

pub(crate) fn url_encoded(body: &[u8]) -> RawBody {
    let part = |(name, value): (String, String)| RawPart { name, text: Some(value), ..RawPart::default() };
    RawBody::Parts(form::url_encoded(body).into_iter().map(part).collect())
}

fn part((Disposition { name, filename, content_type, .. }, content): (Disposition, Vec<u8>)) -> RawPart {
    RawPart {
        name: name.unwrap_or_default(),
        filename,
        content_type,
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
        assert_eq!((parts[0].content_type.as_deref(), file.content_type.as_deref()), (None, Some("x/y")));
        for kind in ["multipart/form-data; boundary=b", "multipart/form-data"] {
            assert!(matches!(RawBody::read(Some(kind), body), RawBody::Unknown), "{kind}");
        }
        assert!(matches!(RawBody::read(Some("application/json; boundary=x"), body), RawBody::Text(_)));
        let url_encoded =
            RawBody::read(Some("Application/x-www-form-urlencoded; charset=utf-8"), b"reason=a%20#b&fee=1");
        let RawBody::Parts(parts) = url_encoded else { panic!() };
        assert_eq!(
            parts.iter().map(|part| (&*part.name, part.text.as_deref())).collect::<Vec<_>>(),
            [("reason", Some("a #b")), ("fee", Some("1"))]
        );
    }
}
