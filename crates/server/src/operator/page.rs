//! The operator's page: files inside this program, and the lists that they show.

use crate::app::Shared;
use crate::error::ApiError;
use crate::prose;
use crate::results;
use axum::extract::rejection::PathRejection;
use axum::extract::{self, Path};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use casegate::Product;
use casegate::tokens::{CancellationReason, EventType, State};
use serde_json::{Map, Value, json};

/// The page runs and shows only its own files, and is never in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const INDEX: &str = include_str!("page/index.html");

macro_rules! files {
    ($($name:literal: $kind:ident),+ $(,)?) => { &[$(($name, $kind, include_str!(concat!("page/", $name)))),+] };
}

/// Name, type, text.
const FILES: &[(&str, &str, &str)] = files! {
    "api.js": SCRIPT,
    "base.css": CSS,
    "case-actions.js": SCRIPT,
    "case-events.js": SCRIPT,
    "case-parts.js": SCRIPT,
    "case-tools.js": SCRIPT,
    "case-view.js": SCRIPT,
    "cases-view.js": SCRIPT,
    "clock.js": SCRIPT,
    "dom.js": SCRIPT,
    "forms.js": SCRIPT,
    "icon.svg": SVG,
    "main.js": SCRIPT,
    "page.css": CSS,
    "marks.js": SCRIPT,
    "say.js": SCRIPT,
    "submit-view.js": SCRIPT,
    "webhooks-view.js": SCRIPT,
    "words.js": SCRIPT,
};

/// Everything beside `/operator/api`. None of it is secret, and none needs a token.
pub(crate) fn router() -> Router<Shared> {
    // The page's own address ends with a slash, which a nested router does not match; `serve` adds
    // it.
    Router::new()
        .route("/", get(async || Redirect::permanent("/operator/")))
        .route("/words.json", get(words))
        .route("/{file}", get(file))
}

/// `GET /operator/`. A stand-in that serves the demo leads back to it.
pub(crate) async fn index(extract::State(app): extract::State<Shared>) -> Response {
    let demo = if app.config.demo.is_some() { r#"<a href="/cases.html">Demo</a>"# } else { "" };
    (headers(HTML), INDEX.replace("{{demo}}", demo)).into_response()
}

async fn file(name: Result<Path<String>, PathRejection>) -> Response {
    match FILES.iter().find(|(known, ..)| name.as_ref().is_ok_and(|Path(name)| name == known)) {
        Some((_, kind, text)) => asset(kind, text),
        None => prose::NO_PAGE_FILE.problem().into_response(),
    }
}

fn headers(kind: &'static str) -> [(HeaderName, &'static str); 5] {
    [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        // A newer program has newer files under the same names.
        (CACHE_CONTROL, "no-cache"),
    ]
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    (headers(kind), text).into_response()
}

/// Returns the page's choices and its sample results. They come from the library, so that there is
/// one copy.
async fn words() -> Result<Response, ApiError> {
    let mut samples = Map::new();
    for product in Product::ALL {
        samples.insert(product.case_type().to_owned(), serde_json::from_str::<Value>(&results::sample(product, "{}"))?);
    }
    let words = json!({
        "states": State::NAMES,
        "events": EventType::NAMES,
        "eligibility": CancellationReason::NAMES,
        "results": samples,
    });
    Ok((headers("application/json"), Json(words)).into_response())
}
