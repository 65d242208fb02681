//! Telemetry: a log line for each request, and an id that connects a line with its answer.
//!
//! The log contains no submitted value. Paths are written as templates, and queries, bodies, names
//! and tokens are omitted. A caller's own request id is used only if it is short and plain.
//! Requests that an open page makes every few seconds have no line for people.

use crate::prose;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use casegate::requests::{Recognition, recognise};
use std::any::Any;
use std::io::IsTerminal;
use std::time::Instant;
use tracing::{Instrument, Level, Span};
use tracing_subscriber::Layer;
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::debug_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The form of the log on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Log {
    /// A line for people, except for successful requests of the stand-in's own pages.
    Human,
    /// A line of JSON for every request.
    Json,
    /// Only failures.
    Quiet,
}

/// Starts the log of this process. A panic is logged with its place only, because its message may
/// repeat a value.
pub fn begin(log: Log) {
    let level = match log {
        Log::Human => Level::INFO,
        Log::Json => Level::DEBUG,
        Log::Quiet => Level::ERROR,
    };
    // Only our own lines, because a library's may contain submitted values.
    let own = Targets::new().with_target("casegate_http", level).with_target("casegate_server", level);
    // A closed standard error must not stop the service.
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
    let lines = match log {
        Log::Json => lines.json().flatten_event(true).with_span_list(false).with_target(false).boxed(),
        Log::Human | Log::Quiet => {
            let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            // People see the values only; the JSON has the names.
            let values = debug_fn(|writer, field, value| match field.name() {
                "duration_ms" => write!(writer, "{value:?} ms"),
                _ => write!(writer, "{}", format!("{value:?}").trim_matches('"')),
            });
            let lines = lines.compact().with_ansi(colours).with_target(false);
            lines.fmt_fields(values.delimited(" ")).boxed()
        }
    };
    // A process that has a log already, because it embeds this crate, keeps it.
    let _ = tracing_subscriber::registry().with(lines.with_filter(own)).try_init();
    std::panic::set_hook(Box::new(|panic| {
        tracing::error!(at = panic.location().map(ToString::to_string), "panicked");
    }));
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware around every request: its id, its line in the log, and the headers of every answer.
pub async fn around(request: Request, next: Next) -> Response {
    let given = request.headers().get(REQUEST_ID).and_then(|value| value.to_str().ok()).filter(|id| is_plain(id));
    let id = given.map_or_else(|| uuid::Uuid::new_v4().to_string(), str::to_owned);
    let route = route(&request);
    let is_of_page = request.method() == Method::GET && is_of_page(&route);
    let span = tracing::error_span!(
        "request",
        request_id = id,
        method = method(request.method()),
        route,
        organization = tracing::field::Empty
    );
    let mut line = Line { span: span.clone(), began: Instant::now(), status: None, is_of_page };
    let mut response = next.run(request).instrument(span).await;
    line.status = Some(response.status());
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::SERVER, HeaderValue::from_static("casegate"));
    response
}

/// Refuses a request of HTTP/1.1 without a `Host`, and any request with two (RFC 9112, section
/// 3.2).
pub async fn one_host(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if hosts > 1 || hosts == 0 && request.version() == Version::HTTP_11 {
        return prose::BAD_HOST.problem().into_response();
    }
    next.run(request).await
}

/// Adds the caller's organization to the log line of the current request.
pub fn asked_by(organization: i64) {
    Span::current().record("organization", organization);
}

/// Returns the answer to a request that panicked; the hook has logged the place.
pub fn panicked(_: Box<dyn Any + Send>) -> Response {
    prose::INTERNAL_ERROR.problem().into_response()
}

/// Returns `true` if a caller's own id is safe in a header and in the log.
fn is_plain(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

/// Returns the name of a method; an unknown one may be any text.
fn method(method: &Method) -> &str {
    const KNOWN: [Method; 7] =
        [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];
    if KNOWN.contains(method) { method.as_str() } else { "other" }
}

/// Returns the template of a request's path.
fn route(request: &Request) -> String {
    if let Some(own) = request.extensions().get::<MatchedPath>() {
        return own.as_str().to_owned();
    }
    match recognise(request.method().as_str(), request.uri().path()) {
        Recognition::Known(found) => found.endpoint.template(),
        Recognition::OtherMethod { .. } | Recognition::Unknown => "unknown".to_owned(),
    }
}

/// Returns `true` if one of the stand-in's own pages makes this request by itself.
fn is_of_page(route: &str) -> bool {
    matches!(route, "/" | "/{file}") || ["/demo/", "/operator/"].iter().any(|side| route.starts_with(side))
}

/// Written when it is dropped, so that callers who leave before the answer have a line as well.
struct Line {
    span: Span,
    began: Instant,
    status: Option<StatusCode>,
    /// Shown to people only if the request failed.
    is_of_page: bool,
}

impl Drop for Line {
    fn drop(&mut self) {
        let _within = self.span.enter();
        let duration_ms = (self.began.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        match self.status {
            Some(status) if status.is_server_error() => {
                tracing::error!(status = status.as_u16(), duration_ms, "failed");
            }
            Some(status) if self.is_of_page && status.as_u16() < 400 => {
                tracing::debug!(status = status.as_u16(), duration_ms, "answered");
            }
            Some(status) => tracing::info!(status = status.as_u16(), duration_ms, "answered"),
            None => tracing::info!(duration_ms, "left"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_ids_are_taken() {
        let most = "a".repeat(64);
        for good in ["1", "Zz-9._", &most] {
            assert!(is_plain(good), "{good}");
        }
        for bad in ["", "a b", "a\tb", "a/b", "é", &(most + "a")] {
            assert!(!is_plain(bad), "{bad}");
        }
    }

    #[test]
    fn paths_are_reported_as_templates() {
        let of = |method: &str, path: &str| {
            route(&Request::builder().method(method).uri(path).body(axum::body::Body::empty()).unwrap())
        };
        assert_eq!(of("GET", "/api/v1/partner/cases/CASE-7/?source=Jane"), "/api/v1/partner/cases/{ref}/");
        assert_eq!(of("DELETE", "/api/v1/partner/cases/CASE-7/"), "unknown");
        assert_eq!(of("GET", "/jane-doe"), "unknown");
        assert_eq!(method(&Method::from_bytes(b"JANE").unwrap()), "other");
    }
}
