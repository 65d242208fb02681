//! Serves the demo's pages.

use crate::app::Shared;
use crate::demo_pages::{DemoPages, INDEX, POLICY};
use crate::partner;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName,
    IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

const KINDS: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
];

/// The page of an address without one.
const MISSING: &str = "404.html";

/// The encodings of precompressed files, the smallest first, with the suffix of the file name.
const ENCODINGS: &[(&str, &str)] = &[("br", "br"), ("gzip", "gz")];

/// Serves a page or one of its files. Other requests to such a path are answered as without a demo.
pub(super) async fn page(State(app): State<Shared>, request: Request) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let name = request.uri().path().strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or(INDEX);
    let headers = request.headers();
    let page =
        || found(&app, name, headers).or_else(|| moved(&app, name, headers)).or_else(|| missing(&app, name, headers));
    match is_read.then(page).flatten() {
        Some(page) => page,
        None => partner::handle(State(app), request).await,
    }
}

/// Answers a browser that asks for a page that does not exist. The API has its paths in folders.
fn missing(app: &Shared, name: &str, asked: &HeaderMap) -> Option<Response> {
    (is_browser(asked) && !name.contains('/')).then_some(())?;
    let mut page = found(app, MISSING, asked)?;
    *page.status_mut() = StatusCode::NOT_FOUND;
    Some(page)
}

/// Returns `true` for a request that a person sees the answer of.
fn is_browser(asked: &HeaderMap) -> bool {
    values(asked, &ACCEPT).any(|kind| kind.split(';').next() == Some("text/html"))
}

/// Redirects a browser from a page's name without its ending, such as `/cases`, to the page.
fn moved(app: &Shared, name: &str, asked: &HeaderMap) -> Option<Response> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let page = format!("{name}.html");
    (is_browser(asked) && is_plain && app.config.demo.as_ref()?.read(&page).is_some())
        .then(|| Redirect::temporary(&format!("/{page}")).into_response())
}

/// Returns the values of a header that has a list.
fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Returns `true` if the name contains a hash of the content, such as `casegate-1A2B3C4D.wasm`.
fn is_hashed(name: &str) -> bool {
    let hash = name.rsplit_once('.').and_then(|(stem, _)| stem.rsplit_once('-'));
    hash.is_some_and(|(_, hash)| {
        hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    })
}

fn found(app: &Shared, name: &str, asked: &HeaderMap) -> Option<Response> {
    // The folder is flat, and its file names use only these characters and types.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let (_, end) = name.rsplit_once('.').filter(|_| name.bytes().all(is_plain))?;
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == end)?;
    let pages = app.config.demo.as_ref()?;
    let (bytes, encoding) = encoded(pages, name, asked)?;
    let mut headers = HeaderMap::new();
    // Browsers apply it to documents. On every script it would weigh more than the smallest of them.
    if matches!(end, "html" | "svg") {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_bytes(&pages.read(POLICY)?).ok()?);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_hashed(name) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("max-age=31536000, immutable"));
    } else {
        // A newer program has newer files under the same names.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = format!("\"{:016x}\"", hasher.finish());
        headers.insert(ETAG, HeaderValue::from_str(&tag).ok()?);
        if values(asked, &IF_NONE_MATCH).any(|known| known.trim_start_matches("W/") == tag) {
            return Some((StatusCode::NOT_MODIFIED, headers).into_response());
        }
    }
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some((headers, bytes).into_response())
}

/// Returns the bytes in the smallest accepted encoding.
fn encoded(pages: &DemoPages, name: &str, asked: &HeaderMap) -> Option<(Cow<'static, [u8]>, Option<&'static str>)> {
    let accepts = |encoding: &str| {
        values(asked, &ACCEPT_ENCODING).any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let is_refused = weight.split_once('=').is_some_and(|(_, q)| q.trim().parse() == Ok(0.0_f32));
            name.trim().eq_ignore_ascii_case(encoding) && !is_refused
        })
    };
    let smaller = ENCODINGS.iter().filter(|(encoding, _)| accepts(encoding));
    let smaller = smaller.filter_map(|(encoding, end)| Some((pages.read(&format!("{name}.{end}"))?, Some(*encoding))));
    smaller.chain(pages.read(name).map(|bytes| (bytes, None))).next()
}
