//! The demo: the site of a law firm, and the answers of its backend. It is not part of the
//! specification.
//!
//! A firm's own backend would keep the tokens. Here the pages receive them, so the demo is served
//! on loopback only.

mod account;
mod cases;
mod pages;

use crate::app::Shared;
use crate::prose;
use axum::Router;
use axum::extract::Request;
use axum::http::header::HOST;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use casegate_axum::Problem;
use casegate_http::process::other_method;
use std::net::IpAddr;

/// The pages, and `/demo/api`.
pub(crate) fn router() -> Router<Shared> {
    let api = Router::new()
        .route("/account", get(account::show))
        .route("/cases", get(cases::list))
        .route("/cases/{id}", get(cases::show))
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
        .layer(from_fn(from_here));
    Router::new().route("/", any(pages::page)).route("/{file}", any(pages::page)).nest("/demo/api", api)
}

/// Accepts only requests to this machine's name. A page of another site whose name resolves to this
/// machine receives no token.
async fn from_here(request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    if host.is_some_and(is_here) {
        return next.run(request).await;
    }
    prose::DEMO_ELSEWHERE.problem().into_response()
}

fn is_here(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || address.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

async fn unknown() -> Problem {
    prose::NO_DEMO_PATH.problem()
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn this_machine_has_few_names() {
        for host in ["localhost", "LocalHost:8787", "127.0.0.1", "127.0.0.1:1", "[::1]:8787", "[::1]"] {
            assert!(is_here(host), "{host}");
        }
        for host in ["", "example.test", "127.0.0.1.example.test", "192.168.0.1:8787", "localhost.example.test:80"] {
            assert!(!is_here(host), "{host}");
        }
    }
}
