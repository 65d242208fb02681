//! A body whose encoding the specification leaves open: JSON, or a form, as multipart or
//! URL-encoded.

use super::body;
use super::multipart::{self, Takes};
use super::parts::{Item, Parts};
use super::request_context::{Carried, Known, RequestContext};
use crate::app::Shared;
use crate::error::ApiError;
use crate::prose;
use axum::body::Body;
use casegate::json::Document;
use casegate_http::form;
use serde_json::value::RawValue;

/// The encoding of a body that the specification leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Json,
    Multipart,
    UrlEncoded,
}

/// The supported encodings by their media types. A body of another type, or of none, is read as
/// JSON.
pub(crate) const ENCODINGS: [(&str, Encoding); 3] = [
    ("application/json", Encoding::Json),
    (form::MULTIPART, Encoding::Multipart),
    (form::URL_ENCODED, Encoding::UrlEncoded),
];

impl Encoding {
    fn of(content_type: Option<&str>) -> Encoding {
        let media_type = form::essence(content_type.unwrap_or_default());
        let known = ENCODINGS.iter().find(|(known, _)| *known == media_type);
        known.map_or(Encoding::Json, |(_, encoding)| *encoding)
    }
}

pub(super) enum OpenBody {
    Json(Option<Box<RawValue>>),
    Parts(Parts),
}

/// Texts only. A file has no use here, and is not stored.
const TAKES_TEXTS: Takes = Takes { body_bytes: 1 << 20, files: 0 };

impl OpenBody {
    /// Reads the body: as a form if its type says so, otherwise as JSON.
    pub(super) async fn of(app: &Shared, asked: &RequestContext, body: Body) -> Result<OpenBody, ApiError> {
        Ok(match Encoding::of(asked.content_type.as_deref()) {
            Encoding::Json => OpenBody::Json(body::json(asked, body).await?),
            Encoding::Multipart => OpenBody::Parts(multipart::read(app, asked, body, &TAKES_TEXTS).await?),
            Encoding::UrlEncoded => {
                let text = body::text(asked, body, asked.context.size_limits().text_bytes).await?;
                // `curl -d` calls everything a form, also JSON and plain text. Its members would be lost.
                if !text.trim().is_empty() && (!text.contains('=') || RawValue::from_string(text.clone()).is_ok()) {
                    return Err((&prose::NOT_A_FORM).into());
                }
                let items = form::url_encoded(text.as_bytes()).into_iter().map(|(name, value)| Item::Text {
                    name,
                    filename: None,
                    value,
                });
                OpenBody::Parts(Parts::of(items.collect()))
            }
        })
    }

    /// Returns the description of the body for the library.
    pub(super) fn carried(&self, known: Known) -> Carried<'_> {
        let (body, parts) = match self {
            OpenBody::Json(body) => (body.as_deref(), None),
            OpenBody::Parts(parts) => (None, Some(parts.described())),
        };
        Carried { body, parts, known: Some(known) }
    }

    /// Returns the values of a member in order; JSON has at most one.
    pub(super) fn all(&self, name: &str) -> Vec<Document> {
        match self {
            OpenBody::Json(body) => {
                let body = body.as_ref().and_then(|body| Document::read(body.get()).ok());
                body.and_then(|body| body.get(name).cloned()).into_iter().collect()
            }
            OpenBody::Parts(parts) => parts.texts(name).map(Document::from).collect(),
        }
    }

    /// Returns the first non-blank text of a member, or else the first one.
    pub(super) fn verbatim(&self, name: &str) -> Option<String> {
        let first = || self.all(name).iter().find_map(Document::as_str).map(str::to_owned);
        self.text(name).or_else(first)
    }

    /// Returns the first non-blank text of a member.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let all = self.all(name);
        let mut texts = all.iter().filter_map(Document::as_str).filter(|text| !text.trim().is_empty());
        texts.next().map(str::to_owned)
    }
}
