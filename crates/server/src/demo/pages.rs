//! The demo's pages: files in this program, or in a folder.

use crate::app::Shared;
use crate::partner;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::path::PathBuf;

#[cfg(feature = "demo")]
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/demo.rs"));
}

/// Where the demo's pages are: what `node web-demo/build.mjs` writes.
///
/// ```
/// use casegate_server::{Config, DemoPages};
///
/// // A program that was built with the feature `demo` has them in itself.
/// let pages = DemoPages::embedded().or_else(|| DemoPages::in_folder("web-demo/dist".into()));
/// let config = Config { demo: pages, ..Config::default() };
/// ```
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

/// The file of the content security policy, which holds for every page.
const POLICY: &str = "policy.txt";

impl DemoPages {
    /// Those that are part of this program; none where it was built without them.
    pub fn embedded() -> Option<DemoPages> {
        #[cfg(feature = "demo")]
        return Some(DemoPages(Source::Embedded));
        #[cfg(not(feature = "demo"))]
        None
    }

    /// Those of a folder, read anew at each request; none where it does not hold them.
    pub fn in_folder(folder: PathBuf) -> Option<DemoPages> {
        let pages = DemoPages(Source::Folder(folder));
        [INDEX, POLICY].into_iter().all(|name| pages.read(name).is_some()).then_some(pages)
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

/// What the build names by its content.
const PART: &str = "part-";

/// A page or one of its files. Whatever else may be asked for at such a path is answered as where there is no demo.
pub(super) async fn page(State(app): State<Shared>, request: Request) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let name = request.uri().path().strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or(INDEX);
    match is_read.then(|| found(&app, name, request.headers())).flatten() {
        Some(page) => page,
        None => partner::handle(State(app), request).await,
    }
}

fn found(app: &Shared, name: &str, asked: &HeaderMap) -> Option<Response> {
    // The folder is flat: a name of other characters is not in it, and neither is one of another kind.
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
    // A newer program has newer files under the same names, but parts.
    let lasting = if name.starts_with(PART) { "max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasting));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some((headers, bytes).into_response())
}

/// The bytes in the smallest encoding that is accepted.
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
