//! Bodies that are read as a whole. They are refused as soon as they exceed their limit.

use super::request_context::RequestContext;
use crate::error::ApiError;
use crate::prose;
use axum::body::Body;
use casegate_http::body;
use serde_json::value::RawValue;

/// Reads a text up to the limit.
pub(super) async fn text(asked: &RequestContext, body: Body, limit: usize) -> Result<String, ApiError> {
    let bytes = body::read(body, asked.content_length, limit).await?;
    String::from_utf8(bytes).map_err(|_| (&prose::BODY_NOT_UTF8).into())
}

/// Reads JSON; `None` without a body.
pub(super) async fn json(asked: &RequestContext, body: Body) -> Result<Option<Box<RawValue>>, ApiError> {
    let text = text(asked, body, asked.context.size_limits().text_bytes).await?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let raw = RawValue::from_string(text).map_err(|_| &prose::NOT_JSON)?;
    Ok(Some(raw))
}
