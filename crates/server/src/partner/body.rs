//! Bodies that are read whole: refused as soon as they are longer than they may be, not after.

use super::linger::linger;
use super::request_context::RequestContext;
use crate::error::ApiError;
use crate::prose;
use axum::body::Body;
use casegate_axum::Problem;
use http_body_util::BodyExt;
use serde_json::value::RawValue;

/// The answer to a body that is longer than it may be.
pub(crate) fn too_long(limit: u64) -> Problem {
    prose::BODY_TOO_LONG.with(&[&limit.to_string()])
}

/// Reads a text of at most so many bytes.
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

/// Reads JSON; nothing where there is no body.
pub(super) async fn json(asked: &RequestContext, body: Body) -> Result<Option<Box<RawValue>>, ApiError> {
    let text = text(asked, body, asked.context.size_limits().text_bytes).await?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let raw = RawValue::from_string(text).map_err(|_| &prose::NOT_JSON)?;
    Ok(Some(raw))
}
