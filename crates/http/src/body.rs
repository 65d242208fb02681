//! Bodies that are read as a whole. They are refused as soon as they exceed their limit.

use crate::prose;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use casegate_axum::Problem;
use http_body_util::BodyExt;
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes and the longest time for reading the rest of a body. Nothing of it is stored. The
/// time is the effective limit, because the sender of a far too long file should receive its answer
/// as well.
const LINGER_BYTES: usize = 1 << 30;

const LINGER: Duration = Duration::from_secs(5);

/// Returns the answer to a body beyond its limit.
pub fn too_long(limit: u64) -> Problem {
    prose::BODY_TOO_LONG.with(&[&limit.to_string()])
}

/// Refuses a body that is compressed or otherwise encoded. Its bytes would be taken for its content.
///
/// # Errors
///
/// A `Content-Encoding` other than `identity`.
pub fn plain(headers: &HeaderMap) -> Result<(), Problem> {
    let encoded = headers.get_all(header::CONTENT_ENCODING).iter().any(|value| {
        let codings = value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        codings.filter(|coding| !coding.is_empty()).any(|coding| !coding.eq_ignore_ascii_case(b"identity"))
    });
    if encoded { Err(prose::BODY_ENCODED.problem()) } else { Ok(()) }
}

/// Reads a body up to the limit. `declared` is its length by its head.
///
/// # Errors
///
/// The body is too long or incomplete.
pub async fn read(mut body: Body, declared: Option<u64>, limit: usize) -> Result<Vec<u8>, Problem> {
    let too_long = || too_long(limit as u64);
    if declared.is_some_and(|length| length > limit as u64) {
        linger(body);
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    loop {
        let frame = match body.frame().await {
            Some(Ok(frame)) => frame,
            None => return Ok(bytes),
            Some(Err(_)) => return Err(prose::BODY_INCOMPLETE.problem()),
        };
        let Some(data) = frame.data_ref() else { continue };
        if bytes.len() + data.len() > limit {
            linger(body);
            return Err(too_long());
        }
        bytes.extend_from_slice(data);
    }
}

/// Reads and drops the rest of a body within limits. A client that is still writing would not read
/// the answer.
pub fn linger(mut body: Body) {
    if body.is_end_stream() {
        return;
    }
    let rest = async move {
        let mut left = LINGER_BYTES;
        while let Some(Ok(frame)) = body.frame().await {
            let length = frame.data_ref().map_or(0, Bytes::len);
            let Some(less) = left.checked_sub(length) else { return };
            left = less;
        }
    };
    tokio::spawn(timeout(LINGER, rest));
}
