//! Requests of the service, its staff and a firm's people.

use std::io::Read;
use std::time::Duration;
use ureq::Agent;
use ureq::http::{HeaderMap, HeaderValue, Request, header};

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// `false` if the body ended too early.
    pub(crate) is_whole: bool,
}

/// The longest answer that is read.
const MOST_BYTES: u64 = 64 << 20;

/// Returns a client that treats every status as an answer, and keeps no connections: a backend may
/// have been stopped meanwhile.
pub(crate) fn agent(timeout: Duration) -> Agent {
    Agent::config_builder()
        .user_agent(concat!("casegate-certify/", env!("CARGO_PKG_VERSION")))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_idle_connections(0)
        .proxy(None)
        .timeout_global(Some(timeout))
        .build()
        .into()
}

/// Sends a request. Returns `None` without an answer.
pub(crate) fn send(agent: &Agent, method: &str, url: &str, headers: &HeaderMap, body: Vec<u8>) -> Option<Answer> {
    let mut request = Request::builder().method(method).uri(url);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let takes_body = !matches!(method, "GET" | "HEAD" | "DELETE" | "OPTIONS");
    let answered = if takes_body { agent.run(request.body(body).ok()?) } else { agent.run(request.body(()).ok()?) };
    let (head, mut body) = answered.ok()?.into_parts();
    let mut bytes = Vec::new();
    let read = body.as_reader().take(MOST_BYTES).read_to_end(&mut bytes);
    Some(Answer { status: head.status.as_u16(), headers: head.headers, body: bytes, is_whole: read.is_ok() })
}

/// Returns headers with a content type.
pub(crate) fn content_type(kind: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_str(kind) {
        headers.insert(header::CONTENT_TYPE, value);
    }
    headers
}
