//! Passes a request on to another server.

use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use std::io::Read;
use ureq::Agent;

/// The greatest length of an answer.
const MOST_BYTES: u64 = 256 << 20;

/// Headers about one connection.
const OF_CONNECTION: [HeaderName; 11] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::ACCEPT_ENCODING,
    header::EXPECT,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// An answer, without a content encoding.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// All headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
    /// `false` if the body ended too early.
    pub is_whole: bool,
}

impl Answer {
    /// Returns the headers that are not about the connection or the encoding.
    pub fn lasting_headers(&self) -> HeaderMap {
        let lasts = |name: &HeaderName| *name != header::CONTENT_ENCODING && !OF_CONNECTION.contains(name);
        let kept = self.headers.iter().filter(|(name, _)| lasts(name));
        kept.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// Sends a request with the headers that are not about one connection. The body goes with methods
/// that have one. Returns `None` without an answer.
pub fn send(agent: &Agent, method: &Method, url: &str, headers: &HeaderMap, body: &[u8]) -> Option<Answer> {
    let mut request = Request::builder().method(method.clone()).uri(url);
    for (name, value) in headers.iter().filter(|(name, _)| !OF_CONNECTION.contains(name)) {
        request = request.header(name, value);
    }
    let has_body = ![Method::GET, Method::HEAD, Method::DELETE, Method::OPTIONS].contains(method);
    let answered = if has_body { agent.run(request.body(body).ok()?) } else { agent.run(request.body(()).ok()?) };
    let (head, mut body) = answered.ok()?.into_parts();
    let mut bytes = Vec::new();
    let read = body.with_config().limit(MOST_BYTES).reader().read_to_end(&mut bytes);
    Some(Answer { status: head.status, headers: head.headers, body: bytes, is_whole: read.is_ok() })
}
