//! The address of a server, the signals that stop it, and the layers of every router.

use crate::prose;
use crate::telemetry;
use axum::Router;
use axum::http::{Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use casegate_axum::Problem;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;

/// The reason why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The server cannot listen on the address.
    #[error("the address {address} cannot be listened on: {}", listen_error(error))]
    Address {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: std::io::Error,
    },
    /// The system provides no threads, address or signals.
    #[error("the server cannot run here: {0}")]
    System(#[from] std::io::Error),
}

/// Describes why the server cannot listen, with a remedy if one is known.
fn listen_error(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => "another program uses this port; stop it or choose another port".to_owned(),
        _ => error.to_string(),
    }
}

/// Listens on an address.
///
/// # Errors
///
/// [`StartError::Address`].
pub async fn bind(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| StartError::Address { address, error })
}

/// Completes when the process receives a stop signal (Ctrl-C, or SIGTERM).
///
/// # Errors
///
/// The signals cannot be received.
#[cfg(unix)]
pub fn stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Completes when the process receives a stop signal (Ctrl-C).
///
/// # Errors
///
/// The signals cannot be received.
#[cfg(not(unix))]
pub fn stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Adds logging, and answers for panics.
pub fn observed(router: Router) -> Router {
    router
        .layer(CatchPanicLayer::custom(telemetry::panicked))
        .layer(middleware::from_fn(telemetry::one_host))
        .layer(middleware::from_fn(telemetry::around))
}

/// The answer of `/healthz` while requests are answered.
pub async fn healthy() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], r#"{"status":"ok"}"#).into_response()
}

/// Answers requests beyond the limit on connections.
pub async fn busy() -> Response {
    ([(header::RETRY_AFTER, "1"), (header::CONNECTION, "close")], prose::BUSY.problem()).into_response()
}

/// Answers a method that a path does not have.
pub async fn other_method() -> Problem {
    prose::OTHER_METHOD.problem()
}

/// Returns `true` for an address of this machine.
pub fn is_loopback(url: &str) -> bool {
    let Some(host) = url.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_ascii_lowercase)) else {
        return false;
    };
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || host.ends_with(".localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn addresses_of_this_machine() {
        for url in [
            "http://127.0.0.1:8787/x",
            "http://127.1.2.3",
            "http://LOCALHOST:1/",
            "https://[::1]:2/",
            "http://a.localhost/",
        ] {
            assert!(is_loopback(url), "{url}");
        }
        for url in ["https://service.example", "http://10.0.0.1", "http://localhost.example", "127", ""] {
            assert!(!is_loopback(url), "{url}");
        }
    }
}
