//! Requests of the service, its staff and a firm's people.

use std::time::Duration;
use ureq::Agent;
use ureq::http::{HeaderMap, HeaderValue, header};

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

/// Returns headers with a content type.
pub(crate) fn content_type(kind: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_str(kind) {
        headers.insert(header::CONTENT_TYPE, value);
    }
    headers
}
