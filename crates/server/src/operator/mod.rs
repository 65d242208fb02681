//! The operator's API and page: the actions of the service's staff on a case. They are not part of
//! the specification.

mod actions;
mod cases;
mod clock;
mod detail;
mod faults;
mod json_body;
mod organizations;
pub(crate) mod page;
mod synthetic;
mod webhooks;

use crate::app::Shared;
use crate::prose;
use crate::store::tokens;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use casegate_axum::Problem;
use casegate_http::process::other_method;
use std::sync::Arc;

/// Everything under `/operator`.
pub(crate) fn router(app: &Shared) -> Router<Shared> {
    let api = Router::new()
        .merge(cases::router())
        .merge(detail::router())
        .merge(actions::router())
        .merge(synthetic::router())
        .merge(clock::router())
        .merge(organizations::router())
        .merge(webhooks::router())
        .merge(faults::router())
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
        .layer(DefaultBodyLimit::max(json_body::BODY_BYTES))
        .layer(from_fn_with_state(Arc::clone(app), with_token));
    // Without a fallback here, the fallback of `api` would not be reached.
    page::router().nest("/api", api).fallback(unknown)
}

/// Accepts requests with the operator's token only.
async fn with_token(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Token ")).map(str::trim);
    if given.is_some_and(|given| tokens::is_same(given, &app.operator_token)) {
        return next.run(request).await;
    }
    let mut response = prose::NO_OPERATOR.problem().into_response();
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Token"));
    response
}

async fn unknown() -> Problem {
    prose::NO_OPERATOR_PATH.problem()
}
