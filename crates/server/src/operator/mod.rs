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
mod snapshots;
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
        .merge(snapshots::router())
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    const PAGE: &str = include_str!("../../../../docs/stand-in.md");

    /// The routes as they are written in the modules.
    const SOURCES: [&str; 9] = [
        include_str!("actions.rs"),
        include_str!("cases.rs"),
        include_str!("clock.rs"),
        include_str!("detail.rs"),
        include_str!("faults.rs"),
        include_str!("organizations.rs"),
        include_str!("snapshots.rs"),
        include_str!("synthetic.rs"),
        include_str!("webhooks.rs"),
    ];

    #[test]
    fn the_page_lists_every_request() {
        let routes = SOURCES.iter().flat_map(|source| source.split(".route(\"/").skip(1));
        let routes: BTreeSet<String> = routes
            .flat_map(|route| {
                let (path, handlers) = route.split_once("\", ").unwrap();
                let handlers = handlers.split("))").next().unwrap();
                ["get", "post", "put", "delete"]
                    .into_iter()
                    .filter(|method| handlers.split(['.', ' ']).any(|call| call.starts_with(&format!("{method}("))))
                    .map(|method| format!("{} {path}", method.to_uppercase()))
                    .collect::<Vec<_>>()
            })
            .collect();
        let section =
            PAGE.split("\n## The operator's API\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
        let listed: Vec<String> =
            rows.flat_map(|row| row.trim_end_matches('`').split("`, `")).map(str::to_owned).collect();
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), routes);
        assert_eq!(listed.len(), routes.len(), "each once");
    }
}
