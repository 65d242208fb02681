//! The demo's pages: files in this program, or in a folder.

use crate::app::Shared;
use crate::fault::not_found;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::path::PathBuf;

#[cfg(feature = "demo")]
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/demo.rs"));
}

/// Where the demo's pages are: what `node web-demo/build.mjs` writes.
#[derive(Debug, Clone)]
pub struct DemoPages(Source);

#[derive(Debug, Clone)]
enum Source {
    Folder(PathBuf),
    #[cfg(feature = "demo")]
    Embedded,
}

/// The first page.
const INDEX: &str = "index.html";

impl DemoPages {
    /// Those that are part of this program; none where it was built without them.
    pub fn embedded() -> Option<DemoPages> {
        #[cfg(feature = "demo")]
        return Some(DemoPages(Source::Embedded));
        #[cfg(not(feature = "demo"))]
        None
    }

    /// Those of a folder, read anew at each request; none where it holds no page.
    pub fn in_folder(folder: PathBuf) -> Option<DemoPages> {
        let pages = DemoPages(Source::Folder(folder));
        pages.read(INDEX).is_some().then_some(pages)
    }

    fn read(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        match &self.0 {
            Source::Folder(folder) => std::fs::read(folder.join(name)).ok().map(Cow::Owned),
            #[cfg(feature = "demo")]
            Source::Embedded => {
                let found = embedded::FILES.iter().find(|(known, _)| *known == name);
                found.map(|(_, bytes)| Cow::Borrowed(*bytes))
            }
        }
    }
}

const KINDS: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
];

/// The encodings in which files lie beside themselves, the smallest first, with what the name ends in.
const ENCODINGS: &[(&str, &str)] = &[("br", "br"), ("gzip", "gz")];

/// The file of the content security policy, which holds for every page.
const POLICY: &str = "policy.txt";

/// What the build names by its content.
const PART: &str = "part-";

pub(super) async fn index(State(app): State<Shared>, headers: HeaderMap) -> Response {
    answer(&app, INDEX, &headers)
}

pub(super) async fn file(
    State(app): State<Shared>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    answer(&app, name.as_ref().map_or("", |Path(name)| name), &headers)
}

fn answer(app: &Shared, name: &str, asked: &HeaderMap) -> Response {
    // The folder is flat: a name with a slash, or of another kind, is not in it.
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    let kind = name.rsplit_once('.').and_then(|(_, end)| KINDS.iter().find(|(known, _)| *known == end));
    let found = app.config.demo.as_ref().zip(kind.filter(|_| is_plain)).and_then(|(pages, (_, kind))| {
        let (bytes, encoding) = encoded(pages, name, asked)?;
        Some((pages.read(POLICY), *kind, bytes, encoding))
    });
    let Some((policy, kind, bytes, encoding)) = found else {
        return not_found("unknown_path", "There is no such page.").into_response();
    };
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    // A newer program has newer files under the same names, but parts.
    let lasting = if name.starts_with(PART) { "max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasting));
    if let Some(policy) = policy.and_then(|policy| HeaderValue::from_bytes(&policy).ok()) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    (headers, bytes.into_owned()).into_response()
}

/// The bytes in the smallest encoding that is accepted.
fn encoded(pages: &DemoPages, name: &str, asked: &HeaderMap) -> Option<(Cow<'static, [u8]>, Option<&'static str>)> {
    let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |encoding: &str| {
        accepted.split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let is_refused = weight.split_once('=').is_some_and(|(_, q)| q.trim().parse() == Ok(0.0_f32));
            name.trim().eq_ignore_ascii_case(encoding) && !is_refused
        })
    };
    let smaller = ENCODINGS.iter().filter(|(encoding, _)| accepts(encoding));
    let smaller = smaller.filter_map(|(encoding, end)| Some((pages.read(&format!("{name}.{end}"))?, Some(*encoding))));
    smaller.chain(pages.read(name).map(|bytes| (bytes, None))).next()
}
