//! A body whose format the specification leaves open: JSON, or the parts of a form.

use super::asked::{Asked, Carried, Known, Part};
use super::body;
use crate::fault::Fault;
use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use casegate::Document;
use casegate::axum::Problem;
use serde_json::value::RawValue;

pub(super) enum Form {
    Json(Option<Box<RawValue>>),
    Parts(Vec<TextPart>),
}

/// A part of a form; the bytes of a file are of no use here, and not kept.
pub(super) struct TextPart {
    name: String,
    /// The name and the size of a file.
    file: Option<(String, u64)>,
    text: String,
}

impl TextPart {
    fn told(&self) -> Part<'_> {
        match &self.file {
            Some((filename, size)) => Part::File { name: &self.name, filename, size: *size },
            None => Part::Text { name: &self.name, value: &self.text },
        }
    }
}

impl Form {
    /// Reads the body: parts where it says so, otherwise JSON.
    pub(super) async fn of(asked: &Asked, body: Body) -> Result<Form, Fault> {
        let content_type = asked.content_type.clone().unwrap_or_default();
        if !content_type.trim_start().to_ascii_lowercase().starts_with("multipart/") {
            return Ok(Form::Json(body::json(asked, body).await?));
        }
        let text = body::text(asked, body, asked.host.size_limits().text_bytes).await?;
        let not_parts = || {
            let problem = Problem::new(StatusCode::BAD_REQUEST, "The request is refused").code("not_parts");
            Fault::from(problem.detail("The body is not the parts that its content type announces."))
        };
        let request = Request::builder().header(header::CONTENT_TYPE, content_type).body(Body::from(text));
        let request = request.map_err(|_| not_parts())?;
        let mut multipart = Multipart::from_request(request, &()).await.map_err(|_| not_parts())?;
        let mut parts = Vec::new();
        while let Some(field) = multipart.next_field().await.map_err(|_| not_parts())? {
            let name = field.name().unwrap_or_default().to_owned();
            let filename = field.file_name().map(str::to_owned);
            let text = field.text().await.map_err(|_| not_parts())?;
            let size = text.len() as u64;
            parts.push(match filename {
                Some(filename) => TextPart { name, file: Some((filename, size)), text: String::new() },
                None => TextPart { name, file: None, text },
            });
        }
        Ok(Form::Parts(parts))
    }

    /// What the library is told of it.
    pub(super) fn carried(&self, known: Known) -> Carried<'_> {
        let (body, parts) = match self {
            Form::Json(body) => (body.as_deref(), None),
            Form::Parts(parts) => (None, Some(parts.iter().map(TextPart::told).collect())),
        };
        Carried { body, parts, known: Some(known) }
    }

    /// The values of a member, in order: of JSON one at most.
    pub(super) fn all(&self, name: &str) -> Vec<Document> {
        match self {
            Form::Json(body) => {
                let body = body.as_ref().and_then(|body| Document::read(body.get()).ok());
                body.and_then(|body| body.get(name).cloned()).into_iter().collect()
            }
            Form::Parts(parts) => {
                let of_name = parts.iter().filter(|part| part.name == name && part.file.is_none());
                of_name.map(|part| Document::from(part.text.as_str())).collect()
            }
        }
    }

    /// The first text of a member that says something, verbatim.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let all = self.all(name);
        let mut texts = all.iter().filter_map(Document::as_str).filter(|text| !text.trim().is_empty());
        texts.next().map(str::to_owned)
    }
}
