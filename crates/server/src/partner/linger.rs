//! The rest of a body whose request is answered already.

use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt;
use std::time::Duration;
use tokio::time::timeout;

/// How much of the rest of a body is read and forgotten, and for how long. Nothing of it is kept; the time is the limit
/// that counts, and a file that is far too long should get its answer too.
const LINGER_BYTES: usize = 1 << 30;

const LINGER: Duration = Duration::from_secs(5);

/// Reads and forgets the rest of a body, within bounds: who still writes would not read the answer.
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
