//! Reads the rest of a body whose request is answered already.

use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt;
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes and the longest time for reading the rest of a body. Nothing of it is stored. The
/// time is the effective limit, because the sender of a far too long file should receive its answer
/// as well.
const LINGER_BYTES: usize = 1 << 30;

const LINGER: Duration = Duration::from_secs(5);

/// Reads and drops the rest of a body within limits. A client that is still writing would not read
/// the answer.
pub(super) fn linger(mut body: Body) {
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
