//! A body whose encoding the specification leaves open: JSON, or the parts of a form.

use super::asked::{Asked, Carried, Known};
use super::body;
use super::multipart::{self, Takes};
use super::parts::Parts;
use crate::app::Shared;
use crate::fault::Fault;
use axum::body::Body;
use casegate::Document;
use serde_json::value::RawValue;

pub(super) enum OpenBody {
    Json(Option<Box<RawValue>>),
    Parts(Parts),
}

/// Texts only: a file is of no use here, and not stored.
const TAKES_TEXTS: Takes = Takes { body_bytes: 1 << 20, files: 0 };

impl OpenBody {
    /// Reads the body: parts where it says so, otherwise JSON.
    pub(super) async fn of(app: &Shared, asked: &Asked, body: Body) -> Result<OpenBody, Fault> {
        let content_type = asked.content_type.as_deref().unwrap_or_default();
        if content_type.trim_start().to_ascii_lowercase().starts_with("multipart/") {
            return Ok(OpenBody::Parts(multipart::read(app, asked, body, &TAKES_TEXTS).await?));
        }
        Ok(OpenBody::Json(body::json(asked, body).await?))
    }

    /// What the library is told of it.
    pub(super) fn carried(&self, known: Known) -> Carried<'_> {
        let (body, parts) = match self {
            OpenBody::Json(body) => (body.as_deref(), None),
            OpenBody::Parts(parts) => (None, Some(parts.described())),
        };
        Carried { body, parts, known: Some(known) }
    }

    /// The values of a member, in order: of JSON one at most.
    pub(super) fn all(&self, name: &str) -> Vec<Document> {
        match self {
            OpenBody::Json(body) => {
                let body = body.as_ref().and_then(|body| Document::read(body.get()).ok());
                body.and_then(|body| body.get(name).cloned()).into_iter().collect()
            }
            OpenBody::Parts(parts) => parts.texts(name).map(Document::from).collect(),
        }
    }

    /// The first text of a member that says something, verbatim.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let all = self.all(name);
        let mut texts = all.iter().filter_map(Document::as_str).filter(|text| !text.trim().is_empty());
        texts.next().map(str::to_owned)
    }
}
