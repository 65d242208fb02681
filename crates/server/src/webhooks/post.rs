//! One attempt over HTTP.

use super::due::{AttemptFault, Due};
use super::{real_now, signing};
use crate::clock::Instant;
use standardwebhooks::{HEADER_WEBHOOK_ID, HEADER_WEBHOOK_SIGNATURE, HEADER_WEBHOOK_TIMESTAMP};
use std::io::ErrorKind;
use std::time::Duration;
use ureq::http::{Response, header};
use ureq::{Agent, Body, Error};

/// The result of an attempt, without bodies.
pub(super) struct Answer {
    /// The time of the attempt.
    pub(super) at: Instant,
    pub(super) status: Option<u16>,
    /// The kind of error that prevented an answer.
    pub(super) error: Option<&'static str>,
    /// The pause that the consumer requests.
    pub(super) retry_after_ms: i64,
    pub(super) duration_ms: i64,
}

impl Answer {
    /// Returns the result of an attempt that a rule of faults dropped.
    pub(super) fn dropped() -> Answer {
        Answer { at: real_now(), status: None, error: Some("dropped"), retry_after_ms: 0, duration_ms: 0 }
    }
}

/// Returns the HTTP client for attempts. It follows no redirects, because a redirect is an answer.
/// It keeps no connections, because one that the consumer has closed meanwhile would count as a
/// failure.
pub(super) fn agent(timeout_ms: u32) -> Agent {
    Agent::config_builder()
        .user_agent(concat!("casegate/", env!("CARGO_PKG_VERSION")))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_idle_connections(0)
        .timeout_global(Some(Duration::from_millis(timeout_ms.into())))
        .build()
        .into()
}

/// Makes an attempt.
pub(super) fn attempt(agent: &Agent, due: &Due) -> Answer {
    let at = real_now();
    let started = std::time::Instant::now();
    let answered = ask(agent, due, at);
    let duration_ms = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
    match answered {
        Ok(response) => Answer {
            at,
            status: Some(response.status().as_u16()),
            error: None,
            retry_after_ms: retry_after_ms(&response),
            duration_ms,
        },
        Err(error) => Answer { at, status: None, error: Some(error), retry_after_ms: 0, duration_ms },
    }
}

fn ask(agent: &Agent, due: &Due, at: Instant) -> Result<Response<Body>, &'static str> {
    let timestamp = at.0.div_euclid(1000);
    // A signature of another body is a wrong one.
    let signed = if due.fault == AttemptFault::WronglySigned { "" } else { &due.body };
    let signatures = signing::signatures(&due.secrets, &due.event_id, timestamp, signed);
    let mut request = agent
        .post(&due.url)
        .header(header::CONTENT_TYPE, "application/json")
        .header(HEADER_WEBHOOK_ID, &due.event_id)
        .header(HEADER_WEBHOOK_TIMESTAMP, timestamp.to_string());
    if let Some(signatures) = signatures.map_err(|_| "not_signed")? {
        request = request.header(HEADER_WEBHOOK_SIGNATURE, signatures);
    }
    if casegate_http::process::is_loopback(&due.url) {
        // A proxy in the environment has another loopback than this computer.
        request = request.config().proxy(None).build();
    }
    request.send(&due.body).map_err(|error| kind(&error))
}

/// Returns the kind of an error, without values.
fn kind(error: &Error) -> &'static str {
    match error {
        Error::Timeout(_) => "timeout",
        Error::HostNotFound => "host_not_found",
        Error::Tls(_) | Error::Rustls(_) => "tls",
        Error::Http(_) | Error::Protocol(_) | Error::LargeResponseHeader(..) => "not_http",
        Error::Io(error) => match error.kind() {
            ErrorKind::ConnectionRefused => "refused",
            ErrorKind::TimedOut => "timeout",
            // The kind that rustls gives to an untrusted certificate.
            ErrorKind::InvalidData => "tls",
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => "closed",
            _ => "not_connected",
        },
        Error::ConnectionFailed | Error::ConnectProxyFailed(_) => "not_connected",
        _ => "failed",
    }
}

/// Reads `Retry-After`, as seconds or as a date.
fn retry_after_ms(response: &Response<Body>) -> i64 {
    let answer = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    let Some(answer) = answer.map(str::trim) else { return 0 };
    if let Ok(seconds) = answer.parse::<u32>() {
        return i64::from(seconds) * 1000;
    }
    let date = chrono::DateTime::parse_from_rfc2822(answer);
    date.map_or(0, |date| (date.timestamp_millis() - real_now().0).max(0))
}
