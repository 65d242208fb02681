//! Bodies that are read as a whole. They are refused as soon as they exceed their limit.

use super::linger::linger;
use super::request_context::RequestContext;
use crate::error::ApiError;
use crate::prose;
use axum::body::Body;
use casegate_axum::Problem;
use http_body_util::BodyExt;
use serde_json::value::RawValue;

/// Returns the answer to a body beyond its limit.
pub(crate) fn too_long(limit: u64) -> Problem {
    prose::BODY_TOO_LONG.with(&[&limit.to_string()])
}

/// Reads a text up to the limit.
pub(super) async fn text(asked: &RequestContext, mut body: Body, limit: usize) -> Result<String, ApiError> {
    let too_long = || too_long(limit as u64);
    if asked.content_length.is_some_and(|length| length > limit as u64) {
        linger(body);
        return Err(too_long().into());
    }
    let mut bytes = Vec::new();
    loop {
        let frame = match body.frame().await {
            Some(Ok(frame)) => frame,
            None => break,
            Some(Err(_)) => return Err((&prose::BODY_INCOMPLETE).into()),
        };
        let Some(data) = frame.data_ref() else { continue };
        if bytes.len() + data.len() > limit {
            linger(body);
            return Err(too_long().into());
        }
        bytes.extend_from_slice(data);
    }
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
