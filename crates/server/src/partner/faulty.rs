//! The faults of requests: answers instead of others, and answers that break off or are slow.

use super::cancel;
use crate::error::ApiError;
use crate::faults::{FaultKind, RequestFault};
use crate::prose;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::response::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::requests::EndpointId;
use casegate_http::reset::Reset;
use hyper::body::{Frame, SizeHint};
use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Sleep, sleep};

/// Returns the answer to a refused request of an endpoint.
pub(super) fn refused(error: ApiError, id: EndpointId) -> Response {
    if id == EndpointId::Cancel { cancel::refused(error) } else { error.into_response() }
}

/// Returns the answer of a fault that prevents a request from being carried out.
pub(super) fn instead(fault: RequestFault, id: EndpointId, reset: &Reset) -> Option<Response> {
    let kind = match fault.kind {
        FaultKind::TooManyRequests => &prose::FAULT_TOO_MANY,
        FaultKind::InternalError => &prose::FAULT_INTERNAL,
        FaultKind::Unavailable => &prose::FAULT_UNAVAILABLE,
        FaultKind::Reset => {
            reset.request();
            return Some(StatusCode::SERVICE_UNAVAILABLE.into_response());
        }
        // A client that follows it shows that in the log: nothing is there.
        FaultKind::Redirect => {
            return Some((StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, "/elsewhere")]).into_response());
        }
        _ => return None,
    };
    let mut response = refused(kind.into(), id);
    if fault.kind == FaultKind::TooManyRequests {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(fault.amount));
    }
    Some(response)
}

/// The number of pieces of a slow body.
const PIECES: u32 = 10;

/// The pause before an answer breaks off, in which its first half is sent.
const HALF: Duration = Duration::from_millis(50);

/// Applies a fault to the answer of a request that was carried out. An answer without a body is
/// reset where its body would break off, and late where its body would be slow.
pub(super) async fn spoiled(response: Response, fault: RequestFault, reset: Reset) -> Response {
    let (head, body) = response.into_parts();
    // The bodies are in memory already.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let took = Duration::from_millis(fault.amount.into());
    let length = bytes.len();
    let body = match fault.kind {
        FaultKind::HalfBody if length > 1 => {
            let half = bytes.slice(..length / 2);
            Body::new(Pieces { rest: [half].into(), left: length as u64, pause: HALF, sleep: None, reset: Some(reset) })
        }
        FaultKind::SlowBody if length > 0 => {
            let pieces = pieces(&bytes);
            let pause = took / u32::try_from(pieces.len()).unwrap_or(PIECES).max(1);
            Body::new(Pieces {
                rest: pieces,
                left: length as u64,
                pause,
                sleep: Some(Box::pin(sleep(pause))),
                reset: None,
            })
        }
        FaultKind::EmptyBody => return empty(head),
        FaultKind::SlowBody => {
            sleep(took).await;
            Body::empty()
        }
        _ => {
            reset.request();
            Body::from(bytes)
        }
    };
    Response::from_parts(head, body)
}

fn empty(mut head: Parts) -> Response {
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::empty())
}

fn pieces(bytes: &Bytes) -> VecDeque<Bytes> {
    let size = bytes.len().div_ceil(PIECES as usize).max(1);
    bytes.chunks(size).map(Bytes::copy_from_slice).collect()
}

/// A body in pieces, with a pause after each. With a handle of the connection, it breaks off after
/// the last one.
struct Pieces {
    rest: VecDeque<Bytes>,
    /// The bytes that the head promises besides those that were sent.
    left: u64,
    pause: Duration,
    sleep: Option<Pin<Box<Sleep>>>,
    reset: Option<Reset>,
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if let Some(sleep) = &mut self.sleep {
            ready!(sleep.as_mut().poll(cx));
        }
        self.sleep = None;
        let Some(piece) = self.rest.pop_front() else {
            let broken = self.reset.take().map(|reset| {
                reset.request();
                Err(ErrorKind::ConnectionReset.into())
            });
            return Poll::Ready(broken);
        };
        self.left = self.left.saturating_sub(piece.len() as u64);
        self.sleep = Some(Box::pin(sleep(self.pause)));
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.reset.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
