//! Serves the demo's pages.

use crate::app::Shared;
use crate::demo_pages::{DemoPages, INDEX, POLICY};
use crate::partner;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;

const KINDS: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
];

/// The encodings of precompressed files, the smallest first, with the suffix of the file name.
const ENCODINGS: &[(&str, &str)] = &[("br", "br"), ("gzip", "gz")];

/// The prefix of files whose name contains a hash of their content.
const PART: &str = "part-";

/// Serves a page or one of its files. Other requests to such a path are answered as without a demo.
pub(super) async fn page(State(app): State<Shared>, request: Request) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let name = request.uri().path().strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or(INDEX);
    match is_read.then(|| found(&app, name, request.headers())).flatten() {
        Some(page) => page,
        None => partner::handle(State(app), request).await,
    }
}

fn found(app: &Shared, name: &str, asked: &HeaderMap) -> Option<Response> {
    // The folder is flat, and its file names use only these characters and types.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let (_, end) = name.rsplit_once('.').filter(|_| name.bytes().all(is_plain))?;
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == end)?;
    let pages = app.config.demo.as_ref()?;
    let (bytes, encoding) = encoded(pages, name, asked)?;
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_bytes(&pages.read(POLICY)?).ok()?);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    // A newer program has newer files under the same names, except parts.
    let lasting = if name.starts_with(PART) { "max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasting));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some((headers, bytes).into_response())
}

/// Returns the bytes in the smallest accepted encoding.
fn encoded(pages: &DemoPages, name: &str, asked: &HeaderMap) -> Option<(Cow<'static, [u8]>, Option<&'static str>)> {
    let accepted = || asked.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let accepts = |encoding: &str| {
        accepted().flat_map(|value| value.split(',')).any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let is_refused = weight.split_once('=').is_some_and(|(_, q)| q.trim().parse() == Ok(0.0_f32));
            name.trim().eq_ignore_ascii_case(encoding) && !is_refused
        })
    };
    let smaller = ENCODINGS.iter().filter(|(encoding, _)| accepts(encoding));
    let smaller = smaller.filter_map(|(encoding, end)| Some((pages.read(&format!("{name}.{end}"))?, Some(*encoding))));
    smaller.chain(pages.read(name).map(|bytes| (bytes, None))).next()
}
